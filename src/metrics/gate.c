/* The gate: two sides, metric by metric.
 *
 * A metric is a function of what one run came to. On shared seeds the differences of pairs of runs
 * are weighed, since both runs of a pair had the same luck: their variance is a third to a half of
 * that of independent runs. Under unchanged rules such a difference is as likely up as down, which
 * is what keeps the tests below honest however skewed a metric is: the sign test of the pairs that
 * differ for shares, Student's for means. Holm's correction makes the false alarms of all metrics
 * together no more than those of one, and a look spends its share of them only. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/internal.h"

#define SURE 0.05 /* what is called equivalent, or clearly changed, is so but for this chance */

/* ---- Sides ---- */

void wyrm_gate_side_free(wyrm_gate_side *side)
{
    wyrm_design_free(side->owned);
    wyrm_free(side->runs);
    *side = (wyrm_gate_side){0};
}

/* Makes room for one more run. */
static wyrm_status grow(wyrm_gate_side *side, wyrm_error *error)
{
    if (side->count == WYRM_GATE_RUNS_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "more than %d runs are not compared",
                         WYRM_GATE_RUNS_MAX);
    if (side->count < side->room)
        return WYRM_OK;
    size_t room = side->room > 0 ? 2 * side->room : 1024;
    wyrm_gate_run *runs = base_resize(side->runs, room * sizeof *runs);
    if (!runs)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    side->runs = runs;
    side->room = room;
    return WYRM_OK;
}

wyrm_status wyrm_gate_take(wyrm_gate_side *side, const wyrm_run *run, wyrm_error *error)
{
    wyrm_gate_run made = {.run = run->run,
                          .end = run->end,
                          .depth = run->depth,
                          .level = run->level,
                          .floors = (uint32_t)run->floor_count,
                          .turns = run->turns};
    if (run->floor_count == 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a run without floors");
    if (side->count > 0 && side->runs[side->count - 1].run >= run->run)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "runs are not in the order of their numbers");
    for (size_t i = 0; i < run->floor_count; i++)
        made.damage += run->floors[i].damage_taken;
    wyrm_status status = grow(side, error);
    if (status == WYRM_OK)
        side->runs[side->count++] = made;
    return status;
}

wyrm_status wyrm_gate_same_kind(const wyrm_gate_side *before, const char *before_name,
                                const wyrm_gate_side *after, const char *after_name, bool mix,
                                wyrm_error *error)
{
    char limits[2][16];
    snprintf(limits[0], sizeof limits[0], "%lu", (unsigned long)before->facts.turn_limit);
    snprintf(limits[1], sizeof limits[1], "%lu", (unsigned long)after->facts.turn_limit);
    const char *const facts[][3] = {{"the bot", before->facts.bot, after->facts.bot},
                                    {"the turn limit", limits[0], limits[1]}};
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        if (strcmp(facts[i][1], facts[i][2]) != 0)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                             "these are not the same kind of runs: %s is '%.40s' of '%.60s' and "
                             "'%.40s' of '%.60s'",
                             facts[i][0], facts[i][1], before_name, facts[i][2], after_name);
    if (before->facts.engine != after->facts.engine && !mix)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "'%.60s' was played by version %lu of the engine and '%.60s' by version "
                         "%lu: what differs may be the rules or the program; --mix compares them "
                         "all the same",
                         before_name, (unsigned long)before->facts.engine, after_name,
                         (unsigned long)after->facts.engine);
    return WYRM_OK;
}

/* ---- Metrics ---- */

enum { WON, FINAL_DEPTH, FINAL_LEVEL, TURNS, DAMAGE, STARVED, UNFINISHED, SURVIVED };

typedef struct gate_metric {
    const char *name;
    const char *unit;
    const char *margin; /* its key under gate.margins */
    int value;          /* of these */
    int32_t depth;      /* that is survived; 0: of no depth */
    wyrm_range range;
} gate_metric;

/* NAN where nobody knows: of runs that came to no end only how many they are, and whether they left
 * the depths behind them alive. */
static double value_of(const gate_metric *metric, const wyrm_gate_run *run)
{
    bool complete = wyrm_run_is_complete(run->end);
    if (metric->value == UNFINISHED)
        return !complete;
    if (metric->value == SURVIVED && (run->end == WYRM_RUN_WON || run->depth > metric->depth))
        return 1.0;
    if (!complete)
        return NAN;
    switch (metric->value) {
    case WON:
        return run->end == WYRM_RUN_WON;
    case STARVED:
        return run->end == WYRM_RUN_STARVED;
    case FINAL_DEPTH:
        return run->depth;
    case FINAL_LEVEL:
        return run->level;
    case TURNS:
        return (double)run->turns / (double)run->floors;
    case DAMAGE:
        return (double)run->damage / (double)run->floors;
    default: /* not survived */
        return 0.0;
    }
}

/* clang-format off */
static const gate_metric metrics[] = {
    {"win_rate", "share", "win_rate", WON, 0, WYRM_SHARE},
    {"final_depth", "depths", "final_depth", FINAL_DEPTH, 0, WYRM_ANY},
    {"final_level", "levels", "final_level", FINAL_LEVEL, 0, WYRM_ANY},
    {"turns_per_floor", "turns", "turns_per_floor", TURNS, 0, WYRM_AMOUNT},
    {"damage_per_floor", "hit points", "damage_per_floor", DAMAGE, 0, WYRM_AMOUNT},
    {"starved", "share", "starved", STARVED, 0, WYRM_SHARE},
    {"unfinished", "share", "unfinished", UNFINISHED, 0, WYRM_SHARE},
    {"survival@1", "share", "survival", SURVIVED, 1, WYRM_SHARE},
    {"survival@2", "share", "survival", SURVIVED, 2, WYRM_SHARE},
    {"survival@3", "share", "survival", SURVIVED, 3, WYRM_SHARE},
    {"survival@5", "share", "survival", SURVIVED, 5, WYRM_SHARE},
    {"survival@8", "share", "survival", SURVIVED, 8, WYRM_SHARE},
    {"survival@13", "share", "survival", SURVIVED, 13, WYRM_SHARE},
    {"survival@20", "share", "survival", SURVIVED, 20, WYRM_SHARE},
};
/* clang-format on */

#define METRIC_COUNT (COUNT_OF(metrics))
_Static_assert(METRIC_COUNT <= WYRM_GATE_METRICS_MAX, "every metric has room");

const char *wyrm_gate_answer_word(wyrm_gate_answer answer)
{
    static const char *const words[] = {"equivalent", "higher", "lower", "cannot tell"};
    return (unsigned)answer < WYRM_GATE_ANSWER_COUNT ? words[answer] : "";
}

bool wyrm_gate_row_has_changed(const wyrm_gate_row *row)
{
    return row->answer == WYRM_GATE_HIGHER || row->answer == WYRM_GATE_LOWER;
}

/* ---- What the rulesets say ---- */

static const wyrm_value *said(const wyrm_gate_side *side, const char *path)
{
    return side->design ? wyrm_ruleset_find(wyrm_design_ruleset(side->design), path) : NULL;
}

static double alarm_of(const wyrm_gate_side *side)
{
    double alarm = wyrm_value_real(said(side, "gate.alarm"));
    return alarm > 0.0 ? alarm : WYRM_GATE_ALARM;
}

static wyrm_gate_margin margin_of(const wyrm_gate_side *side, const gate_metric *metric)
{
    char path[96];
    snprintf(path, sizeof path, "gate.margins.%s", metric->margin);
    const wyrm_value *value = said(side, path);
    return (wyrm_gate_margin){wyrm_value_real(value), wyrm_value_is_relative(value)};
}

/* ---- Samples ---- */

/* The first runs of two sides that are compared: those of one seed and number in pairs, where all
 * of the shorter side have one, else those of each. */
typedef struct pairing {
    const wyrm_gate_side *before, *after;
    size_t count, after_count;
    bool paired;
} pairing;

/* Goes on to the next two runs with one number; false where there are none. */
static bool find_pair(const pairing *runs, size_t *i, size_t *k)
{
    while (*i < runs->count && *k < runs->after_count) {
        uint64_t one = runs->before->runs[*i].run, other = runs->after->runs[*k].run;
        if (one == other)
            return true;
        *i += one < other;
        *k += other < one;
    }
    return false;
}

/* What is known of one metric. */
typedef struct sample {
    bool paired;
    wyrm_moments before, after;
    wyrm_moments difference; /* of pairs */
    uint64_t up, down;       /* pairs whose value has become higher, and lower */
} sample;

static sample sample_of(const gate_metric *metric, const pairing *runs)
{
    sample made = {
        .paired = runs->paired, .before.range = metric->range, .after.range = metric->range};
    for (size_t i = 0, k = 0; runs->paired && find_pair(runs, &i, &k);) {
        double one = value_of(metric, &runs->before->runs[i++]);
        double other = value_of(metric, &runs->after->runs[k++]);
        if (isnan(one) || isnan(other))
            continue;
        wyrm_moments_add(&made.before, one);
        wyrm_moments_add(&made.after, other);
        wyrm_moments_add(&made.difference, other - one);
        made.up += other > one;
        made.down += other < one;
    }
    for (size_t i = 0; !runs->paired && i < runs->count + runs->after_count; i++) {
        bool old = i < runs->count;
        double value =
            value_of(metric, old ? &runs->before->runs[i] : &runs->after->runs[i - runs->count]);
        if (!isnan(value))
            wyrm_moments_add(old ? &made.before : &made.after, value);
    }
    return made;
}

/* ---- Intervals and chances ---- */

static wyrm_interval interval_of_one(const wyrm_moments *side, double confidence)
{
    uint64_t successes = (uint64_t)llround(side->mean * (double)side->count);
    return side->range == WYRM_SHARE ? wyrm_share_interval(successes, side->count, confidence)
                                     : wyrm_mean_interval(side, confidence);
}

/* Where next to no pairs differ their differences have no spread to go by. Those pairs that may yet
 * differ are thought to do so as unrelated runs do. */
static wyrm_interval interval_of_few(const sample *from, double confidence)
{
    const wyrm_moments *all = &from->difference;
    uint64_t differing = from->up + from->down;
    double apart = sqrt(wyrm_moments_variance(&from->before) + wyrm_moments_variance(&from->after));
    double most = fmax(apart, fmax(fabs(all->min), fabs(all->max)));
    double half = most * wyrm_share_interval(differing, all->count, confidence).high;
    return (wyrm_interval){all->mean - half, all->mean + half};
}

static wyrm_interval interval_of(const sample *from, double confidence)
{
    const wyrm_moments *all = &from->difference;
    const wyrm_moments *before = &from->before, *after = &from->after;
    if (from->paired && before->range == WYRM_SHARE)
        return wyrm_paired_share_interval(from->up, from->down, all->count, confidence);
    if (from->paired) {
        wyrm_interval interval = wyrm_mean_interval(all, confidence);
        return wyrm_interval_is_known(interval) ? interval : interval_of_few(from, confidence);
    }
    return wyrm_difference_interval(after->mean, interval_of_one(after, confidence), before->mean,
                                    interval_of_one(before, confidence));
}

/* The sign test: the chance of so few of `count` tosses of a coin on either side. */
static double chance_of_signs(uint64_t fewer, uint64_t count)
{
    if (2 * fewer >= count)
        return 1.0;
    return fmin(1.0, 2.0 * wyrm_beta_cdf(0.5, (double)(count - fewer), (double)fewer + 1.0));
}

/* The chance of a difference this large or larger where nothing has changed. Where nothing scatters
 * all differences have the same sign, and the sign test says how much that means. */
static double chance_of(const sample *from)
{
    double n = (double)from->before.count, m = (double)from->after.count;
    double difference = from->after.mean - from->before.mean;
    if (from->paired) {
        double error = wyrm_moments_sd(&from->difference) / sqrt(n);
        if (from->before.range == WYRM_SHARE || error == 0.0)
            return chance_of_signs(from->up < from->down ? from->up : from->down,
                                   from->up + from->down);
        return 2.0 * wyrm_t_cdf(-fabs(from->difference.mean) / error, n - 1.0);
    }
    if (from->before.range == WYRM_SHARE) {
        double pooled = (n * from->before.mean + m * from->after.mean) / (n + m);
        double error = sqrt(pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m));
        return error > 0.0 ? 2.0 * wyrm_normal_cdf(-fabs(difference) / error) : 1.0;
    }
    double a = wyrm_moments_variance(&from->before) / n;
    double b = wyrm_moments_variance(&from->after) / m;
    if (a + b == 0.0)
        return difference == 0.0 ? 1.0 : chance_of_signs(0, (uint64_t)fmin(n, m));
    double df = 1.0; /* Welch's */
    if (n > 1.0 && m > 1.0)
        df = (a + b) * (a + b) / (a * a / (n - 1.0) + b * b / (m - 1.0));
    return 2.0 * wyrm_t_cdf(-fabs(difference) / sqrt(a + b), df);
}

/* ---- Rows ---- */

static int by_p(const void *a, const void *b)
{
    const wyrm_gate_row *const *one = a, *const *other = b;
    if ((*one)->p != (*other)->p)
        return (*one)->p < (*other)->p ? -1 : 1;
    return (*one > *other) - (*one < *other);
}

/* Holm: the least p counts as often as there are metrics, the next one time less, and so on; and
 * all of them by the share of the alarm that this look may spend. */
static void correct(wyrm_gate *gate, double share)
{
    wyrm_gate_row *order[WYRM_GATE_METRICS_MAX];
    double least = 0.0;
    for (size_t i = 0; i < gate->count; i++)
        order[i] = &gate->rows[i];
    qsort(order, gate->count, sizeof *order, by_p);
    for (size_t i = 0; i < gate->count; i++) {
        least = fmax(least, fmin(1.0, order[i]->p * (double)(gate->count - i) / share));
        order[i]->p = least;
    }
}

static wyrm_gate_row row_of(const gate_metric *metric, const sample *from,
                            const wyrm_gate_side *before, const wyrm_gate_side *after)
{
    wyrm_gate_row row = {.metric = metric->name,
                         .unit = metric->unit,
                         .count = from->before.count,
                         .before = from->before.mean,
                         .after = from->after.mean,
                         .before_ci95 = interval_of_one(&from->before, 0.95),
                         .after_ci95 = interval_of_one(&from->after, 0.95),
                         .before_sd = wyrm_moments_sd(&from->before),
                         .after_sd = wyrm_moments_sd(&from->after),
                         .said_before = margin_of(before->design ? before : after, metric),
                         .said_after = margin_of(after, metric),
                         .difference = from->paired ? from->difference.mean
                                                    : from->after.mean - from->before.mean,
                         .p = chance_of(from)};
    const wyrm_gate_margin said[] = {row.said_before, row.said_after};
    row.margin = INFINITY;
    for (int i = 0; i < 2; i++)
        row.margin =
            fmin(row.margin, said[i].relative ? said[i].size * fabs(row.before) : said[i].size);
    return row;
}

void wyrm_gate_compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                       const wyrm_looks *looks, wyrm_gate *out)
{
    const wyrm_design *const designs[] = {before->design, after->design};
    sample samples[METRIC_COUNT];
    int32_t last = INT32_MAX; /* depth of the ruleset that has fewer */
    double decided = fmax(wyrm_looks_confidence(looks, SURE), looks->confidence);
    pairing runs = {.before = before,
                    .after = after,
                    .count = before->count < looks->runs ? before->count : looks->runs,
                    .after_count = after->count < looks->runs ? after->count : looks->runs};
    size_t least = runs.count < runs.after_count ? runs.count : runs.after_count, pairs = 0;
    for (size_t i = 0, k = 0; find_pair(&runs, &i, &k); i++) {
        pairs++;
        k++;
    }
    runs.paired = before->facts.seed == after->facts.seed && pairs > 0 && pairs == least;
    *out = (wyrm_gate){.said_before = alarm_of(before->design ? before : after),
                       .said_after = alarm_of(after),
                       .paired = runs.paired,
                       .runs = runs.count + runs.after_count - least,
                       .most = looks->most,
                       .clear = true};
    if (runs.paired)
        out->runs = pairs;
    out->alarm = fmax(out->said_before, out->said_after);
    for (size_t i = 0; i < 2; i++) {
        int32_t own = designs[i] ? wyrm_encounter_last_depth(wyrm_design_encounter(designs[i])) : 0;
        last = own > 0 && own < last ? own : last;
    }
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        sample made = sample_of(&metrics[i], &runs);
        if (metrics[i].depth >= last || made.before.count < 2 || made.after.count < 2)
            continue;
        samples[out->count] = made;
        out->rows[out->count++] = row_of(&metrics[i], &made, before, after);
    }
    correct(out, looks->share);
    out->failed = out->count == 0; /* what was not looked at does not hold */
    for (size_t i = 0; i < out->count; i++) {
        wyrm_gate_row *row = &out->rows[i];
        double margin = row->margin;
        /* What the look may decide by. A change is clear where even its least is beyond the margin.
         */
        wyrm_interval sure = interval_of(&samples[i], decided);
        bool within = sure.low >= -margin && sure.high <= margin;
        bool changed = row->p < out->alarm && fabs(row->difference) > margin;
        row->ci95 = interval_of(&samples[i], looks->confidence);
        row->answer = changed  ? row->difference > 0.0 ? WYRM_GATE_HIGHER : WYRM_GATE_LOWER
                      : within ? WYRM_GATE_EQUIVALENT
                               : WYRM_GATE_UNCLEAR;
        row->clear = changed ? sure.low > margin || sure.high < -margin : within;
        out->failed |= changed;
        out->clear &= row->clear;
    }
}

/* ---- As many runs as it takes ---- */

typedef struct playing {
    wyrm_gate_side *side;
    const wyrm_gate_options *options;
    double before, all; /* shares of the whole effort: done, and these runs */
} playing;

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(((const playing *)context)->side, run, error);
}

static bool show(double done, const wyrm_accumulator *so_far, void *context)
{
    const playing *now = context;
    (void)so_far;
    return !now->options->progress ||
           now->options->progress(now->before + done * now->all, now->options->progress_context);
}

/* Makes runs until there are so many, if the side plays. */
static wyrm_status play_until(uint64_t runs, playing now, wyrm_error *error)
{
    wyrm_summary *summary = NULL;
    wyrm_gate_side *side = now.side;
    if (!side->play || side->count >= runs)
        return WYRM_OK;
    const wyrm_sim_options simulation = {.run = *side->play,
                                         .seed = side->facts.seed,
                                         .first = side->first + side->count,
                                         .runs = runs - side->count,
                                         .threads = now.options->threads,
                                         .take = take,
                                         .take_context = &now,
                                         .progress = show,
                                         .progress_context = &now};
    wyrm_status status = wyrm_simulate(side->design, &simulation, &summary, error);
    wyrm_summary_free(summary);
    return status;
}

wyrm_status wyrm_gate_play(wyrm_gate_side *side, uint64_t runs, const wyrm_gate_options *options,
                           wyrm_error *error)
{
    return play_until(runs, (playing){side, options, 0.0, 1.0}, error);
}

/* Whether the same program has played the same rules with the same luck to the same ends. */
static bool are_twins(const wyrm_gate_side *before, const wyrm_gate_side *after,
                      const wyrm_gate *gate)
{
    bool alike = gate->same_rules && gate->paired && before->facts.engine == after->facts.engine &&
                 strcmp(before->facts.without, after->facts.without) == 0;
    for (size_t i = 0; alike && i < gate->runs; i++) {
        const wyrm_gate_run *a = &before->runs[i], *b = &after->runs[i];
        alike = a->run == b->run && a->end == b->end && a->depth == b->depth &&
                a->level == b->level && a->floors == b->floors && a->turns == b->turns &&
                a->damage == b->damage;
    }
    return alike;
}

wyrm_status wyrm_gate_same_rules(const wyrm_gate_side *before, const wyrm_gate_side *after,
                                 bool *out, wyrm_error *error)
{
    compare_member member;
    wyrm_status status = WYRM_OK;
    *out = before->design && after->design && !before->outdated && !after->outdated;
    const wyrm_value *a = *out ? wyrm_ruleset_root(wyrm_design_ruleset(before->design)) : NULL;
    const wyrm_value *b = *out ? wyrm_ruleset_root(wyrm_design_ruleset(after->design)) : NULL;
    for (size_t i = 0; *out && compare_next("", a, b, &i, &member);) {
        char *one = NULL, *other = NULL;
        if (!compare_is_played(member.path))
            continue;
        status = wyrm_value_flow(member.a, &one, error);
        if (status == WYRM_OK)
            status = wyrm_value_flow(member.b, &other, error);
        *out = status == WYRM_OK && strcmp(one, other) == 0;
        wyrm_free(one);
        wyrm_free(other);
    }
    return status;
}

/* What is there already is looked at once, all of it. */
static wyrm_looks looks_of(const wyrm_gate_side *before, const wyrm_gate_side *after,
                           const wyrm_gate_options *options)
{
    uint64_t most = WYRM_GATE_RUNS_MAX, usual = WYRM_GATE_RUNS;
    const wyrm_gate_side *const sides[] = {before, after};
    for (size_t i = 0; i < 2; i++)
        if (!sides[i]->play)
            most = usual = sides[i]->count < most ? sides[i]->count : most;
    bool play = before->play || after->play;
    wyrm_looks looks = wyrm_looks_begin(&options->effort, usual > 0 ? usual : 1);
    if (play && (looks.most <= most || most == 0))
        return looks;
    const wyrm_effort capped = {.exactly = looks.fixed || !play ? most : 0, .most = most};
    return wyrm_looks_begin(&capped, usual > 0 ? usual : 1);
}

const wyrm_gate_row *wyrm_gate_row_of(const wyrm_gate *gate, const char *metric)
{
    for (size_t i = 0; i < gate->count; i++)
        if (strcmp(gate->rows[i].metric, metric) == 0)
            return &gate->rows[i];
    return NULL;
}

/* What the headline goes by. */
static const char *const headline_metrics[] = {"final_depth", "win_rate"};
#define HEADLINE_METRICS (COUNT_OF(headline_metrics))

wyrm_gate_headline wyrm_gate_headline_of(const wyrm_gate *gate)
{
    size_t higher = 0, lower = 0, equal = 0;
    if (gate->same_rules)
        return WYRM_GATE_SAME_RULES;
    for (size_t i = 0; i < HEADLINE_METRICS; i++) {
        const wyrm_gate_row *row = wyrm_gate_row_of(gate, headline_metrics[i]);
        higher += row && row->answer == WYRM_GATE_HIGHER;
        lower += row && row->answer == WYRM_GATE_LOWER;
        equal += row && row->answer == WYRM_GATE_EQUIVALENT;
    }
    if (higher > 0)
        return lower > 0 ? WYRM_GATE_MIXED : WYRM_GATE_EASIER;
    if (lower > 0)
        return WYRM_GATE_HARDER;
    return equal == HEADLINE_METRICS ? WYRM_GATE_ALIKE : WYRM_GATE_NOT_KNOWN;
}

static bool is_enough(const wyrm_gate *gate, const wyrm_gate_options *options)
{
    bool clear = options->headline;
    for (size_t i = 0; i < HEADLINE_METRICS && clear; i++) {
        const wyrm_gate_row *row = wyrm_gate_row_of(gate, headline_metrics[i]);
        clear = row && row->clear;
    }
    return clear || gate->clear;
}

wyrm_status wyrm_gate_hold(wyrm_gate_side *before, wyrm_gate_side *after,
                           const wyrm_gate_options *options, wyrm_gate *out, wyrm_error *error)
{
    bool same_rules;
    wyrm_looks looks = looks_of(before, after, options);
    double all = (double)looks.most * ((before->play ? 1.0 : 0.0) + (after->play ? 1.0 : 0.0));
    wyrm_gate_side *const sides[] = {before, after};
    wyrm_status status = wyrm_gate_same_rules(before, after, &same_rules, error);
    *out = (wyrm_gate){.failed = true};
    while (status == WYRM_OK && !is_enough(out, options) && wyrm_looks_next(&looks)) {
        for (size_t i = 0; i < 2 && status == WYRM_OK; i++) {
            double done = (before->play ? (double)before->count : 0.0) +
                          (after->play ? (double)after->count : 0.0);
            double more = (double)looks.runs - (double)sides[i]->count;
            status =
                play_until(looks.runs, (playing){sides[i], options, done / all, more / all}, error);
        }
        if (status != WYRM_OK)
            break;
        wyrm_gate_compare(before, after, &looks, out);
        out->same_rules = same_rules;
        if (!are_twins(before, after, out))
            continue;
        out->clear = true;
        for (size_t i = 0; i < out->count; i++) {
            out->rows[i].answer = WYRM_GATE_EQUIVALENT;
            out->rows[i].clear = true;
            out->rows[i].ci95 = (wyrm_interval){0.0, 0.0};
        }
    }
    return status;
}
