/* Where the files of the player are. */
#ifndef WYRM_SRC_TERM_FOLDERS_H
#define WYRM_SRC_TERM_FOLDERS_H

#include <wyrm/error.h>

#define TERM_PATH_MAX 4096 /* bytes, the NUL included */

typedef struct term_folders {
    char state[TERM_PATH_MAX];  /* $XDG_STATE_HOME/wyrm, or ~/.local/state/wyrm */
    char config[TERM_PATH_MAX]; /* $XDG_CONFIG_HOME/wyrm, or ~/.config/wyrm */
} term_folders;

/* From the environment. Makes no folders.
 * WYRM_ERROR_IO     there is no home folder
 * WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status term_folders_find(term_folders *out, wyrm_error *error);

/* Joins a folder and a name ("games/ruggrogue-1.save"). WYRM_ERROR_LIMIT  the path is too long */
WYRM_MUST_CHECK wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder,
                                           const char *name, wyrm_error *error);

/* Makes a folder and those above it that are missing, for its owner alone (0700).
 * WYRM_ERROR_IO  it cannot be made (the message says why), or something else has the name */
WYRM_MUST_CHECK wyrm_status term_make_folder(const char *path, wyrm_error *error);

#endif
