/* The knobs that tuning may turn.
 *
 * A knob is one key of a ruleset, or several that keep their proportion to the first, or the number
 * within a value that a pattern shows. It becomes an axis of a lattice: so many steps up and down
 * from what stands there, as far as it may go. Where nothing else is said that is from half of it
 * to twice as much, in steps of about a hundredth of the way, and a step costs by how much of the
 * number it changes. Knobs are typed, or the section `tune` has them, where what is wrong is told
 * at the key that is to blame. A point of the lattice is in turn the changes that a ruleset needs
 * to be there.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/tune.h>
#include "metrics/internal.h"

#define STEPS_MAX 1000000.0

typedef struct knob_reader {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_errors *errors;
    judge_knobs *out;
} knob_reader;

/* ---- reading ---- */

static double tidy(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.12g", value);
    return strtod(text, NULL);
}

/* About a hundredth: 1, 2 or 5 and zeros. */
static double fine_step(double range)
{
    static const double sizes[] = {5, 2, 1};
    const double ten = pow(10, floor(log10(range / 100) + 1e-9));
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (sizes[i] * ten <= range / 100 * (1 + 1e-9))
            return tidy(sizes[i] * ten);
    return tidy(ten);
}

/* The number that stands at a path; of a pattern that in it. */
static double number_at(const knob_reader *of, const char *path, const char *pattern, bool *whole,
                        wyrm_interval *limits)
{
    const judge_key key =
        judge_read_key(of->arena, of->design, path, &(wyrm_solve_options){.pattern = pattern});
    *whole = key.whole;
    *limits = key.range;
    if (pattern == NULL && key.has_now)
        return key.now;
    if (pattern == NULL)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "nothing stands at '%.100s' yet: a knob moves what is there", path);
    char *text, *end;
    base_must(of->arena, wyrm_value_flow(wyrm_ruleset_find(wyrm_design_ruleset(of->design), path),
                                         &text, &of->arena->error));
    base_keep(of->arena, text, wyrm_free);
    const char *gap = strstr(pattern, "{}"), *behind = gap + 2;
    const size_t before = (size_t)(gap - pattern), length = strlen(text);
    if (strncmp(text, pattern, before) == 0 && length >= before + strlen(behind)) {
        const double value = strtod(text + before, &end);
        if (end != text + before && strcmp(end, behind) == 0)
            return value;
    }
    base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "at '%.100s' stands %.60s, which is no '%.60s'",
                path, text, pattern);
}

static void read_knob(knob_reader *of, const wyrm_tune_knob *typed, size_t index)
{
    base_arena *arena = of->arena;
    wyrm_tuned_knob *out = &of->out->knobs[index];
    double *now = base_array(arena, double, typed->path_count);
    bool *whole = base_array(arena, bool, typed->path_count);
    wyrm_interval limits = {0}, others;
    if (typed->path_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a knob needs a key");
    for (size_t i = 0; i < typed->path_count; i++)
        now[i] =
            number_at(of, typed->paths[i], typed->pattern, &whole[i], i == 0 ? &limits : &others);
    const double first = now[0], away = fabs(first);
    if (typed->path_count > 1 && !(away > 0))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "0 stands at '%.100s': other keys can have no proportion to it",
                    typed->paths[0]);
    if (!(away > 0) && !(typed->has_from && typed->has_to))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "0 stands at '%.100s': say from where to where it may go", typed->paths[0]);
    *out = (wyrm_tuned_knob){
        .name = typed->name != NULL ? typed->name : typed->paths[0],
        .path_count = typed->path_count,
        .paths = typed->paths,
        .pattern = typed->pattern,
        .now = first,
        .from =
            typed->has_from ? typed->from : fmax(limits.low, first - away / (first > 0 ? 2 : 1)),
        .to = typed->has_to ? typed->to : fmin(limits.high, first + away / (first > 0 ? 1 : 2)),
        .cost = typed->cost > 0 ? typed->cost : 1,
        .whole = whole[0]};
    if (!(out->from <= first && first <= out->to && out->from < out->to))
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is %.12g and cannot go from %.12g to %.12g", out->name, first,
                    out->from, out->to);
    const double range = out->to - out->from;
    if (typed->step < 0 || (whole[0] && typed->step != floor(typed->step)))
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' goes in %s steps", out->name,
                    whole[0] ? "whole" : "positive");
    out->step = typed->step > 0 ? typed->step : whole[0] ? 1 : fine_step(range);
    if (range / out->step > STEPS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%.100s' has more than %.0f steps", out->name,
                    STEPS_MAX);
    of->out->axes[index] =
        (wyrm_tune_axis){.now = first,
                         .step = out->step,
                         .least = (int32_t)ceil((out->from - first) / out->step - 1e-9),
                         .most = (int32_t)floor((out->to - first) / out->step + 1e-9),
                         .cost = out->cost * out->step / fmax(away, range / 10)};
    of->out->path_now[index] = now;
    of->out->path_whole[index] = whole;
}

typedef struct reading_knob {
    knob_reader *of;
    const wyrm_tune_knob *knob;
    size_t index;
} reading_knob;

static void read_one(base_arena *arena, void *context)
{
    const reading_knob *one = context;
    (void)arena;
    read_knob(one->of, one->knob, one->index);
}

/* A knob of the section `tune`; what is wrong is told where it stands. */
static void read_record(knob_reader *of, const wyrm_value *record, const char *name, size_t index)
{
    base_arena *arena = of->arena;
    const wyrm_value *keys = wyrm_value_get(record, "keys"), *as = wyrm_value_get(record, "as");
    const wyrm_value *from = wyrm_value_get(record, "from"), *to = wyrm_value_get(record, "to");
    const size_t count = wyrm_value_count(keys);
    const char **paths = base_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        paths[i] = wyrm_value_text(wyrm_value_item(keys, i));
    const wyrm_tune_knob typed = {.name = name,
                                  .path_count = count,
                                  .paths = paths,
                                  .pattern = as != NULL ? wyrm_value_text(as) : NULL,
                                  .has_from = from != NULL,
                                  .has_to = to != NULL,
                                  .from = wyrm_value_real(from),
                                  .to = wyrm_value_real(to),
                                  .step = wyrm_value_real(wyrm_value_get(record, "step")),
                                  .cost = wyrm_value_real(wyrm_value_get(record, "cost"))};
    reading_knob one = {of, &typed, index};
    const wyrm_status status = base_run(arena, read_one, &one);
    if (status == WYRM_OK)
        return;
    if (status == WYRM_ERROR_MEMORY)
        base_fail(arena, status);
    /* the first key that is not there, else the knob */
    const wyrm_value *at = record;
    for (size_t i = 0; i < count && at == record; i++)
        if (strstr(arena->error.message, paths[i]) != NULL)
            at = wyrm_value_item(keys, i);
    char hint[WYRM_ERROR_HINT_MAX];
    snprintf(hint, sizeof hint, "%s", arena->error.hint);
    wyrm_value_fail(wyrm_design_ruleset(of->design), at, of->errors, hint[0] != '\0' ? hint : NULL,
                    "%s", arena->error.message);
    base_fail(arena, WYRM_ERROR_RULESET);
}

void judge_read_knobs(base_arena *arena, const wyrm_design *design, const wyrm_tune_options *how,
                      wyrm_errors *errors, judge_knobs *out)
{
    const wyrm_value *section = wyrm_ruleset_find(wyrm_design_ruleset(design), "tune");
    const bool typed = how->knob_count > 0;
    const size_t count = typed ? how->knob_count : wyrm_value_count(section);
    knob_reader of = {arena, design, errors, out};
    size_t paths = 0;
    if (count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "nothing may move: say which keys in the section 'tune', or with --keys");
    if (count > WYRM_TUNE_KNOBS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "more than %d knobs", WYRM_TUNE_KNOBS_MAX);
    out->knobs = base_array(arena, wyrm_tuned_knob, count);
    out->path_now = base_array(arena, const double *, count);
    out->path_whole = base_array(arena, const bool *, count);
    out->axes = base_array(arena, wyrm_tune_axis, count);
    for (size_t i = 0; i < count; i++) {
        if (typed)
            read_knob(&of, &how->knobs[i], i);
        else
            read_record(&of, wyrm_value_item(section, i), wyrm_value_key(section, i), i);
        paths += out->knobs[i].path_count;
    }
    if (paths > WYRM_CHANGES_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "knobs have more than %d keys together",
                    WYRM_CHANGES_MAX);
    out->count = count;
}

/* ---- points ---- */

double judge_knob_value(const judge_knobs *of, size_t knob, int32_t at)
{
    return tidy(of->axes[knob].now + at * of->axes[knob].step);
}

size_t judge_knob_changes(const judge_knobs *of, base_arena *arena, const int32_t *at,
                          const wyrm_change **out)
{
    wyrm_change *changes = base_array(arena, wyrm_change, WYRM_CHANGES_MAX);
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; at[i] != 0 && k < of->knobs[i].path_count; k++) {
            const wyrm_tuned_knob *knob = &of->knobs[i];
            char text[WYRM_CHANGE_TEXT_MAX], number[40];
            double value = judge_knob_value(of, i, at[i]);
            if (k > 0)
                value *= of->path_now[i][k] / knob->now;
            if (k > 0 && of->path_whole[i][k])
                value = round(value);
            if (k > 0 && !(value < of->path_now[i][k] || value > of->path_now[i][k]))
                continue; /* too little for this one */
            snprintf(number, sizeof number, k > 0 ? "%.6g" : "%.12g", value);
            const char *pattern = knob->pattern != NULL ? knob->pattern : "{}";
            const char *gap = strstr(pattern, "{}");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(gap - pattern), pattern, number, gap + 2);
            changes[count++] = (wyrm_change){knob->paths[k], base_copy(arena, text)};
        }
    *out = changes;
    return count;
}
