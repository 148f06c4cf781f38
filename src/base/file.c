/* Files: reading them whole, writing them whole or not at all, and reading CSV record by record.
 *
 * A file is written as a draft, under another name beside its own, brought to the disk, and only
 * then renamed: a process that is killed meanwhile, or runs out of disk, leaves the old file or the
 * new one. Two processes that write the same file use different drafts, so that one of them wins
 * whole. A draft is locked while it is written: one that nobody holds was left by a killed process,
 * on this machine or another, and the next writer in its folder deletes it.
 *
 * CSV is read by the letter of RFC 4180, and a little beyond, as spreadsheets and games write it:
 * fields separated by commas, semicolons or tabs, whichever the first line has most of; lines ended
 * by a line feed, with or without a carriage return; a byte order mark at the beginning. A record
 * that cannot be read is reported as such, and reading goes on after its line. */
#include "base/arena.h"
#include "base/csv.h"
#include "base/text.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wyrm/file.h>

#define PATH_ROOM  4096  /* bytes, the NUL included */
#define DRAFTS_MAX 10000 /* names that are tried for a draft */

/* ---- reading ---- */

bool base_lies_in(const char *path, const char *folder)
{
    char *there = realpath(path, NULL), *home = realpath(folder, NULL);
    const size_t length = home != NULL ? strlen(home) : 0;
    const bool inside = there != NULL && home != NULL && strncmp(there, home, length) == 0 &&
                        (home[length - 1] == '/' || there[length] == '/' || there[length] == '\0');
    free(there);
    free(home);
    return inside;
}

/* Reads an open file; returns 0 or an errno. It asks for one byte more than `most`, which shows
 * that a file is longer. */
static int read_open(int file, size_t guess, size_t most, char **out, size_t *length)
{
    size_t room = (guess < most ? guess : most) + 2;
    char *bytes = *out = base_allocate(room);
    while (bytes != NULL) {
        ssize_t got = read(file, bytes + *length, room - 1 - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        *length += (size_t)got;
        if (*length > most)
            return EFBIG;
        bytes[*length] = '\0';
        if (got == 0)
            return 0;
        if (*length + 1 < room)
            continue;
        room = 2 * room < most + 2 ? 2 * room : most + 2; /* the file has grown meanwhile */
        bytes = base_resize(bytes, room);
        *out = bytes != NULL ? bytes : *out;
    }
    return ENOMEM;
}

bool base_is_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

/* Whether a path is a named pipe, to which nobody may ever write. Pipes that a shell makes for a
 * command do not count. */
static bool is_named_pipe(const char *path)
{
    struct stat found;
    char *there = realpath(path, NULL); /* NULL also for the pipes of a shell: /dev/fd/63 */
    const bool is = there != NULL && stat(there, &found) == 0 && S_ISFIFO(found.st_mode);
    free(there);
    return is;
}

int base_file_read(const char *path, bool regular, size_t most, char **out, size_t *length,
                   struct stat *about)
{
    *out = NULL;
    *length = 0;
    if (!regular && is_named_pipe(path))
        return EINVAL;
    /* Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever. */
    int file = open(path, O_RDONLY | O_CLOEXEC | (regular ? O_NONBLOCK : 0));
    if (file < 0)
        return errno;
    int reason = 0;
    if (fstat(file, about) != 0)
        reason = errno;
    else if (S_ISDIR(about->st_mode))
        reason = EISDIR;
    else if (regular && !S_ISREG(about->st_mode))
        reason = EINVAL;
    else
        reason = read_open(file, (size_t)about->st_size, most, out, length);
    close(file);
    if (reason != 0) {
        wyrm_free(*out);
        *out = NULL;
        *length = 0;
    }
    return reason;
}

wyrm_status wyrm_file_read(const char *path, size_t most, char **out, size_t *length,
                           wyrm_error *error)
{
    struct stat about;
    int reason = base_file_read(path, true, most, out, length, &about);
    wyrm_status status = WYRM_OK;
    if (reason == ENOMEM)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    else if (reason == EFBIG)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes", most);
    else if (reason != 0)
        status = wyrm_fail(error, WYRM_ERROR_IO, "%s",
                           reason == ENOENT   ? "no such file"
                           : reason == EISDIR ? "it is a folder"
                           : reason == EINVAL ? "it is no regular file"
                                              : strerror(reason));
    if (reason != 0 && error != NULL)
        base_utf8_copy(error->file, sizeof error->file, path);
    return status;
}

/* ---- writing ---- */

/* Whether a name is that of a draft: ".wyrm-PROCESS-NUMBER.tmp". */
static bool is_draft(const char *name)
{
    long process;
    int number, length = 0;
    return sscanf(name, ".wyrm-%ld-%d.tmp%n", &process, &number, &length) == 2 && length > 0 &&
           name[length] == '\0';
}

/* A draft that nobody has locked belongs to nobody. Its lock is taken before it is deleted, and its
 * name looked up again after that: meanwhile its process may have given it its final name and begun
 * the next draft by the old one. */
void wyrm_file_clear(const char *folder)
{
    DIR *all = opendir(folder);
    for (const struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all)) {
        struct stat found, named;
        int file = is_draft(entry->d_name) ? openat(dirfd(all), entry->d_name,
                                                    O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                           : -1;
        if (file < 0)
            continue;
        if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) &&
            flock(file, LOCK_EX | LOCK_NB) == 0 &&
            fstatat(dirfd(all), entry->d_name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
            named.st_dev == found.st_dev && named.st_ino == found.st_ino)
            unlinkat(dirfd(all), entry->d_name, 0);
        close(file);
    }
    if (all)
        closedir(all);
}

/* A file that is being written. */
typedef struct draft {
    char folder[PATH_ROOM], name[PATH_ROOM + 64];
    int file;
} draft;

/* Locks a draft that was just made. False: another process has deleted it before. A file system
 * without locks counts as locked, since nobody can lock there. */
static bool hold(int file)
{
    struct stat found;
    return flock(file, LOCK_EX | LOCK_NB) != 0 ? errno != EWOULDBLOCK
                                               : fstat(file, &found) != 0 || found.st_nlink > 0;
}

/* Opens a draft beside `path`, unless a device, pipe or folder would be replaced by a file. No
 * other process or call uses its name. Returns 0 or an errno. */
static int open_draft(draft *made, const char *path, bool replace)
{
    struct stat found;
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= PATH_ROOM)
        return ENAMETOOLONG;
    if (replace && lstat(path, &found) == 0 && !S_ISREG(found.st_mode))
        return EEXIST;
    snprintf(made->folder, PATH_ROOM, "%.*s", slash > path ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    wyrm_file_clear(made->folder);
    for (int attempt = 0; attempt < DRAFTS_MAX; attempt++) {
        snprintf(made->name, sizeof made->name, "%s/.wyrm-%ld-%d.tmp", made->folder, (long)getpid(),
                 attempt);
        made->file = open(made->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (made->file < 0 && errno != EEXIST)
            return errno;
        if (made->file >= 0 && hold(made->file))
            return 0;
        if (made->file >= 0)
            close(made->file);
    }
    return EBUSY;
}

/* Writes all bytes and brings them to the disk. Returns 0 or an errno. */
static int write_all(int file, const char *bytes, size_t length)
{
    int reason = 0;
    while (reason == 0 && length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0) {
            reason = errno == EINTR ? 0 : errno;
            continue;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return reason == 0 && fsync(file) != 0 ? errno : reason;
}

/* Renames a draft to its final name, unless that exists and must not be replaced: link() refuses
 * then, which rename() does not; some file systems have no links. Returns 0, when the draft is
 * gone, or an errno. */
static int give_name(const draft *made, const char *path, bool replace)
{
    if (!replace && link(made->name, path) == 0)
        unlink(made->name);
    else if (!replace && errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)
        return errno;
    else if (!replace && access(path, F_OK) == 0)
        return EEXIST;
    else if (rename(made->name, path) != 0)
        return errno;
    /* The name lasts once the folder's own entry has reached the disk. Not every file system can
     * do that, and the file is whole in any case. */
    int folder = open(made->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
    return 0;
}

static wyrm_status write_error(int reason, const char *path, bool replace, wyrm_error *error)
{
    if (reason == 0)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_IO, "%s",
              reason != EEXIST ? strerror(reason)
              : replace        ? "it exists and is no file"
                               : "it exists already");
    if (error != NULL)
        base_utf8_copy(error->file, sizeof error->file, path);
    return WYRM_ERROR_IO;
}

wyrm_status wyrm_file_write(const char *path, const void *bytes, size_t length, bool replace,
                            wyrm_error *error)
{
    draft made;
    int reason = open_draft(&made, path, replace);
    if (reason == 0) {
        reason = write_all(made.file, bytes, length);
        if (reason == 0)
            reason = give_name(&made, path, replace);
        if (reason != 0)
            unlink(made.name);
        close(made.file); /* locked until it has its name; everything is on the disk by then */
    }
    return write_error(reason, path, replace, error);
}

wyrm_status wyrm_file_can_write(const char *path, bool replace, wyrm_error *error)
{
    draft made;
    struct stat found;
    bool there = !replace && lstat(path, &found) == 0;
    int reason = there ? EEXIST : open_draft(&made, path, replace);
    if (reason == 0) {
        close(made.file);
        unlink(made.name);
    }
    return write_error(reason, path, replace, error);
}

/* ---- CSV, record by record ---- */

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
    if (is_named_pipe(path))
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

static void refill(base_csv *csv)
{
    ssize_t got;
    do
        got = read(csv->file, csv->buffer, BUFFER_SIZE);
    while (got < 0 && errno == EINTR);
    csv->failed = got < 0 ? errno : 0;
    csv->filled = got > 0 ? (size_t)got : 0;
    csv->used = 0;
}

/* Returns the next byte without taking it. */
static int peek(base_csv *csv)
{
    if (csv->used == csv->filled)
        refill(csv);
    return csv->used < csv->filled ? (unsigned char)csv->buffer[csv->used] : END;
}

static int take_byte(base_csv *csv)
{
    int byte = peek(csv);
    csv->used += byte != END;
    csv->next_line += byte == '\n';
    return byte;
}

/* Counts candidates in the rest of the first line, as far as it is in the buffer. */
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

/* The record being read: the length of its text, and whether it was too long or had a NUL. */
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

/* Takes the rest of a quoted field, whose first quote has been taken; false if it does not end. */
static bool take_quoted(base_csv *csv, record *of)
{
    for (int byte; (byte = take_byte(csv)) != END; put(csv, of, byte)) {
        if (byte == '"' && peek(csv) != '"')
            return true;
        if (byte == '"')
            take_byte(csv);
        if (of->too_long)
            return true;
    }
    return false;
}

static bool is_blank(int byte, char separator)
{
    return byte == ' ' || (byte == '\t' && separator != '\t') || byte == '\r';
}

/* Takes one field; returns what ended it: the separator, a line feed or END. */
static int take_field(base_csv *csv, record *of)
{
    bool bare = false, quoted = false;
    size_t kept = of->length; /* length up to the last byte that is no blank */
    while (is_blank(peek(csv), csv->separator))
        take_byte(csv);
    for (;;) {
        int byte = take_byte(csv);
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

/* Takes one record; csv->wrong says why it cannot be used. */
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
        put(csv, &of, 1); /* room for a NUL */
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
