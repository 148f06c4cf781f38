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

/* ---- targets that make no sense ---- */

/* A ruleset with lines, its one target, and what is said about it with which hint. */
typedef struct senseless {
    const char *base, *lines, *target, *message, *hint;
} senseless;

static void assert_senseless(const senseless *row)
{
    char lines[3000];
    OWNED_ERRORS *errors = fresh_errors();
    snprintf(lines, sizeof lines, "%s\ntargets: {it: {metric: %s}}", row->lines, row->target);
    OWNED_DESIGN *design = ruleset_with(row->base, lines);
    const wyrm_status status = wyrm_judge_validate(design, errors);
    if (row->message == NULL) {
        assert_told(status, errors);
        return;
    }
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 1);
    const wyrm_error *error = wyrm_errors_at(errors, 0);
    if (strcmp(error->message, row->message) != 0 || strcmp(error->hint, row->hint) != 0)
        fail_msg("%s: '%s' (%s) instead of '%s' (%s)", row->target, error->message, error->hint,
                 row->message, row->hint);
}

#define SMALL      GOLDEN_DIR "/small_dungeon.yaml"
#define FIGHT      "of: player@1, against: monster@1"
#define RANGE_HINT "[least, greatest] under 'range' has both ends"
#define HIT_HINT   "it uses of, against, levels (optional), attack (optional), distance (optional)"

/* NULL: it makes sense. */
TEST(what_is_wrong_with_a_target_is_told_with_what_it_might_be)
{
    static const senseless rows[] = {
        {"ruggrogue", "", "hit_maen, range: 1", "unknown metric 'hit_maen'",
         "did you mean 'hit_mean'?"},
        {"ruggrogue", "", "win_rate, range: 1", "unknown metric 'win_rate'",
         "did you mean 'run_win_rate'?"},
        {"ruggrogue", "", "xyzzy, range: 1", "unknown metric 'xyzzy'",
         "the guide of the ruleset file lists them"},
        /* ends that a metric cannot reach, under each key */
        {"ruggrogue", "", "win_chance, " FIGHT ", at_least: 60",
         "target 'it' has an end of 60, and win_chance is always from 0 to 1",
         "did you mean 0.6? 60 % is 0.6"},
        {"ruggrogue", "", "win_chance, " FIGHT ", at_most: 100",
         "target 'it' has an end of 100, and win_chance is always from 0 to 1",
         "did you mean 1? 100 % is 1"},
        {"ruggrogue", "", "win_chance, " FIGHT ", at_most: 100.5",
         "target 'it' has an end of 100.5, and win_chance is always from 0 to 1", ""},
        {"ruggrogue", "", "win_chance, " FIGHT ", at_most: 2",
         "target 'it' has an end of 2, and win_chance is always from 0 to 1", ""},
        {"ruggrogue", "", "win_chance, " FIGHT ", range: [0.5, 2.5]",
         "target 'it' has an end of 2.5, and win_chance is always from 0 to 1",
         "did you mean 0.025? 2.5 % is 0.025"},
        {"ruggrogue", "", "win_chance, " FIGHT ", range: [-0.5, 1]",
         "target 'it' has an end of -0.5, and win_chance is always from 0 to 1", ""},
        {"ruggrogue", "", "win_chance, " FIGHT ", range: 1, tolerated: [0.9, 1.5]",
         "target 'it' has an end of 1.5, and win_chance is always from 0 to 1", ""},
        {"ruggrogue", "", "win_chance, " FIGHT ", range: [0, 1]", NULL, NULL},
        {"ruggrogue", "", "rooms_at_depth, depths: 1, at_least: -1",
         "target 'it' has an end of -1, and rooms_at_depth is never below 0", ""},
        {"ruggrogue", "", "rooms_at_depth, depths: 1, at_most: 60", NULL, NULL},
        {"ruggrogue", "", "hit_share, " FIGHT ", stat: attack, at_most: 2", NULL, NULL},
        {"ruggrogue", "", "stat, of: player@1, stat: attack, at_least: -3", NULL, NULL},
        {"ruggrogue", "", "stat_ratio, " FIGHT ", stat: attack, at_least: -3", NULL, NULL},
        {"ruggrogue", "", "stat_difference, " FIGHT ", stat: attack, at_least: -3", NULL, NULL},
        {"ruggrogue", "", "curve, of: player, stat: attack, levels: 1, at_least: -3", NULL, NULL},
        {"ruggrogue", "", "level_factor, levels: 1, at_least: -3", NULL, NULL},
        {"ruggrogue", "", "monster_level_gap, tracker: 2, at_least: -3", NULL, NULL},
        {SMALL, "", "threat_rank_correlation, depths: 1, at_least: -1", NULL, NULL},
        {SMALL, "", "threat_rank_correlation, depths: 1, at_least: -1.5",
         "target 'it' has an end of -1.5, and threat_rank_correlation is always from -1 to 1", ""},
        /* none or several ends, and what is tolerated */
        {"ruggrogue", "", "level_factor, levels: 1",
         "target 'it' needs one of 'range', 'at_least' and 'at_most'", ""},
        {"ruggrogue", "", "level_factor, levels: 1, range: 1, at_least: 1",
         "target 'it' has more than one of 'range', 'at_least' and 'at_most'", RANGE_HINT},
        {"ruggrogue", "", "level_factor, levels: 1, at_most: 1, at_least: 1",
         "target 'it' has more than one of 'range', 'at_least' and 'at_most'", RANGE_HINT},
        {"ruggrogue", "", "level_factor, levels: 1, range: [1, 2], tolerated: [1.5, 3]",
         "what target 'it' tolerates does not contain what it wants", ""},
        {"ruggrogue", "", "level_factor, levels: 1, range: [1, 2], tolerated: [0.5, 1.5]",
         "what target 'it' tolerates does not contain what it wants", ""},
        {"ruggrogue", "", "level_factor, levels: 1, range: [1, 2], tolerated: [1, 2]", NULL, NULL},
        {"ruggrogue", "", "level_factor, levels: 1, at_least: 2, tolerated: 1", NULL, NULL},
        {"ruggrogue", "", "level_factor, levels: 1, at_most: 2, tolerated: 3", NULL, NULL},
        {"ruggrogue", "", "level_factor, levels: 1, at_most: 2, tolerated: 1",
         "what target 'it' tolerates does not contain what it wants", ""},
        {"ruggrogue", "", "level_factor, levels: 1, at_least: 2, tolerated: 3",
         "what target 'it' tolerates does not contain what it wants", ""},
        /* keys */
        {"ruggrogue", "", "hit_mean, of: player@1, range: 1",
         "metric 'hit_mean' of target 'it' needs 'against'", HIT_HINT},
        {"ruggrogue", "", "hit_mean, " FIGHT ", depths: 3, range: 1",
         "metric 'hit_mean' does not use 'depths'", HIT_HINT},
        {"ruggrogue", "", "final_depth_mean, stat: hp, range: 1",
         "metric 'final_depth_mean' does not use 'stat'", "it uses none"},
        {"ruggrogue", "", "hit_mean, of: 'player@{level}', against: monster@1, range: 1",
         "{level} in 'of' stands for nothing without 'levels'", ""},
        {"ruggrogue", "", "hit_mean, of: player@1, against: 'monster@{level}', range: 1",
         "{level} in 'against' stands for nothing without 'levels'", ""},
        {"ruggrogue", "", "hit_mean, " FIGHT ", levels: [1, 5], range: 1",
         "'levels' is given, but nothing of target 'it' has {level} in it",
         "write {level} where it belongs: player@{level}"},
        {"ruggrogue", "", "hit_mean, of: player@1, against: 'monster@{level}', levels: 2, range: 1",
         NULL, NULL},
        {SMALL, "", "items_per_room, bands: 1, depths: 2, range: 1",
         "target 'it' is measured by 'depths' or by 'bands', not by both", ""},
        {SMALL, "", "items_per_room, range: 1",
         "either 'bands' or 'depths' must say where it is measured", ""},
        {SMALL, "", "drought_chance, of: healing, bands: 1, range: 1",
         "metric 'drought_chance' of target 'it' needs 'rooms'",
         "it uses of, bands, rooms, mode (optional)"},
        /* names */
        {"ruggrogue", "", "hit_mean, of: playr@1, against: monster@1, range: 1",
         "no combatant 'playr'", "did you mean 'player'?"},
        {"ruggrogue", "", "hit_mean, of: player@1, against: monstr@1, range: 1",
         "no combatant 'monstr'", "did you mean 'monster'?"},
        {"ruggrogue", "", "hit_mean, of: 'player@{depth}', against: monster@1, range: 1",
         "a level must be a whole number, found '{depth}'", ""},
        {"ruggrogue", "", "stat, of: player@1, stat: atack, range: 1", "unknown stat 'atack'",
         "did you mean 'attack'?"},
        {"ruggrogue", "", "stat, of: player@1, stat: regenration, range: 1",
         "unknown stat 'regenration'", "did you mean 'regeneration'?"},
        {"ruggrogue", "", "curve, of: sword, stat: attack, levels: 1, range: 1",
         "unknown role 'sword'", "one of player, monster, weapon, armor"},
        {"ruggrogue", "", "curve, of: weapon, stat: defense, levels: 1, range: 1",
         "unknown growth curve of weapon 'defense'", "one of attack"},
        {"ruggrogue", "", "curve, of: player, stat: zzz, levels: 1, range: 1",
         "unknown growth curve of player 'zzz'", "one of max_hp, attack, defense"},
        {"ruggrogue", "", "monster_level_choice, of: depper, tracker: 5, range: 1",
         "unknown way to choose a level 'depper'", "did you mean 'deeper'?"},
        {SMALL, "", "monster_share, of: rta, depths: 1, range: 1", "unknown monster 'rta'",
         "did you mean 'rat'?"},
        {SMALL, "", "monster_share, of: ogr, depths: 1, range: 1", "unknown monster 'ogr'",
         "did you mean 'ogre'?"},
        {SMALL, "", "run_deaths_by, of: rta, range: 1", "unknown monster 'rta'",
         "did you mean 'rat'?"},
        {SMALL, "", "item_share, of: potin, depths: 1, range: 1", "unknown item 'potin'",
         "did you mean 'potion'?"},
        {"tutorial", "", "item_share, of: fireball_scroll, depths: 7, range: 1", NULL, NULL},
        {SMALL, "", "item_share, of: zzzz, depths: 1, range: 1", "unknown item 'zzzz'",
         "one of potion, rock"},
        {SMALL, "", "room_status_share, of: over, depths: 1, range: 1",
         "unknown status of rooms 'over'", "did you mean 'OVER'?"},
        {SMALL, "", "room_status_share, of: zzzzzzz, depths: 1, range: 1",
         "unknown status of rooms 'zzzzzzz'", "one of EXEMPT, BOSS, EMPTY, SPIKE, UNDER, OVER, OK"},
        {SMALL, "", "pity_rate, of: junk, bands: 1, range: 1", "unknown category of pity 'junk'",
         "one of healing"},
        {SMALL, "", "category_per_room, of: zzzzzzz, bands: 1, range: 1",
         "unknown category of items 'zzzzzzz'", "one of healing, junk"},
        {SMALL, "", "items_per_room, bands: 2, range: 1", NULL, NULL},
        {SMALL, "", "items_per_room, bands: 3, range: 1", "band 3 is named, and the ruleset has 2",
         ""},
        {SMALL, "", "items_per_room, bands: [1, 3], range: 1",
         "band 3 is named, and the ruleset has 2", ""},
        {SMALL, "", "items_per_room, bands: 1, mode: ritch, range: 1",
         "unknown mode of loot 'ritch'", "did you mean 'rich'?"},
        {SMALL, "", "run_win_rate, bot: brawlr, range: 1", "unknown bot 'brawlr'",
         "did you mean 'brawler'?"},
        {SMALL, "arenas: {pit: {fight: player vs rat}, ring: {fight: player vs rat x2}}",
         "arena_win_rate, arena: zzz, range: 1", "unknown arena 'zzz'", "one of pit, ring"},
        {SMALL, "arenas: {pit: {fight: player vs rat}, ring: {fight: player vs rat x2}}",
         "arena_win_rate, arena: pit, bot: brawlr, range: 1", "unknown bot 'brawlr'",
         "did you mean 'brawler'?"},
        {SMALL, "", "room_death_chance, depths: 1, of: plyer, range: 1", "no combatant 'plyer'",
         "did you mean 'player'?"},
        /* what a ruleset has not */
        {"tutorial", "", "level_factor, levels: 2, range: 1",
         "the growth of this ruleset has no level factor", ""},
        {"ruggrogue", "", "experience_growth, levels: 1, range: 1",
         "there is no level before level 1 to compare with", ""},
        {"ruggrogue", "", "experience_growth, levels: 2, range: 1", NULL, NULL},
        {"ruggrogue", "", "experience_step, levels: [0, 3], range: 1",
         "experience begins at level 1, not at level 0", ""},
        {"tutorial", "", "monster_level_mean, tracker: 2, range: 1",
         "this ruleset has no difficulty tracker", ""},
        {"tutorial", "", "kills_to_level, levels: 2, range: 1",
         "the monsters of this ruleset have no experience by level", ""},
        {"ruggrogue", "", "room_monsters, depths: 1, range: 1",
         "the difficulty of this ruleset is no table of depths", ""},
        {"tutorial", "", "floor_groups, depths: 1, range: 1",
         "monsters come to the rooms of this ruleset one by one, not in groups to floors", ""},
        {SMALL, "threat: ~", "room_threat, depths: 1, range: 1",
         "the monsters of this ruleset have no threat", "add a section `threat`"},
        {SMALL, "loot: {pity: ~}", "pity_rate, of: healing, bands: 1, range: 1",
         "the loot of this ruleset has no pity", ""},
        {SMALL, "", "found_items, of: potion, depths: 1, range: 1",
         "the loot of this ruleset does not fill whole floors", ""},
        {SMALL, "", "shop_has, of: potion, depths: 1, range: 1", "this ruleset has no shops",
         "add a section `shops`"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_senseless(&rows[i]);
}

/* Where loot fills floors, and shops have it. */
TEST(what_floors_and_shops_have_is_named_by_targets)
{
    static const char floors[] =
        "models: {loot: floors}\n"
        "loot: {last_depth: 2, number: [{items: 1}], categories: {blades: {weight: 1}}}\n"
        "items: {sword: {category: blades, weight: 1}, knife: {category: blades, weight: 1}}\n";
    static const char shops[] = "gold: {floors: [{heaps: 1, pieces: 5}]}\n"
                                "shops: {smith: {chance: 1, stock: 1, offers: {sword: {price: 3}, "
                                "knife: {price: 1}}}, other: {chance: 1, stock: 1, "
                                "offers: {sword: {price: 4}}}}\n";
    static const senseless rows[] = {
        {NULL, "", "found_items, of: swrd, depths: 1, range: 1", "unknown item or category 'swrd'",
         "did you mean 'sword'?"},
        {NULL, "", "found_items, of: bldes, depths: 1, range: 1",
         "unknown item or category 'bldes'", "did you mean 'blades'?"},
        {NULL, "", "found_items, of: zzzzzzzz, depths: 1, range: 1",
         "unknown item or category 'zzzzzzzz'", "one of sword, knife, blades"},
        {NULL, "", "found_items, of: knife, depths: 1, range: 1", NULL, NULL},
        {NULL, "", "found_items, of: blades, depths: 2, range: 1", NULL, NULL},
        {NULL, "", "found_gold, depths: 1, range: 1", "this ruleset has no gold",
         "add a section `gold`"},
        {NULL, shops, "found_gold, depths: 1, range: 1", NULL, NULL},
        {NULL, shops, "shop_has, of: knife, depths: 1, range: 1", NULL, NULL},
        {NULL, shops, "shop_has, of: knif, depths: 1, range: 1",
         "unknown thing that a shop has 'knif'", "did you mean 'knife'?"},
        {NULL, shops, "shop_has, of: zzzzzzzz, depths: 1, range: 1",
         "unknown thing that a shop has 'zzzzzzzz'", "one of sword, knife"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[2000];
        OWNED_ERRORS *errors = fresh_errors();
        snprintf(text, sizeof text, "name: floors\n%s%stargets: {it: {metric: %s}}\n", floors,
                 rows[i].lines, rows[i].target);
        OWNED_DESIGN *design = design_from(text);
        const wyrm_status status = wyrm_judge_validate(design, errors);
        if (rows[i].message == NULL) {
            assert_told(status, errors);
            continue;
        }
        const wyrm_error *error = wyrm_errors_at(errors, 0);
        assert_string_equal(error->message, rows[i].message);
        assert_string_equal(error->hint, rows[i].hint);
    }
}

/* Shops that have more and other things each. */
TEST(all_that_any_shop_has_is_known)
{
    char text[6000];
    int length = snprintf(text, sizeof text,
                          "name: shops\nmodels: {loot: floors}\n"
                          "loot: {last_depth: 2, number: [{items: 1}], "
                          "categories: {all: {weight: 1}}}\n"
                          "gold: {floors: [{heaps: 1, pieces: 5}]}\nitems:\n");
    for (int i = 0; i < 60; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  thing%d: {category: all, weight: 1}\n", i);
    length += snprintf(text + length, sizeof text - (size_t)length, "shops:\n");
    for (int shop = 0; shop < 3; shop++) {
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "  shop%d: {chance: 1, stock: 1, offers: {", shop);
        for (int i = shop < 2 ? shop : 30; i < (shop == 0 ? 2 : 30 * shop); i++)
            length +=
                snprintf(text + length, sizeof text - (size_t)length, "thing%d: {price: 1}, ", i);
        length += snprintf(text + length, sizeof text - (size_t)length, "}}\n");
    }
    snprintf(text + length, sizeof text - (size_t)length,
             "targets:\n  first: {metric: shop_has, of: thing0, depths: 1, at_least: 0}\n"
             "  last: {metric: shop_has, of: thing59, depths: 1, at_least: 0}\n"
             "  none: {metric: shop_has, of: thing60, depths: 1, at_least: 0}\n");
    OWNED_DESIGN *design = design_from(text);
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_judge_validate(design, errors), WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 1);
    assert_string_equal(wyrm_errors_at(errors, 0)->message,
                        "unknown thing that a shop has 'thing60'");
}

/* What a target that fails asks for, as one would type it: keys in their order without their names,
 * those behind one that is left out with them; shares in percent, and ends that are open. */
TEST(a_target_that_fails_is_a_question)
{
    static const struct {
        const char *target, *question;
    } rows[] = {
        {"hit_mean, of: player, against: rat, range: 99", "hit_mean(player, rat)=99"},
        {"hit_mean, of: player, against: rat, range: [98, 99]", "hit_mean(player, rat)=98..99"},
        {"duel_turns, of: player, against: rat, at_most: 1", "duel_turns(player, rat)=..1"},
        {"duel_turns, of: player, against: rat, at_least: 9.5", "duel_turns(player, rat)=9.5.."},
        {"hit_miss, of: player, against: rat, at_least: 0.25", "hit_miss(player, rat)=25 %.."},
        {"hit_miss, of: player, against: rat, range: [0.25, 0.5]",
         "hit_miss(player, rat)=25..50 %"},
        {"hp_left, of: player, against: rat, at_most: 0.125", "hp_left(player, rat)=..12.5 %"},
        {"duel_turns, of: player, against: rat, first: opponent, at_most: 1",
         "duel_turns(player, rat, opponent)=..1"},
        {"room_threat, depths: 3, at_most: 1", "room_threat(3)=..1"},
        {"room_monsters_share, depths: 1, within: [0, 1], at_least: 0.99",
         "room_monsters_share(1, 0..1)=99 %.."},
        {"room_monsters_share, depths: 1, within: 2, at_least: 0.99",
         "room_monsters_share(1, 2)=99 %.."},
        {"monster_share, of: ogre, depths: 1, at_least: 0.99", "monster_share(ogre, 1)=99 %.."},
        {"fight_death_chance, depths: 1, first: opponent, at_most: 0.125",
         "fight_death_chance(1, first=opponent)=..12.5 %"},
        {"stat, of: 'player@{level}', stat: max_hp, levels: 2, range: 1",
         "stat(player@{level}, max_hp, 2)=1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[300];
        snprintf(text, sizeof text, "targets: {it: {metric: %s}}", rows[i].target);
        OWNED_DESIGN *design = small_with(text);
        OWNED_JUDGEMENT *judgement =
            judge_with(design, &(wyrm_judge_options){.seed = 1, .effort = {.exactly = 1}});
        assert_int_equal(judgement->judged_count, 1);
        assert_int_equal(judgement->judged[0].verdict, WYRM_FAIL);
        assert_string_equal(judgement->judged[0].question, rows[i].question);
    }
}

/* A target has at most a thousand places, and all of a ruleset twenty thousand. */
TEST(targets_spread_as_far_as_they_may)
{
    for (int i = 0; i < 4; i++) {
        char text[4000];
        const int targets = i < 2 ? 1 : i == 2 ? 20 : 21, last = i == 1 ? 1001 : 1000;
        int length = snprintf(text, sizeof text, "targets:\n");
        for (int t = 0; t < targets; t++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               "  t%d: {metric: rooms_at_depth, depths: [1, %d], at_least: 0}\n", t,
                               last);
        OWNED_DESIGN *design = ruggrogue_with(text);
        OWNED_ERRORS *errors = fresh_errors();
        const wyrm_status status = wyrm_judge_validate(design, errors);
        if (i == 0 || i == 2) {
            assert_told(status, errors);
            continue;
        }
        assert_int_equal(wyrm_errors_count(errors), 1);
        assert_string_equal(wyrm_errors_at(errors, 0)->message,
                            i == 1 ? "'depths' of target 't0' spreads over 1001 places, more than "
                                     "1000"
                                   : "the targets spread over more than 20000 places together");
    }
}

/* A combatant has less than 512 letters; the level in its place counts as what it is. */
TEST(a_combatant_is_read_whole_or_not_at_all)
{
    for (int letters = 510; letters <= 513; letters++) {
        char text[1200], who[600] = "player@{level},";
        const int length = letters + 5; /* level 42 in the place of seven letters */
        memset(who + strlen(who), 'x', (size_t)length - strlen(who));
        who[length] = '\0';
        snprintf(text, sizeof text,
                 "targets: {t: {metric: stat, stat: attack, of: '%s', levels: 42, range: 1}}", who);
        OWNED_DESIGN *design = ruggrogue_with(text);
        OWNED_ERRORS *errors = fresh_errors();
        assert_int_equal(wyrm_judge_validate(design, errors), WYRM_ERROR_RULESET);
        const bool whole =
            strcmp(wyrm_errors_at(errors, 0)->message, "a combatant of more than 511 characters");
        assert_int_equal(whole, letters <= 511);
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
