/* Judging: verdicts of values and intervals, and consistency of the sums behind some metrics.
 * tests/cli (targets_test.py, findings_test.py) checks what is measured, judged and found in
 * rulesets. */
#include "released.h"
#include "small_dungeon.h"

#include "metrics/internal.h"

static wyrm_verdict verdict_of(double value, double low, double high, double wide_low,
                               double wide_high)
{
    judge_measure measure = {.value = value};
    wyrm_interval range = {low, high}, tolerated = {wide_low, wide_high};
    const judge_target target = {.range = range, .tolerated = tolerated};
    return judge_verdict(&measure, &target);
}

static wyrm_verdict sampled_verdict(double ci_low, double ci_high, double low, double high,
                                    double wide_low, double wide_high)
{
    judge_measure measure = {
        .value = (ci_low + ci_high) / 2, .sampled = true, .ci95 = {ci_low, ci_high}};
    wyrm_interval range = {low, high}, tolerated = {wide_low, wide_high};
    const judge_target target = {.range = range, .tolerated = tolerated};
    return judge_verdict(&measure, &target);
}

TEST(exact_values_pass_warn_or_fail)
{
    assert_int_equal(verdict_of(5, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(verdict_of(4, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(verdict_of(3.5, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(verdict_of(7, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(verdict_of(2.9, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(verdict_of(INFINITY, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(verdict_of(INFINITY, 4, INFINITY, 4, INFINITY), WYRM_PASS);
    assert_int_equal(verdict_of(NAN, 4, 6, 4, 6), WYRM_FAIL);
    assert_int_equal(verdict_of(NAN, -INFINITY, INFINITY, -INFINITY, INFINITY), WYRM_FAIL);
}

/* 7.2 in 32 bits is 7.199999809 or 7.200000286: both meet a target of 7.2. */
TEST(the_noise_of_32_bits_is_no_failure)
{
    assert_int_equal(verdict_of((double)7.2f, 7.2, 7.2, 7.2, 7.2), WYRM_PASS);
    assert_int_equal(verdict_of((double)nextafterf(7.2f, 8), 7.2, 7.2, 7.2, 7.2), WYRM_PASS);
    assert_int_equal(verdict_of(1e-10, 0, 0, 0, 0), WYRM_PASS);
    const judge_metric chance = {.shown = {.name = "win_chance", .unit = "share"}};
    const judge_target never = {.metric = &chance, .range = {0, 0}, .tolerated = {0, 0}};
    assert_int_equal(judge_verdict(&(judge_measure){.value = 5e-10}, &never), WYRM_FAIL);
    assert_int_equal(judge_verdict(&(judge_measure){.value = 5e-13}, &never), WYRM_PASS);
    assert_int_equal(verdict_of(7.2001, 7.2, 7.2, 7.2, 7.2), WYRM_FAIL);
    assert_int_equal(verdict_of(-7.2, -7.2, -7.2, -7.2, -7.2), WYRM_PASS);
}

TEST(sampled_values_are_judged_by_their_interval)
{
    assert_int_equal(sampled_verdict(4.5, 5.5, 4, 6, 3, 7), WYRM_PASS);
    assert_int_equal(sampled_verdict(3.9, 5.5, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(3.2, 3.9, 4, 6, 3, 7), WYRM_WARN);
    assert_int_equal(sampled_verdict(2.5, 3.5, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(1, 2, 4, 6, 3, 7), WYRM_FAIL);
    assert_int_equal(sampled_verdict(0, 9, 4, 6, 3, 7), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(0.4, 0.6, 0.5, INFINITY, 0.5, INFINITY), WYRM_UNCLEAR);
    assert_int_equal(sampled_verdict(0.51, 0.6, 0.5, INFINITY, 0.5, INFINITY), WYRM_PASS);
}

static bool stop(double done, void *context)
{
    (void)done, (void)context;
    return false;
}

TEST(progress_stops_it)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_judge_options options = {.seed = 1, .progress = stop};
    wyrm_judgement *judgement;
    assert_int_equal(wyrm_judge(design, &options, &judgement, NULL), WYRM_ERROR_LIMIT);
    assert_null(judgement);
}

typedef struct told_progress {
    double first, last, farthest; /* the longest step */
    bool back;
} told_progress;

static bool note_progress(double done, void *context)
{
    told_progress *told = context;
    told->first = told->first < 0.0 ? done : told->first;
    told->back |= done < told->last;
    told->farthest = fmax(told->farthest, done - told->last);
    told->last = done;
    return true;
}

/* The games played for findings are most of the work if no target needs any. */
TEST(progress_counts_what_is_looked_for_besides_targets)
{
    static const char *const targets[] = {
        "targets: ~",
        "targets: {t: {metric: win_chance, of: player, against: orc, at_least: 0.1}}"};
    for (size_t i = 0; i < LENGTH_OF(targets); i++) {
        OWNED_DESIGN *design = ruleset_with("tutorial", targets[i]);
        told_progress told = {.first = -1.0};
        const wyrm_judge_options options = {
            .seed = 1, .effort = {.exactly = 50}, .progress = note_progress, .context = &told};
        wyrm_judgement *judgement;
        assert_ok(wyrm_judge(design, &options, &judgement, NULL), NULL);
        assert_true(told.first < 0.1 && told.last > 0.9 && told.last <= 1.0 && !told.back);
        assert_true(told.farthest < 0.2);
        wyrm_judgement_free(judgement);
    }
}

TEST(validating_finds_the_same_without_measuring)
{
    wyrm_design *design = ruggrogue_with("targets:\n"
                                         "  a: {metric: hit_maen, range: 1}\n"
                                         "  b: {metric: level_factor, range: 1}\n"
                                         "  c: {metric: level_factor, levels: 1}");
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_judge_validate(design, errors), WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 3);
    wyrm_design_free(design);

    design = ruggrogue();
    assert_ok(wyrm_judge_validate(design, NULL), NULL);
    wyrm_design_free(design);
}

TEST(keys_that_do_not_go_with_a_metric_are_told_with_those_that_do)
{
    static const struct {
        const char *target, *message;
    } rows[] = {{"{metric: hp_left, of: player@3, at_least: 0}",
                 "metric 'hp_left' of target 'a' needs 'against'"},
                {"{metric: hp_left, of: player@3, against: monster@3, depths: [1, 2], at_least: 0}",
                 "metric 'hp_left' does not use 'depths'"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200];
        snprintf(text, sizeof text, "targets: {a: %s}", rows[i].target);
        OWNED_DESIGN *design = ruggrogue_with(text);
        OWNED_ERRORS *errors = fresh_errors();
        assert_int_equal(wyrm_judge_validate(design, errors), WYRM_ERROR_RULESET);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
        assert_string_equal(wyrm_errors_at(errors, 0)->hint,
                            "it uses of, against, first (optional), levels (optional)");
    }
}

/* The shares of the ways to choose a level sum to 1 and agree with the golden levels: a monster
 * that is not deeper is at the tracker's level or up to 3 below. */
TEST(choices_agree_with_the_levels)
{
    OWNED_DESIGN *design = ruggrogue();
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    for (int tracker = 1; tracker <= 60; tracker++) {
        wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
        assert_int_equal(wyrm_encounter_choices(encounter, tracker, choices), 3);
        assert_near(choices[0].share + choices[1].share + choices[2].share, 1, 1e-12);
        OWNED_PMF *levels;
        assert_ok(wyrm_encounter_monster_levels(encounter, tracker, &levels, NULL), NULL);
        assert_near(choices[0].share, wyrm_pmf_at(levels, tracker), 1e-12);
        assert_true(wyrm_pmf_tail(levels, tracker - 3) >=
                    choices[0].share + choices[1].share - 1e-12);
        if (tracker >= 5)
            assert_near(choices[2].share, 0.4, 1e-12);
        else
            assert_true(choices[2].share < 0.39);
    }
    wyrm_level_choice choices[WYRM_LEVEL_CHOICES_MAX];
    assert_int_equal(wyrm_encounter_choices(encounter, 0.5, choices), 0);
    assert_int_equal(wyrm_encounter_choices(encounter, 4.5, choices), 3);
    assert_near(choices[2].share, (0.8 / 3 + 0.4) / 2, 1e-12);
}

/* The expectation by first-step analysis is the mean of the whole distribution. */
TEST(attacks_to_kill_agree_with_their_distribution)
{
    OWNED_DESIGN *design = ruggrogue();
    const wyrm_combatant monster = combatant_of(design, "monster@3");
    for (int level = 1; level <= 30; level += 7) {
        char text[64];
        base_arena arena = {0};
        snprintf(text, sizeof text, "player@%d,armor=%d", level, level);
        wyrm_combatant player = combatant_of(design, text);
        OWNED_PMF *damage, *attacks;
        assert_ok(wyrm_design_hit(design, &monster, &player, &damage, NULL), NULL);
        assert_ok(wyrm_hits_to_kill(damage, player.hp, &attacks, NULL), NULL);
        assert_near(judge_expected_attacks(&arena, damage, player.hp, NULL), wyrm_pmf_mean(attacks),
                    1e-9);
    }
}

static void assert_listed(size_t count, size_t size, const char *wanted)
{
    const judge_numbers numbers = {count, {1, 2, 3, 5, 6, 9, 14, 15, 16, 17}};
    judge_text text = judge_list(&numbers, size);
    assert_string_equal(text.text, wanted);
    assert_true(strlen(text.text) < size);
}

TEST(numbers_are_listed_as_people_do)
{
    assert_listed(0, 100, "");
    assert_listed(1, 100, "1");
    assert_listed(2, 100, "1, 2");
    assert_listed(3, 100, "1-3");
    assert_listed(10, 100, "1-3, 5, 6, 9, 14-17");
    assert_listed(10, 20, "1-3, 5, 6, 9, 14-17");
    assert_listed(10, 19, "1-3, 5, 6, 9, ...");
    assert_listed(10, 12, "1-3, 5, ...");
}

TEST(varying_leaves_the_design_as_it_was)
{
    OWNED_DESIGN *design = small_with("threat: {behaviours: {fierce: 0.5}}");
    char before[17];
    snprintf(before, sizeof before, "%s", wyrm_ruleset_hash(wyrm_design_ruleset(design)));
    char *dump_before, *dump_after;
    assert_ok(wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump_before, NULL), NULL);
    const wyrm_judge_options options = {.seed = 1, .effort = {.exactly = 200}};
    wyrm_judgement_free(judge_with(design, &options));
    assert_ok(wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump_after, NULL), NULL);
    assert_string_equal(dump_before, dump_after);
    wyrm_free(dump_before);
    wyrm_free(dump_after);
}
