/* Loot by bands of depths: items by weight in every room, thinned by the density of its band and
 * shifted by factors of categories, with pity after bad luck (Catacombs of YARL, "How Spawning
 * Works").
 *
 * What can be found in a band, and what pity can give there, are distributions that are made when
 * the ruleset is read; a room then draws their number and each of them.
 */
#include "loot/internal.h"

#include <math.h>
#include <string.h>

#include "ruleset/internal.h"

/* The most items of a room by chance: one place is left for what pity gives. */
#define ITEMS_MAX          (WYRM_ROOM_ITEMS_MAX - 1)
#define EXTRA_MAX          4
#define CATEGORIES_OF_ITEM 16

/* Kinds in proportion to their weights, to be told and to be drawn from; NULL: there are none. */
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
    wyrm_bands bands;
    wyrm_room_rules roles;
    wyrm_rounding rounding;
    const wyrm_value *most[WYRM_LOOT_MODES_MAX]; /* items of a room, by depth, in each mode */
    const char *modes[WYRM_LOOT_MODES_MAX];
    size_t mode_count, mode; /* the one that holds where none is named */
    const char *categories[WYRM_LOOT_CATEGORIES_MAX];
    size_t category_count;
    uint64_t *kind_categories;
    wyrm_pity_rules pity;
    size_t pity_categories[WYRM_PITY_MAX];
    /* Items that rooms of a role have besides: the sum of so many numbers. */
    rule_range extra[WYRM_ROOM_ROLE_COUNT][EXTRA_MAX];
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
    WYRM_ROW("categories", LIST, .greatest = CATEGORIES_OF_ITEM, .fallback = "[]",                 \
             .fields = name_element, .source = TAGS,                                               \
             .summary = "what it is good for: categories that factors, pity and figures go by")
#define BANDS_ROW                                                                                  \
    WYRM_ROW("bands", RANGE, .least = 1, .greatest = WYRM_BANDS_MAX, .source = TAGS,               \
             .summary = "The first and the last band it is found in, by their numbers from 1; "    \
                        "without it, all.")

static const wyrm_field item_rows[] = {CATEGORIES_ROW, BANDS_ROW, {.kind = WYRM_KIND_END}};
static const wyrm_field gear_rows[] = {
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .fallback = "0", .source = TAGS,
             .summary =
                 "how likely it is found beside everything else: one number, which bands and "
                 "factors change; 0: it does not lie about"),
    CATEGORIES_ROW,
    BANDS_ROW,
    {.kind = WYRM_KIND_END},
};

static const wyrm_extension extensions[] = {
    {.section = "items", .fields = item_rows},
    {.section = "weapons", .fields = gear_rows},
    {.section = "armors", .fields = gear_rows},
    {.section = NULL},
};

static const wyrm_field most_element[] = WYRM_ELEMENT(
    "most", TABLE, .greatest = ITEMS_MAX, .unit = "items",
    .summary = "the most items of a room, by depth, before density; every number from 0 to "
               "it is equally likely");
static const wyrm_field factor_element[] = WYRM_ELEMENT(
    "factor", REAL, .greatest = 1000, .summary = "what is multiplied by this in the band");
static const wyrm_field factors_element[] =
    WYRM_ELEMENT("factors", MAP, .fields = factor_element,
                 .summary = "what the weights of items of the category are multiplied by, by band");
static const wyrm_field number_element[] =
    WYRM_ELEMENT("number", RANGE, .greatest = ITEMS_MAX, .unit = "items",
                 .summary = "a number of items, each in the range equally likely");
static const wyrm_field extra_element[] =
    WYRM_ELEMENT("extra", LIST, .greatest = EXTRA_MAX, .fields = number_element,
                 .summary = "numbers of items that are added up: those of its chests, those beside "
                            "them");
static const wyrm_field threshold_element[] = WYRM_ELEMENT(
    "threshold", INTEGER, .greatest = 60000, .unit = "rooms",
    .summary = "rooms in a row without an item of the category; 0: pity never gives one "
               "there");
static const wyrm_field thresholds_element[] =
    WYRM_ELEMENT("thresholds", MAP, .fields = threshold_element,
                 .summary = "the threshold of a category, by band");

enum { ABOVE = 1, UNIFORM = 1 }; /* the choices of trigger and of choice that are not the first */
static const char *const triggers[] = {"at", "above", NULL};
static const char *const draw_choices[] = {"weight", "uniform", NULL};

static const wyrm_field pity_rows[] = {
    WYRM_ROW("active", BOOL, .fallback = "true", .summary = "whether there is pity at all"),
    WYRM_ROW("thresholds", MAP, .greatest = WYRM_PITY_MAX, .fallback = "{}",
             .fields = thresholds_element, .source = PITY,
             .summary = "After how many rooms pity gives an item, by category and band; the "
                        "categories are tried in this order, and a room gets at most one."),
    WYRM_ROW("order", LIST, .greatest = WYRM_PITY_MAX, .fallback = "[]", .fields = name_element,
             .source = PITY,
             .summary = "the order of the categories where it is not that of the thresholds; those "
                        "that it leaves out have no pity"),
    WYRM_ROW("trigger", CHOICE, .choices = triggers, .fallback = "at", .source = PITY,
             .summary = "`at`: the room whose number is the threshold gets the item; `above`: the "
                        "one after it"),
    WYRM_ROW("choice", CHOICE, .choices = draw_choices, .fallback = "weight", .source = PITY,
             .summary = "how the item is drawn among those of the category that the band has: by "
                        "`weight`, or each as likely as the other (`uniform`)"),
    {.kind = WYRM_KIND_END},
};

const char *const wyrm_rounding_keys[WYRM_ROUNDING_COUNT + 1] = {
#define KEY(name, key) key,
    WYRM_ROUNDING_ROWS(KEY)
#undef KEY
        NULL};

static const wyrm_field banded_rows[] = {
    WYRM_ROW("categories", LIST, .greatest = WYRM_LOOT_CATEGORIES_MAX, .fallback = "[]",
             .fields = name_element, .source = TAGS,
             .summary = "The categories of items, in the order of reports; others are then "
                        "mistakes. Without a list, those that items name."),
    WYRM_ROW("modes", MAP, .least = 1, .greatest = WYRM_LOOT_MODES_MAX,
             .fallback = "{normal: [[1, 1], [2, 4]], testing: [[10, 1], [15, 4], [20, 6]]}",
             .fields = most_element, .source = SPAWNING,
             .summary = "how many items rooms have at most, in each mode of play"),
    WYRM_ROW("mode", NAME, .fallback = "normal", .summary = "the mode that is played"),
    WYRM_ROW("density", MAP, .fallback = "{}", .fields = factor_element, .source = BANDED,
             .summary = "what the most items of a room are multiplied by, by band; 1 in a band "
                        "without a row"),
    WYRM_ROW("density_rounding", CHOICE, .choices = wyrm_rounding_keys, .fallback = "random",
             .source = BANDED,
             .summary = "A most that is then not whole is rounded at `random`, up with the chance "
                        "of its fraction; or its fraction is cut off (`truncate`), and it is at "
                        "least 1."),
    WYRM_ROW("factors", MAP, .fallback = "{}", .fields = factors_element, .source = BANDED,
             .summary = "What the weights of items are multiplied by, by category and band: 1 in a "
                        "band without a row; an item of several categories gets the factors of "
                        "all."),
    WYRM_ROW("extra", MAP, .fallback = "{}", .fields = extra_element,
             .summary = "Items that rooms of a role have besides, drawn like the others; only for "
                        "roles that pity skips."),
    WYRM_ROW("pity", RECORD, .fields = pity_rows, .source = PITY,
             .summary = "what is given after rooms without an item of a category; which rooms it "
                        "skips is said by `room_roles`"),
    {.kind = WYRM_KIND_END},
};

/* ---- reading ---- */

/* A section while it is read. Faults are told as they are met, and all of them. */
typedef struct reader {
    wyrm_loot_making *from;
    const wyrm_ruleset *ruleset;
    wyrm_errors *errors;
    banded *state;
    wyrm_status status; /* WYRM_OK: no fault so far */
} reader;

static void fail_unknown(reader *at, const wyrm_value *value, const char *what, const char *name,
                         const char *const *candidates, size_t count)
{
    char hint[WYRM_ERROR_HINT_MAX];
    wyrm_did_you_mean(name, candidates, count, hint);
    at->status =
        wyrm_value_fail(at->ruleset, value, at->errors, hint, "no %s is called '%s'", what, name);
}

/* Every key of a map by band is a band. */
static void check_bands(reader *at, const wyrm_value *map)
{
    const wyrm_bands *bands = &at->state->bands;
    const char *names[WYRM_BANDS_MAX];
    for (size_t i = 0; i < bands->count; i++)
        names[i] = bands->bands[i].name;
    for (size_t i = 0; i < wyrm_value_count(map); i++)
        if (wyrm_bands_find(bands, wyrm_value_key(map, i)) < 0)
            fail_unknown(at, wyrm_value_item(map, i), "band", wyrm_value_key(map, i), names,
                         bands->count);
}

/* The index of a category, or -1. */
static int find_category(const banded *state, const char *name)
{
    for (size_t i = 0; i < state->category_count; i++)
        if (strcmp(state->categories[i], name) == 0)
            return (int)i;
    return -1;
}

static void fail_unknown_category(reader *at, const wyrm_value *value, const char *name)
{
    fail_unknown(at, value, "category of items", name, at->state->categories,
                 at->state->category_count);
}

/* ---- how many items ---- */

static void read_modes(reader *at, const wyrm_value *modes, const wyrm_value *chosen)
{
    banded *state = at->state;
    bool known = false;
    state->mode_count = wyrm_value_count(modes);
    for (size_t i = 0; i < state->mode_count; i++) {
        state->modes[i] = wyrm_value_key(modes, i);
        state->most[i] = wyrm_value_item(modes, i);
        if (strcmp(state->modes[i], wyrm_value_text(chosen)) != 0)
            continue;
        state->mode = i;
        known = true;
    }
    if (!known)
        fail_unknown(at, chosen, "mode of loot", wyrm_value_text(chosen), state->modes,
                     state->mode_count);
}

static void read_extra(reader *at, const wyrm_value *list, const char *key)
{
    banded *state = at->state;
    wyrm_room_kind kind = {0};
    if (!wyrm_room_role_find(key, &kind.role)) {
        const char *names[WYRM_ROOM_ROLE_COUNT];
        for (int i = 0; i < WYRM_ROOM_ROLE_COUNT; i++)
            names[i] = wyrm_room_role_key((wyrm_room_role)i);
        fail_unknown(at, list, "role of rooms", key, names, WYRM_ROOM_ROLE_COUNT);
        return;
    }
    if (wyrm_room_has_pity(&state->roles, &kind)) {
        at->status = wyrm_value_fail(at->ruleset, list, at->errors, NULL,
                                     "rooms of the role '%s' cannot have extra items: pity works "
                                     "in them",
                                     key);
        return;
    }
    size_t count = state->extra_count[kind.role] = wyrm_value_count(list);
    for (size_t i = 0; i < count; i++)
        state->extra[kind.role][i] =
            (rule_range){(int32_t)wyrm_value_low(wyrm_value_item(list, i)),
                         (int32_t)wyrm_value_high(wyrm_value_item(list, i))};
}

/* The most items of a room at a depth in a mode, thinned by the density of its band. */
static double most_at(const banded *state, size_t mode, int32_t depth)
{
    return wyrm_value_at_depth(state->most[mode], depth) *
           state->by_band[wyrm_bands_at(&state->bands, depth)].density;
}

/* All items of a room find a place. Tables change where they have a row, density where a band
 * begins: the greatest most in a mode is one of those. */
static void check_most(reader *at)
{
    const banded *state = at->state;
    double extra = 0;
    for (size_t role = 0; role < WYRM_ROOM_ROLE_COUNT; role++) {
        double sum = 0;
        for (size_t i = 0; i < state->extra_count[role]; i++)
            sum += state->extra[role][i].most;
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
            at->status = wyrm_value_fail(at->ruleset, state->most[mode], at->errors, NULL,
                                         "a room could have %g items in the mode '%s', with "
                                         "density and extra ones: at most %d have a place",
                                         most, state->modes[mode], ITEMS_MAX);
    }
}

static void read_numbers(reader *at, const wyrm_value *section)
{
    banded *state = at->state;
    const wyrm_value *density = wyrm_value_get(section, "density");
    const wyrm_value *extra = wyrm_value_get(section, "extra");
    read_modes(at, wyrm_value_get(section, "modes"), wyrm_value_get(section, "mode"));
    for (size_t i = 0; i < state->bands.count; i++) {
        const wyrm_value *here = wyrm_value_get(density, state->bands.bands[i].name);
        state->by_band[i].density = here ? wyrm_value_real(here) : 1;
    }
    state->rounding = (wyrm_rounding)wyrm_value_choice(wyrm_value_get(section, "density_rounding"));
    check_bands(at, density);
    for (size_t i = 0; i < wyrm_value_count(extra); i++)
        read_extra(at, wyrm_value_item(extra, i), wyrm_value_key(extra, i));
    check_most(at);
}

/* ---- categories ---- */

/* The categories of one kind; `grows`: those that are not known yet join the list. */
static void read_kind(reader *at, size_t kind, bool grows)
{
    banded *state = at->state;
    const wyrm_value *list = wyrm_value_get(at->from->kinds.rows[kind].record, "categories");
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *value = wyrm_value_item(list, i);
        const char *name = wyrm_value_text(value);
        int index = find_category(state, name);
        if (index < 0 && grows && state->category_count < WYRM_LOOT_CATEGORIES_MAX) {
            index = (int)state->category_count;
            state->categories[state->category_count++] = name;
        }
        if (index >= 0)
            state->kind_categories[kind] |= UINT64_C(1) << index;
        else if (grows)
            at->status =
                wyrm_value_fail(at->ruleset, value, at->errors, NULL,
                                "items have more than %d categories", WYRM_LOOT_CATEGORIES_MAX);
        else
            fail_unknown_category(at, value, name);
    }
}

static void read_categories(reader *at, const wyrm_value *list)
{
    banded *state = at->state;
    state->kind_categories = base_array(at->from->arena, uint64_t, at->from->kinds.count);
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const char *name = wyrm_value_text(wyrm_value_item(list, i));
        if (find_category(state, name) >= 0)
            at->status = wyrm_value_fail(at->ruleset, wyrm_value_item(list, i), at->errors, NULL,
                                         "the category '%s' is listed twice", name);
        else
            state->categories[state->category_count++] = name;
    }
    for (size_t i = 0; i < at->from->kinds.count; i++)
        read_kind(at, i, wyrm_value_count(list) == 0);
}

/* ---- pity (Catacombs of YARL, "Band-Based Thresholds") ---- */

/* `value` is where the name stands. */
static void add_pity(reader *at, const wyrm_value *thresholds, const wyrm_value *value,
                     const char *name)
{
    banded *state = at->state;
    const wyrm_value *own = wyrm_value_get(thresholds, name);
    int category = find_category(state, name);
    if (category < 0) {
        fail_unknown_category(at, value, name);
        return;
    }
    if (!own) {
        at->status = wyrm_value_fail(at->ruleset, value, at->errors, NULL,
                                     "'%s' has no thresholds of pity", name);
        return;
    }
    size_t index = state->pity.count++;
    state->pity.names[index] = state->categories[category];
    state->pity_categories[index] = (size_t)category;
    for (size_t i = 0; i < state->bands.count; i++)
        state->pity.thresholds[i][index] =
            (uint16_t)wyrm_value_integer(wyrm_value_get(own, state->bands.bands[i].name));
    check_bands(at, own);
}

/* In the order of the thresholds, or those of the list `order`, in its order. */
static void read_pity(reader *at, const wyrm_value *pity)
{
    banded *state = at->state;
    const wyrm_value *thresholds = wyrm_value_get(pity, "thresholds");
    const wyrm_value *order = wyrm_value_get(pity, "order");
    size_t listed = wyrm_value_count(order);
    state->pity.above = wyrm_value_choice(wyrm_value_get(pity, "trigger")) == ABOVE;
    for (size_t i = 0; i < (listed > 0 ? listed : wyrm_value_count(thresholds)); i++) {
        const wyrm_value *value = wyrm_value_item(listed > 0 ? order : thresholds, i);
        const char *name = listed > 0 ? wyrm_value_text(value) : wyrm_value_key(thresholds, i);
        bool again = false;
        for (size_t j = 0; j < state->pity.count; j++)
            again = again || strcmp(state->pity.names[j], name) == 0;
        if (again)
            at->status = wyrm_value_fail(at->ruleset, value, at->errors, NULL,
                                         "'%s' is in the order of pity twice", name);
        else
            add_pity(at, thresholds, value, name);
    }
}

/* ---- weights ---- */

/* The factor of every category in every band. */
typedef struct factors {
    double of[WYRM_LOOT_CATEGORIES_MAX][WYRM_BANDS_MAX];
} factors;

static void read_factors(reader *at, const wyrm_value *map, factors *out)
{
    const wyrm_bands *bands = &at->state->bands;
    for (size_t c = 0; c < WYRM_LOOT_CATEGORIES_MAX; c++)
        for (size_t b = 0; b < WYRM_BANDS_MAX; b++)
            out->of[c][b] = 1;
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *own = wyrm_value_item(map, i);
        int category = find_category(at->state, wyrm_value_key(map, i));
        if (category < 0) {
            fail_unknown_category(at, own, wyrm_value_key(map, i));
            continue;
        }
        check_bands(at, own);
        for (size_t b = 0; b < bands->count; b++) {
            const wyrm_value *factor = wyrm_value_get(own, bands->bands[b].name);
            if (factor)
                out->of[category][b] = wyrm_value_real(factor);
        }
    }
}

static void check_tag(reader *at, const wyrm_item_kind *kind)
{
    const wyrm_value *weight = wyrm_value_get(kind->record, "weight");
    const wyrm_value *bands = wyrm_value_get(kind->record, "bands");
    const wyrm_depth_row *rows = wyrm_value_rows(weight);
    if (rows && (wyrm_value_count(weight) > 1 || rows[0].from_depth > 1))
        at->status = wyrm_value_fail(at->ruleset, weight, at->errors, "bands and factors change it",
                                     "the weight of '%s' is one number here: it does not change "
                                     "with depth",
                                     kind->name);
    if (bands && wyrm_value_high(bands) > (double)at->state->bands.count)
        at->status = wyrm_value_fail(at->ruleset, bands, at->errors, NULL,
                                     "'%s' is found in band %g, and there are %zu bands",
                                     kind->name, wyrm_value_high(bands), at->state->bands.count);
}

/* Steps 3 and 4 of a room: the weight of a kind in a band. */
static double weigh(const reader *at, const factors *by_category, size_t kind, size_t number)
{
    const wyrm_value *record = at->from->kinds.rows[kind].record;
    const wyrm_value *bands = wyrm_value_get(record, "bands");
    double nth = (double)number + 1;
    if (bands && (nth < wyrm_value_low(bands) || nth > wyrm_value_high(bands)))
        return 0;
    double weight = wyrm_value_at_depth(wyrm_value_get(record, "weight"), 1);
    for (size_t c = 0; c < at->state->category_count; c++)
        if (at->state->kind_categories[kind] >> c & 1u)
            weight *= by_category->of[c][number];
    return weight;
}

/* Kinds in proportion to what they weigh; neither pmf nor table where nothing weighs anything. */
static choice spread(base_arena *arena, const wyrm_weighted *pairs, size_t count)
{
    choice out = {NULL, NULL};
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || pairs[i].weight > 0;
    if (!any)
        return out;
    base_must(arena, wyrm_pmf_from_pairs(pairs, count, &out.pmf, NULL));
    base_keep(arena, out.pmf, wyrm_pmf_free);
    base_must(arena, wyrm_alias_new(out.pmf, &out.alias, NULL));
    base_keep(arena, out.alias, wyrm_alias_free);
    return out;
}

static void read_weights(reader *at, const wyrm_value *section)
{
    banded *state = at->state;
    base_arena *arena = at->from->arena;
    size_t count = at->from->kinds.count;
    const wyrm_value *way = wyrm_value_get(wyrm_value_get(section, "pity"), "choice");
    factors *by_category = base_new(arena, factors);
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, count);
    read_factors(at, wyrm_value_get(section, "factors"), by_category);
    for (size_t k = 0; k < count; k++)
        check_tag(at, &at->from->kinds.rows[k]);
    for (size_t b = 0; b < state->bands.count && at->status == WYRM_OK; b++) {
        band *here = &state->by_band[b];
        for (size_t k = 0; k < count; k++)
            pairs[k] = (wyrm_weighted){(int64_t)k, weigh(at, by_category, k, b)};
        here->found = spread(arena, pairs, count);
        for (size_t i = 0; i < state->pity.count; i++) {
            for (size_t k = 0; k < count; k++) {
                bool has = state->kind_categories[k] >> state->pity_categories[i] & 1u;
                double weight = has ? weigh(at, by_category, k, b) : 0;
                pairs[k].weight = weight > 0 && wyrm_value_choice(way) == UNIFORM ? 1 : weight;
            }
            here->given[i] = spread(arena, pairs, count);
            here->can_give |= here->given[i].pmf ? 1u << i : 0;
        }
    }
}

static wyrm_status make(wyrm_loot_making *from)
{
    banded *state = from->state = base_new(from->arena, banded);
    const wyrm_value *pity = wyrm_value_get(from->section, "pity");
    reader at = {from, from->ruleset, from->errors, state, WYRM_OK};
    wyrm_status status = wyrm_bands_read(from->ruleset, &state->bands, from->errors);
    if (status != WYRM_OK)
        return status;
    if (state->bands.count == 0)
        return wyrm_value_fail(from->ruleset, from->section, from->errors, "add a section `bands`",
                               "loot goes by bands of depths, and the ruleset has none");
    state->roles = wyrm_room_rules_read(from->ruleset);
    read_numbers(&at, from->section);
    read_categories(&at, wyrm_value_get(from->section, "categories"));
    read_pity(&at, pity);
    read_weights(&at, from->section);
    from->roles = &state->roles;
    from->facts = (wyrm_loot_facts){.mode_count = state->mode_count,
                                    .modes = state->modes,
                                    .mode = state->mode,
                                    .category_count = state->category_count,
                                    .categories = state->categories,
                                    .kind_categories = state->kind_categories};
    memcpy(from->facts.pity_categories, state->pity_categories, sizeof state->pity_categories);
    if (state->pity.count > 0 && wyrm_value_bool(wyrm_value_get(pity, "active")))
        from->facts.pity = &state->pity;
    return at.status;
}

/* ---- a room ---- */

static void enter(wyrm_loot_draw *draw)
{
    const banded *state = draw->state;
    draw->band = wyrm_bands_at(&state->bands, draw->context->depth);
    draw->can_give = state->by_band[draw->band].can_give;
}

int64_t wyrm_item_number(rule_draws *r, const void *context)
{
    const wyrm_item_most *of = context;
    if (!(of->most > 0))
        return 0;
    double most = fmin(of->most, WYRM_ROOM_ITEMS_MAX);
    int64_t whole = of->rounding == WYRM_ROUNDING_TRUNCATE ? (int64_t)fmax(floor(most), 1)
                                                           : rule_round(r, "most items", most);
    return rule_between(r, "items", 0, whole);
}

/* Steps 1, 2 and 5: the most items of a room, by mode and depth, thinned; then their number, drawn
 * also where there is nothing to be found. A depth below 1 counts as 1, as for bands. */
static int64_t number(rule_draws *r, const void *context)
{
    const wyrm_loot_draw *of = context;
    const banded *state = of->state;
    int32_t mode = of->context->mode, depth = of->context->depth;
    bool named = mode > 0 && (size_t)mode <= state->mode_count;
    unsigned role = (unsigned)of->context->kind.role;
    const wyrm_item_most most = {
        .most = most_at(state, named ? (size_t)mode - 1 : state->mode, depth > 1 ? depth : 1),
        .rounding = state->rounding};
    int64_t count = wyrm_item_number(r, &most);
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
    const wyrm_loot_draw *of = context;
    return draw_from(r, &((const banded *)of->state)->by_band[of->band].found);
}

/* Step 6. */
static int64_t pity_kind(rule_draws *r, const void *context)
{
    const wyrm_loot_draw *of = context;
    return draw_from(r, &((const banded *)of->state)->by_band[of->band].given[of->category]);
}

const wyrm_loot_model wyrm_loot_banded = {
    .model = {.name = "banded",
              .summary = "items by weight in every room, thinned and shifted by bands of depths, "
                         "with pity after bad luck",
              .parameters = banded_rows,
              .extensions = extensions},
    .make = make,
    .enter = enter,
    .number = number,
    .kind = kind,
    .pity_kind = pity_kind,
};
