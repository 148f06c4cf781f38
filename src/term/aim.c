/* Choosing a target: the way there, what is around it, and who would be hit.
 *
 * Effects reach their target at once; what flies stops at the first who stands in its way, and
 * strikes there. What is shown is what the player can tell, so that a shot at somebody unseen tells
 * nothing.
 */
#include "term/internal.h"

#include <stdio.h>

typedef struct target_state {
    term_play *play;
    wyrm_command command; /* WYRM_DO_USE, WYRM_DO_SHOOT or WYRM_DO_THROW */
    size_t item;          /* of the pack; not read for shooting */
    int32_t range;        /* tiles; -1: as far as one sees */
    double radius;        /* of its area; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* what it does; "" where that is plain */
    term_cursor cursor;

    /* What it would do where the cursor is. */
    bool can;          /* the tile can be aimed at */
    const char *why;   /* why not */
    wyrm_position end; /* where it comes down: before a wall, at the first who stands in the way */
    size_t path_count;
    wyrm_position path[WYRM_MAP_SIDE_MAX]; /* up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* where it has one */
} target_state;

/* ---- What an attack or effect is, and would do ---- */

static double stat_of(const term_session *session, const wyrm_combatant *combatant,
                      const char *name)
{
    int stat = wyrm_combat_stat(wyrm_design_combat(session->design), name);
    return stat >= 0 ? combatant->stats[stat] : 0.0;
}

/* A throw strikes as if the weapon were wielded. */
static void describe(const term_session *session, target_state *aiming)
{
    wyrm_combatant player = term_now(session)->player->combatant;
    if (aiming->command.kind == WYRM_DO_SHOOT) {
        snprintf(aiming->name, sizeof aiming->name, "From afar");
        aiming->range = wyrm_strike_range(session->engine, session->game);
        if (stat_of(session, &player, "range") > 0.0)
            aiming->radius = stat_of(session, &player, "ammo_blast");
        aiming->has_area = aiming->radius > 0.0;
        return;
    }
    const wyrm_game_item *item = &term_now(session)->pack[aiming->item];
    wyrm_item_text(session->engine, item, aiming->name);
    wyrm_item_describe(session->engine, item, aiming->what);
    if (aiming->command.kind == WYRM_DO_USE) {
        wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, aiming->item);
        aiming->range = effect.range;
        aiming->radius = effect.radius;
        aiming->has_area = wyrm_effect_aims(effect.kind) == WYRM_AIM_AREA;
        return;
    }
    if (!item->worn)
        wyrm_player_with(session->engine, session->game, aiming->item, &player);
    aiming->range = wyrm_throw_range(session->engine, session->game, aiming->item);
    aiming->radius = stat_of(session, &player, "blast");
    aiming->has_area = aiming->radius > 0.0;
}

/* Finds the way to the target, and where what flies comes down. */
static void trace(const term_session *session, wyrm_position target, target_state *aiming)
{
    const size_t most = sizeof aiming->path / sizeof *aiming->path;
    wyrm_grid grid = wyrm_map_grid(term_now(session)->map);
    wyrm_position from = term_now(session)->player->at;
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

/* Why nothing can be shot or thrown at a tile; NULL: it can be. */
static const char *why_out_of_reach(const term_session *session, const target_state *aiming,
                                    wyrm_position target)
{
    wyrm_position from = term_now(session)->player->at;
    if (term_same_tile(target, from))
        return "That would be yourself.";
    if (!wyrm_sight_has(&session->view->sight, target.x, target.y))
        return "You cannot see that place.";
    if (term_tiles_apart(target, from) > aiming->range)
        return "That is too far away.";
    if (aiming->command.kind == WYRM_DO_SHOOT &&
        wyrm_seen_on(session->game, session->view, target.x, target.y) == NULL)
        return "You see nobody there.";
    return NULL;
}

/* What it would do at a tile. */
static void aim_at(const term_session *session, wyrm_position target, target_state *aiming)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_observation *view = session->view;
    wyrm_grid grid = wyrm_map_grid(game->map);
    aiming->hit_count = 0;
    trace(session, target, aiming);
    if (aiming->command.kind == WYRM_DO_USE)
        aiming->end = target;
    if (aiming->has_area)
        wyrm_sight_from(&grid, aiming->end, (int)aiming->radius, &aiming->area);
    if (aiming->command.kind == WYRM_DO_USE) {
        size_t hits = wyrm_would_hit(session->engine, session->game, view, aiming->item, target,
                                     aiming->hits, &aiming->user);
        aiming->can = hits != WYRM_EFFECT_NO_AIM;
        aiming->hit_count = aiming->can ? hits : 0;
        aiming->why = wyrm_sight_has(&view->sight, target.x, target.y)
                          ? "That is out of range."
                          : "You cannot see that place.";
        return;
    }
    aiming->why = why_out_of_reach(session, aiming, target);
    aiming->can = aiming->why == NULL;
    for (size_t i = 0; i < view->monster_count; i++) {
        wyrm_position at = game->monsters[view->monsters[i].index].body.at;
        if (view->monsters[i].in_sight &&
            (aiming->has_area ? wyrm_sight_has(&aiming->area, at.x, at.y)
                              : term_same_tile(at, aiming->end)))
            aiming->hits[aiming->hit_count++] = i;
    }
    aiming->user =
        aiming->has_area && wyrm_sight_has(&aiming->area, game->player->at.x, game->player->at.y);
}

/* The cursor starts on the nearest whom it would hit, best without the player; Tab leads to all.
 * Where nobody would be hit, on the nearest in sight: it shows why that is out of reach. */
static void find_targets(const term_session *session, target_state *aiming)
{
    term_cursor *cursor = &aiming->cursor;
    bool found = false;
    cursor->at = term_now(session)->player->at;
    for (int out_of_reach = 0; out_of_reach < 2 && cursor->stop_count == 0; out_of_reach++)
        for (size_t i = 0; i < session->view->monster_count; i++) {
            const wyrm_seen_monster *seen = &session->view->monsters[i];
            wyrm_position at = term_now(session)->monsters[seen->index].body.at;
            aim_at(session, at, aiming);
            if (!seen->in_sight || (!out_of_reach && (!aiming->can || aiming->hit_count == 0)))
                continue;
            term_cursor_stop(cursor, at);
            if (cursor->stop_count == 1 || (!out_of_reach && !found && !aiming->user))
                cursor->at = at;
            found |= !aiming->user;
        }
    aim_at(session, cursor->at, aiming);
}

/* ---- Drawing ---- */

/* The way as stars, which are visible without colours, but not over monsters; the area; and who
 * would be hit. */
static void draw_shot(const term_session *session, const target_state *aiming, term_canvas *canvas)
{
    const term_map_view *view = &aiming->cursor.view;
    const wyrm_sight *area = &aiming->area;
    for (size_t i = 0; i < aiming->path_count; i++) {
        wyrm_position at = aiming->path[i];
        int x, y;
        if (!term_same_tile(at, aiming->end) && term_map_cell(view, at, &x, &y) &&
            wyrm_seen_on(session->game, session->view, at.x, at.y) == NULL)
            term_put(canvas, x, y, '*', TERM_PATH);
    }
    int radius = aiming->has_area ? area->radius : -1;
    for (int y = area->from.y - radius; y <= area->from.y + radius; y++)
        for (int x = area->from.x - radius; x <= area->from.x + radius; x++) {
            bool known;
            wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
            if (known && tile != WYRM_TILE_WALL && wyrm_sight_has(area, x, y))
                term_map_paint(canvas, view, (wyrm_position){(int16_t)x, (int16_t)y}, TERM_AREA);
        }
    for (size_t i = 0; i < aiming->hit_count; i++) {
        int32_t index = session->view->monsters[aiming->hits[i]].index;
        term_map_paint(canvas, view, term_now(session)->monsters[index].body.at, TERM_HIT);
    }
    if (aiming->user)
        term_map_paint(canvas, view, term_now(session)->player->at, TERM_HIT);
}

/* Lists who would be hit in the side column. */
static void draw_side(const term_session *session, const target_state *aiming, term_canvas *canvas)
{
    term_area area = term_side_title(canvas, aiming->name);
    char text[WYRM_NAME_TEXT_MAX + 32], range[24] = "as far as you see";
    if (aiming->what[0] != '\0')
        term_say(canvas, &area, TERM_PLAIN, aiming->what);
    if (aiming->range >= 0)
        snprintf(range, sizeof range, "%d", aiming->range);
    snprintf(text, sizeof text, "Range: %s. Aim: %d away.", range,
             term_tiles_apart(term_now(session)->player->at, aiming->cursor.at));
    term_say(canvas, &area, TERM_PLAIN, text);
    term_skip(&area, 1);
    if (!aiming->can) {
        term_say(canvas, &area, TERM_WARN, aiming->why);
        return;
    }
    term_say(canvas, &area, TERM_TITLE, "Would be hit");
    for (size_t i = 0; i < aiming->hit_count && area.height > 1; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[aiming->hits[i]];
        const wyrm_game_monster *monster = &term_now(session)->monsters[seen->index];
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_monster_text(session->engine, monster, name);
        snprintf(text, sizeof text, "%s, %lld of %lld hp", name,
                 (long long)monster->body.combatant.hp, (long long)monster->body.combatant.max_hp);
        term_say(canvas, &area, TERM_PLAIN, text);
    }
    if (aiming->user)
        term_say(canvas, &area, TERM_BAD, aiming->hit_count > 0 ? "you, too!" : "only you!");
    else if (aiming->hit_count == 0)
        term_say(canvas, &area, TERM_DIM, "nobody");
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    target_state *aiming = state;
    term_scene_draw(app, aiming->play, &aiming->cursor.view, canvas, aiming->cursor.at);
    draw_shot(app->session, aiming, canvas);
    draw_side(app->session, aiming, canvas);
    term_hints_draw(
        app, canvas, "Where to?",
        "move, or click: aim   {next}: next target   {confirm}: do it   {cancel}: not now");
    term_map_point(canvas, &aiming->cursor.view, aiming->cursor.at);
}

/* ---- Taking ---- */

static void answer(term_app *app, bool yes, void *context)
{
    const target_state *aiming = context;
    term_play *play = aiming->play;
    wyrm_command command = aiming->command;
    command.target = aiming->cursor.at;
    if (!yes)
        return;
    term_pop_to(app, play->home);
    term_play_act(app, play, &command);
}

static void confirm(term_app *app, target_state *aiming)
{
    if (!aiming->can)
        term_notice(app, "%s", aiming->why);
    else if (aiming->user)
        term_ask(app,
                 aiming->hit_count > 0 ? "This would hit you, too. Do it all the same?"
                                       : "This would hit only you. Do it all the same?",
                 false, answer, aiming);
    else
        answer(app, true, aiming);
}

static void take(term_app *app, void *state, const term_input *input)
{
    target_state *aiming = state;
    wyrm_position before = aiming->cursor.at;
    term_deed again = aiming->command.kind == WYRM_DO_SHOOT   ? TERM_FIRE
                      : aiming->command.kind == WYRM_DO_THROW ? TERM_THROW
                                                              : TERM_APPLY;
    bool other = input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS;
    if (input->deed == TERM_CANCEL || (input->mouse && input->other_button))
        term_pop(app);
    else if (input->deed == TERM_CONFIRM || input->deed == again)
        confirm(app, aiming);
    else if (other && aiming->cursor.stop_count < 2)
        term_notice(app, aiming->cursor.stop_count == 0 ? "You see nobody to aim at."
                                                        : "There is no other target in sight.");
    else if (!term_cursor_take(&aiming->cursor, term_now(app->session)->map, input))
        term_useless_key(app, input);
    else if (input->mouse && term_same_tile(before, aiming->cursor.at))
        confirm(app, aiming);
    else
        aim_at(app->session, aiming->cursor.at, aiming);
}

static const term_screen_kind kind = {
    .name = "target", .size = sizeof(target_state), .whole = true, .draw = draw, .take = take};

void term_open_target(term_app *app, term_play *play, wyrm_command command)
{
    target_state *aiming = term_push(app, &kind);
    aiming->play = play;
    aiming->command = command;
    aiming->item = (size_t)command.argument;
    aiming->cursor.view = play->view;
    describe(app->session, aiming);
    find_targets(app->session, aiming);
}
