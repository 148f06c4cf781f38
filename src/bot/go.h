/* Going about: exploring, picking up, leaving. */
#ifndef WYRM_SRC_BOT_GO_H
#define WYRM_SRC_BOT_GO_H

#include "bot/mind.h"

/* Takes the victory item or the stairs where it stands on them. */
wyrm_urge wyrm_urge_leave;

/* Goes to the victory item, or else the stairs, where it knows them. */
wyrm_urge wyrm_urge_seek_exit;
wyrm_urge wyrm_urge_slip_to_exit; /* the same, out of everybody's reach */

/* Picks up what is worth it. */
wyrm_urge wyrm_urge_pick_up;

/* Goes where there is something to pick up or to be seen; but where it is bold and knows the way out, it
 * has had enough of this floor. */
wyrm_urge wyrm_urge_explore;
wyrm_urge wyrm_urge_scout; /* to be seen only */
wyrm_urge wyrm_urge_slip;  /* the same, out of everybody's reach */

/* Goes from here to there: who has seen everything and not found what it seeks will meet it. */
wyrm_urge wyrm_urge_patrol;

/* Now and then such a step where what it wants has led nowhere, and nobody is there who can fall. */
wyrm_urge wyrm_urge_waver;

/* A step in any direction, or a blow where that makes sense. */
wyrm_urge wyrm_urge_stray;

#endif
