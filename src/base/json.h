/* Writing JSON: objects and lists straight into a text, in the order of the calls.
 *
 * No tree is built and freed. Members are given with their key, elements of a list with NULL. A
 * number that is not finite becomes null, and so does a count that JSON cannot hold exactly (above
 * 2^63 - 1). The text remembers if memory ran out, so single calls return no status. Numbers and
 * strings are written as jansson, which reads recordings and baselines, writes them. */
#ifndef WYRM_SRC_BASE_JSON_H
#define WYRM_SRC_BASE_JSON_H

#include "base/text.h"

#define BASE_JSON_DEPTH 64 /* limit of nested objects and lists */

typedef struct base_json {
    base_buffer *text;
    int digits; /* significant digits of a real number; 17 read back to the same bits */
    /* one line for each member of the outermost object, and for each object of a list in it */
    bool spread;
    size_t depth; /* objects and lists that are open */
    struct {
        char close;
        bool filled; /* has a member */
        bool lines;  /* each on a line of its own */
    } open[BASE_JSON_DEPTH];
} base_json;

WYRM_API void base_put_object(base_json *json, const char *key) BASE_SHARED(base_put_object);
WYRM_API void base_put_list(base_json *json, const char *key) BASE_SHARED(base_put_list);
/* closes the last one opened */
WYRM_API void base_put_end(base_json *json) BASE_SHARED(base_put_end);

WYRM_API void base_put_null(base_json *json, const char *key) BASE_SHARED(base_put_null);
WYRM_API void base_put_bool(base_json *json, const char *key, bool value)
    BASE_SHARED(base_put_bool);
WYRM_API void base_put_whole(base_json *json, const char *key, int64_t value)
    BASE_SHARED(base_put_whole);
WYRM_API void base_put_count(base_json *json, const char *key, uint64_t value)
    BASE_SHARED(base_put_count);
WYRM_API void base_put_real(base_json *json, const char *key, double value)
    BASE_SHARED(base_put_real);

/* Writes members and elements by a format that the compiler checks like printf's: "depth:%d role:%s
 * etp:%g range:[%g %g]". A value has KEY: or %s: (NULL in a list) or nothing in front; { and [
 * open, } and ] close. %d, %u and their long forms are whole numbers, %g is real, %s text, and %i
 * takes an int as a bool. */
WYRM_API void base_putf(base_json *json, const char *format, ...) BASE_SHARED(base_putf)
    WYRM_PRINTF(2, 3);

/* Writes a text; NULL as null. If it is not valid UTF-8, perhaps cut in the middle of a character,
 * all of it that is not ASCII becomes '?'. */
WYRM_API void base_put_text(base_json *json, const char *key, const char *value)
    BASE_SHARED(base_put_text);

/* A list of texts. */
static inline void base_put_texts(base_json *json, const char *key, const char *const *texts,
                                  size_t count)
{
    base_put_list(json, key);
    for (size_t i = 0; i < count; i++)
        base_put_text(json, NULL, texts[i]);
    base_put_end(json);
}

#endif
