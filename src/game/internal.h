/* What the files of the game share: its state, the engine, the parts of a turn, and words.
 *
 * Bodies: the player is GAME_BODY_PLAYER, a monster its index in wyrm_game.monsters, so that what
 * happens to both is written once. */
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

/* Bits of wyrm_game.marks beside those of the tile: a mark is a byte of the map in which what the
 * game knows of it stands in place of which terrain it is. */
#define WYRM_MARK_TILE    WYRM_TILE_BITS
#define WYRM_MARK_KNOWN   0x04 /* the player has seen the tile, or been told of it */
#define WYRM_MARK_MONSTER 0x08 /* a monster stands on it */
#define WYRM_MARK_SEEN    0x10 /* the tile itself was seen: what is told knows no items */

/* A game. Arrays hold nothing behind their counts. */
struct wyrm_game {
    uint64_t seed, run, commands; /* these as in wyrm_game_view, up to the experience */
    uint32_t turn;
    wyrm_game_phase phase;
    wyrm_cause cause;
    int32_t killer;
    wyrm_difficulty difficulty;
    wyrm_experience experience;

    wyrm_loot_state loot;
    wyrm_creature player;             /* its combatant wears the gear and the boosts */
    wyrm_combatant bare;              /* the same without; its hp is not kept */
    double brought[FIGHT_SLOTS_MOST]; /* conditions and counters that both bring, boosts included,
                                         as the player was last dressed */
    int32_t fullness;                 /* 0 where nobody is ever hungry */
    int32_t starved; /* what hunger has yet to take: each starving turn adds the maximum of hit
                             points, each whole play_rules.starving is a hit point lost; the maximum
                             stays */
    int32_t healing; /* in 1/regeneration of the maximum: the part of a hit point won so far */
    int32_t choices; /* level-ups that wait for a choice */
    bool arena;      /* a set fight: no stairs, no saves */
    bool goal_taken;
    size_t boost_count;
    wyrm_boost boosts[WYRM_BOOSTS_MAX];
    size_t pack_count;
    wyrm_game_item pack[WYRM_PACK_MAX];   /* newest last */
    uint64_t barred[WYRM_KINDS_MAX / 64]; /* bit: the kind of item is not to be picked up or used */
    uint64_t gone[WYRM_KINDS_MAX / 64];   /* bit: monsters of that kind do not come */
    uint64_t more[WYRM_KINDS_MAX / 64];   /* bit: one more of that kind comes where any does */
    uint32_t empty;                       /* bit: rooms of that role stand empty */
    int64_t gold, gold_lain;              /* that the player has; that lay on the floors so far */
    size_t heap_count;
    wyrm_heap heaps[WYRM_HEAPS_MAX]; /* of the floor */
    uint32_t shops;                  /* of the floor: bit by shop */
    size_t good_count;
    wyrm_good goods[WYRM_GOODS_MAX];

    wyrm_map map;
    uint8_t marks[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX]; /* row by row, map.width a row */
    wyrm_room_kind room_kinds[WYRM_MAP_ROOMS_MAX];
    bool goal_placed; /* the victory item lies at `goal` */
    wyrm_position goal;
    uint64_t map_print; /* by which equal maps are known, not 0; 0: it has to be worked out */
    wyrm_sight marked;  /* what is seen from there is marked as seen: all of it */
    uint32_t next_id;
    /* Another number after all that changes what the player knows of the map: tiles that are seen
     * or told of, items that come into view, come to lie there or are taken. */
    uint32_t news;
    size_t monster_count;
    wyrm_game_monster monsters[WYRM_LEVEL_SPAWNS_MAX];
    size_t item_count;
    wyrm_game_item items[2 * WYRM_LEVEL_ITEMS_MAX]; /* of the floor */

    wyrm_tally tally;

    wyrm_game_view shown, *view; /* what wyrm_game_look fills, and the way to it: &shown */
};

/* Turns that a monster that was placed asleep would sleep: until it sees the player or is hurt,
 * when GAME_DOZE is what is left at most. */
#define GAME_SLUMBER 1000000000
#define GAME_DOZE    36

/* Adds 1 to a counter that stops at its maximum. */
static inline void game_count(uint32_t *counter)
{
    if (*counter < UINT32_MAX)
        ++*counter;
}

/* Adds an amount to a counter that stops at its maximum; nothing for amounts below 0. */
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

/* Tiles between two places, the greater of across and down. */
static inline int32_t game_tiles_apart(wyrm_position one, wyrm_position other)
{
    int32_t across = abs(one.x - other.x), down = abs(one.y - other.y);
    return across > down ? across : down;
}

/* The step, or the blow, that leads to a neighbouring tile. */
WYRM_API wyrm_command game_step_to(wyrm_position from, wyrm_position to) BASE_SHARED(game_step_to);

/* Tables by a byte of wyrm_game.marks: which tiles stop sight, and which stop steps. */
extern const bool game_marks_opaque[256];
extern const bool game_marks_shut[256];    /* walls, and terrain that nobody walks on by choice */
extern const bool game_marks_blocked[256]; /* those and monsters */
extern const bool game_marks_in_line[256]; /* what stops sight, and monsters: the way of a shot */
extern const bool game_near_stays[256];    /* of game_near: shut, and who will not move */
WYRM_API wyrm_grid game_sight_grid(const wyrm_game *game) BASE_SHARED(game_sight_grid);
WYRM_API wyrm_grid game_step_grid(const wyrm_game *game) BASE_SHARED(game_step_grid);

/* The byte of a tile; NULL outside the map. */
uint8_t *game_mark_at(wyrm_game *game, int x, int y);

/* Index of the monster on a tile, or -1. */
int32_t game_monster_on(const wyrm_game *game, wyrm_position at);

/* To be called after tiles of the map have changed. */
void game_map_is_made(wyrm_game *game);

/* Changes a tile of the map and of the marks. It stays known and keeps who stands there, but what
 * lies there now has to be seen anew. `tile` is a byte of a map. */
void game_set_tile(wyrm_game *game, wyrm_position at, uint8_t tile);

/* ---- Engines ---- */

/* The distributions of attacks that have been met, kept to draw from: a table of bounded size,
 * which forgets when it is full. What is drawn never depends on what it holds. {0} is empty. */
typedef struct game_strikes {
    struct game_strike_entry *entries;
    size_t count;
    size_t stats;        /* of the combat model */
    uint32_t looked[2];  /* hit points that a blow has looked at, attacker and defender: as
                               fight_outcomes; the others tell no attacks apart */
    wyrm_status trouble; /* WYRM_ERROR_MEMORY: an attack could not be told for want of it */
} game_strikes;

void game_strikes_free(game_strikes *strikes);

/* A blow, in hit points. */
typedef struct game_blow {
    double mean, variance;
    int64_t most;
    bool can_be; /* else all is 0: the model has no such blow */
} game_blow;

/* An attack that has been met: what it does, and to draw from: its damage, or where the model has
 * more to say one of its outcomes, by number. */
typedef struct game_strike {
    game_blow blow;
    wyrm_alias *alias;
    combat_outcomes *outcomes; /* owned; NULL: damage is all */
} game_strike;

/* The attack of a matchup, made where it is not known yet; lives until the next one is met. Fails
 * as wyrm_combat_hit. */
WYRM_API WYRM_MUST_CHECK wyrm_status game_strikes_meet(game_strikes *strikes,
                                                       const wyrm_combat *combat,
                                                       const wyrm_matchup *matchup,
                                                       const game_strike **out, wyrm_error *error)
    BASE_SHARED(game_strikes_meet);

/* What a blow of one who stands beside the other does. */
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

/* The part of the map on which monsters find their way: the tiles around the player, wide enough
 * for all who can see it. The rest of the map costs no time. */
#define GAME_NEAR_SIDE_MAX (2 * WYRM_SIGHT_RADIUS_MAX + 9)
/* a bit beside those of the marks: the monster there will not move this turn */
#define GAME_NEAR_STAYS 0x20
typedef struct game_near {
    wyrm_position corner; /* of the map, where the tiles begin */
    int32_t width, height;
    uint8_t tiles[GAME_NEAR_SIDE_MAX * GAME_NEAR_SIDE_MAX]; /* of wyrm_game.marks */
} game_near;

struct wyrm_engine {
    const wyrm_design *design;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_mapper *mapper;
    const wyrm_terrain *terrain; /* the kinds of the ruleset */
    size_t terrain_count;
    wyrm_play_rules rules;
    int32_t stats[WYRM_STAT_MEANING_COUNT]; /* index of the stat that means it, or -1 */
    bool timed;                             /* attacks or steps can take other than a turn */
    bool chooses;                           /* the player can choose between attacks */
    const fight_slot *slots;                /* conditions and counters of the combat model */
    size_t slot_count, first_slot;          /* which stat the first of them is */

    game_strikes strikes; /* the distributions of attacks made so far */

    /* The last field of view of a player, and the map that it was computed from. */
    wyrm_sight sight;
    dungeon_sight_map sight_map;
    uint64_t sight_print; /* wyrm_game.map_print of it */

    /* Room to work in; means nothing between calls. */
    wyrm_population population;
    wyrm_distances distances; /* of monsters: over `near` */
    wyrm_distances straight;
    game_near near;

    const char *goal; /* what lies at the end of the game: "Present" */
    const wyrm_item_kind *kinds;
    size_t kind_count;
    wyrm_effect effects[]; /* effects[i] is that of kinds[i] */
};

/* A stat of a combatant by its meaning; `missing` where the combat model has none. */
static inline double game_stat_of(const wyrm_engine *engine, const wyrm_combatant *combatant,
                                  wyrm_stat_meaning meaning, double missing)
{
    const int32_t stat = engine->stats[meaning];
    return stat >= 0 ? combatant->stats[stat] : missing;
}

/* The greatest distance of one of its blows, in tiles. */
static inline int32_t game_reach_of(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    const double reach = combatant->attacks > 0
                             ? combat_reach(engine->combat, combatant)
                             : game_stat_of(engine, combatant, WYRM_STAT_REACH, 1.0);
    return reach < WYRM_MAP_SIDE_MAX ? (int32_t)reach : WYRM_MAP_SIDE_MAX;
}

/* What its attacks and steps take, in turns. */
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

/* The terrain of a tile; NULL: bare floor or a wall. */
static inline const wyrm_terrain *game_terrain_at(const wyrm_engine *engine, const wyrm_game *game,
                                                  wyrm_position at)
{
    const int32_t kind =
        engine->terrain_count > 0 ? wyrm_map_terrain(&game->map, at.x, at.y) : WYRM_TERRAIN_NONE;
    return kind >= 0 ? &engine->terrain[kind] : NULL;
}

/* Whether one can stand on a tile, whoever stands there: it may hurt. */
static inline bool game_can_stand(const wyrm_engine *engine, const wyrm_game *game,
                                  wyrm_position at)
{
    const wyrm_terrain *terrain = game_terrain_at(engine, game, at);
    return wyrm_map_tile(&game->map, at.x, at.y) != WYRM_TILE_WALL &&
           (terrain == NULL || terrain->walk);
}

/* What a step onto a tile takes, of whom a step onto the floor takes so much. */
static inline wyrm_ratio game_step_onto(const wyrm_engine *engine, const wyrm_game *game,
                                        wyrm_position to, wyrm_ratio takes)
{
    const wyrm_terrain *terrain = game_terrain_at(engine, game, to);
    if (terrain == NULL)
        return takes;
    return (wyrm_ratio){takes.numerator * terrain->cost.numerator,
                        takes.denominator * terrain->cost.denominator};
}

/* Whether a monster is of `kind: boss`. */
WYRM_API bool game_is_boss(const wyrm_engine *engine, const wyrm_game_monster *monster)
    BASE_SHARED(game_is_boss);

/* How often items of a kind can be used; NULL: once. */
static inline const wyrm_amount *game_item_uses(const wyrm_engine *engine, int32_t kind)
{
    return wyrm_value_amount(wyrm_value_get(engine->kinds[kind].record, "uses"));
}

/* Whether two items of the pack are one row of it, neither being worn. */
static inline bool game_are_alike(const wyrm_game_item *one, const wyrm_game_item *other)
{
    return one->item.kind == other->item.kind && one->item.level == other->item.level &&
           one->item.bonus == other->item.bonus && one->uses == other->uses && !one->worn &&
           !other->worn;
}

static inline bool game_pack_is_full(const wyrm_engine *engine, const wyrm_game *game)
{
    return game->pack_count >= (size_t)engine->rules.pack;
}

/* Puts an item into the pack, which is not full, and gives it its letter. */
void game_pack_put(wyrm_game *game, wyrm_game_item item);

/* A new one of its kind, with all its uses, which are drawn where they are random. */
wyrm_game_item game_item_new(const wyrm_engine *engine, wyrm_item item, wyrm_rng *rng);

/* The field of view of the player: engine->sight, computed where that is not of this place. */
const wyrm_sight *game_player_sight(wyrm_engine *engine, const wyrm_game *game);

/* wyrm_observe with that field of view. */
WYRM_API void game_observe_again(wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out)
    BASE_SHARED(game_observe_again);

/* Where a fight of the player with a monster stands, for the duel that goes on from here as if it
 * stood beside. Not `ready`: the player spends a turn before. */
WYRM_API combat_clock game_clock(const wyrm_engine *engine, const wyrm_game *game,
                                 const wyrm_game_monster *monster, bool ready)
    BASE_SHARED(game_clock);

/* ---- Time: ratios of at most GAME_PARTS_MOST parts of a turn, in lowest terms ---- */

#define GAME_PARTS_MOST INT64_C(1000000000)

/* Rounded where that takes more parts. */
static inline wyrm_ratio game_time_of(int64_t numerator, int64_t denominator)
{
    const int64_t common = common_divisor(numerator < 0 ? -numerator : numerator, denominator);
    if (denominator / common <= GAME_PARTS_MOST)
        return (wyrm_ratio){numerator / common, denominator / common};
    const double parts = (double)numerator / (double)denominator * (double)GAME_PARTS_MOST;
    return (wyrm_ratio){llround(parts), GAME_PARTS_MOST};
}

/* Whole turns, and what is above them, are added by themselves, so that nothing overflows. */
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

/* When it acts next, from the beginning of the turn. */
static inline wyrm_ratio game_due_of(const wyrm_creature *creature)
{
    return creature->due.denominator == 0 ? GAME_AT_ONCE : creature->due;
}

/* ---- Turns ---- */

/* One command being carried out. What cannot be done and what goes wrong jumps out of it, to
 * wyrm_game_act, which has the status. */
typedef struct game_turn {
    wyrm_engine *engine;
    wyrm_game *game;
    const wyrm_listener *listener; /* may be NULL */
    wyrm_error *error;             /* may be NULL */
    wyrm_status status;            /* why it has ended early */
    jmp_buf end;
    /* the streams of this command, by seed, run and the number of the command */
    wyrm_rng combat;
    wyrm_rng chance;
    wyrm_ratio now;       /* since the beginning of the turn */
    wyrm_ratio next;      /* when the next monster acts in it; 1: none does */
    wyrm_ratio takes;     /* turns that what is being done takes, its doer's conditions apart */
    bool distances_fresh; /* engine->distances lead to where the player stands now */
    bool straight_fresh;  /* and so does engine->straight */
    bool looked;          /* what the player sees from where it stands is known */
    bool stirred;         /* somebody has moved since the player last looked around */
    bool torn;            /* somebody is about to split */
    uint32_t credit;      /* who has hurt somebody last: an id, or WYRM_NOBODY */
    int32_t credit_kind;  /* its index in the roster where it is a monster; else -1 */
} game_turn;

/* The turn of one command: nothing is known yet, nobody has done anything. */
void game_turn_begin(game_turn *turn, wyrm_engine *engine, wyrm_game *game,
                     const wyrm_listener *listener, wyrm_error *error);

/* Ends the command unless a status is WYRM_OK; turn->error has been filled. */
void game_turn_must(game_turn *turn, wyrm_status status);

/* Ends the command because the player cannot do that now, with the sentence that it reads. To be
 * called before anything has changed. */
_Noreturn void game_refuse(game_turn *turn, const char *format, ...) WYRM_PRINTF(2, 3);

/* Whether there is a listener: without one nobody needs to know what the player sees of events. */
static inline bool game_is_heard(const game_turn *turn)
{
    return turn->listener && turn->listener->hear;
}

/* An event with everything at "nobody, nothing"; one of the player at its own tile. */
wyrm_event game_event_of(wyrm_event_kind kind);
wyrm_event game_player_event(const game_turn *turn, wyrm_event_kind kind);

void game_tell(const game_turn *turn, const wyrm_event *event);
void game_tell_player(const game_turn *turn, wyrm_event_kind kind, int64_t amount);

/* What the player does by a command. Whether it takes the turn. */
typedef bool game_action(game_turn *turn, const wyrm_command *command);
extern game_action *const game_item_actions[WYRM_COMMAND_COUNT]; /* of commands about items */

/* Rolls hit points that are not known yet; draws nothing where they are. */
void game_body_roll(const wyrm_engine *engine, wyrm_rng *rng, wyrm_combatant *body);

/* The luck that the player keeps: a share, drawn once a game. */
double game_player_luck(const wyrm_game *game);

/* Makes and populates the map of game->difficulty.depth and puts the player at its start, who has
 * yet to look around. */
void game_level_enter(game_turn *turn);

/* Marks what the player sees as known, where that may have changed, and tells of monsters that come
 * into view for the first time on this map. */
void game_level_look(game_turn *turn);

/* ---- Bodies ---- */

#define GAME_BODY_PLAYER (-1)
#define GAME_BODY_NONE   (-2)

static inline wyrm_creature *game_body(wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? &game->player : &game->monsters[body].body;
}

/* Its id, and its index in the roster: -1 for the player. */
static inline uint32_t game_body_id(const wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? 0 : game->monsters[body].id;
}
static inline int32_t game_body_kind(const wyrm_game *game, int32_t body)
{
    return body == GAME_BODY_PLAYER ? -1 : game->monsters[body].spawn.monster;
}

/* Sets whom an event befalls, the tile, and whether the player sees it. */
void game_event_befalls(game_turn *turn, int32_t body, wyrm_event *event);

/* One attack of a body on another. */
typedef struct game_assault {
    int32_t attacker, defender;
    const wyrm_combatant *armed; /* the attacker as it fights in it; NULL: as it is */
    wyrm_attack_kind kind;
    double distance, off_centre;
    const wyrm_shot *shot; /* an ability, whose blows it has; NULL: none */
} game_assault;

/* It is rolled and told blow by blow until one of them can do no more; takes the hit points and
 * changes conditions, does not bury the dead. Time that blows take beside that of the attack is
 * added to turn->takes. Fails as wyrm_combat_hit. */
WYRM_MUST_CHECK wyrm_status game_body_strike(game_turn *turn, const game_assault *assault);

/* The end of a body's turn: what its conditions cost it, its regeneration, what wears off. */
void game_body_end_turn(game_turn *turn, int32_t body);

/* What a body does now takes turn->takes, longer where it is slowed by what befell it: the next is
 * done after that. */
void game_body_spend(game_turn *turn, int32_t body);

/* Buries all the dead, nearest first, the first in the order of placing of equally near ones:
 * experience and level-ups to who has the credit, the victory item of a boss, and the end of the
 * game where the player is among them. Then those split who do. True while the game goes on. */
bool game_bury(game_turn *turn);

/* Who comes to the floor in this turn, where encounters have groups that wander: to a room that the
 * player does not look into. */
void game_monsters_wander(game_turn *turn);

/* What monsters of its kind can do; NULL: nothing but strike and walk. */
static inline const wyrm_abilities *game_abilities_of(const wyrm_engine *engine,
                                                      const wyrm_game_monster *monster)
{
    const wyrm_monster *kind = wyrm_roster_monster(engine->roster, monster->spawn.monster);
    return kind != NULL ? kind->abilities : NULL;
}

/* Counts the turns of abilities and summons; who has come to the end of them vanishes. */
void game_monsters_count(game_turn *turn);

/* Whether a monster sees the player: what is seen sees. Who hides is seen from beside only. */
bool game_monster_sees(game_turn *turn, const wyrm_game_monster *monster);

/* All monsters that are awake and whose time it is act until the game is over (monsters.c). */
void game_monsters_act(game_turn *turn);

/* Wins hit points back, up to the maximum; returns how many. */
static inline int64_t game_win_back(wyrm_combatant *combatant, int64_t hp)
{
    const int64_t missing = combatant->max_hp - combatant->hp;
    hp = hp < missing ? hp : missing;
    combatant->hp += hp > 0 ? hp : 0;
    return hp > 0 ? hp : 0;
}

/* Takes hit points, down to 0, and gives the credit; returns how many. Does not bury the dead. */
int64_t game_body_wound(game_turn *turn, int32_t victim, int32_t credit, int64_t damage);

/* Moves a body to a tile, with the marks and the event. */
void game_body_move(game_turn *turn, int32_t body, wyrm_position to);

/* What the player fights with, from bare stats, boosts and worn gear; hit points are kept. It is to
 * be computed again after each change of one of these. */
void game_player_dress(const wyrm_engine *engine, wyrm_game *game);

/* The same for comparisons: worn[i] tells whether item i of the pack counts as worn (NULL: as they
 * are). */
void game_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out);

/* As a game begins: nothing but the bare stats (state.c). */
void game_player_begin(const wyrm_engine *engine, wyrm_game *game);

/* Changes the bare stats as a new level does, `how` with what is handed to it. The player keeps the
 * same number of missing hit points, whatever becomes of their maximum, unless it is healed. */
typedef void game_grow_how(game_turn *turn, int32_t which);
void game_player_grow(game_turn *turn, game_grow_how *how, int32_t which);

/* Gives the player experience, with the level-ups that are due: by curves at once, else as choices
 * that wait. */
void game_player_learn(game_turn *turn, uint64_t experience);

/* The player has won: by the victory item, or in a set fight. */
void game_win(game_turn *turn);

/* ---- Recordings ---- */

/* What a branch of a recording is held to: the state once it is taken over, and the changes, of
 * which some have no say in that. */
uint64_t game_branch_checksum(const wyrm_change *changes, size_t count, const wyrm_game *game);

/* ---- Items ---- */

/* Whether the kind is not to be picked up or used. */
static inline bool game_is_barred(const wyrm_game *game, int32_t kind)
{
    return game->barred[kind / 64] >> (kind % 64) & 1;
}

/* Whether monsters of an index of the roster do not come. */
static inline bool game_is_gone(const wyrm_game *game, int32_t monster)
{
    return monster >= 0 && (game->gone[monster / 64] >> (monster % 64) & 1) != 0;
}

static inline bool game_is_weapon(const wyrm_engine *engine, int32_t kind)
{
    return engine->kinds[kind].item_class == WYRM_ITEM_WEAPON;
}

static inline bool game_is_gear(const wyrm_engine *engine, int32_t kind)
{
    return game_is_weapon(engine, kind) || engine->kinds[kind].item_class == WYRM_ITEM_ARMOR;
}

/* Whether two kinds of gear cannot be worn at the same time: two weapons, or what wyrm_roster_clash
 * says; where growth gives armor its strength by level there is one armor at a time. */
bool game_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other);

/* ---- Parts of sentences (words.c) ---- */

/* Text of bounded length, written piece by piece, always ended by a NUL. What does not fit is cut
 * after a whole character. */
typedef struct game_phrase {
    char *out;
    size_t size, length;
} game_phrase;

game_phrase game_phrase_in(char *out, size_t size);
void game_phrase_add(game_phrase *phrase, const char *text);
void game_phrase_add_number(game_phrase *phrase, double number); /* up to two decimals */

/* Makes the first letter a capital. */
void game_words_capital(char *sentence);

/* "bronze key": a title in the middle of a sentence. One of more than one capital stays as it is.
 */
void game_words_small(const char *title, char out[WYRM_NAME_TEXT_MAX]);

/* "maximum of hit points", "weapon mass": a quantity as people read it. */
void game_words_quantity(const char *key, char out[WYRM_NAME_TEXT_MAX]);

/* The record of a kind of item, or NULL. */
static inline const wyrm_item_kind *game_words_kind(const wyrm_engine *engine, int32_t kind)
{
    return kind >= 0 && (size_t)kind < engine->kind_count ? &engine->kinds[kind] : NULL;
}

#endif
