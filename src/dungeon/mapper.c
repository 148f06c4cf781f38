/* Maps: what all of them share, and the hand-over to the map model that the ruleset chose. */
#include "dungeon/models.h"

#include <stdlib.h>

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

wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TILE_WALL;
    return (wyrm_tile)map->tiles[y * map->width + x];
}

wyrm_position wyrm_room_centre(const wyrm_room *room)
{
    return (wyrm_position){(int16_t)(room->x + room->width / 2),
                           (int16_t)(room->y + room->height / 2)};
}

wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out, wyrm_errors *errors)
{
    *out = NULL;
    const wyrm_value *section = wyrm_ruleset_find(ruleset, "map");
    const wyrm_model *chosen = wyrm_ruleset_model(ruleset, "map");
    if (!chosen)
        return wyrm_value_fail(ruleset, wyrm_ruleset_root(ruleset), errors, NULL,
                               "no model is named for 'map'");
    wyrm_mapper *mapper = calloc(1, sizeof *mapper);
    if (!mapper)
        return WYRM_ERROR_MEMORY;
    /* Every row of the table is the first member of a wyrm_map_model. */
    mapper->model = (const wyrm_map_model *)chosen;
    mapper->placing = (wyrm_placing)wyrm_value_choice(wyrm_value_get(section, "placing"));
    const wyrm_value *goal = wyrm_value_get(section, "goal");
    mapper->goal = goal ? wyrm_value_text(goal) : NULL;
    wyrm_status status = mapper->model->make(ruleset, section, &mapper->state, errors);
    if (status != WYRM_OK) {
        free(mapper);
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
    free(mapper);
}

const char *wyrm_mapper_goal(const wyrm_mapper *mapper)
{
    return mapper->goal;
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
