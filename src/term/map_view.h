/* The map on a canvas: a window that follows somebody, with what lies and stands there. */
#ifndef WYRM_SRC_TERM_MAP_VIEW_H
#define WYRM_SRC_TERM_MAP_VIEW_H

#include "term/canvas.h"
#include "term/session.h"

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

#endif
