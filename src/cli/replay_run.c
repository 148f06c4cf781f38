/* wyrm replay of a file of results: a run played again, and held to what the file says of it. */
#include "cli/replay_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/results.h"
#include "cli/without.h"

/* What is compared of a run. */
typedef struct row {
    bool found;
    wyrm_run_end end;
    int32_t depth, level, killer; /* killer: index in the roster; -1: none */
    uint32_t turns;
} row;

typedef void (*tell_field)(const wyrm_design *design, const row *of, char *out, size_t size);

static row row_of(const wyrm_run *run)
{
    return (row){true, run->end, run->depth, run->level, run->killer, run->turns};
}

static void tell_end(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%s", wyrm_run_end_word(of->end));
}

static void tell_depth(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRId32, of->depth);
}

static void tell_turns(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRIu32, of->turns);
}

static void tell_level(const wyrm_design *design, const row *of, char *out, size_t size)
{
    (void)design;
    snprintf(out, size, "%" PRId32, of->level);
}

static void tell_killer(const wyrm_design *design, const row *of, char *out, size_t size)
{
    const char *name =
        of->killer >= 0 ? wyrm_roster_monster(wyrm_design_roster(design), (size_t)of->killer)->name
                        : "nobody";
    snprintf(out, size, "%s", name);
}

/* The first thing of the two that differs, in words; "" where nothing does. */
static void tell_difference(const wyrm_design *design, const row *stored, const row *again,
                            char *out, size_t size)
{
    static const struct {
        const char *words;
        tell_field tell;
    } fields[] = {{"end is", tell_end},
                  {"last depth is", tell_depth},
                  {"turns are", tell_turns},
                  {"level is", tell_level},
                  {"killer is", tell_killer}};
    char one[80], other[80];
    *out = '\0';
    for (size_t i = 0; i < sizeof fields / sizeof *fields && *out == '\0'; i++) {
        fields[i].tell(design, stored, one, sizeof one);
        fields[i].tell(design, again, other, sizeof other);
        if (strcmp(one, other) != 0)
            snprintf(out, size, "the run's %s %s in the file, and %s when it is played again",
                     fields[i].words, one, other);
    }
}

static wyrm_status keep_row(const wyrm_run *run, void *context, wyrm_error *error)
{
    (void)error;
    const uint64_t *wanted = ((void **)context)[0];
    row *out = ((void **)context)[1];
    if (run->run == *wanted)
        *out = row_of(run);
    return WYRM_OK;
}

/* What a file says of a run. */
static wyrm_status find_row(wyrm_results *results, const wyrm_design *design,
                            const cli_options *options, row *out, wyrm_error *error)
{
    uint64_t wanted = options->run;
    void *context[] = {&wanted, out};
    *out = (row){.found = false};
    wyrm_status status =
        wyrm_results_each(results, design, options->run, 1, keep_row, context, error);
    if (status == WYRM_OK && !out->found)
        status = wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%.200s has no run %llu",
                           options->operands[0], (unsigned long long)options->run);
    return status;
}

/* What the run is with the ruleset in hand. */
static wyrm_status make_row(const wyrm_design *design, const wyrm_run_options *how, uint64_t seed,
                            uint64_t number, row *out, wyrm_error *error)
{
    wyrm_runner *runner = NULL;
    wyrm_run *run = calloc(1, sizeof *run);
    wyrm_status status = run != NULL ? wyrm_runner_new(design, how, &runner, error)
                                     : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_runner_make(runner, seed, number, run, error);
    if (status == WYRM_OK)
        *out = row_of(run);
    wyrm_runner_free(runner);
    free(run);
    return status;
}

/* Records the run as the file says that it was made. */
static wyrm_status record(const wyrm_design *design, const cli_options *options,
                          const wyrm_results_facts *facts, wyrm_run_options *how,
                          cli_recording *out, wyrm_error *error)
{
    const char *source = options->ruleset != NULL ? options->ruleset : facts->source;
    if (facts->arena[0] != '\0')
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "set fights cannot be watched");
    wyrm_status status = wyrm_bot_find(facts->bot, &how->bot, error);
    if (status == WYRM_OK)
        status =
            wyrm_run_record(design, how, source, facts->seed, options->run, &out->replay, error);
    if (status != WYRM_OK)
        return status;
    out->facts = *wyrm_replay_facts_of(out->replay);
    snprintf(out->facts.ruleset, sizeof out->facts.ruleset, "%s", facts->ruleset);
    snprintf(out->facts.hash, sizeof out->facts.hash, "%s", facts->hash);
    snprintf(out->facts.version, sizeof out->facts.version, "%s", facts->version);
    return WYRM_OK;
}

/* The run of an open file; with --check it is held to what the file says. */
static wyrm_status play_again(wyrm_results *results, const wyrm_design *design,
                              const cli_options *options, wyrm_run_options *how, cli_recording *out,
                              wyrm_error *error)
{
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    row stored, again;
    wyrm_status status = find_row(results, design, options, &stored, error);
    if (status == WYRM_OK)
        status = record(design, options, facts, how, out, error);
    if (status != WYRM_OK || !options->check)
        return status;
    status = make_row(design, how, facts->seed, options->run, &again, error);
    if (status == WYRM_OK)
        tell_difference(design, &stored, &again, out->differs, sizeof out->differs);
    else
        wyrm_replay_free(out->replay);
    return status;
}

int cli_record_run(const cli_command *command, const cli_options *options, cli_recording *out)
{
    wyrm_error error = {0};
    wyrm_results *results;
    wyrm_design *design;
    cli_without without;
    if (!options->run_given) {
        cli_complain(command, "'%s' is a file of results: say which run with --run N",
                     options->operands[0]);
        return CLI_USAGE;
    }
    int result =
        cli_open_results(command, options->operands[0], options->ruleset, &results, &design);
    if (result != CLI_DONE)
        return result;
    const wyrm_results_facts *facts = wyrm_results_facts_of(results);
    if (!cli_part_without(command, facts->without, &without)) {
        result = CLI_BAD_DATA;
    } else {
        wyrm_run_options how = {.turn_limit = facts->turn_limit,
                                .without = without.words,
                                .without_count = without.count};
        if (play_again(results, design, options, &how, out, &error) != WYRM_OK)
            result = cli_error(command, &error, false);
    }
    wyrm_results_close(results);
    wyrm_design_free(design);
    return result;
}
