/* How many monsters or items a room gets: none, or one to the most that its depth allows.
 *
 * Reads a record with the keys first (BOOL), chance (RATIO), most (TABLE) and most_per_win
 * (INTEGER); encounters and loot have such records with defaults of their own.
 */
#ifndef WYRM_SRC_ENCOUNTER_ROOM_COUNT_H
#define WYRM_SRC_ENCOUNTER_ROOM_COUNT_H

#include <wyrm/rng.h>
#include <wyrm/ruleset.h>

typedef struct wyrm_room_count {
    bool first;             /* the room with index 0 gets some too */
    wyrm_ratio chance;      /* of getting any */
    const wyrm_value *most; /* by depth; borrowed from the ruleset */
    int32_t most_per_win;   /* more for every game won before */
    int32_t limit;          /* never more than this */
} wyrm_room_count;

/* Reads the record. A `most` that is not whole adds a positioned error: WYRM_ERROR_RULESET. */
wyrm_status wyrm_room_count_read(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 int32_t limit, wyrm_room_count *out, wyrm_errors *errors);

/* The most at a depth, 0..limit. */
int32_t wyrm_room_count_most(const wyrm_room_count *rule, int32_t depth, int32_t wins);

/* How many the room with this index gets, 0..limit. Draws nothing for a first room that is left
 * empty, else one word, and another where the room gets any. */
int32_t wyrm_room_count_draw(const wyrm_room_count *rule, int32_t depth, int32_t wins, int32_t room,
                             wyrm_rng *rng);

#endif
