/* Set fights: reading their words, the section `arenas` of a ruleset, and the floors they are
 * fought on. */
#include "helpers.h"

#include <wyrm/arena.h>
#include <wyrm/rng.h>

#define SEED 20261121

static wyrm_arena read_words(const wyrm_design *design, const char *text)
{
    wyrm_arena arena;
    wyrm_error error = {0};
    if (wyrm_arena_read(design, text, &arena, &error) != WYRM_OK)
        fail_msg("'%s': %s", text, error.message);
    return arena;
}

TEST(words_name_two_sides)
{
    const wyrm_design *design = *state;
    const wyrm_roster *roster = wyrm_design_roster(design);
    wyrm_arena arena =
        read_words(design, "player@3,weapon=shortsword vs orc x2 + troll,elite + orc");
    wyrm_combatant player, elite;
    wyrm_error error;
    assert_int_equal(wyrm_roster_combatant(roster, "player@3,weapon=shortsword", &player, &error),
                     WYRM_OK);
    assert_int_equal(wyrm_roster_combatant(roster, "troll,elite", &elite, &error), WYRM_OK);
    assert_int_equal(arena.count, 4);
    assert_int_equal(arena.player.level, 3);
    assert_int_equal(arena.player.hp, player.hp);
    assert_int_equal(arena.monsters[2].combatant.hp, elite.hp);
    const char *names[] = {"orc", "orc", "troll", "orc"};
    for (size_t i = 0; i < arena.count; i++) {
        assert_true(arena.monsters[i].monster >= 0);
        assert_string_equal(wyrm_roster_monster(roster, (size_t)arena.monsters[i].monster)->name,
                            names[i]);
        assert_int_equal(arena.monsters[i].experience, 0);
        assert_false(arena.monsters[i].asleep);
    }
    assert_int_equal(arena.shape, WYRM_ARENA_ROOM);
    assert_int_equal(arena.distance, 3);
}

/* In every combat model: that of `yarl` has no sleepers, that of `ruggrogue` has a stat for them,
 * which the game sets. */
TEST(who_is_asleep_can_be_said_in_words)
{
    static const struct {
        const char *words;
        bool asleep[3];
    } cases[] = {
        {"player vs orc,asleep", {true}},
        {"player vs orc,asleep=1 + orc", {true, false}},
        {"player vs orc + orc,asleep,hp=5 x2", {false, true, true}},
        {"player vs orc,hp=5,asleep + orc,asleep=0", {true, false}},
        {"player vs orc,asleep=true,hp=5 + orc,asleep=false", {true, false}},
    };
    wyrm_design *designs[] = {ruggrogue(), ruleset_with("yarl", "")};
    for (size_t d = 0; d < sizeof designs / sizeof *designs; d++) {
        wyrm_combatant orc;
        wyrm_error error = {0};
        assert_int_equal(wyrm_roster_combatant(wyrm_design_roster(designs[d]), "orc", &orc, &error),
                         WYRM_OK);
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            wyrm_arena arena = read_words(designs[d], cases[c].words);
            for (size_t i = 0; i < arena.count; i++) {
                assert_int_equal(arena.monsters[i].asleep, cases[c].asleep[i]);
                assert_memory_equal(arena.monsters[i].combatant.stats, orc.stats, sizeof orc.stats);
            }
        }
        wyrm_design_free(designs[d]);
    }
}

TEST(blanks_around_words_do_not_count)
{
    wyrm_arena plain = read_words(*state, "player vs orc x2 + troll");
    wyrm_arena loose = read_words(*state, "  player   vs orc   x2  +   troll  ");
    assert_int_equal(loose.count, 3);
    assert_int_equal(loose.count, plain.count);
    for (size_t i = 0; i < plain.count; i++)
        assert_int_equal(loose.monsters[i].monster, plain.monsters[i].monster);
}

/* A monster of any level is the one of the roster that represents it; `raw` is none. */
TEST(who_stands_for_a_level_is_known)
{
    OWNED_DESIGN *design = ruggrogue();
    wyrm_arena arena = read_words(design, "player@6 vs monster@8 + raw,hp=5 + snake");
    assert_int_equal(arena.monsters[0].monster,
                     wyrm_roster_by_level(wyrm_design_roster(design), 8));
    assert_int_equal(arena.monsters[1].monster, -1);
    assert_int_equal(arena.monsters[1].combatant.hp, 5);
    assert_int_equal(arena.monsters[2].combatant.level, 4);
}

typedef struct mistake {
    const char *text;
    wyrm_status status;
    const char *message, *hint;
} mistake;

#define FORM "a fight is written 'player@3 vs orc x4 + troll'"
#define MANY "how many and who else is written 'orc x4 + troll'"

TEST(words_that_make_no_fight_are_explained)
{
    static const mistake mistakes[] = {
        {"", WYRM_ERROR_SYNTAX, "nobody is named at the end", FORM},
        {"   ", WYRM_ERROR_SYNTAX, "nobody is named at the end", FORM},
        {"player", WYRM_ERROR_SYNTAX, "'player' fights nobody", FORM},
        {"player vs", WYRM_ERROR_SYNTAX, "nobody is named at the end", FORM},
        {"vs orc", WYRM_ERROR_SYNTAX, "nobody is named before a 'vs' or '+'", FORM},
        {"player vs + orc", WYRM_ERROR_SYNTAX, "nobody is named before a 'vs' or '+'", FORM},
        {"player vs orc +", WYRM_ERROR_SYNTAX, "nobody is named at the end", FORM},
        {"player versus orc", WYRM_ERROR_SYNTAX, "'versus' means nothing in a fight", FORM},
        {"player VS orc", WYRM_ERROR_SYNTAX, "'VS' means nothing in a fight", FORM},
        {"player vs orc vs troll", WYRM_ERROR_SYNTAX, "a fight has two sides, and one 'vs'", ""},
        {"player x2 vs orc", WYRM_ERROR_SYNTAX, "one fights alone before the 'vs'", ""},
        {"player + orc vs orc", WYRM_ERROR_SYNTAX, "one fights alone before the 'vs'", ""},
        {"player vs orc 4", WYRM_ERROR_SYNTAX, "'4' means nothing in a fight", MANY},
        {"player vs orc *4", WYRM_ERROR_SYNTAX, "'*4' means nothing in a fight", MANY},
        {"player vs orc x4.5", WYRM_ERROR_SYNTAX, "'x4.5' means nothing in a fight", MANY},
        {"player vs orc x2 x2", WYRM_ERROR_SYNTAX, "'x2' means nothing in a fight", MANY},
        {"player vs orc troll", WYRM_ERROR_SYNTAX, "'troll' means nothing in a fight", MANY},
        {"player vs 4 orc", WYRM_ERROR_UNKNOWN, "no combatant '4'",
         "how many is written behind the name, 'orc x4'"},
        {"player vs orc x0", WYRM_ERROR_LIMIT, "'orc x0': there must be at least one", ""},
        {"player vs orc x-3", WYRM_ERROR_LIMIT, "'orc x-3': there must be at least one", ""},
        {"player vs orc x33", WYRM_ERROR_LIMIT, "an arena holds at most 32 monsters", ""},
        {"player vs orc x99999999999999999999", WYRM_ERROR_LIMIT,
         "an arena holds at most 32 monsters", ""},
        {"player vs orc x32 + troll", WYRM_ERROR_LIMIT, "an arena holds at most 32 monsters", ""},
        {"player vs ork", WYRM_ERROR_UNKNOWN, "no combatant 'ork'", "did you mean 'orc'?"},
        {"player vs xyzzyxyzzy", WYRM_ERROR_UNKNOWN, "no combatant 'xyzzyxyzzy'",
         "'wyrm rules show' names all there are"},
        {"player,weapon=shortswrd vs orc", WYRM_ERROR_UNKNOWN, "no weapon 'shortswrd'",
         "did you mean 'shortsword'?"},
        {"player,wepon=dagger vs orc", WYRM_ERROR_UNKNOWN,
         "unknown key 'wepon' of combatant 'player'", "did you mean 'weapon'?"},
        {"player@0 vs orc", WYRM_ERROR_RANGE, "level 0 is out of range (1 to 100000)", ""},
        {"player vs orc,asleep=2", WYRM_ERROR_RANGE, "'asleep' must be 0 or 1, found '2'", ""},
        {"player vs orc,asleepy", WYRM_ERROR_UNKNOWN, "unknown key 'asleepy' of combatant 'orc'",
         "one of accuracy, evasion, power, defense, armor_class, damage_min, damage_max, "
         "dice_count, dice_sides, dice_plus, reach, ..."},
        {"player,asleep vs orc", WYRM_ERROR_SYNTAX, "who fights alone cannot be asleep",
         "sleepers stand behind the 'vs': 'player vs orc,asleep'"},
        {"player vs raw", WYRM_ERROR_RANGE, "'raw' has no hit points to fight with",
         "say how many: 'raw,hp=30'"},
        {"player\tvs orc", WYRM_ERROR_SYNTAX,
         "a fight in words is one line, without tabs or other control characters", ""},
        {"player vs orc\nx2", WYRM_ERROR_SYNTAX,
         "a fight in words is one line, without tabs or other control characters", ""},
    };
    int wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const mistake *at = &mistakes[i];
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status status = wyrm_arena_read(*state, at->text, &arena, &error);
        if (status == at->status && strcmp(error.message, at->message) == 0 &&
            strcmp(error.hint, at->hint) == 0)
            continue;
        print_error("'%s': %d '%s' (%s)\n", at->text, (int)status, error.message, error.hint);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

TEST(a_thousand_bytes_are_read_and_no_more)
{
    char text[1102];
    wyrm_arena arena;
    wyrm_error error = {0};
    memset(text, ' ', sizeof text);
    memcpy(text, "player vs orc", 13);
    text[1000] = '\0';
    assert_int_equal(wyrm_arena_read(*state, text, &arena, &error), WYRM_OK);
    text[1000] = ' ';
    text[1001] = '\0';
    assert_int_equal(wyrm_arena_read(*state, text, &arena, &error), WYRM_ERROR_LIMIT);
    assert_string_equal(error.message, "a fight in words has at most 1000 bytes");
    memset(text, 'a', 1000);
    text[1000] = '\0';
    assert_int_equal(wyrm_arena_read(*state, text, &arena, &error), WYRM_ERROR_UNKNOWN);
    assert_int_equal(wyrm_arena_read(*state, text, &arena, NULL), WYRM_ERROR_UNKNOWN);
}

/* Sequences of random words: they are read as a fight, or the error says why not. */
TEST(random_words_are_read_or_refused)
{
    static const char *const words[] = {"player", "orc",  "vs", "vs", "+",  "x2", "x32", "x0",
                                        "troll",  "raw",  " ",  "x",  "@",  ",",  "=",   "\x80",
                                        "orc@",   "orc,", "-",  "x-", "+x", "vs+"};
    wyrm_rng rng = wyrm_rng_start(SEED, 0, 0, 0);
    size_t read = 0;
    for (int round = 0; round < 20000; round++) {
        char text[200] = "";
        if (round % 2 == 0)
            strcpy(text, "player vs ");
        uint64_t length = wyrm_rng_below(&rng, 8);
        for (uint64_t i = 0; i < length; i++) {
            strcat(text, words[wyrm_rng_below(&rng, sizeof words / sizeof *words)]);
            strcat(text, " ");
        }
        wyrm_arena arena;
        wyrm_error error = {0};
        wyrm_status status = wyrm_arena_read(*state, text, &arena, &error);
        bool sound = status == WYRM_OK ? arena.count >= 1 && arena.count <= 32 : error.message[0];
        if (!sound)
            fail_msg("seed %d, round %d: '%s'", SEED, round, text);
        read += status == WYRM_OK;
    }
    assert_true(read > 20);
}

TEST(a_name_is_no_fight_in_words)
{
    assert_false(wyrm_arena_is_words("two_orcs"));
    assert_false(wyrm_arena_is_words("vs"));
    assert_true(wyrm_arena_is_words("player vs orc"));
    assert_true(wyrm_arena_is_words("player@3"));
    assert_true(wyrm_arena_is_words("orc,elite"));
    assert_true(wyrm_arena_is_words(" "));
}

#define TWO                                                                                        \
    "arenas:\n"                                                                                    \
    "  duel: {fight: 'player@2 vs monster@2'}\n"                                                   \
    "  ambush:\n"                                                                                  \
    "    fight: player@6,weapon=6 vs monster@6 x3 + monster@7\n"                                   \
    "    shape: corridor\n"                                                                        \
    "    distance: 5\n"                                                                            \
    "    asleep: true\n"

TEST(arenas_of_a_ruleset_are_found_by_name)
{
    OWNED_DESIGN *design = ruggrogue_with(TWO);
    wyrm_arena arena;
    wyrm_error error = {0};
    size_t count = wyrm_arena_count(design);
    assert_true(count >= 2);
    assert_string_equal(wyrm_arena_name(design, count - 2), "duel");
    assert_string_equal(wyrm_arena_words(design, count - 2), "player@2 vs monster@2");
    assert_null(wyrm_arena_name(design, count));
    assert_int_equal(wyrm_arena_find(design, "ambush", &arena, &error), WYRM_OK);
    assert_int_equal(arena.count, 4);
    assert_int_equal(arena.shape, WYRM_ARENA_CORRIDOR);
    assert_int_equal(arena.distance, 5);
    assert_true(arena.monsters[0].asleep && arena.monsters[3].asleep);
    assert_int_equal(wyrm_arena_find(design, "duel", &arena, &error), WYRM_OK);
    assert_int_equal(arena.shape, WYRM_ARENA_ROOM);
    assert_int_equal(arena.distance, 3);
    assert_false(arena.monsters[0].asleep);
    assert_int_equal(wyrm_arena_find(design, "ambsh", &arena, &error), WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.message, "the ruleset has no arena 'ambsh'");
    assert_string_equal(error.hint, "did you mean 'ambush'?");
    assert_int_equal(wyrm_arena_find(design, "xyzzyxyzzy", &arena, &error), WYRM_ERROR_UNKNOWN);
    assert_string_equal(error.hint,
                        "it has one_of_its_level, two_in_a_room, two_in_a_corridor, duel, ambush");
}

TEST(an_arena_that_makes_no_fight_is_told_where)
{
    assert_ruggrogue_fails("arenas: {a: {fight: 'player monster@2'}}\n",
                           "'monster@2' means nothing in a fight");
    assert_ruggrogue_fails("arenas: {a: {fight: 'player vs monstr@2'}}\n", "no combatant 'monstr'");
    assert_ruggrogue_fails("arenas: {a: {fight: 'player vs monster x33'}}\n",
                           "an arena holds at most 32 monsters");
    assert_ruggrogue_fails("arenas: {a: {fight: 'player vs monster x24', shape: corridor}}\n",
                           "there is no room for 24 monsters in a corridor");
    assert_ruggrogue_fails("arenas: {a: {shape: room}}\n", "missing key 'fight' in arenas.a");
    OWNED_DESIGN *design =
        ruggrogue_with("arenas: {a: {fight: 'player vs monster x23', shape: corridor}}\n");
    assert_string_equal(wyrm_arena_name(design, wyrm_arena_count(design) - 1), "a");
}

/* The nearest monster is at the wanted distance, or as far as there is room. */
TEST(the_distance_is_what_there_is_room_for)
{
    static const struct {
        wyrm_arena_shape shape;
        size_t count;
        int32_t wanted, got;
    } cases[] = {
        {WYRM_ARENA_ROOM, 1, 3, 3},       {WYRM_ARENA_ROOM, 1, 30, 8},
        {WYRM_ARENA_ROOM, 9, 30, 8},      {WYRM_ARENA_ROOM, 10, 30, 7},
        {WYRM_ARENA_CORRIDOR, 1, 30, 23}, {WYRM_ARENA_CORRIDOR, 23, 5, 1},
        {WYRM_ARENA_CORRIDOR, 24, 5, 0},  {WYRM_ARENA_OPEN, 32, 30, 16},
        {WYRM_ARENA_OPEN, 1, 30, 19},     {WYRM_ARENA_OPEN, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const wyrm_arena arena = {
            .shape = cases[i].shape, .count = cases[i].count, .distance = cases[i].wanted};
        assert_int_equal(wyrm_arena_distance(&arena), cases[i].got);
    }
}

TEST(every_shape_has_a_name)
{
    for (int i = WYRM_ARENA_ROOM; i <= WYRM_ARENA_OPEN; i++) {
        wyrm_arena_shape found;
        assert_true(wyrm_arena_shape_find(wyrm_arena_shape_name((wyrm_arena_shape)i), &found));
        assert_int_equal(found, i);
        const wyrm_arena_floor floor = wyrm_arena_floor_of((wyrm_arena_shape)i);
        assert_in_range(floor.x, 0, floor.width - 2);
        assert_in_range(floor.y, 0, floor.height - 1);
        assert_in_range(floor.abreast, 1, floor.height);
    }
    wyrm_arena_shape found;
    assert_false(wyrm_arena_shape_find("hall", &found));
}

/* All shipped rulesets name set fights, and all of them can be read. */
TEST(the_shipped_rulesets_have_arenas)
{
    for (size_t i = 0; i < SHIPPED_COUNT; i++) {
        OWNED_DESIGN *design = ruleset_with(shipped_names[i], "");
        assert_true(wyrm_arena_count(design) >= 3);
        for (size_t a = 0; a < wyrm_arena_count(design); a++) {
            wyrm_arena arena;
            wyrm_error error = {0};
            assert_int_equal(wyrm_arena_find(design, wyrm_arena_name(design, a), &arena, &error),
                             WYRM_OK);
        }
    }
}

AROUND_ALL(open_yarl, close_design)
