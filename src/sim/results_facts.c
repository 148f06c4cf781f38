/* What was simulated, as the table meta keeps it. */
#include "sim/results.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_FACTS(fact)                                                                           \
    fact(ruleset) fact(source) fact(hash) fact(version) fact(bot) fact(without) fact(arena)

static const char *const fidelities[] = {[WYRM_PLAYED] = "played", [WYRM_SAMPLED] = "sampled"};

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
                                   {"fidelity", fidelities[facts->fidelity]},
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

static void take_fact(wyrm_results_facts *facts, long *format, const char *key, const char *value)
{
    if (strcmp(key, "format") == 0)
        *format = strtol(value, NULL, 10);
    else if (strcmp(key, "seed") == 0)
        facts->seed = strtoull(value, NULL, 10);
    else if (strcmp(key, "turn_limit") == 0)
        facts->turn_limit = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(key, "fidelity") == 0)
        facts->fidelity = strcmp(value, fidelities[WYRM_SAMPLED]) == 0 ? WYRM_SAMPLED : WYRM_PLAYED;
#define TEXT_FACT(name)                                                                            \
    else if (strcmp(key, #name) == 0) snprintf(facts->name, sizeof facts->name, "%s", value);
    TEXT_FACTS(TEXT_FACT)
#undef TEXT_FACT
}

wyrm_status wyrm_results_get_facts(wyrm_results *results, wyrm_error *error)
{
    sqlite3_stmt *select = NULL;
    long format = 0;
    int code =
        sqlite3_prepare_v2(results->database, "SELECT key, value FROM meta", -1, &select, NULL);
    results->facts = (wyrm_results_facts){0};
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(select);
        if (code != SQLITE_ROW)
            break;
        const char *key = (const char *)sqlite3_column_text(select, 0);
        const char *value = (const char *)sqlite3_column_text(select, 1);
        if (key && value)
            take_fact(&results->facts, &format, key, value);
    }
    sqlite3_finalize(select);
    if (code != SQLITE_DONE)
        return wyrm_results_fail(results, "read", error);
    if (format > WYRM_RESULTS_VERSION)
        return wyrm_fail(error, WYRM_ERROR_LIMIT,
                         "%.150s: results of a newer version (%ld; this program reads %d)",
                         results->path, format, WYRM_RESULTS_VERSION);
    if (format < 1)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.200s: no results of wyrm", results->path);
    return WYRM_OK;
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
    if (wanted->fidelity != found->fidelity)
        return differs(path, "fidelity", fidelities[found->fidelity], fidelities[wanted->fidelity],
                       error);
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
