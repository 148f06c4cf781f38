/* The map on a canvas, and the messages below.
 *
 * The window on the map stays where it is as long as its focus is well inside, so that the map does
 * not swim. Short messages of a command share a line. */
#include "term/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* The window moves when the focus comes nearer to its edge than 1/MARGIN_PART of the side. */
#define MARGIN_PART 4

/* One side of the window: its first tile, for a focus on a map of `tiles`. */
static int follow_side(int first, int cells, int tiles, int focus, int margin, bool anew)
{
    if (tiles <= cells)
        return -(cells - tiles) / 2;
    margin = cells / MARGIN_PART < margin ? cells / MARGIN_PART : margin;
    if (anew || focus < first + margin || focus >= first + cells - margin)
        first = focus - cells / 2;
    if (first > tiles - cells)
        first = tiles - cells;
    return first > 0 ? first : 0;
}

void term_map_follow(term_map_view *view, term_area area, const wyrm_map *map, wyrm_position focus,
                     int margin)
{
    bool wide = view->area.width != area.width, high = view->area.height != area.height;
    view->area = area;
    view->x = follow_side(view->x, area.width, map->width, focus.x, margin, wide);
    view->y = follow_side(view->y, area.height, map->height, focus.y, margin, high);
}

/* One side of the window moved no farther than shows a second tile, too, with TERM_MARGIN_LEAST
 * beyond the focus left. */
static int show_side(int first, int cells, int tiles, int focus, int other)
{
    if (tiles <= cells)
        return first;
    const int least = focus - cells + 1 + TERM_MARGIN_LEAST, most = focus - TERM_MARGIN_LEAST;
    if (other < first)
        first = other > least ? other : least;
    else if (other >= first + cells)
        first = other - cells + 1 < most ? other - cells + 1 : most;
    if (first > tiles - cells)
        first = tiles - cells;
    return first > 0 ? first : 0;
}

void term_map_show(term_map_view *view, const wyrm_map *map, wyrm_position focus,
                   wyrm_position other)
{
    view->x = show_side(view->x, view->area.width, map->width, focus.x, other.x);
    view->y = show_side(view->y, view->area.height, map->height, focus.y, other.y);
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

void term_map_point(const term_map_view *view, wyrm_position tile)
{
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    view->area.canvas->cursor_x = x;
    view->area.canvas->cursor_y = y;
}

/* ---- What stands on it ---- */

/* The style of a kind: the first of those with one letter has the usual one, the next others. */
static term_style style_of_kind(size_t before, term_style first, term_style second, size_t others)
{
    const size_t number = before % (others + 1);
    return number == 0 ? first : (term_style)((size_t)second + number - 1);
}

term_cell term_monster_cell(const term_session *session, const wyrm_seen_monster *seen)
{
    const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    int32_t kind = monster->spawn.monster;
    char glyph = kind < 0 ? '?' : wyrm_roster_monster(roster, (size_t)kind)->glyph;
    size_t before = 0;
    for (int32_t i = 0; i < kind; i++)
        before += wyrm_roster_monster(roster, (size_t)i)->glyph == glyph;
    term_style style =
        style_of_kind(before, TERM_MONSTER, TERM_MONSTER_2, TERM_MONSTER_5 - TERM_MONSTER_2 + 1);
    if (monster->spawn.elite)
        style = TERM_WARN;
    if (!seen->in_sight)
        style = TERM_DIM;
    else if (monster->body.turns[WYRM_ASLEEP] > 0)
        style = TERM_ASLEEP;
    return (term_cell){(unsigned char)glyph, style};
}

term_cell term_item_cell(const term_session *session, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds), before = 0;
    if (item->item.kind < 0 || (size_t)item->item.kind >= count)
        return (term_cell){'?', TERM_ITEM};
    const char glyph = kinds[item->item.kind].glyph;
    for (int32_t i = 0; i < item->item.kind; i++)
        before += kinds[i].glyph == glyph;
    return (term_cell){(unsigned char)glyph, style_of_kind(before, TERM_ITEM, TERM_ITEM_2,
                                                           TERM_ITEM_5 - TERM_ITEM_2 + 1)};
}

/* What is not in sight is dim, but the way on keeps its colour. */
term_cell term_tile_cell(const term_app *app, int x, int y)
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
    if (wyrm_known_heap(session->game, x, y) != NULL)
        return (term_cell){(uint32_t)wyrm_trade_glyph(wyrm_design_trade(session->design)),
                           TERM_WARN};
    wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
    if (!known)
        return (term_cell){.character = 0};
    if (tile == WYRM_TILE_STAIRS)
        return (term_cell){terrain->exit, TERM_EXIT};
    const wyrm_terrain *ground = wyrm_known_terrain(session->engine, session->game, x, y);
    if (ground != NULL)
        return (term_cell){(unsigned char)ground->symbol,
                           seen ? TERM_TERRAIN + (term_style)ground->colour : TERM_DIM};
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
            term_cell cell = term_tile_cell(app, view->x + x, view->y + y);
            if (cell.character != 0)
                term_put(area->canvas, area->x + x, area->y + y, cell.character, cell.style);
        }
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
        if (x > 0 && (line->begins || line->turn != turn || x + width > area.width)) {
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
