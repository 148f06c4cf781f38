/* What the player of a sampled run expects of a fight. */
#include "sim/sampled_estimate.h"

#include <math.h>

#include "bot/opponents.h"
#include "bot/policy.h"

/* Hit points that a fight costs. */
typedef struct toll {
    double at_once, one_by_one; /* means */
    double variance;
} toll;

/* Takes one of them up: the blows it gives until it falls, whose number varies as those do that
 * fell it. */
static wyrm_opponent face(const wyrm_combatant *monster, const wyrm_known_foe *foe, toll *sum)
{
    double dealt = foe->dealt.mean, taken = foe->taken.mean;
    double turns = wyrm_turns_to_fell(monster->hp, dealt);
    double spread = dealt > 0.0 ? turns * foe->dealt.variance / (dealt * dealt) : 0.0;
    sum->one_by_one += turns * taken;
    sum->variance += turns * foe->taken.variance + taken * taken * spread;
    return (wyrm_opponent){turns, taken};
}

static toll reckon(wyrm_life *life)
{
    const wyrm_game *game = life->game;
    wyrm_opponent opponents[WYRM_ROOM_SPAWNS_MAX];
    size_t count = 0;
    toll sum = {0};
    const wyrm_combat *combat = life->engine->combat;
    const wyrm_combatant *player = &game->player.combatant;
    uint64_t players = wyrm_blows_print(&life->blows, combat, player);
    for (size_t i = 0; i < game->monster_count; i++) {
        const wyrm_creature *body = &game->monsters[i].body;
        if (body->turns[WYRM_ASLEEP] > 0)
            continue;
        wyrm_known_foe *foe = &life->foes[game->monsters[i].id % WYRM_LEVEL_SPAWNS_MAX];
        wyrm_known_foe_face(&life->blows, combat, player, players, &body->combatant, foe);
        const wyrm_opponent one = face(&body->combatant, foe, &sum);
        wyrm_opponents_insert(opponents, count++, one);
    }
    sum.at_once = wyrm_opponents_at_once(opponents, count);
    return sum;
}

bool wyrm_life_fears(wyrm_life *life, bool alone)
{
    const wyrm_bot_traits *traits = life->traits;
    const wyrm_combatant *body = &life->game->player.combatant;
    if (wyrm_life_health(life) < traits->runs_below)
        return true;
    if (!traits->foresees && !(traits->least_odds > 0.0))
        return false;
    const toll sum = reckon(life);
    if (traits->foresees)
        return sum.at_once > (double)body->hp &&
               sum.at_once > (double)(body->hp + wyrm_life_stock(life));
    double cost = alone ? sum.one_by_one : sum.at_once;
    bool heals = life->engine->rules.regeneration > 0 || body->regeneration > 0.0;
    return (double)body->hp - cost <= WYRM_POLICY_SAFETY * sqrt(sum.variance) ||
           (!heals && cost > WYRM_POLICY_DEAREST * (double)body->max_hp);
}
