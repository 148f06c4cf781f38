/* Reading one line of a game, with all of it checked.
 *
 * Nothing in it is trusted. Each member is looked up by name and checked against the protocol and
 * the hello; the first error ends the reading with a sentence that names the member, what it is and
 * what it should be, which is all that the author of an adapter has to go by. Members that are not
 * looked up are ignored, which lets the protocol grow.
 *
 * Numbers count as whole if they have no fraction, as some languages write 4.0. Control characters
 * in texts are written out here, so that no later code needs to care about them. */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "protocol/internal.h"

#define QUOTE_MAX 60 /* limit of the bytes quoted from a line */

/* ---- errors ---- */

_Noreturn void ext_refuse(ext_reader *r, wyrm_external_failure failure, const char *format, ...)
{
    wyrm_error error;
    va_list arguments;
    va_start(arguments, format);
    base_vfail(&error, WYRM_ERROR_SYNTAX, format, arguments);
    va_end(arguments);
    r->wrong->failure = failure;
    memcpy(r->wrong->why, error.message, sizeof r->wrong->why);
    base_fail(r->arena, WYRM_ERROR_SYNTAX);
}

ext_label ext_at(const char *format, ...)
{
    ext_label made;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    return made;
}

char *ext_clean(base_arena *arena, const char *text, size_t length, bool lines)
{
    base_buffer clean = {0};
    /* Copied, since a character cut in half would continue into the bytes behind it. */
    const char *copy = base_text(arena, text, length);
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && copy[plain] != '\n' && copy[plain] != '\t')
            plain++;
        base_buffer_append_visible(&clean, copy + i, plain - i);
        if (plain < length)
            base_buffer_append_char(&clean, copy[plain] == '\n' && lines ? '\n' : ' ');
        i = plain + 1;
    }
    return base_buffer_keep(&clean, arena);
}

const char *ext_quoted(base_arena *arena, const char *text, size_t length)
{
    size_t kept = base_utf8_cut(text, length, QUOTE_MAX);
    char *clean = ext_clean(arena, text, kept, false), *out;
    if (kept == length)
        return clean;
    size_t room = strlen(clean) + 4;
    out = base_array(arena, char, room);
    snprintf(out, room, "%s...", clean);
    return out;
}

const char *ext_found(ext_reader *r, const json_t *value)
{
    char text[6 * QUOTE_MAX + 100]; /* one byte may become "\\u001b" */
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.6g", json_real_value(value));
    else if (json_is_string(value))
        snprintf(text, sizeof text, "'%s'",
                 ext_quoted(r->arena, json_string_value(value), json_string_length(value)));
    else
        snprintf(text, sizeof text, "%s",
                 json_is_array(value)    ? "a list"
                 : json_is_object(value) ? "an object"
                 : json_is_true(value)   ? "true"
                 : json_is_false(value)  ? "false"
                                         : "null");
    return base_text(r->arena, text, strlen(text));
}

_Noreturn void ext_unfit(ext_reader *r, const char *where, const json_t *value, const char *wanted)
{
    if (value == NULL)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is missing", r->within, where);
    ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is %s, and %s", r->within, where,
               ext_found(r, value), wanted);
}

/* ---- single values ---- */

const char *ext_read_word(ext_reader *r, const char *where, const json_t *value)
{
    if (!json_is_string(value))
        ext_unfit(r, where, value, "it is to be a text");
    const char *text = json_string_value(value);
    size_t length = json_string_length(value);
    for (const char *c = text; length <= WYRM_EXTERNAL_NAME_MAX && *c != '\0'; c++)
        if (*c < ' ' || *c > '~') {
            text = ext_clean(r->arena, text, length, false);
            length = strlen(text);
            break;
        }
    if (length > WYRM_EXTERNAL_NAME_MAX)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "%s%s is '%.70s', longer than %d bytes", r->within,
                   where, ext_quoted(r->arena, text, length), WYRM_EXTERNAL_NAME_MAX);
    if (length == 0)
        ext_unfit(r, where, value, "it is to say something");
    return text;
}

bool ext_is_whole(const json_t *value, int64_t *out)
{
    double number = json_number_value(value);
    bool whole =
        json_is_number(value) && fabs(number) <= 9007199254740992.0 && number == floor(number);
    *out = whole ? (int64_t)number : 0;
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    return whole;
}

int64_t ext_read_whole(ext_reader *r, const char *where, const json_t *value, int64_t least,
                       int64_t most)
{
    int64_t number;
    if (!ext_is_whole(value, &number) || number < least || number > most)
        ext_unfit(
            r, where, value,
            ext_at("it is to be a whole number from %" PRId64 " to %" PRId64, least, most).text);
    return number;
}

double ext_read_number(ext_reader *r, const char *where, const json_t *value, double least,
                       double most, const char *wanted)
{
    double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= least && number <= most))
        ext_unfit(r, where, value, wanted);
    return number;
}

size_t ext_count_of(ext_reader *r, const char *where, const json_t *list, size_t most)
{
    if (list == NULL)
        return 0;
    if (!json_is_array(list))
        ext_unfit(r, where, list, "it is to be a list");
    if (json_array_size(list) > most)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE,
                   "%s%s has %zu entries, and at most %zu are allowed", r->within, where,
                   json_array_size(list), most);
    return json_array_size(list);
}

const json_t *ext_object_of(ext_reader *r, const char *where, const json_t *value)
{
    if (!json_is_object(value))
        ext_unfit(r, where, value, "it is to be an object");
    return value;
}

/* ---- lines ---- */

/* Finds the first "nan", "inf" or the like outside of strings, and the member it belongs to; false
 * if there is none. JSON has no such words, but many programs write them. */
static bool find_not_finite(const ext_reader *r, const char **word, size_t *word_length,
                            const char **name, size_t *name_length)
{
    const char *last = NULL, *end = r->line + r->length;
    size_t last_length = 0;
    *name = NULL;
    for (const char *c = r->line; c < end; c++) {
        if (*c == '"') {
            last = ++c;
            while (c < end && *c != '"')
                c += *c == '\\' && c + 1 < end ? 2 : 1;
            last_length = (size_t)((c < end ? c : end) - last);
        } else if (*c == ':' && last != NULL) {
            *name = last;
            *name_length = last_length;
        } else if (isalpha((unsigned char)*c)) {
            *word = c;
            while (c < end && isalpha((unsigned char)*c))
                c++;
            *word_length = (size_t)(c-- - *word);
            if (*word_length >= 3 &&
                (strncasecmp(*word, "nan", 3) == 0 || strncasecmp(*word, "inf", 3) == 0))
                return *name != NULL;
        }
    }
    return false;
}

/* Fails because of a line that is no JSON object. */
static _Noreturn void no_object(ext_reader *r, const json_error_t *error)
{
    const char *word = "", *name = "", *line = ext_quoted(r->arena, r->line, r->length);
    size_t word_length = 0, name_length = 0;
    if (r->length == 0)
        ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL, "it printed an empty line: one line, one object");
    if (error == NULL || r->line[0] != '{')
        ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL,
                   "it printed '%s', which is no JSON object: standard output is for the protocol, "
                   "standard error for everything else",
                   line);
    if (find_not_finite(r, &word, &word_length, &name, &name_length))
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE,
                   "%s is %s, which is no number: a metric without a value is left out",
                   ext_quoted(r->arena, name, name_length),
                   ext_quoted(r->arena, word, word_length));
    const char *why = ext_quoted(r->arena, error->text, strlen(error->text));
    if (json_error_code(error) == json_error_numeric_overflow)
        ext_refuse(r, WYRM_EXTERNAL_WRONG_VALUE, "it printed '%s', and no number is as large: %s",
                   line, why);
    ext_refuse(r, WYRM_EXTERNAL_NO_PROTOCOL, "it printed '%s', which is not JSON: %s", line, why);
}

static void end_json(json_t *root)
{
    json_decref(root);
}

void ext_read_line(ext_reader *r)
{
    json_error_t error;
    while (r->length > 0 && isspace((unsigned char)r->line[r->length - 1]))
        r->length--;
    r->root = json_loadb(r->line, r->length, JSON_REJECT_DUPLICATES, &error);
    /* Integers above 2^63 are read as doubles, since some languages have unlimited integers. */
    if (r->root == NULL && json_error_code(&error) == json_error_numeric_overflow)
        r->root = json_loadb(r->line, r->length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL,
                             &error);
    if (r->root == NULL && json_error_code(&error) == json_error_out_of_memory)
        base_refuse(r->arena, WYRM_ERROR_MEMORY, "out of memory");
    if (r->root != NULL && r->keep)
        base_keep(r->arena, r->root, end_json);
    if (!json_is_object(r->root))
        no_object(r, r->root == NULL ? &error : NULL);
}

wyrm_status ext_read_as(ext_reader *r, void (*job)(base_arena *arena, void *context))
{
    r->wrong->failure = WYRM_EXTERNAL_NO_FAILURE;
    r->wrong->why[0] = '\0';
    r->within = "";
    wyrm_status status = base_run(r->arena, job, r);
    if (!r->keep)
        json_decref(r->root);
    return status;
}
