/* Two lists over the dungeon: what a new level brings, and the menu of a game in progress. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

/* ---- What a new level brings: what can be chosen, with what it would change ---- */

#define WIDTH 76

typedef struct choose_state {
    term_play *play;
    const wyrm_growth *growth;
    term_list list;
} choose_state;

static void choice_of(const void *context, size_t index, term_list_row *out)
{
    const wyrm_choice *choices;
    wyrm_growth_choices(context, &choices);
    term_stat_label(choices[index].name, out->text);
    size_t length = strlen(out->text);
    for (size_t i = 0; i < choices[index].count && length < sizeof out->text - 1; i++) {
        const wyrm_gain *gain = &choices[index].gains[i];
        char name[40], amount[24];
        term_stat_label(gain->quantity, name);
        term_number(gain->amount, amount);
        snprintf(out->text + length, sizeof out->text - length, "%s %s%s %s", i == 0 ? ":" : ",",
                 gain->amount < 0 ? "" : "+", amount, name);
        length = strlen(out->text);
    }
}

static term_list_source choices_of(const choose_state *choosing)
{
    const wyrm_choice *choices;
    return (term_list_source){wyrm_growth_choices(choosing->growth, &choices), choice_of,
                              choosing->growth};
}

static void choose_draw(term_app *app, void *state, term_canvas *canvas)
{
    choose_state *choosing = state;
    const term_session *session = app->session;
    const wyrm_game_view *game = term_now(session);
    wyrm_combatant then = game->player->combatant;
    term_list_source source = choices_of(choosing);
    term_opponent opponents[TERM_OPPONENTS_MAX];
    term_figure figures[TERM_FIGURES_MAX];
    size_t opponent_count = term_opponents(session, opponents);
    int rows = (int)source.count, height = rows + 9 + 2 * (int)opponent_count;
    term_area area = term_frame(canvas, term_middle(canvas, WIDTH, height), "A new level");
    term_area keys = {area.x, area.y + area.height - 1, area.width, 1};
    char text[TERM_ODDS_CHANGE_MAX];
    snprintf(text, sizeof text, "You have reached level %d. What do you make of it?",
             game->experience.level);
    term_say(canvas, &area, TERM_PLAIN, text);
    term_skip(&area, 1);
    term_list_draw(&choosing->list, &source, canvas, (term_area){area.x, area.y, area.width, rows});
    term_skip(&area, rows + 1);
    wyrm_growth_choose(choosing->growth, choosing->list.chosen, &then);
    size_t count = term_figures(session->engine, &game->player->combatant, &then, figures);
    term_skip(&area, term_changes_draw(canvas, area, figures, count));
    area.height -= 2;
    for (size_t i = 0; i < opponent_count; i++) {
        term_style style;
        if (term_odds_change(session, &opponents[i], &then, false, ' ', text, &style))
            term_say(canvas, &area, style, text);
    }
    term_hint_draw(app, canvas, keys, "arrows: compare   letter or {confirm}: this one");
}

static void choose_take(term_app *app, void *state, const term_input *input)
{
    choose_state *choosing = state;
    term_play *play = choosing->play;
    term_list_source source = choices_of(choosing);
    term_list_answer answer = term_list_take(&choosing->list, &source, input);
    if (answer == TERM_LIST_LEFT)
        term_notice(app, "A choice has to be made before the game goes on.");
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    if (answer != TERM_LIST_CHOSEN)
        return;
    wyrm_command command = {.kind = WYRM_DO_CHOOSE, .argument = (int32_t)choosing->list.chosen};
    term_pop(app);
    term_play_act(app, play, &command);
}

static const term_screen_kind choose_kind = {
    .name = "choose", .size = sizeof(choose_state), .draw = choose_draw, .take = choose_take};

void term_open_choose(term_app *app, term_play *play)
{
    choose_state *choosing = term_push(app, &choose_kind);
    choosing->play = play;
    choosing->growth = wyrm_design_growth(app->session->design);
}

/* ---- The menu ---- */

#define MENU_WIDTH 46
#define KEY_COLUMN 30

typedef struct menu_state {
    term_play *play;
    term_list list;
} menu_state;

static void do_help(term_app *app, term_play *play)
{
    term_show_help(app, play->home->name);
}

static void do_leave(term_app *app, term_play *play)
{
    (void)play;
    term_leave_game(app);
}

/* The game is forgotten: what was saved of it goes, and nothing is saved any more. */
static void forget(term_app *app, bool yes, void *context)
{
    (void)context;
    if (!yes)
        return;
    term_session_forget(app->session);
    term_leave_game(app);
}

static void do_abandon(term_app *app, term_play *play)
{
    term_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget,
             play);
}

static const struct {
    const char *text, *unsaved; /* `unsaved`: of a game that is not saved, where that is another */
    term_deed deed;             /* what does the same in the dungeon */
    void (*act)(term_app *app, term_play *play); /* once the menu is gone */
} rows[] = {
    {"Go on", NULL, TERM_NOTHING, NULL},
    {"Who you are", NULL, TERM_SHEET, term_open_sheet},
    {"Earlier messages", NULL, TERM_LOG, term_open_log},
    {"The whole map", NULL, TERM_MAP, term_open_overview},
    {"Help", NULL, TERM_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TERM_SAVE, do_leave},
    {"Abandon this game", NULL, TERM_NOTHING, do_abandon},
};

static void row_of(const void *context, size_t index, term_list_row *out)
{
    const term_app *app = context;
    const char *key = term_key_of(app, rows[index].deed);
    bool unsaved = !app->session->journal.open && rows[index].unsaved != NULL;
    snprintf(out->text, sizeof out->text, key[0] != '\0' ? "%-*s key %s" : "%-*s", KEY_COLUMN,
             unsaved ? rows[index].unsaved : rows[index].text, key);
}

static term_list_source menu_of(const term_app *app)
{
    size_t count = sizeof rows / sizeof *rows;
    return (term_list_source){app->session->journal.open ? count : count - 1, row_of, app};
}

static void menu_draw(term_app *app, void *state, term_canvas *canvas)
{
    menu_state *menu = state;
    term_list_source source = menu_of(app);
    term_area area = term_middle(canvas, MENU_WIDTH, (int)source.count + 2);
    term_list_draw(&menu->list, &source, canvas, term_frame(canvas, area, "Menu"));
}

static void menu_take(term_app *app, void *state, const term_input *input)
{
    menu_state *menu = state;
    term_play *play = menu->play;
    term_list_source source = menu_of(app);
    if (!term_list_choose(app, &menu->list, &source, input))
        return;
    size_t chosen = menu->list.chosen;
    term_pop_to(app, play->home);
    if (rows[chosen].act != NULL)
        rows[chosen].act(app, play);
}

static const term_screen_kind menu_kind = {
    .name = "dungeon", .size = sizeof(menu_state), .draw = menu_draw, .take = menu_take};

void term_open_menu(term_app *app, term_play *play)
{
    ((menu_state *)term_push(app, &menu_kind))->play = play;
}
