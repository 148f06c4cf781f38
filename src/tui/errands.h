/* Errands that are run command by command, so that they are watched and can be stopped. */
#ifndef WYRM_SRC_TUI_ERRANDS_H
#define WYRM_SRC_TUI_ERRANDS_H

#include "tui/play.h"

/* Begins one; where it makes no sense the player is told. What is not of its kind is not read. */
void tui_errand_begin(tui_app *app, tui_play *play, wyrm_errand_kind kind, wyrm_direction direction,
                      wyrm_position target);

/* Goes on for one frame; false when it is over. */
bool tui_errand_tick(tui_app *app, tui_play *play);

/* Travels to a tile, or where somebody stands on it right beside it. */
void tui_errand_go(tui_app *app, tui_play *play, wyrm_position target);

/* To the stairs, or where there are none to the victory item; takes them when it stands on them. */
void tui_errand_leave(tui_app *app, tui_play *play);

#endif
