/* The player of a sampled run: how it lives, dies, learns, eats and heals. */
#include "sim/sampled_player.h"

#include <string.h>

#include <wyrm/observe.h>
#include <wyrm/streams.h>

#include "bot/policy.h"
#include "game/action.h"
#include "game/deaths.h"
#include "game/kit.h"
#include "game/learn.h"
#include "game/upkeep.h"
#include "game/use.h"

/* The parts of the streams of a run. */
enum { PART_CHOICES, PART_COMBAT, PART_CHANCE };

static const wyrm_position nowhere = {0, 0};

/* The line of tiles, all of them in view. */
static void make_line(wyrm_game *game)
{
    game->map.width = WYRM_MAP_SIDE_MAX;
    game->map.height = 1;
    memset(game->map.tiles, WYRM_TILE_FLOOR, WYRM_MAP_SIDE_MAX);
    memset(game->marks, WYRM_TILE_FLOOR | WYRM_MARK_KNOWN | WYRM_MARK_SEEN, WYRM_MAP_SIDE_MAX);
    game->player.at = nowhere;
}

void wyrm_life_begin(wyrm_life *life, uint64_t seed, uint64_t run, const wyrm_listener *listener,
                     wyrm_error *error)
{
    wyrm_game *game = life->game;
    wyrm_engine *engine = life->engine;
    uint64_t barred[WYRM_KINDS_MAX / 64];
    memcpy(barred, game->barred, sizeof barred);
    wyrm_game_clear(game, seed, run);
    memcpy(game->barred, barred, sizeof barred);
    game->difficulty = wyrm_encounter_start(engine->encounter);
    game->experience = wyrm_growth_start(engine->growth);
    game->fullness = engine->rules.stage_count > 0 ? engine->rules.fullness : 0;
    wyrm_roster_start(engine->roster, 1, &game->bare);
    game->player.combatant = game->bare;
    game->monster_count = 0;
    make_line(game);
    wyrm_kit_put(engine, game);
    wyrm_turn_begin(&life->turn, engine, game, listener, error);
    life->rng = wyrm_rng_start(seed, run, WYRM_STREAM_SAMPLE, PART_CHOICES);
    life->turn.combat = wyrm_rng_start(seed, run, WYRM_STREAM_SAMPLE, PART_COMBAT);
    life->turn.chance = wyrm_rng_start(seed, run, WYRM_STREAM_SAMPLE, PART_CHANCE);
    life->end = WYRM_RUN_CUT;
    life->over = life->has_rival = false;
    life->left_count = 0;
    life->status = WYRM_OK;
}

void wyrm_life_stop(wyrm_life *life, wyrm_run_end end)
{
    if (!life->over)
        life->end = end;
    life->over = true;
}

/* What growth leaves to choose, by the policy of the ruleset. */
static void choose(wyrm_life *life)
{
    const wyrm_growth *growth = life->engine->growth;
    while (life->game->choices > 0) {
        int choice = wyrm_growth_policy(growth, life->game->bare.level + 1);
        wyrm_player_choose(&life->turn, choice > 0 ? (size_t)choice : 0);
    }
}

void wyrm_life_bury(wyrm_life *life)
{
    wyrm_bury(&life->turn);
    choose(life);
    if (life->game->phase == WYRM_PHASE_DEAD)
        wyrm_life_stop(life, wyrm_run_end_of(life->game->cause));
}

bool wyrm_life_do(wyrm_life *life, wyrm_action *action, int32_t argument, wyrm_position target)
{
    const wyrm_command command = {.argument = argument, .target = target};
    bool takes_turn;
    wyrm_status status = action(&life->turn, &command, &takes_turn);
    if (status == WYRM_OK) {
        wyrm_life_bury(life);
    } else if (status != WYRM_ERROR_ARGUMENT) {
        life->status = status;
        life->over = true;
    }
    return status == WYRM_OK;
}

/* ------------------------------------------------------------------ time */

void wyrm_life_turn(wyrm_life *life)
{
    wyrm_game *game = life->game;
    wyrm_upkeep(&life->turn);
    if (game->player.combatant.hp <= 0)
        wyrm_life_bury(life);
    game->turn++;
    if (game->turn > life->turn_limit)
        wyrm_life_stop(life, WYRM_RUN_CUT);
}

/* Whether turns with nobody about change only what time_flies reckons with. */
static bool is_calm(const wyrm_life *life, uint32_t turns)
{
    const wyrm_game *game = life->game;
    int32_t conditions = 0;
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++)
        conditions |= game->player.turns[i];
    return conditions == 0 && game->player.combatant.regeneration <= 0.0 &&
           game->boost_count == 0 && game->monster_count == 0 &&
           game->turn + turns <= life->turn_limit;
}

/* So many turns in which the stomach stays in its stage and the rules' regeneration, of which the
 * upkeep of a turn tells, has at most as much to heal: all at once. False where that is not so. */
static bool time_flies(wyrm_life *life, uint32_t turns)
{
    const wyrm_play_rules *rules = &life->engine->rules;
    wyrm_game *game = life->game;
    wyrm_combatant *body = &game->player.combatant;
    bool mends = body->hp < body->max_hp && wyrm_life_mends(life);
    int32_t eaten = rules->stage_count > 0 ? (int32_t)turns * (mends ? 2 : 1) : 0;
    if (!is_calm(life, turns) || game->fullness < eaten ||
        (eaten > 0 &&
         (game->fullness == eaten || wyrm_hunger_stage_at(rules, game->fullness) !=
                                         wyrm_hunger_stage_at(rules, game->fullness - eaten))))
        return false;
    if (mends) {
        int64_t steps = game->healing + (int64_t)turns * body->max_hp;
        int64_t healed = steps / rules->regeneration;
        if (body->hp + healed > body->max_hp)
            return false;
        body->hp += healed;
        wyrm_add_to(&game->tally.healed, healed);
        game->healing = body->hp == body->max_hp ? 0 : (int32_t)(steps % rules->regeneration);
    }
    game->fullness -= eaten;
    game->turn += turns;
    return true;
}

/* Whether the rules' regeneration heals nothing in so many turns, or never all: with full health it
 * would stop, and with it what is eaten for it. */
static bool stays_hurt(const wyrm_life *life, uint32_t turns)
{
    const wyrm_combatant *body = &life->game->player.combatant;
    const wyrm_play_rules *rules = &life->engine->rules;
    int64_t steps = life->game->healing + (int64_t)turns * body->max_hp;
    return body->hp == body->max_hp || rules->regeneration <= 0 ||
           body->hp + steps / rules->regeneration < body->max_hp;
}

/* Turns with nobody about: where not all of them fly, halves may. */
static void pass_turns(wyrm_life *life, uint32_t turns)
{
    while (turns > 0 && !life->over) {
        uint32_t half = turns / 2;
        if (half > 1 && stays_hurt(life, half) && time_flies(life, half)) {
            turns -= half;
        } else {
            wyrm_life_turn(life);
            turns--;
        }
    }
}

static bool is_full_to(const wyrm_life *life, double share)
{
    const wyrm_play_rules *rules = &life->engine->rules;
    return rules->stage_count == 0 ||
           (double)life->game->fullness > share * (double)rules->fullness_most;
}

static void eat(wyrm_life *life)
{
    int32_t item = -1;
    if (life->traits->acts && !is_full_to(life, WYRM_POLICY_MEAL_BELOW))
        item = wyrm_life_has(life, WYRM_LIFE_KIND(WYRM_EFFECT_FEED), 0);
    if (item >= 0 && wyrm_life_do(life, wyrm_do_use, item, nowhere))
        wyrm_life_turn(life);
}

/* Turns between two thoughts of food. */
#define STRIDE 16u

/* Whether the stomach stays so full in these turns that nobody thinks of food. */
static bool stays_full(const wyrm_life *life, uint32_t turns)
{
    const wyrm_play_rules *rules = &life->engine->rules;
    return rules->stage_count == 0 || (double)(life->game->fullness - 2 * (int32_t)turns) >
                                          WYRM_POLICY_MEAL_BELOW * (double)rules->fullness_most;
}

/* Walks are short; so many turns can be reckoned with. */
#define FAR 10000u

void wyrm_life_pass(wyrm_life *life, uint32_t turns)
{
    if (!life->over && turns > STRIDE && turns < FAR && stays_full(life, turns) &&
        stays_hurt(life, turns) && time_flies(life, turns))
        return;
    while (turns > 0 && !life->over) {
        uint32_t stride = turns < STRIDE ? turns : STRIDE;
        if (!time_flies(life, stride))
            pass_turns(life, stride);
        turns -= stride;
        if (!life->over)
            eat(life);
    }
}

/* ------------------------------------------------------------------ hit points */

bool wyrm_life_mends(const wyrm_life *life)
{
    const wyrm_play_rules *rules = &life->engine->rules;
    if (life->game->player.combatant.regeneration > 0.0)
        return true;
    return rules->regeneration > 0 &&
           (rules->stage_count == 0 ||
            rules->stages[wyrm_hunger_stage_at(rules, life->game->fullness)].regenerates);
}

static bool can_afford_rest(const wyrm_life *life)
{
    return is_full_to(life, WYRM_POLICY_HUNGRY_BELOW) ||
           wyrm_life_has(life, WYRM_LIFE_KIND(WYRM_EFFECT_FEED), 0) >= 0;
}

/* Turns of the rules' regeneration until all wounds are healed, at least 1 and at most STRIDE. */
static uint32_t turns_to_heal(const wyrm_life *life)
{
    const wyrm_combatant *body = &life->game->player.combatant;
    int64_t steps = (body->max_hp - body->hp) * life->engine->rules.regeneration;
    int64_t turns = (steps - life->game->healing) / body->max_hp;
    return turns < 1 ? 1 : turns < (int64_t)STRIDE ? (uint32_t)turns : STRIDE;
}

void wyrm_life_rest(wyrm_life *life)
{
    const wyrm_combatant *body = &life->game->player.combatant;
    if (!life->traits->rests || wyrm_life_health(life) >= WYRM_POLICY_REST_BELOW)
        return;
    while (!life->over && body->hp < body->max_hp && wyrm_life_mends(life) && can_afford_rest(life))
        wyrm_life_pass(life, turns_to_heal(life));
}

int64_t wyrm_life_stock(const wyrm_life *life)
{
    const wyrm_game *game = life->game;
    int64_t sum = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = &life->engine->effects[game->pack[i].item.kind];
        if (effect->kind == WYRM_EFFECT_HEAL)
            sum += (int64_t)effect->amount * game->pack[i].uses;
    }
    return sum;
}

/* The least draught that makes good the wound, else the greatest; -1: there is none. */
static int32_t best_draught(const wyrm_life *life)
{
    const wyrm_game *game = life->game;
    const wyrm_effect *effects = life->engine->effects;
    int64_t wound = game->player.combatant.max_hp - game->player.combatant.hp, best_heals = 0;
    int32_t best = -1;
    for (int32_t i = wyrm_life_has(life, WYRM_LIFE_KIND(WYRM_EFFECT_HEAL), 0); i >= 0;
         i = wyrm_life_has(life, WYRM_LIFE_KIND(WYRM_EFFECT_HEAL), (size_t)i + 1)) {
        int64_t heals = effects[game->pack[i].item.kind].amount;
        bool better =
            best_heals < wound ? heals > best_heals : heals >= wound && heals < best_heals;
        if (best < 0 || better) {
            best = i;
            best_heals = heals;
        }
    }
    return best;
}

bool wyrm_life_drink(wyrm_life *life)
{
    int32_t item = best_draught(life);
    return item >= 0 && wyrm_life_do(life, wyrm_do_use, item, nowhere);
}

int32_t wyrm_life_has(const wyrm_life *life, uint32_t kinds, size_t from)
{
    const wyrm_game *game = life->game;
    for (size_t i = from; i < game->pack_count; i++) {
        wyrm_effect_kind kind = life->engine->effects[game->pack[i].item.kind].kind;
        if (kind != WYRM_EFFECT_NONE && (kinds & WYRM_LIFE_KIND(kind)) != 0 &&
            wyrm_can_use(life->engine, game, i, NULL))
            return (int32_t)i;
    }
    return -1;
}
