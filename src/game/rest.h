/* Resting until all hit points are back. */
#ifndef WYRM_SRC_GAME_REST_H
#define WYRM_SRC_GAME_REST_H

#include "game/outlook.h"

wyrm_errand_work wyrm_rest_on;

#endif
