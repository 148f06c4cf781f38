/* Corridors between rooms. */
#ifndef WYRM_SRC_DUNGEON_CORRIDORS_H
#define WYRM_SRC_DUNGEON_CORRIDORS_H

#include <wyrm/dungeon.h>

/* Carves an L, one tile wide, from one tile to another; one draw says whether it leaves `from`
 * sideways or up and down. */
void wyrm_corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng);

/* The same between the centres of two rooms of the map. */
void wyrm_corridor_carve(wyrm_map *map, int32_t from, int32_t to, wyrm_rng *rng);

/* Joins all rooms: from the first on, again and again the pair of a joined and an unjoined room
 * whose centres are nearest by Manhattan distance. Of equally near pairs the one with the lower
 * index of the joined room is taken, then the lower of the other. */
void wyrm_corridors_join(wyrm_map *map, wyrm_rng *rng);

/* `count` more corridors, each between two different rooms drawn at random; a pair may be joined
 * already, so these are at most so many new ways. Nothing where there is one room only. */
void wyrm_corridors_extra(wyrm_map *map, int32_t count, wyrm_rng *rng);

#endif
