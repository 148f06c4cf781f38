/* Whole hit points out of a force: its distribution function is (D^2 - low^2) / (high^2 - low^2),
 * so each whole number gets its probability in closed form. */
#include "combat/force.h"

#include <math.h>
#include <stdlib.h>

/* Where the force is spread: differences are divided before they are multiplied, so that nothing
 * leaves the range of a double however small it all is. */
typedef struct spread {
    double low, high;
    double width; /* high - low, above 0 */
    double sum;   /* high + low */
} spread;

/* Integral of 2 D / (high^2 - low^2) over [from, to]. */
static double mass(const spread *force, double from, double to)
{
    return (to - from) / force->width * (to + from) / force->sum;
}

/* Whole numbers below the values of [n - shift, n + 1 - shift]: with a shift of 1/2 the nearest. */
static void round_cells(const spread *force, double first, double shift, size_t count,
                        wyrm_weighted *pairs)
{
    for (size_t i = 0; i < count; i++) {
        double from = fmax(force->low, first + (double)i - shift);
        double to = fmin(force->high, first + (double)i + 1.0 - shift);
        if (to > from)
            pairs[i].weight = mass(force, from, to);
    }
}

/* The part of a whole cell [n, n + 1] that is spread over, as offsets from n. */
typedef struct cell {
    double n, from, to;
} cell;

/* Integral of 2 (n + u) u / (high^2 - low^2) over the cell: what is rounded up. */
static double mass_up(const spread *force, cell part)
{
    double a = part.from, b = part.to;
    double inner = part.n * (b + a) + 2.0 / 3.0 * (b * b + b * a + a * a);
    return (b - a) / force->width * inner / force->sum;
}

/* The same with the weight 1 - u: what is rounded down. The part of n is in terms of 1 - u and that
 * of u is not, so that neither cancels where it counts. */
static double mass_down(const spread *force, cell part)
{
    double a = part.from, b = part.to;
    double inner =
        part.n * ((1.0 - a) + (1.0 - b)) + ((b + a) - 2.0 / 3.0 * (b * b + b * a + a * a));
    return (b - a) / force->width * fmax(inner, 0.0) / force->sum;
}

static void round_random(const spread *force, double first, size_t count, wyrm_weighted *pairs)
{
    for (size_t i = 0; i + 1 < count; i++) {
        double n = first + (double)i;
        cell part = {n, fmax(force->low - n, 0.0), fmin(force->high - n, 1.0)};
        if (part.to <= part.from)
            continue;
        pairs[i].weight += mass_down(force, part);
        pairs[i + 1].weight += mass_up(force, part);
    }
}

static wyrm_status round_spread(const spread *force, wyrm_force_rounding rounding, wyrm_pmf **out,
                                wyrm_error *error)
{
    double first = floor(force->low);
    size_t count = (size_t)(floor(force->high) - first) + 2;
    wyrm_weighted *pairs = malloc(count * sizeof *pairs);
    if (!pairs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for the damage of an attack");
    for (size_t i = 0; i < count; i++)
        pairs[i] = (wyrm_weighted){.value = (int64_t)first + (int64_t)i};
    if (rounding == WYRM_FORCE_RANDOM)
        round_random(force, first, count, pairs);
    else
        round_cells(force, first, rounding == WYRM_FORCE_NEAREST ? 0.5 : 0.0, count, pairs);
    wyrm_status status = wyrm_pmf_from_pairs(pairs, count, out, error);
    free(pairs);
    return status;
}

static wyrm_status round_point(double value, wyrm_force_rounding rounding, wyrm_pmf **out,
                               wyrm_error *error)
{
    if (rounding == WYRM_FORCE_RANDOM)
        return wyrm_pmf_round_random(value, 0, out, error);
    double whole = floor(rounding == WYRM_FORCE_NEAREST ? value + 0.5 : value);
    return wyrm_pmf_point((int64_t)whole, out, error);
}

wyrm_status wyrm_force_round(double low, double high, wyrm_force_rounding rounding, wyrm_pmf **out,
                             wyrm_error *error)
{
    *out = NULL;
    if (!(low >= 0.0 && low <= high && high <= WYRM_FORCE_MAX))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a force from %.6g to %.6g is not within 0 and %.6g", low, high,
                         WYRM_FORCE_MAX);
    const spread force = {.low = low, .high = high, .width = high - low, .sum = high + low};
    if (force.width == 0.0)
        return round_point(low, rounding, out, error);
    return round_spread(&force, rounding, out, error);
}
