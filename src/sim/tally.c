/* Counting how often whole numbers are seen. */
#include "sim/tally.h"

#include <stdlib.h>
#include <string.h>

/* The place of a value, or where it belongs. */
static size_t place_of(const wyrm_value_tally *tally, int64_t value)
{
    size_t low = 0, high = tally->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tally->rows[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool grow(wyrm_value_tally *tally)
{
    if (tally->count < tally->capacity)
        return true;
    size_t capacity = tally->capacity > 0 ? 2 * tally->capacity : 64;
    wyrm_tally_row *rows = realloc(tally->rows, capacity * sizeof *rows);
    if (!rows)
        return false;
    tally->rows = rows;
    tally->capacity = capacity;
    return true;
}

bool wyrm_tally_add(wyrm_value_tally *tally, int64_t value, uint64_t times)
{
    size_t place = place_of(tally, value);
    if (place == tally->count || tally->rows[place].value != value) {
        if (!grow(tally))
            return false;
        memmove(&tally->rows[place + 1], &tally->rows[place],
                (tally->count - place) * sizeof *tally->rows);
        tally->rows[place] = (wyrm_tally_row){.value = value};
        tally->count++;
    }
    tally->rows[place].count += times;
    tally->total += times;
    return true;
}

bool wyrm_tally_merge(wyrm_value_tally *tally, const wyrm_value_tally *other)
{
    for (size_t i = 0; i < other->count; i++)
        if (!wyrm_tally_add(tally, other->rows[i].value, other->rows[i].count))
            return false;
    return true;
}

int64_t wyrm_tally_quantile(const wyrm_value_tally *tally, double p)
{
    /* 0.07 x 100 is a little above 7 in binary, and 7 of 100 are 0.07 all the same. */
    double wanted = p * (double)tally->total * (1 - 1e-12);
    uint64_t seen = 0;
    for (size_t i = 0; i < tally->count; i++) {
        seen += tally->rows[i].count;
        if ((double)seen >= wanted)
            return tally->rows[i].value;
    }
    return tally->count > 0 ? tally->rows[tally->count - 1].value : 0;
}

void wyrm_tally_free(wyrm_value_tally *tally)
{
    free(tally->rows);
    *tally = (wyrm_value_tally){0};
}
