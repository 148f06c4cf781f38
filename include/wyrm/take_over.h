/* Taking a game over into other rules: what happens to a game when its designer changes a number.
 *
 * The past stays as it was: the map with its monsters and items, wounds, choices, the pack, what is
 * known, the seed. The present follows the new rules: every creature gets the stats of its kind and
 * level under them, and what the game has added (a boost, a choice at a level, temporary effects)
 * counts on top as before. Creatures keep the hit points they lack, but have at least one left;
 * rolled hit points keep their quantile. The future is drawn by the new rules from the same
 * streams.
 */
#ifndef WYRM_TAKE_OVER_H
#define WYRM_TAKE_OVER_H

#include <wyrm/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes over `game`, which was played on `from`, so that it continues on `into`. Between the same
 * rules nothing changes. On failure nothing has changed.
 * WYRM_ERROR_ARGUMENT  the rules do not fit (the message says why): another model, or other
 *                      monsters, items, terrain, variants, stats or choices, or the same in another
 *                      order
 * WYRM_ERROR_LIMIT     more different amounts than a combat can hold
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_take_over(const wyrm_engine *from,
                                                         const wyrm_engine *into, wyrm_game *game,
                                                         wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
