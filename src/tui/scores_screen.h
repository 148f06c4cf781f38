/* The high scores. */
#ifndef WYRM_SRC_TUI_SCORES_SCREEN_H
#define WYRM_SRC_TUI_SCORES_SCREEN_H

#include "tui/screen.h"

void tui_show_scores(tui_app *app);

#endif
