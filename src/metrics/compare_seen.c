/* Which differing values of two rulesets no figure of fights depends on.
 *
 * A comparison by single fights must say what it does not see, and which values affect a figure
 * depends on the models and on the rest of the file. So it is tried: a value is seen if a figure
 * changes when the first ruleset gets only this value, or when the second lacks only it. Several
 * values are tried together, and halved while anything changes. Values of a model are tried
 * together with the model's name if that differs. Values that make no valid ruleset alone are tried
 * together; for these, and if that shows nothing, the place in the file decides. */
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

/* ---- one ruleset with some values of the other ---- */

typedef struct mixing {
    const compare_choice *choices;
    size_t count;
    size_t met; /* choices used so far; members are visited in their order */
    base_buffer text;
    bool failed;
} mixing;

/* Writes all members of the old value, and those that only the new one has. */
static void mix_members(mixing *mix, const char *path, const wyrm_value *old, const wyrm_value *new)
{
    bool list = wyrm_value_kind(old) == WYRM_KIND_LIST, first = true;
    compare_member member;
    base_buffer_append_char(&mix->text, list ? '[' : '{');
    for (size_t i = 0; compare_next(path, old, new, &i, &member);) {
        const wyrm_value *chosen = member.a;
        char *flow = NULL;
        if (!member.deeper && mix->met < mix->count &&
            strcmp(mix->choices[mix->met].path, member.path) == 0)
            chosen = mix->choices[mix->met++].of_b ? member.b : member.a;
        if (!chosen || strcmp(member.path, "extends") == 0)
            continue;
        base_buffer_append(&mix->text, first ? "" : ",\n");
        first = false;
        if (member.key[0] != '\0')
            base_buffer_appendf(&mix->text, "%s: ", member.key);
        if (member.deeper) {
            mix_members(mix, member.path, member.a, member.b);
            continue;
        }
        mix->failed = mix->failed || wyrm_value_flow(chosen, &flow, NULL) != WYRM_OK;
        base_buffer_append(&mix->text, flow ? flow : "");
        wyrm_free(flow);
    }
    base_buffer_append_char(&mix->text, list ? ']' : '}');
}

wyrm_design *compare_mix(base_arena *arena, const wyrm_design *a, const wyrm_design *b,
                         const compare_choice *choices, size_t count)
{
    mixing mix = {.choices = choices, .count = count};
    wyrm_design *made = NULL;
    mix_members(&mix, "", wyrm_ruleset_root(wyrm_design_ruleset(a)),
                wyrm_ruleset_root(wyrm_design_ruleset(b)));
    base_buffer_append_char(&mix.text, '\n');
    size_t length = mix.text.length;
    char *text = base_buffer_steal(&mix.text);
    if (text == NULL || mix.failed ||
        wyrm_design_parse("mixture", text, length, &made, NULL) == WYRM_ERROR_MEMORY) {
        wyrm_free(text);
        base_fail(arena, wyrm_fail(&arena->error, WYRM_ERROR_MEMORY, "out of memory"));
    }
    wyrm_free(text);
    if (made != NULL)
        base_keep(arena, made, wyrm_design_free);
    return made;
}

/* ---- trying ---- */

/* Groups of figures about fights and their participants, the quickly computed ones first. */
static const wyrm_compare_group of_fights[] = {
    WYRM_COMPARE_PLAYER, WYRM_COMPARE_CURVES,     WYRM_COMPARE_MONSTERS, WYRM_COMPARE_GEAR,
    WYRM_COMPARE_DEPTHS, WYRM_COMPARE_DIFFICULTY, WYRM_COMPARE_DUELS};

/* Limit of all trials, in trials that change a quick figure; later values are decided by their
 * place. A trial that changes no figure takes about half as long as the whole comparison. */
#define TRIALS_MOST   96
#define TRIAL_UNMOVED 12

typedef enum sight { SIGHT_NONE, SIGHT_MOVED, SIGHT_UNMOVED } sight;

typedef struct looking {
    base_arena *arena;
    const wyrm_design *sides[2];
    size_t plain_count; /* figures of both sides, sorted by name */
    const wyrm_compared *figures, **plain;
    size_t count, spent;
    wyrm_compared_value *values; /* differing values */
    compare_choice *choices;     /* one for each value */
    sight *found;                /* by value */
    /* For the mixture being tried: */
    int side;
    sight now;
} looking;

/* Whether the figures of a group are equal to those of the side. */
static bool is_unmoved(const looking *l, wyrm_compare_group group, const compare_list *mixed)
{
    size_t had = 0;
    for (size_t i = 0; i < l->plain_count; i++)
        had +=
            l->plain[i]->group == group && (l->side == 0 ? l->plain[i]->in_a : l->plain[i]->in_b);
    bool same = had == mixed->count;
    for (size_t i = 0; same && i < mixed->count; i++) {
        const wyrm_compared *key = &mixed->figures[i];
        const wyrm_compared *const *found =
            bsearch(&key, l->plain, l->plain_count, sizeof *l->plain, compare_by_name);
        same = found != NULL && (l->side == 0 ? (*found)->in_a : (*found)->in_b);
        if (!same)
            break;
        wyrm_compared both = mixed->figures[i];
        both.b = l->side == 0 ? (*found)->a : (*found)->b;
        both.margin_a = 0; /* same seed: there is no noise */
        same = compare_is_equal(&both);
    }
    return same;
}

static void look_at_mixture(base_arena *arena, void *context)
{
    looking *l = context;
    const wyrm_design *design = compare_mix(arena, l->sides[0], l->sides[1], l->choices, l->count);
    if (design == NULL)
        return;
    l->now = SIGHT_UNMOVED;
    for (size_t i = 0; i < COUNT_OF(of_fights) && l->now == SIGHT_UNMOVED; i++) {
        const wyrm_compare_group group = of_fights[i];
        compare_list mixed = {0};
        compare_gather(arena, design, (int)group, (int)group + 1, &(base_part){.share = 1}, &mixed,
                       NULL);
        l->now = is_unmoved(l, group, &mixed) ? SIGHT_UNMOVED : SIGHT_MOVED;
    }
}

/* Tries some values: the first ruleset with them, and the second without them. */
static sight look_at(looking *l, const size_t *list, size_t count)
{
    sight all = SIGHT_UNMOVED;
    for (l->side = 0; l->side < 2 && all != SIGHT_MOVED; l->side++) {
        for (size_t i = 0; i < l->count; i++)
            l->choices[i].of_b = l->side == 1;
        for (size_t i = 0; i < count; i++)
            l->choices[list[i]].of_b = l->side == 0;
        l->now = SIGHT_NONE;
        const wyrm_status status = l->spent < TRIALS_MOST
                                       ? base_do(look_at_mixture, l, &l->arena->error)
                                       : WYRM_ERROR_LIMIT;
        if (status == WYRM_ERROR_MEMORY)
            base_fail(l->arena, status);
        l->now = status == WYRM_OK ? l->now : SIGHT_NONE;
        l->spent += l->now == SIGHT_UNMOVED ? TRIAL_UNMOVED : 1;
        all = l->now == SIGHT_UNMOVED ? all : l->now;
    }
    for (size_t i = 0; i < count; i++)
        l->found[list[i]] = all;
    return all;
}

static void look_at_halves(looking *l, const size_t *list, size_t count)
{
    if (count == 0 || look_at(l, list, count) == SIGHT_UNMOVED || count == 1)
        return;
    look_at_halves(l, list, count / 2);
    look_at_halves(l, list + count / 2, count - count / 2);
}

/* Whether the first `length` characters of a path are a section whose model differs. */
static bool is_of_model(const looking *l, const char *path, size_t length)
{
    for (size_t i = 0; i < l->count; i++)
        if (strncmp(l->values[i].path, "models.", 7) == 0 &&
            strlen(l->values[i].path + 7) == length &&
            strncmp(l->values[i].path + 7, path, length) == 0)
            return true;
    return false;
}

/* Returns "hp" for "monsters.orc.hp" in the section "monsters"; "" in other sections. */
static const char *key_in(const char *path, const char *section)
{
    const size_t length = strlen(section);
    const char *key = strncmp(path, section, length) == 0 && path[length] == '.'
                          ? strchr(path + length + 1, '.')
                          : NULL;
    return key != NULL ? key + 1 : "";
}

/* Whether a value of a creature is itself a figure of the comparison. */
static bool is_figure(const looking *l, const char *path)
{
    const char *key = strncmp(path, "player.", 7) == 0 ? path + 7 : key_in(path, "monsters");
    return strcmp(key, "hp") == 0 || wyrm_combat_stat(wyrm_design_combat(l->sides[0]), key) >= 0;
}

/* Whether a path is one of these places, or inside one. */
static bool is_in(const char *path, const char *const *places, size_t count)
{
    bool in = false;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(places[i]);
        in = in || (strncmp(path, places[i], length) == 0 &&
                    (path[length] == '.' || path[length] == '\0'));
    }
    return in;
}

/* Whether a value cannot affect who is met, nor a single fight hand to hand; it is not tried. */
static bool is_beside(const char *path)
{
    static const char *const places[] = {"items", "loot",        "gold", "shops",
                                         "drops", "models.loot", "game"};
    static const char *const abilities[] = {"shoots", "keeps_distance", "flees", "splits",
                                            "summons"};
    static const char *const finds[] = {"weight", "bands"};
    return is_in(path, places, COUNT_OF(places)) ||
           is_in(key_in(path, "monsters"), abilities, COUNT_OF(abilities)) ||
           is_in(key_in(path, "weapons"), finds, COUNT_OF(finds)) ||
           is_in(key_in(path, "armors"), finds, COUNT_OF(finds));
}

/* Whether a value that could not be tried is assumed to be seen, by its section. */
static bool is_seen_by_path(const char *path)
{
    static const char *const places[] = {
        "monsters", "player", "levels",   "weapons", "armors",    "combat",    "growth",
        "bands",    "threat", "variants", "models",  "encounter", "room_roles"};
    return is_in(path, places, COUNT_OF(places));
}

/* Decides for each value whether the figures of fights see it. What needs no trial is sorted out
 * first; then the values of models are tried together, all others by halving, and those that make
 * no valid ruleset alone once more together. */
static void look(base_arena *arena, void *context)
{
    looking *l = context;
    size_t *list = base_array(arena, size_t, l->count), count = 0, lone = 0, of_models = 0;
    size_t *model = base_array(arena, size_t, l->count);
    l->arena = arena;
    l->found = base_array(arena, sight, l->count);
    l->choices = base_array(arena, compare_choice, l->count);
    for (size_t i = 0; i < l->count; i++) {
        const char *path = l->values[i].path;
        const bool of =
            strncmp(path, "models.", 7) == 0 || is_of_model(l, path, strcspn(path, "."));
        l->choices[i].path = path;
        l->found[i] = SIGHT_MOVED;
        if (!compare_is_played(path) || is_figure(l, path) || compare_is_remark(path))
            continue;
        if (is_beside(path))
            l->found[i] = SIGHT_UNMOVED;
        else if (of)
            model[of_models++] = i;
        else
            list[count++] = i;
    }
    l->plain = base_array(arena, const wyrm_compared *, l->plain_count);
    for (size_t i = 0; i < l->plain_count; i++)
        l->plain[i] = &l->figures[i];
    qsort(l->plain, l->plain_count, sizeof *l->plain, compare_by_name);
    if (of_models > 0)
        (void)look_at(l, model, of_models);
    look_at_halves(l, list, count);
    for (size_t i = 0; i < of_models; i++)
        list[count++] = model[i];
    for (size_t i = 0; i < count; i++)
        if (l->found[list[i]] == SIGHT_NONE)
            list[lone++] = list[i];
    if (lone > 1 && look_at(l, list, lone) == SIGHT_MOVED)
        for (size_t i = 0; i < lone; i++)
            l->found[list[i]] = SIGHT_NONE;
    for (size_t i = 0; i < l->count; i++)
        l->values[i].unseen = l->found[i] == SIGHT_UNMOVED ||
                              (l->found[i] == SIGHT_NONE && !is_seen_by_path(l->values[i].path));
}

wyrm_status wyrm_compare_look(const wyrm_design *a, const wyrm_design *b,
                              wyrm_comparison *comparison, wyrm_error *error)
{
    looking l = {.sides = {a, b},
                 .values = comparison->values,
                 .count = comparison->value_count,
                 .figures = comparison->figures,
                 .plain_count = comparison->count};
    return base_do(look, &l, error);
}
