/* Histograms of whole numbers whose bins grow with their values. */
#include <wyrm/sim.h>

#include <math.h>

#define EXACT      1024u /* values below have bins of their own */
#define EXACT_LOG  10
#define PER_OCTAVE 64u /* bins of every doubling above */
#define OCTAVE_LOG 6

static size_t bin_of(uint64_t value)
{
    if (value < EXACT)
        return (size_t)value;
    unsigned log = 63u - (unsigned)__builtin_clzll(value);
    uint64_t within = (value >> (log - OCTAVE_LOG)) - PER_OCTAVE;
    size_t bin = EXACT + (log - EXACT_LOG) * PER_OCTAVE + (size_t)within;
    return bin < WYRM_COUNTS_BINS ? bin : WYRM_COUNTS_BINS - 1;
}

/* The least value of a bin, and how many values it holds. */
static double least_of(size_t bin, double *width)
{
    *width = 1.0;
    if (bin < EXACT)
        return (double)bin;
    size_t octave = (bin - EXACT) / PER_OCTAVE, within = (bin - EXACT) % PER_OCTAVE;
    int log = (int)octave + EXACT_LOG - OCTAVE_LOG;
    *width = ldexp(1.0, log);
    return ldexp((double)(PER_OCTAVE + within), log);
}

void wyrm_counts_add(wyrm_counts *counts, uint64_t value)
{
    counts->count++;
    counts->bins[bin_of(value)]++;
}

void wyrm_counts_merge(wyrm_counts *counts, const wyrm_counts *other)
{
    counts->count += other->count;
    for (size_t i = 0; i < WYRM_COUNTS_BINS; i++)
        counts->bins[i] += other->bins[i];
}

/* The value of the given rank, from 1; `rank` is taken into 1..count. Those of a bin are taken to
 * lie evenly in it: its ends alone would make every interval wider than it is. */
static double ranked(const wyrm_counts *counts, double rank)
{
    double wanted = fmin(fmax(rank, 1.0), (double)counts->count), width;
    uint64_t before = 0, seen = 0;
    size_t last = 0;
    for (size_t i = 0; i < WYRM_COUNTS_BINS && (double)seen < wanted; i++) {
        if (counts->bins[i] == 0)
            continue;
        last = i;
        before = seen;
        seen += counts->bins[i];
    }
    double least = least_of(last, &width);
    double within = (wanted - (double)before - 0.5) / (double)counts->bins[last];
    return least + floor(width * within);
}

/* That of a rank between two whole ones. */
static double between(const wyrm_counts *counts, double rank)
{
    double below = ranked(counts, floor(rank));
    return below + (rank - floor(rank)) * (ranked(counts, ceil(rank)) - below);
}

double wyrm_counts_quantile(const wyrm_counts *counts, double p, wyrm_interval *ci95)
{
    double n = (double)counts->count;
    if (counts->count == 0) {
        *ci95 = (wyrm_interval){-INFINITY, INFINITY};
        return (double)NAN;
    }
    double value = ranked(counts, ceil(n * fmin(fmax(p, 0.0), 1.0)));
    wyrm_ranks ranks = wyrm_quantile_ranks(counts->count, p, 0.95);
    *ci95 = (wyrm_interval){
        ranks.low < 1.0 ? 0.0 : fmin(floor(between(counts, ranks.low)), value),
        ranks.high > n ? (double)INFINITY : fmax(ceil(between(counts, ranks.high)), value),
    };
    return value;
}
