/* What options say about the runs of a simulation; which files are results, which words are
 * bots. */
#ifndef WYRM_SRC_CLI_SIM_READ_H
#define WYRM_SRC_CLI_SIM_READ_H

#include <wyrm/results.h>

#include "cli/commands.h"
#include "cli/without.h"

/* What was asked for, read. */
typedef struct cli_sim_setup {
    wyrm_run_options run;
    wyrm_results_facts facts;
    wyrm_arena arena;
    cli_without without;
} cli_sim_setup;

/* Reads the options that say what is simulated into *out, which must stay where it is. CLI_DONE, or
 * how the program ends, having said so. */
int cli_sim_read(const cli_command *command, const cli_options *options, const wyrm_design *design,
                 const char *source, cli_sim_setup *out);

/* --run N, which may be 0: sets run_given, too. `into` is the whole cli_options. */
bool cli_read_run(const cli_command *command, const cli_option *option, const char *text,
                  void *into);

/* The bot of a name. False where there is none, having said so. */
bool cli_find_bot(const cli_command *command, const char *name, const wyrm_bot_kind **out);

/* Whether a file is one of results, by its first bytes. */
bool cli_is_results(const char *path);

#endif
