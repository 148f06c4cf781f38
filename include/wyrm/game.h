/* The game: a state, commands in, events out.
 *
 * An engine is a design made ready to play: it holds prepared distributions and scratch memory, and
 * nothing that a game has to remember. One engine serves any number of games, one at a time; each
 * thread has its own. The same design, options and commands give the same states and events on
 * every machine and build.
 *
 * The order of a turn: the player acts; then the monsters, nearest first (equally near ones in the
 * order of placing); then conditions count down, the player digests, and regeneration is paid.
 * Whoever hurt a creature last gets the credit for its death. (RuggRogue, "Turn Order and Combat")
 *
 * Where an attack or a step takes more or less than one turn, each creature acts as soon as its
 * previous action is over. Among those who are due at the same moment the player goes first, or the
 * monsters where the rules say so, and the end of a turn comes before any action that begins at
 * that moment. A set fight therefore has the order of a duel in which the player strikes first
 * (<wyrm/duel.h>), or the monster where monsters go first. Waiting takes one turn; a monster with
 * nothing to do looks again at the beginning of the next turn.
 */
#ifndef WYRM_GAME_H
#define WYRM_GAME_H

#include <wyrm/arena.h>
#include <wyrm/effect_targets.h>
#include <wyrm/play_rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what a seed gives. It is raised by one whenever rules of play or bots change that,
 * which a test notices (tests/golden/engine; `make engine`). Runs of different engine versions are
 * never added up, and recordings of another version are not played. Version 0.1 had no number. */
#define WYRM_ENGINE_VERSION 8

#define WYRM_WORN_MAX       16   /* pieces of gear worn at once */
#define WYRM_BOOSTS_MAX     32   /* boosts of the player at once */
#define WYRM_KINDS_MAX      1024 /* kinds of items, and kinds of monsters, that a tally counts */

/* ---- Commands ---- */

/* The commands, one row each: name, its letter in recordings, its argument, and what it does. */
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

/* The tile next to `from` in that direction; it may lie outside the map. */
WYRM_API wyrm_position wyrm_neighbour(wyrm_position from, wyrm_direction direction);

/* A plain value. Fields that the kind does not use are ignored; leave them 0. */
typedef struct wyrm_command {
    wyrm_command_kind kind;
    int32_t argument;     /* direction, index in the pack, or index of the choice or the shop's
                             good */
    wyrm_position target; /* a tile of the map */
} wyrm_command;

/* ---- State ---- */

/* Conditions that last some turns: name, the word for it, a sentence. */
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
    wyrm_combatant combatant;            /* its combat values with gear; hp is the current one */
    wyrm_position at;                    /* its tile */
    int32_t turns[WYRM_CONDITION_COUNT]; /* turns left of each condition; 0: not in effect */
    int32_t regenerated;                 /* turns of regeneration so far, to keep the fractions */
    bool hurt;                           /* lost hit points since its last turn */
    wyrm_ratio due; /* time of its next action, in turns from the beginning of this one; 0/0: 0 */
    /* Who last worsened a condition that costs it hit points and so gets the credit if it dies of
     * that: the id + 1 (0: nobody), and the index in the roster (-1: the player). */
    uint32_t blamed;
    int32_t blamed_kind;
} wyrm_creature;

typedef struct wyrm_game_monster {
    wyrm_creature body;
    wyrm_spawn spawn;  /* spawn.monster: index in the roster */
    uint32_t id;       /* unique on this map; from 1 */
    bool met;          /* the player has seen it */
    bool flees;        /* flees because of its wounds (<wyrm/abilities.h>) */
    bool torn;         /* has been hurt and is about to split */
    bool bound;        /* vanishes when its summoner dies */
    uint32_t summoner; /* id of the monster that summoned it; 0: it was not summoned */
    int32_t lasts;     /* turns until it vanishes; 0: it stays */
    /* For each of its shots, then for each of its ways to summon: turns until it can be used again,
     * and how often it has been used. */
    int32_t waits[WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX], done[WYRM_SHOTS_MAX + WYRM_SUMMONS_MAX];
    int32_t recalls;    /* turns that it keeps looking for a player out of sight; 0: it does not */
    wyrm_position last; /* where it last saw the player */
} wyrm_game_monster;

/* An item on the floor or in the pack. */
typedef struct wyrm_game_item {
    wyrm_item item;
    wyrm_position at; /* its tile, for an item on the floor */
    int32_t uses;     /* uses left, from `uses` of its record; 1 for most items */
    bool seen;        /* on the floor: the player has seen it */
    bool left;        /* on the floor: the player dropped it on purpose */
    bool worn;        /* in the pack */
    char letter;      /* in the pack: a..z, A..Z; 0: none was free. It stays while the item is
                         carried, items of the same kind share one, and an item picked up again gets
                         its old one back if that is free. For display only */
} wyrm_game_item;

/* Gold on the floor; whoever steps on it takes it. */
typedef struct wyrm_heap {
    wyrm_position at;
    int32_t pieces; /* gold pieces */
    bool seen;      /* the player has seen it */
} wyrm_heap;

/* A thing for sale in a shop of the floor. */
typedef struct wyrm_good {
    int32_t shop;  /* index of the shop, as for wyrm_shop_name */
    int32_t price; /* gold pieces */
    wyrm_game_item item;
} wyrm_good;

#define WYRM_GOODS_MAX 60 /* things for sale on one floor */

/* An effect that raises or lowers a stat for some turns, or for good (turns -1). */
typedef struct wyrm_boost {
    int32_t stat; /* index in the stats of the combat model; -1: hit points regenerated each turn */
    double amount;
    int32_t turns; /* turns left */
} wyrm_boost;

typedef enum wyrm_game_phase {
    WYRM_PHASE_PLAYING,
    WYRM_PHASE_CHOOSING, /* a level-up waits for WYRM_DO_CHOOSE; no other command is accepted */
    WYRM_PHASE_WON,      /* WYRM_DO_GO_ON is accepted if the ruleset has a new game plus */
    WYRM_PHASE_DEAD
} wyrm_game_phase;

typedef enum wyrm_cause {
    WYRM_CAUSE_NONE,
    WYRM_CAUSE_MONSTER,
    WYRM_CAUSE_STARVED,
    WYRM_CAUSE_ITSELF, /* an effect that the player caused */
    WYRM_CAUSE_TERRAIN /* the ground the player stood on */
} wyrm_cause;

/* Counters of a game, shown on its last page. They saturate instead of wrapping. */
typedef struct wyrm_tally {
    uint64_t damage_dealt, damage_taken, healed;
    uint32_t kills, steps, attacks, shots, items_found, items_used, choices;
    uint32_t killed[WYRM_KINDS_MAX]; /* by index in the roster */
    uint32_t used[WYRM_KINDS_MAX];   /* by kind of item */
} wyrm_tally;

/* The whole state of a game, about 700 kB. A game and its copies belong to one thread at a time. */
typedef struct wyrm_game wyrm_game;

/* Allocates a game. It must be started (wyrm_game_start...) or be the target of a copy before
 * anything else is done with it. Owned by the caller (wyrm_game_free); NULL: out of memory. */
WYRM_API wyrm_game *wyrm_game_new(void);
WYRM_API void wyrm_game_free(wyrm_game *game); /* NULL is allowed */

/* Copies a game: only the used part of its arrays, so it is faster than the size suggests. */
WYRM_API void wyrm_game_copy(const wyrm_game *from, wyrm_game *to);

/* A copy of a game whose player carries one more item, the last of the pack: to compare an item on
 * the floor with the gear that is worn. Owned by the caller (wyrm_game_free); NULL: the pack is
 * full, or out of memory. */
WYRM_API wyrm_game *wyrm_game_carrying(const wyrm_game *game, const wyrm_game_item *item);

/* A view of a game; later versions may add members at its end. It shows all monsters, items and
 * tiles; <wyrm/observe.h> has only what the player may know of them. */
typedef struct wyrm_game_view {
    uint64_t seed, run;
    uint64_t commands; /* number of commands carried out so far */
    uint32_t turn;     /* from 1 */
    wyrm_game_phase phase;
    wyrm_cause cause; /* of death */
    int32_t killer;   /* index in the roster where a monster was the cause; else -1 */
    wyrm_difficulty difficulty;
    wyrm_experience experience;
    const wyrm_creature *player; /* with gear and boosts */
    const wyrm_combatant *bare;  /* the player without gear and boosts; its hp is not kept up to
                                    date */
    int32_t fullness;            /* 0 where the ruleset has no hunger */
    size_t boost_count;
    const wyrm_boost *boosts;
    size_t pack_count;
    const wyrm_game_item *pack; /* newest last */
    const wyrm_map *map;        /* map, monsters, items and heaps are those of the current floor */
    size_t monster_count;
    const wyrm_game_monster *monsters;
    size_t item_count;
    const wyrm_game_item *items; /* on the floor */
    const wyrm_tally *tally;
    int64_t gold; /* gold pieces of the player */
    size_t heap_count;
    const wyrm_heap *heaps; /* on the floor */
    /* The shops at the way out of the floor, and all they sell. */
    uint32_t shops; /* bit i: shop i is here; 0: no shops */
    size_t good_count;
    const wyrm_good *goods;
} wyrm_game_view;

/* The view of a game as it is now. It belongs to the game: the next call refreshes the same view,
 * and the arrays it points to change with the game. */
WYRM_API const wyrm_game_view *wyrm_game_look(const wyrm_game *game);

/* ---- Events ---- */

/* The events, one row each: name, and the meaning of `who`, `whom`, `item` and `amount`. `who` and
 * `whom` are ids of creatures: 0 is the player, WYRM_NOBODY nobody. */
/* clang-format off */
#define WYRM_EVENT_ROWS(row)                                                                       \
    row(WYRM_EVENT_LEVEL_ENTERED)   /* amount: the depth */                                        \
    row(WYRM_EVENT_MOVED)           /* who; to `at` */                                             \
    row(WYRM_EVENT_ATTACKED)        /* who, whom; amount: damage done; `attack`: melee, fired or   \
                                       thrown; `blow`, `number`: which blow of the attack */       \
    row(WYRM_EVENT_HURT)            /* whom, by the effect of item; amount: hit points lost */     \
    row(WYRM_EVENT_HEALED)          /* who; item; amount: hit points won; `before`: the maximum of \
                                       hit points before, if it was raised; else 0 */              \
    row(WYRM_EVENT_DIED)            /* whom; who gets the credit; `monster`: index of the dead */  \
    row(WYRM_EVENT_EXPERIENCE)      /* the player; amount */                                       \
    row(WYRM_EVENT_LEVEL_UP)        /* the player; amount: the new level */                        \
    row(WYRM_EVENT_CHOICE)          /* amount: the index of what was chosen */                     \
    row(WYRM_EVENT_CONDITION)       /* whom; `condition` begins; amount: turns */                  \
    row(WYRM_EVENT_CONDITION_ENDED) /* whom; `condition` */                                        \
    row(WYRM_EVENT_BOOSTED)         /* whom; item; amount: turns, -1 for good */                   \
    row(WYRM_EVENT_PICKED_UP)       /* item */                                                     \
    row(WYRM_EVENT_DROPPED)         /* item */                                                     \
    row(WYRM_EVENT_USED)            /* item, just before what it does */                           \
    row(WYRM_EVENT_NO_EFFECT)       /* item was used without any effect */                         \
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
                                       changes: amount is its new value, `before` the old one */   \
    row(WYRM_EVENT_SUFFERED)        /* whom; amount: hit points lost to the condition `stat` at    \
                                       the end of a turn, below 0: won; who is to blame */         \
    row(WYRM_EVENT_RECOILED)        /* who; amount lost by its own attack; below 0: won */         \
    row(WYRM_EVENT_SUMMONED)        /* whom has come, summoned by who */                           \
    row(WYRM_EVENT_SPLIT)           /* whom has split off who */                                   \
    row(WYRM_EVENT_VANISHED)        /* whom is gone: a summons has ended */                        \
    row(WYRM_EVENT_FLED)            /* who turns to flee because of its wounds; amount 0: it       \
                                       comes back */                                               \
    row(WYRM_EVENT_BURNED)          /* whom; amount: hit points lost to the ground; `before`: the  \
                                       number of its terrain */                                    \
    row(WYRM_EVENT_ENCHANTED)       /* item, with its new plus; amount: by how much */             \
    row(WYRM_EVENT_GOLD)            /* the player takes a heap; amount: its pieces */              \
    row(WYRM_EVENT_BOUGHT)          /* item; amount: its price */                                  \
    row(WYRM_EVENT_SOLD)            /* item; amount: what it brought */                            \
    row(WYRM_EVENT_ATTACK_CHOSEN)   /* the player; amount: index of the word of `stat` chosen */   \
    row(WYRM_EVENT_LEFT)            /* whom, who died, leaves item; without one, gold: amount */
/* clang-format on */

typedef enum wyrm_event_kind {
#define WYRM_EVENT_ENUM(name) name,
    WYRM_EVENT_ROWS(WYRM_EVENT_ENUM)
#undef WYRM_EVENT_ENUM
        WYRM_EVENT_COUNT
} wyrm_event_kind;

#define WYRM_NOBODY UINT32_MAX

/* A plain value. Fields that its row does not name are 0 (ids: WYRM_NOBODY; monster, stat: -1). */
typedef struct wyrm_event {
    wyrm_event_kind kind;
    uint32_t who, whom;
    int32_t monster; /* index in the roster of the creature that is not the player */
    int32_t other;   /* index in the roster of `who`, where neither is the player */
    int64_t amount;
    bool seen;      /* the player saw it happen */
    bool by_pity;   /* pity placed the item */
    wyrm_item item; /* item.kind -1: none */
    wyrm_position at;
    wyrm_condition condition;
    wyrm_attack_kind attack;
    const char *blow; /* name of the blow, valid as long as the design; NULL or "": it has none */
    int32_t number;   /* number of the blow in its attack, from 1 */
    int32_t stat;     /* index in the stats of the combat model; -1: none */
    int64_t before;
} wyrm_event;

/* Receives the events in order while a command is carried out. It must not change the game. `hear`
 * NULL: events are dropped. */
typedef struct wyrm_listener {
    void (*hear)(const wyrm_game *game, const wyrm_event *event, void *context);
    void *context;
} wyrm_listener;

/* ---- Play ---- */

typedef struct wyrm_engine wyrm_engine;

/* Plays the games of one design. It caches distributions and holds scratch memory; neither affects
 * a result. Each thread needs its own engine, and one engine serves any number of games.
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
    /* What to leave out of the game; NULL: nothing. Everything else is drawn as it would be with
     * it, and nothing takes its place. A word names
     *   - items that the player leaves alone: by name ("sleep_scroll"), last word of the name
     *     ("scroll"), class ("weapon") or category, each also with a plural 's'; or as a record of
     *     the ruleset ("items.sleep_scroll", "weapons.sword", "armors.shield")
     *   - monsters that never come, whatever brings them ("monsters.orc")
     *   - room roles whose rooms stay empty except for what belongs to a vault ("rooms.treasure")
     * With a plus it is the reverse: "+monsters.orc" puts one more of that kind on every generated
     * floor that has any, as strong as the first of them and beside it. Monsters that come later
     * (wanderers, summoned ones, parts) bring no more. */
    const char *const *without;
    size_t without_count;
} wyrm_game_options;

/* Starts a new game on its first map, with events to `listener` (NULL: none).
 * WYRM_ERROR_UNKNOWN  a word of `without` matches nothing (the hint names words that do)
 * WYRM_ERROR_RULESET  the ruleset lacks what a game needs (wyrm_design_needs)
 * and the errors of wyrm_game_act, except that a command cannot be done. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start(wyrm_engine *engine,
                                                     const wyrm_game_options *options,
                                                     const wyrm_listener *listener, wyrm_game *game,
                                                     wyrm_error *error);

/* Starts a new game on a deeper map, for practice and tests. The player is the reference player of
 * that depth (wyrm_design_reference), with the unworn part of the starting kit beside its gear, and
 * has the hit points of its level times `lives`. The maps above are generated and left untouched.
 * `depth` counts from 1; one beyond the last map means the last.
 * WYRM_ERROR_ARGUMENT  depth or lives below 1, or a dungeon of more than 1000 maps
 * and the errors of wyrm_game_start and wyrm_design_reference */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine,
                                                              const wyrm_game_options *options,
                                                              int32_t depth, int32_t lives,
                                                              const wyrm_listener *listener,
                                                              wyrm_game *game, wyrm_error *error);

/* Carries out a command and everything that follows until the player can act again.
 * WYRM_ERROR_ARGUMENT  it cannot be done now: the message tells the player why, and nothing has
 *                      changed
 * WYRM_ERROR_RANGE     the ruleset's numbers leave the range of the combat model, or an action
 *                      takes less than a thousandth of a turn or more than 100,000 turns (the
 *                      message says which)
 * WYRM_ERROR_MEMORY    out of memory
 * After one of the last two *game is still consistent, but the turn is incomplete: go back to a
 * copy. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_act(wyrm_engine *engine, wyrm_game *game,
                                                   const wyrm_command *command,
                                                   const wyrm_listener *listener,
                                                   wyrm_error *error);

/* XXH3 (64 bits) of everything that the rest of the game depends on, the same on every machine. The
 * tally is left out, as nothing depends on it. */
WYRM_API uint64_t wyrm_game_checksum(const wyrm_game *game);

/* ---- Set fights ---- */

/* Starts a game that is one fight, won when all monsters are dead. Faster than wyrm_game_start:
 * only the fight itself draws random numbers.
 * WYRM_ERROR_ARGUMENT  no monster, a distance below 1, or hit points of 0 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_start_arena(wyrm_engine *engine,
                                                           const wyrm_arena *arena, uint64_t seed,
                                                           uint64_t run, wyrm_game *game,
                                                           wyrm_error *error);

/* Opens a set fight: where monsters act before the player (wyrm_play_rules.first), they take their
 * first turn now; else nothing happens. Fails as wyrm_game_act. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_game_open(wyrm_engine *engine, wyrm_game *game,
                                                    const wyrm_listener *listener,
                                                    wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
