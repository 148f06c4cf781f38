/* Distance metrics: what a game means by "within three tiles".
 *
 * A ruleset chooses one (`game.distances`), and sight, the range of effects and their areas all use
 * it.
 */
#ifndef WYRM_MEASURE_H
#define WYRM_MEASURE_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wyrm_measure {
    /* x^2 + y^2 <= r (r + 1): a disc without spikes (RuggRogue, "Field of View"); radius 3 has 37
     * tiles, 8 has 225 */
    WYRM_MEASURE_DISC,
    /* x^2 + y^2 <= r^2: the straight line between the two centres (roguelike tutorial, part 9);
     * radius 3 has 29 tiles, 8 has 197 */
    WYRM_MEASURE_EUCLIDEAN,
    /* the greater of across and down: steps of a king; radius 3 has 49 tiles, 8 has 289 */
    WYRM_MEASURE_STEPS
} wyrm_measure;

/* Whether a tile x tiles across and y tiles down is within the radius. A negative radius is
 * unlimited. */
static inline bool wyrm_measure_reaches(wyrm_measure measure, int x, int y, int radius)
{
    const int64_t across = x, down = y, reach = radius;
    const int64_t most = measure == WYRM_MEASURE_DISC ? reach * (reach + 1) : reach * reach;
    if (measure == WYRM_MEASURE_STEPS)
        return radius < 0 || (across * across <= most && down * down <= most);
    return radius < 0 || across * across + down * down <= most;
}

#ifdef __cplusplus
}
#endif
#endif
