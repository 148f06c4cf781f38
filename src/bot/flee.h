/* Getting away. */
#ifndef WYRM_SRC_BOT_FLEE_H
#define WYRM_SRC_BOT_FLEE_H

#include "bot/mind.h"

/* Leaves, or goes on looking for the way out, past whoever is there; not where it is bold. */
bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command);

/* Runs where a fight with all that are awake costs more than it has, what it can drink included. */
wyrm_urge wyrm_urge_run;

/* Moves on where nobody is in sight, it is badly hurt, and neither time nor its pack would help. */
wyrm_urge wyrm_urge_limp;

#endif
