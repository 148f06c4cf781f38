/* The distributions that the items of a room come from, exactly. */
#include "base/arena.h"
#include "loot/internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <wyrm/loot.h>

/* ------------------------------------------------------------------ which */

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

/* One item more: *together holds the probabilities of the sets so far. Sets are only ever joined,
 * never subtracted as by inclusion and exclusion, so that nothing cancels and what cannot be stays
 * 0. */
static void join(const sets *one, size_t all, double *together)
{
    double joined[SETS_MAX] = {0};
    for (unsigned set = 0; set < all; set++)
        for (size_t i = 0; i < one->count && together[set] > 0; i++)
            joined[set | one->set[i]] += together[set] * one->probability[i];
    memcpy(together, joined, all * sizeof *joined);
}

wyrm_status wyrm_found_sets(const wyrm_found_item *items, size_t count, const wyrm_pmf *number,
                            size_t categories, double *out, wyrm_error *error)
{
    if (categories > WYRM_FOUND_CATEGORIES_MAX)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%zu categories are more than %d", categories,
                         WYRM_FOUND_CATEGORIES_MAX);
    if (wyrm_pmf_first(number) < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a room cannot bring fewer than 0 items");
    size_t all = (size_t)1 << categories;
    sets one = {.count = 0};
    wyrm_status status = read_items(items, count, all, &one, error);
    if (status != WYRM_OK)
        return status;
    double together[SETS_MAX] = {1};
    memset(out, 0, all * sizeof *out);
    int64_t last = one.count > 0 ? wyrm_pmf_last(number) : 0;
    for (int64_t drawn = 0; drawn <= last; drawn++) {
        double chance = one.count > 0 ? wyrm_pmf_at(number, drawn) : 1;
        for (size_t set = 0; set < all; set++)
            out[set] += chance * together[set];
        if (drawn < last)
            join(&one, all, together);
    }
    return WYRM_OK;
}

static wyrm_status fail_for_memory(wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the chances of items");
}

static wyrm_status check_exact(const wyrm_loot *loot, wyrm_error *error)
{
    if (loot->model->number && loot->model->shares)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "the loot model '%s' does not draw items one like the other: its rooms can "
                     "only be sampled",
                     loot->model->model.name);
}

static wyrm_status check_pity(const wyrm_loot *loot, wyrm_error *error)
{
    if (wyrm_loot_facts_of(loot)->pity)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the ruleset's loot has no pity");
}

wyrm_status wyrm_loot_number(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check_exact(loot, error);
    return status == WYRM_OK ? loot->model->number(loot->state, context, room, out, error) : status;
}

wyrm_status wyrm_loot_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                             double *shares, wyrm_error *error)
{
    wyrm_status status = check_exact(loot, error);
    if (status == WYRM_OK)
        loot->model->shares(loot->state, context, shares);
    return status;
}

wyrm_status wyrm_loot_pity_shares(const wyrm_loot *loot, const wyrm_loot_context *context,
                                  size_t category, double *shares, wyrm_error *error)
{
    wyrm_status status = check_pity(loot, error);
    if (status != WYRM_OK)
        return status;
    size_t count = wyrm_loot_facts_of(loot)->pity->count;
    if (category >= count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "there are only %zu pity categories", count);
    loot->model->pity_shares(loot->state, context, category, shares);
    return WYRM_OK;
}

/* The number of items of a room and the chances of the kinds: what the rest is made of. The caller
 * frees both, also after a failure. */
static wyrm_status read_room(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                             wyrm_pmf **number, double **shares, wyrm_error *error)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    *number = NULL;
    *shares = base_zeroed(count + 1, sizeof **shares);
    if (!*shares)
        return fail_for_memory(error);
    wyrm_status status = wyrm_loot_shares(loot, context, *shares, error);
    if (status == WYRM_OK)
        status = wyrm_loot_number(loot, context, room, number, error);
    return status;
}

wyrm_status wyrm_loot_expected(const wyrm_loot *loot, const wyrm_loot_context *context,
                               int32_t room, double *expected, wyrm_error *error)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_pmf *number;
    double *shares;
    for (size_t c = 0; c < facts->category_count; c++)
        expected[c] = 0;
    wyrm_status status = read_room(loot, context, room, &number, &shares, error);
    double items = status == WYRM_OK ? wyrm_pmf_mean(number) : 0;
    for (size_t k = 0; k < count && status == WYRM_OK; k++)
        for (size_t c = 0; c < facts->category_count; c++)
            if (facts->kind_categories[k] >> c & 1u)
                expected[c] += items * shares[k];
    wyrm_pmf_free(number);
    wyrm_free(shares);
    return status;
}

wyrm_status wyrm_loot_found(const wyrm_loot *loot, const wyrm_loot_context *context, int32_t room,
                            double *found, wyrm_error *error)
{
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(loot);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_status status = check_pity(loot, error);
    if (status != WYRM_OK)
        return status;
    wyrm_pmf *number;
    double *shares;
    status = read_room(loot, context, room, &number, &shares, error);
    wyrm_found_item *items = base_zeroed(count + 1, sizeof *items);
    if (status == WYRM_OK && !items)
        status = fail_for_memory(error);
    if (status == WYRM_OK) {
        for (size_t k = 0; k < count; k++)
            items[k] = (wyrm_found_item){wyrm_loot_pity_set(facts, k), shares[k]};
        status = wyrm_found_sets(items, count, number, facts->pity->count, found, error);
    }
    wyrm_free(items);
    wyrm_pmf_free(number);
    wyrm_free(shares);
    return status;
}

static wyrm_status read_depth(const wyrm_loot *loot, const wyrm_loot_context *context,
                              wyrm_pity_depth *out, wyrm_error *error)
{
    wyrm_pmf *number;
    out->can_give = loot->model->can_give(loot->state, context, &out->band);
    wyrm_status status = wyrm_loot_found(loot, context, 0, out->found, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_loot_number(loot, context, 0, &number, error);
    out->items = status == WYRM_OK ? wyrm_pmf_mean(number) : 0;
    wyrm_pmf_free(number);
    return status;
}

wyrm_status wyrm_loot_pity_campaign(const wyrm_loot *loot, int32_t mode,
                                    const wyrm_pmf *const *rooms, size_t count,
                                    wyrm_pity_depth *depths, wyrm_error *error)
{
    memset(depths, 0, count * sizeof *depths);
    wyrm_status status = check_pity(loot, error);
    for (size_t i = 0; i < count && status == WYRM_OK; i++) {
        wyrm_loot_context context = {.depth = (int32_t)i + 1, .mode = mode};
        depths[i].rooms = rooms[i];
        status = read_depth(loot, &context, &depths[i], error);
    }
    return status;
}
