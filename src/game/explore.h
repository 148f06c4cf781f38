/* Exploring. */
#ifndef WYRM_SRC_GAME_EXPLORE_H
#define WYRM_SRC_GAME_EXPLORE_H

#include "game/outlook.h"

wyrm_errand_work wyrm_explore_on;

#endif
