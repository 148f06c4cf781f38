/* Files of results as operands. */
#ifndef WYRM_SRC_CLI_RESULTS_H
#define WYRM_SRC_CLI_RESULTS_H

#include <wyrm/results.h>

#include "cli/commands.h"

/* Opens a file of results and the design that its runs were made with: from where it was or `from`,
 * if that is not NULL; tells where it says something else now. CLI_DONE, or how the program ends,
 * having said so. *results is owned by the caller (wyrm_results_close), *design as by cli_open;
 * both are NULL where it fails. */
int cli_open_results(const cli_command *command, const char *path, const char *from,
                     wyrm_results **results, wyrm_design **design);

#endif
