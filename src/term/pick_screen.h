/* Choosing an item of the pack to do something with at once. */
#ifndef WYRM_SRC_TERM_PICK_SCREEN_H
#define WYRM_SRC_TERM_PICK_SCREEN_H

#include "term/play.h"

typedef enum term_pick {
    TERM_PICK_USE,
    TERM_PICK_WEAR,
    TERM_PICK_TAKE_OFF,
    TERM_PICK_DROP,
    TERM_PICK_THROW,
    TERM_PICK_COUNT
} term_pick;
void term_open_pick(term_app *app, term_play *play, term_pick pick);

/* Does something with an item of the pack; asks for a target where it needs one. All but the screen
 * at the bottom go away. */
void term_pick_do(term_app *app, term_play *play, term_pick pick, size_t item);

#endif
