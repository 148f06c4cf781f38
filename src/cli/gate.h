/* `wyrm compare` on sampled metrics, from its own file. */
#ifndef WYRM_SRC_CLI_GATE_H
#define WYRM_SRC_CLI_GATE_H

#include "cli/commands.h"

/* Whether the options ask for simulations, or an operand is a file of results. */
bool cli_gate_is_asked(const cli_options *options);

/* `wyrm compare` where cli_gate_is_asked: simulates, compares, reads and writes baselines. Returns
 * how the program ends. */
int cli_gate(const cli_command *command, const cli_options *options);

#endif
