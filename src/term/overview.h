/* The whole map. */
#ifndef WYRM_SRC_TERM_OVERVIEW_H
#define WYRM_SRC_TERM_OVERVIEW_H

#include "term/play.h"

void term_open_overview(term_app *app, term_play *play);

#endif
