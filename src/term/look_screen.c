/* Looking around: what is on a tile, and of a monster what a fight with it would bring. Travelling
 * chooses its aim in the same way. */
#include "base/arena.h"
#include "term/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct look_state {
    term_play *play;
    bool travels;
    term_cursor cursor;
    const wyrm_seen_monster *seen; /* on the tile; NULL: none */
    term_odds odds;                /* of `seen` */
} look_state;

/* Finds out about the tile under the cursor. */
static void look(term_app *app, look_state *looking)
{
    const term_session *session = app->session;
    looking->seen = NULL;
    for (size_t i = 0; i < session->view->monster_count && looking->seen == NULL; i++) {
        const wyrm_seen_monster *seen = &session->view->monsters[i];
        if (term_same_tile(term_now(session)->monsters[seen->index].body.at, looking->cursor.at))
            looking->seen = seen;
    }
    if (looking->seen != NULL)
        term_odds_find(session, &term_now(session)->monsters[looking->seen->index], true,
                       &looking->odds);
}

/* Monsters nearest first, then what lies about, then the ways on. */
static void find_stops(const term_session *session, term_cursor *cursor)
{
    const wyrm_game_view *game = term_now(session);
    for (size_t i = 0; i < session->view->monster_count; i++)
        term_cursor_stop(cursor, game->monsters[session->view->monsters[i].index].body.at);
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].seen)
            term_cursor_stop(cursor, game->items[i].at);
    if (session->view->exit_known)
        term_cursor_stop(cursor, session->view->exit);
    if (session->view->goal_known)
        term_cursor_stop(cursor, session->view->goal);
}

/* ---- What is there, in words ---- */

static const char plain_floor[] = "the floor";

static void say_ground(const term_session *session, wyrm_position at, char *out, size_t size)
{
    static const char *const words[] = {[WYRM_TILE_WALL] = "a wall",
                                        [WYRM_TILE_FLOOR] = plain_floor,
                                        [WYRM_TILE_GOAL] = plain_floor};
    bool known;
    wyrm_tile tile = wyrm_known_tile(session->game, at.x, at.y, &known);
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
    char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX];
    if (session->view->goal_known && term_same_tile(session->view->goal, at)) {
        wyrm_name_the(goal == NULL ? "goal" : goal, named);
        snprintf(out, size, "%s: that is what you came for", named);
    } else if (item != NULL) {
        wyrm_item_text(session->engine, item, name);
        snprintf(out, size, "%s", name);
    } else if (tile == WYRM_TILE_STAIRS) {
        snprintf(out, size, "the way %s",
                 wyrm_engine_rules(session->engine)->climbs ? "up" : "down");
    } else {
        snprintf(out, size, "%s", words[tile]);
    }
}

/* "You see an Orc, asleep 12, on the floor. 3 tiles away." */
static void say_tile(const term_session *session, const look_state *looking, char *out, size_t size)
{
    wyrm_position at = looking->cursor.at;
    char ground[WYRM_NAME_TEXT_MAX + 40], who[WYRM_NAME_TEXT_MAX + 120] = "", away[40] = "";
    bool known;
    wyrm_known_tile(session->game, at.x, at.y, &known);
    bool sees = wyrm_sight_has(&session->view->sight, at.x, at.y) && known;
    int distance = term_tiles_apart(at, term_now(session)->player->at);
    if (distance > 0)
        snprintf(away, sizeof away, " %d tile%s away.", distance, distance == 1 ? "" : "s");
    if (!known && looking->seen == NULL) {
        snprintf(out, size, "You have not seen that place.%s", away);
        return;
    }
    say_ground(session, at, ground, sizeof ground);
    if (distance == 0) {
        snprintf(out, size, "That is you. Here: %s.", ground);
        return;
    }
    if (looking->seen != NULL) {
        char name[WYRM_NAME_TEXT_MAX], named[WYRM_NAMED_TEXT_MAX], condition[80];
        term_style style;
        const wyrm_game_monster *monster = &term_now(session)->monsters[looking->seen->index];
        wyrm_monster_text(session->engine, monster, name);
        bool has = term_condition_text(&monster->body, 0, condition, &style);
        condition[has ? strcspn(condition, " ") : 0] = '\0';
        bool plain = strcmp(ground, plain_floor) == 0;
        wyrm_name_a(name, named);
        snprintf(who, sizeof who, "%s%s%s%s", named, has ? ", " : "", condition,
                 plain ? "" : ", on ");
        if (plain)
            ground[0] = '\0';
    }
    const char *verb = looking->seen != NULL && !looking->seen->in_sight ? "sense"
                       : sees || looking->seen != NULL                   ? "see"
                                                                         : "recall";
    snprintf(out, size, "You %s %s%s.%s", verb, who, ground, away);
}

/* ---- Drawing ---- */

/* The odds come before the stats: they are what the stats mean. */
static void draw_monster(const term_session *session, const look_state *looking,
                         term_canvas *canvas)
{
    const wyrm_game_monster *monster = &term_now(session)->monsters[looking->seen->index];
    const wyrm_combatant *body = &monster->body.combatant;
    term_figure figures[TERM_FIGURES_MAX];
    unsigned long long experience = monster->spawn.experience;
    char name[WYRM_NAME_TEXT_MAX], text[64], condition[80];
    term_style style;
    wyrm_monster_text(session->engine, monster, name);
    term_area area = term_side_title(canvas, name);
    area.y--; /* right below the name */
    area.height++;
    /* Others are scaled to a depth, and have no level of their own. */
    const wyrm_monster *kind = monster->spawn.monster >= 0
                                   ? wyrm_roster_monster(wyrm_design_roster(session->design),
                                                         (size_t)monster->spawn.monster)
                                   : NULL;
    if (kind != NULL && kind->level > 0)
        snprintf(text, sizeof text, "level %d, gives %llu XP", body->level, experience);
    else
        snprintf(text, sizeof text, "gives %llu XP", experience);
    term_say(canvas, &area, TERM_DIM, text);
    int x = term_textf(canvas, area, area.x, area.y, TERM_PLAIN, "HP %lld/%lld ",
                       (long long)body->hp, (long long)body->max_hp);
    term_bar(canvas, x, area.y, area.x + area.width - x,
             body->max_hp > 0 ? (double)body->hp / (double)body->max_hp : 0.0, TERM_BAD);
    term_skip(&area, 1);
    for (size_t i = 0; term_condition_text(&monster->body, i, condition, &style); i++)
        term_say(canvas, &area, style, condition);
    term_skip(&area, 1);
    term_say(canvas, &area,
             looking->odds.known ? term_odds_style(looking->odds.duel.p_win) : TERM_DIM,
             looking->odds.words);
    if (looking->odds.with[0] != '\0')
        term_say(canvas, &area, term_odds_style(looking->odds.better.duel.p_win),
                 looking->odds.with);
    term_skip(&area, 1);
    size_t count = term_figures(session->engine, body, NULL, figures);
    term_skip(&area, term_figures_draw(canvas, area, figures, count));
    if (looking->odds.known && area.height >= 4)
        term_wrapped(canvas, (term_area){area.x, area.y + area.height - 3, area.width, 3}, TERM_DIM,
                     TERM_ODDS_ASSUME);
}

/* What lies there, as the pack would show it if it were carried: gear is compared with what is
 * worn. */
static void draw_item(const term_session *session, const look_state *looking, term_canvas *canvas)
{
    wyrm_position at = looking->cursor.at;
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    term_session carrying = *session;
    carrying.game = item == NULL ? NULL : wyrm_game_carrying(session->game, item);
    if (carrying.game == NULL)
        return;
    term_area side = term_layout_of(canvas).side;
    term_fill(canvas, side, ' ', TERM_PLAIN);
    term_item_panel_draw(&carrying, term_now(session)->pack_count, canvas, side);
    wyrm_game_free(carrying.game);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    look_state *looking = state;
    const term_session *session = app->session;
    char text[400];
    term_scene_draw(app, looking->play, &looking->cursor.view, canvas, looking->cursor.at);
    term_sidebar_draw(app, looking->play, canvas);
    if (looking->seen != NULL)
        draw_monster(session, looking, canvas);
    else
        draw_item(session, looking, canvas);
    say_tile(session, looking, text, sizeof text);
    term_hints_draw(
        app, canvas, text,
        session->watching ? "move, or click: look   {next}: next   {cancel}: back"
        : looking->travels
            ? "move, or click: choose   {confirm}: go there   {travel}: to the stairs   {cancel}: "
              "stay"
            : "move, or click: look   {next}: next   {confirm}: go there   {cancel}: back");
    term_map_point(canvas, &looking->cursor.view, looking->cursor.at);
}

/* ---- Taking ---- */

static void go(term_app *app, const look_state *looking)
{
    term_play *play = looking->play;
    wyrm_position at = looking->cursor.at;
    term_pop(app);
    term_errand_go(app, play, at);
}

static void take(term_app *app, void *state, const term_input *input)
{
    look_state *looking = state;
    wyrm_position before = looking->cursor.at;
    if (input->deed == TERM_CANCEL || (input->deed == TERM_LOOK && !looking->travels) ||
        (input->mouse && input->other_button)) {
        term_pop(app);
    } else if (input->deed == TERM_CONFIRM) {
        go(app, looking);
    } else if (input->deed == TERM_TRAVEL || input->deed == TERM_LEAVE) {
        term_play *play = looking->play;
        term_pop(app);
        term_errand_leave(app, play);
    } else if ((input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) &&
               looking->cursor.stop_count == 0) {
        term_notice(app, "You know of nothing here to look at.");
    } else if (term_cursor_take(&looking->cursor, term_now(app->session)->map, input)) {
        if (input->mouse && looking->travels && term_same_tile(before, looking->cursor.at))
            go(app, looking);
        else
            look(app, looking);
    } else {
        term_useless_key(app, input);
    }
}

static const term_screen_kind kind = {
    .name = "look",
    .size = sizeof(look_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_open_look(term_app *app, term_play *play, wyrm_position from, bool travels)
{
    const term_session *session = app->session;
    look_state *looking = term_push(app, &kind);
    looking->play = play;
    looking->travels = travels;
    looking->cursor.view = play->view;
    looking->cursor.at = from;
    find_stops(session, &looking->cursor);
    bool itself = term_same_tile(from, term_now(session)->player->at);
    if (!travels && itself && session->view->monster_count > 0)
        looking->cursor.at = looking->cursor.stops[0];
    look(app, looking);
}
