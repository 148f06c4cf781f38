/* Judging: measures every target at every place, then looks for findings.
 *
 * All of it is one job; what it answers is copied out of it at the end. A target that cannot be
 * measured is a job within, so that the others still are and all that is wrong is told at once. */
#include "metrics/internal.h"

#include <string.h>

typedef struct judging {
    const wyrm_design *design;
    const wyrm_judge_options *options;
    wyrm_errors *errors;
    judge_work *work;
    wyrm_judgement shown; /* in the memory of the job */
    wyrm_status worst;    /* of the targets */
} judging;

/* One target at one place. */
typedef struct measuring {
    judge_work *work;
    const judge_target *target;
    const judge_place *place;
    judge_measure out;
} measuring;

static void measure(base_arena *arena, void *context)
{
    measuring *of = context;
    (void)arena;
    of->out =
        of->target->metric->measure(of->work, of->target, of->place, of->target->metric->which);
}

wyrm_status judge_try_place(judge_work *work, const judge_place *place, judge_measure *out)
{
    measuring of = {.work = work, .target = &work->targets->targets[place->target], .place = place};
    wyrm_status status = base_run(work->arena, measure, &of);
    *out = of.out;
    return status;
}

/* Whose fault it is not: running out of memory, being stopped. */
static bool is_fatal(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT ||
           status == WYRM_ERROR_INTERNAL;
}

static wyrm_judged answer(const judge_work *work, const judge_place *place,
                          const judge_measure *measure)
{
    const judge_target *target = &work->targets->targets[place->target];
    const wyrm_metric *metric = &target->metric->shown;
    bool fights = target->arena[0] != '\0';
    wyrm_judged out = {.target = target->name,
                       .claim = target->claim,
                       .metric = metric->name,
                       .unit = metric->unit,
                       .value = measure->value,
                       .sampled = measure->sampled,
                       .ci95 = measure->ci95,
                       .range = target->range,
                       .verdict = judge_verdict(measure, target),
                       .source = target->source,
                       .note = target->note,
                       .bot = measure->bot,
                       .arena = fights ? target->arena : NULL,
                       .runs = measure->runs,
                       .accuracy = measure->runs > 0 ? judge_accuracy(measure, target) : 0,
                       .is_share = judge_is_share(target->metric)};
    out.stopped = out.verdict != WYRM_UNCLEAR                           ? WYRM_STOP_CLEAR
                  : out.accuracy <= judge_accuracy_wanted(work, fights) ? WYRM_STOP_ACCURACY
                                                                        : WYRM_STOP_EFFORT;
    memcpy(out.where, place->where, sizeof out.where);
    return out;
}

/* A target that fails at one place is left at that: the others would fail the same way. */
static void judge_all_targets(judging *of)
{
    judge_work *work = of->work;
    const judge_targets *targets = work->targets;
    const wyrm_error *error = &work->arena->error;
    wyrm_judgement *shown = &of->shown;
    size_t broken = (size_t)-1;
    shown->judged = base_array(work->arena, wyrm_judged, targets->place_count);
    for (size_t i = 0; i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = &targets->targets[place->target];
        judge_measure measure;
        if (place->target == broken)
            continue;
        wyrm_status status = judge_try_place(work, place, &measure);
        if (is_fatal(status))
            base_fail(work->arena, status);
        if (status == WYRM_OK) {
            wyrm_judged *judged = &shown->judged[shown->judged_count++];
            *judged = answer(work, place, &measure);
            shown->summary[judged->verdict]++;
            continue;
        }
        of->worst = wyrm_value_fail(
            work->ruleset, target->record, of->errors, error->hint[0] != '\0' ? error->hint : NULL,
            "target '%s' cannot be measured%s%s: %s", target->name,
            place->where[0] != '\0' ? " at " : "", place->where, error->message);
        broken = place->target;
    }
    work->arena->error = (wyrm_error){0}; /* told */
    base_must(work->arena, of->worst);
}

/* What is looked for, in the order of an answer. */
static judge_look *const looks[] = {
    judge_look_absent,        judge_look_inert,       judge_look_deep_rows,
    judge_look_gear_gaps,     judge_look_idle_combat, judge_look_contradictions,
    judge_look_budgets,       judge_look_unhurt,      judge_look_misfits,
    judge_look_pity,          judge_look_barely_seen, judge_look_last_map,
    judge_look_no_final_map,  judge_look_fights,      judge_look_noise,
    judge_look_rounded_steps, judge_look_flat_steps,  judge_look_empty_levels,
    judge_look_unplayed,      judge_look_stalls,
};

/* What the sampled figures that are no bot's are taken over: dungeons, else the floors of a
 * depth; 0: there are none. */
static uint64_t runs_behind(const judge_work *work, const wyrm_judgement *judgement)
{
    if (work->descents != NULL)
        return work->descents->runs;
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (judgement->judged[i].sampled && judgement->judged[i].runs == 0)
            return judge_floors(work);
    return 0;
}

static void judge_all(base_arena *arena, void *context)
{
    judging *of = context;
    judge_work *work = of->work = judge_begin(arena, of->design, 1);
    if (of->options != NULL) {
        work->seed = of->options->seed;
        work->effort = of->options->effort;
        work->threads = of->options->threads;
        work->progress = of->options->progress;
        work->context = of->options->context;
    }
    work->targets = judge_read_targets(arena, work->design, of->errors);
    judge_all_targets(of);
    work->presence = judge_find_presence(arena, work->design);
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        looks[i](work);
    of->shown.findings = work->findings;
    of->shown.finding_count = work->finding_count;
    of->shown.seed = work->seed;
    of->shown.accuracy = judge_accuracy_wanted(work, false);
    of->shown.runs = runs_behind(work, &of->shown);
}

/* What is told outlives what it was found with. */
static void keep(base_arena *arena, void *result, void *context)
{
    wyrm_judgement *out = result;
    const judging *of = context;
    *out = of->shown;
    out->judged = base_array(arena, wyrm_judged, out->judged_count);
    out->findings = base_array(arena, wyrm_finding, out->finding_count);
    if (out->judged_count > 0)
        memcpy(out->judged, of->shown.judged, out->judged_count * sizeof *out->judged);
    if (out->finding_count > 0)
        memcpy(out->findings, of->shown.findings, out->finding_count * sizeof *out->findings);
}

wyrm_status wyrm_judge(const wyrm_design *design, const wyrm_judge_options *options,
                       wyrm_judgement **out, wyrm_errors *errors)
{
    base_arena arena = {0};
    judging of = {.design = design, .options = options, .errors = errors};
    *out = NULL;
    wyrm_status status = base_run(&arena, judge_all, &of);
    if (status == WYRM_OK)
        status = base_make(sizeof(wyrm_judgement), keep, &of, out, &arena.error);
    if (status != WYRM_OK && arena.error.message[0] != '\0')
        wyrm_errors_add(errors, &arena.error);
    base_release(&arena);
    return status;
}

typedef struct validating {
    const wyrm_design *design;
    wyrm_errors *errors;
} validating;

static void validate(base_arena *arena, void *context)
{
    const validating *of = context;
    (void)judge_read_targets(arena, of->design, of->errors);
}

wyrm_status wyrm_judge_validate(const wyrm_design *design, wyrm_errors *errors)
{
    base_arena arena = {0};
    validating of = {design, errors};
    wyrm_status status = base_run(&arena, validate, &of);
    base_release(&arena);
    return status;
}

void wyrm_judgement_free(wyrm_judgement *judgement)
{
    base_unmake(judgement);
}
