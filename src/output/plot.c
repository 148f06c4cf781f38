/* Plots on the terminal: dots of Braille letters, two across and four down a letter, or plain
 * ASCII. */
#include "output/plot.h"

#include <math.h>
#include <string.h>

#include "output/axis.h"

#define ROWS        14 /* letters */
#define COLUMNS_MAX 240
#define LABEL_MAX   10

/* Dots of the plot: bit 0 the line, bit 1 the band. Row 0 is at the top. */
typedef struct canvas {
    int across, down;  /* dots a letter */
    int width, height; /* dots */
    unsigned char dots[4 * ROWS][2 * COLUMNS_MAX];
} canvas;

enum { LINE = 1, BAND = 2 };

static canvas canvas_new(const wyrm_page *page, int columns)
{
    canvas made = {.across = page->style.utf8 ? 2 : 1, .down = page->style.utf8 ? 4 : 1};
    made.width = columns * made.across;
    made.height = ROWS * made.down;
    return made;
}

/* The point of the plot at x, between its neighbours on straight lines. *from is where to look
 * from. */
static wyrm_plot_point between(const wyrm_plot *plot, double x, size_t *from)
{
    while (*from + 1 < plot->count && plot->points[*from + 1].x < x)
        (*from)++;
    const wyrm_plot_point *a = &plot->points[*from];
    const wyrm_plot_point *b = *from + 1 < plot->count ? a + 1 : a;
    double share = b->x > a->x ? (x - a->x) / (b->x - a->x) : 0;
    share = share > 0 ? (share < 1 ? share : 1) : 0;
    return (wyrm_plot_point){.x = x,
                             .y = a->y + share * (b->y - a->y),
                             .low = a->low + share * (b->low - a->low),
                             .high = a->high + share * (b->high - a->high)};
}

static int row_of(const canvas *paper, const wyrm_axis *axis, double y)
{
    return (int)((1 - wyrm_axis_share(axis, y)) * (paper->height - 1) + 0.5);
}

/* Dots of one column from one row to another, in either order. */
static void draw_line(canvas *paper, int column, int from, int to)
{
    int top = from < to ? from : to, bottom = from < to ? to : from;
    for (int row = top; row <= bottom; row++)
        paper->dots[row][column] |= LINE;
}

/* The edges of the band only: dots between them would drown the line. */
static void draw_band(canvas *paper, int column, int top, int bottom)
{
    if (paper->across == 1 || column % 2 == 0) {
        paper->dots[top][column] |= BAND;
        paper->dots[bottom][column] |= BAND;
    }
}

static void draw_all(canvas *paper, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    size_t from = 0;
    int before = -1;
    for (int column = 0; column < paper->width; column++) {
        double share = paper->width > 1 ? (double)column / (paper->width - 1) : 0;
        wyrm_plot_point at = between(plot, x->low + share * (x->high - x->low), &from);
        int row = row_of(paper, y, at.y);
        draw_band(paper, column, row_of(paper, y, at.high), row_of(paper, y, at.low));
        /* A steep line has no gaps. */
        int joined = before < 0 ? row : before < row ? before + 1 : before > row ? before - 1 : row;
        draw_line(paper, column, joined, row);
        before = row;
    }
}

/* One letter of Braille, U+2800 and a bit a dot. */
static void add_braille(wyrm_page *page, const canvas *paper, int row, int column)
{
    static const unsigned char bits[4][2] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    unsigned cell = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 2; c++)
            if (paper->dots[4 * row + r][2 * column + c] != 0)
                cell |= bits[r][c];
    char letter[4] = {(char)0xe2, (char)(0xa0 + (cell >> 6)), (char)(0x80 + (cell & 0x3f)), '\0'};
    wyrm_page_add(page, cell != 0 ? letter : " ");
}

/* The letters of one row; blanks at its end are left out. */
static void add_row(wyrm_page *page, const canvas *paper, int row)
{
    int last = -1, columns = paper->width / paper->across;
    for (int r = 0; r < paper->down; r++)
        for (int c = 0; c < paper->width; c++)
            if (paper->dots[paper->down * row + r][c] != 0 && c / paper->across > last)
                last = c / paper->across;
    for (int column = 0; column <= last && column < columns; column++) {
        unsigned char dot = paper->dots[row][column];
        if (page->style.utf8)
            add_braille(page, paper, row, column);
        else
            wyrm_page_add(page, (dot & LINE) != 0 ? "*" : (dot & BAND) != 0 ? "." : " ");
    }
}

/* The label that stands in a row of letters, "" where none does. */
static const char *row_label(const canvas *paper, const wyrm_axis *axis, int row, wyrm_figure *out)
{
    for (int tick = 0; tick < axis->ticks; tick++)
        if (row_of(paper, axis, wyrm_axis_tick(axis, tick)) / paper->down == row)
            return wyrm_axis_label(axis, tick, out);
    return "";
}

/* The line below the plot, then the numbers below their ticks, as far as they do not meet. */
static void print_x(wyrm_page *page, const wyrm_axis *axis, int left, int columns)
{
    bool utf8 = page->style.utf8;
    char marks[COLUMNS_MAX] = {0};
    for (int tick = 0; tick < axis->ticks; tick++)
        marks[(int)(wyrm_axis_share(axis, wyrm_axis_tick(axis, tick)) * (columns - 1) + 0.5)] = 1;
    wyrm_page_spaces(page, left + 1);
    wyrm_page_add(page, utf8 ? "└" : "+");
    for (int column = 0; column < columns; column++)
        wyrm_page_add(page, marks[column] ? (utf8 ? "┬" : "+") : (utf8 ? "─" : "-"));
    wyrm_page_add(page, "\n");
    int used = 0;
    for (int tick = 0; tick < axis->ticks; tick++) {
        wyrm_figure label;
        wyrm_axis_label(axis, tick, &label);
        double share = wyrm_axis_share(axis, wyrm_axis_tick(axis, tick));
        int length = (int)strlen(label.text);
        int start = left + 2 + (int)(share * (columns - 1) + 0.5) - (length - 1) / 2;
        if (start < used + (used > 0) || start + length > page->style.width)
            continue;
        wyrm_page_spaces(page, start - used);
        wyrm_page_add(page, label.text);
        used = start + length;
    }
    wyrm_page_add(page, "\n");
}

static wyrm_axis y_axis(const wyrm_plot *plot, int intervals)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    return wyrm_axis_around(low > 0 ? 0 : low, high, intervals);
}

void wyrm_plot_print(const wyrm_plot *plot, wyrm_page *page)
{
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 8);
    wyrm_axis y = y_axis(plot, ROWS / 2);
    int left = 1;
    for (int tick = 0; tick < y.ticks; tick++) {
        wyrm_figure label;
        int length = (int)strlen(wyrm_axis_label(&y, tick, &label));
        left = length > left ? length : left;
    }
    int columns = page->style.width - left - 3;
    columns = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    canvas paper = canvas_new(page, columns);
    draw_all(&paper, plot, &x, &y);
    wyrm_page_spaces(page, left + 1);
    wyrm_page_toned(page, WYRM_TONE_STRONG, plot->y_label);
    wyrm_page_add(page, "\n");
    for (int row = 0; row < ROWS; row++) {
        wyrm_figure label;
        const char *text = row_label(&paper, &y, row, &label);
        wyrm_page_addf(page, "%*s %s", left, text,
                       page->style.utf8 ? (text[0] != '\0' ? "┤" : "│")
                                        : (text[0] != '\0' ? "+" : "|"));
        add_row(page, &paper, row);
        wyrm_page_add(page, "\n");
    }
    print_x(page, &x, left, columns);
    wyrm_page_spaces(page, left + 2);
    wyrm_page_toned(page, WYRM_TONE_STRONG, plot->x_label);
    wyrm_page_addf(page, "\n\n");
    wyrm_page_spaces(page, left + 2);
    wyrm_page_wrapf(page, left + 2, left + 2, "%s %s, %s %s", page->style.utf8 ? "⠤⠤⠤" : "***",
                    plot->line_name, page->style.utf8 ? "⠂⠁⠂" : "...", plot->band_name);
}
