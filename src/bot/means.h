/* What the pack can do in a fight, in hit points that it saves. */
#ifndef WYRM_SRC_BOT_MEANS_H
#define WYRM_SRC_BOT_MEANS_H

#include "bot/mind.h"

/* The use of an item that saves most in a fight with all that are awake and in sight, by mean
 * blows; returns how many hit points, 0 where nothing helps. `cost` is what the fight costs
 * without. */
double wyrm_bot_means(wyrm_bot *bot, double cost, wyrm_command *command);

/* An item that leads away at once, or hides: false where there is none. */
bool wyrm_bot_vanish(wyrm_bot *bot, wyrm_command *command);

#endif
