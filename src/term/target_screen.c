/* Choosing a target: the way there, what is around it, and who would be hit. */
#include "term/target_screen.h"

#include <stdio.h>

#include "term/aim.h"
#include "term/ask.h"
#include "term/column.h"
#include "term/cursor.h"
#include "term/hints.h"

typedef struct target_state {
    term_play *play;
    wyrm_command command;
    term_aim aim;
    term_cursor cursor;
    term_shot shot;
} target_state;

static void aim(term_app *app, target_state *state)
{
    term_aim_at(term_app_session(app), &state->aim, state->cursor.at, &state->shot);
}

/* Adds a cursor stop at a monster in sight; the cursor starts on the first stop. */
static void stop_at_sighted(const term_session *session, target_state *state, size_t index)
{
    const wyrm_seen_monster *seen = &session->view->monsters[index];
    if (!seen->in_sight)
        return;
    term_cursor_stop(&state->cursor, session->game->monsters[seen->index].body.at);
    state->cursor.at = state->cursor.stops[0];
}

/* The cursor starts on the nearest whom it would hit, best without the player; Tab leads to all.
 * Where nobody would be hit, on the nearest in sight. */
static void find_targets(term_app *app, target_state *state)
{
    const term_session *session = term_app_session(app);
    bool found = false;
    state->cursor.at = session->game->player.at;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        wyrm_position at = session->game->monsters[seen->index].body.at;
        term_aim_at(session, &state->aim, at, &state->shot);
        if (!seen->in_sight || !state->shot.can || state->shot.hit_count == 0)
            continue;
        term_cursor_stop(&state->cursor, at);
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

static void draw_area(const term_session *session, const target_state *state, term_canvas *canvas)
{
    const wyrm_sight *area = &state->shot.area;
    for (int y = area->from.y - area->radius; y <= area->from.y + area->radius; y++)
        for (int x = area->from.x - area->radius; x <= area->from.x + area->radius; x++) {
            bool known;
            wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
            if (known && tile != WYRM_TILE_WALL && wyrm_sight_has(area, x, y))
                term_map_paint(canvas, &state->cursor.view, (wyrm_position){(int16_t)x, (int16_t)y},
                               TERM_AREA);
        }
}

/* Draws the way as stars, which are visible without colours, but not over monsters. */
static void draw_path(const term_session *session, const target_state *state, term_canvas *canvas)
{
    for (size_t i = 0; i < state->shot.path_count; i++) {
        wyrm_position at = state->shot.path[i];
        int x, y;
        if (term_same_tile(at, state->shot.end) || !term_map_cell(&state->cursor.view, at, &x, &y))
            continue;
        if (wyrm_seen_on(session->game, session->view, at.x, at.y) == NULL)
            term_put(canvas, x, y, '*', TERM_PATH);
    }
}

static void draw_hits(const term_session *session, const target_state *state, term_canvas *canvas)
{
    for (size_t i = 0; i < state->shot.hit_count; i++) {
        int32_t index = session->view->monsters[state->shot.hits[i]].index;
        term_map_paint(canvas, &state->cursor.view, session->game->monsters[index].body.at,
                       TERM_HIT);
    }
    if (state->shot.user)
        term_map_paint(canvas, &state->cursor.view, session->game->player.at, TERM_HIT);
}

/* Lists who would be hit in the side column. */
static void draw_side(const term_session *session, const target_state *state, term_canvas *canvas)
{
    term_area area = term_side_title(canvas, state->aim.name);
    char text[WYRM_NAME_TEXT_MAX + 32], range[24] = "as far as you see";
    if (state->aim.what[0] != '\0')
        term_say(canvas, &area, TERM_PLAIN, state->aim.what);
    if (state->aim.range >= 0)
        snprintf(range, sizeof range, "%d", state->aim.range);
    snprintf(text, sizeof text, "Range: %s. Aim: %d away.", range,
             term_tiles_apart(session->game->player.at, state->cursor.at));
    term_say(canvas, &area, TERM_PLAIN, text);
    term_skip(&area, 1);
    if (!state->shot.can) {
        term_say(canvas, &area, TERM_WARN, state->shot.why);
        return;
    }
    term_say(canvas, &area, TERM_TITLE, "Would be hit");
    for (size_t i = 0; i < state->shot.hit_count && area.height > 1; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[state->shot.hits[i]];
        const wyrm_game_monster *monster = &session->game->monsters[seen->index];
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_monster_text(session->engine, monster, name);
        snprintf(text, sizeof text, "%s, %lld of %lld hp", name,
                 (long long)monster->body.combatant.hp, (long long)monster->body.combatant.max_hp);
        term_say(canvas, &area, TERM_PLAIN, text);
    }
    if (state->shot.user)
        term_say(canvas, &area, TERM_BAD, state->shot.hit_count > 0 ? "you, too!" : "only you!");
    else if (state->shot.hit_count == 0)
        term_say(canvas, &area, TERM_DIM, "nobody");
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    target_state *aiming = state;
    const term_session *session = term_app_session(app);
    term_scene_draw(app, aiming->play, &aiming->cursor.view, canvas, aiming->cursor.at);
    draw_path(session, aiming, canvas);
    if (aiming->aim.has_area)
        draw_area(session, aiming, canvas);
    draw_hits(session, aiming, canvas);
    draw_side(session, aiming, canvas);
    term_hints_draw(
        app, canvas, "Where to?",
        "move, or click: aim   {next}: next target   {confirm}: do it   {cancel}: not now");
    term_map_point(canvas, &aiming->cursor.view, aiming->cursor.at);
}

/* ---- Taking ---- */

static void go(term_app *app, target_state *aiming)
{
    term_play *play = aiming->play;
    wyrm_command command = aiming->command;
    command.target = aiming->cursor.at;
    term_pop_to(app, play->home);
    term_play_act(app, play, &command);
}

static void answer(term_app *app, bool yes, void *context)
{
    if (yes)
        go(app, context);
}

static void confirm(term_app *app, target_state *aiming)
{
    if (!aiming->shot.can)
        term_notice(app, "%s", aiming->shot.why);
    else if (aiming->shot.user)
        term_ask(app,
                 aiming->shot.hit_count > 0 ? "This would hit you, too. Do it all the same?"
                                            : "This would hit only you. Do it all the same?",
                 false, answer, aiming);
    else
        go(app, aiming);
}

static void take(term_app *app, void *state, const term_input *input)
{
    target_state *aiming = state;
    wyrm_position before = aiming->cursor.at;
    term_deed again = aiming->command.kind == WYRM_DO_SHOOT   ? TERM_FIRE
                      : aiming->command.kind == WYRM_DO_THROW ? TERM_THROW
                                                              : TERM_APPLY;
    if (input->deed == TERM_CANCEL || (input->mouse && input->other_button))
        term_pop(app);
    else if (input->deed == TERM_CONFIRM || input->deed == again)
        confirm(app, aiming);
    else if ((input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) &&
             aiming->cursor.stop_count < 2)
        term_notice(app, aiming->cursor.stop_count == 0 ? "You see nobody to aim at."
                                                        : "There is no other target in sight.");
    else if (term_cursor_take(&aiming->cursor, &term_app_session(app)->game->map, input)) {
        if (input->mouse && term_same_tile(before, aiming->cursor.at))
            confirm(app, aiming);
        else
            aim(app, aiming);
    } else {
        term_useless_key(app, input);
    }
}

static const term_screen_kind kind = {
    .name = "target",
    .size = sizeof(target_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_open_target(term_app *app, term_play *play, wyrm_command command)
{
    target_state *aiming = term_push(app, &kind);
    if (aiming == NULL)
        return;
    aiming->play = play;
    aiming->command = command;
    aiming->cursor.view = play->view;
    term_aim_begin(term_app_session(app), &command, &aiming->aim);
    find_targets(app, aiming);
}
