/* A text that grows, for dumps and reports.
 *
 * {0} is the empty text. Running out of memory is remembered: later calls do nothing and
 * wyrm_text_steal gives NULL, so that a writer checks once, at its end. A text of 1 GiB counts as
 * too much memory.
 */
#ifndef WYRM_SRC_BASE_TEXT_H
#define WYRM_SRC_BASE_TEXT_H

#include <wyrm/error.h>

typedef struct wyrm_text {
    char *bytes; /* NUL-ended as soon as anything was appended; else NULL */
    size_t length;
    size_t capacity;
    bool failed;
} wyrm_text;

void wyrm_text_append(wyrm_text *text, const char *string);
void wyrm_text_append_bytes(wyrm_text *text, const char *bytes, size_t count);
void wyrm_text_append_char(wyrm_text *text, char byte);

/* Text from anywhere, as it may be printed: what would steer a terminal or page (base/utf8.h) is
 * written out, "\u001b", and so is a byte that is no character, "\x9b". In a string of JSON it is
 * still the same. */
void wyrm_text_append_visible(wyrm_text *text, const char *bytes, size_t count);

/* `count` times the same byte: indentation, padding, rules. */
void wyrm_text_append_repeat(wyrm_text *text, char byte, size_t count);

/* printf; a conversion of a real number would follow the locale: append those by base/number.h. */
void wyrm_text_appendf(wyrm_text *text, const char *format, ...) WYRM_PRINTF(2, 3);

/* The shortest decimal number that reads back to the same value (base/number.h). */
void wyrm_text_append_double(wyrm_text *text, double value);
void wyrm_text_append_float(wyrm_text *text, float value);

/* The text as a NUL-ended string that the caller frees with free(), "" where nothing was appended;
 * *text is empty afterwards. NULL where memory ran out. */
char *wyrm_text_steal(wyrm_text *text) WYRM_MUST_CHECK;

/* Frees what it holds; *text is empty afterwards. (The public wyrm_text_free is for strings.) */
void wyrm_text_drop(wyrm_text *text);

#endif
