/* The menu of a game in progress. */
#ifndef WYRM_SRC_TERM_MENU_H
#define WYRM_SRC_TERM_MENU_H

#include "term/play.h"

void term_open_menu(term_app *app, term_play *play);

#endif
