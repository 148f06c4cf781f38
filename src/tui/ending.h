/* The last page of a game that is won or lost, with the way to the dump. */
#ifndef WYRM_SRC_TUI_ENDING_H
#define WYRM_SRC_TUI_ENDING_H

#include "tui/play.h"

extern const tui_screen_kind tui_ending;
void tui_open_ending(tui_app *app, tui_play *play);

#endif
