/* Comparing rulesets: the differences found, worked by hand where possible. */
#include "released.h"
#include "stride.h"
#include "with_dungeons.h"

#include <wyrm/compare.h>

static wyrm_comparison *compare(const wyrm_design *a, const wyrm_design *b)
{
    wyrm_comparison *found;
    assert_works(wyrm_compare(a, b, NULL, &found, &last_error));
    return found;
}

static const wyrm_compared *figure_of(const wyrm_comparison *found, const char *of,
                                      const char *metric, int32_t at)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->figures[i].of, of) == 0 &&
            strcmp(found->figures[i].metric, metric) == 0 && found->figures[i].at == at)
            return &found->figures[i];
    fail_msg("no figure %s %s at %d", of, metric, (int)at);
    return NULL;
}

static const wyrm_compared_value *value_of(const wyrm_comparison *found, const char *path)
{
    for (size_t i = 0; i < found->value_count; i++)
        if (strcmp(found->values[i].path, path) == 0)
            return &found->values[i];
    fail_msg("no difference at %s", path);
    return NULL;
}

TEST(a_ruleset_does_not_differ_from_itself)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(shipped[i].name, "brogue") == 0 || strcmp(shipped[i].name, "shattered") == 0)
            continue; /* half a minute each */
        if (!is_long_suite() && strcmp(shipped[i].name, "srd") == 0)
            continue; /* as long as all the others together */
        OWNED_DESIGN *design = open_shipped(shipped[i].name);
        OWNED_COMPARISON *found = compare(design, design);
        assert_true(found->identical);
        assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_IDENTICAL);
        assert_int_equal(found->same, found->count);
        assert_int_equal(found->differing + found->only_a + found->only_b, 0);
        assert_int_equal(found->value_count, 0);
        assert_true(found->count > 100);
    }
}

/* Before: an orc of 10 hit points dies of two blows of 5 and strikes once for 3 - 2 = 1 of 30; a
 * troll of 16 dies of four of 4 and strikes three times for 2. After: five blows of 4 and four of 3
 * out of 100; on depth 1 there are no trolls. */
TEST(the_chapter_made_the_first_depth_harder)
{
    OWNED_DESIGN *a = open_shipped("tutorial-before"), *b = open_shipped("tutorial");
    wyrm_comparison *found = compare(a, b);
    const wyrm_compared *cost = figure_of(found, "reference player", "fight_cost", 1);
    assert_near(cost->a, 0.8 * 1 / 30 + 0.2 * 6 / 30, 1e-12);
    assert_near(cost->b, 12.0 / 100, 1e-12);
    const wyrm_compared *room = figure_of(found, "reference player", "room_cost", 1);
    /* Of the 1.5 and 1 drawn, a few find their tile taken. */
    assert_near(room->a, 1.4747 * cost->a, 3 * room->margin_a);
    assert_near(room->b, 0.9907 * cost->b, 3 * room->margin_b);
    assert_true(room->margin_a < 0.001 * room->a && room->margin_b < 0.001 * room->b);
    assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_HARDER);
    assert_int_equal(found->cost.places, 10);
    assert_true(found->cost.rooms);
    assert_int_equal(found->cost.harder, 10);
    assert_string_equal(found->cost.axis, "depth");

    /* The first level-up gives 20. */
    const wyrm_compared *grown = figure_of(found, "player", "max_hp", 2);
    assert_true(grown->a == 50 && grown->b == 120);
    const wyrm_compared *orc = figure_of(found, "orc", "max_hp", 0);
    assert_true(orc->a == 10 && orc->b == 20 && !orc->same);
    const wyrm_compared *turns = figure_of(found, "player against orc", "duel_turns", 1);
    assert_true(turns->a == 2 && turns->b == 5);
    const wyrm_compared *left = figure_of(found, "player against orc", "hp_left", 1);
    assert_near(left->a, 29.0 / 30, 1e-12);
    assert_near(left->b, 88.0 / 100, 1e-12);
    const wyrm_compared *monsters = figure_of(found, "room", "monsters_per_room", 4);
    assert_near(monsters->a, 1.4747, 3 * monsters->margin_a);
    assert_true(monsters->a == monsters->b && monsters->same); /* on the same floors */
    const wyrm_compared *potions = figure_of(found, "healing_potion", "share", 1);
    assert_near(potions->a, 0.7, 1e-12);
    assert_near(potions->b, 1, 1e-12);

    assert_string_equal(value_of(found, "player.hp")->old_text, "30");
    assert_string_equal(value_of(found, "player.hp")->new_text, "100");
    assert_string_equal(value_of(found, "monsters.troll.weight")->new_text,
                        "[[15, 3], [30, 5], [60, 7]]");
    wyrm_comparison_free(found);

    found = compare(b, a);
    assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_EASIER);
    assert_int_equal(found->cost.easier, 10);
    wyrm_comparison_free(found);
}

TEST(what_only_one_has_is_told_apart)
{
    OWNED_DESIGN *a = tutorial_with("");
    OWNED_DESIGN *b = tutorial_with("monsters: {rat: {hp: 3, power: 2, weight: [[5, 1]]}}\n"
                                    "items: {fireball_scroll: ~}\nencounter: {last_depth: 12}\n"
                                    "targets: ~\n");
    OWNED_COMPARISON *found = compare(a, b);
    const wyrm_compared *rat = figure_of(found, "rat", "max_hp", 0);
    assert_true(!rat->in_a && rat->in_b && isnan(rat->a) && rat->b == 3);
    const wyrm_compared *scroll = figure_of(found, "fireball_scroll", "share", 6);
    assert_true(scroll->in_a && !scroll->in_b);
    const wyrm_compared *deep = figure_of(found, "reference player", "room_cost", 12);
    assert_true(!deep->in_a && deep->in_b);
    assert_int_equal(found->cost.places, 10); /* only those that both have */
    assert_string_equal(value_of(found, "monsters.rat")->old_text, "");
    assert_string_equal(value_of(found, "items.fireball_scroll")->new_text, "");
}

/* Verdicts follow from each side's range: the fight is the same in all of them but one. */
TEST(a_target_has_the_verdict_of_each_side)
{
    static const struct {
        const char *text;
        wyrm_verdict verdict;
    } sides[] = {{"targets: {left: {metric: hp_left, of: player, against: orc, at_least: 0.8}}\n",
                  WYRM_PASS},
                 {"targets: {left: {metric: hp_left, of: player, against: orc, at_least: 0.9}}\n",
                  WYRM_FAIL},
                 {"monsters: {orc: {power: 20}}\n"
                  "targets: {left: {metric: hp_left, of: player, against: orc, at_least: 0.8}}\n",
                  WYRM_FAIL}};
    for (size_t i = 0; i < LENGTH_OF(sides); i++) {
        OWNED_DESIGN *a = tutorial_with(sides[0].text), *b = tutorial_with(sides[i].text);
        OWNED_COMPARISON *found = compare(a, b);
        const wyrm_compared *left = figure_of(found, "left", "hp_left", 0);
        assert_int_equal(left->verdict_a, WYRM_PASS);
        assert_int_equal(left->verdict_b, sides[i].verdict);
        assert_int_equal(left->same, i < 2);
    }
    OWNED_DESIGN *without = tutorial_with("targets: ~\n"), *with = tutorial_with(sides[1].text);
    OWNED_COMPARISON *found = compare(without, with);
    assert_int_equal(figure_of(found, "left", "hp_left", 0)->verdict_b, WYRM_FAIL);
}

TEST(figures_stand_by_group_whose_metric_and_place)
{
    OWNED_DESIGN *a = open_shipped("tutorial-before"), *b = open_shipped("yarl");
    OWNED_COMPARISON *found = compare(a, b);
    for (size_t i = 1; i < found->count; i++) {
        const wyrm_compared *one = &found->figures[i - 1], *next = &found->figures[i];
        assert_true(one->group <= next->group);
        if (one->group == next->group && strcmp(one->of, next->of) == 0 &&
            strcmp(one->metric, next->metric) == 0 && next->axis[0] != '\0')
            assert_true(one->at < next->at);
        assert_true(next->in_a || next->in_b);
    }
    assert_int_equal(found->same + found->differing + found->only_a + found->only_b, found->count);
}

TEST(a_tracker_is_compared_by_its_level)
{
    OWNED_DESIGN *a = ruggrogue(), *b = ruggrogue_with("combat: {miss: 1/5}");
    OWNED_COMPARISON *found = compare(a, b);
    assert_string_equal(found->cost.axis, "tracker");
    assert_false(found->cost.rooms);
    assert_int_equal(found->value_count, 1);
    assert_string_equal(found->values[0].path, "combat.miss");
    assert_string_equal(found->values[0].new_text, "1/5");
    /* Both miss more: the fight is longer and the first strike is worth less. */
    assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_HARDER);
    const wyrm_compared *same = figure_of(found, "player", "max_hp", 7);
    assert_true(same->same);
}

/* A blob of 14 hit points is the monster of tracker level 1; what its record says goes before what
 * its level brings. */
TEST(the_monsters_of_a_tracker_are_those_of_the_ruleset)
{
    OWNED_DESIGN *a = ruggrogue(), *b = ruggrogue_with("monsters: {blob: {hp: 400}}");
    OWNED_COMPARISON *found = compare(a, b);
    const wyrm_compared *cost = figure_of(found, "reference player", "fight_cost", 1);
    assert_true(cost->a < 0.5 && cost->b > 0.99);
    assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_HARDER);
}

TEST(designs_without_a_place_in_common_cannot_be_ranked)
{
    OWNED_DESIGN *a = ruggrogue(), *b = open_shipped("tutorial");
    OWNED_COMPARISON *found = compare(a, b);
    assert_int_equal(wyrm_compare_verdict_of(found), WYRM_COMPARE_UNKNOWN);
    assert_int_equal(found->cost.places, 0);
}

typedef struct waiting {
    double last;
    int told, most;
} waiting;

static bool show(double done, void *context)
{
    waiting *of = context;
    assert_true(done >= of->last - 1e-12 && done <= 1);
    of->last = done;
    return ++of->told < of->most;
}

TEST(who_waits_is_told_how_far_it_is_and_may_end_it)
{
    OWNED_DESIGN *design = open_shipped("tutorial");
    wyrm_comparison *found = NULL;
    waiting of = {.most = 1000000};
    const wyrm_compare_options how = {show, &of};
    assert_works(wyrm_compare(design, design, &how, &found, &last_error));
    wyrm_comparison_free(found);
    assert_true(of.told >= 20 && of.last > 0.9);
    of = (waiting){.most = of.told / 2};
    assert_int_equal(wyrm_compare(design, design, &how, &found, &last_error), WYRM_ERROR_LIMIT);
    assert_null(found);
    assert_int_equal(of.told, of.most);
}
