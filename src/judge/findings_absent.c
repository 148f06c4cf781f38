/* Findings of dead configuration: monsters that no room can bring, items that can never be
 * found. Where many have the same cause they are named together. */
#include "judge/findings.h"
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

static bool is_boss(const judge_presence *presence, const wyrm_value *record, size_t index)
{
    (void)presence, (void)index;
    return wyrm_monster_kind_of(record) != WYRM_MONSTER_NORMAL;
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

#define LENGTH_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- telling ---- */

/* One of the things that a section has. */
typedef struct absent_thing {
    const char *section, *name, *title;
    const wyrm_value *record;
    bool absent;
} absent_thing;

/* A telling in progress: of the things of one section, those that have one cause. */
typedef struct absent_telling {
    const judge_presence *presence;
    const char *kind; /* of the findings */
    judge_findings *findings;
    wyrm_error *error;
    /* Of the section at hand: what can be the matter with its things, and how that is said. */
    const absent_cause *causes;
    size_t cause_count;
    const char *verb;
    size_t count;
    absent_thing *things;
    /* Of the cause at hand. */
    size_t chosen_count;
    bool *chosen; /* by thing */
} absent_telling;

static size_t cause_of(const absent_telling *telling, size_t index)
{
    size_t cause = 0;
    while (!telling->causes[cause].is(telling->presence, telling->things[index].record, index))
        cause++;
    return cause;
}

/* "orc_grunt, orc_scout, ..." up to the room there is. */
static void list_names(const absent_telling *telling, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < telling->count; i++) {
        if (!telling->chosen[i])
            continue;
        const char *name = telling->things[i].name;
        const char *mark = length > 0 ? ", " : "";
        size_t needed = strlen(mark) + strlen(name) + sizeof ", ...";
        if (length + needed > size) {
            snprintf(text + length, size - length, ", ...");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%s", mark, name);
    }
}

static wyrm_status tell_together(const absent_telling *telling, const absent_cause *cause)
{
    char names[200];
    list_names(telling, names, sizeof names);
    return wyrm_judge_findings_add(telling->findings, telling->kind, telling->things[0].section,
                                   telling->error, "%zu of %zu can never %s: %s (%s)",
                                   telling->chosen_count, telling->count, telling->verb,
                                   cause->sentence, names);
}

static wyrm_status tell_each(const absent_telling *telling, const absent_cause *cause)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < telling->count; i++) {
        const absent_thing *thing = &telling->things[i];
        char where[96];
        if (!telling->chosen[i])
            continue;
        snprintf(where, sizeof where, "%s.%s", thing->section, thing->name);
        status = wyrm_judge_findings_add(telling->findings, telling->kind, where, telling->error,
                                         "%s can never %s: %s", thing->title, telling->verb,
                                         cause->sentence);
    }
    return status;
}

static void choose(absent_telling *telling, size_t cause)
{
    telling->chosen_count = 0;
    for (size_t i = 0; i < telling->count; i++) {
        telling->chosen[i] = telling->things[i].absent && cause_of(telling, i) == cause;
        telling->chosen_count += telling->chosen[i];
    }
}

/* The things of one section, cause by cause. */
static wyrm_status tell_section(absent_telling *telling)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < telling->cause_count; i++) {
        const absent_cause *cause = &telling->causes[i];
        choose(telling, i);
        status =
            telling->chosen_count > FEW ? tell_together(telling, cause) : tell_each(telling, cause);
    }
    return status;
}

static wyrm_status tell_monsters(absent_telling *telling)
{
    const judge_presence *presence = telling->presence;
    const wyrm_roster *roster = wyrm_design_roster(presence->design);
    telling->causes = monster_causes;
    telling->cause_count = LENGTH_OF(monster_causes);
    telling->verb = "appear";
    telling->count = presence->monster_count;
    for (size_t i = 0; i < telling->count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        telling->things[i] = (absent_thing){.section = "monsters",
                                            .name = monster->name,
                                            .title = monster->title,
                                            .record = monster->record,
                                            .absent = !presence->monsters[i]};
    }
    return tell_section(telling);
}

static wyrm_status tell_items(absent_telling *telling, const char *section)
{
    const judge_presence *presence = telling->presence;
    const wyrm_item_kind *kinds;
    size_t all = wyrm_loot_kinds(wyrm_design_loot(presence->design), &kinds);
    telling->causes = item_causes;
    telling->cause_count = LENGTH_OF(item_causes);
    telling->verb = "be found";
    telling->count = 0;
    for (size_t k = 0; k < all; k++)
        if (strcmp(wyrm_judge_item_section(kinds[k].item_class), section) == 0)
            telling->things[telling->count++] =
                (absent_thing){.section = section,
                               .name = kinds[k].name,
                               .title = kinds[k].title,
                               .record = kinds[k].record,
                               .absent = !presence->items[k] && !kinds[k].switched_off};
    return tell_section(telling);
}

static wyrm_status make_room(absent_telling *telling)
{
    const judge_presence *presence = telling->presence;
    size_t most = presence->monster_count > presence->item_count ? presence->monster_count
                                                                 : presence->item_count;
    telling->things = calloc(most + 1, sizeof *telling->things);
    telling->chosen = calloc(most + 1, sizeof *telling->chosen);
    return telling->things != NULL && telling->chosen != NULL
               ? WYRM_OK
               : wyrm_fail(telling->error, WYRM_ERROR_MEMORY, "out of memory");
}

wyrm_status wyrm_judge_look_absent(judge_work *judging, const char *kind, judge_findings *findings,
                                   wyrm_error *error)
{
    static const char *const item_sections[] = {"weapons", "armors", "items"};
    judge_presence presence;
    absent_telling telling = {
        .presence = &presence, .kind = kind, .findings = findings, .error = error};
    wyrm_status status = wyrm_judge_presence_find(judging->design, &presence, error);
    if (status == WYRM_OK)
        status = make_room(&telling);
    if (status == WYRM_OK && presence.knows_monsters)
        status = tell_monsters(&telling);
    for (size_t i = 0; presence.knows_items && i < LENGTH_OF(item_sections); i++)
        if (status == WYRM_OK)
            status = tell_items(&telling, item_sections[i]);
    free(telling.things);
    free(telling.chosen);
    wyrm_judge_presence_release(&presence);
    return status;
}
