/* Beginning games, from the title and from the command line. */
#ifndef WYRM_SRC_TUI_NEW_GAME_H
#define WYRM_SRC_TUI_NEW_GAME_H

#include "tui/games.h"
#include "tui/screen.h"

/* Opens the choice of a ruleset; a seed and the game follow. */
void tui_choose_ruleset(tui_app *app);

/* Shows the dungeon of a game, which the app owns from now on. */
void tui_enter_game(tui_app *app, tui_session *session);

/* The same for a new game; where one of the same ruleset and seed is saved it asks first whether
 * that is to go. */
void tui_enter_new_game(tui_app *app, tui_session *session);

/* Shows errors as a text to read. */
void tui_show_errors(tui_app *app, const char *title, const wyrm_errors *errors);

#endif
