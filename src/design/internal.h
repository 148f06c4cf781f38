#ifndef WYRM_SRC_DESIGN_INTERNAL_H
#define WYRM_SRC_DESIGN_INTERNAL_H

#include <wyrm/arena.h>
#include <wyrm/design.h>
#include <wyrm/play_rules.h>

struct wyrm_design {
    wyrm_ruleset *ruleset;
    wyrm_combat *combat;
    wyrm_growth *growth;
    wyrm_roster *roster;
    wyrm_threat *threat; /* NULL where the ruleset has none */
    wyrm_encounter *encounter;
    wyrm_loot *loot;
    wyrm_mapper *mapper;
};

/* The rows of the sections `arenas` (an element), `game` and `reference` (an element). */
#define WYRM_ARENAS_MAX 100
extern const wyrm_field wyrm_arena_element[2];
extern const wyrm_field wyrm_play_rules_rows[];
extern const wyrm_field wyrm_reference_element[2];

/* What the schema cannot see in them. All give WYRM_ERROR_RULESET, with positions. */

/* Set fights read, and their monsters have room. */
wyrm_status wyrm_arenas_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                              wyrm_errors *errors);

/* The stages of hunger descend to 0 under names of their own, and none of them and no start is
 * above the most. */
wyrm_status wyrm_play_rules_check(const wyrm_ruleset *ruleset, wyrm_errors *errors);

/* Everything in the kit is a kind of item. */
wyrm_status wyrm_kit_check(const wyrm_ruleset *ruleset, const wyrm_loot *loot, wyrm_errors *errors);

/* The rows of the reference ascend, and their combatants read. */
wyrm_status wyrm_reference_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                                 wyrm_errors *errors);

/* The shipped rulesets in the order of names: the build makes the table out of rulesets/. */
extern const wyrm_shipped wyrm_shipped_table[];
extern const size_t wyrm_shipped_count;

#endif
