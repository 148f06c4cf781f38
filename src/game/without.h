/* What the player leaves alone. */
#ifndef WYRM_SRC_GAME_WITHOUT_H
#define WYRM_SRC_GAME_WITHOUT_H

#include "game/engine.h"

/* Sets the bit of every kind of item that one of the words means (wyrm_game_options.without).
 * WYRM_ERROR_UNKNOWN  a word that means none; the hint names the nearest, or some that do */
WYRM_MUST_CHECK wyrm_status wyrm_game_bar(const wyrm_engine *engine, const char *const *words,
                                          size_t count, uint64_t *barred, wyrm_error *error);

#endif
