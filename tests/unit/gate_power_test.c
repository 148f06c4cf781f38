/* The gate keeps its word: rules that play the same seldom fail it, and small changes are caught.
 *
 * False alarms are looked for where they can come from: another seed, and rules that are written
 * differently and come to the same (half of the orcs under another name), which on the same seeds draw
 * other monsters. Real runs are drawn from again and again, each pair as likely one way round as the
 * other, so that nothing has changed by construction. With the word `full` everything is played anew,
 * at the default effort, as the guide tells: `meson test --benchmark gate_power`. */
#include "runs_by_hand.h"

#include <wyrm/gate.h>

#include "played.h"

/* ------------------------------------------------------------------ runs */

/* Rules, and others that come to the same or to a little more. */
typedef struct subject {
    const char *ruleset, *bot, *same, *stronger;
} subject;

#define NO_MARGINS                                                                                 \
    "gate: {margins: {win_rate: 0, survival: 0, final_depth: 0, final_level: 0, turns_per_floor: " \
    "0, damage_per_floor: 0, starved: 0, unfinished: 0}}\n"

static const subject of_tutorial = {
    "tutorial", "explorer",
    "monsters:\n  orc: {weight: 40}\n"
    "  ork: {glyph: o, hp: 20, power: 4, defense: 0, experience: 35, weight: 40}\n",
    "monsters: {orc: {power: 5}}\n"};
static const subject of_ruggrogue = {"ruggrogue", "explorer", NULL,
                                     "growth: {monster: {attack: {base: 8.24}}}\n"};

static wyrm_gate_side play_side(const wyrm_design *design, const char *bot, uint64_t seed,
                                uint64_t runs)
{
    wyrm_run_options how = {.turn_limit = 0};
    const wyrm_gate_options options = {.threads = 2};
    wyrm_error error;
    assert_ok(wyrm_bot_find(bot, &how.bot, &error), &error);
    wyrm_gate_side side = {.design = design, .play = &how, .facts = {.seed = seed}};
    assert_ok(wyrm_gate_play(&side, runs, &options, &error), &error);
    side.play = NULL;
    return side;
}

/* The first, or the runs from there on, as a side of its own that shares them. */
static wyrm_gate_side part_of(const wyrm_gate_side *all, size_t from, size_t count)
{
    wyrm_gate_side part = *all;
    part.runs += from;
    part.count = count;
    return part;
}

/* As a gate looks at runs that are made one after the other. */
static wyrm_gate hold(const wyrm_gate_side *before, const wyrm_gate_side *after)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = before->count}, 1);
    wyrm_gate gate = {.clear = false};
    wyrm_error error;
    while (!gate.clear && wyrm_looks_next(&looks))
        assert_ok(wyrm_gate_compare(before, after, &looks, &gate, &error), &error);
    assert_true(gate.count >= 10);
    return gate;
}

/* ------------------------------------------------------------------ counting */

typedef struct tally {
    int failed, made;
    double runs;
    int rows[WYRM_GATE_METRICS_MAX],
        covered[WYRM_GATE_METRICS_MAX]; /* intervals, and with 0 in them */
} tally;

static void count(const wyrm_gate *gate, tally *out)
{
    out->made++;
    out->failed += gate->failed;
    out->runs += (double)gate->runs;
    for (size_t i = 0; i < gate->count; i++) {
        out->rows[i]++;
        out->covered[i] += gate->rows[i].ci95.low <= 0 && gate->rows[i].ci95.high >= 0;
    }
}

static double least_coverage(const tally *counts)
{
    double least = 1;
    for (size_t i = 0; i < WYRM_GATE_METRICS_MAX; i++)
        if (counts->rows[i] > 0)
            least = fmin(least, (double)counts->covered[i] / counts->rows[i]);
    return least;
}

static void tell(const char *what, const tally *counts)
{
    print_message("%s: %d of %d gates failed (%.1f %%), after %.0f runs on average\n", what,
                  counts->failed, counts->made, 100.0 * counts->failed / counts->made,
                  counts->runs / counts->made);
}

/* ------------------------------------------------------------------ drawing from real runs */

/* Pairs of runs of the same seeds. */
typedef struct pool {
    wyrm_design *one, *other;
    wyrm_gate_side a, b;
} pool;

static pool pool_of(const subject *rules, const char *changes, const char *terms, uint64_t runs)
{
    char text[2048];
    pool made = {.one = design_with(rules->ruleset, terms)};
    snprintf(text, sizeof text, "%s%s", terms, changes);
    made.other = design_with(rules->ruleset, text);
    made.a = play_side(made.one, "brawler", 1, runs);
    made.b = play_side(made.other, "brawler", 1, runs);
    return made;
}

static void pool_free(pool *from)
{
    wyrm_gate_side_free(&from->a);
    wyrm_gate_side_free(&from->b);
    wyrm_design_free(from->one);
    wyrm_design_free(from->other);
}

typedef enum drawing { AS_PAIRS, AS_PAIRS_EITHER_WAY, APART } drawing;

static wyrm_gate draw_gate(const pool *from, drawing how, size_t runs, test_random *random)
{
    wyrm_gate_side before = from->a, after = from->b;
    before.runs = calloc(runs, sizeof *before.runs);
    after.runs = calloc(runs, sizeof *after.runs);
    assert_true(before.runs && after.runs);
    before.count = after.count = runs;
    after.facts.seed = how == APART ? 2 : 1;
    for (size_t i = 0; i < runs; i++) {
        size_t at = (size_t)random_below(random, (int64_t)from->a.count);
        size_t apart = (size_t)random_below(random, (int64_t)from->a.count);
        int64_t turned = random_below(random, 2), other = random_below(random, 2);
        const wyrm_gate_run *one = &from->a.runs[at], *two = &from->b.runs[at];
        if (how == APART)
            two = other ? &from->a.runs[apart] : &from->b.runs[apart];
        before.runs[i] = how != AS_PAIRS && turned ? *two : *one;
        after.runs[i] = how != AS_PAIRS && turned ? *one : *two;
        before.runs[i].run = after.runs[i].run = i;
    }
    wyrm_gate gate = hold(&before, &after);
    free(before.runs);
    free(after.runs);
    return gate;
}

/* Without margins, so that the statistics alone are what keeps the alarms down. */
static void unchanged_rules_fail_no_more_often_than_stated(void **state)
{
    (void)state;
    const int times = 1000;
    pool from = pool_of(&of_tutorial, of_tutorial.same, NO_MARGINS, 1000);
    const struct {
        const char *what;
        drawing how;
    } ways[] = {{"other names, same seeds", AS_PAIRS_EITHER_WAY},
                {"same rules, other seeds", APART}};
    for (size_t k = 0; k < LENGTH_OF(ways); k++) {
        tally counts = {.made = 0};
        test_random random = {k + 1};
        for (int i = 0; i < times; i++) {
            wyrm_gate gate = draw_gate(&from, ways[k].how, 400, &random);
            assert_int_equal(gate.paired, ways[k].how != APART);
            count(&gate, &counts);
        }
        tell(ways[k].what, &counts);
        print_message("  intervals hold the truth in %.1f %% at least\n",
                      100 * least_coverage(&counts));
        assert_true(counts.failed <= WYRM_GATE_ALARM * times);
        assert_true(least_coverage(&counts) >= 0.93);
    }
    pool_free(&from);
}

/* What half of the orcs are called changes which ones come. */
static void other_names_draw_other_runs(void **state)
{
    (void)state;
    pool from = pool_of(&of_tutorial, of_tutorial.same, "", 100);
    size_t other = 0;
    for (size_t i = 0; i < 100; i++)
        other += from.a.runs[i].turns != from.b.runs[i].turns;
    assert_true(other > 50);
    pool_free(&from);
}

static void small_changes_are_caught(void **state)
{
    (void)state;
    const subject *const subjects[] = {&of_tutorial, &of_ruggrogue};
    for (size_t k = 0; k < LENGTH_OF(subjects); k++) {
        pool from = pool_of(subjects[k], subjects[k]->stronger, "", 600);
        tally counts = {.made = 0};
        test_random random = {k + 1};
        for (int i = 0; i < 100; i++) {
            wyrm_gate gate = draw_gate(&from, AS_PAIRS, WYRM_GATE_RUNS, &random);
            count(&gate, &counts);
        }
        tell(subjects[k]->ruleset, &counts);
        assert_true(counts.failed >= 0.95 * counts.made);
        pool_free(&from);
    }
}

/* ------------------------------------------------------------------ the figures of the guide */

enum { SEEDS = 16, NEXT = 7, PARTS = 4 };

/* Every seed a baseline of the default size, and what `changes` make of the same seeds. */
typedef struct played_seeds {
    wyrm_design *rules, *changed;
    wyrm_gate_side before[SEEDS], after[SEEDS];
} played_seeds;

static played_seeds *play_seeds(const subject *rules, const char *changes)
{
    played_seeds *all = calloc(1, sizeof *all);
    assert_non_null(all);
    all->rules = design_with(rules->ruleset, NULL);
    all->changed = design_with(rules->ruleset, changes);
    for (uint64_t i = 0; i < SEEDS; i++) {
        all->before[i] = play_side(all->rules, rules->bot, i + 1, WYRM_GATE_RUNS);
        all->after[i] = play_side(all->changed, rules->bot, i + 1, WYRM_GATE_RUNS);
    }
    return all;
}

static void played_seeds_free(played_seeds *all)
{
    for (int i = 0; i < SEEDS; i++) {
        wyrm_gate_side_free(&all->before[i]);
        wyrm_gate_side_free(&all->after[i]);
    }
    wyrm_design_free(all->rules);
    wyrm_design_free(all->changed);
    free(all);
}

static void compare(const wyrm_gate_side *one, const wyrm_gate_side *other, size_t from,
                    size_t runs, tally *out)
{
    wyrm_gate_side before = part_of(one, from, runs), after = part_of(other, from, runs);
    wyrm_gate gate = hold(&before, &after);
    count(&gate, out);
}

/* All runs of two sides, and part by part. */
typedef struct both_tallies {
    tally whole, parts;
} both_tallies;

static void compare_both(const wyrm_gate_side *one, const wyrm_gate_side *other, both_tallies *out)
{
    compare(one, other, 0, WYRM_GATE_RUNS, &out->whole);
    for (size_t i = 0; i < PARTS; i++)
        compare(one, other, i * (WYRM_GATE_RUNS / PARTS), WYRM_GATE_RUNS / PARTS, &out->parts);
}

static void tell_both(const subject *rules, const char *what, const both_tallies *counts)
{
    print_message("%s, ", rules->ruleset);
    tell(what, &counts->whole);
    print_message("  a quarter of the runs, ");
    tell(what, &counts->parts);
}

static void assert_few_alarms(const both_tallies *counts)
{
    assert_true(counts->whole.failed + counts->parts.failed <=
                WYRM_GATE_ALARM * (counts->whole.made + counts->parts.made));
}

/* Each baseline against those of the next seeds, and (where rules are written another way) against what
 * these make of the same seeds. */
static void weigh_alarms(const subject *rules, const played_seeds *all)
{
    both_tallies seeds = {.whole.made = 0}, names = {.whole.made = 0};
    for (int i = 0; i < SEEDS; i++)
        for (int next = 1; next <= NEXT; next++)
            compare_both(&all->before[i], &all->before[(i + next) % SEEDS], &seeds);
    tell_both(rules, "the same rules, other seeds", &seeds);
    assert_few_alarms(&seeds);
    for (int i = 0; i < SEEDS && rules->same; i++)
        compare_both(&all->before[i], &all->after[i], &names);
    if (rules->same) {
        tell_both(rules, "other names, same seeds", &names);
        assert_few_alarms(&names);
    }
}

static void weigh_catches(const subject *rules, const played_seeds *all)
{
    both_tallies caught = {.whole.made = 0};
    for (int i = 0; i < SEEDS; i++)
        compare_both(&all->before[i], &all->after[i], &caught);
    tell_both(rules, "stronger monsters", &caught);
    assert_true(caught.whole.failed >= 0.95 * caught.whole.made);
    assert_true(caught.parts.failed >= 0.95 * caught.parts.made);
}

static void the_gate_of_ruggrogue_keeps_its_word(void **state)
{
    (void)state;
    played_seeds *all = play_seeds(&of_ruggrogue, of_ruggrogue.stronger);
    weigh_alarms(&of_ruggrogue, all);
    weigh_catches(&of_ruggrogue, all);
    played_seeds_free(all);
}

static void the_gate_of_the_tutorial_keeps_its_word(void **state)
{
    (void)state;
    played_seeds *all = play_seeds(&of_tutorial, of_tutorial.same);
    weigh_alarms(&of_tutorial, all);
    played_seeds_free(all);
    all = play_seeds(&of_tutorial, of_tutorial.stronger);
    weigh_catches(&of_tutorial, all);
    played_seeds_free(all);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_rules_fail_no_more_often_than_stated),
        cmocka_unit_test(other_names_draw_other_runs),
        cmocka_unit_test(small_changes_are_caught),
    };
    const struct CMUnitTest full[] = {
        cmocka_unit_test(the_gate_of_ruggrogue_keeps_its_word),
        cmocka_unit_test(the_gate_of_the_tutorial_keeps_its_word),
    };
    if (argc > 1 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests(full, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
