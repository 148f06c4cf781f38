/* Scaling of monsters by depth. Factors are exact ratios: 20 x 1.35 is 27 and never 28, which the
 * rounding up of a binary product could make of it. */
#include "growth/internal.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "combat/internal.h"

/* ---- the quantities that growth changes, by name ---- */

const char *wyrm_role_name(wyrm_role role)
{
    static const char *const names[WYRM_ROLE_COUNT] = {
        [WYRM_ROLE_PLAYER] = "player",
        [WYRM_ROLE_MONSTER] = "monster",
        [WYRM_ROLE_WEAPON] = "weapon",
        [WYRM_ROLE_ARMOR] = "armor",
    };
    return (unsigned)role < WYRM_ROLE_COUNT ? names[role] : "";
}

int wyrm_target_of(const wyrm_combat *combat, const char *quantity)
{
    if (strcmp(quantity, "max_hp") == 0)
        return WYRM_TARGET_MAX_HP;
    int stat = wyrm_combat_stat(combat, quantity);
    return stat >= 0 ? stat : WYRM_TARGET_NONE;
}

wyrm_status wyrm_quantity_fail(const wyrm_ruleset *ruleset, const wyrm_combat *combat,
                               const wyrm_no_quantity *unknown, wyrm_errors *errors)
{
    const char *known[WYRM_STATS_MAX + 2] = {"max_hp"};
    size_t count = 1;
    if (unknown->experience)
        known[count++] = "experience";
    for (const wyrm_stat *stat = wyrm_combat_stats(combat); stat->name; stat++)
        known[count++] = stat->name;

    const char *nearest = wyrm_nearest(unknown->name, known, count);
    char hint[WYRM_ERROR_HINT_MAX] = "";
    if (unknown->hint)
        snprintf(hint, sizeof hint, "%s", unknown->hint);
    else if (nearest)
        snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    return wyrm_value_fail(ruleset, unknown->value, errors, hint[0] ? hint : NULL,
                           "unknown quantity '%s' of %s: neither max_hp%s nor a stat of the "
                           "combat '%s'",
                           unknown->name, unknown->of, unknown->experience ? " nor experience" : "",
                           wyrm_combat_name(combat));
}

#define FACTOR_MAX 1000.0

/* Whole stats up to here are scaled exactly. */
#define EXACT_MAX 1e6

/* One row a factor: key, place, and which stats follow it (none: hit points). */
static const struct {
    const char *key;
    size_t offset;
    wyrm_scaling scaling;
    const char *meaning;
} factors[] = {
    {"hp", offsetof(wyrm_scale_row, hp), WYRM_SCALING_NONE, ""},
    {"to_hit", offsetof(wyrm_scale_row, to_hit), WYRM_SCALING_TO_HIT, "a skill to hit"},
    {"damage", offsetof(wyrm_scale_row, damage), WYRM_SCALING_DAMAGE, "a damage"},
};

#define FACTOR_COUNT (sizeof factors / sizeof *factors)

static const wyrm_ratio *factor_of(const wyrm_scale_row *row, size_t index)
{
    return (const wyrm_ratio *)(const void *)((const char *)row + factors[index].offset);
}

static bool is_one(wyrm_ratio ratio)
{
    return ratio.numerator == ratio.denominator;
}

static bool any_follows(const wyrm_stat *stats, wyrm_scaling scaling)
{
    for (int i = 0; stats[i].name; i++)
        if (stats[i].scaling == scaling)
            return true;
    return scaling == WYRM_SCALING_NONE;
}

static wyrm_status read_factor(wyrm_scale_row *row, size_t index, const wyrm_ruleset *ruleset,
                               const wyrm_value *record, const wyrm_stat *stats, const char *combat,
                               wyrm_errors *errors)
{
    const wyrm_value *value = wyrm_value_get(record, factors[index].key);
    wyrm_ratio ratio = wyrm_value_ratio(value);
    *(wyrm_ratio *)(void *)((char *)row + factors[index].offset) = ratio;
    if (ratio.numerator > WYRM_SCALE_PART_MAX || ratio.denominator > WYRM_SCALE_PART_MAX)
        return wyrm_value_fail(ruleset, value, errors, NULL,
                               "both parts of the ratio '%s' must be at most %d",
                               factors[index].key, WYRM_SCALE_PART_MAX);
    if (!is_one(ratio) && !any_follows(stats, factors[index].scaling))
        return wyrm_value_fail(ruleset, value, errors, NULL,
                               "'%s' has nothing to scale: no stat of the combat '%s' is %s",
                               factors[index].key, combat, factors[index].meaning);
    return WYRM_OK;
}

wyrm_status wyrm_scale_read(wyrm_scale_rows *scaling, const wyrm_ruleset *ruleset,
                            const wyrm_value *list, const wyrm_stat *stats, const char *combat,
                            wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    scaling->count = wyrm_value_count(list);
    for (size_t i = 0; i < scaling->count; i++) {
        const wyrm_value *record = wyrm_value_item(list, i);
        const wyrm_value *from = wyrm_value_get(record, "from_depth");
        wyrm_scale_row *row = &scaling->rows[i];
        row->from_depth = (int32_t)wyrm_value_integer(from);
        if (i > 0 && row->from_depth <= row[-1].from_depth)
            status = wyrm_value_fail(ruleset, from, errors, NULL,
                                     "scaling is out of order: depth %d after depth %d",
                                     (int)row->from_depth, (int)row[-1].from_depth);
        for (size_t k = 0; k < FACTOR_COUNT; k++) {
            wyrm_status one = read_factor(row, k, ruleset, record, stats, combat, errors);
            status = status == WYRM_OK ? one : status;
        }
    }
    return status;
}

int64_t wyrm_scale_hp(int64_t hp, wyrm_ratio factor)
{
    int64_t scaled = (hp * factor.numerator + factor.denominator - 1) / factor.denominator;
    if (scaled < 1)
        return hp < 1 ? hp : 1;
    return scaled > WYRM_HP_MAX ? WYRM_HP_MAX : scaled;
}

/* value x factor to the nearest whole number, halves up. */
static double scale_stat(double value, wyrm_ratio factor)
{
    if (is_one(factor))
        return value;
    if (value != floor(value) || fabs(value) > EXACT_MAX)
        return floor(value * (double)factor.numerator / (double)factor.denominator + 0.5);
    int64_t doubled = 2 * (int64_t)value * factor.numerator + factor.denominator;
    int64_t divisor = 2 * factor.denominator;
    return (double)(doubled / divisor - (doubled % divisor < 0));
}

void wyrm_scale_at(const wyrm_scale_rows *scaling, const wyrm_stat *stats, int32_t depth,
                   wyrm_combatant *combatant)
{
    const wyrm_scale_row *row = NULL;
    for (size_t i = 0; i < scaling->count && scaling->rows[i].from_depth <= depth; i++)
        row = &scaling->rows[i];
    if (!row)
        return;
    combatant->max_hp = wyrm_scale_hp(combatant->max_hp, row->hp);
    combatant->hp = wyrm_scale_hp(combatant->hp, row->hp);
    for (int i = 0; stats[i].name; i++)
        for (size_t k = 0; k < FACTOR_COUNT; k++)
            if (stats[i].scaling != WYRM_SCALING_NONE && stats[i].scaling == factors[k].scaling)
                combatant->stats[i] = wyrm_stat_in_range(
                    &stats[i], scale_stat(combatant->stats[i], *factor_of(row, k)));
}

#define FACTOR_ROW(key, sentence)                                                                  \
    {                                                                                              \
        .name = key, .kind = WYRM_KIND_RATIO, .greatest = FACTOR_MAX, .fallback = "1",             \
        .summary = sentence                                                                        \
    }

/* clang-format off */
static const wyrm_field scale_rows[] = {
    {.name = "from_depth", .kind = WYRM_KIND_INTEGER, .required = true, .least = 1.0,
     .greatest = WYRM_TABLE_DEPTH_MAX,
     .summary = "the first depth that it holds on, up to the next row's"},
    FACTOR_ROW("hp", "hit points are multiplied by it and rounded up"),
    FACTOR_ROW("to_hit", "the skill to hit is multiplied by it and rounded, halves up"),
    FACTOR_ROW("damage", "damage is multiplied by it and rounded, halves up"),
    {.kind = WYRM_KIND_END},
};

const wyrm_field wyrm_scale_element[] = {
    {.name = "row", .kind = WYRM_KIND_RECORD, .fields = scale_rows,
     .summary = "the factors from a depth on"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* ---- what every growth model's section may say ---- */

/* clang-format off */
const wyrm_field wyrm_growth_shared_rows[] = {
    {.name = "new_floor_heal", .kind = WYRM_KIND_RATIO, .greatest = 1, .fallback = "0",
     .summary = "the part of the maximum of hit points that the player wins back on coming to a "
                "new floor, rounded down", .source = "roguelike tutorial, part 11"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */
