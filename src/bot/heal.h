/* Keeping alive: drinking, eating, resting, and what is good for good. */
#ifndef WYRM_SRC_BOT_HEAL_H
#define WYRM_SRC_BOT_HEAL_H

#include "bot/mind.h"

/* Heals itself with an item below that share of its hit points, where waiting does not or somebody
 * is in sight. */
bool wyrm_bot_drink(wyrm_bot *bot, double below, wyrm_command *command);

/* The same at any wound. False where there is nothing to heal with. */
bool wyrm_bot_heal(wyrm_bot *bot, wyrm_command *command);

/* Eats when nothing of it would be lost. */
wyrm_urge wyrm_urge_eat;

/* Waits until its hit points are back, where they come back and nobody is in sight. */
wyrm_urge wyrm_urge_rest;

/* Whether hit points come back by waiting, now. */
bool wyrm_bot_mends(const wyrm_bot *bot);

/* Uses what helps for good, and maps of where the way out is not known. */
wyrm_urge wyrm_urge_profit;

/* The first item of the pack that can be used with an effect of one of the kinds (a bit each); -1:
 * none. */
int32_t wyrm_bot_has(const wyrm_bot *bot, uint32_t kinds);
#define WYRM_BOT_KIND(kind) (UINT32_C(1) << (kind))

#endif
