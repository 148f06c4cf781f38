/* The dungeon: map, column of the player, messages; from here everything else is opened. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

static bool is_over(const term_session *session)
{
    wyrm_game_phase phase = term_now(session)->phase;
    return phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD;
}

/* What lies where the player stands, and what Enter does about it: "Health potion and 2 more.
 * {confirm}: take it"; false where nothing does. */
static bool say_here(const term_session *session, char *out, size_t size)
{
    const wyrm_game_view *game = term_now(session);
    wyrm_position at = game->player->at;
    size_t items = 0;
    char name[WYRM_NAME_TEXT_MAX];
    for (size_t i = 0; i < game->item_count; i++)
        items += term_same_tile(game->items[i].at, at);
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    const char *up_or_down = wyrm_engine_rules(session->engine)->climbs ? "up" : "down";
    if (session->view->goal_known && term_same_tile(session->view->goal, at)) {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        snprintf(out, size, "%s. {confirm}: take it", goal == NULL ? "what you came for" : goal);
    } else if (item != NULL) {
        wyrm_item_text(session->engine, item, name);
        if (items > 1)
            snprintf(out, size, "%s and %zu more. {confirm}: take it", name, items - 1);
        else
            snprintf(out, size, "%s. {confirm}: take it", name);
    } else if (session->view->exit_known && term_same_tile(session->view->exit, at)) {
        snprintf(out, size, "the way %s. {confirm}: go %s", up_or_down, up_or_down);
    } else {
        return false;
    }
    return true;
}

/* Draws the line between map and messages: what lies here, or what the game waits for. */
static void draw_line(term_app *app, const term_play *play, term_canvas *canvas)
{
    const term_session *session = app->session;
    term_layout layout = term_layout_of(canvas);
    term_area line = {2, layout.messages.y - 1, canvas->width - 4, 1};
    char here[WYRM_NAME_TEXT_MAX + 40], hint[TERM_HINT_MAX];
    if (is_over(session))
        term_text(canvas, line, line.x, line.y, TERM_TITLE,
                  term_hint(app,
                            term_now(session)->phase == WYRM_PHASE_WON
                                ? " Victory: press {confirm} "
                                : " You are dead: press {confirm} ",
                            hint));
    else if (play->on_errand)
        term_text(canvas, line, line.x, line.y, TERM_DIM, " any key stops ");
    else if (play->errand.why[0] != '\0')
        term_textf(canvas, line, line.x, line.y, TERM_WARN, " %s ", play->errand.why);
    else if (say_here(session, here, sizeof here))
        term_textf(canvas, line, line.x, line.y, TERM_ITEM, " Here: %s ",
                   term_hint(app, here, hint));
    else if (term_now(session)->commands == 0)
        term_text(canvas, line, line.x, line.y, TERM_DIM,
                  term_hint(app, " {help}: help   {explore}: explore   {cancel}: menu ", hint));
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    term_play *play = state;
    const term_session *session = app->session;
    term_play_begin(app, play, &term_dungeon);
    term_scene_draw(app, play, &play->view, canvas, term_now(session)->player->at);
    term_sidebar_draw(app, play, canvas);
    term_messages_draw(&play->said, session->log, canvas, term_layout_of(canvas).messages);
    draw_line(app, play, canvas);
}

/* ---- What keys do ---- */

static void do_travel(term_app *app, term_play *play)
{
    term_open_look(app, play, term_now(app->session)->player->at, true);
}

static void do_look(term_app *app, term_play *play)
{
    term_open_look(app, play, term_now(app->session)->player->at, false);
}

/* What Enter does: takes the stairs, or picks up what lies here. */
static void do_here(term_app *app, term_play *play)
{
    const term_session *session = app->session;
    wyrm_position at = term_now(session)->player->at;
    bool goal = session->view->goal_known && term_same_tile(session->view->goal, at);
    bool exit = session->view->exit_known && term_same_tile(session->view->exit, at);
    if (goal || wyrm_known_item(session->game, at.x, at.y) != NULL)
        term_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_PICK_UP});
    else if (exit)
        term_errand_leave(app, play);
    else
        term_notice(app, "There is nothing here to take, and no way out.");
}

static void do_fire(term_app *app, term_play *play)
{
    const term_session *session = app->session;
    if (wyrm_strike_range(session->engine, session->game) <= 1)
        term_notice(app, "You have nothing in hand that strikes from afar.");
    else if (session->view->in_sight == 0)
        term_notice(app, "You see nobody to strike.");
    else
        term_open_target(app, play, (wyrm_command){.kind = WYRM_DO_SHOOT});
}

static void do_save(term_app *app, term_play *play)
{
    (void)play;
    term_leave_game(app);
}

static void do_next(term_app *app, term_play *play)
{
    const wyrm_observation *view = app->session->view;
    if (view->monster_count == 0)
        term_notice(app, "You see no monsters.");
    else
        term_open_look(app, play, term_now(app->session)->monsters[view->monsters[0].index].body.at,
                       false);
}

/* A key opens a screen, or gives a command, begins an errand, or asks for an item. */
static const struct {
    term_deed deed;
    void (*act)(term_app *app, term_play *play); /* NULL: the others say it */
    enum { COMMAND, ERRAND, PICK } does;
    int what; /* wyrm_command_kind, wyrm_errand_kind or term_pick */
} rows[] = {{TERM_WAIT, NULL, COMMAND, WYRM_DO_WAIT},
            {TERM_PICK_UP, NULL, COMMAND, WYRM_DO_PICK_UP},
            {TERM_REST, NULL, ERRAND, WYRM_ERRAND_REST},
            {TERM_EXPLORE, NULL, ERRAND, WYRM_ERRAND_EXPLORE},
            {TERM_APPLY, NULL, PICK, TERM_PICK_USE},
            {TERM_EQUIP, NULL, PICK, TERM_PICK_WEAR},
            {TERM_REMOVE, NULL, PICK, TERM_PICK_TAKE_OFF},
            {TERM_DROP, NULL, PICK, TERM_PICK_DROP},
            {TERM_THROW, NULL, PICK, TERM_PICK_THROW},
            {TERM_TRAVEL, do_travel, 0, 0},
            {TERM_LEAVE, term_errand_leave, 0, 0},
            {TERM_INVENTORY, term_open_pack, 0, 0},
            {TERM_FIRE, do_fire, 0, 0},
            {TERM_LOOK, do_look, 0, 0},
            {TERM_LOG, term_open_log, 0, 0},
            {TERM_MAP, term_open_overview, 0, 0},
            {TERM_SHEET, term_open_sheet, 0, 0},
            {TERM_SAVE, do_save, 0, 0},
            {TERM_NEXT, do_next, 0, 0},
            {TERM_PREVIOUS, do_next, 0, 0},
            {TERM_CONFIRM, do_here, 0, 0},
            {TERM_CANCEL, term_open_menu, 0, 0}};

/* The direction from one tile to another beside it; false where it is not beside it. */
static bool direction_to(wyrm_position from, wyrm_position to, wyrm_direction *out)
{
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        *out = (wyrm_direction)i;
        if (term_same_tile(wyrm_neighbour(from, *out), to))
            return true;
    }
    return false;
}

static void move(term_app *app, term_play *play, wyrm_direction direction)
{
    term_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)direction});
}

/* A click on a tile: go there, strike who stands beside, look at who stands farther away. */
static void take_tile(term_app *app, term_play *play, wyrm_position tile, bool looks)
{
    const term_session *session = app->session;
    wyrm_position at = term_now(session)->player->at;
    wyrm_direction direction;
    if (looks)
        term_open_look(app, play, tile, false);
    else if (term_same_tile(at, tile))
        do_here(app, play);
    else if (direction_to(at, tile, &direction))
        move(app, play, direction);
    else if (wyrm_seen_on(session->game, session->view, tile.x, tile.y) != NULL)
        term_open_look(app, play, tile, false);
    else
        term_errand_go(app, play, tile);
}

static bool is_in(const term_area *area, const term_input *input)
{
    return input->x >= area->x && input->x < area->x + area->width && input->y >= area->y &&
           input->y < area->y + area->height;
}

static void take_mouse(term_app *app, term_play *play, const term_input *input)
{
    wyrm_position tile;
    if (input->wheel != 0)
        return;
    if (term_map_tile(&play->view, term_now(app->session)->map, input->x, input->y, &tile))
        take_tile(app, play, tile, input->other_button);
    else if (is_in(&play->layout.side, input))
        term_open_sheet(app, play);
    else if (is_in(&play->layout.messages, input))
        term_open_log(app, play);
}

static void take_key(term_app *app, term_play *play, const term_input *input)
{
    wyrm_direction direction;
    char hint[TERM_HINT_MAX];
    bool runs;
    if (term_deed_direction(input->deed, &direction, &runs)) {
        if (runs)
            term_errand_begin(app, play, WYRM_ERRAND_RUN, direction, (wyrm_position){0, 0});
        else
            move(app, play, direction);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].deed == input->deed) {
            if (rows[i].act != NULL)
                rows[i].act(app, play);
            else if (rows[i].does == COMMAND)
                term_play_act(app, play, &(wyrm_command){.kind = (wyrm_command_kind)rows[i].what});
            else if (rows[i].does == ERRAND)
                term_errand_begin(app, play, (wyrm_errand_kind)rows[i].what, WYRM_NORTH,
                                  (wyrm_position){0, 0});
            else
                term_open_pick(app, play, (term_pick)rows[i].what);
            return;
        }
    if (input->character > ' ')
        term_notice(
            app, "%s",
            term_hint(app, "That key does nothing here. {help}: help, {cancel}: menu", hint));
}

/* Inputs once the game is over: looking around still works; Enter, waiting, Escape and clicks open
 * the last page, and the rest does nothing. */
static bool take_over(term_app *app, term_play *play, const term_input *input)
{
    static const term_deed looks[] = {TERM_INVENTORY, TERM_LOOK,  TERM_LOG,
                                      TERM_MAP,       TERM_SHEET, TERM_NEXT};
    if (!is_over(app->session))
        return false;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (input->deed == looks[i])
            return false;
    if (input->deed == TERM_CONFIRM || input->deed == TERM_WAIT || input->deed == TERM_CANCEL ||
        (input->mouse && input->wheel == 0))
        term_open_ending(app, play);
    return true;
}

static void take(term_app *app, void *state, const term_input *input)
{
    term_play *play = state;
    term_play_begin(app, play, &term_dungeon);
    play->errand.why[0] = '\0';
    if (play->on_errand)
        play->on_errand = false;
    else if (term_messages_turn(&play->said, app->session->log))
        return;
    else if (term_now(app->session)->phase == WYRM_PHASE_CHOOSING)
        term_open_choose(app, play);
    else if (take_over(app, play, input))
        return;
    else if (input->mouse)
        take_mouse(app, play, input);
    else
        take_key(app, play, input);
}

static bool tick(term_app *app, void *state)
{
    term_play *play = state;
    term_play_begin(app, play, &term_dungeon);
    if (term_now(app->session)->phase == WYRM_PHASE_CHOOSING) {
        play->on_errand = false;
        term_open_choose(app, play);
        return false;
    }
    return play->on_errand && term_errand_tick(app, play);
}

const term_screen_kind term_dungeon = {
    .name = "dungeon",
    .size = sizeof(term_play),
    .whole = true,
    .draw = draw,
    .take = take,
    .tick = tick,
};
