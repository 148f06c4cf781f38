/* Reckons each fight: with all that are awake and in sight, from where it stands and with what it
 * has. */
#include "bot/internal.h"

/* Share of the hit points below which it drinks. */
#define DRINK_BELOW 0.5

/* The chance to win that it wants of each fight, and the standard deviations of the cost of a fight
 * with several that it keeps in hand. */
#define ODDS_LEAST 0.9
#define SAFETY     1.3

/* Shares of all its hit points: what a fight may cost where no wound heals by itself; what a use of
 * an item must save, in a fight that is won anyhow and in another; and what a better place must
 * save. */
#define DEAREST             0.5
#define SAVES_LEAST         0.3
#define SAVES_LEAST_IN_NEED 0.1
#define GROUND_LEAST        0.1

/* Where a fight costs so many times what it has, it runs even where others strike after it. */
#define HOPELESS 2.0

/* Turns in a row that it lets others come to a place where they come one by one. */
#define PATIENCE 8

static double hp_of(const wyrm_bot *bot)
{
    return (double)bot->game->player.combatant.hp;
}

static double share_of_all(const wyrm_bot *bot, double share)
{
    return share * (double)bot->game->player.combatant.max_hp;
}

/* Hit points that the fight costs from a place, on average. */
static double cost_of(wyrm_bot *bot, bool covered)
{
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    return covered ? prospect->one_by_one : prospect->at_once;
}

static double cost_here(wyrm_bot *bot)
{
    return cost_of(bot, wyrm_bot_is_covered(bot));
}

/* Whether each of them can be beaten with the odds that it wants, and all of them from a place. */
static bool can_win(wyrm_bot *bot, bool covered)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && !wyrm_bot_beats(bot, &bot->foes[i], ODDS_LEAST))
            return false;
    return bot->awake_count <= 1 ||
           wyrm_bot_outweighs_luck(bot, hp_of(bot) - cost_of(bot, covered), SAFETY);
}

static bool can_win_here(wyrm_bot *bot)
{
    return can_win(bot, wyrm_bot_is_covered(bot));
}

/* Whether a fight is not only won but worth it: where nothing heals, wounds stay. */
static bool is_worth_it(wyrm_bot *bot)
{
    if (!can_win_here(bot))
        return false;
    bool heals =
        bot->engine->rules.regeneration > 0 || bot->game->player.combatant.regeneration > 0.0;
    return heals || cost_here(bot) <= share_of_all(bot, DEAREST);
}

/* ---- urges ---- */

/* The next turn may be the last: it leaves, heals, vanishes, or stops them; unless a single one of
 * them is there and dies first. */
static bool survive(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    if (hp_of(bot) > (double)prospect->next_most || prospect->next_most == 0)
        return false;
    if (wyrm_urge_leave(bot, command))
        return true;
    if (prospect->count == 1 && can_win(bot, true))
        return false;
    return wyrm_bot_heal(bot, command) || wyrm_bot_vanish(bot, command) ||
           wyrm_bot_means(bot, prospect->at_once, command) > 0.0;
}

/* Heals in time, but in no fight that it wins as it is. */
static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->awake_count > 0 && can_win_here(bot)) &&
           wyrm_bot_drink(bot, DRINK_BELOW, command);
}

/* Goes where they come one by one, where that helps to win. */
static bool take_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count < 2 || wyrm_bot_is_covered(bot) || bot->is_bold || !can_win(bot, true))
        return false;
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    return prospect->at_once - prospect->one_by_one > share_of_all(bot, GROUND_LEAST) &&
           wyrm_bot_take_cover(bot, command);
}

/* Uses what saves more than it is worth. */
static bool spend(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    double wanted = can_win_here(bot) ? SAVES_LEAST : SAVES_LEAST_IN_NEED;
    return wyrm_bot_means(bot, cost_here(bot), command) > share_of_all(bot, wanted);
}

/* Leaves those whom it does not want to fight, out of their reach; in the worst case past them. */
static bool get_away(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold || is_worth_it(bot))
        return false;
    bool hopeless = cost_here(bot) > HOPELESS * hp_of(bot);
    return wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command) ||
           (hopeless && wyrm_urge_seek_exit(bot, command)) || wyrm_urge_slip(bot, command) ||
           (hopeless && wyrm_urge_scout(bot, command));
}

/* Lets them come to where it stands well, as long as they cannot strike from where they are. */
static bool hold_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold || !wyrm_bot_is_covered(bot) ||
        wyrm_bot_beside(bot) > 0 ||
        bot->foes[0].distance <= wyrm_bot_reach(bot, bot->foes[0].monster))
        return false;
    return wyrm_bot_bide(bot, PATIENCE, command);
}

wyrm_urge *const wyrm_tactician_urges[] = {
    survive,
    drink,
    take_ground,
    spend,
    get_away,
    hold_ground,
    wyrm_urge_shoot,
    wyrm_urge_throw,
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
