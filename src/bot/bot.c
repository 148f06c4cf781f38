/* The ladder of bots, from one that waits for its end to one that computes each fight.
 *
 * A bot is nothing but the order of its urges: the first that wants something now decides. So each
 * bot has a list of what it wants before all else, and of what it does when none of that applies;
 * each gets deeper than those before it. The simple ones are here; those that clear floors are in
 * tactics.c. */
#include <stdio.h>
#include <string.h>
#include "bot/internal.h"

/* ---- idle: wants nothing, and waits ---- */

static bot_urge *const nothing[] = {NULL};
static const struct wyrm_bot_policy idle = {nothing, nothing, 0, 0, 0.0};

/* ---- random: does anything that makes sense to somebody ---- */

#define FUMBLE_TURNS 20 /* it uses the pack in one of this many turns */
#define WHIM_TURNS   20 /* mean number of turns that it keeps to one thing */
#define STRAY_TURNS  3  /* one step in this many has a random direction */
#define STAIRS_TIMES 4  /* it ignores the stairs one time in this many */

/* Takes the way out if it stands on it, more often than not. */
static bool may_leave(wyrm_bot *bot, wyrm_command *command)
{
    bool passes = wyrm_rng_chance(&bot->rng, 1, STAIRS_TIMES);
    return !passes && bot_leave(bot, command);
}

/* Uses or wears any item, aimed at any foe in sight. */
static bool fumble(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    bool fumbles = wyrm_rng_chance(&bot->rng, 1, FUMBLE_TURNS);
    uint64_t item = wyrm_rng_below(&bot->rng, game->pack_count);
    uint64_t foe = wyrm_rng_below(&bot->rng, bot->foe_count);
    if (!fumbles || game->pack_count == 0 || game->pack[item].worn || !bot_can_use(bot, item))
        return false;
    bool is_gear = game_is_gear(bot->engine, game->pack[item].item.kind);
    command->kind = is_gear ? WYRM_DO_WEAR : WYRM_DO_USE;
    command->argument = (int32_t)item;
    command->target = bot->foe_count > 0 ? bot->foes[foe].at : bot->at;
    return true;
}

/* Explores without picking up. */
static bool scout(wyrm_bot *bot, wyrm_command *command)
{
    return bot_go(bot, BOT_WAY_UNSEEN, BOT_WAY_AROUND, bot->at, command);
}

/* Does one thing for a while and strays from it; returns false if that is impossible, so that it
 * strays. */
static bool go_about(wyrm_bot *bot, wyrm_command *command)
{
    static bot_urge *const whims[] = {bot_patrol, scout, bot_explore, bot_seek_exit};
    bool changes = wyrm_rng_chance(&bot->rng, 1, WHIM_TURNS);
    uint64_t whim = wyrm_rng_below(&bot->rng, COUNT_OF(whims));
    bool strays = wyrm_rng_chance(&bot->rng, 1, STRAY_TURNS);
    bot->whim = changes ? (uint32_t)whim : bot->whim;
    return !strays && whims[bot->whim](bot, command);
}

static bot_urge *const random_urges[] = {may_leave, bot_pick_up, fumble, go_about, bot_stray, NULL};
static const struct wyrm_bot_policy at_random = {random_urges, nothing, UINT32_MAX, UINT32_MAX,
                                                 0.0};

/* When everything else has led nowhere. */
static bot_urge *const last_urges[] = {bot_despair, bot_patrol, bot_stray, NULL};

/* ---- diver ----
 *
 * Goes for the stairs as if nobody were there: it never heals, and fights only what stands in its
 * way. */

/* Without progress, foes that it would pass by count as in its way. */
static bool fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (bot_strike(bot, command) || bot_charge(bot, command));
}

static bot_urge *const diver_urges[] = {bot_choose_attack, fight,         bot_waver,
                                        bot_leave,         bot_seek_exit, scout,
                                        bot_strike,        bot_charge,    NULL};
static const struct wyrm_bot_policy diver = {diver_urges, last_urges, 0, 0, 0.0};

/* ---- brawler: attacks whoever it sees, and leaves as soon as it knows how ---- */

#define ENOUGH_BELOW 0.5 /* share of hit points below which it has had enough */

static bool run(wyrm_bot *bot, wyrm_command *command)
{
    return bot_health(bot) < ENOUGH_BELOW && !bot->is_bold && bot_get_out(bot, true, command);
}

static bot_urge *const brawler_urges[] = {bot_choose_attack,
                                          bot_drink_when_low,
                                          run,
                                          bot_strike,
                                          bot_use_gun,
                                          bot_charge,
                                          bot_eat,
                                          bot_wear,
                                          bot_pick_up,
                                          bot_waver,
                                          bot_leave,
                                          bot_seek_exit,
                                          bot_explore,
                                          NULL};
static const struct wyrm_bot_policy brawler = {brawler_urges, last_urges, BOT_HEALS, BOT_HEALS,
                                               0.25};

/* ---- the ladder ---- */

static const wyrm_bot_kind kinds[] = {
    {"idle", "waits for its end", false, &idle},
    {"random", "does anything that makes sense to somebody, at random", false, &at_random},
    {"diver", "looks for the stairs and takes them, and fights who stands in the way", true,
     &diver},
    {"brawler",
     "attacks whoever it sees until it finds the stairs, and drinks when it is nearly dead", true,
     &brawler},
    {"explorer", "clears floors, wears what is better, drinks when low, rests, and burns groups",
     true, &bot_explorer},
    {"tactician", "reckons each fight, and has the right place and means for it or leaves", true,
     &bot_tactician},
};
#define COUNT (COUNT_OF(kinds))

bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect)
{
    return bot_uses(kind->policy, effect);
}

const wyrm_bot_kind *wyrm_bot_kinds(size_t *count)
{
    if (count)
        *count = COUNT;
    return kinds;
}

wyrm_status wyrm_bot_find(const char *name, const wyrm_bot_kind **out, wyrm_error *error)
{
    const char *names[COUNT];
    *out = NULL;
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = kinds[i].name;
        if (strcmp(name, kinds[i].name) == 0) {
            *out = &kinds[i];
            return WYRM_OK;
        }
    }
    const char *nearest = wyrm_nearest(name, names, COUNT);
    wyrm_fail(error, WYRM_ERROR_UNKNOWN, "there is no bot '%.100s'", name);
    if (error && nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    return WYRM_ERROR_UNKNOWN;
}
