/* Solving for a key: which of its values bring a metric into the wanted range? Each value is tried
 * as a change of the ruleset whose only target is the question (question.c), so that what is
 * measured is exactly what `wyrm check` would measure.
 *
 * The search knows nothing about the metric. It keeps all measured values in ascending order, each
 * marked as below the wanted range, above it, or neither (when sampled: not surely either), and
 * bisects between neighbors that differ. Exact metrics are measured at values across the whole
 * range in parallel, with the same results in any order; a sampled metric uses all threads for each
 * value. */
#include "metrics/internal.h"
#include "sim/internal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- measuring one value ---- */

/* One value of the key, measured. */
typedef struct tried {
    wyrm_solve_point shown;
    uint64_t runs;     /* runs it was measured with; 0: exact */
    bool refused;      /* the ruleset or the metric does not accept the value */
    wyrm_status ended; /* WYRM_OK, or the error that ends the whole search */
    char why[320];
} tried;

typedef struct solving {
    base_arena *arena;
    const wyrm_design *design; /* its only target is the question */
    wyrm_solve_options how;
    wyrm_solution *out;
    const char *key;
    double unit;    /* distance of allowed values; 0: any number */
    double parts;   /* for a ratio: limit of its numerator and denominator; 0: any */
    double length;  /* length of the range */
    uint64_t games; /* runs for a value near an answer; others get a quarter */
    size_t count, room;
    tried *points;      /* ascending by value */
    double done, whole; /* work so far and expected, in values */
    double told;        /* progress last reported, as a share */
    bool stopped;
    bool at_plateau; /* the ends of values that all give a wanted point are being found */
    bool few;        /* measuring is slow (dungeons, campaigns, games), so fewer values are tried */
    double doubt;    /* if `quick`: half of the interval with all maps, as a share of the value */
    bool quick;      /* only the maps of the loot survey are sampled: QUICK_MAPS of them, several
                     values in parallel */
} solving;

/* Maps counted per value when the interval with all maps is so narrow that they add little. */
#define QUICK_MAPS 1000

typedef struct measuring {
    const solving *of;
    wyrm_design *design;
    wyrm_effort effort;
    unsigned threads;
    bool (*progress)(double done, void *context);
    judge_measure out;
} measuring;

static void measure_variant(base_arena *arena, void *context)
{
    measuring *to = context;
    judge_work *work = judge_begin(arena, to->design, to->of->how.seed);
    work->effort = to->effort;
    work->threads = to->threads;
    work->progress = to->progress;
    work->context = (void *)(uintptr_t)to->of;
    if (to->of->out->bot != NULL) /* its values are measured one at a time */
        work->maker = to->of->how.maker;
    judge_read_targets(work, NULL);
    /* loot below the last depth of the band cannot change the metric */
    const judge_point *point = &work->targets->points[0];
    wyrm_bands bands;
    if (point->band > 0 && wyrm_bands_read(work->ruleset, &bands, NULL) == WYRM_OK &&
        (size_t)point->band <= bands.count)
        work->loot_depth = bands.bands[point->band - 1].last_depth;
    if (to->of->quick) {
        work->one_group = true;
        work->maps = QUICK_MAPS;
    }
    base_must(arena, judge_try_point(work, point, &to->out));
}

/* Returns -1 below the wanted range, 1 above, else 0. An end of the range is met within a
 * millionth, as in verdicts, or within the uncertainty of the figure if that is more. */
static int side_of(const solving *of, const wyrm_solve_point *point)
{
    const wyrm_interval *wanted = &of->out->wanted, at = {point->value, point->value};
    const wyrm_interval *figure = of->out->sampled ? &point->ci95 : &at;
    const double half = of->out->sampled ? 0
                                         : fmax((point->ci95.high - point->ci95.low) / 2,
                                                of->doubt * fabs(point->value));
    if (figure->high < wanted->low - fmax(1e-6 * fabs(wanted->low), half))
        return -1;
    return figure->low > wanted->high + fmax(1e-6 * fabs(wanted->high), half);
}

/* Measures one value; may be called from any thread. `progress` may be NULL. */
static tried try_value(const solving *of, double at, uint64_t runs, unsigned threads,
                       bool (*progress)(double done, void *context))
{
    char text[WYRM_CHANGE_TEXT_MAX];
    const wyrm_change change = {of->key, text};
    tried out = {.shown = {.at = at}};
    wyrm_errors *errors;
    wyrm_error error = {.message = ""};
    measuring to = {
        .of = of, .effort = {.exactly = runs}, .threads = threads, .progress = progress};
    judge_write_number(of->how.pattern, at, 12, text);
    if (wyrm_errors_new(&errors) != WYRM_OK) {
        out.ended = WYRM_ERROR_MEMORY;
        return out;
    }
    wyrm_status status = wyrm_design_change(of->design, &change, 1, &to.design, errors);
    if (status == WYRM_OK)
        status = base_do(measure_variant, &to, &error);
    else if (wyrm_errors_kept(errors) > 0)
        error = *wyrm_errors_at(errors, 0);
    wyrm_errors_free(errors);
    wyrm_design_free(to.design);
    out.refused = status != WYRM_OK || isnan(to.out.value);
    if (status == WYRM_ERROR_MEMORY || of->stopped)
        out.ended = of->stopped ? WYRM_ERROR_LIMIT : status;
    if (status == WYRM_OK && out.refused)
        snprintf(error.message, sizeof error.message, "%s",
                 to.out.why != NULL ? to.out.why : "there is nothing to be measured on");
    snprintf(out.why, sizeof out.why, "%.300s", out.refused ? error.message : "");
    out.shown.value = NAN;
    if (out.refused)
        return out;
    out.runs = to.out.sampled ? runs : 0;
    out.shown.value = to.out.value;
    out.shown.sampled = to.out.sampled;
    out.shown.ci95 = to.out.sampled ? to.out.ci95 : (wyrm_interval){to.out.value, to.out.value};
    out.shown.side = side_of(of, &out.shown);
    return out;
}

/* ---- measured values ---- */

static size_t index_of(const solving *of, double at)
{
    size_t i = 0;
    while (i < of->count && of->points[i].shown.at < at)
        i++;
    return i;
}

static bool is_there(const solving *of, double at)
{
    const size_t i = index_of(of, at);
    return i < of->count && !(of->points[i].shown.at > at);
}

/* Inserts a point in order, replacing an earlier measurement of the same value. */
static void insert_point(solving *of, const tried *point)
{
    const size_t i = index_of(of, point->shown.at);
    if (point->ended != WYRM_OK)
        base_refuse(of->arena, point->ended, "%s",
                    point->ended == WYRM_ERROR_LIMIT ? "stopped" : "out of memory");
    if (!is_there(of, point->shown.at)) {
        of->points = base_grow(of->arena, of->points, of->count, &of->room, sizeof *of->points);
        memmove(&of->points[i + 1], &of->points[i], (of->count - i) * sizeof *of->points);
        of->count++;
    }
    of->points[i] = *point;
}

static bool show_progress(double done, void *context)
{
    solving *of = context;
    /* the expected amount of work is a guess: progress must not go back */
    of->told = fmax(of->told, fmin((of->done + done) / of->whole, 0.999));
    if (of->how.progress != NULL && !of->how.progress(of->told, of->how.context))
        of->stopped = true;
    return !of->stopped;
}

/* Returns the point at a value, measured with all runs if it is `near` an answer, else with a
 * quarter. */
static const tried *look_at(solving *of, double at, bool near)
{
    const bool sampled = of->out->sampled;
    const uint64_t runs = near ? of->games : (of->games + 3) / 4;
    size_t i = index_of(of, at);
    if (is_there(of, at) && (!sampled || of->points[i].runs >= runs || of->points[i].refused))
        return &of->points[i];
    /* an exact value is quick: its own progress says nothing */
    const tried point = try_value(of, at, runs, of->how.threads, sampled ? show_progress : NULL);
    of->done += near || !sampled ? 1 : 0.25;
    insert_point(of, &point);
    if (!show_progress(0, of))
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "stopped");
    return &of->points[index_of(of, at)];
}

static void try_share(const sim_share *share)
{
    const solving *of = share->context;
    tried *out = share->result;
    *out = try_value(of, of->out->points[share->first].at, of->games, 1, NULL);
}

static void merge_share(const sim_share *share)
{
    solving *of = share->context;
    insert_point(of, share->result);
    of->done += 1;
}

static bool show_work(double done, void *context)
{
    (void)done;
    return show_progress(0, context);
}

/* Measures all these values, in parallel unless the metric is sampled. */
static void look_at_all(solving *of, const double *values, size_t count)
{
    if (of->out->sampled) {
        for (size_t i = 0; i < count; i++)
            look_at(of, values[i], false);
        return;
    }
    of->out->points = base_array(of->arena, wyrm_solve_point, count);
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_there(of, values[i]))
            of->out->points[fresh++].at = values[i];
    const sim_work work = {.count = fresh,
                           .share = 1,
                           .result_size = sizeof(tried),
                           .run = try_share,
                           .merge = merge_share,
                           .context = of,
                           .progress = show_work,
                           .progress_context = of};
    sim_work_run(of->arena, &work, of->how.threads);
}

/* ---- the range ---- */

/* Returns the distance of allowed values near `at`: the unit, or for a ratio as many decimals as
 * the limit of its parts allows. */
static double unit_at(const solving *of, double at)
{
    return of->unit > 0 || of->parts <= 0
               ? of->unit
               : pow(10, -floor(log10(of->parts / fmax(1, fabs(at))) + 1e-9));
}

/* Returns the allowed value nearest to `at`, within the range. */
static double snapped(const solving *of, double at)
{
    const wyrm_interval *range = &of->out->range;
    const double unit = unit_at(of, at), from = of->unit > 0 ? range->low : 0;
    if (unit > 0)
        at = from + round((at - from) / unit) * unit;
    at = judge_as_written(at);
    return fmin(fmax(at, range->low), range->high);
}

static int by_size(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

enum {
    ALL_EXACT = 200, /* up to so many allowed values are all tried */
    ALL_SAMPLED = 16,
    EVEN_EXACT = 40, /* otherwise so many evenly spaced, and around (below) on each side of the
                        present value, at growing distances from it, and 3/2 as many on each side of
                        0 at growing factors */
    AROUND_EXACT = 20,
    EVEN_SAMPLED = 8,
    AROUND_SAMPLED = 4,
};

/* The smallest magnitude tried next to 0, as a share of the range. */
#define NEXT_TO_NOTHING 1e-5

/* Stores `many` values on one side of `from`, at distances that grow by a constant factor from
 * `near` up to less than `far`; returns how many were stored. */
static size_t put_further(const solving *of, double from, int side, double near, double far,
                          int many, double *out)
{
    size_t count = 0;
    for (int i = 0; i < many && far > near; i++)
        out[count++] = snapped(of, from + side * near * pow(far / near, (double)i / many));
    return count;
}

static void scan_range(solving *of)
{
    wyrm_solution *out = of->out;
    const wyrm_interval range = out->range;
    const double length = range.high - range.low;
    const double steps = of->unit > 0 ? length / of->unit : (double)INFINITY;
    const int all = of->few ? ALL_SAMPLED : ALL_EXACT;
    const int even = of->few ? EVEN_SAMPLED : EVEN_EXACT;
    const int around = of->few ? AROUND_SAMPLED : AROUND_EXACT;
    double values[ALL_EXACT + EVEN_EXACT + 5 * AROUND_EXACT + 8];
    size_t count = 0;
    out->every = steps < all;
    if (out->every)
        for (; (double)count <= steps + 1e-9; count++)
            values[count] = snapped(of, range.low + (double)count * of->unit);
    for (int i = 0; i <= even && !out->every; i++)
        values[count++] = snapped(of, range.low + length * i / even);
    const double now = out->has_now ? out->now.at : range.low;
    for (int side = -1; side <= 1 && !out->every; side += 2) {
        const double far = side < 0 ? now - range.low : range.high - now;
        const double near = of->unit > 0 ? of->unit : fmax(fabs(now) / 50, length / 1000);
        count += put_further(of, now, side, near, far, around, values + count);
        const double least = of->unit > 0 ? of->unit : length * NEXT_TO_NOTHING;
        const double first = side < 0 ? -range.high : range.low; /* nearest to 0 on this side */
        count += put_further(of, 0, side, fmax(first, least), side < 0 ? -range.low : range.high,
                             3 * around / 2, values + count);
    }
    qsort(values, count, sizeof *values, by_size);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || values[i] > values[kept - 1])
            values[kept++] = values[i];
    of->whole = (double)kept * (out->sampled ? 0.25 : 1) + 24;
    look_at_all(of, values, kept);
}

/* ---- the search ---- */

static bool is_point(const solving *of)
{
    return !(of->out->wanted.high > of->out->wanted.low);
}

/* Returns the distance of a value from the wanted range; 0 within it. */
static double missed_at(const solving *of, const wyrm_solve_point *point)
{
    const wyrm_interval *wanted = &of->out->wanted;
    return fmax(0, fmax(wanted->low - point->value, point->value - wanted->high));
}

static double missed(const solving *of, const tried *point)
{
    return missed_at(of, &point->shown);
}

/* Returns the distance below which two values are not separated further. */
static double grain(const solving *of, double a, double b)
{
    const double share = of->out->sampled ? 5e-3 : is_point(of) ? 1e-9 : of->few ? 1e-3 : 1e-6;
    const double most = fmax(fabs(a), fabs(b)), any = fmax(share * 0.01 * of->length, share * most);
    return of->unit > 0 ? 1.5 * of->unit : fmax(1.5 * unit_at(of, most), any);
}

static bool has_between(const solving *of, double a, double b)
{
    return b - a > grain(of, a, b);
}

/* State of the bisection between two neighbors. */
typedef struct course {
    int steps, failed; /* failed: interpolations that left more than half of the distance */
    int still;         /* steps in a row whose new end kept its figure: a jump */
} course;

/* Returns the value to try between two on different sides. Linear interpolation finds where the end
 * of the wanted range is crossed; every second time the result is shifted by about a grain towards
 * the farther neighbor, so that both ends close in. After three failures, or if sampled, the
 * middle. */
static double next_between(const solving *of, const tried *a, const tried *b, const course *so_far,
                           bool *line)
{
    const wyrm_interval *wanted = &of->out->wanted;
    const double from = a->shown.at, to = b->shown.at;
    const double end = (a->shown.side > 0 || b->shown.side > 0) ? wanted->high : wanted->low;
    const double low = a->shown.value - end, high = b->shown.value - end;
    double at = from + (to - from) / 2;
    *line = so_far->failed < 3 && low * high < 0 && isfinite(low) && isfinite(high) &&
            !of->out->sampled;
    if (*line) {
        at = from + (to - from) * low / (low - high);
        if (so_far->steps % 2 == 1)
            at += (at - from < to - at ? 0.6 : -0.6) * grain(of, from, to);
    }
    const double least = of->unit > 0 ? of->unit : 0;
    at = snapped(of, fmin(fmax(at, from + least), to - least));
    return at > from && at < to ? at : snapped(of, from + (to - from) / 2);
}

/* Bisects between two neighbors on different sides until they are a grain apart. Where measuring is
 * slow, a jump is accepted before the two have come that close. */
static void bisect_sides(solving *of, tried a, tried b, course so_far)
{
    const bool found = is_point(of) && !of->out->sampled && of->unit <= 0 && !of->at_plateau &&
                       (a.shown.side == 0 || b.shown.side == 0);
    bool line;
    if (a.refused || b.refused || a.shown.side == b.shown.side || found || so_far.steps > 80 ||
        (of->few && of->unit <= 0 && so_far.still >= 4) || !has_between(of, a.shown.at, b.shown.at))
        return;
    const tried middle = *look_at(of, next_between(of, &a, &b, &so_far, &line), true);
    const double jump = 0.01 * fabs(b.shown.value - a.shown.value);
    for (int half = 0; half < 2; half++) {
        const tried *from = half == 0 ? &a : &middle, *to = half == 0 ? &middle : &b;
        const double moved = middle.shown.value - (half == 0 ? b : a).shown.value;
        course next = {so_far.steps + 1, so_far.failed, fabs(moved) < jump ? so_far.still + 1 : 0};
        next.failed += line && to->shown.at - from->shown.at > 0.5 * (b.shown.at - a.shown.at);
        bisect_sides(of, *from, *to, next);
    }
}

/* Whether a value in the wanted range is known, or two neighbors enclose it. */
static bool is_found(const solving *of)
{
    for (size_t i = 0; i < of->count; i++) {
        const int side = of->points[i].shown.side;
        const bool crosses = i + 1 < of->count && !of->points[i + 1].refused &&
                             side * of->points[i + 1].shown.side < 0;
        if (!of->points[i].refused && (side == 0 || crosses))
            return true;
    }
    return false;
}

/* Where the ruleset accepts some values and refuses others, bisects to the border, so that the
 * metric is known up to the last accepted value. */
static void look_at_ends(solving *of)
{
    enum { ENDS = 4, FINE = 1000 };
    size_t ends = 0;
    for (size_t i = 0; i + 1 < of->count && ends < ENDS; i++) {
        double from = of->points[i].shown.at, to = of->points[i + 1].shown.at;
        const bool first = of->points[i].refused;
        if (first == of->points[i + 1].refused)
            continue;
        ends++;
        while (has_between(of, from, to) && (to - from) > fmax(fabs(from), fabs(to)) / FINE) {
            const double middle = snapped(of, from + (to - from) / 2);
            if (!(middle > from && middle < to))
                break;
            *(look_at(of, middle, false)->refused == first ? &from : &to) = middle;
        }
        i = index_of(of, to) - 1;
    }
}

/* Looks around a local minimum of the distance to the wanted range, which may be reached between
 * the measured values. (The rate of pity, for one, peaks just before there is nothing left to
 * give.) Where measuring is slow only the nearest minimum is refined, and only while there is no
 * answer. */
static void look_closer(solving *of)
{
    enum { ROUNDS = 10, FEW_ROUNDS = 6, PLACES = 4 };
    const int rounds = of->few ? FEW_ROUNDS : ROUNDS, most = of->few ? 1 : PLACES;
    for (int round = 0; round < rounds && !(of->few && is_found(of)); round++) {
        double nearest[PLACES][2];
        int places = 0;
        double least = (double)INFINITY;
        for (size_t i = 0; i < of->count && of->few; i++)
            least = of->points[i].refused ? least : fmin(least, missed(of, &of->points[i]));
        for (size_t i = 1; i + 1 < of->count; i++) {
            const tried *before = &of->points[i - 1], *at = &of->points[i], *behind = at + 1;
            const double here = missed(of, at);
            const bool turns = here < missed(of, before) && here < missed(of, behind);
            if (before->refused || at->refused || behind->refused || !turns ||
                at->shown.side == 0 || before->shown.side != at->shown.side ||
                behind->shown.side != at->shown.side || places == most || (of->few && here > least))
                continue;
            nearest[places][0] = (before->shown.at + at->shown.at) / 2;
            nearest[places++][1] = (at->shown.at + behind->shown.at) / 2;
        }
        for (int i = 0; i < places; i++)
            for (int k = 0; k < 2; k++)
                look_at(of, snapped(of, nearest[i][k]), !of->few);
        if (places == 0)
            return;
    }
}

/* Measures again with all runs the values of a sampled metric that had a quarter, where they may be
 * an answer or border on another side. */
static void look_again(solving *of)
{
    for (size_t i = 0; i < of->count && of->out->sampled; i++) {
        const int side = of->points[i].shown.side;
        const bool turns = (i > 0 && of->points[i - 1].shown.side != side) ||
                           (i + 1 < of->count && of->points[i + 1].shown.side != side);
        if (side == 0 || turns)
            look_at(of, of->points[i].shown.at, true);
    }
}

/* Finds by bisection where a sampled metric crosses the middle of the wanted range, between the
 * first and the last value that its intervals allow. */
static void find_crossing(solving *of, double from, double to)
{
    const wyrm_interval *wanted = &of->out->wanted;
    const double aim = isinf(wanted->low)    ? wanted->high
                       : isinf(wanted->high) ? wanted->low
                                             : (wanted->low + wanted->high) / 2;
    const bool rises = look_at(of, from, true)->shown.value < aim;
    if (rises == (look_at(of, to, true)->shown.value < aim))
        return;
    while (has_between(of, from, to)) {
        const double middle = snapped(of, from + (to - from) / 2);
        const tried *at = middle > from && middle < to ? look_at(of, middle, true) : NULL;
        if (at == NULL || at->refused)
            return;
        if ((at->shown.value < aim) == rises)
            from = middle;
        else
            to = middle;
    }
}

/* Rounds a value up or down to four digits. */
static double in_digits(double value, bool up)
{
    const double unit = value != 0 ? pow(10, floor(log10(fabs(value))) - 3) : 1;
    return judge_as_written((up ? ceil(value / unit) : floor(value / unit)) * unit);
}

/* Looks for a value with fewer digits than the root that still gives exactly what is wanted. */
static void shorten_root(solving *of, double root)
{
    for (int digits = 1; digits < 12; digits++) {
        const double at = snapped(of, judge_in_digits(root, digits));
        if (fabs(at - root) > 0.01 * fabs(root))
            continue;
        const tried *point = look_at(of, at, true);
        if (!point->refused && point->shown.side == 0)
            return;
    }
}

/* Bisects between all neighbors that differ. */
static void follow_all(solving *of)
{
    for (double at = -(double)INFINITY;;) { /* by value, not index: points are inserted meanwhile */
        size_t i = 0;
        while (i < of->count && !(of->points[i].shown.at > at))
            i++;
        if (i + 1 >= of->count)
            break;
        at = of->points[i].shown.at;
        const double next = of->points[i + 1].shown.at;
        bisect_sides(of, of->points[i], of->points[i + 1], (course){0});
        /* the new points in between need no second pass */
        while (i + 1 < of->count && of->points[i + 1].shown.at < next)
            at = of->points[++i].shown.at;
    }
}

/* Returns the index of the last consecutive value, from `first` on, in the wanted range. */
static size_t end_of_row(const solving *of, size_t first)
{
    size_t end = first;
    while (end + 1 < of->count && of->points[end + 1].shown.side == 0 &&
           !of->points[end + 1].refused)
        end++;
    return end;
}

/* Tries values between two answers: the metric may leave the wanted range between them. */
static void look_within(solving *of)
{
    enum { PARTS = 24, FEW_PARTS = 5 };
    const int parts = of->few ? FEW_PARTS : PARTS;
    for (size_t i = 0; i < of->count; i++) {
        if (of->points[i].refused || of->points[i].shown.side != 0)
            continue;
        const double from = of->points[i].shown.at, to = of->points[end_of_row(of, i)].shown.at;
        double within[PARTS];
        size_t count = 0;
        for (int k = 1; k < parts; k++) {
            const double at = snapped(of, from + (to - from) * k / parts);
            if (at > (count > 0 ? within[count - 1] : from) && at < to)
                within[count++] = at;
        }
        if (has_between(of, from, to) && count > 0)
            look_at_all(of, within, count);
        while (i + 1 < of->count && of->points[i + 1].shown.at <= to)
            i++;
    }
}

/* Tries the number of fewest digits between two values. */
static void look_between(solving *of, double one, double other)
{
    for (int digits = 1; digits < 12; digits++) {
        const double at = snapped(of, judge_in_digits(one, digits));
        if (at > fmin(one, other) && at < fmax(one, other)) {
            look_at(of, at, true);
            return;
        }
    }
}

/* Finds where the values that give a wanted point end, on one side of a value that gives it: a
 * metric that counts whole things has plateaus. Unless it is known to be on one, a value beside it
 * that gives the same must show that. Values nearer than 1 % are one answer, so that a plateau
 * reaches the value beside its first or its last known one. */
static void find_end(solving *of, double hit, int side, bool on_plateau)
{
    const double beside = snapped(of, hit + side * 0.004 * fabs(hit));
    const size_t i = index_of(of, hit);
    if ((side < 0 && i == 0) || (side > 0 && i + 1 == of->count))
        return;
    const tried border = of->points[side < 0 ? i - 1 : i + 1];
    tried end = of->points[i];
    if (border.refused) { /* look_at_ends has closed in on it */
        if (on_plateau)
            look_between(of, hit, border.shown.at);
        return;
    }
    if (!on_plateau) {
        if (side * (border.shown.at - beside) <= 0)
            return;
        end = *look_at(of, beside, true);
        if (end.refused || end.shown.side != 0)
            return;
    }
    of->at_plateau = true;
    bisect_sides(of, side < 0 ? border : end, side < 0 ? end : border, (course){0});
    of->at_plateau = false;
    /* Plateaus mostly end at a number of few digits, which bisection only comes close to. */
    size_t last = index_of(of, end.shown.at), next = last;
    do {
        last = next;
        next = side < 0 ? last - 1 : last + 1; /* at last the border, which is on no plateau */
    } while (of->points[next].shown.side == 0);
    look_between(of, of->points[last].shown.at, of->points[next].shown.at);
}

/* Finds both ends of the plateau that the answers from `first` to `last` may be on; returns the
 * index of the first value on it. */
static size_t find_plateau(solving *of, double first, double last)
{
    const bool on_plateau = last - first >= 0.008 * fabs(first);
    find_end(of, last, 1, on_plateau);
    find_end(of, first, -1, on_plateau);
    size_t i = index_of(of, first);
    while (i > 0 && !of->points[i - 1].refused && of->points[i - 1].shown.side == 0)
        i--;
    return i;
}

/* Chooses the value to report of each interval of solutions: where a sampled metric crosses the
 * middle, else a number of few digits. */
static void look_at_answers(solving *of)
{
    for (size_t i = 0; i < of->count; i++) {
        if (of->points[i].refused || of->points[i].shown.side != 0)
            continue;
        if (of->unit <= 0 && is_point(of) && !of->out->sampled)
            i = find_plateau(of, of->points[i].shown.at, of->points[end_of_row(of, i)].shown.at);
        const size_t end = end_of_row(of, i);
        const double last = of->points[end].shown.at;
        if (of->out->sampled)
            find_crossing(of, of->points[i].shown.at, last);
        else if (of->unit <= 0 && is_point(of) && end == i)
            shorten_root(of, of->points[i].shown.at);
        else if (of->unit <= 0) {
            const double low = in_digits(of->points[i].shown.at, true),
                         high = in_digits(last, false);
            if (low < high) {
                look_at(of, low, true);
                look_at(of, high, true);
            }
        }
        while (i < of->count && of->points[i].shown.at < last)
            i++;
        while (i + 1 < of->count && of->points[i + 1].shown.side == 0)
            i++;
    }
}

static void search_range(solving *of)
{
    scan_range(of);
    look_at_ends(of);
    if (of->few) /* a quarter of the runs may show an answer that is none */
        look_again(of);
    if (!of->out->every)
        look_closer(of);
    look_again(of);
    follow_all(of);
    if (!of->out->every) {
        look_within(of);
        follow_all(of);
    }
    look_at_answers(of);
}

/* ---- the answers ---- */

/* Whether `one` is the better value to report, of two in the wanted range. */
static bool is_better(const solving *of, const tried *one, const tried *other)
{
    const wyrm_solution *out = of->out;
    const double a = missed(of, one), b = missed(of, other);
    if (one->runs != other->runs) /* more runs are more reliable */
        return one->runs > other->runs;
    if (out->sampled || one->shown.side != 0) {
        const bool both = !(a > 0) && !(b > 0) && isfinite(out->wanted.low + out->wanted.high);
        const double middle = (out->wanted.low + out->wanted.high) / 2;
        return both ? fabs(one->shown.value - middle) < fabs(other->shown.value - middle) : a < b;
    }
    if (of->unit <= 0 && is_point(of)) { /* the shorter number */
        char first[40], second[40];
        return snprintf(first, sizeof first, "%.12g", one->shown.at) <
               snprintf(second, sizeof second, "%.12g", other->shown.at);
    }
    const double now = out->has_now ? out->now.at : (out->range.low + out->range.high) / 2;
    return fabs(one->shown.at - now) < fabs(other->shown.at - now);
}

static bool is_same_value(const tried *one, const tried *other)
{
    return !(one->shown.value < other->shown.value || one->shown.value > other->shown.value);
}

/* A jump is told with all values beside it that give as much. */
static void add_answer(solving *of, size_t first, size_t last, bool jumps)
{
    wyrm_solution *out = of->out;
    wyrm_solve_answer made = {.jumps = jumps};
    size_t low = first, high = last;
    if (of->unit <= 0 && !out->sampled && !jumps) { /* ends with few digits */
        const double from = in_digits(of->points[first].shown.at, true);
        const double to = in_digits(of->points[last].shown.at, false);
        while (from < to && of->points[low].shown.at < from)
            low++;
        while (from < to && of->points[high].shown.at > to)
            high--;
    }
    const tried *best = &of->points[low];
    for (size_t i = low + 1; i <= high; i++)
        if (jumps ? missed(of, &of->points[i]) < missed(of, best)
                  : is_better(of, &of->points[i], best))
            best = &of->points[i];
    if (jumps) {
        first = last = low = high = (size_t)(best - of->points);
        while (!out->sampled && of->unit > 0 && low > 0 && !of->points[low - 1].refused &&
               is_same_value(&of->points[low - 1], best))
            first = --low;
        while (!out->sampled && of->unit > 0 && high + 1 < of->count &&
               !of->points[high + 1].refused && is_same_value(&of->points[high + 1], best))
            last = ++high;
    }
    made.best = best->shown;
    made.from = of->points[low].shown.at;
    made.to = of->points[high].shown.at;
    made.first = first == 0;
    made.last = last + 1 == of->count;
    /* An interval shorter than 1 % for a wanted point is as close as it gets: one value. */
    if (of->unit <= 0 && is_point(of) && !out->sampled &&
        made.to - made.from < 0.01 * fabs(made.to))
        made.from = made.to = best->shown.at;
    made.has_below = first > 0 && !of->points[first - 1].refused;
    made.has_above = last + 1 < of->count && !of->points[last + 1].refused;
    if (made.has_below)
        made.below = of->points[first - 1].shown;
    if (made.has_above)
        made.above = of->points[last + 1].shown;
    /* The intervals may still allow values between these and their neighbors. */
    if (out->sampled && of->unit <= 0) {
        made.from = made.has_below ? made.below.at : made.from;
        made.to = made.has_above ? made.above.at : made.to;
    }
    out->answers[out->answer_count++] = made;
}

/* Whether a sampled value is off the wanted range beyond doubt. Of many values some have a 95 %
 * interval that misses it by chance; to separate two answers, the 99.8 % interval must miss it. */
static bool is_off(const solving *of, const wyrm_solve_point *point)
{
    const wyrm_interval *wanted = &of->out->wanted, *known = &point->ci95;
    return point->value + 1.6 * (known->high - point->value) < wanted->low ||
           point->value - 1.6 * (point->value - known->low) > wanted->high;
}

/* Returns the index of the last value of the answer that begins at `first`: the last in the wanted
 * range before one that is surely outside. */
static size_t last_of(const solving *of, size_t first)
{
    size_t last = first;
    for (size_t i = first + 1; i < of->count && !of->points[i].refused; i++) {
        if (of->points[i].shown.side == 0)
            last = i;
        else if (!of->out->sampled || is_off(of, &of->points[i].shown))
            break;
    }
    return last;
}

/* Whether the better side of a jump is close enough to report: within a tenth of the wanted limit,
 * or within twice the distance of the nearest answer. */
static bool is_near(const solving *of, const wyrm_solve_answer *answer, double least)
{
    const double end = answer->best.side < 0 ? of->out->wanted.low : of->out->wanted.high;
    return missed_at(of, &answer->best) <= fmax(2 * least, 0.1 * fabs(end));
}

/* Collects the answers. A jump across the wanted range is one only if it is near (with a unit), or
 * if there is no other answer (with any number); two jumps that end at the same nearest values are
 * one answer. Only what is left then counts towards the most that are told. */
static void find_answers(solving *of)
{
    for (size_t i = 0; i < of->count; i++) {
        size_t last = i;
        if (of->points[i].refused)
            continue;
        if (of->points[i].shown.side == 0)
            last = last_of(of, i);
        if (of->points[i].shown.side == 0)
            add_answer(of, i, last, false);
        else if (i + 1 < of->count && !of->points[i + 1].refused &&
                 of->points[i].shown.side * of->points[i + 1].shown.side < 0)
            add_answer(of, i, i + 1, true);
        i = last;
    }
    wyrm_solution *out = of->out;
    size_t kept = 0, whole = 0;
    double least = (double)INFINITY;
    for (size_t i = 0; i < out->answer_count; i++) {
        whole += !out->answers[i].jumps;
        least = fmin(least, missed_at(of, &out->answers[i].best));
    }
    for (size_t i = 0; i < out->answer_count; i++) {
        const wyrm_solve_answer *answer = &out->answers[i];
        const bool told =
            kept > 0 && out->answers[kept - 1].jumps && !(answer->from > out->answers[kept - 1].to);
        if (!answer->jumps || (!told && (of->unit > 0 ? is_near(of, answer, least) : whole == 0)))
            out->answers[kept++] = *answer;
    }
    out->answer_count = kept < WYRM_SOLVE_ANSWERS_MAX ? kept : WYRM_SOLVE_ANSWERS_MAX;
    out->more = kept - out->answer_count;
}

/* Measures the outer neighbors of each jump, for keys with a unit and exact metrics. */
static void look_beside(solving *of)
{
    double beside[2 * WYRM_SOLVE_ANSWERS_MAX];
    size_t count = 0;
    for (size_t i = 0; i + 1 < of->count && count + 2 <= COUNT_OF(beside); i++)
        if (of->unit > 0 && !of->out->sampled &&
            of->points[i].shown.side * of->points[i + 1].shown.side < 0) {
            beside[count++] = snapped(of, of->points[i].shown.at - of->unit);
            beside[count++] = snapped(of, of->points[i + 1].shown.at + of->unit);
        }
    for (size_t i = 0; i < count; i++)
        look_at(of, beside[i], true);
}

/* Collects the measured points and their extremes. */
static void list_points(solving *of)
{
    wyrm_solution *out = of->out;
    out->points = base_array(of->arena, wyrm_solve_point, of->count);
    out->tried = of->count;
    out->refused = out->point_count = 0;
    for (size_t i = 0; i < of->count; i++) {
        const tried *point = &of->points[i];
        out->refused += point->refused;
        if (point->refused) {
            if (out->refusal[0] == '\0')
                memcpy(out->refusal, point->why, sizeof out->refusal);
            continue;
        }
        if (out->point_count == 0 || point->shown.value < out->least.value)
            out->least = point->shown;
        if (out->point_count == 0 || point->shown.value > out->most.value)
            out->most = point->shown;
        out->points[out->point_count++] = point->shown;
    }
}

/* Collects all that is told; fails if nothing could be measured. */
static void sum_up(solving *of)
{
    wyrm_solution *out = of->out;
    out->answers = base_array(of->arena, wyrm_solve_answer, of->count);
    list_points(of);
    if (out->point_count == 0)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT, "no value of '%.100s' can be measured: %.300s",
                    out->key, out->refusal);
    out->flat = out->point_count > 1 && !(out->most.value > out->least.value);
    find_answers(of);
}

/* ---- checking quick answers with all maps ---- */

/* With all maps a wanted number is met well enough within 1 %; the measured figure is reported. */
#define NEARLY 0.01

/* Measures a reported value with all maps and adds it to the points; false if it is then on another
 * side of the wanted range. */
static bool confirm_point(solving *of, double at, wyrm_solve_point *told)
{
    wyrm_solution *out = of->out;
    for (size_t i = 0; i < out->point_count; i++)
        if (!(out->points[i].at < at) && !(out->points[i].at > at)) {
            *told = out->points[i];
            return true;
        }
    const tried full = try_value(of, at, of->games, of->how.threads, NULL);
    if (full.ended != WYRM_OK)
        base_fail(of->arena, full.ended);
    *told = out->points[out->point_count++] = full.shown;
    if (full.refused)
        return false;
    if (is_point(of) && missed_at(of, told) <= NEARLY * fabs(out->wanted.low))
        return true;
    return is_there(of, at) && told->side == of->points[index_of(of, at)].shown.side;
}

/* Whether all reported values hold with all maps; stops at the first that does not. Only points
 * measured with all maps are kept. */
static bool confirm_all(solving *of)
{
    wyrm_solution *out = of->out;
    bool stands = true;
    out->points = base_array(of->arena, wyrm_solve_point, 5 * out->answer_count + 2);
    out->point_count = 0;
    for (size_t i = 0; i < out->answer_count && stands; i++) {
        wyrm_solve_answer *answer = &out->answers[i];
        wyrm_solve_point end;
        if (answer->has_below && of->unit > 0)
            stands = confirm_point(of, answer->below.at, &answer->below);
        if (!answer->jumps && answer->from < answer->best.at)
            stands = stands && confirm_point(of, answer->from, &end);
        stands = stands && confirm_point(of, answer->best.at, &answer->best);
        if (!answer->jumps && answer->to > answer->best.at)
            stands = stands && confirm_point(of, answer->to, &end);
        if (answer->has_above && of->unit > 0)
            stands = stands && confirm_point(of, answer->above.at, &answer->above);
    }
    if (out->answer_count == 0) {
        wyrm_solve_point *ends[] = {&out->least, &out->most};
        const bool turned = out->least.at > out->most.at;
        for (size_t i = 0; i < 2 && stands; i++) {
            wyrm_solve_point *end = ends[turned ? 1 - i : i];
            stands = confirm_point(of, end->at, end);
        }
    }
    return stands;
}

/* ---- all of it ---- */

typedef struct solve_call {
    const wyrm_design *design;
    const char *key, *asked;
    const wyrm_solve_options *options;
} solve_call;

/* Makes the question the only target of the rules, and stores what the target says. */
static void read_target(solving *of, const char *asked)
{
    wyrm_solution *out = of->out;
    of->design = judge_ask(of->arena, of->design, &asked, 1, 0);
    judge_work *work = judge_begin(of->arena, of->design, of->how.seed);
    judge_read_targets(work, NULL);
    if (work->targets->point_count != 1)
        base_refuse(of->arena, WYRM_ERROR_ARGUMENT,
                    "'%.100s' is about %zu places: one can be asked "
                    "about",
                    asked, work->targets->point_count);
    const judge_target *target = &work->targets->targets[0];
    out->metric = target->metric->shown.name;
    out->unit = target->metric->shown.unit;
    memcpy(out->where, work->targets->points[0].label, sizeof out->where);
    out->wanted = target->range;
    out->is_share = judge_is_share(target->metric);
    of->few = target->metric->shown.sampled;
    if (target->metric->reads & READ_BOT)
        out->bot = judge_bot_of(target);
    of->games =
        wyrm_looks_begin(&of->how.effort, out->bot != NULL ? WYRM_JUDGE_GAMES : JUDGE_DUNGEONS)
            .most;
}

static void read_key(solving *of)
{
    wyrm_solution *out = of->out;
    const judge_key key = judge_read_key(of->arena, of->design, of->key, &of->how, false);
    out->whole = key.whole;
    out->has_now = key.has_now;
    out->now.at = key.now;
    out->range = key.range;
    memcpy(out->ends, key.ends, sizeof out->ends);
    of->unit = out->step = key.step;
    of->parts = key.parts;
    of->length = key.range.high - key.range.low;
}

/* Finds the answers; what stands there is told with all that it was measured with by then. */
static void find_solution(solving *of)
{
    wyrm_solution *out = of->out;
    search_range(of);
    look_beside(of);
    out->games = out->sampled ? of->games : 0;
    sum_up(of);
    if (out->has_now && is_there(of, out->now.at) && !of->quick)
        out->now = of->points[index_of(of, out->now.at)].shown;
}

/* Whether a value that may give what is wanted was sampled, though the first ones were exact. */
static bool rests_on_samples(const solving *of)
{
    bool sampled = false;
    for (size_t i = 0; i < of->count; i++)
        sampled = sampled || (!of->points[i].refused && of->points[i].shown.sampled &&
                              !is_off(of, &of->points[i].shown));
    return sampled;
}

/* Begins anew, and takes the metric as sampled. */
static void search_samples(solving *of, const double *tries, size_t count)
{
    wyrm_solution *out = of->out;
    of->doubt = 0;
    of->count = 0;
    of->done = 0;
    out->sampled = true;
    out->answer_count = out->more = out->refused = out->point_count = 0;
    for (size_t i = 0; i < count; i++)
        look_at(of, tries[i], false);
    find_solution(of);
}

static void solve_all(base_arena *arena, void *context)
{
    solving *of = context;
    wyrm_solution *out = of->out;
    (void)arena;
    /* A metric may be exact or sampled depending on the rules: the first values tell. */
    const bool within =
        out->has_now && out->now.at >= out->range.low && out->now.at <= out->range.high;
    out->sampled = true;
    of->whole = 30;
    const double tries[] = {within ? snapped(of, out->now.at) : out->range.low,
                            snapped(of, (out->range.low + out->range.high) / 2), out->range.high};
    tried first = {.refused = true};
    for (size_t i = 0; i < COUNT_OF(tries) && !first.shown.sampled; i++) {
        const tried *next = look_at(of, tries[i], false);
        if (!next->refused && (first.refused || next->shown.sampled))
            first = *next;
    }
    /* A figure that hardly varies is treated as exact: the same many maps each time. */
    const wyrm_interval *known = &first.shown.ci95;
    out->sampled =
        first.shown.sampled &&
        (out->bot != NULL || !(known->high - known->low < 1e-3 * fabs(first.shown.value)));
    of->few = first.shown.sampled || of->few;
    if (out->has_now) { /* rounding to decimals (1/3) still counts as present, steps do not */
        const double now = out->now.at;
        const bool met = within && fabs(tries[0] - now) <= 1e-6 * fabs(now);
        out->now = met ? of->points[index_of(of, tries[0])].shown
                       : try_value(of, now, of->games, of->how.threads, show_progress).shown;
    }
    of->quick = first.shown.sampled && !out->sampled;
    of->doubt = of->quick ? (known->high - known->low) / 2 / fabs(first.shown.value) : 0;
    for (size_t i = 0; i < of->count && of->quick; i++) /* with few maps, like all others */
        of->points[i] = try_value(of, of->points[i].shown.at, of->games, of->how.threads, NULL);
    find_solution(of);
    const bool quick = of->quick;
    of->quick = false; /* reported values are measured with all maps */
    if (quick ? !confirm_all(of) : !out->sampled && rests_on_samples(of))
        search_samples(of, tries, COUNT_OF(tries));
}

static void run_solve(base_arena *arena, void *result, void *context)
{
    const solve_call *call = context;
    wyrm_solution *out = result;
    solving *of = base_new(arena, solving);
    *of = (solving){
        .arena = arena, .design = call->design, .out = out, .how = {.seed = 1}, .whole = 1};
    if (call->options != NULL)
        of->how = *call->options;
    out->key = of->key = base_copy(arena, call->key);
    out->asked = base_copy(arena, call->asked);
    out->pattern = of->how.pattern != NULL ? base_copy(arena, of->how.pattern) : NULL;
    out->seed = of->how.seed;
    read_target(of, out->asked);
    read_key(of);
    const wyrm_status status = base_run(arena, solve_all, of);
    if (status == WYRM_ERROR_LIMIT && of->stopped) {
        list_points(of);
        out->answer_count = out->more = 0;
        out->stopped = out->point_count > 0;
    }
    if (!out->stopped)
        base_must(arena, status);
}

wyrm_status wyrm_solve(const wyrm_design *design, const char *key, const char *asked,
                       const wyrm_solve_options *options, wyrm_solution **out, wyrm_error *error)
{
    solve_call call = {design, key, asked, options};
    return base_make(sizeof **out, run_solve, &call, out, error);
}

void wyrm_solution_free(wyrm_solution *solution)
{
    base_unmake(solution);
}
