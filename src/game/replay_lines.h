/* The lines of a recording: a command and the checksum of the state after it. */
#ifndef WYRM_SRC_GAME_REPLAY_LINES_H
#define WYRM_SRC_GAME_REPLAY_LINES_H

#include <wyrm/replay.h>

#include "base/text.h"

/* "u 3 10 12 0123456789abcdef" and the end of the line. */
void wyrm_replay_write_line(wyrm_text *text, const wyrm_replay_step *step);

/* Reads a line from `line` to `end`, where its break stands. False: *place is what is wrong with
 * it, *why says it. */
bool wyrm_replay_read_line(const char *line, const char *end, wyrm_replay_step *step,
                           const char **place, const char **why);

#endif
