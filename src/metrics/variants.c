/* Variants: what the goals of a ruleset become with some of its values changed, and how much of
 * that the change has caused; and variants that are measured elsewhere, part by part.
 *
 * Exact goals are measured once. Games are stored run by run, as what each adds to the figures, so
 * that variants are compared in pairs of runs that had the same luck, by the statistics of the
 * gate. Whatever else is sampled (dungeons, campaigns) is measured in groups with different seeds,
 * the same in every variant: the differences of the groups are a sample of their own, and the
 * interval of its mean is Student's.
 *
 * Goals for which the same bot plays in the same arena share a series of games: each run is played
 * once and stores two numbers for each goal, a numerator (y) and a denominator (x), in the goal's
 * column. A change that makes no valid ruleset is not an error: the variant records why it is
 * refused, and a caller that tries hundreds of them goes on with the next.
 *
 * To measure variants elsewhere, the missing work is cut into parts, each a few games of one
 * variant or its exact goals. A maker gets them as bytes: once what all parts share, the plain
 * ruleset, and for each part its changes. There, a worker opens that variant and measures it as it
 * would be measured here; it returns the numbers of the goals' states and the rows of its runs, so
 * that everything goes on as if it had been measured here. The reason for a refusal is not sent:
 * such a part counts as not done and is measured here in the end.
 *
 * Both sides are the same program on one kind of machine (cli/ranks.c), so numbers are sent in
 * their memory layout. Answers are still checked against what was asked: a part that is too long or
 * too short counts as not done. */
#include <math.h>
#include <string.h>
#include <wyrm/part.h>
#include "metrics/internal.h"

/* ---- what is known of a variant ---- */

#define GROUPS 10 /* groups of samples other than games */
#define NOBODY SIZE_MAX

typedef struct goal_state {
    bool measured;
    judge_figure figure;
    double groups[GROUPS]; /* values in the groups, for samples other than games */
    uint64_t dungeons;     /* per group; 0: not sampled, or from the fights of a duel, which
                              have an interval but no groups */
} goal_state;

/* Games of one bot, or its set fights: what each run adds to each of the goals. */
typedef struct game_series {
    const char *bot, *arena;
    size_t goal_count, first; /* number of its goals; index of the first in `order` */
    uint64_t count, room;
    double *told; /* y and x of every goal, run by run */
} game_series;

struct judge_variant {
    base_arena *arena;
    const judge_goals *goals;
    judge_variant_options how;
    wyrm_design *design;
    int32_t last_depth, last_level; /* of the design, also when it rests; 0: there is none */
    char refused[320];
    goal_state *states;
    size_t series_count;
    game_series *series;
    size_t *order;     /* goals measured by games, grouped by series */
    size_t *series_of; /* by goal; NOBODY: none */
    size_t *column_of; /* by goal measured by games: its column in the rows of the series */
};

const wyrm_design *judge_variant_design(const judge_variant *variant)
{
    return variant->design;
}

/* ---- opening ---- */

size_t judge_first_of_series(const judge_goals *goals, size_t goal, const char *bot)
{
    const judge_target *target = goals->points[goal].target;
    size_t first = 0;
    for (; first < goal; first++) {
        const judge_target *other = goals->points[first].target;
        if (judge_goal_is_played(goals, first) && strcmp(other->arena, target->arena) == 0 &&
            (bot != NULL || strcmp(judge_bot_of(other), judge_bot_of(target)) == 0))
            break;
    }
    return first;
}

/* Finds the goals that share a series of games, and each goal's column in their rows. */
static void sort_games(judge_variant *of)
{
    const judge_goals *goals = of->goals;
    of->order = base_array(of->arena, size_t, goals->count);
    of->series_of = base_array(of->arena, size_t, goals->count);
    of->column_of = base_array(of->arena, size_t, goals->count);
    of->series = base_array(of->arena, game_series, goals->count);
    for (size_t goal = 0; goal < goals->count; goal++) {
        const judge_target *target = goals->points[goal].target;
        of->series_of[goal] = NOBODY;
        if (!judge_goal_is_played(goals, goal))
            continue;
        const size_t first = judge_first_of_series(goals, goal, of->how.bot);
        const bool begins = first == goal;
        const size_t at = begins ? of->series_count++ : of->series_of[first];
        if (begins)
            of->series[at] =
                (game_series){.bot = of->how.bot != NULL ? of->how.bot : judge_bot_of(target),
                              .arena = target->arena};
        of->series_of[goal] = at;
        of->column_of[goal] = of->series[at].goal_count++;
    }
    size_t next = 0;
    for (size_t i = 0; i < of->series_count; i++) {
        of->series[i].first = next;
        for (size_t goal = 0; goal < goals->count; goal++)
            if (of->series_of[goal] == i)
                of->order[next++] = goal;
    }
}

static void release_variant(judge_variant *of)
{
    for (size_t i = 0; i < of->series_count; i++)
        wyrm_free(of->series[i].told);
    wyrm_design_free(of->design);
}

/* Makes the design with its changes, or records why it is refused. Fails only if out of memory.
 * More than WYRM_CHANGES_MAX changes are applied in several steps. */
static wyrm_status make_design(judge_variant *of)
{
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status != WYRM_OK)
        return status;
    for (size_t at = 0; status == WYRM_OK && (at == 0 || at < of->how.count);) {
        const size_t left = of->how.count - at;
        const size_t now = left < WYRM_CHANGES_MAX ? left : WYRM_CHANGES_MAX;
        wyrm_design *before = of->design;
        const wyrm_change *changes = now > 0 ? &of->how.changes[at] : NULL;
        status = wyrm_design_change(before != NULL ? before : of->goals->design, changes, now,
                                    &of->design, errors);
        wyrm_design_free(before);
        at += now + (now == 0);
    }
    if (status != WYRM_OK && status != WYRM_ERROR_MEMORY)
        base_utf8_copy(of->refused, sizeof of->refused,
                       wyrm_errors_kept(errors) > 0 ? wyrm_errors_at(errors, 0)->message
                                                    : "it makes no ruleset");
    if (status == WYRM_OK) {
        of->last_depth = wyrm_design_last_depth(of->design);
        of->last_level = wyrm_growth_last_level(wyrm_design_growth(of->design));
    }
    wyrm_errors_free(errors);
    return status == WYRM_ERROR_MEMORY ? status : WYRM_OK;
}

typedef struct opening {
    const judge_goals *goals;
    const judge_variant_options *how;
} opening;

static void open_variant(base_arena *arena, void *result, void *context)
{
    const opening *from = context;
    judge_variant *of = result;
    const judge_variant_options *how = from->how;
    const char **without = base_array(arena, const char *, how->without_count);
    of->arena = arena;
    of->goals = from->goals;
    of->how = *how;
    of->how.bot = base_copy(arena, how->bot);
    for (size_t i = 0; i < how->without_count; i++)
        without[i] = base_copy(arena, how->without[i]);
    of->how.without = without;
    of->states = base_array(arena, goal_state, of->goals->count);
    sort_games(of);
    base_keep(arena, of, release_variant);
    const wyrm_status status = how->rests ? WYRM_OK : make_design(of);
    if (status != WYRM_OK)
        base_fail(arena, status);
}

wyrm_status judge_variant_open(const judge_goals *goals, const judge_variant_options *variation,
                               judge_variant **out, wyrm_error *error)
{
    opening from = {goals, variation};
    return base_make(sizeof **out, open_variant, &from, out, error);
}

void judge_variant_free(judge_variant *variant)
{
    base_unmake(variant);
}

const char *judge_variant_refused(const judge_variant *variant)
{
    return variant->refused[0] != '\0' ? variant->refused : NULL;
}

void judge_variant_rest(judge_variant *variant)
{
    wyrm_design_free(variant->design);
    variant->design = NULL;
}

/* ---- measuring ---- */

typedef struct measuring {
    judge_variant *of;
    const bool *which;
    const judge_spending *spending;
    judge_work *work;          /* made from the changed design, with the seed of the first group */
    const game_series *played; /* series being played */
    wyrm_arena arena;          /* its arena, for set fights */
    double *row;               /* where the next run stores its numbers */
    base_part part;            /* progress of the current part */
    const char *trouble;       /* why a goal cannot be measured */
} measuring;

/* Begins the judging of one group. Groups differ only in their seed, and a group has the same seed
 * in every variant, which keeps the differences between variants small. */
static judge_work *begin_work(base_arena *arena, measuring *to, uint64_t group)
{
    const judge_spending *spending = to->spending;
    const uint64_t dungeons = spending->dungeons > 0 ? spending->dungeons : JUDGE_DUNGEONS;
    judge_work *work = judge_begin(arena, to->of->design, to->of->goals->seed + group);
    work->effort.exactly = (dungeons + GROUPS - 1) / GROUPS;
    work->threads = spending->threads;
    if (spending->progress != NULL) {
        work->progress = base_report_part;
        work->context = &to->part;
    }
    judge_read_targets(work, NULL);
    return work;
}

judge_measure judge_measure_goal(judge_work *work, const judge_point *goal, size_t index)
{
    static const char nowhere[] = "the ruleset has no such place";
    static const char refused[] = "the ruleset does not allow it to be measured";
    const judge_point *point = judge_point_like(work->targets, goal, index);
    judge_measure out = {.value = (double)NAN, .why = nowhere, .verdict = WYRM_FAIL};
    if (point == NULL)
        return out;
    const wyrm_status status = judge_try_point(work, point, &out);
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
        base_fail(work->arena, status);
    if (status != WYRM_OK)
        out = (judge_measure){.value = (double)NAN, .why = refused, .verdict = WYRM_FAIL};
    return out;
}

static judge_figure exactly(double value, const char *why)
{
    return (judge_figure){.value = value, .why = why, .ci95 = {value, value}};
}

/* What rounding errors alone make of a difference of nothing. */
#define ROUNDED 1e-12

/* Returns the mean of the groups with Student's interval. If all groups are equal, an outcome that
 * was not seen may still occur: its chance is the upper end of the interval for 0 of so many
 * dungeons, and it may differ by `apart`. That all of them differ by the same amount, though, is no
 * chance: nothing that is 0 on average does. */
static judge_figure of_groups(const double values[GROUPS], uint64_t dungeons, double apart)
{
    wyrm_moments all = {.range = WYRM_ANY};
    for (int i = 0; i < GROUPS; i++)
        wyrm_moments_add(&all, values[i]);
    judge_figure out = {.value = all.mean, .sampled = true, .p = 1};
    const double error = wyrm_moments_sd(&all) / sqrt(GROUPS);
    double half = wyrm_t_quantile(0.975, GROUPS - 1) * error;
    if (!(error > 0)) { /* true for infinite values, too */
        half = fmax(apart, fabs(all.mean)) *
               wyrm_share_interval(0, dungeons * GROUPS, JUDGE_CONFIDENCE).high;
        out.p = isfinite(all.mean) && fabs(all.mean) > ROUNDED ? 0 : 1;
    } else
        out.p = 2 * wyrm_t_cdf(-fabs(all.mean) / error, GROUPS - 1);
    out.ci95 = (wyrm_interval){all.mean - half, all.mean + half};
    return out;
}

/* Whether the figure is sampled from the fights of a duel, which has an interval but no groups. */
static bool is_of_fights(const goal_state *state)
{
    return state->figure.sampled && state->dungeons == 0;
}

/* Returns a figure known only by its interval; p is that of a normal distribution of this width. */
static judge_figure within(double value, wyrm_interval ci95)
{
    const double error = (ci95.high - ci95.low) / (2 * JUDGE_NORMAL_95);
    return (judge_figure){.value = value,
                          .sampled = true,
                          .ci95 = ci95,
                          .p = error > 0 ? 2 * wyrm_t_cdf(-fabs(value) / error, INFINITY) : 1};
}

/* Estimates the standard deviation of a single dungeon from those of the groups' means. */
static double spread_of(const goal_state *state)
{
    wyrm_moments all = {.range = WYRM_ANY};
    for (int i = 0; i < GROUPS; i++)
        wyrm_moments_add(&all, state->groups[i]);
    return wyrm_moments_sd(&all) * sqrt((double)state->dungeons);
}

/* Measures all goals without games in the first group, and those that turn out to be sampled in the
 * other groups, too. */
static void measure_groups(base_arena *arena, void *context)
{
    measuring *to = context;
    judge_variant *of = to->of;
    for (uint64_t group = 0; group < GROUPS; group++) {
        size_t sampled = 0;
        judge_work *work = begin_work(arena, to, group);
        for (size_t goal = 0; goal < of->goals->count; goal++) {
            goal_state *state = &of->states[goal];
            if (judge_goal_is_played(of->goals, goal) || state->measured ||
                (to->which != NULL && !to->which[goal]) ||
                (group > 0 && (!state->figure.sampled || is_of_fights(state))))
                continue;
            const judge_measure made = judge_measure_goal(work, &of->goals->points[goal], goal);
            state->figure.why = isnan(made.value) ? made.why : state->figure.why;
            if (group == 0)
                state->figure = exactly(made.value, isnan(made.value) ? state->figure.why : NULL);
            state->figure.sampled |= made.sampled;
            state->groups[group] = made.value;
            state->dungeons = made.of_fights ? 0 : work->effort.exactly;
            if (is_of_fights(state))
                state->figure = within(made.value, made.ci95);
            sampled += state->figure.sampled && !is_of_fights(state);
        }
        to->part.from += to->part.share / GROUPS;
        if (sampled == 0)
            break;
    }
    for (size_t goal = 0; goal < of->goals->count; goal++) {
        goal_state *state = &of->states[goal];
        if (judge_goal_is_played(of->goals, goal) || state->measured ||
            (to->which != NULL && !to->which[goal]))
            continue;
        if (state->figure.sampled && !is_of_fights(state)) {
            const char *why = state->figure.why;
            const wyrm_interval *limits = &of->goals->points[goal].target->limits;
            state->figure = of_groups(state->groups, state->dungeons, spread_of(state));
            state->figure.why = why;
            /* Student's interval knows of no share below 0 */
            state->figure.ci95.low = fmax(state->figure.ci95.low, limits->low);
            state->figure.ci95.high = fmin(state->figure.ci95.high, limits->high);
        }
        state->measured = true;
    }
}

/* ---- games ---- */

static wyrm_status add_run(const wyrm_run *run, void *context, wyrm_error *error)
{
    measuring *to = context;
    const judge_variant *of = to->of;
    (void)error;
    if (of->how.hear != NULL)
        of->how.hear(run, of->how.context);
    for (size_t i = 0; i < to->played->goal_count; i++) {
        const size_t goal = of->order[to->played->first + i];
        const judge_point *point =
            judge_point_like(to->work->targets, &of->goals->points[goal], goal);
        double x = 0, y = point != NULL ? judge_run_value(point, run, &x) : 0;
        *to->row++ = y;
        *to->row++ = x;
    }
    return WYRM_OK;
}

/* Grows the rows of a series to so many runs; false if out of memory. */
static bool make_room(game_series *games, uint64_t runs)
{
    if (runs <= games->room)
        return true;
    double *told = base_resize(games->told, runs * games->goal_count * 2 * sizeof *told);
    if (told == NULL)
        return false;
    games->told = told;
    games->room = runs;
    return true;
}

/* Plays the missing runs of a series and appends their rows. A variant that is measured again with
 * more games plays only the rest, and gets the same games as if measured at once. */
static void play_missing(base_arena *arena, measuring *to, game_series *games)
{
    const judge_variant *of = to->of;
    wyrm_summary *summary;
    wyrm_sim_options options = {
        .run = {.without = of->how.without, .without_count = of->how.without_count},
        .seed = of->goals->seed,
        .first = games->count,
        .runs = to->spending->games - games->count,
        .threads = to->spending->threads,
        .take = add_run,
        .take_context = to,
        .progress = judge_report_runs,
        .progress_context = &to->part,
        .maker = to->spending->maker};
    base_must(arena, wyrm_bot_find(games->bot, &options.run.bot, &arena->error));
    if (games->arena[0] != '\0') {
        base_must(arena, wyrm_arena_find(of->design, games->arena, &to->arena, &arena->error));
        options.run.arena = &to->arena;
    }
    if (!make_room(games, to->spending->games))
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    to->played = games;
    to->row = games->told + games->count * games->goal_count * 2;
    base_must(arena, wyrm_simulate(of->design, &options, &summary, &arena->error));
    wyrm_summary_free(summary);
    games->count = to->spending->games;
}

static bool is_wanted(const measuring *to, const game_series *games)
{
    for (size_t i = 0; i < games->goal_count; i++)
        if (to->which == NULL || to->which[to->of->order[games->first + i]])
            return games->count < to->spending->games;
    return false;
}

/* Plays the series for which more games are wanted than they have; nothing is played twice. */
static void measure_games(base_arena *arena, void *context)
{
    measuring *to = context;
    judge_variant *of = to->of;
    size_t wanted = 0;
    for (size_t i = 0; i < of->series_count; i++)
        wanted += is_wanted(to, &of->series[i]);
    if (wanted == 0)
        return;
    to->work = begin_work(arena, to, 0);
    to->part.share = (1 - to->part.from) / (double)wanted;
    for (size_t i = 0; i < of->series_count; i++)
        if (is_wanted(to, &of->series[i])) {
            play_missing(arena, to, &of->series[i]);
            to->part.from += to->part.share;
        }
}

wyrm_status judge_variant_measure(judge_variant *variant, const bool *which,
                                  const judge_spending *spending, wyrm_error *error)
{
    measuring to = {.of = variant, .which = which, .spending = spending};
    wyrm_error trouble = {.message = ""};
    if (judge_variant_refused(variant) != NULL)
        return WYRM_OK;
    if (variant->design == NULL && make_design(variant) != WYRM_OK)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (judge_variant_refused(variant) != NULL)
        return WYRM_OK;
    to.part = (base_part){spending->progress, spending->context, 0,
                          variant->series_count > 0 && spending->games > 0 ? 0.2 : 1};
    wyrm_status status = base_do(measure_groups, &to, &trouble);
    to.part.from = to.part.share;
    if (status == WYRM_OK)
        status = base_do(measure_games, &to, &trouble);
    if (status == WYRM_OK)
        return status;
    if (status == WYRM_ERROR_MEMORY || status == WYRM_ERROR_LIMIT)
        return wyrm_fail(error, status, "%s", trouble.message);
    /* its targets are invalid, or no game can be started */
    wyrm_design_free(variant->design);
    variant->design = NULL;
    base_utf8_copy(variant->refused, sizeof variant->refused,
                   trouble.message[0] != '\0' ? trouble.message : "its targets make no sense");
    return WYRM_OK;
}

/* ---- figures ---- */

uint64_t judge_variant_games(const judge_variant *variant, size_t goal)
{
    const size_t games = variant->series_of[goal];
    return games == NOBODY ? 0 : variant->series[games].count;
}

static uint64_t number_of(const void *side, size_t run)
{
    (void)side;
    return run;
}

/* A ratio takes all runs, also those with x = 0; other kinds leave these out. */
static double value_of(const void *side, const gate_metric *metric, size_t run, double *x)
{
    const judge_variant *of = side;
    const game_series *games = &of->series[of->series_of[metric->which]];
    const double *told = &games->told[2 * (run * games->goal_count + of->column_of[metric->which])];
    *x = told[1];
    return metric->kind == GATE_RATIO || told[1] > 0 ? told[0] : (double)NAN;
}

/* A goal of games as a metric of the gate. */
static gate_metric metric_of(const judge_variant *of, size_t goal)
{
    static const wyrm_range ranges[] = {
        [GATE_MEAN] = WYRM_AMOUNT, [GATE_YES_NO] = WYRM_SHARE, [GATE_RATIO] = WYRM_ANY};
    const judge_point *point = &of->goals->points[goal];
    const gate_kind kind = judge_run_kind(point);
    return (gate_metric){.name = "",
                         .unit = "",
                         .kind = kind,
                         .range = judge_is_share(point->target->metric) ? WYRM_SHARE : ranges[kind],
                         .which = goal};
}

/* Compares the games of two variants for a goal; false if there are none. */
static bool compare_games(const judge_variant *before, const judge_variant *after, size_t goal,
                          double confidence, wyrm_gate *out)
{
    const gate_metric metric = metric_of(before, goal);
    const gate_view sides[] = {{before, judge_variant_games(before, goal), number_of, value_of},
                               {after, judge_variant_games(after, goal), number_of, value_of}};
    const size_t count = sides[0].count < sides[1].count ? sides[0].count : sides[1].count;
    /* A single look at all runs: the gate's statistics without its stopping rule. */
    const gate_terms terms = {.may_pair = true, .count = 1, .metrics = &metric};
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.exactly = count}, 1);
    if (count == 0 || !wyrm_looks_next(&looks))
        return false;
    looks.confidence = confidence;
    gate_compare(sides, 1, &terms, &looks, out);
    return out->count > 0;
}

static const judge_figure unknown = {.value = (double)NAN,
                                     .why = "no game tells anything about it",
                                     .sampled = true,
                                     .ci95 = {-(double)INFINITY, (double)INFINITY},
                                     .p = 1};

static judge_figure refused(const judge_variant *variant)
{
    return exactly((double)NAN, variant->refused);
}

/* By itself a figure has the interval that a simulation of its games gives it (look_at in
 * metrics.c), which knows where shares end and what range amounts have: one of differences, as the
 * gate makes, does not. */
judge_figure judge_variant_figure(const judge_variant *variant, size_t goal)
{
    if (judge_variant_refused(variant) != NULL)
        return refused(variant);
    if (!judge_goal_is_played(variant->goals, goal))
        return variant->states[goal].figure;
    const gate_metric metric = {.kind = GATE_RATIO, .which = goal};
    wyrm_moments all =
        judge_run_sample(&variant->goals->points[goal], variant->last_depth, variant->last_level);
    bool yes_no = all.range == WYRM_SHARE;
    double sum = 0;
    for (size_t run = 0; run < judge_variant_games(variant, goal); run++) {
        double x, y = value_of(variant, &metric, run, &x);
        if (!(x > 0))
            continue;
        wyrm_moments_add(&all, y);
        sum += y;
        yes_no = yes_no && (y <= 0 || y >= 1);
    }
    if (all.count == 0)
        return unknown;
    return (judge_figure){
        .value = sum / (double)all.count,
        .sampled = true,
        .p = 1,
        .ci95 = yes_no ? wyrm_share_interval((uint64_t)sum, all.count, JUDGE_CONFIDENCE)
                       : wyrm_mean_interval(&all, JUDGE_CONFIDENCE)};
}

/* Whether a figure is known to the last digit although it is of games: a level where nobody gains
 * any. Then no other games would tell another one. */
static bool is_certain(const judge_figure *of)
{
    return of->sampled && !(of->ci95.low < of->ci95.high);
}

/* A difference of such figures. */
static judge_figure certainly(double value)
{
    judge_figure out = exactly(value, NULL);
    out.p = value < 0 || value > 0 ? 0 : 1;
    return out;
}

judge_figure judge_variant_change(const judge_variant *before, const judge_variant *after,
                                  size_t goal, double confidence)
{
    wyrm_gate gate;
    if (judge_variant_refused(before) != NULL || judge_variant_refused(after) != NULL)
        return refused(judge_variant_refused(before) != NULL ? before : after);
    if (judge_goal_is_played(before->goals, goal)) {
        if (!compare_games(before, after, goal, confidence, &gate))
            return unknown;
        const wyrm_gate_row *row = &gate.rows[0];
        const judge_figure sides[] = {judge_variant_figure(before, goal),
                                      judge_variant_figure(after, goal)};
        if (is_certain(&sides[0]) && is_certain(&sides[1]))
            return certainly(sides[1].value - sides[0].value);
        judge_figure out = {
            .value = row->difference, .sampled = true, .ci95 = row->ci95, .p = row->p};
        if (judge_is_share(before->goals->points[goal].target->metric) &&
            wyrm_interval_is_known(out.ci95)) /* a share moves by 1 at most */
            out.ci95 = (wyrm_interval){fmax(out.ci95.low, -1), fmin(out.ci95.high, 1)};
        return out;
    }
    const goal_state *a = &before->states[goal], *b = &after->states[goal];
    if (a->figure.sampled && b->figure.sampled && a->dungeons == b->dungeons && a->dungeons > 0) {
        double values[GROUPS];
        for (int i = 0; i < GROUPS; i++)
            values[i] = b->groups[i] - a->groups[i];
        return of_groups(values, a->dungeons, M_SQRT2 * fmax(spread_of(a), spread_of(b)));
    }
    /* equal, including both infinite or both NAN */
    const bool same = !(a->figure.value < b->figure.value || a->figure.value > b->figure.value) &&
                      isnan(a->figure.value) == isnan(b->figure.value);
    judge_figure out = exactly(same ? 0 : b->figure.value - a->figure.value,
                               a->figure.why != NULL ? a->figure.why : b->figure.why);
    out.p = same ? 1 : 0;
    if (same && is_of_fights(a) && is_of_fights(b)) /* the same fights */
        return out;
    if (is_of_fights(a) || is_of_fights(b))
        return within(out.value, wyrm_difference_interval(b->figure.value, b->figure.ci95,
                                                          a->figure.value, a->figure.ci95));
    if (a->figure.sampled || b->figure.sampled) { /* only one of them is exact */
        out.sampled = true;
        out.ci95 = wyrm_difference_interval(b->figure.value, b->figure.ci95, a->figure.value,
                                            a->figure.ci95);
        out.p = out.ci95.low > 0 || out.ci95.high < 0 ? 1 - JUDGE_CONFIDENCE : 1;
    }
    return out;
}

/* ---- contrasts ---- */

/* The games of a variant, and how they count for a goal. */
typedef struct contrasted {
    const judge_variant *of;
    gate_metric metric;
    gate_influence influence;
} contrasted;

static contrasted contrasted_of(const judge_variant *of, size_t goal, size_t runs)
{
    contrasted out = {.of = of, .metric = metric_of(of, goal)};
    double y = 0, x = 0, one = 1;
    for (size_t run = 0; run < runs && out.metric.kind == GATE_RATIO; run++) {
        y += value_of(of, &out.metric, run, &one);
        x += one;
    }
    out.influence = (gate_influence){y / x, x / (double)runs};
    return out;
}

/* Combines the weighted values of all variants into one number for each run: the mean is the
 * contrast, the spread gives its interval. Runs without a value in some variant are left out. */
static judge_figure of_runs(const contrasted *sides, const double *weights, size_t count,
                            size_t runs, double confidence)
{
    const gate_kind kind = sides[0].metric.kind;
    wyrm_moments all = {.range = WYRM_ANY}, plain = {.range = WYRM_ANY};
    double heavy = 0;
    uint64_t differing = 0;
    bool whole = true;
    for (size_t i = 0; i < count; i++)
        heavy += fabs(weights[i]);
    for (size_t run = 0; run < runs; run++) {
        double value = 0, size = 0, first_x = 1;
        const double first_y = value_of(sides[0].of, &sides[0].metric, run, &first_x);
        bool differs = false;
        for (size_t i = 0; i < count; i++) {
            double x = 1;
            const double y = value_of(sides[i].of, &sides[i].metric, run, &x);
            const double one = weights[i] * gate_value_of(kind, &sides[i].influence, y, x);
            value += one;
            size += fabs(one);
            whole = whole && (isnan(y) || y == floor(y));
            differs = differs || y < first_y || y > first_y || x < first_x || x > first_x;
        }
        if (isnan(value))
            continue;
        if (fabs(value) <= 1e-12 * fmax(size, heavy)) /* what rounding leaves of equal runs */
            value = 0;
        wyrm_moments_add(&all, value);
        wyrm_moments_add(&plain, gate_value_of(kind, &sides[0].influence, first_y, first_x));
        differing += differs;
    }
    if (all.count < 2)
        return unknown;
    judge_figure out = {.value = all.mean, .sampled = true, .p = 1};
    const double error = wyrm_moments_sd(&all) / sqrt((double)all.count);
    if (error > 0)
        out.p = 2 * wyrm_t_cdf(-fabs(all.mean) / error, (double)all.count - 1);
    const double least = judge_least_apart(&sides[0].metric, whole, sides[0].influence.size);
    const double apart = fmax(wyrm_moments_sd(&plain), least) * heavy;
    out.ci95 = judge_interval_of_pairs(&all, differing, apart, confidence);
    return out;
}

typedef struct contrasting {
    const judge_variant *const *of;
    const double *weights;
    size_t count, goal;
    double confidence;
    judge_figure out;
} contrasting;

static void contrast_games(base_arena *arena, void *context)
{
    contrasting *to = context;
    contrasted *sides = base_array(arena, contrasted, to->count);
    uint64_t runs = UINT64_MAX;
    bool certain = true;
    double sum = 0;
    for (size_t i = 0; i < to->count; i++) {
        const uint64_t games = judge_variant_games(to->of[i], to->goal);
        const judge_figure figure = judge_variant_figure(to->of[i], to->goal);
        runs = games < runs ? games : runs;
        certain = certain && is_certain(&figure);
        sum += to->weights[i] * figure.value;
    }
    if (certain) {
        to->out = certainly(sum);
        return;
    }
    for (size_t i = 0; i < to->count; i++)
        sides[i] = contrasted_of(to->of[i], to->goal, (size_t)runs);
    to->out = of_runs(sides, to->weights, to->count, (size_t)runs, to->confidence);
}

wyrm_status judge_variant_contrast(const judge_variant *const *of, const double *weights,
                                   size_t count, size_t goal, double confidence, judge_figure *out,
                                   wyrm_error *error)
{
    contrasting games = {of, weights, count, goal, confidence, unknown};
    double sum = 0, size = 0, apart = 0, squares = 0, groups[GROUPS] = {0};
    size_t sampled = 0, fought = 0;
    for (size_t i = 0; i < count; i++)
        if (judge_variant_refused(of[i]) != NULL) {
            *out = refused(of[i]);
            return WYRM_OK;
        }
    if (judge_goal_is_played(of[0]->goals, goal)) {
        const wyrm_status status = base_do(contrast_games, &games, error);
        *out = games.out;
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        const goal_state *state = &of[i]->states[goal];
        sum += weights[i] * state->figure.value;
        size = fmax(size, fabs(weights[i] * state->figure.value));
        sampled += state->figure.sampled;
        fought += is_of_fights(state);
        const double half = (state->figure.ci95.high - state->figure.ci95.low) / 2 * weights[i];
        squares += state->figure.sampled ? half * half : 0;
        apart = fmax(apart, state->figure.sampled ? fabs(weights[i]) * spread_of(state) : 0);
        for (int g = 0; g < GROUPS; g++)
            groups[g] +=
                weights[i] * (state->figure.sampled ? state->groups[g] : state->figure.value);
    }
    if (fought > 0 && fabs(sum) > 1e-9 * size) {
        const double half = sqrt(squares);
        *out = within(sum, (wyrm_interval){sum - half, sum + half});
        return WYRM_OK;
    }
    if (sampled > 0 && fought == 0) {
        *out = of_groups(groups, of[0]->states[goal].dungeons, 2 * apart);
        return WYRM_OK;
    }
    *out = exactly(fabs(sum) <= 1e-9 * size ? 0 : sum, NULL);
    out->p = fabs(out->value) > 0 ? 0 : 1;
    return WYRM_OK;
}

/* ---- parts: format ---- */

/* A part of the work on a variant, whose variation is changes only: the exact goals, and the games
 * from `first` to before `games`. `had` games were played before any part. */
typedef struct piece {
    bool exact;
    uint64_t had, first, games;
} piece;

static const char common_mark[8] = "parts 1";

typedef struct common_head { /* followed by the ruleset */
    char mark[sizeof common_mark];
    uint64_t seed, dungeons;
} common_head;

typedef struct part_head { /* followed by path and text of each change, each with its NUL */
    uint64_t exact, first, games, changes;
} part_head;

#define PART_GAMES_MAX 1000000

enum { STATE = 6 + GROUPS }; /* numbers that describe the state of a goal */

static size_t row_of(const game_series *games)
{
    return 2 * games->goal_count;
}

static size_t numbers_of(const judge_variant *of, const piece *one)
{
    size_t count = 1 + one->exact * of->goals->count * STATE;
    for (size_t i = 0; i < of->series_count; i++)
        count += row_of(&of->series[i]) * (size_t)(one->games - one->first);
    return count;
}

/* ---- parts: the side that asks ---- */

/* Stores what is missing until each bot has played `games` games; false if nothing is. */
static bool find_missing(const judge_variant *of, uint64_t games, piece *out)
{
    *out = (piece){.games = games, .first = games};
    for (size_t goal = 0; goal < of->goals->count; goal++)
        out->exact |= !judge_goal_is_played(of->goals, goal) && !of->states[goal].measured;
    for (size_t i = 0; i < of->series_count; i++)
        if (of->series[i].count < out->first)
            out->first = of->series[i].count;
    out->had = out->first;
    return judge_variant_refused(of) == NULL && (out->exact || out->first < games);
}

static wyrm_bytes common_bytes(base_arena *arena, const judge_goals *goals, uint64_t dungeons)
{
    common_head head = {.seed = goals->seed, .dungeons = dungeons};
    char *text;
    base_must(arena, wyrm_ruleset_dump(wyrm_design_ruleset(goals->design), &text, &arena->error));
    base_keep(arena, text, wyrm_free);
    unsigned char *bytes = base_take(arena, sizeof head + strlen(text), 1);
    memcpy(head.mark, common_mark, sizeof common_mark);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, text, strlen(text));
    return (wyrm_bytes){bytes, sizeof head + strlen(text)};
}

static wyrm_bytes part_bytes(base_arena *arena, const judge_variant *of, const piece *one)
{
    const part_head head = {one->exact, one->first, one->games, of->how.count};
    const wyrm_change *changes = of->how.changes;
    size_t length = sizeof head;
    for (size_t i = 0; i < of->how.count; i++)
        length += strlen(changes[i].path) + strlen(changes[i].text) + 2;
    unsigned char *bytes = base_take(arena, length, 1), *at = bytes + sizeof head;
    memcpy(bytes, &head, sizeof head);
    for (size_t i = 0; i < 2 * of->how.count; i++) {
        const char *text = i % 2 == 0 ? changes[i / 2].path : changes[i / 2].text;
        memcpy(at, text, strlen(text) + 1);
        at += strlen(text) + 1;
    }
    return (wyrm_bytes){bytes, length};
}

/* Stores the numbers of a part; the parts of a variant arrive in order. The first number says
 * whether the part was done. Rows of games must be contiguous, so a missing part resets all series
 * to what they had before any part: the variant then lacks those games, and they are measured
 * again. */
static wyrm_status take_numbers(judge_variant *of, const piece *one, const double *numbers,
                                size_t count, wyrm_error *error)
{
    bool done = count == numbers_of(of, one) && numbers[0] > 0;
    for (size_t i = 0; i < of->series_count; i++)
        done = done && of->series[i].count == one->first;
    for (size_t i = 0; i < of->series_count && !done; i++)
        of->series[i].count = one->had;
    if (!done)
        return WYRM_OK;
    numbers++;
    for (size_t goal = 0; goal < of->goals->count && one->exact; goal++, numbers += STATE)
        if (!judge_goal_is_played(of->goals, goal)) {
            goal_state *state = &of->states[goal];
            state->measured = true;
            state->figure = (judge_figure){.value = numbers[0],
                                           .sampled = numbers[1] > 0,
                                           .ci95 = {numbers[2], numbers[3]},
                                           .p = numbers[4]};
            state->dungeons = (uint64_t)fmax(0, fmin(numbers[5], 1e15));
            memcpy(state->groups, numbers + 6, sizeof state->groups);
        }
    for (size_t i = 0; i < of->series_count; i++) {
        game_series *games = &of->series[i];
        const size_t fresh = row_of(games) * (size_t)(one->games - one->first);
        if (!make_room(games, one->games))
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        if (fresh > 0)
            memcpy(games->told + one->first * row_of(games), numbers, fresh * sizeof *numbers);
        numbers += fresh;
        games->count = one->games;
    }
    return WYRM_OK;
}

typedef struct parted {
    base_arena *arena;
    const judge_elsewhere *how;
    size_t count, room, next;
    wyrm_bytes *bytes;
    piece *parts;
    judge_variant **variants;
} parted;

static wyrm_status take_part(const double *numbers, size_t count, void *context, wyrm_error *error)
{
    parted *to = context;
    const size_t at = to->next++;
    if (at >= to->count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "the maker does more parts than it was to do");
    const wyrm_status status =
        take_numbers(to->variants[at], &to->parts[at], numbers, count, error);
    if (status != WYRM_OK ||
        to->how->progress((double)to->next / (double)to->count, to->how->context))
        return status;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "stopped before all runs were done");
}

/* Appends a part. The three arrays share `room`, which only the last base_grow() updates. */
static void add_part(parted *to, judge_variant *variant, const piece *one)
{
    base_arena *arena = to->arena;
    size_t room = to->room;
    to->parts = base_grow(arena, to->parts, to->count, &room, sizeof *to->parts);
    room = to->room;
    to->variants = base_grow(arena, to->variants, to->count, &room, sizeof *to->variants);
    to->bytes = base_grow(arena, to->bytes, to->count, &to->room, sizeof *to->bytes);
    to->parts[to->count] = *one;
    to->variants[to->count] = variant;
    to->bytes[to->count++] = part_bytes(arena, variant, one);
}

void judge_measure_elsewhere(base_arena *arena, const judge_elsewhere *how, judge_wanted *wanted,
                             size_t count)
{
    parted to = {.arena = arena, .how = how};
    piece all;
    for (size_t i = 0; i < count; i++) {
        if (!find_missing(wanted[i].variant, wanted[i].games, &all))
            continue;
        for (piece one = all; one.exact || one.first < all.games;
             one.exact = false, one.first = one.games) {
            one.games = one.first + how->part_games;
            one.games = one.games < all.games ? one.games : all.games;
            add_part(&to, wanted[i].variant, &one);
        }
    }
    const wyrm_parts_wanted parts = {common_bytes(arena, how->goals, how->dungeons), to.count,
                                     to.bytes};
    if (to.count > 0)
        base_must(arena,
                  how->maker->measure(&parts, take_part, &to, how->maker->context, &arena->error));
    for (size_t i = 0; i < count; i++)
        wanted[i].lacks = find_missing(wanted[i].variant, wanted[i].games, &all);
}

/* ---- parts: the side that works ---- */

struct wyrm_part_worker {
    wyrm_design *design;
    const judge_goals *goals;
    uint64_t dungeons;
    double *numbers; /* of the last part; returned to the caller */
};

static void give_numbers(const judge_variant *of, const piece *one, double *numbers)
{
    *numbers++ = 1;
    for (size_t goal = 0; goal < of->goals->count && one->exact; goal++, numbers += STATE) {
        const goal_state *state = &of->states[goal];
        const judge_figure *figure = &state->figure;
        const double some[] = {figure->value,     figure->sampled, figure->ci95.low,
                               figure->ci95.high, figure->p,       (double)state->dungeons};
        memcpy(numbers, some, sizeof some);
        memcpy(numbers + COUNT_OF(some), state->groups, sizeof state->groups);
    }
    for (size_t i = 0; i < of->series_count; i++) {
        const game_series *games = &of->series[i];
        const size_t fresh = row_of(games) * (size_t)(one->games - one->first);
        if (fresh > 0)
            memcpy(numbers, games->told + one->first * row_of(games), fresh * sizeof *numbers);
        numbers += fresh;
    }
}

static void make_worker(base_arena *arena, void *result, void *context)
{
    const wyrm_bytes *common = context;
    wyrm_part_worker *out = result;
    common_head head = {.seed = 0};
    if (common->length >= sizeof head)
        memcpy(&head, common->at, sizeof head);
    if (memcmp(head.mark, common_mark, sizeof common_mark) != 0)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "this is not what is common to parts");
    const wyrm_status status =
        wyrm_design_parse_alone("ruleset of parts", (const char *)common->at + sizeof head,
                                common->length - sizeof head, &out->design, NULL);
    if (status != WYRM_OK)
        base_refuse(arena, status, "the ruleset of parts cannot be read");
    base_keep(arena, out->design, wyrm_design_free);
    out->goals = judge_goals_of(arena, out->design, head.seed);
    out->dungeons = head.dungeons;
}

wyrm_status wyrm_part_worker_new(wyrm_bytes common, wyrm_part_worker **out, wyrm_error *error)
{
    return base_make(sizeof **out, make_worker, &common, out, error);
}

void wyrm_part_worker_free(wyrm_part_worker *worker)
{
    if (worker != NULL)
        wyrm_free(worker->numbers);
    base_unmake(worker);
}

typedef struct doing {
    wyrm_part_worker *by;
    wyrm_bytes bytes;
    size_t count; /* how many numbers there are */
} doing;

/* Reads the changes of a part. Their texts stay in its bytes, each up to its NUL. */
static const wyrm_change *read_changes(base_arena *arena, wyrm_bytes left, size_t count)
{
    wyrm_change *changes = base_array(arena, wyrm_change, count);
    for (size_t i = 0; i < 2 * count; i++) {
        const char *text = (const char *)left.at;
        const char *end = left.length > 0 ? memchr(text, '\0', left.length) : NULL;
        if (end == NULL)
            base_refuse(arena, WYRM_ERROR_SYNTAX, "a broken part");
        *(i % 2 == 0 ? &changes[i / 2].path : &changes[i / 2].text) = text;
        left.length -= (size_t)(end + 1 - text);
        left.at += end + 1 - text;
    }
    return changes;
}

/* Measures a part. Damaged bytes could ask for anything, so all numbers are checked first. */
static void do_part(base_arena *arena, void *context)
{
    doing *of = context;
    wyrm_part_worker *by = of->by;
    const judge_goals *goals = by->goals;
    wyrm_bytes left = of->bytes;
    part_head head = {.first = 1};
    judge_variant *variant;
    if (left.length >= sizeof head)
        memcpy(&head, left.at, sizeof head);
    if (head.first > head.games || head.games > PART_GAMES_MAX || head.changes > left.length)
        base_refuse(arena, WYRM_ERROR_SYNTAX, "a broken part");
    left.at += sizeof head;
    left.length -= sizeof head;
    const piece one = {head.exact != 0, head.first, head.first, head.games};
    const judge_variant_options how = {.count = head.changes,
                                       .changes = read_changes(arena, left, head.changes)};
    bool *played = base_array(arena, bool, goals->count);
    for (size_t i = 0; i < goals->count; i++)
        played[i] = judge_goal_is_played(goals, i);
    base_must(arena, judge_variant_open(goals, &how, &variant, &arena->error));
    base_keep(arena, variant, judge_variant_free);
    for (size_t i = 0; i < variant->series_count; i++)
        variant->series[i].count = one.first;
    /* Earlier games count as played: their rows stay uninitialized, and are never read here. */
    const judge_spending spending = {.games = one.games, .dungeons = by->dungeons, .threads = 1};
    base_must(arena,
              judge_variant_measure(variant, one.exact ? NULL : played, &spending, &arena->error));
    of->count = judge_variant_refused(variant) == NULL ? numbers_of(variant, &one) : 1;
    wyrm_free(by->numbers);
    by->numbers = base_zeroed(of->count, sizeof *by->numbers);
    if (by->numbers == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    if (judge_variant_refused(variant) == NULL)
        give_numbers(variant, &one, by->numbers);
}

wyrm_status wyrm_part_do(wyrm_part_worker *worker, wyrm_bytes part, const double **numbers,
                         size_t *count, wyrm_error *error)
{
    doing of = {worker, part, 0};
    const wyrm_status status = base_do(do_part, &of, error);
    *numbers = worker->numbers;
    *count = of.count;
    return status;
}
