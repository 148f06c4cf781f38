/* Taking a game over into other rules: what happens to a game whose designer changes a number.
 *
 * The past stays as it was: the map, who is on it and what lies there, wounds, choices, what is
 * carried, what is known, the seed. What is now follows the new rules: everybody has the stats that
 * one of its kind and level has under them, and what the game had made of it besides (a boost, a
 * choice at a level, what lasts some turns) counts on top as before. Hit points keep what is
 * missing of the maximum, at least one being left; where they are rolled the roll keeps its luck.
 * What comes is drawn by the new rules from the same streams.
 */
#ifndef WYRM_TAKE_OVER_H
#define WYRM_TAKE_OVER_H

#include <wyrm/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Takes `game`, which was played on `from`, over: it goes on on `into`. Under the same rules
 * nothing of it changes. Where it fails nothing has changed.
 * WYRM_ERROR_ARGUMENT  the rules do not fit (the message says what): another model, or other
 *                      monsters, items, terrain, variants, stats or choices, or the same in
 *                      another order
 * WYRM_ERROR_LIMIT     more different amounts than a combat keeps
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_take_over(const wyrm_engine *from,
                                                         const wyrm_engine *into, wyrm_game *game,
                                                         wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
