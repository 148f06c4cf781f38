/* The table of loot models: a new one is one file and one line here. */
#include "loot/models.h"

#include "loot/effect_rows.h"

const wyrm_model *const wyrm_loot_model_table[] = {
    &wyrm_loot_scatter.model,
    &wyrm_loot_banded.model,
    &wyrm_loot_tables.model,
    NULL,
};

static const char *const classes[] = {"consumable", "ration", NULL};

static const wyrm_field item_rows[] = {
    {.name = "class",
     .kind = WYRM_KIND_CHOICE,
     .choices = classes,
     .fallback = "consumable",
     .summary = "consumables are found by chance and by weight; rations lie on every depth"},
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e6,
     .fallback = "1",
     .summary = "how likely a consumable is beside the others, by depth"},
    {.name = "title",
     .kind = WYRM_KIND_TEXT,
     .summary = "as people read it; without one, the key with spaces and a capital letter"},
    {.name = "glyph",
     .kind = WYRM_KIND_TEXT,
     .fallback = "\"?\"",
     .summary = "how it is drawn on the map: one printable ASCII character"},
    {.name = "effect",
     .kind = WYRM_KIND_RECORD,
     .fields = wyrm_effect_rows,
     .summary = "What it does when it is used, where the library knows it; without it, that is the "
                "game's own."},
    {.name = "uses",
     .kind = WYRM_KIND_INTEGER,
     .least = 1,
     .greatest = 100,
     .fallback = "1",
     .unit = "times",
     .summary = "how often it can be used before it is gone: more than once for wands"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_item_element[2] = {
    {.name = "item", .kind = WYRM_KIND_RECORD, .fields = item_rows, .summary = "one kind of item"},
    {.kind = WYRM_KIND_END},
};
