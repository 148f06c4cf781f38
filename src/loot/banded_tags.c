/* Reads the tags of items: their categories, the rules of pity that go by them, and what they weigh
 * in each band (Catacombs of YARL, "Loot Tags", "Band Multipliers" and "Band-Based Thresholds"). */
#include "loot/banded.h"

#include <stdlib.h>
#include <string.h>

static void note(wyrm_status step, wyrm_status *status)
{
    if (*status == WYRM_OK)
        *status = step;
}

/* ------------------------------------------------------------------ categories */

static wyrm_status fail_unknown_category(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                         wyrm_errors *errors, const wyrm_banded *state,
                                         const char *name)
{
    return wyrm_banded_fail_unknown(ruleset, value, errors, "category of items", name,
                                    state->categories, state->facts.category_count);
}

static wyrm_status list_categories(const wyrm_ruleset *ruleset, const wyrm_value *list,
                                   wyrm_banded *state, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(list, i));
        if (wyrm_banded_category(state, name) >= 0)
            status = wyrm_value_fail(ruleset, wyrm_value_item(list, i), errors, NULL,
                                     "the category '%s' is listed twice", name);
        else
            state->categories[state->facts.category_count++] = name;
    }
    return status;
}

/* The categories of one kind; `grows`: those that are not known yet join the list. */
static wyrm_status read_kind(const wyrm_ruleset *ruleset, size_t kind, bool grows,
                             wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *list = wyrm_value_get(state->kinds.rows[kind].record, "categories");
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *value = wyrm_value_item(list, i);
        const char *name = wyrm_value_text(value);
        int index = wyrm_banded_category(state, name);
        if (index < 0 && grows && state->facts.category_count < WYRM_LOOT_CATEGORIES_MAX) {
            index = (int)state->facts.category_count;
            state->categories[state->facts.category_count++] = name;
        }
        if (index >= 0)
            state->kind_categories[kind] |= UINT64_C(1) << index;
        else if (grows)
            status =
                wyrm_value_fail(ruleset, value, errors, NULL, "items have more than %d categories",
                                WYRM_LOOT_CATEGORIES_MAX);
        else
            status = fail_unknown_category(ruleset, value, errors, state, name);
    }
    return status;
}

wyrm_status wyrm_banded_read_categories(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                        wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *list = wyrm_value_get(parameters, "categories");
    state->kind_categories = calloc(state->kinds.count + 1, sizeof *state->kind_categories);
    if (!state->kind_categories)
        return WYRM_ERROR_MEMORY;
    state->facts.categories = state->categories;
    state->facts.kind_categories = state->kind_categories;
    wyrm_status status = list_categories(ruleset, list, state, errors);
    for (size_t i = 0; i < state->kinds.count; i++)
        note(read_kind(ruleset, i, wyrm_value_count(list) == 0, state, errors), &status);
    return status;
}

/* ------------------------------------------------------------------ pity */

enum { ABOVE = 1, UNIFORM = 1 }; /* the choices of trigger and of choice that are not the first */

static wyrm_status add_pity(const wyrm_ruleset *ruleset, const wyrm_value *thresholds,
                            const wyrm_value *place, const char *name, wyrm_banded *state,
                            wyrm_errors *errors)
{
    const wyrm_value *own = wyrm_value_get(thresholds, name);
    int category = wyrm_banded_category(state, name);
    if (category < 0)
        return fail_unknown_category(ruleset, place, errors, state, name);
    if (!own)
        return wyrm_value_fail(ruleset, place, errors, NULL, "'%s' has no thresholds of pity",
                               name);
    size_t index = state->pity.count++;
    state->pity.names[index] = state->categories[category];
    state->facts.pity_categories[index] = (size_t)category;
    for (size_t i = 0; i < state->bands.count; i++)
        state->pity.thresholds[i][index] =
            (uint16_t)wyrm_value_integer(wyrm_value_get(own, state->bands.bands[i].name));
    return wyrm_banded_check_bands(ruleset, state, own, errors);
}

static bool has_pity(const wyrm_banded *state, const char *name)
{
    for (size_t i = 0; i < state->pity.count; i++)
        if (strcmp(state->pity.names[i], name) == 0)
            return true;
    return false;
}

/* Only those of the list. */
static wyrm_status add_in_order(const wyrm_ruleset *ruleset, const wyrm_value *thresholds,
                                const wyrm_value *order, wyrm_banded *state, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(order); i++) {
        const wyrm_value *value = wyrm_value_item(order, i);
        const char *name = wyrm_value_text(value);
        if (has_pity(state, name))
            status = wyrm_value_fail(ruleset, value, errors, NULL,
                                     "'%s' is in the order of pity twice", name);
        else
            note(add_pity(ruleset, thresholds, value, name, state, errors), &status);
    }
    return status;
}

wyrm_status wyrm_banded_read_pity(const wyrm_ruleset *ruleset, const wyrm_value *pity,
                                  wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *thresholds = wyrm_value_get(pity, "thresholds");
    const wyrm_value *order = wyrm_value_get(pity, "order");
    wyrm_status status = WYRM_OK;
    state->pity.above = wyrm_value_choice(wyrm_value_get(pity, "trigger")) == ABOVE;
    if (wyrm_value_count(order) > 0)
        status = add_in_order(ruleset, thresholds, order, state, errors);
    else
        for (size_t i = 0; i < wyrm_value_count(thresholds); i++)
            note(add_pity(ruleset, thresholds, wyrm_value_item(thresholds, i),
                          wyrm_value_key(thresholds, i), state, errors),
                 &status);
    if (state->pity.count > 0 && wyrm_value_bool(wyrm_value_get(pity, "active")))
        state->facts.pity = &state->pity;
    return status;
}

/* ------------------------------------------------------------------ weights */

/* The factor of every category in every band. */
typedef struct factors {
    double of[WYRM_LOOT_CATEGORIES_MAX][WYRM_BANDS_MAX];
} factors;

static wyrm_status read_factors(const wyrm_ruleset *ruleset, const wyrm_value *map,
                                const wyrm_banded *state, factors *out, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (size_t c = 0; c < WYRM_LOOT_CATEGORIES_MAX; c++)
        for (size_t band = 0; band < WYRM_BANDS_MAX; band++)
            out->of[c][band] = 1;
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *own = wyrm_value_item(map, i);
        int category = wyrm_banded_category(state, wyrm_value_key(map, i));
        if (category < 0) {
            status = fail_unknown_category(ruleset, own, errors, state, wyrm_value_key(map, i));
            continue;
        }
        note(wyrm_banded_check_bands(ruleset, state, own, errors), &status);
        for (size_t band = 0; band < state->bands.count; band++) {
            const wyrm_value *factor = wyrm_value_get(own, state->bands.bands[band].name);
            if (factor)
                out->of[category][band] = wyrm_value_real(factor);
        }
    }
    return status;
}

static wyrm_status check_tag(const wyrm_ruleset *ruleset, const wyrm_item_kind *kind,
                             const wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *weight = wyrm_value_get(kind->record, "weight");
    const wyrm_value *bands = wyrm_value_get(kind->record, "bands");
    const wyrm_depth_row *rows = wyrm_value_rows(weight);
    wyrm_status status = WYRM_OK;
    if (rows && (wyrm_value_count(weight) > 1 || rows[0].from_depth > 1))
        status = wyrm_value_fail(ruleset, weight, errors, "bands and factors change it",
                                 "the weight of '%s' is one number here: it does not change with "
                                 "depth",
                                 kind->name);
    if (bands && wyrm_value_high(bands) > (double)state->bands.count)
        status = wyrm_value_fail(ruleset, bands, errors, NULL,
                                 "'%s' is found in band %g, and there are %zu bands", kind->name,
                                 wyrm_value_high(bands), state->bands.count);
    return status;
}

/* Step 3 and 4 of a room: the weight of a kind in a band. */
static double weigh(const wyrm_banded *state, const factors *by_category, size_t kind, size_t band)
{
    const wyrm_value *record = state->kinds.rows[kind].record;
    const wyrm_value *bands = wyrm_value_get(record, "bands");
    double number = (double)band + 1;
    if (bands && (number < wyrm_value_low(bands) || number > wyrm_value_high(bands)))
        return 0;
    double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), 1);
    for (size_t c = 0; c < state->facts.category_count; c++)
        if (state->kind_categories[kind] >> c & 1u)
            weight *= by_category->of[c][band];
    return weight;
}

/* The distribution of kinds in proportion to what they weigh and the table to draw from; neither
 * where nothing weighs anything. */
static wyrm_status spread(const wyrm_weighted *pairs, size_t count, wyrm_pmf **pmf,
                          wyrm_alias **alias)
{
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || pairs[i].weight > 0;
    if (!any)
        return WYRM_OK;
    wyrm_status status = wyrm_pmf_from_pairs(pairs, count, pmf, NULL);
    return status == WYRM_OK ? wyrm_alias_new(*pmf, alias, NULL) : status;
}

static wyrm_status fill_band(wyrm_banded *state, const factors *by_category, bool uniform,
                             size_t band, wyrm_weighted *pairs)
{
    wyrm_banded_band *here = &state->by_band[band];
    size_t count = state->kinds.count;
    for (size_t k = 0; k < count; k++)
        pairs[k] = (wyrm_weighted){(int64_t)k, weigh(state, by_category, k, band)};
    wyrm_status status = spread(pairs, count, &here->found, &here->draw);
    for (size_t i = 0; i < state->pity.count && status == WYRM_OK; i++) {
        size_t category = state->facts.pity_categories[i];
        for (size_t k = 0; k < count; k++) {
            bool has = state->kind_categories[k] >> category & 1u;
            double weight = has ? weigh(state, by_category, k, band) : 0;
            pairs[k].weight = uniform && weight > 0 ? 1 : weight;
        }
        status = spread(pairs, count, &here->given[i], &here->give[i]);
        if (here->give[i])
            here->can_give |= 1u << i;
    }
    return status;
}

wyrm_status wyrm_banded_read_weights(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                     wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *pity = wyrm_value_get(parameters, "pity");
    bool uniform = wyrm_value_choice(wyrm_value_get(pity, "choice")) == UNIFORM;
    factors *by_category = malloc(sizeof *by_category);
    wyrm_weighted *pairs = calloc(state->kinds.count + 1, sizeof *pairs);
    wyrm_status status = by_category && pairs ? WYRM_OK : WYRM_ERROR_MEMORY;
    if (status == WYRM_OK)
        status = read_factors(ruleset, wyrm_value_get(parameters, "factors"), state, by_category,
                              errors);
    for (size_t k = 0; k < state->kinds.count && status != WYRM_ERROR_MEMORY; k++)
        note(check_tag(ruleset, &state->kinds.rows[k], state, errors), &status);
    for (size_t band = 0; band < state->bands.count && status == WYRM_OK; band++)
        status = fill_band(state, by_category, uniform, band, pairs);
    free(pairs);
    free(by_category);
    return status;
}
