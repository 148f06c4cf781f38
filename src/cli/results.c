/* wyrm results: what files of runs say, alone or together. */
#include "cli/internal.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 10000

/* Runs on their way into a summary or a file, until a signal comes. */
typedef struct taking {
    wyrm_summing *summing;
    wyrm_results *into;
} taking;

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    const taking *to = context;
    if (cli_signal() != 0)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were read");
    return to->into != NULL ? wyrm_results_add(to->into, run, error)
                            : wyrm_summing_add(to->summing, run, error);
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
    int result = CLI_DONE;
    if (from != NULL) {
        result = cli_open(command, source, design);
    } else if (wyrm_design_open(source, design, NULL) != WYRM_OK) {
        /* Why is not told: the file may name any other, whose lines are nobody's business. */
        cli_complain(command,
                     "%s was made with the ruleset '%s', which does not open (wyrm rules "
                     "validate says why; --from names it where it has moved)",
                     path, source);
        result = CLI_BAD_DATA;
    }
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

/* Adds the runs of all files to the one that is written, which may be one of them. */
static wyrm_status write_all(const cli_options *options, const wyrm_design *design,
                             const char *const *files, size_t count,
                             const wyrm_results_facts *facts, wyrm_error *error)
{
    taking to = {.into = NULL};
    wyrm_results_account unused;
    bool is_new = access(options->output, F_OK) != 0;
    wyrm_status status = wyrm_results_write(options->output, design, facts, &to.into, error);
    if (status == WYRM_OK)
        status = wyrm_results_join(files, count, options->mix, design, take, &to, &unused, error);
    if (status == WYRM_OK)
        status = wyrm_results_flush(to.into, error);
    wyrm_results_close(to.into);
    if (status != WYRM_OK && is_new)
        unlink(options->output);
    return status;
}

/* The way out where files do not go together. */
static void tell_what_merges(const cli_command *command)
{
    cli_complain(
        command,
        "only runs of one ruleset, bot and seed are added up: parts of one simulation have "
        "the same --seed, each its own --first-run; `wyrm compare` takes files that differ");
}

/* Sums up all files, with the one that is written where that has runs already; then writes it. */
static wyrm_status sum_up(const cli_options *options, const wyrm_design *design, uint64_t seed,
                          wyrm_results_account *account, wyrm_summary **out, wyrm_error *error)
{
    taking to = {.summing = NULL};
    const char *files[FILES_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; i < options->operand_count; i++)
        if (options->output == NULL || !is_same_file(options->operands[i], options->output))
            files[count++] = options->operands[i];
    files[count] = options->output;
    bool goes_on = options->output != NULL && access(options->output, F_OK) == 0;
    *out = NULL;
    wyrm_status status = wyrm_summing_new(design, seed, &to.summing, error);
    if (status == WYRM_OK)
        status = wyrm_results_join(files, count + goes_on, options->mix, design, take, &to, account,
                                   error);
    if (status == WYRM_OK && options->output != NULL)
        status = write_all(options, design, files, count, &account->facts, error);
    if (status == WYRM_OK)
        status = wyrm_summing_up(to.summing, out, error);
    wyrm_summing_free(to.summing);
    return status;
}

static int run(const cli_command *command, const cli_options *options)
{
    wyrm_error error = {0};
    wyrm_results *first;
    wyrm_design *design = NULL;
    wyrm_summary *summary = NULL;
    wyrm_results_account account;
    for (size_t i = 0; i < options->operand_count; i++)
        if (!cli_is_there(command, options->operands[i]))
            return CLI_BAD_DATA;
    if (!cli_can_open(command, options->output) || !cli_can_write(command, options->csv))
        return CLI_BAD_DATA;
    int result = cli_open_results(command, options->operands[0], options->from, &first, &design);
    if (result != CLI_DONE)
        return result;
    uint64_t seed = wyrm_results_facts_of(first)->seed;
    wyrm_results_close(first);
    cli_progress progress = cli_progress_start();
    wyrm_status status = sum_up(options, design, seed, &account, &summary, &error);
    cli_progress_end(&progress);
    if (status == WYRM_OK) {
        wyrm_sim_report report = {.design = design,
                                  .summary = summary,
                                  .facts = &account.facts,
                                  .name = account.facts.source,
                                  .file = options->output != NULL       ? options->output
                                          : options->operand_count == 1 ? options->operands[0]
                                                                        : NULL,
                                  .first = account.first,
                                  .account = &account};
        if (account.repeated > 0)
            cli_complain(command, "%" PRIu64 " runs are in more than one file: each counts once",
                         account.repeated);
        result = cli_sim_print(command, options, &report);
    } else {
        result = cli_error(command, &error, false);
    }
    if (status == WYRM_ERROR_ARGUMENT)
        tell_what_merges(command);
    wyrm_summary_free(summary);
    wyrm_design_free(design);
    return result;
}

static const cli_option rows[] = {
    CLI_TEXT('o', "output", "FILE", output, .help = "adds the runs of all files to this one, too"),
    CLI_FLAG(0, "mix", mix,
             .help =
                 "allows files of different versions of the engine, whose runs may not be alike"),
    CLI_TEXT(0, "csv", "FILE", csv, .help = "the figures depth by depth into this file"),
    CLI_TEXT(0, "from", "RULESET", from,
             .help = "where the ruleset is now, if it has moved since the runs were made"),
    CLI_FLAG('v', "verbose", verbose, .help = "every depth, cause of death, monster and item"),
    CLI_OPTION_SEED_UNUSED,
    CLI_OPTION_JSON,
    CLI_OPTION_HELP,
    CLI_OPTION_END,
};

const cli_command cli_results = {
    .name = "results",
    .operands = "FILE...",
    .summary = "sums up files of runs that `wyrm sim -o` wrote",
    .text = "Several files, in any order, are summed up as if they were one: the summary is the "
            "same as that of the simulation that made all the runs at once, to the last digit. It "
            "says which runs are missing.",
    .options = rows,
    .examples =
        {
            {"Half of the runs", "wyrm sim tutorial --runs 100 -o first.db"},
            {"The other half, perhaps elsewhere",
             "wyrm sim tutorial --runs 100 --first-run 100 -o second.db"},
            {"Both together", "wyrm results first.db second.db"},
            {"In one file", "wyrm results first.db second.db -o all.db"},
        },
    .least_operands = 1,
    .most_operands = FILES_MAX,
    .run = run,
};
