/* Shared by the files of src/ruleset.
 *
 * A file passes through three of them: source.c parses it into a tree of texts, ruleset.c merges
 * the trees of files that extend each other, check.c puts the rows together that hold for the
 * chosen models and converts the tree to values by them. They share the tree and how errors point
 * into it (source.c), the kinds of values (kinds.c) and the rows (schema.c). Everything is
 * allocated in the arena of the ruleset, and running out of memory ends the job (base/arena.h).
 * Faults of the file are collected as diagnostics; one after which nothing can be read ends the job
 * as well, once it is recorded.
 */
#ifndef WYRM_SRC_RULESET_INTERNAL_H
#define WYRM_SRC_RULESET_INTERNAL_H

#include <wyrm/ruleset.h>

#include "base/amount.h"
#include "base/arena.h"
#include "base/text.h"

/* Keys in the order of a file, each once, found by name in constant time. */

#define KEYS_NONE SIZE_MAX

typedef struct key_list {
    const char **names;
    size_t count, capacity;
    uint32_t *slots; /* open addressing over index + 1; NULL while there are few */
    size_t slot_count;
} key_list;

/* Returns the index of a name, or KEYS_NONE. */
size_t rs_find_key(const key_list *keys, const char *name);

/* Sources: the files that a ruleset is read from, and places in them. */

typedef struct rs_file {
    const char *file; /* as errors show it */
    const char *text; /* strict UTF-8 once checked; no byte order mark */
    size_t length;
    int order;              /* 0: the ruleset itself; 1: the file that it extends; and so on */
    bool named;             /* found by name, not by path */
    uint64_t device, inode; /* identify a file on disk; both 0: it is none */
} rs_file;

/* A place in a source. line 0: nowhere (text of the schema itself). */
typedef struct rs_position {
    const rs_file *source;
    int32_t line, column; /* from 1; characters */
    int32_t length;       /* characters, at least 1 */
} rs_position;

/* Sets file, line, column, length and excerpt of an error. */
void rs_show(const rs_position *position, wyrm_error *error);

/* Diagnostics: the faults of a ruleset, collected until all is read, then reported in the order of
 * the file. */

typedef struct diagnostics {
    base_arena *arena;
    struct diagnosis *items;
    size_t kept, capacity, total;
    wyrm_status first; /* the code of the first one found; WYRM_OK: none */
    /* Set while a default of the schema is read, whose faults are the schema's: */
    const char *defaulted; /* name of its key; NULL: no default is read */
    /* where faults are shown: the record without the key; NULL: at their own places */
    const rs_position *lacking;
} diagnostics;

/* Copies text[length] and the name into the arena; drops a byte order mark. Ends the job if the
 * text is not UTF-8, or has a character that YAML does not allow in a file. */
rs_file *rs_source(diagnostics *found, const char *file, const char *text, size_t length,
                   int order);

/* Returns the path of a file that another one names, relative to that one's folder: *home. Of a
 * ruleset that was found by name, that is the working directory. The arena owns both. */
char *rs_beside(base_arena *arena, const rs_file *from, const char *name, char **home);

/* Reads a whole file. WYRM_ERROR_IO (the message gives the reason, without the name) or
 * WYRM_ERROR_LIMIT (larger than WYRM_RULESET_MAX_BYTES). `regular`: refuses pipes and devices,
 * which may never end. */
wyrm_status rs_read_file(diagnostics *found, const char *path, bool regular, int order,
                         rs_file **out, wyrm_error *error);

/* Adds a diagnostic. `hint` may be NULL. */
void rs_diagnose(diagnostics *found, const rs_position *position, wyrm_status code,
                 const char *hint, const char *format, ...) WYRM_PRINTF(5, 6);

/* The same for a fault after which nothing can be read: ends the job. */
_Noreturn void rs_stop(diagnostics *found, const rs_position *position, wyrm_status code,
                       const char *hint, const char *format, ...) WYRM_PRINTF(5, 6);

/* Whether further diagnostics are only counted, so that nobody needs to work out their hints. */
bool rs_full(const diagnostics *found);

/* Runs a job in found->arena, and adds the diagnostics, sorted by place, to `errors` (may be NULL).
 * Returns the code of the first one found; without any, the status of the job. WYRM_ERROR_MEMORY
 * goes before both. */
wyrm_status rs_run(diagnostics *found, void (*job)(base_arena *arena, void *context), void *context,
                   wyrm_errors *errors);

/* Copies text of a file for a message: cut at 40 characters, without control characters, which a
 * terminal would obey. */
#define QUOTE_MAX 176
const char *rs_quote(const char *text, char buffer[QUOTE_MAX]);

/* As wyrm_nearest, but finds typing errors only, no abbreviations. */
const char *rs_misspelt(const char *word, const char *const *candidates, size_t count);

/* Writes the hint "did you mean 'miss'?" for the nearest of the candidates; false, and "", if none
 * is near. */
bool rs_did_you_mean(const char *word, const char *const *candidates, size_t count,
                     char hint[WYRM_ERROR_HINT_MAX]);

/* The opaque types of <wyrm/ruleset.h>. */

struct wyrm_value {
    const wyrm_field *field;
    const char *key; /* its key; "" for an element of a list and for the root */
    /* of a record, list or map: its key's; of a default: that of the record without it */
    rs_position position;
    bool is_default;   /* the file does not give it */
    bool says_default; /* or gives the same as the default */
    size_t count;
    union {
        bool boolean;
        int64_t integer;
        double real;
        wyrm_ratio ratio;
        struct {
            const char *text;
            size_t choice;
        } word; /* TEXT, NAME, CHOICE */
        struct {
            double low, high;
        } ends;
        struct {
            double number; /* as written: 3 for 3 % */
            bool relative;
        } margin;
        const wyrm_amount *amount;
        const wyrm_depth_row *rows;
        struct {
            wyrm_value *items;
            const key_list *keys; /* of a MAP; else NULL */
        } members;
    } as;
};

struct wyrm_ruleset { /* made by base_make, all of it in one arena */
    const wyrm_schema *schema;
    const wyrm_model **models; /* by section; NULL: the section has none */
    wyrm_value root;
    char hash[17];
};

/* How every system of a ruleset (combat, growth, the roster, loot) is made.
 *
 * A system lies in an arena of its own, with everything that it is made of, and is freed with it
 * (base_unmake). Faults of the file are reported as they are found, and reading goes on, so that
 * one opening reports all of them; running out of memory ends it at once. */
typedef struct rs_opening rs_opening;
typedef void rs_making(rs_opening *o, void *system);
struct rs_opening {
    base_arena *arena;
    const wyrm_ruleset *ruleset;
    const wyrm_value *section; /* named as the system; NULL: there is none */
    const void
        *model; /* the struct of the system's models that begins with the chosen wyrm_model */
    wyrm_errors *errors; /* may be NULL */
    bool faulty;         /* something was wrong */
    const void *from;    /* what else the system is made from */
    rs_making *make;
};

/* Makes a system: `make` fills *system, `size` zeroed bytes. `section`: NULL if the system has no
 * models. On failure *out, a pointer to the system, is NULL.
 * WYRM_ERROR_RULESET  the section has no model, or `make` reported a fault
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_MUST_CHECK wyrm_status rs_open(const wyrm_ruleset *ruleset, const char *section, size_t size,
                                    rs_making *make, const void *from, void *out,
                                    wyrm_errors *errors);

/* Sets the place of an error to that of a value (NULL: the start of the file), as
 * wyrm_value_fail. */
void rs_point_at(const wyrm_ruleset *ruleset, const wyrm_value *value, wyrm_error *error);

/* Reports a fault, as wyrm_value_fail. */
void rs_error(rs_opening *o, const wyrm_value *value, const char *hint, const char *format, ...)
    WYRM_PRINTF(4, 5);

/* Returns by how many columns a block of text is indented in its file: the blanks before its first
 * line that is not blank, without those that belong to the value. */
int32_t rs_value_indent(const wyrm_value *value);

/* Reports the failure of a call: at the place in the error if it has one, else at the value.
 * Running out of memory ends the opening. Returns whether the call succeeded. */
bool rs_call_succeeded(rs_opening *o, const wyrm_value *value, wyrm_status status,
                       const wyrm_error *error);

/* Reports a fault inside a text of several lines, at a line and character of it, both from 0. */
void rs_error_in(rs_opening *o, const wyrm_value *value, int32_t line, int32_t column,
                 const char *hint, const char *format, ...) WYRM_PRINTF(6, 7);

/* Reports a word that is none of some names, such as the keys of a map, with the nearest as a
 * hint. */
const char *const *rs_map_names(const wyrm_value *map);
void rs_error_name(rs_opening *o, const wyrm_value *value, const char *const *names, size_t count,
                   const char *word, const char *format, ...) WYRM_PRINTF(6, 7);

/* Rows that hold from a depth on are in ascending order: reports one that does not begin behind the
 * row before it. `what`: "rows are". */
#define RS_FROM_DEPTH_ROW                                                                          \
    WYRM_ROW("from_depth", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "1",  \
             .summary = "from this depth on")
void rs_check_order(rs_opening *o, const wyrm_value *rows, size_t index, const char *what);

/* The rows of a target: the range that is wanted, and remarks about it. */
#define RS_WANTED_ROWS                                                                             \
    WYRM_ROW("range", INTERVAL,                                                                    \
             .summary = "where the metric should be; both ends included; one "                     \
                        "number means exactly it"),                                                \
        WYRM_ROW("at_least", REAL, .summary = "instead of `range`: no lower than this"),           \
        WYRM_ROW("at_most", REAL, .summary = "instead of `range`: no higher than this"),           \
        WYRM_ROW("tolerated", INTERVAL,                                                            \
                 .summary = "a wider range that only warns; with `at_least` or `at_most` one "     \
                            "number: the limit on that side"),                                     \
        WYRM_ROW("source", TEXT, .summary = "where the claim stands"),                             \
        WYRM_ROW("note", TEXT, .summary = "what else a reader of the verdict should know")

/* What a record has for people: its title, or one made from its key, valid as long as ruleset and
 * arena; and its glyph, which must be one printable ASCII character. */
const char *rs_title_of(base_arena *arena, const wyrm_value *record, const char *key);
void rs_check_glyph(rs_opening *o, const wyrm_value *record);

/* Shorthands: the value under a key of a record, by kind. */
static inline bool key_flag(const wyrm_value *record, const char *key)
{
    return wyrm_value_bool(wyrm_value_get(record, key));
}
static inline int32_t key_whole(const wyrm_value *record, const char *key)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(record, key));
}
static inline double key_real(const wyrm_value *record, const char *key)
{
    return wyrm_value_real(wyrm_value_get(record, key));
}
static inline wyrm_ratio key_ratio(const wyrm_value *record, const char *key)
{
    return wyrm_value_ratio(wyrm_value_get(record, key));
}
static inline size_t key_choice(const wyrm_value *record, const char *key)
{
    return wyrm_value_choice(wyrm_value_get(record, key));
}
static inline const char *key_text(const wyrm_value *record, const char *key)
{
    return wyrm_value_text(wyrm_value_get(record, key));
}

/* The raw tree of a document: texts, lists and mappings, before any schema.
 *
 * Nodes are shared if the file uses aliases: the tree is read only, and whoever walks it must count
 * what he visits. */

typedef enum raw_kind { RAW_SCALAR, RAW_LIST, RAW_MAPPING } raw_kind;

typedef struct raw_node raw_node;
struct raw_node {
    raw_kind kind;
    bool plain; /* a scalar without quotes that is no block text */
    rs_position position;
    const char *text; /* of a scalar; no control characters but line feeds and tabs */
    size_t count;     /* of a list or mapping */
    raw_node **items;
    rs_position *key_positions; /* of a mapping */
    key_list keys;              /* of a mapping; keys.count == count */
    size_t capacity, key_capacity;
    size_t weight; /* values in it and itself, aliases counted at each use */
    int height;    /* levels of nesting; 0: a scalar */
};

/* Make an empty list or mapping, and add a member to it; members of a list have no key. */
raw_node *raw_new(base_arena *arena, raw_kind kind, rs_position position);
void raw_add(base_arena *arena, raw_node *to, const char *key, rs_position key_position,
             raw_node *item);

/* Whether a node is a plain `~` or `null`, which removes an inherited key; and whether it is a
 * scalar without text, as in `key:`. */
bool raw_is_null(const raw_node *raw);
bool raw_is_nothing(const raw_node *raw);

/* Returns what was found, for messages: "a list", "a mapping", "nothing", "'abc'", "the text '5' in
 * quotes". */
#define RAW_WORDS_MAX (QUOTE_MAX + 32)
const char *raw_words(const raw_node *raw, char buffer[RAW_WORDS_MAX]);

/* Parses the YAML of one source, in the arena. Ends the job if no tree can be made; diagnostics are
 * added to `found` in either case. */
const raw_node *raw_read(const rs_file *source, base_arena *arena, diagnostics *found);

/* Kinds of values: their names, how they are written, what an error expects, and how their text is
 * read. */
typedef struct kind_row {
    const char *name, *written, *expected;
    /* Reads the text of a value, for kinds that read it the same way for every row; does not depend
     * on the locale. Returns NULL if it was read; else a hint for the author, which may be "". */
    const char *(*scan)(const char *text, wyrm_value *out);
} kind_row;
extern const kind_row rs_kinds[]; /* by wyrm_kind, up to WYRM_KIND_MAP */

#define SCAN_NAME_MAX 63
WYRM_API const char *rs_scan_ratio(const char *text, wyrm_ratio *out) BASE_SHARED(rs_scan_ratio);

/* Writes a value in one line: anything but records, lists and maps with members. */
void rs_write_inline(base_buffer *out, const wyrm_value *value);

/* As wyrm_value_flow, but a depth table of one row from depth 1 as a plain number: 5, not
 * [[5, 1]]. */
WYRM_API wyrm_status rs_value_said(const wyrm_value *value, char **out, wyrm_error *error)
    BASE_SHARED(rs_value_said);

/* Writes the limits of a row: "at least 1", "at most 5", "3", "1 to 5" with `from` before it; "" if
 * there are none. */
#define RS_LIMITS_MAX (3 * BASE_NUMBER_MAX)
const char *rs_limits(const wyrm_field *field, const char *from, char text[RS_LIMITS_MAX]);

/* How an AMOUNT is varied and written: as one number, as the two ends of a range, or as its
 * text. */
typedef enum amount_way { AMOUNT_AS_NUMBER, AMOUNT_AS_RANGE, AMOUNT_AS_TEXT } amount_way;
static inline amount_way rs_amount_way(const wyrm_field *field, const wyrm_amount *amount)
{
    if (amount->form == AMOUNT_NUMBER)
        return field->ranged ? AMOUNT_AS_RANGE : AMOUNT_AS_NUMBER;
    return amount->form == AMOUNT_RANGE ? AMOUNT_AS_RANGE : AMOUNT_AS_TEXT;
}

/* Checking: converts a raw tree to typed values, by the rows that hold for it. */
void rs_check(const wyrm_schema *schema, const wyrm_model *const *chosen, diagnostics *found,
              const raw_node *raw, wyrm_value *out);

/* Composing: puts together the rows that hold for a ruleset, once the models that it chooses are
 * known. */

/* The keys that every ruleset has: name, title, description, source, extends, inherit; ended by
 * WYRM_KIND_END. */
extern const wyrm_field rs_common_rows[];

/* Tables of rows end with WYRM_KIND_END; NULL is an empty one. rs_find_row returns NULL if there is
 * no such row. */
size_t rs_count_rows(const wyrm_field *rows);
WYRM_API const wyrm_field *rs_find_row(const wyrm_field *rows, const char *name)
    BASE_SHARED(rs_find_row);

/* Returns the row of `models`: a CHOICE for each section that has models, in the order of
 * sections. */
wyrm_field rs_compose_models(const wyrm_schema *schema, base_arena *arena);

/* The models that a file chooses, by section, and what it declares for them. */
typedef struct rs_composing {
    const wyrm_schema *schema;
    const wyrm_model *const *chosen; /* NULL: none, or an unknown name */
    const wyrm_extension **declared; /* NULL: nothing */
} rs_composing;

/* Returns the row of the section `index` with the rows that hold in it: its own, those of its
 * model, and those that the chosen models, or what the file declares for them, add to it. */
wyrm_field rs_compose_section(const rs_composing *of, size_t index, base_arena *arena);

/* Returns the row of the whole file, with all sections. */
const wyrm_field *rs_compose(const rs_composing *of, base_arena *arena);

/* Returns the first model that is not chosen and would allow `key` in a section (in its record, or
 * in the elements of its map); *owner is the section that would have to choose it. NULL: none. */
const wyrm_model *rs_find_owner(const rs_composing *of, size_t index, const char *key,
                                size_t *owner);

/* Writes "the growth model 'factor' has it", or "the growth models factor, points and levels have
 * it", for all such models of `owner`. Returns the length, which leaves room for a few words. */
size_t rs_name_owners(const rs_composing *of, size_t owner, size_t index, const char *key,
                      char hint[WYRM_ERROR_HINT_MAX]);

/* Writes a hint where else a key belongs: "it is a key of 'game'" for all sections that have it at
 * their top level or in each of their entries; if none has, the models that would add it. `inside`:
 * the key stands in a section, not at the root. */
void rs_say_elsewhere(const rs_composing *of, const wyrm_field *root, bool inside, const char *key,
                      char hint[WYRM_ERROR_HINT_MAX]);

/* Writes a hint with the known keys. In a section: "the combat model 'd20' has armor_class, save,
 * to_hit, ...", for the first chosen model that adds keys to it, keys that the file declares first.
 * In a record within a section (`record`; NULL at the root): "one of" its keys. */
void rs_list_known(const rs_composing *of, size_t section, const wyrm_field *record,
                   char hint[WYRM_ERROR_HINT_MAX]);

/* Returns the index of a section by name; schema->count if there is none. */
size_t rs_find_section(const wyrm_schema *schema, const char *name);

/* Returns the rows for a section among extensions (NULL: no extensions); NULL: none. */
const wyrm_field *rs_find_extension(const wyrm_extension *extensions, const char *section);

/* Whether a value is the schema's default, given by the file or not (a dump writes defaults out).
 * False for NULL. */
WYRM_API bool rs_value_says_default(const wyrm_value *value) BASE_SHARED(rs_value_says_default);

/* Varying: a copy of a ruleset whose values can be replaced by others, one at a time, to see what
 * depends on them.
 *
 * The copy has every default of the original written out, and the same tree of values. It must not
 * be shared: whoever changes a value must be the only one who reads the copy, and systems made from
 * it before a change may be stale. */

typedef struct rs_variation rs_variation;

/* Copies a ruleset. Owned by the caller (rs_vary_free; NULL is allowed).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status rs_vary_new(const wyrm_ruleset *ruleset, rs_variation **out,
                                                 wyrm_error *error) BASE_SHARED(rs_vary_new);
WYRM_API void rs_vary_free(rs_variation *variation) BASE_SHARED(rs_vary_free);

WYRM_API const wyrm_ruleset *rs_vary_ruleset(const rs_variation *variation)
    BASE_SHARED(rs_vary_ruleset);

/* Returns how many alternatives rs_vary_try has for a value: numbers and both ends of ranges
 * lower, higher, zero and far away, within the limits of the schema; the other choices; the
 * opposite of a flag. For a depth table they are those of its rows in turn. Texts, lists and
 * records have none. */
WYRM_API size_t rs_vary_count(const wyrm_value *value) BASE_SHARED(rs_vary_count);

/* Replaces a value of the copy by its alternative `index`, and writes that to text[size]. False if
 * out of memory, if there is no such alternative, or if it equals the value. Only one value is
 * replaced at a time: the one before is restored first. */
WYRM_API bool rs_vary_try(rs_variation *variation, const wyrm_value *value, size_t index,
                          char *text, size_t size) BASE_SHARED(rs_vary_try);

/* Whether rs_vary_number can replace the value, or the values of a depth table. */
WYRM_API bool rs_vary_takes_number(const wyrm_value *value) BASE_SHARED(rs_vary_takes_number);

/* Replaces a number, a ratio, the amount of a value, or the value of row `row` of a depth table, by
 * this number (whole if need be, and within the limits of the schema); false if it equals the
 * value. */
WYRM_API bool rs_vary_number(rs_variation *variation, const wyrm_value *value, size_t row,
                             double number, char *text, size_t size) BASE_SHARED(rs_vary_number);

/* Replaces a value of the copy by another one of the same kind; false if they differ in kind. */
WYRM_API bool rs_vary_by(rs_variation *variation, const wyrm_value *value, const wyrm_value *other)
    BASE_SHARED(rs_vary_by);

/* Restores the value that is replaced, if any. */
WYRM_API void rs_vary_restore(rs_variation *variation) BASE_SHARED(rs_vary_restore);

#endif
