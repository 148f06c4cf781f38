/* Reading files whole, and writing them whole or not at all. */
#include <wyrm/file.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

#define PATH_ROOM  4096  /* bytes, the NUL included */
#define DRAFTS_MAX 10000 /* names of drafts that are tried */

/* WYRM_ERROR_IO with the path as the file of the error, and a reason. */
static wyrm_status refuse(wyrm_error *error, const char *path, const char *reason)
{
    wyrm_status status = wyrm_fail(error, WYRM_ERROR_IO, "%s", reason);
    if (error)
        wyrm_utf8_copy(error->file, sizeof error->file, path);
    return status;
}

/* ------------------------------------------------------------------ reading */

/* Reads up to `most` bytes and one more, by which a longer file is told. Returns 0 or an errno;
 * *bytes is the caller's in either case. */
static int read_up_to(int file, size_t guess, size_t most, char **bytes, size_t *length)
{
    size_t room = (guess < most ? guess : most) + 2;
    *length = 0;
    *bytes = base_allocate(room);
    while (*bytes) {
        ssize_t got = read(file, *bytes + *length, room - 1 - *length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        *length += (size_t)got;
        if (got == 0 || *length > most) {
            (*bytes)[*length] = '\0';
            return 0;
        }
        if (*length + 1 < room)
            continue;
        room = 2 * room < most + 2 ? 2 * room : most + 2; /* it has grown meanwhile */
        char *more = base_resize(*bytes, room);
        if (!more)
            break;
        *bytes = more;
    }
    return ENOMEM;
}

static wyrm_status read_open(int file, const char *path, size_t most, char **out, size_t *length,
                             wyrm_error *error)
{
    struct stat about;
    if (fstat(file, &about) != 0)
        return refuse(error, path, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return refuse(error, path, "it is a folder");
    if (!S_ISREG(about.st_mode))
        return refuse(error, path, "it is no regular file");
    char *bytes = NULL;
    int number = read_up_to(file, (size_t)about.st_size, most, &bytes, length);
    wyrm_status status = WYRM_OK;
    if (number == ENOMEM)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    else if (number != 0)
        status = refuse(error, path, strerror(number));
    else if (*length > most)
        status = wyrm_fail(error, WYRM_ERROR_LIMIT, "the file is larger than %zu bytes", most);
    if (status != WYRM_OK) {
        wyrm_free(bytes);
        bytes = NULL;
        *length = 0;
        if (error)
            wyrm_utf8_copy(error->file, sizeof error->file, path);
    }
    *out = bytes;
    return status;
}

wyrm_status wyrm_file_read(const char *path, size_t most, char **out, size_t *length,
                           wyrm_error *error)
{
    *out = NULL;
    *length = 0;
    /* Opening a pipe that nobody writes to would wait for ever. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return refuse(error, path, strerror(errno));
    wyrm_status status = read_open(file, path, most, out, length, error);
    close(file);
    return status;
}

/* ------------------------------------------------------------------ writing */

/* The folder of a path, "." where it has none. */
static void folder_of(const char *path, char out[PATH_ROOM])
{
    const char *slash = strrchr(path, '/');
    size_t length = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);
    snprintf(out, PATH_ROOM, "%.*s", !slash ? 1 : (int)length, !slash ? "." : path);
}

/* Opens a file in the folder under a name that no other process or call has, and that none has left
 * behind. Below 0 with errno set where it fails. */
static int open_draft(const char *folder, char *draft, size_t size)
{
    for (int attempt = 0; attempt < DRAFTS_MAX; attempt++) {
        snprintf(draft, size, "%s/.wyrm-%ld-%d.tmp", folder, (long)getpid(), attempt);
        int file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    errno = EBUSY;
    return -1;
}

/* Returns 0 or an errno; closes the file. */
static int fill_draft(int file, const char *bytes, size_t length)
{
    int reason = 0;
    while (reason == 0 && length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written < 0)
            reason = errno == EINTR ? 0 : errno;
        else
            bytes += written, length -= (size_t)written;
    }
    if (reason == 0 && fsync(file) != 0)
        reason = errno;
    if (close(file) != 0 && reason == 0)
        reason = errno;
    return reason;
}

/* Makes the name last: the folder's own entry reaches the disk. Not every file system can, and the
 * file is whole in any case. */
static void sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    if (fsync(file) != 0)
        errno = 0;
    close(file);
}

/* Gives a draft its name, unless that exists where it is not to be replaced. link() refuses then,
 * which rename() does not; some file systems have no links. Returns 0, and the draft is gone, or an
 * errno. */
static int give_name(const char *draft, const char *path, bool replace)
{
    if (!replace) {
        if (link(draft, path) == 0) {
            unlink(draft);
            return 0;
        }
        if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)
            return errno;
        if (access(path, F_OK) == 0)
            return EEXIST;
    }
    return rename(draft, path) == 0 ? 0 : errno;
}

/* A device, pipe or folder is not to be replaced by a file. */
static bool is_replaceable(const char *path)
{
    struct stat found;
    return lstat(path, &found) != 0 || S_ISREG(found.st_mode);
}

/* Opens a draft beside a path that may be written. Returns 0 or an errno. */
static int begin_draft(const char *path, bool replace, char folder[PATH_ROOM], char *draft,
                       size_t size, int *file)
{
    if (strlen(path) >= PATH_ROOM)
        return ENAMETOOLONG;
    if (replace && !is_replaceable(path))
        return EEXIST;
    folder_of(path, folder);
    *file = open_draft(folder, draft, size);
    return *file < 0 ? errno : 0;
}

/* Returns 0 or an errno. */
static int write_file(const char *path, const char *bytes, size_t length, bool replace)
{
    char folder[PATH_ROOM], draft[PATH_ROOM + 64];
    int file;
    int reason = begin_draft(path, replace, folder, draft, sizeof draft, &file);
    if (reason != 0)
        return reason;
    reason = fill_draft(file, bytes, length);
    if (reason == 0)
        reason = give_name(draft, path, replace);
    if (reason == 0)
        sync_folder(folder);
    else
        unlink(draft);
    return reason;
}

static wyrm_status told(int reason, const char *path, bool replace, wyrm_error *error)
{
    if (reason == 0)
        return WYRM_OK;
    return refuse(error, path,
                  reason != EEXIST ? strerror(reason)
                  : replace        ? "it exists and is no file"
                                   : "it exists already");
}

wyrm_status wyrm_file_write(const char *path, const void *bytes, size_t length, bool replace,
                            wyrm_error *error)
{
    return told(write_file(path, bytes, length, replace), path, replace, error);
}

wyrm_status wyrm_file_can_write(const char *path, bool replace, wyrm_error *error)
{
    char folder[PATH_ROOM], draft[PATH_ROOM + 64];
    struct stat found;
    int file;
    if (!replace && lstat(path, &found) == 0)
        return told(EEXIST, path, replace, error);
    int reason = begin_draft(path, replace, folder, draft, sizeof draft, &file);
    if (reason == 0) {
        close(file);
        unlink(draft);
    }
    return told(reason, path, replace, error);
}
