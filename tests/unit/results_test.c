/* Files of results: what is written is read back, whatever happens to the writer; files merge; and
 * what is no file of results is refused. */
#include "runs_by_hand.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

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
    wyrm_error error;
    assert_ok(wyrm_results_write(path_of(name), design, &facts, &results, &error), &error);
    return results;
}

static void add(wyrm_results *results, const wyrm_design *design, uint64_t first, uint64_t end)
{
    wyrm_error error;
    for (uint64_t i = first; i < end; i++) {
        wyrm_run *run = run_at_random(design, i);
        assert_ok(wyrm_results_add(results, run, &error), &error);
        free(run);
    }
}

/* A file with the runs first..end-1. */
static void make(const wyrm_design *design, const char *name, uint64_t first, uint64_t end)
{
    wyrm_error error;
    wyrm_results *results = open_to_write(design, name);
    add(results, design, first, end);
    assert_ok(wyrm_results_flush(results, &error), &error);
    wyrm_results_close(results);
}

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_summing_add(context, run, error);
}

/* The summary of a file. The caller frees it. */
static wyrm_summary *sum_file(const wyrm_design *design, const char *name)
{
    wyrm_results *results;
    wyrm_summing *summing;
    wyrm_summary *summary;
    wyrm_error error;
    assert_ok(wyrm_results_read(path_of(name), &results, &error), &error);
    assert_ok(wyrm_summing_new(design, 1, &summing, &error), &error);
    assert_ok(wyrm_results_each(results, design, 0, UINT64_MAX, take, summing, &error), &error);
    assert_ok(wyrm_summing_up(summing, &summary, &error), &error);
    wyrm_summing_free(summing);
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
    wyrm_summary *file = sum_file(design, name), *wanted = sum_runs(design, count);
    assert_same_summary(file, wanted);
    wyrm_summary_free(file);
    wyrm_summary_free(wanted);
}

/* ------------------------------------------------------------------ writing and reading */

static wyrm_status compare_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    const wyrm_design *design = context;
    wyrm_run *wanted = run_at_random(design, run->run);
    (void)error;
    assert_int_equal(run->seed, wanted->seed);
    assert_int_equal(run->end, wanted->end);
    assert_int_equal(run->killer, wanted->killer);
    assert_int_equal(run->depth, wanted->depth);
    assert_int_equal(run->level, wanted->level);
    assert_int_equal(run->turns, wanted->turns);
    assert_int_equal(run->floor_count, wanted->floor_count);
    assert_int_equal(run->fight_count, wanted->fight_count);
    assert_int_equal(run->item_count, wanted->item_count);
    for (size_t i = 0; i < run->floor_count; i++)
        assert_memory_equal(&run->floors[i], &wanted->floors[i], sizeof run->floors[i]);
    for (size_t i = 0; i < run->item_count; i++)
        assert_memory_equal(&run->items[i], &wanted->items[i], sizeof run->items[i]);
    for (size_t i = 0; i < run->fight_count; i++) {
        const wyrm_run_fight *got = &run->fights[i], *fight = &wanted->fights[i];
        assert_int_equal(got->monster, fight->monster);
        assert_int_equal(got->attacks_to_kill, fight->attacks_to_kill);
        assert_int_equal(got->damage_taken, fight->damage_taken);
        assert_int_equal(got->fatal, fight->fatal);
    }
    free(wanted);
    return WYRM_OK;
}

static void every_field_comes_back(void **state)
{
    wyrm_results *results;
    wyrm_error error;
    make(*state, "fields.db", 0, 100);
    assert_ok(wyrm_results_read(path_of("fields.db"), &results, &error), &error);
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    wyrm_results_facts wanted = facts_of(*state);
    assert_string_equal(facts->ruleset, wanted.ruleset);
    assert_string_equal(facts->source, wanted.source);
    assert_string_equal(facts->hash, wanted.hash);
    assert_string_equal(facts->version, wanted.version);
    assert_string_equal(facts->bot, wanted.bot);
    assert_string_equal(facts->without, wanted.without);
    assert_string_equal(facts->arena, "");
    assert_int_equal(facts->seed, wanted.seed);
    assert_int_equal(facts->turn_limit, wanted.turn_limit);
    assert_ok(wyrm_results_each(results, *state, 0, UINT64_MAX, compare_run, *state, &error),
              &error);
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

static void some_of_the_runs_can_be_asked_for(void **state)
{
    wyrm_results *results;
    wyrm_error error;
    make(*state, "some.db", 10, 60);
    assert_ok(wyrm_results_read(path_of("some.db"), &results, &error), &error);
    const uint64_t rows[][4] = {/* first, most, told, last */
                                {0, 5, 5, 14},
                                {30, 1, 1, 30},
                                {55, 100, 5, 59},
                                {60, 9, 0, 0},
                                {12, 0, 0, 0}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        uint64_t seen[2] = {0, 0};
        assert_ok(
            wyrm_results_each(results, *state, rows[i][0], rows[i][1], count_run, seen, &error),
            &error);
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

static void who_takes_runs_can_stop(void **state)
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

static void the_first_missing_run_is_found(void **state)
{
    wyrm_results *results = open_to_write(*state, "missing.db");
    uint64_t count, missing;
    wyrm_error error;
    assert_ok(wyrm_results_count(results, 7, &count, &missing, &error), &error);
    assert_int_equal(count, 0);
    assert_int_equal(missing, 7);
    add(results, *state, 0, 5);
    add(results, *state, 6, 9);
    const uint64_t rows[][2] = {{0, 5}, {3, 5}, {5, 5}, {6, 9}, {8, 9}, {100, 100}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        assert_ok(wyrm_results_count(results, rows[i][0], &count, &missing, &error), &error);
        assert_int_equal(count, 8);
        assert_int_equal(missing, rows[i][1]);
    }
    wyrm_results_close(results);
}

static void a_run_that_is_there_stays_as_it_is(void **state)
{
    make(*state, "twice.db", 0, 50);
    wyrm_results *results = open_to_write(*state, "twice.db");
    wyrm_error error;
    wyrm_run *other = run_at_random(*state, 999);
    other->run = 20;
    assert_ok(wyrm_results_add(results, other, &error), &error);
    free(other);
    add(results, *state, 0, 60);
    assert_ok(wyrm_results_flush(results, &error), &error);
    wyrm_results_close(results);
    assert_file_holds(*state, "twice.db", 60);
}

/* ------------------------------------------------------------------ accidents */

/* Writes all the runs into a file and is killed at once, in the middle of a group. */
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

/* Whole groups of runs are there, and no part of one. */
static void a_killed_writer_loses_only_its_last_group(void **state)
{
    const uint64_t flushed[] = {0, 1, 120, 299};
    for (size_t i = 0; i < LENGTH_OF(flushed); i++) {
        char name[32];
        uint64_t count, missing;
        wyrm_error error;
        snprintf(name, sizeof name, "killed%zu.db", i);
        write_and_die(*state, name, flushed[i], RUNS);
        wyrm_results *results = open_to_write(*state, name);
        assert_ok(wyrm_results_count(results, 0, &count, &missing, &error), &error);
        assert_int_equal(count, flushed[i]);
        assert_int_equal(missing, flushed[i]);
        add(results, *state, missing, RUNS);
        assert_ok(wyrm_results_flush(results, &error), &error);
        wyrm_results_close(results);
        assert_file_holds(*state, name, RUNS);
    }
}

static void what_was_not_flushed_is_not_there(void **state)
{
    wyrm_results *results = open_to_write(*state, "closed.db");
    wyrm_error error;
    add(results, *state, 0, 30);
    assert_ok(wyrm_results_flush(results, &error), &error);
    add(results, *state, 30, 40);
    wyrm_results_close(results);
    assert_file_holds(*state, "closed.db", 30);
}

static void two_cannot_write_at_once(void **state)
{
    wyrm_results *first = open_to_write(*state, "shared.db"), *second;
    wyrm_results_facts facts = facts_of(*state);
    wyrm_error error;
    add(first, *state, 0, 5);
    assert_int_equal(wyrm_results_write(path_of("shared.db"), *state, &facts, &second, &error),
                     WYRM_ERROR_IO);
    assert_non_null(strstr(error.message, "another process is writing it"));
    assert_null(second);
    assert_ok(wyrm_results_flush(first, &error), &error);
    wyrm_results_close(first);
    assert_file_holds(*state, "shared.db", 5);
}

/* ------------------------------------------------------------------ merging */

static void merge(const wyrm_design *design, const char *into, const char *from)
{
    wyrm_results *results = open_to_write(design, into);
    wyrm_error error;
    assert_ok(wyrm_results_merge(results, path_of(from), &error), &error);
    wyrm_results_close(results);
}

static void shards_merge_to_the_whole_in_any_order(void **state)
{
    make(*state, "shard0.db", 0, 100);
    make(*state, "shard1.db", 100, 200);
    make(*state, "shard2.db", 200, 300);
    merge(*state, "forward.db", "shard0.db");
    merge(*state, "forward.db", "shard1.db");
    merge(*state, "forward.db", "shard2.db");
    merge(*state, "backward.db", "shard2.db");
    merge(*state, "backward.db", "shard0.db");
    merge(*state, "backward.db", "shard1.db");
    assert_file_holds(*state, "forward.db", 300);
    assert_file_holds(*state, "backward.db", 300);
}

static void runs_that_both_have_count_once(void **state)
{
    make(*state, "left.db", 0, 200);
    make(*state, "right.db", 100, 300);
    merge(*state, "left.db", "right.db");
    assert_file_holds(*state, "left.db", 300);
    merge(*state, "left.db", "right.db");
    assert_file_holds(*state, "left.db", 300);
}

static void execute(const char *name, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path_of(name), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* Nothing of a file is taken that has another idea of a run. */
static void runs_that_differ_do_not_merge(void **state)
{
    const char *const changes[] = {
        "UPDATE run SET turns = turns + 1 WHERE run = 5",
        "UPDATE floor SET healed = healed + 1 WHERE run = 5",
        "UPDATE fight SET attacks = attacks + 1 WHERE run = 5",
        "UPDATE item SET lain = lain + 1 WHERE run = 5",
    };
    for (size_t i = 0; i < LENGTH_OF(changes); i++) {
        char one[32], other[32];
        wyrm_error error;
        snprintf(one, sizeof one, "one%zu.db", i);
        snprintf(other, sizeof other, "other%zu.db", i);
        make(*state, one, 0, 20);
        make(*state, other, 0, 40);
        execute(other, changes[i]);
        wyrm_results *results = open_to_write(*state, one);
        assert_int_equal(wyrm_results_merge(results, path_of(other), &error), WYRM_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "run 5 differs"));
        add(results, *state, 20, 25); /* it can still be written */
        assert_ok(wyrm_results_flush(results, &error), &error);
        wyrm_results_close(results);
        assert_file_holds(*state, one, 25);
    }
}

/* ------------------------------------------------------------------ what is refused */

static void runs_of_other_facts_are_not_mixed(void **state)
{
    static const char *const whats[] = {
        "ruleset", "version of the ruleset", "bot", "--without", "arena", "seed", "turn limit"};
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

static void assert_refused(const wyrm_design *design, const char *name, wyrm_status wanted)
{
    wyrm_results_facts facts = facts_of(design);
    wyrm_results *results;
    wyrm_error error = {0};
    assert_int_equal(wyrm_results_read(path_of(name), &results, &error), wanted);
    assert_null(results);
    assert_non_null(strstr(error.message, name));
    if (wanted == WYRM_ERROR_IO)
        return;
    assert_int_equal(wyrm_results_write(path_of(name), design, &facts, &results, &error), wanted);
    assert_null(results);
    assert_non_null(strstr(error.message, name));
}

static void write_bytes(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void foreign_files_are_refused_and_left_alone(void **state)
{
    const char *text = "name: ruggrogue\n# a ruleset is no file of results, however long it is\n";
    write_bytes("foreign.db", text, strlen(text));
    assert_refused(*state, "foreign.db", WYRM_ERROR_SYNTAX);
    char *left = read_file(path_of("foreign.db"));
    assert_string_equal(left, text);
    free(left);
    execute("songs.db", "CREATE TABLE song(title); INSERT INTO song VALUES('x')");
    assert_refused(*state, "songs.db", WYRM_ERROR_SYNTAX);
    execute("meta.db", "CREATE TABLE meta(key, value); INSERT INTO meta VALUES('color', 'red')");
    assert_refused(*state, "meta.db", WYRM_ERROR_SYNTAX);
    execute("nothing.db", "CREATE TABLE meta(key, value)");
    assert_refused(*state, "nothing.db", WYRM_ERROR_SYNTAX);
    assert_refused(*state, "absent.db", WYRM_ERROR_IO);
}

static void newer_files_are_refused(void **state)
{
    make(*state, "newer.db", 0, 5);
    execute("newer.db", "UPDATE meta SET value = '2' WHERE key = 'format'");
    assert_refused(*state, "newer.db", WYRM_ERROR_LIMIT);
}

/* Cut at any place: it is refused, or what is read is right as far as it goes. */
static void truncated_files_never_tell_lies(void **state)
{
    struct stat whole;
    make(*state, "whole.db", 0, RUNS);
    assert_int_equal(stat(path_of("whole.db"), &whole), 0);
    char *bytes = malloc((size_t)whole.st_size);
    assert_non_null(bytes);
    FILE *file = fopen(path_of("whole.db"), "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, (size_t)whole.st_size, file), (size_t)whole.st_size);
    fclose(file);
    int refused = 0;
    for (int part = 1; part < 16; part++) {
        size_t length = (size_t)whole.st_size / 16 * (size_t)part;
        wyrm_results *results = NULL;
        wyrm_error error = {0};
        write_bytes("cut.db", bytes, length);
        wyrm_status status = wyrm_results_read(path_of("cut.db"), &results, &error);
        if (status == WYRM_OK)
            status = wyrm_results_each(results, *state, 0, UINT64_MAX, compare_run, *state, &error);
        wyrm_results_close(results);
        refused += status != WYRM_OK;
        assert_true(status == WYRM_OK || status == WYRM_ERROR_SYNTAX);
    }
    assert_int_equal(refused, 15);
    free(bytes);
}

/* Bytes of a file changed one after the other: nothing worse than an error comes of it. */
static void damaged_files_do_no_harm(void **state)
{
    struct stat whole;
    make(*state, "sound.db", 0, 20);
    assert_int_equal(stat(path_of("sound.db"), &whole), 0);
    char *bytes = malloc((size_t)whole.st_size);
    assert_non_null(bytes);
    FILE *file = fopen(path_of("sound.db"), "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, (size_t)whole.st_size, file), (size_t)whole.st_size);
    fclose(file);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        test_random random = {seed};
        size_t at = (size_t)random_below(&random, whole.st_size);
        char before = bytes[at];
        bytes[at] = (char)random_word(&random);
        write_bytes("damaged.db", bytes, (size_t)whole.st_size);
        bytes[at] = before;
        wyrm_results *results = NULL;
        wyrm_summing *summing = NULL;
        wyrm_error error = {0};
        assert_ok(wyrm_summing_new(*state, 1, &summing, &error), &error);
        wyrm_status status = wyrm_results_read(path_of("damaged.db"), &results, &error);
        if (status == WYRM_OK)
            status = wyrm_results_each(results, *state, 0, UINT64_MAX, take, summing, &error);
        assert_holds(status == WYRM_OK || error.message[0] != '\0', seed);
        wyrm_results_close(results);
        wyrm_summing_free(summing);
    }
    free(bytes);
}

static void unknown_names_are_refused(void **state)
{
    wyrm_results *results;
    wyrm_error error;
    make(*state, "names.db", 0, 5);
    execute("names.db", "UPDATE name SET name = 'snark' WHERE what = 'monster'");
    assert_ok(wyrm_results_read(path_of("names.db"), &results, &error), &error);
    uint64_t seen[2];
    assert_int_equal(wyrm_results_each(results, *state, 0, UINT64_MAX, count_run, seen, &error),
                     WYRM_ERROR_UNKNOWN);
    wyrm_results_close(results);
}

static void runs_without_floors_are_broken(void **state)
{
    const char *const changes[] = {"DELETE FROM floor WHERE run = 3",
                                   "UPDATE run SET end = 99 WHERE run = 3",
                                   "UPDATE run SET end = -1 WHERE run = 3"};
    for (size_t i = 0; i < LENGTH_OF(changes); i++) {
        char name[32];
        wyrm_results *results;
        wyrm_error error;
        uint64_t seen[2] = {0, 0};
        snprintf(name, sizeof name, "broken%zu.db", i);
        make(*state, name, 0, 5);
        execute(name, changes[i]);
        assert_ok(wyrm_results_read(path_of(name), &results, &error), &error);
        assert_int_equal(wyrm_results_each(results, *state, 0, UINT64_MAX, count_run, seen, &error),
                         WYRM_ERROR_SYNTAX);
        assert_non_null(strstr(error.message, "run 3"));
        assert_int_equal(seen[0], 3);
        wyrm_results_close(results);
    }
}

static void what_may_only_be_read_is_read(void **state)
{
    wyrm_results_facts facts = facts_of(*state);
    wyrm_results *results;
    wyrm_error error = {0};
    make(*state, "locked.db", 0, 20);
    assert_int_equal(chmod(path_of("locked.db"), 0444), 0);
    assert_file_holds(*state, "locked.db", 20);
    if (geteuid() != 0) /* root may write whatever the mode */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_comes_back),
        cmocka_unit_test(some_of_the_runs_can_be_asked_for),
        cmocka_unit_test(who_takes_runs_can_stop),
        cmocka_unit_test(the_first_missing_run_is_found),
        cmocka_unit_test(a_run_that_is_there_stays_as_it_is),
        cmocka_unit_test(a_killed_writer_loses_only_its_last_group),
        cmocka_unit_test(what_was_not_flushed_is_not_there),
        cmocka_unit_test(two_cannot_write_at_once),
        cmocka_unit_test(shards_merge_to_the_whole_in_any_order),
        cmocka_unit_test(runs_that_both_have_count_once),
        cmocka_unit_test(runs_that_differ_do_not_merge),
        cmocka_unit_test(runs_of_other_facts_are_not_mixed),
        cmocka_unit_test(foreign_files_are_refused_and_left_alone),
        cmocka_unit_test(newer_files_are_refused),
        cmocka_unit_test(truncated_files_never_tell_lies),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(runs_without_floors_are_broken),
        cmocka_unit_test(what_may_only_be_read_is_read),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
