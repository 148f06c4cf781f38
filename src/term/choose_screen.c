/* What a new level brings: what can be chosen, with what it would change. */
#include "term/choose_screen.h"

#include <stdio.h>
#include <string.h>

#include "term/column.h"
#include "term/figures.h"
#include "term/hints.h"
#include "term/list.h"
#include "term/odds.h"

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
    const wyrm_combatant *now = &session->game->player.combatant;
    term_list_source source = source_of(choosing);
    term_opponent opponents[TERM_OPPONENTS_MAX];
    size_t opponent_count = term_opponents(session, opponents);
    int height = (int)source.count + 9 + 2 * (int)opponent_count;
    term_area area = term_frame(canvas, term_middle(canvas, WIDTH, height), "A new level");
    char text[120];
    snprintf(text, sizeof text, "You have reached level %d. What do you make of it?",
             session->game->experience.level);
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

static const term_screen_kind kind = {
    .name = "choose",
    .size = sizeof(choose_state),
    .draw = draw,
    .take = take,
};

void term_open_choose(term_app *app, term_play *play)
{
    choose_state *choosing = term_push(app, &kind);
    if (choosing == NULL)
        return;
    choosing->play = play;
    choosing->growth = wyrm_design_growth(term_app_session(app)->design);
}
