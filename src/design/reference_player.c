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

static wyrm_status read(const wyrm_roster *roster, const char *text, wyrm_reference *out,
                        wyrm_error *error)
{
    snprintf(out->text, sizeof out->text, "%s", text);
    wyrm_status status = wyrm_roster_combatant(roster, text, &out->player, error);
    return status == WYRM_OK ? wyrm_roster_outfit(roster, text, &out->outfit, error) : status;
}

wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth, wyrm_reference *out,
                                  wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_value *row =
        row_at(wyrm_ruleset_find(wyrm_design_ruleset(design), "reference"), depth);
    if (row != NULL)
        return read(roster, wyrm_value_text(wyrm_value_get(row, "combatant")), out, error);
    char text[64];
    int level = depth < 1 ? 1 : depth;
    snprintf(text, sizeof text, "player@%d,weapon=%d,armor=%d", level, level, level);
    wyrm_status status = read(roster, text, out, NULL);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    snprintf(text, sizeof text, "player@%d", level);
    return read(roster, text, out, error);
}
