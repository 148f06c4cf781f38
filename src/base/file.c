/* Reading files whole, and writing them whole or not at all.
 *
 * A file is written under a name of its own beside the one that it is to have, brought to the disk,
 * and only then given its name: whoever is killed meanwhile, or runs out of disk, leaves the old
 * file or the new one. Two processes that write the same file take different names, so that one of
 * them wins whole. What is being written is locked meanwhile: a draft that nobody holds was left by
 * who was killed, on this machine or another, and whoever writes in its folder next deletes it. */

#include <wyrm/file.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/text.h"

#define PATH_ROOM  4096  /* bytes, the NUL included */
#define DRAFTS_MAX 10000 /* names of drafts that are tried */

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

/* One byte more than `most` is asked for, by which a longer file is told. */
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
        room = 2 * room < most + 2 ? 2 * room : most + 2; /* it has grown meanwhile */
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

bool base_is_named_pipe(const char *path)
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
    if (!regular && base_is_named_pipe(path))
        return EINVAL;
    /* Opening a pipe that nobody writes to would wait for ever. */
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
                           reason == EISDIR   ? "it is a folder"
                           : reason == EINVAL ? "it is no regular file"
                                              : strerror(reason));
    if (reason != 0 && error != NULL)
        wyrm_utf8_copy(error->file, sizeof error->file, path);
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

void wyrm_file_clear(const char *folder)
{
    DIR *all = opendir(folder);
    for (const struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all)) {
        struct stat found;
        int file = is_draft(entry->d_name) ? openat(dirfd(all), entry->d_name,
                                                    O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                           : -1;
        if (file < 0)
            continue;
        if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) &&
            flock(file, LOCK_EX | LOCK_NB) == 0)
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

/* Locks a draft that was just made. False: somebody has cleared it away before. Where the file
 * system knows no locks nobody can. */
static bool hold(int file)
{
    struct stat found;
    return flock(file, LOCK_EX | LOCK_NB) != 0 ? errno != EWOULDBLOCK
                                               : fstat(file, &found) != 0 || found.st_nlink > 0;
}

/* Opens a draft beside a path that may be written: not where a device, pipe or folder would be
 * replaced by a file. Its name is one that no other process or call has. Returns 0 or an errno. */
static int begin(draft *made, const char *path, bool replace)
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

/* Returns 0 or an errno. */
static int fill(int file, const char *bytes, size_t length)
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

/* Gives a draft its name, unless that exists where it is not to be replaced. link() refuses then,
 * which rename() does not; some file systems have no links. Returns 0, and the draft is gone, or an
 * errno. */
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

static wyrm_status told(int reason, const char *path, bool replace, wyrm_error *error)
{
    if (reason == 0)
        return WYRM_OK;
    wyrm_fail(error, WYRM_ERROR_IO, "%s",
              reason != EEXIST ? strerror(reason)
              : replace        ? "it exists and is no file"
                               : "it exists already");
    if (error != NULL)
        wyrm_utf8_copy(error->file, sizeof error->file, path);
    return WYRM_ERROR_IO;
}

wyrm_status wyrm_file_write(const char *path, const void *bytes, size_t length, bool replace,
                            wyrm_error *error)
{
    draft made;
    int reason = begin(&made, path, replace);
    if (reason == 0) {
        reason = fill(made.file, bytes, length);
        if (reason == 0)
            reason = give_name(&made, path, replace);
        if (reason != 0)
            unlink(made.name);
        close(made.file); /* held until it has its name; all of it is on the disk by then */
    }
    return told(reason, path, replace, error);
}

wyrm_status wyrm_file_can_write(const char *path, bool replace, wyrm_error *error)
{
    draft made;
    struct stat found;
    bool there = !replace && lstat(path, &found) == 0;
    int reason = there ? EEXIST : begin(&made, path, replace);
    if (reason == 0) {
        close(made.file);
        unlink(made.name);
    }
    return told(reason, path, replace, error);
}
