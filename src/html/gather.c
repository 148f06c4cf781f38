/* The runs of a report: made by the bots of the ladder, or read from a file of results. */
#include "base/arena.h"
#include "html/internal.h"

#include <stdio.h>
#include <string.h>

/* Progress of a part of a dossier, as progress of the whole. */

bool wyrm_dossier_progress(double done, void *context)
{
    const wyrm_dossier_part *part = context;
    const wyrm_dossier_options *options = part->options;
    return !options->progress ||
           options->progress(part->from + done * (part->to - part->from), options->context);
}

/* Who plays in every report, the least able first. */
static const char *const ladder[] = {"diver", "brawler", "explorer", "tactician"};
#define LADDER_COUNT (sizeof ladder / sizeof *ladder)
#define USUAL        "explorer"

#define ENDS_MAX     100000 /* that are remembered: examples are found among the first */

/* Who listens to the runs of one bot. */
typedef struct listening {
    wyrm_dossier_part *part;
    wyrm_dossier_side *side;
    wyrm_dossier_bot *bot;
    wyrm_summing *summing; /* of runs that are read; NULL: of those that are made */
    bool watch, compare;   /* whether ends are kept, and whether the comparison is told */
    bool begun;            /* a run has been read */
} listening;

static wyrm_status keep_end(wyrm_dossier_bot *bot, const wyrm_run *run, wyrm_error *error)
{
    if (bot->end_count == ENDS_MAX)
        return WYRM_OK;
    if (bot->end_count == bot->end_room) {
        size_t room = bot->end_room > 0 ? 2 * bot->end_room : 128;
        wyrm_dossier_end *grown = base_resize(bot->ends, room * sizeof *grown);
        if (grown == NULL)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        bot->ends = grown;
        bot->end_room = room;
    }
    bot->ends[bot->end_count++] = (wyrm_dossier_end){
        .run = run->run, .end = run->end, .killer = run->killer, .depth = run->depth};
    return WYRM_OK;
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    listening *state = context;
    wyrm_status status = WYRM_OK;
    if (state->summing != NULL) {
        state->side->first = state->begun ? state->side->first : run->run;
        state->side->last = run->run;
        state->begun = true;
        status = wyrm_summing_add(state->summing, run, error);
    }
    if (status == WYRM_OK && state->watch)
        status = keep_end(state->bot, run, error);
    if (status == WYRM_OK && state->compare)
        status = wyrm_gate_take(&state->side->taken, run, error);
    return status;
}

static bool show(double done, const wyrm_summing *so_far, void *context)
{
    (void)so_far;
    return wyrm_dossier_progress(done, ((listening *)context)->part);
}

/* Plays: *bot has its name. */
static wyrm_status simulate(listening *state, uint64_t runs, wyrm_error *error)
{
    const wyrm_dossier_options *options = state->part->options;
    wyrm_sim_options simulation = {.run = options->run,
                                   .seed = options->seed,
                                   .first = options->first,
                                   .runs = runs,
                                   .threads = options->threads,
                                   .take = take,
                                   .take_context = state,
                                   .progress = show,
                                   .progress_context = state};
    wyrm_status status = wyrm_bot_find(state->bot->name, &simulation.run.bot, error);
    if (status == WYRM_OK)
        status = wyrm_simulate(state->side->design, &simulation, &state->bot->summary, error);
    return status;
}

static wyrm_status read_results(listening *state, wyrm_error *error)
{
    wyrm_results *results = state->side->source.results;
    uint64_t seed = wyrm_results_facts_of(results)->seed;
    wyrm_status status = wyrm_summing_new(state->side->design, seed, &state->summing, error);
    if (status == WYRM_OK)
        status = wyrm_results_each(results, state->side->design, 0, UINT64_MAX, take, state, error);
    if (status == WYRM_OK)
        status = wyrm_summing_up(state->summing, &state->bot->summary, error);
    if (status == WYRM_OK && state->bot->summary->runs == 0)
        status = wyrm_fail(error, WYRM_ERROR_ARGUMENT, "'%s' holds no runs", state->side->name);
    wyrm_summing_free(state->summing);
    return status;
}

/* The next bot of a side, by name. */
static wyrm_dossier_bot *add_bot(wyrm_dossier_side *side, const char *name)
{
    wyrm_dossier_bot *bot = &side->bots[side->bot_count++];
    *bot = (wyrm_dossier_bot){0};
    snprintf(bot->name, sizeof bot->name, "%s", name);
    return bot;
}

static wyrm_status of_file(wyrm_dossier_part *part, wyrm_dossier_side *side, bool compared,
                           wyrm_error *error)
{
    const wyrm_results_facts *facts = wyrm_results_facts_of(side->source.results);
    listening state = {.part = part,
                       .side = side,
                       .bot = add_bot(side, facts->bot),
                       .watch = true,
                       .compare = compared};
    return read_results(&state, error);
}

/* How many runs a bot makes: only of the usual one is more told than how deep it gets. */
static uint64_t runs_of(const wyrm_dossier_options *options, bool is_usual)
{
    if (options->runs > 0)
        return options->runs;
    return is_usual ? WYRM_DOSSIER_RUNS : WYRM_DOSSIER_RUNS_OTHERS;
}

static wyrm_status of_ladder(wyrm_dossier_part *part, wyrm_dossier_side *side, bool compared,
                             wyrm_error *error)
{
    const wyrm_dossier_options *options = part->options;
    const wyrm_bot_kind *only = options->run.bot;
    size_t count = only != NULL ? 1 : LADDER_COUNT;
    double from = part->from, step = (part->to - part->from) / (double)count;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        const char *name = only != NULL ? only->name : ladder[i];
        bool is_usual = only != NULL || strcmp(name, USUAL) == 0;
        listening state = {.part = part,
                           .side = side,
                           .bot = add_bot(side, name),
                           .watch = is_usual,
                           .compare = is_usual && compared};
        part->from = from + step * (double)i;
        part->to = part->from + step;
        status = simulate(&state, runs_of(options, is_usual), error);
    }
    return status;
}

wyrm_status wyrm_dossier_runs(wyrm_dossier_part *part, wyrm_dossier_side *side, bool compared,
                              wyrm_error *error)
{
    side->taken.design = side->design;
    return side->source.results != NULL ? of_file(part, side, compared, error)
                                        : of_ladder(part, side, compared, error);
}

const wyrm_dossier_bot *wyrm_dossier_usual(const wyrm_dossier_side *side)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (strcmp(side->bots[i].name, USUAL) == 0)
            return &side->bots[i];
    return &side->bots[0];
}
