/* What the screens of a game in progress share: the layout, the map, the newest messages, the
 * player's column, carrying out commands, and the autopilot. The dungeon, the screens over it and a
 * watched recording all use it.
 *
 * The window on the map stays in place as long as its focus is well inside, so that the map does
 * not swim. Short messages of one command share a line.
 *
 * The odds against every monster in view are computed again after each command, as far as that is
 * quick enough. */
#include "term/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Depths ---- */

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

/* The margin around the focus is at most 1/MARGIN_PART of the side of the window. */
#define MARGIN_PART 4

/* One side of the window: returns its first tile, for a focus on a map of `tiles`; `anew`: ignore
 * where it was. */
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

/* One side of the window, scrolled just far enough to show the tile `other` as well, while
 * TERM_MARGIN_LEAST tiles beyond the focus stay visible. */
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

/* ---- Monsters, items and terrain on the map ---- */

/* The style of a kind with `before` earlier kinds of the same letter: the first kind has the usual
 * style, the following ones the others in turn. */
static term_style style_of_kind(size_t before, term_style first, term_style second, size_t others)
{
    const size_t number = before % (others + 1);
    return number == 0 ? first : (term_style)((size_t)second + number - 1);
}

/* The glyph of a monster in view. */
static term_cell monster_cell(const term_session *session, const wyrm_seen_monster *seen)
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

/* Tiles out of sight are dim, but stairs and the goal keep their colour. */
term_cell term_tile_cell(const term_app *app, int x, int y)
{
    const term_session *session = app->session;
    const term_terrain *terrain = &app->play.terrain;
    const wyrm_observation *view = session->view;
    wyrm_position at = {(int16_t)x, (int16_t)y};
    bool known, seen = wyrm_sight_has(&view->sight, x, y);
    if (game_same_tile(at, term_now(session)->player->at))
        return (term_cell){terrain->player, TERM_PLAYER};
    for (size_t i = 0; i < view->monster_count; i++)
        if (game_same_tile(at, term_seen(session, i)->body.at))
            return monster_cell(session, &view->monsters[i]);
    if (view->goal_known && game_same_tile(at, view->goal))
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

/* The text of a line of the log: "You miss the Orc. (x3)". */
#define MESSAGE_MAX (WYRM_MESSAGE_TEXT_MAX + 16)
static void message_text(const wyrm_log_line *line, char out[MESSAGE_MAX])
{
    int length = snprintf(out, MESSAGE_MAX, "%s", line->text);
    if (line->times > 1)
        snprintf(out + length, (size_t)(MESSAGE_MAX - length), " (x%u)", line->times);
}

/* Lays out the log from line `first` on in the area, and returns the first line that does not fit.
 * Draws only if `visible`. */
static size_t flow(const wyrm_log *log, size_t first, size_t fresh, term_area area, bool visible)
{
    int x = 0, row = 0;
    uint32_t turn = 0;
    for (size_t i = first; i < log->count; i++) {
        const wyrm_log_line *line = wyrm_log_line_at(log, log->count - 1 - i);
        char text[MESSAGE_MAX];
        message_text(line, text);
        int width = (int)base_utf8_count(text, strlen(text));
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
    /* find the earliest line from which everything to the newest fits */
    while (start > oldest && flow(log, start - 1, 0, area, false) == log->count)
        start--;
    term_clear(area);
    if (start > page) {
        term_text(term_foot(&area), TERM_TITLE, "-- more --");
        start = page;
        page++; /* always advance, even past a message longer than the area */
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

/* Sizes in cells: the player's column takes a quarter of the canvas, the messages a sixth, within
 * these limits. */
#define SIDE_LEAST     27
#define SIDE_MOST      38
#define MESSAGES_LEAST 4
#define MESSAGES_MOST  10

/* The odds are computed for this many of the nearest monsters. */
#define LOOK_MOST 6

/* ---- The odds against the monsters in view ---- */

void term_play_look(term_app *app)
{
    const term_session *session = app->session;
    term_play *play = &app->play;
    const double until = term_seconds() + app->look_seconds;
    const wyrm_outlook_options all = {.alone = NULL};
    play->awake = 0;
    for (size_t i = 0; i < TERM_SIGHTINGS_MAX; i++)
        play->alone[i].p_win = -1.0;
    if (wyrm_outlook_find(session->engine, session->game, &all, &play->ahead, NULL) != WYRM_OK)
        play->ahead.count = 0;
    for (size_t i = 0, tried = 0; i < session->view->monster_count; i++) {
        const wyrm_game_monster *monster = term_seen(session, i);
        if (!session->view->monsters[i].in_sight)
            continue;
        play->awake += monster->body.turns[WYRM_ASLEEP] == 0;
        if (tried++ >= LOOK_MOST || i >= TERM_SIGHTINGS_MAX ||
            (tried > 1 && term_seconds() > until))
            continue;
        if (session->view->in_sight == 1 && play->awake == 1 && play->ahead.count > 0) {
            play->alone[i] = play->ahead.ways[0].duel; /* it is the only one */
            continue;
        }
        term_odds odds;
        term_odds_find(session, monster, false, &odds);
        if (!odds.known)
            continue;
        /* A monster alone is never harder than together with the others, so their lower bound holds
         * for it; a bound from more simulated fights can be the better one. */
        const wyrm_duel *all_of_them = &play->ahead.ways[0].duel;
        const bool among = play->ahead.count > 0 && monster->body.turns[WYRM_ASLEEP] == 0;
        play->alone[i] = odds.duel;
        if (among && odds.duel.p_win >= 1.0 && all_of_them->p_win_low > odds.duel.p_win_low)
            play->alone[i].p_win_low = all_of_them->p_win_low;
    }
}

/* The first candidate that is not the glyph of the player, a monster or an item of the ruleset; the
 * last one if all are. The list ends with 0. */
static uint32_t free_character(const wyrm_design *design, const uint32_t *candidates)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const uint32_t own = (unsigned char)game_player_sign(design, true);
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    for (bool taken = true; taken && candidates[1] != 0; candidates += taken) {
        taken = candidates[0] == own;
        for (size_t i = 0; i < wyrm_roster_count(roster); i++)
            taken |= (unsigned char)wyrm_roster_monster(roster, i)->glyph == candidates[0];
        for (size_t i = 0; i < count; i++)
            taken |= (unsigned char)kinds[i].glyph == candidates[0];
    }
    return candidates[0];
}

void term_play_begin(term_app *app)
{
    static const uint32_t walls[] = {'#', 0x2592, 0}, floors[] = {'.', 0x00b7, 0};
    static const uint32_t down[] = {'>', 0x2193, 0}, up[] = {'<', 0x2191, 0};
    static const uint32_t goals[] = {'&', '$', 0x2666, 0}, players[] = {'@', 0x263a, 0};
    const wyrm_design *design = app->session->design;
    bool climbs = wyrm_engine_rules(app->session->engine)->climbs;
    const uint32_t own = (unsigned char)game_player_sign(design, true);
    app->play =
        (term_play){.terrain = {.wall = free_character(design, walls),
                                .floor = free_character(design, floors),
                                .exit = free_character(design, climbs ? up : down),
                                .goal = free_character(design, goals),
                                .player = own != 0 ? own : free_character(design, players)}};
    if (app->session->game->commands > 0) /* a continued game: its old messages were read */
        term_messages_heard(app);
    term_play_look(app);
}

/* ---- The player's column ---- */

#define TURNS_SHOWN 9999 /* longer conditions show no number: they last until ended */

#define LIFE_CELLS  4 /* of a monster's bar, with the word "hp" before it if it fits */

const char *term_hunger_text(const term_session *session, term_style *style)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(session->engine);
    int32_t fullness = term_now(session)->fullness;
    if (rules->stage_count == 0)
        return NULL;
    size_t stage = wyrm_hunger_stage_at(rules, fullness);
    *style = rules->stages[stage].regenerates ? TERM_PLAIN : TERM_WARN;
    if (fullness == 0)
        *style = TERM_BAD;
    return rules->stages[stage].name;
}

bool term_is_fed(const term_session *session)
{
    const wyrm_play_rules *rules = wyrm_engine_rules(session->engine);
    const size_t stage = wyrm_hunger_stage_at(rules, term_now(session)->fullness);
    return rules->stage_count == 0 || rules->stages[stage].normal ||
           stage == wyrm_hunger_stage_at(rules, rules->fullness);
}

bool term_condition_text(const wyrm_engine *engine, const wyrm_creature *creature, size_t index,
                         bool is_short, char *out, term_style *style)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(wyrm_engine_design(engine)));
    for (int i = 0; i < WYRM_CONDITION_COUNT; i++) {
        if (creature->turns[i] <= 0 || index-- > 0)
            continue;
        snprintf(out, 80, is_short || creature->turns[i] > TURNS_SHOWN ? "%s" : "%s %d",
                 wyrm_condition_word((wyrm_condition)i), creature->turns[i]);
        *style = i == WYRM_HASTED || i == WYRM_HIDDEN || i == WYRM_SENSING ? TERM_GOOD : TERM_WARN;
        return true;
    }
    for (size_t i = 0; stats[i].name != NULL; i++) { /* conditions that the ruleset defines */
        const double value = creature->combatant.stats[i];
        char name[40];
        if (!stats[i].changes || stats[i].counter || !(value > 0.0) || index-- > 0)
            continue;
        term_stat_label(stats[i].name, name);
        snprintf(out, 80, is_short ? "%s" : "%s %.0f", name, value);
        *style = TERM_WARN;
        return true;
    }
    return false;
}

bool term_boost_text(const term_session *session, size_t index, char *out)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(session->design));
    for (size_t i = 0; i < term_now(session)->boost_count; i++) {
        const wyrm_boost *boost = &term_now(session)->boosts[i];
        if (boost->turns < 0 || index-- > 0)
            continue;
        char name[40] = "hp a turn", amount[24];
        if (boost->stat >= 0)
            term_stat_label(stats[boost->stat].name, name);
        term_number(boost->amount, amount);
        snprintf(out, 80, "%s%s %s, %d turn%s", boost->amount < 0 ? "" : "+", amount, name,
                 boost->turns, boost->turns == 1 ? "" : "s");
        return true;
    }
    return false;
}

static void draw_gear(const term_session *session, term_area *area, size_t most)
{
    const wyrm_game_view *game = term_now(session);
    size_t worn = 0, shown = 0;
    for (size_t i = 0; i < game->pack_count; i++)
        worn += game->pack[i].worn;
    const wyrm_item_kind *kinds;
    const size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    bool has_gear = false; /* whether the ruleset has any gear */
    for (size_t i = 0; i < count; i++)
        has_gear |=
            kinds[i].item_class == WYRM_ITEM_WEAPON || kinds[i].item_class == WYRM_ITEM_ARMOR;
    if (worn == 0 && has_gear)
        term_text(term_row(area), TERM_DIM, "nothing wielded or worn");
    for (size_t i = 0; i < game->pack_count && shown < most; i++) {
        const wyrm_game_item *item = &game->pack[i];
        if (!item->worn || area->height == 0)
            continue;
        term_area row = term_row(area);
        if (++shown == most && worn > shown) {
            term_text(row, TERM_DIM, "and %zu more", worn - shown + 1);
            return;
        }
        char name[WYRM_NAME_TEXT_MAX];
        term_cell cell = term_item_cell(session, item);
        wyrm_item_text(session->engine, item, name);
        term_put(row.canvas, row.x, row.y, cell.character, cell.style);
        term_text(term_behind(row, 2), TERM_PLAIN, "%s", name);
    }
}

/* Draws a chance to win at the right end of a row. */
static void draw_percent(term_area row, const wyrm_duel *duel)
{
    char chance[24];
    term_chance(duel, true, chance);
    if (duel->fights > 0 && chance[0] != '<' && chance[0] != '>') /* no room for the error */
        snprintf(chance, sizeof chance, "%.0f %%", 100.0 * duel->p_win);
    term_right(row, term_odds_style(duel->p_win), chance);
}

/* Draws the row of a monster: glyph, name, a condition or else its hit points, and the chance to
 * win, if known. */
static void draw_monster(const term_app *app, size_t index, term_area row)
{
    const term_session *session = app->session;
    const wyrm_game_monster *monster = term_seen(session, index);
    char name[WYRM_NAME_TEXT_MAX], condition[80];
    term_style style;
    term_cell cell = monster_cell(session, &session->view->monsters[index]);
    int end = row.width - 1;
    if (index < TERM_SIGHTINGS_MAX && app->play.alone[index].p_win >= 0.0) {
        draw_percent(row, &app->play.alone[index]);
        end -= 5;
    }
    wyrm_monster_text(session->engine, monster, name);
    const int room = end - 3 - (int)base_utf8_count(name, strlen(name)); /* for the bar */
    if (term_condition_text(session->engine, &monster->body, 0, true, condition, &style)) {
        const int cells = (int)base_utf8_count(condition, strlen(condition));
        const int most = end / 2; /* the other half is the name's */
        term_area at = term_behind(row, end - (cells < most ? cells : most));
        at.width = end - at.x + row.x;
        end = at.x - row.x;
        term_text(at, style, "%s", condition);
    } else if (room >= LIFE_CELLS || term_life(&monster->body.combatant) < 1.0) {
        const int word = room >= LIFE_CELLS + 2 ? 2 : 0;
        end -= LIFE_CELLS + word;
        term_area life = term_behind(row, end);
        life.width = LIFE_CELLS + word;
        term_write(&life, TERM_DIM, "%s", word > 0 ? "hp" : "");
        term_bar(life, term_life(&monster->body.combatant), TERM_BAD);
    } /* else the bar would be full, and the name needs the room */
    term_put(row.canvas, row.x, row.y, cell.character, cell.style);
    row.width = end - 1;
    term_text(term_behind(row, 2), TERM_PLAIN, "%s", name);
}

/* Draws the odds of the fight with all awake monsters at once: the best opening, and the others if
 * their odds differ. Returns the number of rows, at most 2; `area` NULL: only counts them. 0 where
 * a single monster has nothing to add to its own row. */
static int draw_ahead(const term_play *play, int width, const term_area *area)
{
    const wyrm_outlook *ahead = &play->ahead;
    char line[2][80] = {"", ""};
    bool differ = false;
    for (size_t i = 1; i < ahead->count && !differ && term_ways_differ(ahead); i++) {
        char chances[2][24];
        for (size_t k = 0; k < 2; k++)
            term_chance(&ahead->ways[k * i].duel, true, chances[k]);
        differ = strcmp(chances[0], chances[1]) != 0;
    }
    if (ahead->count == 0 || (!differ && play->awake <= 1))
        return 0;
    int row = 0;
    for (size_t i = 0; i < (differ ? ahead->count : 1); i++) {
        char chance[24], one[48];
        term_chance(&ahead->ways[i].duel, true, chance);
        snprintf(one, sizeof one, "%s%s %s", line[row][0] != '\0' ? ", " : "",
                 differ ? term_way_word(ahead, i) : "you win", chance);
        if (base_utf8_count(line[row], strlen(line[row])) + base_utf8_count(one, strlen(one)) >
            (size_t)width) {
            if (++row == 2)
                break;
            memmove(one, one + 2, strlen(one) - 1); /* no comma at the beginning of a row */
        }
        strncat(line[row], one, sizeof line[row] - strlen(line[row]) - 1);
    }
    const int rows = 1 + (line[1][0] != '\0');
    if (area == NULL)
        return rows;
    term_area below = *area;
    for (int i = 0; i < rows && below.height > 0; i++)
        term_text(term_row(&below), i == 0 ? term_odds_style(ahead->ways[0].duel.p_win) : TERM_DIM,
                  "%s", line[i]);
    return rows;
}

/* Draws the monsters in view, and below them the odds of all awake ones together: each alone may be
 * harmless. Room for those rows is reserved first. */
static void draw_monsters(const term_app *app, term_area area)
{
    const term_play *play = &app->play;
    const wyrm_observation *view = app->session->view;
    size_t left = view->in_sight, first = 0;
    if (left == 0 || area.height < 3)
        return;
    while (!view->monsters[first].in_sight)
        first++;
    term_skip(&area, 1);
    term_area row = term_row(&area);
    term_text(row, TERM_TITLE, "In view");
    if (first < TERM_SIGHTINGS_MAX && play->alone[first].p_win >= 0.0)
        term_right(row, TERM_DIM, "alone, you win");
    int below = draw_ahead(play, area.width, NULL);
    below += below > 0 && play->awake > 1; /* the row "all 2 at once" */
    below = below < area.height ? below : area.height - 1;
    area.height -= below;
    for (size_t i = 0; i < view->monster_count; i++) {
        if (!view->monsters[i].in_sight || area.height == 0)
            continue;
        row = term_row(&area);
        if (area.height == 0 && left > 1) {
            term_text(row, TERM_DIM, "and %zu more", left);
            break;
        }
        draw_monster(app, i, row);
        left--;
    }
    area.height += below;
    if (below > 0 && play->awake > 1)
        term_text(term_row(&area), TERM_BOLD,
                  play->awake == 2 ? "both at once, from here" : "all %zu at once, from here",
                  play->awake);
    if (below > 0)
        draw_ahead(play, area.width, &area);
}

static void draw_side(const term_app *app, term_area area)
{
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const wyrm_experience *experience = &game->experience;
    const wyrm_combatant *player = &game->player->combatant;
    unsigned long long left =
        experience->next > experience->exp ? experience->next - experience->exp : 0;
    const wyrm_growth *growth = wyrm_design_growth(session->design);
    double share = term_life(player);
    term_style style = share > 0.5 ? TERM_GOOD : share > 0.25 ? TERM_WARN : TERM_BAD;
    char text[80];
    int gap = area.height >= 30; /* empty rows between the parts, if there is room */
    term_clear(area);
    term_area row = term_row(&area);
    term_depth_text(session, text);
    if (term_level(session) > 0) {
        term_text(row, TERM_BOLD, "Level %d", experience->level);
        term_right(row, TERM_BOLD, text);
    } else {
        text[0] = (char)(text[0] - 'a' + 'A');
        term_text(row, TERM_BOLD, "%s", text);
    }
    /* A level that is gained above its cost (`trigger: above`) takes one point more than that. */
    left += wyrm_growth_total(growth, 2) > wyrm_growth_at_level(growth, 2).base;
    if (experience->next < UINT64_MAX)
        term_text(term_row(&area), TERM_PLAIN, "XP %llu, next in %llu",
                  (unsigned long long)(experience->base + experience->exp), left);
    row = term_row(&area);
    term_write(&row, style, "HP %lld/%lld ", (long long)player->hp, (long long)player->max_hp);
    term_bar(row, share, style);
    term_skip(&area, gap);
    term_figures_draw(&area, session->engine, player, gap ? TERM_FIGURES_MAX : 8);
    term_skip(&area, gap);
    draw_gear(session, &area, gap ? 8 : 3);
    term_skip(&area, gap);
    row = term_row(&area);
    const char *hunger = term_hunger_text(session, &style);
    if (hunger != NULL && !term_is_fed(session))
        term_text(row, style, "%s", hunger);
    snprintf(text, sizeof text, "turn %u", game->turn);
    term_right(row, TERM_PLAIN, text);
    if (wyrm_trade_has_gold(wyrm_design_trade(session->design)))
        term_text(term_row(&area), TERM_WARN, "gold %lld", (long long)game->gold);
    for (size_t i = 0; term_condition_text(session->engine, game->player, i, false, text, &style);
         i++)
        term_say(&area, style, "%s", text);
    for (size_t i = 0; term_boost_text(session, i, text); i++)
        term_say(&area, TERM_GOOD, "%s", text);
    draw_monsters(app, area);
}

/* ---- The scene ---- */

void term_scene_draw(term_app *app, term_map_view *view, term_canvas *canvas, wyrm_position focus)
{
    int width = canvas->width / 4 < SIDE_LEAST ? SIDE_LEAST : canvas->width / 4;
    int lines = canvas->height / 6 < MESSAGES_LEAST ? MESSAGES_LEAST : canvas->height / 6;
    width = width < SIDE_MOST ? width : SIDE_MOST;
    lines = lines < MESSAGES_MOST ? lines : MESSAGES_MOST;
    int x = canvas->width - width - 2, y = canvas->height - lines - 1;
    term_layout layout = {.map = {canvas, 0, 0, x, y},
                          .side = {canvas, x + 2, 0, width, y},
                          .messages = {canvas, 0, y + 1, canvas->width, lines}};
    app->play.layout = layout;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const bool walks = game_same_tile(focus, game->player->at);
    term_map_follow(view, layout.map, game->map, focus,
                    walks ? TERM_MARGIN_MOST : TERM_MARGIN_LEAST);
    for (size_t i = session->view->monster_count; i-- > 0 && walks;) /* the nearest last */
        if (session->view->monsters[i].in_sight)
            term_map_show(view, game->map, focus, term_seen(session, i)->body.at);
    term_map_draw(app, view);
    term_clear((term_area){canvas, x, 0, 2, y});
    term_fill((term_area){canvas, x, 0, 1, y}, 0x2502, TERM_DIM);
    term_fill(term_at(canvas, 0, y), 0x2500, TERM_DIM);
    term_put(canvas, x, y, 0x2534, TERM_DIM);
    term_map_point(view, focus);
    draw_side(app, layout.side);
}

term_area term_side_title(const term_app *app, const char *title)
{
    term_area side = app->play.layout.side;
    term_clear(side);
    term_text(term_row(&side), TERM_TITLE, "%s", title);
    return side;
}

void term_hints_draw(term_app *app, const char *text, const char *keys)
{
    term_area area = app->play.layout.messages;
    term_clear(area);
    term_hint_draw(app, term_foot(&area), keys);
    term_wrapped(area, TERM_PLAIN, text);
}

/* ---- Commands and the autopilot ---- */

/* Whether commands can be given: not in a recording. Giving one marks the messages so far as
 * read. */
static bool may_act(term_app *app)
{
    if (app->session->watching)
        term_notice(app, "This is a recording: it can only be watched.");
    else if (!app->play.on_autopilot)
        term_messages_heard(app);
    return !app->session->watching;
}

bool term_play_act(term_app *app, wyrm_command command)
{
    term_session *session = app->session;
    wyrm_error error;
    if (!may_act(app))
        return false;
    if (!term_session_act(session, &command, &error)) {
        term_notice(app, "%s", error.message);
        return false;
    }
    term_messages *said = &app->play.said;
    if (session->rewrote && said->fresh >= session->log->count)
        said->fresh = said->page = session->log->count - 1;
    term_play_look(app);
    if (session->trouble[0] != '\0' && !app->play.told)
        term_notice(app, "%s", session->trouble);
    app->play.told = session->trouble[0] != '\0';
    return true;
}

void term_autopilot_begin(term_app *app, wyrm_autopilot_kind kind, wyrm_direction direction,
                          wyrm_position target)
{
    const term_session *session = app->session;
    term_play *play = &app->play;
    wyrm_error error;
    if (!may_act(app))
        return;
    play->begun_by = TERM_NOTHING;
    play->on_autopilot = wyrm_autopilot_begin(session->engine, session->game, kind, direction,
                                              target, &play->autopilot, &error) == WYRM_OK;
    if (play->on_autopilot)
        return;
    /* where a monster in view forbids it, the notice suggests what to do instead */
    play->autopilot.why[0] = '\0';
    const char *hint =
        play->autopilot.watched ? " {look}: look at it, {inventory}: get ready, or walk away." : "";
    term_notice(app, "%s%s", error.message, term_hint(app, hint));
}

void term_autopilot_go(term_app *app, wyrm_position target)
{
    const term_session *session = app->session;
    const wyrm_game *game = session->game;
    wyrm_position best = target, player = term_now(session)->player->at;
    bool taken = wyrm_seen_on(game, session->view, target.x, target.y) != NULL;
    if (taken && game_tiles_apart(target, player) <= 1) {
        term_notice(app, "You are right beside it.");
        return;
    }
    /* the target is occupied: go to the free tile beside it that is nearest to the player */
    for (int i = 0; i < WYRM_DIRECTION_COUNT && taken; i++) {
        wyrm_position at = wyrm_neighbour(target, (wyrm_direction)i);
        bool known;
        bool wall = wyrm_known_tile(game, at.x, at.y, &known) == WYRM_TILE_WALL;
        const wyrm_terrain *ground = wyrm_known_terrain(session->engine, game, at.x, at.y);
        if (wall || (ground != NULL && wyrm_terrain_is_avoided(ground)) || !known ||
            wyrm_seen_on(game, session->view, at.x, at.y) != NULL)
            continue;
        if (game_same_tile(best, target) ||
            game_tiles_apart(at, player) < game_tiles_apart(best, player))
            best = at;
    }
    term_autopilot_begin(app, WYRM_AUTOPILOT_TRAVEL, WYRM_NORTH, best);
}

void term_autopilot_leave(term_app *app)
{
    const term_session *session = app->session;
    const wyrm_observation *view = session->view;
    const wyrm_position at = term_now(session)->player->at;
    if (view->exit_known && game_same_tile(view->exit, at)) {
        term_play_act(app, (wyrm_command){.kind = WYRM_DO_LEAVE});
    } else if (!view->exit_known && view->goal_known && game_same_tile(view->goal, at)) {
        term_play_act(app, (wyrm_command){.kind = WYRM_DO_PICK_UP});
    } else if (view->exit_known || view->goal_known) {
        term_autopilot_begin(app, WYRM_AUTOPILOT_TRAVEL, WYRM_NORTH,
                             view->exit_known ? view->exit : view->goal);
    } else {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        const bool climbs = wyrm_engine_rules(session->engine)->climbs;
        char named[WYRM_NAMED_TEXT_MAX] = "";
        if (session->game->map.final) /* the last level has no way on */
            wyrm_name_the(goal == NULL ? "goal" : goal, named);
        term_notice(app, "You have not seen %s yet.",
                    named[0] != '\0' ? named
                    : climbs         ? "the way up"
                                     : "the way down");
    }
}
