/* What the parts of a bot share: the game as its player sees it now, and what the bot remembers.
 * look.c observes, urges.c and the files of single bots decide and find ways. */
#ifndef WYRM_SRC_BOT_INTERNAL_H
#define WYRM_SRC_BOT_INTERNAL_H

#include <wyrm/bot.h>
#include "game/internal.h"

/* Monsters in sight at once; farther ones are ignored. */
#define BOT_FOES_MAX 64

/* Steps of a way that are kept. */
#define BOT_WAY_MAX 256

#define BOT_TILES   (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* Bits of wyrm_bot.notes, by tile. */
#define BOT_NOTE_STOOD  0x01 /* the player has stood there */
#define BOT_NOTE_LOOKED 0x02 /* while notes are taken: the newest item there has been considered */
#define BOT_NOTE_PASSED 0x04 /* a patrol has had the tile in sight */
#define BOT_NOTE_ITEM   0x10 /* something it wants lies there; the same bit as BOT_GROUND_ITEM */

/* Bits of wyrm_bot.ground, besides the step by which a search reached the tile. UNSEEN and ITEM,
 * reasons to go there, last until there is news of the map; TARGET and TAKEN belong to one
 * search. */
#define BOT_GROUND_STEP    0x07
#define BOT_GROUND_UNSEEN  0x08
#define BOT_GROUND_ITEM    0x10
#define BOT_GROUND_TARGET  0x20
#define BOT_GROUND_TAKEN   0x40 /* reached, or occupied */
#define BOT_GROUND_BLOCKED 0x80

/* The average effect of one creature's attacks on another over time. */
typedef struct bot_pacing {
    double attacks; /* per turn */
    double harm;    /* hit points per attack, with those that the conditions it causes will take */
    double own;     /* hit points that an attack costs the attacker; below 0: gains */
} bot_pacing;

/* The player and another creature as opponents, in their present state. */
typedef struct bot_exchange {
    game_blow dealt, taken; /* a single blow of the player, and of the other */
    bot_pacing hits, hurts; /* attacks of the player, and of the other */
    bool is_simple;         /* both attack once a turn from now on, and attacks do nothing but
                               damage */
    bool is_spent; /* the player has too little left of what its blows cost (such as stamina) to do
                      damage now */
} bot_exchange;

/* A monster in sight. */
typedef struct bot_foe {
    const wyrm_game_monster *monster;
    wyrm_position at;
    int32_t distance; /* tiles */
    bool awake;       /* not asleep */
    uint64_t print;   /* hash of everything that a fight with it depends on: see look.c */
    bot_exchange blows;
    bool can_fall; /* the player's blows will bring it down in the end */
    bool can_hurt; /* its blows take more than the player regenerates */
} bot_foe;

/* A monster that could not be brought down, where it was last seen: one that does not see the
 * player stays where it is. */
typedef struct bot_obstacle {
    uint32_t id;
    wyrm_position at;
} bot_obstacle;

/* The purpose of a way. */
typedef enum bot_way_goal {
    BOT_WAY_NONE,
    BOT_WAY_TILE,   /* a tile */
    BOT_WAY_UNSEEN, /* the nearest tile from which something unseen may come into view */
    BOT_WAY_THINGS  /* the same, or an item worth picking up, whichever is nearer */
} bot_way_goal;

/* How a way avoids monsters in sight. */
typedef enum bot_way_manner {
    BOT_WAY_AROUND, /* around their tiles */
    BOT_WAY_SAFELY  /* around their tiles and out of their reach */
} bot_way_manner;

typedef struct bot_way {
    bot_way_goal goal;
    bot_way_manner manner;
    wyrm_position target;
    wyrm_position at;                 /* the player's tile when the next step is due */
    size_t items_known;               /* thing_count when the way was found */
    size_t left, kept;                /* steps to go; how many of the next ones are in steps[] */
    wyrm_position steps[BOT_WAY_MAX]; /* in reverse order, as a ring */
} bot_way;

/* Results about a fight with one monster, by hash of both sides: see tactics.c. */
typedef struct bot_match {
    uint64_t print; /* hash of both sides; 0: empty */
    bot_exchange blows;
    double asked; /* the odds last asked about, and the answer; 0: not asked yet */
    bool beats;
    bool is_reckoned; /* the following members are known, too */
    double win;       /* probability that the player wins */
    double hp_sd;     /* standard deviation of the hit points left */
} bot_match;
#define BOT_MATCHES 512 /* a power of 2 */

/* A fight with all awake monsters in sight, by mean blows: the hit points that it costs the player
 * if all can strike at once and the best target is taken first, and if they come one by one. */
typedef struct bot_prospect {
    size_t count;
    double at_once, one_by_one;
    int64_t next_most; /* the most that the next turn can take, by all that can strike in it */
} bot_prospect;

struct wyrm_bot {
    const wyrm_bot_kind *kind;
    wyrm_engine *engine;

    /* The present. */
    const wyrm_game *game;
    const wyrm_combatant *body; /* the player's */
    wyrm_observation seen;
    size_t foe_count, awake_count;
    size_t sight_count; /* foe_count, and those behind them who neither fall nor hurt, but stand in
                           the way */
    bot_foe foes[BOT_FOES_MAX]; /* in sight, nearest first; then those who only stand in the way */
    uint64_t print;             /* hash of the player's combatant: see look.c */
    bool has_prospect;          /* prospect is up to date */
    bot_prospect prospect;
    size_t thing_count;
    const wyrm_game_item
        *things[2 * WYRM_LEVEL_ITEMS_MAX]; /* items known to lie on the map, oldest first */
    wyrm_rng rng;                          /* random numbers for the current command */
    wyrm_status trouble;                   /* WYRM_ERROR_MEMORY: some answer was missing for want of
                                              memory */

    /* The memory of the bot. */
    bool has_quarry;      /* it has approached a monster and lost sight of it */
    wyrm_position quarry; /* where that stood */
    size_t obstacle_count;
    bot_obstacle obstacles[BOT_FOES_MAX];
    bool began;          /* it has been asked for a command in this game */
    uint64_t commands;   /* game->commands when it was last asked */
    uint32_t refused;    /* bit: commands of this kind have been refused since */
    int32_t depth, wins; /* depth and wins of the current map */
    uint64_t done;       /* progress, and the turn in which it last changed */
    uint32_t done_turn;
    uint32_t steps_done;  /* tiles of this map that it has stood on */
    uint32_t wounds_done; /* times that a monster of this map had fewer hit points than ever
                             before */
    bool is_bold;         /* caution has led nowhere */
    uint32_t bold_until;  /* the turn until which it is bold */
    uint32_t bold_turns;  /* how long it will be bold the next time */
    bool is_resting;
    int32_t waited; /* turns in a row that it has waited for others to come */
    uint32_t waited_turn;
    uint32_t whim;        /* what a random bot is doing for a while */
    bool has_beat;        /* it is patrolling */
    wyrm_position beat;   /* and going there */
    bool has_haunt;       /* it has left a monster alone */
    wyrm_position haunt;  /* where that was last seen: a patrol begins there */
    uint64_t pack_judged; /* state of the pack when nothing in it was better than what is worn */
    bool has_chosen;      /* it has chosen an attack: against the nearest foe, with these conditions
                             and counters */
    uint32_t chosen_against;
    double chosen_with[WYRM_STATS_MAX];
    bool has_rival;
    wyrm_combatant rival; /* the last monster seen, by which gear is judged */
    bot_way way;
    wyrm_position at; /* the player's tile */
    uint32_t news;    /* game->news when the map was last taken in */
    /* A search with nobody in sight found nothing to explore, and whether the pack had room then.
     * Reset when anything else changes that this depends on. */
    bool is_explored, had_room;
    bot_match matches[BOT_MATCHES];

    uint8_t notes[BOT_TILES];                /* by tile of this map, row by row: BOT_NOTE_... */
    int64_t least_hp[WYRM_LEVEL_SPAWNS_MAX]; /* by id of its monsters; 0: not seen yet */

    /* Work space of searches for ways: see urges.c. The rows of `ground` from ground_top up to, and
     * without, ground_bottom are up to date. */
    int32_t ground_top, ground_bottom;
    uint8_t ground[(WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2)];
    wyrm_position queue[BOT_TILES];
};

/* The byte of a tile of the ground, which has a rim of one tile around the map. */
static inline uint8_t *bot_ground_at(wyrm_bot *bot, int x, int y)
{
    return &bot->ground[(y + 1) * (bot->game->map.width + 2) + x + 1];
}

static inline int32_t bot_tile(const wyrm_bot *bot, wyrm_position at)
{
    return at.y * bot->game->map.width + at.x;
}

/* Whether a tile with this mark is known and can be stood on: wyrm_known_tile made fast. */
static inline bool bot_mark_is_open(uint8_t mark)
{
    return ((mark & WYRM_MARK_KNOWN) != 0) & ((mark & WYRM_MARK_TILE) != WYRM_TILE_WALL) &
           ((mark & WYRM_TILE_AVOIDED) == 0);
}

static inline bool bot_is_inside(const wyrm_bot *bot, int x, int y)
{
    return x >= 0 && y >= 0 && x < bot->game->map.width && y < bot->game->map.height;
}

static inline bool bot_is_open(const wyrm_bot *bot, int x, int y)
{
    return bot_is_inside(bot, x, y) &&
           bot_mark_is_open(bot->game->marks[y * bot->game->map.width + x]);
}

/* ---- Urges ---- */

/* Something that a bot may want to do now: returns whether it does, with the command. */
typedef bool bot_urge(wyrm_bot *bot, wyrm_command *command);

/* The policy of a kind of bot: its own urges, then those it shares with others, both ended by NULL;
 * the kinds of effect that it knows how to use, as bits, permanent and temporary ones; and when it
 * drinks. A test has each bot play with every kind of item. */
struct wyrm_bot_policy {
    bot_urge *const *own, *const *shared;
    uint32_t for_good, for_turns;
    double drinks; /* below this share of its hit points */
};

extern const struct wyrm_bot_policy bot_explorer, bot_tactician;

/* ---- The pack and the body ---- */

#define BOT_BIT(kind) (UINT32_C(1) << WYRM_EFFECT_##kind)
#define BOT_HEALS     (BOT_BIT(HEAL) | BOT_BIT(FEED))

static inline bool bot_is_of(const wyrm_effect *effect, uint32_t kinds)
{
    return effect->kind != WYRM_EFFECT_NONE && (kinds >> effect->kind & 1) != 0;
}

/* Whether a bot with this policy ever uses such an effect. */
static inline bool bot_uses(const struct wyrm_bot_policy *policy, const wyrm_effect *effect)
{
    return bot_is_of(effect, effect->turns > 0 ? policy->for_turns : policy->for_good);
}

static inline const wyrm_effect *bot_effect_of(const wyrm_bot *bot, size_t item)
{
    return &bot->engine->effects[bot->game->pack[item].item.kind];
}

static inline bool bot_can_use(const wyrm_bot *bot, size_t item)
{
    return wyrm_can_use(bot->engine, bot->game, item, NULL);
}

static inline bool bot_has_room(const wyrm_bot *bot)
{
    return !game_pack_is_full(bot->engine, bot->game);
}

/* Food is useful only under rules with hunger; items without an effect only as gear. */
static inline bool bot_is_useful(const wyrm_bot *bot, const wyrm_game_item *item)
{
    wyrm_effect_kind effect = bot->engine->effects[item->item.kind].kind;
    bool helps = effect != WYRM_EFFECT_NONE &&
                 (effect != WYRM_EFFECT_FEED || bot->engine->rules.stage_count > 0);
    return !item->left && (helps || game_is_gear(bot->engine, item->item.kind));
}

/* The player's hit points as a share of the maximum. */
static inline double bot_health(const wyrm_bot *bot)
{
    return (double)bot->body->hp / (double)bot->body->max_hp;
}

/* ---- Knowledge (look.c) ---- */

/* The average effect of one combatant's attacks on another. */
bot_pacing bot_pace(wyrm_engine *engine, const wyrm_combatant *attacker,
                    const wyrm_combatant *defender, const game_blow *blow);

bool bot_knows_way_out(const wyrm_bot *bot);

/* The index of the first usable item of the pack with an effect of one of these kinds (bits); -1:
 * none. */
int32_t bot_find_item(const wyrm_bot *bot, uint32_t kinds);

/* Whether waiting now restores hit points. */
bool bot_regenerates(const wyrm_bot *bot);

/* Whether the stomach is fuller than this share of its capacity; true without hunger. */
bool bot_is_fuller(const wyrm_bot *bot, double share);

/* Heals with an item, whatever the wound: the weakest that heals it all, else the strongest. */
bool bot_heal(wyrm_bot *bot, wyrm_command *command);

/* The foe in sight on a tile, or NULL. */
static inline const bot_foe *bot_foe_on(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->sight_count; i++)
        if (game_same_tile(bot->foes[i].at, at))
            return &bot->foes[i];
    return NULL;
}

/* The greatest distance from which a monster can strike or shoot the player, in tiles. */
int32_t bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

/* ---- Ways, remembered from turn to turn (urges.c) ---- */

/* The next step of a way; `target` is used for BOT_WAY_TILE only. False if there is no way, or the
 * player is there already. */
bool bot_go(wyrm_bot *bot, bot_way_goal goal, bot_way_manner manner, wyrm_position target,
            wyrm_command *command);

/* Picks up an item worth it from its own tile. */
bot_urge bot_pick_up;

/* ---- Urges that several bots have (urges.c) ---- */

bot_urge bot_leave, bot_seek_exit, bot_explore, bot_patrol, bot_stray, bot_waver, bot_strike,
    bot_charge, bot_despair, bot_eat, bot_wear, bot_drink_when_low, bot_choose_attack;

/* Leaves the floor, or goes on towards the way out; with `past`, also past monsters that are in the
 * way. */
bool bot_get_out(wyrm_bot *bot, bool past, wyrm_command *command);

/* ---- Shots (tactics.c) ---- */

/* Shoots, if the rules say how far a shot flies. */
bot_urge bot_use_gun;

/* ---- Fights, also for tests and records of runs (tactics.c) ---- */

/* Whether the status is an answer. A lack of memory is noted: see wyrm_bot_trouble. */
bool bot_knows(wyrm_bot *bot, wyrm_status status);

/* Solves the whole fight with a foe in sight. The result lives until the next call. */
const bot_match *bot_reckon(wyrm_bot *bot, const bot_foe *foe);

/* Whether the probability of winning that fight is at least `odds`, mostly without solving it. */
bool bot_beats(wyrm_bot *bot, const bot_foe *foe, double odds);

/* Hit points that the fight with all awake monsters in sight costs by mean blows if they can all
 * strike at once; and hit points that the pack can heal. */
double bot_cost(wyrm_bot *bot);
double bot_stock(const wyrm_bot *bot);

/* Whether `hp` is more than `times` standard deviations of the hit points left after fights with
 * all awake foes, one after the other. */
bool bot_outweighs_luck(wyrm_bot *bot, double hp, double times);

#endif
