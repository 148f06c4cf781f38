/* Comparing two rulesets by what follows from them without a game: every figure of both side by
 * side.
 *
 * Figures are growth curves, creatures, gear, fights, what depths bring, loot, and the exact
 * targets, each with the place where it is measured. What only one ruleset has (a monster, a depth)
 * has figures on that side only. What rooms hold is not exact in every ruleset (wyrm/rooms.h): such
 * figures have a margin, and are the same where they differ by no more than that.
 */
#ifndef WYRM_COMPARE_H
#define WYRM_COMPARE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a group: name, key, heading. In the order of an answer. */
/* clang-format off */
#define WYRM_COMPARE_GROUP_ROWS(row)                                                               \
    row(WYRM_COMPARE_DIFFICULTY, "difficulty", "difficulty")                                       \
    row(WYRM_COMPARE_PLAYER, "player", "the player by level, without gear")                        \
    row(WYRM_COMPARE_CURVES, "curves", "growth curves")                                            \
    row(WYRM_COMPARE_MONSTERS, "monsters", "monsters as they first appear")                        \
    row(WYRM_COMPARE_GEAR, "gear", "what gear adds")                                               \
    row(WYRM_COMPARE_DUELS, "duels", "fights to the death, the player striking first")             \
    row(WYRM_COMPARE_DEPTHS, "depths", "what depths bring")                                        \
    row(WYRM_COMPARE_LOOT, "loot", "loot of a room")                                               \
    row(WYRM_COMPARE_FLOORS, "floors", "what lies on the floors down to a depth, and shops")       \
    row(WYRM_COMPARE_TARGETS, "targets", "targets")
/* clang-format on */

typedef enum wyrm_compare_group {
#define WYRM_COMPARE_GROUP_ENUM(name, key, heading) name,
    WYRM_COMPARE_GROUP_ROWS(WYRM_COMPARE_GROUP_ENUM)
#undef WYRM_COMPARE_GROUP_ENUM
        WYRM_COMPARE_GROUP_COUNT
} wyrm_compare_group;

WYRM_API const char *wyrm_compare_group_key(wyrm_compare_group group);     /* "" for none */
WYRM_API const char *wyrm_compare_group_heading(wyrm_compare_group group); /* likewise */

/* One figure of both. Static texts, but for the arrays. */
typedef struct wyrm_compared {
    wyrm_compare_group group;
    char of[96];               /* whose it is: "orc", "player against orc" */
    char metric[48];           /* "max_hp" */
    const char *unit;          /* "" where none; a "share" is of 1 */
    const char *axis;          /* "level", "depth", "tracker", or "" */
    int32_t at;                /* on that axis */
    char where[160];           /* of a target; else "" */
    bool in_a, in_b;           /* which of them has it: at least one */
    double a, b;               /* NAN: cannot be measured; INFINITY: without bound */
    double margin_a, margin_b; /* half their 95 % intervals; 0: exact */
    bool same; /* both have it, equal within the margins and a millionth of a millionth, which of a
                  share is one of 1 */
    wyrm_verdict verdict_a, verdict_b; /* of a target, where it is in that side */
} wyrm_compared;

/* One value that the files say differently. */
typedef struct wyrm_compared_value {
    char *path;     /* "monsters.orc.hp" */
    char *old_text; /* as it may stand in a file; "" where A has no such value */
    char *new_text; /* likewise of B */
    bool unseen;    /* by wyrm_compare_look; false before */
} wyrm_compared_value;

/* Which is harder, by what the monsters take from the reference player of a place (wyrm/design.h)
 * until they are dead, as a share of the hit points, a lost fight counting as all of them. Where
 * rooms are known it is the expected number of monsters in a room times the mean of one fight; else
 * one fight. */
typedef struct wyrm_compared_cost {
    const char *axis;              /* "depth", "level"; "" where there is nothing to go by */
    bool rooms;                    /* of a room; else of one fight */
    int32_t first, last;           /* the places that both have */
    size_t places, harder, easier; /* of B against A: where the costs differ by more than 1 % */
    double a, b;                   /* means over the places */
    double margin_a, margin_b;     /* half their 95 % intervals; 0: exact */
    double margin;                 /* of their difference; 0: exact */
} wyrm_compared_cost;

typedef struct wyrm_comparison {
    bool identical; /* the two say the same: their hashes are equal */
    wyrm_compared_cost cost;
    size_t count, same, differing, only_a, only_b;
    wyrm_compared *figures; /* by group, whose, metric, place, in the order of A */
    size_t value_count;
    wyrm_compared_value *values;
} wyrm_comparison;

/* What the costs say of B against A. Costs that differ by less than 1 %, or no more than their
 * margin, are equal. */
typedef enum wyrm_compare_verdict {
    WYRM_COMPARE_IDENTICAL, /* the rulesets say the same */
    WYRM_COMPARE_EQUAL,
    WYRM_COMPARE_HARDER,
    WYRM_COMPARE_EASIER,
    WYRM_COMPARE_UNKNOWN /* no place that both have */
} wyrm_compare_verdict;

WYRM_API wyrm_compare_verdict wyrm_compare_verdict_of(const wyrm_comparison *comparison);

/* Who is told how far it is, from 0 to 1, now and then: false ends it. */
typedef struct wyrm_compare_options {
    bool (*progress)(double done, void *context); /* NULL: nobody */
    void *context;
} wyrm_compare_options;

/* Compares; options may be NULL. *out is owned by the caller (wyrm_comparison_free); it is
 * independent of the designs but for static texts.
 * WYRM_ERROR_RULESET   a target does not make sense (the message says which)
 * WYRM_ERROR_LIMIT     progress ended it
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b,
                                                  const wyrm_compare_options *options,
                                                  wyrm_comparison **out, wyrm_error *error);

/* Marks the values that affect runs but change no figure of creatures, gear, fights or spawns (the
 * groups before WYRM_COMPARE_LOOT). A trial tells: A with the value of B and B with that of A have
 * the same figures. Items, loot, the game around fights and abilities are marked without a trial;
 * values that make no ruleset alone or with the others of their kind, and those behind some dozens
 * of trials, are decided by their section. The comparison is of the same designs.
 * WYRM_ERROR_MEMORY    out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_compare_look(const wyrm_design *a, const wyrm_design *b,
                                                       wyrm_comparison *comparison,
                                                       wyrm_error *error);
WYRM_API void wyrm_comparison_free(wyrm_comparison *comparison); /* NULL is allowed */

/* What a fight to the death takes. The values are NAN where it cannot be had. */
typedef struct wyrm_fight_price {
    wyrm_estimate lost;  /* expected share of the hit points: 1 where it is lost or never ends */
    wyrm_estimate death; /* chance that it is not won */
    uint32_t fights;     /* that both come from; 0: they are exact */
} wyrm_fight_price;

/* What it takes of `player` to fight `monster`, striking first. What the costs above are made of.
 * Fails as wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_fight_cost(const wyrm_design *design,
                                                     const wyrm_combatant *player,
                                                     const wyrm_combatant *monster,
                                                     wyrm_fight_price *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
