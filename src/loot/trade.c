/* Gold by depth, and shops with stock and prices.
 *
 * The gold of a floor depends on one number, how much lay on the floors above, and on that in three
 * ways only: it is behind its schedule, ahead of it, or neither. So the distribution of the sum is
 * cut into these three parts, each gets the heaps of its own number, one after another, and the
 * parts are put together again. Adding a heap whose sizes are equally likely is a running sum; any
 * other is a plain convolution, whose steps are counted.
 *
 * Shops depend on the depth alone, and the things of a stock are drawn independently. So, with a
 * given sum, whether a player can pay is a separate trial for each of them, their number is
 * binomial, and as a function of the sum it only changes at a price that an offer may have. The
 * gold that was found is cut at these prices, and the distributions of its pieces are mixed. */
#include <wyrm/streams.h>
#include <wyrm/trade.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "loot/internal.h"

#define NUMBERS_MAX ((int64_t)WYRM_HEAPS_MAX)

/* ---- rows ---- */

static const wyrm_field floor_rows[] = {
    RS_FROM_DEPTH_ROW,
    WYRM_ROW("heaps", AMOUNT, .greatest = WYRM_HEAPS_MAX, .required = true, .unit = "heaps",
             .summary = "how many a floor has"),
    WYRM_ROW("pieces", AMOUNT, .greatest = WYRM_PIECES_MAX, .default_value = "0", .unit = "pieces",
             .summary = "pieces of a heap at any depth; to these comes a number from `least` to "
                        "`most`, so many `times`"),
    WYRM_ROW("least", REAL, .least = -1e5, .greatest = 1e5, .default_value = "0", .unit = "pieces",
             .summary = "least of that number, at no depth below 0"),
    WYRM_ROW("least_each_depth", REAL, .least = -1e4, .greatest = 1e4, .default_value = "0",
             .unit = "pieces", .summary = "added by each depth, rounded down"),
    WYRM_ROW("most", REAL, .least = -1e5, .greatest = 1e5, .default_value = "0", .unit = "pieces",
             .summary = "most of it; all between are as likely"),
    WYRM_ROW("most_each_depth", REAL, .least = -1e4, .greatest = 1e4, .default_value = "0",
             .unit = "pieces", .summary = "added by each depth, rounded down"),
    WYRM_ROW("times", AMOUNT, .greatest = 1e4, .default_value = "1",
             .summary = "how often the number counts, drawn for each heap"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field floor_element[] = WYRM_ELEMENT(
    "floors", RECORD, .fields = floor_rows, .summary = "the gold of floors from a depth on");

static const wyrm_field schedule_rows[] = {
    RS_FROM_DEPTH_ROW,
    WYRM_ROW("heaps", INTEGER, .least = -WYRM_HEAPS_MAX, .greatest = WYRM_HEAPS_MAX,
             .required = true, .unit = "heaps", .summary = "how many more come then, or fewer"),
    WYRM_ROW("plus", REAL, .least = -1e9, .greatest = 1e9, .default_value = "0", .unit = "pieces",
             .summary = "pieces that the floors above should have had; at any depth"),
    WYRM_ROW("each_depth", REAL, .least = -1e9, .greatest = 1e9, .default_value = "0",
             .unit = "pieces", .summary = "added by each of these floors"),
    WYRM_ROW("factor", REAL, .least = -1e9, .greatest = 1e9, .default_value = "0", .unit = "pieces",
             .summary = "added so many times their number, to a power"),
    WYRM_ROW("power", REAL, .least = 0, .greatest = 10, .default_value = "1",
             .summary = "the power; the sum is rounded down"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field loot_gold_rows[] = {
    WYRM_ROW("floors", LIST, .least = 1, .greatest = 1000, .required = true,
             .fields = floor_element,
             .summary = "heaps and what is in them, by depth; none before the first row"),
    WYRM_ROW("below", RECORD, .fields = schedule_rows,
             .summary = "while the floors above had less gold than they should"),
    WYRM_ROW("above", RECORD, .fields = schedule_rows,
             .summary = "while they had more, and `below` does not act"),
    WYRM_ROW("purse", INTEGER, .greatest = 1000000, .default_value = "0", .unit = "pieces",
             .summary = "what the player begins with"),
    WYRM_ROW("glyph", TEXT, .default_value = "\"$\"",
             .summary = "its character on the map, printable ASCII"),
    {.kind = WYRM_KIND_END},
};

static const wyrm_field offer_rows[] = {
    WYRM_ROW("price", AMOUNT, .greatest = 1000000, .required = true, .unit = "pieces",
             .summary = "what one costs, drawn for each"),
    WYRM_ROW("weight", TABLE, .greatest = 1e6, .default_value = "1",
             .summary = "how likely it is beside the others, by depth"),
    WYRM_ROW("bonus", AMOUNT, .least = -1000, .greatest = 1000, .default_value = "0",
             .unit = "levels", .summary = "enchantment of a weapon or armor"),
    WYRM_ROW("always", BOOL, .default_value = "false",
             .summary = "one is there in any case, beside the stock"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field offer_element[] =
    WYRM_ELEMENT("offer", RECORD, .fields = offer_rows,
                 .summary = "an item, weapon or armor by name, and what it costs");

static const wyrm_field shop_rows[] = {
    WYRM_ROW("depths", RANGE, .least = 1, .greatest = WYRM_DEPTH_MAX,
             .summary = "depths where it may be, else all"),
    WYRM_ROW("chance", TABLE, .greatest = 1, .default_value = "1",
             .summary = "chance that it is there, by depth"),
    WYRM_ROW("stock", AMOUNT, .greatest = WYRM_STOCK_MAX / 2, .default_value = "0", .unit = "items",
             .summary = "how many things are drawn by weight"),
    WYRM_ROW("offers", MAP, .least = 1, .greatest = WYRM_STOCK_MAX / 2, .required = true,
             .fields = offer_element, .summary = "what it may have"),
    WYRM_ROW("factor", REAL, .greatest = 1000, .default_value = "1",
             .summary = "factor of its prices, rounded to whole pieces"),
    WYRM_ROW("gives", REAL, .greatest = 1000, .default_value = "0",
             .summary = "share of its price that it pays for a thing, 0: none"),
    {.kind = WYRM_KIND_END},
};
const wyrm_field loot_shop_element[] =
    WYRM_ELEMENT("shop", RECORD, .fields = shop_rows,
                 .summary = "a shop: where it is, what it has, and for how much");

/* ---- reading ---- */

typedef struct gold_row {
    int32_t from_depth;
    const wyrm_amount *heaps, *pieces, *times;
    double least, least_each, most, most_each;
} gold_row;

typedef struct schedule {
    bool there;
    int32_t from_depth, heaps;
    double plus, each_depth, factor, power;
} schedule;

typedef struct offer {
    const char *name;
    const wyrm_amount *price, *bonus;
    const wyrm_value *weight;
    bool always;
} offer;

typedef struct shop {
    const char *name;
    int32_t first, last;
    const wyrm_value *chance;
    const wyrm_amount *stock;
    double factor, gives;
    size_t count;
    offer *offers;
} shop;

struct wyrm_trade {
    int32_t last_depth;
    bool gold;
    size_t row_count;
    gold_row *rows;
    schedule below, above;
    int32_t purse;
    char glyph;
    size_t shop_count;
    shop *shops;
};

/* Rounds down, forgiving a rounding error: 0.29 * 100 is a bit less than 29 in a double, and that
 * must not cost a piece. */
static int64_t down(double value)
{
    return (int64_t)floor(value + 1e-9);
}

/* Returns the range of the number that is drawn for a heap. */
static void range_at(const gold_row *row, int32_t depth, int64_t *least, int64_t *most)
{
    *least = down(row->least + row->least_each * depth);
    *most = down(row->most + row->most_each * depth);
}

static schedule read_schedule(const wyrm_value *record)
{
    return (schedule){.there = record != NULL,
                      .from_depth = key_whole(record, "from_depth"),
                      .heaps = key_whole(record, "heaps"),
                      .plus = key_real(record, "plus"),
                      .each_depth = key_real(record, "each_depth"),
                      .factor = key_real(record, "factor"),
                      .power = key_real(record, "power")};
}

/* Checks the pieces of a heap at every depth that figures cover. One fault a row is enough: the
 * depths behind it mostly have the same. */
static void check_row(rs_opening *o, const wyrm_value *record, const gold_row *row, int32_t until)
{
    for (int32_t depth = row->from_depth; depth <= until; depth++) {
        int64_t least, most;
        range_at(row, depth, &least, &most);
        const double pieces = (double)row->pieces->most + (double)row->times->most * (double)most;
        if (least > most)
            rs_error(o, record, NULL, "a heap of depth %d has from %lld to %lld pieces", (int)depth,
                     (long long)least, (long long)most);
        else if (least < 0)
            rs_error(o, record, NULL,
                     "what is drawn for a heap of depth %d may be %lld, and must not be below 0",
                     (int)depth, (long long)least);
        else if (pieces > WYRM_PIECES_MAX)
            rs_error(o, record, NULL, "a heap of depth %d may have %.15g pieces: at most %d",
                     (int)depth, pieces, WYRM_PIECES_MAX);
        else
            continue;
        return;
    }
}

static void read_gold(rs_opening *o, wyrm_trade *of, const wyrm_value *section)
{
    const wyrm_value *list = wyrm_value_get(section, "floors");
    of->gold = section != NULL;
    of->purse = key_whole(section, "purse");
    of->glyph = section ? key_text(section, "glyph")[0] : 0;
    if (section)
        rs_check_glyph(o, section);
    of->below = read_schedule(wyrm_value_get(section, "below"));
    of->above = read_schedule(wyrm_value_get(section, "above"));
    of->row_count = wyrm_value_count(list);
    of->rows = base_array(o->arena, gold_row, of->row_count);
    for (size_t i = 0; i < of->row_count; i++) {
        const wyrm_value *row = wyrm_value_item(list, i);
        of->rows[i] = (gold_row){
            .from_depth = key_whole(row, "from_depth"),
            .heaps = wyrm_value_amount(wyrm_value_get(row, "heaps")),
            .pieces = wyrm_value_amount(wyrm_value_get(row, "pieces")),
            .times = wyrm_value_amount(wyrm_value_get(row, "times")),
            .least = key_real(row, "least"),
            .least_each = key_real(row, "least_each_depth"),
            .most = key_real(row, "most"),
            .most_each = key_real(row, "most_each_depth"),
        };
        rs_check_order(o, list, i, "'floors' is");
    }
    for (size_t i = 0; i < of->row_count; i++)
        check_row(o, wyrm_value_item(list, i), &of->rows[i],
                  i + 1 < of->row_count ? of->rows[i + 1].from_depth - 1 : of->last_depth);
}

bool loot_check_thing(rs_opening *o, const wyrm_value *value, const char *name, const char *kind)
{
    static const char *const sections[] = {"items", "weapons", "armors"};
    const char **names;
    size_t count = 0, at = 0;
    for (size_t s = 0; s < 3; s++)
        count += wyrm_value_count(wyrm_ruleset_find(o->ruleset, sections[s]));
    names = base_array(o->arena, const char *, count);
    for (size_t s = 0; s < 3; s++) {
        const wyrm_value *map = wyrm_ruleset_find(o->ruleset, sections[s]);
        for (size_t i = 0; i < wyrm_value_count(map); i++) {
            names[at++] = wyrm_value_key(map, i);
            if (strcmp(names[at - 1], name) == 0)
                return true;
        }
    }
    rs_error_name(o, value, names, count, name, "no %s is called '%s'", kind, name);
    return false;
}

static void read_shop(rs_opening *o, const wyrm_value *record, const char *name, shop *out)
{
    const wyrm_value *depths = wyrm_value_get(record, "depths");
    const wyrm_value *offers = wyrm_value_get(record, "offers");
    *out = (shop){.name = name,
                  .first = depths ? (int32_t)wyrm_value_low(depths) : 1,
                  .last = depths ? (int32_t)wyrm_value_high(depths) : WYRM_DEPTH_MAX,
                  .chance = wyrm_value_get(record, "chance"),
                  .stock = wyrm_value_amount(wyrm_value_get(record, "stock")),
                  .factor = key_real(record, "factor"),
                  .gives = key_real(record, "gives"),
                  .count = wyrm_value_count(offers),
                  .offers = base_array(o->arena, offer, wyrm_value_count(offers))};
    for (size_t i = 0; i < out->count; i++) {
        const wyrm_value *one = wyrm_value_item(offers, i);
        out->offers[i] = (offer){.name = wyrm_value_key(offers, i),
                                 .price = wyrm_value_amount(wyrm_value_get(one, "price")),
                                 .bonus = wyrm_value_amount(wyrm_value_get(one, "bonus")),
                                 .weight = wyrm_value_get(one, "weight"),
                                 .always = key_flag(one, "always")};
        loot_check_thing(o, one, out->offers[i].name, "item, weapon or armor");
        if (!rs_value_says_default(wyrm_value_get(one, "bonus")) &&
            !loot_is_gear(o->ruleset, out->offers[i].name))
            rs_error(o, wyrm_value_get(one, "bonus"), NULL,
                     "'bonus' is for weapons and armors: '%s' is neither", out->offers[i].name);
    }
}

static void make(rs_opening *o, void *system)
{
    wyrm_trade *of = system;
    const wyrm_value *shops = wyrm_ruleset_find(o->ruleset, "shops");
    of->last_depth = loot_last_depth(o->ruleset);
    read_gold(o, of, wyrm_ruleset_find(o->ruleset, "gold"));
    of->shop_count = wyrm_value_count(shops);
    of->shops = base_array(o->arena, shop, of->shop_count);
    for (size_t i = 0; i < of->shop_count; i++)
        read_shop(o, wyrm_value_item(shops, i), wyrm_value_key(shops, i), &of->shops[i]);
}

wyrm_status wyrm_trade_new(const wyrm_ruleset *ruleset, wyrm_trade **out, wyrm_errors *errors)
{
    *out = NULL;
    if (!wyrm_ruleset_find(ruleset, "gold") && !wyrm_ruleset_find(ruleset, "shops"))
        return WYRM_OK;
    return rs_open(ruleset, NULL, sizeof **out, make, NULL, out, errors);
}

void wyrm_trade_free(wyrm_trade *trade)
{
    base_unmake(trade);
}

int32_t wyrm_trade_last_depth(const wyrm_trade *trade)
{
    return trade ? trade->last_depth : 0;
}

bool wyrm_trade_has_gold(const wyrm_trade *trade)
{
    return trade && trade->gold;
}

int64_t wyrm_trade_purse(const wyrm_trade *trade)
{
    return trade ? trade->purse : 0;
}

char wyrm_trade_glyph(const wyrm_trade *trade)
{
    return trade ? trade->glyph : 0;
}

/* ---- gold, drawn ---- */

static const gold_row *row_at(const wyrm_trade *of, int32_t depth)
{
    const gold_row *row = NULL;
    for (size_t i = 0; i < of->row_count && of->rows[i].from_depth <= depth; i++)
        row = &of->rows[i];
    return row;
}

/* Returns how much gold there should be on the floors above a depth. pow() may miss a whole number
 * by a last bit, which must not be rounded down to the one before. */
static double scheduled(const schedule *of, int32_t depth)
{
    const double above = depth - 1;
    return floor(of->plus + of->each_depth * above + of->factor * pow(above, of->power) + 1e-9);
}

/* Returns by how much the number of heaps changes after so much gold. */
static int32_t shift_at(const wyrm_trade *of, int32_t depth, double before)
{
    if (of->below.there && depth >= of->below.from_depth && before < scheduled(&of->below, depth))
        return of->below.heaps;
    if (of->above.there && depth >= of->above.from_depth && before > scheduled(&of->above, depth))
        return of->above.heaps;
    return 0;
}

/* The nearest from 0 to `most`. */
static int64_t within(int64_t value, int64_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

size_t wyrm_gold_draw(const wyrm_trade *trade, int32_t depth, int64_t before, wyrm_rng *rng,
                      int32_t *heaps)
{
    const gold_row *row = trade ? row_at(trade, depth) : NULL;
    int64_t least, most;
    size_t count = 0;
    if (!row)
        return 0;
    range_at(row, depth, &least, &most);
    if (least < 0 || most < least) /* deeper than check_row looked */
        return 0;
    const int64_t drawn = amount_draw(row->heaps, rng);
    const int64_t number = within(drawn + shift_at(trade, depth, (double)before), WYRM_HEAPS_MAX);
    /* Each of the three draws of a heap is a statement of its own, so that every compiler draws in
     * this order. */
    for (int64_t i = 0; i < number; i++) {
        const int64_t pieces = amount_draw(row->pieces, rng);
        const int64_t part = wyrm_rng_between(rng, least, most);
        const int64_t times = amount_draw(row->times, rng);
        const int64_t all = within(pieces + part * times, WYRM_PIECES_MAX);
        if (all > 0)
            heaps[count++] = (int32_t)all;
    }
    return count;
}

/* ---- gold, exactly ---- */

/* Probabilities of 0..length - 1 pieces. */
typedef struct line {
    size_t length;
    double *chance;
} line;

typedef struct following {
    base_arena *arena;
    const wyrm_trade *of;
    double steps;
} following;

static line line_of(const following *f, size_t length)
{
    return (line){length, base_array(f->arena, double, length)};
}

static void count_steps(following *f, double steps)
{
    f->steps += steps;
    if (f->steps > WYRM_GOLD_STEPS_MAX)
        base_refuse(f->arena, WYRM_ERROR_LIMIT, "the gold of the floors takes too long to follow");
}

/* Returns the distribution of the pieces of one heap, cut off at the most that a heap can hold, as
 * where it is drawn. */
static line heap_at(following *f, const gold_row *row, int32_t depth)
{
    int64_t least, most;
    range_at(row, depth, &least, &most);
    if (least < 0 || most < least)
        base_refuse(f->arena, WYRM_ERROR_ARGUMENT,
                    "heaps of depth %d have from %lld to %lld pieces", (int)depth, (long long)least,
                    (long long)most);
    const wyrm_pmf *pieces = row->pieces->pmf, *times = row->times->pmf;
    const double part = 1 / (double)(most - least + 1);
    const int64_t top = within(row->pieces->most + most * row->times->most, WYRM_PIECES_MAX);
    line out = line_of(f, (size_t)top + 1);
    line product = line_of(f, (size_t)within(most * row->times->most, WYRM_PIECES_MAX) + 1);
    count_steps(f, (double)wyrm_pmf_length(times) * (double)(most - least + 1) +
                       (double)wyrm_pmf_length(pieces) * (double)product.length);
    for (int64_t t = row->times->least; t <= row->times->most; t++) {
        const double chance = wyrm_pmf_at(times, t) * part;
        for (int64_t n = least; n <= most && chance > 0; n++)
            product.chance[within(n * t, (int64_t)product.length - 1)] += chance;
    }
    for (int64_t p = row->pieces->least; p <= row->pieces->most; p++) {
        const double chance = wyrm_pmf_at(pieces, p);
        for (size_t n = 0; n < product.length && chance > 0; n++)
            out.chance[within(p + (int64_t)n, top)] += chance * product.chance[n];
    }
    return out;
}

/* Whether all numbers that can come are consecutive and equally likely; which they are. Chances
 * that should be equal are sums in different orders and may differ by rounding; a 0 between others
 * makes the row uneven. */
static bool is_even(const line *of, size_t *first, size_t *last)
{
    *first = 0;
    *last = of->length - 1;
    while (*first < *last && of->chance[*first] == 0)
        ++*first;
    while (*last > *first && of->chance[*last] == 0)
        --*last;
    for (size_t i = *first; i <= *last; i++)
        if (fabs(of->chance[i] - of->chance[*first]) > 1e-15)
            return false;
    return true;
}

/* Returns the distribution of the sum of two independent numbers. */
static line add_lines(following *f, const line *all, const line *heap)
{
    const size_t length = all->length + heap->length - 1;
    size_t first, last;
    if (length > WYRM_PMF_MAX_LENGTH)
        base_refuse(f->arena, WYRM_ERROR_LIMIT, "there may be more than %zu pieces of gold",
                    WYRM_PMF_MAX_LENGTH);
    line out = line_of(f, length);
    const bool even = is_even(heap, &first, &last);
    count_steps(f, even ? (double)length : (double)all->length * (double)(last - first + 1));
    if (even) {
        /* A window over a running sum: what has come into it, less what has left it. */
        const double share = 1 / (double)(last - first + 1);
        double *until = base_array(f->arena, double, all->length + 1);
        for (size_t i = 0; i < all->length; i++)
            until[i + 1] = until[i] + all->chance[i];
        for (size_t n = first; n < all->length + last; n++) {
            const size_t to = n - first < all->length ? n - first + 1 : all->length;
            const size_t from = n > last ? n - last : 0;
            /* Rounding may have let more out of the window than came in: that is 0, not a chance
             * below. */
            out.chance[n] = to > from ? share * fmax(0, until[to] - until[from]) : 0;
        }
        return out;
    }
    for (size_t h = first; h <= last; h++)
        for (size_t i = 0; i < all->length && heap->chance[h] > 0; i++)
            out.chance[i + h] += all->chance[i] * heap->chance[h];
    return out;
}

/* Returns the gold down to a floor, given that down to the one above; adds the mean number of heaps
 * to *heaps. If both schedules change the number alike, or not at all, their parts are one and
 * followed once. For a part, `part` is its gold with n heaps more; a number of heaps that does not
 * come adds nothing, but is a step on the way to the next. */
static line add_floor(following *f, int32_t depth, line before, double *heaps)
{
    const gold_row *row = row_at(f->of, depth);
    if (!row)
        return before;
    const line heap = heap_at(f, row, depth);
    const int32_t shifts[] = {0, f->of->below.heaps, f->of->above.heaps};
    line out = line_of(f, 1);
    bool done[3] = {false};
    const double empty = heap.chance[0];
    for (int s = 0; s < 3; s++) {
        /* The part of the gold above at which this shift holds. */
        line part = line_of(f, before.length);
        double mass = 0;
        for (int other = 0; other < s; other++)
            done[s] |= shifts[other] == shifts[s];
        for (size_t i = 0; i < before.length && !done[s]; i++)
            if (shift_at(f->of, depth, (double)i) == shifts[s])
                mass += part.chance[i] = before.chance[i];
        if (!(mass > 0))
            continue;
        const int64_t last = within(row->heaps->most + shifts[s], NUMBERS_MAX);
        for (int64_t n = 0; n <= last; n++) {
            double chance = 0;
            for (int64_t drawn = row->heaps->least; drawn <= row->heaps->most; drawn++)
                if (within(drawn + shifts[s], NUMBERS_MAX) == n)
                    chance += wyrm_pmf_at(row->heaps->pmf, drawn);
            if (n > 0)
                part = add_lines(f, &part, &heap);
            if (part.length > out.length) {
                line longer = line_of(f, part.length);
                memcpy(longer.chance, out.chance, out.length * sizeof *out.chance);
                out = longer;
            }
            *heaps += chance * mass * (double)n * (1 - empty);
            for (size_t i = 0; i < part.length && chance > 0; i++)
                out.chance[i] += chance * part.chance[i];
        }
    }
    return out;
}

typedef struct asking {
    const wyrm_trade *of;
    int32_t last_depth;
    base_arena *keeper;
    wyrm_gold *out;
    int32_t depth; /* depth of the floor that is followed */
    double steps;
    uint64_t seed, games; /* for gold that is drawn */
} asking;

/* Follows a floor in an arena of its own, as the lines are long. */
static void follow_floor(base_arena *arena, void *context)
{
    asking *a = context;
    following f = {arena, a->of, a->steps};
    line before = line_of(&f, 1);
    before.chance[0] = 1;
    if (a->depth > 1) {
        const wyrm_pmf *above = a->out->by_depth[a->depth - 2];
        before = line_of(&f, (size_t)wyrm_pmf_last(above) + 1);
        memcpy(before.chance + wyrm_pmf_first(above), wyrm_pmf_probabilities(above),
               wyrm_pmf_length(above) * sizeof(double));
    }
    const line after = add_floor(&f, a->depth, before, &a->out->heaps[a->depth - 1]);
    a->out->by_depth[a->depth - 1] = base_pmf_of_chances(a->keeper, after.chance, after.length);
    a->steps = f.steps;
}

static void begin_gold(base_arena *keeper, asking *a, wyrm_gold *out)
{
    a->keeper = keeper;
    a->out = out;
    if (!wyrm_trade_has_gold(a->of))
        base_refuse(keeper, WYRM_ERROR_ARGUMENT, "the ruleset has no gold: section 'gold'");
    loot_must_reach(keeper, a->last_depth);
    *out = (wyrm_gold){.last_depth = a->last_depth,
                       .unit = 1,
                       .by_depth = base_array(keeper, wyrm_pmf *, (size_t)a->last_depth),
                       .heaps = base_array(keeper, double, (size_t)a->last_depth)};
}

static void make_gold(base_arena *keeper, void *result, void *context)
{
    asking *a = context;
    begin_gold(keeper, a, result);
    for (a->depth = 1; a->depth <= a->last_depth; a->depth++)
        base_must(keeper, base_apart(keeper, follow_floor, a));
}

wyrm_status wyrm_gold_new(const wyrm_trade *trade, int32_t last_depth, wyrm_gold **out,
                          wyrm_error *error)
{
    asking a = {.of = trade, .last_depth = last_depth};
    return base_make(sizeof **out, make_gold, &a, out, error);
}

void wyrm_gold_free(wyrm_gold *gold)
{
    base_unmake(gold);
}

/* ---- gold of games that are drawn as they are played ---- */

static wyrm_pmf *shares_of(base_arena *keeper, wyrm_weighted *pairs, size_t games, int64_t unit)
{
    for (size_t i = 0; i < games; i++)
        pairs[i].value = llround((double)pairs[i].value / (double)unit);
    return base_pmf_of(keeper, pairs, games);
}

static void draw_gold(base_arena *arena, void *context)
{
    const asking *a = context;
    wyrm_gold *out = a->out;
    const size_t games = (size_t)out->games, depths = (size_t)a->last_depth;
    int64_t most = 0;
    /* pieces so far, by depth and game */
    int64_t *pieces = base_array(arena, int64_t, games * (depths + 1));
    wyrm_weighted *pairs = base_array(arena, wyrm_weighted, games);
    for (size_t d = 0; d < depths; d++) {
        const int64_t *before = pieces + d * games;
        for (size_t run = 0; run < games; run++) {
            int32_t heaps[WYRM_HEAPS_MAX];
            int64_t sum = before[run];
            wyrm_rng rng = wyrm_rng_start(a->seed, run, WYRM_STREAM_GOLD, (uint64_t)d + 1);
            const size_t count = wyrm_gold_draw(a->of, (int32_t)d + 1, before[run], &rng, heaps);
            for (size_t i = 0; i < count; i++)
                sum += heaps[i];
            pieces[(d + 1) * games + run] = sum;
            most = sum > most ? sum : most;
            pairs[run] = (wyrm_weighted){(int64_t)count, 1};
        }
        out->number[d] = shares_of(a->keeper, pairs, games, 1);
        out->heaps[d] = wyrm_pmf_mean(out->number[d]);
    }
    /* The most that was drawn must fit: beyond the longest pmf, a unit is several pieces. */
    out->unit = 1 + most / (int64_t)(WYRM_PMF_MAX_LENGTH - 2);
    for (size_t d = 0; d < depths; d++) {
        const int64_t *before = pieces + d * games, *after = before + games;
        for (size_t run = 0; run < games; run++)
            pairs[run] = (wyrm_weighted){after[run], 1};
        out->by_depth[d] = shares_of(a->keeper, pairs, games, out->unit);
        for (size_t run = 0; run < games; run++)
            pairs[run] = (wyrm_weighted){after[run] - before[run], 1};
        out->on_floor[d] = shares_of(a->keeper, pairs, games, out->unit);
    }
}

static void sample_gold(base_arena *keeper, void *result, void *context)
{
    asking *a = context;
    wyrm_gold *out = result;
    begin_gold(keeper, a, out);
    out->games = a->games > 0 ? a->games : WYRM_FOUND_GAMES;
    out->on_floor = base_array(keeper, wyrm_pmf *, (size_t)a->last_depth);
    out->number = base_array(keeper, wyrm_pmf *, (size_t)a->last_depth);
    base_must(keeper, base_apart(keeper, draw_gold, a));
}

wyrm_status wyrm_gold_sample(const wyrm_trade *trade, int32_t last_depth, uint64_t seed,
                             uint64_t games, wyrm_gold **out, wyrm_error *error)
{
    asking a = {.of = trade, .last_depth = last_depth, .seed = seed, .games = games};
    return base_make(sizeof **out, sample_gold, &a, out, error);
}

/* ---- shops ---- */

#define PRICES_MAX ((size_t)200000) /* different ones in all offers of a shop */

size_t wyrm_trade_shops(const wyrm_trade *trade)
{
    return trade ? trade->shop_count : 0;
}

const char *wyrm_shop_name(const wyrm_trade *trade, size_t index)
{
    return trade->shops[index].name;
}

double wyrm_shop_gives(const wyrm_trade *trade, size_t index)
{
    return trade->shops[index].gives;
}

/* Outside of its depths a shop is never there, whatever its table says. */
static double chance_at(const shop *of, int32_t depth)
{
    return depth < of->first || depth > of->last ? 0 : wyrm_value_at_depth(of->chance, depth);
}

static int64_t asked(const shop *of, int64_t price)
{
    return llround((double)price * of->factor);
}

static double weight_at(const shop *of, size_t index, int32_t depth)
{
    return wyrm_value_at_depth(of->offers[index].weight, depth);
}

bool loot_trade_sells(const wyrm_trade *trade, const char *name, int32_t last_depth)
{
    for (size_t s = 0; s < wyrm_trade_shops(trade); s++) {
        const shop *of = &trade->shops[s];
        for (size_t i = 0; i < of->count; i++) {
            const bool drawn = wyrm_pmf_last(of->stock->pmf) > 0;
            if (strcmp(of->offers[i].name, name) != 0)
                continue;
            for (int32_t depth = of->first; depth <= of->last && depth <= last_depth; depth++)
                if (chance_at(of, depth) > 0 &&
                    (of->offers[i].always || (drawn && weight_at(of, i, depth) > 0)))
                    return true;
        }
    }
    return false;
}

static wyrm_stocked stocked(const shop *of, size_t index, wyrm_rng *rng)
{
    const offer *one = &of->offers[index];
    wyrm_stocked out = {.name = one->name};
    out.price = (int32_t)within(asked(of, amount_draw(one->price, rng)), INT32_MAX);
    out.bonus = (int32_t)amount_draw(one->bonus, rng);
    return out;
}

/* A thing that the player sells has no price of its own: the mean of what the shop asks is used. */
int32_t wyrm_shop_pays(const wyrm_trade *trade, size_t index, const char *name)
{
    const shop *of = &trade->shops[index];
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->offers[i].name, name) == 0)
            return (int32_t)within(
                down(of->gives * of->factor * wyrm_pmf_mean(of->offers[i].price->pmf)), INT32_MAX);
    return 0;
}

size_t wyrm_shop_draw(const wyrm_trade *trade, size_t index, int32_t depth, wyrm_rng *rng,
                      wyrm_stocked *stock)
{
    const shop *of = &trade->shops[index];
    const double there = chance_at(of, depth);
    double total = 0;
    size_t count = 0;
    if (!(wyrm_rng_real(rng) < there))
        return 0;
    for (size_t i = 0; i < of->count; i++) {
        total += weight_at(of, i, depth);
        if (of->offers[i].always)
            stock[count++] = stocked(of, i, rng);
    }
    for (int64_t n = amount_draw(of->stock, rng); n > 0 && total > 0; n--) {
        double left = wyrm_rng_real(rng) * total;
        size_t chosen = 0;
        for (size_t i = 0; i < of->count; i++) {
            const double weight = weight_at(of, i, depth);
            if (!(weight > 0))
                continue;
            chosen = i; /* the last one stays chosen if rounding leaves a rest */
            if (left < weight)
                break;
            left -= weight;
        }
        stock[count++] = stocked(of, chosen, rng);
    }
    return count;
}

/* A price that an offer may have. */
typedef struct price {
    int64_t pieces;
    size_t offer;
    double chance;
} price;

/* Orders prices; equal ones by offer, so that chances are added up in one order everywhere. */
static int by_pieces(const void *a, const void *b)
{
    const price *one = a, *other = b;
    if (one->pieces != other->pieces)
        return one->pieces < other->pieces ? -1 : 1;
    return (one->offer > other->offer) - (one->offer < other->offer);
}

typedef struct looking {
    const wyrm_trade *of;
    const shop *shop;
    int32_t last_depth;
    base_arena *keeper;
    wyrm_shop_figures *out;
    const wyrm_gold *gold; /* NULL: the ruleset has none */
} looking;

/* Adds to `out` the distribution of how many things of a shop can be paid with a given sum, times
 * `mass`; paid[i] is the chance that offer i can be paid, and `out` has room for all things. A
 * drawn thing is offer i with the chance shares[i], so `each` is the chance that it can be paid.
 * What the shop always has is a trial of its own for each, added in place: from the top, as each
 * entry needs the one below as it was. */
static void add_payable(base_arena *arena, const looking *l, const double *shares,
                        const double *paid, double mass, double *out, size_t things)
{
    const wyrm_pmf *stock = l->shop->stock->pmf;
    double each = 0, any = 0;
    double *now = base_array(arena, double, things + 1);
    for (size_t i = 0; i < l->shop->count; i++) {
        each += shares[i] * paid[i];
        any += shares[i];
    }
    /* Of n drawn things a binomial number can be paid; over the stock, a mixture of these. */
    for (int64_t n = wyrm_pmf_first(stock); n <= wyrm_pmf_last(stock); n++) {
        const int64_t drawn = any > 0 ? n : 0;
        double chance = wyrm_pmf_at(stock, n) * pow(1 - each, (double)drawn);
        /* The chances of a binomial follow from each other by a ratio with 1 - each below the line:
         * if all can be paid, there is no ratio, and nothing to follow. */
        if (each >= 1) {
            now[drawn] += wyrm_pmf_at(stock, n);
            continue;
        }
        for (int64_t k = 0; k <= drawn; k++) {
            now[k] += chance;
            chance *= (double)(drawn - k) / (double)(k + 1) * each / (1 - each);
        }
    }
    for (size_t i = 0; i < l->shop->count; i++)
        for (size_t k = things; l->shop->offers[i].always && k + 1 > 0; k--)
            now[k] = now[k] * (1 - paid[i]) + (k > 0 ? now[k - 1] * paid[i] : 0);
    for (size_t k = 0; k <= things; k++)
        out[k] += mass * now[k];
}

/* Goes up through every price at which more can be paid; between two of them nothing changes. The
 * purse adds to the gold of the floors, so a price is compared with what the floors must give. Gold
 * below the lowest price pays for 0 things, which counts, too. */
static void look_at_prices(base_arena *arena, const looking *l, const wyrm_pmf *gold,
                           const double *shares, wyrm_shop_depth *out, size_t things)
{
    const shop *of = l->shop;
    size_t count = 0, at = 0;
    for (size_t i = 0; i < of->count; i++)
        count += wyrm_pmf_length(of->offers[i].price->pmf);
    if (count > PRICES_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT, "the shop '%s' has more than %zu prices", of->name,
                    PRICES_MAX);
    price *prices = base_array(arena, price, count);
    for (size_t i = 0; i < of->count; i++) {
        const wyrm_pmf *pmf = of->offers[i].price->pmf;
        for (size_t p = 0; p < wyrm_pmf_length(pmf); p++)
            prices[at++] = (price){asked(of, wyrm_pmf_first(pmf) + (int64_t)p), i,
                                   wyrm_pmf_probabilities(pmf)[p]};
    }
    qsort(prices, count, sizeof *prices, by_pieces);
    double *paid = base_array(arena, double, of->count);
    double *numbers = base_array(arena, double, things + 1);
    const int64_t purse = l->of->purse;
    add_payable(arena, l, shares, paid, 1 - wyrm_pmf_tail(gold, prices[0].pieces - purse), numbers,
                things);
    for (size_t i = 0; i < of->count; i++)
        out->offers[i].paid = 0;
    for (size_t p = 0; p < count;) {
        const int64_t pieces = prices[p].pieces;
        const double from = wyrm_pmf_tail(gold, pieces - purse);
        for (; p < count && prices[p].pieces == pieces; p++) {
            paid[prices[p].offer] = fmin(1, paid[prices[p].offer] + prices[p].chance);
            out->offers[prices[p].offer].paid += prices[p].chance * from;
        }
        const double to = p < count ? wyrm_pmf_tail(gold, prices[p].pieces - purse) : 0;
        if (from > to)
            add_payable(arena, l, shares, paid, from - to, numbers, things);
    }
    out->payable = base_pmf_of_chances(l->keeper, numbers, things + 1);
}

/* Works out a shop at a depth: the size of its stock, and for each offer the chance that it is
 * there, its mean number and its mean price; then, if there is gold, what can be paid. Nothing is
 * drawn from a stock without weights. */
static void look_at_depth(base_arena *arena, looking *l, wyrm_shop_depth *out)
{
    const shop *of = l->shop;
    double total = 0, *shares = base_array(arena, double, of->count);
    size_t always = 0;
    for (size_t i = 0; i < of->count; i++) {
        total += shares[i] = weight_at(of, i, out->depth);
        always += of->offers[i].always;
    }
    const wyrm_pmf *stock = of->stock->pmf;
    const size_t things = always + (size_t)wyrm_pmf_last(stock);
    double mean = 0, *sizes = base_array(arena, double, things + 1);
    for (int64_t n = wyrm_pmf_first(stock); n <= wyrm_pmf_last(stock); n++) {
        sizes[always + (total > 0 ? (size_t)n : 0)] += wyrm_pmf_at(stock, n);
        mean += total > 0 ? (double)n * wyrm_pmf_at(stock, n) : 0;
    }
    out->size = base_pmf_of_chances(l->keeper, sizes, things + 1);
    out->offers = base_array(l->keeper, wyrm_offer, of->count);
    for (size_t i = 0; i < of->count; i++) {
        const offer *one = &of->offers[i];
        double none = one->always ? 0 : 1, costs = 0;
        shares[i] = total > 0 ? shares[i] / total : 0;
        for (int64_t n = wyrm_pmf_first(stock); none > 0 && n <= wyrm_pmf_last(stock); n++)
            none -= wyrm_pmf_at(stock, n) * (1 - pow(1 - shares[i], (double)n));
        for (size_t p = 0; p < wyrm_pmf_length(one->price->pmf); p++)
            costs += (double)asked(of, wyrm_pmf_first(one->price->pmf) + (int64_t)p) *
                     wyrm_pmf_probabilities(one->price->pmf)[p];
        out->offers[i] = (wyrm_offer){.name = one->name,
                                      .always = one->always,
                                      .any = 1 - fmax(0, none),
                                      .mean = one->always + mean * shares[i],
                                      .price = costs,
                                      .paid = (double)NAN};
    }
    if (l->gold)
        look_at_prices(arena, l, l->gold->by_depth[out->depth - 1], shares, out, things);
}

static void look_at_shop(base_arena *arena, void *context)
{
    looking *l = context;
    for (int32_t depth = 1; depth <= l->last_depth; depth++) {
        const double chance = chance_at(l->shop, depth);
        if (!(chance > 0))
            continue;
        wyrm_shop_depth *at = &l->out->depths[l->out->depth_count++];
        *at = (wyrm_shop_depth){.depth = depth, .chance = chance};
        look_at_depth(arena, l, at);
    }
}

static void make_figures(base_arena *keeper, void *result, void *context)
{
    looking *l = context;
    wyrm_gold *gold = NULL;
    if (!l->shop)
        base_refuse(keeper, WYRM_ERROR_ARGUMENT, "there is no such shop");
    loot_must_reach(keeper, l->last_depth);
    if (l->of->gold) {
        base_must(keeper, wyrm_gold_new(l->of, l->last_depth, &gold, &keeper->error));
        base_keep(keeper, gold, wyrm_gold_free);
    }
    l->keeper = keeper;
    l->gold = gold;
    l->out = result;
    *l->out = (wyrm_shop_figures){
        .name = l->shop->name,
        .offer_count = l->shop->count,
        .depths = base_array(keeper, wyrm_shop_depth, (size_t)l->last_depth),
    };
    base_must(keeper, base_apart(keeper, look_at_shop, l));
}

wyrm_status wyrm_shop_figures_new(const wyrm_trade *trade, size_t index, int32_t last_depth,
                                  wyrm_shop_figures **out, wyrm_error *error)
{
    looking l = {.of = trade,
                 .shop = index < wyrm_trade_shops(trade) ? &trade->shops[index] : NULL,
                 .last_depth = last_depth};
    return base_make(sizeof **out, make_figures, &l, out, error);
}

void wyrm_shop_figures_free(wyrm_shop_figures *figures)
{
    base_unmake(figures);
}
