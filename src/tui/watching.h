/* A recording being watched: the dungeon with pause, speed and steps. */
#ifndef WYRM_SRC_TUI_WATCHING_H
#define WYRM_SRC_TUI_WATCHING_H

#include "tui/screen.h"

extern const tui_screen_kind tui_watching;

#endif
