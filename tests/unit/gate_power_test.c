/* The gate's error rates: rules that play the same rarely fail it, and small changes are caught.
 *
 * False alarms are looked for where they could arise: with another seed, and with rules that are
 * written differently but mean the same (half of the orcs under another name), which draw other
 * monsters from the same seeds. Real runs are resampled again and again, each pair as likely one
 * way round as the other, so that nothing has changed by construction. With the word `full`
 * everything is played anew, at the default effort, as in the guide: `meson test --benchmark
 * gate_power`. */
#define OWN_MAIN
#include "released.h"
#include "runs_by_hand.h"

#include <wyrm/gate.h>

#include "played.h"

/* Rules, and others that mean the same or are a little harder. */
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
    assert_works(wyrm_bot_find(bot, &how.bot, &last_error));
    wyrm_gate_side side = {.design = design, .play = &how, .facts = {.seed = seed}};
    assert_works(wyrm_gate_play(&side, runs, &options, &last_error));
    side.play = NULL;
    return side;
}

/* Compares by looks, as a gate does with runs made one after the other. */
static wyrm_gate hold(const wyrm_gate_side *before, const wyrm_gate_side *after)
{
    wyrm_looks looks = wyrm_looks_begin(&(wyrm_effort){.most = before->count}, 1);
    wyrm_gate gate = {.clear = false};
    while (!gate.clear && wyrm_looks_next(&looks))
        wyrm_gate_compare(before, after, &looks, &gate);
    assert_true(gate.count >= 10);
    return gate;
}

typedef struct tally {
    int failed, made;
    double runs;
    int rows[WYRM_GATE_METRICS_MAX],
        covered[WYRM_GATE_METRICS_MAX]; /* intervals, and those that contain 0 */
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

/* Pairs of runs with the same seeds. */
typedef struct pool {
    wyrm_design *one, *other;
    wyrm_gate_side a, b;
} pool;

static pool pool_of(const subject *rules, const char *changes, const char *terms, uint64_t runs)
{
    char text[2048];
    pool made = {.one = ruleset_with(rules->ruleset, terms)};
    snprintf(text, sizeof text, "%s%s", terms, changes);
    made.other = ruleset_with(rules->ruleset, text);
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

/* The runs of the pool in a random order, each once: a gate on them is like one on runs played for
 * it. */
static size_t *shuffled(size_t count, test_random *random)
{
    size_t *order = zeroed(count, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t at = (size_t)random_below(random, (int64_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    return order;
}

static wyrm_gate draw_gate(const pool *from, drawing how, size_t runs, test_random *random)
{
    wyrm_gate_side before = from->a, after = from->b;
    size_t *order = shuffled(from->a.count, random);
    before.runs = calloc(runs, sizeof *before.runs);
    after.runs = calloc(runs, sizeof *after.runs);
    assert_true(before.runs && after.runs);
    before.count = after.count = runs;
    after.facts.seed = how == APART ? 2 : 1;
    for (size_t i = 0; i < runs; i++) {
        size_t at = order[i % from->a.count], apart = order[(runs + i) % from->a.count];
        int64_t turned = random_below(random, 2), other = random_below(random, 2);
        const wyrm_gate_run *one = &from->a.runs[at], *two = &from->b.runs[at];
        if (how == APART)
            two = other ? &from->a.runs[apart] : &from->b.runs[apart];
        before.runs[i] = how != AS_PAIRS && turned ? *two : *one;
        after.runs[i] = how != AS_PAIRS && turned ? *one : *two;
        before.runs[i].run = after.runs[i].run = i;
    }
    wyrm_gate gate = hold(&before, &after);
    free(order);
    free(before.runs);
    free(after.runs);
    return gate;
}

/* Draws many gates from a pool. */
static tally draw_gates(const pool *from, drawing how, size_t runs, int times)
{
    tally counts = {.made = 0};
    test_random random = {(uint64_t)how + 1};
    for (int i = 0; i < times; i++) {
        wyrm_gate gate = draw_gate(from, how, runs, &random);
        assert_int_equal(gate.paired, how != APART);
        count(&gate, &counts);
    }
    return counts;
}

/* Without margins, only the statistics limit the alarms. */
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
        tally counts = draw_gates(&from, ways[k].how, 400, times);
        tell(ways[k].what, &counts);
        print_message("  intervals hold the truth in %.1f %% at least\n",
                      100 * least_coverage(&counts));
        assert_true(counts.failed <= WYRM_GATE_ALARM * times);
        assert_true(least_coverage(&counts) >= 0.93);
    }
    pool_free(&from);
}

/* A new name for half of the orcs changes which ones come. */
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
        tally counts = draw_gates(&from, AS_PAIRS, WYRM_GATE_RUNS, 100);
        tell(subjects[k]->ruleset, &counts);
        assert_true(counts.failed >= 0.95 * counts.made);
        pool_free(&from);
    }
}

/* Every run is played once; gates of the default size are drawn from them, without repeating a run
 * within one. Two sides drawn separately are then as likely as any two that were played. */
enum { POOL = 24000, PAIRS = 12000, GATES = 2000 };

/* With the margins of the ruleset, and without any. */
static void weigh_alarms(const subject *rules, const char *what, pool from, drawing how)
{
    OWNED_DESIGN *strict = ruleset_with(rules->ruleset, NO_MARGINS);
    for (int k = 0; k < 2; k++) {
        tally counts = draw_gates(&from, how, WYRM_GATE_RUNS, GATES);
        print_message("%s, %s, ", rules->ruleset, k == 0 ? "margins as they are" : "no margins");
        tell(what, &counts);
        assert_true(counts.failed <= WYRM_GATE_ALARM * GATES);
        from.a.design = from.b.design = strict;
    }
}

/* The explorer's runs with a variant, on the seeds of the pool. */
static wyrm_gate_side play_variant(const subject *rules, const char *changes, wyrm_design **design)
{
    *design = ruleset_with(rules->ruleset, changes);
    return play_side(*design, rules->bot, 1, PAIRS);
}

static void the_gate_keeps_its_word(const subject *rules)
{
    wyrm_design *design = ruleset_with(rules->ruleset, NULL), *other;
    wyrm_gate_side all = play_side(design, rules->bot, 1, POOL), some = all;
    some.count = PAIRS;
    weigh_alarms(rules, "the same rules, other seeds", (pool){.a = all, .b = all}, APART);
    if (rules->same) {
        OWNED_SIDE renamed = play_variant(rules, rules->same, &other);
        weigh_alarms(rules, "other names, same seeds", (pool){.a = some, .b = renamed},
                     AS_PAIRS_EITHER_WAY);
        wyrm_design_free(other);
    }
    OWNED_SIDE stronger = play_variant(rules, rules->stronger, &other);
    const pool changed = {.a = some, .b = stronger};
    tally counts = draw_gates(&changed, AS_PAIRS, WYRM_GATE_RUNS, GATES);
    print_message("%s, stronger monsters: ", rules->ruleset);
    tell("power", &counts);
    assert_true(counts.failed >= 0.95 * counts.made);
    wyrm_gate_side_free(&all);
    wyrm_design_free(other);
    wyrm_design_free(design);
}

static void the_gate_of_ruggrogue_keeps_its_word(void **state)
{
    (void)state;
    the_gate_keeps_its_word(&of_ruggrogue);
}

static void the_gate_of_the_tutorial_keeps_its_word(void **state)
{
    (void)state;
    the_gate_keeps_its_word(&of_tutorial);
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
