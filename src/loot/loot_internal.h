/* What the files behind wyrm/loot.h share. */
#ifndef WYRM_SRC_LOOT_LOOT_INTERNAL_H
#define WYRM_SRC_LOOT_LOOT_INTERNAL_H

#include "loot/models.h"

struct wyrm_loot {
    const wyrm_loot_model *model;
    void *state;
};

/* The pity categories of a kind, bit i: category i; facts->pity must not be NULL. */
unsigned wyrm_loot_pity_set(const wyrm_loot_facts *facts, size_t kind);

#endif
