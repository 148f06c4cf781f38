/* Metrics of threat beyond a single room: how well it ranks monsters, and what whole floors
 * hold. */
#include "judge/metric_rows.h"

#include <math.h>

#define CONFIDENCE 0.95

/* Exact. */
wyrm_status wyrm_judge_threat_rank(judge_work *judging, const judge_target *target,
                                   const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_truth *truth;
    wyrm_status status = wyrm_judging_truth(judging, &truth, error);
    *out = (judge_measure){.value = (double)NAN};
    if (status != WYRM_OK)
        return status;
    if (place->depth == 0)
        out->value = truth->rank;
    for (size_t i = 0; i < truth->depth_count; i++)
        if (truth->depths[i].depth == place->depth)
            out->value = truth->depths[i].rank;
    return WYRM_OK;
}

static wyrm_status floors_at(judge_work *judging, int32_t depth, const wyrm_threat_depth **out,
                             uint64_t *runs, wyrm_error *error)
{
    const wyrm_threat_survey *survey;
    wyrm_status status = wyrm_judging_threat(judging, &survey, error);
    *out = NULL;
    *runs = status == WYRM_OK ? survey->runs : 0;
    for (int32_t i = 0; status == WYRM_OK && i < survey->depth_count; i++)
        if (survey->depths[i].depth == depth)
            *out = &survey->depths[i];
    return status;
}

/* A depth that no floor is of. */
static judge_measure nothing_sampled(void)
{
    return (judge_measure){
        .value = (double)NAN, .sampled = true, .ci95 = {-(double)INFINITY, (double)INFINITY}};
}

wyrm_status wyrm_judge_floor_threat(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_threat_depth *floors;
    uint64_t runs;
    wyrm_status status = floors_at(judging, place->depth, &floors, &runs, error);
    *out = nothing_sampled();
    if (status == WYRM_OK && floors != NULL) {
        out->value = floors->floor.mean;
        out->ci95 = wyrm_mean_interval(&floors->floor, CONFIDENCE);
    }
    return status;
}

wyrm_status wyrm_judge_floor_within(judge_work *judging, const judge_target *target,
                                    const judge_place *place, judge_measure *out, wyrm_error *error)
{
    (void)target;
    const wyrm_threat_depth *floors;
    uint64_t runs;
    wyrm_status status = floors_at(judging, place->depth, &floors, &runs, error);
    *out = nothing_sampled();
    if (status == WYRM_OK && floors != NULL && runs > 0) {
        uint64_t within = runs - floors->under - floors->over;
        out->value = (double)within / (double)runs;
        out->ci95 = wyrm_share_interval(within, runs, CONFIDENCE);
    }
    return status;
}
