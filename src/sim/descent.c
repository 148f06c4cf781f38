/* Dungeons of whole games without a player, depth by depth.
 *
 * Every map is made, populated and left as in the game, one after the other, until the final one.
 * The games are cut into shares that any thread can do; a share has the same sums as the whole, so
 * that merging them in order is all that is left to do. */
#include <wyrm/descent.h>
#include <string.h>
#include "sim/internal.h"

/* ---- a floor ---- */

/* Counts a floor as work; whether that was too much wyrm_floors_must_be_made tells. */
static void spend_floor(const wyrm_map *map)
{
    (void)base_may_spend(WYRM_COST_FLOORS, (uint64_t)map->width * (uint64_t)map->height);
}

void wyrm_make_floor_of(const wyrm_design *design, uint64_t seed, uint64_t run, int32_t depth,
                        wyrm_made_floor *floor)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(design),
                                      .encounter = wyrm_design_encounter(design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    if (!wyrm_encounter_remembers(models.encounter))
        difficulty.depth = depth;
    for (;;) {
        wyrm_floor_make(&models, seed, run, &difficulty, NULL, &floor->map, &floor->population);
        spend_floor(&floor->map);
        if (difficulty.depth >= depth)
            break;
        wyrm_encounter_descend(models.encounter, &difficulty);
    }
}

void wyrm_floors_must_be_made(base_arena *arena, const wyrm_design *design)
{
    const wyrm_floor_models models = {.encounter = wyrm_design_encounter(design),
                                      .loot = wyrm_design_loot(design)};
    base_must(arena, wyrm_floor_trouble(&models, &arena->error));
    base_spend(arena, WYRM_COST_FLOORS, 0);
}

/* ---- games, floor after floor ---- */

#define RUNS_PER_SHARE 250

/* The sums of a share, or of all; depths beyond sums.depth_count are not begun. */
typedef struct descent_sums {
    wyrm_descents sums;
    wyrm_depth_figures depths[WYRM_DESCENT_DEPTH_MAX];
} descent_sums;

typedef struct descent_job {
    const wyrm_design *design;
    wyrm_descent_options options;
    descent_sums *total;
} descent_job;

/* The figures of a depth, begun where it is the deepest so far. */
static wyrm_depth_figures *figures_at(descent_sums *into, int32_t depth)
{
    while (into->sums.depth_count < depth) {
        wyrm_depth_figures *fresh = &into->depths[into->sums.depth_count++];
        *fresh = (wyrm_depth_figures){.depth = into->sums.depth_count,
                                      .monsters.range = WYRM_COUNT,
                                      .items.range = WYRM_COUNT,
                                      .experience.range = WYRM_AMOUNT};
    }
    return &into->depths[depth - 1];
}

static void run_share(const wyrm_share *share)
{
    const descent_job *job = share->context;
    const wyrm_encounter *encounter = wyrm_design_encounter(job->design);
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(job->design),
                                      .encounter = encounter,
                                      .loot = wyrm_design_loot(job->design)};
    descent_sums *into = memset(share->result, 0, sizeof *into);
    wyrm_made_floor *floor = share->scratch;
    const wyrm_population *population = &floor->population;
    for (uint64_t run = share->first; run < share->first + share->count; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
        floor->loot = (wyrm_loot_state){0};
        int32_t depth = 1;
        for (; depth <= WYRM_DESCENT_DEPTH_MAX; depth++) {
            wyrm_floor_make(&models, job->options.seed, run, &difficulty, &floor->loot, &floor->map,
                            &floor->population);
            spend_floor(&floor->map);
            wyrm_depth_figures *figures = figures_at(into, depth);
            double monsters = (double)population->monster_count, levels = 0;
            for (size_t i = 0; i < population->monster_count; i++)
                levels += population->monsters[i].spawn.level;
            wyrm_moments_add(&figures->rooms, floor->map.room_count);
            wyrm_moments_add(&figures->monsters, monsters);
            wyrm_moments_add(&figures->items, (double)population->item_count);
            wyrm_moments_add(&figures->experience, (double)population->experience);
            wyrm_moments_add(&figures->tracker, wyrm_encounter_level(encounter, &difficulty));
            wyrm_clusters_add(&figures->monster_level, levels, monsters);
            if (floor->map.final)
                break;
            wyrm_encounter_descend(encounter, &difficulty);
        }
        if (depth > WYRM_DESCENT_DEPTH_MAX) {
            into->sums.cut_off++;
            continue;
        }
        wyrm_moments_add(&into->sums.final_depth, depth);
        into->sums.final_counts[depth]++;
    }
}

static void merge_share(const wyrm_share *share)
{
    const descent_sums *from = share->result;
    descent_sums *into = ((descent_job *)share->context)->total;
    for (int32_t i = 0; i < from->sums.depth_count; i++) {
        wyrm_depth_figures *figures = figures_at(into, i + 1);
        wyrm_moments_merge(&figures->rooms, &from->depths[i].rooms);
        wyrm_moments_merge(&figures->monsters, &from->depths[i].monsters);
        wyrm_moments_merge(&figures->items, &from->depths[i].items);
        wyrm_moments_merge(&figures->experience, &from->depths[i].experience);
        wyrm_moments_merge(&figures->tracker, &from->depths[i].tracker);
        wyrm_clusters_merge(&figures->monster_level, &from->depths[i].monster_level);
    }
    into->sums.cut_off += from->sums.cut_off;
    wyrm_moments_merge(&into->sums.final_depth, &from->sums.final_depth);
    for (int32_t depth = 0; depth <= WYRM_DESCENT_DEPTH_MAX; depth++)
        into->sums.final_counts[depth] += from->sums.final_counts[depth];
}

static void make_descents(base_arena *arena, void *result, void *context)
{
    descent_job *job = context;
    base_must(arena,
              wyrm_design_needs(job->design, WYRM_SYSTEMS_OF_A_FLOOR, "a dungeon", &arena->error));
    job->total = result;
    job->total->sums.runs = job->options.runs ? job->options.runs : WYRM_DESCENT_RUNS;
    job->total->sums.depths = job->total->depths;
    wyrm_work work = {.share = RUNS_PER_SHARE, .context = job};
    work.count = job->total->sums.runs;
    work.result_size = sizeof(descent_sums);
    work.scratch_size = sizeof(wyrm_made_floor);
    work.run = run_share;
    work.merge = merge_share;
    work.progress = job->options.progress;
    work.progress_context = job->options.context;
    wyrm_work_run(arena, &work, job->options.threads);
    wyrm_floors_must_be_made(arena, job->design);
}

wyrm_status wyrm_descend(const wyrm_design *design, const wyrm_descent_options *options,
                         wyrm_descents **out, wyrm_error *error)
{
    descent_job job = {.design = design,
                       .options = options ? *options : (wyrm_descent_options){.seed = 1}};
    return base_make(sizeof(descent_sums), make_descents, &job, out, error);
}

void wyrm_descents_free(wyrm_descents *descents)
{
    base_unmake(descents);
}
