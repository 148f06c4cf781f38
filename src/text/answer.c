/* What the answers of all commands share: rows that serve JSON and tables alike, values of a
 * ruleset as JSON, bar charts of distributions, rows of the gate, the table of two fighters, and
 * the sentences on what an answer leaves out.
 *
 * A row says once how a field of a struct is shown: its key in JSON, the heading of its column, its
 * kind and its offset. One loop writes JSON members from rows and another one cells, so that
 * scripts and people are never given different figures. JSON objects have their keys in a fixed
 * order and numbers that read back exactly; what is not finite is null. Running out of memory is
 * remembered by the page and reported once. */
#include "base/amount.h"
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Significant digits in JSON: more would be rounding errors of the last operation. */
#define DIGITS 15

/* ---- Rows as tables ---- */

void text_columns(text_table *table, const text_row *rows)
{
    for (; rows->unit != TEXT_END; rows++)
        if (rows->heading != NULL)
            text_table_column(table, rows->unit <= TEXT_WORDS ? TEXT_LEFT : TEXT_RIGHT,
                              rows->heading);
}

void text_cells(text_table *table, const text_row *rows, const void *of)
{
    for (; rows->unit != TEXT_END; rows++) {
        const void *at = (const char *)of + rows->offset;
        text_unit unit = rows->unit;
        if (rows->heading == NULL)
            continue;
        if (unit <= TEXT_WORDS)
            text_table_cell(table, unit == TEXT_NAME ? *(const char *const *)at : at);
        else if (unit == TEXT_WHOLE)
            text_cell_exact(table, *(const int32_t *)at);
        else if (unit == TEXT_CHANCE)
            text_cell_percent(table, *(const double *)at);
        else if (unit == TEXT_FOUGHT)
            text_cell_fought(table, *(const wyrm_estimate *)at);
        else if (unit == TEXT_ESTIMATE || unit == TEXT_SHARE)
            text_cell_estimate(table, *(const wyrm_estimate *)at, unit == TEXT_SHARE);
        else if (unit == TEXT_MOMENTS)
            text_cell_mean(table, at);
        else if (unit == TEXT_RATIO)
            text_cell_ratio(table, at);
        else
            text_cell_exact(table, *(const double *)at);
    }
}

/* ---- Values as JSON ---- */

base_json text_answer_begin(text_page *page, const char *command, const wyrm_ruleset *ruleset)
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

void text_put_interval(base_json *json, const char *key, wyrm_interval interval)
{
    base_putf(json, "%s:[%g %g]", key, interval.low, interval.high);
}

void text_put_ci95(base_json *json, const char *key, const wyrm_estimate *estimate)
{
    if (estimate->sampled)
        text_put_interval(json, key, estimate->ci95);
    else
        base_put_null(json, key);
}

static void put_sampled(base_json *json, const char *key, double value, wyrm_interval ci95)
{
    base_putf(json, "%s:{value:%g ci95:[%g %g]}", key, value, ci95.low, ci95.high);
}

bool text_open_moments(base_json *json, const char *key, const wyrm_moments *moments)
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

void text_put_moments(base_json *json, const char *key, const wyrm_moments *moments)
{
    if (text_open_moments(json, key, moments))
        base_put_end(json);
}

void text_put_mean_sd(base_json *json, const char *key, double mean, double sd)
{
    if (isnan(mean)) {
        base_put_null(json, key);
        return;
    }
    base_putf(json, "%s:{mean:%g sd:%g}", key, mean, sd);
}

void text_put_pmf(base_json *json, const char *key, const wyrm_pmf *pmf)
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

void text_put_quantiles(base_json *json, const wyrm_histogram *counts)
{
    static const char *const names[] = {"0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95"};
    static const double shares[] = {0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95};
    base_put_object(json, "quantiles");
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        wyrm_interval ci95;
        double value = wyrm_histogram_quantile(counts, shares[i], &ci95);
        put_sampled(json, names[i], value, ci95);
    }
    base_put_end(json);
}

/* ---- Values of a ruleset as JSON ---- */

/* An amount as it may stand in a file: a number, the two ends of a range, or a text. */
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

/* A value of any kind. A ratio is a text, "1/10", so that it reads back exactly, unless it is a
 * whole number. */
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

/* ---- Rows as JSON ---- */

static void put_estimate(base_json *json, const char *key, const wyrm_estimate *estimate)
{
    char name[64];
    snprintf(name, sizeof name, "%s_ci95", key);
    base_put_real(json, key, estimate->value);
    text_put_ci95(json, name, estimate);
}

static void put_ratio(base_json *json, const char *key, const wyrm_ratio_estimate *clusters)
{
    wyrm_interval ci95 = wyrm_ratio_interval(clusters, 0.95);
    bool known = wyrm_interval_is_known(ci95);
    if (clusters->x > 0)
        put_sampled(json, key, known ? wyrm_ratio_estimate_value(clusters) : (double)NAN, ci95);
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
            text_put_moments(json, key, at);
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

/* ---- Bar charts of distributions ----
 *
 * Neighbouring bars must cover equally many possible values, or the chart shows steps and gaps that
 * the distribution does not have: a fight whose length is always a multiple of three turns would
 * get bars of 0 % between, and bins of width two would hold now one and now two of the values that
 * halves are rounded to. So bins lie on the grid of the values that occur; a bin width is chosen
 * that gives each about as many of them; and a stretch without any is one line, however long. */

#define LINES_MAX 24   /* besides one more where the ends do not fall on whole bins */
#define RARE      5e-4 /* probability: the tail beyond, at either end, shares one line */
#define NEVER     2e-12

/* A range of values on one line of the chart. */
typedef struct chart_line {
    double share;
    char label[48];
    text_figure text;
} chart_line;

static chart_line line_of(const text_page *page, const wyrm_pmf *pmf, uint64_t samples,
                          int64_t least, int64_t greatest)
{
    chart_line out;
    double share = fmax(wyrm_pmf_tail(pmf, least) - wyrm_pmf_tail(pmf, greatest + 1), 0);
    uint64_t seen = (uint64_t)llround(share * (double)samples);
    out.share = share;
    snprintf(out.label, sizeof out.label, least < greatest ? "%" PRId64 "..%" PRId64 : "%" PRId64,
             least, greatest);
    if (samples == 0)
        text_figure_percent(share, &out.text);
    else
        text_figure_share(page->style, share, wyrm_share_interval(seen, samples, 0.95), &out.text);
    return out;
}

/* The values first..last of a pmf, both ends included, which are multiples of `grid` apart. */
typedef struct chart_values {
    const wyrm_pmf *pmf;
    int64_t first, last, grid;
    size_t count; /* values that occur */
} chart_values;

static bool occurs(const chart_values *of, int64_t value)
{
    return wyrm_pmf_at(of->pmf, value) > NEVER;
}

static chart_values values_of(const wyrm_pmf *pmf, int64_t first, int64_t last)
{
    chart_values out = {pmf, first, last, 0, 0};
    for (int64_t at = first; at <= last; at++) {
        if (!occurs(&out, at))
            continue;
        out.grid = common_divisor(out.grid, at - first); /* of all distances */
        out.count++;
    }
    out.grid = out.grid > 0 ? out.grid : 1;
    return out;
}

/* The first value from `at` on that occurs, or one beyond `last`. */
static int64_t next_value(const chart_values *of, int64_t at)
{
    while (at <= of->last && !occurs(of, at))
        at += of->grid;
    return at;
}

/* Splits the values into bins of `width` grid steps. A stretch of at least that width where nothing
 * occurs becomes one bin, behind which the others start anew. Returns the number of bins, or
 * LINES_MAX + 2 where there are too many. *uneven: the difference between the most and the fewest
 * values in an inner bin, relative to `width`. */
static size_t part_values(const chart_values *of, int64_t width, int64_t (*bins)[2], double *uneven)
{
    size_t count = 0;
    int64_t step = width * of->grid, least = width, most = 0;
    for (int64_t at = of->first, next; at <= of->last; at = next) {
        int64_t found = 0, end = at;
        if (count + 2 > LINES_MAX + 1)
            return LINES_MAX + 2;
        for (int64_t value = at; value < at + step && value <= of->last; value += of->grid)
            if (occurs(of, value)) {
                found++;
                end = value;
            }
        next = next_value(of, at + step);
        bool gap = next >= at + 2 * step && next <= of->last;
        next = gap ? next : at + step;
        bins[count][0] = at;
        bins[count++][1] = gap || next > of->last ? end : next - of->grid;
        if (gap) {
            bins[count][0] = end + 1;
            bins[count++][1] = next - 1;
        } else if (next <= of->last) {
            least = found < least ? found : least;
            most = found > most ? found : most;
        }
    }
    *uneven = most > least ? (double)(most - least) / (double)width : 0;
    return count;
}

/* The bins for a chart: the narrowest that fit, unless wider ones, up to twice as wide, hold values
 * more evenly. */
static size_t find_bins(const chart_values *of, int64_t (*bins)[2])
{
    int64_t least = (int64_t)((of->count + LINES_MAX - 1) / LINES_MAX), best = 0;
    double evenest = INFINITY, uneven = 0;
    for (int64_t width = least; best == 0 || width <= 2 * best; width += 1 + width / 16)
        if (part_values(of, width, bins, &uneven) <= LINES_MAX + 1) {
            least = uneven < evenest - 1e-9 || best == 0 ? width : least;
            evenest = fmin(evenest, uneven);
            best = best == 0 ? width : best;
        }
    return part_values(of, least, bins, &uneven);
}

/* The bins are those of the values between both rare tails, which get the first and the last
 * line. */
void text_chart_pmf(text_page *page, const wyrm_pmf *pmf, uint64_t samples, const char *heading)
{
    chart_line lines[LINES_MAX + 3];
    int64_t bins[LINES_MAX + 1][2];
    int64_t first = wyrm_pmf_quantile(pmf, RARE), last = wyrm_pmf_quantile(pmf, 1 - RARE);
    int64_t lowest = wyrm_pmf_first(pmf), highest = wyrm_pmf_last(pmf);
    const chart_values values = values_of(pmf, first, last);
    size_t count = 0, parts = find_bins(&values, bins);
    int width = text_display_width(heading), shares = 7;
    double most = 0;
    if (first > lowest)
        lines[count++] = line_of(page, pmf, samples, lowest, first - 1);
    for (size_t i = 0; i < parts; i++)
        lines[count++] = line_of(page, pmf, samples, bins[i][0], bins[i][1]);
    if (last < highest)
        lines[count++] = line_of(page, pmf, samples, last + 1, highest);
    for (size_t i = 0; i < count; i++) {
        int letters = text_display_width(lines[i].text.text), label = (int)strlen(lines[i].label);
        width = label > width ? label : width;
        shares = letters > shares ? letters : shares;
        most = fmax(most, lines[i].share);
    }
    int columns = page->style.width - width - shares - 8;
    columns = columns < TEXT_BAR_LETTERS ? columns : TEXT_BAR_LETTERS;
    page_spaces(page, 3 + width - text_display_width(heading));
    page_toned(page, TEXT_TONE_STRONG, heading);
    page_spaces(page, shares - 3);
    page_toned(page, TEXT_TONE_STRONG, "share\n");
    for (size_t i = 0; i < count; i++) {
        page_addf(page, "   %*s  ", width, lines[i].label);
        page_spaces(page, shares - text_display_width(lines[i].text.text));
        page_add(page, lines[i].text.text);
        const text_bar bar = text_bar_of(page->style, lines[i].share / most, columns);
        if (columns > 0 && bar.text[0] != '\0') {
            page_spaces(page, 2);
            page_add(page, bar.text);
        }
        page_add(page, "\n");
    }
}

/* ---- Rows of the gate: the means of both sides and their difference ---- */

static bool is_share(const wyrm_gate_row *row)
{
    return strcmp(row->unit, "share") == 0;
}

const char *text_gate_value_text(text_style style, const wyrm_gate_row *row, bool after,
                                 text_figure *out)
{
    const wyrm_estimate mean = {.value = after ? row->after : row->before,
                                .sampled = true,
                                .ci95 = after ? row->after_ci95 : row->before_ci95};
    if (row->count > 1 && (after ? row->after_sd : row->before_sd) == 0.0 &&
        !wyrm_interval_is_known(mean.ci95))
        return text_figure_all(mean.value, out);
    return is_share(row) ? text_figure_estimated_share(style, &mean, out)
                         : text_figure_estimate(style, &mean, out);
}

/* A difference with its sign, of shares in percentage points: "+1.2 ± 0.4 points"; with `more`
 * decimals beyond those that its interval supports. */
static const char *difference_of(text_style style, const char *unit, double difference,
                                 wyrm_interval ci95, int more, text_figure *out)
{
    bool share = strcmp(unit, "share") == 0;
    double scale = share ? 100.0 : 1.0;
    text_figure figure;
    if (ci95.high - ci95.low <= 0.0)
        snprintf(figure.text, sizeof figure.text, "%.4g", scale * difference);
    else
        text_figure_sampled(style, scale * difference,
                            (wyrm_interval){scale * ci95.low, scale * ci95.high}, more, &figure);
    snprintf(out->text, sizeof out->text, "%s%.50s%s", strtod(figure.text, NULL) > 0.0 ? "+" : "",
             figure.text, share ? " points" : "");
    return out->text;
}

#define DECIMALS_MORE 4 /* decimals beyond those of an interval, where answers need them */

/* Whether a reader who compares the printed difference with the margin comes to the row's answer:
 * "-5.2 ± 2.1" is beyond a margin of 5. Rounding may hide that. */
static bool answer_follows(const wyrm_gate_row *row, const char *text)
{
    const double nothing = 1e-9, scale = is_share(row) ? 100.0 : 1.0;
    double margin = scale * row->margin;
    const char *half_text = strstr(text, "± ");
    half_text = half_text ? half_text + strlen("± ") : strstr(text, "+- ");
    if (!half_text)
        return true; /* no interval */
    double difference = fabs(strtod(text, NULL)),
           half = strtod(half_text + strspn(half_text, "+- "), NULL);
    bool beyond = scale * fabs(row->difference) > margin + nothing;
    bool within =
        scale * row->ci95.low >= -margin - nothing && scale * row->ci95.high <= margin + nothing;
    return (difference > margin + nothing) == beyond &&
           (difference + half <= margin + nothing) == within;
}

const char *text_gate_difference_text(text_style style, const wyrm_gate_row *row, text_figure *out)
{
    for (int more = 0; more <= DECIMALS_MORE; more++) {
        difference_of(style, row->unit, row->difference, row->ci95, more, out);
        if (answer_follows(row, out->text))
            break;
    }
    return out->text;
}

text_table text_gate_table(const wyrm_gate *gate, text_page *page)
{
    text_table table = text_table_of(page, "<metric|<answer|>difference|>margin|>before|>after");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        text_figure figure;
        text_table_cell(&table, row->metric);
        text_table_cell(&table, wyrm_gate_answer_word(row->answer));
        text_table_cell(&table, text_gate_difference_text(page->style, row, &figure));
        text_figure_exact(is_share(row) ? 100.0 * row->margin : row->margin, &figure);
        text_table_cellf(&table, "%.50s%s", figure.text, is_share(row) ? " points" : "");
        text_table_cell(&table, text_gate_value_text(page->style, row, false, &figure));
        text_table_cell(&table, text_gate_value_text(page->style, row, true, &figure));
    }
    return table;
}

/* ---- Combatants: a table of two, a JSON object of one ---- */

/* Stats that a ruleset writes as one value (`written`), in its words: "[2, 5]", "1d8+2"; "-" where
 * the record has none. */
static void say_parts(const wyrm_combat *combat, const wyrm_combatant *fighter, const char *written,
                      char *words, size_t size)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    double parts[WYRM_PART_PLUS + 1] = {0};
    const wyrm_amount *whole = NULL;
    for (size_t s = 0; stats[s].name != NULL; s++) {
        bool meant = stats[s].written != NULL && strcmp(stats[s].written, written) == 0;
        if (meant && stats[s].part != WYRM_PART_WHOLE)
            parts[stats[s].part] = fighter->stats[s];
        else if (meant && whole == NULL)
            whole = wyrm_combat_amount(combat, fighter->stats[s]);
    }
    const double least = parts[WYRM_PART_LEAST], greatest = parts[WYRM_PART_GREATEST];
    if (whole != NULL)
        snprintf(words, size, "%s", wyrm_amount_text(whole));
    else if (parts[WYRM_PART_DICE] > 0)
        snprintf(words, size, parts[WYRM_PART_PLUS] != 0 ? "%.0fd%.0f%+.0f" : "%.0fd%.0f",
                 parts[WYRM_PART_DICE], parts[WYRM_PART_SIDES], parts[WYRM_PART_PLUS]);
    else if (greatest > least)
        snprintf(words, size, "[%.0f, %.0f]", least, greatest);
    else if (greatest > 0 || parts[WYRM_PART_PLUS] != 0)
        snprintf(words, size, "%.0f", greatest + parts[WYRM_PART_PLUS]);
    else
        snprintf(words, size, "-");
}

/* Whether the table has a column for stat s: it, or a stat that is written in one value with it,
 * counts for either side and differs from its default. Only the first stat of such a value gets the
 * column. */
static bool has_column(const wyrm_combat *combat, size_t s, const wyrm_combatant *const fighters[2])
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const char *written = stats[s].written;
    bool told = false;
    for (size_t t = 0; stats[t].name != NULL; t++) {
        bool same = t == s || (written != NULL && stats[t].written != NULL &&
                               strcmp(stats[t].written, written) == 0);
        if (same && t < s)
            return false;
        for (size_t side = 0; side < 2 && same; side++)
            told |= (fighters[side]->stats[t] < stats[t].default_value ||
                     fighters[side]->stats[t] > stats[t].default_value) &&
                    combat_stat_counts(combat, fighters[side], (int32_t)t);
    }
    return told;
}

static void add_stat(text_table *table, const wyrm_combat *combat, const wyrm_combatant *fighter,
                     size_t s)
{
    const wyrm_stat *stat = &wyrm_combat_stats(combat)[s];
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    if (stat->written != NULL)
        say_parts(combat, fighter, stat->written, words, sizeof words);
    if (!combat_stat_counts(combat, fighter, (int32_t)s))
        text_table_cell(table, "-");
    else if (stat->written != NULL)
        text_table_cell(table, words);
    else if (stat->kind == WYRM_STAT_NUMBER)
        text_cell_exact(table, fighter->stats[s]);
    else if (stat->kind == WYRM_STAT_AMOUNT &&
             wyrm_combat_amount(combat, fighter->stats[s]) == NULL)
        text_table_cell(table, "-");
    else
        text_table_cell(table, wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words,
                                                     sizeof words));
}

/* Hit points, and the stats that differ from their defaults, as a designer wrote them. */
void text_print_fighters(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], text_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const wyrm_combatant *a = fighters[0], *b = fighters[1];
    bool hp = a->max_hp > 0 || b->max_hp > 0, heals = a->regeneration > 0 || b->regeneration > 0;
    text_table table = text_table_of(page, "<");
    for (int side = -1; side < 2; side++) { /* -1: the headings */
        if (side >= 0)
            text_table_cell(&table, names[side]);
        if (hp && side < 0)
            text_table_column(&table, TEXT_RIGHT, "hit points");
        else if (hp && wyrm_combat_hp_roll(combat, fighters[side]) != NULL)
            text_table_cell(
                &table, wyrm_amount_text(wyrm_combat_amount(combat, fighters[side]->hp_amount)));
        else if (hp)
            text_cell_exact(&table, (double)fighters[side]->hp);
        if (heals && side < 0)
            text_table_column(&table, TEXT_RIGHT, "won back a turn");
        else if (heals)
            text_cell_exact(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (has_column(combat, s, fighters) && side < 0)
                text_table_column(&table, TEXT_RIGHT,
                                  stats[s].written != NULL ? stats[s].written : stats[s].name);
            else if (has_column(combat, s, fighters))
                add_stat(&table, combat, fighters[side], s);
    }
    text_table_end(&table, 3);
}

void text_put_fighter(base_json *json, const char *key, const wyrm_design *design, const char *text,
                      const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    base_putf(json, "%s:{combatant:%s level:%d hp:%" PRId64 " max_hp:%" PRId64, key, text,
              fighter->level, fighter->hp, fighter->max_hp);
    if (wyrm_combat_hp_roll(combat, fighter) != NULL)
        base_put_text(json, "hp_roll",
                      wyrm_amount_text(wyrm_combat_amount(combat, fighter->hp_amount)));
    base_putf(json, "regeneration:%g stats:{", fighter->regeneration);
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (!combat_stat_counts(combat, fighter, (int32_t)s))
            continue;
        else if (stats[s].kind == WYRM_STAT_NUMBER)
            base_put_real(json, stats[s].name, fighter->stats[s]);
        else if (stats[s].kind != WYRM_STAT_AMOUNT || /* an amount without a value is left out */
                 wyrm_combat_amount(combat, fighter->stats[s]) != NULL)
            base_put_text(
                json, stats[s].name,
                wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words, sizeof words));
    base_putf(json, "}}");
}

/* ---- What is left out: vaults ---- */

void text_say_vaults(const wyrm_design *design, int32_t last, bool monsters, const char *item,
                     text_page *page)
{
    double sum = 0, most = 0, alone = 0;
    int32_t deepest = 0, emptiest = 0;
    text_figure all, one, share;
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
    const bool single = strcmp(text_figure_exact(sum, &all), "1") == 0;
    if (sum > 0)
        page_say(page,
                 "Vaults are not counted: on average they bring %s %s%s besides down to depth %d, "
                 "at most %s to one floor (depth %d), where maps have room for them.",
                 all.text,
                 item       ? item
                 : monsters ? "monster"
                            : "item",
                 item || single ? "" : "s", (int)last, text_figure_exact(most, &one), (int)deepest);
    if (alone > 0)
        page_say(page,
                 "Figures are of floors that are filled: of depth %d %s are a vault to which "
                 "nothing else comes.",
                 (int)emptiest, text_figure_percent(alone, &share));
}

void text_put_vaults(base_json *json, const wyrm_design *design, int32_t last, const char *item)
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

/* ---- What is left out: of duels, and of rules ---- */

void text_put_left_out(base_json *json, const wyrm_design *design)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    size_t able = 0, i = 0;
    for (int32_t m = 0; m < (int32_t)wyrm_roster_count(roster); m++)
        for (size_t k = 0; wyrm_ability_text(roster, m, k, text); k++) {
            if (able++ == 0)
                base_put_list(json, "duels_leave_out");
            base_put_text(json, NULL, text);
        }
    if (able > 0)
        base_put_end(json);
    for (; wyrm_design_left_out(design, i, text); i++) {
        if (i == 0)
            base_put_list(json, "left_out");
        base_put_text(json, NULL, text);
    }
    if (i > 0)
        base_put_end(json);
}

#define NAMES_SHOWN 12 /* as many as fit into a line or two */

static bool is_in_party(const wyrm_party *party, int32_t monster)
{
    for (size_t i = 0; i < party->count; i++)
        if (party->members[i].monster == monster)
            return true;
    return false;
}

void text_say_abilities(const wyrm_design *design, const char *name, const wyrm_party *party,
                        text_page *page)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    char names[1200] = "";
    size_t able = 0, used = 0;
    for (int32_t m = 0; m < (int32_t)wyrm_roster_count(roster); m++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, m);
        if (monster->abilities != NULL && (party == NULL || is_in_party(party, m)) &&
            able++ < NAMES_SHOWN)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     able > 1 ? ", " : "", monster->name);
    }
    if (able > 0)
        page_say(page,
                 "Exact duels are hand to hand, one against one: they leave out what %s%s can do "
                 "besides%s%s%s.",
                 names, able > NAMES_SHOWN ? " and others" : "", name != NULL ? " (wyrm duel " : "",
                 name != NULL ? name : "", name != NULL ? " player NAME)" : "");
}

/* ---- What is left out: of an attack or a fight ---- */

/* How many of the first sentences about a side do not apply: they are about its shots, which a
 * fight from a distance does simulate. */
static size_t count_shots(const text_asked_about *of, int side)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    wyrm_combatant who;
    if (of->distance <= 1 || wyrm_roster_combatant(roster, of->names[side], &who, NULL) != WYRM_OK)
        return 0;
    const wyrm_monster *monster = wyrm_roster_monster(roster, wyrm_roster_find(roster, who.name));
    return monster != NULL && monster->abilities != NULL ? monster->abilities->shot_count : 0;
}

/* Sentence number `index` of both sides together; the same combatant on both is told about once. */
static bool leaves_out(const text_asked_about *of, size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const bool alike = strcmp(of->names[0], of->names[1]) == 0;
    for (int side = 0; side < 2 - alike; side++)
        for (size_t i = count_shots(of, side);
             wyrm_design_leaves_out(of->design, of->names[side], of->fight, i, out); i++)
            if (index-- == 0)
                return true;
    return false;
}

bool text_leaves_out(const text_asked_about *of)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    return leaves_out(of, 0, text);
}

void text_print_left_out(const text_asked_about *of, text_page *page)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    for (size_t i = 0; leaves_out(of, i, text); i++) {
        if (i == 0)
            page_add(page, of->distance > 1 ? "\nOne against one, on open ground; left out is:\n"
                           : of->fight      ? "\nHand to hand, one against one; left out is:\n"
                                            : "\nLeft out is:\n");
        page_point(page, 3, 2, "%s", text);
    }
}

void text_put_left_out_of(const text_asked_about *of, base_json *json)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    size_t i = 0;
    for (; leaves_out(of, i, text); i++) {
        if (i == 0)
            base_put_list(json, "leaves_out");
        base_put_text(json, NULL, text);
    }
    if (i > 0)
        base_put_end(json);
}
