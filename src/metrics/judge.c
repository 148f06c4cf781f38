/* Judging: measures every target at every place, then looks for findings.
 *
 * All of it is one job, whose memory the answer keeps. A target that cannot be measured is a job
 * within, so that the others still are and all that is wrong is told at once. */
#include "metrics/internal.h"
#include <math.h>
#include <string.h>

const char *wyrm_verdict_name(wyrm_verdict verdict)
{
    static const char *const names[WYRM_VERDICT_COUNT] = {"PASS", "WARN", "FAIL", "UNCLEAR"};
    return (unsigned)verdict < WYRM_VERDICT_COUNT ? names[verdict] : "";
}

const char *wyrm_judge_stop_name(wyrm_judge_stop stop)
{
    static const char *const names[] = {"clear", "accuracy", "effort"};
    return (unsigned)stop < COUNT_OF(names) ? names[stop] : "";
}

typedef struct judging {
    const wyrm_design *design;
    const wyrm_judge_options *options;
    wyrm_errors *errors;
} judging;

/* ---- targets ---- */

static wyrm_judged answer(const judge_place *place, const judge_measure *measure)
{
    const judge_target *target = place->target;
    const wyrm_metric *metric = &target->metric->shown;
    wyrm_judged out = {.target = target->name,
                       .claim = target->claim,
                       .metric = metric->name,
                       .unit = metric->unit,
                       .value = measure->value,
                       .sampled = measure->sampled,
                       .ci95 = measure->ci95,
                       .range = target->range,
                       .verdict = measure->verdict,
                       .source = target->source,
                       .note = target->note,
                       .bot = measure->bot,
                       .arena = target->arena[0] != '\0' ? target->arena : NULL,
                       .runs = measure->runs,
                       .accuracy = measure->accuracy,
                       .stopped = measure->stopped,
                       .is_share = judge_is_share(target->metric)};
    memcpy(out.where, place->where, sizeof out.where);
    return out;
}

/* A target that fails at one place is left at that: the others would fail the same way. */
static void judge_all_targets(judge_work *work, wyrm_judgement *shown, wyrm_errors *errors)
{
    const judge_targets *targets = work->targets;
    const wyrm_error *error = work->error;
    const judge_target *broken = NULL;
    wyrm_status worst = WYRM_OK;
    shown->judged = base_array(work->arena, wyrm_judged, targets->place_count);
    for (size_t i = 0; i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = place->target;
        judge_measure measure;
        if (target == broken)
            continue;
        wyrm_status status = judge_try_place(work, place, &measure);
        /* It is not the target's fault that memory is out, or that it was stopped. */
        if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT ||
            status == WYRM_ERROR_INTERNAL)
            base_fail(work->arena, status);
        if (status == WYRM_OK) {
            wyrm_judged *judged = &shown->judged[shown->judged_count++];
            *judged = answer(place, &measure);
            shown->summary[judged->verdict]++;
            continue;
        }
        worst = wyrm_value_fail(
            work->ruleset, target->record, errors, error->hint[0] != '\0' ? error->hint : NULL,
            "target '%s' cannot be measured%s%s: %s", target->name,
            place->where[0] != '\0' ? " at " : "", place->where, error->message);
        broken = target;
    }
    work->arena->error = (wyrm_error){0}; /* told */
    base_must(work->arena, worst);
}

/* ---- all of it ---- */

/* All that is looked for, whatever file does it. */
static void look_for_findings(judge_work *work)
{
    static const judge_looks *const files[] = {&judge_looks_dead, &judge_looks_inert,
                                               &judge_looks_fights, &judge_looks_limits,
                                               &judge_looks_runs};
    for (int what = 0; what < LOOKS; what++)
        for (size_t i = 0; i < COUNT_OF(files); i++)
            if ((*files[i])[what] != NULL)
                (*files[i])[what](work);
}

static void judge_all(base_arena *arena, void *result, void *context)
{
    const judging *of = context;
    wyrm_judgement *shown = result;
    judge_work *work = judge_begin(arena, of->design, 1);
    if (of->options != NULL) {
        work->seed = of->options->seed;
        work->effort = of->options->effort;
        work->threads = of->options->threads;
        work->progress = of->options->progress;
        work->context = of->options->context;
    }
    judge_read_targets(work, of->errors);
    judge_all_targets(work, shown, of->errors);
    judge_find_presence(work);
    look_for_findings(work);
    shown->findings = work->findings;
    shown->finding_count = work->finding_count;
    shown->seed = work->seed;
    shown->accuracy = judge_accuracy_wanted(&work->effort, false);
    /* What the sampled figures that are no bot's are taken over: dungeons, else the floors of a
     * depth. */
    for (size_t i = 0; i < shown->judged_count; i++)
        if (shown->judged[i].sampled && shown->judged[i].runs == 0)
            shown->runs = judge_floors(work);
    if (work->descents != NULL)
        shown->runs = work->descents->runs;
}

wyrm_status wyrm_judge(const wyrm_design *design, const wyrm_judge_options *options,
                       wyrm_judgement **out, wyrm_errors *errors)
{
    judging of = {.design = design, .options = options, .errors = errors};
    wyrm_error error = {0};
    wyrm_status status = base_make(sizeof(wyrm_judgement), judge_all, &of, out, &error);
    if (status != WYRM_OK && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

static void validate(base_arena *arena, void *context)
{
    const judging *of = context;
    judge_read_targets(judge_begin(arena, of->design, 1), of->errors);
}

wyrm_status wyrm_judge_validate(const wyrm_design *design, wyrm_errors *errors)
{
    return base_do(validate, &(judging){.design = design, .errors = errors}, NULL);
}

void wyrm_judgement_free(wyrm_judgement *judgement)
{
    base_unmake(judgement);
}
