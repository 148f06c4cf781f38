/* Combat by accuracy, as its files see it: the places of its stats, and its rows. */
#ifndef WYRM_SRC_COMBAT_ACCURACY_ROWS_H
#define WYRM_SRC_COMBAT_ACCURACY_ROWS_H

#include <wyrm/combat.h>

enum {
    ACCURACY,
    EVASION,
    POWER,
    DEFENSE,
    ARMOR_CLASS,
    DAMAGE_MIN,
    DAMAGE_MAX,
    DICE_COUNT,
    DICE_SIDES,
    DICE_PLUS,
    REACH
};

extern const wyrm_stat wyrm_accuracy_stats[];
extern const wyrm_field wyrm_accuracy_parameters[];
extern const wyrm_extension wyrm_accuracy_extensions[];

#endif
