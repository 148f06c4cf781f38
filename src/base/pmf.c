/* Probability mass functions over integers.
 *
 * A block of doubles and the value that the first belongs to. Operations fill unscaled masses and
 * finish by dividing through their sum, which is compensated, so that no chain of them drifts from
 * 1; weights near the ends of what a double holds are scaled by a power of two first. Convolution
 * is the plain double loop, blocked for the cache and skipping zeros: supports are short, and
 * unlike a transform it gives no negative probabilities. */
#include "base/pmf.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "base/arena.h"

enum { SUM_LANES = 4 };

/* A sum, and the rounding error lost so far. */
typedef struct exact_sum {
    double sum, lost;
} exact_sum;

/* Adds without a branch (Knuth's two-sum in Neumaier's compensated summation). */
static inline void add_exactly(exact_sum *total, double term)
{
    double sum = total->sum + term, added = sum - total->sum;
    total->lost += (total->sum - (sum - added)) + (term - added);
    total->sum = sum;
}

/* Compensated sum of terms[count]. */
static double sum_of(const double *terms, size_t count)
{
    exact_sum total = {0.0, 0.0};
    size_t at = 0;
    if (count >= 4 * SUM_LANES) {
        /* Independent lanes, added up in a fixed order: the processor works on all at once. */
        exact_sum lanes[SUM_LANES] = {{0.0, 0.0}};
        for (; at + SUM_LANES <= count; at += SUM_LANES)
            for (size_t lane = 0; lane < SUM_LANES; lane++)
                add_exactly(&lanes[lane], terms[at + lane]);
        for (size_t lane = 0; lane < SUM_LANES; lane++) {
            add_exactly(&total, lanes[lane].sum);
            total.lost += lanes[lane].lost;
        }
    }
    for (; at < count; at++)
        add_exactly(&total, terms[at]);
    return total.sum + total.lost;
}

#define VALUE_WORK 4 /* steps charged for each value of a distribution, as it takes memory */

/* Makes a pmf over first..last with all masses 0, to be filled and then finished (or freed).
 * WYRM_ERROR_RANGE, WYRM_ERROR_LIMIT, WYRM_ERROR_MEMORY: *out is NULL. */
static wyrm_status allocate(int64_t first, int64_t last, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (first < -WYRM_PMF_MAX_VALUE || last > WYRM_PMF_MAX_VALUE)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the value %" PRId64 " of a distribution is beyond +-%" PRId64,
                         first < -WYRM_PMF_MAX_VALUE || first > WYRM_PMF_MAX_VALUE ? first : last,
                         WYRM_PMF_MAX_VALUE);
    uint64_t length = (uint64_t)(last - first) + 1;
    if (length > WYRM_PMF_MAX_LENGTH)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "a distribution over %" PRId64 "..%" PRId64 " has %" PRIu64
                         " values, more than %zu",
                         first, last, length, WYRM_PMF_MAX_LENGTH);
    if (!base_may_spend(WYRM_COST_SUMS, VALUE_WORK * (uint64_t)length))
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: random amounts");
    wyrm_pmf *pmf = base_zeroed(1, sizeof *pmf + (size_t)length * sizeof pmf->probabilities[0]);
    if (!pmf)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    pmf->first = first;
    pmf->length = (size_t)length;
    *out = pmf;
    return WYRM_OK;
}

/* Divides the masses by their sum, which must be above 0 and finite; sets probabilities too small
 * for a normal double to 0, as they would slow down what follows; and cuts zeros off the ends. */
static void finish(wyrm_pmf *pmf)
{
    double *probabilities = pmf->probabilities, total = sum_of(probabilities, pmf->length);
    for (size_t i = 0; i < pmf->length; i++) {
        double probability = probabilities[i] / total;
        probabilities[i] = probability < DBL_MIN ? 0.0 : probability;
    }
    size_t start = 0, end = pmf->length;
    while (end > 1 && probabilities[end - 1] == 0.0)
        end--;
    while (start + 1 < end && probabilities[start] == 0.0)
        start++;
    if (start > 0)
        memmove(probabilities, probabilities + start, (end - start) * sizeof *probabilities);
    pmf->first += (int64_t)start;
    pmf->length = end - start;
}

/* ---- weighted parts: values, and other distributions ---- */

/* Values of the longer operand in one block: they and their sums stay in the nearest cache while
 * the other operand passes by. */
enum { BLOCK = 1024 };

/* The parts of a sum: values with weights, or distributions with weights, or 0, 1, ... with
 * weights. */
typedef struct mixture {
    const wyrm_weighted *pairs;
    const wyrm_pmf *const *parts;
    const double *weights; /* used if there are no pairs */
} mixture;

/* Masses of first, first + 1, ..., to be multiplied by `weight`. */
typedef struct part {
    int64_t first;
    size_t length;
    const double *masses;
    double weight;
} part;

static inline part part_of(const mixture *of, size_t index)
{
    static const double certain = 1.0;
    if (of->pairs)
        return (part){of->pairs[index].value, 1, &certain, of->pairs[index].weight};
    if (!of->parts)
        return (part){(int64_t)index, 1, &certain, of->weights[index]};
    const wyrm_pmf *pmf = of->parts[index];
    return (part){pmf->first, pmf->length, pmf->probabilities, of->weights[index]};
}

/* Sums `count` parts; one of weight 0 adds neither probability nor values. */
static inline wyrm_status blend(mixture of, size_t count, wyrm_pmf **out, wyrm_error *error)
{
    int64_t first = INT64_MAX, last = INT64_MIN;
    double greatest = 0.0;
    const char *what = of.parts ? "mixture" : "distribution";
    *out = NULL;
    for (size_t i = 0; i < count; i++) {
        part one = part_of(&of, i);
        if (!isfinite(one.weight))
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a weight is not a finite number");
        if (one.weight < 0.0)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a weight is negative: %g", one.weight);
        if (one.weight == 0.0)
            continue;
        int64_t end = one.first + (int64_t)(one.length - 1);
        first = one.first < first ? one.first : first;
        last = end > last ? end : last;
        greatest = one.weight > greatest ? one.weight : greatest;
    }
    if (count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a %s needs at least one %s", what,
                         of.parts ? "part" : "value");
    if (greatest == 0.0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "all weights of a %s are 0", what);
    wyrm_status status = allocate(first, last, out, error);
    if (status != WYRM_OK)
        return status;
    /* Where sums or quotients would leave the range of a double, a power of two is taken out. */
    int exponent = 0;
    if (greatest <= 0x1p-800 || greatest >= 0x1p800)
        frexp(greatest, &exponent);
    for (size_t i = 0; i < count; i++) {
        part one = part_of(&of, i);
        double weight = exponent == 0 ? one.weight : ldexp(one.weight, -exponent);
        if (one.weight > 0.0)
            base_add_scaled((*out)->probabilities + (one.first - first), one.masses, one.length,
                            weight);
    }
    finish(*out);
    return WYRM_OK;
}

wyrm_status wyrm_pmf_from_pairs(const wyrm_weighted *pairs, size_t count, wyrm_pmf **out,
                                wyrm_error *error)
{
    return blend((mixture){.pairs = pairs}, count, out, error);
}

wyrm_status wyrm_pmf_mix(const wyrm_pmf *const *parts, const double *weights, size_t count,
                         wyrm_pmf **out, wyrm_error *error)
{
    return blend((mixture){.parts = parts, .weights = weights}, count, out, error);
}

wyrm_pmf *base_keep_pmf(base_arena *arena, wyrm_status made, wyrm_pmf *const *pmf)
{
    base_must(arena, made);
    base_keep(arena, *pmf, wyrm_pmf_free);
    return *pmf;
}

wyrm_pmf *base_pmf_of(base_arena *arena, const wyrm_weighted *pairs, size_t count)
{
    wyrm_pmf *pmf;
    return base_keep_pmf(arena, wyrm_pmf_from_pairs(pairs, count, &pmf, &arena->error), &pmf);
}

wyrm_pmf *base_pmf_of_chances(base_arena *arena, const double *chances, size_t count)
{
    wyrm_pmf *pmf;
    const mixture of = {.weights = chances};
    return base_keep_pmf(arena, blend(of, count, &pmf, &arena->error), &pmf);
}

/* ---- single values and ranges ---- */

wyrm_status wyrm_pmf_point(int64_t value, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_status status = allocate(value, value, out, error);
    if (status == WYRM_OK)
        (*out)->probabilities[0] = 1.0;
    return status;
}

static wyrm_status no_range(int64_t least, int64_t greatest, wyrm_error *error)
{
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                     "a range ends before it starts: %" PRId64 "..%" PRId64, least, greatest);
}

wyrm_status wyrm_pmf_uniform(int64_t least, int64_t greatest, wyrm_pmf **out, wyrm_error *error)
{
    *out = NULL;
    if (greatest < least)
        return no_range(least, greatest, error);
    wyrm_status status = allocate(least, greatest, out, error);
    for (size_t i = 0; status == WYRM_OK && i < (*out)->length; i++)
        (*out)->probabilities[i] = 1.0 / (double)(*out)->length;
    return status;
}

size_t base_round_pairs(double value, unsigned bits, wyrm_weighted pairs[2])
{
    double whole = floor(value), up = value - whole;
    int64_t below = (int64_t)whole;
    if (bits > 0) { /* it goes up for the draws k / 2^bits that are below the fraction */
        double grain = (double)(UINT64_C(1) << bits); /* bits <= DBL_MANT_DIG */
        up = ceil(up * grain) / grain;
    }
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
    size_t count = base_round_pairs(value, bits, pairs);
    wyrm_status status = allocate(pairs[0].value, pairs[count - 1].value, out, error);
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        (*out)->probabilities[i] = pairs[i].weight;
    return status;
}

wyrm_status wyrm_pmf_copy(const wyrm_pmf *pmf, wyrm_pmf **out, wyrm_error *error)
{
    size_t size = sizeof *pmf + pmf->length * sizeof pmf->probabilities[0];
    *out = base_allocate(size);
    if (!*out)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    memcpy(*out, pmf, size);
    return WYRM_OK;
}

void wyrm_pmf_free(wyrm_pmf *pmf)
{
    wyrm_free(pmf);
}

/* ---- made of others: sum, repetition, image ---- */

/* Adds outer[i] inner[j] to sums[i + j], skipping the zeros of `outer`. */
static void convolve(double *restrict sums, const wyrm_pmf *outer, const wyrm_pmf *inner)
{
    for (size_t start = 0; start < inner->length; start += BLOCK) {
        size_t left = inner->length - start, count = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < outer->length; i++)
            if (outer->probabilities[i] > 0.0)
                base_add_scaled(sums + start + i, inner->probabilities + start, count,
                                outer->probabilities[i]);
    }
}

wyrm_status wyrm_pmf_add(const wyrm_pmf *a, const wyrm_pmf *b, wyrm_pmf **out, wyrm_error *error)
{
    wyrm_status status =
        allocate(a->first + b->first, wyrm_pmf_last(a) + wyrm_pmf_last(b), out, error);
    if (status != WYRM_OK)
        return status;
    const size_t ways_a = base_count_positive(a) * b->length,
                 ways_b = base_count_positive(b) * a->length;
    if (!base_may_spend(WYRM_COST_SUMS, ways_a < ways_b ? ways_a : ways_b)) {
        wyrm_pmf_free(*out);
        *out = NULL;
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: random amounts");
    }
    if (ways_a <= ways_b)
        convolve((*out)->probabilities, a, b);
    else
        convolve((*out)->probabilities, b, a);
    finish(*out);
    return WYRM_OK;
}

/* Replaces *kept, which it frees, by kept + added; by NULL if that fails. */
static wyrm_status add_to(wyrm_pmf **kept, const wyrm_pmf *added, wyrm_error *error)
{
    wyrm_pmf *sum;
    wyrm_status status = wyrm_pmf_add(*kept, added, &sum, error);
    wyrm_pmf_free(*kept);
    *kept = sum;
    return status;
}

wyrm_status wyrm_pmf_repeat(const wyrm_pmf *pmf, unsigned count, wyrm_pmf **out, wyrm_error *error)
{
    int64_t draws = count > 0 ? (int64_t)count : 1, last = wyrm_pmf_last(pmf);
    *out = NULL;
    if (pmf->first < -WYRM_PMF_MAX_VALUE / draws || last > WYRM_PMF_MAX_VALUE / draws ||
        pmf->length - 1 > (WYRM_PMF_MAX_LENGTH - 1) / (size_t)draws)
        return wyrm_fail(error, WYRM_ERROR_RANGE,
                         "the sum of %u draws from %" PRId64 "..%" PRId64
                         " has too many values, or too large ones",
                         count, pmf->first, last);
    if (pmf->length == 1)
        return wyrm_pmf_point(pmf->first * (int64_t)count, out, error);
    /* Square and multiply: `power` is the sum of 1, 2, 4, 8, ... draws. */
    wyrm_pmf *power = NULL, *sum;
    wyrm_status status = wyrm_pmf_point(0, &sum, error);
    if (status == WYRM_OK)
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
    *out = NULL;
    wyrm_weighted *images = base_zeroed(pmf->length, sizeof *images);
    if (!images)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < pmf->length; i++) {
        images[i].weight = pmf->probabilities[i];
        if (images[i].weight > 0.0)
            images[i].value = function(pmf->first + (int64_t)i, context);
    }
    wyrm_status status = wyrm_pmf_from_pairs(images, pmf->length, out, error);
    wyrm_free(images);
    return status;
}

typedef struct limits {
    int64_t least, greatest;
} limits;

static int64_t clamped(int64_t value, void *context)
{
    const limits *to = context;
    value = value > to->least ? value : to->least;
    return value < to->greatest ? value : to->greatest;
}

wyrm_status wyrm_pmf_clamp(const wyrm_pmf *pmf, int64_t least, int64_t greatest, wyrm_pmf **out,
                           wyrm_error *error)
{
    limits to = {least, greatest};
    *out = NULL;
    return greatest < least ? no_range(least, greatest, error)
                            : wyrm_pmf_map(pmf, clamped, &to, out, error);
}

/* ---- reading: probabilities, moments, quantiles, and one draw ---- */

int64_t wyrm_pmf_first(const wyrm_pmf *pmf)
{
    return pmf->first;
}

int64_t wyrm_pmf_last(const wyrm_pmf *pmf)
{
    return pmf->first + (int64_t)(pmf->length - 1);
}

size_t wyrm_pmf_length(const wyrm_pmf *pmf)
{
    return pmf->length;
}

const double *wyrm_pmf_probabilities(const wyrm_pmf *pmf)
{
    return pmf->probabilities;
}

double wyrm_pmf_at(const wyrm_pmf *pmf, int64_t value)
{
    if (value < pmf->first || value > wyrm_pmf_last(pmf))
        return 0.0;
    return pmf->probabilities[value - pmf->first];
}

double wyrm_pmf_tail(const wyrm_pmf *pmf, int64_t least)
{
    if (least <= pmf->first)
        return 1.0;
    if (least > wyrm_pmf_last(pmf))
        return 0.0;
    size_t skipped = (size_t)(least - pmf->first);
    return fmin(sum_of(pmf->probabilities + skipped, pmf->length - skipped), 1.0);
}

/* Returns the mean above the first value: small, so that no precision is lost if values are
 * large. */
static double mean_above_first(const wyrm_pmf *pmf)
{
    exact_sum total = {0.0, 0.0};
    for (size_t i = 1; i < pmf->length; i++)
        add_exactly(&total, pmf->probabilities[i] * (double)i);
    return total.sum + total.lost;
}

double wyrm_pmf_mean(const wyrm_pmf *pmf)
{
    return (double)pmf->first + mean_above_first(pmf);
}

double wyrm_pmf_variance(const wyrm_pmf *pmf)
{
    double mean = mean_above_first(pmf);
    exact_sum total = {0.0, 0.0};
    for (size_t i = 0; i < pmf->length; i++) {
        double deviation = (double)i - mean;
        add_exactly(&total, pmf->probabilities[i] * deviation * deviation);
    }
    return pmf->length == 1 ? 0.0 : fmax(total.sum + total.lost, 0.0);
}

double wyrm_pmf_sd(const wyrm_pmf *pmf)
{
    return sqrt(wyrm_pmf_variance(pmf));
}

int64_t wyrm_pmf_quantile(const wyrm_pmf *pmf, double p)
{
    if (!(p > 0.0))
        return pmf->first;
    if (p >= 1.0)
        return wyrm_pmf_last(pmf);
    /* A cumulative probability that misses p by rounding only has reached it: the median of a fair
     * die is 3. */
    double wanted = p * (1.0 - 4.0 * DBL_EPSILON);
    exact_sum total = {0.0, 0.0};
    for (size_t i = 0; i < pmf->length; i++) {
        add_exactly(&total, pmf->probabilities[i]);
        if (pmf->probabilities[i] > 0.0 && total.sum + total.lost >= wanted)
            return pmf->first + (int64_t)i;
    }
    return wyrm_pmf_last(pmf);
}

int64_t wyrm_pmf_reached(const wyrm_pmf *pmf, double share)
{
    /* A probability that misses the share by rounding only has reached it, as in the quantile. */
    const double wanted = share * (1.0 - 1e-12);
    exact_sum total = {0.0, 0.0};
    for (size_t i = pmf->length; i-- > 0;) {
        add_exactly(&total, pmf->probabilities[i]);
        if (pmf->probabilities[i] > 0.0 && total.sum + total.lost >= wanted)
            return pmf->first + (int64_t)i;
    }
    return pmf->first;
}

int64_t wyrm_pmf_draw(const wyrm_pmf *pmf, wyrm_rng *rng)
{
    double drawn = wyrm_rng_real(rng), cumulative = 0.0;
    for (size_t i = 0; i < pmf->length; i++) {
        cumulative += pmf->probabilities[i];
        if (drawn < cumulative)
            return pmf->first + (int64_t)i;
    }
    return wyrm_pmf_last(pmf);
}

/* ---- many draws: Walker's alias table, built by Vose's method in whole numbers ----
 *
 * M. D. Vose, "A linear algorithm for generating random numbers with a given distribution" (1991).
 * Probabilities are first rounded to multiples of 2^-63 with sum exactly 1; from there on
 * everything is exact. */

typedef __uint128_t wide;

/* The mass of a column: 1 in steps of 2^-63. A value of probability p has p * length of it. */
#define COLUMN ((uint64_t)1 << 63)

/* Column i gives the value first + i below its threshold, in steps of 2^-64, else first + other. */
typedef struct column {
    uint64_t threshold;
    uint32_t other;
} column;

struct wyrm_alias {
    int64_t first;
    uint64_t length;
    column columns[];
};

/* Up to so many values the work space on the stack is enough. */
#define FEW 64

/* Vose's method. masses[] holds what is not placed yet; stack[] the columns with less than a
 * column's mass (from its start) or at least that (from its end). */
static void fill_columns(const wyrm_pmf *pmf, wide *masses, uint32_t *stack, column *columns)
{
    size_t length = pmf->length, greatest = 0, small = 0, large = 0;
    uint64_t total = 0;
    /* Rounded down; the greatest mass takes the difference to 1. */
    for (size_t i = 0; i < length; i++) {
        uint64_t mass = (uint64_t)(pmf->probabilities[i] * 0x1p63);
        total += mass;
        masses[i] = mass;
        if (pmf->probabilities[i] > pmf->probabilities[greatest])
            greatest = i;
    }
    masses[greatest] = (uint64_t)masses[greatest] + (COLUMN - total);
    for (size_t i = 0; i < length; i++) {
        masses[i] *= length;
        size_t at = masses[i] < COLUMN ? small++ : length - ++large;
        stack[at] = (uint32_t)i;
    }
    /* The remaining masses average exactly one column: if one has less, another has more. */
    while (small > 0) {
        uint32_t less = stack[--small], more = stack[length - large--];
        columns[less] = (column){(uint64_t)masses[less] * 2, more};
        masses[more] -= COLUMN - (uint64_t)masses[less];
        size_t at = masses[more] < COLUMN ? small++ : length - ++large;
        stack[at] = more;
    }
    while (large > 0) {
        uint32_t whole = stack[length - large--];
        columns[whole] = (column){UINT64_MAX, whole};
    }
}

wyrm_status wyrm_alias_new(const wyrm_pmf *pmf, wyrm_alias **out, wyrm_error *error)
{
    size_t length = pmf->length;
    wide few_masses[FEW];
    uint32_t few_stack[FEW];
    bool few = length <= FEW;
    *out = NULL;
    if (!base_may_spend(WYRM_COST_SUMS, VALUE_WORK * (uint64_t)length))
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: random amounts");
    wide *masses = few ? few_masses : base_allocate(length * sizeof *masses);
    uint32_t *stack = few ? few_stack : base_allocate(length * sizeof *stack);
    wyrm_alias *alias = base_allocate(sizeof *alias + length * sizeof alias->columns[0]);
    bool enough = alias && masses && stack;
    if (enough) {
        alias->first = pmf->first;
        alias->length = length;
        fill_columns(pmf, masses, stack, alias->columns);
    }
    wyrm_free(few ? NULL : stack);
    wyrm_free(few ? NULL : masses);
    wyrm_free(enough ? NULL : alias);
    *out = enough ? alias : NULL;
    return enough ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* The high word of a random word times the length is the column, the low word the place in it. */
int64_t wyrm_alias_draw(const wyrm_alias *alias, wyrm_rng *rng)
{
    wide product = (wide)wyrm_rng_bits(rng) * alias->length;
    uint64_t index = (uint64_t)(product >> 64);
    const column *chosen = &alias->columns[index];
    return alias->first + (int64_t)((uint64_t)product < chosen->threshold ? index : chosen->other);
}

void wyrm_alias_free(wyrm_alias *alias)
{
    wyrm_free(alias);
}
