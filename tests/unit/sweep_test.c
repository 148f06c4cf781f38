/* Sweeps: which number, which points, and that each is the attack itself. */
#include "helpers.h"

#include <wyrm/sweep.h>

typedef struct fixture {
    wyrm_design *design;
    wyrm_combatant attacker, defender;
    wyrm_matchup matchup;
} fixture;

static int set_up(void **state)
{
    fixture *it = calloc(1, sizeof *it);
    it->design = ruggrogue();
    it->attacker = combatant_of(it->design, "player@6,weapon=5");
    it->defender = combatant_of(it->design, "monster@6");
    it->matchup =
        (wyrm_matchup){.attacker = &it->attacker, .defender = &it->defender, .distance = 1};
    *state = it;
    return 0;
}

static int tear_down(void **state)
{
    fixture *it = *state;
    wyrm_design_free(it->design);
    free(it);
    return 0;
}

static wyrm_sweep sweep_of(const fixture *it, const char *key, double first, double last,
                           double step)
{
    wyrm_sweep sweep;
    wyrm_sweep_range range = {first, last, step};
    assert_works(wyrm_sweep_run(it->design, &it->matchup, key, &range, &sweep, &last_error));
    return sweep;
}

static void fails(const fixture *it, const char *key, wyrm_sweep_range range, wyrm_status status,
                  const char *message)
{
    wyrm_sweep sweep;
    wyrm_error error;
    assert_int_equal(wyrm_sweep_run(it->design, &it->matchup, key, &range, &sweep, &error), status);
    assert_string_equal(error.message, message);
    assert_null(sweep.points);
}

TEST_WITH(every_point_is_the_attack_itself, set_up, tear_down)
{
    const fixture *it = *state;
    wyrm_sweep sweep = sweep_of(it, "defense", 0, 20, 0);
    assert_int_equal(sweep.count, 21);
    assert_int_equal(sweep.side, WYRM_SWEPT_DEFENDER);
    assert_false(sweep.flat);
    for (size_t i = 0; i < sweep.count; i++) {
        wyrm_combatant defender = it->defender;
        defender.stats[wyrm_combat_stat(wyrm_design_combat(it->design), "defense")] = (double)i;
        wyrm_matchup matchup = it->matchup;
        matchup.defender = &defender;
        OWNED_PMF *damage;
        assert_ok(wyrm_combat_hit(wyrm_design_combat(it->design), &matchup, &damage, NULL), NULL);
        assert_true(sweep.points[i].at == (double)i);
        assert_true(sweep.points[i].mean == wyrm_pmf_mean(damage));
        assert_true(sweep.points[i].sd == wyrm_pmf_sd(damage));
        assert_true(sweep.points[i].p_zero == wyrm_pmf_at(damage, 0));
        assert_int_equal(sweep.points[i].p05, wyrm_pmf_quantile(damage, 0.05));
        assert_int_equal(sweep.points[i].p95, wyrm_pmf_quantile(damage, 0.95));
    }
    wyrm_sweep_free(&sweep);
}

TEST_WITH(the_attackers_stat_is_taken_where_the_defenders_makes_no_difference, set_up, tear_down)
{
    const fixture *it = *state;
    wyrm_sweep guessed = sweep_of(it, "attack", 1, 9, 0);
    wyrm_sweep named = sweep_of(it, "attacker.attack", 1, 9, 0);
    wyrm_sweep flat = sweep_of(it, "defender.attack", 1, 9, 0);
    assert_int_equal(guessed.side, WYRM_SWEPT_ATTACKER);
    assert_false(guessed.flat);
    assert_true(flat.flat);
    assert_int_equal(flat.side, WYRM_SWEPT_DEFENDER);
    assert_int_equal(guessed.count, named.count);
    for (size_t i = 0; i < named.count; i++)
        assert_true(guessed.points[i].mean == named.points[i].mean);
    wyrm_sweep_free(&guessed);
    wyrm_sweep_free(&named);
    wyrm_sweep_free(&flat);
}

TEST_WITH(the_distance_can_be_swept, set_up, tear_down)
{
    const fixture *it = *state;
    wyrm_sweep sweep = sweep_of(it, "distance", 0, 1, 0.25);
    assert_int_equal(sweep.count, 5);
    assert_int_equal(sweep.side, WYRM_SWEPT_ATTACK);
    assert_string_equal(sweep.unit, "tiles");
    assert_true(sweep.flat); /* within reach it makes no difference */
    wyrm_sweep_free(&sweep);
    fails(it, "distance", (wyrm_sweep_range){0, 10, 2.5}, WYRM_ERROR_ARGUMENT,
          "'player' cannot strike 'monster' at 2.5 tiles: its reach is 1 tile");
}

TEST_WITH(steps_are_round_and_reach_the_end, set_up, tear_down)
{
    const fixture *it = *state;
    static const struct {
        double first, last, step;
        size_t count;
        double second;
    } rows[] = {
        {0, 20, 0, 21, 1},       {0, 400, 0, 401, 1}, {0, 2000, 0, 41, 50}, {0, 1, 0, 21, 0.05},
        {0.5, 0.9, 0, 41, 0.51}, {3, 3, 0, 1, 3},     {0, 1, 0.1, 11, 0.1}, {0, 10, 4, 3, 4},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_sweep sweep = sweep_of(it, "defense", rows[i].first, rows[i].last, rows[i].step);
        assert_int_equal(sweep.count, rows[i].count);
        assert_near(sweep.points[sweep.count > 1].at, rows[i].second, 1e-12);
        assert_true(sweep.points[sweep.count - 1].at <= rows[i].last);
        wyrm_sweep_free(&sweep);
    }
}

TEST_WITH(what_makes_no_sense_is_refused, set_up, tear_down)
{
    const fixture *it = *state;
    wyrm_error error;
    wyrm_sweep sweep;
    wyrm_sweep_range range = {0, 9, 0};
    assert_int_equal(wyrm_sweep_run(it->design, &it->matchup, "defence", &range, &sweep, &error),
                     WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.message, "no stat is called 'defence'");
    assert_string_equal(error.hint, "did you mean 'defense'?");
    fails(it, "attacker.distance", range, WYRM_ERROR_UNKNOWN, "no stat is called 'distance'");
    fails(it, "defense", (wyrm_sweep_range){9, 0, 0}, WYRM_ERROR_ARGUMENT,
          "a range goes upwards: 0..9");
    fails(it, "defense", (wyrm_sweep_range){0, 9, -1}, WYRM_ERROR_ARGUMENT,
          "a step must be above 0, found -1");
    fails(it, "defense", (wyrm_sweep_range){-1, 9, 0}, WYRM_ERROR_RANGE,
          "'defense' goes from 0 to 200000");
    fails(it, "defense", (wyrm_sweep_range){0, NAN, 0}, WYRM_ERROR_ARGUMENT,
          "a range needs finite numbers");
    fails(it, "defense", (wyrm_sweep_range){0, 2001, 1}, WYRM_ERROR_RANGE,
          "at most 2001 points, found 2002");
}
