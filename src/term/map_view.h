#ifndef WYRM_SRC_TERM_MAP_VIEW_H
#define WYRM_SRC_TERM_MAP_VIEW_H

#include <wyrm/game_text.h>

#include "term/canvas.h"
#include "term/input.h"
#include "term/session.h"

/* The map on a canvas: a window that follows somebody, with what lies and stands there. */

/* What terrain looks like: characters that no monster and no item of the ruleset has. */
typedef struct term_terrain {
    uint32_t wall, floor, exit, goal, player;
} term_terrain;

term_terrain term_terrain_of(const wyrm_engine *engine);

/* A window on the map. A plain value; {0} finds its place at the first term_map_follow. */
typedef struct term_map_view {
    int x, y;       /* the tile at the top left of the area; below 0 where the map is smaller */
    term_area area; /* where it is drawn */
} term_map_view;

/* Moves the window so that `focus` is well inside: it stays where it is as long as it can. */
void term_map_follow(term_map_view *view, term_area area, const wyrm_map *map, wyrm_position focus);

/* Where a tile is on the canvas; false outside the window. */
bool term_map_cell(const term_map_view *view, wyrm_position tile, int *x, int *y);

/* The tile of a cell; false outside the window and the map. */
bool term_map_tile(const term_map_view *view, const wyrm_map *map, int x, int y,
                   wyrm_position *out);

/* Draws all that the player knows, the terrain with the characters of term_terrain_of. */
void term_map_draw(term_canvas *canvas, const term_map_view *view, const term_session *session,
                   const term_terrain *terrain);

/* What the player knows of one tile, as it is drawn. */
term_cell term_map_look(const term_session *session, const term_terrain *terrain,
                        wyrm_position tile);

/* How a monster or an item is drawn. */
term_cell term_monster_cell(const term_session *session, const wyrm_seen_monster *seen);
term_cell term_item_cell(const wyrm_engine *engine, const wyrm_game_item *item);

/* Gives the cell of a tile another style; nothing where it is not in the window. */
void term_map_paint(term_canvas *canvas, const term_map_view *view, wyrm_position tile,
                    term_style style);

/* Puts the cursor on a tile. */
void term_map_point(term_canvas *canvas, const term_map_view *view, wyrm_position tile);

/* A cursor on the map, for aiming and looking. */

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

/* The newest messages on a few lines. Those since the last key are bold; where they do not fit,
 * they come page by page. */

/* A plain value; {0} has read nothing. */
typedef struct term_messages {
    size_t fresh; /* lines of the log from here on are new */
    size_t page;  /* new lines before this one have been read */
    size_t next;  /* where the next page begins; the end of the log: nothing is left to read */
} term_messages;

/* All that the log has is old from now on. */
void term_messages_heard(term_messages *messages, const wyrm_log *log);

void term_messages_draw(term_messages *messages, const wyrm_log *log, term_canvas *canvas,
                        term_area area);

/* Turns the page; false where the last one was shown. */
bool term_messages_turn(term_messages *messages, const wyrm_log *log);

/* "You miss the Orc. (x3)" */
#define TERM_MESSAGE_MAX (WYRM_MESSAGE_TEXT_MAX + 16)
void term_message_text(const wyrm_log_line *line, char out[TERM_MESSAGE_MAX]);

#endif
