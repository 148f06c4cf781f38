/* Baselines as files: a few kilobytes of JSON that go into version control. */
#include "judge/gate_taking.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT         "wyrm-baseline"
#define VERSION        1
#define TEXT_KEYS(row) row(ruleset) row(hash) row(version) row(bot) row(without)

static json_t *figure_json(const wyrm_gate_figure *figure)
{
    return json_pack("{s:s, s:s, s:I, s:f, s:f, s:f}", "metric", figure->metric, "unit",
                     figure->unit, "count", (json_int_t)figure->count, "mean", figure->mean, "sd",
                     figure->sd, "margin", figure->margin);
}

wyrm_status wyrm_gate_baseline_text(const wyrm_gate_baseline *baseline, char **out,
                                    wyrm_error *error)
{
    json_t *figures = json_array();
    for (size_t i = 0; i < baseline->count; i++)
        if (json_array_append_new(figures, figure_json(&baseline->figures[i])) != 0)
            break;
    bool complete = figures && json_array_size(figures) == baseline->count;
    json_t *root = json_pack(
        "{s:s, s:i, s:I, s:I, s:I, s:f, s:o}", "format", FORMAT, "format_version", VERSION, "seed",
        (json_int_t)baseline->seed, "runs", (json_int_t)baseline->runs, "turn_limit",
        (json_int_t)baseline->turn_limit, "alarm", baseline->alarm, "figures", figures);
#define PUT(key)                                                                                   \
    complete = complete && json_object_set_new(root, #key, json_string(baseline->key)) == 0;
    TEXT_KEYS(PUT)
#undef PUT
    char *text = complete ? json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    json_decref(root);
    *out = text ? malloc(strlen(text) + 2) : NULL;
    if (*out)
        sprintf(*out, "%s\n", text);
    free(text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

static bool take_text(const json_t *root, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(root, key));
    if (!text || strlen(text) >= size)
        return false;
    snprintf(out, size, "%s", text);
    return true;
}

static bool take_count(const json_t *root, const char *key, uint64_t *out)
{
    const json_t *value = json_object_get(root, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *out = (uint64_t)json_integer_value(value);
    return true;
}

static bool take_real(const json_t *root, const char *key, double *out)
{
    const json_t *value = json_object_get(root, key);
    *out = json_number_value(value);
    return json_is_number(value) && isfinite(*out);
}

/* Units are static texts: those of the metrics that there are. A metric of that name has its own.
 * */
static const char *unit_of(const json_t *figure, const char *metric)
{
    size_t count;
    const judge_gate_metric *metrics = wyrm_judge_gate_metrics(&count);
    const judge_gate_metric *known = wyrm_judge_gate_metric_find(metric);
    const char *text = json_string_value(json_object_get(figure, "unit"));
    for (size_t i = 0; text && i < count; i++)
        if (strcmp(metrics[i].unit, text) == 0)
            return known && strcmp(known->unit, text) != 0 ? NULL : metrics[i].unit;
    return NULL;
}

/* Names of metrics are shown as they are: letters, digits and what stands between them. */
static bool is_name(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@.-";
    return text[0] != '\0' && strspn(text, letters) == strlen(text);
}

static bool take_figure(const json_t *from, wyrm_gate_figure *out)
{
    *out = (wyrm_gate_figure){0};
    if (!take_text(from, "metric", out->metric, sizeof out->metric) || !is_name(out->metric))
        return false;
    out->unit = unit_of(from, out->metric);
    return out->unit && take_count(from, "count", &out->count) &&
           take_real(from, "mean", &out->mean) && take_real(from, "sd", &out->sd) &&
           take_real(from, "margin", &out->margin) && wyrm_judge_gate_figure_is_sound(out);
}

static bool has_metric(const wyrm_gate_baseline *baseline, const char *metric)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (strcmp(baseline->figures[i].metric, metric) == 0)
            return true;
    return false;
}

/* At least one figure: with nothing to hold anything to, everything would hold. */
static bool take_figures(const json_t *list, wyrm_gate_baseline *out)
{
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count == 0 || count > WYRM_GATE_METRICS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        wyrm_gate_figure figure;
        if (!take_figure(json_array_get(list, i), &figure) || figure.count > out->runs ||
            has_metric(out, figure.metric))
            return false;
        out->figures[out->count++] = figure;
    }
    return true;
}

static bool take_all(const json_t *root, wyrm_gate_baseline *out)
{
    uint64_t limit = 0;
    bool taken = take_count(root, "seed", &out->seed) && take_count(root, "runs", &out->runs) &&
                 out->runs >= 1 && out->runs <= WYRM_GATE_RUNS_MAX &&
                 take_count(root, "turn_limit", &limit) && limit >= 1 && limit <= UINT32_MAX &&
                 take_real(root, "alarm", &out->alarm) && out->alarm > 0.0 && out->alarm < 1.0;
#define TAKE(key) taken = taken && take_text(root, #key, out->key, sizeof out->key);
    TEXT_KEYS(TAKE)
#undef TAKE
    out->turn_limit = (uint32_t)limit;
    return taken && take_figures(json_object_get(root, "figures"), out);
}

/* Earlier versions knew runs of another kind, which were no games. */
static bool is_estimated(const json_t *root)
{
    const char *fidelity = json_string_value(json_object_get(root, "fidelity"));
    return fidelity && strcmp(fidelity, "sampled") == 0;
}

static wyrm_status fail_at(const char *file, const json_error_t *why, wyrm_error *error)
{
    wyrm_fail(error, WYRM_ERROR_SYNTAX, "no baseline: %.150s", why->text);
    if (error) {
        snprintf(error->file, sizeof error->file, "%s", file);
        error->line = why->line;
        error->column = why->column > 0 ? why->column : 1;
        error->length = 1;
    }
    return WYRM_ERROR_SYNTAX;
}

wyrm_status wyrm_gate_baseline_read(const char *file, const char *text, size_t length,
                                    wyrm_gate_baseline *out, wyrm_error *error)
{
    json_error_t why;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    *out = (wyrm_gate_baseline){0};
    if (!root)
        return fail_at(file, &why, error);
    const char *format = json_string_value(json_object_get(root, "format"));
    uint64_t version = 0;
    wyrm_status status = WYRM_OK;
    if (!format || strcmp(format, FORMAT) != 0 || !take_count(root, "format_version", &version))
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.200s: no baseline of wyrm", file);
    else if (version > VERSION)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "%.200s: a baseline of a newer version", file);
    else if (is_estimated(root))
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX,
                           "%.200s: its runs were estimated without maps, by an earlier version; "
                           "now runs are always played: 'wyrm compare RULESET --baseline FILE' "
                           "makes a new one",
                           file);
    else if (!take_all(root, out))
        status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.200s: a broken baseline", file);
    json_decref(root);
    return status;
}
