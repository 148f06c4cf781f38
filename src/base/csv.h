/* Reading CSV (RFC 4180), record by record: what is read takes no more memory than its longest
 * record, however long the file. */
#ifndef WYRM_SRC_BASE_CSV_H
#define WYRM_SRC_BASE_CSV_H

#include "base/arena.h"

typedef struct base_csv {
    /* Of the record that base_csv_next has read: valid until it is asked again. */
    size_t count;
    char **fields;     /* each ended by a NUL, without its quotes and the blanks around them */
    uint64_t line;     /* where it begins, from 1 */
    const char *wrong; /* NULL, or why it cannot be used: a sentence; then there are no fields */
    /* What it is read from. */
    int file;
    char separator; /* that of the first record: a comma, or more semicolons or tabs than those */
    uint64_t next_line;
    size_t line_max, fields_max;
    char *text; /* of the record, field by field */
    char *buffer;
    size_t filled, used;
    int failed; /* an errno */
} base_csv;

/* Opens a file or pipe: a record may have so many bytes and fields. Part of a job, in whose
 * arena all of it lies, and with which it is closed; WYRM_ERROR_IO where it cannot be read. */
WYRM_API base_csv *base_csv_open(base_arena *arena, const char *path, size_t line_max,
                                 size_t fields_max) BASE_SHARED(base_csv_open);

/* The next record; empty lines are passed over. False at the end, and where reading fails, which
 * ends the job. */
WYRM_API bool base_csv_next(base_arena *arena, base_csv *csv) BASE_SHARED(base_csv_next);

#endif
