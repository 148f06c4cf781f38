/* What is computed from finished runs of external games: targets to start with, and the mixture of
 * agents that resembles people's runs (wyrm/external_fit.h has the formulas).
 *
 * Nobody wants a game to stay exactly as it is today. But a file whose targets hold, and which
 * names everything that could be asked for, is easier to correct than an empty one to fill. The
 * suggested range is twice as wide as the figure's 95 % interval and ends at round numbers, so that
 * another sample of the same game seldom fails. For metrics by stage a few stages are suggested,
 * from the first to the last that runs often reach: targets on only the first three floors of
 * twenty would suggest that the rest is in order.
 *
 * The mixture could be fitted as if the shares of the agents were known, but then an end that no
 * hundred runs of a bot reached would be impossible for it, and no mixture would fit people of whom
 * one in a thousand ends so. So the agents' shares are fitted together with the weights, and
 * samples for intervals and tests are drawn anew for both.
 *
 * Expectation-maximization never lowers the likelihood, from any start, and needs no derivatives.
 * With similar agents its steps are tiny, so three of them are extrapolated to a long one, which is
 * used only if it does not lower the likelihood. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wyrm/external_fit.h>
#include <wyrm/rng.h>
#include <wyrm/streams.h>
#include "base/arena.h"
#include "base/text.h"
#include "metrics/internal.h"

/* ---- targets to start with: lines ---- */

#define STAGES     6    /* limit of the stages suggested for a metric */
#define FAR        10   /* stages that fewer than one run in so many reaches are left out */
#define UNFINISHED 0.05 /* least value suggested as limit for unfinished runs */
#define WIDER      2.0

/* The text being written. */
typedef struct suggesting {
    base_arena *arena;
    const wyrm_external_seen *seen;
    unsigned indent;
    base_buffer *out;
    size_t key_count, key_capacity;
    const char **keys; /* keys used so far */
} suggesting;

static void begin_line(const suggesting *to, unsigned deeper)
{
    for (unsigned i = 0; i < to->indent + deeper; i++)
        base_buffer_append_char(to->out, ' ');
}

/* Writes a text in quotes, as in YAML; texts of games contain no control characters. */
static void put_text(const suggesting *to, const char *key, const char *text)
{
    begin_line(to, 2);
    base_buffer_appendf(to->out, "%s: \"", key);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            base_buffer_append_char(to->out, '\\');
        base_buffer_append_char(to->out, *text);
    }
    base_buffer_append(to->out, "\"\n");
}

static bool is_taken(const suggesting *to, const char *key)
{
    return base_has_word(to->keys, to->key_count, key);
}

/* Writes the key of a target, made unique: the metric, and a part of it (`more`); then its first
 * lines. */
static void put_key(suggesting *to, const char *metric, const char *more)
{
    char key[2 * WYRM_EXTERNAL_NAME_MAX + 8];
    int length =
        snprintf(key, sizeof key, "%.40s%s%.10s", metric, more[0] != '\0' ? "_" : "", more);
    for (char *at = key; *at != '\0'; at++)
        *at = *at == '.' ? '_' : *at;
    for (int n = 2; is_taken(to, key); n++)
        snprintf(key + length, sizeof key - (size_t)length, "_%d", n);
    to->keys = (const char **)base_grow(to->arena, (void *)to->keys, to->key_count,
                                        &to->key_capacity, sizeof *to->keys);
    to->keys[to->key_count++] = base_copy(to->arena, key);
    begin_line(to, 0);
    base_buffer_appendf(to->out, "%s:\n", key);
    begin_line(to, 2);
    base_buffer_appendf(to->out, "metric: %s\n", metric);
    if (strcmp(to->seen->facts->agent, to->seen->facts->hello->agents[0]) != 0)
        put_text(to, "agent", to->seen->facts->agent);
}

static void put_number(const suggesting *to, double value)
{
    char text[BASE_NUMBER_MAX];
    base_number_double(value, text);
    base_buffer_append(to->out, text);
}

/* Returns count * 10^power. For negative powers it divides, so that 3 tenths are exactly 0.3. */
static double multiple(double count, int power)
{
    return power < 0 ? count / pow(10.0, -power) : count * pow(10.0, power);
}

/* Writes the widened interval of a figure, between two numbers with only the digits that matter. */
static void put_range(const suggesting *to, double value, wyrm_interval measured,
                      wyrm_interval can_be)
{
    wyrm_interval wide = {fmax(value - WIDER * (value - measured.low), can_be.low),
                          fmin(value + WIDER * (measured.high - value), can_be.high)};
    double width = wide.high - wide.low;
    int power = width > 0.0 ? (int)floor(log10(width / 4.0)) : 0;
    double step = pow(10.0, power);
    begin_line(to, 2);
    base_buffer_append(to->out, "range: [");
    put_number(to, fmax(multiple(floor(wide.low / step), power), can_be.low));
    base_buffer_append(to->out, ", ");
    put_number(to, fmin(multiple(ceil(wide.high / step), power), can_be.high));
    base_buffer_append(to->out, "]\n");
}

/* Writes a note with the measured value. */
static void put_note(const suggesting *to, double value)
{
    char number[BASE_NUMBER_MAX];
    double size = fabs(value) > 0.0 ? floor(log10(fabs(value))) : 0.0;
    int power = (int)size - 2;
    base_number_double(multiple(round(value / pow(10.0, power)), power), number);
    const judge_text note =
        judge_say("%s in the first %llu runs", number, (unsigned long long)to->seen->summary->runs);
    put_text(to, "note", note.text);
}

static bool is_known(double value, wyrm_interval measured)
{
    return isfinite(value) && isfinite(measured.low) && isfinite(measured.high);
}

/* ---- targets to start with: metrics ---- */

static const wyrm_interval of_shares = {0.0, 1.0};
static const wyrm_interval of_amounts = {0.0, (double)INFINITY};
static const wyrm_interval of_numbers = {-(double)INFINITY, (double)INFINITY};

static void suggest_word(suggesting *to, const char *metric, const wyrm_external_word *word,
                         uint64_t all)
{
    if (word->count == all) /* it is the only word */
        return;
    put_key(to, metric, "most");
    put_text(to, "word", word->word);
    put_range(to, (double)word->count / (double)all,
              wyrm_share_interval(word->count, all, JUDGE_CONFIDENCE), of_shares);
    put_note(to, (double)word->count / (double)all);
}

static void suggest_stage(suggesting *to, const char *metric, size_t stage, double value,
                          wyrm_interval measured, wyrm_interval can_be)
{
    if (!is_known(value, measured))
        return;
    put_key(to, metric, judge_say("%zu", stage).text);
    begin_line(to, 2);
    base_buffer_appendf(to->out, "stages: %zu\n", stage);
    put_range(to, value, measured, can_be);
    put_note(to, value);
}

/* Returns the k-th suggested stage, if `far` stages have enough runs: the first, the last, and
 * evenly spaced ones in between; 0 if there are no more. */
static size_t stage_at(size_t k, size_t far)
{
    if (k >= STAGES || k >= far)
        return 0;
    return far <= STAGES ? k + 1 : 1 + (k * (far - 1) + (STAGES - 1) / 2) / (STAGES - 1);
}

/* Returns the range for a metric by stage, which has no declared one: from 0 if none of its means
 * is negative, so that a count does not get a limit of -0.1. */
static wyrm_interval of_stages(const wyrm_external_figure *figure)
{
    for (size_t i = 0; i < figure->stage_count; i++)
        if (figure->stages[i].mean < 0)
            return of_numbers;
    return of_amounts;
}

static void suggest_figure(suggesting *to, const wyrm_external_figure *figure)
{
    const wyrm_external_metric *metric = figure->metric;
    const wyrm_estimate *estimate = &figure->estimate;
    if (metric->kind == WYRM_EXTERNAL_CATEGORY && figure->word_count > 0)
        suggest_word(to, metric->name, &figure->words[0], figure->count);
    size_t far = figure->stage_count;
    while (far > 0 && figure->stages[far - 1].count * FAR < to->seen->summary->complete)
        far--;
    for (size_t k = 0, at; (at = stage_at(k, far)) > 0; k++)
        suggest_stage(to, metric->name, at, figure->stages[at - 1].mean,
                      wyrm_mean_interval(&figure->stages[at - 1], JUDGE_CONFIDENCE),
                      of_stages(figure));
    if (!is_known(estimate->value, estimate->ci95))
        return;
    put_key(to, metric->name, "");
    put_range(to, estimate->value, estimate->ci95,
              metric->kind == WYRM_EXTERNAL_SHARE    ? of_shares
              : metric->kind == WYRM_EXTERNAL_AMOUNT ? of_amounts
                                                     : of_numbers);
    put_note(to, estimate->value);
}

static void suggest_usual(suggesting *to)
{
    const wyrm_external_summary *sum = to->seen->summary;
    wyrm_interval stage = wyrm_mean_interval(&sum->final_stage, JUDGE_CONFIDENCE);
    if (sum->ends[WYRM_EXTERNAL_WON] > 0) {
        put_key(to, "win_rate", "");
        put_range(to, sum->win_rate, sum->win_rate_ci95, of_shares);
        put_note(to, sum->win_rate);
    }
    size_t far = sum->stage_count > 0 ? sum->stage_count - 1 : 0; /* leaving the last is winning */
    while (far > 0 && sum->stages[far - 1].entered * FAR < sum->complete + sum->unfinished)
        far--;
    for (size_t k = 0, at; (at = stage_at(k, far)) > 0; k++)
        suggest_stage(to, "survival", at, sum->stages[at - 1].survival,
                      sum->stages[at - 1].survival_ci95, of_shares);
    if (sum->final_stage.count > 0 && is_known(sum->final_stage.mean, stage)) {
        put_key(to, "final_stage", "");
        put_range(to, sum->final_stage.mean, stage, of_amounts);
        put_note(to, sum->final_stage.mean);
    }
    if (sum->cause_count > 0)
        suggest_word(to, "cause", &sum->causes[0], sum->complete);
    double unfinished =
        wyrm_share_interval(sum->unfinished, sum->complete + sum->unfinished, JUDGE_CONFIDENCE)
            .high;
    put_key(to, "unfinished", "");
    begin_line(to, 2);
    base_buffer_append(to->out, "at_most: ");
    put_number(to, fmax(UNFINISHED, multiple(ceil(100.0 * unfinished), -2)));
    base_buffer_append(to->out, "\n");
}

static void suggest(base_arena *arena, void *context)
{
    suggesting *to = context;
    const wyrm_external_summary *sum = to->seen->summary;
    to->arena = arena;
    if (sum->complete == 0)
        return;
    suggest_usual(to);
    for (size_t i = 0; i < sum->figure_count; i++)
        suggest_figure(to, &sum->figures[i]);
}

wyrm_status wyrm_external_suggest(const wyrm_external_seen *seen, unsigned indent, char **out,
                                  wyrm_error *error)
{
    base_buffer text = {0};
    suggesting to = {.seen = seen, .indent = indent, .out = &text};
    wyrm_status status = base_do(suggest, &to, error);
    *out = NULL;
    if (status == WYRM_OK)
        return base_buffer_give(&text, out, error);
    wyrm_free(text.bytes);
    return status;
}

/* ---- weights: points ---- */

#define STEPS_MAX 1500  /* limit of long steps, each of three */
#define STILL     1e-10 /* gain of log likelihood per run below which climbing ends */
#define EXCEEDING 20
#define NEAR      1e-6 /* this close to 0 or 1 counts as equal */
#define BESIDE    1e-3 /* this close, samples may all lie on the boundary */

/* Observed or simulated counts. */
typedef struct sample {
    const double *players, *agents; /* counts by cell, and by agent and cell; doubles, to be
                                       divided */
    double runs;
    const double *runs_of;
} sample;

typedef struct fitting {
    base_arena *arena;
    size_t count, cells, size; /* size: numbers in a point */
    sample seen;
    double *points[5];                  /* each: weights, then the shares of each agent */
    double *draw_players, *draw_agents; /* of a simulated sample */
    double *mixture;
    bool holds; /* the weight of agent `held` is fixed at held_at, and the others are fitted */
    size_t held;
    double held_at;
    const wyrm_fit_options *options;
    wyrm_fit_weight *weights;
    double *g, *p;
} fitting;

static double *shares_of(const fitting *f, double *point, size_t agent)
{
    return point + f->count + agent * f->cells;
}

static void mix_agents(const fitting *f, double *point, double *out)
{
    memset(out, 0, f->cells * sizeof *out);
    for (size_t k = 0; k < f->count; k++) {
        const double *shares = shares_of(f, point, k);
        for (size_t j = 0; j < f->cells; j++)
            out[j] += point[k] * shares[j];
    }
}

/* ---- weights: maximum likelihood ---- */

static double log_likelihood(const fitting *f, const sample *of, double *point)
{
    double sum = 0.0;
    mix_agents(f, point, f->mixture);
    for (size_t j = 0; j < f->cells; j++)
        if (of->players[j] > 0)
            sum += of->players[j] * log(f->mixture[j]);
    for (size_t k = 0; k < f->count; k++)
        for (size_t j = 0; j < f->cells; j++)
            if (of->agents[k * f->cells + j] > 0)
                sum += of->agents[k * f->cells + j] * log(shares_of(f, point, k)[j]);
    return sum;
}

/* Scales all weights except the fixed one so that the sum is 1. */
static void scale_weights(const fitting *f, double *weights)
{
    double others = -weights[f->held];
    for (size_t k = 0; k < f->count; k++)
        others += weights[k];
    for (size_t k = 0; k < f->count; k++)
        weights[k] = others > 0 ? weights[k] * (1.0 - f->held_at) / others
                                : (1.0 - f->held_at) / (double)(f->count - 1);
    weights[f->held] = f->held_at;
}

/* Makes one step of expectation-maximization. */
static void em_step(const fitting *f, const sample *of, double *from, double *to)
{
    mix_agents(f, from, f->mixture);
    for (size_t k = 0; k < f->count; k++) {
        const double *old = shares_of(f, from, k), *seen = of->agents + k * f->cells;
        double *new = shares_of(f, to, k);
        double mine = 0.0;
        for (size_t j = 0; j < f->cells; j++) {
            double z = of->players[j] > 0 && f->mixture[j] > 0
                           ? of->players[j] * from[k] * old[j] / f->mixture[j]
                           : 0.0;
            new[j] = seen[j] + z;
            mine += z;
        }
        for (size_t j = 0; j < f->cells; j++)
            new[j] /= of->runs_of[k] + mine;
        to[k] = mine / of->runs;
    }
    if (f->holds)
        scale_weights(f, to);
}

/* Extrapolates three consecutive points to a long step; false if that leaves the valid range. */
static bool extrapolate(const fitting *f, const double *a, const double *b, const double *c,
                        double *to)
{
    double rr = 0.0, vv = 0.0;
    for (size_t i = 0; i < f->size; i++) {
        double r = b[i] - a[i], v = c[i] - b[i] - r;
        rr += r * r;
        vv += v * v;
    }
    if (!(vv > 0) || rr <= vv)
        return false;
    double length = sqrt(rr / vv);
    for (size_t i = 0; i < f->size; i++) {
        double r = b[i] - a[i], v = c[i] - b[i] - r;
        to[i] = a[i] + 2.0 * length * r + length * length * v;
        if (!(to[i] >= 0))
            return false;
    }
    return true;
}

/* Stores a starting point: halfway between `near` and equal weights (NULL: equal weights), with no
 * share equal to 0. */
static void start_point(const fitting *f, const sample *of, const double *near, double *out)
{
    for (size_t k = 0; k < f->count; k++) {
        double equal = 1.0 / (double)f->count;
        out[k] = near != NULL ? (equal + near[k]) / 2.0 : equal;
        for (size_t j = 0; j < f->cells; j++)
            shares_of(f, out, k)[j] =
                (of->agents[k * f->cells + j] + 0.5) / (of->runs_of[k] + 0.5 * (double)f->cells);
    }
}

/* Climbs to the maximum likelihood; leaves the point in f->points[0]. */
static void climb_likelihood(fitting *f, const sample *of, const double *near)
{
    double **at = f->points, runs = of->runs;
    for (size_t k = 0; k < f->count; k++)
        runs += of->runs_of[k];
    start_point(f, of, near, at[0]);
    if (f->holds)
        scale_weights(f, at[0]);
    double before = log_likelihood(f, of, at[0]);
    for (size_t i = 0; i < STEPS_MAX; i++) {
        em_step(f, of, at[0], at[1]);
        em_step(f, of, at[1], at[2]);
        size_t best = 2;
        if (extrapolate(f, at[0], at[1], at[2], at[3])) {
            em_step(f, of, at[3], at[4]);
            if (log_likelihood(f, of, at[4]) >= log_likelihood(f, of, at[2]))
                best = 4;
        }
        double *swap = at[0];
        at[0] = at[best];
        at[best] = swap;
        double now = log_likelihood(f, of, at[0]);
        if (now - before <= STILL * runs)
            return;
        before = now;
    }
}

static double term(double seen, double expected)
{
    return seen > 0 ? 2.0 * seen * log(seen / expected) : 0.0;
}

/* Returns the G statistic of a sample against its best mixture, f->points[0]. */
static double g_of(const fitting *f, const sample *of)
{
    double g = 0.0;
    mix_agents(f, f->points[0], f->mixture);
    for (size_t j = 0; j < f->cells; j++)
        g += term(of->players[j], of->runs * f->mixture[j]);
    for (size_t k = 0; k < f->count; k++)
        for (size_t j = 0; j < f->cells; j++)
            g += term(of->agents[k * f->cells + j],
                      of->runs_of[k] * shares_of(f, f->points[0], k)[j]);
    return fmax(0.0, g);
}

/* ---- weights: samples ---- */

/* Returns ln n!, by Stirling's series from 16 on. */
static double log_factorial(double n)
{
    double below = 0.0, x = n + 1.0;
    for (; x < 16.0; x += 1.0)
        below += log(x);
    double inverse = 1.0 / (x * x);
    return (x - 0.5) * log(x) - x + 0.91893853320467274178 +
           (1.0 / 12 - inverse * (1.0 / 360 - inverse / 1260)) / x - below;
}

/* Draws from a binomial distribution, by inversion from the mode outwards, so that the number of
 * steps depends on the standard deviation, not on n. */
static double draw_binomial(wyrm_rng *rng, double n, double chance)
{
    double u = wyrm_rng_real(rng), mode = floor((n + 1.0) * chance);
    if (n <= 0 || chance <= 0)
        return 0.0;
    if (chance >= 1 || mode > n)
        return n;
    double odds = chance / (1.0 - chance), low = mode, high = mode;
    double at = exp(log_factorial(n) - log_factorial(mode) - log_factorial(n - mode) +
                    mode * log(chance) + (n - mode) * log1p(-chance));
    double below = at, above = at;
    for (u -= at; u > 0 && (low > 0 || high < n);) {
        if (high < n) {
            above *= (n - high) / (high + 1.0) * odds;
            high += 1.0;
            u -= above;
            if (u <= 0)
                return high;
        }
        if (low > 0) {
            below *= low / ((n - low + 1.0) * odds);
            low -= 1.0;
            u -= below;
            if (u <= 0)
                return low;
        }
        if (above + below < 1e-300)
            return mode;
    }
    return mode;
}

/* Draws the ends of `runs` runs. The chances need not sum to 1. */
static void draw_ends(wyrm_rng *rng, double runs, const double *chances, size_t cells, double *out)
{
    double left = 0.0;
    for (size_t j = 0; j < cells; j++)
        left += chances[j];
    for (size_t j = 0; j < cells; j++) {
        bool last = j + 1 == cells || chances[j] >= left;
        out[j] = last ? runs : draw_binomial(rng, runs, fmin(1.0, chances[j] / left));
        runs -= out[j];
        left -= chances[j];
    }
}

/* Draws a sample of as many runs as observed, for both sides; each has its own stream. */
static sample draw_sample(const fitting *f, uint64_t part, const double *players,
                          const double *agents)
{
    wyrm_rng rng = wyrm_rng_start(f->options->seed, 0, WYRM_STREAM_FITS, part);
    draw_ends(&rng, f->seen.runs, players, f->cells, f->draw_players);
    for (size_t k = 0; k < f->count; k++)
        draw_ends(&rng, f->seen.runs_of[k], agents + k * f->cells, f->cells,
                  f->draw_agents + k * f->cells);
    return (sample){f->draw_players, f->draw_agents, f->seen.runs, f->seen.runs_of};
}

static void go_on(const fitting *f, double done)
{
    const wyrm_fit_options *options = f->options;
    if (options->progress != NULL && !options->progress(done, options->progress_context))
        base_refuse(f->arena, WYRM_ERROR_LIMIT, "stopped");
}

/* ---- weights: intervals and the test ---- */

/* Returns the far end of the likelihood interval of a weight close to 0 or 1: where the likelihood,
 * with all else fitted again, has fallen by half the 95 % quantile of chi-square with one degree of
 * freedom. Samples drawn from the observed runs might all have the same weight there, as if it were
 * known exactly. */
static double likelihood_end(fitting *f, size_t agent, double best)
{
    double near = best, far = best < 0.5 ? 1.0 : 0.0;
    double most = log_likelihood(f, &f->seen, f->points[0]);
    f->holds = true;
    f->held = agent;
    for (int i = 0; i < 20; i++) {
        f->held_at = (near + far) / 2.0;
        climb_likelihood(f, &f->seen, NULL);
        bool within = most - log_likelihood(f, &f->seen, f->points[0]) < 1.9207294103470624;
        *(within ? &near : &far) = f->held_at;
    }
    f->holds = false;
    return far;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_intervals(fitting *f, const double *best)
{
    double *drawn = base_array(f->arena, double, f->count *WYRM_FIT_DRAWS);
    for (size_t i = 0; i < WYRM_FIT_DRAWS; i++) {
        sample one = draw_sample(f, 2 * i, f->seen.players, f->seen.agents);
        climb_likelihood(f, &one, best);
        for (size_t k = 0; k < f->count; k++)
            drawn[k * WYRM_FIT_DRAWS + i] = f->points[0][k];
        go_on(f, 0.5 * (double)i / WYRM_FIT_DRAWS);
    }
    const size_t tail = (WYRM_FIT_DRAWS + 1) / 40; /* 2.5 % on each side */
    for (size_t k = 0; k < f->count; k++) {
        double *mine = drawn + k * WYRM_FIT_DRAWS;
        qsort(mine, WYRM_FIT_DRAWS, sizeof *mine, by_size);
        wyrm_interval *ci95 = &f->weights[k].ci95;
        *ci95 = (wyrm_interval){fmin(mine[tail - 1], best[k]),
                                fmax(mine[WYRM_FIT_DRAWS - tail], best[k])};
        ci95->low = ci95->low < NEAR ? 0.0 : ci95->low;
        ci95->high = ci95->high > 1.0 - NEAR ? 1.0 : ci95->high;
        memcpy(f->points[0], best, f->size * sizeof *best);
        if (best[k] < BESIDE)
            ci95->high = fmax(ci95->high, likelihood_end(f, k, best[k]));
        else if (best[k] > 1.0 - BESIDE)
            ci95->low = fmin(ci95->low, likelihood_end(f, k, best[k]));
    }
}

/* Computes p: the share of samples from the fitted point at least as far off as the observed. */
static void compute_p(fitting *f, double *best)
{
    double *mixture = base_array(f->arena, double, f->cells);
    size_t as_far = 0, drawn = 0;
    mix_agents(f, best, mixture);
    while (drawn < WYRM_FIT_DRAWS && as_far < EXCEEDING) {
        sample one = draw_sample(f, 2 * drawn + 1, mixture, best + f->count);
        climb_likelihood(f, &one, best);
        as_far += g_of(f, &one) >= *f->g;
        drawn++;
        go_on(f, 0.5 + 0.5 * (double)drawn / WYRM_FIT_DRAWS);
    }
    *f->p = as_far == EXCEEDING ? (double)as_far / (double)drawn
                                : (double)(as_far + 1) / (double)(drawn + 1);
}

static double *as_doubles(base_arena *arena, const uint64_t *counts, size_t count)
{
    double *out = base_array(arena, double, count);
    for (size_t i = 0; i < count; i++)
        out[i] = (double)counts[i];
    return out;
}

static double add_up(const double *values, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

/* ---- weights: from counts ---- */

typedef struct counts {
    const uint64_t *players, *agents;
    size_t count, cells;
    fitting f;
} counts;

static void fit_counts(base_arena *arena, void *context)
{
    counts *of = context;
    fitting *f = &of->f;
    size_t all = of->count * of->cells;
    double *runs_of = base_array(arena, double, of->count);
    if (of->count < 2 || of->count > WYRM_FIT_AGENTS_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "2 to %d agents can be mixed, not %zu",
                    WYRM_FIT_AGENTS_MAX, of->count);
    if (of->cells < 2)
        base_refuse(arena, WYRM_ERROR_ARGUMENT,
                    "all runs end in one way: that tells no agents apart");
    f->arena = arena;
    f->count = of->count;
    f->cells = of->cells;
    f->size = of->count + all;
    f->seen.players = as_doubles(arena, of->players, of->cells);
    f->seen.agents = as_doubles(arena, of->agents, all);
    f->seen.runs = add_up(f->seen.players, of->cells);
    f->seen.runs_of = runs_of;
    for (size_t k = 0; k < of->count; k++) {
        runs_of[k] = add_up(f->seen.agents + k * of->cells, of->cells);
        if (runs_of[k] <= 0 || f->seen.runs <= 0)
            base_refuse(arena, WYRM_ERROR_ARGUMENT, "there are no runs with an end of %s",
                        f->seen.runs <= 0 ? "those that are to be fitted" : "one of the agents");
    }
    for (size_t i = 0; i < 5; i++)
        f->points[i] = base_array(arena, double, f->size);
    f->mixture = base_array(arena, double, of->cells);
    f->draw_players = base_array(arena, double, of->cells);
    f->draw_agents = base_array(arena, double, all);
    climb_likelihood(f, &f->seen, NULL);
    *f->g = g_of(f, &f->seen);
    double *best = base_array(arena, double, f->size);
    memcpy(best, f->points[0], f->size * sizeof *best);
    for (size_t k = 0; k < of->count; k++)
        f->weights[k] = (wyrm_fit_weight){.weight = best[k] < NEAR ? 0.0 : best[k],
                                          .runs = (uint64_t)runs_of[k]};
    find_intervals(f, best);
    compute_p(f, best);
    memcpy(f->points[0], best, f->size * sizeof *best);
}

wyrm_status wyrm_fit_counts(const uint64_t *players, const uint64_t *agents, size_t count,
                            size_t cells, const wyrm_fit_options *options, wyrm_fit_weight *weights,
                            double *g, double *p, wyrm_error *error)
{
    static const wyrm_fit_options usual = {.seed = 1};
    counts of = {
        players,
        agents,
        count,
        cells,
        {.options = options != NULL ? options : &usual, .weights = weights, .g = g, .p = p}};
    return base_do(fit_counts, &of, error);
}

/* ---- weights: from runs ---- */

typedef struct fit_runs {
    const wyrm_external_summary *players;
    const wyrm_external_summary *const *agents;
    size_t count;
    const wyrm_fit_options *options;
} fit_runs;

/* Counts runs by their end: not won, by stage from 0 (unknown) on; then won. */
static void count_ends(const wyrm_external_summary *of, size_t stages, uint64_t *out)
{
    uint64_t told = 0;
    for (size_t i = 0; i < of->stage_count; i++)
        told += out[i + 1] = of->stages[i].ended;
    out[stages + 1] = of->ends[WYRM_EXTERNAL_WON];
    out[0] = of->complete - of->ends[WYRM_EXTERNAL_WON] - told;
}

/* Removes the ends that no run has; returns how many are left. */
static size_t remove_empty(uint64_t *ends, size_t rows, size_t all, size_t *which)
{
    size_t cells = 0;
    for (size_t j = 0; j < all; j++) {
        uint64_t sum = 0;
        for (size_t k = 0; k < rows; k++)
            sum += ends[k * all + j];
        if (sum > 0)
            which[cells++] = j;
    }
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < cells; j++)
            ends[k * cells + j] = ends[k * all + which[j]];
    return cells;
}

/* Fills the ends with observed and fitted shares, their distance (total variation), and the end
 * that is farthest off. */
static void fill_ends(base_arena *arena, wyrm_fit *fit, const counts *of, const size_t *which,
                      size_t stages)
{
    wyrm_fit_end *ends = base_array(arena, wyrm_fit_end, of->cells);
    double *shares = base_array(arena, double, of->cells * of->count), worst = -1.0;
    const fitting *f = &of->f;
    mix_agents(f, f->points[0], f->mixture);
    for (size_t j = 0; j < of->cells; j++) {
        wyrm_fit_end *end = &ends[j];
        double runs = f->seen.runs, fitted = f->mixture[j];
        *end = (wyrm_fit_end){.won = which[j] == stages + 1,
                              .stage = which[j] == stages + 1 ? 0 : (int32_t)which[j],
                              .count = of->players[j],
                              .share = (double)of->players[j] / runs,
                              .ci95 = wyrm_share_interval(of->players[j], fit->runs, 0.95),
                              .fitted = fitted,
                              .of = shares + j * of->count};
        for (size_t k = 0; k < of->count; k++)
            shares[j * of->count + k] = f->seen.agents[k * of->cells + j] / f->seen.runs_of[k];
        double off = fabs(end->share - fitted) / sqrt(fitted + 1.0 / runs);
        fit->distance += fabs(end->share - fitted) / 2.0;
        fit->farthest = off > worst ? j : fit->farthest;
        worst = fmax(worst, off);
    }
    fit->ends = ends;
    fit->end_count = of->cells;
}

/* Counts the ends of players and agents in the same cells, and fits the mixture. */
static void fit_all(base_arena *arena, void *result, void *context)
{
    const fit_runs *runs = context;
    wyrm_fit *fit = result;
    size_t stages = runs->players->stage_count;
    for (size_t k = 0; k < runs->count; k++)
        stages = runs->agents[k]->stage_count > stages ? runs->agents[k]->stage_count : stages;
    if (stages == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "no run tells the stage that it ended on");
    size_t all = stages + 2, rows = runs->count + 1;
    uint64_t *ends = base_array(arena, uint64_t, all * rows);
    size_t *which = base_array(arena, size_t, all);
    count_ends(runs->players, stages, ends);
    for (size_t k = 0; k < runs->count; k++)
        count_ends(runs->agents[k], stages, ends + (k + 1) * all);
    size_t cells = remove_empty(ends, rows, all, which);
    wyrm_fit_weight *weights = base_array(arena, wyrm_fit_weight, runs->count);
    counts of = {ends,
                 ends + cells,
                 runs->count,
                 cells,
                 {.options = runs->options, .weights = weights, .g = &fit->g, .p = &fit->p}};
    fit_counts(arena, &of);
    fit->weights = weights;
    fit->agent_count = runs->count;
    fit->runs = runs->players->complete;
    fit->left_out = runs->players->unfinished + runs->players->failed;
    fit->fits = fit->p >= WYRM_FIT_ALARM;
    fill_ends(arena, fit, &of, which, stages);
}

wyrm_status wyrm_external_fit(const wyrm_external_summary *players,
                              const wyrm_external_summary *const *agents, size_t count,
                              const wyrm_fit_options *options, wyrm_fit **out, wyrm_error *error)
{
    static const wyrm_fit_options usual = {.seed = 1};
    fit_runs runs = {players, agents, count, options != NULL ? options : &usual};
    return base_make(sizeof **out, fit_all, &runs, out, error);
}

void wyrm_external_fit_free(wyrm_fit *fit)
{
    base_unmake(fit);
}
