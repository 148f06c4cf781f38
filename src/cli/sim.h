/* What `wyrm sim` and `wyrm results` print alike. */
#ifndef WYRM_SRC_CLI_SIM_H
#define WYRM_SRC_CLI_SIM_H

#include <wyrm/results.h>

#include "cli/commands.h"

/* Prints the summary of a simulation and frees it: text, or JSON; and the CSV file. */
int cli_sim_print(const cli_command *command, const cli_options *options, const wyrm_design *design,
                  const wyrm_results_facts *facts, const char *name, const char *file,
                  const char *stopped, wyrm_summary *summary);

#endif
