/* Those who make runs. */
#include "sim/runner.h"

#include "sim/played.h"

#include <stdlib.h>

#define DEFAULT_BOT "explorer"

/* What playing takes; and whether the words of `without` fit the ruleset. */
static wyrm_status prepare_play(wyrm_runner *runner, wyrm_error *error)
{
    runner->game = malloc(sizeof *runner->game);
    if (!runner->game)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = wyrm_engine_new(runner->design, &runner->engine, error);
    if (status == WYRM_OK)
        status = wyrm_bot_new(runner->options.bot, runner->engine, &runner->bot, error);
    return status;
}

wyrm_status wyrm_runner_new(const wyrm_design *design, const wyrm_run_options *options,
                            wyrm_runner **out, wyrm_error *error)
{
    wyrm_runner *runner = calloc(1, sizeof *runner);
    *out = NULL;
    if (!runner)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    runner->design = design;
    runner->options = *options;
    if (runner->options.turn_limit == 0)
        runner->options.turn_limit = WYRM_RUN_TURNS;
    wyrm_status status = WYRM_OK;
    if (!runner->options.bot)
        status = wyrm_bot_find(DEFAULT_BOT, &runner->options.bot, error);
    if (status == WYRM_OK)
        status = prepare_play(runner, error);
    if (status != WYRM_OK) {
        wyrm_runner_free(runner);
        return status;
    }
    *out = runner;
    return WYRM_OK;
}

void wyrm_runner_free(wyrm_runner *runner)
{
    if (!runner)
        return;
    wyrm_bot_free(runner->bot);
    wyrm_engine_free(runner->engine);
    free(runner->game);
    free(runner);
}

wyrm_status wyrm_runner_make(wyrm_runner *runner, uint64_t seed, uint64_t run, wyrm_run *out,
                             wyrm_error *error)
{
    return wyrm_run_play(runner, seed, run, out, error);
}
