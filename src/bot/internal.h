/* What the parts of a bot share: the game as its player sees it now, and what it remembers of it.
 * look.c takes it in, way.c finds ways over it, bot.c decides by it. */
#ifndef WYRM_SRC_BOT_INTERNAL_H
#define WYRM_SRC_BOT_INTERNAL_H

#include <wyrm/bot.h>
#include "game/internal.h"

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
    size_t left, kept;  /* steps to go, and how many of the next of them are in steps[] */
    wyrm_position steps[WYRM_BOT_WAY_MAX]; /* the last one first, round and round */
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
    const wyrm_combatant *body; /* of the player */
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
    wyrm_position at; /* where it stands */
    uint32_t news;    /* of the map, when it took it in */
    /* With nobody in sight nothing was left that explore would go for; there was room in the pack.
     * What else that rests on has not changed since. */
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
    return ((mark & WYRM_MARK_KNOWN) != 0) & ((mark & WYRM_MARK_TILE) != WYRM_TILE_WALL);
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

/* ---- Looking around, and what a fight would be like (look.c) ---- */

/* Takes in the game as it is now. */
void bot_look(wyrm_bot *bot, const wyrm_game *game);

/* The one in sight on a tile, or NULL. */
const wyrm_foe *bot_foe_on(const wyrm_bot *bot, wyrm_position at);

/* The whole fight with somebody in sight, exactly. Lives until the next call. */
const wyrm_match *bot_reckon(wyrm_bot *bot, const wyrm_foe *foe);

/* Whether the chance to win that fight is at least `odds`: the same, mostly without following
 * it. */
bool bot_beats(wyrm_bot *bot, const wyrm_foe *foe, double odds);

/* Whether so many hit points are more than `times` the standard deviation of those that fights with
 * all who are awake leave, one after the other. */
bool bot_outweighs_luck(wyrm_bot *bot, double hp, double times);

/* Lives until the next look. */
const wyrm_prospect *bot_prospect(wyrm_bot *bot);

/* Turns that one of them stands, on average. */
double bot_turns(const wyrm_foe *foe);

/* The greatest distance from which a monster can strike or shoot the player; tiles. */
int32_t bot_reach(const wyrm_bot *bot, const wyrm_game_monster *monster);

/* ---- Ways, remembered from turn to turn (way.c) ---- */

/* The next step of a way; `target` is read for WYRM_WAY_TILE only. False where there is none, or
 * the player stands there already. */
bool bot_go(wyrm_bot *bot, wyrm_way_goal goal, wyrm_way_manner manner, wyrm_position target,
            wyrm_command *command);

/* The step, or the blow, that leads to a neighbouring tile. */
wyrm_command bot_step(const wyrm_bot *bot, wyrm_position to);

/* Whether picking something up where the player stands is possible and worth it. */
bool bot_has_treasure(const wyrm_bot *bot);

#endif
