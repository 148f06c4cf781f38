/* Guaranteed gear (RuggRogue, "Map Population"): depths are cut into groups, shifted by an offset
 * that a game draws once, and each group draws for itself which remainder of the depth gets the
 * gear. */
#include "loot/periodic.h"

bool wyrm_periodic_falls_on(const wyrm_periodic *periodic, uint64_t seed, uint64_t run,
                            wyrm_stream stream, int32_t depth)
{
    if (periodic->group <= 0)
        return false;
    wyrm_rng game = wyrm_rng_start(seed, run, (uint64_t)stream, 0);
    int64_t offset = (int64_t)wyrm_rng_below(&game, (uint64_t)periodic->offsets);
    uint64_t group = (uint64_t)((depth + offset) / periodic->group);
    wyrm_rng own = wyrm_rng_start(seed, run, (uint64_t)stream, group + 1);
    int64_t place = (int64_t)wyrm_rng_below(&own, (uint64_t)periodic->places);
    return depth % periodic->group == place;
}
