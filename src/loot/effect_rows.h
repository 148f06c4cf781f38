/* The rows of the effects of items, and their check. */
#ifndef WYRM_SRC_LOOT_EFFECT_ROWS_H
#define WYRM_SRC_LOOT_EFFECT_ROWS_H

#include <wyrm/effect.h>

extern const wyrm_field wyrm_effect_rows[];

/* Reports every item whose effect lacks a key that its kind needs, or has one that it does not
 * know: WYRM_ERROR_RULESET. */
wyrm_status wyrm_effects_check(const wyrm_ruleset *ruleset, wyrm_errors *errors);

/* Reports every item that strengthens what the combat model does not have: WYRM_ERROR_RULESET. */
wyrm_status wyrm_effects_check_stats(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                                     wyrm_errors *errors);

#endif
