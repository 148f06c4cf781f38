/* Clears one floor after the other. */
#include "bot/aim.h"
#include "bot/fight.h"
#include "bot/flee.h"
#include "bot/go.h"
#include "bot/heal.h"
#include "bot/kinds.h"
#include "bot/wear.h"

/* Share of the hit points below which it drinks. */
#define DRINK_BELOW 0.4

static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_drink(bot, DRINK_BELOW, command);
}

wyrm_urge *const wyrm_explorer_urges[] = {
    drink,
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
    wyrm_urge_waver,
    wyrm_urge_pursue,
    wyrm_urge_explore,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};
