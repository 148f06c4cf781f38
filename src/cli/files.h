/* Writing files whole or not at all. */
#ifndef WYRM_CLI_FILES_H
#define WYRM_CLI_FILES_H

#include <stdbool.h>

#define CLI_PATH_MAX 4096 /* bytes, the NUL included */

/* Writes the text under a name of its own, makes sure that it is on the disk, and gives it its name
 * last. Something that exists is an error (EEXIST), unless it is a file and to be replaced. False with
 * errno set where it fails; nothing is left behind then. */
bool cli_write_file(const char *path, const char *text, bool replace);

#endif
