/* Metrics of whole games that bots play, and of set fights. */
#include "judge/metric_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95
/* Where nothing else is asked for. */
#define GAMES       400  /* half-widths of 5 % on a share */
#define ARENA_RUNS  4000 /* of 1.5 % */
#define FEWEST_RUNS 20   /* where fewer dungeons than usual are asked for */
/* Set fights have no floor to be left, so they can be thousands of turns long: no more of them are
 * fought than come to so many turns, but the first block in every case. */
#define ARENA_BLOCK 100
#define ARENA_TURNS 1e6
#define DEFAULT_BOT "explorer"
#define ARENA_BOT   "brawler"

/* ---- Simulations, each made once ---- */

static const char *bot_of(const judge_target *target)
{
    if (target->bot[0] != '\0')
        return target->bot;
    return target->arena[0] != '\0' ? ARENA_BOT : DEFAULT_BOT;
}

static uint64_t runs_of(const judge_work *judging, const judge_target *target)
{
    uint64_t usual = target->arena[0] != '\0' ? ARENA_RUNS : GAMES;
    if (judging->runs == 0)
        return usual;
    uint64_t wanted = judging->runs * usual / JUDGE_RUNS, least = judging->runs;
    if (least > FEWEST_RUNS)
        least = FEWEST_RUNS;
    return wanted > least ? wanted : least;
}

/* The progress of one simulation is told as that of anything else that is sampled. */
static bool show(double done, const wyrm_summing *so_far, void *context)
{
    const judge_work *judging = context;
    (void)so_far;
    return !judging->progress || judging->progress(done, judging->context);
}

/* The first block is part of a longer simulation, whose progress is told. */
static bool show_nothing(double done, const wyrm_summing *so_far, void *context)
{
    (void)done;
    return show(0, so_far, context);
}

/* Set fights: the first block of them, onto which the others come, tells how many of those asked
 * for the turns allow. The fights are the same whatever their number, so neither threads nor time
 * have a part in it. */
static wyrm_status begin_fights(const judge_work *judging, wyrm_sim_options *options,
                                wyrm_error *error)
{
    wyrm_sim_options block = *options;
    wyrm_summary *summary;
    if (options->runs <= ARENA_BLOCK)
        return WYRM_OK;
    wyrm_status status = wyrm_summing_new(judging->design, options->seed, &options->onto, error);
    if (status != WYRM_OK)
        return status;
    block.onto = options->onto;
    block.runs = options->first = ARENA_BLOCK;
    block.progress = show_nothing;
    status = wyrm_simulate(judging->design, &block, &summary, error);
    if (status != WYRM_OK)
        return status;
    double turns = fmax(summary->turns.mean, 1);
    double most = fmax(floor(ARENA_TURNS / turns), ARENA_BLOCK);
    if (most < (double)options->runs)
        options->runs = (uint64_t)most;
    wyrm_summary_free(summary);
    return WYRM_OK;
}

static wyrm_status simulate(judge_work *judging, const judge_target *target, judge_simulation *out,
                            wyrm_error *error)
{
    wyrm_arena arena;
    wyrm_sim_options options = {.seed = judging->seed,
                                .runs = runs_of(judging, target),
                                .threads = judging->threads,
                                .progress = show,
                                .progress_context = judging};
    wyrm_status status = wyrm_bot_find(out->bot, &options.run.bot, error);
    if (status == WYRM_OK && out->arena[0] != '\0') {
        options.run.arena = &arena;
        status = wyrm_arena_find(judging->design, out->arena, &arena, error);
        if (status == WYRM_OK)
            status = begin_fights(judging, &options, error);
    }
    if (status == WYRM_OK)
        status = wyrm_simulate(judging->design, &options, &out->summary, error);
    wyrm_summing_free(options.onto);
    return status;
}

wyrm_status wyrm_judging_simulation(judge_work *judging, const judge_target *target,
                                    const wyrm_summary **out, wyrm_error *error)
{
    judge_simulation wanted = {.bot = bot_of(target), .arena = target->arena};
    *out = NULL;
    for (size_t i = 0; i < judging->simulation_count; i++) {
        const judge_simulation *made = &judging->simulations[i];
        if (strcmp(made->bot, wanted.bot) == 0 && strcmp(made->arena, wanted.arena) == 0) {
            *out = made->summary;
            return WYRM_OK;
        }
    }
    if (judging->simulation_count == JUDGE_SIMULATIONS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "the targets are about more than %d different simulations",
                         JUDGE_SIMULATIONS_MAX);
    wyrm_status status = simulate(judging, target, &wanted, error);
    if (status == WYRM_OK) {
        judging->simulations[judging->simulation_count++] = wanted;
        *out = wanted.summary;
    }
    return status;
}

/* ---- Preparations ---- */

/* "explorer, depth 3", "brawler in two_orcs" */
static void name_place(const judge_target *target, judge_place *place)
{
    char where[sizeof place->where];
    memcpy(where, place->where, sizeof where);
    if (target->arena[0] != '\0')
        snprintf(place->where, sizeof place->where, "%.60s in %.60s", bot_of(target),
                 target->arena);
    else
        snprintf(place->where, sizeof place->where, "%.60s%s%.60s", bot_of(target),
                 where[0] != '\0' ? ", " : "", where);
}

wyrm_status wyrm_judge_prepare_bot(const wyrm_design *design, const judge_target *target,
                                   judge_place *place, wyrm_errors *errors)
{
    const wyrm_bot_kind *kinds;
    const char *names[32];
    size_t count;
    kinds = wyrm_bot_kinds(&count);
    name_place(target, place);
    for (size_t i = 0; i < count && i < 32; i++) {
        names[i] = kinds[i].name;
        if (strcmp(kinds[i].name, bot_of(target)) == 0)
            return WYRM_OK;
    }
    return wyrm_judge_prepare_unknown(design, target, "bot", "bot", target->bot, names,
                                      count < 32 ? count : 32, errors);
}

wyrm_status wyrm_judge_prepare_killer(const wyrm_design *design, const judge_target *target,
                                      judge_place *place, wyrm_errors *errors)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    size_t count = wyrm_roster_count(roster);
    wyrm_status status = wyrm_judge_prepare_bot(design, target, place, errors);
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return WYRM_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        names[i] = wyrm_roster_monster(roster, i)->name;
        if (strcmp(names[i], target->of) == 0)
            place->index = (int)i;
    }
    if (status == WYRM_OK && place->index < 0)
        status = wyrm_judge_prepare_unknown(design, target, "of", "monster", target->of, names,
                                            count, errors);
    free(names);
    return status;
}

wyrm_status wyrm_judge_prepare_arena(const wyrm_design *design, const judge_target *target,
                                     judge_place *place, wyrm_errors *errors)
{
    const char *names[100];
    size_t count = wyrm_arena_count(design);
    wyrm_status status = wyrm_judge_prepare_bot(design, target, place, errors);
    if (status != WYRM_OK)
        return status;
    for (size_t i = 0; i < count && i < 100; i++) {
        names[i] = wyrm_arena_name(design, i);
        if (strcmp(names[i], target->arena) == 0)
            return WYRM_OK;
    }
    return wyrm_judge_prepare_unknown(design, target, "arena", "arena", target->arena, names,
                                      count < 100 ? count : 100, errors);
}

/* ---- Measures ---- */

static judge_measure mean_of(const wyrm_moments *moments)
{
    return (judge_measure){.value = moments->count > 0 ? moments->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(moments, CONFIDENCE)};
}

static judge_measure share_of(uint64_t successes, uint64_t trials)
{
    return (judge_measure){.value = trials > 0 ? (double)successes / (double)trials : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(successes, trials, CONFIDENCE)};
}

/* What a summary says at a place. */
typedef judge_measure look_at(const wyrm_summary *summary, const judge_place *place);

static wyrm_status measure(judge_work *judging, const judge_target *target,
                           const judge_place *place, look_at *look, judge_measure *out,
                           wyrm_error *error)
{
    const wyrm_summary *summary;
    wyrm_status status = wyrm_judging_simulation(judging, target, &summary, error);
    if (status == WYRM_OK) {
        *out = look(summary, place);
        out->runs = summary->runs;
        out->bot = bot_of(target);
    }
    return status;
}

#define RUN_METRIC(name, look)                                                                     \
    wyrm_status name(judge_work *judging, const judge_target *target, const judge_place *place,    \
                     judge_measure *out, wyrm_error *error)                                        \
    {                                                                                              \
        return measure(judging, target, place, look, out, error);                                  \
    }

static judge_measure win_rate(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return share_of(summary->ends[WYRM_RUN_WON], summary->complete);
}

static judge_measure starved(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return share_of(summary->ends[WYRM_RUN_STARVED], summary->complete);
}

static judge_measure final_depth(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return mean_of(&summary->final_depth);
}

static judge_measure final_level(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return mean_of(&summary->final_level);
}

static judge_measure turns(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return mean_of(&summary->turns);
}

static judge_measure hp_left(const wyrm_summary *summary, const judge_place *place)
{
    (void)place;
    return mean_of(&summary->hp_left);
}

/* The depth of a place; NULL where no run got there. */
static const wyrm_sim_depth *depth_of(const wyrm_summary *summary, const judge_place *place)
{
    bool reached = place->depth >= 1 && (size_t)place->depth <= summary->depth_count;
    return reached ? &summary->depths[place->depth - 1] : NULL;
}

/* Deeper than anybody got, the share is that of the deepest that somebody did: mostly none. */
static judge_measure survival(const wyrm_summary *summary, const judge_place *place)
{
    const wyrm_sim_depth *depth = depth_of(summary, place);
    if (!depth && summary->depth_count > 0)
        depth = &summary->depths[summary->depth_count - 1];
    if (!depth)
        return share_of(0, 0);
    return (judge_measure){.value = depth->survival, .sampled = true, .ci95 = depth->survival_ci95};
}

static judge_measure hazard(const wyrm_summary *summary, const judge_place *place)
{
    const wyrm_sim_depth *depth = depth_of(summary, place);
    return depth ? share_of(depth->died, depth->entered - depth->cut - depth->stalled)
                 : share_of(0, 0);
}

static judge_measure level(const wyrm_summary *summary, const judge_place *place)
{
    static const wyrm_moments none = {0};
    const wyrm_sim_depth *depth = depth_of(summary, place);
    return mean_of(depth ? &depth->level : &none);
}

static judge_measure deaths_by(const wyrm_summary *summary, const judge_place *place)
{
    uint64_t all = 0, by = 0;
    for (size_t i = 0; i < summary->death_count; i++) {
        all += summary->deaths[i].count;
        if (summary->deaths[i].killer == place->index)
            by += summary->deaths[i].count;
    }
    return share_of(by, all);
}

RUN_METRIC(wyrm_judge_run_win_rate, win_rate)
RUN_METRIC(wyrm_judge_run_final_depth, final_depth)
RUN_METRIC(wyrm_judge_run_final_level, final_level)
RUN_METRIC(wyrm_judge_run_turns, turns)
RUN_METRIC(wyrm_judge_run_survival, survival)
RUN_METRIC(wyrm_judge_run_hazard, hazard)
RUN_METRIC(wyrm_judge_run_level, level)
RUN_METRIC(wyrm_judge_run_deaths_by, deaths_by)
RUN_METRIC(wyrm_judge_run_starved, starved)
RUN_METRIC(wyrm_judge_arena_win_rate, win_rate)
RUN_METRIC(wyrm_judge_arena_turns, turns)
RUN_METRIC(wyrm_judge_arena_hp_left, hp_left)
