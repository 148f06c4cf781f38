/* Where the files of the player are. */
#ifndef WYRM_SRC_TUI_FOLDERS_H
#define WYRM_SRC_TUI_FOLDERS_H

#include <wyrm/error.h>

#define TUI_PATH_MAX 4096 /* bytes, the NUL included */

typedef struct tui_folders {
    char state[TUI_PATH_MAX];  /* $XDG_STATE_HOME/wyrm, or ~/.local/state/wyrm */
    char config[TUI_PATH_MAX]; /* $XDG_CONFIG_HOME/wyrm, or ~/.config/wyrm */
} tui_folders;

/* From the environment. Makes no folders.
 * WYRM_ERROR_IO     there is no home folder
 * WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status tui_folders_find(tui_folders *out, wyrm_error *error);

/* Joins a folder and a name ("games/ruggrogue-1.save"). WYRM_ERROR_LIMIT  the path is too long */
WYRM_MUST_CHECK wyrm_status tui_path_join(char out[TUI_PATH_MAX], const char *folder,
                                          const char *name, wyrm_error *error);

/* Makes a folder and those above it that are missing, for its owner alone (0700).
 * WYRM_ERROR_IO  it cannot be made (the message says why), or something else has the name */
WYRM_MUST_CHECK wyrm_status tui_make_folder(const char *path, wyrm_error *error);

#endif
