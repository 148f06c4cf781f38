/* Making probability mass functions: from pairs, points, ranges, random rounding and copies. */
#include "base/pmf_internal.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_LANES = 4 };

double wyrm_sum(const double *terms, size_t count)
{
    wyrm_exact_sum total = {0.0, 0.0};
    size_t at = 0;
    if (count >= 4 * SUM_LANES) {
        /* Independent lanes, added up in a fixed order: the processor works on all at once. */
        wyrm_exact_sum lanes[SUM_LANES] = {{0.0, 0.0}};
        for (; at + SUM_LANES <= count; at += SUM_LANES)
            for (size_t lane = 0; lane < SUM_LANES; lane++)
                wyrm_exact_add(&lanes[lane], terms[at + lane]);
        for (size_t lane = 0; lane < SUM_LANES; lane++) {
            wyrm_exact_add(&total, lanes[lane].sum);
            total.lost += lanes[lane].lost;
        }
    }
    for (; at < count; at++)
        wyrm_exact_add(&total, terms[at]);
    return wyrm_exact_value(total);
}

static wyrm_status check_value(int64_t value, wyrm_error *error)
{
    if (value >= -WYRM_PMF_MAX_VALUE && value <= WYRM_PMF_MAX_VALUE)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RANGE,
                     "the value %" PRId64 " of a distribution is beyond +-%" PRId64, value,
                     WYRM_PMF_MAX_VALUE);
}

wyrm_status wyrm_pmf_allocate(int64_t first, int64_t last, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check_value(first, error);
    if (status == WYRM_OK)
        status = check_value(last, error);
    if (status != WYRM_OK)
        return status;

    uint64_t length = (uint64_t)(last - first) + 1;
    if (length > WYRM_PMF_MAX_LENGTH)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "a distribution over %" PRId64 "..%" PRId64 " has %" PRIu64
                         " values, more than %zu",
                         first, last, length, WYRM_PMF_MAX_LENGTH);
    wyrm_pmf *pmf = calloc(1, sizeof *pmf + (size_t)length * sizeof pmf->probabilities[0]);
    if (!pmf)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a distribution");
    pmf->first = first;
    pmf->length = (size_t)length;
    *out = pmf;
    return WYRM_OK;
}

static void trim(wyrm_pmf *pmf)
{
    double *probabilities = pmf->probabilities;
    size_t end = pmf->length;
    while (end > 1 && probabilities[end - 1] == 0.0)
        end--;
    size_t start = 0;
    while (start + 1 < end && probabilities[start] == 0.0)
        start++;
    if (start > 0)
        memmove(probabilities, probabilities + start, (end - start) * sizeof *probabilities);
    pmf->first += (int64_t)start;
    pmf->length = end - start;
}

void wyrm_pmf_finish(wyrm_pmf *pmf)
{
    double *probabilities = pmf->probabilities;
    double total = wyrm_sum(probabilities, pmf->length);
    for (size_t i = 0; i < pmf->length; i++) {
        double probability = probabilities[i] / total;
        probabilities[i] = probability < DBL_MIN ? 0.0 : probability;
    }
    trim(pmf);
}

int wyrm_weight_exponent(double greatest)
{
    if (greatest > 0x1p-800 && greatest < 0x1p800)
        return 0;
    int exponent;
    frexp(greatest, &exponent);
    return exponent;
}

wyrm_status wyrm_weight_check(double weight, wyrm_error *error)
{
    if (weight >= 0.0 && weight <= DBL_MAX)
        return WYRM_OK;
    if (!isfinite(weight))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a weight is not a finite number");
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a weight is negative: %g", weight);
}

wyrm_status wyrm_pmf_from_pairs(const wyrm_weighted *pairs, size_t count, wyrm_pmf **out,
                                wyrm_error *error)
{
    *out = NULL;
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;
    double greatest = 0.0;
    for (size_t i = 0; i < count; i++) {
        wyrm_status status = wyrm_weight_check(pairs[i].weight, error);
        if (status != WYRM_OK)
            return status;
        if (pairs[i].weight == 0.0)
            continue;
        first = pairs[i].value < first ? pairs[i].value : first;
        last = pairs[i].value > last ? pairs[i].value : last;
        greatest = pairs[i].weight > greatest ? pairs[i].weight : greatest;
    }
    if (greatest == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         count == 0 ? "a distribution needs at least one value"
                                    : "all weights of a distribution are 0");

    wyrm_status status = wyrm_pmf_allocate(first, last, out, error);
    if (status != WYRM_OK)
        return status;
    int exponent = wyrm_weight_exponent(greatest);
    for (size_t i = 0; i < count; i++)
        if (pairs[i].weight > 0.0)
            (*out)->probabilities[pairs[i].value - first] +=
                exponent == 0 ? pairs[i].weight : ldexp(pairs[i].weight, -exponent);
    wyrm_pmf_finish(*out);
    return WYRM_OK;
}

wyrm_status wyrm_pmf_point(int64_t value, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_status status = wyrm_pmf_allocate(value, value, out, error);
    if (status == WYRM_OK)
        (*out)->probabilities[0] = 1.0;
    return status;
}

wyrm_status wyrm_pmf_uniform(int64_t least, int64_t greatest, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (greatest < least)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a range ends before it starts: %" PRId64 "..%" PRId64, least, greatest);
    wyrm_status status = wyrm_pmf_allocate(least, greatest, out, error);
    if (status != WYRM_OK)
        return status;
    wyrm_pmf *pmf = *out;
    for (size_t i = 0; i < pmf->length; i++)
        pmf->probabilities[i] = 1.0 / (double)pmf->length;
    return WYRM_OK;
}

/* How often `fraction` in [0, 1] exceeds a draw of `bits` bits: the draws k / 2^bits below it. */
static double chance_of_up(double fraction, unsigned bits)
{
    if (bits == 0)
        return fraction;
    double grain = (double)(UINT64_C(1) << bits); /* bits <= DBL_MANT_DIG */
    return ceil(fraction * grain) / grain;
}

size_t wyrm_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2])
{
    double whole = floor(value);
    double up = chance_of_up(value - whole, bits);
    int64_t below = (int64_t)whole;
    if (up < DBL_MIN || up == 1.0) {
        pairs[0] = (wyrm_weighted){below + (up == 1.0), 1.0};
        return 1;
    }
    pairs[0] = (wyrm_weighted){below, 1.0 - up};
    pairs[1] = (wyrm_weighted){below + 1, up};
    return 2;
}

wyrm_status wyrm_pmf_round_random(double value, unsigned bits, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (!isfinite(value))
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a value that is not finite cannot be rounded");
    if (bits > DBL_MANT_DIG)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a draw of %u bits is finer than %d bits",
                         bits, DBL_MANT_DIG);
    if (fabs(value) > (double)WYRM_PMF_MAX_VALUE)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the value %g of a distribution is beyond +-%" PRId64, value,
                         WYRM_PMF_MAX_VALUE);

    wyrm_weighted pairs[2];
    size_t count = wyrm_round_pairs(value, bits, pairs);
    wyrm_status status = wyrm_pmf_allocate(pairs[0].value, pairs[count - 1].value, out, error);
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        (*out)->probabilities[i] = pairs[i].weight;
    return status;
}

wyrm_status wyrm_pmf_copy(const wyrm_pmf *pmf, wyrm_pmf **out, wyrm_error *error)
{
    size_t size = sizeof *pmf + pmf->length * sizeof pmf->probabilities[0];
    *out = malloc(size);
    if (!*out)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory for a distribution");
    memcpy(*out, pmf, size);
    return WYRM_OK;
}

void wyrm_pmf_free(wyrm_pmf *pmf)
{
    free(pmf);
}
