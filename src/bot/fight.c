/* Fighting: hand to hand, from afar, and with what the pack holds.
 *
 * Each foe would take so many hit points a turn for so many turns; what an item saves is the
 * part of that which does not come about. Rough as it is, it tells a use from a waste. */
#include "bot/internal.h"

#include <math.h>

/* ---- hand to hand ---- */

/* Turns in a row that it is worth to wait for the first blow. */
#define PATIENCE 3

/* Blows that take nothing, or less than what is won back, are struck at nobody; but where
 * nothing else is left to do, at who hurts. */
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

/* ---- at whom ---- */

/* How many of those in sight, the nearest first, are tried as targets: each costs a look around. */
#define TARGETS_MAX 8

/* Share of the hit points below which one foe is worth a scroll. */
#define BURN_BELOW 0.5

static size_t at_most(size_t count, size_t most)
{
    return count < most ? count : most;
}

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
static double bot_aim(const wyrm_bot *bot, size_t item, const double *weights,
                      wyrm_position *target)
{
    double best = 0.0;
    *target = bot->game->player.at;
    for (size_t i = 0; i < at_most(bot->foe_count, TARGETS_MAX); i++) {
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
    static const uint32_t hurting = WYRM_BOT_KIND(WYRM_EFFECT_LIGHTNING) |
                                    WYRM_BOT_KIND(WYRM_EFFECT_BOLT) |
                                    WYRM_BOT_KIND(WYRM_EFFECT_BLAST);
    const wyrm_game *game = bot->game;
    double weights[WYRM_BOT_FOES_MAX], most = 0.0;
    double wanted = wyrm_bot_health(bot) < BURN_BELOW ? 1.0 : 2.0;
    for (size_t i = 0; i < bot->foe_count; i++)
        weights[i] = 1.0;
    for (size_t i = 0; i < game->pack_count && (double)bot->foe_count >= wanted; i++) {
        wyrm_effect_kind kind = wyrm_bot_effect(bot, &game->pack[i])->kind;
        wyrm_position target;
        if (!(hurting & WYRM_BOT_KIND(kind)) || !wyrm_can_use(bot->engine, game, i, NULL))
            continue;
        double hit = bot_aim(bot, i, weights, &target);
        if (hit < wanted || hit <= most)
            continue;
        most = hit;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return most > 0.0;
}

/* ---- shots ---- */

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

/* ---- throws ---- */

/* The radius in which a weapon bursts, tiles; 0: it does not. */
static int32_t burst_of(const wyrm_bot *bot, const wyrm_game_item *item)
{
    const wyrm_value *record = bot->engine->kinds[item->item.kind].record;
    const wyrm_value *blast = wyrm_value_get(record, "blast");
    return blast ? (int32_t)wyrm_value_real(blast) : 0;
}

bool wyrm_urge_throw(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    for (size_t i = 0; i < game->pack_count && bot->foe_count > 0; i++) {
        const wyrm_game_item *item = &game->pack[i];
        int32_t range = item->worn ? 0 : wyrm_throw_range(bot->engine, game, i);
        const wyrm_foe *mark = range > 0 ? mark_within(bot, range) : NULL;
        if (!mark || !mark->awake || mark->distance <= burst_of(bot, item))
            continue;
        *command = (wyrm_command){WYRM_DO_THROW, (int32_t)i, mark->at};
        return true;
    }
    return false;
}

/* ---- what the pack can do ---- */

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
    return bot_aim(bot, item, weights, target);
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
