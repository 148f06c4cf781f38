/* The distributions that the items of a room come from: the rules that rooms are drawn by, read
 * exactly, and what follows for categories. */
#include "loot/internal.h"

#include <float.h>
#include <string.h>

/* ---- which categories together ---- */

enum { SETS_MAX = 1 << WYRM_FOUND_CATEGORIES_MAX };

/* Of one item: every set of categories that has a weight, and its probability. */
typedef struct sets {
    size_t count;
    unsigned set[SETS_MAX];
    double probability[SETS_MAX];
} sets;

static wyrm_status read_items(const wyrm_found_item *items, size_t count, size_t all, sets *out,
                              wyrm_error *error)
{
    double weights[SETS_MAX] = {0};
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(items[i].weight >= 0 && items[i].weight <= DBL_MAX))
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%g is no weight of an item",
                             items[i].weight);
        weights[items[i].categories & (all - 1)] += items[i].weight;
        total += items[i].weight;
    }
    if (!(total <= DBL_MAX))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the weights of items are too large");
    for (unsigned set = 0; set < all; set++) {
        if (!(weights[set] > 0))
            continue;
        out->set[out->count] = set;
        out->probability[out->count++] = weights[set] / total;
    }
    return WYRM_OK;
}

/* Item by item: `together` holds the probabilities of the sets so far. Sets are only ever joined,
 * never subtracted as by inclusion and exclusion, so that nothing cancels and what cannot be stays
 * 0. */
wyrm_status wyrm_found_sets(const wyrm_found_item *items, size_t count, const wyrm_pmf *number,
                            size_t categories, double *out, wyrm_error *error)
{
    if (categories > WYRM_FOUND_CATEGORIES_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%zu categories are more than %d", categories,
                         WYRM_FOUND_CATEGORIES_MAX);
    if (wyrm_pmf_first(number) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a room cannot bring fewer than 0 items");
    size_t all = (size_t)1 << categories;
    sets one;
    one.count = 0;
    wyrm_status status = read_items(items, count, all, &one, error);
    if (status != WYRM_OK)
        return status;
    double together[SETS_MAX] = {1};
    memset(out, 0, all * sizeof *out);
    int64_t last = one.count > 0 ? wyrm_pmf_last(number) : 0;
    for (int64_t drawn = 0; drawn <= last; drawn++) {
        double chance = one.count > 0 ? wyrm_pmf_at(number, drawn) : 1;
        double joined[SETS_MAX] = {0};
        for (size_t set = 0; set < all; set++) {
            out[set] += chance * together[set];
            for (size_t i = 0; i < one.count && together[set] > 0; i++)
                joined[set | one.set[i]] += together[set] * one.probability[i];
        }
        memcpy(together, joined, all * sizeof *joined);
    }
    return WYRM_OK;
}

/* ---- a room ---- */

static wyrm_status check_exact(const wyrm_loot *loot, wyrm_error *error)
{
    if (loot->model->number)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "the loot model '%s' does not draw items one like the other: its rooms can "
                     "only be sampled",
                     loot->model->model.name);
}

static wyrm_status check_pity(const wyrm_loot *loot, wyrm_error *error)
{
    if (loot->made.facts.pity)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset's loot has no pity");
}

wyrm_status wyrm_loot_number(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check_exact(loot, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_draw draw = wyrm_loot_enter(loot, context, room);
    return rule_exact("the number of items", loot->model->number, &draw, out, NULL, error);
}

static wyrm_status read_shares(const wyrm_loot *loot, rule_body *kind, const wyrm_loot_draw *draw,
                               double *shares, wyrm_error *error)
{
    wyrm_pmf *kinds;
    wyrm_status status = rule_exact("the kind of an item", kind, draw, &kinds, NULL, error);
    for (size_t i = 0; i < loot->made.kinds.count && status == WYRM_OK; i++)
        shares[i] = wyrm_pmf_at(kinds, (int64_t)i);
    wyrm_pmf_free(kinds);
    return status;
}

wyrm_status wyrm_loot_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                             double *shares, wyrm_error *error)
{
    wyrm_status status = check_exact(loot, error);
    if (status != WYRM_OK)
        return status;
    const wyrm_loot_draw draw = wyrm_loot_enter(loot, context, 0);
    return read_shares(loot, loot->model->kind, &draw, shares, error);
}

wyrm_status wyrm_loot_pity_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                                  size_t category, double *shares, wyrm_error *error)
{
    wyrm_status status = check_pity(loot, error);
    if (status != WYRM_OK)
        return status;
    size_t count = loot->made.facts.pity->count;
    if (category >= count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there are only %zu pity categories", count);
    wyrm_loot_draw draw = wyrm_loot_enter(loot, context, 0);
    draw.category = category;
    return read_shares(loot, loot->model->pity_kind, &draw, shares, error);
}

/* What is asked of the items of a room, once their number and the chances of kinds stand. */
typedef struct question {
    const wyrm_loot *loot;
    const wyrm_loot_context *context;
    int32_t room;
    double *expected;       /* by category; NULL */
    double *found;          /* by set of pity categories; NULL */
    wyrm_pity_depth *depth; /* both what is found and how many; NULL */
} question;

static void find_answer(base_arena *arena, void *context)
{
    const question *to = context;
    const wyrm_loot_facts *facts = &to->loot->made.facts;
    size_t count = to->loot->made.kinds.count;
    double *shares = base_array(arena, double, count);
    wyrm_pmf *number;
    base_must(arena, wyrm_loot_shares(to->loot, to->context, shares, &arena->error));
    base_must(arena, wyrm_loot_number(to->loot, to->context, to->room, &number, &arena->error));
    base_keep_pmf(arena, number);
    double items = wyrm_pmf_mean(number);
    for (size_t c = 0; to->expected && c < facts->category_count; c++)
        to->expected[c] = 0;
    for (size_t k = 0; to->expected && k < count; k++)
        for (size_t c = 0; c < facts->category_count; c++)
            if (facts->kind_categories[k] >> c & 1u)
                to->expected[c] += items * shares[k];
    if (to->depth)
        to->depth->items = items;
    if (!to->found)
        return;
    wyrm_found_item *found = base_array(arena, wyrm_found_item, count);
    for (size_t k = 0; k < count; k++)
        found[k] = (wyrm_found_item){wyrm_loot_pity_set(facts, k), shares[k]};
    base_must(arena,
              wyrm_found_sets(found, count, number, facts->pity->count, to->found, &arena->error));
}

static wyrm_status ask(question to, wyrm_error *error)
{
    base_arena arena = {0};
    wyrm_status status = base_run(&arena, find_answer, &to);
    if (status != WYRM_OK && error)
        *error = arena.error;
    base_release(&arena);
    return status;
}

wyrm_status wyrm_loot_expected(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, double *expected, wyrm_error *error)
{
    return ask((question){loot, context, room, .expected = expected}, error);
}

wyrm_status wyrm_loot_found(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                            double *found, wyrm_error *error)
{
    wyrm_status status = check_pity(loot, error);
    return status == WYRM_OK ? ask((question){loot, context, room, .found = found}, error) : status;
}

wyrm_status wyrm_loot_pity_campaign(const wyrm_loot *loot, int32_t mode,
                                    const wyrm_pmf *const *rooms, size_t count,
                                    wyrm_pity_depth *depths, wyrm_error *error)
{
    memset(depths, 0, count * sizeof *depths);
    wyrm_status status = check_pity(loot, error);
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        wyrm_loot_context context = {.depth = (int32_t)i + 1, .mode = mode};
        const wyrm_loot_draw draw = wyrm_loot_enter(loot, &context, 0);
        depths[i].rooms = rooms[i];
        depths[i].band = draw.band;
        depths[i].can_give = draw.can_give;
        status = ask((question){loot, &context, 0, .found = depths[i].found, .depth = &depths[i]},
                     error);
    }
    return status;
}
