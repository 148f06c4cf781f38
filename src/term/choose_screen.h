/* Choosing what a new level brings. */
#ifndef WYRM_SRC_TERM_CHOOSE_SCREEN_H
#define WYRM_SRC_TERM_CHOOSE_SCREEN_H

#include "term/play.h"

void term_open_choose(term_app *app, term_play *play);

#endif
