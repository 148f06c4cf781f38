/* Sides of external games: what their runs came to, as a gate compares them.
 *
 * A side keeps of every run what it came to and a row of numbers, one for each value that it told,
 * words as their number in a list. Rows are of one width, so that a run is found by its place: of
 * metrics by stage, whose length nobody knows beforehand, those stages are kept that are compared,
 * which the hello alone decides. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include "base/arena.h"
#include "metrics/internal.h"

#define VALUES_MAX ((size_t)1 << 26) /* of a side: half a GiB */

/* ---- Texts ---- */

const char *side_copy(base_arena *arena, const char *text)
{
    return base_text(arena, text ? text : "", text ? strlen(text) : 0);
}

const char *side_say(base_arena *arena, const char *format, ...)
{
    char text[2 * WYRM_EXTERNAL_NAME_MAX + 32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return side_copy(arena, text);
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

const int32_t side_stages[SIDE_STAGES] = {1, 2, 3, 5, 8, 13, 20, 34, 55};

static void find_stages(wyrm_external_side *side)
{
    const int32_t last = side->hello.last_stage;
    for (size_t i = 0; i < SIDE_STAGES && (last == 0 || side_stages[i] < last); i++)
        side->stages[side->stage_count++] = side_stages[i];
    if (last > 0)
        side->stages[side->stage_count++] = last;
}

/* A hello without its parameters, which what is over has no use for. */
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

/* All but margins, alarm and runs. */
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

/* What a new side is of. */
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
        side->margins[i] = (side_margin){side_copy(arena, wyrm_value_key(margins, i)),
                                         {wyrm_value_real(margin), wyrm_value_is_relative(margin)}};
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

/* What is taken, and by whom. */
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

size_t side_find_metric(const wyrm_external_hello *hello, const wyrm_external_metric *metric)
{
    for (size_t i = 0; i < hello->metric_count; i++)
        if (strcmp(hello->metrics[i].name, metric->name) == 0 &&
            hello->metrics[i].kind == metric->kind)
            return i;
    return SIZE_MAX;
}

const char *side_why_apart(const wyrm_external_side *before, const wyrm_external_side *after)
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
