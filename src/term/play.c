/* A game in progress: where things are on the screen, commands, and errands, which go on a few
 * commands a frame.
 *
 * What the dungeon and the recording share; it knows the odds against everybody in view, which are
 * worked out anew after each command as long as that is quick.
 */
#include "term/internal.h"

/* ---- what the screens of a game in progress share ---- */

/* Columns and rows: beyond the least the side column takes a quarter of the canvas, the messages a
 * sixth. */
#define SIDE_LEAST     27
#define SIDE_MOST      38
#define MESSAGES_LEAST 4
#define MESSAGES_MOST  10

#define LOOK_SECONDS                                                                               \
    0.03 /* seconds that odds may take; usually microseconds, but a ruleset can be anything */

static int between(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

term_layout term_layout_of(const term_canvas *canvas)
{
    int side = between(canvas->width / 4, SIDE_LEAST, SIDE_MOST);
    int lines = between(canvas->height / 6, MESSAGES_LEAST, MESSAGES_MOST);
    int height = canvas->height - lines - 1;
    return (term_layout){
        .map = {0, 0, canvas->width - side - 2, height},
        .side = {canvas->width - side, 0, side, height},
        .messages = {0, height + 1, canvas->width, lines},
    };
}

/* What all monsters in view that are awake come to, unless it takes too long to compute. */
static void look_at_all(const term_session *session, double until, term_play *play)
{
    const wyrm_game_monster *awake[WYRM_LEVEL_SPAWNS_MAX];
    play->awake = 0;
    play->together_known = false;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
        if (seen->in_sight && monster->body.turns[WYRM_ASLEEP] == 0)
            awake[play->awake++] = monster;
    }
    if (play->awake >= 2 && term_seconds() <= until)
        play->together_known = wyrm_odds_at_once(session->engine, session->game, awake, play->awake,
                                                 &play->together, NULL) == WYRM_OK;
}

static void look_at_each(const term_session *session, double until, term_play *play)
{
    play->sighting_count = 0;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
        if (!seen->in_sight)
            continue;
        if (play->sighting_count == TERM_SIGHTINGS_MAX || term_seconds() > until)
            return;
        term_odds odds;
        term_odds_find(session, monster, false, &odds);
        play->sightings[play->sighting_count++] =
            (term_sighting){.id = monster->id, .known = odds.known, .p_win = odds.duel.p_win};
    }
}

void term_play_look(term_app *app, term_play *play)
{
    const term_session *session = app->session;
    double until = term_seconds() + LOOK_SECONDS;
    look_at_each(session, until, play);
    look_at_all(session, until, play);
}

void term_play_begin(term_app *app, term_play *play, const term_screen_kind *home)
{
    if (play->begun)
        return;
    const term_session *session = app->session;
    play->begun = true;
    play->home = home;
    play->terrain = term_terrain_of(session->engine);
    term_play_look(app, play);
}

bool term_play_act(term_app *app, term_play *play, const wyrm_command *command)
{
    term_session *session = app->session;
    wyrm_error error;
    if (session->watching) {
        term_notice(app, "This is a recording: it can only be watched.");
        return false;
    }
    if (!play->on_errand)
        term_messages_heard(&play->said, session->log);
    if (!term_session_act(session, command, &error)) {
        term_notice(app, "%s", error.message);
        return false;
    }
    term_play_look(app, play);
    if (session->trouble[0] != '\0' && !play->told)
        term_notice(app, "%s", session->trouble);
    play->told = session->trouble[0] != '\0';
    return true;
}

void term_scene_draw(term_app *app, term_play *play, term_map_view *view, term_canvas *canvas,
                     wyrm_position focus)
{
    const term_session *session = app->session;
    term_layout layout = play->layout = term_layout_of(canvas);
    term_map_follow(view, layout.map, term_now(session)->map, focus);
    term_map_draw(canvas, view, session, &play->terrain);
    int x = layout.side.x - 1, y = layout.messages.y - 1;
    term_fill(canvas, (term_area){x - 1, 0, 2, layout.map.height}, ' ', TERM_PLAIN);
    term_fill(canvas, (term_area){x - 1, 0, 1, layout.map.height}, 0x2502, TERM_DIM);
    term_fill(canvas, (term_area){0, y, canvas->width, 1}, 0x2500, TERM_DIM);
    term_put(canvas, x - 1, y, 0x2534, TERM_DIM);
    term_map_point(canvas, view, focus);
}

term_area term_side_title(term_canvas *canvas, const char *title)
{
    term_area side = term_layout_of(canvas).side;
    term_fill(canvas, side, ' ', TERM_PLAIN);
    term_text(canvas, side, side.x, side.y, TERM_TITLE, title);
    return (term_area){side.x, side.y + 2, side.width, side.height - 2};
}

void term_hints_draw(const term_app *app, term_canvas *canvas, const char *text, const char *keys)
{
    term_area area = term_layout_of(canvas).messages;
    term_area last = {area.x, area.y + area.height - 1, area.width, 1};
    term_fill(canvas, area, ' ', TERM_PLAIN);
    area.height--;
    term_wrapped(canvas, area, TERM_PLAIN, text);
    term_hint_draw(app, canvas, last, keys);
}

/* Commands a frame: walking is slow enough to watch, resting is not. */
static const int pace[] = {
    [WYRM_ERRAND_EXPLORE] = 1,
    [WYRM_ERRAND_TRAVEL] = 1,
    [WYRM_ERRAND_RUN] = 1,
    [WYRM_ERRAND_REST] = 10,
};

void term_errand_begin(term_app *app, term_play *play, wyrm_errand_kind kind,
                       wyrm_direction direction, wyrm_position target)
{
    term_session *session = app->session;
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
        /* of one that a monster forbids it is told what can be done instead */
        char hint[TERM_HINT_MAX] = "";
        play->errand.why[0] = '\0';
        if (play->errand.watched)
            term_hint(app, " {look}: look at it, {inventory}: get ready, or walk away.", hint);
        term_notice(app, "%s%s", error.message, hint);
    }
}

static bool step(term_app *app, term_play *play)
{
    term_session *session = app->session;
    wyrm_command command;
    if (!wyrm_errand_next(session->engine, session->game, &play->errand, &command))
        return false;
    /* messages of earlier commands need not be read page by page */
    play->said.page = session->log->count;
    return term_play_act(app, play, &command) && term_now(session)->phase == WYRM_PHASE_PLAYING;
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
    const wyrm_game_view *game = term_now(session);
    wyrm_position best = target;
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_position at = wyrm_neighbour(target, (wyrm_direction)i);
        bool known;
        bool wall = wyrm_known_tile(session->game, at.x, at.y, &known) == WYRM_TILE_WALL;
        if (wall || !known || wyrm_seen_on(session->game, session->view, at.x, at.y) != NULL)
            continue;
        if (term_same_tile(best, target) ||
            term_tiles_apart(at, game->player->at) < term_tiles_apart(best, game->player->at))
            best = at;
    }
    return best;
}

void term_errand_go(term_app *app, term_play *play, wyrm_position target)
{
    const term_session *session = app->session;
    bool taken = wyrm_seen_on(session->game, session->view, target.x, target.y) != NULL;
    if (taken && term_tiles_apart(target, term_now(session)->player->at) <= 1)
        term_notice(app, "You are right beside it.");
    else
        term_errand_begin(app, play, WYRM_ERRAND_TRAVEL, WYRM_NORTH,
                          taken ? beside(session, target) : target);
}

void term_errand_leave(term_app *app, term_play *play)
{
    const term_session *session = app->session;
    const wyrm_observation *view = session->view;
    wyrm_position at = term_now(session)->player->at;
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
