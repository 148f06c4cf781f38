/* The section `reference`: the players that depths are weighed with. */
#ifndef WYRM_SRC_DESIGN_REFERENCE_H
#define WYRM_SRC_DESIGN_REFERENCE_H

#include <wyrm/roster.h>

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

#endif
