/* The gate: its tests against GSL, Holm's correction, answers, and baselines as files;
 * gate_causes_test.c has the causes of a change. */
#include "gate_sides.h"
#include "runs_by_hand.h"
#include "turned.h"

#include <jansson.h>
#include <wyrm/gate.h>

#include "played.h"
#include "metrics/internal.h"
#include "text/internal.h"

static void take(wyrm_gate_side *side, wyrm_run *run)
{
    assert_works(wyrm_gate_take(side, run, &last_error));
    free(run);
}

/* `count` runs that end at random depths, some of them shallower by `worse`; run i depends on
 * `seed` and i. */
static void take_random(wyrm_gate_side *side, uint64_t seed, size_t count, double worse)
{
    for (uint64_t i = 0; i < count; i++) {
        test_random random = {seed * 1000003 + i};
        int64_t depth = random_between(&random, 1, 9);
        uint32_t turns = (uint32_t)random_below(&random, 400);
        depth -= depth > 1 && random_unit(&random) < worse;
        wyrm_run_end end = random_unit(&random) < 0.02 ? WYRM_RUN_CUT
                           : depth == 9                ? WYRM_RUN_WON
                                                       : WYRM_RUN_KILLED;
        wyrm_run *run = run_by_hand(i, (int32_t)depth, end);
        run->turns += turns;
        run->floors[0].damage_taken = turns / 7;
        take(side, run);
    }
}

static wyrm_gate compare(const wyrm_gate_side *before, const wyrm_gate_side *after,
                         const wyrm_effort *effort)
{
    wyrm_gate gate;
    wyrm_looks looks = wyrm_looks_begin(effort, 4000);
    assert_true(wyrm_looks_next(&looks));
    wyrm_gate_compare(before, after, &looks, &gate);
    return gate;
}

static const wyrm_effort all_runs = {.exactly = WYRM_GATE_RUNS_MAX};

/* The metric of a run, computed independently; NAN: no value. */
static double value_of(const char *metric, const wyrm_gate_run *run)
{
    bool complete = run->end != WYRM_RUN_CUT && run->end != WYRM_RUN_STALLED;
    if (strncmp(metric, "survival@", 9) == 0) {
        int depth = atoi(metric + 9);
        return run->end == WYRM_RUN_WON || run->depth > depth ? 1 : complete ? 0 : (double)NAN;
    }
    if (strcmp(metric, "unfinished") == 0)
        return !complete;
    return !complete                                ? (double)NAN
           : strcmp(metric, "win_rate") == 0        ? run->end == WYRM_RUN_WON
           : strcmp(metric, "starved") == 0         ? run->end == WYRM_RUN_STARVED
           : strcmp(metric, "final_depth") == 0     ? run->depth
           : strcmp(metric, "final_level") == 0     ? run->level
           : strcmp(metric, "turns_per_floor") == 0 ? (double)run->turns / run->floors
                                                    : (double)run->damage / run->floors;
}

/* Two-sided p-values from GSL: paired t and the sign test, Welch's test and two proportions. */
static double chance_by_gsl(const wyrm_gate_side *before, const wyrm_gate_side *after, size_t count,
                            const wyrm_gate_row *row, bool paired)
{
    bool share = strcmp(row->unit, "share") == 0;
    double n = 0, m = 0, sum = 0, squares = 0, a = 0, aa = 0, b = 0, bb = 0;
    unsigned up = 0, down = 0;
    for (size_t i = 0; i < count; i++) {
        double one = value_of(row->metric, &before->runs[i]);
        double other = value_of(row->metric, &after->runs[i]);
        if (paired && (isnan(one) || isnan(other)))
            continue;
        if (!isnan(one))
            n++, a += one, aa += one * one;
        if (!isnan(other))
            m++, b += other, bb += other * other;
        sum += other - one;
        squares += (other - one) * (other - one);
        up += other > one;
        down += other < one;
    }
    if (paired && share)
        return up + down == 0
                   ? 1
                   : fmin(1, 2 * gsl_cdf_binomial_P(up < down ? up : down, 0.5, up + down));
    if (paired)
        return 2 * gsl_cdf_tdist_Q(fabs(sum / n) / sqrt((squares - sum * sum / n) / (n - 1) / n),
                                   n - 1);
    if (share) {
        double pooled = (a + b) / (n + m);
        double z = fabs(b / m - a / n) / sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
        return pooled <= 0 || pooled >= 1 ? 1 : 2 * gsl_cdf_ugaussian_Q(z);
    }
    double va = (aa - a * a / n) / (n - 1) / n, vb = (bb - b * b / m) / (m - 1) / m;
    double df = (va + vb) * (va + vb) / (va * va / (n - 1) + vb * vb / (m - 1));
    return 2 * gsl_cdf_tdist_Q(fabs(b / m - a / n) / sqrt(va + vb), df);
}

/* The p-value of every metric, Holm's correction and the share of a look, all recomputed.
 */
TEST(chances_are_those_of_gsl_with_holms_correction)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bool paired = seed % 2 == 0;
        size_t count = 100 + 7 * seed;
        OWNED_SIDE before = side_of(*state), after = side_of(*state);
        take_random(&before, seed, count, 0);
        after.facts.seed = paired ? 1 : 2;
        take_random(&after, paired ? seed : 1000 + seed, count, 0.05 * (double)(seed % 5));
        wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = 8 * count}, 1);
        while (looks.runs < count)
            assert_true(wyrm_looks_next(&looks));
        size_t looked = looks.runs > count ? count : (size_t)looks.runs;
        wyrm_gate gate;
        wyrm_gate_compare(&before, &after, &looks, &gate);
        assert_int_equal(gate.paired, paired);
        assert_true(gate.count >= 10);
        double chances[WYRM_GATE_METRICS_MAX], least = 0;
        bool done[WYRM_GATE_METRICS_MAX] = {false};
        for (size_t i = 0; i < gate.count; i++)
            chances[i] = chance_by_gsl(&before, &after, looked, &gate.rows[i], paired);
        for (size_t rank = 0; rank < gate.count; rank++) {
            size_t best = gate.count;
            for (size_t i = 0; i < gate.count; i++)
                if (!done[i] && (best == gate.count || chances[i] < chances[best]))
                    best = i;
            done[best] = true;
            least = fmax(least, chances[best] * (double)(gate.count - rank) / looks.share);
            assert_near_seeded(gate.rows[best].p, fmin(1, least), 1e-9 + 1e-6 * least, seed);
        }
    }
}

/* Sides without any spread that differ: as unlikely as that all of so many tosses are heads. */
TEST(values_that_are_all_alike_are_compared_by_their_number)
{
    OWNED_SIDE before = side_of(*state), after = side_of(*state);
    after.facts.seed = 2;
    for (uint64_t i = 0; i < 12; i++) {
        take(&before, run_by_hand(i, 3, WYRM_RUN_KILLED));
        take(&after, run_by_hand(i, 4, WYRM_RUN_KILLED));
    }
    wyrm_gate gate = compare(&before, &after, &all_runs);
    assert_false(gate.paired);
    const double alone = 2.0 / 4096, p = row_of(&gate, "final_depth")->p;
    assert_true(p > 0.999 * alone && p < 1.001 * alone * (double)gate.count); /* by Holm */
}

/* In pairs, the luck that both sides share is no noise. */
TEST(pairs_are_compared_by_their_differences)
{
    OWNED_SIDE before = side_of(*state), after = side_of(*state);
    wyrm_moments moments = {0};
    for (uint64_t i = 0; i < 40; i++) {
        test_random random = {i + 1};
        int32_t depth = (int32_t)random_between(&random, 1, 30), deeper = i % 4 == 0 ? 2 : 1;
        take(&before, run_by_hand(i, depth, WYRM_RUN_KILLED));
        take(&after, run_by_hand(i, depth + deeper, WYRM_RUN_KILLED));
        wyrm_moments_add(&moments, deeper);
    }
    wyrm_gate gate = compare(&before, &after, &all_runs);
    const wyrm_gate_row *row = row_of(&gate, "final_depth");
    wyrm_interval interval = wyrm_mean_interval(&moments, 0.95);
    assert_true(gate.paired);
    assert_near(row->difference, 1.25, 1e-12);
    assert_near(row->ci95.low, interval.low, 1e-12);
    assert_near(row->ci95.high, interval.high, 1e-12);
    assert_int_equal(row->answer, WYRM_GATE_HIGHER);
    /* the same as independent samples is lost in the noise */
    after.facts.seed = 2;
    gate = compare(&before, &after, &all_runs);
    assert_false(gate.paired);
    assert_false(gate.failed);
}

/* Without any observed difference there may still be one: no interval has the width 0. */
TEST(no_difference_has_an_interval_without_width)
{
    OWNED_SIDE before = side_of(*state), after = side_of(*state);
    take_random(&before, 3, 200, 0);
    take_random(&after, 3, 200, 0);
    wyrm_gate gate = compare(&before, &after, &all_runs);
    for (size_t i = 0; i < gate.count; i++) {
        assert_near(gate.rows[i].difference, 0, 0);
        assert_true(gate.rows[i].ci95.low < 0 && gate.rows[i].ci95.high > 0);
        assert_near(gate.rows[i].p, 1, 0);
    }
    assert_false(gate.failed);
}

/* ---- Pairs that rarely differ ---- */

#define PAIRS 200

typedef struct shares {
    double of[PAIRS];
} shares;

static uint64_t number_itself(const void *side, size_t run)
{
    (void)side;
    return run;
}

static double share_of_run(const void *side, const gate_metric *metric, size_t run, double *x)
{
    const shares *from = side;
    if (metric->kind == GATE_RATIO)
        *x = metric->range == WYRM_SHARE ? 10 : 1;
    return metric->kind == GATE_RATIO ? *x * from->of[run] : from->of[run];
}

static wyrm_gate_row row_of_shares(const gate_metric *metric, const shares *before,
                                   const shares *after)
{
    const gate_terms terms = {.may_pair = true, .count = 1, .metrics = metric};
    const gate_view views[] = {{before, PAIRS, number_itself, share_of_run},
                               {after, PAIRS, number_itself, share_of_run}};
    wyrm_looks looks = wyrm_looks_begin(&all_runs, PAIRS);
    wyrm_gate gate;
    assert_true(wyrm_looks_next(&looks));
    gate_compare(views, 1, &terms, &looks, &gate);
    assert_true(gate.paired && gate.count == 1);
    return gate.rows[0];
}

/* Shares near 1. Three pairs in a hundred differ: four of five rise a little, the fifth falls by
 * nearly all. Of 200 pairs often none falls that much, and Student's interval sees only those that
 * rise. */
static bool rare_falls_are_covered(gate_kind kind, uint64_t seed)
{
    const gate_metric metric = {.name = "share", .unit = "", .kind = kind, .range = WYRM_SHARE};
    const double mean = 0.03 * (0.8 * 0.05 - 0.2 * 0.9);
    test_random random = {seed};
    shares before, after;
    for (size_t i = 0; i < PAIRS; i++) {
        before.of[i] = after.of[i] = 0.9 + 0.05 * random_unit(&random);
        if (random_unit(&random) < 0.03)
            after.of[i] += random_unit(&random) < 0.8 ? 0.05 : -0.9;
    }
    const wyrm_interval ci95 = row_of_shares(&metric, &before, &after).ci95;
    return ci95.low <= mean && mean <= ci95.high;
}

TEST(pairs_that_seldom_differ_are_covered)
{
    static const gate_kind kinds[] = {GATE_MEAN, GATE_RATIO};
    for (size_t k = 0; k < LENGTH_OF(kinds); k++) {
        int covered = 0;
        for (uint64_t seed = 1; seed <= 400; seed++)
            covered += rare_falls_are_covered(kinds[k], seed);
        assert_true(covered >= 372);
    }
}

/* A ratio of which every run has as much is a mean. One level in ten runs more, and one pair of
 * 200 that differs: another might, by a level. */
TEST(ratios_that_seldom_differ_are_as_sure_as_means)
{
    const gate_metric mean = {.name = "level", .unit = "", .kind = GATE_MEAN},
                      ratio = {.name = "level", .unit = "", .kind = GATE_RATIO};
    for (size_t differing = 0; differing <= 2; differing++) {
        shares before, after;
        for (size_t i = 0; i < PAIRS; i++) {
            before.of[i] = 1 + (i % 100 == 7);
            after.of[i] = before.of[i] + (i < differing);
        }
        const wyrm_interval one = row_of_shares(&mean, &before, &after).ci95,
                            other = row_of_shares(&ratio, &before, &after).ci95;
        assert_near(one.low, other.low, 0.1 * fabs(one.low));
        assert_near(one.high, other.high, 0.1 * fabs(one.high));
        assert_true(other.low < -1.0 / PAIRS && other.high > 1.0 / PAIRS);
    }
}

static wyrm_design *with_margins(const char *margins)
{
    char text[256];
    snprintf(text, sizeof text, "gate: {margins: {%s}}", margins);
    return ruleset_with("tutorial", text);
}

/* Depths 5 and 6, so that the mean is 5.5, and a change of a tenth of the runs by one depth. */
static wyrm_gate change_a_tenth(const wyrm_design *old, const wyrm_design *new)
{
    OWNED_SIDE before = side_of(old), after = side_of(new);
    for (uint64_t i = 0; i < 2000; i++) {
        int32_t depth = 5 + (int32_t)(i % 2), less = i % 10 == 3;
        take(&before, run_by_hand(i, depth, WYRM_RUN_KILLED));
        take(&after, run_by_hand(i, depth - less, WYRM_RUN_KILLED));
    }
    wyrm_gate gate = compare(&before, &after, &all_runs);
    return gate;
}

TEST(answers_need_both_sureness_and_size)
{
    const struct {
        const char *margin;
        wyrm_gate_answer answer;
        bool clear;
    } rows[] = {
        {"final_depth: 0", WYRM_GATE_LOWER, true},
        {"final_depth: 0.095", WYRM_GATE_LOWER, false},    /* more than the margin, at the best
                                                              estimate */
        {"final_depth: 0.105", WYRM_GATE_UNCLEAR, false},  /* significant, but less than the
                                                              margin */
        {"final_depth: 0.15", WYRM_GATE_EQUIVALENT, true}, /* well within the margin */
        {"final_depth: 1 %", WYRM_GATE_LOWER, true},       /* of 5.5 */
        {"final_depth: 3 %", WYRM_GATE_EQUIVALENT, true},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_DESIGN *design = with_margins(rows[i].margin);
        wyrm_gate gate = change_a_tenth(design, design);
        const wyrm_gate_row *row = row_of(&gate, "final_depth");
        if (row->answer != rows[i].answer || row->clear != rows[i].clear)
            fail_msg("%s: %s", rows[i].margin, wyrm_gate_answer_word(row->answer));
    }
}

TEST(a_loosened_margin_or_alarm_does_not_count)
{
    OWNED_DESIGN *strict =
        ruleset_with("tutorial", "gate: {margins: {final_depth: 1 %}, alarm: 0.2}");
    OWNED_DESIGN *loose =
        ruleset_with("tutorial", "gate: {margins: {final_depth: 3}, alarm: 0.001}");
    for (int swapped = 0; swapped < 2; swapped++) {
        wyrm_gate gate = change_a_tenth(swapped ? loose : strict, swapped ? strict : loose);
        const wyrm_gate_row *row = row_of(&gate, "final_depth");
        assert_near(row->margin, 0.055, 1e-12);
        assert_int_equal(row->said_before.relative, !swapped);
        assert_near(row->said_after.size, swapped ? 0.01 : 3, 1e-15);
        assert_int_equal(row->answer, WYRM_GATE_LOWER);
        assert_near(gate.alarm, 0.2, 1e-15);
    }
}

TEST(nothing_to_compare_fails)
{
    wyrm_gate_side before = side_of(*state), after = side_of(*state);
    take_random(&before, 1, 50, 0);
    wyrm_gate gate = compare(&before, &after, &all_runs);
    assert_int_equal(gate.count, 0);
    assert_true(gate.failed); /* metrics that were not compared do not count as held */
    wyrm_gate_side_free(&before);
}

/* Leaving the last depth alive is winning: one metric, and not one more in Holm's correction. */
TEST(survival_is_asked_of_depths_before_the_last)
{
    OWNED_DESIGN *longer = ruleset_with("tutorial", "encounter: {last_depth: 20}");
    OWNED_SIDE short_game = side_of(*state), long_game = side_of(longer);
    take_random(&short_game, 1, 50, 0);
    take_random(&long_game, 1, 50, 0);
    wyrm_gate both = compare(&short_game, &long_game, &all_runs);
    assert_non_null(row_of(&both, "survival@8"));
    assert_null(row_of(&both, "survival@13"));
    wyrm_gate only = compare(&long_game, &long_game, &all_runs);
    assert_non_null(row_of(&only, "survival@13"));
    assert_null(row_of(&only, "survival@20"));
}

/* Runs that end at 9 of 10 depths or at the first, all but one of each. */
static void take_ends(wyrm_gate_side *side, int32_t most, int32_t one)
{
    for (uint64_t i = 0; i < 20; i++)
        take(side, run_by_hand(i, i == 0 ? one : most, WYRM_RUN_KILLED));
}

/* The tutorial has ten depths and as many levels as its experience is worth; of rules that are not
 * known it is known that depths and levels begin at 1. */
TEST(depths_and_levels_are_shown_within_those_that_there_are)
{
    OWNED_SIDE deep = side_of(*state), shallow = side_of(NULL);
    take_ends(&deep, 10, 9);
    take_ends(&shallow, 1, 2);
    const wyrm_gate gate = compare(&deep, &shallow, &all_runs);
    const wyrm_gate_row *depth = row_of(&gate, "final_depth");
    assert_near(depth->before_ci95.high, 10, 0);
    assert_true(depth->before_ci95.low >= 9 && depth->before_ci95.low < 9.95);
    assert_near(depth->after_ci95.low, 1, 0);
    assert_near(row_of(&gate, "final_level")->after_ci95.low, 1, 0);
    /* the difference, of pairs, goes as far as luck may: nine depths are not its end */
    assert_true(depth->ci95.low < -9);
}

/* Of games without hunger nobody asks who has starved: it would only widen Holm's correction. */
TEST(starving_is_compared_where_there_is_hunger)
{
    OWNED_DESIGN *hungry = ruleset_with(
        "tutorial",
        "game: {hunger: {most: 900, starving: 9, stages: [{name: fed, from: 1}, {name: out, from: "
        "0}]}}");
    OWNED_SIDE fed = side_of(*state), eats = side_of(hungry), unknown = side_of(NULL);
    wyrm_gate_side *const sides[] = {&fed, &eats, &unknown};
    for (int i = 0; i < 3; i++)
        take_random(sides[i], 1, 50, 0);
    for (int before = 0; before < 3; before++)
        for (int after = 0; after < 3; after++) {
            const wyrm_gate gate = compare(sides[before], sides[after], &all_runs);
            assert_int_equal(row_of(&gate, "starved") != NULL, before + after > 0);
        }
}

TEST(other_kinds_of_runs_are_named)
{
    const char *const words[] = {"bot", "turn limit", "engine"};
    wyrm_gate_side before = side_of(*state), same = side_of(*state);
    wyrm_error error = {0};
    for (size_t i = 0; i < LENGTH_OF(words); i++) {
        wyrm_gate_side after = side_of(*state);
        if (i == 0)
            strcpy(after.facts.bot, "diver");
        else if (i == 1)
            after.facts.turn_limit = 100;
        else
            after.facts.engine++;
        assert_int_equal(
            wyrm_gate_same_kind(&before, "base.json", &after, "mine.yaml", false, &error),
            WYRM_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, words[i]));
        assert_non_null(strstr(error.message, "'base.json'"));
        assert_non_null(strstr(error.message, "'mine.yaml'"));
    }
    strcpy(same.facts.ruleset, "other");
    strcpy(same.facts.without, "potions");
    same.facts.seed = 2;
    assert_ok(wyrm_gate_same_kind(&before, "a", &same, "b", false, &error), &error);
    same.facts.engine++;
    assert_ok(wyrm_gate_same_kind(&before, "a", &same, "b", true, &error), &error);
}

static char *text_of(const wyrm_gate_side *side)
{
    char *text;
    assert_works(wyrm_gate_baseline_text(side, &text, &last_error));
    return text;
}

static wyrm_status read_text(const char *text, wyrm_gate_side *out, wyrm_error *error)
{
    wyrm_status status = wyrm_gate_baseline_read("base.json", text, strlen(text), out, error);
    assert_true(status == WYRM_OK || strstr(error->message, "base.json") != NULL ||
                strcmp(error->file, "base.json") == 0);
    return status;
}

/* Runs of every kind of end, with the least and the greatest numbers. */
static wyrm_gate_side full_side(const wyrm_design *design)
{
    wyrm_gate_side side = side_of(design);
    side.facts.seed = INT64_MAX;
    strcpy(side.facts.without, "potions,scrolls");
    for (uint64_t i = 0; i < 60; i++) {
        wyrm_run *run =
            run_by_hand(7 + i, 1 + (int32_t)(i % 9), (wyrm_run_end)(i % WYRM_RUN_END_COUNT));
        run->turns = i == 0 ? UINT32_MAX : (uint32_t)(1000003 * i);
        run->level = i == 1 ? INT32_MIN : i == 2 ? INT32_MAX : run->level;
        for (size_t k = 0; k < run->floor_count; k++)
            run->floors[k].damage_taken = UINT32_MAX - (uint32_t)i;
        take(&side, run);
    }
    return side;
}

TEST(a_baseline_comes_back_to_the_last_bit)
{
    OWNED_SIDE side = full_side(*state), back;
    OWNED(char) *text = text_of(&side);
    assert_works(read_text(text, &back, &last_error));
    assert_string_equal(back.facts.ruleset, side.facts.ruleset);
    assert_string_equal(back.facts.bot, side.facts.bot);
    assert_string_equal(back.facts.without, side.facts.without);
    assert_true(back.facts.seed == side.facts.seed);
    assert_int_equal(back.facts.turn_limit, side.facts.turn_limit);
    assert_int_equal(back.count, side.count);
    for (size_t i = 0; i < side.count; i++) {
        const wyrm_gate_run *a = &side.runs[i], *b = &back.runs[i];
        assert_true(a->run == b->run && a->end == b->end && a->depth == b->depth &&
                    a->level == b->level && a->floors == b->floors && a->turns == b->turns &&
                    a->damage == b->damage);
    }
    assert_string_equal(wyrm_ruleset_hash(wyrm_design_ruleset(back.design)),
                        wyrm_ruleset_hash(wyrm_design_ruleset(*state)));
    OWNED(char) *again = text_of(&back);
    assert_string_equal(again, text);
}

TEST(a_run_takes_no_more_than_40_bytes)
{
    OWNED_SIDE few = side_of(*state), many = side_of(*state);
    take_random(&few, 1, 100, 0);
    take_random(&many, 1, 1100, 0);
    OWNED(char) *one = text_of(&few), *other = text_of(&many);
    assert_in_range(strlen(other) - strlen(one), 1000, 40000);
}

static bool refuse_text(const char *text, size_t length, size_t at, void *context)
{
    wyrm_gate_side back;
    wyrm_error error = {0};
    if (wyrm_gate_baseline_read("base.json", text, length, &back, &error) != WYRM_OK)
        return true;
    OWNED(char) *again = text_of(&back);
    wyrm_gate_side_free(&back);
    if (strcmp(again, context) != 0)
        fail_msg("byte %zu as %d is believed", at, text[at]);
    return false;
}

/* None of them is accepted, except changes between the values. */
/* jansson has memory of its own, which a failure of ours must free, too. */
typedef struct short_memory {
    int64_t calls, refused;
} short_memory;

static void *allocate(size_t size, void *context)
{
    short_memory *of = context;
    return ++of->calls == of->refused ? NULL : malloc(size);
}

static void *resize(void *block, size_t size, void *context)
{
    short_memory *of = context;
    return ++of->calls == of->refused ? NULL : realloc(block, size);
}

static void release(void *block, void *context)
{
    (void)context;
    free(block);
}

static int64_t json_blocks;

static void *json_allocate(size_t size)
{
    json_blocks++;
    return malloc(size);
}

static void json_release(void *block)
{
    json_blocks -= block != NULL;
    free(block);
}

static wyrm_status write_with(short_memory *heap, const wyrm_gate_side *side)
{
    char *text;
    wyrm_memory_set(&(wyrm_memory){allocate, resize, release, NULL, heap, NULL});
    const wyrm_status status = wyrm_gate_baseline_text(side, &text, &last_error);
    wyrm_free(text);
    wyrm_memory_set(NULL);
    return status;
}

/* The last allocation is the text, which is made from all the JSON. */
TEST(a_baseline_without_memory_leaves_nothing_behind)
{
    OWNED_SIDE side = full_side(*state);
    short_memory all = {.refused = 0};
    assert_works(write_with(&all, &side));
    assert_true(all.calls > 5);
    json_set_alloc_funcs(json_allocate, json_release);
    for (int64_t n = 1; n < all.calls; n++) {
        short_memory heap = {.refused = n};
        assert_int_equal(write_with(&heap, &side), WYRM_ERROR_MEMORY);
        assert_int_equal(json_blocks, 0);
    }
    json_set_alloc_funcs(malloc, free);
}

TEST(a_damaged_baseline_is_refused)
{
    wyrm_gate_side side = full_side(*state), back;
    OWNED(char) *text = text_of(&side), *whole = text_of(&side);
    size_t length = strlen(text);
    wyrm_error error = {0};
    const turned_count all = turn_every_byte(text, length, 4, refuse_text, whole);
    assert_true(all.sound < all.refused / 20 && all.refused > 100);
    for (size_t cut = 0; cut + 2 < length; cut += 97) {
        char was = text[cut];
        text[cut] = '\0';
        assert_int_equal(read_text(text, &back, &error), WYRM_ERROR_SYNTAX);
        text[cut] = was;
    }
    wyrm_gate_side_free(&side);
}

TEST(old_and_new_baselines_are_told)
{
    const char *const old = "{\"format\": \"wyrm-baseline\", \"format_version\": 1, \"runs\": 10}";
    const char *const newer = "{\"format\": \"wyrm-baseline\", \"format_version\": 99}";
    const char *const other = "{\"name\": \"something else\"}";
    wyrm_gate_side back;
    wyrm_error error = {0};
    assert_int_equal(read_text(old, &back, &error), WYRM_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "wyrm compare RULESET --baseline base.json"));
    assert_int_equal(read_text(newer, &back, &error), WYRM_ERROR_LIMIT);
    assert_int_equal(read_text(other, &back, &error), WYRM_ERROR_SYNTAX);
    assert_int_equal(read_text("[[[", &back, &error), WYRM_ERROR_SYNTAX);
}

TEST(a_gap_between_runs_is_refused)
{
    OWNED_SIDE side = side_of(*state);
    wyrm_error error = {0};
    char *text;
    assert_int_equal(wyrm_gate_baseline_text(&side, &text, &error), WYRM_ERROR_ARGUMENT);
    take(&side, run_by_hand(3, 2, WYRM_RUN_KILLED));
    take(&side, run_by_hand(5, 2, WYRM_RUN_KILLED));
    assert_int_equal(wyrm_gate_baseline_text(&side, &text, &error), WYRM_ERROR_ARGUMENT);
    FREED wyrm_run *before = run_by_hand(4, 2, WYRM_RUN_KILLED);
    assert_int_equal(wyrm_gate_take(&side, before, &error), WYRM_ERROR_ARGUMENT);
}

/* Targets, margins and names do not affect runs: the same runs again are proof enough. */
TEST(the_same_rules_are_seen_at_the_first_look)
{
    OWNED_DESIGN *same = ruleset_with("tutorial", "gate: {alarm: 0.02}\ntargets: ~");
    OWNED_SIDE before = playing(*state), after = playing(same);
    wyrm_gate gate = hold(&before, &after, (wyrm_effort){.most = 800});
    assert_true(gate.same_rules && gate.clear && !gate.failed);
    assert_int_equal(gate.runs, 100);
    assert_int_equal(before.count, 100);
}

/* A side that cannot play has a fixed number of runs, and the other side makes no more. */
TEST(a_baseline_bounds_the_effort)
{
    OWNED_DESIGN *weaker = ruleset_with("tutorial", "player: {hp: 99}");
    const wyrm_effort efforts[] = {{.factor = 4}, {.exactly = 9999}};
    for (size_t i = 0; i < LENGTH_OF(efforts); i++) {
        OWNED_SIDE before = playing(*state), after = playing(weaker);
        const wyrm_gate_options options = {.threads = 2};
        assert_ok(wyrm_gate_play(&before, 150, &options, NULL), NULL);
        before.play = NULL;
        wyrm_gate gate = hold(&before, &after, efforts[i]);
        assert_int_equal(gate.most, 150);
        assert_int_equal(after.count, 150);
        assert_true(gate.paired);
    }
}

TEST(a_great_change_needs_few_runs)
{
    OWNED_DESIGN *weaker = ruleset_with("tutorial", "player: {hp: 9}");
    OWNED_SIDE before = playing(*state), after = playing(weaker);
    wyrm_gate gate = hold(&before, &after, (wyrm_effort){.most = 3200});
    assert_true(gate.failed && gate.clear);
    assert_int_equal(row_of(&gate, "final_depth")->answer, WYRM_GATE_LOWER);
    assert_true(after.count < 1000);
}

static uint64_t afford(uint64_t done, uint64_t wanted, void *context)
{
    const uint64_t most = *(const uint64_t *)context;
    return done == 0 || most > wanted ? wanted : most;
}

/* Looks are at 100, 200, 400 and 800 runs. A look that cannot be afforded is not begun, except that
 * the first, without which there is no answer, is done as far as possible, with at least the first
 * few runs. */
TEST(games_that_are_too_much_work_are_told_as_far_as_they_got)
{
    OWNED_DESIGN *weaker = ruleset_with("tutorial", "player: {hp: 99}");
    static const uint64_t cases[][2] = {{3, 16}, {40, 40}, {99, 99}, {150, 100}, {399, 200}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_SIDE before = playing(*state), after = playing(weaker);
        uint64_t most = cases[i][0];
        const wyrm_gate_options options = {
            .effort = {.most = 800}, .threads = 2, .affords = afford, .affords_context = &most};
        wyrm_gate gate;
        assert_works(wyrm_gate_hold(&before, &after, &options, &gate, &last_error));
        assert_true(gate.cut_short && !gate.clear && gate.paired);
        assert_int_equal(gate.runs, cases[i][1]);
        assert_int_equal(before.count, cases[i][1]);
        assert_int_equal(after.count, cases[i][1]);
    }
    OWNED_SIDE before = playing(*state), after = playing(weaker);
    assert_false(hold(&before, &after, (wyrm_effort){.most = 200}).cut_short);
}

TEST(a_baseline_has_the_runs_that_can_be_afforded)
{
    static const uint64_t cases[][2] = {{3, 16}, {40, 40}, {150, 150}, {151, 150}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_SIDE side = playing(*state);
        uint64_t most = cases[i][0];
        const wyrm_gate_options options = {
            .threads = 2, .affords = afford, .affords_context = &most};
        assert_works(wyrm_gate_play(&side, 0, &options, &last_error));
        assert_int_equal(side.count, 0);
        assert_works(wyrm_gate_play(&side, 150, &options, &last_error));
        assert_int_equal(side.count, cases[i][1]);
    }
}

static int set_up(void **state)
{
    *state = ruleset_with("tutorial", NULL);
    return 0;
}

AROUND_ALL(set_up, close_design)
