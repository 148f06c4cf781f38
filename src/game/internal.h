/* What the files of the game share: its state, the engine, the parts of a turn, and words.
 *
 * A body is the player (GAME_BODY_PLAYER) or the index of a monster in wyrm_game.monsters, so that
 * what can happen to both is written once. */
#ifndef WYRM_SRC_GAME_INTERNAL_H
#define WYRM_SRC_GAME_INTERNAL_H

#include <setjmp.h>
#include <stdlib.h>

#include <wyrm/autopilot.h>
#include <wyrm/game_text.h>

#include "base/text.h"
#include "combat/internal.h"
#include "dungeon/internal.h"

/* ---- The state of a game ---- */

/* Bits of wyrm_game.marks besides those of the tile. A mark is the map's byte for the tile, with
 * what the game knows about it in place of the kind of terrain. */
#define WYRM_MARK_TILE    WYRM_TILE_BITS
#define WYRM_MARK_KNOWN   0x04 /* the player has seen the tile, or a map item has shown it */
#define WYRM_MARK_MONSTER 0x08 /* a monster stands on it */
#define WYRM_MARK_SEEN    0x10 /* the tile itself was seen: a map item shows no items */

/* The state of a game. Array elements behind their counts are undefined. */
struct wyrm_game {
    uint64_t seed, run, commands; /* these and the members up to `experience`: as in
                                     wyrm_game_view */
    uint32_t turn;
    wyrm_game_phase phase;
    wyrm_cause cause;
    int32_t killer;
    wyrm_difficulty difficulty;
    wyrm_experience experience;

    wyrm_loot_state loot;
    wyrm_creature player;             /* its combatant includes gear and boosts */
    wyrm_combatant bare;              /* without gear and boosts; its hp is not used */
    double brought[FIGHT_SLOTS_MOST]; /* what bare stats, boosts and gear gave to conditions and
                                         counters when the player was last dressed */
    int32_t fullness;                 /* 0 if the rules have no hunger */
    int32_t starved; /* hunger damage not taken yet: each starving turn adds the maximum hit points,
                        and each whole play_rules.starving of it costs a hit point; the maximum is
                        not reduced */
    int32_t healing; /* part of a hit point regenerated so far, in units of 1 /
                        play_rules.regeneration */
    int32_t choices; /* level-ups whose choice the player has still to make */
    bool arena;      /* a set fight: no stairs, no saves */
    bool goal_taken;
    size_t boost_count;
    wyrm_boost boosts[WYRM_BOOSTS_MAX];
    size_t pack_count;
    wyrm_game_item pack[WYRM_PACK_MAX];   /* newest last */
    uint64_t barred[WYRM_KINDS_MAX / 64]; /* bit: the player may not pick up or use this kind of
                                             item */
    uint64_t gone[WYRM_KINDS_MAX / 64];   /* bit: no monsters of this kind come */
    uint64_t more[WYRM_KINDS_MAX / 64];   /* bit: one more of this kind comes to each floor where
                                             any does */
    uint32_t empty;                       /* bit: rooms of this role stay empty */
    int64_t gold, gold_lain;              /* the player's; all that has lain on floors so far */
    size_t heap_count;
    wyrm_heap heaps[WYRM_HEAPS_MAX]; /* on this floor */
    uint32_t shops;                  /* bit by shop: those of this floor */
    size_t good_count;
    wyrm_good goods[WYRM_GOODS_MAX];

    wyrm_map map;
    uint8_t marks[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, map.width each */
    wyrm_room_kind room_kinds[WYRM_MAP_ROOMS_MAX];
    bool goal_placed; /* the victory item lies at `goal` */
    wyrm_position goal;
    uint64_t map_print; /* hash by which equal maps are recognised, never 0; 0: to be computed */
    wyrm_sight marked;  /* the field of view whose tiles were marked as seen last */
    uint32_t next_id;
    /* Changes whenever the player's knowledge of the map may have: tiles seen or shown, items that
     * come into view, are put down or taken. */
    uint32_t news;
    size_t monster_count;
    wyrm_game_monster monsters[WYRM_LEVEL_SPAWNS_MAX];
    size_t item_count;
    wyrm_game_item items[2 * WYRM_LEVEL_ITEMS_MAX]; /* on this floor */

    wyrm_tally tally;

    wyrm_game_view shown, *view; /* filled by wyrm_game_look; view points to shown */
};

/* Turns of sleep of a monster that was placed asleep: practically for ever. Once it sees the player
 * or is hurt, GAME_DOZE turns are left. */
#define GAME_SLUMBER 1000000000
#define GAME_DOZE    36

/* Adds 1 to a counter that stops at its maximum. */
static inline void game_count(uint32_t *counter)
{
    if (*counter < UINT32_MAX)
        ++*counter;
}

/* Adds an amount to a counter that stops at its maximum; amounts below 0 count as 0. */
static inline void game_add_to(uint64_t *counter, int64_t amount)
{
    uint64_t added = amount > 0 ? (uint64_t)amount : 0;
    *counter = *counter > UINT64_MAX - added ? UINT64_MAX : *counter + added;
}

/* ---- Tiles ---- */

static inline bool game_same_tile(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* Chebyshev distance: the greater of the horizontal and vertical distance, in tiles. */
static inline int32_t game_tiles_apart(wyrm_position one, wyrm_position other)
{
    int32_t across = abs(one.x - other.x), down = abs(one.y - other.y);
    return across > down ? across : down;
}

/* The move command that leads to a neighbouring tile, or attacks who stands there. */
WYRM_API wyrm_command game_step_to(wyrm_position from, wyrm_position to) BASE_SHARED(game_step_to);

/* Tables by a byte of wyrm_game.marks: whether the tile blocks sight, steps or shots. */
extern const bool game_marks_opaque[256];
extern const bool game_marks_shut[256];    /* walls, and terrain that creatures avoid */
extern const bool game_marks_blocked[256]; /* those, and tiles with a monster */
extern const bool game_marks_in_line[256]; /* what blocks sight, and tiles with a monster: the way
                                              of a shot */
extern const bool game_near_stays[256];    /* marks of game_near: shut tiles, and monsters that will
                                              not move this turn */
WYRM_API wyrm_grid game_sight_grid(const wyrm_game *game) BASE_SHARED(game_sight_grid);
WYRM_API wyrm_grid game_step_grid(const wyrm_game *game) BASE_SHARED(game_step_grid);

/* The mark of a tile; NULL outside of the map. */
uint8_t *game_mark_at(wyrm_game *game, int x, int y);

/* Index of the monster on a tile, or -1. */
int32_t game_monster_on(const wyrm_game *game, wyrm_position at);

/* To be called after tiles of game->map have changed. */
void game_map_is_made(wyrm_game *game);

/* Changes a tile in the map and its mark. The tile stays known and keeps the monster on it, but its
 * new state has not been seen yet. `tile` is a byte of a map. */
void game_set_tile(wyrm_game *game, wyrm_position at, uint8_t tile);

/* ---- Engines ---- */

/* A cache of the distributions of attacks, ready to be drawn from. Its size is bounded: when full
 * it is emptied. Results never depend on its content. {0} is empty. */
typedef struct game_strikes {
    struct game_strike_entry *entries;
    size_t count;
    size_t stats;        /* stats of the combat model */
    uint32_t looked[2];  /* FIGHT_LOOKED_HP and _MAX, of attacker and defender: hit points that some
                            blow depended on; only those are part of the key */
    wyrm_status trouble; /* WYRM_ERROR_MEMORY: the distribution of some attack could not be
                            computed */
} game_strikes;

void game_strikes_free(game_strikes *strikes);

/* The damage of a blow, in hit points. */
typedef struct game_blow {
    double mean, variance;
    int64_t most;
    bool can_be; /* false: the combat model has no such blow, and all is 0 */
} game_blow;

/* An attack in the cache: its damage, and an alias table over the damage or, if the model has more
 * effects than damage, over the indices of outcomes. */
typedef struct game_strike {
    game_blow blow;
    wyrm_alias *alias;
    combat_outcomes *outcomes; /* owned; NULL: damage is the only effect */
} game_strike;

/* Looks up the attack of a matchup, and computes it the first time. *out lives until the next call.
 * Fails as wyrm_combat_hit. */
WYRM_API WYRM_MUST_CHECK wyrm_status game_strikes_meet(game_strikes *strikes,
                                                       const wyrm_combat *combat,
                                                       const wyrm_matchup *matchup,
                                                       const game_strike **out, wyrm_error *error)
    BASE_SHARED(game_strikes_meet);

/* The damage of an attacker's melee blow against a defender beside it. */
static inline game_blow game_strikes_blow(game_strikes *strikes, const wyrm_combat *combat,
                                          const wyrm_combatant *attacker,
                                          const wyrm_combatant *defender)
{
    const game_strike *strike;
    const wyrm_matchup matchup = {
        .attacker = attacker, .defender = defender, .attack = WYRM_ATTACK_MELEE, .distance = 1.0};
    bool met = game_strikes_meet(strikes, combat, &matchup, &strike, NULL) == WYRM_OK;
    return met ? strike->blow : (game_blow){0};
}

/* The part of the map on which monsters find their way: the tiles around the player, large enough
 * for all who can see it. The rest of the map costs no time. */
#define GAME_NEAR_SIDE_MAX (2 * WYRM_SIGHT_RADIUS_MAX + 9)
/* one more bit than in marks: the monster there will not move this turn */
#define GAME_NEAR_STAYS 0x20
typedef struct game_near {
    wyrm_position corner; /* tile of the map at the upper left */
    int32_t width, height;
    uint8_t tiles[GAME_NEAR_SIDE_MAX * GAME_NEAR_SIDE_MAX]; /* marks, row by row */
} game_near;

struct wyrm_engine {
    const wyrm_design *design;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_mapper *mapper;
    const wyrm_terrain *terrain; /* kinds of the ruleset, terrain_count of them */
    size_t terrain_count;
    wyrm_play_rules rules;
    int32_t stats[WYRM_STAT_MEANING_COUNT]; /* index of the stat with each meaning, or -1 */
    bool timed;                             /* some attacks or steps may take other than one turn */
    bool chooses;                           /* the player has a choice of attacks */
    const fight_slot *slots;                /* conditions and counters of the combat model */
    size_t slot_count, first_slot;          /* number of slots; index of the first one's stat */

    game_strikes strikes; /* cache of the attacks met so far */

    /* The last field of view of a player, and the map it was computed for. */
    wyrm_sight sight;
    dungeon_sight_map sight_map;
    uint64_t sight_print; /* wyrm_game.map_print of that map */

    /* Scratch space; its content means nothing between calls. */
    wyrm_population population;
    wyrm_distances distances; /* for monsters, over `near` */
    wyrm_distances straight;  /* the same, ignoring monsters in the way; used by others, too */
    game_near near;

    const char *goal; /* title of the victory item: "Present" */
    const wyrm_item_kind *kinds;
    size_t kind_count;
    wyrm_effect effects[]; /* by kind */
};

/* A stat of a combatant by its meaning; `missing` if the combat model has none. */
static inline double game_stat_of(const wyrm_engine *engine, const wyrm_combatant *combatant,
                                  wyrm_stat_meaning meaning, double missing)
{
    const int32_t stat = engine->stats[meaning];
    return stat >= 0 ? combatant->stats[stat] : missing;
}

/* The player's level; 0 where the rules have no levels to gain, so that none need be told. */
static inline int32_t game_level_told(const wyrm_experience *experience)
{
    return experience->next < UINT64_MAX || experience->level > 1 ? experience->level : 0;
}

/* The creature as an attack meets it: a combat model that knows sleepers knows this one. */
static inline wyrm_combatant game_as_met(const wyrm_engine *engine, const wyrm_creature *creature)
{
    wyrm_combatant met = creature->combatant;
    if (creature->turns[WYRM_ASLEEP] > 0 && engine->stats[WYRM_STAT_ASLEEP] >= 0)
        met.stats[engine->stats[WYRM_STAT_ASLEEP]] = 1.0;
    return met;
}

/* The reach of its longest melee blow, in tiles. */
static inline int32_t game_reach_of(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    const double reach = combatant->attacks > 0
                             ? combat_reach(engine->combat, combatant)
                             : game_stat_of(engine, combatant, WYRM_STAT_REACH, 1.0);
    return reach < WYRM_MAP_SIDE_MAX ? (int32_t)reach : WYRM_MAP_SIDE_MAX;
}

/* The duration of its attacks and of its steps, in turns. */
static inline wyrm_ratio game_attack_takes(const wyrm_engine *engine,
                                           const wyrm_combatant *combatant)
{
    return engine->timed ? wyrm_combat_duration(engine->combat, combatant) : (wyrm_ratio){1, 1};
}
static inline wyrm_ratio game_step_takes(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return engine->timed ? wyrm_combat_move_duration(engine->combat, combatant)
                         : (wyrm_ratio){1, 1};
}

static inline bool game_is_helpless(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    return engine->slot_count > 0 && combat_is_helpless(engine->combat, combatant);
}

/* The terrain of a tile; NULL for bare floor and walls. */
static inline const wyrm_terrain *game_terrain_at(const wyrm_engine *engine, const wyrm_game *game,
                                                  wyrm_position at)
{
    const int32_t kind =
        engine->terrain_count > 0 ? wyrm_map_terrain(&game->map, at.x, at.y) : WYRM_TERRAIN_NONE;
    return kind >= 0 ? &engine->terrain[kind] : NULL;
}

/* Whether a creature can stand on a tile, occupied or not; terrain there may hurt it. */
static inline bool game_can_stand(const wyrm_engine *engine, const wyrm_game *game,
                                  wyrm_position at)
{
    const wyrm_terrain *terrain = game_terrain_at(engine, game, at);
    return wyrm_map_tile(&game->map, at.x, at.y) != WYRM_TILE_WALL &&
           (terrain == NULL || terrain->walk);
}

/* The duration of a step onto a tile, given the duration of a step onto bare floor. */
static inline wyrm_ratio game_step_onto(const wyrm_engine *engine, const wyrm_game *game,
                                        wyrm_position to, wyrm_ratio takes)
{
    const wyrm_terrain *terrain = game_terrain_at(engine, game, to);
    if (terrain == NULL)
        return takes;
    return (wyrm_ratio){takes.numerator * terrain->cost.numerator,
                        takes.denominator * terrain->cost.denominator};
}

/* Whether a monster's record says `kind: boss`. */
WYRM_API bool game_is_boss(const wyrm_engine *engine, const wyrm_game_monster *monster)
    BASE_SHARED(game_is_boss);

/* How often an item of a kind can be used; NULL: once. */
static inline const wyrm_amount *game_item_uses(const wyrm_engine *engine, int32_t kind)
{
    return wyrm_value_amount(wyrm_value_get(engine->kinds[kind].record, "uses"));
}

/* Whether two items are the same, worn or not. */
static inline bool game_are_same(const wyrm_game_item *one, const wyrm_game_item *other)
{
    return one->item.kind == other->item.kind && one->item.level == other->item.level &&
           one->item.bonus == other->item.bonus && one->uses == other->uses;
}

/* Whether two items of the pack are shown as one row; worn items are not. */
static inline bool game_are_alike(const wyrm_game_item *one, const wyrm_game_item *other)
{
    return game_are_same(one, other) && !one->worn && !other->worn;
}

static inline bool game_pack_is_full(const wyrm_engine *engine, const wyrm_game *game)
{
    return game->pack_count >= (size_t)engine->rules.pack;
}

/* Puts an item into the pack, which must not be full, and gives it a letter. */
void game_pack_put(wyrm_game *game, wyrm_game_item item);

/* Whether a floor takes no more items. */
static inline bool game_floor_is_full(const wyrm_game *game)
{
    return game->item_count >= sizeof game->items / sizeof *game->items;
}

/* A new item; a random number of uses is drawn. */
wyrm_game_item game_item_new(const wyrm_engine *engine, wyrm_item item, wyrm_rng *rng);

/* The field of view of the player: engine->sight, recomputed if it is for another place or map. */
const wyrm_sight *game_player_sight(wyrm_engine *engine, const wyrm_game *game);

/* wyrm_observe with the cached field of view. */
WYRM_API void game_observe_again(wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
    BASE_SHARED(game_observe_again);

/* The clock of player and monster, for a duel that goes on from here as if the monster stood beside
 * the player. Not `ready`: the player first spends a turn. */
WYRM_API combat_clock game_clock(const wyrm_engine *engine, const wyrm_game *game,
                                 const wyrm_game_monster *monster, bool ready)
    BASE_SHARED(game_clock);

/* ---- Time: ratios in lowest terms, with denominators up to GAME_PARTS_MOST ---- */

#define GAME_PARTS_MOST INT64_C(1000000000)

/* Rounds if the denominator would be larger. */
static inline wyrm_ratio game_time_of(int64_t numerator, int64_t denominator)
{
    const int64_t common = common_divisor(numerator < 0 ? -numerator : numerator, denominator);
    if (denominator / common <= GAME_PARTS_MOST)
        return (wyrm_ratio){numerator / common, denominator / common};
    const double parts = (double)numerator / (double)denominator * (double)GAME_PARTS_MOST;
    return (wyrm_ratio){llround(parts), GAME_PARTS_MOST};
}

/* Adds two times. Whole turns and fractions are added separately, so that nothing overflows. */
static inline wyrm_ratio game_time_after(wyrm_ratio time, wyrm_ratio takes)
{
    const int64_t turns = time.numerator / time.denominator + takes.numerator / takes.denominator;
    const int64_t common = common_divisor(time.denominator, takes.denominator);
    const wyrm_ratio part =
        game_time_of(time.numerator % time.denominator * (takes.denominator / common) +
                         takes.numerator % takes.denominator * (time.denominator / common),
                     time.denominator / common * takes.denominator);
    return (wyrm_ratio){part.numerator + turns * part.denominator, part.denominator};
}

static inline bool game_time_before(wyrm_ratio time, wyrm_ratio other)
{
    const int64_t turns = time.numerator / time.denominator;
    const int64_t others = other.numerator / other.denominator;
    return turns != others ? turns < others
                           : time.numerator % time.denominator * other.denominator <
                                 other.numerator % other.denominator * time.denominator;
}

#define GAME_WHOLE_TURN ((wyrm_ratio){1, 1})
#define GAME_AT_ONCE    ((wyrm_ratio){0, 1})

/* When the creature acts next, from the beginning of the turn. */
static inline wyrm_ratio game_due_of(const wyrm_creature *creature)
{
    return creature->due.denominator == 0 ? GAME_AT_ONCE : creature->due;
}

/* ---- Turns ---- */

/* A command being carried out. Refusals and failures jump to wyrm_game_act by `end`, with the
 * status. */
typedef struct game_turn {
    wyrm_engine *engine;
    wyrm_game *game;
    const wyrm_listener *listener; /* may be NULL */
    wyrm_error *error;             /* may be NULL */
    wyrm_status status;            /* why the command ended early */
    jmp_buf end;
    /* random streams of this command, keyed by seed, run and number of commands */
    wyrm_rng combat;
    wyrm_rng chance;
    wyrm_ratio now;       /* since the beginning of the turn */
    wyrm_ratio next;      /* when the next monster acts in this turn; 1: none does */
    wyrm_ratio takes;     /* duration of the current act in turns, before conditions slow it */
    bool distances_fresh; /* engine->distances lead to the player's current tile */
    bool straight_fresh;  /* so does engine->straight */
    bool looked;          /* the player has looked around from its current tile */
    bool stirred;         /* a creature has moved since the player last looked around */
    bool torn;            /* some monster is about to split */
    uint32_t credit;      /* id of the body with the credit for the last damage, or WYRM_NOBODY */
    int32_t credit_kind;  /* its index in the roster if it is a monster; else -1 */
} game_turn;

/* Begins the turn of a command: starts its random streams and clears the rest. */
void game_turn_begin(game_turn *turn, wyrm_engine *engine, wyrm_game *game,
                     const wyrm_listener *listener, wyrm_error *error);

/* Ends the command unless status is WYRM_OK; turn->error must have been filled. */
void game_turn_must(game_turn *turn, wyrm_status status);

/* Ends the command because the player cannot do that now, with a sentence for the player. Only
 * before anything has changed. */
_Noreturn void game_refuse(game_turn *turn, const char *format, ...) WYRM_PRINTF(2, 3);

/* Whether there is a listener. Without one, nobody needs to know which events the player sees. */
static inline bool game_is_heard(const game_turn *turn)
{
    return turn->listener && turn->listener->hear;
}

/* An event with no creature, item or stat set; and one of the player at its own tile. */
wyrm_event game_event_of(wyrm_event_kind kind);
wyrm_event game_player_event(const game_turn *turn, wyrm_event_kind kind);

void game_emit(const game_turn *turn, const wyrm_event *event);
void game_emit_player(const game_turn *turn, wyrm_event_kind kind, int64_t amount);

/* Carries out the player's command; returns whether it takes time. */
typedef bool game_action(game_turn *turn, const wyrm_command *command);
extern game_action *const game_item_actions[WYRM_COMMAND_COUNT]; /* for commands about items */

/* Rolls a combatant's hit points if they are random and not rolled yet; draws nothing otherwise. */
void game_body_roll(const wyrm_engine *engine, wyrm_rng *rng, wyrm_combatant *body);

/* The player's luck with hit points, in [0, 1), constant for the whole game. */
double game_player_luck(const wyrm_game *game);

/* Makes and populates the map of game->difficulty.depth and puts the player at its start; does not
 * look around. */
void game_level_enter(game_turn *turn);

/* Marks what the player sees as known, if that may have changed, and reports monsters that come
 * into view for the first time on this map. */
void game_level_look(game_turn *turn);

/* ---- Bodies ---- */

#define GAME_BODY_PLAYER (-1)
#define GAME_BODY_NONE   (-2)

static inline wyrm_creature *game_body(wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? &game->player : &game->monsters[body].body;
}

/* The id of a body, and its index in the roster (-1 for the player). */
static inline uint32_t game_body_id(const wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? 0 : game->monsters[body].id;
}
static inline int32_t game_body_kind(const wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? -1 : game->monsters[body].spawn.monster;
}

/* Sets the body that an event happens to, its tile, and whether the player sees it. */
void game_event_befalls(game_turn *turn, int32_t body, wyrm_event *event);

/* One attack of a body on another. */
typedef struct game_assault {
    int32_t attacker, defender;
    const wyrm_combatant *armed; /* the attacker's stats for this attack; NULL: as it is */
    wyrm_attack_kind kind;
    double distance, off_centre;
    const wyrm_shot *shot; /* the ability whose blows it consists of; NULL: none */
} game_assault;

/* Rolls and reports an attack blow by blow, until the attacker or defender cannot go on. Takes hit
 * points and changes conditions, but buries nobody. Extra time of blows is added to turn->takes.
 * Fails as wyrm_combat_hit. */
WYRM_MUST_CHECK wyrm_status game_body_strike(game_turn *turn, const game_assault *assault);

/* Ends a body's turn: terrain, conditions that cost hit points, regeneration, conditions that wear
 * off. */
void game_body_end_turn(game_turn *turn, int32_t body);

/* Charges a body turn->takes for its act, more if conditions slow it: sets when it acts next. */
void game_body_spend(game_turn *turn, int32_t body);

/* Buries all the dead, nearest first, then by order of placing: gives experience and level-ups to
 * whoever has the credit, places the victory item of a boss, and ends the game if the player is
 * among them. Then monsters split that were to. Returns whether the game goes on. */
bool game_bury(game_turn *turn);

/* Brings the wandering group that comes to the floor this turn, if any, to a room whose middle the
 * player does not see. */
void game_monsters_wander(game_turn *turn);

/* The abilities of a monster; NULL: it only strikes, shoots and walks. */
static inline const wyrm_abilities *game_abilities_of(const wyrm_engine *engine,
                                                      const wyrm_game_monster *monster)
{
    const wyrm_monster *kind = wyrm_roster_monster(engine->roster, monster->spawn.monster);
    return kind != NULL ? kind->abilities : NULL;
}

/* Counts down cooldowns of abilities and lifetimes of summoned monsters, which vanish at 0. */
void game_monsters_count(game_turn *turn);

/* Whether a monster sees the player. Sight is symmetric; a hidden player is seen from adjacent
 * tiles only. */
bool game_monster_sees(game_turn *turn, const wyrm_game_monster *monster);

/* Lets all monsters act that are awake and due, until the game is over (monsters.c). */
void game_monsters_act(game_turn *turn);

/* Heals up to the maximum; returns the hit points gained. */
static inline int64_t game_win_back(wyrm_combatant *combatant, int64_t hp)
{
    const int64_t missing = combatant->max_hp - combatant->hp;
    hp = hp < missing ? hp : missing;
    combatant->hp += hp > 0 ? hp : 0;
    return hp > 0 ? hp : 0;
}

/* Takes hit points, down to 0, and assigns the credit; returns how many. Does not bury the dead. */
int64_t game_body_wound(game_turn *turn, int32_t victim, int32_t credit, int64_t damage);

/* Moves a body to a tile, with its mark and event; takes gold there. */
void game_body_move(game_turn *turn, int32_t body, wyrm_position to);

/* Recomputes the combatant that the player fights with, from bare stats, boosts and worn gear; hit
 * points are kept. Must be called after each change of these. */
void game_player_dress(const wyrm_engine *engine, wyrm_game *game);

/* The same into *out, for comparisons: worn[i] says whether item i of the pack counts as worn
 * (NULL: as they are). */
void game_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out);

/* Initialises the player of a new game from its bare stats alone (state.c). */
void game_player_begin(const wyrm_engine *engine, wyrm_game *game);

/* The player grows by a choice, given by its index. */
void game_player_choose(game_turn *turn, int32_t which);

/* Gives the player experience and the level-ups that are due: growth by curves applies at once,
 * growth by choice waits for the player. */
void game_player_learn(game_turn *turn, uint64_t experience);

/* The player has won, by the victory item or in a set fight. */
void game_win(game_turn *turn);

/* ---- Recordings ---- */

/* The checksum that a branch of a recording must have: of the state after the take-over, and of the
 * changes, some of which leave no trace in the state. */
uint64_t game_branch_checksum(const wyrm_change *changes, size_t count, const wyrm_game *game);

/* ---- Items ---- */

/* Whether the player may not pick up or use this kind of item. */
static inline bool game_is_barred(const wyrm_game *game, int32_t kind)
{
    return game->barred[kind / 64] >> (kind % 64) & 1;
}

/* Whether monsters of this index in the roster do not come. */
static inline bool game_is_gone(const wyrm_game *game, int32_t monster)
{
    return monster >= 0 && (game->gone[monster / 64] >> (monster % 64) & 1) != 0;
}

/* The sign of the player on maps; `said`: 0 where the ruleset leaves it to the program. */
static inline char game_player_sign(const wyrm_design *design, bool said)
{
    const wyrm_value *sign =
        wyrm_value_get(wyrm_roster_player(wyrm_design_roster(design)), "glyph");
    return said && (sign == NULL || wyrm_value_is_default(sign)) ? '\0' : wyrm_value_text(sign)[0];
}

static inline bool game_kind_is_gear(const wyrm_item_kind *kind)
{
    return kind->item_class == WYRM_ITEM_WEAPON || kind->item_class == WYRM_ITEM_ARMOR;
}

static inline bool game_is_weapon(const wyrm_engine *engine, int32_t kind)
{
    return engine->kinds[kind].item_class == WYRM_ITEM_WEAPON;
}

static inline bool game_is_gear(const wyrm_engine *engine, int32_t kind)
{
    return game_kind_is_gear(&engine->kinds[kind]);
}

/* Whether two kinds of gear cannot be worn together: two weapons, two armors where growth has
 * curves for armor, or what wyrm_roster_clash says. */
bool game_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other);

/* ---- Parts of sentences (words.c) ---- */

/* A number with up to two decimals. */
static inline void game_words_number(double number, char out[BASE_NUMBER_MAX])
{
    base_number_double(round(number * 100.0) / 100.0 + 0.0, out);
}

/* Makes the first letter a capital. */
void game_words_capital(char *sentence);

/* A title for the middle of a sentence: "bronze key". One with further capitals stays as it is. */
void game_words_small(const char *title, char out[WYRM_NAME_TEXT_MAX]);

/* A quantity in words: "maximum of hit points", "weapon mass". */
void game_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX]);

/* The record of a kind of item, or NULL. */
static inline const wyrm_item_kind *game_words_kind(const wyrm_engine *engine, int32_t kind)
{
    return kind >= 0 && (size_t)kind < engine->kind_count ? &engine->kinds[kind] : NULL;
}

#endif
