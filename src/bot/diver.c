/* Goes for the stairs as if nobody was there: it never heals, and fights only who stands in its
 * way. */
#include "bot/fight.h"
#include "bot/go.h"
#include "bot/kinds.h"

/* Where it gets nowhere, those whom it would go past are in the way. */
static bool fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (wyrm_urge_strike(bot, command) || wyrm_urge_charge(bot, command));
}

wyrm_urge *const wyrm_diver_urges[] = {
    fight,
    wyrm_urge_waver,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_scout,
    wyrm_urge_strike,
    wyrm_urge_charge,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};
