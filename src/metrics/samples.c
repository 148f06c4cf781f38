/* What a judging generates, each once and when it is first asked for: dungeons, what the first of
 * them hold, campaigns for loot, floors with their threat, exact fights at every depth, games and
 * set fights. It lives as long as the judging.
 *
 * Targets are measured by it. Verdicts on runs are looked at sequentially: a bot plays until all
 * that are on its games are clear, or their figures are as accurate as asked for, or the effort is
 * spent (wyrm/looks.h). So the targets say how many runs there are: after each look all that are
 * about the simulation are measured by it as far as it is made. */
#include "metrics/internal.h"
#include <math.h>
#include <string.h>

/* Dungeons whose content is looked at one by one: the first of those that are sampled, at most. */
#define SURVEYED 1000

/* The least that a survey of loot runs: its exact figures do not hang on how many there are. */
#define RUNS_BESIDE_EXACT 2

static void release_samples(judge_work *work)
{
    wyrm_descents_free(work->descents);
    for (size_t mode = 0; mode <= WYRM_LOOT_MODES_MAX; mode++)
        wyrm_loot_survey_free(work->loots[mode]);
    wyrm_threat_survey_free(work->floors);
    for (size_t i = 0; i < work->simulation_count; i++)
        wyrm_summary_free(work->simulations[i].summary);
}

judge_work *judge_begin(base_arena *arena, const wyrm_design *design, uint64_t seed)
{
    judge_work *work = base_new(arena, judge_work);
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    *work =
        (judge_work){.arena = arena,
                     .error = &arena->error,
                     .design = design,
                     .ruleset = wyrm_design_ruleset(design),
                     .combat = wyrm_design_combat(design),
                     .growth = wyrm_design_growth(design),
                     .roster = wyrm_design_roster(design),
                     .threat = wyrm_design_threat(design),
                     .encounter = wyrm_design_encounter(design),
                     .loot = wyrm_design_loot(design),
                     .monsters = wyrm_roster_count(wyrm_design_roster(design)),
                     .last_depth = last < WYRM_DESCENT_DEPTH_MAX ? last : WYRM_DESCENT_DEPTH_MAX,
                     .seed = seed,
                     .accuracy = WYRM_ACCURACY};
    work->kind_count = wyrm_loot_kinds(work->loot, &work->kinds);
    base_keep(arena, work, release_samples);
    return work;
}

static uint64_t runs_of(const judge_work *work)
{
    return wyrm_looks_begin(&work->effort, JUDGE_DUNGEONS).most;
}

const wyrm_descents *judge_descents(judge_work *work)
{
    wyrm_descent_options options = {.seed = work->seed,
                                    .runs = runs_of(work),
                                    .threads = work->threads,
                                    .progress = work->progress,
                                    .context = work->context};
    if (work->descents == NULL)
        base_must(work->arena, wyrm_descend(work->design, &options, &work->descents, work->error));
    return work->descents;
}

/* ---- what is met in dungeons ---- */

const judge_survey *judge_survey_of(judge_work *work)
{
    judge_survey *survey = &work->survey;
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(work->design),
                                      .encounter = work->encounter,
                                      .loot = work->loot};
    if (survey->dungeons > 0)
        return survey;
    survey->monster_dungeons = base_array(work->arena, uint64_t, work->monsters);
    survey->monster_final = base_array(work->arena, uint64_t, work->monsters);
    survey->item_dungeons = base_array(work->arena, uint64_t, work->kind_count);
    /* By monster: 0 not yet, 1 before the final map, 2 only there. */
    int *monster_seen = base_array(work->arena, int, work->monsters);
    bool *item_seen = base_array(work->arena, bool, work->kind_count), final;
    wyrm_map *map = base_new(work->arena, wyrm_map); /* large, so on the heap, as who is on it */
    wyrm_population *on_it = base_new(work->arena, wyrm_population);
    uint64_t runs = runs_of(work) < SURVEYED ? runs_of(work) : SURVEYED;
    /* Each is the same dungeon as the run of that number in wyrm_descend. */
    for (; survey->dungeons < runs; survey->dungeons++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
        wyrm_pity_state pity = {0};
        memset(monster_seen, 0, work->monsters * sizeof *monster_seen);
        memset(item_seen, 0, work->kind_count * sizeof *item_seen);
        do {
            wyrm_floor_make(&models, work->seed, survey->dungeons, &difficulty, &pity, map, on_it);
            for (size_t i = 0; i < on_it->monster_count; i++) {
                const wyrm_spawn *spawn = &on_it->monsters[i].spawn;
                if (spawn->level > survey->highest_level)
                    survey->highest_level = spawn->level;
                if (spawn->monster >= 0 && monster_seen[spawn->monster] == 0)
                    monster_seen[spawn->monster] = map->final ? 2 : 1;
            }
            for (size_t i = 0; i < on_it->item_count; i++)
                if (on_it->items[i].item.kind >= 0)
                    item_seen[on_it->items[i].item.kind] = true;
            final = map->final || difficulty.depth >= WYRM_DESCENT_DEPTH_MAX;
            if (!final)
                wyrm_encounter_descend(models.encounter, &difficulty);
        } while (!final);
        for (size_t i = 0; i < work->monsters; i++) {
            survey->monster_dungeons[i] += monster_seen[i] != 0;
            survey->monster_final[i] += monster_seen[i] == 2;
        }
        for (size_t i = 0; i < work->kind_count; i++)
            survey->item_dungeons[i] += item_seen[i];
    }
    return survey;
}

/* ---- campaigns and floors ---- */

const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(work->loot);
    wyrm_error *error = work->error;
    wyrm_loot_survey **made = &work->loots[mode];
    wyrm_loot_survey_options options = {.seed = work->seed,
                                        .runs = RUNS_BESIDE_EXACT,
                                        .mode = mode > 0 ? facts->modes[mode - 1] : NULL,
                                        .threads = work->threads,
                                        .progress = work->progress,
                                        .context = work->context};
    if (*made != NULL)
        return *made;
    base_must(work->arena, wyrm_loot_survey_run(work->design, &options, made, error));
    if (!(*made)->has_exact) {
        wyrm_loot_survey_free(*made);
        *made = NULL;
        uint64_t runs = wyrm_looks_begin(&work->effort, WYRM_LOOT_SURVEY_RUNS).most;
        options.runs = runs > RUNS_BESIDE_EXACT ? runs : RUNS_BESIDE_EXACT;
        base_must(work->arena, wyrm_loot_survey_run(work->design, &options, made, error));
    }
    return *made;
}

uint64_t judge_floors(const judge_work *work)
{
    return runs_of(work) < WYRM_ROOMS_FLOORS ? runs_of(work) : WYRM_ROOMS_FLOORS;
}

/* ---- verdicts ---- */

/* Curves computed in 32 bits differ from their formula by some 1e-7, so an end of a range is met by
 * what is within a millionth of it; an end of 0 by what is within a thousand-millionth. */
#define RELATIVE_SLACK 1e-6
#define ABSOLUTE_SLACK 1e-9

typedef enum placement { INSIDE, OUTSIDE, ACROSS } placement;

static placement place(const wyrm_interval *measured, const wyrm_interval *range)
{
    double low = range->low, high = range->high;
    low -= isinf(low) ? 0 : RELATIVE_SLACK * fabs(low) + ABSOLUTE_SLACK;
    high += isinf(high) ? 0 : RELATIVE_SLACK * fabs(high) + ABSOLUTE_SLACK;
    if (measured->low >= low && measured->high <= high)
        return INSIDE;
    /* What cannot be measured compares as neither, and is outside of every range. */
    return measured->low <= high && measured->high >= low ? ACROSS : OUTSIDE;
}

wyrm_verdict judge_verdict(const judge_measure *measure, const judge_target *target)
{
    wyrm_interval measured = {measure->value, measure->value};
    if (measure->sampled)
        measured = measure->runs > 0 ? measure->decided : measure->ci95;
    placement wanted = place(&measured, &target->range);
    placement tolerated = place(&measured, &target->tolerated);
    if (wanted == INSIDE)
        return WYRM_PASS;
    if (wanted == ACROSS || tolerated == ACROSS)
        return WYRM_UNCLEAR;
    return tolerated == INSIDE ? WYRM_WARN : WYRM_FAIL;
}

bool judge_is_share(const judge_metric *metric)
{
    return strcmp(metric->shown.unit, "share") == 0;
}

/* Verdict and accuracy, with whether that is enough. Set fights take next to nothing: their
 * verdicts are worth all of the effort. */
static judge_measure measure_at(judge_work *work, const judge_place *place)
{
    const judge_target *target = place->target;
    judge_measure out = target->metric->measure(work, place, target->metric->which);
    double wanted = target->arena[0] != '\0' ? 0.0 : work->accuracy;
    out.verdict = judge_verdict(&out, target);
    if (out.runs > 0)
        out.accuracy = wyrm_accuracy(out.value, out.ci95, judge_is_share(target->metric));
    out.stopped = out.verdict != WYRM_UNCLEAR ? WYRM_STOP_CLEAR
                  : out.accuracy <= wanted    ? WYRM_STOP_ACCURACY
                                              : WYRM_STOP_EFFORT;
    return out;
}

/* One target at one place. */
typedef struct measuring {
    judge_work *work;
    const judge_place *place;
    judge_measure out;
} measuring;

static void measure(base_arena *arena, void *context)
{
    measuring *of = context;
    (void)arena;
    of->out = measure_at(of->work, of->place);
}

wyrm_status judge_try_place(judge_work *work, const judge_place *place, judge_measure *out)
{
    measuring of = {.work = work, .place = place};
    wyrm_status status = base_run(work->arena, measure, &of);
    *out = of.out;
    return status;
}

/* ---- games and set fights ---- */

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

/* What the verdicts on a simulation's runs need, with the summary so far. Where no more runs are
 * needed and not all are clear their figures are as accurate as asked for. */
typedef struct need {
    bool any;   /* there are some */
    bool more;  /* runs are needed */
    bool clear; /* all are */
} need;

static need need_of(judge_work *work, const judge_simulation *made)
{
    const judge_targets *targets = work->targets;
    need out = {.clear = true};
    for (size_t i = 0; targets != NULL && i < targets->place_count && !out.more; i++) {
        const judge_place *place = &targets->places[i];
        const judge_target *target = place->target;
        if (!(target->metric->reads & READ_BOT) || strcmp(made->bot, judge_bot_of(target)) != 0 ||
            strcmp(made->arena, target->arena) != 0)
            continue;
        out.any = true;
        out.more = made->summary == NULL;
        if (out.more)
            break;
        wyrm_judge_stop stopped = measure_at(work, place).stopped;
        out.clear = out.clear && stopped == WYRM_STOP_CLEAR;
        out.more = stopped == WYRM_STOP_EFFORT;
    }
    return out;
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

/* Look after look until that is enough. */
static void play(judge_work *work, judge_simulation *made)
{
    wyrm_arena arena;
    wyrm_error *error = work->error;
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
    if (!need_of(work, made).any) {
        uint64_t few = (made->looks.most + WITHOUT_TARGET - 1) / WITHOUT_TARGET;
        made->looks = wyrm_looks_begin(&(wyrm_effort){.exactly = few}, 1);
    }
    base_must(work->arena, wyrm_accumulator_new(work->design, options.seed, &options.onto, error));
    base_keep(work->arena, options.onto, wyrm_accumulator_free);
    bool more = true;
    while (more && wyrm_looks_next(&made->looks)) {
        progress_of_look to = {work, (double)made->looks.runs / (double)made->looks.most};
        options.first = made->summary ? made->summary->runs : 0;
        options.runs = made->looks.runs;
        options.progress_context = &to;
        wyrm_summary_free(made->summary);
        made->summary = NULL;
        base_must(work->arena, wyrm_simulate(work->design, &options, &made->summary, error));
        need now = need_of(work, made);
        wyrm_looks next = made->looks;
        more = now.more;
        bool too_long = fights && wyrm_looks_next(&next) &&
                        (double)next.runs * made->summary->turns.mean > ARENA_TURNS;
        if (more ? too_long : now.any && !now.clear)
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
        base_refuse(work->arena, WYRM_ERROR_LIMIT,
                    "the targets are about more than %d different simulations",
                    JUDGE_SIMULATIONS_MAX);
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
