#ifndef WYRM_SRC_TERM_TITLE_H
#define WYRM_SRC_TERM_TITLE_H

#include "term/games.h"
#include "term/screen.h"

/* Beginning games, from the title and from the command line. */

/* Shows the dungeon of a game, which the app owns from now on. */
void term_enter_game(term_app *app, term_session *session);

/* The same for a new game; where one of the same ruleset and seed is saved it asks first whether
 * that is to go. */
void term_enter_new_game(term_app *app, term_session *session);

/* The title. */

/* The first screen: continue, new game, scores, help, quit. */
extern const term_screen_kind term_title;

#endif
