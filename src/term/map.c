/* The map on a canvas, a cursor on it, the messages below, and the screens that are all map or all
 * messages.
 *
 * The window on the map stays where it is as long as its focus is well inside, so that the map does
 * not swim. The whole map is shown as it is where it fits, else smaller, or scrolled. Short
 * messages of a turn share a line.
 */
#include "term/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char *term_depth_word(bool climbs)
{
    return climbs ? "floor" : "depth";
}

void term_depth_text(const term_session *session, char *out)
{
    snprintf(out, 32, "%s %d", term_depth_word(wyrm_engine_rules(session->engine)->climbs),
             term_now(session)->difficulty.depth);
}

/* ---- The window on the map ---- */

/* The window moves when the focus comes nearer to its edge than 1/MARGIN_PART of the side, at most
 * MARGIN_MOST tiles. */
#define MARGIN_PART 4
#define MARGIN_MOST 10

/* One side of the window: its first tile, for a focus on a map of `tiles`. */
static int follow_side(int first, int cells, int tiles, int focus, bool anew)
{
    if (tiles <= cells)
        return -(cells - tiles) / 2;
    int margin = cells / MARGIN_PART < MARGIN_MOST ? cells / MARGIN_PART : MARGIN_MOST;
    if (anew || focus < first + margin || focus >= first + cells - margin)
        first = focus - cells / 2;
    if (first > tiles - cells)
        first = tiles - cells;
    return first > 0 ? first : 0;
}

void term_map_follow(term_map_view *view, term_area area, const wyrm_map *map, wyrm_position focus)
{
    bool wide = view->area.width != area.width, high = view->area.height != area.height;
    view->area = area;
    view->x = follow_side(view->x, area.width, map->width, focus.x, wide);
    view->y = follow_side(view->y, area.height, map->height, focus.y, high);
}

bool term_map_cell(const term_map_view *view, wyrm_position tile, int *x, int *y)
{
    *x = view->area.x + tile.x - view->x;
    *y = view->area.y + tile.y - view->y;
    return term_is_in(&view->area, *x, *y);
}

bool term_map_tile(const term_map_view *view, const wyrm_map *map, int x, int y, wyrm_position *out)
{
    int tile_x = x - view->area.x + view->x, tile_y = y - view->area.y + view->y;
    if (!term_is_in(&view->area, x, y) || tile_x < 0 || tile_x >= map->width || tile_y < 0 ||
        tile_y >= map->height)
        return false;
    *out = (wyrm_position){(int16_t)tile_x, (int16_t)tile_y};
    return true;
}

void term_map_paint(const term_map_view *view, wyrm_position tile, term_style style)
{
    const term_canvas *canvas = view->area.canvas;
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    uint32_t character = canvas->cells[y * canvas->width + x].character;
    term_put(view->area.canvas, x, y, character != 0 ? character : ' ', style);
}

void term_map_point(const term_map_view *view, wyrm_position tile)
{
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    view->area.canvas->cursor_x = x;
    view->area.canvas->cursor_y = y;
}

/* ---- What stands on it ---- */

/* The first candidate that no monster and no item of the ruleset looks like; the last where all are
 * taken. A 0 ends them. */
static uint32_t free_character(const wyrm_design *design, const uint32_t *candidates)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (bool taken = true; taken && candidates[1] != 0; candidates += taken) {
        taken = false;
        for (size_t i = 0; i < wyrm_roster_count(roster); i++)
            taken |= (unsigned char)wyrm_roster_monster(roster, i)->glyph == candidates[0];
        for (size_t i = 0; i < count; i++)
            taken |= (unsigned char)kinds[i].glyph == candidates[0];
    }
    return candidates[0];
}

term_terrain term_terrain_of(const wyrm_engine *engine)
{
    static const uint32_t walls[] = {'#', 0x2592, 0}, floors[] = {'.', 0x00b7, 0};
    static const uint32_t down[] = {'>', 0x2193, 0}, up[] = {'<', 0x2191, 0};
    static const uint32_t goals[] = {'&', '$', 0x2666, 0}, players[] = {'@', 0x263a, 0};
    const wyrm_design *design = wyrm_engine_design(engine);
    bool climbs = wyrm_engine_rules(engine)->climbs;
    return (term_terrain){.wall = free_character(design, walls),
                          .floor = free_character(design, floors),
                          .exit = free_character(design, climbs ? up : down),
                          .goal = free_character(design, goals),
                          .player = free_character(design, players)};
}

term_cell term_monster_cell(const term_session *session, const wyrm_seen_monster *seen)
{
    const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    int32_t kind = monster->spawn.monster;
    char glyph = kind < 0 ? '?' : wyrm_roster_monster(roster, (size_t)kind)->glyph;
    term_style style = monster->spawn.elite ? TERM_WARN : TERM_MONSTER;
    if (!seen->in_sight)
        style = TERM_DIM;
    else if (monster->body.turns[WYRM_ASLEEP] > 0)
        style = TERM_ASLEEP;
    return (term_cell){(unsigned char)glyph, style};
}

term_cell term_item_cell(const term_session *session, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    bool known = item->item.kind >= 0 && (size_t)item->item.kind < count;
    return (term_cell){known ? (unsigned char)kinds[item->item.kind].glyph : '?', TERM_ITEM};
}

/* What the player knows of a tile: who stands there, what lies there, or the terrain. What is not
 * in sight is dim, but the way on keeps its colour. */
static term_cell tile_cell(const term_app *app, int x, int y)
{
    const term_session *session = app->session;
    const term_terrain *terrain = &app->play.terrain;
    const wyrm_observation *view = session->view;
    wyrm_position at = {(int16_t)x, (int16_t)y};
    bool known, seen = wyrm_sight_has(&view->sight, x, y);
    if (wyrm_same_tile(at, term_now(session)->player->at))
        return (term_cell){terrain->player, TERM_PLAYER};
    for (size_t i = 0; i < view->monster_count; i++)
        if (wyrm_same_tile(at, term_seen(session, i)->body.at))
            return term_monster_cell(session, &view->monsters[i]);
    if (view->goal_known && wyrm_same_tile(at, view->goal))
        return (term_cell){terrain->goal, TERM_EXIT};
    const wyrm_game_item *item = wyrm_known_item(session->game, x, y);
    if (item != NULL)
        return term_item_cell(session, item);
    wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
    if (!known)
        return (term_cell){.character = 0};
    if (tile == WYRM_TILE_STAIRS)
        return (term_cell){terrain->exit, TERM_EXIT};
    if (tile == WYRM_TILE_WALL)
        return (term_cell){terrain->wall, seen ? TERM_WALL : TERM_DIM};
    return (term_cell){terrain->floor, seen ? TERM_FLOOR : TERM_DIM};
}

void term_map_draw(const term_app *app, const term_map_view *view)
{
    const term_area *area = &view->area;
    term_clear(*area);
    for (int y = 0; y < area->height; y++)
        for (int x = 0; x < area->width; x++) {
            term_cell cell = tile_cell(app, view->x + x, view->y + y);
            if (cell.character != 0)
                term_put(area->canvas, area->x + x, area->y + y, cell.character, cell.style);
        }
}

/* ---- A cursor on the map ---- */

#define RUN_TILES 5

void term_cursor_stop(term_cursor *cursor, wyrm_position at)
{
    for (size_t i = 0; i < cursor->stop_count; i++)
        if (wyrm_same_tile(cursor->stops[i], at))
            return;
    if (cursor->stop_count < TERM_STOPS_MAX)
        cursor->stops[cursor->stop_count++] = at;
}

term_cursor_answer term_cursor_take(term_cursor *cursor, const wyrm_map *map,
                                    const term_input *input)
{
    wyrm_direction direction;
    wyrm_position before = cursor->at;
    size_t count = cursor->stop_count, at = 0;
    bool runs, back = input->deed == TERM_PREVIOUS;
    if (input->mouse) {
        if (input->wheel != 0 || input->other_button ||
            !term_map_tile(&cursor->view, map, input->x, input->y, &cursor->at))
            return TERM_CURSOR_IGNORED;
        return wyrm_same_tile(before, cursor->at) ? TERM_CURSOR_AGAIN : TERM_CURSOR_MOVED;
    }
    if (term_deed_direction(input->deed, &direction, &runs)) {
        for (int i = runs ? RUN_TILES : 1; i > 0; i--) {
            wyrm_position next = wyrm_neighbour(cursor->at, direction);
            if (next.x >= 0 && next.y >= 0 && next.x < map->width && next.y < map->height)
                cursor->at = next;
        }
        return TERM_CURSOR_MOVED;
    }
    if (input->deed != TERM_NEXT && !back)
        return TERM_CURSOR_IGNORED;
    /* To the next or previous stop; to the nearest where it is on none. */
    while (at < count && !wyrm_same_tile(cursor->stops[at], cursor->at))
        at++;
    if (count > 0 && at == count)
        cursor->at = cursor->stops[back ? count - 1 : 0];
    else if (count > 0)
        cursor->at = cursor->stops[(at + (back ? count - 1 : 1)) % count];
    return TERM_CURSOR_MOVED;
}

/* ---- The newest messages ---- */

void term_messages_heard(term_app *app)
{
    size_t count = app->session->log->count;
    app->play.said = (term_messages){count, count, count};
}

/* "You miss the Orc. (x3)" */
#define MESSAGE_MAX (WYRM_MESSAGE_TEXT_MAX + 16)
static void message_text(const wyrm_log_line *line, char out[MESSAGE_MAX])
{
    int length = snprintf(out, MESSAGE_MAX, "%s", line->text);
    if (line->times > 1)
        snprintf(out + length, (size_t)(MESSAGE_MAX - length), " (x%u)", line->times);
}

/* Fills the area with the lines from `first` on, and returns the first that does not fit. Only
 * draws where `visible`. */
static size_t flow(const wyrm_log *log, size_t first, size_t fresh, term_area area, bool visible)
{
    int x = 0, row = 0;
    uint32_t turn = 0;
    for (size_t i = first; i < log->count; i++) {
        const wyrm_log_line *line = wyrm_log_line_at(log, log->count - 1 - i);
        char text[MESSAGE_MAX];
        message_text(line, text);
        int width = (int)wyrm_utf8_count(text, strlen(text));
        if (x > 0 && (line->turn != turn || x + width > area.width)) {
            x = 0;
            row++;
        }
        int height = term_rows(text, area.width - x);
        if (row + height > area.height)
            return i;
        if (visible)
            term_wrapped((term_area){area.canvas, area.x + x, area.y + row, area.width - x, height},
                         i >= fresh ? TERM_BOLD : TERM_DIM, text);
        turn = line->turn;
        row += height - 1;
        x = height > 1 ? area.width : x + width + 1;
    }
    return log->count;
}

void term_messages_draw(term_app *app, term_area area)
{
    const wyrm_log *log = app->session->log;
    term_messages *said = &app->play.said;
    size_t oldest = log->count - wyrm_log_kept(log), start = log->count;
    size_t page = said->page < oldest ? oldest : said->page;
    /* the earliest line from which all to the newest fit */
    while (start > oldest && flow(log, start - 1, 0, area, false) == log->count)
        start--;
    term_clear(area);
    if (start > page) {
        term_text(term_foot(&area), TERM_TITLE, "-- more --");
        start = page;
        page++; /* a message longer than the area must not hold up the others */
    }
    said->next = flow(log, start, said->fresh, area, true);
    if (said->next < page)
        said->next = page;
}

bool term_messages_turn(term_app *app)
{
    term_messages *said = &app->play.said;
    if (said->next >= app->session->log->count || said->next <= said->page)
        return false;
    said->page = said->next;
    return true;
}

/* ---- Earlier messages, the newest at the bottom ---- */

void term_open_log(term_app *app)
{
    const wyrm_log *log = app->session->log;
    term_page *page = term_open_page(app, "messages", "Messages, by turn", NULL);
    page->again = TERM_LOG;
    page->to_end = true;
    page->label_width = 8;
    uint32_t before = 0;
    for (size_t back = wyrm_log_kept(log); back-- > 0;) {
        const wyrm_log_line *line = wyrm_log_line_at(log, back);
        char turn[16] = "", text[MESSAGE_MAX];
        if (line->turn != before)
            snprintf(turn, sizeof turn, "%6" PRIu32, line->turn);
        before = line->turn;
        message_text(line, text);
        term_page_add(page, TERM_PLAIN, turn, "%s", text);
    }
}

/* ---- The whole map ---- */

typedef struct overview_state {
    bool scrolls;       /* shown in full size with a cursor, although it does not fit */
    term_cursor cursor; /* the middle of the window while it scrolls */
} overview_state;

/* How much a cell tells: of the tiles that one cell stands for, the most telling is shown; a floor
 * counts more than a wall of the same style. */
static int weight(const term_app *app, term_cell cell)
{
    static const int weights[TERM_STYLE_COUNT] = {
        [TERM_PLAYER] = 9, [TERM_EXIT] = 8,  [TERM_MONSTER] = 7, [TERM_WARN] = 7, [TERM_ASLEEP] = 6,
        [TERM_ITEM] = 5,   [TERM_FLOOR] = 3, [TERM_WALL] = 2,    [TERM_DIM] = 2,
    };
    if (cell.character == 0)
        return 0;
    return 2 * weights[cell.style] + (cell.character == app->play.terrain.floor);
}

/* The cell for a block of tiles. */
static term_cell block(const term_app *app, term_area tiles)
{
    term_cell best = {0, TERM_PLAIN};
    for (int y = tiles.y; y < tiles.y + tiles.height; y++)
        for (int x = tiles.x; x < tiles.x + tiles.width; x++) {
            term_cell cell = tile_cell(app, x, y);
            if (weight(app, cell) > weight(app, best))
                best = cell;
        }
    return best;
}

static void draw_scaled(const term_app *app, term_area part, term_area area)
{
    const wyrm_game_view *game = term_now(app->session);
    int across = (part.width + area.width - 1) / area.width;
    int down = (part.height + area.height - 1) / area.height;
    int columns = (part.width + across - 1) / across, rows = (part.height + down - 1) / down;
    int left = area.x + (area.width - columns) / 2, top = area.y + (area.height - rows) / 2;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            term_cell cell =
                block(app, (term_area){NULL, part.x + x * across, part.y + y * down, across, down});
            if (cell.character != 0)
                term_put(area.canvas, left + x, top + y, cell.character, cell.style);
        }
    area.canvas->cursor_x = left + (game->player->at.x - part.x) / across;
    area.canvas->cursor_y = top + (game->player->at.y - part.y) / down;
}

static void overview_draw(term_app *app, void *state, term_canvas *canvas)
{
    overview_state *over = state;
    const wyrm_game_view *game = term_now(app->session);
    term_map_view *view = &over->cursor.view;
    term_area area = term_all(canvas);
    char depth[32];
    /* the part of the map that is known, in tiles */
    int left = game->player->at.x, right = left, top = game->player->at.y, bottom = top;
    for (int y = 0; y < game->map->height; y++)
        for (int x = 0; x < game->map->width; x++) {
            bool known;
            wyrm_known_tile(app->session->game, x, y, &known);
            if (!known)
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    term_area part = {NULL, left, top, right - left + 1, bottom - top + 1};
    const char *keys = "Several tiles share a character.   {next}: larger   {cancel}: back";
    term_clear(area);
    term_depth_text(app->session, depth);
    term_text(term_row(&area), TERM_TITLE, "The map of %s", depth);
    term_area foot = term_foot(&area);
    if (part.width <= area.width && part.height <= area.height) {
        /* the known part in the middle, a character a tile */
        view->area = area;
        view->x = part.x - (area.width - part.width) / 2;
        view->y = part.y - (area.height - part.height) / 2;
        term_map_draw(app, view);
        term_map_point(view, game->player->at);
        keys = "{cancel}: back";
    } else if (over->scrolls) {
        term_map_follow(view, area, game->map, over->cursor.at);
        term_map_draw(app, view);
        term_map_point(view, over->cursor.at);
        keys = "move: scroll   {next}: smaller, all of it   {cancel}: back";
    } else {
        draw_scaled(app, part, area);
    }
    term_hint_draw(app, foot, keys);
}

static void overview_take(term_app *app, void *state, const term_input *input)
{
    overview_state *over = state;
    if (term_closes(input) || input->deed == TERM_MAP || input->deed == TERM_CONFIRM)
        term_pop(app);
    else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS)
        over->scrolls = !over->scrolls;
    else if (!over->scrolls || term_cursor_take(&over->cursor, term_now(app->session)->map,
                                                input) == TERM_CURSOR_IGNORED)
        term_useless_key(app, input);
}

void term_open_overview(term_app *app)
{
    static const term_screen_kind kind = {.name = "map",
                                          .size = sizeof(overview_state),
                                          .whole = true,
                                          .draw = overview_draw,
                                          .take = overview_take};
    overview_state *over = term_push(app, &kind);
    over->cursor.at = term_now(app->session)->player->at;
}
