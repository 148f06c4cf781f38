/* Runs that are played again to be watched. */
#include "sim/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
