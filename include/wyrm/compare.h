/* Comparing two rulesets without playing: every figure that follows from the rules, side by side.
 *
 * Figures are growth curves, creatures, gear, fights, the contents of depths, loot, and the exact
 * targets, each with the place where it is measured. A monster or depth that only one ruleset has
 * gives figures on that side only. The contents of rooms are not exact in every ruleset
 * (wyrm/rooms.h): such figures have a margin and count as the same if they differ by no more.
 */
#ifndef WYRM_COMPARE_H
#define WYRM_COMPARE_H

#include <wyrm/design.h>
#include <wyrm/judge.h>
#include <wyrm/stats.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The groups of figures, in the order of an answer: name, key, heading. */
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

/* One figure of both rulesets. Texts that are pointers are static. */
typedef struct wyrm_compared {
    wyrm_compare_group group;
    char of[96];               /* what it belongs to: "orc", "player against orc" */
    char metric[48];           /* "max_hp" */
    const char *unit;          /* "" if none; a "share" is in [0, 1] */
    const char *axis;          /* "level", "depth", "tracker", or "" */
    int32_t at;                /* position on that axis */
    char where[160];           /* for a target; else "" */
    bool in_a, in_b;           /* which ruleset has it: at least one */
    double a, b;               /* NAN: cannot be measured; INFINITY: unbounded */
    double margin_a, margin_b; /* half widths of the 95 % intervals; 0: exact */
    bool same; /* both have it, and the values agree within the margins and 1e-12, relative or, for
                  a share, absolute */
    wyrm_verdict verdict_a, verdict_b; /* for a target, in the rulesets that have it */
} wyrm_compared;

/* One value that differs between the two files. */
typedef struct wyrm_compared_value {
    char *path;     /* "monsters.orc.hp" */
    char *old_text; /* as it may be written in a file; "" if A has no such value */
    char *new_text; /* the same for B */
    bool remark;    /* no rule: a title or another word for people, or how something is drawn */
    bool unseen;    /* affects runs but no figure: set by wyrm_compare_look, false before */
} wyrm_compared_value;

/* Which ruleset is harder, by what monsters cost the reference player of a place (wyrm/design.h)
 * until they are dead, as a share of its hit points; a lost fight costs all of them. Where the
 * contents of rooms are known the cost is the expected number of monsters in a room times the mean
 * cost of a fight, each begun with full hit points, so that it can exceed 1; a room fought in a row
 * is wyrm/attrition.h. Else it is that of one fight. */
typedef struct wyrm_compared_cost {
    const char *axis;              /* "depth", "level"; "" if costs cannot be computed */
    bool rooms;                    /* cost of a room; else of one fight */
    int32_t first, last;           /* the places that both rulesets have */
    size_t places, harder, easier; /* places; those where B is harder or easier than A by more than
                                      1 % */
    double a, b;                   /* mean costs over the places */
    double margin_a, margin_b;     /* half widths of the 95 % intervals; 0: exact */
    double margin;                 /* of the difference; 0: exact */
} wyrm_compared_cost;

typedef struct wyrm_comparison {
    bool identical; /* the hashes are equal */
    wyrm_compared_cost cost;
    size_t count, same, differing, only_a, only_b;
    wyrm_compared *figures; /* by group, owner, metric, place, in the order of A */
    size_t value_count;
    wyrm_compared_value *values;
} wyrm_comparison;

/* The costs of B relative to A. Costs that differ by less than 1 %, or by no more than their
 * margin, are equal. */
typedef enum wyrm_compare_verdict {
    WYRM_COMPARE_IDENTICAL, /* the rulesets have the same content */
    WYRM_COMPARE_EQUAL,
    WYRM_COMPARE_HARDER,
    WYRM_COMPARE_EASIER,
    WYRM_COMPARE_UNKNOWN /* the two have no place in common */
} wyrm_compare_verdict;

WYRM_API wyrm_compare_verdict wyrm_compare_verdict_of(const wyrm_comparison *comparison);

/* Reports progress: called now and then with the share done, from 0 to 1; false stops. */
typedef struct wyrm_compare_options {
    bool (*progress)(double done, void *context); /* NULL: not called */
    void *context;
} wyrm_compare_options;

/* Compares two designs; `options` may be NULL. *out is owned by the caller (wyrm_comparison_free);
 * it is independent of the designs but for static texts.
 * WYRM_ERROR_RULESET  a target makes no sense (the message says which)
 * WYRM_ERROR_LIMIT    `progress` stopped it
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b,
                                                  const wyrm_compare_options *options,
                                                  wyrm_comparison **out, wyrm_error *error);

/* Marks as `unseen` the values that affect runs but change no figure of creatures, gear, fights or
 * spawns (the groups before WYRM_COMPARE_LOOT). This is tested: A with B's value and B with A's
 * must have unchanged figures. Items, loot, abilities and the game around fights are marked
 * untested; values that make no valid ruleset alone or with others of their kind, and those beyond
 * some dozens of tests, are decided by their section. `comparison` must be of the same designs.
 * WYRM_ERROR_MEMORY  out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_compare_look(const wyrm_design *a, const wyrm_design *b,
                                                       wyrm_comparison *comparison,
                                                       wyrm_error *error);
WYRM_API void wyrm_comparison_free(wyrm_comparison *comparison); /* NULL is allowed */

/* The cost of a fight to the death. Values that cannot be computed are NAN. */
typedef struct wyrm_fight_price {
    wyrm_estimate lost;  /* expected share of the hit points lost: 1 for a fight that is lost or
                            never ends */
    wyrm_estimate death; /* probability of not winning */
    uint32_t fights;     /* sampled fights that both come from; 0: exact */
} wyrm_fight_price;

/* The cost to `player` of fighting `monster`, striking first, from which the costs above are made.
 * Fails as wyrm_design_duel. */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_fight_cost(const wyrm_design *design,
                                                     const wyrm_combatant *player,
                                                     const wyrm_combatant *monster,
                                                     wyrm_fight_price *out, wyrm_error *error);

#ifdef __cplusplus
}
#endif
#endif
