/* Recordings play the same game again, report where they differ, and can be cut anywhere. */
#include "wanderer.h"

#include <inttypes.h>
#include <xxhash.h>

#include <wyrm/replay.h>

enum { COMMANDS = 2000 };

RELEASED_BY(wyrm_replay, wyrm_replay_free)
#define OWNED_REPLAY OWNED(wyrm_replay)

static wyrm_replay *recording_of(const arena *a, const wyrm_game_options *options)
{
    wyrm_replay *replay = NULL;
    assert_ok(wyrm_replay_new(a->design, "variant.yaml", "careful", options, &replay, NULL), NULL);
    return replay;
}

/* Plays until `commands` are recorded or the game is over. */
static wyrm_replay *record(arena *a, uint64_t seed, int commands)
{
    test_random random = {seed};
    wyrm_replay *replay = recording_of(a, &(wyrm_game_options){.seed = seed});
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
    size_t kept = 0;
    assert_works(wyrm_replay_read("a.replay", text, length, &replay, &kept, &last_error));
    assert_true(wanted_cut ? kept < length : kept == length);
    return replay;
}

/* Positions in a text: the line that ends the beginning, and the first command. */
static size_t begun_of(const char *text)
{
    size_t at = 0;
    while (strncmp(&text[at], "begun ", 6) != 0)
        at += strcspn(&text[at], "\n") + 1;
    return at;
}

static size_t head_of(const char *text)
{
    return begun_of(text) + strlen("begun 0123456789abcdef\n");
}

static void plays_the_same(const char *ruleset)
{
    OWNED_ARENA *a = play(ruleset, "player: {hp: 100000}", 1);
    OWNED_REPLAY *replay = record(a, 77, played_times(COMMANDS));
    uint64_t end = wyrm_game_checksum(a->game);
    uint32_t turn = a->game->turn;
    size_t length, again_length;
    OWNED(char) *text = text_of(replay, &length);
    OWNED_REPLAY *read = read_of(text, length, false);
    OWNED(char) *again = text_of(read, &again_length);
    wyrm_replay_verdict verdict;
    assert_int_equal(again_length, length);
    assert_memory_equal(again, text, length);
    assert_true(wyrm_replay_count(replay) > 10);
    memset(a->game, 0xAA, sizeof *a->game);
    assert_ok(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, &a->error), &a->error);
    assert_string_equal(verdict.why, "");
    assert_true(verdict.same);
    assert_int_equal(verdict.steps, wyrm_replay_count(replay));
    assert_int_equal(verdict.turn, turn);
    assert_true(wyrm_game_checksum(a->game) == end);
}

TEST(recorded_games_play_the_same)
{
    for (int i = 0; i < SHIPPED_COUNT; i++)
        plays_the_same(shipped_names[i]);
}

/* Every command as written in a file. */
TEST(every_command_reads_back)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    const char *const without[] = {"scroll", "healing_potion"};
    const wyrm_game_options options = {
        .seed = UINT64_MAX, .run = UINT64_MAX - 1, .without = without, .without_count = 2};
    OWNED_REPLAY *replay = recording_of(a, &options);
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
    OWNED(char) *text = text_of(replay, &length);
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
}

static wyrm_replay_verdict verdict_of(arena *a, const char *text, size_t length)
{
    wyrm_replay_verdict verdict;
    OWNED_REPLAY *replay = read_of(text, length, false);
    assert_ok(wyrm_replay_check(replay, a->engine, NULL, a->game, &verdict, &a->error), &a->error);
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
    OWNED_REPLAY *replay = recording_of(a, &(wyrm_game_options){.seed = 4});
    assert_ok(wyrm_replay_begin(replay, a->engine, NULL, a->game, &a->error), &a->error);
    for (int i = 0; i < 10; i++) {
        assert_ok(arena_act(a, &wait), &a->error);
        assert_ok(wyrm_replay_add(replay, &wait, a->game, NULL), NULL);
    }
    size_t length;
    OWNED(char) *text = text_of(replay, &length);
    assert_true(verdict_of(a, text, length).same);

    char *line = line_of(text + head_of(text), 6); /* of the sixth command */
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
}

/* A word of `without` that matches no item of this ruleset. */
TEST(a_game_that_cannot_begin_is_told)
{
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    const char *const without[] = {"umbrella"};
    const wyrm_game_options options = {.seed = 4, .without = without, .without_count = 1};
    wyrm_replay_verdict verdict;
    OWNED_REPLAY *replay = recording_of(a, &options);
    assert_int_not_equal(wyrm_replay_begin(replay, a->engine, NULL, a->game, NULL), WYRM_OK);
    assert_ok(wyrm_replay_check(replay, a->engine, NULL, a->game, &verdict, &a->error), &a->error);
    assert_false(verdict.same);
    assert_int_equal(verdict.steps, 0);
    assert_memory_equal(verdict.why, "the game cannot begin: ", 23);
}

TEST(a_recording_can_be_cut_anywhere)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = record(a, 5, 12);
    size_t length, whole_lines = 0;
    OWNED(char) *text = text_of(replay, &length);
    size_t head = head_of(text);
    for (size_t kept = 0; kept <= length; kept += kept < head - 200 && kept > 500 ? 97 : 1) {
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
        assert_ok(wyrm_replay_check(cut, a->engine, NULL, a->game, &verdict, NULL), NULL);
        assert_true(verdict.same);
    }
    wyrm_replay_cut(replay, 100);
    assert_int_equal(wyrm_replay_count(replay), whole_lines);
    wyrm_replay_cut(replay, 3);
    assert_int_equal(wyrm_replay_count(replay), 3);
}

/* The text with a final line that says that the player left. */
static char *left_text(const wyrm_replay *replay, size_t *length)
{
    OWNED(char) *text = text_of(replay, length);
    char *left = malloc(*length + WYRM_REPLAY_LINE_MAX + 1);
    assert_non_null(left);
    memcpy(left, text, *length);
    *length += wyrm_replay_leaving_line(replay, left + *length);
    left[*length] = '\0';
    return left;
}

TEST(leaving_is_noted_until_the_game_goes_on)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    for (int commands = 0; commands < 3; commands++) {
        OWNED_REPLAY *replay = record(a, 5, commands);
        size_t length, again_length;
        assert_false(wyrm_replay_was_left(replay));
        OWNED(char) *left = left_text(replay, &length);
        OWNED_REPLAY *read = read_of(left, length, false);
        assert_true(wyrm_replay_was_left(read));
        assert_int_equal(wyrm_replay_count(read), commands);
        OWNED(char) *again = text_of(read, &again_length);
        assert_int_equal(again_length, length - strlen(". 0123456789abcdef\n"));
        assert_memory_equal(again, left, again_length);
        assert_works(wyrm_replay_add(read, &(wyrm_command){.kind = WYRM_DO_WAIT}, a->game, NULL));
        assert_false(wyrm_replay_was_left(read));
        char *sum = left + length - 2;
        *sum = *sum == '0' ? '1' : '0';
        wyrm_error error;
        OWNED_REPLAY *none = NULL;
        assert_int_equal(wyrm_replay_read("a", left, length, &none, NULL, &error),
                         WYRM_ERROR_SYNTAX);
        assert_non_null(strstr(error.message, "here should be the 16 digits of the checksum"));
    }
}

/* One bit of every byte is flipped: the recording is refused, or what is read is a game as it was
 * played up to there. */
TEST(an_altered_byte_is_refused_or_leaves_a_sound_game)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = record(a, 5, 12);
    size_t length, refused = 0;
    OWNED(char) *text = left_text(replay, &length);
    size_t head = head_of(text);
    for (size_t i = 0; i < length; i++) {
        OWNED_REPLAY *read = NULL;
        wyrm_replay_verdict verdict;
        size_t kept = 0;
        text[i] ^= (char)(1 << i % 8);
        wyrm_status status = wyrm_replay_read("a", text, length, &read, &kept, NULL);
        refused += status != WYRM_OK;
        assert_true(i >= head ? kept >= head : status != WYRM_OK && kept == 0);
        if (kept > 0) {
            wyrm_replay_free(read);
            assert_ok(wyrm_replay_read("a", text, kept, &read, NULL, NULL), NULL);
            assert_ok(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, NULL), NULL);
            wyrm_replay_cut(read, verdict.steps);
            assert_ok(wyrm_replay_check(read, a->engine, NULL, a->game, &verdict, NULL), NULL);
            assert_true(verdict.same);
            assert_sound(a);
            for (size_t step = 0; step < verdict.steps; step++)
                assert_true(wyrm_replay_at(read, step)->checksum ==
                            wyrm_replay_at(replay, step)->checksum);
            assert_true(verdict.steps >= (i - head) / 30);
        }
        text[i] ^= (char)(1 << i % 8);
    }
    assert_true(refused > head);
}

/* The rules are those with which the game began, whatever has become of their file; and they open
 * no file. */
TEST(a_recording_carries_its_rules)
{
    OWNED_ARENA *a = play("tutorial", "player: {hp: 33}", 1);
    OWNED_REPLAY *replay = recording_of(a, &(wyrm_game_options){.seed = 5});
    OWNED_DESIGN *design = NULL;
    assert_ok(wyrm_replay_open(replay, &design, NULL), NULL);
    assert_string_equal(wyrm_ruleset_hash(wyrm_design_ruleset(design)),
                        wyrm_ruleset_hash(wyrm_design_ruleset(a->design)));
    static const char *const leading[] = {
        "name: x\nextends: tutorial\n", "{\"name\": x, \"extends\": /etc/passwd}\n",
        "name: x\nextends: ./tutorial.yaml\n",
        "name: x\nmodels: {combat: script}\ncombat: {script: rules.lua}\n"};
    for (size_t i = 0; i < LENGTH_OF(leading); i++) {
        OWNED_ERRORS *errors = fresh_errors();
        OWNED_DESIGN *other = NULL;
        assert_int_equal(
            wyrm_design_parse_alone("rules", leading[i], strlen(leading[i]), &other, errors),
            WYRM_ERROR_RULESET);
        assert_string_equal(wyrm_errors_at(errors, 0)->message,
                            i < 3 ? "these rules stand alone: they cannot extend others"
                                  : "'rules.lua' cannot be read: these rules are no file beside "
                                    "which it could stand");
    }
}

#define SUM "0123456789abcdef"

static void refused(const char *text, wyrm_status wanted, int line, int column, const char *message)
{
    wyrm_replay *replay = NULL;
    wyrm_error error = {.message = ""};
    wyrm_status status = wyrm_replay_read("my.replay", text, strlen(text), &replay, NULL, &error);
    if (status != wanted || strstr(error.message, message) == NULL || error.line != line ||
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
    static const struct {
        const char *lines;
        int line, column; /* relative to the first command */
        const char *why;
    } cases[] = {
        {"x " SUM "\n", 1, 1, command},
        {"\n", 1, 1, command},
        {"w " SUM "\nw " SUM "\n\xFF\n", 3, 1, command},
        {"m 8 " SUM "\n", 1, 3, number},
        {"m -1 " SUM "\n", 1, 3, number},
        {"m\n", 1, 2, number},
        {"d 1000 " SUM "\n", 1, 3, number},
        {"d 99999999999999999999 " SUM "\n", 1, 3, number},
        {"u 3 1 " SUM "\n", 1, 7, tile},
        {"f 1 256 " SUM "\n", 1, 5, tile},
        {"w 0123456789abcde\n", 1, 3, sum},
        {"w 0123456789abcdeF\n", 1, 3, sum},
        {"w " SUM "0\n", 1, 3, sum},
        {"w " SUM " \n", 1, 3, sum},
        {"w " SUM "\r\n", 1, 3, sum},
        {"w  " SUM "\n", 1, 3, sum},
        {"m 3" SUM "\n", 1, 3, number},
    };
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = recording_of(a, &(wyrm_game_options){.seed = 4});
    size_t length, head_lines = 0;
    OWNED(char) *head = text_of(replay, &length), *text = malloc(length + 100);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++)
        head_lines += head[i] == '\n';
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        memcpy(text, head, length);
        strcpy(text + length, cases[i].lines);
        refused(text, WYRM_ERROR_SYNTAX, (int)head_lines + cases[i].line, cases[i].column,
                cases[i].why);
    }
}

TEST(what_is_no_recording_is_told)
{
    static const char first[] = "wyrm-replay 2\nwyrm 9.9\n";
    refused("wyrm-save 1 2 3\n", WYRM_ERROR_LIMIT, 0, 0, "this is a saved game of format 1");
    refused("\n", WYRM_ERROR_SYNTAX, 0, 0, "this is no recording of wyrm");
    refused("", WYRM_ERROR_SYNTAX, 0, 0, "the recording is cut short before its first command");
    refused("wyrm-replay 2", WYRM_ERROR_SYNTAX, 0, 0, "cut short before its first command");
    refused(first, WYRM_ERROR_SYNTAX, 0, 0, "cut short before its first command");
    refused("wyrm-replay one\n", WYRM_ERROR_SYNTAX, 1, 13, "the version of the format");
    refused("wyrm-replay 0\n", WYRM_ERROR_SYNTAX, 1, 14, "the version of the format");
    refused("wyrm-replay 1\n{}\n", WYRM_ERROR_LIMIT, 0, 0, "recorded in format 1");
    refused("wyrm-replay 4\nwhatever\n", WYRM_ERROR_LIMIT, 0, 0,
            "recorded by a newer version of wyrm: format 4, and this one reads up to 3");
    refused("wyrm-replay 2\nruleset x\n", WYRM_ERROR_SYNTAX, 2, 1, "here should be 'wyrm'");
    refused("wyrm-replay 2\nwyrm 9\nengine -1\n", WYRM_ERROR_SYNTAX, 3, 8, "'engine'");
    refused("wyrm-replay 2\nwyrm 9\nengine 3\nruleset \033[2J\n", WYRM_ERROR_SYNTAX, 4, 9,
            "'ruleset'");
    OWNED(char) *large = calloc(1, WYRM_REPLAY_MAX_BYTES + 1);
    wyrm_replay *replay;
    assert_non_null(large);
    assert_int_equal(wyrm_replay_read("x", large, WYRM_REPLAY_MAX_BYTES + 1, &replay, NULL, NULL),
                     WYRM_ERROR_LIMIT);
}

/* The same commands would give another game: the message names both versions. */
TEST(a_recording_of_another_engine_is_refused)
{
    OWNED_ARENA *a = play("tutorial", NULL, 1);
    OWNED_REPLAY *replay = recording_of(a, &(wyrm_game_options){.seed = 4});
    size_t length;
    OWNED(char) *text = text_of(replay, &length);
    char line[40], message[200];
    size_t at = 0, begun = begun_of(text);
    while (strncmp(&text[at], "engine ", 7) != 0)
        at += strcspn(&text[at], "\n") + 1;
    text[at + 7] = '9';
    snprintf(line, sizeof line, "begun %016" PRIx64, (uint64_t)XXH3_64bits(text, begun));
    memcpy(&text[begun], line, strlen(line));
    snprintf(message, sizeof message,
             "played with version 9 of the engine (wyrm %s), and this is version %d (wyrm %s)",
             wyrm_version(), WYRM_ENGINE_VERSION, wyrm_version());
    refused(text, WYRM_ERROR_LIMIT, 0, 0, message);
}
