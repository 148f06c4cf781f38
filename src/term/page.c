/* Pages of lines to read. */
#include "term/page.h"

#include "term/list.h"

static term_page_line line_of(const term_page_source *source, size_t index)
{
    term_page_line line = {.style = TERM_PLAIN};
    source->line(source->context, index, &line);
    return line;
}

/* Where the text of a line stands: beside its label, or at the left margin. */
static term_area text_area(const term_page_source *source, const term_page_line *line,
                           term_area area)
{
    int left = line->heading || line->wide ? 0 : source->label_width;
    return (term_area){area.x + left, area.y, area.width - left, area.height};
}

/* An empty line takes a row, too. */
static int rows_of(const term_page_source *source, const term_page_line *line, term_canvas *canvas,
                   term_area area)
{
    term_area nowhere = text_area(source, line, area);
    nowhere.height = 0;
    int rows = term_wrapped(canvas, nowhere, TERM_PLAIN, line->text);
    return rows > 0 ? rows : 1;
}

/* Draws a line from a row on, which may be above the area: what is drawn there is covered later. */
static void draw_line(const term_page_source *source, const term_page_line *line,
                      term_canvas *canvas, term_area area, int y)
{
    term_area rest = {area.x, y, area.width, area.y + area.height - y};
    term_area label = {area.x, y, source->label_width - 1, rest.height};
    term_text(canvas, label, label.x, y, TERM_DIM, line->label);
    term_wrapped(canvas, text_area(source, line, rest), line->heading ? TERM_TITLE : line->style,
                 line->text);
}

static size_t count_rows(const term_page_source *source, term_canvas *canvas, term_area area)
{
    size_t rows = 0;
    for (size_t i = 0; i < source->count; i++) {
        term_page_line line = line_of(source, i);
        rows += (size_t)rows_of(source, &line, canvas, area);
    }
    return rows;
}

/* Draws title and keys, over lines that were drawn beyond the page. */
static void draw_edges(const term_page *page, term_canvas *canvas, const char *title,
                       const char *keys)
{
    term_area all = term_canvas_all(canvas);
    term_area head = {0, 0, all.width, 2}, foot = {0, all.height - 1, all.width, 1};
    term_fill(canvas, head, ' ', TERM_PLAIN);
    term_fill(canvas, foot, ' ', TERM_PLAIN);
    term_text(canvas, head, 2, 0, TERM_TITLE, title);
    term_text(canvas, foot, 2, all.height - 1, TERM_DIM, keys);
    if (page->top > 0)
        term_text(canvas, head, all.width - 8, 0, TERM_BOLD, "^ more");
    if (page->top + (size_t)page->height < page->rows)
        term_text(canvas, foot, all.width - 8, all.height - 1, TERM_BOLD, "v more");
}

void term_page_draw(term_page *page, const term_page_source *source, term_canvas *canvas,
                    const char *title, const char *keys)
{
    term_area all = term_canvas_all(canvas);
    term_area area = {2, 2, all.width - 4, all.height - 3};
    term_fill(canvas, all, ' ', TERM_PLAIN);
    page->rows = count_rows(source, canvas, area);
    page->height = area.height;
    size_t room = (size_t)area.height, last = page->rows > room ? page->rows - room : 0;
    if (page->to_end || page->top > last)
        page->top = last;
    size_t row = 0;
    for (size_t i = 0; i < source->count && row < page->top + room; i++) {
        term_page_line line = line_of(source, i);
        size_t rows = (size_t)rows_of(source, &line, canvas, area);
        if (row + rows > page->top)
            draw_line(source, &line, canvas, area, area.y + (int)row - (int)page->top);
        row += rows;
    }
    draw_edges(page, canvas, title, keys);
    canvas->cursor_x = 2;
    canvas->cursor_y = 0;
}

bool term_page_take(term_page *page, const term_input *input)
{
    if (term_scroll_take(&page->top, page->rows, page->height, input)) {
        page->to_end = false;
        return true;
    }
    return input->deed != TERM_CANCEL && input->deed != TERM_CONFIRM &&
           !(input->mouse && input->other_button);
}
