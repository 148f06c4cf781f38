/* A text to read. */
#include "term/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "term/list.h"
#include "term/screen.h"

#define TITLE_MAX      120
#define LINE_MAX_BYTES 1024

typedef struct reading {
    char title[TITLE_MAX];
    char *text;        /* owned */
    size_t top, lines; /* rows, of the last drawing */
    int height;
} reading;

/* Draws the lines of the text, those that are too long on several rows; returns the rows of all. */
static size_t draw_lines(const reading *read, term_canvas *canvas, term_area inside, bool visible)
{
    size_t rows = 0;
    for (const char *line = read->text; *line != '\0';) {
        char copy[LINE_MAX_BYTES];
        size_t length = strcspn(line, "\n");
        wyrm_utf8_copy(copy, length + 1 < sizeof copy ? length + 1 : sizeof copy, line);
        int above = (int)rows - (int)read->top;
        term_area rest = {inside.x, inside.y + above, inside.width, inside.height - above};
        term_area nowhere = {0, 0, inside.width, 0};
        int used = term_wrapped(canvas, visible ? rest : nowhere, TERM_PLAIN, copy);
        rows += used > 0 ? (size_t)used : 1;
        line += length + (line[length] == '\n');
    }
    return rows;
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    reading *read = state;
    term_area all = term_canvas_all(canvas), inside = {2, 1, all.width - 4, all.height - 2};
    read->height = inside.height;
    read->lines = draw_lines(read, canvas, inside, false);
    size_t room = (size_t)inside.height;
    if (read->top + room > read->lines)
        read->top = read->lines > room ? read->lines - room : 0;
    term_fill(canvas, all, ' ', TERM_PLAIN);
    draw_lines(read, canvas, inside, true);
    term_area head = {0, 0, all.width, 1}, foot = {0, all.height - 1, all.width, 1};
    term_fill(canvas, head, ' ', TERM_PLAIN); /* over lines that were drawn beyond the page */
    term_fill(canvas, foot, ' ', TERM_PLAIN);
    term_text(canvas, head, 2, head.y, TERM_TITLE, read->title);
    if (read->lines > room)
        term_textf(canvas, foot, 2, foot.y, TERM_DIM, "%zu-%zu of %zu lines   %s: back",
                   read->top + 1, read->top + room, read->lines, term_key_of(app, TERM_CANCEL));
    else
        term_textf(canvas, foot, 2, foot.y, TERM_DIM, "%s: back", term_key_of(app, TERM_CANCEL));
    canvas->cursor_x = inside.x;
    canvas->cursor_y = inside.y;
}

static void take(term_app *app, void *state, const term_input *input)
{
    reading *read = state;
    if (term_scroll_take(&read->top, read->lines, read->height, input))
        return;
    if (input->deed == TERM_WAIT) { /* Space turns pages, as elsewhere */
        term_input page = {.deed = TERM_GO_SOUTH_EAST};
        term_scroll_take(&read->top, read->lines, read->height, &page);
    } else if (input->deed == TERM_CANCEL || input->deed == TERM_CONFIRM || input->other_button) {
        term_pop(app);
    }
}

static void leave(term_app *app, void *state)
{
    (void)app;
    free(((reading *)state)->text);
}

static const term_screen_kind reader_kind = {
    .name = "text",
    .size = sizeof(reading),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void term_show_text(term_app *app, const char *title, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL) {
        term_notice(app, "There is no memory left to show this.");
        return;
    }
    reading *read = term_push(app, &reader_kind);
    if (read == NULL) {
        free(copy);
        return;
    }
    wyrm_utf8_copy(read->title, sizeof read->title, title);
    read->text = copy;
}
