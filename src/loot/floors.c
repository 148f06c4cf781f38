/* Loot by floors: a number of items for a whole floor, each from a tree of categories and kinds,
 * where what came before changes what comes (Brogue, Shattered Pixel Dungeon, Angband).
 *
 * In this order a floor has what is guaranteed within a range of depths; then its number of items,
 * and each of them is what is owed, if anything is, else from a category by its frequency, and in
 * that a kind by its own. Frequencies are depth tables; a meter adds to one with every floor and
 * takes from it with every item that came; cards are dealt until none is left, and then all of them
 * again; what is unique comes once. All that a game has to remember for that is how often something
 * came: counts, which saves, recordings and the exact reading share.
 *
 * Node 0 is the root, with the outermost categories and kinds below; a category stands before what
 * it holds, so that whatever is passed from parent to child takes one pass over the nodes. */
#include "loot/internal.h"

#include <stdio.h>
#include <string.h>

/* limit of the number of a floor, which leaves room for what is guaranteed */
#define FLOOR_ITEMS_MAX 60
#define WEIGHTS_MAX     ((size_t)1 << 20) /* nodes times rows */
#define CARDS_MAX       1000
#define AMOUNTS_MAX     1000

/* ---- rows ---- */

#define WEIGHT_ROW(usual)                                                                          \
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = usual,                             \
             .summary = "how likely it is in its category, by depth; where dealt, its number of "  \
                        "cards")

static const wyrm_field meter_rows[] = {
    WYRM_ROW("each_floor", REAL, .least = -1e6, .greatest = 1e6, .default_value = "0",
             .summary = "added by every floor, the first one, too"),
    WYRM_ROW("each_floor_without", REAL, .least = -1e6, .greatest = 1e6, .default_value = "0",
             .summary = "added by every floor without one, since the last came; nothing on the "
                        "first floor, nor for the rest of a floor that brings one"),
    WYRM_ROW("each_found", REAL, .least = -1e6, .greatest = 1e6, .default_value = "0",
             .summary = "added by every one that has come; below 0: taken away"),
    {.kind = WYRM_KIND_END},
};
#define MEMORY_ROWS                                                                                \
    WYRM_ROW("meter", RECORD, .fields = meter_rows,                                                \
             .summary = "how its weight changes in a game; below 0 it counts as 0"),               \
        WYRM_ROW(                                                                                  \
            "most", INTEGER, .least = 1, .greatest = 1000,                                         \
            .summary =                                                                             \
                "how often it may come in a game, 1: unique; what is certain, owed or given by "   \
                "pity then comes no more"),                                                        \
        WYRM_ROW("pity", INTEGER, .least = 1, .greatest = 1000, .unit = "floors",                  \
                 .summary =                                                                        \
                     "after so many floors without one the next has one; where none is drawn, "    \
                     "one beside the number of the floor")

#define KIND_ROWS                                                                                  \
    WYRM_ROW("category", NAME,                                                                     \
             .summary = "its category of `loot.categories`, else it stands beside them"),          \
        MEMORY_ROWS,                                                                               \
        WYRM_ROW("worth", INTEGER, .least = 1, .greatest = 1000000, .default_value = "1",          \
                 .summary = "what one counts where owed")

static const wyrm_field bonus_rows[] = {
    RS_FROM_DEPTH_ROW,
    WYRM_ROW("bonus", AMOUNT, .least = -WYRM_PLUS_MAX, .greatest = WYRM_PLUS_MAX, .required = true,
             .unit = "levels", .summary = "the enchantment"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field bonus_element[] =
    WYRM_ELEMENT("bonus", RECORD, .fields = bonus_rows, .summary = "a row");
#define BONUS_ROWS(meant)                                                                          \
    WYRM_ROW("bonus", AMOUNT, .least = -WYRM_PLUS_MAX, .greatest = WYRM_PLUS_MAX,                  \
             .unit = "levels", .summary = meant),                                                  \
        WYRM_ROW("bonuses", LIST, .greatest = AMOUNTS_MAX, .fields = bonus_element,                \
                 .summary = "the same from depths on")

static const wyrm_field item_rows[] = {KIND_ROWS, {.kind = WYRM_KIND_END}};
static const wyrm_field gear_rows[] = {
    WEIGHT_ROW("0"),
    KIND_ROWS,
    BONUS_ROWS("enchantment of one found, else its category's"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_extension extensions[] = {
    {"items", item_rows}, {"weapons", gear_rows}, {"armors", gear_rows}, {NULL, NULL}};

static const wyrm_field category_rows[] = {
    WEIGHT_ROW("1"),
    WYRM_ROW("in", NAME, .summary = "the category that it is within"),
    WYRM_ROW("dealt", BOOL, .default_value = "false",
             .summary = "what it holds are cards, each as often as it has some before all begin "
                        "anew"),
    MEMORY_ROWS,
    BONUS_ROWS("enchantment of weapons and armor found"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field category_element[] =
    WYRM_ELEMENT("category", RECORD, .fields = category_rows,
                 .summary = "a category: what it holds are items, weapons, armors and categories");

static const wyrm_field number_rows[] = {
    RS_FROM_DEPTH_ROW,
    WYRM_ROW("items", AMOUNT, .greatest = FLOOR_ITEMS_MAX, .required = true, .unit = "items",
             .summary = "how many a floor has"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field number_element[] =
    WYRM_ELEMENT("number", RECORD, .fields = number_rows,
                 .summary = "how many items floors have from a depth on");
static const wyrm_field luck_rows[] = {
    RS_FROM_DEPTH_ROW,
    WYRM_ROW("amount", AMOUNT, .least = -1000, .greatest = 1000, .required = true,
             .summary = "the number"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field luck_element[] = WYRM_ELEMENT(
    "luck", RECORD, .fields = luck_rows, .summary = "the luck of floors from a depth on");
static const wyrm_field owed_rows[] = {
    WYRM_ROW("plus", TABLE, .least = -1e9, .greatest = 1e9, .default_value = "0",
             .summary = "one comes while no more than this was given, by depth"),
    WYRM_ROW("factor", REAL, .least = -1e9, .greatest = 1e9, .default_value = "0",
             .summary = "added so many times: depth to the power, plus luck"),
    WYRM_ROW("power", REAL, .least = 0, .greatest = 10, .default_value = "1",
             .summary = "power of the depth"),
    WYRM_ROW("without", INTEGER, .least = 1, .greatest = 1000, .unit = "floors",
             .summary = "owed after so many floors without one, too"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field owed_element[] =
    WYRM_ELEMENT("owed", RECORD, .fields = owed_rows,
                 .summary = "the schedule of a kind or a category: while what was given of it is "
                            "worth no more, it comes before all else");
static const wyrm_field sure_rows[] = {
    WYRM_ROW("of", NAME, .summary = "the kind or category, else the row's name"),
    WYRM_ROW("number", INTEGER, .least = 1, .greatest = 1000, .required = true, .unit = "items",
             .summary = "how many, beside the number of the floors"),
    WYRM_ROW("first", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX, .default_value = "1",
             .summary = "first depth of a range that they are spread over evenly; as many on each "
                        "floor, one of the rest on some, drawn at random"),
    WYRM_ROW("last", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "the last, else the first"),
    WYRM_ROW("every", INTEGER, .least = 1, .greatest = WYRM_DEPTH_MAX, .unit = "depths",
             .summary = "depths after which the range comes again, else never"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field sure_element[] = WYRM_ELEMENT(
    "guaranteed", RECORD, .fields = sure_rows, .summary = "what is certain in a range of depths");

static const wyrm_field rows[] = {
    WYRM_ROW("number", LIST, .least = 1, .greatest = AMOUNTS_MAX, .default_value = "[{items: 3}]",
             .fields = number_element,
             .summary = "how many items a floor has, by depth; none before the first row"),
    WYRM_ROW("categories", MAP, .greatest = WYRM_LOOT_CATEGORIES_MAX, .default_value = "{}",
             .fields = category_element,
             .summary = "what items are chosen by; a category, then what it holds"),
    WYRM_ROW("dealt", BOOL, .default_value = "false",
             .summary = "the outermost categories are cards"),
    WYRM_ROW("luck", LIST, .greatest = AMOUNTS_MAX, .default_value = "[]", .fields = luck_element,
             .summary =
                 "a number drawn once a floor, for all that is owed; 0 before the first row"),
    WYRM_ROW("owed", MAP, .greatest = 16, .default_value = "{}", .fields = owed_element,
             .summary = "what comes before all else while less came than its schedule says; what "
                        "is guaranteed or came by chance counts; the first of them first"),
    WYRM_ROW("guaranteed", MAP, .greatest = 100, .default_value = "{}", .fields = sure_element,
             .summary = "what is certain within ranges of depths"),
    WYRM_ROW("last_depth", INTEGER, .least = 1, .greatest = WYRM_FOUND_DEPTH_MAX,
             .summary = "last depth of figures, else that of encounters, or 20"),
    {.kind = WYRM_KIND_END},
};

/* ---- reading: the tree ---- */

/* A model while it is being read. */
typedef struct reading {
    rs_opening *o;
    floors *of;
} reading;

static int64_t find_node(const floors *of, const char *name)
{
    for (size_t i = 1; i < of->node_count; i++)
        if (strcmp(of->nodes[i].name, name) == 0)
            return (int64_t)i;
    return -1;
}

/* Returns the node of a name; -1, and a fault of `where`, if there is none. */
static int64_t must_find(const reading *r, const wyrm_value *where, const char *name, bool category)
{
    const int64_t found = find_node(r->of, name);
    if (found > 0 && (!category || r->of->nodes[found].kind < 0))
        return found;
    const char **names = base_array(r->o->arena, const char *, r->of->node_count);
    size_t count = 0;
    for (size_t i = 1; i < r->of->node_count; i++)
        if (!category || r->of->nodes[i].kind < 0)
            names[count++] = r->of->nodes[i].name;
    rs_error_name(r->o, where, names, count, name,
                  category ? "no category is called '%s'" : "no item or category is called '%s'",
                  name);
    return -1;
}

/* Appends amounts by depth to those that `out` has already. */
static void add_amounts(const reading *r, const wyrm_value *list, const char *key,
                        const char *amount, floors_amount *out, size_t *count)
{
    char what[64];
    snprintf(what, sizeof what, "'%s' is", key);
    for (size_t i = 0; i < wyrm_value_count(list); i++) {
        const wyrm_value *row = wyrm_value_item(list, i);
        rs_check_order(r->o, list, i, what);
        out[(*count)++] = (floors_amount){key_whole(row, "from_depth"),
                                          wyrm_value_amount(wyrm_value_get(row, amount))};
    }
}

/* A single bonus becomes a list of one row from the first depth on. */
static void read_bonuses(const reading *r, const wyrm_value *record, floors_node *node)
{
    const wyrm_value *list = wyrm_value_get(record, "bonuses");
    const wyrm_amount *first = wyrm_value_amount(wyrm_value_get(record, "bonus"));
    node->bonuses = base_array(r->o->arena, floors_amount, 1 + wyrm_value_count(list));
    if (first)
        node->bonuses[node->bonus_count++] = (floors_amount){1, first};
    add_amounts(r, list, "bonuses", "bonus", node->bonuses, &node->bonus_count);
}

static floors_node *add_node(const reading *r, const char *name, const wyrm_value *record,
                             int32_t kind)
{
    const wyrm_value *meter = wyrm_value_get(record, "meter");
    const int64_t other = find_node(r->of, name);
    /* a weapon and an armor may share one */
    if (other > 0 && (kind < 0 || r->of->nodes[other].kind < 0))
        rs_error(r->o, record, NULL, "'%s' is the name of an item and of a category", name);
    floors_node *node = &r->of->nodes[r->of->node_count++];
    *node = (floors_node){
        .name = name,
        .where = record,
        .kind = kind,
        .dealt = key_flag(record, "dealt"),
        .weight = wyrm_value_get(record, "weight"),
        .each_floor = key_real(meter, "each_floor"),
        .each_without = key_real(meter, "each_floor_without"),
        .each_found = key_real(meter, "each_found"),
        .most = key_whole(record, "most"),
        .pity = key_whole(record, "pity"),
        .worth = key_whole(record, "worth"),
    };
    read_bonuses(r, record, node);
    return node;
}

/* Reads categories, then kinds. Each category comes after the one that it is in, wherever it stands
 * in the file: every pass adds those whose own category is there. What is left when a pass adds
 * none is within itself, or in one that does not exist. */
static void read_tree(const reading *r, const loot_kinds *kinds)
{
    floors *of = r->of;
    const wyrm_value *categories = wyrm_value_get(r->o->section, "categories");
    const size_t count = wyrm_value_count(categories);
    bool *done = base_array(r->o->arena, bool, count);
    of->nodes = base_array(r->o->arena, floors_node, 1 + count + kinds->count);
    of->nodes[of->node_count++] = (floors_node){.name = "",
                                                .where = r->o->section,
                                                .parent = -1,
                                                .kind = -1,
                                                .dealt = key_flag(r->o->section, "dealt")};
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < count; i++) {
            const wyrm_value *record = wyrm_value_item(categories, i);
            const wyrm_value *in = wyrm_value_get(record, "in");
            const int64_t parent = in ? find_node(of, wyrm_value_text(in)) : 0;
            if (done[i] || parent < 0)
                continue;
            add_node(r, wyrm_value_key(categories, i), record, -1)->parent = (int32_t)parent;
            again = done[i] = true;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (!done[i]) {
            const wyrm_value *in = wyrm_value_get(wyrm_value_item(categories, i), "in");
            if (wyrm_value_get(categories, wyrm_value_text(in)))
                rs_error(r->o, in, NULL, "'%s' is within itself", wyrm_value_key(categories, i));
            else
                rs_error_name(r->o, in, rs_map_names(categories), count, wyrm_value_text(in),
                              "no category is called '%s'", wyrm_value_text(in));
        }
    for (size_t k = 0; k < kinds->count; k++) {
        const wyrm_value *record = kinds->rows[k].record;
        const wyrm_value *category = wyrm_value_get(record, "category");
        const int64_t parent =
            category ? must_find(r, category, wyrm_value_text(category), true) : 0;
        add_node(r, kinds->rows[k].name, record, (int32_t)k)->parent =
            (int32_t)(parent > 0 ? parent : 0);
    }
}

/* Gives gear without an enchantment of its own that of its category. Parents come first, so that
 * inherited ones are passed on. */
static void inherit_bonus(floors *of, const loot_kinds *kinds)
{
    for (size_t i = 1; i < of->node_count; i++) {
        floors_node *node = &of->nodes[i];
        const wyrm_item_class class =
            node->kind < 0 ? WYRM_ITEM_WEAPON : kinds->rows[node->kind].item_class;
        if (node->bonus_count == 0 && loot_class_is_gear(class)) {
            node->bonuses = of->nodes[node->parent].bonuses;
            node->bonus_count = of->nodes[node->parent].bonus_count;
        }
    }
}

/* ---- reading: tables ---- */

/* Depths are divided wherever any table has a row, so that a row is looked up once a floor. */
static void read_weights(const reading *r)
{
    floors *of = r->of;
    size_t all = 1;
    for (size_t i = 1; i < of->node_count; i++)
        all += wyrm_value_count(of->nodes[i].weight);
    int32_t *depths = base_array(r->o->arena, int32_t, all);
    depths[0] = 1;
    all = 1;
    for (size_t i = 1; i < of->node_count; i++) {
        const wyrm_depth_row *table = wyrm_value_rows(of->nodes[i].weight);
        for (size_t j = 0; table && j < wyrm_value_count(of->nodes[i].weight); j++)
            depths[all++] = table[j].from_depth;
    }
    of->row_count = encounter_sort_depths(depths, all);
    if (of->row_count > WEIGHTS_MAX / of->node_count) {
        rs_error(r->o, r->o->section, NULL,
                 "%zu items with %zu different depths in their tables are too many", of->node_count,
                 of->row_count);
        of->row_count = 1;
    }
    of->row_from = depths;
    of->weights = base_array(r->o->arena, double, of->row_count * of->node_count);
    for (size_t row = 0; row < of->row_count; row++)
        for (size_t i = 1; i < of->node_count; i++)
            of->weights[row * of->node_count + i] =
                wyrm_value_at_depth(of->nodes[i].weight, depths[row]);
}

/* A deck is counted, not weighed: with parts of cards, or another number of them deeper down,
 * nobody could say how many are left. */
static void check_cards(const reading *r)
{
    const floors *of = r->of;
    for (size_t c = 0; c < of->node_count; c++) {
        double sum = 0;
        for (size_t i = 1; i < of->node_count && of->nodes[c].dealt; i++) {
            const floors_node *node = &of->nodes[i];
            const double cards = of->weights[i];
            if ((size_t)node->parent != c)
                continue;
            sum += cards;
            if (wyrm_value_count(node->weight) > 1 || cards != floor(cards) ||
                (wyrm_value_count(node->weight) == 1 && of->weights[i] == 0 &&
                 wyrm_value_rows(node->weight)[0].value > 0))
                rs_error(r->o, node->where, NULL,
                         "'%s' is dealt: its weight is a whole number of cards, the same at "
                         "every depth",
                         node->name);
            if (node->most > 0 || floors_is_metered(node))
                rs_error(r->o, node->where, NULL,
                         "'%s' is dealt: it has neither a meter nor a most", node->name);
        }
        if (sum > CARDS_MAX)
            rs_error(r->o, of->nodes[c].where, NULL, "%.15g cards are more than %d", sum,
                     CARDS_MAX);
    }
}

static floors_amount *read_amounts(const reading *r, const char *key, const char *amount,
                                   size_t *count)
{
    const wyrm_value *list = wyrm_value_get(r->o->section, key);
    floors_amount *out = base_array(r->o->arena, floors_amount, wyrm_value_count(list));
    add_amounts(r, list, key, amount, out, count);
    return out;
}

static void read_owed(const reading *r)
{
    floors *of = r->of;
    const wyrm_value *map = wyrm_value_get(r->o->section, "owed");
    of->owed = base_array(r->o->arena, floors_owed, wyrm_value_count(map));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *record = wyrm_value_item(map, i);
        const int64_t node = must_find(r, record, wyrm_value_key(map, i), false);
        if (node > 0)
            of->owed[of->owed_count++] = (floors_owed){.node = (size_t)node,
                                                       .plus = wyrm_value_get(record, "plus"),
                                                       .factor = key_real(record, "factor"),
                                                       .power = key_real(record, "power"),
                                                       .without = key_whole(record, "without")};
    }
}

/* Reads what is guaranteed. A range may come again after so many depths, but not before it has
 * ended. */
static void read_sure(const reading *r)
{
    floors *of = r->of;
    const wyrm_value *map = wyrm_value_get(r->o->section, "guaranteed");
    of->sure = base_array(r->o->arena, floors_sure, wyrm_value_count(map));
    for (size_t i = 0; i < wyrm_value_count(map); i++) {
        const wyrm_value *record = wyrm_value_item(map, i), *name = wyrm_value_get(record, "of");
        const int64_t node = must_find(
            r, name ? name : record, name ? wyrm_value_text(name) : wyrm_value_key(map, i), false);
        floors_sure sure = {.node = (size_t)(node > 0 ? node : 0),
                            .number = key_whole(record, "number"),
                            .first = key_whole(record, "first"),
                            .last = key_whole(record, "last"),
                            .every = key_whole(record, "every")};
        if (sure.last == 0)
            sure.last = sure.first;
        if (sure.last < sure.first)
            rs_error(r->o, wyrm_value_get(record, "last"), NULL,
                     "a range of depths from %d to %d has none", (int)sure.first, (int)sure.last);
        else if (sure.every > 0 && sure.every <= sure.last - sure.first)
            rs_error(r->o, wyrm_value_get(record, "every"), NULL,
                     "a range of %d depths cannot come again after %d",
                     (int)(sure.last - sure.first + 1), (int)sure.every);
        else if (sure.number > FLOOR_ITEMS_MAX * (sure.last - sure.first + 1))
            rs_error(r->o, wyrm_value_get(record, "number"), NULL,
                     "%d items have no place on %d floors", (int)sure.number,
                     (int)(sure.last - sure.first + 1));
        else if (node > 0)
            of->sure[of->sure_count++] = sure;
    }
}

/* A floor shows so many items; figures would count what lies nowhere. The number of a floor is
 * taken as what next to all floors have: that of coins has no end. */
static void check_room(rs_opening *o, const floors *of)
{
    for (int32_t depth = 1; depth <= of->last_depth; depth++) {
        const wyrm_amount *number = floors_amount_at(of->numbers, of->number_count, depth);
        int64_t most = number ? wyrm_pmf_quantile(number->pmf, 1 - 1e-9) : 0;
        for (size_t s = 0; s < of->sure_count; s++) {
            const floors_sure *sure = &of->sure[s];
            const int32_t length = sure->last - sure->first + 1, since = floors_since(sure, depth);
            most += since >= 0 && since < length ? (sure->number + length - 1) / length : 0;
        }
        if (most <= WYRM_ROOM_ITEMS_MAX)
            continue;
        rs_error(o, wyrm_value_get(o->section, "guaranteed"), NULL,
                 "a floor of depth %d has up to %lld items, with what is guaranteed: at most %d "
                 "have a place",
                 (int)depth, (long long)most, WYRM_ROOM_ITEMS_MAX);
        return;
    }
}

static void make(rs_opening *o, loot_made *out)
{
    floors *of = out->state = base_new(o->arena, floors);
    const reading r = {o, of};
    of->last_depth = loot_last_depth(o->ruleset);
    read_tree(&r, &out->kinds);
    inherit_bonus(of, &out->kinds);
    read_weights(&r);
    check_cards(&r);
    of->numbers = read_amounts(&r, "number", "items", &of->number_count);
    of->lucks = read_amounts(&r, "luck", "amount", &of->luck_count);
    read_owed(&r);
    read_sure(&r);
    check_room(o, of);
    floors_arrange(o->arena, of, SIZE_MAX);
    if (of->counts > WYRM_LOOT_COUNTS_MAX)
        rs_error(o, o->section, NULL,
                 "what comes hangs on %zu counts of what came: at most %d are kept", of->counts,
                 WYRM_LOOT_COUNTS_MAX);
    out->facts.counts = of->counts;
}

/* ---- a floor ---- */

/* A floor that is being drawn. */
typedef struct drawing {
    const floors *of;
    const wyrm_loot_context *context;
    size_t row;
    uint16_t *counts;
    wyrm_rng *rng;
    wyrm_item *items;
    size_t count;
} drawing;

/* Chooses a child of a category in proportion to the weights; SIZE_MAX: it has nothing to give.
 * Children before `plain` depend on what came, and are weighed anew; the sums of the others are
 * known from the beginning. */
static size_t choose_child(const drawing *d, const floors_node *category)
{
    const floors *of = d->of;
    const size_t *children = of->children + category->first;
    const double *running = of->running + d->row * of->node_count + category->first;
    double total = category->plain < category->count ? running[category->count - 1] : 0;
    for (size_t i = 0; i < category->plain; i++)
        total += floors_weigh(of, d->row, d->context->depth, children[i], d->counts);
    if (!(total > 0))
        return SIZE_MAX;
    double left = wyrm_rng_real(d->rng) * total;
    size_t last = SIZE_MAX;
    for (size_t i = 0; i < category->plain; i++) {
        const double weight = floors_weigh(of, d->row, d->context->depth, children[i], d->counts);
        if (!(weight > 0))
            continue;
        last = children[i];
        if (left < weight)
            return last;
        left -= weight;
    }
    double before = 0;
    for (size_t i = category->plain; i < category->count; i++) {
        if (running[i] > before) /* the last one stays chosen if rounding leaves a rest */
            last = children[i];
        if (left < running[i])
            break;
        before = running[i];
    }
    return last;
}

/* Gives an item of a node, if that may come: goes down to a kind, a category at a time. It is
 * counted even if the floor has no room to show it: schedules depend on what came. */
static void give_item(drawing *d, size_t node)
{
    const floors *of = d->of;
    if (!floors_may_come(of, node, d->counts))
        return;
    while (of->nodes[node].kind < 0) {
        node = choose_child(d, &of->nodes[node]);
        if (node == SIZE_MAX)
            return;
        floors_deal(of, d->row, node, d->counts);
    }
    floors_come(of, node, d->counts);
    if (d->count == WYRM_ROOM_ITEMS_MAX)
        return;
    wyrm_item *item = &d->items[d->count++];
    *item = (wyrm_item){.kind = of->nodes[node].kind};
    const wyrm_amount *bonus = floors_bonus(of, node, d->context->depth);
    if (bonus)
        item->level = item->bonus = (int32_t)amount_draw(bonus, d->rng);
    if (d->context->rooms > 0)
        item->room = (int32_t)wyrm_rng_below(d->rng, (uint64_t)d->context->rooms);
}

/* Draws a floor. The order matters, as each item may change the next: what is guaranteed, then the
 * number of the floor, each of which may be owed, then pity for what has not come. The exact
 * reading (found.c) follows a floor in the same order. */
static size_t draw_floor(const void *state, const wyrm_loot_context *context, wyrm_loot_state *loot,
                         wyrm_rng *rng, wyrm_item *items)
{
    const floors *of = state;
    const int32_t depth = context->depth > 1 ? context->depth : 1;
    drawing d = {of, context, floors_row(of, depth), loot->counts, rng, items, 0};
    floors_enter(of, depth, d.counts);
    for (size_t s = 0; s < of->sure_count; s++) {
        const double share = floors_sure_number(of, s, depth, d.counts);
        /* An even spread is mostly no whole number a floor: its fraction is the chance of one
         * more. */
        const int64_t number = share > 0 ? wyrm_rng_round(rng, share) : 0;
        for (int64_t i = 0; i < number; i++)
            give_item(&d, of->sure[s].node);
        d.counts[of->sure[s].given] += (uint16_t)number;
    }
    const wyrm_amount *number = floors_amount_at(of->numbers, of->number_count, depth);
    const wyrm_amount *luck = floors_amount_at(of->lucks, of->luck_count, depth);
    const int64_t count = number ? amount_draw(number, rng) : 0;
    const double drawn = luck ? (double)amount_draw(luck, rng) : 0;
    for (int64_t i = 0; i < count; i++) {
        const int due = of->owed_count > 0 ? floors_due(of, depth, drawn, d.counts) : -1;
        give_item(&d, due >= 0 ? of->owed[due].node : 0);
    }
    for (size_t i = 1; i < of->node_count; i++)
        if (floors_pities(of, i, d.counts))
            give_item(&d, i);
    floors_leave(of, d.counts);
    return d.count;
}

const loot_model loot_floors_model = {
    .model = {.name = "floors",
              .summary = "items of whole floors by category, with meters, cards, schedules and "
                         "guarantees",
              .parameters = rows,
              .extensions = extensions},
    .make = make,
    .floor = draw_floor,
};
