/* Several who are fought: who first, and what it costs. */
#include "bot/opponents.h"

#include <math.h>

#include "bot/policy.h"

double wyrm_turns_to_fell(int64_t hp, double dealt)
{
    return dealt > 0.0 ? fmin((double)hp / dealt + WYRM_POLICY_OVERKILL, WYRM_POLICY_FOR_EVER)
                       : WYRM_POLICY_FOR_EVER;
}

void wyrm_opponents_insert(wyrm_opponent *opponents, size_t count, wyrm_opponent one)
{
    size_t at = count;
    for (; at > 0 && opponents[at - 1].taken * one.turns < one.taken * opponents[at - 1].turns;
         at--)
        opponents[at] = opponents[at - 1];
    opponents[at] = one;
}

double wyrm_opponents_at_once(const wyrm_opponent *opponents, size_t count)
{
    double turns = 0.0, lost = 0.0;
    for (size_t i = 0; i < count; i++) {
        turns += opponents[i].turns;
        lost += turns * opponents[i].taken;
    }
    return lost;
}
