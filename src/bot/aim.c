/* Hurting from afar. */
#include "bot/aim.h"

#include "bot/heal.h"
#include "bot/see.h"

/* How many of those in sight, the nearest first, are tried as targets: each costs a look around. */
#define TARGETS_MAX 8

/* Share of the hit points below which one foe is worth a scroll. */
#define BURN_BELOW 0.5

/* ------------------------------------------------------------------ effects */

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

double wyrm_bot_aim(const wyrm_bot *bot, size_t item, const double *weights, wyrm_position *target)
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
        double hit = wyrm_bot_aim(bot, i, weights, &target);
        if (hit < wanted || hit <= most)
            continue;
        most = hit;
        *command = (wyrm_command){WYRM_DO_USE, (int32_t)i, target};
    }
    return most > 0.0;
}

/* ------------------------------------------------------------------ shots */

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

/* ------------------------------------------------------------------ throws */

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
