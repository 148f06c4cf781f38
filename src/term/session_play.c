/* Playing: a command reaches the game, the log, the recording, the view and the files. */
#include "term/session_play.h"

#include <stdio.h>
#include <stdlib.h>

#include "term/conclude.h"
#include "term/session_files.h"

#define PRACTICE_LIVES 10 /* how many times the hit points of its level the player has */

/* Who hears the events of a command. */
typedef struct ear {
    term_session *session;
    bool new_map;
} ear;

static void hear(const wyrm_game *game, const wyrm_event *event, void *context)
{
    ear *listening = context;
    char text[WYRM_MESSAGE_TEXT_MAX];
    listening->new_map = listening->new_map || event->kind == WYRM_EVENT_LEVEL_ENTERED;
    if (wyrm_event_text(listening->session->engine, game, event, text))
        wyrm_log_add(listening->session->log, game->turn, text);
}

wyrm_status term_session_start(term_session *session, const wyrm_game_options *options,
                               wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    wyrm_status status =
        session->practice
            ? wyrm_game_start_at_depth(session->engine, options, WYRM_DEPTH_MAX, PRACTICE_LIVES,
                                       &listener, session->game, error)
            : wyrm_game_start(session->engine, options, &listener, session->game, error);
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return status;
}

wyrm_status term_session_rewind(term_session *session, wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    session->log->count = 0;
    session->said = 0;
    wyrm_status status =
        wyrm_replay_begin(session->replay, session->engine, &listener, session->game, error);
    if (status == WYRM_OK)
        wyrm_observe(session->engine, session->game, session->view);
    return status;
}

/* Adds a command to the recording. Without memory there is no recording any more. */
static void record(term_session *session, const wyrm_command *command)
{
    wyrm_error error;
    if (session->replay == NULL || session->watching ||
        wyrm_replay_add(session->replay, command, session->game, &error) == WYRM_OK)
        return;
    wyrm_replay_free(session->replay);
    session->replay = NULL;
}

/* A save on the stairs: a failure is told, and the game goes on. */
static void autosave(term_session *session)
{
    wyrm_error error;
    if (!term_session_save(session, &error))
        snprintf(session->trouble, sizeof session->trouble, "The game could not be saved: %.220s",
                 error.message);
    else
        session->trouble[0] = '\0';
}

bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error)
{
    ear listening = {.session = session};
    wyrm_listener listener = {.hear = hear, .context = &listening};
    wyrm_game *game = session->game;
    size_t said = session->log->count;
    wyrm_game_phase phase = game->phase;
    wyrm_game_copy(game, session->before);
    wyrm_status status = wyrm_game_act(session->engine, game, command, &listener, error);
    if (status != WYRM_OK) {
        if (status != WYRM_ERROR_ARGUMENT)
            wyrm_game_copy(session->before, game);
        return false;
    }
    session->said = said;
    record(session, command);
    wyrm_observe(session->engine, game, session->view);
    if (game->phase != phase && (game->phase == WYRM_PHASE_WON || game->phase == WYRM_PHASE_DEAD))
        term_session_conclude(session);
    else if (listening.new_map)
        autosave(session);
    return true;
}
