/* Beginning a game. */
#ifndef WYRM_SRC_GAME_START_H
#define WYRM_SRC_GAME_START_H

#include "game/engine.h"

/* A new game before its first map: a player of level 1 with nothing in the pack. Fails as
 * wyrm_game_start. */
WYRM_MUST_CHECK wyrm_status wyrm_game_prepare(const wyrm_engine *engine,
                                              const wyrm_game_options *options, wyrm_game *game,
                                              wyrm_error *error);

#endif
