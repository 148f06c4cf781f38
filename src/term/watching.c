/* A recording being watched: the dungeon as it was played, with pause, steps and speed. */
#include "term/internal.h"

#include <stdio.h>

#define FRAMES_A_SECOND 30.0
#define PAGE            50 /* commands that PgUp and PgDn go over */
#define IDLE_PACE       10 /* turns of resting pass so many times faster than the rest */

/* The speeds to choose from, in commands a second. */
static const int speeds[] = {1, 2, 5, 10, 20, 50, 100, 300, 1000};
#define SPEEDS (sizeof speeds / sizeof *speeds)

typedef struct watching_state {
    term_play play;
    bool started, paused;
    bool stuck; /* the recording cannot be gone on with */
    size_t speed;
    double due; /* commands that are due; a fraction waits for the next frame */
} watching_state;

static void start(term_app *app, watching_state *watching)
{
    const term_session *session = app->session;
    term_play_begin(app, &watching->play, &term_watching);
    if (watching->started)
        return;
    watching->started = true;
    while (watching->speed + 1 < SPEEDS && speeds[watching->speed] < session->speed)
        watching->speed++;
}

static bool at_end(const term_session *session)
{
    return term_now(session)->commands >= wyrm_replay_count(session->replay);
}

/* Plays the next command; false where there is none, or it is not what was played. */
static bool step(term_app *app, watching_state *watching)
{
    term_session *session = app->session;
    wyrm_error error;
    if (watching->stuck || at_end(session))
        return false;
    watching->play.said.page = SIZE_MAX; /* show the newest messages without waiting for keys */
    const wyrm_replay_step *next =
        wyrm_replay_at(session->replay, (size_t)term_now(session)->commands);
    if (!term_session_act(session, &next->command, &error)) {
        term_notice(app, "The recording cannot be played on: %s", error.message);
        watching->stuck = true;
        return false;
    }
    if (wyrm_game_checksum(session->game) != next->checksum) {
        term_notice(app, "From turn %u on this is another game than the one that was recorded.",
                    term_now(session)->turn);
        watching->stuck = true;
    }
    return !watching->stuck;
}

/* The time that the next command is shown, as a share of the usual: resting passes faster. */
static double time_of_next(const term_session *session)
{
    if (at_end(session) || session->view->in_sight > 0)
        return 1.0;
    const wyrm_replay_step *next =
        wyrm_replay_at(session->replay, (size_t)term_now(session)->commands);
    return next->command.kind == WYRM_DO_WAIT ? 1.0 / IDLE_PACE : 1.0;
}

static bool tick(term_app *app, void *state)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    start(app, watching);
    if (watching->paused)
        return false;
    watching->due += speeds[watching->speed] / FRAMES_A_SECOND;
    double time = time_of_next(session);
    if (watching->due >= time)
        term_messages_heard(&watching->play.said, session->log);
    for (; watching->due >= time && !watching->paused; time = time_of_next(session)) {
        watching->due -= time;
        watching->paused = !step(app, watching);
    }
    term_play_look(app, &watching->play);
    if (at_end(session))
        watching->paused = true;
    return !watching->paused;
}

/* Whether the game itself has ended, and not only the recording. */
static bool is_told(const term_session *session)
{
    wyrm_game_phase phase = term_now(session)->phase;
    return at_end(session) && (phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    start(app, watching);
    term_scene_draw(app, &watching->play, &watching->play.view, canvas,
                    term_now(session)->player->at);
    term_sidebar_draw(app, &watching->play, canvas);
    term_layout layout = watching->play.layout;
    term_area messages = layout.messages;
    term_area keys = {messages.x, messages.y + messages.height - 1, messages.width, 1};
    messages.height--;
    term_messages_draw(&watching->play.said, session->log, canvas, messages);
    term_fill(canvas, keys, ' ', TERM_PLAIN);
    term_hint_draw(app, canvas, keys,
                   "{wait}: pause  {confirm}: step  + -: speed  arrows: seek  "
                   "{stairs}: next floor  {cancel}: leave");
    term_area line = {2, messages.y - 1, canvas->width - 4, 1};
    term_textf(canvas, line, line.x, line.y, TERM_TITLE, " command %llu of %zu, %d a second%s ",
               (unsigned long long)term_now(session)->commands, wyrm_replay_count(session->replay),
               speeds[watching->speed],
               is_told(session)   ? ", the end: Enter for the last page"
               : at_end(session)  ? ", the end"
               : watching->paused ? ", paused"
                                  : ", quicker while it rests");
}

static void look(term_app *app, term_play *play)
{
    term_open_look(app, play, term_now(app->session)->player->at, false);
}

/* To the state after so many commands: back by playing it again from the beginning. */
static void seek(term_app *app, watching_state *watching, long long target)
{
    term_session *session = app->session;
    wyrm_error error;
    watching->paused = true;
    if (target < 0)
        target = 0;
    if (target < (long long)term_now(session)->commands) {
        if (term_session_rewind(session, &error) != WYRM_OK) {
            term_notice(app, "%s", error.message);
            return;
        }
        watching->stuck = false;
    }
    while ((long long)term_now(session)->commands < target && step(app, watching))
        term_messages_heard(&watching->play.said, session->log);
    term_play_look(app, &watching->play);
}

/* Plays on to the next floor, or to the end. */
static void seek_floor(term_app *app, watching_state *watching)
{
    const term_session *session = app->session;
    int32_t depth = term_now(session)->difficulty.depth;
    watching->paused = true;
    while (term_now(session)->difficulty.depth == depth && step(app, watching))
        term_messages_heard(&watching->play.said, session->log);
    term_play_look(app, &watching->play);
}

/* Where a key leads, in commands from the beginning; below 0 where it leads nowhere. */
static long long target_of(const term_session *session, term_deed deed)
{
    static const struct {
        term_deed deed;
        int by;
    } moves[] = {{TERM_GO_EAST, 1},
                 {TERM_GO_WEST, -1},
                 {TERM_GO_SOUTH_EAST, PAGE},
                 {TERM_GO_NORTH_EAST, -PAGE}};
    if (deed == TERM_GO_NORTH_WEST)
        return 0;
    if (deed == TERM_GO_SOUTH_WEST)
        return (long long)wyrm_replay_count(session->replay);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].deed == deed) {
            long long to = (long long)term_now(session)->commands + moves[i].by;
            return to > 0 ? to : 0;
        }
    return -1;
}

/* Screens that work as in the dungeon. */
static const struct {
    term_deed deed;
    void (*act)(term_app *app, term_play *play);
} rows[] = {
    {TERM_INVENTORY, term_open_pack}, {TERM_LOOK, look},
    {TERM_LOG, term_open_log},        {TERM_MAP, term_open_overview},
    {TERM_SHEET, term_open_sheet},
};

static void do_step(term_app *app, watching_state *watching)
{
    const term_session *session = app->session;
    watching->paused = true;
    if (is_told(session)) {
        term_open_ending(app, &watching->play);
        return;
    }
    term_messages_heard(&watching->play.said, session->log);
    step(app, watching);
    term_play_look(app, &watching->play);
}

static void change_speed(term_app *app, watching_state *watching, bool faster)
{
    if (faster ? watching->speed + 1 == SPEEDS : watching->speed == 0)
        term_notice(app, "It goes no %s.", faster ? "faster" : "slower");
    else
        watching->speed += faster ? 1 : -1;
}

static void take(term_app *app, void *state, const term_input *input)
{
    watching_state *watching = state;
    start(app, watching);
    long long target = target_of(app->session, input->deed);
    if (target >= 0) {
        seek(app, watching, target);
    } else if (input->deed == TERM_LEAVE) {
        seek_floor(app, watching);
    } else if (input->deed == TERM_CANCEL || input->deed == TERM_SAVE) {
        term_leave_game(app);
    } else if (input->deed == TERM_WAIT) {
        watching->paused = !watching->paused;
    } else if (input->deed == TERM_CONFIRM) {
        do_step(app, watching);
    } else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        change_speed(app, watching, input->deed == TERM_NEXT);
    } else {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (rows[i].deed == input->deed) {
                rows[i].act(app, &watching->play);
                return;
            }
        term_useless_key(app, input);
    }
}

const term_screen_kind term_watching = {
    .name = "watching",
    .size = sizeof(watching_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .tick = tick,
};
