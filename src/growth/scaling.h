/* Scaling of monsters by depth (Catacombs of YARL). */
#ifndef WYRM_SRC_GROWTH_SCALING_H
#define WYRM_SRC_GROWTH_SCALING_H

#include <wyrm/growth.h>

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
