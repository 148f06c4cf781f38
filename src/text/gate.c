/* The answer of the gate: what has changed, which rule did it, and how sure that is; as text, as
 * Markdown for a pull request, as JUnit XML for a build server, and as JSON.
 *
 * All four present the same rows in the same order: whoever sees a build fail finds the sentence of
 * its log in the summary of the pull request. Metrics are called higher or lower, never better or
 * worse, which only a designer can know. Whatever weakens the answer is said in it: margins that
 * were changed, runs that share no luck, rows that are still noise. */
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAUSE_MAX TEXT_DIFFERENCE_WORDS

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

/* An amount without bounds that was the same in every run has no interval, however many runs and
 * however wide the margin. Few values have none either, but of those more runs would tell. */
static bool never_varied(const wyrm_gate_row *row)
{
    return row->answer == WYRM_GATE_UNCLEAR && !wyrm_interval_is_known(row->ci95) &&
           row->before == row->after && row->before_sd == 0.0 && row->after_sd == 0.0;
}

/* ---- Sentences ---- */

/* No comparable metric is no success, and mere noise is not "nothing has changed". */
void text_gate_words(const wyrm_gate *gate, char *out, size_t size)
{
    size_t unclear = count_of(gate, WYRM_GATE_UNCLEAR);
    size_t higher = count_of(gate, WYRM_GATE_HIGHER), lower = count_of(gate, WYRM_GATE_LOWER);
    size_t constant = 0;
    char same[64] = "";
    for (size_t i = 0; i < gate->count; i++)
        constant += never_varied(&gate->rows[i]);
    unclear -= constant;
    if (constant > 0)
        snprintf(same, sizeof same, ", and %zu %s the same in every run", constant,
                 constant == 1 ? "was" : "were");
    if (gate->count == 0 && !gate->failed)
        snprintf(out, size, "Nothing has changed: the runs are the same.");
    else if (gate->count == 0)
        snprintf(out, size, "Nothing could be compared: no metric has figures on both sides.");
    else if (gate->failed && higher + lower == 1)
        snprintf(out, size, "1 of %zu metrics has changed: it is %s.", gate->count,
                 higher > 0 ? "higher" : "lower");
    else if (gate->failed && (higher == 0 || lower == 0))
        snprintf(out, size, "%zu of %zu metrics have changed, all of them %s.", higher + lower,
                 gate->count, higher > 0 ? "higher" : "lower");
    else if (gate->failed)
        snprintf(out, size, "%zu of %zu metrics have changed: %zu higher, %zu lower.",
                 higher + lower, gate->count, higher, lower);
    else if (unclear > 0)
        snprintf(out, size,
                 "No metric has changed as far as can be told; for %zu of %zu the noise "
                 "is still larger than the margin%s.",
                 unclear, gate->count, same);
    else if (constant > 0)
        snprintf(out, size,
                 "No metric has changed as far as can be told; %zu of %zu %s the same in every "
                 "run.",
                 constant, gate->count, constant == 1 ? "was" : "were");
    else
        snprintf(out, size, "Nothing has changed: all %zu metrics are equivalent.", gate->count);
}

void text_gate_stages_words(const wyrm_gate *gate, char *out, size_t size)
{
    const wyrm_gate_row *fewest = NULL;
    out[0] = '\0';
    for (size_t i = 0; i < gate->count; i++)
        if (gate->rows[i].stage > 0 && (fewest == NULL || gate->rows[i].count < fewest->count))
            fewest = &gate->rows[i];
    if (fewest != NULL && gate->paired && fewest->count < gate->runs)
        snprintf(out, size,
                 "What is told at a stage is compared over the pairs of runs that both tell it: %s "
                 "over %" PRIu64 " of %" PRIu64 ". ",
                 fewest->metric, fewest->count, gate->runs);
    else if (fewest != NULL && !gate->paired)
        snprintf(out, size,
                 "What is told at a stage is compared over the runs of each side that tell it, and "
                 "may differ because others come there: %s over %" PRIu64 " before. ",
                 fewest->metric, fewest->count);
}

/* Names the metrics that fewer than 95 % of the pairs have on both sides, such as what only won
 * runs report. A metric of words has a row for each word and is named once. */
static void note_untold(const wyrm_gate *gate, base_buffer *to)
{
    enum { NAMED = 6 };
    const char *last = "";
    size_t length = 0, found = 0;
    for (size_t i = 0; gate->paired && i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        if (row->stage > 0 || row->count * 20 >= gate->runs * 19 ||
            (length > 0 && strncmp(row->metric, last, length) == 0 && row->metric[length] == '='))
            continue;
        last = row->metric;
        length = strcspn(row->metric, "=");
        if (found++ < NAMED)
            base_buffer_appendf(
                to, "%s%.*s over %" PRIu64,
                found > 1 ? ", "
                          : "What some runs do not tell is compared over the pairs that both do: ",
                (int)length, row->metric, row->count);
    }
    if (found > NAMED)
        base_buffer_appendf(to, ", and %zu more", found - NAMED);
    if (found > 0)
        base_buffer_appendf(to, " of %" PRIu64 ". ", gate->runs);
}

/* Notes are sentences, each with a blank behind it, collected in one buffer.
 *
 * note_differs: what differs between two sides of a game: "The two differ by version 0.3 -> 0.4,
 * set as usual -> orc.hp=14". */
static void note_differs(const wyrm_external_gate *game, base_buffer *to)
{
    const size_t length = to->length;
    for (size_t i = 0; i < game->differs_count; i++) {
        const wyrm_external_differs *of = &game->differs[i];
        const char *none = strcmp(of->what, "set") == 0 ? "as usual" : "none";
        base_buffer_appendf(to, "%s%s %s -> %s", to->length > length ? ", " : "The two differ by ",
                            of->what, of->before[0] != '\0' ? of->before : none,
                            of->after[0] != '\0' ? of->after : none);
    }
    base_buffer_append(to, to->length > length ? ". " : "");
}

/* Notes that come before the answer: what differs between two sides of a game; a baseline of
 * another ruleset; what each side was told to leave out. */
static void note_sides(const text_gate_answer *report, base_buffer *to)
{
    if (report->game != NULL) {
        note_differs(report->game, to);
        return;
    }
    const wyrm_results_facts *before = &report->before->facts, *after = &report->after->facts;
    if (report->is_baseline && strcmp(before->ruleset, after->ruleset) != 0)
        base_buffer_appendf(to, "Note: this baseline is of '%.63s', not of '%.63s'. ",
                            before->ruleset, after->ruleset);
    if (strcmp(before->without, after->without) != 0)
        base_buffer_appendf(to, "Left out on purpose: %s before, %s after. ",
                            before->without[0] != '\0' ? before->without : "nothing",
                            after->without[0] != '\0' ? after->without : "nothing");
}

/* A margin of a metric, or the alarm, where the two rulesets disagree on it. */
typedef struct term {
    char name[96];
    text_figure before, after;
} term;

/* Fills the margin of row `index`, or the alarm if that is gate->count, as both sides say it: "3
 * %", "0.1". Margins are hardly rounded, so that readers can check answers against them. False
 * where both sides read the same. */
static bool find_term(const wyrm_gate *gate, size_t index, term *out)
{
    const wyrm_gate_row *row = index < gate->count ? &gate->rows[index] : NULL;
    for (int side = 0; side < 2; side++) {
        text_figure *text = side == 0 ? &out->before : &out->after;
        wyrm_gate_margin said = {.size = side == 0 ? gate->said_before : gate->said_after};
        if (row != NULL)
            said = side == 0 ? row->said_before : row->said_after;
        snprintf(text->text, sizeof text->text, said.relative ? "%.6g %%" : "%.6g",
                 said.relative ? 100.0 * said.size : said.size);
    }
    snprintf(out->name, sizeof out->name, row != NULL ? "margin of %s" : "%s",
             row != NULL ? row->metric : "alarm");
    return strcmp(out->before.text, out->after.text) != 0;
}

/* Says that the section `gate` itself has changed: whoever loosens it is seen to, and held to the
 * stricter word. */
static void note_terms(const text_gate_answer *report, base_buffer *to)
{
    const wyrm_gate *gate = report->gate;
    const char *before = report->game == NULL
                             ? "The section `gate` of the ruleset has changed, and the stricter "
                               "word holds: "
                             : "The section `gate` of the file has changed, and the stricter word "
                               "holds: ";
    const size_t length = to->length;
    for (size_t i = 0; i <= gate->count; i++) {
        term found;
        if (!find_term(gate, i, &found))
            continue;
        base_buffer_appendf(to, "%s%s %s -> %s", before, found.name, found.before.text,
                            found.after.text);
        before = ", ";
    }
    base_buffer_append(to, to->length > length ? ". " : "");
}

/* Why runs are not compared in pairs, and where a repeated run first differed. */
static void note_unpaired(const wyrm_external_gate *game, base_buffer *to)
{
    base_buffer_appendf(to, "They are not compared run by run: %s", game->unpaired);
    for (int side = 0; side < 2; side++)
        if (game->repeats[side].known && !game->repeats[side].same) {
            base_buffer_appendf(to, " (run %" PRIu64 ": %s)", game->repeats[side].run,
                                game->repeats[side].where);
            break;
        }
    base_buffer_append(to, ". ");
}

/* Names what never varied, and returns how many such metrics there are. */
static size_t note_constants(const wyrm_gate *gate, base_buffer *to)
{
    size_t count = 0;
    for (size_t i = 0; i < gate->count; i++)
        if (never_varied(&gate->rows[i]))
            base_buffer_appendf(
                to, "%s%s", count++ > 0 ? ", " : "The same in every run: ", gate->rows[i].metric);
    base_buffer_append(to, count > 0 ? "; how far it may vary, runs cannot tell. " : "");
    return count;
}

/* How many runs were compared and how, what is unclear yet, and what would settle it. */
static void note_effort(const text_gate_answer *report, base_buffer *to)
{
    const wyrm_gate *gate = report->gate;
    size_t unclear = 0;
    char stages[320];
    if (gate->sides[0] == gate->sides[1])
        base_buffer_appendf(to, "%" PRIu64 " run%s of %s on each side, ", gate->runs,
                            gate->runs == 1 ? "" : "s", report->player);
    else
        base_buffer_appendf(to, "%" PRIu64 " run%s of %s before and %" PRIu64 " after, ",
                            gate->sides[0], gate->sides[0] == 1 ? "" : "s", report->player,
                            gate->sides[1]);
    if (gate->paired)
        base_buffer_appendf(to, "seed %" PRIu64 ", compared run by run. ", report->after_seed);
    else if (report->game != NULL && report->before_game->imported && report->after_game->imported)
        base_buffer_append(to, "compared as independent samples. ");
    else
        base_buffer_appendf(to,
                            "seeds %" PRIu64 " and %" PRIu64 ", compared as independent samples. ",
                            report->before_seed, report->after_seed);
    if (report->game != NULL && report->game->unpaired[0] != '\0')
        note_unpaired(report->game, to);
    if (report->game != NULL && report->game->left_out)
        base_buffer_append(to,
                           "There would be too many rows: the rarest words were left out, or what "
                           "is told by stage. ");
    if (report->game != NULL && report->game->outdated)
        base_buffer_append(to, "The baseline is of an earlier version, which kept no metrics by "
                               "stage: they are not compared. ");
    text_gate_stages_words(gate, stages, sizeof stages);
    base_buffer_append(to, stages);
    note_untold(gate, to);
    for (size_t i = 0; i < gate->count; i++)
        if (gate->rows[i].answer == WYRM_GATE_UNCLEAR && !never_varied(&gate->rows[i]))
            base_buffer_appendf(to, "%s%s",
                                unclear++ > 0 ? ", " : "Not clear yet: ", gate->rows[i].metric);
    if (unclear > 0 && gate->cut_short)
        base_buffer_append(to, TEXT_CUT_SHORT ". ");
    else if (unclear > 0)
        base_buffer_appendf(to, "; %smore %sruns, or a wider margin, would tell. ",
                            report->is_baseline ? "a baseline of " : "", report->plays ? "--" : "");
    const bool varied = note_constants(gate, to) == 0;
    if (unclear == 0 && varied && gate->same_rules && gate->count > 0 && !gate->failed &&
        gate->runs < gate->most)
        base_buffer_append(to, "Not one rule that has a part in them has changed. ");
    else if (gate->clear && gate->runs < gate->most)
        base_buffer_appendf(to, "Every answer is clear, so the other %" PRIu64 " were not needed. ",
                            gate->most - gate->runs);
    if (gate->count > 0)
        base_buffer_appendf(to,
                            "Where nothing has changed this fails %.3g %% of the time at most. ",
                            100.0 * gate->alarm);
    if (report->game == NULL && report->before->facts.engine != report->after->facts.engine)
        base_buffer_appendf(to,
                            "Played by version %" PRIu32
                            " of the engine before and version %" PRIu32 " after. ",
                            report->before->facts.engine, report->after->facts.engine);
    if (report->game == NULL && !gate->paired && report->before_seed == report->after_seed)
        base_buffer_appendf(to,
                            "Both are of seed %" PRIu64 ": where they share runs they share luck, "
                            "and small changes are harder to see. ",
                            report->after_seed);
}

/* ---- Causes ---- */

#define VALUE_WIDTH 60 /* characters of a value */

/* "monsters.orc.power: 4 -> 5", "monsters.goblin: added" */
static void value_words(const wyrm_gate_value *value, char out[CAUSE_MAX])
{
    text_difference differs;
    if (value->before[0] == '\0' || value->after[0] == '\0') {
        snprintf(out, CAUSE_MAX, "%s: %s", value->path,
                 value->before[0] == '\0' ? "added" : "removed");
        return;
    }
    text_difference_of(value->before, value->after, VALUE_WIDTH, &differs);
    text_difference_words(value->path, &differs, "->", out);
}

#define PLACE_MAX 320

/* The place of a value, "game.yaml:14"; in a text of many lines that of the first line that
 * differs; "" where it is in no file. */
static const char *place_words(const wyrm_gate_value *value, char out[PLACE_MAX])
{
    text_difference differs = {.line = 0};
    out[0] = '\0';
    if (value->many_lines)
        text_difference_of(value->before, value->after, VALUE_WIDTH, &differs);
    if (value->line > 0)
        snprintf(out, PLACE_MAX, "%s:%d", value->file,
                 value->line + (differs.line > 0 ? differs.line - 1 : 0));
    return out;
}

/* Value and place: "monsters.orc.power: 4 -> 5 (game.yaml:14)". */
static void placed_words(const wyrm_gate_value *value, char out[CAUSE_MAX + PLACE_MAX])
{
    char words[CAUSE_MAX], place[PLACE_MAX];
    value_words(value, words);
    place_words(value, place);
    snprintf(out, CAUSE_MAX + PLACE_MAX, place[0] != '\0' ? "%s (%s)" : "%s", words, place);
}

/* A cause in words: its value if that is the only one, else "monsters.orc: 7 values". */
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

/* The cause with surely the largest effect on the first metric, in the direction of the whole
 * change: the near end of its interval is beyond the far end of every other's. NULL where there is
 * none. */
static const wyrm_gate_cause *greatest(const wyrm_gate *gate, const wyrm_gate_causes *causes)
{
    const wyrm_gate_cause *best = NULL;
    double least = 0.0, most = 0.0; /* smallest effect of the best cause, largest of any other */
    bool up = causes->row_count > 0 && gate->rows[causes->rows[0]].difference > 0.0;
    for (int turn = 0; turn < 2; turn++) /* 0: find the best cause, 1: compare the others with it */
        for (size_t i = 0; i < causes->count; i++) {
            const wyrm_gate_cause *cause = &causes->causes[i];
            const wyrm_interval ci95 = cause->effects[0].ci95;
            double low = up ? ci95.low : -ci95.high, high = up ? ci95.high : -ci95.low;
            if (turn == 0 && cause->tried && low > least) {
                best = cause;
                least = low;
            }
            if (turn == 1 && cause->tried && cause != best)
                most = fmax(most, high);
        }
    return best && least > most ? best : NULL;
}

/* Sentences on the rules that have changed, and on the one that did most of it. */
static void note_causes(const text_gate_answer *report, base_buffer *to)
{
    const wyrm_gate_causes *causes = report->causes;
    char words[CAUSE_MAX + PLACE_MAX];
    bool whole = true; /* every change was tried, alone or with others */
    if (causes == NULL)
        return;
    if (!causes->known) {
        base_buffer_appendf(to, "%s, so what has changed is not known. ",
                            report->before->design
                                ? "Rules have changed since runs were made with them"
                                : "The rules before cannot be read by this version");
        return;
    }
    if (causes->order)
        base_buffer_append(to, "No value has changed, but their order has. ");
    else if (causes->value_count == 0 && causes->remarks && !report->gate->failed)
        base_buffer_append(to, "Only titles and other words have changed, which are no rules. ");
    else if (causes->value_count == 0 && report->gate->failed && report->gate->count > 0)
        base_buffer_appendf(to, "Not one rule has changed: it is %s. ",
                            strcmp(report->before->facts.without, report->after->facts.without) != 0
                                ? "what is left out on purpose"
                                : "the program that plays otherwise, or the seed");
    if (causes->value_count == 1) {
        placed_words(&causes->values[0], words);
        base_buffer_appendf(to, "One rule has changed: %s. ", words);
    } else if (causes->value_count > 1) {
        base_buffer_appendf(to, "%zu rules have changed. ", causes->value_count);
    }
    for (size_t i = 0; i < causes->count; i++)
        whole = whole && (causes->causes[i].tried || causes->causes[causes->count - 1].together);
    if (!whole || causes->runs == 0)
        return;
    const wyrm_gate_cause *best = greatest(report->gate, causes);
    if (best) {
        cause_words(causes, best, words);
        base_buffer_appendf(to, "%s does most of it. ", words);
    } else {
        base_buffer_append(to, "None of them alone surely does more of it than the others. ");
    }
}

/* Values that were tried only in groups are listed below the table, up to VALUES_SHOWN. */
#define VALUES_SHOWN 40

static size_t values_shown(const wyrm_gate_causes *causes)
{
    for (size_t i = 0; causes != NULL && i < causes->count; i++)
        if (causes->causes[i].values > 1 && !causes->causes[i].together)
            return causes->value_count < VALUES_SHOWN ? causes->value_count : VALUES_SHOWN;
    return 0;
}

/* The effects of each cause on the first `most` of the metrics, and a last row for all causes. */
static text_table causes_table(const text_gate_answer *report, size_t most, text_page *page)
{
    const wyrm_gate_causes *causes = report->causes;
    size_t metrics = causes->row_count < most ? causes->row_count : most;
    text_table table = text_table_of(page, "<rule|<where");
    for (size_t k = 0; k < metrics; k++)
        text_table_column(&table, TEXT_RIGHT, report->gate->rows[causes->rows[k]].metric);
    for (size_t i = 0; i < causes->count + (causes->runs > 0); i++) {
        bool all = i == causes->count;
        const wyrm_gate_cause *cause = &causes->causes[i];
        char words[CAUSE_MAX] = "all of them", place[PLACE_MAX] = "";
        if (!all)
            cause_words(causes, cause, words);
        if (!all && cause->values == 1)
            place_words(&causes->values[cause->first], place);
        text_table_cell(&table, words);
        text_table_cell(&table, place);
        for (size_t k = 0; k < metrics; k++) {
            const wyrm_gate_row *row = &report->gate->rows[causes->rows[k]];
            text_figure figure = {"not alone"};
            if (all)
                text_gate_difference_text(page->style, row, &figure);
            else if (cause->tried)
                text_gate_difference_text(
                    page->style,
                    &(wyrm_gate_row){.unit = row->unit,
                                     .margin = INFINITY, /* no answer to keep readable */
                                     .difference = cause->effects[k].difference,
                                     .ci95 = cause->effects[k].ci95},
                    &figure);
            text_table_cell(&table, figure.text);
        }
    }
    return table;
}

/* ---- Text ---- */

/* What weakens the comparison stands before its answer; the number of runs and the margins stand
 * behind the table. */
static void print_gate(const text_gate_answer *report, text_page *page)
{
    const wyrm_gate *gate = report->gate;
    const wyrm_gate_causes *causes = report->causes;
    char text[CAUSE_MAX + PLACE_MAX];
    base_buffer notes = {0};
    size_t shown = values_shown(causes);
    note_sides(report, &notes);
    page_say_buffer(page, 0, &notes, "");
    text_gate_words(gate, text, sizeof text);
    page_say(page, "%s against %s: %s", report->after_name, report->before_name, text);
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        text_figure before, after, difference;
        if (!wyrm_gate_row_has_changed(row))
            continue;
        page_add(page, "  ");
        page_toned(page, TEXT_TONE_BAD, wyrm_gate_answer_word(row->answer));
        page_add(page, "  ");
        page_wrapf(page, 4 + text_display_width(wyrm_gate_answer_word(row->answer)), 4,
                   "%s: %s -> %s (%s)", row->metric,
                   text_gate_value_text(page->style, row, false, &before),
                   text_gate_value_text(page->style, row, true, &after),
                   text_gate_difference_text(page->style, row, &difference));
    }
    note_causes(report, &notes);
    page_say_buffer(page, 0, &notes, "");
    if (causes != NULL && causes->count > 1) {
        text_table table = causes_table(report, 2, page);
        text_table_below(&table, 0);
        if (causes->runs > 0)
            page_say(page, "Each alone, on the first %" PRIu64 " runs.", causes->runs);
    }
    page_add(page, shown > 0 ? "\n" : "");
    for (size_t i = 0; i < shown; i++) {
        placed_words(&causes->values[i], text);
        page_point(page, 2, 2, "%s", text);
    }
    if (shown > 0 && shown < causes->value_count)
        page_addf(page, "  and %zu more (--json has all)\n", causes->value_count - shown);
    text_table rows = text_gate_table(gate, page);
    text_table_below(&rows, 0);
    page_add(page, "\n");
    note_terms(report, &notes);
    note_effort(report, &notes);
    page_say_buffer(page, 0, &notes, "");
}

/* ---- Markdown and JUnit ---- */

/* Adds text of a ruleset with characters that could be markup written as numeric references, which
 * both XML and Markdown know. */
static void add_escaped(text_page *page, const char *text, const char *special)
{
    for (const char *at = text; *at != '\0';) {
        const char *begin = at;
        const uint32_t character = base_utf8_next(&at);
        if (character == '\n' || character == '\t')
            page_add(page, " ");
        else if (character == '&' || character == '<' ||
                 (character < 0x80 && strchr(special, (int)character) != NULL))
            page_addf(page, "&#%u;", (unsigned)character);
        else
            page_addf(page, "%.*s", (int)(at - begin), begin);
    }
}

#define MARKDOWN_SPECIAL "|*`[]"

/* Adds inline code: its delimiters are one backtick longer than any sequence in it. */
static void add_code(text_page *page, const char *code)
{
    size_t longest = 0, length = 0;
    for (const char *at = code; *at != '\0'; at++) {
        length = *at == '`' ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    const char *space = longest > 0 ? " " : ""; /* Markdown takes one blank away at each end */
    base_buffer_append_repeat(&page->text, '`', longest + 1);
    page_addf(page, "%s%s%s", space, code, space);
    base_buffer_append_repeat(&page->text, '`', longest + 1);
}

static void add_paragraph(text_page *page, base_buffer *notes)
{
    if (notes->length > 0) {
        notes->bytes[notes->length - 1] = '\0'; /* the blank behind the last note */
        add_escaped(page, notes->bytes, MARKDOWN_SPECIAL);
        page_add(page, "\n\n");
    }
    if (notes->failed)
        page_fail(page);
    base_buffer_drop(notes);
}

/* Ends a table that was printed as Markdown, without printing it. Its cells were made for the text
 * answer, so that both word a figure alike. */
static void drop_table(text_table *table)
{
    table->columns = 0;
    text_table_end(table, 0);
}

static void add_causes(const text_gate_answer *report, text_page *page)
{
    const wyrm_gate_causes *causes = report->causes;
    text_table table = causes_table(report, WYRM_GATE_EFFECTS_MAX, page);
    for (size_t i = 0; i < table.columns + table.count; i++) { /* the headings first */
        bool first = i % table.columns == 0, last = (i + 1) % table.columns == 0;
        page_add(page, first ? "| " : " ");
        add_escaped(page, i < table.columns ? table.headings[1][i] : table.cells[i - table.columns],
                    MARKDOWN_SPECIAL);
        page_add(page, last ? " |\n" : " |");
        for (size_t k = 0; i + 1 == table.columns && k < table.columns; k++)
            page_addf(page, "%s%s", table.align[k] == TEXT_LEFT ? "|---" : "|--:",
                      k + 1 == table.columns ? "|\n" : "");
    }
    drop_table(&table);
    if (causes->runs > 0)
        page_addf(page, "\nEach alone, on the first %" PRIu64 " runs.\n", causes->runs);
    page_add(page, "\n");
    size_t shown = values_shown(causes);
    for (size_t i = 0; i < shown; i++) {
        char words[CAUSE_MAX], place[PLACE_MAX];
        value_words(&causes->values[i], words);
        page_add(page, "- ");
        add_code(page, words);
        page_add(page, " ");
        add_escaped(page, place_words(&causes->values[i], place), MARKDOWN_SPECIAL);
        page_add(page, "\n");
    }
    if (shown > 0 && shown < causes->value_count)
        page_addf(page, "- and %zu more\n", causes->value_count - shown);
    page_add(page, shown > 0 ? "\n" : "");
}

/* The heading has the verdict, so that it is seen before anything is read. */
void text_write_gate_markdown(const text_gate_answer *report, text_page *page)
{
    const wyrm_gate *gate = report->gate;
    base_buffer notes = {0};
    page_addf(page, "### %s ", gate->failed ? "❌" : "✅");
    add_escaped(page, report->after_name, MARKDOWN_SPECIAL);
    if (gate->count == 0)
        page_add(page, ": nothing could be compared\n\n");
    else
        page_addf(page, ": %zu of %zu metrics changed\n\n", changes(gate), gate->count);
    note_sides(report, &notes);
    add_paragraph(page, &notes);
    note_causes(report, &notes);
    add_paragraph(page, &notes);
    if (report->causes != NULL && report->causes->count > 1)
        add_causes(report, page);
    page_add(page, "| metric | before | after | difference (95 %) | margin | answer |\n"
                   "|---|--:|--:|--:|--:|---|\n");
    text_table table = text_gate_table(gate, page);
    for (size_t i = 0; i < table.count / table.columns; i++) {
        const char *const *cells = &table.cells[i * table.columns];
        const char *mark = wyrm_gate_row_has_changed(&gate->rows[i]) ? "**" : "";
        page_add(page, "| ");
        add_escaped(page, cells[0], MARKDOWN_SPECIAL);
        page_addf(page, " | %s | %s | %s | %s | %s%s%s |\n", cells[4], cells[5], cells[2], cells[3],
                  mark, cells[1], mark);
    }
    drop_table(&table);
    page_add(page, "\n");
    note_terms(report, &notes);
    note_effort(report, &notes);
    if (report->game == NULL)
        base_buffer_appendf(&notes, "Ruleset %s against %s. ", report->after->facts.hash,
                            report->before->facts.hash);
    add_paragraph(page, &notes);
    if (report->again[0] != '\0') {
        page_add(page, "Again: ");
        add_code(page, report->again);
        page_add(page, "\n");
    }
}

/* Each metric is a test case, which fails if the metric has changed. */
void text_write_gate_junit(const text_gate_answer *report, text_page *page)
{
    const wyrm_gate *gate = report->gate;
    size_t nothing = gate->count == 0; /* its own failing case: no test would be no failure */
    page_add(page, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                   "  <testsuite name=\"");
    add_escaped(page, report->after_name, "\"'");
    page_addf(page, "\" tests=\"%zu\" failures=\"%zu\">\n", gate->count + nothing,
              changes(gate) + nothing);
    if (nothing)
        page_add(page, "    <testcase classname=\"wyrm\" name=\"comparison\">\n      <failure "
                       "message=\"nothing could be compared\"/>\n    </testcase>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        page_add(page, "    <testcase classname=\"wyrm\" name=\"");
        add_escaped(page, row->metric, "\"'");
        page_add(page, "\"");
        if (wyrm_gate_row_has_changed(row))
            page_addf(page,
                      ">\n      <failure message=\"%s: %.6g, was %.6g (difference %+.4g, "
                      "95 %% %+.4g to %+.4g, p %.2g)\"/>\n    </testcase>\n",
                      wyrm_gate_answer_word(row->answer), row->after, row->before, row->difference,
                      row->ci95.low, row->ci95.high, row->p);
        else
            page_add(page, "/>\n");
    }
    page_add(page, "  </testsuite>\n</testsuites>\n");
}

/* ---- JSON ---- */

void text_put_gate_row(base_json *json, const wyrm_gate_row *row)
{
    base_putf(json, "{metric:%s unit:%s", row->metric, row->unit);
    if (row->stage > 0)
        base_putf(json, "stage:%d", (int)row->stage);
    base_putf(json, "count:%" PRIu64, row->count);
    text_put_mean_sd(json, "before", row->before, row->before_sd);
    text_put_mean_sd(json, "after", row->after, row->after_sd);
    base_putf(json, "difference:%g ci95:[%g %g] margin:%g p:%g answer:%s clear:%i}",
              row->difference, row->ci95.low, row->ci95.high, row->margin, row->p,
              wyrm_gate_answer_word(row->answer), row->clear);
}

static void put_side(base_json *json, const char *key, const char *name, const wyrm_gate_side *side,
                     uint64_t runs)
{
    base_putf(json,
              "%s:{name:%s ruleset:%s hash:%s version:%s engine:%u without:%s seed:%" PRIu64
              " runs:%" PRIu64 "}",
              key, name, side->facts.ruleset, side->facts.hash, side->facts.version,
              side->facts.engine, side->facts.without, side->facts.seed, runs);
}

static const text_row value_rows[] = {
    {"path", NULL, TEXT_NAME, offsetof(wyrm_gate_value, path)},
    {"before", NULL, TEXT_NAME, offsetof(wyrm_gate_value, before)},
    {"after", NULL, TEXT_NAME, offsetof(wyrm_gate_value, after)},
    {"file", NULL, TEXT_WORDS, offsetof(wyrm_gate_value, file)},
    {"line", NULL, TEXT_WHOLE, offsetof(wyrm_gate_value, line)},
    {0},
};

static void put_game_side(base_json *json, const char *key, const char *name,
                          const wyrm_external_facts *facts, uint64_t runs)
{
    base_putf(json, "%s:{name:%s", key, name);
    text_put_game(json, facts);
    base_putf(json, "agent:%s set:%s seed:%" PRIu64 " runs:%" PRIu64 "}", facts->agent, facts->set,
              facts->seed, runs);
}

/* Whether the same seed gave the same run on a side, as far as tried; null where that is not
 * known. */
static void put_repeat(base_json *json, const wyrm_external_repeat *of)
{
    if (!of->known) {
        base_put_null(json, NULL);
        return;
    }
    base_putf(json, "{same:%i asked:%" PRIu64, of->same, of->asked);
    if (!of->same)
        base_putf(json, "run:%" PRIu64 " where:%s", of->run, of->where);
    base_put_end(json);
}

static void put_differs(base_json *json, const wyrm_external_gate *game)
{
    base_put_list(json, "differs");
    for (size_t i = 0; i < game->differs_count; i++)
        base_putf(json, "{what:%s before:%s after:%s}", game->differs[i].what,
                  game->differs[i].before, game->differs[i].after);
    base_putf(json, "] unpaired:%s outdated:%i repeats:[",
              game->unpaired[0] != '\0' ? game->unpaired : NULL, game->outdated);
    for (int side = 0; side < 2; side++)
        put_repeat(json, &game->repeats[side]);
    base_put_end(json);
}

/* The rules that have changed, and the effect of each alone. */
static void put_causes(base_json *json, const wyrm_gate *gate, const wyrm_gate_causes *causes)
{
    text_put_list(json, "values", value_rows, causes->values, causes->value_count,
                  sizeof *causes->values);
    base_put_list(json, "alone");
    for (size_t i = 0; i < causes->count; i++) {
        const wyrm_gate_cause *cause = &causes->causes[i];
        if (!cause->tried)
            continue;
        base_putf(json, "{what:%s values:%zu effects:[", cause->what, cause->values);
        for (size_t k = 0; k < causes->row_count; k++) {
            base_putf(json, "{metric:%s difference:%g ci95:[%g %g]}",
                      gate->rows[causes->rows[k]].metric, cause->effects[k].difference,
                      cause->effects[k].ci95.low, cause->effects[k].ci95.high);
        }
        base_putf(json, "]}");
    }
    base_putf(json, "] alone_runs:%" PRIu64, causes->runs);
}

static void write_gate(const text_gate_answer *report, text_page *page)
{
    const wyrm_gate *gate = report->gate;
    const bool rules = report->game == NULL;
    base_json json = text_answer_begin(page, rules ? "gate" : "game-gate", NULL);
    if (rules) {
        put_side(&json, "before", report->before_name, report->before, gate->sides[0]);
        put_side(&json, "after", report->after_name, report->after, gate->sides[1]);
        base_put_text(&json, "bot", report->after->facts.bot);
    } else {
        put_game_side(&json, "before", report->before_name, report->before_game, gate->sides[0]);
        put_game_side(&json, "after", report->after_name, report->after_game, gate->sides[1]);
    }
    base_putf(&json,
              "runs:%" PRIu64 " most_runs:%" PRIu64
              " clear:%i paired:%i alarm:%g failed:%i metrics:[",
              gate->runs, gate->most, gate->clear, gate->paired, gate->alarm, gate->failed);
    for (size_t i = 0; i < gate->count; i++)
        text_put_gate_row(&json, &gate->rows[i]);
    base_put_end(&json);
    if (rules)
        put_causes(&json, gate, report->causes);
    else
        put_differs(&json, report->game);
    base_put_list(&json, "terms_changed");
    for (size_t i = 0; i <= gate->count; i++) {
        term found;
        if (!find_term(gate, i, &found))
            continue;
        base_putf(&json, "{term:%s before:%s after:%s}", found.name, found.before.text,
                  found.after.text);
    }
    base_putf(&json, "]}");
}

void text_write_gate(const text_gate_answer *report, text_page *page)
{
    (page->json ? write_gate : print_gate)(report, page);
}
