/* Files that commands are given: what is said of them before any work. */
#include "cli/files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <wyrm/file.h>

#include "cli/say.h"

bool cli_is_there(const cli_command *command, const char *path)
{
    struct stat found;
    const char *wrong = NULL;
    if (stat(path, &found) != 0)
        wrong = errno == ENOENT || errno == ENOTDIR ? "no such file" : strerror(errno);
    else if (S_ISDIR(found.st_mode))
        wrong = "it is a folder";
    if (wrong != NULL)
        cli_complain(command, "%s: %s", path, wrong);
    return wrong == NULL;
}

bool cli_can_open(const cli_command *command, const char *path)
{
    struct stat found;
    if (path == NULL)
        return true;
    return stat(path, &found) == 0 ? cli_is_there(command, path) : cli_can_write(command, path);
}

bool cli_can_write(const cli_command *command, const char *path)
{
    wyrm_error error = {0};
    if (path == NULL || wyrm_file_can_write(path, true, &error) == WYRM_OK)
        return true;
    cli_complain(command, "'%s' cannot be written: %s", path, error.message);
    return false;
}
