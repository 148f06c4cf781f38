/* The player that a depth is meant for: the section `reference`.
 *
 * Whether a depth is hard is asked of somebody. A designer says who comes there, with which gear;
 * where nothing is said it is a player whose level is the depth, with gear of that level where
 * there is such gear, as in RuggRogue; else with what a game begins with. */
#include "design/internal.h"
#include <stdio.h>
#include <string.h>

/* clang-format off */
static const wyrm_field reference_fields[] = {
    {.name = "from_depth", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1,
     .greatest = WYRM_DEPTH_MAX,
     .summary = "from this depth to the one before the next row's; rows ascend"},
    {.name = "combatant", .kind = WYRM_KIND_TEXT, .required = true,
     .summary = "the player, gear included: 'player@3,weapon=shortsword'"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

const wyrm_field wyrm_reference_element[2] = WYRM_ELEMENT(
    "row", RECORD, .fields = reference_fields, .summary = "the player of a range of depths");

static int32_t from_depth(const wyrm_value *row)
{
    return key_whole(row, "from_depth");
}

static void check(wyrm_opening *o, const wyrm_design *design)
{
    const wyrm_value *rows = wyrm_ruleset_find(o->ruleset, "reference");
    for (size_t i = 0; i < wyrm_value_count(rows) && design->roster; i++) {
        const wyrm_value *row = wyrm_value_item(rows, i);
        const wyrm_value *value = wyrm_value_get(row, "combatant");
        const char *text = wyrm_value_text(value);
        wyrm_check_order(o, rows, i, "the reference is");
        wyrm_combatant player;
        wyrm_error error = {0};
        wyrm_status status = wyrm_roster_combatant(design->roster, text, &player, &error);
        if (status == WYRM_ERROR_MEMORY)
            base_fail(o->arena, status);
        if (status != WYRM_OK)
            wyrm_fault(o, value, error.hint, "%s", error.message);
        else if (player.hp < 1)
            wyrm_fault(o, value, NULL, "combatant '%.100s' has no hit points to fight with", text);
    }
}

const design_section design_reference = {check};

static wyrm_status read_reference(const wyrm_roster *roster, const char *text, wyrm_reference *out,
                                  wyrm_error *error)
{
    snprintf(out->text, sizeof out->text, "%s", text);
    wyrm_status status = wyrm_roster_combatant(roster, text, &out->player, error);
    return status == WYRM_OK ? wyrm_roster_outfit(roster, text, &out->outfit, error) : status;
}

/* The level of the player who begins a game, with the gear of `game.kit` as far as it goes
 * together, in its order. */
static void name_begun(const wyrm_design *design, int level, char *out, size_t size)
{
    const wyrm_value *kit = wyrm_ruleset_find(design->ruleset, "game.kit");
    const wyrm_value *begins = wyrm_ruleset_find(design->ruleset, "game.player");
    const char *keys = begins != NULL ? strchr(wyrm_value_text(begins), ',') : NULL;
    char bare[256], armed[256] = "", worn[256] = "", text[800];
    wyrm_combatant player;
    wyrm_error error;
    snprintf(bare, sizeof bare, "player@%d%.200s", level, keys != NULL ? keys : "");
    for (size_t i = 0; i < wyrm_value_count(kit); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(kit, i));
        char weapon[256], armor[256];
        snprintf(weapon, sizeof weapon, ",weapon=%s", name);
        snprintf(text, sizeof text, "%s%s%s", bare, weapon, worn);
        if (armed[0] == '\0' &&
            wyrm_roster_combatant(design->roster, text, &player, &error) == WYRM_OK)
            memcpy(armed, weapon, sizeof armed);
        snprintf(armor, sizeof armor, "%.180s%s%s", worn, worn[0] != '\0' ? "+" : ",armor=", name);
        snprintf(text, sizeof text, "%s%s%s", bare, armed, armor);
        if (wyrm_roster_combatant(design->roster, text, &player, &error) == WYRM_OK)
            memcpy(worn, armor, sizeof worn);
    }
    snprintf(out, size, "%s%s%s", bare, armed, worn);
}

/* The row of a depth is the last that begins at it or before, the first above all. */
wyrm_status wyrm_design_reference(const wyrm_design *design, int32_t depth, wyrm_reference *out,
                                  wyrm_error *error)
{
    const wyrm_value *rows = wyrm_ruleset_find(design->ruleset, "reference");
    size_t at = 0;
    for (size_t i = 1; i < wyrm_value_count(rows); i++)
        at = from_depth(wyrm_value_item(rows, i)) <= depth ? i : at;
    const wyrm_value *row = wyrm_value_item(rows, at);
    if (row != NULL)
        return read_reference(design->roster, wyrm_value_text(wyrm_value_get(row, "combatant")),
                              out, error);
    char text[800];
    const int32_t last = wyrm_growth_last_level(design->growth);
    int level = depth < 1 ? 1 : depth < last ? depth : last;
    snprintf(text, sizeof text, "player@%d,weapon=%d,armor=%d", level, level, level);
    wyrm_status status = read_reference(design->roster, text, out, error);
    if (status == WYRM_OK || status == WYRM_ERROR_MEMORY)
        return status;
    name_begun(design, level, text, sizeof text);
    return read_reference(design->roster, text, out, error);
}
