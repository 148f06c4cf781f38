/* A saved game is the same game again, whatever it was and whenever it was saved. */
#include "wanderer.h"

#include <wyrm/save.h>

enum { TURNS = 500, STATES = 600 };

/* ------------------------------------------------------------------ saving and loading */

typedef struct saved {
    char *text;
    size_t length;
} saved;

static saved save_of(const arena *a, const wyrm_game *game, const wyrm_log *log)
{
    saved save = {0};
    wyrm_error error;
    assert_ok(wyrm_save_text(a->engine, game, log, "here.yaml", &save.text, &save.length, &error),
              &error);
    assert_int_equal(strlen(save.text), save.length);
    return save;
}

static void load_of(const arena *a, const saved *save, wyrm_game *game, wyrm_log *log)
{
    wyrm_error error = {.message = ""};
    bool edited = true;
    memset(game, 0xAA, sizeof *game);
    if (log != NULL)
        memset(log, 0xAA, sizeof *log);
    assert_ok(
        wyrm_save_load(a->engine, "a.save", save->text, save->length, game, log, &edited, &error),
        &error);
    assert_false(edited);
}

/* What the checksum leaves out. */
static void same_beside_the_checksum(const wyrm_game *one, const wyrm_game *other, uint64_t seed)
{
    assert_holds(memcmp(one->tally.killed, other->tally.killed, sizeof one->tally.killed) == 0,
                 seed);
    assert_holds(memcmp(one->tally.used, other->tally.used, sizeof one->tally.used) == 0, seed);
    assert_holds(one->tally.damage_dealt == other->tally.damage_dealt, seed);
    assert_holds(one->tally.damage_taken == other->tally.damage_taken, seed);
    assert_holds(one->tally.healed == other->tally.healed, seed);
    assert_holds(one->tally.kills == other->tally.kills, seed);
    assert_holds(one->tally.steps == other->tally.steps, seed);
    assert_holds(one->tally.attacks == other->tally.attacks, seed);
    assert_holds(one->tally.shots == other->tally.shots, seed);
    assert_holds(one->tally.items_found == other->tally.items_found, seed);
    assert_holds(one->tally.items_used == other->tally.items_used, seed);
    assert_holds(one->tally.choices == other->tally.choices, seed);
    assert_holds(strcmp(one->player.combatant.name, other->player.combatant.name) == 0, seed);
    for (size_t i = 0; i < one->monster_count; i++)
        assert_holds(strcmp(one->monsters[i].body.combatant.name,
                            other->monsters[i].body.combatant.name) == 0,
                     seed);
    size_t tiles = (size_t)one->map.width * (size_t)one->map.height;
    assert_holds(memcmp(one->map.tiles, other->map.tiles, tiles) == 0, seed);
}

static void same_log(const wyrm_log *one, const wyrm_log *other, uint64_t seed)
{
    assert_holds(one->count == other->count, seed);
    for (size_t back = 0; back < wyrm_log_kept(one); back++) {
        const wyrm_log_line *a = wyrm_log_line_at(one, back);
        const wyrm_log_line *b = wyrm_log_line_at(other, back);
        assert_holds(a->turn == b->turn && a->times == b->times && strcmp(a->text, b->text) == 0,
                     seed);
    }
}

/* Saves the game, loads it into *copy and saves that: the same bytes, the same state. */
static void goes_around(arena *a, const wyrm_log *log, wyrm_game *copy, uint64_t seed)
{
    static wyrm_log copied;
    wyrm_error unsound;
    saved first = save_of(a, a->game, log);
    load_of(a, &first, copy, &copied);
    saved second = save_of(a, copy, &copied);
    assert_holds(wyrm_game_checksum(copy) == wyrm_game_checksum(a->game), seed);
    assert_holds(wyrm_game_is_sound(a->engine, copy, &unsound), seed);
    assert_holds(first.length == second.length, seed);
    assert_holds(memcmp(first.text, second.text, first.length) == 0, seed);
    same_beside_the_checksum(a->game, copy, seed);
    same_log(log, &copied, seed);
    wyrm_free(first.text);
    wyrm_free(second.text);
}

/* ------------------------------------------------------------------ every turn of a game */

static void keep_messages(arena *a, wyrm_log *log)
{
    for (size_t i = 0; i < a->event_count; i++) {
        char text[WYRM_MESSAGE_TEXT_MAX];
        if (wyrm_event_text(a->engine, a->game, &a->events[i], text))
            wyrm_log_add(log, a->game->turn, text);
    }
}

/* At every turn the game is saved and loaded, and what was loaded goes on as the game does. */
static void every_turn_goes_around(const char *ruleset, uint64_t seed, int32_t *maps,
                                   size_t *messages)
{
    static wyrm_game copy;
    static wyrm_log log;
    test_random random = {seed};
    OWNED_ARENA *a = play(ruleset, NULL, seed);
    memset(&log, 0, sizeof log);
    wander_again(a, seed);
    for (int i = 0; i < played_times(TURNS); i++) {
        goes_around(a, &log, &copy, a->game->seed);
        uint64_t game = a->game->seed;
        wyrm_command command = wander_on(a, &random);
        if (a->game->seed != game)
            continue; /* the next one has begun */
        assert_ok(wyrm_game_act(a->engine, &copy, &command, NULL, &a->error), &a->error);
        assert_holds(wyrm_game_checksum(&copy) == wyrm_game_checksum(a->game), seed);
        keep_messages(a, &log);
        *maps += arena_heard(a, WYRM_EVENT_LEVEL_ENTERED) != NULL;
        if (a->game->phase == WYRM_PHASE_DEAD)
            wander_again(a, a->game->seed + 1);
    }
    *messages += log.count;
}

TEST(save_and_load_at_every_turn)
{
    int32_t maps = 0;
    size_t messages = 0;
    for (int i = 0; i < RANDOM_RULESETS; i++)
        every_turn_goes_around(random_rulesets[i], 7 + (uint64_t)i, &maps, &messages);
    print_message("%d stairs taken, %zu messages\n", maps, messages);
    if (played_times(TURNS) >= TURNS) { /* enough has happened for it to show something */
        assert_true(maps >= RANDOM_RULESETS);
        assert_true(messages >= 100 * RANDOM_RULESETS);
    }
}

TEST(random_states_go_around)
{
    static wyrm_game copy;
    static const wyrm_log log;
    for (int r = 0; r < RANDOM_RULESETS; r++) {
        OWNED_ARENA *a = play(random_rulesets[r], NULL, 1);
        for (int i = 0; i < played_times(STATES) / RANDOM_RULESETS; i++) {
            uint64_t seed = (uint64_t)i * 977 + 1;
            random_state(a, seed);
            goes_around(a, &log, &copy, seed);
        }
    }
}

/* ------------------------------------------------------------------ edges */

TEST(seeds_of_64_bits_are_exact)
{
    static const uint64_t seeds[] = {
        0, 1, UINT64_C(9007199254740993), INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    static wyrm_game copy;
    for (size_t i = 0; i < LENGTH_OF(seeds); i++) {
        OWNED_ARENA *a = play("ruggrogue", NULL, seeds[i]);
        wyrm_save_facts facts;
        play_again(a, seeds[i], UINT64_MAX - i);
        saved save = save_of(a, a->game, NULL);
        load_of(a, &save, &copy, NULL);
        assert_true(copy.seed == seeds[i] && copy.run == UINT64_MAX - i);
        assert_int_equal(wyrm_save_facts_of("a", save.text, save.length, &facts, NULL), WYRM_OK);
        assert_true(facts.seed == seeds[i]);
        wyrm_free(save.text);
    }
}

TEST(counts_that_are_full_are_exact)
{
    static wyrm_game copy;
    static const wyrm_log log;
    OWNED_ARENA *a = play("ruggrogue", NULL, 3);
    wyrm_game *game = a->game;
    game->tally.damage_dealt = UINT64_MAX;
    game->tally.kills = UINT32_MAX;
    game->tally.killed[3] = UINT32_MAX;
    game->experience.base = UINT64_MAX;
    game->difficulty.pending = UINT64_MAX;
    game->commands = UINT64_MAX;
    game->turn = UINT32_MAX;
    game->boosts[game->boost_count++] = (wyrm_boost){.stat = 0, .amount = 0.1, .turns = -1};
    game->boosts[game->boost_count++] = (wyrm_boost){.stat = -1, .amount = 1e-300, .turns = 1};
    arena_dress(a);
    goes_around(a, &log, &copy, 3);
}

TEST(facts_tell_what_a_save_is)
{
    OWNED_ARENA *a = play("yarl", NULL, 12);
    wyrm_save_facts facts;
    wyrm_error error;
    a->game->turn = 345;
    a->game->difficulty.depth = 6;
    a->game->experience.level = 4;
    saved save = save_of(a, a->game, NULL);
    assert_ok(wyrm_save_facts_of("a.save", save.text, save.length, &facts, &error), &error);
    assert_string_equal(facts.ruleset, "variant");
    assert_string_equal(facts.source, "here.yaml");
    assert_string_equal(facts.hash, wyrm_ruleset_hash(wyrm_design_ruleset(a->design)));
    assert_string_equal(facts.version, wyrm_version());
    assert_int_equal(facts.seed, 12);
    assert_int_equal(facts.turn, 345);
    assert_int_equal(facts.depth, 6);
    assert_int_equal(facts.level, 4);
    wyrm_free(save.text);
}

TEST(only_games_that_go_on_are_saved)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    saved save;
    a->game->phase = WYRM_PHASE_DEAD;
    a->game->cause = WYRM_CAUSE_STARVED;
    assert_int_equal(
        wyrm_save_text(a->engine, a->game, NULL, "", &save.text, &save.length, &a->error),
        WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, "the game is over");
    a->game->phase = WYRM_PHASE_WON; /* the tutorial ends with it */
    assert_int_equal(wyrm_save_text(a->engine, a->game, NULL, "", &save.text, &save.length, NULL),
                     WYRM_ERROR_ARGUMENT);
    a->game->phase = WYRM_PHASE_PLAYING;
    a->game->arena = true;
    assert_int_equal(
        wyrm_save_text(a->engine, a->game, NULL, "", &save.text, &save.length, &a->error),
        WYRM_ERROR_ARGUMENT);
    assert_string_equal(a->error.message, "a set fight cannot be saved");
    assert_null(save.text);
}

TEST(a_victory_that_goes_on_is_saved)
{
    static wyrm_game copy;
    static const wyrm_log log;
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    a->game->phase = WYRM_PHASE_WON;
    goes_around(a, &log, &copy, 1);
    assert_int_equal(copy.phase, WYRM_PHASE_WON);
}

/* Bytes that are no UTF-8, as paths may be, and a log that has gone around. */
TEST(odd_texts_are_kept_as_well_as_can_be)
{
    static wyrm_game copy;
    static wyrm_log log, copied;
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    wyrm_save_facts facts;
    saved save;
    memset(&log, 0, sizeof log);
    for (uint32_t i = 0; i < 3 * WYRM_LOG_LINES_MAX + 5; i++) {
        char text[32];
        snprintf(text, sizeof text, "\"%u\" \\ \xC3\xA9\t", i);
        wyrm_log_add(&log, i, text);
    }
    wyrm_log_add(&log, 9, "caf\xE9");
    assert_int_equal(wyrm_save_text(a->engine, a->game, &log, "/home/caf\xE9.yaml", &save.text,
                                    &save.length, NULL),
                     WYRM_OK);
    load_of(a, &save, &copy, &copied);
    assert_int_equal(copied.count, 3 * WYRM_LOG_LINES_MAX + 6);
    assert_string_equal(wyrm_log_line_at(&copied, 0)->text, "caf?");
    for (size_t back = 1; back < WYRM_LOG_LINES_MAX; back++)
        assert_string_equal(wyrm_log_line_at(&copied, back)->text,
                            wyrm_log_line_at(&log, back)->text);
    assert_int_equal(wyrm_save_facts_of("a", save.text, save.length, &facts, NULL), WYRM_OK);
    assert_string_equal(facts.source, "/home/caf?.yaml");
    wyrm_free(save.text);
}
