/* Rooms: what the normal rooms of a depth hold, where difficulty is a table of depths.
 *
 * What is drawn for a room (wyrm/encounter.h) is not always what it holds: a monster that finds no
 * tile is dropped, and how often that happens depends on the sizes of rooms that found a place on
 * their map, which have no closed form. So a figure is exact where every monster that can be drawn
 * gets a tile (`placing: retry` in rooms with tiles enough for them); else it is one of generated
 * floors, with its interval. Whoever prints such a figure has it from here.
 *
 * Normal rooms are those without a role, but for a first room that is never populated.
 */
#ifndef WYRM_ROOMS_H
#define WYRM_ROOMS_H

#include <wyrm/design.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ROOMS_FLOORS 1000

/* Of what: a plain value. The floors that are generated where they must be are those of games with
 * this seed. */
typedef struct wyrm_rooms {
    const wyrm_design *design;
    int32_t depth; /* 1..WYRM_DEPTH_MAX */
    uint64_t seed;
    uint64_t first_run; /* of the games: this one and those that follow it */
    uint64_t floors;    /* 0: WYRM_ROOMS_FLOORS */
} wyrm_rooms;

/* All of them can fail with
 *   WYRM_ERROR_ARGUMENT  difficulty is no table of depths; no threat where that is asked for
 *   WYRM_ERROR_MEMORY    out of memory */

/* The mean number of monsters; with `within` (else NULL) the share of rooms whose number is. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_monsters(const wyrm_rooms *rooms,
                                                         const wyrm_interval *within,
                                                         wyrm_estimate *out, wyrm_error *error);

/* The same of their threat, all the monsters of a room together, in points. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_threat(const wyrm_rooms *rooms,
                                                       const wyrm_interval *within,
                                                       wyrm_estimate *out, wyrm_error *error);

/* The share of rooms with a status by the budget of threat. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_status(const wyrm_rooms *rooms,
                                                       wyrm_threat_status wanted,
                                                       wyrm_estimate *out, wyrm_error *error);

/* The share of every kind among the monsters of the rooms: fills shares[], as long as the roster.
 * All 0 where no room has any. Where groups come to floors they look for a tile all over the map,
 * and the shares are of all that come; that needs no maps. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_kinds(const wyrm_rooms *rooms,
                                                      wyrm_estimate *shares, wyrm_error *error);

/* The monsters of one room of a floor. */
typedef struct wyrm_room_content {
    size_t count;
    const wyrm_placed_monster *monsters;
    /* The chance that a room with as many tiles holds 0..most monsters: to be preferred to `count`
     * where only the number matters, as it has less noise and the same mean. */
    const double *chances;
    size_t most; /* at most WYRM_LEVEL_SPAWNS_MAX */
} wyrm_room_content;

/* Hands the normal rooms of each floor to `visit`, floor by floor: floors are independent of each
 * other, the rooms of one are not. A status other than WYRM_OK stops and is passed on. */
typedef wyrm_status wyrm_rooms_visitor(const wyrm_room_content *rooms, size_t count, void *context,
                                       wyrm_error *error);
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_rooms_visit(const wyrm_rooms *rooms,
                                                      wyrm_rooms_visitor *visit, void *context,
                                                      wyrm_error *error);

/* The estimate that a ratio over floors is, of values that lie within the bounds (from 0; one
 * point: it is exact). `averaged`: they are means given the sizes of rooms (`chances`), not what
 * one room held. */
WYRM_API wyrm_estimate wyrm_rooms_estimate(const wyrm_ratio_estimate *sums, wyrm_interval bounds,
                                           bool averaged);

#ifdef __cplusplus
}
#endif
#endif
