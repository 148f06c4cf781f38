/* The sides of a comparison of simulations: rulesets that are simulated, files of results. */
#include "cli/gate_side.h"

#include <stdio.h>

#include "cli/results.h"
#include "cli/sim_read.h"

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(context, run, error);
}

static bool show(double done, const wyrm_summing *so_far, void *context)
{
    (void)so_far;
    return cli_progress_show(done, context);
}

/* What the runs of a side are, and whether they may be held against the other's (NULL: no
 * other). */
static int take_facts(const cli_command *command, const wyrm_results_facts *facts,
                      const cli_gate_side *other, cli_gate_side *out)
{
    wyrm_error error = {0};
    wyrm_gate_baseline *figures = &out->figures;
    if (facts->arena[0] != '\0') {
        cli_complain(command, "the runs of '%s' are of a set fight: `wyrm results` sums them up",
                     out->name);
        return CLI_USAGE;
    }
    snprintf(figures->ruleset, sizeof figures->ruleset, "%s", facts->ruleset);
    snprintf(figures->hash, sizeof figures->hash, "%s", facts->hash);
    snprintf(figures->version, sizeof figures->version, "%s", facts->version);
    snprintf(figures->bot, sizeof figures->bot, "%s", facts->bot);
    snprintf(figures->without, sizeof figures->without, "%s", facts->without);
    figures->seed = facts->seed;
    figures->turn_limit = facts->turn_limit;
    if (other != NULL &&
        wyrm_gate_same_kind(&other->figures, other->name, figures, out->name, &error) != WYRM_OK)
        return cli_error(command, &error, true);
    return CLI_DONE;
}

static int simulate(const cli_command *command, const cli_options *options,
                    const wyrm_design *design, const cli_gate_side *other, cli_gate_side *out)
{
    cli_sim_setup setup;
    int result = cli_sim_read(command, options, design, out->name, &setup);
    if (result == CLI_DONE)
        result = take_facts(command, &setup.facts, other, out);
    if (result != CLI_DONE)
        return result;
    cli_progress progress = cli_progress_start();
    wyrm_summary *summary = NULL;
    wyrm_error error = {0};
    wyrm_status status = wyrm_gate_taking_new(design, &out->taking, &error);
    const wyrm_sim_options simulation = {.run = setup.run,
                                         .seed = options->seed,
                                         .runs = options->runs,
                                         .threads = (unsigned)options->threads,
                                         .take = take,
                                         .take_context = out->taking,
                                         .progress = show,
                                         .progress_context = &progress};
    if (status == WYRM_OK)
        status = wyrm_simulate(design, &simulation, &summary, &error);
    cli_progress_end(&progress);
    wyrm_summary_free(summary);
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, status == WYRM_ERROR_UNKNOWN);
}

static int read_runs(const cli_command *command, wyrm_results *results, const wyrm_design *design,
                     const cli_gate_side *other, cli_gate_side *out)
{
    wyrm_error error = {0};
    int result = take_facts(command, wyrm_results_facts_of(results), other, out);
    if (result != CLI_DONE)
        return result;
    wyrm_status status = wyrm_gate_taking_new(design, &out->taking, &error);
    if (status == WYRM_OK)
        status = wyrm_results_each(results, design, 0, UINT64_MAX, take, out->taking, &error);
    return status == WYRM_OK ? CLI_DONE : cli_error(command, &error, false);
}

int cli_gate_take_side(const cli_command *command, const cli_options *options,
                       const cli_gate_side *other, cli_gate_side *out)
{
    wyrm_results *results = NULL;
    wyrm_design *design = NULL;
    int result = cli_is_results(out->name)
                     ? cli_open_results(command, out->name, options->from, &results, &design)
                     : cli_open(command, out->name, &design);
    if (result == CLI_DONE)
        result = results != NULL ? read_runs(command, results, design, other, out)
                                 : simulate(command, options, design, other, out);
    if (result == CLI_DONE)
        wyrm_gate_baseline_of(out->taking, &out->figures);
    wyrm_results_close(results);
    wyrm_design_free(design);
    return result;
}
