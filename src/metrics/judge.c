/* Judging: measures every target at every place, then looks for findings. */
#include "metrics/findings.h"
#include "metrics/internal.h"

#include <string.h>

/* The judgement that callers see comes first, so that freeing it frees the whole. */
typedef struct owned_judgement {
    wyrm_judgement shown;
    judge_findings findings;
} owned_judgement;

static wyrm_status fail_at(const wyrm_design *design, const judge_target *target,
                           const judge_place *place, const wyrm_error *error, wyrm_errors *errors)
{
    return wyrm_value_fail(wyrm_design_ruleset(design), target->record, errors,
                           error->hint[0] != '\0' ? error->hint : NULL,
                           "target '%s' cannot be measured%s%s: %s", target->name,
                           place->where[0] != '\0' ? " at " : "", place->where, error->message);
}

/* Whose fault it is not: running out of memory, being stopped. */
static bool is_fatal(wyrm_status status)
{
    return status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT ||
           status == WYRM_ERROR_INTERNAL;
}

static double accuracy_of(const judge_target *target, const judge_measure *measure)
{
    return wyrm_accuracy(measure->value, measure->ci95, wyrm_judge_metric_is_share(target->metric));
}

static wyrm_status need_of(judge_work *judging, const judge_simulation *made, judge_need *out,
                           wyrm_error *error)
{
    const judge_targets *targets = judging->targets;
    bool enough = true, clear = true;
    *out = JUDGE_NEED_NONE;
    for (size_t i = 0; enough && i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = &targets->targets[place->target];
        judge_measure measure = {0};
        if (!wyrm_judge_is_of_runs(target->metric) ||
            strcmp(made->bot, wyrm_judge_bot_of(target)) != 0 ||
            strcmp(made->arena, target->arena) != 0)
            continue;
        *out = JUDGE_NEED_MORE;
        if (!made->summary)
            return WYRM_OK;
        wyrm_status status = wyrm_judge_metric_method(target->metric)
                                 ->evaluate(judging, target, place, &measure, error);
        if (status != WYRM_OK)
            return status;
        if (wyrm_judge_verdict(&measure, &target->range, &target->tolerated) != WYRM_UNCLEAR)
            continue;
        clear = false;
        enough = accuracy_of(target, &measure) <=
                 wyrm_judging_accuracy(judging, target->arena[0] != '\0');
    }
    if (*out == JUDGE_NEED_MORE && enough)
        *out = clear ? JUDGE_NEED_CLEAR : JUDGE_NEED_ACCURATE;
    return WYRM_OK;
}

static wyrm_status judge_place_of(judge_work *judging, const judge_targets *targets,
                                  const judge_place *place, wyrm_judged *out, wyrm_errors *errors)
{
    const judge_target *target = &targets->targets[place->target];
    const wyrm_metric *metric = &wyrm_judge_metrics()[target->metric];
    judge_measure measure = {0};
    wyrm_error error = {0};
    wyrm_status status = wyrm_judge_metric_method(target->metric)
                             ->evaluate(judging, target, place, &measure, &error);
    if (status != WYRM_OK && !is_fatal(status))
        return fail_at(judging->design, target, place, &error, errors);
    if (status != WYRM_OK) {
        wyrm_errors_add(errors, &error);
        return status;
    }
    *out =
        (wyrm_judged){.target = target->name,
                      .claim = target->claim,
                      .metric = metric->name,
                      .unit = metric->unit,
                      .value = measure.value,
                      .sampled = measure.sampled,
                      .ci95 = measure.ci95,
                      .range = target->range,
                      .verdict = wyrm_judge_verdict(&measure, &target->range, &target->tolerated),
                      .source = target->source,
                      .note = target->note,
                      .bot = measure.bot,
                      .arena = target->arena[0] != '\0' ? target->arena : NULL,
                      .runs = measure.runs,
                      .accuracy = measure.runs > 0 ? accuracy_of(target, &measure) : 0,
                      .is_share = wyrm_judge_metric_is_share(target->metric)};
    double enough = wyrm_judging_accuracy(judging, out->arena != NULL);
    out->stopped = out->verdict != WYRM_UNCLEAR ? WYRM_STOP_CLEAR
                   : out->accuracy <= enough    ? WYRM_STOP_ACCURACY
                                                : WYRM_STOP_EFFORT;
    memcpy(out->where, place->where, sizeof out->where);
    return WYRM_OK;
}

/* A target that fails at one place is left at that: the others would fail the same way. */
static wyrm_status judge_targets_of(judge_work *judging, const judge_targets *targets,
                                    wyrm_judgement *judgement, wyrm_errors *errors)
{
    wyrm_status worst = WYRM_OK;
    size_t broken = (size_t)-1;
    for (size_t i = 0; i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        if (place->target == broken)
            continue;
        wyrm_judged *judged = &judgement->judged[judgement->judged_count];
        wyrm_status status = judge_place_of(judging, targets, place, judged, errors);
        if (is_fatal(status))
            return status;
        if (status != WYRM_OK) {
            worst = status;
            broken = place->target;
            continue;
        }
        judgement->summary[judged->verdict]++;
        judgement->judged_count++;
    }
    return worst;
}

#define DEAD "dead-configuration"

/* What is looked for, in the order of an answer. Kinds that are NULL the look names itself. */
static const struct {
    const char *kind;
    judge_look *look;
} looks[] = {
    {DEAD, wyrm_judge_look_absent},
    {NULL, wyrm_judge_look_inert},
    {DEAD, wyrm_judge_look_deep_rows},
    {DEAD, wyrm_judge_look_gear_gaps},
    {DEAD, wyrm_judge_look_idle_combat},
    {"contradiction", wyrm_judge_look_contradictions},
    {"unreachable-budget", wyrm_judge_look_budgets},
    {"unhurt-player", wyrm_judge_look_unhurt},
    {"threat-misfit", wyrm_judge_look_misfits},
    {NULL, wyrm_judge_look_pity},
    {"barely-seen", wyrm_judge_look_barely_seen},
    {"last-map-only", wyrm_judge_look_last_map},
    {"endless-dungeon", wyrm_judge_look_no_final_map},
    {"outlier", wyrm_judge_look_fights},
    {"arithmetic-noise", wyrm_judge_look_noise},
    {"arithmetic-noise", wyrm_judge_look_rounded_steps},
    {"flat-experience", wyrm_judge_look_flat_steps},
    {"empty-level", wyrm_judge_look_empty_levels},
    {"unused-by-bots", wyrm_judge_look_unplayed},
    {"no-end", wyrm_judge_look_stalls},
};

static wyrm_status look(judge_work *judging, owned_judgement *judgement, wyrm_errors *errors)
{
    wyrm_error error = {0};
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < sizeof looks / sizeof looks[0]; i++)
        status = looks[i].look(judging, looks[i].kind, &judgement->findings, &error);
    judgement->shown.findings = judgement->findings.list;
    judgement->shown.finding_count = judgement->findings.count;
    if (status != WYRM_OK)
        wyrm_errors_add(errors, &error);
    return status;
}

/* The status is told and recorded. */
static wyrm_status out_of_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory");
}

/* What the sampled figures that are no bot's are taken over: dungeons, else the floors of a
 * depth; 0: there are none. */
static uint64_t runs_behind(const judge_work *judging, const wyrm_judgement *judgement)
{
    if (judging->descents != NULL)
        return judging->descents->runs;
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (judgement->judged[i].sampled && judgement->judged[i].runs == 0)
            return wyrm_judging_floors(judging);
    return 0;
}

static wyrm_status judge_all(judge_work *judging, wyrm_judgement **out, wyrm_errors *errors)
{
    judge_targets targets;
    wyrm_status status = wyrm_judge_targets_read(judging->design, &targets, errors);
    owned_judgement *judgement = NULL;
    if (status == WYRM_ERROR_MEMORY)
        out_of_memory(errors);
    if (status == WYRM_OK) {
        judgement = base_zeroed(1, sizeof *judgement);
        if (judgement != NULL)
            judgement->shown.judged =
                base_zeroed(targets.place_count + 1, sizeof *judgement->shown.judged);
        if (judgement == NULL || judgement->shown.judged == NULL)
            status = out_of_memory(errors);
    }
    judging->targets = &targets;
    judging->need = need_of;
    if (status == WYRM_OK)
        status = judge_targets_of(judging, &targets, &judgement->shown, errors);
    if (status == WYRM_OK)
        status = look(judging, judgement, errors);
    judging->need = NULL;
    wyrm_judge_targets_release(&targets);
    if (status != WYRM_OK) {
        wyrm_judgement_free(judgement != NULL ? &judgement->shown : NULL);
        return status;
    }
    judgement->shown.seed = judging->seed;
    judgement->shown.accuracy = wyrm_judging_accuracy(judging, false);
    judgement->shown.runs = runs_behind(judging, &judgement->shown);
    *out = &judgement->shown;
    return WYRM_OK;
}

wyrm_status wyrm_judge(const wyrm_design *design, const wyrm_judge_options *options,
                       wyrm_judgement **out, wyrm_errors *errors)
{
    judge_work judging = {.design = design, .seed = 1};
    if (options != NULL) {
        judging.seed = options->seed;
        judging.effort = options->effort;
        judging.threads = options->threads;
        judging.progress = options->progress;
        judging.context = options->context;
    }
    *out = NULL;
    wyrm_status status = judge_all(&judging, out, errors);
    wyrm_judging_release(&judging);
    return status;
}

wyrm_status wyrm_judge_validate(const wyrm_design *design, wyrm_errors *errors)
{
    judge_targets targets;
    wyrm_status status = wyrm_judge_targets_read(design, &targets, errors);
    wyrm_judge_targets_release(&targets);
    return status;
}

void wyrm_judgement_free(wyrm_judgement *shown)
{
    if (shown == NULL)
        return;
    owned_judgement *judgement = (void *)shown;
    wyrm_free(judgement->findings.list);
    wyrm_free(judgement->shown.judged);
    wyrm_free(judgement);
}
