/* Reading runs back out of a file of results. */
#include "sim/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQL_MAX 2048

wyrm_status wyrm_results_count(wyrm_results *results, uint64_t from, uint64_t *count,
                               uint64_t *missing, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    int code = sqlite3_prepare_v2(results->database, "SELECT count(*) FROM run", -1, &select, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    *count = code == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(select, 0) : 0;
    sqlite3_finalize(select);
    if (code != SQLITE_ROW)
        return wyrm_results_fail(results, "read", error);
    code = sqlite3_prepare_v2(results->database, "SELECT run FROM run WHERE run >= ? ORDER BY run",
                              -1, &select, NULL);
    *missing = from;
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(select, 1, (sqlite3_int64)from);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    while (code == SQLITE_ROW && (uint64_t)sqlite3_column_int64(select, 0) == *missing) {
        ++*missing;
        code = sqlite3_step(select);
    }
    sqlite3_finalize(select);
    return code == SQLITE_ROW || code == SQLITE_DONE ? WYRM_OK
                                                     : wyrm_results_fail(results, "read", error);
}

/* One table being read, in the order of runs; `code` is SQLITE_ROW while there is a row. */
typedef struct cursor {
    const results_table *table;
    sqlite3_stmt *select;
    int code;
} cursor;

/* What the numbers of a file mean in a design: by number, -2 for a name that it does not know. */
typedef struct names {
    int32_t *numbers;
    size_t count;
} names;

typedef struct reading {
    wyrm_results *results;
    cursor cursors[RESULTS_TABLE_COUNT];
    names monsters, items;
    wyrm_run *run;
} reading;

/* The number of a name in the design, or -2. */
static int32_t find_name(const wyrm_design *design, bool monster, const char *name)
{
    int32_t found = monster ? wyrm_roster_find(wyrm_design_roster(design), name)
                            : wyrm_loot_find(wyrm_design_loot(design), name);
    return found < 0 ? -2 : found;
}

static wyrm_status read_names(wyrm_results *results, const wyrm_design *design, bool monster,
                              names *out, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    out->numbers = malloc(WYRM_KINDS_MAX * sizeof *out->numbers);
    if (!out->numbers)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    int code = sqlite3_prepare_v2(results->database,
                                  "SELECT name FROM name WHERE what = ? ORDER BY number", -1,
                                  &select, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(select, 1, monster ? "monster" : "item", -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    while (code == SQLITE_ROW && out->count < WYRM_KINDS_MAX) {
        const char *name = (const char *)sqlite3_column_text(select, 0);
        out->numbers[out->count++] = find_name(design, monster, name ? name : "");
        code = sqlite3_step(select);
    }
    sqlite3_finalize(select);
    return code == SQLITE_DONE ? WYRM_OK : wyrm_results_fail(results, "read", error);
}

static wyrm_status open_cursor(wyrm_results *results, results_table_index index, uint64_t first,
                               cursor *out, wyrm_error *error)
{
    char sql[SQL_MAX], after[128];
    out->table = &wyrm_results_tables[index];
    snprintf(after, sizeof after, " FROM %s WHERE run >= ? ORDER BY run%s", out->table->name,
             out->table->key);
    wyrm_results_list(out->table, "SELECT ", after, false, sql, sizeof sql);
    out->code = sqlite3_prepare_v2(results->database, sql, -1, &out->select, NULL);
    if (out->code == SQLITE_OK)
        out->code = sqlite3_bind_int64(out->select, 1, (sqlite3_int64)first);
    if (out->code == SQLITE_OK)
        out->code = sqlite3_step(out->select);
    return out->code == SQLITE_ROW || out->code == SQLITE_DONE
               ? WYRM_OK
               : wyrm_results_fail(results, "read", error);
}

/* A whole number of the range; false where it is none. */
static bool take_whole(sqlite3_stmt *select, int index, int64_t least, int64_t greatest,
                       int64_t *out)
{
    *out = sqlite3_column_int64(select, index);
    return sqlite3_column_type(select, index) == SQLITE_INTEGER && *out >= least &&
           *out <= greatest;
}

/* One field of a record, as its type is kept; false where it is not. */
static bool read_field(sqlite3_stmt *select, int index, results_type type, void *field)
{
    int64_t whole = 0;
    bool read = false;
    switch (type) {
    case RESULTS_REAL:
        *(double *)field = sqlite3_column_double(select, index);
        read = (sqlite3_column_type(select, index) == SQLITE_FLOAT ||
                sqlite3_column_type(select, index) == SQLITE_INTEGER) &&
               isfinite(*(double *)field);
        break;
    case RESULTS_BOOL:
        read = take_whole(select, index, 0, 1, &whole);
        *(bool *)field = whole == 1;
        break;
    case RESULTS_I32:
        read = take_whole(select, index, INT32_MIN, INT32_MAX, &whole);
        *(int32_t *)field = read ? (int32_t)whole : 0;
        break;
    case RESULTS_U32:
        read = take_whole(select, index, 0, UINT32_MAX, &whole);
        *(uint32_t *)field = read ? (uint32_t)whole : 0;
        break;
    case RESULTS_END:
        break;
    }
    return read;
}

static bool read_row(const cursor *from, void *record)
{
    bool read = true;
    int index = 1;
    for (const results_column *column = from->table->columns; column->type != RESULTS_END;
         column++, index++)
        read &= read_field(from->select, index, column->type, (char *)record + column->offset);
    return read;
}

/* The rows of a run, at most so many; rows of runs that are not there are passed over. False where
 * one of them is broken. */
static bool read_rows(cursor *from, uint64_t run, void *records, size_t most, size_t *count)
{
    bool read = true;
    *count = 0;
    while (from->code == SQLITE_ROW && (uint64_t)sqlite3_column_int64(from->select, 0) <= run) {
        if ((uint64_t)sqlite3_column_int64(from->select, 0) == run && *count < most)
            read &= read_row(from, (char *)records + (*count)++ * from->table->size);
        from->code = sqlite3_step(from->select);
    }
    return read;
}

static bool rename_one(const names *known, int32_t *number)
{
    if (*number < 0)
        return true;
    *number = (size_t)*number < known->count ? known->numbers[*number] : -2;
    return *number != -2;
}

/* The numbers of the file become those of the design. */
static bool rename_all(const reading *state)
{
    wyrm_run *run = state->run;
    bool known = rename_one(&state->monsters, &run->killer);
    for (size_t i = 0; i < run->fight_count; i++)
        known &= rename_one(&state->monsters, &run->fights[i].monster);
    for (size_t i = 0; i < run->item_count; i++)
        known &= rename_one(&state->items, &run->items[i].kind);
    return known;
}

static wyrm_status read_run(reading *state, wyrm_error *error)
{
    wyrm_run *run = state->run;
    cursor *runs = &state->cursors[RESULTS_RUN];
    run->seed = state->results->facts.seed;
    run->run = (uint64_t)sqlite3_column_int64(runs->select, 0);
    bool read = read_row(runs, run);
    read &= read_rows(&state->cursors[RESULTS_FLOOR], run->run, run->floors, WYRM_RUN_FLOORS_MAX,
                      &run->floor_count);
    read &= read_rows(&state->cursors[RESULTS_FIGHT], run->run, run->fights, WYRM_RUN_FIGHTS_MAX,
                      &run->fight_count);
    read &= read_rows(&state->cursors[RESULTS_ITEM], run->run, run->items, WYRM_KINDS_MAX,
                      &run->item_count);
    runs->code = sqlite3_step(runs->select);
    if (!read || (unsigned)run->end >= WYRM_RUN_END_COUNT || run->floor_count == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.150s: run %llu is broken",
                         state->results->path, (unsigned long long)run->run);
    if (!rename_all(state))
        return wyrm_fail(error, WYRM_ERROR_UNKNOWN,
                         "%.100s: run %llu has a monster or item that the ruleset does not know",
                         state->results->path, (unsigned long long)run->run);
    return WYRM_OK;
}

static wyrm_status open_all(reading *state, const wyrm_design *design, uint64_t first,
                            wyrm_error *error)
{
    state->run = malloc(sizeof *state->run);
    wyrm_status status =
        state->run ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = read_names(state->results, design, true, &state->monsters, error);
    if (status == WYRM_OK)
        status = read_names(state->results, design, false, &state->items, error);
    for (size_t i = 0; i < RESULTS_TABLE_COUNT && status == WYRM_OK; i++)
        status =
            open_cursor(state->results, (results_table_index)i, first, &state->cursors[i], error);
    return status;
}

wyrm_status
wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t most,
                  wyrm_status (*take)(const wyrm_run *run, void *context, wyrm_error *error),
                  void *context, wyrm_error *error)
{
    reading state = {.results = results};
    wyrm_status status = open_all(&state, design, first, error);
    while (status == WYRM_OK && most-- > 0 && state.cursors[RESULTS_RUN].code == SQLITE_ROW) {
        status = read_run(&state, error);
        if (status == WYRM_OK)
            status = take(state.run, context, error);
    }
    if (status == WYRM_OK && state.cursors[RESULTS_RUN].code != SQLITE_ROW &&
        state.cursors[RESULTS_RUN].code != SQLITE_DONE)
        status = wyrm_results_fail(results, "read", error);
    for (size_t i = 0; i < RESULTS_TABLE_COUNT; i++)
        sqlite3_finalize(state.cursors[i].select);
    free(state.monsters.numbers);
    free(state.items.numbers);
    free(state.run);
    return status;
}
