/* The table of loot models, and the rows of the section `items`. */
#ifndef WYRM_SRC_LOOT_MODELS_H
#define WYRM_SRC_LOOT_MODELS_H

#include <wyrm/loot.h>

extern const wyrm_loot_model wyrm_loot_banded;
extern const wyrm_loot_model wyrm_loot_scatter;
extern const wyrm_loot_model wyrm_loot_tables;

/* All of them, ended by NULL: what wyrm_loot_models gives, as a constant. */
extern const wyrm_model *const wyrm_loot_model_table[];

/* The element of the map `items`, then WYRM_KIND_END. */
extern const wyrm_field wyrm_item_element[2];

/* The section `items` as an initializer, for constant tables of sections. */
#define WYRM_ITEMS_SECTION                                                                         \
    {                                                                                              \
        .field = {.name = "items",                                                                 \
                  .kind = WYRM_KIND_MAP,                                                           \
                  .fallback = "{}",                                                                \
                  .fields = wyrm_item_element,                                                     \
                  .summary = "what lies about besides weapons and armor, by name"},                \
    }

#endif
