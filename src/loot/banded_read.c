/* Reads loot by bands of depths from a ruleset: bands, modes, densities, the tags of items and the
 * categories and rules of pity that go by them, and what rooms of a role have besides. */
#include "base/arena.h"
#include "loot/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Names in loot by bands of depths: finding them, and what is said where there is none. */

/* The index of a category, or -1. */
static int banded_category(const wyrm_banded *state, const char *name)
{
    for (size_t i = 0; i < state->facts.category_count; i++)
        if (strcmp(state->categories[i], name) == 0)
            return (int)i;
    return -1;
}

/* Adds the error that no band, category ... is called `name`, with the nearest as a hint. */
static wyrm_status banded_fail_unknown(const wyrm_ruleset *ruleset, const wyrm_value *value,
                                       wyrm_errors *errors, const char *what, const char *name,
                                       const char *const *candidates, size_t count)
{
    char hint[WYRM_ERROR_HINT_MAX];
    const char *nearest = wyrm_nearest(name, candidates, count);
    if (nearest)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return wyrm_value_fail(ruleset, value, errors, nearest ? hint : NULL, "no %s is called '%s'",
                           what, name);
}

/* The same where a key of a map is no band of the ruleset; WYRM_OK where all are. */
static wyrm_status banded_check_bands(const wyrm_ruleset *ruleset, const wyrm_banded *state,
                                      const wyrm_value *map, wyrm_errors *errors)
{
    const char *names[WYRM_BANDS_MAX];
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < state->bands.count; i++)
        names[i] = state->bands.bands[i].name;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        if (wyrm_bands_find(&state->bands, wyrm_value_key(map, i)) < 0)
            status = banded_fail_unknown(ruleset, wyrm_value_item(map, i), errors, "band",
                                         wyrm_value_key(map, i), names, state->bands.count);
    return status;
}

/* Reads the tags of items: their categories, the rules of pity that go by them, and what they weigh
 * in each band (Catacombs of YARL, "Loot Tags", "Band Multipliers" and "Band-Based Thresholds"). */

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
    return banded_fail_unknown(ruleset, value, errors, "category of items", name, state->categories,
                               state->facts.category_count);
}

static wyrm_status list_categories(const wyrm_ruleset *ruleset, const wyrm_value *list,
                                   wyrm_banded *state, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(list, i));
        if (banded_category(state, name) >= 0)
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
        int index = banded_category(state, name);
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

/* The parts of it, in this order. The categories of the ruleset and of every kind; the rules of
 * pity; what can be found and given in each band. */
static wyrm_status banded_read_categories(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                          wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *list = wyrm_value_get(parameters, "categories");
    state->kind_categories = base_zeroed(state->kinds.count + 1, sizeof *state->kind_categories);
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
    int category = banded_category(state, name);
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
    return banded_check_bands(ruleset, state, own, errors);
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

static wyrm_status read_pity(const wyrm_ruleset *ruleset, const wyrm_value *pity,
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
        int category = banded_category(state, wyrm_value_key(map, i));
        if (category < 0) {
            status = fail_unknown_category(ruleset, own, errors, state, wyrm_value_key(map, i));
            continue;
        }
        note(banded_check_bands(ruleset, state, own, errors), &status);
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

static wyrm_status read_weights(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *pity = wyrm_value_get(parameters, "pity");
    bool uniform = wyrm_value_choice(wyrm_value_get(pity, "choice")) == UNIFORM;
    factors *by_category = base_allocate(sizeof *by_category);
    wyrm_weighted *pairs = base_zeroed(state->kinds.count + 1, sizeof *pairs);
    wyrm_status status = by_category && pairs ? WYRM_OK : WYRM_ERROR_MEMORY;
    if (status == WYRM_OK)
        status = read_factors(ruleset, wyrm_value_get(parameters, "factors"), state, by_category,
                              errors);
    for (size_t k = 0; k < state->kinds.count && status != WYRM_ERROR_MEMORY; k++)
        note(check_tag(ruleset, &state->kinds.rows[k], state, errors), &status);
    for (size_t band = 0; band < state->bands.count && status == WYRM_OK; band++)
        status = fill_band(state, by_category, uniform, band, pairs);
    wyrm_free(pairs);
    wyrm_free(by_category);
    return status;
}

/* The rows of loot by bands of depths: what may stand in the section `loot`, and what items,
 * weapons and armors say besides. */

#define SPAWNING           "Catacombs of YARL, \"How Spawning Works\""
#define BANDED             "Catacombs of YARL, \"Band Multipliers\""
#define TAGS               "Catacombs of YARL, \"Loot Tags\""
#define PITY               "Catacombs of YARL, \"Pity System\""

#define CATEGORIES_OF_ITEM 16

static const wyrm_field name_element[] = {
    {.name = "category", .kind = WYRM_KIND_NAME, .summary = "the name of a category"},
    {.kind = WYRM_KIND_END},
};

/* ------------------------------------------------------------------ rows of items */

#define CATEGORIES_ROW                                                                             \
    {                                                                                              \
        .name = "categories", .kind = WYRM_KIND_LIST, .greatest = CATEGORIES_OF_ITEM,              \
        .fallback = "[]", .fields = name_element,                                                  \
        .summary = "what it is good for: categories that factors, pity and figures go by",         \
        .source = TAGS                                                                             \
    }

#define BANDS_ROW                                                                                  \
    {                                                                                              \
        .name = "bands", .kind = WYRM_KIND_RANGE, .least = 1, .greatest = WYRM_BANDS_MAX,          \
        .summary = "The first and the last band it is found in, by their numbers from 1; without " \
                   "it, all.",                                                                     \
        .source = TAGS                                                                             \
    }

static const wyrm_field item_rows[] = {CATEGORIES_ROW, BANDS_ROW, {.kind = WYRM_KIND_END}};

static const wyrm_field gear_rows[] = {
    {.name = "weight",
     .kind = WYRM_KIND_TABLE,
     .greatest = 1e6,
     .fallback = "0",
     .summary =
         "how likely it is found beside everything else: one number, which bands and factors "
         "change; 0: it does not lie about",
     .source = TAGS},
    CATEGORIES_ROW,
    BANDS_ROW,
    {.kind = WYRM_KIND_END},
};

const wyrm_extension wyrm_banded_extensions[] = {
    {.section = "items", .fields = item_rows},
    {.section = "weapons", .fields = gear_rows},
    {.section = "armors", .fields = gear_rows},
    {.section = NULL},
};

/* ------------------------------------------------------------------ rows of the model */

static const wyrm_field most_element[] = {
    {.name = "most",
     .kind = WYRM_KIND_TABLE,
     .greatest = WYRM_BANDED_ITEMS_MAX,
     .unit = "items",
     .summary = "the most items of a room, by depth, before density; every number from 0 to it is "
                "equally likely"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field factor_element[] = {
    {.name = "factor",
     .kind = WYRM_KIND_REAL,
     .greatest = 1000,
     .summary = "what is multiplied by this in the band"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field factors_element[] = {
    {.name = "factors",
     .kind = WYRM_KIND_MAP,
     .fields = factor_element,
     .summary = "what the weights of items of the category are multiplied by, by band"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field number_element[] = {
    {.name = "number",
     .kind = WYRM_KIND_RANGE,
     .greatest = WYRM_BANDED_ITEMS_MAX,
     .unit = "items",
     .summary = "a number of items, each in the range equally likely"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field extra_element[] = {
    {.name = "extra",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_BANDED_EXTRA_MAX,
     .fields = number_element,
     .summary = "numbers of items that are added up: those of its chests, those beside them"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field threshold_element[] = {
    {.name = "threshold",
     .kind = WYRM_KIND_INTEGER,
     .greatest = 60000,
     .unit = "rooms",
     .summary = "rooms in a row without an item of the category; 0: pity never gives one there"},
    {.kind = WYRM_KIND_END},
};

static const wyrm_field thresholds_element[] = {
    {.name = "thresholds",
     .kind = WYRM_KIND_MAP,
     .fields = threshold_element,
     .summary = "the threshold of a category, by band"},
    {.kind = WYRM_KIND_END},
};

static const char *const triggers[] = {"at", "above", NULL};
static const char *const draw_choices[] = {"weight", "uniform", NULL};

static const wyrm_field pity_rows[] = {
    {.name = "active",
     .kind = WYRM_KIND_BOOL,
     .fallback = "true",
     .summary = "whether there is pity at all"},
    {.name = "thresholds",
     .kind = WYRM_KIND_MAP,
     .greatest = WYRM_PITY_MAX,
     .fallback = "{}",
     .fields = thresholds_element,
     .summary = "After how many rooms pity gives an item, by category and band; the categories are "
                "tried in this order, and a room gets at most one.",
     .source = PITY},
    {.name = "order",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_PITY_MAX,
     .fallback = "[]",
     .fields = name_element,
     .summary = "the order of the categories where it is not that of the thresholds; those that it "
                "leaves out have no pity",
     .source = PITY},
    {.name = "trigger",
     .kind = WYRM_KIND_CHOICE,
     .choices = triggers,
     .fallback = "at",
     .summary =
         "`at`: the room whose number is the threshold gets the item; `above`: the one after "
         "it",
     .source = PITY},
    {.name = "choice",
     .kind = WYRM_KIND_CHOICE,
     .choices = draw_choices,
     .fallback = "weight",
     .summary = "how the item is drawn among those of the category that the band has: by `weight`, "
                "or each as likely as the other (`uniform`)",
     .source = PITY},
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_banded_rows[] = {
    {.name = "categories",
     .kind = WYRM_KIND_LIST,
     .greatest = WYRM_LOOT_CATEGORIES_MAX,
     .fallback = "[]",
     .fields = name_element,
     .summary =
         "The categories of items, in the order of reports; others are then mistakes. Without "
         "a list, those that items name.",
     .source = TAGS},
    {.name = "modes",
     .kind = WYRM_KIND_MAP,
     .least = 1,
     .greatest = WYRM_LOOT_MODES_MAX,
     .fallback = "{normal: [[1, 1], [2, 4]], testing: [[10, 1], [15, 4], [20, 6]]}",
     .fields = most_element,
     .summary = "how many items rooms have at most, in each mode of play",
     .source = SPAWNING},
    {.name = "mode",
     .kind = WYRM_KIND_NAME,
     .fallback = "normal",
     .summary = "the mode that is played"},
    {.name = "density",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = factor_element,
     .summary = "what the most items of a room are multiplied by, by band; 1 in a band without a "
                "row",
     .source = BANDED},
    {.name = "density_rounding",
     .kind = WYRM_KIND_CHOICE,
     .choices = wyrm_rounding_keys,
     .fallback = "random",
     .summary = "A most that is then not whole is rounded at `random`, up with the chance of its "
                "fraction; or its fraction is cut off (`truncate`), and it is at least 1.",
     .source = BANDED},
    {.name = "factors",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = factors_element,
     .summary = "What the weights of items are multiplied by, by category and band: 1 in a band "
                "without a row; an item of several categories gets the factors of all.",
     .source = BANDED},
    {.name = "extra",
     .kind = WYRM_KIND_MAP,
     .fallback = "{}",
     .fields = extra_element,
     .summary =
         "Items that rooms of a role have besides, drawn like the others; only for roles that "
         "pity skips."},
    {.name = "pity",
     .kind = WYRM_KIND_RECORD,
     .fields = pity_rows,
     .summary = "what is given after rooms without an item of a category; which rooms it skips is "
                "said by `room_roles`",
     .source = PITY},
    {.kind = WYRM_KIND_END},
};

/* ------------------------------------------------------------------ how many items */

static wyrm_status read_modes(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                              wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *modes = wyrm_value_get(parameters, "modes");
    const wyrm_value *chosen = wyrm_value_get(parameters, "mode");
    size_t count = wyrm_value_count(modes);
    bool known = false;
    for (size_t i = 0; i < count; i++) {
        state->modes[i] = wyrm_value_key(modes, i);
        state->most[i] = wyrm_value_item(modes, i);
        if (strcmp(state->modes[i], wyrm_value_text(chosen)) != 0)
            continue;
        state->facts.mode = i;
        known = true;
    }
    state->facts.modes = state->modes;
    state->facts.mode_count = count;
    return known ? WYRM_OK
                 : banded_fail_unknown(ruleset, chosen, errors, "mode of loot",
                                       wyrm_value_text(chosen), state->modes, count);
}

static wyrm_status read_density(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *density = wyrm_value_get(parameters, "density");
    for (size_t i = 0; i < state->bands.count; i++) {
        const wyrm_value *here = wyrm_value_get(density, state->bands.bands[i].name);
        state->by_band[i].density = here ? wyrm_value_real(here) : 1;
    }
    state->rounding =
        (wyrm_rounding)wyrm_value_choice(wyrm_value_get(parameters, "density_rounding"));
    return banded_check_bands(ruleset, state, density, errors);
}

static wyrm_status read_extra_of(const wyrm_ruleset *ruleset, const wyrm_value *list,
                                 const char *key, wyrm_banded *state, wyrm_errors *errors)
{
    const char *names[WYRM_ROOM_ROLE_COUNT];
    for (int i = 0; i < WYRM_ROOM_ROLE_COUNT; i++)
        names[i] = wyrm_room_role_key((wyrm_room_role)i);
    wyrm_room_kind kind = {0};
    if (!wyrm_room_role_find(key, &kind.role))
        return banded_fail_unknown(ruleset, list, errors, "role of rooms", key, names,
                                   WYRM_ROOM_ROLE_COUNT);
    if (wyrm_room_has_pity(&state->roles, &kind))
        return wyrm_value_fail(ruleset, list, errors, NULL,
                               "rooms of the role '%s' cannot have extra items: pity works in them",
                               key);
    wyrm_banded_extra *extra = &state->extra[kind.role];
    extra->count = wyrm_value_count(list);
    for (size_t i = 0; i < extra->count; i++) {
        extra->least[i] = (int32_t)wyrm_value_low(wyrm_value_item(list, i));
        extra->most[i] = (int32_t)wyrm_value_high(wyrm_value_item(list, i));
    }
    return WYRM_OK;
}

/* The most items of a room at a depth in a mode. */
static double most_at(const wyrm_banded *state, size_t mode, int32_t depth)
{
    return wyrm_value_at_depth(state->most[mode], depth) *
           state->by_band[wyrm_bands_at(&state->bands, depth)].density;
}

/* Tables change where they have a row, density where a band begins: the greatest most in a mode is
 * one of those. */
static double greatest_most(const wyrm_banded *state, size_t mode)
{
    const wyrm_depth_row *rows = wyrm_value_rows(state->most[mode]);
    size_t count = rows ? wyrm_value_count(state->most[mode]) : 0;
    double greatest = most_at(state, mode, 1);
    for (size_t i = 0; i < count; i++)
        greatest = fmax(greatest, most_at(state, mode, rows[i].from_depth));
    for (size_t i = 0; i < state->bands.count; i++)
        greatest = fmax(greatest, most_at(state, mode, state->bands.bands[i].first_depth));
    return greatest;
}

static wyrm_status check_most(const wyrm_ruleset *ruleset, const wyrm_banded *state,
                              wyrm_errors *errors)
{
    double extra = 0;
    wyrm_status status = WYRM_OK;
    for (size_t role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        double sum = 0;
        for (size_t i = 0; i < state->extra[role].count; i++)
            sum += state->extra[role].most[i];
        extra = fmax(extra, sum);
    }
    for (size_t mode = 0; mode < state->facts.mode_count; mode++) {
        double most = ceil(greatest_most(state, mode)) + extra;
        if (most > WYRM_BANDED_ITEMS_MAX)
            status = wyrm_value_fail(ruleset, state->most[mode], errors, NULL,
                                     "a room could have %g items in the mode '%s', with density "
                                     "and extra ones: at most %d have a place",
                                     most, state->modes[mode], WYRM_BANDED_ITEMS_MAX);
    }
    return status;
}

static wyrm_status read_numbers(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                                wyrm_banded *state, wyrm_errors *errors)
{
    const wyrm_value *extra = wyrm_value_get(parameters, "extra");
    wyrm_status status = read_modes(ruleset, parameters, state, errors);
    note(read_density(ruleset, parameters, state, errors), &status);
    for (size_t i = 0; i < wyrm_value_count(extra); i++)
        note(read_extra_of(ruleset, wyrm_value_item(extra, i), wyrm_value_key(extra, i), state,
                           errors),
             &status);
    note(check_most(ruleset, state, errors), &status);
    return status;
}

/* ------------------------------------------------------------------ all of it */

wyrm_status wyrm_banded_read(const wyrm_ruleset *ruleset, const wyrm_value *parameters,
                             wyrm_banded *state, wyrm_errors *errors)
{
    wyrm_status kinds = wyrm_kinds_read(ruleset, &state->kinds, errors);
    wyrm_status status = wyrm_bands_read(ruleset, &state->bands, errors);
    if (kinds == WYRM_ERROR_MEMORY || status != WYRM_OK)
        return kinds == WYRM_ERROR_MEMORY ? kinds : status;
    if (state->bands.count == 0)
        return wyrm_value_fail(ruleset, parameters, errors, "add a section `bands`",
                               "loot goes by bands of depths, and the ruleset has none");
    status = kinds;
    state->roles = wyrm_room_rules_read(ruleset);
    note(read_numbers(ruleset, parameters, state, errors), &status);
    wyrm_status categories = banded_read_categories(ruleset, parameters, state, errors);
    note(categories, &status);
    if (categories != WYRM_OK)
        return status;
    note(read_pity(ruleset, wyrm_value_get(parameters, "pity"), state, errors), &status);
    note(read_weights(ruleset, parameters, state, errors), &status);
    return status;
}

void wyrm_banded_release(wyrm_banded *state)
{
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++) {
        wyrm_banded_band *here = &state->by_band[band];
        wyrm_pmf_free(here->found);
        wyrm_alias_free(here->draw);
        for (size_t i = 0; i < WYRM_PITY_MAX; i++) {
            wyrm_pmf_free(here->given[i]);
            wyrm_alias_free(here->give[i]);
        }
    }
    wyrm_kinds_release(&state->kinds);
    wyrm_free(state->kind_categories);
}
