/* The menu of a game in progress. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

/* ---- what a new level brings: what can be chosen, with what it would change ---- */

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
    size_t length = 0;
    term_stat_label(choices[index].name, out->text);
    length = strlen(out->text);
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

static term_list_source source_of(const choose_state *choosing)
{
    const wyrm_choice *choices;
    return (term_list_source){wyrm_growth_choices(choosing->growth, &choices), choice_of,
                              choosing->growth};
}

/* Draws what the choice would do to the odds against each opponent. */
static void draw_odds(const term_session *session, const term_opponent *opponents, size_t count,
                      const wyrm_combatant *then, term_canvas *canvas, term_area *area)
{
    for (size_t i = 0; i < count; i++) {
        char text[TERM_ODDS_CHANGE_MAX];
        term_style style;
        if (term_odds_change(session, &opponents[i], then, false, ' ', text, &style))
            term_say(canvas, area, style, text);
    }
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    choose_state *choosing = state;
    const term_session *session = term_app_session(app);
    const wyrm_combatant *now = &term_now(session)->player->combatant;
    term_list_source source = source_of(choosing);
    term_opponent opponents[TERM_OPPONENTS_MAX];
    size_t opponent_count = term_opponents(session, opponents);
    int height = (int)source.count + 9 + 2 * (int)opponent_count;
    term_area area = term_frame(canvas, term_middle(canvas, WIDTH, height), "A new level");
    char text[120];
    snprintf(text, sizeof text, "You have reached level %d. What do you make of it?",
             term_now(session)->experience.level);
    term_say(canvas, &area, TERM_PLAIN, text);
    term_skip(&area, 1);
    term_list_draw(&choosing->list, &source, canvas,
                   (term_area){area.x, area.y, area.width, (int)source.count});
    term_skip(&area, (int)source.count + 1);
    wyrm_combatant then = *now;
    term_figure figures[TERM_FIGURES_MAX];
    wyrm_growth_choose(choosing->growth, choosing->list.chosen, &then);
    size_t count = term_figures(session->engine, now, &then, figures);
    term_skip(&area, term_changes_draw(canvas, area, figures, count));
    char hint[TERM_HINT_MAX];
    term_area keys = {area.x, area.y + area.height - 1, area.width, 1};
    area.height -= 2;
    draw_odds(session, opponents, opponent_count, &then, canvas, &area);
    term_text(canvas, keys, keys.x, keys.y, TERM_DIM,
              term_hint(app, "arrows: compare   letter or {confirm}: this one", hint));
}

static void take(term_app *app, void *state, const term_input *input)
{
    choose_state *choosing = state;
    term_play *play = choosing->play;
    term_list_source source = source_of(choosing);
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

static const term_screen_kind choose_screen_kind = {
    .name = "choose",
    .size = sizeof(choose_state),
    .draw = draw,
    .take = take,
};

void term_open_choose(term_app *app, term_play *play)
{
    choose_state *choosing = term_push(app, &choose_screen_kind);
    if (choosing == NULL)
        return;
    choosing->play = play;
    choosing->growth = wyrm_design_growth(term_app_session(app)->design);
}

#define MENU_WIDTH 46
#define KEY_COLUMN 30
#define ROWS_MAX   8

typedef struct menu_state {
    term_play *play;
    term_list list;
    bool saves;                 /* the game is one that is saved */
    const char *keys[ROWS_MAX]; /* the key of each row that does the same in the dungeon; "" */
} menu_state;

static void do_resume(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
}

static void do_sheet(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_sheet(app, play);
}

static void do_log(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_log(app, play);
}

static void do_map(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_open_overview(app, play);
}

static void do_help(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_show_help(app, play->home->name);
}

static void do_leave(term_app *app, term_play *play)
{
    term_pop_to(app, play->home);
    term_leave_game(app);
}

/* The game is forgotten: what was saved of it goes, and nothing is saved any more. */
static void forget(term_app *app, bool yes, void *context)
{
    term_session *session = term_app_session(app);
    term_play *play = context;
    term_pop_to(app, play->home);
    if (!yes)
        return;
    term_session_forget(session);
    term_leave_game(app);
}

static void do_abandon(term_app *app, term_play *play)
{
    term_ask(app, "Abandon this game? It is deleted, and cannot be continued.", false, forget,
             play);
}

/* The rows of the menu; `unsaved` is the text of a game that is not saved, where that is
 * another. */
static const struct {
    const char *text, *unsaved;
    term_deed deed; /* what does the same in the dungeon */
    void (*act)(term_app *app, term_play *play);
} rows[] = {
    {"Go on", NULL, TERM_NOTHING, do_resume},
    {"Who you are", NULL, TERM_SHEET, do_sheet},
    {"Earlier messages", NULL, TERM_LOG, do_log},
    {"The whole map", NULL, TERM_MAP, do_map},
    {"Help", NULL, TERM_HELP, do_help},
    {"Save and leave", "Leave (this game is not saved)", TERM_SAVE, do_leave},
    {"Abandon this game", NULL, TERM_NOTHING, do_abandon},
};

_Static_assert(sizeof rows / sizeof *rows <= ROWS_MAX, "every row has room for its key");

static void row_of(const void *context, size_t index, term_list_row *out)
{
    const menu_state *menu = context;
    bool unsaved = !menu->saves && rows[index].unsaved != NULL;
    const char *text = unsaved ? rows[index].unsaved : rows[index].text;
    const char *key = menu->keys[index];
    if (key != NULL && key[0] != '\0')
        snprintf(out->text, sizeof out->text, "%-*s key %s", KEY_COLUMN, text, key);
    else
        snprintf(out->text, sizeof out->text, "%s", text);
}

static term_list_source menu_source_of(const menu_state *menu)
{
    size_t count = sizeof rows / sizeof *rows;
    return (term_list_source){menu->saves ? count : count - 1, row_of, menu};
}

static void menu_draw(term_app *app, void *state, term_canvas *canvas)
{
    menu_state *menu = state;
    term_list_source source = menu_source_of(menu);
    (void)app;
    term_area area = term_middle(canvas, MENU_WIDTH, (int)source.count + 2);
    term_list_draw(&menu->list, &source, canvas, term_frame(canvas, area, "Menu"));
}

static void menu_take(term_app *app, void *state, const term_input *input)
{
    menu_state *menu = state;
    term_play *play = menu->play;
    term_list_source source = menu_source_of(menu);
    term_list_answer answer = term_list_take(&menu->list, &source, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_CHOSEN)
        rows[menu->list.chosen].act(app, play);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
}

static const term_screen_kind menu_kind = {
    .name = "dungeon",
    .size = sizeof(menu_state),
    .draw = menu_draw,
    .take = menu_take,
};

void term_open_menu(term_app *app, term_play *play)
{
    menu_state *menu = term_push(app, &menu_kind);
    if (menu == NULL)
        return;
    menu->play = play;
    menu->saves = term_app_session(app)->journal.open;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        menu->keys[i] = term_key_of(app, rows[i].deed);
}
