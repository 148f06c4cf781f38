/* The gate for external games, whose rules are unknown here: sides, the rows compared between two
 * of them, runs until the comparison is clear, and the facts in which the sides differ.
 *
 * A side stores for every run its end and a row of numbers, one for each value, with words as
 * indices in a list. All rows have the same width, so that a run is found by its index. The length
 * of metrics by stage is not known in advance: only the stages that can be compared are stored, and
 * these follow from the hello alone.
 *
 * The rows of the gate follow from the metrics that both games declare, and the words from the
 * runs: those that are common in both sides together. This choice does not bias the tests. If
 * nothing has changed, each run might as well be the other side's; swapping runs leaves the totals,
 * and so the list of words, as it is. Given the list, every test has its stated error rate, and
 * Holm's correction counts the words chosen. If words were chosen by one side, a word would be
 * tested just where that side has more of it by luck, and a new cause of death would be missed. The
 * stages of metrics by stage are chosen in the same way.
 *
 * A change of the rules also changes who reaches a stage: if only one in ten gets past a monster
 * that all got past before, those are the strong ones, and everything measured behind it differs
 * although nothing there has changed. Pairing removes most of that, since a run is compared with
 * the run of the same luck and unpaired runs are left out; nothing removes all of it, which is why
 * the answer says on how many runs such a row rests.
 *
 * The statistics are those of the gate for rulesets (gate_statistics.c). There are no single causes
 * to try; the answer lists in what the sides differ: version, agent, parameters, limit or seed.
 * Runs are paired only after some were requested twice: a game that does not repeat a run with the
 * same seed would be compared by a luck that its sides do not share. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/arena.h"
#include "metrics/internal.h"
#include "protocol/internal.h"

#define VALUES_MAX ((size_t)1 << 26) /* limit of the values of a side: half a GiB */

/* ---- Texts ---- */

/* Copies a text into the arena; "" for NULL. */
static const char *side_copy(base_arena *arena, const char *text)
{
    return base_text(arena, text ? text : "", text ? strlen(text) : 0);
}

/* ---- Words ---- */

static size_t slot_of(const side_words *list, const char *word)
{
    size_t slot = (size_t)XXH3_64bits(word, strlen(word)) % COUNT_OF(list->slots);
    while (list->slots[slot] != 0 && strcmp(list->words[list->slots[slot] - 1], word) != 0)
        slot = (slot + 1) % COUNT_OF(list->slots);
    return slot;
}

static int32_t take_word(base_arena *arena, side_words *list, const char *word, const char *what)
{
    size_t slot = slot_of(list, word);
    if (list->slots[slot] == 0) {
        if (list->count == WYRM_EXTERNAL_WORDS_MAX)
            base_refuse(arena, WYRM_ERROR_LIMIT, "more than %d different words as %.80s",
                        WYRM_EXTERNAL_WORDS_MAX, what);
        list->words = (const char **)base_grow(arena, (void *)list->words, list->count,
                                               &list->capacity, sizeof *list->words);
        list->words[list->count++] = base_copy(arena, word);
        list->slots[slot] = (uint16_t)list->count;
    }
    return (int32_t)list->slots[slot] - 1;
}

/* ---- Sides ---- */

static const int32_t side_stages[SIDE_STAGES] = {1, 2, 3, 5, 8, 13, 20, 34, 55};

static void find_stages(wyrm_external_side *side)
{
    const int32_t last = side->hello.last_stage;
    for (size_t i = 0; i < SIDE_STAGES && (last == 0 || side_stages[i] < last); i++)
        side->stages[side->stage_count++] = side_stages[i];
    if (last > 0)
        side->stages[side->stage_count++] = last;
}

/* Copies a hello without its parameters, which finished runs do not need. */
static wyrm_external_hello copy_hello(base_arena *arena, const wyrm_external_hello *from)
{
    wyrm_external_hello out = *from;
    const char **agents = base_array(arena, const char *, from->agent_count);
    wyrm_external_metric *metrics = base_array(arena, wyrm_external_metric, from->metric_count);
    for (size_t i = 0; i < from->agent_count; i++)
        agents[i] = side_copy(arena, from->agents[i]);
    for (size_t i = 0; i < from->metric_count; i++)
        metrics[i] = (wyrm_external_metric){
            side_copy(arena, from->metrics[i].name), from->metrics[i].kind,
            side_copy(arena, from->metrics[i].unit), side_copy(arena, from->metrics[i].about)};
    out.name = side_copy(arena, from->name);
    out.version = side_copy(arena, from->version);
    out.stage = side_copy(arena, from->stage);
    out.agents = agents;
    out.metrics = metrics;
    out.parameter_count = 0;
    out.parameters = NULL;
    return out;
}

/* Fills a side except for margins, alarm rate and runs. */
static wyrm_external_side *begin_side(base_arena *arena, void *result,
                                      const wyrm_external_facts *facts)
{
    wyrm_external_side *side = result;
    side->arena = arena;
    side->facts = *facts;
    side->hello = copy_hello(arena, facts->hello);
    side->facts.hello = &side->hello;
    side->alarm = WYRM_GATE_ALARM;
    side->columns = base_array(arena, side_column, side->hello.metric_count);
    find_stages(side);
    for (size_t i = 0; i < side->hello.metric_count; i++) {
        wyrm_external_kind kind = side->hello.metrics[i].kind;
        side_column *column = &side->columns[i];
        column->y = side->row_width;
        side->row_width += kind == WYRM_EXTERNAL_BY_STAGE ? side->stage_count
                           : kind == WYRM_EXTERNAL_SHARE  ? 2
                                                          : 1;
        column->x = side->row_width - 1;
        if (kind == WYRM_EXTERNAL_CATEGORY)
            column->words = base_new(arena, side_words);
    }
    return side;
}

/* Arguments of make_side(); `game` may be NULL. */
typedef struct beginning {
    const wyrm_external_facts *facts;
    const wyrm_external *game;
} beginning;

static void make_side(base_arena *arena, void *result, void *context)
{
    const beginning *of = context;
    wyrm_external_side *side = begin_side(arena, result, of->facts);
    const wyrm_ruleset *file = of->game ? wyrm_external_file(of->game) : NULL;
    const wyrm_value *margins = file ? wyrm_ruleset_find(file, "gate.margins") : NULL;
    double alarm = file ? wyrm_value_real(wyrm_ruleset_find(file, "gate.alarm")) : 0.0;
    if (alarm > 0.0)
        side->alarm = alarm;
    side->margin_count = wyrm_value_count(margins);
    side->margins = base_array(arena, side_margin, side->margin_count);
    for (size_t i = 0; i < side->margin_count; i++) {
        const wyrm_value *margin = wyrm_value_item(margins, i);
        side->margins[i] = (side_margin){
            side_copy(arena, wyrm_value_key(margins, i)),
            {.size = wyrm_value_real(margin), .relative = wyrm_value_is_relative(margin)}};
    }
}

wyrm_status wyrm_external_side_new(const wyrm_external_facts *facts, const wyrm_external *game,
                                   wyrm_external_side **out, wyrm_error *error)
{
    beginning of = {facts, game};
    return base_make(sizeof **out, make_side, &of, out, error);
}

void wyrm_external_side_free(wyrm_external_side *side)
{
    base_unmake(side);
}

void wyrm_external_side_plays(wyrm_external_side *side, const wyrm_external *game,
                              const wyrm_external_play_options *play)
{
    side->game = game;
    side->how = (wyrm_external_play_options){.ask = play->ask, .first = play->first};
}

const wyrm_external_facts *wyrm_external_side_facts(const wyrm_external_side *side)
{
    return &side->facts;
}

size_t wyrm_external_side_count(const wyrm_external_side *side)
{
    return side->count;
}

/* ---- Runs ---- */

static void fill_stages(const wyrm_external_side *side, const wyrm_external_value *value,
                        double *row)
{
    for (size_t i = 0; i < side->stage_count; i++)
        if ((size_t)side->stages[i] <= value->count)
            row[i] = value->by_stage[side->stages[i] - 1];
}

static void fill_row(base_arena *arena, wyrm_external_side *side, const wyrm_external_run *run,
                     double *row)
{
    for (size_t i = 0; i < side->row_width; i++)
        row[i] = (double)NAN;
    for (size_t i = 0; i < side->hello.metric_count; i++) {
        const wyrm_external_value *value = &run->values[i];
        const wyrm_external_metric *metric = &side->hello.metrics[i];
        const side_column *column = &side->columns[i];
        if (!value->told)
            continue;
        if (metric->kind == WYRM_EXTERNAL_BY_STAGE) {
            fill_stages(side, value, row + column->y);
            continue;
        }
        row[column->y] = column->words ? take_word(arena, column->words, value->word, metric->name)
                                       : value->number;
        if (metric->kind == WYRM_EXTERNAL_SHARE)
            row[column->x] = value->of;
    }
}

/* The run to be added, and its side. */
typedef struct next_run {
    wyrm_external_side *side;
    const wyrm_external_run *run;
} next_run;

static void take_run(base_arena *arena, void *context)
{
    const next_run *of = context;
    wyrm_external_side *side = of->side;
    const wyrm_external_run *run = of->run;
    const size_t width = side->row_width;
    side_run made = {run->run, run->end, run->stage, -1, -1};
    bool complete = wyrm_external_is_complete(run->end);
    if (side->count > 0 && side->runs[side->count - 1].run >= run->run)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "runs are not in the order of their numbers");
    if (side->count == WYRM_GATE_RUNS_MAX || side->count * width >= VALUES_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "more than %zu runs of so many metrics are not compared", side->count);
    side->runs = base_grow(arena, side->runs, side->count, &side->run_capacity, sizeof made);
    side->rows =
        base_grow(arena, side->rows, side->count, &side->row_capacity, width * sizeof *side->rows);
    double *row = side->rows + side->count * width;
    for (size_t i = 0; i < width; i++)
        row[i] = (double)NAN;
    if (complete) {
        made.outcome = take_word(arena, &side->outcomes, run->outcome, "outcome");
        fill_row(arena, side, run, row);
    }
    if (complete && run->end != WYRM_EXTERNAL_WON && run->cause[0] != '\0')
        made.cause = take_word(arena, &side->causes, run->cause, "cause");
    side->runs[side->count++] = made;
}

wyrm_status wyrm_external_side_take(wyrm_external_side *side, const wyrm_external_run *run,
                                    wyrm_error *error)
{
    next_run of = {side, run};
    return base_told(side->arena, base_run(side->arena, take_run, &of), error);
}

/* ---- Two sides ---- */

/* Returns why runs of the same number do not share their luck; "" if they do. Wrong pairs make a
 * test weaker, not invalid, so the claim of a side that cannot be asked is accepted. */
static const char *why_apart(const wyrm_external_side *before, const wyrm_external_side *after)
{
    const wyrm_external_side *const sides[] = {before, after};
    if (before->facts.imported || after->facts.imported)
        return "the runs of a side are imported, and their seeds mean nothing here";
    for (int i = 0; i < 2; i++)
        if (!sides[i]->hello.seeded)
            return "the game says that a seed does not decide a run";
    for (int i = 0; i < 2; i++)
        if (sides[i]->repeats.known && !sides[i]->repeats.same)
            return "the game did not play the same run when it was asked for it again";
    return before->facts.seed != after->facts.seed ? "the sides have other seeds" : "";
}

/* ---- Metrics ---- */

#define COMMON 40 /* a word is common if at least one complete run in so many has it */
#define FAR    10 /* a stage is compared if at least one complete run in so many has its value */

enum {
    WON,
    FINAL_STAGE,
    UNFINISHED,
    FAILED,
    SURVIVED,
    TELLS_STAGE,
    OUTCOME,
    CAUSE,
    IS_REPORTED,
    TOLD,
    WORD,
    STAGED
};

/* Where the values of a row come from, on both sides. */
typedef struct row_source {
    int value; /* one of the constants above */
    int32_t stage;
    size_t metric[2]; /* index in the hello; SIZE_MAX: that side lacks it */
    int32_t word[2];
    size_t place[2]; /* for STAGED: index among the columns of the metric */
} row_source;

/* Two sides with the runs of this look, and the rows made from them. */
typedef struct gate_rows {
    base_arena *arena;
    const wyrm_external_side *sides[2];
    size_t counts[2];
    size_t count;
    row_source specs[WYRM_GATE_METRICS_MAX];
    gate_metric metrics[WYRM_GATE_METRICS_MAX];
    bool cut;
} gate_rows;

/* One side as gate_view has it. */
typedef struct gate_rows_side {
    const gate_rows *of;
    int which;
} gate_rows_side;

/* Returns the value of a run; NAN if unknown. An incomplete run only tells that it is one, and
 * which stages it survived. */
static double value_of_run(const row_source *spec, const side_run *run, int which)
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
    case TELLS_STAGE:
        return run->stage > 0;
    case OUTCOME:
        return run->outcome == spec->word[which];
    case CAUSE:
        return run->cause >= 0 && run->cause == spec->word[which];
    default: /* SURVIVED: died at this stage or before */
        return 0.0;
    }
}

/* Whether a run has a value of the metric; NAN if it is incomplete. */
static double is_reported(const wyrm_external_side *side, size_t metric, size_t run)
{
    if (!wyrm_external_is_complete(side->runs[run].end))
        return (double)NAN;
    return metric != SIZE_MAX &&
           !isnan(side->rows[run * side->row_width + side->columns[metric].y]);
}

static double value_in(const void *of, const gate_metric *metric, size_t run, double *x)
{
    const gate_rows_side *here = of;
    const wyrm_external_side *side = here->of->sides[here->which];
    const row_source *spec = &here->of->specs[metric->which];
    if (spec->value == IS_REPORTED)
        return is_reported(side, spec->metric[here->which], run);
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
    const gate_rows_side *here = of;
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

/* Adds a row. `margin` is the name under which its margin may be set. */
static void add_row(gate_rows *to, const row_source *spec, gate_metric metric, const char *margin)
{
    static const wyrm_gate_margin of_shares = {.size = 0.02}, of_survival = {.size = 0.03},
                                  of_means = {.size = 0.03, .relative = true},
                                  of_stages = {.size = 0.05, .relative = true};
    /* Of what may lie on either side of 0 a part of the mean may be as good as nothing. */
    static const wyrm_gate_margin of_numbers = {0.03, true, 0.05};
    wyrm_gate_margin usual = spec->value == SURVIVED                           ? of_survival
                             : spec->value == STAGED                           ? of_stages
                             : strcmp(metric.unit, "share") == 0               ? of_shares
                             : spec->value == TOLD && metric.range == WYRM_ANY ? of_numbers
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

/* Adds how often a metric has a value at all (`spec` tells it of a run), if some runs lack it: its
 * own row covers only the runs that have it, so a change in which runs these are shows only here.
 * Of metrics by stage that is whether they have a value at the first. */
static void add_told(gate_rows *to, const row_source *spec, const char *metric)
{
    uint64_t told = 0, complete = 0;
    for (int which = 0; which < 2; which++)
        for (size_t i = 0; i < to->counts[which]; i++) {
            const wyrm_external_side *side = to->sides[which];
            const double is = spec->value == IS_REPORTED
                                  ? is_reported(side, spec->metric[which], i)
                                  : value_of_run(spec, &side->runs[i], which);
            complete += !isnan(is);
            told += is == 1.0;
        }
    if (told > 0 && told < complete)
        add_row(to, spec,
                (gate_metric){.name = base_say(to->arena, "told=%s", metric),
                              .unit = "share",
                              .kind = GATE_YES_NO,
                              .range = WYRM_SHARE},
                "told");
}

/* ---- Rows of every game ---- */

/* Returns the smaller last stage of the two games; or else the deepest stage seen. */
static int32_t last_stage(const gate_rows *of)
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

const char *judge_stages(base_arena *arena, const wyrm_external_hello *hello)
{
    const char *word = wyrm_external_stage_word(hello);
    return base_say(arena, "%s%s", word, word[strlen(word) - 1] == 's' ? "" : "s");
}

static void add_usual(gate_rows *to)
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
        add_row(to, &(row_source){.value = shares[i].value}, metric, metric.name);
        if (i == 0)
            add_row(to, &(row_source){.value = FINAL_STAGE},
                    (gate_metric){
                        .name = "final_stage",
                        .unit = judge_stages(to->arena, &to->sides[1]->hello),
                        .counts_from_one = true,
                        .last = {to->sides[0]->hello.last_stage, to->sides[1]->hello.last_stage}},
                    "final_stage");
    }
    add_told(to, &(row_source){.value = TELLS_STAGE}, "final_stage");
    for (size_t i = 0; i < SIDE_STAGES && side_stages[i] < last; i++) {
        gate_metric metric = share;
        metric.name = base_say(to->arena, "survival@%d", (int)side_stages[i]);
        add_row(to, &(row_source){.value = SURVIVED, .stage = side_stages[i]}, metric, "survival");
    }
}

/* ---- Rows of the game's own metrics ---- */

/* Returns the kind of a share: yes or no, a number, or k of n, by all runs of this look. */
static gate_kind kind_of_share(const gate_rows *of, const size_t metric[2])
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

/* Returns the unit of a metric that is not a share, even if the game calls it "share". */
static const char *unit_of_metric(base_arena *arena, const wyrm_external_metric *metric)
{
    return strcmp(metric->unit, "share") == 0 ? "" : side_copy(arena, metric->unit);
}

static void add_metric(gate_rows *to, const wyrm_external_metric *metric, const size_t at[2])
{
    bool share = metric->kind == WYRM_EXTERNAL_SHARE;
    gate_metric row = {.name = side_copy(to->arena, metric->name),
                       .kind = share ? kind_of_share(to, at) : GATE_MEAN,
                       .range = share                                  ? WYRM_SHARE
                                : metric->kind == WYRM_EXTERNAL_AMOUNT ? WYRM_AMOUNT
                                                                       : WYRM_ANY};
    row.unit = share ? "share" : unit_of_metric(to->arena, metric);
    add_row(to, &(row_source){.value = TOLD, .metric = {at[0], at[1]}}, row, metric->name);
}

/* ---- Rows of words ---- */

/* A word, its index on either side (-1: absent), and the runs of both sides that have it. */
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

/* Returns the index of a run's word; -1 if it has none. *told: whether it could have one. */
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

/* Counts all words of both sides; returns how many runs could have one. */
static uint64_t count_words(const gate_rows *of, int value, const size_t metric[2], tally *list,
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

/* Whether a word is not one of those that win_rate and unfinished cover. */
static bool is_own_word(int value, const char *word)
{
    return value != OUTCOME || (strcmp(word, wyrm_external_end_word(WYRM_EXTERNAL_WON)) != 0 &&
                                strcmp(word, wyrm_external_end_word(WYRM_EXTERNAL_LOST)) != 0);
}

static void add_words(gate_rows *to, int value, const char *metric, const size_t at[2])
{
    tally *list = base_array(to->arena, tally, 2 * WYRM_EXTERNAL_WORDS_MAX);
    size_t count;
    uint64_t all = count_words(to, value, at, list, &count);
    qsort(list, count, sizeof *list, by_frequency);
    for (size_t i = 0; i < count && list[i].count > 0 && list[i].count * COMMON >= all; i++)
        if (is_own_word(value, list[i].word))
            add_row(to,
                    &(row_source){.value = value,
                                  .metric = {at[0], at[1]},
                                  .word = {list[i].number[0], list[i].number[1]}},
                    (gate_metric){.name = base_say(to->arena, "%s=%s", metric, list[i].word),
                                  .unit = "share",
                                  .kind = GATE_YES_NO,
                                  .range = WYRM_SHARE},
                    metric);
}

/* ---- Rows of metrics by stage ---- */

/* Finds the index of a stage among those that a side stores. */
static bool find_stage(const wyrm_external_side *side, int32_t stage, size_t *place)
{
    for (*place = 0; *place < side->stage_count; ++*place)
        if (side->stages[*place] == stage)
            return true;
    return false;
}

static bool is_far(const gate_rows *of, const row_source *spec)
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

static void add_stages(gate_rows *to, const wyrm_external_metric *metric, const size_t at[2])
{
    const wyrm_external_side *before = to->sides[0];
    for (size_t i = 0; i < before->stage_count; i++) {
        row_source spec = {.value = STAGED, .metric = {at[0], at[1]}, .place = {i, 0}};
        spec.stage = before->stages[i];
        if (!find_stage(to->sides[1], spec.stage, &spec.place[1]) || is_far(to, &spec))
            continue;
        add_row(to, &spec,
                (gate_metric){
                    .name = base_say(to->arena, "%s@%d", metric->name, (int)spec.stage),
                    .unit = unit_of_metric(to->arena, metric),
                    .stage = spec.stage,
                },
                metric->name);
    }
}

/* ---- All of them ---- */

/* Rows of words and stages come last: if there are too many rows, rare words or stages are
 * dropped. */
enum { OWN_FIGURES, OWN_WORDS, OWN_STAGES };

static int own_rows_of(const wyrm_external_metric *metric)
{
    return metric->kind == WYRM_EXTERNAL_CATEGORY   ? OWN_WORDS
           : metric->kind == WYRM_EXTERNAL_BY_STAGE ? OWN_STAGES
                                                    : OWN_FIGURES;
}

static void add_own(gate_rows *to, int rows)
{
    const wyrm_external_hello *before = &to->sides[0]->hello, *after = &to->sides[1]->hello;
    for (size_t i = 0; i < before->metric_count; i++) {
        const wyrm_external_metric *metric = &before->metrics[i];
        size_t at[2] = {i, ext_metric_index(after, metric)};
        if (own_rows_of(metric) != rows)
            continue;
        add_told(to, &(row_source){.value = IS_REPORTED, .metric = {at[0], at[1]}}, metric->name);
        if (at[1] == SIZE_MAX)
            continue;
        if (rows == OWN_FIGURES)
            add_metric(to, metric, at);
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
    gate_rows *of = base_new(arena, gate_rows);
    const gate_rows_side sides[] = {{of, 0}, {of, 1}};
    *of = (gate_rows){.arena = arena, .sides = {before, after}};
    for (int i = 0; i < 2; i++)
        of->counts[i] = of->sides[i]->count < looks->runs ? of->sides[i]->count : looks->runs;
    add_usual(of);
    add_own(of, OWN_FIGURES);
    add_words(of, OUTCOME, "outcome", none);
    add_words(of, CAUSE, "cause", none);
    add_own(of, OWN_WORDS);
    add_own(of, OWN_STAGES);
    const gate_terms terms = {.may_pair = why_apart(before, after)[0] == '\0',
                              .alarms = {before->alarm, after->alarm},
                              .count = of->count,
                              .metrics = of->metrics};
    const gate_view views[2] = {{&sides[0], before->count, number_of, value_in},
                                {&sides[1], after->count, number_of, value_in}};
    gate_compare(views, 1, &terms, looks, out);
    *cut = of->cut;
}

/* ---- What differs ---- */

static void add_note(base_arena *arena, wyrm_external_gate *out, size_t *capacity, const char *what,
                     const char *before, const char *after)
{
    if (strcmp(before, after) == 0)
        return;
    out->differs =
        base_grow(arena, out->differs, out->differs_count, capacity, sizeof *out->differs);
    out->differs[out->differs_count++] =
        (wyrm_external_differs){what, side_copy(arena, before), side_copy(arena, after)};
}

static void note_facts(base_arena *arena, const wyrm_external_side *const sides[2],
                       wyrm_external_gate *out)
{
    const wyrm_external_facts *old = &sides[0]->facts, *new = &sides[1]->facts;
    size_t capacity = 0;
    add_note(arena, out, &capacity, "game", old->game, new->game);
    add_note(arena, out, &capacity, "version", old->version, new->version);
    if (old->command[0] != '\0' && new->command[0] != '\0') /* baselines have none */
        add_note(arena, out, &capacity, "command", old->command, new->command);
    add_note(arena, out, &capacity, "agent", old->agent, new->agent);
    add_note(arena, out, &capacity, "set", old->set, new->set);
    add_note(arena, out, &capacity, "seed", base_say(arena, "%llu", (unsigned long long)old->seed),
             base_say(arena, "%llu", (unsigned long long)new->seed));
    add_note(arena, out, &capacity, "steps",
             base_say(arena, "%llu", (unsigned long long)old->steps),
             base_say(arena, "%llu", (unsigned long long)new->steps));
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->hello.metric_count; i++) {
            const wyrm_external_metric *metric = &sides[side]->hello.metrics[i];
            if (ext_metric_index(&sides[1 - side]->hello, metric) == SIZE_MAX)
                add_note(arena, out, &capacity, "metric", side == 0 ? metric->name : "",
                         side == 0 ? "" : metric->name);
        }
}

/* ---- Playing ---- */

static wyrm_status add_run(const wyrm_external_run *run, void *side, wyrm_error *error)
{
    return wyrm_external_side_take(side, run, error);
}

static wyrm_status play_until(void *of, uint64_t runs, const wyrm_gate_options *options,
                              base_part *part, wyrm_error *error)
{
    wyrm_external_side *side = of;
    wyrm_external_play_options how = side->how;
    how.first += side->count;
    how.runs = runs - side->count;
    how.threads = options->threads;
    how.take = add_run;
    how.take_context = side;
    how.progress = base_report_part;
    how.progress_context = part;
    return wyrm_external_play(side->game, &how, error);
}

static gate_player player_of(wyrm_external_side *side)
{
    return (gate_player){side, &side->count, side->game ? play_until : NULL};
}

wyrm_status wyrm_external_side_play(wyrm_external_side *side, uint64_t runs,
                                    const wyrm_gate_options *options, wyrm_error *error)
{
    const gate_player player = player_of(side);
    return gate_play(&player, runs, options, error);
}

/* ---- Runs until it is clear ---- */

typedef struct gate_job {
    wyrm_external_side *sides[2];
    const wyrm_gate_options *options;
    base_arena *arena;
    wyrm_external_gate *out;
} gate_job;

static wyrm_status compare_look(void *context, const wyrm_looks *looks, wyrm_gate *out,
                                wyrm_error *error)
{
    const gate_job *of = context;
    (void)error;
    side_compare(of->arena, of->sides[0], of->sides[1], looks, out, &of->out->left_out);
    return WYRM_OK;
}

/* Finds out, once for each side that can play, whether the same seed gives the same run. */
static void try_repeats(base_arena *arena, wyrm_external_side *side)
{
    wyrm_external_play_options how = side->how;
    how.runs = WYRM_GATE_RUNS;
    if (!side->game || side->tried || !side->hello.seeded)
        return;
    base_must(arena, wyrm_external_repeat_try(side->game, &how, &side->repeats, &arena->error));
    side->tried = true;
}

/* Starts a side at the first run number of the other, so that runs can be paired. */
static void begin_alike(wyrm_external_side *side, const wyrm_external_side *other)
{
    if (side->game && side->count == 0 && other->count > 0 && side->facts.seed == other->facts.seed)
        side->how.first = other->runs[0].run;
}

static void run_gate(base_arena *arena, void *result, void *context)
{
    gate_job *of = context;
    wyrm_external_side **sides = of->sides;
    gate_player players[2];
    of->arena = arena;
    of->out = result;
    for (int i = 0; i < 2; i++) {
        players[i] = player_of(sides[i]);
        begin_alike(sides[i], sides[1 - i]);
        try_repeats(arena, sides[i]);
        of->out->repeats[i] = sides[i]->repeats;
    }
    of->out->outdated = sides[0]->outdated || sides[1]->outdated;
    note_facts(arena, (const wyrm_external_side *const[]){sides[0], sides[1]}, of->out);
    base_must(arena,
              gate_hold(players, 1, of->options, compare_look, of, &of->out->gate, &arena->error));
    of->out->unpaired = why_apart(sides[0], sides[1]);
    if (!of->out->gate.paired && of->out->unpaired[0] == '\0')
        of->out->unpaired = "the runs of the sides have other numbers";
}

wyrm_status wyrm_external_gate_hold(wyrm_external_side *before, wyrm_external_side *after,
                                    const wyrm_gate_options *options, wyrm_external_gate **out,
                                    wyrm_error *error)
{
    gate_job of = {.sides = {before, after}, .options = options};
    return base_make(sizeof **out, run_gate, &of, out, error);
}

void wyrm_external_gate_free(wyrm_external_gate *gate)
{
    base_unmake(gate);
}
