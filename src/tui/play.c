/* What the screens of a game in progress share. */
#include "tui/play.h"

#include "tui/hints.h"
#include "tui/odds.h"
#include "tui/session_play.h"

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

tui_layout tui_layout_of(const tui_canvas *canvas)
{
    int side = between(canvas->width / 4, SIDE_LEAST, SIDE_MOST);
    int lines = between(canvas->height / 6, MESSAGES_LEAST, MESSAGES_MOST);
    int height = canvas->height - lines - 1;
    return (tui_layout){
        .map = {0, 0, canvas->width - side - 2, height},
        .side = {canvas->width - side, 0, side, height},
        .messages = {0, height + 1, canvas->width, lines},
    };
}

/* What all monsters in view that are awake come to, unless it takes too long to compute. */
static void look_at_all(const tui_session *session, double until, tui_play *play)
{
    const wyrm_game_monster *awake[WYRM_LEVEL_SPAWNS_MAX];
    play->awake = 0;
    play->together_known = false;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &session->game->monsters[seen->index];
        if (seen->in_sight && monster->body.turns[WYRM_ASLEEP] == 0)
            awake[play->awake++] = monster;
    }
    if (play->awake >= 2 && tui_seconds() <= until)
        play->together_known = wyrm_odds_at_once(session->engine, session->game, awake, play->awake,
                                                 &play->together, NULL) == WYRM_OK;
}

static void look_at_each(const tui_session *session, double until, tui_play *play)
{
    play->sighting_count = 0;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        const wyrm_game_monster *monster = &session->game->monsters[seen->index];
        if (!seen->in_sight)
            continue;
        if (play->sighting_count == TUI_SIGHTINGS_MAX || tui_seconds() > until)
            return;
        tui_odds odds;
        tui_odds_find(session, monster, false, &odds);
        play->sightings[play->sighting_count++] =
            (tui_sighting){.id = monster->id, .known = odds.known, .p_win = odds.duel.p_win};
    }
}

void tui_play_look(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    double until = tui_seconds() + LOOK_SECONDS;
    look_at_each(session, until, play);
    look_at_all(session, until, play);
}

void tui_play_begin(tui_app *app, tui_play *play, const tui_screen_kind *home)
{
    if (play->begun)
        return;
    const tui_session *session = tui_app_session(app);
    play->begun = true;
    play->home = home;
    play->terrain = tui_terrain_of(session->engine);
    tui_play_look(app, play);
}

bool tui_play_act(tui_app *app, tui_play *play, const wyrm_command *command)
{
    tui_session *session = tui_app_session(app);
    wyrm_error error;
    if (session->watching) {
        tui_notice(app, "This is a recording: it can only be watched.");
        return false;
    }
    if (!play->on_errand)
        tui_messages_heard(&play->said, session->log);
    if (!tui_session_act(session, command, &error)) {
        tui_notice(app, "%s", error.message);
        return false;
    }
    tui_play_look(app, play);
    if (session->trouble[0] != '\0' && !play->told)
        tui_notice(app, "%s", session->trouble);
    play->told = session->trouble[0] != '\0';
    return true;
}

void tui_scene_draw(tui_app *app, tui_play *play, tui_map_view *view, tui_canvas *canvas,
                    wyrm_position focus)
{
    const tui_session *session = tui_app_session(app);
    tui_layout layout = play->layout = tui_layout_of(canvas);
    tui_map_follow(view, layout.map, &session->game->map, focus);
    tui_map_draw(canvas, view, session, &play->terrain);
    int x = layout.side.x - 1, y = layout.messages.y - 1;
    tui_fill(canvas, (tui_area){x - 1, 0, 2, layout.map.height}, ' ', TUI_PLAIN);
    tui_fill(canvas, (tui_area){x - 1, 0, 1, layout.map.height}, 0x2502, TUI_DIM);
    tui_fill(canvas, (tui_area){0, y, canvas->width, 1}, 0x2500, TUI_DIM);
    tui_put(canvas, x - 1, y, 0x2534, TUI_DIM);
    tui_map_point(canvas, view, focus);
}

tui_area tui_side_title(tui_canvas *canvas, const char *title)
{
    tui_area side = tui_layout_of(canvas).side;
    tui_fill(canvas, side, ' ', TUI_PLAIN);
    tui_text(canvas, side, side.x, side.y, TUI_TITLE, title);
    return (tui_area){side.x, side.y + 2, side.width, side.height - 2};
}

void tui_hints_draw(const tui_app *app, tui_canvas *canvas, const char *text, const char *keys)
{
    char hint[TUI_HINT_MAX];
    tui_area area = tui_layout_of(canvas).messages;
    tui_area last = {area.x, area.y + area.height - 1, area.width, 1};
    tui_fill(canvas, area, ' ', TUI_PLAIN);
    area.height--;
    tui_wrapped(canvas, area, TUI_PLAIN, text);
    tui_text(canvas, last, last.x, last.y, TUI_DIM, tui_hint(app, keys, hint));
}
