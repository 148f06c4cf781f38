/* The metrics of a gate, and taking them of a simulation. */
#include "judge/gate_taking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double won(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    return run->end == WYRM_RUN_WON;
}

static double starved(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    return run->end == WYRM_RUN_STARVED;
}

/* Whether it left a depth alive. Of a run that came to no end there or before nobody knows. */
static double survived(const wyrm_run *run, int32_t depth)
{
    if (run->end == WYRM_RUN_WON || run->depth > depth)
        return 1.0;
    return wyrm_run_is_complete(run->end) ? 0.0 : (double)NAN;
}

static double final_depth(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    return run->depth;
}

static double final_level(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    return run->level;
}

static double turns_per_floor(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    return (double)run->turns / (double)run->floor_count;
}

static double damage_per_floor(const wyrm_run *run, int32_t depth)
{
    (void)depth;
    double damage = 0.0;
    for (size_t i = 0; i < run->floor_count; i++)
        damage += run->floors[i].damage_taken;
    return damage / (double)run->floor_count;
}

/* clang-format off */
static const judge_gate_metric metrics[] = {
    {"win_rate", "share", "win_rate", won, 0},
    {"final_depth", "depths", "final_depth", final_depth, 0},
    {"final_level", "levels", "final_level", final_level, 0},
    {"turns_per_floor", "turns", "turns_per_floor", turns_per_floor, 0},
    {"damage_per_floor", "hit points", "damage_per_floor", damage_per_floor, 0},
    {"starved", "share", "starved", starved, 0},
    {"survival@1", "share", "survival", survived, 1},
    {"survival@2", "share", "survival", survived, 2},
    {"survival@3", "share", "survival", survived, 3},
    {"survival@5", "share", "survival", survived, 5},
    {"survival@8", "share", "survival", survived, 8},
    {"survival@13", "share", "survival", survived, 13},
    {"survival@20", "share", "survival", survived, 20},
};
/* clang-format on */

#define METRIC_COUNT (sizeof metrics / sizeof *metrics)
_Static_assert(METRIC_COUNT <= WYRM_GATE_METRICS_MAX, "every metric has room");

const judge_gate_metric *wyrm_judge_gate_metrics(size_t *count)
{
    *count = METRIC_COUNT;
    return metrics;
}

const judge_gate_metric *wyrm_judge_gate_metric_find(const char *name)
{
    for (size_t i = 0; i < METRIC_COUNT; i++)
        if (strcmp(metrics[i].name, name) == 0)
            return &metrics[i];
    return NULL;
}

bool wyrm_judge_gate_figure_is_sound(const wyrm_gate_figure *figure)
{
    bool share = strcmp(figure->unit, "share") == 0;
    return figure->count > 0 && isfinite(figure->mean) && isfinite(figure->sd) &&
           figure->sd >= 0.0 && (!share || (figure->mean >= 0.0 && figure->mean <= 1.0)) &&
           figure->margin >= 0.0 && isfinite(figure->margin);
}

static double margin_of(const wyrm_design *design, const char *key)
{
    char path[96];
    snprintf(path, sizeof path, "gate.margins.%s", key);
    return wyrm_value_real(wyrm_ruleset_find(wyrm_design_ruleset(design), path));
}

wyrm_status wyrm_gate_taking_new(const wyrm_design *design, wyrm_gate_taking **out,
                                 wyrm_error *error)
{
    wyrm_gate_taking *taking = calloc(1, sizeof *taking);
    *out = taking;
    if (!taking)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    double alarm = wyrm_value_real(wyrm_ruleset_find(wyrm_design_ruleset(design), "gate.alarm"));
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    taking->alarm = alarm > 0.0 ? alarm : WYRM_GATE_ALARM;
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        if (last > 0 && metrics[i].depth >= last)
            continue; /* to leave the last depth alive is to win */
        taking->margins[taking->metric_count] = margin_of(design, metrics[i].margin);
        taking->metrics[taking->metric_count++] = &metrics[i];
    }
    return WYRM_OK;
}

void wyrm_gate_taking_free(wyrm_gate_taking *taking)
{
    if (!taking)
        return;
    free(taking->runs);
    free(taking->values);
    free(taking);
}

static bool make_room(wyrm_gate_taking *taking)
{
    if (taking->count < taking->room)
        return true;
    size_t room = taking->room > 0 ? 2 * taking->room : 1024;
    uint64_t *runs = realloc(taking->runs, room * sizeof *runs);
    if (runs)
        taking->runs = runs;
    double *values = realloc(taking->values, room * taking->metric_count * sizeof *values);
    if (values)
        taking->values = values;
    if (!runs || !values)
        return false;
    taking->room = room;
    return true;
}

wyrm_status wyrm_gate_take(wyrm_gate_taking *taking, const wyrm_run *run, wyrm_error *error)
{
    if (!make_room(taking))
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    double *values = taking->values + taking->count * taking->metric_count;
    taking->runs[taking->count++] = run->run;
    for (size_t i = 0; i < taking->metric_count; i++) {
        const judge_gate_metric *metric = taking->metrics[i];
        bool known = wyrm_run_is_complete(run->end) || metric->depth > 0;
        values[i] = known ? metric->of(run, metric->depth) : (double)NAN;
        if (!isnan(values[i]))
            wyrm_moments_add(&taking->moments[i], values[i]);
    }
    return WYRM_OK;
}

static wyrm_gate_figure figure_of(const wyrm_gate_taking *taking, size_t index)
{
    const wyrm_moments *moments = &taking->moments[index];
    wyrm_gate_figure figure = {.unit = taking->metrics[index]->unit,
                               .count = moments->count,
                               .mean = moments->mean,
                               .sd = wyrm_moments_sd(moments),
                               .margin = taking->margins[index]};
    snprintf(figure.metric, sizeof figure.metric, "%s", taking->metrics[index]->name);
    return figure;
}

void wyrm_gate_baseline_of(const wyrm_gate_taking *taking, wyrm_gate_baseline *out)
{
    out->runs = taking->count;
    out->alarm = taking->alarm;
    out->count = 0;
    for (size_t i = 0; i < taking->metric_count; i++)
        if (taking->moments[i].count > 0)
            out->figures[out->count++] = figure_of(taking, i);
}
