/* A cursor on the map, in three screens: looking around, choosing a target, and the whole map.
 *
 * All three share the cursor and its keys, so that a player who has looked around knows how to aim;
 * they differ in the stops of the Tab key and in what Enter does. The stops are the tiles worth
 * looking at, nearest first, since nobody wants to walk a cursor tile by tile over an empty floor.
 *
 * Each screen keeps what it knows about the tile under the cursor and computes it when the cursor
 * moves, not when it is drawn: odds take a moment, and drawing is more frequent than moving.
 * Nothing is shown that the player does not know: a tile is what the player remembers, and a
 * monster is there only if it is perceived. */
#include "term/internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STOPS_MAX 256
#define RUN_TILES 5

/* A plain value; {0} is empty. */
typedef struct map_cursor {
    term_map_view view; /* the window follows the cursor */
    wyrm_position at;
    size_t stop_count; /* tiles of the keys for next and previous, nearest first */
    wyrm_position stops[STOPS_MAX];
} map_cursor;

typedef enum cursor_answer {
    IGNORED, /* the cursor has no use for the input */
    MOVED,   /* by a step, a run of RUN_TILES, to the next or previous stop, or a click */
    AGAIN,   /* a click on the cursor's tile */
    CHOSEN,  /* Enter */
    LEFT     /* Esc, or another mouse button */
} cursor_answer;

/* Adds a stop, unless the tile is one already. */
static void add_stop(map_cursor *cursor, wyrm_position at)
{
    for (size_t i = 0; i < cursor->stop_count; i++)
        if (game_same_tile(cursor->stops[i], at))
            return;
    if (cursor->stop_count < STOPS_MAX)
        cursor->stops[cursor->stop_count++] = at;
}

/* Handles an input of the cursor. A second click on its tile is an answer of its own, since the
 * mouse has no Enter: one screen takes it as Enter, another shows more. */
static cursor_answer move(map_cursor *cursor, const wyrm_map *map, const term_input *input)
{
    wyrm_direction direction;
    wyrm_position before = cursor->at;
    size_t count = cursor->stop_count, at = 0;
    bool runs, back = input->deed == TERM_PREVIOUS;
    if (term_closes(input) || input->deed == TERM_CONFIRM)
        return input->deed == TERM_CONFIRM ? CHOSEN : LEFT;
    if (input->mouse) {
        if (input->wheel != 0 ||
            !term_map_tile(&cursor->view, map, input->x, input->y, &cursor->at))
            return IGNORED;
        return game_same_tile(before, cursor->at) ? AGAIN : MOVED;
    }
    if (term_deed_direction(input->deed, &direction, &runs)) {
        for (int i = runs ? RUN_TILES : 1; i > 0; i--) {
            wyrm_position next = wyrm_neighbour(cursor->at, direction);
            if (next.x >= 0 && next.y >= 0 && next.x < map->width && next.y < map->height)
                cursor->at = next;
        }
        return MOVED;
    }
    if (input->deed != TERM_NEXT && !back)
        return IGNORED;
    /* go to the next or previous stop, or from elsewhere to the nearest */
    while (at < count && !game_same_tile(cursor->stops[at], cursor->at))
        at++;
    if (count > 0 && at == count)
        cursor->at = cursor->stops[back ? count - 1 : 0];
    else if (count > 0)
        cursor->at = cursor->stops[(at + (back ? count - 1 : 1)) % count];
    return MOVED;
}

/* ---- Looking around: what is on a tile, and the odds of a fight with a monster there ----
 *
 * Choosing where to travel is the same screen. */

typedef struct look_state {
    bool travels;
    map_cursor cursor;
    const wyrm_seen_monster *seen; /* the monster on the tile; NULL: none */
    term_odds odds;                /* of `seen` */
} look_state;

/* Finds the monster under the cursor, and the odds against it. */
static void look(const term_session *session, look_state *looking)
{
    looking->seen = NULL;
    for (size_t i = session->view->monster_count; i-- > 0;)
        if (game_same_tile(term_seen(session, i)->body.at, looking->cursor.at))
            looking->seen = &session->view->monsters[i];
    if (looking->seen != NULL)
        term_odds_find(session, &term_now(session)->monsters[looking->seen->index], true,
                       &looking->odds);
}

/* Describes the tile: "You see an Orc, asleep, on the stairs. 3 tiles away." The verb tells what
 * the player knows: a tile is seen or recalled, a monster is seen or sensed, so that nobody
 * mistakes a memory for the present. */
static void say_tile(const term_session *session, const look_state *looking, char *out, size_t size)
{
    wyrm_position at = looking->cursor.at;
    char ground[WYRM_NAME_TEXT_MAX + 40], who[WYRM_NAME_TEXT_MAX + 120] = "", away[40] = "";
    char named[WYRM_NAMED_TEXT_MAX];
    bool known;
    wyrm_tile tile = wyrm_known_tile(session->game, at.x, at.y, &known);
    const wyrm_terrain *terrain = wyrm_known_terrain(session->engine, session->game, at.x, at.y);
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    const wyrm_heap *heap = wyrm_known_heap(session->game, at.x, at.y);
    int distance = game_tiles_apart(at, term_now(session)->player->at);
    if (distance > 0)
        snprintf(away, sizeof away, " %d tile%s away.", distance, distance == 1 ? "" : "s");
    if (!known && looking->seen == NULL) {
        snprintf(out, size, "You have not seen that place.%s", away);
        return;
    }
    if (session->view->goal_known && game_same_tile(session->view->goal, at)) {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        wyrm_name_the(goal == NULL ? "goal" : goal, named);
        snprintf(ground, sizeof ground, "%s: that is what you came for", named);
    } else if (item != NULL) {
        wyrm_item_text(session->engine, item, named);
        wyrm_name_a(named, ground);
    } else if (heap != NULL) {
        snprintf(ground, sizeof ground, "%d piece%s of gold", (int)heap->pieces,
                 heap->pieces == 1 ? "" : "s");
    } else if (tile == WYRM_TILE_STAIRS) {
        snprintf(ground, sizeof ground, "the way %s",
                 wyrm_engine_rules(session->engine)->climbs ? "up" : "down");
    } else if (terrain != NULL) {
        char text[WYRM_MESSAGE_TEXT_MAX];
        wyrm_terrain_text(terrain, text);
        snprintf(ground, sizeof ground, "%.*s", (int)sizeof ground - 1, text);
    } else {
        snprintf(ground, sizeof ground, "%s", tile == WYRM_TILE_WALL ? "a wall" : "the floor");
    }
    if (distance == 0) {
        snprintf(out, size, "That is you. Here: %s.", ground);
        return;
    }
    bool sees = known && wyrm_sight_has(&session->view->sight, at.x, at.y);
    const char *verb = sees ? "see" : "recall";
    if (looking->seen != NULL) {
        char name[WYRM_NAME_TEXT_MAX], condition[80] = "";
        term_style style;
        const wyrm_game_monster *monster = &term_now(session)->monsters[looking->seen->index];
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_a(name, named);
        bool has = term_condition_text(session->engine, &monster->body, 0, true, condition, &style);
        bool plain = !known || strcmp(ground, "the floor") == 0;
        snprintf(who, sizeof who, "%s%s%s%s", named, has ? ", " : "", condition,
                 plain ? "" : ", on ");
        if (plain)
            ground[0] = '\0';
        verb = looking->seen->in_sight ? "see" : "sense";
    }
    snprintf(out, size, "You %s %s%s.%s", verb, who, ground, away);
}

/* Draws a monster in the side column: the odds before the stats, since they sum up the stats. */
static void draw_monster(const term_app *app, const look_state *looking)
{
    const term_session *session = app->session;
    const wyrm_game_monster *monster = &term_now(session)->monsters[looking->seen->index];
    const wyrm_combatant *body = &monster->body.combatant;
    const term_odds *odds = &looking->odds;
    char text[WYRM_NAME_TEXT_MAX];
    term_style style;
    wyrm_monster_text(session->engine, monster, text);
    term_area area = term_side_title(app, text), row = term_row(&area);
    /* kinds without a level are scaled to the depth */
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    int32_t kind = monster->spawn.monster;
    const bool has_level = kind >= 0 && wyrm_roster_monster(roster, (size_t)kind)->level > 0;
    const unsigned long long experience = monster->spawn.experience;
    if (has_level)
        term_write(&row, TERM_DIM, "level %d%s", body->level, experience > 0 ? ", " : "");
    if (experience > 0)
        term_text(row, TERM_DIM, "gives %llu XP", experience);
    if (has_level || experience > 0)
        row = term_row(&area);
    term_write(&row, TERM_PLAIN, "HP %lld/%lld ", (long long)body->hp, (long long)body->max_hp);
    term_bar(row, term_life(body), TERM_BAD);
    for (size_t i = 0; term_condition_text(session->engine, &monster->body, i, false, text, &style);
         i++)
        term_say(&area, style, "%s", text);
    term_skip(&area, 1);
    term_say(&area, odds->known ? term_odds_style(odds->duel.p_win) : TERM_DIM, "%s", odds->words);
    term_say(&area, term_odds_style(odds->better.duel.p_win), "%s", odds->with);
    const wyrm_combatant *player = &term_now(session)->player->combatant;
    const wyrm_combatant met = game_as_met(session->engine, &monster->body);
    char attack[96];
    for (int its = 0; its <= 1; its++) {
        term_attack_text(session, its ? body : player, its ? player : &met, WYRM_ATTACK_MELEE, 1.0,
                         0.0, attack, sizeof attack);
        if (attack[0] != '\0')
            term_say(&area, TERM_PLAIN, "%s: %s", its ? "It" : "You", attack);
    }
    term_skip(&area, 1);
    term_figures_draw(&area, session->engine, body, TERM_FIGURES_MAX);
}

static void look_draw(term_app *app, void *state, term_canvas *canvas)
{
    look_state *looking = state;
    const term_session *session = app->session;
    wyrm_position at = looking->cursor.at;
    char text[400];
    term_scene_draw(app, &looking->cursor.view, canvas, at);
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    if (looking->seen != NULL) {
        draw_monster(app, looking);
    } else if (item != NULL) {
        /* Shows an item on the ground as the pack would: gear is compared with what is worn. The
         * panel draws a copy of the game in which the player carries it. */
        term_session carrying = *session;
        carrying.game = wyrm_game_carrying(session->game, item);
        term_area side = app->play.layout.side;
        if (carrying.game != NULL) {
            term_clear(side);
            term_item_panel_draw(&carrying, term_now(session)->pack_count, false, side);
        }
        wyrm_game_free(carrying.game);
    }
    say_tile(session, looking, text, sizeof text);
    if (looking->seen != NULL && looking->odds.known)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %s",
                 TERM_ODDS_ASSUME(looking->odds.duel.fights > 0));
    const char *keys = "move, or click: look   {next}: next   {confirm}: go there   {cancel}: back";
    if (session->watching)
        keys = "move, or click: look   {next}: next   {cancel}: back";
    else if (looking->travels)
        keys = "move, or click: choose   {confirm}: go there   {travel}: to the stairs   {cancel}: "
               "stay";
    term_hints_draw(app, text, keys);
}

static void look_take(term_app *app, void *state, const term_input *input)
{
    look_state *looking = state;
    map_cursor *cursor = &looking->cursor;
    cursor_answer answer = move(cursor, term_now(app->session)->map, input);
    bool other = input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS;
    if (input->deed == TERM_NUMBERS || (answer == AGAIN && !looking->travels)) {
        term_open_numbers_at(app, cursor->at);
    } else if (answer == LEFT || (input->deed == TERM_LOOK && !looking->travels)) {
        term_pop(app);
    } else if (input->deed == TERM_TRAVEL || input->deed == TERM_LEAVE) {
        term_pop(app);
        term_autopilot_leave(app);
    } else if (other && cursor->stop_count == 0) {
        term_notice(app, "You know of nothing here to look at.");
    } else if (answer == CHOSEN || (answer == AGAIN && looking->travels)) {
        term_pop(app);
        term_autopilot_go(app, cursor->at);
    } else if (answer == IGNORED) {
        term_useless_key(app, input);
    } else {
        look(app->session, looking);
    }
}

void term_open_look(term_app *app, wyrm_position from, bool travels)
{
    static const term_screen_kind kind = {
        .name = "look", .size = sizeof(look_state), .draw = look_draw, .take = look_take};
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const wyrm_observation *view = session->view;
    look_state *looking = term_push(app, &kind);
    map_cursor *cursor = &looking->cursor;
    looking->travels = travels;
    cursor->view = app->play.view;
    cursor->at = from;
    /* the Tab key visits monsters, nearest first, then items, then stairs and goal */
    for (size_t i = 0; i < view->monster_count; i++)
        add_stop(cursor, term_seen(session, i)->body.at);
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].seen)
            add_stop(cursor, game->items[i].at);
    if (view->exit_known)
        add_stop(cursor, view->exit);
    if (view->goal_known)
        add_stop(cursor, view->goal);
    if (!travels && game_same_tile(from, game->player->at) && view->monster_count > 0)
        cursor->at = cursor->stops[0];
    look(session, looking);
}

void term_look_here(term_app *app)
{
    term_open_look(app, term_now(app->session)->player->at, false);
}

/* ---- Choosing a target: the path, the area, and who would be hit ----
 *
 * A used item takes effect at its target directly; a missile stops at the first creature in its way
 * and hits there. The preview uses only what the player knows, so that aiming at the dark reveals
 * nothing. */

typedef struct target_state {
    wyrm_command command; /* WYRM_DO_USE, WYRM_DO_SHOOT or WYRM_DO_THROW */
    size_t item;          /* index in the pack; unused for shooting */
    int32_t range;        /* tiles; -1: as far as the player sees */
    double radius;        /* of the area, in tiles; 0: one tile */
    bool has_area;
    char name[WYRM_NAME_TEXT_MAX];
    char what[WYRM_MESSAGE_TEXT_MAX]; /* description of the effect; or "" */
    wyrm_combatant armed;             /* the player with the weapon that shoots or is thrown */
    map_cursor cursor;

    /* the outcome at the cursor's tile */
    const char *why;   /* why the tile is no valid target; NULL: it is */
    wyrm_position end; /* where a missile stops: before a known wall, or at the first creature */
    size_t path_count;
    wyrm_position path[WYRM_MAP_SIDE_MAX]; /* the tiles up to `end` */
    size_t hit_count;
    size_t hits[WYRM_LEVEL_SPAWNS_MAX]; /* indexes of session->view->monsters */
    bool user;                          /* the player would be hit, too */
    wyrm_sight area;                    /* the affected tiles, if has_area */
} target_state;

/* Computes the outcome at a tile: the path, where a missile stops, and who is hit. Only known walls
 * stop the path: stopping at an unknown one would reveal it. */
static void aim_at(const term_session *session, wyrm_position target, target_state *aiming)
{
    const wyrm_observation *view = session->view;
    wyrm_position from = term_now(session)->player->at;
    wyrm_grid grid = wyrm_map_grid(term_now(session)->map);
    const wyrm_sight *area = &aiming->area;
    bool sees = wyrm_sight_has(&view->sight, target.x, target.y);
    bool uses = aiming->command.kind == WYRM_DO_USE;
    aiming->hit_count = aiming->path_count = 0;
    aiming->why = NULL;
    aiming->end = from;
    size_t most = COUNT_OF(aiming->path);
    size_t count = wyrm_line(&grid, from, target, aiming->path, most);
    for (size_t i = 0; i < count && i < most; i++) {
        bool known;
        wyrm_position at = aiming->path[i];
        if (wyrm_known_tile(session->game, at.x, at.y, &known) == WYRM_TILE_WALL && known)
            break;
        aiming->end = at;
        aiming->path_count = i + 1;
        if (!uses && wyrm_seen_on(session->game, view, at.x, at.y) != NULL)
            break;
    }
    if (uses)
        aiming->end = target;
    if (aiming->has_area)
        wyrm_sight_by(&grid, aiming->end, wyrm_engine_rules(session->engine)->measure,
                      (int)aiming->radius, &aiming->area);
    if (uses) {
        size_t hits = wyrm_would_hit(session->engine, session->game, view, aiming->item, target,
                                     aiming->hits, &aiming->user);
        if (hits == WYRM_EFFECT_NO_AIM)
            aiming->why = game_same_tile(target, from) ? "That would be yourself."
                          : sees                       ? "That is out of range."
                                                       : "You cannot see that place.";
        else
            aiming->hit_count = hits;
        return;
    }
    if (game_same_tile(target, from))
        aiming->why = "That would be yourself.";
    else if (!sees)
        aiming->why = "You cannot see that place.";
    else if (game_tiles_apart(target, from) > aiming->range)
        aiming->why = "That is too far away.";
    else if (aiming->command.kind == WYRM_DO_SHOOT &&
             wyrm_seen_on(session->game, view, target.x, target.y) == NULL)
        aiming->why = "You see nobody there.";
    for (size_t i = 0; i < view->monster_count; i++) {
        wyrm_position at = term_seen(session, i)->body.at;
        if (view->monsters[i].in_sight &&
            (aiming->has_area ? wyrm_sight_has(area, at.x, at.y) : game_same_tile(at, aiming->end)))
            aiming->hits[aiming->hit_count++] = i;
    }
    aiming->user = aiming->has_area && wyrm_sight_has(area, from.x, from.y);
}

/* Changes the style of a tile's cell, if it is in the window. */
static void paint(const term_map_view *view, wyrm_position tile, term_style style)
{
    const term_canvas *canvas = view->area.canvas;
    int x, y;
    if (!term_map_cell(view, tile, &x, &y))
        return;
    uint32_t character = canvas->cells[y * canvas->width + x].character;
    term_put(view->area.canvas, x, y, character != 0 ? character : ' ', style);
}

/* Draws the path as stars, which are visible without colours, but not over monsters; then the area
 * and who would be hit. */
static void draw_shot(const term_session *session, const target_state *aiming)
{
    const term_map_view *view = &aiming->cursor.view;
    const wyrm_sight *area = &aiming->area;
    for (size_t i = 0; i < aiming->path_count; i++) {
        wyrm_position at = aiming->path[i];
        int x, y;
        if (!game_same_tile(at, aiming->end) && term_map_cell(view, at, &x, &y) &&
            wyrm_seen_on(session->game, session->view, at.x, at.y) == NULL)
            term_put(view->area.canvas, x, y, '*', TERM_PATH);
    }
    int radius = aiming->has_area ? area->radius : -1;
    for (int y = area->from.y - radius; y <= area->from.y + radius; y++)
        for (int x = area->from.x - radius; x <= area->from.x + radius; x++) {
            bool known;
            wyrm_tile tile = wyrm_known_tile(session->game, x, y, &known);
            if (known && tile != WYRM_TILE_WALL && wyrm_sight_has(area, x, y))
                paint(view, (wyrm_position){(int16_t)x, (int16_t)y}, TERM_AREA);
        }
    for (size_t i = 0; i < aiming->hit_count; i++)
        paint(view, term_seen(session, aiming->hits[i])->body.at, TERM_HIT);
    if (aiming->user)
        paint(view, term_now(session)->player->at, TERM_HIT);
}

/* Describes what the shot or throw does to a monster that it hits; out[WYRM_NAME_TEXT_MAX], "" for
 * a used item. */
static void say_shot(const term_session *session, const target_state *aiming,
                     const wyrm_game_monster *monster, char *out)
{
    const wyrm_engine *engine = session->engine;
    const int32_t distance = game_tiles_apart(term_now(session)->player->at, aiming->end);
    const bool fires = game_stat_of(engine, &aiming->armed, WYRM_STAT_RANGE, 0.0) > 0.0 &&
                       !(game_reach_of(engine, &aiming->armed) > 1 &&
                         distance <= game_reach_of(engine, &aiming->armed));
    const wyrm_combatant met = game_as_met(engine, &monster->body);
    *out = '\0';
    if (aiming->command.kind != WYRM_DO_USE)
        term_attack_text(session, &aiming->armed, &met,
                         aiming->command.kind == WYRM_DO_THROW ? WYRM_ATTACK_THROWN
                         : fires                               ? WYRM_ATTACK_FIRED
                                                               : WYRM_ATTACK_MELEE,
                         distance, game_tiles_apart(aiming->end, monster->body.at), out,
                         WYRM_NAME_TEXT_MAX);
}

static void aim_draw(term_app *app, void *state, term_canvas *canvas)
{
    target_state *aiming = state;
    const term_session *session = app->session;
    term_scene_draw(app, &aiming->cursor.view, canvas, aiming->cursor.at);
    draw_shot(session, aiming);
    /* the side column: who would be hit */
    term_area area = term_side_title(app, aiming->name);
    char range[24] = "as far as you see";
    term_skip(&area, 1);
    term_say(&area, TERM_PLAIN, "%s", aiming->what);
    if (aiming->range >= 0)
        snprintf(range, sizeof range, "%d", aiming->range);
    term_say(&area, TERM_PLAIN, "Range: %s. Aim: %d away.", range,
             game_tiles_apart(term_now(session)->player->at, aiming->cursor.at));
    term_skip(&area, 1);
    if (aiming->why != NULL) {
        term_say(&area, TERM_WARN, "%s", aiming->why);
    } else {
        term_say(&area, TERM_TITLE, "Would be hit");
        for (size_t i = 0; i < aiming->hit_count && area.height > 1; i++) {
            const wyrm_game_monster *monster = term_seen(session, aiming->hits[i]);
            const wyrm_combatant *body = &monster->body.combatant;
            char name[WYRM_NAME_TEXT_MAX];
            wyrm_monster_text(session->engine, monster, name);
            term_say(&area, TERM_PLAIN, "%s, %lld of %lld hp", name, (long long)body->hp,
                     (long long)body->max_hp);
            say_shot(session, aiming, monster, name);
            term_say(&area, TERM_DIM, "%s", name);
        }
        if (aiming->user)
            term_say(&area, TERM_BAD, aiming->hit_count > 0 ? "you, too!" : "only you!");
        else if (aiming->hit_count == 0)
            term_say(&area, TERM_DIM, "nobody");
    }
    term_hints_draw(
        app, "Where to?",
        "move, or click: aim   {next}: next target   {confirm}: do it   {cancel}: not now");
}

static void act_if_confirmed(term_app *app, bool yes)
{
    if (!yes)
        return;
    term_go_home(app);
    term_play_act(app, app->play.asked);
}

/* Asks for confirmation only where the player would be hit: a question at every shot would be
 * answered unread. */
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
                 false, act_if_confirmed);
    else
        act_if_confirmed(app, true);
}

static void aim_take(term_app *app, void *state, const term_input *input)
{
    /* the key that opened the screen confirms, too */
    static const term_deed again[] = {
        [WYRM_DO_USE] = TERM_APPLY, [WYRM_DO_SHOOT] = TERM_FIRE, [WYRM_DO_THROW] = TERM_THROW};
    target_state *aiming = state;
    map_cursor *cursor = &aiming->cursor;
    bool other = input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS;
    bool stays = other && cursor->stop_count < 2;
    cursor_answer answer = stays ? IGNORED : move(cursor, term_now(app->session)->map, input);
    if (answer == LEFT)
        term_pop(app);
    else if (answer == CHOSEN || answer == AGAIN || input->deed == again[aiming->command.kind])
        confirm(app, aiming);
    else if (stays)
        term_notice(app, cursor->stop_count == 0 ? "You see nobody to aim at."
                                                 : "There is no other target in sight.");
    else if (answer == IGNORED)
        term_useless_key(app, input);
    else
        aim_at(app->session, cursor->at, aiming);
}

/* The cursor starts on the nearest monster that would be hit, preferably without hitting the
 * player; the stops are all such monsters. If there are none, they are the monsters in sight, so
 * that the screen says why the nearest cannot be hit. */
void term_open_target(term_app *app, wyrm_command command)
{
    static const term_screen_kind kind = {
        .name = "target", .size = sizeof(target_state), .draw = aim_draw, .take = aim_take};
    const term_session *session = app->session;
    const wyrm_engine *engine = session->engine;
    target_state *aiming = term_push(app, &kind);
    map_cursor *cursor = &aiming->cursor;
    bool found = false;
    aiming->command = command;
    aiming->item = (size_t)command.argument;
    cursor->view = app->play.view;
    cursor->at = term_now(session)->player->at;
    wyrm_combatant player = term_now(session)->player->combatant;
    if (command.kind == WYRM_DO_SHOOT) {
        snprintf(aiming->name, sizeof aiming->name, "From afar");
        aiming->range = wyrm_strike_range(engine, session->game);
        if (game_stat_of(engine, &player, WYRM_STAT_RANGE, 0.0) > 0.0)
            aiming->radius = game_stat_of(engine, &player, WYRM_STAT_SHOT_BLAST, 0.0);
    } else {
        const wyrm_game_item *item = &term_now(session)->pack[aiming->item];
        wyrm_item_text(engine, item, aiming->name);
        wyrm_item_describe(engine, item, aiming->what);
        if (!item->worn) /* a thrown weapon hits as if it were wielded */
            wyrm_player_with(engine, session->game, aiming->item, &player);
        aiming->range = wyrm_throw_range(engine, session->game, aiming->item);
        aiming->radius = game_stat_of(engine, &player, WYRM_STAT_BLAST, 0.0);
    }
    aiming->has_area = aiming->radius > 0.0;
    aiming->armed = player;
    if (command.kind == WYRM_DO_USE) {
        wyrm_effect effect = wyrm_pack_effect(engine, session->game, aiming->item);
        aiming->range = effect.range;
        aiming->radius = effect.radius;
        aiming->has_area = wyrm_effect_aims(effect.kind) == WYRM_AIM_AREA;
    }
    /* the second pass runs only if the first has found nobody */
    for (int out_of_reach = 0; out_of_reach < 2 && cursor->stop_count == 0; out_of_reach++)
        for (size_t i = 0; i < session->view->monster_count; i++) {
            wyrm_position at = term_seen(session, i)->body.at;
            aim_at(session, at, aiming);
            bool hits = aiming->why == NULL && aiming->hit_count > 0;
            if (!session->view->monsters[i].in_sight || (!out_of_reach && !hits))
                continue;
            add_stop(cursor, at);
            if (cursor->stop_count == 1 || (!out_of_reach && !found && !aiming->user))
                cursor->at = at;
            found |= !aiming->user;
        }
    aim_at(session, cursor->at, aiming);
}

/* ---- The whole map: in full size if it fits, else scaled down, or scrolled ---- */

typedef struct map_state {
    bool scrolls;      /* in full size with a cursor, though it does not fit */
    map_cursor cursor; /* centre of the scrolled window */
} map_state;

/* The importance of a cell: when several tiles share a character the most important is shown; a
 * floor counts more than a wall of the same style. */
static int weight_of(const term_app *app, term_cell cell)
{
    static const int weights[TERM_STYLE_COUNT] = {
        [TERM_PLAYER] = 9,    [TERM_EXIT] = 8,      [TERM_MONSTER] = 7,   [TERM_WARN] = 7,
        [TERM_ASLEEP] = 6,    [TERM_ITEM] = 5,      [TERM_FLOOR] = 3,     [TERM_WALL] = 2,
        [TERM_DIM] = 2,       [TERM_MONSTER_2] = 7, [TERM_MONSTER_3] = 7, [TERM_MONSTER_4] = 7,
        [TERM_MONSTER_5] = 7, [TERM_ITEM_2] = 5,    [TERM_ITEM_3] = 5,    [TERM_ITEM_4] = 5,
        [TERM_ITEM_5] = 5,
    };
    if (cell.character == 0)
        return 0;
    return 2 * weights[cell.style] + (cell.character == app->play.terrain.floor);
}

/* The known part of the map, to be scaled down line by line: the two neighbouring lines that differ
 * least are merged, so that rooms shrink before a door or a bend is lost. */
typedef struct picture {
    const term_app *app;
    int lines[2], most[2]; /* [0] rows, [1] columns: present number, and number that fits */
    term_cell cells[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX];
} picture;

static term_cell *cell_of(picture *of, int axis, int line, int place)
{
    return axis == 0 ? &of->cells[line][place] : &of->cells[place][line];
}

/* The information lost by merging a line with the next: for each pair of unlike cells, the weight
 * of the lesser. */
static int loss(picture *of, int axis, int line)
{
    int sum = 0;
    for (int place = 0; place < of->lines[1 - axis]; place++) {
        const term_cell one = *cell_of(of, axis, line, place);
        const term_cell other = *cell_of(of, axis, line + 1, place);
        const int a = weight_of(of->app, one), b = weight_of(of->app, other);
        if (one.character != other.character)
            sum += 1 + (a < b ? a : b);
    }
    return sum;
}

static void merge(picture *of, int axis, int line)
{
    for (int place = 0; place < of->lines[1 - axis]; place++) {
        term_cell *one = cell_of(of, axis, line, place);
        const term_cell other = *cell_of(of, axis, line + 1, place);
        if (weight_of(of->app, other) > weight_of(of->app, *one))
            *one = other;
        for (int next = line + 1; next + 1 < of->lines[axis]; next++)
            *cell_of(of, axis, next, place) = *cell_of(of, axis, next + 1, place);
    }
    of->lines[axis]--;
}

/* Merges lines along an axis until they fit. Of equal losses it takes the line made of the fewest
 * tiles, so that no room vanishes. */
static void shrink(picture *of, int axis)
{
    int losses[WYRM_MAP_SIDE_MAX], tiles[WYRM_MAP_SIDE_MAX];
    for (int line = 0; line < of->lines[axis]; line++) {
        tiles[line] = 1;
        losses[line] = line + 1 < of->lines[axis] ? loss(of, axis, line) : 0;
    }
    while (of->lines[axis] > of->most[axis]) {
        int best = 0;
        for (int line = 1; line + 1 < of->lines[axis]; line++) {
            const int less = losses[line] - losses[best];
            if (less < 0 ||
                (less == 0 && tiles[line] + tiles[line + 1] < tiles[best] + tiles[best + 1]))
                best = line;
        }
        merge(of, axis, best);
        tiles[best] += tiles[best + 1];
        for (int line = best + 1; line < of->lines[axis]; line++) {
            tiles[line] = tiles[line + 1];
            losses[line] = losses[line + 1];
        }
        for (int line = best - 1; line <= best; line++)
            if (line >= 0 && line + 1 < of->lines[axis])
                losses[line] = loss(of, axis, line);
    }
}

static void draw_scaled(const term_app *app, term_area part, term_area area)
{
    picture *of = calloc(1, sizeof *of);
    if (of == NULL)
        return;
    of->app = app;
    of->lines[0] = part.height;
    of->lines[1] = part.width;
    of->most[0] = area.height;
    of->most[1] = area.width;
    for (int y = 0; y < part.height; y++)
        for (int x = 0; x < part.width; x++)
            of->cells[y][x] = term_tile_cell(app, part.x + x, part.y + y);
    shrink(of, 0);
    shrink(of, 1);
    const int left = area.x + (area.width - of->lines[1]) / 2;
    const int top = area.y + (area.height - of->lines[0]) / 2;
    for (int y = 0; y < of->lines[0]; y++)
        for (int x = 0; x < of->lines[1]; x++) {
            const term_cell cell = of->cells[y][x];
            if (cell.character != 0)
                term_put(area.canvas, left + x, top + y, cell.character, cell.style);
            if (cell.style == TERM_PLAYER) {
                area.canvas->cursor_x = left + x;
                area.canvas->cursor_y = top + y;
            }
        }
    free(of);
}

static void map_draw(term_app *app, void *state, term_canvas *canvas)
{
    map_state *over = state;
    const wyrm_game_view *game = term_now(app->session);
    term_map_view *view = &over->cursor.view;
    term_area area = term_all(canvas);
    char depth[32];
    /* bounds of the known part, in tiles */
    int left = game->player->at.x, right = left, top = game->player->at.y, bottom = top;
    for (int y = 0; y < game->map->height; y++)
        for (int x = 0; x < game->map->width; x++) {
            bool known;
            wyrm_known_tile(app->session->game, x, y, &known);
            if (!known)
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    term_area part = {NULL, left, top, right - left + 1, bottom - top + 1};
    const char *keys = "Not to scale: rooms are drawn smaller.   {next}: to scale   {cancel}: back";
    term_clear(area);
    term_depth_text(app->session, depth);
    term_text(term_row(&area), TERM_TITLE, "The map of %s", depth);
    term_area foot = term_foot(&area);
    if (part.width <= area.width && part.height <= area.height) {
        /* centre the known part, one character a tile */
        view->area = area;
        view->x = part.x - (area.width - part.width) / 2;
        view->y = part.y - (area.height - part.height) / 2;
        term_map_draw(app, view);
        term_map_point(view, game->player->at);
        keys = "{cancel}: back";
    } else if (over->scrolls) {
        term_map_follow(view, area, game->map, over->cursor.at, TERM_MARGIN_MOST);
        term_map_draw(app, view);
        term_map_point(view, over->cursor.at);
        keys = "move: scroll   {next}: all of it, smaller   {cancel}: back";
    } else {
        draw_scaled(app, part, area);
    }
    term_hint_draw(app, foot, keys);
}

static void map_take(term_app *app, void *state, const term_input *input)
{
    map_state *over = state;
    if (term_closes(input) || input->deed == TERM_MAP || input->deed == TERM_CONFIRM)
        term_pop(app);
    else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS)
        over->scrolls = !over->scrolls;
    else if (!over->scrolls || move(&over->cursor, term_now(app->session)->map, input) == IGNORED)
        term_useless_key(app, input);
}

void term_open_overview(term_app *app)
{
    static const term_screen_kind kind = {
        .name = "map", .size = sizeof(map_state), .draw = map_draw, .take = map_take};
    map_state *over = term_push(app, &kind);
    over->cursor.at = term_now(app->session)->player->at;
}
