/* How many a room gets, and weighted choice by depth tables: what difficulty and loot share.
 *
 * Weights change where any of the tables has a row, so depths are cut into stretches there, and the
 * running sums of every stretch are made beforehand: a draw is a number and a walk along a row. */
#include "encounter/internal.h"
#include <stdlib.h>

/* ---- how many (RuggRogue, "Map Population") ---- */

wyrm_room_count wyrm_room_count_read(wyrm_opening *o, const char *things, int32_t limit)
{
    const wyrm_value *record = wyrm_value_get(o->section, "rooms");
    const wyrm_value *most = wyrm_value_get(record, "most");
    const wyrm_depth_row *rows = wyrm_value_rows(most);
    for (size_t i = 0; rows && i < wyrm_value_count(most); i++)
        if (rows[i].value != floor(rows[i].value)) {
            wyrm_fault(o, most, NULL, "a room cannot hold %.15g %s: whole numbers are needed",
                       rows[i].value, things);
            break;
        }
    return (wyrm_room_count){.first = key_flag(record, "first"),
                             .chance = key_ratio(record, "chance"),
                             .most = most,
                             .most_per_win = key_whole(record, "most_per_win"),
                             .limit = limit};
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

wyrm_weights *wyrm_weights_new(wyrm_opening *o, const wyrm_value *where, const char *what,
                               const wyrm_weights_entry *entries, size_t count, int32_t last_depth)
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
                wyrm_fault(o, entries[i].weights, NULL,
                           "weights of %s are whole numbers, and '%s' has one of %.15g", what,
                           entries[i].name, rows[r].value);
            }
        }
    }
    if (tables == 0)
        wyrm_fault(o, where, "write it as a number, or as [[weight, from_depth], ...]",
                   "none of the %s has a weight", what);
    else if (greatest <= 0)
        wyrm_fault(o, where, NULL, "all weights of %s are 0", what);
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
        wyrm_fault(o, where, NULL, "%zu %s with %zu different depths in their tables are too many",
                   count, what, stretches);
        return NULL;
    }
    wyrm_weights *choice = base_new(o->arena, wyrm_weights);
    choice->stretches = base_array(o->arena, wyrm_weights_stretch, stretches);
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
            wyrm_fault(o, where, NULL, "all weights of %s are 0 at depth %d", what, (int)depths[i]);
            return NULL;
        }
        begun = begun || kept > 0;
        choice->stretches[choice->count++] =
            (wyrm_weights_stretch){depths[i], {kept, values, running}};
        values += kept;
        running += kept;
    }
    return choice;
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
