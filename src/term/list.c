/* Pages of lines to read. */
#include "term/internal.h"

#include <limits.h>
#include <string.h>

/* ---- lists to choose from ---- */

#define WHEEL_ROWS 3

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static term_list_row row_of(const term_list_source *source, size_t index)
{
    term_list_row row = {.style = TERM_PLAIN};
    source->row(source->context, index, &row);
    return row;
}

/* How many rows down a key or the wheel scrolls, below 0 up; a page is one row less than `page`. 0:
 * the input does not scroll. */
static int term_steps_down(const term_input *input, int page)
{
    static const struct {
        term_deed deed;
        int steps, pages;
    } rows[] = {
        {TERM_GO_NORTH, -1, 0},       {TERM_GO_SOUTH, 1, 0},       {TERM_GO_NORTH_EAST, 0, -1},
        {TERM_GO_SOUTH_EAST, 0, 1},   {TERM_RUN_NORTH, -1, 0},     {TERM_RUN_SOUTH, 1, 0},
        {TERM_RUN_NORTH_EAST, 0, -1}, {TERM_RUN_SOUTH_EAST, 0, 1}, {TERM_NEXT, 1, 0},
        {TERM_PREVIOUS, -1, 0},
    };
    if (input->mouse)
        return input->wheel * WHEEL_ROWS;
    if (input->deed == TERM_GO_NORTH_WEST || input->deed == TERM_RUN_NORTH_WEST)
        return -INT_MAX;
    if (input->deed == TERM_GO_SOUTH_WEST || input->deed == TERM_RUN_SOUTH_WEST)
        return INT_MAX;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].deed == input->deed)
            return rows[i].steps + rows[i].pages * (page > 1 ? page - 1 : 1);
    return 0;
}

bool term_scroll_take(size_t *top, size_t count, int height, const term_input *input)
{
    int steps = term_steps_down(input, height);
    size_t room = height > 0 ? (size_t)height : 0;
    size_t last = count > room ? count - room : 0;
    if (steps == 0)
        return false;
    if (steps < 0)
        *top = *top > (size_t)-steps ? *top - (size_t)-steps : 0;
    else
        *top = last - (*top < last ? *top : last) > (size_t)steps ? *top + (size_t)steps : last;
    return true;
}

/* The letter of a row: its own, or the next of the alphabet, of which *before are taken. 0:
 * none. */
static uint32_t letter_of(const term_list_row *row, size_t *before)
{
    if (row->heading || row->letter != 0)
        return row->letter;
    size_t index = (*before)++;
    return index < sizeof letters - 1 ? (uint32_t)letters[index] : 0;
}

/* Whether a row can be chosen. */
static bool can_choose(const term_list_source *source, size_t index)
{
    return index < source->count && !row_of(source, index).heading;
}

/* The nearest row that can be chosen from `from` on, first in the direction of `step`. */
static size_t nearest(const term_list_source *source, size_t from, int step)
{
    for (int turned = 0; turned < 2; turned++, step = -step)
        for (size_t i = from; i < source->count; i += (size_t)step)
            if (can_choose(source, i))
                return i;
    return 0;
}

void term_list_settle(term_list *list, const term_list_source *source)
{
    if (list->chosen >= source->count)
        list->chosen = source->count > 0 ? source->count - 1 : 0;
    list->chosen = nearest(source, list->chosen, 1);
}

static void move(term_list *list, const term_list_source *source, int steps)
{
    size_t last = source->count - 1;
    size_t to = list->chosen;
    if (steps < 0)
        to = to > (size_t)-steps ? to - (size_t)-steps : 0;
    else
        to = last - to > (size_t)steps ? to + (size_t)steps : last;
    list->chosen = nearest(source, to, steps < 0 ? -1 : 1);
}

/* Keeps the chosen row, and the heading right above it, in what is shown. */
static void scroll(term_list *list, const term_list_source *source)
{
    size_t height = list->area.height > 0 ? (size_t)list->area.height : 1;
    size_t first = list->chosen;
    if (first > 0 && !can_choose(source, first - 1))
        first--;
    if (list->chosen >= list->top + height)
        list->top = list->chosen - height + 1;
    if (first < list->top)
        list->top = height > 1 ? first : list->chosen;
    if (source->count <= height)
        list->top = 0;
    else if (list->top > source->count - height)
        list->top = source->count - height;
}

static void draw_row(const term_list *list, term_canvas *canvas, const term_list_row *row,
                     uint32_t letter, bool chosen, int y)
{
    term_area line = {list->area.x, y, list->area.width, 1};
    int x = line.x + (row->heading ? 0 : 1);
    if (chosen) {
        term_fill(canvas, line, ' ', TERM_SELECTED);
        canvas->cursor_x = line.x;
        canvas->cursor_y = y;
    }
    if (letter != 0)
        x = term_textf(canvas, line, x, y, chosen ? TERM_SELECTED : TERM_DIM, "%c) ", (int)letter);
    else if (!row->heading)
        x += 3;
    if (row->glyph != 0) {
        term_put(canvas, x, y, row->glyph, chosen ? TERM_SELECTED : row->glyph_style);
        x += 2;
    }
    term_style style = row->heading ? TERM_TITLE : row->style;
    term_text(canvas, line, x, y, chosen ? TERM_SELECTED : style, row->text);
}

/* A mark at the right where there is more above or below. */
static void draw_marks(const term_list *list, const term_list_source *source, term_canvas *canvas)
{
    int x = list->area.x + list->area.width - 1;
    if (list->top > 0)
        term_put(canvas, x, list->area.y, '^', TERM_BOLD);
    if (source->count > list->top + (size_t)list->area.height)
        term_put(canvas, x, list->area.y + list->area.height - 1, 'v', TERM_BOLD);
}

void term_list_draw(term_list *list, const term_list_source *source, term_canvas *canvas,
                    term_area area)
{
    list->area = area;
    if (source->count == 0 || area.height <= 0)
        return;
    term_list_settle(list, source);
    scroll(list, source);
    size_t before = 0;
    for (size_t i = 0; i < source->count && i < list->top + (size_t)area.height; i++) {
        term_list_row row = row_of(source, i);
        uint32_t letter = letter_of(&row, &before);
        if (i >= list->top)
            draw_row(list, canvas, &row, letter, i == list->chosen && !row.heading,
                     area.y + (int)(i - list->top));
    }
    draw_marks(list, source, canvas);
}

static term_list_answer take_click(term_list *list, const term_list_source *source,
                                   const term_input *input)
{
    const term_area *area = &list->area;
    if (input->other_button)
        return TERM_LIST_LEFT;
    if (input->x < area->x || input->x >= area->x + area->width || input->y < area->y ||
        input->y >= area->y + area->height)
        return TERM_LIST_IGNORED;
    size_t index = list->top + (size_t)(input->y - area->y);
    if (!can_choose(source, index))
        return TERM_LIST_IGNORED;
    list->chosen = index;
    return TERM_LIST_CHOSEN;
}

/* Chooses the row of a letter; false where no row has it. */
static bool take_letter(term_list *list, const term_list_source *source, uint32_t letter)
{
    if (letter == 0)
        return false;
    size_t before = 0;
    for (size_t i = 0; i < source->count; i++) {
        term_list_row row = row_of(source, i);
        if (letter_of(&row, &before) != letter)
            continue;
        list->chosen = i;
        return true;
    }
    return false;
}

term_list_answer term_list_take(term_list *list, const term_list_source *source,
                                const term_input *input)
{
    if (source->count > 0) {
        term_list_settle(list, source);
        if (input->mouse && input->wheel == 0)
            return take_click(list, source, input);
        if (take_letter(list, source, input->character))
            return TERM_LIST_CHOSEN;
        int steps = term_steps_down(input, list->area.height);
        if (steps != 0) {
            move(list, source, steps);
            return TERM_LIST_MOVED;
        }
        if (input->deed == TERM_CONFIRM && can_choose(source, list->chosen))
            return TERM_LIST_CHOSEN;
    }
    if (input->deed == TERM_CANCEL || (input->mouse && input->other_button))
        return TERM_LIST_LEFT;
    return TERM_LIST_IGNORED;
}

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
