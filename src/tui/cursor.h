/* A cursor on the map, for aiming and looking. */
#ifndef WYRM_SRC_TUI_CURSOR_H
#define WYRM_SRC_TUI_CURSOR_H

#include "tui/input.h"
#include "tui/map_view.h"

#define TUI_STOPS_MAX 256

/* A plain value. */
typedef struct tui_cursor {
    tui_map_view view; /* the window follows the cursor */
    wyrm_position at;
    size_t stop_count; /* where the keys for the next and the previous one lead, nearest first */
    wyrm_position stops[TUI_STOPS_MAX];
} tui_cursor;

/* A step, five by running, to the next or previous stop, or to where the mouse was pressed. True
 * where the input was one of these. */
bool tui_cursor_take(tui_cursor *cursor, const wyrm_map *map, const tui_input *input);

/* Adds a stop, unless there is one already. */
void tui_cursor_stop(tui_cursor *cursor, wyrm_position at);

bool tui_same_tile(wyrm_position one, wyrm_position other);

/* The greater of the distances across and down. */
int tui_tiles_apart(wyrm_position one, wyrm_position other);

#endif
