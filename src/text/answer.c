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
#include <stdlib.h>
#include <string.h>

/* Significant digits: more are the rounding of the last operation. */
#define DIGITS 15

/* ---- Rows for people ---- */

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
        else if (unit == TEXT_FOUGHT)
            wyrm_cell_fought(table, *(const wyrm_estimate *)at);
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

static void put_sampled(base_json *json, const char *key, double value, wyrm_interval ci95)
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
        put_sampled(json, names[i], value, ci95);
    }
    base_put_end(json);
}

/* ---- Values of a ruleset for scripts ---- */

/* As it may stand in a file: a number, the two ends of a range, or a text. */
static void put_amount(base_json *json, const char *key, const wyrm_value *value)
{
    const char *text = wyrm_amount_text(wyrm_value_amount(value));
    char *written = NULL;
    json->text->failed |= wyrm_value_flow(value, &written, NULL) != WYRM_OK;
    if (written != NULL && written[0] == '[')
        base_putf(json, "%s:[%" PRId64 " %" PRId64 "]", key, (int64_t)wyrm_value_low(value),
                  (int64_t)wyrm_value_high(value));
    else if (strspn(text, "-0123456789") == strlen(text))
        base_put_whole(json, key, wyrm_value_integer(value));
    else
        base_put_text(json, key, text);
    wyrm_free(written);
}

/* A value of any kind. A ratio, "1/10", is a text, so that it reads back exactly; whole numbers
 * are such. */
void text_put_value(base_json *json, const char *key, const wyrm_value *value)
{
    const wyrm_kind kind = wyrm_value_kind(value);
    const wyrm_depth_row *rows = kind == WYRM_KIND_TABLE ? wyrm_value_rows(value) : NULL;
    const wyrm_ratio ratio = wyrm_value_ratio(value);
    double low = wyrm_value_low(value), high = wyrm_value_high(value);
    bool list = kind == WYRM_KIND_LIST;
    char text[48], *margin = NULL;
    if (kind == WYRM_KIND_BOOL)
        base_put_bool(json, key, wyrm_value_bool(value));
    else if (kind == WYRM_KIND_INTEGER)
        base_put_whole(json, key, wyrm_value_integer(value));
    else if (kind == WYRM_KIND_REAL)
        base_put_real(json, key, wyrm_value_real(value));
    else if (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE)
        base_put_text(json, key, wyrm_value_text(value));
    else if (kind == WYRM_KIND_RATIO && ratio.denominator == 1)
        base_put_whole(json, key, ratio.numerator);
    else if (kind == WYRM_KIND_RATIO) {
        snprintf(text, sizeof text, "%" PRId64 "/%" PRId64, ratio.numerator, ratio.denominator);
        base_put_text(json, key, text);
    } else if (kind == WYRM_KIND_RANGE) {
        base_putf(json, "%s:[%" PRId64 " %" PRId64 "]", key, (int64_t)low, (int64_t)high);
    } else if (kind == WYRM_KIND_INTERVAL) {
        base_putf(json, "%s:[%g %g]", key, low, high);
    } else if (kind == WYRM_KIND_TABLE) {
        base_put_list(json, key);
        for (size_t i = 0; i < wyrm_value_count(value); i++)
            base_putf(json, "[%g %d]", rows[i].value, (int)rows[i].from_depth);
        base_put_end(json);
    } else if (kind == WYRM_KIND_AMOUNT) {
        put_amount(json, key, value);
    } else if (kind == WYRM_KIND_MARGIN && !wyrm_value_is_relative(value)) {
        base_put_real(json, key, wyrm_value_real(value));
    } else if (kind == WYRM_KIND_MARGIN) {
        json->text->failed |= wyrm_value_flow(value, &margin, NULL) != WYRM_OK;
        base_put_text(json, key, margin);
        wyrm_free(margin);
    } else if (list || kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP) {
        (list ? base_put_list : base_put_object)(json, key);
        for (size_t i = 0; i < wyrm_value_count(value); i++)
            text_put_value(json, list ? NULL : wyrm_value_key(value, i), wyrm_value_item(value, i));
        base_put_end(json);
    } else {
        base_put_null(json, key);
    }
}

/* ---- Rows for scripts ---- */

static void put_estimate(base_json *json, const char *key, const wyrm_estimate *estimate)
{
    char name[64];
    snprintf(name, sizeof name, "%s_ci95", key);
    base_put_real(json, key, estimate->value);
    wyrm_put_ci95(json, name, estimate);
}

static void put_ratio(base_json *json, const char *key, const wyrm_clusters *clusters)
{
    wyrm_interval ci95 = wyrm_ratio_interval(clusters, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (clusters->x > 0)
        put_sampled(json, key, known ? wyrm_clusters_ratio(clusters) : (double)NAN, ci95);
    else
        base_put_null(json, key);
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
        else if (unit == TEXT_FOUGHT && !((const wyrm_estimate *)at)->sampled)
            base_put_real(json, key, ((const wyrm_estimate *)at)->value);
        else if (unit == TEXT_ESTIMATE || unit == TEXT_SHARE || unit == TEXT_FOUGHT)
            put_estimate(json, key, at);
        else if (unit == TEXT_MOMENTS)
            wyrm_put_moments(json, key, at);
        else if (unit == TEXT_RATIO)
            put_ratio(json, key, at);
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

/* ---- Rows of the gate: what both sides came to, and how they differ ---- */

static bool is_share(const wyrm_gate_row *row)
{
    return strcmp(row->unit, "share") == 0;
}

const char *wyrm_gate_value_text(wyrm_style style, const wyrm_gate_row *row, bool after,
                                 wyrm_figure *out)
{
    const wyrm_estimate mean = {.value = after ? row->after : row->before,
                                .sampled = true,
                                .ci95 = after ? row->after_ci95 : row->before_ci95};
    return is_share(row) ? wyrm_figure_estimated_share(style, &mean, out)
                         : wyrm_figure_estimate(style, &mean, out);
}

/* "+1.2 ± 0.4", in points for shares; `more` decimals than the interval supports. */
static const char *difference_of(wyrm_style style, const char *unit, double difference,
                                 wyrm_interval ci95, int more, wyrm_figure *out)
{
    bool share = strcmp(unit, "share") == 0;
    double scale = share ? 100.0 : 1.0;
    wyrm_figure figure;
    if (ci95.high - ci95.low <= 0.0)
        snprintf(figure.text, sizeof figure.text, "%.4g", scale * difference);
    else
        wyrm_figure_sampled(style, scale * difference,
                            (wyrm_interval){scale * ci95.low, scale * ci95.high}, more, &figure);
    snprintf(out->text, sizeof out->text, "%s%.50s%s", strtod(figure.text, NULL) > 0.0 ? "+" : "",
             figure.text, share ? " points" : "");
    return out->text;
}

#define DECIMALS_MORE 4 /* that a difference may need beyond those that its interval supports */

/* Whether the answer about a row follows from its difference as it is written: "-5.2 ± 2.1" is more
 * than a margin of 5. */
static bool answer_follows(const wyrm_gate_row *row, const char *text)
{
    const double nothing = 1e-9, scale = is_share(row) ? 100.0 : 1.0;
    double margin = scale * row->margin;
    const char *half_text = strstr(text, "± ");
    half_text = half_text ? half_text + strlen("± ") : strstr(text, "+- ");
    if (!half_text)
        return true; /* without an interval */
    double difference = fabs(strtod(text, NULL)),
           half = strtod(half_text + strspn(half_text, "+- "), NULL);
    bool beyond = scale * fabs(row->difference) > margin;
    bool within = row->ci95.low >= -row->margin && row->ci95.high <= row->margin;
    return (difference > margin + nothing) == beyond &&
           (difference + half <= margin + nothing) == within;
}

const char *wyrm_gate_difference_text(wyrm_style style, const wyrm_gate_row *row, wyrm_figure *out)
{
    for (int more = 0; more <= DECIMALS_MORE; more++) {
        difference_of(style, row->unit, row->difference, row->ci95, more, out);
        if (answer_follows(row, out->text))
            break;
    }
    return out->text;
}

wyrm_table wyrm_gate_table(const wyrm_gate *gate, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "<metric|<answer|>difference|>margin|>before|>after");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, row->metric);
        wyrm_table_cell(&table, wyrm_gate_answer_word(row->answer));
        wyrm_table_cell(&table, wyrm_gate_difference_text(page->style, row, &figure));
        wyrm_figure_exact(is_share(row) ? 100.0 * row->margin : row->margin, &figure);
        wyrm_table_cellf(&table, "%.50s%s", figure.text, is_share(row) ? " points" : "");
        wyrm_table_cell(&table, wyrm_gate_value_text(page->style, row, false, &figure));
        wyrm_table_cell(&table, wyrm_gate_value_text(page->style, row, true, &figure));
    }
    return table;
}

/* ---- vaults ---- */

void wyrm_say_vaults(const wyrm_design *design, int32_t last, bool monsters, const char *item,
                     wyrm_page *page)
{
    double sum = 0, most = 0, alone = 0;
    int32_t deepest = 0, emptiest = 0;
    wyrm_figure all, one, share;
    for (int32_t d = 1; d <= last; d++) {
        const wyrm_vault_means at =
            wyrm_mapper_vault_means(wyrm_design_mapper(design), d, -1, item);
        const double number = monsters ? at.monsters : at.items;
        sum += number;
        if (number > most)
            most = number, deepest = d;
        if (at.alone > alone)
            alone = at.alone, emptiest = d;
    }
    if (sum > 0)
        page_say(page,
                 "Vaults are not counted: on average they bring %s %s besides down to depth %d, %s "
                 "of them to depth %d, where maps have room for them.",
                 wyrm_figure_exact(sum, &all),
                 item       ? item
                 : monsters ? "monsters"
                            : "items",
                 (int)last, wyrm_figure_exact(most, &one), (int)deepest);
    if (alone > 0)
        page_say(page,
                 "Figures are of floors that are filled: of depth %d %s are a vault to which "
                 "nothing else comes.",
                 (int)emptiest, wyrm_figure_percent(alone, &share));
}

void wyrm_put_vaults(base_json *json, const wyrm_design *design, int32_t last, const char *item)
{
    bool any = false;
    for (int32_t d = 1; d <= last; d++) {
        const wyrm_vault_means at =
            wyrm_mapper_vault_means(wyrm_design_mapper(design), d, -1, item);
        if (!(at.monsters > 0 || at.items > 0 || at.alone > 0))
            continue;
        if (!any)
            base_putf(json, "vaults:[");
        any = true;
        base_putf(json, "{depth:%d monsters:%g items:%g alone:%g}", (int)d, at.monsters, at.items,
                  at.alone);
    }
    if (any)
        base_putf(json, "]");
}
