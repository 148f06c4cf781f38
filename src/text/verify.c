/* `wyrm verify`: whether the rules match the game.
 *
 * An outcome that is impossible by the rules needs no statistics: seeing it once is enough, and it
 * is reported as that. Everything else is a matter of chance, and so each matchup that passes has
 * the size of the difference that would have been noticed: "they match" after ten attacks is worth
 * nothing, and readers should see so in the same table.
 *
 * The order: the verdict; what is off (all matchups together, then each that fails with every
 * aspect that does); the table, failing matchups first; and what it rests on: the differences that
 * would have been noticed, how columns were read, and how often the test is wrong. P-values are the
 * corrected ones, so that they can be compared with the alarm directly. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/internal.h"

#define ROWS_SHOWN 30 /* matchups that fail, and rows of the table, without --verbose */

/* The words for what is counted. */
typedef struct verify_words {
    const char *kind;             /* in JSON */
    const char *one, *many;       /* "attack", "attacks" */
    const char *share;            /* "miss" */
    const char *amount, *columns; /* "damage of a hit" */
    const char *shares, *amounts; /* "the chance to miss", "the mean damage of a hit" */
} verify_words;

static const verify_words words_of[] = {
    [WYRM_VERIFY_NOTHING] = {"nothing", "", "", "", "", "", "", ""},
    [WYRM_VERIFY_HITS] = {"hits", "attack", "attacks", "misses", "damage of a hit",
                          ">attacks|>misses", "the chance to miss", "the mean damage of a hit"},
    [WYRM_VERIFY_FIGHTS] = {"fights", "fight", "fights", "won by the attacker", "turns of a fight",
                            ">fights|>won", "the chance to win", "the mean number of turns"},
    [WYRM_VERIFY_FLOORS] = {"floors", "floor", "floors", "without any", "number on a floor",
                            ">floors|>without\nany", "the chance of none", "the mean number"},
};

static const verify_words *words(const text_verify_answer *report)
{
    return &words_of[report->verified->kind];
}

#define NAME_MAX_BYTES 600

/* A row's name: "player@3 -> orc", or "depth 3: orc". */
static const char *name_of(const wyrm_verify_row *row, char out[NAME_MAX_BYTES])
{
    if (row->depth > 0)
        snprintf(out, NAME_MAX_BYTES, "depth %d: %.250s", row->depth, row->attacker);
    else
        snprintf(out, NAME_MAX_BYTES, "%.250s -> %.250s", row->attacker, row->defender);
    return out;
}

/* ---- What is off ---- */

static const char *chance_words(double p, char out[32])
{
    snprintf(out, 32, p < 1e-9 ? "below 1e-9" : "%.2g", p);
    return out;
}

#define SPAN_MAX 48

/* "3 to 7"; "3" where both are. */
static const char *from_to(int64_t low, int64_t high, char out[SPAN_MAX])
{
    if (low == high)
        snprintf(out, SPAN_MAX, "%" PRId64, low);
    else
        snprintf(out, SPAN_MAX, "%" PRId64 " to %" PRId64, low, high);
    return out;
}

static const char *outcome_word(int32_t outcome)
{
    return outcome == WYRM_VERIFY_ENDED ? "ended"
           : outcome > 0                ? "won"
           : outcome < 0                ? "lost"
                                        : "neither";
}

/* An outcome: "damage 4", "won in turn 3". Never called for floors, where no number is
 * impossible. */
static const char *name_outcome(wyrm_verify_kind kind, const wyrm_verify_outcome *one, char out[96])
{
    if (kind == WYRM_VERIFY_FIGHTS && one->value >= 0)
        snprintf(out, 96, "%s in turn %" PRId64, outcome_word(one->outcome), one->value);
    else if (kind == WYRM_VERIFY_FIGHTS)
        snprintf(out, 96, "%s", outcome_word(one->outcome));
    else if (one->value == 0)
        snprintf(out, 96, "an attack without damage");
    else
        snprintf(out, 96, "damage %" PRId64, one->value);
    return out;
}

static void say_impossible(const text_verify_answer *report, const wyrm_verify_row *row,
                           text_page *page)
{
    uint64_t told = 0;
    for (size_t i = 0; i < row->impossible_count; i++) {
        const wyrm_verify_outcome *one = &row->impossible[i];
        char what[96];
        page_point(page, 6, 2, "impossible: %s, %" PRIu64 " %s; by the rules that never happens",
                   name_outcome(report->verified->kind, one, what), one->times,
                   one->times == 1 ? "time" : "times");
        told += one->times;
    }
    if (told < row->impossible_times)
        page_point(page, 6, 2, "impossible: %" PRIu64 " others", row->impossible_times - told);
}

/* One aspect of a matchup that is off, with what was seen, what the rules give, and the p-value. */
static void say_look(const text_verify_answer *report, const wyrm_verify_row *row,
                     wyrm_verify_aspect aspect, text_page *page)
{
    const wyrm_verify_look *look = &row->looks[aspect];
    text_figure seen, expected;
    char p[32], what[96], span[3][SPAN_MAX];
    chance_words(look->corrected, p);
    bool share = aspect == WYRM_VERIFY_OF_SHARE;
    if (share) {
        text_figure_share(page->style, look->seen.value, look->seen.ci95, &seen);
        text_figure_chance(look->expected, &expected);
    } else {
        text_figure_estimate(page->style, &look->seen, &seen);
        text_figure_exact(look->expected, &expected);
    }
    if (aspect == WYRM_VERIFY_OF_WHOLE)
        page_point(page, 6, 2, "distribution: most of all %s, %s seen, %s by the rules (p %s)",
                   name_outcome(report->verified->kind, &row->farthest, what),
                   text_figure_percent(row->farthest_seen, &seen),
                   text_figure_percent(row->farthest_expected, &expected), p);
    else if (aspect == WYRM_VERIFY_OF_EXTREMES)
        page_point(
            page, 6, 2,
            "extremes: %s seen; the least of so many is %s by the rules, the greatest %s (p %s)",
            from_to(row->least, row->greatest, span[0]),
            from_to(row->expected.least_low, row->expected.least_high, span[1]),
            from_to(row->expected.greatest_low, row->expected.greatest_high, span[2]), p);
    else
        page_point(page, 6, 2, "%s: %s seen, %s by the rules (p %s)",
                   share                           ? words(report)->share
                   : aspect == WYRM_VERIFY_OF_MEAN ? words(report)->amount
                                                   : "spread (standard deviation)",
                   seen.text, expected.text, p);
}

/* A failing row with its aspects. The distribution as a whole is only named if no other aspect
 * fails. */
static void say_row(const text_verify_answer *report, const wyrm_verify_row *row, text_page *page)
{
    char name[NAME_MAX_BYTES];
    bool said = row->impossible_times > 0;
    page_add(page, "   ");
    page_toned(page, TEXT_TONE_BAD, "FAIL");
    page_add(page, "  ");
    page_wrap(page, 9, 9, name_of(row, name));
    say_impossible(report, row, page);
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++) {
        if (!row->looks[i].off || (i == WYRM_VERIFY_OF_WHOLE && said))
            continue;
        say_look(report, row, (wyrm_verify_aspect)i, page);
        said = true;
    }
}

static void say_common(const wyrm_verify_look *look, const char *what, const char *unit,
                       text_page *page)
{
    text_figure figure;
    char p[32];
    if (!look->off)
        return;
    text_figure_sampled(page->style, 100 * look->seen.value,
                        (wyrm_interval){100 * look->seen.ci95.low, 100 * look->seen.ci95.high}, 0,
                        &figure);
    page_add(page, "   ");
    page_toned(page, TEXT_TONE_BAD, "FAIL");
    page_add(page, "  ");
    page_wrapf(page, 9, 9, "all together: %s is off by %s%s %s (p %s)", what,
               look->seen.value > 0 ? "+" : "", figure.text, unit,
               chance_words(look->corrected, p));
}

static void say_what_is_off(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    size_t shown = 0;
    if (found->verdict != WYRM_FAIL)
        return;
    page_add(page, "\n");
    say_common(&found->together.share, words(report)->shares, "points", page);
    say_common(&found->together.mean, words(report)->amounts, "%", page);
    for (size_t i = 0; i < found->row_count; i++) {
        if (found->rows[i].verdict != WYRM_FAIL)
            continue;
        if (shown++ < ROWS_SHOWN || report->verbose)
            say_row(report, &found->rows[i], page);
    }
    if (shown > ROWS_SHOWN && !report->verbose)
        page_addf(page, "   ...and %zu more (--verbose, --json)\n", shown - ROWS_SHOWN);
}

/* ---- The table ---- */

/* The smallest difference that would have been noticed, "2.1", in points or in percent of a mean.
 * It is rounded up, never down: whoever reads "noticed from 2.1" may rely on it. */
static const char *noticed_words(const wyrm_verify_look *look, double of, text_figure *out)
{
    double worst = fmax(isnan(look->noticed_down) ? 0 : look->noticed_down,
                        isnan(look->noticed_up) ? 0 : look->noticed_up);
    snprintf(out->text, sizeof out->text, "%.1f", ceil(1000 * worst / of) / 10);
    return out->text;
}

static void cell_noticed(text_table *table, const wyrm_verify_look *look, double of,
                         const char *unit)
{
    text_figure figure;
    if (isnan(look->noticed_up) && isnan(look->noticed_down)) {
        text_table_cell(table, "-");
        return;
    }
    text_table_cellf(table, "%s%s", noticed_words(look, of, &figure), unit);
}

/* A figure by the rules; of floors that is a sample, too, and has an interval. */
static void cell_expected(text_table *table, const wyrm_verify_look *look, bool is_share)
{
    const wyrm_interval *ends = &look->expected_ci95;
    if (!isnan(look->expected) && ends->low < ends->high)
        text_cell_estimate(table, (wyrm_estimate){look->expected, true, *ends}, is_share);
    else if (is_share)
        text_cell_percent(table, look->expected);
    else
        text_cell_exact(table, look->expected);
}

static void print_row(const wyrm_verify_row *row, text_table *table)
{
    char name[NAME_MAX_BYTES];
    const wyrm_verify_look *share = &row->looks[WYRM_VERIFY_OF_SHARE];
    const wyrm_verify_look *mean = &row->looks[WYRM_VERIFY_OF_MEAN];
    text_table_cell(table, name_of(row, name));
    text_table_cellf(table, "%" PRIu64, row->count);
    text_cell_estimate(table, share->seen, true);
    cell_expected(table, share, true);
    text_cell_estimate(table, mean->seen, false);
    cell_expected(table, mean, false);
    cell_noticed(table, share, 1.0, "");
    cell_noticed(table, mean, mean->expected, " %");
    text_table_cell(table, wyrm_verdict_name(row->verdict));
}

/* The table. Failing rows come first, so that they are among those shown. */
static void print_rows(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    char headings[256];
    snprintf(headings, sizeof headings,
             "<%s|%s|>by the\nrules|>%s|>by the\nrules|>noticed\nfrom|"
             ">%s\nfrom|<verdict",
             found->kind == WYRM_VERIFY_FLOORS ? "what" : "matchup", words(report)->columns,
             found->kind == WYRM_VERIFY_HITS     ? "damage\nof a hit"
             : found->kind == WYRM_VERIFY_FIGHTS ? "turns"
                                                 : "number",
             "noticed");
    text_table table = text_table_of(page, headings);
    size_t shown = 0;
    for (int failing = 1; failing >= 0; failing--)
        for (size_t i = 0; i < found->row_count; i++) {
            const wyrm_verify_row *row = &found->rows[i];
            if ((row->verdict == WYRM_FAIL) == (failing == 1) &&
                (shown++ < ROWS_SHOWN || report->verbose))
                print_row(row, &table);
        }
    page_add(page, "\n");
    text_table_end(&table, 3);
    if (shown > ROWS_SHOWN && !report->verbose)
        page_addf(page, "   (%d of %zu; all of them: --verbose)\n", ROWS_SHOWN, shown);
}

/* ---- What it rests on ---- */

static bool is_noticed(const wyrm_verify_look *look)
{
    return !isnan(look->noticed_up) || !isnan(look->noticed_down);
}

/* The difference that would have been noticed: in all matchups together, where it is smaller than
 * in any single one. Nothing for floors, which cannot be put together: the table says it all. */
static void say_noticed(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    const bool together = found->together.there;
    const wyrm_verify_look *share =
        together ? &found->together.share : &found->rows[0].looks[WYRM_VERIFY_OF_SHARE];
    const wyrm_verify_look *mean =
        together ? &found->together.mean : &found->rows[0].looks[WYRM_VERIFY_OF_MEAN];
    text_figure points, percent;
    if (found->kind == WYRM_VERIFY_FLOORS || (!is_noticed(share) && !is_noticed(mean)))
        return;
    noticed_words(share, 1.0, &points);
    noticed_words(mean, together ? 1.0 : mean->expected, &percent);
    page_add(page, "\n");
    if (is_noticed(share) && is_noticed(mean))
        page_say(page,
                 "%s: in 95 of 100 logs like this one a change of %s by %s points, or of %s by %s "
                 "%%, would have been noticed%s.",
                 together ? "What all matchups have in common" : "What this rests on",
                 words(report)->shares, points.text, words(report)->amounts, percent.text,
                 together ? "; in a single matchup, as the table says" : "");
    else
        page_say(page,
                 "In 95 of 100 logs like this one a change of %s by %s %s would have been "
                 "noticed.",
                 is_noticed(share) ? words(report)->shares : words(report)->amounts,
                 is_noticed(share) ? points.text : percent.text,
                 is_noticed(share) ? "points" : "%");
}

/* Columns are guessed, so readers must be able to see how, and which of them were not read. */
static void say_columns(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    base_buffer text = {0}, rest = {0};
    for (size_t i = 0; i < found->column_count; i++) {
        const wyrm_verify_column *of = &found->columns[i];
        const bool same = strcmp(of->role, of->heading) == 0;
        if (of->role[0] == '\0')
            base_buffer_appendf(&rest, "%s%s", rest.length > 0 ? ", " : "Not read: ", of->heading);
        else
            base_buffer_appendf(&text, "%s%s%s%s", text.length > 0 ? ", " : "Read as: ", of->role,
                                same ? "" : " = ", same ? "" : of->heading);
    }
    page_say_buffer(page, 0, &text, ".");
    page_say_buffer(page, 0, &rest, ".");
}

static void say_rest(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    text_figure alarm;
    say_noticed(report, page);
    if (found->made > 0)
        page_say(page, "The rules were asked for %" PRIu64 " floors of each depth.", found->made);
    if (report->left_out > 0)
        page_say(page, "Of %zu more matchups the game told nothing: they are left out.",
                 report->left_out);
    if (report->fights_not_asked)
        page_say(page, "Whole fights were not asked, only attacks: --fights asks for them.");
    say_columns(report, page);
    page_say(page,
             "Where the rules are the game's, this fails %s %% of the time at most (Holm's "
             "correction over all that was tested).",
             text_figure_exact(100 * found->alarm, &alarm));
}

/* ---- The answer ---- */

static void say_answer(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    const bool floors = found->kind == WYRM_VERIFY_FLOORS;
    const char *things = floors ? "counts" : "matchups";
    size_t unclear = 0;
    char where[80] = "";
    for (size_t i = 0; i < found->row_count; i++)
        unclear += found->rows[i].verdict == WYRM_UNCLEAR;
    if (unclear < found->row_count)
        snprintf(where, sizeof where, ", in %zu of %zu %s", unclear, found->row_count, things);
    page_toned(page, text_verdict_tone(found->verdict), wyrm_verdict_name(found->verdict));
    int column = (int)strlen(wyrm_verdict_name(found->verdict)) + 2;
    page_add(page, "  ");
    if (found->verdict == WYRM_FAIL && found->off_count > 0)
        page_wrapf(page, column, 0,
                   "%s: the rules are not those of the game: %zu of %zu %s %s off.", report->name,
                   found->off_count, found->row_count, things,
                   found->off_count == 1 ? "is" : "are");
    else if (found->verdict == WYRM_FAIL)
        page_wrapf(page, column, 0,
                   "%s: the rules are not those of the game: no matchup alone is off, but all "
                   "of them together are.",
                   report->name);
    else if (found->verdict == WYRM_PASS)
        page_wrapf(page, column, 0,
                   "%s: nothing tells the rules from the game in %" PRIu64 " %s (%zu %s).",
                   report->name, found->count, words(report)->many, found->row_count,
                   found->row_count != 1 ? things
                   : floors              ? "count"
                                         : "matchup");
    else
        page_wrapf(page, column, 0,
                   "%s: nothing tells the rules from the game, but %" PRIu64
                   " %s%s few: a change of %.0f %% in a mean or of %.0f points in a chance "
                   "could be there all the same%s.",
                   report->name, found->count,
                   found->count == 1 ? words(report)->one : words(report)->many,
                   found->count == 1 ? " is" : " are", 100 * WYRM_VERIFY_MEAN,
                   100 * WYRM_VERIFY_SHARE, where);
}

static void put_look(base_json *json, const char *key, const wyrm_verify_look *look)
{
    base_putf(json, "%s:{expected:%g", key, look->expected);
    if (look->expected_ci95.low < look->expected_ci95.high)
        text_put_interval(json, "expected_ci95", look->expected_ci95);
    else
        base_put_null(json, "expected_ci95");
    base_putf(json, "value:%g", look->seen.value);
    if (look->seen.sampled)
        text_put_interval(json, "ci95", look->seen.ci95);
    else
        base_put_null(json, "ci95");
    base_putf(json, "p:%g corrected:%g", look->p, look->corrected);
    base_put_text(json, "method", look->tested ? look->method : NULL);
    base_putf(json, "off:%i noticed_down:%g noticed_up:%g}", look->off, look->noticed_down,
              look->noticed_up);
}

static void put_outcome(base_json *json, const wyrm_verified *found, const wyrm_verify_outcome *one)
{
    if (found->kind == WYRM_VERIFY_FIGHTS)
        base_putf(json, "outcome:%s", outcome_word(one->outcome));
    base_put_whole(json, found->kind == WYRM_VERIFY_FIGHTS ? "turns" : "value", one->value);
    base_put_count(json, "times", one->times);
}

static void put_row(base_json *json, const wyrm_verified *found, const wyrm_verify_row *row)
{
    base_put_object(json, NULL);
    if (found->kind == WYRM_VERIFY_FLOORS)
        base_putf(json, "depth:%d what:%s", row->depth, row->attacker);
    else
        base_putf(json, "attacker:%s defender:%s", row->attacker, row->defender);
    base_put_count(json, "count", row->count);
    base_putf(json, "verdict:%s", wyrm_verdict_name(row->verdict));
    for (size_t i = 0; i < WYRM_VERIFY_ASPECT_COUNT; i++)
        put_look(json, wyrm_verify_aspect_word(found->kind, (wyrm_verify_aspect)i), &row->looks[i]);
    if (row->amounts > 0)
        base_putf(json,
                  "least:{value:%" PRId64 " expected:[%" PRId64 " %" PRId64
                  "]} greatest:{value:%" PRId64 " expected:[%" PRId64 " %" PRId64 "]}",
                  row->least, row->expected.least_low, row->expected.least_high, row->greatest,
                  row->expected.greatest_low, row->expected.greatest_high);
    if (row->looks[WYRM_VERIFY_OF_WHOLE].tested) {
        base_put_object(json, "farthest");
        put_outcome(json, found, &row->farthest);
        base_putf(json, "expected:%g seen:%g}", row->farthest_expected, row->farthest_seen);
    }
    base_put_list(json, "impossible");
    for (size_t i = 0; i < row->impossible_count; i++) {
        base_put_object(json, NULL);
        put_outcome(json, found, &row->impossible[i]);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_count(json, "impossible_times", row->impossible_times);
    base_put_end(json);
}

static void write_verify(const text_verify_answer *report, text_page *page)
{
    const wyrm_verified *found = report->verified;
    base_json json = text_answer_begin(page, "verify", wyrm_design_ruleset(report->design));
    base_put_count(&json, "seed", report->seed);
    base_putf(&json, "of:%s kind:%s verdict:%s alarm:%g", report->name, words(report)->kind,
              wyrm_verdict_name(found->verdict), found->alarm);
    base_put_count(&json, "count", found->count);
    base_put_count(&json, "off", found->off_count);
    base_put_count(&json, "left_out", report->left_out);
    if (found->made > 0)
        base_put_count(&json, "floors_made", found->made);
    base_put_list(&json, "columns");
    for (size_t i = 0; i < found->column_count; i++)
        if (found->columns[i].role[0] != '\0')
            base_putf(&json, "{role:%s heading:%s}", found->columns[i].role,
                      found->columns[i].heading);
    base_put_end(&json);
    base_put_list(&json, "not_read");
    for (size_t i = 0; i < found->column_count; i++)
        if (found->columns[i].role[0] == '\0')
            base_put_text(&json, NULL, found->columns[i].heading);
    base_put_end(&json);
    if (found->together.there) {
        base_put_object(&json, "together");
        put_look(&json, wyrm_verify_aspect_word(found->kind, WYRM_VERIFY_OF_SHARE),
                 &found->together.share);
        put_look(&json, "mean", &found->together.mean);
        base_put_end(&json);
    }
    base_put_list(&json, "matchups");
    for (size_t i = 0; i < found->row_count; i++)
        put_row(&json, found, &found->rows[i]);
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_verify(const text_verify_answer *report, text_page *page)
{
    if (page->json) {
        write_verify(report, page);
        return;
    }
    say_answer(report, page);
    say_what_is_off(report, page);
    print_rows(report, page);
    say_rest(report, page);
}
