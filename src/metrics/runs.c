/* What a judging generates and plays, each once, and the metrics of games and set fights.
 *
 * Verdicts on runs are looked at sequentially: a bot plays until all that are on its games are
 * clear, or their figures are as accurate as asked for, or the effort is spent (wyrm/looks.h).
 * Whether they are the judging says, as only it knows the targets; this file knows how to play. */
#include "base/arena.h"
#include "metrics/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- dungeons, campaigns, floors ---- */

static uint64_t runs_of(const judge_work *judging)
{
    return wyrm_looks_begin(&judging->effort, JUDGE_RUNS).most;
}

/* Four times the effort halves intervals. Who gives a number of runs wants those, and fights
 * take next to nothing. */
double wyrm_judging_accuracy(const judge_work *judging, bool fights)
{
    const wyrm_effort *effort = &judging->effort;
    if (fights || effort->exactly > 0 || effort->most > 0)
        return 0.0;
    return WYRM_ACCURACY / sqrt(effort->factor > 0.0 ? effort->factor : 1.0);
}

wyrm_status wyrm_judging_descents(judge_work *judging, const wyrm_descents **out, wyrm_error *error)
{
    *out = judging->descents;
    if (*out != NULL)
        return WYRM_OK;
    wyrm_descent_options options = {.seed = judging->seed,
                                    .runs = runs_of(judging),
                                    .threads = judging->threads,
                                    .progress = judging->progress,
                                    .context = judging->context};
    wyrm_status status = wyrm_descend(judging->design, &options, &judging->descents, error);
    *out = judging->descents;
    return status;
}

/* One dungeon of the survey while it is walked. Large, so on the heap. */
typedef struct survey_walk {
    wyrm_map map;
    wyrm_population population;
    int32_t *monster_first; /* by monster: 0 not seen, 1 before the final map, 2 only there */
    bool *item_seen;
} survey_walk;

static void walk_free(survey_walk *walk)
{
    if (walk == NULL)
        return;
    wyrm_free(walk->monster_first);
    wyrm_free(walk->item_seen);
    wyrm_free(walk);
}

static void note_population(const survey_walk *walk, bool final, judge_survey *survey)
{
    for (size_t i = 0; i < walk->population.monster_count; i++) {
        const wyrm_spawn *spawn = &walk->population.monsters[i].spawn;
        if (spawn->level > survey->highest_level)
            survey->highest_level = spawn->level;
        if (spawn->monster < 0 || (size_t)spawn->monster >= survey->monster_count)
            continue;
        if (walk->monster_first[spawn->monster] == 0)
            walk->monster_first[spawn->monster] = final ? 2 : 1;
    }
    for (size_t i = 0; i < walk->population.item_count; i++) {
        int32_t kind = walk->population.items[i].item.kind;
        if (kind >= 0 && (size_t)kind < survey->item_count)
            walk->item_seen[kind] = true;
    }
}

/* The same dungeon as the run of that number in wyrm_descend. */
static void walk_dungeon(const judge_work *judging, uint64_t run, survey_walk *walk,
                         judge_survey *survey)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(judging->design),
                                      .encounter = wyrm_design_encounter(judging->design),
                                      .loot = wyrm_design_loot(judging->design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    wyrm_pity_state pity = {0};
    memset(walk->monster_first, 0, survey->monster_count * sizeof *walk->monster_first);
    memset(walk->item_seen, 0, survey->item_count * sizeof *walk->item_seen);
    for (;;) {
        wyrm_floor_make(&models, judging->seed, run, &difficulty, &pity, &walk->map,
                        &walk->population);
        note_population(walk, walk->map.final, survey);
        if (walk->map.final || difficulty.depth >= WYRM_DESCENT_DEPTH_MAX)
            break;
        wyrm_encounter_descend(models.encounter, &difficulty);
    }

    for (size_t i = 0; i < survey->monster_count; i++) {
        survey->monster_dungeons[i] += walk->monster_first[i] != 0;
        survey->monster_final[i] += walk->monster_first[i] == 2;
    }
    for (size_t i = 0; i < survey->item_count; i++)
        survey->item_dungeons[i] += walk->item_seen[i];
    survey->dungeons++;
}

static void *zeroed(size_t count, size_t size)
{
    return base_zeroed(count > 0 ? count : 1, size);
}

wyrm_status wyrm_judging_survey(judge_work *judging, const judge_survey **out, wyrm_error *error)
{
    judge_survey *survey = &judging->survey;
    *out = survey;
    if (survey->dungeons > 0)
        return WYRM_OK;

    const wyrm_item_kind *kinds;
    survey->monster_count = wyrm_roster_count(wyrm_design_roster(judging->design));
    survey->item_count = wyrm_loot_kinds(wyrm_design_loot(judging->design), &kinds);
    survey->monster_dungeons = zeroed(survey->monster_count, sizeof *survey->monster_dungeons);
    survey->monster_final = zeroed(survey->monster_count, sizeof *survey->monster_final);
    survey->item_dungeons = zeroed(survey->item_count, sizeof *survey->item_dungeons);
    survey_walk *walk = base_zeroed(1, sizeof *walk);
    if (walk != NULL) {
        walk->monster_first = zeroed(survey->monster_count, sizeof *walk->monster_first);
        walk->item_seen = zeroed(survey->item_count, sizeof *walk->item_seen);
    }
    if (survey->monster_dungeons == NULL || survey->monster_final == NULL ||
        survey->item_dungeons == NULL || walk == NULL || walk->monster_first == NULL ||
        walk->item_seen == NULL) {
        walk_free(walk);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    uint64_t runs = runs_of(judging);
    for (uint64_t run = 0; run < runs && run < JUDGE_SURVEY_RUNS; run++)
        walk_dungeon(judging, run, walk, survey);
    walk_free(walk);
    return WYRM_OK;
}

/* The least that a survey runs: its exact figures do not hang on how many there are. */
#define RUNS_BESIDE_EXACT 2

wyrm_status wyrm_judging_loot(judge_work *judging, int32_t mode, const wyrm_loot_survey **out,
                              wyrm_error *error)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(judging->design));
    wyrm_loot_survey **survey = &judging->loot[mode];
    *out = *survey;
    if (*survey != NULL)
        return WYRM_OK;
    wyrm_loot_survey_options options = {.seed = judging->seed,
                                        .runs = RUNS_BESIDE_EXACT,
                                        .mode = mode > 0 ? facts->modes[mode - 1] : NULL,
                                        .threads = judging->threads,
                                        .progress = judging->progress,
                                        .context = judging->context};
    wyrm_status status = wyrm_loot_survey_run(judging->design, &options, survey, error);
    if (status == WYRM_OK && !(*survey)->has_exact) {
        wyrm_loot_survey_free(*survey);
        uint64_t runs = wyrm_looks_begin(&judging->effort, WYRM_LOOT_SURVEY_RUNS).most;
        options.runs = runs > RUNS_BESIDE_EXACT ? runs : RUNS_BESIDE_EXACT;
        status = wyrm_loot_survey_run(judging->design, &options, survey, error);
    }
    *out = *survey;
    return status;
}

wyrm_status wyrm_judging_calibration(judge_work *judging, const wyrm_calibration **out,
                                     wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (judging->truth == NULL)
        status = wyrm_calibration_compute(judging->design, 0, 0, &judging->truth, error);
    *out = judging->truth;
    return status;
}

uint64_t wyrm_judging_floors(const judge_work *judging)
{
    return runs_of(judging) < JUDGE_FLOORS ? runs_of(judging) : JUDGE_FLOORS;
}

wyrm_status wyrm_judging_threat(judge_work *judging, const wyrm_threat_survey **out,
                                wyrm_error *error)
{
    wyrm_threat_survey_options options = {.seed = judging->seed,
                                          .runs = wyrm_judging_floors(judging),
                                          .threads = judging->threads,
                                          .violations = 1,
                                          .progress = judging->progress,
                                          .context = judging->context};
    wyrm_status status = WYRM_OK;
    if (judging->threat == NULL)
        status = wyrm_threat_survey_run(judging->design, &options, &judging->threat, error);
    *out = judging->threat;
    return status;
}

void wyrm_judging_release(judge_work *judging)
{
    wyrm_calibration_free(judging->truth);
    wyrm_threat_survey_free(judging->threat);
    for (size_t mode = 0; mode <= WYRM_LOOT_MODES_MAX; mode++)
        wyrm_loot_survey_free(judging->loot[mode]);
    wyrm_descents_free(judging->descents);
    for (size_t i = 0; i < judging->simulation_count; i++)
        wyrm_summary_free(judging->simulations[i].summary);
    wyrm_free(judging->survey.monster_dungeons);
    wyrm_free(judging->survey.monster_final);
    wyrm_free(judging->survey.item_dungeons);
}

#define ARENA_RUNS 4000 /* at most, where nothing else is asked for */
/* Set fights have no floor to be left, so they can be thousands of turns long: a look that comes to
 * more turns than these is not taken, but for the first one. */
#define ARENA_TURNS 1e6
/* One of so many runs is made where no target is about them. */
#define WITHOUT_TARGET 16
#define ARENA_BOT      "brawler"

/* ---- games and fights ---- */

const char *wyrm_judge_bot_of(const judge_target *target)
{
    if (target->bot[0] != '\0')
        return target->bot;
    return target->arena[0] != '\0' ? ARENA_BOT : JUDGE_USUAL_BOT;
}

static bool is_about(const judge_simulation *made, const char *bot, const char *arena)
{
    return strcmp(made->bot, bot) == 0 && strcmp(made->arena, arena) == 0;
}

/* Whom the progress of a look is told. */
typedef struct telling {
    const judge_work *judging;
    double share; /* of all runs that the look comes to */
} telling;

static bool show(double done, const wyrm_summing *so_far, void *context)
{
    const telling *to = context;
    (void)so_far;
    return !to->judging->progress || to->judging->progress(done * to->share, to->judging->context);
}

static wyrm_status ask(judge_work *judging, const judge_simulation *made, judge_need *need,
                       wyrm_error *error)
{
    *need = JUDGE_NEED_NONE;
    return judging->need ? judging->need(judging, made, need, error) : WYRM_OK;
}

static bool takes_too_long(const judge_simulation *made, const wyrm_sim_options *options)
{
    wyrm_looks next = made->looks;
    return options->run.arena && made->summary && wyrm_looks_next(&next) &&
           (double)next.runs * made->summary->turns.mean > ARENA_TURNS;
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
static wyrm_status play(judge_work *judging, judge_simulation *made, wyrm_sim_options *options,
                        wyrm_error *error)
{
    judge_need need = JUDGE_NEED_MORE;
    wyrm_status status = wyrm_summing_new(judging->design, options->seed, &options->onto, error);
    while (status == WYRM_OK && need == JUDGE_NEED_MORE && wyrm_looks_next(&made->looks)) {
        telling to = {judging, (double)made->looks.runs / (double)made->looks.most};
        options->first = made->summary ? made->summary->runs : 0;
        options->runs = made->looks.runs;
        options->progress_context = &to;
        wyrm_summary_free(made->summary);
        status = wyrm_simulate(judging->design, options, &made->summary, error);
        if (status == WYRM_OK)
            status = ask(judging, made, &need, error);
        if (need == JUDGE_NEED_ACCURATE ||
            (need == JUDGE_NEED_MORE && takes_too_long(made, options)))
            wyrm_looks_end(&made->looks);
    }
    wyrm_summing_free(options->onto);
    return status;
}

static wyrm_status simulate(judge_work *judging, judge_simulation *made, wyrm_error *error)
{
    wyrm_arena arena;
    wyrm_sim_options options = {.seed = judging->seed,
                                .threads = judging->threads,
                                .progress = show,
                                .take = note_lost,
                                .take_context = made};
    bool fights = made->arena[0] != '\0';
    made->looks = wyrm_looks_begin(&judging->effort, fights ? ARENA_RUNS : WYRM_JUDGE_GAMES);
    judge_need need;
    wyrm_status status = ask(judging, made, &need, error);
    if (need == JUDGE_NEED_NONE) {
        uint64_t few = (made->looks.most + WITHOUT_TARGET - 1) / WITHOUT_TARGET;
        made->looks = wyrm_looks_begin(&(wyrm_effort){.exactly = few}, 1);
    }
    if (status == WYRM_OK)
        status = wyrm_bot_find(made->bot, &options.run.bot, error);
    if (status == WYRM_OK && fights) {
        options.run.arena = &arena;
        status = wyrm_arena_find(judging->design, made->arena, &arena, error);
    }
    return status == WYRM_OK ? play(judging, made, &options, error) : status;
}

wyrm_status wyrm_judging_simulation(judge_work *judging, const char *bot, const char *arena,
                                    const judge_simulation **out, wyrm_error *error)
{
    *out = NULL;
    for (size_t i = 0; i < judging->simulation_count; i++)
        if (is_about(&judging->simulations[i], bot, arena)) {
            *out = &judging->simulations[i];
            return WYRM_OK;
        }
    if (judging->simulation_count == JUDGE_SIMULATIONS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "the targets are about more than %d different simulations",
                         JUDGE_SIMULATIONS_MAX);
    /* It is there while it grows: its verdicts are asked for on the way. */
    judge_simulation *made = &judging->simulations[judging->simulation_count++];
    *made = (judge_simulation){.bot = bot, .arena = arena};
    wyrm_status status = simulate(judging, made, error);
    if (status == WYRM_OK) {
        *out = made;
        return WYRM_OK;
    }
    wyrm_summary_free(made->summary);
    judging->simulation_count--;
    return status;
}

/* ---- what their metrics need of a target ---- */

/* "explorer, depth 3", "brawler in two_orcs" */
static void name_place(const judge_target *target, judge_place *place)
{
    char where[sizeof place->where];
    memcpy(where, place->where, sizeof where);
    if (target->arena[0] != '\0')
        snprintf(place->where, sizeof place->where, "%.60s in %.60s", wyrm_judge_bot_of(target),
                 target->arena);
    else
        snprintf(place->where, sizeof place->where, "%.60s%s%.60s", wyrm_judge_bot_of(target),
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
        if (strcmp(kinds[i].name, wyrm_judge_bot_of(target)) == 0)
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
    const char **names = base_zeroed(count + 1, sizeof *names);
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
    wyrm_free(names);
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

/* ---- the metrics ---- */

static judge_measure mean_of(const wyrm_moments *moments, double confidence)
{
    return (judge_measure){.value = moments->count > 0 ? moments->mean : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_mean_interval(moments, confidence)};
}

static judge_measure share_of(uint64_t successes, uint64_t trials, double confidence)
{
    return (judge_measure){.value = trials > 0 ? (double)successes / (double)trials : (double)NAN,
                           .sampled = true,
                           .ci95 = wyrm_share_interval(successes, trials, confidence)};
}

/* What a summary says at a place. */
typedef judge_measure look_at(const wyrm_summary *summary, const judge_place *place,
                              double confidence);

static wyrm_status measure(judge_work *judging, const judge_target *target,
                           const judge_place *place, look_at *look, judge_measure *out,
                           wyrm_error *error)
{
    const judge_simulation *made;
    wyrm_status status =
        wyrm_judging_simulation(judging, wyrm_judge_bot_of(target), target->arena, &made, error);
    if (status == WYRM_OK) {
        const wyrm_looks *looks = &made->looks;
        double decided = fmax(wyrm_looks_confidence(looks, WYRM_JUDGE_ERROR), looks->confidence);
        *out = look(made->summary, place, looks->confidence);
        out->decided = look(made->summary, place, decided).ci95;
        out->runs = made->summary->runs;
        out->bot = wyrm_judge_bot_of(target);
    }
    return status;
}

#define RUN_METRIC(name, look)                                                                     \
    wyrm_status name(judge_work *judging, const judge_target *target, const judge_place *place,    \
                     judge_measure *out, wyrm_error *error)                                        \
    {                                                                                              \
        return measure(judging, target, place, look, out, error);                                  \
    }

static judge_measure win_rate(const wyrm_summary *summary, const judge_place *place,
                              double confidence)
{
    (void)place;
    return share_of(summary->ends[WYRM_RUN_WON], summary->complete, confidence);
}

static judge_measure starved(const wyrm_summary *summary, const judge_place *place,
                             double confidence)
{
    (void)place;
    return share_of(summary->ends[WYRM_RUN_STARVED], summary->complete, confidence);
}

static judge_measure final_depth(const wyrm_summary *summary, const judge_place *place,
                                 double confidence)
{
    (void)place;
    return mean_of(&summary->final_depth, confidence);
}

static judge_measure final_level(const wyrm_summary *summary, const judge_place *place,
                                 double confidence)
{
    (void)place;
    return mean_of(&summary->final_level, confidence);
}

static judge_measure turns(const wyrm_summary *summary, const judge_place *place, double confidence)
{
    (void)place;
    return mean_of(&summary->turns, confidence);
}

static judge_measure hp_left(const wyrm_summary *summary, const judge_place *place,
                             double confidence)
{
    (void)place;
    return mean_of(&summary->hp_left, confidence);
}

/* The depth of a place; NULL where no run got there. */
static const wyrm_sim_depth *depth_of(const wyrm_summary *summary, const judge_place *place)
{
    bool reached = place->depth >= 1 && (size_t)place->depth <= summary->depth_count;
    return reached ? &summary->depths[place->depth - 1] : NULL;
}

/* Deeper than anybody got, the share is that of the deepest that somebody did: mostly none. */
static judge_measure survival(const wyrm_summary *summary, const judge_place *place,
                              double confidence)
{
    double value;
    wyrm_interval interval = wyrm_sim_survival(summary, (size_t)place->depth, confidence, &value);
    return (judge_measure){.value = value, .sampled = true, .ci95 = interval};
}

static judge_measure hazard(const wyrm_summary *summary, const judge_place *place,
                            double confidence)
{
    const wyrm_sim_depth *depth = depth_of(summary, place);
    uint64_t whole = depth ? depth->entered - depth->cut - depth->stalled : 0;
    return share_of(depth ? depth->died : 0, whole, confidence);
}

static judge_measure level(const wyrm_summary *summary, const judge_place *place, double confidence)
{
    static const wyrm_moments none = {0};
    const wyrm_sim_depth *depth = depth_of(summary, place);
    return mean_of(depth ? &depth->level : &none, confidence);
}

static judge_measure deaths_by(const wyrm_summary *summary, const judge_place *place,
                               double confidence)
{
    uint64_t all = 0, by = 0;
    for (size_t i = 0; i < summary->death_count; i++) {
        all += summary->deaths[i].count;
        if (summary->deaths[i].killer == place->index)
            by += summary->deaths[i].count;
    }
    return share_of(by, all, confidence);
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
