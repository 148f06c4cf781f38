/* Files of results: runs are read back as written, whatever happens to the writer; files can be
 * merged; and anything else is refused. */
#include "released.h"
#include "runs_by_hand.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>
#include <xxhash.h>

#include "turned.h"
#include "stride.h"

enum { RUNS = 300 };

static char folder[] = "/tmp/wyrm-results-XXXXXX";

static const char *path_of(const char *name)
{
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static wyrm_results_facts facts_of(const wyrm_design *design)
{
    wyrm_results_facts facts = {.ruleset = "variant",
                                .source = "ruggrogue",
                                .version = "1.2.3",
                                .engine = WYRM_ENGINE_VERSION,
                                .bot = "explorer",
                                .seed = 1,
                                .turn_limit = 50000,
                                .without = "potions,scrolls"};
    snprintf(facts.hash, sizeof facts.hash, "%s", wyrm_ruleset_hash(wyrm_design_ruleset(design)));
    return facts;
}

static wyrm_results *open_to_write(const wyrm_design *design, const char *name)
{
    wyrm_results_facts facts = facts_of(design);
    wyrm_results *results;
    assert_works(wyrm_results_write(path_of(name), design, &facts, &results, &last_error));
    return results;
}

/* Flushes and closes a file. */
static void finish(wyrm_results *results)
{
    assert_works(wyrm_results_flush(results, &last_error));
    wyrm_results_close(results);
}

static void add(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t end)
{
    for (uint64_t i = first; i < end; i++) {
        FREED wyrm_run *run = run_at_random(design, i);
        assert_works(wyrm_results_add(results, run, &last_error));
    }
}

/* Makes a file with the runs first..end-1. */
static void make(const wyrm_design *design, const char *name, uint64_t first, uint64_t end)
{
    wyrm_results *results = open_to_write(design, name);
    add(results, design, first, end);
    assert_works(wyrm_results_flush(results, &last_error));
    wyrm_results_close(results);
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_accumulator_add(context, run, error);
}

/* The summary of a file. The caller frees it. */
static wyrm_summary *sum_file(const wyrm_design *design, const char *name)
{
    wyrm_results *results;
    OWNED_ACCUMULATOR *summing;
    wyrm_summary *summary;
    assert_works(wyrm_results_read(path_of(name), &results, &last_error));
    assert_works(wyrm_accumulator_new(design, 1, &summing, &last_error));
    assert_works(wyrm_results_each(results, design, 0, UINT64_MAX, take, summing, &last_error));
    assert_works(wyrm_accumulator_sum(summing, &summary, &last_error));
    wyrm_results_close(results);
    return summary;
}

static wyrm_summary *sum_runs(const wyrm_design *design, uint64_t count)
{
    wyrm_run *runs[RUNS];
    for (uint64_t i = 0; i < count; i++)
        runs[i] = run_at_random(design, i);
    return summary_of(design, runs, count);
}

static void assert_file_holds(const wyrm_design *design, const char *name, uint64_t count)
{
    OWNED_SUMMARY *file = sum_file(design, name), *wanted = sum_runs(design, count);
    assert_same_summary(file, wanted);
}

static wyrm_status compare_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    const wyrm_design *design = context;
    wyrm_run *wanted = run_at_random(design, run->run);
    (void)error;
    assert_same_run(run, wanted);
    free(wanted);
    return WYRM_OK;
}

TEST(every_field_comes_back)
{
    wyrm_results *results;
    make(*state, "fields.db", 0, 100);
    assert_works(wyrm_results_read(path_of("fields.db"), &results, &last_error));
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    wyrm_results_facts wanted = facts_of(*state);
    assert_true(memcmp(facts, &wanted, sizeof wanted) == 0);
    assert_works(
        wyrm_results_each(results, *state, 0, UINT64_MAX, compare_run, *state, &last_error));
    wyrm_results_close(results);
}

static wyrm_status count_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    uint64_t *seen = context;
    (void)error;
    seen[0]++;
    seen[1] = run->run;
    return WYRM_OK;
}

TEST(some_of_the_runs_can_be_asked_for)
{
    wyrm_results *results;
    make(*state, "some.db", 10, 60);
    assert_works(wyrm_results_read(path_of("some.db"), &results, &last_error));
    const uint64_t rows[][4] = {/* first, most; runs read, the last one */
                                {0, 5, 5, 14},
                                {30, 1, 1, 30},
                                {55, 100, 5, 59},
                                {60, 9, 0, 0},
                                {12, 0, 0, 0}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        uint64_t seen[2] = {0, 0};
        assert_works(wyrm_results_each(results, *state, rows[i][0], rows[i][1], count_run, seen,
                                       &last_error));
        assert_int_equal(seen[0], rows[i][2]);
        assert_int_equal(seen[1], rows[i][3]);
    }
    wyrm_results_close(results);
}

static wyrm_status refuse(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)run, (void)context;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "enough");
}

TEST(who_takes_runs_can_stop)
{
    wyrm_results *results;
    wyrm_error error;
    make(*state, "stop.db", 0, 10);
    assert_ok(wyrm_results_read(path_of("stop.db"), &results, &error), &error);
    assert_int_equal(wyrm_results_each(results, *state, 0, UINT64_MAX, refuse, NULL, &error),
                     WYRM_ERROR_LIMIT);
    assert_string_equal(error.message, "enough");
    wyrm_results_close(results);
}

/* Adding the same run again does nothing; a different one with its number is refused. */
TEST(a_number_stands_for_one_run)
{
    make(*state, "twice.db", 0, 50);
    wyrm_results *results = open_to_write(*state, "twice.db");
    wyrm_error error;
    add(results, *state, 0, 60);
    finish(results);
    assert_file_holds(*state, "twice.db", 60);

    results = open_to_write(*state, "twice.db");
    wyrm_run *other = run_at_random(*state, 999);
    other->run = 20;
    assert_int_equal(wyrm_results_add(results, other, &error), WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "another run 20"));
    wyrm_results_close(results);
    free(other);
    assert_file_holds(*state, "twice.db", 60);
}

/* Writes all the runs to a file and kills itself in the middle of a group. */
static void write_and_die(const wyrm_design *design, const char *name, uint64_t flushed,
                          uint64_t end)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        wyrm_results *results = open_to_write(design, name);
        wyrm_error error;
        add(results, design, 0, flushed);
        if (wyrm_results_flush(results, &error) != WYRM_OK)
            _exit(1);
        add(results, design, flushed, end);
        kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* Whole groups of runs are there, and no partial one. */
TEST(a_killed_writer_loses_only_its_last_group)
{
    const uint64_t flushed[] = {0, 1, 120, 299};
    for (size_t i = 0; i < LENGTH_OF(flushed); i++) {
        char name[32];
        uint64_t seen[2] = {0, 0};
        snprintf(name, sizeof name, "killed%zu.db", i);
        write_and_die(*state, name, flushed[i], RUNS);
        wyrm_results *results = open_to_write(*state, name);
        assert_works(
            wyrm_results_each(results, *state, 0, UINT64_MAX, count_run, seen, &last_error));
        assert_int_equal(seen[0], flushed[i]);
        add(results, *state, seen[0], RUNS);
        finish(results);
        assert_file_holds(*state, name, RUNS);
    }
}

TEST(what_was_not_flushed_is_not_there)
{
    wyrm_results *results = open_to_write(*state, "closed.db");
    add(results, *state, 0, 30);
    assert_works(wyrm_results_flush(results, &last_error));
    add(results, *state, 30, 40);
    wyrm_results_close(results);
    assert_file_holds(*state, "closed.db", 30);
}

TEST(two_cannot_write_at_once)
{
    wyrm_results *first = open_to_write(*state, "shared.db"), *second;
    wyrm_results_facts facts = facts_of(*state);
    wyrm_error error;
    add(first, *state, 0, 5);
    assert_int_equal(wyrm_results_write(path_of("shared.db"), *state, &facts, &second, &error),
                     WYRM_ERROR_IO);
    assert_non_null(strstr(error.message, "another process is writing it"));
    assert_null(second);
    finish(first);
    assert_file_holds(*state, "shared.db", 5);
}

typedef struct joined {
    wyrm_status status;
    wyrm_results_account account;
    wyrm_summary *summary; /* NULL if it failed */
    wyrm_error error;
} joined;

/* Sums up files whose names are separated by blanks. The caller frees the summary. */
static joined join(const wyrm_design *design, const char *names, bool mix)
{
    joined out = {.summary = NULL};
    char words[256], folders[16][128], *rest = words;
    const char *paths[16];
    size_t count = 0;
    OWNED_ACCUMULATOR *summing;
    snprintf(words, sizeof words, "%s", names);
    for (char *word; (word = strsep(&rest, " ")) != NULL; count++) {
        snprintf(folders[count], sizeof folders[0], "%s/%s", folder, word);
        paths[count] = folders[count];
    }
    assert_ok(wyrm_accumulator_new(design, 1, &summing, NULL), NULL);
    out.status =
        wyrm_results_join(paths, count, mix, design, take, summing, &out.account, &out.error);
    if (out.status == WYRM_OK)
        assert_ok(wyrm_accumulator_sum(summing, &out.summary, NULL), NULL);
    return out;
}

TEST(shards_in_any_order_are_the_whole)
{
    static const char *const orders[] = {"s0 s1 s2 s3", "s3 s2 s1 s0", "s2 s0 s3 s1",
                                         "s1 s1 s0 whole s3 s2"};
    wyrm_results *odd = open_to_write(*state, "s2"), *even = open_to_write(*state, "s3");
    make(*state, "s0", 0, 90);
    make(*state, "s1", 90, 200);
    make(*state, "whole", 0, RUNS);
    make(*state, "none", 0, 0);
    for (uint64_t i = 200; i < RUNS; i++) /* alternates between these two files */
        add(i % 2 == 1 ? odd : even, *state, i, i + 1);
    finish(odd);
    finish(even);
    OWNED_SUMMARY *wanted = sum_file(*state, "whole");
    for (size_t i = 0; i < LENGTH_OF(orders); i++) {
        joined all = join(*state, orders[i], false);
        assert_ok(all.status, &all.error);
        assert_same_summary(all.summary, wanted);
        assert_int_equal(all.account.runs, RUNS);
        assert_int_equal(all.account.first, 0);
        assert_int_equal(all.account.last, RUNS - 1);
        assert_int_equal(all.account.missing, 0);
        assert_int_equal(all.account.repeated, i < 3 ? 0 : RUNS + 110);
        wyrm_summary_free(all.summary);
    }
    joined empty = join(*state, "none none", false);
    assert_ok(empty.status, &empty.error);
    assert_int_equal(empty.account.runs, 0);
    wyrm_summary_free(empty.summary);
}

TEST(what_is_missing_is_told_in_ranges)
{
    make(*state, "m0", 10, 20);
    make(*state, "m1", 21, 30);
    make(*state, "m2", 45, 50);
    joined all = join(*state, "m2 m0 m1", false);
    assert_ok(all.status, &all.error);
    assert_int_equal(all.account.runs, 24);
    assert_int_equal(all.account.first, 10);
    assert_int_equal(all.account.last, 49);
    assert_int_equal(all.account.missing, 16);
    assert_int_equal(all.account.gap_count, 2);
    assert_int_equal(all.account.gaps[0].first, 20);
    assert_int_equal(all.account.gaps[0].last, 20);
    assert_int_equal(all.account.gaps[1].first, 30);
    assert_int_equal(all.account.gaps[1].last, 44);
    wyrm_summary_free(all.summary);
}

TEST(runs_that_differ_are_not_added_up)
{
    wyrm_results *results = open_to_write(*state, "other");
    wyrm_run *run = run_at_random(*state, 5);
    run->turns++;
    make(*state, "one", 0, 20);
    add(results, *state, 0, 5);
    assert_ok(wyrm_results_add(results, run, NULL), NULL);
    finish(results);
    free(run);
    joined all = join(*state, "one other", false);
    assert_int_equal(all.status, WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(all.error.message, "run 5 differs between"));
}

TEST(engines_mix_where_that_is_asked_for)
{
    wyrm_results_facts facts = facts_of(*state);
    wyrm_results *results;
    facts.engine++;
    make(*state, "now", 0, 20);
    assert_ok(wyrm_results_write(path_of("then"), *state, &facts, &results, NULL), NULL);
    add(results, *state, 20, 40);
    finish(results);
    joined all = join(*state, "now then", false);
    assert_int_equal(all.status, WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(all.error.message, "version of the engine"));
    all = join(*state, "now then", true);
    assert_ok(all.status, &all.error);
    assert_int_equal(all.account.runs, 40);
    assert_int_equal(all.account.facts.engine, 0);
    wyrm_summary_free(all.summary);
}

static void execute(const char *name, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path_of(name), &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    sqlite3_close(database);
}

TEST(runs_of_other_facts_are_not_mixed)
{
    static const char *const whats[] = {
        "another ruleset", "version of the ruleset", "bot", "--without", "arena", "seed",
        "turn limit",      "version of the engine"};
    make(*state, "facts.db", 0, 5);
    for (size_t i = 0; i < LENGTH_OF(whats); i++) {
        wyrm_results_facts facts = facts_of(*state);
        wyrm_results *results;
        wyrm_error error;
        if (i == 0)
            strcpy(facts.ruleset, "other");
        if (i <= 1)
            strcpy(facts.hash, "0123456789abcdef");
        if (i == 2)
            strcpy(facts.bot, "diver");
        if (i == 3)
            strcpy(facts.without, "");
        if (i == 4)
            strcpy(facts.arena, "player vs orc");
        facts.seed += i == 5;
        facts.turn_limit += i == 6;
        facts.engine += i == 7;
        assert_int_equal(wyrm_results_write(path_of("facts.db"), *state, &facts, &results, &error),
                         WYRM_ERROR_ARGUMENT);
        if (!strstr(error.message, whats[i]))
            fail_msg("'%s' does not name %s", error.message, whats[i]);
    }
    wyrm_results_facts moved = facts_of(*state);
    wyrm_results *results;
    wyrm_error error;
    strcpy(moved.version, "9.9.9");
    strcpy(moved.source, "elsewhere/ruggrogue.yaml");
    assert_ok(wyrm_results_write(path_of("facts.db"), *state, &moved, &results, &error), &error);
    wyrm_results_close(results);
    assert_file_holds(*state, "facts.db", 5);
}

static void write_bytes(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static char *read_bytes(const char *name, size_t *length)
{
    struct stat about;
    assert_int_equal(stat(path_of(name), &about), 0);
    *length = (size_t)about.st_size;
    char *bytes = malloc(*length);
    FILE *file = fopen(path_of(name), "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

TEST(what_is_no_file_is_no_results)
{
    static const struct {
        const char *path, *words;
    } rows[] = {
        {"", "'' is no name of a file"},
        {":memory:", ":memory: is no name of a file"},
        {":", "is no name of a file"},
        {"file:x.db?mode=memory", "file:x.db?mode=memory is no name"},
        {"/", "it is a folder"},
        {"/dev/null", "no regular file"},
        {"/no/such/file.db", ""},
    };
    wyrm_results_facts facts = facts_of(*state);
    wyrm_error error;
    wyrm_results *results;
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        assert_int_not_equal(wyrm_results_read(rows[i].path, &results, &error), WYRM_OK);
        assert_non_null(strstr(error.message, rows[i].words));
        assert_int_not_equal(wyrm_results_write(rows[i].path, *state, &facts, &results, &error),
                             WYRM_OK);
        assert_non_null(strstr(error.message, rows[i].words));
    }
}

/* Reads a whole file and continues it; if that succeeds, everything must be unchanged. */
static bool is_refused_or_sound(const wyrm_design *design, const char *name, bool write,
                                const wyrm_summary *wanted, bool *reads)
{
    wyrm_results_facts facts = facts_of(design), found = {0};
    wyrm_results *results = NULL;
    OWNED_ACCUMULATOR *summing;
    OWNED_SUMMARY *summary = NULL;
    wyrm_error error = {0};
    assert_ok(wyrm_accumulator_new(design, 1, &summing, &error), &error);
    wyrm_status status = write ? wyrm_results_write(path_of(name), design, &facts, &results, &error)
                               : wyrm_results_read(path_of(name), &results, &error);
    if (status == WYRM_OK) {
        found = *wyrm_results_facts_of(results);
        status = wyrm_results_each(results, design, 0, UINT64_MAX, take, summing, &error);
    }
    wyrm_results_close(results);
    bool sound = status != WYRM_OK && error.message[0] != '\0';
    *reads = status == WYRM_OK;
    if (status == WYRM_OK) {
        assert_ok(wyrm_accumulator_sum(summing, &summary, &error), &error);
        assert_same_summary(summary, wanted);
        sound = memcmp(&found, &facts, sizeof facts) == 0;
    }
    return sound;
}

/* How damaged files must behave, and how often one was still writable. */
typedef struct damaging {
    const wyrm_design *design;
    const wyrm_summary *wanted;
    size_t count;
} damaging;

static bool read_damaged(const char *bytes, size_t length, size_t at, void *context)
{
    damaging *of = context;
    const bool write = of->count++ % 8 == 0;
    bool sound = true;
    write_bytes("damaged.db", bytes, length);
    if (!is_refused_or_sound(of->design, "damaged.db", write, of->wanted, &sound))
        fail_msg("byte %zu as %d is believed", at, bytes[at]);
    return !sound;
}

TEST(every_byte_that_is_another_is_refused_or_harmless)
{
    size_t length;
    make(*state, "sound.db", 0, 3);
    OWNED(char) *bytes = read_bytes("sound.db", &length);
    OWNED_SUMMARY *wanted = sum_file(*state, "sound.db");
    damaging of = {*state, wanted, 0};
    const turned_count all = turn_every_byte(bytes, length, 7, read_damaged, &of);
    assert_true(all.refused > 100);
}

/* Changes a file and corrects its checksums, as anybody can who has read docs/results.md. */
static void forge(const char *name, const char *sql)
{
    static const char *const queries[] = {
        "SELECT key || ' ' || value || char(10) FROM meta WHERE key NOT IN ('runs', 'checksum')",
        "SELECT record, run FROM run"};
    char text[8192] = "", change[128];
    sqlite3 *database;
    sqlite3_stmt *select;
    size_t length = 0;
    execute(name, sql);
    assert_int_equal(sqlite3_open(path_of(name), &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, queries[0], -1, &select, NULL), SQLITE_OK);
    while (sqlite3_step(select) == SQLITE_ROW)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s",
                                   (const char *)sqlite3_column_text(select, 0));
    sqlite3_finalize(select);
    snprintf(change, sizeof change, "UPDATE meta SET value = '%llu' WHERE key = 'checksum'",
             (unsigned long long)XXH3_64bits(text, length));
    assert_int_equal(sqlite3_exec(database, change, NULL, NULL, NULL), SQLITE_OK);
    for (sqlite3_int64 run = 0; run < 3; run++) {
        snprintf(text, sizeof text, "%s WHERE run = %lld", queries[1], (long long)run);
        assert_int_equal(sqlite3_prepare_v2(database, text, -1, &select, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_step(select), SQLITE_ROW);
        XXH64_hash_t sum =
            XXH3_64bits_withSeed(sqlite3_column_text(select, 0),
                                 (size_t)sqlite3_column_bytes(select, 0), (XXH64_hash_t)run);
        sqlite3_finalize(select);
        snprintf(change, sizeof change, "UPDATE run SET checksum = %lld WHERE run = %lld",
                 (long long)sum, (long long)run);
        assert_int_equal(sqlite3_exec(database, change, NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(database);
}

/* Reads a file to its end. */
static wyrm_status read_all(const wyrm_design *design, const char *name, uint64_t seen[2],
                            wyrm_error *error)
{
    wyrm_results *results;
    seen[0] = 0;
    *error = (wyrm_error){0};
    wyrm_status status = wyrm_results_read(path_of(name), &results, error);
    if (status == WYRM_OK)
        status = wyrm_results_each(results, design, 0, UINT64_MAX, count_run, seen, error);
    wyrm_results_close(results);
    return status;
}

TEST(senseless_facts_are_refused)
{
    static const char *const changes[][2] = {
        {"UPDATE meta SET value = '' WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = '12x' WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = '-1' WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = ' 7' WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = '18446744073709551616' WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = NULL WHERE key = 'seed'", "'seed'"},
        {"UPDATE meta SET value = '4294967296' WHERE key = 'turn_limit'", "'turn_limit'"},
        {"UPDATE meta SET value = '1e3' WHERE key = 'turn_limit'", "'turn_limit'"},
        {"UPDATE meta SET value = printf('%.99c', 'x') WHERE key = 'bot'", "'bot'"},
        {"UPDATE meta SET value = x'6100' WHERE key = 'bot'", "'bot'"},
        {"INSERT INTO meta VALUES('color', 'red')", "'color'"},
        {"INSERT INTO meta VALUES('item 1024', 'x')", "'item 1024'"},
        {"INSERT INTO meta VALUES('monster x', 'x')", "'monster x'"},
        {"UPDATE meta SET value = '-1' WHERE key = 'runs'", "'runs'"},
        {"DELETE FROM meta WHERE key = 'bot'", "all of what was simulated"},
        {"DELETE FROM meta WHERE key = 'checksum'", "not what was written"},
        {"UPDATE meta SET value = '2' WHERE key = 'runs'", "lost"},
    };
    uint64_t seen[2];
    wyrm_error error;
    for (size_t i = 0; i < LENGTH_OF(changes); i++) {
        char name[32];
        snprintf(name, sizeof name, "facts%zu.db", i);
        make(*state, name, 0, 3);
        forge(name, changes[i][0]);
        if (read_all(*state, name, seen, &error) != WYRM_ERROR_SYNTAX ||
            !strstr(error.message, changes[i][1]))
            fail_msg("%s: '%s' does not say %s", changes[i][0], error.message, changes[i][1]);
    }
    make(*state, "kept.db", 0, 3);
    forge("kept.db", "UPDATE meta SET value = 'nobody' WHERE key = 'source'");
    assert_ok(read_all(*state, "kept.db", seen, &error), &error);
    execute("kept.db", "UPDATE meta SET value = 'somebody' WHERE key = 'source'");
    assert_int_equal(read_all(*state, "kept.db", seen, &error), WYRM_ERROR_SYNTAX);
}

/* Invalid runs with correct checksums. */
TEST(senseless_runs_are_refused)
{
    static const char *const records[] = {
        "''",
        "NULL",
        "x'00'",
        "7",
        "'[]'",
        "'[[],[],[],[]]'",
        "'[[],[],[],[],[],[]]'",
        "'[[[0,-1,1,1,5]],[],[],[]]'",
        "substr(record, 1, length(record) - 1)",
        "record || ' '",
        "replace(record, ',', ', ')",
        "'[[[9,-1,1,1,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[-1,-1,1,1,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,0,1,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,200,1,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-2,1,1,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,4294967297,5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1,4294967296]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1,-1]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1,1.5]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1,5,6]],' || substr(record, instr(record, '[[1,'))",
        "'[[[0,-1,1,1,99999999999999999999]],' || substr(record, instr(record, '[[1,'))",
        "replace(record, '[[1,', '[[2,')",
        "replace(record, ',0],', ',2],')",
        "replace(record, '[[0,', '[[5,')",
        "'[[[0,-1,1,1,5]],[[1,10,0,0,0,1,20,40,0,0,0,8,6,0,0,4,0,0,0,0,0,0]],[],[],'"
        " || '[[1,2,3,4,5,6,7,8,9,1,1,1,1,1]],[]]'", /* a won run has no last fight */
        "'[[[1,-1,1,1,5]],[[1,10,0,0,0,1,20,40,0,0,0,8,6,0,0,4,0,0,0,0,0,0]],[],[],'"
        " || '[[1,2,3,4,5,6,7,8,9,2,1,1,1,1]],[]]'", /* not 0 or 1 */
        "'[[[1,-1,1,1,5]],[[1,10,0,0,0,1,20,40,0,0,0,8,6,0,0,4,0,0,0,0,0,0]],[],[],'"
        " || '[[1,2,3,4,5,6,7,8,9,1,1,1,1,1],[1,2,3,4,5,6,7,8,9,1,1,1,1,1]],[]]'",
        "'[[[4,-1,1,1,5]],[[1,10,0,0,0,1,20,40,0,0,0,8,6,0,0,4,0,0,0,0,0,0]],[],[],[],'"
        " || '[[1,0,0,4,5]]]'", /* a run that was cut off has no last blows */
    };
    uint64_t seen[2];
    wyrm_error error;
    for (size_t i = 0; i < LENGTH_OF(records); i++) {
        char name[32], sql[512];
        snprintf(name, sizeof name, "broken%zu.db", i);
        make(*state, name, 0, 3);
        snprintf(sql, sizeof sql, "UPDATE run SET record = %s WHERE run = 2", records[i]);
        forge(name, sql);
        if (read_all(*state, name, seen, &error) != WYRM_ERROR_SYNTAX ||
            !strstr(error.message, "run 2 is broken"))
            fail_msg("%s: '%s'", records[i], error.message);
        assert_int_equal(seen[0], 2);
    }
    make(*state, "deleted.db", 0, 3);
    execute("deleted.db", "DELETE FROM run WHERE run = 1");
    assert_int_equal(read_all(*state, "deleted.db", seen, &error), WYRM_ERROR_SYNTAX);
    assert_non_null(strstr(error.message, "lost"));
    make(*state, "moved.db", 0, 3);
    execute("moved.db", "UPDATE run SET run = 7 WHERE run = 1");
    assert_int_equal(read_all(*state, "moved.db", seen, &error), WYRM_ERROR_SYNTAX);
}

static wyrm_status copy_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_results_add(context, run, error);
}

/* Files of version 2 end with the items: these are read, last fights are unknown, and nothing can
 * be added. */
TEST(files_of_the_version_before_are_read)
{
    wyrm_results_facts facts = facts_of(*state);
    wyrm_results *results;
    wyrm_error error;
    make(*state, "older.db", 0, 3);
    OWNED_SUMMARY *now = sum_file(*state, "older.db");
    forge("older.db",
          "DROP VIEW last_fights; DROP VIEW last_blows; PRAGMA user_version = 2;"
          "UPDATE run SET record = '[' || json_extract(record, '$[0]') || ',' || "
          "json_extract(record, '$[1]') || ',' || json_extract(record, '$[2]') || ',' || "
          "json_extract(record, '$[3]') || ']'");
    OWNED_SUMMARY *older = sum_file(*state, "older.db");
    assert_int_equal(older->runs, 3);
    assert_memory_equal(older->ends, now->ends, sizeof now->ends);
    assert_int_equal(older->death_count, now->death_count);
    assert_true(now->last.deaths > 0);
    assert_int_equal(older->last.deaths, 0);
    /* Summed up with newer files and written again they stay what they are. */
    make(*state, "newer.db", 3, 9);
    joined both = join(*state, "older.db newer.db", false);
    assert_ok(both.status, &both.error);
    wyrm_results *merged = open_to_write(*state, "merged.db");
    assert_works(wyrm_results_read(path_of("older.db"), &results, &last_error));
    assert_works(wyrm_results_each(results, *state, 0, UINT64_MAX, copy_run, merged, &last_error));
    wyrm_results_close(results);
    add(merged, *state, 3, 9);
    finish(merged);
    OWNED_SUMMARY *again = sum_file(*state, "merged.db");
    assert_same_summary(again, both.summary);
    wyrm_summary_free(both.summary);
    assert_int_equal(wyrm_results_write(path_of("older.db"), *state, &facts, &results, &error),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "results of version 2, which can be read"));
    /* The version in the header decides which tables a file must have. */
    make(*state, "half.db", 0, 3);
    execute("half.db", "PRAGMA user_version = 2");
    assert_int_equal(wyrm_results_read(path_of("half.db"), &results, &error), WYRM_ERROR_SYNTAX);
    execute("half.db", "PRAGMA user_version = 1");
    assert_int_equal(wyrm_results_read(path_of("half.db"), &results, &error), WYRM_ERROR_SYNTAX);
    execute("half.db", "PRAGMA user_version = 4");
    assert_int_equal(wyrm_results_read(path_of("half.db"), &results, &error), WYRM_ERROR_LIMIT);
}

TEST(unknown_names_are_refused)
{
    uint64_t seen[2];
    wyrm_error error;
    make(*state, "names.db", 0, 3);
    forge("names.db", "UPDATE meta SET value = 'snark' WHERE key LIKE 'monster %'");
    assert_int_equal(read_all(*state, "names.db", seen, &error), WYRM_ERROR_UNKNOWN);
    make(*state, "nameless.db", 0, 3);
    forge("nameless.db", "DELETE FROM meta WHERE key LIKE 'item %'");
    assert_int_equal(read_all(*state, "nameless.db", seen, &error), WYRM_ERROR_UNKNOWN);
}

TEST(what_may_only_be_read_is_read)
{
    wyrm_results_facts facts = facts_of(*state);
    wyrm_results *results;
    wyrm_error error = {0};
    make(*state, "locked.db", 0, 20);
    assert_int_equal(chmod(path_of("locked.db"), 0444), 0);
    assert_file_holds(*state, "locked.db", 20);
    if (geteuid() != 0) /* root can write whatever the mode */
        assert_int_equal(wyrm_results_write(path_of("locked.db"), *state, &facts, &results, &error),
                         WYRM_ERROR_IO);
    assert_int_equal(
        wyrm_results_write(path_of("no/such/folder.db"), *state, &facts, &results, &error),
        WYRM_ERROR_IO);
    assert_null(results);
}

static int open_all(void **state)
{
    if (!mkdtemp(folder))
        return 1;
    *state = ruggrogue();
    return 0;
}

static int close_all(void **state)
{
    char command[64];
    wyrm_design_free(*state);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

AROUND_ALL(open_all, close_all)
