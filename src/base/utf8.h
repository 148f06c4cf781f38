/* Cutting and counting UTF-8 text by whole characters. Malformed bytes do no harm: a byte that
 * continues nothing counts for no character of its own. */
#ifndef WYRM_SRC_BASE_UTF8_H
#define WYRM_SRC_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WYRM_UTF8_NONE 0xFFFFFFFFu /* a byte that is no character */

/* The character at *text, which moves behind it. Bytes that are none, overlong ones and halves of
 * pairs included, give WYRM_UTF8_NONE one by one. A NUL is a character like any. */
uint32_t wyrm_utf8_next(const char **text);

/* Whether a character does something to the terminal or page that it is shown on: control characters
 * but for tabs and line breaks, and those that turn the direction of the text around them. */
bool wyrm_utf8_steers(uint32_t character);

/* The greatest length <= `room` at which text[length] can be cut without splitting a character. */
size_t wyrm_utf8_cut(const char *text, size_t length, size_t room);

/* Characters in the first `length` bytes. */
size_t wyrm_utf8_count(const char *text, size_t length);

/* Copies `text` into buffer[size], NUL-ended, cut after a whole character where it is too long. */
void wyrm_utf8_copy(char *buffer, size_t size, const char *text);

#endif
