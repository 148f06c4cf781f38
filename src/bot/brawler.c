/* Attacks whoever it sees, and leaves as soon as it knows how. */
#include "bot/fight.h"
#include "bot/flee.h"
#include "bot/go.h"
#include "bot/heal.h"
#include "bot/kinds.h"
#include "bot/see.h"
#include "bot/wear.h"

/* Shares of the hit points below which it drinks, and below which it has had enough. */
#define DRINK_BELOW  0.25
#define ENOUGH_BELOW 0.5

static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_drink(bot, DRINK_BELOW, command);
}

static bool run(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_health(bot) < ENOUGH_BELOW && wyrm_bot_run(bot, command);
}

wyrm_urge *const wyrm_brawler_urges[] = {
    drink,
    run,
    wyrm_urge_strike,
    wyrm_urge_charge,
    wyrm_urge_eat,
    wyrm_urge_wear,
    wyrm_urge_pick_up,
    wyrm_urge_waver,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_explore,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};
