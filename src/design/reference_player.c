/* The player that a depth is meant for. */
#include <wyrm/design.h>

#include <stdio.h>

static int32_t from_depth(const wyrm_value *row)
{
    return (int32_t)wyrm_value_integer(wyrm_value_get(row, "from_depth"));
}

/* The row of a depth: the last that begins at it or before, the first above all. NULL: no rows. */
static const wyrm_value *row_at(const wyrm_value *rows, int32_t depth)
{
    const wyrm_value *found = wyrm_value_item(rows, 0);
    for (size_t i = 1; i < wyrm_value_count(rows); i++)
        if (from_depth(wyrm_value_item(rows, i)) <= depth)
            found = wyrm_value_item(rows, i);
    return found;
}

wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth, wyrm_reference *out,
                                  wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_value *row =
        row_at(wyrm_ruleset_find(wyrm_design_ruleset(design), "reference"), depth);
    if (row != NULL) {
        const char *text = wyrm_value_text(wyrm_value_get(row, "combatant"));
        snprintf(out->text, sizeof out->text, "%s", text);
        return wyrm_roster_combatant(roster, text, &out->player, error);
    }
    int level = depth < 1 ? 1 : depth;
    snprintf(out->text, sizeof out->text, "player@%d,weapon=%d,armor=%d", level, level, level);
    wyrm_status status = wyrm_roster_combatant(roster, out->text, &out->player, NULL);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    snprintf(out->text, sizeof out->text, "player@%d", level);
    return wyrm_roster_combatant(roster, out->text, &out->player, error);
}
