/* How many a room gets, and weighted choice by depth tables: what difficulty and loot share.
 *
 * Weights change where any of the tables has a row, so depths are cut into stretches there, and the
 * running sums of every stretch are made beforehand: a draw is a number and a walk along a row.
 */
#include "encounter/internal.h"

#include <math.h>
#include <stdlib.h>

/* ---- how many (RuggRogue, "Map Population") ---- */

wyrm_status wyrm_room_count_read(const wyrm_ruleset *ruleset, const wyrm_value *record,
                                 int32_t limit, wyrm_room_count *out, wyrm_errors *errors)
{
    *out = (wyrm_room_count){
        .first = wyrm_value_bool(wyrm_value_get(record, "first")),
        .chance = wyrm_value_ratio(wyrm_value_get(record, "chance")),
        .most = wyrm_value_get(record, "most"),
        .most_per_win = (int32_t)wyrm_value_integer(wyrm_value_get(record, "most_per_win")),
        .limit = limit,
    };
    const wyrm_depth_row *rows = wyrm_value_rows(out->most);
    for (size_t i = 0; rows && i < wyrm_value_count(out->most); i++)
        if (rows[i].value != floor(rows[i].value))
            return wyrm_value_fail(ruleset, out->most, errors, NULL,
                                   "a room cannot hold %g of something: whole numbers are needed",
                                   rows[i].value);
    return WYRM_OK;
}

int32_t wyrm_room_count_most(const wyrm_room_count *count, int32_t depth, int32_t wins)
{
    double most = wyrm_value_at_depth(count->most, depth);
    most += (double)wins * (double)count->most_per_win;
    return most > 0 ? (int32_t)fmin(most, count->limit) : 0;
}

int32_t wyrm_room_count_draw(const wyrm_room_count *count, int32_t depth, int32_t wins,
                             int32_t room, wyrm_rng *rng)
{
    wyrm_ratio chance = count->chance;
    if (room == 0 && !count->first)
        return 0;
    if (!wyrm_rng_chance(rng, (uint64_t)chance.numerator, (uint64_t)chance.denominator))
        return 0;
    int32_t most = wyrm_room_count_most(count, depth, wins);
    return most > 0 ? (int32_t)wyrm_rng_between(rng, 1, most) : 0;
}

/* ---- which ---- */

/* Running sums that are kept; more are refused, so that no file can ask for all the memory. */
#define SUMS_MAX ((size_t)1 << 20)

/* A stretch of depths begins here and ends before the next. */
typedef struct stretch {
    int32_t from;
    wyrm_weights_row row;
} stretch;

struct wyrm_weights {
    size_t count;
    stretch *stretches; /* ascending; none at depths before the first row */
};

static size_t count_rows(const wyrm_value *table)
{
    return wyrm_value_rows(table) ? wyrm_value_count(table) : 0;
}

static int ascending(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* The depths where any table has a row, ascending, each once. */
static size_t collect_depths(base_arena *arena, const wyrm_weights_entry *entries, size_t count,
                             int32_t **out)
{
    size_t rows = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        rows += count_rows(entries[i].weights);
    int32_t *depths = *out = base_array(arena, int32_t, rows);
    rows = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < count_rows(entries[i].weights); r++)
            depths[rows++] = wyrm_value_rows(entries[i].weights)[r].from_depth;
    qsort(depths, rows, sizeof *depths, ascending);
    for (size_t i = 0; i < rows; i++)
        if (kept == 0 || depths[i] != depths[kept - 1])
            depths[kept++] = depths[i];
    return kept;
}

static wyrm_weights_row make_row(const wyrm_weights_entry *entries, size_t count, int32_t depth,
                                 int32_t *values, uint64_t *running)
{
    size_t kept = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        double weight = wyrm_value_at_depth(entries[i].weights, depth);
        if (!(weight > 0))
            continue;
        sum += (uint64_t)weight;
        values[kept] = entries[i].value;
        running[kept++] = sum;
    }
    return (wyrm_weights_row){kept, values, running};
}

wyrm_status wyrm_weights_new(base_arena *arena, const wyrm_ruleset *ruleset,
                             const wyrm_value *where, const char *what,
                             const wyrm_weights_entry *entries, size_t count, int32_t last_depth,
                             wyrm_weights **out, wyrm_errors *errors)
{
    wyrm_status status = WYRM_OK;
    size_t tables = 0;
    double greatest = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_depth_row *rows = wyrm_value_rows(entries[i].weights);
        tables += entries[i].weights != NULL;
        bool whole = true;
        for (size_t r = 0; r < count_rows(entries[i].weights); r++) {
            greatest = fmax(greatest, rows[r].value);
            if (whole && rows[r].value != floor(rows[r].value))
                status = wyrm_value_fail(ruleset, entries[i].weights, errors, NULL,
                                         "weights of %s are whole numbers, and '%s' has one of "
                                         "%.15g",
                                         what, entries[i].name, rows[r].value);
            whole = whole && rows[r].value == floor(rows[r].value);
        }
    }
    if (tables == 0)
        return wyrm_value_fail(ruleset, where, errors,
                               "write it as a number, or as [[weight, from_depth], ...]",
                               "none of the %s has a weight", what);
    if (greatest <= 0)
        return wyrm_value_fail(ruleset, where, errors, NULL, "all weights of %s are 0", what);
    if (status != WYRM_OK)
        return status;

    int32_t *depths;
    size_t stretches = collect_depths(arena, entries, count, &depths);
    if (stretches > SUMS_MAX / count)
        return wyrm_value_fail(ruleset, where, errors, NULL,
                               "%zu %s with %zu different depths in their tables are too many",
                               count, what, stretches);
    wyrm_weights *choice = *out = base_new(arena, wyrm_weights);
    choice->stretches = base_array(arena, stretch, stretches);
    int32_t *values = base_array(arena, int32_t, stretches * count);
    uint64_t *running = base_array(arena, uint64_t, stretches * count);
    bool begun = false;
    for (size_t i = 0; i < stretches; i++) {
        wyrm_weights_row row = make_row(entries, count, depths[i], values, running);
        if (begun && row.count == 0 && depths[i] <= last_depth)
            return wyrm_value_fail(ruleset, where, errors, NULL,
                                   "all weights of %s are 0 at depth %d", what, (int)depths[i]);
        begun = begun || row.count > 0;
        choice->stretches[choice->count++] = (stretch){depths[i], row};
        values += row.count;
        running += row.count;
    }
    return WYRM_OK;
}

wyrm_weights_row wyrm_weights_at(const wyrm_weights *choice, int32_t depth)
{
    size_t low = 0, high = choice->count; /* the first that begins behind the depth */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (choice->stretches[middle].from <= depth)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? (wyrm_weights_row){0} : choice->stretches[low - 1].row;
}
