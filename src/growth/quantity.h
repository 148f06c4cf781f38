/* The quantities that growth changes, by name: max_hp and the stats of the combat model. */
#ifndef WYRM_SRC_GROWTH_QUANTITY_H
#define WYRM_SRC_GROWTH_QUANTITY_H

#include <wyrm/combat.h>

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

#endif
