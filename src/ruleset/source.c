/* Reading files, checking that they are text, and showing places in them. */
#include "ruleset/source.h"

#include "base/utf8.h"

#include <wyrm/ruleset.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

wyrm_source *wyrm_source_new(wyrm_region *region, const char *file, const char *text, size_t length,
                             int order)
{
    if (length >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0) {
        text += 3;
        length -= 3;
    }
    wyrm_source *source = wyrm_region_take(region, 1, sizeof *source);
    if (source == NULL)
        return NULL;
    source->file = wyrm_region_text(region, file, strlen(file));
    source->text = wyrm_region_text(region, text, length);
    source->length = length;
    source->order = order;
    return source->file == NULL || source->text == NULL ? NULL : source;
}

static wyrm_status fail_with_errno(wyrm_error *error, int number)
{
    static const struct {
        int number;
        const char *sentence;
    } causes[] = {
        {ENOENT, "no such file"},
        {ENOTDIR, "no such file"},
        {EACCES, "no permission to read it"},
        {EPERM, "no permission to read it"},
        {EISDIR, "it is a folder"},
        {ELOOP, "its links lead in a circle"},
        {ENAMETOOLONG, "its name is too long"},
        {EINVAL, "it is not a regular file"},
        {EIO, "the disk reports an error"},
    };
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (causes[i].number == number)
            return wyrm_fail(error, WYRM_ERROR_IO, "%s", causes[i].sentence);
    return wyrm_fail(error, WYRM_ERROR_IO, "system error %d", number);
}

/* Reads at most limit + 1 bytes into buffer; sets *length. Returns 0 or an errno. */
static int read_up_to(int handle, char *buffer, size_t limit, size_t *length)
{
    *length = 0;
    while (*length <= limit) {
        ssize_t got = read(handle, buffer + *length, limit + 1 - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        if (got == 0)
            break;
        *length += (size_t)got;
    }
    return 0;
}

static wyrm_status read_open(wyrm_region *region, int handle, const char *path, bool regular,
                             int order, wyrm_source **out, wyrm_error *error)
{
    struct stat about;
    if (fstat(handle, &about) != 0)
        return fail_with_errno(error, errno);
    if (S_ISDIR(about.st_mode))
        return fail_with_errno(error, EISDIR);
    if (regular && !S_ISREG(about.st_mode))
        return fail_with_errno(error, EINVAL);
    char *buffer = malloc(WYRM_RULESET_MAX_BYTES + 1);
    if (buffer == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    size_t length = 0;
    wyrm_status status = WYRM_OK;
    int number = read_up_to(handle, buffer, WYRM_RULESET_MAX_BYTES, &length);
    if (number != 0) {
        status = fail_with_errno(error, number);
    } else if (length > WYRM_RULESET_MAX_BYTES) {
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes",
                           WYRM_RULESET_MAX_BYTES);
    } else {
        *out = wyrm_source_new(region, path, buffer, length, order);
        if (*out == NULL)
            status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    free(buffer);
    if (status == WYRM_OK && S_ISREG(about.st_mode)) {
        (*out)->device = (uint64_t)about.st_dev;
        (*out)->inode = (uint64_t)about.st_ino;
    }
    return status;
}

wyrm_status wyrm_source_read(wyrm_region *region, const char *path, bool regular, int order,
                             wyrm_source **out, wyrm_error *error)
{
    *out = NULL;
    /* Opening a pipe that nobody writes to would wait for ever. */
    int handle = open(path, O_RDONLY | O_CLOEXEC | (regular ? O_NONBLOCK : 0));
    if (handle < 0)
        return fail_with_errno(error, errno);
    wyrm_status status = read_open(region, handle, path, regular, order, out, error);
    close(handle);
    return status;
}

/* Decodes the character at text[0..length), length > 0: its length in bytes, or 0 where it is not
 * strict UTF-8 (overlong forms, surrogates and what is above U+10FFFF are not). */
static size_t decode(const char *text, size_t length, uint32_t *code)
{
    const unsigned char *bytes = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = bytes[0] < 0x80   ? 1
                  : bytes[0] < 0xC0 ? 0
                  : bytes[0] < 0xE0 ? 2
                  : bytes[0] < 0xF0 ? 3
                  : bytes[0] < 0xF8 ? 4
                                    : 0;
    if (size == 0 || size > length)
        return 0;
    *code = size == 1 ? bytes[0] : bytes[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3Fu);
    }
    if (*code < least[size] || *code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF))
        return 0;
    return size;
}

static bool is_allowed(uint32_t code)
{
    if (code < 0x20)
        return code == '\t' || code == '\n' || code == '\r';
    if (code == 0x2028 || code == 0x2029 || code == 0xFEFF || code == 0xFFFE || code == 0xFFFF)
        return false;
    return code < 0x7F || code >= 0xA0;
}

bool wyrm_source_check(const wyrm_source *source, wyrm_place *place, char *message, size_t size)
{
    *place = (wyrm_place){.source = source, .line = 1, .column = 1, .length = 1};
    for (size_t at = 0; at < source->length;) {
        uint32_t code = 0;
        size_t bytes = decode(source->text + at, source->length - at, &code);
        if (bytes == 0) {
            snprintf(message, size, "the file is not UTF-8: byte 0x%02X",
                     (unsigned)(unsigned char)source->text[at]);
            return false;
        }
        if (!is_allowed(code)) {
            snprintf(message, size, "control character U+%04X in the file", (unsigned)code);
            return false;
        }
        at += bytes;
        place->column++;
        bool carriage_return_line_feed =
            code == '\r' && at < source->length && source->text[at] == '\n';
        if (code == '\n' || (code == '\r' && !carriage_return_line_feed)) {
            place->line++;
            place->column = 1;
        }
    }
    return true;
}

/* The start of a line, and its length without the break; an empty one where there is no such line.
 */
static const char *find_line(const wyrm_source *source, int32_t line, size_t *length)
{
    size_t at = 0;
    const char *text = source->text;
    for (int32_t now = 1; now < line && at < source->length; at++)
        if (text[at] == '\n' ||
            (text[at] == '\r' && !(at + 1 < source->length && text[at + 1] == '\n')))
            now++;
    size_t end = at;
    while (end < source->length && text[end] != '\n' && text[end] != '\r')
        end++;
    *length = end - at;
    return text + at;
}

/* Copies a line, one character of the excerpt for one of the line, and returns how many. */
static int32_t copy_line(const char *line, size_t length, char *excerpt, size_t size)
{
    size_t used = 0;
    int32_t characters = 0;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        size_t bytes = decode(line + at, length - at, &code);
        bool bad = bytes == 0 || !is_allowed(code);
        size_t width = bad ? 1 : bytes;
        if (used + width >= size)
            break;
        if (bad)
            excerpt[used] = '?';
        else
            memcpy(excerpt + used, line + at, bytes);
        used += width;
        at += bytes == 0 ? 1 : bytes;
        characters++;
    }
    excerpt[used] = '\0';
    return characters;
}

void wyrm_place_show(const wyrm_place *place, wyrm_error *error)
{
    error->line = error->column = 0;
    error->length = 1;
    error->file[0] = error->excerpt[0] = '\0';
    if (place->source == NULL || place->line == 0)
        return;
    size_t length = 0;
    const char *line = find_line(place->source, place->line, &length);
    int32_t shown = copy_line(line, length, error->excerpt, sizeof error->excerpt);
    wyrm_utf8_copy(error->file, sizeof error->file, place->source->file);
    error->line = place->line;
    error->column = place->column;
    error->length = place->length < 1 ? 1 : place->length;
    /* The caret must stand below something: an end past the cut is drawn in, a start past it has no
     * excerpt at all. One place behind the line is the end of it. */
    if (place->column > shown + 1) {
        error->excerpt[0] = '\0';
        error->length = 1;
    } else if (place->column + error->length > shown + 1) {
        error->length = place->column > shown ? 1 : shown + 1 - place->column;
    }
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

int wyrm_place_compare(const wyrm_place *a, const wyrm_place *b)
{
    int by_file = compare(a->source == NULL ? -1 : a->source->order,
                          b->source == NULL ? -1 : b->source->order);
    int by_line = compare(a->line, b->line);
    return by_file != 0 ? by_file : by_line != 0 ? by_line : compare(a->column, b->column);
}
