#ifndef WYRM_SRC_DESIGN_INTERNAL_H
#define WYRM_SRC_DESIGN_INTERNAL_H

#include <wyrm/arena.h>
#include <wyrm/design.h>
#include <wyrm/loot.h>
#include <wyrm/play_rules.h>
#include <wyrm/roster.h>

/* The section `arenas`: set fights by name. */

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

/* The section `game`: its rows, and its check. What it means is in <wyrm/play_rules.h>. */

extern const wyrm_field wyrm_play_rules_rows[];

/* The section as an initializer, for constant tables of sections. */
#define WYRM_GAME_SECTION                                                                          \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "game",                                                                        \
            .kind = WYRM_KIND_RECORD,                                                              \
            .fallback = "{}",                                                                      \
            .fields = wyrm_play_rules_rows,                                                        \
            .summary = "the rules of play that no model has: what is seen, carried, eaten and won" \
        }                                                                                          \
    }

/* Checks that the stages of hunger descend to 0 under names of their own, and that none of them and
 * no start is above the most. WYRM_ERROR_RULESET with positions. */
wyrm_status wyrm_play_rules_check(const wyrm_ruleset *ruleset, wyrm_errors *errors);

/* Checks that everything in the kit is a kind of item. As above. */
wyrm_status wyrm_kit_check(const wyrm_ruleset *ruleset, const wyrm_loot *loot, wyrm_errors *errors);

/* The section `reference`: the players that depths are weighed with. */

/* One row, the element of the list. */
extern const wyrm_field wyrm_reference_element[2];

#define WYRM_REFERENCE_SECTION                                                                     \
    {                                                                                              \
        .field = {                                                                                 \
            .name = "reference",                                                                   \
            .kind = WYRM_KIND_LIST,                                                                \
            .greatest = 1000,                                                                      \
            .fields = wyrm_reference_element,                                                      \
            .summary = "the player that a depth is meant for, by depth: who fights its monsters "  \
                       "where threat is held against truth and where two rulesets are compared. "  \
                       "Without it, a player whose level is the depth, with gear of that level "   \
                       "where there is such gear"                                                  \
        }                                                                                          \
    }

/* Checks that the rows ascend and that their combatants read. WYRM_ERROR_RULESET with positions. */
wyrm_status wyrm_reference_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                                 wyrm_errors *errors);

/* The shipped rulesets in the order of names: the build makes the table out of rulesets/. */
extern const wyrm_shipped wyrm_shipped_table[];
extern const size_t wyrm_shipped_count;

#endif
