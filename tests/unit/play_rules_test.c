/* The rules of play: turns, hunger and victory in a ruleset, and errors in them. */
#include "helpers.h"

#include <wyrm/play_rules.h>
#include <wyrm/sight.h>

static wyrm_play_rules rules_of(const wyrm_design *design)
{
    return wyrm_play_rules_of(wyrm_design_ruleset(design));
}

TEST(a_ruleset_that_says_nothing_can_be_played)
{
    OWNED_DESIGN *design = ruggrogue_with("game: ~\n");
    wyrm_play_rules rules = rules_of(design);
    assert_int_equal(rules.sight, 8);
    assert_int_equal(rules.pack, WYRM_PACK_MAX);
    assert_false(rules.climbs);
    assert_true(rules.asleep == 0);
    assert_int_equal(rules.regeneration, 0);
    assert_int_equal(rules.restart, 0);
    assert_int_equal(rules.after_win, WYRM_AFTER_WIN_END);
    assert_int_equal(rules.goal, WYRM_GOAL_FLOOR);
    assert_int_equal(rules.stage_count, 0);
    assert_int_equal(rules.fullness, 0);
    assert_int_equal(rules.fullness_most, 0);
    assert_int_equal(rules.starving, 0);
    for (int32_t fullness = 0; fullness < 3; fullness++)
        assert_int_equal(wyrm_hunger_stage_at(&rules, fullness), 0);
}

TEST(every_rule_is_read)
{
    OWNED_DESIGN *design = ruggrogue_with(
        "game:\n  sight: 31\n  pack: 7\n  climbs: true\n  asleep: 1/4\n  regeneration: 55\n"
        "  after_win: new_game_plus\n  new_game_plus_heal: 2/3\n  goal_at: boss\n"
        "  hunger: {most: 90, start: 60, starving: 12, stages: [{name: fine, from: 40},\n"
        "    {name: starved, from: 0, regenerates: false}]}\n");
    wyrm_play_rules rules = rules_of(design);
    assert_int_equal(rules.sight, WYRM_SIGHT_RADIUS_MAX);
    assert_int_equal(rules.pack, 7);
    assert_true(rules.climbs);
    assert_true(rules.asleep == 0.25);
    assert_int_equal(rules.regeneration, 55);
    assert_int_equal(rules.restart, 667);
    assert_int_equal(rules.after_win, WYRM_AFTER_WIN_PLUS);
    assert_int_equal(rules.goal, WYRM_GOAL_BOSS);
    assert_int_equal(rules.fullness, 60);
    assert_int_equal(rules.fullness_most, 90);
    assert_int_equal(rules.starving, 12);
    assert_int_equal(rules.stage_count, 2);
    assert_string_equal(rules.stages[0].name, "fine");
    assert_int_equal(rules.stages[0].from, 40);
    assert_true(rules.stages[0].regenerates);
    assert_string_equal(rules.stages[1].name, "starved");
    assert_int_equal(rules.stages[1].from, 0);
    assert_false(rules.stages[1].regenerates);
}

/* Without RuggRogue's own hunger, which would be merged with it. */
TEST(a_stomach_is_full_at_first_unless_told)
{
    static const char text[] =
        "name: bare\n"
        "models: {combat: ratio, growth: factor, encounter: tracker, loot: scatter, map: rooms}\n"
        "monsters: {blob: {level: 1}}\nweapons: {stick: {}}\narmors: {hat: {}}\n"
        "items: {bread: {class: ration}, potion: {}}\n"
        "game: {hunger: {most: 250, stages: [{name: alive, from: 0}]}}\n";
    OWNED_DESIGN *design;
    assert_int_equal(wyrm_design_parse("bare.yaml", text, sizeof text - 1, &design, NULL), WYRM_OK);
    wyrm_play_rules rules = rules_of(design);
    assert_int_equal(rules.fullness, 250);
    assert_int_equal(rules.fullness_most, 250);
    assert_int_equal(rules.starving, 400);
    assert_int_equal(rules.stage_count, 1);
    assert_true(rules.stages[0].regenerates);
    assert_int_equal(wyrm_hunger_stage_at(&rules, 250), 0);
    assert_int_equal(wyrm_hunger_stage_at(&rules, 0), 0);
}

TEST(eight_stages_fit)
{
    char text[512] = "game: {hunger: {stages: [";
    for (int i = WYRM_HUNGER_STAGES_MAX - 1; i >= 0; i--) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "{name: s%d, from: %d}%s", i, i,
                 i > 0 ? ", " : "]}}\n");
    }
    OWNED_DESIGN *design = ruggrogue_with(text);
    wyrm_play_rules rules = rules_of(design);
    assert_int_equal(rules.stage_count, WYRM_HUNGER_STAGES_MAX);
    assert_int_equal(wyrm_hunger_stage_at(&rules, 0), WYRM_HUNGER_STAGES_MAX - 1);
    assert_int_equal(wyrm_hunger_stage_at(&rules, 3), WYRM_HUNGER_STAGES_MAX - 4);
    assert_int_equal(wyrm_hunger_stage_at(&rules, 1000), 0);
}

/* RuggRogue, "Hunger and Regeneration": each stage at both of its ends. */
TEST(ruggrogue_gets_hungry_as_its_guide_says)
{
    static const struct {
        const char *name;
        int32_t least, most;
        bool regenerates;
    } wanted[] = {{"full", 1201, 1500, true},  {"normal", 751, 1200, true},
                  {"hungry", 301, 750, true},  {"very hungry", 151, 300, false},
                  {"famished", 1, 150, false}, {"starving", 0, 0, false}};
    OWNED_DESIGN *design = ruleset_with("ruggrogue", "");
    wyrm_play_rules rules = rules_of(design);
    assert_int_equal(rules.stage_count, LENGTH_OF(wanted));
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        assert_int_equal(wyrm_hunger_stage_at(&rules, wanted[i].least), i);
        assert_int_equal(wyrm_hunger_stage_at(&rules, wanted[i].most), i);
        assert_string_equal(rules.stages[i].name, wanted[i].name);
        assert_int_equal(rules.stages[i].regenerates, wanted[i].regenerates);
    }
    assert_int_equal(rules.fullness, 1500);
    assert_int_equal(rules.fullness_most, 1500);
    assert_int_equal(rules.starving, 400);
    assert_int_equal(rules.regeneration, 300);
    assert_int_equal(rules.restart, 1000);
    assert_int_equal(rules.after_win, WYRM_AFTER_WIN_PLUS);
}

TEST(every_shipped_ruleset_names_its_rules_and_its_goal)
{
    static const struct {
        const char *name;
        int32_t sight, pack, regeneration;
        bool climbs;
        wyrm_goal_place goal;
        const char *goal_name;
    } wanted[] = {
        {"ruggrogue", 8, 1000, 300, false, WYRM_GOAL_FLOOR, "Present"},
        {"yarl", 10, 25, 300, false, WYRM_GOAL_BOSS, "Heart of the dragon"},
        {"tutorial", 10, 26, 0, false, WYRM_GOAL_FLOOR, "Amulet"},
        {"tutorial-before", 10, 26, 0, false, WYRM_GOAL_FLOOR, "Amulet"},
        {"bob-and-trev", 10, 26, 200, true, WYRM_GOAL_FLOOR, "Master disc"},
    };
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        OWNED_DESIGN *design = ruleset_with(wanted[i].name, "");
        wyrm_play_rules rules = rules_of(design);
        assert_int_equal(rules.sight, wanted[i].sight);
        assert_int_equal(rules.pack, wanted[i].pack);
        assert_int_equal(rules.regeneration, wanted[i].regeneration);
        assert_int_equal(rules.climbs, wanted[i].climbs);
        assert_int_equal(rules.goal, wanted[i].goal);
        assert_string_equal(wyrm_mapper_goal(wyrm_design_mapper(design)), wanted[i].goal_name);
    }
}

TEST(numbers_out_of_range_are_told)
{
    static const char *const wrong[][2] = {
        {"sight: 0", "'sight' must be from 1 to 31, found 0"},
        {"sight: 32", "'sight' must be from 1 to 31, found 32"},
        {"pack: 0", "'pack' must be from 1 to 1000, found 0"},
        {"pack: 1001", "'pack' must be from 1 to 1000, found 1001"},
        {"asleep: 3/2", "'asleep' must be from 0 to 1, found 3/2"},
        {"regeneration: -1", "'regeneration' must be from 0 to 1000000, found -1"},
        {"new_game_plus_heal: 2", "'new_game_plus_heal' must be from 0 to 1, found 2"},
        {"after_win: again", "unknown choice 'again' of 'after_win'"},
        {"goal_at: chest", "unknown choice 'chest' of 'goal_at'"},
        {"kit: [knive]", "the kit has an item 'knive' that the ruleset does not know"},
        {"hunger: {most: 0}", "'most' must be from 1 to 1000000, found 0"},
        {"hunger: {starving: 0}", "'starving' must be from 1 to 1000000, found 0"},
        {"hunger: {stages: []}", "the number of entries of 'stages' must be from 1 to 8, found 0"},
    };
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        char text[128];
        snprintf(text, sizeof text, "game: {%s}\n", wrong[i][0]);
        assert_ruggrogue_fails(text, wrong[i][1]);
    }
}

TEST(a_kit_has_what_the_ruleset_knows_also_where_nothing_lies_about)
{
    assert_refused_at("name: bare\n"
                      "models: {combat: subtract}\n"
                      "player: {hp: 5}\n"
                      "weapons: {knife: {power: 1}}\n"
                      "game: {kit: [knife, knive]}\n",
                      "no item, weapon or armor is called 'knive'", "did you mean 'knife'?", 5, 21);
}

/* Checks one line of `hunger` on top of RuggRogue's: all its errors in order, each as "column:
 * message". */
static void assert_hunger_fails(const char *hunger, const char *const *messages)
{
    char text[512], got[256];
    wyrm_design *design = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    int length = snprintf(text, sizeof text,
                          "name: bad\nextends: ruggrogue\n"
                          "game:\n  hunger: {%s}\n",
                          hunger);
    assert_in_range(length, 1, sizeof text - 1);
    wyrm_status status = wyrm_design_parse("bad.yaml", text, (size_t)length, &design, errors);
    assert_int_equal(status, WYRM_ERROR_RULESET);
    assert_null(design);
    size_t count = 0;
    for (; messages[count]; count++) {
        assert_true(count < wyrm_errors_kept(errors));
        const wyrm_error *error = wyrm_errors_at(errors, count);
        snprintf(got, sizeof got, "%d: %s", error->column, error->message);
        assert_string_equal(got, messages[count]);
        assert_int_equal(error->line, 4);
    }
    assert_int_equal(wyrm_errors_count(errors), count);
}

#define MESSAGES(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(stages_of_hunger_make_sense)
{
    assert_hunger_fails(
        "stages: [{name: a, from: 9}, {name: b, from: 9}, {name: c, from: 0}]",
        MESSAGES("57: stages of hunger stand from the fullest down, and 'b' is from 9, after 'a' "
                 "from 9"));
    assert_hunger_fails("stages: [{name: a, from: 9}, {name: b, from: 1}]",
                        MESSAGES("57: the last stage of hunger is from 0, and 'b' is from 1"));
    assert_hunger_fails("stages: [{name: a, from: 9}, {name: a, from: 0}]",
                        MESSAGES("48: two stages of hunger are called 'a'"));
    assert_hunger_fails("stages: [{name: '', from: 0}]",
                        MESSAGES("28: a stage of hunger needs a name"));
    assert_hunger_fails("stages: [{name: a, from: 1501}, {name: b, from: 0}]",
                        MESSAGES("37: nobody is ever 'a': it is from 1501, and the most is 1500"));
}

TEST(nobody_begins_fuller_than_full)
{
    assert_hunger_fails(
        "start: 1501", MESSAGES("19: a game begins with a fullness of 1501, and the most is 1500"));
}

TEST(all_that_is_wrong_with_hunger_is_told_at_once)
{
    assert_hunger_fails(
        "most: 50, start: 60, stages: [{name: a, from: 70}, {name: a, from: 80}]",
        MESSAGES("29: a game begins with a fullness of 60, and the most is 50",
                 "58: nobody is ever 'a': it is from 70, and the most is 50",
                 "70: two stages of hunger are called 'a'",
                 "79: stages of hunger stand from the fullest down, and 'a' is from 80, after 'a' "
                 "from 70",
                 "79: the last stage of hunger is from 0, and 'a' is from 80"));
}
