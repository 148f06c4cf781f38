/* Weighted choice by depth tables, with the running sums of every stretch of depths made
 * beforehand. */
#include "base/arena.h"
#include "encounter/internal.h"

#include <math.h>
#include <stdlib.h>

/* Running sums that are kept; more are refused, so that no file can ask for all the memory. */
#define SUMS_MAX ((size_t)1 << 20)

/* A stretch of depths begins here and ends before the next. */
typedef struct stretch {
    int32_t from;
    size_t first, count; /* in values and running */
} stretch;

struct wyrm_weights {
    size_t stretch_count;
    stretch *stretches; /* ascending; none at depths before the first row */
    int32_t *values;
    uint64_t *running;
};

/* The entries while a choice is made. */
typedef struct maker {
    const wyrm_ruleset *ruleset;
    const wyrm_value *where;
    const char *what;
    const wyrm_weights_entry *entries;
    size_t count;
    int32_t last_depth;
    wyrm_errors *errors;
} maker;

static wyrm_status fail_for_memory(wyrm_errors *errors)
{
    return wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "out of memory for weights");
}

static size_t count_rows(const wyrm_weights_entry *entry)
{
    return wyrm_value_rows(entry->weights) ? wyrm_value_count(entry->weights) : 0;
}

static wyrm_status check_whole(const maker *from, const wyrm_weights_entry *entry)
{
    const wyrm_depth_row *rows = wyrm_value_rows(entry->weights);
    for (size_t i = 0; i < count_rows(entry); i++)
        if (rows[i].value != floor(rows[i].value))
            return wyrm_value_fail(from->ruleset, entry->weights, from->errors, NULL,
                                   "weights of %s are whole numbers, and '%s' has one of %.15g",
                                   from->what, entry->name, rows[i].value);
    return WYRM_OK;
}

static wyrm_status check_entries(const maker *from)
{
    wyrm_status status = WYRM_OK;
    size_t tables = 0;
    double greatest = 0;
    for (size_t i = 0; i < from->count; i++) {
        const wyrm_weights_entry *entry = &from->entries[i];
        const wyrm_depth_row *rows = wyrm_value_rows(entry->weights);
        tables += entry->weights != NULL;
        if (check_whole(from, entry) != WYRM_OK)
            status = WYRM_ERROR_RULESET;
        for (size_t r = 0; r < count_rows(entry); r++)
            greatest = fmax(greatest, rows[r].value);
    }
    if (tables == 0)
        return wyrm_value_fail(from->ruleset, from->where, from->errors,
                               "write it as a number, or as [[weight, from_depth], ...]",
                               "none of the %s has a weight", from->what);
    if (greatest <= 0)
        return wyrm_value_fail(from->ruleset, from->where, from->errors, NULL,
                               "all weights of %s are 0", from->what);
    return status;
}

static int ascending(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a;
    int32_t right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Where any table has a row: fills depths (room for all rows) and returns how many differ. */
static size_t collect_depths(const maker *from, int32_t *depths)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < from->count; i++) {
        const wyrm_depth_row *rows = wyrm_value_rows(from->entries[i].weights);
        for (size_t r = 0; r < count_rows(&from->entries[i]); r++)
            depths[count++] = rows[r].from_depth;
    }
    qsort(depths, count, sizeof *depths, ascending);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || depths[i] != depths[kept - 1])
            depths[kept++] = depths[i];
    return kept;
}

/* Adds the stretch that begins at `depth`. */
static void add_stretch(const maker *from, wyrm_weights *choice, int32_t depth)
{
    stretch *last =
        choice->stretch_count > 0 ? &choice->stretches[choice->stretch_count - 1] : NULL;
    stretch *fresh = &choice->stretches[choice->stretch_count++];
    uint64_t sum = 0;
    *fresh = (stretch){.from = depth, .first = last ? last->first + last->count : 0};
    for (size_t i = 0; i < from->count; i++) {
        double weight = wyrm_value_at_depth(from->entries[i].weights, depth);
        if (!(weight > 0))
            continue;
        sum += (uint64_t)weight;
        choice->values[fresh->first + fresh->count] = from->entries[i].value;
        choice->running[fresh->first + fresh->count] = sum;
        fresh->count++;
    }
}

/* A stretch where everything has sunk to 0, behind one where something had a weight. */
static wyrm_status check_stretches(const maker *from, const wyrm_weights *choice)
{
    bool begun = false;
    for (size_t i = 0; i < choice->stretch_count; i++) {
        const stretch *at = &choice->stretches[i];
        if (begun && at->count == 0 && at->from <= from->last_depth)
            return wyrm_value_fail(from->ruleset, from->where, from->errors, NULL,
                                   "all weights of %s are 0 at depth %d", from->what,
                                   (int)at->from);
        begun = begun || at->count > 0;
    }
    return WYRM_OK;
}

static wyrm_status fill(const maker *from, const int32_t *depths, size_t stretches,
                        wyrm_weights *choice)
{
    size_t sums = stretches * from->count;
    if (from->count > 0 && sums / from->count != stretches)
        sums = SIZE_MAX;
    if (sums > SUMS_MAX)
        return wyrm_value_fail(from->ruleset, from->where, from->errors, NULL,
                               "%zu %s with %zu different depths in their tables are too many",
                               from->count, from->what, stretches);
    choice->stretches = base_zeroed(stretches + 1, sizeof *choice->stretches);
    choice->values = base_zeroed(sums + 1, sizeof *choice->values);
    choice->running = base_zeroed(sums + 1, sizeof *choice->running);
    if (!choice->stretches || !choice->values || !choice->running)
        return fail_for_memory(from->errors);
    for (size_t i = 0; i < stretches; i++)
        add_stretch(from, choice, depths[i]);
    return check_stretches(from, choice);
}

wyrm_status wyrm_weights_new(const wyrm_ruleset *ruleset, const wyrm_value *where, const char *what,
                             const wyrm_weights_entry *entries, size_t count, int32_t last_depth,
                             wyrm_weights **out, wyrm_errors *errors)
{
    maker from = {ruleset, where, what, entries, count, last_depth, errors};
    size_t rows = 1;
    *out = NULL;
    wyrm_status status = check_entries(&from);
    if (status != WYRM_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        rows += count_rows(&entries[i]);
    int32_t *depths = base_zeroed(rows, sizeof *depths);
    wyrm_weights *choice = base_zeroed(1, sizeof *choice);
    if (!depths || !choice)
        status = fail_for_memory(errors);
    else
        status = fill(&from, depths, collect_depths(&from, depths), choice);
    wyrm_free(depths);
    if (status != WYRM_OK) {
        wyrm_weights_free(choice);
        return status;
    }
    *out = choice;
    return WYRM_OK;
}

void wyrm_weights_free(wyrm_weights *choice)
{
    if (!choice)
        return;
    wyrm_free(choice->running);
    wyrm_free(choice->values);
    wyrm_free(choice->stretches);
    wyrm_free(choice);
}

wyrm_weights_row wyrm_weights_at(const wyrm_weights *choice, int32_t depth)
{
    size_t low = 0, high = choice->stretch_count; /* the first that begins behind the depth */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (choice->stretches[middle].from <= depth)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (wyrm_weights_row){0};
    const stretch *at = &choice->stretches[low - 1];
    return (wyrm_weights_row){at->count, choice->values + at->first, choice->running + at->first};
}

uint64_t wyrm_weights_of(const wyrm_weights_row *row, size_t index)
{
    return row->running[index] - (index > 0 ? row->running[index - 1] : 0);
}

size_t wyrm_weights_draw(const wyrm_weights_row *row, wyrm_rng *rng)
{
    uint64_t drawn = wyrm_rng_below(rng, row->running[row->count - 1]) + 1;
    size_t index = 0;
    while (row->running[index] < drawn)
        index++;
    return index;
}
