/* Metrics of depths, crowds, loot and threat: known values of a dungeon small enough to count by
 * hand, brute force, and the errors of targets that make no sense. */
#include "released.h"
#include "small_dungeon.h"

#include <wyrm/loot_survey.h>
#include <wyrm/attrition.h>

#include "metrics/internal.h"

typedef struct known {
    const char *name, *record;
    double value, tolerance;
} known;

/* Depth 1: rats with 3/4 (threat 4, cost 2 of 12 hit points), ogres with 1/4 (15, cost 6), none to
 * two of them to a room. Depth 3: half and half, twice the threat, and a player of 22 hit points.
 * Items: none or one in `near`, none to two in `far`; a potion weighs 1/2 against 3, then 1 against
 * 3. */
static const known cases[] = {
    {"share", "metric: monster_share, of: ogre, depths: 1", 0.25, 1e-15},
    {"share-3", "metric: monster_share, of: ogre, depths: 3", 0.5, 1e-15},
    {"item", "metric: item_share, of: potion, depths: 1", 1.0 / 7, 1e-15},
    {"item-3", "metric: item_share, of: potion, depths: 3", 0.25, 1e-15},
    {"monsters", "metric: room_monsters, depths: 1", 1, 1e-15},
    {"two", "metric: room_monsters_share, depths: 1, within: 2", 1.0 / 3, 1e-15},
    {"threat", "metric: room_threat, depths: 1", 6.75, 1e-12},
    {"threat-3", "metric: room_threat, depths: 3", 19, 1e-12},
    {"between", "metric: room_threat_share, depths: 1, within: [15, 19]", 1.0 / 12 + 1.0 / 8,
     1e-12},
    {"empty", "metric: room_status_share, of: EMPTY, depths: 1", 1.0 / 3, 1e-12},
    {"over", "metric: room_status_share, of: OVER, depths: 1", 1.0 / 48, 1e-12},
    {"ok", "metric: room_status_share, of: OK, depths: 1", 2.0 / 3 - 1.0 / 48, 1e-12},
    {"under", "metric: room_status_share, of: UNDER, depths: 1", 0, 0},
    {"over-3", "metric: room_status_share, of: OVER, depths: 3", 1.0 / 12, 1e-12},
    {"attacks", "metric: attacks_to_kill_monster, depths: 1", 2, 1e-12},
    {"hits", "metric: hits_to_kill_monster, depths: 1", 2, 1e-12},
    {"fight", "metric: fight_death_chance, depths: 1", 0, 0},
    {"fight-weak", "metric: fight_death_chance, depths: 1, of: 'player,hp=6,max_hp=6'", 0.25,
     1e-12},
    {"fight-struck", "metric: fight_death_chance, depths: 1, first: opponent", 0.25, 1e-12},
    {"room", "metric: room_death_chance, depths: 1", 1.0 / 48, 1e-12},
    {"room-3", "metric: room_death_chance, depths: 3", 0, 0},
    {"room-of", "metric: room_death_chance, depths: 3, of: player@1", 1.0 / 12, 1e-12},
    {"room-of-depth", "metric: room_death_chance, depths: 3, of: 'player@{depth}'", 0, 0},
    {"lost", "metric: room_hp_lost, depths: 1", 0.25, 1e-12},
    {"items", "metric: items_per_room, depths: 1", 0.5, 1e-12},
    {"items-rich", "metric: items_per_room, depths: 1, mode: rich", 1.5, 1e-12},
    {"healing", "metric: category_per_room, of: healing, depths: 1", 0.5 / 7, 1e-12},
    {"junk", "metric: category_per_room, of: junk, depths: 3", 0.75, 1e-12},
};

static wyrm_design *design;
static wyrm_judgement *judgement;

static int judge_cases(void **state)
{
    (void)state;
    static char targets[8192] = "targets:\n";
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        size_t length = strlen(targets);
        snprintf(targets + length, sizeof targets - length, "  %s: {%s, at_least: 0}\n",
                 cases[i].name, cases[i].record);
    }
    static char text[9000];
    small_text(targets, text, sizeof text);
    design = design_from(text);
    judgement = judge_design(design);
    return 0;
}

static int free_cases(void **state)
{
    (void)state;
    wyrm_judgement_free(judgement);
    wyrm_design_free(design);
    return 0;
}

TEST(every_metric_has_its_value_by_hand)
{
    assert_int_equal(judgement->judged_count, LENGTH_OF(cases));
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const wyrm_judged *judged = &judgement->judged[i];
        assert_string_equal(judged->target, cases[i].name);
        if (fabs(judged->value - cases[i].value) > cases[i].tolerance)
            fail_msg("%s: %.17g, wanted %.17g", cases[i].record, judged->value, cases[i].value);
        assert_false(judged->sampled);
    }
    assert_int_equal(judgement->runs, 0);
}

/* Measured by the tests below. */
static const char *const others[] = {
    "threat_rank_correlation", "floor_threat",      "floor_budget_share", "attacks_to_kill_player",
    "floor_death_chance",      "pity_rate",         "natural_rate",       "pity_share",
    "drought_chance",          "first_item_chance",
};

/* Metrics of runs have tests of their own (run_targets_test.c). */
static bool is_of_runs(const char *metric)
{
    return strncmp(metric, "run_", 4) == 0 || strncmp(metric, "arena_", 6) == 0;
}

static bool is_measured(const char *metric)
{
    if (is_of_runs(metric))
        return true;
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (strcmp(judgement->judged[i].metric, metric) == 0)
            return true;
    for (size_t i = 0; i < LENGTH_OF(others); i++)
        if (strcmp(others[i], metric) == 0)
            return true;
    return false;
}

TEST(every_metric_of_depths_and_bands_is_measured)
{
    const wyrm_metric *metric;
    size_t i = 0;
    while (strcmp(wyrm_judge_metric(i)->name, "monster_share") != 0)
        i++;
    for (; (metric = wyrm_judge_metric(i)) != NULL; i++)
        if (!is_measured(metric->name))
            fail_msg("metric '%s' has no value here", metric->name);
}

TEST(places_tell_what_is_measured_and_where)
{
    static const struct {
        const char *name, *where;
    } wanted[] = {
        {"share", "ogre at depth 1"},
        {"over", "OVER at depth 1"},
        {"room", "depth 1"},
        {"room-of", "player@1 at depth 3"},
        {"room-of-depth", "player@3 at depth 3"},
        {"items-rich", "depth 1, mode rich"},
        {"healing", "healing at depth 1"},
    };
    for (size_t w = 0; w < LENGTH_OF(wanted); w++)
        for (size_t i = 0; i < judgement->judged_count; i++)
            if (strcmp(judgement->judged[i].target, wanted[w].name) == 0)
                assert_string_equal(judgement->judged[i].where, wanted[w].where);
}

static wyrm_judged judged_of(const char *changes, const char *record)
{
    char lines[2048];
    snprintf(lines, sizeof lines, "%s\ntargets:\n  it: {%s, at_least: 0}\n", changes, record);
    OWNED_DESIGN *variant = small_with(lines);
    OWNED_JUDGEMENT *answer = judge_design(variant);
    assert_int_equal(answer->judged_count, 1);
    wyrm_judged judged = answer->judged[0];
    return judged;
}

TEST(a_depth_without_monsters_has_none)
{
    const char *late = "monsters: {rat: {weight: [[3, 2]]}, ogre: {weight: [[1, 3]]}}";
    assert_near(judged_of(late, "metric: monster_share, of: rat, depths: 1").value, 0, 0);
    assert_near(judged_of(late, "metric: room_death_chance, depths: 1").value, 0, 0);
    assert_true(isnan(judged_of(late, "metric: attacks_to_kill_monster, depths: 1").value));
    assert_near(judged_of(late, "metric: monster_share, of: rat, depths: 2").value, 1, 0);
}

/* E(h) = 1 + 3/4 E(h - 2) + 1/4 E(h - 6) */
static double attacks_until_dead(int hp)
{
    return hp <= 0 ? 0 : 1 + 0.75 * attacks_until_dead(hp - 2) + 0.25 * attacks_until_dead(hp - 6);
}

TEST(attacks_on_the_player_are_those_of_the_mixture)
{
    wyrm_judged judged = judged_of("", "metric: attacks_to_kill_player, depths: 1");
    assert_near(judged.value, attacks_until_dead(12), 1e-12);
    judged = judged_of("monsters: {rat: {power: 0}}", "metric: attacks_to_kill_player, depths: 1");
    assert_near(judged.value, 2 / 0.25, 1e-12);
    judged = judged_of("monsters: {rat: {power: 0}, ogre: {power: 0}}",
                       "metric: attacks_to_kill_player, depths: 1");
    assert_true(isinf(judged.value));
}

TEST(a_monster_that_cannot_be_hurt_kills)
{
    const char *hard = "monsters: {ogre: {defense: 5}}";
    wyrm_judged judged = judged_of(hard, "metric: fight_death_chance, depths: 1");
    assert_near(judged.value, 0.25, 1e-12);
    assert_true(isinf(judged_of(hard, "metric: attacks_to_kill_monster, depths: 1").value));
    /* Nobody can hurt anybody: such a fight has no end, and nobody dies of it. */
    judged = judged_of("monsters: {ogre: {defense: 5, power: 0}}",
                       "metric: fight_death_chance, depths: 1");
    assert_near(judged.value, 0, 0);
}

TEST(a_floor_kills_as_its_rooms_do_in_turn)
{
    wyrm_judged floors = judged_of("", "metric: floor_death_chance, depths: 1");
    assert_true(floors.sampled);
    assert_true(floors.ci95.low <= floors.value && floors.value <= floors.ci95.high);
    /* The same with the mean number of rooms, which bends the curve only a little. */
    wyrm_judged rooms = judged_of("", "metric: rooms_at_depth, depths: 1");
    assert_near(floors.value, 1 - pow(1 - 1.0 / 48, rooms.value), 0.01);
}

/* Depth 1 by hand, as above; every depth is of its own player. */
TEST(rooms_take_what_a_hand_gets_depth_by_depth)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *small = small_with("");
    assert_works(wyrm_attrition_compute(small, 1, &tolls, &last_error));
    assert_int_equal(tolls.count, 4);
    assert_near(tolls.list[0].lost.value, 0.25, 1e-12);
    assert_near(tolls.list[0].death.value, 1.0 / 48, 1e-12);
    for (size_t i = 0; i < tolls.count; i++) {
        assert_int_equal(tolls.list[i].depth, i + 1);
        assert_string_equal(tolls.list[i].player, i < 2 ? "player@1" : "player@2");
        assert_false(tolls.list[i].lost.sampled || tolls.list[i].attacks_on_player.sampled);
    }
}

/* A tracker has no depths of its own; a depth without monsters takes nothing. */
TEST(depths_without_monsters_have_no_toll)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *tracker = design_from("name: v\nextends: ruggrogue\n");
    assert_works(wyrm_attrition_compute(tracker, 1, &tolls, &last_error));
    assert_int_equal(tolls.count, 0);
    OWNED_DESIGN *late =
        small_with("monsters: {rat: {weight: [[1, 3]]}, ogre: {weight: [[1, 3]]}}");
    assert_works(wyrm_attrition_compute(late, 1, &tolls, &last_error));
    assert_int_equal(tolls.count, 2);
    assert_int_equal(tolls.list[0].depth, 3);
}

/* Fights of a million attacks with a million hit points are not followed; the attacks still are. */
TEST(fights_too_long_to_be_counted_have_no_toll)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *armoured =
        design_from("name: v\nextends: tutorial\ntargets: ~\nencounter: {last_depth: 1}\n"
                    "player: {hp: 1000000, power: 1}\n"
                    "monsters: {orc: {hp: 20000, power: 2, defense: 0}}\n");
    assert_works(wyrm_attrition_compute(armoured, 1, &tolls, &last_error));
    assert_int_equal(tolls.count, 1);
    assert_true(isnan(tolls.list[0].lost.value) && isnan(tolls.list[0].death.value));
    assert_near(tolls.list[0].attacks_on_monster.value, 20000, 1e-6);
    assert_near(tolls.list[0].attacks_on_player.value, 1000000, 1e-3);
}

static judge_attrition room_of(const wyrm_design *of, const wyrm_combatant *player, int32_t depth)
{
    base_arena arena = {0};
    judge_crowd crowd =
        judge_gather_crowd(judge_begin(&arena, of, 1), depth, player, WYRM_SUBJECT_FIRST);
    judge_attrition room = judge_crowd_rooms(&crowd, false);
    base_release(&arena);
    return room;
}

TEST(one_fight_is_the_exact_duel)
{
    OWNED_DESIGN *yarl = design_from("name: v\nextends: yarl\n");
    for (int striker = 0; striker < 2; striker++) {
        wyrm_combatant player = combatant_of(yarl, "player@1,weapon=dagger");
        base_arena arena = {0};
        judge_crowd crowd =
            judge_gather_crowd(judge_begin(&arena, yarl, 1), 5, &player, (wyrm_striker)striker);
        double found = judge_crowd_death(&crowd), death = 0;
        for (size_t i = 0; i < crowd.count; i++) {
            wyrm_duel duel;
            assert_works(wyrm_design_duel(yarl, &player, &crowd.foes[i].combatant,
                                          (wyrm_striker)striker, &duel, NULL, &last_error));
            death += crowd.foes[i].share * duel.p_lose;
        }
        assert_near(found, death, 1e-12);
        base_release(&arena);
    }
}

/* Regeneration too slow to give a point leads through duels from every number of hit points. */
TEST(rooms_come_out_the_same_fight_by_fight)
{
    OWNED_DESIGN *yarl = design_from("name: v\nextends: yarl\n");
    wyrm_combatant plain = combatant_of(yarl, "player@1,weapon=dagger,armor=leather_armor");
    wyrm_combatant slow = plain;
    slow.regeneration = 1e-12;
    judge_attrition fast = room_of(yarl, &plain, 4), long_way = room_of(yarl, &slow, 4);
    assert_near(fast.death.value, long_way.death.value, 1e-10);
    assert_near(fast.lost.value, long_way.lost.value, 1e-10);
    assert_true(fast.death.value > 0.1);
    wyrm_combatant quick = plain;
    quick.regeneration = 1;
    assert_true(room_of(yarl, &quick, 4).death.value < 0.9 * fast.death.value);
}

/* A budget that refuses nobody draws the same rooms, only one by one. */
TEST(rooms_under_a_budget_are_sampled)
{
    OWNED_DESIGN *wide = small_with("encounter: {budget: reject}\n"
                                    "threat: {room_budget: {near: [0, 1000], far: [0, 1000]}}");
    wyrm_combatant player = combatant_of(wide, "player@1");
    judge_attrition sampled = room_of(wide, &player, 3);
    assert_true(sampled.death.sampled);
    assert_true(sampled.death.ci95.low <= 1.0 / 12 && 1.0 / 12 <= sampled.death.ci95.high);

    OWNED_DESIGN *tight = small_with("encounter: {budget: reject}");
    judge_attrition refused = room_of(tight, &player, 3); /* two ogres of 30 are over 40 */
    assert_near(refused.death.value, 0, 0);
}

TEST(bands_measure_what_a_survey_of_loot_has)
{
    OWNED_DESIGN *small = small_with("");
    wyrm_loot_survey_options options = {.seed = 7, .runs = 2};
    wyrm_loot_survey *survey;
    assert_works(wyrm_loot_survey_run(small, &options, &survey, &last_error));
    assert_true(survey->has_exact);
    for (int band = 1; band <= 2; band++) {
        const wyrm_loot_band_figures *figures = &survey->bands[band - 1];
        const struct {
            const char *record;
            wyrm_estimate value;
        } wanted[] = {
            {"metric: items_per_room, bands: %d", figures->items_per_room.exact},
            {"metric: category_per_room, of: junk, bands: %d", figures->categories[1].exact},
            {"metric: pity_rate, of: healing, bands: %d", figures->pity[0].rate.exact},
            {"metric: natural_rate, of: healing, bands: %d", figures->pity[0].natural.exact},
            {"metric: pity_share, bands: %d", figures->given.exact},
            {"metric: drought_chance, of: healing, bands: %d, rooms: 2",
             figures->pity[0].drought[2].exact},
            {"metric: first_item_chance, of: healing, bands: %d, rooms: 1",
             figures->pity[0].first[1].exact},
        };
        for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
            char record[128];
            snprintf(record, sizeof record, wanted[i].record, band);
            wyrm_judged judged = judged_of("", record);
            assert_near(judged.value, wanted[i].value.value, 1e-12);
            assert_int_equal(judged.sampled, wanted[i].value.sampled);
            assert_near(judged.ci95.low, wanted[i].value.ci95.low, 1e-12);
        }
    }
    wyrm_loot_survey_free(survey);
}

/* In `near` a room has an item with 1/2, a potion with 1/7 of that. */
TEST(a_band_begins_with_the_natural_rate)
{
    double natural = 0.5 / 7;
    assert_near(judged_of("", "metric: natural_rate, of: healing, bands: 1").value, natural, 1e-12);
    assert_near(judged_of("", "metric: first_item_chance, of: healing, bands: 1, rooms: 1").value,
                natural, 1e-12);
    /* The third room gets one in any case. */
    assert_near(judged_of("", "metric: first_item_chance, of: healing, bands: 1, rooms: 3").value,
                1, 1e-12);
    assert_near(judged_of("", "metric: drought_chance, of: healing, bands: 1, rooms: 3").value, 0,
                1e-12);
}

TEST(floors_hold_as_many_times_a_room_as_there_are)
{
    wyrm_judged floors = judged_of("", "metric: floor_threat, depths: 1");
    wyrm_judged rooms = judged_of("", "metric: rooms_at_depth, depths: 1");
    assert_true(floors.sampled);
    assert_true(fabs(floors.value / (6.75 * rooms.value) - 1) < 0.15);
    assert_near(judged_of("threat: {floor_budget: {near: [0, 100000]}}",
                          "metric: floor_budget_share, depths: 1")
                    .value,
                1, 0);
    assert_near(judged_of("threat: {floor_budget: {near: [90000, 100000]}}",
                          "metric: floor_budget_share, depths: 1")
                    .value,
                0, 0);
}

TEST(threat_ranks_as_the_fights_do)
{
    const char *third = "monsters: {bat: {hp: 10, defense: 0, power: 4, etp: %d, weight: 1}}";
    const struct {
        int etp;
        double rank;
    } wanted[] = {{8, 1}, {2, 0.5}, {40, 0.5}};
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        char changes[128];
        snprintf(changes, sizeof changes, third, wanted[i].etp);
        assert_near(judged_of(changes, "metric: threat_rank_correlation, depths: 1").value,
                    wanted[i].rank, 1e-12);
    }
    assert_true(isnan(judged_of("", "metric: threat_rank_correlation, depths: 1").value));
}

static const struct {
    const char *base, *record, *message, *hint;
} wrong[] = {
    {"", "metric: monster_share, of: rta, depths: 1, range: 1", "unknown monster 'rta'",
     "did you mean 'rat'?"},
    {"", "metric: item_share, of: potin, depths: 1, range: 1", "unknown item 'potin'",
     "did you mean 'potion'?"},
    {"", "metric: room_status_share, of: over, depths: 1, range: 1",
     "unknown status of rooms 'over'", "did you mean 'OVER'?"},
    {"", "metric: pity_rate, of: junk, bands: 1, range: 1", "unknown category of pity 'junk'",
     "one of healing"},
    {"", "metric: category_per_room, of: healin, bands: 1, range: 1",
     "unknown category of items 'healin'", "did you mean 'healing'?"},
    {"", "metric: items_per_room, bands: 3, range: 1", "band 3 is named, and the ruleset has 2",
     ""},
    {"", "metric: items_per_room, range: 1",
     "either 'bands' or 'depths' must say where it is measured", ""},
    {"", "metric: items_per_room, bands: 1, depths: 2, range: 1",
     "target 'it' is measured by 'depths' or by 'bands', not by both", ""},
    {"", "metric: items_per_room, bands: 1, mode: ritch, range: 1", "unknown mode of loot 'ritch'",
     "did you mean 'rich'?"},
    {"", "metric: room_death_chance, depths: 1, of: plyer, range: 1",
     "combatant 'plyer': ", "did you mean 'player'?"},
    {"", "metric: drought_chance, of: healing, bands: 1, range: 1",
     "metric 'drought_chance' of target 'it' needs 'rooms'", "it uses of, bands, rooms, mode"},
    {"threat: ~", "metric: room_threat, depths: 1, range: 1",
     "the monsters of this ruleset have no threat", "add a section `threat`"},
    {"loot: {pity: ~}", "metric: pity_rate, of: healing, bands: 1, range: 1",
     "the loot of this ruleset has no pity", ""},
};

TEST(targets_that_make_no_sense_are_told)
{
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        char lines[512], text[1024];
        snprintf(lines, sizeof lines, "%s\ntargets:\n  it: {%s}\n", wrong[i].base, wrong[i].record);
        OWNED_DESIGN *variant = small_with(lines);
        OWNED_ERRORS *errors = fresh_errors();
        assert_int_equal(wyrm_judge_validate(variant, errors), WYRM_ERROR_RULESET);
        const wyrm_error *error = wyrm_errors_at(errors, 0);
        wyrm_error_format(error, text, sizeof text);
        if (strstr(error->message, wrong[i].message) == NULL ||
            strstr(error->hint, wrong[i].hint) == NULL)
            fail_msg("wanted '%s' (%s), got\n%s", wrong[i].message, wrong[i].hint, text);
        assert_true(error->line > 0 && error->column > 0);
    }
}

TEST(a_tracker_has_no_tables)
{
    OWNED_DESIGN *variant =
        ruggrogue_with("targets: {it: {metric: room_monsters, depths: 1, range: 1}}");
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_judge_validate(variant, errors), WYRM_ERROR_RULESET);
    assert_string_equal(wyrm_errors_at(errors, 0)->message,
                        "the difficulty of this ruleset is no table of depths");
}

static double value_of(const wyrm_judgement *answer, const char *target, const char *where,
                       wyrm_verdict *verdict)
{
    for (size_t i = 0; i < answer->judged_count; i++)
        if (strcmp(answer->judged[i].target, target) == 0 &&
            strstr(answer->judged[i].where, where) != NULL) {
            *verdict = answer->judged[i].verdict;
            return answer->judged[i].value;
        }
    fail_msg("no target '%s' at '%s'", target, where);
    return 0;
}

static void assert_judged(const wyrm_judgement *answer, const char *target, const char *where,
                          double value, double tolerance, wyrm_verdict wanted)
{
    wyrm_verdict verdict = WYRM_VERDICT_COUNT;
    assert_near(value_of(answer, target, where, &verdict), value, tolerance);
    assert_string_equal(wyrm_verdict_name(verdict), wyrm_verdict_name(wanted));
}

/* Rooms of a new player at depth 7, by hand: an orc takes 12 of 100 hit points, a troll 98, so that
 * two with a troll among them kill: 1 - (4/7)^n of the rooms with n of 0 to 5 monsters. */
TEST(a_new_player_dies_in_every_other_room_of_depth_7)
{
    OWNED_DESIGN *tutorial = design_from("name: v\nextends: tutorial\nmap: {placing: retry}\n");
    wyrm_combatant player = combatant_of(tutorial, "player");
    double death = 0;
    for (int n = 2; n <= 5; n++)
        death += (1 - pow(4.0 / 7, n)) / 6;
    assert_near(room_of(tutorial, &player, 7).death.value, death, 1e-12);
}

/* Depth 3: of 110 weights 80 are orcs of 27, 5 trolls of 50, 20 slimes of 10, 5 large ones of 35;
 * of two monsters those pairs are over 60 that have a troll or large slime and no slime. */
TEST(yarl_breaks_its_budgets_and_cannot_have_so_many_items)
{
    OWNED_DESIGN *yarl = design_from("name: v\nextends: yarl\n");
    OWNED_JUDGEMENT *answer = judge_design(yarl);
    double pairs = 2 * 80 * 5 + 2 * 80 * 5 + 5 * 5 + 5 * 5 + 2 * 5 * 5;
    assert_judged(answer, "no_violations", "depth 1", 0, 1e-12, WYRM_PASS);
    assert_judged(answer, "no_violations", "depth 3", pairs / (110.0 * 110) / 3, 1e-12, WYRM_FAIL);
    assert_judged(answer, "items_of_b1", "B1", 0.7, 0.01, WYRM_FAIL);
    assert_judged(answer, "healing_pity", "B3", 0.2, 0.01, WYRM_WARN);
    assert_judged(answer, "armor_pity", "B3", 0.1, 0.01, WYRM_PASS);
    for (int depth = 1; depth <= 6; depth++) {
        char target[32];
        wyrm_verdict verdict;
        snprintf(target, sizeof target, "deaths_at_%d", depth);
        value_of(answer, target, "", &verdict);
        assert_int_equal(verdict, WYRM_PASS);
    }
    assert_non_null(find_finding(answer, "contradiction", "targets.items_of_b1",
                                 "a room holds 1 item at most, and one more from pity"));
    assert_non_null(find_finding(answer, "dead-configuration", "monsters",
                                 "19 of 34 can never appear: no weight at any depth"));
    assert_non_null(
        find_finding(answer, "dead-configuration", "loot.factors.rare.B1", "0.05 changes nothing"));
    assert_null(find_finding(answer, "bands-alike", NULL, ""));
}

AROUND_ALL(judge_cases, free_cases)
