/* The whole map: as it is where it fits, else smaller, or scrolled. */
#include "term/internal.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- earlier messages, the newest at the bottom ---- */

void term_open_log(term_app *app, term_play *play)
{
    const wyrm_log *log = app->session->log;
    (void)play;
    term_page *page = term_open_page(app, "messages", "Messages, by turn",
                                     "up, down, PgUp, PgDn: scroll   {cancel}: back");
    page->again = TERM_LOG;
    page->to_end = true;
    page->label_width = 8;
    uint32_t before = 0;
    for (size_t back = wyrm_log_kept(log); back-- > 0;) {
        const wyrm_log_line *line = wyrm_log_line_at(log, back);
        char turn[16] = "", text[TERM_MESSAGE_MAX];
        if (line->turn != before)
            snprintf(turn, sizeof turn, "%6" PRIu32, line->turn);
        before = line->turn;
        term_message_text(line, text);
        term_page_add(page, TERM_PLAIN, turn, "%s", text);
    }
}

typedef struct overview_state {
    term_play *play;
    bool scrolls;       /* shown in full size with a cursor, although it does not fit */
    term_cursor cursor; /* the middle of the window while it scrolls */
} overview_state;

static term_area map_area(const term_canvas *canvas)
{
    return (term_area){0, 1, canvas->width, canvas->height - 2};
}

/* The part of the map that is known, in tiles. */
static term_area known_part(const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    int left = game->player->at.x, right = left, top = game->player->at.y, bottom = top;
    for (int y = 0; y < game->map->height; y++)
        for (int x = 0; x < game->map->width; x++) {
            bool known;
            wyrm_known_tile(session->game, x, y, &known);
            if (!known)
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    return (term_area){left, top, right - left + 1, bottom - top + 1};
}

static bool fits(term_area part, term_area area)
{
    return part.width <= area.width && part.height <= area.height;
}

/* How much a cell tells: of the tiles that one cell stands for, the most telling is shown. */
static int weight(term_cell cell)
{
    static const int weights[TERM_STYLE_COUNT] = {
        [TERM_PLAYER] = 9, [TERM_EXIT] = 8,  [TERM_MONSTER] = 7, [TERM_WARN] = 7, [TERM_ASLEEP] = 6,
        [TERM_ITEM] = 5,   [TERM_FLOOR] = 3, [TERM_WALL] = 2,    [TERM_DIM] = 2,
    };
    return cell.character == 0 ? 0 : weights[cell.style];
}

/* The cell for a block of tiles. */
static term_cell block(const term_session *session, const term_terrain *terrain, int x, int y,
                       int across, int down)
{
    term_cell best = {0, TERM_PLAIN};
    for (int i = y; i < y + down; i++)
        for (int k = x; k < x + across; k++) {
            term_cell cell =
                term_map_look(session, terrain, (wyrm_position){(int16_t)k, (int16_t)i});
            /* a floor counts more than a wall of the same style */
            int floor = cell.character == terrain->floor;
            if (2 * weight(cell) + floor > 2 * weight(best) + (best.character == terrain->floor))
                best = cell;
        }
    return best;
}

static void draw_scaled(const term_session *session, const overview_state *over,
                        term_canvas *canvas, term_area part, term_area area)
{
    int across = (part.width + area.width - 1) / area.width;
    int down = (part.height + area.height - 1) / area.height;
    int columns = (part.width + across - 1) / across, rows = (part.height + down - 1) / down;
    int left = area.x + (area.width - columns) / 2, top = area.y + (area.height - rows) / 2;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            term_cell cell = block(session, &over->play->terrain, part.x + x * across,
                                   part.y + y * down, across, down);
            if (cell.character != 0)
                term_put(canvas, left + x, top + y, cell.character, (term_style)cell.style);
        }
    canvas->cursor_x = left + (term_now(session)->player->at.x - part.x) / across;
    canvas->cursor_y = top + (term_now(session)->player->at.y - part.y) / down;
}

/* The known part in the middle, a character a tile. */
static void draw_whole(const term_session *session, overview_state *over, term_canvas *canvas,
                       term_area part, term_area area)
{
    term_map_view *view = &over->cursor.view;
    view->area = area;
    view->x = part.x - (area.width - part.width) / 2;
    view->y = part.y - (area.height - part.height) / 2;
    term_map_draw(canvas, view, session, &over->play->terrain);
    term_map_point(canvas, view, term_now(session)->player->at);
}

static void overview_draw(term_app *app, void *state, term_canvas *canvas)
{
    overview_state *over = state;
    const term_session *session = app->session;
    term_area all = term_canvas_all(canvas), area = map_area(canvas);
    term_area part = known_part(session);
    bool whole = fits(part, area);
    char depth[32];
    term_fill(canvas, all, ' ', TERM_PLAIN);
    term_depth_text(session, depth);
    term_textf(canvas, all, 0, 0, TERM_TITLE, "The map of %s", depth);
    if (whole) {
        draw_whole(session, over, canvas, part, area);
    } else if (over->scrolls) {
        term_map_follow(&over->cursor.view, area, term_now(session)->map, over->cursor.at);
        term_map_draw(canvas, &over->cursor.view, session, &over->play->terrain);
        term_map_point(canvas, &over->cursor.view, over->cursor.at);
    } else {
        draw_scaled(session, over, canvas, part, area);
    }
    term_hint_draw(app, canvas, (term_area){0, all.height - 1, all.width, 1},
                   whole           ? "{cancel}: back"
                   : over->scrolls ? "move: scroll   {next}: smaller, all of it   {cancel}: back"
                                   : "Several tiles share a character.   {next}: larger   "
                                     "{cancel}: back");
}

static void overview_take(term_app *app, void *state, const term_input *input)
{
    overview_state *over = state;
    if (input->deed == TERM_CANCEL || input->deed == TERM_MAP || input->deed == TERM_CONFIRM ||
        (input->mouse && input->other_button))
        term_pop(app);
    else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS)
        over->scrolls = !over->scrolls;
    else if (!over->scrolls || !term_cursor_take(&over->cursor, term_now(app->session)->map, input))
        term_useless_key(app, input);
}

static const term_screen_kind overview_kind = {
    .name = "map",
    .size = sizeof(overview_state),
    .whole = true,
    .draw = overview_draw,
    .take = overview_take,
};

void term_open_overview(term_app *app, term_play *play)
{
    overview_state *over = term_push(app, &overview_kind);
    over->play = play;
    over->cursor.at = term_now(app->session)->player->at;
}
