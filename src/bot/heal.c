/* Keeping alive: drinking, eating, resting, what is good for good, and gear. What gear is worth
 * is tried on the last monster seen: the share of a life that a fight with it costs, taken for
 * dealt. */
#include "bot/internal.h"

#include "game/internal.h"

/* Share of all hit points below which a rest begins; of a full stomach, below which a meal is due,
 * and below which nobody rests who has nothing to eat. */
#define REST_BELOW   0.7
#define MEAL_BELOW   0.5
#define HUNGRY_BELOW 0.3

int32_t wyrm_bot_has(const wyrm_bot *bot, uint32_t kinds)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_effect_kind kind = wyrm_bot_effect(bot, &game->pack[i])->kind;
        if (kind != WYRM_EFFECT_NONE && (kinds & WYRM_BOT_KIND(kind)) != 0 &&
            wyrm_can_use(bot->engine, game, i, NULL))
            return (int32_t)i;
    }
    return -1;
}

/* ---- drinking ---- */

/* The least that makes good the wound, else the most that there is; -1: there is nothing. */
static int32_t best_draught(const wyrm_bot *bot)
{
    const wyrm_game *game = bot->game;
    int64_t missing = game->player.combatant.max_hp - game->player.combatant.hp;
    int32_t best = -1, best_amount = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind != WYRM_EFFECT_HEAL)
            continue;
        bool better = best_amount < missing
                          ? effect->amount > best_amount
                          : effect->amount >= missing && effect->amount < best_amount;
        if ((best < 0 || better) && wyrm_can_use(bot->engine, game, i, NULL)) {
            best = (int32_t)i;
            best_amount = effect->amount;
        }
    }
    return best;
}

bool wyrm_bot_heal(wyrm_bot *bot, wyrm_command *command)
{
    int32_t item = best_draught(bot);
    *command =
        (wyrm_command){.kind = WYRM_DO_USE, .argument = item, .target = bot->game->player.at};
    return item >= 0;
}

bool wyrm_bot_drink(wyrm_bot *bot, double below, wyrm_command *command)
{
    if (wyrm_bot_health(bot) >= below)
        return false;
    return (bot->foe_count > 0 || !wyrm_bot_mends(bot)) && wyrm_bot_heal(bot, command);
}

/* ---- eating ---- */

bool wyrm_urge_eat(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    if (bot->engine->rules.stage_count == 0 ||
        game->fullness > MEAL_BELOW * bot->engine->rules.fullness_most)
        return false;
    for (size_t i = 0; i < game->pack_count; i++) {
        const wyrm_effect *effect = wyrm_bot_effect(bot, &game->pack[i]);
        if (effect->kind != WYRM_EFFECT_FEED || !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = (int32_t)i};
        return true;
    }
    return false;
}

/* ---- resting ---- */

bool wyrm_bot_mends(const wyrm_bot *bot)
{
    const wyrm_play_rules *rules = &bot->engine->rules;
    const wyrm_game *game = bot->game;
    if (game->player.combatant.regeneration > 0.0)
        return true;
    if (rules->regeneration == 0)
        return false;
    if (rules->stage_count == 0)
        return true;
    return rules->stages[wyrm_hunger_stage_at(rules, game->fullness)].regenerates;
}

static bool can_afford(const wyrm_bot *bot)
{
    return bot->engine->rules.stage_count == 0 ||
           bot->game->fullness > HUNGRY_BELOW * bot->engine->rules.fullness_most ||
           wyrm_bot_has(bot, WYRM_BOT_KIND(WYRM_EFFECT_FEED)) >= 0;
}

bool wyrm_urge_rest(wyrm_bot *bot, wyrm_command *command)
{
    double enough = bot->is_resting ? 1.0 : REST_BELOW;
    bot->is_resting = bot->foe_count == 0 && !bot->is_bold && wyrm_bot_health(bot) < enough &&
                      wyrm_bot_mends(bot) && can_afford(bot);
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    return bot->is_resting;
}

/* ---- what is good for good ---- */

static bool profits(const wyrm_bot *bot, const wyrm_effect *effect)
{
    if (effect->kind == WYRM_EFFECT_TEACH)
        return true;
    if (effect->kind == WYRM_EFFECT_MAP)
        return !bot->seen.exit_known && !bot->seen.goal_known;
    return (effect->kind == WYRM_EFFECT_STRENGTHEN || effect->kind == WYRM_EFFECT_REGENERATE) &&
           effect->turns == 0;
}

bool wyrm_urge_profit(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count; i++) {
        if (!profits(bot, wyrm_bot_effect(bot, &game->pack[i])) ||
            !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        *command = (wyrm_command){.kind = WYRM_DO_USE, .argument = (int32_t)i};
        return true;
    }
    return false;
}

/* ---- gear ---- */

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
