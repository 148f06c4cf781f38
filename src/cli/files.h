/* Files that commands are given: what is said of them before any work. */
#ifndef WYRM_SRC_CLI_FILES_H
#define WYRM_SRC_CLI_FILES_H

#include <stdbool.h>

#include "cli/command.h"

/* Whether there is something at a path that may be a file of data; says what is wrong where not. */
bool cli_is_there(const cli_command *command, const char *path);

/* Whether a file can be made or replaced there (NULL: none is wanted); says why where not. */
bool cli_can_write(const cli_command *command, const char *path);

/* Likewise of a file that is gone on with where there is one. */
bool cli_can_open(const cli_command *command, const char *path);

#endif
