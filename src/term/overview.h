#ifndef WYRM_SRC_TERM_OVERVIEW_H
#define WYRM_SRC_TERM_OVERVIEW_H

#include "term/play.h"

/* Earlier messages. */

void term_open_log(term_app *app, term_play *play);

/* The whole map. */

void term_open_overview(term_app *app, term_play *play);

#endif
