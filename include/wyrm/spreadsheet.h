/* Spreadsheets as sections of a ruleset: a CSV file with a line of headings becomes YAML.
 *
 * Columns are `name` and keys of the section, those of nested records with dots: "effect.kind".
 * Commas, semicolons or tabs part them, as RFC 4180 has quotes; a mark of UTF-8 and lines ended by
 * CR LF do no harm. Cells are what may stand in a ruleset: 3, 2d6+1, [3, 7], true, a text.
 *
 * Whether a heading or a cell is understood is for the reader of rulesets to say. What it does not
 * take is left out of the YAML and kept as a comment with its place and the reader's sentence; so
 * what comes out reads.
 */
#ifndef WYRM_SPREADSHEET_H
#define WYRM_SPREADSHEET_H

#include <wyrm/design.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_SPREADSHEET_ROWS    2000
#define WYRM_SPREADSHEET_COLUMNS 128
#define WYRM_SPREADSHEET_LINE    ((size_t)1 << 16) /* bytes of a row */
#define WYRM_SPREADSHEET_CELL    2000              /* bytes of a cell */

/* What rows can be: "monsters", "weapons", "armors", "items"; ended by NULL. */
WYRM_API extern const char *const wyrm_spreadsheet_sections[];

typedef struct wyrm_spreadsheet_options {
    const char *into;    /* one of these */
    const char *extends; /* the ruleset that they are for, as `extends` names it; NULL: none, and
                            the models that know most of the columns are named */
    const char *file;    /* where the YAML will stand, for a path in `extends`; NULL: anywhere */
    const char *allowed; /* a folder whose files may be extended, too, as by
                            wyrm_design_open_allowing; NULL: none */
} wyrm_spreadsheet_options;

/* Something that is left out. */
typedef struct wyrm_spreadsheet_fault {
    uint64_t line;     /* of the CSV file, from 1 */
    size_t column;     /* from 1; 0: the whole row */
    const char *words; /* "line 3, column 2 (power): 'x': ..." */
} wyrm_spreadsheet_fault;

typedef struct wyrm_spreadsheet {
    const char *into;
    const char *yaml; /* a whole ruleset file */
    size_t rows;      /* that the file has */
    size_t kept;      /* that are in the YAML */
    size_t fault_count;
    const wyrm_spreadsheet_fault *faults; /* by line and column */
} wyrm_spreadsheet;

/* On success *out is owned by the caller (wyrm_spreadsheet_free); else it is NULL and `errors` (may
 * be NULL) says why.
 * WYRM_ERROR_IO        the file cannot be read
 * WYRM_ERROR_SYNTAX    it has no column `name`, or no row
 * WYRM_ERROR_LIMIT     more than the limits above, or than a ruleset may have
 * WYRM_ERROR_ARGUMENT  there is no such section
 * WYRM_ERROR_RULESET   what it extends does not read
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_spreadsheet_read(const char *path,
                                                           const wyrm_spreadsheet_options *options,
                                                           wyrm_spreadsheet **out,
                                                           wyrm_errors *errors);
WYRM_API void wyrm_spreadsheet_free(wyrm_spreadsheet *sheet); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
