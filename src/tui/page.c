/* Pages of lines to read. */
#include "tui/page.h"

#include "tui/list.h"

static tui_page_line line_of(const tui_page_source *source, size_t index)
{
    tui_page_line line = {.style = TUI_PLAIN};
    source->line(source->context, index, &line);
    return line;
}

/* Where the text of a line stands: beside its label, or at the left margin. */
static tui_area text_area(const tui_page_source *source, const tui_page_line *line, tui_area area)
{
    int left = line->heading || line->wide ? 0 : source->label_width;
    return (tui_area){area.x + left, area.y, area.width - left, area.height};
}

/* An empty line takes a row, too. */
static int rows_of(const tui_page_source *source, const tui_page_line *line, tui_canvas *canvas,
                   tui_area area)
{
    tui_area nowhere = text_area(source, line, area);
    nowhere.height = 0;
    int rows = tui_wrapped(canvas, nowhere, TUI_PLAIN, line->text);
    return rows > 0 ? rows : 1;
}

/* Draws a line from a row on, which may be above the area: what is drawn there is covered later. */
static void draw_line(const tui_page_source *source, const tui_page_line *line, tui_canvas *canvas,
                      tui_area area, int y)
{
    tui_area rest = {area.x, y, area.width, area.y + area.height - y};
    tui_area label = {area.x, y, source->label_width - 1, rest.height};
    tui_text(canvas, label, label.x, y, TUI_DIM, line->label);
    tui_wrapped(canvas, text_area(source, line, rest), line->heading ? TUI_TITLE : line->style,
                line->text);
}

static size_t count_rows(const tui_page_source *source, tui_canvas *canvas, tui_area area)
{
    size_t rows = 0;
    for (size_t i = 0; i < source->count; i++) {
        tui_page_line line = line_of(source, i);
        rows += (size_t)rows_of(source, &line, canvas, area);
    }
    return rows;
}

/* Draws title and keys, over lines that were drawn beyond the page. */
static void draw_edges(const tui_page *page, tui_canvas *canvas, const char *title,
                       const char *keys)
{
    tui_area all = tui_canvas_all(canvas);
    tui_area head = {0, 0, all.width, 2}, foot = {0, all.height - 1, all.width, 1};
    tui_fill(canvas, head, ' ', TUI_PLAIN);
    tui_fill(canvas, foot, ' ', TUI_PLAIN);
    tui_text(canvas, head, 2, 0, TUI_TITLE, title);
    tui_text(canvas, foot, 2, all.height - 1, TUI_DIM, keys);
    if (page->top > 0)
        tui_text(canvas, head, all.width - 8, 0, TUI_BOLD, "^ more");
    if (page->top + (size_t)page->height < page->rows)
        tui_text(canvas, foot, all.width - 8, all.height - 1, TUI_BOLD, "v more");
}

void tui_page_draw(tui_page *page, const tui_page_source *source, tui_canvas *canvas,
                   const char *title, const char *keys)
{
    tui_area all = tui_canvas_all(canvas);
    tui_area area = {2, 2, all.width - 4, all.height - 3};
    tui_fill(canvas, all, ' ', TUI_PLAIN);
    page->rows = count_rows(source, canvas, area);
    page->height = area.height;
    size_t room = (size_t)area.height, last = page->rows > room ? page->rows - room : 0;
    if (page->to_end || page->top > last)
        page->top = last;
    size_t row = 0;
    for (size_t i = 0; i < source->count && row < page->top + room; i++) {
        tui_page_line line = line_of(source, i);
        size_t rows = (size_t)rows_of(source, &line, canvas, area);
        if (row + rows > page->top)
            draw_line(source, &line, canvas, area, area.y + (int)row - (int)page->top);
        row += rows;
    }
    draw_edges(page, canvas, title, keys);
    canvas->cursor_x = 2;
    canvas->cursor_y = 0;
}

bool tui_page_take(tui_page *page, const tui_input *input)
{
    if (tui_scroll_take(&page->top, page->rows, page->height, input)) {
        page->to_end = false;
        return true;
    }
    return input->deed != TUI_CANCEL && input->deed != TUI_CONFIRM &&
           !(input->mouse && input->other_button);
}
