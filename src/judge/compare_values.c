/* The values that two rulesets say differently: both trees are walked together. */
#include "judge/comparing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_LENGTH 512

typedef struct walk {
    wyrm_comparison *out;
    size_t room;
    wyrm_error *error;
} walk;

static wyrm_status no_memory(walk *walking)
{
    return wyrm_fail(walking->error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
}

static wyrm_status add(walk *walking, const char *path, const wyrm_value *a, const wyrm_value *b)
{
    wyrm_comparison *out = walking->out;
    if (out->value_count == walking->room) {
        size_t room = walking->room == 0 ? 64 : 2 * walking->room;
        wyrm_compared_value *values = realloc(out->values, room * sizeof *values);
        if (values == NULL)
            return no_memory(walking);
        out->values = values;
        walking->room = room;
    }
    wyrm_compared_value *value = &out->values[out->value_count++];
    *value = (wyrm_compared_value){.path = strdup(path)};
    if (value->path == NULL)
        return no_memory(walking);
    wyrm_status status = wyrm_value_flow(a, &value->old_text, walking->error);
    return status == WYRM_OK ? wyrm_value_flow(b, &value->new_text, walking->error) : status;
}

static bool has_members(const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    return kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST;
}

/* "combat.spread.2": elements of lists count from 1. */
static void path_below(const char *path, const char *key, size_t index, char out[PATH_LENGTH])
{
    const char *dot = path[0] != '\0' ? "." : "";
    if (key[0] != '\0')
        snprintf(out, PATH_LENGTH, "%s%s%s", path, dot, key);
    else
        snprintf(out, PATH_LENGTH, "%s%s%zu", path, dot, index + 1);
}

/* The member of `value` that goes with member `index` of `like`. */
static const wyrm_value *partner(const wyrm_value *value, const wyrm_value *like, size_t index)
{
    if (wyrm_value_kind(like) == WYRM_KIND_LIST)
        return wyrm_value_item(value, index);
    return wyrm_value_get(value, wyrm_value_key(like, index));
}

/* Name, title, description and source are not rules. */
static bool is_rule(const char *path)
{
    static const char *const words[] = {"name", "title", "description", "source", "extends"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(path, words[i]) == 0)
            return false;
    return true;
}

static wyrm_status walk_both(walk *walking, const char *path, const wyrm_value *a,
                             const wyrm_value *b);

static wyrm_status walk_members(walk *walking, const char *path, const wyrm_value *a,
                                const wyrm_value *b)
{
    char below[PATH_LENGTH];
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(a); i++) {
        path_below(path, wyrm_value_key(a, i), i, below);
        status = walk_both(walking, below, wyrm_value_item(a, i), partner(b, a, i));
    }
    for (size_t i = 0; status == WYRM_OK && i < wyrm_value_count(b); i++) {
        path_below(path, wyrm_value_key(b, i), i, below);
        if (partner(a, b, i) == NULL)
            status = walk_both(walking, below, NULL, wyrm_value_item(b, i));
    }
    return status;
}

static wyrm_status walk_leaves(walk *walking, const char *path, const wyrm_value *a,
                               const wyrm_value *b)
{
    char *old_text, *new_text = NULL;
    wyrm_status status = wyrm_value_flow(a, &old_text, walking->error);
    if (status == WYRM_OK)
        status = wyrm_value_flow(b, &new_text, walking->error);
    bool same = status == WYRM_OK && strcmp(old_text, new_text) == 0;
    wyrm_text_free(old_text);
    wyrm_text_free(new_text);
    return status != WYRM_OK || same ? status : add(walking, path, a, b);
}

static wyrm_status walk_both(walk *walking, const char *path, const wyrm_value *a,
                             const wyrm_value *b)
{
    if (!is_rule(path))
        return WYRM_OK;
    if (a != NULL && b != NULL && has_members(a) && wyrm_value_kind(a) == wyrm_value_kind(b))
        return walk_members(walking, path, a, b);
    return walk_leaves(walking, path, a, b);
}

/* Sections that say what is wanted, looked at or called, not what happens in a run. */
bool wyrm_compare_is_played(const char *path)
{
    static const char *const others[] = {"gate", "targets", "arenas", "reference"};
    char section[64];
    size_t length = strcspn(path, ".");
    snprintf(section, sizeof section, "%.*s", length < sizeof section ? (int)length : 0, path);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(section, others[i]) == 0)
            return false;
    return is_rule(section);
}

wyrm_status wyrm_compare_values(const wyrm_ruleset *a, const wyrm_ruleset *b, wyrm_comparison *out,
                                wyrm_error *error)
{
    walk walking = {.out = out, .error = error};
    return walk_members(&walking, "", wyrm_ruleset_root(a), wyrm_ruleset_root(b));
}
