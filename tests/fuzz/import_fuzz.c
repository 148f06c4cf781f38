/* Fuzz target: any bytes as a table of somebody else's runs. It gives a hello that a game may say,
 * a run or an error for each line, and (one in sixteen, for the time it takes) a file of results
 * that reads. Where nothing tells how runs ended, all are read as lost. */
#include "fuzz.h"
#include <wyrm/external_import.h>

/* Runs of the first agent are kept, where any are. */
typedef struct taking {
    const wyrm_external_import_account *account;
    wyrm_external_results *results;
} taking;

static wyrm_status take(const wyrm_external_run *run, size_t agent, void *context,
                        wyrm_error *error)
{
    const taking *to = context;
    demand_run(to->account->hello, run);
    return agent == 0 && to->results ? wyrm_external_results_add(to->results, run, error) : WYRM_OK;
}

static void try_runs(wyrm_external_import *import, const char *name, wyrm_errors *errors)
{
    taking to = {wyrm_external_import_account_of(import), NULL};
    const wyrm_external_import_account *account = to.account;
    wyrm_external_account joined = {.runs = 0};
    wyrm_external_facts facts;
    demand_hello(account->hello);
    for (size_t i = 0; i < account->column_count; i++)
        demand_tame(account->columns[i].name, WYRM_IMPORT_NAME_MAX);
    wyrm_external_import_facts(import, 0, &facts);
    demand(!name || !wyrm_external_results_write(name, &facts, &to.results, NULL), "no results");
    demand(!wyrm_external_import_each(import, take, &to, errors), "it does not read again");
    demand(!name || !wyrm_external_results_flush(to.results, NULL), "they are not written");
    wyrm_external_results_close(to.results);
    demand(!name || (!wyrm_external_results_join(&name, 1, false, NULL, NULL, &joined, NULL) &&
                     (joined.runs == account->runs || account->agent_count > 1)),
           "what was imported does not read");
    wyrm_external_results_close(joined.keeper);
    demand(account->runs + account->other + account->bad == account->lines &&
               wyrm_errors_count(errors) == account->bad,
           "a line is dropped in silence");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wyrm_external_import_options options = {.bad = 1};
    const char *file = fuzz_file(data, size);
    wyrm_external_import *import;
    wyrm_errors *errors = fuzz_errors();
    wyrm_error error;
    if (wyrm_external_import_open(file, &options, &import, &error) != WYRM_OK)
        demand_sentence(&error);
    options.outcomes = "else=lost";
    if (import || wyrm_external_import_open(file, &options, &import, &error) == WYRM_OK)
        try_runs(import, size % 16 == 0 ? fuzz_results() : NULL, errors);
    demand_sentences(errors);
    wyrm_external_import_free(import);
    return 0;
}
