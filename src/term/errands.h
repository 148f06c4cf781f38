/* Errands that are run command by command, so that they are watched and can be stopped. */
#ifndef WYRM_SRC_TERM_ERRANDS_H
#define WYRM_SRC_TERM_ERRANDS_H

#include "term/play.h"

/* Begins one; where it makes no sense the player is told. What is not of its kind is not read. */
void term_errand_begin(term_app *app, term_play *play, wyrm_errand_kind kind,
                       wyrm_direction direction, wyrm_position target);

/* Goes on for one frame; false when it is over. */
bool term_errand_tick(term_app *app, term_play *play);

/* Travels to a tile, or where somebody stands on it right beside it. */
void term_errand_go(term_app *app, term_play *play, wyrm_position target);

/* To the stairs, or where there are none to the victory item; takes them when it stands on them. */
void term_errand_leave(term_app *app, term_play *play);

#endif
