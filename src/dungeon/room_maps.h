/* What the models of maps of rectangular rooms share: the rows of the sides of a map, and the rooms
 * hewn into the rock. */
#ifndef WYRM_SRC_DUNGEON_ROOM_MAPS_H
#define WYRM_SRC_DUNGEON_ROOM_MAPS_H

#include <wyrm/dungeon.h>

/* The rows `width` and `height`; the other arguments are texts. */
#define WYRM_MAP_SIDE_ROW(side, usual, document)                                                   \
    {                                                                                              \
        .name = side, .kind = WYRM_KIND_INTEGER, .least = 4, .greatest = WYRM_MAP_SIDE_MAX,        \
        .fallback = usual, .unit = "tiles", .summary = side " of a map, outer walls included",     \
        .source = document                                                                         \
    }
#define WYRM_MAP_SIDE_ROWS(width, height, document)                                                \
    WYRM_MAP_SIDE_ROW("width", width, document), WYRM_MAP_SIDE_ROW("height", height, document)

/* The parameters that these models share. */
typedef struct wyrm_room_map {
    int32_t width, height; /* tiles */
    int32_t tries;         /* rooms that are drawn */
    int32_t spacing;       /* tiles of rock between two rooms */
} wyrm_room_map;

wyrm_room_map wyrm_room_map_read(const wyrm_value *parameters);

/* What its maps keep to, where no room has fewer tiles than `least_tiles`. */
wyrm_map_bounds wyrm_room_map_bounds(const wyrm_room_map *map, int32_t least_tiles);

/* Whether every size of a room that can be drawn has a place on the empty map: the map is `name`
 * ("width") `side` tiles, `margin` of which no room covers; `of` is what the range of the room is
 * called.
 * WYRM_ERROR_RULESET  it has not, which is told in `errors` at the range */
WYRM_MUST_CHECK wyrm_status wyrm_room_map_fits(const wyrm_ruleset *ruleset, const wyrm_value *range,
                                               const char *of, const char *name, int32_t side,
                                               int32_t margin, wyrm_errors *errors);

/* A copy of the parameters that a model has read, for *out: released with free.
 * WYRM_ERROR_MEMORY  out of memory, which is told in `errors`; *out is NULL */
WYRM_MUST_CHECK wyrm_status wyrm_room_map_keep(const void *read, size_t size, void **out,
                                               wyrm_errors *errors);

/* Rock all over the map, and the floors of its rooms. */
void wyrm_room_map_hew(wyrm_map *map);

#endif
