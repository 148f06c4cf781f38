/* The saved games of a player. */
#ifndef WYRM_SRC_TERM_GAMES_FOUND_H
#define WYRM_SRC_TERM_GAMES_FOUND_H

#include <time.h>

#include <wyrm/save.h>

#include "term/folders.h"

/* A saved game, as the title shows it. */
typedef struct term_saved {
    char path[TERM_PATH_MAX];
    time_t changed;
    wyrm_save_facts facts; /* where error.code is WYRM_OK */
    bool climbs; /* its ruleset leads up: it has floors, not depths; false where it is gone */
    wyrm_error error;
} term_saved;

/* Every saved game, the last one played first. *out is owned by the caller (free).
 * WYRM_ERROR_MEMORY  out of memory */
#define TERM_SAVED_MAX 200
WYRM_MUST_CHECK wyrm_status term_games_find(const term_folders *folders, term_saved **out,
                                            size_t *count, wyrm_error *error);

#endif
