/* Files of runs: SQLite files with a row for every run, which anybody may read and nobody trusts.
 *
 * A file may come from a stranger and may be damaged. Nothing of it is used before it was checked:
 * its head and its tables must be exactly as this file writes them; the facts (which ruleset, seed,
 * bot) have a checksum, and so has each run; run numbers ascend, and there are as many as the file
 * says. SQLite works within a budget of steps meanwhile, and nothing that a file holds can run.
 *
 * There are two kinds of them, of rulesets (records.c) and of external games (external_results.c).
 * They differ in their facts, in the text of a run, and in the views that show it to people; a
 * sim_store_kind describes them.
 *
 * The first failure stays in the store, and every later call does nothing. So the functions here
 * need no error handling, and only those that other files call report the status. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sqlite3.h>
#include <xxhash.h>
#include "sim/internal.h"

#define PAGE_BYTES  32768             /* some runs to a page */
#define GROUP_BYTES ((size_t)4 << 20) /* bytes of runs in a transaction, lost in a crash */
#define FACT_MAX    1024              /* bytes of the text of a fact */

/* ---- SQLite ---- */

/* Keeps the first failure only; the sentence begins with the path. */
void sim_store_fail(sim_store *store, wyrm_status code, const char *format, ...)
{
    char sentence[200];
    va_list list;
    if (store->status != WYRM_OK)
        return;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    store->status = wyrm_fail(&store->error, code, "%.120s%s%s", store->path,
                              sentence[0] == ':' ? "" : " ", sentence);
}

static void fail_broken(sim_store *store, const char *what)
{
    sim_store_fail(store, WYRM_ERROR_SYNTAX, ": broken results: %.100s", what);
}

/* Fails by the database's last error. */
static void fail_of(sim_store *store)
{
    int code = store->database ? sqlite3_errcode(store->database) : SQLITE_NOMEM;
    const char *why = store->database ? sqlite3_errmsg(store->database) : "";
    if (code == SQLITE_NOMEM)
        sim_store_fail(store, WYRM_ERROR_MEMORY, ": out of memory");
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        sim_store_fail(store, WYRM_ERROR_IO, ": another process is writing it");
    else if (code == SQLITE_READONLY && !store->writes)
        sim_store_fail(
            store, WYRM_ERROR_IO,
            ": who wrote it was killed in the middle of a group, and it may not be written: where "
            "it may, it is mended as it is read");
    else if (code == SQLITE_INTERRUPT)
        fail_broken(store, "reading it does not end");
    else if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR ||
             code == SQLITE_TOOBIG)
        fail_broken(store, why);
    else
        sim_store_fail(store, WYRM_ERROR_IO, ": %.100s", why);
}

#define BUDGET 1000 /* thousands of SQLite steps for a statement: a row takes some ten steps */

static int spend_steps(void *context)
{
    return --((sim_store *)context)->budget < 0;
}

/* Prepares a statement; NULL if that failed. Every statement has its budget of steps, so that a
 * malicious file cannot keep SQLite busy. */
static sqlite3_stmt *prepare(sim_store *store, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    store->budget = BUDGET;
    if (store->status == WYRM_OK &&
        sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
            SQLITE_OK)
        fail_of(store);
    return statement;
}

/* Returns whether there is a next row. */
static bool step_statement(sim_store *store, sqlite3_stmt *statement)
{
    store->budget = BUDGET;
    int code = store->status == WYRM_OK ? sqlite3_step(statement) : SQLITE_DONE;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail_of(store);
    return code == SQLITE_ROW;
}

/* Executes statements without rows; the format is SQLite's, where %Q quotes a text. */
static void execute(sim_store *store, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *sql = sqlite3_vmprintf(format, list);
    va_end(list);
    store->budget = BUDGET;
    if (!sql)
        sim_store_fail(store, WYRM_ERROR_MEMORY, ": out of memory");
    else if (store->status == WYRM_OK &&
             sqlite3_exec(store->database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_of(store);
    sqlite3_free(sql);
}

/* A text column of a row; NULL if it is no text or has a NUL inside. */
static const char *text_at(sqlite3_stmt *select, int index)
{
    if (sqlite3_column_type(select, index) != SQLITE_TEXT)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(select, index);
    return text && strlen(text) == (size_t)sqlite3_column_bytes(select, index) ? text : NULL;
}

/* Checksum of a run's text, seeded by its number, so that runs cannot be swapped either. */
static int64_t checksum_of(const char *text, size_t length, uint64_t number)
{
    return (int64_t)XXH3_64bits_withSeed(text, length, number);
}

/* ---- tables ---- */

#define TABLES 2 /* tables before the views: meta and run */

/* The statement that makes a table or view, as sqlite_schema then holds it. */
static const char *table_sql(const sim_store *store, size_t index, char sql[SIM_STORE_SQL])
{
    if (index == 0)
        return "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID";
    if (index == 1)
        return "CREATE TABLE run(run INTEGER PRIMARY KEY, record TEXT, checksum INTEGER)";
    store->kind->view(index - TABLES, sql);
    return sql;
}

/* Compares the file's schema with the statements of this program, word for word. False if the file
 * is empty. */
static bool check_tables(sim_store *store)
{
    const sim_store_kind *kind = store->kind;
    const size_t tables = TABLES + (store->is_older ? kind->views_before : kind->view_count);
    char sql[SIM_STORE_SQL];
    sqlite3_stmt *select = prepare(store, "SELECT sql, type, name FROM sqlite_schema");
    size_t count = 0;
    for (; step_statement(store, select); count++) {
        const char *text = text_at(select, 0), *type = text_at(select, 1),
                   *name = text_at(select, 2);
        if (count == tables || !text || strcmp(text, table_sql(store, count, sql)) != 0)
            sim_store_fail(store, WYRM_ERROR_SYNTAX,
                           ": broken results: the %.10s '%.40s' is not wyrm's",
                           type ? type : "table", name ? name : "");
    }
    sqlite3_finalize(select);
    struct stat found;
    bool nothing = count == 0 && stat(store->path, &found) == 0 && found.st_size == 0;
    if (count < tables && !nothing)
        fail_broken(store, "a table is missing");
    return count > 0;
}

/* ---- facts: what the runs are of ---- */

static const void *fact_of(const sim_store *store, const sim_fact *fact)
{
    return (const char *)store + store->kind->facts_at + fact->offset;
}

static const char *fact_text(const void *field, const sim_fact *fact, char room[FACT_MAX])
{
    if (fact->size > 0)
        return field;
    snprintf(room, FACT_MAX, "%" PRIu64,
             fact->greatest == UINT64_MAX   ? *(const uint64_t *)field
             : fact->greatest == UINT32_MAX ? *(const uint32_t *)field
                                            : *(const bool *)field);
    return room;
}

/* Reads a text that is nothing but a whole number. */
static bool read_whole(const char *text, uint64_t greatest, uint64_t *out)
{
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return *text != '\0' && strspn(text, "0123456789") == strlen(text) && errno == 0 &&
           *out <= greatest;
}

static bool set_fact(sim_store *store, const sim_fact *fact, const char *text)
{
    void *field = (char *)store + store->kind->facts_at + fact->offset;
    uint64_t number;
    if (fact->size > 0 ? strlen(text) >= fact->size || strchr(text, '\n') != NULL
                       : !read_whole(text, fact->greatest, &number))
        return false;
    if (fact->size > 0)
        strcpy(field, text);
    else if (fact->greatest == UINT64_MAX)
        *(uint64_t *)field = number;
    else if (fact->greatest == UINT32_MAX)
        *(uint32_t *)field = (uint32_t)number;
    else
        *(bool *)field = number == 1;
    return true;
}

void sim_store_hold(sim_store *store, const void *wanted, bool mix)
{
    const sim_store_kind *kind = store->kind;
    char rooms[2][FACT_MAX];
    for (size_t i = 0; i < kind->fact_count && store->status == WYRM_OK; i++) {
        const sim_fact *fact = &kind->facts[i], *said = fact;
        const char *want = fact_text((const char *)wanted + fact->offset, fact, rooms[0]),
                   *have = fact_text(fact_of(store, fact), fact, rooms[1]);
        if (!fact->words || strcmp(want, have) == 0 || (mix && fact->is & SIM_FACT_MIXES))
            continue;
        if (fact->is & SIM_FACT_OF_NEXT) { /* the next fact says more, where it differs too */
            const char *name = (const char *)wanted + fact[1].offset;
            bool same = strcmp(name, fact_of(store, &fact[1])) == 0;
            said = same ? fact : &fact[1];
            want = same ? want : name;
            have = same ? have : fact_of(store, &fact[1]);
        }
        size_t alike = 0; /* of long texts only the end is shown, from shortly before the
                             difference */
        while (want[alike] != '\0' && want[alike] == have[alike])
            alike++;
        const size_t left_out = alike > 30 ? alike - 20 : 0;
        const char *dots = left_out > 0 ? "..." : "";
        sim_store_fail(
            store, WYRM_ERROR_ARGUMENT, "holds runs of another %s: '%s%.40s', not '%s%.40s'%s",
            said == fact ? fact->words : said->key, dots, have + left_out, dots, want + left_out,
            fact->is & SIM_FACT_MIXES && !store->writes ? "; --mix adds them up all the same" : "");
    }
    if (kind->hold && store->status == WYRM_OK)
        kind->hold(store, wanted, mix);
}

/* Reads facts and names. Returns the checksum over all rows of meta but 'runs' and 'checksum'. */
static uint64_t read_meta(sim_store *store, const void *names, uint64_t *stored)
{
    const sim_store_kind *kind = store->kind;
    sqlite3_stmt *select = prepare(store, "SELECT key, value FROM meta ORDER BY key");
    char *at = store->text;
    unsigned seen = 0;
    while (step_statement(store, select)) {
        const char *key = text_at(select, 0), *value = text_at(select, 1);
        size_t i = 0, room = (size_t)(store->text + kind->row_max - at);
        bool good = key && value && strlen(key) + strlen(value) + 3 < room;
        while (good && i < kind->fact_count && strcmp(kind->facts[i].key, key) != 0)
            i++;
        if (good && strcmp(key, "runs") == 0) {
            good = read_whole(value, INT64_MAX, &store->runs);
        } else if (good && strcmp(key, "checksum") == 0) {
            good = read_whole(value, UINT64_MAX, stored);
        } else if (good) {
            at += sprintf(at, "%s %s\n", key, value);
            good = i < kind->fact_count ? set_fact(store, &kind->facts[i], value)
                                        : kind->take_name(store, names, key, value);
        }
        if (!good)
            sim_store_fail(store, WYRM_ERROR_SYNTAX, ": broken results: a senseless '%.40s'",
                           key ? key : "");
        seen |= 1u << i;
    }
    sqlite3_finalize(select);
    if (~seen & ((1u << kind->fact_count) - 1))
        fail_broken(store, "it does not say all of what was simulated");
    return (uint64_t)checksum_of(store->text, (size_t)(at - store->text), 0);
}

static void check_meta(sim_store *store, const void *names)
{
    uint64_t stored = 0;
    if (read_meta(store, names, &stored) != stored)
        fail_broken(store, "what it says was simulated is not what was written");
}

/* ---- opening ---- */

/* A big-endian 32-bit number. */
static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Checks the head of a database (https://sqlite.org/fileformat.html) before SQLite parses it.
 * Refuses other files, and heads that would have SQLite open more files (a write-ahead log) or
 * overwrite existing content (free pages, a wrong size). */
static void check_head(sim_store *store, bool has_journal)
{
    static const struct {
        uint32_t application;
        const char *what, *wanted;
    } others[] = {
        {SIM_STORE_OF_RULESETS, "runs of a ruleset", ", not of a ruleset"},
        {SIM_STORE_OF_GAMES, "runs of an external game", ", not of an external game"},
        {SIM_STORE_OF_SWEEPS, "the variants of a sweep, which 'wyrm sweep RULESET FILE' reads",
         ", not the variants of a sweep"},
    };
    const char *wanted = "";
    static const unsigned char layout[8] = {PAGE_BYTES >> 8, 0, 1, 1, 0, 64, 32, 32}, none[20];
    unsigned char head[100];
    sqlite3_file *file;
    struct stat found = {.st_size = -1};
    sqlite3_file_control(store->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    int read = file->pMethods->xRead(file, head, sizeof head, 0);
    /* stat's size rather than SQLite's, to which a file of one byte is empty. */
    if (stat(store->path, &found) != 0 || (read != SQLITE_OK && read != SQLITE_IOERR_SHORT_READ))
        sim_store_fail(store, WYRM_ERROR_IO, ": it cannot be read");
    int64_t size = found.st_size;
    if (size == 0)
        return;
    bool database = memcmp(head, BASE_SQLITE_HEAD, sizeof BASE_SQLITE_HEAD) == 0;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (store->kind->application == others[i].application)
            wanted = others[i].wanted;
    for (size_t i = 0; database && i < COUNT_OF(others); i++)
        if (number_at(head + 68) == others[i].application &&
            store->kind->application != others[i].application)
            sim_store_fail(store, WYRM_ERROR_ARGUMENT, ": it has %s%s", others[i].what,
                           others[i].application == SIM_STORE_OF_SWEEPS ? "" : wanted);
    uint32_t format = number_at(head + 60);
    if (database && number_at(head + 68) == 0)
        sim_store_fail(
            store, WYRM_ERROR_SYNTAX,
            ": no results of wyrm, or of version 0.1: those do not say which engine made them, "
            "and cannot be checked; make the runs again (wyrm sim -o)");
    else if (!database || number_at(head + 68) != store->kind->application)
        sim_store_fail(store, WYRM_ERROR_SYNTAX, ": no results of wyrm");
    else if (format > store->kind->version)
        sim_store_fail(store, WYRM_ERROR_LIMIT,
                       ": results of a newer version (%" PRIu32 "; this program reads %" PRIu32 ")",
                       format, store->kind->version);
    else if (format < store->kind->version - (store->kind->views_before > 0) ||
             memcmp(head + 16, layout, sizeof layout) != 0 ||
             (!has_journal && (int64_t)number_at(head + 28) * PAGE_BYTES != size) ||
             memcmp(head + 32, none, 8) != 0 || number_at(head + 52) != 0 ||
             number_at(head + 56) != 1 || number_at(head + 64) != 0 ||
             memcmp(head + 72, none, 20) != 0)
        fail_broken(store, "its head is not as wyrm writes it");
    store->is_older = format < store->kind->version;
    if (store->is_older && store->writes)
        sim_store_fail(store, WYRM_ERROR_LIMIT,
                       ": results of version %" PRIu32
                       ", which can be read but not added to: name another file, and sum both up",
                       format);
}

/* Has SQLite run nothing that is stored in a file, and limits the size of all it reads. */
static void confine(sim_store *store)
{
    static const int switches[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    const int limits[][2] = {
        {SQLITE_LIMIT_LENGTH, (int)store->kind->row_max},
        {SQLITE_LIMIT_SQL_LENGTH, SIM_STORE_SQL},
        {SQLITE_LIMIT_COLUMN, 64},
        {SQLITE_LIMIT_EXPR_DEPTH, 20},
        {SQLITE_LIMIT_COMPOUND_SELECT, 2},
        {SQLITE_LIMIT_VDBE_OP, 2000},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 32},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t i = 0; i < COUNT_OF(switches); i++)
        if (sqlite3_db_config(store->database, switches[i][0], switches[i][1], NULL) != SQLITE_OK)
            sim_store_fail(store, WYRM_ERROR_IO, ": this SQLite is too old to read it safely");
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        sqlite3_limit(store->database, limits[i][0], limits[i][1]);
    sqlite3_progress_handler(store->database, 1000, spend_steps, store);
    execute(store, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-512");
}

/* Returns the first failure, if any. */
static wyrm_status first_failure(const sim_store *store, wyrm_error *error)
{
    if (store->status != WYRM_OK && error)
        *error = store->error;
    return store->status;
}

/* Opens a file and checks its head. NULL if memory is out; other failures stay in the store. */
static sim_store *open_file(const sim_store_kind *kind, const char *path, bool writes)
{
    sim_store *store = base_zeroed(1, kind->size + kind->row_max);
    if (!store)
        return NULL;
    store->kind = kind;
    store->text = (char *)store + kind->size;
    store->writes = writes;
    snprintf(store->path, sizeof store->path, "%s", *path != '\0' ? path : "''");
    struct stat found;
    /* SQLite gives some names another meaning: ":memory:", "file:x?mode=...". */
    if (strlen(path) >= sizeof store->path)
        sim_store_fail(store, WYRM_ERROR_IO, ": the name is too long");
    else if (*path == '\0' || *path == ':' || strncmp(path, "file:", 5) == 0)
        sim_store_fail(store, WYRM_ERROR_ARGUMENT,
                       "is no name of a file to SQLite; ./ before it makes it one");
    else if (stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        sim_store_fail(store, WYRM_ERROR_IO, ": it is %s",
                       S_ISDIR(found.st_mode) ? "a folder" : "no regular file");
    else if (!writes && access(path, R_OK) != 0)
        sim_store_fail(store, WYRM_ERROR_IO, ": %s",
                       errno == ENOENT ? "no such file" : strerror(errno));
    /* SQLite plays back the journal of a killed writer for whoever opens the file next, readers
     * too: without that the file would be lost with its writer. But a journal that names a
     * super-journal has SQLite delete that file: ours never name one. */
    static const unsigned char naming[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char last[sizeof naming] = {0};
    char name[sizeof store->path + 8];
    snprintf(name, sizeof name, "%s-journal", store->path);
    FILE *journal = store->status == WYRM_OK ? fopen(name, "rb") : NULL;
    if (journal && fseek(journal, -(long)sizeof last, SEEK_END) == 0 &&
        fread(last, 1, sizeof last, journal) == sizeof last &&
        memcmp(last, naming, sizeof last) == 0)
        fail_broken(store, "its journal is not wyrm's");
    const bool was_killed = journal != NULL;
    if (was_killed)
        fclose(journal);
    int flags = writes                                  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                : was_killed && access(path, W_OK) == 0 ? SQLITE_OPEN_READWRITE
                                                        : SQLITE_OPEN_READONLY;
    if (store->status == WYRM_OK &&
        sqlite3_open_v2(path, &store->database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        fail_of(store);
    if (store->status == WYRM_OK)
        check_head(store, was_killed);
    if (store->status == WYRM_OK)
        confine(store);
    return store;
}

sim_store *sim_store_read(const sim_store_kind *kind, const char *path, const void *names)
{
    sim_store *store = open_file(kind, path, false);
    if (store && !check_tables(store))
        sim_store_fail(store, WYRM_ERROR_SYNTAX,
                       ": it is empty: who wrote it was stopped before its first group of runs "
                       "was whole");
    if (store)
        check_meta(store, names);
    return store;
}

void sim_store_close(sim_store *store)
{
    if (!store)
        return;
    sqlite3_finalize(store->insert);
    sqlite3_close(store->database);
    if (store->kind->release)
        store->kind->release(store);
    wyrm_free(store);
}

/* Returns the opened store, or closes it and reports why it failed. */
void *sim_store_hand_over(sim_store *store, wyrm_status *status, wyrm_error *error)
{
    *status =
        store ? first_failure(store, error) : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (*status == WYRM_OK)
        return store;
    sim_store_close(store);
    return NULL;
}

/* ---- writing ---- */

static void begin_transaction(sim_store *store)
{
    execute(store, "BEGIN IMMEDIATE");
    store->in_transaction = store->status == WYRM_OK;
}

void sim_store_name(sim_store *store, const char *key, const char *value)
{
    sqlite3_stmt *insert = prepare(store, "INSERT INTO meta VALUES(?, ?)");
    sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, value, -1, SQLITE_STATIC);
    step_statement(store, insert);
    sqlite3_finalize(insert);
}

/* Makes tables, facts and names inside the transaction that has begun: a killed process leaves all
 * or none. */
static void make_file(sim_store *store, const void *names)
{
    const sim_store_kind *kind = store->kind;
    char text[SIM_STORE_SQL];
    uint64_t none;
    execute(store, "PRAGMA application_id=%d; PRAGMA user_version=%d", (int)kind->application,
            (int)kind->version);
    for (size_t i = 0; i < TABLES + kind->view_count; i++)
        execute(store, "%s", table_sql(store, i, text));
    for (size_t i = 0; i < kind->fact_count; i++)
        sim_store_name(store, kind->facts[i].key,
                       fact_text(fact_of(store, &kind->facts[i]), &kind->facts[i], text));
    kind->put_names(store, names);
    sim_store_name(store, "runs", "0");
    execute(store, "INSERT INTO meta VALUES('checksum', '%llu')",
            (unsigned long long)read_meta(store, NULL, &none));
}

sim_store *sim_store_write(const sim_store_kind *kind, const char *path, const void *wanted,
                           const void *names)
{
    sim_store *store = open_file(kind, path, true);
    if (!store)
        return NULL;
    /* Pages are written when a group is whole: so the head is there before all else. */
    execute(store,
            "PRAGMA page_size=%d; PRAGMA auto_vacuum=0; PRAGMA encoding='UTF-8'; PRAGMA "
            "locking_mode=EXCLUSIVE; PRAGMA synchronous=NORMAL; PRAGMA cache_spill=OFF",
            PAGE_BYTES);
    begin_transaction(store);
    if (check_tables(store)) {
        check_meta(store, NULL);
        sim_store_hold(store, wanted, false);
    } else {
        memcpy((char *)store + kind->facts_at, wanted, kind->facts_size);
        make_file(store, names);
    }
    store->insert = prepare(store, "INSERT INTO run VALUES(?, ?, ?)");
    return store;
}

wyrm_status sim_store_add(sim_store *store, uint64_t number, size_t length, wyrm_error *error)
{
    if (!store->in_transaction)
        begin_transaction(store);
    int64_t checksum = checksum_of(store->text, length, number);
    sqlite3_bind_int64(store->insert, 1, (int64_t)number);
    sqlite3_bind_text(store->insert, 2, store->text, (int)length, SQLITE_STATIC);
    sqlite3_bind_int64(store->insert, 3, checksum);
    int code = store->status == WYRM_OK ? sqlite3_step(store->insert) : SQLITE_DONE;
    sqlite3_reset(store->insert);
    if (code == SQLITE_CONSTRAINT) { /* the file has a run of that number */
        sqlite3_stmt *select = prepare(store, "SELECT checksum FROM run WHERE run = ?");
        sqlite3_bind_int64(select, 1, (int64_t)number);
        if (!step_statement(store, select) || sqlite3_column_int64(select, 0) != checksum)
            sim_store_fail(store, WYRM_ERROR_ARGUMENT, "has another run %" PRIu64, number);
        sqlite3_finalize(select);
    } else if (code != SQLITE_DONE) {
        fail_of(store);
    }
    store->runs += code == SQLITE_DONE;
    store->pending += length;
    return store->pending < GROUP_BYTES ? first_failure(store, error)
                                        : sim_store_flush(store, error);
}

wyrm_status sim_store_flush(sim_store *store, wyrm_error *error)
{
    /* Always changes a row: without a change SQLite would leave the journal of a killed writer
     * behind. */
    if (store->in_transaction)
        execute(store,
                "UPDATE meta SET value = '' WHERE key = 'runs';UPDATE meta SET value = '%llu' "
                "WHERE key = 'runs'; COMMIT",
                (unsigned long long)store->runs);
    store->in_transaction = false;
    store->pending = 0;
    return first_failure(store, error);
}

/* ---- from run to run ---- */

/* Iterates over the runs of a file in the order of their numbers. */
typedef struct cursor {
    sim_store *store;
    sqlite3_stmt *select; /* positioned on run `number`, if there is one */
    bool whole;           /* begun at run 0: the number of runs must be what meta says */
    bool at_end;
    uint64_t number, seen; /* seen: runs so far */
    int64_t checksum;
    const char *text;
} cursor;

/* Moves to the next run and checks it against its checksum. */
static void next_run(cursor *at)
{
    int64_t number;
    at->at_end = !step_statement(at->store, at->select);
    if (at->at_end && at->whole && at->seen != at->store->runs)
        fail_broken(at->store, "runs have been lost");
    if (at->at_end)
        return;
    number = sqlite3_column_int64(at->select, 0);
    bool good = sqlite3_column_type(at->select, 0) == SQLITE_INTEGER && number >= 0 &&
                (at->seen == 0 || (uint64_t)number > at->number);
    at->number = (uint64_t)number;
    at->text = text_at(at->select, 1);
    at->checksum = sqlite3_column_int64(at->select, 2);
    if (!good || !at->text || sqlite3_column_type(at->select, 2) != SQLITE_INTEGER ||
        checksum_of(at->text, strlen(at->text), at->number) != at->checksum)
        sim_store_fail(at->store, WYRM_ERROR_SYNTAX, ": run %" PRIu64 " is broken", at->number);
    at->seen++;
}

static void open_cursor(cursor *at, sim_store *store, uint64_t first)
{
    *at = (cursor){.store = store, .whole = first == 0};
    at->select =
        prepare(store, "SELECT run, record, checksum FROM run WHERE run >= ? ORDER BY run");
    sqlite3_bind_int64(at->select, 1, (int64_t)first);
    next_run(at);
}

static void close_cursor(cursor *at)
{
    sqlite3_finalize(at->select);
    *at = (cursor){.at_end = true};
}

void sim_store_must(base_arena *arena, const sim_store *store)
{
    base_must(arena, first_failure(store, &arena->error));
}

/* Gives the current run to the reader and moves on. */
static void give_run(base_arena *arena, const sim_store_reading *how, cursor *at)
{
    how->give(arena, at->store, at->number, at->text, how->context);
    next_run(at);
    sim_store_must(arena, at->store);
}

void sim_store_each(base_arena *arena, const sim_store_reading *how, sim_store *store,
                    uint64_t first, uint64_t most)
{
    cursor *at = base_new(arena, cursor);
    check_meta(store, how->names);
    base_keep(arena, at, close_cursor);
    open_cursor(at, store, first);
    sim_store_must(arena, store);
    for (uint64_t i = 0; i < most && !at->at_end; i++)
        give_run(arena, how, at);
}

/* ---- several files ---- */

/* One of several files. It is open only while its runs are read, so that a thousand files with
 * consecutive runs need one open at a time. */
typedef struct store_input {
    const char *path;
    uint64_t first;
    cursor at;
} store_input;

static void close_input(store_input *input)
{
    sim_store *store = input->at.store;
    close_cursor(&input->at);
    sim_store_close(store);
}

static void open_input(base_arena *arena, store_input *input, const sim_store_reading *how,
                       const void *names)
{
    sim_store *store = sim_store_read(how->kind, input->path, names);
    if (!store)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    open_cursor(&input->at, store, 0);
    input->first = input->at.at_end ? UINT64_MAX : input->at.number;
    sim_store_must(arena, store);
}

static int by_first(const void *a, const void *b)
{
    uint64_t one = ((const store_input *)a)->first, other = ((const store_input *)b)->first;
    return (one > other) - (one < other);
}

/* Merges the runs of several files by number; inputs[gone..open) are open. Equal runs of two files
 * count once. */
static void merge_runs(base_arena *arena, store_input *inputs, size_t count,
                       const sim_store_reading *how, wyrm_results_account *account)
{
    size_t gone = 0, open = 0;
    int64_t checksum = 0;         /* checksum of the last run passed on */
    const char *last_path = NULL; /* the file it came from */
    while (gone < count) {
        store_input *least = NULL;
        for (size_t i = gone; i < open; i++)
            if (!least || inputs[i].at.number < least->at.number)
                least = &inputs[i];
        if (!least || (open < count && inputs[open].first <= least->at.number)) {
            least = &inputs[open++];
            open_input(arena, least, how, how->names);
        } else if (account->runs == 0 || least->at.number > account->last) {
            uint64_t number = least->at.number,
                     next = account->runs > 0 ? account->last + 1 : number;
            account->missing += number - next;
            if (number > next && account->gap_count < WYRM_RESULTS_GAPS_MAX)
                account->gaps[account->gap_count++] = (wyrm_results_range){next, number - 1};
            if (account->runs++ == 0)
                account->first = number;
            account->last = number;
            checksum = least->at.checksum;
            last_path = least->path;
            give_run(arena, how, &least->at);
        } else if (least->at.checksum != checksum) {
            base_refuse(arena, WYRM_ERROR_ARGUMENT,
                        "run %" PRIu64 " differs between %.80s and %.80s", account->last, last_path,
                        least->path);
        } else {
            account->repeated++;
            next_run(&least->at);
            sim_store_must(arena, least->at.store);
        }
        if (least->at.at_end) {
            close_input(least);
            *least = inputs[gone];
            inputs[gone++].at = (cursor){.at_end = true};
        }
    }
}

/* Opens each file once for its first run number and to check that they go together; then merges. */
void sim_store_join(base_arena *arena, const sim_store_reading *how, const char *const *paths,
                    size_t count, wyrm_results_account *account)
{
    store_input *inputs = base_array(arena, store_input, count);
    for (size_t i = 0; i < count; i++) {
        inputs[i].path = paths[i];
        base_keep(arena, &inputs[i], close_input);
        open_input(arena, &inputs[i], how, NULL);
        how->meet(inputs[i].at.store, how->context);
        sim_store_must(arena, inputs[i].at.store);
        close_input(&inputs[i]);
    }
    if (count > 0)
        qsort(inputs, count, sizeof *inputs, by_first);
    merge_runs(arena, inputs, count, how, account);
}
