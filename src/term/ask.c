/* A question with Yes and No. */
#include "term/ask.h"

#include <stdio.h>
#include <string.h>

#include "term/hints.h"
#include "term/list.h"
#include "term/screen.h"

#define QUESTION_MAX 512
#define WIDTH        60

typedef struct asking {
    char question[QUESTION_MAX];
    bool yes_first;
    term_list list;
    void (*answer)(term_app *app, bool yes, void *context);
    void *context;
} asking;

static const term_screen_kind ask_kind;

static void row(const void *context, size_t index, term_list_row *out)
{
    const asking *ask = context;
    bool yes = (index == 0) == ask->yes_first;
    snprintf(out->text, sizeof out->text, "%s", yes ? "Yes" : "No");
    out->letter = yes ? 'y' : 'n';
}

static term_list_source source_of(const asking *ask)
{
    return (term_list_source){.count = 2, .row = row, .context = ask};
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    asking *ask = state;
    term_list_source source = source_of(ask);
    term_area nowhere = {0, 0, WIDTH - 4, 0};
    int lines = term_wrapped(canvas, nowhere, TERM_PLAIN, ask->question);
    term_area inside = term_frame(canvas, term_middle(canvas, WIDTH, lines + 5), "");
    term_wrapped(canvas, inside, TERM_PLAIN, ask->question);
    term_area answers = {inside.x, inside.y + lines + 1, inside.width, 2};
    term_list_draw(&ask->list, &source, canvas, answers);
}

static void take(term_app *app, void *state, const term_input *input)
{
    asking *ask = state;
    term_list_source source = source_of(ask);
    term_list_answer taken = term_list_take(&ask->list, &source, input);
    if (taken == TERM_LIST_CHOSEN || taken == TERM_LIST_LEFT) {
        bool yes = taken == TERM_LIST_CHOSEN && (ask->list.chosen == 0) == ask->yes_first;
        term_pop(app);
        ask->answer(app, yes, ask->context);
    } else if (taken == TERM_LIST_IGNORED) {
        term_useless_key(app, input);
    }
}

static const term_screen_kind ask_kind = {
    .name = "question",
    .size = sizeof(asking),
    .draw = draw,
    .take = take,
};

void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes, void *context), void *context)
{
    asking *ask = term_push(app, &ask_kind);
    if (ask == NULL)
        return;
    snprintf(ask->question, sizeof ask->question, "%s", question);
    ask->yes_first = yes_first;
    ask->answer = answer;
    ask->context = context;
}
