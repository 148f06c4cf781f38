/* Files of runs of external games: runs are read back to the bit; files merge; and incompatible
 * ones are refused. The guarantees of all files of runs are in results_test.c. */
#include "coin_flips.h"
#include "stride.h"
#include "turned.h"

#include <unistd.h>

#include <sqlite3.h>
#include <wyrm/results.h>

static char folder[] = "/tmp/wyrm-external-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.db", "b.db", "c.db"};
    char path[128];
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    return rmdir(folder);
}

AROUND_ALL(make_folder, remove_folder)

static const char *path_of(const char *name)
{
    static char paths[4][128];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static const wyrm_external_facts facts = {.game = "flips",
                                          .version = "1",
                                          .command = "./flips",
                                          .agent = "coin",
                                          .set = "orc.hp=12",
                                          .seed = 3,
                                          .hello = &flip_hello};

/* Like `flip`, with some failed runs, and seeds as games are asked for. */
static const wyrm_external_run *any_run(flip_run *made, uint64_t number)
{
    flip(made, 3, number);
    made->values[FLIP_LEAD].told = number % 5 > 0;
    made->turns[0] = number % 7 == 0 ? (double)NAN : made->turns[0];
    if (number % 10 == 9)
        made->run = (wyrm_external_run){.run = number,
                                        .end = WYRM_EXTERNAL_FAILED,
                                        .outcome = "failed",
                                        .cause = "",
                                        .values = made->values,
                                        .failure = WYRM_EXTERNAL_CRASHED,
                                        .why = "it ended by signal 11",
                                        .log = "loading\n\"level\" 3\n"};
    made->run.seed = wyrm_external_seed(3, number);
    return &made->run;
}

static void write_runs(const char *name, const wyrm_external_facts *of, uint64_t first,
                       uint64_t end)
{
    wyrm_external_results *results;
    flip_run made;
    assert_works(wyrm_external_results_write(path_of(name), of, &results, &last_error));
    for (uint64_t i = first; i < end; i++)
        assert_works(wyrm_external_results_add(results, any_run(&made, i), &last_error));
    assert_works(wyrm_external_results_flush(results, &last_error));
    wyrm_external_results_close(results);
}

/* Sets missing values to 0, so that runs can be compared byte by byte. */
static wyrm_status take_same(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    (void)error;
    uint64_t *told = context;
    flip_run made;
    const wyrm_external_run *wanted = any_run(&made, run->run);
    bool failed = wanted->end == WYRM_EXTERNAL_FAILED;
    assert_int_equal(run->seed, wanted->seed);
    assert_int_equal(run->end, wanted->end);
    assert_string_equal(run->outcome, wanted->outcome);
    assert_string_equal(run->cause, wanted->cause);
    assert_int_equal(run->stage, wanted->stage);
    assert_int_equal(run->failure, wanted->failure);
    assert_string_equal(run->why, wanted->why);
    assert_string_equal(run->log, wanted->log);
    for (size_t i = 0; i < LENGTH_OF(flip_metrics); i++) {
        const wyrm_external_value *one = &run->values[i], *other = &wanted->values[i];
        assert_int_equal(one->told, other->told && !failed);
        if (!one->told)
            continue;
        assert_memory_equal(&one->number, &other->number, sizeof one->number);
        if (i == FLIP_WEAPON)
            assert_string_equal(one->word, other->word);
        assert_int_equal(one->count, other->count);
        for (size_t k = 0; k < one->count; k++)
            assert_true(one->by_stage[k] == other->by_stage[k] ||
                        (isnan(one->by_stage[k]) && isnan(other->by_stage[k])));
    }
    ++*told;
    return WYRM_OK;
}

TEST(what_is_written_is_read_back_to_the_bit)
{
    wyrm_external_results *results;
    uint64_t told = 0;
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 200);
    assert_true(wyrm_external_results_is(path_of("a.db")));
    assert_works(wyrm_external_results_read(path_of("a.db"), &results, &last_error));
    const wyrm_external_facts *read = wyrm_external_results_facts_of(results);
    assert_string_equal(read->set, facts.set);
    assert_int_equal(read->seed, 3);
    assert_false(read->imported);
    assert_string_equal(read->hello->metrics[FLIP_TURNS].name, "turns");
    assert_int_equal(read->hello->last_stage, FLIP_STAGES);
    assert_works(wyrm_external_results_each(results, 0, UINT64_MAX, take_same, &told, &last_error));
    assert_works(wyrm_external_results_each(results, 150, 10, take_same, &told, &last_error));
    assert_int_equal(told, 210);
    wyrm_external_results_close(results);
}

/* Run n of WYRM_EXTERNAL_SAID + n has failed in that way. */
static char longest_why[WYRM_ERROR_MESSAGE_MAX], longest_log[WYRM_EXTERNAL_LOG_MAX + 1];

static wyrm_status take_failed(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    (void)error;
    uint64_t *told = context;
    assert_int_equal(run->end, WYRM_EXTERNAL_FAILED);
    assert_int_equal(run->failure, WYRM_EXTERNAL_SAID + run->run);
    assert_string_equal(run->outcome, "failed");
    assert_string_equal(run->why, run->run % 2 ? longest_why : "");
    assert_string_equal(run->log, run->run % 2 ? longest_log : "one\ntwo");
    assert_int_equal(run->seed, 0); /* no seeds of an imported run are known */
    for (size_t i = 0; i < LENGTH_OF(flip_metrics); i++)
        assert_false(run->values[i].told);
    ++*told;
    return WYRM_OK;
}

TEST(every_way_to_fail_is_read_back_whole)
{
    enum { WAYS = WYRM_EXTERNAL_FAILURE_COUNT - WYRM_EXTERNAL_SAID };
    wyrm_external_facts imported = facts;
    wyrm_external_results *results;
    flip_run made;
    uint64_t told = 0;
    imported.imported = true;
    memset(longest_why, 'w', sizeof longest_why - 1);
    memset(longest_log, 'l', sizeof longest_log - 1);
    remove(path_of("a.db"));
    assert_works(wyrm_external_results_write(path_of("a.db"), &imported, &results, &last_error));
    for (uint64_t i = 0; i < WAYS; i++) {
        wyrm_external_run run = *any_run(&made, 9);
        run.run = i;
        run.failure = WYRM_EXTERNAL_SAID + (wyrm_external_failure)i;
        run.why = i % 2 ? longest_why : "";
        run.log = i % 2 ? longest_log : "one\ntwo";
        assert_works(wyrm_external_results_add(results, &run, &last_error));
    }
    assert_works(wyrm_external_results_flush(results, &last_error));
    assert_int_equal(wyrm_external_results_count(results), WAYS);
    wyrm_external_results_close(results);
    assert_works(wyrm_external_results_read(path_of("a.db"), &results, &last_error));
    assert_true(wyrm_external_results_facts_of(results)->imported);
    assert_works(
        wyrm_external_results_each(results, 0, UINT64_MAX, take_failed, &told, &last_error));
    assert_int_equal(told, WAYS);
    wyrm_external_results_close(results);
}

/* Of a file only its head is looked at: that of SQLite, with the number of this program. */
TEST(a_file_of_runs_is_known_by_its_head)
{
    static const int turned[] = {0, 15, 68, 69, 70, 71};
    char head[100];
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 3);
    FILE *file = fopen(path_of("a.db"), "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    for (int i = -2; i < (int)LENGTH_OF(turned); i++) {
        const size_t length = i == -1 ? 71 : 72;
        file = fopen(path_of("b.db"), "wb");
        assert_non_null(file);
        if (i >= 0)
            head[turned[i]] ^= 4;
        assert_int_equal(fwrite(head, 1, length, file), length);
        if (i >= 0)
            head[turned[i]] ^= 4;
        fclose(file);
        assert_int_equal(wyrm_external_results_is(path_of("b.db")), i == -2);
    }
    remove(path_of("b.db"));
    assert_false(wyrm_external_results_is(path_of("b.db")));
}

/* A number from a file, by SQL. */
static int64_t asked(const char *name, const char *sql)
{
    sqlite3 *database;
    sqlite3_stmt *select;
    assert_int_equal(sqlite3_open(path_of(name), &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &select, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(select), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(select, 0);
    sqlite3_finalize(select);
    sqlite3_close(database);
    return number;
}

TEST(views_show_runs_and_their_metrics)
{
    OWNED(wyrm_external_summary) *summary = flip_summary(3, 0, 9);
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 10);
    assert_int_equal(asked("a.db", "SELECT count(*) FROM runs WHERE outcome = 'won'"),
                     summary->ends[WYRM_EXTERNAL_WON]);
    assert_int_equal(asked("a.db", "SELECT run FROM runs WHERE why LIKE '%signal 11'"), 9);
    assert_int_equal(asked("a.db", "SELECT count(*) FROM metrics WHERE name = 'gold'"), 9);
    assert_int_equal(asked("a.db", "SELECT count(*) FROM metrics WHERE name = 'key' AND value IN "
                                   "(0, 1)"),
                     9); /* of one each, and so no list of two */
    assert_int_equal(asked("a.db", "SELECT count(value) FROM lists WHERE name = 'turns' AND "
                                   "place = 1"),
                     7); /* not from runs 0 and 7 */
}

static wyrm_status joined(const char *const *paths, size_t count, bool mix, uint64_t *told,
                          wyrm_external_account *account)
{
    *told = 0;
    wyrm_status status =
        wyrm_external_results_join(paths, count, mix, take_same, told, account, &last_error);
    wyrm_external_results_close(account->keeper);
    return status;
}

TEST(files_are_joined_and_what_does_not_go_together_is_refused)
{
    wyrm_external_facts other = facts;
    wyrm_external_account account;
    uint64_t told;
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 50);
    write_runs("b.db", &facts, 40, 100);
    const char *const pair[] = {path_of("b.db"), path_of("a.db")};
    assert_works(joined(pair, 2, false, &told, &account));
    assert_int_equal(told, 100);
    assert_int_equal(account.runs, 100);
    assert_int_equal(account.repeated, 10);
    assert_int_equal(account.missing, 0);
    /* A later version with its metrics in another order: they are matched by name. */
    wyrm_external_hello turned = flip_hello;
    wyrm_external_metric metrics[LENGTH_OF(flip_metrics)];
    wyrm_external_value values[LENGTH_OF(flip_metrics)];
    turned.metrics = metrics;
    other.hello = &turned;
    snprintf(other.version, sizeof other.version, "2");
    for (size_t i = 0; i < LENGTH_OF(metrics); i++)
        metrics[i] = flip_metrics[LENGTH_OF(metrics) - 1 - i];
    wyrm_external_results *results;
    assert_works(wyrm_external_results_write(path_of("c.db"), &other, &results, &last_error));
    for (uint64_t number = 50; number < 60; number++) {
        flip_run made;
        wyrm_external_run run = *any_run(&made, number);
        for (size_t i = 0; i < LENGTH_OF(values); i++)
            values[i] = made.values[LENGTH_OF(values) - 1 - i];
        run.values = values;
        assert_works(wyrm_external_results_add(results, &run, &last_error));
    }
    assert_works(wyrm_external_results_flush(results, &last_error));
    wyrm_external_results_close(results);
    const char *const versions[] = {path_of("a.db"), path_of("c.db")};
    assert_int_equal(joined(versions, 2, false, &told, &account), WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "another version of the game: '2', not '1'; --mix"));
    assert_works(joined(versions, 2, true, &told, &account));
    assert_int_equal(told, 60);
    /* Nor can it be continued. */
    assert_int_equal(wyrm_external_results_write(path_of("c.db"), &facts, &results, &last_error),
                     WYRM_ERROR_ARGUMENT);
    other = facts;
    other.hello = &turned;
    assert_int_equal(wyrm_external_results_write(path_of("a.db"), &other, &results, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "said something else of itself"));
}

static wyrm_status take_other_gold(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    (void)error;
    uint64_t *told = context;
    flip_run made;
    const wyrm_external_run *wanted = any_run(&made, run->run);
    const bool failed = wanted->end == WYRM_EXTERNAL_FAILED;
    assert_int_equal(run->values[FLIP_GOLD].told, !failed && run->run < 50);
    assert_int_equal(run->values[FLIP_KEY].told, !failed);
    assert_int_equal(run->values[FLIP_TURNS].told, !failed);
    ++*told;
    return WYRM_OK;
}

TEST(a_metric_that_has_become_another_is_told_by_no_run_since)
{
    wyrm_external_facts other = facts;
    wyrm_external_hello hello = flip_hello;
    wyrm_external_metric metrics[LENGTH_OF(flip_metrics)];
    wyrm_external_account account;
    uint64_t told = 0;
    memcpy(metrics, flip_metrics, sizeof metrics);
    metrics[FLIP_GOLD].kind = WYRM_EXTERNAL_NUMBER;
    hello.metrics = metrics;
    other.hello = &hello;
    remove(path_of("a.db"));
    remove(path_of("c.db"));
    write_runs("a.db", &facts, 10, 50);
    write_runs("c.db", &other, 55, 70);
    const char *const pair[] = {path_of("a.db"), path_of("c.db")};
    assert_int_equal(joined(pair, 2, false, &told, &account), WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "said something else of itself (metrics, "
                                               "parameters, agents); --mix adds them up all the "
                                               "same"));
    told = 0;
    assert_works(
        wyrm_external_results_join(pair, 2, true, take_other_gold, &told, &account, &last_error));
    wyrm_external_results_close(account.keeper);
    assert_int_equal(told, 55);
    assert_int_equal(account.runs, 55);
    assert_int_equal(account.first, 10);
    assert_int_equal(account.last, 69);
    assert_int_equal(account.repeated, 0);
    assert_int_equal(account.missing, 5);
}

static bool read_damaged(const char *bytes, size_t length, size_t at, void *context)
{
    const char *path = path_of("b.db");
    wyrm_external_account account;
    uint64_t told = 0;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
    (void)context;
    wyrm_status status =
        wyrm_external_results_join(&path, 1, false, NULL, NULL, &account, &last_error);
    if (status == WYRM_OK)
        status = wyrm_external_results_each(account.keeper, 0, UINT64_MAX, take_same, &told,
                                            &last_error);
    const wyrm_external_facts *found = &account.facts;
    if (status == WYRM_OK &&
        (told != 12 || account.runs != told || found->seed != facts.seed ||
         strcmp(found->game, facts.game) != 0 || strcmp(found->version, facts.version) != 0 ||
         strcmp(found->agent, facts.agent) != 0 || strcmp(found->set, facts.set) != 0))
        fail_msg("byte %zu as %d is believed", at, bytes[at]);
    wyrm_external_results_close(account.keeper);
    assert_true(status == WYRM_OK || last_error.message[0] != '\0');
    return status != WYRM_OK;
}

TEST(every_byte_that_is_another_is_refused_or_harmless)
{
    static char bytes[1 << 18];
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 12);
    FILE *file = fopen(path_of("a.db"), "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const turned_count all = turn_every_byte(bytes, length, 7, read_damaged, NULL);
    assert_true(all.refused > 100);
}

TEST(each_kind_of_file_is_refused_as_the_other)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_results_facts of_ruleset = {.bot = "explorer"};
    wyrm_results *results;
    wyrm_external_results *external;
    remove(path_of("a.db"));
    remove(path_of("b.db"));
    write_runs("a.db", &facts, 0, 3);
    assert_works(wyrm_results_write(path_of("b.db"), design, &of_ruleset, &results, &last_error));
    assert_works(wyrm_results_flush(results, &last_error));
    wyrm_results_close(results);
    assert_false(wyrm_external_results_is(path_of("b.db")));
    assert_false(wyrm_external_results_is(folder));
    assert_int_equal(wyrm_results_read(path_of("a.db"), &results, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "runs of an external game, not of a ruleset"));
    assert_int_equal(wyrm_external_results_read(path_of("b.db"), &external, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "runs of a ruleset, not of an external game"));
}

/* SQLite would delete the file that stands in it. */
TEST(a_journal_that_names_another_file_is_not_played_back)
{
    static const unsigned char naming[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 3);
    for (int i = 0; i < 5;
         i++) { /* named alone and at an end; nearly so; too short; before an end */
        unsigned char journal[40] = {0};
        const size_t length = i == 0 ? 8 : i == 3 ? 7 : sizeof journal;
        const size_t at = i == 4 ? 4 : length - 8;
        memcpy(journal + (i == 3 ? 0 : at), naming, i == 3 ? 7 : 8);
        journal[length - 1] ^= i == 2;
        FILE *file = fopen(path_of("a.db-journal"), "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(journal, 1, length, file), length);
        fclose(file);
        wyrm_external_results *results;
        for (int writes = 0; writes < 2; writes++) {
            const wyrm_status status =
                writes ? wyrm_external_results_write(path_of("a.db"), &facts, &results, &last_error)
                       : wyrm_external_results_read(path_of("a.db"), &results, &last_error);
            assert_holds((status == WYRM_OK) == (i > 1), (uint64_t)i + 1);
            if (status != WYRM_OK)
                assert_non_null(strstr(last_error.message, "its journal is not wyrm's"));
            if (status == WYRM_OK)
                assert_int_equal(wyrm_external_results_count(results), 3);
            wyrm_external_results_close(results);
        }
        remove(path_of("a.db-journal"));
    }
}

/* Whatever stands there beside what a file says of its game is named. */
TEST(what_a_file_should_not_say_is_named)
{
    wyrm_external_results *results;
    sqlite3 *database;
    remove(path_of("a.db"));
    write_runs("a.db", &facts, 0, 3);
    assert_int_equal(sqlite3_open(path_of("a.db"), &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(database, "INSERT INTO meta VALUES ('hallo', 'hello')", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(database);
    assert_int_equal(wyrm_external_results_read(path_of("a.db"), &results, &last_error),
                     WYRM_ERROR_SYNTAX);
    assert_non_null(strstr(last_error.message, "broken results: a senseless 'hallo'"));
}

/* No text in a file is read that is larger than any run may be. */
TEST(what_is_larger_than_a_run_may_be_is_not_read)
{
    wyrm_external_results *results;
    for (int size = 5; size <= 5000000; size += 4999995) {
        char sql[100];
        sqlite3 *database;
        remove(path_of("a.db"));
        write_runs("a.db", &facts, 0, 3);
        snprintf(sql, sizeof sql, "INSERT INTO meta VALUES ('more', printf('%%.*c', %d, 'x'))",
                 size);
        assert_int_equal(sqlite3_open(path_of("a.db"), &database), SQLITE_OK);
        assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(database);
        assert_int_not_equal(wyrm_external_results_read(path_of("a.db"), &results, &last_error),
                             WYRM_OK);
        assert_non_null(strstr(last_error.message, size == 5 ? "a senseless 'more'" : "too big"));
    }
}
