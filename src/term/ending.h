/* The last page of a game that is won or lost, with the way to the dump. */
#ifndef WYRM_SRC_TERM_ENDING_H
#define WYRM_SRC_TERM_ENDING_H

#include "term/play.h"

extern const term_screen_kind term_ending;
void term_open_ending(term_app *app, term_play *play);

#endif
