/* All that is carried. */
#ifndef WYRM_SRC_TUI_PACK_SCREEN_H
#define WYRM_SRC_TUI_PACK_SCREEN_H

#include "tui/play.h"

void tui_open_pack(tui_app *app, tui_play *play);

#endif
