/* The dungeon: map, sidebar, messages. The other screens of a game are opened from it. */
#ifndef WYRM_SRC_TUI_DUNGEON_H
#define WYRM_SRC_TUI_DUNGEON_H

#include "tui/screen.h"

extern const tui_screen_kind tui_dungeon;

#endif
