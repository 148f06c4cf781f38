/* Runs of a game of the user's own, as text, JSON and CSV by stage; and which mixture of its agents
 * its players resemble.
 *
 * The counterpart of sim.c. Only the game knows what its stages, causes and metrics are, so columns
 * and keys are named as its hello names them. Failed and unfinished runs are reported first and
 * counted in no other figure.
 *
 * The text follows the order of a reader's questions: how many runs are won, how far they get and
 * what ends most; what is in no figure; stages; ends; the game's metrics; failed runs, with a
 * command that plays one again; notable runs; and last what was played.
 *
 * The answer about players begins with whether a mixture of agents fits at all: if not, the weights
 * below it describe nobody, so it says how many of the runs would have to end otherwise, and where
 * most. Then come the weights, each with the number of runs of its agent; where an interval is so
 * wide that it says next to nothing, that is pointed out. The table of ends is the evidence:
 * players, mixture and agents side by side. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

#define RARE_SHARE  0.01 /* share of runs; text leaves out later stages that fewer enter */
#define STAGES      40   /* stages in text, at most */
#define WORDS       8    /* causes, outcomes or words of a metric in text */
#define LOG_LINES   4    /* lines shown of a failed run's log */
#define FAILURES    3    /* failed runs shown in text */
#define COLUMNS_MAX 8    /* metrics by stage in one table */

/* ---- Commands that play or show a run again ---- */

/* Adds " WORD", as a shell reads it; false where no shell can. */
static bool add_word(base_buffer *to, const char *word)
{
    char quoted[2048];
    bool fits = text_shell_word(word, quoted, sizeof quoted);
    base_buffer_appendf(to, " %s", quoted);
    return fits;
}

/* Only what differs from the defaults is written, to keep the command short. Imported runs have no
 * file that describes their game, and a description that came from standard input cannot be read
 * again. */
bool text_external_again(const wyrm_external_facts *facts, const char *verb, uint64_t first,
                         uint64_t runs, base_buffer *out)
{
    bool fits = facts->source[0] != '\0' && facts->source[0] != '-';
    base_buffer_appendf(out, "wyrm %s", verb);
    fits = add_word(out, facts->source) && fits;
    if (strcmp(verb, "replay") == 0) {
        base_buffer_appendf(out, " --run %" PRIu64, first);
    } else {
        if (first > 0 || runs == 1)
            base_buffer_appendf(out, " --first-run %" PRIu64, first);
        base_buffer_appendf(out, " --runs %" PRIu64, runs);
    }
    if (facts->seed != 1)
        base_buffer_appendf(out, " --seed %" PRIu64, facts->seed);
    if (facts->hello->agent_count > 1) {
        base_buffer_append(out, " --agent");
        fits = add_word(out, facts->agent) && fits;
    }
    if (facts->set[0] != '\0') {
        base_buffer_append(out, " --set");
        fits = add_word(out, facts->set) && fits;
    }
    if (facts->steps > 0 && strcmp(verb, "sim") == 0)
        base_buffer_appendf(out, " --turns %" PRIu64, facts->steps);
    return fits && !out->failed;
}

/* ---- Text ---- */

/* The number of stages shown. Rare ones are cut off from the end only, so that the table has no
 * gaps. */
static size_t stages_shown(const wyrm_external_summary *summary, bool verbose)
{
    size_t shown = summary->stage_count;
    while (!verbose && shown > 1 &&
           (double)summary->stages[shown - 1].entered < RARE_SHARE * (double)summary->runs)
        shown--;
    return verbose || shown < STAGES ? shown : STAGES;
}

/* Failed and unfinished runs. They are reported below the answer and above all tables, since a game
 * that crashes in its long runs looks shorter in every figure than it is. */
static void print_left_out(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    uint64_t failed = summary->failed, cut = summary->unfinished, all = summary->complete;
    if (failed > 0)
        page_say(page,
                 "%" PRIu64 " of %" PRIu64 " %s failed, which says something of the program and "
                 "nothing of the game: see below.",
                 failed, summary->runs, summary->runs == 1 ? "run" : "runs");
    if (cut > 0 && report->facts->steps > 0)
        page_say(page, "%" PRIu64 " %s broken off at the limit of %" PRIu64 " turns.", cut,
                 cut == 1 ? "run was" : "runs were", report->facts->steps);
    else if (cut > 0)
        page_say(page, "%" PRIu64 " %s unfinished%s.", cut, cut == 1 ? "run was" : "runs were",
                 report->facts->imported ? "" : ": the game met a limit of its own");
    if (all == 0 && summary->runs > 0)
        page_say(page, "No run came to an end: there is nothing to be said of ends.");
    else if (failed + cut > 0)
        page_say(page, "The figures are of the %" PRIu64 " %s to an end%s.", all,
                 all == 1 ? "run that came" : "runs that came",
                 cut > 0 && summary->stage_count > 0
                     ? "; survival counts the unfinished ones up to where they were left"
                     : "");
}

/* Compares shares with their intervals: causes that cannot be told apart are named together. */
text_greatest text_external_worst(base_arena *arena, const wyrm_external_summary *summary,
                                  text_style style)
{
    size_t count = summary->cause_count;
    wyrm_estimate *shares = base_array(arena, wyrm_estimate, count);
    const char **names = base_array(arena, const char *, count);
    if (shares == NULL || names == NULL)
        return (text_greatest){0};
    for (size_t i = 0; i < count; i++) {
        const wyrm_external_word *word = &summary->causes[i];
        names[i] = word->word;
        shares[i] =
            (wyrm_estimate){(double)word->count / (double)summary->complete, true, word->ci95};
    }
    return text_find_greatest(
        style, &(text_ranking){.count = count, .figures = shares, .names = names, .shares = true});
}

/* The win rate, how far runs get, and what ends most of them. */
static void print_headline(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    const wyrm_external_facts *facts = report->facts;
    text_figure won, stage;
    char ends[160] = "";
    if (wyrm_interval_is_known(wyrm_mean_interval(&summary->final_stage, 0.95)))
        snprintf(ends, sizeof ends, "; they end at %s %s on average",
                 wyrm_external_stage_word(facts->hello),
                 text_figure_mean(page->style, &summary->final_stage, &stage));
    if (summary->complete > 0)
        page_say(page, "%s: %s wins %s of its runs%s.", facts->game, facts->agent,
                 text_figure_share(page->style, summary->win_rate, summary->win_rate_ci95, &won),
                 ends);
    if (summary->cause_count > 0) {
        const text_greatest worst = text_external_worst(&page->arena, summary, page->style);
        if (worst.count == 0)
            page_fail(page);
        page_say(page, "What ends most: %s%s %s %s.", worst.where, worst.count > 1 ? ":" : ",",
                 worst.value, text_of_runs(summary->complete, summary->runs));
    }
    print_left_out(report, page);
}

/* Collects the next metrics by stage from `*at` on, COLUMNS_MAX at most: if there are more, several
 * tables are printed. */
static size_t by_stage(const wyrm_external_summary *summary, size_t *at,
                       const wyrm_external_figure *out[COLUMNS_MAX])
{
    size_t count = 0;
    for (; *at < summary->figure_count && count < COLUMNS_MAX; (*at)++)
        if (summary->figures[*at].metric->kind == WYRM_EXTERNAL_BY_STAGE &&
            summary->figures[*at].stage_count > 0)
            out[count++] = &summary->figures[*at];
    return count;
}

/* Adds a heading "turns\n(unit)", with the unit in the second line. */
static void add_heading(text_table *table, const wyrm_external_metric *metric)
{
    char heading[160];
    bool unit = metric->unit[0] != '\0' && strcmp(metric->unit, metric->name) != 0;
    snprintf(heading, sizeof heading, unit ? "%s\n(%s)" : "%s", metric->name, metric->unit);
    text_table_column(table, TEXT_RIGHT, heading);
}

/* The mean of a metric at a stage; equal values have no interval, and are shown as "all 5". */
static void add_staged(text_table *table, const wyrm_external_figure *of, size_t stage)
{
    const wyrm_moments *told = stage < of->stage_count ? &of->stages[stage] : NULL;
    text_figure figure;
    if (told == NULL || told->count == 0)
        text_table_cell(table, "-");
    else if (told->count > 1 && told->min == told->max)
        text_table_cell(table, text_figure_all(told->mean, &figure));
    else
        text_cell_mean(table, told);
}

/* The last stage that a metric by stage is told for. */
static size_t last_told(const wyrm_external_summary *summary)
{
    size_t last = 0;
    for (size_t i = 0; i < summary->figure_count; i++)
        last = summary->figures[i].stage_count > last ? summary->figures[i].stage_count : last;
    return last;
}

/* Survival stands in the first table only; further tables hold more metrics for the same stages. A
 * game may tell metrics by stage, and not the stage that a run ends on: then it has no survival. */
static void print_stages(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    const bool survives = summary->stage_count > 0;
    const size_t all = survives ? summary->stage_count : last_told(summary);
    size_t shown = report->verbose || all < STAGES ? all : STAGES, at = 0, columns;
    if (survives)
        shown = stages_shown(summary, report->verbose);
    for (bool is_first = survives; shown > 0; is_first = false) {
        const wyrm_external_figure *figures[COLUMNS_MAX];
        columns = by_stage(summary, &at, figures);
        if (!is_first && columns == 0)
            break;
        text_table table = text_table_of(page, "");
        text_table_column(&table, TEXT_RIGHT, wyrm_external_stage_word(report->facts->hello));
        if (is_first)
            text_table_columns(&table, ">runs|>survive it,\nof all|>end on it,\nof who enter");
        for (size_t k = 0; k < columns; k++)
            add_heading(&table, figures[k]->metric);
        for (size_t i = 0; i < shown; i++) {
            text_cell_exact(&table, (double)i + 1);
            if (is_first) {
                const wyrm_external_stage *stage = &summary->stages[i];
                text_cell_exact(&table, (double)stage->entered);
                text_cell_estimate(
                    &table, (wyrm_estimate){stage->survival, true, stage->survival_ci95}, true);
                text_cell_estimate(&table, (wyrm_estimate){stage->hazard, true, stage->hazard_ci95},
                                   true);
            }
            for (size_t k = 0; k < columns; k++)
                add_staged(&table, figures[k], i);
        }
        text_table_below(&table, 0);
    }
    if (shown == STAGES && shown < all)
        page_say(page, "(%zu more: --verbose)", all - shown);
    else if (shown < all)
        page_say(page, "(fewer than 1 run in 100 gets beyond %s %zu: --verbose)",
                 wyrm_external_stage_word(report->facts->hello), shown);
}

/* A table of words with the number and the share of runs that have them. */
static void print_words(const text_external_answer *report, const char *what, const char *of,
                        const wyrm_external_word *words, size_t count, uint64_t all,
                        text_page *page)
{
    size_t shown = report->verbose || count < WORDS ? count : WORDS;
    if (count == 0)
        return;
    text_table table = text_table_of(page, "");
    text_table_column(&table, TEXT_LEFT, what);
    text_table_column(&table, TEXT_RIGHT, "runs");
    text_table_column(&table, TEXT_RIGHT, of);
    for (size_t i = 0; i < shown; i++) {
        text_table_cell(&table, words[i].word);
        text_cell_exact(&table, (double)words[i].count);
        double share = (double)words[i].count / (double)all;
        text_cell_estimate(&table, (wyrm_estimate){share, true, words[i].ci95}, true);
    }
    text_table_below(&table, 0);
    if (shown < count)
        page_say(page, "(%zu more: --verbose)", count - shown);
}

/* Outcomes are only listed where there are others than won and lost. */
static void print_ends(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    const char *whose = text_of_runs(summary->complete, summary->runs);
    if (summary->ends[WYRM_EXTERNAL_OTHER] > 0)
        print_words(report, "outcome", whose, summary->outcomes, summary->outcome_count,
                    summary->complete, page);
    print_words(report, "ended by", whose, summary->causes, summary->cause_count, summary->complete,
                page);
}

const char *text_of_runs(uint64_t ended, uint64_t all)
{
    return ended < all ? "of those that ended" : "of all runs";
}

const char *text_article(const char *word)
{
    return word[0] != '\0' && strchr("aeiouAEIOU", word[0]) != NULL ? "an" : "a";
}

bool text_told_alike(const wyrm_external_figure *of)
{
    return of->metric->kind != WYRM_EXTERNAL_SHARE && of->count > 1 && of->least == of->greatest &&
           !wyrm_interval_is_known(of->estimate.ci95);
}

const char *text_figure_told(text_style style, const wyrm_external_figure *of, text_figure *out)
{
    if (of->metric->kind == WYRM_EXTERNAL_SHARE)
        return text_figure_estimated_share(style, &of->estimate, out);
    if (text_told_alike(of))
        return text_figure_all(of->least, out);
    return text_figure_estimate(style, &of->estimate, out);
}

/* Metrics that are one value per run, and in a line behind them those that no run reported. A share
 * is one number over all runs, so its cells for median, least and greatest stay empty. Words and
 * metrics by stage have tables of their own. */
static void add_told_by_some(const char *what, uint64_t count, uint64_t complete, base_buffer *to)
{
    if (count > 0 && count < complete)
        base_buffer_appendf(to, "%s%s of %" PRIu64, to->length > 0 ? ", " : "Told by some: ", what,
                            count);
}

static void print_metrics(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    text_table table = text_table_of(page, "<metric|>of a run|>median|>least|>greatest|<unit");
    base_buffer never = {0}, some = {0};
    text_figure figure;
    add_told_by_some("stage", summary->final_stage.count, summary->complete, &some);
    for (size_t i = 0; i < summary->figure_count; i++) {
        const wyrm_external_figure *of = &summary->figures[i];
        bool share = of->metric->kind == WYRM_EXTERNAL_SHARE;
        if (of->count == 0 && summary->complete > 0)
            base_buffer_appendf(&never, "%s%s",
                                never.length > 0 ? ", " : "Never told: ", of->metric->name);
        add_told_by_some(of->metric->name, of->count, summary->complete, &some);
        if (of->count == 0 || of->metric->kind == WYRM_EXTERNAL_CATEGORY ||
            of->metric->kind == WYRM_EXTERNAL_BY_STAGE)
            continue;
        text_table_cell(&table, of->metric->name);
        text_table_cell(&table, text_figure_told(page->style, of, &figure));
        text_table_cell(
            &table,
            share ? "" : text_figure_sampled(page->style, of->median, of->median_ci95, 0, &figure));
        text_table_cell(&table, share ? "" : text_figure_exact(of->least, &figure));
        text_table_cell(&table, share ? "" : text_figure_exact(of->greatest, &figure));
        text_table_cell(&table, of->metric->unit);
    }
    text_table_below(&table, 0);
    if (some.length > 0)
        base_buffer_appendf(&some, " of the %" PRIu64 " runs%s", summary->complete,
                            summary->final_stage.count < summary->complete &&
                                    summary->final_stage.count > 0
                                ? "; who tells no stage is in no figure of stages"
                                : "");
    page_say_buffer(page, 0, &some, ".");
    for (size_t i = 0; i < summary->figure_count; i++) {
        const wyrm_external_figure *of = &summary->figures[i];
        if (of->metric->kind == WYRM_EXTERNAL_CATEGORY)
            print_words(report, of->metric->name, "of those that told it", of->words,
                        of->word_count, of->count, page);
    }
    page_add(page, never.length > 0 ? "\n" : "");
    page_say_buffer(page, 0, &never, ".");
}

static void print_failures(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    size_t shown =
        report->verbose || summary->failed_count < FAILURES ? summary->failed_count : FAILURES;
    base_buffer again = {0};
    if (shown == 0)
        return;
    page_add(page, "\nfailed\n");
    for (size_t i = 0; i < shown; i++) {
        const wyrm_external_failed *failed = &summary->failures[i];
        const char *why =
            failed->why[0] != '\0' ? failed->why : wyrm_external_failure_text(failed->failure);
        page_point(page, 0, 4, "run %" PRIu64 " (seed %" PRIu64 "): %s", failed->run, failed->seed,
                   why);
        text_print_log(failed->log, report->verbose ? SIZE_MAX : LOG_LINES, page);
    }
    if (shown < summary->failed)
        page_say(page, "(%" PRIu64 " more%s)", summary->failed - shown,
                 report->verbose ? "" : ": --verbose names the first 20");
    if (text_external_again(report->facts, "sim", summary->failures[0].run, 1, &again))
        page_addf(page, "One again: %s\n", again.bytes);
    base_buffer_drop(&again);
}

/* Notable runs. The command shows the one in the middle of the list, which is sorted from best to
 * worst: that is what the game is usually like, which the extremes are not. */
static void print_examples(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    const wyrm_external_hello *hello = report->facts->hello;
    const bool shows = hello->can & WYRM_EXTERNAL_CAN_REPLAY;
    base_buffer again = {0};
    int width = 0;
    if (summary->example_count == 0)
        return;
    page_add(page, "\nruns\n");
    for (size_t i = 0; i < summary->example_count; i++) {
        const int own = (int)strlen(summary->examples[i].what);
        width = own > width ? own : width;
    }
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_external_example *example = &summary->examples[i];
        page_addf(page, "%-*s  run %" PRIu64 " (%s", width, example->what, example->run,
                  example->outcome);
        if (example->stage > 0)
            page_addf(page, " at %s %d", wyrm_external_stage_word(hello), (int)example->stage);
        page_add(page, ")\n");
    }
    const wyrm_external_example *middle = &summary->examples[summary->example_count / 2];
    if (text_external_again(report->facts, shows ? "replay" : "sim", middle->run, 1, &again))
        page_addf(page, "%s: %s\n", shows ? "Watch one" : "One again", again.bytes);
    base_buffer_drop(&again);
}

static void print_missing(const text_external_answer *report, text_page *page)
{
    const wyrm_external_account *account = report->account;
    if (report->stopped)
        page_say(page, "Stopped before all were made: these are the runs made so far.");
    /* Whoever exported runs may have left some out: a gap in imported numbers is no loss. */
    if (account && account->missing > 0 && !report->facts->imported)
        page_say(page, "%" PRIu64 " of the runs %" PRIu64 " to %" PRIu64 " %s missing.",
                 account->missing, account->first, account->last,
                 account->missing == 1 ? "is" : "are");
}

/* "200 runs (100 to 299) of greedy, seed 1, ± 95 % confidence; delve 0.3 with orc.hp=12." */
static void print_what(const text_external_answer *report, text_page *page)
{
    const wyrm_external_facts *facts = report->facts;
    uint64_t runs = report->summary->runs, first = report->first;
    char which[64] = "", seed[32];
    snprintf(seed, sizeof seed, "seed %" PRIu64, facts->seed);
    if (first > 0 && runs > 0 && (!report->account || report->account->missing == 0))
        snprintf(which, sizeof which, " (%" PRIu64 " to %" PRIu64 ")", first, first + runs - 1);
    page_say(page, "\n%" PRIu64 " run%s%s of %s, %s, %s 95 %% confidence; %s%s%s%s%s.", runs,
             runs == 1 ? "" : "s", which, facts->agent, facts->imported ? "imported" : seed,
             page->style.utf8 ? "±" : "+-", facts->game, facts->version[0] ? " " : "",
             facts->version, facts->set[0] ? " with " : "", facts->set);
}

static void print_runs(const text_external_answer *report, text_page *page)
{
    print_headline(report, page);
    print_missing(report, page);
    print_stages(report, page);
    print_ends(report, page);
    print_metrics(report, page);
    print_failures(report, page);
    print_examples(report, page);
    print_what(report, page);
}

/* ---- JSON and CSV ---- */

void text_put_game(base_json *json, const wyrm_external_facts *facts)
{
    base_putf(json, "game:{name:%s version:%s command:%s source:%s}", facts->game,
              facts->version[0] ? facts->version : NULL, facts->command[0] ? facts->command : NULL,
              facts->source[0] ? facts->source : NULL);
}

static void put_words(base_json *json, const char *key, const wyrm_external_word *words,
                      size_t count, uint64_t all)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_putf(json, "{word:%s runs:%" PRIu64 " share:%g ci95:[%g %g]}", words[i].word,
                  words[i].count, (double)words[i].count / (double)all, words[i].ci95.low,
                  words[i].ci95.high);
    base_put_end(json);
}

static void put_stages(base_json *json, const wyrm_external_summary *summary)
{
    base_put_list(json, "stages");
    for (size_t i = 0; i < summary->stage_count; i++) {
        const wyrm_external_stage *stage = &summary->stages[i];
        base_putf(json,
                  "{stage:%d entered:%" PRIu64 " ended:%" PRIu64 " unfinished:%" PRIu64
                  " survival:{value:%g ci95:[%g %g]} hazard:{value:%g ci95:[%g %g]}}",
                  stage->stage, stage->entered, stage->ended, stage->unfinished, stage->survival,
                  stage->survival_ci95.low, stage->survival_ci95.high, stage->hazard,
                  stage->hazard_ci95.low, stage->hazard_ci95.high);
    }
    base_put_end(json);
}

/* A value without a known interval is null, like one that is not there at all. */
static void put_metric(base_json *json, const wyrm_external_figure *of)
{
    const wyrm_external_metric *metric = of->metric;
    wyrm_interval ci95 = of->estimate.ci95;
    bool known = wyrm_interval_is_known(ci95);
    double value = known ? of->estimate.value : (double)NAN;
    base_putf(json, "%s:{kind:%s unit:%s runs:%" PRIu64, metric->name,
              wyrm_external_kind_word(metric->kind), metric->unit, of->count);
    if (metric->kind == WYRM_EXTERNAL_CATEGORY) {
        put_words(json, "words", of->words, of->word_count, of->count);
    } else if (metric->kind == WYRM_EXTERNAL_BY_STAGE) {
        base_put_list(json, "stages");
        for (size_t i = 0; i < of->stage_count; i++) {
            const wyrm_moments *moments = &of->stages[i];
            ci95 = wyrm_mean_interval(moments, 0.95);
            known = moments->count > 0 && wyrm_interval_is_known(ci95);
            base_putf(json, "{stage:%zu runs:%" PRIu64 " mean:%g sd:%g ci95:[%g %g]}", i + 1,
                      moments->count, known ? moments->mean : (double)NAN,
                      known ? wyrm_moments_sd(moments) : (double)NAN,
                      known ? ci95.low : (double)NAN, known ? ci95.high : (double)NAN);
        }
        base_put_end(json);
    } else if (metric->kind == WYRM_EXTERNAL_SHARE) {
        base_putf(json, "value:%g ci95:[%g %g]", value, ci95.low, ci95.high);
    } else {
        const double sd = known ? wyrm_moments_sd(&of->values) : (double)NAN;
        base_putf(json, "mean:%g ci95:[%g %g] sd:%g least:%g greatest:%g", value, ci95.low,
                  ci95.high, sd, of->count > 0 ? of->least : (double)NAN,
                  of->count > 0 ? of->greatest : (double)NAN);
        base_putf(json, "median:{value:%g ci95:[%g %g]}", of->median, of->median_ci95.low,
                  of->median_ci95.high);
    }
    base_put_end(json);
}

static void put_runs(base_json *json, const wyrm_external_summary *summary)
{
    base_put_list(json, "failures");
    for (size_t i = 0; i < summary->failed_count; i++) {
        const wyrm_external_failed *failed = &summary->failures[i];
        base_putf(json, "{run:%" PRIu64 " seed:%" PRIu64 " failure:%s why:%s log:%s}", failed->run,
                  failed->seed, wyrm_external_failure_word(failed->failure), failed->why,
                  failed->log);
    }
    base_putf(json, "] examples:[");
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_external_example *example = &summary->examples[i];
        base_putf(json, "{what:%s run:%" PRIu64 " seed:%" PRIu64, example->what, example->run,
                  example->seed);
        if (example->stage > 0)
            base_put_whole(json, "stage", example->stage);
        else
            base_put_null(json, "stage");
        base_putf(json, "outcome:%s}", example->outcome);
    }
    base_put_end(json);
}

void text_put_external(base_json *json, const wyrm_external_facts *facts,
                       const wyrm_external_summary *summary)
{
    base_putf(json, "win_rate:{value:%g ci95:[%g %g]} ends:{", summary->win_rate,
              summary->win_rate_ci95.low, summary->win_rate_ci95.high);
    for (int end = 0; end < WYRM_EXTERNAL_END_COUNT; end++)
        base_put_count(json, wyrm_external_end_word((wyrm_external_end)end), summary->ends[end]);
    base_put_end(json);
    put_words(json, "outcomes", summary->outcomes, summary->outcome_count, summary->complete);
    put_words(json, "causes", summary->causes, summary->cause_count, summary->complete);
    base_put_text(json, "stage_name", facts->hello->stage[0] ? facts->hello->stage : NULL);
    text_put_moments(json, "final_stage", &summary->final_stage);
    put_stages(json, summary);
    base_put_object(json, "metrics");
    for (size_t i = 0; i < summary->figure_count; i++)
        put_metric(json, &summary->figures[i]);
    base_put_end(json);
    put_runs(json, summary);
}

/* `complete` and `failed` count runs; whether all runs were made that were asked for is told by
 * `stopped` and `missing`. */
static void write_runs(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    const wyrm_external_facts *facts = report->facts;
    base_json json = text_answer_begin(page, "game-sim", NULL);
    text_put_game(&json, facts);
    base_putf(&json,
              "seed:%" PRIu64 " runs:%" PRIu64 " complete:%" PRIu64 " unfinished:%" PRIu64
              " failed:%" PRIu64 " first_run:%" PRIu64 " stopped:%i missing:%" PRIu64
              " agent:%s set:%s",
              facts->seed, summary->runs, summary->complete, summary->unfinished, summary->failed,
              report->first, report->stopped, report->account ? report->account->missing : 0,
              facts->agent, facts->set);
    if (facts->steps > 0)
        base_put_count(&json, "turn_limit", facts->steps);
    else
        base_put_null(&json, "turn_limit");
    text_put_external(&json, facts, summary);
    base_put_end(&json);
}

void text_write_external(const text_external_answer *report, text_page *page)
{
    (page->json ? write_runs : print_runs)(report, page);
}

/* A value with its interval; fields that are unknown or infinite stay empty. */
static void add_interval(text_page *page, double value, wyrm_interval ci95)
{
    const double numbers[] = {value, ci95.low, ci95.high};
    const bool known = !isnan(value) && wyrm_interval_is_known(ci95);
    for (size_t i = 0; i < 3; i++)
        page_addf(page, known && isfinite(numbers[i]) ? ",%.9g" : ",", numbers[i]);
}

void text_write_external_csv(const text_external_answer *report, text_page *page)
{
    const wyrm_external_summary *summary = report->summary;
    page_add(page, "stage,entered,ended,unfinished,survival,survival_low,survival_high,hazard,"
                   "hazard_low,hazard_high");
    for (size_t k = 0; k < summary->figure_count; k++) {
        const char *name = summary->figures[k].metric->name;
        if (summary->figures[k].metric->kind == WYRM_EXTERNAL_BY_STAGE)
            page_addf(page, ",%s,%s_low,%s_high", name, name, name);
    }
    page_add(page, "\n");
    const wyrm_external_stage nobody = {.survival = NAN, .hazard = NAN};
    for (size_t i = 0; i < summary->stage_count || i < last_told(summary); i++) {
        const wyrm_external_stage *stage = i < summary->stage_count ? &summary->stages[i] : &nobody;
        page_addf(page, "%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64, i + 1, stage->entered, stage->ended,
                  stage->unfinished);
        add_interval(page, stage->survival, stage->survival_ci95);
        add_interval(page, stage->hazard, stage->hazard_ci95);
        for (size_t k = 0; k < summary->figure_count; k++) {
            const wyrm_external_figure *of = &summary->figures[k];
            if (of->metric->kind != WYRM_EXTERNAL_BY_STAGE)
                continue;
            const wyrm_moments none = {0}, *moments = i < of->stage_count ? &of->stages[i] : &none;
            add_interval(page, moments->count > 0 ? moments->mean : (double)NAN,
                         wyrm_mean_interval(moments, 0.95));
        }
        page_add(page, "\n");
    }
}

/* ---- Which agents the players are ---- */

#define VAGUE 0.5 /* width of an interval that says hardly anything about a weight */

static const char *end_name(const text_fit_answer *report, const wyrm_fit_end *end, char room[100])
{
    const char *stage = wyrm_external_stage_word(report->players->hello);
    if (end->won)
        snprintf(room, 100, "won");
    else if (end->stage == 0)
        snprintf(room, 100, "no %s told", stage);
    else
        snprintf(room, 100, "%s %d", stage, (int)end->stage);
    return room;
}

/* Whether the mixture fits, and how far it is off where it does not. */
static void print_mixture(const text_fit_answer *report, text_page *page)
{
    const wyrm_fit *fit = report->fit;
    const wyrm_fit_end *off = &fit->ends[fit->farthest];
    char name[100];
    text_figure figures[4];
    if (fit->fits)
        page_say(page,
                 "%s of %s end as a mixture of these agents would, as far as %" PRIu64
                 " runs tell (G = %.3g, p = %.2g).",
                 report->players->agent, report->players->game, fit->runs, fit->g, fit->p);
    else
        page_say(
            page,
            "No mixture of these agents ends as %s of %s do (G = %.3g, p %s %.2g): the nearest "
            "one is off by %s of all runs, most of all at %s: %s, where it has %s.",
            report->players->agent, report->players->game, fit->g,
            fit->p <= 1.0 / WYRM_FIT_DRAWS ? "at most" : "=",
            fit->p <= 1.0 / WYRM_FIT_DRAWS ? 0.001 : fit->p,
            text_figure_percent(fit->distance, &figures[0]), end_name(report, off, name),
            text_figure_share(page->style, off->share, off->ci95, &figures[1]),
            text_figure_percent(off->fitted, &figures[2]));
    if (fit->left_out > 0)
        page_say(page,
                 "%" PRIu64 " of the players' runs were not played to an end and are left out: "
                 "whoever gives up where it gets hard is not among these deaths.",
                 fit->left_out);
}

static void print_weights(const text_fit_answer *report, text_page *page)
{
    const wyrm_fit *fit = report->fit;
    bool vague = false;
    text_table table = text_table_of(page, "<agent|>weight|>its runs");
    for (size_t k = 0; k < fit->agent_count; k++) {
        const wyrm_fit_weight *weight = &fit->weights[k];
        text_table_cell(&table, report->names[k]);
        text_cell_estimate(&table, (wyrm_estimate){weight->weight, true, weight->ci95}, true);
        text_cell_exact(&table, (double)weight->runs);
        vague = vague || weight->ci95.high - weight->ci95.low > VAGUE;
    }
    text_table_below(&table, 0);
    if (vague)
        page_say(page, "Some of them end so much alike that so few runs hardly tell them apart.");
}

/* Whether the mixture of an end is farther than a point from the agents' shares, weighed: what is
 * fitted are the chances behind these shares, too. */
static bool is_off_the_shares(const wyrm_fit *fit, const wyrm_fit_end *end)
{
    double mixed = 0.0;
    for (size_t k = 0; k < fit->agent_count; k++)
        mixed += fit->weights[k].weight * end->of[k];
    return fabs(mixed - end->fitted) > 0.01;
}

/* Ends that fewer than 1 run in 100 has among players, mixture and agents are left to --json. */
static bool is_rare(const wyrm_fit *fit, const wyrm_fit_end *end)
{
    bool rare = end->share < 0.01 && end->fitted < 0.01;
    for (size_t k = 0; k < fit->agent_count; k++)
        rare = rare && end->of[k] < 0.01;
    return rare;
}

static void print_ends_beside(const text_fit_answer *report, text_page *page)
{
    const wyrm_fit *fit = report->fit;
    char name[100];
    size_t left = 0;
    bool is_off = false;
    text_table table = text_table_of(page, "<ends on|>players|>mixture");
    for (size_t k = 0; k < fit->agent_count; k++)
        text_table_column(&table, TEXT_RIGHT, report->names[k]);
    for (size_t j = 0; j < fit->end_count; j++) {
        const wyrm_fit_end *end = &fit->ends[j];
        if (is_rare(fit, end)) {
            left++;
            continue;
        }
        is_off = is_off || is_off_the_shares(fit, end);
        text_table_cell(&table, end_name(report, end, name));
        text_cell_estimate(&table, (wyrm_estimate){end->share, true, end->ci95}, true);
        text_cell_percent(&table, end->fitted);
        for (size_t k = 0; k < fit->agent_count; k++)
            text_cell_percent(&table, end->of[k]);
    }
    text_table_below(&table, 0);
    if (is_off)
        page_say(page, "The mixture is not just the weights times the agents' shares: how they "
                       "end is known from few runs only, and is fitted to the players, too.");
    if (left > 0)
        page_say(page, "(%zu more, each with fewer than 1 run in 100: --json)", left);
}

static void print_fit(const text_fit_answer *report, text_page *page)
{
    print_mixture(report, page);
    print_weights(report, page);
    print_ends_beside(report, page);
    page_say(page,
             "\n%" PRIu64 " runs of %s; the noise of the agents' runs is part of the intervals, "
             "%s 95 %% confidence; seed %" PRIu64 ".",
             report->fit->runs, report->players->agent, page->style.utf8 ? "±" : "+-",
             report->seed);
}

static void write_fit(const text_fit_answer *report, text_page *page)
{
    const wyrm_fit *fit = report->fit;
    base_json json = text_answer_begin(page, "results-fit", NULL);
    base_putf(&json,
              "seed:%" PRIu64 " players:{game:%s agent:%s runs:%" PRIu64 " left_out:%" PRIu64
              "} fits:%i g:%g p:%g distance:%g weights:[",
              report->seed, report->players->game, report->players->agent, fit->runs, fit->left_out,
              fit->fits, fit->g, fit->p, fit->distance);
    for (size_t k = 0; k < fit->agent_count; k++)
        base_putf(&json, "{agent:%s name:%s runs:%" PRIu64 " weight:%g ci95:[%g %g]}",
                  report->agents[k]->agent, report->names[k], fit->weights[k].runs,
                  fit->weights[k].weight, fit->weights[k].ci95.low, fit->weights[k].ci95.high);
    base_putf(&json, "] ends:[");
    for (size_t j = 0; j < fit->end_count; j++) {
        const wyrm_fit_end *end = &fit->ends[j];
        base_putf(&json, "{won:%i", end->won);
        if (end->stage > 0)
            base_put_whole(&json, "stage", end->stage);
        else
            base_put_null(&json, "stage");
        base_putf(&json, "runs:%" PRIu64 " share:%g ci95:[%g %g] fitted:%g agents:[", end->count,
                  end->share, end->ci95.low, end->ci95.high, end->fitted);
        for (size_t k = 0; k < fit->agent_count; k++)
            base_put_real(&json, NULL, end->of[k]);
        base_putf(&json, "]}");
    }
    base_putf(&json, "]");
    base_put_end(&json);
}

void text_write_fit(const text_fit_answer *report, text_page *page)
{
    (page->json ? write_fit : print_fit)(report, page);
}
