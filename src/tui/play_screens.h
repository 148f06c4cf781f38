/* The screens of a game in progress. */
#ifndef WYRM_SRC_TUI_PLAY_SCREENS_H
#define WYRM_SRC_TUI_PLAY_SCREENS_H

#include "tui/screen.h"

/* The dungeon: map, sidebar, messages. The others are opened from it. */
extern const tui_screen_kind tui_dungeon;

/* The last page of a game that is won or lost, with the way to the dump. */
extern const tui_screen_kind tui_ending;

/* A recording being watched: the dungeon with pause, speed and steps. */
extern const tui_screen_kind tui_watching;

#endif
