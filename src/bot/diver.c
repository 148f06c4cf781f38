/* Goes for the stairs as if nobody was there: it never heals, and fights only who stands in its
 * way. */
#include "bot/fight.h"
#include "bot/go.h"
#include "bot/kinds.h"

wyrm_urge *const wyrm_diver_urges[] = {
    wyrm_urge_leave,  wyrm_urge_seek_exit, wyrm_urge_scout, wyrm_urge_strike,
    wyrm_urge_charge, wyrm_urge_patrol,    wyrm_urge_stray, NULL,
};
