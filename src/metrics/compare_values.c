/* The values that two rulesets say differently: both trees are walked together.
 *
 * Comparisons list them, and the gate looks in them for what has changed its runs. */
#include "metrics/internal.h"
#include <stdio.h>
#include <string.h>

/* Name, title, description and source are not rules. */
static bool is_rule(const char *path)
{
    static const char *const words[] = {"name", "title", "description", "source", "extends"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(path, words[i]) == 0)
            return false;
    return true;
}

/* Sections that say what is wanted, looked at or called, not what happens in a run. */
bool compare_is_played(const char *path)
{
    static const char *const others[] = {"gate", "targets", "arenas", "reference", "tune"};
    char section[64];
    size_t length = strcspn(path, ".");
    snprintf(section, sizeof section, "%.*s", length < sizeof section ? (int)length : 0, path);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(section, others[i]) == 0)
            return false;
    return is_rule(section);
}

static bool goes_deeper(const wyrm_value *a, const wyrm_value *b)
{
    wyrm_kind kind = a != NULL ? wyrm_value_kind(a) : WYRM_KIND_END;
    return a != NULL && b != NULL && kind == wyrm_value_kind(b) &&
           (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST);
}

bool compare_next(const char *path, const wyrm_value *a, const wyrm_value *b, size_t *next,
                  compare_member *out)
{
    size_t count = wyrm_value_count(a), all = count + wyrm_value_count(b);
    bool list = wyrm_value_kind(a) == WYRM_KIND_LIST;
    while (*next < all) {
        bool old = *next < count;
        size_t at = old ? *next : *next - count;
        const wyrm_value *from = old ? a : b, *to = old ? b : a;
        const char *key = wyrm_value_key(from, at), *dot = path[0] != '\0' ? "." : "";
        const wyrm_value *item = wyrm_value_item(from, at);
        const wyrm_value *partner = list ? wyrm_value_item(to, at) : wyrm_value_get(to, key);
        ++*next;
        if (!old && partner != NULL)
            continue;
        out->key = key;
        out->a = old ? item : NULL;
        out->b = old ? partner : item;
        out->deeper = goes_deeper(out->a, out->b);
        if (key[0] != '\0')
            snprintf(out->path, sizeof out->path, "%s%s%s", path, dot, key);
        else
            snprintf(out->path, sizeof out->path, "%s%s%zu", path, dot, at + 1);
        return true;
    }
    return false;
}

typedef struct walk {
    base_arena *arena;
    wyrm_compared_value *values;
    size_t count, room;
} walk;

/* Leaves that differ become values. */
static void walk_both(walk *walking, const char *path, const wyrm_value *a, const wyrm_value *b)
{
    const wyrm_value *const sides[] = {a, b};
    char *texts[2]; /* in flow style, in the arena */
    if (!is_rule(path))
        return;
    if (goes_deeper(a, b)) {
        compare_member member;
        for (size_t i = 0; compare_next(path, a, b, &i, &member);)
            walk_both(walking, member.path, member.a, member.b);
        return;
    }
    for (int i = 0; i < 2; i++) {
        base_must(walking->arena, wyrm_value_flow(sides[i], &texts[i], &walking->arena->error));
        base_keep(walking->arena, texts[i], wyrm_free);
    }
    if (strcmp(texts[0], texts[1]) == 0)
        return;
    walking->values = base_grow(walking->arena, walking->values, walking->count, &walking->room,
                                sizeof *walking->values);
    walking->values[walking->count++] =
        (wyrm_compared_value){base_copy(walking->arena, path), texts[0], texts[1]};
}

size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out)
{
    walk walking = {.arena = arena};
    walk_both(&walking, "", wyrm_ruleset_root(a), wyrm_ruleset_root(b));
    *out = walking.values;
    return walking.count;
}
