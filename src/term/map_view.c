/* The map on a canvas, a cursor on it, and the messages below: what the screens of a game share.
 *
 * The window on the map stays where it is as long as its focus is well inside, so that the map does
 * not swim. Short messages of a turn share a line.
 */
#include "term/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- the map on a canvas ---- */

/* The window moves when the focus comes nearer to its edge than 1/MARGIN_PART of the side, at most
 * MARGIN_MOST tiles. */
#define MARGIN_PART 4
#define MARGIN_MOST 10

/* Whether a monster or an item of the ruleset looks like this. */
static bool is_taken(const wyrm_design *design, uint32_t character)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    for (size_t i = 0; i < wyrm_roster_count(roster); i++)
        if ((unsigned char)wyrm_roster_monster(roster, i)->glyph == character)
            return true;
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (size_t i = 0; i < count; i++)
        if ((unsigned char)kinds[i].glyph == character)
            return true;
    return false;
}

/* The first candidate that no monster and no item looks like; the last where all are taken. A 0
 * ends them. */
static uint32_t free_character(const wyrm_design *design, const uint32_t *candidates)
{
    while (candidates[1] != 0 && is_taken(design, candidates[0]))
        candidates++;
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

static bool is_inside(const term_area *area, int x, int y)
{
    return x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height;
}

bool term_map_cell(const term_map_view *view, wyrm_position tile, int *x, int *y)
{
    *x = view->area.x + tile.x - view->x;
    *y = view->area.y + tile.y - view->y;
    return is_inside(&view->area, *x, *y);
}

bool term_map_tile(const term_map_view *view, const wyrm_map *map, int x, int y, wyrm_position *out)
{
    int tile_x = x - view->area.x + view->x, tile_y = y - view->area.y + view->y;
    if (!is_inside(&view->area, x, y) || tile_x < 0 || tile_x >= map->width || tile_y < 0 ||
        tile_y >= map->height)
        return false;
    *out = (wyrm_position){(int16_t)tile_x, (int16_t)tile_y};
    return true;
}

/* Terrain as it is known: what is not in sight is dim, but the way on keeps its colour. */
static term_cell terrain_cell(const term_session *session, const term_terrain *terrain, int x,
                              int y)
{
    bool known;
    wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
    bool seen = wyrm_sight_has(&session->view->sight, x, y);
    if (!known)
        return (term_cell){.character = 0};
    switch (tile) {
    case WYRM_TILE_WALL:
        return (term_cell){terrain->wall, seen ? TERM_WALL : TERM_DIM};
    case WYRM_TILE_STAIRS:
        return (term_cell){terrain->exit, TERM_EXIT};
    default:
        return (term_cell){terrain->floor, seen ? TERM_FLOOR : TERM_DIM};
    }
}

term_cell term_monster_cell(const term_session *session, const wyrm_seen_monster *seen)
{
    const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    char glyph = monster->spawn.monster < 0
                     ? '?'
                     : wyrm_roster_monster(roster, (size_t)monster->spawn.monster)->glyph;
    term_style style = !seen->in_sight                        ? TERM_DIM
                       : monster->body.turns[WYRM_ASLEEP] > 0 ? TERM_ASLEEP
                       : monster->spawn.elite                 ? TERM_WARN
                                                              : TERM_MONSTER;
    return (term_cell){(unsigned char)glyph, (uint8_t)style};
}

term_cell term_item_cell(const wyrm_engine *engine, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(wyrm_engine_design(engine)), &kinds);
    if (item->item.kind < 0 || (size_t)item->item.kind >= count)
        return (term_cell){'?', TERM_ITEM};
    return (term_cell){(unsigned char)kinds[item->item.kind].glyph, TERM_ITEM};
}

/* What lies on a tile, without who stands there. */
static term_cell ground_cell(const term_session *session, const term_terrain *terrain,
                             wyrm_position tile)
{
    if (session->view->goal_known && term_same_tile(session->view->goal, tile))
        return (term_cell){terrain->goal, TERM_EXIT};
    const wyrm_game_item *item = wyrm_known_item(session->game, tile.x, tile.y);
    if (item != NULL)
        return term_item_cell(session->engine, item);
    return terrain_cell(session, terrain, tile.x, tile.y);
}

term_cell term_map_look(const term_session *session, const term_terrain *terrain,
                        wyrm_position tile)
{
    if (term_same_tile(term_now(session)->player->at, tile))
        return (term_cell){terrain->player, TERM_PLAYER};
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        if (term_same_tile(term_now(session)->monsters[seen->index].body.at, tile))
            return term_monster_cell(session, seen);
    }
    return ground_cell(session, terrain, tile);
}

static void put(term_canvas *canvas, const term_map_view *view, wyrm_position tile, term_cell cell)
{
    int x, y;
    if (cell.character != 0 && term_map_cell(view, tile, &x, &y))
        term_put(canvas, x, y, cell.character, (term_style)cell.style);
}

/* Draws terrain, items, monsters and player in turn, each over what is there already. */
void term_map_draw(term_canvas *canvas, const term_map_view *view, const term_session *session,
                   const term_terrain *terrain)
{
    const wyrm_game_view *game = term_now(session);
    term_fill(canvas, view->area, ' ', TERM_PLAIN);
    for (int y = 0; y < view->area.height; y++)
        for (int x = 0; x < view->area.width; x++) {
            term_cell cell = terrain_cell(session, terrain, view->x + x, view->y + y);
            if (cell.character != 0)
                term_put(canvas, view->area.x + x, view->area.y + y, cell.character,
                         (term_style)cell.style);
        }
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].seen)
            put(canvas, view, game->items[i].at, ground_cell(session, terrain, game->items[i].at));
    if (session->view->goal_known)
        put(canvas, view, session->view->goal, (term_cell){terrain->goal, TERM_EXIT});
    for (size_t i = session->view->monster_count; i > 0; i--) {
        const wyrm_seen_monster *seen = &session->view->monsters[i - 1];
        put(canvas, view, game->monsters[seen->index].body.at, term_monster_cell(session, seen));
    }
    put(canvas, view, game->player->at, (term_cell){terrain->player, TERM_PLAYER});
}

void term_map_paint(term_canvas *canvas, const term_map_view *view, wyrm_position tile,
                    term_style style)
{
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    uint32_t character = canvas->cells[y * canvas->width + x].character;
    term_put(canvas, x, y, character != 0 ? character : ' ', style);
}

void term_map_point(term_canvas *canvas, const term_map_view *view, wyrm_position tile)
{
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    canvas->cursor_x = x;
    canvas->cursor_y = y;
}

/* ---- a cursor on the map ---- */

#define RUN_TILES 5

bool term_same_tile(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

int term_tiles_apart(wyrm_position one, wyrm_position other)
{
    int x = abs(one.x - other.x), y = abs(one.y - other.y);
    return x > y ? x : y;
}

void term_cursor_stop(term_cursor *cursor, wyrm_position at)
{
    for (size_t i = 0; i < cursor->stop_count; i++)
        if (term_same_tile(cursor->stops[i], at))
            return;
    if (cursor->stop_count < TERM_STOPS_MAX)
        cursor->stops[cursor->stop_count++] = at;
}

/* Moves the cursor to the next or previous stop; to the nearest where it is on none. */
static void go_to_stop(term_cursor *cursor, bool back)
{
    size_t count = cursor->stop_count, at = 0;
    if (count == 0)
        return;
    while (at < count && !term_same_tile(cursor->stops[at], cursor->at))
        at++;
    if (at == count)
        at = back ? count - 1 : 0;
    else
        at = (at + (back ? count - 1 : 1)) % count;
    cursor->at = cursor->stops[at];
}

bool term_cursor_take(term_cursor *cursor, const wyrm_map *map, const term_input *input)
{
    wyrm_direction direction;
    bool runs;
    if (input->mouse)
        return input->wheel == 0 && !input->other_button &&
               term_map_tile(&cursor->view, map, input->x, input->y, &cursor->at);
    if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        go_to_stop(cursor, input->deed == TERM_PREVIOUS);
        return true;
    }
    if (!term_deed_direction(input->deed, &direction, &runs))
        return false;
    for (int i = runs ? RUN_TILES : 1; i > 0; i--) {
        wyrm_position next = wyrm_neighbour(cursor->at, direction);
        if (next.x >= 0 && next.y >= 0 && next.x < map->width && next.y < map->height)
            cursor->at = next;
    }
    return true;
}

/* ---- the newest messages ---- */

void term_messages_heard(term_messages *messages, const wyrm_log *log)
{
    messages->fresh = messages->page = messages->next = log->count;
}

void term_message_text(const wyrm_log_line *line, char out[TERM_MESSAGE_MAX])
{
    if (line->times > 1)
        snprintf(out, TERM_MESSAGE_MAX, "%s (x%u)", line->text, line->times);
    else
        snprintf(out, TERM_MESSAGE_MAX, "%s", line->text);
}

static const wyrm_log_line *line_at(const wyrm_log *log, size_t index)
{
    return wyrm_log_line_at(log, log->count - 1 - index);
}

/* Fills the area with the lines from `first` on, and returns the first that does not fit; *rows is
 * how many rows are used. Only draws where `visible`. */
static size_t flow(const wyrm_log *log, size_t first, size_t fresh, term_canvas *canvas,
                   term_area area, bool visible, int *rows)
{
    int x = 0, row = 0;
    uint32_t turn = 0;
    *rows = 0;
    for (size_t i = first; i < log->count; i++) {
        const wyrm_log_line *line = line_at(log, i);
        char text[TERM_MESSAGE_MAX];
        term_message_text(line, text);
        int width = (int)wyrm_utf8_count(text, strlen(text));
        if (x > 0 && (line->turn != turn || x + width > area.width)) {
            x = 0;
            row++;
        }
        term_area rest = {area.x + x, area.y + row, area.width - x, 0};
        int height = term_wrapped(canvas, rest, TERM_PLAIN, text);
        if (row + height > area.height)
            return i;
        rest.height = height;
        if (visible)
            term_wrapped(canvas, rest, i >= fresh ? TERM_BOLD : TERM_DIM, text);
        turn = line->turn;
        *rows = row + height;
        row += height - 1;
        x = height > 1 ? area.width : x + width + 1;
    }
    return log->count;
}

/* The earliest line from which all to the newest fit. */
static size_t start_of(const wyrm_log *log, term_canvas *canvas, term_area area)
{
    size_t oldest = log->count - wyrm_log_kept(log), start = log->count;
    int rows;
    while (start > oldest && flow(log, start - 1, 0, canvas, area, false, &rows) == log->count)
        start--;
    return start;
}

void term_messages_draw(term_messages *messages, const wyrm_log *log, term_canvas *canvas,
                        term_area area)
{
    int rows;
    size_t start = start_of(log, canvas, area);
    size_t oldest = log->count - wyrm_log_kept(log);
    size_t page = messages->page < oldest ? oldest : messages->page;
    term_fill(canvas, area, ' ', TERM_PLAIN);
    if (start <= page) {
        messages->next = flow(log, start, messages->fresh, canvas, area, true, &rows);
        return;
    }
    area.height--;
    messages->next = flow(log, page, messages->fresh, canvas, area, true, &rows);
    if (messages->next == page)
        messages->next++; /* a message longer than the area must not hold up the others */
    area.height++;
    term_text(canvas, area, area.x, area.y + area.height - 1, TERM_TITLE, "-- more --");
}

bool term_messages_turn(term_messages *messages, const wyrm_log *log)
{
    if (messages->next >= log->count || messages->next <= messages->page)
        return false;
    messages->page = messages->next;
    return true;
}
