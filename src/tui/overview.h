/* The whole map. */
#ifndef WYRM_SRC_TUI_OVERVIEW_H
#define WYRM_SRC_TUI_OVERVIEW_H

#include "tui/play.h"

void tui_open_overview(tui_app *app, tui_play *play);

#endif
