/* Bots: the ladder of them, and how one is asked.
 *
 * A bot is no more than the order of its urges: the first that wants something now is what it does.
 * So each of the ladder is a list of what it wants before all else, and of how it goes about where
 * nothing of that is called for; each gets deeper than those before it. What most of them want is
 * in fight.c and live.c, and what is one bot's own here, above its list.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "bot/internal.h"
#include "game/internal.h"

/* What a kind of bot does: its own urges and then those that it shares, both ended by NULL, and
 * what it knows how to use: bits by kind of effect, of those that last for ever, and of those that
 * last for some turns. A test has them play with every kind of item. */
struct wyrm_bot_policy {
    wyrm_urge *const *own, *const *shared;
    uint32_t for_good, for_turns;
};

#define BIT(kind) WYRM_BOT_KIND(WYRM_EFFECT_##kind)
#define HEALS     (BIT(HEAL) | BIT(FEED))
#define PROFITS   (BIT(TEACH) | BIT(MAP))
#define DISABLES  (BIT(CONFUSE) | BIT(SLEEP) | BIT(HOLD) | BIT(SLOW) | BIT(FRIGHTEN) | BIT(BANISH))
#define SAVES     (BIT(HASTE) | BIT(TELEPORT) | BIT(HIDE))
#define FOR_GOOD  (BIT(STRENGTHEN) | BIT(REGENERATE))
#define KNOWS     (HEALS | WYRM_BOT_HURTS | PROFITS)

/* ---- idle: wants nothing, and waits ---- */

static wyrm_urge *const nothing[] = {NULL};
static const struct wyrm_bot_policy idle = {nothing, nothing, 0, 0};

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
static const struct wyrm_bot_policy at_random = {random_urges, nothing, UINT32_MAX, UINT32_MAX};

/* Where everything else has led nowhere. */
static wyrm_urge *const last_urges[] = {wyrm_urge_despair, wyrm_urge_patrol, wyrm_urge_stray, NULL};

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
    fight,           wyrm_urge_waver,  wyrm_urge_leave,  wyrm_urge_seek_exit,
    wyrm_urge_scout, wyrm_urge_strike, wyrm_urge_charge, NULL,
};
static const struct wyrm_bot_policy diver = {diver_urges, last_urges, 0, 0};

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
    drink_at_last,     run,
    wyrm_urge_strike,  wyrm_urge_charge,
    wyrm_urge_eat,     wyrm_urge_wear,
    wyrm_urge_pick_up, wyrm_urge_waver,
    wyrm_urge_leave,   wyrm_urge_seek_exit,
    wyrm_urge_explore, NULL,
};
static const struct wyrm_bot_policy brawler = {brawler_urges, last_urges, HEALS, HEALS};

/* ---- explorer: clears one floor after the other ---- */

/* How floors are cleared where nothing is in the way of it. */
static wyrm_urge *const clearing_urges[] = {
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

/* Share of the hit points below which it drinks. */
#define LOW 0.4

static bool drink_when_low(wyrm_bot *bot, wyrm_command *command)
{
    return wyrm_bot_drink(bot, LOW, command);
}

static wyrm_urge *const explorer_urges[] = {drink_when_low, wyrm_urge_burn, wyrm_urge_run, NULL};
static const struct wyrm_bot_policy explorer = {explorer_urges, clearing_urges, KNOWS | FOR_GOOD,
                                                KNOWS};

/* ---- tactician ----
 *
 * Reckons each fight: with all that are awake and in sight, from where it stands and with what it
 * has. */

/* Share of the hit points below which it drinks. */
#define DRINK_BELOW 0.5

/* The chance to win that it wants of each fight, and the standard deviations of the cost of a fight
 * with several that it keeps in hand. */
#define ODDS_LEAST 0.9
#define SAFETY     1.3

/* Shares of all its hit points: what a fight may cost where no wound heals by itself; what a use of
 * an item must save, in a fight that is won anyhow and in another; and what a better place must
 * save. */
#define DEAREST             0.5
#define SAVES_LEAST         0.3
#define SAVES_LEAST_IN_NEED 0.1
#define GROUND_LEAST        0.1

/* Where a fight costs so many times what it has, it runs even where others strike after it. */
#define HOPELESS 2.0

/* Turns in a row that it lets others come to a place where they come one by one. */
#define PATIENCE 8

static double hp_of(const wyrm_bot *bot)
{
    return (double)bot->game->player.combatant.hp;
}

static double share_of_all(const wyrm_bot *bot, double share)
{
    return share * (double)bot->game->player.combatant.max_hp;
}

/* Hit points that the fight costs from a place, on average. */
static double cost_of(wyrm_bot *bot, bool covered)
{
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    return covered ? prospect->one_by_one : prospect->at_once;
}

static double cost_here(wyrm_bot *bot)
{
    return cost_of(bot, wyrm_bot_is_covered(bot));
}

/* Whether each of them can be beaten with the odds that it wants, and all of them from a place. */
static bool can_win(wyrm_bot *bot, bool covered)
{
    for (size_t i = 0; i < bot->foe_count; i++)
        if (bot->foes[i].awake && !wyrm_bot_beats(bot, &bot->foes[i], ODDS_LEAST))
            return false;
    return bot->awake_count <= 1 ||
           wyrm_bot_outweighs_luck(bot, hp_of(bot) - cost_of(bot, covered), SAFETY);
}

static bool can_win_here(wyrm_bot *bot)
{
    return can_win(bot, wyrm_bot_is_covered(bot));
}

/* Whether a fight is not only won but worth it: where nothing heals, wounds stay. */
static bool is_worth_it(wyrm_bot *bot)
{
    if (!can_win_here(bot))
        return false;
    bool heals =
        bot->engine->rules.regeneration > 0 || bot->game->player.combatant.regeneration > 0.0;
    return heals || cost_here(bot) <= share_of_all(bot, DEAREST);
}

/* The next turn may be the last: it leaves, heals, vanishes, or stops them; unless a single one of
 * them is there and dies first. */
static bool survive(wyrm_bot *bot, wyrm_command *command)
{
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    if (hp_of(bot) > (double)prospect->next_most || prospect->next_most == 0)
        return false;
    if (wyrm_urge_leave(bot, command))
        return true;
    if (prospect->count == 1 && can_win(bot, true))
        return false;
    return wyrm_bot_heal(bot, command) || wyrm_bot_vanish(bot, command) ||
           wyrm_bot_means(bot, prospect->at_once, command) > 0.0;
}

/* Heals in time, but in no fight that it wins as it is. */
static bool drink(wyrm_bot *bot, wyrm_command *command)
{
    return !(bot->awake_count > 0 && can_win_here(bot)) &&
           wyrm_bot_drink(bot, DRINK_BELOW, command);
}

/* Goes where they come one by one, where that helps to win. */
static bool take_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count < 2 || wyrm_bot_is_covered(bot) || bot->is_bold || !can_win(bot, true))
        return false;
    const wyrm_prospect *prospect = wyrm_bot_prospect(bot);
    return prospect->at_once - prospect->one_by_one > share_of_all(bot, GROUND_LEAST) &&
           wyrm_bot_take_cover(bot, command);
}

/* Uses what saves more than it is worth. */
static bool spend(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0)
        return false;
    double wanted = can_win_here(bot) ? SAVES_LEAST : SAVES_LEAST_IN_NEED;
    return wyrm_bot_means(bot, cost_here(bot), command) > share_of_all(bot, wanted);
}

/* Leaves those whom it does not want to fight, out of their reach; in the worst case past them. */
static bool get_away(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold || is_worth_it(bot))
        return false;
    bool hopeless = cost_here(bot) > HOPELESS * hp_of(bot);
    return wyrm_urge_leave(bot, command) || wyrm_urge_slip_to_exit(bot, command) ||
           (hopeless && wyrm_urge_seek_exit(bot, command)) || wyrm_urge_slip(bot, command) ||
           (hopeless && wyrm_urge_scout(bot, command));
}

/* Lets them come to where it stands well, as long as they cannot strike from where they are. */
static bool hold_ground(wyrm_bot *bot, wyrm_command *command)
{
    if (bot->awake_count == 0 || bot->is_bold || !wyrm_bot_is_covered(bot) ||
        wyrm_bot_beside(bot) > 0 ||
        bot->foes[0].distance <= wyrm_bot_reach(bot, bot->foes[0].monster))
        return false;
    return wyrm_bot_bide(bot, PATIENCE, command);
}

static wyrm_urge *const tactician_urges[] = {survive,         drink,           take_ground,
                                             spend,           get_away,        hold_ground,
                                             wyrm_urge_shoot, wyrm_urge_throw, NULL};
static const struct wyrm_bot_policy tactician = {tactician_urges, clearing_urges,
                                                 KNOWS | DISABLES | SAVES | FOR_GOOD,
                                                 KNOWS | DISABLES | SAVES | BIT(STRENGTHEN)};

/* ---- the ladder ---- */

static const wyrm_bot_kind kinds[] = {
    {"idle", "waits for its end", &idle},
    {"random", "does anything that makes sense to somebody, at random", &at_random},
    {"diver", "looks for the stairs and takes them, and fights who stands in the way", &diver},
    {"brawler",
     "attacks whoever it sees until it finds the stairs, and drinks when it is nearly dead",
     &brawler},
    {"explorer", "clears floors, wears what is better, drinks when low, rests, and burns groups",
     &explorer},
    {"tactician", "reckons each fight, and has the right place and means for it or leaves",
     &tactician},
};
#define COUNT (sizeof kinds / sizeof *kinds)

bool wyrm_bot_uses(const wyrm_bot_kind *kind, const wyrm_effect *effect)
{
    uint32_t known = effect->turns > 0 ? kind->policy->for_turns : kind->policy->for_good;
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

/* ---- asking one ---- */

wyrm_status wyrm_bot_new(const wyrm_bot_kind *kind, wyrm_engine *engine, wyrm_bot **out,
                         wyrm_error *error)
{
    wyrm_bot *bot = base_zeroed(1, sizeof *bot);
    *out = bot;
    if (!bot)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    bot->kind = kind;
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
    bot->began = bot->is_bold = bot->is_resting = bot->has_rival = false;
    bot->done = bot->pack_judged = 0;
    bot->done_turn = bot->errand = bot->waited_turn = 0;
    bot->waited = 0;
}

/* The first urge of a list whose kind of command has not been refused. */
static bool decide(wyrm_bot *bot, wyrm_urge *const *urges, wyrm_command *command)
{
    for (; *urges; urges++) {
        *command = (wyrm_command){0};
        if ((*urges)(bot, command) && !(bot->refused >> command->kind & 1))
            return true;
    }
    return false;
}

bool wyrm_bot_next(wyrm_bot *bot, const wyrm_game *game, wyrm_command *command)
{
    if (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD)
        return false;
    if (game->phase == WYRM_PHASE_CHOOSING) {
        /* The policy of the ruleset: bots differ in how they play, not in what they grow into. */
        int choice = wyrm_growth_policy(bot->engine->growth, game->bare.level + 1);
        *command = (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = choice > 0 ? choice : 0};
        return true;
    }
    wyrm_bot_look(bot, game);
    const struct wyrm_bot_policy *policy = bot->kind->policy;
    if (!decide(bot, policy->own, command) && !decide(bot, policy->shared, command))
        *command = (wyrm_command){.kind = WYRM_DO_WAIT};
    bot->refused |= 1u << command->kind; /* until the game has taken it */
    return true;
}
