/* Games taken over into other rules: what stays, what follows the rules, what does not fit; and
 * recordings of designers' games, which play the same again. */
#include "wanderer.h"

#include <wyrm.h>

RELEASED_BY(wyrm_replay, wyrm_replay_free)
#define OWNED_REPLAY OWNED(wyrm_replay)
RELEASED_BY(wyrm_engine, wyrm_engine_free)
#define OWNED_ENGINE OWNED(wyrm_engine)

static wyrm_engine *engine_of(const wyrm_design *design)
{
    wyrm_engine *engine;
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    return engine;
}

static wyrm_design *changed_by(const wyrm_design *design, const char *path, const char *text)
{
    wyrm_design *changed;
    const wyrm_change change = {path, text};
    OWNED_ERRORS *errors = fresh_errors();
    if (wyrm_design_change(design, &change, 1, &changed, errors) != WYRM_OK)
        fail_msg("%s: %s", path, wyrm_errors_at(errors, 0)->message);
    return changed;
}

TEST(under_the_same_rules_nothing_changes)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        OWNED_DESIGN *design = NULL, *same = NULL;
        if (wyrm_design_open(shipped[i].name, &design, NULL) != WYRM_OK ||
            wyrm_design_needs(design, WYRM_SYSTEMS_OF_A_GAME, "a game", NULL) != WYRM_OK)
            continue;
        OWNED_ARENA *a = play(shipped[i].name, NULL, 1);
        assert_int_equal(wyrm_design_change(a->design, NULL, 0, &same, NULL), WYRM_OK);
        OWNED_ENGINE *into = engine_of(same);
        test_random random = {(uint64_t)i + 5};
        for (int k = 0; k < 400; k++) {
            wander_on(a, &random);
            const uint64_t before = wyrm_game_checksum(a->game);
            assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
            assert_holds(wyrm_game_checksum(a->game) == before, i + 1);
        }
    }
}

/* The orc of the tutorial: 20 hit points, power 4. */
static arena *with_orcs(void)
{
    return arena_draw("tutorial", "#######\n#@oo..#\n#######", "o=orc");
}

TEST(bodies_follow_and_wounds_stay)
{
    OWNED_ARENA *a = with_orcs();
    OWNED_DESIGN *changed = changed_by(a->design, "monsters.orc", "{hp: 25, power: 9}");
    OWNED_ENGINE *into = engine_of(changed);
    wyrm_game_monster *hurt = &a->game->monsters[0], *other = &a->game->monsters[1];
    const int power = wyrm_combat_stat(wyrm_design_combat(a->design), "power");
    const int64_t most = hurt->body.combatant.max_hp;
    hurt->body.combatant.hp -= 3;
    other->body.combatant.stats[power] += 2; /* added by the game */
    assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
    assert_int_equal(most, 20);
    assert_int_equal(hurt->body.combatant.max_hp, 25);
    assert_int_equal(hurt->body.combatant.hp, 22);
    assert_near(hurt->body.combatant.stats[power], 9, 0);
    assert_near(other->body.combatant.stats[power], 11, 0);
    /* taken back: nothing of it is left */
    assert_works(wyrm_game_take_over(into, a->engine, a->game, &last_error));
    assert_int_equal(hurt->body.combatant.hp, 17);
    assert_near(hurt->body.combatant.stats[power], 4, 0);
    assert_near(other->body.combatant.stats[power], 6, 0);
}

TEST(who_has_lost_more_than_is_left_keeps_one)
{
    OWNED_ARENA *a = with_orcs();
    OWNED_DESIGN *frail = changed_by(a->design, "monsters.orc.hp", "4");
    OWNED_ENGINE *into = engine_of(frail);
    a->game->monsters[0].body.combatant.hp = 2;
    assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
    assert_int_equal(a->game->monsters[0].body.combatant.hp, 1);
    assert_int_equal(a->game->monsters[1].body.combatant.hp, 4);
}

TEST(gear_and_choices_of_the_player)
{
    OWNED_ARENA *a = play("tutorial", "game: {kit: [sword]}", 3);
    wyrm_game *game = a->game;
    const int power = wyrm_combat_stat(wyrm_design_combat(a->design), "power");
    const double before = game->player.combatant.stats[power];
    assert_true(game->pack_count > 0 && game->pack[0].worn); /* the sword: +3 power */
    game->bare.stats[power] += 1;                            /* a choice at a new level */
    arena_dress(a);
    game->player.combatant.hp -= 7;
    OWNED_DESIGN *sharper = changed_by(a->design, "weapons.sword.power", "6");
    OWNED_ENGINE *first = engine_of(sharper);
    assert_works(wyrm_game_take_over(a->engine, first, game, &last_error));
    assert_near(game->player.combatant.stats[power], before + 1 + 3, 0);
    OWNED_DESIGN *tougher = changed_by(sharper, "player", "{hp: 50, power: 3}");
    OWNED_ENGINE *second = engine_of(tougher);
    const int64_t most = game->player.combatant.max_hp;
    assert_works(wyrm_game_take_over(first, second, game, &last_error));
    assert_int_equal(game->player.combatant.max_hp, 50);
    assert_int_equal(game->player.combatant.hp, 43);
    assert_true(most != 50);
}

/* The gains of past choices stay as they were, whatever the choice would give now. */
TEST(choices_of_the_past_stay)
{
    OWNED_ARENA *a = play("tutorial", NULL, 3);
    wyrm_game *game = a->game;
    const int power = wyrm_combat_stat(wyrm_design_combat(a->design), "power");
    game->experience.level = game->bare.level = 4;
    game->bare.stats[power] += 3;
    arena_dress(a);
    const double before = game->player.combatant.stats[power];
    OWNED_DESIGN *changed = changed_by(a->design, "growth.choices.power.power", "5");
    OWNED_ENGINE *into = engine_of(changed);
    assert_works(wyrm_game_take_over(a->engine, into, game, &last_error));
    assert_near(game->player.combatant.stats[power], before, 0);
}

/* A roll keeps its quantile: the least stays the least, the greatest the greatest. */
TEST(rolled_hit_points_keep_their_luck)
{
    for (int high = 0; high < 2; high++) {
        OWNED_ARENA *a = arena_draw_with("tutorial", "monsters: {orc: {hp: \"[5, 9]\"}}",
                                         "#####\n#@o.#\n#####", "o=orc");
        wyrm_combatant *orc = &a->game->monsters[0].body.combatant;
        orc->hp = orc->max_hp = high ? 9 : 5;
        OWNED_DESIGN *changed = changed_by(a->design, "monsters.orc.hp", "[20, 24]");
        OWNED_ENGINE *into = engine_of(changed);
        assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
        assert_int_equal(orc->max_hp, high ? 24 : 20);
    }
}

/* A player with a fullness of 700 of 1500, and a quarter of a hit point or 30 turns of starving
 * counted. */
TEST(hunger_and_healing_go_on_by_the_new_rules)
{
    static const char none[] = "game: {hunger: ~}";
    static const struct {
        const char *from, *path, *text;
        int32_t before, after; /* fullness */
        bool heals, starves;   /* the counted fraction continues */
    } rows[] = {
        {NULL, "game.hunger.most", "1600", 700, 700, true, true},
        {NULL, "game.hunger", "{most: 500, start: 400, stages: [{name: fed, from: 0}]}", 700, 500,
         true, true},
        {NULL, "game.hunger", "{most: 700, start: 400, stages: [{name: fed, from: 0}]}", 700, 700,
         true, true},
        {none, "game.hunger", "{most: 900, start: 800, stages: [{name: fed, from: 0}]}", 0, 800,
         true, false},
        {NULL, "game.hunger", "~", 700, 0, true, false},
        {NULL, "game.hunger.starving", "300", 700, 700, true, false},
        {NULL, "game.regeneration", "77", 700, 700, false, true},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = play("ruggrogue", rows[i].from, 1);
        OWNED_DESIGN *changed = changed_by(a->design, rows[i].path, rows[i].text);
        OWNED_ENGINE *into = engine_of(changed);
        a->game->fullness = rows[i].before;
        a->game->healing = 7;
        a->game->starved = 30;
        assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
        assert_holds(a->game->fullness == rows[i].after, i + 1);
        assert_holds(a->game->healing == (rows[i].heals ? 7 : 0), i + 1);
        assert_holds(a->game->starved == (rows[i].starves ? 30 : 0), i + 1);
    }
}

TEST(rules_that_do_not_fit_change_nothing)
{
    static const struct {
        const char *changes, *message;
    } rows[] = {
        {"monsters: {imp: {hp: 3, power: 1}}",
         "the game cannot be taken over: the rules have other monsters"},
        {"monsters: {orc: ~}\ntargets: ~", NULL},
        {"terrain: {lava: {symbol: '~', damage: 3}}",
         "the game cannot be taken over: the rules have other terrain"},
        {"growth: {choices: {luck: {power: 1}}}",
         "the game cannot be taken over: the rules have other choices at a new level"},
    };
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    const uint64_t before = wyrm_game_checksum(a->game);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        if (rows[i].message == NULL)
            continue;
        OWNED_DESIGN *other = ruleset_with("tutorial", rows[i].changes);
        OWNED_ENGINE *into = engine_of(other);
        assert_int_equal(wyrm_game_take_over(a->engine, into, a->game, &last_error),
                         WYRM_ERROR_ARGUMENT);
        assert_string_equal(last_error.message, rows[i].message);
        assert_true(wyrm_game_checksum(a->game) == before);
    }
    OWNED_ARENA *yarl = play("yarl", NULL, 1);
    assert_int_equal(wyrm_game_take_over(a->engine, yarl->engine, a->game, &last_error),
                     WYRM_ERROR_ARGUMENT);
    assert_non_null(strstr(last_error.message, "another model of"));
}

/* Any number of the ruleset may be changed in any state: the game stays consistent and
 * continues. */
TEST(games_go_on_under_any_changed_number)
{
    static const struct {
        const char *ruleset, *path, *text;
    } rows[] = {
        {"yarl", "monsters.orc.hp", "3"},         {"yarl", "player.hp", "500"},
        {"ruggrogue", "game.regeneration", "50"}, {"ruggrogue", "game.sight", "3"},
        {"tutorial", "monsters.troll.hp", "2d6"}, {"tutorial", "player.power", "1"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_ARENA *a = play(rows[i].ruleset, NULL, i + 1);
        if (wyrm_ruleset_find(wyrm_design_ruleset(a->design), rows[i].path) == NULL)
            fail_msg("%s has no %s", rows[i].ruleset, rows[i].path);
        OWNED_DESIGN *changed = changed_by(a->design, rows[i].path, rows[i].text);
        OWNED_ENGINE *into = engine_of(changed);
        wyrm_engine *back = a->engine;
        test_random random = {i + 11};
        for (int k = 0; k < 300; k++)
            wander_on(a, &random);
        assert_works(wyrm_game_take_over(back, into, a->game, &last_error));
        assert_sound_game(into, a->game);
        a->engine = into;
        for (int k = 0; k < 100; k++)
            wander_on(a, &random);
        a->engine = back;
    }
}

/* ---- recordings ---- */

/* Plays some commands and records them. */
static void play_on(arena *a, wyrm_replay *replay, test_random *random, int commands)
{
    while (commands > 0 && a->game->phase != WYRM_PHASE_DEAD) {
        wyrm_command command = wander(a, random);
        if (arena_act(a, &command) != WYRM_OK)
            continue;
        assert_works(wyrm_replay_add(replay, &command, a->game, &last_error));
        commands--;
    }
}

static const char player_of_100000[] = "player: {hp: 100000}";

/* 60 commands, then 40 with stronger orcs, then back to command 80 under the original rules. */
static wyrm_replay *designed(arena *a)
{
    static const wyrm_change change = {"monsters.orc.power", "7"};
    test_random random = {9};
    wyrm_replay *replay;
    wyrm_replay_verdict verdict;
    const wyrm_game_options options = {.seed = 4};
    assert_works(wyrm_replay_new(a->design, "tutorial", "", &options, &replay, &last_error));
    assert_works(wyrm_replay_begin(replay, a->engine, NULL, a->game, &last_error));
    play_on(a, replay, &random, 60);
    OWNED_DESIGN *changed = changed_by(a->design, change.path, change.text);
    OWNED_ENGINE *into = engine_of(changed);
    wyrm_engine *begun = a->engine;
    assert_works(wyrm_game_take_over(begun, into, a->game, &last_error));
    assert_works(wyrm_replay_add_branch(replay, &change, 1, a->game, &last_error));
    a->engine = into;
    play_on(a, replay, &random, 40);
    wyrm_replay_cut(replay, 80);
    a->engine = begun;
    assert_works(wyrm_replay_check(replay, a->engine, NULL, a->game, &verdict, &last_error));
    assert_string_equal(verdict.why, "");
    assert_works(wyrm_game_take_over(into, begun, a->game, &last_error));
    assert_works(wyrm_replay_add_branch(replay, NULL, 0, a->game, &last_error));
    play_on(a, replay, &random, 20);
    return replay;
}

TEST(a_designers_game_plays_the_same_again)
{
    OWNED_ARENA *a = play("tutorial", player_of_100000, 1);
    OWNED_REPLAY *replay = designed(a), *read;
    const uint64_t end = wyrm_game_checksum(a->game);
    wyrm_replay_verdict verdict;
    size_t length, kept;
    OWNED(char) *text = NULL;
    assert_works(wyrm_replay_text(replay, &text, &length, &last_error));
    assert_int_equal(strncmp(text, "wyrm-replay 3\n", 14), 0);
    assert_non_null(strstr(text, "\ndesigner 1 "));
    assert_non_null(strstr(text, "\n  monsters.orc.power 7\n"));
    assert_non_null(strstr(text, "\ndesigner 0 "));
    assert_works(wyrm_replay_read("a.replay", text, length, &read, &kept, &last_error));
    assert_int_equal(kept, length);
    assert_int_equal(wyrm_replay_branches(read), 2);
    assert_int_equal(wyrm_replay_branch_at(read, 0)->at, 60);
    assert_int_equal(wyrm_replay_branch_at(read, 1)->at, 80);
    assert_string_equal(wyrm_replay_branch_at(read, 0)->changes[0].text, "7");
    assert_works(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, &last_error));
    assert_string_equal(verdict.why, "");
    assert_int_equal(verdict.steps, 100);
    assert_true(wyrm_game_checksum(a->game) == end);
    OWNED(char) *again = NULL;
    size_t again_length;
    assert_works(wyrm_replay_text(read, &again, &again_length, &last_error));
    assert_string_equal(again, text);
    /* before the first branch it is an honest game in the usual format */
    wyrm_replay_cut(read, 59);
    assert_int_equal(wyrm_replay_branches(read), 0);
    OWNED(char) *honest = NULL;
    assert_works(wyrm_replay_text(read, &honest, &again_length, &last_error));
    assert_int_equal(strncmp(honest, "wyrm-replay 2\n", 14), 0);
}

/* Replaces the first occurrence in a text by another text of the same length. */
static void alter(char *text, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

TEST(altered_branches_are_found)
{
    static const struct {
        const char *from, *to, *why;
        bool reads;
    } rows[] = {
        {"orc.power 7", "orc.power 8", "the state that was taken over differs", true},
        {"orc.power 7", "orc.pover 7", "the rules cannot be changed: ", true},
        {"monsters.orc.power 7", "extends /etc/passwd.", "the rules cannot be changed: ", true},
        {"designer 1", "designer 2", "", false},
        {"designer 1", "designer 9", "", false},
        {"monsters.orc.power 7", "monsters.orc.power\t7", "", false},
    };
    OWNED_ARENA *a = play("tutorial", player_of_100000, 1);
    OWNED_REPLAY *replay = designed(a);
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED(char) *text = NULL;
        OWNED_REPLAY *read = NULL;
        size_t length, kept;
        wyrm_replay_verdict verdict;
        assert_works(wyrm_replay_text(replay, &text, &length, &last_error));
        alter(text, rows[i].from, rows[i].to);
        wyrm_status status = wyrm_replay_read("a.replay", text, length, &read, &kept, &last_error);
        assert_int_equal(status, rows[i].reads ? WYRM_OK : WYRM_ERROR_SYNTAX);
        if (!rows[i].reads)
            continue;
        assert_works(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, &last_error));
        assert_false(verdict.same);
        assert_int_equal(verdict.steps, 60);
        assert_non_null(strstr(verdict.why, rows[i].why));
    }
}

/* A change that does not affect the state taken over, but only what is generated later. */
TEST(an_altered_change_is_found_though_nothing_follows)
{
    static const wyrm_change change = {"monsters.orc.weight", "50"};
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = NULL;
    const wyrm_game_options options = {.seed = 4};
    assert_works(wyrm_replay_new(a->design, "tutorial", "", &options, &replay, &last_error));
    assert_works(wyrm_replay_begin(replay, a->engine, NULL, a->game, &last_error));
    const uint64_t before = wyrm_game_checksum(a->game);
    OWNED_DESIGN *changed = changed_by(a->design, change.path, change.text);
    OWNED_ENGINE *into = engine_of(changed);
    assert_works(wyrm_game_take_over(a->engine, into, a->game, &last_error));
    assert_true(wyrm_game_checksum(a->game) == before);
    assert_works(wyrm_replay_add_branch(replay, &change, 1, a->game, &last_error));
    for (int altered = 0; altered < 2; altered++) {
        OWNED(char) *text = NULL;
        OWNED_REPLAY *read = NULL;
        size_t length;
        wyrm_replay_verdict verdict;
        assert_works(wyrm_replay_text(replay, &text, &length, &last_error));
        if (altered)
            alter(text, "weight 50\n", "weight 51\n");
        assert_works(wyrm_replay_read("a.replay", text, length, &read, NULL, &last_error));
        assert_works(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, &last_error));
        assert_true(verdict.same == !altered);
    }
}

static void assert_kept(wyrm_replay *replay, const arena *a, const wyrm_change *changes,
                        size_t count, bool wanted)
{
    const size_t before = wyrm_replay_branches(replay);
    const wyrm_status status = wyrm_replay_add_branch(replay, changes, count, a->game, &last_error);
    assert_int_equal(status, wanted ? WYRM_OK : WYRM_ERROR_LIMIT);
    if (!wanted)
        assert_string_equal(last_error.message, "a recording does not keep so much that changes");
    assert_int_equal(wyrm_replay_branches(replay), before + wanted);
}

/* As many changes as a ruleset can have, each as long as possible; texts without blanks and line
 * breaks. */
TEST(a_recording_keeps_all_that_can_change_and_no_more)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = NULL, *read = NULL;
    const wyrm_game_options options = {.seed = 4};
    wyrm_change changes[WYRM_CHANGES_MAX + 1];
    char path[WYRM_CHANGE_PATH_MAX + 1], text[WYRM_CHANGE_TEXT_MAX + 1];
    assert_works(wyrm_replay_new(a->design, "tutorial", "", &options, &replay, &last_error));
    assert_works(wyrm_replay_begin(replay, a->engine, NULL, a->game, &last_error));
    memset(path, 'p', sizeof path);
    memset(text, 't', sizeof text);
    path[WYRM_CHANGE_PATH_MAX] = text[WYRM_CHANGE_TEXT_MAX] = '\0';
    for (size_t i = 0; i < LENGTH_OF(changes); i++)
        changes[i] = (wyrm_change){path + 1, text + 1};
    assert_kept(replay, a, changes, WYRM_CHANGES_MAX, true);
    assert_kept(replay, a, changes, WYRM_CHANGES_MAX + 1, false);
    static const struct {
        const char *path, *text;
        bool kept;
    } rows[] = {{"a.b", "c d", true},  {"a b", "c", false},   {"a", "", false},
                {"", "a", false},      {"a\n", "c", false},   {"a", "b\nc", false},
                {"a", "b\x7f", false}, {"a\x1f", "b", false}, {"a", " b", true}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_kept(replay, a, &(wyrm_change){rows[i].path, rows[i].text}, 1, rows[i].kept);
    assert_kept(replay, a, &(wyrm_change){path, "a"}, 1, false);
    assert_kept(replay, a, &(wyrm_change){"a", text}, 1, false);
    while (wyrm_replay_branches(replay) < WYRM_REPLAY_BRANCHES_MAX)
        assert_kept(replay, a, NULL, 0, true);
    assert_kept(replay, a, NULL, 0, false);

    OWNED(char) *written = NULL;
    size_t length;
    assert_works(wyrm_replay_text(replay, &written, &length, &last_error));
    assert_works(wyrm_replay_read("a.replay", written, length, &read, NULL, &last_error));
    assert_int_equal(wyrm_replay_branches(read), WYRM_REPLAY_BRANCHES_MAX);
    assert_int_equal(wyrm_replay_branch_at(read, 0)->count, WYRM_CHANGES_MAX);
    assert_string_equal(wyrm_replay_branch_at(read, 0)->changes[63].path, path + 1);
    assert_string_equal(wyrm_replay_branch_at(read, 0)->changes[63].text, text + 1);
    assert_string_equal(wyrm_replay_branch_at(read, 1)->changes[0].text, "c d");
}

TEST(a_branch_that_is_cut_short_is_left_out)
{
    OWNED_ARENA *a = play("tutorial", player_of_100000, 1);
    OWNED_REPLAY *replay = designed(a);
    size_t length, kept;
    OWNED(char) *text = NULL;
    assert_works(wyrm_replay_text(replay, &text, &length, &last_error));
    const char *branch = strstr(text, "designer 1 ");
    const char *change = strstr(branch, "monsters.orc.power 7\n");
    const char *const ends[] = {branch + 5, change, change + 5,
                                change + strlen("monsters.orc.power 7")};
    for (size_t i = 0; i < LENGTH_OF(ends); i++) {
        OWNED_REPLAY *read = NULL;
        assert_works(wyrm_replay_read("a.replay", text, (size_t)(ends[i] - text), &read, &kept,
                                      &last_error));
        assert_int_equal(wyrm_replay_count(read), 60);
        assert_int_equal(wyrm_replay_branches(read), 0);
        assert_int_equal(kept, (size_t)(branch - text));
    }
}
