/* Fights of sampled runs, turn by turn. */
#include "game/body.h"
#include "game/upkeep.h"
#include "sim/sampled_estimate.h"
#include "sim/sampled_fight.h"
#include "sim/sampled_fight_parts.h"

void wyrm_sampled_meet(wyrm_life *life, const wyrm_spawn *spawn, uint32_t id, bool asleep,
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
        wyrm_known_foe_of(&life->blows, engine->combat, &monster->body.combatant);
    if (asleep)
        monster->body.turns[WYRM_ASLEEP] = WYRM_SLUMBER;
    wyrm_recorder_meet(life->recorder, spawn->monster, id);
    life->rival = monster->body.combatant;
    life->has_rival = true;
}

/* Who goes anywhere runs into those beside it now and then. */
static void stray(wyrm_sampled_fight *fight)
{
    wyrm_life *life = fight->life;
    uint64_t heading = wyrm_rng_below(&life->rng, WYRM_DIRECTION_COUNT);
    for (size_t i = 0; i < life->game->monster_count; i++)
        if (wyrm_sampled_fight_distance(wyrm_sampled_fight_monster(fight, i)) == 1 &&
            heading-- == 0) {
            wyrm_sampled_fight_strike(life, WYRM_BODY_PLAYER, (int32_t)i, WYRM_ATTACK_MELEE, 1);
            return;
        }
}

/* One turn of the player; false where it would rather run. */
static bool act(wyrm_sampled_fight *fight, bool bold)
{
    wyrm_life *life = fight->life;
    if (!life->traits->seeks_exit) {
        stray(fight);
        return true;
    }
    if (wyrm_sampled_fight_drink(fight) || wyrm_sampled_fight_spend(fight))
        return true;
    if (!bold && wyrm_life_fears(life, fight->front == 1) && !wyrm_sampled_fight_is_barred(fight))
        return false;
    wyrm_sampled_fight_attack(fight);
    return true;
}

bool wyrm_sampled_fight_out(wyrm_life *life, bool bold)
{
    wyrm_sampled_fight fight = wyrm_sampled_fight_begin(life);
    while (!life->over && life->game->monster_count > 0) {
        life->game->player.hurt = false;
        wyrm_sampled_fight_reappear(life, false);
        if (!act(&fight, bold))
            return false;
        if (!life->over)
            wyrm_sampled_fight_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
    return true;
}

void wyrm_sampled_suffer(wyrm_life *life)
{
    wyrm_sampled_fight fight = wyrm_sampled_fight_begin(life);
    if (life->game->monster_count == 0)
        wyrm_life_pass(life, life->turn_limit);
    while (!life->over) {
        wyrm_sampled_fight_answer(&fight);
        if (!life->over)
            wyrm_life_turn(life);
    }
}
