/* What the effect of an item does, and whether it would do anything now. */
#ifndef WYRM_SRC_GAME_EFFECTS_APPLY_H
#define WYRM_SRC_GAME_EFFECTS_APPLY_H

#include "game/aim.h"

typedef struct wyrm_use {
    wyrm_turn *turn;
    wyrm_effect effect;
    wyrm_item item;
    size_t count;
    int32_t bodies[WYRM_AIMED_MAX]; /* whom it hits */
} wyrm_use;

/* Whether the effect of a kind of item could do anything for the player now, wherever it is
 * aimed. Else WYRM_ERROR_ARGUMENT with the sentence for the player. */
WYRM_MUST_CHECK wyrm_status wyrm_use_helps(const wyrm_engine *engine, const wyrm_game *game,
                                           int32_t kind, wyrm_error *error);

/* Lets the effect happen; false where nothing came of it. */
bool wyrm_use_apply(const wyrm_use *use);

#endif
