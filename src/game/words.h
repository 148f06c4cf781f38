/* Names in sentences. */
#ifndef WYRM_SRC_GAME_WORDS_H
#define WYRM_SRC_GAME_WORDS_H

#include <wyrm/game_text.h>

/* Text of bounded length, written piece by piece; what does not fit is cut after a whole character.
 * {.out = buffer, .size = sizeof buffer} is empty; wyrm_phrase_end writes the NUL. */
typedef struct wyrm_phrase {
    char *out;
    size_t size, length;
} wyrm_phrase;

void wyrm_phrase_add(wyrm_phrase *phrase, const char *text);
void wyrm_phrase_add_number(wyrm_phrase *phrase,
                            double number); /* up to two digits behind the point */
void wyrm_phrase_end(wyrm_phrase *phrase);

/* "+4 ", of gear in rulesets where its level makes it strong. */
void wyrm_words_level(const wyrm_engine *engine, const wyrm_item *item, wyrm_phrase *phrase);

/* "+4 Club": an item without what is left in it. */
void wyrm_words_item(const wyrm_engine *engine, const wyrm_item *item,
                     char out[WYRM_NAME_TEXT_MAX]);

/* "elite Orc"; `monster` is the index in the roster, `spawn` tells the variant (NULL: none). */
void wyrm_words_monster(const wyrm_engine *engine, int32_t monster, const wyrm_spawn *spawn,
                        char out[WYRM_NAME_TEXT_MAX]);

/* wyrm_name_the and wyrm_name_a with words between the article and the name, and a blank behind
 * them: "the +4 club", "a sleeping Orc". With them a proper name takes an article, too: "the elite
 * Mr Toad". */
void wyrm_words_the(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX]);
void wyrm_words_a(const char *between, const char *name, char out[WYRM_NAMED_TEXT_MAX]);

/* Whether a name begins with an article, or with a word in its place: "the Last Page", "Your
 * Shadow". */
bool wyrm_words_has_article(const char *name);

/* Makes the first letter a capital. */
void wyrm_words_capital(char *sentence);

/* What lies at the end of the game: "Present". */
const char *wyrm_words_goal(const wyrm_engine *engine);

/* "maximum of hit points", "weapon mass": a quantity as people read it. */
void wyrm_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX]);

/* The effect of a kind of item; of kind WYRM_EFFECT_NONE for an index that is none. */
wyrm_effect wyrm_words_effect(const wyrm_engine *engine, int32_t kind);

/* The record of a kind of item, or NULL. */
const wyrm_item_kind *wyrm_words_kind(const wyrm_engine *engine, int32_t kind);

#endif
