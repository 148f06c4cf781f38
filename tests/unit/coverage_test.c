/* Coverage of intervals: by kind of figure, how many contain the true value of populations that are
 * known and resemble games: many zeros, shares that are mostly 1, long tails, rare events, clusters
 * of all sizes.
 *
 * With the word `full` every row is repeated 5,000 times, at more sizes, and the table of
 * docs/statistics.md is printed: `meson test --benchmark coverage --verbose`. */
#define OWN_MAIN
#include "coin_flips.h"

#include <wyrm/stats.h>
#include "metrics/internal.h"

enum { FULL = 5000, SHORT = 300, CAP = 10 };

static int repetitions = SHORT;

typedef struct row row;
struct row {
    const char *kind, *population;
    /* Draws one sample of `size` and its interval; false if nothing would be printed. */
    bool (*sample)(const row *this, size_t size, test_random *random, wyrm_interval *out);
    double truth;
    double (*draw)(test_random *random, double parameter);
    double parameter;
    wyrm_range range;
    /* The share of values that are events: if fewer than ten of them are expected, or no such share
     * is given, intervals may cover more often. */
    double events;
};

static double exponential(test_random *random, double mean)
{
    return -mean * log(1 - random_unit(random));
}

static double normal(test_random *random, double sd)
{
    double angle = 6.283185307179586 * random_unit(random);
    double radius = sqrt(-2 * log(1 - random_unit(random)));
    return sd * radius * cos(angle);
}

static double lognormal(test_random *random, double sd)
{
    return exp(normal(random, sd));
}

static double geometric(test_random *random, double chance)
{
    return floor(log(1 - random_unit(random)) / log(1 - chance));
}

static double poisson(test_random *random, double mean)
{
    double left = exp(-mean), product = random_unit(random);
    int events = 0;
    for (; product > left; events++)
        product *= random_unit(random);
    return events;
}

/* 0 except for a share of exponential values. */
static double seldom_some(test_random *random, double share)
{
    bool any = random_unit(random) < share;
    return any ? exponential(random, 1) : 0;
}

static double seldom_one(test_random *random, double share)
{
    return random_unit(random) < share;
}

/* 1 except for a share of uniform values from 0 to 1. */
static double mostly_whole(test_random *random, double share)
{
    bool hurt = random_unit(random) < share;
    return hurt ? random_unit(random) : 1;
}

static double mostly_gone(test_random *random, double share)
{
    return 1 - mostly_whole(random, share);
}

static double anywhere(test_random *random, double power)
{
    return pow(random_unit(random), power);
}

/* The items of a kit that is nearly always complete: 22 or 23, with a share of smaller numbers. */
static double kit(test_random *random, double share)
{
    bool lost = random_unit(random) < share;
    return lost ? floor(22 * random_unit(random)) : 22 + (random_unit(random) < 0.5);
}

/* Mostly the same level, with equal shares one level below and one above. */
static double level(test_random *random, double share)
{
    double place = random_unit(random);
    return place < share ? 3 : place < 2 * share ? 5 : 4;
}

static double dice(test_random *random, double count)
{
    double sum = 0;
    for (int i = 0; i < (int)count; i++)
        sum += 1 + (double)random_below(random, 6);
    return sum;
}

/* The difference of a run before and after a change: a share gains one, another loses one. */
static double change(test_random *random, double share)
{
    double place = random_unit(random);
    return place < share ? 1 : place < 2 * share ? -1 : 0;
}

static double gain_between(test_random *random, double mean)
{
    double before = exponential(random, mean);
    return exponential(random, mean) - before;
}

/* What a fight costs: exponential, but for a share of fights that cost all that is counted. */
static double cost(test_random *random, double share)
{
    bool hopeless = random_unit(random) < share;
    return fmin(hopeless ? CAP : exponential(random, 1), CAP);
}

static bool mean(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_moments moments = {.range = this->range, .most = CAP};
    for (size_t i = 0; i < size; i++)
        wyrm_moments_add(&moments, this->draw(random, this->parameter));
    *out = wyrm_mean_interval(&moments, 0.95);
    return wyrm_interval_is_known(*out);
}

/* The turns of runs, before and after a change that moves 3 in 100 of them far and 4 by a turn. */
static bool few_pairs(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_moments before = {.range = WYRM_AMOUNT}, after = before, differences = {0};
    uint64_t differing = 0;
    for (size_t i = 0; i < size; i++) {
        const double turns = 20 + exponential(random, 30), place = random_unit(random);
        const double moved = place < 0.03 ? -46 : place < 0.05 ? -1 : place < 0.07 ? 1 : 0;
        wyrm_moments_add(&before, turns);
        wyrm_moments_add(&after, turns + moved);
        wyrm_moments_add(&differences, moved);
        differing += moved != 0;
    }
    (void)this;
    *out = judge_interval_of_pairs(
        &differences, differing,
        sqrt(wyrm_moments_variance(&before) + wyrm_moments_variance(&after)), 0.95);
    return true;
}

static uint64_t successes(double chance, size_t size, test_random *random)
{
    uint64_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += random_unit(random) < chance;
    return count;
}

static bool share(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    *out = wyrm_share_interval(successes(this->parameter, size, random), size, 0.95);
    return true;
}

static bool listed(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    uint64_t count = successes(this->parameter, size, random);
    *out = wyrm_listed_share_interval(count, size, 1, 0.95);
    return count > 0;
}

static double ranked(const double *values, size_t count, double rank)
{
    size_t below = (size_t)rank;
    if (below < 1 || rank > (double)count)
        return below < 1 ? -INFINITY : INFINITY;
    double apart = below < count ? values[below] - values[below - 1] : 0;
    return values[below - 1] + (rank - (double)below) * apart;
}

/* The quantile of exponential values. */
static bool quantile(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    double *values = malloc(size * sizeof *values);
    for (size_t i = 0; i < size; i++)
        values[i] = exponential(random, 1);
    qsort(values, size, sizeof *values, by_size);
    wyrm_ranks ranks = wyrm_quantile_ranks(size, this->parameter, 0.95);
    *out = (wyrm_interval){ranked(values, size, ranks.low), ranked(values, size, ranks.high)};
    free(values);
    return true;
}

/* Clusters of 0 to 11 trials, each with its own chance, from 0 to twice the parameter. */
static bool ratio_share(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_ratio_estimate clusters = {.range = WYRM_SHARE};
    for (size_t i = 0; i < size; i++) {
        size_t trials = (size_t)random_below(random, 12);
        double chance = 2 * this->parameter * random_unit(random);
        wyrm_ratio_estimate_add(&clusters, (double)successes(chance, trials, random),
                                (double)trials);
    }
    *out = wyrm_ratio_interval(&clusters, 0.95);
    return clusters.x > 0;
}

/* Clusters of 1, 2, 3... members, each with an amount that is its own factor times a common one. */
static bool ratio_amount(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_ratio_estimate clusters = {.range = this->range};
    for (size_t i = 0; i < size; i++) {
        double count = 1 + geometric(random, 0.4), shared = 0.5 + random_unit(random), sum = 0;
        for (double j = 0; j < count; j++)
            sum += shared * this->draw(random, this->parameter);
        wyrm_ratio_estimate_add(&clusters, sum, count);
    }
    *out = wyrm_ratio_interval(&clusters, 0.95);
    return wyrm_interval_is_known(*out);
}

/* Levels of the monsters of a dungeon: each deviates a little from the dungeon's own, and a dungeon
 * with a higher level has fewer monsters. */
static bool ratio_level(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_ratio_estimate clusters = {.range = this->range};
    for (size_t i = 0; i < size; i++) {
        double own = level(random, 0.3), count = 12 - own + (double)random_below(random, 8),
               sum = 0;
        for (double j = 0; j < count; j++)
            sum += own + level(random, 0.2);
        wyrm_ratio_estimate_add(&clusters, sum, count);
    }
    *out = wyrm_ratio_interval(&clusters, 0.95);
    return wyrm_interval_is_known(*out);
}

/* Four steps, at each of which some die and then some are censored. */
static bool survival(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_survival survival = {0};
    uint64_t risk = size;
    for (int step = 0; step < 4; step++) {
        uint64_t died = successes(this->parameter, risk, random);
        wyrm_survival_step(&survival, risk, died);
        risk -= died;
        risk -= successes(0.15, risk, random);
    }
    *out = wyrm_survival_interval(&survival, 0.95);
    return true;
}

/* A share gains by the change; `events` minus the parameter loses. */
static bool paired_share(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    uint64_t gained = 0, lost = 0;
    for (size_t i = 0; i < size; i++) {
        double place = random_unit(random);
        gained += place < this->parameter;
        lost += place >= this->parameter && place < this->events;
    }
    *out = wyrm_paired_share_interval(gained, lost, size, 0.95);
    return true;
}

static bool unpaired_share(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    uint64_t a = successes(this->parameter + this->truth, size, random);
    uint64_t b = successes(this->parameter, size, random);
    double n = (double)size;
    *out = wyrm_difference_interval((double)a / n, wyrm_share_interval(a, size, 0.95),
                                    (double)b / n, wyrm_share_interval(b, size, 0.95));
    return true;
}

static bool unpaired_mean(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    wyrm_moments a = {.range = this->range}, b = a;
    for (size_t i = 0; i < size; i++) {
        wyrm_moments_add(&a, this->draw(random, this->parameter));
        wyrm_moments_add(&b, this->draw(random, this->parameter));
    }
    *out = wyrm_difference_interval(a.mean, wyrm_mean_interval(&a, 0.95), b.mean,
                                    wyrm_mean_interval(&b, 0.95));
    return wyrm_interval_is_known(*out);
}

/* The interval of a listed word. */
static wyrm_interval word_share(const wyrm_external_word *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i].word, word) == 0)
            return words[i].ci95;
    return (wyrm_interval){-INFINITY, INFINITY};
}

/* Figures of `size` runs of an external game with a known answer, all from one summary: the
 * population names the figure. */
static bool game(const row *this, size_t size, test_random *random, wyrm_interval *out)
{
    OWNED(wyrm_external_summary) *summary = flip_summary(random_word(random), 0, size);
    const wyrm_external_figure *figures = summary->figures;
    const wyrm_external_figure *weapon = &figures[FLIP_WEAPON], *turns = &figures[FLIP_TURNS];
    const char *name = this->population;
    *out = (wyrm_interval){-INFINITY, INFINITY};
    if (strcmp(name, "win rate") == 0)
        *out = summary->win_rate_ci95;
    else if (strcmp(name, "final stage") == 0)
        *out = wyrm_mean_interval(&summary->final_stage, 0.95);
    else if (strcmp(name, "3 stages") == 0)
        *out = wyrm_external_survival(summary, 3, 0.95, &(double){0});
    else if (strcmp(name, "hazard") == 0 && summary->stage_count >= 2)
        *out = summary->stages[1].hazard_ci95;
    else if (strcmp(name, "rare cause") == 0)
        *out = word_share(summary->causes, summary->cause_count, "a \"deep\" pit");
    else if (strcmp(name, "rare word") == 0)
        *out = word_share(weapon->words, weapon->word_count, "relic");
    else if (strcmp(name, "of stage 2") == 0 && turns->stage_count >= 2)
        *out = wyrm_mean_interval(&turns->stages[1], 0.95);
    else if (strcmp(name, "median") == 0)
        *out = figures[FLIP_LEAD].median_ci95;
    else if (strncmp(name, "metric", 6) == 0)
        *out = figures[(int)this->parameter].estimate.ci95;
    return wyrm_interval_is_known(*out);
}

/* clang-format off */
static const row rows[] = {
    {"share", "half", share, 0.5, .parameter = 0.5},
    {"share", "3 in 100", share, 0.03, .parameter = 0.03},
    {"share", "3 in 1000", share, 0.003, .parameter = 0.003},
    {"listed share", "3 in 100", listed, 0.03, .parameter = 0.03},
    {"listed share", "1 in 1000", listed, 0.001, .parameter = 0.001},
    {"mean of a share", "30 % below 1", mean, 0.85, mostly_whole, 0.3, WYRM_SHARE, 0.3},
    {"mean of a share", "3 % below 1", mean, 0.985, mostly_whole, 0.03, WYRM_SHARE, 0.03},
    {"mean of a share", "10 % above 0", mean, 0.05, mostly_gone, 0.1, WYRM_SHARE, 0.1},
    {"mean of a share", "anywhere", mean, 0.5, anywhere, 1, WYRM_SHARE, 0.5},
    {"mean of a share", "mostly small", mean, 0.125, anywhere, 7, WYRM_SHARE, 0.25},
    {"mean of an amount", "exponential", mean, 1, exponential, 1, WYRM_AMOUNT, 0.3},
    {"mean of an amount", "geometric", mean, 9, geometric, 0.1, WYRM_AMOUNT, 0.3},
    {"mean of an amount", "lognormal", mean, 1.1331484530668263, lognormal, 0.5, WYRM_AMOUNT, 0.3},
    {"mean of an amount", "20 % above 0", mean, 0.2, seldom_some, 0.2, WYRM_AMOUNT, 0.2},
    {"mean of an amount", "5 % above 0", mean, 0.05, seldom_some, 0.05, WYRM_AMOUNT, 0.05},
    {"mean of an amount", "5 % are 1", mean, 0.05, seldom_one, 0.05, WYRM_AMOUNT, 0},
    {"mean of an amount", "0, 1, 2...", mean, 0.1, poisson, 0.1, WYRM_AMOUNT, 0},
    {"mean of an amount", "a kit, 7 % lost", mean, 22.5 - 0.07 * 12, kit, 0.07, WYRM_AMOUNT, 0.07},
    {"mean of anything", "10 dice", mean, 35, dice, 10, WYRM_ANY, 0.5},
    {"mean of anything", "levels 3, 4, 5", mean, 4, level, 0.1, WYRM_ANY, 0},
    {"mean of anything", "levels, 1 % off", mean, 4, level, 0.01, WYRM_ANY, 0},
    {"quantile", "10 %", quantile, 0.10536051565782628, .parameter = 0.1, .events = 0.1},
    {"quantile", "median", quantile, 0.69314718055994531, .parameter = 0.5, .events = 0.5},
    {"quantile", "90 %", quantile, 2.302585092994046, .parameter = 0.9, .events = 0.1},
    {"ratio, a share", "half", ratio_share, 0.5, .parameter = 0.5, .events = 0.5},
    {"ratio, a share", "1 in 200", ratio_share, 0.005, .parameter = 0.005},
    {"ratio, an amount", "exponential", ratio_amount, 1, exponential, 1, WYRM_AMOUNT, 0.3},
    {"ratio, an amount", "1, 2, 3...", ratio_amount, 9, geometric, 0.1, WYRM_AMOUNT, 0.3},
    {"ratio, an amount", "20 % above 0", ratio_amount, 0.2, seldom_some, 0.2, WYRM_AMOUNT, 0.2},
    {"ratio, an amount", "3 % are 1", ratio_amount, 0.03, seldom_one, 0.03, WYRM_AMOUNT, 0},
    {"ratio, anything", "levels", ratio_level, 4 + 45.4 / 11.5, .range = WYRM_ANY, .events = 0.5},
    {"survival", "80 % a step", survival, 0.4096, .parameter = 0.2},
    {"survival", "99 % a step", survival, 0.96059601, .parameter = 0.01},
    {"survival", "30 % a step", survival, 0.0081, .parameter = 0.7},
    {"paired shares", "1 % and 1 %", paired_share, 0, .parameter = 0.01, .events = 0.02},
    {"paired shares", "2 % and none", paired_share, 0.02, .parameter = 0.02, .events = 0.02},
    {"paired shares", "1 in 1000", paired_share, 0, .parameter = 0.001, .events = 0.002},
    {"paired shares", "30 % and 20 %", paired_share, 0.1, .parameter = 0.3, .events = 0.5},
    {"paired means", "differ often", mean, 0, gain_between, 1, WYRM_ANY, 0.3},
    {"paired means", "5 % and 5 %", mean, 0, change, 0.05, WYRM_ANY, 0},
    {"paired means", "5 %, one way", mean, 0.05, seldom_some, 0.05, WYRM_ANY, 0.05},
    {"two shares", "52 % and 50 %", unpaired_share, 0.02, .parameter = 0.5},
    {"two shares", "3 % and 1 %", unpaired_share, 0.02, .parameter = 0.01},
    {"two means", "exponential", unpaired_mean, 0, exponential, 1, WYRM_AMOUNT, 0.3},
    {"two means", "10 dice", unpaired_mean, 0, dice, 10, WYRM_ANY, 0.5},
    /* 23.2 of the 92.9 complete runs are won, and one loss in fifty has the rare cause. */
    {"coin flips", "win rate", game, 0.24999030091787908, .events = 0.25},
    {"coin flips", "final stage", game, 3.611150625890123, .events = 0},
    {"coin flips", "3 stages", game, 0.512, .events = 0.4},
    {"coin flips", "hazard", game, 0.2, .events = 0.2},
    {"coin flips", "rare cause", game, 0.015000193981642419, .events = 0},
    {"coin flips", "rare word", game, 0.01, .events = 0},
    {"coin flips", "of stage 2", game, 20, .events = 0.2},
    {"coin flips", "median", game, 0, .events = 0.5},
    {"coin flips", "metric: gold", game, 3 * 3.611150625890123, .parameter = FLIP_GOLD},
    {"coin flips", "metric: hit", game, 0.3, .parameter = FLIP_HIT, .events = 0.3},
    {"coin flips", "metric: key", game, 0.25, .parameter = FLIP_KEY, .events = 0.25},
    {"coin flips", "metric: lead", game, 0, .parameter = FLIP_LEAD, .events = 0.3},
    {"pairs, few differ", "3 % by much", few_pairs, -1.38, .events = 0.03},
    {"mean up to 10", "5 % at 10", mean, 1.4499568700667256, cost, 0.05, WYRM_CAPPED, 0.05},
    {"mean up to 10", "40 % at 10", mean, 4.599972760042142, cost, 0.4, WYRM_CAPPED, 0.4},
    {"mean up to 10", "95 % at 10", mean, 9.549997730003511, cost, 0.95, WYRM_CAPPED, 0.05},
};
/* clang-format on */

static const size_t sizes[] = {10, 20, 100, 1000};

/* The deviation from the nominal share that chance alone exceeds in about one row of a thousand. */
static double slack(double share, int made)
{
    return 3.1 * sqrt(share * (1 - share) / made);
}

/* Whether the number of intervals that contain the true value is right: not significantly below 93
 * %, nor above 97 % if there are ten events. */
static bool keeps_its_word(const row *this, size_t size, int held, int made)
{
    double share = (double)held / made;
    bool may_be_more = this->events * (double)size < 10;
    return share >= 0.93 - slack(0.93, made) && (may_be_more || share <= 0.97 + slack(0.97, made));
}

static bool run_row(const row *this, size_t index)
{
    bool right = true;
    print_message("%-18s %-16s", this->kind, this->population);
    for (size_t s = 0; s < LENGTH_OF(sizes); s++) {
        int held = 0, made = 0;
        test_random random = {1000 * index + s};
        for (int i = 0; i < repetitions; i++) {
            wyrm_interval interval;
            if (!this->sample(this, sizes[s], &random, &interval))
                continue;
            made++;
            held += interval.low <= this->truth + 1e-12 && this->truth - 1e-12 <= interval.high;
        }
        /* A figure printed in only one case of fifty is too rare to judge. */
        bool fits = made < repetitions / 50 || keeps_its_word(this, sizes[s], held, made);
        right &= fits;
        if (made == 0)
            print_message(" |      -          ");
        else
            print_message(" | %5.1f%s of %3.0f %%", 100.0 * held / made, fits ? "  " : " <",
                          100.0 * made / repetitions);
    }
    print_message("\n");
    return right;
}

static void every_kind_covers(void **state)
{
    (void)state;
    bool right = true;
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        right &= run_row(&rows[i], i + 1);
    assert_true(right);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_covers)};
    if (argc > 1 && strcmp(argv[1], "full") == 0)
        repetitions = FULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
