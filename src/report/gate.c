/* Comparisons of simulations in words and tables. */
#include "report/gate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"

static bool is_share(const wyrm_gate_row *row)
{
    return strcmp(row->after.unit, "share") == 0;
}

static size_t count_of(const wyrm_gate *gate, wyrm_gate_answer answer)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->count; i++)
        count += gate->rows[i].answer == answer;
    return count;
}

const char *wyrm_gate_value_text(const wyrm_gate_row *row, double value, wyrm_figure *out)
{
    return is_share(row) ? wyrm_figure_percent(value, out) : wyrm_figure_exact(value, out);
}

#define DECIMALS_MORE 4 /* that a difference may need beyond those that its interval supports */

/* Whether the answer about a row follows from its difference as it is written: "-5.2 ± 2.1" is more
 * than a margin of 5. */
static bool answer_follows(const wyrm_gate_row *row, double scale, const char *text)
{
    const double nothing = 1e-9;
    double margin = scale * row->margin;
    const char *blank = strrchr(text, ' ');
    if (!blank)
        return true; /* without an interval */
    double difference = fabs(strtod(text, NULL)), half = strtod(blank + 1, NULL);
    bool beyond = scale * fabs(row->difference) > margin;
    bool within = row->ci95.low >= -row->margin && row->ci95.high <= row->margin;
    return (difference > margin + nothing) == beyond &&
           (difference + half <= margin + nothing) == within;
}

const char *wyrm_gate_difference_text(wyrm_style style, const wyrm_gate_row *row, wyrm_figure *out)
{
    double scale = is_share(row) ? 100.0 : 1.0;
    wyrm_interval ci95 = {scale * row->ci95.low, scale * row->ci95.high};
    wyrm_figure figure;
    if (row->ci95.high - row->ci95.low <= 0.0)
        snprintf(figure.text, sizeof figure.text, "%.4g", scale * row->difference);
    else
        for (int more = 0; more <= DECIMALS_MORE; more++) {
            wyrm_figure_finer(style, scale * row->difference, ci95, more, &figure);
            if (answer_follows(row, scale, figure.text))
                break;
        }
    snprintf(out->text, sizeof out->text, "%s%.50s%s", strtod(figure.text, NULL) > 0.0 ? "+" : "",
             figure.text, is_share(row) ? " points" : "");
    return out->text;
}

void wyrm_gate_words(const wyrm_gate *gate, char *out, size_t size)
{
    size_t higher = count_of(gate, WYRM_GATE_HIGHER), lower = count_of(gate, WYRM_GATE_LOWER);
    size_t unclear = count_of(gate, WYRM_GATE_UNCLEAR);
    if (gate->count == 0)
        snprintf(out, size, "Nothing could be compared: no metric has figures on both sides.");
    else if (gate->failed)
        snprintf(out, size, "%zu of %zu metrics have changed: %zu higher, %zu lower.",
                 higher + lower, gate->count, higher, lower);
    else if (unclear > 0)
        snprintf(out, size,
                 "No metric has changed as far as can be told; of %zu of %zu the noise "
                 "is still larger than the margin.",
                 unclear, gate->count);
    else
        snprintf(out, size, "Nothing has changed: all %zu metrics are equivalent.", gate->count);
}

size_t wyrm_gate_changes(const wyrm_gate *gate)
{
    return count_of(gate, WYRM_GATE_HIGHER) + count_of(gate, WYRM_GATE_LOWER);
}

/* Sentences, one behind the other. */
typedef struct notes {
    char *out;
    size_t size, used;
} notes;

static void note(notes *to, const char *format, ...) WYRM_PRINTF(2, 3);
static void note(notes *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->out + to->used, to->size - to->used, format, arguments);
    va_end(arguments);
    size_t room = to->size - to->used - 1;
    to->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room;
}

static void note_lone(const wyrm_gate *gate, bool after, notes *to)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->lone_count; i++)
        if (gate->lone[i].after == after)
            note(to, "%s%s",
                 count++ > 0 ? ", "
                 : after     ? "Not compared, since only the second has them: "
                             : "Not compared, since only the first has them: ",
                 gate->lone[i].metric);
    if (count > 0)
        note(to, ". ");
}

/* Who loosens the gate of a ruleset is seen to do so, and held to what was. */
static void note_terms(const wyrm_gate_report *report, notes *to)
{
    const wyrm_gate *gate = report->gate;
    size_t count = 0;
    const char *const begins = "The section `gate` of the ruleset has changed, and the stricter "
                               "word holds: ";
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        if (row->before.margin != row->after.margin)
            note(to, "%smargin of %s %.6g -> %.6g", count++ > 0 ? ", " : begins, row->after.metric,
                 row->before.margin, row->after.margin);
    }
    if (report->before_alarm != report->after_alarm)
        note(to, "%salarm %.6g -> %.6g", count++ > 0 ? ", " : begins, report->before_alarm,
             report->after_alarm);
    if (count > 0)
        note(to, ". ");
}

void wyrm_gate_notes(const wyrm_gate_report *report, char *out, size_t size)
{
    notes to = {.out = out, .size = size};
    out[0] = '\0';
    note_lone(report->gate, false, &to);
    note_lone(report->gate, true, &to);
    note_terms(report, &to);
    if (!report->gate->paired && report->before_seed == report->after_seed)
        note(&to,
             "Both are of seed %llu: where they share runs they share luck, and small changes are "
             "harder to see. ",
             (unsigned long long)report->after_seed);
    if (to.used > 0)
        out[to.used - 1] = '\0'; /* the space behind the last one */
}

static const char *left_out(const char *without)
{
    return without[0] != '\0' ? without : "nothing";
}

void wyrm_gate_games(const wyrm_gate_report *report, char *out, size_t size)
{
    notes to = {.out = out, .size = size};
    out[0] = '\0';
    if (report->is_baseline && strcmp(report->before_ruleset, report->after_ruleset) != 0)
        note(&to, "Note: this baseline is of '%.63s', not of '%.63s'. ", report->before_ruleset,
             report->after_ruleset);
    if (strcmp(report->before_without, report->after_without) != 0)
        note(&to, "Left out on purpose: %s before, %s after. ", left_out(report->before_without),
             left_out(report->after_without));
    if (to.used > 0)
        out[to.used - 1] = '\0'; /* the space behind the last one */
}

static wyrm_tone tone_of(const wyrm_gate_row *row)
{
    return wyrm_gate_row_has_changed(row)        ? WYRM_TONE_BAD
           : row->answer == WYRM_GATE_EQUIVALENT ? WYRM_TONE_GOOD
                                                 : WYRM_TONE_DOUBT;
}

/* A margin is not rounded: what is held to it can be checked. */
static const char *margin_text(const wyrm_gate_row *row, wyrm_figure *out)
{
    wyrm_figure figure;
    bool share = is_share(row);
    wyrm_figure_exact(share ? 100.0 * row->margin : row->margin, &figure);
    snprintf(out->text, sizeof out->text, "%.50s%s", figure.text, share ? " %" : "");
    return out->text;
}

static void print_changed(const wyrm_gate_report *report, wyrm_page *page)
{
    for (size_t i = 0; i < report->gate->count; i++) {
        const wyrm_gate_row *row = &report->gate->rows[i];
        wyrm_figure before, after, difference;
        if (!wyrm_gate_row_has_changed(row))
            continue;
        wyrm_page_add(page, "  ");
        wyrm_page_toned(page, tone_of(row), wyrm_gate_answer_word(row->answer));
        wyrm_page_addf(page, "  %s: %s -> %s (%s)\n", row->after.metric,
                       wyrm_gate_value_text(row, row->before.mean, &before),
                       wyrm_gate_value_text(row, row->after.mean, &after),
                       wyrm_gate_difference_text(page->style, row, &difference));
    }
}

wyrm_status wyrm_report_gate(const wyrm_gate_report *report, wyrm_page *page, wyrm_error *error)
{
    char headline[256], games[WYRM_GATE_GAMES_MAX], beside[WYRM_GATE_NOTES_MAX];
    wyrm_table table = wyrm_table_new();
    wyrm_gate_games(report, games, sizeof games);
    if (games[0] != '\0')
        wyrm_page_wrap(page, 0, 0, games);
    wyrm_gate_words(report->gate, headline, sizeof headline);
    wyrm_page_wrapf(page, 0, 0, "%s against %s: %s", report->after_name, report->before_name,
                    headline);
    print_changed(report, page);
    wyrm_table_column(&table, WYRM_LEFT, "metric");
    wyrm_table_column(&table, WYRM_RIGHT, "before");
    wyrm_table_column(&table, WYRM_RIGHT, "after");
    wyrm_table_column(&table, WYRM_RIGHT, "difference");
    wyrm_table_column(&table, WYRM_RIGHT, "margin");
    wyrm_table_column(&table, WYRM_RIGHT, "p (Holm)");
    wyrm_table_column(&table, WYRM_LEFT, "answer");
    for (size_t i = 0; i < report->gate->count; i++) {
        const wyrm_gate_row *row = &report->gate->rows[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, row->after.metric);
        wyrm_table_cell(&table, wyrm_gate_value_text(row, row->before.mean, &figure));
        wyrm_table_cell(&table, wyrm_gate_value_text(row, row->after.mean, &figure));
        wyrm_table_cell(&table, wyrm_gate_difference_text(page->style, row, &figure));
        wyrm_table_cell(&table, margin_text(row, &figure));
        wyrm_table_cell(&table, row->p < 0.0001 ? "<0.0001" : wyrm_figure_exact(row->p, &figure));
        wyrm_table_cell(&table, wyrm_gate_answer_word(row->answer));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    wyrm_page_add(page, "\n");
    wyrm_gate_notes(report, beside, sizeof beside);
    if (beside[0] != '\0')
        wyrm_page_wrap(page, 0, 0, beside);
    wyrm_page_wrapf(page, 0, 0,
                    "%llu runs of seed %llu against %llu of seed %llu, bot %s, %s. Where "
                    "nothing has changed this fails "
                    "%.3g %% of the time at most (Holm's correction over the metrics).",
                    (unsigned long long)report->after_runs, (unsigned long long)report->after_seed,
                    (unsigned long long)report->before_runs,
                    (unsigned long long)report->before_seed, report->bot,
                    report->gate->paired ? "paired run by run" : "compared as independent samples",
                    100.0 * report->gate->alarm);
    return wyrm_page_status(page, error);
}

json_t *wyrm_gate_row_json(wyrm_answer *json, const wyrm_gate_row *row)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "metric", wyrm_answer_text(row->after.metric));
    wyrm_answer_set(json, object, "unit", wyrm_answer_text(row->after.unit));
    wyrm_answer_set(json, object, "before",
                    wyrm_answer_mean_sd(json, row->before.mean, row->before.sd));
    wyrm_answer_set(json, object, "after",
                    wyrm_answer_mean_sd(json, row->after.mean, row->after.sd));
    wyrm_answer_set(json, object, "difference", wyrm_answer_real(row->difference));
    wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(row->ci95));
    wyrm_answer_set(json, object, "margin", wyrm_answer_real(row->margin));
    wyrm_answer_set(json, object, "p", wyrm_answer_real(row->p));
    wyrm_answer_set(json, object, "answer", wyrm_answer_text(wyrm_gate_answer_word(row->answer)));
    return object;
}

static json_t *side_json(wyrm_answer *json, const char *name, const char *ruleset, const char *hash,
                         const char *without, uint64_t runs, uint64_t seed)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "name", wyrm_answer_text(name));
    wyrm_answer_set(json, object, "ruleset", wyrm_answer_text(ruleset));
    wyrm_answer_set(json, object, "hash", wyrm_answer_text(hash));
    wyrm_answer_set(json, object, "without", wyrm_answer_text(without));
    wyrm_answer_set(json, object, "runs", wyrm_answer_count(runs));
    wyrm_answer_set(json, object, "seed", wyrm_answer_count(seed));
    return object;
}

/* Metrics that only one side has. */
static json_t *lone_json(wyrm_answer *json, const wyrm_gate *gate)
{
    json_t *list = json_array();
    for (size_t i = 0; i < gate->lone_count; i++) {
        json_t *object = json_object();
        wyrm_answer_set(json, object, "metric", wyrm_answer_text(gate->lone[i].metric));
        wyrm_answer_set(json, object, "only",
                        wyrm_answer_text(gate->lone[i].after ? "after" : "before"));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static void add_term(wyrm_answer *json, json_t *list, const char *term, double before, double after)
{
    json_t *object = json_object();
    if (before == after) {
        json_decref(object);
        return;
    }
    wyrm_answer_set(json, object, "term", wyrm_answer_text(term));
    wyrm_answer_set(json, object, "before", wyrm_answer_real(before));
    wyrm_answer_set(json, object, "after", wyrm_answer_real(after));
    wyrm_answer_append(json, list, object);
}

/* Margins and alarms that the two rulesets do not agree on. */
static json_t *terms_json(wyrm_answer *json, const wyrm_gate_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; i < report->gate->count; i++) {
        const wyrm_gate_row *row = &report->gate->rows[i];
        char term[96];
        snprintf(term, sizeof term, "margin of %s", row->after.metric);
        add_term(json, list, term, row->before.margin, row->after.margin);
    }
    add_term(json, list, "alarm", report->before_alarm, report->after_alarm);
    return list;
}

wyrm_status wyrm_report_gate_json(const wyrm_gate_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("gate", NULL);
    wyrm_answer_set(&json, NULL, "before",
                    side_json(&json, report->before_name, report->before_ruleset,
                              report->before_hash, report->before_without, report->before_runs,
                              report->before_seed));
    wyrm_answer_set(&json, NULL, "after",
                    side_json(&json, report->after_name, report->after_ruleset, report->after_hash,
                              report->after_without, report->after_runs, report->after_seed));
    wyrm_answer_set(&json, NULL, "bot", wyrm_answer_text(report->bot));
    wyrm_answer_set(&json, NULL, "paired", json_boolean(report->gate->paired));
    wyrm_answer_set(&json, NULL, "alarm", wyrm_answer_real(report->gate->alarm));
    wyrm_answer_set(&json, NULL, "failed", json_boolean(report->gate->failed));
    json_t *metrics = json_array();
    for (size_t i = 0; i < report->gate->count; i++)
        wyrm_answer_append(&json, metrics, wyrm_gate_row_json(&json, &report->gate->rows[i]));
    wyrm_answer_set(&json, NULL, "metrics", metrics);
    wyrm_answer_set(&json, NULL, "not_compared", lone_json(&json, report->gate));
    wyrm_answer_set(&json, NULL, "terms_changed", terms_json(&json, report));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
