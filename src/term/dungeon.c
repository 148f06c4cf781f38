/* The screen of the dungeon: map, player's column, messages; every other screen of the game is
 * opened from here. The same screen, with pause and seeking, watches a recording. */
#include "term/internal.h"
#include <limits.h>
#include <stdio.h>

/* What is on the player's tile: Enter picks up the item, takes the stairs, or does nothing. */
typedef struct place {
    bool goal, exit;
    const wyrm_game_item *item; /* the topmost one; NULL: none */
} place;

static place place_of(const term_session *session)
{
    const wyrm_observation *view = session->view;
    wyrm_position at = term_now(session)->player->at;
    return (place){.goal = view->goal_known && game_same_tile(view->goal, at),
                   .exit = view->exit_known && game_same_tile(view->exit, at),
                   .item = wyrm_known_item(session->game, at.x, at.y)};
}

/* A name as part of a text for term_hint: braces in it are no deeds. */
static void hide_braces(char *name)
{
    while ((name = strchr(name, '{')) != NULL)
        *name = TERM_BRACE;
}

/* Describes what lies on the player's tile, and what Enter does with it: "Health potion and 2 more.
 * {confirm}: take it"; false where there is nothing. */
static bool say_here(const term_session *session, char *out, size_t size)
{
    const wyrm_game_view *game = term_now(session);
    place here = place_of(session);
    char name[WYRM_NAME_TEXT_MAX], more[32] = "";
    const char *up_or_down = wyrm_engine_rules(session->engine)->climbs ? "up" : "down";
    if (here.goal) {
        const char *goal = wyrm_mapper_goal(wyrm_design_mapper(session->design));
        base_utf8_copy(name, sizeof name, goal == NULL ? "what you came for" : goal);
        hide_braces(name);
        snprintf(out, size, "%s. {confirm}: take it", name);
    } else if (here.item != NULL) {
        size_t items = 0;
        for (size_t i = 0; i < game->item_count; i++)
            items += game_same_tile(game->items[i].at, game->player->at);
        wyrm_item_text(session->engine, here.item, name);
        hide_braces(name);
        if (items > 1)
            snprintf(more, sizeof more, " and %zu more", items - 1);
        snprintf(out, size, "%s%s. {confirm}: take it", name, more);
    } else if (here.exit && wyrm_can_trade(session->game)) {
        snprintf(out, size, "the way %s, and a shop. {confirm}: trade", up_or_down);
    } else if (here.exit) {
        snprintf(out, size, "the way %s. {confirm}: go %s", up_or_down, up_or_down);
    }
    return here.goal || here.item != NULL || here.exit;
}

/* Suggests food of the pack to a hungry player, since a player who explores sees the message of
 * hunger only once. False where there is no need, or no food. */
static bool say_meal(const term_session *session, char *out, size_t size)
{
    const wyrm_game_view *game = term_now(session);
    if (term_is_fed(session))
        return false;
    for (size_t i = game->pack_count; i-- > 0;) {
        char name[WYRM_NAME_TEXT_MAX];
        if (wyrm_pack_effect(session->engine, session->game, i).kind != WYRM_EFFECT_FEED)
            continue;
        wyrm_item_text(session->engine, &game->pack[i], name);
        hide_braces(name);
        snprintf(out, size, "{apply}: eat %s", name);
        return true;
    }
    return false;
}

/* Whether an item of the pack is plainly better than a worn one: of a higher level, or a greater
 * bonus of the same kind, and its use makes no stat worse. */
static bool is_plainly_better(const term_session *session, size_t item, size_t worn)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_item *one = &game->pack[item].item, *other = &game->pack[worn].item;
    const bool higher =
        one->level > other->level || (one->kind == other->kind && one->bonus > other->bonus);
    term_figure figures[TERM_FIGURES_MAX];
    wyrm_combatant then;
    bool better = false, worse = false;
    if (!higher || term_item_class(session, item) != term_item_class(session, worn))
        return false;
    wyrm_player_with(session->engine, session->game, item, &then);
    const size_t count = term_figures(session->engine, &game->player->combatant, &then, figures);
    for (size_t i = 0; i < count; i++) {
        better |= figures[i].changed && figures[i].style == TERM_GOOD;
        worse |= figures[i].changed && figures[i].style != TERM_GOOD;
    }
    return better && !worse;
}

/* Suggests gear of the pack that fits beside everything worn, or is better than what it replaces:
 * nobody should stay bare-handed because the autopilot has picked up the knife. False: none. */
static bool say_offer(const term_session *session, char *out, size_t size)
{
    const wyrm_game_view *game = term_now(session);
    for (size_t i = game->pack_count; i-- > 0;) {
        const wyrm_game_item *item = &game->pack[i];
        const wyrm_item_class class = term_item_class(session, i);
        bool goes = !item->worn && (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR) &&
                    wyrm_can_use(session->engine, session->game, i, NULL);
        for (size_t k = 0; k < game->pack_count && goes; k++)
            goes = !game->pack[k].worn ||
                   !game_gear_clash(session->engine, item->item.kind, game->pack[k].item.kind) ||
                   is_plainly_better(session, i, k);
        if (!goes)
            continue;
        char name[WYRM_NAME_TEXT_MAX];
        wyrm_item_text(session->engine, item, name);
        hide_braces(name);
        snprintf(out, size, "{equip}: %s %s", class == WYRM_ITEM_WEAPON ? "wield" : "put on", name);
        return true;
    }
    return false;
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    term_play *play = &app->play;
    char here[WYRM_NAME_TEXT_MAX + 40];
    term_scene_draw(app, &play->view, canvas, game->player->at);
    term_messages_draw(app, play->layout.messages);
    /* The line between map and messages: what lies here, or what the game waits for. */
    term_area line = {canvas, 2, play->layout.messages.y - 1, canvas->width - 4, 1};
    if (term_is_won_or_lost(session))
        term_text(line, TERM_TITLE, "%s",
                  term_hint(app, game->phase == WYRM_PHASE_WON
                                     ? " Victory: press {confirm} "
                                     : " You are dead: press {confirm} "));
    else if (play->on_autopilot)
        term_text(line, TERM_DIM, " any key stops ");
    else if (play->autopilot.why[0] != '\0')
        term_text(line, TERM_WARN, " %s ", play->autopilot.why);
    else if (say_here(session, here, sizeof here))
        term_text(line, TERM_ITEM, " Here: %s ", term_hint(app, here));
    else if (!session->watching &&
             (say_meal(session, here, sizeof here) || say_offer(session, here, sizeof here)))
        term_text(line, TERM_ITEM, " %s ", term_hint(app, here));
    else if (game->commands == 0)
        term_hint_draw(app, line,
                       wyrm_attack_choices(session->engine, session->game, NULL, 0) > 0
                           ? " {help}: help   {explore}: explore   {attack}: attacks "
                           : " {help}: help   {explore}: explore   {cancel}: menu ");
}

/* ---- What keys do ---- */

static void do_travel(term_app *app)
{
    term_open_look(app, term_now(app->session)->player->at, true);
}

static void do_here(term_app *app)
{
    place here = place_of(app->session);
    if (here.goal || here.item != NULL)
        term_play_act(app, (wyrm_command){.kind = WYRM_DO_PICK_UP});
    else if (here.exit && wyrm_can_trade(app->session->game))
        term_open_shop(app);
    else if (here.exit)
        term_autopilot_leave(app);
    else
        term_notice(app, "Nothing lies here, and no stairs lead away.");
}

static void do_fire(term_app *app)
{
    const term_session *session = app->session;
    if (wyrm_strike_range(session->engine, session->game) <= 1)
        term_notice(app, "You have nothing in hand that strikes from afar.");
    else if (session->view->in_sight == 0)
        term_notice(app, "You see nobody to strike.");
    else
        term_open_target(app, (wyrm_command){.kind = WYRM_DO_SHOOT});
}

static void do_attack(term_app *app)
{
    if (!term_open_attacks(app))
        term_notice(app, "You have but one attack.");
}

static void do_next(term_app *app)
{
    if (app->session->view->monster_count == 0)
        term_notice(app, "You see no monsters.");
    else
        term_open_look(app, term_seen(app->session, 0)->body.at, false);
}

/* What a key does in the dungeon: opens a screen, gives a command or starts the autopilot; keys
 * without a row ask for an item. */
static const struct {
    void (*act)(term_app *app); /* called first; NULL: `does` and `what` count */
    enum { NOTHING, COMMAND, AUTOPILOT } does;
    int what;   /* wyrm_command_kind or wyrm_autopilot_kind */
    bool after; /* works in a game that is over, too */
} keys[TERM_DEED_COUNT] = {
    [TERM_WAIT] = {NULL, COMMAND, WYRM_DO_WAIT, false},
    [TERM_PICK_UP] = {NULL, COMMAND, WYRM_DO_PICK_UP, false},
    [TERM_REST] = {NULL, AUTOPILOT, WYRM_AUTOPILOT_REST, false},
    [TERM_EXPLORE] = {NULL, AUTOPILOT, WYRM_AUTOPILOT_EXPLORE, false},
    [TERM_TRAVEL] = {do_travel, NOTHING, 0, false},
    [TERM_LEAVE] = {term_autopilot_leave, NOTHING, 0, false},
    [TERM_INVENTORY] = {term_open_pack, NOTHING, 0, true},
    [TERM_FIRE] = {do_fire, NOTHING, 0, false},
    [TERM_ATTACK] = {do_attack, NOTHING, 0, false},
    [TERM_LOOK] = {term_look_here, NOTHING, 0, true},
    [TERM_LOG] = {term_open_log, NOTHING, 0, true},
    [TERM_MAP] = {term_open_overview, NOTHING, 0, true},
    [TERM_SHEET] = {term_open_sheet, NOTHING, 0, true},
    [TERM_NUMBERS] = {term_open_numbers, NOTHING, 0, true},
    [TERM_SAVE] = {term_leave_game, NOTHING, 0, false},
    [TERM_NEXT] = {do_next, NOTHING, 0, true},
    [TERM_PREVIOUS] = {do_next, NOTHING, 0, true},
    [TERM_CONFIRM] = {do_here, NOTHING, 0, false},
    [TERM_CANCEL] = {term_open_menu, NOTHING, 0, false},
};

static void take_key(term_app *app, const term_input *input)
{
    wyrm_direction direction;
    bool runs;
    int what = keys[input->deed].what;
    if (term_deed_direction(input->deed, &direction, &runs)) {
        if (runs)
            term_autopilot_begin(app, WYRM_AUTOPILOT_RUN, direction, (wyrm_position){0, 0});
        else
            term_play_act(app,
                          (wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)direction});
    } else if (keys[input->deed].act != NULL) {
        keys[input->deed].act(app);
    } else if (keys[input->deed].does == COMMAND) {
        term_play_act(app, (wyrm_command){.kind = (wyrm_command_kind)what});
    } else if (keys[input->deed].does == AUTOPILOT) {
        term_autopilot_begin(app, (wyrm_autopilot_kind)what, WYRM_NORTH, (wyrm_position){0, 0});
    } else if (!term_open_pick(app, input->deed) && input->character > ' ') {
        term_notice(app, "%s",
                    term_hint(app, "That key does nothing here. {help}: help, {cancel}: menu"));
    }
}

/* Handles a click on a tile: walks or strikes next to the player, looks at a monster farther away,
 * else travels there. Another button looks. */
static void take_mouse(term_app *app, const term_input *input)
{
    const term_session *session = app->session;
    wyrm_position tile, at = term_now(session)->player->at;
    const term_layout *layout = &app->play.layout;
    if (input->wheel != 0)
        return;
    if (!term_map_tile(&app->play.view, term_now(session)->map, input->x, input->y, &tile)) {
        if (term_is_in(&layout->side, input->x, input->y))
            term_open_sheet(app);
        else if (term_is_in(&layout->messages, input->x, input->y))
            term_open_log(app);
        return;
    }
    for (int i = 0; i < WYRM_DIRECTION_COUNT && !input->other_button; i++)
        if (game_same_tile(wyrm_neighbour(at, (wyrm_direction)i), tile)) {
            term_play_act(app, (wyrm_command){.kind = WYRM_DO_MOVE, .argument = i});
            return;
        }
    if (input->other_button)
        term_open_look(app, tile, false);
    else if (game_same_tile(at, tile))
        do_here(app);
    else if (wyrm_seen_on(session->game, session->view, tile.x, tile.y) != NULL)
        term_open_look(app, tile, false);
    else
        term_autopilot_go(app, tile);
}

static void take(term_app *app, void *state, const term_input *input)
{
    (void)state;
    term_play *play = &app->play;
    term_messages *said = &play->said;
    play->autopilot.why[0] = '\0';
    if (play->on_autopilot) {
        play->on_autopilot = input->deed != TERM_NOTHING && input->deed == play->begun_by;
    } else if (said->next < app->session->log->count && said->next > said->page) {
        said->page = said->next;
    } else if (term_now(app->session)->phase == WYRM_PHASE_CHOOSING) {
        term_open_choose(app);
    } else if (term_is_won_or_lost(app->session) && !keys[input->deed].after) {
        /* Looking around still works; Enter, waiting, Escape and clicks open the last page, and the
         * rest does nothing. */
        if (input->deed == TERM_CONFIRM || input->deed == TERM_WAIT || input->deed == TERM_CANCEL ||
            (input->mouse && input->wheel == 0))
            term_open_ending(app);
    } else if (input->mouse) {
        take_mouse(app, input);
    } else {
        take_key(app, input);
        play->begun_by = input->deed;
    }
}

/* Runs the autopilot for one frame. */
static bool tick(term_app *app, void *state)
{
    (void)state;
    const term_session *session = app->session;
    term_play *play = &app->play;
    if (term_now(session)->phase == WYRM_PHASE_CHOOSING) {
        play->on_autopilot = false;
        term_open_choose(app);
    }
    /* commands a frame: walking is slow enough to watch, resting is not */
    for (int left = play->autopilot.kind == WYRM_AUTOPILOT_REST ? 10 : 1;
         left > 0 && play->on_autopilot; left--) {
        wyrm_command command;
        play->on_autopilot =
            wyrm_autopilot_next(session->engine, session->game, &play->autopilot, &command);
        if (!play->on_autopilot)
            break;
        /* messages of earlier commands need not be read page by page */
        play->said.page = session->log->count;
        play->on_autopilot =
            term_play_act(app, command) && term_now(session)->phase == WYRM_PHASE_PLAYING;
    }
    return play->on_autopilot;
}

const term_screen_kind term_dungeon = {
    .name = "dungeon", .home = true, .draw = draw, .take = take, .tick = tick};

/* ---- A recording being watched: the dungeon as it was played, with pause, steps and speed ---- */

#define FRAMES_A_SECOND 30.0
#define PAGE            50 /* commands that PgUp and PgDn skip */
#define IDLE_PACE       10 /* waiting turns are shown this many times faster than others */

/* The speeds to choose from, in commands a second. */
static const int speeds[] = {1, 2, 5, 10, 20, 50, 100, 300, 1000};
#define SPEEDS COUNT_OF(speeds)

typedef struct watching_state {
    bool paused;
    bool stuck; /* the next command cannot be played, or leads to another state than recorded */
    size_t speed;
    double due; /* commands to be played now; a fraction is kept for the next frame */
} watching_state;

/* The next step of the recording; NULL at the end. */
static const wyrm_replay_step *next_of(const term_session *session)
{
    return wyrm_replay_at(session->replay, (size_t)term_now(session)->commands);
}

/* Plays the next command; false at the end, or where it cannot be played as recorded. */
static bool step(term_app *app, watching_state *watching)
{
    term_session *session = app->session;
    wyrm_error error;
    const wyrm_replay_step *next = next_of(session);
    if (watching->stuck || next == NULL)
        return false;
    app->play.said.page = SIZE_MAX; /* show the newest messages without waiting for keys */
    if (!term_session_act(session, &next->command, &error)) {
        term_notice(app, "The recording cannot be played on: %s", error.message);
        watching->stuck = true;
    } else if (wyrm_game_checksum(session->game) != next->checksum) {
        term_notice(app, "From turn %u on this is another game than the one that was recorded.",
                    term_now(session)->turn);
        watching->stuck = true;
    }
    return !watching->stuck;
}

/* How long the next command is shown, in units of the usual time: resting passes faster. */
static double time_of_next(const term_session *session)
{
    const wyrm_replay_step *next = next_of(session);
    bool rests = next != NULL && next->command.kind == WYRM_DO_WAIT;
    return rests && session->view->in_sight == 0 ? 1.0 / IDLE_PACE : 1.0;
}

static bool tick_watched(term_app *app, void *state)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    if (watching->paused)
        return false;
    watching->due += speeds[watching->speed] / FRAMES_A_SECOND;
    double time = time_of_next(session);
    if (watching->due >= time)
        term_messages_heard(app);
    for (; watching->due >= time && !watching->paused; time = time_of_next(session)) {
        watching->due -= time;
        watching->paused = !step(app, watching);
    }
    term_play_look(app);
    watching->paused |= next_of(session) == NULL;
    return !watching->paused;
}

static void draw_watched(term_app *app, void *state, term_canvas *canvas)
{
    watching_state *watching = state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    term_scene_draw(app, &app->play.view, canvas, game->player->at);
    term_area messages = app->play.layout.messages, hints = term_foot(&messages);
    term_messages_draw(app, messages);
    term_clear(hints);
    term_hint_draw(app, hints,
                   "{wait}: pause  {confirm}: step  + -: speed  arrows: seek  "
                   "{stairs}: next floor  {cancel}: leave");
    const char *how = watching->paused ? ", paused" : ", quicker while it rests";
    if (next_of(session) == NULL)
        how = term_is_won_or_lost(session) ? ", the end: Enter for the last page" : ", the end";
    term_text((term_area){canvas, 2, messages.y - 1, canvas->width - 4, 1}, TERM_TITLE,
              " command %llu of %zu, %d a second%s ", (unsigned long long)game->commands,
              wyrm_replay_count(session->replay), speeds[watching->speed], how);
}

/* Jumps to the state after `target` commands, or with `to_floor` to the next floor if that is
 * nearer. Going back replays the game from its beginning. */
static void seek(term_app *app, watching_state *watching, long long target, bool to_floor)
{
    term_session *session = app->session;
    wyrm_error error;
    watching->paused = true;
    if (target < (long long)term_now(session)->commands) {
        if (term_session_rewind(session, &error) != WYRM_OK) {
            term_notice(app, "%s", error.message);
            return;
        }
        watching->stuck = false;
    }
    int32_t depth = term_now(session)->difficulty.depth;
    while ((long long)term_now(session)->commands < target &&
           (!to_floor || term_now(session)->difficulty.depth == depth) && step(app, watching))
        term_messages_heard(app);
    term_play_look(app);
}

/* Jumps to the first command of the last turns: plays to the end first, which tells the last
 * turn. */
static void seek_last(term_app *app, watching_state *watching, uint32_t turns)
{
    seek(app, watching, INT_MAX, false);
    const uint32_t end = term_now(app->session)->turn;
    seek(app, watching, 0, false);
    while (term_now(app->session)->turn + turns <= end && step(app, watching))
        term_messages_heard(app);
    term_play_look(app);
}

/* What a key does while watching: skips a number of commands, or opens a screen as in the
 * dungeon. */
static const struct {
    long long by;
    void (*act)(term_app *app);
} watching_keys[TERM_DEED_COUNT] = {
    [TERM_GO_EAST] = {1, NULL},
    [TERM_GO_WEST] = {-1, NULL},
    [TERM_GO_SOUTH_EAST] = {PAGE, NULL},
    [TERM_GO_NORTH_EAST] = {-PAGE, NULL},
    [TERM_GO_SOUTH_WEST] = {INT_MAX, NULL},
    [TERM_GO_NORTH_WEST] = {-INT_MAX, NULL},
    [TERM_INVENTORY] = {0, term_open_pack},
    [TERM_LOOK] = {0, term_look_here},
    [TERM_LOG] = {0, term_open_log},
    [TERM_MAP] = {0, term_open_overview},
    [TERM_SHEET] = {0, term_open_sheet},
    [TERM_NUMBERS] = {0, term_open_numbers},
    [TERM_SAVE] = {0, term_leave_game},
    [TERM_CANCEL] = {0, term_leave_game},
};

static void take_watched(term_app *app, void *state, const term_input *input)
{
    watching_state *watching = state;
    long long by = watching_keys[input->deed].by;
    if (by != 0) {
        long long target = (long long)term_now(app->session)->commands + by;
        seek(app, watching, target > 0 ? target : 0, false);
    } else if (watching_keys[input->deed].act != NULL) {
        watching_keys[input->deed].act(app);
    } else if (input->deed == TERM_LEAVE) {
        seek(app, watching, LLONG_MAX, true);
    } else if (input->deed == TERM_WAIT) {
        watching->paused = !watching->paused;
    } else if (input->deed == TERM_CONFIRM) {
        watching->paused = true;
        if (next_of(app->session) == NULL && term_is_won_or_lost(app->session)) {
            term_open_ending(app);
            return;
        }
        term_messages_heard(app);
        step(app, watching);
        term_play_look(app);
    } else if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        bool faster = input->deed == TERM_NEXT;
        if (faster ? watching->speed + 1 == SPEEDS : watching->speed == 0)
            term_notice(app, "It goes no %s.", faster ? "faster" : "slower");
        else
            watching->speed += faster ? 1 : -1;
    } else {
        term_useless_key(app, input);
    }
}

void term_open_watching(term_app *app)
{
    static const term_screen_kind kind = {.name = "watching",
                                          .size = sizeof(watching_state),
                                          .home = true,
                                          .draw = draw_watched,
                                          .take = take_watched,
                                          .tick = tick_watched};
    watching_state *watching = term_push(app, &kind);
    while (watching->speed + 1 < SPEEDS && speeds[watching->speed] < app->session->speed)
        watching->speed++;
    if (app->session->last > 0)
        seek_last(app, watching, app->session->last);
}
