/* Figures of a comparison: what the targets measure, as far as it is exact. */
#include "judge/comparing.h"

#include <stdio.h>
#include <string.h>

#include "judge/metrics.h"
#include "judge/targets.h"
#include "judge/work.h"

/* The first thing that is wrong with the targets of a ruleset. */
static wyrm_status tell(const wyrm_errors *errors, wyrm_status status, wyrm_error *error)
{
    if (error != NULL && wyrm_errors_kept(errors) > 0)
        *error = *wyrm_errors_at(errors, 0);
    return status;
}

static wyrm_status add_place(compare_work *work, judge_work *judging, const judge_targets *targets,
                             const judge_place *place, wyrm_error *error)
{
    const judge_target *target = &targets->targets[place->target];
    const wyrm_metric *metric = &wyrm_judge_metrics()[target->metric];
    judge_measure measure;
    if (metric->sampled)
        return WYRM_OK;
    wyrm_status status =
        wyrm_judge_metric_method(target->metric)->evaluate(judging, target, place, &measure, error);
    if (status != WYRM_OK)
        return wyrm_compare_is_fatal(status) ? status : WYRM_OK;
    const wyrm_estimate estimate = {measure.value, measure.sampled, measure.ci95};
    work->of = target->name;
    status = wyrm_compare_add_estimate(work, metric->name, metric->unit, &estimate, error);
    if (status == WYRM_OK) {
        wyrm_compared *added = &work->list.figures[work->list.count - 1];
        memcpy(added->where, place->where, sizeof added->where);
    }
    return status;
}

static wyrm_status add_all(compare_work *work, wyrm_errors *errors, wyrm_error *error)
{
    judge_work judging = {.design = work->design, .seed = 1};
    judge_targets targets;
    wyrm_status status = wyrm_judge_targets_read(work->design, &targets, errors);
    if (status != WYRM_OK)
        status = tell(errors, status, error);
    for (size_t i = 0; status == WYRM_OK && i < targets.place_count; i++)
        status = add_place(work, &judging, &targets, &targets.places[i], error);
    wyrm_judge_targets_release(&targets);
    wyrm_judging_release(&judging);
    return status;
}

wyrm_status wyrm_compare_gather_targets(compare_work *work, wyrm_error *error)
{
    wyrm_errors *errors;
    work->axis = "";
    work->at = 0;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status == WYRM_OK)
        status = add_all(work, errors, error);
    else
        wyrm_fail(error, status, "out of memory for a comparison");
    wyrm_errors_free(errors);
    return status;
}
