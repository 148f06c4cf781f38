/* The gate never passes for want of something to look at: baselines that hold nothing to anything
 * are refused, metrics of one side are told, and terms that were loosened do not count. */
#include "runs_by_hand.h"

#include <wyrm/gate.h>

#include "played.h"

static wyrm_gate_figure figure(const char *metric, const char *unit, double mean, double margin)
{
    wyrm_gate_figure made = {
        .unit = unit, .count = 1000, .mean = mean, .sd = 0.5, .margin = margin};
    snprintf(made.metric, sizeof made.metric, "%s", metric);
    return made;
}

static wyrm_gate_baseline two_figures(void)
{
    return (wyrm_gate_baseline){
        .ruleset = "mine",
        .hash = "0123456789abcdef",
        .version = "0.1.0",
        .bot = "explorer",
        .seed = 1,
        .runs = 1000,
        .turn_limit = 50000,
        .alarm = 0.01,
        .count = 2,
        .figures = {figure("win_rate", "share", 0.25, 0.01),
                    figure("final_depth", "depths", 4.5, 0.125)},
    };
}

/* ------------------------------------------------------------------ reading */

static wyrm_status read_text(const char *text, wyrm_gate_baseline *out)
{
    wyrm_error error = {0};
    wyrm_status status = wyrm_gate_baseline_read("base.json", text, strlen(text), out, &error);
    assert_true(status == WYRM_OK || strstr(error.message, "base.json") != NULL);
    return status;
}

static void assert_no_baseline(const wyrm_gate_baseline *baseline)
{
    wyrm_gate_baseline back;
    wyrm_error error;
    char *text;
    assert_ok(wyrm_gate_baseline_text(baseline, &text, &error), &error);
    assert_int_equal(read_text(text, &back), WYRM_ERROR_SYNTAX);
    wyrm_text_free(text);
}

static void margins_and_alarm_come_back(void **state)
{
    (void)state;
    wyrm_gate_baseline baseline = two_figures(), back;
    wyrm_error error;
    char *text;
    baseline.alarm = 0.05;
    assert_ok(wyrm_gate_baseline_text(&baseline, &text, &error), &error);
    assert_int_equal(read_text(text, &back), WYRM_OK);
    assert_near(back.alarm, 0.05, 0);
    assert_near(back.figures[0].margin, 0.01, 0);
    assert_near(back.figures[1].margin, 0.125, 0);
    wyrm_text_free(text);
}

static void a_baseline_without_figures_is_refused(void **state)
{
    (void)state;
    wyrm_gate_baseline baseline = two_figures();
    baseline.count = 0;
    assert_no_baseline(&baseline);
}

static void shares_outside_of_one_are_refused(void **state)
{
    (void)state;
    const double wrong[] = {-1e-9, 1 + 1e-9, 25, -5};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        wyrm_gate_baseline baseline = two_figures();
        baseline.figures[0].mean = wrong[i];
        assert_no_baseline(&baseline);
    }
}

/* A share that calls itself something else would be compared as a share all the same. */
static void a_metric_of_another_unit_is_refused(void **state)
{
    (void)state;
    wyrm_gate_baseline baseline = two_figures();
    baseline.figures[0].unit = "depths";
    baseline.figures[0].mean = 25;
    assert_no_baseline(&baseline);
}

static void a_metric_twice_is_refused(void **state)
{
    (void)state;
    wyrm_gate_baseline baseline = two_figures();
    baseline.figures[1] = baseline.figures[0];
    assert_no_baseline(&baseline);
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++) {
        wyrm_gate_baseline baseline = two_figures();
        if (i == 0)
            baseline.runs = 0;
        else if (i == 1)
            baseline.runs = (uint64_t)1 << 62;
        else if (i == 2)
            baseline.runs = WYRM_GATE_RUNS_MAX + 1;
        else if (i == 3)
            baseline.figures[0].count = 0;
        else if (i == 4)
            baseline.figures[0].count = baseline.runs + 1;
        else if (i == 5)
            baseline.figures[1].margin = -1;
        else if (i == 6)
            baseline.alarm = 0;
        else if (i == 7)
            baseline.alarm = 1;
        else
            baseline.turn_limit = 0;
        assert_no_baseline(&baseline);
    }
}

static void names_that_are_no_words_are_refused(void **state)
{
    (void)state;
    const char *const wrong[] = {"", "win rate", "\x1b[2J", "a|b", "<b>"};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        wyrm_gate_baseline baseline = two_figures();
        snprintf(baseline.figures[0].metric, sizeof baseline.figures[0].metric, "%s", wrong[i]);
        assert_no_baseline(&baseline);
    }
}

/* ------------------------------------------------------------------ comparing */

static void metrics_of_one_side_are_told(void **state)
{
    (void)state;
    wyrm_gate_baseline before = two_figures(), after = two_figures();
    wyrm_gate gate;
    strcpy(before.figures[0].metric, "old");
    strcpy(after.figures[0].metric, "new");
    wyrm_gate_compare(&before, &after, 0.01, &gate);
    assert_int_equal(gate.count, 1);
    assert_int_equal(gate.lone_count, 2);
    assert_string_equal(gate.lone[0].metric, "old");
    assert_false(gate.lone[0].after);
    assert_string_equal(gate.lone[1].metric, "new");
    assert_true(gate.lone[1].after);
    assert_false(gate.failed);
}

static void nothing_to_compare_fails(void **state)
{
    (void)state;
    wyrm_gate_baseline before = two_figures(), after = two_figures();
    wyrm_gate gate;
    before.count = 1;
    strcpy(before.figures[0].metric, "nobody_knows_it");
    wyrm_gate_compare(&before, &after, 0.01, &gate);
    assert_int_equal(gate.count, 0);
    assert_true(gate.failed);
}

/* Numbers without sense are not compared, whoever made them: of a root of less than nothing p was
 * 1. */
static void figures_without_sense_are_not_compared(void **state)
{
    (void)state;
    const double wrong[] = {-0.5, 7, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        wyrm_gate_baseline before = two_figures(), after = two_figures();
        wyrm_gate gate;
        before.count = after.count = 1;
        before.figures[0].mean = wrong[i];
        wyrm_gate_compare(&before, &after, 0.01, &gate);
        assert_int_equal(gate.count, 0);
        assert_int_equal(gate.lone_count, 2);
        assert_true(gate.failed);
    }
}

static void a_loosened_margin_does_not_count(void **state)
{
    (void)state;
    const double margins[][2] = {{0.01, 0.9}, {0.9, 0.01}};
    for (size_t i = 0; i < LENGTH_OF(margins); i++) {
        wyrm_gate_baseline before = two_figures(), after = two_figures();
        wyrm_gate gate;
        before.figures[0].margin = margins[i][0];
        after.figures[0].margin = margins[i][1];
        after.figures[0].mean = 0.75;
        wyrm_gate_compare(&before, &after, 0.01, &gate);
        assert_near(gate.rows[0].margin, 0.01, 0);
        assert_near(gate.rows[0].before.margin, margins[i][0], 0);
        assert_near(gate.rows[0].after.margin, margins[i][1], 0);
        assert_int_equal(gate.rows[0].answer, WYRM_GATE_HIGHER);
        assert_true(wyrm_gate_row_has_changed(&gate.rows[0]));
        assert_false(wyrm_gate_row_has_changed(&gate.rows[1]));
    }
}

static void other_kinds_of_runs_are_named(void **state)
{
    (void)state;
    const char *const words[] = {"bot", "turn limit"};
    wyrm_gate_baseline before = two_figures();
    for (size_t i = 0; i < LENGTH_OF(words); i++) {
        wyrm_gate_baseline after = two_figures();
        wyrm_error error = {0};
        if (i == 0)
            strcpy(after.bot, "diver");
        else
            after.turn_limit = 100;
        assert_int_equal(wyrm_gate_same_kind(&before, "base.json", &after, "mine.yaml", &error),
                         WYRM_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, words[i]));
        assert_non_null(strstr(error.message, "'base.json'"));
        assert_non_null(strstr(error.message, "'mine.yaml'"));
    }
}

static void seed_ruleset_items_and_number_of_runs_may_differ(void **state)
{
    (void)state;
    wyrm_gate_baseline before = two_figures(), after = two_figures();
    wyrm_error error = {0};
    strcpy(after.ruleset, "other");
    strcpy(after.hash, "fedcba9876543210");
    strcpy(after.version, "9.9.9");
    strcpy(after.without, "potions");
    after.seed = 2;
    after.runs = 7;
    assert_ok(wyrm_gate_same_kind(&before, "a", &after, "b", &error), &error);
}

/* ------------------------------------------------------------------ taking */

static wyrm_gate_baseline taken(const wyrm_design *design, wyrm_gate_taking **taking)
{
    wyrm_gate_baseline baseline = {0};
    wyrm_error error;
    assert_ok(wyrm_gate_taking_new(design, taking, &error), &error);
    for (uint64_t i = 0; i < 20; i++) {
        wyrm_run *run = run_by_hand(i, (int32_t)(1 + i % 4), WYRM_RUN_KILLED);
        assert_ok(wyrm_gate_take(*taking, run, &error), &error);
        free(run);
    }
    wyrm_gate_baseline_of(*taking, &baseline);
    return baseline;
}

static bool has(const wyrm_gate_baseline *baseline, const char *metric)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (strcmp(baseline->figures[i].metric, metric) == 0)
            return true;
    return false;
}

/* To leave the last depth alive is to win: one metric, and not one more for Holm to count. The
 * tutorial has 10 depths, RuggRogue no last one. */
static void survival_is_asked_of_depths_before_the_last(void **state)
{
    (void)state;
    wyrm_design *tutorial = design_with("tutorial", NULL),
                *ruggrogue = design_with("ruggrogue", NULL);
    wyrm_gate_taking *takings[2];
    wyrm_gate_baseline short_game = taken(tutorial, &takings[0]);
    wyrm_gate_baseline long_game = taken(ruggrogue, &takings[1]);
    assert_true(has(&short_game, "survival@8"));
    assert_false(has(&short_game, "survival@13"));
    assert_false(has(&short_game, "survival@20"));
    assert_true(has(&long_game, "survival@13"));
    assert_true(has(&long_game, "survival@20"));
    wyrm_gate gate;
    wyrm_error error;
    assert_ok(wyrm_gate_compare_paired(takings[1], takings[0], 0.01, &gate, &error), &error);
    assert_int_equal(gate.count, short_game.count);
    assert_int_equal(gate.lone_count, 2);
    assert_string_equal(gate.lone[0].metric, "survival@13");
    assert_false(gate.lone[0].after);
    for (size_t i = 0; i < gate.count; i++) {
        assert_string_equal(gate.rows[i].before.metric, gate.rows[i].after.metric);
        assert_near(gate.rows[i].difference, 0, 0);
    }
    for (size_t i = 0; i < 2; i++)
        wyrm_gate_taking_free(takings[i]);
    wyrm_design_free(tutorial);
    wyrm_design_free(ruggrogue);
}

static void the_alarm_is_the_rulesets(void **state)
{
    (void)state;
    wyrm_design *usual = design_with("tutorial", NULL);
    wyrm_design *own = design_with("tutorial", "gate: {alarm: 0.2}");
    wyrm_gate_taking *takings[2];
    assert_near(taken(usual, &takings[0]).alarm, WYRM_GATE_ALARM, 0);
    assert_near(taken(own, &takings[1]).alarm, 0.2, 1e-15);
    for (size_t i = 0; i < 2; i++)
        wyrm_gate_taking_free(takings[i]);
    wyrm_design_free(usual);
    wyrm_design_free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_and_alarm_come_back),
        cmocka_unit_test(a_baseline_without_figures_is_refused),
        cmocka_unit_test(shares_outside_of_one_are_refused),
        cmocka_unit_test(a_metric_of_another_unit_is_refused),
        cmocka_unit_test(a_metric_twice_is_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(names_that_are_no_words_are_refused),
        cmocka_unit_test(metrics_of_one_side_are_told),
        cmocka_unit_test(nothing_to_compare_fails),
        cmocka_unit_test(figures_without_sense_are_not_compared),
        cmocka_unit_test(a_loosened_margin_does_not_count),
        cmocka_unit_test(other_kinds_of_runs_are_named),
        cmocka_unit_test(seed_ruleset_items_and_number_of_runs_may_differ),
        cmocka_unit_test(survival_is_asked_of_depths_before_the_last),
        cmocka_unit_test(the_alarm_is_the_rulesets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
