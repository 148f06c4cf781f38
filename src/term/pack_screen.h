#ifndef WYRM_SRC_TERM_PACK_SCREEN_H
#define WYRM_SRC_TERM_PACK_SCREEN_H

#include "term/play.h"

/* Choosing an item of the pack to do something with at once. */

typedef enum term_pick {
    TERM_PICK_USE,
    TERM_PICK_WEAR,
    TERM_PICK_TAKE_OFF,
    TERM_PICK_DROP,
    TERM_PICK_THROW,
    TERM_PICK_COUNT
} term_pick;
void term_open_pick(term_app *app, term_play *play, term_pick pick);

/* All that is carried. */

void term_open_pack(term_app *app, term_play *play);

#endif
