/* Files of runs of external games: the part that differs from all files of runs (store.c).
 *
 * The text of a run is the protocol's line that reports it, with numbers of 17 digits, which read
 * back to the same bits. So whoever can read the protocol can read a file; runs of a game version
 * with one metric more can be added to those of earlier ones; and the parser that distrusts the
 * answers of games checks files as well.
 *
 *   {"run": 17, "result": {"outcome": "lost", "stage": 4, "cause": "orc", "metrics": {"gold": 31}}}
 *   {"run": 18, "failed": "it ended by signal 11", "failure": "crashed", "log": "..."}
 *
 * The game's description of itself, its hello, is stored once in each file. */
#include <wyrm/external_runs.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "protocol/internal.h"
#include "sim/internal.h"

#define ROW_MAX ((size_t)4 << 20) /* bytes of a run or hello with numbers at full length */

struct wyrm_external_results {
    sim_store store;
    wyrm_external_facts facts;
    base_arena arena;  /* owns the hello, and values and places below */
    const char *hello; /* the text in the file; NULL: not read yet */
    wyrm_external_hello said;
    wyrm_external_value *values; /* values of the current run, by metric of the file's hello */
    int *places;                 /* by metric of the reader's hello: index in the file's, or -1 */
    base_buffer text;
};

/* ---- a run as a text ---- */

static void put_value(base_json *json, const wyrm_external_metric *metric,
                      const wyrm_external_value *value)
{
    if (metric->kind == WYRM_EXTERNAL_CATEGORY) {
        base_put_text(json, metric->name, value->word);
    } else if (metric->kind == WYRM_EXTERNAL_BY_STAGE) {
        base_put_list(json, metric->name);
        for (size_t i = 0; i < value->count; i++)
            base_put_real(json, NULL, value->by_stage[i]);
        base_put_end(json);
    } else if (metric->kind == WYRM_EXTERNAL_SHARE && value->of != 1.0) {
        base_put_list(json, metric->name);
        base_put_real(json, NULL, value->number);
        base_put_real(json, NULL, value->of);
        base_put_end(json);
    } else {
        base_put_real(json, metric->name, value->number);
    }
}

static void put_run(base_json *json, const wyrm_external_run *run, const wyrm_external_hello *hello)
{
    base_put_object(json, NULL);
    base_put_count(json, "run", run->run);
    if (run->end == WYRM_EXTERNAL_FAILED) {
        base_put_text(json, "failed", run->why);
        base_put_text(json, "failure", wyrm_external_failure_word(run->failure));
        base_put_text(json, "log", run->log);
        base_put_end(json);
        return;
    }
    base_put_object(json, "result");
    base_put_text(json, "outcome", run->outcome);
    if (run->stage > 0)
        base_put_whole(json, "stage", run->stage);
    if (run->cause[0] != '\0')
        base_put_text(json, "cause", run->cause);
    base_put_object(json, "metrics");
    for (size_t i = 0; i < hello->metric_count; i++)
        if (run->values[i].told)
            put_value(json, &hello->metrics[i], &run->values[i]);
    base_put_end(json);
    base_put_end(json);
    base_put_end(json);
}

/* A run whose text is being parsed. */
typedef struct run_text {
    const char *text;
    wyrm_external_run *run;
    json_t *root;
} run_text;

/* Parses a run that failed. */
static void read_failed(base_arena *arena, void *context)
{
    run_text *of = context;
    wyrm_external_run *run = of->run;
    of->root = json_loads(of->text, JSON_REJECT_DUPLICATES, NULL);
    const char *why = json_string_value(json_object_get(of->root, "failed")),
               *log = json_string_value(json_object_get(of->root, "log")),
               *word = json_string_value(json_object_get(of->root, "failure"));
    /* Control characters were escaped when written, as up to six bytes each. */
    if (!why || !log || !word || strlen(why) >= 6 * WYRM_ERROR_MESSAGE_MAX ||
        strlen(log) > 6 * WYRM_EXTERNAL_LOG_MAX)
        base_fail(arena, WYRM_ERROR_SYNTAX);
    run->end = WYRM_EXTERNAL_FAILED;
    run->outcome = wyrm_external_end_word(WYRM_EXTERNAL_FAILED);
    run->failure = WYRM_EXTERNAL_SAID;
    while (strcmp(wyrm_external_failure_word(run->failure), word) != 0)
        if (++run->failure == WYRM_EXTERNAL_FAILURE_COUNT)
            base_fail(arena, WYRM_ERROR_SYNTAX);
    run->why = ext_clean(arena, why, strlen(why), false);
    run->log = ext_clean(arena, log, strlen(log), true);
}

/* Fills a run, whose number is set, and its values from its text. */
static wyrm_status take_run(base_arena *arena, const char *text, const wyrm_external_hello *hello,
                            wyrm_external_run *run, wyrm_external_value *values)
{
    char failed[60];
    ext_wrong wrong;
    ext_question question = {.what = "run", .number = run->run, .hello = hello};
    ext_reply reply = {.run = run, .values = values};
    run_text of = {.text = text, .run = run};
    snprintf(failed, sizeof failed, "{\"run\": %" PRIu64 ", \"failed\": ", run->run);
    if (strncmp(text, failed, strlen(failed)) != 0)
        return ext_reply_read(arena, text, strlen(text), &question, &reply, &wrong);
    memset(values, 0, hello->metric_count * sizeof *values);
    run->cause = "";
    wyrm_status status = base_run(arena, read_failed, &of);
    json_decref(of.root);
    return status;
}

/* ---- views and facts ---- */

static void write_view(size_t index, char sql[SIM_STORE_SQL])
{
    static const char *const views[] = {
        "CREATE VIEW runs AS SELECT run, "
        "coalesce(json_extract(record, '$.result.outcome'), 'failed') AS outcome, "
        "json_extract(record, '$.result.stage') AS stage, "
        "json_extract(record, '$.result.cause') AS cause, "
        "json_extract(record, '$.failed') AS why FROM run",
        "CREATE VIEW metrics AS SELECT run, row.key AS name, row.value AS value "
        "FROM run, json_each(record, '$.result.metrics') AS row",
        "CREATE VIEW lists AS SELECT run, row.key AS name, part.key + 1 AS place, "
        "part.value AS value FROM run, json_each(record, '$.result.metrics') AS row, "
        "json_each(row.value) AS part WHERE row.type = 'array'",
    };
    snprintf(sql, SIM_STORE_SQL, "%s", views[index]);
}

#define VIEWS                 3
#define TEXT(key)             SIM_FACT_TEXT(wyrm_external_facts, key)
#define NUMBER(key, greatest) SIM_FACT_NUMBER(wyrm_external_facts, key, greatest)

static const sim_fact fact_rows[] = {
    {"game", "game", TEXT(game), 0},
    {"version", "version of the game", TEXT(version), SIM_FACT_MIXES},
    {"source", NULL, TEXT(source), 0},
    {"command", NULL, TEXT(command), 0},
    {"agent", "agent", TEXT(agent), 0},
    {"set", "setting of parameters", TEXT(set), 0},
    {"seed", "seed", NUMBER(seed, UINT64_MAX), 0},
    {"steps", "limit of steps", NUMBER(steps, UINT64_MAX), 0},
    {"imported", "origin (1: imported)", NUMBER(imported, 1), 0},
};

/* ---- facts ---- */

/* Copies a text into a fact. One that is too long is cut and ends with a hash of the whole, so that
 * two of them differ still. */
static void set_text(char *fact, size_t room, const char *text)
{
    char end[20];
    size_t length = strlen(text);
    snprintf(end, sizeof end, "#%016" PRIx64, (uint64_t)XXH3_64bits(text, length));
    if (length < room)
        memcpy(fact, text, length + 1);
    else
        snprintf(fact, room, "%.*s%s", (int)base_utf8_cut(text, length, room - 1 - strlen(end)),
                 text, end);
    for (char *at = fact; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
}

static int by_key(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes the settings as "orc.hp=12,player.hp=20", sorted by key. */
static void list_settings(base_arena *arena, const wyrm_external_hello *hello,
                          const char *const *settings, base_buffer *text)
{
    const char **lines = base_array(arena, const char *, hello->parameter_count);
    size_t count = 0;
    for (size_t i = 0; i < hello->parameter_count; i++) {
        if (!settings[i])
            continue;
        size_t room = strlen(hello->parameters[i].key) + strlen(settings[i]) + 2;
        char *line = base_array(arena, char, room);
        snprintf(line, room, "%s=%s", hello->parameters[i].key, settings[i]);
        lines[count++] = line;
    }
    if (count > 0)
        qsort(lines, count, sizeof *lines, by_key);
    for (size_t i = 0; i < count; i++)
        base_buffer_appendf(text, "%s%s", i > 0 ? "," : "", lines[i]);
}

/* A game and options, and the facts to be filled from them. */
typedef struct describing {
    const wyrm_external *game;
    const wyrm_external_ask_options *options;
    wyrm_external_facts *out;
} describing;

static void describe(base_arena *arena, void *context)
{
    const describing *of = context;
    const wyrm_external *game = of->game;
    wyrm_external_facts *out = of->out;
    ext_request request = ext_request_of(arena, game, of->options);
    base_buffer *text = base_new(arena, base_buffer);
    base_keep(arena, text, base_buffer_drop);
    list_settings(arena, game->hello, request.settings, text);
    if (text->failed)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    *out =
        (wyrm_external_facts){.seed = request.seed, .steps = request.steps, .hello = game->hello};
    /* A game file named only "game" uses the name that the game gives itself. */
    const char *name = wyrm_ruleset_name(game->file);
    set_text(out->game, sizeof out->game, strcmp(name, "game") == 0 ? game->hello->name : name);
    set_text(out->version, sizeof out->version, game->hello->version);
    set_text(out->source, sizeof out->source, game->path);
    set_text(out->command, sizeof out->command, game->command);
    set_text(out->agent, sizeof out->agent, request.agent);
    set_text(out->set, sizeof out->set, text->length > 0 ? text->bytes : "");
}

wyrm_status wyrm_external_facts_from(const wyrm_external *game,
                                     const wyrm_external_ask_options *options,
                                     wyrm_external_facts *out, wyrm_error *error)
{
    describing of = {game, options, out};
    return base_do(describe, &of, error);
}

/* ---- the hello in files ---- */

/* The text of a hello as files have it; the caller drops the buffer. */
static base_buffer hello_text(const wyrm_external_hello *hello)
{
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    base_put_object(&json, NULL);
    ext_hello_put(&json, hello);
    base_put_end(&json);
    return text;
}

static void put_names(sim_store *store, const void *names)
{
    base_buffer text = hello_text(names);
    if (text.failed)
        sim_store_fail(store, WYRM_ERROR_MEMORY, ": out of memory");
    else
        sim_store_name(store, "hello", text.bytes);
    base_buffer_drop(&text);
}

/* Reads the hello once only: facts handed out point to it. */
static bool take_name(sim_store *store, const void *names, const char *key, const char *value)
{
    (void)names;
    wyrm_external_results *results = (wyrm_external_results *)store;
    ext_wrong wrong;
    if (strcmp(key, "hello") != 0)
        return false;
    if (results->hello)
        return strcmp(results->hello, value) == 0;
    results->hello = base_copy(&results->arena, value);
    if (!results->hello ||
        ext_hello_read(&results->arena, value, strlen(value), &results->said, &wrong) != WYRM_OK)
        return false;
    results->facts.hello = &results->said;
    results->values = base_array(&results->arena, wyrm_external_value, results->said.metric_count);
    return results->values != NULL;
}

static void check_hello(sim_store *store, const void *wanted, bool mix)
{
    const wyrm_external_facts *facts = wanted;
    const wyrm_external_results *results = (const wyrm_external_results *)store;
    base_buffer text = hello_text(facts->hello);
    if (text.failed)
        sim_store_fail(store, WYRM_ERROR_MEMORY, ": out of memory");
    else if (!mix && strcmp(results->hello, text.bytes) != 0)
        sim_store_fail(store, WYRM_ERROR_ARGUMENT,
                       "holds runs of a game that said something else of itself (metrics, "
                       "parameters, agents)%s",
                       store->writes ? "" : "; --mix adds them up all the same");
    base_buffer_drop(&text);
}

static void free_results(sim_store *store)
{
    wyrm_external_results *results = (wyrm_external_results *)store;
    base_release(&results->arena);
    base_buffer_drop(&results->text);
}

static const sim_store_kind kind = {
    .application = SIM_STORE_OF_GAMES,
    .version = WYRM_EXTERNAL_RESULTS_VERSION,
    .row_max = ROW_MAX,
    .size = sizeof(wyrm_external_results),
    .facts_at = offsetof(wyrm_external_results, facts),
    .facts_size = sizeof(wyrm_external_facts),
    .facts = fact_rows,
    .fact_count = COUNT_OF(fact_rows),
    .view_count = VIEWS,
    .view = write_view,
    .put_names = put_names,
    .take_name = take_name,
    .hold = check_hello,
    .release = free_results,
};

/* ---- one file ---- */

/* Hands over an opened file, which must have a hello. */
static wyrm_status hand_over(sim_store *store, wyrm_external_results **out, wyrm_error *error)
{
    wyrm_status status;
    wyrm_external_results *results = (wyrm_external_results *)store;
    if (results && store->status == WYRM_OK && !results->hello)
        sim_store_fail(store, WYRM_ERROR_SYNTAX,
                       ": broken results: it does not say what its game is");
    *out = sim_store_hand_over(store, &status, error);
    return status;
}

wyrm_status wyrm_external_results_read(const char *path, wyrm_external_results **out,
                                       wyrm_error *error)
{
    return hand_over(sim_store_read(&kind, path, NULL), out, error);
}

wyrm_status wyrm_external_results_write(const char *path, const wyrm_external_facts *facts,
                                        wyrm_external_results **out, wyrm_error *error)
{
    return hand_over(sim_store_write(&kind, path, facts, facts->hello), out, error);
}

void wyrm_external_results_close(wyrm_external_results *results)
{
    sim_store_close((sim_store *)results);
}

/* Looks at the head alone: opening the file will check the rest. */
bool wyrm_external_results_is(const char *path)
{
    unsigned char head[72] = {0};
    struct stat found;
    FILE *file = stat(path, &found) == 0 && S_ISREG(found.st_mode) ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    bool whole = fread(head, 1, sizeof head, file) == sizeof head;
    fclose(file);
    uint32_t application =
        (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 | head[71];
    return whole && memcmp(head, BASE_SQLITE_HEAD, sizeof BASE_SQLITE_HEAD) == 0 &&
           application == SIM_STORE_OF_GAMES;
}

const wyrm_external_facts *wyrm_external_results_facts_of(const wyrm_external_results *results)
{
    return &results->facts;
}

uint64_t wyrm_external_results_count(const wyrm_external_results *results)
{
    return results->store.runs;
}

wyrm_status wyrm_external_results_add(wyrm_external_results *results, const wyrm_external_run *run,
                                      wyrm_error *error)
{
    sim_store *store = &results->store;
    base_json json = {.text = &results->text, .digits = 17};
    results->text.length = 0;
    put_run(&json, run, results->facts.hello);
    if (results->text.failed)
        sim_store_fail(store, WYRM_ERROR_MEMORY, ": out of memory");
    else if (results->text.length >= ROW_MAX)
        sim_store_fail(store, WYRM_ERROR_LIMIT, ": run %" PRIu64 " has more than %zu bytes",
                       run->run, ROW_MAX);
    size_t length = store->status == WYRM_OK ? results->text.length : 0;
    if (length > 0)
        memcpy(store->text, results->text.bytes, length);
    return sim_store_add(store, run->run, length, error);
}

wyrm_status wyrm_external_results_flush(wyrm_external_results *results, wyrm_error *error)
{
    return sim_store_flush(&results->store, error);
}

/* ---- from run to run ---- */

typedef wyrm_status (*taker)(const wyrm_external_run *run, void *context, wyrm_error *error);

/* How runs are read, and the callback that takes them. */
typedef struct reading {
    sim_store_reading how;
    taker take; /* may be NULL: files are only checked */
    void *context;
    const wyrm_external_hello *hello; /* the metrics that runs are given with */
    wyrm_external_value *values;      /* values of the run being passed on */
    base_arena line;                  /* texts of the run being given */
    /* For one file: */
    wyrm_external_results *results;
    uint64_t first, most;
    /* For several files: */
    const char *const *paths;
    size_t count;
    bool mix;
    wyrm_external_account *account;
} reading;

/* Maps the metrics of the reader's hello to those of the file's, by name and kind. */
static void match_metrics(base_arena *arena, wyrm_external_results *results,
                          const wyrm_external_hello *hello)
{
    results->places = base_array(&results->arena, int, hello->metric_count);
    if (!results->places)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < hello->metric_count; i++) {
        const size_t place = ext_metric_index(&results->said, &hello->metrics[i]);
        results->places[i] = place == SIZE_MAX ? -1 : (int)place;
    }
}

static void give_run(base_arena *arena, sim_store *store, uint64_t number, const char *text,
                     void *context)
{
    reading *of = context;
    wyrm_external_results *results = (wyrm_external_results *)store;
    wyrm_external_run run = {.run = number, .values = of->values};
    if (!results->facts.imported)
        run.seed = wyrm_external_seed(results->facts.seed, number);
    base_release(&of->line);
    if (!results->places)
        match_metrics(arena, results, of->hello);
    wyrm_status status = take_run(&of->line, text, &results->said, &run, results->values);
    if (status != WYRM_OK)
        sim_store_fail(store, status,
                       status == WYRM_ERROR_MEMORY ? ": out of memory"
                                                   : ": run %" PRIu64 " is broken",
                       number);
    sim_store_must(arena, store);
    run.values = of->values;
    for (size_t i = 0; i < of->hello->metric_count; i++)
        of->values[i] = results->places[i] >= 0 ? results->values[results->places[i]]
                                                : (wyrm_external_value){.told = false};
    if (of->take)
        base_must(arena, of->take(&run, of->context, &arena->error));
}

static void read_runs(base_arena *arena, void *context)
{
    reading *of = context;
    of->values = base_array(arena, wyrm_external_value, of->hello->metric_count);
    sim_store_each(arena, &of->how, &of->results->store, of->first, of->most);
}

/* Runs a job that reads. */
static wyrm_status read_by(void (*job)(base_arena *arena, void *context), reading *of,
                           wyrm_error *error)
{
    of->how.kind = &kind;
    of->how.give = give_run;
    of->how.context = of;
    wyrm_status status = base_do(job, of, error);
    base_release(&of->line);
    return status;
}

wyrm_status wyrm_external_results_each(wyrm_external_results *results, uint64_t first,
                                       uint64_t most, taker take, void *context, wyrm_error *error)
{
    reading of = {.take = take,
                  .context = context,
                  .hello = results->facts.hello,
                  .results = results,
                  .first = first,
                  .most = most};
    return read_by(read_runs, &of, error);
}

/* ---- several files ---- */

/* Refuses a file that does not go with the first one. */
static void check_file(sim_store *store, void *context)
{
    const reading *of = context;
    if (!((wyrm_external_results *)store)->hello)
        sim_store_fail(store, WYRM_ERROR_SYNTAX,
                       ": broken results: it does not say what its game is");
    else
        sim_store_hold(store, &of->account->facts, of->mix);
}

static void join_files(base_arena *arena, void *context)
{
    reading *of = context;
    wyrm_external_account *account = of->account;
    wyrm_results_account *sum = base_new(arena, wyrm_results_account);
    if (of->count == 0)
        return;
    base_must(arena, wyrm_external_results_read(of->paths[0], &account->keeper, &arena->error));
    account->facts = account->keeper->facts;
    of->hello = account->facts.hello;
    of->values = base_array(arena, wyrm_external_value, of->hello->metric_count);
    sim_store_join(arena, &of->how, of->paths, of->count, sum);
    account->runs = sum->runs;
    account->first = sum->first;
    account->last = sum->last;
    account->repeated = sum->repeated;
    account->missing = sum->missing;
}

wyrm_status wyrm_external_results_join(const char *const *paths, size_t count, bool mix, taker take,
                                       void *context, wyrm_external_account *account,
                                       wyrm_error *error)
{
    reading of = {.how.meet = check_file,
                  .take = take,
                  .context = context,
                  .paths = paths,
                  .count = count,
                  .mix = mix,
                  .account = account};
    *account = (wyrm_external_account){.runs = 0};
    wyrm_status status = read_by(join_files, &of, error);
    if (status != WYRM_OK) {
        wyrm_external_results_close(account->keeper);
        account->keeper = NULL;
        account->facts.hello = NULL;
    }
    return status;
}
