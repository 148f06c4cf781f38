/* Threat: effective threat points (ETP) of monsters, budgets of rooms, and the check of one against
 * the other (Catacombs of YARL, "Effective Threat Points").
 *
 * Generation and check are separate: how rooms are filled is a parameter of the encounter model
 * (`budget: none | reject | fill`); the check here only judges the result, and can fail.
 *
 * Threat is counted in whole thousandths of a point, so that totals do not depend on the order of
 * addition, and a room exactly at its budget is within it.
 */
#ifndef WYRM_THREAT_H
#define WYRM_THREAT_H

#include <wyrm/bands.h>
#include <wyrm/room_roles.h>
#include <wyrm/roster.h>
#include <wyrm/pmf.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WYRM_THREAT_MAX 1e9 /* of one monster; larger products are clamped to it */

/* The statuses of a room, one row each: name, key. The first that matches, in this order, holds. */
/* clang-format off */
#define WYRM_THREAT_STATUS_ROWS(row)                                                               \
    row(WYRM_THREAT_EXEMPT, "EXEMPT") /* not checked */                                            \
    row(WYRM_THREAT_BOSS, "BOSS")     /* a role without a budget */                                \
    row(WYRM_THREAT_EMPTY, "EMPTY")   /* no monsters */                                            \
    row(WYRM_THREAT_SPIKE, "SPIKE")   /* may exceed the budget, whether it does or not */          \
    row(WYRM_THREAT_UNDER, "UNDER")   /* below the budget: reported, never a violation */          \
    row(WYRM_THREAT_OVER, "OVER")     /* above the budget: a violation */                          \
    row(WYRM_THREAT_OK, "OK")
/* clang-format on */

typedef enum wyrm_threat_status {
#define WYRM_THREAT_STATUS_ENUM(name, key) name,
    WYRM_THREAT_STATUS_ROWS(WYRM_THREAT_STATUS_ENUM)
#undef WYRM_THREAT_STATUS_ENUM
        WYRM_THREAT_STATUS_COUNT
} wyrm_threat_status;

WYRM_API const char *wyrm_threat_status_key(wyrm_threat_status status); /* "" for none */

typedef struct wyrm_threat wyrm_threat;

/* Prepares the threat of a ruleset. *out is NULL, with WYRM_OK, if the ruleset has no section
 * `threat`; else it is owned by the caller (wyrm_threat_free), and the three arguments must outlive
 * it.
 * WYRM_ERROR_RULESET  no bands, a band without a room budget, a budget or factor of an unknown
 *                     band, or an unknown behaviour (positions in `errors`)
 * WYRM_ERROR_MEMORY   out of memory */
WYRM_API WYRM_MUST_CHECK wyrm_status wyrm_threat_new(const wyrm_ruleset *ruleset,
                                                     const wyrm_combat *combat,
                                                     const wyrm_roster *roster, wyrm_threat **out,
                                                     wyrm_errors *errors);
WYRM_API void wyrm_threat_free(wyrm_threat *threat); /* NULL is allowed */

WYRM_API const wyrm_bands *wyrm_threat_bands(const wyrm_threat *threat);

/* In all of these `monster` is an index in the roster; an invalid one gives 0 or false. */

/* Threat before the factors of band, elite and behaviour: from the ruleset, else derived. */
WYRM_API double wyrm_threat_base(const wyrm_threat *threat, size_t monster);

/* Threat derived from the monster's stats at depth 1: (mean damage + power) x per_damage x
 * durability x behaviour factor x (1 + synergy), durability = hp / hit / hits. Mean damage is that
 * of the stats damage_min and damage_max, power the stat of that name; if the combat model has no
 * such damage, it is the mean of a hit against a defender without stats, and power is not added. */
WYRM_API double wyrm_threat_derived(const wyrm_threat *threat, size_t monster);

/* Whether the ruleset gives the base value itself. */
WYRM_API bool wyrm_threat_is_named(const wyrm_threat *threat, size_t monster);

/* Threat at a depth: base x band factor x (elite factor) x (1 + bonus of its behaviours). */
WYRM_API double wyrm_threat_at(const wyrm_threat *threat, size_t monster, int32_t depth,
                               bool elite);

/* The budgets of the band of a depth: of one room, and of a whole floor (0 to infinity if the
 * ruleset gives none). */
WYRM_API wyrm_interval wyrm_threat_room_budget(const wyrm_threat *threat, int32_t depth);
WYRM_API wyrm_interval wyrm_threat_floor_budget(const wyrm_threat *threat, int32_t depth);

/* The status of a room with `monsters` monsters of `total` threat together. */
WYRM_API wyrm_threat_status wyrm_threat_judge(const wyrm_threat *threat, int32_t depth,
                                              const wyrm_room_kind *room, size_t monsters,
                                              double total);

/* Whether a status is a violation: only OVER is, which occurs only where the budget applies. */
WYRM_API bool wyrm_threat_is_violation(wyrm_threat_status status);

#ifdef __cplusplus
}
#endif
#endif
