/* The schema table: what a ruleset file may contain.
 *
 * A schema is constant data. The reader checks files against it, and the JSON Schema, the page of
 * the guide and every "did you mean" are generated from the same rows. The layers above bring their
 * own rows: a combat model, for instance, is one file that ends in a wyrm_model with the rows of
 * its parameters.
 */
#ifndef WYRM_SCHEMA_H
#define WYRM_SCHEMA_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of values and how they are written. Numbers are decimal digits: no hexadecimal, octal
 * or '_', no leading zeros, no quotes, nothing infinite. An alias counts as its anchor's value. */
typedef enum wyrm_kind {
    WYRM_KIND_END = 0, /* ends a table of rows */
    WYRM_KIND_BOOL,    /* true, false; nothing else */
    WYRM_KIND_INTEGER, /* a whole number in least..greatest that fits an int64_t */
    WYRM_KIND_REAL,    /* a finite decimal number in least..greatest; never -0 */
    WYRM_KIND_RATIO,   /* 1/10, or 0.1, or 1: kept exactly, at most 18 digits; in least..greatest.
                          May be quoted, for files written as JSON */
    WYRM_KIND_TEXT,   /* text of at most WYRM_TEXT_MAX bytes without control characters; line breaks
                         and tabs become one blank, those at the end are dropped */
    WYRM_KIND_NAME,   /* ASCII letters, digits, '_' and '-', a letter first: at most 63 bytes */
    WYRM_KIND_CHOICE, /* one of `choices` */
    WYRM_KIND_RANGE,  /* [least, greatest] whole numbers within 2^53, ascending; or one number for
                           both */
    WYRM_KIND_INTERVAL, /* [least, greatest] decimal numbers, ascending; or one number for both */
    WYRM_KIND_TABLE,  /* depth table [[value, from_depth], ...] ascending by depth, depths from 1 to
                         WYRM_TABLE_DEPTH_MAX; or one number for all depths, short for [[number,
                         1]] */
    WYRM_KIND_AMOUNT, /* a random whole number (wyrm/amount.h): 3, 2d6+1, [3, 7], {0: 1, 2: 3}... It
                         may be quoted, and must be where YAML would read it as something else: "[3,
                         7]+1" */
    WYRM_KIND_MARGIN, /* a decimal number in least..greatest, or relative to the value that it is a
                         margin of: 3 %, from 0 to 100. May be quoted */
    WYRM_KIND_RECORD, /* named values: `fields` are its rows */
    WYRM_KIND_LIST,   /* values without names: `fields` is one row, the element's */
    WYRM_KIND_MAP,    /* values under names of the user's choice (NAME), in file order: `fields` is
                         one row, the element's */
} wyrm_kind;

#define WYRM_TEXT_MAX 2000

/* The greatest depth in a depth table. */
#define WYRM_TABLE_DEPTH_MAX 10000

typedef struct wyrm_field wyrm_field;
struct wyrm_field {
    const char *name; /* the key; in an element row the word for one element ("monster") */
    wyrm_kind kind;
    bool required;          /* a missing key is an error; else `default_value` is used */
    double least, greatest; /* bounds of numbers, of both ends of ranges, of the values of a table,
                               of the extremes of dice and amounts, of the count of a list or map;
                               both 0: no bounds; infinite: none on that side */
    int64_t parts;          /* RATIO: upper bound of numerator and denominator, so that products
                               fit; 0: none */
    const char *default_value;  /* the value of a missing key, written as in a file (flow style) and
                                   read by the same code; one that cannot be read is
                                   WYRM_ERROR_INTERNAL. NULL: the value is absent, but a RECORD
                                   without required rows and with at least one default is filled
                                   from the defaults of its rows */
    const char *unit;           /* "hit points", "tiles"; NULL: none */
    const char *const *choices; /* CHOICE: ended by NULL */
    const wyrm_field *fields;   /* RECORD, LIST, MAP: ended by WYRM_KIND_END */
    const wyrm_field *others;   /* RECORD: the row of keys that are not in `fields`, whose names the
                                   user chooses; NULL: other keys are errors */
    const char *const (*retired)[2]; /* RECORD: {key, advice} for keys of earlier versions and other
                                        words, ended by {NULL}; NULL: none */
    const char *summary;             /* one sentence: what the value means in the game */
    const char *hint;                /* how to write it, shown for a value of the wrong kind; NULL:
                                        a text made from the kind */
    const char *source;              /* source of the number or formula; NULL: none */
    bool ranged; /* an AMOUNT that used to be a RANGE: a single number is dumped as one, [3, 3] */
    bool dotted; /* NAME, and names of a MAP: may contain dots, "orc.hp" */
    bool lines;  /* TEXT: a script. Line breaks stay, at most `greatest` bytes; a name ending in
                    .lua is a file in the same folder, whose text is used instead */
};

/* One row of a table: WYRM_ROW("hits", REAL, .least = 1, .summary = "how many ..."). */
#define WYRM_ROW(key, type, ...)                                                                   \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_##type, __VA_ARGS__                                         \
    }

/* A table with one row: the element of a list or map. */
#define WYRM_ELEMENT(key, type, ...)                                                               \
    {                                                                                              \
        WYRM_ROW(key, type, __VA_ARGS__),                                                          \
        {                                                                                          \
            .kind = WYRM_KIND_END                                                                  \
        }                                                                                          \
    }

/* Rows that a model adds to the records of another section, such as a combat model's stats to every
 * monster. For a section that is a MAP or LIST they join the rows of its element. Of rows with the
 * same name the first counts: the section's own, then its model's, then those of extensions in the
 * order of sections. */
typedef struct wyrm_extension {
    const char *section;      /* NULL ends a table of extensions */
    const wyrm_field *fields; /* ended by WYRM_KIND_END */
} wyrm_extension;

struct base_arena;
struct wyrm_value;

/* One choice under `models:`. The model structs of combat, growth and so on begin with one of
 * these. */
typedef struct wyrm_model {
    const char *name;                 /* as written under `models:` */
    const char *summary;              /* one sentence */
    const wyrm_field *parameters;     /* rows of the model's section, ended by WYRM_KIND_END */
    const wyrm_extension *extensions; /* NULL: none */
    /* Returns more rows that the model's section in a file declares, such as the user's own stats,
     * as extensions that take precedence over those above. They are allocated in the arena, which
     * lives as long as the ruleset. The section is unchecked and may contain any error. NULL: a
     * file cannot declare rows. */
    const wyrm_extension *(*declare)(struct base_arena *arena, const struct wyrm_value *section);
    bool same_names; /* the declared rows have names of `extensions`, with words chosen by the
                        file */
    bool own_names;  /* the maps of its section name and bound the file's own things, such as what a
                       script counts; a bound that is never reached is then no finding */
} wyrm_model;

/* One section of a ruleset: a top-level key. A section with models always exists: if the file
 * leaves it out it is read as empty, so that missing required keys are reported. Only an optional
 * section without a chosen model is absent. */
typedef struct wyrm_section {
    wyrm_field field;                /* its key and kind. For a RECORD with `models`, `fields` are
                                        the rows common to all models, or NULL */
    const wyrm_model *const *models; /* ended by NULL; NULL: the section has no models. Else the key
                                        `field.name` under `models:` chooses one, whose parameters
                                        join the rows of the section */
    const char *default_model;       /* used if `models:` does not choose one; NULL: it must */
    bool optional;    /* without a default `models:` need not choose one; the section is then
                         absent */
    const char *like; /* another section, or NULL: rows that models add to its records are added to
                         this one's, too, but without defaults and never required */
} wyrm_section;

typedef struct wyrm_schema {
    const wyrm_section *sections;
    size_t count;
} wyrm_schema;

/* The sections that every schema has are built into the reader and not listed in it: name (NAME,
 * required), title, description, source (TEXT), extends (a shipped name or a path), and models
 * (RECORD: one CHOICE for each section with models). */

/* The page of the guide that lists every section, model and key, as Markdown. *out is owned by the
 * caller (wyrm_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_schema_guide(const wyrm_schema *schema, char **out,
                                                       wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
