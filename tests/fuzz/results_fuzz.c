/* Fuzz target: any bytes as a file of results; as changes to a whole one, four bytes each; and as
 * the record of a run whose checksum is right, so that checksums keep none of it away from what
 * reads records. What reads says the same again; what does not says why. All of it for both kinds
 * of files, of rulesets and of external games. */
#include "fuzz.h"
#include <stdio.h>
#include <unistd.h>

#include <sqlite3.h>
#include <xxhash.h>

#include <wyrm/external_runs.h>
#include <wyrm/results.h>

/* Made once: opening a design costs far more than one file. */
static const wyrm_design *design(void)
{
    static wyrm_design *made = NULL;
    if (!made)
        demand(wyrm_design_open("tutorial", &made, NULL) == WYRM_OK, "the tutorial does not open");
    return made;
}

/* A file of its own for this process, in memory where that can be. */
static const char *file_name(void)
{
    static char name[64] = "";
    if (name[0] != '\0')
        return name;
    snprintf(name, sizeof name, "%s/wyrm-results-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int file = mkstemp(name);
    demand(file >= 0, "no file can be made");
    close(file);
    return name;
}

static const wyrm_external_hello *hello(void)
{
    static const char *const agents[] = {"somebody"};
    static const wyrm_external_metric metrics[] = {{"gold", WYRM_EXTERNAL_AMOUNT, "", ""},
                                                   {"hit", WYRM_EXTERNAL_SHARE, "", ""},
                                                   {"lead", WYRM_EXTERNAL_NUMBER, "", ""},
                                                   {"weapon", WYRM_EXTERNAL_CATEGORY, "", ""},
                                                   {"turns", WYRM_EXTERNAL_BY_STAGE, "", ""}};
    static const wyrm_external_hello made = {.name = "game",
                                             .version = "1",
                                             .agent_count = 1,
                                             .agents = agents,
                                             .metric_count = 5,
                                             .metrics = metrics,
                                             .stage = "depth"};
    return &made;
}

static wyrm_status add(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_accumulator_add(context, run, error);
}

static wyrm_status add_external(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    demand(strcspn(run->outcome, "\x1b\n") == strlen(run->outcome), "an outcome steers a terminal");
    return wyrm_external_accumulator_add(context, run, error);
}

/* The same as a file of an external game. */
static bool try_external(const char *name)
{
    wyrm_error errors[2] = {{.code = WYRM_OK}, {.code = WYRM_OK}};
    uint64_t runs[2];
    wyrm_status status[2];
    for (int i = 0; i < 2; i++) {
        wyrm_external_accumulator *summing = NULL;
        wyrm_external_summary *summary = NULL;
        wyrm_external_account account;
        demand(wyrm_external_accumulator_new(hello(), 1, &summing, NULL) == WYRM_OK,
               "no sum can be begun");
        status[i] = wyrm_external_results_join(&name, 1, false, NULL, NULL, &account, &errors[i]);
        if (status[i] == WYRM_OK && account.facts.hello->metric_count == 5)
            status[i] = wyrm_external_results_each(account.keeper, 0, UINT64_MAX, add_external,
                                                   summing, &errors[i]);
        runs[i] = account.runs;
        wyrm_external_results_close(account.keeper);
        demand(wyrm_external_accumulator_sum(summing, &summary, NULL) == WYRM_OK, "no sum");
        wyrm_external_summary_free(summary);
        wyrm_external_accumulator_free(summing);
    }
    demand(status[0] == status[1] && runs[0] == runs[1], "a file of a game says two things");
    demand((status[0] == WYRM_OK) == (errors[0].message[0] == '\0'), "a refusal without a reason");
    wyrm_external_results *results = NULL;
    wyrm_external_facts facts = {.agent = "nobody", .hello = hello()};
    demand(wyrm_external_results_write(name, &facts, &results, NULL) != WYRM_OK,
           "runs of nobody go with it");
    return status[0] == WYRM_OK;
}

/* Adds up a file, and once more: two sums alike, or the same refusal. Whether it reads. */
static bool try_ruleset(const char *name)
{
    wyrm_error errors[2] = {{.code = WYRM_OK}, {.code = WYRM_OK}};
    wyrm_results_account accounts[2];
    wyrm_status status[2];
    char text[2048];
    for (int i = 0; i < 2; i++) {
        wyrm_accumulator *summing = NULL;
        demand(wyrm_accumulator_new(design(), 1, &summing, NULL) == WYRM_OK, "no sum can be begun");
        status[i] =
            wyrm_results_join(&name, 1, false, design(), add, summing, &accounts[i], &errors[i]);
        wyrm_accumulator_free(summing);
    }
    demand(status[0] == status[1] && accounts[0].runs == accounts[1].runs,
           "a file says two things");
    demand((status[0] == WYRM_OK) == (errors[0].message[0] == '\0'), "a refusal without a reason");
    demand(wyrm_error_format(&errors[0], text, sizeof text) < sizeof text, "the error is too long");
    /* Opened to write it is refused, or left alone: no input may have a file written over. */
    wyrm_results *results = NULL;
    wyrm_results_facts facts = {.bot = "nobody"};
    demand(wyrm_results_write(name, design(), &facts, &results, NULL) != WYRM_OK,
           "runs of nobody go with it");
    return status[0] == WYRM_OK;
}

static bool try_bytes(const uint8_t *data, size_t size)
{
    FILE *file = fopen(file_name(), "wb");
    demand(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "no file is written");
    bool external = size > 0 && try_external(file_name());
    bool ruleset = size > 0 && try_ruleset(file_name());
    demand(!external || !ruleset, "a file is of both kinds");
    return external || ruleset;
}

static void write_empty(const char *name)
{
    static const wyrm_results_facts facts = {.bot = "somebody", .seed = 1};
    wyrm_results *results = NULL;
    demand(wyrm_results_write(name, design(), &facts, &results, NULL) == WYRM_OK &&
               wyrm_results_flush(results, NULL) == WYRM_OK,
           "no file can be written");
    wyrm_results_close(results);
}

static void write_empty_external(const char *name)
{
    const wyrm_external_facts facts = {.agent = "somebody", .seed = 1, .hello = hello()};
    wyrm_external_results *results = NULL;
    demand(wyrm_external_results_write(name, &facts, &results, NULL) == WYRM_OK &&
               wyrm_external_results_flush(results, NULL) == WYRM_OK,
           "no file of a game can be written");
    wyrm_external_results_close(results);
}

/* A whole file with that as the record of its one run. */
static void write_record(bool external, const char *record, size_t size)
{
    const char *name = file_name();
    sqlite3 *database = NULL;
    sqlite3_stmt *insert = NULL;
    remove(name);
    if (external)
        write_empty_external(name);
    else
        write_empty(name);
    demand(
        sqlite3_open(name, &database) == SQLITE_OK &&
            sqlite3_exec(database,
                         "PRAGMA synchronous=OFF; UPDATE meta SET value = '1' WHERE key = 'runs'",
                         NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(database, "INSERT INTO run VALUES(0, ?, ?)", -1, &insert, NULL) ==
                SQLITE_OK,
        "what was written does not open");
    sqlite3_bind_text(insert, 1, record, (int)size, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 2, (sqlite3_int64)XXH3_64bits_withSeed(record, size, 0));
    demand(sqlite3_step(insert) == SQLITE_DONE, "no record is written");
    sqlite3_finalize(insert);
    sqlite3_close(database);
}

/* Where, three bytes, and what stands there instead. */
static void try_changes(bool external, const uint8_t *data, size_t size)
{
    static const char *const records[] = {
        "[[[1,-1,1,1,5]],[[1,5,0,0,0,1,9,9,0,0,0,1,0,0,0,0,0,0,0,0,0,0]],[],[],"
        "[[3,9,9,0,1,2,4,9,9,0,0,1,0,2]],[[3,-1,0,4,5],[5,-1,1,2,0]]]",
        "{\"run\": 0, \"result\": {\"outcome\": \"lost\", \"stage\": 2, \"metrics\": {\"gold\": "
        "3.0}}}"};
    static uint8_t whole[2][1 << 18], changed[sizeof whole[0]];
    static size_t lengths[2];
    if (lengths[external] == 0) {
        write_record(external, records[external], strlen(records[external]));
        FILE *file = fopen(file_name(), "rb");
        demand(file, "what was written cannot be read");
        lengths[external] = fread(whole[external], 1, sizeof whole[external], file);
        fclose(file);
        demand(try_bytes(whole[external], lengths[external]), "a whole file is refused");
    }
    memcpy(changed, whole[external], lengths[external]);
    for (size_t i = 0; i + 4 <= size; i += 4)
        changed[(data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16) %
                lengths[external]] = data[i + 3];
    try_bytes(changed, lengths[external]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes(data, size);
    for (int external = 0; external < 2; external++) {
        if (size < 256)
            try_changes(external, data, size);
        if (size >= 65536)
            continue;
        write_record(external, (const char *)data, size);
        (void)(external ? try_external : try_ruleset)(file_name());
    }
    remove(file_name());
    return 0;
}
