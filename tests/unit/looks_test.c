/* Looks keep the stated error rates: stopping as soon as an answer is clear gives wrong answers no
 * more often than stated, and the printed intervals still cover. Every question is asked a few
 * thousand times of draws with a known mean. */
#include "helpers.h"
#include "stride.h"

#include <wyrm/looks.h>

static wyrm_looks looks_of(const char *effort, uint64_t usual)
{
    wyrm_effort made = {0};
    assert_true(wyrm_effort_find(effort, &made));
    return wyrm_looks_begin(&made, usual);
}

TEST(looks_double_up_to_the_most_and_spend_all)
{
    for (uint64_t most = 1; most < 20000; most += 1 + most / 7) {
        wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = most}, 800);
        double spent = 0;
        uint64_t before = 0;
        while (wyrm_looks_next(&looks)) {
            assert_true(looks.runs > before);
            if (before > 0) /* twice as many, except for odd halves */
                assert_in_range(2 * before - looks.runs, 0, 1);
            else
                assert_true(looks.runs >= 100 || looks.runs == most);
            assert_true(looks.share > 0);
            spent += looks.share;
            before = looks.runs;
        }
        assert_int_equal(before, most);
        assert_near(spent, 1, 1e-12);
    }
}

TEST(a_fixed_number_of_runs_is_one_look_at_the_whole_error)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.exactly = 5000, .most = 7}, 800);
    assert_true(wyrm_looks_next(&looks));
    assert_int_equal(looks.runs, 5000);
    assert_near(wyrm_looks_confidence(&looks, 0.05), 0.95, 1e-15);
    assert_near(looks.confidence, 0.95, 0);
    assert_false(wyrm_looks_next(&looks));
}

TEST(efforts_are_words_or_numbers)
{
    const char *const wrong[] = {"",    "0",  "-1",     "+5",  "1e3",
                                 "1.5", "hi", "lowest", "12 ", "999999999999999999999"};
    assert_int_equal(looks_of("low", 800).most, 200);
    assert_int_equal(looks_of("normal", 800).most, 800);
    assert_int_equal(looks_of("high", 800).most, 3200);
    assert_int_equal(looks_of("77", 800).most, 77);
    assert_int_equal(wyrm_looks_begin(&(wyrm_effort){0}, 800).most, 800);
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        wyrm_effort effort = {.most = 3};
        assert_false(wyrm_effort_find(wrong[i], &effort));
        assert_int_equal(effort.most, 3);
    }
}

TEST(accuracy_is_in_points_or_relative)
{
    assert_near(wyrm_accuracy(0.5, (wyrm_interval){0.46, 0.54}, true), 0.04, 1e-12);
    assert_near(wyrm_accuracy(8, (wyrm_interval){7.8, 8.2}, false), 0.025, 1e-12);
    assert_near(wyrm_accuracy(-8, (wyrm_interval){-8.2, -7.8}, false), 0.025, 1e-12);
    assert_near(wyrm_accuracy(0, (wyrm_interval){0, 0}, false), 0, 0);
    assert_true(isinf(wyrm_accuracy(0, (wyrm_interval){-1, 1}, false)));
}

enum { TIMES = 2000, MOST = 1600 };

/* A question about draws: is their mean above or below a limit, or within the margin of it? */
typedef struct question {
    double limit, margin; /* margin 0: above or below */
    bool accurate;        /* accuracy also ends it, clear or not */
} question;

/* Draws with a known mean. */
typedef struct source {
    const char *name;
    double mean;
    wyrm_range range;
    double (*draw)(test_random *random, double mean);
} source;

static double draw_share(test_random *random, double mean)
{
    return random_unit(random) < mean;
}

/* Exponential: as skewed as any quantity of runs. */
static double draw_skewed(test_random *random, double mean)
{
    return -mean * log(1 - random_unit(random));
}

/* A paired difference: mostly 0, else up or down. */
static double draw_difference(test_random *random, double mean)
{
    double u = random_unit(random);
    return u < 0.15 + mean / 2 ? 1 : u < 0.3 ? -1 : 0;
}

static wyrm_interval interval_of(const source *from, const wyrm_moments *moments, double confidence)
{
    if (from->range != WYRM_SHARE)
        return wyrm_mean_interval(moments, confidence);
    uint64_t successes = (uint64_t)(moments->mean * (double)moments->count + 0.5);
    return wyrm_share_interval(successes, moments->count, confidence);
}

typedef struct outcome {
    int wrong, clear, covered;
    double runs;
} outcome;

/* Whether the answer is clear, and whether it is right. */
static bool is_clear(const question *asked, double truth, wyrm_interval interval, bool *right)
{
    double low = asked->limit - asked->margin, high = asked->limit + asked->margin;
    bool above = interval.low > high, below = interval.high < low;
    bool within = asked->margin > 0 && interval.low > low && interval.high < high;
    *right = above ? truth > high : below ? truth < low : truth > low && truth < high;
    return above || below || within;
}

static void ask(const source *from, const question *asked, uint64_t seed, outcome *out)
{
    test_random random = {seed};
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = MOST}, 1);
    wyrm_moments moments = {.range = from->range};
    bool right = true, clear = false;
    wyrm_interval shown = {0};
    while (!clear && wyrm_looks_next(&looks)) {
        while (moments.count < looks.runs)
            wyrm_moments_add(&moments, from->draw(&random, from->mean));
        clear = is_clear(asked, from->mean,
                         interval_of(from, &moments, wyrm_looks_confidence(&looks, 0.05)), &right);
        shown = interval_of(from, &moments, looks.confidence);
        if (!clear && asked->accurate &&
            wyrm_accuracy(moments.mean, shown, from->range == WYRM_SHARE) <= WYRM_ACCURACY) {
            wyrm_looks_end(&looks);
            clear =
                is_clear(asked, from->mean,
                         interval_of(from, &moments, wyrm_looks_confidence(&looks, 0.05)), &right);
            break;
        }
    }
    out->wrong += clear && !right;
    out->clear += clear;
    out->covered += shown.low <= from->mean && from->mean <= shown.high;
    out->runs += (double)moments.count / TIMES;
}

/* Allows three standard errors. */
static double allowance(double share)
{
    return 3 * sqrt(share * (1 - share) / TIMES);
}

TEST(stopping_early_is_wrong_no_more_often_and_intervals_cover)
{
    const source sources[] = {{"rare", 0.03, WYRM_SHARE, draw_share},
                              {"share", 0.4, WYRM_SHARE, draw_share},
                              {"skewed", 1, WYRM_AMOUNT, draw_skewed},
                              {"difference", 0, WYRM_ANY, draw_difference},
                              {"difference", 0.06, WYRM_ANY, draw_difference}};
    const double away[] = {0, 0.5, 1, 1.5, 2.5, 5}, margins[] = {0, 4, 8, 0};
    const bool accurate[] = {false, false, false, true};
    double least = 1;
    for (size_t i = 0; i < LENGTH_OF(sources); i++) {
        const source *from = &sources[i];
        double sd = from->range == WYRM_SHARE   ? sqrt(from->mean * (1 - from->mean))
                    : from->draw == draw_skewed ? from->mean
                                                : 0.55;
        double unit = 2 * sd / sqrt(MOST); /* twice the half-width of an interval at the end */
        for (size_t k = 0; k < LENGTH_OF(away); k++)
            for (size_t m = 0; m < LENGTH_OF(margins); m++) {
                if (!is_long_suite() && (k + m) % 2 == 1) /* half of the questions */
                    continue;
                question asked = {from->mean - away[k] * unit, margins[m] * unit / 2, accurate[m]};
                outcome all = {0};
                for (uint64_t seed = 0; seed < TIMES; seed++)
                    ask(from, &asked, seed, &all);
                double wrong = (double)all.wrong / TIMES, covered = (double)all.covered / TIMES;
                if (wrong > 0.05 + allowance(0.05) || covered < 0.93 || covered > 0.99)
                    fail_msg("%s %g, limit %g, margin %g%s: wrong %.4f, covered %.4f", from->name,
                             from->mean, asked.limit, asked.margin,
                             asked.accurate ? ", until accurate" : "", wrong, covered);
                least = fmin(least, covered);
            }
    }
    print_message("intervals after looks cover %.1f %% at least\n", 100 * least);
}

/* The price of looking: power compared with a fixed number of runs that has nine tenths of it, and
 * the runs saved if the difference is twice as large. */
TEST(looking_costs_little_power_and_saves_runs)
{
    const source from = {"share", 0.4, WYRM_SHARE, draw_share};
    double unit = sqrt(0.4 * 0.6 / MOST);
    question near_by = {0.4 - 3.24 * unit, 0, false}, far = {0.4 - 6.48 * unit, 0, false};
    outcome looked = {0}, easy = {0};
    int fixed = 0;
    for (uint64_t seed = 0; seed < TIMES; seed++) {
        test_random random = {seed};
        wyrm_moments moments = {0};
        ask(&from, &near_by, seed, &looked);
        ask(&from, &far, seed, &easy);
        while (moments.count < MOST)
            wyrm_moments_add(&moments, from.draw(&random, from.mean));
        fixed += interval_of(&from, &moments, 0.95).low > near_by.limit;
    }
    print_message("power %.3f, of a fixed number %.3f; %.0f and %.0f of %d runs\n",
                  (double)looked.clear / TIMES, (double)fixed / TIMES, looked.runs, easy.runs,
                  MOST);
    assert_true(looked.clear > fixed - 0.04 * TIMES);
    assert_true(looked.runs < 0.8 * MOST);
    assert_true(easy.runs < 0.35 * MOST);
    assert_int_equal(easy.clear, TIMES);
}
