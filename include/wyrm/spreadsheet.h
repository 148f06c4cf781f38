/* Spreadsheets as sections of a ruleset: a CSV file with a line of headings becomes YAML.
 *
 * Columns are `name` and keys of the section, with dots for nested records: "effect.kind". They are
 * separated by commas, semicolons or tabs, with quotes as in RFC 4180; a UTF-8 byte order mark and
 * CR LF line ends are accepted. Cells are values of a ruleset: 3, 2d6+1, [3, 7], true, a text.
 *
 * The reader of rulesets decides whether a heading or cell is valid. What it rejects is left out of
 * the YAML and kept as a comment with its position and the reader's message, so the result can
 * always be read.
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
    const char *into;    /* one of wyrm_spreadsheet_sections */
    const char *extends; /* the ruleset to extend, as `extends` names it; NULL: none, and the models
                            that know most of the columns are chosen */
    const char *file;    /* where the YAML will be stored, for a path in `extends`; NULL:
                            anywhere */
    const char *allowed; /* a folder whose files may be extended, too (NULL: none), as by
                            wyrm_design_open_allowing */
} wyrm_spreadsheet_options;

/* A cell, column or row that was left out. */
typedef struct wyrm_spreadsheet_fault {
    uint64_t line;     /* of the CSV file, from 1 */
    size_t column;     /* from 1; 0: the whole row */
    const char *words; /* "line 3, column 2 (power): 'x': ..." */
} wyrm_spreadsheet_fault;

typedef struct wyrm_spreadsheet {
    const char *into;
    const char *yaml; /* a whole ruleset file */
    size_t rows;      /* rows in the file */
    size_t kept;      /* rows in the YAML */
    size_t fault_count;
    const wyrm_spreadsheet_fault *faults; /* by line and column */
} wyrm_spreadsheet;

/* Reads a CSV file. On success *out is owned by the caller (wyrm_spreadsheet_free); else it is NULL
 * and `errors` (may be NULL) says why.
 * WYRM_ERROR_IO        the file cannot be read
 * WYRM_ERROR_SYNTAX    it has no column `name`, or no row
 * WYRM_ERROR_LIMIT     one of the limits above, or of a ruleset
 * WYRM_ERROR_ARGUMENT  there is no such section
 * WYRM_ERROR_RULESET   the extended ruleset cannot be read
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
