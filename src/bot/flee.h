/* Getting away. */
#ifndef WYRM_SRC_BOT_FLEE_H
#define WYRM_SRC_BOT_FLEE_H

#include "bot/mind.h"

/* Leaves, or goes on looking for the way out, and past whoever is there. */
bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command);

/* Runs where it is badly hurt and has nothing to heal itself with. */
wyrm_urge wyrm_urge_run;

#endif
