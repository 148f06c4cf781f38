/* Probability mass functions made of others: mixture, sum, repetition, image and clamping. */
#include "base/pmf_internal.h"

#include <inttypes.h>
#include <math.h>

/* Values of the longer operand that are worked on at once: they and their sums stay in the nearest
 * cache while the other operand passes by. */
enum { BLOCK = 1024 };

static void add_scaled(double *restrict sums, const double *restrict terms, size_t count,
                       double factor)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += factor * terms[i];
}

wyrm_status wyrm_pmf_mix(const wyrm_pmf *const *parts, const double *weights, size_t count,
                         wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;
    double greatest = 0.0;
    for (size_t i = 0; i < count; i++) {
        wyrm_status status = wyrm_weight_check(weights[i], error);
        if (status != WYRM_OK)
            return status;
        if (weights[i] == 0.0)
            continue;
        first = parts[i]->first < first ? parts[i]->first : first;
        last = wyrm_pmf_last(parts[i]) > last ? wyrm_pmf_last(parts[i]) : last;
        greatest = fmax(greatest, weights[i]);
    }
    if (greatest == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         count == 0 ? "a mixture needs at least one part"
                                    : "all weights of a mixture are 0");

    wyrm_status status = wyrm_pmf_allocate(first, last, out, error);
    if (status != WYRM_OK)
        return status;
    int exponent = wyrm_weight_exponent(greatest);
    for (size_t i = 0; i < count; i++)
        if (weights[i] > 0.0)
            add_scaled((*out)->probabilities + (parts[i]->first - first), parts[i]->probabilities,
                       parts[i]->length, exponent == 0 ? weights[i] : ldexp(weights[i], -exponent));
    wyrm_pmf_finish(*out);
    return WYRM_OK;
}

static size_t count_positive(const wyrm_pmf *pmf)
{
    size_t count = 0;
    for (size_t i = 0; i < pmf->length; i++)
        count += pmf->probabilities[i] > 0.0;
    return count;
}

/* sums[i + j] += outer[i] inner[j], passing over the zeros of `outer`. */
static void convolve(double *restrict sums, const wyrm_pmf *outer, const wyrm_pmf *inner)
{
    for (size_t start = 0; start < inner->length; start += BLOCK) {
        size_t left = inner->length - start;
        size_t count = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < outer->length; i++)
            if (outer->probabilities[i] > 0.0)
                add_scaled(sums + start + i, inner->probabilities + start, count,
                           outer->probabilities[i]);
    }
}

wyrm_status wyrm_pmf_add(const wyrm_pmf *a, const wyrm_pmf *b, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_status status =
        wyrm_pmf_allocate(a->first + b->first, wyrm_pmf_last(a) + wyrm_pmf_last(b), out, error);
    if (status != WYRM_OK)
        return status;
    if (count_positive(a) * b->length <= count_positive(b) * a->length)
        convolve((*out)->probabilities, a, b);
    else
        convolve((*out)->probabilities, b, a);
    wyrm_pmf_finish(*out);
    return WYRM_OK;
}

/* Takes *kept out of the caller's hands and puts kept + added in its place; NULL where it fails. */
static wyrm_status add_to(wyrm_pmf **kept, const wyrm_pmf *added, wyrm_error *error)
{
    wyrm_pmf *sum;
    wyrm_status status = wyrm_pmf_add(*kept, added, &sum, error);
    wyrm_pmf_free(*kept);
    *kept = sum;
    return status;
}

/* WYRM_ERROR_RANGE before any work is done, unless the sum of `count` draws is within the limits.
 */
static wyrm_status check_repeat(const wyrm_pmf *pmf, unsigned count, wyrm_error *error)
{
    int64_t draws = count > 0 ? (int64_t)count : 1;
    if (pmf->first >= -WYRM_PMF_MAX_VALUE / draws &&
        wyrm_pmf_last(pmf) <= WYRM_PMF_MAX_VALUE / draws &&
        pmf->length - 1 <= (WYRM_PMF_MAX_LENGTH - 1) / (size_t)draws)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RANGE,
                     "the sum of %u draws from %" PRId64 "..%" PRId64
                     " has too many values, or too large ones",
                     count, pmf->first, wyrm_pmf_last(pmf));
}

wyrm_status wyrm_pmf_repeat(const wyrm_pmf *pmf, unsigned count, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    wyrm_status status = check_repeat(pmf, count, error);
    if (status != WYRM_OK)
        return status;
    if (pmf->length == 1)
        return wyrm_pmf_point(pmf->first * (int64_t)count, out, error);

    /* Square and multiply: `power` holds the sum of 1, 2, 4, 8, ... draws. */
    wyrm_pmf *power;
    wyrm_pmf *sum;
    status = wyrm_pmf_point(0, &sum, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_pmf_copy(pmf, &power, error);
    for (unsigned left = count; status == WYRM_OK && left > 0; left /= 2) {
        if (left % 2 == 1)
            status = add_to(&sum, power, error);
        if (status == WYRM_OK && left > 1)
            status = add_to(&power, power, error);
    }
    wyrm_pmf_free(power);
    if (status == WYRM_OK)
        *out = sum;
    else
        wyrm_pmf_free(sum);
    return status;
}

wyrm_status wyrm_pmf_map(const wyrm_pmf *pmf, int64_t (*function)(int64_t value, void *context),
                         void *context, wyrm_pmf **out, wyrm_error *error)
{
    int64_t first = INT64_MAX;
    int64_t last = INT64_MIN;
    for (size_t i = 0; i < pmf->length; i++) {
        if (pmf->probabilities[i] == 0.0)
            continue;
        int64_t image = function(pmf->first + (int64_t)i, context);
        first = image < first ? image : first;
        last = image > last ? image : last;
    }
    wyrm_status status = wyrm_pmf_allocate(first, last, out, error);
    if (status != WYRM_OK)
        return status;

    for (size_t i = 0; i < pmf->length; i++) {
        if (pmf->probabilities[i] == 0.0)
            continue;
        int64_t image = function(pmf->first + (int64_t)i, context);
        if (image < first || image > last) {
            wyrm_pmf_free(*out);
            *out = NULL;
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                             "a function gave two different results for %" PRId64,
                             pmf->first + (int64_t)i);
        }
        (*out)->probabilities[image - first] += pmf->probabilities[i];
    }
    wyrm_pmf_finish(*out);
    return WYRM_OK;
}

wyrm_status wyrm_pmf_clamp(const wyrm_pmf *pmf, int64_t least, int64_t greatest, wyrm_pmf **out,
                           wyrm_error *error)
{
    *out = NULL;
    if (greatest < least)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "a range ends before it starts: %" PRId64 "..%" PRId64, least, greatest);
    int64_t pmf_last = wyrm_pmf_last(pmf);
    if (pmf_last <= least)
        return wyrm_pmf_point(least, out, error);
    if (pmf->first >= greatest)
        return wyrm_pmf_point(greatest, out, error);

    int64_t first = pmf->first > least ? pmf->first : least;
    int64_t last = pmf_last < greatest ? pmf_last : greatest;
    wyrm_status status = wyrm_pmf_allocate(first, last, out, error);
    if (status != WYRM_OK)
        return status;
    double *probabilities = (*out)->probabilities;
    size_t skipped = (size_t)(first - pmf->first);
    size_t length = (*out)->length;
    for (size_t i = 0; i < length; i++)
        probabilities[i] = pmf->probabilities[skipped + i];
    probabilities[0] = wyrm_sum(pmf->probabilities, skipped + 1);
    if (length > 1)
        probabilities[length - 1] = wyrm_sum(pmf->probabilities + skipped + length - 1,
                                             pmf->length - (skipped + length - 1));
    wyrm_pmf_finish(*out);
    return WYRM_OK;
}
