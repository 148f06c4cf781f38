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

/* The least value of a bin. */
static double least_of(size_t bin)
{
    if (bin < EXACT)
        return (double)bin;
    size_t octave = (bin - EXACT) / PER_OCTAVE, within = (bin - EXACT) % PER_OCTAVE;
    return ldexp((double)(PER_OCTAVE + within), (int)octave + EXACT_LOG - OCTAVE_LOG);
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

/* The value of the given rank, from 1; `rank` is taken into 1..count. */
static double ranked(const wyrm_counts *counts, double rank)
{
    double wanted = fmin(fmax(rank, 1.0), (double)counts->count);
    uint64_t seen = 0;
    size_t last = 0;
    for (size_t i = 0; i < WYRM_COUNTS_BINS; i++) {
        seen += counts->bins[i];
        if (counts->bins[i] > 0)
            last = i;
        if ((double)seen >= wanted)
            break;
    }
    return least_of(last);
}

double wyrm_counts_quantile(const wyrm_counts *counts, double p, wyrm_interval *ci95)
{
    double n = (double)counts->count;
    if (counts->count == 0) {
        *ci95 = (wyrm_interval){-INFINITY, INFINITY};
        return (double)NAN;
    }
    double share = fmin(fmax(p, 0.0), 1.0);
    double spread = wyrm_normal_quantile(0.975) * sqrt(n * share * (1.0 - share));
    *ci95 = (wyrm_interval){ranked(counts, floor(n * share - spread)),
                            ranked(counts, ceil(n * share + spread) + 1.0)};
    return ranked(counts, ceil(n * share));
}
