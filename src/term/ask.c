/* Asking the player: a question with Yes and No, and a line that is typed. */
#include "term/internal.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- a question with Yes and No ---- */

#define QUESTION_MAX 512
#define WIDTH        60

typedef struct asking {
    char question[QUESTION_MAX];
    bool yes_first;
    term_list list;
    void (*answer)(term_app *app, bool yes, void *context);
    void *context;
} asking;

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
    snprintf(ask->question, sizeof ask->question, "%s", question);
    ask->yes_first = yes_first;
    ask->answer = answer;
    ask->context = context;
}

/* ---- a line that is typed ---- */

#define ENTRY_WIDTH 76
#define KEY_EMPTIES ('U' & 0x1f) /* Ctrl-U, as in shells */

typedef struct entry_state {
    char title[80], explanation[400], text[TERM_ENTRY_MAX];
    const char *allowed;
    bool touched; /* the text has been edited; before that, the first character typed replaces it */
    void (*answer)(term_app *app, const char *text, void *context);
    void *context;
} entry_state;

static void entry_draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    entry_state *entry = state;
    term_area nowhere = {0, 0, ENTRY_WIDTH - 4, 0};
    int lines = term_wrapped(canvas, nowhere, TERM_PLAIN, entry->explanation);
    term_area inside =
        term_frame(canvas, term_middle(canvas, ENTRY_WIDTH, lines + 6), entry->title);
    term_wrapped(canvas, inside, TERM_PLAIN, entry->explanation);
    term_area line = {inside.x, inside.y + lines + 1, inside.width, 1};
    /* The end of a long line is what is seen. */
    const char *shown = entry->text;
    while ((int)wyrm_utf8_count(shown, strlen(shown)) >= line.width)
        term_next_character(&shown);
    term_fill(canvas, line, ' ', TERM_SELECTED);
    int end = term_text(canvas, line, line.x, line.y, TERM_SELECTED, shown);
    term_text(canvas, inside, inside.x, line.y + 2, TERM_DIM,
              "Enter: go on   Ctrl-U: empty the line   Esc: back");
    canvas->cursor_x = end;
    canvas->cursor_y = line.y;
}

static void type(term_app *app, entry_state *entry, uint32_t character)
{
    char bytes[TERM_CHARACTER_MAX];
    if (entry->allowed != NULL &&
        (character > 0x7e || strchr(entry->allowed, (int)character) == NULL)) {
        term_notice(app, "Only these belong here: %s", entry->allowed);
        return;
    }
    if (!entry->touched)
        entry->text[0] = '\0';
    entry->touched = true;
    term_write_character(character, bytes);
    if (strlen(entry->text) + strlen(bytes) < sizeof entry->text)
        strcat(entry->text, bytes);
}

/* Whether an input means a deed, by the key that is bound to it or by the usual one. Keys that type
 * a character never get here. */
static bool is(const term_input *input, term_deed deed, term_key key)
{
    return input->deed == deed || input->key == key;
}

static void entry_take(term_app *app, void *state, const term_input *input)
{
    entry_state *entry = state;
    if (input->backspace) {
        size_t length = strlen(entry->text);
        entry->text[length > 0 ? wyrm_utf8_cut(entry->text, length, length - 1) : 0] = '\0';
        entry->touched = true;
    } else if (input->character != 0) {
        type(app, entry, input->character);
    } else if (input->key == KEY_EMPTIES) {
        entry->text[0] = '\0';
    } else if (is(input, TERM_CONFIRM, TERM_KEY_ENTER) && entry->text[0] != '\0') {
        char text[TERM_ENTRY_MAX];
        memcpy(text, entry->text, sizeof text);
        term_pop(app);
        entry->answer(app, text, entry->context);
    } else if (is(input, TERM_CONFIRM, TERM_KEY_ENTER)) {
        term_notice(app, "Type something first; Esc goes back.");
    } else if (is(input, TERM_CANCEL, TERM_KEY_ESCAPE) || input->other_button) {
        term_pop(app);
    }
}

static const term_screen_kind kind = {
    .size = sizeof(entry_state),
    .draw = entry_draw,
    .take = entry_take,
};

void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, void (*answer)(term_app *app, const char *text, void *context),
                void *context)
{
    entry_state *entry = term_push(app, &kind);
    wyrm_utf8_copy(entry->title, sizeof entry->title, title);
    wyrm_utf8_copy(entry->explanation, sizeof entry->explanation, explanation);
    wyrm_utf8_copy(entry->text, sizeof entry->text, text);
    entry->allowed = allowed;
    entry->answer = answer;
    entry->context = context;
}
