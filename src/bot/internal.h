/* What the parts of a bot share: the game as its player sees it now, and what it remembers of it.
 *
 * A bot is a list of urges, in the order in which they matter. Urges read of `game` what is no
 * secret: the player's body and pack, the turn, the tally. Everything else about the dungeon comes
 * through look.c.
 */
#ifndef WYRM_SRC_BOT_INTERNAL_H
#define WYRM_SRC_BOT_INTERNAL_H

#include <wyrm/bot.h>

#include "game/internal.h"

/* Something that a bot may want to do now: true where it does, with the command. */
typedef bool wyrm_urge(wyrm_bot *bot, wyrm_command *command);

/* Monsters in sight at once; those who are farther away are not reckoned with. */
#define WYRM_BOT_FOES_MAX 64

/* Steps of a way that are remembered. */
#define WYRM_BOT_WAY_MAX 256

#define WYRM_BOT_TILES   (WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX)

/* Bits of wyrm_bot.notes. */
#define WYRM_NOTE_STOOD  0x01 /* it has stood there */
#define WYRM_NOTE_LOOKED 0x02 /* while notes are taken: the newest item there has been looked at */
#define WYRM_NOTE_PASSED 0x04 /* a patrol has had it in sight */
#define WYRM_NOTE_ITEM   0x10 /* something lies there that it wants: a bit of the ground, too */

/* Bits of wyrm_bot.ground, beside the step by which a search has reached it. What it may be
 * gone to for stays until there is news; the target and what is taken are of one search. */
#define WYRM_GROUND_STEP    0x07
#define WYRM_GROUND_UNSEEN  0x08
#define WYRM_GROUND_ITEM    0x10
#define WYRM_GROUND_TARGET  0x20
#define WYRM_GROUND_TAKEN   0x40 /* reached, or somebody is in the way */
#define WYRM_GROUND_BLOCKED 0x80

/* A monster in sight. */
typedef struct wyrm_foe {
    const wyrm_game_monster *monster;
    wyrm_position at;
    int32_t distance;       /* tiles */
    bool awake;             /* it does what it wants */
    uint64_t print;         /* of all that a fight with it depends on: see look.c */
    wyrm_blow dealt, taken; /* one blow of the player, and of it */
    bool can_fall;          /* blows of the player bring it down in the end */
    bool can_hurt;          /* its blows take more than the player wins back */
} wyrm_foe;

/* One who stood where he could not be brought down, when he was seen last: who does not see the
 * player stays where he is. */
typedef struct wyrm_obstacle {
    uint32_t id;
    wyrm_position at;
} wyrm_obstacle;

/* What a way leads to. */
typedef enum wyrm_way_goal {
    WYRM_WAY_NONE,
    WYRM_WAY_TILE,   /* a tile */
    WYRM_WAY_UNSEEN, /* the nearest place from which something unseen may be seen */
    WYRM_WAY_THINGS  /* that, or an item worth picking up, whatever is nearer */
} wyrm_way_goal;

/* How a way treats who is in sight. */
typedef enum wyrm_way_manner {
    WYRM_WAY_AROUND, /* around them */
    WYRM_WAY_SAFELY  /* around them, out of their reach */
} wyrm_way_manner;

typedef struct wyrm_way {
    wyrm_way_goal goal;
    wyrm_way_manner manner;
    wyrm_position target;
    wyrm_position at;   /* of the player when the next step is due */
    size_t items_known; /* when it was found */
    size_t next, count; /* of steps[]; there may be more behind them */
    wyrm_position steps[WYRM_BOT_WAY_MAX];
} wyrm_way;

/* What is known of a fight with one monster: see look.c. */
typedef struct wyrm_match {
    uint64_t print; /* of the two as they stand there; 0: nothing is known */
    wyrm_blow dealt, taken;
    double asked; /* the odds that it was last asked about, and the answer; 0: not asked yet */
    bool beats;
    bool is_reckoned; /* what follows is known, too */
    double win;       /* chance */
    double hp_sd;     /* of the hit points left */
} wyrm_match;
#define WYRM_BOT_MATCHES 512 /* a power of 2 */

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
    wyrm_observation seen;
    size_t foe_count, awake_count;
    size_t sight_count; /* with those behind the foes who neither fall nor hurt: they stand about */
    wyrm_foe foes[WYRM_BOT_FOES_MAX]; /* in sight, nearest first; then they who stand about */
    uint64_t print;                   /* of the player: see look.c */
    bool has_prospect;                /* it has been asked for */
    wyrm_prospect prospect;
    size_t thing_count;
    const wyrm_game_item
        *things[2 * WYRM_LEVEL_ITEMS_MAX]; /* known to lie on the map, oldest first */
    wyrm_rng rng;                          /* of this command */

    /* What it remembers. */
    bool has_quarry;      /* it went for somebody, and has lost sight of him */
    wyrm_position quarry; /* where he stood */
    size_t obstacle_count;
    wyrm_obstacle obstacles[WYRM_BOT_FOES_MAX];
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
    uint32_t errand;      /* what it goes about for, of who does so at random */
    bool has_beat;        /* it patrols */
    wyrm_position beat;   /* and goes there */
    bool has_haunt;       /* it has left somebody alone */
    wyrm_position haunt;  /* who stood there when he was seen last: where a patrol begins */
    uint64_t pack_judged; /* what the pack was when nothing in it was better than what is worn */
    bool has_rival;
    wyrm_combatant rival; /* the last monster seen: against whom gear is tried */
    wyrm_way way;
    wyrm_position at; /* where it stood last */
    uint32_t news;    /* of the map, when it took it in */
    /* With nobody in sight nothing was left that wyrm_urge_explore would go for; there was room in
     * the pack. What else that rests on has not changed since. */
    bool is_explored, had_room;
    wyrm_match matches[WYRM_BOT_MATCHES];

    uint8_t notes[WYRM_BOT_TILES];           /* of this map: WYRM_NOTE_... by tile, row by row */
    int64_t least_hp[WYRM_LEVEL_SPAWNS_MAX]; /* of its monsters by id; 0: not seen yet */

    /* What searches for ways work on: see way.c. The rows of the ground from ground_top on and
     * before ground_bottom are what the map is known to be. */
    int32_t ground_top, ground_bottom;
    uint8_t ground[(WYRM_MAP_SIDE_MAX + 2) * (WYRM_MAP_SIDE_MAX + 2)];
    wyrm_position queue[WYRM_BOT_TILES];
};

/* The byte of a tile of the ground, which has a rim of one around the map. */
static inline uint8_t *wyrm_ground_at(wyrm_bot *bot, int x, int y)
{
    return &bot->ground[(y + 1) * (bot->game->map.width + 2) + x + 1];
}

/* ---- Looking around, and what a fight would be like (look.c) ---- */

/* Takes in the game as it is now. */
void wyrm_bot_look(wyrm_bot *bot, const wyrm_game *game);

/* Share of its hit points that the player has, and how many of those in sight stand beside it. */
double wyrm_bot_health(const wyrm_bot *bot);
size_t wyrm_bot_beside(const wyrm_bot *bot);

/* The one in sight on a tile, or NULL. */
const wyrm_foe *wyrm_bot_foe_on(const wyrm_bot *bot, wyrm_position at);

/* The whole fight with somebody in sight, exactly. Lives until the next call. */
const wyrm_match *wyrm_bot_reckon(wyrm_bot *bot, const wyrm_foe *foe);

/* Whether the chance to win that fight is at least `odds`: the same, mostly without following
 * it. */
bool wyrm_bot_beats(wyrm_bot *bot, const wyrm_foe *foe, double odds);

/* Whether so many hit points are more than `times` the standard deviation of those that fights with
 * all who are awake leave, one after the other. */
bool wyrm_bot_outweighs_luck(wyrm_bot *bot, double hp, double times);

/* Lives until the next look. */
const wyrm_prospect *wyrm_bot_prospect(wyrm_bot *bot);

/* Turns that one of them stands, on average. */
double wyrm_bot_turns(const wyrm_foe *foe);

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t wyrm_bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

static inline bool wyrm_bot_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* What an item does. */
static inline const wyrm_effect *wyrm_bot_effect(const wyrm_bot *bot, const wyrm_game_item *item)
{
    return &bot->engine->effects[item->item.kind];
}

#define WYRM_BOT_KIND(kind) (UINT32_C(1) << (kind))
#define WYRM_BOT_HURTS                                                                             \
    (WYRM_BOT_KIND(WYRM_EFFECT_LIGHTNING) | WYRM_BOT_KIND(WYRM_EFFECT_BOLT) |                      \
     WYRM_BOT_KIND(WYRM_EFFECT_BLAST))

/* The map, as wyrm_known_tile tells it, many times a turn. */

static inline bool wyrm_bot_is_inside(const wyrm_bot *bot, int x, int y)
{
    return x >= 0 && y >= 0 && x < bot->game->map.width && y < bot->game->map.height;
}

static inline int32_t wyrm_bot_tile(const wyrm_bot *bot, wyrm_position at)
{
    return at.y * bot->game->map.width + at.x;
}

/* Whether a tile of such a mark is known and can be stood on. */
static inline bool wyrm_bot_mark_is_open(uint8_t mark)
{
    return ((mark & WYRM_MARK_KNOWN) != 0) & ((mark & WYRM_MARK_TILE) != WYRM_TILE_WALL);
}

static inline bool wyrm_bot_is_open(const wyrm_bot *bot, int x, int y)
{
    return wyrm_bot_is_inside(bot, x, y) &&
           wyrm_bot_mark_is_open(bot->game->marks[y * bot->game->map.width + x]);
}

/* ---- Ways, remembered from turn to turn (way.c) ---- */

/* The next step of a way; `target` is read for WYRM_WAY_TILE only. False where there is none, or
 * the player stands there already. */
bool wyrm_bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
                 wyrm_command *command);

/* The step, or the blow, that leads to a neighbouring tile. */
wyrm_command wyrm_bot_step(const wyrm_bot *bot, wyrm_position to);

/* Whether picking something up where the player stands is possible and worth it. */
bool wyrm_bot_has_treasure(const wyrm_bot *bot);

/* ---- Fighting (fight.c) ---- */

wyrm_urge wyrm_urge_strike;  /* the weakest of those beside it who fall by it in the end */
wyrm_urge wyrm_urge_charge;  /* up to the nearest of those in sight that a way leads to */
wyrm_urge wyrm_urge_pursue;  /* where he stood whom it went up to and has lost sight of */
wyrm_urge wyrm_urge_despair; /* both, at those whom it cannot bring down: where it is bold */
wyrm_urge wyrm_urge_await;   /* lets somebody come who would else have the first blow */
wyrm_urge wyrm_urge_burn;    /* two and more at once, and, when hurt, anybody */
wyrm_urge wyrm_urge_shoot;   /* at the nearest who does not stand beside, with what is in hand */
wyrm_urge
    wyrm_urge_throw; /* what is not worn, no nearer than it bursts, at the nearest who comes */

/* Waits for others to come, at most so many turns in a row. */
bool wyrm_bot_bide(wyrm_bot *bot, int32_t patience, wyrm_command *command);

/* The use of an item that saves most in a fight with all that are awake and in sight, by mean
 * blows; returns how many hit points, 0 where nothing helps. `cost` is what the fight costs
 * without. */
double wyrm_bot_means(wyrm_bot *bot, double cost, wyrm_command *command);

/* An item that leads away at once, or hides: false where there is none. */
bool wyrm_bot_vanish(wyrm_bot *bot, wyrm_command *command);

/* ---- Going about and keeping alive (live.c) ---- */

wyrm_urge wyrm_urge_leave;        /* takes the victory item or the stairs where it stands on them */
wyrm_urge wyrm_urge_seek_exit;    /* goes to the one, or else the other, where it knows them */
wyrm_urge wyrm_urge_slip_to_exit; /* the same, out of everybody's reach */
wyrm_urge wyrm_urge_pick_up;      /* what is worth it */
wyrm_urge
    wyrm_urge_explore;      /* to what there is to pick up or to see, where it has not had enough */
wyrm_urge wyrm_urge_scout;  /* to what there is to see only */
wyrm_urge wyrm_urge_slip;   /* the same, out of everybody's reach */
wyrm_urge wyrm_urge_patrol; /* from here to there, to meet what it seeks and has not found */
wyrm_urge wyrm_urge_waver;  /* a step anywhere now and then, where caution has led nowhere */
wyrm_urge wyrm_urge_stray;  /* a step anywhere, or a blow where that makes sense */
wyrm_urge wyrm_urge_run;    /* where a fight costs more than it has, draughts included */
wyrm_urge wyrm_urge_limp;   /* on, badly hurt where neither time nor its pack would help */
wyrm_urge wyrm_urge_eat;    /* when nothing of it would be lost */
wyrm_urge wyrm_urge_rest;   /* until its hit points are back, where nobody is in sight */
wyrm_urge wyrm_urge_profit; /* uses what helps for good, and maps where no way out is known */
wyrm_urge wyrm_urge_wear;   /* what makes a fight with the last monster seen cheaper */
wyrm_urge wyrm_urge_make_room; /* puts down what it does not need where the pack is full */

/* Leaves, or goes on looking for the way out, past whoever is there; not where it is bold. */
bool wyrm_bot_run(wyrm_bot *bot, wyrm_command *command);

/* Whether the player stands where few can get at it at once: in a corridor, or a doorway's
 * depth; and goes to such a place, where it is nearer to it than all who are awake. */
bool wyrm_bot_is_covered(const wyrm_bot *bot);
bool wyrm_bot_take_cover(wyrm_bot *bot, wyrm_command *command);

/* Heals itself with an item: below that share of its hit points, where waiting does not or somebody
 * is in sight; at any wound. False where there is nothing to heal with. */
bool wyrm_bot_drink(wyrm_bot *bot, double below, wyrm_command *command);
bool wyrm_bot_heal(wyrm_bot *bot, wyrm_command *command);

/* Whether hit points come back by waiting, now. */
bool wyrm_bot_mends(const wyrm_bot *bot);

/* The first item of the pack that can be used with an effect of one of the kinds (a bit each); -1:
 * none. */
int32_t wyrm_bot_has(const wyrm_bot *bot, uint32_t kinds);

#endif
