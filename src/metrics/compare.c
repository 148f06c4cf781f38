/* Comparing two rulesets: their figures (compare_figures.c) joined by name, the values that differ
 * between them, and which of those no figure of fights depends on.
 *
 * To find differing values both trees are walked together. Comparisons list these values, and the
 * gate looks among them for what has changed its runs.
 *
 * A comparison by single fights must say what it does not see, and which values affect a figure
 * depends on the models and on the rest of the file. So it is tried: a value is seen if a figure
 * changes when the first ruleset gets only this value, or when the second lacks only it. Several
 * values are tried together, and halved while anything changes. Values of a model are tried
 * together with the model's name if that differs. Values that make no valid ruleset alone are tried
 * together; for these, and if that shows nothing, the place in the file decides. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

/* ---- joining two lists by name ---- */

/* Relative difference within which two figures are equal. For chances it is absolute: they are sums
 * whose rounding errors are relative to 1. */
#define EQUAL   1e-12
#define NOTABLE 0.01 /* relative difference of costs that counts as harder or easier */
#define NOTHING 1e-9 /* costs below this are 0 */

static const char *const group_texts[][2] = {
#define GROUP_TEXTS(name, key, heading) [name] = {key, heading},
    WYRM_COMPARE_GROUP_ROWS(GROUP_TEXTS)
#undef GROUP_TEXTS
};

const char *wyrm_compare_group_key(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][0] : "";
}

const char *wyrm_compare_group_heading(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][1] : "";
}

/* Orders by group, then by `of`, then by metric. */
static int by_series(const wyrm_compared *a, const wyrm_compared *b)
{
    int order = (a->group > b->group) - (a->group < b->group);
    if (order == 0)
        order = strcmp(a->of, b->of);
    return order != 0 ? order : strcmp(a->metric, b->metric);
}

/* Compares pointers to figures for qsort and bsearch: by everything that identifies one, last by
 * its place on the axis. */
static int by_name(const void *a, const void *b)
{
    const wyrm_compared *one = *(const wyrm_compared *const *)a;
    const wyrm_compared *other = *(const wyrm_compared *const *)b;
    int order = by_series(one, other);
    if (order == 0)
        order = strcmp(one->axis, other->axis);
    if (order == 0)
        order = strcmp(one->where, other->where);
    return order != 0 ? order : (one->at > other->at) - (one->at < other->at);
}

/* Whether both values are equal within their margins. */
static bool is_equal(const wyrm_compared *figure)
{
    double a = figure->a, b = figure->b;
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return isinf(a) && isinf(b) && signbit(a) == signbit(b);
    const double least = strcmp(figure->unit, "share") == 0 ? 1 : 0;
    return fabs(a - b) <=
           EQUAL * fmax(least, fmax(fabs(a), fabs(b))) + hypot(figure->margin_a, figure->margin_b);
}

/* Joins the figures of B to those of A, and appends those that only B has. `in_b` in B's own list
 * marks the figures that were found. */
static void join(base_arena *arena, const compare_list *a, compare_list *b, wyrm_comparison *out)
{
    wyrm_compared **order = base_array(arena, wyrm_compared *, b->count);
    for (size_t i = 0; i < b->count; i++)
        order[i] = &b->figures[i];
    qsort(order, b->count, sizeof *order, by_name);
    out->figures = base_array(arena, wyrm_compared, a->count + b->count);
    for (size_t i = 0; i < a->count; i++) {
        wyrm_compared *figure = &out->figures[out->count++];
        *figure = a->figures[i];
        const wyrm_compared *key = figure;
        wyrm_compared **found = bsearch(&key, order, b->count, sizeof *order, by_name);
        out->only_a += found == NULL;
        if (found == NULL)
            continue;
        (*found)->in_b = true;
        figure->in_b = true;
        figure->b = (*found)->a;
        figure->margin_b = (*found)->margin_a;
        figure->verdict_b = (*found)->verdict_a;
        figure->same = is_equal(figure);
        out->same += figure->same;
        out->differing += !figure->same;
    }
    for (size_t i = 0; i < b->count; i++) {
        if (b->figures[i].in_b)
            continue;
        wyrm_compared *figure = &out->figures[out->count++];
        *figure = b->figures[i];
        figure->in_a = false;
        figure->in_b = true;
        figure->b = figure->a;
        figure->margin_b = figure->margin_a;
        figure->verdict_b = figure->verdict_a;
        figure->a = NAN;
        figure->margin_a = 0;
        out->only_b++;
    }
}

/* A figure with its sort keys. */
typedef struct compare_rank {
    const wyrm_compared *figure;
    size_t series; /* index of the first figure of the same series (group, of, metric) */
    size_t index;
} compare_rank;

static int by_number(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* Orders by group, series and index; while all series are 0, by name within the group. */
static int by_rank(const void *a, const void *b)
{
    const compare_rank *one = a, *other = b;
    int order = by_number(one->figure->group, other->figure->group);
    if (order == 0)
        order = by_number(one->series, other->series);
    if (order == 0)
        order = by_series(one->figure, other->figure);
    return order != 0 ? order : by_number(one->index, other->index);
}

/* Sorts by group, within a group by series in the order of their first figures, and within a series
 * by the original order. */
static void order_figures(base_arena *arena, wyrm_comparison *out)
{
    compare_rank *ranks = base_array(arena, compare_rank, out->count);
    wyrm_compared *ordered = base_array(arena, wyrm_compared, out->count);
    for (size_t i = 0; i < out->count; i++)
        ranks[i] = (compare_rank){.figure = &out->figures[i], .index = i};
    qsort(ranks, out->count, sizeof *ranks, by_rank);
    for (size_t i = 0; i < out->count; i++) {
        bool same = i > 0 && by_series(ranks[i - 1].figure, ranks[i].figure) == 0;
        ranks[i].series = same ? ranks[i - 1].series : ranks[i].index;
    }
    qsort(ranks, out->count, sizeof *ranks, by_rank);
    for (size_t i = 0; i < out->count; i++)
        ordered[i] = *ranks[i].figure;
    out->figures = ordered;
}

/* Averages the costs over the places that both rulesets have: of rooms, or else of fights. */
static void sum_up(wyrm_comparison *out)
{
    wyrm_compared_cost *cost = &out->cost;
    cost->axis = "";
    for (size_t i = 0; i < out->count; i++)
        cost->rooms = cost->rooms || strcmp(out->figures[i].metric, "room_cost") == 0;
    for (size_t i = 0; i < out->count; i++) {
        const wyrm_compared *figure = &out->figures[i];
        if (figure->group != WYRM_COMPARE_DIFFICULTY || !figure->in_a || !figure->in_b ||
            strcmp(figure->metric, cost->rooms ? "room_cost" : "fight_cost") != 0 ||
            !isfinite(figure->a) || !isfinite(figure->b))
            continue;
        cost->axis = figure->axis;
        cost->first = cost->places == 0 ? figure->at : cost->first;
        cost->last = figure->at;
        cost->places++;
        cost->a += figure->a;
        cost->b += figure->b;
        double margin = hypot(figure->margin_a, figure->margin_b);
        double least = fmax(NOTABLE * fmin(figure->a, figure->b), margin) + NOTHING;
        cost->harder += figure->b - figure->a > least;
        cost->easier += figure->a - figure->b > least;
        cost->margin_a = hypot(cost->margin_a, figure->margin_a);
        cost->margin_b = hypot(cost->margin_b, figure->margin_b);
        cost->margin = hypot(cost->margin, margin);
    }
    double *const means[] = {&cost->a, &cost->b, &cost->margin_a, &cost->margin_b, &cost->margin};
    for (size_t i = 0; cost->places > 0 && i < COUNT_OF(means); i++)
        *means[i] /= (double)cost->places;
}

wyrm_compare_verdict wyrm_compare_verdict_of(const wyrm_comparison *comparison)
{
    const wyrm_compared_cost *cost = &comparison->cost;
    if (comparison->identical)
        return WYRM_COMPARE_IDENTICAL;
    if (cost->places == 0)
        return WYRM_COMPARE_UNKNOWN;
    double least = fmax(NOTABLE * fmin(cost->a, cost->b), cost->margin) + NOTHING;
    if (cost->b - cost->a > least)
        return WYRM_COMPARE_HARDER;
    return cost->a - cost->b > least ? WYRM_COMPARE_EASIER : WYRM_COMPARE_EQUAL;
}

/* ---- differing values ---- */

/* Whether a path is a rule of the game: not the name, title, description or source. */
static bool is_rule(const char *path)
{
    static const char *const words[] = {"name", "title", "description", "source", "extends"};
    return !base_has_word(words, COUNT_OF(words), path);
}

/* Sections that define goals, measurements or names do not change what happens in a run. */
bool compare_is_played(const char *path)
{
    static const char *const others[] = {"gate", "targets", "arenas", "reference", "tune"};
    char section[64];
    size_t length = strcspn(path, ".");
    snprintf(section, sizeof section, "%.*s", length < sizeof section ? (int)length : 0, path);
    return !base_has_word(others, COUNT_OF(others), section) && is_rule(section);
}

/* Whether a value is no rule: appearance, titles and other words for people, and what the file
 * declares as left out. Monsters, stats and the like may have such names, too, but are no words. */
static bool is_remark(const char *path, const wyrm_value *value)
{
    static const char *const words[] = {"glyph", "title", "about", "unit", "symbol", "colour"};
    const wyrm_kind kind = wyrm_value_kind(value);
    const char *key = strrchr(path, '.');
    const bool is_word = key != NULL && base_has_word(words, COUNT_OF(words), key + 1);
    return (is_word && (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_CHOICE)) ||
           strncmp(path, "left_out", 8) == 0;
}

static bool goes_deeper(const wyrm_value *a, const wyrm_value *b)
{
    wyrm_kind kind = a != NULL ? wyrm_value_kind(a) : WYRM_KIND_END;
    return a != NULL && b != NULL && kind == wyrm_value_kind(b) &&
           (kind == WYRM_KIND_RECORD || kind == WYRM_KIND_MAP || kind == WYRM_KIND_LIST);
}

/* Iterator over the members of two values together: those of `a`, then those that only `b` has.
 * *next starts at 0; false: there are no more. */
typedef struct member_of_two {
    char path[512];          /* "combat.spread.2": elements of lists count from 1 */
    const char *key;         /* "" for an element of a list */
    const wyrm_value *a, *b; /* NULL: missing on this side */
    bool deeper;             /* both are containers, to be compared member by member */
} member_of_two;

static bool next_member(const char *path, const wyrm_value *a, const wyrm_value *b, size_t *next,
                        member_of_two *out)
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

wyrm_status compare_plays(const wyrm_ruleset *a, const wyrm_ruleset *b, bool *same,
                          wyrm_error *error)
{
    const wyrm_value *old = wyrm_ruleset_root(a), *new = wyrm_ruleset_root(b);
    member_of_two member;
    wyrm_status status = WYRM_OK;
    *same = true;
    for (size_t i = 0; *same && next_member("", old, new, &i, &member);) {
        char *one = NULL, *other = NULL;
        if (!compare_is_played(member.path))
            continue;
        status = wyrm_value_flow(member.a, &one, error);
        if (status == WYRM_OK)
            status = wyrm_value_flow(member.b, &other, error);
        *same = status == WYRM_OK && strcmp(one, other) == 0;
        wyrm_free(one);
        wyrm_free(other);
    }
    return status;
}

typedef struct walk {
    base_arena *arena;
    wyrm_compared_value *values;
    size_t count, room;
} walk;

/* Adds a value for each leaf that differs. */
static void walk_both(walk *walking, const char *path, const wyrm_value *a, const wyrm_value *b)
{
    const wyrm_value *const sides[] = {a, b};
    char *texts[2]; /* as they may be written in a file; the arena owns them */
    if (!is_rule(path))
        return;
    if (goes_deeper(a, b)) {
        member_of_two member;
        for (size_t i = 0; next_member(path, a, b, &i, &member);)
            walk_both(walking, member.path, member.a, member.b);
        return;
    }
    for (int i = 0; i < 2; i++) {
        base_must(walking->arena, rs_value_said(sides[i], &texts[i], &walking->arena->error));
        base_keep(walking->arena, texts[i], wyrm_free);
    }
    if (strcmp(texts[0], texts[1]) == 0)
        return;
    walking->values = base_grow(walking->arena, walking->values, walking->count, &walking->room,
                                sizeof *walking->values);
    walking->values[walking->count++] =
        (wyrm_compared_value){.path = base_copy(walking->arena, path),
                              .old_text = texts[0],
                              .new_text = texts[1],
                              .remark = is_remark(path, a != NULL ? a : b)};
}

size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out)
{
    walk walking = {.arena = arena};
    walk_both(&walking, "", wyrm_ruleset_root(a), wyrm_ruleset_root(b));
    *out = walking.values;
    return walking.count;
}

/* ---- all of it ---- */

/* Two designs being compared. */
typedef struct comparing {
    const wyrm_design *a, *b;
    const wyrm_compare_options *options;
    wyrm_errors *errors;
} comparing;

/* One of the two designs. Only its figures are copied out of the scratch arena. */
typedef struct compare_side {
    base_arena *keeper;
    const wyrm_design *design;
    base_part part; /* its half of the progress */
    wyrm_errors *errors;
    compare_list list;
} compare_side;

static void gather_side(base_arena *scratch, void *context)
{
    compare_side *side = context;
    compare_list found = {0};
    compare_gather(scratch, side->design, 0, WYRM_COMPARE_GROUP_COUNT, &side->part, &found,
                   side->errors);
    side->list.figures = base_array(side->keeper, wyrm_compared, found.count);
    side->list.count = found.count;
    for (size_t i = 0; i < found.count; i++)
        side->list.figures[i] = found.figures[i];
}

static void compare(base_arena *arena, void *result, void *context)
{
    wyrm_comparison *out = result;
    const comparing *of = context;
    const wyrm_ruleset *a = wyrm_design_ruleset(of->a), *b = wyrm_design_ruleset(of->b);
    compare_side sides[] = {{.design = of->a}, {.design = of->b}};
    for (int i = 0; i < 2; i++) {
        sides[i].keeper = arena;
        sides[i].errors = of->errors;
        sides[i].part = (base_part){.from = i / 2.0, .share = 0.5};
        if (of->options != NULL) {
            sides[i].part.progress = of->options->progress;
            sides[i].part.context = of->options->context;
        }
        base_must(arena, base_apart(arena, gather_side, &sides[i]));
    }
    join(arena, &sides[0].list, &sides[1].list, out);
    order_figures(arena, out);
    out->value_count = compare_values(arena, a, b, &out->values);
    out->identical = strcmp(wyrm_ruleset_hash(a), wyrm_ruleset_hash(b)) == 0;
    sum_up(out);
}

wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b,
                         const wyrm_compare_options *options, wyrm_comparison **out,
                         wyrm_error *error)
{
    comparing of = {.a = a, .b = b, .options = options};
    *out = NULL;
    if (wyrm_errors_new(&of.errors) != WYRM_OK)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    wyrm_status status = base_make(sizeof(wyrm_comparison), compare, &of, out, error);
    if (status != WYRM_OK && error != NULL && wyrm_errors_kept(of.errors) > 0)
        *error = *wyrm_errors_at(of.errors, 0);
    wyrm_errors_free(of.errors);
    return status;
}

void wyrm_comparison_free(wyrm_comparison *comparison)
{
    base_unmake(comparison);
}

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
    member_of_two member;
    base_buffer_append_char(&mix->text, list ? '[' : '{');
    for (size_t i = 0; next_member(path, old, new, &i, &member);) {
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

/* ---- values that no figure of fights depends on ---- */

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
            bsearch(&key, l->plain, l->plain_count, sizeof *l->plain, by_name);
        same = found != NULL && (l->side == 0 ? (*found)->in_a : (*found)->in_b);
        if (!same)
            break;
        wyrm_compared both = mixed->figures[i];
        both.b = l->side == 0 ? (*found)->a : (*found)->b;
        both.margin_a = 0; /* same seed: there is no noise */
        same = is_equal(&both);
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
        if (!compare_is_played(path) || is_figure(l, path) || l->values[i].remark)
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
    qsort(l->plain, l->plain_count, sizeof *l->plain, by_name);
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
