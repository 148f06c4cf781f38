/* Findings of dead configuration: monsters that no room can bring, items that can never be found. Where
 * many have the same cause they are named together. */
#include "judge/presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many of one cause are told one by one. */
#define FEW 3

/* Why something never comes. */
typedef struct absent_cause {
    bool (*is)(const judge_presence *presence, const wyrm_value *record, size_t index);
    const char *sentence; /* "it ..." */
} absent_cause;

/* ---- monsters ---- */

static bool is_kind(const wyrm_value *record, const char *kind)
{
    return strcmp(wyrm_value_text(wyrm_value_get(record, "kind")), kind) == 0;
}

static bool is_boss(const judge_presence *presence, const wyrm_value *record, size_t index)
{
    (void)presence, (void)index;
    return is_kind(record, "boss") || is_kind(record, "miniboss");
}

static bool has_weight(const judge_presence *presence, const wyrm_value *record, int32_t least,
                       int32_t most)
{
    const wyrm_value *weight = wyrm_value_get(record, "weight");
    (void)presence;
    for (int32_t depth = least; depth <= most; depth++)
        if (wyrm_value_at_depth(weight, depth) > 0)
            return true;
    return false;
}

static bool is_weightless(const judge_presence *presence, const wyrm_value *record, size_t index)
{
    (void)index;
    return !has_weight(presence, record, 1, WYRM_DEPTH_MAX);
}

static bool is_too_deep(const judge_presence *presence, const wyrm_value *record, size_t index)
{
    (void)index;
    return !has_weight(presence, record, 1, presence->last_depth);
}

static bool is_any(const judge_presence *presence, const wyrm_value *record, size_t index)
{
    (void)presence, (void)record, (void)index;
    return true;
}

static const absent_cause monster_causes[] = {
    {is_boss, "no room of a role that allows bosses like that is ever planned"},
    {is_weightless, "no weight at any depth, and no role of rooms that brings it"},
    {is_too_deep, "a weight only below the last depth"},
    {is_any, "no room that has monsters where its weight is above 0"},
};

/* ---- items ---- */

/* Left out by a switch, which brings it back: not dead. */
static bool is_switched_off(const judge_presence *presence, const wyrm_value *record)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(presence->design);
    return wyrm_value_bool(wyrm_value_get(record, "needs_equipment")) &&
           !wyrm_value_bool(wyrm_ruleset_find(ruleset, "loot.equipment"));
}

/* Its bands lie behind the one of the last depth. */
static bool is_behind_the_end(const judge_presence *presence, const wyrm_value *record,
                              size_t index)
{
    const wyrm_value *range = wyrm_value_get(record, "bands");
    wyrm_bands bands;
    (void)index;
    if (range == NULL ||
        wyrm_bands_read(wyrm_design_ruleset(presence->design), &bands, NULL) != WYRM_OK)
        return false;
    return wyrm_value_low(range) > (double)wyrm_bands_at(&bands, presence->last_depth) + 1;
}

static const absent_cause item_causes[] = {
    {is_weightless, "its weight is 0 at every depth, and nothing else gives it"},
    {is_too_deep, "a weight only below the last depth"},
    {is_behind_the_end, "its bands lie behind the one of the last depth"},
    {is_any, "a factor of 0, or no room with items, wherever it has a weight"},
};

enum {
    MONSTER_CAUSES = sizeof monster_causes / sizeof monster_causes[0],
    ITEM_CAUSES = sizeof item_causes / sizeof item_causes[0]
};

/* ---- telling ---- */

/* One of the things that a section has. */
typedef struct absent_thing {
    const char *section, *name, *title;
    const wyrm_value *record;
    bool absent;
} absent_thing;

static size_t cause_of(const judge_presence *presence, const absent_cause *causes,
                       const absent_thing *thing, size_t index)
{
    size_t cause = 0;
    while (!causes[cause].is(presence, thing->record, index))
        cause++;
    return cause;
}

/* "orc_grunt, orc_scout, ..." up to the room there is. */
static void list_names(const absent_thing *things, const bool *chosen, size_t count, char *text,
                       size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (!chosen[i])
            continue;
        const char *mark = length > 0 ? ", " : "";
        size_t needed = strlen(mark) + strlen(things[i].name) + sizeof ", ...";
        if (length + needed > size) {
            snprintf(text + length, size - length, ", ...");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", mark, things[i].name);
    }
}

static wyrm_status tell_many(const absent_thing *things, const bool *chosen, size_t count,
                             size_t number, size_t all, const char *verb, const char *sentence,
                             const char *kind, judge_findings *findings, wyrm_error *error)
{
    char names[200];
    size_t first = 0;
    while (!chosen[first])
        first++;
    list_names(things, chosen, count, names, sizeof names);
    return wyrm_judge_findings_add(findings, kind, things[first].section, error,
                                   "%zu of %zu can never %s: %s (%s)", number, all, verb, sentence,
                                   names);
}

static wyrm_status tell_cause(const absent_thing *things, const bool *chosen, size_t count,
                              const char *verb, const char *sentence, const char *kind,
                              judge_findings *findings, wyrm_error *error)
{
    size_t number = 0;
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < count; i++)
        number += chosen[i];
    if (number > FEW)
        return tell_many(things, chosen, count, number, count, verb, sentence, kind, findings,
                         error);
    for (size_t i = 0; status == WYRM_OK && i < count; i++) {
        char where[96];
        if (!chosen[i])
            continue;
        snprintf(where, sizeof where, "%s.%s", things[i].section, things[i].name);
        status = wyrm_judge_findings_add(findings, kind, where, error, "%s can never %s: %s",
                                         things[i].title, verb, sentence);
    }
    return status;
}

/* The things of one section, cause by cause. */
static wyrm_status tell_absent(const judge_presence *presence, const absent_thing *things,
                               size_t count, const absent_cause *causes, size_t cause_count,
                               const char *verb, const char *kind, judge_findings *findings,
                               wyrm_error *error)
{
    bool *chosen = calloc(count + 1, sizeof *chosen);
    wyrm_status status =
        chosen != NULL ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t cause = 0; status == WYRM_OK && cause < cause_count; cause++) {
        bool any = false;
        for (size_t i = 0; i < count; i++) {
            chosen[i] = things[i].absent && cause_of(presence, causes, &things[i], i) == cause;
            any = any || chosen[i];
        }
        if (any)
            status = tell_cause(things, chosen, count, verb, causes[cause].sentence, kind, findings,
                                error);
    }
    free(chosen);
    return status;
}

static wyrm_status tell_monsters(const judge_presence *presence, absent_thing *things,
                                 const char *kind, judge_findings *findings, wyrm_error *error)
{
    const wyrm_roster *roster = wyrm_design_roster(presence->design);
    for (size_t i = 0; i < presence->monster_count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        things[i] = (absent_thing){.section = "monsters",
                                   .name = monster->name,
                                   .title = monster->title,
                                   .record = monster->record,
                                   .absent = !presence->monsters[i]};
    }
    return tell_absent(presence, things, presence->monster_count, monster_causes, MONSTER_CAUSES,
                       "appear", kind, findings, error);
}

static wyrm_status tell_items(const judge_presence *presence, const char *section,
                              absent_thing *things, const char *kind, judge_findings *findings,
                              wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t all = wyrm_loot_kinds(wyrm_design_loot(presence->design), &kinds), count = 0;
    for (size_t k = 0; k < all; k++)
        if (strcmp(wyrm_judge_item_section(kinds[k].item_class), section) == 0)
            things[count++] = (absent_thing){.section = section,
                                             .name = kinds[k].name,
                                             .title = kinds[k].title,
                                             .record = kinds[k].record,
                                             .absent = !presence->items[k] &&
                                                       !is_switched_off(presence, kinds[k].record)};
    return tell_absent(presence, things, count, item_causes, ITEM_CAUSES, "be found", kind,
                       findings, error);
}

wyrm_status wyrm_judge_look_absent(judge_work *judging, const char *kind, judge_findings *findings,
                                   wyrm_error *error)
{
    static const char *const item_sections[] = {"weapons", "armors", "items"};
    judge_presence presence;
    wyrm_status status = wyrm_judge_presence_find(judging->design, &presence, error);
    size_t most =
        presence.monster_count > presence.item_count ? presence.monster_count : presence.item_count;
    absent_thing *things = status == WYRM_OK ? calloc(most + 1, sizeof *things) : NULL;
    if (status == WYRM_OK && things == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK && presence.knows_monsters)
        status = tell_monsters(&presence, things, kind, findings, error);
    for (size_t i = 0; status == WYRM_OK && presence.knows_items && i < 3; i++)
        status = tell_items(&presence, item_sections[i], things, kind, findings, error);
    free(things);
    wyrm_judge_presence_release(&presence);
    return status;
}
