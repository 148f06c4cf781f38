/* A recording being watched: the dungeon as it was played, with pause, steps and speed. */
#include "tui/watching.h"

#include <stdio.h>

#include "tui/ending.h"
#include "tui/hints.h"
#include "tui/log_screen.h"
#include "tui/look_screen.h"
#include "tui/overview.h"
#include "tui/pack_screen.h"
#include "tui/session_play.h"
#include "tui/sheet.h"
#include "tui/sidebar.h"

#define FRAMES_A_SECOND 30.0
#define PAGE            50 /* commands that PgUp and PgDn go over */
#define IDLE_PACE       10 /* turns of resting pass so many times faster than the rest */

/* The speeds to choose from, in commands a second. */
static const int speeds[] = {1, 2, 5, 10, 20, 50, 100, 300, 1000};
#define SPEEDS (sizeof speeds / sizeof *speeds)

typedef struct watching_state {
    tui_play play;
    bool started, paused;
    bool stuck; /* the recording cannot be gone on with */
    size_t speed;
    double due; /* commands that are due; a fraction waits for the next frame */
} watching_state;

static void start(tui_app *app, watching_state *watching)
{
    const tui_session *session = tui_app_session(app);
    tui_play_begin(app, &watching->play, &tui_watching);
    if (watching->started)
        return;
    watching->started = true;
    while (watching->speed + 1 < SPEEDS && speeds[watching->speed] < session->speed)
        watching->speed++;
}

static bool at_end(const tui_session *session)
{
    return session->game->commands >= wyrm_replay_count(session->replay);
}

/* Plays the next command; false where there is none, or it is not what was played. */
static bool step(tui_app *app, watching_state *watching)
{
    tui_session *session = tui_app_session(app);
    wyrm_error error;
    if (watching->stuck || at_end(session))
        return false;
    watching->play.said.page = SIZE_MAX; /* show the newest messages without waiting for keys */
    const wyrm_replay_step *next = wyrm_replay_at(session->replay, (size_t)session->game->commands);
    if (!tui_session_act(session, &next->command, &error)) {
        tui_notice(app, "The recording cannot be played on: %s", error.message);
        watching->stuck = true;
        return false;
    }
    if (wyrm_game_checksum(session->game) != next->checksum) {
        tui_notice(app, "From turn %u on this is another game than the one that was recorded.",
                   session->game->turn);
        watching->stuck = true;
    }
    return !watching->stuck;
}

/* The time that the next command is shown, as a share of the usual: resting passes faster. */
static double time_of_next(const tui_session *session)
{
    if (at_end(session) || session->view->in_sight > 0)
        return 1.0;
    const wyrm_replay_step *next = wyrm_replay_at(session->replay, (size_t)session->game->commands);
    return next->command.kind == WYRM_DO_WAIT ? 1.0 / IDLE_PACE : 1.0;
}

static bool tick(tui_app *app, void *state)
{
    watching_state *watching = state;
    const tui_session *session = tui_app_session(app);
    start(app, watching);
    if (watching->paused)
        return false;
    watching->due += speeds[watching->speed] / FRAMES_A_SECOND;
    double time = time_of_next(session);
    if (watching->due >= time)
        tui_messages_heard(&watching->play.said, session->log);
    for (; watching->due >= time && !watching->paused; time = time_of_next(session)) {
        watching->due -= time;
        watching->paused = !step(app, watching);
    }
    tui_play_look(app, &watching->play);
    if (at_end(session))
        watching->paused = true;
    return !watching->paused;
}

/* Whether the game itself has ended, and not only the recording. */
static bool is_told(const tui_session *session)
{
    wyrm_game_phase phase = session->game->phase;
    return at_end(session) && (phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD);
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    watching_state *watching = state;
    const tui_session *session = tui_app_session(app);
    char hint[TUI_HINT_MAX];
    start(app, watching);
    tui_scene_draw(app, &watching->play, &watching->play.view, canvas, session->game->player.at);
    tui_sidebar_draw(app, &watching->play, canvas);
    tui_layout layout = watching->play.layout;
    tui_area messages = layout.messages;
    tui_area keys = {messages.x, messages.y + messages.height - 1, messages.width, 1};
    messages.height--;
    tui_messages_draw(&watching->play.said, session->log, canvas, messages);
    tui_fill(canvas, keys, ' ', TUI_PLAIN);
    tui_text(canvas, keys, keys.x, keys.y, TUI_DIM,
             tui_hint(app,
                      "{wait}: pause  {confirm}: step  + -: speed  arrows: seek  "
                      "{stairs}: next floor  {cancel}: leave",
                      hint));
    tui_area line = {2, messages.y - 1, canvas->width - 4, 1};
    tui_textf(canvas, line, line.x, line.y, TUI_TITLE, " command %llu of %zu, %d a second%s ",
              (unsigned long long)session->game->commands, wyrm_replay_count(session->replay),
              speeds[watching->speed],
              is_told(session)   ? ", the end: Enter for the last page"
              : at_end(session)  ? ", the end"
              : watching->paused ? ", paused"
                                 : ", quicker while it rests");
}

static void look(tui_app *app, tui_play *play)
{
    tui_open_look(app, play, tui_app_session(app)->game->player.at, false);
}

/* To the state after so many commands: back by playing it again from the beginning. */
static void seek(tui_app *app, watching_state *watching, long long target)
{
    tui_session *session = tui_app_session(app);
    wyrm_error error;
    watching->paused = true;
    if (target < 0)
        target = 0;
    if (target < (long long)session->game->commands) {
        if (tui_session_rewind(session, &error) != WYRM_OK) {
            tui_notice(app, "%s", error.message);
            return;
        }
        watching->stuck = false;
    }
    while ((long long)session->game->commands < target && step(app, watching))
        tui_messages_heard(&watching->play.said, session->log);
    tui_play_look(app, &watching->play);
}

/* Plays on to the next floor, or to the end. */
static void seek_floor(tui_app *app, watching_state *watching)
{
    const tui_session *session = tui_app_session(app);
    int32_t depth = session->game->difficulty.depth;
    watching->paused = true;
    while (session->game->difficulty.depth == depth && step(app, watching))
        tui_messages_heard(&watching->play.said, session->log);
    tui_play_look(app, &watching->play);
}

/* Where a key leads, in commands from the beginning; false where it does not. */
static bool find_target(const tui_session *session, tui_deed deed, long long *target)
{
    static const struct {
        tui_deed deed;
        int by;
    } moves[] = {
        {TUI_GO_EAST, 1}, {TUI_GO_WEST, -1}, {TUI_GO_SOUTH_EAST, PAGE}, {TUI_GO_NORTH_EAST, -PAGE}};
    if (deed == TUI_GO_NORTH_WEST)
        *target = 0;
    else if (deed == TUI_GO_SOUTH_WEST)
        *target = (long long)wyrm_replay_count(session->replay);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].deed == deed) {
            *target = (long long)session->game->commands + moves[i].by;
            return true;
        }
    return deed == TUI_GO_NORTH_WEST || deed == TUI_GO_SOUTH_WEST;
}

/* Screens that work as in the dungeon. */
static const struct {
    tui_deed deed;
    void (*act)(tui_app *app, tui_play *play);
} rows[] = {
    {TUI_INVENTORY, tui_open_pack}, {TUI_LOOK, look},
    {TUI_LOG, tui_open_log},        {TUI_MAP, tui_open_overview},
    {TUI_SHEET, tui_open_sheet},
};

static void do_step(tui_app *app, watching_state *watching)
{
    const tui_session *session = tui_app_session(app);
    watching->paused = true;
    if (is_told(session)) {
        tui_open_ending(app, &watching->play);
        return;
    }
    tui_messages_heard(&watching->play.said, session->log);
    step(app, watching);
    tui_play_look(app, &watching->play);
}

/* Opens one of these screens; false where the deed opens none. */
static bool look_around(tui_app *app, watching_state *watching, tui_deed deed)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].deed == deed) {
            rows[i].act(app, &watching->play);
            return true;
        }
    return false;
}

static void change_speed(tui_app *app, watching_state *watching, bool faster)
{
    if (faster ? watching->speed + 1 == SPEEDS : watching->speed == 0)
        tui_notice(app, "It goes no %s.", faster ? "faster" : "slower");
    else
        watching->speed += faster ? 1 : -1;
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    watching_state *watching = state;
    long long target;
    start(app, watching);
    if (find_target(tui_app_session(app), input->deed, &target))
        seek(app, watching, target);
    else if (input->deed == TUI_LEAVE)
        seek_floor(app, watching);
    else if (input->deed == TUI_CANCEL || input->deed == TUI_SAVE)
        tui_leave_game(app);
    else if (input->deed == TUI_WAIT)
        watching->paused = !watching->paused;
    else if (input->deed == TUI_CONFIRM)
        do_step(app, watching);
    else if (input->deed == TUI_NEXT || input->deed == TUI_PREVIOUS)
        change_speed(app, watching, input->deed == TUI_NEXT);
    else if (!look_around(app, watching, input->deed))
        tui_useless_key(app, input);
}

const tui_screen_kind tui_watching = {
    .name = "watching",
    .size = sizeof(watching_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .tick = tick,
};
