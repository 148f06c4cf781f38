/* Recordings as text: two lines on what began the game, then a line a command. */
#include <wyrm/replay.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "game/json_values.h"
#include "game/replay_internal.h"
#include "game/replay_lines.h"
#include "game/save_reader.h"

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

/* ------------------------------------------------------------------ writing */

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
        wyrm_replay_write_line(&text, &replay->steps[i]);
    *length = text.length;
    *out = wyrm_text_steal(&text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

/* ------------------------------------------------------------------ reading */

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
        if (!wyrm_replay_read_line(line, end, &step, &place, &why))
            return fail_at(in, line, end, place, why);
        wyrm_status status = wyrm_replay_append(replay, &step, in->error);
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
