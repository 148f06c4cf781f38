/* Rooms placed at random where they do not touch, joined by corridors (RuggRogue, "Map
 * Generation"). */
#include "dungeon/internal.h"

#include <stdlib.h>

/* Left and top edge are at least 1, right and bottom edge leave two tiles: one wall more than
 * needed, as in the source. */
#define MARGIN 3

typedef struct rooms_model {
    wyrm_room_map map;
    int32_t width_least, width_most;
    int32_t height_least, height_most;
    int32_t extra_corridors;
} rooms_model;

#define SOURCE "RuggRogue source code guide, \"Map Generation\""

static const wyrm_field rows[] = {
    WYRM_MAP_SIDE_ROWS("80", "50", SOURCE),
    {.name = "tries",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 10000,
     .fallback = "30",
     .unit = "tries",
     .summary =
         "How often a room is drawn; it is kept where it does not come too near to an earlier "
         "one.",
     .source = SOURCE},
    {.name = "room_width",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "[6, 14]",
     .unit = "tiles",
     .summary = "inner width of a room, each equally likely",
     .source = SOURCE},
    {.name = "room_height",
     .kind = WYRM_KIND_RANGE,
     .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "[6, 10]",
     .unit = "tiles",
     .summary = "inner height of a room, each equally likely",
     .source = SOURCE},
    {.name = "spacing",
     .kind = WYRM_KIND_INTEGER,
     .greatest = WYRM_MAP_SIDE_MAX,
     .fallback = "1",
     .unit = "tiles",
     .summary = "walls that are kept free between two rooms",
     .source = SOURCE},
    {.name = "extra_corridors",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 100,
     .fallback = "3",
     .unit = "corridors",
     .summary = "corridors between two random rooms, after all rooms are joined",
     .source = SOURCE},
    {.kind = WYRM_KIND_END},
};

static wyrm_status make(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **out,
                        wyrm_errors *errors)
{
    *out = NULL;
    const wyrm_value *width = wyrm_value_get(parameters, "room_width");
    const wyrm_value *height = wyrm_value_get(parameters, "room_height");
    rooms_model read = {
        .map = wyrm_room_map_read(parameters),
        .width_least = (int32_t)wyrm_value_low(width),
        .width_most = (int32_t)wyrm_value_high(width),
        .height_least = (int32_t)wyrm_value_low(height),
        .height_most = (int32_t)wyrm_value_high(height),
        .extra_corridors =
            (int32_t)wyrm_value_integer(wyrm_value_get(parameters, "extra_corridors")),
    };
    wyrm_status across =
        wyrm_room_map_fits(ruleset, width, "width", "width", read.map.width, MARGIN, errors);
    wyrm_status down =
        wyrm_room_map_fits(ruleset, height, "height", "height", read.map.height, MARGIN, errors);
    if (across != WYRM_OK || down != WYRM_OK)
        return WYRM_ERROR_RULESET;
    return wyrm_room_map_keep(&read, sizeof read, out, errors);
}

static wyrm_room draw_room(const rooms_model *state, wyrm_rng *rng)
{
    int64_t width = wyrm_rng_between(rng, state->width_least, state->width_most);
    int64_t height = wyrm_rng_between(rng, state->height_least, state->height_most);
    int64_t x = wyrm_rng_between(rng, 1, state->map.width - width - 2);
    int64_t y = wyrm_rng_between(rng, 1, state->map.height - height - 2);
    return (wyrm_room){(int16_t)x, (int16_t)y, (int16_t)width, (int16_t)height};
}

/* The edges of the rooms that stand, right and bottom ones exclusive: side by side and filled up to
 * whole groups with rooms that nothing overlaps, so that a compiler compares a group at once. */
#define GROUP 8
typedef struct edges {
    int16_t left[WYRM_MAP_ROOMS_MAX], right[WYRM_MAP_ROOMS_MAX];
    int16_t top[WYRM_MAP_ROOMS_MAX], bottom[WYRM_MAP_ROOMS_MAX];
} edges;
_Static_assert(WYRM_MAP_ROOMS_MAX % GROUP == 0, "rooms fill whole groups");

static void set_edges(edges *walls, int32_t index, const wyrm_room *room)
{
    walls->left[index] = room->x;
    walls->right[index] = (int16_t)(room->x + room->width);
    walls->top[index] = room->y;
    walls->bottom[index] = (int16_t)(room->y + room->height);
}

static void add_edges(edges *walls, int32_t index, const wyrm_room *room)
{
    static const wyrm_room nowhere = {.x = INT16_MAX, .y = INT16_MAX};
    if (index % GROUP == 0)
        for (int32_t i = 1; i < GROUP; i++)
            set_edges(walls, index + i, &nowhere);
    set_edges(walls, index, room);
}

/* Whether the room, grown on each side, covers a tile of one of the `count` that stand. */
static bool is_too_near(const wyrm_room *room, int spacing, const edges *walls, int32_t count)
{
    int16_t left = (int16_t)(room->x - spacing);
    int16_t right = (int16_t)(room->x + room->width + spacing);
    int16_t top = (int16_t)(room->y - spacing);
    int16_t bottom = (int16_t)(room->y + room->height + spacing);
    int32_t groups = (count + GROUP - 1) / GROUP;
    int16_t overlaps = 0;
    for (int32_t i = 0; i < groups * GROUP; i++)
        overlaps |= (int16_t)((left < walls->right[i]) & (right > walls->left[i]) &
                              (top < walls->bottom[i]) & (bottom > walls->top[i]));
    return overlaps != 0;
}

static void place_rooms(const void *context, wyrm_rng *rng, wyrm_map *map)
{
    const rooms_model *state = context;
    edges walls;
    int32_t count = 0;
    for (int32_t i = 0; i < state->map.tries && count < WYRM_MAP_ROOMS_MAX; i++) {
        wyrm_room room = draw_room(state, rng);
        if (is_too_near(&room, state->map.spacing, &walls, count))
            continue;
        add_edges(&walls, count, &room);
        map->rooms[count++] = room;
    }
    map->width = state->map.width;
    map->height = state->map.height;
    map->room_count = count;
    map->start = wyrm_room_centre(&map->rooms[0]);
    map->exit = wyrm_room_centre(&map->rooms[count - 1]);
}

static wyrm_map_bounds bounds(const void *context)
{
    const rooms_model *state = context;
    return wyrm_room_map_bounds(&state->map, state->width_least * state->height_least);
}

static void carve(const void *context, wyrm_rng *rng, wyrm_map *map)
{
    const rooms_model *state = context;
    wyrm_room_map_hew(map);
    wyrm_corridors_join(map, rng);
    wyrm_corridors_extra(map, state->extra_corridors, rng);
}

const wyrm_map_model wyrm_map_rooms = {
    .model = {.name = "rooms",
              .summary = "rectangular rooms at random, joined by corridors",
              .parameters = rows},
    .make = make,
    .release = wyrm_free,
    .rooms = place_rooms,
    .bounds = bounds,
    .carve = carve,
};
