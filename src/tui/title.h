/* The title. */
#ifndef WYRM_SRC_TUI_TITLE_H
#define WYRM_SRC_TUI_TITLE_H

#include "tui/screen.h"

/* The first screen: continue, new game, scores, help, quit. */
extern const tui_screen_kind tui_title;

#endif
