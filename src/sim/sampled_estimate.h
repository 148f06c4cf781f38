/* What the player of a sampled run expects of a fight, by the means of the blows in it. */
#ifndef WYRM_SRC_SIM_SAMPLED_ESTIMATE_H
#define WYRM_SRC_SIM_SAMPLED_ESTIMATE_H

#include "sim/sampled_player.h"

/* Whether the player would rather run from those who are awake than fight them: as its bot does by
 * its traits. `alone`: only one of them gets at it at a time. */
bool wyrm_life_fears(wyrm_life *life, bool alone);

#endif
