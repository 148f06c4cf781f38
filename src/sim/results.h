/* The tables of a file of results, and the file itself. */
#ifndef WYRM_SRC_SIM_RESULTS_H
#define WYRM_SRC_SIM_RESULTS_H

#include <wyrm/results.h>

#include <sqlite3.h>

/* How a field of a record is kept. */
typedef enum results_type {
    RESULTS_U32,
    RESULTS_I32,
    RESULTS_REAL,
    RESULTS_BOOL,
    RESULTS_END
} results_type;

/* A column that is a field. RESULTS_END ends a table of them. */
typedef struct results_column {
    const char *name;
    results_type type;
    size_t offset;
} results_column;

/* A table whose rows belong to a run: `run` is its first column. */
typedef struct results_table {
    const char *name;
    const char *key; /* of its primary key, behind the run; "" where the run is the key */
    const results_column *columns;
    size_t size; /* of the record */
} results_table;

typedef enum results_table_index {
    RESULTS_RUN,
    RESULTS_FLOOR,
    RESULTS_FIGHT,
    RESULTS_ITEM,
    RESULTS_TABLE_COUNT
} results_table_index;

extern const results_table wyrm_results_tables[RESULTS_TABLE_COUNT];

struct wyrm_results {
    sqlite3 *database;
    char path[1024];
    wyrm_results_facts facts;
    sqlite3_stmt *inserts[RESULTS_TABLE_COUNT]; /* NULL: opened to read */
    uint64_t pending;                           /* runs since the last commit */
    bool in_transaction;
};

/* Fills *error from the database's last failure. Returns WYRM_ERROR_IO, or WYRM_ERROR_SYNTAX where
 * the file is no database or a broken one. */
wyrm_status wyrm_results_fail(const wyrm_results *results, const char *doing, wyrm_error *error);

/* Runs statements that give no rows. */
wyrm_status wyrm_results_do(wyrm_results *results, const char *sql, const char *doing,
                            wyrm_error *error);

/* "INSERT INTO floor(...)" or "SELECT ... FROM floor": the columns of a table, the run first. */
void wyrm_results_list(const results_table *table, const char *before, const char *between,
                       bool marks, char *out, size_t size);

/* The facts, to and from table meta. */
wyrm_status wyrm_results_put_facts(wyrm_results *results, wyrm_error *error);
wyrm_status wyrm_results_get_facts(wyrm_results *results, wyrm_error *error);
wyrm_status wyrm_results_same_facts(const wyrm_results_facts *wanted,
                                    const wyrm_results_facts *found, const char *path,
                                    wyrm_error *error);

#endif
