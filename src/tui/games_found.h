/* The saved games of a player. */
#ifndef WYRM_SRC_TUI_GAMES_FOUND_H
#define WYRM_SRC_TUI_GAMES_FOUND_H

#include <time.h>

#include <wyrm/save.h>

#include "tui/folders.h"

/* A saved game, as the title shows it. */
typedef struct tui_saved {
    char path[TUI_PATH_MAX];
    time_t changed;
    wyrm_save_facts facts; /* where error.code is WYRM_OK */
    bool climbs; /* its ruleset leads up: it has floors, not depths; false where it is gone */
    wyrm_error error;
} tui_saved;

/* Every saved game, the last one played first. *out is owned by the caller (free).
 * WYRM_ERROR_MEMORY  out of memory */
#define TUI_SAVED_MAX 200
WYRM_MUST_CHECK wyrm_status tui_games_find(const tui_folders *folders, tui_saved **out,
                                           size_t *count, wyrm_error *error);

#endif
