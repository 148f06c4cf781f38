/* Several who are fought: who first, and what it costs. */
#include "bot/opponents.h"

#include <math.h>

/* Blows that somebody stands more than its hit points take, on average; who is never hurt stands so
 * many turns. */
#define OVERKILL 0.5
#define FOR_EVER 1e6

double wyrm_turns_to_fell(int64_t hp, double dealt)
{
    return dealt > 0.0 ? fmin((double)hp / dealt + OVERKILL, FOR_EVER) : FOR_EVER;
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
