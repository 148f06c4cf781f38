/* Encounters: how hard the dungeon is at a depth, and which monsters it brings.
 *
 * Some models fill room by room (wyrm_encounter_room); others fill a whole floor with groups whose
 * members stand near each other (wyrm_encounter_floor). wyrm_encounter_fills_floors tells which;
 * wyrm_populate calls the right one, so most callers need neither.
 *
 * What a model remembers from floor to floor is part of wyrm_difficulty: a plain value without
 * pointers, all 0 at the start of a game. The game keeps it, as does any code that descends without
 * a game, and where it is not 0 it is part of the checksum of a game.
 */
#ifndef WYRM_ENCOUNTER_H
#define WYRM_ENCOUNTER_H

#include <wyrm/threat.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_DEPTH_MAX        10000
#define WYRM_TRACKER_MAX      10000 /* levels that wyrm_encounter_monster_levels answers for */
#define WYRM_ROOM_SPAWNS_MAX  64
#define WYRM_LEVEL_SPAWNS_MAX 1024
#define WYRM_ONCE_MAX         256 /* groups of a ruleset that come once a game */

/* The state of the dungeon's difficulty in one game. A plain value, saved with the game. Rulesets
 * whose difficulty is a table of depths use only depth and wins. */
typedef struct wyrm_difficulty {
    int32_t depth;           /* of the current map, from 1 */
    int32_t wins;            /* games won before, for new game plus */
    wyrm_experience tracker; /* the invisible holder of experience whose level sets the monsters'
                                levels */
    uint64_t pending;        /* experience of the monsters placed on this depth; the tracker gets it
                                on descending */
    int32_t gear_base;       /* levels added to found gear because of earlier wins */
    uint64_t come[WYRM_ONCE_MAX / 64]; /* one bit for each group that comes once: it has come. For
                                          `encounter: script`: the numbers of the script's state, 16
                                          bits each, as differences from their initial values */
} wyrm_difficulty;

/* A monster to place. */
typedef struct wyrm_spawn {
    int32_t monster;     /* index in the roster: which kind it is */
    int32_t level;       /* its strength: its level, or the depth that it is scaled to */
    uint64_t experience; /* experience for killing it */
    bool elite;          /* it has the variant that wyrm_encounter_variant returns */
} wyrm_spawn;

/* The room to populate. */
typedef struct wyrm_room_context {
    int32_t index;       /* order of placing, from 0; the player starts in room 0 */
    int32_t count;       /* rooms on this map */
    wyrm_room_kind kind; /* {0}: a normal room */
} wyrm_room_context;

/* One of the ways in which a model chooses the level of a monster, and how often it does. Two ways
 * may lead to the same level. */
#define WYRM_LEVEL_CHOICES_MAX 8
typedef struct wyrm_level_choice {
    const char *name; /* "deeper"; static text */
    double share;     /* of monsters, in [0, 1] */
} wyrm_level_choice;

typedef struct wyrm_encounter wyrm_encounter;

/* Prepares the encounters of a ruleset. *out is NULL, without an error, where the ruleset names no
 * encounter model: there are no monsters then, and every function below that does not draw accepts
 * NULL and gives the neutral answer or fails as for a model without the feature. `threat` is NULL
 * where the ruleset has none. On success *out is owned by the caller (wyrm_encounter_free); the
 * four arguments must outlive it.
 * WYRM_ERROR_RULESET  the section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_new(const wyrm_ruleset *ruleset,
                                                        const wyrm_growth *growth,
                                                        const wyrm_roster *roster,
                                                        const wyrm_threat *threat,
                                                        wyrm_encounter **out, wyrm_errors *errors);
WYRM_API void wyrm_encounter_free(wyrm_encounter *encounter); /* NULL is allowed */

/* The difficulty of a new game before anything is generated: depth 1. */
WYRM_API wyrm_difficulty wyrm_encounter_start(const wyrm_encounter *encounter);

/* Whether the map to generate now, at difficulty->depth and before wyrm_encounter_enter, is the
 * last one (RuggRogue, "Picking the Final Dungeon Level"). */
WYRM_API bool wyrm_encounter_is_final(const wyrm_encounter *encounter,
                                      const wyrm_difficulty *difficulty);

/* The order of calls on descending: wyrm_encounter_descend raises the depth by 1; the map is
 * generated; wyrm_encounter_enter pays the pending experience of the previous depth to the tracker;
 * the map is populated; wyrm_encounter_settle notes its monsters' experience as pending. At depth 1
 * entering pays nothing. */
WYRM_API void wyrm_encounter_descend(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);
WYRM_API void wyrm_encounter_enter(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);
WYRM_API void wyrm_encounter_settle(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                                    uint64_t experience);

/* Continues after a won game: the tracker's levels are added to gear_base and the tracker starts
 * anew (RuggRogue, "New Game Plus"). Raising the depth is left to wyrm_encounter_descend. */
WYRM_API void wyrm_encounter_win(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);

/* Draws the kinds of the rooms of one map, in the order of placing: fills kinds[rooms]. Draws only
 * from *rng (the stream of roles), and nothing where the model has no roles. To be called once a
 * map, before its rooms are filled. */
WYRM_API void wyrm_encounter_roles(const wyrm_encounter *encounter,
                                   const wyrm_difficulty *difficulty, int32_t rooms, wyrm_rng *rng,
                                   wyrm_room_kind *kinds);

/* The distribution of how many rooms pity applies to on a map with `rooms` rooms (at least 1),
 * which depends on the roles they get. Exact. On success *out is owned by the caller
 * (wyrm_pmf_free).
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_pity_rooms(const wyrm_encounter *encounter,
                                                               const wyrm_difficulty *difficulty,
                                                               int32_t rooms, wyrm_pmf **out,
                                                               wyrm_error *error);

/* The variant of a monster to place, for wyrm_roster_spawn: WYRM_VARIANT_NONE unless it is
 * elite. */
WYRM_API int32_t wyrm_encounter_variant(const wyrm_encounter *encounter, const wyrm_spawn *spawn);

/* Depth of the last map of a first game where the difficulty is a table of depths; else 0.
 */
WYRM_API int32_t wyrm_encounter_last_depth(const wyrm_encounter *encounter);

/* Draws the monsters of one room in the order of placing: fills spawns[WYRM_ROOM_SPAWNS_MAX] and
 * returns how many. Draws only from *rng. None where the model fills whole floors. */
WYRM_API size_t wyrm_encounter_room(const wyrm_encounter *encounter,
                                    const wyrm_difficulty *difficulty,
                                    const wyrm_room_context *room, wyrm_rng *rng,
                                    wyrm_spawn *spawns);

/* A monster to place on a floor. */
typedef struct wyrm_floor_spawn {
    wyrm_spawn spawn;
    int32_t room;  /* index of the room to place it in */
    int32_t group; /* members of one group stand near each other; the leader comes first */
    int32_t horde; /* index of the group's horde; -1: a script brought it */
    bool guards;   /* it guards a place and is not part of the normal draw */
} wyrm_floor_spawn;

/* Whether the monsters of a floor are drawn together: by wyrm_encounter_floor instead of
 * wyrm_encounter_room. */
WYRM_API bool wyrm_encounter_fills_floors(const wyrm_encounter *encounter);

/* Draws the monsters of a floor with `rooms` rooms (at least 1), group by group: fills
 * spawns[WYRM_LEVEL_SPAWNS_MAX] and returns how many. Draws only from *rng; notes in *difficulty
 * which groups do not come again. None where rooms are filled one by one. */
WYRM_API size_t wyrm_encounter_floor(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                                     int32_t rooms, wyrm_rng *rng, wyrm_floor_spawn *spawns);

/* Fails if a floor drawn so far is empty only because a script of the ruleset failed; of several
 * failures the one at the least depth is reported. Call it after drawing floors, and discard them
 * if it is not WYRM_OK. Safe from any thread.
 * WYRM_ERROR_RULESET  the script raised an error, or returned no valid floor (with its position)
 * WYRM_ERROR_LIMIT    the script exceeded its limits
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_trouble(const wyrm_encounter *encounter,
                                                            wyrm_error *error);

/* The chance per turn that a wandering group arrives at a depth; 0 where none ever does. */
WYRM_API double wyrm_encounter_wandering(const wyrm_encounter *encounter, int32_t depth);

/* Draws the monsters that arrive in this turn, if any: first the chance, then the group. Fills
 * `spawns` as wyrm_encounter_floor does, with the room left open (0), and returns how many. */
WYRM_API size_t wyrm_encounter_wanderers(const wyrm_encounter *encounter,
                                         wyrm_difficulty *difficulty, wyrm_rng *rng,
                                         wyrm_floor_spawn *spawns);

/* Whether the monsters of a floor depend on the floors before it. */
WYRM_API bool wyrm_encounter_remembers(const wyrm_encounter *encounter);

/* A monster placed by something other than an encounter rule, such as a vault: a kind of the roster
 * at a level, with its experience. */
WYRM_API wyrm_spawn wyrm_encounter_single(const wyrm_encounter *encounter, int32_t monster,
                                          int32_t level);

/* Whether the difficulty is a tracker; and its level as a real number, or the depth where it is
 * none. */
WYRM_API bool wyrm_encounter_tracks(const wyrm_encounter *encounter);
WYRM_API double wyrm_encounter_level(const wyrm_encounter *encounter,
                                     const wyrm_difficulty *difficulty);

/* The distribution of the level of one monster at a tracker level (4.1 counts as level 5 with
 * probability 0.1, else as level 4). On success *out is owned by the caller (wyrm_pmf_free).
 * WYRM_ERROR_ARGUMENT  the ruleset has no tracker
 * WYRM_ERROR_RANGE     tracker outside 1..10000 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_monster_levels(const wyrm_encounter *encounter,
                                                                   double tracker, wyrm_pmf **out,
                                                                   wyrm_error *error);

/* The ways in which a monster's level is chosen at a tracker level, in the order of the model:
 * fills choices[WYRM_LEVEL_CHOICES_MAX] and returns how many; 0 where the model has only one way or
 * the tracker is outside 1..10000. The shares sum to 1. */
WYRM_API size_t wyrm_encounter_choices(const wyrm_encounter *encounter, double tracker,
                                       wyrm_level_choice *choices);

/* How the normal rooms of a depth are filled, where the difficulty is a table of depths. */
typedef struct wyrm_room_draw {
    int32_t most;     /* most monsters drawn for one room, before a budget rejects any */
    bool independent; /* the draws are independent and identical: no budget interferes */
    bool first;       /* the room in which the player starts gets monsters, too */
} wyrm_room_draw;

/* Returns false and leaves *out unset where the difficulty is not a table of depths. */
WYRM_API bool wyrm_encounter_room_draw(const wyrm_encounter *encounter, int32_t depth,
                                       wyrm_room_draw *out);

/* ---- Exact distributions of what is drawn, where the difficulty is a table of depths. ----
 *
 * They describe normal rooms, except a first one that stays empty, before monsters are put on
 * tiles: in a room that is too small, or with `placing: once`, some find no tile. What rooms
 * finally hold is answered by wyrm/rooms.h. `depth` may be any whole number. *out is owned by the
 * caller (wyrm_pmf_free).
 *   WYRM_ERROR_ARGUMENT  the model is not of this kind, or the ruleset lacks what is asked for
 *   WYRM_ERROR_RANGE     threats differ too finely for the distribution of a room with a budget, or
 *                        groups come to floors, or guard a place beside those of rooms
 *   WYRM_ERROR_MEMORY    out of memory */

/* The monster of one draw, as an index in the roster, before any budget rejects it.
 * WYRM_ERROR_ARGUMENT  also where nothing is drawn at this depth */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_monster_kinds(const wyrm_encounter *encounter,
                                                                  int32_t depth, wyrm_pmf **out,
                                                                  wyrm_error *error);

/* Whether a monster, by its index in the roster, can appear in a room: it has a weight, and any
 * budget that rooms are filled by has room for it. */
WYRM_API bool wyrm_encounter_comes(const wyrm_encounter *encounter, int32_t depth, int32_t monster);

/* The kind of a random monster of the rooms, each equally likely, as an index in the roster; unlike
 * above, without those that a budget rejects.
 * WYRM_ERROR_ARGUMENT  also where rooms have no monsters */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_kinds(const wyrm_encounter *encounter,
                                                               int32_t depth, wyrm_pmf **out,
                                                               wyrm_error *error);

/* The number of monsters in a room. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_monsters(const wyrm_encounter *encounter,
                                                                  int32_t depth, wyrm_pmf **out,
                                                                  wyrm_error *error);

/* The total threat of a room's monsters, in steps of *unit points: the largest step of which all
 * threats are multiples (with a unit of 0.1 the value 30 means 3 points). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_threat(const wyrm_encounter *encounter,
                                                                int32_t depth, double *unit,
                                                                wyrm_pmf **out, wyrm_error *error);

/* ---- Monsters of a floor, where whole floors are filled. ----
 *
 * Exact, before monsters look for tiles. The figures are for a floor, guards of places included;
 * where groups come to each room (`per: room`), for a room other than one that stays empty, and
 * without guards. */

/* The hordes of a ruleset; a count of 0 where it has none, or a script fills floors. */
typedef struct wyrm_horde_facts {
    size_t count;
    const char *const *names; /* in the order of the ruleset */
    bool per_room;            /* groups come to each room instead of to the floor */
    bool deck;                /* hordes are dealt from a deck instead of drawn independently */
} wyrm_horde_facts;
WYRM_API wyrm_horde_facts wyrm_encounter_hordes_of(const wyrm_encounter *encounter);

/* How often a horde or monster comes. */
typedef struct wyrm_arrival {
    const char *name;       /* as in the ruleset */
    double mean;            /* mean number */
    double any;             /* the chance of at least one */
    const wyrm_pmf *number; /* distribution of the number; NULL: not worked out */
} wyrm_arrival;

/* A quantity of a floor, in steps of `unit` (with a unit of 0.1 the value 3 means 0.3). */
typedef struct wyrm_arriving {
    double mean;
    double unit;
    const wyrm_pmf *number; /* its distribution; NULL: too many values, or no common unit */
} wyrm_arriving;

typedef struct wyrm_arrivals {
    bool per_room; /* as in wyrm_horde_facts */
    size_t horde_count;
    const wyrm_arrival *hordes; /* in the order of the ruleset */
    size_t monster_count;
    const wyrm_arrival *monsters;          /* by index in the roster */
    wyrm_arriving groups, all, experience; /* groups; monsters in all; their experience */
    wyrm_arriving threat;                  /* mean NAN where the ruleset has no threat */
    double cut; /* probability of more groups than were followed (amounts without an upper bound) */
} wyrm_arrivals;

/* Works out what comes to a floor. On success *out is owned by the caller (wyrm_arrivals_free); it
 * must not outlive the encounter.
 * WYRM_ERROR_ARGUMENT  floors are not filled by groups
 * WYRM_ERROR_RANGE     too many states to follow: too many groups that come once, or a budget
 *                      together with such groups
 * WYRM_ERROR_LIMIT     too many ways in which a group can be made up
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_arrivals(const wyrm_encounter *encounter,
                                                             int32_t depth, wyrm_arrivals **out,
                                                             wyrm_error *error);
WYRM_API void wyrm_arrivals_free(wyrm_arrivals *arrivals); /* NULL is allowed */

/* Only the means, in much less time: fills hordes[] in the order of wyrm_encounter_hordes_of and
 * monsters[] by index in the roster. Fails as wyrm_encounter_arrivals. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_expected(const wyrm_encounter *encounter,
                                                             int32_t depth, double *hordes,
                                                             double *monsters, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
