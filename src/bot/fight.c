/* Fighting hand to hand. */
#include "bot/fight.h"

#include "bot/match.h"
#include "bot/see.h"
#include "bot/way.h"

/* Turns in a row that it is worth to wait for the first blow. */
#define PATIENCE 3

/* Blows that take nothing, or less than what is won back, are struck at nobody; but where nothing else
 * is left to do, at who hurts. */
static bool strike(const wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    const wyrm_foe *weakest = NULL;
    for (size_t i = 0; i < wyrm_bot_beside(bot); i++)
        if ((bot->foes[i].can_fall || in_vain) &&
            (!weakest ||
             bot->foes[i].monster->body.combatant.hp < weakest->monster->body.combatant.hp))
            weakest = &bot->foes[i];
    if (!weakest)
        return false;
    *command = wyrm_bot_step(bot, weakest->at);
    return true;
}

bool wyrm_urge_pursue(wyrm_bot *bot, wyrm_command *command)
{
    return bot->has_quarry &&
           wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->quarry, command);
}

/* Of two who are seen in turns, from here and from there, one has to be gone up to first. */
static bool has_somebody_nearer(const wyrm_bot *bot)
{
    int32_t distance = wyrm_tiles_apart(bot->game->player.at, bot->quarry);
    for (size_t i = 0; i < bot->foe_count && bot->foes[i].distance < distance; i++)
        if (bot->foes[i].can_hurt)
            return true;
    return false;
}

static bool charge(wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    if (bot->foe_count > 0 && bot->has_quarry && !has_somebody_nearer(bot) &&
        wyrm_urge_pursue(bot, command))
        return true;
    for (size_t i = 0; i < bot->foe_count; i++)
        if ((bot->foes[i].can_fall || in_vain) &&
            wyrm_bot_go(bot, WYRM_WAY_TILE, WYRM_WAY_AROUND, bot->foes[i].at, command)) {
            bot->has_quarry = true;
            bot->quarry = bot->foes[i].at;
            return true;
        }
    return false;
}

bool wyrm_urge_strike(wyrm_bot *bot, wyrm_command *command)
{
    return strike(bot, false, command);
}

bool wyrm_urge_charge(wyrm_bot *bot, wyrm_command *command)
{
    return charge(bot, false, command);
}

bool wyrm_urge_despair(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (strike(bot, true, command) || charge(bot, true, command));
}

bool wyrm_bot_bide(wyrm_bot *bot, int32_t patience, wyrm_command *command)
{
    uint32_t turn = bot->game->turn;
    bot->waited = bot->waited_turn + 1 == turn ? bot->waited + 1 : 0;
    bot->waited_turn = turn;
    command->kind = WYRM_DO_WAIT;
    return bot->waited < patience;
}

/* Whether it will stand beside the player after its next turn, without a blow. */
static bool comes(const wyrm_bot *bot, const wyrm_foe *foe)
{
    const int32_t *turns = foe->monster->body.turns;
    return foe->distance == 2 && foe->awake && turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 &&
           turns[WYRM_CONFUSED] == 0 && wyrm_bot_reach(bot, foe->monster) < foe->distance;
}

bool wyrm_urge_await(wyrm_bot *bot, wyrm_command *command)
{
    return bot->foe_count > 0 && comes(bot, &bot->foes[0]) && wyrm_bot_bide(bot, PATIENCE, command);
}
