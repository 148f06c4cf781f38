/* The menu of a game in progress. */
#ifndef WYRM_SRC_TUI_MENU_H
#define WYRM_SRC_TUI_MENU_H

#include "tui/play.h"

void tui_open_menu(tui_app *app, tui_play *play);

#endif
