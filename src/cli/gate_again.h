/* Commands that are shown to be typed again. */
#ifndef WYRM_SRC_CLI_GATE_AGAIN_H
#define WYRM_SRC_CLI_GATE_AGAIN_H

#include "cli/command.h"

/* The command that makes a comparison again: with every option that changes it, the seed among
 * them, so that a shell reads it as it was typed. "" where it does not fit, or cannot be typed. */
void cli_gate_again(const cli_options *options, uint64_t seed, char *text, size_t size);

/* The command that holds a ruleset to a baseline; likewise. */
void cli_gate_hold(const char *ruleset, const char *baseline, char *text, size_t size);

#endif
