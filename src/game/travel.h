/* Travelling to a known tile. */
#ifndef WYRM_SRC_GAME_TRAVEL_H
#define WYRM_SRC_GAME_TRAVEL_H

#include "game/outlook.h"

wyrm_errand_work wyrm_travel_on;

#endif
