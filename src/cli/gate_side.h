/* The sides of a comparison of simulations. */
#ifndef WYRM_SRC_CLI_GATE_SIDE_H
#define WYRM_SRC_CLI_GATE_SIDE_H

#include <wyrm/gate.h>

#include "cli/commands.h"

/* One side: what its runs are, and what the gate took of them. */
typedef struct cli_gate_side {
    const char *name;         /* what was typed */
    wyrm_gate_taking *taking; /* run by run; NULL: a baseline is all there is */
    wyrm_gate_baseline figures;
} cli_gate_side;

/* Simulates the ruleset that out->name is, or reads the file of results. Runs of another kind than
 * those of `other` (NULL: there is none yet) are refused before they are made. CLI_DONE, or how the
 * program ends, having said so; out->taking is the caller's to free in every case. */
int cli_gate_take_side(const cli_command *command, const cli_options *options,
                       const cli_gate_side *other, cli_gate_side *out);

#endif
