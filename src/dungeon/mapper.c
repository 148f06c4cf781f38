/* Maps: what all of them share, and the hand-over to the map model that the ruleset chose. */
#include "dungeon/internal.h"

#include <stdlib.h>

#include <wyrm/dungeon.h>

#include "ruleset/internal.h"

/* ---- The table of map models: a new one is one file and one line here ---- */

const wyrm_model *const wyrm_map_model_table[] = {
    &wyrm_map_rooms.model,
    &wyrm_map_tunnels.model,
    NULL,
};

struct wyrm_mapper {
    const wyrm_map_model *model;
    void *state;
    wyrm_placing placing;
    const char *goal; /* NULL: it has no name */
};

static const char *const placings[] = {
    [WYRM_PLACING_RETRY] = "retry", [WYRM_PLACING_ONCE] = "once", NULL};

const wyrm_field wyrm_map_shared_rows[] = {
    {.name = "placing",
     .kind = WYRM_KIND_CHOICE,
     .choices = placings,
     .fallback = "retry",
     .summary =
         "What happens where the tile drawn for a monster or item is taken: `retry`, another "
         "one of the room; `once`, it is left out, and items find monsters in the way too.",
     .source = "roguelike tutorial, part 12"},
    {.name = "goal",
     .kind = WYRM_KIND_TEXT,
     .summary = "what lies at the goal of the last map, as people read it: who takes it has won"},
    {.kind = WYRM_KIND_END},
};

wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "map", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_mapper *mapper = chosen.system;
    mapper->model = chosen.model;
    mapper->placing = (wyrm_placing)wyrm_value_choice(wyrm_value_get(chosen.section, "placing"));
    const wyrm_value *goal = wyrm_value_get(chosen.section, "goal");
    mapper->goal = goal ? wyrm_value_text(goal) : NULL;
    status = mapper->model->make(ruleset, chosen.section, &mapper->state, errors);
    if (status != WYRM_OK) {
        wyrm_free(mapper);
        return status;
    }
    *out = mapper;
    return WYRM_OK;
}

void wyrm_mapper_free(wyrm_mapper *mapper)
{
    if (!mapper)
        return;
    mapper->model->release(mapper->state);
    wyrm_free(mapper);
}

const char *wyrm_mapper_goal(const wyrm_mapper *mapper)
{
    return mapper->goal;
}

wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper)
{
    wyrm_map_bounds bounds = mapper->model->bounds(mapper->state);
    bounds.placing = mapper->placing;
    return bounds;
}

void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    mapper->model->rooms(mapper->state, rng, map);
    map->final = final;
    map->placing = mapper->placing;
}

void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    wyrm_mapper_rooms(mapper, final, rng, map);
    mapper->model->carve(mapper->state, rng, map);
    map->tiles[map->exit.y * map->width + map->exit.x] = final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
}
