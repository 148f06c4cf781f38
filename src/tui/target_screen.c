/* Choosing a target: the way there, what is around it, and who would be hit. */
#include "tui/target_screen.h"

#include <stdio.h>

#include "tui/aim.h"
#include "tui/ask.h"
#include "tui/column.h"
#include "tui/cursor.h"
#include "tui/hints.h"

typedef struct target_state {
    tui_play *play;
    wyrm_command command;
    tui_aim aim;
    tui_cursor cursor;
    tui_shot shot;
} target_state;

static void aim(tui_app *app, target_state *state)
{
    tui_aim_at(tui_app_session(app), &state->aim, state->cursor.at, &state->shot);
}

/* Adds a cursor stop at a monster in sight; the cursor starts on the first stop. */
static void stop_at_sighted(const tui_session *session, target_state *state, size_t index)
{
    const wyrm_seen_monster *seen = &session->view->monsters[index];
    if (!seen->in_sight)
        return;
    tui_cursor_stop(&state->cursor, session->game->monsters[seen->index].body.at);
    state->cursor.at = state->cursor.stops[0];
}

/* The cursor starts on the nearest whom it would hit, best without the player; Tab leads to all.
 * Where nobody would be hit, on the nearest in sight. */
static void find_targets(tui_app *app, target_state *state)
{
    const tui_session *session = tui_app_session(app);
    bool found = false;
    state->cursor.at = session->game->player.at;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        wyrm_position at = session->game->monsters[seen->index].body.at;
        tui_aim_at(session, &state->aim, at, &state->shot);
        if (!seen->in_sight || !state->shot.can || state->shot.hit_count == 0)
            continue;
        tui_cursor_stop(&state->cursor, at);
        if (state->cursor.stop_count == 1 || (!found && !state->shot.user))
            state->cursor.at = at;
        found |= !state->shot.user;
    }
    /* then the cursor shows monsters out of reach, and why they are */
    if (state->cursor.stop_count == 0)
        for (size_t i = 0; i < session->view->monster_count; i++)
            stop_at_sighted(session, state, i);
    aim(app, state);
}

/* ---- Drawing ---- */

static void draw_area(const tui_session *session, const target_state *state, tui_canvas *canvas)
{
    const wyrm_sight *area = &state->shot.area;
    for (int y = area->from.y - area->radius; y <= area->from.y + area->radius; y++)
        for (int x = area->from.x - area->radius; x <= area->from.x + area->radius; x++) {
            bool known;
            wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
            if (known && tile != WYRM_TILE_WALL && wyrm_sight_has(area, x, y))
                tui_map_paint(canvas, &state->cursor.view, (wyrm_position){(int16_t)x, (int16_t)y},
                              TUI_AREA);
        }
}

/* Draws the way as stars, which are visible without colours, but not over monsters. */
static void draw_path(const tui_session *session, const target_state *state, tui_canvas *canvas)
{
    for (size_t i = 0; i < state->shot.path_count; i++) {
        wyrm_position at = state->shot.path[i];
        int x, y;
        if (tui_same_tile(at, state->shot.end) || !tui_map_cell(&state->cursor.view, at, &x, &y))
            continue;
        if (wyrm_seen_on(session->game, session->view, at.x, at.y) == NULL)
            tui_put(canvas, x, y, '*', TUI_PATH);
    }
}

static void draw_hits(const tui_session *session, const target_state *state, tui_canvas *canvas)
{
    for (size_t i = 0; i < state->shot.hit_count; i++) {
        int32_t index = session->view->monsters[state->shot.hits[i]].index;
        tui_map_paint(canvas, &state->cursor.view, session->game->monsters[index].body.at, TUI_HIT);
    }
    if (state->shot.user)
        tui_map_paint(canvas, &state->cursor.view, session->game->player.at, TUI_HIT);
}

/* Lists who would be hit in the side column. */
static void draw_side(const tui_session *session, const target_state *state, tui_canvas *canvas)
{
    tui_area area = tui_side_title(canvas, state->aim.name);
    char text[WYRM_NAME_TEXT_MAX + 32], range[24] = "as far as you see";
    if (state->aim.what[0] != '\0')
        tui_say(canvas, &area, TUI_PLAIN, state->aim.what);
    if (state->aim.range >= 0)
        snprintf(range, sizeof range, "%d", state->aim.range);
    snprintf(text, sizeof text, "Range: %s. Aim: %d away.", range,
             tui_tiles_apart(session->game->player.at, state->cursor.at));
    tui_say(canvas, &area, TUI_PLAIN, text);
    tui_skip(&area, 1);
    if (!state->shot.can) {
        tui_say(canvas, &area, TUI_WARN, state->shot.why);
        return;
    }
    tui_say(canvas, &area, TUI_TITLE, "Would be hit");
    for (size_t i = 0; i < state->shot.hit_count && area.height > 1; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[state->shot.hits[i]];
        const wyrm_game_monster *monster = &session->game->monsters[seen->index];
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_monster_text(session->engine, monster, name);
        snprintf(text, sizeof text, "%s, %lld of %lld hp", name,
                 (long long)monster->body.combatant.hp, (long long)monster->body.combatant.max_hp);
        tui_say(canvas, &area, TUI_PLAIN, text);
    }
    if (state->shot.user)
        tui_say(canvas, &area, TUI_BAD, state->shot.hit_count > 0 ? "you, too!" : "only you!");
    else if (state->shot.hit_count == 0)
        tui_say(canvas, &area, TUI_DIM, "nobody");
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    target_state *aiming = state;
    const tui_session *session = tui_app_session(app);
    tui_scene_draw(app, aiming->play, &aiming->cursor.view, canvas, aiming->cursor.at);
    draw_path(session, aiming, canvas);
    if (aiming->aim.has_area)
        draw_area(session, aiming, canvas);
    draw_hits(session, aiming, canvas);
    draw_side(session, aiming, canvas);
    tui_hints_draw(
        app, canvas, "Where to?",
        "move, or click: aim   {next}: next target   {confirm}: do it   {cancel}: not now");
    tui_map_point(canvas, &aiming->cursor.view, aiming->cursor.at);
}

/* ---- Taking ---- */

static void go(tui_app *app, target_state *aiming)
{
    tui_play *play = aiming->play;
    wyrm_command command = aiming->command;
    command.target = aiming->cursor.at;
    tui_pop_to(app, play->home);
    tui_play_act(app, play, &command);
}

static void answer(tui_app *app, bool yes, void *context)
{
    if (yes)
        go(app, context);
}

static void confirm(tui_app *app, target_state *aiming)
{
    if (!aiming->shot.can)
        tui_notice(app, "%s", aiming->shot.why);
    else if (aiming->shot.user)
        tui_ask(app,
                aiming->shot.hit_count > 0 ? "This would hit you, too. Do it all the same?"
                                           : "This would hit only you. Do it all the same?",
                false, answer, aiming);
    else
        go(app, aiming);
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    target_state *aiming = state;
    wyrm_position before = aiming->cursor.at;
    tui_deed again = aiming->command.kind == WYRM_DO_SHOOT   ? TUI_FIRE
                     : aiming->command.kind == WYRM_DO_THROW ? TUI_THROW
                                                             : TUI_APPLY;
    if (input->deed == TUI_CANCEL || (input->mouse && input->other_button))
        tui_pop(app);
    else if (input->deed == TUI_CONFIRM || input->deed == again)
        confirm(app, aiming);
    else if ((input->deed == TUI_NEXT || input->deed == TUI_PREVIOUS) &&
             aiming->cursor.stop_count < 2)
        tui_notice(app, aiming->cursor.stop_count == 0 ? "You see nobody to aim at."
                                                       : "There is no other target in sight.");
    else if (tui_cursor_take(&aiming->cursor, &tui_app_session(app)->game->map, input)) {
        if (input->mouse && tui_same_tile(before, aiming->cursor.at))
            confirm(app, aiming);
        else
            aim(app, aiming);
    } else {
        tui_useless_key(app, input);
    }
}

static const tui_screen_kind kind = {
    .name = "target",
    .size = sizeof(target_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void tui_open_target(tui_app *app, tui_play *play, wyrm_command command)
{
    target_state *aiming = tui_push(app, &kind);
    if (aiming == NULL)
        return;
    aiming->play = play;
    aiming->command = command;
    aiming->cursor.view = play->view;
    tui_aim_begin(tui_app_session(app), &command, &aiming->aim);
    find_targets(app, aiming);
}
