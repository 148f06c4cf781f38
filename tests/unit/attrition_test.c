/* What rooms cost the player, and what bands give: a dungeon small enough to work out by hand,
 * brute force, and the exact duels and surveys behind the metrics. tests/cli/targets_test.py has
 * the metrics by name. */
#include "released.h"
#include "small_dungeon.h"

#include <wyrm/loot_survey.h>
#include <wyrm/attrition.h>

#include "metrics/internal.h"

static const wyrm_attrition_options seed_1 = {.seed = 1};

static wyrm_judged judged_of(const char *changes, const char *record)
{
    char lines[2048];
    snprintf(lines, sizeof lines, "%s\ntargets:\n  it: {%s, at_least: 0}\n", changes, record);
    OWNED_DESIGN *variant = small_with(lines);
    OWNED_JUDGEMENT *answer = judge_with(variant, NULL);
    assert_int_equal(answer->judged_count, 1);
    wyrm_judged judged = answer->judged[0];
    return judged;
}

/* Depth 1: rats with 3/4 (cost 2 of 12 hit points), ogres with 1/4 (cost 6), none to two of them in
 * a room. Every depth has its own reference player. */
TEST(rooms_take_what_a_hand_gets_depth_by_depth)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *small = small_with("");
    assert_works(wyrm_attrition_compute(small, &seed_1, &tolls, &last_error));
    assert_int_equal(tolls.count, 4);
    assert_near(tolls.list[0].lost.value, 0.25, 1e-12);
    assert_near(tolls.list[0].death.value, 1.0 / 48, 1e-12);
    for (size_t i = 0; i < tolls.count; i++) {
        assert_int_equal(tolls.list[i].depth, i + 1);
        assert_string_equal(tolls.list[i].player, i < 2 ? "player@1" : "player@2");
        assert_false(tolls.list[i].lost.sampled || tolls.list[i].attacks_on_player.sampled);
    }
}

/* Only rats at depth 1, by a script. */
#define RATS                                                                                       \
    "models: {combat: script}\n"                                                                   \
    "combat:\n"                                                                                    \
    "  stats: {power: {}, defense: {}, venom: {}, speed: {default: 1, means: attack_duration}}\n"  \
    "  conditions: {poisoned: {damage: 1, stacking: adds}}\n"                                      \
    "  script: |\n"                                                                                \
    "    function attack(a, d)\n"                                                                  \
    "      if chance(0.4) then return 0 end\n"                                                     \
    "      if a.venom == 0 then return a.power end\n"                                              \
    "      return {damage = a.power, effects = {poisoned = a.venom}}\n"                            \
    "    end\n"                                                                                    \
    "monsters: {ogre: {weight: [[1, 3]]}, rat: {"

/* The expected number of attacks and the duel agree, whatever attacks take and do; attacks that
 * change later ones are not counted one by one. */
TEST(fights_of_a_depth_are_its_duels)
{
    static const struct {
        const char *monsters;
        bool plain;
    } rows[] = {{RATS "speed: 0.5, power: 4}}\nplayer: {speed: 0.75}", true},
                {RATS "speed: 1.5, hp: 25}}\nplayer: {speed: 0.9}", true},
                {RATS "venom: 2, speed: 0.75}}", false},
                {RATS "regeneration: 0.5, speed: 0.5, power: 3}}", true}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int first = 0; first < 2; first++) {
            char asks[200];
            const char *who = first == 0 ? "subject" : "opponent";
            snprintf(asks, sizeof asks, "metric: win_chance, of: player, against: rat, first: %s",
                     who);
            const double win = judged_of(rows[i].monsters, asks).value;
            snprintf(asks, sizeof asks, "metric: fight_death_chance, depths: 1, first: %s", who);
            assert_near(judged_of(rows[i].monsters, asks).value, 1 - win, 1e-12);
            assert_true(win > 0.01 && win < 0.99);
        }
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_int_equal(
            isfinite(
                judged_of(rows[i].monsters, "metric: attacks_to_kill_player, depths: 1").value),
            rows[i].plain);
}

/* A tracker has no depths of its own; a depth without monsters costs nothing. */
TEST(depths_without_monsters_have_no_toll)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *tracker = design_from("name: v\nextends: ruggrogue\n");
    assert_works(wyrm_attrition_compute(tracker, &seed_1, &tolls, &last_error));
    assert_int_equal(tolls.count, 0);
    OWNED_DESIGN *late =
        small_with("monsters: {rat: {weight: [[1, 3]]}, ogre: {weight: [[1, 3]]}}");
    assert_works(wyrm_attrition_compute(late, &seed_1, &tolls, &last_error));
    assert_int_equal(tolls.count, 2);
    assert_int_equal(tolls.list[0].depth, 3);
}

/* Fights of a million attacks with a million hit points are not followed; their attacks still
 * are. */
TEST(fights_too_long_to_be_counted_have_no_toll)
{
    wyrm_attrition tolls;
    OWNED_DESIGN *armoured =
        design_from("name: v\nextends: tutorial\ntargets: ~\nencounter: {last_depth: 1}\n"
                    "player: {hp: 1000000, power: 1}\n"
                    "monsters: {orc: {hp: 20000, power: 2, defense: 0}}\n");
    assert_works(wyrm_attrition_compute(armoured, &seed_1, &tolls, &last_error));
    assert_int_equal(tolls.count, 1);
    assert_true(isnan(tolls.list[0].lost.value) && isnan(tolls.list[0].death.value));
    assert_near(tolls.list[0].attacks_on_monster.value, 20000, 1e-6);
    assert_near(tolls.list[0].attacks_on_player.value, 1000000, 1e-3);
    assert_non_null(tolls.list[0].why);
}

static bool note_share(double done, void *context)
{
    double *last = context;
    assert_true(done >= *last && done <= 1);
    *last = done;
    return done < 0.5;
}

/* With regeneration there is a duel from every number of hit points, each of which reports
 * progress. */
TEST(long_fights_tell_of_progress_and_can_be_stopped)
{
    double last = 0;
    const wyrm_attrition_options watched = {.seed = 1, .progress = note_share, .context = &last};
    wyrm_attrition tolls;
    OWNED_DESIGN *slow = small_with("monsters: {rat: {regeneration: 0.5}}");
    assert_int_equal(wyrm_attrition_compute(slow, &watched, &tolls, &last_error), WYRM_ERROR_LIMIT);
    assert_true(last >= 0.5);
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

/* With a regeneration too slow to give a point there is a duel from every number of hit points. */
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

/* A budget that rejects nobody draws the same rooms, but forces sampling. */
TEST(rooms_under_a_budget_are_sampled)
{
    OWNED_DESIGN *wide = small_with("encounter: {budget: reject}\n"
                                    "threat: {room_budget: {near: [0, 1000], far: [0, 1000]}}");
    wyrm_combatant player = combatant_of(wide, "player@1");
    judge_attrition sampled = room_of(wide, &player, 3);
    assert_true(sampled.death.sampled);
    assert_true(sampled.death.ci95.low <= 1.0 / 12 && 1.0 / 12 <= sampled.death.ci95.high);
    assert_true(sampled.death.ci95.high - sampled.death.ci95.low < 0.04);
    OWNED_DESIGN *open = small_with("");
    const judge_attrition exact = room_of(open, &player, 3);
    assert_false(exact.lost.sampled);
    const double width = sampled.lost.ci95.high - sampled.lost.ci95.low;
    assert_true(width < 0.02);
    assert_near(sampled.lost.value, exact.lost.value, 0.75 * width);

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

/* Rooms of a new player at depth 7, by hand: an orc costs 12 of 100 hit points, a troll 98, so two
 * monsters of which one is a troll kill: 1 - (4/7)^n of the rooms with n of 0 to 5 monsters. */
TEST(a_new_player_dies_in_every_other_room_of_depth_7)
{
    OWNED_DESIGN *tutorial = design_from("name: v\nextends: tutorial\nmap: {placing: retry}\n");
    wyrm_combatant player = combatant_of(tutorial, "player");
    double death = 0;
    for (int n = 2; n <= 5; n++)
        death += (1 - pow(4.0 / 7, n)) / 6;
    assert_near(room_of(tutorial, &player, 7).death.value, death, 1e-12);
}
