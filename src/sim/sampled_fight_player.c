/* How fights of sampled runs begin, and how the player goes at those it fights. */
#include "bot/policy.h"
#include "game/body.h"
#include "sim/sampled_fight_parts.h"

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

wyrm_sampled_fight wyrm_sampled_fight_begin(wyrm_life *life)
{
    return (wyrm_sampled_fight){.life = life, .front = draw_front(life)};
}

/* ------------------------------------------------------------------ blows */

void wyrm_sampled_fight_keep_status(wyrm_life *life, wyrm_status status)
{
    if (status == WYRM_OK)
        return;
    life->status = status;
    life->over = true;
}

void wyrm_sampled_fight_strike(wyrm_life *life, int32_t attacker, int32_t defender,
                               wyrm_attack_kind kind, int32_t distance)
{
    wyrm_sampled_fight_keep_status(
        life, wyrm_body_strike(&life->turn, attacker, NULL, defender, kind, distance, 0.0));
    if (!life->over && wyrm_body(life->game, defender)->combatant.hp <= 0)
        wyrm_life_bury(life);
}

/* The monster nearest to the player, awake or asleep; NULL: there is none. */
static const wyrm_game_monster *nearest(const wyrm_sampled_fight *fight)
{
    const wyrm_game_monster *found = NULL;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, i);
        if (!found || wyrm_sampled_fight_distance(monster) < wyrm_sampled_fight_distance(found))
            found = monster;
    }
    return found;
}

/* The weakest of those beside the player; -1: nobody is. */
static int32_t weakest_beside(const wyrm_sampled_fight *fight)
{
    int32_t found = -1;
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        const wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, i);
        if (wyrm_sampled_fight_distance(monster) == 1 &&
            (found < 0 || monster->body.combatant.hp <
                              wyrm_sampled_fight_monster(fight, (size_t)found)->body.combatant.hp))
            found = (int32_t)i;
    }
    return found;
}

/* Whether it will stand beside the player after its next turn, without a blow. */
static bool comes(const wyrm_sampled_fight *fight, const wyrm_game_monster *monster)
{
    const wyrm_engine *engine = fight->life->engine;
    const wyrm_combatant *combatant = &monster->body.combatant;
    bool reaches = engine->stat_reach >= 0 && combatant->stats[engine->stat_reach] >= 2.0;
    bool fires = engine->stat_range >= 0 && combatant->stats[engine->stat_range] > 0.0;
    const int32_t *turns = monster->body.turns;
    return wyrm_sampled_fight_distance(monster) == 2 && !reaches && !fires &&
           turns[WYRM_ASLEEP] == 0 && turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 &&
           turns[WYRM_CONFUSED] == 0;
}

/* One step nearer to all who are not beside. */
static void charge(wyrm_sampled_fight *fight)
{
    for (size_t i = 0; i < fight->life->game->monster_count; i++) {
        wyrm_game_monster *monster = wyrm_sampled_fight_monster(fight, i);
        monster->body.at.x =
            (int16_t)(monster->body.at.x - (wyrm_sampled_fight_distance(monster) > 1));
    }
    if (fight->life->step)
        fight->life->step(fight->life->step_context);
}

void wyrm_sampled_fight_attack(wyrm_sampled_fight *fight)
{
    wyrm_life *life = fight->life;
    int32_t target = weakest_beside(fight);
    if (target >= 0) {
        wyrm_sampled_fight_strike(life, WYRM_BODY_PLAYER, target, WYRM_ATTACK_MELEE, 1);
    } else if (life->traits->rests && fight->waited < WYRM_POLICY_PATIENCE &&
               comes(fight, nearest(fight))) {
        fight->waited++;
    } else {
        fight->waited = 0;
        charge(fight);
    }
}
