/* Comparing two rulesets: the values that they say differently, and the figures that follow from
 * each (compare_figures.c), joined by name. */
#include "metrics/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the values that two rulesets say differently: both trees are walked together ---- */

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
    static const char *const others[] = {"gate", "targets", "arenas", "reference"};
    char section[64];
    size_t length = strcspn(path, ".");
    snprintf(section, sizeof section, "%.*s", length < sizeof section ? (int)length : 0, path);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(section, others[i]) == 0)
            return false;
    return is_rule(section);
}

bool compare_goes_deeper(const wyrm_value *a, const wyrm_value *b)
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
    if (compare_goes_deeper(a, b)) {
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
        (wyrm_compared_value){base_text(walking->arena, path, strlen(path)), texts[0], texts[1]};
}

size_t compare_values(base_arena *arena, const wyrm_ruleset *a, const wyrm_ruleset *b,
                      wyrm_compared_value **out)
{
    walk walking = {.arena = arena};
    walk_both(&walking, "", wyrm_ruleset_root(a), wyrm_ruleset_root(b));
    *out = walking.values;
    return walking.count;
}

/* ---- figures ---- */

#define EQUAL   1e-12 /* of the greater: two figures that differ by less are the same */
#define NOTABLE 0.01  /* of the smaller: costs that differ by more are harder or easier */
#define NOTHING 1e-9  /* a cost below this is none */

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

/* By group, whose it is, and metric. */
static int by_series(const wyrm_compared *a, const wyrm_compared *b)
{
    int order = (a->group > b->group) - (a->group < b->group);
    if (order == 0)
        order = strcmp(a->of, b->of);
    return order != 0 ? order : strcmp(a->metric, b->metric);
}

/* Pointers to figures, by everything that names one; the place on the axis last. */
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

static bool is_equal(const wyrm_compared *figure)
{
    double a = figure->a, b = figure->b;
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b))
        return isinf(a) && isinf(b) && signbit(a) == signbit(b);
    return fabs(a - b) <=
           EQUAL * fmax(fabs(a), fabs(b)) + hypot(figure->margin_a, figure->margin_b);
}

/* The figures of A with those of B beside them; those of B alone at the end. in_b of B's own list
 * marks the ones that have been found. */
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
        figure->a = NAN;
        figure->margin_a = 0;
        out->only_b++;
    }
}

/* A figure while the answer is put in order. */
typedef struct compare_rank {
    const wyrm_compared *figure;
    size_t series; /* where the first figure of the same name stands, places aside */
    size_t index;
} compare_rank;

static int by_number(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

/* By name, as long as no series is known. */
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

/* Puts groups in order, in them series as they first come, in those places. */
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

/* Sums up the costs of the places that both have: of rooms where there are any, else of fights. */
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

/* Two designs being compared. */
typedef struct comparing {
    const wyrm_design *a, *b;
    wyrm_errors *errors;
} comparing;

static void compare(base_arena *arena, void *result, void *context)
{
    wyrm_comparison *out = result;
    const comparing *of = context;
    const wyrm_ruleset *a = wyrm_design_ruleset(of->a), *b = wyrm_design_ruleset(of->b);
    compare_list of_a = {0}, of_b = {0};
    compare_gather(arena, of->a, &of_a, of->errors);
    compare_gather(arena, of->b, &of_b, of->errors);
    join(arena, &of_a, &of_b, out);
    order_figures(arena, out);
    out->value_count = compare_values(arena, a, b, &out->values);
    out->identical = strcmp(wyrm_ruleset_hash(a), wyrm_ruleset_hash(b)) == 0;
    sum_up(out);
}

wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b, wyrm_comparison **out,
                         wyrm_error *error)
{
    comparing of = {.a = a, .b = b};
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
