/* The section `arenas`: set fights by name. */
#ifndef WYRM_SRC_DESIGN_ARENAS_H
#define WYRM_SRC_DESIGN_ARENAS_H

#include <wyrm/arena.h>

#define WYRM_ARENA_DISTANCE      3 /* tiles, where nothing is said */
#define WYRM_ARENA_DISTANCE_TEXT "3"

/* One arena, the element of the map. */
extern const wyrm_field wyrm_arena_element[2];

#define WYRM_ARENAS_SECTION                                                                        \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "arenas",                                                                      \
            .kind = WYRM_KIND_MAP,                                                                 \
            .greatest = 100,                                                                       \
            .fallback = "{}",                                                                      \
            .fields = wyrm_arena_element,                                                          \
            .summary = "set fights by name, for targets and for `wyrm sim --arena`"                \
        }                                                                                          \
    }

/* Reads a fight in words, as wyrm_arena_read does. */
wyrm_status wyrm_arena_fight(const wyrm_roster *roster, const char *text, wyrm_arena *out,
                             wyrm_error *error);

/* Reads one arena of the section. The errors of wyrm_arena_fight, and
 * WYRM_ERROR_LIMIT  its monsters have no room in its shape */
wyrm_status wyrm_arena_record(const wyrm_roster *roster, const wyrm_value *record, wyrm_arena *out,
                              wyrm_error *error);

/* Checks that the fights read. WYRM_ERROR_RULESET with positions. */
wyrm_status wyrm_arenas_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_errors *errors);

#endif
