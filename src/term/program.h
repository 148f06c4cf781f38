#ifndef WYRM_SRC_TERM_PROGRAM_H
#define WYRM_SRC_TERM_PROGRAM_H

#include <wyrm/replay.h>

#include "term/terminal.h"

/* The game as the command line starts it. */

/* `wyrm play` */
typedef struct term_play_options {
    const char *ruleset; /* a shipped name or a path; NULL: the title */
    bool seeded;
    uint64_t seed;
    bool anew;                  /* a new game even where one is saved */
    const char *const *without; /* as wyrm_game_options; NULL: none */
    size_t without_count;
    bool practice;
    term_terminal_options terminal;
} term_play_options;

/* `wyrm replay` */
typedef struct term_watch_options {
    wyrm_replay *replay; /* taken over */
    const char *ruleset; /* NULL: that of the recording */
    int speed;           /* commands a second, at least 1 */
    term_terminal_options terminal;
} term_watch_options;

/* How it ended. */
typedef enum term_end {
    TERM_END_LEFT,
    TERM_END_SIGNAL,      /* of outcome.signal; a lost terminal counts as SIGHUP */
    TERM_END_NO_TERMINAL, /* there is none that can be drawn on */
    TERM_END_BAD_DATA,    /* a ruleset, save, recording or file of keys does not read */
    TERM_END_INTERNAL     /* out of memory */
} term_end;

typedef struct term_outcome {
    int signal;
    /* what became of the game, for standard output once the terminal is given back; "" */
    char words[1024];
} term_outcome;

/* Both take the terminal over and give it back; *outcome is filled, and `errors` with what went
 * wrong. */
term_end term_program_play(const term_play_options *options, term_outcome *outcome,
                           wyrm_errors *errors);
term_end term_program_watch(const term_watch_options *options, term_outcome *outcome,
                            wyrm_errors *errors);

/* The file of keys as it would be written now; path[TERM_PATH_MAX] becomes where it is looked for.
 * *out is owned by the caller (free). TERM_END_LEFT, TERM_END_BAD_DATA or TERM_END_INTERNAL. */
term_end term_program_keys(char **out, char *path, wyrm_errors *errors);

#endif
