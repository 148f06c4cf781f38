/* Choosing a target: the way there, what is around it, and who would be hit. */
#include "term/internal.h"

#include <stdio.h>

/* What an attack or effect would do at a tile, as far as the player can tell. Knows no screen. */

#define TERM_PATH_TILES_MAX WYRM_MAP_SIDE_MAX

/* What is aimed with. */
typedef struct term_aim {
    wyrm_command_kind kind; /* WYRM_DO_USE, WYRM_DO_SHOOT, WYRM_DO_THROW */
    size_t item;            /* of the pack; not read for shooting */
    int32_t range;          /* tiles; -1: as far as one sees */
    double radius;          /* of its area; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* what it does; "" where that is plain */
} term_aim;

/* What it would do at a tile. */
typedef struct term_shot {
    bool can;          /* the tile can be aimed at */
    char why[80];      /* why not */
    wyrm_position end; /* where it comes down: before a wall, at the first who stands in the way */
    size_t path_count;
    wyrm_position path[TERM_PATH_TILES_MAX]; /* up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* where it has one */
} term_shot;

/* ---- what an attack or effect would do at a tile ---- */

static double stat_of(const term_session *session, const wyrm_combatant *combatant,
                      const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(session->design), name);
    return stat >= 0 ? combatant->stats[stat] : 0.0;
}

static void begin_use(const term_session *session, term_aim *aim)
{
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, aim->item);
    aim->range = effect.range;
    aim->radius = effect.radius;
    aim->has_area = wyrm_effect_aims(effect.kind) == WYRM_AIM_AREA;
}

/* Aims a throw, which strikes as if the weapon were wielded. */
static void begin_throw(const term_session *session, term_aim *aim)
{
    wyrm_combatant armed = term_now(session)->player->combatant;
    if (!term_now(session)->pack[aim->item].worn)
        wyrm_player_with(session->engine, session->game, aim->item, &armed);
    aim->range = wyrm_throw_range(session->engine, session->game, aim->item);
    aim->radius = stat_of(session, &armed, "blast");
    aim->has_area = aim->radius > 0.0;
}

static void begin_shoot(const term_session *session, term_aim *aim)
{
    const wyrm_combatant *player = &term_now(session)->player->combatant;
    aim->range = wyrm_strike_range(session->engine, session->game);
    if (stat_of(session, player, "range") > 0.0)
        aim->radius = stat_of(session, player, "ammo_blast");
    aim->has_area = aim->radius > 0.0;
}

static void term_aim_begin(const term_session *session, const wyrm_command *command, term_aim *out)
{
    *out = (term_aim){.kind = command->kind, .item = (size_t)command->argument};
    if (command->kind == WYRM_DO_SHOOT) {
        snprintf(out->name, sizeof out->name, "From afar");
        begin_shoot(session, out);
        return;
    }
    const wyrm_game_item *item = &term_now(session)->pack[out->item];
    wyrm_item_text(session->engine, item, out->name);
    wyrm_item_describe(session->engine, item, out->what);
    if (command->kind == WYRM_DO_THROW)
        begin_throw(session, out);
    else
        begin_use(session, out);
}

/* Finds the way to the target: an effect reaches it at once, what flies stops at the first monster
 * in its way. */
static void trace(const term_session *session, bool flies, wyrm_position target, term_shot *shot)
{
    const wyrm_game_view *game = term_now(session);
    wyrm_grid grid = wyrm_map_grid(game->map);
    size_t count = wyrm_line(&grid, game->player->at, target, shot->path, TERM_PATH_TILES_MAX);
    count = count < TERM_PATH_TILES_MAX ? count : TERM_PATH_TILES_MAX;
    shot->end = game->player->at;
    for (size_t i = 0; i < count; i++) {
        bool known;
        wyrm_position at = shot->path[i];
        if (wyrm_known_tile(session->game, at.x, at.y, &known) == WYRM_TILE_WALL && known)
            return;
        shot->end = at;
        shot->path_count = i + 1;
        if (flies && wyrm_seen_on(session->game, session->view, at.x, at.y) != NULL)
            return;
    }
}

/* Finds who is struck where something that flies comes down. */
static void strike(const term_session *session, const term_aim *aim, term_shot *shot)
{
    const wyrm_observation *view = session->view;
    for (size_t i = 0; i < view->monster_count; i++) {
        wyrm_position at = term_now(session)->monsters[view->monsters[i].index].body.at;
        bool struck =
            aim->has_area ? wyrm_sight_has(&shot->area, at.x, at.y) : term_same_tile(at, shot->end);
        if (view->monsters[i].in_sight && struck)
            shot->hits[shot->hit_count++] = i;
    }
    wyrm_position at = term_now(session)->player->at;
    shot->user = aim->has_area && wyrm_sight_has(&shot->area, at.x, at.y);
}

static bool refuse(term_shot *shot, const char *why)
{
    snprintf(shot->why, sizeof shot->why, "%s", why);
    return false;
}

/* Whether the combat model allows to shoot or throw at a tile; else shot->why. */
static bool can_reach(const term_session *session, const term_aim *aim, wyrm_position target,
                      term_shot *shot)
{
    if (term_same_tile(target, term_now(session)->player->at))
        return refuse(shot, "That would be yourself.");
    if (!wyrm_sight_has(&session->view->sight, target.x, target.y))
        return refuse(shot, "You cannot see that place.");
    if (term_tiles_apart(target, term_now(session)->player->at) > aim->range)
        return refuse(shot, "That is too far away.");
    if (aim->kind == WYRM_DO_SHOOT &&
        wyrm_seen_on(session->game, session->view, target.x, target.y) == NULL)
        return refuse(shot, "You see nobody there.");
    return true;
}

static void term_aim_at(const term_session *session, const term_aim *aim, wyrm_position target,
                        term_shot *out)
{
    wyrm_grid grid = wyrm_map_grid(term_now(session)->map);
    bool flies = aim->kind != WYRM_DO_USE;
    out->why[0] = '\0';
    out->path_count = out->hit_count = 0;
    out->user = false;
    trace(session, flies, target, out);
    if (!flies)
        out->end = target;
    if (aim->has_area)
        wyrm_sight_from(&grid, out->end, (int)aim->radius, &out->area);
    if (flies) {
        out->can = can_reach(session, aim, target, out);
        strike(session, aim, out);
        return;
    }
    size_t hits = wyrm_would_hit(session->engine, session->game, session->view, aim->item, target,
                                 out->hits, &out->user);
    out->can = hits != WYRM_EFFECT_NO_AIM;
    out->hit_count = out->can ? hits : 0;
    if (!out->can)
        refuse(out, wyrm_sight_has(&session->view->sight, target.x, target.y)
                        ? "That is out of range."
                        : "You cannot see that place.");
}

typedef struct target_state {
    term_play *play;
    wyrm_command command;
    term_aim aim;
    term_cursor cursor;
    term_shot shot;
} target_state;

static void aim(term_app *app, target_state *state)
{
    term_aim_at(app->session, &state->aim, state->cursor.at, &state->shot);
}

/* Adds a cursor stop at a monster in sight; the cursor starts on the first stop. */
static void stop_at_sighted(const term_session *session, target_state *state, size_t index)
{
    const wyrm_seen_monster *seen = &session->view->monsters[index];
    if (!seen->in_sight)
        return;
    term_cursor_stop(&state->cursor, term_now(session)->monsters[seen->index].body.at);
    state->cursor.at = state->cursor.stops[0];
}

/* The cursor starts on the nearest whom it would hit, best without the player; Tab leads to all.
 * Where nobody would be hit, on the nearest in sight. */
static void find_targets(term_app *app, target_state *state)
{
    const term_session *session = app->session;
    bool found = false;
    state->cursor.at = term_now(session)->player->at;
    for (size_t i = 0; i < session->view->monster_count; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        wyrm_position at = term_now(session)->monsters[seen->index].body.at;
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
        term_map_paint(canvas, &state->cursor.view, term_now(session)->monsters[index].body.at,
                       TERM_HIT);
    }
    if (state->shot.user)
        term_map_paint(canvas, &state->cursor.view, term_now(session)->player->at, TERM_HIT);
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
             term_tiles_apart(term_now(session)->player->at, state->cursor.at));
    term_say(canvas, &area, TERM_PLAIN, text);
    term_skip(&area, 1);
    if (!state->shot.can) {
        term_say(canvas, &area, TERM_WARN, state->shot.why);
        return;
    }
    term_say(canvas, &area, TERM_TITLE, "Would be hit");
    for (size_t i = 0; i < state->shot.hit_count && area.height > 1; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[state->shot.hits[i]];
        const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
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
    const term_session *session = app->session;
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
    else if (term_cursor_take(&aiming->cursor, term_now(app->session)->map, input)) {
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
    aiming->play = play;
    aiming->command = command;
    aiming->cursor.view = play->view;
    term_aim_begin(app->session, &command, &aiming->aim);
    find_targets(app, aiming);
}
