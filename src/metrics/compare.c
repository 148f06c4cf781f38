/* Comparing two rulesets: the values that they say differently, and the figures that follow from
 * each (compare_figures.c), joined by name. */
#include "base/arena.h"
#include "metrics/comparing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the values that two rulesets say differently: both trees are walked together ---- */

#define PATH_LENGTH 512

typedef struct walk {
    wyrm_comparison *out;
    size_t room;
    wyrm_error *error;
} walk;

static wyrm_status no_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
}

static wyrm_status add(walk *walking, const char *path, const wyrm_value *a, const wyrm_value *b)
{
    wyrm_comparison *out = walking->out;
    if (out->value_count == walking->room) {
        size_t room = walking->room == 0 ? 64 : 2 * walking->room;
        wyrm_compared_value *values = base_resize(out->values, room * sizeof *values);
        if (values == NULL)
            return no_memory(walking->error);
        out->values = values;
        walking->room = room;
    }
    wyrm_compared_value *value = &out->values[out->value_count++];
    *value = (wyrm_compared_value){.path = base_copy(path)};
    if (value->path == NULL)
        return no_memory(walking->error);
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
    wyrm_free(old_text);
    wyrm_free(new_text);
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

/* By everything that names a figure; the place on the axis last. */
static int by_name(const wyrm_compared *a, const wyrm_compared *b)
{
    int order = (a->group > b->group) - (a->group < b->group);
    if (order == 0)
        order = strcmp(a->of, b->of);
    if (order == 0)
        order = strcmp(a->metric, b->metric);
    if (order == 0)
        order = strcmp(a->axis, b->axis);
    if (order == 0)
        order = strcmp(a->where, b->where);
    return order != 0 ? order : (a->at > b->at) - (a->at < b->at);
}

static int by_name_of_pointers(const void *a, const void *b)
{
    const wyrm_compared *const *one = a, *const *other = b;
    return by_name(*one, *other);
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

/* Where the figures of one list stand by name. */
static wyrm_compared **sorted(const compare_list *list)
{
    wyrm_compared **order = base_zeroed(list->count + 1, sizeof *order);
    for (size_t i = 0; order != NULL && i < list->count; i++)
        order[i] = &list->figures[i];
    if (order != NULL)
        qsort(order, list->count, sizeof *order, by_name_of_pointers);
    return order;
}

/* The figures of A with those of B beside them; those of B alone at the end. in_b of B's own list
 * marks the ones that have been found. */
static void join(const compare_list *a, const compare_list *b, wyrm_compared **order,
                 wyrm_comparison *out)
{
    for (size_t i = 0; i < a->count; i++) {
        wyrm_compared *figure = &out->figures[out->count++];
        *figure = a->figures[i];
        const wyrm_compared *key = figure;
        wyrm_compared **found = bsearch(&key, order, b->count, sizeof *order, by_name_of_pointers);
        if (found == NULL)
            continue;
        (*found)->in_b = true;
        figure->in_b = true;
        figure->b = (*found)->a;
        figure->margin_b = (*found)->margin_a;
        figure->same = is_equal(figure);
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
    }
    for (size_t i = 0; i < out->count; i++) {
        const wyrm_compared *figure = &out->figures[i];
        out->same += figure->same;
        out->differing += figure->in_a && figure->in_b && !figure->same;
        out->only_a += !figure->in_b;
        out->only_b += !figure->in_a;
    }
}

/* A figure while the answer is put in order. */
typedef struct compare_rank {
    const wyrm_compared *figure;
    size_t series; /* where the first figure of the same name stands, places aside */
    size_t index;
} compare_rank;

static int by_series_name(const void *a, const void *b)
{
    const compare_rank *one = a, *other = b;
    const wyrm_compared *first = one->figure, *second = other->figure;
    int order = (first->group > second->group) - (first->group < second->group);
    if (order == 0)
        order = strcmp(first->of, second->of);
    if (order == 0)
        order = strcmp(first->metric, second->metric);
    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

static int by_rank(const void *a, const void *b)
{
    const compare_rank *one = a, *other = b;
    int order =
        (one->figure->group > other->figure->group) - (one->figure->group < other->figure->group);
    if (order == 0)
        order = (one->series > other->series) - (one->series < other->series);
    return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

/* Puts groups in order, in them series as they first come, in those places. */
static bool order_figures(wyrm_comparison *out)
{
    compare_rank *ranks = base_zeroed(out->count + 1, sizeof *ranks);
    wyrm_compared *space = base_zeroed(out->count + 1, sizeof *space);
    bool done = ranks != NULL && space != NULL;
    for (size_t i = 0; done && i < out->count; i++)
        ranks[i] = (compare_rank){.figure = &out->figures[i], .index = i};
    if (done) {
        qsort(ranks, out->count, sizeof *ranks, by_series_name);
        for (size_t i = 0; i < out->count; i++) {
            bool same = i > 0 && ranks[i - 1].figure->group == ranks[i].figure->group &&
                        strcmp(ranks[i - 1].figure->of, ranks[i].figure->of) == 0 &&
                        strcmp(ranks[i - 1].figure->metric, ranks[i].figure->metric) == 0;
            ranks[i].series = same ? ranks[i - 1].series : ranks[i].index;
        }
        qsort(ranks, out->count, sizeof *ranks, by_rank);
        for (size_t i = 0; i < out->count; i++)
            space[i] = *ranks[i].figure;
        memcpy(out->figures, space, out->count * sizeof *space);
    }
    wyrm_free(ranks);
    wyrm_free(space);
    return done;
}

static wyrm_status join_all(const compare_list *a, const compare_list *b, wyrm_comparison *out,
                            wyrm_error *error)
{
    size_t room = a->count + b->count + 1;
    wyrm_compared **order = sorted(b);
    out->figures = base_zeroed(room, sizeof *out->figures);
    bool done = order != NULL && out->figures != NULL;
    if (done)
        join(a, b, order, out);
    done = done && order_figures(out);
    wyrm_free(order);
    return done ? WYRM_OK : no_memory(error);
}

/* Sums up the costs of the places that both have: of rooms where there are any, else of fights. */
static void sum_up(wyrm_comparison *out)
{
    wyrm_compared_cost *cost = &out->cost;
    cost->axis = "";
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->figures[i].metric, "room_cost") == 0)
            cost->rooms = true;
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
    if (cost->places > 0) {
        cost->a /= (double)cost->places;
        cost->b /= (double)cost->places;
        cost->margin_a /= (double)cost->places;
        cost->margin_b /= (double)cost->places;
        cost->margin /= (double)cost->places;
    }
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

wyrm_status wyrm_compare(const wyrm_design *a, const wyrm_design *b, wyrm_comparison **out,
                         wyrm_error *error)
{
    *out = base_zeroed(1, sizeof **out);
    if (*out == NULL)
        return no_memory(error);
    compare_work of_a = {.design = a, .error = error}, of_b = {.design = b, .error = error};
    wyrm_status status = wyrm_compare_gather(&of_a);
    if (status == WYRM_OK)
        status = wyrm_compare_gather(&of_b);
    if (status == WYRM_OK)
        status = join_all(&of_a.list, &of_b.list, *out, error);
    if (status == WYRM_OK)
        status = wyrm_compare_values(wyrm_design_ruleset(a), wyrm_design_ruleset(b), *out, error);
    wyrm_free(of_a.list.figures);
    wyrm_free(of_b.list.figures);
    if (status != WYRM_OK) {
        wyrm_comparison_free(*out);
        *out = NULL;
        return status;
    }
    (*out)->identical = strcmp(wyrm_ruleset_hash(wyrm_design_ruleset(a)),
                               wyrm_ruleset_hash(wyrm_design_ruleset(b))) == 0;
    sum_up(*out);
    return WYRM_OK;
}

void wyrm_comparison_free(wyrm_comparison *comparison)
{
    if (comparison == NULL)
        return;
    for (size_t i = 0; i < comparison->value_count; i++) {
        wyrm_free(comparison->values[i].path);
        wyrm_free(comparison->values[i].old_text);
        wyrm_free(comparison->values[i].new_text);
    }
    wyrm_free(comparison->values);
    wyrm_free(comparison->figures);
    wyrm_free(comparison);
}
