/* What of a game its ruleset does not say: the section `left_out`, and what answers about a fighter
 * leave out besides.
 *
 * A figure that is exact of rules that are not the game's is worth little to whoever does not know
 * it. So a ruleset names what it leaves out, and whom that touches; and of what it does say, a duel
 * leaves out all that takes more than two who strike each other. */
#include "design/internal.h"
#include <stdio.h>
#include <string.h>

static const wyrm_field monster_name[] =
    WYRM_ELEMENT("monster", NAME, .summary = "a monster by name");
static const wyrm_field item_name[] =
    WYRM_ELEMENT("item", NAME, .summary = "a weapon, piece of armor or item by name");

/* clang-format off */
static const wyrm_field entry_rows[] = {
    WYRM_ROW("what", TEXT, .required = true, .summary = "what is left out, in a few words"),
    WYRM_ROW("monsters", LIST, .fields = monster_name, .least = 1, .greatest = 1000,
             .summary = "those that it touches; without these and items, all of the game"),
    WYRM_ROW("items", LIST, .fields = item_name, .least = 1, .greatest = 1000,
             .summary = "weapons, pieces of armor and items that it touches"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field wyrm_left_out_element[2] =
    WYRM_ELEMENT("entry", RECORD, .fields = entry_rows,
                 .summary = "something that the rules leave out");
/* clang-format on */

/* ---- checking ---- */

/* Refuses names that are in none of some maps. */
static void check_names(wyrm_opening *o, const wyrm_value *names, const char *const *maps,
                        size_t count, const char *kind)
{
    for (size_t i = 0; i < wyrm_value_count(names); i++) {
        const wyrm_value *value = wyrm_value_item(names, i);
        const char *name = wyrm_value_text(value);
        bool known = false;
        for (size_t m = 0; m < count; m++)
            known |= wyrm_value_get(wyrm_ruleset_find(o->ruleset, maps[m]), name) != NULL;
        const wyrm_value *first = wyrm_ruleset_find(o->ruleset, maps[0]);
        if (!known)
            wyrm_fault_name(o, value, wyrm_map_names(first), wyrm_value_count(first), name,
                            "no %s '%s'", kind, name);
    }
}

static void check(wyrm_opening *o, const wyrm_design *design)
{
    static const char *const monsters[] = {"monsters"};
    static const char *const items[] = {"items", "weapons", "armors"};
    const wyrm_value *list = wyrm_ruleset_find(o->ruleset, "left_out");
    (void)design;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *entry = wyrm_value_item(list, i);
        check_names(o, wyrm_value_get(entry, "monsters"), monsters, 1, "monster");
        check_names(o, wyrm_value_get(entry, "items"), items, 3, "item");
    }
}

const design_section design_left_out = {check};

/* ---- telling ---- */

static bool names(const wyrm_value *list, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < wyrm_value_count(list); i++)
        found |= strcmp(wyrm_value_text(wyrm_value_item(list, i)), name) == 0;
    return found;
}

/* The monster that a combatant as it is written is; -1: none of the ruleset. */
static int32_t monster_of(const wyrm_design *design, const char *text, const wyrm_outfit *outfit)
{
    char name[sizeof outfit->bare.name];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@,"), text);
    const int32_t found = wyrm_roster_find(design->roster, name);
    return found < 0 && strcmp(name, "monster") == 0
               ? wyrm_roster_by_level(design->roster, outfit->bare.level)
               : found;
}

/* Of an entry, who it touches among a combatant and its gear; NULL: nobody. */
static const char *touched(const wyrm_value *entry, const char *monster, const wyrm_outfit *outfit)
{
    const wyrm_value *items = wyrm_value_get(entry, "items");
    if (monster != NULL && names(wyrm_value_get(entry, "monsters"), monster))
        return monster;
    for (size_t i = 0; i < outfit->gear_count; i++)
        if (outfit->gear[i].name != NULL && names(items, outfit->gear[i].name))
            return outfit->gear[i].name;
    return NULL;
}

bool wyrm_design_leaves_out(const wyrm_design *design, const char *combatant, bool fight,
                            size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const wyrm_value *list = wyrm_ruleset_find(design->ruleset, "left_out");
    wyrm_outfit outfit;
    size_t at = 0;
    if (wyrm_roster_outfit(design->roster, combatant, &outfit, NULL) != WYRM_OK)
        return false;
    const int32_t monster = monster_of(design, combatant, &outfit);
    const wyrm_monster *kind = wyrm_roster_monster(design->roster, monster);
    while (fight && wyrm_ability_text(design->roster, monster, at, out))
        if (at++ == index)
            return true;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *entry = wyrm_value_item(list, i);
        const char *who = touched(entry, kind != NULL ? kind->name : NULL, &outfit);
        if (who == NULL || at++ != index)
            continue;
        snprintf(out, WYRM_LEFT_OUT_TEXT_MAX, "%s: %s", who, key_text(entry, "what"));
        return true;
    }
    return false;
}

static size_t add_names(char *out, size_t used, const wyrm_value *list, const char *before)
{
    for (size_t i = 0; i < wyrm_value_count(list) && used < WYRM_LEFT_OUT_TEXT_MAX; i++)
        used += (size_t)snprintf(out + used, WYRM_LEFT_OUT_TEXT_MAX - used, "%s%s",
                                 i > 0 ? ", " : before, wyrm_value_text(wyrm_value_item(list, i)));
    return used;
}

bool wyrm_design_left_out(const wyrm_design *design, size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const wyrm_value *list = wyrm_ruleset_find(design->ruleset, "left_out");
    const wyrm_value *entry = wyrm_value_item(list, index);
    const wyrm_value *monsters = wyrm_value_get(entry, "monsters");
    size_t used = 0;
    if (entry == NULL)
        return false;
    used = (size_t)snprintf(out, WYRM_LEFT_OUT_TEXT_MAX, "%s", key_text(entry, "what"));
    const size_t bare = used;
    used = used < WYRM_LEFT_OUT_TEXT_MAX ? add_names(out, used, monsters, " (") : used;
    used = used < WYRM_LEFT_OUT_TEXT_MAX
               ? add_names(out, used, wyrm_value_get(entry, "items"), used > bare ? ", " : " (")
               : used;
    if (used > bare && used < WYRM_LEFT_OUT_TEXT_MAX)
        snprintf(out + used, WYRM_LEFT_OUT_TEXT_MAX - used, ")");
    return true;
}
