/* The search behind tuning: the cheapest point of a lattice where every figure is in its range.
 *
 * A point takes long to measure, so a model of all figures stands in for them: from a center, each
 * axis by itself is followed through what has been measured along it, and what several axes do is
 * taken to add up (shares as log odds, which add up best). On the model the least change is looked
 * for by NLopt, in whole steps by branch and bound, for one axis, each pair, and so on up to all.
 * What it proposes is measured, becomes the next center, and the model is made anew around it.
 * What meets all aims is then brought back towards where it began as far as it goes: axes that are
 * not needed return altogether. Nothing here is random.
 *
 * Several shortcuts keep measurements few. Points that are known are never measured again. Whoever
 * measures is told what distance is near enough to be worth it (`enough`) and may drop a point at
 * the first sign of more. And the question "is there anything at all?", which finding a conflict
 * asks for each target, is content with the first answer. */
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/tune.h>
#include "metrics/internal.h"

#define TRIES      4000
#define FAR        100.0 /* what cannot be measured, in widths of its range */
#define NODES      24    /* of branch and bound, a model */
#define ROUNDS     8     /* of proposing and measuring, a set of axes */
#define KINDS      14    /* sets of axes that are measured; of what takes long half of them */
#define SETS_MAX   96
#define AXES_PAIRS 8 /* that are looked at in pairs: those that help most */
#define AXES_THREE 5

typedef struct known {
    int32_t *at;
    double *values;
    double dropped; /* the distance beyond which it was left; 0: it is measured */
} known;

typedef struct search {
    base_arena *arena;
    const wyrm_tune_problem *of;
    size_t n, m;
    size_t count, room;
    known *known;
    bool *active;       /* by aim */
    double *tolerances; /* of both ends of each aim */
    bool stopped;
    wyrm_tune_found *found;
} search;

/* ---- distances ---- */

/* Aims have different units: how far one is missed counts in widths of its range. A range with one
 * end has no width, nor has a single value; a tenth of the limit stands for it. */
static double width_of(const wyrm_tune_aim *aim)
{
    const double low = aim->wanted.low, high = aim->wanted.high;
    if (isfinite(low) && isfinite(high) && high > low)
        return high - low;
    const double limit = fabs(isfinite(low) ? low : high);
    return limit > 0 && isfinite(limit) ? limit / 10 : aim->is_share ? 0.01 : 1;
}

static double distance_of(const wyrm_tune_aim *aim, double value)
{
    const double low = aim->wanted.low, high = aim->wanted.high;
    if (isnan(value))
        return FAR;
    /* as verdicts have it */
    if (value < low - (1e-6 * fabs(low) + 1e-9))
        return fmin(FAR, (low - value) / width_of(aim));
    if (value > high + (1e-6 * fabs(high) + 1e-9))
        return fmin(FAR, (value - high) / width_of(aim));
    return 0;
}

double wyrm_tune_distance(const wyrm_tune_aim *aims, size_t count, const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += distance_of(&aims[i], values[i]);
    return sum;
}

static double distance(const search *s, const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < s->m; i++)
        sum += s->active[i] ? distance_of(&s->of->aims[i], values[i]) : 0;
    return sum;
}

static double cost_of(const search *s, const int32_t *at)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->of->axes[i].cost * fabs((double)at[i]);
    return sum;
}

/* ---- what is measured ---- */

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

/* Measures those of some points that are not known. A point that was dropped is measured again only
 * where more is near enough than it was then: it is known to be at least that far. */
static void measure(search *s, int32_t *const *points, size_t count, double enough)
{
    const size_t tries = s->of->tries > 0 ? s->of->tries : TRIES;
    wyrm_tune_point *asked = base_array(s->arena, wyrm_tune_point, count);
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
        asked[fresh++] = (wyrm_tune_point){.at = s->known[at].at, .values = s->known[at].values};
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

/* The known point there, measured now; NULL: it was too far off. */
static const known *look_at(search *s, const int32_t *at, double enough)
{
    int32_t *point = copy_of(s, at);
    measure(s, &point, 1, enough);
    const known *out = &s->known[find_known(s, at)];
    return out->dropped > 0 ? NULL : out;
}

/* The best of what is known: the nearest, of those that meet all aims the cheapest. */
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

/* ---- the model ---- */

/* What has been measured along one axis, with all others as at the center: positions in order, and
 * the figures there. Between two of them the model is straight, beyond the last it goes on
 * straight. */
typedef struct profile {
    size_t count;
    int32_t *k;
    double *bent; /* count * m */
} profile;

typedef struct model {
    const search *of;
    const int32_t *center;
    double *base; /* bent values of the center */
    profile *axes;
    wyrm_interval *wanted; /* bent */
    double *width;
    double cost; /* what costs are parts of */
} model;

/* A figure as the model adds it up. A share is bent to its log odds, where it has room on both
 * sides: sums of effects cannot leave 0 to 1, as they soon would. What cannot be measured is far
 * outside the range, what has no end far on its own side, but both finite, since solvers take
 * slopes of them. */
static double bend(const wyrm_tune_aim *aim, double value)
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

/* The model around a known center, from all that has been measured along its axes. */
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
        const wyrm_tune_aim *aim = &s->of->aims[j];
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
            bool on = one->dropped <= 0;
            for (size_t other = 0; on && other < s->n; other++)
                on = other == i || one->at[other] == center->at[other];
            if (!on)
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

/* What an axis adds to figure j at x, and how fast. */
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

/* Cost and what the model says is missing, which weighs more than any cost. */
#define MISSING 1000.0
static double model_worth(const model *of, const double *x, double *missing)
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
    if (missing != NULL)
        *missing = sum;
    return cost / of->cost + MISSING * sum;
}

/* ---- the least change of a model ---- */

typedef struct relaxing {
    const model *of;
    const size_t *set;
    size_t count;
    double *x, *slopes; /* all axes */
} relaxing;

/* Up and down of each axis of the set, then how far the worst aim is off. A cost is by |x|, which
 * has no slope at 0; the difference of two variables that are 0 or more, each with its cost, has
 * one everywhere, and at the least cost one of both is 0. The last variable is the greatest miss of
 * any aim: all aims are constraints that allow it, and it costs more than anything. */
static void place(const relaxing *of, const double *v)
{
    for (size_t i = 0; i < of->count; i++)
        of->x[of->set[i]] = v[i] - v[of->count + i];
}

static double objective(unsigned n, const double *v, double *gradient, void *context)
{
    const relaxing *of = context;
    const wyrm_tune_axis *axes = of->of->of->of->axes;
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

static void constraints(unsigned rows, double *result, unsigned n, const double *v,
                        double *gradient, void *context)
{
    const relaxing *of = context;
    const search *s = of->of->of;
    unsigned row = 0;
    place(of, v);
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

/* Has x, within a box, at the least worth of the model near where it is. SLSQP (D. Kraft, 1988)
 * follows slopes and is quick. Where lines bend it may stick, and COBYLA (M. J. D. Powell, 1994)
 * tries again without them. Neither is believed: an answer counts if the model says that it is no
 * worse than the start, which is what stays otherwise. */
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
    double value, best = model_worth(of->of, of->x, NULL);
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
        place(of, v);
        bool sound = ended > 0 || ended == NLOPT_ROUNDOFF_LIMITED;
        for (size_t i = 0; i < s->n; i++)
            sound = sound && isfinite(of->x[i]);
        if (sound && model_worth(of->of, of->x, NULL) <= best)
            return;
        memcpy(of->x, before, s->n * sizeof *before);
    }
    for (size_t i = 0; i < of->count; i++)
        of->x[of->set[i]] = start[i] - start[of->count + i];
}

typedef struct branching {
    relaxing relaxed;
    double best;
    double *answer; /* whole */
    int nodes;
} branching;

/* Branch and bound: relaxed, rounded, then split at the axis that is least whole, the nearer side
 * first. What is worse relaxed than the best whole answer is not split. As the model may bend
 * either way the bound is no proof, so NODES is a limit on effort, and step_about() looks about
 * afterwards. */
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
    const double rounded = model_worth(r->of, whole, NULL);
    if (rounded < of->best) {
        of->best = rounded;
        memcpy(of->answer, whole, n * sizeof *whole);
    }
    if (axis == SIZE_MAX || model_worth(r->of, x, NULL) >= of->best)
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

/* Single steps and pairs of them, as long as the model says they help. Rounding several axes one by
 * one may leave one aim missed by a hair, which two steps against each other mend. For many axes
 * only the short steps are tried: pairs of steps grow with the square. */
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
                                             : model_worth(r->of, of->answer, NULL);
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

/* What the model proposes where only the axes of a set move from now, at most `radius` of their
 * range away from the center; its worth. */
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
        const wyrm_tune_axis *axis = &s->of->axes[set[i]];
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

/* Adds the point that is `k` on an axis, unless that is where it is. */
static void add_point(search *s, int32_t **points, size_t *count, const int32_t *center,
                      size_t axis, double k)
{
    const wyrm_tune_axis *of = &s->of->axes[axis];
    const int32_t to = (int32_t)fmin(fmax(round(k), of->least), of->most);
    if (to == center[axis] || *count >= 2048)
        return;
    points[*count] = copy_of(s, center);
    points[(*count)++][axis] = to;
}

/* All over the range: few values all of them, else steps that double, to both ends. */
static void scan(search *s, const int32_t *center, const size_t *set, size_t count, double radius,
                 double enough)
{
    int32_t **points = base_array(s->arena, int32_t *, 2048);
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_tune_axis *axis = &s->of->axes[set[i]];
        const double at = center[set[i]], range = (double)axis->most - axis->least;
        const double reach = fmax(1, ceil(range * radius));
        if (radius >= 1 && range <= (s->of->coarse ? 4 : 10)) {
            for (double k = axis->least; k <= axis->most; k++)
                add_point(s, points, &number, center, set[i], k);
            continue;
        }
        /* doubling from the middle, so that what is near is known best */
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

/* ---- what meets all aims is brought back ---- */

static bool meets_at(search *s, int32_t *at, size_t axis, int64_t position)
{
    at[axis] = (int32_t)position;
    return meets(s, look_at(s, at, 1e-9));
}

/* Has an axis at the position nearest to `bad` that still meets all aims, as `good` does. By
 * halving, which finds the nearest where aims are met from there on, and otherwise one border. */
static void halve(search *s, int32_t *at, size_t axis, int64_t good, int64_t bad)
{
    while (llabs(good - bad) > 1) {
        const int64_t middle = (good + bad) / 2;
        *(meets_at(s, at, axis, middle) ? &good : &bad) = middle;
    }
    at[axis] = (int32_t)good;
}

/* Towards 0, as far as all aims stay met. */
static void shrink(search *s, int32_t *at, size_t axis)
{
    const int32_t good = at[axis];
    if (good != 0 && !meets_at(s, at, axis, 0))
        halve(s, at, axis, good, 0);
}

/* Cheaper points that meet all aims, from one that does, where only the set may move. Alternately
 * each axis by itself, and all at once by a model; the radius shrinks where neither gains, as the
 * model is the better the nearer it is to its center. */
static void polish(search *s, int32_t *at, const size_t *set, size_t count)
{
    double radius = 0.25;
    for (int round = 0; round < ROUNDS; round++) {
        const double before = cost_of(s, at);
        size_t order[WYRM_TUNE_KNOBS_MAX];
        memcpy(order, set, count * sizeof *order);
        for (size_t i = 0; i < count; i++) /* what costs most first */
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

/* Proposing and measuring within a set of axes, from a center. A proposal that is worse than the
 * center says that the model was believed too far: the radius becomes a quarter, and what is
 * measured next is nearer. What is more than about three times as far off as the nearest so far is
 * not measured to the end. */
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

typedef struct kind {
    size_t count;
    size_t set[WYRM_TUNE_KNOBS_MAX];
    double worth;
    int32_t *proposed;
} kind;

static int compare_kinds(const void *a, const void *b)
{
    const kind *one = a, *other = b;
    if (one->worth < other->worth || one->worth > other->worth)
        return one->worth < other->worth ? -1 : 1;
    return one->count < other->count ? -1 : one->count > other->count;
}

/* Axes by how near they bring all aims by themselves. */
static void sort_axes(const search *s, const int32_t *center, size_t *order)
{
    double nearest[WYRM_TUNE_KNOBS_MAX];
    for (size_t i = 0; i < s->n; i++) {
        nearest[i] = INFINITY;
        order[i] = i;
        for (size_t p = 0; p < s->count; p++) {
            bool on = s->known[p].dropped <= 0;
            for (size_t k = 0; on && k < s->n; k++)
                on = k == i || s->known[p].at[k] == center[k];
            if (on)
                nearest[i] = fmin(nearest[i], distance(s, s->known[p].values));
        }
    }
    for (size_t i = 1; i < s->n; i++)
        for (size_t k = i; k > 0 && nearest[order[k]] < nearest[order[k - 1]]; k--) {
            const size_t swapped = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swapped;
        }
}

/* Each axis by itself, pairs and triples of those that help most, then many and all of them.
 * Whoever tunes wants to turn few keys, so it is worth finding out what few can do before all are
 * moved. */
static size_t list_kinds(const search *s, const size_t *order, kind *kinds)
{
    size_t count = 0, n = s->n;
    const size_t pairs = n < AXES_PAIRS ? n : AXES_PAIRS, three = n < AXES_THREE ? n : AXES_THREE;
    for (size_t i = 0; i < n; i++)
        kinds[count++] = (kind){.count = 1, .set = {order[i]}};
    for (size_t i = 0; i < pairs; i++)
        for (size_t k = i + 1; k < pairs; k++)
            kinds[count++] = (kind){.count = 2, .set = {order[i], order[k]}};
    for (size_t i = 0; i < three; i++)
        for (size_t k = i + 1; k < three; k++)
            for (size_t l = k + 1; l < three; l++)
                kinds[count++] = (kind){.count = 3, .set = {order[i], order[k], order[l]}};
    for (size_t size = pairs < n ? pairs : n; size > 3; size = size == n ? 0 : n) {
        kind *all = &kinds[count++];
        *all = (kind){.count = size};
        memcpy(all->set, order, size * sizeof *order);
    }
    return count;
}

static bool is_within(const int32_t *at, const kind *of, size_t n)
{
    size_t inside = 0, moved = 0;
    for (size_t i = 0; i < n; i++)
        moved += at[i] != 0;
    for (size_t i = 0; i < of->count; i++)
        inside += at[of->set[i]] != 0;
    return inside == moved;
}

/* Whether there is anything that meets all active aims. `some`: the first will do. */
static bool find(search *s, bool some)
{
    size_t order[WYRM_TUNE_KNOBS_MAX];
    int32_t *zero = base_array(s->arena, int32_t, s->n);
    if (some && meets(s, best_known(s)))
        return true;
    for (size_t i = 0; i < s->n; i++)
        order[i] = i;
    scan(s, zero, order, s->n, 1, INFINITY);
    sort_axes(s, zero, order);
    kind *kinds = base_array(s->arena, kind, SETS_MAX);
    const size_t count = list_kinds(s, order, kinds);
    const model *first = make_model(s, look_at(s, zero, INFINITY));
    for (size_t i = 0; i < count; i++) {
        kinds[i].proposed = base_array(s->arena, int32_t, s->n);
        kinds[i].worth = propose(s, first, kinds[i].set, kinds[i].count, 1, kinds[i].proposed);
    }
    qsort(kinds, count, sizeof *kinds, compare_kinds);
    size_t done = 0;
    const size_t most = (s->of->coarse ? KINDS / 2 : KINDS) / (some ? 2 : 1);
    for (size_t i = 0; i < count && done < most; i++) {
        const known *best = best_known(s);
        /* what is not the last hope, and no better than what there is, is left */
        if (meets(s, best) && (is_within(best->at, &kinds[i], s->n)
                                   ? kinds[i].worth * first->cost >= cost_of(s, best->at)
                                   : kinds[i].worth * first->cost >= 3 * cost_of(s, best->at)))
            continue;
        done++;
        if (refine(s, kinds[i].set, kinds[i].count, look_at(s, zero, INFINITY),
                   kinds[i].proposed) &&
            some)
            return true;
    }
    /* once more from the nearest, with all axes */
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
    /* and the cheapest of all, with all axes about it */
    if (!some) {
        int32_t *at = copy_of(s, best->at);
        polish(s, at, order, s->n);
    }
    return true;
}

/* ---- what is told ---- */

static wyrm_tune_spot spot_of(const search *s, const known *one)
{
    return (wyrm_tune_spot){one->at, one->values, distance(s, one->values), cost_of(s, one->at),
                            one->at, one->at};
}

static bool same_moved(const int32_t *a, const int32_t *b, size_t n, bool within)
{
    for (size_t i = 0; i < n; i++)
        if (within ? a[i] != 0 && b[i] == 0 : (a[i] != 0) != (b[i] != 0))
            return false;
    return true;
}

/* The cheapest point of each set of axes that nothing within the set beats. A point that moves all
 * that a cheaper answer moves, and perhaps more, is of no use to anybody; nor is one that costs
 * more than four times as much as the cheapest. */
static void gather_answers(search *s)
{
    wyrm_tune_found *out = s->found;
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

/* How far an axis goes alone, with all aims met on the way. Steps double until one fails, then the
 * bound is found by halving; `bad` begins one beyond the end, where nothing is ever measured. */
static int32_t reach_of(search *s, const int32_t *from, size_t axis, int sign)
{
    const wyrm_tune_axis *of = &s->of->axes[axis];
    const int64_t end = sign > 0 ? of->most : of->least;
    int32_t *at = copy_of(s, from);
    int64_t good = from[axis], bad = end + sign;
    for (int64_t step = 1; good != end && bad == end + sign; step *= 2) {
        const int64_t to = sign > 0 ? (good + step < end ? good + step : end)
                                    : (good - step > end ? good - step : end);
        *(meets_at(s, at, axis, to) ? &good : &bad) = to;
    }
    halve(s, at, axis, good, bad); /* nothing is left between the end and one behind it */
    return at[axis];
}

static void widen(search *s, wyrm_tune_spot *spot)
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

/* ---- what contradicts itself ---- */

static void set_target(search *s, size_t target, bool active)
{
    for (size_t j = 0; j < s->m; j++)
        if (s->of->aims[j].target == target)
            s->active[j] = active;
}

/* Of the points that meet all active aims the one that comes nearest to a target. */
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
                far += distance_of(&s->of->aims[j], s->known[i].values[j]);
        if (far < least) {
            least = far;
            best = &s->known[i];
        }
    }
    return best;
}

/* Leaves out one target after the other, as long as the others still cannot be met: what is left
 * needs each other. This is the deletion filter by which infeasible linear programs are explained
 * (J. W. Chinneck and E. W. Dravnieks, 1991). A search that finds nothing is no proof, so what is
 * told is a set that no point was found for, and for each of its targets the best that can be had
 * without it. */
static void find_conflict(search *s)
{
    const wyrm_tune_aim *aims = s->of->aims;
    size_t targets = 0, count = 0;
    for (size_t j = 0; j < s->m; j++)
        targets = aims[j].target + 1 > targets ? aims[j].target + 1 : targets;
    bool *kept = base_array(s->arena, bool, targets);
    size_t *conflict = base_array(s->arena, size_t, targets);
    wyrm_tune_spot *without = base_array(s->arena, wyrm_tune_spot, targets);
    const known *nearest = best_known(s);
    bool *missed = base_array(s->arena, bool, targets);
    for (size_t j = 0; j < s->m; j++)
        missed[aims[j].target] |= distance_of(&aims[j], nearest->values[j]) > 0;
    /* one that cannot be met at all */
    for (size_t t = 0; t < targets; t++) {
        for (size_t other = 0; other < targets; other++)
            set_target(s, other, other == t);
        if (missed[t] && !find(s, true)) {
            conflict[0] = t;
            without[0] = spot_of(s, best_known(s));
            s->found->conflict = conflict;
            s->found->without = without;
            s->found->conflict_count = 1;
            for (size_t other = 0; other < targets; other++)
                set_target(s, other, true);
            return;
        }
    }
    for (size_t t = 0; t < targets; t++) {
        bool always = true;
        for (size_t j = 0; j < s->m; j++)
            for (size_t p = 0; aims[j].target == t && always && p < s->count; p++)
                always =
                    s->known[p].dropped <= 0 && !(distance_of(&aims[j], s->known[p].values[j]) > 0);
        kept[t] = !always;
    }
    /* those that hold where the others nearly do are the likelier to be left out */
    for (int round = 0; round < 2; round++)
        for (size_t t = 0; t < targets; t++) {
            if (!kept[t] || missed[t] != (round == 1))
                continue;
            for (size_t other = 0; other < targets; other++)
                set_target(s, other, kept[other] && other != t);
            if (!find(s, true)) {
                kept[t] = false;
            }
        }
    for (size_t t = 0; t < targets; t++) {
        if (!kept[t])
            continue;
        for (size_t other = 0; other < targets; other++)
            set_target(s, other, kept[other] && other != t);
        if (!find(s, true))
            continue;
        conflict[count] = t;
        without[count++] = spot_of(s, nearest_to(s, t));
    }
    for (size_t other = 0; other < targets; other++)
        set_target(s, other, true);
    s->found->conflict = conflict;
    s->found->without = without;
    s->found->conflict_count = count;
}

/* The beginning is measured first and stays the first of the known points. */
static void search_all(base_arena *arena, void *context)
{
    search *s = context;
    (void)arena;
    int32_t *zero = base_array(s->arena, int32_t, s->n);
    if (meets(s, look_at(s, zero, INFINITY)))
        return;
    if (!find(s, false) && !s->of->answers_only)
        find_conflict(s);
}

static void widen_all(base_arena *arena, void *context)
{
    search *s = context;
    (void)arena;
    for (size_t i = 0; i < s->found->answer_count && (i == 0 || !s->of->coarse); i++)
        widen(s, &s->found->answers[i]);
}

/* A search that was stopped has what it has found: answers come out of all that was measured,
 * whenever it ended. */
static void make_found(base_arena *arena, void *result, void *context)
{
    const wyrm_tune_problem *of = context;
    wyrm_tune_found *out = result;
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
    if (s->count == 0 || s->known[0].dropped > 0) /* stopped before anything was known */
        base_refuse(arena, WYRM_ERROR_LIMIT, "stopped before anything was measured");
    out->now = spot_of(s, &s->known[0]);
    out->nearest = spot_of(s, best_known(s));
    gather_answers(s);
    if (!s->stopped && (status = base_run(arena, widen_all, s)) != WYRM_OK && !s->stopped)
        base_fail(arena, status);
    out->tried = s->count;
    out->stopped = s->stopped;
}

wyrm_status wyrm_tune_find(const wyrm_tune_problem *problem, wyrm_tune_found **out,
                           wyrm_error *error)
{
    return base_make(sizeof **out, make_found, (void *)(uintptr_t)problem, out, error);
}

void wyrm_tune_found_free(wyrm_tune_found *found)
{
    base_unmake(found);
}
