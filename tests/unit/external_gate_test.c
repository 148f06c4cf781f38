/* The gate of external games, on a dungeon of coin flips with known probabilities: unchanged games
 * rarely fail it, a change of five points is caught, a new word is seen; and a baseline file equals
 * its side. With the word `full` ten times as many gates are drawn, at the default effort: `meson
 * test --benchmark external_gate`. */
#define OWN_MAIN
#include "coin_flips.h"
#include "turned.h"

#include <wyrm/external_gate.h>

#include "base/arena.h"
#include "metrics/internal.h"

RELEASED_BY(wyrm_external_side, wyrm_external_side_free)
RELEASED_BY(wyrm_external_gate, wyrm_external_gate_free)

static wyrm_external_facts facts_of(uint64_t seed)
{
    return (wyrm_external_facts){.game = "coin flips",
                                 .version = "1",
                                 .command = "./coin",
                                 .agent = "coin",
                                 .set = "",
                                 .seed = seed,
                                 .hello = &flip_hello};
}

static wyrm_external_side *side_of(const wyrm_external_facts *facts)
{
    wyrm_external_side *side;
    assert_works(wyrm_external_side_new(facts, NULL, &side, &last_error));
    return side;
}

/* Adds `count` runs with seed `seed` of players who survive a stage with that chance. */
static void take_flips(wyrm_external_side *side, uint64_t seed, uint64_t count, double survived)
{
    flip_run made;
    for (uint64_t i = 0; i < count; i++)
        assert_works(
            wyrm_external_side_take(side, flip_with(&made, seed, i, survived), &last_error));
}

static wyrm_external_side *flips(uint64_t seed, uint64_t count, double survived)
{
    wyrm_external_facts facts = facts_of(seed);
    wyrm_external_side *side = side_of(&facts);
    take_flips(side, seed, count, survived);
    return side;
}

static wyrm_external_gate *hold(wyrm_external_side *before, wyrm_external_side *after)
{
    const wyrm_gate_options options = {.threads = 1};
    wyrm_external_gate *gate;
    assert_works(wyrm_external_gate_hold(before, after, &options, &gate, &last_error));
    return gate;
}

/* ---- Rows ---- */

/* Turns on depth 3, over the pairs in which both runs ended and came there. */
static wyrm_moments turns_by_hand(uint64_t count, double survived)
{
    wyrm_moments differences = {0};
    flip_run one, other;
    for (uint64_t i = 0; i < count; i++) {
        (void)flip_with(&one, 1, i, FLIP_SURVIVED);
        (void)flip_with(&other, 1, i, survived);
        if (wyrm_external_is_complete(one.run.end) && wyrm_external_is_complete(other.run.end) &&
            one.run.stage >= 3 && other.run.stage >= 3)
            wyrm_moments_add(&differences, other.turns[2] - one.turns[2]);
    }
    return differences;
}

/* Gold: a mean of pairs. Hits: a ratio of sums, whose difference is that of the two ratios. */
static void rows_are_what_the_runs_come_to(void **state)
{
    (void)state;
    OWNED(wyrm_external_side) *before = flips(1, 1000, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *after = flips(1, 1000, 0.85);
    OWNED(wyrm_external_summary) *summary = flip_summary(1, 0, 1000);
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    const wyrm_gate_row *won = wyrm_gate_row_of(&gate->gate, "win_rate");
    const wyrm_gate_row *hit = wyrm_gate_row_of(&gate->gate, "hit");
    assert_true(gate->gate.paired);
    assert_string_equal(gate->unpaired, "");
    assert_int_equal(gate->differs_count, 0);
    /* Pairs in which both runs ended: slightly fewer than those of one side. */
    assert_near(won->before, summary->win_rate, 0.02);
    assert_near(hit->difference, hit->after - hit->before, 1e-12);
    assert_near(hit->before, 0.3, 0.03);
    assert_int_equal(won->answer, WYRM_GATE_HIGHER);
    assert_non_null(wyrm_gate_row_of(&gate->gate, "survival@5"));
    assert_null(wyrm_gate_row_of(&gate->gate, "survival@8")); /* of 6 */
    assert_non_null(wyrm_gate_row_of(&gate->gate, "cause=orc"));
    assert_null(wyrm_gate_row_of(&gate->gate, "weapon=relic")); /* one in a hundred */
    const wyrm_gate_row *turns = wyrm_gate_row_of(&gate->gate, "turns@3");
    wyrm_moments by_hand = turns_by_hand(gate->gate.runs, 0.85);
    assert_int_equal(turns->stage, 3);
    assert_int_equal(turns->count, by_hand.count);
    assert_near(turns->difference, by_hand.mean, 1e-12);
    assert_near(turns->margin, 0.05 * turns->before, 1e-12);
    assert_non_null(wyrm_gate_row_of(&gate->gate, "turns@6")); /* the last one */
    assert_null(wyrm_gate_row_of(&gate->gate, "turns@4"));
    assert_near(wyrm_gate_row_of(&gate->gate, "gold")->margin,
                0.03 * wyrm_gate_row_of(&gate->gate, "gold")->before, 1e-12);
    assert_int_equal(wyrm_gate_headline_of(&gate->gate), WYRM_GATE_EASIER);
}

/* An eighth reaches depth 4, a sixteenth depth 5, which is too few for a row until the other side's
 * runs are luckier. */
static void a_stage_that_few_come_to_is_no_row(void **state)
{
    (void)state;
    OWNED(wyrm_external_side) *before = flips(1, 1000, 0.5);
    for (int lucky = 0; lucky < 2; lucky++) {
        OWNED(wyrm_external_side) *after = flips(2, 1000, lucky ? FLIP_SURVIVED : 0.5);
        OWNED(wyrm_external_gate) *gate = hold(before, after);
        assert_non_null(wyrm_gate_row_of(&gate->gate, "turns@3"));
        assert_int_equal(wyrm_gate_row_of(&gate->gate, "turns@5") != NULL, lucky);
    }
}

/* The few values before are all below those after, and far apart with next to no spread: a random
 * order does that now and then, so the test must not be more certain. */
static void a_few_values_never_say_much(void **state)
{
    (void)state;
    for (int paired = 0; paired < 2; paired++) {
        wyrm_external_facts facts = facts_of(paired ? 1 : 2);
        OWNED(wyrm_external_side) *before = flips(1, 0, FLIP_SURVIVED);
        OWNED(wyrm_external_side) *after = side_of(&facts);
        flip_run made;
        for (uint64_t i = 0; i < 2 * 6; i++) {
            (void)flip_with(&made, 1, i / 2, 1);
            made.run.end = WYRM_EXTERNAL_WON;
            made.values[FLIP_LEAD].number = (double)(i % 2 * 1000000 + i);
            assert_works(wyrm_external_side_take(i % 2 ? after : before, &made.run, &last_error));
        }
        OWNED(wyrm_external_gate) *gate = hold(before, after);
        const wyrm_gate_row *lead = wyrm_gate_row_of(&gate->gate, "lead");
        double rows = (double)gate->gate.count, shuffles = paired ? 1 << 5 : 924 / 2;
        assert_int_equal(gate->gate.paired, paired);
        assert_near(lead->p, fmin(1, rows / shuffles), 1e-12);
        assert_int_equal(lead->answer, WYRM_GATE_UNCLEAR);
    }
}

/* Unpaired, each side's figures are those of its summary. */
static void apart_each_side_is_its_summary(void **state)
{
    (void)state;
    OWNED(wyrm_external_side) *before = flips(1, 1500, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *after = flips(2, 1500, FLIP_SURVIVED);
    OWNED(wyrm_external_summary) *summary = flip_summary(1, 0, 1500);
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    const wyrm_gate_row *hit = wyrm_gate_row_of(&gate->gate, "hit");
    const wyrm_external_figure *figure = &summary->figures[FLIP_HIT];
    assert_false(gate->gate.paired);
    assert_string_equal(gate->unpaired, "the sides have other seeds");
    assert_near(wyrm_gate_row_of(&gate->gate, "win_rate")->before, summary->win_rate, 1e-12);
    assert_near(hit->before, figure->estimate.value, 1e-12);
    assert_near(hit->before_ci95.low, figure->estimate.ci95.low, 1e-12);
    assert_near(wyrm_gate_row_of(&gate->gate, "final_stage")->before, summary->final_stage.mean,
                1e-12);
    assert_near(wyrm_gate_row_of(&gate->gate, "survival@3")->before, summary->stages[2].survival,
                0.01);
}

/* Runs whose seeds mean nothing are not compared in pairs, whatever their numbers. */
static void pairs_need_the_same_luck(void **state)
{
    (void)state;
    wyrm_external_hello unseeded = flip_hello;
    unseeded.seeded = false;
    for (int i = 0; i < 2; i++) {
        wyrm_external_facts facts = facts_of(1);
        facts.imported = i == 0;
        facts.hello = i == 0 ? &flip_hello : &unseeded;
        OWNED(wyrm_external_side) *before = flips(1, 50, FLIP_SURVIVED);
        OWNED(wyrm_external_side) *after = side_of(&facts);
        take_flips(after, 1, 50, FLIP_SURVIVED);
        OWNED(wyrm_external_gate) *gate = hold(before, after);
        assert_false(gate->gate.paired);
        assert_non_null(strstr(gate->unpaired, i == 0 ? "imported" : "does not decide"));
    }
}

/* Nor are runs with other numbers, even if everything else is the same. */
static void pairs_need_the_same_runs(void **state)
{
    (void)state;
    wyrm_external_facts facts = facts_of(1);
    OWNED(wyrm_external_side) *before = flips(1, 50, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *after = side_of(&facts);
    flip_run made;
    for (uint64_t i = 50; i < 100; i++)
        assert_works(
            wyrm_external_side_take(after, flip_with(&made, 1, i, FLIP_SURVIVED), &last_error));
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    assert_false(gate->gate.paired);
    assert_string_equal(gate->unpaired, "the runs of the sides have other numbers");
}

/* One run in five now dies of a dragon, which no run did before. */
static void a_new_word_is_seen(void **state)
{
    (void)state;
    wyrm_external_facts facts = facts_of(1);
    OWNED(wyrm_external_side) *before = flips(1, 400, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *after = side_of(&facts);
    flip_run made;
    for (uint64_t i = 0; i < 400; i++) {
        (void)flip(&made, 1, i);
        if (made.run.end == WYRM_EXTERNAL_LOST && i % 4 == 0)
            made.run.cause = "dragon";
        assert_works(wyrm_external_side_take(after, &made.run, &last_error));
    }
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    const wyrm_gate_row *dragon = wyrm_gate_row_of(&gate->gate, "cause=dragon");
    assert_non_null(dragon);
    assert_near(dragon->before, 0, 0);
    assert_int_equal(dragon->answer, WYRM_GATE_HIGHER);
    assert_int_equal(wyrm_gate_row_of(&gate->gate, "cause=orc")->answer, WYRM_GATE_LOWER);
}

/* Runs that tell so many metrics, each of them one of 40 words in turn; or of 41, each of which is
 * too rare for a row. */
static wyrm_external_side *of_words(const wyrm_external_hello *hello, uint64_t words)
{
    wyrm_external_facts facts = facts_of(1);
    facts.hello = hello;
    wyrm_external_side *side = side_of(&facts);
    for (uint64_t i = 0; i < 10 * words; i++) {
        wyrm_external_value values[8];
        char word[8];
        snprintf(word, sizeof word, "w%d", (int)(i % words));
        for (size_t k = 0; k < LENGTH_OF(values); k++)
            values[k] = (wyrm_external_value){.told = true, .word = word};
        const wyrm_external_run run = {.run = i,
                                       .seed = i,
                                       .end = WYRM_EXTERNAL_WON,
                                       .outcome = "won",
                                       .cause = "",
                                       .stage = 1,
                                       .values = values,
                                       .why = "",
                                       .log = ""};
        assert_works(wyrm_external_side_take(side, &run, &last_error));
    }
    return side;
}

/* The common words of a few metrics have rows; where there are more rows than there may be, that is
 * said. */
static void rows_that_are_too_many_are_left_out(void **state)
{
    static const char *const names[] = {"m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        wyrm_external_metric metrics[LENGTH_OF(names)];
        wyrm_external_hello hello = flip_hello;
        for (size_t k = 0; k < LENGTH_OF(names); k++)
            metrics[k] = (wyrm_external_metric){names[k], WYRM_EXTERNAL_CATEGORY, "", ""};
        hello.metrics = metrics;
        hello.metric_count = i == 1 ? LENGTH_OF(names) : 5;
        OWNED(wyrm_external_side) *before = of_words(&hello, i == 2 ? 41 : 40);
        OWNED(wyrm_external_side) *after = of_words(&hello, i == 2 ? 41 : 40);
        OWNED(wyrm_external_gate) *gate = hold(before, after);
        size_t rows = 0;
        for (size_t k = 0; k < gate->gate.count; k++)
            rows += strchr(gate->gate.rows[k].metric, '=') != NULL;
        assert_int_equal(gate->left_out, i == 1);
        if (i == 1)
            assert_int_equal(gate->gate.count, WYRM_GATE_METRICS_MAX);
        else
            assert_int_equal(rows, i == 0 ? 5 * 40 : 0);
    }
}

static void the_facts_say_what_differs(void **state)
{
    (void)state;
    wyrm_external_metric fewer[] = {flip_metrics[FLIP_GOLD]};
    wyrm_external_hello hello = flip_hello;
    wyrm_external_facts facts = facts_of(1);
    hello.metric_count = 1;
    hello.metrics = fewer;
    facts.hello = &hello;
    snprintf(facts.set, sizeof facts.set, "orc.hp=12");
    OWNED(wyrm_external_side) *before = flips(1, 20, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *after = side_of(&facts);
    take_flips(after, 1, 20, FLIP_SURVIVED);
    OWNED(wyrm_external_gate) *gate = hold(before, after);
    assert_int_equal(gate->differs_count, LENGTH_OF(flip_metrics));
    assert_string_equal(gate->differs[0].what, "set");
    assert_string_equal(gate->differs[0].after, "orc.hp=12");
    assert_string_equal(gate->differs[1].before, "hit");
    assert_null(wyrm_gate_row_of(&gate->gate, "hit"));
    assert_non_null(wyrm_gate_row_of(&gate->gate, "gold"));
}

/* ---- Baselines ---- */

static char *baseline_of(const wyrm_external_side *side)
{
    char *text;
    assert_works(wyrm_external_baseline_text(side, &text, &last_error));
    return text;
}

static void a_baseline_is_the_side(void **state)
{
    (void)state;
    OWNED(wyrm_external_side) *side = flips(1, 300, FLIP_SURVIVED);
    OWNED(wyrm_external_side) *back = NULL;
    FREED char *text = baseline_of(side);
    assert_works(wyrm_external_baseline_read("kept.json", text, strlen(text), &back, &last_error));
    FREED char *again = baseline_of(back);
    assert_string_equal(text, again);
    assert_true(wyrm_external_baseline_is(text, strlen(text)));
    assert_false(wyrm_external_baseline_is("{\"format\": \"wyrm-baseline\"}", 27));
    assert_null(strstr(text, "./coin")); /* no command */
    OWNED(wyrm_external_gate) *gate = hold(back, side);
    assert_false(gate->outdated);
    assert_non_null(wyrm_gate_row_of(&gate->gate, "turns@5"));
    for (size_t i = 0; i < gate->gate.count; i++)
        assert_near(gate->gate.rows[i].difference, 0, 0);
}

static bool refuse_text(const char *text, size_t length, size_t at, void *context)
{
    wyrm_external_side *back;
    FREED char *again = NULL;
    if (wyrm_external_baseline_read("kept.json", text, length, &back, &last_error) != WYRM_OK)
        return true;
    assert_works(wyrm_external_baseline_text(back, &again, &last_error));
    wyrm_external_side_free(back);
    if (strcmp(again, context) != 0)
        fail_msg("byte %zu as %d is believed", at, text[at]);
    return false;
}

static void a_damaged_baseline_is_refused(void **state)
{
    (void)state;
    OWNED(wyrm_external_side) *side = flips(1, 30, FLIP_SURVIVED);
    FREED char *text = NULL, *whole = NULL;
    assert_works(wyrm_external_baseline_text(side, &text, &last_error));
    assert_works(wyrm_external_baseline_text(side, &whole, &last_error));
    const turned_count all = turn_every_byte(text, strlen(text), 4, refuse_text, whole);
    assert_true(all.sound < all.refused / 20 && all.refused > 100);
}

/* Every value of a baseline is checked, and a matching checksum does not excuse impossible
 * values. */
static void a_baseline_is_trusted_with_nothing(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"\"coin\"", "\"c\\u001b[\""},    {"\"orc\"", "\"o\\nc\""},   {"\"lost\"", "\"gone\""},
        {"\"runs\": 30", "\"runs\": 31"}, {"\"share\"", "\"sheer\""}, {"\"0.01\"", "\"-1\""}};
    OWNED(wyrm_external_side) *side = flips(1, 30, FLIP_SURVIVED);
    FREED char *text = NULL;
    assert_works(wyrm_external_baseline_text(side, &text, &last_error));
    for (size_t i = 0; i < 2 * LENGTH_OF(wrong); i++) {
        const char *const *change = wrong[i / 2];
        const char *at = strstr(text, change[0]);
        FREED char *changed = zeroed(strlen(text) + 64, 1);
        wyrm_external_side *back;
        assert_non_null(at);
        sprintf(changed, "%.*s%s%s", (int)(at - text), text, change[1], at + strlen(change[0]));
        if (i % 2 == 1) { /* with a matching checksum */
            struct json_t *root;
            assert_works(baseline_parse("", changed, strlen(changed), &root, &last_error));
            free(changed);
            assert_works(baseline_give(root, &changed, &last_error));
        }
        assert_int_equal(
            wyrm_external_baseline_read("kept.json", changed, strlen(changed), &back, &last_error),
            WYRM_ERROR_SYNTAX);
        assert_null(back);
        assert_non_null(strstr(last_error.message, i % 2 == 0 ? "damaged" : "broken"));
    }
}

/* ---- The alarm rate and power of the gate ---- */

/* Two sides compared by looks, as the gate compares runs made one after the other. */
typedef struct looking {
    const wyrm_external_side *before, *after;
    wyrm_gate gate;
} looking;

static void look(base_arena *arena, void *context)
{
    looking *at = context;
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = at->before->count}, 1);
    bool cut;
    while (!at->gate.clear && wyrm_looks_next(&looks))
        side_compare(arena, at->before, at->after, &looks, &at->gate, &cut);
}

typedef struct tally {
    int failed, made, rows, covered;
} tally;

/* Removes the margins, so that only the statistics limit the alarms. */
static void drop_margins(wyrm_external_side *side)
{
    static const char *const names[] = {
        "win_rate", "final_stage", "unfinished", "failed", "survival", "cause", "outcome",
        "gold",     "hit",         "key",        "lead",   "weapon",   "turns"};
    static side_margin none[LENGTH_OF(names)];
    for (size_t i = 0; i < LENGTH_OF(names); i++)
        none[i].metric = names[i];
    side->margins = none;
    side->margin_count = LENGTH_OF(names);
}

/* Draws gates between the dungeon and one with another chance to survive, at the default margins;
 * or between the same dungeon with other seeds, without margins. */
static tally draw_gates(int times, uint64_t runs, double survived, bool paired)
{
    bool same = survived == FLIP_SURVIVED;
    tally counts = {0};
    for (int i = 0; i < times; i++) {
        uint64_t seed = 2 * (uint64_t)i + 1;
        wyrm_external_facts facts = facts_of(paired ? seed : seed + 1);
        OWNED(wyrm_external_side) *before = flips(seed, runs, FLIP_SURVIVED);
        OWNED(wyrm_external_side) *after = side_of(&facts);
        take_flips(after, same || !paired ? seed + 1 : seed, runs, survived);
        if (same) {
            drop_margins(before);
            drop_margins(after);
        }
        looking at = {.before = before, .after = after};
        assert_works(base_do(look, &at, &last_error));
        assert_int_equal(at.gate.paired, paired);
        counts.made++;
        counts.failed += at.gate.failed;
        counts.rows += (int)at.gate.count;
        for (size_t k = 0; k < at.gate.count; k++)
            counts.covered += at.gate.rows[k].ci95.low <= 0 && at.gate.rows[k].ci95.high >= 0;
    }
    print_message("%s, %s: %d of %d gates failed, intervals hold 0 in %.1f %%\n",
                  same ? "unchanged" : "changed", paired ? "in pairs" : "apart", counts.failed,
                  counts.made, 100.0 * counts.covered / counts.rows);
    return counts;
}

static void weigh(int times, uint64_t runs)
{
    for (int paired = 0; paired < 2; paired++) {
        tally same = draw_gates(times, runs, FLIP_SURVIVED, paired == 1);
        assert_true(same.failed <= WYRM_GATE_ALARM * times);
        assert_true(same.covered >= 0.93 * same.rows);
    }
}

static void unchanged_games_fail_no_more_often_than_stated(void **state)
{
    (void)state;
    weigh(300, 200);
}

/* Changes the games won from 25 to 30 of 100. */
#define FIVE_POINTS 0.824

static void five_points_are_caught(void **state)
{
    (void)state;
    tally counts = draw_gates(20, WYRM_GATE_RUNS, FIVE_POINTS, true);
    assert_true(counts.failed >= 0.95 * counts.made);
}

static void the_gate_keeps_its_word(void **state)
{
    (void)state;
    weigh(2000, WYRM_GATE_RUNS);
    for (int paired = 0; paired < 2; paired++) {
        tally counts = draw_gates(500, WYRM_GATE_RUNS, FIVE_POINTS, paired == 1);
        assert_true(counts.failed >= 0.95 * counts.made);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_runs_come_to),
        cmocka_unit_test(a_stage_that_few_come_to_is_no_row),
        cmocka_unit_test(a_few_values_never_say_much),
        cmocka_unit_test(apart_each_side_is_its_summary),
        cmocka_unit_test(pairs_need_the_same_luck),
        cmocka_unit_test(pairs_need_the_same_runs),
        cmocka_unit_test(a_new_word_is_seen),
        cmocka_unit_test(rows_that_are_too_many_are_left_out),
        cmocka_unit_test(the_facts_say_what_differs),
        cmocka_unit_test(a_baseline_is_the_side),
        cmocka_unit_test(a_damaged_baseline_is_refused),
        cmocka_unit_test(a_baseline_is_trusted_with_nothing),
        cmocka_unit_test(unchanged_games_fail_no_more_often_than_stated),
        cmocka_unit_test(five_points_are_caught),
    };
    const struct CMUnitTest full[] = {cmocka_unit_test(the_gate_keeps_its_word)};
    if (argc > 1 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests(full, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
