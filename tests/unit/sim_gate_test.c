/* The gate keeps its word: rules that have not changed seldom fail it, whatever the seeds, and
 * monsters that hit a tenth harder are caught. With the word `full` it makes as many comparisons as
 * the guide tells of, at the default budget, which takes minutes: `meson test --benchmark
 * gate_power`. */
#include "runs_by_hand.h"

#include <wyrm/gate.h>

#include "played.h"

enum { BUDGET = WYRM_SIM_RUNS };

/* ------------------------------------------------------------------ simulations and comparisons */

/* A ruleset, and its monsters a tenth stronger in attack. */
typedef struct subject {
    const char *ruleset, *stronger;
} subject;

static const subject ruggrogue_rules = {"ruggrogue", "growth: {monster: {attack: {base: 8.8}}}"};
static const subject yarl_rules = {"yarl",
                                   "growth:\n"
                                   "  scaling:\n"
                                   "  - {from_depth: 1, hp: 1.00, to_hit: 1.00, damage: 1.1}\n"
                                   "  - {from_depth: 3, hp: 1.08, to_hit: 1.06, damage: 1.1}\n"
                                   "  - {from_depth: 5, hp: 1.25, to_hit: 1.12, damage: 1.155}\n"
                                   "  - {from_depth: 7, hp: 1.35, to_hit: 1.17, damage: 1.21}\n"
                                   "  - {from_depth: 9, hp: 1.45, to_hit: 1.22, damage: 1.265}\n"};

static wyrm_status take(const wyrm_run *run, void *context, wyrm_error *error)
{
    return wyrm_gate_take(context, run, error);
}

/* Runs of a bot, so many a simulation. */
typedef struct gate_budget {
    const char *bot;
    uint64_t runs;
} gate_budget;

/* The figures of a simulation of a seed. */
static void simulate(const wyrm_design *design, uint64_t seed, const gate_budget *budget,
                     wyrm_gate_baseline *out)
{
    wyrm_gate_taking *taking;
    wyrm_summary *summary;
    wyrm_error error = {0};
    assert_ok(wyrm_gate_taking_new(design, &taking, &error), &error);
    wyrm_sim_options options = {
        .seed = seed, .runs = budget->runs, .threads = 2, .take = take, .take_context = taking};
    assert_ok(wyrm_bot_find(budget->bot, &options.run.bot, &error), &error);
    assert_ok(wyrm_simulate(design, &options, &summary, &error), &error);
    *out = (wyrm_gate_baseline){.seed = seed};
    wyrm_gate_baseline_of(taking, out);
    assert_int_equal(out->runs, budget->runs);
    wyrm_summary_free(summary);
    wyrm_gate_taking_free(taking);
}

/* Simulations of the seeds first..first + count - 1. The caller frees them. */
static wyrm_gate_baseline *simulate_all(const wyrm_design *design, uint64_t first, int count,
                                        const gate_budget *budget)
{
    wyrm_gate_baseline *all = calloc((size_t)count, sizeof *all);
    assert_non_null(all);
    for (int i = 0; i < count; i++)
        simulate(design, first + (uint64_t)i, budget, &all[i]);
    return all;
}

/* How many of how many comparisons failed. */
typedef struct tally {
    int failed, made;
} tally;

static void compare(const wyrm_gate_baseline *before, const wyrm_gate_baseline *after, tally *out)
{
    wyrm_gate gate;
    wyrm_gate_compare(before, after, WYRM_GATE_ALARM, &gate);
    assert_true(gate.count >= 10);
    out->made++;
    out->failed += gate.failed;
}

static void tell(const char *what, const subject *rules, const gate_budget *budget,
                 const tally *counts)
{
    print_message("%s, %s, %llu runs of the %s a side: %d of %d comparisons failed (%.1f %%)\n",
                  what, rules->ruleset, (unsigned long long)budget->runs, budget->bot,
                  counts->failed, counts->made, 100.0 * counts->failed / counts->made);
}

/* Simulations to be made of unchanged rules, each of which is held against so many that follow it
 * in a ring, and of changed ones, each of which is held against so many of those. */
typedef struct gate_plan {
    int unchanged, following, changed, against;
} gate_plan;

/* The two figures: alarms where nothing has changed, and catches where monsters are stronger. */
static void weigh(const subject *rules, const gate_plan *plan, const gate_budget *budget)
{
    wyrm_design *design = design_with(rules->ruleset, NULL);
    wyrm_design *stronger = design_with(rules->ruleset, rules->stronger);
    wyrm_gate_baseline *before = simulate_all(design, 1, plan->unchanged, budget);
    wyrm_gate_baseline *after = simulate_all(stronger, 1000001, plan->changed, budget);
    tally alarms = {0}, catches = {0};
    for (int i = 0; i < plan->unchanged; i++)
        for (int next = 1; next <= plan->following; next++)
            compare(&before[i], &before[(i + next) % plan->unchanged], &alarms);
    for (int i = 0; i < plan->changed; i++)
        for (int j = 0; j < plan->against; j++)
            compare(&before[(i * plan->against + j) % plan->unchanged], &after[i], &catches);
    tell("unchanged rules", rules, budget, &alarms);
    tell("attack of monsters +10 %", rules, budget, &catches);
    assert_true(alarms.failed <= WYRM_GATE_ALARM * alarms.made);
    assert_true(catches.failed >= 0.95 * catches.made);
    free(before);
    free(after);
    wyrm_design_free(design);
    wyrm_design_free(stronger);
}

/* ------------------------------------------------------------------ in every build */

/* With so few runs that no margin hides the noise: what is left is Holm's word alone. */
static void small_gates_raise_no_more_alarms_than_stated(void **state)
{
    (void)state;
    const gate_budget budget = {"brawler", 100};
    const int wanted = 500, comparisons = played_times(wanted);
    wyrm_design *design = design_with("ruggrogue", NULL);
    wyrm_gate_baseline *all = simulate_all(design, 1, 2 * comparisons, &budget);
    tally alarms = {0};
    for (int i = 0; i < comparisons; i++)
        compare(&all[2 * i], &all[2 * i + 1], &alarms);
    tell("unchanged rules", &ruggrogue_rules, &budget, &alarms);
    assert_true(alarms.failed <= WYRM_GATE_ALARM * wanted);
    free(all);
    wyrm_design_free(design);
}

static void stronger_monsters_of_ruggrogue_are_caught(void **state)
{
    (void)state;
    const gate_plan plan = {4, 2, 3, 4};
    const gate_budget budget = {"brawler", BUDGET};
    weigh(&ruggrogue_rules, &plan, &budget);
}

static void stronger_monsters_of_yarl_are_caught(void **state)
{
    (void)state;
    const gate_plan plan = {3, 1, 2, 3};
    const gate_budget budget = {"brawler", BUDGET / 5};
    weigh(&yarl_rules, &plan, &budget);
}

/* ------------------------------------------------------------------ the figures of the guide */

/* 504 comparisons of unchanged rules, and 100 with changed ones. */
static const gate_plan of_the_guide = {63, 8, 25, 4};
static const gate_budget by_default = {"explorer", BUDGET};

static void the_gate_of_ruggrogue_keeps_its_word(void **state)
{
    (void)state;
    weigh(&ruggrogue_rules, &of_the_guide, &by_default);
}

static void the_gate_of_yarl_keeps_its_word(void **state)
{
    (void)state;
    weigh(&yarl_rules, &of_the_guide, &by_default);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_gates_raise_no_more_alarms_than_stated),
        cmocka_unit_test(stronger_monsters_of_ruggrogue_are_caught),
        cmocka_unit_test(stronger_monsters_of_yarl_are_caught),
    };
    const struct CMUnitTest full[] = {
        cmocka_unit_test(the_gate_of_ruggrogue_keeps_its_word),
        cmocka_unit_test(the_gate_of_yarl_keeps_its_word),
    };
    if (argc > 1 && strcmp(argv[1], "full") == 0)
        return cmocka_run_group_tests(full, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
