/* Reckons each fight. */
#include <math.h>

#include "bot/aim.h"
#include "bot/fight.h"
#include "bot/flee.h"
#include "bot/go.h"
#include "bot/ground.h"
#include "bot/heal.h"
#include "bot/kinds.h"
#include "bot/match.h"
#include "bot/means.h"
#include "bot/see.h"
#include "bot/wear.h"

/* Standard deviations of the cost of a fight that are kept in hand. */
#define SAFETY 1.3

static double hp_of(const wyrm_bot *bot)
{
    return (double)bot->game->player.combatant.hp;
}

static double cost_of(wyrm_bot *bot, bool covered)
{
    wyrm_prospect prospect = wyrm_bot_prospect(bot);
    return covered ? prospect.one_by_one : prospect.at_once;
}

/* Whether all that are awake and in sight can be beaten from here. */
static bool can_win(wyrm_bot *bot, bool covered)
{
    double variance = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        if (!bot->foes[i].awake)
            continue;
        const wyrm_match *match = wyrm_bot_reckon(bot, bot->foes[i].monster);
        if (match->win < bot->kind->traits.least_odds)
            return false;
        variance += match->hp_sd * match->hp_sd;
        count++;
    }
    return count <= 1 || hp_of(bot) - cost_of(bot, covered) > SAFETY * sqrt(variance);
}

/* Whether a fight is not only won but worth it: where nothing heals, wounds stay. */
static bool is_worth_it(wyrm_bot *bot, bool covered)
{
    if (!can_win(bot, covered))
        return false;
    if (bot->rules->regeneration > 0 || bot->game->player.combatant.regeneration > 0.0)
        return true;
    return cost_of(bot, covered) <= 0.5 * (double)bot->game->player.combatant.max_hp;
}

/* The next turn may be the last. */
static bool survive(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    wyrm_prospect prospect = wyrm_bot_prospect(bot);
    if (hp_of(bot) > (double)prospect.next_most || prospect.next_most == 0)
        return false;
    if (wyrm_urge_leave(bot, command))
        return true;
    /* it dies first */
    if (prospect.count == 1 && can_win(bot, true))
        return false;
    if (wyrm_bot_heal(bot, command))
        return true;
    if (wyrm_bot_vanish(bot, command))
        return true;
    return wyrm_bot_means(bot, prospect.at_once, command) > 0;
}

static bool spend(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    double cost = cost_of(bot, wyrm_bot_is_covered(bot));
    double value = wyrm_bot_means(bot, cost, command);
    double wanted = can_win(bot, wyrm_bot_is_covered(bot)) ? 0.3 : 0.1;
    return value > wanted * (double)bot->game->player.combatant.max_hp;
}

static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    if (wyrm_bot_health(bot) >= bot->kind->traits.drinks_below ||
        (bot->awake_count > 0 && can_win(bot, wyrm_bot_is_covered(bot))))
        return false;
    return (bot->foe_count > 0 || !wyrm_bot_mends(bot)) && wyrm_bot_heal(bot, command);
}

static bool take_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count < 2 || wyrm_bot_is_covered(bot) || bot->is_bold || !can_win(bot, true))
        return false;
    wyrm_prospect prospect = wyrm_bot_prospect(bot);
    return prospect.at_once - prospect.one_by_one >
               0.1 * (double)bot->game->player.combatant.max_hp &&
           wyrm_bot_take_cover(bot, command);
}

static bool get_away(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold)
        return false;
    if (is_worth_it(bot, wyrm_bot_is_covered(bot)))
        return false;
    if (wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command))
        return true;
    double cost = cost_of(bot, wyrm_bot_is_covered(bot));
    if (cost > 2 * hp_of(bot) && wyrm_urge_seek_exit(bot, command))
        return true;
    if (wyrm_urge_slip(bot, command))
        return true;
    return cost > 2 * hp_of(bot) && wyrm_urge_scout(bot, command);
}

static bool hold_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || !wyrm_bot_is_covered(bot) || wyrm_bot_beside(bot) > 0 ||
        bot->is_bold)
        return false;
    if (bot->foes[0].distance <= wyrm_bot_reach(bot, bot->foes[0].monster))
        return false;
    uint32_t turn = bot->game->turn;
    bot->waited = bot->waited_turn + 1 == turn ? bot->waited + 1 : 0;
    bot->waited_turn = turn;
    command->kind = WYRM_DO_WAIT;
    return bot->waited < 8;
}

static bool calm_leave(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->foe_count > 0 || wyrm_bot_mends(bot) || wyrm_bot_health(bot) > 0.3)
        return false;
    return wyrm_bot_run(bot, command);
}

wyrm_urge *const wyrm_tactician_urges[] = {survive,           drink,
                                           take_ground,       spend,
                                           get_away,          hold_ground,
                                           wyrm_urge_shoot,   wyrm_urge_strike,
                                           wyrm_urge_await,   wyrm_urge_charge,
                                           wyrm_urge_eat,     wyrm_urge_profit,
                                           wyrm_urge_wear,    wyrm_urge_rest,
                                           calm_leave,        wyrm_urge_make_room,
                                           wyrm_urge_pick_up, wyrm_urge_explore,
                                           wyrm_urge_leave,   wyrm_urge_seek_exit,
                                           wyrm_urge_stray,   NULL};
