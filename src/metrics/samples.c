/* What a judging generates, each once and when it is first asked for: dungeons, what the first of
 * them hold, campaigns for loot, floors with their threat, exact fights at every depth. It lives as
 * long as the judging. */
#include "metrics/internal.h"

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
    wyrm_calibration_free(work->calibration);
    for (size_t i = 0; i < work->simulation_count; i++)
        wyrm_summary_free(work->simulations[i].summary);
}

judge_work *judge_begin(base_arena *arena, const wyrm_design *design, uint64_t seed)
{
    judge_work *work = base_new(arena, judge_work);
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    *work =
        (judge_work){.arena = arena,
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
        base_must(work->arena,
                  wyrm_descend(work->design, &options, &work->descents, &work->arena->error));
    return work->descents;
}

/* ---- what is met in dungeons ---- */

/* One dungeon while it is walked. Large, so on the heap. */
typedef struct survey_walk {
    wyrm_map map;
    wyrm_population population;
    int *monster_seen; /* by monster: 0 not yet, 1 before the final map, 2 only there */
    bool *item_seen;
} survey_walk;

/* The same dungeon as the run of that number in wyrm_descend. */
static void walk_dungeon(const judge_work *work, uint64_t run, survey_walk *walk,
                         judge_survey *survey)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(work->design),
                                      .encounter = work->encounter,
                                      .loot = work->loot};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    wyrm_pity_state pity = {0};
    memset(walk->monster_seen, 0, work->monsters * sizeof *walk->monster_seen);
    memset(walk->item_seen, 0, work->kind_count * sizeof *walk->item_seen);
    for (;;) {
        wyrm_floor_make(&models, work->seed, run, &difficulty, &pity, &walk->map,
                        &walk->population);
        for (size_t i = 0; i < walk->population.monster_count; i++) {
            const wyrm_spawn *spawn = &walk->population.monsters[i].spawn;
            if (spawn->level > survey->highest_level)
                survey->highest_level = spawn->level;
            if (spawn->monster >= 0 && walk->monster_seen[spawn->monster] == 0)
                walk->monster_seen[spawn->monster] = walk->map.final ? 2 : 1;
        }
        for (size_t i = 0; i < walk->population.item_count; i++)
            if (walk->population.items[i].item.kind >= 0)
                walk->item_seen[walk->population.items[i].item.kind] = true;
        if (walk->map.final || difficulty.depth >= WYRM_DESCENT_DEPTH_MAX)
            break;
        wyrm_encounter_descend(models.encounter, &difficulty);
    }
    for (size_t i = 0; i < work->monsters; i++) {
        survey->monster_dungeons[i] += walk->monster_seen[i] != 0;
        survey->monster_final[i] += walk->monster_seen[i] == 2;
    }
    for (size_t i = 0; i < work->kind_count; i++)
        survey->item_dungeons[i] += walk->item_seen[i];
    survey->dungeons++;
}

const judge_survey *judge_survey_of(judge_work *work)
{
    judge_survey *survey = &work->survey;
    if (survey->dungeons > 0)
        return survey;
    survey->monster_dungeons = base_array(work->arena, uint64_t, work->monsters);
    survey->monster_final = base_array(work->arena, uint64_t, work->monsters);
    survey->item_dungeons = base_array(work->arena, uint64_t, work->kind_count);
    survey_walk *walk = base_new(work->arena, survey_walk);
    walk->monster_seen = base_array(work->arena, int, work->monsters);
    walk->item_seen = base_array(work->arena, bool, work->kind_count);
    uint64_t runs = runs_of(work);
    for (uint64_t run = 0; run < runs && run < SURVEYED; run++)
        walk_dungeon(work, run, walk, survey);
    return survey;
}

/* ---- campaigns and floors ---- */

const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(work->loot);
    wyrm_error *error = &work->arena->error;
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

const wyrm_calibration *judge_calibration(judge_work *work)
{
    if (work->calibration == NULL)
        base_must(work->arena, wyrm_calibration_compute(work->design, 0, 0, &work->calibration,
                                                        &work->arena->error));
    return work->calibration;
}

uint64_t judge_floors(const judge_work *work)
{
    return runs_of(work) < WYRM_ROOMS_FLOORS ? runs_of(work) : WYRM_ROOMS_FLOORS;
}

const wyrm_threat_survey *judge_threat(judge_work *work)
{
    wyrm_threat_survey_options options = {.seed = work->seed,
                                          .runs = judge_floors(work),
                                          .threads = work->threads,
                                          .violations = 1,
                                          .progress = work->progress,
                                          .context = work->context};
    if (work->floors == NULL)
        base_must(work->arena, wyrm_threat_survey_run(work->design, &options, &work->floors,
                                                      &work->arena->error));
    return work->floors;
}
