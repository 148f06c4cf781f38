/* Writing JSON: objects and lists straight into a text, in the order in which they are told.
 *
 * There is no tree to be built and dropped: what is written is written. Members are told with their
 * key, elements of a list with NULL. What is not finite is null, and so is a count that JSON cannot
 * hold exactly (above 2^63 - 1). Memory that runs out is remembered by the text, so nobody looks at
 * single steps. Numbers and strings are written as jansson writes them, in which recordings and
 * baselines are read. */
#ifndef WYRM_SRC_BASE_JSON_H
#define WYRM_SRC_BASE_JSON_H

#include "base/text.h"

#define BASE_JSON_DEPTH 64 /* of objects and lists within each other */

typedef struct base_json {
    base_buffer *text;
    int digits;   /* significant ones of a real number; 17 read back to the same bits */
    bool spread;  /* one member of the outermost object a line, and one object of a list in it */
    size_t depth; /* objects and lists that are open */
    struct {
        char close;
        bool filled; /* has a member */
        bool lines;  /* each on a line of its own */
    } open[BASE_JSON_DEPTH];
} base_json;

WYRM_API void base_put_object(base_json *json, const char *key) BASE_SHARED(base_put_object);
WYRM_API void base_put_list(base_json *json, const char *key) BASE_SHARED(base_put_list);
WYRM_API void base_put_end(base_json *json) BASE_SHARED(base_put_end); /* of what was opened last */

WYRM_API void base_put_null(base_json *json, const char *key) BASE_SHARED(base_put_null);
WYRM_API void base_put_bool(base_json *json, const char *key, bool value)
    BASE_SHARED(base_put_bool);
WYRM_API void base_put_whole(base_json *json, const char *key, int64_t value)
    BASE_SHARED(base_put_whole);
WYRM_API void base_put_count(base_json *json, const char *key, uint64_t value)
    BASE_SHARED(base_put_count);
WYRM_API void base_put_real(base_json *json, const char *key, double value)
    BASE_SHARED(base_put_real);

/* Members and elements as printf has them, which the compiler checks: "depth:%d role:%s etp:%g
 * range:[%g %g]". KEY: or %s: (NULL in a list) or nothing stands before a value; { and [ open what
 * } and ] end. %d, %u and their long ones are whole, %g is real, %s text, an int by %i a bool. */
WYRM_API void base_putf(base_json *json, const char *format, ...) BASE_SHARED(base_putf)
    WYRM_PRINTF(2, 3);

/* NULL is null. Of what is no UTF-8, cut in the middle of a character, only ASCII is left. */
WYRM_API void base_put_text(base_json *json, const char *key, const char *value)
    BASE_SHARED(base_put_text);

#endif
