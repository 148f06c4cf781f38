/* The sections bands, threat and room_roles as initializers, for constant tables of sections. */
#ifndef WYRM_SRC_ENCOUNTER_SECTIONS_H
#define WYRM_SRC_ENCOUNTER_SECTIONS_H

#include <wyrm/bands.h>

extern const wyrm_field wyrm_band_element[];
extern const wyrm_field wyrm_threat_rows[];
extern const wyrm_field wyrm_room_role_rows[];

#define WYRM_BANDS_SECTION                                                                         \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "bands",                                                                       \
            .kind = WYRM_KIND_MAP,                                                                 \
            .greatest = WYRM_BANDS_MAX,                                                            \
            .fallback = "{}",                                                                      \
            .fields = wyrm_band_element,                                                           \
            .summary = "Ranges of depths that share budgets, multipliers and thresholds, "         \
                       "ascending and without gaps; depths outside count as the nearest.",         \
            .source = "Catacombs of YARL, \"Room Budgets\""                                        \
        }                                                                                          \
    }

/* What it reads of each monster (etp, behaviours, synergy) are rows of the encounter models that
 * place monsters by name. */
#define WYRM_THREAT_SECTION                                                                        \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "threat",                                                                      \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fields = wyrm_threat_rows,                                                            \
            .summary = "effective threat points of monsters, and how many of them a room should "  \
                       "hold",                                                                     \
            .source = "Catacombs of YARL, \"Effective Threat Points\""                             \
        }                                                                                          \
    }

#define WYRM_ROOM_ROLES_SECTION                                                                    \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "room_roles",                                                                  \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fields = wyrm_room_role_rows,                                                         \
            .summary = "what the roles of rooms mean, where it is not what they mean unsaid",      \
            .source = "Catacombs of YARL, \"Room Metadata & Roles\""                               \
        }                                                                                          \
    }

#endif
