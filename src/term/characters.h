/* Reading text by characters and words. */
#ifndef WYRM_SRC_TERM_CHARACTERS_H
#define WYRM_SRC_TERM_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at *text, which moves behind it; the text must not be at its end. What is malformed
 * gives '?', a byte each. */
uint32_t term_next_character(const char **text);

#define TERM_CHARACTER_MAX 5 /* bytes with the NUL */

/* A character as UTF-8. */
void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX]);

/* The next word between *at and `end`, up to a blank, into out[size], cut where it is too long;
 * *begin is where it stands and *at goes behind it. False where there is none. */
bool term_next_word(const char **at, const char *end, char *out, size_t size, const char **begin);

#endif
