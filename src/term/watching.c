/* A recording being watched: the dungeon as it was played, with pause, steps and speed. */
#include "term/internal.h"
#include <limits.h>

#define FRAMES_A_SECOND 30.0
#define PAGE            50 /* commands that PgUp and PgDn go over */
#define IDLE_PACE       10 /* turns of resting pass so many times faster than the rest */

/* The speeds to choose from, in commands a second. */
static const int speeds[] = {1, 2, 5, 10, 20, 50, 100, 300, 1000};
#define SPEEDS TERM_COUNT(speeds)

typedef struct watching_state {
    bool paused;
    bool stuck; /* the recording cannot be gone on with */
    size_t speed;
    double due; /* commands that are due; a fraction waits for the next frame */
} watching_state;

/* What was done next; NULL at the end. */
static const wyrm_replay_step *next_of(const term_session *session)
{
    return wyrm_replay_at(session->replay, (size_t)term_now(session)->commands);
}

/* Plays the next command; false where there is none, or it is not what was played. */
static bool step(term_app *app, watching_state *watching)
{
    term_session *session = app->session;
    wyrm_error error;
    const wyrm_replay_step *next = next_of(session);
    if (watching->stuck || next == NULL)
        return false;
    app->play.said.page = SIZE_MAX; /* show the newest messages without waiting for keys */
    if (!term_session_act(session, &next->command, &error)) {
        term_notice(app, "The recording cannot be played on: %s", error.message);
        watching->stuck = true;
    } else if (wyrm_game_checksum(session->game) != next->checksum) {
        term_notice(app, "From turn %u on this is another game than the one that was recorded.",
                    term_now(session)->turn);
        watching->stuck = true;
    }
    return !watching->stuck;
}

/* The time that the next command is shown, as a share of the usual: resting passes faster. */
static double time_of_next(const term_session *session)
{
    const wyrm_replay_step *next = next_of(session);
    bool rests = next != NULL && next->command.kind == WYRM_DO_WAIT;
    return rests && session->view->in_sight == 0 ? 1.0 / IDLE_PACE : 1.0;
}

static bool tick(term_app *app, void *state)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    if (watching->paused)
        return false;
    watching->due += speeds[watching->speed] / FRAMES_A_SECOND;
    double time = time_of_next(session);
    if (watching->due >= time)
        term_messages_heard(app);
    for (; watching->due >= time && !watching->paused; time = time_of_next(session)) {
        watching->due -= time;
        watching->paused = !step(app, watching);
    }
    term_play_look(app);
    watching->paused |= next_of(session) == NULL;
    return !watching->paused;
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    term_scene_draw(app, &app->play.view, canvas, game->player->at);
    term_area messages = app->play.layout.messages, keys = term_foot(&messages);
    term_messages_draw(app, messages);
    term_clear(keys);
    term_hint_draw(app, keys,
                   "{wait}: pause  {confirm}: step  + -: speed  arrows: seek  "
                   "{stairs}: next floor  {cancel}: leave");
    const char *how = watching->paused ? ", paused" : ", quicker while it rests";
    if (next_of(session) == NULL)
        how = term_is_won_or_lost(session) ? ", the end: Enter for the last page" : ", the end";
    term_text((term_area){canvas, 2, messages.y - 1, canvas->width - 4, 1}, TERM_TITLE,
              " command %llu of %zu, %d a second%s ", (unsigned long long)game->commands,
              wyrm_replay_count(session->replay), speeds[watching->speed], how);
}

/* To the state after so many commands, or to the next floor where that is nearer: back by playing
 * it again from the beginning. */
static void seek(term_app *app, watching_state *watching, long long target, bool to_floor)
{
    term_session *session = app->session;
    wyrm_error error;
    watching->paused = true;
    if (target < (long long)term_now(session)->commands) {
        if (term_session_rewind(session, &error) != WYRM_OK) {
            term_notice(app, "%s", error.message);
            return;
        }
        watching->stuck = false;
    }
    int32_t depth = term_now(session)->difficulty.depth;
    while ((long long)term_now(session)->commands < target &&
           (!to_floor || term_now(session)->difficulty.depth == depth) && step(app, watching))
        term_messages_heard(app);
    term_play_look(app);
}

/* To the first command of the last turns, and stops there: the end tells how many there are. */
static void seek_last(term_app *app, watching_state *watching, uint32_t turns)
{
    seek(app, watching, INT_MAX, false);
    const uint32_t end = term_now(app->session)->turn;
    seek(app, watching, 0, false);
    while (term_now(app->session)->turn + turns <= end && step(app, watching))
        term_messages_heard(app);
    term_play_look(app);
}

/* What a key does: leads so many commands on, or opens a screen as in the dungeon. */
static const struct {
    long long by;
    void (*act)(term_app *app);
} keys[TERM_DEED_COUNT] = {
    [TERM_GO_EAST] = {1, NULL},
    [TERM_GO_WEST] = {-1, NULL},
    [TERM_GO_SOUTH_EAST] = {PAGE, NULL},
    [TERM_GO_NORTH_EAST] = {-PAGE, NULL},
    [TERM_GO_SOUTH_WEST] = {INT_MAX, NULL},
    [TERM_GO_NORTH_WEST] = {-INT_MAX, NULL},
    [TERM_INVENTORY] = {0, term_open_pack},
    [TERM_LOOK] = {0, term_look_here},
    [TERM_LOG] = {0, term_open_log},
    [TERM_MAP] = {0, term_open_overview},
    [TERM_SHEET] = {0, term_open_sheet},
    [TERM_NUMBERS] = {0, term_open_numbers},
    [TERM_SAVE] = {0, term_leave_game},
    [TERM_CANCEL] = {0, term_leave_game},
};

static void take(term_app *app, void *state, const term_input *input)
{
    watching_state *watching = state;
    long long by = keys[input->deed].by;
    if (by != 0) {
        long long target = (long long)term_now(app->session)->commands + by;
        seek(app, watching, target > 0 ? target : 0, false);
    } else if (keys[input->deed].act != NULL) {
        keys[input->deed].act(app);
    } else if (input->deed == TERM_LEAVE) {
        seek(app, watching, LLONG_MAX, true);
    } else if (input->deed == TERM_WAIT) {
        watching->paused = !watching->paused;
    } else if (input->deed == TERM_CONFIRM) {
        watching->paused = true;
        if (next_of(app->session) == NULL && term_is_won_or_lost(app->session)) {
            term_open_ending(app);
            return;
        }
        term_messages_heard(app);
        step(app, watching);
        term_play_look(app);
    } else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        bool faster = input->deed == TERM_NEXT;
        if (faster ? watching->speed + 1 == SPEEDS : watching->speed == 0)
            term_notice(app, "It goes no %s.", faster ? "faster" : "slower");
        else
            watching->speed += faster ? 1 : -1;
    } else {
        term_useless_key(app, input);
    }
}

void term_open_watching(term_app *app)
{
    static const term_screen_kind kind = {.name = "watching",
                                          .size = sizeof(watching_state),
                                          .home = true,
                                          .draw = draw,
                                          .take = take,
                                          .tick = tick};
    watching_state *watching = term_push(app, &kind);
    while (watching->speed + 1 < SPEEDS && speeds[watching->speed] < app->session->speed)
        watching->speed++;
    if (app->session->last > 0)
        seek_last(app, watching, app->session->last);
}
