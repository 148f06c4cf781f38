/* Lists to choose from. */
#include "tui/list.h"

#include <limits.h>
#include <string.h>

#define WHEEL_ROWS 3

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static tui_list_row row_of(const tui_list_source *source, size_t index)
{
    tui_list_row row = {.style = TUI_PLAIN};
    source->row(source->context, index, &row);
    return row;
}

int tui_steps_down(const tui_input *input, int page)
{
    static const struct {
        tui_deed deed;
        int steps, pages;
    } rows[] = {
        {TUI_GO_NORTH, -1, 0},       {TUI_GO_SOUTH, 1, 0},       {TUI_GO_NORTH_EAST, 0, -1},
        {TUI_GO_SOUTH_EAST, 0, 1},   {TUI_RUN_NORTH, -1, 0},     {TUI_RUN_SOUTH, 1, 0},
        {TUI_RUN_NORTH_EAST, 0, -1}, {TUI_RUN_SOUTH_EAST, 0, 1}, {TUI_NEXT, 1, 0},
        {TUI_PREVIOUS, -1, 0},
    };
    if (input->mouse)
        return input->wheel * WHEEL_ROWS;
    if (input->deed == TUI_GO_NORTH_WEST || input->deed == TUI_RUN_NORTH_WEST)
        return -INT_MAX;
    if (input->deed == TUI_GO_SOUTH_WEST || input->deed == TUI_RUN_SOUTH_WEST)
        return INT_MAX;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].deed == input->deed)
            return rows[i].steps + rows[i].pages * (page > 1 ? page - 1 : 1);
    return 0;
}

bool tui_scroll_take(size_t *top, size_t count, int height, const tui_input *input)
{
    int steps = tui_steps_down(input, height);
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
static uint32_t letter_of(const tui_list_row *row, size_t *before)
{
    if (row->heading || row->letter != 0)
        return row->letter;
    size_t index = (*before)++;
    return index < sizeof letters - 1 ? (uint32_t)letters[index] : 0;
}

/* Whether a row can be chosen. */
static bool can_choose(const tui_list_source *source, size_t index)
{
    return index < source->count && !row_of(source, index).heading;
}

/* The nearest row that can be chosen from `from` on, first in the direction of `step`. */
static size_t nearest(const tui_list_source *source, size_t from, int step)
{
    for (int turned = 0; turned < 2; turned++, step = -step)
        for (size_t i = from; i < source->count; i += (size_t)step)
            if (can_choose(source, i))
                return i;
    return 0;
}

void tui_list_settle(tui_list *list, const tui_list_source *source)
{
    if (list->chosen >= source->count)
        list->chosen = source->count > 0 ? source->count - 1 : 0;
    list->chosen = nearest(source, list->chosen, 1);
}

static void move(tui_list *list, const tui_list_source *source, int steps)
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
static void scroll(tui_list *list, const tui_list_source *source)
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

static void draw_row(const tui_list *list, tui_canvas *canvas, const tui_list_row *row,
                     uint32_t letter, bool chosen, int y)
{
    tui_area line = {list->area.x, y, list->area.width, 1};
    int x = line.x + (row->heading ? 0 : 1);
    if (chosen) {
        tui_fill(canvas, line, ' ', TUI_SELECTED);
        canvas->cursor_x = line.x;
        canvas->cursor_y = y;
    }
    if (letter != 0)
        x = tui_textf(canvas, line, x, y, chosen ? TUI_SELECTED : TUI_DIM, "%c) ", (int)letter);
    else if (!row->heading)
        x += 3;
    if (row->glyph != 0) {
        tui_put(canvas, x, y, row->glyph, chosen ? TUI_SELECTED : row->glyph_style);
        x += 2;
    }
    tui_style style = row->heading ? TUI_TITLE : row->style;
    tui_text(canvas, line, x, y, chosen ? TUI_SELECTED : style, row->text);
}

/* A mark at the right where there is more above or below. */
static void draw_marks(const tui_list *list, const tui_list_source *source, tui_canvas *canvas)
{
    int x = list->area.x + list->area.width - 1;
    if (list->top > 0)
        tui_put(canvas, x, list->area.y, '^', TUI_BOLD);
    if (source->count > list->top + (size_t)list->area.height)
        tui_put(canvas, x, list->area.y + list->area.height - 1, 'v', TUI_BOLD);
}

void tui_list_draw(tui_list *list, const tui_list_source *source, tui_canvas *canvas, tui_area area)
{
    list->area = area;
    if (source->count == 0 || area.height <= 0)
        return;
    tui_list_settle(list, source);
    scroll(list, source);
    size_t before = 0;
    for (size_t i = 0; i < source->count && i < list->top + (size_t)area.height; i++) {
        tui_list_row row = row_of(source, i);
        uint32_t letter = letter_of(&row, &before);
        if (i >= list->top)
            draw_row(list, canvas, &row, letter, i == list->chosen && !row.heading,
                     area.y + (int)(i - list->top));
    }
    draw_marks(list, source, canvas);
}

static tui_list_answer take_click(tui_list *list, const tui_list_source *source,
                                  const tui_input *input)
{
    const tui_area *area = &list->area;
    if (input->other_button)
        return TUI_LIST_LEFT;
    if (input->x < area->x || input->x >= area->x + area->width || input->y < area->y ||
        input->y >= area->y + area->height)
        return TUI_LIST_IGNORED;
    size_t index = list->top + (size_t)(input->y - area->y);
    if (!can_choose(source, index))
        return TUI_LIST_IGNORED;
    list->chosen = index;
    return TUI_LIST_CHOSEN;
}

/* Chooses the row of a letter; false where no row has it. */
static bool take_letter(tui_list *list, const tui_list_source *source, uint32_t letter)
{
    if (letter == 0)
        return false;
    size_t before = 0;
    for (size_t i = 0; i < source->count; i++) {
        tui_list_row row = row_of(source, i);
        if (letter_of(&row, &before) != letter)
            continue;
        list->chosen = i;
        return true;
    }
    return false;
}

tui_list_answer tui_list_take(tui_list *list, const tui_list_source *source, const tui_input *input)
{
    if (source->count > 0) {
        tui_list_settle(list, source);
        if (input->mouse && input->wheel == 0)
            return take_click(list, source, input);
        if (take_letter(list, source, input->character))
            return TUI_LIST_CHOSEN;
        int steps = tui_steps_down(input, list->area.height);
        if (steps != 0) {
            move(list, source, steps);
            return TUI_LIST_MOVED;
        }
        if (input->deed == TUI_CONFIRM && can_choose(source, list->chosen))
            return TUI_LIST_CHOSEN;
    }
    if (input->deed == TUI_CANCEL || (input->mouse && input->other_button))
        return TUI_LIST_LEFT;
    return TUI_LIST_IGNORED;
}
