/* The rows of `reference`, and their check. */
#include "design/internal.h"

#include <stdio.h>

#include <wyrm/design.h>
#include <wyrm/encounter.h>

static const wyrm_field reference_fields[] = {
    {.name = "from_depth",
     .kind = WYRM_KIND_INTEGER,
     .required = true,
     .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "from this depth to the one before the next row's; rows ascend"},
    {.name = "combatant",
     .kind = WYRM_KIND_TEXT,
     .required = true,
     .summary = "the player, gear included: 'player@3,weapon=shortsword'"},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_reference_element[2] = {
    {.name = "row",
     .kind = WYRM_KIND_RECORD,
     .fields = reference_fields,
     .summary = "the player of a range of depths"},
    {.kind = WYRM_KIND_END},
};

static int32_t from_depth(const wyrm_value *row)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(row, "from_depth"));
}

wyrm_status wyrm_reference_check(const wyrm_ruleset *ruleset, const wyrm_roster *roster,
                                 wyrm_errors *errors)
{
    const wyrm_value *rows = wyrm_ruleset_find(ruleset, "reference");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(rows); i++) {
        const wyrm_value *row = wyrm_value_item(rows, i);
        const wyrm_value *before = i > 0 ? wyrm_value_item(rows, i - 1) : NULL;
        const wyrm_value *text = wyrm_value_get(row, "combatant");
        if (before != NULL && from_depth(row) <= from_depth(before))
            status = wyrm_value_fail(ruleset, wyrm_value_get(row, "from_depth"), errors, NULL,
                                     "the reference is out of order: depth %d after depth %d",
                                     (int)from_depth(row), (int)from_depth(before));
        wyrm_combatant player;
        wyrm_error error = {0};
        wyrm_status one = wyrm_roster_combatant(roster, wyrm_value_text(text), &player, &error);
        if (one == WYRM_ERROR_MEMORY)
            return one;
        if (one != WYRM_OK)
            status =
                wyrm_value_fail(ruleset, text, errors, error.hint[0] != '\0' ? error.hint : NULL,
                                "combatant '%.100s': %.140s", wyrm_value_text(text), error.message);
        else if (player.hp < 1)
            status = wyrm_value_fail(ruleset, text, errors, NULL,
                                     "combatant '%.100s' has no hit points to fight with",
                                     wyrm_value_text(text));
    }
    return status;
}
