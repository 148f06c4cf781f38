/* Gear: putting on what is better, and making room for more. */
#ifndef WYRM_SRC_BOT_WEAR_H
#define WYRM_SRC_BOT_WEAR_H

#include "bot/mind.h"

/* Puts on what makes a fight with the last monster seen cheaper. */
wyrm_urge wyrm_urge_wear;

/* Puts something down where the pack is full: gear that is not worn. */
wyrm_urge wyrm_urge_make_room;

#endif
