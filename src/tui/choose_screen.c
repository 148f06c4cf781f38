/* What a new level brings: what can be chosen, with what it would change. */
#include "tui/choose_screen.h"

#include <stdio.h>
#include <string.h>

#include "tui/column.h"
#include "tui/figures.h"
#include "tui/hints.h"
#include "tui/list.h"
#include "tui/odds.h"

#define WIDTH 76

typedef struct choose_state {
    tui_play *play;
    const wyrm_growth *growth;
    tui_list list;
} choose_state;

static void choice_of(const void *context, size_t index, tui_list_row *out)
{
    const wyrm_choice *choices;
    wyrm_growth_choices(context, &choices);
    size_t length = 0;
    tui_stat_label(choices[index].name, out->text);
    length = strlen(out->text);
    for (size_t i = 0; i < choices[index].count && length < sizeof out->text - 1; i++) {
        const wyrm_gain *gain = &choices[index].gains[i];
        char name[40], amount[24];
        tui_stat_label(gain->quantity, name);
        tui_number(gain->amount, amount);
        snprintf(out->text + length, sizeof out->text - length, "%s %s%s %s", i == 0 ? ":" : ",",
                 gain->amount < 0 ? "" : "+", amount, name);
        length = strlen(out->text);
    }
}

static tui_list_source source_of(const choose_state *choosing)
{
    const wyrm_choice *choices;
    return (tui_list_source){wyrm_growth_choices(choosing->growth, &choices), choice_of,
                             choosing->growth};
}

/* Draws what the choice would do to the odds against each opponent. */
static void draw_odds(const tui_session *session, const tui_opponent *opponents, size_t count,
                      const wyrm_combatant *then, tui_canvas *canvas, tui_area *area)
{
    for (size_t i = 0; i < count; i++) {
        char text[TUI_ODDS_CHANGE_MAX];
        tui_style style;
        if (tui_odds_change(session, &opponents[i], then, false, ' ', text, &style))
            tui_say(canvas, area, style, text);
    }
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    choose_state *choosing = state;
    const tui_session *session = tui_app_session(app);
    const wyrm_combatant *now = &session->game->player.combatant;
    tui_list_source source = source_of(choosing);
    tui_opponent opponents[TUI_OPPONENTS_MAX];
    size_t opponent_count = tui_opponents(session, opponents);
    int height = (int)source.count + 9 + 2 * (int)opponent_count;
    tui_area area = tui_frame(canvas, tui_middle(canvas, WIDTH, height), "A new level");
    char text[120];
    snprintf(text, sizeof text, "You have reached level %d. What do you make of it?",
             session->game->experience.level);
    tui_say(canvas, &area, TUI_PLAIN, text);
    tui_skip(&area, 1);
    tui_list_draw(&choosing->list, &source, canvas,
                  (tui_area){area.x, area.y, area.width, (int)source.count});
    tui_skip(&area, (int)source.count + 1);
    wyrm_combatant then = *now;
    tui_figure figures[TUI_FIGURES_MAX];
    wyrm_growth_choose(choosing->growth, choosing->list.chosen, &then);
    size_t count = tui_figures(session->engine, now, &then, figures);
    tui_skip(&area, tui_changes_draw(canvas, area, figures, count));
    char hint[TUI_HINT_MAX];
    tui_area keys = {area.x, area.y + area.height - 1, area.width, 1};
    area.height -= 2;
    draw_odds(session, opponents, opponent_count, &then, canvas, &area);
    tui_text(canvas, keys, keys.x, keys.y, TUI_DIM,
             tui_hint(app, "arrows: compare   letter or {confirm}: this one", hint));
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    choose_state *choosing = state;
    tui_play *play = choosing->play;
    tui_list_source source = source_of(choosing);
    tui_list_answer answer = tui_list_take(&choosing->list, &source, input);
    if (answer == TUI_LIST_LEFT)
        tui_notice(app, "A choice has to be made before the game goes on.");
    else if (answer == TUI_LIST_IGNORED)
        tui_useless_key(app, input);
    if (answer != TUI_LIST_CHOSEN)
        return;
    wyrm_command command = {.kind = WYRM_DO_CHOOSE, .argument = (int32_t)choosing->list.chosen};
    tui_pop(app);
    tui_play_act(app, play, &command);
}

static const tui_screen_kind kind = {
    .name = "choose",
    .size = sizeof(choose_state),
    .draw = draw,
    .take = take,
};

void tui_open_choose(tui_app *app, tui_play *play)
{
    choose_state *choosing = tui_push(app, &kind);
    if (choosing == NULL)
        return;
    choosing->play = play;
    choosing->growth = wyrm_design_growth(tui_app_session(app)->design);
}
