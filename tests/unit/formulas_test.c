/* What a ruleset says apart from its models' results: formulas of growth, combat values without
 * effect, how rooms are filled, kinds of monsters. */
#include "helpers.h"

/* ceil(10 f) is one too many if 32 bits put f a little above its decimal value. */
TEST(a_formula_is_exact_where_its_numbers_are_not)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", "");
    const wyrm_growth *growth = wyrm_design_growth(design);
    int experience = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "experience");
    int64_t exact;
    for (int32_t level = 1; level <= 100; level++) {
        assert_true(wyrm_growth_formula_at(growth, experience, level, &exact));
        assert_int_equal(exact, 9 + level);
        double off = wyrm_growth_at(growth, experience, level) - (double)exact;
        assert_true(off == 0 || off == 1);
    }
    assert_true(wyrm_growth_at(growth, experience, 14) == 24);
    assert_string_equal(wyrm_growth_precision(growth), "single");
    assert_near(wyrm_growth_increase(growth), 1.1, 1e-15);
}

/* 0.25 x 10 is 2.5, 0.75 x 10 is 7.5; below the least factor the curve is flat. */
TEST(a_formula_rounds_as_its_curve_does)
{
    static const struct {
        const char *way;
        int64_t at[4];
    } ways[] = {{"nearest", {3, 3, 5, 8}}, {"up", {3, 3, 5, 8}}, {"down", {2, 2, 5, 7}}};
    for (size_t i = 0; i < LENGTH_OF(ways); i++) {
        char changes[160];
        snprintf(changes, sizeof changes,
                 "growth: {factor: {first: 0, step: 0.25, least: 0.25}, "
                 "monster: {max_hp: {base: 10, round: %s}}}",
                 ways[i].way);
        OWNED_DESIGN *design = ruleset_with("ruggrogue", changes);
        const wyrm_growth *growth = wyrm_design_growth(design);
        int curve = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp");
        for (int32_t level = 1; level <= 4; level++) {
            int64_t exact = -1;
            assert_true(wyrm_growth_formula_at(growth, curve, level, &exact));
            assert_int_equal(exact, ways[i].at[level - 1]);
        }
    }
}

TEST(what_has_no_formula_says_so)
{
    int64_t exact = -1;
    wyrm_design *design = ruleset_with(
        "ruggrogue", "growth: {factor: {first: 1000}, monster: {max_hp: {base: 9000, round: up}}}");
    const wyrm_growth *growth = wyrm_design_growth(design);
    int attack = wyrm_growth_curve(growth, WYRM_ROLE_PLAYER, "attack");
    int hp = wyrm_growth_curve(growth, WYRM_ROLE_MONSTER, "max_hp");
    assert_false(wyrm_growth_formula_at(growth, attack, 3, &exact)); /* a fraction */
    assert_false(wyrm_growth_formula_at(growth, hp, 3, &exact));     /* too large */
    assert_false(wyrm_growth_formula_at(growth, -1, 3, &exact));
    assert_false(wyrm_growth_formula_at(growth, 1000, 3, &exact));
    wyrm_design_free(design);

    design = ruleset_with("yarl", "");
    growth = wyrm_design_growth(design);
    assert_false(wyrm_growth_formula_at(growth, 0, 1, &exact));
    assert_true(isnan(wyrm_growth_increase(growth)));
    assert_string_equal(wyrm_growth_precision(growth), "");
    assert_int_equal(exact, -1);
    wyrm_design_free(design);
}

/* In RuggRogue the cap applies below twice the defense, where the share is below 2 / 8. */
TEST(a_cap_that_is_never_met_is_idle)
{
    static const struct {
        const char *base, *changes;
        const char *key; /* NULL: none */
    } cases[] = {
        {"ruggrogue", "", "share_most"},
        {"ruggrogue", "combat: {share_most: 0.24}", NULL},
        {"ruggrogue", "combat: {share_divisor: 4}", NULL},
        {"yarl", "", NULL},
        {"bob-and-trev", "", NULL},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char why[320] = "untouched";
        OWNED_DESIGN *design = ruleset_with(cases[i].base, cases[i].changes);
        const char *key = wyrm_combat_idle(wyrm_design_combat(design), why, sizeof why);
        assert_int_equal(key != NULL, cases[i].key != NULL);
        if (key != NULL)
            assert_string_equal(key, cases[i].key);
        assert_int_equal(strcmp(why, "untouched") == 0, key == NULL);
    }
}

TEST(rooms_tell_how_they_are_filled)
{
    wyrm_room_draw draw = {.most = -1};
    wyrm_design *design = ruleset_with("tutorial", "");
    assert_true(wyrm_encounter_room_draw(wyrm_design_encounter(design), 1, &draw));
    assert_int_equal(draw.most, 2);
    assert_true(draw.independent && draw.first);
    wyrm_design_free(design);

    design = ruleset_with("yarl", "encounter: {budget: reject}");
    assert_true(wyrm_encounter_room_draw(wyrm_design_encounter(design), 1, &draw));
    assert_false(draw.independent);
    wyrm_design_free(design);

    design = ruleset_with("ruggrogue", "");
    draw.most = -1;
    assert_false(wyrm_encounter_room_draw(wyrm_design_encounter(design), 1, &draw));
    assert_int_equal(draw.most, -1);
    wyrm_design_free(design);
}

static wyrm_monster_kind kind_of(const wyrm_design *design, const char *name)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    int32_t index = wyrm_roster_find(roster, name);
    assert_true(index >= 0);
    return wyrm_monster_kind_of(wyrm_roster_monster(roster, (size_t)index)->record);
}

TEST(a_monster_is_of_the_kind_that_it_says)
{
    wyrm_design *design = ruleset_with(
        "yarl", "monsters: {one: {hp: 5, damage: [1, 2], accuracy: 1, evasion: 1, kind: miniboss}, "
                "two: {hp: 5, damage: [1, 2], accuracy: 1, evasion: 1, kind: boss}, "
                "three: {hp: 5, damage: [1, 2], accuracy: 1, evasion: 1}}");
    assert_int_equal(kind_of(design, "one"), WYRM_MONSTER_MINIBOSS);
    assert_int_equal(kind_of(design, "two"), WYRM_MONSTER_BOSS);
    assert_int_equal(kind_of(design, "three"), WYRM_MONSTER_NORMAL);
    wyrm_design_free(design);

    design = ruleset_with("ruggrogue", "");
    const wyrm_monster *first = wyrm_roster_monster(wyrm_design_roster(design), 0);
    assert_int_equal(wyrm_monster_kind_of(first->record), WYRM_MONSTER_NORMAL);
    assert_int_equal(wyrm_monster_kind_of(NULL), WYRM_MONSTER_NORMAL);
    wyrm_design_free(design);
}
