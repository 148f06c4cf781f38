/* --without LIST */
#ifndef WYRM_SRC_CLI_WITHOUT_H
#define WYRM_SRC_CLI_WITHOUT_H

#include "cli/command.h"

#define CLI_WITHOUT_WORDS_MAX 32 /* as many as a recording takes */

/* The words of a list; they point into `letters`. */
typedef struct cli_without {
    char letters[1024];
    const char *words[CLI_WITHOUT_WORDS_MAX];
    size_t count;
} cli_without;

/* Parts a list (NULL: none) at its commas; *out must stay where it is. False where there is too
 * much of it, having said so. */
bool cli_part_without(const cli_command *command, const char *list, cli_without *out);

#endif
