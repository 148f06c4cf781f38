/* Findings of dead configuration, by trial: a value that is written in the file and changes no
 * outcome whatever stands in its place, and values by band that differ on paper only. Each value
 * is replaced in a copy of the ruleset, and all that encounters, threats and loot come to is
 * computed anew. */
#include "judge/inert.h"
#include "judge/presence.h"
#include "ruleset/dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const judge_trial_section sections[] = {
    {"encounter", JUDGE_SIDE_MONSTERS, {NULL}},
    {"threat", JUDGE_SIDE_MONSTERS, {NULL}},
    {"room_roles", JUDGE_SIDE_MONSTERS, {NULL}},
    {"monsters", JUDGE_SIDE_MONSTERS, {"weight", "etp", "synergy", NULL}},
    {"loot", JUDGE_SIDE_LOOT, {NULL}},
    {"weapons", JUDGE_SIDE_LOOT, {"weight", "bands", NULL}},
    {"armors", JUDGE_SIDE_LOOT, {"weight", "bands", NULL}},
    {"items", JUDGE_SIDE_LOOT, {"weight", "bands", NULL}},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* ---- the walk ---- */

static bool has_members(const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
}

static void path_to(const wyrm_value *value, size_t index, const char *path, char *out)
{
    if (wyrm_value_kind(value) == WYRM_KIND_LIST)
        snprintf(out, JUDGE_PATH_MAX, "%s[%zu]", path, index);
    else
        snprintf(out, JUDGE_PATH_MAX, "%s.%s", path, wyrm_value_key(value, index));
}

/* `original` is the value in the file, which tells what stands there, `value` its like in the
 * copy. What says the same as the schema's default is nobody's decision, be it written out or
 * not. */
static wyrm_status walk_value(judge_inert *walk, const wyrm_value *original,
                              const wyrm_value *value, const char *path, size_t *tried,
                              size_t *dead)
{
    bool is_default;
    wyrm_status status = wyrm_value_says_default(original, &is_default, walk->error);
    if (status != WYRM_OK || original == NULL || is_default)
        return status;
    if (!has_members(value))
        return walk->by_band ? WYRM_OK : wyrm_judge_inert_try(walk, value, path, tried, dead);
    size_t before = walk->count, below_tried = 0, below_dead = 0;
    bool by_band = walk->by_band && wyrm_judge_inert_is_by_band(walk, value);
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(value); i++) {
        char inner[JUDGE_PATH_MAX];
        const wyrm_value *like = wyrm_value_kind(value) == WYRM_KIND_LIST
                                     ? wyrm_value_item(original, i)
                                     : wyrm_value_get(original, wyrm_value_key(value, i));
        path_to(value, i, path, inner);
        if (by_band && i + 1 < wyrm_value_count(value))
            status = wyrm_judge_inert_compare_bands(walk, value, i, path);
        if (status == WYRM_OK)
            status =
                walk_value(walk, like, wyrm_value_item(value, i), inner, &below_tried, &below_dead);
    }
    *tried += below_tried;
    *dead += below_dead;
    if (status != WYRM_OK || below_dead < 2 || below_dead < below_tried)
        return status;
    walk->count = before; /* all of it is dead: said once */
    judge_dead_value whole = {.values = below_dead};
    snprintf(whole.path, sizeof whole.path, "%s", path);
    return wyrm_judge_inert_push(walk, &whole);
}

static bool is_tried(const judge_trial_section *section, const char *key)
{
    for (size_t i = 0; section->keys[i] != NULL; i++)
        if (strcmp(section->keys[i], key) == 0)
            return true;
    return section->keys[0] == NULL;
}

/* Monsters and items that never come are named by another finding; what they have is not. */
static wyrm_status walk_entities(judge_inert *walk, const wyrm_value *original,
                                 const wyrm_value *map, const judge_presence *presence)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(map); i++) {
        const char *name = wyrm_value_key(map, i);
        const wyrm_value *record = wyrm_value_item(map, i);
        const wyrm_value *like = wyrm_value_get(original, name);
        if (!wyrm_judge_presence_has(presence, walk->section->name, name))
            continue;
        for (size_t k = 0; status == WYRM_OK && k < wyrm_value_count(record); k++) {
            const char *key = wyrm_value_key(record, k);
            char path[JUDGE_PATH_MAX];
            size_t tried = 0, dead = 0;
            snprintf(path, sizeof path, "%s.%s.%s", walk->section->name, name, key);
            if (is_tried(walk->section, key))
                status = walk_value(walk, wyrm_value_get(like, key), wyrm_value_item(record, k),
                                    path, &tried, &dead);
        }
    }
    return status;
}

static wyrm_status walk_section(judge_inert *walk, const wyrm_ruleset *ruleset,
                                const judge_presence *presence)
{
    const char *name = walk->section->name;
    size_t tried = 0, dead = 0;
    if (!walk->varying->has_side[walk->section->side])
        return WYRM_OK;
    const wyrm_value *original = wyrm_ruleset_find(ruleset, name);
    const wyrm_value *value = wyrm_ruleset_find(wyrm_vary_ruleset(walk->varying->variation), name);
    if (walk->section->keys[0] == NULL)
        return walk_value(walk, original, value, name, &tried, &dead);
    return walk->by_band ? WYRM_OK : walk_entities(walk, original, value, presence);
}

static wyrm_status tell(const judge_inert *walk)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < walk->count; i++) {
        const judge_dead_value *dead = &walk->dead[i];
        if (dead->values > 1)
            status =
                wyrm_judge_findings_add(walk->findings, walk->kind, dead->path, walk->error,
                                        "none of its %zu values changes anything: with others the "
                                        "monsters, their threat and the items of every depth down "
                                        "to %d are the same",
                                        dead->values, (int)walk->varying->last_depth);
        else
            status =
                wyrm_judge_findings_add(walk->findings, walk->kind, dead->path, walk->error,
                                        "%s changes nothing: with %s in its place the monsters, "
                                        "their threat and the items of every depth down to %d are "
                                        "the same",
                                        dead->shown, dead->tried, (int)walk->varying->last_depth);
    }
    return status;
}

/* Both walks over the same copy: value by value, then band by band. */
static wyrm_status walk_twice(judge_inert *walk, const wyrm_ruleset *ruleset,
                              const judge_presence *presence)
{
    static const char *const kinds[] = {"dead-configuration", "bands-alike"};
    wyrm_status status = WYRM_OK;
    for (int pass = 0; status == WYRM_OK && pass < 2; pass++) {
        walk->by_band = pass == 1;
        walk->kind = kinds[pass];
        walk->count = 0;
        for (size_t i = 0; status == WYRM_OK && i < SECTIONS; i++) {
            walk->section = &sections[i];
            status = walk_section(walk, ruleset, presence);
        }
        if (status == WYRM_OK)
            status = tell(walk);
    }
    return status;
}

static const char *mode_played(const wyrm_design *design)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(design));
    return facts->mode_count > 0 ? facts->modes[facts->mode] : "";
}

wyrm_status wyrm_judge_look_inert(judge_work *judging, const char *kind, judge_findings *findings,
                                  wyrm_error *error)
{
    judge_varying varying;
    judge_presence presence = {0};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(judging->design);
    judge_inert walk = {.varying = &varying,
                        .mode = mode_played(judging->design),
                        .findings = findings,
                        .error = error};
    (void)kind;
    wyrm_status status = wyrm_judge_varying_begin(judging->design, &varying, error);
    if (status == WYRM_OK)
        status = wyrm_judge_presence_find(judging->design, &presence, error);
    if (status == WYRM_OK)
        status = wyrm_bands_read(ruleset, &walk.bands, NULL);
    if (status == WYRM_OK)
        status = walk_twice(&walk, ruleset, &presence);
    if (status == WYRM_OK && walk.untried > 0)
        status =
            wyrm_judge_findings_add(findings, "not-tried", "", error,
                                    "the ruleset is so large that %zu of its values were not tried "
                                    "for dead configuration",
                                    walk.untried);
    free(walk.dead);
    wyrm_judge_presence_release(&presence);
    wyrm_judge_varying_release(&varying);
    return status;
}
