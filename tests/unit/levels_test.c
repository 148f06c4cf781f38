/* Growth by a table: what levels need, what they give, and where they end. */
#include "helpers.h"

#include <stdio.h>
#include <wyrm.h>

#define HERO "player: {hp: 12, power: 1, defense: 2}\n"

/* A ruleset with the combat `subtract` and growth by levels; the text begins in line 3. */
static wyrm_design *design_of(const char *combat, const char *text, wyrm_errors *errors)
{
    char whole[2000];
    wyrm_design *design = NULL;
    int length = snprintf(whole, sizeof whole, "name: t\nmodels: {combat: %s, growth: levels}\n%s",
                          combat, text);
    wyrm_status status = wyrm_design_parse("t.yaml", whole, (size_t)length, &design, errors);
    assert_true((status == WYRM_OK) == (design != NULL));
    return design;
}

static wyrm_design *with(const char *text)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = design_of("subtract", text, errors);
    assert_told(design != NULL ? WYRM_OK : WYRM_ERROR_RULESET, errors);
    return design;
}

static double stat(const wyrm_design *design, const wyrm_combatant *of, const char *name)
{
    return of->stats[wyrm_combat_stat(wyrm_design_combat(design), name)];
}

/* The totals of tables as in known games, and the rule after their end: doubling as in Rogue, five
 * more a level as in Shattered Pixel Dungeon, a constant; a table alone has an end. */
TEST(levels_need_what_the_table_says_and_then_what_the_rule_does)
{
    static const struct {
        const char *growth;
        uint64_t totals[6]; /* of levels 2 to 7; 0: no such level */
    } rows[] = {
        {"growth: {experience: [0, 10, 20], then: {times: 2}}\n" HERO, {10, 20, 40, 80, 160, 320}},
        {"growth: {experience: [0, 10], then: {add: 5}}\n" HERO, {10, 25, 45, 70, 100, 135}},
        {"growth: {experience: [0, 7], then: {times: 1}}\n" HERO, {7, 14, 21, 28, 35, 42}},
        {"growth: {experience: [0], then: {add: 6}}\n" HERO, {6, 18, 36, 60, 90, 126}},
        {"growth: {experience: [0, 7], then: {times: 3/2, add: 1}}\n" HERO,
         {7, 18, 35, 61, 101, 162}},
        {"growth: {experience: [0, 300, 900, 2700]}\n" HERO, {300, 900, 2700}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWNED_DESIGN *design = with(rows[i].growth);
        const wyrm_growth *growth = wyrm_design_growth(design);
        int32_t last = 1;
        for (int32_t level = 2; level <= 7 && rows[i].totals[level - 2] > 0; level++) {
            wyrm_experience holder = wyrm_growth_start(growth);
            const uint64_t total = rows[i].totals[level - 2];
            assert_int_equal(wyrm_growth_award(growth, &holder, total - 1), level - 2);
            assert_int_equal(wyrm_growth_award(growth, &holder, 1), 1);
            assert_int_equal(wyrm_growth_at_level(growth, level).base, total);
            last = level;
        }
        assert_int_equal(wyrm_growth_last_level(growth), last < 7 ? last : WYRM_LEVEL_MAX);
    }
}

TEST(behind_the_last_level_there_is_none)
{
    OWNED_DESIGN *design = with("growth: {experience: [0, 5, 9], trigger: above}\n" HERO);
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_experience holder = wyrm_growth_start(growth);
    wyrm_combatant nobody;
    wyrm_error error;
    assert_int_equal(wyrm_growth_award(growth, &holder, 5), 0);
    assert_int_equal(wyrm_growth_award(growth, &holder, UINT64_MAX), 2);
    assert_int_equal(holder.level, 3);
    assert_int_equal(holder.next, UINT64_MAX);
    assert_int_equal(wyrm_growth_at_level(growth, 7).level, 3);
    assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(design), "player@4", &nobody, &error),
                     WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "level 4 is out of range (1 to 3)");
}

static const char table[] =
    "growth: {experience: [0, 100, 300, 600, 1000], then: {add: 100}}\n" HERO "levels:\n"
    "  - {level: 2, hp: 20, power: 3}\n"
    "  - {level: 4, power: 4, regeneration: 0.5}\n"
    "  - {level: 5, hp: 44}\n";

TEST(rows_are_put_on_up_to_the_level_and_what_they_do_not_say_stays)
{
    static const struct {
        const char *text;
        int64_t hp;
        double power, regeneration;
    } rows[] = {{"player", 12, 1, 0},     {"player@1", 12, 1, 0},   {"player@2", 20, 3, 0},
                {"player@3", 20, 3, 0},   {"player@4", 20, 4, 0.5}, {"player@5", 44, 4, 0.5},
                {"player@90", 44, 4, 0.5}};
    OWNED_DESIGN *design = with(table);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wyrm_combatant player = combatant_of(design, rows[i].text);
        assert_int_equal(player.max_hp, rows[i].hp);
        assert_int_equal(player.hp, rows[i].hp);
        assert_float_equal(stat(design, &player, "power"), rows[i].power, 0);
        assert_float_equal(stat(design, &player, "defense"), 2, 0);
        assert_float_equal(player.regeneration, rows[i].regeneration, 0);
    }
}

/* Rows of levels have no defaults in any combat model: a missing key changes nothing. */
TEST(every_combat_has_levels)
{
    static const char *const combats[] = {"ratio", "accuracy", "subtract", "momentum"};
    for (size_t i = 0; i < sizeof combats / sizeof *combats; i++) {
        OWNED_DESIGN *design =
            design_of(combats[i], "player: {hp: 9}\nlevels: [{level: 3, hp: 30}]\n", NULL);
        assert_non_null(design);
        const wyrm_combatant before = combatant_of(design, "player@2"),
                             after = combatant_of(design, "player@3");
        assert_int_equal(after.max_hp, 30);
        assert_memory_equal(before.stats, after.stats, sizeof before.stats);
    }
}

/* The maximum gained from potions is kept; lost hit points stay lost unless the ruleset heals
 * them. */
TEST(a_level_up_adds_what_the_table_says)
{
    for (int heals = 0; heals < 2; heals++) {
        char text[600];
        snprintf(text, sizeof text, "%s%s", heals ? "growth: {heal_on_level_up: true}\n" : "",
                 strchr(table, '\n') + 1);
        OWNED_DESIGN *design = with(text);
        wyrm_combatant player = combatant_of(design, "player@2");
        player.max_hp += 3;
        player.hp = 4;
        wyrm_growth_level_up(wyrm_design_growth(design), WYRM_ROLE_PLAYER, 5, &player);
        assert_int_equal(player.level, 5);
        assert_int_equal(player.max_hp, 47);
        assert_int_equal(player.hp, heals ? 47 : 28);
        assert_float_equal(stat(design, &player, "power"), 4, 0);
    }
}

/* Levels without an experience can be named, but never gained. */
TEST(levels_without_experience_can_be_named)
{
    OWNED_DESIGN *design = with("player: {defense: 1}\n"
                                "levels: [{level: 1, hp: 12}, {level: 11, hp: 94}]\n");
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_experience holder = wyrm_growth_start(growth);
    assert_int_equal(combatant_of(design, "player@11").hp, 94);
    assert_int_equal(combatant_of(design, "player@10").hp, 12);
    assert_int_equal(wyrm_growth_award(growth, &holder, UINT64_MAX), 0);
    assert_int_equal(wyrm_growth_at_level(growth, 5).level, 5);
    assert_int_equal(wyrm_growth_last_level(growth), 11);
}

TEST(wrong_tables_are_told)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"growth: {experience: [5, 9]}\n" HERO,
         "level 1 is where everybody begins: the experience for it is 0"},
        {"growth: {experience: [0, 9, 9]}\n" HERO,
         "experience is out of order: 9 for level 3 after 9 for level 2"},
        {"growth: {experience: [0, 0]}\n" HERO,
         "experience is out of order: 0 for level 2 after 0 for level 1"},
        {"growth: {experience: [0, 9], then: {}}\n" HERO, "'then' says nothing of further levels"},
        {"growth: {then: {times: 2}}\n" HERO,
         "further levels cost nothing: there is none before them to cost more than"},
        {"levels: [{level: 2, power: 1}, {level: 2, power: 3}]\n" HERO,
         "levels are out of order: level 2 after level 2"},
        {"growth: {experience: [0, 9]}\nlevels: [{level: 3, hp: 9}]\n" HERO,
         "level 3 is never reached: there is experience for 2 levels"},
        {"levels: [{level: 2, hp: 9}]\nplayer: {power: 1}\n",
         "'player' has no hit points: 'hp' is missing, and growth gives none"},
        {"levels: [{level: 2, hpp: 9}]\n" HERO, "unknown key 'hpp' in levels.1"},
        {"levels: [{level: 2, momentum: 9}]\n" HERO, "unknown key 'momentum' in levels.1"},
        {"models: {growth: points}\nlevels: [{level: 2, hp: 9}]\n" HERO,
         "'levels' counts for nothing: the growth 'points' has no table of levels"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        wyrm_design *design = NULL;
        OWNED_ERRORS *errors = fresh_errors();
        const bool whole = strncmp(rows[i].text, "models", 6) == 0;
        int length =
            snprintf(text, sizeof text, "name: t\n%s%s",
                     whole ? "extends: tutorial\n" : "models: {combat: subtract, growth: levels}\n",
                     rows[i].text);
        assert_int_equal(wyrm_design_parse("t.yaml", text, (size_t)length, &design, errors),
                         WYRM_ERROR_RULESET);
        assert_int_equal(wyrm_errors_count(errors), 1);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
    }
}
