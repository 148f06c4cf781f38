/* The rows of the sections player, monsters, variants, weapons and armors. */
#ifndef WYRM_SRC_GROWTH_ROSTER_ROWS_H
#define WYRM_SRC_GROWTH_ROSTER_ROWS_H

#include <wyrm/schema.h>

extern const wyrm_field wyrm_player_rows[];
extern const wyrm_field wyrm_monster_element[];
extern const wyrm_field wyrm_variant_element[];
extern const wyrm_field wyrm_weapon_element[];
extern const wyrm_field wyrm_armor_element[];

/* The sections as initializers, for constant tables of sections. */
#define WYRM_ROSTER_SECTIONS                                                                       \
    {.field = {.name = "player",                                                                   \
               .kind = WYRM_KIND_RECORD,                                                           \
               .fields = wyrm_player_rows,                                                         \
               .summary = "the player's character"}},                                              \
        {.field = {.name = "monsters",                                                             \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_monster_element,                                                 \
                   .summary = "the monsters by name"}},                                            \
        {.field = {.name = "variants",                                                             \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_variant_element,                                                 \
                   .summary =                                                                      \
                       "variants of monsters by name, such as elites: written as a key of a "      \
                       "monster, orc,elite"}},                                                     \
        {.field = {.name = "weapons",                                                              \
                   .kind = WYRM_KIND_MAP,                                                          \
                   .fields = wyrm_weapon_element,                                                  \
                   .summary = "the weapons by name, weakest first"}},                              \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "armors",                                                                      \
            .kind = WYRM_KIND_MAP,                                                                 \
            .fields = wyrm_armor_element,                                                          \
            .summary = "the armors by name, weakest first"                                         \
        }                                                                                          \
    }

#endif
