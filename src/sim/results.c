/* Files of results: opening, writing, merging. */
#include "sim/results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_PER_COMMIT 1000 /* lost at most where the process is killed */
#define SQL_MAX         2048

static wyrm_status open_file(const char *path, int flags, wyrm_results **out, wyrm_error *error)
{
    wyrm_results *results = calloc(1, sizeof *results);
    *out = NULL;
    if (!results)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    snprintf(results->path, sizeof results->path, "%s", path);
    if (sqlite3_open_v2(path, &results->database, flags, NULL) != SQLITE_OK) {
        wyrm_status status = wyrm_results_fail(results, "opened", error);
        wyrm_results_close(results);
        return status;
    }
    *out = results;
    return WYRM_OK;
}

/* ---- Making ---- */

static wyrm_status make_table(wyrm_results *results, const results_table *table, wyrm_error *error)
{
    char sql[SQL_MAX], before[64], after[64];
    snprintf(before, sizeof before, "CREATE TABLE %s(", table->name);
    snprintf(after, sizeof after, ", PRIMARY KEY(run%s)) WITHOUT ROWID", table->key);
    wyrm_results_list(table, before, after, false, sql, sizeof sql);
    return wyrm_results_do(results, sql, "written", error);
}

/* The names behind the numbers of monsters and kinds of items. */
static wyrm_status put_names(wyrm_results *results, const wyrm_design *design, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t monsters = wyrm_roster_count(roster);
    size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    sqlite3_stmt *insert = NULL;
    if (sqlite3_prepare_v2(results->database, "INSERT INTO name(what, number, name) VALUES(?,?,?)",
                           -1, &insert, NULL) != SQLITE_OK)
        return wyrm_results_fail(results, "written", error);
    int code = SQLITE_DONE;
    for (size_t i = 0; i < monsters + items && code == SQLITE_DONE; i++) {
        bool monster = i < monsters;
        const char *name =
            monster ? wyrm_roster_monster(roster, i)->name : kinds[i - monsters].name;
        sqlite3_bind_text(insert, 1, monster ? "monster" : "item", -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)(monster ? i : i - monsters));
        sqlite3_bind_text(insert, 3, name, -1, SQLITE_STATIC);
        code = sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return code == SQLITE_DONE ? WYRM_OK : wyrm_results_fail(results, "written", error);
}

/* Tables for programs, and views with names for people. */
static const char views[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE name(what TEXT, number INTEGER, name TEXT, PRIMARY KEY(what, number))"
    " WITHOUT ROWID;";
static const char named_views[] =
    "CREATE VIEW runs AS SELECT run.*, name.name AS killed_by FROM run LEFT JOIN name"
    " ON name.what = 'monster' AND name.number = run.killer;"
    "CREATE VIEW fights AS SELECT fight.*, name.name AS name FROM fight LEFT JOIN name"
    " ON name.what = 'monster' AND name.number = fight.monster;"
    "CREATE VIEW items AS SELECT item.*, name.name AS name FROM item LEFT JOIN name"
    " ON name.what = 'item' AND name.number = item.kind;";

static wyrm_status make_file(wyrm_results *results, const wyrm_design *design, wyrm_error *error)
{
    wyrm_status status = wyrm_results_do(results, views, "written", error);
    for (size_t i = 0; i < RESULTS_TABLE_COUNT && status == WYRM_OK; i++)
        status = make_table(results, &wyrm_results_tables[i], error);
    if (status == WYRM_OK)
        status = wyrm_results_do(results, named_views, "written", error);
    if (status == WYRM_OK)
        status = wyrm_results_put_facts(results, error);
    if (status == WYRM_OK)
        status = put_names(results, design, error);
    return status;
}

static wyrm_status is_empty(wyrm_results *results, bool *out, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    int code = sqlite3_prepare_v2(results->database, "SELECT count(*) FROM sqlite_master", -1,
                                  &select, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    *out = code == SQLITE_ROW && sqlite3_column_int64(select, 0) == 0;
    sqlite3_finalize(select);
    return code == SQLITE_ROW ? WYRM_OK : wyrm_results_fail(results, "read", error);
}

static wyrm_status begin(wyrm_results *results, wyrm_error *error)
{
    wyrm_status status = wyrm_results_do(results, "BEGIN IMMEDIATE", "written", error);
    results->in_transaction = status == WYRM_OK;
    return status;
}

static wyrm_status prepare_inserts(wyrm_results *results, wyrm_error *error)
{
    char sql[SQL_MAX], before[64];
    for (size_t i = 0; i < RESULTS_TABLE_COUNT; i++) {
        const results_table *table = &wyrm_results_tables[i];
        snprintf(before, sizeof before, "INSERT INTO %s(", table->name);
        wyrm_results_list(table, before, ") VALUES(", true, sql, sizeof sql);
        if (sqlite3_prepare_v3(results->database, sql, -1, SQLITE_PREPARE_PERSISTENT,
                               &results->inserts[i], NULL) != SQLITE_OK)
            return wyrm_results_fail(results, "written", error);
    }
    return WYRM_OK;
}

/* Makes the file, or holds what it has against the facts. */
static wyrm_status settle_facts(wyrm_results *results, const wyrm_design *design,
                                const wyrm_results_facts *facts, wyrm_error *error)
{
    bool empty;
    wyrm_status status = is_empty(results, &empty, error);
    if (status != WYRM_OK)
        return status;
    if (!empty)
        status = wyrm_results_get_facts(results, error);
    if (status == WYRM_OK && !empty)
        return wyrm_results_same_facts(facts, &results->facts, results->path, error);
    results->facts = *facts;
    return status == WYRM_OK ? make_file(results, design, error) : status;
}

wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                               const wyrm_results_facts *facts, wyrm_results **out,
                               wyrm_error *error)
{
    wyrm_results *results;
    wyrm_status status =
        open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &results, error);
    *out = NULL;
    if (status != WYRM_OK)
        return status;
    status = wyrm_results_do(results, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=NORMAL",
                             "opened", error);
    if (status == WYRM_OK)
        status = begin(results, error);
    if (status == WYRM_OK)
        status = settle_facts(results, design, facts, error);
    if (status == WYRM_OK)
        status = prepare_inserts(results, error);
    if (status != WYRM_OK) {
        wyrm_results_close(results);
        return status;
    }
    *out = results;
    return WYRM_OK;
}

wyrm_status wyrm_results_read(const char *path, wyrm_results **out, wyrm_error *error)
{
    wyrm_results *results;
    wyrm_status status = open_file(path, SQLITE_OPEN_READONLY, &results, error);
    *out = NULL;
    if (status != WYRM_OK)
        return status;
    status = wyrm_results_get_facts(results, error);
    if (status != WYRM_OK) {
        wyrm_results_close(results);
        return status;
    }
    *out = results;
    return WYRM_OK;
}

const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results)
{
    return &results->facts;
}

/* ---- Adding ---- */

static void bind(sqlite3_stmt *insert, int index, results_type type, const void *field)
{
    switch (type) {
    case RESULTS_U32:
        sqlite3_bind_int64(insert, index, *(const uint32_t *)field);
        break;
    case RESULTS_I32:
        sqlite3_bind_int64(insert, index, *(const int32_t *)field);
        break;
    case RESULTS_REAL:
        sqlite3_bind_double(insert, index, *(const double *)field);
        break;
    case RESULTS_BOOL:
        sqlite3_bind_int(insert, index, *(const bool *)field);
        break;
    case RESULTS_END:
        break;
    }
}

static int insert_row(sqlite3_stmt *insert, const results_table *table, uint64_t run,
                      const void *record)
{
    int index = 1;
    sqlite3_bind_int64(insert, index++, (sqlite3_int64)run);
    for (const results_column *column = table->columns; column->type != RESULTS_END; column++)
        bind(insert, index++, column->type, (const char *)record + column->offset);
    int code = sqlite3_step(insert);
    sqlite3_reset(insert);
    return code;
}

static int insert_rows(wyrm_results *results, results_table_index index, uint64_t run,
                       const void *records, size_t count)
{
    const results_table *table = &wyrm_results_tables[index];
    int code = SQLITE_DONE;
    for (size_t i = 0; i < count && code == SQLITE_DONE; i++)
        code = insert_row(results->inserts[index], table, run,
                          (const char *)records + i * table->size);
    return code;
}

wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run, wyrm_error *error)
{
    if (!results->in_transaction) {
        wyrm_status status = begin(results, error);
        if (status != WYRM_OK)
            return status;
    }
    int code = insert_rows(results, RESULTS_RUN, run->run, run, 1);
    if (code == SQLITE_CONSTRAINT)
        return WYRM_OK; /* it is there already */
    if (code == SQLITE_DONE)
        code = insert_rows(results, RESULTS_FLOOR, run->run, run->floors, run->floor_count);
    if (code == SQLITE_DONE)
        code = insert_rows(results, RESULTS_FIGHT, run->run, run->fights, run->fight_count);
    if (code == SQLITE_DONE)
        code = insert_rows(results, RESULTS_ITEM, run->run, run->items, run->item_count);
    if (code != SQLITE_DONE)
        return wyrm_results_fail(results, "written", error);
    return ++results->pending >= RUNS_PER_COMMIT ? wyrm_results_flush(results, error) : WYRM_OK;
}

wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error)
{
    if (!results->in_transaction)
        return WYRM_OK;
    wyrm_status status = wyrm_results_do(results, "COMMIT", "written", error);
    results->in_transaction = status != WYRM_OK;
    results->pending = 0;
    return status;
}

void wyrm_results_close(wyrm_results *results)
{
    if (!results)
        return;
    for (size_t i = 0; i < RESULTS_TABLE_COUNT; i++)
        sqlite3_finalize(results->inserts[i]);
    sqlite3_close(results->database);
    free(results);
}

/* ---- Merging ---- */

/* Whether runs that both have are the same: rows of the other's that this one lacks, of runs that
 * it has. */
static wyrm_status hold_against(wyrm_results *into, const char *path, wyrm_error *error)
{
    for (size_t i = 0; i < RESULTS_TABLE_COUNT; i++) {
        char sql[SQL_MAX];
        sqlite3_stmt *select = NULL;
        snprintf(sql, sizeof sql,
                 "SELECT run FROM (SELECT * FROM other.%s WHERE run IN (SELECT run FROM main.run)"
                 " EXCEPT SELECT * FROM main.%s) LIMIT 1",
                 wyrm_results_tables[i].name, wyrm_results_tables[i].name);
        int code = sqlite3_prepare_v2(into->database, sql, -1, &select, NULL);
        if (code == SQLITE_OK)
            code = sqlite3_step(select);
        sqlite3_int64 run = code == SQLITE_ROW ? sqlite3_column_int64(select, 0) : 0;
        sqlite3_finalize(select);
        if (code == SQLITE_ROW)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "run %lld differs between %.80s and %.80s",
                             (long long)run, into->path, path);
        if (code != SQLITE_DONE)
            return wyrm_results_fail(into, "read", error);
    }
    return WYRM_OK;
}

static wyrm_status copy_all(wyrm_results *into, wyrm_error *error)
{
    wyrm_status status = begin(into, error);
    /* The runs last: whose numbers say what is there already. */
    for (size_t i = RESULTS_TABLE_COUNT; i-- > 0 && status == WYRM_OK;) {
        char sql[SQL_MAX];
        snprintf(sql, sizeof sql,
                 "INSERT INTO main.%s SELECT * FROM other.%s"
                 " WHERE run NOT IN (SELECT run FROM main.run) ORDER BY run",
                 wyrm_results_tables[i].name, wyrm_results_tables[i].name);
        status = wyrm_results_do(into, sql, "written", error);
    }
    return status == WYRM_OK ? wyrm_results_flush(into, error) : status;
}

wyrm_status wyrm_results_merge(wyrm_results *into, const char *path, wyrm_error *error)
{
    wyrm_results *other;
    wyrm_status status = wyrm_results_read(path, &other, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_results_same_facts(&into->facts, &other->facts, path, error);
    wyrm_results_close(other);
    if (status == WYRM_OK)
        status = wyrm_results_flush(into, error);
    if (status != WYRM_OK)
        return status;
    sqlite3_stmt *attach = NULL;
    int code = sqlite3_prepare_v2(into->database, "ATTACH ? AS other", -1, &attach, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(attach);
    sqlite3_finalize(attach);
    if (code != SQLITE_DONE)
        return wyrm_results_fail(into, "read", error);
    status = hold_against(into, path, error);
    if (status == WYRM_OK)
        status = copy_all(into, error);
    if (into->in_transaction && wyrm_results_do(into, "ROLLBACK", "written", NULL) == WYRM_OK)
        into->in_transaction = false;
    wyrm_status detached = wyrm_results_do(into, "DETACH other", "closed", NULL);
    return status != WYRM_OK ? status : detached;
}
