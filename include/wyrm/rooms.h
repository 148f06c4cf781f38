/* Rooms: what the normal rooms of a depth hold, if the difficulty is a table of depths.
 *
 * A room does not always hold what is drawn for it (wyrm/encounter.h): a monster that finds no tile
 * is dropped, and how often that happens depends on the sizes of rooms that found a place on their
 * map, which have no closed form. A figure is exact if every monster that can be drawn gets a tile
 * (`placing: retry` in rooms with enough tiles); else it comes from generated floors, with its
 * interval. All output of such figures uses these functions.
 *
 * Normal rooms are those without a role, except a first room that is never populated.
 */
#ifndef WYRM_ROOMS_H
#define WYRM_ROOMS_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ROOMS_FLOORS 1000

/* The rooms to ask about. A plain value. Floors that must be generated are those of games with this
 * seed. */
typedef struct wyrm_rooms {
    const wyrm_design *design;
    int32_t depth; /* 1..WYRM_DEPTH_MAX */
    uint64_t seed;
    uint64_t first_run; /* number of the first game; the others follow it */
    uint64_t floors;    /* 0: WYRM_ROOMS_FLOORS */
} wyrm_rooms;

/* All functions can fail with
 *   WYRM_ERROR_ARGUMENT  the difficulty is no table of depths, or there is no threat to ask for
 *   WYRM_ERROR_MEMORY    out of memory */

/* The mean number of monsters; if `within` is not NULL, the share of rooms whose number is in
 * it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_monsters(const wyrm_rooms *rooms,
                                                         const wyrm_interval *within,
                                                         wyrm_estimate *out, wyrm_error *error);

/* The same for the total threat of a room's monsters, in points. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_threat(const wyrm_rooms *rooms,
                                                       const wyrm_interval *within,
                                                       wyrm_estimate *out, wyrm_error *error);

/* The share of rooms with a status by the budget of threat. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_status(const wyrm_rooms *rooms,
                                                       wyrm_threat_status wanted,
                                                       wyrm_estimate *out, wyrm_error *error);

/* The share of every kind among the monsters of the rooms: fills shares[], as long as the roster.
 * All 0 if no room has any. Groups that come to floors look for a tile all over the map; the shares
 * are then of all that come, which needs no maps. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_kinds(const wyrm_rooms *rooms,
                                                      wyrm_estimate *shares, wyrm_error *error);

/* The monsters of one room of a floor. */
typedef struct wyrm_room_content {
    size_t count;
    const wyrm_placed_monster *monsters;
    /* Probability that a room with as many tiles holds 0..most monsters: preferable to `count` if
     * only the number matters, as it has less noise and the same mean. */
    const double *chances;
    size_t most; /* at most WYRM_LEVEL_SPAWNS_MAX */
} wyrm_room_content;

/* Passes the normal rooms of each floor to `visit`, floor by floor: floors are independent of each
 * other, the rooms of one are not. A status other than WYRM_OK stops and is returned. */
typedef wyrm_status wyrm_rooms_visitor(const wyrm_room_content *rooms, size_t count, void *context,
                                       wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_visit(const wyrm_rooms *rooms,
                                                      wyrm_rooms_visitor *visit, void *context,
                                                      wyrm_error *error);

/* Converts a ratio over floors to an estimate for values within the bounds (from 0; a single point:
 * it is exact). `averaged`: the values are means given the sizes of rooms (`chances`), not single
 * rooms. */
WYRM_API wyrm_estimate wyrm_rooms_estimate(const wyrm_ratio_estimate *sums, wyrm_interval bounds,
                                           bool averaged);

#ifdef __cplusplus
}
#endif
#endif
