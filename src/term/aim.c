/* Choosing a target: the way there, what is around it, and who would be hit.
 *
 * Effects reach their target at once; what flies stops at the first who stands in its way, and
 * strikes there. What is shown is what the player can tell, so that a shot at somebody unseen tells
 * nothing.
 */
#include "term/internal.h"

#include <stdio.h>

typedef struct target_state {
    wyrm_command command; /* WYRM_DO_USE, WYRM_DO_SHOOT or WYRM_DO_THROW */
    size_t item;          /* of the pack; not read for shooting */
    int32_t range;        /* tiles; -1: as far as one sees */
    double radius;        /* of its area; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* what it does; "" where that is plain */
    term_cursor cursor;

    /* What it would do where the cursor is. */
    const char *why;   /* why the tile cannot be aimed at; NULL: it can be */
    wyrm_position end; /* where it comes down: before a wall, at the first who stands in the way */
    size_t path_count;
    wyrm_position path[WYRM_MAP_SIDE_MAX]; /* up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* where it has one */
} target_state;

/* ---- What an attack or effect is, and would do ---- */

/* Finds the way to the target, and where what flies comes down. */
static void trace(const term_session *session, wyrm_position target, target_state *aiming)
{
    wyrm_grid grid = wyrm_map_grid(term_now(session)->map);
    wyrm_position from = term_now(session)->player->at;
    size_t most = TERM_COUNT(aiming->path);
    size_t count = wyrm_line(&grid, from, target, aiming->path, most);
    aiming->end = from;
    aiming->path_count = 0;
    for (size_t i = 0; i < count && i < most; i++) {
        bool known;
        wyrm_position at = aiming->path[i];
        if (wyrm_known_tile(session->game, at.x, at.y, &known) == WYRM_TILE_WALL && known)
            return;
        aiming->end = at;
        aiming->path_count = i + 1;
        if (aiming->command.kind != WYRM_DO_USE &&
            wyrm_seen_on(session->game, session->view, at.x, at.y) != NULL)
            return;
    }
}

/* What it would do at a tile. */
static void aim_at(const term_session *session, wyrm_position target, target_state *aiming)
{
    const wyrm_observation *view = session->view;
    wyrm_position from = term_now(session)->player->at;
    wyrm_grid grid = wyrm_map_grid(term_now(session)->map);
    const wyrm_sight *area = &aiming->area;
    bool sees = wyrm_sight_has(&view->sight, target.x, target.y);
    bool uses = aiming->command.kind == WYRM_DO_USE;
    aiming->hit_count = 0;
    aiming->why = NULL;
    trace(session, target, aiming);
    if (uses)
        aiming->end = target;
    if (aiming->has_area)
        wyrm_sight_from(&grid, aiming->end, (int)aiming->radius, &aiming->area);
    if (uses) {
        size_t hits = wyrm_would_hit(session->engine, session->game, view, aiming->item, target,
                                     aiming->hits, &aiming->user);
        if (hits == WYRM_EFFECT_NO_AIM)
            aiming->why = sees ? "That is out of range." : "You cannot see that place.";
        else
            aiming->hit_count = hits;
        return;
    }
    if (wyrm_same_tile(target, from))
        aiming->why = "That would be yourself.";
    else if (!sees)
        aiming->why = "You cannot see that place.";
    else if (wyrm_tiles_apart(target, from) > aiming->range)
        aiming->why = "That is too far away.";
    else if (aiming->command.kind == WYRM_DO_SHOOT &&
             wyrm_seen_on(session->game, view, target.x, target.y) == NULL)
        aiming->why = "You see nobody there.";
    for (size_t i = 0; i < view->monster_count; i++) {
        wyrm_position at = term_seen(session, i)->body.at;
        if (view->monsters[i].in_sight &&
            (aiming->has_area ? wyrm_sight_has(area, at.x, at.y) : wyrm_same_tile(at, aiming->end)))
            aiming->hits[aiming->hit_count++] = i;
    }
    aiming->user = aiming->has_area && wyrm_sight_has(area, from.x, from.y);
}

/* ---- Drawing ---- */

/* The way as stars, which are visible without colours, but not over monsters; the area; and who
 * would be hit. */
static void draw_shot(const term_session *session, const target_state *aiming)
{
    const term_map_view *view = &aiming->cursor.view;
    const wyrm_sight *area = &aiming->area;
    for (size_t i = 0; i < aiming->path_count; i++) {
        wyrm_position at = aiming->path[i];
        int x, y;
        if (!wyrm_same_tile(at, aiming->end) && term_map_cell(view, at, &x, &y) &&
            wyrm_seen_on(session->game, session->view, at.x, at.y) == NULL)
            term_put(view->area.canvas, x, y, '*', TERM_PATH);
    }
    int radius = aiming->has_area ? area->radius : -1;
    for (int y = area->from.y - radius; y <= area->from.y + radius; y++)
        for (int x = area->from.x - radius; x <= area->from.x + radius; x++) {
            bool known;
            wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
            if (known && tile != WYRM_TILE_WALL && wyrm_sight_has(area, x, y))
                term_map_paint(view, (wyrm_position){(int16_t)x, (int16_t)y}, TERM_AREA);
        }
    for (size_t i = 0; i < aiming->hit_count; i++)
        term_map_paint(view, term_seen(session, aiming->hits[i])->body.at, TERM_HIT);
    if (aiming->user)
        term_map_paint(view, term_now(session)->player->at, TERM_HIT);
}

/* Lists who would be hit in the side column. */
static void draw_side(const term_app *app, const target_state *aiming)
{
    const term_session *session = app->session;
    term_area area = term_side_title(app, aiming->name);
    char range[24] = "as far as you see";
    term_skip(&area, 1);
    term_say(&area, TERM_PLAIN, "%s", aiming->what);
    if (aiming->range >= 0)
        snprintf(range, sizeof range, "%d", aiming->range);
    term_say(&area, TERM_PLAIN, "Range: %s. Aim: %d away.", range,
             wyrm_tiles_apart(term_now(session)->player->at, aiming->cursor.at));
    term_skip(&area, 1);
    if (aiming->why != NULL) {
        term_say(&area, TERM_WARN, "%s", aiming->why);
        return;
    }
    term_say(&area, TERM_TITLE, "Would be hit");
    for (size_t i = 0; i < aiming->hit_count && area.height > 1; i++) {
        const wyrm_game_monster *monster = term_seen(session, aiming->hits[i]);
        const wyrm_combatant *body = &monster->body.combatant;
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_monster_text(session->engine, monster, name);
        term_say(&area, TERM_PLAIN, "%s, %lld of %lld hp", name, (long long)body->hp,
                 (long long)body->max_hp);
    }
    if (aiming->user)
        term_say(&area, TERM_BAD, aiming->hit_count > 0 ? "you, too!" : "only you!");
    else if (aiming->hit_count == 0)
        term_say(&area, TERM_DIM, "nobody");
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    target_state *aiming = state;
    term_scene_draw(app, &aiming->cursor.view, canvas, aiming->cursor.at);
    draw_shot(app->session, aiming);
    draw_side(app, aiming);
    term_hints_draw(
        app, "Where to?",
        "move, or click: aim   {next}: next target   {confirm}: do it   {cancel}: not now");
}

/* ---- Taking ---- */

static void answer(term_app *app, bool yes)
{
    if (!yes)
        return;
    term_go_home(app);
    term_play_act(app, app->play.asked);
}

static void confirm(term_app *app, target_state *aiming)
{
    aiming->command.target = aiming->cursor.at;
    app->play.asked = aiming->command;
    if (aiming->why != NULL)
        term_notice(app, "%s", aiming->why);
    else if (aiming->user)
        term_ask(app,
                 aiming->hit_count > 0 ? "This would hit you, too. Do it all the same?"
                                       : "This would hit only you. Do it all the same?",
                 false, answer);
    else
        answer(app, true);
}

static void take(term_app *app, void *state, const term_input *input)
{
    /* the key that led here does it, too */
    static const term_deed again[] = {
        [WYRM_DO_USE] = TERM_APPLY, [WYRM_DO_SHOOT] = TERM_FIRE, [WYRM_DO_THROW] = TERM_THROW};
    target_state *aiming = state;
    term_cursor *cursor = &aiming->cursor;
    bool other = input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS;
    if (term_closes(input)) {
        term_pop(app);
    } else if (input->deed == TERM_CONFIRM || input->deed == again[aiming->command.kind]) {
        confirm(app, aiming);
    } else if (other && cursor->stop_count < 2) {
        term_notice(app, cursor->stop_count == 0 ? "You see nobody to aim at."
                                                 : "There is no other target in sight.");
    } else {
        term_cursor_answer moved = term_cursor_take(cursor, term_now(app->session)->map, input);
        if (moved == TERM_CURSOR_IGNORED)
            term_useless_key(app, input);
        else if (moved == TERM_CURSOR_AGAIN)
            confirm(app, aiming);
        else
            aim_at(app->session, cursor->at, aiming);
    }
}

/* The cursor starts on the nearest whom it would hit, best without the player; Tab leads to all.
 * Where nobody would be hit, on the nearest in sight: it shows why that is out of reach. */
void term_open_target(term_app *app, wyrm_command command)
{
    static const term_screen_kind kind = {
        .name = "target", .size = sizeof(target_state), .whole = true, .draw = draw, .take = take};
    const term_session *session = app->session;
    const wyrm_engine *engine = session->engine;
    target_state *aiming = term_push(app, &kind);
    term_cursor *cursor = &aiming->cursor;
    bool found = false;
    aiming->command = command;
    aiming->item = (size_t)command.argument;
    cursor->view = app->play.view;
    cursor->at = term_now(session)->player->at;
    wyrm_combatant player = term_now(session)->player->combatant;
    if (command.kind == WYRM_DO_SHOOT) {
        snprintf(aiming->name, sizeof aiming->name, "From afar");
        aiming->range = wyrm_strike_range(engine, session->game);
        if (wyrm_stat_of(engine, &player, WYRM_STAT_RANGE, 0.0) > 0.0)
            aiming->radius = wyrm_stat_of(engine, &player, WYRM_STAT_SHOT_BLAST, 0.0);
    } else {
        const wyrm_game_item *item = &term_now(session)->pack[aiming->item];
        wyrm_item_text(engine, item, aiming->name);
        wyrm_item_describe(engine, item, aiming->what);
        if (!item->worn) /* a throw strikes as if the weapon were wielded */
            wyrm_player_with(engine, session->game, aiming->item, &player);
        aiming->range = wyrm_throw_range(engine, session->game, aiming->item);
        aiming->radius = wyrm_stat_of(engine, &player, WYRM_STAT_BLAST, 0.0);
    }
    aiming->has_area = aiming->radius > 0.0;
    if (command.kind == WYRM_DO_USE) {
        wyrm_effect effect = wyrm_pack_effect(engine, session->game, aiming->item);
        aiming->range = effect.range;
        aiming->radius = effect.radius;
        aiming->has_area = wyrm_effect_aims(effect.kind) == WYRM_AIM_AREA;
    }
    for (int out_of_reach = 0; out_of_reach < 2 && cursor->stop_count == 0; out_of_reach++)
        for (size_t i = 0; i < session->view->monster_count; i++) {
            wyrm_position at = term_seen(session, i)->body.at;
            aim_at(session, at, aiming);
            bool hits = aiming->why == NULL && aiming->hit_count > 0;
            if (!session->view->monsters[i].in_sight || (!out_of_reach && !hits))
                continue;
            term_cursor_stop(cursor, at);
            if (cursor->stop_count == 1 || (!out_of_reach && !found && !aiming->user))
                cursor->at = at;
            found |= !aiming->user;
        }
    aim_at(session, cursor->at, aiming);
}
