/* What the findings share: the list they are added to, how numbers and shares are written in them,
 * and presence: which monsters and items can come at all, by asking every depth for its exact
 * distributions. */
#include "metrics/findings.h"

#include <wyrm/descent.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void judge_add(judge_findings *findings, const char *kind, const char *where, const char *format,
               ...)
{
    findings->list = base_grow(findings->arena, findings->list, findings->count, &findings->room,
                               sizeof *findings->list);
    wyrm_finding *finding = &findings->list[findings->count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
}

void wyrm_judge_list_numbers(const int32_t *numbers, size_t count, char *text, size_t size)
{
    static const char more[] = ", ...";
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count;) {
        size_t last = i;
        while (last + 1 < count && numbers[last + 1] == numbers[last] + 1)
            last++;
        /* Two in a row are two numbers, three and more a range. */
        if (last == i + 1)
            last = i;
        char piece[40];
        int added = last > i
                        ? snprintf(piece, sizeof piece, "%s%d-%d", i > 0 ? ", " : "",
                                   (int)numbers[i], (int)numbers[last])
                        : snprintf(piece, sizeof piece, "%s%d", i > 0 ? ", " : "", (int)numbers[i]);
        bool is_last = last + 1 == count;
        if (length + (size_t)added + (is_last ? 1 : sizeof more) > size) {
            snprintf(text + length, size - length, "%s", more);
            return;
        }
        memcpy(text + length, piece, (size_t)added + 1);
        length += (size_t)added;
        i = last + 1;
    }
}

/* Whole percents from 10 to 90, one digit nearer to the ends, and nothing finer than a
 * thousandth. */
judge_percent wyrm_judge_percent(double share)
{
    judge_percent out;
    double near_end = fmin(share, 1 - share);
    if (isnan(share))
        snprintf(out.text, sizeof out.text, "-");
    else if (near_end > 0 && near_end < 0.0005)
        snprintf(out.text, sizeof out.text, share < 0.5 ? "< 0.1 %%" : "> 99.9 %%");
    else if (near_end <= 0 || near_end >= 0.0995)
        snprintf(out.text, sizeof out.text, "%.0f %%", 100 * share);
    else
        snprintf(out.text, sizeof out.text, "%.1f %%", 100 * share);
    return out;
}

/* ---- presence ---- */

bool wyrm_judge_role_comes(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth)
{
    if (role == WYRM_ROOM_NORMAL)
        return true;
    if (plans == NULL)
        return false;
    const wyrm_role_plan *plan = &plans->plans[role];
    return wyrm_role_plan_comes_at(plan, depth) || wyrm_value_at_depth(plan->chance, depth) > 0;
}

/* Rooms at set depths draw from bosses where their role allows them, else from minibosses; rooms by
 * chance draw by weight, also those that their role allows besides, and those that the budget of a
 * normal room has no room for. */
static bool is_brought(const wyrm_role_plans *plans, const wyrm_value *record, int32_t last_depth)
{
    wyrm_monster_kind kind = wyrm_monster_kind_of(record);
    for (int role = WYRM_ROOM_NORMAL + 1; plans != NULL && role < WYRM_ROOM_ROLE_COUNT; role++) {
        const wyrm_room_rule *rule = &plans->rules.rules[role];
        bool at_depths = plans->plans[role].depths != NULL;
        bool allowed =
            (kind == WYRM_MONSTER_NORMAL && !at_depths) ||
            (kind == WYRM_MONSTER_BOSS && rule->bosses) ||
            (kind == WYRM_MONSTER_MINIBOSS && rule->minibosses && !(at_depths && rule->bosses));
        for (int32_t depth = 1; allowed && depth <= last_depth; depth++) {
            double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), depth);
            if (wyrm_judge_role_comes(plans, (wyrm_room_role)role, depth) &&
                (at_depths || weight > 0))
                return true;
        }
    }
    return false;
}

void wyrm_judge_monsters_that_come(const wyrm_encounter *encounter, const wyrm_roster *roster,
                                   int32_t last_depth, bool *comes)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(encounter);
    size_t count = wyrm_roster_count(roster);
    for (size_t i = 0; i < count; i++) {
        comes[i] = is_brought(plans, wyrm_roster_monster(roster, i)->record, last_depth);
        for (int32_t depth = 1; depth <= last_depth && !comes[i]; depth++)
            comes[i] = wyrm_encounter_comes(encounter, depth, (int32_t)i);
    }
}

/* Marks the items that can be found at a depth: by chance, where a room of any role that comes
 * there can have items in any mode, or by pity. */
static wyrm_status mark_items(judge_presence *presence, int32_t depth, double *shares)
{
    const wyrm_loot *loot = wyrm_design_loot(presence->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_role_plans *plans = wyrm_encounter_plans(wyrm_design_encounter(presence->design));
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    size_t pities = facts->pity != NULL ? facts->pity->count : 0;
    bool any = false;
    for (context.mode = 0; !any && context.mode <= (int32_t)facts->mode_count; context.mode++)
        for (int role = 0; !any && role < WYRM_ROOM_ROLE_COUNT; role++) {
            wyrm_pmf *number;
            context.kind.role = (wyrm_room_role)role;
            if (!wyrm_judge_role_comes(plans, context.kind.role, depth))
                continue;
            wyrm_status status = wyrm_loot_number(loot, &context, 1, &number, NULL);
            if (status != WYRM_OK)
                return status;
            any = wyrm_pmf_last(number) > 0;
            wyrm_pmf_free(number);
        }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    for (size_t i = any ? 0 : 1; i <= pities; i++) { /* chance, then each pity */
        wyrm_status status = i == 0 ? wyrm_loot_shares(loot, &context, shares, NULL)
                                    : wyrm_loot_pity_shares(loot, &context, i - 1, shares, NULL);
        if (status != WYRM_OK)
            return status;
        for (size_t k = 0; k < presence->item_count; k++)
            presence->items[k] = presence->items[k] || shares[k] > 0;
    }
    return WYRM_OK;
}

judge_presence judge_find_presence(base_arena *arena, const wyrm_design *design)
{
    const wyrm_item_kind *kinds;
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    judge_presence out = {.design = design,
                          .last_depth = wyrm_encounter_last_depth(encounter),
                          .monster_count = wyrm_roster_count(wyrm_design_roster(design)),
                          .item_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds)};
    if (out.last_depth > WYRM_DESCENT_DEPTH_MAX)
        out.last_depth = WYRM_DESCENT_DEPTH_MAX;
    out.knows_monsters = out.last_depth > 0;
    out.monsters = base_array(arena, bool, out.monster_count);
    memset(out.monsters, true, out.monster_count);
    if (out.knows_monsters)
        wyrm_judge_monsters_that_come(encounter, wyrm_design_roster(design), out.last_depth,
                                      out.monsters);
    /* A model whose items are not drawn one like the other does not tell. */
    out.items = base_array(arena, bool, out.item_count);
    double *shares = base_array(arena, double, out.item_count);
    wyrm_status status = WYRM_OK;
    for (int32_t depth = 1; status == WYRM_OK && depth <= out.last_depth; depth++)
        status = mark_items(&out, depth, shares);
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_refuse(arena, status, "%s", wyrm_status_text(status));
    out.knows_items = out.last_depth > 0 && status == WYRM_OK;
    if (!out.knows_items)
        memset(out.items, true, out.item_count);
    return out;
}

const char *wyrm_judge_section_of(wyrm_item_class item_class)
{
    static const char *const sections[WYRM_ITEM_CLASS_COUNT] = {[WYRM_ITEM_CONSUMABLE] = "items",
                                                                [WYRM_ITEM_RATION] = "items",
                                                                [WYRM_ITEM_WEAPON] = "weapons",
                                                                [WYRM_ITEM_ARMOR] = "armors"};
    return sections[item_class];
}

bool wyrm_judge_presence_has(const judge_presence *presence, const char *section, const char *name)
{
    const wyrm_roster *roster = wyrm_design_roster(presence->design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(presence->design), &kinds);
    if (strcmp(section, "monsters") == 0) {
        for (size_t i = 0; i < presence->monster_count; i++)
            if (strcmp(wyrm_roster_monster(roster, i)->name, name) == 0)
                return presence->monsters[i];
        return false;
    }
    for (size_t k = 0; k < count; k++)
        if (strcmp(wyrm_judge_section_of(kinds[k].item_class), section) == 0 &&
            strcmp(kinds[k].name, name) == 0)
            return presence->items[k];
    return false;
}
