/* Errands, a few commands a frame. */
#include "tui/errands.h"

#include "tui/cursor.h"
#include "tui/hints.h"

/* Commands a frame: walking is slow enough to watch, resting is not. */
static const int pace[] = {
    [WYRM_ERRAND_EXPLORE] = 1,
    [WYRM_ERRAND_TRAVEL] = 1,
    [WYRM_ERRAND_RUN] = 1,
    [WYRM_ERRAND_REST] = 10,
};

/* Why an errand does not begin; of one that a monster forbids, what can be done instead. */
static void tell_refusal(tui_app *app, const tui_play *play, const char *why)
{
    char hint[TUI_HINT_MAX] = "";
    if (play->errand.watched)
        tui_hint(app, " {look}: look at it, {inventory}: get ready, or walk away.", hint);
    tui_notice(app, "%s%s", why, hint);
}

void tui_errand_begin(tui_app *app, tui_play *play, wyrm_errand_kind kind, wyrm_direction direction,
                      wyrm_position target)
{
    tui_session *session = tui_app_session(app);
    wyrm_error error;
    if (session->watching) {
        tui_notice(app, "This is a recording: it can only be watched.");
        return;
    }
    tui_messages_heard(&play->said, session->log);
    if (wyrm_errand_begin(session->engine, session->game, kind, direction, target, &play->errand,
                          &error) == WYRM_OK) {
        play->on_errand = true;
    } else {
        play->errand.why[0] = '\0';
        tell_refusal(app, play, error.message);
    }
}

static bool step(tui_app *app, tui_play *play)
{
    tui_session *session = tui_app_session(app);
    wyrm_command command;
    if (!wyrm_errand_next(session->engine, session->game, &play->errand, &command))
        return false;
    /* messages of earlier commands need not be read page by page */
    play->said.page = session->log->count;
    return tui_play_act(app, play, &command) && session->game->phase == WYRM_PHASE_PLAYING;
}

bool tui_errand_tick(tui_app *app, tui_play *play)
{
    for (int i = 0; i < pace[play->errand.kind] && play->on_errand; i++)
        play->on_errand = step(app, play);
    return play->on_errand;
}

/* The free tile beside `target` that is nearest to the player; `target` itself where there is
 * none. */
static wyrm_position beside(const tui_session *session, wyrm_position target)
{
    const wyrm_game *game = session->game;
    wyrm_position best = target;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position at = wyrm_neighbour(target, (wyrm_direction)i);
        bool known;
        bool wall = wyrm_known_tile(game, at.x, at.y, &known) == WYRM_TILE_WALL;
        if (wall || !known || wyrm_seen_on(game, session->view, at.x, at.y) != NULL)
            continue;
        if (tui_same_tile(best, target) ||
            tui_tiles_apart(at, game->player.at) < tui_tiles_apart(best, game->player.at))
            best = at;
    }
    return best;
}

void tui_errand_go(tui_app *app, tui_play *play, wyrm_position target)
{
    const tui_session *session = tui_app_session(app);
    bool taken = wyrm_seen_on(session->game, session->view, target.x, target.y) != NULL;
    if (taken && tui_tiles_apart(target, session->game->player.at) <= 1)
        tui_notice(app, "You are right beside it.");
    else
        tui_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH,
                         taken ? beside(session, target) : target);
}

void tui_errand_leave(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    const wyrm_observation *view = session->view;
    wyrm_position at = session->game->player.at;
    if (view->exit_known && view->exit.x == at.x && view->exit.y == at.y)
        tui_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_LEAVE});
    else if (view->exit_known)
        tui_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH, view->exit);
    else if (view->goal_known)
        tui_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH, view->goal);
    else
        tui_notice(app, "You have not seen the way %s yet.",
                   wyrm_engine_rules(session->engine)->climbs ? "up" : "down");
}
