/* Set fights, and the words for them: "player@3,weapon=shortsword vs orc x4".
 *
 * A set fight is a game of its own on a small map, played with the engine instead of solved: for
 * groups of monsters, for shooting and for other things that a duel cannot show.
 */
#ifndef WYRM_ARENA_H
#define WYRM_ARENA_H

#include <wyrm/design.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_ARENA_MONSTERS_MAX 32

typedef enum wyrm_arena_shape {
    WYRM_ARENA_ROOM,     /* 9 x 9, walls around */
    WYRM_ARENA_CORRIDOR, /* 1 x 24 */
    WYRM_ARENA_OPEN      /* 40 x 40 */
} wyrm_arena_shape;

typedef struct wyrm_arena_monster {
    int32_t monster;          /* index in the roster; -1: not of the roster, `combatant` says all */
    wyrm_combatant combatant; /* with hit points */
    uint64_t experience;
    bool asleep;
} wyrm_arena_monster;

typedef struct wyrm_arena {
    wyrm_arena_shape shape;
    int32_t distance;      /* wanted distance from the player to the nearest monster, in tiles, from
                              1 */
    wyrm_combatant player; /* with its gear */
    size_t count;          /* at least 1 */
    wyrm_arena_monster monsters[WYRM_ARENA_MONSTERS_MAX];
} wyrm_arena;

/* Whether a text describes a fight rather than naming one: a name has no blank, '@' or ','. */
WYRM_API bool wyrm_arena_is_words(const char *text);

/* Reads a set fight: COMBATANT vs COMBATANT [xN] [+ COMBATANT [xN]]... Each COMBATANT is written as
 * in <wyrm/roster.h>, with blanks around `vs` and each '+'. After `vs` the word `asleep`
 * ("orc,asleep") works in every ruleset: that monster sleeps at first. The shape is a room, the
 * distance 3, all others awake; callers change what they want.
 * WYRM_ERROR_SYNTAX  not of that form (the message or hint says what is missing)
 * WYRM_ERROR_LIMIT   no monster or more than WYRM_ARENA_MONSTERS_MAX, or a text longer than 1000
 *                    bytes
 * and the errors of wyrm_roster_combatant */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_arena_read(const wyrm_design *design, const char *text,
                                                     wyrm_arena *out, wyrm_error *error);

/* One kind of monster in a group, as written after `vs`. */
typedef struct wyrm_party_member {
    char text[128];  /* as it is written, cut if longer */
    int32_t monster; /* index in the roster; -1: not of the roster */
    int32_t number;  /* how many, at least 1 */
    wyrm_combatant combatant;
} wyrm_party_member;

typedef struct wyrm_party {
    size_t count; /* at least 1 */
    size_t all;   /* monsters in all, at most WYRM_ARENA_MONSTERS_MAX */
    wyrm_party_member members[WYRM_ARENA_MONSTERS_MAX];
} wyrm_party;

/* Reads a group: COMBATANT [xN] [[+] COMBATANT [xN]]... Fails as wyrm_arena_read; `asleep` is
 * refused. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_party_read(const wyrm_design *design, const char *text,
                                                     wyrm_party *out, wyrm_error *error);

/* The floor of a shape, without its walls. */
typedef struct wyrm_arena_floor {
    int32_t width, height; /* tiles */
    int32_t x, y;          /* of the player, from the north-western tile */
    int32_t abreast;       /* most monsters side by side */
} wyrm_arena_floor;

WYRM_API wyrm_arena_floor wyrm_arena_floor_of(wyrm_arena_shape shape);

/* Tiles from the player to the nearest monster at the beginning of the fight: `distance`, or as far
 * as there is room for all; 0 if they do not fit. */
WYRM_API int32_t wyrm_arena_distance(const wyrm_arena *arena);

WYRM_API const char *wyrm_arena_shape_name(wyrm_arena_shape shape); /* "room"; static text */
WYRM_API bool wyrm_arena_shape_find(const char *name, wyrm_arena_shape *out);

/* The set fights in the section `arenas` of a ruleset, in file order; names and words are valid as
 * long as the ruleset. */
WYRM_API size_t wyrm_arena_count(const wyrm_design *design);
WYRM_API const char *wyrm_arena_name(const wyrm_design *design, size_t index);  /* NULL: none */
WYRM_API const char *wyrm_arena_words(const wyrm_design *design, size_t index); /* its `fight` */

/* Reads a set fight by its name in the section `arenas`.
 * WYRM_ERROR_UNKNOWN  no arena of that name (the hint names the nearest, or all there are)
 * and the errors of wyrm_arena_read */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_arena_find(const wyrm_design *design, const char *name,
                                                     wyrm_arena *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
