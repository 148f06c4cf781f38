/* What the pack can do in a fight.
 *
 * Each foe would take so many hit points a turn for so many turns; what an item saves is the part
 * of that which does not come about. Rough as it is, it tells a use from a waste. */
#include "bot/means.h"

#include <math.h>

#include "bot/aim.h"
#include "bot/heal.h"
#include "bot/match.h"
#include "bot/see.h"

/* What one of them costs: hit points a turn, and for how long. */
typedef struct toll {
    double a_turn, turns, dealt;
    double hp;
    bool is_near; /* it stands beside, or will in the next turn */
} toll;

/* Shares of the toll that are saved while a condition lasts. */
#define SAVED_BY_SLEEP    0.6 /* blows wake it */
#define SAVED_BY_DAZE     0.8 /* it may stumble into the player */
#define SAVED_BY_SLOWNESS 0.5
#define SAVED_BY_HASTE    0.5
#define SAVED_BY_STRENGTH 0.3
#define SAVED_BY_SHOCK    0.7 /* of those who run, and come back */

static double lasting(const wyrm_effect *effect, const toll *of)
{
    return of->a_turn * fmin((double)effect->turns, of->turns);
}

static double hurt(const wyrm_effect *effect, const toll *of)
{
    double damage = fmin((double)effect->damage, of->hp);
    return of->dealt > 0.0 ? of->a_turn * fmin(damage / of->dealt, of->turns)
                           : of->a_turn * of->turns * damage / of->hp;
}

static double daze(const wyrm_effect *effect, const toll *of)
{
    return SAVED_BY_DAZE * lasting(effect, of);
}

static double lull(const wyrm_effect *effect, const toll *of)
{
    return SAVED_BY_SLEEP * lasting(effect, of);
}

/* Who is held strikes who stands beside. */
static double hold(const wyrm_effect *effect, const toll *of)
{
    return of->is_near ? 0.0 : lasting(effect, of);
}

static double slow(const wyrm_effect *effect, const toll *of)
{
    return SAVED_BY_SLOWNESS * lasting(effect, of);
}

static double frighten(const wyrm_effect *effect, const toll *of)
{
    return SAVED_BY_SHOCK * lasting(effect, of);
}

static double banish(const wyrm_effect *effect, const toll *of)
{
    (void)effect;
    return of->a_turn * of->turns;
}

/* What it saves of the toll of one whom it hits; NULL: it is for the user. */
static double (*const saves[WYRM_EFFECT_KIND_COUNT])(const wyrm_effect *, const toll *) = {
    [WYRM_EFFECT_LIGHTNING] = hurt, [WYRM_EFFECT_BOLT] = hurt,
    [WYRM_EFFECT_BLAST] = hurt,     [WYRM_EFFECT_CONFUSE] = daze,
    [WYRM_EFFECT_SLEEP] = lull,     [WYRM_EFFECT_HOLD] = hold,
    [WYRM_EFFECT_SLOW] = slow,      [WYRM_EFFECT_FRIGHTEN] = frighten,
    [WYRM_EFFECT_BANISH] = banish,
};

/* Share of the whole cost that is saved by what the user does to itself. */
static const double saves_share[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HASTE] = SAVED_BY_HASTE,
    [WYRM_EFFECT_STRENGTHEN] = SAVED_BY_STRENGTH,
};

static bool is_out_of_action(const wyrm_foe *foe)
{
    const int32_t *turns = foe->monster->body.turns;
    return turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0 || turns[WYRM_ASLEEP] > 0 ||
           (turns[WYRM_HELD] > 0 && foe->distance > 1);
}

static toll toll_of(const wyrm_bot *bot, const wyrm_foe *foe)
{
    return (toll){.a_turn = is_out_of_action(foe) ? 0.0 : foe->taken.mean,
                  .turns = fmin(wyrm_bot_turns(foe), (double)bot->game->player.combatant.max_hp),
                  .dealt = foe->dealt.mean,
                  .hp = (double)foe->monster->body.combatant.hp,
                  .is_near = foe->distance <= 2};
}

/* A boost that holds already is not doubled. */
static bool is_at_work(const wyrm_bot *bot, const wyrm_effect *effect)
{
    const wyrm_game *game = bot->game;
    if (effect->kind == WYRM_EFFECT_HASTE)
        return game->player.turns[WYRM_HASTED] > 0;
    for (size_t i = 0; i < game->boost_count; i++)
        if (game->boosts[i].turns > 0)
            return true;
    return false;
}

static double value_of(const wyrm_bot *bot, size_t item, const toll *tolls, double cost,
                       wyrm_position *target)
{
    const wyrm_effect *effect = wyrm_bot_effect(bot, &bot->game->pack[item]);
    double weights[WYRM_BOT_FOES_MAX];
    *target = bot->game->player.at;
    if (saves_share[effect->kind] > 0.0 && effect->turns > 0)
        return is_at_work(bot, effect) ? 0.0 : saves_share[effect->kind] * cost;
    if (!saves[effect->kind])
        return 0.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = bot->foes[i].awake ? saves[effect->kind](effect, &tolls[i]) : 0.0;
    return wyrm_bot_aim(bot, item, weights, target);
}

double wyrm_bot_means(wyrm_bot *bot, double cost, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    toll tolls[WYRM_BOT_FOES_MAX];
    double best = 0.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        tolls[i] = toll_of(bot, &bot->foes[i]);
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_position target;
        if (wyrm_bot_effect(bot, &game->pack[i])->kind == WYRM_EFFECT_NONE ||
            !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        double value = value_of(bot, i, tolls, cost, &target);
        if (value <= best)
            continue;
        best = value;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return best;
}

bool wyrm_bot_vanish(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    uint32_t kinds = WYRM_BOT_KIND(WYRM_EFFECT_TELEPORT);
    if (game->player.turns[WYRM_HIDDEN] == 0)
        kinds |= WYRM_BOT_KIND(WYRM_EFFECT_HIDE);
    int32_t item = wyrm_bot_has(bot, kinds);
    *command = (wyrm_command){WYRM_DO_USE, item, game->player.at};
    return item >= 0;
}
