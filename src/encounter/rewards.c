/* What killing monsters gives: drawn for each that comes, and exactly for all that come. */
#include "encounter/internal.h"

#include <string.h>

#define EFFORT_MAX 1e8 /* additions for what one group or floor gives */

void encounter_reward(const wyrm_roster *roster, wyrm_spawn *spawn, wyrm_rng *rng)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, spawn->monster);
    if (random)
        spawn->experience = (uint64_t)amount_draw(random, rng);
}

double encounter_reward_mean(const wyrm_roster *roster, int32_t monster)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    return random ? wyrm_pmf_mean(random->pmf) : (double)wyrm_roster_experience(roster, monster, 1);
}

int64_t encounter_reward_most(const wyrm_roster *roster, int32_t monster)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    return random ? wyrm_pmf_last(random->pmf)
                  : (int64_t)wyrm_roster_experience(roster, monster, 1);
}

int64_t encounter_reward_unit(const wyrm_roster *roster, int32_t monster, int64_t unit)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    if (!random)
        return common_divisor(unit, (int64_t)wyrm_roster_experience(roster, monster, 1));
    const size_t length = wyrm_pmf_length(random->pmf);
    for (size_t v = 0; v < length; v++)
        if (v == 0 || v + 1 == length || wyrm_pmf_probabilities(random->pmf)[v] > 0)
            unit = common_divisor(unit, wyrm_pmf_first(random->pmf) + (int64_t)v);
    return unit;
}

void encounter_reward_add(base_arena *arena, const wyrm_roster *roster, int32_t monster,
                          int32_t number, int64_t unit, encounter_rewards *to)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    if (!random) {
        to->least += number * ((int64_t)wyrm_roster_experience(roster, monster, 1) / unit);
        return;
    }
    const double *chances = wyrm_pmf_probabilities(random->pmf);
    const size_t length = wyrm_pmf_length(random->pmf), last = (length - 1) / (size_t)unit;
    const double all = (double)to->count + (double)number * (double)last;
    const double effort = (double)number * all * (double)(last + 1);
    if (!(effort <= EFFORT_MAX))
        base_refuse(arena, WYRM_ERROR_RANGE, "too many sums of experience");
    base_spend(arena, WYRM_COST_FLOORS, (uint64_t)effort);
    double *now = base_array(arena, double, (size_t)all),
           *next = base_array(arena, double, (size_t)all);
    memcpy(now, to->chances, to->count * sizeof *now);
    for (int32_t n = 0; n < number; n++) {
        memset(next, 0, (size_t)all * sizeof *next);
        for (size_t i = 0; i < to->count; i++)
            for (size_t v = 0; now[i] > 0 && v <= last; v++)
                next[i + v] += now[i] * chances[v * (size_t)unit];
        to->count += last;
        memcpy(now, next, to->count * sizeof *now);
    }
    to->least += number * (wyrm_pmf_first(random->pmf) / unit);
    to->chances = now;
}
