/* Looking around: what is on a tile, and of a monster what a fight with it would bring. Travelling
 * chooses its aim in the same way. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

typedef struct look_state {
    bool travels;
    term_cursor cursor;
    const wyrm_seen_monster *seen; /* on the tile; NULL: none */
    term_odds odds;                /* of `seen` */
} look_state;

/* Finds out about the tile under the cursor. */
static void look(const term_session *session, look_state *looking)
{
    looking->seen = NULL;
    for (size_t i = session->view->monster_count; i-- > 0;)
        if (wyrm_same_tile(term_seen(session, i)->body.at, looking->cursor.at))
            looking->seen = &session->view->monsters[i];
    if (looking->seen != NULL)
        term_odds_find(session, &term_now(session)->monsters[looking->seen->index], true,
                       &looking->odds);
}

/* ---- What is there, in words ---- */

/* "You see an Orc, asleep, on the stairs. 3 tiles away." */
static void say_tile(const term_session *session, const look_state *looking, char *out, size_t size)
{
    wyrm_position at = looking->cursor.at;
    char ground[WYRM_NAME_TEXT_MAX + 40], who[WYRM_NAME_TEXT_MAX + 120] = "", away[40] = "";
    char named[WYRM_NAMED_TEXT_MAX];
    bool known;
    wyrm_tile tile = wyrm_known_tile(session->game, at.x, at.y, &known);
    const wyrm_game_item *item = wyrm_known_item(session->game, at.x, at.y);
    int distance = wyrm_tiles_apart(at, term_now(session)->player->at);
    if (distance > 0)
        snprintf(away, sizeof away, " %d tile%s away.", distance, distance == 1 ? "" : "s");
    if (!known && looking->seen == NULL) {
        snprintf(out, size, "You have not seen that place.%s", away);
        return;
    }
    if (session->view->goal_known && wyrm_same_tile(session->view->goal, at)) {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        wyrm_name_the(goal == NULL ? "goal" : goal, named);
        snprintf(ground, sizeof ground, "%s: that is what you came for", named);
    } else if (item != NULL) {
        wyrm_item_text(session->engine, item, ground);
    } else if (tile == WYRM_TILE_STAIRS) {
        snprintf(ground, sizeof ground, "the way %s",
                 wyrm_engine_rules(session->engine)->climbs ? "up" : "down");
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
        char name[WYRM_NAME_TEXT_MAX], condition[80];
        term_style style;
        const wyrm_game_monster *monster = &term_now(session)->monsters[looking->seen->index];
        wyrm_monster_text(session->engine, monster, name);
        wyrm_name_a(name, named);
        bool has = term_condition_text(&monster->body, 0, condition, &style);
        condition[has ? strcspn(condition, " ") : 0] = '\0';
        bool plain = strcmp(ground, "the floor") == 0;
        snprintf(who, sizeof who, "%s%s%s%s", named, has ? ", " : "", condition,
                 plain ? "" : ", on ");
        if (plain)
            ground[0] = '\0';
        verb = looking->seen->in_sight ? "see" : "sense";
    }
    snprintf(out, size, "You %s %s%s.%s", verb, who, ground, away);
}

/* ---- Drawing ---- */

/* The odds come before the stats: they are what the stats mean. */
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
    /* Others are scaled to a depth, and have no level of their own. */
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    int32_t kind = monster->spawn.monster;
    if (kind >= 0 && wyrm_roster_monster(roster, (size_t)kind)->level > 0)
        term_write(&row, TERM_DIM, "level %d, ", body->level);
    term_text(row, TERM_DIM, "gives %llu XP", (unsigned long long)monster->spawn.experience);
    row = term_row(&area);
    term_write(&row, TERM_PLAIN, "HP %lld/%lld ", (long long)body->hp, (long long)body->max_hp);
    term_bar(row, term_life(body), TERM_BAD);
    for (size_t i = 0; term_condition_text(&monster->body, i, text, &style); i++)
        term_say(&area, style, "%s", text);
    term_skip(&area, 1);
    term_say(&area, odds->known ? term_odds_style(odds->duel.p_win) : TERM_DIM, "%s", odds->words);
    term_say(&area, term_odds_style(odds->better.duel.p_win), "%s", odds->with);
    term_skip(&area, 1);
    term_figures_draw(&area, session->engine, body, TERM_FIGURES_MAX);
    if (odds->known && area.height >= 4) {
        term_skip(&area, area.height - 3);
        term_wrapped(area, TERM_DIM, TERM_ODDS_ASSUME);
    }
}

static void draw(term_app *app, void *state, term_canvas *canvas)
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
        /* What lies there, as the pack would show it if it were carried: gear is compared with what
         * is worn. */
        term_session carrying = *session;
        carrying.game = wyrm_game_carrying(session->game, item);
        term_area side = app->play.layout.side;
        if (carrying.game != NULL) {
            term_clear(side);
            term_item_panel_draw(&carrying, term_now(session)->pack_count, side);
        }
        wyrm_game_free(carrying.game);
    }
    say_tile(session, looking, text, sizeof text);
    const char *keys = "move, or click: look   {next}: next   {confirm}: go there   {cancel}: back";
    if (session->watching)
        keys = "move, or click: look   {next}: next   {cancel}: back";
    else if (looking->travels)
        keys = "move, or click: choose   {confirm}: go there   {travel}: to the stairs   {cancel}: "
               "stay";
    term_hints_draw(app, text, keys);
}

/* ---- Taking ---- */

static void take(term_app *app, void *state, const term_input *input)
{
    look_state *looking = state;
    term_cursor *cursor = &looking->cursor;
    term_cursor_answer moved = TERM_CURSOR_IGNORED;
    bool other = input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS;
    if (term_closes(input) || (input->deed == TERM_LOOK && !looking->travels)) {
        term_pop(app);
    } else if (input->deed == TERM_TRAVEL || input->deed == TERM_LEAVE) {
        term_pop(app);
        term_errand_leave(app);
    } else if (other && cursor->stop_count == 0) {
        term_notice(app, "You know of nothing here to look at.");
    } else if (input->deed != TERM_CONFIRM &&
               (moved = term_cursor_take(cursor, term_now(app->session)->map, input)) ==
                   TERM_CURSOR_IGNORED) {
        term_useless_key(app, input);
    } else if (input->deed == TERM_CONFIRM || (moved == TERM_CURSOR_AGAIN && looking->travels)) {
        term_pop(app);
        term_errand_go(app, cursor->at);
    } else {
        look(app->session, looking);
    }
}

void term_open_look(term_app *app, wyrm_position from, bool travels)
{
    static const term_screen_kind kind = {
        .name = "look", .size = sizeof(look_state), .whole = true, .draw = draw, .take = take};
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const wyrm_observation *view = session->view;
    look_state *looking = term_push(app, &kind);
    term_cursor *cursor = &looking->cursor;
    looking->travels = travels;
    cursor->view = app->play.view;
    cursor->at = from;
    /* Tab leads to monsters, nearest first, then to what lies about, then to the ways on. */
    for (size_t i = 0; i < view->monster_count; i++)
        term_cursor_stop(cursor, term_seen(session, i)->body.at);
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].seen)
            term_cursor_stop(cursor, game->items[i].at);
    if (view->exit_known)
        term_cursor_stop(cursor, view->exit);
    if (view->goal_known)
        term_cursor_stop(cursor, view->goal);
    if (!travels && wyrm_same_tile(from, game->player->at) && view->monster_count > 0)
        cursor->at = cursor->stops[0];
    look(session, looking);
}

void term_look_here(term_app *app)
{
    term_open_look(app, term_now(app->session)->player->at, false);
}
