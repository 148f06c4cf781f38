/* Collecting, sorting and telling faults. */
#include "ruleset/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <wyrm/ruleset.h>

#include "base/text.h"

/* ---- "Did you mean": the distance of two words, and the nearest of many ---- */

/* Longer words are no typing errors of a key. */
#define LONGEST 64

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete, replace or swap with their neighbour (optimal string alignment, the
 * restricted form of Damerau and Levenshtein). Upper case counts as lower case. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            now[j] = least_of(replaced, 1 + least_of(above[j], now[j - 1]));
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                now[j] = least_of(now[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above;
        above = now;
        now = free_row;
    }
    return above[b_length];
}

/* The candidate that begins like the word, where only one does and a quarter of it is right. */
static const char *by_beginning(const char *word, size_t length, const char *const *candidates,
                                size_t count)
{
    const char *found = NULL;
    if (length < 3)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (lower(candidates[i][0]) != lower(word[0]) || lower(candidates[i][0]) == '\0' ||
            lower(candidates[i][1]) != lower(word[1]))
            continue;
        if (found != NULL)
            return NULL;
        found = candidates[i];
    }
    size_t found_length = found == NULL ? 0 : strlen(found);
    if (found == NULL || found_length > LONGEST)
        return NULL;
    size_t longer = length > found_length ? length : found_length;
    return 4 * distance(word, length, found, found_length) <= 3 * longer ? found : NULL;
}

const char *wyrm_nearest(const char *word, const char *const *candidates, size_t count)
{
    size_t length = strlen(word);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *nearest = NULL;
    size_t least = length / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        size_t candidate_length = strlen(candidates[i]);
        if (candidate_length > LONGEST || candidate_length > length + least ||
            length > candidate_length + least)
            continue;
        size_t wrong = distance(word, length, candidates[i], candidate_length);
        if (wrong < least) {
            least = wrong;
            nearest = candidates[i];
        }
    }
    return nearest != NULL ? nearest : by_beginning(word, length, candidates, count);
}

/* "one of a, b, c"; "" where that does not fit. */
static void list(const char *const *candidates, size_t count, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) {
        int added =
            snprintf(out + length, size - length, "%s%s", i == 0 ? "one of " : ", ", candidates[i]);
        if (added < 0 || (size_t)added >= size - length) {
            out[0] = '\0';
            return;
        }
        length += (size_t)added;
    }
}

void wyrm_suggest(wyrm_error *error, const char *word, const char *const *candidates, size_t count)
{
    if (!error)
        return;
    const char *nearest = wyrm_nearest(word, candidates, count);
    error->hint[0] = '\0';
    if (nearest)
        snprintf(error->hint, sizeof error->hint, "did you mean '%.100s'?", nearest);
    else
        list(candidates, count, error->hint, sizeof error->hint);
}

/* ---- reading files, checking that they are text, and showing places in them ---- */

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

wyrm_source *wyrm_source_new(base_arena *arena, const char *file, const char *text, size_t length,
                             int order)
{
    if (length >= 3 && memcmp(text, BYTE_ORDER_MARK, 3) == 0) {
        text += 3;
        length -= 3;
    }
    wyrm_source *source = base_take(arena, 1, sizeof *source);
    if (source == NULL)
        return NULL;
    source->file = base_text(arena, file, strlen(file));
    source->text = base_text(arena, text, length);
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

static wyrm_status read_open(base_arena *arena, int handle, const char *path, bool regular,
                             int order, wyrm_source **out, wyrm_error *error)
{
    struct stat about;
    if (fstat(handle, &about) != 0)
        return fail_with_errno(error, errno);
    if (S_ISDIR(about.st_mode))
        return fail_with_errno(error, EISDIR);
    if (regular && !S_ISREG(about.st_mode))
        return fail_with_errno(error, EINVAL);
    char *buffer = base_allocate(WYRM_RULESET_MAX_BYTES + 1);
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
        *out = wyrm_source_new(arena, path, buffer, length, order);
        if (*out == NULL)
            status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    wyrm_free(buffer);
    if (status == WYRM_OK && S_ISREG(about.st_mode)) {
        (*out)->device = (uint64_t)about.st_dev;
        (*out)->inode = (uint64_t)about.st_ino;
    }
    return status;
}

wyrm_status wyrm_source_read(base_arena *arena, const char *path, bool regular, int order,
                             wyrm_source **out, wyrm_error *error)
{
    *out = NULL;
    /* Opening a pipe that nobody writes to would wait for ever. */
    int handle = open(path, O_RDONLY | O_CLOEXEC | (regular ? O_NONBLOCK : 0));
    if (handle < 0)
        return fail_with_errno(error, errno);
    wyrm_status status = read_open(arena, handle, path, regular, order, out, error);
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

/* Negative, 0 or positive as a stands before, at or behind b in the order of reading. */
static int place_compare(const wyrm_place *a, const wyrm_place *b)
{
    int by_file = compare(a->source == NULL ? -1 : a->source->order,
                          b->source == NULL ? -1 : b->source->order);
    int by_line = compare(a->line, b->line);
    return by_file != 0 ? by_file : by_line != 0 ? by_line : compare(a->column, b->column);
}

struct wyrm_fault_item {
    wyrm_place place;
    wyrm_status code;
    size_t number; /* in the order of finding */
    char message[WYRM_ERROR_MESSAGE_MAX];
    char hint[WYRM_ERROR_HINT_MAX];
};

/* The next item to fill; NULL where it is only counted. */
static wyrm_fault_item *next_item(wyrm_faults *faults, wyrm_status code)
{
    faults->total++;
    if (faults->first == WYRM_OK)
        faults->first = code;
    if (faults->kept == WYRM_FAULTS_MAX)
        return NULL;
    if (faults->kept == faults->capacity) {
        size_t larger = faults->capacity == 0 ? 8 : 2 * faults->capacity;
        wyrm_fault_item *moved = base_resize(faults->items, larger * sizeof *moved);
        if (moved == NULL)
            return NULL;
        faults->items = moved;
        faults->capacity = larger;
    }
    wyrm_fault_item *item = &faults->items[faults->kept++];
    *item = (wyrm_fault_item){.code = code, .number = faults->total};
    return item;
}

void wyrm_fault(wyrm_faults *faults, const wyrm_place *place, wyrm_status code, const char *hint,
                const char *format, ...)
{
    if (faults->defaulted != NULL)
        code = WYRM_ERROR_INTERNAL;
    wyrm_fault_item *item = next_item(faults, code);
    if (item == NULL)
        return;
    item->place = *place;
    char message[2 * WYRM_ERROR_MESSAGE_MAX] = "";
    int used = 0;
    if (faults->defaulted != NULL)
        used =
            snprintf(message, sizeof message, "the default of '%s' is wrong: ", faults->defaulted);
    size_t start = used < 0 ? 0 : (size_t)used;
    if (start < sizeof message) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message + start, sizeof message - start, format, arguments);
        va_end(arguments);
    }
    wyrm_utf8_copy(item->message, sizeof item->message, message);
    if (hint != NULL)
        wyrm_utf8_copy(item->hint, sizeof item->hint, hint);
}

void wyrm_fault_memory(wyrm_faults *faults)
{
    static const wyrm_place nowhere = {0};
    wyrm_fault_item *item = next_item(faults, WYRM_ERROR_MEMORY);
    if (item == NULL)
        return;
    item->place = nowhere;
    snprintf(item->message, sizeof item->message, "out of memory");
}

bool wyrm_faults_full(const wyrm_faults *faults)
{
    return faults->kept == WYRM_FAULTS_MAX;
}

static int compare_items(const void *a, const void *b)
{
    const wyrm_fault_item *first = a, *second = b;
    int order = place_compare(&first->place, &second->place);
    if (order != 0)
        return order;
    return (first->number > second->number) - (first->number < second->number);
}

void wyrm_faults_tell(wyrm_faults *faults, wyrm_errors *errors)
{
    if (errors == NULL || faults->total == 0)
        return;
    wyrm_error error = {.code = faults->first, .length = 1};
    snprintf(error.message, sizeof error.message, "%s", wyrm_status_text(faults->first));
    if (faults->kept != 0)
        qsort(faults->items, faults->kept, sizeof *faults->items, compare_items);
    for (size_t i = 0; i < faults->kept; i++) {
        const wyrm_fault_item *item = &faults->items[i];
        error.code = item->code;
        memcpy(error.message, item->message, sizeof error.message);
        memcpy(error.hint, item->hint, sizeof error.hint);
        /* What is not kept needs no excerpt. */
        if (wyrm_errors_kept(errors) < WYRM_ERRORS_MAX)
            wyrm_place_show(&item->place, &error);
        wyrm_errors_add(errors, &error);
    }
    for (size_t i = faults->kept; i < faults->total; i++)
        wyrm_errors_add(errors, &error);
}

void wyrm_faults_release(wyrm_faults *faults)
{
    wyrm_free(faults->items);
    *faults = (wyrm_faults){0};
}

const char *wyrm_quote(const char *text, char buffer[WYRM_QUOTE_MAX])
{
    size_t used = 0;
    for (int characters = 0; *text != '\0'; characters++) {
        if (characters == 40) {
            memcpy(buffer + used, "...", 3);
            used += 3;
            break;
        }
        bool control = (unsigned char)*text < 0x20 || *text == 0x7F;
        buffer[used++] = control ? '?' : *text;
        text++;
        while (((unsigned char)*text & 0xC0) == 0x80) { /* the rest of a character */
            if (used < WYRM_QUOTE_MAX - 4)
                buffer[used++] = *text;
            text++;
        }
    }
    buffer[used] = '\0';
    return buffer;
}

const char *wyrm_did_you_mean(const char *word, const char *const *candidates, size_t count,
                              char buffer[WYRM_ERROR_HINT_MAX])
{
    const char *nearest = wyrm_nearest(word, candidates, count);
    if (nearest == NULL)
        return NULL;
    snprintf(buffer, WYRM_ERROR_HINT_MAX, "did you mean '%s'?", nearest);
    return buffer;
}
