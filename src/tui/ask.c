/* A question with Yes and No. */
#include "tui/ask.h"

#include <stdio.h>
#include <string.h>

#include "tui/hints.h"
#include "tui/list.h"
#include "tui/screen.h"

#define QUESTION_MAX 512
#define WIDTH        60

typedef struct asking {
    char question[QUESTION_MAX];
    bool yes_first;
    tui_list list;
    void (*answer)(tui_app *app, bool yes, void *context);
    void *context;
} asking;

static const tui_screen_kind ask_kind;

static void row(const void *context, size_t index, tui_list_row *out)
{
    const asking *ask = context;
    bool yes = (index == 0) == ask->yes_first;
    snprintf(out->text, sizeof out->text, "%s", yes ? "Yes" : "No");
    out->letter = yes ? 'y' : 'n';
}

static tui_list_source source_of(const asking *ask)
{
    return (tui_list_source){.count = 2, .row = row, .context = ask};
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    (void)app;
    asking *ask = state;
    tui_list_source source = source_of(ask);
    tui_area nowhere = {0, 0, WIDTH - 4, 0};
    int lines = tui_wrapped(canvas, nowhere, TUI_PLAIN, ask->question);
    tui_area inside = tui_frame(canvas, tui_middle(canvas, WIDTH, lines + 5), "");
    tui_wrapped(canvas, inside, TUI_PLAIN, ask->question);
    tui_area answers = {inside.x, inside.y + lines + 1, inside.width, 2};
    tui_list_draw(&ask->list, &source, canvas, answers);
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    asking *ask = state;
    tui_list_source source = source_of(ask);
    tui_list_answer taken = tui_list_take(&ask->list, &source, input);
    if (taken == TUI_LIST_CHOSEN || taken == TUI_LIST_LEFT) {
        bool yes = taken == TUI_LIST_CHOSEN && (ask->list.chosen == 0) == ask->yes_first;
        tui_pop(app);
        ask->answer(app, yes, ask->context);
    } else if (taken == TUI_LIST_IGNORED) {
        tui_useless_key(app, input);
    }
}

static const tui_screen_kind ask_kind = {
    .name = "question",
    .size = sizeof(asking),
    .draw = draw,
    .take = take,
};

void tui_ask(tui_app *app, const char *question, bool yes_first,
             void (*answer)(tui_app *app, bool yes, void *context), void *context)
{
    asking *ask = tui_push(app, &ask_kind);
    if (ask == NULL)
        return;
    snprintf(ask->question, sizeof ask->question, "%s", question);
    ask->yes_first = yes_first;
    ask->answer = answer;
    ask->context = context;
}
