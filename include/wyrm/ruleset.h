/* Rulesets: YAML files read against a schema table.
 *
 * A wyrm_ruleset is an immutable tree of typed values, every default filled in, each value with its
 * position in the file. It knows no model: the modules above turn its sections into models.
 *
 * Limits: WYRM_RULESET_MAX_BYTES a file, WYRM_RULESET_MAX_NESTING levels, WYRM_RULESET_MAX_VALUES
 * values (aliases counted as often as they are used, and again with every default filled in), 256
 * anchors, WYRM_RULESET_MAX_EXTENDS files in a chain of `extends`. Files are strict UTF-8, one
 * document each, no tags, no merge keys, no control characters.
 *
 * `extends` names a shipped ruleset or, with a '/' or an ending of .yaml or .yml, the path of a
 * regular file, relative to the folder of the extending file. Mappings are merged key by key,
 * everything else is replaced, and `key: ~` removes an inherited key. Name, title, description and
 * source are not inherited. Nor is a section whose model the extending file changes; in other
 * sections, inherited keys that only the replaced model knows are dropped.
 */
#ifndef WYRM_RULESET_H
#define WYRM_RULESET_H

#include <wyrm/amount.h>
#include <wyrm/schema.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_RULESET_MAX_BYTES   ((size_t)1 << 20)
#define WYRM_RULESET_MAX_NESTING 32
#define WYRM_RULESET_MAX_VALUES  ((size_t)100000)
#define WYRM_RULESET_MAX_EXTENDS 8

typedef struct wyrm_ruleset wyrm_ruleset;
typedef struct wyrm_value wyrm_value; /* a node of the tree, owned by its ruleset */

/* Finds a ruleset that a file `extends` by name: if it knows `name`, it sets *text (which must
 * outlive the reading) and *length and returns true; if not, it may set *text to the nearest name
 * that it knows, for the hint. Not called for paths. */
typedef bool wyrm_find_ruleset(const char *name, const char **text, size_t *length, void *context);

/* A `find` that refuses every `extends`, by name or path: for rules from a source that must not
 * make the program open files. */
WYRM_API wyrm_find_ruleset wyrm_extends_nothing;

/* Reads a ruleset from memory. `file` is the name shown in errors; paths under `extends` are
 * relative to it. With `find` NULL only paths can be extended. Those may only lead to regular files
 * in the folder of the extending file or below it, with links resolved, so that a ruleset's author
 * cannot read other files of its user.
 *
 * Errors of the file are added to `errors` (may be NULL) in the order of lines, those of an
 * extended file after those of its extender. `schema` must outlive the ruleset. On success *out is
 * owned by the caller (wyrm_ruleset_free); else it is NULL and the status is that of the first
 * error found:
 *   WYRM_ERROR_SYNTAX   not well-formed YAML or UTF-8
 *   WYRM_ERROR_LIMIT    one of the limits above
 *   WYRM_ERROR_RULESET  against the schema
 *   WYRM_ERROR_IO       an extended file cannot be read
 *   WYRM_ERROR_MEMORY   out of memory
 *   WYRM_ERROR_INTERNAL a default of the schema cannot be read */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_ruleset_parse(const wyrm_schema *schema, const char *file,
                                                        const char *text, size_t length,
                                                        wyrm_find_ruleset *find, void *context,
                                                        wyrm_ruleset **out, wyrm_errors *errors);

/* The same; may also extend files in the folder `allowed` or below it (NULL: none). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_ruleset_parse_allowing(const wyrm_schema *schema,
                                                                 const char *file, const char *text,
                                                                 size_t length, const char *allowed,
                                                                 wyrm_find_ruleset *find,
                                                                 void *context, wyrm_ruleset **out,
                                                                 wyrm_errors *errors);

/* The same from a file, which may also extend files in the folder `allowed` or below it (NULL:
 * none).
 * WYRM_ERROR_IO  also where the file itself cannot be read (missing, a folder, no permission) */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_ruleset_read(const wyrm_schema *schema, const char *path,
                                                       const char *allowed, wyrm_find_ruleset *find,
                                                       void *context, wyrm_ruleset **out,
                                                       wyrm_errors *errors);

/* Whether a file has a section of this name, to tell what kind of file it is; the rest of the file
 * and what it extends do not matter. False also if it cannot be read or is no YAML. */
WYRM_API bool wyrm_ruleset_mentions(const char *path, const char *section);

WYRM_API void wyrm_ruleset_free(wyrm_ruleset *ruleset); /* NULL is allowed */

WYRM_API const char *wyrm_ruleset_name(const wyrm_ruleset *ruleset);
WYRM_API const char *wyrm_ruleset_title(const wyrm_ruleset *ruleset); /* the name without one */
WYRM_API const char *wyrm_ruleset_description(const wyrm_ruleset *ruleset); /* "" without one */

/* A hash of 16 hexadecimal digits (XXH3, 64 bits) over the canonical dump from `models` on. Two
 * rulesets with the same content have the same hash, however they are laid out, commented, named or
 * split over files. Name, title, description and source do not count; everything else does,
 * including the order of maps and lists, since tables are drawn from in that order. */
WYRM_API const char *wyrm_ruleset_hash(const wyrm_ruleset *ruleset);

/* The canonical dump: YAML in schema order, every default written out, extends resolved, no
 * comments; reading it gives the same ruleset and hash. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_ruleset_dump(const wyrm_ruleset *ruleset, char **out,
                                                       wyrm_error *error);

/* The root record; and the model chosen for a section (NULL: no such section, or one without
 * models). */
WYRM_API const wyrm_value *wyrm_ruleset_root(const wyrm_ruleset *ruleset);
WYRM_API const wyrm_model *wyrm_ruleset_model(const wyrm_ruleset *ruleset, const char *section);

/* The value under a path of keys such as "combat.miss" or "combat.spread.1" (elements of a list by
 * number, from 1); NULL where absent. */
WYRM_API const wyrm_value *wyrm_ruleset_find(const wyrm_ruleset *ruleset, const char *path);

/* Accessors of values. All accept NULL and values of another kind and then return the neutral value
 * named beside them; code behind the schema's checks never sees it. */
typedef struct wyrm_ratio {
    int64_t numerator;
    int64_t denominator; /* above 0, lowest terms */
} wyrm_ratio;

typedef struct wyrm_dice {
    int32_t count; /* 0: a constant, `plus` */
    int32_t sides;
    int32_t plus;
} wyrm_dice;

typedef struct wyrm_depth_row {
    double value;
    int32_t from_depth;
} wyrm_depth_row;

WYRM_API wyrm_kind wyrm_value_kind(const wyrm_value *value);   /* NULL: WYRM_KIND_END */
WYRM_API bool wyrm_value_bool(const wyrm_value *value);        /* false */
WYRM_API int64_t wyrm_value_integer(const wyrm_value *value);  /* also of an AMOUNT that is a
                                                                  number; 0 */
WYRM_API double wyrm_value_real(const wyrm_value *value);      /* any number or ratio, as above; 0.
                                                                  A MARGIN of 3 % gives 0.03 */
WYRM_API bool wyrm_value_is_relative(const wyrm_value *value); /* whether a MARGIN is in per cent;
                                                                  false */
WYRM_API wyrm_ratio wyrm_value_ratio(const wyrm_value *value); /* 0/1 */
WYRM_API const char *wyrm_value_text(const wyrm_value *value); /* TEXT, NAME, CHOICE; "" */
WYRM_API size_t wyrm_value_choice(const wyrm_value *value);    /* index of the choice; 0 */
WYRM_API double wyrm_value_low(const wyrm_value *value);       /* RANGE, INTERVAL; for an AMOUNT its
                                                                  least value; 0 */
WYRM_API double wyrm_value_high(const wyrm_value *value);      /* the same for the greatest value */
WYRM_API wyrm_dice wyrm_value_dice(const wyrm_value *value);   /* an AMOUNT that is dice of one
                                                                  kind, or a number; 0d0+0 */
WYRM_API const wyrm_amount *wyrm_value_amount(const wyrm_value *value); /* NULL; valid as long as
                                                                           the ruleset */

/* The rows of a depth table, wyrm_value_count of them; NULL for any other kind. */
WYRM_API const wyrm_depth_row *wyrm_value_rows(const wyrm_value *value);

/* The value of a depth table at a depth: that of the last row with from_depth <= depth, 0 before
 * the first row (roguelike tutorial, part 12). */
WYRM_API double wyrm_value_at_depth(const wyrm_value *table, int32_t depth);

/* Members of a RECORD (those present, in schema order), LIST or MAP (file order), or rows of a
 * TABLE. */
WYRM_API size_t wyrm_value_count(const wyrm_value *value);                           /* 0 */
WYRM_API const wyrm_value *wyrm_value_item(const wyrm_value *value, size_t index);   /* NULL */
WYRM_API const char *wyrm_value_key(const wyrm_value *value, size_t index);          /* "" */
WYRM_API const wyrm_value *wyrm_value_get(const wyrm_value *value, const char *key); /* NULL */

/* The value as text that may stand in a file, on one line (flow style), every default written out;
 * "" for NULL. *out is owned by the caller (wyrm_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_value_flow(const wyrm_value *value, char **out,
                                                     wyrm_error *error);

/* True if the value is the schema's default and not in any file. */
WYRM_API bool wyrm_value_is_default(const wyrm_value *value);

/* Position of a value: returns the name of the file as errors show it, and sets *line, from 1. An
 * extended file has its own name. "" and 0 for a value that is in no file, such as a default. */
WYRM_API const char *wyrm_value_place(const wyrm_value *value, int *line);

/* The row of the schema that the value matches; NULL for NULL. */
WYRM_API const wyrm_field *wyrm_value_field(const wyrm_value *value);

/* Adds a WYRM_ERROR_RULESET that points at the value (file, line, column, excerpt), for checks that
 * involve several values. It points at the key of a record, list or map; at the parent of a
 * default; at the start of the file for NULL. `hint` may be NULL. Returns WYRM_ERROR_RULESET. */
WYRM_API wyrm_status wyrm_value_fail(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                     wyrm_errors *errors, const char *hint, const char *format, ...)
    WYRM_PRINTF(5, 6);

/* For "did you mean": the candidate nearest to `word` by Damerau-Levenshtein distance (at most a
 * third of its letters wrong, ignoring case; the first of several), else the only candidate with
 * the same first two letters and at least a quarter right; else NULL. */
WYRM_API const char *wyrm_nearest(const char *word, const char *const *candidates, size_t count);

/* Fills the hint of an error (NULL: does nothing) about a word that matches no candidate: "did you
 * mean 'miss'?", else "one of a, b, c, ..." with as many as fit; nothing without candidates. */
WYRM_API void wyrm_suggest(wyrm_error *error, const char *word, const char *const *candidates,
                           size_t count);

#ifdef __cplusplus
}
#endif
#endif
