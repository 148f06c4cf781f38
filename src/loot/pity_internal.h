/* What the rules of pity and their exact analysis share. */
#ifndef WYRM_SRC_LOOT_PITY_INTERNAL_H
#define WYRM_SRC_LOOT_PITY_INTERNAL_H

#include <wyrm/pity.h>

/* Above every counter, which saturates at UINT16_MAX. */
#define WYRM_PITY_NEVER ((uint32_t)UINT16_MAX + 2)

/* The counter from which on a category is due in a band, or WYRM_PITY_NEVER. */
uint32_t wyrm_pity_due_from(const wyrm_pity_rules *rules, size_t band, size_t category);

#endif
