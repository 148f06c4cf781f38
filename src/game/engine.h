/* What an engine holds, and what the parts of a turn share. */
#ifndef WYRM_SRC_GAME_ENGINE_H
#define WYRM_SRC_GAME_ENGINE_H

#include <stdlib.h>

#include <wyrm/observe.h>
#include <wyrm/paths.h>

#include "dungeon/sight_map.h"
#include "game/strikes.h"

/* The part of the map on which monsters find their way: the tiles around the player, wide enough
 * for all who can see it. The rest of the map costs no time. */
#define WYRM_NEAR_SIDE_MAX (2 * WYRM_SIGHT_RADIUS_MAX + 9)
/* a bit beside those of the marks: the monster there will not move this turn */
#define WYRM_NEAR_STAYS 0x20
typedef struct wyrm_near {
    wyrm_position corner; /* of the map, where the tiles begin */
    int32_t width, height;
    uint8_t tiles[WYRM_NEAR_SIDE_MAX * WYRM_NEAR_SIDE_MAX]; /* of wyrm_game.marks */
} wyrm_near;

struct wyrm_engine {
    const wyrm_design *design;
    const wyrm_combat *combat;
    const wyrm_growth *growth;
    const wyrm_roster *roster;
    const wyrm_encounter *encounter;
    const wyrm_loot *loot;
    const wyrm_mapper *mapper;
    wyrm_play_rules rules;
    const wyrm_item_kind *kinds;
    size_t kind_count;
    wyrm_effect *effects; /* effects[i] is that of kinds[i] */
    int stat_asleep;      /* index of a stat of that name, or -1 */
    int stat_reach;
    int stat_range;

    wyrm_strikes strikes; /* the distributions of attacks made so far */

    /* The last field of view of a player, and the map that it was computed from, with its tiles as
     * they were: wyrm_game.marks, row by row. */
    wyrm_sight sight;
    wyrm_sight_map sight_map;
    uint8_t sight_tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];

    /* Room to work in; means nothing between calls. */
    wyrm_population population;
    wyrm_path_work path_work;
    wyrm_distances distances; /* of monsters: over `near` */
    wyrm_distances straight;
    wyrm_near near;
};

/* Turns that a monster that was placed asleep would sleep: until it sees the player or is hurt,
 * when WYRM_DOZE is what is left at most. */
#define WYRM_SLUMBER 1000000000
#define WYRM_LASTS   1000000 /* turns that anything else lasts at most, as in <wyrm/effect.h> */
#define WYRM_DOZE    36

/* One command being carried out. */
typedef struct wyrm_turn {
    wyrm_engine *engine;
    wyrm_game *game;
    const wyrm_listener *listener; /* may be NULL */
    wyrm_error *error;             /* may be NULL */
    /* the streams of this command, by seed, run and the number of the command */
    wyrm_rng combat;
    wyrm_rng chance;
    bool sight_is_fresh;  /* engine->sight is that of where the player stands now */
    bool distances_fresh; /* engine->distances lead to where the player stands now */
    bool straight_fresh;  /* and so does engine->straight */
    bool looked;          /* what the player sees from where it stands is known */
    bool stirred;         /* somebody has moved since the player last looked around */
    uint32_t credit;      /* who has hurt somebody last: an id, or WYRM_NOBODY */
    int32_t credit_kind;  /* its index in the roster where it is a monster; else -1 */
} wyrm_turn;

/* A game with nothing in it but its seed: no map, nobody. The large arrays are not touched. */
void wyrm_game_clear(wyrm_game *game, uint64_t seed, uint64_t run);

/* The turn of one command: nothing is known yet, nobody has done anything. */
void wyrm_turn_begin(wyrm_turn *turn, wyrm_engine *engine, wyrm_game *game,
                     const wyrm_listener *listener, wyrm_error *error);

/* Tables by a byte of wyrm_game.marks: which tiles stop sight, and which stop steps. */
extern const bool wyrm_marks_opaque[256];
extern const bool wyrm_marks_blocked[256]; /* walls and monsters */
extern const bool wyrm_near_stays[256];    /* of wyrm_near: walls, and who will not move */
WYRM_API wyrm_grid wyrm_game_sight_grid(const wyrm_game *game);
WYRM_API wyrm_grid wyrm_game_step_grid(const wyrm_game *game);

/* Tiles between two places, the greater of across and down. */
static inline int32_t wyrm_tiles_apart(wyrm_position one, wyrm_position other)
{
    int32_t across = abs(one.x - other.x), down = abs(one.y - other.y);
    return across > down ? across : down;
}

/* The greatest distance of a blow, in tiles. */
static inline int32_t wyrm_reach_of(const wyrm_engine *engine, const wyrm_combatant *combatant)
{
    double reach = engine->stat_reach >= 0 ? combatant->stats[engine->stat_reach] : 1.0;
    return reach < WYRM_MAP_SIDE_MAX ? (int32_t)reach : WYRM_MAP_SIDE_MAX;
}

/* Index of the monster on a tile, or -1. */
int32_t wyrm_monster_on(const wyrm_game *game, wyrm_position at);

/* Changes a tile of the map and of the marks. It stays known and keeps who stands there, but what
 * lies there now has to be seen anew. */
void wyrm_set_tile(wyrm_game *game, wyrm_position at, wyrm_tile tile);

/* Whether a monster is of `kind: boss`. */
WYRM_API bool wyrm_is_boss(const wyrm_engine *engine, const wyrm_game_monster *monster);

/* How often an item of a kind can be used when it is new: at least once. */
int32_t wyrm_item_uses(const wyrm_item_kind *kind);

/* The byte of a tile; NULL outside the map. */
uint8_t *wyrm_mark_at(wyrm_game *game, int x, int y);

/* The field of view of the player; engine->sight, computed where that is not of this place. */
const wyrm_sight *wyrm_player_sight(wyrm_engine *engine, const wyrm_game *game);

/* The same in a turn, which knows whether it is fresh. */
const wyrm_sight *wyrm_turn_sight(wyrm_turn *turn);

/* wyrm_observe with the field of view that the engine keeps. */
WYRM_API void wyrm_observe_again(wyrm_engine *engine, const wyrm_game *game, wyrm_observation *out);

/* An event with everything at "nobody, nothing". */
wyrm_event wyrm_event_of(wyrm_event_kind kind);
void wyrm_tell(const wyrm_turn *turn, const wyrm_event *event);

/* Whether there is a listener: without one nobody needs to know what the player sees of events. */
static inline bool wyrm_is_heard(const wyrm_turn *turn)
{
    return turn->listener && turn->listener->hear;
}

/* Tells an event of the player at its own tile. */
void wyrm_tell_player(const wyrm_turn *turn, wyrm_event_kind kind, int64_t amount);

/* Adds 1 to a counter that stops at its maximum. */
static inline void wyrm_count(uint32_t *counter)
{
    if (*counter < UINT32_MAX)
        ++*counter;
}

/* Adds an amount to a counter that stops at its maximum; nothing for amounts below 0. */
static inline void wyrm_add_to(uint64_t *counter, int64_t amount)
{
    uint64_t added = amount > 0 ? (uint64_t)amount : 0;
    *counter = *counter > UINT64_MAX - added ? UINT64_MAX : *counter + added;
}

#endif
