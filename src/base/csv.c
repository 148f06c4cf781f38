/* CSV by the letter of RFC 4180, and a little beyond, as spreadsheets and games write it: fields
 * parted by commas, semicolons or tabs, whichever the first line has most of; lines ended by a line
 * feed, with or without a carriage return; a mark of UTF-8 at the beginning. A record that cannot
 * be read is told as such, and the next one is looked for behind its line. */
#include "base/csv.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"

#define BUFFER_SIZE ((size_t)1 << 16)
#define END         (-1)

static void close_file(base_csv *csv)
{
    close(csv->file);
}

base_csv *base_csv_open(base_arena *arena, const char *path, size_t line_max, size_t fields_max)
{
    struct stat about;
    base_csv *csv = base_new(arena, base_csv);
    csv->line_max = line_max;
    csv->fields_max = fields_max;
    csv->next_line = 1;
    csv->text = base_array(arena, char, line_max + 1);
    csv->fields = base_array(arena, char *, fields_max);
    csv->buffer = base_array(arena, char, BUFFER_SIZE);
    if (base_is_named_pipe(path))
        base_refuse(arena, WYRM_ERROR_IO, "%s: it is no regular file", path);
    csv->file = open(path, O_RDONLY | O_CLOEXEC);
    if (csv->file < 0)
        base_refuse(arena, WYRM_ERROR_IO, "%s: %s", path,
                    errno == ENOENT ? "no such file" : strerror(errno));
    base_keep(arena, csv, close_file);
    /* A device may never end. */
    if (fstat(csv->file, &about) != 0 || !(S_ISREG(about.st_mode) || S_ISFIFO(about.st_mode)))
        base_refuse(arena, WYRM_ERROR_IO, "%s: %s", path,
                    S_ISDIR(about.st_mode) ? "it is a folder" : "it is no regular file");
    return csv;
}

static void fill(base_csv *csv)
{
    ssize_t got;
    do
        got = read(csv->file, csv->buffer, BUFFER_SIZE);
    while (got < 0 && errno == EINTR);
    csv->failed = got < 0 ? errno : 0;
    csv->filled = got > 0 ? (size_t)got : 0;
    csv->used = 0;
}

/* The next byte without taking it. */
static int peek(base_csv *csv)
{
    if (csv->used == csv->filled)
        fill(csv);
    return csv->used < csv->filled ? (unsigned char)csv->buffer[csv->used] : END;
}

static int take(base_csv *csv)
{
    int byte = peek(csv);
    csv->used += byte != END;
    csv->next_line += byte == '\n';
    return byte;
}

/* By the rest of the first line as far as it is in the buffer. */
static char find_separator(base_csv *csv)
{
    static const char candidates[] = ",;\t";
    size_t most = 0;
    char best = ',';
    for (const char *c = candidates; *c != '\0'; c++) {
        size_t count = 0;
        for (size_t i = csv->used; i < csv->filled && csv->buffer[i] != '\n'; i++)
            count += csv->buffer[i] == *c;
        if (count > most)
            best = *c;
        most = count > most ? count : most;
    }
    return best;
}

static void begin_file(base_csv *csv)
{
    peek(csv);
    if (csv->filled >= 3 && memcmp(csv->buffer, "\xEF\xBB\xBF", 3) == 0)
        csv->used = 3;
    csv->separator = find_separator(csv);
}

/* A record that is read: where its text ends, and whether anything of it was too much. */
typedef struct record {
    size_t length;
    bool too_long, has_nul;
} record;

static void put(base_csv *csv, record *of, int byte)
{
    of->too_long = of->too_long || of->length >= csv->line_max;
    of->has_nul = of->has_nul || byte == '\0';
    if (!of->too_long)
        csv->text[of->length++] = (char)byte;
}

/* The rest of a field in quotes, the first of which has been taken; false where it does not end. */
static bool take_quoted(base_csv *csv, record *of)
{
    for (int byte; (byte = take(csv)) != END; put(csv, of, byte)) {
        if (byte == '"' && peek(csv) != '"')
            return true;
        if (byte == '"')
            take(csv);
        if (of->too_long)
            return true;
    }
    return false;
}

static bool is_blank(int byte, char separator)
{
    return byte == ' ' || (byte == '\t' && separator != '\t') || byte == '\r';
}

/* One field and what ends it: the separator, a line feed or the end. */
static int take_field(base_csv *csv, record *of)
{
    bool bare = false, quoted = false;
    size_t kept = of->length; /* up to its last byte that is no blank */
    while (is_blank(peek(csv), csv->separator))
        take(csv);
    for (;;) {
        int byte = take(csv);
        if (byte == END || byte == '\n' || byte == csv->separator) {
            of->length = kept;
            return byte;
        }
        if (byte == '"' && !bare && !quoted) {
            quoted = true;
            if (!take_quoted(csv, of))
                csv->wrong = "a quote is opened and not closed";
            kept = of->length;
            continue;
        }
        bool blank = is_blank(byte, csv->separator);
        if (quoted && !blank)
            csv->wrong = "something stands behind a closed quote";
        bare = true;
        if (!quoted)
            put(csv, of, byte);
        kept = quoted || blank ? kept : of->length;
    }
}

static void take_record(base_csv *csv)
{
    record of = {0};
    int end;
    csv->count = 0;
    csv->wrong = NULL;
    csv->line = csv->next_line;
    bool too_many = false;
    do {
        size_t begin = of.length;
        end = take_field(csv, &of);
        put(csv, &of, 1); /* the place of a NUL */
        if (!of.too_long)
            csv->text[of.length - 1] = '\0';
        too_many = too_many || csv->count == csv->fields_max;
        if (!too_many)
            csv->fields[csv->count++] = csv->text + begin;
    } while (end != END && end != '\n');
    if (of.has_nul)
        csv->wrong = "it has a byte of 0";
    if (too_many)
        csv->wrong = "it has too many fields";
    if (of.too_long)
        csv->wrong = "it is too long";
    csv->count = csv->wrong == NULL ? csv->count : 0;
}

bool base_csv_next(base_arena *arena, base_csv *csv)
{
    if (csv->separator == '\0')
        begin_file(csv);
    while (peek(csv) != END) {
        take_record(csv);
        if (csv->wrong != NULL || csv->count > 1 || csv->fields[0][0] != '\0')
            return true;
    }
    if (csv->failed != 0)
        base_refuse(arena, WYRM_ERROR_IO, "the file cannot be read: %s", strerror(csv->failed));
    return false;
}
