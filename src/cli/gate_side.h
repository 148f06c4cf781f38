/* The sides of a comparison of simulations. */
#ifndef WYRM_SRC_CLI_GATE_SIDE_H
#define WYRM_SRC_CLI_GATE_SIDE_H

#include <wyrm/gate.h>

#include "cli/gate.h"

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

/* The command that makes a comparison again: with every option that changes it, the seed among
 * them, so that a shell reads it as it was typed. "" where it does not fit, or cannot be typed. */
void cli_gate_again(const cli_options *options, uint64_t seed, char *text, size_t size);

/* The command that holds a ruleset to a baseline; likewise. */
void cli_gate_hold(const char *ruleset, const char *baseline, char *text, size_t size);

#endif
