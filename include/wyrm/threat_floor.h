/* One generated floor, room by room: threat against budget. Shows the place of a violation that a
 * survey reports.
 */
#ifndef WYRM_THREAT_FLOOR_H
#define WYRM_THREAT_FLOOR_H

#include <wyrm/design.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wyrm_threat_room {
    wyrm_room_kind kind;
    size_t first, count; /* its monsters in wyrm_threat_floor.monsters */
    double threat;       /* of all its monsters */
    wyrm_threat_status status;
} wyrm_threat_room;

typedef struct wyrm_threat_floor {
    uint64_t seed, run;
    int32_t depth;
    size_t band;
    wyrm_interval room_budget, floor_budget;
    bool filled;   /* by encounters; else the floor is a vault with its own monsters */
    double threat; /* of all rooms that are neither BOSS nor EXEMPT */
    int32_t room_count;
    wyrm_threat_room rooms[WYRM_MAP_ROOMS_MAX]; /* in the order of placing */
    size_t monster_count;
    wyrm_spawn monsters[WYRM_LEVEL_SPAWNS_MAX]; /* room by room */
} wyrm_threat_floor;

/* The floor of a seed, run and depth, as the game and wyrm_threat_survey_run make it. *out is owned
 * by the caller (wyrm_threat_floor_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no threat
 * WYRM_ERROR_RANGE     depth outside 1..WYRM_DEPTH_MAX
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_threat_floor_new(const wyrm_design *design, uint64_t seed,
                                                           uint64_t run, int32_t depth,
                                                           wyrm_threat_floor **out,
                                                           wyrm_error *error);
WYRM_API void wyrm_threat_floor_free(wyrm_threat_floor *floor); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
