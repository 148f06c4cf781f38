/* Dungeons of whole games without a player, depth by depth, in blocks of runs that any thread can
 * do. */
#include <wyrm/descent.h>

#include "base/arena.h"
#include "sim/internal.h"

#include <string.h>

/* Part of what the bits of a result depend on: runs are summed block by block. */
#define RUNS_PER_BLOCK 250

/* What a block of runs gives. Depths beyond `depth_count` are not filled. */
typedef struct block_result {
    int32_t depth_count;
    wyrm_depth_figures depths[WYRM_DESCENT_DEPTH_MAX];
    uint64_t cut_off;
    wyrm_moments final_depth;
    uint64_t final_counts[WYRM_DESCENT_DEPTH_MAX + 1];
} block_result;

/* Big, so each thread has one for good; never cleared. */
typedef struct workspace {
    wyrm_map map;
    wyrm_population population;
    wyrm_pity_state pity; /* of the game */
} workspace;

typedef struct descent_job {
    const wyrm_design *design;
    uint64_t seed, runs;
    int32_t wins;
    block_result *total;
} descent_job;

/* The figures of a depth, begun where it is the deepest so far. */
static wyrm_depth_figures *figures_at(block_result *result, int32_t depth)
{
    while (result->depth_count < depth) {
        wyrm_depth_figures *fresh = &result->depths[result->depth_count++];
        *fresh = (wyrm_depth_figures){.depth = result->depth_count,
                                      .monsters.range = WYRM_COUNT,
                                      .items.range = WYRM_COUNT,
                                      .experience.range = WYRM_AMOUNT};
    }
    return &result->depths[depth - 1];
}

static void record(wyrm_depth_figures *figures, const wyrm_map *map,
                   const wyrm_population *population, double level)
{
    wyrm_moments_add(&figures->rooms, map->room_count);
    wyrm_moments_add(&figures->monsters, (double)population->monster_count);
    wyrm_moments_add(&figures->items, (double)population->item_count);
    wyrm_moments_add(&figures->experience, (double)population->experience);
    wyrm_moments_add(&figures->tracker, level);
    double levels = 0;
    for (size_t i = 0; i < population->monster_count; i++)
        levels += population->monsters[i].spawn.level;
    wyrm_clusters_add(&figures->monster_level, levels, (double)population->monster_count);
}

/* Runs one game from where `difficulty` stands to its last map and returns how many maps that took,
 * 0 where none of the first WYRM_DESCENT_DEPTH_MAX is the last. NULL result: nothing is recorded.
 */
static int32_t run_game(const descent_job *job, uint64_t run, wyrm_difficulty *difficulty,
                        workspace *space, block_result *result)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(job->design);
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = encounter,
                                      .loot = wyrm_design_loot(job->design)};
    for (int32_t depth = 1; depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
        wyrm_floor_make(&models, job->seed, run, difficulty, &space->pity, &space->map,
                        &space->population);
        if (result)
            record(figures_at(result, depth), &space->map, &space->population,
                   wyrm_encounter_level(encounter, difficulty));
        if (space->map.final)
            return depth;
        wyrm_encounter_descend(encounter, difficulty);
    }
    return 0;
}

/* Plays the earlier games of a new game plus. False where one of them has no end. */
static bool win_before(const descent_job *job, uint64_t run, wyrm_difficulty *difficulty,
                       workspace *space)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(job->design);
    for (int32_t win = 0; win < job->wins; win++) {
        if (run_game(job, run, difficulty, space, NULL) == 0)
            return false;
        wyrm_encounter_win(encounter, difficulty);
        wyrm_encounter_descend(encounter, difficulty);
    }
    return true;
}

static void run_block(uint64_t block, void *result_of_block, void *own, void *context)
{
    const descent_job *job = context;
    block_result *result = result_of_block;
    result->depth_count = 0;
    result->cut_off = 0;
    result->final_depth = (wyrm_moments){0};
    memset(result->final_counts, 0, sizeof result->final_counts);
    uint64_t first = block * RUNS_PER_BLOCK;
    uint64_t end = job->runs - first < RUNS_PER_BLOCK ? job->runs : first + RUNS_PER_BLOCK;
    for (uint64_t run = first; run < end; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(wyrm_design_encounter(job->design));
        int32_t depth = 0;
        ((workspace *)own)->pity = (wyrm_pity_state){0};
        if (win_before(job, run, &difficulty, own))
            depth = run_game(job, run, &difficulty, own, result);
        if (depth > 0) {
            wyrm_moments_add(&result->final_depth, depth);
            result->final_counts[depth]++;
        } else {
            result->cut_off++;
        }
    }
}

static void merge_figures(wyrm_depth_figures *into, const wyrm_depth_figures *from)
{
    wyrm_moments_merge(&into->rooms, &from->rooms);
    wyrm_moments_merge(&into->monsters, &from->monsters);
    wyrm_moments_merge(&into->items, &from->items);
    wyrm_moments_merge(&into->experience, &from->experience);
    wyrm_moments_merge(&into->tracker, &from->tracker);
    wyrm_clusters_merge(&into->monster_level, &from->monster_level);
}

static void merge_block(uint64_t block, const void *result_of_block, void *context)
{
    (void)block;
    const block_result *from = result_of_block;
    block_result *into = ((descent_job *)context)->total;
    for (int32_t i = 0; i < from->depth_count; i++)
        merge_figures(figures_at(into, i + 1), &from->depths[i]);
    into->cut_off += from->cut_off;
    wyrm_moments_merge(&into->final_depth, &from->final_depth);
    for (int32_t depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        into->final_counts[depth] += from->final_counts[depth];
}

static wyrm_status hand_over(const block_result *total, uint64_t runs, wyrm_descents **out,
                             wyrm_error *error)
{
    size_t count = (size_t)total->depth_count;
    wyrm_descents *descents = base_zeroed(1, sizeof *descents);
    wyrm_depth_figures *depths = base_zeroed(count + 1, sizeof *depths);
    if (!descents || !depths) {
        wyrm_free(descents);
        wyrm_free(depths);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    memcpy(depths, total->depths, count * sizeof *depths);
    *descents = (wyrm_descents){.runs = runs,
                                .cut_off = total->cut_off,
                                .depth_count = total->depth_count,
                                .depths = depths,
                                .final_depth = total->final_depth};
    memcpy(descents->final_counts, total->final_counts, sizeof descents->final_counts);
    *out = descents;
    return WYRM_OK;
}

wyrm_status wyrm_descend(const wyrm_design *design, const wyrm_descent_options *options,
                         wyrm_descents **out, wyrm_error *error)
{
    const wyrm_descent_options defaults = {.seed = 1};
    const wyrm_descent_options *chosen = options ? options : &defaults;
    *out = NULL;
    descent_job job = {.design = design,
                       .seed = chosen->seed,
                       .runs = chosen->runs ? chosen->runs : WYRM_DESCENT_RUNS,
                       .wins = chosen->wins,
                       .total = base_zeroed(1, sizeof *job.total)};
    if (!job.total)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_work work = {.blocks = job.runs / RUNS_PER_BLOCK + (job.runs % RUNS_PER_BLOCK != 0),
                      .result_size = sizeof(block_result),
                      .scratch_size = sizeof(workspace),
                      .run = run_block,
                      .merge = merge_block,
                      .context = &job,
                      .progress = chosen->progress,
                      .progress_context = chosen->context};
    wyrm_status status = wyrm_work_run(&work, chosen->threads, error);
    if (status == WYRM_OK)
        status = hand_over(job.total, job.runs, out, error);
    wyrm_free(job.total);
    return status;
}

void wyrm_descents_free(wyrm_descents *descents)
{
    if (!descents)
        return;
    wyrm_free(descents->depths);
    wyrm_free(descents);
}
