/* Maps: what all of them share, and the hand-over to the map model that the ruleset chose.
 *
 * A model places rooms and carves tiles, both from one stream in turn, so that who asks only for
 * rooms gets exactly those of the whole map. The models of this folder place rectangles, which
 * are hewn into rock here, and carve the ways between them.
 */
#include "base/arena.h"
#include "dungeon/internal.h"
#include "ruleset/internal.h"

#include <string.h>

/* ---- The table of map models: a new one is one file and one line here ---- */

const wyrm_model *const wyrm_map_model_table[] = {
    &wyrm_map_rooms.model,
    &wyrm_map_tunnels.model,
    NULL,
};

struct wyrm_mapper {
    const wyrm_map_model *model;
    wyrm_room_plan plan;
    wyrm_placing placing;
    const char *goal; /* NULL: it has no name */
};

static const char *const placings[] = {
    [WYRM_PLACING_RETRY] = "retry", [WYRM_PLACING_ONCE] = "once", NULL};

/* clang-format off */
const wyrm_field wyrm_map_shared_rows[] = {
    {.name = "placing", .kind = WYRM_KIND_CHOICE, .choices = placings, .fallback = "retry",
     .summary = "What happens where the tile drawn for a monster or item is taken: `retry`, "
                "another one of the room; `once`, it is left out, and items find monsters in the "
                "way too.", .source = "roguelike tutorial, part 12"},
    {.name = "goal", .kind = WYRM_KIND_TEXT,
     .summary = "what lies at the goal of the last map, as people read it: who takes it has won"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static int32_t whole(const wyrm_value *section, const char *key)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(section, key));
}

wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out, wyrm_errors *errors)
{
    *out = NULL;
    wyrm_chosen chosen;
    wyrm_status status = wyrm_model_chosen(ruleset, "map", sizeof **out, &chosen, errors);
    if (status != WYRM_OK)
        return status;
    wyrm_mapper *mapper = chosen.system;
    const wyrm_value *goal = wyrm_value_get(chosen.section, "goal");
    mapper->model = chosen.model;
    mapper->placing = (wyrm_placing)wyrm_value_choice(wyrm_value_get(chosen.section, "placing"));
    mapper->goal = goal ? wyrm_value_text(goal) : NULL;
    mapper->plan = (wyrm_room_plan){.width = whole(chosen.section, "width"),
                                    .height = whole(chosen.section, "height"),
                                    .tries = whole(chosen.section, "tries"),
                                    .spacing = whole(chosen.section, "spacing")};
    status = mapper->model->read(ruleset, chosen.section, &mapper->plan, errors);
    if (status == WYRM_OK)
        *out = mapper;
    else
        wyrm_free(mapper);
    return status;
}

void wyrm_mapper_free(wyrm_mapper *mapper)
{
    wyrm_free(mapper);
}

const char *wyrm_mapper_goal(const wyrm_mapper *mapper)
{
    return mapper->goal;
}

wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper)
{
    const wyrm_room_plan *plan = &mapper->plan;
    return (wyrm_map_bounds){.rooms = plan->tries < WYRM_MAP_ROOMS_MAX ? plan->tries
                                                                       : WYRM_MAP_ROOMS_MAX,
                             .tiles = plan->least_tiles,
                             .placing = mapper->placing};
}

void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    map->width = mapper->plan.width;
    map->height = mapper->plan.height;
    map->final = final;
    map->placing = mapper->placing;
    mapper->model->rooms(&mapper->plan, rng, map);
}

void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    wyrm_mapper_rooms(mapper, final, rng, map);
    memset(map->tiles, WYRM_TILE_WALL, (size_t)(map->width * map->height));
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        for (int y = room->y; y < room->y + room->height; y++)
            memset(&map->tiles[y * map->width + room->x], WYRM_TILE_FLOOR, (size_t)room->width);
    }
    mapper->model->carve(&mapper->plan, rng, map);
    map->tiles[map->exit.y * map->width + map->exit.x] = final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
}
