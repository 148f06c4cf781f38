/* Running along corridors and through the open. */
#ifndef WYRM_SRC_GAME_RUN_H
#define WYRM_SRC_GAME_RUN_H

#include "game/outlook.h"

wyrm_errand_work wyrm_run_on;

#endif
