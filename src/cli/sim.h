/* What `wyrm sim` and `wyrm results` share. */
#ifndef WYRM_SRC_CLI_SIM_H
#define WYRM_SRC_CLI_SIM_H

#include <wyrm/file.h>
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

/* Reads the options that say what is simulated into *out, which must stay where it is. CLI_DONE, or how
 * the program ends, having said so. */
int cli_sim_read(const cli_command *command, const cli_options *options, const wyrm_design *design,
                 const char *source, cli_sim_setup *out);

/* --run N, which may be 0: sets run_given, too. `into` is the whole cli_options. */
bool cli_read_run(const cli_command *command, const cli_option *option, const char *text,
                  void *into);

/* The bot of a name. False where there is none, having said so. */
bool cli_find_bot(const cli_command *command, const char *name, const wyrm_bot_kind **out);

/* Whether a file is one of results, by its first bytes. */
bool cli_is_results(const char *path);

/* Prints the summary of a simulation and frees it: text, or JSON; and the CSV file. */
int cli_sim_print(const cli_command *command, const cli_options *options, const wyrm_design *design,
                  const wyrm_results_facts *facts, const char *name, const char *file,
                  const char *stopped, wyrm_summary *summary);

/* Opens a file of results and the design that its runs were made with: from where it was or `from`, if
 * that is not NULL; tells where it says something else now. CLI_DONE, or how the program ends, having
 * said so. *results is owned by the caller (wyrm_results_close), *design as by cli_open; both are NULL
 * where it fails. */
int cli_open_results(const cli_command *command, const char *path, const char *from,
                     wyrm_results **results, wyrm_design **design);

#endif
