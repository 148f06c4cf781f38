/* What the findings share: the list they are added to, how numbers and shares are written in them,
 * and presence: which monsters and items can come at all, by asking every depth for its exact
 * distributions. */
#include "metrics/findings.h"

#include <wyrm/descent.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

wyrm_status wyrm_judge_findings_add(judge_findings *findings, const char *kind, const char *where,
                                    wyrm_error *error, const char *format, ...)
{
    if (findings->count == findings->room) {
        size_t room = findings->room > 0 ? 2 * findings->room : 16;
        wyrm_finding *list = base_resize(findings->list, room * sizeof *list);
        if (list == NULL)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        findings->list = list;
        findings->room = room;
    }
    wyrm_finding *finding = &findings->list[findings->count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
    return WYRM_OK;
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

static void find_monsters(judge_presence *presence)
{
    const wyrm_design *design = presence->design;
    presence->knows_monsters = presence->last_depth > 0;
    for (size_t i = 0; i < presence->monster_count; i++)
        presence->monsters[i] = true;
    if (presence->knows_monsters)
        wyrm_judge_monsters_that_come(wyrm_design_encounter(design), wyrm_design_roster(design),
                                      presence->last_depth, presence->monsters);
}

/* Whether a room of any role that comes at the depth can have items in a mode. */
static wyrm_status has_items(const judge_presence *presence, wyrm_loot_context context, bool *out,
                             wyrm_error *error)
{
    const wyrm_design *design = presence->design;
    const wyrm_role_plans *plans = wyrm_encounter_plans(wyrm_design_encounter(design));
    wyrm_status status = WYRM_OK;
    *out = false;
    for (int role = 0; status == WYRM_OK && !*out && role < WYRM_ROOM_ROLE_COUNT; role++) {
        wyrm_pmf *number;
        context.kind.role = (wyrm_room_role)role;
        if (!wyrm_judge_role_comes(plans, context.kind.role, context.depth))
            continue;
        status = wyrm_loot_number(wyrm_design_loot(design), &context, 1, &number, error);
        *out = status == WYRM_OK && wyrm_pmf_last(number) > 0;
        wyrm_pmf_free(number);
    }
    return status;
}

static void mark(judge_presence *presence, const double *shares)
{
    for (size_t k = 0; k < presence->item_count; k++)
        presence->items[k] = presence->items[k] || shares[k] > 0;
}

static wyrm_status find_at(judge_presence *presence, int32_t depth, double *shares,
                           wyrm_error *error)
{
    const wyrm_loot *loot = wyrm_design_loot(presence->design);
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    int32_t modes = (int32_t)facts->mode_count;
    bool any = false;
    wyrm_status status = WYRM_OK;
    for (context.mode = 0; status == WYRM_OK && !any && context.mode <= modes; context.mode++)
        status = has_items(presence, context, &any, error);
    context.mode = 0;
    if (status == WYRM_OK && any)
        status = wyrm_loot_shares(loot, &context, shares, error);
    if (status == WYRM_OK && any)
        mark(presence, shares);
    for (size_t c = 0; status == WYRM_OK && facts->pity != NULL && c < facts->pity->count; c++) {
        status = wyrm_loot_pity_shares(loot, &context, c, shares, error);
        if (status == WYRM_OK)
            mark(presence, shares);
    }
    return status;
}

/* A model whose items are not drawn one like the other does not tell. */
static wyrm_status find_items(judge_presence *presence, wyrm_error *error)
{
    double *shares = base_zeroed(presence->item_count + 1, sizeof *shares);
    if (shares == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = WYRM_OK;
    for (int32_t depth = 1; status == WYRM_OK && depth <= presence->last_depth; depth++)
        status = find_at(presence, depth, shares, error);
    wyrm_free(shares);
    presence->knows_items = presence->last_depth > 0 && status == WYRM_OK;
    for (size_t k = 0; k < presence->item_count && !presence->knows_items; k++)
        presence->items[k] = true;
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_status wyrm_judge_presence_find(const wyrm_design *design, judge_presence *out,
                                     wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    *out = (judge_presence){.design = design,
                            .last_depth = wyrm_encounter_last_depth(wyrm_design_encounter(design)),
                            .monster_count = wyrm_roster_count(wyrm_design_roster(design)),
                            .item_count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds)};
    if (out->last_depth > WYRM_DESCENT_DEPTH_MAX)
        out->last_depth = WYRM_DESCENT_DEPTH_MAX;
    out->monsters = base_zeroed(out->monster_count + 1, sizeof *out->monsters);
    out->items = base_zeroed(out->item_count + 1, sizeof *out->items);
    if (out->monsters == NULL || out->items == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    find_monsters(out);
    return find_items(out, error);
}

void wyrm_judge_presence_release(judge_presence *presence)
{
    wyrm_free(presence->monsters);
    wyrm_free(presence->items);
    *presence = (judge_presence){0};
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
