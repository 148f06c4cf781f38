/* Guaranteed gear: one in every group of depths. */
#ifndef WYRM_SRC_LOOT_PERIODIC_H
#define WYRM_SRC_LOOT_PERIODIC_H

#include <wyrm/loot.h>
#include <wyrm/streams.h>

typedef struct wyrm_periodic {
    int32_t group;   /* depths; 0: there is no guaranteed gear */
    int32_t places;  /* 1..group: it lies where depth mod group is below this */
    int32_t offsets; /* groups begin at one of so many shifts, drawn once a game */
} wyrm_periodic;

/* Whether the depth of this game has the gear of its group. `stream` keeps weapons and armor apart.
 */
bool wyrm_periodic_falls_on(const wyrm_periodic *periodic, uint64_t seed, uint64_t run,
                            wyrm_stream stream, int32_t depth);

#endif
