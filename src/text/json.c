/* Answers for scripts: one object with its keys in a fixed order, numbers that read back.
 *
 * What is not finite is null. Running out of memory is remembered and told once, when the answer
 * is put on a page.
 */
#include "base/arena.h"
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/design.h>

/* JSON answers over jansson: values, failures remembered, and the layout of the text. */

/* Significant digits: more are the rounding of the last operation. */
#define DIGITS 15

void wyrm_answer_set(wyrm_answer *json, json_t *object, const char *key, json_t *value)
{
    if (object != NULL && json_is_null(object)) /* what is not known has no members */
        json_decref(value);
    else if (json_object_set_new(object != NULL ? object : json->root, key, value) != 0)
        json->failed = true;
}

void wyrm_answer_append(wyrm_answer *json, json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) != 0)
        json->failed = true;
}

json_t *wyrm_answer_real(double value)
{
    return isfinite(value) ? json_real(value + 0.0) : json_null();
}

json_t *wyrm_answer_count(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_null();
}

json_t *wyrm_answer_text(const char *text)
{
    json_t *value = json_string(text);
    if (value != NULL)
        return value;
    /* Cut in the middle of a character: what is not ASCII goes. */
    char *copy = base_copy(text);
    if (copy == NULL)
        return NULL;
    for (char *at = copy; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    value = json_string(copy);
    wyrm_free(copy);
    return value;
}

json_t *wyrm_answer_interval(wyrm_interval interval)
{
    json_t *list = json_array();
    if (list == NULL || json_array_append_new(list, wyrm_answer_real(interval.low)) != 0 ||
        json_array_append_new(list, wyrm_answer_real(interval.high)) != 0) {
        json_decref(list);
        return NULL;
    }
    return list;
}

json_t *wyrm_answer_pmf(wyrm_answer *json, const wyrm_pmf *pmf)
{
    if (pmf == NULL)
        return json_null();
    json_t *list = json_array();
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        if (!(probabilities[i] > 0))
            continue;
        json_t *pair = json_array();
        wyrm_answer_append(json, pair, json_integer(wyrm_pmf_first(pmf) + (int64_t)i));
        wyrm_answer_append(json, pair, wyrm_answer_real(probabilities[i]));
        wyrm_answer_append(json, list, pair);
    }
    return list;
}

json_t *wyrm_answer_mean_sd(wyrm_answer *json, double mean, double sd)
{
    if (isnan(mean))
        return json_null();
    json_t *object = json_object();
    wyrm_answer_set(json, object, "mean", wyrm_answer_real(mean));
    wyrm_answer_set(json, object, "sd", wyrm_answer_real(sd));
    return object;
}

json_t *wyrm_answer_moments(wyrm_answer *json, const wyrm_moments *moments)
{
    wyrm_interval ci95 = wyrm_mean_interval(moments, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (moments->count == 0)
        return json_null();
    json_t *object = json_object();
    wyrm_answer_set(json, object, "mean", wyrm_answer_real(known ? moments->mean : (double)NAN));
    wyrm_answer_set(json, object, "sd",
                    wyrm_answer_real(known ? wyrm_moments_sd(moments) : (double)NAN));
    wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(ci95));
    return object;
}

json_t *wyrm_answer_ratio(wyrm_answer *json, const wyrm_clusters *clusters)
{
    wyrm_interval ci95 = wyrm_ratio_interval(clusters, 0.95);
    double value = wyrm_interval_is_known(ci95) ? wyrm_clusters_ratio(clusters) : (double)NAN;
    if (!(clusters->x > 0))
        return json_null();
    json_t *object = json_object();
    wyrm_answer_set(json, object, "value", wyrm_answer_real(value));
    wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(ci95));
    return object;
}

wyrm_answer wyrm_answer_new(const char *command, const wyrm_ruleset *ruleset)
{
    char schema[64];
    snprintf(schema, sizeof schema, "wyrm/%s/1", command);
    wyrm_answer json = {.root = json_object(), .digits = DIGITS};
    wyrm_answer_set(&json, NULL, "schema", json_string(schema));
    wyrm_answer_set(&json, NULL, "wyrm", json_string(wyrm_version()));
    if (ruleset != NULL) {
        json_t *object = json_object();
        wyrm_answer_set(&json, object, "name", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
        wyrm_answer_set(&json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
        wyrm_answer_set(&json, NULL, "ruleset", object);
    }
    return json;
}

void wyrm_answer_free(wyrm_answer *json)
{
    json_decref(json->root);
    json->root = NULL;
}

static int add_bytes(const char *bytes, size_t length, void *text)
{
    wyrm_text *out = text;
    wyrm_text_append_bytes(out, bytes, length);
    return out->failed ? -1 : 0;
}

/* Straight into the page, which remembers a failure: jansson's own buffer forgets that of a key. */
static void add_value(wyrm_page *page, const json_t *value, int digits)
{
    size_t layout = JSON_ENCODE_ANY | JSON_REAL_PRECISION((size_t)digits);
    if (json_dump_callback(value, add_bytes, &page->text, layout) != 0)
        wyrm_page_fail(page);
}

/* A list of objects, or of lists of lists, has one element a line. */
static void add_member(wyrm_page *page, const json_t *value, int digits)
{
    const json_t *first = json_array_get(value, 0);
    bool matrix = json_is_array(first) && json_array_size(first) > 2;
    if (!json_is_object(first) && !matrix) {
        add_value(page, value, digits);
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        wyrm_page_add(page, i == 0 ? "[\n    " : ",\n    ");
        add_value(page, json_array_get(value, i), digits);
    }
    wyrm_page_add(page, "\n  ]");
}

wyrm_status wyrm_answer_finish(const wyrm_answer *json, wyrm_page *page, wyrm_error *error)
{
    if (json->failed || json->root == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory while writing JSON");
    const char *separator = "{\n  ";
    const char *key;
    json_t *value;
    json_object_foreach(json->root, key, value)
    {
        wyrm_page_addf(page, "%s\"%s\": ", separator, key);
        add_member(page, value, json->digits);
        separator = ",\n  ";
    }
    wyrm_page_add(page, "\n}\n");
    return wyrm_page_status(page, error);
}

const char *wyrm_quantile_say(wyrm_style style, const wyrm_histogram *counts, double p,
                              wyrm_figure *out)
{
    wyrm_interval ci95;
    double value = wyrm_histogram_quantile(counts, p, &ci95);
    return wyrm_figure_whole(style, value, ci95, out);
}

json_t *wyrm_sampled_json(wyrm_answer *json, double value, wyrm_interval ci95)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "value", wyrm_answer_real(value));
    wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(ci95));
    return object;
}

json_t *wyrm_quantiles_json(wyrm_answer *json, const wyrm_histogram *counts)
{
    static const struct {
        const char *key;
        double p;
    } rows[] = {{"0.05", 0.05}, {"0.1", 0.1}, {"0.25", 0.25}, {"0.5", 0.5},
                {"0.75", 0.75}, {"0.9", 0.9}, {"0.95", 0.95}};
    json_t *quantiles = json_object();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wyrm_interval ci95;
        double value = wyrm_histogram_quantile(counts, rows[i].p, &ci95);
        wyrm_answer_set(json, quantiles, rows[i].key, wyrm_sampled_json(json, value, ci95));
    }
    return quantiles;
}
