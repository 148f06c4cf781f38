/* Keeping alive. */
#include "bot/heal.h"

#include "bot/see.h"

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

/* ------------------------------------------------------------------ drinking */

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

/* ------------------------------------------------------------------ eating */

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

/* ------------------------------------------------------------------ resting */

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

/* ------------------------------------------------------------------ what is good for good */

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
