/* Recordings: what began a game, and a list of steps that grows. */
#include "base/arena.h"
#include "game/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <wyrm/replay.h>

#include "base/text.h"

static wyrm_status replay_append(wyrm_replay *replay, const wyrm_replay_step *step,
                                 wyrm_error *error);

/* ---- The lines of a recording ---- */

#define SUM_DIGITS 16

/* What commands take: which numbers stand behind the letter, and the range of the argument. */
typedef struct taken {
    bool argument, target;
    int32_t greatest;
} taken;

#define NOTHING                                                                                    \
    {                                                                                              \
        false, false, 0                                                                            \
    }
#define DIRECTION                                                                                  \
    {                                                                                              \
        true, false, WYRM_DIRECTION_COUNT - 1                                                      \
    }
#define ITEM                                                                                       \
    {                                                                                              \
        true, false, WYRM_PACK_MAX - 1                                                             \
    }
#define ITEM_AND_TARGET                                                                            \
    {                                                                                              \
        true, true, WYRM_PACK_MAX - 1                                                              \
    }
#define TARGET                                                                                     \
    {                                                                                              \
        false, true, 0                                                                             \
    }
#define CHOICE                                                                                     \
    {                                                                                              \
        true, false, 9999                                                                          \
    }

static const struct {
    char letter;
    taken takes;
} commands[] = {
#define COMMAND(name, letter, takes, summary) [name] = {letter, takes},
    WYRM_COMMAND_ROWS(COMMAND)
#undef COMMAND
};

/* -- writing -- */

static const char digits[] = "0123456789abcdef";

/* A space and a number of at least 0. */
static char *put_number(char *at, int32_t number)
{
    char reversed[12];
    int count = 0;
    for (*at++ = ' '; number > 9; number /= 10)
        reversed[count++] = digits[number % 10];
    *at++ = digits[number];
    while (count > 0)
        *at++ = reversed[--count];
    return at;
}

/* Written digit by digit: a game has thousands of lines, and printf would take most of the time. */
static void replay_write_line(wyrm_text *text, const wyrm_replay_step *step)
{
    char line[64];
    char *at = line;
    const wyrm_command *command = &step->command;
    const taken *takes = &commands[command->kind].takes;
    *at++ = commands[command->kind].letter;
    if (takes->argument)
        at = put_number(at, command->argument);
    if (takes->target) {
        at = put_number(at, command->target.x);
        at = put_number(at, command->target.y);
    }
    *at++ = ' ';
    for (int i = SUM_DIGITS; i-- > 0;)
        *at++ = digits[step->checksum >> 4 * i & 0xF];
    *at++ = '\n';
    wyrm_text_append_bytes(text, line, (size_t)(at - line));
}

/* -- reading -- */

/* A space and a number of 0 to `greatest`. */
static bool take_number(const char **at, const char *end, int32_t greatest, int32_t *out)
{
    const char *digit = *at + 1;
    int64_t number = 0;
    if (*at == end || **at != ' ' || digit == end || *digit < '0' || *digit > '9')
        return false;
    for (; digit < end && *digit >= '0' && *digit <= '9' && number <= greatest; digit++)
        number = number * 10 + (*digit - '0');
    if (number > greatest)
        return false;
    *at = digit;
    *out = (int32_t)number;
    return true;
}

static bool take_tile(const char **at, const char *end, wyrm_position *out)
{
    int32_t x = 0, y = 0;
    if (!take_number(at, end, WYRM_MAP_SIDE_MAX - 1, &x) ||
        !take_number(at, end, WYRM_MAP_SIDE_MAX - 1, &y))
        return false;
    *out = (wyrm_position){(int16_t)x, (int16_t)y};
    return true;
}

static int hex_digit(char digit)
{
    return digit >= '0' && digit <= '9'   ? digit - '0'
           : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
                                          : -1;
}

/* A space and 16 digits, and then the end. */
static bool take_checksum(const char *at, const char *end, uint64_t *out)
{
    if (end - at != 1 + SUM_DIGITS || *at != ' ')
        return false;
    *out = 0;
    for (int i = 1; i <= SUM_DIGITS; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return false;
        *out = *out << 4 | (uint64_t)digit;
    }
    return true;
}

static bool find_command(char letter, wyrm_command_kind *out)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].letter == letter) {
            *out = (wyrm_command_kind)i;
            return true;
        }
    return false;
}

/* Reads a line from `line` to `end`, where its break stands. False: *place is what is wrong with
 * it, *why says it. */
static bool replay_read_line(const char *line, const char *end, wyrm_replay_step *step,
                             const char **place, const char **why)
{
    *step = (wyrm_replay_step){0};
    *place = line;
    *why = "this is no command";
    if (line == end || !find_command(*line, &step->command.kind))
        return false;
    const taken *takes = &commands[step->command.kind].takes;
    *place = line + 1;
    *why = "the number of this command is missing or too great";
    if (takes->argument && !take_number(place, end, takes->greatest, &step->command.argument))
        return false;
    *why = "the tile of this command is missing or lies outside";
    if (takes->target && !take_tile(place, end, &step->command.target))
        return false;
    *why = "here should be 16 digits of a checksum and the end of the line";
    return take_checksum(*place, end, &step->checksum);
}

/* ---- A recording as text ----
 *
 * Two lines on what began the game, then a line a command. */

#define MAGIC "wyrm-replay "

static const wyrm_save_row number_rows[] = {
    {"seed", offsetof(wyrm_replay_facts, seed), WYRM_SAVE_U64, 0, 0},
    {"run", offsetof(wyrm_replay_facts, run), WYRM_SAVE_U64, 0, 0},
    {NULL, 0, WYRM_SAVE_BOOL, 0, 0},
};

#define FACT(member)                                                                               \
    {                                                                                              \
#member, offsetof(wyrm_replay_facts, member), sizeof((wyrm_replay_facts *)0)->member       \
    }
static const struct {
    const char *key;
    size_t offset, size;
} text_rows[] = {FACT(ruleset), FACT(source), FACT(hash), FACT(version), FACT(player)};

/* -- writing -- */

static void write_facts(wyrm_text *text, const wyrm_replay_facts *facts)
{
    json_t *object = json_object();
    json_t *without = json_array();
    bool failed = false;
    for (size_t i = 0; i < sizeof text_rows / sizeof *text_rows; i++)
        failed |= json_object_set_new(object, text_rows[i].key,
                                      wyrm_json_text((const char *)facts + text_rows[i].offset));
    failed |= json_object_set_new(object, "seed", wyrm_json_count(facts->seed));
    failed |= json_object_set_new(object, "run", wyrm_json_count(facts->run));
    for (size_t i = 0; i < facts->without_count; i++)
        failed |= json_array_append_new(without, wyrm_json_text(facts->without[i]));
    failed |= json_object_set_new(object, "without", without);
    wyrm_json_append(text, object);
    wyrm_text_append_char(text, '\n');
    text->failed |= failed;
    json_decref(object);
}

wyrm_status wyrm_replay_text(const wyrm_replay *replay, char **out, size_t *length,
                             wyrm_error *error)
{
    wyrm_text text = {0};
    wyrm_text_appendf(&text, MAGIC "%d\n", WYRM_REPLAY_VERSION);
    write_facts(&text, &replay->facts);
    for (size_t i = 0; i < replay->count; i++)
        replay_write_line(&text, &replay->steps[i]);
    *length = text.length;
    *out = wyrm_text_steal(&text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* -- reading -- */

/* The text being read, line by line. */
typedef struct lines {
    const char *file, *at, *end;
    int number; /* of the line that was taken last, from 1 */
    wyrm_error *error;
} lines;

/* The next line that is whole; false at the end, or where its break is missing. */
static bool take_line(lines *in, const char **line, const char **line_end)
{
    const char *found = in->at < in->end ? memchr(in->at, '\n', (size_t)(in->end - in->at)) : NULL;
    if (!found)
        return false;
    *line = in->at;
    *line_end = found;
    in->at = found + 1;
    in->number++;
    return true;
}

/* Points at a place of a line, which may hold any bytes. */
static wyrm_status fail_at(const lines *in, const char *line, const char *line_end,
                           const char *place, const char *why)
{
    wyrm_error *error = in->error;
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_SYNTAX, "%s", why);
    if (!error)
        return status;
    wyrm_utf8_copy(error->file, sizeof error->file, in->file);
    error->line = in->number;
    error->column = (int)(place - line) + 1;
    error->length = 1;
    size_t shown = 0;
    for (const char *at = line; at < line_end && shown + 1 < sizeof error->excerpt; at++)
        error->excerpt[shown++] = *at >= ' ' && *at <= '~' ? *at : '?';
    error->excerpt[shown] = '\0';
    return status;
}

/* An error of the file as a whole. */
static wyrm_status fail_whole(const lines *in, wyrm_status code, const char *why)
{
    wyrm_status status = wyrm_fail(in->error, code, "%s", why);
    if (in->error)
        wyrm_utf8_copy(in->error->file, sizeof in->error->file, in->file);
    return status;
}

static wyrm_status read_version(lines *in)
{
    const char *line, *end;
    size_t length = (size_t)(in->end - in->at), magic = strlen(MAGIC);
    bool begins = memcmp(in->at, MAGIC, length < magic ? length : magic) == 0;
    char message[WYRM_ERROR_MESSAGE_MAX];
    unsigned version = 0;
    if (!begins)
        return fail_whole(in, WYRM_ERROR_SYNTAX, "this is no recording of wyrm");
    if (!take_line(in, &line, &end))
        return fail_whole(in, WYRM_ERROR_SYNTAX, "the recording is cut short in its first line");
    for (const char *at = line + magic; at < end && version < 1000000; at++)
        version = *at >= '0' && *at <= '9' ? 10 * version + (unsigned)(*at - '0') : 1000000;
    if (version == 0 || version >= 1000000)
        return fail_at(in, line, end, line + magic, "here should be the version of the format");
    snprintf(message, sizeof message,
             "recorded by a newer version of wyrm: format %u, and this one reads up to %d", version,
             WYRM_REPLAY_VERSION);
    return version > WYRM_REPLAY_VERSION ? fail_whole(in, WYRM_ERROR_LIMIT, message) : WYRM_OK;
}

static void read_texts(wyrm_save_reader *reader, const json_t *object, wyrm_replay_facts *facts)
{
    for (size_t i = 0; i < sizeof text_rows / sizeof *text_rows; i++) {
        const char *text = wyrm_save_string(reader, object, text_rows[i].key);
        if (strlen(text) >= text_rows[i].size)
            wyrm_save_bad(reader, text_rows[i].key, "too long");
        wyrm_utf8_copy((char *)facts + text_rows[i].offset, text_rows[i].size, text);
    }
}

static void read_without(wyrm_save_reader *reader, const json_t *object, wyrm_replay_facts *facts)
{
    json_t *list =
        wyrm_save_list(reader, object, "without", WYRM_REPLAY_WITHOUTS_MAX, &facts->without_count);
    for (size_t i = 0; i < facts->without_count; i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word || strlen(word) >= sizeof facts->without[i])
            wyrm_save_bad(reader, "without", "no text, or too long");
        wyrm_utf8_copy(facts->without[i], sizeof facts->without[i], word ? word : "");
    }
}

static wyrm_status read_facts(lines *in, wyrm_replay_facts *facts)
{
    const char *line, *end;
    json_error_t trouble;
    if (!take_line(in, &line, &end))
        return fail_whole(in, WYRM_ERROR_SYNTAX, "the recording is cut short in its second line");
    json_t *object = json_loadb(line, (size_t)(end - line), JSON_REJECT_DUPLICATES, &trouble);
    if (!object && json_error_code(&trouble) == json_error_out_of_memory)
        return wyrm_fail(in->error, WYRM_ERROR_MEMORY, "out of memory");
    if (!object) {
        size_t column = trouble.position > 0 ? (size_t)trouble.position - 1 : 0;
        return fail_at(in, line, end, line + column, trouble.text);
    }
    wyrm_save_reader reader = {.status = WYRM_OK};
    *facts = (wyrm_replay_facts){0};
    read_texts(&reader, object, facts);
    wyrm_save_read_rows(&reader, object, number_rows, facts);
    read_without(&reader, object, facts);
    json_decref(object);
    return reader.status == WYRM_OK ? WYRM_OK : fail_at(in, line, end, line, reader.error.message);
}

static wyrm_status read_steps(lines *in, wyrm_replay *replay)
{
    const char *line, *end, *place, *why;
    while (take_line(in, &line, &end)) {
        wyrm_replay_step step;
        if (!replay_read_line(line, end, &step, &place, &why))
            return fail_at(in, line, end, place, why);
        wyrm_status status = replay_append(replay, &step, in->error);
        if (status != WYRM_OK)
            return status;
    }
    return WYRM_OK;
}

wyrm_status wyrm_replay_read(const char *file, const char *text, size_t length, wyrm_replay **out,
                             bool *cut, wyrm_error *error)
{
    lines in = {.file = file, .at = text, .end = text + length, .error = error};
    wyrm_replay_facts facts;
    wyrm_replay *replay = NULL;
    char message[WYRM_ERROR_MESSAGE_MAX];
    *out = NULL;
    snprintf(message, sizeof message, "the file is larger than %zu bytes", WYRM_REPLAY_MAX_BYTES);
    if (length > WYRM_REPLAY_MAX_BYTES)
        return fail_whole(&in, WYRM_ERROR_LIMIT, message);
    wyrm_status status = read_version(&in);
    if (status == WYRM_OK)
        status = read_facts(&in, &facts);
    if (status == WYRM_OK)
        status = wyrm_replay_new(&facts, &replay, error);
    if (status == WYRM_OK)
        status = read_steps(&in, replay);
    if (status != WYRM_OK) {
        wyrm_replay_free(replay);
        return status;
    }
    if (cut)
        *cut = in.at < in.end;
    *out = replay;
    return WYRM_OK;
}

/* ---- Recordings ---- */

wyrm_status wyrm_replay_new(const wyrm_replay_facts *facts, wyrm_replay **out, wyrm_error *error)
{
    *out = base_zeroed(1, sizeof **out);
    if (!*out)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    (*out)->facts = *facts;
    return WYRM_OK;
}

void wyrm_replay_free(wyrm_replay *replay)
{
    if (replay)
        wyrm_free(replay->steps);
    wyrm_free(replay);
}

/* WYRM_ERROR_MEMORY  out of memory; nothing was added */
static wyrm_status replay_append(wyrm_replay *replay, const wyrm_replay_step *step,
                                 wyrm_error *error)
{
    if (replay->count == replay->capacity) {
        size_t capacity = replay->capacity > 0 ? 2 * replay->capacity : 256;
        wyrm_replay_step *steps = base_resize(replay->steps, capacity * sizeof *steps);
        if (!steps)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        replay->steps = steps;
        replay->capacity = capacity;
    }
    replay->steps[replay->count++] = *step;
    return WYRM_OK;
}

wyrm_status wyrm_replay_add(wyrm_replay *replay, const wyrm_command *command, const wyrm_game *game,
                            wyrm_error *error)
{
    const wyrm_replay_step step = {*command, wyrm_game_checksum(game)};
    return replay_append(replay, &step, error);
}

void wyrm_replay_cut(wyrm_replay *replay, size_t count)
{
    if (count < replay->count)
        replay->count = count;
}

const wyrm_replay_facts *wyrm_replay_facts_of(const wyrm_replay *replay)
{
    return &replay->facts;
}

size_t wyrm_replay_count(const wyrm_replay *replay)
{
    return replay->count;
}

const wyrm_replay_step *wyrm_replay_at(const wyrm_replay *replay, size_t index)
{
    return index < replay->count ? &replay->steps[index] : NULL;
}

/* -- playing -- */

wyrm_status wyrm_replay_begin(const wyrm_replay *replay, wyrm_engine *engine,
                              const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    const char *without[WYRM_REPLAY_WITHOUTS_MAX];
    for (size_t i = 0; i < replay->facts.without_count; i++)
        without[i] = replay->facts.without[i];
    const wyrm_game_options options = {.seed = replay->facts.seed,
                                       .run = replay->facts.run,
                                       .without = without,
                                       .without_count = replay->facts.without_count};
    return wyrm_game_start(engine, &options, listener, game, error);
}

static void say(wyrm_replay_verdict *out, const char *format, ...) WYRM_PRINTF(2, 3);

/* Why it is not the same, cut between characters. */
static void say(wyrm_replay_verdict *out, const char *format, ...)
{
    char why[2 * WYRM_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    wyrm_utf8_copy(out->why, sizeof out->why, why);
}

wyrm_status wyrm_replay_check(const wyrm_replay *replay, wyrm_engine *engine, wyrm_game *game,
                              wyrm_replay_verdict *out, wyrm_error *error)
{
    wyrm_error why = {.code = WYRM_OK};
    wyrm_status status = wyrm_replay_begin(replay, engine, NULL, game, &why);
    *out = (wyrm_replay_verdict){.same = status == WYRM_OK};
    if (status != WYRM_OK)
        say(out, "the game cannot begin: %s", why.message);
    for (size_t i = 0; out->same && i < replay->count; i++) {
        const wyrm_replay_step *step = &replay->steps[i];
        out->turn = game->turn;
        status = wyrm_game_act(engine, game, &step->command, NULL, &why);
        out->same = status == WYRM_OK && wyrm_game_checksum(game) == step->checksum;
        if (status != WYRM_OK)
            say(out, "command %zu (turn %u) cannot be done: %s", i + 1, (unsigned)out->turn,
                why.message);
        else if (!out->same)
            say(out, "command %zu (turn %u): the state differs", i + 1, (unsigned)out->turn);
        else
            out->steps = i + 1;
    }
    if (out->same)
        out->turn = game->turn;
    return status == WYRM_ERROR_MEMORY ? wyrm_fail(error, status, "%s", why.message) : WYRM_OK;
}
