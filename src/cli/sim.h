/* What `wyrm sim` and `wyrm results` print alike. */
#ifndef WYRM_SRC_CLI_SIM_H
#define WYRM_SRC_CLI_SIM_H

#include "cli/commands.h"
#include "report/sim.h"

/* Prints a summary: text, or JSON; and the CSV file. */
int cli_sim_print(const cli_command *command, const cli_options *options, wyrm_sim_report *report);

#endif
