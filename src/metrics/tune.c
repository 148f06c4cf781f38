/* Tuning a ruleset: knobs become axes (keys.c), targets at their points become aims, each point of
 * the lattice is a variant of the ruleset (variants.c), and tune_search.c searches.
 *
 * A sampled figure is only as accurate as its sample, and a verdict must hold for other seeds. So
 * the ranges of sampled aims are narrowed by the combined error of search and verdict. A point
 * whose verdict fails all the same counts as one that misses its aims, and the search goes on, with
 * new seeds for the next verdict: otherwise a point might be tried until it passed by luck. Exact
 * aims are measured for several points in parallel; games for one point after another: few for all
 * points, more where few do not rule the point out, and as many as a verdict has where all aims may
 * be met.
 *
 * Everything measured is also saved line by line (begin_of_state, keep_seen), since a search may
 * take hours. A search that continues from a file gets every point in it, and as it is not random
 * it goes the same way to where it was stopped. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/tune.h>
#include "metrics/internal.h"
#include "sim/internal.h"

#define MAPS     (WYRM_LOOT_SURVEY_MAPS / 16) /* maps per point of the search, for loot figures */
#define ROUNDS   6   /* limit of searches, each after verdicts that failed */
#define DRAWN_IN 1.5 /* ranges are narrowed by this factor times half of the figure's interval */
#define LEFT     (1.0 / 3) /* least share of a range that remains */

/* A point that was measured, by this tuning or by the one it continues. */
typedef struct seen {
    const int32_t *at;
    const double *values;
} seen;

/* A point whose verdict failed. */
typedef struct refused {
    const int32_t *at;
    const wyrm_judged *judged; /* by aim */
} refused;

typedef struct tune_job {
    base_arena *arena;
    const wyrm_design *design;
    wyrm_tune_options how;
    wyrm_errors *errors;
    wyrm_tuning *out;
    judge_knobs turned;
    const judge_goals *goals;
    bool *played; /* by goal: whether games measure it */
    size_t aim_count;
    tune_aim *aims, *drawn;   /* ranges of the targets; the narrowed ones */
    size_t *goal_of;          /* by aim: index of its goal */
    double *error;            /* by aim: half of the interval of the present figure; 0: exact */
    uint64_t games, dungeons; /* for each point of the search */
    uint64_t games_most;      /* games for a point that may meet all aims */
    bool sampled;             /* at least one aim is sampled */
    size_t seen_count, seen_room, measured;
    seen *seen;
    size_t refused_count, refused_room;
    refused *refused;
} tune_job;

static void read_knobs(tune_job *of)
{
    judge_read_knobs(of->arena, of->design, &of->how, of->errors, &of->turned);
    of->out->knobs = of->turned.knobs;
    of->out->knob_count = of->turned.count;
}

/* ---- knobs: points of the lattice ---- */

/* Returns the value of a knob `at` steps from now. */
static double knob_value(const judge_knobs *of, size_t knob, int32_t at)
{
    return judge_as_written(of->axes[knob].now + at * of->axes[knob].step);
}

/* Makes the changes of the ruleset for a point, which the arena owns; returns their number. */
static size_t knob_changes(const judge_knobs *of, base_arena *arena, const int32_t *at,
                           const wyrm_change **out)
{
    wyrm_change *changes = base_array(arena, wyrm_change, WYRM_CHANGES_MAX);
    size_t count = 0;
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; at[i] != 0 && k < of->knobs[i].path_count; k++) {
            const wyrm_tuned_knob *knob = &of->knobs[i];
            char text[WYRM_CHANGE_TEXT_MAX];
            double value = knob_value(of, i, at[i]);
            if (k > 0)
                value *= of->path_now[i][k] / knob->now;
            if (k > 0 && of->path_whole[i][k])
                value = round(value);
            if (k > 0 && !(value < of->path_now[i][k] || value > of->path_now[i][k]))
                continue; /* proportional change too small for this key */
            judge_write_number(knob->pattern, value, k > 0 ? 6 : 12, text);
            changes[count++] = (wyrm_change){knob->paths[k], base_copy(arena, text)};
        }
    *out = changes;
    return count;
}

/* ---- aims ---- */

/* Returns the design with only the named targets; the others are checked at the end (list_lost). */
static const wyrm_design *with_targets(tune_job *of)
{
    base_arena *arena = of->arena;
    const wyrm_value *targets = wyrm_ruleset_find(wyrm_design_ruleset(of->design), "targets");
    const size_t count = wyrm_value_count(targets);
    const char **names = base_array(arena, const char *, count);
    base_buffer *text = base_new(arena, base_buffer);
    wyrm_design *out;
    base_keep(arena, text, base_buffer_drop);
    base_buffer_appendf(text, "name: '%s'\nextends: base\ntargets:\n",
                        wyrm_ruleset_name(wyrm_design_ruleset(of->design)));
    for (size_t i = 0; i < count; i++)
        names[i] = wyrm_value_key(targets, i);
    for (size_t k = 0; k < of->how.wanted_count; k++) {
        const wyrm_value *record = wyrm_value_get(targets, of->how.wanted[k]);
        char *flow;
        if (record == NULL) {
            wyrm_fail(&arena->error, WYRM_ERROR_UNKNOWN, "no target is called '%.60s'",
                      of->how.wanted[k]);
            wyrm_suggest(&arena->error, of->how.wanted[k], names, count);
            base_fail(arena, WYRM_ERROR_UNKNOWN);
        }
        base_must(arena, wyrm_value_flow(record, &flow, &arena->error));
        base_buffer_appendf(text, "  %s: %s\n", of->how.wanted[k], flow);
        wyrm_free(flow);
    }
    if (text->failed)
        base_fail(arena, WYRM_ERROR_MEMORY);
    base_must(arena, wyrm_design_extend(of->design, "wanted", text->bytes, text->length, &out,
                                        of->errors));
    base_keep(arena, out, wyrm_design_free);
    return out;
}

static void read_wanted(tune_job *of)
{
    base_arena *arena = of->arena;
    const wyrm_tune_options *how = &of->how;
    const wyrm_design *design = of->design;
    size_t questions = 0;
    for (size_t i = 0; i < how->wanted_count; i++)
        questions += strchr(how->wanted[i], '=') != NULL;
    if (questions > 0 && questions < how->wanted_count)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "what is wanted are names of targets or questions, not both");
    if (questions > 0)
        design = judge_ask(arena, design, how->wanted, how->wanted_count, 0);
    else
        judge_read_targets(judge_begin(arena, design, how->seed), of->errors);
    if (questions == 0 && how->wanted_count > 0)
        design = with_targets(of);
    of->goals = judge_goals_of(arena, design, how->seed);
    const size_t all = of->goals->count;
    of->played = base_array(arena, bool, all);
    of->aims = base_array(arena, tune_aim, all);
    of->goal_of = base_array(arena, size_t, all);
    of->error = base_array(arena, double, all);
    for (size_t i = 0; i < all; i++) {
        const judge_target *target = of->goals->points[i].target;
        of->played[i] = judge_goal_is_played(of->goals, i);
        /* Each point of a target is an aim of its own; they share the number of their target. */
        size_t number = 0;
        while (number < of->aim_count && of->goals->points[of->goal_of[number]].target != target)
            number++;
        of->aims[of->aim_count] =
            (tune_aim){.wanted = target->range,
                       .is_share = judge_is_share(target->metric),
                       .target = number < of->aim_count ? of->aims[number].target
                                 : of->aim_count > 0    ? of->aims[of->aim_count - 1].target + 1
                                                        : 0};
        of->goal_of[of->aim_count++] = i;
    }
    if (of->aim_count == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "the ruleset has no targets");
    of->drawn = base_array(arena, tune_aim, all);
    memcpy(of->drawn, of->aims, of->aim_count * sizeof *of->aims);
    for (size_t i = 0; i < of->aim_count; i++)
        if (judge_goal_is_played(of->goals, of->goal_of[i]))
            of->games = 1;
    const wyrm_looks looks = wyrm_looks_begin(&how->effort, WYRM_JUDGE_GAMES);
    /* A quarter of a verdict's games: most points are far off, and need no more. */
    of->games = of->games == 0 ? 0 : looks.most > 80 ? looks.most / 4 : 20;
    of->games_most = of->games > 0 && looks.most > of->games ? looks.most : of->games;
    of->dungeons = (JUDGE_DUNGEONS / 4) * looks.most / WYRM_JUDGE_GAMES;
    of->dungeons = of->dungeons > 100 ? of->dungeons : 100;
    of->out->goal_count = of->aim_count;
    of->out->games = of->games;
}

/* ---- saved measurements ---- */

/* Returns the first line of a state, which identifies the tuning it belongs to. */
static const char *begin_of_state(tune_job *of)
{
    base_buffer out = {0};
    base_buffer_appendf(
        &out, "{\"tune\": 1, \"hash\": \"%s\", \"seed\": %llu, \"games\": %llu, \"of\": \"",
        wyrm_ruleset_hash(wyrm_design_ruleset(of->goals->design)), (unsigned long long)of->how.seed,
        (unsigned long long)of->games);
    for (size_t i = 0; i < of->out->knob_count; i++)
        base_buffer_appendf(&out, "%s%.100s %.12g %.12g", i > 0 ? ", " : "",
                            of->turned.knobs[i].paths[0], of->turned.axes[i].now,
                            of->turned.axes[i].step);
    base_buffer_append(&out, "\"}\n");
    return base_buffer_keep(&out, of->arena);
}

static void add_seen(tune_job *of, const int32_t *at, const double *values)
{
    of->seen = base_grow(of->arena, of->seen, of->seen_count, &of->seen_room, sizeof *of->seen);
    of->seen[of->seen_count++] = (seen){at, values};
}

static void remember_point(tune_job *of, const tune_point *point)
{
    int32_t *at = base_array(of->arena, int32_t, of->out->knob_count);
    double *values = base_array(of->arena, double, of->aim_count);
    memcpy(at, point->at, of->out->knob_count * sizeof *at);
    memcpy(values, point->values, of->aim_count * sizeof *values);
    add_seen(of, at, values);
}

/* Reads a line with a measured point; false if it is none, for example the last line, cut off by an
 * interruption. Infinite values are texts, since JSON has no such numbers; unmeasurable ones are
 * null. */
static bool read_seen(tune_job *of, const char *line, size_t length)
{
    json_t *root = json_loadb(line, length, 0, NULL);
    const json_t *at = json_object_get(root, "at"), *values = json_object_get(root, "values");
    const bool fits =
        json_array_size(at) == of->out->knob_count && json_array_size(values) == of->aim_count;
    int32_t *k = base_array(of->arena, int32_t, of->out->knob_count);
    double *v = base_array(of->arena, double, of->aim_count);
    for (size_t i = 0; fits && i < of->out->knob_count; i++)
        k[i] = (int32_t)json_integer_value(json_array_get(at, i));
    for (size_t i = 0; fits && i < of->aim_count; i++) {
        const json_t *value = json_array_get(values, i);
        v[i] = json_is_number(value)                          ? json_number_value(value)
               : !json_is_string(value)                       ? (double)NAN
               : strcmp(json_string_value(value), "inf") == 0 ? (double)INFINITY
                                                              : -(double)INFINITY;
    }
    json_decref(root);
    if (fits)
        add_seen(of, k, v);
    return fits;
}

static bool keep_line(tune_job *of, const char *line)
{
    return of->how.keep == NULL || of->how.keep(line, of->how.context);
}

static void read_state(tune_job *of)
{
    const char *first = begin_of_state(of), *state = of->how.state;
    if (state == NULL || *state == '\0') {
        if (!keep_line(of, first))
            base_refuse(of->arena, WYRM_ERROR_LIMIT, "stopped before anything was measured");
        return;
    }
    if (strncmp(state, first, strlen(first)) != 0)
        base_refuse(of->arena, WYRM_ERROR_SYNTAX,
                    "the state is of another tuning: other rules, keys, targets, seed or effort");
    for (state += strlen(first); *state != '\0';) {
        const size_t length = strcspn(state, "\n");
        (void)read_seen(of, state, length);
        state += length + (state[length] == '\n');
    }
}

static bool keep_seen(tune_job *of, const int32_t *at, const double *values)
{
    char number[BASE_NUMBER_MAX], *line;
    base_buffer out = {0};
    base_buffer_append(&out, "{\"at\": [");
    for (size_t i = 0; i < of->out->knob_count; i++)
        base_buffer_appendf(&out, "%s%ld", i > 0 ? ", " : "", (long)at[i]);
    base_buffer_append(&out, "], \"values\": [");
    for (size_t i = 0; i < of->aim_count; i++) {
        base_number_double(values[i], number);
        base_buffer_appendf(&out, isinf(values[i]) ? "%s\"%s\"" : "%s%s", i > 0 ? ", " : "",
                            isnan(values[i]) ? "null" : number);
    }
    base_buffer_append(&out, "]}\n");
    base_must(of->arena, base_buffer_give(&out, &line, &of->arena->error));
    const bool going_on = keep_line(of, line);
    wyrm_free(line);
    return going_on;
}

/* ---- measuring ---- */

typedef struct batch {
    tune_job *of;
    tune_point *points;
    size_t count;
    double enough;
    judge_variant **variants; /* NULL: the point is known already */
    wyrm_status *ended;
    wyrm_error *errors;
} batch;

static bool report_progress(tune_job *of, const char *words)
{
    return of->how.tell == NULL || of->how.tell(words, of->measured, of->how.context);
}

static bool report_games(double done, void *context)
{
    (void)done;
    return report_progress(context, "games of a candidate");
}

static bool report_exact(double done, void *context)
{
    (void)done;
    return report_progress(context, "candidates");
}

/* Measurement of all goals without games, for one design. */
typedef struct placing {
    const tune_job *of;
    const wyrm_design *design;
    double *values, *errors; /* by aim; errors NULL: not wanted */
} placing;

static void measure_batch_points(base_arena *arena, void *context)
{
    const placing *to = context;
    const tune_job *of = to->of;
    judge_work *work = judge_begin(arena, to->design, of->how.seed);
    work->effort.exactly = of->dungeons;
    work->maps = MAPS;
    work->threads = to->errors != NULL ? of->how.threads : 1;
    judge_read_targets(work, NULL);
    for (size_t i = 0; i < of->aim_count; i++) {
        const size_t goal = of->goal_of[i];
        if (judge_goal_is_played(of->goals, goal))
            continue;
        const judge_measure measure = judge_measure_goal(work, &of->goals->points[goal], goal);
        to->values[i] = measure.value;
        if (to->errors != NULL && measure.sampled)
            to->errors[i] = (measure.ci95.high - measure.ci95.low) / 2;
    }
}

/* Measures the exact goals of one point; runs on any thread. Failures other than lack of memory or
 * a stop leave NAN: the point cannot be measured. */
typedef struct exact_point {
    batch *to;
    size_t index;
} exact_point;

static void measure_point(base_arena *arena, void *context)
{
    const exact_point *one = context;
    batch *to = one->to;
    const size_t i = one->index;
    const tune_job *of = to->of;
    const wyrm_change *changes;
    const size_t count = knob_changes(&of->turned, arena, to->points[i].at, &changes);
    const judge_variant_options variation = {.count = count, .changes = changes};
    base_must(arena, judge_variant_open(of->goals, &variation, &to->variants[i], &arena->error));
    if (judge_variant_design(to->variants[i]) == NULL)
        return;
    placing places = {of, judge_variant_design(to->variants[i]), to->points[i].values, NULL};
    const wyrm_status status = base_do(measure_batch_points, &places, &arena->error);
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
        base_must(arena, status);
}

static void measure_exact(const sim_share *share)
{
    batch *to = share->context;
    const exact_point one = {to, share->first};
    if (to->ended[one.index] != WYRM_OK)
        return;
    for (size_t k = 0; k < to->of->aim_count; k++)
        to->points[one.index].values[k] = (double)NAN;
    to->ended[one.index] = base_do(measure_point, (void *)(uintptr_t)&one, &to->errors[one.index]);
}

/* Sums the distances of a variant's values: without goals of games, with these at the end of their
 * interval nearest to the range (so that the sum is a lower bound), or with all as they are. */
typedef enum known { EXACT_ONLY, AT_BEST, ALL } known;

static double take_values(const tune_job *of, const judge_variant *variant, known how,
                          double *values)
{
    double sum = 0;
    for (size_t i = 0; i < of->aim_count; i++) {
        const size_t goal = of->goal_of[i];
        const bool played = judge_goal_is_played(of->goals, goal);
        if (played && how == EXACT_ONLY)
            continue;
        if (!played) {
            sum += tune_distance(&of->drawn[i], values[i]);
            continue;
        }
        const judge_figure figure = judge_variant_figure(variant, goal);
        values[i] = figure.value;
        double at = figure.value;
        if (how == AT_BEST)
            at = at < of->drawn[i].wanted.low    ? fmin(figure.ci95.high, of->drawn[i].wanted.low)
                 : at > of->drawn[i].wanted.high ? fmax(figure.ci95.low, of->drawn[i].wanted.high)
                                                 : at;
        sum += tune_distance(&of->drawn[i], at);
    }
    return sum;
}

/* Plays the games of a point in steps, and stops once it is clear that no more are needed. */
static void measure_games(batch *to, size_t i)
{
    tune_job *of = to->of;
    tune_point *point = &to->points[i];
    judge_variant *variant = to->variants[i];
    judge_spending spending = {.threads = of->how.threads,
                               .progress = report_games,
                               .context = of,
                               .maker = of->how.maker};
    if (take_values(of, variant, EXACT_ONLY, point->values) > to->enough) {
        point->dropped = true;
        return;
    }
    /* A point that few games rule out is dropped. One that misses its aims even at the near ends of
     * its intervals gets the games that the search needs for its model; only the rest get a
     * verdict's. */
    const uint64_t games[] = {(of->games + 3) / 4, of->games, of->games_most};
    for (size_t part = 0; part < COUNT_OF(games); part++) {
        spending.games = games[part];
        base_must(of->arena,
                  judge_variant_measure(variant, of->played, &spending, &of->arena->error));
        const double far = take_values(of, variant, AT_BEST, point->values);
        point->dropped = part == 0 && far > to->enough;
        if (point->dropped || (part == 1 && far > 0))
            return;
    }
}

/* Stores a finished point, and saves it for a later tuning. */
static void store_point(batch *to, size_t i)
{
    tune_job *of = to->of;
    tune_point *point = &to->points[i];
    if (point->dropped)
        return;
    take_values(of, to->variants[i], ALL, point->values);
    judge_variant_free(to->variants[i]);
    to->variants[i] = NULL;
    point->measured = true;
    remember_point(of, point);
    if (!keep_seen(of, point->at, point->values))
        base_refuse(of->arena, WYRM_ERROR_LIMIT, "stopped");
}

/* Called in the order of the points, on one thread. */
static void after_exact(const sim_share *share)
{
    batch *to = share->context;
    const size_t i = share->first;
    if (to->ended[i] == WYRM_ERROR_UNKNOWN)
        return;
    if (to->ended[i] != WYRM_OK) {
        to->of->arena->error = to->errors[i];
        base_fail(to->of->arena, to->ended[i]);
    }
    to->of->measured++;
    if (to->of->games == 0)
        store_point(to, i);
}

static void measure_batch(base_arena *arena, void *context)
{
    batch *to = context;
    tune_job *of = to->of;
    for (size_t i = 0; i < to->count; i++) {
        tune_point *point = &to->points[i];
        to->ended[i] = WYRM_OK;
        for (size_t k = 0; k < of->seen_count; k++)
            if (memcmp(of->seen[k].at, point->at, of->out->knob_count * sizeof *point->at) == 0) {
                memcpy(point->values, of->seen[k].values, of->aim_count * sizeof *point->values);
                point->measured = true;
                to->ended[i] = WYRM_ERROR_UNKNOWN; /* known: nothing to do */
            }
    }
    const sim_work work = {.count = to->count,
                           .share = 1,
                           .result_size = 1,
                           .scratch_size = 1,
                           .run = measure_exact,
                           .merge = after_exact,
                           .context = to,
                           .progress = report_exact,
                           .progress_context = of};
    sim_work_run(arena, &work, of->how.threads);
    for (size_t i = 0; i < to->count; i++) {
        if (of->games == 0 || to->ended[i] == WYRM_ERROR_UNKNOWN)
            continue;
        measure_games(to, i);
        store_point(to, i);
    }
}

/* Changes the values of a point whose verdict failed, so that they miss the aims that failed there
 * (by a small amount if the verdict was unclear). The search only looks at values, so this makes it
 * leave the point. The saved values stay as measured. */
static void refuse_values(const tune_job *of, const tune_point *point)
{
    for (size_t r = 0; r < of->refused_count; r++) {
        const refused *one = &of->refused[r];
        if (memcmp(one->at, point->at, of->out->knob_count * sizeof *one->at) != 0)
            continue;
        for (size_t i = 0; i < of->aim_count; i++) {
            const wyrm_interval *wanted = &of->drawn[i].wanted;
            const double value = one->judged[i].value;
            const double little =
                0.05 * (isfinite(wanted->high - wanted->low) ? wanted->high - wanted->low
                                                             : fmax(fabs(value), 0.1));
            if (one->judged[i].verdict == WYRM_PASS)
                continue;
            const bool low = value - wanted->low < wanted->high - value;
            point->values[i] =
                low ? fmin(value, wanted->low - little) : fmax(value, wanted->high + little);
        }
    }
}

static wyrm_status measure_points(void *context, tune_point *points, size_t count, double enough,
                                  wyrm_error *error)
{
    tune_job *of = context;
    batch to = {.of = of,
                .points = points,
                .count = count,
                .enough = enough,
                .variants = base_zeroed(count, sizeof *to.variants),
                .ended = base_zeroed(count, sizeof *to.ended),
                .errors = base_zeroed(count, sizeof *to.errors)};
    wyrm_status status = WYRM_ERROR_MEMORY;
    if (to.variants != NULL && to.ended != NULL && to.errors != NULL)
        status = base_told(of->arena, base_run(of->arena, measure_batch, &to), error);
    for (size_t i = 0; to.variants != NULL && i < count; i++)
        judge_variant_free(to.variants[i]);
    for (size_t i = 0; i < count; i++)
        if (!points[i].dropped)
            refuse_values(of, &points[i]);
    wyrm_free(to.variants);
    wyrm_free(to.ended);
    wyrm_free(to.errors);
    return status;
}

/* Measures half of the interval of each sampled figure, for the unchanged ruleset. */
static void measure_errors(tune_job *of)
{
    judge_variant *now;
    const judge_spending spending = {.games = of->games_most,
                                     .threads = of->how.threads,
                                     .progress = report_games,
                                     .context = of,
                                     .maker = of->how.maker};
    placing places = {of, of->goals->design, base_array(of->arena, double, of->aim_count),
                      of->error};
    base_must(of->arena, base_do(measure_batch_points, &places, &of->arena->error));
    base_must(of->arena,
              judge_variant_open(of->goals, &(judge_variant_options){0}, &now, &of->arena->error));
    base_keep(of->arena, now, judge_variant_free);
    if (of->games > 0)
        base_must(of->arena, judge_variant_measure(now, of->played, &spending, &of->arena->error));
    for (size_t i = 0; i < of->aim_count; i++) {
        const wyrm_interval *wanted = &of->aims[i].wanted;
        double half = of->error[i];
        if (of->played[of->goal_of[i]]) {
            const judge_figure figure = judge_variant_figure(now, of->goal_of[i]);
            half = (figure.ci95.high - figure.ci95.low) / 2;
            /* a share near 0 or 1 has a smaller error than it will have within its range */
            const double at = isfinite(wanted->low) ? fmax(wanted->low, 0.02) : wanted->high;
            if (of->aims[i].is_share &&
                !(half > 1.96 * sqrt(fmax(at * (1 - at), 0) / (double)of->games_most)))
                half = 1.96 * sqrt(fmax(at * (1 - at), 0) / (double)of->games_most);
        }
        of->error[i] = isfinite(half) ? half : 0;
        of->sampled = of->sampled || of->error[i] > 0;
    }
}

/* Narrows the ranges of sampled aims. The figures of search and verdict have independent errors of
 * about half an interval each, together sqrt(2) times that, which DRAWN_IN rounds up. At least LEFT
 * of a range remains around its middle, or nothing could be found with too few games. */
static void draw_in(tune_job *of)
{
    for (size_t i = 0; i < of->aim_count; i++) {
        wyrm_interval *drawn = &of->drawn[i].wanted;
        const double off = DRAWN_IN * of->error[i];
        *drawn = of->aims[i].wanted;
        if (!(off > 0))
            continue;
        const double low = drawn->low + off, high = drawn->high - off;
        const bool both = isfinite(drawn->low) && isfinite(drawn->high);
        const double middle = (drawn->low + drawn->high) / 2;
        const double least = both ? LEFT * (drawn->high - drawn->low) / 2 : 0;
        *drawn = both && high - low < 2 * least ? (wyrm_interval){middle - least, middle + least}
                                                : (wyrm_interval){low, high};
    }
}

/* ---- verdicts ---- */

/* Verdicts are made like those of `wyrm check`, but with other seeds than the search: a point that
 * was chosen among hundreds because its games went well must not be judged by those games. */
typedef struct judging {
    tune_job *of;
    const wyrm_design *design;
    const judge_goals *goals;
    wyrm_judged *judged; /* by goal */
} judging;

/* Measures the targets of a design with the seed for verdicts. */
static void judge_on(base_arena *arena, void *context)
{
    judging *to = context;
    judge_work *work = judge_begin(arena, to->design, to->of->out->verdict_seed);
    work->effort = to->of->how.effort;
    work->effort.until_clear = true; /* ranges may need more accuracy than the default stop gives */
    work->threads = to->of->how.threads;
    work->maker = to->of->how.maker;
    if (to->of->how.tell != NULL) {
        work->progress = report_games;
        work->context = to->of;
    }
    judge_read_targets(work, NULL);
    for (size_t i = 0; i < to->goals->count; i++) {
        const judge_point *goal = &to->goals->points[i];
        const judge_measure measure = judge_measure_goal(work, goal, i);
        to->judged[i] = judge_at_point(goal, &measure);
    }
}

static const wyrm_judged *judged_of(tune_job *of, const judge_goals *goals,
                                    const wyrm_change *changes, size_t count)
{
    judging to = {.of = of, .goals = goals};
    wyrm_design *design;
    to.judged = base_array(of->arena, wyrm_judged, goals->count);
    for (size_t i = 0; i < goals->count; i++)
        to.judged[i] = (wyrm_judged){.verdict = WYRM_FAIL, .value = (double)NAN};
    if (wyrm_design_change(goals->design, changes, count, &design, NULL) != WYRM_OK)
        return to.judged;
    base_keep(of->arena, design, wyrm_design_free);
    to.design = design;
    judge_on(of->arena, &to);
    return to.judged;
}

/* Returns the description of a point: values of the knobs, changes, and verdicts. */
static wyrm_tuned tuned_of(tune_job *of, const tune_spot *spot)
{
    base_arena *arena = of->arena;
    const size_t knobs = of->out->knob_count;
    double *values = base_array(arena, double, knobs), *low = base_array(arena, double, knobs);
    double *high = base_array(arena, double, knobs);
    wyrm_tuned out = {.values = values, .low = low, .high = high, .cost = spot->cost};
    for (size_t i = 0; i < knobs; i++) {
        values[i] = knob_value(&of->turned, i, spot->at[i]);
        low[i] = knob_value(&of->turned, i, spot->low[i]);
        high[i] = knob_value(&of->turned, i, spot->high[i]);
    }
    out.change_count = knob_changes(&of->turned, arena, spot->at, &out.changes);
    const wyrm_judged *all = judged_of(of, of->goals, out.changes, out.change_count);
    wyrm_judged *told = base_array(arena, wyrm_judged, of->aim_count);
    out.holds = true;
    for (size_t i = 0; i < of->aim_count; i++) {
        told[i] = all[of->goal_of[i]];
        out.holds = out.holds && told[i].verdict == WYRM_PASS;
    }
    out.judged = told;
    return out;
}

/* Lists for each answer the targets that were not asked for, held before, and fail now. */
static void list_lost(tune_job *of)
{
    base_arena *arena = of->arena;
    wyrm_tuning *out = of->out;
    if (of->how.wanted_count == 0 || out->answer_count == 0 ||
        wyrm_value_count(wyrm_ruleset_find(wyrm_design_ruleset(of->design), "targets")) == 0)
        return;
    const judge_goals *all = judge_goals_of(arena, of->design, of->how.seed);
    const wyrm_judged *before = judged_of(of, all, NULL, 0);
    for (size_t a = 0; a < out->answer_count; a++) {
        wyrm_tuned *answer = &out->answers[a];
        const wyrm_judged *after = judged_of(of, all, answer->changes, answer->change_count);
        const char **lost = base_array(arena, const char *, all->count);
        for (size_t i = 0; i < all->count; i++) {
            const char *name = all->points[i].target->name;
            bool told = before[i].verdict != WYRM_PASS || after[i].verdict == WYRM_PASS ||
                        after[i].verdict == WYRM_UNCLEAR;
            for (size_t k = 0; k < of->how.wanted_count && !told; k++)
                told = strcmp(of->how.wanted[k], name) == 0;
            for (size_t k = 0; k < answer->lost_count && !told; k++)
                told = strcmp(lost[k], name) == 0;
            if (!told)
                lost[answer->lost_count++] = name;
        }
        answer->lost = lost;
    }
}

/* ---- all of it ---- */

/* Returns the seed for the verdicts of a round, different in each. The constant keeps it away from
 * seeds that people choose. */
static uint64_t verdict_seed(const tune_job *of, int round)
{
    return ((of->how.seed + 1000003 * (uint64_t)round) ^ UINT64_C(0x3c6ef372fe94f82b)) & INT64_MAX;
}

/* Judges the answers and keeps those that hold; returns whether the cheapest one does. */
static bool keep_answers(tune_job *of, const tune_found *found)
{
    wyrm_tuning *out = of->out;
    bool cheapest = true;
    out->answer_count = 0;
    for (size_t i = 0; i < found->answer_count; i++) {
        const wyrm_tuned told = tuned_of(of, &found->answers[i]);
        if (told.holds) {
            out->answers[out->answer_count++] = told;
            continue;
        }
        if (i == 0)
            out->nearest = told;
        cheapest = cheapest && i > 0;
        int32_t *at = base_array(of->arena, int32_t, out->knob_count);
        memcpy(at, found->answers[i].at, out->knob_count * sizeof *at);
        of->refused = base_grow(of->arena, of->refused, of->refused_count, &of->refused_room,
                                sizeof *of->refused);
        of->refused[of->refused_count++] = (refused){at, told.judged};
    }
    return cheapest;
}

/* Reports the nearest point and the conflict, if no point meets all aims. In doubt the search was
 * stricter than the verdict is: where that says of the nearest point that all holds, it is the
 * answer. */
static void report_conflict(tune_job *of, const tune_found *found)
{
    wyrm_tuning *out = of->out;
    out->nearest = tuned_of(of, &found->nearest);
    if (out->nearest.holds) {
        out->answers[out->answer_count++] = out->nearest;
        return;
    }
    wyrm_tune_conflict *conflict = base_array(of->arena, wyrm_tune_conflict, found->conflict_count);
    for (size_t i = 0; i < found->conflict_count; i++) {
        for (size_t k = 0; k < of->aim_count; k++)
            if (of->aims[k].target == found->conflict[i])
                conflict[i].target = of->goals->points[of->goal_of[k]].target->name;
        conflict[i].without = tuned_of(of, &found->without[i]);
    }
    out->conflict = conflict;
    out->conflict_count = found->conflict_count;
}

/* The unchanged ruleset is judged first: if it holds, no search is needed. Then rounds of searching
 * and judging follow, until the cheapest answer of a round holds or nothing is found. */
static void tune_all(tune_job *of)
{
    wyrm_tuning *out = of->out;
    const int32_t *zero = base_array(of->arena, int32_t, WYRM_TUNE_KNOBS_MAX);
    const tune_spot now = {.at = zero, .low = zero, .high = zero};
    measure_errors(of);
    out->now = tuned_of(of, &now);
    if (out->now.holds) {
        out->answers[out->answer_count++] = out->now;
        return;
    }
    draw_in(of);
    bool again = true;
    for (int round = 0; again; round++) {
        const tune_problem problem = {.axis_count = out->knob_count,
                                      .aim_count = of->aim_count,
                                      .axes = of->turned.axes,
                                      .aims = of->drawn,
                                      .measure = measure_points,
                                      .context = of,
                                      .tries = of->how.tries > 0 ? of->how.tries
                                               : of->games > 0   ? 400
                                                                 : 0,
                                      .coarse = of->sampled,
                                      .answers_only = round > 0};
        tune_found *found;
        base_must(of->arena, tune_find(&problem, &found, &of->arena->error));
        base_keep(of->arena, found, tune_found_free);
        out->tried = found->tried > out->tried ? found->tried : out->tried;
        out->stopped = found->stopped;
        out->all_measured = found->all_measured;
        if (out->stopped) /* a stop applies to the search, not to the verdicts on what it found */
            of->how.tell = NULL;
        if (found->answer_count == 0) {
            if (round == 0)
                report_conflict(of, found);
            break;
        }
        /* A later round looks for an answer cheaper than those that hold; if none of its answers
         * holds, the earlier ones remain. */
        const wyrm_tuning earlier = *out;
        out->verdict_seed = verdict_seed(of, round);
        again = !keep_answers(of, found) && !out->stopped && round + 1 < ROUNDS;
        if (out->answer_count == 0 && earlier.answer_count > 0)
            *out = earlier;
    }
    if (out->verdict_seed != verdict_seed(of, 0))
        out->now = tuned_of(of, &now);
    list_lost(of);
}

typedef struct beginning {
    const wyrm_design *design;
    const wyrm_tune_options *options;
    wyrm_errors *errors;
} beginning;

static void make_tuning(base_arena *arena, void *result, void *context)
{
    const beginning *from = context;
    tune_job *of = base_new(arena, tune_job);
    *of = (tune_job){.arena = arena,
                     .design = from->design,
                     .how = *from->options,
                     .errors = from->errors,
                     .out = result};
    of->out->seed = of->how.seed;
    of->out->verdict_seed = verdict_seed(of, 0);
    read_knobs(of);
    read_wanted(of);
    read_state(of);
    tune_all(of);
}

wyrm_status wyrm_tune(const wyrm_design *design, const wyrm_tune_options *options,
                      wyrm_tuning **out, wyrm_errors *errors)
{
    static const wyrm_tune_options usual = {.seed = 1};
    const beginning from = {design, options != NULL ? options : &usual, errors};
    wyrm_error error = {.message = ""};
    const wyrm_status status =
        base_make(sizeof **out, make_tuning, (void *)(uintptr_t)&from, out, &error);
    if (status != WYRM_OK && status != WYRM_ERROR_RULESET && error.message[0] != '\0')
        wyrm_errors_add(errors, &error);
    return status;
}

static void validate_knobs(base_arena *arena, void *context)
{
    const beginning *from = context;
    const wyrm_tune_options none = {.knob_count = 0};
    judge_knobs knobs;
    if (wyrm_value_count(wyrm_ruleset_find(wyrm_design_ruleset(from->design), "tune")) > 0)
        judge_read_knobs(arena, from->design, &none, from->errors, &knobs);
}

wyrm_status wyrm_tune_validate(const wyrm_design *design, wyrm_errors *errors)
{
    beginning from = {.design = design, .errors = errors};
    wyrm_error error = {.message = ""};
    const wyrm_status status = base_do(validate_knobs, &from, &error);
    if (status != WYRM_OK && status != WYRM_ERROR_RULESET)
        wyrm_errors_add(errors, &error);
    return status;
}

void wyrm_tuning_free(wyrm_tuning *tuned)
{
    base_unmake(tuned);
}
