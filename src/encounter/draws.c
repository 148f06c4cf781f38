/* Draws for a room or floor, shared by all models of difficulty: how many monsters come, which of
 * them by weights that change with the depth, which group of monsters, and the experience for
 * killing them. Loot draws by the same numbers and weights. */
#include <stdlib.h>
#include <string.h>
#include "encounter/internal.h"

/* ---- how many (RuggRogue, "Map Population") ---- */

enc_room_count enc_room_count_read(rs_opening *o, const char *things, int32_t limit)
{
    const wyrm_value *record = wyrm_value_get(o->section, "rooms");
    const wyrm_value *most = wyrm_value_get(record, "most");
    const wyrm_depth_row *rows = wyrm_value_rows(most);
    for (size_t i = 0; rows && i < wyrm_value_count(most); i++)
        if (rows[i].value != floor(rows[i].value)) {
            rs_error(o, most, NULL, "a room cannot hold %.15g %s: whole numbers are needed",
                     rows[i].value, things);
            break;
        }
    return (enc_room_count){.first = key_flag(record, "first"),
                            .chance = key_ratio(record, "chance"),
                            .most = most,
                            .most_per_win = key_whole(record, "most_per_win"),
                            .limit = limit};
}

int32_t enc_room_count_most(const enc_room_count *count, int32_t depth, int32_t wins)
{
    double most = wyrm_value_at_depth(count->most, depth);
    most += (double)wins * (double)count->most_per_win;
    return most > 0 ? (int32_t)fmin(most, count->limit) : 0;
}

int32_t enc_room_count_draw(const enc_room_count *count, int32_t depth, int32_t wins, int32_t room,
                            wyrm_rng *rng)
{
    wyrm_ratio chance = count->chance;
    if (room == 0 && !count->first)
        return 0;
    if (!wyrm_rng_chance(rng, (uint64_t)chance.numerator, (uint64_t)chance.denominator))
        return 0;
    int32_t most = enc_room_count_most(count, depth, wins);
    return most > 0 ? (int32_t)wyrm_rng_between(rng, 1, most) : 0;
}

/* ---- which: choices by weight ----
 *
 * Weights change where any of the tables has a row, so depths are divided there, and the running
 * sums of every range are made beforehand: a draw is a number and a walk along a row. */

/* Limit of the running sums, so that no file can ask for all the memory. */
#define SUMS_MAX ((size_t)1 << 20)

static int ascending(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

size_t encounter_sort_depths(int32_t *depths, size_t count)
{
    size_t kept = 0;
    qsort(depths, count, sizeof *depths, ascending);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || depths[i] != depths[kept - 1])
            depths[kept++] = depths[i];
    return kept;
}

enc_weights *enc_weights_new(rs_opening *o, const wyrm_value *where, const char *what,
                             const enc_weights_entry *entries, size_t count, int32_t last_depth)
{
    size_t tables = 0, all = 0;
    double greatest = 0;
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        const wyrm_depth_row *rows = wyrm_value_rows(entries[i].weights);
        bool own = true;
        tables += entries[i].weights != NULL;
        for (size_t r = 0; rows && r < wyrm_value_count(entries[i].weights); r++) {
            all++;
            greatest = fmax(greatest, rows[r].value);
            if (own && rows[r].value != floor(rows[r].value)) {
                own = whole = false;
                rs_error(o, entries[i].weights, NULL,
                         "weights of %s are whole numbers, and '%s' has one of %.15g", what,
                         entries[i].name, rows[r].value);
            }
        }
    }
    if (tables == 0)
        rs_error(o, where, "write it as a number, or as [[weight, from_depth], ...]",
                 "none of the %s has a weight", what);
    else if (greatest <= 0)
        rs_error(o, where, NULL, "all weights of %s are 0", what);
    if (!whole || greatest <= 0)
        return NULL;
    /* The depths where any table has a row, ascending, each once. */
    int32_t *depths = base_array(o->arena, int32_t, all);
    all = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_depth_row *rows = wyrm_value_rows(entries[i].weights);
        for (size_t r = 0; rows && r < wyrm_value_count(entries[i].weights); r++)
            depths[all++] = rows[r].from_depth;
    }
    const size_t stretches = encounter_sort_depths(depths, all);
    if (stretches > SUMS_MAX / count) {
        rs_error(o, where, NULL, "%zu %s with %zu different depths in their tables are too many",
                 count, what, stretches);
        return NULL;
    }
    enc_weights *choice = base_new(o->arena, enc_weights);
    choice->stretches = base_array(o->arena, enc_weights_stretch, stretches);
    int32_t *values = base_array(o->arena, int32_t, stretches * count);
    uint64_t *running = base_array(o->arena, uint64_t, stretches * count);
    bool begun = false;
    for (size_t i = 0; i < stretches; i++) {
        size_t kept = 0;
        uint64_t sum = 0;
        for (size_t k = 0; k < count; k++) {
            double weight = wyrm_value_at_depth(entries[k].weights, depths[i]);
            if (!(weight > 0))
                continue;
            sum += (uint64_t)weight;
            values[kept] = entries[k].value;
            running[kept++] = sum;
        }
        if (begun && kept == 0 && depths[i] <= last_depth) {
            rs_error(o, where, NULL, "all weights of %s are 0 at depth %d", what, (int)depths[i]);
            return NULL;
        }
        begun = begun || kept > 0;
        choice->stretches[choice->count++] =
            (enc_weights_stretch){depths[i], {kept, values, running}};
        values += kept;
        running += kept;
    }
    return choice;
}

enc_weights_row enc_weights_at(const enc_weights *choice, int32_t depth)
{
    size_t low = 0, high = choice->count; /* the first that begins behind the depth */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (choice->stretches[middle].from <= depth)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? (enc_weights_row){0} : choice->stretches[low - 1].row;
}

/* ---- a group of monsters ----
 *
 * One rule: is it from a deeper floor, which horde, how many of each member. Its result is one
 * whole number, the outcome, which gives horde and numbers; so the same rule, read exactly, is a
 * small distribution over outcomes. What changes from group to group (which hordes have come once,
 * what a budget has left, what is left of a deck) is the state that the rule reads, and only a
 * group that comes changes it. */

int64_t enc_horde_worth(const enc_hordes *of, int32_t depth, int32_t monster, bool of_threat)
{
    if (!of_threat)
        return (int64_t)of->experience[monster];
    return of->threat ? enc_threat_grains(of->threat, (size_t)monster, depth, false) : 0;
}

int32_t enc_horde_counts(const enc_hordes *of, int64_t outcome, int32_t *counts)
{
    const enc_horde *horde = &of->hordes[of->horde_of[outcome]];
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

/* Sums are whole numbers, except for the multiplier: hence the tolerance. */
bool enc_horde_fits(const enc_horde_filling *f, int64_t outcome)
{
    const enc_hordes *of = f->of;
    const enc_horde *horde = &of->hordes[of->horde_of[outcome]];
    int32_t counts[ENC_PARTS_MAX];
    const int32_t count = f->count + enc_horde_counts(of, outcome, counts);
    double worth = f->worth;
    for (size_t p = 0; p < horde->part_count; p++)
        worth += (double)counts[p] *
                 (double)enc_horde_worth(of, f->depth, horde->parts[p].monster, of->of_threat);
    worth *= wyrm_value_at_depth(of->multiplier, count);
    return worth <= f->floor->most * (1 + 1e-12) && count <= WYRM_ROOM_SPAWNS_MAX;
}

static bool has_come(const enc_horde_filling *f, const enc_horde *horde)
{
    return horde->once >= 0 && (f->come[horde->once / 64] >> (horde->once % 64) & 1) != 0;
}

/* Returns the present weight of a horde in a row. */
static uint64_t weight_now(const enc_horde_filling *f, const enc_weights_row *row, size_t index)
{
    const enc_hordes *of = f->of;
    const enc_horde *horde = &of->hordes[row->values[index]];
    if (f->left)
        return f->left[row->values[index]];
    if (has_come(f, horde) ||
        (of->aim == ENC_AIM_FILL && !enc_horde_fits(f, horde->base + horde->outcomes - 1)))
        return 0;
    return enc_weights_of(row, index);
}

/* The same for all hordes of a row at once, by the test of enc_horde_fits: how much groups of each
 * size may still be worth is computed once. */
static void weigh_by_worth(const enc_horde_filling *f, const enc_weights_row *row, uint64_t *out)
{
    const enc_hordes *of = f->of;
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

static void weigh(const enc_horde_filling *f, const enc_weights_row *row, int32_t depth,
                  enc_horde_cache *out)
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

/* Draws the members of a horde. */
static int64_t draw_members(rule_draws *r, const enc_horde *horde)
{
    int64_t outcome = horde->base, step = 1;
    for (size_t p = 1; p < horde->part_count; p++) {
        const wyrm_amount *number = horde->parts[p].number;
        outcome += (rule_roll(r, "how many come with it", number) - number->least) * step;
        step *= number->most - number->least + 1;
    }
    return outcome;
}

/* Returns the weights of a depth, as running sums; NULL: nobody can come. */
static const uint64_t *weights_at(const enc_horde_filling *f, int64_t depth, enc_horde_cache *now,
                                  enc_weights_row *row)
{
    const bool as_written = !f->any_come && !f->left && f->of->aim != ENC_AIM_FILL;
    *row = enc_weights_at(&f->of->drawn, (int32_t)depth);
    if (!as_written && now->depth != depth)
        weigh(f, row, (int32_t)depth, now);
    const uint64_t *running = as_written ? row->running : now->running;
    return row->count > 0 && running[row->count - 1] > 0 ? running : NULL;
}

/* If a budget is filled and nothing of the deeper floor fits, a group of the floor itself comes. */
int64_t enc_horde_next(rule_draws *r, const void *filling)
{
    const enc_horde_filling *f = filling;
    const enc_hordes *of = f->of;
    const enc_floor_row *floor = f->floor;
    int64_t depth = f->depth;
    if (floor->deeper.numerator > 0 &&
        rule_chance(r, "out of depth", (uint64_t)floor->deeper.numerator,
                    (uint64_t)floor->deeper.denominator)) {
        const int32_t deepest = of->deepest > f->depth ? of->deepest : f->depth;
        depth += rule_roll(r, "how much deeper", floor->by);
        depth = depth < deepest ? depth : deepest;
    }
    enc_weights_row row;
    enc_horde_cache own, *now = f->cache ? f->cache : &own;
    own.depth = 0;
    const uint64_t *running = weights_at(f, depth, now, &row);
    if (running == NULL && of->aim == ENC_AIM_FILL && depth > f->depth)
        running = weights_at(f, f->depth, now, &row);
    if (running == NULL)
        return ENC_NO_GROUP;
    const int64_t draws = floor->hardest_of ? rule_roll(r, "of how many", floor->hardest_of) : 1;
    const enc_horde *horde = NULL;
    for (int64_t i = 0; i < draws; i++) {
        const size_t index = rule_choose_running(r, "which horde", row.count, running);
        const enc_horde *drawn = &of->hordes[row.values[index]];
        horde = horde && horde->first >= drawn->first ? horde : drawn;
    }
    const int64_t outcome = draw_members(r, horde);
    return of->aim == ENC_AIM_REJECT && !enc_horde_fits(f, outcome) ? ENC_NO_GROUP : outcome;
}

int64_t enc_horde_guard(rule_draws *r, const void *filling)
{
    const enc_horde_filling *f = filling;
    const enc_horde *guard = f->guard;
    if (has_come(f, guard) ||
        !rule_chance(r, "whether it is there", (uint64_t)guard->chance.numerator,
                     (uint64_t)guard->chance.denominator))
        return ENC_NO_GROUP;
    return draw_members(r, guard);
}

bool enc_horde_wants_more(const enc_horde_filling *f)
{
    return f->of->aim == ENC_AIM_FILL && f->count < WYRM_ROOM_SPAWNS_MAX &&
           f->worth * wyrm_value_at_depth(f->of->multiplier, f->count > 0 ? f->count : 1) <
               f->floor->least * (1 - 1e-12);
}

enc_horde_filling enc_horde_begin(const enc_hordes *of, int32_t depth)
{
    enc_horde_filling f = {.of = of, .depth = depth};
    for (size_t i = 0; i < of->floor_count && of->floors[i].from <= depth; i++)
        f.floor = &of->floors[i];
    return f;
}

/* ---- what killing monsters gives: on average, and exactly for all that come ---- */

#define EFFORT_MAX 1e8 /* additions for what one group or floor gives */

double encounter_reward_mean(const wyrm_roster *roster, int32_t monster)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    return random ? wyrm_pmf_mean(random->pmf) : (double)wyrm_roster_experience(roster, monster, 1);
}

int64_t encounter_reward_unit(const wyrm_roster *roster, int32_t monster, int64_t unit)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    if (!random)
        return common_divisor(unit, (int64_t)wyrm_roster_experience(roster, monster, 1));
    const size_t length = wyrm_pmf_length(random->pmf);
    for (size_t v = 0; v < length; v++)
        if (v == 0 || v + 1 == length || wyrm_pmf_probabilities(random->pmf)[v] > 0)
            unit = common_divisor(unit, wyrm_pmf_first(random->pmf) + (int64_t)v);
    return unit;
}

void encounter_reward_add(base_arena *arena, const wyrm_roster *roster, int32_t monster,
                          int32_t number, int64_t unit, encounter_rewards *to)
{
    const wyrm_amount *random = wyrm_roster_experience_roll(roster, monster);
    if (!random) {
        to->least += number * ((int64_t)wyrm_roster_experience(roster, monster, 1) / unit);
        return;
    }
    const double *chances = wyrm_pmf_probabilities(random->pmf);
    const size_t length = wyrm_pmf_length(random->pmf), last = (length - 1) / (size_t)unit;
    const double all = (double)to->count + (double)number * (double)last;
    const double effort = (double)number * all * (double)(last + 1);
    if (!(effort <= EFFORT_MAX))
        base_refuse(arena, WYRM_ERROR_RANGE, "too many sums of experience");
    base_spend(arena, WYRM_COST_FLOORS, (uint64_t)effort);
    double *now = base_array(arena, double, (size_t)all),
           *next = base_array(arena, double, (size_t)all);
    memcpy(now, to->chances, to->count * sizeof *now);
    for (int32_t n = 0; n < number; n++) {
        memset(next, 0, (size_t)all * sizeof *next);
        for (size_t i = 0; i < to->count; i++)
            for (size_t v = 0; now[i] > 0 && v <= last; v++)
                next[i + v] += now[i] * chances[v * (size_t)unit];
        to->count += last;
        memcpy(now, next, to->count * sizeof *now);
    }
    to->least += number * (wyrm_pmf_first(random->pmf) / unit);
    to->chances = now;
}
