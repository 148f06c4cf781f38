/* Encounters: how hard the dungeon is at a depth, and which monsters it brings.
 *
 * Some models fill rooms, one like the other (wyrm_encounter_room); others fill a whole floor, by
 * groups whose members stand near each other (wyrm_encounter_floor). Which one a model does is told
 * by wyrm_encounter_fills_floors; wyrm_populate asks, and nobody else has to.
 *
 * What a model remembers from floor to floor is part of wyrm_difficulty: a plain value without
 * pointers, all 0 where a game begins, kept by the game and by whoever descends without one, and
 * part of the checksum of a game where it is not 0.
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

/* Where a game stands in the dungeon's difficulty. A plain value, saved with the game. Rulesets
 * whose difficulty is a table of depths use only depth and wins. */
typedef struct wyrm_difficulty {
    int32_t depth;           /* of the map now, from 1 */
    int32_t wins;            /* games won before, for new game plus */
    wyrm_experience tracker; /* the invisible holder of experience */
    uint64_t pending;        /* experience of the monsters put on this depth, paid on descending */
    int32_t gear_base;       /* added to the level of found gear: what earlier wins have brought */
    uint64_t come[WYRM_ONCE_MAX / 64]; /* a bit for each group that comes once, and has come; of
                                          `encounter: script` the numbers of its state, 16 bits
                                          each, less what they begin at */
} wyrm_difficulty;

/* A monster to be placed. */
typedef struct wyrm_spawn {
    int32_t monster;     /* index in the roster: how it looks */
    int32_t level;       /* how strong it is: its level, or the depth that it is scaled to */
    uint64_t experience; /* what killing it gives */
    bool elite;          /* it is of the variant that wyrm_encounter_variant tells */
} wyrm_spawn;

/* The room to be populated. */
typedef struct wyrm_room_context {
    int32_t index;       /* order of placing, from 0; the player starts in room 0 */
    int32_t count;       /* rooms on this map */
    wyrm_room_kind kind; /* {0}: a normal room */
} wyrm_room_context;

/* A way in which the level of a monster is chosen, and how often it is. Two ways may lead to the
 * same level. */
#define WYRM_LEVEL_CHOICES_MAX 8
typedef struct wyrm_level_choice {
    const char *name; /* "deeper"; static text */
    double share;     /* of monsters, in [0, 1] */
} wyrm_level_choice;

typedef struct wyrm_encounter wyrm_encounter;

/* NULL, though nothing has failed, where the ruleset names no model of encounters. Then nobody is
 * met: every question below that does not draw may be asked of NULL, and has the neutral answer, or
 * fails as where the model has no such thing. `threat` is NULL where the ruleset has none.
 * WYRM_ERROR_RULESET  the section contradicts itself or another
 * WYRM_ERROR_MEMORY   out of memory
 * All four must outlive it. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_new(const wyrm_ruleset *ruleset,
                                                        const wyrm_growth *growth,
                                                        const wyrm_roster *roster,
                                                        const wyrm_threat *threat,
                                                        wyrm_encounter **out, wyrm_errors *errors);
WYRM_API void wyrm_encounter_free(wyrm_encounter *encounter); /* NULL is allowed */

/* A new game, before anything is generated: depth 1. */
WYRM_API wyrm_difficulty wyrm_encounter_start(const wyrm_encounter *encounter);

/* Whether the map generated now, at difficulty->depth and before wyrm_encounter_enter, is the last
 * one (RuggRogue, "Picking the Final Dungeon Level"). */
WYRM_API bool wyrm_encounter_is_final(const wyrm_encounter *encounter,
                                      const wyrm_difficulty *difficulty);

/* The order on descending: depth + 1 (wyrm_encounter_descend), the map is generated, what the last
 * depth left pending is paid (wyrm_encounter_enter), the map is populated, and its monsters'
 * experience is put aside (wyrm_encounter_settle). At depth 1 entering pays nothing. */
WYRM_API void wyrm_encounter_descend(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);
WYRM_API void wyrm_encounter_enter(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);
WYRM_API void wyrm_encounter_settle(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                                    uint64_t experience);

/* A won game goes on: the tracker's levels move into the gear, and it starts anew
 * (RuggRogue, "New Game Plus"). Depth + 1 is left to wyrm_encounter_descend. */
WYRM_API void wyrm_encounter_win(const wyrm_encounter *encounter, wyrm_difficulty *difficulty);

/* The kinds of the rooms of one map, by the order of placing: fills kinds[rooms]. Draws only from
 * *rng (the stream of roles), nothing where the model has no roles. Called once a map, before its
 * rooms are filled. */
WYRM_API void wyrm_encounter_roles(const wyrm_encounter *encounter,
                                   const wyrm_difficulty *difficulty, int32_t rooms, wyrm_rng *rng,
                                   wyrm_room_kind *kinds);

/* How many rooms of a map with `rooms` rooms (at least 1) pity works in, by the roles they may get.
 * Exact. *out is owned by the caller. WYRM_ERROR_MEMORY: out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_pity_rooms(const wyrm_encounter *encounter,
                                                               const wyrm_difficulty *difficulty,
                                                               int32_t rooms, wyrm_pmf **out,
                                                               wyrm_error *error);

/* The variant of a monster to be placed, for wyrm_roster_spawn: WYRM_VARIANT_NONE unless it is
 * elite. */
WYRM_API int32_t wyrm_encounter_variant(const wyrm_encounter *encounter, const wyrm_spawn *spawn);

/* The depth of the last map of a first game where the difficulty is a table of depths; 0 elsewhere.
 */
WYRM_API int32_t wyrm_encounter_last_depth(const wyrm_encounter *encounter);

/* The monsters of one room, in order of placing: fills spawns[WYRM_ROOM_SPAWNS_MAX] and returns how
 * many. Draws only from *rng. None where whole floors are filled. */
WYRM_API size_t wyrm_encounter_room(const wyrm_encounter *encounter,
                                    const wyrm_difficulty *difficulty,
                                    const wyrm_room_context *room, wyrm_rng *rng,
                                    wyrm_spawn *spawns);

/* A monster that comes to a floor. */
typedef struct wyrm_floor_spawn {
    wyrm_spawn spawn;
    int32_t room;  /* where it is to be */
    int32_t group; /* those of one group stand near each other; its leader comes first */
    int32_t horde; /* which of the hordes the group is; -1: none, a script has brought it */
    bool guards;   /* it is not drawn with the others: it guards a place */
} wyrm_floor_spawn;

/* Whether the monsters of a floor are drawn together: wyrm_encounter_floor instead of
 * wyrm_encounter_room. */
WYRM_API bool wyrm_encounter_fills_floors(const wyrm_encounter *encounter);

/* The monsters of a floor with so many rooms (at least 1), group by group: fills
 * spawns[WYRM_LEVEL_SPAWNS_MAX] and returns how many. Draws only from *rng; notes in *difficulty
 * what does not come again. None where rooms are filled one by one. */
WYRM_API size_t wyrm_encounter_floor(const wyrm_encounter *encounter, wyrm_difficulty *difficulty,
                                     int32_t rooms, wyrm_rng *rng, wyrm_floor_spawn *spawns);

/* Why one of the floors that were asked for so far is empty, where that was not meant: a script of
 * the ruleset failed on it. Of several the one of the least depth. Whoever has made floors asks,
 * and tells nothing of them where this is not WYRM_OK. Any thread may ask.
 * WYRM_ERROR_RULESET  an error of the script, or what it returned is no floor (with its place)
 * WYRM_ERROR_LIMIT    it did too much
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_trouble(const wyrm_encounter *encounter,
                                                            wyrm_error *error);

/* The chance that another group comes in a turn, at a depth; 0 where none ever does. */
WYRM_API double wyrm_encounter_wandering(const wyrm_encounter *encounter, int32_t depth);

/* Those who come to a floor in this turn, as wyrm_encounter_floor has them, if any: draws the
 * chance, then the group. Their room is left open (0). */
WYRM_API size_t wyrm_encounter_wanderers(const wyrm_encounter *encounter,
                                         wyrm_difficulty *difficulty, wyrm_rng *rng,
                                         wyrm_floor_spawn *spawns);

/* Whether what comes to a floor hangs on the floors before it. */
WYRM_API bool wyrm_encounter_remembers(const wyrm_encounter *encounter);

/* A monster that comes by no rule of encounters but stands somewhere by itself: one of the roster
 * at a level, with its experience. */
WYRM_API wyrm_spawn wyrm_encounter_single(const wyrm_encounter *encounter, int32_t monster,
                                          int32_t level);

/* Whether the difficulty is a tracker; its level as a real number where it is, else the depth. */
WYRM_API bool wyrm_encounter_tracks(const wyrm_encounter *encounter);
WYRM_API double wyrm_encounter_level(const wyrm_encounter *encounter,
                                     const wyrm_difficulty *difficulty);

/* The distribution of the level of one monster at tracker level `tracker` (4.1: level 5 counts with
 * probability 0.1). *out is owned by the caller.
 * WYRM_ERROR_ARGUMENT  the ruleset has no tracker
 * WYRM_ERROR_RANGE     tracker outside 1..10000 */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_monster_levels(const wyrm_encounter *encounter,
                                                                   double tracker, wyrm_pmf **out,
                                                                   wyrm_error *error);

/* The ways in which a monster's level is chosen at a tracker level, in the order of the model:
 * fills choices[WYRM_LEVEL_CHOICES_MAX] and returns how many, 0 where the model has but one way or
 * the tracker is outside 1..10000. The shares sum to 1. */
WYRM_API size_t wyrm_encounter_choices(const wyrm_encounter *encounter, double tracker,
                                       wyrm_level_choice *choices);

/* How the normal rooms of a depth are filled, where the difficulty is a table of depths. */
typedef struct wyrm_room_draw {
    int32_t most;     /* monsters that are drawn for one, before a budget keeps any out */
    bool independent; /* they are drawn one like the other: no budget has a say */
    bool first;       /* the room that the player starts in gets monsters too */
} wyrm_room_draw;

/* False, and *out is not set, where the difficulty is none of this sort. */
WYRM_API bool wyrm_encounter_room_draw(const wyrm_encounter *encounter, int32_t depth,
                                       wyrm_room_draw *out);

/* ---- Exact distributions of what is drawn, where the difficulty is a table of depths. ----
 *
 * They are of normal rooms, other than a first one that stays empty, and before monsters are put on
 * tiles: in rooms too small for them, and with `placing: once`, not all get one. What rooms hold in
 * the end is told by wyrm/rooms.h. `depth` is any whole number. *out is owned by the caller.
 *   WYRM_ERROR_ARGUMENT  the model is none of this sort, or the ruleset lacks what is asked for
 *   WYRM_ERROR_RANGE     threats differ too finely for the distribution of a room with a budget
 *   WYRM_ERROR_MEMORY    out of memory */

/* The monster of one draw, as an index of the roster, before any budget refuses it. Where nothing
 * is drawn at a depth: WYRM_ERROR_ARGUMENT. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_monster_kinds(const wyrm_encounter *encounter,
                                                                  int32_t depth, wyrm_pmf **out,
                                                                  wyrm_error *error);

/* Whether a monster, by its index of the roster, can come in a room: it has a weight, and the
 * budget that rooms are filled by, if any, has room for it. */
WYRM_API bool wyrm_encounter_comes(const wyrm_encounter *encounter, int32_t depth, int32_t monster);

/* One of the monsters of the rooms, each as likely as another, as an index of the roster: what a
 * budget refuses is no part of it. WYRM_ERROR_ARGUMENT also where no room has any. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_kinds(const wyrm_encounter *encounter,
                                                               int32_t depth, wyrm_pmf **out,
                                                               wyrm_error *error);

/* How many monsters a room gets. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_monsters(const wyrm_encounter *encounter,
                                                                  int32_t depth, wyrm_pmf **out,
                                                                  wyrm_error *error);

/* The threat of a room, all its monsters together, in steps of *unit points: the largest step that
 * all of them are multiples of (value 30 with a unit of 0.1 is 3 points). */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_room_threat(const wyrm_encounter *encounter,
                                                                int32_t depth, double *unit,
                                                                wyrm_pmf **out, wyrm_error *error);

/* ---- What comes to a floor, where floors are filled. ----
 *
 * Exactly, before monsters look for tiles; of a floor, or of a room where groups come to each room
 * (`per: room`), other than one that stays empty, and without those that guard a place. */

/* The hordes of a ruleset; a count of 0 where there are none, as where a script fills floors. */
typedef struct wyrm_horde_facts {
    size_t count;
    const char *const *names; /* in the order of the ruleset */
    bool per_room;
    bool deck; /* they are dealt from one */
} wyrm_horde_facts;
WYRM_API wyrm_horde_facts wyrm_encounter_hordes_of(const wyrm_encounter *encounter);

/* How often something comes. */
typedef struct wyrm_arrival {
    const char *name;       /* as in the ruleset */
    double mean;            /* how many, on average */
    double any;             /* the chance of at least one */
    const wyrm_pmf *number; /* NULL: the chances of 0, 1, 2... are not worked out one by one */
} wyrm_arrival;

/* A number of a floor, in steps of `unit` (value 3 with a unit of 0.1 is 0.3). */
typedef struct wyrm_arriving {
    double mean;
    double unit;
    const wyrm_pmf *number; /* NULL: too many values, or what they are counted in is not known */
} wyrm_arriving;

typedef struct wyrm_arrivals {
    bool per_room;
    size_t horde_count;
    const wyrm_arrival *hordes; /* in the order of the ruleset */
    size_t monster_count;
    const wyrm_arrival *monsters;          /* by index of the roster */
    wyrm_arriving groups, all, experience; /* groups that come; monsters */
    wyrm_arriving threat;                  /* a mean of NAN where the ruleset has none */
    double cut; /* probability of more groups than were followed (amounts that have no end) */
} wyrm_arrivals;

/* *out is owned by the caller (wyrm_arrivals_free); it must not outlive the encounter.
 * WYRM_ERROR_ARGUMENT  floors are not filled by groups
 * WYRM_ERROR_RANGE     what comes hangs on more than can be followed: too many groups that come
 *                      once, or a budget together with them
 * WYRM_ERROR_LIMIT     there are too many ways in which a group can come
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_arrivals(const wyrm_encounter *encounter,
                                                             int32_t depth, wyrm_arrivals **out,
                                                             wyrm_error *error);
WYRM_API void wyrm_arrivals_free(wyrm_arrivals *arrivals); /* NULL is allowed */

/* Only the means, in much less time: fills hordes[] by wyrm_encounter_hordes_of and monsters[] by
 * index of the roster. Fails as the above. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_encounter_expected(const wyrm_encounter *encounter,
                                                             int32_t depth, double *hordes,
                                                             double *monsters, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
