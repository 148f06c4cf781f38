/* Text for people and files: numbers that read back exactly, UTF-8 by whole characters, a buffer
 * that grows, and reading a file whole. Nothing here depends on the locale. */
#ifndef WYRM_SRC_BASE_TEXT_H
#define WYRM_SRC_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wyrm/error.h>
#include "base/arena.h"

/* Finds a word in a list; returns `count` if it is not there. */
static inline size_t base_find_word(const char *const *words, size_t count, const char *word)
{
    size_t at = 0;
    while (at < count && strcmp(words[at], word) != 0)
        at++;
    return at;
}

static inline bool base_has_word(const char *const *words, size_t count, const char *word)
{
    return base_find_word(words, count, word) < count;
}

/* The floating point that a game computes in. */

typedef enum base_precision { BASE_PRECISION_SINGLE, BASE_PRECISION_DOUBLE } base_precision;

/* Their names as choices of a ruleset, by value, ended by NULL. */
extern const char *const base_precisions[];

/* Rounds the result of one operation on two numbers of a precision. Adding, subtracting,
 * multiplying or dividing two floats in double and rounding once gives the float that 32-bit
 * arithmetic gives: a double has more than twice the digits. */
static inline double base_in_precision(base_precision precision, double result)
{
    return precision == BASE_PRECISION_SINGLE ? (double)(float)result : result;
}

/* Numbers as text that reads back to the same number, whatever the locale. */

/* Size of a buffer for any number that this header writes, with its NUL. */
#define BASE_NUMBER_MAX 32

/* Writes the fewest significant digits that read back to the same bits: "0.1", "-0", "25",
 * "1e+300", "inf", "-inf", "nan". Whole numbers below 1e15 are written out in full. Returns the
 * length without the NUL. */
WYRM_API size_t base_number_double(double value, char text[BASE_NUMBER_MAX])
    BASE_SHARED(base_number_double);

/* Reads the decimal number that is all of text[length], to the nearest double: infinite if it is
 * beyond them all. It has a sign or none, digits with at most one point among them, before or
 * behind (".5", "5."), and an exponent or none ("e-3"). False, with 0 in *out, for anything else,
 * such as blanks, "inf", hexadecimal, or more than 120 characters. */
WYRM_API bool base_number_read(const char *text, size_t length, double *out)
    BASE_SHARED(base_number_read);

/* Cutting and counting UTF-8 text by whole characters. Malformed bytes do no harm: a byte that
 * continues nothing counts for no character of its own. */

#define BASE_UTF8_NONE 0xFFFFFFFFu /* a byte that is no character */

/* Returns the character at *text, and moves *text behind it. Bytes that form no character, overlong
 * forms and surrogates included, give BASE_UTF8_NONE one by one. A NUL is a character like any
 * other. */
WYRM_API uint32_t base_utf8_next(const char **text) BASE_SHARED(base_utf8_next);

/* Whether a character acts on the terminal or page that shows it, or hides in it: control
 * characters except tabs and line breaks, characters that change the direction of text, and
 * invisible ones (no width, tags). False for BASE_UTF8_NONE. */
WYRM_API bool base_utf8_steers(uint32_t character) BASE_SHARED(base_utf8_steers);

/* Returns the greatest length <= `room` at which text[length] can be cut without splitting a
 * character. */
WYRM_API size_t base_utf8_cut(const char *text, size_t length, size_t room)
    BASE_SHARED(base_utf8_cut);

/* Counts the characters in the first `length` bytes. */
size_t base_utf8_count(const char *text, size_t length);

/* Copies `text` into buffer[size], NUL-ended; if it is too long, cuts it after a whole
 * character. */
WYRM_API void base_utf8_copy(char *buffer, size_t size, const char *text)
    BASE_SHARED(base_utf8_copy);

/* Turns "[3, 4]", as an amount is written in a ruleset, into "3-4", as players read it; leaves any
 * other text as it is. */
void base_range_words(char *text);

/* A text that grows, for dumps and reports.
 *
 * {0} is the empty text. Running out of memory is remembered: later calls do nothing and
 * base_buffer_steal gives NULL, so that a writer checks once, at its end. A text of 1 GiB counts as
 * too much memory. */

typedef struct base_buffer {
    char *bytes; /* NUL-ended as soon as anything was appended; else NULL */
    size_t length;
    size_t capacity;
    bool failed;
} base_buffer;

WYRM_API void base_buffer_append(base_buffer *text, const char *string)
    BASE_SHARED(base_buffer_append);
void base_buffer_append_bytes(base_buffer *text, const char *bytes, size_t count);
WYRM_API void base_buffer_append_char(base_buffer *text, char byte)
    BASE_SHARED(base_buffer_append_char);

/* Appends text from anywhere so that it can be printed or shown. What would steer a terminal or
 * page is written out, "\u001b" or "\U000e0041", and so is a byte that is no character, "\x9b".
 * Everything written for people goes through here, by page_add, cli_complain or html_write; JSON
 * has its own escapes for the same characters, so that it reads back unchanged. */
WYRM_API void base_buffer_append_visible(base_buffer *text, const char *bytes, size_t count)
    BASE_SHARED(base_buffer_append_visible);

/* Appends one byte `count` times: indentation, padding, rules. */
void base_buffer_append_repeat(base_buffer *text, char byte, size_t count);

/* Appends as printf. Not for real numbers, which would follow the locale: see below. */
WYRM_API void base_buffer_appendf(base_buffer *text, const char *format, ...)
    BASE_SHARED(base_buffer_appendf) WYRM_PRINTF(2, 3);

/* Appends a number as base_number_double writes it. */
WYRM_API void base_buffer_append_double(base_buffer *text, double value)
    BASE_SHARED(base_buffer_append_double);

/* Returns the text as a NUL-ended string owned by the caller (wyrm_free), "" if nothing was
 * appended; *text is empty afterwards. NULL if memory ran out. */
WYRM_API WYRM_MUST_CHECK char *base_buffer_steal(base_buffer *text) BASE_SHARED(base_buffer_steal);

/* The same with a status: WYRM_ERROR_MEMORY if memory ran out. */
WYRM_API WYRM_MUST_CHECK wyrm_status base_buffer_give(base_buffer *text, char **out,
                                                      wyrm_error *error)
    BASE_SHARED(base_buffer_give);

/* The same for a job: the arena keeps the string, and the job ends if memory ran out. */
WYRM_API char *base_buffer_keep(base_buffer *text, base_arena *arena) BASE_SHARED(base_buffer_keep);

/* Frees the text; it is empty afterwards. */
WYRM_API void base_buffer_drop(base_buffer *text) BASE_SHARED(base_buffer_drop);

/* wyrm_fail with the arguments of another variadic function; `error` is not NULL. */
WYRM_API void base_vfail(wyrm_error *error, wyrm_status code, const char *format, va_list arguments)
    BASE_SHARED(base_vfail);

/* Whether a path is a regular file, links followed. Reading a pipe that nobody writes to would wait
 * for ever, and what is read from one is lost to the next reader. */
bool base_is_file(const char *path);

/* The first bytes of a SQLite file, together with the NUL. */
#define BASE_SQLITE_HEAD "SQLite format 3"

/* Whether a path leads into a folder or below it, all links followed. */
bool base_lies_in(const char *path, const char *folder);

/* Reads a whole file of at most `most` bytes. *out is owned by the caller (wyrm_free) and ends with
 * a NUL that *length does not count; *about is the stat of the file. Returns 0, or an errno with
 * *out NULL: EFBIG: it is larger; EISDIR: it is a folder; EINVAL: it is a named pipe, or, if it
 * must be `regular`, anything else that may never end (a pipe or device). */
struct stat;
int base_file_read(const char *path, bool regular, size_t most, char **out, size_t *length,
                   struct stat *about);

#endif
