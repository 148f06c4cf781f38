/* The map on a canvas: a window that follows somebody, with what lies and stands there. */
#ifndef WYRM_SRC_TUI_MAP_VIEW_H
#define WYRM_SRC_TUI_MAP_VIEW_H

#include "tui/canvas.h"
#include "tui/session.h"

/* What terrain looks like: characters that no monster and no item of the ruleset has. */
typedef struct tui_terrain {
    uint32_t wall, floor, exit, goal, player;
} tui_terrain;

tui_terrain tui_terrain_of(const wyrm_engine *engine);

/* A window on the map. A plain value; {0} finds its place at the first tui_map_follow. */
typedef struct tui_map_view {
    int x, y;      /* the tile at the top left of the area; below 0 where the map is smaller */
    tui_area area; /* where it is drawn */
} tui_map_view;

/* Moves the window so that `focus` is well inside: it stays where it is as long as it can. */
void tui_map_follow(tui_map_view *view, tui_area area, const wyrm_map *map, wyrm_position focus);

/* Where a tile is on the canvas; false outside the window. */
bool tui_map_cell(const tui_map_view *view, wyrm_position tile, int *x, int *y);

/* The tile of a cell; false outside the window and the map. */
bool tui_map_tile(const tui_map_view *view, const wyrm_map *map, int x, int y, wyrm_position *out);

/* Draws all that the player knows, the terrain with the characters of tui_terrain_of. */
void tui_map_draw(tui_canvas *canvas, const tui_map_view *view, const tui_session *session,
                  const tui_terrain *terrain);

/* What the player knows of one tile, as it is drawn. */
tui_cell tui_map_look(const tui_session *session, const tui_terrain *terrain, wyrm_position tile);

/* How a monster or an item is drawn. */
tui_cell tui_monster_cell(const tui_session *session, const wyrm_seen_monster *seen);
tui_cell tui_item_cell(const wyrm_engine *engine, const wyrm_game_item *item);

/* Gives the cell of a tile another style; nothing where it is not in the window. */
void tui_map_paint(tui_canvas *canvas, const tui_map_view *view, wyrm_position tile,
                   tui_style style);

/* Puts the cursor on a tile. */
void tui_map_point(tui_canvas *canvas, const tui_map_view *view, wyrm_position tile);

#endif
