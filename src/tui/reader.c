/* A text to read. */
#include "tui/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "tui/list.h"
#include "tui/screen.h"

#define TITLE_MAX      120
#define LINE_MAX_BYTES 1024

typedef struct reading {
    char title[TITLE_MAX];
    char *text;        /* owned */
    size_t top, lines; /* rows, of the last drawing */
    int height;
} reading;

/* Draws the lines of the text, those that are too long on several rows; returns the rows of all. */
static size_t draw_lines(const reading *read, tui_canvas *canvas, tui_area inside, bool visible)
{
    size_t rows = 0;
    for (const char *line = read->text; *line != '\0';) {
        char copy[LINE_MAX_BYTES];
        size_t length = strcspn(line, "\n");
        wyrm_utf8_copy(copy, length + 1 < sizeof copy ? length + 1 : sizeof copy, line);
        int above = (int)rows - (int)read->top;
        tui_area rest = {inside.x, inside.y + above, inside.width, inside.height - above};
        tui_area nowhere = {0, 0, inside.width, 0};
        int used = tui_wrapped(canvas, visible ? rest : nowhere, TUI_PLAIN, copy);
        rows += used > 0 ? (size_t)used : 1;
        line += length + (line[length] == '\n');
    }
    return rows;
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    reading *read = state;
    tui_area all = tui_canvas_all(canvas), inside = {2, 1, all.width - 4, all.height - 2};
    read->height = inside.height;
    read->lines = draw_lines(read, canvas, inside, false);
    size_t room = (size_t)inside.height;
    if (read->top + room > read->lines)
        read->top = read->lines > room ? read->lines - room : 0;
    tui_fill(canvas, all, ' ', TUI_PLAIN);
    draw_lines(read, canvas, inside, true);
    tui_area head = {0, 0, all.width, 1}, foot = {0, all.height - 1, all.width, 1};
    tui_fill(canvas, head, ' ', TUI_PLAIN); /* over lines that were drawn beyond the page */
    tui_fill(canvas, foot, ' ', TUI_PLAIN);
    tui_text(canvas, head, 2, head.y, TUI_TITLE, read->title);
    if (read->lines > room)
        tui_textf(canvas, foot, 2, foot.y, TUI_DIM, "%zu-%zu of %zu lines   %s: back",
                  read->top + 1, read->top + room, read->lines, tui_key_of(app, TUI_CANCEL));
    else
        tui_textf(canvas, foot, 2, foot.y, TUI_DIM, "%s: back", tui_key_of(app, TUI_CANCEL));
    canvas->cursor_x = inside.x;
    canvas->cursor_y = inside.y;
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    reading *read = state;
    if (tui_scroll_take(&read->top, read->lines, read->height, input))
        return;
    if (input->deed == TUI_WAIT) { /* Space turns pages, as elsewhere */
        tui_input page = {.deed = TUI_GO_SOUTH_EAST};
        tui_scroll_take(&read->top, read->lines, read->height, &page);
    } else if (input->deed == TUI_CANCEL || input->deed == TUI_CONFIRM || input->other_button) {
        tui_pop(app);
    }
}

static void leave(tui_app *app, void *state)
{
    (void)app;
    free(((reading *)state)->text);
}

static const tui_screen_kind reader_kind = {
    .name = "text",
    .size = sizeof(reading),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void tui_show_text(tui_app *app, const char *title, const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL) {
        tui_notice(app, "There is no memory left to show this.");
        return;
    }
    reading *read = tui_push(app, &reader_kind);
    if (read == NULL) {
        free(copy);
        return;
    }
    wyrm_utf8_copy(read->title, sizeof read->title, title);
    read->text = copy;
}
