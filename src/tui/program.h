/* The game as the command line starts it. */
#ifndef WYRM_SRC_TUI_PROGRAM_H
#define WYRM_SRC_TUI_PROGRAM_H

#include <wyrm/replay.h>

#include "tui/terminal.h"

/* `wyrm play` */
typedef struct tui_play_options {
    const char *ruleset; /* a shipped name or a path; NULL: the title */
    bool seeded;
    uint64_t seed;
    bool anew;                  /* a new game even where one is saved */
    const char *const *without; /* as wyrm_game_options; NULL: none */
    size_t without_count;
    bool practice;
    tui_terminal_options terminal;
} tui_play_options;

/* `wyrm replay` */
typedef struct tui_watch_options {
    wyrm_replay *replay; /* taken over */
    const char *ruleset; /* NULL: that of the recording */
    int speed;           /* commands a second, at least 1 */
    tui_terminal_options terminal;
} tui_watch_options;

/* How it ended. */
typedef enum tui_end {
    TUI_END_LEFT,
    TUI_END_SIGNAL,      /* of outcome.signal; a lost terminal counts as SIGHUP */
    TUI_END_NO_TERMINAL, /* there is none that can be drawn on */
    TUI_END_BAD_DATA,    /* a ruleset, save, recording or file of keys does not read */
    TUI_END_INTERNAL     /* out of memory */
} tui_end;

typedef struct tui_outcome {
    int signal;
    /* what became of the game, for standard output once the terminal is given back; "" */
    char words[1024];
} tui_outcome;

/* Both take the terminal over and give it back; *outcome is filled, and `errors` with what went
 * wrong. */
tui_end tui_program_play(const tui_play_options *options, tui_outcome *outcome,
                         wyrm_errors *errors);
tui_end tui_program_watch(const tui_watch_options *options, tui_outcome *outcome,
                          wyrm_errors *errors);

/* The file of keys as it would be written now; path[TUI_PATH_MAX] becomes where it is looked for.
 * *out is owned by the caller (free). TUI_END_LEFT, TUI_END_BAD_DATA or TUI_END_INTERNAL. */
tui_end tui_program_keys(char **out, char *path, wyrm_errors *errors);

#endif
