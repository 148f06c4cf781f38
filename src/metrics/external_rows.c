/* What is compared of two sides of external games whose rules nobody here knows.
 *
 * Which rows a gate has follows from what the two games declare; which words, from the runs: those
 * that are common on both sides together. That choice is blind to the question. Were nothing
 * changed, then each run might as well be the other side's, and swapping them leaves the sum of
 * both as it is, and with it the list of words: whatever is chosen, given the choice each test has
 * the chances that it says, and Holm's correction counts what was chosen. Chosen by what one side
 * has, a word would be looked at just where that side has more of it by luck, and a cause of death
 * that is new with the change would not be looked at. Stages of metrics by stage are chosen
 * likewise.
 *
 * Who comes to a stage is itself what a change of the rules decides: where only one in ten gets
 * past a monster that all got past before, those are strong ones, and whatever is told behind it
 * differs though nothing there has changed. Pairs take most of that away, since a run is held
 * against the run that had the same luck, and the others are no part of the row; all of it nothing
 * can, which is why the answer says of how many runs such a row is.
 *
 * How the rows are weighed is the same as of rulesets (gate_statistics.c). */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "metrics/internal.h"

#define COMMON 40 /* a word is common that one complete run in so many has */
#define FAR    10 /* a stage is not too far that one complete run in so many tells something of */

/* ---- Metrics ---- */

enum { WON, FINAL_STAGE, UNFINISHED, FAILED, SURVIVED, OUTCOME, CAUSE, TOLD, WORD, STAGED };

/* A row of the gate: what it is of, on either side. */
typedef struct row_spec {
    int value; /* of those above */
    int32_t stage;
    size_t metric[2]; /* of the hellos */
    int32_t word[2];
    size_t place[2]; /* of STAGED: among the columns of the metric */
} row_spec;

/* Two sides, as far as a look goes, and the rows that are made of them. */
typedef struct table {
    base_arena *arena;
    const wyrm_external_side *sides[2];
    size_t counts[2];
    size_t count;
    row_spec specs[WYRM_GATE_METRICS_MAX];
    gate_metric metrics[WYRM_GATE_METRICS_MAX];
    bool cut;
} table;

/* A side as the statistics see it. */
typedef struct table_side {
    const table *of;
    int which;
} table_side;

/* NAN where nobody knows: of runs that came to no end only that they did not, and whether they left
 * the stages behind them alive. */
static double value_of_run(const row_spec *spec, const side_run *run, int which)
{
    bool complete = wyrm_external_is_complete(run->end), failed = run->end == WYRM_EXTERNAL_FAILED;
    if (spec->value == FAILED)
        return failed;
    if (spec->value == UNFINISHED)
        return failed ? (double)NAN : !complete;
    if (spec->value == SURVIVED && (failed || run->stage == 0))
        return (double)NAN;
    if (spec->value == SURVIVED && (run->end == WYRM_EXTERNAL_WON || run->stage > spec->stage))
        return 1.0;
    if (!complete)
        return (double)NAN;
    switch (spec->value) {
    case WON:
        return run->end == WYRM_EXTERNAL_WON;
    case FINAL_STAGE:
        return run->stage > 0 ? run->stage : (double)NAN;
    case OUTCOME:
        return run->outcome == spec->word[which];
    case CAUSE:
        return run->cause >= 0 && run->cause == spec->word[which];
    default: /* not survived */
        return 0.0;
    }
}

static double value_in(const void *of, const gate_metric *metric, size_t run, double *x)
{
    const table_side *here = of;
    const wyrm_external_side *side = here->of->sides[here->which];
    const row_spec *spec = &here->of->specs[metric->which];
    if (spec->value < TOLD)
        return value_of_run(spec, &side->runs[run], here->which);
    const side_column *column = &side->columns[spec->metric[here->which]];
    const double *row = side->rows + run * side->row_width;
    double y = row[column->y + spec->place[here->which]];
    if (spec->value == WORD)
        return isnan(y) ? y : y == spec->word[here->which];
    if (metric->kind == GATE_RATIO)
        *x = row[column->x];
    return y;
}

static uint64_t number_of(const void *of, size_t run)
{
    const table_side *here = of;
    return here->of->sides[here->which]->runs[run].run;
}

static wyrm_gate_margin margin_of(const wyrm_external_side *side, const char *metric,
                                  wyrm_gate_margin usual)
{
    for (size_t i = 0; i < side->margin_count; i++)
        if (strcmp(side->margins[i].metric, metric) == 0)
            return side->margins[i].margin;
    return usual;
}

/* Adds a row. `margin` is the name that its margin goes by. */
static void add(table *to, const row_spec *spec, gate_metric metric, const char *margin)
{
    static const wyrm_gate_margin of_shares = {0.02, false}, of_survival = {0.03, false},
                                  of_means = {0.03, true}, of_stages = {0.05, true};
    wyrm_gate_margin usual = spec->value == SURVIVED             ? of_survival
                             : spec->value == STAGED             ? of_stages
                             : strcmp(metric.unit, "share") == 0 ? of_shares
                                                                 : of_means;
    if (to->count == WYRM_GATE_METRICS_MAX) {
        to->cut = true;
        return;
    }
    for (int side = 0; side < 2; side++)
        metric.said[side] = margin_of(to->sides[side], margin, usual);
    metric.which = to->count;
    to->specs[to->count] = *spec;
    to->metrics[to->count++] = metric;
}

/* ---- Rows of every game ---- */

/* The last stage of the game that has fewer; where neither says it, the deepest that a run of
 * either has come to. */
static int32_t last_stage(const table *of)
{
    int32_t said = INT32_MAX, seen = 0;
    for (int side = 0; side < 2; side++) {
        int32_t own = of->sides[side]->hello.last_stage;
        said = own > 0 && own < said ? own : said;
        for (size_t i = 0; i < of->counts[side]; i++)
            seen = of->sides[side]->runs[i].stage > seen ? of->sides[side]->runs[i].stage : seen;
    }
    return said < INT32_MAX ? said : seen;
}

/* "depth" as a unit: "depths". */
static const char *unit_of_stages(base_arena *arena, const wyrm_external_hello *hello)
{
    const char *word = hello->stage[0] != '\0' ? hello->stage : "stage";
    return side_say(arena, "%s%s", word, word[strlen(word) - 1] == 's' ? "" : "s");
}

static void add_usual(table *to)
{
    static const struct {
        const char *name;
        int value;
    } shares[] = {{"win_rate", WON}, {"unfinished", UNFINISHED}, {"failed", FAILED}};
    const gate_metric share = {.unit = "share", .kind = GATE_YES_NO, .range = WYRM_SHARE};
    int32_t last = last_stage(to);
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        gate_metric metric = share;
        metric.name = shares[i].name;
        add(to, &(row_spec){.value = shares[i].value}, metric, metric.name);
        if (i == 0)
            add(to, &(row_spec){.value = FINAL_STAGE},
                (gate_metric){.name = "final_stage",
                              .unit = unit_of_stages(to->arena, &to->sides[1]->hello)},
                "final_stage");
    }
    for (size_t i = 0; i < SIDE_STAGES && side_stages[i] < last; i++) {
        gate_metric metric = share;
        metric.name = side_say(to->arena, "survival@%d", (int)side_stages[i]);
        add(to, &(row_spec){.value = SURVIVED, .stage = side_stages[i]}, metric, "survival");
    }
}

/* ---- Rows of the game's own metrics ---- */

/* How a share was told: yes or no, a number, or k of n, by all runs that are looked at. */
static gate_kind kind_of_share(const table *of, const size_t metric[2])
{
    gate_kind kind = GATE_YES_NO;
    for (int which = 0; which < 2; which++) {
        const wyrm_external_side *side = of->sides[which];
        const side_column *column = &side->columns[metric[which]];
        for (size_t i = 0; i < of->counts[which]; i++) {
            const double *row = side->rows + i * side->row_width;
            if (isnan(row[column->y]))
                continue;
            if (row[column->x] != 1.0)
                return GATE_RATIO;
            if (row[column->y] != 0.0 && row[column->y] != 1.0)
                kind = GATE_MEAN;
        }
    }
    return kind;
}

/* What is no share is not to be shown as one. */
static const char *unit_of_told(base_arena *arena, const wyrm_external_metric *metric)
{
    return strcmp(metric->unit, "share") == 0 ? "" : side_copy(arena, metric->unit);
}

static void add_told(table *to, const wyrm_external_metric *metric, const size_t at[2])
{
    bool share = metric->kind == WYRM_EXTERNAL_SHARE;
    gate_metric row = {.name = side_copy(to->arena, metric->name),
                       .kind = share ? kind_of_share(to, at) : GATE_MEAN,
                       .range = share                                  ? WYRM_SHARE
                                : metric->kind == WYRM_EXTERNAL_AMOUNT ? WYRM_AMOUNT
                                                                       : WYRM_ANY};
    row.unit = share ? "share" : unit_of_told(to->arena, metric);
    add(to, &(row_spec){.value = TOLD, .metric = {at[0], at[1]}}, row, metric->name);
}

/* ---- Rows of words ---- */

/* A word and how many runs of both sides together have it. */
typedef struct tally {
    const char *word;
    int32_t number[2];
    uint64_t count;
} tally;

static int by_frequency(const void *a, const void *b)
{
    const tally *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return strcmp(one->word, other->word);
}

static int by_word(const void *a, const void *b)
{
    const tally *one = a, *other = b;
    return strcmp(one->word, other->word);
}

/* The number of the word that a run has; -1: none, and *told: it might have had one. */
static int32_t word_in(const wyrm_external_side *side, int value, size_t metric, size_t run,
                       bool *told)
{
    const side_run *at = &side->runs[run];
    *told = wyrm_external_is_complete(at->end);
    if (value == OUTCOME)
        return at->outcome;
    if (value == CAUSE)
        return at->cause;
    double y = side->rows[run * side->row_width + side->columns[metric].y];
    *told = !isnan(y);
    return *told ? (int32_t)y : -1;
}

static const side_words *words_in(const wyrm_external_side *side, int value, size_t metric)
{
    return value == OUTCOME ? &side->outcomes
           : value == CAUSE ? &side->causes
                            : side->columns[metric].words;
}

/* Of all words of both sides; how many runs might have had one. */
static uint64_t count_words(const table *of, int value, const size_t metric[2], tally *list,
                            size_t *count)
{
    const side_words *old = words_in(of->sides[0], value, metric[0]);
    const side_words *new = words_in(of->sides[1], value, metric[1]);
    size_t *at = base_array(of->arena, size_t, new->count);
    uint64_t all = 0;
    *count = old->count;
    tally *sorted = base_array(of->arena, tally, old->count + 1);
    for (size_t i = 0; i < old->count; i++)
        sorted[i] = list[i] = (tally){old->words[i], {(int32_t)i, -1}, 0};
    qsort(sorted, old->count, sizeof *sorted, by_word);
    for (size_t i = 0; i < new->count; i++) {
        const tally key = {.word = new->words[i]};
        const tally *same = bsearch(&key, sorted, old->count, sizeof *sorted, by_word);
        at[i] = same != NULL ? (size_t)same->number[0] : (*count)++;
        if (same == NULL)
            list[at[i]] = (tally){new->words[i], {-1, 0}, 0};
        list[at[i]].number[1] = (int32_t)i;
    }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < of->counts[side]; i++) {
            bool told;
            int32_t word = word_in(of->sides[side], value, metric[side], i, &told);
            all += told;
            if (word >= 0)
                list[side == 0 ? (size_t)word : at[word]].count++;
        }
    return all;
}

/* Those that every game has say what win_rate and unfinished say. */
static bool is_own_word(int value, const char *word)
{
    return value != OUTCOME || (strcmp(word, wyrm_external_end_word(WYRM_EXTERNAL_WON)) != 0 &&
                                strcmp(word, wyrm_external_end_word(WYRM_EXTERNAL_LOST)) != 0);
}

static void add_words(table *to, int value, const char *metric, const size_t at[2])
{
    tally *list = base_array(to->arena, tally, 2 * WYRM_EXTERNAL_WORDS_MAX);
    size_t count;
    uint64_t all = count_words(to, value, at, list, &count);
    qsort(list, count, sizeof *list, by_frequency);
    for (size_t i = 0; i < count && list[i].count > 0 && list[i].count * COMMON >= all; i++)
        if (is_own_word(value, list[i].word))
            add(to,
                &(row_spec){.value = value,
                            .metric = {at[0], at[1]},
                            .word = {list[i].number[0], list[i].number[1]}},
                (gate_metric){.name = side_say(to->arena, "%s=%s", metric, list[i].word),
                              .unit = "share",
                              .kind = GATE_YES_NO,
                              .range = WYRM_SHARE},
                metric);
}

/* ---- Rows of metrics by stage ---- */

/* The place of a stage among those that a side keeps. */
static bool find_place(const wyrm_external_side *side, int32_t stage, size_t *place)
{
    for (*place = 0; *place < side->stage_count; ++*place)
        if (side->stages[*place] == stage)
            return true;
    return false;
}

static bool is_far(const table *of, const row_spec *spec)
{
    uint64_t told = 0, complete = 0;
    for (int which = 0; which < 2; which++) {
        const wyrm_external_side *side = of->sides[which];
        const size_t at = side->columns[spec->metric[which]].y + spec->place[which];
        for (size_t i = 0; i < of->counts[which]; i++) {
            complete += wyrm_external_is_complete(side->runs[i].end);
            told += !isnan(side->rows[i * side->row_width + at]);
        }
    }
    return told * FAR < complete;
}

static void add_stages(table *to, const wyrm_external_metric *metric, const size_t at[2])
{
    const wyrm_external_side *before = to->sides[0];
    for (size_t i = 0; i < before->stage_count; i++) {
        row_spec spec = {.value = STAGED, .metric = {at[0], at[1]}, .place = {i, 0}};
        spec.stage = before->stages[i];
        if (!find_place(to->sides[1], spec.stage, &spec.place[1]) || is_far(to, &spec))
            continue;
        add(to, &spec,
            (gate_metric){
                .name = side_say(to->arena, "%s@%d", metric->name, (int)spec.stage),
                .unit = unit_of_told(to->arena, metric),
                .stage = spec.stage,
            },
            metric->name);
    }
}

/* ---- All of them ---- */

/* Words and stages come last: where there are too many rows the rarest words are left out, or what
 * is told by stage. */
enum { OWN_FIGURES, OWN_WORDS, OWN_STAGES };

static int own_rows_of(const wyrm_external_metric *metric)
{
    return metric->kind == WYRM_EXTERNAL_CATEGORY   ? OWN_WORDS
           : metric->kind == WYRM_EXTERNAL_BY_STAGE ? OWN_STAGES
                                                    : OWN_FIGURES;
}

static void add_own(table *to, int rows)
{
    const wyrm_external_hello *before = &to->sides[0]->hello, *after = &to->sides[1]->hello;
    for (size_t i = 0; i < before->metric_count; i++) {
        const wyrm_external_metric *metric = &before->metrics[i];
        size_t at[2] = {i, side_find_metric(after, metric)};
        if (at[1] == SIZE_MAX || own_rows_of(metric) != rows)
            continue;
        if (rows == OWN_FIGURES)
            add_told(to, metric, at);
        else if (rows == OWN_WORDS)
            add_words(to, WORD, metric->name, at);
        else
            add_stages(to, metric, at);
    }
}

/* ---- Comparison ---- */

void side_compare(base_arena *arena, const wyrm_external_side *before,
                  const wyrm_external_side *after, const wyrm_looks *looks, wyrm_gate *out,
                  bool *cut)
{
    static const size_t none[2] = {0};
    table *of = base_new(arena, table);
    const table_side sides[] = {{of, 0}, {of, 1}};
    *of = (table){.arena = arena, .sides = {before, after}};
    for (int i = 0; i < 2; i++)
        of->counts[i] = of->sides[i]->count < looks->runs ? of->sides[i]->count : looks->runs;
    add_usual(of);
    add_own(of, OWN_FIGURES);
    add_words(of, OUTCOME, "outcome", none);
    add_words(of, CAUSE, "cause", none);
    add_own(of, OWN_WORDS);
    add_own(of, OWN_STAGES);
    const gate_terms terms = {.may_pair = side_why_apart(before, after)[0] == '\0',
                              .alarms = {before->alarm, after->alarm},
                              .count = of->count,
                              .metrics = of->metrics};
    const gate_view views[2] = {{&sides[0], before->count, number_of, value_in},
                                {&sides[1], after->count, number_of, value_in}};
    gate_compare(views, 1, &terms, looks, out);
    *cut = of->cut;
}
