/* The schema table: what may stand in a ruleset file.
 *
 * A schema is plain constant data. The reader checks a file against it, and the JSON Schema, the
 * page of the guide and every "did you mean" come out of the same rows. The layers above bring
 * their own rows: a combat model, say, is one file that ends in a wyrm_model with the rows of its
 * parameters.
 */
#ifndef WYRM_SCHEMA_H
#define WYRM_SCHEMA_H

#include <wyrm/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How values are written. Numbers are decimal digits: no hexadecimal, octal or '_', no leading
 * zeros, no quotes, nothing infinite. An alias counts as what it stands for. */
typedef enum wyrm_kind {
    WYRM_KIND_END = 0, /* ends a table of rows */
    WYRM_KIND_BOOL,    /* true, false; nothing else */
    WYRM_KIND_INTEGER, /* a whole number in least..greatest, and an int64_t */
    WYRM_KIND_REAL,    /* a finite decimal number in least..greatest; never -0 */
    WYRM_KIND_RATIO,   /* 1/10, or 0.1, or 1: kept exactly, at most 18 digits; in least..greatest.
                          May stand in quotes, as a file written as JSON needs it */
    WYRM_KIND_TEXT,   /* any text of at most WYRM_TEXT_MAX bytes, no control characters: line breaks
                       and tabs become one blank, those at the end are dropped */
    WYRM_KIND_NAME,   /* ASCII letters, digits, '_' and '-', a letter first: at most 63 bytes */
    WYRM_KIND_CHOICE, /* one of `choices` */
    WYRM_KIND_RANGE,  /* [least, greatest] whole numbers within 2^53, ascending; or one number for
                           both */
    WYRM_KIND_INTERVAL, /* [least, greatest] decimal numbers, ascending; or one number for both */
    WYRM_KIND_TABLE,  /* depth table [[value, from_depth], ...] ascending by depth, depths from 1 to
                        WYRM_TABLE_DEPTH_MAX; or one number, which is [[number, 1]]: it holds at
                        every depth */
    WYRM_KIND_AMOUNT, /* a random whole number (wyrm/amount.h): 3, 2d6+1, [3, 7], {0: 1, 2: 3}...
                         Its text may stand in quotes, and must where YAML would read it as
                         something else: "[3, 7]+1" */
    WYRM_KIND_MARGIN, /* a decimal number in least..greatest, or relative to what it is a margin of:
                         3 %, from 0 to 100. May stand in quotes */
    WYRM_KIND_RECORD, /* named values: `fields` are its rows */
    WYRM_KIND_LIST,   /* values without names: `fields` is one row, the element's */
    WYRM_KIND_MAP,    /* values under names of the user's choice (NAME), in file order: `fields` is
                         one row, the element's */
} wyrm_kind;

#define WYRM_TEXT_MAX 2000

/* The deepest depth that a depth table may name. */
#define WYRM_TABLE_DEPTH_MAX 10000

typedef struct wyrm_field wyrm_field;
struct wyrm_field {
    const char *name; /* the key; of an element row: what one element is called ("monster") */
    wyrm_kind kind;
    bool required;          /* an error where the key is missing; else `default_value` counts */
    double least, greatest; /* of numbers, of both ends of ranges, of the values of a table, of the
                               least and greatest value of dice and amounts, of the count of a list
                               or map; both 0: no limit; an infinite one: none on that side */
    int64_t parts;          /* of a RATIO: the greatest that either of its numbers may be, so that
                               products fit; 0: any */
    const char *default_value;  /* the value where the key is missing, as it would stand in the file
                               (flow style), read by the same code; one that does not read is
                               WYRM_ERROR_INTERNAL. NULL: the value is then absent, except that a
                               RECORD none of whose rows is required, and at least one of which has
                               a default, is filled from the defaults of its rows */
    const char *unit;           /* "hit points", "tiles"; NULL: none */
    const char *const *choices; /* of CHOICE, ended by NULL */
    const wyrm_field *fields;   /* of RECORD, LIST and MAP */
    const wyrm_field *others;   /* of RECORD: the row of keys that none of `fields` names,
                                        which are then names of the user's choice; NULL: there are
                                        none such */
    const char *const (*retired)[2]; /* of RECORD: keys that earlier versions knew, each with what
                                        is so now, ended by {NULL}; NULL: none */
    const char *summary;             /* one sentence: what it means in the game */
    const char *hint;                /* how to write it, for who wrote something of another kind;
                                        NULL: its kind says it */
    const char *source;              /* where the number or formula comes from; NULL: nowhere */
    bool ranged; /* of an AMOUNT that was a RANGE once: a number is written as one, [3, 3] */
    bool dotted; /* of a NAME, and of the names of a MAP: dots may stand in it, "orc.hp" */
    bool lines;  /* of a TEXT: a script. Line breaks stay, at most `greatest` bytes; a name that
                    ends in .lua is that of a file beside the one that it stands in, whose text
                    counts as if it stood here */
};

/* One row of a table: WYRM_ROW("hits", REAL, .least = 1, .summary = "how many ..."). */
#define WYRM_ROW(key, type, ...)                                                                   \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_##type, __VA_ARGS__                                         \
    }

/* A table of but one row: the element of a list or map. */
#define WYRM_ELEMENT(key, type, ...)                                                               \
    {                                                                                              \
        WYRM_ROW(key, type, __VA_ARGS__),                                                          \
        {                                                                                          \
            .kind = WYRM_KIND_END                                                                  \
        }                                                                                          \
    }

/* Rows that a model adds to the records of another section: a combat model its stats to every
 * monster. For a section that is a MAP or LIST they join the rows of its element. Where two tables
 * have a row of the same name the first holds: the section's own, then its model's, then those of
 * extensions in the order of sections. */
typedef struct wyrm_extension {
    const char *section;      /* NULL ends a table of extensions */
    const wyrm_field *fields; /* ended by WYRM_KIND_END */
} wyrm_extension;

struct base_arena;
struct wyrm_value;

/* One choice of `models:`. The structs of combat, growth and so on begin with one of these. */
typedef struct wyrm_model {
    const char *name;                 /* as it stands under models: */
    const char *summary;              /* one sentence */
    const wyrm_field *parameters;     /* rows of the model's section, ended by WYRM_KIND_END */
    const wyrm_extension *extensions; /* NULL: none */
    /* Rows besides that the model's section of a file declares, such as stats of the user's own: as
     * extensions, which go before those above, in the arena, which lives as long as the ruleset.
     * The section is as the file has it and may still be wrong in anything. NULL: a file declares
     * none. */
    const wyrm_extension *(*declare)(struct base_arena *arena, const struct wyrm_value *section);
    bool same_names; /* what is declared are rows of `extensions`, with words of the file's own */
    bool own_names; /* the maps of its section name things of the file's own, and bound them: what a
                        script counts. A bound that nothing reaches says nothing about the file */
} wyrm_model;

/* One section of a ruleset: a top-level key. A section with models is always there: where the file
 * leaves it out it is read as empty, so that what is required in it is missed. Only an optional one
 * is not, where no model is named for it. */
typedef struct wyrm_section {
    wyrm_field field;                /* its key and shape. RECORD with `models`: `fields` are the
                                        rows that all models share, or NULL */
    const wyrm_model *const *models; /* ended by NULL; NULL: the section has no model. Else the key
                                        `field.name` under `models:` chooses one, and the rows of
                                        its parameters join the section */
    const char *default_model;       /* where `models:` does not name one; NULL: it must */
    bool optional;    /* it need not, though there is no default: then there is no such section */
    const char *like; /* another section: what models bring to its records they bring to those of
                         this one, too, but without defaults, and nothing of it is required; NULL */
} wyrm_section;

typedef struct wyrm_schema {
    const wyrm_section *sections;
    size_t count;
} wyrm_schema;

/* The sections that every schema has are known to the reader and are not listed in it:
 * name (NAME, required), title, description, source (TEXT), extends (a shipped name or a path),
 * and models (RECORD: one CHOICE a section that has models). */

/* The page of the guide that lists every section, model and key, as Markdown. As above. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_schema_guide(const wyrm_schema *schema, char **out,
                                                       wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
