/* Cutting and counting UTF-8 text by whole characters. Malformed bytes do no harm: a byte that
 * continues nothing counts for no character of its own. */
#ifndef WYRM_SRC_BASE_UTF8_H
#define WYRM_SRC_BASE_UTF8_H

#include <stddef.h>

/* The greatest length <= `room` at which text[length] can be cut without splitting a character. */
size_t wyrm_utf8_cut(const char *text, size_t length, size_t room);

/* Characters in the first `length` bytes. */
size_t wyrm_utf8_count(const char *text, size_t length);

/* Copies `text` into buffer[size], NUL-ended, cut after a whole character where it is too long. */
void wyrm_utf8_copy(char *buffer, size_t size, const char *text);

#endif
