/* Values of JSON that jansson does not have: what saves and recordings write. NULL: out of
 * memory. */
#ifndef WYRM_SRC_GAME_JSON_VALUES_H
#define WYRM_SRC_GAME_JSON_VALUES_H

#include <jansson.h>

#include "base/text.h"

/* A count as a JSON number; from 2^63 on, where those of jansson end, as text in digits. */
json_t *wyrm_json_count(uint64_t count);

/* Text that need not be UTF-8, such as a path; where it is not, '?' replaces the bytes beyond
 * ASCII. */
json_t *wyrm_json_text(const char *text);

/* Appends a value on one line, real numbers with the 17 digits that read back to the same bits. */
void wyrm_json_append(wyrm_text *text, const json_t *value);

#endif
