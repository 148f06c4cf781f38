/* Maps: rectangles placed at random where they do not come too near to each other and hewn into
 * rock, and between them the ways of the map model that the ruleset chose.
 *
 * Rooms and ways are drawn from one stream in turn, so that who asks only for rooms gets exactly
 * those of the whole map. */
#include "dungeon/internal.h"
#include "ruleset/internal.h"
#include <string.h>

/* ---- The table of map models: a new one is one file and one line here ---- */

const wyrm_model *const wyrm_map_model_table[] = {
    &wyrm_map_rooms.model,
    &wyrm_map_tunnels.model,
    &wyrm_map_caves.model,
    NULL,
};

static const char *const placings[] = {
    [WYRM_PLACING_RETRY] = "retry", [WYRM_PLACING_ONCE] = "once", NULL};

/* clang-format off */
const wyrm_field wyrm_map_shared_rows[] = {
    {.name = "placing", .kind = WYRM_KIND_CHOICE, .choices = placings, .default_value = "retry",
     .summary = "Where the tile drawn for a monster or item is taken: `retry`, another one of "
                "the room; `once`, it is left out, and items find monsters in the way too.",
     .source = "roguelike tutorial, part 12"},
    {.name = "goal", .kind = WYRM_KIND_TEXT,
     .summary = "what lies at the goal of the last map, as people read it: who takes it has won"},
    WYRM_FURNITURE_ROWS,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* The sides of rooms that can be drawn: the greatest has to have a place on the empty map. One tile
 * is left free all around, and right and below another one, as in RuggRogue; rock takes the first
 * of each. `name` ("width") is what `side` is of the map. */
static void read_sides(wyrm_opening *o, const wyrm_mapper *mapper, const char *key,
                       const char *name, int32_t side, const wyrm_amount **out)
{
    const wyrm_value *sides = wyrm_value_get(o->section, key);
    const int32_t room = side - 3 + 2 * mapper->model->rock;
    *out = wyrm_value_amount(sides);
    if ((*out)->most > room)
        wyrm_fault(o, sides, NULL, "a room of %s %d does not fit a map of %s %d: at most %d does",
                   key + strlen("room_"), (int)(*out)->most, name, (int)side, (int)room);
}

static void make(wyrm_opening *o, void *system)
{
    wyrm_mapper *mapper = system;
    const wyrm_value *goal = wyrm_value_get(o->section, "goal");
    wyrm_room_plan *plan = &mapper->plan;
    mapper->model = o->model;
    mapper->placing = (wyrm_placing)key_choice(o->section, "placing");
    mapper->goal = goal ? wyrm_value_text(goal) : NULL;
    *plan = (wyrm_room_plan){.width = key_whole(o->section, "width"),
                             .height = key_whole(o->section, "height"),
                             .tries = key_whole(o->section, "tries"),
                             .spacing = key_whole(o->section, "spacing"),
                             .extra_corridors = key_whole(o->section, "extra_corridors")};
    if (mapper->model->read != NULL) {
        mapper->model->read(o, plan);
    } else {
        read_sides(o, mapper, mapper->model->width_key, "width", plan->width, &plan->room_width);
        read_sides(o, mapper, mapper->model->height_key, "height", plan->height,
                   &plan->room_height);
    }
    mapper->furniture.width = plan->width;
    mapper->furniture.height = plan->height;
    wyrm_furniture_read(o, &mapper->furniture);
}

wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out, wyrm_errors *errors)
{
    *out = NULL;
    if (wyrm_ruleset_model(ruleset, "map") == NULL)
        return WYRM_OK;
    return wyrm_open(ruleset, "map", sizeof **out, make, NULL, out, errors);
}

void wyrm_mapper_free(wyrm_mapper *mapper)
{
    base_unmake(mapper);
}

const char *wyrm_mapper_goal(const wyrm_mapper *mapper)
{
    return mapper != NULL ? mapper->goal : NULL;
}

wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper)
{
    if (mapper == NULL)
        return (wyrm_map_bounds){.rooms = 0};
    const wyrm_room_plan *plan = &mapper->plan;
    const int32_t rock = mapper->model->rock;
    if (mapper->model->make != NULL || mapper->furniture.shapes)
        return (wyrm_map_bounds){
            .rooms = WYRM_MAP_ROOMS_MAX, .tiles = 1, .shaped = true, .placing = mapper->placing};
    return (wyrm_map_bounds){.rooms = plan->tries < WYRM_MAP_ROOMS_MAX ? plan->tries
                                                                       : WYRM_MAP_ROOMS_MAX,
                             .tiles = ((int32_t)plan->room_width->least - rock) *
                                      ((int32_t)plan->room_height->least - rock),
                             .placing = mapper->placing};
}

const wyrm_terrain *wyrm_mapper_terrain(const wyrm_mapper *mapper, size_t *count)
{
    *count = mapper != NULL ? mapper->furniture.terrain_count : 0;
    return mapper != NULL ? mapper->furniture.terrain : NULL;
}

uint8_t wyrm_mapper_tile(const wyrm_mapper *mapper, int32_t terrain)
{
    return mapper->furniture.tiles[terrain];
}

bool wyrm_mapper_furnishes(const wyrm_mapper *mapper)
{
    return mapper != NULL && mapper->furniture.any;
}

/* ---- Rooms ---- */

/* The edges of the rooms that stand, right and bottom ones exclusive: side by side and filled up
 * to whole groups with rooms that nothing overlaps, so that a compiler compares a group at once. */
#define GROUP 8
typedef struct edges {
    int16_t left[WYRM_MAP_ROOMS_MAX], right[WYRM_MAP_ROOMS_MAX];
    int16_t top[WYRM_MAP_ROOMS_MAX], bottom[WYRM_MAP_ROOMS_MAX];
} edges;
_Static_assert(WYRM_MAP_ROOMS_MAX % GROUP == 0, "rooms fill whole groups");

static void set_edges(edges *walls, int32_t index, int left, int top, int right, int bottom)
{
    walls->left[index] = (int16_t)left;
    walls->right[index] = (int16_t)right;
    walls->top[index] = (int16_t)top;
    walls->bottom[index] = (int16_t)bottom;
}

/* Whether the room, grown on each side, covers a tile of one of the `count` that stand. */
static bool is_too_near(const wyrm_room *room, int spacing, const edges *walls, int32_t count)
{
    int16_t left = (int16_t)(room->x - spacing), top = (int16_t)(room->y - spacing);
    int16_t right = (int16_t)(room->x + room->width + spacing);
    int16_t bottom = (int16_t)(room->y + room->height + spacing), overlaps = 0;
    const int32_t most = (count + GROUP - 1) / GROUP * GROUP;
    for (int32_t i = 0; i < most; i++)
        overlaps |= (int16_t)((left < walls->right[i]) & (right > walls->left[i]) &
                              (top < walls->bottom[i]) & (bottom > walls->top[i]));
    return overlaps != 0;
}

void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    const wyrm_room_plan *plan = &mapper->plan;
    const int32_t rock = mapper->model->rock, edge = 2 - rock;
    edges walls;
    int32_t count = 0;
    map->vault_count = 0;
    map->width = plan->width;
    map->height = plan->height;
    map->final = final;
    map->shaped = false;
    map->placing = mapper->placing;
    if (mapper->model->make != NULL) {
        map->shaped = true;
        mapper->model->make(plan, rng, map);
        return;
    }
    for (int32_t i = 0; i < plan->tries && count < WYRM_MAP_ROOMS_MAX; i++) {
        int64_t width = amount_draw(plan->room_width, rng);
        int64_t height = amount_draw(plan->room_height, rng);
        int64_t x = wyrm_rng_between(rng, 1 - rock, plan->width - width - edge);
        int64_t y = wyrm_rng_between(rng, 1 - rock, plan->height - height - edge);
        const wyrm_room room = {(int16_t)(x + rock), (int16_t)(y + rock), (int16_t)(width - rock),
                                (int16_t)(height - rock)};
        /* With edges in the rock rooms must not touch. */
        if (is_too_near(&room, plan->spacing + 2 * rock, &walls, count))
            continue;
        for (int32_t k = 1; k < GROUP && count % GROUP == 0; k++)
            set_edges(&walls, count + k, INT16_MAX, INT16_MAX, INT16_MAX, INT16_MAX);
        set_edges(&walls, count, room.x, room.y, room.x + room.width, room.y + room.height);
        map->rooms[count++] = room;
    }
    map->room_count = count;
    map->start = wyrm_room_middle(&map->rooms[0], rock);
    map->exit = wyrm_room_middle(&map->rooms[count - 1], rock);
}

void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    wyrm_mapper_rooms(mapper, final, rng, map);
    if (mapper->model->make != NULL) {
        map->tiles[map->exit.y * map->width + map->exit.x] =
            final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
        return;
    }
    memset(map->tiles, WYRM_TILE_WALL, (size_t)(map->width * map->height));
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        for (int y = room->y; y < room->y + room->height; y++)
            memset(&map->tiles[y * map->width + room->x], WYRM_TILE_FLOOR, (size_t)room->width);
    }
    mapper->model->carve(&mapper->plan, rng, map);
    map->tiles[map->exit.y * map->width + map->exit.x] = final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
}
