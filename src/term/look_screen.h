/* Looking around. */
#ifndef WYRM_SRC_TERM_LOOK_SCREEN_H
#define WYRM_SRC_TERM_LOOK_SCREEN_H

#include "term/play.h"

/* Looks around from a tile; for travelling the first key of travelling leads to the stairs. */
void term_open_look(term_app *app, term_play *play, wyrm_position from, bool travels);

#endif
