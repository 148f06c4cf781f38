/* The whole schema of a ruleset file, as one constant table out of the tables of all modules. */
#include <wyrm/design.h>

#include "combat/models.h"
#include "design/arenas.h"
#include "design/gate_rows.h"
#include "design/play_rules.h"
#include "design/reference.h"
#include "design/targets.h"
#include "dungeon/models.h"
#include "encounter/internal.h"
#include "growth/models.h"
#include "growth/roster_rows.h"
#include "loot/models.h"

/* A section whose rows are all those of the model that it chooses. */
#define MODEL_SECTION(key, table, sentence)                                                        \
    {                                                                                              \
        .field = {.name = key, .kind = WYRM_KIND_RECORD, .fallback = "{}", .summary = sentence},   \
        .models = table                                                                            \
    }

static const wyrm_section sections[] = {
    WYRM_BANDS_SECTION,
    MODEL_SECTION("combat", wyrm_combat_model_table, "what one attack does"),
    {.field = {.name = "growth",
               .kind = WYRM_KIND_RECORD,
               .fallback = "{}",
               .fields = wyrm_growth_shared_rows,
               .summary = "what a level is worth, and what it costs"},
     .models = wyrm_growth_model_table},
    MODEL_SECTION("encounter", wyrm_encounter_model_table,
                  "how hard the dungeon is at a depth, and which monsters it brings"),
    MODEL_SECTION("loot", wyrm_loot_model_table, "which items lie on a depth"),
    {.field = {.name = "map",
               .kind = WYRM_KIND_RECORD,
               .fallback = "{}",
               .fields = wyrm_map_shared_rows,
               .summary = "how maps are made"},
     .models = wyrm_map_model_table},
    WYRM_GAME_SECTION,
    WYRM_THREAT_SECTION,
    WYRM_ROOM_ROLES_SECTION,
    WYRM_ROSTER_SECTIONS,
    WYRM_ITEMS_SECTION,
    WYRM_REFERENCE_SECTION,
    WYRM_ARENAS_SECTION,
    WYRM_GATE_SECTION,
    {.field = {.name = "targets",
               .kind = WYRM_KIND_MAP,
               .fallback = "{}",
               .fields = wyrm_target_element,
               .summary = "what the designer wants, as metrics and the ranges they should be in"}},
};

static const wyrm_schema schema = {
    .sections = sections,
    .count = sizeof sections / sizeof *sections,
};

const wyrm_schema *wyrm_design_schema(void)
{
    return &schema;
}
