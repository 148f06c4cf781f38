/* The game: a state, commands in, events out.
 *
 * An engine is a design made ready to play: it holds what is drawn from often and room to work in,
 * and nothing that a game needs to remember. One engine serves any number of games, one at a time;
 * each thread has its own. The same design, options and commands give the same states and events on
 * every machine and build.
 *
 * The order of a turn: the player acts; then the monsters, nearest first (of equally near ones in
 * the order of placing); then conditions run out, the hungry digest, the hurt regenerate. Whoever
 * hurt the dead last has the credit. (RuggRogue, "Turn Order and Combat")
 *
 * Where attacks or steps take other than a turn, each acts when what it did before is over: of
 * those whose time it is the player first, or the monsters where the rules say so. The end of a
 * turn comes before what begins then. So a set fight has the order of a duel in which the player
 * strikes first (<wyrm/duel.h>), or the monster where monsters are first. Who waits takes a turn; a
 * monster with nothing to do looks again at the beginning of the next one.
 */
#ifndef WYRM_GAME_H
#define WYRM_GAME_H

#include <wyrm/arena.h>
#include <wyrm/effect_targets.h>
#include <wyrm/play_rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a seed gives: raised by one wherever rules of play or bots change it, which a test sees
 * (tests/golden/engine; `make engine`). Runs of different engines are not added up, and recordings
 * of another are not played. Version 0.1 had no number. */
#define WYRM_ENGINE_VERSION 7

#define WYRM_WORN_MAX       16 /* pieces of gear at once */
#define WYRM_BOOSTS_MAX     32
#define WYRM_KINDS_MAX      1024 /* kinds of items, and of monsters, that a game can tally */

/* ---- Commands ---- */

/* One row a command: name, the letter of recordings, what it takes, and what it does. */
/* clang-format off */
#define WYRM_COMMAND_ROWS(row)                                                                     \
    row(WYRM_DO_WAIT, 'w', NOTHING, "wait a turn")                                                 \
    row(WYRM_DO_MOVE, 'm', DIRECTION, "go a step, or strike who stands there")                     \
    row(WYRM_DO_PICK_UP, 'g', NOTHING, "pick up what lies here; the victory item is won by it")    \
    row(WYRM_DO_DROP, 'd', ITEM, "put an item on the floor; worn gear is taken off")               \
    row(WYRM_DO_USE, 'u', ITEM_AND_TARGET, "use an item, at a target where it needs one")          \
    row(WYRM_DO_WEAR, 'e', ITEM, "wield a weapon or put on armor; what is in its way comes off")   \
    row(WYRM_DO_TAKE_OFF, 'r', ITEM, "take off what is worn")                                      \
    row(WYRM_DO_SHOOT, 'f', TARGET, "strike from afar: with the reach of the weapon, or fire it")  \
    row(WYRM_DO_THROW, 't', ITEM_AND_TARGET, "throw a weapon")                                     \
    row(WYRM_DO_LEAVE, '>', NOTHING, "take the stairs: costs no turn")                             \
    row(WYRM_DO_CHOOSE, 'c', CHOICE, "choose what a new level brings: costs no turn")              \
    row(WYRM_DO_GO_ON, 'n', NOTHING, "after a victory: a new game plus")                           \
    row(WYRM_DO_BUY, 'b', CHOICE, "on the stairs, where shops are: buy a thing; costs no turn")    \
    row(WYRM_DO_SELL, 's', ITEM, "likewise: sell what is carried and not worn; costs no turn")     \
    row(WYRM_DO_ATTACK, 'a', CHOICE, "choose one attack or another: costs no turn")
/* clang-format on */

typedef enum wyrm_command_kind {
#define WYRM_COMMAND_ENUM(name, letter, takes, summary) name,
    WYRM_COMMAND_ROWS(WYRM_COMMAND_ENUM)
#undef WYRM_COMMAND_ENUM
        WYRM_COMMAND_COUNT
} wyrm_command_kind;

/* The eight directions, clockwise from north. */
typedef enum wyrm_direction {
    WYRM_NORTH,
    WYRM_NORTH_EAST,
    WYRM_EAST,
    WYRM_SOUTH_EAST,
    WYRM_SOUTH,
    WYRM_SOUTH_WEST,
    WYRM_WEST,
    WYRM_NORTH_WEST,
    WYRM_DIRECTION_COUNT
} wyrm_direction;

WYRM_API wyrm_position wyrm_neighbour(wyrm_position from, wyrm_direction direction);

/* A plain value. What its kind does not take is not read; 0 is best. */
typedef struct wyrm_command {
    wyrm_command_kind kind;
    int32_t argument;     /* direction, index in the pack, or index of the choice */
    wyrm_position target; /* a tile of the map */
} wyrm_command;

/* ---- State ---- */

/* Conditions that last some turns: name, word, sentence. */
/* clang-format off */
#define WYRM_CONDITION_ROWS(row)                                                                   \
    row(WYRM_ASLEEP, "asleep", "does nothing; each turn wears it off by 1, by 1 more where the "   \
                               "other side is seen, by 10 more after a turn that hurt")            \
    row(WYRM_CONFUSED, "confused", "stumbles about at random")                                     \
    row(WYRM_HELD, "held", "cannot leave its tile")                                                \
    row(WYRM_SLOWED, "slowed", "acts every other turn")                                            \
    row(WYRM_AFRAID, "afraid", "flees who it sees")                                                \
    row(WYRM_HASTED, "hasted", "the monsters have a turn only every other time")                   \
    row(WYRM_HIDDEN, "hidden", "is seen by nobody who does not stand beside")                      \
    row(WYRM_SENSING, "sensing", "knows where all monsters of the map are")
/* clang-format on */

typedef enum wyrm_condition {
#define WYRM_CONDITION_ENUM(name, word, sentence) name,
    WYRM_CONDITION_ROWS(WYRM_CONDITION_ENUM)
#undef WYRM_CONDITION_ENUM
        WYRM_CONDITION_COUNT
} wyrm_condition;

WYRM_API const char *wyrm_condition_word(wyrm_condition condition); /* "asleep"; static text */

typedef struct wyrm_creature {
    wyrm_combatant combatant;            /* as it fights, gear included; hp is what it has now */
    wyrm_position at;                    /* its tile */
    int32_t turns[WYRM_CONDITION_COUNT]; /* that each condition still lasts; 0: it does not hold */
    int32_t regenerated;                 /* turns of its own regeneration counted so far */
    bool hurt;                           /* it has lost hit points since its last turn */
    wyrm_ratio due; /* when it acts next, in turns from the beginning of this one; 0/0: 0 */
    /* Who has last made worse a condition that costs it hit points: its id + 1, and its index in
     * the roster, -1 for the player; 0: nobody. */
    uint32_t blamed;
    int32_t blamed_kind;
} wyrm_creature;

typedef struct wyrm_game_monster {
    wyrm_creature body;
    wyrm_spawn spawn;  /* spawn.monster: index in the roster */
    uint32_t id;       /* unlike that of any other on this map; from 1 */
    bool met;          /* the player has seen it */
    bool flees;        /* for its wounds (<wyrm/abilities.h>) */
    bool torn;         /* it has been hurt, and is about to split */
    bool bound;        /* it vanishes with who summoned it, */
    uint32_t summoner; /* whose id this is; 0: it was not summoned */
    int32_t lasts;     /* turns until it vanishes; 0: it stays */
    /* Of its shots, then of its ways to summon: turns until it can again, and how often it has. */
    int32_t waits[WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX], done[WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX];
    int32_t recalls; /* turns for which it still looks for the player whom it has seen; 0: none */
    wyrm_position last; /* where it saw the player last */
} wyrm_game_monster;

/* An item of the floor or the pack. */
typedef struct wyrm_game_item {
    wyrm_item item;
    wyrm_position at; /* on the floor */
    int32_t uses;     /* left in it: `uses` of its record; 1 of most */
    bool seen;        /* on the floor: the player has seen it there */
    bool left;        /* on the floor: the player has put it down there on purpose */
    bool worn;        /* in the pack */
    char letter;      /* in the pack: a..z, A..Z, the same as long as it is carried, of those alike
                         one, and when it is picked up again its old one if that is free; 0: none is
                         left. Only for people: nothing depends on it */
} wyrm_game_item;

/* Gold that lies on the floor: who steps on it has it. */
typedef struct wyrm_heap {
    wyrm_position at;
    int32_t pieces;
    bool seen; /* by the player */
} wyrm_heap;

/* A thing that a shop of the floor sells. */
typedef struct wyrm_good {
    int32_t shop; /* as wyrm_shop_name has it */
    int32_t price;
    wyrm_game_item item;
} wyrm_good;

#define WYRM_GOODS_MAX 60

/* What an effect adds to a stat for a while, or for good (turns -1). */
typedef struct wyrm_boost {
    int32_t stat; /* of the combat model; -1: hit points won back each turn */
    double amount;
    int32_t turns;
} wyrm_boost;

typedef enum wyrm_game_phase {
    WYRM_PHASE_PLAYING,
    WYRM_PHASE_CHOOSING, /* a level-up waits for WYRM_DO_CHOOSE; nothing else is taken */
    WYRM_PHASE_WON,      /* WYRM_DO_GO_ON is taken where the ruleset goes on */
    WYRM_PHASE_DEAD
} wyrm_game_phase;

typedef enum wyrm_cause {
    WYRM_CAUSE_NONE,
    WYRM_CAUSE_MONSTER,
    WYRM_CAUSE_STARVED,
    WYRM_CAUSE_ITSELF, /* an effect of its own */
    WYRM_CAUSE_TERRAIN /* the ground that it stood on */
} wyrm_cause;

/* What a game counts, for its last page. Saturating. */
typedef struct wyrm_tally {
    uint64_t damage_dealt, damage_taken, healed;
    uint32_t kills, steps, attacks, shots, items_found, items_used, choices;
    uint32_t killed[WYRM_KINDS_MAX]; /* by index in the roster */
    uint32_t used[WYRM_KINDS_MAX];   /* by kind of item */
} wyrm_tally;

/* A game: all that it is, about 700 kB. A game and its copies belong to one thread at a time. */
typedef struct wyrm_game wyrm_game;

/* Room for a game, which has to be started (wyrm_game_start...) or copied before anything else is
 * done with it. NULL: out of memory. Owned by the caller (wyrm_game_free). */
WYRM_API wyrm_game *wyrm_game_new(void);
WYRM_API void wyrm_game_free(wyrm_game *game); /* NULL is allowed */

/* Copies a game, only what is used, which is faster than its size. */
WYRM_API void wyrm_game_copy(const wyrm_game *from, wyrm_game *to);

/* A copy of a game whose player has one more item, the last of the pack: for comparing what lies on
 * the floor. Owned by the caller; NULL: the pack is full, or memory is out. */
WYRM_API wyrm_game *wyrm_game_carrying(const wyrm_game *game, const wyrm_game_item *item);

/* What there is to know about a game. It grows at its end. Of monsters, items and the map it tells
 * everything; what the player may know of these is in <wyrm/observe.h>. */
typedef struct wyrm_game_view {
    uint64_t seed, run;
    uint64_t commands; /* taken so far */
    uint32_t turn;     /* from 1 */
    wyrm_game_phase phase;
    wyrm_cause cause; /* of death */
    int32_t killer;   /* index in the roster where a monster was the cause; else -1 */
    wyrm_difficulty difficulty;
    wyrm_experience experience;
    const wyrm_creature *player; /* its combatant wears the gear and has the boosts */
    const wyrm_combatant *bare;  /* the same without; its hp is not kept */
    int32_t fullness;            /* 0 where nobody is ever hungry */
    size_t boost_count;
    const wyrm_boost *boosts;
    size_t pack_count;
    const wyrm_game_item *pack; /* newest last */
    const wyrm_map *map;
    size_t monster_count;
    const wyrm_game_monster *monsters;
    size_t item_count;
    const wyrm_game_item *items; /* of the floor */
    const wyrm_tally *tally;
    int64_t gold; /* that the player has */
    size_t heap_count;
    const wyrm_heap *heaps; /* of the floor */
    /* Of the shops at the way out of the floor; where `shops` is 0 there is none. */
    uint32_t shops; /* bit: the shop is there */
    size_t good_count;
    const wyrm_good *goods;
} wyrm_game_view;

/* The view of a game as it is now. It belongs to the game; the next look brings it up to date, and
 * what its pointers lead to changes with the game. */
WYRM_API const wyrm_game_view *wyrm_game_look(const wyrm_game *game);

/* ---- Events ---- */

/* One row an event: name; what `who`, `whom`, `item` and `amount` mean. Creatures are told by id: 0
 * is the player, WYRM_NOBODY nobody. */
/* clang-format off */
#define WYRM_EVENT_ROWS(row)                                                                       \
    row(WYRM_EVENT_LEVEL_ENTERED)   /* amount: the depth */                                        \
    row(WYRM_EVENT_MOVED)           /* who; to `at` */                                             \
    row(WYRM_EVENT_ATTACKED)        /* who, whom; amount: damage done; `attack` tells how, `blow`  \
                                       and `number` which of several */                            \
    row(WYRM_EVENT_HURT)            /* whom, by the effect of item; amount */                      \
    row(WYRM_EVENT_HEALED)          /* who; amount, item; `before`: the maximum of hit points,     \
                                       where it has raised that, too */                            \
    row(WYRM_EVENT_DIED)            /* whom; who has the credit; `monster` is its index */         \
    row(WYRM_EVENT_EXPERIENCE)      /* the player; amount */                                       \
    row(WYRM_EVENT_LEVEL_UP)        /* the player; amount: the new level */                        \
    row(WYRM_EVENT_CHOICE)          /* amount: the index of what was chosen */                     \
    row(WYRM_EVENT_CONDITION)       /* whom; `condition` begins; amount: turns */                  \
    row(WYRM_EVENT_CONDITION_ENDED) /* whom; `condition` */                                        \
    row(WYRM_EVENT_BOOSTED)         /* whom; item; amount: turns, -1 for good */                   \
    row(WYRM_EVENT_PICKED_UP)       /* item */                                                     \
    row(WYRM_EVENT_DROPPED)         /* item */                                                     \
    row(WYRM_EVENT_USED)            /* item, just before what it does */                           \
    row(WYRM_EVENT_NO_EFFECT)       /* item was used, and nothing came of it */                    \
    row(WYRM_EVENT_WORN)            /* item */                                                     \
    row(WYRM_EVENT_TAKEN_OFF)       /* item */                                                     \
    row(WYRM_EVENT_THROWN)          /* item, to `at` */                                            \
    row(WYRM_EVENT_ATE)             /* item; amount: fullness won */                               \
    row(WYRM_EVENT_HUNGER)          /* a new stage; amount: its index */                           \
    row(WYRM_EVENT_STARVING)        /* amount: hit points lost */                                  \
    row(WYRM_EVENT_MAPPED)          /* item showed the map */                                      \
    row(WYRM_EVENT_TELEPORTED)      /* who; to `at` */                                             \
    row(WYRM_EVENT_SEEN)            /* whom has come into view */                                  \
    row(WYRM_EVENT_GOAL_PLACED)     /* the victory item lies at `at` */                            \
    row(WYRM_EVENT_WON)                                                                            \
    row(WYRM_EVENT_LOST)            /* who: the killer's id; `monster` its index or -1 */          \
    row(WYRM_EVENT_STATUS)          /* whom; `stat`, a condition or counter of the combat model,   \
                                       changes: amount is its value, `before` what it was */       \
    row(WYRM_EVENT_SUFFERED)        /* whom; amount lost by `stat` at the end of a turn; below 0:  \
                                       won; who is to blame */                                     \
    row(WYRM_EVENT_RECOILED)        /* who; amount lost by its own attack; below 0: won */         \
    row(WYRM_EVENT_SUMMONED)        /* whom has come, called by who */                             \
    row(WYRM_EVENT_SPLIT)           /* whom has split off who */                                   \
    row(WYRM_EVENT_VANISHED)        /* whom is gone: a summons has ended */                        \
    row(WYRM_EVENT_FLED)            /* who turns to flee for its wounds; amount 0: comes back */   \
    row(WYRM_EVENT_BURNED)          /* whom; amount lost by the ground; `before`: the number of its\
                                       terrain */                                                  \
    row(WYRM_EVENT_ENCHANTED)       /* item, with its new plus; amount: by how much */             \
    row(WYRM_EVENT_GOLD)            /* the player takes a heap; amount: its pieces */              \
    row(WYRM_EVENT_BOUGHT)          /* item; amount: its price */                                  \
    row(WYRM_EVENT_SOLD)            /* item; amount: what it brought */                            \
    row(WYRM_EVENT_ATTACK_CHOSEN)   /* the player; amount: which of the words of `stat` */
/* clang-format on */

typedef enum wyrm_event_kind {
#define WYRM_EVENT_ENUM(name) name,
    WYRM_EVENT_ROWS(WYRM_EVENT_ENUM)
#undef WYRM_EVENT_ENUM
        WYRM_EVENT_COUNT
} wyrm_event_kind;

#define WYRM_NOBODY UINT32_MAX

/* A plain value. What its row does not name is 0 (ids: WYRM_NOBODY; monster, stat: -1). */
typedef struct wyrm_event {
    wyrm_event_kind kind;
    uint32_t who, whom;
    int32_t monster; /* index in the roster of the one that is not the player */
    int32_t other;   /* the same of `who` where neither is the player */
    int64_t amount;
    bool seen;      /* the player sees it happen */
    bool by_pity;   /* an item that pity gave */
    wyrm_item item; /* item.kind -1: none */
    wyrm_position at;
    wyrm_condition condition;
    wyrm_attack_kind attack;
    const char *blow; /* its name, which lives as long as the design; NULL, "": it has none */
    int32_t number;   /* of the blow in its attack, from 1 */
    int32_t stat;     /* of the combat model; -1: none */
    int64_t before;
} wyrm_event;

/* Who hears the events, in their order, while a command is carried out. The game must not be
 * changed by it. `hear` NULL: nobody does. */
typedef struct wyrm_listener {
    void (*hear)(const wyrm_game *game, const wyrm_event *event, void *context);
    void *context;
} wyrm_listener;

/* ---- Play ---- */

typedef struct wyrm_engine wyrm_engine;

/* What games of one design are played on. It keeps room to work in and what it has reckoned, which
 * changes no result: each thread needs one of its own, and one serves any number of games.
 *
 * On success *out is owned by the caller (wyrm_engine_free). The design must outlive it.
 * WYRM_ERROR_LIMIT   more than WYRM_KINDS_MAX kinds of monsters or items
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_engine_new(const wyrm_design *design, wyrm_engine **out,
                                                     wyrm_error *error);
WYRM_API void wyrm_engine_free(wyrm_engine *engine); /* NULL is allowed */
WYRM_API const wyrm_design *wyrm_engine_design(const wyrm_engine *engine);
WYRM_API const wyrm_play_rules *wyrm_engine_rules(const wyrm_engine *engine);

typedef struct wyrm_game_options {
    size_t size; /* of this struct, or 0: see wyrm/error.h */
    uint64_t seed, run;
    /* What the game does without. What the player leaves alone: kinds of items by name
     * ("sleep_scroll"), by the last word of their names ("scroll"), by class ("weapon") or by
     * category, each also with an 's' behind; or exactly one as the ruleset has it
     * ("items.sleep_scroll", "weapons.sword", "armors.shield"). Monsters that do not come, whatever
     * brings them ("monsters.orc"). Roles of rooms that stand empty, but for what is part of a
     * vault ("rooms.treasure"). Nobody and nothing takes their place, and all else is drawn as it
     * would be with them. And the reverse: with a plus ("+monsters.orc") every floor that is made
     * with any of that kind has one more, as strong as the first of them and beside it; those who
     * come later (wanderers, summons, parts) bring no more. NULL: none. */
    const char *const *without;
    size_t without_count;
} wyrm_game_options;

/* A new game on its first map.
 * WYRM_ERROR_UNKNOWN  a word of `without` that fits nothing (the hint names words that do)
 * WYRM_ERROR_RULESET  the ruleset lacks what a game needs (wyrm_design_needs)
 * and those of wyrm_game_act that are not the player's. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start(wyrm_engine *engine,
                                                     const wyrm_game_options *options,
                                                     const wyrm_listener *listener, wyrm_game *game,
                                                     wyrm_error *error);

/* A new game on a deeper map, for practice and for tests: with the player that the depth is meant
 * for (wyrm_design_reference) and, beside its gear, the kit of a new game that is not worn. The
 * maps above are made and left as they were. `depth` counts from 1; one behind the last map means
 * the last. The player has the hit points of its level times `lives`.
 * WYRM_ERROR_ARGUMENT  a depth or lives below 1, or a dungeon of more than 1000 maps and those of
 *   wyrm_game_start and wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine,
                                                              const wyrm_game_options *options,
                                                              int32_t depth, int32_t lives,
                                                              const wyrm_listener *listener,
                                                              wyrm_game *game, wyrm_error *error);

/* Carries out a command, with all that it leads to until the player acts next.
 * WYRM_ERROR_ARGUMENT  it cannot be done now: the message says why as the player reads it, and
 *                      nothing has changed
 * WYRM_ERROR_RANGE     the ruleset's numbers leave what the combat model takes, or what somebody
 *                      does takes less than a thousandth of a turn or more than 100,000 (the
 *                      message says what)
 * WYRM_ERROR_MEMORY    out of memory
 * After one of the last two *game is still sound, but the turn is not complete: go back to a
 * copy. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_act(wyrm_engine *engine, wyrm_game *game,
                                                   const wyrm_command *command,
                                                   const wyrm_listener *listener,
                                                   wyrm_error *error);

/* 64 bits of XXH3 over all that the rest of the game depends on, the same on every machine. The
 * tally is left out: nothing depends on it. */
WYRM_API uint64_t wyrm_game_checksum(const wyrm_game *game);

/* ---- Set fights ---- */

/* A game that is one fight: won when all monsters are dead. Faster than a start: nothing is drawn
 * but by the fight. WYRM_ERROR_ARGUMENT  no monster, a distance below 1, hit points of 0 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start_arena(wyrm_engine *engine,
                                                           const wyrm_arena *arena, uint64_t seed,
                                                           uint64_t run, wyrm_game *game,
                                                           wyrm_error *error);

/* Where monsters act before the player (wyrm_play_rules.first) they do so now, at the beginning of
 * a set fight; else nothing happens. Fails as wyrm_game_act. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_open(wyrm_engine *engine, wyrm_game *game,
                                                    const wyrm_listener *listener,
                                                    wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
