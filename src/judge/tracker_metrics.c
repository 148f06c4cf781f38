/* Metrics of the monsters that a level of the difficulty tracker brings, all exact. */
#include "judge/metric_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wyrm_status levels(const judge_work *judging, double tracker, wyrm_pmf **out,
                          wyrm_error *error)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(judging->design);
    return wyrm_encounter_monster_levels(encounter, tracker, out, error);
}

/* Probability of a value in the closed interval. */
static double share_between(const wyrm_pmf *pmf, double low, double high)
{
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    double share = 0;
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        double value = (double)(wyrm_pmf_first(pmf) + (int64_t)i);
        if (value >= low && value <= high)
            share += probabilities[i];
    }
    return share;
}

/* Between two levels of the tracker a monster is chosen by the upper one with the probability of
 * the fraction: `below` counts from whichever it is. */
wyrm_status wyrm_judge_level_share(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    double whole = floor(place->tracker), fraction = place->tracker - whole, share = 0;
    for (int step = 0; step <= 1; step++) {
        double weight = step == 0 ? 1 - fraction : fraction;
        if (weight == 0)
            continue;
        wyrm_pmf *pmf;
        wyrm_status status = levels(judging, whole + step, &pmf, error);
        if (status != WYRM_OK)
            return status;
        share += weight * share_between(pmf, whole + step - target->below.high,
                                        whole + step - target->below.low);
        wyrm_pmf_free(pmf);
    }
    *out = (judge_measure){.value = share};
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, place->tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    *out = (judge_measure){.value = share_between(pmf, target->within.low, target->within.high)};
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_choice(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)error;
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    size_t count =
        wyrm_encounter_choices(wyrm_design_encounter(judging->design), place->tracker, choices);
    *out = (judge_measure){.value = 0};
    for (size_t i = 0; i < count; i++)
        if (strcmp(choices[i].name, target->of) == 0)
            out->value += choices[i].share;
    return WYRM_OK;
}

static wyrm_status mean_level(const judge_work *judging, double tracker, double *mean,
                              wyrm_error *error)
{
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    *mean = wyrm_pmf_mean(pmf);
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

wyrm_status wyrm_judge_level_mean(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    *out = (judge_measure){0};
    return mean_level(judging, place->tracker, &out->value, error);
}

wyrm_status wyrm_judge_level_gap(judge_work *judging, const judge_target *target,
                                 const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    double mean;
    wyrm_status status = mean_level(judging, place->tracker, &mean, error);
    if (status == WYRM_OK)
        *out = (judge_measure){.value = place->tracker - mean};
    return status;
}

/* Marks the monsters that one level of the tracker can bring. */
static wyrm_status mark_seen(const judge_work *judging, double tracker, bool *seen,
                             wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(judging->design);
    wyrm_pmf *pmf;
    wyrm_status status = levels(judging, tracker, &pmf, error);
    if (status != WYRM_OK)
        return status;
    for (int64_t level = wyrm_pmf_first(pmf); level <= wyrm_pmf_last(pmf); level++) {
        int monster = wyrm_roster_by_level(roster, (int32_t)level);
        if (monster >= 0 && wyrm_pmf_at(pmf, level) > 0)
            seen[monster] = true;
    }
    wyrm_pmf_free(pmf);
    return WYRM_OK;
}

/* Over all the whole levels that the tracker has gone through. */
wyrm_status wyrm_judge_monsters_seen(judge_work *judging, const judge_target *target,
                                     const judge_place *place, judge_measure *out,
                                     wyrm_error *error)
{
    (void)target;
    size_t count = wyrm_roster_count(wyrm_design_roster(judging->design)), found = 0;
    if (count == 0) {
        *out = (judge_measure){.value = NAN};
        return WYRM_OK;
    }
    bool *seen = calloc(count, sizeof *seen);
    if (seen == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_OK;
    for (double tracker = 1; status == WYRM_OK && tracker <= place->tracker; tracker++)
        status = mark_seen(judging, tracker, seen, error);
    if (status == WYRM_OK && place->tracker > floor(place->tracker))
        status = mark_seen(judging, place->tracker, seen, error);
    for (size_t i = 0; i < count; i++)
        found += seen[i];
    free(seen);
    *out = (judge_measure){.value = (double)found / (double)count};
    return status;
}
