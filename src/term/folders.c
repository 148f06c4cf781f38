/* Where the files of the player are. */
#include "term/folders.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder, const char *name,
                           wyrm_error *error)
{
    int length = snprintf(out, TERM_PATH_MAX, "%s/%s", folder, name);
    if (length > 0 && length < TERM_PATH_MAX)
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_LIMIT, "the path %.80s.../%s is too long", folder, name);
}

/* The home folder: of the environment, else of the user's account; NULL: none. */
static const char *home(void)
{
    const char *path = getenv("HOME");
    if (path != NULL && path[0] == '/')
        return path;
    const struct passwd *user = getpwuid(getuid());
    return user != NULL && user->pw_dir != NULL && user->pw_dir[0] == '/' ? user->pw_dir : NULL;
}

/* The folder of a variable of the XDG base directories, which has to be absolute to count, else one
 * below home. */
static wyrm_status find(const char *variable, const char *below_home, char out[TERM_PATH_MAX],
                        wyrm_error *error)
{
    const char *path = getenv(variable);
    if (path != NULL && path[0] == '/')
        return term_path_join(out, path, "wyrm", error);
    path = home();
    if (path == NULL)
        return wyrm_fail(error, WYRM_ERROR_IO, "there is no home folder: set HOME or %s", variable);
    return term_path_join(out, path, below_home, error);
}

wyrm_status term_folders_find(term_folders *out, wyrm_error *error)
{
    wyrm_status status = find("XDG_STATE_HOME", ".local/state/wyrm", out->state, error);
    if (status == WYRM_OK)
        status = find("XDG_CONFIG_HOME", ".config/wyrm", out->config, error);
    return status;
}

wyrm_status term_make_folder(const char *path, wyrm_error *error)
{
    char part[TERM_PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return wyrm_fail(error, WYRM_ERROR_IO, "the path %.80s... is too long", path);
    memcpy(part, path, length + 1);
    for (char *at = part + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return wyrm_fail(error, WYRM_ERROR_IO, "the folder %s cannot be made: %s", part,
                             strerror(errno));
        if (end == '\0')
            break;
        *at = end;
    }
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return wyrm_fail(error, WYRM_ERROR_IO, "%s is no folder", path);
    return WYRM_OK;
}
