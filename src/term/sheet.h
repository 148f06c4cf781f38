/* Who the player is: level, stats, gear, deeds. */
#ifndef WYRM_SRC_TERM_SHEET_H
#define WYRM_SRC_TERM_SHEET_H

#include "term/play.h"

void term_open_sheet(term_app *app, term_play *play);

#endif
