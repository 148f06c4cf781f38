/* A debug start: on the last floor, equipped as the ruleset means it, with ten lives in one. */
#ifndef WYRM_SRC_TUI_PRACTICE_H
#define WYRM_SRC_TUI_PRACTICE_H

#include "tui/session.h"

/* Takes a game that has just begun to its last floor.
 * WYRM_ERROR_ARGUMENT  the dungeon has no last floor
 * and those of wyrm_game_act and wyrm_design_reference */
WYRM_MUST_CHECK wyrm_status tui_practice_begin(tui_session *session, wyrm_error *error);

#endif
