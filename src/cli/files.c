/* Writing files whole or not at all. */
#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of a path, "." where it has none. */
static void folder_of(const char *path, char out[CLI_PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    snprintf(out, CLI_PATH_MAX, "%.*s", slash == NULL ? 1 : (int)length,
             slash == NULL ? "." : path);
}

static bool write_all(int file, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t written = write(file, text, left);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        left -= (size_t)written;
    }
    return fsync(file) == 0;
}

/* Makes the name last: the folder's own entry reaches the disk. Not every file system can. */
static void sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    if (fsync(file) != 0)
        errno = 0;
    close(file);
}

/* Gives a file its name, unless that exists where it is not to be replaced. link() refuses then, which
 * rename() does not; some file systems have no links. False with errno set where it fails. */
static bool give_name(const char *draft, const char *path, bool replace)
{
    if (replace)
        return rename(draft, path) == 0;
    if (link(draft, path) == 0)
        return true;
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP)
        return false;
    if (access(path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(draft, path) == 0;
}

/* A device, pipe or folder is not to be replaced by a file. */
static bool is_replaceable(const char *path)
{
    struct stat found;
    return lstat(path, &found) != 0 || S_ISREG(found.st_mode);
}

bool cli_write_file(const char *path, const char *text, bool replace)
{
    char folder[CLI_PATH_MAX], draft[CLI_PATH_MAX + 64];
    if (strlen(path) >= CLI_PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (replace && !is_replaceable(path)) {
        errno = EEXIST;
        return false;
    }
    folder_of(path, folder);
    snprintf(draft, sizeof draft, "%s/.wyrm-%ld.tmp", folder, (long)getpid());
    int file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool written = write_all(file, text);
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && !give_name(draft, path, replace)) {
        written = false;
        reason = errno;
    }
    unlink(draft);
    if (written)
        sync_folder(folder);
    errno = reason;
    return written;
}
