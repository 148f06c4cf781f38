/* The samples of a judging, each generated once, when it is first needed: dungeons and their
 * contents, loot campaigns, floors with their threat, exact fights at every depth, games and set
 * fights. They live as long as the judging.
 *
 * Targets are measured on these samples. Verdicts on runs are sequential: a bot plays until all
 * verdicts on its games are clear, or their figures are as accurate as wanted, or the effort is
 * spent (verdicts.c). So the targets determine the number of runs: after each look all targets on
 * the simulation are measured with the runs so far. */
#include "metrics/internal.h"
#include <string.h>

/* Limit of the dungeons whose contents are examined; they are the first of those sampled. */
#define SURVEYED 1000

/* Least number of runs of a loot survey, used when its exact figures are all that is needed. */
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
                     .seed = seed};
    work->kind_count = wyrm_loot_kinds(work->loot, &work->kinds);
    base_keep(arena, work, release_samples);
    return work;
}

uint64_t judge_runs(const judge_work *work)
{
    return wyrm_looks_begin(&work->effort, JUDGE_DUNGEONS).most;
}

const wyrm_descents *judge_descents(judge_work *work)
{
    wyrm_descent_options options = {.seed = work->seed,
                                    .runs = judge_runs(work),
                                    .threads = work->threads,
                                    .progress = work->progress,
                                    .context = work->context};
    if (work->descents == NULL)
        base_must(work->arena, wyrm_descend(work->design, &options, &work->descents, work->error));
    return work->descents;
}

/* ---- contents of dungeons ---- */

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
    /* By monster: 0 not seen, 1 seen before the final map, 2 seen only there. */
    int *monster_seen = base_array(work->arena, int, work->monsters);
    bool *item_seen = base_array(work->arena, bool, work->kind_count), final;
    wyrm_map *map = base_new(work->arena, wyrm_map); /* too large for the stack */
    wyrm_population *on_it = base_new(work->arena, wyrm_population);
    uint64_t runs = judge_runs(work) < SURVEYED ? judge_runs(work) : SURVEYED;
    /* The same dungeons as the runs of these numbers in wyrm_descend. */
    for (; survey->dungeons < runs; survey->dungeons++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
        wyrm_loot_state loot = {0};
        memset(monster_seen, 0, work->monsters * sizeof *monster_seen);
        memset(item_seen, 0, work->kind_count * sizeof *item_seen);
        do {
            wyrm_floor_make(&models, work->seed, survey->dungeons, &difficulty, &loot, map, on_it);
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
    base_must(work->arena, wyrm_floor_trouble(&models, work->error));
    return survey;
}

/* ---- campaigns and floors ---- */

/* Whether any target measures first_item_chance; without targets anything may be asked. */
static bool asks_for_first(const judge_work *work)
{
    const judge_targets *targets = work->targets;
    for (size_t i = 0; targets != NULL && i < targets->target_count; i++)
        if (strcmp(targets->targets[i].metric->shown.name, "first_item_chance") == 0)
            return true;
    return targets == NULL;
}

const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(work->loot);
    wyrm_error *error = work->error;
    wyrm_loot_survey **made = &work->loots[mode];
    wyrm_loot_survey_options options = {.seed = work->seed,
                                        .runs = RUNS_BESIDE_EXACT,
                                        .maps = work->maps,
                                        .one_group = work->one_group,
                                        .depth = work->loot_depth,
                                        .mode = mode > 0 ? facts->modes[mode - 1] : NULL,
                                        .no_first = !asks_for_first(work),
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

const wyrm_floors *judge_hordes(judge_work *work)
{
    if (work->hordes == NULL) {
        base_must(work->arena,
                  wyrm_floors_find(work->design, work->seed, 0, &work->hordes, work->error));
        base_keep(work->arena, work->hordes, wyrm_floors_free);
    }
    return work->hordes;
}

uint64_t judge_floors(const judge_work *work)
{
    return judge_runs(work) < WYRM_ROOMS_FLOORS ? judge_runs(work) : WYRM_ROOMS_FLOORS;
}

/* ---- verdicts ---- */

/* Measures a target with verdict, accuracy and the reason to stop. Set fights are quick, so their
 * verdicts may use the whole effort. */
static judge_measure measure_at(judge_work *work, const judge_point *point)
{
    const judge_target *target = point->target;
    judge_measure out = target->metric->measure(work, point, target->metric->which);
    out.verdict = out.refused && out.runs == 0 ? WYRM_UNCLEAR : judge_verdict(&out, target);
    if (out.runs > 0)
        out.accuracy = wyrm_accuracy(out.value, out.ci95, judge_is_share(target->metric));
    out.stopped = judge_stop(out.verdict, out.accuracy,
                             judge_accuracy_wanted(&work->effort, target->arena[0] != '\0'));
    if (out.refused && (out.runs == 0 || out.stopped == WYRM_STOP_EFFORT))
        out.stopped = WYRM_STOP_WORK;
    return out;
}

/* One target at one point. */
typedef struct measuring {
    judge_work *work;
    const judge_point *point;
    judge_measure out;
} measuring;

static void measure_samples(base_arena *arena, void *context)
{
    measuring *of = context;
    const int32_t last = wyrm_design_last_depth(of->work->design);
    (void)arena;
    of->out = last > 0 && of->point->depth > last
                  ? (judge_measure){.value = (double)NAN,
                                    .why = "the dungeon has ended above it",
                                    .verdict = WYRM_UNCLEAR}
                  : measure_at(of->work, of->point);
}

wyrm_status judge_try_point(judge_work *work, const judge_point *point, judge_measure *out)
{
    measuring of = {.work = work, .point = point};
    wyrm_status status = base_run(work->arena, measure_samples, &of);
    *out = of.out;
    return status;
}

/* ---- games and set fights ---- */

#define ARENA_RUNS 4000 /* limit of runs by default */
/* Set fights may last thousands of turns, as there is no floor to leave. A look that would take
 * more turns than this is skipped, unless it is the first. */
#define ARENA_TURNS 1e6
#define ARENA_BOT   "brawler"

const char *judge_bot_of(const judge_target *target)
{
    if (target->bot[0] != '\0')
        return target->bot;
    return target->arena[0] != '\0' ? ARENA_BOT : JUDGE_USUAL_BOT;
}

/* Returns what the verdicts on a simulation need, by its summary so far. */
static judge_need need_of(judge_work *work, const judge_simulation *made)
{
    const judge_targets *targets = work->targets;
    judge_need out = {.clear = true};
    for (size_t i = 0; targets != NULL && i < targets->point_count && !out.more; i++) {
        const judge_point *point = &targets->points[i];
        const judge_target *target = point->target;
        if (!(target->metric->reads & READ_BOT) || strcmp(made->bot, judge_bot_of(target)) != 0 ||
            strcmp(made->arena, target->arena) != 0)
            continue;
        out.any = true;
        out.more = made->summary == NULL && !made->refused;
        if (made->summary == NULL)
            break;
        judge_need_verdict(&out, measure_at(work, point).stopped);
    }
    return out;
}

/* Receives the progress of a look. */
typedef struct progress_of_look {
    const judge_work *work;
    double share; /* runs of this look, as a share of all */
    bool stopped; /* by the caller */
} progress_of_look;

static bool show_progress(double done, const wyrm_accumulator *so_far, void *context)
{
    progress_of_look *to = context;
    (void)so_far;
    to->stopped |=
        to->work->progress != NULL && !to->work->progress(done * to->share, to->work->context);
    return !to->stopped;
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

/* A simulation and the options for its runs. */
typedef struct playing {
    judge_work *work;
    judge_simulation *made;
    wyrm_sim_options options;
    wyrm_looks before; /* the last look that was made */
} playing;

/* A look that is refused, as the work allowed is done, is none: the one before it becomes the
 * last. How much work games are says nothing about a verdict. */
static void play_look(void *context)
{
    playing *of = context;
    judge_work *work = of->work;
    judge_simulation *made = of->made;
    progress_of_look to = {work, (double)made->looks.runs / (double)made->looks.most, false};
    wyrm_summary *summary;
    of->options.first = made->summary ? made->summary->runs : 0;
    of->options.runs = made->looks.runs;
    of->options.progress_context = &to;
    const wyrm_status status = wyrm_simulate(work->design, &of->options, &summary, work->error);
    made->refused = status == WYRM_ERROR_LIMIT && !to.stopped;
    if (!made->refused) {
        base_must(work->arena, status);
        wyrm_summary_free(made->summary);
        made->summary = summary;
        of->before = made->looks;
    } else if (made->summary != NULL) {
        made->looks = of->before;
        wyrm_looks_end(&made->looks);
    }
}

static judge_need look_need(void *context)
{
    const playing *of = context;
    return need_of(of->work, of->made);
}

/* Whether another look at set fights would take too many turns. */
static bool is_too_long(void *context)
{
    const judge_simulation *made = ((const playing *)context)->made;
    wyrm_looks next = made->looks;
    return made->arena[0] != '\0' && !made->refused && wyrm_looks_next(&next) &&
           (double)next.runs * made->summary->turns.mean > ARENA_TURNS;
}

/* Plays look after look until that is enough. */
static void play_looks(judge_work *work, judge_simulation *made)
{
    wyrm_arena arena;
    wyrm_error *error = work->error;
    bool fights = made->arena[0] != '\0';
    playing of = {work,
                  made,
                  {.seed = work->seed,
                   .threads = work->threads,
                   .progress = show_progress,
                   .take = note_lost,
                   .take_context = made,
                   .maker = work->maker},
                  {0}};
    base_must(work->arena, wyrm_bot_find(made->bot, &of.options.run.bot, error));
    if (fights) {
        of.options.run.arena = &arena;
        base_must(work->arena, wyrm_arena_find(work->design, made->arena, &arena, error));
    }
    base_must(work->arena,
              wyrm_accumulator_new(work->design, of.options.seed, &of.options.onto, error));
    base_keep(work->arena, of.options.onto, wyrm_accumulator_free);
    made->looks = judge_looks_of(&work->effort, fights ? ARENA_RUNS : WYRM_JUDGE_GAMES,
                                 need_of(work, made).any);
    judge_play_until_clear(&made->looks, &(judge_series){&of, play_look, look_need, is_too_long});
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
    /* Registered before it is complete, since its verdicts are needed meanwhile. */
    judge_simulation *made = &work->simulations[at];
    if (at == work->simulation_count) {
        *made = (judge_simulation){.bot = bot, .arena = arena};
        work->simulation_count++;
    }
    if (made->summary == NULL && !made->refused)
        play_looks(work, made);
    return made;
}
