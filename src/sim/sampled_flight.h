/* Running from the monsters of a sampled run. */
#ifndef WYRM_SRC_SIM_SAMPLED_FLIGHT_H
#define WYRM_SRC_SIM_SAMPLED_FLIGHT_H

#include "sim/sampled_player.h"

/* The player runs so many steps from them, and stops where nobody is left who sees it or it
 * would fight again; returns the steps that it has walked. Those who lose sight of it go to
 * life->left. */
uint32_t wyrm_sampled_flee(wyrm_life *life, uint32_t steps);

/* The player goes past those from an index on: whoever comes beside it gets some blows. */
void wyrm_sampled_slip_past(wyrm_life *life, size_t first);

#endif
