/* The dungeon: map, column of the player, messages; from here everything else is opened. */
#include "tui/dungeon.h"

#include <stdio.h>
#include <string.h>

#include "tui/choose_screen.h"
#include "tui/cursor.h"
#include "tui/ending.h"
#include "tui/errands.h"
#include "tui/hints.h"
#include "tui/keys.h"
#include "tui/log_screen.h"
#include "tui/look_screen.h"
#include "tui/menu.h"
#include "tui/overview.h"
#include "tui/pack_screen.h"
#include "tui/pick_screen.h"
#include "tui/sheet.h"
#include "tui/sidebar.h"
#include "tui/target_screen.h"

typedef struct dungeon {
    tui_play play;
} dungeon;

static bool is_over(const wyrm_game *game)
{
    return game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD;
}

/* What lies where the player stands, and what Enter does about it: "Health potion and 2 more.
 * {confirm}: take it"; false where nothing does. */
static bool say_here(const tui_session *session, char *out, size_t size)
{
    const wyrm_game *game = session->game;
    wyrm_position at = game->player.at;
    size_t items = 0;
    char name[WYRM_NAME_TEXT_MAX];
    for (size_t i = 0; i < game->item_count; i++)
        items += tui_same_tile(game->items[i].at, at);
    const wyrm_game_item *item = wyrm_known_item(game, at.x, at.y);
    const char *up_or_down = wyrm_engine_rules(session->engine)->climbs ? "up" : "down";
    if (session->view->goal_known && tui_same_tile(session->view->goal, at)) {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        snprintf(out, size, "%s. {confirm}: take it", goal == NULL ? "what you came for" : goal);
    } else if (item != NULL) {
        wyrm_item_text(session->engine, item, name);
        if (items > 1)
            snprintf(out, size, "%s and %zu more. {confirm}: take it", name, items - 1);
        else
            snprintf(out, size, "%s. {confirm}: take it", name);
    } else if (session->view->exit_known && tui_same_tile(session->view->exit, at)) {
        snprintf(out, size, "the way %s. {confirm}: go %s", up_or_down, up_or_down);
    } else {
        return false;
    }
    return true;
}

/* Draws the line between map and messages: what lies here, or what the game waits for. */
static void draw_line(tui_app *app, const tui_play *play, tui_canvas *canvas)
{
    const tui_session *session = tui_app_session(app);
    tui_layout layout = tui_layout_of(canvas);
    tui_area line = {2, layout.messages.y - 1, canvas->width - 4, 1};
    char here[WYRM_NAME_TEXT_MAX + 40], hint[TUI_HINT_MAX];
    if (is_over(session->game))
        tui_text(canvas, line, line.x, line.y, TUI_TITLE,
                 tui_hint(app,
                          session->game->phase == WYRM_PHASE_WON
                              ? " Victory: press {confirm} "
                              : " You are dead: press {confirm} ",
                          hint));
    else if (play->on_errand)
        tui_text(canvas, line, line.x, line.y, TUI_DIM, " any key stops ");
    else if (play->errand.why[0] != '\0')
        tui_textf(canvas, line, line.x, line.y, TUI_WARN, " %s ", play->errand.why);
    else if (say_here(session, here, sizeof here))
        tui_textf(canvas, line, line.x, line.y, TUI_ITEM, " Here: %s ", tui_hint(app, here, hint));
    else if (session->game->commands == 0)
        tui_text(canvas, line, line.x, line.y, TUI_DIM,
                 tui_hint(app, " {help}: help   {explore}: explore   {cancel}: menu ", hint));
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    tui_play *play = &((dungeon *)state)->play;
    const tui_session *session = tui_app_session(app);
    tui_play_begin(app, play, &tui_dungeon);
    tui_scene_draw(app, play, &play->view, canvas, session->game->player.at);
    tui_sidebar_draw(app, play, canvas);
    tui_messages_draw(&play->said, session->log, canvas, tui_layout_of(canvas).messages);
    draw_line(app, play, canvas);
}

/* ---- What keys do ---- */

static void do_wait(tui_app *app, tui_play *play)
{
    tui_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_WAIT});
}

static void do_rest(tui_app *app, tui_play *play)
{
    tui_errand_begin(app, play, WYRM_ERRAND_REST, WYRM_NORTH, (wyrm_position){0, 0});
}

static void do_explore(tui_app *app, tui_play *play)
{
    tui_errand_begin(app, play, WYRM_ERRAND_EXPLORE, WYRM_NORTH, (wyrm_position){0, 0});
}

static void do_travel(tui_app *app, tui_play *play)
{
    tui_open_look(app, play, tui_app_session(app)->game->player.at, true);
}

static void do_look(tui_app *app, tui_play *play)
{
    tui_open_look(app, play, tui_app_session(app)->game->player.at, false);
}

static void do_pick_up(tui_app *app, tui_play *play)
{
    tui_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_PICK_UP});
}

/* What Enter does: takes the stairs, or picks up what lies here. */
static void do_here(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    wyrm_position at = session->game->player.at;
    bool goal = session->view->goal_known && tui_same_tile(session->view->goal, at);
    bool exit = session->view->exit_known && tui_same_tile(session->view->exit, at);
    if (goal || wyrm_known_item(session->game, at.x, at.y) != NULL)
        do_pick_up(app, play);
    else if (exit)
        tui_errand_leave(app, play);
    else
        tui_notice(app, "There is nothing here to take, and no way out.");
}

static void do_use(tui_app *app, tui_play *play)
{
    tui_open_pick(app, play, TUI_PICK_USE);
}

static void do_wear(tui_app *app, tui_play *play)
{
    tui_open_pick(app, play, TUI_PICK_WEAR);
}

static void do_take_off(tui_app *app, tui_play *play)
{
    tui_open_pick(app, play, TUI_PICK_TAKE_OFF);
}

static void do_drop(tui_app *app, tui_play *play)
{
    tui_open_pick(app, play, TUI_PICK_DROP);
}

static void do_throw(tui_app *app, tui_play *play)
{
    tui_open_pick(app, play, TUI_PICK_THROW);
}

static void do_fire(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    if (wyrm_strike_range(session->engine, session->game) <= 1)
        tui_notice(app, "You have nothing in hand that strikes from afar.");
    else if (session->view->in_sight == 0)
        tui_notice(app, "You see nobody to strike.");
    else
        tui_open_target(app, play, (wyrm_command){.kind = WYRM_DO_SHOOT});
}

static void do_save(tui_app *app, tui_play *play)
{
    (void)play;
    tui_leave_game(app);
}

static void do_next(tui_app *app, tui_play *play)
{
    const wyrm_observation *view = tui_app_session(app)->view;
    if (view->monster_count == 0)
        tui_notice(app, "You see no monsters.");
    else
        tui_open_look(app, play,
                      tui_app_session(app)->game->monsters[view->monsters[0].index].body.at, false);
}

static const struct {
    tui_deed deed;
    void (*act)(tui_app *app, tui_play *play);
} rows[] = {
    {TUI_WAIT, do_wait},
    {TUI_REST, do_rest},
    {TUI_EXPLORE, do_explore},
    {TUI_TRAVEL, do_travel},
    {TUI_PICK_UP, do_pick_up},
    {TUI_LEAVE, tui_errand_leave},
    {TUI_INVENTORY, tui_open_pack},
    {TUI_APPLY, do_use},
    {TUI_EQUIP, do_wear},
    {TUI_REMOVE, do_take_off},
    {TUI_DROP, do_drop},
    {TUI_FIRE, do_fire},
    {TUI_THROW, do_throw},
    {TUI_LOOK, do_look},
    {TUI_LOG, tui_open_log},
    {TUI_MAP, tui_open_overview},
    {TUI_SHEET, tui_open_sheet},
    {TUI_SAVE, do_save},
    {TUI_NEXT, do_next},
    {TUI_PREVIOUS, do_next},
    {TUI_CONFIRM, do_here},
    {TUI_CANCEL, tui_open_menu},
};

/* The direction from one tile to another beside it; false where it is not beside it. */
static bool direction_to(wyrm_position from, wyrm_position to, wyrm_direction *out)
{
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        *out = (wyrm_direction)i;
        if (tui_same_tile(wyrm_neighbour(from, *out), to))
            return true;
    }
    return false;
}

static void move(tui_app *app, tui_play *play, wyrm_direction direction)
{
    tui_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)direction});
}

/* A click on a tile: go there, strike who stands beside, look at who stands farther away. */
static void take_tile(tui_app *app, tui_play *play, wyrm_position tile, bool looks)
{
    const tui_session *session = tui_app_session(app);
    wyrm_position at = session->game->player.at;
    wyrm_direction direction;
    if (looks)
        tui_open_look(app, play, tile, false);
    else if (tui_same_tile(at, tile))
        do_here(app, play);
    else if (direction_to(at, tile, &direction))
        move(app, play, direction);
    else if (wyrm_seen_on(session->game, session->view, tile.x, tile.y) != NULL)
        tui_open_look(app, play, tile, false);
    else
        tui_errand_go(app, play, tile);
}

static bool is_in(const tui_area *area, const tui_input *input)
{
    return input->x >= area->x && input->x < area->x + area->width && input->y >= area->y &&
           input->y < area->y + area->height;
}

static void take_mouse(tui_app *app, tui_play *play, const tui_input *input)
{
    wyrm_position tile;
    if (input->wheel != 0)
        return;
    if (tui_map_tile(&play->view, &tui_app_session(app)->game->map, input->x, input->y, &tile))
        take_tile(app, play, tile, input->other_button);
    else if (is_in(&play->layout.side, input))
        tui_open_sheet(app, play);
    else if (is_in(&play->layout.messages, input))
        tui_open_log(app, play);
}

static void take_key(tui_app *app, tui_play *play, const tui_input *input)
{
    wyrm_direction direction;
    char hint[TUI_HINT_MAX];
    bool runs;
    if (tui_deed_direction(input->deed, &direction, &runs)) {
        if (runs)
            tui_errand_begin(app, play, WYRM_ERRAND_RUN, direction, (wyrm_position){0, 0});
        else
            move(app, play, direction);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].deed == input->deed) {
            rows[i].act(app, play);
            return;
        }
    if (input->character > ' ')
        tui_notice(app, "%s",
                   tui_hint(app, "That key does nothing here. {help}: help, {cancel}: menu", hint));
}

/* Inputs once the game is over: looking around still works; Enter, waiting, Escape and clicks open
 * the last page, and the rest does nothing. */
static bool take_over(tui_app *app, tui_play *play, const tui_input *input)
{
    static const tui_deed looks[] = {TUI_INVENTORY, TUI_LOOK,  TUI_LOG,
                                     TUI_MAP,       TUI_SHEET, TUI_NEXT};
    if (!is_over(tui_app_session(app)->game))
        return false;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (input->deed == looks[i])
            return false;
    if (input->deed == TUI_CONFIRM || input->deed == TUI_WAIT || input->deed == TUI_CANCEL ||
        (input->mouse && input->wheel == 0))
        tui_open_ending(app, play);
    return true;
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    tui_play *play = &((dungeon *)state)->play;
    tui_play_begin(app, play, &tui_dungeon);
    play->errand.why[0] = '\0';
    if (play->on_errand)
        play->on_errand = false;
    else if (tui_messages_turn(&play->said, tui_app_session(app)->log))
        return;
    else if (tui_app_session(app)->game->phase == WYRM_PHASE_CHOOSING)
        tui_open_choose(app, play);
    else if (take_over(app, play, input))
        return;
    else if (input->mouse)
        take_mouse(app, play, input);
    else
        take_key(app, play, input);
}

static bool tick(tui_app *app, void *state)
{
    tui_play *play = &((dungeon *)state)->play;
    tui_play_begin(app, play, &tui_dungeon);
    if (tui_app_session(app)->game->phase == WYRM_PHASE_CHOOSING) {
        play->on_errand = false;
        tui_open_choose(app, play);
        return false;
    }
    return play->on_errand && tui_errand_tick(app, play);
}

const tui_screen_kind tui_dungeon = {
    .name = "dungeon",
    .size = sizeof(dungeon),
    .whole = true,
    .draw = draw,
    .take = take,
    .tick = tick,
};
