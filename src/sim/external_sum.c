/* The summary of runs of an external game: the counterpart of accumulator.c where the rules are
 * unknown and the figures are those that the game declares.
 *
 * Runs are added one by one, in the order of their numbers. Memory depends on what a game can
 * report (its metrics, stages and words, each of which has a limit), not on the number of runs.
 * Counts, moments and clusters are updated directly; intervals, lists by frequency, survival and
 * the named runs are computed on request.
 *
 * Medians need the values, whose scale nobody knows: gold by the million, a lead from -1 to 1, a
 * time of 0.0031. So the bins of the histogram adapt. At first every value has a bin of its own;
 * whenever there are too many bins, neighbours merge by ignoring one more bit of the mantissa. The
 * result depends on the values alone and not on their order. The median is exact up to BINS
 * different values; beyond that it is within one part in 2^b, where b bits are left: 1/512 or
 * better for values spread over a factor of 64, and never worse than the nearest power of two. */
#include <wyrm/external_runs.h>
#include "sim/internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 0.95
#define FIRST_RUNS 5 /* kept of each stage, to name three quantiles, the best and the worst */

/* ---- a histogram of reals ---- */

#define BINS 4096 /* signs times exponents: without mantissas all values fit */

typedef struct real_bin {
    double least, greatest; /* values in it */
    uint64_t count;
} real_bin;

typedef struct real_bins {
    uint64_t count; /* values added */
    unsigned shift; /* mantissa bits ignored */
    size_t used, capacity;
    real_bin *bins; /* ascending */
} real_bins;

/* Maps a double to an integer of the same order; values of one bin have the same key. */
static uint64_t key_of(double value, unsigned shift)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 63 ? ~bits : bits | UINT64_C(1) << 63) >> shift;
}

/* Ignores one mantissa bit after the other until there is room for one more bin. */
static void coarsen(real_bins *all)
{
    while (all->used == BINS) {
        size_t kept = 0;
        all->shift++;
        for (size_t i = 0; i < all->used; i++) {
            const real_bin bin = all->bins[i];
            real_bin *last = kept > 0 ? &all->bins[kept - 1] : NULL;
            if (last && key_of(last->least, all->shift) == key_of(bin.least, all->shift)) {
                last->greatest = bin.greatest;
                last->count += bin.count;
            } else {
                all->bins[kept++] = bin;
            }
        }
        all->used = kept;
    }
}

static void add_real(base_arena *arena, real_bins *all, double value)
{
    value += 0.0; /* -0.0 becomes 0.0 */
    coarsen(all);
    uint64_t key = key_of(value, all->shift);
    size_t low = 0, high = all->used;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_of(all->bins[middle].least, all->shift) < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == all->used || key_of(all->bins[low].least, all->shift) != key) {
        all->bins = base_grow(arena, all->bins, all->used, &all->capacity, sizeof *all->bins);
        memmove(&all->bins[low + 1], &all->bins[low], (all->used++ - low) * sizeof *all->bins);
        all->bins[low] = (real_bin){.least = value, .greatest = value};
    }
    real_bin *bin = &all->bins[low];
    bin->least = fmin(bin->least, value);
    bin->greatest = fmax(bin->greatest, value);
    bin->count++;
    all->count++;
}

/* The value of a whole rank, clamped to 1..count; values are taken to be spread evenly over their
 * bin. *tied: the bin holds several values, all equal. */
static double real_at(const real_bins *all, double rank, bool *tied)
{
    double wanted = fmin(fmax(rank, 1.0), (double)all->count);
    size_t at = 0;
    uint64_t seen = all->bins[0].count;
    while ((double)seen < wanted)
        seen += all->bins[++at].count;
    const real_bin *bin = &all->bins[at];
    double before = (double)(seen - bin->count), others = (double)bin->count - 1.0;
    *tied = bin->count > 1 && !(bin->least < bin->greatest);
    double within = others > 0.0 ? (wanted - before - 1.0) / others : 0.0;
    return bin->least * (1.0 - within) + bin->greatest * within;
}

/* The end of an interval at a rank that need not be whole. If a neighbouring rank is tied, the true
 * value may be that frequent one, so the end moves outwards to it. */
static double end_at(const real_bins *all, double rank, bool up)
{
    bool tied[2];
    double low = real_at(all, floor(rank), &tied[0]), high = real_at(all, ceil(rank), &tied[1]);
    double part = rank - floor(rank);
    if (tied[0] || tied[1])
        return up ? high : low;
    return low * (1.0 - part) + high * part;
}

static double median_of(const real_bins *all, double bound, wyrm_interval *ci95)
{
    bool tied;
    *ci95 = (wyrm_interval){-INFINITY, INFINITY};
    if (all->count == 0)
        return (double)NAN;
    double value = real_at(all, ceil((double)all->count / 2.0), &tied);
    wyrm_ranks ranks = wyrm_quantile_ranks(all->count, 0.5, CONFIDENCE);
    ci95->low = ranks.low < 1.0 ? bound : fmin(end_at(all, ranks.low, false), value);
    if (ranks.high <= (double)all->count)
        ci95->high = fmax(end_at(all, ranks.high, true), value);
    return value;
}

/* ---- words and how often they came ---- */

typedef struct word_list {
    size_t count, capacity;
    wyrm_external_word *words; /* in the order of strcmp */
    size_t at;                 /* index of the word of the run being added */
} word_list;

/* Finds or adds a word and sets list->at; counts stay as they are. */
static void find_word(base_arena *arena, word_list *list, const char *word, const char *what)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(list->words[middle].word, word) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    list->at = low;
    if (low < list->count && strcmp(list->words[low].word, word) == 0)
        return;
    if (list->count == WYRM_EXTERNAL_WORDS_MAX)
        base_refuse(arena, WYRM_ERROR_LIMIT,
                    "more than %d different words as %.80s, such as '%.63s': a word that is the "
                    "run's own says nothing of others",
                    WYRM_EXTERNAL_WORDS_MAX, what, word);
    const char *copy = base_copy(arena, word);
    list->words = base_grow(arena, list->words, list->count, &list->capacity, sizeof *list->words);
    memmove(&list->words[low + 1], &list->words[low], (list->count++ - low) * sizeof *list->words);
    list->words[low] = (wyrm_external_word){.word = copy};
}

static int by_frequency(const void *a, const void *b)
{
    const wyrm_external_word *one = a, *other = b;
    if (one->count != other->count)
        return one->count > other->count ? -1 : 1;
    return strcmp(one->word, other->word);
}

/* Copies a list for a summary, the most frequent word first, with intervals as shares of `trials`
 * runs. */
static size_t list_words(base_arena *arena, const word_list *list, uint64_t trials,
                         wyrm_external_word **out)
{
    wyrm_external_word *words = *out = base_array(arena, wyrm_external_word, list->count);
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        wyrm_external_word word = list->words[i];
        if (word.count == 0) /* was added for a run that then was refused */
            continue;
        word.word = base_copy(arena, word.word);
        word.ci95 = wyrm_listed_share_interval(word.count, trials, 1, CONFIDENCE);
        words[count++] = word;
    }
    if (count > 0)
        qsort(words, count, sizeof *words, by_frequency);
    return count;
}

/* ---- adding runs up ---- */

/* Orders the examples: a won run before others, then the one with the later stage. */
typedef struct run_feat {
    bool any;
    uint64_t run, seed;
    bool won;
    int32_t stage;
    const char *outcome;
} run_feat;

/* The figure of a metric, and what it is computed from. */
typedef struct metric_sum {
    wyrm_external_figure figure; /* sums only; a share keeps both kinds, and `plain` decides */
    bool plain;                  /* every share so far came as one number, not as k of n */
    uint64_t yes;                /* shares of exactly 1 */
    size_t stage_capacity;
    real_bins values;
    word_list words;
} metric_sum;

struct wyrm_external_accumulator {
    base_arena *arena;         /* it lies in this arena */
    wyrm_external_summary sum; /* points to the arrays below */
    const wyrm_external_run *adding;
    uint64_t last; /* number of the last run */
    metric_sum *metrics;
    word_list outcomes, causes;
    wyrm_external_stage stages[WYRM_EXTERNAL_STAGES_MAX];
    wyrm_external_failed failures[WYRM_EXTERNAL_FAILED_MAX];
    run_feat best, worst, unfinished; /* unfinished: the first run that was */
    /* By won or not and last stage: the number of runs, and the first of them. */
    uint64_t ended_at[2][WYRM_EXTERNAL_STAGES_MAX];
    run_feat first_at[2][WYRM_EXTERNAL_STAGES_MAX][FIRST_RUNS];
};

static void make_accumulator(base_arena *arena, void *result, void *context)
{
    const wyrm_external_hello *hello = *(const wyrm_external_hello **)context;
    static const wyrm_range ranges[] = {
        [WYRM_EXTERNAL_SHARE] = WYRM_SHARE, [WYRM_EXTERNAL_AMOUNT] = WYRM_AMOUNT};
    wyrm_external_accumulator *accumulator = result;
    accumulator->arena = arena;
    accumulator->sum.stages = accumulator->stages;
    accumulator->sum.failures = accumulator->failures;
    accumulator->sum.figure_count = hello->metric_count;
    sim_bound(hello->last_stage, &accumulator->sum.final_stage);
    accumulator->metrics = base_array(arena, metric_sum, hello->metric_count);
    for (size_t i = 0; i < hello->metric_count; i++) {
        metric_sum *metric = &accumulator->metrics[i];
        metric->plain = metric->figure.yes_or_no = true;
        metric->figure.metric = &hello->metrics[i];
        if ((size_t)hello->metrics[i].kind < COUNT_OF(ranges))
            metric->figure.values.range = ranges[hello->metrics[i].kind];
        metric->figure.ratio.range = WYRM_SHARE;
    }
}

wyrm_status wyrm_external_accumulator_new(const wyrm_external_hello *hello, uint64_t seed,
                                          wyrm_external_accumulator **out, wyrm_error *error)
{
    wyrm_status status = base_make(sizeof **out, make_accumulator, &hello, out, error);
    if (status == WYRM_OK)
        (*out)->sum.seed = seed;
    return status;
}

void wyrm_external_accumulator_free(wyrm_external_accumulator *accumulator)
{
    base_unmake(accumulator);
}

static void add_share(metric_sum *metric, const wyrm_external_value *value)
{
    wyrm_external_figure *figure = &metric->figure;
    bool one = value->of == 1.0, whole = value->number == 0.0 || value->number == 1.0;
    metric->plain = metric->plain && one;
    figure->yes_or_no = figure->yes_or_no && one && whole;
    metric->yes += one && value->number == 1.0;
    if (one)
        wyrm_moments_add(&figure->values, value->number);
    wyrm_ratio_estimate_add(&figure->ratio, value->number, value->of);
}

/* Missing values count for no stage; the list grows to the last stage that any run has reported. */
static void add_by_stage(base_arena *arena, metric_sum *metric, const wyrm_external_value *value)
{
    wyrm_external_figure *figure = &metric->figure;
    for (size_t i = 0; i < value->count; i++) {
        if (isnan(value->by_stage[i]))
            continue;
        for (; figure->stage_count <= i; figure->stage_count++)
            figure->stages = base_grow(arena, figure->stages, figure->stage_count,
                                       &metric->stage_capacity, sizeof *figure->stages);
        wyrm_moments_add(&figure->stages[i], value->by_stage[i]);
    }
}

static void add_value(base_arena *arena, metric_sum *metric, const wyrm_external_value *value)
{
    wyrm_external_kind kind = metric->figure.metric->kind;
    metric->figure.count++;
    if (kind == WYRM_EXTERNAL_SHARE) {
        add_share(metric, value);
    } else if (kind == WYRM_EXTERNAL_CATEGORY) {
        metric->words.words[metric->words.at].count++;
    } else if (kind == WYRM_EXTERNAL_BY_STAGE) {
        add_by_stage(arena, metric, value);
    } else {
        wyrm_moments_add(&metric->figure.values, value->number);
        add_real(arena, &metric->values, value->number);
    }
}

/* Above 0 if `one` got farther. */
static int compare_feats(const run_feat *one, const run_feat *other)
{
    if (one->won != other->won)
        return one->won ? 1 : -1;
    return (one->stage > other->stage) - (one->stage < other->stage);
}

static void add_complete(base_arena *arena, wyrm_external_accumulator *accumulator)
{
    const wyrm_external_run *run = accumulator->adding;
    wyrm_external_word *outcome = &accumulator->outcomes.words[accumulator->outcomes.at];
    const run_feat feat = {true,       run->run,     run->seed, run->end == WYRM_EXTERNAL_WON,
                           run->stage, outcome->word};
    accumulator->sum.complete++;
    outcome->count++;
    if (run->end != WYRM_EXTERNAL_WON && run->cause[0] != '\0')
        accumulator->causes.words[accumulator->causes.at].count++;
    for (size_t i = 0; i < accumulator->sum.figure_count; i++)
        if (run->values[i].told)
            add_value(arena, &accumulator->metrics[i], &run->values[i]);
    if (!accumulator->best.any || compare_feats(&feat, &accumulator->best) > 0)
        accumulator->best = feat;
    if (!accumulator->worst.any || compare_feats(&feat, &accumulator->worst) < 0)
        accumulator->worst = feat;
    if (run->stage == 0)
        return;
    run_feat *first = accumulator->first_at[feat.won][run->stage - 1];
    accumulator->ended_at[feat.won][run->stage - 1]++;
    for (size_t i = 0; i < FIRST_RUNS; i++)
        if (!first[i].any) {
            first[i] = feat;
            break;
        }
    wyrm_moments_add(&accumulator->sum.final_stage, run->stage);
}

static void add_failed(base_arena *arena, wyrm_external_accumulator *accumulator)
{
    const wyrm_external_run *run = accumulator->adding;
    wyrm_external_summary *sum = &accumulator->sum;
    sum->failed++;
    if (sum->failed_count < WYRM_EXTERNAL_FAILED_MAX)
        sum->failures[sum->failed_count++] =
            (wyrm_external_failed){run->run, run->seed, run->failure, base_copy(arena, run->why),
                                   base_copy(arena, run->log)};
}

/* Everything that may refuse the run comes first, so that it is added whole or not at all. */
static void check_run(base_arena *arena, wyrm_external_accumulator *accumulator)
{
    const wyrm_external_run *run = accumulator->adding;
    if (accumulator->sum.runs > 0 && run->run <= accumulator->last)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "run %llu comes after run %llu",
                    (unsigned long long)run->run, (unsigned long long)accumulator->last);
    if (run->stage < 0 || run->stage > WYRM_EXTERNAL_STAGES_MAX)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "run %llu ends at stage %d",
                    (unsigned long long)run->run, (int)run->stage);
    if (!wyrm_external_is_complete(run->end))
        return;
    find_word(arena, &accumulator->outcomes, run->outcome, "outcome");
    if (run->end != WYRM_EXTERNAL_WON && run->cause[0] != '\0')
        find_word(arena, &accumulator->causes, run->cause, "cause");
    for (size_t i = 0; i < accumulator->sum.figure_count; i++) {
        metric_sum *metric = &accumulator->metrics[i];
        if (run->values[i].told && metric->figure.metric->kind == WYRM_EXTERNAL_CATEGORY)
            find_word(arena, &metric->words, run->values[i].word, metric->figure.metric->name);
    }
}

static void add_run(base_arena *arena, void *context)
{
    wyrm_external_accumulator *accumulator = context;
    const wyrm_external_run *run = accumulator->adding;
    wyrm_external_summary *sum = &accumulator->sum;
    check_run(arena, accumulator);
    accumulator->last = run->run;
    sum->runs++;
    sum->ends[run->end]++;
    if (wyrm_external_is_complete(run->end))
        add_complete(arena, accumulator);
    if (run->end == WYRM_EXTERNAL_FAILED) {
        add_failed(arena, accumulator);
        return;
    }
    sum->unfinished += run->end == WYRM_EXTERNAL_UNFINISHED;
    if (run->end == WYRM_EXTERNAL_UNFINISHED && !accumulator->unfinished.any)
        accumulator->unfinished =
            (run_feat){true, run->run, run->seed, false, run->stage, "unfinished"};
    for (int32_t i = 0; i < run->stage; i++)
        sum->stages[i].entered++;
    if (sum->stage_count < (size_t)run->stage)
        sum->stage_count = (size_t)run->stage;
    if (run->stage > 0 && run->end == WYRM_EXTERNAL_UNFINISHED)
        sum->stages[run->stage - 1].unfinished++;
    else if (run->stage > 0 && run->end != WYRM_EXTERNAL_WON)
        sum->stages[run->stage - 1].ended++;
}

wyrm_status wyrm_external_accumulator_add(wyrm_external_accumulator *accumulator,
                                          const wyrm_external_run *run, wyrm_error *error)
{
    accumulator->adding = run;
    return base_told(accumulator->arena, base_run(accumulator->arena, add_run, accumulator), error);
}

/* ---- summaries ---- */

wyrm_interval wyrm_external_survival(const wyrm_external_summary *summary, size_t stage,
                                     double confidence, double *share)
{
    sim_stage_walk walk = {0};
    for (size_t i = 0; i < stage && i < summary->stage_count; i++) {
        const wyrm_external_stage *here = &summary->stages[i];
        uint64_t next = i + 1 < summary->stage_count ? here[1].entered : 0;
        uint64_t whole = here->entered - here->unfinished;
        sim_stage_walk_on(&walk, whole, here->ended, whole - here->ended - next);
    }
    return sim_stage_walk_end(&walk, confidence, share);
}

/* The value of a metric that is one number, with its interval; else NAN. */
static wyrm_estimate estimate_of(const wyrm_external_figure *figure, uint64_t yes)
{
    wyrm_external_kind kind = figure->metric->kind;
    wyrm_estimate out = {(double)NAN, true, {-INFINITY, INFINITY}};
    if (kind == WYRM_EXTERNAL_CATEGORY || kind == WYRM_EXTERNAL_BY_STAGE || figure->count == 0)
        return out;
    if (figure->yes_or_no) {
        out.value = (double)yes / (double)figure->count;
        out.ci95 = wyrm_share_interval(yes, figure->count, CONFIDENCE);
    } else if (figure->ratio.count > 0) {
        out.value = figure->ratio.x > 0.0 ? wyrm_ratio_estimate_value(&figure->ratio) : (double)NAN;
        out.ci95 = wyrm_ratio_interval(&figure->ratio, CONFIDENCE);
    } else {
        out.value = figure->values.mean;
        out.ci95 = wyrm_mean_interval(&figure->values, CONFIDENCE);
    }
    return out;
}

static wyrm_external_figure figure_of(base_arena *arena, const metric_sum *metric)
{
    wyrm_external_figure figure = metric->figure;
    wyrm_external_kind kind = figure.metric->kind;
    bool share = kind == WYRM_EXTERNAL_SHARE;
    bool number = kind == WYRM_EXTERNAL_AMOUNT || kind == WYRM_EXTERNAL_NUMBER;
    figure.yes_or_no = share && figure.count > 0 && figure.yes_or_no;
    if (!share || metric->plain)
        figure.ratio = (wyrm_ratio_estimate){.range = WYRM_SHARE};
    else
        figure.values = (wyrm_moments){.range = WYRM_SHARE};
    figure.estimate = estimate_of(&figure, metric->yes);
    figure.least = number && figure.count > 0 ? figure.values.min : (double)NAN;
    figure.greatest = number && figure.count > 0 ? figure.values.max : (double)NAN;
    figure.median = median_of(&metric->values, kind == WYRM_EXTERNAL_AMOUNT ? 0.0 : -INFINITY,
                              &figure.median_ci95);
    figure.word_count = list_words(arena, &metric->words, figure.count, &figure.words);
    figure.stages = base_array(arena, wyrm_moments, figure.stage_count);
    for (size_t i = 0; i < figure.stage_count; i++)
        figure.stages[i] = metric->figure.stages[i];
    return figure;
}

static void list_stages(base_arena *arena, wyrm_external_summary *summary)
{
    const wyrm_external_stage *from = summary->stages;
    summary->stages = base_array(arena, wyrm_external_stage, summary->stage_count);
    for (size_t i = 0; i < summary->stage_count; i++)
        summary->stages[i] = from[i];
    for (size_t i = 0; i < summary->stage_count; i++) {
        wyrm_external_stage *stage = &summary->stages[i];
        uint64_t whole = stage->entered - stage->unfinished;
        stage->stage = (int32_t)i + 1;
        stage->survival_ci95 = wyrm_external_survival(summary, i + 1, CONFIDENCE, &stage->survival);
        stage->hazard = whole > 0 ? (double)stage->ended / (double)whole : (double)NAN;
        stage->hazard_ci95 = wyrm_share_interval(stage->ended, whole, CONFIDENCE);
    }
}

/* Runs to be named; those at a quantile are looked up by won or not and last stage. */
typedef struct named_run {
    const char *what;
    double quantile;
    const run_feat *feat; /* NULL: none */
} named_run;

static bool is_named(const named_run *named, size_t count, const run_feat *feat)
{
    for (size_t i = 0; i < count; i++)
        if (named[i].feat != NULL && named[i].feat->any && named[i].feat->run == feat->run)
            return true;
    return false;
}

/* The first runs with the same end and stage as the run at quantile p of those that report a stage,
 * as in accumulator.c; NULL: none. */
static const run_feat *first_like(const wyrm_external_accumulator *accumulator, double p)
{
    const double rank = ceil(p * (double)accumulator->sum.final_stage.count);
    uint64_t passed = 0;
    for (size_t won = 0; won < 2; won++)
        for (size_t at = 0; at < WYRM_EXTERNAL_STAGES_MAX; at++) {
            passed += accumulator->ended_at[won][at];
            if (passed > 0 && (double)passed >= rank)
                return accumulator->first_at[won][at];
        }
    return NULL;
}

/* One of these that has no name yet: where most runs are won, the median would be the best run
 * again, and a user would watch it twice. */
static const run_feat *feat_at(const wyrm_external_accumulator *accumulator, double p,
                               const named_run *named, size_t count)
{
    const run_feat *first = first_like(accumulator, p);
    for (size_t i = 0; first != NULL && i < FIRST_RUNS && first[i].any; i++)
        if (!is_named(named, count, &first[i]))
            return &first[i];
    return NULL;
}

static void list_examples(base_arena *arena, const wyrm_external_accumulator *accumulator,
                          wyrm_external_summary *summary)
{
    const bool one = accumulator->best.run == accumulator->worst.run;
    named_run named[] = {{"best", 0, &accumulator->best},
                         {"90 %", 0.9, NULL},
                         {"median", 0.5, NULL},
                         {"10 %", 0.1, NULL},
                         {"worst", 0, one ? NULL : &accumulator->worst},
                         {"unfinished", 0, &accumulator->unfinished}};
    const size_t most = COUNT_OF(named);
    summary->examples = base_array(arena, wyrm_external_example, most);
    for (size_t i = 0; i < most; i++) {
        if (named[i].quantile > 0)
            named[i].feat = feat_at(accumulator, named[i].quantile, named, most);
        const run_feat *feat = named[i].feat;
        if (feat != NULL && feat->any)
            summary->examples[summary->example_count++] = (wyrm_external_example){
                named[i].what, feat->run, feat->seed, feat->stage, base_copy(arena, feat->outcome)};
    }
}

static void make_summary(base_arena *arena, void *result, void *context)
{
    const wyrm_external_accumulator *accumulator = *(const wyrm_external_accumulator **)context;
    wyrm_external_summary *summary = result;
    *summary = accumulator->sum;
    uint64_t won = summary->ends[WYRM_EXTERNAL_WON], complete = summary->complete;
    summary->win_rate = complete > 0 ? (double)won / (double)complete : (double)NAN;
    summary->win_rate_ci95 = wyrm_share_interval(won, complete, CONFIDENCE);
    list_stages(arena, summary);
    summary->outcome_count =
        list_words(arena, &accumulator->outcomes, complete, &summary->outcomes);
    summary->cause_count = list_words(arena, &accumulator->causes, complete, &summary->causes);
    summary->figures = base_array(arena, wyrm_external_figure, summary->figure_count);
    for (size_t i = 0; i < summary->figure_count; i++)
        summary->figures[i] = figure_of(arena, &accumulator->metrics[i]);
    const wyrm_external_failed *failures = summary->failures;
    summary->failures = base_array(arena, wyrm_external_failed, summary->failed_count);
    for (size_t i = 0; i < summary->failed_count; i++) {
        wyrm_external_failed one = failures[i];
        one.why = base_copy(arena, one.why);
        one.log = base_copy(arena, one.log);
        summary->failures[i] = one;
    }
    list_examples(arena, accumulator, summary);
}

wyrm_status wyrm_external_accumulator_sum(const wyrm_external_accumulator *accumulator,
                                          wyrm_external_summary **out, wyrm_error *error)
{
    return base_make(sizeof **out, make_summary, &accumulator, out, error);
}

void wyrm_external_summary_free(wyrm_external_summary *summary)
{
    base_unmake(summary);
}
