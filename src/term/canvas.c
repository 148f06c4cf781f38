/* A canvas: what a screen shows, as cells in memory. Screens draw on it and know no terminal; the
 * terminal shows it; tests read it.
 *
 * Screens draw from the top down and from left to right: what is written takes its room off an
 * area, and nobody counts rows. */
#include "term/canvas.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

#define TEXT_MAX 2048

uint32_t term_next_character(const char **text)
{
    uint32_t character = wyrm_utf8_next(text);
    return character == WYRM_UTF8_NONE ? '?' : character;
}

void term_write_character(uint32_t character, char out[TERM_CHARACTER_MAX])
{
    int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0x00, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(leads[more] | (character >> (6 * more)));
    for (int i = 1; i <= more; i++)
        out[i] = (char)(0x80u | ((character >> (6 * (more - i))) & 0x3fu));
    out[more + 1] = '\0';
}

static int clamped(int value, int most)
{
    return value < 0 ? 0 : value < most ? value : most;
}

/* ---- Areas ---- */

void term_canvas_clear(term_canvas *canvas, int width, int height)
{
    canvas->width = clamped(width, TERM_WIDTH_MAX);
    canvas->height = clamped(height, TERM_HEIGHT_MAX);
    canvas->cursor_x = canvas->cursor_y = -1;
    memset(canvas->cells, 0,
           (size_t)canvas->width * (size_t)canvas->height * sizeof canvas->cells[0]);
}

void term_put(term_canvas *canvas, int x, int y, uint32_t character, term_style style)
{
    if (x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)
        canvas->cells[y * canvas->width + x] = (term_cell){character, style};
}

term_area term_middle(term_canvas *canvas, int width, int height)
{
    width = clamped(width, canvas->width);
    height = clamped(height, canvas->height);
    int x = (canvas->width - width) / 2, y = (canvas->height - height) / 2;
    return (term_area){canvas, x, y, width, height};
}

void term_skip(term_area *area, int rows)
{
    rows = rows < area->height ? rows : area->height;
    area->y += rows;
    area->height -= rows;
}

term_area term_row(term_area *area)
{
    term_area row = *area;
    row.height = area->height > 0;
    term_skip(area, 1);
    return row;
}

term_area term_foot(term_area *area)
{
    area->height--;
    return (term_area){area->canvas, area->x, area->y + area->height, area->width, 1};
}

void term_fill(term_area area, uint32_t character, term_style style)
{
    int right = clamped(area.x + area.width, area.canvas->width);
    int bottom = clamped(area.y + area.height, area.canvas->height);
    for (int y = area.y > 0 ? area.y : 0; y < bottom; y++)
        for (int x = area.x > 0 ? area.x : 0; x < right; x++)
            term_put(area.canvas, x, y, character, style);
}

term_area term_frame(term_area area, const char *title)
{
    term_canvas *canvas = area.canvas;
    int x = area.x, y = area.y, right = x + area.width - 1, bottom = y + area.height - 1;
    term_fill(area, 0x2502, TERM_DIM);
    term_fill((term_area){canvas, x + 1, y, area.width - 2, area.height}, 0x2500, TERM_DIM);
    term_fill((term_area){canvas, x + 1, y + 1, area.width - 2, area.height - 2}, 0, TERM_PLAIN);
    term_put(canvas, x, y, 0x250c, TERM_DIM);
    term_put(canvas, right, y, 0x2510, TERM_DIM);
    term_put(canvas, x, bottom, 0x2514, TERM_DIM);
    term_put(canvas, right, bottom, 0x2518, TERM_DIM);
    term_area head = {area.canvas, area.x + 2, area.y, area.width - 4, 1};
    if (title[0] != '\0' && head.width > 2)
        term_text(head, TERM_TITLE, " %s ", title);
    return (term_area){area.canvas, area.x + 2, area.y + 1, head.width > 0 ? head.width : 0,
                       area.height > 2 ? area.height - 2 : 0};
}

/* ---- Text ---- */

/* What a cell can show of a character: one of width 1. Combining marks are left out (0), and what
 * is wide or steers the terminal becomes '?'. */
static uint32_t shown(uint32_t character)
{
    if (character >= 0x20 && character < 0x7f)
        return character;
    if (character < 0x20 || wyrm_utf8_steers(character))
        return '?';
    char text[TERM_CHARACTER_MAX];
    term_write_character(character, text);
    int width = wyrm_display_width(text);
    return width == 1 ? character : width == 0 ? 0 : '?';
}

/* Writes text[length] on the first row; returns the columns that it takes. */
static int put_text(term_area area, term_style style, const char *text, size_t length)
{
    const char *end = text + length;
    int columns = 0;
    while (text < end && columns < area.width) {
        uint32_t character = shown(term_next_character(&text));
        if (character == 0)
            continue;
        if (area.height > 0)
            term_put(area.canvas, area.x + columns, area.y, character, style);
        columns++;
    }
    return columns;
}

static int put_list(term_area area, term_style style, const char *format, va_list list)
{
    char text[TEXT_MAX];
    vsnprintf(text, sizeof text, format, list);
    return put_text(area, style, text, strlen(text));
}

void term_text(term_area area, term_style style, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    put_list(area, style, format, list);
    va_end(list);
}

void term_write(term_area *area, term_style style, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *area = term_behind(*area, put_list(*area, style, format, list));
    va_end(list);
}

void term_right(term_area area, term_style style, const char *text)
{
    int columns = (int)wyrm_utf8_count(text, strlen(text));
    put_text(term_behind(area, area.width - columns), style, text, strlen(text));
}

/* Finds where a line of `width` ends: at a blank where there is one, and at a line break at the
 * latest; *next is where the line after it begins. "82 %" is not parted. */
static const char *line_end(const char *text, int width, const char **next)
{
    const char *at = text, *blank = NULL;
    int used = 0;
    while (*at != '\0' && *at != '\n') {
        if (*at == ' ' && at[1] != '%')
            blank = at;
        const char *before = at;
        used += shown(term_next_character(&at)) != 0;
        if (used <= width)
            continue;
        const char *end = blank != NULL && blank > text ? blank : before;
        if (end == text) /* not even one character fits */
            end = at;
        *next = end;
        while (**next == ' ')
            ++*next;
        if (**next == '\n' && *next > end)
            ++*next;
        return end;
    }
    *next = *at == '\n' ? at + 1 : at;
    return at;
}

int term_wrapped(term_area area, term_style style, const char *text)
{
    int rows = 0;
    for (const char *next; *text != '\0'; text = next, rows++) {
        const char *end = line_end(text, area.width, &next);
        put_text(term_row(&area), style, text, (size_t)(end - text));
    }
    return rows;
}

void term_say(term_area *area, term_style style, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    term_skip(area, term_wrapped(*area, style, text));
}

void term_bar(term_area area, double share, term_style full)
{
    int width = area.height > 0 ? area.width : 0;
    double wanted = share > 0 ? share * width + 0.5 : 0;
    int filled = wanted < width ? (int)wanted : width;
    if (share > 0 && filled == 0)
        filled = 1; /* a bar is empty only for a share of 0 */
    if (share < 1 && filled == width && width > 1)
        filled = width - 1; /* and full only for a share of 1 */
    for (int i = 0; i < width; i++)
        term_put(area.canvas, area.x + i, area.y, i < filled ? '#' : '.',
                 i < filled ? full : TERM_BAR_EMPTY);
}
