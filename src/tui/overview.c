/* The whole map: as it is where it fits, else smaller, or scrolled. */
#include "tui/overview.h"

#include <stdio.h>

#include "tui/cursor.h"
#include "tui/hints.h"
#include "tui/sidebar.h"

typedef struct overview_state {
    tui_play *play;
    bool scrolls;      /* shown in full size with a cursor, although it does not fit */
    tui_cursor cursor; /* the middle of the window while it scrolls */
} overview_state;

static tui_area map_area(const tui_canvas *canvas)
{
    return (tui_area){0, 1, canvas->width, canvas->height - 2};
}

/* The part of the map that is known, in tiles. */
static tui_area known_part(const tui_session *session)
{
    const wyrm_game *game = session->game;
    int left = game->player.at.x, right = left, top = game->player.at.y, bottom = top;
    for (int y = 0; y < game->map.height; y++)
        for (int x = 0; x < game->map.width; x++) {
            bool known;
            wyrm_known_tile(game, x, y, &known);
            if (!known)
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    return (tui_area){left, top, right - left + 1, bottom - top + 1};
}

static bool fits(tui_area part, tui_area area)
{
    return part.width <= area.width && part.height <= area.height;
}

/* How much a cell tells: of the tiles that one cell stands for, the most telling is shown. */
static int weight(tui_cell cell)
{
    static const int weights[TUI_STYLE_COUNT] = {
        [TUI_PLAYER] = 9, [TUI_EXIT] = 8,  [TUI_MONSTER] = 7, [TUI_WARN] = 7, [TUI_ASLEEP] = 6,
        [TUI_ITEM] = 5,   [TUI_FLOOR] = 3, [TUI_WALL] = 2,    [TUI_DIM] = 2,
    };
    return cell.character == 0 ? 0 : weights[cell.style];
}

/* The cell for a block of tiles. */
static tui_cell block(const tui_session *session, const tui_terrain *terrain, int x, int y,
                      int across, int down)
{
    tui_cell best = {0, TUI_PLAIN};
    for (int i = y; i < y + down; i++)
        for (int k = x; k < x + across; k++) {
            tui_cell cell = tui_map_look(session, terrain, (wyrm_position){(int16_t)k, (int16_t)i});
            /* a floor counts more than a wall of the same style */
            int floor = cell.character == terrain->floor;
            if (2 * weight(cell) + floor > 2 * weight(best) + (best.character == terrain->floor))
                best = cell;
        }
    return best;
}

static void draw_scaled(const tui_session *session, const overview_state *over, tui_canvas *canvas,
                        tui_area part, tui_area area)
{
    int across = (part.width + area.width - 1) / area.width;
    int down = (part.height + area.height - 1) / area.height;
    int columns = (part.width + across - 1) / across, rows = (part.height + down - 1) / down;
    int left = area.x + (area.width - columns) / 2, top = area.y + (area.height - rows) / 2;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            tui_cell cell = block(session, &over->play->terrain, part.x + x * across,
                                  part.y + y * down, across, down);
            if (cell.character != 0)
                tui_put(canvas, left + x, top + y, cell.character, (tui_style)cell.style);
        }
    canvas->cursor_x = left + (session->game->player.at.x - part.x) / across;
    canvas->cursor_y = top + (session->game->player.at.y - part.y) / down;
}

/* The known part in the middle, a character a tile. */
static void draw_whole(const tui_session *session, overview_state *over, tui_canvas *canvas,
                       tui_area part, tui_area area)
{
    tui_map_view *view = &over->cursor.view;
    view->area = area;
    view->x = part.x - (area.width - part.width) / 2;
    view->y = part.y - (area.height - part.height) / 2;
    tui_map_draw(canvas, view, session, &over->play->terrain);
    tui_map_point(canvas, view, session->game->player.at);
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    overview_state *over = state;
    const tui_session *session = tui_app_session(app);
    tui_area all = tui_canvas_all(canvas), area = map_area(canvas);
    tui_area part = known_part(session);
    bool whole = fits(part, area);
    char depth[32], hint[TUI_HINT_MAX];
    tui_fill(canvas, all, ' ', TUI_PLAIN);
    tui_depth_text(session, depth);
    tui_textf(canvas, all, 0, 0, TUI_TITLE, "The map of %s", depth);
    if (whole) {
        draw_whole(session, over, canvas, part, area);
    } else if (over->scrolls) {
        tui_map_follow(&over->cursor.view, area, &session->game->map, over->cursor.at);
        tui_map_draw(canvas, &over->cursor.view, session, &over->play->terrain);
        tui_map_point(canvas, &over->cursor.view, over->cursor.at);
    } else {
        draw_scaled(session, over, canvas, part, area);
    }
    tui_text(canvas, all, 0, all.height - 1, TUI_DIM,
             tui_hint(app,
                      whole           ? "{cancel}: back"
                      : over->scrolls ? "move: scroll   {next}: smaller, all of it   {cancel}: back"
                                      : "Several tiles share a character.   {next}: larger   "
                                        "{cancel}: back",
                      hint));
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    overview_state *over = state;
    if (input->deed == TUI_CANCEL || input->deed == TUI_MAP || input->deed == TUI_CONFIRM ||
        (input->mouse && input->other_button))
        tui_pop(app);
    else if (input->deed == TUI_NEXT || input->deed == TUI_PREVIOUS)
        over->scrolls = !over->scrolls;
    else if (!over->scrolls ||
             !tui_cursor_take(&over->cursor, &tui_app_session(app)->game->map, input))
        tui_useless_key(app, input);
}

static const tui_screen_kind kind = {
    .name = "map",
    .size = sizeof(overview_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void tui_open_overview(tui_app *app, tui_play *play)
{
    overview_state *over = tui_push(app, &kind);
    if (over == NULL)
        return;
    over->play = play;
    over->cursor.at = tui_app_session(app)->game->player.at;
}
