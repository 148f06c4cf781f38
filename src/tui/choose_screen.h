/* Choosing what a new level brings. */
#ifndef WYRM_SRC_TUI_CHOOSE_SCREEN_H
#define WYRM_SRC_TUI_CHOOSE_SCREEN_H

#include "tui/play.h"

void tui_open_choose(tui_app *app, tui_play *play);

#endif
