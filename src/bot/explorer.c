/* Clears one floor after the other. */
#include "bot/aim.h"
#include "bot/fight.h"
#include "bot/flee.h"
#include "bot/go.h"
#include "bot/heal.h"
#include "bot/kinds.h"
#include "bot/wear.h"

wyrm_urge *const wyrm_explorer_urges[] = {
    wyrm_urge_drink,
    wyrm_urge_burn,
    wyrm_urge_run,
    wyrm_urge_strike,
    wyrm_urge_await,
    wyrm_urge_charge,
    wyrm_urge_eat,
    wyrm_urge_profit,
    wyrm_urge_wear,
    wyrm_urge_rest,
    wyrm_urge_limp,
    wyrm_urge_make_room,
    wyrm_urge_pick_up,
    wyrm_urge_explore,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};
