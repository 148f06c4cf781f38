/* Reads CSV (RFC 4180) record by record: memory for the longest record is enough, however long the
 * file. */
#ifndef WYRM_SRC_BASE_CSV_H
#define WYRM_SRC_BASE_CSV_H

#include "base/arena.h"

typedef struct base_csv {
    /* The record that base_csv_next has read; valid until the next call. */
    size_t count;
    char **fields; /* each ended by a NUL, without its quotes and surrounding blanks */
    uint64_t line; /* where the record begins, from 1 */
    /* NULL, or a sentence why the record cannot be used: it has no fields then */
    const char *wrong;
    /* The source. */
    int file;
    char separator; /* comma, semicolon or tab, whichever the first record has most of */
    uint64_t next_line;
    size_t line_max, fields_max;
    char *text; /* the fields of the record, one after another */
    char *buffer;
    size_t filled, used;
    int failed; /* errno of a failed read; 0: none */
} base_csv;

/* Opens a file or pipe whose records have at most line_max bytes and fields_max fields. Part of a
 * job: everything lies in its arena, and the file is closed with it. WYRM_ERROR_IO if it cannot be
 * read. */
WYRM_API base_csv *base_csv_open(base_arena *arena, const char *path, size_t line_max,
                                 size_t fields_max) BASE_SHARED(base_csv_open);

/* Reads the next record, skipping empty lines. False at the end. A failed read ends the job. */
WYRM_API bool base_csv_next(base_arena *arena, base_csv *csv) BASE_SHARED(base_csv_next);

#endif
