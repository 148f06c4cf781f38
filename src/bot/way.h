/* Ways: to a place, to what has not been seen, to what lies about; remembered from turn to turn. */
#ifndef WYRM_SRC_BOT_WAY_H
#define WYRM_SRC_BOT_WAY_H

#include "bot/mind.h"

/* The next step of a way; `target` is read for WYRM_WAY_TILE only. False where there is none, or
 * the player stands there already. */
bool wyrm_bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
                 wyrm_command *command);

/* The step, or the blow, that leads to a neighbouring tile. */
wyrm_command wyrm_bot_step(const wyrm_bot *bot, wyrm_position to);

/* Whether picking something up where the player stands is possible and worth it. */
bool wyrm_bot_has_treasure(const wyrm_bot *bot);

#endif
