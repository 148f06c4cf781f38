/* What goes to stderr and stdout: complaints, errors of the library, finished pages. */
#ifndef WYRM_SRC_CLI_SAY_H
#define WYRM_SRC_CLI_SAY_H

#include <wyrm/error.h>

#include "cli/command.h"
#include "output/page.h"

/* "wyrm hit: missing DEFENDER", on stderr. What could steer the terminal is written out. */
void cli_complain(const cli_command *command, const char *format, ...) WYRM_PRINTF(2, 3);

/* The same with the nearest of `count` candidates to `word` as a hint, where there is one. */
void cli_complain_near(const cli_command *command, const char *word, const char *const *candidates,
                       size_t count, const char *format, ...) WYRM_PRINTF(5, 6);

/* The same where the candidates are all there are: they are listed where none is near. */
void cli_complain_choice(const cli_command *command, const char *word,
                         const char *const *candidates, size_t count, const char *format, ...)
    WYRM_PRINTF(5, 6);

/* An error of the library; returns how the program ends. `typed`: the input was an argument. */
int cli_error(const cli_command *command, const wyrm_error *error, bool typed);

/* Every error of a list, then how many `asked` has, what was typed, whichever of the files that it
 * extends they are in (NULL: the file of the first); returns how the program ends. `status` is what
 * is told where the list is empty. */
int cli_errors(const cli_command *command, const char *asked, const wyrm_errors *errors,
               wyrm_status status);

/* How the program ends after a failure. `typed` as above. */
int cli_exit_of(wyrm_status status, bool typed);

/* The style of stdout: its character set, whether it is a terminal, NO_COLOR. */
wyrm_style cli_style(void);

/* Writes a page to stdout and frees it. Returns `result`, or CLI_INTERNAL where it cannot be
 * written, having said so. */
int cli_print(const cli_command *command, wyrm_page *page, int result);

/* Text for --help and the like: the same for a text that needs no page. */
int cli_print_text(const cli_command *command, const char *text);

#endif
