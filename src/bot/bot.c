/* Bots: what they may want, the ladder of them, and how one is asked.
 *
 * A bot is no more than the order of its urges: the first that wants something now is what it does.
 * So each of the ladder is a list of what it wants before all else, and of how it goes about where
 * nothing of that is called for; each gets deeper than those before it. First come the urges that
 * most of them share, from going about to fighting, then the bots with what is one's own.
 *
 * Urges read of the game what is no secret: the player's body and pack, the turn, the tally. The
 * rest of the dungeon comes through look.c. Others are no faster, so that who turns the back on
 * them is not hurt as long as the way is free. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "bot/internal.h"

/* Something that a bot may want to do now: true where it does, with the command. */
typedef bool urge(wyrm_bot *bot, wyrm_command *command);

/* ---- the pack ---- */

#define BIT(kind) (UINT32_C(1) << WYRM_EFFECT_##kind)
#define HURTS     (BIT(LIGHTNING) | BIT(BOLT) | BIT(BLAST))
#define HEALS     (BIT(HEAL) | BIT(FEED))
#define PROFITS   (BIT(TEACH) | BIT(MAP))
#define DISABLES  (BIT(CONFUSE) | BIT(SLEEP) | BIT(HOLD) | BIT(SLOW) | BIT(FRIGHTEN) | BIT(BANISH))
#define SAVES     (BIT(HASTE) | BIT(TELEPORT) | BIT(HIDE))
#define FOR_GOOD  (BIT(STRENGTHEN) | BIT(REGENERATE))
#define KNOWS     (HEALS | HURTS | PROFITS)

static bool is_of(const wyrm_effect *effect, uint32_t kinds)
{
    return effect->kind != WYRM_EFFECT_NONE && (kinds >> effect->kind & 1) != 0;
}

static const wyrm_effect *effect_of(const wyrm_bot *bot, size_t item)
{
    return &bot->engine->effects[bot->game->pack[item].item.kind];
}

static bool can_use(const wyrm_bot *bot, size_t item)
{
    return wyrm_can_use(bot->engine, bot->game, item, NULL);
}

/* The first item of the pack that can be used with an effect of one of the kinds (a bit each); -1:
 * none. */
static int32_t find_item(const wyrm_bot *bot, uint32_t kinds)
{
    for (size_t i = 0; i < bot->game->pack_count; i++)
        if (is_of(effect_of(bot, i), kinds) && can_use(bot, i))
            return (int32_t)i;
    return -1;
}

/* ---- the way out ---- */

static const wyrm_position nowhere = {0, 0};

/* Takes the victory item or the stairs where it stands on them. */
static bool leave(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_position at = bot->at;
    bool at_goal = seen->goal_known && wyrm_same_tile(at, seen->goal);
    command->kind = at_goal ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    return at_goal || (seen->exit_known && wyrm_same_tile(at, seen->exit));
}

static bool knows_way_out(const wyrm_bot *bot)
{
    return bot->seen.goal_known || bot->seen.exit_known;
}

/* To the one, or else the other, where it knows them; perhaps out of everybody's reach. */
static bool go_out(wyrm_bot *bot, wyrm_way_manner manner, wyrm_command *command)
{
    wyrm_position to = bot->seen.goal_known ? bot->seen.goal : bot->seen.exit;
    return knows_way_out(bot) && bot_go(bot, WYRM_WAY_TILE, manner, to, command);
}

static bool seek_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_AROUND, command);
}

/* ---- the rest of the map ---- */

/* What is worth it, where it stands. */
static bool pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    return bot_has_treasure(bot);
}

/* To what there is to pick up or to see, where it has not had enough. */
static bool explore(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->is_bold && knows_way_out(bot)) &&
           bot_go(bot, WYRM_WAY_THINGS, WYRM_WAY_AROUND, nowhere, command);
}

/* To what there is to see only. */
static bool scout(wyrm_bot *bot, wyrm_command *command)
{
    return bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_AROUND, nowhere, command);
}

/* The first place that a patrol has not had in sight, from anywhere on. */
static bool draw_beat(wyrm_bot *bot)
{
    const wyrm_map *map = &bot->game->map;
    uint64_t tiles = (uint64_t)map->width * (uint64_t)map->height;
    uint64_t from = wyrm_rng_below(&bot->rng, tiles);
    for (uint64_t i = 0; i < tiles; i++) {
        uint64_t tile = (from + i) % tiles;
        bot->beat.x = (int16_t)(tile % (uint64_t)map->width);
        bot->beat.y = (int16_t)(tile / (uint64_t)map->width);
        if (!(bot->notes[tile] & WYRM_NOTE_PASSED) && bot_is_open(bot, bot->beat.x, bot->beat.y) &&
            !bot_foe_on(bot, bot->beat))
            return true;
    }
    for (uint64_t i = 0; i < tiles; i++)
        bot->notes[i] &= (uint8_t)~WYRM_NOTE_PASSED;
    return false;
}

static bool walk_beat(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_beat && !bot_foe_on(bot, bot->beat) &&
           bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->beat, command);
}

/* Where everything has been seen somebody may be left to be met, as the one who holds the goal.
 * So a patrol goes first where somebody was seen last, then here and there until it has had
 * every tile in sight, and begins anew. */
static bool patrol(wyrm_bot *bot, wyrm_command *command)
{
    (void)wyrm_sight_mark(&bot->seen.sight, NULL, WYRM_NOTE_PASSED, bot->game->map.width,
                          bot->notes);
    if (walk_beat(bot, command))
        return true;
    if (bot->has_haunt)
        bot->beat = bot->haunt;
    bot->has_beat = bot->has_haunt || draw_beat(bot);
    bot->has_haunt = false;
    if (walk_beat(bot, command))
        return true;
    if (bot->has_beat) /* no way leads there */
        bot->notes[bot_tile(bot, bot->beat)] |= WYRM_NOTE_PASSED;
    return false;
}

/* A step in any direction, or a blow at who can fall or hurts. */
static bool stray(wyrm_bot *bot, wyrm_command *command)
{
    int32_t open[WYRM_DIRECTION_COUNT];
    uint64_t count = 0;
    for (int32_t direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(bot->at, (wyrm_direction)direction);
        const wyrm_foe *foe = bot_foe_on(bot, to);
        if (bot_is_open(bot, to.x, to.y) && !(foe && !foe->can_fall && !foe->can_hurt))
            open[count++] = direction;
    }
    if (count == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(&bot->rng, count);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = open[drawn]};
    return true;
}

#define WAVER_TIMES 4 /* of so many steps, one goes anywhere */

/* A step anywhere now and then, where caution has led nowhere: two who want past each other, and
 * step aside each time, do so for ever. */
static bool waver(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].can_fall)
            return false;
    return bot->is_bold && wyrm_rng_chance(&bot->rng, 1, WAVER_TIMES) && stray(bot, command);
}

/* ---- healing, eating and resting ---- */

/* Share of all hit points below which a rest begins; of a full stomach, below which a meal is due,
 * and below which nobody rests who has nothing to eat. */
#define REST_BELOW   0.7
#define MEAL_BELOW   0.5
#define HUNGRY_BELOW 0.3

/* Share of its hit points that the player has. */
static double health(const wyrm_bot *bot)
{
    return (double)bot->body->hp / (double)bot->body->max_hp;
}

/* Whether hit points come back by waiting, now. */
static bool mends(const wyrm_bot *bot)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    const wyrm_game *game = bot->game;
    return bot->body->regeneration > 0.0 ||
           (rules->regeneration != 0 &&
            (rules->stage_count == 0 ||
             rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates));
}

/* Heals itself with an item, at any wound: by the least that makes it good, else by the most that
 * there is. */
static bool heal(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    int64_t missing = bot->body->max_hp - bot->body->hp;
    int32_t best = -1, most = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = effect_of(bot, i);
        bool better = most < missing ? effect->amount > most
                                     : effect->amount >= missing && effect->amount < most;
        if (effect->kind == WYRM_EFFECT_HEAL && (best < 0 || better) && can_use(bot, i)) {
            best = (int32_t)i;
            most = effect->amount;
        }
    }
    *command = (wyrm_command){WYRM_DO_USE, best, bot->at};
    return best >= 0;
}

/* Whether it has more than that share of what a stomach holds; so where nobody is ever hungry. */
static bool is_fuller(const wyrm_bot *bot, double share)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    return rules->stage_count == 0 || bot->game->fullness > share * rules->fullness_most;
}

/* When nothing of it would be lost. */
static bool eat(wyrm_bot *bot, wyrm_command *command)
{
    if (is_fuller(bot, MEAL_BELOW))
        return false;
    *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = find_item(bot, BIT(FEED))};
    return command->argument >= 0;
}

/* Until its hit points are back, where nobody is in sight. */
static bool rest(wyrm_bot *bot, wyrm_command *command)
{
    double enough = bot->is_resting ? 1.0 : REST_BELOW;
    bot->is_resting = bot->foe_count == 0 && !bot->is_bold && health(bot) < enough && mends(bot) &&
                      (is_fuller(bot, HUNGRY_BELOW) || find_item(bot, BIT(FEED)) >= 0);
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return bot->is_resting;
}

/* ---- getting away ---- */

/* Share of the hit points below which, where nothing heals, nothing more is to be had from a
 * floor. */
#define HOPELESS_BELOW 0.3

/* Leaves, or goes on looking for the way out, past whoever is there where it must be and `past`. */
static bool get_out(wyrm_bot *bot, bool past, wyrm_command *command)
{
    return leave(bot, command) || go_out(bot, WYRM_WAY_SAFELY, command) ||
           (past && seek_exit(bot, command)) ||
           bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_SAFELY, nowhere, command) ||
           (past && scout(bot, command));
}

/* Hit points that the pack can give back. */
static double stock(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    double sum = 0.0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = effect_of(bot, i);
        if (effect->kind == WYRM_EFFECT_HEAL && !wyrm_is_barred(game, game->pack[i].item.kind))
            sum += effect->amount * game->pack[i].uses;
    }
    return sum;
}

/* Where a fight costs more than it has, draughts included. */
static bool run_from_fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 && !bot->is_bold &&
           bot_prospect(bot)->at_once > (double)bot->body->hp + stock(bot) &&
           get_out(bot, true, command);
}

/* On, badly hurt where neither time nor its pack would help. */
static bool limp(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count == 0 && !bot->is_bold && health(bot) < HOPELESS_BELOW && !mends(bot) &&
           stock(bot) <= 0.0 && get_out(bot, true, command);
}

/* ---- where to fight ---- */

/* Ways into a place from which only one of many can strike at a time: that of who comes, and the
 * way out; and how far it is worth to go for it, in steps. */
#define WAYS_IN_MOST 2
#define FAR          10

/* Whether few can get at a place at once: in a corridor, or a doorway's depth. */
static bool is_narrow(const wyrm_bot *bot, wyrm_position at)
{
    int ways = 0;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(at, (wyrm_direction)direction);
        ways += bot_is_open(bot, to.x, to.y);
    }
    return ways <= WAYS_IN_MOST;
}

/* Goes to the nearest narrow place where the player is before anybody who is awake. */
static bool take_cover(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_position from = bot->at, best = from;
    int32_t least = FAR + 1;
    for (int y = from.y - FAR; y <= from.y + FAR; y++)
        for (int x = from.x - FAR; x <= from.x + FAR; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            int32_t steps = wyrm_tiles_apart(from, at);
            bool is_better = steps < least && bot_is_open(bot, x, y) && is_narrow(bot, at);
            for (size_t i = 0; is_better && i < bot->foe_count; i++)
                is_better = !bot->foes[i].awake || wyrm_tiles_apart(bot->foes[i].at, at) > steps;
            least = is_better ? steps : least;
            best = is_better ? at : best;
        }
    return least <= FAR && bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, best, command);
}

/* ---- gear, and what is good for good ---- */

/* Better gear makes a fight cheaper by at least so much. Who deals or takes nothing deals or takes
 * so many hit points a blow, so that shares stay finite. */
#define BETTER  0.99
#define NOTHING 0.01

/* Uses what helps for good, and maps where no way out is known. */
static bool profit(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->game->pack_count; i++) {
        const wyrm_effect *effect = effect_of(bot, i);
        uint32_t kinds = knows_way_out(bot) ? BIT(TEACH) : PROFITS;
        *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = (int32_t)i};
        if (is_of(effect, effect->turns == 0 ? kinds | FOR_GOOD : kinds) && can_use(bot, i))
            return true;
    }
    return false;
}

/* What a blow dealt costs in blows taken, as shares of the player's hit points: gear is tried on
 * the last monster seen. */
static double cost_of_fight(const wyrm_bot *bot, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = bot->has_rival ? &bot->rival : &bot->game->bare;
    wyrm_engine *engine = bot->engine;
    double taken = wyrm_strikes_blow(&engine->strikes, engine->combat, rival, player).mean;
    double dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, rival).mean;
    return (taken + NOTHING) / (dealt + NOTHING) / (double)player->max_hp;
}

/* What makes a fight with the last monster seen cheapest. */
static bool wear(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    /* What the last judgement was passed on. */
    uint64_t now = (uint64_t)game->tally.items_found << 32 ^ (uint64_t)game->pack_count << 20 ^
                   (uint64_t)bot->body->level << 8 ^ (uint64_t)bot->depth;
    if (bot->pack_judged == now)
        return false;
    double least = BETTER * cost_of_fight(bot, bot->body);
    bool found = false;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_combatant dressed;
        if (!wyrm_is_gear(bot->engine, game->pack[i].item.kind) || game->pack[i].worn ||
            !can_use(bot, i))
            continue;
        wyrm_player_with(bot->engine, game, i, &dressed);
        double cost = cost_of_fight(bot, &dressed);
        if (cost >= least)
            continue;
        least = cost;
        found = true;
        *command = (wyrm_command){.kind = WYRM_DO_WEAR, .argument = (int32_t)i};
    }
    if (!found)
        bot->pack_judged = now;
    return found;
}

/* Puts down, where the pack is full, what nothing is lost by: gear that was found worse than what
 * is worn, and what cannot be used. */
static bool make_room(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    if (game->pack_count < (size_t)bot->engine->rules.pack)
        return false;
    for (size_t i = 0; i < game->pack_count; i++) {
        *command = (wyrm_command){.kind = WYRM_DO_DROP, .argument = (int32_t)i};
        if (!game->pack[i].worn && (effect_of(bot, i)->kind == WYRM_EFFECT_NONE ||
                                    wyrm_is_gear(bot->engine, game->pack[i].item.kind)))
            return true;
    }
    return false;
}

/* ---- hand to hand ---- */

/* Strikes the weakest of those who stand beside. Blows that take nothing, or less than what is won
 * back, are struck at nobody; but where nothing else is left to do, at who hurts. */
static bool strike_at(const wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    const wyrm_foe *weakest = NULL;
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance <= 1; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        if ((foe->can_fall || in_vain) &&
            (!weakest || foe->monster->body.combatant.hp < weakest->monster->body.combatant.hp))
            weakest = foe;
    }
    if (weakest)
        *command = bot_step(bot, weakest->at);
    return weakest != NULL;
}

static bool strike(wyrm_bot *bot, wyrm_command *command)
{
    return strike_at(bot, false, command);
}

/* Goes where he stood whom it went up to and has lost sight of. */
static bool pursue(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_quarry && bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->quarry, command);
}

/* Up to the nearest of those in sight that a way leads to. Of two who are seen in turns, from here
 * and from there, one has to be gone up to first. */
static bool charge_at(wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    int32_t distance = wyrm_tiles_apart(bot->at, bot->quarry);
    bool is_nearest = true;
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance < distance; i++)
        is_nearest &= !bot->foes[i].can_hurt;
    if (bot->foe_count > 0 && is_nearest && pursue(bot, command))
        return true;
    for (size_t i = 0; i < bot->foe_count; i++)
        if ((bot->foes[i].can_fall || in_vain) &&
            bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->foes[i].at, command)) {
            bot->has_quarry = true;
            bot->quarry = bot->foes[i].at;
            return true;
        }
    return false;
}

static bool charge(wyrm_bot *bot, wyrm_command *command)
{
    return charge_at(bot, false, command);
}

/* Both, at those whom it cannot bring down: where it is bold. */
static bool despair(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (strike_at(bot, true, command) || charge_at(bot, true, command));
}

/* Waits for others to come, at most so many turns in a row. */
static bool bide(wyrm_bot *bot, int32_t patience, wyrm_command *command)
{
    uint32_t turn = bot->game->turn;
    bot->waited = bot->waited_turn + 1 == turn ? bot->waited + 1 : 0;
    bot->waited_turn = turn;
    command->kind = WYRM_DO_WAIT;
    return bot->waited < patience;
}

#define FIRST_BLOW_TURNS 3 /* in a row that it is worth to wait for the first blow */

/* Lets the nearest come who will stand beside the player after its next turn, without a blow, and
 * would else have the first. */
static bool await(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_foe *foe = &bot->foes[0];
    if (bot->foe_count == 0 || foe->distance != 2 || !foe->awake)
        return false;
    const int32_t *turns = foe->monster->body.turns;
    return turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0 &&
           bot_reach(bot, foe->monster) < foe->distance && bide(bot, FIRST_BLOW_TURNS, command);
}

/* ---- shots and throws ---- */

/* The nearest of those who do not stand beside, within a range, where somebody who can fall is the
 * first that what flies to them strikes; NULL where there is none, or somebody stands beside. */
static const wyrm_foe *mark_within(const wyrm_bot *bot, int32_t range)
{
    const wyrm_grid grid = wyrm_game_sight_grid(bot->game);
    for (size_t f = 0; f < bot->foe_count && bot->foes[f].distance <= range; f++) {
        const wyrm_foe *foe = &bot->foes[f], *struck = NULL;
        wyrm_position way[WYRM_MAP_SIDE_MAX];
        if (foe->distance < 2)
            return NULL;
        size_t length = wyrm_line(&grid, bot->at, foe->at, way, WYRM_MAP_SIDE_MAX);
        for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && !struck; i++)
            struck = bot_foe_on(bot, way[i]);
        if (struck && struck->can_fall)
            return foe;
    }
    return NULL;
}

/* With what is in hand. */
static bool shoot(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_foe *mark = mark_within(bot, wyrm_strike_range(bot->engine, bot->game));
    if (mark)
        *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->at};
    return mark != NULL;
}

/* What is not worn, no nearer than it bursts, at the nearest who comes. */
static bool throw_item(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count && bot->foe_count > 0; i++) {
        const wyrm_game_item *item = &game->pack[i];
        int32_t range = item->worn ? 0 : wyrm_throw_range(bot->engine, game, i);
        const wyrm_foe *mark = range > 0 ? mark_within(bot, range) : NULL;
        if (!mark || !mark->awake)
            continue;
        const wyrm_value *blast =
            wyrm_value_get(bot->engine->kinds[item->item.kind].record, "blast");
        if (mark->distance <= (blast ? (int32_t)wyrm_value_real(blast) : 0))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->at};
        return true;
    }
    return false;
}

/* ---- what the pack can do to others ----
 *
 * Each foe would take so many hit points a turn for so many turns; what an item saves is the part
 * of that which does not come about. Rough as it is, it tells a use from a waste. */

/* How many of those in sight, the nearest first, are tried as targets: each costs a look around. */
#define TARGETS_MAX 8

/* Where an item would do most, by a weight for each of those in sight (by their places in
 * bot->foes); the user is never hit. Returns the sum of the weights of those whom it hits, 0 where
 * it hits nobody. */
static double aim(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position *target)
{
    double best = 0.0;
    *target = bot->at;
    for (size_t t = 0; t < bot->foe_count && t < TARGETS_MAX; t++) {
        size_t hit[WYRM_LEVEL_SPAWNS_MAX];
        bool user;
        double sum = 0.0;
        size_t count =
            wyrm_would_hit(bot->engine, bot->game, &bot->seen, item, bot->foes[t].at, hit, &user);
        for (size_t i = 0; count != WYRM_EFFECT_NO_AIM && !user && i < count; i++)
            for (size_t foe = 0; foe < bot->foe_count; foe++)
                if (bot->foes[foe].monster ==
                    &bot->game->monsters[bot->seen.monsters[hit[i]].index])
                    sum += weights[foe];
        if (sum > best) {
            best = sum;
            *target = bot->foes[t].at;
        }
    }
    return best;
}

/* What one of them costs: hit points a turn, and for how long. */
typedef struct foe_cost {
    double a_turn, turns, dealt;
    double hp;
    bool is_near; /* it stands beside, or will in the next turn */
} foe_cost;

/* Share of the cost of one whom it hits that is saved while a condition lasts. */
static const double saved_by_condition[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_CONFUSE] = 0.8, /* it may stumble into the player */
    [WYRM_EFFECT_SLEEP] = 0.6,   /* blows wake it */
    [WYRM_EFFECT_HOLD] = 1.0,    /* but who is held strikes who stands beside */
    [WYRM_EFFECT_SLOW] = 0.5,    [WYRM_EFFECT_FRIGHTEN] = 0.7, /* they come back */
};

/* Share of the whole cost that is saved by what the user does to itself. */
static const double saved_by_boost[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HASTE] = 0.5,
    [WYRM_EFFECT_STRENGTHEN] = 0.3,
};

static double saved_of(const wyrm_effect *effect, const foe_cost *of)
{
    if (effect->kind == WYRM_EFFECT_BANISH)
        return of->a_turn * of->turns;
    if (is_of(effect, HURTS)) {
        double damage = fmin((double)effect->damage, of->hp);
        return of->dealt > 0.0 ? of->a_turn * fmin(damage / of->dealt, of->turns)
                               : of->a_turn * of->turns * damage / of->hp;
    }
    if (effect->kind == WYRM_EFFECT_HOLD && of->is_near)
        return 0.0;
    return saved_by_condition[effect->kind] * (of->a_turn * fmin((double)effect->turns, of->turns));
}

/* What a use of an item would save. A boost that holds already is not doubled. `costs` NULL: how
 * many it would hurt. */
static double value_of(const wyrm_bot *bot, size_t item, const foe_cost *costs, double cost,
                       wyrm_position *target)
{
    const wyrm_game *game = bot->game;
    const wyrm_effect *effect = effect_of(bot, item);
    double weights[WYRM_BOT_FOES_MAX];
    *target = bot->at;
    if (saved_by_boost[effect->kind] > 0.0 && effect->turns > 0) {
        bool holds = effect->kind == WYRM_EFFECT_HASTE && game->player.turns[WYRM_HASTED] > 0;
        for (size_t i = 0; i < game->boost_count && effect->kind != WYRM_EFFECT_HASTE; i++)
            holds |= game->boosts[i].turns > 0;
        return holds ? 0.0 : saved_by_boost[effect->kind] * cost;
    }
    if (saved_by_condition[effect->kind] <= 0.0 && !is_of(effect, HURTS | BIT(BANISH)))
        return 0.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = !costs ? 1.0 : bot->foes[i].awake ? saved_of(effect, &costs[i]) : 0.0;
    return aim(bot, item, weights, target);
}

/* The use of an item of some kinds that saves most, and no less than `least`; returns that, 0 where
 * there is none. */
static double best_use(const wyrm_bot *bot, uint32_t kinds, double least, const foe_cost *costs,
                       double cost, wyrm_command *command)
{
    double best = 0.0;
    for (size_t i = 0; i < bot->game->pack_count; i++) {
        wyrm_position target;
        if (!is_of(effect_of(bot, i), kinds) || !can_use(bot, i))
            continue;
        double value = value_of(bot, i, costs, cost, &target);
        if (value <= best || value < least)
            continue;
        best = value;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return best;
}

/* Share of the hit points below which one foe is worth a scroll. */
#define BURN_BELOW 0.5

/* Two and more at once, and, when hurt, anybody. */
static bool burn(wyrm_bot *bot, wyrm_command *command)
{
    double wanted = health(bot) < BURN_BELOW ? 1.0 : 2.0;
    return (double)bot->foe_count >= wanted &&
           best_use(bot, HURTS, wanted, NULL, 0.0, command) > 0.0;
}

/* The use of an item that saves most in a fight with all that are awake and in sight, by mean
 * blows; returns how many hit points, 0 where nothing helps. `cost` is what the fight costs
 * without. */
static double find_means(wyrm_bot *bot, double cost, wyrm_command *command)
{
    foe_cost costs[WYRM_BOT_FOES_MAX];
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        const int32_t *turns = foe->monster->body.turns;
        bool out_of_action = turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0 ||
                             turns[WYRM_ASLEEP] > 0 || (turns[WYRM_HELD] > 0 && foe->distance > 1);
        costs[i] = (foe_cost){.a_turn = out_of_action ? 0.0 : foe->taken.mean,
                              .turns = fmin(bot_turns(foe), (double)bot->body->max_hp),
                              .dealt = foe->dealt.mean,
                              .hp = (double)foe->monster->body.combatant.hp,
                              .is_near = foe->distance <= 2};
    }
    return best_use(bot, UINT32_MAX, 0.0, costs, cost, command);
}

/* An item that leads away at once, or hides: false where there is none. */
static bool vanish(wyrm_bot *bot, wyrm_command *command)
{
    bool is_hidden = bot->game->player.turns[WYRM_HIDDEN] > 0;
    uint32_t kinds = is_hidden ? BIT(TELEPORT) : BIT(TELEPORT) | BIT(HIDE);
    *command = (wyrm_command){WYRM_DO_USE, find_item(bot, kinds), bot->at};
    return command->argument >= 0;
}

/* ---- idle: wants nothing, and waits ---- */

/* What a kind of bot does: its own urges and then those that it shares, both ended by NULL, and
 * what it knows how to use: bits by kind of effect, of those that last for ever, and of those that
 * last for some turns. A test has them play with every kind of item. */
struct wyrm_bot_policy {
    urge *const *own, *const *shared;
    uint32_t for_good, for_turns;
    double drinks; /* below that share of its hit points */
};

/* Where waiting does not heal or somebody is in sight. */
static bool drink_when_low(wyrm_bot *bot, wyrm_command *command)
{
    return health(bot) < bot->kind->policy->drinks && (bot->foe_count > 0 || !mends(bot)) &&
           heal(bot, command);
}

static urge *const nothing[] = {NULL};
static const struct wyrm_bot_policy idle = {nothing, nothing, 0, 0, 0.0};

/* ---- random: does anything that makes sense to somebody ---- */

#define FUMBLE_TURNS 20 /* of so many turns, one goes to the pack */
#define ERRAND_TURNS 20 /* for so many it has the same in mind */
#define STRAY_TURNS  3  /* of so many, one goes anywhere */
#define STAIRS_TIMES 4  /* of so many times that it is on the stairs, it passes them by once */

/* Leaves where it stumbles upon the way out, more often than not. */
static bool may_leave(wyrm_bot *bot, wyrm_command *command)
{
    bool passes = wyrm_rng_chance(&bot->rng, 1, STAIRS_TIMES);
    return !passes && leave(bot, command);
}

/* Uses or wears anything, aimed at anybody in sight. */
static bool fumble(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    bool fumbles = wyrm_rng_chance(&bot->rng, 1, FUMBLE_TURNS);
    uint64_t item = wyrm_rng_below(&bot->rng, game->pack_count);
    uint64_t foe = wyrm_rng_below(&bot->rng, bot->foe_count);
    if (!fumbles || game->pack_count == 0 || game->pack[item].worn || !can_use(bot, item))
        return false;
    bool is_gear = wyrm_is_gear(bot->engine, game->pack[item].item.kind);
    command->kind = is_gear ? WYRM_DO_WEAR : WYRM_DO_USE;
    command->argument = (int32_t)item;
    command->target = bot->foe_count > 0 ? bot->foes[foe].at : bot->at;
    return true;
}

/* Has something in mind for a while, and strays from it. Where that cannot be done it strays on. */
static bool go_about(wyrm_bot *bot, wyrm_command *command)
{
    static urge *const errands[] = {patrol, scout, explore, seek_exit};
    bool changes = wyrm_rng_chance(&bot->rng, 1, ERRAND_TURNS);
    uint64_t errand = wyrm_rng_below(&bot->rng, sizeof errands / sizeof *errands);
    bool strays = wyrm_rng_chance(&bot->rng, 1, STRAY_TURNS);
    bot->errand = changes ? (uint32_t)errand : bot->errand;
    return !strays && errands[bot->errand](bot, command);
}

static urge *const random_urges[] = {may_leave, pick_up, fumble, go_about, stray, NULL};
static const struct wyrm_bot_policy at_random = {random_urges, nothing, UINT32_MAX, UINT32_MAX,
                                                 0.0};

/* Where everything else has led nowhere. */
static urge *const last_urges[] = {despair, patrol, stray, NULL};

/* ---- diver ----
 *
 * Goes for the stairs as if nobody was there: it never heals, and fights only who stands in its
 * way. */

/* Where it gets nowhere, those whom it would go past are in the way. */
static bool fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (strike(bot, command) || charge(bot, command));
}

static urge *const diver_urges[] = {fight, waver, leave, seek_exit, scout, strike, charge, NULL};
static const struct wyrm_bot_policy diver = {diver_urges, last_urges, 0, 0, 0.0};

/* ---- brawler: attacks whoever it sees, and leaves as soon as it knows how ---- */

#define ENOUGH_BELOW 0.5 /* share of the hit points below which it has had enough */

static bool run(wyrm_bot *bot, wyrm_command *command)
{
    return health(bot) < ENOUGH_BELOW && !bot->is_bold && get_out(bot, true, command);
}

static urge *const brawler_urges[] = {drink_when_low, run,   strike, charge,    eat,     wear,
                                      pick_up,        waver, leave,  seek_exit, explore, NULL};
static const struct wyrm_bot_policy brawler = {brawler_urges, last_urges, HEALS, HEALS, 0.25};

/* ---- explorer: clears one floor after the other ---- */

/* How floors are cleared where nothing is in the way of it. */
static urge *const clearing_urges[] = {
    strike, await,  charge,  eat,   profit,    wear,    rest,   limp,  make_room, pick_up,
    waver,  pursue, explore, leave, seek_exit, despair, patrol, stray, NULL,
};

static urge *const explorer_urges[] = {drink_when_low, burn, run_from_fight, NULL};
static const struct wyrm_bot_policy explorer = {explorer_urges, clearing_urges, KNOWS | FOR_GOOD,
                                                KNOWS, 0.4};

/* ---- tactician ----
 *
 * Reckons each fight: with all that are awake and in sight, from where it stands and with what it
 * has. */

/* The chance to win that it wants of each fight, and the standard deviations of the cost of a fight
 * with several that it keeps in hand. */
#define ODDS_LEAST 0.9
#define SAFETY     1.3

/* Shares of all its hit points: what a fight may cost where no wound heals by itself; what a use of
 * an item must save, in a fight that is won anyhow and in another; and what a better place must
 * save. */
#define DEAREST             0.5
#define SAVES_LEAST         0.3
#define SAVES_LEAST_IN_NEED 0.1
#define GROUND_LEAST        0.1

/* A fight that costs so many times what it has: it runs even where others strike after it. */
#define HOPELESS 2.0
#define PATIENCE 8 /* turns in a row that it lets others come where they come one by one */

/* Hit points that the fight costs from a place, on average. */
static double cost_from(wyrm_bot *bot, bool covered)
{
    const wyrm_prospect *prospect = bot_prospect(bot);
    return covered ? prospect->one_by_one : prospect->at_once;
}

/* Whether each of them can be beaten with the odds that it wants, and all of them from a place. */
static bool can_win(wyrm_bot *bot, bool covered)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && !bot_beats(bot, &bot->foes[i], ODDS_LEAST))
            return false;
    return bot->awake_count <= 1 ||
           bot_outweighs_luck(bot, (double)bot->body->hp - cost_from(bot, covered), SAFETY);
}

/* The next turn may be the last: it leaves, heals, vanishes, or stops them; unless a single one of
 * them is there and dies first. */
static bool survive(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_prospect *prospect = bot_prospect(bot);
    if ((double)bot->body->hp > (double)prospect->next_most || prospect->next_most == 0)
        return false;
    if (leave(bot, command))
        return true;
    if (prospect->count == 1 && can_win(bot, true))
        return false;
    return heal(bot, command) || vanish(bot, command) ||
           find_means(bot, prospect->at_once, command) > 0.0;
}

/* Heals in time, but in no fight that it wins as it is. */
static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->awake_count > 0 && can_win(bot, is_narrow(bot, bot->at))) &&
           drink_when_low(bot, command);
}

/* Goes where they come one by one, where that helps to win. */
static bool take_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count < 2 || is_narrow(bot, bot->at) || bot->is_bold || !can_win(bot, true))
        return false;
    const wyrm_prospect *prospect = bot_prospect(bot);
    return prospect->at_once - prospect->one_by_one > GROUND_LEAST * (double)bot->body->max_hp &&
           take_cover(bot, command);
}

/* Uses what saves more than it is worth. */
static bool spend(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    bool covered = is_narrow(bot, bot->at);
    double wanted = can_win(bot, covered) ? SAVES_LEAST : SAVES_LEAST_IN_NEED;
    return find_means(bot, cost_from(bot, covered), command) > wanted * (double)bot->body->max_hp;
}

/* Leaves those whom it does not want to fight, out of their reach; in the worst case past them. A
 * fight must not only be won but worth it: where nothing heals, wounds stay. */
static bool get_away(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold)
        return false;
    const bool covered = is_narrow(bot, bot->at);
    const double cost = cost_from(bot, covered);
    bool heals = bot->engine->rules.regeneration > 0 || bot->body->regeneration > 0.0;
    if (can_win(bot, covered) && (heals || cost <= DEAREST * (double)bot->body->max_hp))
        return false;
    return get_out(bot, cost > HOPELESS * (double)bot->body->hp, command);
}

/* Lets them come to where it stands well, as long as they cannot strike from where they are. */
static bool hold_ground(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 && !bot->is_bold && is_narrow(bot, bot->at) &&
           bot->foes[0].distance > 1 &&
           bot->foes[0].distance > bot_reach(bot, bot->foes[0].monster) &&
           bide(bot, PATIENCE, command);
}

static urge *const tactician_urges[] = {survive,     drink, take_ground, spend, get_away,
                                        hold_ground, shoot, throw_item,  NULL};
static const struct wyrm_bot_policy tactician = {tactician_urges, clearing_urges,
                                                 KNOWS | DISABLES | SAVES | FOR_GOOD,
                                                 KNOWS | DISABLES | SAVES | BIT(STRENGTHEN), 0.5};

/* ---- the ladder ---- */

static const wyrm_bot_kind kinds[] = {
    {"idle", "waits for its end", &idle},
    {"random", "does anything that makes sense to somebody, at random", &at_random},
    {"diver", "looks for the stairs and takes them, and fights who stands in the way", &diver},
    {"brawler",
     "attacks whoever it sees until it finds the stairs, and drinks when it is nearly dead",
     &brawler},
    {"explorer", "clears floors, wears what is better, drinks when low, rests, and burns groups",
     &explorer},
    {"tactician", "reckons each fight, and has the right place and means for it or leaves",
     &tactician},
};
#define COUNT (sizeof kinds / sizeof *kinds)

bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect)
{
    return is_of(effect, effect->turns > 0 ? kind->policy->for_turns : kind->policy->for_good);
}

const wyrm_bot_kind *wyrm_bot_kinds(size_t *count)
{
    if (count)
        *count = COUNT;
    return kinds;
}

wyrm_status wyrm_bot_find(const char *name, const wyrm_bot_kind **out, wyrm_error *error)
{
    const char *names[COUNT];
    *out = NULL;
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = kinds[i].name;
        if (strcmp(name, kinds[i].name) == 0) {
            *out = &kinds[i];
            return WYRM_OK;
        }
    }
    const char *nearest = wyrm_nearest(name, names, COUNT);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "there is no bot '%.100s'", name);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    return WYRM_ERROR_UNKNOWN;
}

/* ---- asking one ---- */

wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine, wyrm_bot **out,
                         wyrm_error *error)
{
    wyrm_bot *bot = base_zeroed(1, sizeof *bot);
    *out = bot;
    if (!bot)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bot->kind = kind;
    bot->engine = engine;
    return WYRM_OK;
}

void wyrm_bot_free(wyrm_bot *bot)
{
    wyrm_free(bot);
}

/* What is known of fights holds for every game. */
void wyrm_bot_begin(wyrm_bot *bot)
{
    bot->began = bot->is_bold = bot->is_resting = bot->has_rival = false;
    bot->done = bot->pack_judged = 0;
    bot->done_turn = bot->errand = bot->waited_turn = 0;
    bot->waited = 0;
}

/* The first urge of a list whose kind of command has not been refused. */
static bool decide(wyrm_bot *bot, urge *const *urges, wyrm_command *command)
{
    for (; *urges; urges++) {
        *command = (wyrm_command){0};
        if ((*urges)(bot, command) && !(bot->refused >> command->kind & 1))
            return true;
    }
    return false;
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        /* The policy of the ruleset: bots differ in how they play, not in what they grow into. */
        int choice = wyrm_growth_policy(bot->engine->growth, game->bare.level + 1);
        *command = (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = choice > 0 ? choice : 0};
        return true;
    }
    bot_look(bot, game);
    const struct wyrm_bot_policy *policy = bot->kind->policy;
    if (!decide(bot, policy->own, command) && !decide(bot, policy->shared, command))
        *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    bot->refused |= 1u << command->kind; /* until the game has taken it */
    return true;
}
