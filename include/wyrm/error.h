/* Status codes, and errors that tell where and why.
 *
 * Every function of the library that can fail returns a wyrm_status, which must be looked at, and
 * fills a wyrm_error that its caller owns. Passing NULL for the error is allowed everywhere: the
 * status alone is then all that is told. The library never prints and never exits.
 *
 * Ownership: what a function makes for its caller comes by an argument `out`, is NULL where it
 * failed, and is given back by the function that the comment names: wyrm_x_free for a wyrm_x,
 * wyrm_free for plain memory; all take NULL. What is returned as a const pointer belongs to the
 * object that was asked, and lives as long. Texts and structs that are handed in are only read
 * during the call, unless the comment says that they must outlive the result.
 *
 * Options: a struct of what a caller wants (wyrm_sim_options) is to be zeroed but for what is set,
 * as an initializer does, and begins with its own size, by which later versions tell how much of it
 * a program knows: they grow at the end, and what a program does not know is as if it were 0. A
 * size of 0, or below that of version 0.1, is that of version 0.1.
 *
 * Threads: the library has no mutable data of its own, so that calls on different objects never
 * meet. Rulesets, designs and their parts, and pmfs do not change once made: any number of threads
 * may share one, as long as none frees it. All else (engines, games, runners, lists of errors,
 * random streams, files of results) belongs to one thread at a time.
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

/* One row a status: name, sentence. */
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

/* A plain value: copy it freely. Texts are UTF-8, always ended by a NUL, cut where too long. */
typedef struct wyrm_error {
    wyrm_status code;
    int line;   /* from 1; 0 where no file is meant */
    int column; /* from 1, in characters (not bytes); 0 where no file is meant */
    int length; /* characters that the caret underlines, at least 1 */
    char file[WYRM_ERROR_FILE_MAX]; /* "" where no file is meant */
    /* A sentence without full stop; but what a game refuses is said as the player reads it. */
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

/* Gives back plain memory that a function has made for its caller: a text, an array of values. NULL
 * is allowed. (Handles have a function of their own, wyrm_design_free.) */
WYRM_API void wyrm_free(void *block);

/* Writes the error as people read it, ended by a newline:
 *
 *   dungeon.yaml:14:9: error: unknown key 'min_hit' in combat (did you mean 'miss'?)
 *      14 |         min_hit: 1/10
 *         |         ^~~~~~~
 *
 * into buffer[size] (NUL-ended, cut where too long). Returns the length of the whole text, as
 * snprintf does. Tabs of the excerpt are kept, so that the caret stands below its character. */
WYRM_API size_t wyrm_error_format(const wyrm_error *error, char *buffer, size_t size);

/* The errors of one input, in the order of their finding: readers report all, not only the
 * first. */
#define WYRM_ERRORS_MAX 100
typedef struct wyrm_errors wyrm_errors;

/* WYRM_ERROR_MEMORY   out of memory; *out is NULL. The caller frees with wyrm_errors_free. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_errors_new(wyrm_errors **out);
WYRM_API void wyrm_errors_free(wyrm_errors *errors); /* NULL is allowed */

/* Keeps a copy of *error; past WYRM_ERRORS_MAX it is only counted. An error whose line and message
 * are in the list already is dropped. NULL errors: does nothing. */
WYRM_API void wyrm_errors_add(wyrm_errors *errors, const wyrm_error *error);

/* Adds what wyrm_fail would fill: for failures that no place of the input is to blame for. Returns
 * `code`, also where `errors` is NULL. */
WYRM_API wyrm_status wyrm_errors_fail(wyrm_errors *errors, wyrm_status code, const char *format,
                                      ...) WYRM_PRINTF(3, 4);

/* All that were added, the uncounted ones past the maximum included. NULL: 0. */
WYRM_API size_t wyrm_errors_count(const wyrm_errors *errors);

/* How many are kept: at most WYRM_ERRORS_MAX. NULL: 0. */
WYRM_API size_t wyrm_errors_kept(const wyrm_errors *errors);

/* The kept error `index` < wyrm_errors_kept; valid until the list is freed or added to. */
WYRM_API const wyrm_error *wyrm_errors_at(const wyrm_errors *errors, size_t index);

#ifdef __cplusplus
}
#endif
#endif
