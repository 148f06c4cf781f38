/* Status sentences, filling and formatting of errors, and the list of the errors of one input.
 *
 * An error is a value that owns its text: it can be reported when memory has run out, copied, and
 * kept when its cause is gone. Its text may quote a stranger's file, so it is cleaned once, when it
 * is formatted, and not by every caller that prints it. A list keeps the first errors of an input
 * and counts the rest: a file that is wrong throughout does not fill ten thousand lines. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"

const char *wyrm_status_text(wyrm_status status)
{
    static const char *const sentences[] = {
#define SENTENCE(name, sentence) [name] = sentence,
        WYRM_STATUS_ROWS(SENTENCE)
#undef SENTENCE
    };
    size_t index = (size_t)status;
    return index < sizeof sentences / sizeof sentences[0] ? sentences[index] : "unknown status";
}

void base_vfail(wyrm_error *error, wyrm_status code, const char *format, va_list arguments)
{
    /* One byte more than fits, so that a cut shows. The arguments may point into *error, which is
     * therefore cleared only afterwards. */
    char message[WYRM_ERROR_MESSAGE_MAX + 1];
    int length = vsnprintf(message, sizeof message, format, arguments);
    memset(error, 0, sizeof *error);
    error->code = code;
    base_utf8_copy(error->message, sizeof error->message,
                   length >= 0 ? message : wyrm_status_text(code));
    /* A message is one line, whatever it quotes. */
    for (char *at = error->message; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
}

wyrm_status wyrm_fail(wyrm_error *error, wyrm_status code, const char *format, ...)
{
    if (!error)
        return code;
    va_list arguments;
    va_start(arguments, format);
    base_vfail(error, code, format, arguments);
    va_end(arguments);
    return code;
}

void base_refuse(base_arena *arena, wyrm_status code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    base_vfail(&arena->error, code, format, arguments);
    va_end(arguments);
    base_fail(arena, code);
}

wyrm_status base_afford(wyrm_cost work, uint64_t steps, wyrm_error *error)
{
    return base_may_spend(work, steps)
               ? WYRM_OK
               : wyrm_fail(error, WYRM_ERROR_LIMIT, "there was work enough: %s",
                           wyrm_cost_text(work));
}

void base_spend(base_arena *arena, wyrm_cost work, uint64_t steps)
{
    const wyrm_status status = base_afford(work, steps, &arena->error);
    if (status != WYRM_OK)
        base_fail(arena, status);
}

wyrm_status base_add_shortage(wyrm_errors *errors, wyrm_status status, const wyrm_error *error)
{
    if (status == WYRM_ERROR_MEMORY)
        return wyrm_errors_fail(errors, status, "out of memory");
    return error->code == WYRM_ERROR_LIMIT ? wyrm_errors_fail(errors, status, "%s", error->message)
                                           : status;
}

wyrm_status base_buffer_give(base_buffer *text, char **out, wyrm_error *error)
{
    *out = base_buffer_steal(text);
    return *out ? WYRM_OK : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
}

char *base_buffer_keep(base_buffer *text, base_arena *arena)
{
    char *out;
    base_must(arena, base_buffer_give(text, &out, &arena->error));
    base_keep(arena, out, wyrm_free);
    return out;
}

/* Appends text that may come from the input: what could steer a terminal, and bytes that are no
 * character, become '?'. */
static void add_tame(base_buffer *out, const char *text)
{
    while (*text != '\0') {
        const char *at = text;
        uint32_t character = base_utf8_next(&text);
        bool tame =
            character != BASE_UTF8_NONE && character != '\n' && !base_utf8_steers(character);
        base_buffer_append_bytes(out, tame ? at : "?", tame ? (size_t)(text - at) : 1);
    }
}

/* Appends the line of the file; then the caret and its underline, below the character `column` and
 * not past the end of the line. */
static void add_excerpt(base_buffer *out, const wyrm_error *error)
{
    const char *at = error->excerpt;
    size_t start = out->length;
    base_buffer_appendf(out, "%5d", error->line);
    size_t margin = out->length - start;
    base_buffer_append(out, " | ");
    add_tame(out, at);
    base_buffer_append_char(out, '\n');
    size_t characters = base_utf8_count(at, strlen(at)), before = (size_t)error->column - 1;
    if (error->column <= 0 || before > characters)
        return;
    base_buffer_append_repeat(out, ' ', margin);
    base_buffer_append(out, " | ");
    for (size_t seen = 0; seen < before; seen++) {
        base_buffer_append_char(out, *at == '\t' ? '\t' : ' ');
        for (at++; ((unsigned char)*at & 0xC0u) == 0x80u; at++)
            ;
    }
    base_buffer_append_char(out, '^');
    for (int i = 1; i < error->length && before + (size_t)i < characters; i++)
        base_buffer_append_char(out, '~');
    base_buffer_append_char(out, '\n');
}

/* Errors must be readable when memory is out, too: the text is built on the stack, in room for all
 * of its parts, and never grows. */
size_t wyrm_error_format(const wyrm_error *error, char *buffer, size_t size)
{
    char room[2 * sizeof *error];
    base_buffer out = {.bytes = room, .capacity = sizeof room};
    if (error->file[0]) {
        add_tame(&out, error->file);
        if (error->line > 0 && error->column > 0)
            base_buffer_appendf(&out, ":%d:%d: ", error->line, error->column);
        else if (error->line > 0)
            base_buffer_appendf(&out, ":%d: ", error->line);
        else
            base_buffer_append(&out, ": ");
    }
    base_buffer_append(&out, "error: ");
    add_tame(&out, error->message[0] ? error->message : wyrm_status_text(error->code));
    if (error->hint[0]) {
        base_buffer_append(&out, " (");
        add_tame(&out, error->hint);
        base_buffer_append_char(&out, ')');
    }
    base_buffer_append_char(&out, '\n');
    if (error->excerpt[0] && error->line > 0)
        add_excerpt(&out, error);
    base_utf8_copy(buffer, buffer ? size : 0, room);
    return out.length;
}

/* All memory is allocated at the start, so that adding an error cannot fail. */
struct wyrm_errors {
    size_t count;
    wyrm_error kept[WYRM_ERRORS_MAX];
};

wyrm_status wyrm_errors_new(wyrm_errors **out)
{
    *out = base_zeroed(1, sizeof **out);
    return *out ? WYRM_OK : WYRM_ERROR_MEMORY;
}

void wyrm_errors_free(wyrm_errors *errors)
{
    wyrm_free(errors);
}

/* Whether the same error is in the list: several systems may read the same lines and find it. */
static bool is_reported(const wyrm_errors *errors, const wyrm_error *error)
{
    for (size_t i = 0; i < wyrm_errors_kept(errors) && error->line > 0; i++) {
        const wyrm_error *one = &errors->kept[i];
        if (one->line == error->line && one->column == error->column &&
            strcmp(one->file, error->file) == 0 && strcmp(one->message, error->message) == 0)
            return true;
    }
    return false;
}

void wyrm_errors_add(wyrm_errors *errors, const wyrm_error *error)
{
    if (!errors || is_reported(errors, error))
        return;
    if (errors->count < WYRM_ERRORS_MAX)
        errors->kept[errors->count] = *error;
    errors->count++;
}

wyrm_status wyrm_errors_fail(wyrm_errors *errors, wyrm_status code, const char *format, ...)
{
    wyrm_error error;
    va_list arguments;
    va_start(arguments, format);
    base_vfail(&error, code, format, arguments);
    va_end(arguments);
    wyrm_errors_add(errors, &error);
    return code;
}

size_t wyrm_errors_count(const wyrm_errors *errors)
{
    return errors ? errors->count : 0;
}

size_t wyrm_errors_kept(const wyrm_errors *errors)
{
    size_t count = wyrm_errors_count(errors);
    return count < WYRM_ERRORS_MAX ? count : WYRM_ERRORS_MAX;
}

const wyrm_error *wyrm_errors_at(const wyrm_errors *errors, size_t index)
{
    return index < wyrm_errors_kept(errors) ? &errors->kept[index] : NULL;
}
