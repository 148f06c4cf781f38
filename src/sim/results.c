/* Files of results: SQLite files with a row for every run, read by anybody and trusted by nobody.
 *
 * A file may come from a stranger and may be damaged. Nothing of it is used before it was held
 * against something: its head and its tables must be those that are made here; what was simulated
 * has a checksum, and so has each run; runs ascend, and there are as many as there should be. What
 * SQLite does meanwhile is bounded by a budget of steps, and nothing that a file holds can run.
 *
 * A run is a text: what it came to, its floors, fights and items, each a list of records of whole
 * numbers, as JSON.
 *
 *   [[[1,2,3,4,1370]],[[1,702,16,...],[2,...],[3,...]],[[1,2,5,5,...],...],[[0,3,2,1,0],...]]
 *
 * It takes a tenth of the time that a row of a table for every record would, and as little room;
 * and SQLite reads JSON, so that views show the same to people as those tables would.
 *
 * The first failure stays with a file, and all that comes after it does nothing: so that functions
 * here read like what they do, and only those for others look at how it went. */
#include <wyrm/results.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sqlite3.h>
#include <xxhash.h>
#include "sim/internal.h"

#define APPLICATION 0x5779726d        /* "Wyrm", in the head of a file */
#define PAGE_BYTES  32768             /* some runs to a page */
#define GROUP_BYTES ((size_t)4 << 20) /* of runs: lost at most where the process is killed */
#define ROW_MAX     ((size_t)1 << 19) /* of the text of a run: more than the longest takes */
#define SQL_MAX     4096

/* ---- a run as a text ---- */

#define SCALE 1e6 /* numbers that are not whole are kept in millionths */

static char *put_number(char *at, int64_t value)
{
    char digits[20];
    int count = 0;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    if (value < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

/* Writes the text of a run, without a NUL, to out[ROW_MAX]; returns its end. */
static char *put_run(const wyrm_run *run, char *out)
{
    char *at = out;
    for (const sim_list *list = sim_lists; list < sim_lists + SIM_LISTS; list++) {
        const char *record = (const char *)run + list->offset;
        size_t count = 1;
        if (list->most > 0)
            count = *(const size_t *)(const void *)((const char *)run + list->count_offset);
        *at++ = list == sim_lists ? '[' : ',';
        *at++ = '[';
        for (size_t i = 0; i < count; i++, record += list->size) {
            if (i > 0)
                *at++ = ',';
            for (const sim_column *column = list->columns; column->type != COLUMN_LAST; column++) {
                const void *field = record + column->offset;
                *at++ = column == list->columns ? '[' : ',';
                at = put_number(at, column->type == COLUMN_U32    ? *(const uint32_t *)field
                                    : column->type == COLUMN_BOOL ? *(const bool *)field
                                    : column->type == COLUMN_REAL
                                        ? llround(*(const double *)field * SCALE)
                                        : *(const int32_t *)field);
            }
            *at++ = ']';
        }
        *at++ = ']';
    }
    *at++ = ']';
    return at;
}

/* False where the number cannot be what the column holds. */
static bool set_value(void *record, const sim_column *column, int64_t value)
{
    static const int64_t ranges[][2] = {
        [COLUMN_DEPTH] = {1, WYRM_RUN_FLOORS_MAX},
        [COLUMN_INDEX] = {-1, WYRM_KINDS_MAX - 1},
        [COLUMN_U32] = {0, UINT32_MAX},
        [COLUMN_I32] = {INT32_MIN, INT32_MAX},
        [COLUMN_BOOL] = {0, 1},
        [COLUMN_REAL] = {-1000000000000000, 1000000000000000},
    };
    void *field = (char *)record + column->offset;
    if (value < ranges[column->type][0] || value > ranges[column->type][1])
        return false;
    if (column->type == COLUMN_U32)
        *(uint32_t *)field = (uint32_t)value;
    else if (column->type == COLUMN_BOOL)
        *(bool *)field = value == 1;
    else if (column->type == COLUMN_REAL)
        *(double *)field = (double)value / SCALE;
    else
        *(int32_t *)field = (int32_t)value;
    return true;
}

static bool take_letter(const char **at, char letter)
{
    bool is = **at == letter;
    *at += is;
    return is;
}

static bool take_number(const char **at, int64_t *out)
{
    bool minus = take_letter(at, '-');
    const char *first = *at;
    *out = 0;
    while (**at >= '0' && **at <= '9' && *at - first < 18)
        *out = 10 * *out + (*(*at)++ - '0');
    if (minus)
        *out = -*out;
    return *at > first;
}

static bool take_list(const char **at, wyrm_run *run, const sim_list *list)
{
    char *record = (char *)run + list->offset;
    size_t count = 0, most = list->most > 0 ? list->most : 1;
    bool good = take_letter(at, '[');
    for (; good && **at != ']' && count < most; count++, record += list->size) {
        good = count == 0 || take_letter(at, ',');
        for (const sim_column *column = list->columns; good && column->type != COLUMN_LAST;
             column++) {
            int64_t value;
            good = take_letter(at, column == list->columns ? '[' : ',') &&
                   take_number(at, &value) && set_value(record, column, value);
        }
        good = good && take_letter(at, ']');
    }
    if (list->most > 0)
        *(size_t *)(void *)((char *)run + list->count_offset) = count;
    else
        good = good && count == 1;
    return good && take_letter(at, ']');
}

/* Fills all of *run but its seed and number from a text. False where that is none of a run: what
 * does not fit its field, is out of order or too long. */
static bool take_run(const char *text, wyrm_run *run)
{
    bool good = true;
    for (size_t i = 0; good && i < SIM_LISTS; i++)
        good = take_letter(&text, i == 0 ? '[' : ',') && take_list(&text, run, &sim_lists[i]);
    good = good && take_letter(&text, ']') && *text == '\0' &&
           (unsigned)run->end < WYRM_RUN_END_COUNT && (size_t)run->depth == run->floor_count;
    /* What the ranges of single numbers do not say. */
    for (size_t i = 0; good && i < run->floor_count; i++)
        good = run->floors[i].depth == (int32_t)i + 1;
    for (size_t i = 0; good && i < run->fight_count; i++)
        good = run->fights[i].depth <= run->depth &&
               (i == 0 || run->fights[i - 1].depth <= run->fights[i].depth);
    for (size_t i = 0; good && i < run->item_count; i++)
        good = run->items[i].kind >= 0 && (i == 0 || run->items[i - 1].kind < run->items[i].kind);
    return good;
}

struct wyrm_results {
    sqlite3 *database;
    wyrm_results_facts facts;
    uint64_t runs; /* in the file, those of the group that is not whole yet included */
    sqlite3_stmt *insert;
    size_t pending; /* bytes of the group */
    bool writes, in_transaction;
    int budget;         /* thousands of steps that the statement in hand has left */
    wyrm_status status; /* of the first failure */
    wyrm_error error;
    int32_t names[2][WYRM_KINDS_MAX]; /* numbers of items and monsters in the design; -1: unknown */
    char path[1024];
    char text[ROW_MAX]; /* of the run, or of the facts, that a checksum is taken of */
};

/* ---- SQLite ---- */

/* The first failure stays; its sentence begins with the file. */
static WYRM_PRINTF(3, 4) void fail(wyrm_results *results, wyrm_status code, const char *format, ...)
{
    char sentence[200];
    va_list list;
    if (results->status != WYRM_OK)
        return;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    results->status = wyrm_fail(&results->error, code, "%.120s%s%s", results->path,
                                sentence[0] == ':' ? "" : " ", sentence);
}

static void fail_broken(wyrm_results *results, const char *what)
{
    fail(results, WYRM_ERROR_SYNTAX, ": broken results: %.100s", what);
}

/* From the database's last failure. */
static void fail_of(wyrm_results *results)
{
    int code = results->database ? sqlite3_errcode(results->database) : SQLITE_NOMEM;
    const char *why = results->database ? sqlite3_errmsg(results->database) : "";
    if (code == SQLITE_NOMEM)
        fail(results, WYRM_ERROR_MEMORY, ": out of memory");
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        fail(results, WYRM_ERROR_IO, ": another process is writing it");
    else if (code == SQLITE_READONLY && !results->writes)
        fail(results, WYRM_ERROR_IO,
             ": who wrote it was killed in the middle of a group, and it may not be written: where "
             "it may, it is mended as it is read");
    else if (code == SQLITE_INTERRUPT)
        fail_broken(results, "reading it does not end");
    else if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR ||
             code == SQLITE_TOOBIG)
        fail_broken(results, why);
    else
        fail(results, WYRM_ERROR_IO, ": %.100s", why);
}

#define BUDGET 1000 /* thousands of steps: a row takes some ten of them */

static int spend(void *context)
{
    return --((wyrm_results *)context)->budget < 0;
}

/* A statement; NULL where it failed. Every statement has its budget, so that no file keeps it busy.
 */
static sqlite3_stmt *prepare(wyrm_results *results, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    results->budget = BUDGET;
    if (results->status == WYRM_OK &&
        sqlite3_prepare_v3(results->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                           NULL) != SQLITE_OK)
        fail_of(results);
    return statement;
}

/* Whether there is a next row. */
static bool step(wyrm_results *results, sqlite3_stmt *statement)
{
    results->budget = BUDGET;
    int code = results->status == WYRM_OK ? sqlite3_step(statement) : SQLITE_DONE;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail_of(results);
    return code == SQLITE_ROW;
}

/* A statement without rows; the format is SQLite's, whose %Q is a text in quotes. */
static void execute(wyrm_results *results, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *sql = sqlite3_vmprintf(format, list);
    va_end(list);
    results->budget = BUDGET;
    if (!sql)
        fail(results, WYRM_ERROR_MEMORY, ": out of memory");
    else if (results->status == WYRM_OK &&
             sqlite3_exec(results->database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_of(results);
    sqlite3_free(sql);
}

/* A text of a row; NULL where the column is none, or has a NUL inside. */
static const char *text_at(sqlite3_stmt *select, int index)
{
    if (sqlite3_column_type(select, index) != SQLITE_TEXT)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(select, index);
    return text && strlen(text) == (size_t)sqlite3_column_bytes(select, index) ? text : NULL;
}

/* Over a text, and the number of the run that it is of. */
static int64_t checksum_of(const char *text, size_t length, uint64_t number)
{
    return (int64_t)XXH3_64bits_withSeed(text, length, number);
}

/* ---- tables ---- */

#define TABLES (2 + SIM_LISTS)

/* The statement that makes a table, or the view of a list of all runs, as it then stands in the
 * file. */
static const char *table_sql(size_t index, char sql[SQL_MAX])
{
    if (index == 0)
        return "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID";
    if (index == 1)
        return "CREATE TABLE run(run INTEGER PRIMARY KEY, record TEXT, checksum INTEGER)";
    const sim_list *list = &sim_lists[index - 2];
    int length = snprintf(sql, SQL_MAX, "CREATE VIEW %s AS SELECT run", list->view);
    for (const sim_column *column = list->columns; column->type != COLUMN_LAST; column++)
        length +=
            snprintf(sql + length, SQL_MAX - (size_t)length,
                     ", json_extract(row.value, '$[%d]')%s AS %s", (int)(column - list->columns),
                     column->type == COLUMN_REAL ? " / 1e6" : "", column->name);
    if (list->named)
        length += snprintf(sql + length, SQL_MAX - (size_t)length,
                           ", (SELECT value FROM meta WHERE key = '%s ' || json_extract(row.value, "
                           "'$[%zu]')) AS %s",
                           list->what, list->number, list->named);
    snprintf(sql + length, SQL_MAX - (size_t)length,
             " FROM run, json_each(record, '$[%zu]') AS row", index - 2);
    return sql;
}

/* What the file has must be what is made here, word for word. False: it has nothing, and there is
 * nothing of it. */
static bool check_tables(wyrm_results *results)
{
    char sql[SQL_MAX];
    sqlite3_stmt *select = prepare(results, "SELECT sql, type, name FROM sqlite_schema");
    size_t count = 0;
    for (; step(results, select); count++) {
        const char *text = text_at(select, 0), *type = text_at(select, 1),
                   *name = text_at(select, 2);
        if (count == TABLES || !text || strcmp(text, table_sql(count, sql)) != 0)
            fail(results, WYRM_ERROR_SYNTAX, ": broken results: the %.10s '%.40s' is not wyrm's",
                 type ? type : "table", name ? name : "");
    }
    sqlite3_finalize(select);
    struct stat found;
    bool nothing = count == 0 && stat(results->path, &found) == 0 && found.st_size == 0;
    if (count < TABLES && !nothing)
        fail_broken(results, "a table is missing");
    return count > 0;
}

/* ---- what was simulated ---- */

/* A text, or a number up to `greatest`. */
typedef struct results_fact {
    const char *key, *words; /* of the sentence on files that differ in it; NULL: they may */
    size_t offset, size;     /* size 0: a number */
    uint64_t greatest;
} results_fact;

/* clang-format off */
#define FACT(key) #key, NULL, offsetof(wyrm_results_facts, key)
#define FACT_TO_MATCH(key, words) #key, words, offsetof(wyrm_results_facts, key)
#define TEXT(key) sizeof(((wyrm_results_facts *)0)->key), 0
#define NUMBER(greatest) 0, greatest
/* clang-format on */

static const results_fact facts[] = {
    {FACT_TO_MATCH(hash, "version of the ruleset"), TEXT(hash)},
    {FACT(ruleset), TEXT(ruleset)},
    {FACT(source), TEXT(source)},
    {FACT(version), TEXT(version)},
    {FACT_TO_MATCH(engine, "version of the engine"), NUMBER(UINT32_MAX)},
    {FACT_TO_MATCH(bot, "bot"), TEXT(bot)},
    {FACT_TO_MATCH(without, "--without"), TEXT(without)},
    {FACT_TO_MATCH(arena, "arena"), TEXT(arena)},
    {FACT_TO_MATCH(seed, "seed"), NUMBER(UINT64_MAX)},
    {FACT_TO_MATCH(turn_limit, "turn limit"), NUMBER(UINT32_MAX)},
};

#define FACTS    (sizeof facts / sizeof *facts)
#define FACT_MAX sizeof(((wyrm_results_facts *)0)->source)

static const char *fact_text(const wyrm_results_facts *of, const results_fact *fact,
                             char room[FACT_MAX])
{
    const void *field = (const char *)of + fact->offset;
    if (fact->size > 0)
        return field;
    snprintf(room, FACT_MAX, "%" PRIu64,
             fact->greatest == UINT64_MAX ? *(const uint64_t *)field : *(const uint32_t *)field);
    return room;
}

/* A whole number without anything around it. */
static bool read_whole(const char *text, uint64_t greatest, uint64_t *out)
{
    errno = 0;
    *out = strtoull(text, NULL, 10);
    return *text != '\0' && strspn(text, "0123456789") == strlen(text) && errno == 0 &&
           *out <= greatest;
}

static bool set_fact(wyrm_results_facts *of, const results_fact *fact, const char *text)
{
    void *field = (char *)of + fact->offset;
    uint64_t number;
    if (fact->size > 0 ? strlen(text) >= fact->size : !read_whole(text, fact->greatest, &number))
        return false;
    if (fact->size > 0)
        strcpy(field, text);
    else if (fact->greatest == UINT64_MAX)
        *(uint64_t *)field = number;
    else
        *(uint32_t *)field = (uint32_t)number;
    return true;
}

/* Fails where the file holds runs of other facts. `mix`: but for the engine. */
static void hold_to_facts(wyrm_results *results, const wyrm_results_facts *wanted, bool mix)
{
    char one[FACT_MAX], other[FACT_MAX];
    for (size_t i = 0; i < FACTS && results->status == WYRM_OK; i++) {
        const results_fact *fact = &facts[i];
        const char *want = fact_text(wanted, fact, one),
                   *have = fact_text(&results->facts, fact, other), *words = fact->words;
        if (!words || strcmp(want, have) == 0 || (mix && strcmp(fact->key, "engine") == 0))
            continue;
        if (i == 0 && strcmp(wanted->ruleset, results->facts.ruleset) != 0)
            words = "ruleset", want = wanted->ruleset, have = results->facts.ruleset;
        fail(results, WYRM_ERROR_ARGUMENT, "holds runs of another %s: '%.40s', not '%.40s'%s",
             words, have, want,
             strcmp(fact->key, "engine") == 0 && !results->writes
                 ? "; --mix adds them up all the same"
                 : "");
    }
}

/* What was simulated, and the names behind numbers, which are looked up in a design (NULL: they are
 * not). Returns the checksum over all rows but those of the number of runs and of the checksum. */
static uint64_t read_meta(wyrm_results *results, const wyrm_design *design, uint64_t *stored)
{
    sqlite3_stmt *select = prepare(results, "SELECT key, value FROM meta ORDER BY key");
    char *at = results->text;
    unsigned seen = 0;
    memset(results->names, -1, sizeof results->names);
    while (step(results, select)) {
        const char *key = text_at(select, 0), *value = text_at(select, 1);
        size_t i = 0, room = (size_t)(results->text + ROW_MAX - at);
        bool good = key && value && strlen(key) + strlen(value) + 3 < room;
        bool monster = good && strncmp(key, "monster ", 8) == 0;
        uint64_t number;
        while (good && i < FACTS && strcmp(facts[i].key, key) != 0)
            i++;
        if (good && strcmp(key, "runs") == 0) {
            good = read_whole(value, INT64_MAX, &results->runs);
        } else if (good && strcmp(key, "checksum") == 0) {
            good = read_whole(value, UINT64_MAX, stored);
        } else if (good) {
            at += sprintf(at, "%s %s\n", key, value);
            if (i < FACTS)
                good = set_fact(&results->facts, &facts[i], value);
            else /* "monster 7": who that is in a design */
                good = (monster || strncmp(key, "item ", 5) == 0) &&
                       read_whole(key + (monster ? 8 : 5), WYRM_KINDS_MAX - 1, &number);
            if (i == FACTS && good && design)
                results->names[monster][number] =
                    monster ? wyrm_roster_find(wyrm_design_roster(design), value)
                            : wyrm_loot_find(wyrm_design_loot(design), value);
        }
        if (!good)
            fail(results, WYRM_ERROR_SYNTAX, ": broken results: a senseless '%.40s'",
                 key ? key : "");
        seen |= 1u << i;
    }
    sqlite3_finalize(select);
    if (~seen & ((1u << FACTS) - 1))
        fail_broken(results, "it does not say all of what was simulated");
    return (uint64_t)checksum_of(results->text, (size_t)(at - results->text), 0);
}

static void check_meta(wyrm_results *results, const wyrm_design *design)
{
    uint64_t stored = 0;
    if (read_meta(results, design, &stored) != stored)
        fail_broken(results, "what it says was simulated is not what was written");
}

/* ---- opening ---- */

/* A big-endian number of a file's head. */
static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The head of a database (https://sqlite.org/fileformat.html), before SQLite sees any of it. What
 * is none of ours is refused, and so are heads that would have SQLite open other files (a
 * write-ahead log) or write over what there is (free pages, a wrong size). */
static void check_head(wyrm_results *results, bool has_journal)
{
    static const unsigned char layout[8] = {PAGE_BYTES >> 8, 0, 1, 1, 0, 64, 32, 32}, none[20];
    unsigned char head[100];
    sqlite3_file *file;
    struct stat found = {.st_size = -1};
    sqlite3_file_control(results->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    int read = file->pMethods->xRead(file, head, sizeof head, 0);
    /* Not SQLite's own: to that a file of one byte is an empty one. */
    if (stat(results->path, &found) != 0 || (read != SQLITE_OK && read != SQLITE_IOERR_SHORT_READ))
        fail(results, WYRM_ERROR_IO, ": it cannot be read");
    int64_t size = found.st_size;
    if (size == 0)
        return;
    bool database = memcmp(head, "SQLite format 3", 16) == 0;
    uint32_t format = number_at(head + 60);
    if (database && number_at(head + 68) == 0)
        fail(results, WYRM_ERROR_SYNTAX,
             ": no results of wyrm, or of version 0.1: those do not say which engine made them, "
             "and cannot be checked; make the runs again (wyrm sim -o)");
    else if (!database || number_at(head + 68) != APPLICATION)
        fail(results, WYRM_ERROR_SYNTAX, ": no results of wyrm");
    else if (format > WYRM_RESULTS_VERSION)
        fail(results, WYRM_ERROR_LIMIT,
             ": results of a newer version (%" PRIu32 "; this program reads %d)", format,
             WYRM_RESULTS_VERSION);
    else if (format < WYRM_RESULTS_VERSION || memcmp(head + 16, layout, sizeof layout) != 0 ||
             (!has_journal && (int64_t)number_at(head + 28) * PAGE_BYTES != size) ||
             memcmp(head + 32, none, 8) != 0 || number_at(head + 52) != 0 ||
             number_at(head + 56) != 1 || number_at(head + 64) != 0 ||
             memcmp(head + 72, none, 20) != 0)
        fail_broken(results, "its head is not as wyrm writes it");
}

/* Nothing that a file says of itself runs, and nothing that it holds is large. */
static void confine(wyrm_results *results)
{
    static const int switches[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    };
    static const int limits[][2] = {
        {SQLITE_LIMIT_LENGTH, (int)ROW_MAX}, {SQLITE_LIMIT_SQL_LENGTH, SQL_MAX},
        {SQLITE_LIMIT_COLUMN, 64},           {SQLITE_LIMIT_EXPR_DEPTH, 20},
        {SQLITE_LIMIT_COMPOUND_SELECT, 2},   {SQLITE_LIMIT_VDBE_OP, 2000},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},      {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 32},  {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (sqlite3_db_config(results->database, switches[i][0], switches[i][1], NULL) != SQLITE_OK)
            fail(results, WYRM_ERROR_IO, ": this SQLite is too old to read it safely");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sqlite3_limit(results->database, limits[i][0], limits[i][1]);
    sqlite3_progress_handler(results->database, 1000, spend, results);
    execute(results, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA cache_size=-512");
}

/* What failed first, if anything has. */
static wyrm_status told(const wyrm_results *results, wyrm_error *error)
{
    if (results->status != WYRM_OK && error)
        *error = results->error;
    return results->status;
}

/* Opens a file and looks at it from outside. NULL: out of memory; other failures stay in it. */
static wyrm_results *open_file(const char *path, bool writes)
{
    wyrm_results *results = base_zeroed(1, sizeof *results);
    if (!results)
        return NULL;
    results->writes = writes;
    snprintf(results->path, sizeof results->path, "%s", *path != '\0' ? path : "''");
    struct stat found;
    /* SQLite takes names that are none of files for other things: ":memory:", "file:x?mode=...". */
    if (strlen(path) >= sizeof results->path)
        fail(results, WYRM_ERROR_IO, ": the name is too long");
    else if (*path == '\0' || *path == ':' || strncmp(path, "file:", 5) == 0)
        fail(results, WYRM_ERROR_ARGUMENT,
             "is no name of a file to SQLite; ./ before it makes it one");
    else if (stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        fail(results, WYRM_ERROR_IO, ": it is %s",
             S_ISDIR(found.st_mode) ? "a folder" : "no regular file");
    else if (!writes && access(path, R_OK) != 0)
        fail(results, WYRM_ERROR_IO, ": %s", errno == ENOENT ? "no such file" : strerror(errno));
    /* The journal of a killed writer SQLite plays back for who comes next, readers too: else a file
     * would be lost with its writer. One that names a second journal has it delete what is named
     * so: ours never do. */
    static const unsigned char naming[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char last[sizeof naming] = {0};
    char name[sizeof results->path + 8];
    snprintf(name, sizeof name, "%s-journal", results->path);
    FILE *journal = results->status == WYRM_OK ? fopen(name, "rb") : NULL;
    if (journal && fseek(journal, -(long)sizeof last, SEEK_END) == 0 &&
        fread(last, 1, sizeof last, journal) == sizeof last &&
        memcmp(last, naming, sizeof last) == 0)
        fail_broken(results, "its journal is not wyrm's");
    const bool was_killed = journal != NULL;
    if (was_killed)
        fclose(journal);
    int flags = writes                                  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                : was_killed && access(path, W_OK) == 0 ? SQLITE_OPEN_READWRITE
                                                        : SQLITE_OPEN_READONLY;
    if (results->status == WYRM_OK &&
        sqlite3_open_v2(path, &results->database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        fail_of(results);
    if (results->status == WYRM_OK)
        check_head(results, was_killed);
    if (results->status == WYRM_OK)
        confine(results);
    return results;
}

/* What was opened goes to the caller, or why it was not. */
static wyrm_status hand_over(wyrm_results *results, wyrm_results **out, wyrm_error *error)
{
    wyrm_status status =
        results ? told(results, error) : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    *out = status == WYRM_OK ? results : NULL;
    if (status != WYRM_OK)
        wyrm_results_close(results);
    return status;
}

/* Opens to read; names are looked up in a design, where there is one. */
static wyrm_results *open_to_read(const char *path, const wyrm_design *design)
{
    wyrm_results *results = open_file(path, false);
    if (results && !check_tables(results))
        fail(results, WYRM_ERROR_SYNTAX,
             ": it is empty: who wrote it was stopped before its first group of runs was whole");
    if (results)
        check_meta(results, design);
    return results;
}

wyrm_status wyrm_results_read(const char *path, wyrm_results **out, wyrm_error *error)
{
    return hand_over(open_to_read(path, NULL), out, error);
}

const wyrm_results_facts *wyrm_results_facts_of(const wyrm_results *results)
{
    return &results->facts;
}

void wyrm_results_close(wyrm_results *results)
{
    if (!results)
        return;
    sqlite3_finalize(results->insert);
    sqlite3_close(results->database);
    wyrm_free(results);
}

/* ---- writing ---- */

static void begin(wyrm_results *results)
{
    execute(results, "BEGIN IMMEDIATE");
    results->in_transaction = results->status == WYRM_OK;
}

/* Tables, facts and names, in the transaction that has begun: who is killed leaves all or none. */
static void make_file(wyrm_results *results, const wyrm_design *design)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t items = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    char text[SQL_MAX];
    uint64_t none;
    execute(results, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION,
            WYRM_RESULTS_VERSION);
    for (size_t i = 0; i < TABLES; i++)
        execute(results, "%s", table_sql(i, text));
    for (size_t i = 0; i < FACTS; i++)
        execute(results, "INSERT INTO meta VALUES(%Q, %Q)", facts[i].key,
                fact_text(&results->facts, &facts[i], text));
    for (size_t i = 0; i < items; i++)
        execute(results, "INSERT INTO meta VALUES('item %d', %Q)", (int)i, kinds[i].name);
    for (size_t i = 0; i < wyrm_roster_count(roster); i++)
        execute(results, "INSERT INTO meta VALUES('monster %d', %Q)", (int)i,
                wyrm_roster_monster(roster, i)->name);
    execute(results, "INSERT INTO meta VALUES('runs', '0')");
    execute(results, "INSERT INTO meta VALUES('checksum', '%llu')",
            (unsigned long long)read_meta(results, NULL, &none));
}

wyrm_status wyrm_results_write(const char *path, const wyrm_design *design,
                               const wyrm_results_facts *wanted, wyrm_results **out,
                               wyrm_error *error)
{
    wyrm_results *results = open_file(path, true);
    if (!results)
        return hand_over(NULL, out, error);
    /* Pages are written when a group is whole: so the head is there before all else. */
    execute(results,
            "PRAGMA page_size=%d; PRAGMA auto_vacuum=0; PRAGMA encoding='UTF-8'; PRAGMA "
            "locking_mode=EXCLUSIVE; PRAGMA synchronous=NORMAL; PRAGMA cache_spill=OFF",
            PAGE_BYTES);
    begin(results);
    if (check_tables(results)) {
        check_meta(results, NULL);
        hold_to_facts(results, wanted, false);
    } else {
        results->facts = *wanted;
        make_file(results, design);
    }
    results->insert = prepare(results, "INSERT INTO run VALUES(?, ?, ?)");
    return hand_over(results, out, error);
}

wyrm_status wyrm_results_add(wyrm_results *results, const wyrm_run *run, wyrm_error *error)
{
    if (!results->in_transaction)
        begin(results);
    size_t length = (size_t)(put_run(run, results->text) - results->text);
    int64_t checksum = checksum_of(results->text, length, run->run);
    sqlite3_bind_int64(results->insert, 1, (int64_t)run->run);
    sqlite3_bind_text(results->insert, 2, results->text, (int)length, SQLITE_STATIC);
    sqlite3_bind_int64(results->insert, 3, checksum);
    int code = results->status == WYRM_OK ? sqlite3_step(results->insert) : SQLITE_DONE;
    sqlite3_reset(results->insert);
    if (code == SQLITE_CONSTRAINT) { /* one has its number already */
        sqlite3_stmt *select = prepare(results, "SELECT checksum FROM run WHERE run = ?");
        sqlite3_bind_int64(select, 1, (int64_t)run->run);
        if (!step(results, select) || sqlite3_column_int64(select, 0) != checksum)
            fail(results, WYRM_ERROR_ARGUMENT, "has another run %" PRIu64, run->run);
        sqlite3_finalize(select);
    } else if (code != SQLITE_DONE) {
        fail_of(results);
    }
    results->runs += code == SQLITE_DONE;
    results->pending += length;
    return results->pending < GROUP_BYTES ? told(results, error)
                                          : wyrm_results_flush(results, error);
}

wyrm_status wyrm_results_flush(wyrm_results *results, wyrm_error *error)
{
    /* Something always changes: else SQLite leaves the journal of a killed writer behind. */
    if (results->in_transaction)
        execute(results,
                "UPDATE meta SET value = '' WHERE key = 'runs';UPDATE meta SET value = '%llu' "
                "WHERE key = 'runs'; COMMIT",
                (unsigned long long)results->runs);
    results->in_transaction = false;
    results->pending = 0;
    return told(results, error);
}

/* ---- from run to run ---- */

/* A file on its way from one run to the next. */
typedef struct cursor {
    wyrm_results *results;
    sqlite3_stmt *select; /* at `number`, while there is one */
    bool whole;           /* from the first run on: there must be as many as meta says */
    bool at_end;
    uint64_t number, seen; /* seen: runs so far */
    int64_t checksum;
    const char *text;
} cursor;

/* On to the next run, which is what was written as far as its checksum can tell. */
static void advance(cursor *at)
{
    int64_t number;
    at->at_end = !step(at->results, at->select);
    if (at->at_end && at->whole && at->seen != at->results->runs)
        fail_broken(at->results, "runs have been lost");
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
        fail(at->results, WYRM_ERROR_SYNTAX, ": run %" PRIu64 " is broken", at->number);
    at->seen++;
}

static cursor open_cursor(wyrm_results *results, uint64_t first)
{
    cursor at = {.results = results, .whole = first == 0};
    at.select =
        prepare(results, "SELECT run, record, checksum FROM run WHERE run >= ? ORDER BY run");
    sqlite3_bind_int64(at.select, 1, (int64_t)first);
    advance(&at);
    return at;
}

/* A number of the file becomes that of the design; -1 stays. False: the design has none. */
static bool rename_one(const wyrm_results *results, bool monster, int32_t *number)
{
    bool none = *number < 0;
    if (!none)
        *number = results->names[monster][*number];
    return none || *number >= 0;
}

typedef wyrm_status (*taker)(const wyrm_run *run, void *context, wyrm_error *error);

/* One of several files. It is open while its runs go by: of a thousand that follow each other, one
 * is at a time. */
typedef struct results_input {
    const char *path;
    uint64_t first;
    cursor at;
} results_input;

/* What is read, and whom it is told. */
typedef struct reading {
    const wyrm_design *design;
    taker take; /* NULL: nobody */
    void *context;
    wyrm_run *run; /* the one being told */
    /* Of one file: */
    results_input one;
    uint64_t most;
    /* Of several: */
    const char *const *paths;
    size_t count;
    bool mix;
    wyrm_results_account *account;
} reading;

static void must(base_arena *arena, const wyrm_results *results)
{
    base_must(arena, told(results, &arena->error));
}

/* The run that the cursor is at goes to the listener, and the cursor on to the next. */
static void give_run(base_arena *arena, const reading *how, cursor *at)
{
    wyrm_results *results = at->results;
    wyrm_run *run = how->run;
    run->seed = results->facts.seed;
    run->run = at->number;
    if (!take_run(at->text, run))
        fail(results, WYRM_ERROR_SYNTAX, ": run %" PRIu64 " is broken", at->number);
    must(arena, results);
    bool known = rename_one(results, true, &run->killer);
    for (size_t i = 0; known && i < run->fight_count; i++)
        known = rename_one(results, true, &run->fights[i].monster);
    for (size_t i = 0; known && i < run->item_count; i++)
        known = rename_one(results, false, &run->items[i].kind);
    if (!known)
        fail(results, WYRM_ERROR_UNKNOWN,
             ": run %" PRIu64 " has a monster or item that the ruleset does not know", run->run);
    must(arena, results);
    if (how->take)
        base_must(arena, how->take(run, how->context, &arena->error));
    advance(at);
    must(arena, results);
}

static void read_runs(base_arena *arena, void *context)
{
    reading *how = context;
    cursor *at = &how->one.at;
    how->run = base_new(arena, wyrm_run);
    check_meta(at->results, how->design);
    *at = open_cursor(at->results, how->one.first);
    must(arena, at->results);
    for (uint64_t i = 0; i < how->most && !at->at_end; i++)
        give_run(arena, how, at);
}

wyrm_status wyrm_results_each(wyrm_results *results, const wyrm_design *design, uint64_t first,
                              uint64_t most, taker take, void *context, wyrm_error *error)
{
    reading how = {.design = design, .take = take, .context = context, .most = most};
    how.one = (results_input){.first = first, .at.results = results};
    wyrm_status status = base_do(read_runs, &how, error);
    sqlite3_finalize(how.one.at.select);
    return status;
}

/* ---- several files ---- */

static void close_input(results_input *input)
{
    sqlite3_finalize(input->at.select);
    wyrm_results_close(input->at.results);
    input->at = (cursor){.at_end = true};
}

static void open_input(base_arena *arena, results_input *input, const wyrm_design *design)
{
    wyrm_results *results = open_to_read(input->path, design);
    if (!results)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    input->at = (cursor){.results = results};
    input->at = open_cursor(results, 0);
    input->first = input->at.at_end ? UINT64_MAX : input->at.number;
    must(arena, results);
}

static int by_first(const void *a, const void *b)
{
    uint64_t one = ((const results_input *)a)->first, other = ((const results_input *)b)->first;
    return (one > other) - (one < other);
}

/* Runs of several files in the order of their numbers: inputs[gone..open) are open. */
static void merge(base_arena *arena, results_input *inputs, const reading *how)
{
    wyrm_results_account *account = how->account;
    size_t gone = 0, open = 0;
    int64_t checksum = 0;         /* of the run that was told last */
    const char *last_path = NULL; /* where it was */
    while (gone < how->count) {
        results_input *least = NULL;
        for (size_t i = gone; i < open; i++)
            if (!least || inputs[i].at.number < least->at.number)
                least = &inputs[i];
        if (!least || (open < how->count && inputs[open].first <= least->at.number)) {
            least = &inputs[open++];
            open_input(arena, least, how->design);
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
            advance(&least->at);
            must(arena, least->at.results);
        }
        if (least->at.at_end) {
            close_input(least);
            *least = inputs[gone];
            inputs[gone++].at = (cursor){.at_end = true};
        }
    }
}

/* First looks where each begins, and whether they go together. */
static void join(base_arena *arena, void *context)
{
    reading *how = context;
    wyrm_results_account *account = how->account;
    results_input *inputs = base_array(arena, results_input, how->count);
    how->run = base_new(arena, wyrm_run);
    for (size_t i = 0; i < how->count; i++) {
        inputs[i].path = how->paths[i];
        base_keep(arena, &inputs[i], close_input);
        open_input(arena, &inputs[i], NULL);
        wyrm_results *results = inputs[i].at.results;
        if (i == 0)
            account->facts = results->facts;
        hold_to_facts(results, &account->facts, how->mix);
        must(arena, results);
        if (account->facts.engine != results->facts.engine)
            account->facts.engine = 0;
        close_input(&inputs[i]);
    }
    if (how->count > 0)
        qsort(inputs, how->count, sizeof *inputs, by_first);
    merge(arena, inputs, how);
}

wyrm_status wyrm_results_join(const char *const *paths, size_t count, bool mix,
                              const wyrm_design *design, taker take, void *context,
                              wyrm_results_account *account, wyrm_error *error)
{
    reading how = {.design = design,
                   .take = take,
                   .context = context,
                   .paths = paths,
                   .count = count,
                   .mix = mix,
                   .account = account};
    *account = (wyrm_results_account){.runs = 0};
    return base_do(join, &how, error);
}
