/* Rooms of a size: how many of the monsters and items that are drawn for a room find a tile in it. */
#ifndef WYRM_SRC_SIM_SIZES_H
#define WYRM_SRC_SIM_SIZES_H

#include <wyrm/rooms.h>

/* How the normal rooms of a depth are filled with monsters, as far as their size matters. */
typedef struct wyrm_filling {
    wyrm_map_bounds map;
    bool first;         /* the first room gets monsters, beside the player */
    bool roles;         /* maps may have rooms with a role */
    wyrm_pmf *monsters; /* that are drawn for a room; NULL: too fine to be had. Owned */
    bool crowded;       /* a floor may be drawn more than WYRM_LEVEL_SPAWNS_MAX */
} wyrm_filling;

/* *out is to be released in every case.
 * WYRM_ERROR_ARGUMENT  difficulty is no table of depths
 * WYRM_ERROR_MEMORY    out of memory */
wyrm_status wyrm_filling_read(const wyrm_design *design, int32_t depth, wyrm_filling *out,
                              wyrm_error *error);
void wyrm_filling_release(wyrm_filling *filling);

/* Whether what depends on the number of monsters follows from the size of a room. */
bool wyrm_filling_is_known(const wyrm_filling *filling);

/* Whether every monster that is drawn finds a tile. */
bool wyrm_filling_holds_all(const wyrm_filling *filling);

/* The chance of 0..WYRM_ROOM_SPAWNS_MAX monsters in a room of so many tiles that gets any; `player`:
 * the player stands there too. The filling is known. */
void wyrm_filling_monsters(const wyrm_filling *filling, int32_t tiles, bool player,
                           double chances[WYRM_ROOM_SPAWNS_MAX + 1]);

/* The mean number of items that find a tile, `number` being drawn; `player`: it is the first room. */
double wyrm_filling_items(const wyrm_filling *filling, const wyrm_pmf *number, int32_t tiles,
                          bool player);

#endif
