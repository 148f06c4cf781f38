/* wyrm results: what files of runs say, alone or together. */
#include "cli/results.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/sim.h"

static wyrm_status sum_up(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_summing_add(context, run, error);
}

/* Runs that are looked at with other rules than those that they were made with. */
static void tell_other_rules(const cli_command *command, const wyrm_ruleset *ruleset,
                             const wyrm_results_facts *facts, const char *source)
{
    if (strcmp(wyrm_ruleset_hash(ruleset), facts->hash) == 0)
        return;
    if (strcmp(wyrm_ruleset_name(ruleset), facts->ruleset) == 0)
        cli_complain(command,
                     "'%s' has changed since these runs were made; names are looked up in what it "
                     "is now",
                     source);
    else
        cli_complain(command, "these runs were made with '%s'; names are looked up in '%s'",
                     facts->ruleset, source);
}

int cli_open_results(const cli_command *command, const char *path, const char *from,
                     wyrm_results **results, wyrm_design **design)
{
    wyrm_error error = {0};
    *design = NULL;
    if (wyrm_results_read(path, results, &error) != WYRM_OK) {
        *results = NULL;
        return cli_error(command, &error, false);
    }
    const wyrm_results_facts *facts = wyrm_results_facts_of(*results);
    const char *source = from != NULL ? from : facts->source;
    int result = cli_open(command, source, design);
    if (result != CLI_DONE) {
        wyrm_results_close(*results);
        *results = NULL;
    } else {
        tell_other_rules(command, wyrm_design_ruleset(*design), facts, source);
    }
    return result;
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Joins the files to the one that is written, which may be one of them. One that was not there
 * before is not there afterwards where they do not go together. */
static wyrm_status merge(const cli_options *options, const wyrm_design *design,
                         const wyrm_results_facts *facts, wyrm_error *error)
{
    wyrm_results *into;
    bool is_new = access(options->output, F_OK) != 0;
    wyrm_status status = wyrm_results_write(options->output, design, facts, &into, error);
    for (size_t i = 0; i < options->operand_count && status == WYRM_OK; i++)
        if (!is_same_file(options->operands[i], options->output))
            status = wyrm_results_merge(into, options->operands[i], error);
    if (status == WYRM_OK)
        status = wyrm_results_flush(into, error);
    wyrm_results_close(into);
    if (status != WYRM_OK && is_new)
        unlink(options->output);
    return status;
}

/* The way out where files do not go together. */
static void tell_what_merges(const cli_command *command)
{
    cli_complain(
        command,
        "only runs of one ruleset, bot and seed are merged: parts of one simulation have "
        "the same --seed, each its own --first-run; `wyrm compare` takes files that differ");
}

static wyrm_status sum_file(const char *path, const wyrm_design *design, wyrm_summary **out,
                            wyrm_error *error)
{
    wyrm_results *results;
    wyrm_summing *summing = NULL;
    *out = NULL;
    wyrm_status status = wyrm_results_read(path, &results, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_summing_new(design, wyrm_results_facts_of(results)->seed, &summing, error);
    if (status == WYRM_OK)
        status = wyrm_results_each(results, design, 0, UINT64_MAX, sum_up, summing, error);
    if (status == WYRM_OK)
        status = wyrm_summing_up(summing, out, error);
    wyrm_summing_free(summing);
    wyrm_results_close(results);
    return status;
}

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_error error = {0};
    wyrm_results *first;
    wyrm_design *design = NULL;
    wyrm_summary *summary = NULL;
    if (options->operand_count > 1 && options->output == NULL) {
        cli_complain(command, "several files are merged into another: say which with --output");
        return CLI_USAGE;
    }
    for (size_t i = 0; i < options->operand_count; i++)
        if (!cli_is_there(command, options->operands[i]))
            return CLI_BAD_DATA;
    if (!cli_can_open(command, options->output) || !cli_can_write(command, options->csv))
        return CLI_BAD_DATA;
    int result = cli_open_results(command, options->operands[0], options->from, &first, &design);
    if (result != CLI_DONE)
        return result;
    const wyrm_results_facts facts = *wyrm_results_facts_of(first);
    wyrm_results_close(first);
    const char *file = options->output != NULL ? options->output : options->operands[0];
    wyrm_status status = WYRM_OK;
    if (result == CLI_DONE && options->output != NULL)
        status = merge(options, design, &facts, &error);
    if (result == CLI_DONE && status == WYRM_OK)
        status = sum_file(file, design, &summary, &error);
    if (result == CLI_DONE)
        result = status == WYRM_OK ? cli_sim_print(command, options, design, &facts, facts.source,
                                                   file, NULL, summary)
                                   : cli_error(command, &error, false);
    if (status == WYRM_ERROR_ARGUMENT)
        tell_what_merges(command);
    wyrm_design_free(design);
    return result;
}

static const cli_option rows[] = {
    {.name = "output",
     .argument = "FILE",
     .letter = 'o',
     .read = cli_read_text,
     .offset = offsetof(cli_options, output),
     .help = "merges all files into this one, and sums that up"},
    {.name = "csv",
     .argument = "FILE",
     .read = cli_read_text,
     .offset = offsetof(cli_options, csv),
     .help = "the figures depth by depth into this file"},
    {.name = "from",
     .argument = "RULESET",
     .read = cli_read_text,
     .offset = offsetof(cli_options, from),
     .help = "where the ruleset is now, if it has moved since the runs were made"},
    {.name = "verbose",
     .letter = 'v',
     .offset = offsetof(cli_options, verbose),
     .help = "every depth, cause of death, monster and item"},
    CLI_OPTION_SEED_UNUSED,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_results = {
    .name = "results",
    .operands = "FILE...",
    .summary = "sums up files of runs that `wyrm sim -o` wrote, and merges them",
    .text = "The summary is the same as that of the simulation that made all the runs at once, to "
            "the last digit.",
    .options = rows,
    .examples =
        {
            {"Half of the runs", "wyrm sim tutorial --runs 100 -o first.db"},
            {"The other half, perhaps elsewhere",
             "wyrm sim tutorial --runs 100 --first-run 100 -o second.db"},
            {"Both together", "wyrm results first.db second.db -o all.db"},
        },
    .least_operands = 1,
    .most_operands = 1000,
    .run = run,
};
