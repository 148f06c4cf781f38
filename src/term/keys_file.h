/* The file that binds keys. */
#ifndef WYRM_SRC_TERM_KEYS_FILE_H
#define WYRM_SRC_TERM_KEYS_FILE_H

#include "term/keys.h"

/* Reads the lines of a config file over the defaults: `name = key key ...`, # begins a comment. A
 * key that a line binds is taken from the deed that had it by default. Every error is added to
 * `errors`.
 * WYRM_ERROR_SYNTAX  a line that is none, an unknown deed or key, a deed named twice, a key bound
 *                    twice, or a deed of which the game cannot do without that has none left
 * WYRM_ERROR_LIMIT   more than TERM_KEYS_A_DEED keys for a deed */
WYRM_MUST_CHECK wyrm_status term_keys_read(term_keys *keys, const char *file, const char *text,
                                           size_t length, wyrm_errors *errors);

/* The config file of some bindings, with comments: a template. Owned by the caller (free); NULL
 * where memory ran out. */
char *term_keys_template(const term_keys *keys);

#endif
