/* Who the player is: level, stats, gear, deeds. */
#ifndef WYRM_SRC_TUI_SHEET_H
#define WYRM_SRC_TUI_SHEET_H

#include "tui/play.h"

void tui_open_sheet(tui_app *app, tui_play *play);

#endif
