/* All that is carried, and what can be done with it. */
#include "tui/pack_screen.h"

#include <stdio.h>

#include "tui/hints.h"
#include "tui/item_panel.h"
#include "tui/pack_rows.h"
#include "tui/pick_screen.h"

#define ACTIONS_WIDTH 34

typedef struct pack_state {
    tui_play *play;
    tui_list list;
    bool sorted;
    tui_pack_rows rows;
} pack_state;

/* ---- What can be done with an item ---- */

typedef struct action_row {
    tui_pick pick;
    const char *text;
    uint32_t letter;
    tui_deed deed; /* the key of this deed does the same */
} action_row;

typedef struct action_state {
    tui_play *play;
    size_t item;
    char name[WYRM_NAME_TEXT_MAX];
    tui_list list;
    size_t count;
    const action_row *rows[TUI_PICK_COUNT];
} action_state;

static const action_row actions[] = {
    {TUI_PICK_USE, "use it", 'a', TUI_APPLY},
    {TUI_PICK_WEAR, "wield or put on", 'e', TUI_EQUIP},
    {TUI_PICK_TAKE_OFF, "take off", 'r', TUI_REMOVE},
    {TUI_PICK_THROW, "throw", 't', TUI_THROW},
    {TUI_PICK_DROP, "drop", 'd', TUI_DROP},
};

/* Whether an action makes sense for an item: gear is worn or taken off, the rest is used. */
static bool makes_sense(const tui_session *session, size_t item, tui_pick pick)
{
    const wyrm_game_item *what = &session->game->pack[item];
    wyrm_item_class class = tui_item_class(session, what);
    bool gear = class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
    switch (pick) {
    case TUI_PICK_USE:
        return !gear;
    case TUI_PICK_WEAR:
        return gear && !what->worn;
    case TUI_PICK_TAKE_OFF:
        return what->worn;
    case TUI_PICK_THROW:
        return wyrm_throw_range(session->engine, session->game, item) > 0;
    default:
        return true;
    }
}

static void action_of(const void *context, size_t index, tui_list_row *out)
{
    const action_state *acting = context;
    out->letter = acting->rows[index]->letter;
    snprintf(out->text, sizeof out->text, "%s", acting->rows[index]->text);
}

static tui_list_source action_source(const action_state *acting)
{
    return (tui_list_source){acting->count, action_of, acting};
}

static void draw_actions(tui_app *app, void *state, tui_canvas *canvas)
{
    action_state *acting = state;
    tui_list_source source = action_source(acting);
    (void)app;
    tui_area area = tui_middle(canvas, ACTIONS_WIDTH, (int)acting->count + 2);
    tui_list_draw(&acting->list, &source, canvas, tui_frame(canvas, area, acting->name));
}

static void take_action(tui_app *app, void *state, const tui_input *input)
{
    action_state *acting = state;
    tui_list_source source = action_source(acting);
    tui_list_answer answer = tui_list_take(&acting->list, &source, input);
    const action_row *row = acting->rows[acting->list.chosen];
    for (size_t i = 0; i < acting->count && answer == TUI_LIST_IGNORED; i++)
        if (acting->rows[i]->deed == input->deed) {
            answer = TUI_LIST_CHOSEN;
            row = acting->rows[i];
        }
    if (answer == TUI_LIST_LEFT)
        tui_pop(app);
    else if (answer == TUI_LIST_CHOSEN)
        tui_pick_do(app, acting->play, row->pick, acting->item);
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
}

static const tui_screen_kind action_kind = {
    .name = "items",
    .size = sizeof(action_state),
    .draw = draw_actions,
    .take = take_action,
};

static void open_actions(tui_app *app, tui_play *play, size_t item)
{
    const tui_session *session = tui_app_session(app);
    action_state *acting = tui_push(app, &action_kind);
    if (acting == NULL)
        return;
    *acting = (action_state){.play = play, .item = item};
    wyrm_item_text(session->engine, &session->game->pack[item], acting->name);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (makes_sense(session, item, actions[i].pick))
            acting->rows[acting->count++] = &actions[i];
}

/* ---- The pack ---- */

static void draw_summary(tui_app *app, const pack_state *packing, tui_canvas *canvas, tui_area area)
{
    const tui_session *session = tui_app_session(app);
    int32_t most = wyrm_engine_rules(session->engine)->pack;
    char room[32] = "", hint[TUI_HINT_MAX];
    if (most < WYRM_PACK_MAX)
        snprintf(room, sizeof room, " of %d", most);
    tui_textf(canvas, area, area.x, area.y, TUI_DIM, "%zu%s carried   %s",
              session->game->pack_count, room,
              tui_hint(app,
                       packing->sorted
                           ? "letter: do something   {next}: newest first   {cancel}: back"
                           : "letter: do something   {next}: sort   {cancel}: back",
                       hint));
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    pack_state *packing = state;
    const tui_session *session = tui_app_session(app);
    tui_area inside = tui_frame(canvas, tui_canvas_all(canvas), "What you carry");
    int width = inside.width / 2;
    tui_list_source source = tui_pack_rows_source(&packing->rows);
    draw_summary(app, packing, canvas,
                 (tui_area){inside.x, inside.y + inside.height - 1, inside.width, 1});
    inside.height -= 2;
    tui_list_draw(&packing->list, &source, canvas,
                  (tui_area){inside.x, inside.y, width - 2, inside.height});
    tui_item_panel_draw(
        session, packing->rows.rows[packing->list.chosen].item, canvas,
        (tui_area){inside.x + width, inside.y, inside.width - width, inside.height});
}

/* The other order, with the same item chosen. */
static void sort(tui_app *app, pack_state *packing)
{
    size_t item = packing->rows.rows[packing->list.chosen].item;
    packing->sorted = !packing->sorted;
    tui_pack_rows_fill(&packing->rows, tui_app_session(app), NULL, packing->sorted);
    for (size_t i = 0; i < packing->rows.count; i++)
        if (packing->rows.rows[i].heading == NULL && packing->rows.rows[i].item == item)
            packing->list.chosen = i;
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    pack_state *packing = state;
    tui_list_source source = tui_pack_rows_source(&packing->rows);
    if (input->deed == TUI_NEXT || input->deed == TUI_PREVIOUS) {
        sort(app, packing);
        return;
    }
    tui_list_answer answer = tui_list_take(&packing->list, &source, input);
    if (answer == TUI_LIST_LEFT)
        tui_pop(app);
    else if (answer == TUI_LIST_CHOSEN)
        open_actions(app, packing->play, packing->rows.rows[packing->list.chosen].item);
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
}

static const tui_screen_kind kind = {
    .name = "items",
    .size = sizeof(pack_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void tui_open_pack(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    pack_state *packing;
    if (session->game->pack_count == 0) {
        tui_notice(app, "You carry nothing.");
        return;
    }
    packing = tui_push(app, &kind);
    if (packing == NULL)
        return;
    packing->play = play;
    packing->sorted = true;
    tui_pack_rows_fill(&packing->rows, session, NULL, true);
    tui_list_source source = tui_pack_rows_source(&packing->rows);
    tui_list_settle(&packing->list, &source);
}
