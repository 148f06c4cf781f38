/* Fights of sampled runs, turn by turn. */
#include "sim/brawl_parts.h"

#include <wyrm/observe.h>

#include "bot/policy.h"
#include "game/body.h"
#include "game/upkeep.h"

/* The share of fights in corridors and doors, where only one gets at the player at a time: by
 * chance, and of those who look for such places. From played runs of the explorer and the tactician
 * on all shipped rulesets, by how many are beside the player when it strikes:
 *   awake                                 2            3            4     5
 *   beside, yarl and tutorial             1.5          1.9 to 2.0   2.3   2.5
 *   beside, the others, who die sooner    1.3 to 1.4   1.5 to 1.8   1.9 */
#define NARROW        0.2
#define NARROW_SOUGHT 0.35

/* How many there is room for beside the player. */
static size_t draw_front(wyrm_life *life)
{
    double narrow = life->traits->least_odds > 0.0 ? NARROW_SOUGHT : NARROW;
    return wyrm_rng_real(&life->rng) < narrow ? 1 : WYRM_DIRECTION_COUNT;
}

wyrm_fray wyrm_fray_begin(wyrm_life *life)
{
    return (wyrm_fray){.life = life, .front = draw_front(life)};
}

void wyrm_brawl_put(wyrm_life *life, const wyrm_spawn *spawn, uint32_t id, bool asleep,
                    int32_t distance)
{
    wyrm_game *game = life->game;
    const wyrm_engine *engine = life->engine;
    wyrm_game_monster *monster = &game->monsters[game->monster_count++];
    *monster = (wyrm_game_monster){
        .body.at.x = (int16_t)(distance < engine->rules.sight ? distance : engine->rules.sight),
        .spawn = *spawn,
        .id = id,
        .met = true};
    wyrm_spawned_get(&life->spawned, engine->roster, spawn->monster, spawn->level,
                     wyrm_encounter_variant(engine->encounter, spawn), &monster->body.combatant);
    life->foes[id % WYRM_LEVEL_SPAWNS_MAX] =
        wyrm_foe_of(&life->blows, engine->combat, &monster->body.combatant);
    if (asleep)
        monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
    wyrm_recorder_meet(life->recorder, spawn->monster, id);
    life->rival = monster->body.combatant;
    life->has_rival = true;
}

/* ------------------------------------------------------------------ what the player does */

/* The nearest of those who are awake or not; NULL: nobody. */
static const wyrm_game_monster *nearest(const wyrm_fray *fight)
{
    const wyrm_game_monster *found = NULL;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        if (!found || wyrm_fray_distance(monster) < wyrm_fray_distance(found))
            found = monster;
    }
    return found;
}

/* The weakest of those beside the player; -1: nobody is. */
static int32_t weakest_beside(const wyrm_fray *fight)
{
    int32_t found = -1;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        if (wyrm_fray_distance(monster) == 1 &&
            (found < 0 || monster->body.combatant.hp <
                              wyrm_fray_monster(fight, (size_t)found)->body.combatant.hp))
            found = (int32_t)i;
    }
    return found;
}

void wyrm_fray_keep_status(wyrm_life *life, wyrm_status status)
{
    if (status == WYRM_OK)
        return;
    life->status = status;
    life->over = true;
}

void wyrm_fray_strike(wyrm_life *life, int32_t attacker, int32_t defender, wyrm_attack_kind kind,
                      int32_t distance)
{
    wyrm_fray_keep_status(
        life, wyrm_body_strike(&life->turn, attacker, NULL, defender, kind, distance, 0.0));
    if (!life->over && wyrm_body(life->game, defender)->combatant.hp <= 0)
        wyrm_life_bury(life);
}

/* Whether it will stand beside the player after its next turn, without a blow. */
static bool comes(const wyrm_fray *fight, const wyrm_game_monster *monster)
{
    const wyrm_engine *engine = fight->life->engine;
    const wyrm_combatant *combatant = &monster->body.combatant;
    bool reaches = engine->stat_reach >= 0 && combatant->stats[engine->stat_reach] >= 2.0;
    bool fires = engine->stat_range >= 0 && combatant->stats[engine->stat_range] > 0.0;
    const int32_t *turns = monster->body.turns;
    return wyrm_fray_distance(monster) == 2 && !reaches && !fires && turns[WYRM_ASLEEP] == 0 &&
           turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0;
}

/* One step nearer to all who are not beside. */
static void charge(wyrm_fray *fight)
{
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        wyrm_game_monster *monster = wyrm_fray_monster(fight, i);
        monster->body.at.x = (int16_t)(monster->body.at.x - (wyrm_fray_distance(monster) > 1));
    }
    if (fight->life->step)
        fight->life->step(fight->life->step_context);
}

/* Who goes anywhere runs into those beside it now and then. */
static void stray(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    uint64_t heading = wyrm_rng_below(&life->rng, WYRM_DIRECTION_COUNT);
    for (size_t i = 0; i < life->game->monster_count; i++)
        if (wyrm_fray_distance(wyrm_fray_monster(fight, i)) == 1 && heading-- == 0) {
            wyrm_fray_strike(life, WYRM_BODY_PLAYER, (int32_t)i, WYRM_ATTACK_MELEE, 1);
            return;
        }
}

void wyrm_fray_attack(wyrm_fray *fight)
{
    wyrm_life *life = fight->life;
    int32_t target = weakest_beside(fight);
    if (target >= 0) {
        wyrm_fray_strike(life, WYRM_BODY_PLAYER, target, WYRM_ATTACK_MELEE, 1);
    } else if (life->traits->rests && fight->waited < WYRM_POLICY_PATIENCE &&
               comes(fight, nearest(fight))) {
        fight->waited++;
    } else {
        fight->waited = 0;
        charge(fight);
    }
}

/* One turn of the player; false where it would rather run. */
static bool act(wyrm_fray *fight, bool bold)
{
    wyrm_life *life = fight->life;
    if (!life->traits->seeks_exit) {
        stray(fight);
        return true;
    }
    if (wyrm_fray_drink(fight) || wyrm_fray_spend(fight))
        return true;
    if (!bold && wyrm_life_fears(life, fight->front == 1) && !wyrm_fray_is_barred(fight))
        return false;
    wyrm_fray_attack(fight);
    return true;
}

/* ------------------------------------------------------------------ fights */

bool wyrm_brawl(wyrm_life *life, bool bold)
{
    wyrm_fray fight = wyrm_fray_begin(life);
    while (!life->over && life->game->monster_count > 0) {
        life->game->player.hurt = false;
        wyrm_fray_reappear(life, false);
        if (!act(&fight, bold))
            return false;
        if (!life->over)
            wyrm_fray_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
    return true;
}

void wyrm_brawl_suffer(wyrm_life *life)
{
    wyrm_fray fight = wyrm_fray_begin(life);
    if (life->game->monster_count == 0)
        wyrm_life_pass(life, life->turn_limit);
    while (!life->over) {
        wyrm_fray_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
}
