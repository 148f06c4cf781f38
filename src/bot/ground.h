/* Where to fight: places that others reach one by one. */
#ifndef WYRM_SRC_BOT_GROUND_H
#define WYRM_SRC_BOT_GROUND_H

#include "bot/mind.h"

/* Whether the player stands where few can get at it at once: in a corridor, or a doorway's
 * depth. */
bool wyrm_bot_is_covered(const wyrm_bot *bot);

/* Goes to such a place, where it is nearer to it than all who are awake. */
bool wyrm_bot_take_cover(wyrm_bot *bot, wyrm_command *command);

#endif
