/* Moments of a sample, updated by value (Welford) and merged (Chan, Golub and LeVeque). */
#include <wyrm/stats.h>

#include <math.h>

void wyrm_moments_add(wyrm_moments *moments, double value)
{
    if (moments->count == 0) {
        *moments = (wyrm_moments){.count = 1, .mean = value, .min = value, .max = value};
        return;
    }
    moments->count++;
    double before = value - moments->mean;
    moments->mean += before / (double)moments->count;
    moments->m2 += before * (value - moments->mean);
    moments->min = value < moments->min ? value : moments->min;
    moments->max = value > moments->max ? value : moments->max;
}

void wyrm_moments_merge(wyrm_moments *moments, const wyrm_moments *other)
{
    if (other->count == 0)
        return;
    if (moments->count == 0) {
        *moments = *other;
        return;
    }
    wyrm_moments added = *other; /* the two may be the same */
    double count = (double)moments->count;
    double share = (double)added.count / (double)(moments->count + added.count);
    double apart = added.mean - moments->mean;
    moments->count += added.count;
    moments->mean += apart * share;
    moments->m2 += added.m2 + apart * apart * (count * share);
    moments->min = added.min < moments->min ? added.min : moments->min;
    moments->max = added.max > moments->max ? added.max : moments->max;
}

double wyrm_moments_variance(const wyrm_moments *moments)
{
    return moments->count < 2 ? 0.0 : moments->m2 / (double)(moments->count - 1);
}

double wyrm_moments_sd(const wyrm_moments *moments)
{
    return sqrt(wyrm_moments_variance(moments));
}
