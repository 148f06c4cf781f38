/* A recording being watched: the dungeon with pause, speed and steps. */
#ifndef WYRM_SRC_TERM_WATCHING_H
#define WYRM_SRC_TERM_WATCHING_H

#include "term/screen.h"

extern const term_screen_kind term_watching;

#endif
