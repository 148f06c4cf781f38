/* Earlier messages. */
#ifndef WYRM_SRC_TUI_LOG_SCREEN_H
#define WYRM_SRC_TUI_LOG_SCREEN_H

#include "tui/play.h"

void tui_open_log(tui_app *app, tui_play *play);

#endif
