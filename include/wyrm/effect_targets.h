/* Which creatures the effect of an item hits on a map: the one rule that games use for the effect
 * and screens and bots for its preview. */
#ifndef WYRM_EFFECT_TARGETS_H
#define WYRM_EFFECT_TARGETS_H

#include <wyrm/effect.h>
#include <wyrm/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returned instead of a number: the effect cannot be aimed like this. */
#define WYRM_EFFECT_NO_AIM ((size_t)-1)

/* Finds which of `count` creatures, given by their tiles, an effect hits: fills hit[count] with
 * their indexes, ascending, and returns how many. The user is considered only if it is one of the
 * creatures; an area that reaches it hits it, too.
 *
 * An effect for its user hits those on the user's tile. Lightning takes no aim (`target` is not
 * read) and hits the creature closest to the user by straight distance that is in sight, in range
 * and not on the user's tile; among several the one with the lowest index. The others are aimed at
 * `target`. The answer is WYRM_EFFECT_NO_AIM, and nothing should be used up, for
 *   - a tile out of range, out of sight (wyrm_sight_between) or solid
 *   - the user's own tile, if the effect is for one creature
 * 0 is a valid answer: nobody is there. Distances use effect->measure: with the disc, range 5
 * reaches 5 tiles along a line, and an area of radius 3 has 37 tiles in the open. `grid` tells what
 * blocks sight. */
WYRM_API size_t wyrm_effect_targets(const wyrm_effect *effect, const wyrm_grid *grid,
                                    wyrm_position user, wyrm_position target,
                                    const wyrm_position *creatures, size_t count, size_t *hit);

#ifdef __cplusplus
}
#endif
#endif
