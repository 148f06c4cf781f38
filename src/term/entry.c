/* A line that is typed. */
#include "term/entry.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "term/characters.h"
#include "term/keys.h"

#define WIDTH       76
#define KEY_EMPTIES ('U' & 0x1f) /* Ctrl-U, as in shells */

typedef struct entry_state {
    char title[80], explanation[400], text[TERM_ENTRY_MAX];
    const char *allowed;
    bool touched; /* the text has been edited; before that, the first character typed replaces it */
    void (*answer)(term_app *app, const char *text, void *context);
    void *context;
} entry_state;

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    (void)app;
    entry_state *entry = state;
    term_area nowhere = {0, 0, WIDTH - 4, 0};
    int lines = term_wrapped(canvas, nowhere, TERM_PLAIN, entry->explanation);
    term_area inside = term_frame(canvas, term_middle(canvas, WIDTH, lines + 6), entry->title);
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

static void take(term_app *app, void *state, const term_input *input)
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
    .draw = draw,
    .take = take,
};

void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, void (*answer)(term_app *app, const char *text, void *context),
                void *context)
{
    entry_state *entry = term_push(app, &kind);
    if (entry == NULL)
        return;
    wyrm_utf8_copy(entry->title, sizeof entry->title, title);
    wyrm_utf8_copy(entry->explanation, sizeof entry->explanation, explanation);
    wyrm_utf8_copy(entry->text, sizeof entry->text, text);
    entry->allowed = allowed;
    entry->answer = answer;
    entry->context = context;
}
