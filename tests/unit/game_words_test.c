/* Items, the log, the end of a game and its last page, in words. */
#include "game/internal.h"
#include "random_games.h"

#include <wyrm/game_text.h>

static void describes(const arena *a, const char *item, const char *wanted)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    wyrm_game_item one = arena_item(a, item);
    if (wyrm_engine_rules(a->engine)->climbs || strchr(item, '@') == NULL)
        one.item.level = 0;
    wyrm_item_describe(a->engine, &one, text);
    assert_string_equal(text, wanted);
}

TEST(items_are_described)
{
    OWNED_ARENA *rogue = play("ruggrogue", NULL, 1), *tower = play("bob-and-trev", NULL, 1);
    OWNED_ARENA *yarl = play("yarl", NULL, 1), *warrens = play("brogue", NULL, 1);
    describes(rogue, "health_potion",
              "heals 20 hit points; at full hit points adds 2 to their maximum");
    describes(rogue, "fireball_scroll",
              "takes 20 hit points from all within 3 of its aim, at most 6 tiles away");
    describes(rogue, "ration", "feeds for 750 turns");
    describes(rogue, "club", "nothing special");
    describes(yarl, "yo_mama_scroll", "frightens who stands at its aim for 10 turns");
    describes(yarl, "ring_of_regeneration", "wins back 1 hit point each turn");
    describes(yarl, "ring_of_constitution", "adds 20 to your maximum of hit points");
    describes(yarl, "bronze_key", "does nothing here");
    describes(yarl, "greataxe", "damage 1d12, to hit -1, two handed");
    describes(yarl, "chain_mail", "chest, armor class 4");
    describes(warrens, "dagger", "damage 3-4, sneak factor 5, weapon strength 12");
    describes(tower, "biro", "mass 0.012, bludgeon 4, bladed");
}

/* An item that heals only a percentage is not described with "0 hit points and". */
TEST(healing_by_a_part_alone_is_described_and_told)
{
    OWNED_ARENA *a = play("tutorial",
                          "items:\n"
                          "  vial: {glyph: '!', effect: {kind: heal, percent: 5}}\n"
                          "  cup: {glyph: '!', effect: {kind: heal, percent: 5, max_hp: 2}}\n",
                          1);
    describes(a, "vial", "heals 5 % of the maximum");
    describes(a, "cup", "heals 5 % of the maximum; at full hit points adds 2 to their maximum");
}

TEST(gear_of_a_level_tells_what_it_adds)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    char text[WYRM_MESSAGE_TEXT_MAX], name[WYRM_NAME_TEXT_MAX];
    wyrm_game_item club = arena_item(a, "club");
    club.item.level = 4;
    wyrm_item_text(a->engine, &club, name);
    assert_string_equal(name, "+4 Club");
    wyrm_item_describe(a->engine, &club, text);
    assert_string_equal(text, "+4.16 attack"); /* 3.2 x 1.3 */
}

TEST(what_wears_out_tells_how_often)
{
    OWNED_ARENA *a = play("yarl", NULL, 1);
    char name[WYRM_NAME_TEXT_MAX];
    wyrm_game_item wand = arena_item(a, "wand_of_fireball");
    wand.uses = 3;
    wyrm_item_text(a->engine, &wand, name);
    assert_string_equal(name, "Wand of fireball (3 left)");
    wyrm_game_item potion = arena_item(a, "healing_potion");
    wyrm_item_text(a->engine, &potion, name);
    assert_string_equal(name, "Healing potion");
}

TEST(every_item_of_every_ruleset_is_described)
{
    for (int r = 0; r < SHIPPED_COUNT; r++) {
        OWNED_ARENA *a = play(shipped_names[r], NULL, 1);
        const wyrm_item_kind *kinds;
        size_t count = wyrm_loot_kinds(wyrm_design_loot(a->design), &kinds);
        for (size_t i = 0; i < count; i++) {
            char text[WYRM_MESSAGE_TEXT_MAX];
            wyrm_game_item item = arena_item(a, kinds[i].name);
            wyrm_item_describe(a->engine, &item, text);
            if (strlen(text) < 5 || strlen(text) > 120 || strpbrk(text, "{}[]_") != NULL)
                fail_msg("%s of %s: '%s'", kinds[i].name, shipped_names[r], text);
        }
    }
}

/* The letters of English, and those with accents from U+00E0 to U+00FE, except U+00F7, which is no
 * letter. */
TEST(sentences_begin_with_a_capital)
{
    static const char *const rows[][2] = {
        {"abc", "Abc"},         {"zed", "Zed"},         {"Abc", "Abc"},
        {"{a", "{a"},           {"`a", "`a"},           {"", ""},
        {"\u00e0b", "\u00c0b"}, {"\u00feb", "\u00deb"}, {"\u00f7b", "\u00f7b"},
        {"\u00ffb", "\u00ffb"}, {"\u00dfb", "\u00dfb"}, {"\u00f6b", "\u00d6b"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char sentence[16];
        snprintf(sentence, sizeof sentence, "%s", rows[i][0]);
        game_words_capital(sentence);
        assert_string_equal(sentence, rows[i][1]);
    }
}

/* A title within a sentence begins small, unless it has a capital inside, as names have. */
TEST(titles_begin_small_within_sentences)
{
    static const char *const rows[][2] = {
        {"Potion", "potion"},
        {"Healing potion", "healing potion"},
        {"Key 3, of 9 (worn)", "key 3, of 9 (worn)"},
        {"A", "a"},
        {"Z", "z"},
        {"Az", "az"},
        {"AZ", "AZ"},
        {"A-Z", "A-Z"},
        {"Ring of Fire", "Ring of Fire"},
        {"McGuffin", "McGuffin"},
        {"potion", "potion"},
        {"[Old] sword", "[Old] sword"},
        {"+1 sword", "+1 sword"},
        {"\u00c4ther", "\u00c4ther"},
        {"", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char small[WYRM_NAME_TEXT_MAX];
        game_words_small(rows[i][0], small);
        assert_string_equal(small, rows[i][1]);
    }
}

TEST(equal_messages_of_a_turn_are_counted)
{
    static wyrm_log log;
    memset(&log, 0, sizeof log);
    assert_null(wyrm_log_line_at(&log, 0));
    wyrm_log_add(&log, 1, "one");
    wyrm_log_add(&log, 1, "one");
    wyrm_log_add(&log, 2, "one");
    wyrm_log_add(&log, 2, "two");
    wyrm_log_add(&log, 2, "one");
    assert_int_equal(wyrm_log_kept(&log), 4);
    assert_int_equal(wyrm_log_line_at(&log, 3)->times, 2);
    assert_int_equal(wyrm_log_line_at(&log, 2)->times, 1);
    assert_string_equal(wyrm_log_line_at(&log, 1)->text, "two");
    assert_string_equal(wyrm_log_line_at(&log, 0)->text, "one");
}

TEST(the_log_keeps_the_newest)
{
    static wyrm_log log;
    memset(&log, 0, sizeof log);
    for (uint32_t i = 0; i < 1000; i++) {
        char text[16];
        snprintf(text, sizeof text, "line %u", i);
        wyrm_log_add(&log, i, text);
    }
    assert_int_equal(wyrm_log_kept(&log), WYRM_LOG_LINES_MAX);
    assert_string_equal(wyrm_log_line_at(&log, 0)->text, "line 999");
    assert_string_equal(wyrm_log_line_at(&log, WYRM_LOG_LINES_MAX - 1)->text, "line 800");
    assert_null(wyrm_log_line_at(&log, WYRM_LOG_LINES_MAX));
}

static void ends_as(arena *a, wyrm_game_phase phase, wyrm_cause cause, int32_t killer,
                    const char *wanted)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    a->game->phase = phase;
    a->game->cause = cause;
    a->game->killer = killer;
    wyrm_ending_text(a->engine, a->game, text);
    assert_string_equal(text, wanted);
}

TEST(endings_have_a_name)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    ends_as(a, WYRM_PHASE_PLAYING, WYRM_CAUSE_NONE, -1, "still alive");
    ends_as(a, WYRM_PHASE_DEAD, WYRM_CAUSE_MONSTER, 0, "killed by a Blob");
    ends_as(a, WYRM_PHASE_DEAD, WYRM_CAUSE_MONSTER, 7, "killed by an Orc");
    ends_as(a, WYRM_PHASE_DEAD, WYRM_CAUSE_MONSTER, 8, "killed by a Unicorn");
    ends_as(a, WYRM_PHASE_DEAD, WYRM_CAUSE_STARVED, -1, "starved");
    ends_as(a, WYRM_PHASE_DEAD, WYRM_CAUSE_ITSELF, -1, "died by their own doing");
    ends_as(a, WYRM_PHASE_WON, WYRM_CAUSE_NONE, -1, "won the Present");
}

TEST(a_dump_tells_the_whole_game)
{
    static wyrm_log log;
    static const char *const parts[] = {
        "RuggRogue, played with wyrm ",
        "seed 1, run 0\n\nPlayer of level 1, killed by an Orc: depth 1, turn 1\n",
        "\nhit points            17 of 30\n",
        "\nhunger                full (1500 of 1500)\n",
        "\nattack                8.96 (4.8 without gear and boosts)\n",
        "\nconfused              for 3 more turns\n",
        "\nWorn\n  +4 Club\n",
        "\nIn the pack\n  Health potion (2)\n  Ration\n",
        "\nKilled\n     7  Orc\n     2  Blob\n",
        "\n  damage dealt          123\n",
        "\nLast messages\n     5  You hit the Orc for 4. (2 times)\n     6  You kill the Orc.\n",
        "\nThe map as it was known\n########\n#@.!o..#\n#....>.#\n########\n",
    };
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "########\n"
                                "#@.!o..#\n"
                                "#....>.#\n"
                                "########",
                                NULL);
    char *text = NULL;
    memset(&log, 0, sizeof log);
    arena_know_all(a);
    arena_wear(a, arena_give(a, "club@4"));
    arena_give(a, "health_potion");
    arena_give(a, "ration");
    arena_give(a, "health_potion");
    arena_afflict(a, GAME_BODY_PLAYER, WYRM_CONFUSED, 3);
    a->game->player.combatant.hp = 17;
    a->game->phase = WYRM_PHASE_DEAD;
    a->game->cause = WYRM_CAUSE_MONSTER;
    a->game->killer = 7;
    a->game->tally.killed[7] = 7;
    a->game->tally.killed[0] = 2;
    a->game->tally.damage_dealt = 123;
    wyrm_log_add(&log, 5, "You hit the Orc for 4.");
    wyrm_log_add(&log, 5, "You hit the Orc for 4.");
    wyrm_log_add(&log, 6, "You kill the Orc.");
    assert_ok(wyrm_game_dump(a->engine, a->game, &log, &text, &a->error), &a->error);
    for (size_t i = 0; i < LENGTH_OF(parts); i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("no\n%s\nin\n%s", parts[i], text);
    wyrm_free(text);
    assert_ok(wyrm_game_dump(a->engine, a->game, NULL, &text, NULL), NULL);
    assert_null(strstr(text, "Last messages"));
    wyrm_free(text);
}

/* The last page has nothing that the player has not seen. */
TEST(a_dump_knows_no_more_than_the_player)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#######\n"
                                "#@#!o>#\n"
                                "#######",
                                NULL);
    OWNED(char) *text = NULL;
    arena_look(a);
    assert_ok(wyrm_game_dump(a->engine, a->game, NULL, &text, NULL), NULL);
    assert_non_null(strstr(text, "The map as it was known\n###\n#@#\n###\n"));
}
