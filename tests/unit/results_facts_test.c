/* Files of results say what was simulated once and wholly: what is missing, doubled or senseless is
 * refused, and never read as something else. And what a recording cannot hold is not recorded. */
#include "runs_by_hand.h"

#include <unistd.h>

#include <sqlite3.h>

#include "played.h"

static char folder[] = "/tmp/wyrm-facts-XXXXXX";

static const char *file(void)
{
    static char path[64];
    snprintf(path, sizeof path, "%s/runs.db", folder);
    return path;
}

/* A file with three runs, then changed by a statement (NULL: left as it is). */
static void make(const wyrm_design *design, const char *sql)
{
    wyrm_results_facts facts = {.ruleset = "tutorial",
                                .source = "tutorial",
                                .version = "1.2.3",
                                .bot = "explorer",
                                .seed = UINT64_MAX,
                                .turn_limit = UINT32_MAX};
    wyrm_results *results;
    wyrm_error error;
    sqlite3 *database;
    unlink(file());
    snprintf(facts.hash, sizeof facts.hash, "%s", wyrm_ruleset_hash(wyrm_design_ruleset(design)));
    assert_ok(wyrm_results_write(file(), design, &facts, &results, &error), &error);
    for (uint64_t i = 0; i < 3; i++) {
        wyrm_run *run = run_at_random(design, i);
        assert_ok(wyrm_results_add(results, run, &error), &error);
        free(run);
    }
    assert_ok(wyrm_results_flush(results, &error), &error);
    wyrm_results_close(results);
    assert_int_equal(sqlite3_open(file(), &database), SQLITE_OK);
    if (sql != NULL)
        assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static wyrm_status count_up(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)run, (void)error;
    ++*(size_t *)context;
    return WYRM_OK;
}

/* Reads the file to its end. */
static wyrm_status read_all(const wyrm_design *design, size_t *runs, wyrm_error *error)
{
    wyrm_results *results;
    *runs = 0;
    *error = (wyrm_error){0};
    wyrm_status status = wyrm_results_read(file(), &results, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_results_each(results, design, 0, UINT64_MAX, count_up, runs, error);
    wyrm_results_close(results);
    return status;
}

static void assert_broken(const wyrm_design *design, const char *sql, const char *words)
{
    wyrm_error error;
    size_t runs;
    make(design, sql);
    wyrm_status status = read_all(design, &runs, &error);
    if (status != WYRM_ERROR_SYNTAX || !strstr(error.message, words))
        fail_msg("%s: status %d, '%s' does not say '%s'", sql, (int)status, error.message, words);
}

static void the_greatest_numbers_come_back(void **state)
{
    wyrm_results *results;
    wyrm_error error;
    size_t runs;
    make(*state, NULL);
    assert_ok(read_all(*state, &runs, &error), &error);
    assert_int_equal(runs, 3);
    assert_ok(wyrm_results_read(file(), &results, &error), &error);
    assert_true(wyrm_results_facts_of(results)->seed == UINT64_MAX);
    assert_true(wyrm_results_facts_of(results)->turn_limit == UINT32_MAX);
    wyrm_results_close(results);
}

static void every_fact_must_be_there(void **state)
{
    const char *const keys[] = {"seed",    "turn_limit", "ruleset", "source", "hash",
                                "version", "bot",        "without", "arena"};
    for (size_t i = 0; i < LENGTH_OF(keys); i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "DELETE FROM meta WHERE key = '%s'", keys[i]);
        assert_broken(*state, sql, keys[i]);
    }
}

static void every_fact_must_be_there_once(void **state)
{
    assert_broken(*state,
                  "CREATE TABLE copy(key, value); INSERT INTO copy SELECT * FROM meta;"
                  "DROP TABLE meta; ALTER TABLE copy RENAME TO meta;"
                  "INSERT INTO meta VALUES('bot', 'diver')",
                  "more than one 'bot'");
}

static void senseless_facts_are_refused(void **state)
{
    const char *const rows[][2] = {
        {"seed", "''"},
        {"seed", "'12x'"},
        {"seed", "'-1'"},
        {"seed", "' 7'"},
        {"seed", "'18446744073709551616'"},
        {"seed", "NULL"},
        {"turn_limit", "'4294967296'"},
        {"turn_limit", "'1e3'"},
        {"bot", "'a name that is far too long for any of the bots that there are'"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char sql[192];
        snprintf(sql, sizeof sql, "UPDATE meta SET value = %s WHERE key = '%s'", rows[i][1],
                 rows[i][0]);
        assert_broken(*state, sql, rows[i][0]);
    }
}

/* Numbers that do not fit their field are not cut until they do. */
static void numbers_of_runs_are_held_to_their_range(void **state)
{
    const char *const changes[] = {
        "UPDATE run SET level = 4294967297 WHERE run = 1",
        "UPDATE run SET depth = 'deep' WHERE run = 1",
        "UPDATE run SET turns = -1 WHERE run = 1",
        "UPDATE run SET turns = 4294967296 WHERE run = 1",
        "UPDATE run SET turns = NULL WHERE run = 1",
        "UPDATE run SET turns = 1.5 WHERE run = 1",
        "UPDATE floor SET hp = 2147483648 WHERE run = 1",
        "UPDATE floor SET gear_attack = 9e999 WHERE run = 1",
        "UPDATE floor SET gear_attack = NULL WHERE run = 1",
        "UPDATE fight SET fatal = 2 WHERE run = 1",
        "UPDATE item SET lain = -5 WHERE run = 1",
    };
    for (size_t i = 0; i < LENGTH_OF(changes); i++)
        assert_broken(*state, changes[i], "run 1 is broken");
}

/* ------------------------------------------------------------------ recordings */

static void what_a_recording_cannot_hold_is_refused(void **state)
{
    char word[80], path[1100];
    const char *without[WYRM_REPLAY_WITHOUTS_MAX + 1];
    wyrm_error error;
    wyrm_run_options options = {.without = without, .without_count = 1};
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    memset(path, 'p', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    for (int i = 0; i < 3; i++) {
        wyrm_replay *replay;
        options.without_count = i == 0 ? 1 : i == 1 ? WYRM_REPLAY_WITHOUTS_MAX + 1 : 0;
        for (size_t n = 0; n < options.without_count; n++)
            without[n] = i == 0 ? word : "potions";
        assert_ok(wyrm_bot_find("explorer", &options.bot, &error), &error);
        assert_int_equal(
            wyrm_run_record(*state, &options, i == 2 ? path : "tutorial", 1, 0, &replay, &error),
            WYRM_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "too long"));
        assert_null(replay);
    }
}

static int begin(void **state)
{
    *state = design_with("tutorial", NULL);
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int end(void **state)
{
    wyrm_design_free(*state);
    unlink(file());
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_greatest_numbers_come_back),
        cmocka_unit_test(every_fact_must_be_there),
        cmocka_unit_test(every_fact_must_be_there_once),
        cmocka_unit_test(senseless_facts_are_refused),
        cmocka_unit_test(numbers_of_runs_are_held_to_their_range),
        cmocka_unit_test(what_a_recording_cannot_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
