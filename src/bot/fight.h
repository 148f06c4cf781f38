/* Fighting hand to hand. */
#ifndef WYRM_SRC_BOT_FIGHT_H
#define WYRM_SRC_BOT_FIGHT_H

#include "bot/mind.h"

/* Strikes the weakest of those who stand beside and fall by it in the end. */
wyrm_urge wyrm_urge_strike;

/* Goes up to the nearest of those in sight that a way leads to. */
wyrm_urge wyrm_urge_charge;

/* Goes where he stood whom it went up to and has lost sight of: he is there still. */
wyrm_urge wyrm_urge_pursue;

/* Both, with those whom it cannot bring down: where caution and everything else have led nowhere. */
wyrm_urge wyrm_urge_despair;

/* Lets somebody come who would else have the first blow. */
wyrm_urge wyrm_urge_await;

/* Waits for others to come, at most so many turns in a row. */
bool wyrm_bot_bide(wyrm_bot *bot, int32_t patience, wyrm_command *command);

#endif
