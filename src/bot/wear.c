/* Gear. What it is worth is tried on the last monster seen: the share of a life that a fight with
 * it costs, taken for dealt. */
#include "bot/wear.h"

#include "bot/see.h"
#include "game/pack.h"

/* Better gear makes a fight cheaper by at least so much. Who deals or takes nothing deals or takes
 * so many hit points a blow, so that shares stay finite. */
#define BETTER  0.99
#define NOTHING 0.01

/* What a blow dealt costs in blows taken, as shares of the player's hit points. */
static double cost_of_fight(const wyrm_bot *bot, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = bot->has_rival ? &bot->rival : &bot->game->bare;
    wyrm_engine *engine = bot->engine;
    double taken = wyrm_strikes_blow(&engine->strikes, engine->combat, rival, player).mean;
    double dealt = wyrm_strikes_blow(&engine->strikes, engine->combat, player, rival).mean;
    return (taken + NOTHING) / (dealt + NOTHING) / (double)player->max_hp;
}

static bool is_gear(const wyrm_bot *bot, size_t item)
{
    return wyrm_is_gear(bot->engine, bot->game->pack[item].item.kind);
}

/* What the last judgement was passed on. */
static uint64_t pack_now(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    return (uint64_t)game->tally.items_found << 32 ^ (uint64_t)game->pack_count << 20 ^
           (uint64_t)game->player.combatant.level << 8 ^ (uint64_t)bot->depth;
}

bool wyrm_urge_wear(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    uint64_t now = pack_now(bot);
    if (bot->pack_judged == now)
        return false;
    double least = BETTER * cost_of_fight(bot, &game->player.combatant);
    bool found = false;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_combatant dressed;
        if (!is_gear(bot, i) || game->pack[i].worn || !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        wyrm_player_with(bot->engine, game, i, &dressed);
        double cost = cost_of_fight(bot, &dressed);
        if (cost >= least)
            continue;
        least = cost;
        found = true;
        *command = (wyrm_command){.kind = WYRM_DO_WEAR, .argument = (int32_t)i};
    }
    if (!found)
        bot->pack_judged = now;
    return found;
}

/* What nothing is lost by: gear that was found worse than what is worn, and what cannot be used. */
static bool is_spare(const wyrm_bot *bot, size_t item)
{
    return !bot->game->pack[item].worn &&
           (is_gear(bot, item) ||
            wyrm_bot_effect(bot, &bot->game->pack[item])->kind == WYRM_EFFECT_NONE);
}

bool wyrm_urge_make_room(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    if (game->pack_count < (size_t)bot->engine->rules.pack)
        return false;
    for (size_t i = 0; i < game->pack_count; i++) {
        if (!is_spare(bot, i))
            continue;
        *command = (wyrm_command){.kind = WYRM_DO_DROP, .argument = (int32_t)i};
        return true;
    }
    return false;
}
