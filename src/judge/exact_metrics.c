/* Metrics of combatants and growth: stats, curves, and what a level costs. */
#include "judge/metric_rows.h"

#include <math.h>

static wyrm_status exactly(judge_measure *out, double value)
{
    *out = (judge_measure){.value = value};
    return WYRM_OK;
}

/* 0 / 0 cannot be measured; anything else by 0 has no bound. */
static double ratio(double numerator, double denominator)
{
    if (denominator != 0)
        return numerator / denominator;
    return numerator == 0 ? NAN : copysign(INFINITY, numerator);
}

wyrm_status wyrm_judge_stat(judge_work *judging, const judge_target *target,
                            const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_judge_stat_value(judging->design, place->stat, &place->of));
}

wyrm_status wyrm_judge_stat_ratio(judge_work *judging, const judge_target *target,
                                  const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out,
                   ratio(wyrm_judge_stat_value(judging->design, place->stat, &place->of),
                         wyrm_judge_stat_value(judging->design, place->stat, &place->against)));
}

wyrm_status wyrm_judge_stat_difference(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_judge_stat_value(judging->design, place->stat, &place->of) -
                            wyrm_judge_stat_value(judging->design, place->stat, &place->against));
}

wyrm_status wyrm_judge_curve(judge_work *judging, const judge_target *target,
                             const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    return exactly(out, wyrm_growth_at(growth, place->curve, place->level));
}

wyrm_status wyrm_judge_level_factor(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, wyrm_growth_factor(wyrm_design_growth(judging->design), place->level));
}

static double step_at(const judge_work *judging, int32_t level)
{
    return (double)wyrm_growth_at_level(wyrm_design_growth(judging->design), level).next;
}

wyrm_status wyrm_judge_experience_step(judge_work *judging, const judge_target *target,
                                       const judge_place *place, judge_measure *out,
                                       wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, step_at(judging, place->level));
}

wyrm_status wyrm_judge_experience_growth(judge_work *judging, const judge_target *target,
                                         const judge_place *place, judge_measure *out,
                                         wyrm_error *error)
{
    (void)target, (void)error;
    return exactly(out, ratio(step_at(judging, place->level), step_at(judging, place->level - 1)));
}

wyrm_status wyrm_judge_experience_total(judge_work *judging, const judge_target *target,
                                        const judge_place *place, judge_measure *out,
                                        wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    return exactly(out, (double)wyrm_growth_at_level(growth, place->level).base);
}

wyrm_status wyrm_judge_kills_to_level(judge_work *judging, const judge_target *target,
                                      const judge_place *place, judge_measure *out,
                                      wyrm_error *error)
{
    (void)target, (void)error;
    const wyrm_growth *growth = wyrm_design_growth(judging->design);
    double reward = wyrm_growth_at(growth, place->curve, place->level);
    return exactly(out, ratio(step_at(judging, place->level), reward));
}
