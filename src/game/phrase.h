/* Text of bounded length, written piece by piece. */
#ifndef WYRM_SRC_GAME_PHRASE_H
#define WYRM_SRC_GAME_PHRASE_H

#include <stddef.h>

/* What does not fit is cut after a whole character. {.out = buffer, .size = sizeof buffer} is
 * empty; wyrm_phrase_end writes the NUL. */
typedef struct wyrm_phrase {
    char *out;
    size_t size, length;
} wyrm_phrase;

void wyrm_phrase_add(wyrm_phrase *phrase, const char *text);

/* Up to two digits behind the point. */
void wyrm_phrase_add_number(wyrm_phrase *phrase, double number);

void wyrm_phrase_end(wyrm_phrase *phrase);

#endif
