/* What monsters drop: one rule for how much a row gives, one for which thing it is.
 *
 * Rows are independent, and so are the things of a row, each chosen by the same weights. So the
 * number of one thing is a sum over the rows, and within a row each of its things is that one with
 * the share of its weight: a binomial number, mixed over how many things the row gives. */
#include <wyrm/drops.h>
#include <wyrm/trade.h>

#include <string.h>

#include "base/rule.h"
#include "loot/internal.h"

/* ---- rows ---- */

static const wyrm_field weight_element[] =
    WYRM_ELEMENT("thing", INTEGER, .least = 1, .greatest = 1000000,
                 .summary = "weight of this item, weapon or armor");
static const wyrm_field drop_rows[] = {
    WYRM_ROW("chance", TABLE, .greatest = 1, .default_value = "1",
             .summary = "chance that this row gives anything, by depth"),
    WYRM_ROW("gold", AMOUNT, .greatest = WYRM_PIECES_MAX, .unit = "pieces",
             .summary = "a heap of gold, or `items`"),
    WYRM_ROW("items", MAP, .least = 1, .greatest = WYRM_DROP_KINDS_MAX, .fields = weight_element,
             .summary = "what it gives one of, by weight"),
    WYRM_ROW("number", AMOUNT, .greatest = WYRM_DROP_THINGS_MAX, .default_value = "1",
             .unit = "items", .summary = "how many of `items`, each chosen anew"),
    WYRM_ROW("bonus", AMOUNT, .least = -1000, .greatest = 1000, .default_value = "0",
             .unit = "levels", .summary = "enchantment of a weapon or armor"),
    {.kind = WYRM_KIND_END},
};
static const wyrm_field drop_element[] =
    WYRM_ELEMENT("drop", RECORD, .fields = drop_rows, .summary = "rolled apart from other rows");
const wyrm_field loot_drops_element[] = WYRM_ELEMENT(
    "monster", LIST, .fields = drop_element, .least = 1, .greatest = WYRM_DROP_ROWS_MAX,
    .summary = "what lies where a monster of that name died");

/* ---- reading ---- */

typedef struct drop_row {
    const wyrm_value *chance;
    const wyrm_amount *gold; /* NULL: things */
    const wyrm_amount *number, *bonus;
    size_t count;
    const char **names;
    bool *gear;        /* whether the thing is a weapon or armor, which `bonus` enchants */
    uint64_t *running; /* sums of weights */
} drop_row;

typedef struct drop_list {
    size_t count;
    drop_row *rows;
} drop_list;

struct wyrm_drops {
    size_t count;
    drop_list *monsters; /* by index in the roster */
};

/* A row at a depth, as the rules read it. */
typedef struct chance_of {
    const drop_row *row;
    int32_t depth;
} chance_of;

static drop_row read_row(rs_opening *o, const wyrm_value *record)
{
    const wyrm_value *gold = wyrm_value_get(record, "gold");
    const wyrm_value *items = wyrm_value_get(record, "items");
    const wyrm_value *number = wyrm_value_get(record, "number");
    const wyrm_value *bonus = wyrm_value_get(record, "bonus");
    drop_row row = {.chance = wyrm_value_get(record, "chance"),
                    .gold = wyrm_value_amount(gold),
                    .number = wyrm_value_amount(number),
                    .bonus = wyrm_value_amount(bonus),
                    .count = wyrm_value_count(items)};
    bool gear = false;
    uint64_t sum = 0;
    if ((gold == NULL) == (items == NULL))
        rs_error(o, record, NULL, "a row of drops has either 'gold' or 'items'");
    if (gold != NULL && !rs_value_says_default(number))
        rs_error(o, number, NULL, "'number' is of items: a row with 'gold' gives one heap");
    row.names = base_array(o->arena, const char *, row.count);
    row.gear = base_array(o->arena, bool, row.count);
    row.running = base_array(o->arena, uint64_t, row.count);
    for (size_t i = 0; i < row.count; i++) {
        row.names[i] = wyrm_value_key(items, i);
        row.running[i] = sum += (uint64_t)wyrm_value_real(wyrm_value_item(items, i));
        row.gear[i] = loot_is_gear(o->ruleset, row.names[i]);
        gear = gear || row.gear[i];
        loot_check_thing(o, wyrm_value_item(items, i), row.names[i], "item, weapon or armor");
    }
    if (!rs_value_says_default(bonus) && !gear)
        rs_error(o, bonus, NULL, "'bonus' is for weapons and armors: this row gives none");
    return row;
}

static void make(rs_opening *o, void *system)
{
    wyrm_drops *of = system;
    const wyrm_value *monsters = wyrm_ruleset_find(o->ruleset, "monsters");
    const wyrm_value *drops = wyrm_ruleset_find(o->ruleset, "drops");
    of->count = wyrm_value_count(monsters);
    of->monsters = base_array(o->arena, drop_list, of->count);
    for (size_t m = 0; m < of->count; m++) {
        const wyrm_value *rows = wyrm_value_get(drops, wyrm_value_key(monsters, m));
        drop_list *list = &of->monsters[m];
        list->count = wyrm_value_count(rows);
        list->rows = base_array(o->arena, drop_row, list->count);
        for (size_t i = 0; i < list->count; i++)
            list->rows[i] = read_row(o, wyrm_value_item(rows, i));
    }
    for (size_t i = 0; i < wyrm_value_count(drops); i++)
        if (wyrm_value_get(monsters, wyrm_value_key(drops, i)) == NULL)
            rs_error_name(o, wyrm_value_item(drops, i), rs_map_names(monsters), of->count,
                          wyrm_value_key(drops, i), "no monster is called '%s'",
                          wyrm_value_key(drops, i));
}

wyrm_status wyrm_drops_new(const wyrm_ruleset *ruleset, wyrm_drops **out, wyrm_errors *errors)
{
    *out = NULL;
    return wyrm_ruleset_find(ruleset, "drops") != NULL
               ? rs_open(ruleset, NULL, sizeof **out, make, NULL, out, errors)
               : WYRM_OK;
}

void wyrm_drops_free(wyrm_drops *drops)
{
    base_unmake(drops);
}

/* ---- the rules ---- */

/* Pieces of gold of a row, or its number of things. */
static int64_t how_much(rule_draws *r, const void *of)
{
    const chance_of *at = of;
    const drop_row *row = at->row;
    if (!rule_likely(r, "whether anything", wyrm_value_at_depth(row->chance, at->depth)))
        return 0;
    return row->gold != NULL ? rule_roll(r, "gold", row->gold)
                             : rule_roll(r, "how many", row->number);
}

/* Index of a thing among those of its row. */
static int64_t which(rule_draws *r, const void *of)
{
    const drop_row *row = of;
    return (int64_t)rule_choose_running(r, "which", row->count, row->running);
}

/* ---- drawn ---- */

static drop_list list_of(const wyrm_drops *drops, size_t monster)
{
    return drops != NULL && monster < drops->count ? drops->monsters[monster] : (drop_list){0};
}

size_t wyrm_drops_draw(const wyrm_drops *drops, size_t monster, int32_t depth, wyrm_rng *rng,
                       wyrm_dropped *dropped)
{
    const drop_list list = list_of(drops, monster);
    size_t count = 0;
    for (size_t r = 0; r < list.count; r++) {
        const drop_row *row = &list.rows[r];
        const chance_of at = {row, depth};
        const int64_t much = rule_draw(how_much, &at, rng);
        if (row->gold != NULL && much > 0)
            dropped[count++] = (wyrm_dropped){.pieces = (int32_t)much};
        for (int64_t i = 0; row->gold == NULL && i < much; i++) {
            const int64_t thing = rule_draw(which, row, rng);
            const int64_t bonus = row->gear[thing] ? amount_draw(row->bonus, rng) : 0;
            dropped[count++] = (wyrm_dropped){.name = row->names[thing], .bonus = (int32_t)bonus};
        }
    }
    return count;
}

/* ---- exactly ---- */

typedef struct number_asked {
    const wyrm_drops *drops;
    size_t monster;
    int32_t depth;
    const char *name;
    wyrm_pmf *out;
} number_asked;

static const wyrm_pmf *keep(base_arena *arena, wyrm_status status, wyrm_pmf *pmf)
{
    base_must(arena, status);
    base_keep(arena, pmf, wyrm_pmf_free);
    return pmf;
}

/* Returns the share of a thing in the weights of a row; of gold (NULL) it is 0. */
static double share_of(const drop_row *row, const char *name)
{
    for (size_t i = 0; i < row->count && name != NULL; i++)
        if (strcmp(row->names[i], name) == 0)
            return (double)(row->running[i] - (i > 0 ? row->running[i - 1] : 0)) /
                   (double)row->running[row->count - 1];
    return 0;
}

/* Computes how many of the things of a row are of one name: binomial numbers, mixed. */
static const wyrm_pmf *thin_out(base_arena *arena, const wyrm_pmf *number, double share)
{
    wyrm_pmf *one, *out;
    const wyrm_weighted pairs[] = {{0, 1 - share}, {1, share}};
    const wyrm_pmf *parts[WYRM_DROP_THINGS_MAX + 1];
    double weights[WYRM_DROP_THINGS_MAX + 1];
    const size_t most = (size_t)wyrm_pmf_last(number);
    wyrm_status status = wyrm_pmf_from_pairs(pairs, 2, &one, &arena->error);
    const wyrm_pmf *each = keep(arena, status, one);
    for (size_t n = 0; n <= most; n++) {
        status = wyrm_pmf_repeat(each, (unsigned)n, &one, &arena->error);
        parts[n] = keep(arena, status, one);
        weights[n] = wyrm_pmf_at(number, (int64_t)n);
    }
    status = wyrm_pmf_mix(parts, weights, most + 1, &out, &arena->error);
    return keep(arena, status, out);
}

static void sum_rows(base_arena *arena, void *context)
{
    number_asked *of = context;
    const drop_list list = list_of(of->drops, of->monster);
    wyrm_pmf *made;
    wyrm_status status = wyrm_pmf_point(0, &made, &arena->error);
    const wyrm_pmf *sum = keep(arena, status, made);
    for (size_t r = 0; r < list.count; r++) {
        const drop_row *row = &list.rows[r];
        const double share = share_of(row, of->name);
        const chance_of at = {row, of->depth};
        if (row->gold != NULL ? of->name != NULL : !(share > 0))
            continue;
        status = rule_exact("what a row drops", how_much, &at, &made, NULL, &arena->error);
        const wyrm_pmf *part = keep(arena, status, made);
        if (row->gold == NULL)
            part = thin_out(arena, part, share);
        status = wyrm_pmf_add(sum, part, &made, &arena->error);
        sum = keep(arena, status, made);
    }
    base_must(arena, wyrm_pmf_copy(sum, &of->out, &arena->error));
}

wyrm_status wyrm_drops_number(const wyrm_drops *drops, size_t monster, int32_t depth,
                              const char *name, wyrm_pmf **out, wyrm_error *error)
{
    number_asked of = {drops, monster, depth, name, NULL};
    const wyrm_status status = base_do(sum_rows, &of, error);
    *out = of.out;
    return status;
}

/* ---- what there is ---- */

size_t wyrm_drops_names(const wyrm_drops *drops, size_t monster, const char **names)
{
    const drop_list list = list_of(drops, monster);
    size_t count = 0;
    for (size_t r = 0; r < list.count; r++)
        for (size_t i = 0; i < list.rows[r].count; i++) {
            const char *name = list.rows[r].names[i];
            bool is_new = true;
            for (size_t k = 0; k < count && is_new; k++)
                is_new = strcmp(names[k], name) != 0;
            if (is_new)
                names[count++] = name;
        }
    return count;
}

bool loot_drops_give(const wyrm_drops *drops, size_t monster, const char *name, int32_t last_depth)
{
    const drop_list list = list_of(drops, monster);
    for (size_t r = 0; r < list.count; r++) {
        const drop_row *row = &list.rows[r];
        if (!(share_of(row, name) > 0) || row->number->most <= 0)
            continue;
        for (int32_t depth = 1; depth <= last_depth; depth++)
            if (wyrm_value_at_depth(row->chance, depth) > 0)
                return true;
    }
    return false;
}
