/* What a judging samples: the descents, and a survey of what some of the same dungeons hold. */
#include "judge/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    free(walk->monster_first);
    free(walk->item_seen);
    free(walk);
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
    return calloc(count > 0 ? count : 1, size);
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
    survey_walk *walk = calloc(1, sizeof *walk);
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

wyrm_status wyrm_judging_truth(judge_work *judging, const wyrm_truth **out, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    if (judging->truth == NULL)
        status = wyrm_truth_find(judging->design, 0, 0, &judging->truth, error);
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
    wyrm_truth_free(judging->truth);
    wyrm_threat_survey_free(judging->threat);
    for (size_t mode = 0; mode <= WYRM_LOOT_MODES_MAX; mode++)
        wyrm_loot_survey_free(judging->loot[mode]);
    wyrm_descents_free(judging->descents);
    for (size_t i = 0; i < judging->simulation_count; i++)
        wyrm_summary_free(judging->simulations[i].summary);
    free(judging->survey.monster_dungeons);
    free(judging->survey.monster_final);
    free(judging->survey.item_dungeons);
}
