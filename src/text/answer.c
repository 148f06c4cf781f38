/* Answers: one object for scripts, tables for people, and rows that serve both.
 *
 * A row says once what is told of a thing: the key of a member, the heading of a column, what kind
 * of value it is and where it stands. One loop writes members from rows and another one cells, so
 * that what scripts and people are told cannot disagree. Objects have their keys in a fixed order
 * and numbers that read back; what is not finite is null. Running out of memory is remembered by
 * the page and told once. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Significant digits: more are the rounding of the last operation. */
#define DIGITS 15

/* ---- Rows ---- */

void text_columns(wyrm_table *table, const text_row *rows)
{
    for (; rows->unit != TEXT_END; rows++)
        if (rows->heading != NULL)
            wyrm_table_column(table, rows->unit <= TEXT_WORDS ? WYRM_LEFT : WYRM_RIGHT,
                              rows->heading);
}

void text_cells(wyrm_table *table, const text_row *rows, const void *of)
{
    for (; rows->unit != TEXT_END; rows++) {
        const void *at = (const char *)of + rows->offset;
        text_unit unit = rows->unit;
        if (rows->heading == NULL)
            continue;
        if (unit <= TEXT_WORDS)
            wyrm_table_cell(table, unit == TEXT_NAME ? *(const char *const *)at : at);
        else if (unit == TEXT_WHOLE)
            wyrm_cell_exact(table, *(const int32_t *)at);
        else if (unit == TEXT_CHANCE)
            wyrm_cell_percent(table, *(const double *)at);
        else if (unit == TEXT_ESTIMATE || unit == TEXT_SHARE)
            wyrm_cell_estimate(table, *(const wyrm_estimate *)at, unit == TEXT_SHARE);
        else if (unit == TEXT_MOMENTS)
            wyrm_cell_mean(table, at);
        else if (unit == TEXT_RATIO)
            wyrm_cell_ratio(table, at);
        else
            wyrm_cell_exact(table, *(const double *)at);
    }
}

void text_put(base_json *json, const text_row *rows, const void *of)
{
    for (; rows->unit != TEXT_END; rows++) {
        const void *at = (const char *)of + rows->offset;
        const char *key = rows->key;
        text_unit unit = rows->unit;
        if (key == NULL)
            continue;
        if (unit <= TEXT_WORDS)
            base_put_text(json, key, unit == TEXT_NAME ? *(const char *const *)at : at);
        else if (unit == TEXT_WHOLE)
            base_put_whole(json, key, *(const int32_t *)at);
        else if (unit == TEXT_ESTIMATE || unit == TEXT_SHARE)
            wyrm_put_estimate(json, key, at);
        else if (unit == TEXT_MOMENTS)
            wyrm_put_moments(json, key, at);
        else if (unit == TEXT_RATIO)
            wyrm_put_ratio(json, key, at);
        else
            base_put_real(json, key, *(const double *)at);
    }
}

void text_put_list(base_json *json, const char *key, const text_row *rows, const void *list,
                   size_t count, size_t size)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++) {
        base_put_object(json, NULL);
        text_put(json, rows, (const char *)list + i * size);
        base_put_end(json);
    }
    base_put_end(json);
}

/* ---- Values for scripts ---- */

base_json wyrm_answer_begin(wyrm_page *page, const char *command, const wyrm_ruleset *ruleset)
{
    char schema[64];
    snprintf(schema, sizeof schema, "wyrm/%s/1", command);
    base_json json = {.text = &page->text, .digits = DIGITS, .spread = true};
    base_putf(&json, "{schema:%s wyrm:%s", schema, wyrm_version());
    if (ruleset != NULL)
        base_putf(&json, "ruleset:{name:%s hash:%s}", wyrm_ruleset_name(ruleset),
                  wyrm_ruleset_hash(ruleset));
    return json;
}

void wyrm_put_interval(base_json *json, const char *key, wyrm_interval interval)
{
    base_putf(json, "%s:[%g %g]", key, interval.low, interval.high);
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

void wyrm_put_sampled(base_json *json, const char *key, double value, wyrm_interval ci95)
{
    base_putf(json, "%s:{value:%g ci95:[%g %g]}", key, value, ci95.low, ci95.high);
}

bool wyrm_open_moments(base_json *json, const char *key, const wyrm_moments *moments)
{
    wyrm_interval ci95 = wyrm_mean_interval(moments, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (moments->count == 0) {
        base_put_null(json, key);
        return false;
    }
    base_putf(json, "%s:{mean:%g sd:%g ci95:[%g %g]", key, known ? moments->mean : (double)NAN,
              known ? wyrm_moments_sd(moments) : (double)NAN, ci95.low, ci95.high);
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

void wyrm_put_mean_sd(base_json *json, const char *key, double mean, double sd)
{
    if (isnan(mean)) {
        base_put_null(json, key);
        return;
    }
    base_putf(json, "%s:{mean:%g sd:%g}", key, mean, sd);
}

void wyrm_put_pmf(base_json *json, const char *key, const wyrm_pmf *pmf)
{
    if (pmf == NULL) {
        base_put_null(json, key);
        return;
    }
    base_put_list(json, key);
    for (int64_t at = wyrm_pmf_first(pmf); at <= wyrm_pmf_last(pmf); at++) {
        double probability = wyrm_pmf_at(pmf, at);
        if (!(probability > 0))
            continue;
        base_putf(json, "[%" PRId64 " %g]", at, probability);
    }
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
