/* Two lists over the dungeon: what a new level brings, and the menu of a game in progress. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

/* ---- What a new level brings: what can be chosen, with what it would change ---- */

#define CHOOSE_WIDTH 76

typedef struct choose_state {
    const wyrm_growth *growth;
    term_list list;
} choose_state;

static void choose_draw(term_app *app, void *state, term_canvas *canvas)
{
    choose_state *choosing = state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    const wyrm_combatant *now = &game->player->combatant;
    wyrm_combatant then = *now;
    term_change changes[TERM_OPPONENTS_MAX];
    wyrm_growth_choose(choosing->growth, choosing->list.chosen, &then);
    size_t count = term_odds_changes(session, &then, false, ' ', changes, TERM_OPPONENTS_MAX);
    int rows = (int)choosing->list.count, height = rows + 9 + 2 * (int)count;
    term_area area = term_frame(term_middle(canvas, CHOOSE_WIDTH, height), "A new level");
    term_hint_draw(app, term_foot(&area), "arrows: compare   letter or {confirm}: this one");
    term_say(&area, TERM_PLAIN, "You have reached level %d. What do you make of it?",
             game->experience.level);
    term_skip(&area, 1);
    term_area list = area;
    list.height = rows;
    term_list_draw(&choosing->list, list);
    term_skip(&area, rows + 1);
    term_changes_draw(&area, session->engine, now, &then);
    area.height--;
    for (size_t i = 0; i < count; i++)
        term_say(&area, changes[i].style, "%s", changes[i].words);
}

static void choose_take(term_app *app, void *state, const term_input *input)
{
    choose_state *choosing = state;
    term_list_answer answer = term_list_take(&choosing->list, input);
    if (answer == TERM_LIST_LEFT)
        term_notice(app, "A choice has to be made before the game goes on.");
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    if (answer != TERM_LIST_CHOSEN)
        return;
    term_pop(app);
    term_play_act(
        app, (wyrm_command){.kind = WYRM_DO_CHOOSE, .argument = (int32_t)choosing->list.chosen});
}

void term_open_choose(term_app *app)
{
    static const term_screen_kind kind = {
        .name = "choose", .size = sizeof(choose_state), .draw = choose_draw, .take = choose_take};
    choose_state *choosing = term_push(app, &kind);
    const wyrm_choice *choices;
    choosing->growth = wyrm_design_growth(app->session->design);
    size_t count = wyrm_growth_choices(choosing->growth, &choices);
    for (size_t i = 0; i < count; i++) { /* "hp: +20 max hp" */
        char name[40], amount[24];
        term_stat_label(choices[i].name, name);
        term_list_row *row = term_list_add(&choosing->list, 0, "%s", name);
        for (size_t k = 0; k < choices[i].count; k++) {
            const wyrm_gain *gain = &choices[i].gains[k];
            size_t length = strlen(row->text);
            term_stat_label(gain->quantity, name);
            term_number(gain->amount, amount);
            snprintf(row->text + length, sizeof row->text - length, "%s %s%s %s",
                     k == 0 ? ":" : ",", gain->amount < 0 ? "" : "+", amount, name);
        }
    }
}

/* ---- The menu ---- */

#define KEY_COLUMN 30

static void do_help(term_app *app)
{
    term_show_help(app, term_app_top(app)->name);
}

/* The game is forgotten: what was saved of it goes, and nothing is saved any more. */
static void forget(term_app *app, bool yes)
{
    if (!yes)
        return;
    term_session_forget(app->session);
    term_leave_game(app);
}

static void do_abandon(term_app *app)
{
    term_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget);
}

static const struct {
    const char *text, *unsaved; /* `unsaved`: of a game that is not saved, where that is another */
    term_deed deed;             /* what does the same in the dungeon */
    void (*act)(term_app *app); /* once the menu is gone */
} rows[] = {
    {"Go on", NULL, TERM_NOTHING, NULL},
    {"Who you are", NULL, TERM_SHEET, term_open_sheet},
    {"Earlier messages", NULL, TERM_LOG, term_open_log},
    {"The whole map", NULL, TERM_MAP, term_open_overview},
    {"Help", NULL, TERM_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TERM_SAVE, term_leave_game},
    {"Abandon this game", NULL, TERM_NOTHING, do_abandon},
};

static void act(term_app *app, const term_menu *menu, bool chosen)
{
    term_go_home(app);
    if (chosen && rows[menu->list.chosen].act != NULL)
        rows[menu->list.chosen].act(app);
}

void term_open_menu(term_app *app)
{
    static const term_screen_kind kind = {.name = "dungeon",
                                          .size = sizeof(term_menu),
                                          .draw = term_menu_draw,
                                          .take = term_menu_take};
    term_menu *menu = term_push(app, &kind);
    bool saved = app->session->journal.open;
    snprintf(menu->title, sizeof menu->title, "Menu");
    menu->width = 46;
    menu->answer = act;
    for (size_t i = 0; i < TERM_COUNT(rows) - !saved; i++) {
        const char *key = app->keys.first[rows[i].deed];
        term_list_add(&menu->list, 0, key[0] != '\0' ? "%-*s key %s" : "%-*s", KEY_COLUMN,
                      !saved && rows[i].unsaved != NULL ? rows[i].unsaved : rows[i].text, key);
    }
}
