/* What the findings share: the list they are added to, how numbers and shares are written in them,
 * and presence: which monsters and items can come at all, by asking every depth for its exact
 * distributions. */
#include "metrics/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Up to so many of one group are told one by one. */
#define FEW 3

void judge_tell(judge_work *work, const char *kind, const char *where, const char *format, ...)
{
    work->findings = base_grow(work->arena, work->findings, work->finding_count,
                               &work->finding_room, sizeof *work->findings);
    wyrm_finding *finding = &work->findings[work->finding_count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
}

void judge_tell_alike(judge_work *work, const judge_alike *list, size_t count, size_t size,
                      judge_tell_group *together, const void *context)
{
    for (size_t i = 0; i < count; i++) {
        char pieces[JUDGE_PIECES_MAX] = "";
        size_t alike = 0, before = 0, length = 0;
        for (size_t k = 0; k < count; k++) {
            if (list[k].group != list[i].group)
                continue;
            const char *mark = alike++ > 0 ? ", " : "", *piece = list[k].piece;
            before += k < i;
            if (length >= size)
                continue;
            bool full = length + strlen(mark) + strlen(piece) + sizeof ", ..." > size;
            int added =
                snprintf(pieces + length, size - length, "%s%s", mark, full ? "..." : piece);
            length = full ? size : length + (size_t)added;
        }
        if (alike <= FEW)
            judge_tell(work, list[i].kind, list[i].where, "%s", list[i].message);
        else if (before == 0)
            together(work, &list[i], alike, pieces, context);
    }
}

/* ---- words ---- */

judge_text judge_say(const char *format, ...)
{
    judge_text out;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

judge_text judge_list(const judge_numbers *numbers, size_t size)
{
    judge_text out = {""};
    size_t length = 0, count = numbers->count;
    const int32_t *list = numbers->list;
    for (size_t i = 0, last; i < count; i = last + 1) {
        const char *mark = i > 0 ? ", " : "";
        last = i;
        while (last + 1 < count && list[last + 1] == list[last] + 1)
            last++;
        /* Two in a row are two numbers, three and more a range. */
        if (last == i + 1)
            last = i;
        judge_text piece = last > i ? judge_say("%s%d-%d", mark, (int)list[i], (int)list[last])
                                    : judge_say("%s%d", mark, (int)list[i]);
        size_t added = strlen(piece.text);
        if (length + added + (last + 1 == count ? 1 : sizeof ", ...") > size) {
            snprintf(out.text + length, size - length, ", ...");
            break;
        }
        memcpy(out.text + length, piece.text, added + 1);
        length += added;
    }
    return out;
}

judge_text judge_at(const char *word, const judge_numbers *numbers)
{
    return judge_say("%s%s %s", word, numbers->count > 1 ? "s" : "", judge_list(numbers, 100).text);
}

/* Whole percents from 10 to 90, one digit nearer to the ends, and nothing finer than a
 * thousandth. */
judge_text judge_percent(double share)
{
    double near_end = fmin(share, 1 - share);
    if (isnan(share))
        return judge_say("-");
    if (near_end > 0 && near_end < 0.0005)
        return judge_say(share < 0.5 ? "< 0.1 %%" : "> 99.9 %%");
    return judge_say("%.*f %%", near_end <= 0 || near_end >= 0.0995 ? 0 : 1, 100 * share);
}

/* ---- presence ---- */

bool judge_role_comes(const wyrm_role_plans *plans, wyrm_room_role role, int32_t depth)
{
    if (role == WYRM_ROOM_NORMAL || plans == NULL)
        return role == WYRM_ROOM_NORMAL;
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
            if (judge_role_comes(plans, (wyrm_room_role)role, depth) && (at_depths || weight > 0))
                return true;
        }
    }
    return false;
}

const bool *judge_monsters_that_come(base_arena *arena, const judge_work *work)
{
    const wyrm_role_plans *plans = wyrm_encounter_plans(work->encounter);
    int32_t last = work->last_depth;
    bool *comes = base_array(arena, bool, work->monsters);
    for (int32_t i = 0; (size_t)i < work->monsters; i++) {
        comes[i] = is_brought(plans, wyrm_roster_monster(work->roster, i)->record, last);
        for (int32_t depth = 1; depth <= last && !comes[i]; depth++)
            comes[i] = wyrm_encounter_comes(work->encounter, depth, i);
    }
    return comes;
}

/* Marks the items that can be found at a depth: by chance, where a room of any role that comes
 * there can have items in any mode, or by pity. */
static wyrm_status mark_items(const judge_work *work, int32_t depth, double *shares, bool *items)
{
    const wyrm_loot *loot = work->loot;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_role_plans *plans = wyrm_encounter_plans(work->encounter);
    wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    size_t pities = facts->pity != NULL ? facts->pity->count : 0;
    wyrm_status status = WYRM_OK;
    bool any = false;
    for (context.mode = 0; !any && context.mode <= (int32_t)facts->mode_count; context.mode++)
        for (int role = 0; !any && role < WYRM_ROOM_ROLE_COUNT; role++) {
            wyrm_pmf *number;
            context.kind.role = (wyrm_room_role)role;
            if (!judge_role_comes(plans, context.kind.role, depth))
                continue;
            status = wyrm_loot_number(loot, &context, 1, &number, NULL);
            if (status != WYRM_OK)
                return status;
            any = wyrm_pmf_last(number) > 0;
            wyrm_pmf_free(number);
        }
    context.mode = 0;
    context.kind.role = WYRM_ROOM_NORMAL;
    for (size_t i = any ? 0 : 1; i <= pities && status == WYRM_OK; i++) { /* chance, each pity */
        status = i == 0 ? wyrm_loot_shares(loot, &context, shares, NULL)
                        : wyrm_loot_pity_shares(loot, &context, i - 1, shares, NULL);
        for (size_t k = 0; status == WYRM_OK && k < work->kind_count; k++)
            items[k] = items[k] || shares[k] > 0;
    }
    return status;
}

void judge_find_presence(judge_work *work)
{
    bool *monsters = base_array(work->arena, bool, work->monsters);
    bool *items = base_array(work->arena, bool, work->kind_count);
    double *shares = base_array(work->arena, double, work->kind_count);
    bool tables = work->last_depth > 0;
    wyrm_status status = WYRM_OK;
    memset(monsters, true, work->monsters);
    /* A model whose items are not drawn one like the other does not tell. */
    for (int32_t depth = 1; status == WYRM_OK && depth <= work->last_depth; depth++)
        status = mark_items(work, depth, shares, items);
    if (status != WYRM_OK && status != WYRM_ERROR_ARGUMENT)
        base_refuse(work->arena, status, "%s", wyrm_status_text(status));
    work->presence = (judge_presence){
        .knows_monsters = tables,
        .knows_items = tables && status == WYRM_OK,
        .monsters = tables ? judge_monsters_that_come(work->arena, work) : monsters,
        .items = items};
    if (!work->presence.knows_items)
        memset(items, true, work->kind_count);
}

const char *judge_section_of(wyrm_item_class item_class)
{
    return item_class == WYRM_ITEM_WEAPON  ? "weapons"
           : item_class == WYRM_ITEM_ARMOR ? "armors"
                                           : "items";
}

bool judge_is_present(const judge_work *work, const char *section, const char *name)
{
    int32_t monster = strcmp(section, "monsters") == 0 ? wyrm_roster_find(work->roster, name) : -1;
    for (size_t k = 0; k < work->kind_count; k++)
        if (strcmp(judge_section_of(work->kinds[k].item_class), section) == 0 &&
            strcmp(work->kinds[k].name, name) == 0)
            return work->presence.items[k];
    return monster >= 0 && work->presence.monsters[monster];
}
