/* What figures are added up in, value by value and in any split: the moments of a sample, and the
 * totals of clusters. Neither grows with what is added, so a summary of a million runs is as small
 * as one of ten; the third moments are there because the intervals of skewed figures need them. */
#include <wyrm/stats.h>

#include <math.h>

void wyrm_moments_add(wyrm_moments *moments, double value)
{
    if (moments->count == 0) {
        *moments = (wyrm_moments){
            .range = moments->range, .count = 1, .mean = value, .min = value, .max = value};
        return;
    }
    double others = (double)moments->count++;
    double before = value - moments->mean;
    double step = before / (double)moments->count;
    moments->mean += step;
    double after = value - moments->mean;
    moments->m3 += step * (before * after * (others - 1.0) - 3.0 * moments->m2);
    moments->m2 += before * after;
    moments->min = value < moments->min ? value : moments->min;
    moments->max = value > moments->max ? value : moments->max;
}

void wyrm_moments_merge(wyrm_moments *moments, const wyrm_moments *other)
{
    if (other->count == 0)
        return;
    if (moments->count == 0) {
        wyrm_range range = moments->range;
        *moments = *other;
        moments->range = range;
        return;
    }
    wyrm_moments added = *other; /* the two may be the same */
    double count = (double)moments->count;
    double share = (double)added.count / (double)(moments->count + added.count);
    double apart = added.mean - moments->mean;
    double squares = apart * apart * (count * share);
    double part = count / (double)(moments->count + added.count);
    moments->m3 += added.m3 + squares * apart * (part - share) +
                   3.0 * apart * (part * added.m2 - share * moments->m2);
    moments->count += added.count;
    moments->mean += apart * share;
    moments->m2 += added.m2 + squares;
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

void wyrm_clusters_add(wyrm_clusters *clusters, double y, double x)
{
    clusters->count++;
    clusters->y += y;
    clusters->x += x;
    clusters->yy += y * y;
    clusters->xy += x * y;
    clusters->xx += x * x;
    clusters->yyy += y * y * y;
    clusters->xyy += x * y * y;
    clusters->xxy += x * x * y;
    clusters->xxx += x * x * x;
}

void wyrm_clusters_merge(wyrm_clusters *clusters, const wyrm_clusters *other)
{
    clusters->count += other->count;
    clusters->y += other->y;
    clusters->x += other->x;
    clusters->yy += other->yy;
    clusters->xy += other->xy;
    clusters->xx += other->xx;
    clusters->yyy += other->yyy;
    clusters->xyy += other->xyy;
    clusters->xxy += other->xxy;
    clusters->xxx += other->xxx;
}

double wyrm_clusters_ratio(const wyrm_clusters *clusters)
{
    return clusters->x > 0 ? clusters->y / clusters->x : 0;
}

/* W. G. Cochran, "Sampling Techniques", section 2.11: by the residuals y - ratio x of the clusters.
 */
double wyrm_clusters_error(const wyrm_clusters *clusters)
{
    double count = (double)clusters->count;
    if (clusters->count < 2 || !(clusters->x > 0))
        return 0;
    double ratio = wyrm_clusters_ratio(clusters);
    double squares = clusters->yy - 2 * ratio * clusters->xy + ratio * ratio * clusters->xx;
    /* Less is what rounding leaves where all clusters have the same ratio. */
    return squares > 1e-12 * clusters->yy ? sqrt(squares * count / (count - 1)) / clusters->x : 0;
}
