/* Choosing what to use, wear, take off, drop or throw. */
#include "tui/pick_screen.h"

#include "tui/hints.h"
#include "tui/item_panel.h"
#include "tui/pack_rows.h"
#include "tui/target_screen.h"

typedef struct pick_row {
    const char *title, *none;
    tui_pack_filter *fits;
    wyrm_command_kind command;
} pick_row;

typedef struct pick_state {
    tui_play *play;
    tui_pick pick;
    tui_list list;
    tui_pack_rows rows;
} pick_state;

static bool is_gear(const tui_session *session, size_t item)
{
    wyrm_item_class class = tui_item_class(session, &session->game->pack[item]);
    return class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
}

static bool is_used(const tui_session *session, size_t item)
{
    return !is_gear(session, item);
}

static bool is_worn(const tui_session *session, size_t item)
{
    return session->game->pack[item].worn;
}

static bool is_put_on(const tui_session *session, size_t item)
{
    return is_gear(session, item) && !is_worn(session, item);
}

static bool is_dropped(const tui_session *session, size_t item)
{
    return !is_worn(session, item);
}

static bool is_thrown(const tui_session *session, size_t item)
{
    return wyrm_throw_range(session->engine, session->game, item) > 0;
}

static const pick_row picks[TUI_PICK_COUNT] = {
    [TUI_PICK_USE] = {"Use", "You have nothing to drink, read or eat.", is_used, WYRM_DO_USE},
    [TUI_PICK_WEAR] = {"Wield or put on", "You have no gear to put on.", is_put_on, WYRM_DO_WEAR},
    [TUI_PICK_TAKE_OFF] = {"Take off", "You wear nothing.", is_worn, WYRM_DO_TAKE_OFF},
    [TUI_PICK_DROP] = {"Drop", "You have nothing to drop.", is_dropped, WYRM_DO_DROP},
    [TUI_PICK_THROW] = {"Throw", "You have nothing to throw.", is_thrown, WYRM_DO_THROW},
};

static bool needs_target(const tui_session *session, tui_pick pick, size_t item)
{
    if (pick == TUI_PICK_THROW)
        return true;
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    wyrm_effect_aim aim = wyrm_effect_aims(effect.kind);
    return pick == TUI_PICK_USE && (aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA);
}

void tui_pick_do(tui_app *app, tui_play *play, tui_pick pick, size_t item)
{
    const tui_session *session = tui_app_session(app);
    wyrm_command command = {.kind = picks[pick].command, .argument = (int32_t)item};
    char why[WYRM_WHY_MAX];
    if (pick == TUI_PICK_USE && !wyrm_can_use(session->engine, session->game, item, why)) {
        tui_notice(app, "%s", why);
        return;
    }
    tui_pop_to(app, play->home);
    if (needs_target(session, pick, item))
        tui_open_target(app, play, command);
    else
        tui_play_act(app, play, &command);
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    pick_state *picking = state;
    const tui_session *session = tui_app_session(app);
    tui_area inside = tui_frame(canvas, tui_canvas_all(canvas), picks[picking->pick].title);
    int width = inside.width / 2;
    tui_list_source source = tui_pack_rows_source(&picking->rows);
    tui_area keys = {inside.x, inside.y + inside.height - 1, inside.width, 1};
    inside.height -= 2;
    char hint[TUI_HINT_MAX];
    tui_text(canvas, keys, keys.x, keys.y, TUI_DIM,
             tui_hint(app, "letter or {confirm}: this one   {cancel}: none", hint));
    tui_list_draw(&picking->list, &source, canvas,
                  (tui_area){inside.x, inside.y, width - 2, inside.height});
    tui_item_panel_draw(
        session, picking->rows.rows[picking->list.chosen].item, canvas,
        (tui_area){inside.x + width, inside.y, inside.width - width, inside.height});
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    pick_state *picking = state;
    tui_list_source source = tui_pack_rows_source(&picking->rows);
    tui_list_answer answer = tui_list_take(&picking->list, &source, input);
    if (answer == TUI_LIST_LEFT)
        tui_pop(app);
    else if (answer == TUI_LIST_CHOSEN)
        tui_pick_do(app, picking->play, picking->pick,
                    picking->rows.rows[picking->list.chosen].item);
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
}

static const tui_screen_kind kind = {
    .name = "items",
    .size = sizeof(pick_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void tui_open_pick(tui_app *app, tui_play *play, tui_pick pick)
{
    pick_state *picking = tui_push(app, &kind);
    if (picking == NULL)
        return;
    picking->play = play;
    picking->pick = pick;
    tui_pack_rows_fill(&picking->rows, tui_app_session(app), picks[pick].fits, true);
    if (picking->rows.count > 0)
        return;
    tui_pop(app);
    tui_notice(app, "%s", picks[pick].none);
}
