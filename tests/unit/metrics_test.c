/* Metrics: every metric of the table is measured at a place where its value is known otherwise. */
#include "helpers.h"
#include "released.h"

#include "metrics/internal.h"

#define RUNS 100

/* A target and the value that its metric should have there. */
typedef struct known {
    const char *name, *record;
    double value, tolerance;
} known;

#define EQUALS  "of: 'player@6,weapon=6,armor=6', against: monster@6"
#define EXACTLY 1e-6

static const known exact[] = {
    {"max-hp", "metric: stat, of: player@6, stat: max_hp", 45, 0},
    {"hp", "metric: stat, of: 'player@6,hp=20', stat: hp", 20, 0},
    {"attack", "metric: stat, of: 'player@6,weapon=6', stat: attack", 12, EXACTLY},
    {"ratio", "metric: stat_ratio, " EQUALS ", stat: attack", 1, EXACTLY},
    {"ratio-of-nothing",
     "metric: stat_ratio, of: 'raw,attack=1', against: 'raw,attack=0', "
     "stat: attack",
     INFINITY, 0},
    {"difference", "metric: stat_difference, of: player@6, against: monster@6, stat: max_hp", 24,
     0},
    {"curve", "metric: curve, of: monster, stat: experience, levels: 14", 24, 0},
    {"factor", "metric: level_factor, levels: 6", 1.5, EXACTLY},
    {"step", "metric: experience_step, levels: 3", 60, 0},
    {"growth", "metric: experience_growth, levels: 3", 60.0 / 55, 1e-12},
    {"total", "metric: experience_to_level, levels: 3", 105, 0},
    {"kills", "metric: kills_to_level, levels: 1", 5, 0},
    {"hit", "metric: hit_mean, of: 'raw,attack=8', against: 'raw,defense=4'", 3.6, EXACTLY},
    {"hit-asleep", "metric: hit_mean, of: 'raw,attack=8', against: 'raw,defense=4,asleep=1'", 4,
     EXACTLY},
    /* 4 with 1/2, 6 with 1/4, 2 with 1/4, each with 9/10: the mean of squares is 16.2 */
    {"hit-sd", "metric: hit_sd, of: 'raw,attack=8', against: 'raw,defense=4'", 1.8, EXACTLY},
    {"miss", "metric: hit_miss, of: 'raw,attack=8', against: 'raw,defense=4'", 0.1, EXACTLY},
    {"share",
     "metric: hit_share, of: 'raw,attack=8', against: 'raw,defense=4,asleep=1', "
     "stat: attack",
     0.5, EXACTLY},
    {"average-hits",
     "metric: average_hits_to_kill, of: monster@6, "
     "against: 'player@6,armor=6,asleep=1'",
     7.5, EXACTLY},
    {"never-killed", "metric: average_hits_to_kill, of: 'raw,attack=0', against: player@1",
     INFINITY, 0},
    {"never-killed-either", "metric: attacks_to_kill, of: 'raw,attack=0', against: player@1",
     INFINITY, 0},
    /* One that always kills but for its misses: geometric with 9/10. */
    {"attacks", "metric: attacks_to_kill, of: 'raw,attack=100', against: 'raw,defense=0,hp=1'",
     10.0 / 9, EXACTLY},
    /* Duels: tests/golden/ruggrogue/duels.csv, levels 1 and 2. */
    {"win", "metric: win_chance, of: 'player@1,weapon=1,armor=1', against: monster@1",
     0.997205811209, 1e-9},
    {"win-2",
     "metric: win_chance, of: 'player@2,weapon=2,armor=2', against: monster@2, "
     "first: subject",
     0.996872759328, 1e-9},
    {"left", "metric: hp_left, of: 'player@1,weapon=1,armor=1', against: monster@1",
     18.357909850 / 30, 1e-8},
    {"turns", "metric: duel_turns, of: 'player@1,weapon=1,armor=1', against: monster@1",
     4.231770503, 1e-6},
    {"no-end", "metric: duel_turns, of: 'raw,attack=0,hp=5', against: 'raw,attack=0,hp=5'",
     INFINITY, 0},
    /* At tracker level 5: a fifth is 5; the rest is 2, 3 or 4, half of it anything lower. */
    {"level-same", "metric: monster_level_share, tracker: 5, below: 0", 0.2, EXACTLY},
    {"level-lower", "metric: monster_level_share, tracker: 5, below: [1, 3]",
     0.4 + 0.4 / 3 * (2.0 / 3 + 1.0 / 2), EXACTLY},
    {"level-between", "metric: monster_level_within, tracker: 4.1, within: 5", 0.02, EXACTLY},
    {"level-share-between", "metric: monster_level_share, tracker: 4.1, below: 0", 0.2, EXACTLY},
    {"choice", "metric: monster_level_choice, tracker: 5, of: deeper", 0.4, EXACTLY},
    {"choice-4", "metric: monster_level_choice, tracker: 4, of: deeper", 0.8 / 3, EXACTLY},
    {"choice-1", "metric: monster_level_choice, tracker: 1, of: same", 1, EXACTLY},
    /* At 2: a fifth of level 2, the rest of level 1. */
    {"mean-level", "metric: monster_level_mean, tracker: 2", 1.2, EXACTLY},
    {"gap", "metric: monster_level_gap, tracker: 2", 0.8, EXACTLY},
    {"seen", "metric: monsters_seen, tracker: 5", 0.2, EXACTLY},
    {"seen-between", "metric: monsters_seen, tracker: 4.5", 0.2, EXACTLY},
};

static const known sampled[] = {
    /* A simulation written apart, in another language, gave 23.75 over 1,500 dungeons. */
    {"final-mean", "metric: final_depth_mean", 23.75, 0.5},
    {"final-share", "metric: final_depth_share, within: [1, 200]", 1, 0},
    {"gear-bonus", "metric: gear_bonus_share, within: 2", 1.0 / 3, 0.02},
    {"gear-level", "metric: gear_level_share, tracker: 4.1, within: 4", 0.9, 0.02},
    {"rooms", "metric: rooms_at_depth, depths: 3", 10, 3},
    /* Half of the rooms but the first have one monster. */
    {"monsters", "metric: monsters_at_depth, depths: 1", 4.5, 1.5},
    {"items", "metric: items_at_depth, depths: 1", 6, 2},
    {"experience", "metric: experience_at_depth, depths: 1", 45, 15},
    {"tracker", "metric: tracker_at_depth, depths: 1", 1, 0},
    {"monster-level", "metric: monster_level_at_depth, depths: 1", 1, 0},
    {"too-deep", "metric: rooms_at_depth, depths: 199", NAN, 0},
};

static void add_targets(char *text, size_t size, const known *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        int added = snprintf(text + length, size - length, "  %s: {%s, at_least: 0}\n",
                             list[i].name, list[i].record);
        assert_true(added > 0 && length + (size_t)added < size);
    }
}

static int judge_all_of_them(void **state)
{
    static char text[16384];
    snprintf(text, sizeof text, "name: variant\nextends: ruggrogue\ntargets:\n");
    add_targets(text, sizeof text, exact, LENGTH_OF(exact));
    add_targets(text, sizeof text, sampled, LENGTH_OF(sampled));
    static wyrm_design *design; /* the judgement must not outlive it */
    design = design_from(text);

    wyrm_judge_options options = {.seed = 7, .effort = {.exactly = RUNS}};
    static void *both[2];
    both[0] = judge_with(design, &options);
    both[1] = design;
    *state = both;
    return 0;
}

static int forget_them(void **state)
{
    void **both = *state;
    wyrm_judgement_free(both[0]);
    wyrm_design_free(both[1]);
    return 0;
}

static const wyrm_judged *judged_as(void **state, const char *name)
{
    const wyrm_judgement *judgement = ((void **)*state)[0];
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (strcmp(judgement->judged[i].target, name) == 0)
            return &judgement->judged[i];
    fail_msg("no target '%s' was judged", name);
    return NULL;
}

static void assert_known(void **state, const known *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const wyrm_judged *judged = judged_as(state, list[i].name);
        bool same =
            isfinite(list[i].value)
                ? fabs(judged->value - list[i].value) <= list[i].tolerance
                : judged->value == list[i].value || (isnan(judged->value) && isnan(list[i].value));
        if (!same)
            fail_msg("%s (%s): got %.12g, wanted %.12g within %g", list[i].name, list[i].record,
                     judged->value, list[i].value, list[i].tolerance);
    }
}

TEST(exact_metrics_have_their_values)
{
    assert_known(state, exact, LENGTH_OF(exact));
    for (size_t i = 0; i < LENGTH_OF(exact); i++)
        assert_false(judged_as(state, exact[i].name)->sampled);
}

TEST(sampled_metrics_have_their_values_and_intervals)
{
    assert_known(state, sampled, LENGTH_OF(sampled));
    for (size_t i = 0; i < LENGTH_OF(sampled); i++) {
        const wyrm_judged *judged = judged_as(state, sampled[i].name);
        assert_true(judged->sampled);
        if (isnan(judged->value))
            continue;
        assert_true(judged->ci95.low <= judged->value && judged->value <= judged->ci95.high);
    }
}

TEST(what_no_dungeon_reaches_is_unclear)
{
    const wyrm_judged *judged = judged_as(state, "too-deep");
    assert_true(isnan(judged->value));
    assert_int_equal(judged->verdict, WYRM_UNCLEAR);
}

TEST(every_metric_is_measured_here)
{
    const wyrm_judgement *judgement = ((void **)*state)[0];
    const wyrm_metric *metric;
    for (size_t m = 0; (metric = wyrm_judge_metric(m)) != NULL; m++) {
        size_t i = 0;
        if (strcmp(metric->name, "monster_share") == 0)
            break; /* those of depth tables and bands: judge_tables_test.c */
        while (i < judgement->judged_count &&
               strcmp(judgement->judged[i].metric, metric->name) != 0)
            i++;
        if (i == judgement->judged_count)
            fail_msg("metric '%s' has no value here", metric->name);
        assert_true(metric->summary[0] != '\0');
        assert_int_equal(judgement->judged[i].sampled, metric->sampled);
    }
}

/* The shares of the ways to choose a level sum to 1 and agree with the golden levels: what is not
 * put deeper is at the tracker's level or up to 3 below. */
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

/* The expectation by the first attack is the mean of the whole distribution. */
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
        assert_near(judge_expected_attacks(&arena, damage, player.hp), wyrm_pmf_mean(attacks),
                    1e-9);
    }
}

AROUND_ALL(judge_all_of_them, forget_them)
