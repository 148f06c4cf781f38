/* Comparing two rulesets: the figures of each are gathered by the same code, then joined by
 * name. */
#include "judge/comparing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EQUAL   1e-12 /* of the greater: two figures that differ by less are the same */
#define NOTABLE 0.01  /* of the smaller: costs that differ by more are harder or easier */
#define NOTHING 1e-9  /* a cost below this is none */

static const char *const group_texts[][2] = {
#define GROUP_TEXTS(name, key, heading) [name] = {key, heading},
    WYRM_COMPARE_GROUP_ROWS(GROUP_TEXTS)
#undef GROUP_TEXTS
};

static compare_gather *const gatherers[] = {
    [WYRM_COMPARE_DIFFICULTY] = wyrm_compare_gather_cost,
    [WYRM_COMPARE_PLAYER] = wyrm_compare_gather_player,
    [WYRM_COMPARE_CURVES] = wyrm_compare_gather_curves,
    [WYRM_COMPARE_MONSTERS] = wyrm_compare_gather_monsters,
    [WYRM_COMPARE_GEAR] = wyrm_compare_gather_gear,
    [WYRM_COMPARE_DUELS] = wyrm_compare_gather_duels,
    [WYRM_COMPARE_DEPTHS] = wyrm_compare_gather_depths,
    [WYRM_COMPARE_LOOT] = wyrm_compare_gather_loot,
    [WYRM_COMPARE_TARGETS] = wyrm_compare_gather_targets,
};

const char *wyrm_compare_group_key(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][0] : "";
}

const char *wyrm_compare_group_heading(wyrm_compare_group group)
{
    return (size_t)group < WYRM_COMPARE_GROUP_COUNT ? group_texts[group][1] : "";
}

static wyrm_status no_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a comparison");
}

static wyrm_status gather(compare_work *work, wyrm_error *error)
{
    wyrm_status status = WYRM_OK;
    for (int g = 0; status == WYRM_OK && g < WYRM_COMPARE_GROUP_COUNT; g++) {
        work->group = (wyrm_compare_group)g;
        status = gatherers[g](work, error);
    }
    return status;
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
    wyrm_compared **order = calloc(list->count + 1, sizeof *order);
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
    compare_rank *ranks = calloc(out->count + 1, sizeof *ranks);
    wyrm_compared *space = calloc(out->count + 1, sizeof *space);
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
    free(ranks);
    free(space);
    return done;
}

static wyrm_status join_all(const compare_list *a, const compare_list *b, wyrm_comparison *out,
                            wyrm_error *error)
{
    size_t room = a->count + b->count + 1;
    wyrm_compared **order = sorted(b);
    out->figures = calloc(room, sizeof *out->figures);
    bool done = order != NULL && out->figures != NULL;
    if (done)
        join(a, b, order, out);
    done = done && order_figures(out);
    free(order);
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
        cost->margin = hypot(cost->margin, margin);
    }
    if (cost->places > 0) {
        cost->a /= (double)cost->places;
        cost->b /= (double)cost->places;
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
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return no_memory(error);
    compare_work of_a = {.design = a}, of_b = {.design = b};
    wyrm_status status = gather(&of_a, error);
    if (status == WYRM_OK)
        status = gather(&of_b, error);
    if (status == WYRM_OK)
        status = join_all(&of_a.list, &of_b.list, *out, error);
    if (status == WYRM_OK)
        status = wyrm_compare_values(wyrm_design_ruleset(a), wyrm_design_ruleset(b), *out, error);
    free(of_a.list.figures);
    free(of_b.list.figures);
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
        free(comparison->values[i].path);
        wyrm_text_free(comparison->values[i].old_text);
        wyrm_text_free(comparison->values[i].new_text);
    }
    free(comparison->values);
    free(comparison->figures);
    free(comparison);
}
