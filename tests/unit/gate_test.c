/* The gate: its tests against GSL and by hand, Holm's correction, answers, baselines as files. */
#include "runs_by_hand.h"

#include <gsl/gsl_cdf.h>

#include <wyrm/gate.h>

#include "report/gate.h"

static wyrm_gate_figure figure(const char *metric, const char *unit, uint64_t count, double mean,
                               double sd, double margin)
{
    wyrm_gate_figure made = {
        .unit = unit, .count = count, .mean = mean, .sd = sd, .margin = margin};
    snprintf(made.metric, sizeof made.metric, "%s", metric);
    return made;
}

static wyrm_gate_baseline of_one(wyrm_gate_figure only)
{
    return (wyrm_gate_baseline){.runs = only.count, .count = 1, .figures = {only}};
}

static const wyrm_gate_row *compare_one(wyrm_gate_figure before, wyrm_gate_figure after,
                                        wyrm_gate *gate)
{
    wyrm_gate_baseline one = of_one(before), other = of_one(after);
    wyrm_gate_compare(&one, &other, 0.01, gate);
    assert_int_equal(gate->count, 1);
    return &gate->rows[0];
}

/* ------------------------------------------------------------------ the two tests */

static void means_are_compared_by_welch(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        test_random random = {seed};
        double n = (double)random_between(&random, 2, 500),
               m = (double)random_between(&random, 2, 500);
        double sd1 = 0.1 + 5 * random_unit(&random), sd2 = 0.1 + 5 * random_unit(&random);
        double mean1 = 10 * random_unit(&random), mean2 = mean1 + random_unit(&random) - 0.5;
        wyrm_gate gate;
        const wyrm_gate_row *row =
            compare_one(figure("final_depth", "depths", (uint64_t)n, mean1, sd1, 0),
                        figure("final_depth", "depths", (uint64_t)m, mean2, sd2, 0), &gate);
        double a = sd1 * sd1 / n, b = sd2 * sd2 / m, error = sqrt(a + b);
        double df = (a + b) * (a + b) / (a * a / (n - 1) + b * b / (m - 1));
        double p = 2 * gsl_cdf_tdist_Q(fabs(mean2 - mean1) / error, df);
        double half = gsl_cdf_tdist_Pinv(0.975, df) * error;
        assert_near_seeded(row->p, p, 1e-10, seed);
        assert_near_seeded(row->difference, mean2 - mean1, 1e-12, seed);
        assert_near_seeded(row->ci95.low, mean2 - mean1 - half, 1e-8 * half, seed);
        assert_near_seeded(row->ci95.high, mean2 - mean1 + half, 1e-8 * half, seed);
    }
}

static void shares_are_compared_as_two_proportions(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        test_random random = {seed};
        double n = (double)random_between(&random, 20, 5000);
        double m = (double)random_between(&random, 20, 5000);
        double a = floor(n * random_unit(&random)) / n, b = floor(m * random_unit(&random)) / m;
        wyrm_gate gate;
        const wyrm_gate_row *row =
            compare_one(figure("win_rate", "share", (uint64_t)n, a, 0, 0),
                        figure("win_rate", "share", (uint64_t)m, b, 0, 0), &gate);
        double pooled = (n * a + m * b) / (n + m);
        double z = fabs(b - a) / sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
        double half = gsl_cdf_ugaussian_Pinv(0.975) * sqrt(a * (1 - a) / n + b * (1 - b) / m);
        assert_near_seeded(row->p, 2 * gsl_cdf_ugaussian_Q(z), 1e-12, seed);
        assert_near_seeded(row->ci95.high - row->ci95.low, 2 * half, 1e-12, seed);
    }
}

/* The very small chances of large differences are told, too, not rounded to nothing. */
static void great_differences_have_small_chances_and_not_none(void **state)
{
    (void)state;
    wyrm_gate gate;
    const wyrm_gate_row *row = compare_one(figure("win_rate", "share", 1000, 0.2, 0.4, 0),
                                           figure("win_rate", "share", 1000, 0.4, 0.49, 0), &gate);
    assert_near(row->p / (2 * gsl_cdf_ugaussian_Q(9.7590007294853)), 1, 1e-6);
}

/* Where all values are the same the error is not known; two runs do not make an alarm, and many
 * do. */
static void what_does_not_scatter_counts_by_its_number(void **state)
{
    (void)state;
    wyrm_gate gate;
    for (uint64_t n = 1; n <= 20; n++) {
        const wyrm_gate_row *row =
            compare_one(figure("final_depth", "depths", n, 1, 0, 0.1),
                        figure("final_depth", "depths", n + 3, 2, 0, 0.1), &gate);
        assert_near(row->p, pow(2, 1.0 - (double)n), 1e-15);
        assert_int_equal(row->answer == WYRM_GATE_HIGHER, row->p < 0.01);
    }
    assert_near(compare_one(figure("final_depth", "depths", 9, 1, 0, 0),
                            figure("final_depth", "depths", 9, 1, 0, 0), &gate)
                    ->p,
                1, 0);
    assert_near(compare_one(figure("win_rate", "share", 9, 0, 0, 0),
                            figure("win_rate", "share", 9, 0, 0, 0), &gate)
                    ->p,
                1, 0);
}

/* ------------------------------------------------------------------ Holm and the answers */

/* p of 0.01, 0.04, 0.03 and 0.005 become, in the order of size, 4 x 0.005, 3 x 0.01, 2 x 0.03, and
 * the last no less than the one before it. */
static void holm_corrects_by_hand(void **state)
{
    (void)state;
    const double p[] = {0.01, 0.04, 0.03, 0.005}, wanted[] = {0.03, 0.06, 0.06, 0.02};
    wyrm_gate_baseline before = {.count = 4}, after = {.count = 4};
    for (int i = 0; i < 4; i++) {
        char metric[16];
        double n = 1e12, z = gsl_cdf_ugaussian_Qinv(p[i] / 2); /* so many that t is normal */
        snprintf(metric, sizeof metric, "metric%d", i);
        before.figures[i] = figure(metric, "turns", (uint64_t)n, 5, 1, 0);
        after.figures[i] = figure(metric, "turns", (uint64_t)n, 5 + z * sqrt(2 / n), 1, 0);
    }
    wyrm_gate gate;
    wyrm_gate_compare(&before, &after, 0.05, &gate);
    assert_int_equal(gate.count, 4);
    for (int i = 0; i < 4; i++)
        assert_near(gate.rows[i].p, wanted[i], 1e-4);
    assert_int_equal(gate.rows[0].answer, WYRM_GATE_HIGHER);
    assert_int_equal(gate.rows[1].answer, WYRM_GATE_UNCLEAR);
    assert_int_equal(gate.rows[3].answer, WYRM_GATE_HIGHER);
    assert_true(gate.failed);
    assert_near(gate.alarm, 0.05, 0);
}

static void answers_need_both_sureness_and_size(void **state)
{
    (void)state;
    const struct {
        double difference, error, margin;
        wyrm_gate_answer answer;
    } rows[] = {
        {+1.00, 0.01, 0.10, WYRM_GATE_HIGHER},      {-1.00, 0.01, 0.10, WYRM_GATE_LOWER},
        {+0.05, 0.001, 0.10, WYRM_GATE_EQUIVALENT}, /* sure, and nobody minds */
        {+0.00, 0.01, 0.10, WYRM_GATE_EQUIVALENT},  {+0.00, 1.00, 0.10, WYRM_GATE_UNCLEAR},
        {+1.00, 1.00, 0.10, WYRM_GATE_UNCLEAR},     {+0.09, 0.01, 0.10, WYRM_GATE_UNCLEAR},
        {+0.00, 0.00, 0.00, WYRM_GATE_EQUIVALENT},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_gate gate;
        double n = 10000, sd = rows[i].error * sqrt(n / 2);
        const wyrm_gate_row *row = compare_one(
            figure("turns", "turns", (uint64_t)n, 7, sd, 99),
            figure("turns", "turns", (uint64_t)n, 7 + rows[i].difference, sd, rows[i].margin),
            &gate);
        if (row->answer != rows[i].answer)
            fail_msg("row %zu: %s, p %g", i, wyrm_gate_answer_word(row->answer), row->p);
        assert_int_equal(gate.failed,
                         rows[i].answer == WYRM_GATE_HIGHER || rows[i].answer == WYRM_GATE_LOWER);
    }
}

static void metrics_that_only_one_has_are_left_out(void **state)
{
    (void)state;
    wyrm_gate_baseline before = {.count = 2}, after = {.count = 2};
    before.figures[0] = figure("old", "turns", 10, 1, 1, 0);
    before.figures[1] = figure("both", "turns", 10, 1, 1, 0);
    after.figures[0] = figure("both", "turns", 10, 1, 1, 0);
    after.figures[1] = figure("new", "turns", 10, 1, 1, 0);
    wyrm_gate gate;
    wyrm_gate_compare(&before, &after, 0.01, &gate);
    assert_int_equal(gate.count, 1);
    assert_string_equal(gate.rows[0].after.metric, "both");
}

static void every_answer_has_a_word(void **state)
{
    (void)state;
    for (int answer = 0; answer < WYRM_GATE_ANSWER_COUNT; answer++)
        assert_true(strlen(wyrm_gate_answer_word((wyrm_gate_answer)answer)) > 0);
    assert_string_equal(wyrm_gate_answer_word(WYRM_GATE_ANSWER_COUNT), "");
}

/* ------------------------------------------------------------------ taking */

static wyrm_gate_taking *taking_of(const wyrm_design *design)
{
    wyrm_gate_taking *taking;
    wyrm_error error;
    assert_ok(wyrm_gate_taking_new(design, &taking, &error), &error);
    return taking;
}

static void take(wyrm_gate_taking *taking, wyrm_run *run)
{
    wyrm_error error;
    assert_ok(wyrm_gate_take(taking, run, &error), &error);
    free(run);
}

static const wyrm_gate_figure *figure_of(const wyrm_gate_baseline *baseline, const char *metric)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (strcmp(baseline->figures[i].metric, metric) == 0)
            return &baseline->figures[i];
    return NULL;
}

static void figures_are_those_of_the_runs(void **state)
{
    wyrm_gate_taking *taking = taking_of(*state);
    wyrm_gate_baseline baseline = {0};
    const struct {
        int32_t depth;
        wyrm_run_end end;
    } runs[] = {{1, WYRM_RUN_KILLED}, {2, WYRM_RUN_STARVED}, {4, WYRM_RUN_WON}, {1, WYRM_RUN_CUT}};
    for (uint64_t i = 0; i < LENGTH_OF(runs); i++) {
        wyrm_run *run = run_by_hand(i, runs[i].depth, runs[i].end);
        run->floors[0].damage_taken = 12;
        run->turns = 100;
        take(taking, run);
    }
    wyrm_gate_baseline_of(taking, &baseline);
    assert_int_equal(baseline.runs, 4);
    /* nobody knows what would have become of the one that was cut off */
    assert_near(figure_of(&baseline, "win_rate")->mean, 1 / 3.0, 1e-15);
    assert_near(figure_of(&baseline, "starved")->mean, 1 / 3.0, 1e-15);
    assert_near(figure_of(&baseline, "final_depth")->mean, 7 / 3.0, 1e-15);
    assert_near(figure_of(&baseline, "final_depth")->sd, sqrt(7 / 3.0), 1e-12);
    assert_near(figure_of(&baseline, "turns_per_floor")->mean, (100 + 50 + 25) / 3.0, 1e-12);
    assert_near(figure_of(&baseline, "damage_per_floor")->mean, (12 + 6 + 3) / 3.0, 1e-12);
    assert_int_equal(figure_of(&baseline, "survival@1")->count, 3);
    assert_near(figure_of(&baseline, "survival@1")->mean, 2 / 3.0, 1e-12);
    assert_near(figure_of(&baseline, "survival@3")->mean, 1 / 3.0, 1e-12);
    assert_near(figure_of(&baseline, "win_rate")->margin, 0.01, 1e-15);
    wyrm_gate_taking_free(taking);
}

static void nothing_taken_is_nothing_to_compare(void **state)
{
    wyrm_gate_taking *taking = taking_of(*state);
    wyrm_gate_baseline baseline = {0};
    wyrm_gate gate;
    wyrm_gate_baseline_of(taking, &baseline);
    assert_int_equal(baseline.count, 0);
    wyrm_gate_compare(&baseline, &baseline, 0.01, &gate);
    assert_int_equal(gate.count, 0);
    assert_true(gate.failed); /* what was not looked at does not hold */
    wyrm_gate_taking_free(taking);
}

/* Pairs: the luck that both share is no noise. */
static void pairs_are_compared_by_their_differences(void **state)
{
    wyrm_gate_taking *before = taking_of(*state), *after = taking_of(*state);
    wyrm_moments moments = {0};
    wyrm_gate gate;
    wyrm_error error;
    for (uint64_t i = 0; i < 40; i++) {
        test_random random = {i + 1};
        int32_t depth = (int32_t)random_between(&random, 1, 30);
        int32_t deeper = i % 4 == 0 ? 2 : 1;
        take(before, run_by_hand(i, depth, WYRM_RUN_KILLED));
        take(after, run_by_hand(i, depth + deeper, WYRM_RUN_KILLED));
        wyrm_moments_add(&moments, deeper);
    }
    assert_ok(wyrm_gate_compare_paired(before, after, 0.01, &gate, &error), &error);
    assert_true(gate.paired);
    const wyrm_gate_row *row = NULL;
    for (size_t i = 0; i < gate.count; i++)
        if (strcmp(gate.rows[i].after.metric, "final_depth") == 0)
            row = &gate.rows[i];
    assert_non_null(row);
    double error_of_mean = wyrm_moments_sd(&moments) / sqrt(40);
    double half = gsl_cdf_tdist_Pinv(0.975, 39) * error_of_mean;
    assert_near(row->difference, 1.25, 1e-12);
    assert_near(row->ci95.low, 1.25 - half, 1e-9);
    assert_near(row->ci95.high, 1.25 + half, 1e-9);
    assert_int_equal(row->answer, WYRM_GATE_HIGHER);
    /* the same as independent samples is lost in the noise */
    wyrm_gate_baseline one = {0}, other = {0};
    wyrm_gate apart;
    wyrm_gate_baseline_of(before, &one);
    wyrm_gate_baseline_of(after, &other);
    wyrm_gate_compare(&one, &other, 0.01, &apart);
    assert_false(apart.failed);
    wyrm_gate_taking_free(before);
    wyrm_gate_taking_free(after);
}

static void pairs_need_the_same_runs(void **state)
{
    wyrm_gate_taking *before = taking_of(*state), *after = taking_of(*state);
    wyrm_gate gate;
    wyrm_error error;
    take(before, run_by_hand(1, 2, WYRM_RUN_KILLED));
    take(after, run_by_hand(2, 2, WYRM_RUN_KILLED));
    assert_int_equal(wyrm_gate_compare_paired(before, after, 0.01, &gate, &error),
                     WYRM_ERROR_ARGUMENT);
    take(before, run_by_hand(3, 2, WYRM_RUN_KILLED));
    assert_int_equal(wyrm_gate_compare_paired(before, after, 0.01, &gate, &error),
                     WYRM_ERROR_ARGUMENT);
    wyrm_gate_taking_free(before);
    wyrm_gate_taking_free(after);
}

/* ------------------------------------------------------------------ baselines as files */

static wyrm_gate_baseline full_baseline(const wyrm_design *design)
{
    wyrm_gate_taking *taking = taking_of(design);
    wyrm_gate_baseline baseline = {.ruleset = "ruggrogue \"x\"",
                                   .hash = "0123456789abcdef",
                                   .version = "0.1.0",
                                   .bot = "explorer",
                                   .seed = INT64_MAX,
                                   .turn_limit = UINT32_MAX,
                                   .without = "potions,scrolls"};
    for (uint64_t i = 0; i < 100; i++)
        take(taking, run_at_random(design, i));
    wyrm_gate_baseline_of(taking, &baseline);
    wyrm_gate_taking_free(taking);
    return baseline;
}

static void a_baseline_comes_back_to_the_last_bit(void **state)
{
    wyrm_gate_baseline baseline = full_baseline(*state), back;
    char *text, *again;
    wyrm_error error;
    assert_ok(wyrm_gate_baseline_text(&baseline, &text, &error), &error);
    assert_in_range(strlen(text), 500, 8000);
    assert_int_equal(text[strlen(text) - 1], '\n');
    assert_ok(wyrm_gate_baseline_read("base.json", text, strlen(text), &back, &error), &error);
    assert_string_equal(back.ruleset, baseline.ruleset);
    assert_string_equal(back.hash, baseline.hash);
    assert_string_equal(back.version, baseline.version);
    assert_string_equal(back.bot, baseline.bot);
    assert_string_equal(back.without, baseline.without);
    assert_int_equal(back.seed, baseline.seed);
    assert_int_equal(back.runs, baseline.runs);
    assert_int_equal(back.turn_limit, baseline.turn_limit);
    assert_int_equal(back.count, baseline.count);
    for (size_t i = 0; i < back.count; i++) {
        assert_string_equal(back.figures[i].metric, baseline.figures[i].metric);
        assert_string_equal(back.figures[i].unit, baseline.figures[i].unit);
        assert_int_equal(back.figures[i].count, baseline.figures[i].count);
        assert_same_bits(back.figures[i].mean, baseline.figures[i].mean);
        assert_same_bits(back.figures[i].sd, baseline.figures[i].sd);
    }
    assert_ok(wyrm_gate_baseline_text(&back, &again, &error), &error);
    assert_string_equal(text, again);
    wyrm_text_free(text);
    wyrm_text_free(again);
}

/* `text` with the first `from` replaced by `to`. The caller frees it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);
    assert_non_null(at);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static void broken_baselines_are_refused(void **state)
{
    const struct {
        const char *from, *to, *message;
        wyrm_status status;
    } rows[] = {
        {"\"wyrm-baseline\"", "\"tea\"", "no baseline", WYRM_ERROR_SYNTAX},
        {"\"format_version\": 1", "\"format_version\": 2", "newer version", WYRM_ERROR_LIMIT},
        {"\"format_version\": 1", "\"format_version\": -1", "no baseline", WYRM_ERROR_SYNTAX},
        {"{", "{\"fidelity\": \"sampled\",", "runs are always played", WYRM_ERROR_SYNTAX},
        {"\"runs\": 100", "\"runs\": -100", "broken", WYRM_ERROR_SYNTAX},
        {"\"runs\": 100", "\"runs\": \"100\"", "broken", WYRM_ERROR_SYNTAX},
        {"\"turn_limit\": 4294967295", "\"turn_limit\": 4294967296", "broken", WYRM_ERROR_SYNTAX},
        {"\"unit\": \"share\"", "\"unit\": \"furlongs\"", "broken", WYRM_ERROR_SYNTAX},
        {"\"sd\": ", "\"sd\": -", "broken", WYRM_ERROR_SYNTAX},
        {"\"bot\": \"explorer\"", "\"bot\": null", "broken", WYRM_ERROR_SYNTAX},
        {"\"bot\": \"explorer\"", "\"bot\": \"a name that is far too long for any bot\"", "broken",
         WYRM_ERROR_SYNTAX},
        {"\"figures\": [", "\"figures\": 1, \"x\": [", "broken", WYRM_ERROR_SYNTAX},
        {"{", "{\"bot\": 1,", "duplicate", WYRM_ERROR_SYNTAX},
        {"}", "", "no baseline", WYRM_ERROR_SYNTAX},
    };
    wyrm_gate_baseline baseline = full_baseline(*state), back;
    char *text;
    wyrm_error error;
    assert_ok(wyrm_gate_baseline_text(&baseline, &text, &error), &error);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char *broken = replaced(text, rows[i].from, rows[i].to);
        error = (wyrm_error){0};
        assert_int_equal(
            wyrm_gate_baseline_read("base.json", broken, strlen(broken), &back, &error),
            rows[i].status);
        if (!strstr(error.message, rows[i].message))
            fail_msg("row %zu: '%s' does not say '%s'", i, error.message, rows[i].message);
        free(broken);
    }
    wyrm_text_free(text);
}

/* Cut anywhere, or with any byte changed: read or refused. */
static void damaged_baselines_do_no_harm(void **state)
{
    wyrm_gate_baseline baseline = full_baseline(*state), back;
    char *text;
    wyrm_error error;
    assert_ok(wyrm_gate_baseline_text(&baseline, &text, &error), &error);
    size_t length = strlen(text);
    for (size_t cut = 0; cut + 1 < length; cut++)
        assert_int_equal(wyrm_gate_baseline_read("base.json", text, cut, &back, &error),
                         WYRM_ERROR_SYNTAX);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        test_random random = {seed};
        size_t at = (size_t)random_below(&random, (int64_t)length);
        char before = text[at];
        text[at] = (char)random_word(&random);
        wyrm_status status = wyrm_gate_baseline_read("base.json", text, length, &back, &error);
        assert_holds(status == WYRM_OK || status == WYRM_ERROR_SYNTAX || status == WYRM_ERROR_LIMIT,
                     seed);
        text[at] = before;
    }
    wyrm_text_free(text);
}

static int open_design(void **state)
{
    *state = ruggrogue();
    return 0;
}

static int close_design(void **state)
{
    wyrm_design_free(*state);
    return 0;
}

/* Who reads "-5 +- 2" against a margin of 5 must not wonder why it counts as more. */
static void a_difference_has_the_digits_that_its_answer_follows_from(void **state)
{
    (void)state;
    static const struct {
        double margin, difference, half;
        const char *unit, *text;
    } rows[] = {
        {5, -5.2, 2, "turns", "-5.2 +- 2.0"},   /* beyond it */
        {5, -4.96, 2, "turns", "-5 +- 2"},      /* not */
        {5, -9, 2, "turns", "-9 +- 2"},         /* nobody wonders */
        {5, 2.6, 2.45, "turns", "+2.6 +- 2.5"}, /* not wholly within: "+3 +- 2" would be */
        {5, 2.6, 2.39, "turns", "+3 +- 2"},     /* wholly within */
        {0.01, 0.0104, 0.003, "share", "+1.04 +- 0.30 points"},
        {0.01, 0.0004, 0.03, "share", "0 +- 3 points"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double difference = rows[i].difference, half = rows[i].half;
        wyrm_gate_row row = {.after = {.unit = rows[i].unit},
                             .margin = rows[i].margin,
                             .difference = difference,
                             .ci95 = {difference - half, difference + half}};
        wyrm_figure out;
        assert_string_equal(wyrm_gate_difference_text((wyrm_style){.width = 80}, &row, &out),
                            rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_are_compared_by_welch),
        cmocka_unit_test(shares_are_compared_as_two_proportions),
        cmocka_unit_test(great_differences_have_small_chances_and_not_none),
        cmocka_unit_test(what_does_not_scatter_counts_by_its_number),
        cmocka_unit_test(holm_corrects_by_hand),
        cmocka_unit_test(answers_need_both_sureness_and_size),
        cmocka_unit_test(metrics_that_only_one_has_are_left_out),
        cmocka_unit_test(every_answer_has_a_word),
        cmocka_unit_test(figures_are_those_of_the_runs),
        cmocka_unit_test(nothing_taken_is_nothing_to_compare),
        cmocka_unit_test(pairs_are_compared_by_their_differences),
        cmocka_unit_test(pairs_need_the_same_runs),
        cmocka_unit_test(a_baseline_comes_back_to_the_last_bit),
        cmocka_unit_test(broken_baselines_are_refused),
        cmocka_unit_test(damaged_baselines_do_no_harm),
        cmocka_unit_test(a_difference_has_the_digits_that_its_answer_follows_from),
    };
    return cmocka_run_group_tests(tests, open_design, close_design);
}
