/* What the parts of a bot share: the game as its player sees it now, and what it remembers of it.
 * look.c takes it in, urges.c and those who have them decide by it and find ways over it. */
#ifndef WYRM_SRC_BOT_INTERNAL_H
#define WYRM_SRC_BOT_INTERNAL_H

#include <wyrm/bot.h>
#include "game/internal.h"

/* Monsters in sight at once; those who are farther away are not reckoned with. */
#define BOT_FOES_MAX 64

/* Steps of a way that are remembered. */
#define BOT_WAY_MAX 256

#define BOT_TILES   (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* Bits of wyrm_bot.notes. */
#define BOT_NOTE_STOOD  0x01 /* it has stood there */
#define BOT_NOTE_LOOKED 0x02 /* while notes are taken: the newest item there has been looked at */
#define BOT_NOTE_PASSED 0x04 /* a patrol has had it in sight */
#define BOT_NOTE_ITEM   0x10 /* something lies there that it wants: a bit of the ground, too */

/* Bits of wyrm_bot.ground, beside the step by which a search has reached it. What it may be
 * gone to for stays until there is news; the target and what is taken are of one search. */
#define BOT_GROUND_STEP    0x07
#define BOT_GROUND_UNSEEN  0x08
#define BOT_GROUND_ITEM    0x10
#define BOT_GROUND_TARGET  0x20
#define BOT_GROUND_TAKEN   0x40 /* reached, or somebody is in the way */
#define BOT_GROUND_BLOCKED 0x80

/* What one does to another in the course of time, on average. */
typedef struct bot_pacing {
    double attacks; /* a turn */
    double harm; /* hit points an attack, those that the conditions it gives will take included */
    double own;  /* and those that it costs the striker; below 0: wins */
} bot_pacing;

/* What two who stand there are to each other: the player's side first. */
typedef struct bot_exchange {
    game_blow dealt, taken; /* one attack of the player, and of the other */
    bot_pacing hits, hurts; /* of the player, and of the other */
    bool is_simple;         /* both attack once a turn from now on, and do nothing but damage */
    bool is_spent; /* the player has too little left of what blows cost to do anything to it now */
} bot_exchange;

/* A monster in sight. */
typedef struct bot_foe {
    const wyrm_game_monster *monster;
    wyrm_position at;
    int32_t distance; /* tiles */
    bool awake;       /* it does what it wants */
    uint64_t print;   /* of all that a fight with it depends on: see look.c */
    bot_exchange blows;
    bool can_fall; /* blows of the player bring it down in the end */
    bool can_hurt; /* its blows take more than the player wins back */
} bot_foe;

/* One who stood where he could not be brought down, when he was seen last: who does not see the
 * player stays where he is. */
typedef struct bot_obstacle {
    uint32_t id;
    wyrm_position at;
} bot_obstacle;

/* What a way leads to. */
typedef enum bot_way_goal {
    BOT_WAY_NONE,
    BOT_WAY_TILE,   /* a tile */
    BOT_WAY_UNSEEN, /* the nearest place from which something unseen may be seen */
    BOT_WAY_THINGS  /* that, or an item worth picking up, whatever is nearer */
} bot_way_goal;

/* How a way treats who is in sight. */
typedef enum bot_way_manner {
    BOT_WAY_AROUND, /* around them */
    BOT_WAY_SAFELY  /* around them, out of their reach */
} bot_way_manner;

typedef struct bot_way {
    bot_way_goal goal;
    bot_way_manner manner;
    wyrm_position target;
    wyrm_position at;   /* of the player when the next step is due */
    size_t items_known; /* when it was found */
    size_t left, kept;  /* steps to go, and how many of the next of them are in steps[] */
    wyrm_position steps[BOT_WAY_MAX]; /* the last one first, round and round */
} bot_way;

/* What is known of a fight with one monster: see tactics.c. */
typedef struct bot_match {
    uint64_t print; /* of the two as they stand there; 0: nothing is known */
    bot_exchange blows;
    double asked; /* the odds that it was last asked about, and the answer; 0: not asked yet */
    bool beats;
    bool is_reckoned; /* what follows is known, too */
    double win;       /* chance */
    double hp_sd;     /* of the hit points left */
} bot_match;
#define BOT_MATCHES 512 /* a power of 2 */

/* A fight with all that are awake and in sight, by mean blows: hit points that it costs where they
 * can all strike at once, the best target first, and where they come one by one. */
typedef struct wyrm_prospect {
    size_t count;
    double at_once, one_by_one;
    int64_t next_most; /* taken in the next turn, by all that can strike in it */
} wyrm_prospect;

struct wyrm_bot {
    const wyrm_bot_kind *kind;
    wyrm_engine *engine;

    /* Now. */
    const wyrm_game *game;
    const wyrm_combatant *body; /* of the player */
    wyrm_observation seen;
    size_t foe_count, awake_count;
    size_t sight_count; /* with those behind the foes who neither fall nor hurt: they stand about */
    bot_foe foes[BOT_FOES_MAX]; /* in sight, nearest first; then they who stand about */
    uint64_t print;             /* of the player: see look.c */
    bool has_prospect;          /* it has been asked for */
    wyrm_prospect prospect;
    size_t thing_count;
    const wyrm_game_item
        *things[2 * WYRM_LEVEL_ITEMS_MAX]; /* known to lie on the map, oldest first */
    wyrm_rng rng;                          /* of this command */
    wyrm_status trouble;                   /* WYRM_ERROR_MEMORY: there was none to think with */

    /* What it remembers. */
    bool has_quarry;      /* it went for somebody, and has lost sight of him */
    wyrm_position quarry; /* where he stood */
    size_t obstacle_count;
    bot_obstacle obstacles[BOT_FOES_MAX];
    bool began;          /* it has been asked in this game */
    uint64_t commands;   /* of the game when it was asked last */
    uint32_t refused;    /* bit: commands of that kind have been refused since */
    int32_t depth, wins; /* of the map */
    uint64_t done;       /* what it had got done when that changed last, and in which turn */
    uint32_t done_turn;
    uint32_t steps_done;  /* tiles of this map that it has stood on */
    uint32_t wounds_done; /* times that a monster of this map had fewer hit points than ever */
    bool is_bold;         /* caution has led nowhere */
    uint32_t bold_until;  /* the turn that it is bold up to */
    uint32_t bold_turns;  /* for how long it will be the next time */
    bool is_resting;
    int32_t waited; /* turns in a row that it has let others come */
    uint32_t waited_turn;
    uint32_t whim;        /* what it goes about for, of who does so at random */
    bool has_beat;        /* it patrols */
    wyrm_position beat;   /* and goes there */
    bool has_haunt;       /* it has left somebody alone */
    wyrm_position haunt;  /* who stood there when he was seen last: where a patrol begins */
    uint64_t pack_judged; /* what the pack was when nothing in it was better than what is worn */
    bool has_chosen;      /* an attack, against who was the nearest, with these counters */
    uint32_t chosen_against;
    double chosen_with[WYRM_STATS_MAX];
    bool has_rival;
    wyrm_combatant rival; /* the last monster seen: against whom gear is tried */
    bot_way way;
    wyrm_position at; /* where it stands */
    uint32_t news;    /* of the map, when it took it in */
    /* With nobody in sight nothing was left that explore would go for; there was room in the pack.
     * What else that rests on has not changed since. */
    bool is_explored, had_room;
    bot_match matches[BOT_MATCHES];

    uint8_t notes[BOT_TILES];                /* of this map: WYRM_NOTE_... by tile, row by row */
    int64_t least_hp[WYRM_LEVEL_SPAWNS_MAX]; /* of its monsters by id; 0: not seen yet */

    /* What searches for ways work on: see urges.c. The rows of the ground from ground_top on and
     * before ground_bottom are what the map is known to be. */
    int32_t ground_top, ground_bottom;
    uint8_t ground[(WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2)];
    wyrm_position queue[BOT_TILES];
};

/* The byte of a tile of the ground, which has a rim of one around the map. */
static inline uint8_t *bot_ground_at(wyrm_bot *bot, int x, int y)
{
    return &bot->ground[(y + 1) * (bot->game->map.width + 2) + x + 1];
}

static inline int32_t bot_tile(const wyrm_bot *bot, wyrm_position at)
{
    return at.y * bot->game->map.width + at.x;
}

/* Whether a tile of such a mark is known and can be stood on; as wyrm_known_tile tells it, many
 * times a turn. */
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

/* Something that a bot may want to do now: true where it does, with the command. */
typedef bool bot_urge(wyrm_bot *bot, wyrm_command *command);

/* What a kind of bot does: its own urges and then those that it shares, both ended by NULL, and
 * what it knows how to use: bits by kind of effect, of those that last for ever, and of those that
 * last for some turns. A test has them play with every kind of item. */
struct wyrm_bot_policy {
    bot_urge *const *own, *const *shared;
    uint32_t for_good, for_turns;
    double drinks; /* below that share of its hit points */
};

extern const struct wyrm_bot_policy bot_explorer, bot_tactician;

/* ---- The pack and the body ---- */

#define BOT_BIT(kind) (UINT32_C(1) << WYRM_EFFECT_##kind)
#define BOT_HEALS     (BOT_BIT(HEAL) | BOT_BIT(FEED))

static inline bool bot_is_of(const wyrm_effect *effect, uint32_t kinds)
{
    return effect->kind != WYRM_EFFECT_NONE && (kinds >> effect->kind & 1) != 0;
}

/* Whether who plays by the policy ever uses such an effect. */
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

/* Food is of use to the hungry alone, and what does nothing and cannot be worn to nobody. */
static inline bool bot_is_useful(const wyrm_bot *bot, const wyrm_game_item *item)
{
    wyrm_effect_kind effect = bot->engine->effects[item->item.kind].kind;
    bool helps = effect != WYRM_EFFECT_NONE &&
                 (effect != WYRM_EFFECT_FEED || bot->engine->rules.stage_count > 0);
    return !item->left && (helps || game_is_gear(bot->engine, item->item.kind));
}

/* Share of its hit points that the player has. */
static inline double bot_health(const wyrm_bot *bot)
{
    return (double)bot->body->hp / (double)bot->body->max_hp;
}

/* ---- What it knows (look.c) ---- */

/* What attacks of one on another come to. */
bot_pacing bot_pace(wyrm_engine *engine, const wyrm_combatant *attacker,
                    const wyrm_combatant *defender, const game_blow *blow);

bool bot_knows_way_out(const wyrm_bot *bot);

/* The first item of the pack that can be used with an effect of one of the kinds (a bit each); -1:
 * none. */
int32_t bot_find_item(const wyrm_bot *bot, uint32_t kinds);

/* Whether hit points come back by waiting, now. */
bool bot_mends(const wyrm_bot *bot);

/* Whether it has more than that share of what a stomach holds; so where nobody is ever hungry. */
bool bot_is_fuller(const wyrm_bot *bot, double share);

/* Heals itself with an item, at any wound: by the least that makes it good, else by the most that
 * there is. */
bool bot_heal(wyrm_bot *bot, wyrm_command *command);

/* The one in sight on a tile, or NULL. */
static inline const bot_foe *bot_foe_on(const wyrm_bot *bot, wyrm_position at)
{
    for (size_t i = 0; i < bot->sight_count; i++)
        if (game_same_tile(bot->foes[i].at, at))
            return &bot->foes[i];
    return NULL;
}

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

/* ---- Ways, remembered from turn to turn (urges.c) ---- */

/* The next step of a way; `target` is read for BOT_WAY_TILE only. False where there is none, or
 * the player stands there already. */
bool bot_go(wyrm_bot *bot, bot_way_goal goal, bot_way_manner manner, wyrm_position target,
            wyrm_command *command);

/* Picks up what is worth it where it stands. */
bot_urge bot_pick_up;

/* ---- Urges that several bots have (urges.c) ---- */

bot_urge bot_leave, bot_seek_exit, bot_explore, bot_patrol, bot_stray, bot_waver, bot_strike,
    bot_charge, bot_despair, bot_eat, bot_wear, bot_drink_when_low, bot_choose_attack;

/* Leaves, or goes on looking for the way out, past whoever is there where it must be and `past`. */
bool bot_get_out(wyrm_bot *bot, bool past, wyrm_command *command);

/* ---- Shots (tactics.c) ---- */

/* Shoots, where the rules are told how far a shot flies. */
bot_urge bot_use_gun;

/* ---- Fights, as tests and records of runs look at them (tactics.c) ---- */

/* Whether there is an answer. Where there was no memory for it, that is kept: see
 * wyrm_bot_trouble. */
bool bot_knows(wyrm_bot *bot, wyrm_status status);

/* The whole fight with somebody in sight, exactly. Lives until the next call. */
const bot_match *bot_reckon(wyrm_bot *bot, const bot_foe *foe);

/* Whether the chance to win that fight is at least `odds`: the same, mostly without following
 * it. */
bool bot_beats(wyrm_bot *bot, const bot_foe *foe, double odds);

/* Hit points that the fight with all who are awake and in sight costs by mean blows, where they can
 * all strike at once; and those that the pack can give back. */
double bot_cost(wyrm_bot *bot);
double bot_stock(const wyrm_bot *bot);

/* Whether so many hit points are more than `times` the standard deviation of those that fights with
 * all who are awake leave, one after the other. */
bool bot_outweighs_luck(wyrm_bot *bot, double hp, double times);

#endif
