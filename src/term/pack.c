/* What is carried: the pack as a list with its chosen item beside it, and what can be done with it.
 *
 * One screen serves all: it shows the whole pack, or only what fits something to be done at once
 * (use, wear, take off, throw, drop). Beside the list stands what the item is and does, with what
 * it would change in the next fight.
 */
#include "term/internal.h"

#include <stdio.h>

#define ACTIONS_WIDTH 34

static wyrm_item_class class_of(const term_session *session, const wyrm_game_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(session->design), &kinds);
    return item->item.kind >= 0 && (size_t)item->item.kind < count
               ? kinds[item->item.kind].item_class
               : WYRM_ITEM_CLASS_COUNT;
}

/* ---- What an item is and does ---- */

/* What the player would win or lose by it against the nearest opponent. */
static void draw_odds(const term_session *session, const wyrm_combatant *then, term_canvas *canvas,
                      term_area *area)
{
    term_opponent opponents[TERM_OPPONENTS_MAX];
    char text[TERM_ODDS_CHANGE_MAX];
    term_style style;
    if (term_opponents(session, opponents) == 0 ||
        !term_odds_change(session, &opponents[0], then, true, '\n', text, &style))
        return;
    term_skip(area, 1);
    term_say(canvas, area, style, text);
    term_say(canvas, area, TERM_DIM,
             opponents[0].in_sight ? TERM_ODDS_ASSUME : TERM_ODDS_ASSUME_LATER);
}

void term_item_panel_draw(const term_session *session, size_t item, term_canvas *canvas,
                          term_area area)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_game_item *what = &game->pack[item];
    const wyrm_combatant *now = &game->player->combatant;
    wyrm_combatant then = *now;
    wyrm_item_class class = class_of(session, what);
    wyrm_effect effect = wyrm_pack_effect(session->engine, session->game, item);
    char text[WYRM_MESSAGE_TEXT_MAX + 1];
    wyrm_item_text(session->engine, what, text);
    term_say(canvas, &area, TERM_TITLE, text);
    term_say(canvas, &area, TERM_DIM,
             class == WYRM_ITEM_CLASS_COUNT ? "item" : wyrm_item_class_name(class));
    term_skip(&area, 1);
    wyrm_item_describe(session->engine, what, text);
    term_say(canvas, &area, TERM_PLAIN, text);
    if (!wyrm_can_use(session->engine, session->game, item, text)) {
        term_skip(&area, 1);
        term_say(canvas, &area, TERM_WARN, text);
    } else if (effect.kind == WYRM_EFFECT_HEAL) {
        wyrm_effect_use(&effect, &then);
        draw_odds(session, &then, canvas, &area);
    }
    if (class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR) {
        term_figure figures[TERM_FIGURES_MAX];
        wyrm_player_with(session->engine, session->game, item, &then);
        size_t count = term_figures(session->engine, now, &then, figures);
        term_skip(&area, 1);
        term_say(canvas, &area, TERM_TITLE,
                 what->worn                  ? "Taken off"
                 : class == WYRM_ITEM_WEAPON ? "Wielded"
                                             : "Put on");
        int rows = term_changes_draw(canvas, area, figures, count);
        if (rows == 0)
            term_say(canvas, &area, TERM_DIM, "nothing changes");
        term_skip(&area, rows);
        draw_odds(session, &then, canvas, &area);
    }
    int32_t range = wyrm_throw_range(session->engine, session->game, item);
    if (range > 0) {
        snprintf(text, sizeof text, "Can be thrown up to %d tiles.", range);
        term_skip(&area, 1);
        term_say(canvas, &area, TERM_PLAIN, text);
    }
}

/* ---- What can be done with items ---- */

static bool is_gear(const term_session *session, size_t item)
{
    wyrm_item_class class = class_of(session, &term_now(session)->pack[item]);
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

static bool is_loose(const term_session *session, size_t item)
{
    return !is_worn(session, item);
}

static bool is_put_on(const term_session *session, size_t item)
{
    return is_gear(session, item) && !is_worn(session, item);
}

static bool is_thrown(const term_session *session, size_t item)
{
    return wyrm_throw_range(session->engine, session->game, item) > 0;
}

static const struct {
    wyrm_command_kind command;
    bool (*fits)(const term_session *session, size_t item);
    const char *title, *none; /* of the choice of an item, and where there is none */
    const char *text;         /* among what can be done with an item, with its letter */
    char letter;
    term_deed deed; /* the key of this deed does the same there */
} picks[TERM_PICK_COUNT] = {
    [TERM_PICK_USE] = {WYRM_DO_USE, is_used, "Use", "You have nothing to drink, read or eat.",
                       "use it", 'a', TERM_APPLY},
    [TERM_PICK_WEAR] = {WYRM_DO_WEAR, is_put_on, "Wield or put on", "You have no gear to put on.",
                        "wield or put on", 'e', TERM_EQUIP},
    [TERM_PICK_TAKE_OFF] = {WYRM_DO_TAKE_OFF, is_worn, "Take off", "You wear nothing.", "take off",
                            'r', TERM_REMOVE},
    [TERM_PICK_THROW] = {WYRM_DO_THROW, is_thrown, "Throw", "You have nothing to throw.", "throw",
                         't', TERM_THROW},
    [TERM_PICK_DROP] = {WYRM_DO_DROP, is_loose, "Drop", "You have nothing to drop.", "drop", 'd',
                        TERM_DROP},
};

/* Does something with an item of the pack; asks for a target where it needs one. All but the screen
 * at the bottom go away. */
static void pick_do(term_app *app, term_play *play, term_pick pick, size_t item)
{
    const term_session *session = app->session;
    wyrm_command command = {.kind = picks[pick].command, .argument = (int32_t)item};
    wyrm_effect_aim aim =
        wyrm_effect_aims(wyrm_pack_effect(session->engine, session->game, item).kind);
    char why[WYRM_WHY_MAX];
    if (pick == TERM_PICK_USE && !wyrm_can_use(session->engine, session->game, item, why)) {
        term_notice(app, "%s", why);
        return;
    }
    term_pop_to(app, play->home);
    if (pick == TERM_PICK_THROW ||
        (pick == TERM_PICK_USE && (aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA)))
        term_open_target(app, play, command);
    else
        term_play_act(app, play, &command);
}

typedef struct action_state {
    term_play *play;
    size_t item;
    char name[WYRM_NAME_TEXT_MAX];
    term_list list;
    size_t count;
    term_pick rows[TERM_PICK_COUNT];
} action_state;

static void action_of(const void *context, size_t index, term_list_row *out)
{
    term_pick pick = ((const action_state *)context)->rows[index];
    out->letter = (uint32_t)picks[pick].letter;
    snprintf(out->text, sizeof out->text, "%s", picks[pick].text);
}

static void draw_actions(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    action_state *acting = state;
    term_list_source source = {acting->count, action_of, acting};
    term_area area = term_middle(canvas, ACTIONS_WIDTH, (int)acting->count + 2);
    term_list_draw(&acting->list, &source, canvas, term_frame(canvas, area, acting->name));
}

static void take_action(term_app *app, void *state, const term_input *input)
{
    action_state *acting = state;
    term_list_source source = {acting->count, action_of, acting};
    term_list_answer answer = term_list_take(&acting->list, &source, input);
    for (size_t i = 0; i < acting->count && answer == TERM_LIST_IGNORED; i++)
        if (picks[acting->rows[i]].deed == input->deed) {
            answer = TERM_LIST_CHOSEN;
            acting->list.chosen = i;
        }
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        pick_do(app, acting->play, acting->rows[acting->list.chosen], acting->item);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind action_kind = {
    .name = "items", .size = sizeof(action_state), .draw = draw_actions, .take = take_action};

static void open_actions(term_app *app, term_play *play, size_t item)
{
    action_state *acting = term_push(app, &action_kind);
    acting->play = play;
    acting->item = item;
    wyrm_item_text(app->session->engine, &term_now(app->session)->pack[item], acting->name);
    for (int pick = 0; pick < TERM_PICK_COUNT; pick++)
        if (pick == TERM_PICK_DROP || picks[pick].fits(app->session, item))
            acting->rows[acting->count++] = (term_pick)pick;
}

/* ---- The pack as rows of a list: like items together, worn gear on top ---- */

typedef struct pack_row {
    size_t item;         /* index in the pack, the newest of those alike */
    size_t times;        /* how many are alike */
    const char *heading; /* NULL: an item */
    bool useless;        /* it cannot be used now */
} pack_row;

typedef struct pack_state {
    term_play *play;
    term_pick pick; /* TERM_PICK_COUNT: all that is carried */
    bool newest;    /* first; else by what they are, best gear first */
    term_list list;
    const term_session *session;
    size_t count;
    pack_row rows[WYRM_PACK_MAX + 2]; /* two headings */
} pack_state;

static bool are_alike(const wyrm_game_item *one, const wyrm_game_item *other)
{
    return one->item.kind == other->item.kind && one->item.level == other->item.level &&
           one->item.bonus == other->item.bonus && one->uses == other->uses &&
           one->worn == other->worn;
}

/* Whether an item comes before another in the order (RuggRogue, "Items"): food, what is used,
 * weapons, armor; best gear first. */
static bool is_before(const term_session *session, size_t one, size_t other)
{
    static const int ranks[] = {[WYRM_ITEM_RATION] = 0,
                                [WYRM_ITEM_CONSUMABLE] = 1,
                                [WYRM_ITEM_WEAPON] = 2,
                                [WYRM_ITEM_ARMOR] = 3,
                                [WYRM_ITEM_CLASS_COUNT] = 4};
    const wyrm_game_item *a = &term_now(session)->pack[one], *b = &term_now(session)->pack[other];
    int rank_a = ranks[class_of(session, a)], rank_b = ranks[class_of(session, b)];
    if (rank_a != rank_b)
        return rank_a < rank_b;
    if (a->item.level != b->item.level)
        return a->item.level > b->item.level;
    if (a->item.kind != b->item.kind)
        return a->item.kind < b->item.kind;
    return a->uses > b->uses;
}

/* Adds an item to the rows from `first` on: to one alike, or as a row of its own. */
static void add_item(pack_state *packing, size_t first, size_t item)
{
    const term_session *session = packing->session;
    const wyrm_game_item *pack = term_now(session)->pack;
    bool sorted = pack[item].worn || !packing->newest;
    for (size_t i = first; i < packing->count && !pack[item].worn; i++)
        if (are_alike(&pack[packing->rows[i].item], &pack[item])) {
            packing->rows[i].times++;
            return;
        }
    size_t at = packing->count++;
    for (; sorted && at > first && is_before(session, item, packing->rows[at - 1].item); at--)
        packing->rows[at] = packing->rows[at - 1];
    packing->rows[at] =
        (pack_row){.item = item,
                   .times = 1,
                   .useless = !wyrm_can_use(session->engine, session->game, item, NULL)};
}

/* The worn items and the others, each under a heading where the whole pack is shown. */
static void fill(pack_state *packing)
{
    const wyrm_game_view *game = term_now(packing->session);
    bool all = packing->pick == TERM_PICK_COUNT;
    packing->count = 0;
    for (int part = 0; part < 2; part++) {
        size_t first = packing->count;
        if (all)
            packing->rows[packing->count++] =
                (pack_row){.heading = part == 0 ? "Wielded and worn" : "Carried"};
        size_t items = packing->count;
        for (size_t i = game->pack_count; i-- > 0;)
            if (game->pack[i].worn == (part == 0) &&
                (all || picks[packing->pick].fits(packing->session, i)))
                add_item(packing, items, i);
        if (packing->count == items)
            packing->count = first;
    }
}

static void row_of(const void *context, size_t index, term_list_row *out)
{
    const pack_state *packing = context;
    const pack_row *row = &packing->rows[index];
    char name[WYRM_NAME_TEXT_MAX], times[24] = "";
    out->heading = row->heading != NULL;
    if (out->heading) {
        snprintf(out->text, sizeof out->text, "%s", row->heading);
        return;
    }
    const wyrm_game_item *item = &term_now(packing->session)->pack[row->item];
    term_cell cell = term_item_cell(packing->session->engine, item);
    wyrm_item_text(packing->session->engine, item, name);
    out->glyph = cell.character;
    out->glyph_style = (term_style)cell.style;
    out->style = row->useless ? TERM_DIM : TERM_PLAIN;
    if (row->times > 1)
        snprintf(times, sizeof times, " x%zu", row->times);
    snprintf(out->text, sizeof out->text, "%s%s", name, times);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    pack_state *packing = state;
    const term_session *session = app->session;
    bool all = packing->pick == TERM_PICK_COUNT;
    int32_t most = wyrm_engine_rules(session->engine)->pack;
    term_list_source source = {packing->count, row_of, packing};
    term_area inside = term_frame(canvas, term_canvas_all(canvas),
                                  all ? "What you carry" : picks[packing->pick].title);
    term_area keys = {inside.x, inside.y + inside.height - 1, inside.width, 1};
    int width = inside.width / 2;
    char room[32] = "";
    if (all && most < WYRM_PACK_MAX)
        snprintf(room, sizeof room, " of %d", most);
    if (all) {
        keys.x = term_textf(canvas, keys, keys.x, keys.y, TERM_DIM, "%zu%s carried   ",
                            term_now(session)->pack_count, room);
        keys.width -= keys.x - inside.x;
    }
    term_hint_draw(app, canvas, keys,
                   !all ? "letter or {confirm}: this one   {cancel}: none"
                   : packing->newest
                       ? "letter: do something   {next}: sort   {cancel}: back"
                       : "letter: do something   {next}: newest first   {cancel}: back");
    inside.height -= 2;
    term_list_draw(&packing->list, &source, canvas,
                   (term_area){inside.x, inside.y, width - 2, inside.height});
    term_item_panel_draw(
        session, packing->rows[packing->list.chosen].item, canvas,
        (term_area){inside.x + width, inside.y, inside.width - width, inside.height});
}

static void take(term_app *app, void *state, const term_input *input)
{
    pack_state *packing = state;
    term_list_source source = {packing->count, row_of, packing};
    size_t item = packing->rows[packing->list.chosen].item;
    bool all = packing->pick == TERM_PICK_COUNT;
    if (all && (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS)) {
        packing->newest = !packing->newest; /* the other order, with the same item chosen */
        fill(packing);
        for (size_t i = 0; i < packing->count; i++)
            if (packing->rows[i].heading == NULL && packing->rows[i].item == item)
                packing->list.chosen = i;
    } else if (term_list_choose(app, &packing->list, &source, input)) {
        item = packing->rows[packing->list.chosen].item;
        if (all)
            open_actions(app, packing->play, item);
        else
            pick_do(app, packing->play, packing->pick, item);
    }
}

static const term_screen_kind pack_kind = {
    .name = "items", .size = sizeof(pack_state), .whole = true, .draw = draw, .take = take};

void term_open_pick(term_app *app, term_play *play, term_pick pick)
{
    pack_state *packing = term_push(app, &pack_kind);
    packing->play = play;
    packing->pick = pick;
    packing->session = app->session;
    fill(packing);
    if (packing->count == 0) {
        term_pop(app);
        term_notice(app, "%s", pick == TERM_PICK_COUNT ? "You carry nothing." : picks[pick].none);
        return;
    }
    term_list_source source = {packing->count, row_of, packing};
    term_list_settle(&packing->list, &source);
}

void term_open_pack(term_app *app, term_play *play)
{
    term_open_pick(app, play, TERM_PICK_COUNT);
}
