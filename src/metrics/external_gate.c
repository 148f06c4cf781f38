/* The gate of external games: two sides are played until it is clear how they compare, with what
 * differs between them beside it.
 *
 * Nobody here knows the rules of such a game, so there are no causes to try one by one; what can be
 * said is how the two sides were asked for: another version, agent, parameter, limit or seed. And
 * no pair of runs is believed before some were asked for twice: a game that is not the same again
 * with the same seed would be weighed by a luck that its sides do not share. */

#include <stdint.h>
#include <string.h>
#include "base/arena.h"
#include "metrics/internal.h"

/* ---- What differs ---- */

static void note(base_arena *arena, wyrm_external_gate *out, size_t *capacity, const char *what,
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
    note(arena, out, &capacity, "game", old->game, new->game);
    note(arena, out, &capacity, "version", old->version, new->version);
    if (old->command[0] != '\0' && new->command[0] != '\0') /* a baseline has none */
        note(arena, out, &capacity, "command", old->command, new->command);
    note(arena, out, &capacity, "agent", old->agent, new->agent);
    note(arena, out, &capacity, "set", old->set, new->set);
    note(arena, out, &capacity, "seed", side_say(arena, "%llu", (unsigned long long)old->seed),
         side_say(arena, "%llu", (unsigned long long)new->seed));
    note(arena, out, &capacity, "steps", side_say(arena, "%llu", (unsigned long long)old->steps),
         side_say(arena, "%llu", (unsigned long long)new->steps));
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < sides[side]->hello.metric_count; i++) {
            const wyrm_external_metric *metric = &sides[side]->hello.metrics[i];
            if (side_find_metric(&sides[1 - side]->hello, metric) == SIZE_MAX)
                note(arena, out, &capacity, "metric", side == 0 ? metric->name : "",
                     side == 0 ? "" : metric->name);
        }
}

/* ---- Playing ---- */

static wyrm_status take(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    return wyrm_external_side_take(context, run, error);
}

static wyrm_status play_until(void *of, uint64_t runs, const gate_effort *effort, wyrm_error *error)
{
    wyrm_external_side *side = of;
    wyrm_external_play_options how = side->how;
    how.first += side->count;
    how.runs = runs - side->count;
    how.threads = effort->threads;
    how.take = take;
    how.take_context = side;
    how.progress = effort->progress;
    how.progress_context = effort->context;
    return wyrm_external_play(side->game, &how, error);
}

wyrm_status wyrm_external_side_play(wyrm_external_side *side, uint64_t runs,
                                    const wyrm_gate_options *options, wyrm_error *error)
{
    const gate_effort effort = {options->threads, options->progress, options->progress_context,
                                NULL};
    if (!side->game || side->count >= runs)
        return WYRM_OK;
    return play_until(side, runs, &effort, error);
}

/* ---- As many runs as it takes ---- */

typedef struct holding {
    wyrm_external_side *sides[2];
    const wyrm_gate_options *options;
    base_arena *arena;
    wyrm_external_gate *out;
} holding;

static size_t count_of(const void *side)
{
    return wyrm_external_side_count(side);
}

static wyrm_status compare_look(void *context, const wyrm_looks *looks, wyrm_gate *out,
                                wyrm_error *error)
{
    const holding *of = context;
    (void)error;
    side_compare(of->arena, of->sides[0], of->sides[1], looks, out, &of->out->left_out);
    return WYRM_OK;
}

/* Whether the same seed gives the same run, once for each side that can be asked. */
static void try_repeats(base_arena *arena, wyrm_external_side *side)
{
    wyrm_external_play_options how = side->how;
    how.runs = WYRM_GATE_RUNS;
    if (!side->game || side->tried || !side->hello.seeded)
        return;
    base_must(arena, wyrm_external_repeat_try(side->game, &how, &side->repeats, &arena->error));
    side->tried = true;
}

/* So that runs of one number are there on both sides. */
static void begin_alike(wyrm_external_side *side, const wyrm_external_side *other)
{
    if (side->game && side->count == 0 && other->count > 0 && side->facts.seed == other->facts.seed)
        side->how.first = other->runs[0].run;
}

static void hold(base_arena *arena, void *result, void *context)
{
    holding *of = context;
    wyrm_external_side **sides = of->sides;
    gate_player players[2];
    of->arena = arena;
    of->out = result;
    for (int i = 0; i < 2; i++) {
        players[i] = (gate_player){sides[i], count_of, sides[i]->game ? play_until : NULL};
        begin_alike(sides[i], sides[1 - i]);
        try_repeats(arena, sides[i]);
        of->out->repeats[i] = sides[i]->repeats;
    }
    of->out->outdated = sides[0]->outdated || sides[1]->outdated;
    note_facts(arena, (const wyrm_external_side *const[]){sides[0], sides[1]}, of->out);
    base_must(arena,
              gate_hold(players, 1, of->options, compare_look, of, &of->out->gate, &arena->error));
    of->out->unpaired = side_why_apart(sides[0], sides[1]);
    if (!of->out->gate.paired && of->out->unpaired[0] == '\0')
        of->out->unpaired = "the runs of the sides have other numbers";
}

wyrm_status wyrm_external_gate_hold(wyrm_external_side *before, wyrm_external_side *after,
                                    const wyrm_gate_options *options, wyrm_external_gate **out,
                                    wyrm_error *error)
{
    holding of = {.sides = {before, after}, .options = options};
    return base_make(sizeof **out, hold, &of, out, error);
}

void wyrm_external_gate_free(wyrm_external_gate *gate)
{
    base_unmake(gate);
}
