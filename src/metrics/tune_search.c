/* The search behind tuning: the cheapest point of a lattice at which every figure is in its range.
 *
 * Measuring a point is slow, so a model stands in for the figures. From a center, each axis is
 * interpolated through the points measured along it, and the effects of several axes are assumed to
 * add up (shares as log odds, for which that holds best). NLopt looks for the least change on the
 * model, with branch and bound for whole steps: for one axis, each pair, and so on up to all axes.
 * The point that it proposes is measured, becomes the next center, and the model is rebuilt there.
 * A point that meets all aims is then moved back towards the start as far as the aims stay met;
 * axes that are not needed return to 0. Nothing here is random.
 *
 * Several shortcuts keep measurements few. A known point is never measured again. The callback that
 * measures gets the distance beyond which a point is useless (`enough`), and may drop a point at
 * the first sign of more. And the search for a conflict, which only asks of each target whether it
 * can be met at all, stops at the first answer. */
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

#define TRIES      4000
#define FAR        100.0 /* distance of an unmeasurable figure, in widths of its range */
#define NODES      24    /* limit of nodes of branch and bound on one model */
#define ROUNDS     8     /* limit of rounds of proposing and measuring within one set of axes */
#define SETS_TRIED 14    /* sets of axes that are measured; half as many with `coarse` */
#define SETS_MAX   96
#define AXES_PAIRS 8 /* number of axes tried in pairs, the most helpful ones; below, in triples */
#define AXES_THREE 5

typedef struct known {
    int32_t *at;
    double *values;
    double dropped; /* distance at which measuring was abandoned; 0: measured to the end */
} known;

typedef struct search {
    base_arena *arena;
    const tune_problem *of;
    size_t n, m;
    size_t count, room;
    known *known;
    bool *active;       /* by aim: whether it counts at present */
    double *tolerances; /* two for each aim, one for each end of its range */
    bool stopped;
    tune_found *found;
} search;

/* ---- distances ---- */

/* Aims have different units, so a miss is counted in widths of the wanted range. A range with one
 * open end, or a single value, has no width: a tenth of the limit is used instead. */
static double width_of(const tune_aim *aim)
{
    const double low = aim->wanted.low, high = aim->wanted.high;
    if (isfinite(low) && isfinite(high) && high > low)
        return high - low;
    const double limit = fabs(isfinite(low) ? low : high);
    return limit > 0 && isfinite(limit) ? limit / 10 : aim->is_share ? 0.01 : 1;
}

double tune_distance(const tune_aim *aim, double value)
{
    const double low = aim->wanted.low, high = aim->wanted.high;
    if (isnan(value))
        return FAR;
    /* the tolerance of judge_verdict */
    if (value < low - (1e-6 * fabs(low) + 1e-9))
        return fmin(FAR, (low - value) / width_of(aim));
    if (value > high + (1e-6 * fabs(high) + 1e-9))
        return fmin(FAR, (value - high) / width_of(aim));
    return 0;
}

static double distance(const search *s, const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < s->m; i++)
        sum += s->active[i] ? tune_distance(&s->of->aims[i], values[i]) : 0;
    return sum;
}

static double cost_of(const search *s, const int32_t *at)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->of->axes[i].cost * fabs((double)at[i]);
    return sum;
}

/* ---- measuring ---- */

static size_t find_known(const search *s, const int32_t *at)
{
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(s->known[i].at, at, s->n * sizeof *at) == 0)
            return i;
    return SIZE_MAX;
}

static int32_t *copy_of(search *s, const int32_t *at)
{
    int32_t *out = base_array(s->arena, int32_t, s->n);
    memcpy(out, at, s->n * sizeof *at);
    return out;
}

/* Measures those of the points that are not known yet. A dropped point is measured again only where
 * `enough` is now larger than when it was dropped, since it is known to be at least that far
 * off. */
static void measure(search *s, int32_t *const *points, size_t count, double enough)
{
    const size_t tries = s->of->tries > 0 ? s->of->tries : TRIES;
    tune_point *asked = base_array(s->arena, tune_point, count);
    size_t *where = base_array(s->arena, size_t, count), fresh = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = find_known(s, points[i]);
        if (at != SIZE_MAX && !(s->known[at].dropped > 0 && s->known[at].dropped < enough))
            continue;
        if (at == SIZE_MAX) {
            if (s->count >= tries) {
                s->stopped = true;
                continue;
            }
            s->known = base_grow(s->arena, s->known, s->count, &s->room, sizeof *s->known);
            at = s->count++;
            s->known[at] = (known){.at = copy_of(s, points[i]),
                                   .values = base_array(s->arena, double, s->m),
                                   .dropped = -1};
        }
        where[fresh] = at;
        asked[fresh++] = (tune_point){.at = s->known[at].at, .values = s->known[at].values};
    }
    if (fresh > 0) {
        const wyrm_status status =
            s->of->measure(s->of->context, asked, fresh, enough, &s->arena->error);
        for (size_t i = 0; i < fresh; i++)
            s->known[where[i]].dropped =
                (status == WYRM_OK || asked[i].measured) && !asked[i].dropped ? 0 : enough;
        s->stopped = s->stopped || status == WYRM_ERROR_LIMIT;
        base_must(s->arena, status);
    }
    if (s->stopped)
        base_fail(s->arena, WYRM_ERROR_LIMIT);
}

/* Returns the point, measuring it if necessary; NULL if it was dropped as farther than `enough`. */
static const known *look_at(search *s, const int32_t *at, double enough)
{
    int32_t *point = copy_of(s, at);
    measure(s, &point, 1, enough);
    const known *out = &s->known[find_known(s, at)];
    return out->dropped > 0 ? NULL : out;
}

/* Returns the known point with the least distance; among equals (all aims met), the cheapest. */
static const known *best_known(const search *s)
{
    const known *best = NULL;
    double least = INFINITY, cost = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        const known *one = &s->known[i];
        const double far = one->dropped > 0 ? (double)INFINITY : distance(s, one->values);
        const double costs = cost_of(s, one->at);
        if (far < least || (!(far > least) && costs < cost)) {
            best = one;
            least = far;
            cost = costs;
        }
    }
    return best;
}

static bool meets(const search *s, const known *one)
{
    return one != NULL && one->dropped <= 0 && !(distance(s, one->values) > 0);
}

/* Whether a point was measured, and lies on the axis through the center. */
static bool lies_along(const search *s, const known *one, size_t axis, const int32_t *center)
{
    bool on = one->dropped <= 0;
    for (size_t other = 0; on && other < s->n; other++)
        on = other == axis || one->at[other] == center[other];
    return on;
}

/* ---- the model ---- */

/* The points measured along one axis through the center: positions in ascending order and the
 * figures there. The model is linear between neighbors, and extrapolates beyond the first and
 * last. */
typedef struct profile {
    size_t count;
    int32_t *k;
    double *bent; /* count * m values, transformed by bend() */
} profile;

typedef struct model {
    const search *of;
    const int32_t *center;
    double *base; /* figures at the center, transformed by bend() */
    profile *axes;
    wyrm_interval *wanted; /* ranges of the aims, transformed by bend() */
    double *width;
    double cost; /* the cost of moving every axis to its end, by which costs are divided */
} model;

/* Transforms a figure to the scale on which the model adds effects. Shares become log odds, because
 * sums of effects on a share would soon leave the range from 0 to 1. A value that cannot be
 * measured goes far outside the wanted range, an infinite one far out on its own side; both stay
 * finite, since solvers need slopes. */
static double bend(const tune_aim *aim, double value)
{
    const double low = aim->wanted.low, high = aim->wanted.high, width = width_of(aim);
    if (isnan(value))
        value = isfinite(high) ? high + FAR * width : low - FAR * width;
    else if (value > 0 && isinf(value))
        value = (isfinite(high) ? high : low) + FAR * width;
    else if (isinf(value))
        value = (isfinite(low) ? low : high) - FAR * width;
    if (!aim->is_share)
        return value;
    const double share = fmin(fmax(value, 1e-5), 1 - 1e-5);
    return log(share / (1 - share));
}

/* Builds the model around a known center from all points measured along its axes. */
static model *make_model(search *s, const known *center)
{
    model *out = base_new(s->arena, model);
    *out = (model){.of = s,
                   .center = center->at,
                   .base = base_array(s->arena, double, s->m),
                   .axes = base_array(s->arena, profile, s->n),
                   .wanted = base_array(s->arena, wyrm_interval, s->m),
                   .width = base_array(s->arena, double, s->m)};
    for (size_t j = 0; j < s->m; j++) {
        const tune_aim *aim = &s->of->aims[j];
        wyrm_interval *wanted = &out->wanted[j];
        out->base[j] = bend(aim, center->values[j]);
        *wanted = aim->wanted;
        if (isfinite(wanted->low))
            wanted->low = bend(aim, wanted->low);
        if (isfinite(wanted->high))
            wanted->high = bend(aim, wanted->high);
        const bool both = isfinite(wanted->low) && isfinite(wanted->high);
        out->width[j] = both && wanted->high > wanted->low ? wanted->high - wanted->low
                        : aim->is_share                    ? 0.5
                                                           : width_of(aim);
    }
    for (size_t i = 0; i < s->n; i++) {
        profile *along = &out->axes[i];
        const size_t room = s->count;
        along->k = base_array(s->arena, int32_t, room);
        along->bent = base_array(s->arena, double, room * s->m);
        for (size_t p = 0; p < s->count; p++) {
            const known *one = &s->known[p];
            if (!lies_along(s, one, i, center->at))
                continue;
            size_t at = along->count++;
            for (; at > 0 && along->k[at - 1] > one->at[i]; at--) {
                along->k[at] = along->k[at - 1];
                memcpy(&along->bent[at * s->m], &along->bent[(at - 1) * s->m],
                       s->m * sizeof(double));
            }
            along->k[at] = one->at[i];
            for (size_t j = 0; j < s->m; j++)
                along->bent[at * s->m + j] = bend(&s->of->aims[j], one->values[j]);
        }
        out->cost += s->of->axes[i].cost *
                     fmax(fabs((double)s->of->axes[i].least), fabs((double)s->of->axes[i].most));
    }
    out->cost = out->cost > 0 ? out->cost : 1;
    return out;
}

/* Returns what an axis at position x adds to figure j, and stores the slope there. */
static double along(const model *of, size_t axis, size_t j, double x, double *slope)
{
    const profile *line = &of->axes[axis];
    const size_t m = of->of->m;
    *slope = 0;
    if (line->count < 2)
        return 0;
    size_t right = 1;
    while (right + 1 < line->count && line->k[right] < x)
        right++;
    const double a = line->bent[(right - 1) * m + j], b = line->bent[right * m + j];
    const double from = line->k[right - 1], to = line->k[right];
    *slope = (b - a) / (to - from);
    return a + (x - from) * *slope - of->base[j];
}

static double predict(const model *of, size_t j, const double *x, double *slopes)
{
    double value = of->base[j], slope;
    for (size_t i = 0; i < of->of->n; i++) {
        value += along(of, i, j, x[i], &slope);
        if (slopes != NULL)
            slopes[i] = slope;
    }
    return value;
}

/* The objective: the relative cost plus the predicted miss, which outweighs any cost. */
#define MISSING 1000.0
static double model_worth(const model *of, const double *x)
{
    const search *s = of->of;
    double cost = 0, sum = 0;
    for (size_t i = 0; i < s->n; i++)
        cost += s->of->axes[i].cost * fabs(x[i]);
    for (size_t j = 0; j < s->m; j++) {
        if (!s->active[j])
            continue;
        const double value = predict(of, j, x, NULL);
        const double off = fmax(of->wanted[j].low - value, value - of->wanted[j].high);
        sum += off > 1e-6 * fabs(value) + 1e-9 ? off / of->width[j] : 0;
    }
    return cost / of->cost + MISSING * sum;
}

/* ---- the least change on a model ---- */

typedef struct relaxing {
    const model *of;
    const size_t *set;
    size_t count;
    double *x, *slopes; /* of all axes */
} relaxing;

/* The variables of the solver are the step up and the step down of each axis of the set, and the
 * largest miss of any aim. A cost is by |x|, which has no slope at 0. The difference of two
 * non-negative variables, each with its cost, has one everywhere, and at the minimum one of the two
 * is 0. The aims are constraints that the last variable relaxes; it costs more than any change. */
static void set_variables(const relaxing *of, const double *v)
{
    for (size_t i = 0; i < of->count; i++)
        of->x[of->set[i]] = v[i] - v[of->count + i];
}

static double objective(unsigned n, const double *v, double *gradient, void *context)
{
    const relaxing *of = context;
    const tune_axis *axes = of->of->of->of->axes;
    double sum = 0;
    for (size_t i = 0; i < of->count; i++) {
        const double cost = axes[of->set[i]].cost / of->of->cost;
        sum += cost * (v[i] + v[of->count + i]);
        if (gradient != NULL)
            gradient[i] = gradient[of->count + i] = cost;
    }
    if (gradient != NULL)
        gradient[n - 1] = MISSING;
    return sum + MISSING * v[n - 1];
}

/* One row for each end of each active aim: the predicted miss in widths, less the miss that the
 * last variable allows; at most 0 if the constraint holds. */
static void constraints(unsigned rows, double *result, unsigned n, const double *v,
                        double *gradient, void *context)
{
    const relaxing *of = context;
    const search *s = of->of->of;
    unsigned row = 0;
    set_variables(of, v);
    for (size_t j = 0; j < s->m; j++) {
        if (!s->active[j])
            continue;
        const double value = predict(of->of, j, of->x, of->slopes), width = of->of->width[j];
        for (int end = 0; end < 2; end++) {
            const double limit = end == 0 ? of->of->wanted[j].low : of->of->wanted[j].high;
            const double sign = end == 0 ? -1 : 1;
            if (!isfinite(limit))
                continue;
            result[row] = sign * (value - limit) / width - v[n - 1];
            for (size_t i = 0; gradient != NULL && i < of->count; i++) {
                gradient[row * n + i] = sign * of->slopes[of->set[i]] / width;
                gradient[row * n + of->count + i] = -gradient[row * n + i];
            }
            if (gradient != NULL)
                gradient[row * n + n - 1] = -1;
            row++;
        }
    }
    (void)rows;
}

/* Moves x to a minimum of the model near it, within a box. SLSQP (D. Kraft, 1988) follows slopes
 * and is fast, but may stick where the interpolation has a kink; then COBYLA (M. J. D. Powell,
 * 1994) tries again without slopes. A solver's answer is accepted only if the model says that it is
 * no worse than the start; otherwise x stays at the start. */
static void relax(const relaxing *of, const double *low, const double *high)
{
    const search *s = of->of->of;
    double start[2 * WYRM_TUNE_KNOBS_MAX + 1], least[2 * WYRM_TUNE_KNOBS_MAX + 1];
    double most[2 * WYRM_TUNE_KNOBS_MAX + 1], before[WYRM_TUNE_KNOBS_MAX], worst = 0;
    const unsigned n = (unsigned)(2 * of->count + 1);
    unsigned rows = 0;
    for (size_t j = 0; j < s->m; j++)
        if (s->active[j]) {
            const double value = predict(of->of, j, of->x, NULL);
            worst = fmax(worst, (of->of->wanted[j].low - value) / of->of->width[j]);
            worst = fmax(worst, (value - of->of->wanted[j].high) / of->of->width[j]);
            rows += isfinite(of->of->wanted[j].low) + isfinite(of->of->wanted[j].high);
        }
    memcpy(before, of->x, s->n * sizeof *before);
    for (size_t i = 0; i < of->count; i++) {
        const double x = of->x[of->set[i]];
        const double ends[] = {low[of->set[i]], high[of->set[i]]};
        least[i] = fmax(0, ends[0]);
        most[i] = fmax(0, ends[1]);
        least[of->count + i] = fmax(0, -ends[1]);
        most[of->count + i] = fmax(0, -ends[0]);
        start[i] = fmin(fmax(x, least[i]), most[i]);
        start[of->count + i] = fmin(fmax(-x, least[of->count + i]), most[of->count + i]);
    }
    least[n - 1] = 0;
    most[n - 1] = 1e9;
    start[n - 1] = fmin(worst, 1e8);
    double value, best = model_worth(of->of, of->x);
    for (int way = 0; way < 2; way++) {
        double v[2 * WYRM_TUNE_KNOBS_MAX + 1];
        nlopt_opt solver = nlopt_create(way == 0 ? NLOPT_LD_SLSQP : NLOPT_LN_COBYLA, n);
        if (solver == NULL)
            break;
        memcpy(v, start, n * sizeof *v);
        nlopt_set_lower_bounds(solver, least);
        nlopt_set_upper_bounds(solver, most);
        nlopt_set_min_objective(solver, objective, (void *)(uintptr_t)of);
        if (rows > 0)
            nlopt_add_inequality_mconstraint(solver, rows, constraints, (void *)(uintptr_t)of,
                                             s->tolerances);
        nlopt_set_xtol_rel(solver, 1e-6);
        nlopt_set_maxeval(solver, way == 0 ? 80 : 400);
        const nlopt_result ended = nlopt_optimize(solver, v, &value);
        nlopt_destroy(solver);
        set_variables(of, v);
        bool sound = ended > 0 || ended == NLOPT_ROUNDOFF_LIMITED;
        for (size_t i = 0; i < s->n; i++)
            sound = sound && isfinite(of->x[i]);
        if (sound && model_worth(of->of, of->x) <= best)
            return;
        memcpy(of->x, before, s->n * sizeof *before);
    }
    for (size_t i = 0; i < of->count; i++)
        of->x[of->set[i]] = start[i] - start[of->count + i];
}

typedef struct branching {
    relaxing relaxed;
    double best;
    double *answer; /* the best point in whole steps so far */
    int nodes;
} branching;

/* Branch and bound: relax, round, then split at the axis that is farthest from a whole step, the
 * nearer side first. A node whose relaxed value is no better than the best whole point is cut. The
 * model need not be convex, so that bound is no proof: NODES limits the effort, and step_about()
 * searches the neighborhood afterwards. */
static void branch(branching *of, double *low, double *high)
{
    const relaxing *r = &of->relaxed;
    const size_t n = r->of->of->n;
    double x[WYRM_TUNE_KNOBS_MAX], whole[WYRM_TUNE_KNOBS_MAX];
    if (of->nodes++ >= NODES)
        return;
    relax(r, low, high);
    memcpy(x, r->x, n * sizeof *x);
    memcpy(whole, x, n * sizeof *x);
    size_t axis = SIZE_MAX;
    double most = 1e-4;
    for (size_t i = 0; i < r->count; i++) {
        const size_t at = r->set[i];
        whole[at] = fmin(fmax(round(x[at]), low[at]), high[at]);
        if (fabs(x[at] - whole[at]) > most) {
            most = fabs(x[at] - whole[at]);
            axis = at;
        }
    }
    const double rounded = model_worth(r->of, whole);
    if (rounded < of->best) {
        of->best = rounded;
        memcpy(of->answer, whole, n * sizeof *whole);
    }
    if (axis == SIZE_MAX || model_worth(r->of, x) >= of->best)
        return;
    const bool up_first = x[axis] - floor(x[axis]) > 0.5;
    for (int side = 0; side < 2; side++) {
        const bool up = (side == 0) == up_first;
        const double kept = up ? low[axis] : high[axis];
        *(up ? &low[axis] : &high[axis]) = up ? ceil(x[axis]) : floor(x[axis]);
        memcpy(r->x, x, n * sizeof *x);
        if (low[axis] <= high[axis])
            branch(of, low, high);
        *(up ? &low[axis] : &high[axis]) = kept;
    }
}

/* Tries steps of single axes and of pairs while the model says that they help. Rounding the axes
 * one by one may leave an aim missed by a hair, which two opposite steps repair. For many axes only
 * the short steps are tried, because the number of pairs grows with the square. */
static void step_about(branching *of, const double *low, const double *high)
{
    const relaxing *r = &of->relaxed;
    static const double sizes[] = {1, 2, 4, 8, 16};
    const size_t reach = r->count <= 6 ? COUNT_OF(sizes) : 2;
    bool better = true;
    for (int round = 0; better && round < 40; round++) {
        better = false;
        for (size_t a = 0; a < r->count; a++)
            for (size_t b = a; b < r->count; b++)
                for (size_t move = 0; move < (a == b ? 2 * reach + 1 : 4 * reach * reach); move++) {
                    const size_t i = r->set[a], k = r->set[b];
                    const double was[] = {of->answer[i], of->answer[k]};
                    if (a == b) {
                        of->answer[i] =
                            move == 2 * reach ? 0 : was[0] + (move % 2 ? 1 : -1) * sizes[move / 2];
                    } else {
                        of->answer[i] += (move & 1 ? 1 : -1) * sizes[move / 4 % reach];
                        of->answer[k] += (move & 2 ? 1 : -1) * sizes[move / 4 / reach];
                    }
                    const double worth = of->answer[i] < low[i] || of->answer[i] > high[i] ||
                                                 of->answer[k] < low[k] || of->answer[k] > high[k]
                                             ? (double)INFINITY
                                             : model_worth(r->of, of->answer);
                    if (worth < of->best - 1e-12) {
                        of->best = worth;
                        better = true;
                    } else {
                        of->answer[i] = was[0];
                        of->answer[k] = was[1];
                    }
                }
    }
}

/* Stores the point that the model proposes if only the axes of a set may leave 0, each by at most
 * `radius` of its range away from the center; returns its objective. */
static double propose(search *s, const model *of, const size_t *set, size_t count, double radius,
                      int32_t *out)
{
    double low[WYRM_TUNE_KNOBS_MAX], high[WYRM_TUNE_KNOBS_MAX];
    double *x = base_array(s->arena, double, s->n), *answer = base_array(s->arena, double, s->n);
    branching b = {.relaxed = {of, set, count, x, base_array(s->arena, double, s->n)},
                   .best = INFINITY,
                   .answer = answer};
    memset(low, 0, sizeof low);
    memset(high, 0, sizeof high);
    for (size_t i = 0; i < count; i++) {
        const tune_axis *axis = &s->of->axes[set[i]];
        const double at = of->center[set[i]];
        const double far = fmax(1, ceil(radius * ((double)axis->most - axis->least)));
        low[set[i]] = fmax(axis->least, at - far);
        high[set[i]] = fmin(axis->most, at + far);
        x[set[i]] = at;
    }
    branch(&b, low, high);
    step_about(&b, low, high);
    for (size_t i = 0; i < s->n; i++)
        out[i] = (int32_t)answer[i];
    return b.best;
}

/* ---- measuring along axes ---- */

/* Adds the point at position `k` of an axis, unless that is the center itself. */
static void add_point(search *s, int32_t **points, size_t *count, const int32_t *center,
                      size_t axis, double k)
{
    const tune_axis *of = &s->of->axes[axis];
    const int32_t to = (int32_t)fmin(fmax(round(k), of->least), of->most);
    if (to == center[axis] || *count >= 2048)
        return;
    points[*count] = copy_of(s, center);
    points[(*count)++][axis] = to;
}

/* Measures points across the range of each axis: every value where there are few, otherwise at
 * distances from the center that double, up to `radius` of the range on both sides. */
static void scan(search *s, const int32_t *center, const size_t *set, size_t count, double radius,
                 double enough)
{
    int32_t **points = base_array(s->arena, int32_t *, 2048);
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        const tune_axis *axis = &s->of->axes[set[i]];
        const double at = center[set[i]], range = (double)axis->most - axis->least;
        const double reach = fmax(1, ceil(range * radius));
        if (radius >= 1 && range <= (s->of->coarse ? 4 : 10)) {
            for (double k = axis->least; k <= axis->most; k++)
                add_point(s, points, &number, center, set[i], k);
            continue;
        }
        /* doubling, so that the model is most accurate near the center */
        const double factor = s->of->coarse ? 4 : 2;
        const double first = s->of->coarse ? fmax(1, reach / 16) : fmax(1, reach / 64);
        for (double far = first; far < reach; far *= factor) {
            add_point(s, points, &number, center, set[i], at + far);
            add_point(s, points, &number, center, set[i], at - far);
        }
        add_point(s, points, &number, center, set[i], at + reach);
        add_point(s, points, &number, center, set[i], at - reach);
    }
    measure(s, points, number, enough);
}

/* ---- shrinking an answer ---- */

static bool meets_at(search *s, int32_t *at, size_t axis, int64_t position)
{
    at[axis] = (int32_t)position;
    return meets(s, look_at(s, at, 1e-9));
}

/* Moves an axis to the position nearest to `bad` at which all aims are still met, as they are at
 * `good`. Bisection finds the nearest if the aims hold from there on to `good`; otherwise it finds
 * some border between met and missed. */
static void halve(search *s, int32_t *at, size_t axis, int64_t good, int64_t bad)
{
    while (llabs(good - bad) > 1) {
        const int64_t middle = (good + bad) / 2;
        *(meets_at(s, at, axis, middle) ? &good : &bad) = middle;
    }
    at[axis] = (int32_t)good;
}

/* Moves an axis towards 0 as far as all aims stay met. */
static void shrink(search *s, int32_t *at, size_t axis)
{
    const int32_t good = at[axis];
    if (good != 0 && !meets_at(s, at, axis, 0))
        halve(s, at, axis, good, 0);
}

/* Looks for a cheaper point that meets all aims, starting from one that does and moving only the
 * axes of the set. It alternates between shrinking each axis by itself and proposing a joint move
 * by the model. Where neither gains, the radius shrinks, as the model is better close to its
 * center. */
static void polish(search *s, int32_t *at, const size_t *set, size_t count)
{
    double radius = 0.25;
    for (int round = 0; round < ROUNDS; round++) {
        const double before = cost_of(s, at);
        size_t order[WYRM_TUNE_KNOBS_MAX];
        memcpy(order, set, count * sizeof *order);
        for (size_t i = 0; i < count; i++) /* the most expensive axis first */
            for (size_t k = i + 1; k < count; k++)
                if (s->of->axes[order[k]].cost * abs(at[order[k]]) >
                    s->of->axes[order[i]].cost * abs(at[order[i]])) {
                    const size_t swapped = order[i];
                    order[i] = order[k];
                    order[k] = swapped;
                }
        for (size_t i = 0; i < count; i++)
            shrink(s, at, order[i]);
        size_t moved = 0;
        for (size_t i = 0; i < s->n; i++)
            moved += at[i] != 0;
        if (moved < 2 && count < 2)
            return;
        scan(s, at, set, count, radius, INFINITY);
        int32_t *next = base_array(s->arena, int32_t, s->n);
        const known *center = look_at(s, at, INFINITY);
        propose(s, make_model(s, center), set, count, radius, next);
        bool better = false;
        for (int half = 0; half < 3 && !better; half++) {
            if (cost_of(s, next) < cost_of(s, at) - 1e-12 && meets(s, look_at(s, next, 1e-9))) {
                memcpy(at, next, s->n * sizeof *at);
                better = true;
            }
            for (size_t i = 0; i < s->n; i++)
                next[i] = (int32_t)(((int64_t)next[i] + at[i]) / 2);
        }
        if (!better && !(cost_of(s, at) < before - 1e-12)) {
            if (radius <= 0.05)
                return;
            radius /= 4;
        }
    }
}

/* ---- the search ---- */

/* Alternates proposing and measuring within a set of axes; true once all aims are met. A proposal
 * that is worse than the center shows that the model was trusted too far: the radius is divided by
 * 4 and the next points are measured nearer. Points more than about three times as far off as the
 * nearest so far are dropped. */
static bool refine(search *s, const size_t *set, size_t count, const known *from, int32_t *next)
{
    double radius = 1, least = INFINITY;
    const known *center = from;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t had = find_known(s, next);
        const bool again = had != SIZE_MAX && s->known[had].dropped <= 0 && round > 0;
        const known *now = look_at(s, next, isfinite(least) ? 3 * least + 3 : INFINITY);
        if (meets(s, now)) {
            polish(s, next, set, count);
            return true;
        }
        const double far = now != NULL ? distance(s, now->values) : (double)INFINITY;
        if (far < least) {
            least = far;
            center = now;
        } else {
            radius /= 4;
        }
        if (radius < 0.004 || (again && radius < 0.05))
            return false;
        int32_t *middle = copy_of(s, center->at);
        scan(s, middle, set, count, fmin(radius, 0.3), isfinite(least) ? 3 * least + 3 : INFINITY);
        propose(s, make_model(s, look_at(s, middle, INFINITY)), set, count, radius, next);
    }
    return false;
}

typedef struct axis_set {
    size_t count;
    size_t set[WYRM_TUNE_KNOBS_MAX];
    double worth;
    int32_t *proposed;
} axis_set;

static int compare_sets(const void *a, const void *b)
{
    const axis_set *one = a, *other = b;
    if (one->worth < other->worth || one->worth > other->worth)
        return one->worth < other->worth ? -1 : 1;
    return one->count < other->count ? -1 : one->count > other->count;
}

/* Sorts the axes by how near each can bring all aims by itself. */
static void sort_axes(const search *s, const int32_t *center, size_t *order)
{
    double nearest[WYRM_TUNE_KNOBS_MAX];
    for (size_t i = 0; i < s->n; i++) {
        nearest[i] = INFINITY;
        order[i] = i;
        for (size_t p = 0; p < s->count; p++)
            if (lies_along(s, &s->known[p], i, center))
                nearest[i] = fmin(nearest[i], distance(s, s->known[p].values));
    }
    for (size_t i = 1; i < s->n; i++)
        for (size_t k = i; k > 0 && nearest[order[k]] < nearest[order[k - 1]]; k--) {
            const size_t swapped = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swapped;
        }
}

/* Lists the sets of axes to try: each axis alone, pairs and triples of the most helpful ones, then
 * many and all of them. People prefer to turn few keys, so the small sets are worth the
 * measurements. */
static size_t list_sets(const search *s, const size_t *order, axis_set *sets)
{
    size_t count = 0, n = s->n;
    const size_t pairs = n < AXES_PAIRS ? n : AXES_PAIRS, three = n < AXES_THREE ? n : AXES_THREE;
    for (size_t i = 0; i < n; i++)
        sets[count++] = (axis_set){.count = 1, .set = {order[i]}};
    for (size_t i = 0; i < pairs; i++)
        for (size_t k = i + 1; k < pairs; k++)
            sets[count++] = (axis_set){.count = 2, .set = {order[i], order[k]}};
    for (size_t i = 0; i < three; i++)
        for (size_t k = i + 1; k < three; k++)
            for (size_t l = k + 1; l < three; l++)
                sets[count++] = (axis_set){.count = 3, .set = {order[i], order[k], order[l]}};
    for (size_t size = pairs < n ? pairs : n; size > 3; size = size == n ? 0 : n) {
        axis_set *all = &sets[count++];
        *all = (axis_set){.count = size};
        memcpy(all->set, order, size * sizeof *order);
    }
    return count;
}

static bool is_within(const int32_t *at, const axis_set *of, size_t n)
{
    size_t inside = 0, moved = 0;
    for (size_t i = 0; i < n; i++)
        moved += at[i] != 0;
    for (size_t i = 0; i < of->count; i++)
        inside += at[of->set[i]] != 0;
    return inside == moved;
}

/* Whether a point meets all active aims. `some`: stop at the first, even if it is expensive. */
static bool search_sets(search *s, bool some)
{
    size_t order[WYRM_TUNE_KNOBS_MAX];
    int32_t *zero = base_array(s->arena, int32_t, s->n);
    if (some && meets(s, best_known(s)))
        return true;
    for (size_t i = 0; i < s->n; i++)
        order[i] = i;
    scan(s, zero, order, s->n, 1, INFINITY);
    sort_axes(s, zero, order);
    axis_set *sets = base_array(s->arena, axis_set, SETS_MAX);
    const size_t count = list_sets(s, order, sets);
    const model *first = make_model(s, look_at(s, zero, INFINITY));
    for (size_t i = 0; i < count; i++) {
        sets[i].proposed = base_array(s->arena, int32_t, s->n);
        sets[i].worth = propose(s, first, sets[i].set, sets[i].count, 1, sets[i].proposed);
    }
    qsort(sets, count, sizeof *sets, compare_sets);
    size_t done = 0;
    const size_t most = (s->of->coarse ? SETS_TRIED / 2 : SETS_TRIED) / (some ? 2 : 1);
    for (size_t i = 0; i < count && done < most; i++) {
        const known *best = best_known(s);
        /* Once there is an answer, a set that includes its axes must promise a lower cost, and any
         * other set less than three times the cost. */
        if (meets(s, best) && (is_within(best->at, &sets[i], s->n)
                                   ? sets[i].worth * first->cost >= cost_of(s, best->at)
                                   : sets[i].worth * first->cost >= 3 * cost_of(s, best->at)))
            continue;
        done++;
        if (refine(s, sets[i].set, sets[i].count, look_at(s, zero, INFINITY), sets[i].proposed) &&
            some)
            return true;
    }
    /* last attempt: all axes, from the nearest point so far */
    const known *best = best_known(s);
    if (!meets(s, best)) {
        int32_t *at = copy_of(s, best->at);
        scan(s, at, order, s->n, 0.25, 3 * distance(s, best->values) + 3);
        int32_t *next = base_array(s->arena, int32_t, s->n);
        const known *center = look_at(s, at, INFINITY);
        propose(s, make_model(s, center), order, s->n, 0.5, next);
        refine(s, order, s->n, center, next);
    }
    best = best_known(s);
    if (!meets(s, best))
        return false;
    /* the best answer may become cheaper with all axes free */
    if (!some) {
        int32_t *at = copy_of(s, best->at);
        polish(s, at, order, s->n);
    }
    return true;
}

/* ---- results ---- */

static tune_spot spot_of(const search *s, const known *one)
{
    return (tune_spot){one->at, one->values, distance(s, one->values), cost_of(s, one->at),
                       one->at, one->at};
}

static bool same_moved(const int32_t *a, const int32_t *b, size_t n, bool within)
{
    for (size_t i = 0; i < n; i++)
        if (within ? a[i] != 0 && b[i] == 0 : (a[i] != 0) != (b[i] != 0))
            return false;
    return true;
}

/* Collects the answers: the cheapest point for each set of moved axes, cheapest first. A point is
 * left out if it moves every axis that a cheaper answer moves, or if it costs more than four times
 * as much as the cheapest. */
static void gather_answers(search *s)
{
    tune_found *out = s->found;
    out->answer_count = 0;
    while (out->answer_count < WYRM_TUNE_ANSWERS_MAX) {
        const known *best = NULL;
        for (size_t i = 0; i < s->count; i++) {
            const known *one = &s->known[i];
            bool fresh = meets(s, one);
            for (size_t k = 0; fresh && k < out->answer_count; k++)
                fresh = !same_moved(out->answers[k].at, one->at, s->n, true);
            if (fresh && (best == NULL || cost_of(s, one->at) < cost_of(s, best->at)))
                best = one;
        }
        if (best == NULL ||
            (out->answer_count > 0 && cost_of(s, best->at) > 4 * out->answers[0].cost))
            return;
        out->answers[out->answer_count++] = spot_of(s, best);
    }
}

/* Returns how far one axis can go alone in a direction while all aims stay met. Steps double until
 * one fails, then bisection finds the border; `bad` starts one beyond the end and is not
 * measured. */
static int32_t reach_of(search *s, const int32_t *from, size_t axis, int sign)
{
    const tune_axis *of = &s->of->axes[axis];
    const int64_t end = sign > 0 ? of->most : of->least;
    int32_t *at = copy_of(s, from);
    int64_t good = from[axis], bad = end + sign;
    for (int64_t step = 1; good != end && bad == end + sign; step *= 2) {
        const int64_t to = sign > 0 ? (good + step < end ? good + step : end)
                                    : (good - step > end ? good - step : end);
        *(meets_at(s, at, axis, to) ? &good : &bad) = to;
    }
    /* no step where the end itself is good: nothing lies between it and `bad` */
    halve(s, at, axis, good, bad);
    return at[axis];
}

static void widen(search *s, tune_spot *spot)
{
    int32_t *low = copy_of(s, spot->at), *high = copy_of(s, spot->at);
    spot->low = low;
    spot->high = high;
    for (size_t i = 0; i < s->n; i++)
        if (spot->at[i] != 0) {
            low[i] = reach_of(s, spot->at, i, -1);
            high[i] = reach_of(s, spot->at, i, 1);
        }
}

/* ---- conflicts ---- */

/* Makes the aims of the kept targets active, but for those of one. */
static void aim_without(search *s, const bool *kept, size_t target)
{
    for (size_t j = 0; j < s->m; j++)
        s->active[j] = kept[s->of->aims[j].target] && s->of->aims[j].target != target;
}

/* Returns, among the points that meet all active aims, the one that comes nearest to a target. */
static const known *nearest_to(const search *s, size_t target)
{
    const known *best = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        double far = 0;
        if (!meets(s, &s->known[i]))
            continue;
        for (size_t j = 0; j < s->m; j++)
            if (s->of->aims[j].target == target)
                far += tune_distance(&s->of->aims[j], s->known[i].values[j]);
        if (far < least) {
            least = far;
            best = &s->known[i];
        }
    }
    return best;
}

/* Whether every measured point meets a target, which is then no part of a conflict. */
static bool is_always_met(const search *s, size_t target)
{
    for (size_t j = 0; j < s->m; j++)
        for (size_t p = 0; s->of->aims[j].target == target && p < s->count; p++)
            if (s->known[p].dropped > 0 ||
                tune_distance(&s->of->aims[j], s->known[p].values[j]) > 0)
                return false;
    return true;
}

/* Finds a set of targets that cannot be met together, by removing one target after another as long
 * as the rest still cannot be met. This is the deletion filter that explains infeasible linear
 * programs (J. W. Chinneck and E. W. Dravnieks, 1991). A failed search is no proof, so the result
 * is a set for which no point was found, and for each of its targets the best point without it.
 * Some aims are inactive afterwards. */
static void find_conflict(search *s)
{
    const tune_aim *aims = s->of->aims;
    size_t targets = 0, count = 0;
    for (size_t j = 0; j < s->m; j++)
        targets = aims[j].target + 1 > targets ? aims[j].target + 1 : targets;
    bool *kept = base_array(s->arena, bool, targets);
    size_t *conflict = base_array(s->arena, size_t, targets);
    tune_spot *without = base_array(s->arena, tune_spot, targets);
    const known *nearest = best_known(s);
    bool *missed = base_array(s->arena, bool, targets);
    for (size_t j = 0; j < s->m; j++)
        missed[aims[j].target] |= tune_distance(&aims[j], nearest->values[j]) > 0;
    /* First, a target that cannot be met even alone. */
    for (size_t t = 0; t < targets; t++) {
        for (size_t j = 0; j < s->m; j++)
            s->active[j] = aims[j].target == t;
        if (missed[t] && !search_sets(s, true)) {
            conflict[0] = t;
            without[0] = spot_of(s, best_known(s));
            s->found->conflict = conflict;
            s->found->without = without;
            s->found->conflict_count = 1;
            return;
        }
    }
    for (size_t t = 0; t < targets; t++)
        kept[t] = !is_always_met(s, t);
    /* Targets that hold at the nearest point are removed first, as the least likely to conflict. */
    for (int round = 0; round < 2; round++)
        for (size_t t = 0; t < targets; t++) {
            if (!kept[t] || missed[t] != (round == 1))
                continue;
            aim_without(s, kept, t);
            kept[t] = search_sets(s, true);
        }
    for (size_t t = 0; t < targets; t++) {
        if (!kept[t])
            continue;
        aim_without(s, kept, t);
        if (!search_sets(s, true))
            continue;
        conflict[count] = t;
        without[count++] = spot_of(s, nearest_to(s, t));
    }
    s->found->conflict = conflict;
    s->found->without = without;
    s->found->conflict_count = count;
}

/* ---- all points ---- */

typedef struct priced {
    int32_t *at;
    double cost;
    size_t number; /* in the order of the lattice, for points that cost the same */
} priced;

static int by_cost(const void *a, const void *b)
{
    const priced *one = a, *other = b;
    if (one->cost != other->cost)
        return one->cost > other->cost ? 1 : -1;
    return (one->number > other->number) - (one->number < other->number);
}

/* Returns the number of points of the lattice; one more than `most` if there are more. */
static size_t lattice_size(const search *s, size_t most)
{
    size_t size = 1;
    for (size_t i = 0; i < s->n && size <= most; i++) {
        const size_t steps = (size_t)((int64_t)s->of->axes[i].most - s->of->axes[i].least + 1);
        size = steps > most / size ? most + 1 : size * steps;
    }
    return size;
}

/* A model may be wrong where effects of axes do not add up. A small lattice of exact figures leaves
 * no doubt: all its points are measured, the cheapest first, until they cost as much as the best
 * answer. */
static void look_at_all(search *s)
{
    enum { ALL_MAX = 1000, AT_ONCE = 64 };
    const size_t tries = s->of->tries > 0 ? s->of->tries : TRIES;
    const size_t size = lattice_size(s, ALL_MAX);
    if (s->of->coarse || size > ALL_MAX || size > tries)
        return;
    priced *all = base_array(s->arena, priced, size);
    for (size_t p = 0; p < size; p++) {
        size_t rest = p;
        all[p] = (priced){.at = base_array(s->arena, int32_t, s->n), .number = p};
        for (size_t i = 0; i < s->n; i++) {
            const tune_axis *axis = &s->of->axes[i];
            const size_t steps = (size_t)(axis->most - axis->least + 1);
            all[p].at[i] = axis->least + (int32_t)(rest % steps);
            rest /= steps;
        }
        all[p].cost = cost_of(s, all[p].at);
    }
    qsort(all, size, sizeof *all, by_cost);
    int32_t *points[AT_ONCE];
    size_t next = 0;
    for (;;) {
        const known *best = best_known(s);
        const double most = meets(s, best) ? cost_of(s, best->at) : (double)INFINITY;
        size_t count = 0;
        while (count < AT_ONCE && next < size && all[next].cost < most)
            points[count++] = all[next++].at;
        if (count == 0)
            break;
        measure(s, points, count, 1e-6); /* only points that meet all aims are of use */
    }
    s->found->all_measured = true;
}

/* The start is measured first and stays the first of the known points. */
static void search_all(base_arena *arena, void *context)
{
    search *s = context;
    (void)arena;
    int32_t *zero = base_array(s->arena, int32_t, s->n);
    if (meets(s, look_at(s, zero, INFINITY)))
        return;
    (void)search_sets(s, false);
    look_at_all(s);
    if (!meets(s, best_known(s)) && !s->of->answers_only)
        find_conflict(s);
}

static void widen_all(base_arena *arena, void *context)
{
    search *s = context;
    (void)arena;
    for (size_t i = 0; i < s->found->answer_count && (i == 0 || !s->of->coarse); i++)
        widen(s, &s->found->answers[i]);
}

/* A search that was stopped still returns what it found, because answers are gathered from all
 * points measured so far. */
static void make_found(base_arena *arena, void *result, void *context)
{
    const tune_problem *of = context;
    tune_found *out = result;
    search *s = base_new(arena, search);
    if (of->axis_count == 0 || of->axis_count > WYRM_TUNE_KNOBS_MAX || of->aim_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "a search needs 1 to %d axes, and aims",
                    WYRM_TUNE_KNOBS_MAX);
    for (size_t i = 0; i < of->axis_count; i++)
        if (of->axes[i].least > 0 || of->axes[i].most < 0)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "axis %zu does not begin in its range", i + 1);
    *s = (search){.arena = arena,
                  .of = of,
                  .n = of->axis_count,
                  .m = of->aim_count,
                  .active = base_array(arena, bool, of->aim_count),
                  .tolerances = base_array(arena, double, 2 * of->aim_count),
                  .found = out};
    for (size_t j = 0; j < s->m; j++) {
        s->active[j] = true;
        s->tolerances[2 * j] = s->tolerances[2 * j + 1] = 1e-7;
    }
    wyrm_status status = base_run(arena, search_all, s);
    if (status != WYRM_OK && !s->stopped)
        base_fail(arena, status);
    for (size_t j = 0; j < s->m; j++)
        s->active[j] = true;
    if (s->count == 0 || s->known[0].dropped > 0) /* the start itself was not measured to the end */
        base_refuse(arena, WYRM_ERROR_LIMIT, "stopped before anything was measured");
    out->now = spot_of(s, &s->known[0]);
    out->nearest = spot_of(s, best_known(s));
    gather_answers(s);
    if (!s->stopped && (status = base_run(arena, widen_all, s)) != WYRM_OK && !s->stopped)
        base_fail(arena, status);
    out->tried = s->count;
    out->stopped = s->stopped;
}

wyrm_status tune_find(const tune_problem *problem, tune_found **out, wyrm_error *error)
{
    return base_make(sizeof **out, make_found, (void *)(uintptr_t)problem, out, error);
}

void tune_found_free(tune_found *found)
{
    base_unmake(found);
}
