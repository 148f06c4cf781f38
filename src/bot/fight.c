/* Fighting: hand to hand, from afar, and with what the pack holds.
 *
 * Each foe would take so many hit points a turn for so many turns; what an item saves is the
 * part of that which does not come about. Rough as it is, it tells a use from a waste.
 */
#include <math.h>

#include "bot/internal.h"

/* ---- hand to hand ---- */

/* Turns in a row that it is worth to wait for the first blow. */
#define PATIENCE 3

/* Strikes the weakest of those who stand beside. Blows that take nothing, or less than what is won
 * back, are struck at nobody; but where nothing else is left to do, at who hurts. */
static bool strike(const wyrm_bot *bot, bool in_vain, wyrm_command *command)
{
    const wyrm_foe *weakest = NULL;
    for (const wyrm_foe *foe = bot->foes; foe < bot->foes + wyrm_bot_beside(bot); foe++)
        if ((foe->can_fall || in_vain) &&
            (!weakest || foe->monster->body.combatant.hp < weakest->monster->body.combatant.hp))
            weakest = foe;
    if (!weakest)
        return false;
    *command = wyrm_bot_step(bot, weakest->at);
    return true;
}

bool wyrm_urge_strike(wyrm_bot *bot, wyrm_command *command)
{
    return strike(bot, false, command);
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

/* Lets the nearest come who will stand beside the player after its next turn, without a blow. */
bool wyrm_urge_await(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_foe *foe = &bot->foes[0];
    if (bot->foe_count == 0 || foe->distance != 2 || !foe->awake)
        return false;
    const int32_t *turns = foe->monster->body.turns;
    return turns[WYRM_HELD] == 0 && turns[WYRM_AFRAID] == 0 && turns[WYRM_CONFUSED] == 0 &&
           wyrm_bot_reach(bot, foe->monster) < foe->distance &&
           wyrm_bot_bide(bot, PATIENCE, command);
}

/* ---- at whom ---- */

/* How many of those in sight, the nearest first, are tried as targets: each costs a look around. */
#define TARGETS_MAX 8

/* Share of the hit points below which one foe is worth a scroll. */
#define BURN_BELOW 0.5

/* The weight of all whom a use at a tile would hit; 0 where it would hit the user or cannot be
 * aimed. */
static double weigh(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position target)
{
    size_t hit[WYRM_LEVEL_SPAWNS_MAX];
    bool user;
    double sum = 0.0;
    size_t count = wyrm_would_hit(bot->engine, bot->game, &bot->seen, item, target, hit, &user);
    if (count == WYRM_EFFECT_NO_AIM || user)
        return 0.0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_game_monster *monster = &bot->game->monsters[bot->seen.monsters[hit[i]].index];
        for (size_t foe = 0; foe < bot->foe_count; foe++)
            if (bot->foes[foe].monster == monster)
                sum += weights[foe];
    }
    return sum;
}

/* Where an item would do most, by a weight for each of those in sight (by their places in
 * bot->foes); the user is never hit. Returns the sum of the weights of those whom it hits, 0 where
 * it hits nobody. */
static double aim(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position *target)
{
    double best = 0.0;
    *target = bot->game->player.at;
    for (size_t i = 0; i < bot->foe_count && i < TARGETS_MAX; i++) {
        double sum = weigh(bot, item, weights, bot->foes[i].at);
        if (sum <= best)
            continue;
        best = sum;
        *target = bot->foes[i].at;
    }
    return best;
}

bool wyrm_urge_burn(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    double weights[WYRM_BOT_FOES_MAX], most = 0.0;
    double wanted = wyrm_bot_health(bot) < BURN_BELOW ? 1.0 : 2.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = 1.0;
    for (size_t i = 0; i < game->pack_count && (double)bot->foe_count >= wanted; i++) {
        wyrm_effect_kind kind = wyrm_bot_effect(bot, &game->pack[i])->kind;
        wyrm_position target;
        if (!(WYRM_BOT_HURTS & WYRM_BOT_KIND(kind)) || !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        double hit = aim(bot, i, weights, &target);
        if (hit < wanted || hit <= most)
            continue;
        most = hit;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return most > 0.0;
}

/* ---- shots and throws ---- */

/* Whom something that flies to a tile strikes first; NULL: nobody. */
static const wyrm_foe *first_on_line(const wyrm_bot *bot, wyrm_position to)
{
    wyrm_position way[WYRM_MAP_SIDE_MAX];
    wyrm_grid grid = wyrm_game_sight_grid(bot->game);
    size_t length = wyrm_line(&grid, bot->game->player.at, to, way, WYRM_MAP_SIDE_MAX);
    const wyrm_foe *found = NULL;
    for (size_t i = 0; i < length && i < WYRM_MAP_SIDE_MAX && !found; i++)
        found = wyrm_bot_foe_on(bot, way[i]);
    return found;
}

/* The nearest of those who do not stand beside, within a range, and struck by what flies to them is
 * somebody who can fall; NULL where there is none, or somebody stands beside. */
static const wyrm_foe *mark_within(const wyrm_bot *bot, int32_t range)
{
    const wyrm_foe *end = bot->foes + bot->foe_count;
    for (const wyrm_foe *foe = bot->foes; foe < end && foe->distance <= range; foe++) {
        if (foe->distance < 2)
            return NULL;
        const wyrm_foe *struck = first_on_line(bot, foe->at);
        if (struck && struck->can_fall)
            return foe;
    }
    return NULL;
}

bool wyrm_urge_shoot(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_foe *mark = mark_within(bot, wyrm_strike_range(bot->engine, bot->game));
    if (!mark)
        return false;
    *command = (wyrm_command){.kind = WYRM_DO_SHOOT, .target = mark->at};
    return true;
}

bool wyrm_urge_throw(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count && bot->foe_count > 0; i++) {
        const wyrm_game_item *item = &game->pack[i];
        int32_t range = item->worn ? 0 : wyrm_throw_range(bot->engine, game, i);
        const wyrm_foe *mark = range > 0 ? mark_within(bot, range) : NULL;
        if (!mark || !mark->awake)
            continue;
        const wyrm_value *record = bot->engine->kinds[item->item.kind].record;
        const wyrm_value *blast = wyrm_value_get(record, "blast");
        if (mark->distance <= (blast ? (int32_t)wyrm_value_real(blast) : 0))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->at};
        return true;
    }
    return false;
}

/* ---- what the pack can do ---- */

/* What one of them costs: hit points a turn, and for how long. */
typedef struct foe_cost {
    double a_turn, turns, dealt;
    double hp;
    bool is_near; /* it stands beside, or will in the next turn */
} foe_cost;

/* Share of the cost of one whom it hits that is saved while a condition lasts. */
static const double saved_by_condition[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_CONFUSE] = 0.8, /* it may stumble into the player */
    [WYRM_EFFECT_SLEEP] = 0.6,   /* blows wake it */
    [WYRM_EFFECT_HOLD] = 1.0,    /* but who is held strikes who stands beside */
    [WYRM_EFFECT_SLOW] = 0.5,    [WYRM_EFFECT_FRIGHTEN] = 0.7, /* they come back */
};

/* Share of the whole cost that is saved by what the user does to itself. */
static const double saved_by_boost[WYRM_EFFECT_KIND_COUNT] = {
    [WYRM_EFFECT_HASTE] = 0.5,
    [WYRM_EFFECT_STRENGTHEN] = 0.3,
};

static double saved_of(const wyrm_effect *effect, const foe_cost *of)
{
    if (effect->kind == WYRM_EFFECT_BANISH)
        return of->a_turn * of->turns;
    if (WYRM_BOT_HURTS & WYRM_BOT_KIND(effect->kind)) {
        double damage = fmin((double)effect->damage, of->hp);
        return of->dealt > 0.0 ? of->a_turn * fmin(damage / of->dealt, of->turns)
                               : of->a_turn * of->turns * damage / of->hp;
    }
    if (effect->kind == WYRM_EFFECT_HOLD && of->is_near)
        return 0.0;
    return saved_by_condition[effect->kind] * (of->a_turn * fmin((double)effect->turns, of->turns));
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

static double value_of(const wyrm_bot *bot, size_t item, const foe_cost *costs, double cost,
                       wyrm_position *target)
{
    const wyrm_effect *effect = wyrm_bot_effect(bot, &bot->game->pack[item]);
    double weights[WYRM_BOT_FOES_MAX];
    *target = bot->game->player.at;
    if (saved_by_boost[effect->kind] > 0.0 && effect->turns > 0)
        return is_at_work(bot, effect) ? 0.0 : saved_by_boost[effect->kind] * cost;
    if (saved_by_condition[effect->kind] <= 0.0 &&
        !((WYRM_BOT_HURTS | WYRM_BOT_KIND(WYRM_EFFECT_BANISH)) & WYRM_BOT_KIND(effect->kind)))
        return 0.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = bot->foes[i].awake ? saved_of(effect, &costs[i]) : 0.0;
    return aim(bot, item, weights, target);
}

double wyrm_bot_means(wyrm_bot *bot, double cost, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    foe_cost costs[WYRM_BOT_FOES_MAX];
    double best = 0.0;
    for (size_t i = 0; i < bot->foe_count; i++) {
        const wyrm_foe *foe = &bot->foes[i];
        const int32_t *turns = foe->monster->body.turns;
        bool out_of_action = turns[WYRM_CONFUSED] > 0 || turns[WYRM_AFRAID] > 0 ||
                             turns[WYRM_ASLEEP] > 0 || (turns[WYRM_HELD] > 0 && foe->distance > 1);
        costs[i] =
            (foe_cost){.a_turn = out_of_action ? 0.0 : foe->taken.mean,
                       .turns = fmin(wyrm_bot_turns(foe), (double)game->player.combatant.max_hp),
                       .dealt = foe->dealt.mean,
                       .hp = (double)foe->monster->body.combatant.hp,
                       .is_near = foe->distance <= 2};
    }
    for (size_t i = 0; i < game->pack_count; i++) {
        wyrm_position target;
        if (wyrm_bot_effect(bot, &game->pack[i])->kind == WYRM_EFFECT_NONE ||
            !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        double value = value_of(bot, i, costs, cost, &target);
        if (value <= best)
            continue;
        best = value;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return best;
}

bool wyrm_bot_vanish(wyrm_bot *bot, wyrm_command *command)
{
    uint32_t kinds = WYRM_BOT_KIND(WYRM_EFFECT_TELEPORT);
    if (bot->game->player.turns[WYRM_HIDDEN] == 0)
        kinds |= WYRM_BOT_KIND(WYRM_EFFECT_HIDE);
    int32_t item = wyrm_bot_has(bot, kinds);
    *command = (wyrm_command){WYRM_DO_USE, item, bot->game->player.at};
    return item >= 0;
}
