/* Those who make runs. */
#include "sim/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/played.h"

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

/* Runs that are played again to be watched. */

/* What would be cut short would be another game: it is refused. */
static bool fits(const wyrm_run_options *options, const char *source)
{
    bool fit = strlen(source) < sizeof((wyrm_replay_facts *)0)->source &&
               options->without_count <= WYRM_REPLAY_WITHOUTS_MAX;
    for (size_t i = 0; fit && i < options->without_count; i++)
        fit = strlen(options->without[i]) < sizeof((wyrm_replay_facts *)0)->without[0];
    return fit;
}

static wyrm_replay_facts facts_of(const wyrm_runner *runner, const char *source, uint64_t seed,
                                  uint64_t run)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(runner->design);
    const wyrm_run_options *options = &runner->options;
    wyrm_replay_facts facts = {.seed = seed, .run = run};
    snprintf(facts.ruleset, sizeof facts.ruleset, "%s", wyrm_ruleset_name(ruleset));
    snprintf(facts.source, sizeof facts.source, "%s", source);
    snprintf(facts.hash, sizeof facts.hash, "%s", wyrm_ruleset_hash(ruleset));
    snprintf(facts.version, sizeof facts.version, "%s", wyrm_version());
    snprintf(facts.player, sizeof facts.player, "%s", options->bot->name);
    while (facts.without_count < options->without_count) {
        snprintf(facts.without[facts.without_count], sizeof facts.without[0], "%s",
                 options->without[facts.without_count]);
        facts.without_count++;
    }
    return facts;
}

/* Plays the run with the recording running. */
static wyrm_status play_again(wyrm_runner *runner, const char *source, uint64_t seed, uint64_t run,
                              wyrm_error *error)
{
    const wyrm_replay_facts facts = facts_of(runner, source, seed, run);
    wyrm_run *record = malloc(sizeof *record);
    wyrm_status status = record ? wyrm_replay_new(&facts, &runner->replay, error)
                                : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_runner_make(runner, seed, run, record, error);
    free(record);
    return status;
}

wyrm_status wyrm_run_record(const wyrm_design *design, const wyrm_run_options *options,
                            const char *source, uint64_t seed, uint64_t run, wyrm_replay **out,
                            wyrm_error *error)
{
    wyrm_runner *runner;
    *out = NULL;
    if (options->arena)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "only whole games can be watched");
    if (!fits(options, source))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "the path of the ruleset, or a word that the player leaves alone, is too "
                         "long to be recorded");
    wyrm_status status = wyrm_runner_new(design, options, &runner, error);
    if (status != WYRM_OK)
        return status;
    status = play_again(runner, source, seed, run, error);
    if (status == WYRM_OK)
        *out = runner->replay;
    else
        wyrm_replay_free(runner->replay);
    runner->replay = NULL;
    wyrm_runner_free(runner);
    return status;
}
