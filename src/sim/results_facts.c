/* What was simulated, as the table meta keeps it. */
#include "sim/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_FACTS(fact)                                                                           \
    fact(ruleset) fact(source) fact(hash) fact(version) fact(bot) fact(without) fact(arena)

static wyrm_status put(wyrm_results *results, sqlite3_stmt *insert, const char *key,
                       const char *value, wyrm_error *error)
{
    sqlite3_bind_text(insert, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, value, -1, SQLITE_TRANSIENT);
    int code = sqlite3_step(insert);
    sqlite3_reset(insert);
    return code == SQLITE_DONE ? WYRM_OK : wyrm_results_fail(results, "written", error);
}

wyrm_status wyrm_results_put_facts(wyrm_results *results, wyrm_error *error)
{
    const wyrm_results_facts *facts = &results->facts;
    sqlite3_stmt *insert = NULL;
    char format[16], seed[32], limit[16];
    if (sqlite3_prepare_v2(results->database, "INSERT INTO meta(key, value) VALUES(?, ?)", -1,
                           &insert, NULL) != SQLITE_OK)
        return wyrm_results_fail(results, "written", error);
    snprintf(format, sizeof format, "%d", WYRM_RESULTS_VERSION);
    snprintf(seed, sizeof seed, "%" PRIu64, facts->seed);
    snprintf(limit, sizeof limit, "%" PRIu32, facts->turn_limit);
    const char *const rows[][2] = {{"format", format},
                                   {"seed", seed},
                                   {"turn_limit", limit},
#define TEXT_ROW(name) {#name, facts->name},
                                   TEXT_FACTS(TEXT_ROW)
#undef TEXT_ROW
    };
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == WYRM_OK; i++)
        status = put(results, insert, rows[i][0], rows[i][1], error);
    sqlite3_finalize(insert);
    return status;
}

/* The facts of a file while they are read: which ones were there. */
typedef struct reading {
    wyrm_results_facts *facts;
    uint64_t format, limit;
    unsigned seen; /* one bit a row of `takers` */
} reading;

/* A whole number without anything around it. */
static bool take_whole(const char *text, uint64_t greatest, uint64_t *out)
{
    if (*text == '\0' || strspn(text, "0123456789") != strlen(text))
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    *out = value;
    return errno == 0 && value <= greatest;
}

static bool take_format(reading *state, const char *value)
{
    return take_whole(value, INT32_MAX, &state->format);
}

static bool take_seed(reading *state, const char *value)
{
    return take_whole(value, UINT64_MAX, &state->facts->seed);
}

static bool take_turn_limit(reading *state, const char *value)
{
    bool taken = take_whole(value, UINT32_MAX, &state->limit);
    state->facts->turn_limit = (uint32_t)state->limit;
    return taken;
}

#define TAKE_TEXT(name)                                                                            \
    static bool take_##name(reading *state, const char *value)                                     \
    {                                                                                              \
        size_t length = strlen(value);                                                             \
        if (length >= sizeof state->facts->name)                                                   \
            return false;                                                                          \
        memcpy(state->facts->name, value, length + 1);                                             \
        return true;                                                                               \
    }
TEXT_FACTS(TAKE_TEXT)
#undef TAKE_TEXT

/* Every fact is there, and once. */
static const struct {
    const char *key;
    bool (*take)(reading *state, const char *value);
} takers[] = {{"format", take_format},
              {"seed", take_seed},
              {"turn_limit", take_turn_limit},
#define TAKER(name) {#name, take_##name},
              TEXT_FACTS(TAKER)
#undef TAKER
};

#define TAKER_COUNT (sizeof takers / sizeof *takers)

static wyrm_status broken_fact(const wyrm_results *results, const char *what, const char *key,
                               wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.150s: broken results: %s '%.40s'", results->path,
                     what, key);
}

/* Keys that are none of these are passed over. Earlier versions knew runs of another kind, which
 * were no games. */
static wyrm_status take_fact(const wyrm_results *results, reading *state, const char *key,
                             const char *value, wyrm_error *error)
{
    if (strcmp(key, "fidelity") == 0 && strcmp(value, "sampled") == 0)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX,
                         "%.150s: its runs were estimated without maps, by an earlier version; now "
                         "runs are always played: 'wyrm sim RULESET -o FILE' makes new ones",
                         results->path);
    for (size_t i = 0; i < TAKER_COUNT; i++) {
        if (strcmp(takers[i].key, key) != 0)
            continue;
        if (state->seen & 1u << i)
            return broken_fact(results, "more than one", key, error);
        state->seen |= 1u << i;
        return takers[i].take(state, value) ? WYRM_OK
                                            : broken_fact(results, "a senseless", key, error);
    }
    return WYRM_OK;
}

/* The format comes first: of a newer one the rest may be anything. */
static wyrm_status read_format(wyrm_results *results, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    uint64_t format = 0;
    int code = sqlite3_prepare_v2(results->database, "SELECT value FROM meta WHERE key = 'format'",
                                  -1, &select, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    const char *value = code == SQLITE_ROW ? (const char *)sqlite3_column_text(select, 0) : NULL;
    bool known = value && take_whole(value, INT32_MAX, &format) && format >= 1;
    sqlite3_finalize(select);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return wyrm_results_fail(results, "read", error);
    if (!known)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.200s: no results of wyrm", results->path);
    if (format > WYRM_RESULTS_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "%.150s: results of a newer version (%d; this program reads %d)",
                         results->path, (int)format, WYRM_RESULTS_VERSION);
    return WYRM_OK;
}

wyrm_status wyrm_results_get_facts(wyrm_results *results, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    results->facts = (wyrm_results_facts){0};
    reading state = {.facts = &results->facts};
    wyrm_status status = read_format(results, error);
    if (status != WYRM_OK)
        return status;
    int code =
        sqlite3_prepare_v2(results->database, "SELECT key, value FROM meta", -1, &select, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(select);
    while (code == SQLITE_ROW && status == WYRM_OK) {
        const char *key = (const char *)sqlite3_column_text(select, 0);
        const char *value = (const char *)sqlite3_column_text(select, 1);
        if (key)
            status = take_fact(results, &state, key, value ? value : "", error);
        if (status == WYRM_OK)
            code = sqlite3_step(select);
    }
    sqlite3_finalize(select);
    if (status == WYRM_OK && code != SQLITE_DONE)
        return wyrm_results_fail(results, "read", error);
    for (size_t i = 0; i < TAKER_COUNT && status == WYRM_OK; i++)
        if (!(state.seen & 1u << i))
            status = broken_fact(results, "no", takers[i].key, error);
    return status;
}

static wyrm_status differs(const char *path, const char *what, const char *found,
                           const char *wanted, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "%.80s holds runs of another %s: '%.60s', not '%.60s'", path, what, found,
                     wanted);
}

wyrm_status wyrm_results_same_facts(const wyrm_results_facts *wanted,
                                    const wyrm_results_facts *found, const char *path,
                                    wyrm_error *error)
{
    if (strcmp(wanted->hash, found->hash) != 0)
        return strcmp(wanted->ruleset, found->ruleset) != 0
                   ? differs(path, "ruleset", found->ruleset, wanted->ruleset, error)
                   : differs(path, "version of the ruleset", found->hash, wanted->hash, error);
    if (strcmp(wanted->bot, found->bot) != 0)
        return differs(path, "bot", found->bot, wanted->bot, error);
    if (strcmp(wanted->without, found->without) != 0)
        return differs(path, "--without", found->without, wanted->without, error);
    if (strcmp(wanted->arena, found->arena) != 0)
        return differs(path, "arena", found->arena, wanted->arena, error);
    if (wanted->seed != found->seed)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "%.80s holds runs of seed %" PRIu64 ", not %" PRIu64, path, found->seed,
                         wanted->seed);
    if (wanted->turn_limit != found->turn_limit)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "%.80s holds runs with a turn limit of %" PRIu32 ", not %" PRIu32, path,
                         found->turn_limit, wanted->turn_limit);
    return WYRM_OK;
}
