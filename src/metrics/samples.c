/* What a judging generates, each once and when it is first asked for: dungeons, what the first of
 * them hold, campaigns for loot, floors with their threat, exact fights at every depth. It lives as
 * long as the judging. */
#include "metrics/internal.h"

#include <string.h>

/* Dungeons whose content is looked at one by one: the first of those that are sampled, at most. */
#define SURVEYED 1000

/* The least that a survey of loot runs: its exact figures do not hang on how many there are. */
#define RUNS_BESIDE_EXACT 2

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
    if (work->descents == NULL) {
        wyrm_descents *made;
        base_must(work->arena, wyrm_descend(work->design, &options, &made, &work->arena->error));
        base_keep(work->arena, made, wyrm_descents_free);
        work->descents = made;
    }
    return work->descents;
}

/* ---- what is met in dungeons ---- */

/* One dungeon while it is walked. Large, so on the heap. */
typedef struct survey_walk {
    wyrm_map map;
    wyrm_population population;
    int32_t *monster_first; /* by monster: 0 not seen, 1 before the final map, 2 only there */
    bool *item_seen;
} survey_walk;

static void note_population(const survey_walk *walk, judge_survey *survey)
{
    for (size_t i = 0; i < walk->population.monster_count; i++) {
        const wyrm_spawn *spawn = &walk->population.monsters[i].spawn;
        if (spawn->level > survey->highest_level)
            survey->highest_level = spawn->level;
        if (spawn->monster >= 0 && (size_t)spawn->monster < survey->monster_count &&
            walk->monster_first[spawn->monster] == 0)
            walk->monster_first[spawn->monster] = walk->map.final ? 2 : 1;
    }
    for (size_t i = 0; i < walk->population.item_count; i++) {
        int32_t kind = walk->population.items[i].item.kind;
        if (kind >= 0 && (size_t)kind < survey->item_count)
            walk->item_seen[kind] = true;
    }
}

/* The same dungeon as the run of that number in wyrm_descend. */
static void walk_dungeon(const judge_work *work, uint64_t run, survey_walk *walk,
                         judge_survey *survey)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(work->design),
                                      .encounter = wyrm_design_encounter(work->design),
                                      .loot = wyrm_design_loot(work->design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    wyrm_pity_state pity = {0};
    memset(walk->monster_first, 0, survey->monster_count * sizeof *walk->monster_first);
    memset(walk->item_seen, 0, survey->item_count * sizeof *walk->item_seen);
    for (;;) {
        wyrm_floor_make(&models, work->seed, run, &difficulty, &pity, &walk->map,
                        &walk->population);
        note_population(walk, survey);
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

const judge_survey *judge_survey_of(judge_work *work)
{
    const wyrm_item_kind *kinds;
    judge_survey *survey = &work->survey;
    if (survey->dungeons > 0)
        return survey;
    survey->monster_count = wyrm_roster_count(wyrm_design_roster(work->design));
    survey->item_count = wyrm_loot_kinds(wyrm_design_loot(work->design), &kinds);
    survey->monster_dungeons = base_array(work->arena, uint64_t, survey->monster_count);
    survey->monster_final = base_array(work->arena, uint64_t, survey->monster_count);
    survey->item_dungeons = base_array(work->arena, uint64_t, survey->item_count);
    survey_walk *walk = base_new(work->arena, survey_walk);
    walk->monster_first = base_array(work->arena, int32_t, survey->monster_count);
    walk->item_seen = base_array(work->arena, bool, survey->item_count);
    uint64_t runs = runs_of(work);
    for (uint64_t run = 0; run < runs && run < SURVEYED; run++)
        walk_dungeon(work, run, walk, survey);
    return survey;
}

/* ---- campaigns and floors ---- */

const wyrm_loot_survey *judge_loot(judge_work *work, int32_t mode)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(work->design));
    wyrm_error *error = &work->arena->error;
    wyrm_loot_survey *made;
    wyrm_loot_survey_options options = {.seed = work->seed,
                                        .runs = RUNS_BESIDE_EXACT,
                                        .mode = mode > 0 ? facts->modes[mode - 1] : NULL,
                                        .threads = work->threads,
                                        .progress = work->progress,
                                        .context = work->context};
    if (work->loot[mode] != NULL)
        return work->loot[mode];
    base_must(work->arena, wyrm_loot_survey_run(work->design, &options, &made, error));
    if (!made->has_exact) {
        wyrm_loot_survey_free(made);
        uint64_t runs = wyrm_looks_begin(&work->effort, WYRM_LOOT_SURVEY_RUNS).most;
        options.runs = runs > RUNS_BESIDE_EXACT ? runs : RUNS_BESIDE_EXACT;
        base_must(work->arena, wyrm_loot_survey_run(work->design, &options, &made, error));
    }
    base_keep(work->arena, made, wyrm_loot_survey_free);
    work->loot[mode] = made;
    return made;
}

const wyrm_calibration *judge_calibration(judge_work *work)
{
    if (work->calibration == NULL) {
        wyrm_calibration *made;
        base_must(work->arena,
                  wyrm_calibration_compute(work->design, 0, 0, &made, &work->arena->error));
        base_keep(work->arena, made, wyrm_calibration_free);
        work->calibration = made;
    }
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
    if (work->threat == NULL) {
        wyrm_threat_survey *made;
        base_must(work->arena,
                  wyrm_threat_survey_run(work->design, &options, &made, &work->arena->error));
        base_keep(work->arena, made, wyrm_threat_survey_free);
        work->threat = made;
    }
    return work->threat;
}
