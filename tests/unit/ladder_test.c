/* Several bots at once: planted changes that help the weak, the strong, both or neither are
 * recognised; and unchanged rules fail no more often than with one bot. */
#include "runs_by_hand.h"
#include "stride.h"

#include <wyrm/gate.h>

/* ---- The halves, from gates made by hand ---- */

static wyrm_gate gate_of(double depth, double wins, wyrm_gate_answer depths,
                         wyrm_gate_answer win_rate)
{
    wyrm_gate gate = {.count = 2};
    gate.rows[0] = (wyrm_gate_row){.metric = "final_depth", .before = depth, .answer = depths};
    gate.rows[1] = (wyrm_gate_row){.metric = "win_rate", .before = wins, .answer = win_rate};
    return gate;
}

#define SAME  WYRM_GATE_EQUIVALENT
#define UP    WYRM_GATE_HIGHER
#define DOWN  WYRM_GATE_LOWER
#define MAYBE WYRM_GATE_UNCLEAR

/* In any order of the bots; equally deep ones are ordered by win rate. */
TEST(the_weak_are_those_who_get_less_far_before)
{
    wyrm_gate gates[] = {gate_of(5, 0.5, SAME, SAME), gate_of(2, 0, UP, SAME),
                         gate_of(5, 0.4, UP, SAME), gate_of(1, 0, SAME, SAME),
                         gate_of(9, 1, SAME, SAME)};
    const wyrm_gate_helped five = wyrm_gate_whom(gates, 5), four = wyrm_gate_whom(gates, 4);
    const bool weak_of_five[] = {false, true, false, true, false};
    for (int i = 0; i < 5; i++)
        assert_int_equal(five.is_weak[i], weak_of_five[i]);
    assert_int_equal(five.weak, WYRM_GATE_EASIER);
    assert_int_equal(five.strong, WYRM_GATE_EASIER);
    assert_true(four.is_weak[1] && four.is_weak[3] && !four.is_weak[2]);
    gates[2] = gate_of(5, 0.4, SAME, SAME);
    assert_int_equal(wyrm_gate_whom(gates, 5).strong, WYRM_GATE_ALIKE);
}

TEST(a_half_is_what_any_of_its_bots_is_unless_another_is_the_contrary)
{
    static const struct {
        wyrm_gate_answer one, other;
        wyrm_gate_headline half;
    } rows[] = {
        {SAME, SAME, WYRM_GATE_ALIKE},       {SAME, UP, WYRM_GATE_EASIER},
        {MAYBE, UP, WYRM_GATE_EASIER},       {DOWN, MAYBE, WYRM_GATE_HARDER},
        {DOWN, UP, WYRM_GATE_MIXED},         {MAYBE, SAME, WYRM_GATE_NOT_KNOWN},
        {MAYBE, MAYBE, WYRM_GATE_NOT_KNOWN},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_gate gates[] = {gate_of(1, 0, rows[i].one, SAME),
                                   gate_of(2, 0, SAME, rows[i].other), gate_of(3, 0, DOWN, SAME),
                                   gate_of(4, 0, SAME, SAME)};
        const wyrm_gate_helped of = wyrm_gate_whom(gates, 4);
        assert_int_equal(of.weak, rows[i].half);
        assert_int_equal(of.strong, WYRM_GATE_HARDER);
    }
    assert_int_equal(wyrm_gate_whom(NULL, 0).weak, WYRM_GATE_NOT_KNOWN);
}

/* ---- Planted changes ---- */

/* A bot that rests after fights does not suffer from the rats of the first two depths, and one that
 * does not never reaches the trolls of the last two. */
#define RULES(rat, troll)                                                                          \
    "game: {regeneration: 300}\n"                                                                  \
    "encounter: {last_depth: 5}\n"                                                                 \
    "gate: {margins: {final_depth: 0.6, win_rate: 0.25}}\n"                                        \
    "monsters:\n"                                                                                  \
    "  rat: {glyph: r, hp: 20, defense: 0, experience: 0, weight: [[80, 1], [0, 3]], " rat "}\n"   \
    "  orc: {weight: [[0, 1], [80, 3]]}\n"                                                         \
    "  troll: {weight: [[0, 1], [60, 4]], " troll "}\n"
#define RAT        "power: 8"
#define WEAK_RAT   "power: 4"
#define TROLL      "power: 16, hp: 40"
#define WEAK_TROLL "power: 5, hp: 10"
#define OTHER      "power: 16, hp: 40, title: Ogre, experience: 101"

enum { BOTS = 2 };
static const char *const names[BOTS] = {"diver", "explorer"};

typedef struct ladder {
    wyrm_design *design;
    wyrm_run_options play[BOTS];
    wyrm_gate_side sides[BOTS], *at[BOTS];
} ladder;

static void climb(const char *rules, ladder *out)
{
    *out = (ladder){.design = tutorial_with(rules)};
    for (size_t i = 0; i < BOTS; i++) {
        wyrm_gate_side *side = out->at[i] = &out->sides[i];
        out->play[i] = (wyrm_run_options){.turn_limit = WYRM_RUN_TURNS};
        assert_works(wyrm_bot_find(names[i], &out->play[i].bot, &last_error));
        side->design = out->design;
        side->play = &out->play[i];
        side->facts.seed = 1;
    }
}

static void end_climb(ladder *of)
{
    for (size_t i = 0; i < BOTS; i++)
        wyrm_gate_side_free(&of->sides[i]);
    wyrm_design_free(of->design);
}

TEST(a_change_is_said_to_help_those_whom_it_was_planted_to_help)
{
    static const struct {
        const char *rules;
        wyrm_gate_headline weak, strong;
    } rows[] = {
        {RULES(WEAK_RAT, TROLL), WYRM_GATE_EASIER, WYRM_GATE_ALIKE},
        {RULES(RAT, WEAK_TROLL), WYRM_GATE_ALIKE, WYRM_GATE_EASIER},
        {RULES(WEAK_RAT, WEAK_TROLL), WYRM_GATE_EASIER, WYRM_GATE_EASIER},
        {RULES(RAT, OTHER), WYRM_GATE_ALIKE, WYRM_GATE_ALIKE},
        {RULES(RAT, TROLL), WYRM_GATE_SAME_RULES, WYRM_GATE_SAME_RULES},
    };
    ladder before;
    climb(RULES(RAT, TROLL), &before);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_gate_options options = {
            .effort = {.exactly = (uint64_t)played_times(100)}, .headline = true, .threads = 2};
        wyrm_gate gates[BOTS];
        ladder after;
        climb(rows[i].rules, &after);
        assert_works(
            wyrm_gate_hold_ladder(before.at, after.at, BOTS, &options, gates, &last_error));
        const wyrm_gate_helped of = wyrm_gate_whom(gates, BOTS);
        assert_true(of.is_weak[0] && !of.is_weak[1]);
        if (PLAYED_STRIDE == 1) {
            assert_int_equal(of.weak, rows[i].weak);
            assert_int_equal(of.strong, rows[i].strong);
        }
        end_climb(&after);
    }
    end_climb(&before);
}

TEST(any_number_of_threads_gives_the_same_ladder)
{
    static wyrm_gate gates[2][BOTS]; /* zeroed, including the padding */
    for (unsigned i = 0; i < 2; i++) {
        ladder before, after;
        climb(RULES(RAT, TROLL), &before);
        climb(RULES(WEAK_RAT, TROLL), &after);
        const wyrm_gate_options options = {.effort = {.exactly = 12}, .threads = 1 + 2 * i};
        assert_works(
            wyrm_gate_hold_ladder(before.at, after.at, BOTS, &options, gates[i], &last_error));
        end_climb(&before);
        end_climb(&after);
    }
    for (size_t i = 0; i < BOTS; i++) {
        assert_int_equal(gates[0][i].count, gates[1][i].count);
        for (size_t k = 0; k < gates[0][i].count; k++) {
            const wyrm_gate_row *one = &gates[0][i].rows[k], *other = &gates[1][i].rows[k];
            assert_memory_equal(&one->p, &other->p, sizeof one->p);
            assert_memory_equal(&one->difference, &other->difference, sizeof one->difference);
            assert_memory_equal(&one->ci95, &other->ci95, sizeof one->ci95);
        }
    }
}

/* ---- False alarms ---- */

/* Runs that end at random, deeper on average for higher b. */
static void take_random(wyrm_gate_side *side, uint64_t seed, int b)
{
    test_random random = {seed};
    for (uint64_t i = 0; i < 60; i++) {
        const int64_t depth = random_between(&random, 1 + b, 3 + 2 * b);
        wyrm_run *run = run_by_hand(i, (int32_t)depth, depth == 9 ? WYRM_RUN_WON : WYRM_RUN_KILLED);
        run->turns += (uint32_t)random_below(&random, 300);
        run->floors[0].damage_taken = (uint32_t)random_below(&random, 50);
        run->level = (int32_t)random_between(&random, 1, 6);
        assert_works(wyrm_gate_take(side, run, &last_error));
        free(run);
    }
}

/* Four bots do not mean four alarms: with a gate each, every third comparison without a change
 * would fail. */
TEST(unchanged_rules_fail_over_the_whole_ladder_no_more_often_than_asked_for)
{
    enum { RUNGS = 4 };
    const double alarm = 0.1;
    const int repetitions = played_times(400);
    int failed = 0;
    OWNED_DESIGN *design = tutorial_with("gate: {alarm: 0.1, margins: {final_depth: 0, "
                                         "final_level: 0, turns_per_floor: 0, damage_per_floor: 0, "
                                         "survival: 0, win_rate: 0}}");
    for (int n = 0; n < repetitions; n++) {
        wyrm_gate_side sides[2][RUNGS] = {0}, *before[RUNGS], *after[RUNGS];
        wyrm_gate gates[RUNGS];
        bool any = false;
        for (int b = 0; b < RUNGS; b++)
            for (int s = 0; s < 2; s++) {
                sides[s][b].design = design;
                sides[s][b].facts.seed = (uint64_t)s + 1;
                take_random(&sides[s][b], (uint64_t)(n * 8 + b * 2 + s) * 1000003 + 17, b);
                *(s == 0 ? &before[b] : &after[b]) = &sides[s][b];
            }
        const wyrm_gate_options options = {.threads = 1};
        assert_works(wyrm_gate_hold_ladder(before, after, RUNGS, &options, gates, &last_error));
        for (int b = 0; b < RUNGS; b++) {
            any = any || gates[b].failed;
            for (int s = 0; s < 2; s++)
                wyrm_gate_side_free(&sides[s][b]);
        }
        failed += any;
    }
    const double most = alarm * repetitions + 3.1 * sqrt(repetitions * alarm * (1 - alarm));
    assert_in_range(failed, 0, (int)most);
    if (PLAYED_STRIDE == 1)
        assert_true(failed > 0); /* it can fail at all */
}

/* The same with played games; WYRM_TEST_SHARE asks for more of them. */
TEST(games_of_other_seeds_fail_no_more_often)
{
    const double alarm = 0.1;
    const int repetitions = played_times(20);
    int failed = 0;
    for (int n = 0; n < repetitions; n++) {
        const char *rules =
            "gate: {alarm: 0.1, margins: {final_depth: 0, win_rate: 0, survival: 0}}";
        const wyrm_gate_options options = {.effort = {.exactly = 20}, .threads = 2};
        ladder before, after;
        wyrm_gate gates[BOTS];
        climb(rules, &before);
        climb(rules, &after);
        for (int b = 0; b < BOTS; b++) {
            before.play[b].turn_limit = after.play[b].turn_limit = 600; /* many games end by it */
            before.sides[b].facts.seed = (uint64_t)(2 * n + 100);
            after.sides[b].facts.seed = (uint64_t)(2 * n + 101);
        }
        assert_works(
            wyrm_gate_hold_ladder(before.at, after.at, BOTS, &options, gates, &last_error));
        assert_true(!gates[0].paired && gates[0].same_rules);
        failed += gates[0].failed || gates[1].failed;
        end_climb(&before);
        end_climb(&after);
    }
    assert_in_range(failed, 0,
                    (int)(alarm * repetitions + 3.1 * sqrt(repetitions * alarm * (1 - alarm))));
}

TEST(a_ladder_of_nobody_is_refused)
{
    const wyrm_gate_options options = {.threads = 1};
    wyrm_gate gate;
    assert_int_equal(wyrm_gate_hold_ladder(NULL, NULL, 0, &options, &gate, NULL),
                     WYRM_ERROR_ARGUMENT);
    assert_int_equal(
        wyrm_gate_hold_ladder(NULL, NULL, WYRM_GATE_RUNGS_MAX + 1, &options, &gate, NULL),
        WYRM_ERROR_ARGUMENT);
}
