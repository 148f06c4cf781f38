/* What most bots want: to get on and out, to strike who is there, to eat, drink and wear.
 *
 * An urge says whether it wants something now, and by which command. Urges read of the game what is
 * no secret: the player's body and pack, the turn, the tally. The rest of the dungeon comes through
 * look.c. */
#include <math.h>
#include <string.h>
#include "bot/internal.h"

/* ---- the choice of an attack ---- */

#define SAME_ODDS 1e-9

/* Which of its attacks wins most often against the nearest, each used for the whole fight; of those
 * that do, the one that leaves most. Asked anew where another is the nearest, or where conditions
 * or counters have changed. */
bool bot_choose_attack(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_attack_choice all[WYRM_ATTACK_CHOICES_MAX];
    if (bot->awake_count == 0 || !bot->engine->chooses)
        return false;
    const wyrm_game_monster *foe = bot->foes[0].monster;
    const double *slots = &bot->body->stats[bot->engine->first_slot];
    const size_t bytes = bot->engine->slot_count * sizeof *slots;
    bot->has_chosen |= (bot->refused >> WYRM_DO_ATTACK & 1) != 0;
    if (bot->has_chosen && bot->chosen_against == foe->id &&
        memcmp(bot->chosen_with, slots, bytes) == 0)
        return false;
    bot->chosen_against = foe->id;
    memcpy(bot->chosen_with, slots, bytes);
    const size_t count = wyrm_attack_choices(bot->engine, bot->game, all, WYRM_ATTACK_CHOICES_MAX);
    double won = -1.0, left = 0.0;
    bool now = false;
    for (size_t i = 0; i < count; i++) {
        wyrm_combatant as = *bot->body;
        wyrm_duel duel;
        as.stats[all[i].stat] = all[i].word;
        if (wyrm_combat_duel(bot->engine->combat, &as, &foe->body.combatant, WYRM_SUBJECT_FIRST,
                             NULL, &duel, NULL, NULL) != WYRM_OK)
            continue;
        const double gain = duel.p_win - won;
        if (gain < -SAME_ODDS || (gain < SAME_ODDS && !(duel.hp_left_mean > left + SAME_ODDS)))
            continue;
        won = duel.p_win;
        left = duel.hp_left_mean;
        now = all[i].now;
        *command = (wyrm_command){.kind = WYRM_DO_ATTACK, .argument = (int32_t)i};
    }
    bot->has_chosen = won < 0.0 || now;
    return !bot->has_chosen;
}

/* ---- the way out ---- */

/* On its way out it buys the dearest thing that it has a use for, as long as gold and pack last. */
static bool buy(const wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    int32_t dearest = -1;
    if (!wyrm_can_trade(game) || !bot_has_room(bot))
        return false;
    for (size_t i = 0; i < game->good_count; i++) {
        const wyrm_good *good = &game->goods[i];
        if (good->price <= game->gold && !wyrm_is_barred(game, good->item.item.kind) &&
            bot_is_useful(bot, &good->item) &&
            (dearest < 0 || good->price > game->goods[dearest].price))
            dearest = (int32_t)i;
    }
    command->kind = WYRM_DO_BUY;
    command->argument = dearest;
    return dearest >= 0;
}

/* Takes the victory item or the stairs where it stands on them. */
bool bot_leave(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_position at = bot->at;
    bool at_goal = seen->goal_known && wyrm_same_tile(at, seen->goal);
    if (!at_goal && buy(bot, command))
        return true;
    command->kind = at_goal ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    return at_goal || (seen->exit_known && wyrm_same_tile(at, seen->exit));
}

/* To the one, or else the other, where it knows them; perhaps out of everybody's reach. */
static bool go_out(wyrm_bot *bot, wyrm_way_manner manner, wyrm_command *command)
{
    wyrm_position to = bot->seen.goal_known ? bot->seen.goal : bot->seen.exit;
    return bot_knows_way_out(bot) && bot_go(bot, WYRM_WAY_TILE, manner, to, command);
}

bool bot_seek_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_AROUND, command);
}

bool bot_get_out(wyrm_bot *bot, bool past, wyrm_command *command)
{
    return bot_leave(bot, command) || go_out(bot, WYRM_WAY_SAFELY, command) ||
           (past && bot_seek_exit(bot, command)) ||
           bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_SAFELY, bot->at, command) ||
           (past && bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_AROUND, bot->at, command));
}

/* ---- the rest of the map ---- */

/* To what there is to pick up or to see, where it has not had enough. */
bool bot_explore(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->is_bold && bot_knows_way_out(bot)) &&
           bot_go(bot, WYRM_WAY_THINGS, WYRM_WAY_AROUND, bot->at, command);
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
bool bot_patrol(wyrm_bot *bot, wyrm_command *command)
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
bool bot_stray(wyrm_bot *bot, wyrm_command *command)
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
bool bot_waver(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].can_fall)
            return false;
    return bot->is_bold && wyrm_rng_chance(&bot->rng, 1, WAVER_TIMES) && bot_stray(bot, command);
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
        *command = wyrm_step_to(bot->at, weakest->at);
    return weakest != NULL;
}

bool bot_strike(wyrm_bot *bot, wyrm_command *command)
{
    return strike_at(bot, false, command);
}

/* Up to the nearest of those in sight that a way leads to. Of two who are seen in turns, from here
 * and from there, one has to be gone up to first. */
static bool charge_at(wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    int32_t distance = wyrm_tiles_apart(bot->at, bot->quarry);
    bool is_nearest = true;
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance < distance; i++)
        is_nearest &= !bot->foes[i].can_hurt;
    if (bot->foe_count > 0 && is_nearest && bot->has_quarry &&
        bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->quarry, command))
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

bool bot_charge(wyrm_bot *bot, wyrm_command *command)
{
    return charge_at(bot, false, command);
}

/* ---- from afar ---- */

const wyrm_foe *bot_mark_within(const wyrm_bot *bot, int32_t range)
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

bool bot_shoot(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->foe_count == 0 || bot->foes[0].distance < 2)
        return false; /* how far a shot gets takes long to find out */
    const wyrm_foe *mark = bot_mark_within(bot, wyrm_strike_range(bot->engine, bot->game));
    if (mark)
        *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->at};
    return mark != NULL;
}

/* Who holds a gun does not go up to others, nor wait for them. That is for rules which are told
 * how far a shot flies; with others only the tactician shoots. */
bool bot_use_gun(wyrm_bot *bot, wyrm_command *command)
{
    return combat_knows_shots(bot->engine->combat) && bot_shoot(bot, command);
}

/* Both, at those whom it cannot bring down: where it is bold. */
bool bot_despair(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (strike_at(bot, true, command) || charge_at(bot, true, command));
}

/* ---- body and gear ---- */

/* Shares of a full stomach: below the first a meal may be due, below the other it is, whatever
 * of it is lost. */
#define MEAL_BELOW 0.5
#define MEAL_MUST  0.05

/* When nothing of it would be lost. */
bool bot_eat(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    const int32_t meal = bot_find_item(bot, BOT_BIT(FEED));
    if (meal < 0 || bot_is_fuller(bot, MEAL_BELOW))
        return false;
    *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = meal};
    return !bot_is_fuller(bot, MEAL_MUST) ||
           game->fullness + bot_effect_of(bot, (size_t)meal)->amount <=
               bot->engine->rules.fullness_most;
}

/* Where waiting does not heal or somebody is in sight. */
bool bot_drink_when_low(wyrm_bot *bot, wyrm_command *command)
{
    return bot_health(bot) < bot->kind->policy->drinks && (bot->foe_count > 0 || !bot_mends(bot)) &&
           bot_heal(bot, command);
}

/* Better gear makes a fight cheaper by at least so much. Who deals or takes nothing deals or takes
 * so many hit points a blow, so that shares stay finite. */
#define BETTER  0.99
#define NOTHING 0.01

/* Where this share of the hit points is left after a fight, that fight tells what gear is worth. */
#define LEFT_LEAST 1e-3

/* The share of its hit points that the player, unhurt, loses in a whole fight; 1 where little is
 * left or it cannot be told. */
static double loss_of(const wyrm_bot *bot, const wyrm_combatant *player,
                      const wyrm_combatant *rival)
{
    wyrm_combatant one = *player, other = *rival;
    wyrm_duel duel;
    one.hp = one.max_hp;
    other.hp = other.max_hp;
    if (wyrm_combat_duel(bot->engine->combat, &one, &other, WYRM_SUBJECT_FIRST, NULL, &duel, NULL,
                         NULL) != WYRM_OK ||
        !(duel.p_win + duel.p_lose > 0.5))
        return 1.0;
    const double left = duel.hp_left_mean / (double)one.max_hp;
    /* Below 0 by rounding it would be above 99 % of itself: gear would be changed for ever. */
    return left > LEFT_LEAST ? fmax(1.0 - left, 0.0) : 1.0;
}

/* What a blow dealt costs in blows taken, as shares of the player's hit points: gear is tried on
 * the last monster seen. Where attacks take other than a turn, or do more than damage, what the
 * fight itself costs; that of blows, above 1, where it is as good as lost. */
static double cost_of_fight(const wyrm_bot *bot, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = bot->has_rival ? &bot->rival : &bot->game->bare;
    wyrm_engine *engine = bot->engine;
    const double loss = engine->timed ? loss_of(bot, player, rival) : 0.0;
    if (engine->timed && loss < 1.0)
        return loss;
    const wyrm_blow taken = wyrm_strikes_blow(&engine->strikes, engine->combat, rival, player);
    const wyrm_blow dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, rival);
    const wyrm_pace hurts = bot_pace(engine, rival, player, &taken);
    const wyrm_pace hits = bot_pace(engine, player, rival, &dealt);
    return loss + (hurts.harm * hurts.attacks + NOTHING) / (hits.harm * hits.attacks + NOTHING) /
                      (double)player->max_hp;
}

/* What makes a fight with the last monster seen cheapest. */
bool bot_wear(wyrm_bot *bot, wyrm_command *command)
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
            !bot_can_use(bot, i))
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
