/* Games and set fights that a judging plays, and their metrics.
 *
 * Verdicts on runs are looked at sequentially: a bot plays until all that are on its games are
 * clear, or their figures are as accurate as asked for, or the effort is spent (wyrm/looks.h). So
 * the targets say how many runs there are: after each look all that are about the simulation are
 * measured by it as far as it is made. */
#include "metrics/internal.h"

#include <math.h>
#include <string.h>

#define ARENA_RUNS 4000 /* at most, where nothing else is asked for */
/* Set fights have no floor to be left, so they can be thousands of turns long: a look that comes to
 * more turns than these is not taken, but for the first one. */
#define ARENA_TURNS 1e6
/* One of so many runs is made where no target is about them. */
#define WITHOUT_TARGET 16
#define ARENA_BOT      "brawler"

const char *judge_bot_of(const judge_target *target)
{
    if (target->bot[0] != '\0')
        return target->bot;
    return target->arena[0] != '\0' ? ARENA_BOT : JUDGE_USUAL_BOT;
}

/* Four times the effort halves intervals. Who gives a number of runs wants those, and fights take
 * next to nothing. */
double judge_accuracy_wanted(const judge_work *work, bool fights)
{
    const wyrm_effort *effort = &work->effort;
    if (fights || effort->exactly > 0 || effort->most > 0)
        return 0.0;
    return WYRM_ACCURACY / sqrt(effort->factor > 0.0 ? effort->factor : 1.0);
}

/* ---- simulations ---- */

/* What the verdicts on a simulation's runs need, with the summary so far. */
typedef enum need {
    NEED_NONE,    /* there are none */
    NEED_MORE,    /* more runs */
    NEED_CLEAR,   /* nothing: all are clear */
    NEED_ACCURATE /* nothing: they are clear, or their figures as accurate as asked for */
} need;

static need need_of(judge_work *work, const judge_simulation *made)
{
    const judge_targets *targets = work->targets;
    bool any = false, clear = true;
    for (size_t i = 0; targets != NULL && i < targets->place_count; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = &targets->targets[place->target];
        if (target->metric->measure != judge_measure_runs ||
            strcmp(made->bot, judge_bot_of(target)) != 0 || strcmp(made->arena, target->arena) != 0)
            continue;
        if (made->summary == NULL)
            return NEED_MORE;
        any = true;
        judge_measure measure = target->metric->measure(work, target, place, target->metric->which);
        if (judge_verdict(&measure, target) != WYRM_UNCLEAR)
            continue;
        clear = false;
        if (!(judge_accuracy(&measure, target) <=
              judge_accuracy_wanted(work, target->arena[0] != '\0')))
            return NEED_MORE;
    }
    return !any ? NEED_NONE : clear ? NEED_CLEAR : NEED_ACCURATE;
}

/* Whom the progress of a look is told. */
typedef struct progress_of_look {
    const judge_work *work;
    double share; /* of all runs that the look comes to */
} progress_of_look;

static bool show(double done, const wyrm_accumulator *so_far, void *context)
{
    const progress_of_look *to = context;
    (void)so_far;
    return !to->work->progress || to->work->progress(done * to->share, to->work->context);
}

static wyrm_status note_lost(const wyrm_run *run, void *context, wyrm_error *error)
{
    judge_simulation *made = context;
    (void)error;
    if (!made->has_lost && !wyrm_run_is_complete(run->end)) {
        made->has_lost = true;
        made->lost_run = run->run;
    }
    return WYRM_OK;
}

static bool takes_too_long(const judge_simulation *made)
{
    wyrm_looks next = made->looks;
    return made->arena[0] != '\0' && wyrm_looks_next(&next) &&
           (double)next.runs * made->summary->turns.mean > ARENA_TURNS;
}

/* Look after look until that is enough. */
static void play(judge_work *work, judge_simulation *made)
{
    wyrm_arena arena;
    wyrm_error *error = &work->arena->error;
    bool fights = made->arena[0] != '\0';
    wyrm_sim_options options = {.seed = work->seed,
                                .threads = work->threads,
                                .progress = show,
                                .take = note_lost,
                                .take_context = made};
    base_must(work->arena, wyrm_bot_find(made->bot, &options.run.bot, error));
    if (fights) {
        options.run.arena = &arena;
        base_must(work->arena, wyrm_arena_find(work->design, made->arena, &arena, error));
    }
    made->looks = wyrm_looks_begin(&work->effort, fights ? ARENA_RUNS : WYRM_JUDGE_GAMES);
    if (need_of(work, made) == NEED_NONE) {
        uint64_t few = (made->looks.most + WITHOUT_TARGET - 1) / WITHOUT_TARGET;
        made->looks = wyrm_looks_begin(&(wyrm_effort){.exactly = few}, 1);
    }
    base_must(work->arena, wyrm_accumulator_new(work->design, options.seed, &options.onto, error));
    base_keep(work->arena, options.onto, wyrm_accumulator_free);
    need now = NEED_MORE;
    while (now == NEED_MORE && wyrm_looks_next(&made->looks)) {
        progress_of_look to = {work, (double)made->looks.runs / (double)made->looks.most};
        options.first = made->summary ? made->summary->runs : 0;
        options.runs = made->looks.runs;
        options.progress_context = &to;
        wyrm_summary_free(made->summary);
        made->summary = NULL;
        base_must(work->arena, wyrm_simulate(work->design, &options, &made->summary, error));
        now = need_of(work, made);
        if (now == NEED_ACCURATE || (now == NEED_MORE && takes_too_long(made)))
            wyrm_looks_end(&made->looks);
    }
}

const judge_simulation *judge_simulate(judge_work *work, const char *bot, const char *arena)
{
    size_t at = 0;
    while (at < work->simulation_count && (strcmp(work->simulations[at].bot, bot) != 0 ||
                                           strcmp(work->simulations[at].arena, arena) != 0))
        at++;
    if (at == JUDGE_SIMULATIONS_MAX)
        base_fail(work->arena, wyrm_fail(&work->arena->error, WYRM_ERROR_LIMIT,
                                         "the targets are about more than %d different simulations",
                                         JUDGE_SIMULATIONS_MAX));
    /* It is there while it grows: its verdicts are asked for on the way. */
    judge_simulation *made = &work->simulations[at];
    if (at == work->simulation_count) {
        *made = (judge_simulation){.bot = bot, .arena = arena};
        work->simulation_count++;
    }
    if (made->summary == NULL)
        play(work, made);
    return made;
}

/* ---- their metrics ---- */

/* What a summary says at a place. */
static judge_measure look_at(const wyrm_summary *summary, const judge_place *place, int which,
                             double confidence)
{
    static const wyrm_moments none = {0};
    bool reached = place->depth >= 1 && (size_t)place->depth <= summary->depth_count;
    const wyrm_sim_depth *depth = reached ? &summary->depths[place->depth - 1] : NULL;
    uint64_t all = 0, by = 0;
    judge_measure out = {.sampled = true};
    switch (which) {
    case JUDGE_RUN_WON:
        return judge_share(summary->ends[WYRM_RUN_WON], summary->complete, confidence);
    case JUDGE_RUN_STARVED:
        return judge_share(summary->ends[WYRM_RUN_STARVED], summary->complete, confidence);
    case JUDGE_RUN_FINAL_DEPTH:
        return judge_mean(&summary->final_depth, confidence);
    case JUDGE_RUN_FINAL_LEVEL:
        return judge_mean(&summary->final_level, confidence);
    case JUDGE_RUN_TURNS:
        return judge_mean(&summary->turns, confidence);
    case JUDGE_RUN_HP_LEFT:
        return judge_mean(&summary->hp_left, confidence);
    case JUDGE_RUN_LEVEL:
        return judge_mean(depth ? &depth->level : &none, confidence);
    case JUDGE_RUN_HAZARD:
        all = depth ? depth->entered - depth->cut - depth->stalled : 0;
        return judge_share(depth ? depth->died : 0, all, confidence);
    case JUDGE_RUN_SURVIVAL:
        /* Deeper than anybody got, the share is that of the deepest that somebody did: mostly none.
         */
        out.ci95 = wyrm_sim_survival(summary, (size_t)place->depth, confidence, &out.value);
        return out;
    default: /* deaths by a monster */
        for (size_t i = 0; i < summary->death_count; i++) {
            all += summary->deaths[i].count;
            by += summary->deaths[i].killer == place->index ? summary->deaths[i].count : 0;
        }
        return judge_share(by, all, confidence);
    }
}

judge_measure judge_measure_runs(judge_work *work, const judge_target *target,
                                 const judge_place *place, int which)
{
    const judge_simulation *made = judge_simulate(work, judge_bot_of(target), target->arena);
    const wyrm_looks *looks = &made->looks;
    double decided = fmax(wyrm_looks_confidence(looks, WYRM_JUDGE_ERROR), looks->confidence);
    judge_measure out = look_at(made->summary, place, which, looks->confidence);
    out.decided = look_at(made->summary, place, which, decided).ci95;
    out.runs = made->summary->runs;
    out.bot = judge_bot_of(target);
    return out;
}
