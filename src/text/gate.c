/* The answer of the gate: what has changed, which rule did it, and how sure that is; as text, as
 * Markdown for a pull request, as JUnit for a build server and as JSON. */
#include "text/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAUSE_MAX 512

static bool is_share(const wyrm_gate_row *row)
{
    return strcmp(row->unit, "share") == 0;
}

static size_t count_of(const wyrm_gate *gate, wyrm_gate_answer answer)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->count; i++)
        count += gate->rows[i].answer == answer;
    return count;
}

static size_t changes(const wyrm_gate *gate)
{
    return count_of(gate, WYRM_GATE_HIGHER) + count_of(gate, WYRM_GATE_LOWER);
}

/* ---- Figures ---- */

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
        wyrm_figure_finer(style, scale * difference,
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

/* "3 %", "0.1"; a margin is not rounded: what is held to it can be checked. */
static const char *margin_words(wyrm_gate_margin margin, wyrm_figure *out)
{
    snprintf(out->text, sizeof out->text, margin.relative ? "%.6g %%" : "%.6g",
             margin.relative ? 100.0 * margin.size : margin.size);
    return out->text;
}

static const char *margin_text(const wyrm_gate_row *row, wyrm_figure *out)
{
    wyrm_figure figure;
    wyrm_figure_exact(is_share(row) ? 100.0 * row->margin : row->margin, &figure);
    snprintf(out->text, sizeof out->text, "%.50s%s", figure.text, is_share(row) ? " points" : "");
    return out->text;
}

/* ---- Sentences ---- */

void wyrm_gate_words(const wyrm_gate *gate, char *out, size_t size)
{
    size_t unclear = count_of(gate, WYRM_GATE_UNCLEAR);
    size_t higher = count_of(gate, WYRM_GATE_HIGHER), lower = count_of(gate, WYRM_GATE_LOWER);
    if (gate->count == 0)
        snprintf(out, size, "Nothing could be compared: no metric has figures on both sides.");
    else if (gate->failed && (higher == 0 || lower == 0))
        snprintf(out, size, "%zu of %zu metrics have changed, all of them %s.", higher + lower,
                 gate->count, higher > 0 ? "higher" : "lower");
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

/* Sentences, one behind the other, with a blank behind each. */
#define NOTES_MAX 8192
typedef struct notes {
    char text[NOTES_MAX];
    size_t used;
} notes;

static void note(notes *to, const char *format, ...) WYRM_PRINTF(2, 3);
static void note(notes *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->text + to->used, sizeof to->text - to->used, format, arguments);
    va_end(arguments);
    size_t room = sizeof to->text - to->used - 1;
    to->used += length < 0 ? 0 : (size_t)length < room ? (size_t)length : room;
}

static const char *left_out(const char *without)
{
    return without[0] != '\0' ? without : "nothing";
}

/* What comes before the answer: that the baseline is of another game, what each side leaves out. */
static void note_sides(const wyrm_gate_report *report, notes *to)
{
    const wyrm_results_facts *before = &report->before->facts, *after = &report->after->facts;
    if (report->is_baseline && strcmp(before->ruleset, after->ruleset) != 0)
        note(to, "Note: this baseline is of '%.63s', not of '%.63s'. ", before->ruleset,
             after->ruleset);
    if (strcmp(before->without, after->without) != 0)
        note(to, "Left out on purpose: %s before, %s after. ", left_out(before->without),
             left_out(after->without));
}

/* Who loosens the gate of a ruleset is seen to do so, and held to what was. */
static void note_terms(const wyrm_gate *gate, notes *to)
{
    size_t count = 0;
    const char *const begins = "The section `gate` of the ruleset has changed, and the stricter "
                               "word holds: ";
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure one, other;
        if (row->said_before.size != row->said_after.size ||
            row->said_before.relative != row->said_after.relative)
            note(to, "%smargin of %s %s -> %s", count++ > 0 ? ", " : begins, row->metric,
                 margin_words(row->said_before, &one), margin_words(row->said_after, &other));
    }
    if (gate->said_before != gate->said_after)
        note(to, "%salarm %.6g -> %.6g", count++ > 0 ? ", " : begins, gate->said_before,
             gate->said_after);
    if (count > 0)
        note(to, ". ");
}

/* How far it went, and what else would tell more. */
static void note_effort(const wyrm_gate_report *report, notes *to)
{
    const wyrm_gate *gate = report->gate;
    const wyrm_results_facts *before = &report->before->facts, *after = &report->after->facts;
    size_t unclear = 0;
    note(to, "%llu runs of the %s on each side, ", (unsigned long long)gate->runs, after->bot);
    if (gate->paired)
        note(to, "seed %llu, compared run by run. ", (unsigned long long)after->seed);
    else
        note(to, "seeds %llu and %llu, compared as independent samples. ",
             (unsigned long long)before->seed, (unsigned long long)after->seed);
    for (size_t i = 0; i < gate->count; i++)
        if (!gate->rows[i].clear)
            note(to, "%s%s", unclear++ > 0 ? ", " : "Not clear yet: ", gate->rows[i].metric);
    if (unclear > 0)
        note(to, "; %s. ",
             report->is_baseline ? "a baseline of more --runs, or a wider margin, would tell"
                                 : "more --runs, or a wider margin, would tell");
    else if (gate->same_rules && gate->count > 0 && !gate->failed && gate->runs < gate->most)
        note(to, "Not one rule that has a part in them has changed. ");
    else if (gate->runs < gate->most)
        note(to, "Every answer is clear, so the other %llu were not needed. ",
             (unsigned long long)(gate->most - gate->runs));
    note(to, "Where nothing has changed this fails %.3g %% of the time at most. ",
         100.0 * gate->alarm);
    if (before->engine != after->engine)
        note(to, "Played by version %lu of the engine before and version %lu after. ",
             (unsigned long)before->engine, (unsigned long)after->engine);
    if (!gate->paired && before->seed == after->seed)
        note(to,
             "Both are of seed %llu: where they share runs they share luck, and small changes "
             "are harder to see. ",
             (unsigned long long)after->seed);
}

/* ---- Causes ---- */

/* "monsters.orc.power: 4 -> 5", "monsters.goblin: added" */
static void value_words(const wyrm_gate_value *value, char out[CAUSE_MAX])
{
    if (value->before[0] == '\0' || value->after[0] == '\0')
        snprintf(out, CAUSE_MAX, "%s: %s", value->path,
                 value->before[0] == '\0' ? "added" : "removed");
    else
        snprintf(out, CAUSE_MAX, "%s: %.60s%s -> %.60s%s", value->path, value->before,
                 strlen(value->before) > 60 ? "..." : "", value->after,
                 strlen(value->after) > 60 ? "..." : "");
}

/* The same of one value; "monsters.orc: 7 values". */
static void cause_words(const wyrm_gate_causes *causes, const wyrm_gate_cause *cause,
                        char out[CAUSE_MAX])
{
    if (cause->values == 1)
        value_words(&causes->values[cause->first], out);
    else if (cause->values > 1)
        snprintf(out, CAUSE_MAX, "%s: %zu values", cause->what, cause->values);
    else
        snprintf(out, CAUSE_MAX, "%s", cause->what);
}

#define PLACE_MAX 320

/* "game.yaml:14"; "" where it stands nowhere. */
static const char *place_words(const wyrm_gate_value *value, char out[PLACE_MAX])
{
    out[0] = '\0';
    if (value->line > 0)
        snprintf(out, PLACE_MAX, "%s:%d", value->file, value->line);
    return out;
}

/* Whether all that has changed was tried, alone or together with others. */
static bool is_whole(const wyrm_gate_causes *causes)
{
    bool together = causes->count > 0 && causes->causes[causes->count - 1].together;
    for (size_t i = 0; i < causes->count; i++)
        if (!causes->causes[i].tried && !together)
            return false;
    return causes->runs > 0;
}

/* The cause that surely moves the first metric farther than any other does, in the direction that
 * all of them together do; NULL: none. */
static const wyrm_gate_cause *greatest(const wyrm_gate *gate, const wyrm_gate_causes *causes)
{
    const wyrm_gate_cause *best = NULL;
    double least = 0.0, most = 0.0; /* that the best one does, and that any other may do */
    bool up = causes->row_count > 0 && gate->rows[causes->rows[0]].difference > 0.0;
    for (int turn = 0; turn < 2; turn++) /* first the best one, then the others */
        for (size_t i = 0; i < causes->count; i++) {
            const wyrm_gate_cause *cause = &causes->causes[i];
            double low = up ? cause->effects[0].ci95.low : -cause->effects[0].ci95.high;
            double high = up ? cause->effects[0].ci95.high : -cause->effects[0].ci95.low;
            if (turn == 0 && cause->tried && low > least) {
                best = cause;
                least = low;
            }
            if (turn == 1 && cause->tried && cause != best)
                most = fmax(most, high);
        }
    return best && least > most ? best : NULL;
}

/* What is said of the rules before any table. */
static void note_causes(const wyrm_gate_report *report, notes *to)
{
    const wyrm_gate_causes *causes = report->causes;
    char words[CAUSE_MAX], place[PLACE_MAX];
    if (!causes->known) {
        note(to, "%s, so what has changed is not known. ",
             report->before->design ? "Rules have changed since runs were made with them"
                                    : "The rules before cannot be read by this version");
        return;
    }
    if (causes->order)
        note(to, "No value has changed, but their order has. ");
    else if (causes->value_count == 0 && report->gate->failed)
        note(to, "Not one rule has changed: it is %s. ",
             strcmp(report->before->facts.without, report->after->facts.without) != 0
                 ? "what is left out on purpose"
                 : "the program that plays otherwise, or the seed");
    if (causes->value_count == 1) {
        value_words(&causes->values[0], words);
        place_words(&causes->values[0], place);
        note(to, "One rule has changed: %s%s%s%s. ", words, place[0] != '\0' ? " (" : "", place,
             place[0] != '\0' ? ")" : "");
    } else if (causes->value_count > 1) {
        note(to, "%zu rules have changed. ", causes->value_count);
    }
    const wyrm_gate_cause *best = is_whole(causes) ? greatest(report->gate, causes) : NULL;
    if (best) {
        cause_words(causes, best, words);
        note(to, "%s does most of it. ", words);
    } else if (is_whole(causes)) {
        note(to, "None of them alone surely does more of it than the others. ");
    }
}

/* Where values are tried in groups, which they are; the first of them. */
#define VALUES_SHOWN 40

static size_t shown_values(const wyrm_gate_causes *causes)
{
    return causes->value_count < VALUES_SHOWN ? causes->value_count : VALUES_SHOWN;
}

static bool is_grouped(const wyrm_gate_causes *causes)
{
    for (size_t i = 0; i < causes->count; i++)
        if (causes->causes[i].values > 1 && !causes->causes[i].together)
            return true;
    return false;
}

static bool has_table(const wyrm_gate_causes *causes)
{
    return causes->count > 1;
}

/* With the first `most` of the metrics. */
static wyrm_table causes_table(const wyrm_gate_report *report, size_t most, wyrm_page *page)
{
    const wyrm_gate_causes *causes = report->causes;
    size_t metrics = causes->row_count < most ? causes->row_count : most;
    wyrm_table table = wyrm_table_of(page, "<rule|<where");
    for (size_t k = 0; k < metrics; k++)
        wyrm_table_column(&table, WYRM_RIGHT, report->gate->rows[causes->rows[k]].metric);
    for (size_t i = 0; i < causes->count + (causes->runs > 0); i++) {
        bool all = i == causes->count;
        const wyrm_gate_cause *cause = &causes->causes[i];
        char words[CAUSE_MAX] = "all of them", place[PLACE_MAX] = "";
        if (!all) {
            cause_words(causes, cause, words);
            if (cause->values == 1)
                place_words(&causes->values[cause->first], place);
        }
        wyrm_table_cell(&table, words);
        wyrm_table_cell(&table, place);
        for (size_t k = 0; k < metrics; k++) {
            const wyrm_gate_row *row = &report->gate->rows[causes->rows[k]];
            wyrm_figure figure;
            if (all)
                wyrm_table_cell(&table, wyrm_gate_difference_text(page->style, row, &figure));
            else if (cause->tried)
                wyrm_table_cell(&table,
                                difference_of(page->style, row->unit, cause->effects[k].difference,
                                              cause->effects[k].ci95, 0, &figure));
            else
                wyrm_table_cell(&table, "not alone");
        }
    }
    return table;
}

/* ---- Text ---- */

static wyrm_tone tone_of(const wyrm_gate_row *row)
{
    return wyrm_gate_row_has_changed(row)        ? WYRM_TONE_BAD
           : row->answer == WYRM_GATE_EQUIVALENT ? WYRM_TONE_GOOD
                                                 : WYRM_TONE_DOUBT;
}

static void print_changed(const wyrm_gate *gate, wyrm_page *page)
{
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure before, after, difference;
        if (!wyrm_gate_row_has_changed(row))
            continue;
        wyrm_page_add(page, "  ");
        wyrm_page_toned(page, tone_of(row), wyrm_gate_answer_word(row->answer));
        wyrm_page_addf(page, "  %s: %s -> %s (%s)\n", row->metric,
                       wyrm_gate_value_text(page->style, row, false, &before),
                       wyrm_gate_value_text(page->style, row, true, &after),
                       wyrm_gate_difference_text(page->style, row, &difference));
    }
}

static void print_notes(wyrm_page *page, notes *of)
{
    if (of->used > 0) {
        of->text[of->used - 1] = '\0'; /* the blank behind the last one */
        wyrm_page_wrap(page, 0, 0, of->text);
    }
    of->used = 0;
}

void wyrm_gate_row_words(const wyrm_gate_row *row, wyrm_style style, const char *verb, char *out,
                         size_t size)
{
    wyrm_figure before, after, difference;
    snprintf(out, size, "%s %s instead of %s (%s)", verb,
             wyrm_gate_value_text(style, row, true, &after),
             wyrm_gate_value_text(style, row, false, &before),
             wyrm_gate_difference_text(style, row, &difference));
}

void wyrm_gate_print_rows(const wyrm_gate *gate, wyrm_page *page)
{
    wyrm_table table = wyrm_table_of(page, "<metric|<answer|>difference|>margin|>before|>after");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, row->metric);
        wyrm_table_cell(&table, wyrm_gate_answer_word(row->answer));
        wyrm_table_cell(&table, wyrm_gate_difference_text(page->style, row, &figure));
        wyrm_table_cell(&table, margin_text(row, &figure));
        wyrm_table_cell(&table, wyrm_gate_value_text(page->style, row, false, &figure));
        wyrm_table_cell(&table, wyrm_gate_value_text(page->style, row, true, &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 0);
    wyrm_page_add(page, "\n");
}

/* The values themselves, where the table has groups of them. */
static void print_values(const wyrm_gate_causes *causes, wyrm_page *page)
{
    size_t shown = is_grouped(causes) ? shown_values(causes) : 0;
    wyrm_page_add(page, shown > 0 ? "\n" : "");
    for (size_t i = 0; i < shown; i++) {
        char words[CAUSE_MAX], place[PLACE_MAX];
        value_words(&causes->values[i], words);
        wyrm_page_add(page, "  ");
        place_words(&causes->values[i], place);
        wyrm_page_wrapf(page, 2, 4, "%s%s%s%s", words, place[0] != '\0' ? " (" : "", place,
                        place[0] != '\0' ? ")" : "");
    }
    if (shown > 0 && shown < causes->value_count)
        wyrm_page_addf(page, "  and %zu more (--json has all)\n", causes->value_count - shown);
}

static void print_gate(const wyrm_gate_report *report, wyrm_page *page)
{
    char headline[256];
    notes beside = {.used = 0};
    note_sides(report, &beside);
    print_notes(page, &beside);
    wyrm_gate_words(report->gate, headline, sizeof headline);
    wyrm_page_wrapf(page, 0, 0, "%s against %s: %s", report->after_name, report->before_name,
                    headline);
    print_changed(report->gate, page);
    note_causes(report, &beside);
    print_notes(page, &beside);
    if (has_table(report->causes)) {
        wyrm_table table = causes_table(report, 2, page);
        wyrm_page_add(page, "\n");
        wyrm_table_end(&table, 0);
        if (report->causes->runs > 0)
            wyrm_page_wrapf(page, 0, 0, "Each alone, on the first %llu runs.",
                            (unsigned long long)report->causes->runs);
    }
    print_values(report->causes, page);
    wyrm_gate_print_rows(report->gate, page);
    note_terms(report->gate, &beside);
    note_effort(report, &beside);
    print_notes(page, &beside);
}

/* ---- Markdown and JUnit ---- */

/* Text of a ruleset among markup: what could be markup itself is written as what it stands for. */
static void add_escaped(wyrm_page *page, const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        char byte = *text;
        if ((unsigned char)byte < 0x20)
            wyrm_page_add(page, " ");
        else if (strchr(special, byte) != NULL || byte == '&' || byte == '<')
            wyrm_page_addf(page, "&#%d;", byte);
        else
            wyrm_page_addf(page, "%c", byte);
    }
}

#define MARKDOWN_SPECIAL "|*`[]"

/* Code in a line of Markdown, as it is: between more backticks than it has one after another. */
static void add_code(wyrm_page *page, const char *code)
{
    size_t longest = 0, length = 0;
    for (const char *at = code; *at != '\0'; at++) {
        length = *at == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    const char *space = longest > 0 ? " " : ""; /* of those at its ends Markdown takes one away */
    for (size_t i = 0; i <= longest; i++)
        wyrm_page_add(page, "`");
    wyrm_page_addf(page, "%s%s%s", space, code, space);
    for (size_t i = 0; i <= longest; i++)
        wyrm_page_add(page, "`");
}

static void add_paragraph(wyrm_page *page, notes *of)
{
    if (of->used > 0) {
        of->text[of->used - 1] = '\0';
        add_escaped(page, of->text, MARKDOWN_SPECIAL);
        wyrm_page_add(page, "\n\n");
    }
    of->used = 0;
}

static void add_causes(const wyrm_gate_report *report, wyrm_page *page)
{
    wyrm_table table = causes_table(report, WYRM_GATE_EFFECTS_MAX, page);
    for (size_t i = 0; i < table.count; i++) {
        bool first = i % table.columns == 0, last = (i + 1) % table.columns == 0;
        wyrm_page_add(page, first ? "| " : " ");
        add_escaped(page, table.cells[i], MARKDOWN_SPECIAL);
        wyrm_page_add(page, last ? " |\n" : " |");
        for (size_t k = 0; i + 1 == table.columns && k < table.columns; k++)
            wyrm_page_addf(page, "%s%s", table.align[k] == WYRM_LEFT ? "|---" : "|--:",
                           k + 1 == table.columns ? "|\n" : "");
    }
    table.columns = 0; /* as Markdown it is printed already */
    wyrm_table_end(&table, 0);
    if (report->causes->runs > 0)
        wyrm_page_addf(page, "\nEach alone, on the first %llu runs.\n",
                       (unsigned long long)report->causes->runs);
    wyrm_page_add(page, "\n");
    size_t shown = is_grouped(report->causes) ? shown_values(report->causes) : 0;
    for (size_t i = 0; i < shown; i++) {
        char words[CAUSE_MAX], place[PLACE_MAX];
        value_words(&report->causes->values[i], words);
        wyrm_page_add(page, "- ");
        add_code(page, words);
        wyrm_page_add(page, " ");
        add_escaped(page, place_words(&report->causes->values[i], place), MARKDOWN_SPECIAL);
        wyrm_page_add(page, "\n");
    }
    if (shown > 0 && shown < report->causes->value_count)
        wyrm_page_addf(page, "- and %zu more\n", report->causes->value_count - shown);
    wyrm_page_add(page, shown > 0 ? "\n" : "");
}

void wyrm_report_gate_markdown(const wyrm_gate_report *report, wyrm_page *page)
{
    const wyrm_gate *gate = report->gate;
    notes beside = {.used = 0};
    wyrm_page_addf(page, "### %s ", gate->failed ? "❌" : "✅");
    add_escaped(page, report->after_name, MARKDOWN_SPECIAL);
    if (gate->count == 0)
        wyrm_page_add(page, ": nothing could be compared\n\n");
    else
        wyrm_page_addf(page, ": %zu of %zu metrics changed\n\n", changes(gate), gate->count);
    note_sides(report, &beside);
    add_paragraph(page, &beside);
    note_causes(report, &beside);
    add_paragraph(page, &beside);
    if (has_table(report->causes))
        add_causes(report, page);
    wyrm_page_add(page, "| metric | before | after | difference (95 %) | margin | answer |\n"
                        "|---|--:|--:|--:|--:|---|\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        const char *mark = wyrm_gate_row_has_changed(row) ? "**" : "";
        wyrm_figure before, after, difference, margin;
        wyrm_page_addf(page, "| %s | %s | %s | %s | %s | %s%s%s |\n", row->metric,
                       wyrm_gate_value_text(page->style, row, false, &before),
                       wyrm_gate_value_text(page->style, row, true, &after),
                       wyrm_gate_difference_text(page->style, row, &difference),
                       margin_text(row, &margin), mark, wyrm_gate_answer_word(row->answer), mark);
    }
    wyrm_page_add(page, "\n");
    note_terms(gate, &beside);
    note_effort(report, &beside);
    note(&beside, "Ruleset %s against %s. ", report->after->facts.hash, report->before->facts.hash);
    add_paragraph(page, &beside);
    if (report->again[0] != '\0') {
        wyrm_page_add(page, "Again: ");
        add_code(page, report->again);
        wyrm_page_add(page, "\n");
    }
}

void wyrm_report_gate_junit(const wyrm_gate_report *report, wyrm_page *page)
{
    const wyrm_gate *gate = report->gate;
    wyrm_page_add(page, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    wyrm_page_add(page, "  <testsuite name=\"");
    add_escaped(page, report->after_name, "\"'");
    size_t nothing = gate->count == 0; /* a case of its own: no test would be no failure */
    wyrm_page_addf(page, "\" tests=\"%zu\" failures=\"%zu\">\n", gate->count + nothing,
                   changes(gate) + nothing);
    if (nothing)
        wyrm_page_add(page, "    <testcase classname=\"wyrm\" name=\"comparison\">\n      <failure "
                            "message=\"nothing could be compared\"/>\n    </testcase>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_page_addf(page, "    <testcase classname=\"wyrm\" name=\"%s\"", row->metric);
        if (wyrm_gate_row_has_changed(row))
            wyrm_page_addf(page,
                           ">\n      <failure message=\"%s: %.6g, was %.6g (difference %+.4g, "
                           "95 %% %+.4g to %+.4g, p %.2g)\"/>\n    </testcase>\n",
                           wyrm_gate_answer_word(row->answer), row->after, row->before,
                           row->difference, row->ci95.low, row->ci95.high, row->p);
        else
            wyrm_page_add(page, "/>\n");
    }
    wyrm_page_add(page, "  </testsuite>\n</testsuites>\n");
}

/* ---- JSON ---- */

void wyrm_put_gate_row(base_json *json, const wyrm_gate_row *row)
{
    base_put_object(json, NULL);
    base_put_text(json, "metric", row->metric);
    base_put_text(json, "unit", row->unit);
    wyrm_put_mean_sd(json, "before", row->before, row->before_sd);
    wyrm_put_mean_sd(json, "after", row->after, row->after_sd);
    base_put_real(json, "difference", row->difference);
    wyrm_put_interval(json, "ci95", row->ci95);
    base_put_real(json, "margin", row->margin);
    base_put_real(json, "p", row->p);
    base_put_text(json, "answer", wyrm_gate_answer_word(row->answer));
    base_put_bool(json, "clear", row->clear);
    base_put_end(json);
}

static void put_side(base_json *json, const char *key, const char *name, const wyrm_gate_side *side)
{
    base_put_object(json, key);
    base_put_text(json, "name", name);
    base_put_text(json, "ruleset", side->facts.ruleset);
    base_put_text(json, "hash", side->facts.hash);
    base_put_text(json, "version", side->facts.version);
    base_put_count(json, "engine", side->facts.engine);
    base_put_text(json, "without", side->facts.without);
    base_put_count(json, "seed", side->facts.seed);
    base_put_end(json);
}

static void put_term(base_json *json, const char *term, const char *before, const char *after)
{
    base_put_object(json, NULL);
    base_put_text(json, "term", term);
    base_put_text(json, "before", before);
    base_put_text(json, "after", after);
    base_put_end(json);
}

/* Margins and alarms that the two rulesets do not agree on. */
static void put_terms(base_json *json, const char *key, const wyrm_gate *gate)
{
    wyrm_figure before, after;
    base_put_list(json, key);
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        char term[96];
        snprintf(term, sizeof term, "margin of %s", row->metric);
        margin_words(row->said_before, &before);
        margin_words(row->said_after, &after);
        if (strcmp(before.text, after.text) != 0)
            put_term(json, term, before.text, after.text);
    }
    snprintf(before.text, sizeof before.text, "%.6g", gate->said_before);
    snprintf(after.text, sizeof after.text, "%.6g", gate->said_after);
    if (gate->said_before != gate->said_after)
        put_term(json, "alarm", before.text, after.text);
    base_put_end(json);
}

static void put_cause(base_json *json, const wyrm_gate_report *report, const wyrm_gate_cause *cause)
{
    base_put_object(json, NULL);
    base_put_text(json, "what", cause->what);
    base_put_count(json, "values", cause->values);
    base_put_list(json, "effects");
    for (size_t k = 0; k < report->causes->row_count; k++) {
        base_put_object(json, NULL);
        base_put_text(json, "metric", report->gate->rows[report->causes->rows[k]].metric);
        base_put_real(json, "difference", cause->effects[k].difference);
        wyrm_put_interval(json, "ci95", cause->effects[k].ci95);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

static void write_gate(const wyrm_gate_report *report, wyrm_page *page)
{
    const wyrm_gate *gate = report->gate;
    const wyrm_gate_causes *causes = report->causes;
    base_json json = wyrm_answer_begin(page, "gate", NULL);
    put_side(&json, "before", report->before_name, report->before);
    put_side(&json, "after", report->after_name, report->after);
    base_put_text(&json, "bot", report->after->facts.bot);
    base_put_count(&json, "runs", gate->runs);
    base_put_count(&json, "most_runs", gate->most);
    base_put_bool(&json, "clear", gate->clear);
    base_put_bool(&json, "paired", gate->paired);
    base_put_real(&json, "alarm", gate->alarm);
    base_put_bool(&json, "failed", gate->failed);
    base_put_list(&json, "metrics");
    for (size_t i = 0; i < gate->count; i++)
        wyrm_put_gate_row(&json, &gate->rows[i]);
    base_put_end(&json);
    base_put_list(&json, "values");
    for (size_t i = 0; i < causes->value_count; i++) {
        const wyrm_gate_value *value = &causes->values[i];
        base_put_object(&json, NULL);
        base_put_text(&json, "path", value->path);
        base_put_text(&json, "before", value->before);
        base_put_text(&json, "after", value->after);
        base_put_text(&json, "file", value->file);
        base_put_count(&json, "line", (uint64_t)value->line);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_list(&json, "alone");
    for (size_t i = 0; i < causes->count; i++)
        if (causes->causes[i].tried)
            put_cause(&json, report, &causes->causes[i]);
    base_put_end(&json);
    base_put_count(&json, "alone_runs", causes->runs);
    put_terms(&json, "terms_changed", gate);
    base_put_end(&json);
}

void wyrm_report_gate(const wyrm_gate_report *report, wyrm_page *page)
{
    (page->json ? write_gate : print_gate)(report, page);
}
