#ifndef WYRM_SRC_TERM_MENU_H
#define WYRM_SRC_TERM_MENU_H

#include "term/play.h"

/* Choosing what a new level brings. */

void term_open_choose(term_app *app, term_play *play);

/* The menu of a game in progress. */

void term_open_menu(term_app *app, term_play *play);

#endif
