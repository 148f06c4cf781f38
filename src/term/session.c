/* What a game being played is made of. */
#include "term/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

wyrm_status term_session_new(wyrm_design *design, term_session **out, wyrm_error *error)
{
    term_session *session = calloc(1, sizeof *session);
    *out = session;
    if (session == NULL) {
        wyrm_design_free(design);
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    }
    session->design = design;
    session->game = calloc(1, sizeof *session->game);
    session->before = calloc(1, sizeof *session->before);
    session->log = calloc(1, sizeof *session->log);
    session->view = calloc(1, sizeof *session->view);
    wyrm_status status = WYRM_OK;
    if (session->game == NULL || session->before == NULL || session->log == NULL ||
        session->view == NULL)
        status = wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    if (status == WYRM_OK)
        status = wyrm_engine_new(design, &session->engine, error);
    if (status == WYRM_OK)
        return WYRM_OK;
    term_session_free(session);
    *out = NULL;
    return status;
}

bool term_session_is_over(const term_session *session)
{
    wyrm_game_phase phase = session->game->phase;
    return phase == WYRM_PHASE_DEAD ||
           (phase == WYRM_PHASE_WON &&
            wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_END);
}

void term_session_trouble(term_session *session, const char *what, const wyrm_error *error)
{
    snprintf(session->trouble, sizeof session->trouble, "%s: %.200s", what, error->message);
}

void term_session_unlock(term_session *session)
{
    if (session->lock == 0)
        return;
    unlink(session->lock_path);
    close(session->lock - 1);
    session->lock = 0;
}

void term_session_free(term_session *session)
{
    if (session == NULL)
        return;
    term_session_unlock(session);
    wyrm_replay_free(session->replay);
    wyrm_engine_free(session->engine);
    wyrm_design_free(session->design);
    free(session->game);
    free(session->before);
    free(session->log);
    free(session->view);
    free(session);
}
