/* What `wyrm replay` shows or checks. */
#ifndef WYRM_SRC_CLI_REPLAY_RUN_H
#define WYRM_SRC_CLI_REPLAY_RUN_H

#include <wyrm/replay.h>

#include "cli/commands.h"

/* A recording, read from its file or made of a run of a file of results. */
typedef struct cli_recording {
    wyrm_replay *replay;     /* the owner frees it (wyrm_replay_free) */
    wyrm_replay_facts facts; /* with what it was recorded, or the runs of the file made */
    bool cut;                /* its last line was cut short */
    char differs[WYRM_ERROR_MESSAGE_MAX]; /* what the file says otherwise than the run played again;
                                             "" where nothing, or without --check */
} cli_recording;

/* Plays a run of a file of results again: --run N of the first operand. CLI_DONE, or how the
 * program ends, having said so; *out is then to be forgotten. */
int cli_record_run(const cli_command *command, const cli_options *options, cli_recording *out);

#endif
