/* A canvas: what a screen shows, as cells in memory. Screens draw on it and know no terminal; the
 * terminal shows it; tests read it. */
#include "term/internal.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "text/internal.h"

/* ---- reading text by characters and words ---- */

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

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

bool term_next_word(const char **at, const char *end, char *out, size_t size, const char **begin)
{
    while (*at < end && is_blank(**at))
        ++*at;
    *begin = *at;
    while (*at < end && !is_blank(**at))
        ++*at;
    size_t length = (size_t)(*at - *begin);
    length = length < size ? length : size - 1;
    memcpy(out, *begin, length);
    out[length] = '\0';
    return *at > *begin;
}

/* ---- drawing on a canvas ---- */

#define TEXT_MAX 2048

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

void term_canvas_clear(term_canvas *canvas, int width, int height)
{
    canvas->width = at_most(width > 0 ? width : 0, TERM_WIDTH_MAX);
    canvas->height = at_most(height > 0 ? height : 0, TERM_HEIGHT_MAX);
    canvas->cursor_x = canvas->cursor_y = -1;
    memset(canvas->cells, 0,
           (size_t)canvas->width * (size_t)canvas->height * sizeof canvas->cells[0]);
}

term_area term_canvas_all(const term_canvas *canvas)
{
    return (term_area){0, 0, canvas->width, canvas->height};
}

/* The part of an area that is on the canvas. */
static term_area on_canvas(const term_canvas *canvas, term_area area)
{
    int right = at_most(area.x + area.width, canvas->width);
    int bottom = at_most(area.y + area.height, canvas->height);
    int x = area.x > 0 ? area.x : 0, y = area.y > 0 ? area.y : 0;
    return (term_area){x, y, right > x ? right - x : 0, bottom > y ? bottom - y : 0};
}

void term_put(term_canvas *canvas, int x, int y, uint32_t character, term_style style)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x] =
        (term_cell){character, (uint8_t)style};
}

/* What a cell can show of a character: one of width 1. Combining marks are left out (0), and what
 * is wide or steers the terminal becomes '?'. */
static uint32_t shown(uint32_t character)
{
    if (character < 0x20 || character == 0x7f)
        return '?';
    if (character < 0x7f)
        return character;
    if (character < 0xa0 || (character >= 0x2028 && character <= 0x202e) ||
        (character >= 0x2066 && character <= 0x2069))
        return '?'; /* these turn lines and the direction of writing */
    char text[TERM_CHARACTER_MAX];
    term_write_character(character, text);
    int width = wyrm_display_width(text);
    return width == 1 ? character : width == 0 ? 0 : '?';
}

int term_text(term_canvas *canvas, term_area area, int x, int y, term_style style, const char *text)
{
    bool inside = y >= area.y && y < area.y + area.height;
    while (*text != '\0' && x < area.x + area.width) {
        uint32_t character = shown(term_next_character(&text));
        if (character == 0)
            continue;
        if (inside && x >= area.x)
            term_put(canvas, x, y, character, style);
        x++;
    }
    return x;
}

int term_textf(term_canvas *canvas, term_area area, int x, int y, term_style style,
               const char *format, ...)
{
    char text[TEXT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return term_text(canvas, area, x, y, style, text);
}

/* Finds where a line of `width` ends: at a blank where there is one, and at a line break at the
 * latest; *next is where the line after it begins. */
static const char *line_end(const char *text, int width, const char **next)
{
    const char *at = text, *blank = NULL;
    int used = 0;
    while (*at != '\0' && *at != '\n') {
        if (*at == ' ')
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

int term_wrapped(term_canvas *canvas, term_area area, term_style style, const char *text)
{
    int lines = 0;
    while (*text != '\0') {
        const char *next;
        const char *end = line_end(text, area.width, &next);
        char line[TEXT_MAX];
        size_t length = (size_t)(end - text);
        length = length < sizeof line ? length : sizeof line - 1;
        memcpy(line, text, length);
        line[length] = '\0';
        term_text(canvas, area, area.x, area.y + lines, style, line);
        lines++;
        text = next;
    }
    return lines;
}

void term_fill(term_canvas *canvas, term_area area, uint32_t character, term_style style)
{
    area = on_canvas(canvas, area);
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            term_put(canvas, x, y, character, style);
}

term_area term_frame(term_canvas *canvas, term_area area, const char *title)
{
    int right = area.x + area.width - 1, bottom = area.y + area.height - 1;
    term_fill(canvas, area, 0, TERM_PLAIN);
    for (int x = area.x + 1; x < right; x++) {
        term_put(canvas, x, area.y, 0x2500, TERM_DIM);
        term_put(canvas, x, bottom, 0x2500, TERM_DIM);
    }
    for (int y = area.y + 1; y < bottom; y++) {
        term_put(canvas, area.x, y, 0x2502, TERM_DIM);
        term_put(canvas, right, y, 0x2502, TERM_DIM);
    }
    term_put(canvas, area.x, area.y, 0x250c, TERM_DIM);
    term_put(canvas, right, area.y, 0x2510, TERM_DIM);
    term_put(canvas, area.x, bottom, 0x2514, TERM_DIM);
    term_put(canvas, right, bottom, 0x2518, TERM_DIM);
    term_area head = {area.x + 2, area.y, area.width - 4, 1};
    if (title != NULL && title[0] != '\0' && head.width > 2)
        term_textf(canvas, head, head.x, head.y, TERM_TITLE, " %s ", title);
    term_area inside = {area.x + 2, area.y + 1, area.width - 4, area.height - 2};
    inside.width = inside.width > 0 ? inside.width : 0;
    inside.height = inside.height > 0 ? inside.height : 0;
    return inside;
}

term_area term_middle(const term_canvas *canvas, int width, int height)
{
    width = at_most(width, canvas->width);
    height = at_most(height, canvas->height);
    return (term_area){(canvas->width - width) / 2, (canvas->height - height) / 2, width, height};
}

void term_bar(term_canvas *canvas, int x, int y, int width, double share, term_style full)
{
    double wanted = share > 0 ? share * width + 0.5 : 0;
    int filled = wanted < width ? (int)wanted : width;
    if (share > 0 && filled == 0)
        filled = 1; /* a bar is empty only for a share of 0 */
    if (share < 1 && filled == width && width > 1)
        filled = width - 1; /* and full only for a share of 1 */
    for (int i = 0; i < width; i++)
        term_put(canvas, x + i, y, i < filled ? '#' : '.', i < filled ? full : TERM_BAR_EMPTY);
}

/* ---- text in a column ---- */

void term_skip(term_area *area, int rows)
{
    rows = rows < area->height ? rows : area->height;
    area->y += rows;
    area->height -= rows;
}

void term_say(term_canvas *canvas, term_area *area, term_style style, const char *text)
{
    term_skip(area, term_wrapped(canvas, *area, style, text));
}
