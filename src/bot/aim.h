/* Hurting and stopping others from afar. */
#ifndef WYRM_SRC_BOT_AIM_H
#define WYRM_SRC_BOT_AIM_H

#include "bot/mind.h"

/* Where an item would do most, by a weight for each of those in sight (by their places in
 * bot->foes); the user is never hit. Returns the sum of the weights of those whom it hits, 0 where
 * it hits nobody. */
double wyrm_bot_aim(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position *target);

/* Burns two and more at once, and, when hurt, anybody. */
wyrm_urge wyrm_urge_burn;

/* Strikes or fires at the nearest who does not stand beside, with what is in hand. */
wyrm_urge wyrm_urge_shoot;

/* Throws weapons that are not worn at the nearest who comes, and what bursts no nearer than it
 * bursts. */
wyrm_urge wyrm_urge_throw;

#endif
