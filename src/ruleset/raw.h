#ifndef WYRM_SRC_RULESET_RAW_H
#define WYRM_SRC_RULESET_RAW_H

#include "ruleset/diagnostics.h"
#include "ruleset/keys.h"

/* The raw tree of a document: texts, lists and mappings, before any schema.
 *
 * Nodes are shared where the file uses aliases: the tree is read only, and what walks it must
 * count.
 */

typedef enum wyrm_raw_kind { WYRM_RAW_SCALAR, WYRM_RAW_LIST, WYRM_RAW_MAPPING } wyrm_raw_kind;

typedef struct wyrm_raw wyrm_raw;
struct wyrm_raw {
    wyrm_raw_kind kind;
    bool plain; /* a scalar without quotes that is no block text */
    wyrm_place place;
    const char *text; /* of a scalar; no control characters but line feeds and tabs */
    size_t count;     /* of a list or mapping */
    wyrm_raw **items;
    wyrm_place *key_places; /* of a mapping */
    wyrm_keys keys;         /* of a mapping; keys.count == count */
    size_t capacity, key_capacity;
    size_t weight; /* values in it, itself included, aliases counted as often as they are used */
    int height;    /* levels of nesting: 0 of a scalar */
};

/* An empty list or mapping, and one more member of a mapping or list. False: out of memory. */
wyrm_raw *wyrm_raw_new(wyrm_region *region, wyrm_raw_kind kind, wyrm_place place);

bool wyrm_raw_put(wyrm_region *region, wyrm_raw *mapping, const char *key, wyrm_place key_place,
                  wyrm_raw *item);

/* The member under a key; NULL: none, or no mapping. */
wyrm_raw *wyrm_raw_get(const wyrm_raw *raw, const char *key);

/* A plain `~` or `null`: removes an inherited key. */
bool wyrm_raw_is_null(const wyrm_raw *raw);

/* A scalar of nothing: `key:`. */
bool wyrm_raw_is_nothing(const wyrm_raw *raw);

/* "a list", "a mapping", "nothing", "'abc'", "the text '5' in quotes": what was found. */
const char *wyrm_raw_describe(const wyrm_raw *raw, char buffer[WYRM_QUOTE_MAX + 32]);

/* Documents: the YAML of one source as a raw tree. */

/* Reads the document of a source that wyrm_source_check has accepted; all in the region. NULL where
 * there is none; `faults` has then grown, and may have grown else. */
wyrm_raw *wyrm_document_read(const wyrm_source *source, wyrm_region *region, wyrm_faults *faults);

#endif
