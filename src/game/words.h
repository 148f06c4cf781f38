/* Items, monsters and quantities as sentences name them. */
#ifndef WYRM_SRC_GAME_WORDS_H
#define WYRM_SRC_GAME_WORDS_H

#include <wyrm/game_text.h>

#include "game/phrase.h"

/* "+4 ", of gear in rulesets where its level makes it strong. */
void wyrm_words_level(const wyrm_engine *engine, const wyrm_item *item, wyrm_phrase *phrase);

/* "+4 Club": an item without what is left in it. */
void wyrm_words_item(const wyrm_engine *engine, const wyrm_item *item,
                     char out[WYRM_NAME_TEXT_MAX]);

/* "elite Orc"; `monster` is the index in the roster, `spawn` tells the variant (NULL: none). */
void wyrm_words_monster(const wyrm_engine *engine, int32_t monster, const wyrm_spawn *spawn,
                        char out[WYRM_NAME_TEXT_MAX]);

/* What lies at the end of the game: "Present". */
const char *wyrm_words_goal(const wyrm_engine *engine);

/* "maximum of hit points", "weapon mass": a quantity as people read it. */
void wyrm_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX]);

/* The effect of a kind of item; of kind WYRM_EFFECT_NONE for an index that is none. */
wyrm_effect wyrm_words_effect(const wyrm_engine *engine, int32_t kind);

/* The record of a kind of item, or NULL. */
const wyrm_item_kind *wyrm_words_kind(const wyrm_engine *engine, int32_t kind);

#endif
