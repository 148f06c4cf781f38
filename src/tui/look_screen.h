/* Looking around. */
#ifndef WYRM_SRC_TUI_LOOK_SCREEN_H
#define WYRM_SRC_TUI_LOOK_SCREEN_H

#include "tui/play.h"

/* Looks around from a tile; for travelling the first key of travelling leads to the stairs. */
void tui_open_look(tui_app *app, tui_play *play, wyrm_position from, bool travels);

#endif
