/* Lists to choose from, and pages to read: what most screens are made of.
 *
 * A list asks its owner for rows as it draws them, so that it never holds anything that is out of
 * date; it gives letters, moves, scrolls and chooses. A page is filled once, when it is opened.
 */
#include "base/arena.h"
#include "base/text.h"
#include "term/internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
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
static int steps_down(const term_input *input, int page)
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

/* `from` moved by some steps, in [0, last]. */
static size_t stepped(size_t from, size_t last, int steps)
{
    if (steps < 0)
        return from > (size_t)-steps ? from - (size_t)-steps : 0;
    return from < last && last - from > (size_t)steps ? from + (size_t)steps : last;
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
    size_t to = stepped(list->chosen, source->count - 1, steps);
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
        int steps = steps_down(input, list->area.height);
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

bool term_list_choose(term_app *app, term_list *list, const term_list_source *source,
                      const term_input *input)
{
    term_list_answer answer = term_list_take(list, source, input);
    if (answer == TERM_LIST_LEFT)
        term_pop(app);
    else if (answer == TERM_LIST_IGNORED)
        term_useless_key(app, input);
    return answer == TERM_LIST_CHOSEN;
}

/* ---- Pages to read ---- */

static term_page_line *new_line(term_page *page)
{
    if (page->count == page->capacity) {
        size_t capacity = page->capacity > 0 ? 2 * page->capacity : 32;
        term_page_line *lines = base_resize(page->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return &page->spare;
        page->lines = lines;
        page->capacity = capacity;
    }
    term_page_line *line = &page->lines[page->count++];
    *line = (term_page_line){.style = TERM_PLAIN};
    return line;
}

void term_page_add(term_page *page, term_style style, const char *label, const char *format, ...)
{
    term_page_line *line = new_line(page);
    va_list list;
    line->style = style;
    line->wide = label == NULL;
    wyrm_utf8_copy(line->label, sizeof line->label, label != NULL ? label : "");
    va_start(list, format);
    vsnprintf(line->text, sizeof line->text, format, list);
    va_end(list);
}

void term_page_heading(term_page *page, const char *text)
{
    if (page->count > 0)
        new_line(page);
    term_page_add(page, TERM_TITLE, NULL, "%s", text);
}

/* Draws a line from a row on, which may be above the area: what is drawn there is covered later.
 * Returns the rows that it takes; an empty one takes one, too. */
static int draw_line(const term_page *page, const term_page_line *line, term_canvas *canvas,
                     term_area area)
{
    int left = line->wide ? 0 : page->label_width;
    term_area label = {area.x, area.y, page->label_width - 1, area.height};
    term_area text = {area.x + left, area.y, area.width - left, area.height};
    term_text(canvas, label, label.x, label.y, TERM_DIM, line->label);
    int rows = term_wrapped(canvas, text, line->style, line->text);
    return rows > 0 ? rows : 1;
}

static void page_draw(term_app *app, void *state, term_canvas *canvas)
{
    term_page *page = state;
    term_area all = term_canvas_all(canvas);
    term_area area = {2, 2, all.width - 4, all.height - 3}, nowhere = {0, 0, area.width, 0};
    term_area head = {0, 0, all.width, 2}, foot = {0, all.height - 1, all.width, 1};
    page->height = area.height;
    page->rows = 0;
    for (size_t i = 0; i < page->count; i++)
        page->rows += (size_t)draw_line(page, &page->lines[i], canvas, nowhere);
    size_t room = (size_t)area.height, last = page->rows > room ? page->rows - room : 0;
    if (page->to_end || page->top > last)
        page->top = last;
    term_fill(canvas, all, ' ', TERM_PLAIN);
    int y = area.y - (int)page->top;
    for (size_t i = 0; i < page->count && y < area.y + area.height; i++)
        y += draw_line(page, &page->lines[i], canvas,
                       (term_area){area.x, y, area.width, area.y + area.height - y});
    term_fill(canvas, head, ' ', TERM_PLAIN); /* over lines that were drawn beyond the page */
    term_fill(canvas, foot, ' ', TERM_PLAIN);
    term_text(canvas, head, 2, 0, TERM_TITLE, page->title);
    foot.x += 2;
    term_hint_draw(app, canvas, foot, page->keys);
    if (page->top > 0)
        term_text(canvas, head, all.width - 8, 0, TERM_BOLD, "^ more");
    if (page->top < last)
        term_text(canvas, foot, all.width - 8, foot.y, TERM_BOLD, "v more");
    canvas->cursor_x = 2;
    canvas->cursor_y = 0;
}

static void page_take(term_app *app, void *state, const term_input *input)
{
    term_page *page = state;
    term_input scrolls = *input;
    if (input->deed == TERM_WAIT) /* Space turns pages, as elsewhere */
        scrolls.deed = TERM_GO_SOUTH_EAST;
    int steps = steps_down(&scrolls, page->height);
    size_t room = page->height > 0 ? (size_t)page->height : 0;
    if (steps != 0) {
        page->top = stepped(page->top, page->rows > room ? page->rows - room : 0, steps);
        page->to_end = false;
    } else if (input->deed == TERM_CANCEL || input->deed == TERM_CONFIRM ||
               (page->again != TERM_NOTHING && input->deed == page->again) ||
               (input->mouse && input->other_button)) {
        if (page->close != NULL)
            page->close(app, page->context);
        else
            term_pop(app);
    }
}

static void page_leave(term_app *app, void *state)
{
    (void)app;
    wyrm_free(((term_page *)state)->lines);
}

const term_screen_kind term_page_kind = {
    .name = "text",
    .size = sizeof(term_page),
    .whole = true,
    .draw = page_draw,
    .take = page_take,
    .leave = page_leave,
};

term_page *term_open_page(term_app *app, const char *name, const char *title, const char *keys)
{
    term_page *page = term_push(app, &term_page_kind);
    if (!app->failed)
        app->stack[app->count - 1].name = name;
    page->title = title;
    page->keys = keys;
    page->label_width = 22;
    return page;
}
