/* One floor, room by room, made as the survey of threat makes it. */
#include <wyrm/threat_floor.h>

#include <stdlib.h>

#include "encounter/internal.h"

/* Big, so on the heap. */
typedef struct workspace {
    wyrm_map map;
    wyrm_population population;
} workspace;

static void populate(const wyrm_design *design, uint64_t seed, uint64_t run, int32_t depth,
                     workspace *space)
{
    const wyrm_floor_models models = {.mapper = wyrm_design_mapper(design),
                                      .encounter = wyrm_design_encounter(design)};
    wyrm_difficulty difficulty = wyrm_encounter_start(models.encounter);
    difficulty.depth = depth;
    wyrm_floor_make(&models, seed, run, &difficulty, NULL, &space->map, &space->population);
}

static void judge_room(const wyrm_design *design, const workspace *space, int32_t index,
                       wyrm_threat_floor *out)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    const wyrm_population *population = &space->population;
    wyrm_threat_room *room = &out->rooms[index];
    int64_t grains = 0;
    *room = (wyrm_threat_room){.kind = population->kinds[index], .first = out->monster_count};
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_spawn *spawn = &population->monsters[i].spawn;
        if (population->monsters[i].room != index)
            continue;
        out->monsters[out->monster_count++] = *spawn;
        grains += wyrm_threat_grains(threat, (size_t)spawn->monster, out->depth, spawn->elite);
    }
    room->count = out->monster_count - room->first;
    room->threat = (double)grains / WYRM_THREAT_GRAIN;
    room->status = wyrm_threat_judge(threat, out->depth, &room->kind, room->count, room->threat);
    if (room->status != WYRM_THREAT_BOSS && room->status != WYRM_THREAT_EXEMPT)
        out->threat += room->threat;
}

wyrm_status wyrm_threat_floor_new(const wyrm_design *design, uint64_t seed, uint64_t run,
                                  int32_t depth, wyrm_threat_floor **out, wyrm_error *error)
{
    const wyrm_threat *threat = wyrm_design_threat(design);
    *out = NULL;
    if (threat == NULL)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset has no threat");
    if (depth < 1 || depth > WYRM_DEPTH_MAX)
        return wyrm_fail(error, WYRM_ERROR_RANGE, "depth %d is out of range (1 to %d)", (int)depth,
                         WYRM_DEPTH_MAX);
    workspace *space = malloc(sizeof *space);
    *out = calloc(1, sizeof **out);
    if (space == NULL || *out == NULL) {
        free(space);
        free(*out);
        *out = NULL;
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a floor");
    }
    **out = (wyrm_threat_floor){.seed = seed,
                                .run = run,
                                .depth = depth,
                                .band = wyrm_bands_at(wyrm_threat_bands(threat), depth),
                                .room_budget = wyrm_threat_room_budget(threat, depth),
                                .floor_budget = wyrm_threat_floor_budget(threat, depth)};
    populate(design, seed, run, depth, space);
    (*out)->room_count = space->map.room_count;
    for (int32_t r = 0; r < space->map.room_count; r++)
        judge_room(design, space, r, *out);
    free(space);
    return WYRM_OK;
}

void wyrm_threat_floor_free(wyrm_threat_floor *floor)
{
    free(floor);
}
