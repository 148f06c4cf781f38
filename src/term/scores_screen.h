/* The high scores. */
#ifndef WYRM_SRC_TERM_SCORES_SCREEN_H
#define WYRM_SRC_TERM_SCORES_SCREEN_H

#include "term/screen.h"

void term_show_scores(term_app *app);

#endif
