/* Targets of a report, worst first: what a designer mends first. */
#include "dossier/aims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far a value lies outside its range, from 0 (inside) to 1, so that targets of different units
 * can be put in an order: of shares the points that are missing, else what is missing beside the
 * limit. */
static double farness(const wyrm_judged *judged)
{
    bool over = judged->value > judged->range.high;
    double limit = over ? judged->range.high : judged->range.low;
    double off = over ? judged->value - limit : limit - judged->value;
    if (isnan(judged->value) || isinf(off))
        return 1.0;
    if (!(off > 0.0))
        return 0.0;
    return strcmp(judged->unit, "share") == 0 ? fmin(off, 1.0) : off / (off + fabs(limit));
}

/* A limit that is missed everywhere is worse than one that is missed at one end. */
static double badness(const wyrm_aim *aim)
{
    return farness(aim->worst) * (double)(aim->count - aim->holding) / (double)aim->count;
}

static int by_severity(const void *a, const void *b)
{
    const wyrm_aim *one = a, *other = b;
    size_t rank = wyrm_severity_rank(one->worst->verdict),
           rank_of_other = wyrm_severity_rank(other->worst->verdict);
    double bad = badness(one), bad_of_other = badness(other);
    if (rank != rank_of_other)
        return rank < rank_of_other ? -1 : 1;
    if (bad != bad_of_other)
        return bad > bad_of_other ? -1 : 1;
    return (one->judged > other->judged) - (one->judged < other->judged);
}

wyrm_status wyrm_aims_find(const wyrm_judgement *judgement, wyrm_aims *out, wyrm_error *error)
{
    *out = (wyrm_aims){.list = calloc(judgement->judged_count + 1, sizeof *out->list)};
    if (out->list == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < judgement->judged_count; i += out->list[out->count++].count)
        out->list[out->count] = wyrm_aim_at(judgement, i);
    qsort(out->list, out->count, sizeof *out->list, by_severity);
    return WYRM_OK;
}

void wyrm_aims_release(wyrm_aims *aims)
{
    free(aims->list);
    *aims = (wyrm_aims){0};
}
