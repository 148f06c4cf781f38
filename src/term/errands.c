/* Errands, a few commands a frame. */
#include "term/errands.h"

#include "term/cursor.h"
#include "term/hints.h"

/* Commands a frame: walking is slow enough to watch, resting is not. */
static const int pace[] = {
    [WYRM_ERRAND_EXPLORE] = 1,
    [WYRM_ERRAND_TRAVEL] = 1,
    [WYRM_ERRAND_RUN] = 1,
    [WYRM_ERRAND_REST] = 10,
};

/* Why an errand does not begin; of one that a monster forbids, what can be done instead. */
static void tell_refusal(term_app *app, const term_play *play, const char *why)
{
    char hint[TERM_HINT_MAX] = "";
    if (play->errand.watched)
        term_hint(app, " {look}: look at it, {inventory}: get ready, or walk away.", hint);
    term_notice(app, "%s%s", why, hint);
}

void term_errand_begin(term_app *app, term_play *play, wyrm_errand_kind kind,
                       wyrm_direction direction, wyrm_position target)
{
    term_session *session = term_app_session(app);
    wyrm_error error;
    if (session->watching) {
        term_notice(app, "This is a recording: it can only be watched.");
        return;
    }
    term_messages_heard(&play->said, session->log);
    if (wyrm_errand_begin(session->engine, session->game, kind, direction, target, &play->errand,
                          &error) == WYRM_OK) {
        play->on_errand = true;
    } else {
        play->errand.why[0] = '\0';
        tell_refusal(app, play, error.message);
    }
}

static bool step(term_app *app, term_play *play)
{
    term_session *session = term_app_session(app);
    wyrm_command command;
    if (!wyrm_errand_next(session->engine, session->game, &play->errand, &command))
        return false;
    /* messages of earlier commands need not be read page by page */
    play->said.page = session->log->count;
    return term_play_act(app, play, &command) && session->game->phase == WYRM_PHASE_PLAYING;
}

bool term_errand_tick(term_app *app, term_play *play)
{
    for (int i = 0; i < pace[play->errand.kind] && play->on_errand; i++)
        play->on_errand = step(app, play);
    return play->on_errand;
}

/* The free tile beside `target` that is nearest to the player; `target` itself where there is
 * none. */
static wyrm_position beside(const term_session *session, wyrm_position target)
{
    const wyrm_game *game = session->game;
    wyrm_position best = target;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position at = wyrm_neighbour(target, (wyrm_direction)i);
        bool known;
        bool wall = wyrm_known_tile(game, at.x, at.y, &known) == WYRM_TILE_WALL;
        if (wall || !known || wyrm_seen_on(game, session->view, at.x, at.y) != NULL)
            continue;
        if (term_same_tile(best, target) ||
            term_tiles_apart(at, game->player.at) < term_tiles_apart(best, game->player.at))
            best = at;
    }
    return best;
}

void term_errand_go(term_app *app, term_play *play, wyrm_position target)
{
    const term_session *session = term_app_session(app);
    bool taken = wyrm_seen_on(session->game, session->view, target.x, target.y) != NULL;
    if (taken && term_tiles_apart(target, session->game->player.at) <= 1)
        term_notice(app, "You are right beside it.");
    else
        term_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH,
                          taken ? beside(session, target) : target);
}

void term_errand_leave(term_app *app, term_play *play)
{
    const term_session *session = term_app_session(app);
    const wyrm_observation *view = session->view;
    wyrm_position at = session->game->player.at;
    if (view->exit_known && view->exit.x == at.x && view->exit.y == at.y)
        term_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_LEAVE});
    else if (view->exit_known)
        term_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH, view->exit);
    else if (view->goal_known)
        term_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH, view->goal);
    else
        term_notice(app, "You have not seen the way %s yet.",
                    wyrm_engine_rules(session->engine)->climbs ? "up" : "down");
}
