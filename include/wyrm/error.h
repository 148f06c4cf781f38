/* Status codes, and errors that tell where and why.
 *
 * Every function of the library that can fail returns a wyrm_status, which must be checked, and
 * fills a wyrm_error that its caller owns. NULL is allowed everywhere for the error; the status is
 * then the only report. The library never prints and never exits.
 *
 * Ownership: what a function makes for its caller is returned by an argument `out`, is NULL on
 * failure, and is freed by the function that the comment names: wyrm_x_free for a wyrm_x, wyrm_free
 * for plain memory; all accept NULL. A returned const pointer belongs to the object it came from
 * and lives as long. Texts and structs passed in are only read during the call, unless the comment
 * says that they must outlive the result.
 *
 * Options: a struct of options (wyrm_sim_options) must be zeroed except for what is set, as an
 * initializer does. It begins with its own size, which tells later versions how much of it a
 * program knows: structs grow at the end, and members that a program does not know count as 0. A
 * size of 0, or below that of version 0.1, means that of version 0.1.
 *
 * Threads: the library has no mutable data of its own, so calls on different objects never
 * interfere. Rulesets, designs and their parts, and pmfs do not change once made: any number of
 * threads may share one, as long as none frees it. Everything else (engines, games, runners, lists
 * of errors, random streams, files of results) belongs to one thread at a time.
 */
#ifndef WYRM_ERROR_H
#define WYRM_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WYRM_API                 __attribute__((visibility("default")))
#define WYRM_MUST_CHECK          __attribute__((warn_unused_result))
#define WYRM_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define WYRM_API
#define WYRM_MUST_CHECK
#define WYRM_PRINTF(text, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The statuses, one row each: name, sentence. */
/* clang-format off */
#define WYRM_STATUS_ROWS(row)                                                                      \
    row(WYRM_OK, "no error")                                                                       \
    row(WYRM_ERROR_ARGUMENT, "an argument does not make sense")                                    \
    row(WYRM_ERROR_RANGE, "a value is outside its range")                                          \
    row(WYRM_ERROR_LIMIT, "an input is larger than is accepted")                                   \
    row(WYRM_ERROR_SYNTAX, "a file is not well-formed")                                            \
    row(WYRM_ERROR_RULESET, "a ruleset does not make sense")                                       \
    row(WYRM_ERROR_UNKNOWN, "a name is not known")                                                 \
    row(WYRM_ERROR_IO, "a file cannot be read or written")                                         \
    row(WYRM_ERROR_MEMORY, "out of memory")                                                        \
    row(WYRM_ERROR_INTERNAL, "the library contradicts itself: please report it")
/* clang-format on */

typedef enum wyrm_status {
#define WYRM_STATUS_ENUM(name, sentence) name,
    WYRM_STATUS_ROWS(WYRM_STATUS_ENUM)
#undef WYRM_STATUS_ENUM
} wyrm_status;

#define WYRM_ERROR_FILE_MAX    256
#define WYRM_ERROR_MESSAGE_MAX 256
#define WYRM_ERROR_HINT_MAX    128
#define WYRM_ERROR_EXCERPT_MAX 160

/* An error. A plain value: copy it freely. Texts are UTF-8, NUL-terminated, cut if too long. */
typedef struct wyrm_error {
    wyrm_status code;
    int line;   /* from 1; 0 if the error is not about a file */
    int column; /* from 1, in characters (not bytes); 0 if the error is not about a file */
    int length; /* characters that the caret underlines, at least 1 */
    char file[WYRM_ERROR_FILE_MAX]; /* "" if the error is not about a file */
    /* A sentence without full stop; a refusal of the game is worded for the player. */
    char message[WYRM_ERROR_MESSAGE_MAX];
    char hint[WYRM_ERROR_HINT_MAX];       /* "did you mean 'miss'?", or "" */
    char excerpt[WYRM_ERROR_EXCERPT_MAX]; /* the line of the file, or "" */
} wyrm_error;

/* The sentence of a status; static text. An unknown status gives "unknown status". */
WYRM_API const char *wyrm_status_text(wyrm_status status);

/* Fills *error (NULL: does nothing) with a code and a printf-style message, no position; returns
 * `code`, so that a failing function can end with `return wyrm_fail(...)`. */
WYRM_API wyrm_status wyrm_fail(wyrm_error *error, wyrm_status code, const char *format, ...)
    WYRM_PRINTF(3, 4);

/* Frees plain memory that a function has made for its caller: a text, or an array. NULL is allowed.
 * (Handles have functions of their own, such as wyrm_design_free.) */
WYRM_API void wyrm_free(void *block);

/* Writes the error for people to read, ended by a newline:
 *
 *   dungeon.yaml:14:9: error: unknown key 'min_hit' in combat (did you mean 'miss'?)
 *      14 |         min_hit: 1/10
 *         |         ^~~~~~~
 *
 * to buffer[size] (NUL-terminated, cut if too long). Returns the length of the whole text, as
 * snprintf does. Tabs of the excerpt are kept, so that the caret is below its character. */
WYRM_API size_t wyrm_error_format(const wyrm_error *error, char *buffer, size_t size);

/* The errors of one input, in the order in which they were found: readers report all of them, not
 * only the first. */
#define WYRM_ERRORS_MAX 100
typedef struct wyrm_errors wyrm_errors;

/* Creates an empty list. On success *out is owned by the caller (wyrm_errors_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_errors_new(wyrm_errors **out);
WYRM_API void wyrm_errors_free(wyrm_errors *errors); /* NULL is allowed */

/* Adds a copy of *error; beyond WYRM_ERRORS_MAX it is only counted. An error whose line and message
 * are already in the list is dropped. `errors` NULL: does nothing. */
WYRM_API void wyrm_errors_add(wyrm_errors *errors, const wyrm_error *error);

/* Adds an error made as by wyrm_fail, for failures without a position in the input. Returns `code`,
 * even if `errors` is NULL. */
WYRM_API wyrm_status wyrm_errors_fail(wyrm_errors *errors, wyrm_status code, const char *format,
                                      ...) WYRM_PRINTF(3, 4);

/* The number of errors added, including those beyond WYRM_ERRORS_MAX. NULL: 0. */
WYRM_API size_t wyrm_errors_count(const wyrm_errors *errors);

/* The number of errors kept: at most WYRM_ERRORS_MAX. NULL: 0. */
WYRM_API size_t wyrm_errors_kept(const wyrm_errors *errors);

/* The kept error `index` < wyrm_errors_kept; valid until the list is freed or added to. */
WYRM_API const wyrm_error *wyrm_errors_at(const wyrm_errors *errors, size_t index);

#ifdef __cplusplus
}
#endif
#endif
