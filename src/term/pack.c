/* The screens of items: the pack as a list with the chosen item described beside it, the choice of
 * what to do with an item, and the shop.
 *
 * One screen serves for the pack and for choosing an item for a command (use, wear, take off,
 * throw, drop), where it lists only the items that fit. */
#include "term/internal.h"
#include <stdio.h>

/* ---- The commands for items ---- */

typedef enum pick { USE, WEAR, TAKE_OFF, THROW, DROP, ALL } pick;

static const struct {
    wyrm_command_kind command;
    const char *title, *none;     /* title of the choice of an item; notice if none fits */
    const char *text, *of_weapon; /* in the menu of an item, also for weapons */
    char letter;
    term_deed deed; /* its key chooses the row, and opens the choice of an item from the dungeon */
} picks[ALL] = {
    /* indexed by pick */
    {WYRM_DO_USE, "Use", "You have nothing to drink, read or eat.", "use it", "use it", 'a',
     TERM_APPLY},
    {WYRM_DO_WEAR, "Wield or put on", "You have no gear to put on.", "put on", "wield", 'e',
     TERM_EQUIP},
    {WYRM_DO_TAKE_OFF, "Take off", "You wear nothing.", "take off", "put away", 'r', TERM_REMOVE},
    {WYRM_DO_THROW, "Throw", "You have nothing to throw.", "throw", "throw", 't', TERM_THROW},
    {WYRM_DO_DROP, "Drop", "You have nothing to drop.", "drop", "drop", 'd', TERM_DROP},
};

/* Whether a command fits an item of the pack. */
static bool fits(const term_session *session, pick what, size_t item)
{
    wyrm_item_class class = term_item_class(session, item);
    bool gear = class == WYRM_ITEM_WEAPON || class == WYRM_ITEM_ARMOR;
    bool worn = term_now(session)->pack[item].worn;
    const bool fit[] = {
        [USE] = !gear,     [WEAR] = gear && !worn,
        [TAKE_OFF] = worn, [THROW] = wyrm_throw_range(session->engine, session->game, item) > 0,
        [DROP] = !worn,    [ALL] = true,
    };
    return fit[what];
}

/* Carries out a command with an item of the pack, first asking for a target if it needs one. Pops
 * all screens but the bottom one. */
static void pick_do(term_app *app, pick what, size_t item)
{
    const term_session *session = app->session;
    wyrm_command command = {.kind = picks[what].command, .argument = (int32_t)item};
    wyrm_effect_aim aim =
        wyrm_effect_aims(wyrm_pack_effect(session->engine, session->game, item).kind);
    char why[WYRM_WHY_MAX];
    if (what == USE && !wyrm_can_use(session->engine, session->game, item, why)) {
        term_notice(app, "%s", why);
        return;
    }
    term_go_home(app);
    if (what == THROW || (what == USE && (aim == WYRM_AIM_TILE || aim == WYRM_AIM_AREA)))
        term_open_target(app, command);
    else
        term_play_act(app, command);
}

static void act(term_app *app, const term_menu *menu, bool chosen)
{
    if (chosen)
        pick_do(app, (pick)menu->list.rows[menu->list.chosen].what, menu->item);
    else
        term_pop(app);
}

/* ---- The rows of the list: like items together, worn gear first ---- */

typedef struct pack_row {
    size_t item;  /* index in the pack of the newest of like items */
    size_t times; /* number of like items */
} pack_row;

typedef struct pack_state {
    pick what;   /* ALL: every item */
    bool newest; /* newest first; else by class, best gear first */
    term_list list;
} pack_state;

/* Whether an item comes before another in the order of RuggRogue's "Items": food, other usable
 * items, weapons, armor; best gear first. */
static bool is_before(const term_session *session, size_t one, size_t other)
{
    const wyrm_game_item *a = &term_now(session)->pack[one], *b = &term_now(session)->pack[other];
    int rank_a = (int)term_item_class(session, one), rank_b = (int)term_item_class(session, other);
    rank_a = rank_a == WYRM_ITEM_RATION ? -1 : rank_a; /* rations come first */
    rank_b = rank_b == WYRM_ITEM_RATION ? -1 : rank_b;
    if (rank_a != rank_b)
        return rank_a < rank_b;
    if (a->item.level != b->item.level)
        return a->item.level > b->item.level;
    if (a->item.kind != b->item.kind)
        return a->item.kind < b->item.kind;
    return a->uses > b->uses;
}

/* The letter of an item's row. An item keeps its own letter while it is carried. If a worn item has
 * like ones that are not worn, both rows would have the same letter: the second gets the first
 * letter that no item has. */
static uint32_t letter_of(const term_session *session, const term_list *list, size_t item)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const wyrm_game_view *game = term_now(session);
    bool taken[128] = {false};
    for (size_t i = 0; i < list->count; i++)
        taken[list->rows[i].letter & 127] = true;
    const char own = game->pack[item].letter;
    if (own != 0 && !taken[own & 127])
        return (unsigned char)own;
    for (size_t i = 0; i < game->pack_count; i++)
        taken[game->pack[i].letter & 127] = true;
    for (size_t i = 0; i < sizeof letters - 1; i++)
        if (!taken[letters[i] & 127])
            return (unsigned char)letters[i];
    return TERM_LIST_NO_LETTER;
}

/* Fills the list with worn items, then the others, each under a heading if the whole pack is shown;
 * like items share a row. */
static void fill(const term_session *session, pack_state *packing)
{
    static const char *const headings[] = {"Wielded and worn", "Carried"};
    const wyrm_game_view *game = term_now(session);
    const wyrm_game_item *pack = game->pack;
    term_list *list = &packing->list;
    list->count = 0;
    for (int part = 0; part < 2; part++) {
        bool worn = part == 0, sorted = worn || !packing->newest;
        pack_row rows[WYRM_PACK_MAX];
        size_t count = 0;
        for (size_t item = game->pack_count; item-- > 0;) {
            size_t alike = 0, at = count;
            if (pack[item].worn != worn || !fits(session, packing->what, item))
                continue;
            for (; alike < count; alike++) {
                if (game_are_alike(&pack[rows[alike].item], &pack[item]))
                    break;
            }
            if (alike < count) {
                rows[alike].times++;
                continue;
            }
            for (; sorted && at > 0 && is_before(session, item, rows[at - 1].item); at--)
                rows[at] = rows[at - 1];
            rows[at] = (pack_row){item, 1};
            count++;
        }
        if (count > 0 && packing->what == ALL)
            term_list_add(list, TERM_LIST_HEADING, "%s", headings[part]);
        for (size_t i = 0; i < count; i++) {
            size_t item = rows[i].item;
            char name[WYRM_NAME_TEXT_MAX], times[24] = "";
            wyrm_item_text(session->engine, &pack[item], name);
            if (rows[i].times > 1)
                snprintf(times, sizeof times, " x%zu", rows[i].times);
            term_list_row *row =
                term_list_add(list, letter_of(session, list, item), "%s%s", name, times);
            row->what = (int)item;
            row->glyph = term_item_cell(session, &pack[item]);
            if (!wyrm_can_use(session->engine, session->game, item, NULL))
                row->style = TERM_DIM;
        }
    }
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    pack_state *packing = state;
    const term_session *session = app->session;
    bool all = packing->what == ALL;
    int32_t most = wyrm_engine_rules(session->engine)->pack;
    const char *hint = "letter or {confirm}: this one   {cancel}: none";
    term_area inside =
        term_frame(term_all(canvas), all ? "What you carry" : picks[packing->what].title);
    term_area keys = term_foot(&inside);
    inside.height--;
    if (all) {
        term_write(&keys, TERM_DIM, "%zu", term_now(session)->pack_count);
        if (most < WYRM_PACK_MAX)
            term_write(&keys, TERM_DIM, " of %d", most);
        term_write(&keys, TERM_DIM, " carried   ");
        hint = packing->newest ? "letter: do something   {next}: sort   {cancel}: back"
                               : "letter: do something   {next}: newest first   {cancel}: back";
    }
    term_hint_draw(app, keys, hint);
    term_area panel = term_behind(inside, inside.width / 2);
    inside.width = inside.width / 2 - 2;
    term_list_draw(&packing->list, inside);
    term_item_panel_draw(session, (size_t)packing->list.rows[packing->list.chosen].what,
                         packing->what == THROW, panel);
}

static void take(term_app *app, void *state, const term_input *input)
{
    pack_state *packing = state;
    term_list *list = &packing->list;
    size_t item = (size_t)list->rows[list->chosen].what;
    bool all = packing->what == ALL;
    if (all && (input->deed == TERM_NEXT || input->deed == TERM_PREVIOUS)) {
        packing->newest = !packing->newest; /* change the order, keep the item chosen */
        fill(app->session, packing);
        for (size_t i = 0; i < list->count; i++)
            if (!list->rows[i].heading && list->rows[i].what == (int)item)
                list->chosen = i;
    } else if (term_list_choose(app, list, input)) {
        item = (size_t)list->rows[list->chosen].what;
        if (!all) {
            pick_do(app, packing->what, item);
            return;
        }
        term_menu *menu = term_open_list(app, "items", 34, act);
        menu->item = item;
        menu->low = true;
        const bool is_weapon = term_item_class(app->session, item) == WYRM_ITEM_WEAPON;
        wyrm_item_text(app->session->engine, &term_now(app->session)->pack[item], menu->title);
        for (int i = 0; i < ALL; i++) {
            if (i != DROP && !fits(app->session, (pick)i, item))
                continue;
            term_list_row *row = term_list_add(&menu->list, (uint32_t)picks[i].letter, "%s",
                                               is_weapon ? picks[i].of_weapon : picks[i].text);
            row->deed = picks[i].deed;
            row->what = i;
        }
    }
}

static void open_pack(term_app *app, pick what)
{
    static const term_screen_kind kind = {
        .name = "items", .size = sizeof(pack_state), .draw = draw, .take = take};
    pack_state *packing = term_push(app, &kind);
    packing->what = what;
    fill(app->session, packing);
    if (packing->list.count > 0)
        return;
    term_pop(app);
    term_notice(app, "%s", what == ALL ? "You carry nothing." : picks[what].none);
}

void term_open_pack(term_app *app)
{
    open_pack(app, ALL);
}

/* ---- The shop at the stairs: goods, what can be sold, and the way on ---- */

enum { GO_ON = -1, SELL_FROM = WYRM_GOODS_MAX };

static void fill_shop(const term_session *session, term_list *list)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_trade *trade = wyrm_design_trade(session->design);
    char name[WYRM_NAME_TEXT_MAX];
    int32_t shop = -1;
    bool sells = false;
    list->count = list->lettered = 0;
    for (size_t i = 0; i < game->good_count && list->count + 4 < TERM_LIST_MAX; i++) {
        const wyrm_good *good = &game->goods[i];
        if (good->shop != shop)
            term_list_add(list, TERM_LIST_HEADING, "%s has",
                          wyrm_shop_name(trade, (size_t)good->shop));
        shop = good->shop;
        wyrm_item_text(session->engine, &good->item, name);
        term_list_row *row = term_list_add(list, 0, "%s for %d", name, (int)good->price);
        row->what = (int)i;
        row->glyph = term_item_cell(session, &good->item);
        if (good->price > game->gold)
            row->style = TERM_DIM;
    }
    for (size_t i = 0; i < game->pack_count && list->count + 3 < TERM_LIST_MAX; i++) {
        const int64_t worth = wyrm_worth_here(session->engine, session->game, i);
        if (worth <= 0 || game->pack[i].worn)
            continue;
        if (!sells)
            term_list_add(list, TERM_LIST_HEADING, "What you can sell");
        sells = true;
        wyrm_item_text(session->engine, &game->pack[i], name);
        term_list_row *row = term_list_add(list, 0, "%s for %lld", name, (long long)worth);
        row->what = SELL_FROM + (int)i;
        row->glyph = term_item_cell(session, &game->pack[i]);
    }
    term_list_add(list, TERM_LIST_HEADING, "You have %lld gold", (long long)game->gold);
    term_list_add(list, '>', "go on")->what = GO_ON;
}

static void trade(term_app *app, const term_menu *menu, bool chosen)
{
    const int what = chosen ? menu->list.rows[menu->list.chosen].what : 0;
    term_pop(app);
    if (!chosen)
        return;
    if (what == GO_ON) {
        term_autopilot_leave(app);
        return;
    }
    const bool sells = what >= SELL_FROM;
    term_play_act(app, (wyrm_command){.kind = sells ? WYRM_DO_SELL : WYRM_DO_BUY,
                                      .argument = sells ? what - SELL_FROM : what});
    if (wyrm_can_trade(app->session->game))
        term_open_shop(app);
}

void term_open_shop(term_app *app)
{
    term_menu *menu = term_open_list(app, "shop", 76, trade);
    snprintf(menu->title, sizeof menu->title, "Shop");
    fill_shop(app->session, &menu->list);
    for (size_t i = 0; i < menu->list.count && menu->list.rows[menu->list.chosen].heading; i++)
        menu->list.chosen = i;
}

bool term_open_pick(term_app *app, term_deed deed)
{
    for (int i = 0; i < ALL; i++)
        if (picks[i].deed == deed) {
            open_pack(app, (pick)i);
            return true;
        }
    return false;
}
