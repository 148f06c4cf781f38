/* A recording plays the same game again, tells where it does not, and can be cut anywhere. */
#include "wanderer.h"

#include <wyrm/replay.h>

enum { COMMANDS = 2000 };

/* ------------------------------------------------------------------ making one */

RELEASED_BY(wyrm_replay, wyrm_replay_free)
#define OWNED_REPLAY OWNED(wyrm_replay)

static wyrm_replay_facts facts_of(const arena *a, uint64_t seed)
{
    wyrm_replay_facts facts = {.ruleset = "variant", .source = "variant.yaml", .seed = seed};
    snprintf(facts.hash, sizeof facts.hash, "%s",
             wyrm_ruleset_hash(wyrm_design_ruleset(a->design)));
    snprintf(facts.version, sizeof facts.version, "%s", wyrm_version());
    return facts;
}

static wyrm_replay *recording_of(const wyrm_replay_facts *facts)
{
    wyrm_replay *replay = NULL;
    assert_ok(wyrm_replay_new(facts, &replay, NULL), NULL);
    return replay;
}

/* Plays until so many commands are recorded or the game is over. */
static wyrm_replay *record(arena *a, uint64_t seed, int commands)
{
    test_random random = {seed};
    wyrm_replay_facts facts = facts_of(a, seed);
    wyrm_replay *replay = recording_of(&facts);
    assert_ok(wyrm_replay_begin(replay, a->engine, NULL, a->game, &a->error), &a->error);
    while (wyrm_replay_count(replay) < (size_t)commands && a->game->phase != WYRM_PHASE_DEAD) {
        wyrm_command command = wander(a, &random);
        if (arena_act(a, &command) == WYRM_OK)
            assert_ok(wyrm_replay_add(replay, &command, a->game, NULL), NULL);
    }
    return replay;
}

static char *text_of(const wyrm_replay *replay, size_t *length)
{
    char *text = NULL;
    assert_ok(wyrm_replay_text(replay, &text, length, NULL), NULL);
    assert_int_equal(strlen(text), *length);
    return text;
}

static wyrm_replay *read_of(const char *text, size_t length, bool wanted_cut)
{
    wyrm_replay *replay = NULL;
    wyrm_error error;
    bool cut = !wanted_cut;
    assert_ok(wyrm_replay_read("a.replay", text, length, &replay, &cut, &error), &error);
    assert_true(cut == wanted_cut);
    return replay;
}

/* ------------------------------------------------------------------ the same again */

static void plays_the_same(const char *ruleset)
{
    OWNED_ARENA *a = play(ruleset, "player: {hp: 100000}", 1);
    OWNED_REPLAY *replay = record(a, 77, played_times(COMMANDS));
    uint64_t end = wyrm_game_checksum(a->game);
    uint32_t turn = a->game->turn;
    size_t length, again_length;
    char *text = text_of(replay, &length);
    OWNED_REPLAY *read = read_of(text, length, false);
    char *again = text_of(read, &again_length);
    wyrm_replay_verdict verdict;
    assert_int_equal(again_length, length);
    assert_memory_equal(again, text, length);
    assert_true(wyrm_replay_count(replay) > 10);
    memset(a->game, 0xAA, sizeof *a->game);
    assert_ok(wyrm_replay_check(read, a->engine, a->game, &verdict, &a->error), &a->error);
    assert_string_equal(verdict.why, "");
    assert_true(verdict.same);
    assert_int_equal(verdict.steps, wyrm_replay_count(replay));
    assert_int_equal(verdict.turn, turn);
    assert_true(wyrm_game_checksum(a->game) == end);
    wyrm_free(text);
    wyrm_free(again);
}

TEST(recorded_games_play_the_same)
{
    for (int i = 0; i < RANDOM_RULESETS; i++)
        plays_the_same(random_rulesets[i]);
}

/* Every command as it stands in a file. */
TEST(every_command_reads_back)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    wyrm_replay_facts facts = facts_of(a, UINT64_MAX);
    facts.run = UINT64_MAX - 1;
    facts.without_count = 2;
    strcpy(facts.without[0], "scroll");
    strcpy(facts.without[1], "healing_potion");
    strcpy(facts.player, "careful");
    OWNED_REPLAY *replay = recording_of(&facts);
    static const int32_t numbers[][3] = {{0, 0, 0}, {7, 255, 9}, {6, 10, 255}};
    for (int kind = 0; kind < WYRM_COMMAND_COUNT; kind++)
        for (size_t i = 0; i < LENGTH_OF(numbers); i++) {
            wyrm_command command = {.kind = (wyrm_command_kind)kind,
                                    .argument = numbers[i][0],
                                    .target = {(int16_t)numbers[i][1], (int16_t)numbers[i][2]}};
            a->game->seed++;
            assert_ok(wyrm_replay_add(replay, &command, a->game, NULL), NULL);
        }
    size_t length;
    char *text = text_of(replay, &length);
    assert_non_null(strstr(text, "\nw "));
    assert_non_null(strstr(text, "\nm 7 "));
    assert_non_null(strstr(text, "\nu 7 255 9 "));
    assert_non_null(strstr(text, "\nf 10 255 "));
    OWNED_REPLAY *read = read_of(text, length, false);
    assert_int_equal(wyrm_replay_count(read), wyrm_replay_count(replay));
    for (size_t i = 0; i < wyrm_replay_count(read); i++) {
        const wyrm_replay_step *one = wyrm_replay_at(replay, i), *other = wyrm_replay_at(read, i);
        assert_int_equal(one->command.kind, other->command.kind);
        assert_true(one->checksum == other->checksum);
    }
    const wyrm_replay_facts *got = wyrm_replay_facts_of(read);
    assert_true(got->seed == UINT64_MAX && got->run == UINT64_MAX - 1);
    assert_string_equal(got->source, "variant.yaml");
    assert_string_equal(got->player, "careful");
    assert_int_equal(got->without_count, 2);
    assert_string_equal(got->without[1], "healing_potion");
    assert_null(wyrm_replay_at(read, wyrm_replay_count(read)));
    wyrm_free(text);
}

/* ------------------------------------------------------------------ where it differs */

static wyrm_replay_verdict verdict_of(arena *a, const char *text, size_t length)
{
    wyrm_replay_verdict verdict;
    OWNED_REPLAY *replay = read_of(text, length, false);
    assert_ok(wyrm_replay_check(replay, a->engine, a->game, &verdict, &a->error), &a->error);
    return verdict;
}

/* The start of line `number`, from 1. */
static char *line_of(char *text, int number)
{
    for (int line = 1; line < number; line++)
        text = strchr(text, '\n') + 1;
    return text;
}

TEST(the_first_difference_is_told)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    const wyrm_command wait = {.kind = WYRM_DO_WAIT};
    wyrm_replay_facts facts = facts_of(a, 4);
    OWNED_REPLAY *replay = recording_of(&facts);
    assert_ok(wyrm_replay_begin(replay, a->engine, NULL, a->game, &a->error), &a->error);
    for (int i = 0; i < 10; i++) {
        assert_ok(arena_act(a, &wait), &a->error);
        assert_ok(wyrm_replay_add(replay, &wait, a->game, NULL), NULL);
    }
    size_t length;
    char *text = text_of(replay, &length);
    assert_true(verdict_of(a, text, length).same);

    char *line = line_of(text, 2 + 6); /* of the sixth command */
    line[2] ^= 1;
    wyrm_replay_verdict verdict = verdict_of(a, text, length);
    assert_false(verdict.same);
    assert_int_equal(verdict.steps, 5);
    assert_int_equal(verdict.turn, 6);
    assert_string_equal(verdict.why, "command 6 (turn 6): the state differs");

    line[0] = '>';
    verdict = verdict_of(a, text, length);
    assert_false(verdict.same);
    assert_int_equal(verdict.steps, 5);
    assert_memory_equal(verdict.why, "command 6 (turn 6) cannot be done: ", 35);

    wyrm_free(text);
}

/* A word that fits no item of this ruleset. */
TEST(a_game_that_cannot_begin_is_told)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    wyrm_replay_facts facts = facts_of(a, 4);
    wyrm_replay_verdict verdict;
    facts.without_count = 1;
    strcpy(facts.without[0], "umbrella");
    OWNED_REPLAY *replay = recording_of(&facts);
    assert_int_not_equal(wyrm_replay_begin(replay, a->engine, NULL, a->game, NULL), WYRM_OK);
    assert_ok(wyrm_replay_check(replay, a->engine, a->game, &verdict, &a->error), &a->error);
    assert_false(verdict.same);
    assert_int_equal(verdict.steps, 0);
    assert_memory_equal(verdict.why, "the game cannot begin: ", 23);
}

/* ------------------------------------------------------------------ cut, altered, foreign */

TEST(a_recording_can_be_cut_anywhere)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = record(a, 5, 12);
    size_t length, head = 0, whole_lines = 0;
    char *text = text_of(replay, &length);
    head = (size_t)(line_of(text, 3) - text);
    for (size_t kept = 0; kept <= length; kept++) {
        wyrm_error error = {.message = ""};
        OWNED_REPLAY *cut = NULL;
        if (kept < head) {
            assert_int_equal(wyrm_replay_read("a", text, kept, &cut, NULL, &error),
                             WYRM_ERROR_SYNTAX);
            assert_non_null(strstr(error.message, "cut short"));
            assert_null(cut);
            continue;
        }
        bool at_end_of_line = text[kept - 1] == '\n';
        whole_lines += at_end_of_line && kept > head;
        cut = read_of(text, kept, !at_end_of_line);
        assert_int_equal(wyrm_replay_count(cut), whole_lines);
        wyrm_replay_verdict verdict;
        assert_ok(wyrm_replay_check(cut, a->engine, a->game, &verdict, NULL), NULL);
        assert_true(verdict.same);
    }
    wyrm_replay_cut(replay, 100);
    assert_int_equal(wyrm_replay_count(replay), whole_lines);
    wyrm_replay_cut(replay, 3);
    assert_int_equal(wyrm_replay_count(replay), 3);
    wyrm_free(text);
}

#define HEAD                                                                                       \
    "wyrm-replay 1\n"                                                                              \
    "{\"ruleset\":\"x\",\"source\":\"x\",\"hash\":\"0\",\"version\":\"1\",\"player\":\"\","        \
    "\"without\":[]}\n"
#define SUM "0123456789abcdef"

static void refused(const char *text, wyrm_status wanted, int line, int column, const char *message)
{
    wyrm_replay *replay = NULL;
    wyrm_error error = {.message = ""};
    wyrm_status status = wyrm_replay_read("my.replay", text, strlen(text), &replay, NULL, &error);
    if (status != wanted || strcmp(error.message, message) != 0 || error.line != line ||
        error.column != column)
        fail_msg("%d:%d: status %d, '%s'; wanted %d:%d: status %d, '%s'", error.line, error.column,
                 (int)status, error.message, line, column, (int)wanted, message);
    assert_null(replay);
    assert_string_equal(error.file, "my.replay");
    assert_int_equal(wyrm_replay_read("my.replay", text, strlen(text), &replay, NULL, NULL),
                     wanted);
}

TEST(what_is_no_line_is_told_with_its_place)
{
    static const char command[] = "this is no command";
    static const char number[] = "the number of this command is missing or too great";
    static const char tile[] = "the tile of this command is missing or lies outside";
    static const char sum[] = "here should be 16 digits of a checksum and the end of the line";
    const wyrm_status wrong = WYRM_ERROR_SYNTAX;
    refused(HEAD "x " SUM "\n", wrong, 3, 1, command);
    refused(HEAD "\n", wrong, 3, 1, command);
    refused(HEAD "w " SUM "\nw " SUM "\n\xFF\n", wrong, 5, 1, command);
    refused(HEAD "m 8 " SUM "\n", wrong, 3, 2, number);
    refused(HEAD "m -1 " SUM "\n", wrong, 3, 2, number);
    refused(HEAD "m\n", wrong, 3, 2, number);
    refused(HEAD "d 1000 " SUM "\n", wrong, 3, 2, number);
    refused(HEAD "d 99999999999999999999 " SUM "\n", wrong, 3, 2, number);
    refused(HEAD "u 3 1 " SUM "\n", wrong, 3, 6, tile);
    refused(HEAD "f 1 256 " SUM "\n", wrong, 3, 4, tile);
    refused(HEAD "w 0123456789abcde\n", wrong, 3, 2, sum);
    refused(HEAD "w 0123456789abcdeF\n", wrong, 3, 2, sum);
    refused(HEAD "w " SUM "0\n", wrong, 3, 2, sum);
    refused(HEAD "w " SUM " \n", wrong, 3, 2, sum);
    refused(HEAD "w " SUM "\r\n", wrong, 3, 2, sum);
    refused(HEAD "w  " SUM "\n", wrong, 3, 2, sum);
    refused(HEAD "m 3" SUM "\n", wrong, 3, 2, number);
}

TEST(what_is_no_recording_is_told)
{
    refused("wyrm-save 1 2 3\n", WYRM_ERROR_SYNTAX, 0, 0, "this is no recording of wyrm");
    refused("\n", WYRM_ERROR_SYNTAX, 0, 0, "this is no recording of wyrm");
    refused("", WYRM_ERROR_SYNTAX, 0, 0, "the recording is cut short in its first line");
    refused("wyrm-replay 1", WYRM_ERROR_SYNTAX, 0, 0,
            "the recording is cut short in its first line");
    refused("wyrm-replay 1\n{", WYRM_ERROR_SYNTAX, 0, 0,
            "the recording is cut short in its second line");
    refused("wyrm-replay one\n", WYRM_ERROR_SYNTAX, 1, 13,
            "here should be the version of the format");
    refused("wyrm-replay 0\n", WYRM_ERROR_SYNTAX, 1, 13,
            "here should be the version of the format");
    refused("wyrm-replay 2\nwhatever\n", WYRM_ERROR_LIMIT, 0, 0,
            "recorded by a newer version of wyrm: format 2, and this one reads up to 1");
    refused("wyrm-replay 1\n[]\n", WYRM_ERROR_SYNTAX, 2, 1, "ruleset: missing");
    refused("wyrm-replay 1\n{\"ruleset\": 3}\n", WYRM_ERROR_SYNTAX, 2, 1, "ruleset: no text");
    char *large = calloc(1, WYRM_REPLAY_MAX_BYTES + 1);
    wyrm_replay *replay;
    assert_non_null(large);
    assert_int_equal(wyrm_replay_read("x", large, WYRM_REPLAY_MAX_BYTES + 1, &replay, NULL, NULL),
                     WYRM_ERROR_LIMIT);
    free(large);
}
