/* Summaries of runs of an external game, worked out with a pencil. coverage_test.c covers their
 * intervals. */
#include "coin_flips.h"

/* A run made by hand, without any metrics. */
static wyrm_external_run plain(uint64_t number, wyrm_external_end end, int32_t stage)
{
    static const wyrm_external_value nothing[LENGTH_OF(flip_metrics)];
    static const char *const outcomes[] = {"won", "lost", "escaped", "unfinished", "failed"};
    return (wyrm_external_run){.run = number,
                               .seed = 1000 + number,
                               .end = end,
                               .outcome = outcomes[end],
                               .cause = end == WYRM_EXTERNAL_LOST ? "orc" : "",
                               .stage = stage,
                               .values = nothing,
                               .why = end == WYRM_EXTERNAL_FAILED ? "no such level" : "",
                               .log = ""};
}

static wyrm_external_accumulator *begin(void)
{
    wyrm_external_accumulator *summing;
    assert_works(wyrm_external_accumulator_new(&flip_hello, 1, &summing, &last_error));
    return summing;
}

static void add(wyrm_external_accumulator *summing, const wyrm_external_run *run)
{
    assert_works(wyrm_external_accumulator_add(summing, run, &last_error));
}

static wyrm_external_summary *summed(const wyrm_external_accumulator *summing)
{
    wyrm_external_summary *summary;
    assert_works(wyrm_external_accumulator_sum(summing, &summary, &last_error));
    return summary;
}

static void assert_interval(wyrm_interval got, wyrm_interval wanted)
{
    assert_near(got.low, wanted.low, 1e-12);
    assert_near(got.high, wanted.high, 1e-12);
}

/* 10 die at stage 1, 10 are stopped by a limit at stage 2, where 20 win and 10 escape; 5 fail. */
TEST(runs_are_counted_by_how_they_end)
{
    static const struct {
        wyrm_external_end end;
        int32_t stage, runs;
    } ends[] = {{WYRM_EXTERNAL_LOST, 1, 10},
                {WYRM_EXTERNAL_UNFINISHED, 2, 10},
                {WYRM_EXTERNAL_FAILED, 0, 25},
                {WYRM_EXTERNAL_WON, 2, 20},
                {WYRM_EXTERNAL_OTHER, 2, 10}};
    OWNED(wyrm_external_accumulator) *summing = begin();
    uint64_t number = 0;
    for (size_t i = 0; i < LENGTH_OF(ends); i++)
        for (int32_t j = 0; j < ends[i].runs; j++) {
            wyrm_external_run run = plain(number++, ends[i].end, ends[i].stage);
            add(summing, &run);
        }
    OWNED(wyrm_external_summary) *summary = summed(summing);
    const wyrm_external_stage *first = &summary->stages[0], *second = &summary->stages[1];
    assert_int_equal(summary->runs, 75);
    assert_int_equal(summary->complete, 40);
    assert_int_equal(summary->unfinished, 10);
    assert_int_equal(summary->failed, 25);
    assert_near(summary->win_rate, 0.5, 0);
    assert_interval(summary->win_rate_ci95, wyrm_share_interval(20, 40, 0.95));
    assert_near(summary->final_stage.mean, 1.75, 1e-15);
    assert_int_equal(summary->stage_count, 2);
    assert_int_equal(first->entered, 50);
    assert_int_equal(second->unfinished, 10);
    assert_near(first->survival, 0.8, 1e-15);
    assert_interval(first->survival_ci95, wyrm_share_interval(40, 50, 0.95));
    assert_near(second->hazard, 10.0 / 30, 1e-15);
    assert_near(second->survival, 0.8 * 2 / 3, 1e-15);
    assert_string_equal(summary->outcomes[0].word, "won");
    assert_string_equal(summary->outcomes[1].word, "escaped");
    assert_interval(summary->outcomes[1].ci95, wyrm_listed_share_interval(10, 40, 1, 0.95));
    assert_int_equal(summary->cause_count, 1);
    assert_int_equal(summary->causes[0].count, 10);
    assert_int_equal(summary->failed_count, WYRM_EXTERNAL_FAILED_MAX);
    assert_int_equal(summary->failures[0].seed, 1020);
    assert_string_equal(summary->failures[0].why, "no such level");
    assert_string_equal(summary->examples[0].what, "best");
    assert_int_equal(summary->examples[0].run, 45);
    assert_string_equal(summary->examples[5].what, "unfinished");
    assert_int_equal(summary->examples[5].seed, 1010);
}

/* The same with different outcomes: of 20 the first 10 and the last 8 are lost at stage 3. */
TEST(examples_of_quantiles_go_by_who_has_won_first)
{
    OWNED(wyrm_external_accumulator) *summing = begin();
    for (uint64_t i = 0; i < 20; i++) {
        const bool won = i == 10 || i == 11 || i == 12;
        wyrm_external_run run = plain(i, won ? WYRM_EXTERNAL_WON : WYRM_EXTERNAL_LOST, 3);
        add(summing, &run);
    }
    OWNED(wyrm_external_summary) *summary = summed(summing);
    static const struct {
        const char *what;
        uint64_t run;
    } named[] = {{"best", 10}, {"90 %", 11}, {"median", 1}, {"10 %", 2}, {"worst", 0}};
    assert_int_equal(summary->example_count, LENGTH_OF(named));
    for (size_t i = 0; i < LENGTH_OF(named); i++) {
        assert_string_equal(summary->examples[i].what, named[i].what);
        assert_int_equal(summary->examples[i].run, named[i].run);
    }
}

/* Winners count as survivors of the stages below. */
TEST(who_has_won_survives_what_follows)
{
    OWNED(wyrm_external_accumulator) *summing = begin();
    for (uint64_t i = 0; i < 100; i++) {
        wyrm_external_run run = plain(i, i < 50 ? WYRM_EXTERNAL_WON : WYRM_EXTERNAL_LOST,
                                      i < 50   ? 1
                                      : i < 75 ? 2
                                               : 3);
        add(summing, &run);
    }
    OWNED(wyrm_external_summary) *summary = summed(summing);
    assert_near(summary->stages[0].survival, 1, 0);
    assert_near(summary->stages[1].survival, 0.75, 1e-15);
    assert_near(summary->stages[2].survival, 0.5, 1e-15);
    double value;
    assert_interval(wyrm_external_survival(summary, 9, 0.99, &value),
                    wyrm_share_interval(50, 100, 0.99));
    assert_near(value, 0.5, 1e-15);
}

/* All end at the last stage, or at the first. */
TEST(the_mean_of_final_stages_keeps_within_those_that_there_are)
{
    for (int32_t stage = 1; stage <= FLIP_STAGES; stage += FLIP_STAGES - 1) {
        OWNED(wyrm_external_accumulator) *summing = begin();
        for (uint64_t i = 0; i < 40; i++) {
            wyrm_external_run run = plain(i, WYRM_EXTERNAL_LOST, i > 0 ? stage : 2);
            add(summing, &run);
        }
        OWNED(wyrm_external_summary) *summary = summed(summing);
        const wyrm_interval interval = wyrm_mean_interval(&summary->final_stage, 0.95);
        assert_near(stage == 1 ? interval.low : interval.high, stage, 0);
    }
}

/* The figures of 500 runs against those computed from all their values at once. */
TEST(figures_are_those_of_the_runs_that_told_them)
{
    OWNED(wyrm_external_summary) *summary = flip_summary(3, 0, 500);
    wyrm_moments gold = {.range = WYRM_AMOUNT}, second = {0};
    wyrm_ratio_estimate hit = {.range = WYRM_SHARE};
    uint64_t keys = 0, complete = 0, relics = 0;
    for (uint64_t i = 0; i < 500; i++) {
        flip_run made;
        if (!wyrm_external_is_complete(flip(&made, 3, i)->end))
            continue;
        complete++;
        wyrm_moments_add(&gold, made.values[FLIP_GOLD].number);
        wyrm_ratio_estimate_add(&hit, made.values[FLIP_HIT].number, made.values[FLIP_HIT].of);
        keys += made.values[FLIP_KEY].number == 1;
        relics += strcmp(made.values[FLIP_WEAPON].word, "relic") == 0;
        if (made.run.stage >= 2)
            wyrm_moments_add(&second, made.turns[1]);
    }
    const wyrm_external_figure *figures = summary->figures;
    assert_int_equal(summary->complete, complete);
    assert_memory_equal(&figures[FLIP_GOLD].values, &gold, sizeof gold);
    assert_interval(figures[FLIP_GOLD].estimate.ci95, wyrm_mean_interval(&gold, 0.95));
    assert_near(figures[FLIP_GOLD].greatest, gold.max, 0);
    assert_near(figures[FLIP_HIT].estimate.value, wyrm_ratio_estimate_value(&hit), 0);
    assert_interval(figures[FLIP_HIT].estimate.ci95, wyrm_ratio_interval(&hit, 0.95));
    assert_true(figures[FLIP_KEY].yes_or_no && !figures[FLIP_HIT].yes_or_no);
    assert_interval(figures[FLIP_KEY].estimate.ci95, wyrm_share_interval(keys, complete, 0.95));
    assert_true(isnan(figures[FLIP_WEAPON].estimate.value));
    assert_string_equal(figures[FLIP_WEAPON].words[1].word, "relic");
    assert_interval(figures[FLIP_WEAPON].words[1].ci95,
                    wyrm_listed_share_interval(relics, complete, 1, 0.95));
    assert_int_equal(figures[FLIP_TURNS].stage_count, FLIP_STAGES);
    assert_memory_equal(&figures[FLIP_TURNS].stages[1], &second, sizeof second);
}

/* Of three runs none reports its gold, and one its lead, its key, and that it has not struck. */
TEST(what_no_run_has_told_has_no_figure_and_what_one_has_does)
{
    OWNED(wyrm_external_accumulator) *summing = begin();
    wyrm_external_value told[LENGTH_OF(flip_metrics)] = {
        [FLIP_LEAD] = {.told = true, .number = -4},
        [FLIP_KEY] = {.told = true, .number = 1, .of = 1},
        [FLIP_HIT] = {.told = true, .number = 0, .of = 0}};
    for (uint64_t i = 0; i < 3; i++) {
        wyrm_external_run run = plain(i, WYRM_EXTERNAL_WON, 1);
        if (i == 1)
            run.values = told;
        add(summing, &run);
    }
    OWNED(wyrm_external_summary) *summary = summed(summing);
    const wyrm_external_figure *gold = &summary->figures[FLIP_GOLD],
                               *lead = &summary->figures[FLIP_LEAD],
                               *key = &summary->figures[FLIP_KEY],
                               *hit = &summary->figures[FLIP_HIT];
    assert_int_equal(gold->count, 0);
    assert_true(isnan(gold->estimate.value) && isnan(gold->least) && isnan(gold->greatest));
    assert_false(wyrm_interval_is_known(gold->estimate.ci95));
    assert_int_equal(lead->count, 1);
    assert_near(lead->estimate.value, -4, 0);
    assert_near(lead->least, -4, 0);
    assert_near(lead->greatest, -4, 0);
    assert_near(lead->median, -4, 0);
    assert_int_equal(key->count, 1);
    assert_true(key->yes_or_no);
    assert_near(key->estimate.value, 1, 0);
    assert_interval(key->estimate.ci95, wyrm_share_interval(1, 1, 0.95));
    assert_true(isnan(hit->estimate.value));
    assert_false(summary->figures[FLIP_WEAPON].yes_or_no);
    assert_int_equal(summary->figures[FLIP_WEAPON].word_count, 0);
}

/* The median from a summary of `count` values; *right is the true one. */
static double median_of(double *values, size_t count, double *right)
{
    OWNED(wyrm_external_accumulator) *summing = begin();
    wyrm_external_value told[LENGTH_OF(flip_metrics)] = {0};
    for (size_t i = 0; i < count; i++) {
        wyrm_external_run run = plain(i, WYRM_EXTERNAL_WON, 0);
        told[FLIP_LEAD] = (wyrm_external_value){.told = true, .number = values[i]};
        run.values = told;
        add(summing, &run);
    }
    OWNED(wyrm_external_summary) *summary = summed(summing);
    const wyrm_external_figure *lead = &summary->figures[FLIP_LEAD];
    qsort(values, count, sizeof *values, by_size);
    *right = values[(count - 1) / 2];
    assert_true(lead->median_ci95.low <= lead->median && lead->median <= lead->median_ci95.high);
    return lead->median;
}

TEST(medians_of_few_different_values_are_exact_and_of_many_nearly)
{
    static double values[50000];
    test_random random = {7};
    double right;
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        values[i] = (double)random_between(&random, -2000, 2000) / 8;
    double told = median_of(values, LENGTH_OF(values), &right);
    assert_near(told, right, 0);
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        values[i] = exp2(6 * random_unit(&random));
    told = median_of(values, LENGTH_OF(values), &right);
    assert_near(told, right, right / 512);
    /* Hostile values: of every size, and on both sides of 0. */
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        values[i] = ldexp(random_unit(&random) - 0.5, (int)random_between(&random, -1000, 1000));
    told = median_of(values, LENGTH_OF(values), &right);
    assert_true(told < right + fabs(right) && told > right - fabs(right));
}

TEST(too_many_words_and_runs_out_of_order_are_refused_and_leave_the_sum_alone)
{
    OWNED(wyrm_external_accumulator) *summing = begin();
    char word[WYRM_EXTERNAL_NAME_MAX];
    for (uint64_t i = 0; i <= WYRM_EXTERNAL_WORDS_MAX; i++) {
        wyrm_external_run run = plain(i, WYRM_EXTERNAL_LOST, 1);
        snprintf(word, sizeof word, "orc %d", (int)i);
        run.cause = word;
        if (i < WYRM_EXTERNAL_WORDS_MAX)
            add(summing, &run);
        else
            assert_int_equal(wyrm_external_accumulator_add(summing, &run, &last_error),
                             WYRM_ERROR_LIMIT);
    }
    assert_non_null(strstr(last_error.message, "more than 1000 different words as cause"));
    wyrm_external_run late = plain(5, WYRM_EXTERNAL_WON, 1);
    assert_int_equal(wyrm_external_accumulator_add(summing, &late, &last_error),
                     WYRM_ERROR_ARGUMENT);
    OWNED(wyrm_external_summary) *summary = summed(summing);
    assert_int_equal(summary->runs, WYRM_EXTERNAL_WORDS_MAX);
    assert_int_equal(summary->cause_count, WYRM_EXTERNAL_WORDS_MAX);
}
