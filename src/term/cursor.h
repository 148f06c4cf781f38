/* A cursor on the map, for aiming and looking. */
#ifndef WYRM_SRC_TERM_CURSOR_H
#define WYRM_SRC_TERM_CURSOR_H

#include "term/input.h"
#include "term/map_view.h"

#define TERM_STOPS_MAX 256

/* A plain value. */
typedef struct term_cursor {
    term_map_view view; /* the window follows the cursor */
    wyrm_position at;
    size_t stop_count; /* where the keys for the next and the previous one lead, nearest first */
    wyrm_position stops[TERM_STOPS_MAX];
} term_cursor;

/* A step, five by running, to the next or previous stop, or to where the mouse was pressed. True
 * where the input was one of these. */
bool term_cursor_take(term_cursor *cursor, const wyrm_map *map, const term_input *input);

/* Adds a stop, unless there is one already. */
void term_cursor_stop(term_cursor *cursor, wyrm_position at);

bool term_same_tile(wyrm_position one, wyrm_position other);

/* The greater of the distances across and down. */
int term_tiles_apart(wyrm_position one, wyrm_position other);

#endif
