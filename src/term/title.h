/* The title. */
#ifndef WYRM_SRC_TERM_TITLE_H
#define WYRM_SRC_TERM_TITLE_H

#include "term/screen.h"

/* The first screen: continue, new game, scores, help, quit. */
extern const term_screen_kind term_title;

#endif
