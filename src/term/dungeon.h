/* The dungeon: map, sidebar, messages. The other screens of a game are opened from it. */
#ifndef WYRM_SRC_TERM_DUNGEON_H
#define WYRM_SRC_TERM_DUNGEON_H

#include "term/screen.h"

extern const term_screen_kind term_dungeon;

#endif
