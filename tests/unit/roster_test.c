/* Combatants by name: the combatant that a text describes, and messages for wrong texts.
 */
#include "helpers.h"

#include <wyrm/roster.h>

static double stat_of(const wyrm_design *design, const wyrm_combatant *combatant, const char *name)
{
    int index = wyrm_combat_stat(wyrm_design_combat(design), name);
    assert_true(index >= 0);
    return combatant->stats[index];
}

TEST(the_player_has_level_1_and_no_gear_unless_told)
{
    wyrm_combatant player = combatant_of(*state, "player");
    assert_string_equal(player.name, "player");
    assert_int_equal(player.level, 1);
    assert_int_equal(player.hp, 30);
    assert_int_equal(player.max_hp, 30);
    assert_same_bits(player.regeneration, 0);
    assert_same_bits(stat_of(*state, &player, "attack"), (double)4.8f);
    assert_same_bits(stat_of(*state, &player, "defense"), (double)2.4f);
    assert_same_bits(stat_of(*state, &player, "asleep"), 0);
    player = combatant_of(*state, "player@6");
    assert_int_equal(player.level, 6);
    assert_int_equal(player.max_hp, 45);
}

TEST(a_monster_may_be_of_any_level)
{
    wyrm_combatant monster = combatant_of(*state, "monster@6");
    assert_int_equal(monster.level, 6);
    assert_int_equal(monster.hp, 21);
    assert_same_bits(stat_of(*state, &monster, "attack"), 12);
    assert_same_bits(stat_of(*state, &monster, "defense"), 6);
    assert_int_equal(combatant_of(*state, "monster").level, 1);
    assert_int_equal(combatant_of(*state, "monster@-3").level, -3);
    assert_int_equal(combatant_of(*state, "monster@-1000").level, WYRM_LEVEL_MIN);
    assert_int_equal(combatant_of(*state, "monster@100000").level, WYRM_LEVEL_MAX);
}

TEST(a_named_monster_has_its_own_level_unless_told)
{
    wyrm_combatant orc = combatant_of(*state, "orc");
    assert_string_equal(orc.name, "orc");
    assert_int_equal(orc.level, 8);
    wyrm_combatant same = combatant_of(*state, "monster@8");
    assert_int_equal(orc.max_hp, same.max_hp);
    assert_memory_equal(orc.stats, same.stats, sizeof orc.stats);
    orc = combatant_of(*state, "orc@20");
    assert_int_equal(orc.level, 20);
    assert_int_equal(orc.max_hp, combatant_of(*state, "monster@20").max_hp);
}

TEST(raw_has_nothing_set)
{
    wyrm_combatant raw = combatant_of(*state, "raw");
    assert_int_equal(raw.level, 0);
    assert_int_equal(raw.hp, 0);
    assert_int_equal(raw.max_hp, 0);
    raw = combatant_of(*state, "raw,attack=8,defense=4,hp=30");
    assert_same_bits(stat_of(*state, &raw, "attack"), 8);
    assert_same_bits(stat_of(*state, &raw, "defense"), 4);
    assert_int_equal(raw.hp, 30);
    assert_int_equal(raw.max_hp, 30);
}

TEST(stats_are_set_before_gear_adds_to_them)
{
    const char *const texts[] = {"player@6,attack=10,weapon=5", "player@6,weapon=5,attack=10"};
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        wyrm_combatant player = combatant_of(*state, texts[i]);
        assert_near(stat_of(*state, &player, "attack"), 10 + 3.2 * 1.4, 1e-5);
        assert_same_bits(stat_of(*state, &player, "defense"), (double)(2.4f * 1.5f));
    }
    wyrm_combatant armed = combatant_of(*state, "player@6,weapon=5,armor=-2");
    float f5 = 1.0f + 0.1f * 4.0f, f2 = 1.0f + 0.1f * -3.0f;
    assert_same_bits(stat_of(*state, &armed, "attack"), (double)(4.8f * 1.5f + 3.2f * f5));
    assert_same_bits(stat_of(*state, &armed, "defense"), (double)(2.4f * 1.5f + 1.6f * f2));
}

TEST(a_flag_alone_is_1)
{
    const char *const texts[] = {"orc,asleep", "orc,asleep=1", "orc,asleep,hp=5"};
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        wyrm_combatant orc = combatant_of(*state, texts[i]);
        assert_same_bits(stat_of(*state, &orc, "asleep"), 1);
    }
}

TEST(every_other_key_needs_a_value)
{
    const struct {
        const char *text, *message;
    } cases[] = {
        {"raw,attack", "'attack' needs a value, such as attack=8"},
        {"raw,attack=", "'attack' needs a value, such as attack=8"},
        {"raw,attack,hp=5", "'attack' needs a value, such as attack=8"},
        {"raw,attack= raw", "'attack' must be a number, found ' raw'"},
        {"orc,hp", "'hp' needs a value, such as hp=8"},
        {"orc,regen=,asleep", "'regen' needs a value, such as regen=8"},
        {"player,weapon=", "'weapon' needs a value, such as weapon=8"},
        {"player,armor", "'armor' needs a value, such as armor=8"},
        {"orc,asleep=", "'asleep' needs a value, such as asleep=1"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_combatant out;
        wyrm_error error;
        assert_int_equal(
            wyrm_roster_combatant(wyrm_design_roster(*state), cases[i].text, &out, &error),
            WYRM_ERROR_SYNTAX);
        assert_string_equal(error.message, cases[i].message);
    }
}

TEST(hit_points_above_the_maximum_raise_it)
{
    const struct {
        const char *text;
        int64_t hp, max_hp;
    } cases[] = {
        {"player,hp=10", 10, 30},
        {"player,hp=30", 30, 30},
        {"player,hp=45", 45, 45},
        {"player,max_hp=50", 50, 50},
        {"player,max_hp=50,hp=20", 20, 50},
        {"player,hp=20,max_hp=50", 20, 50},
        {"player,hp=60,max_hp=50", 60, 60},
        {"player,max_hp=20", 20, 20},
        {"raw,hp=1000000", 1000000, 1000000},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_combatant who = combatant_of(*state, cases[i].text);
        assert_int_equal(who.hp, cases[i].hp);
        assert_int_equal(who.max_hp, cases[i].max_hp);
    }
}

TEST(regeneration_has_a_short_name)
{
    assert_same_bits(combatant_of(*state, "player,regeneration=0.25").regeneration, 0.25);
    assert_same_bits(combatant_of(*state, "player,regen=0.25").regeneration, 0.25);
    assert_same_bits(combatant_of(*state, "player,regen=2.5e-1").regeneration, 0.25);
}

/* 60 digits: a level may have four more, and a fifth is an error. */
#define SIXTY "000000000000000000000000000000000000000000000000000000000000"

TEST(wrong_texts_are_told_what_is_wrong)
{
    static const struct {
        const char *text;
        wyrm_status status;
        const char *message, *hint;
    } cases[] = {
        {"plaer", WYRM_ERROR_UNKNOWN, "no combatant 'plaer'", "did you mean 'player'?"},
        {"monstre@3", WYRM_ERROR_UNKNOWN, "no combatant 'monstre'", "did you mean 'monster'?"},
        {"gobln,asleep", WYRM_ERROR_UNKNOWN, "no combatant 'gobln'", "did you mean 'goblin'?"},
        {"xyzzyplugh", WYRM_ERROR_UNKNOWN, "no combatant 'xyzzyplugh'", ""},
        {"Player", WYRM_ERROR_UNKNOWN, "no combatant 'Player'", "did you mean 'player'?"},
        {" player", WYRM_ERROR_UNKNOWN, "no combatant ' player'", "did you mean 'player'?"},
        {"", WYRM_ERROR_SYNTAX,
         "a combatant needs a name: it is written NAME[@LEVEL][,KEY=VALUE...]", ""},
        {",attack=3", WYRM_ERROR_SYNTAX,
         "a combatant needs a name: it is written NAME[@LEVEL][,KEY=VALUE...]", ""},
        {"player@2147483648", WYRM_ERROR_RANGE,
         "level 2147483648 is out of range (-1000 to 100000)", ""},
        {"player@-2147483649", WYRM_ERROR_RANGE,
         "level -2147483649 is out of range (-1000 to 100000)", ""},
        {"monster@100001", WYRM_ERROR_RANGE, "level 100001 is out of range (-1000 to 100000)", ""},
        {"monster@-1001", WYRM_ERROR_RANGE, "level -1001 is out of range (-1000 to 100000)", ""},
        {"monster@1e400", WYRM_ERROR_RANGE, "level 1e400 is out of range (-1000 to 100000)", ""},
        {"monster@1234" SIXTY, WYRM_ERROR_RANGE,
         "level 1234" SIXTY " is out of range (-1000 to 100000)", ""},
        {"monster@1234" SIXTY "5", WYRM_ERROR_SYNTAX,
         "a level must be a whole number, found '1234" SIXTY "'", ""},
        {"player@", WYRM_ERROR_SYNTAX, "a level must be a whole number, found ''", ""},
        {"player@six", WYRM_ERROR_SYNTAX, "a level must be a whole number, found 'six'", ""},
        {"player@6.5", WYRM_ERROR_SYNTAX, "a level must be a whole number, found '6.5'", ""},
        {"player@0x10", WYRM_ERROR_SYNTAX, "a level must be a whole number, found '0x10'", ""},
        {"player@6@7", WYRM_ERROR_SYNTAX, "a level must be a whole number, found '6@7'", ""},
        {"player@nan", WYRM_ERROR_SYNTAX, "a level must be a whole number, found 'nan'", ""},
        {"player@inf", WYRM_ERROR_SYNTAX, "a level must be a whole number, found 'inf'", ""},
        {"raw@3", WYRM_ERROR_SYNTAX, "combatant 'raw' has no level", ""},
        {"raw,atack=8", WYRM_ERROR_UNKNOWN, "unknown key 'atack' of combatant 'raw'",
         "did you mean 'attack'?"},
        {"player@6,wepon=5", WYRM_ERROR_UNKNOWN, "unknown key 'wepon' of combatant 'player'",
         "did you mean 'weapon'?"},
        {"orc,zzzzzz=1", WYRM_ERROR_UNKNOWN, "unknown key 'zzzzzz' of combatant 'orc'",
         "one of attack, defense, asleep, hp, max_hp, regeneration, regen, weapon, armor"},
        {"raw,attack=much", WYRM_ERROR_SYNTAX, "'attack' must be a number, found 'much'", ""},
        {"raw,attack=8x", WYRM_ERROR_SYNTAX, "'attack' must be a number, found '8x'", ""},
        {"raw,attack= 8", WYRM_ERROR_SYNTAX, "'attack' must be a number, found ' 8'", ""},
        {"raw,attack=nan", WYRM_ERROR_SYNTAX, "'attack' must be a number, found 'nan'", ""},
        {"raw,attack=inf", WYRM_ERROR_SYNTAX, "'attack' must be a number, found 'inf'", ""},
        {"raw,attack=0x8", WYRM_ERROR_SYNTAX, "'attack' must be a number, found '0x8'", ""},
        {"raw,attack=8=9", WYRM_ERROR_SYNTAX, "'attack' must be a number, found '8=9'", ""},
        {"raw,asleep=2", WYRM_ERROR_RANGE, "'asleep' must be from 0 to 1, found 2", ""},
        {"raw,hp=0", WYRM_ERROR_RANGE, "'hp' must be from 1 to 1000000, found 0", ""},
        {"raw,hp=-5", WYRM_ERROR_RANGE, "'hp' must be from 1 to 1000000, found -5", ""},
        {"raw,hp=1000001", WYRM_ERROR_RANGE, "'hp' must be from 1 to 1000000, found 1000001", ""},
        {"raw,hp=1.5", WYRM_ERROR_SYNTAX, "'hp' must be a whole number, found '1.5'", ""},
        {"raw,hp=2d6,max_hp=20", WYRM_ERROR_ARGUMENT,
         "'max_hp' of combatant 'raw' changes nothing: of rolled hit points what is rolled is the "
         "maximum (leave out one of them)",
         ""},
        {"raw,regen=-1", WYRM_ERROR_RANGE, "'regen' must be from 0 to 1000000, found -1", ""},
        {"player,weapon=1e9", WYRM_ERROR_RANGE, "'weapon' must be from -1000 to 100000, found 1e9",
         ""},
        {"player,hp=3,hp=4", WYRM_ERROR_SYNTAX, "'hp' is given twice", ""},
        {"player,attack=3,attack=3", WYRM_ERROR_SYNTAX, "'attack' is given twice", ""},
        {"player,regen=1,regeneration=2", WYRM_ERROR_SYNTAX, "'regeneration' is given twice", ""},
        {"player,", WYRM_ERROR_SYNTAX,
         "a key is missing in combatant 'player': it is written NAME[@LEVEL][,KEY=VALUE...]", ""},
        {"player,,hp=3", WYRM_ERROR_SYNTAX,
         "a key is missing in combatant 'player': it is written NAME[@LEVEL][,KEY=VALUE...]", ""},
        {"player,=3", WYRM_ERROR_SYNTAX,
         "a key is missing in combatant 'player': it is written NAME[@LEVEL][,KEY=VALUE...]", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_combatant out;
        wyrm_error error = {0};
        wyrm_status status =
            wyrm_roster_combatant(wyrm_design_roster(*state), cases[i].text, &out, &error);
        if (status != cases[i].status || strcmp(error.message, cases[i].message) != 0 ||
            strcmp(error.hint, cases[i].hint) != 0)
            fail_msg("'%s': status %d, '%s' (%s); wanted %d, '%s' (%s)", cases[i].text, (int)status,
                     error.message, error.hint, (int)cases[i].status, cases[i].message,
                     cases[i].hint);
        assert_int_equal(error.code, status);
        assert_int_equal(error.line, 0);
        assert_int_equal(
            wyrm_roster_combatant(wyrm_design_roster(*state), cases[i].text, &out, NULL), status);
    }
}

/* Whatever the text contains, a message is valid text and in bounds. */
TEST(long_and_broken_texts_are_refused_in_whole_characters)
{
    char text[3000];
    for (int shift = 0; shift < 4; shift++) {
        memset(text, 'x', sizeof text);
        for (size_t i = (size_t)shift; i + 4 < sizeof text; i += 4)
            memcpy(text + i, "\xf0\x9f\x90\x89", 4);
        text[sizeof text - 2] = 'x';
        text[sizeof text - 1] = '\0';
        wyrm_combatant out;
        wyrm_error error;
        assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(*state), text, &out, &error),
                         WYRM_ERROR_UNKNOWN);
        for (const unsigned char *c = (const unsigned char *)error.message; *c != '\0'; c++)
            if (*c >= 0xf0) {
                assert_true((c[1] & 0xc0) == 0x80 && (c[2] & 0xc0) == 0x80 &&
                            (c[3] & 0xc0) == 0x80);
            }
    }
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        static const char letters[] = "player@,=0123456789.-+eorcawhp_ \n\x80";
        test_random random = {seed};
        size_t length = (size_t)random_below(&random, 40);
        for (size_t i = 0; i < length; i++)
            text[i] = letters[random_below(&random, sizeof letters - 1)];
        text[length] = '\0';
        if (seed % 2 == 0)
            memcpy(text, "raw,hp=", 7);
        wyrm_combatant out;
        wyrm_error error = {0};
        wyrm_status status = wyrm_roster_combatant(wyrm_design_roster(*state), text, &out, &error);
        assert_holds(status == WYRM_OK || status == WYRM_ERROR_UNKNOWN ||
                         status == WYRM_ERROR_SYNTAX || status == WYRM_ERROR_RANGE,
                     seed);
        assert_holds((status == WYRM_OK) == (error.message[0] == '\0'), seed);
        if (status == WYRM_OK)
            assert_holds(out.hp <= out.max_hp && out.max_hp <= WYRM_HP_MAX, seed);
    }
}

TEST(monsters_stand_in_the_order_of_the_file)
{
    const wyrm_roster *roster = wyrm_design_roster(*state);
    assert_int_equal(wyrm_roster_count(roster), 25);
    const wyrm_monster *first = wyrm_roster_monster(roster, 0);
    assert_string_equal(first->name, "blob");
    assert_string_equal(first->title, "Blob");
    assert_int_equal(first->glyph, 'b');
    assert_string_equal(wyrm_roster_monster(roster, 19)->title, "Skateboard kid");
    for (size_t i = 0; i < 25; i++)
        assert_int_equal(wyrm_roster_monster(roster, i)->level, i + 1);
}

/* If a file gives no glyphs, letters distinguish the kinds. */
TEST(monsters_without_a_glyph_are_drawn_by_their_names)
{
    OWNED_DESIGN *design = design_from("name: own\nextends: tutorial\n"
                                       "monsters: {imp: {hp: 3}, wolf: {hp: 4, glyph: D}}\n");
    const wyrm_roster *roster = wyrm_design_roster(design);
    const size_t count = wyrm_roster_count(roster);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const wyrm_monster *monster = wyrm_roster_monster(roster, i);
        found += strcmp(monster->name, "imp") == 0 && monster->glyph == 'i';
        found += strcmp(monster->name, "wolf") == 0 && monster->glyph == 'D';
    }
    assert_int_equal(found, 2);
}

TEST(levels_look_like_the_last_monster_they_reach)
{
    const wyrm_roster *roster = wyrm_design_roster(*state);
    for (int32_t level = 1; level <= 25; level++)
        assert_int_equal(wyrm_roster_by_level(roster, level), level - 1);
    assert_int_equal(wyrm_roster_by_level(roster, 26), 24);
    assert_int_equal(wyrm_roster_by_level(roster, INT32_MAX), 24);
    assert_int_equal(wyrm_roster_by_level(roster, 0), 0);
    assert_int_equal(wyrm_roster_by_level(roster, INT32_MIN), 0);
}

#define PLAIN                                                                                      \
    "name: plain\n"                                                                                \
    "models: {combat: ratio, growth: factor, encounter: tracker, loot: scatter, map: rooms}\n"     \
    "encounter: {final_level: 5}\n"                                                                \
    "weapons: {club: {}}\n"                                                                        \
    "armors: {coat: {}}\n"                                                                         \
    "items: {ration: {class: ration}, potion: {weight: 1}}\n"

TEST(levels_may_have_gaps)
{
    OWNED_DESIGN *design = design_from(
        PLAIN "monsters: {rat: {level: 3}, cave_bear: {level: 7}, wyrm: {level: 50}}\n");
    const wyrm_roster *roster = wyrm_design_roster(design);
    const int32_t levels[][2] = {{1, 0}, {3, 0}, {6, 0}, {7, 1}, {49, 1}, {50, 2}, {99, 2}};
    for (size_t i = 0; i < LENGTH_OF(levels); i++)
        assert_int_equal(wyrm_roster_by_level(roster, levels[i][0]), levels[i][1]);
    assert_string_equal(wyrm_roster_monster(roster, 1)->title, "Cave bear");
    assert_int_equal(combatant_of(design, "cave_bear").level, 7);
}

static void check_ruleset_error(const char *text, int line, const char *message)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_design *design = NULL;
    assert_int_equal(wyrm_design_parse("test.yaml", text, strlen(text), &design, errors),
                     WYRM_ERROR_RULESET);
    assert_null(design);
    if (wyrm_errors_count(errors) != 1 ||
        strcmp(wyrm_errors_at(errors, 0)->message, message) != 0) {
        print_errors(errors);
        fail_msg("wanted only '%s'", message);
    }
    assert_int_equal(wyrm_errors_at(errors, 0)->line, line);
    assert_string_equal(wyrm_errors_at(errors, 0)->file, "test.yaml");
}

/* The player has a name of its own besides `player`, which no monster may have. */
TEST(the_player_may_have_a_name)
{
    static const char text[] = "name: t\nmodels: {combat: subtract, growth: levels}\n"
                               "player: {name: hero, hp: 9}\nlevels: [{level: 3, hp: 20}]\n"
                               "monsters: {bat: {hp: 4}}\n";
    static const char *const taken[] = {"bat: {hp: 4}", "hero: {hp: 4}"};
    OWNED_DESIGN *design;
    wyrm_combatant nobody;
    assert_int_equal(wyrm_design_parse("t", text, sizeof text - 1, &design, NULL), WYRM_OK);
    const wyrm_roster *roster = wyrm_design_roster(design);
    assert_int_equal(combatant_of(design, "hero@3").hp, 20);
    assert_int_equal(combatant_of(design, "player@3,power=2").hp, 20);
    assert_string_equal(combatant_of(design, "player").name, "hero");
    assert_true(wyrm_roster_is_player(roster, "hero@3,hp=4"));
    assert_true(wyrm_roster_is_player(roster, "player"));
    assert_false(wyrm_roster_is_player(roster, "heroine"));
    assert_int_equal(wyrm_roster_combatant(roster, "heroine", &nobody, NULL), WYRM_ERROR_UNKNOWN);
    assert_string_equal(wyrm_roster_player_name(wyrm_design_roster(*state)), "player");
    for (size_t i = 0; i < 2; i++) {
        char other[200];
        wyrm_design *wrong = NULL;
        OWNED_ERRORS *errors = fresh_errors();
        int length = snprintf(other, sizeof other,
                              "name: t\nmodels: {combat: subtract}\nplayer: {name: %s, hp: 9}\n"
                              "monsters: {%s}\n",
                              i == 0 ? "raw" : "hero", taken[i]);
        assert_int_equal(wyrm_design_parse("t", other, (size_t)length, &wrong, errors),
                         WYRM_ERROR_RULESET);
        assert_string_equal(wyrm_errors_at(errors, 0)->message,
                            i == 0 ? "the player cannot be called 'raw': that is a word of its own"
                                   : "the player cannot be called 'hero': a monster is");
    }
}

TEST(no_monster_has_a_name_that_means_somebody_else)
{
    static const char *const words[] = {"player", "raw"};
    for (size_t i = 0; i < LENGTH_OF(words); i++) {
        char text[400], wanted[100];
        snprintf(text, sizeof text, PLAIN "monsters:\n  %s: {}\n", words[i]);
        snprintf(wanted, sizeof wanted,
                 "a monster cannot be called '%s': that is a word of its own", words[i]);
        check_ruleset_error(text, 8, wanted);
    }
}

TEST(monsters_out_of_order_are_refused)
{
    check_ruleset_error(PLAIN "monsters:\n  rat: {level: 5}\n  bat: {level: 3}\n", 9,
                        "monster 'bat' is out of order: level 3 after level 5 of 'rat'");
    check_ruleset_error(PLAIN "monsters:\n  rat: {level: 5}\n  bat: {level: 5}\n", 9,
                        "monster 'bat' has the same level 5 as 'rat'");
    check_ruleset_error(PLAIN "monsters:\n  rat: {level: 5}\n  bat: {level: 6}\n  cat: {}\n", 10,
                        "monster 'cat' has no level, but 'rat' has one: all or none");
}

AROUND_ALL(open_ruggrogue, close_design)
