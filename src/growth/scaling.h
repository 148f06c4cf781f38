#ifndef WYRM_SRC_GROWTH_SCALING_H
#define WYRM_SRC_GROWTH_SCALING_H

#include <wyrm/combat.h>
#include <wyrm/growth.h>

/* The quantities that growth changes, by name: max_hp and the stats of the combat model. */

enum { WYRM_TARGET_MAX_HP = -1, WYRM_TARGET_NONE = -2 }; /* else the index of a stat */

/* What a quantity sets; WYRM_TARGET_NONE where it is neither. */
int wyrm_target_of(const wyrm_combat *combat, const char *quantity);

/* A name in a ruleset that is no quantity. */
typedef struct wyrm_no_quantity {
    const wyrm_value *value;
    const char *name;
    const char *of;   /* whose it would be: "monster", "choice 'strength'" */
    bool experience;  /* that of experience would be one, too */
    const char *hint; /* NULL: the nearest name */
} wyrm_no_quantity;

/* Adds the error and returns WYRM_ERROR_RULESET. */
wyrm_status wyrm_quantity_fail(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                               const wyrm_no_quantity *unknown, wyrm_errors *errors);

/* Scaling of monsters by depth (Catacombs of YARL). */

#define WYRM_SCALE_ROWS_MAX 64

typedef struct wyrm_scale_row {
    int32_t from_depth;
    wyrm_ratio hp, to_hit, damage;
} wyrm_scale_row;

typedef struct wyrm_scale_rows {
    size_t count;
    wyrm_scale_row rows[WYRM_SCALE_ROWS_MAX]; /* ascending */
} wyrm_scale_rows;

/* The row of the schema: an element of the list. */
extern const wyrm_field wyrm_scale_element[];

/* WYRM_ERROR_RULESET  out of order, a factor that no stat follows, a ratio of too many digits */
WYRM_MUST_CHECK wyrm_status wyrm_scale_read(wyrm_scale_rows *scaling, const wyrm_ruleset *ruleset,
                                            const wyrm_value *list, const wyrm_stat *stats,
                                            const char *combat, wyrm_errors *errors);

/* Hit points are rounded up, stats to the nearest, halves up. */
void wyrm_scale_at(const wyrm_scale_rows *scaling, const wyrm_stat *stats, int32_t depth,
                   wyrm_combatant *combatant);

/* hp x factor, rounded up, exactly; at most WYRM_HP_MAX. Both parts of the factor are at most
 * WYRM_SCALE_PART_MAX. */
#define WYRM_SCALE_PART_MAX 1000000000
int64_t wyrm_scale_hp(int64_t hp, wyrm_ratio factor);

#endif
