/* Summaries of runs made by hand: every figure is worked out with a pencil. */
#include "released.h"
#include "runs_by_hand.h"

/* How many runs end at a depth, for each kind of end. */
typedef struct ending {
    int32_t depth;
    wyrm_run_end end;
    int runs;
} ending;

enum { RUNS_MAX = 1000 };

static wyrm_summary *sum_up(const wyrm_design *design, const ending *endings, size_t count)
{
    wyrm_run *runs[RUNS_MAX];
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < endings[i].runs; j++) {
            runs[made] = run_by_hand(made, endings[i].depth, endings[i].end);
            made++;
        }
    return summary_of(design, runs, made);
}

/* 10 of 100 die on the first floor, 30 on the second, 60 win on the third. */
TEST(without_censoring_survival_is_a_share)
{
    const ending endings[] = {
        {1, WYRM_RUN_KILLED, 10}, {2, WYRM_RUN_KILLED, 30}, {3, WYRM_RUN_WON, 60}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    const uint64_t alive[] = {90, 60, 60}, entered[] = {100, 90, 60}, died[] = {10, 30, 0};
    assert_int_equal(summary->depth_count, 3);
    for (size_t i = 0; i < 3; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_interval wanted = wyrm_share_interval(alive[i], 100, 0.95);
        assert_int_equal(depth->depth, i + 1);
        assert_int_equal(depth->entered, entered[i]);
        assert_int_equal(depth->died, died[i]);
        assert_near(depth->survival, (double)alive[i] / 100, 1e-15);
        assert_near(depth->survival_ci95.low, wanted.low, 1e-9);
        assert_near(depth->survival_ci95.high, wanted.high, 1e-9);
        assert_near(depth->hazard, (double)died[i] / (double)entered[i], 1e-15);
    }
    assert_int_equal(summary->depths[2].won, 60);
    assert_near(summary->win_rate, 0.6, 1e-15);
}

/* Kaplan and Meier by hand: 110 enter depth 1, where 20 die and 10 are censored; of the 80 that go
 * on 35 die and 10 are censored; 35 enter depth 3, where 7 die and 28 win. A run censored in the
 * middle of a depth was not at risk for all of it. */
TEST(who_is_cut_off_or_stalls_leaves_the_risk)
{
    const ending endings[] = {{1, WYRM_RUN_KILLED, 20}, {1, WYRM_RUN_CUT, 10},
                              {2, WYRM_RUN_KILLED, 35}, {2, WYRM_RUN_CUT, 4},
                              {2, WYRM_RUN_STALLED, 6}, {3, WYRM_RUN_STARVED, 7},
                              {3, WYRM_RUN_WON, 28}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    const double survival[] = {0.8, 0.8 * 0.5, 0.8 * 0.5 * 0.8};
    const double risk[] = {100, 70, 35}, died[] = {20, 35, 7};
    double sum = 0;
    wyrm_survival steps = {.share = 1};
    for (size_t i = 0; i < 3; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        sum += died[i] / (risk[i] * (risk[i] - died[i]));
        wyrm_survival_step(&steps, (uint64_t)risk[i], (uint64_t)died[i]);
        wyrm_interval wanted = wyrm_survival_interval(&steps, 0.95);
        double stretch = exp(1.959963984540054 * sqrt(sum) / fabs(log(survival[i])));
        assert_near(depth->survival, survival[i], 1e-14);
        assert_near(depth->hazard, died[i] / risk[i], 1e-15);
        assert_near(depth->survival_ci95.low, wanted.low, 1e-9);
        assert_near(depth->survival_ci95.high, wanted.high, 1e-9);
        /* With so many runs Greenwood's interval on the log-log scale hardly differs. */
        assert_near(wanted.low, pow(survival[i], stretch), 0.01);
        assert_near(wanted.high, pow(survival[i], 1 / stretch), 0.01);
    }
    assert_int_equal(summary->depths[0].cut, 10);
    assert_int_equal(summary->depths[1].cut, 4);
    assert_int_equal(summary->depths[1].stalled, 6);
    assert_int_equal(summary->ends[WYRM_RUN_STARVED], 7);
}

/* A winner counts as alive at all depths below the one where it won. */
TEST(who_has_won_survives_all_that_follows)
{
    const ending endings[] = {
        {1, WYRM_RUN_WON, 50}, {2, WYRM_RUN_KILLED, 25}, {3, WYRM_RUN_KILLED, 25}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    assert_near(summary->depths[0].survival, 1.0, 0);
    assert_near(summary->depths[1].survival, 0.75, 1e-15);
    assert_near(summary->depths[2].survival, 0.5, 1e-15);
    assert_near(summary->depths[2].hazard, 1.0, 0);
}

/* At 0 and at 1 Greenwood's interval has no width; this one has. */
TEST(nobody_and_everybody_have_an_interval)
{
    const ending endings[] = {{1, WYRM_RUN_CUT, 1}, {2, WYRM_RUN_KILLED, 20}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    const wyrm_sim_depth *first = &summary->depths[0], *second = &summary->depths[1];
    assert_near(first->survival, 1.0, 0);
    assert_true(first->survival_ci95.low < 0.9 && first->survival_ci95.low > 0.7);
    assert_true(first->survival_ci95.high >= 1.0 - 1e-12);
    assert_near(second->survival, 0.0, 0);
    assert_true(second->survival_ci95.high > 0.1 && second->survival_ci95.low <= 1e-12);
}

/* If all runs were censored before, survival can be anything. */
TEST(nobody_at_risk_has_no_survival)
{
    const ending endings[] = {{1, WYRM_RUN_KILLED, 10}, {2, WYRM_RUN_CUT, 5}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    const wyrm_sim_depth *second = &summary->depths[1];
    assert_true(isnan(second->survival));
    assert_true(isinf(second->survival_ci95.low) && isinf(second->survival_ci95.high));
}

TEST(means_are_those_of_the_runs)
{
    const ending endings[] = {
        {1, WYRM_RUN_KILLED, 3}, {4, WYRM_RUN_KILLED, 2}, {10, WYRM_RUN_WON, 5}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    assert_near(summary->final_depth.mean, (3 * 1 + 2 * 4 + 5 * 10) / 10.0, 1e-14);
    assert_near(wyrm_moments_variance(&summary->final_depth), 18.1, 1e-12);
    assert_near(summary->turns.mean, 61, 1e-12);
    assert_near(summary->hp_left.mean, 0.5, 1e-15);
    assert_int_equal(summary->hp_left.count, 5);
    /* all that leave alive */
    assert_int_equal(summary->depths[0].level.count, 7);
    assert_int_equal(summary->depths[3].level.count, 5);
    assert_near(summary->depths[3].level.mean, 4, 0);
    assert_near(summary->depths[3].hp_share.mean, 0.5, 0);
    assert_int_equal(summary->depths[3].turns.count, 7);
}

/* How these runs would have ended is unknown: they count as what they are, and as having come so
 * far. */
TEST(runs_without_an_end_are_part_of_no_mean)
{
    const ending endings[] = {{1, WYRM_RUN_KILLED, 2},
                              {2, WYRM_RUN_WON, 1},
                              {5, WYRM_RUN_CUT, 3},
                              {5, WYRM_RUN_STALLED, 4},
                              {1, WYRM_RUN_STALLED, 5}};
    OWNED_SUMMARY *summary = sum_up(*state, endings, LENGTH_OF(endings));
    assert_int_equal(summary->runs, 15);
    assert_int_equal(summary->complete, 3);
    assert_int_equal(summary->ends[WYRM_RUN_CUT], 3);
    assert_int_equal(summary->ends[WYRM_RUN_STALLED], 9);
    assert_near(summary->win_rate, 1.0 / 3, 1e-15);
    assert_same_bits(summary->win_rate_ci95.high, wyrm_share_interval(1, 3, 0.95).high);
    assert_int_equal(summary->final_depth.count, 3);
    assert_near(summary->final_depth.mean, 4.0 / 3, 1e-15);
    assert_int_equal(summary->turns.count, 3);
    assert_int_equal(summary->all_turns->count, 3);
    /* of their last floor only the entry counts */
    assert_int_equal(summary->depths[0].entered, 15);
    assert_int_equal(summary->depths[0].stalled, 5);
    assert_int_equal(summary->depths[0].turns.count, 10);
    assert_int_equal(summary->depths[4].entered, 7);
    assert_int_equal(summary->depths[4].turns.count, 0);
    assert_int_equal(summary->depths[3].level.count, 7);
    /* the first stalled run is an example, and none of them is the best */
    const wyrm_sim_example *last = &summary->examples[summary->example_count - 1];
    assert_string_equal(last->what, "stalled");
    assert_int_equal(last->run, 6);
    assert_int_equal(summary->examples[0].run, 2);
}

TEST(deaths_are_listed_by_frequency)
{
    wyrm_run *runs[] = {
        run_by_hand(0, 2, WYRM_RUN_KILLED), run_by_hand(1, 1, WYRM_RUN_KILLED),
        run_by_hand(2, 1, WYRM_RUN_KILLED), run_by_hand(3, 3, WYRM_RUN_STARVED),
        run_by_hand(4, 1, WYRM_RUN_KILLED), run_by_hand(5, 2, WYRM_RUN_ITSELF),
        run_by_hand(6, 1, WYRM_RUN_KILLED), run_by_hand(7, 9, WYRM_RUN_WON),
    };
    runs[1]->killer = 4;
    runs[2]->killer = 4;
    runs[4]->killer = 2;
    runs[6]->killer = -1; /* not in the roster */
    OWNED_SUMMARY *summary = summary_of(*state, runs, LENGTH_OF(runs));
    const wyrm_sim_death wanted[] = {
        {WYRM_RUN_KILLED, 4, 1, 2, {0, 0}}, {WYRM_RUN_KILLED, -1, 1, 1, {0, 0}},
        {WYRM_RUN_KILLED, 2, 1, 1, {0, 0}}, {WYRM_RUN_ITSELF, -1, 2, 1, {0, 0}},
        {WYRM_RUN_KILLED, 0, 2, 1, {0, 0}}, {WYRM_RUN_STARVED, -1, 3, 1, {0, 0}},
    };
    assert_int_equal(summary->death_count, LENGTH_OF(wanted));
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        assert_int_equal(summary->deaths[i].end, wanted[i].end);
        assert_int_equal(summary->deaths[i].killer, wanted[i].killer);
        assert_int_equal(summary->deaths[i].depth, wanted[i].depth);
        assert_int_equal(summary->deaths[i].count, wanted[i].count);
    }
}

static const wyrm_sim_example *example(const wyrm_summary *summary, const char *what)
{
    for (size_t i = 0; i < summary->example_count; i++)
        if (strcmp(summary->examples[i].what, what) == 0)
            return &summary->examples[i];
    fail_msg("no example '%s'", what);
    return NULL;
}

/* A win is better than a death, then a greater depth, then a higher level, then fewer turns. */
TEST(examples_are_the_farthest_and_the_least)
{
    wyrm_run *runs[20];
    for (uint64_t i = 0; i < 20; i++)
        runs[i] = run_by_hand(i, 2 + (int32_t)(i / 4), WYRM_RUN_KILLED);
    runs[7]->end = WYRM_RUN_WON; /* only at depth 3, but won */
    runs[13]->depth = 1;
    runs[13]->floor_count = 1;
    OWNED_SUMMARY *summary = summary_of(*state, runs, LENGTH_OF(runs));
    assert_int_equal(example(summary, "best")->run, 7);
    assert_int_equal(example(summary, "worst")->run, 13);
    assert_int_equal(example(summary, "median")->depth, 4);
    assert_int_equal(example(summary, "median")->run, 8);
    assert_int_equal(example(summary, "10 %")->depth, 2);
    assert_int_equal(example(summary, "10 %")->run, 0);
    assert_int_equal(example(summary, "90 %")->depth, 6);
}

/* 3 of 20 are won, one of them at a lesser depth than most that are lost. */
TEST(examples_of_quantiles_go_by_who_has_won_first)
{
    wyrm_run *runs[20];
    for (uint64_t i = 0; i < 20; i++)
        runs[i] = run_by_hand(i, i < 5 ? 2 : i < 15 ? 3 : 4, WYRM_RUN_KILLED);
    runs[5]->end = runs[16]->end = runs[17]->end = WYRM_RUN_WON;
    OWNED_SUMMARY *summary = summary_of(*state, runs, LENGTH_OF(runs));
    assert_int_equal(example(summary, "90 %")->run, 5);
    assert_int_equal(example(summary, "90 %")->end, WYRM_RUN_WON);
    assert_int_equal(example(summary, "median")->run, 6);
    assert_int_equal(example(summary, "median")->end, WYRM_RUN_KILLED);
    assert_int_equal(example(summary, "10 %")->run, 0);
}

/* Two floors with the same monster are one cluster: both share the luck of the run. */
TEST(figures_of_monsters_are_over_runs)
{
    wyrm_run *runs[3];
    for (uint64_t i = 0; i < 3; i++)
        runs[i] = run_by_hand(i, 2, WYRM_RUN_KILLED);
    runs[0]->fight_count = 2;
    runs[0]->fights[0] = (wyrm_run_fight){1, 5, 2, 2, 6, 18, 4, 8, 6, false};
    runs[0]->fights[1] = (wyrm_run_fight){2, 5, 1, 0, 1, 2, 3, 9, 0, true};
    runs[1]->fight_count = 1;
    runs[1]->fights[0] = (wyrm_run_fight){2, 5, 4, 3, 10, 40, 5, 10, 9, false};
    OWNED_SUMMARY *summary = summary_of(*state, runs, 3);
    const wyrm_sim_monster *monster = &summary->monsters[5];
    assert_int_equal(monster->runs_met, 2);
    assert_int_equal(monster->met, 7);
    assert_int_equal(monster->kills, 5);
    assert_int_equal(monster->deaths, 1);
    assert_near(wyrm_ratio_estimate_value(&monster->attacks_to_kill), 15.0 / 5, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&monster->attacks_taken), 12.0 / 7, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&monster->damage_taken), 27.0 / 7, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&monster->fatal), 1.0 / 7, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&monster->damage_per_attack), 60.0 / 17, 1e-15);
    assert_near(wyrm_ratio_estimate_value(&monster->damage_per_taken), 27.0 / 12, 1e-15);
    /* its 12 attacks were made on 40 hit points each, and took 27 */
    assert_near(wyrm_ratio_estimate_value(&monster->attacks_to_die), 12 * 40.0 / 27, 1e-12);
    assert_int_equal(monster->damage_taken.count, 2);
    assert_int_equal(summary->monsters[4].met, 0);
}

TEST(items_add_up)
{
    wyrm_run *runs[2];
    for (uint64_t i = 0; i < 2; i++) {
        runs[i] = run_by_hand(i, 1, WYRM_RUN_KILLED);
        runs[i]->item_count = 1;
        runs[i]->items[0] = (wyrm_run_item){
            .kind = 3, .lain = 5, .found = 2 * (uint32_t)i, .used = (uint32_t)i, .left = 1};
    }
    OWNED_SUMMARY *summary = summary_of(*state, runs, 2);
    const wyrm_sim_item *item = &summary->items[3];
    assert_int_equal(item->runs_found, 1);
    assert_int_equal(item->lain, 10);
    assert_int_equal(item->found, 2);
    assert_int_equal(item->used, 1);
    assert_int_equal(item->left, 2);
}

TEST(runs_come_in_the_order_of_their_numbers)
{
    OWNED_ACCUMULATOR *summing;
    wyrm_error error = {0};
    wyrm_run *run = run_by_hand(5, 1, WYRM_RUN_KILLED);
    assert_ok(wyrm_accumulator_new(*state, 1, &summing, &error), &error);
    assert_ok(wyrm_accumulator_add(summing, run, &error), &error);
    assert_int_equal(wyrm_accumulator_add(summing, run, &error), WYRM_ERROR_ARGUMENT);
    run->run = 4;
    assert_int_equal(wyrm_accumulator_add(summing, run, &error), WYRM_ERROR_ARGUMENT);
    run->run = 9;
    assert_ok(wyrm_accumulator_add(summing, run, &error), &error);
    run->run = 10;
    run->floor_count = 0;
    assert_int_equal(wyrm_accumulator_add(summing, run, &error), WYRM_ERROR_ARGUMENT);
    run->floor_count = WYRM_RUN_FLOORS_MAX + 1;
    assert_int_equal(wyrm_accumulator_add(summing, run, &error), WYRM_ERROR_ARGUMENT);
    free(run);
}

static void assert_last_ranges(const wyrm_sim_last *last)
{
    const wyrm_moments *const counts[] = {&last->foes,  &last->most,   &last->heals, &last->escapes,
                                          &last->hurts, &last->others, &last->unused};
    assert_int_equal(last->hp_share.range, WYRM_SHARE);
    assert_int_equal(last->cost.range, WYRM_CAPPED);
    for (size_t i = 0; i < LENGTH_OF(counts); i++)
        assert_int_equal(counts[i]->range, WYRM_COUNT);
}

/* No interval reaches where no value can be: below 0 of what is counted, above 1 of shares. */
TEST(figures_know_what_their_values_can_be)
{
    wyrm_run *runs[60];
    for (size_t i = 0; i < LENGTH_OF(runs); i++)
        runs[i] = run_at_random(*state, i);
    OWNED_SUMMARY *summary = summary_of(*state, runs, LENGTH_OF(runs));
    assert_int_equal(summary->final_depth.range, WYRM_WITHIN);
    assert_int_equal(summary->final_level.range, WYRM_WITHIN);
    assert_int_equal(summary->turns.range, WYRM_AMOUNT);
    assert_int_equal(summary->hp_left.range, WYRM_SHARE);
    assert_last_ranges(&summary->last);
    assert_true(summary->depth_count > 3);
    for (size_t d = 0; d < summary->depth_count; d++) {
        const wyrm_sim_depth *depth = &summary->depths[d];
        const wyrm_moments *const counts[] = {&depth->consumables, &depth->items, &depth->picked,
                                              &depth->used};
        const wyrm_ratio_estimate *const shares[] = {&depth->met, &depth->killed, &depth->found};
        assert_int_equal(depth->turns.range, WYRM_AMOUNT);
        assert_int_equal(depth->damage_taken.range, WYRM_AMOUNT);
        assert_int_equal(depth->level.range, WYRM_WITHIN);
        assert_int_equal(depth->hp_share.range, WYRM_SHARE);
        for (size_t i = 0; i < LENGTH_OF(counts); i++)
            assert_int_equal(counts[i]->range, WYRM_COUNT);
        for (size_t i = 0; i < LENGTH_OF(shares); i++) /* above 1 where some came later */
            if (wyrm_ratio_estimate_value(shares[i]) > 1.0)
                assert_int_equal(shares[i]->range, WYRM_COUNT);
            else
                assert_true(shares[i]->range == WYRM_SHARE || shares[i]->range == WYRM_COUNT);
        for (size_t p = 0; p < WYRM_PITY_MAX; p++)
            assert_int_equal(depth->pity[p].range, WYRM_SHARE);
        assert_last_ranges(&depth->last);
    }
    for (size_t m = 0; m < summary->monster_count; m++) {
        const wyrm_sim_monster *monster = &summary->monsters[m];
        assert_int_equal(monster->attacks_taken.range, WYRM_COUNT);
        assert_int_equal(monster->damage_taken.range, WYRM_AMOUNT);
        assert_int_equal(monster->fatal.range, WYRM_SHARE);
    }
    for (size_t i = 0; i <= summary->item_count; i++) {
        const wyrm_sim_item *item =
            i < summary->item_count ? &summary->items[i] : &summary->all_items;
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
            assert_int_equal(item->a_run[fate].range, WYRM_COUNT);
    }
}

TEST(no_runs_have_an_empty_summary)
{
    OWNED_SUMMARY *summary = summary_of(*state, NULL, 0);
    assert_int_equal(summary->runs, 0);
    assert_int_equal(summary->depth_count, 0);
    assert_int_equal(summary->death_count, 0);
    assert_int_equal(summary->example_count, 0);
    assert_true(isnan(summary->win_rate));
    assert_near(summary->win_rate_ci95.high, 1, 1e-12);
}

/* An accumulator can be added to after it was summed, and gives the same as all runs at once. */
TEST(a_summary_can_be_gone_on_with)
{
    OWNED_ACCUMULATOR *summing;
    wyrm_summary *early, *late;
    assert_works(wyrm_accumulator_new(*state, 1, &summing, &last_error));
    wyrm_run *runs[200];
    for (uint64_t i = 0; i < 200; i++) {
        runs[i] = run_at_random(*state, i);
        assert_works(wyrm_accumulator_add(summing, runs[i], &last_error));
        if (i == 100) {
            assert_works(wyrm_accumulator_sum(summing, &early, &last_error));
            assert_int_equal(early->runs, 101);
            wyrm_summary_free(early);
        }
    }
    assert_works(wyrm_accumulator_sum(summing, &late, &last_error));
    OWNED_SUMMARY *at_once = summary_of(*state, runs, 200);
    assert_same_summary(late, at_once);
    wyrm_summary_free(late);
}

static const char *headline(const wyrm_design *design, const ending *endings, size_t count,
                            double *value, wyrm_interval *ci95)
{
    OWNED_ACCUMULATOR *summing;
    assert_works(wyrm_accumulator_new(design, 1, &summing, &last_error));
    uint64_t made = 0;
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < endings[i].runs; j++) {
            FREED wyrm_run *run = run_by_hand(made++, endings[i].depth, endings[i].end);
            assert_works(wyrm_accumulator_add(summing, run, &last_error));
        }
    const char *name = wyrm_accumulator_headline(summing, value, ci95);
    return name;
}

/* The win rate needs one win in fifty, or all runs ending on one depth. */
TEST(the_headline_is_the_win_rate_where_that_says_something)
{
    const ending seldom[] = {
        {1, WYRM_RUN_KILLED, 30}, {3, WYRM_RUN_KILLED, 21}, {9, WYRM_RUN_WON, 1}};
    const ending often[] = {
        {1, WYRM_RUN_KILLED, 30}, {3, WYRM_RUN_KILLED, 19}, {9, WYRM_RUN_WON, 1}};
    const ending arena[] = {{1, WYRM_RUN_KILLED, 80}};
    double value;
    wyrm_interval ci95, wanted = wyrm_share_interval(0, 80, 0.95), around;
    OWNED_SUMMARY *summary = sum_up(*state, seldom, LENGTH_OF(seldom));
    around = wyrm_mean_interval(&summary->final_depth, 0.95);
    assert_string_equal(headline(*state, seldom, 3, &value, &ci95), "final depth");
    assert_near(value, (30 + 63 + 9) / 52.0, 1e-12);
    assert_true(around.low > 1.5 && around.low < value && around.high > value);
    assert_same_bits(ci95.low, around.low);
    assert_same_bits(ci95.high, around.high);
    assert_string_equal(headline(*state, often, 3, &value, &ci95), "win rate");
    assert_near(value, 0.02, 1e-15);
    assert_string_equal(headline(*state, arena, 1, &value, &ci95), "win rate");
    assert_near(value, 0, 0);
    assert_same_bits(ci95.high, wanted.high);
    assert_string_equal(headline(*state, arena, 0, &value, &ci95), "final depth");
    assert_true(isnan(value));
}

AROUND_ALL(open_ruggrogue, close_design)
