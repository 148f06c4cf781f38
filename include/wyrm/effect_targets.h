/* Whom the effect of an item hits on a map. */
#ifndef WYRM_EFFECT_TARGETS_H
#define WYRM_EFFECT_TARGETS_H

#include <wyrm/effect.h>
#include <wyrm/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instead of a number of creatures: the effect cannot be aimed like this. */
#define WYRM_EFFECT_NO_AIM ((size_t)-1)

/* Whom an effect hits, of `count` creatures by the tiles they stand on: fills hit[count] with their
 * indexes, ascending, and returns how many. The user counts only where it is one of the creatures:
 * an area that reaches it hits it, too.
 *
 * An effect for its user hits those on the user's tile. Lightning takes no aim (`target` is not
 * read) and hits the creature closest to the user, by the straight line, that is in sight and in
 * range and not on the user's tile: of several the one of the lowest index. The others go to
 * `target`, and with
 *   - a tile out of range, out of sight (wyrm_sight_between) or solid
 *   - the user's own tile, where the effect is for one creature
 * the answer is WYRM_EFFECT_NO_AIM, and nothing should be used up. 0 is a proper answer: nobody is
 * there. Distances are by effect->measure: as the disc of sight, range 5 reaches 5 tiles along a
 * line, and an area of radius 3 has 37 tiles in the open. `grid` tells what stops the eye. */
WYRM_API size_t wyrm_effect_targets(const wyrm_effect *effect, const wyrm_grid *grid,
                                    wyrm_position user, wyrm_position target,
                                    const wyrm_position *creatures, size_t count, size_t *hit);

#ifdef __cplusplus
}
#endif
#endif
