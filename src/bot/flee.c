/* Getting away: others are no faster, so that who turns the back on them is not hurt as long as the
 * way is free. */
#include "bot/flee.h"

#include "bot/go.h"
#include "bot/heal.h"
#include "bot/match.h"
#include "bot/see.h"
#include "game/pack.h"

/* Share of the hit points below which, where nothing heals, nothing more is to be had from a floor. */
#define HOPELESS_BELOW 0.3

bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->is_bold)
        return false;
    return wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command) ||
           wyrm_urge_seek_exit(bot, command) || wyrm_urge_slip(bot, command) ||
           wyrm_urge_scout(bot, command);
}

/* Hit points that the pack can give back. */
static double stock(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    double sum = 0.0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind == WYRM_EFFECT_HEAL && !wyrm_is_barred(game, game->pack[i].item.kind))
            sum += effect->amount * game->pack[i].uses;
    }
    return sum;
}

bool wyrm_urge_run(wyrm_bot *bot, wyrm_command *command)
{
    return bot->awake_count > 0 &&
           wyrm_bot_prospect(bot)->at_once > (double)bot->game->player.combatant.hp + stock(bot) &&
           wyrm_bot_run(bot, command);
}

bool wyrm_urge_limp(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count == 0 && wyrm_bot_health(bot) < HOPELESS_BELOW && !wyrm_bot_mends(bot) &&
           stock(bot) <= 0.0 && wyrm_bot_run(bot, command);
}
