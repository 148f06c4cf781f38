/* All that is carried, and what can be done with it. */
#include "term/internal.h"

#include <stdio.h>

/* ---- choosing what to use, wear, take off, drop or throw ---- */

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
    wyrm_item_class class = term_item_class(session, &term_now(session)->pack[item]);
    return class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
}

static bool is_used(const term_session *session, size_t item)
{
    return !is_gear(session, item);
}

static bool is_worn(const term_session *session, size_t item)
{
    return term_now(session)->pack[item].worn;
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

/* Does something with an item of the pack; asks for a target where it needs one. All but the screen
 * at the bottom go away. */
static void term_pick_do(term_app *app, term_play *play, term_pick pick, size_t item)
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

static const term_screen_kind pick_screen_kind = {
    .name = "items",
    .size = sizeof(pick_state),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_open_pick(term_app *app, term_play *play, term_pick pick)
{
    pick_state *picking = term_push(app, &pick_screen_kind);
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

#define ACTIONS_WIDTH 34

typedef struct pack_state {
    term_play *play;
    term_list list;
    bool sorted;
    term_pack_rows rows;
} pack_state;

/* ---- What can be done with an item ---- */

typedef struct action_row {
    term_pick pick;
    const char *text;
    uint32_t letter;
    term_deed deed; /* the key of this deed does the same */
} action_row;

typedef struct action_state {
    term_play *play;
    size_t item;
    char name[WYRM_NAME_TEXT_MAX];
    term_list list;
    size_t count;
    const action_row *rows[TERM_PICK_COUNT];
} action_state;

static const action_row actions[] = {
    {TERM_PICK_USE, "use it", 'a', TERM_APPLY},
    {TERM_PICK_WEAR, "wield or put on", 'e', TERM_EQUIP},
    {TERM_PICK_TAKE_OFF, "take off", 'r', TERM_REMOVE},
    {TERM_PICK_THROW, "throw", 't', TERM_THROW},
    {TERM_PICK_DROP, "drop", 'd', TERM_DROP},
};

/* Whether an action makes sense for an item: gear is worn or taken off, the rest is used. */
static bool makes_sense(const term_session *session, size_t item, term_pick pick)
{
    const wyrm_game_item *what = &term_now(session)->pack[item];
    wyrm_item_class class = term_item_class(session, what);
    bool gear = class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
    switch (pick) {
    case TERM_PICK_USE:
        return !gear;
    case TERM_PICK_WEAR:
        return gear && !what->worn;
    case TERM_PICK_TAKE_OFF:
        return what->worn;
    case TERM_PICK_THROW:
        return wyrm_throw_range(session->engine, session->game, item) > 0;
    default:
        return true;
    }
}

static void action_of(const void *context, size_t index, term_list_row *out)
{
    const action_state *acting = context;
    out->letter = acting->rows[index]->letter;
    snprintf(out->text, sizeof out->text, "%s", acting->rows[index]->text);
}

static term_list_source action_source(const action_state *acting)
{
    return (term_list_source){acting->count, action_of, acting};
}

static void draw_actions(term_app *app, void *state, term_canvas *canvas)
{
    action_state *acting = state;
    term_list_source source = action_source(acting);
    (void)app;
    term_area area = term_middle(canvas, ACTIONS_WIDTH, (int)acting->count + 2);
    term_list_draw(&acting->list, &source, canvas, term_frame(canvas, area, acting->name));
}

static void take_action(term_app *app, void *state, const term_input *input)
{
    action_state *acting = state;
    term_list_source source = action_source(acting);
    term_list_answer answer = term_list_take(&acting->list, &source, input);
    const action_row *row = acting->rows[acting->list.chosen];
    for (size_t i = 0; i < acting->count && answer == TERM_LIST_IGNORED; i++)
        if (acting->rows[i]->deed == input->deed) {
            answer = TERM_LIST_CHOSEN;
            row = acting->rows[i];
        }
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        term_pick_do(app, acting->play, row->pick, acting->item);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind action_kind = {
    .name = "items",
    .size = sizeof(action_state),
    .draw = draw_actions,
    .take = take_action,
};

static void open_actions(term_app *app, term_play *play, size_t item)
{
    const term_session *session = term_app_session(app);
    action_state *acting = term_push(app, &action_kind);
    if (acting == NULL)
        return;
    *acting = (action_state){.play = play, .item = item};
    wyrm_item_text(session->engine, &term_now(session)->pack[item], acting->name);
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (makes_sense(session, item, actions[i].pick))
            acting->rows[acting->count++] = &actions[i];
}

/* ---- The pack ---- */

static void draw_summary(term_app *app, const pack_state *packing, term_canvas *canvas,
                         term_area area)
{
    const term_session *session = term_app_session(app);
    int32_t most = wyrm_engine_rules(session->engine)->pack;
    char room[32] = "", hint[TERM_HINT_MAX];
    if (most < WYRM_PACK_MAX)
        snprintf(room, sizeof room, " of %d", most);
    term_textf(canvas, area, area.x, area.y, TERM_DIM, "%zu%s carried   %s",
               term_now(session)->pack_count, room,
               term_hint(app,
                         packing->sorted
                             ? "letter: do something   {next}: newest first   {cancel}: back"
                             : "letter: do something   {next}: sort   {cancel}: back",
                         hint));
}

static void pack_screen_draw(term_app *app, void *state, term_canvas *canvas)
{
    pack_state *packing = state;
    const term_session *session = term_app_session(app);
    term_area inside = term_frame(canvas, term_canvas_all(canvas), "What you carry");
    int width = inside.width / 2;
    term_list_source source = term_pack_rows_source(&packing->rows);
    draw_summary(app, packing, canvas,
                 (term_area){inside.x, inside.y + inside.height - 1, inside.width, 1});
    inside.height -= 2;
    term_list_draw(&packing->list, &source, canvas,
                   (term_area){inside.x, inside.y, width - 2, inside.height});
    term_item_panel_draw(
        session, packing->rows.rows[packing->list.chosen].item, canvas,
        (term_area){inside.x + width, inside.y, inside.width - width, inside.height});
}

/* The other order, with the same item chosen. */
static void sort(term_app *app, pack_state *packing)
{
    size_t item = packing->rows.rows[packing->list.chosen].item;
    packing->sorted = !packing->sorted;
    term_pack_rows_fill(&packing->rows, term_app_session(app), NULL, packing->sorted);
    for (size_t i = 0; i < packing->rows.count; i++)
        if (packing->rows.rows[i].heading == NULL && packing->rows.rows[i].item == item)
            packing->list.chosen = i;
}

static void pack_screen_take(term_app *app, void *state, const term_input *input)
{
    pack_state *packing = state;
    term_list_source source = term_pack_rows_source(&packing->rows);
    if (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS) {
        sort(app, packing);
        return;
    }
    term_list_answer answer = term_list_take(&packing->list, &source, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        open_actions(app, packing->play, packing->rows.rows[packing->list.chosen].item);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind pack_screen_kind = {
    .name = "items",
    .size = sizeof(pack_state),
    .whole = true,
    .draw = pack_screen_draw,
    .take = pack_screen_take,
};

void term_open_pack(term_app *app, term_play *play)
{
    const term_session *session = term_app_session(app);
    pack_state *packing;
    if (term_now(session)->pack_count == 0) {
        term_notice(app, "You carry nothing.");
        return;
    }
    packing = term_push(app, &pack_screen_kind);
    if (packing == NULL)
        return;
    packing->play = play;
    packing->sorted = true;
    term_pack_rows_fill(&packing->rows, session, NULL, true);
    term_list_source source = term_pack_rows_source(&packing->rows);
    term_list_settle(&packing->list, &source);
}
