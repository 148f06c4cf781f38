/* Fighting hand to hand. */
#ifndef WYRM_SRC_BOT_FIGHT_H
#define WYRM_SRC_BOT_FIGHT_H

#include "bot/mind.h"

/* Strikes the weakest of those who stand beside. */
wyrm_urge wyrm_urge_strike;

/* Goes up to the nearest in sight that a way leads to. */
wyrm_urge wyrm_urge_charge;

/* Lets somebody come who would else have the first blow. */
wyrm_urge wyrm_urge_await;

/* Waits for others to come, at most so many turns in a row. */
bool wyrm_bot_bide(wyrm_bot *bot, int32_t patience, wyrm_command *command);

#endif
