/* Beginning games, from the title and from the command line. */
#ifndef WYRM_SRC_TERM_NEW_GAME_H
#define WYRM_SRC_TERM_NEW_GAME_H

#include "term/games.h"
#include "term/screen.h"

/* Opens the choice of a ruleset; a seed and the game follow. */
void term_choose_ruleset(term_app *app);

/* Shows the dungeon of a game, which the app owns from now on. */
void term_enter_game(term_app *app, term_session *session);

/* The same for a new game; where one of the same ruleset and seed is saved it asks first whether
 * that is to go. */
void term_enter_new_game(term_app *app, term_session *session);

/* Shows errors as a text to read. */
void term_show_errors(term_app *app, const char *title, const wyrm_errors *errors);

#endif
