/* Bots: the ladder of them, and how one is asked.
 *
 * A bot is no more than the order of its urges: the first that wants something now is what it does.
 * So each of the ladder is a list, with the few urges that are its own above it; each gets deeper
 * than those before it. Only what the tactician wants takes a file, tactician.c. */
#include "base/arena.h"
#include "bot/internal.h"

#include <stdio.h>
#include <string.h>

#include "game/internal.h"

/* ---- idle: wants nothing, and waits ---- */

static wyrm_urge *const idle_urges[] = {NULL};

/* ---- random: does anything that makes sense to somebody ---- */

#define FUMBLE_TURNS 20 /* of so many turns, one goes to the pack */
#define ERRAND_TURNS 20 /* for so many it has the same in mind */
#define STRAY_TURNS  3  /* of so many, one goes anywhere */
#define STAIRS_TIMES 4  /* of so many times that it is on the stairs, it passes them by once */

/* Leaves where it stumbles upon the way out, more often than not. */
static bool may_leave(wyrm_bot *bot, wyrm_command *command)
{
    bool passes = wyrm_rng_chance(&bot->rng, 1, STAIRS_TIMES);
    return !passes && wyrm_urge_leave(bot, command);
}

/* Uses or wears anything, aimed at anybody in sight. */
static bool fumble(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_game *game = bot->game;
    bool fumbles = wyrm_rng_chance(&bot->rng, 1, FUMBLE_TURNS);
    uint64_t item = wyrm_rng_below(&bot->rng, game->pack_count);
    uint64_t foe = wyrm_rng_below(&bot->rng, bot->foe_count);
    if (!fumbles || game->pack_count == 0 || game->pack[item].worn ||
        !wyrm_can_use(bot->engine, game, item, NULL))
        return false;
    command->kind =
        wyrm_is_gear(bot->engine, game->pack[item].item.kind) ? WYRM_DO_WEAR : WYRM_DO_USE;
    command->argument = (int32_t)item;
    command->target = bot->foe_count > 0 ? bot->foes[foe].at : game->player.at;
    return true;
}

/* Has something in mind for a while, and strays from it. Where that cannot be done it strays on. */
static bool go_about(wyrm_bot *bot, wyrm_command *command)
{
    static wyrm_urge *const errands[] = {wyrm_urge_patrol, wyrm_urge_scout, wyrm_urge_explore,
                                         wyrm_urge_seek_exit};
    bool changes = wyrm_rng_chance(&bot->rng, 1, ERRAND_TURNS);
    uint64_t errand = wyrm_rng_below(&bot->rng, sizeof errands / sizeof *errands);
    bool strays = wyrm_rng_chance(&bot->rng, 1, STRAY_TURNS);
    bot->errand = changes ? (uint32_t)errand : bot->errand;
    return !strays && errands[bot->errand](bot, command);
}

static wyrm_urge *const random_urges[] = {may_leave, wyrm_urge_pick_up, fumble,
                                          go_about,  wyrm_urge_stray,   NULL};

/* ---- diver ----
 *
 * Goes for the stairs as if nobody was there: it never heals, and fights only who stands in its
 * way. */

/* Where it gets nowhere, those whom it would go past are in the way. */
static bool fight(wyrm_bot *bot, wyrm_command *command)
{
    return bot->is_bold && (wyrm_urge_strike(bot, command) || wyrm_urge_charge(bot, command));
}

static wyrm_urge *const diver_urges[] = {
    fight,
    wyrm_urge_waver,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_scout,
    wyrm_urge_strike,
    wyrm_urge_charge,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};

/* ---- brawler: attacks whoever it sees, and leaves as soon as it knows how ---- */

/* Shares of the hit points below which it drinks, and below which it has had enough. */
#define LAST_MOMENT  0.25
#define ENOUGH_BELOW 0.5

static bool drink_at_last(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_drink(bot, LAST_MOMENT, command);
}

static bool run(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_health(bot) < ENOUGH_BELOW && wyrm_bot_run(bot, command);
}

static wyrm_urge *const brawler_urges[] = {
    drink_at_last,
    run,
    wyrm_urge_strike,
    wyrm_urge_charge,
    wyrm_urge_eat,
    wyrm_urge_wear,
    wyrm_urge_pick_up,
    wyrm_urge_waver,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_explore,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};

/* ---- explorer: clears one floor after the other ---- */

/* Share of the hit points below which it drinks. */
#define DRINK_BELOW 0.4

static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_drink(bot, DRINK_BELOW, command);
}

static wyrm_urge *const explorer_urges[] = {
    drink,
    wyrm_urge_burn,
    wyrm_urge_run,
    wyrm_urge_strike,
    wyrm_urge_await,
    wyrm_urge_charge,
    wyrm_urge_eat,
    wyrm_urge_profit,
    wyrm_urge_wear,
    wyrm_urge_rest,
    wyrm_urge_limp,
    wyrm_urge_make_room,
    wyrm_urge_pick_up,
    wyrm_urge_waver,
    wyrm_urge_pursue,
    wyrm_urge_explore,
    wyrm_urge_leave,
    wyrm_urge_seek_exit,
    wyrm_urge_despair,
    wyrm_urge_patrol,
    wyrm_urge_stray,
    NULL,
};

/* ---- The ladder ---- */

static const wyrm_bot_kind kinds[] = {
    {"idle", "waits for its end"},
    {"random", "does anything that makes sense to somebody, at random"},
    {"diver", "looks for the stairs and takes them, and fights who stands in the way"},
    {"brawler",
     "attacks whoever it sees until it finds the stairs, and drinks when it is nearly dead"},
    {"explorer", "clears floors, wears what is better, drinks when low, rests, and burns groups"},
    {"tactician", "reckons each fight, and has the right place and means for it or leaves"},
};
#define COUNT (sizeof kinds / sizeof *kinds)

/* By kind: the urges of each, ended by NULL. */
static wyrm_urge *const *const urges[COUNT] = {
    idle_urges, random_urges, diver_urges, brawler_urges, explorer_urges, wyrm_tactician_urges,
};

/* What they know how to use. */
#define BIT(kind) WYRM_BOT_KIND(WYRM_EFFECT_##kind)
#define HEALS     (BIT(HEAL) | BIT(FEED))
#define HURTS     (BIT(LIGHTNING) | BIT(BOLT) | BIT(BLAST))
#define PROFITS   (BIT(TEACH) | BIT(MAP))
#define DISABLES  (BIT(CONFUSE) | BIT(SLEEP) | BIT(HOLD) | BIT(SLOW) | BIT(FRIGHTEN) | BIT(BANISH))
#define SAVES     (BIT(HASTE) | BIT(TELEPORT) | BIT(HIDE))
#define FOR_GOOD  (BIT(STRENGTHEN) | BIT(REGENERATE))
#define ANYTHING  UINT32_MAX

/* Bits by kind of effect: of those that last for ever, and of those that last for some turns. A
 * test has them play with every kind of item. */
static const struct {
    uint32_t for_good, for_turns;
} uses[COUNT] = {
    {0, 0}, /* idle */
    {ANYTHING, ANYTHING},
    {0, 0}, /* diver */
    {HEALS, HEALS},
    {HEALS | HURTS | PROFITS | FOR_GOOD, HEALS | HURTS | PROFITS},
    {HEALS | HURTS | PROFITS | DISABLES | SAVES | FOR_GOOD,
     HEALS | HURTS | PROFITS | DISABLES | SAVES | BIT(STRENGTHEN)},
};

bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect)
{
    uint32_t known = effect->turns > 0 ? uses[kind - kinds].for_turns : uses[kind - kinds].for_good;
    return effect->kind != WYRM_EFFECT_NONE && (known & WYRM_BOT_KIND(effect->kind)) != 0;
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

/* ---- Asking one ---- */

wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine, wyrm_bot **out,
                         wyrm_error *error)
{
    wyrm_bot *bot = base_zeroed(1, sizeof *bot);
    *out = bot;
    if (!bot)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bot->kind = kind;
    bot->urges = urges[kind - kinds];
    bot->engine = engine;
    return WYRM_OK;
}

void wyrm_bot_free(wyrm_bot *bot)
{
    wyrm_free(bot);
}

/* What is known of fights holds for every game. */
void wyrm_bot_begin(wyrm_bot *bot)
{
    bot->began = false;
    bot->done = 0;
    bot->done_turn = 0;
    bot->is_bold = bot->is_resting = false;
    bot->errand = 0;
    bot->waited = 0;
    bot->waited_turn = 0;
    bot->pack_judged = 0;
    bot->has_rival = false;
}

static bool is_refused(const wyrm_bot *bot, const wyrm_command *command)
{
    return bot->refused >> command->kind & 1;
}

/* The first urge whose kind of command has not been refused; who has none waits. */
static void decide(wyrm_bot *bot, wyrm_command *command)
{
    for (wyrm_urge *const *urge = bot->urges; *urge; urge++) {
        *command = (wyrm_command){0};
        if ((*urge)(bot, command) && !is_refused(bot, command))
            return;
    }
    *command = (wyrm_command){.kind = WYRM_DO_WAIT};
}

/* By the policy of the ruleset: bots differ in how they play, not in what they grow into. */
static void choose(const wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    int choice = wyrm_growth_policy(bot->engine->growth, game->bare.level + 1);
    *command = (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = choice > 0 ? choice : 0};
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        choose(bot, game, command);
        return true;
    }
    wyrm_bot_look(bot, game);
    decide(bot, command);
    bot->refused |= 1u << command->kind; /* until the game has taken it */
    return true;
}
