/* Combat by the ratio, as its files see it: the places of its stats, and its rows. */
#ifndef WYRM_SRC_COMBAT_RATIO_ROWS_H
#define WYRM_SRC_COMBAT_RATIO_ROWS_H

#include <wyrm/combat.h>

#define WYRM_RATIO_SPREAD_MAX 16

enum { ATTACK, DEFENSE, ASLEEP };

extern const wyrm_stat wyrm_ratio_stats[];
extern const wyrm_field wyrm_ratio_parameters[];
extern const wyrm_extension wyrm_ratio_extensions[];

#endif
