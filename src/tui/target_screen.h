/* Choosing a target. */
#ifndef WYRM_SRC_TUI_TARGET_SCREEN_H
#define WYRM_SRC_TUI_TARGET_SCREEN_H

#include "tui/play.h"

/* Chooses the target of a command of using, shooting or throwing, and carries it out. */
void tui_open_target(tui_app *app, tui_play *play, wyrm_command command);

#endif
