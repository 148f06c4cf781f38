/* Going about and keeping alive: the way out, the rest of the map, getting away, where to fight;
 * healing, eating, resting and gear.
 *
 * Others are no faster, so that who turns the back on them is not hurt as long as the way is free.
 * What gear is worth is tried on the last monster seen: the share of a life that a fight with it
 * costs, taken for dealt.
 */
#include "bot/internal.h"
#include "game/internal.h"

static const wyrm_position nowhere = {0, 0};

/* ---- the way out ---- */

bool wyrm_urge_leave(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    wyrm_position at = bot->game->player.at;
    bool at_goal = seen->goal_known && wyrm_bot_same(at, seen->goal);
    bool at_exit = seen->exit_known && wyrm_bot_same(at, seen->exit);
    command->kind = at_goal ? WYRM_DO_PICK_UP : WYRM_DO_LEAVE;
    return at_goal || at_exit;
}

static bool go_out(wyrm_bot *bot, wyrm_way_manner manner, wyrm_command *command)
{
    const wyrm_observation *seen = &bot->seen;
    return (seen->goal_known || seen->exit_known) &&
           wyrm_bot_go(bot, WYRM_WAY_TILE, manner, seen->goal_known ? seen->goal : seen->exit,
                       command);
}

bool wyrm_urge_seek_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_AROUND, command);
}

bool wyrm_urge_slip_to_exit(wyrm_bot *bot, wyrm_command *command)
{
    return go_out(bot, WYRM_WAY_SAFELY, command);
}

/* ---- the rest of the map ---- */

bool wyrm_urge_pick_up(wyrm_bot *bot, wyrm_command *command)
{
    command->kind = WYRM_DO_PICK_UP;
    return wyrm_bot_has_treasure(bot);
}

bool wyrm_urge_explore(wyrm_bot *bot, wyrm_command *command)
{
    bool has_enough = bot->is_bold && (bot->seen.exit_known || bot->seen.goal_known);
    return !has_enough && wyrm_bot_go(bot, WYRM_WAY_THINGS, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_scout(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_AROUND, nowhere, command);
}

bool wyrm_urge_slip(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_go(bot, WYRM_WAY_UNSEEN, WYRM_WAY_SAFELY, nowhere, command);
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
        if (!(bot->notes[tile] & WYRM_NOTE_PASSED) &&
            wyrm_bot_is_open(bot, bot->beat.x, bot->beat.y) && !wyrm_bot_foe_on(bot, bot->beat))
            return true;
    }
    for (uint64_t i = 0; i < tiles; i++)
        bot->notes[i] &= (uint8_t)~WYRM_NOTE_PASSED;
    return false;
}

static bool walk_beat(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_beat && !wyrm_bot_foe_on(bot, bot->beat) &&
           wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->beat, command);
}

/* Where everything has been seen somebody may be left to be met, as the one who holds the goal.
 * So a patrol goes first where somebody was seen last, then here and there until it has had
 * every tile in sight, and begins anew. */
bool wyrm_urge_patrol(wyrm_bot *bot, wyrm_command *command)
{
    (void)wyrm_sight_mark(&bot->seen.sight, NULL, WYRM_NOTE_PASSED, bot->game->map.width,
                          bot->notes);
    if (walk_beat(bot, command))
        return true;
    if (bot->has_haunt) {
        bot->has_haunt = false;
        bot->has_beat = true;
        bot->beat = bot->haunt;
    } else {
        bot->has_beat = draw_beat(bot);
    }
    if (walk_beat(bot, command))
        return true;
    if (bot->has_beat) /* no way leads there */
        bot->notes[wyrm_bot_tile(bot, bot->beat)] |= WYRM_NOTE_PASSED;
    return false;
}

/* ---- anything ---- */

#define WAVER_TIMES 4 /* of so many steps, one goes anywhere */

/* Two who want past each other, and step aside each time, do so for ever. */
bool wyrm_urge_waver(wyrm_bot *bot, wyrm_command *command)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].can_fall)
            return false;
    return bot->is_bold && wyrm_rng_chance(&bot->rng, 1, WAVER_TIMES) &&
           wyrm_urge_stray(bot, command);
}

/* A step in any direction, or a blow at who can fall or hurts. */
bool wyrm_urge_stray(wyrm_bot *bot, wyrm_command *command)
{
    int32_t open[WYRM_DIRECTION_COUNT];
    uint64_t count = 0;
    for (int32_t direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(bot->game->player.at, (wyrm_direction)direction);
        const wyrm_foe *foe = wyrm_bot_foe_on(bot, to);
        if (wyrm_bot_is_open(bot, to.x, to.y) && !(foe && !foe->can_fall && !foe->can_hurt))
            open[count++] = direction;
    }
    if (count == 0)
        return false;
    uint64_t drawn = wyrm_rng_below(&bot->rng, count);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = open[drawn]};
    return true;
}

/* ---- getting away ---- */

/* Share of the hit points below which, where nothing heals, nothing more is to be had from a
 * floor. */
#define HOPELESS_BELOW 0.3

bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->is_bold)
        return false;
    return wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command) ||
           wyrm_urge_seek_exit(bot, command) || wyrm_urge_slip(bot, command) ||
           wyrm_urge_scout(bot, command);
}

/* Hit points that the pack can give back. */
static double stock(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    double sum = 0.0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind == WYRM_EFFECT_HEAL && !wyrm_is_barred(game, game->pack[i].item.kind))
            sum += effect->amount * game->pack[i].uses;
    }
    return sum;
}

bool wyrm_urge_run(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 &&
           wyrm_bot_prospect(bot)->at_once > (double)bot->game->player.combatant.hp + stock(bot) &&
           wyrm_bot_run(bot, command);
}

bool wyrm_urge_limp(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count == 0 && wyrm_bot_health(bot) < HOPELESS_BELOW && !wyrm_bot_mends(bot) &&
           stock(bot) <= 0.0 && wyrm_bot_run(bot, command);
}

/* ---- where to fight ---- */

/* Ways into a place from which only one of many can strike at a time: that of who comes, and the
 * way out; and how far it is worth to go for it, in steps. */
#define WAYS_IN_MOST 2
#define FAR          10

static bool is_narrow(const wyrm_bot *bot, wyrm_position at)
{
    int ways = 0;
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(at, (wyrm_direction)direction);
        ways += wyrm_bot_is_open(bot, to.x, to.y);
    }
    return ways <= WAYS_IN_MOST;
}

bool wyrm_bot_is_covered(const wyrm_bot *bot)
{
    return is_narrow(bot, bot->game->player.at);
}

/* Whether the player is there before anybody who is awake. */
static bool is_nearer(const wyrm_bot *bot, wyrm_position at, int32_t steps)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && wyrm_tiles_apart(bot->foes[i].at, at) <= steps)
            return false;
    return true;
}

bool wyrm_bot_take_cover(wyrm_bot *bot, wyrm_command *command)
{
    wyrm_position from = bot->game->player.at, best = from;
    int32_t least = FAR + 1;
    for (int y = from.y - FAR; y <= from.y + FAR; y++)
        for (int x = from.x - FAR; x <= from.x + FAR; x++) {
            const wyrm_position at = {(int16_t)x, (int16_t)y};
            int32_t steps = wyrm_tiles_apart(from, at);
            if (steps < least && wyrm_bot_is_open(bot, x, y) && is_narrow(bot, at) &&
                is_nearer(bot, at, steps)) {
                least = steps;
                best = at;
            }
        }
    return least <= FAR && wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, best, command);
}

/* ---- healing and eating ---- */

/* Share of all hit points below which a rest begins; of a full stomach, below which a meal is due,
 * and below which nobody rests who has nothing to eat. */
#define REST_BELOW   0.7
#define MEAL_BELOW   0.5
#define HUNGRY_BELOW 0.3

int32_t wyrm_bot_has(const wyrm_bot *bot, uint32_t kinds)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_effect_kind kind = wyrm_bot_effect(bot, &game->pack[i])->kind;
        if (kind != WYRM_EFFECT_NONE && (kinds & WYRM_BOT_KIND(kind)) != 0 &&
            wyrm_can_use(bot->engine, game, i, NULL))
            return (int32_t)i;
    }
    return -1;
}

/* By the least that makes good the wound, else by the most that there is. */
bool wyrm_bot_heal(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    int64_t missing = game->player.combatant.max_hp - game->player.combatant.hp;
    int32_t best = -1, best_amount = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind != WYRM_EFFECT_HEAL)
            continue;
        bool better = best_amount < missing
                          ? effect->amount > best_amount
                          : effect->amount >= missing && effect->amount < best_amount;
        if ((best < 0 || better) && wyrm_can_use(bot->engine, game, i, NULL)) {
            best = (int32_t)i;
            best_amount = effect->amount;
        }
    }
    *command = (wyrm_command){WYRM_DO_USE, best, game->player.at};
    return best >= 0;
}

bool wyrm_bot_drink(wyrm_bot *bot, double below, wyrm_command *command)
{
    if (wyrm_bot_health(bot) >= below)
        return false;
    return (bot->foe_count > 0 || !wyrm_bot_mends(bot)) && wyrm_bot_heal(bot, command);
}

/* Whether it has more than that share of what a stomach holds; so where nobody is ever hungry. */
static bool is_fuller(const wyrm_bot *bot, double share)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    return rules->stage_count == 0 || bot->game->fullness > share * rules->fullness_most;
}

bool wyrm_urge_eat(wyrm_bot *bot, wyrm_command *command)
{
    if (is_fuller(bot, MEAL_BELOW))
        return false;
    int32_t meal = wyrm_bot_has(bot, WYRM_BOT_KIND(WYRM_EFFECT_FEED));
    *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = meal};
    return meal >= 0;
}

/* ---- resting ---- */

bool wyrm_bot_mends(const wyrm_bot *bot)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    const wyrm_game *game = bot->game;
    if (game->player.combatant.regeneration > 0.0)
        return true;
    return rules->regeneration != 0 &&
           (rules->stage_count == 0 ||
            rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates);
}

bool wyrm_urge_rest(wyrm_bot *bot, wyrm_command *command)
{
    double enough = bot->is_resting ? 1.0 : REST_BELOW;
    bot->is_resting =
        bot->foe_count == 0 && !bot->is_bold && wyrm_bot_health(bot) < enough &&
        wyrm_bot_mends(bot) &&
        (is_fuller(bot, HUNGRY_BELOW) || wyrm_bot_has(bot, WYRM_BOT_KIND(WYRM_EFFECT_FEED)) >= 0);
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return bot->is_resting;
}

/* ---- what is good for good ---- */

static bool profits(const wyrm_bot *bot, const wyrm_effect *effect)
{
    if (effect->kind == WYRM_EFFECT_TEACH)
        return true;
    if (effect->kind == WYRM_EFFECT_MAP)
        return !bot->seen.exit_known && !bot->seen.goal_known;
    return (effect->kind == WYRM_EFFECT_STRENGTHEN || effect->kind == WYRM_EFFECT_REGENERATE) &&
           effect->turns == 0;
}

bool wyrm_urge_profit(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count; i++) {
        *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = (int32_t)i};
        if (profits(bot, wyrm_bot_effect(bot, &game->pack[i])) &&
            wyrm_can_use(bot->engine, game, i, NULL))
            return true;
    }
    return false;
}

/* ---- gear ---- */

/* Better gear makes a fight cheaper by at least so much. Who deals or takes nothing deals or takes
 * so many hit points a blow, so that shares stay finite. */
#define BETTER  0.99
#define NOTHING 0.01

/* What a blow dealt costs in blows taken, as shares of the player's hit points. */
static double cost_of_fight(const wyrm_bot *bot, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = bot->has_rival ? &bot->rival : &bot->game->bare;
    wyrm_engine *engine = bot->engine;
    double taken = wyrm_strikes_blow(&engine->strikes, engine->combat, rival, player).mean;
    double dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, rival).mean;
    return (taken + NOTHING) / (dealt + NOTHING) / (double)player->max_hp;
}

static bool is_gear(const wyrm_bot *bot, size_t item)
{
    return wyrm_is_gear(bot->engine, bot->game->pack[item].item.kind);
}

bool wyrm_urge_wear(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    /* What the last judgement was passed on. */
    uint64_t now = (uint64_t)game->tally.items_found << 32 ^ (uint64_t)game->pack_count << 20 ^
                   (uint64_t)game->player.combatant.level << 8 ^ (uint64_t)bot->depth;
    if (bot->pack_judged == now)
        return false;
    double least = BETTER * cost_of_fight(bot, &game->player.combatant);
    bool found = false;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_combatant dressed;
        if (!is_gear(bot, i) || game->pack[i].worn || !wyrm_can_use(bot->engine, game, i, NULL))
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

/* What nothing is lost by: gear that was found worse than what is worn, and what cannot be used. */
bool wyrm_urge_make_room(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    if (game->pack_count < (size_t)bot->engine->rules.pack)
        return false;
    for (size_t i = 0; i < game->pack_count; i++) {
        *command = (wyrm_command){.kind = WYRM_DO_DROP, .argument = (int32_t)i};
        if (!game->pack[i].worn &&
            (is_gear(bot, i) || wyrm_bot_effect(bot, &game->pack[i])->kind == WYRM_EFFECT_NONE))
            return true;
    }
    return false;
}
