/* wyrm results: what files of runs say, alone or together. */
#include "cli/internal.h"
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 10000

/* Runs on their way into a summary or a file, until a signal comes. */
typedef struct adding {
    wyrm_accumulator *accumulator;
    wyrm_results *into;
} adding;

static wyrm_status add(const wyrm_run *run, void *context, wyrm_error *error)
{
    const adding *to = context;
    if (cli_signal() != 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were read");
    return to->into != NULL ? wyrm_results_add(to->into, run, error)
                            : wyrm_accumulator_add(to->accumulator, run, error);
}

/* Adds the runs of all files to the one that is written, which may be one of them. */
static wyrm_status write_all(const cli_options *options, const wyrm_design *design,
                             const char *const *files, size_t count,
                             const wyrm_results_facts *facts, wyrm_error *error)
{
    adding to = {.into = NULL};
    wyrm_results_account unused;
    bool is_new = access(options->output, F_OK) != 0;
    wyrm_status status = wyrm_results_write(options->output, design, facts, &to.into, error);
    if (status == WYRM_OK)
        status = wyrm_results_join(files, count, options->mix, design, add, &to, &unused, error);
    if (status == WYRM_OK)
        status = wyrm_results_flush(to.into, error);
    wyrm_results_close(to.into);
    if (status != WYRM_OK && is_new)
        unlink(options->output);
    return status;
}

/* Sums up all files, with the one that is written where that has runs already; then writes it. */
static wyrm_summary *sum_up(cli_job *job, const wyrm_design *design, uint64_t seed,
                            wyrm_results_account *account)
{
    const cli_options *options = job->options;
    wyrm_summary *summary = NULL;
    adding to = {.accumulator = NULL};
    size_t count, all;
    const char **files = cli_runs_files(job, &count, &all);
    cli_must(job, wyrm_accumulator_new(design, seed, &to.accumulator, job->error));
    base_keep(&job->arena, to.accumulator, wyrm_accumulator_free);
    wyrm_status status =
        wyrm_results_join(files, all, options->mix, design, add, &to, account, job->error);
    if (status == WYRM_OK && options->output != NULL)
        status = write_all(options, design, files, count, &account->facts, job->error);
    if (status == WYRM_OK)
        status = wyrm_accumulator_sum(to.accumulator, &summary, job->error);
    if (status == WYRM_ERROR_ARGUMENT)
        job->advice =
            "only runs of one ruleset, bot and seed are added up: parts of one simulation have "
            "the same --seed, each its own --shard or --first-run; `wyrm compare` takes files that "
            "differ";
    cli_must(job, status);
    base_keep(&job->arena, summary, wyrm_summary_free);
    return summary;
}

static void run(cli_job *job)
{
    const cli_options *options = job->options;
    wyrm_design *design;
    wyrm_results_account *account = base_new(&job->arena, wyrm_results_account);
    if (options->operand_count > FILES_MAX)
        cli_refuse(job, "at most %d files are summed up", FILES_MAX);
    for (size_t i = 0; i < options->operand_count; i++)
        cli_is_there(job, options->operands[i]);
    cli_can_open(job, options->output);
    cli_can_write(job, options->csv);
    if (cli_is_game_results(options->operands[0])) {
        cli_external_results(job);
        return;
    }
    const wyrm_results *first = cli_open_results(job, options->operands[0], options->from, &design);
    const uint64_t seed = wyrm_results_facts_of(first)->seed;
    cli_progress_start(job);
    const wyrm_summary *summary = sum_up(job, design, seed, account);
    cli_progress_end(job);
    wyrm_sim_report report = {.design = design,
                              .summary = summary,
                              .facts = &account->facts,
                              .file = options->output != NULL       ? options->output
                                      : options->operand_count == 1 ? options->operands[0]
                                                                    : NULL,
                              .first = account->first,
                              .account = account};
    if (account->repeated > 0)
        cli_complain(job->command, "%" PRIu64 " runs are in more than one file: each counts once",
                     account->repeated);
    cli_sim_print(job, &report);
}

static const cli_command *const commands[] = {&cli_results_import, &cli_results_fit, NULL};

/* clang-format off */
const cli_command cli_results = {
    .name = "results", .operands = "FILE...", .run = run, .commands = commands,
    .summary = "sums up files of runs that `wyrm sim -o` wrote",
    .text = "Several files, in any order, are summed up as if they were one: the summary is the "
            "same as that of the simulation that made all the runs at once, to the last digit. It "
            "says which runs are missing.\n\n"
            "Runs of a game of your own are summed up in the same way; nothing is started for it.",
    .options = {
        {'o', "output", "FILE", "adds the runs of all files to this one, too", CLI_TEXT(output)},
        {0, "mix", NULL, "allows files of different versions of the engine, whose runs may not be "
         "alike", CLI_FLAG(mix)},
        {0, "csv", "FILE", "the figures depth by depth into this file", CLI_TEXT(csv)},
        {0, "from", "RULESET", "where the ruleset is now, if it has moved since the runs were made",
         CLI_TEXT(from), .need = cli_needs_rules},
        {'v', "verbose", NULL, "every depth, cause of death, monster and item", CLI_FLAG(verbose)},
        CLI_OPTION_SEED_UNUSED, CLI_OPTION_ALLOW_PATH, CLI_OPTION_JSON},
    .examples = {{"Half of the runs", "wyrm sim tutorial --shard 0/2 -o first.db"},
                 {"The other half, perhaps elsewhere",
                  "wyrm sim tutorial --shard 1/2 -o second.db"},
                 {"Both together", "wyrm results first.db second.db"},
                 {"In one file", "wyrm results first.db second.db -o all.db"}},
};
