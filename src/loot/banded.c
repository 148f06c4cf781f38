/* Loot by bands of depths: items by weight in every room, thinned by the density of its band and
 * shifted by factors of categories, with pity after bad luck (Catacombs of YARL, "How Spawning
 * Works").
 *
 * What can be found in a band, and what pity can give there, are distributions that are made when
 * the ruleset is read; a room then draws a number of items, and each of them.
 */
#include "loot/internal.h"

#include <string.h>

/* Limit of the items of a room by chance: one place is left for what pity gives. */
#define ITEMS_MAX          (WYRM_ROOM_ITEMS_MAX - 1)
#define EXTRA_MAX          4
#define CATEGORIES_OF_ITEM 16

/* Kinds in proportion to their weights: as a pmf, and as a table to draw from; NULL: there are
 * none. */
typedef struct choice {
    wyrm_pmf *pmf;
    wyrm_alias *alias;
} choice;

/* What can be found in a band. */
typedef struct band {
    double density;
    choice found;
    choice given[WYRM_PITY_MAX]; /* by pity category */
    unsigned can_give;
} band;

typedef struct banded {
    loot_kinds kinds;
    wyrm_bands bands;
    wyrm_room_rules roles;
    loot_rounding rounding;
    const wyrm_value *most[WYRM_LOOT_MODES_MAX]; /* by mode: items of a room, by depth */
    const char *modes[WYRM_LOOT_MODES_MAX];
    size_t mode_count, mode; /* modes; the one that holds if none is named */
    const char *categories[WYRM_LOOT_CATEGORIES_MAX];
    size_t category_count;
    uint64_t *kind_categories;
    wyrm_pity_rules pity;
    size_t pity_categories[WYRM_PITY_MAX];
    /* Extra items in the rooms of a role: the sum of these amounts. */
    const wyrm_amount *extra[WYRM_ROOM_ROLE_COUNT][EXTRA_MAX];
    size_t extra_count[WYRM_ROOM_ROLE_COUNT];
    band by_band[WYRM_BANDS_MAX];
} banded;

/* ---- rows ---- */

#define SPAWNING "Catacombs of YARL, \"How Spawning Works\""
#define BANDED   "Catacombs of YARL, \"Band Multipliers\""
#define TAGS     "Catacombs of YARL, \"Loot Tags\""
#define PITY     "Catacombs of YARL, \"Pity System\""

static const wyrm_field name_element[] =
    WYRM_ELEMENT("category", NAME, .summary = "the name of a category");

#define CATEGORIES_ROW                                                                             \
    WYRM_ROW("categories", LIST, .greatest = CATEGORIES_OF_ITEM, .default_value = "[]",            \
             .fields = name_element, .source = TAGS,                                               \
             .summary = "categories that factors, pity and figures go by")
#define BANDS_ROW                                                                                  \
    WYRM_ROW("bands", RANGE, .least = 1, .greatest = WYRM_BANDS_MAX, .source = TAGS,               \
             .summary = "first and last band it is found in, by number from 1, else all")

static const wyrm_field item_rows[] = {CATEGORIES_ROW, BANDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field gear_rows[] = {
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = "0", .source = TAGS,
             .summary = "how likely it is beside all else; one number, which bands and factors "
                        "change; 0: it does not lie about"),
    CATEGORIES_ROW,
    BANDS_ROW,
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {
    {"items", item_rows}, {"weapons", gear_rows}, {"armors", gear_rows}, {NULL, NULL}};

static const wyrm_field most_element[] =
    WYRM_ELEMENT("most", TABLE, .greatest = ITEMS_MAX, .unit = "items",
                 .summary = "the most of a room, by depth, before density; each number from 0 is "
                            "as likely");
static const wyrm_field factor_element[] =
    WYRM_ELEMENT("factor", REAL, .greatest = 1000, .summary = "factor in the band");
static const wyrm_field factors_element[] =
    WYRM_ELEMENT("factors", MAP, .fields = factor_element,
                 .summary = "what the weights of items of the category are multiplied by, by band");
static const wyrm_field number_element[] =
    WYRM_ELEMENT("number", AMOUNT, .ranged = true, .greatest = ITEMS_MAX, .unit = "items",
                 .summary = "a number of items");
static const wyrm_field extra_element[] =
    WYRM_ELEMENT("extra", LIST, .greatest = EXTRA_MAX, .fields = number_element,
                 .summary = "numbers that are added up; those of its chests, those beside them");
static const wyrm_field threshold_element[] =
    WYRM_ELEMENT("threshold", INTEGER, .greatest = 60000, .unit = "rooms",
                 .summary = "rooms in a row without one, 0: never");
static const wyrm_field thresholds_element[] =
    WYRM_ELEMENT("thresholds", MAP, .fields = threshold_element,
                 .summary = "the threshold of a category, by band");

enum { ABOVE = 1, UNIFORM = 1 }; /* the second choices of `trigger` and of `choice` */
static const char *const triggers[] = {"at", "above", NULL};
static const char *const draw_choices[] = {"weight", "uniform", NULL};

static const wyrm_field pity_rows[] = {
    WYRM_ROW("active", BOOL, .default_value = "true", .summary = "there is pity"),
    WYRM_ROW("thresholds", MAP, .greatest = WYRM_PITY_MAX, .default_value = "{}",
             .fields = thresholds_element, .source = PITY,
             .summary = "after how many rooms pity gives an item, by category and band; tried in "
                        "this order, at most one a room"),
    WYRM_ROW("order", LIST, .greatest = WYRM_PITY_MAX, .default_value = "[]",
             .fields = name_element, .source = PITY,
             .summary = "order of categories, else that of thresholds; those that it leaves out "
                        "have no pity"),
    WYRM_ROW("trigger", CHOICE, .choices = triggers, .default_value = "at", .source = PITY,
             .summary = "`at`, the room whose number is the threshold gets the item, or `above`, "
                        "the one after"),
    WYRM_ROW("choice", CHOICE, .choices = draw_choices, .default_value = "weight", .source = PITY,
             .summary = "how the item is drawn: by `weight`, or each as likely (`uniform`); of "
                        "those of the category that the band has"),
    {.kind = WYRM_KIND_END},
};

/* In the order of loot_rounding. */
static const char *const roundings[] = {"random", "truncate", NULL};

static const wyrm_field banded_rows[] = {
    WYRM_ROW("categories", LIST, .greatest = WYRM_LOOT_CATEGORIES_MAX, .default_value = "[]",
             .fields = name_element, .source = TAGS,
             .summary = "categories of items, else those that items name; in the order of reports; "
                        "others are mistakes"),
    WYRM_ROW("modes", MAP, .least = 1, .greatest = WYRM_LOOT_MODES_MAX,
             .default_value = "{normal: [[1, 1], [2, 4]], testing: [[10, 1], [15, 4], [20, 6]]}",
             .fields = most_element, .source = SPAWNING,
             .summary = "the most items of rooms, by mode of play"),
    WYRM_ROW("mode", NAME, .default_value = "normal", .summary = "the mode that is played"),
    WYRM_ROW("density", MAP, .default_value = "{}", .fields = factor_element, .source = BANDED,
             .summary = "factor of the most items of a room, by band, else 1"),
    WYRM_ROW("density_rounding", CHOICE, .choices = roundings, .default_value = "random",
             .source = BANDED,
             .summary =
                 "a most that is not whole is rounded at `random` by its fraction or cut off "
                 "(`truncate`, to at least 1)"),
    WYRM_ROW("factors", MAP, .default_value = "{}", .fields = factors_element, .source = BANDED,
             .summary =
                 "factors of items' weights by category and band, else 1; an item of several gets "
                 "all"),
    WYRM_ROW("extra", MAP, .default_value = "{}", .fields = extra_element,
             .summary = "further items of rooms by role, drawn like the others; only for roles "
                        "that pity skips"),
    WYRM_ROW("pity", RECORD, .fields = pity_rows, .source = PITY,
             .summary =
                 "what is given after rooms without an item of a category; it counts anew for that "
                 "one alone; `room_roles` says which rooms it skips"),
    {.kind = WYRM_KIND_END},
};

/* ---- reading ---- */

/* Reports keys of a map by band that are no bands. */
static void check_bands(rs_opening *o, const banded *state, const wyrm_value *map)
{
    const wyrm_bands *bands = &state->bands;
    const char *names[WYRM_BANDS_MAX];
    for (size_t i = 0; i < bands->count; i++)
        names[i] = bands->bands[i].name;
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const char *key = wyrm_value_key(map, i);
        if (wyrm_bands_find(bands, key) < 0)
            rs_error_name(o, wyrm_value_item(map, i), names, bands->count, key,
                          "no band is called '%s'", key);
    }
}

/* Returns the index of a category, or -1. */
static int find_category(const banded *state, const char *name)
{
    const size_t at = base_find_word(state->categories, state->category_count, name);
    return at < state->category_count ? (int)at : -1;
}

/* The same; -1 is reported as a fault of `value`. */
static int must_find_category(rs_opening *o, const banded *state, const wyrm_value *value,
                              const char *name)
{
    int index = find_category(state, name);
    if (index < 0)
        rs_error_name(o, value, state->categories, state->category_count, name,
                      "no category of items is called '%s'", name);
    return index;
}

/* ---- how many items ---- */

static void read_extra(rs_opening *o, banded *state, const wyrm_value *list, const char *key)
{
    wyrm_room_kind kind = {0};
    if (!wyrm_room_role_find(key, &kind.role)) {
        const char *names[WYRM_ROOM_ROLE_COUNT];
        for (int i = 0; i < WYRM_ROOM_ROLE_COUNT; i++)
            names[i] = wyrm_room_role_key((wyrm_room_role)i);
        rs_error_name(o, list, names, WYRM_ROOM_ROLE_COUNT, key, "no role of rooms is called '%s'",
                      key);
        return;
    }
    if (wyrm_room_has_pity(&state->roles, &kind)) {
        rs_error(o, list, NULL,
                 "rooms of the role '%s' cannot have extra items: pity works in them", key);
        return;
    }
    state->extra_count[kind.role] = wyrm_value_count(list);
    for (size_t i = 0; i < state->extra_count[kind.role]; i++)
        state->extra[kind.role][i] = wyrm_value_amount(wyrm_value_item(list, i));
}

/* Returns the most items of a room at a depth in a mode, thinned by the density of its band. */
static double most_at(const banded *state, size_t mode, int32_t depth)
{
    return wyrm_value_at_depth(state->most[mode], depth) *
           state->by_band[wyrm_bands_at(&state->bands, depth)].density;
}

/* Checks that all items of a room find a place. Tables change where they have a row, density where
 * a band begins: the greatest maximum in a mode is at one of those depths. */
static void check_most(rs_opening *o, const banded *state)
{
    double extra = 0;
    for (size_t role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        double sum = 0;
        for (size_t i = 0; i < state->extra_count[role]; i++)
            sum += (double)state->extra[role][i]->most;
        extra = fmax(extra, sum);
    }
    for (size_t mode = 0; mode < state->mode_count; mode++) {
        const wyrm_depth_row *rows = wyrm_value_rows(state->most[mode]);
        double greatest = most_at(state, mode, 1);
        for (size_t i = 0; rows && i < wyrm_value_count(state->most[mode]); i++)
            greatest = fmax(greatest, most_at(state, mode, rows[i].from_depth));
        for (size_t i = 0; i < state->bands.count; i++)
            greatest = fmax(greatest, most_at(state, mode, state->bands.bands[i].first_depth));
        double most = ceil(greatest) + extra;
        if (most > ITEMS_MAX)
            rs_error(o, state->most[mode], NULL,
                     "a room could have %g items in the mode '%s', with density and extra ones: "
                     "at most %d have a place",
                     most, state->modes[mode], ITEMS_MAX);
    }
}

/* ---- categories ---- */

/* Reads the categories of the list, or, if there is none, all that items name, as they are met. */
static void read_categories(rs_opening *o, banded *state)
{
    const wyrm_value *list = wyrm_value_get(o->section, "categories");
    const bool grows = wyrm_value_count(list) == 0;
    state->kind_categories = base_array(o->arena, uint64_t, state->kinds.count);
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(list, i));
        if (find_category(state, name) < 0)
            state->categories[state->category_count++] = name;
        else
            rs_error(o, wyrm_value_item(list, i), NULL, "the category '%s' is listed twice", name);
    }
    for (size_t k = 0; k < state->kinds.count; k++) {
        const wyrm_value *own = wyrm_value_get(state->kinds.rows[k].record, "categories");
        for (size_t i = 0; i < wyrm_value_count(own); i++) {
            const wyrm_value *value = wyrm_value_item(own, i);
            const char *name = wyrm_value_text(value);
            if (grows && find_category(state, name) < 0) {
                if (state->category_count == WYRM_LOOT_CATEGORIES_MAX) {
                    rs_error(o, value, NULL, "items have more than %d categories",
                             WYRM_LOOT_CATEGORIES_MAX);
                    continue;
                }
                state->categories[state->category_count++] = name;
            }
            int index = must_find_category(o, state, value, name);
            if (index >= 0)
                state->kind_categories[k] |= UINT64_C(1) << index;
        }
    }
}

/* ---- pity (Catacombs of YARL, "Band-Based Thresholds") ---- */

/* Reads the rules of pity: in the order of the thresholds, or of the list `order`. */
static void read_pity(rs_opening *o, banded *state, const wyrm_value *pity)
{
    const wyrm_value *thresholds = wyrm_value_get(pity, "thresholds");
    const wyrm_value *order = wyrm_value_get(pity, "order");
    const bool listed = wyrm_value_count(order) > 0;
    wyrm_pity_rules *rules = &state->pity;
    rules->above = key_choice(pity, "trigger") == ABOVE;
    for (size_t i = 0; i < wyrm_value_count(listed ? order : thresholds); i++) {
        const wyrm_value *value = wyrm_value_item(listed ? order : thresholds, i);
        const char *name = listed ? wyrm_value_text(value) : wyrm_value_key(thresholds, i);
        const wyrm_value *own = wyrm_value_get(thresholds, name);
        bool again = false;
        for (size_t j = 0; j < rules->count; j++)
            again = again || strcmp(rules->names[j], name) == 0;
        if (again) {
            rs_error(o, value, NULL, "'%s' is in the order of pity twice", name);
            continue;
        }
        int category = must_find_category(o, state, value, name);
        if (category >= 0 && !own)
            rs_error(o, value, NULL, "'%s' has no thresholds of pity", name);
        if (category < 0 || !own)
            continue;
        size_t index = rules->count++;
        rules->names[index] = state->categories[category];
        state->pity_categories[index] = (size_t)category;
        for (size_t b = 0; b < state->bands.count; b++)
            rules->thresholds[b][index] = (uint16_t)key_whole(own, state->bands.bands[b].name);
    }
    /* Thresholds that the order leaves out have names, too. */
    for (size_t i = 0; i < wyrm_value_count(thresholds); i++) {
        const wyrm_value *own = wyrm_value_item(thresholds, i);
        if (listed)
            must_find_category(o, state, own, wyrm_value_key(thresholds, i));
        check_bands(o, state, own);
    }
}

/* ---- weights ---- */

/* The factors of one category, by band. */
typedef double factors[WYRM_BANDS_MAX];

/* Steps 3 and 4 of the source: returns the weight of a kind in a band. */
static double weight_of_kind(const banded *state, factors *by_category, size_t kind, size_t number)
{
    const wyrm_value *record = state->kinds.rows[kind].record;
    const wyrm_value *bands = wyrm_value_get(record, "bands");
    double nth = (double)number + 1;
    if (bands && (nth < wyrm_value_low(bands) || nth > wyrm_value_high(bands)))
        return 0;
    double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), 1);
    for (size_t c = 0; c < state->category_count; c++)
        if (state->kind_categories[kind] >> c & 1u)
            weight *= by_category[c][number];
    return weight;
}

/* Makes a choice of kinds by weight; it has neither pmf nor table if nothing has a weight. */
static choice choice_of(base_arena *arena, const wyrm_weighted *pairs, size_t count)
{
    choice out = {NULL, NULL};
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || pairs[i].weight > 0;
    if (!any)
        return out;
    out.pmf = base_pmf_of(arena, pairs, count);
    base_must(arena, wyrm_alias_new(out.pmf, &out.alias, &arena->error));
    base_keep(arena, out.alias, wyrm_alias_free);
    return out;
}

/* Reads factors and weights, and makes the choices of each band: all kinds, and for each pity
 * category those in it, by weight or each equally likely. */
static void read_weights(rs_opening *o, banded *state, const wyrm_value *pity)
{
    const size_t count = state->kinds.count;
    const wyrm_value *map = wyrm_value_get(o->section, "factors");
    factors *by_category = base_take(o->arena, WYRM_LOOT_CATEGORIES_MAX, sizeof *by_category);
    for (size_t c = 0; c < WYRM_LOOT_CATEGORIES_MAX; c++)
        for (size_t b = 0; b < WYRM_BANDS_MAX; b++)
            by_category[c][b] = 1;
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *own = wyrm_value_item(map, i);
        int category = must_find_category(o, state, own, wyrm_value_key(map, i));
        if (category >= 0)
            check_bands(o, state, own);
        for (size_t b = 0; b < state->bands.count && category >= 0; b++)
            if (wyrm_value_get(own, state->bands.bands[b].name))
                by_category[category][b] = key_real(own, state->bands.bands[b].name);
    }
    wyrm_weighted *pairs = base_array(o->arena, wyrm_weighted, count);
    for (size_t k = 0; k < count; k++) {
        const wyrm_item_kind *kind = &state->kinds.rows[k];
        const wyrm_value *weight = wyrm_value_get(kind->record, "weight");
        const wyrm_value *bands = wyrm_value_get(kind->record, "bands");
        const wyrm_depth_row *rows = wyrm_value_rows(weight);
        if (rows && (wyrm_value_count(weight) > 1 || rows[0].from_depth > 1))
            rs_error(o, weight, "bands and factors change it",
                     "the weight of '%s' is one number here: it does not change with depth",
                     kind->name);
        if (wyrm_value_high(bands) > (double)state->bands.count)
            rs_error(o, bands, NULL, "'%s' is found in band %g, and there are %zu bands",
                     kind->name, wyrm_value_high(bands), state->bands.count);
    }
    for (size_t b = 0; b < state->bands.count && !o->faulty; b++) {
        band *here = &state->by_band[b];
        for (size_t k = 0; k < count; k++)
            pairs[k] = (wyrm_weighted){(int64_t)k, weight_of_kind(state, by_category, k, b)};
        here->found = choice_of(o->arena, pairs, count);
        for (size_t i = 0; i < state->pity.count; i++) {
            for (size_t k = 0; k < count; k++) {
                bool has = state->kind_categories[k] >> state->pity_categories[i] & 1u;
                double weight = has ? weight_of_kind(state, by_category, k, b) : 0;
                pairs[k].weight = weight > 0 && key_choice(pity, "choice") == UNIFORM ? 1 : weight;
            }
            here->given[i] = choice_of(o->arena, pairs, count);
            here->can_give |= here->given[i].pmf ? 1u << i : 0;
        }
    }
}

static void make(rs_opening *o, loot_made *out)
{
    banded *state = out->state = base_new(o->arena, banded);
    const wyrm_value *pity = wyrm_value_get(o->section, "pity");
    const wyrm_value *density = wyrm_value_get(o->section, "density");
    const wyrm_value *extra = wyrm_value_get(o->section, "extra");
    const wyrm_value *modes = wyrm_value_get(o->section, "modes");
    const char *chosen = key_text(o->section, "mode");
    bool bands = wyrm_bands_read(o->ruleset, &state->bands, o->errors) == WYRM_OK;
    if (bands && state->bands.count == 0)
        rs_error(o, o->section, "add a section `bands`",
                 "loot goes by bands of depths, and the ruleset has none");
    o->faulty = o->faulty || !bands;
    if (state->bands.count == 0)
        return;
    state->kinds = out->kinds;
    state->rounding = (loot_rounding)key_choice(o->section, "density_rounding");
    state->roles = wyrm_room_rules_read(o->ruleset);
    state->mode_count = state->mode = wyrm_value_count(modes);
    for (size_t i = 0; i < state->mode_count; i++) {
        state->modes[i] = wyrm_value_key(modes, i);
        state->most[i] = wyrm_value_item(modes, i);
        if (strcmp(state->modes[i], chosen) == 0)
            state->mode = i;
    }
    if (state->mode == state->mode_count)
        rs_error_name(o, wyrm_value_get(o->section, "mode"), state->modes, state->mode_count,
                      chosen, "no mode of loot is called '%s'", chosen);
    for (size_t i = 0; i < state->bands.count; i++) {
        const char *name = state->bands.bands[i].name;
        state->by_band[i].density = wyrm_value_get(density, name) ? key_real(density, name) : 1;
    }
    check_bands(o, state, density);
    for (size_t i = 0; i < wyrm_value_count(extra); i++)
        read_extra(o, state, wyrm_value_item(extra, i), wyrm_value_key(extra, i));
    check_most(o, state);
    read_categories(o, state);
    read_pity(o, state, pity);
    read_weights(o, state, pity);
    out->roles = &state->roles;
    out->facts = (wyrm_loot_facts){.mode_count = state->mode_count,
                                   .modes = state->modes,
                                   .mode = state->mode,
                                   .category_count = state->category_count,
                                   .categories = state->categories,
                                   .kind_categories = state->kind_categories};
    memcpy(out->facts.pity_categories, state->pity_categories, sizeof state->pity_categories);
    if (state->pity.count > 0 && key_flag(pity, "active"))
        out->facts.pity = &state->pity;
}

/* ---- a room ---- */

static void enter_room(loot_draw *draw)
{
    const banded *state = draw->state;
    draw->band = wyrm_bands_at(&state->bands, draw->context->depth);
    draw->can_give = state->by_band[draw->band].can_give;
}

int64_t loot_item_number(rule_draws *r, const void *context)
{
    const loot_item_most *of = context;
    if (!(of->most > 0))
        return 0;
    double most = fmin(of->most, WYRM_ROOM_ITEMS_MAX);
    int64_t whole = of->rounding == LOOT_ROUNDING_TRUNCATE ? (int64_t)fmax(floor(most), 1)
                                                           : rule_round(r, "most items", most);
    return rule_between(r, "items", 0, whole);
}

/* Steps 1, 2 and 5: the most items of a room, by mode and depth, thinned; then their number, which
 * is drawn even if nothing can be found. A depth below 1 counts as 1, as for bands. */
static int64_t number(rule_draws *r, const void *context)
{
    const loot_draw *of = context;
    const banded *state = of->state;
    int32_t mode = of->context->mode, depth = of->context->depth;
    bool named = mode > 0 && (size_t)mode <= state->mode_count;
    unsigned role = (unsigned)of->context->kind.role;
    const loot_item_most most = {
        .most = most_at(state, named ? (size_t)mode - 1 : state->mode, depth > 1 ? depth : 1),
        .rounding = state->rounding};
    int64_t count = loot_item_number(r, &most);
    if (role < WYRM_ROOM_ROLE_COUNT && state->extra_count[role] > 0)
        count += rule_sum(r, "extra items", state->extra[role], state->extra_count[role]);
    return state->by_band[of->band].found.pmf ? count : 0;
}

static int64_t draw_from(rule_draws *r, const choice *of)
{
    return of->pmf ? rule_amount(r, "item", of->pmf, of->alias) : -1;
}

static int64_t kind(rule_draws *r, const void *context)
{
    const loot_draw *of = context;
    return draw_from(r, &((const banded *)of->state)->by_band[of->band].found);
}

/* Step 6: the item that pity gives. */
static int64_t pity_kind(rule_draws *r, const void *context)
{
    const loot_draw *of = context;
    return draw_from(r, &((const banded *)of->state)->by_band[of->band].given[of->category]);
}

const loot_model loot_banded_model = {
    .model = {.name = "banded",
              .summary = "items by weight in every room, thinned and shifted by bands, with pity",
              .parameters = banded_rows,
              .extensions = extensions},
    .make = make,
    .enter = enter_room,
    .number = number,
    .kind = kind,
    .pity_kind = pity_kind,
};
