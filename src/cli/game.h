/* What `wyrm play` and `wyrm replay` share. */
#ifndef WYRM_SRC_CLI_GAME_H
#define WYRM_SRC_CLI_GAME_H

#include "cli/options.h"
#include "term/program.h"

/* How the program ends after the terminal was given back, having told what went wrong. */
int cli_end_of_game(const cli_command *command, term_end end, const term_outcome *outcome,
                    const wyrm_errors *errors);

#define CLI_WATCH_SPEED 10 /* commands a second, to begin with */

/* Rows that both have. */
#define CLI_OPTIONS_OF_TERMINAL                                                                    \
    {.name = "no-color",                                                                           \
     .offset = offsetof(cli_options, no_color),                                                    \
     .help = "bold, reverse and underlined instead of colours, as with NO_COLOR set"},             \
    {                                                                                              \
        .name = "ascii", .offset = offsetof(cli_options, ascii),                                   \
        .help = "no character that is not ASCII, as where the locale is not UTF-8"                 \
    }

#endif
