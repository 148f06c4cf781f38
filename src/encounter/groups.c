/* A group of monsters: one rule. Is it from a deeper floor, which horde, how many of each member.
 *
 * Its result is one whole number, the outcome, from which horde and numbers can be told again; so
 * the same rule, read exactly, is a small distribution over outcomes. What changes from group to
 * group (who has come that comes once, what a budget has left, what is left of a deck) is the state
 * that the rule is read in, and having a group come is all that changes it.
 */
#include "encounter/internal.h"

int64_t wyrm_horde_worth(const wyrm_hordes *of, int32_t depth, int32_t monster, bool of_threat)
{
    if (!of_threat)
        return (int64_t)of->experience[monster];
    return of->threat ? wyrm_threat_grains(of->threat, (size_t)monster, depth, false) : 0;
}

int32_t wyrm_horde_counts(const wyrm_hordes *of, int64_t outcome, int32_t *counts)
{
    const wyrm_horde *horde = &of->hordes[of->horde_of[outcome]];
    int64_t left = outcome - horde->base;
    int32_t sum = counts[0] = 1;
    for (size_t p = 1; p < horde->part_count; p++) {
        const wyrm_amount *number = horde->parts[p].number;
        const int64_t span = number->most - number->least + 1;
        counts[p] = (int32_t)(number->least + left % span);
        sum += counts[p];
        left /= span;
    }
    return sum;
}

/* Whether the budget has room for a group that comes so. Sums are whole, but for the multiplier. */
bool wyrm_horde_fits(const wyrm_horde_filling *f, int64_t outcome)
{
    const wyrm_hordes *of = f->of;
    const wyrm_horde *horde = &of->hordes[of->horde_of[outcome]];
    int32_t counts[WYRM_PARTS_MAX];
    const int32_t count = f->count + wyrm_horde_counts(of, outcome, counts);
    double worth = f->worth;
    for (size_t p = 0; p < horde->part_count; p++)
        worth += (double)counts[p] *
                 (double)wyrm_horde_worth(of, f->depth, horde->parts[p].monster, of->of_threat);
    worth *= wyrm_value_at_depth(of->multiplier, count);
    return worth <= f->floor->most * (1 + 1e-12) && count <= WYRM_ROOM_SPAWNS_MAX;
}

static bool has_come(const wyrm_horde_filling *f, const wyrm_horde *horde)
{
    return horde->once >= 0 && (f->come[horde->once / 64] >> (horde->once % 64) & 1) != 0;
}

/* How often a horde of a row is drawn now. */
static uint64_t weight_now(const wyrm_horde_filling *f, const wyrm_weights_row *row, size_t index)
{
    const wyrm_hordes *of = f->of;
    const wyrm_horde *horde = &of->hordes[row->values[index]];
    if (f->left)
        return f->left[row->values[index]];
    if (has_come(f, horde) ||
        (of->aim == WYRM_AIM_FILL && !wyrm_horde_fits(f, horde->base + horde->outcomes - 1)))
        return 0;
    return wyrm_weights_of(row, index);
}

/* The same for all hordes of a row at once, as wyrm_horde_fits has it: how much groups of each size
 * may still be worth is worked out once. */
static void weigh_by_worth(const wyrm_horde_filling *f, const wyrm_weights_row *row, uint64_t *out)
{
    const wyrm_hordes *of = f->of;
    const double most = f->floor->most * (1 + 1e-12), *worth = of->largest_worth;
    const int32_t *hordes = row->values, *sizes = of->largest;
    const uint64_t *running = row->running;
    const size_t count = row->count;
    double room[WYRM_ROOM_SPAWNS_MAX + 1];
    uint64_t sum = 0, before = 0;
    for (int32_t n = 1; n <= of->largest_of_all; n++)
        room[n] = f->count + n > WYRM_ROOM_SPAWNS_MAX
                      ? -1
                      : most / wyrm_value_at_depth(of->multiplier, f->count + n) - f->worth;
    for (size_t i = 0; i < count; i++) {
        const int32_t index = hordes[i];
        const uint64_t weight = running[i] - before;
        before = running[i];
        sum += worth[index] <= room[sizes[index]] ? weight : 0;
        out[i] = sum;
    }
}

static void weigh(const wyrm_horde_filling *f, const wyrm_weights_row *row, int32_t depth,
                  wyrm_horde_cache *out)
{
    uint64_t sum = 0;
    if (f->of->largest && !f->left && !f->any_come) {
        weigh_by_worth(f, row, out->running);
        out->depth = depth;
        return;
    }
    for (size_t i = 0; i < row->count; i++)
        out->running[i] = sum += weight_now(f, row, i);
    out->depth = depth;
}

/* The members of a horde. */
static int64_t draw_members(rule_draws *r, const wyrm_horde *horde)
{
    int64_t outcome = horde->base, step = 1;
    for (size_t p = 1; p < horde->part_count; p++) {
        const wyrm_amount *number = horde->parts[p].number;
        outcome += (rule_roll(r, "how many come with it", number) - number->least) * step;
        step *= number->most - number->least + 1;
    }
    return outcome;
}

int64_t wyrm_horde_next(rule_draws *r, const void *filling)
{
    const wyrm_horde_filling *f = filling;
    const wyrm_hordes *of = f->of;
    const wyrm_floor_row *floor = f->floor;
    int64_t depth = f->depth;
    if (floor->deeper.numerator > 0 &&
        rule_chance(r, "out of depth", (uint64_t)floor->deeper.numerator,
                    (uint64_t)floor->deeper.denominator)) {
        const int32_t deepest = of->deepest > f->depth ? of->deepest : f->depth;
        depth += rule_roll(r, "how much deeper", floor->by);
        depth = depth < deepest ? depth : deepest;
    }
    const wyrm_weights_row row = wyrm_weights_at(&of->drawn, (int32_t)depth);
    wyrm_horde_cache own, *now = f->cache ? f->cache : &own;
    own.depth = 0;
    const bool as_written = !f->any_come && !f->left && of->aim != WYRM_AIM_FILL;
    if (!as_written && now->depth != depth)
        weigh(f, &row, (int32_t)depth, now);
    const uint64_t *running = as_written ? row.running : now->running;
    if (row.count == 0 || running[row.count - 1] == 0)
        return WYRM_NO_GROUP;
    const int64_t draws = floor->hardest_of ? rule_roll(r, "of how many", floor->hardest_of) : 1;
    const wyrm_horde *horde = NULL;
    for (int64_t i = 0; i < draws; i++) {
        const size_t index = rule_choose_running(r, "which horde", row.count, running);
        const wyrm_horde *drawn = &of->hordes[row.values[index]];
        horde = horde && horde->first >= drawn->first ? horde : drawn;
    }
    const int64_t outcome = draw_members(r, horde);
    return of->aim == WYRM_AIM_REJECT && !wyrm_horde_fits(f, outcome) ? WYRM_NO_GROUP : outcome;
}

int64_t wyrm_horde_guard(rule_draws *r, const void *filling)
{
    const wyrm_horde_filling *f = filling;
    const wyrm_horde *guard = f->guard;
    if (has_come(f, guard) ||
        !rule_chance(r, "whether it is there", (uint64_t)guard->chance.numerator,
                     (uint64_t)guard->chance.denominator))
        return WYRM_NO_GROUP;
    return draw_members(r, guard);
}

bool wyrm_horde_wants_more(const wyrm_horde_filling *f)
{
    return f->of->aim == WYRM_AIM_FILL && f->count < WYRM_ROOM_SPAWNS_MAX &&
           f->worth * wyrm_value_at_depth(f->of->multiplier, f->count > 0 ? f->count : 1) <
               f->floor->least * (1 - 1e-12);
}

wyrm_horde_filling wyrm_horde_begin(const wyrm_hordes *of, int32_t depth)
{
    wyrm_horde_filling f = {.of = of, .depth = depth};
    for (size_t i = 0; i < of->floor_count && of->floors[i].from <= depth; i++)
        f.floor = &of->floors[i];
    return f;
}
