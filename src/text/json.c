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

/* Significant digits: more are the rounding of the last operation. */
#define DIGITS 15

base_json wyrm_answer_begin(wyrm_page *page, const char *command, const wyrm_ruleset *ruleset)
{
    char schema[64];
    snprintf(schema, sizeof schema, "wyrm/%s/1", command);
    base_json json = {.text = &page->text, .digits = DIGITS, .spread = true};
    base_put_object(&json, NULL);
    base_put_text(&json, "schema", schema);
    base_put_text(&json, "wyrm", wyrm_version());
    if (ruleset != NULL)
        wyrm_put_ruleset(&json, "ruleset", ruleset);
    return json;
}

void wyrm_put_ruleset(base_json *json, const char *key, const wyrm_ruleset *ruleset)
{
    base_put_object(json, key);
    base_put_text(json, "name", wyrm_ruleset_name(ruleset));
    base_put_text(json, "hash", wyrm_ruleset_hash(ruleset));
    base_put_end(json);
}

void wyrm_put_interval(base_json *json, const char *key, wyrm_interval interval)
{
    base_put_list(json, key);
    base_put_real(json, NULL, interval.low);
    base_put_real(json, NULL, interval.high);
    base_put_end(json);
}

void wyrm_put_ci95(base_json *json, const char *key, const wyrm_estimate *estimate)
{
    if (estimate->sampled)
        wyrm_put_interval(json, key, estimate->ci95);
    else
        base_put_null(json, key);
}

void wyrm_put_estimate(base_json *json, const char *key, const wyrm_estimate *estimate)
{
    char name[64];
    snprintf(name, sizeof name, "%s_ci95", key);
    base_put_real(json, key, estimate->value);
    wyrm_put_ci95(json, name, estimate);
}

void wyrm_put_pmf(base_json *json, const char *key, const wyrm_pmf *pmf)
{
    if (pmf == NULL) {
        base_put_null(json, key);
        return;
    }
    const double *probabilities = wyrm_pmf_probabilities(pmf);
    base_put_list(json, key);
    for (size_t i = 0; i < wyrm_pmf_length(pmf); i++) {
        if (!(probabilities[i] > 0))
            continue;
        base_put_list(json, NULL);
        base_put_whole(json, NULL, wyrm_pmf_first(pmf) + (int64_t)i);
        base_put_real(json, NULL, probabilities[i]);
        base_put_end(json);
    }
    base_put_end(json);
}

void wyrm_put_mean_sd(base_json *json, const char *key, double mean, double sd)
{
    if (isnan(mean)) {
        base_put_null(json, key);
        return;
    }
    base_put_object(json, key);
    base_put_real(json, "mean", mean);
    base_put_real(json, "sd", sd);
    base_put_end(json);
}

bool wyrm_open_moments(base_json *json, const char *key, const wyrm_moments *moments)
{
    wyrm_interval ci95 = wyrm_mean_interval(moments, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (moments->count == 0) {
        base_put_null(json, key);
        return false;
    }
    base_put_object(json, key);
    base_put_real(json, "mean", known ? moments->mean : (double)NAN);
    base_put_real(json, "sd", known ? wyrm_moments_sd(moments) : (double)NAN);
    wyrm_put_interval(json, "ci95", ci95);
    return true;
}

void wyrm_put_moments(base_json *json, const char *key, const wyrm_moments *moments)
{
    if (wyrm_open_moments(json, key, moments))
        base_put_end(json);
}

void wyrm_put_ratio(base_json *json, const char *key, const wyrm_clusters *clusters)
{
    wyrm_interval ci95 = wyrm_ratio_interval(clusters, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (clusters->x > 0)
        wyrm_put_sampled(json, key, known ? wyrm_clusters_ratio(clusters) : (double)NAN, ci95);
    else
        base_put_null(json, key);
}

void wyrm_put_sampled(base_json *json, const char *key, double value, wyrm_interval ci95)
{
    base_put_object(json, key);
    base_put_real(json, "value", value);
    wyrm_put_interval(json, "ci95", ci95);
    base_put_end(json);
}

void wyrm_put_quantiles(base_json *json, const char *key, const wyrm_histogram *counts)
{
    static const char *const names[] = {"0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95"};
    static const double shares[] = {0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95};
    base_put_object(json, key);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        wyrm_interval ci95;
        double value = wyrm_histogram_quantile(counts, shares[i], &ci95);
        wyrm_put_sampled(json, names[i], value, ci95);
    }
    base_put_end(json);
}
