/* Findings of dead configuration, by trial: a value that is written in the file and changes no outcome
 * whatever stands in its place, and values by band that differ on paper only. Each value is replaced in
 * a copy of the ruleset, and all that encounters, threats and loot come to is computed anew. */
#include "judge/outcomes.h"
#include "judge/presence.h"
#include "ruleset/fallback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_MAX 96

/* Numbers that all trials together may come to, a second or two: the values behind that are not tried. */
#define WORK_MAX ((size_t)100000000)

/* What is tried: a section, which side it has a part in, and of a map of creatures or items only these
 * of their keys, as the others (hit points, names) are no part of an outcome. */
typedef struct trial_section {
    const char *name;
    judge_side side;
    const char *keys[4]; /* ended by NULL; none: all */
} trial_section;

static const trial_section sections[] = {
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

/* A finding in waiting: where all values of a record are dead one about the record replaces them. */
typedef struct dead_value {
    char path[PATH_MAX];
    char tried[80]; /* "0, 1.5 or 300"; "" for a record */
    char shown[32]; /* the value itself */
    size_t values;  /* below it; 1 for a value */
} dead_value;

typedef struct inert_walk {
    judge_varying *varying;
    const trial_section *section;
    dead_value *dead;
    size_t count, room;
    size_t untried; /* values that there was no time for */
    bool by_band;   /* looks for maps by band instead */
    wyrm_bands bands;
    const char *kind;
    judge_findings *findings;
    wyrm_error *error;
} inert_walk;

static wyrm_status push(inert_walk *walk, const dead_value *dead)
{
    if (walk->count == walk->room) {
        size_t room = walk->room > 0 ? 2 * walk->room : 32;
        dead_value *list = realloc(walk->dead, room * sizeof *list);
        if (list == NULL)
            return wyrm_fail(walk->error, WYRM_ERROR_MEMORY, "out of memory");
        walk->dead = list;
        walk->room = room;
    }
    walk->dead[walk->count++] = *dead;
    return WYRM_OK;
}

#define OTHERS_LISTED 4

/* "0, 1 or 3" */
static void list_others(char others[OTHERS_LISTED][48], size_t count, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && i < OTHERS_LISTED && length < size; i++) {
        const char *mark = i == 0 ? "" : i + 1 == count || i + 1 == OTHERS_LISTED ? " or " : ", ";
        int added = snprintf(text + length, size - length, "%s%s", mark, others[i]);
        length += added > 0 ? (size_t)added : 0;
    }
}

static void show_value(const wyrm_value *value, size_t row, char *text, size_t size)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    switch (wyrm_value_kind(value)) {
    case WYRM_KIND_BOOL:
        snprintf(text, size, "%s", wyrm_value_bool(value) ? "true" : "false");
        break;
    case WYRM_KIND_RANGE:
    case WYRM_KIND_INTERVAL:
        snprintf(text, size, "[%.6g, %.6g]", wyrm_value_low(value), wyrm_value_high(value));
        break;
    case WYRM_KIND_TABLE:
        snprintf(text, size, "[%.6g, %d]", rows[row].value, (int)rows[row].from_depth);
        break;
    case WYRM_KIND_CHOICE:
        snprintf(text, size, "%s", wyrm_value_text(value));
        break;
    default:
        snprintf(text, size, "%.6g", wyrm_value_real(value));
        break;
    }
}

/* Tries the others first..end-1 of a value: dead where one or more made sense and none made a
 * difference. */
static wyrm_status try_others(inert_walk *walk, const wyrm_value *value, size_t first, size_t end,
                              bool *dead, char *tried, size_t size)
{
    judge_varying *varying = walk->varying;
    wyrm_status status = WYRM_OK;
    char others[OTHERS_LISTED][48], unlisted[48];
    size_t same = 0;
    bool other = false;
    for (size_t i = first; status == WYRM_OK && !other && i < end; i++) {
        char *text = same < OTHERS_LISTED ? others[same] : unlisted;
        judge_trial trial;
        if (!wyrm_vary_try(varying->variation, value, i, text, sizeof unlisted))
            continue;
        status =
            wyrm_judge_varying_compare(varying, walk->section->side, false, &trial, walk->error);
        wyrm_vary_restore(varying->variation);
        other = trial == JUDGE_TRIAL_OTHER;
        same += trial == JUDGE_TRIAL_SAME;
    }
    *dead = status == WYRM_OK && same > 0 && !other;
    list_others(others, same, tried, size);
    return status;
}

/* A value without members. Of a table every row is tried by itself, but for those that are too deep,
 * which another finding names. */
static wyrm_status try_leaf(inert_walk *walk, const wyrm_value *value, const char *path,
                            size_t *tried, size_t *dead)
{
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    size_t parts = rows != NULL ? wyrm_value_count(value) : 1;
    size_t others = wyrm_vary_count(value) / (parts > 0 ? parts : 1);
    wyrm_status status = WYRM_OK;
    for (size_t part = 0; status == WYRM_OK && others > 0 && part < parts; part++) {
        if (rows != NULL && rows[part].from_depth > walk->varying->last_depth)
            continue;
        if (walk->varying->work > WORK_MAX) {
            walk->untried++;
            ++*tried;
            continue;
        }
        dead_value found = {.values = 1};
        bool is_dead = false;
        status = try_others(walk, value, part * others, (part + 1) * others, &is_dead, found.tried,
                            sizeof found.tried);
        ++*tried;
        if (status != WYRM_OK || !is_dead)
            continue;
        ++*dead;
        snprintf(found.path, sizeof found.path, "%s", path);
        show_value(value, part, found.shown, sizeof found.shown);
        status = push(walk, &found);
    }
    return status;
}

/* ---- bands ---- */

/* A map with a key for each band, some at least. */
static bool is_by_band(const inert_walk *walk, const wyrm_value *value)
{
    if (wyrm_value_kind(value) != WYRM_KIND_MAP || wyrm_value_count(value) < 2)
        return false;
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        if (wyrm_bands_find(&walk->bands, wyrm_value_key(value, i)) < 0)
            return false;
    return true;
}

static wyrm_status makes_no_difference(inert_walk *walk, const wyrm_value *value,
                                       const wyrm_value *other, bool *same)
{
    judge_trial trial = JUDGE_TRIAL_NONE;
    wyrm_status status = WYRM_OK;
    if (wyrm_vary_by(walk->varying->variation, value, other))
        status = wyrm_judge_varying_compare(walk->varying, walk->section->side, true, &trial,
                                            walk->error);
    wyrm_vary_restore(walk->varying->variation);
    *same = status == WYRM_OK && trial == JUDGE_TRIAL_SAME;
    return status;
}

static const char *mode_played(const inert_walk *walk)
{
    const wyrm_ruleset *ruleset = wyrm_vary_ruleset(walk->varying->variation);
    return walk->section->side == JUDGE_SIDE_LOOT
               ? wyrm_value_text(wyrm_ruleset_find(ruleset, "loot.mode"))
               : "";
}

/* Two bands whose values differ: does either change anything in the other's place? */
static wyrm_status compare_bands(inert_walk *walk, const wyrm_value *map, size_t index,
                                 const char *path)
{
    const wyrm_value *one = wyrm_value_item(map, index);
    const wyrm_value *next = wyrm_value_item(map, index + 1);
    char first[32], second[32];
    bool forth = false, back = false;
    show_value(one, 0, first, sizeof first);
    show_value(next, 0, second, sizeof second);
    if (wyrm_vary_count(one) == 0 || strcmp(first, second) == 0)
        return WYRM_OK;
    wyrm_status status = makes_no_difference(walk, one, next, &forth);
    if (status == WYRM_OK && forth)
        status = makes_no_difference(walk, next, one, &back);
    if (status != WYRM_OK || !back)
        return status;
    const char *mode = mode_played(walk);
    return wyrm_judge_findings_add(
        walk->findings, walk->kind, path, walk->error,
        "the bands %s and %s differ on paper only: %s and %s come to the same "
        "at every depth of both%s%s",
        wyrm_value_key(map, index), wyrm_value_key(map, index + 1), first, second,
        mode[0] != '\0' ? ", in the mode " : "", mode);
}

/* ---- the walk ---- */

static bool has_members(const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
}

static void path_to(const wyrm_value *value, size_t index, const char *path, char *out)
{
    if (wyrm_value_kind(value) == WYRM_KIND_LIST)
        snprintf(out, PATH_MAX, "%s[%zu]", path, index);
    else
        snprintf(out, PATH_MAX, "%s.%s", path, wyrm_value_key(value, index));
}

/* `original` is the value in the file, which tells what stands there, `value` its like in the copy. What
 * says the same as the schema's default is nobody's decision, be it written out or not. */
static wyrm_status walk_value(inert_walk *walk, const wyrm_value *original, const wyrm_value *value,
                              const char *path, size_t *tried, size_t *dead)
{
    bool is_default;
    wyrm_status status = wyrm_value_says_default(original, &is_default, walk->error);
    if (status != WYRM_OK || original == NULL || is_default)
        return status;
    if (!has_members(value))
        return walk->by_band ? WYRM_OK : try_leaf(walk, value, path, tried, dead);
    size_t before = walk->count, below_tried = 0, below_dead = 0;
    bool by_band = walk->by_band && is_by_band(walk, value);
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(value); i++) {
        char inner[PATH_MAX];
        const wyrm_value *like = wyrm_value_kind(value) == WYRM_KIND_LIST
                                     ? wyrm_value_item(original, i)
                                     : wyrm_value_get(original, wyrm_value_key(value, i));
        path_to(value, i, path, inner);
        if (by_band && i + 1 < wyrm_value_count(value))
            status = compare_bands(walk, value, i, path);
        if (status == WYRM_OK)
            status =
                walk_value(walk, like, wyrm_value_item(value, i), inner, &below_tried, &below_dead);
    }
    *tried += below_tried;
    *dead += below_dead;
    if (status != WYRM_OK || below_dead < 2 || below_dead < below_tried)
        return status;
    walk->count = before; /* all of it is dead: said once */
    dead_value whole = {.values = below_dead};
    snprintf(whole.path, sizeof whole.path, "%s", path);
    return push(walk, &whole);
}

static bool is_tried(const trial_section *section, const char *key)
{
    for (size_t i = 0; section->keys[i] != NULL; i++)
        if (strcmp(section->keys[i], key) == 0)
            return true;
    return section->keys[0] == NULL;
}

/* Monsters and items that never come are named by another finding; what they have is not. */
static wyrm_status walk_entities(inert_walk *walk, const wyrm_value *original,
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
            char path[PATH_MAX];
            size_t tried = 0, dead = 0;
            snprintf(path, sizeof path, "%s.%s.%s", walk->section->name, name, key);
            if (is_tried(walk->section, key))
                status = walk_value(walk, wyrm_value_get(like, key), wyrm_value_item(record, k),
                                    path, &tried, &dead);
        }
    }
    return status;
}

static wyrm_status walk_section(inert_walk *walk, const wyrm_ruleset *ruleset,
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

static wyrm_status tell(const inert_walk *walk)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < walk->count; i++) {
        const dead_value *dead = &walk->dead[i];
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
static wyrm_status walk_twice(inert_walk *walk, const wyrm_ruleset *ruleset,
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

wyrm_status wyrm_judge_look_inert(judge_work *judging, const char *kind, judge_findings *findings,
                                  wyrm_error *error)
{
    judge_varying varying;
    judge_presence presence = {0};
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(judging->design);
    inert_walk walk = {.varying = &varying, .findings = findings, .error = error};
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
