/* Choosing what to use, wear, take off, drop or throw. */
#include "term/pick_screen.h"

#include "term/hints.h"
#include "term/item_panel.h"
#include "term/pack_rows.h"
#include "term/target_screen.h"

typedef struct pick_row {
    const char *title, *none;
    term_pack_filter *fits;
    wyrm_command_kind command;
} pick_row;

typedef struct pick_state {
    term_play *play;
    term_pick pick;
    term_list list;
    term_pack_rows rows;
} pick_state;

static bool is_gear(const term_session *session, size_t item)
{
    wyrm_item_class class = term_item_class(session, &session->game->pack[item]);
    return class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
}

static bool is_used(const term_session *session, size_t item)
{
    return !is_gear(session, item);
}

static bool is_worn(const term_session *session, size_t item)
{
    return session->game->pack[item].worn;
}

static bool is_put_on(const term_session *session, size_t item)
{
    return is_gear(session, item) && !is_worn(session, item);
}

static bool is_dropped(const term_session *session, size_t item)
{
    return !is_worn(session, item);
}

static bool is_thrown(const term_session *session, size_t item)
{
    return wyrm_throw_range(session->engine, session->game, item) > 0;
}

static const pick_row picks[TERM_PICK_COUNT] = {
    [TERM_PICK_USE] = {"Use", "You have nothing to drink, read or eat.", is_used, WYRM_DO_USE},
    [TERM_PICK_WEAR] = {"Wield or put on", "You have no gear to put on.", is_put_on, WYRM_DO_WEAR},
    [TERM_PICK_TAKE_OFF] = {"Take off", "You wear nothing.", is_worn, WYRM_DO_TAKE_OFF},
    [TERM_PICK_DROP] = {"Drop", "You have nothing to drop.", is_dropped, WYRM_DO_DROP},
    [TERM_PICK_THROW] = {"Throw", "You have nothing to throw.", is_thrown, WYRM_DO_THROW},
};

static bool needs_target(const term_session *session, term_pick pick, size_t item)
{
    if (pick == TERM_PICK_THROW)
        return true;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    wyrm_effect_aim aim = wyrm_effect_aims(effect.kind);
    return pick == TERM_PICK_USE && (aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA);
}

void term_pick_do(term_app *app, term_play *play, term_pick pick, size_t item)
{
    const term_session *session = term_app_session(app);
    wyrm_command command = {.kind = picks[pick].command, .argument = (int32_t)item};
    char why[WYRM_WHY_MAX];
    if (pick == TERM_PICK_USE && !wyrm_can_use(session->engine, session->game, item, why)) {
        term_notice(app, "%s", why);
        return;
    }
    term_pop_to(app, play->home);
    if (needs_target(session, pick, item))
        term_open_target(app, play, command);
    else
        term_play_act(app, play, &command);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    pick_state *picking = state;
    const term_session *session = term_app_session(app);
    term_area inside = term_frame(canvas, term_canvas_all(canvas), picks[picking->pick].title);
    int width = inside.width / 2;
    term_list_source source = term_pack_rows_source(&picking->rows);
    term_area keys = {inside.x, inside.y + inside.height - 1, inside.width, 1};
    inside.height -= 2;
    char hint[TERM_HINT_MAX];
    term_text(canvas, keys, keys.x, keys.y, TERM_DIM,
              term_hint(app, "letter or {confirm}: this one   {cancel}: none", hint));
    term_list_draw(&picking->list, &source, canvas,
                   (term_area){inside.x, inside.y, width - 2, inside.height});
    term_item_panel_draw(
        session, picking->rows.rows[picking->list.chosen].item, canvas,
        (term_area){inside.x + width, inside.y, inside.width - width, inside.height});
}

static void take(term_app *app, void *state, const term_input *input)
{
    pick_state *picking = state;
    term_list_source source = term_pack_rows_source(&picking->rows);
    term_list_answer answer = term_list_take(&picking->list, &source, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        term_pick_do(app, picking->play, picking->pick,
                     picking->rows.rows[picking->list.chosen].item);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind kind = {
    .name = "items",
    .size = sizeof(pick_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_open_pick(term_app *app, term_play *play, term_pick pick)
{
    pick_state *picking = term_push(app, &kind);
    if (picking == NULL)
        return;
    picking->play = play;
    picking->pick = pick;
    term_pack_rows_fill(&picking->rows, term_app_session(app), picks[pick].fits, true);
    if (picking->rows.count > 0)
        return;
    term_pop(app);
    term_notice(app, "%s", picks[pick].none);
}
