/* What a database says when it fails. */
#include "sim/results.h"

wyrm_status wyrm_results_fail(const wyrm_results *results, const char *doing, wyrm_error *error)
{
    int code = results->database ? sqlite3_errcode(results->database) : SQLITE_NOMEM;
    const char *why = results->database ? sqlite3_errmsg(results->database) : "out of memory";
    if (code == SQLITE_NOMEM)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return wyrm_fail(error, WYRM_ERROR_IO, "%.150s: another process is writing it",
                         results->path);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR)
        return wyrm_fail(error, WYRM_ERROR_SYNTAX, "%.120s: no results of wyrm, or broken: %.80s",
                         results->path, why);
    return wyrm_fail(error, WYRM_ERROR_IO, "%.120s cannot be %s: %.80s", results->path, doing, why);
}

wyrm_status wyrm_results_do(wyrm_results *results, const char *sql, const char *doing,
                            wyrm_error *error)
{
    if (sqlite3_exec(results->database, sql, NULL, NULL, NULL) != SQLITE_OK)
        return wyrm_results_fail(results, doing, error);
    return WYRM_OK;
}
