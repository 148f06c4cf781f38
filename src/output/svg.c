/* Plots as SVG: one file that needs nothing else, with every point readable as a text. */
#include "output/plot.h"

#include <math.h>

#include "output/axis.h"

#define WIDTH       760
#define HEIGHT      460
#define LEFT        70 /* of the plot's own frame */
#define RIGHT       740
#define TOP         90
#define BOTTOM      400

#define LINE_COLOUR "#1b5e9e"
#define BAND_COLOUR "#9cc3e6"

/* The text between tags or in quotes. Control characters are not allowed in XML. */
static void add_text(wyrm_page *page, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (name != NULL)
            wyrm_page_add(page, name);
        else
            wyrm_text_append_char(&page->text, (unsigned char)*text < 0x20 ? ' ' : *text);
    }
}

static double across(const wyrm_axis *axis, double x)
{
    return LEFT + wyrm_axis_share(axis, x) * (RIGHT - LEFT);
}

static double down(const wyrm_axis *axis, double y)
{
    return BOTTOM - wyrm_axis_share(axis, y) * (BOTTOM - TOP);
}

/* <text x=... y=... class=...>text</text> */
static void add_label(wyrm_page *page, double x, double y, const char *style, const char *text)
{
    wyrm_page_addf(page, "  <text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
    add_text(page, text);
    wyrm_page_add(page, "</text>\n");
}

static void add_head(wyrm_page *page, const wyrm_plot *plot)
{
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                   "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
    wyrm_page_add(page, "  <title>");
    add_text(page, plot->title);
    wyrm_page_add(page, "</title>\n  <desc>");
    add_text(page, plot->subtitle);
    wyrm_page_addf(page, "</desc>\n  <rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH,
                   HEIGHT);
    add_label(page, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    add_label(page, LEFT, 48, "fill=\"#555\"", plot->subtitle);
}

static void add_axes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x, const wyrm_axis *y)
{
    wyrm_figure label;
    for (int tick = 0; tick < y->ticks; tick++) {
        double at = down(y, wyrm_axis_tick(y, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>\n",
                       LEFT, at, RIGHT, at);
        add_label(page, LEFT - 8, at + 4.5, "text-anchor=\"end\"",
                  wyrm_axis_label(y, tick, &label));
    }
    for (int tick = 0; tick < x->ticks; tick++) {
        double at = across(x, wyrm_axis_tick(x, tick));
        wyrm_page_addf(page,
                       "  <line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#444\"/>\n",
                       at, BOTTOM, at, BOTTOM + 5);
        add_label(page, at, BOTTOM + 20, "text-anchor=\"middle\"",
                  wyrm_axis_label(x, tick, &label));
    }
    wyrm_page_addf(page, "  <path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#444\"/>\n", LEFT, TOP,
                   BOTTOM, RIGHT);
    add_label(page, (LEFT + RIGHT) / 2.0, BOTTOM + 42, "text-anchor=\"middle\"", plot->x_label);
    wyrm_page_addf(page,
                   "  <text transform=\"translate(20 %.1f) rotate(-90)\" "
                   "text-anchor=\"middle\">",
                   (TOP + BOTTOM) / 2.0);
    add_text(page, plot->y_label);
    wyrm_page_add(page, "</text>\n");
}

static void add_legend(wyrm_page *page, const wyrm_plot *plot)
{
    wyrm_page_addf(page,
                   "  <line x1=\"%d\" y1=\"66\" x2=\"%d\" y2=\"66\" stroke=\"" LINE_COLOUR
                   "\" stroke-width=\"2\"/>\n",
                   LEFT, LEFT + 28);
    add_label(page, LEFT + 36, 70.5, "", plot->line_name);
    /* Letters of this size are narrower than 8 on average. */
    double x = LEFT + 36 + 8.0 * wyrm_display_width(plot->line_name) + 20;
    wyrm_page_addf(
        page, "  <rect x=\"%.1f\" y=\"59\" width=\"28\" height=\"14\" fill=\"" BAND_COLOUR "\"/>\n",
        x);
    add_label(page, x + 36, 70.5, "", plot->band_name);
}

static void add_shapes(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    wyrm_page_add(page, "  <path fill=\"" BAND_COLOUR "\" fill-opacity=\"0.6\" d=\"");
    for (size_t i = 0; i < plot->count; i++)
        wyrm_page_addf(page, "%s%.1f %.1f", i == 0 ? "M" : "L", across(x, plot->points[i].x),
                       down(y, plot->points[i].high));
    for (size_t i = plot->count; i-- > 0;)
        wyrm_page_addf(page, "L%.1f %.1f", across(x, plot->points[i].x),
                       down(y, plot->points[i].low));
    wyrm_page_add(page, "Z\"/>\n  <path fill=\"none\" stroke=\"" LINE_COLOUR
                        "\" stroke-width=\"2\" d=\"");
    for (size_t i = 0; i < plot->count; i++)
        wyrm_page_addf(page, "%s%.1f %.1f", i == 0 ? "M" : "L", across(x, plot->points[i].x),
                       down(y, plot->points[i].y));
    wyrm_page_add(page, "\"/>\n");
}

/* A dot a point; what it stands for shows where the pointer rests on it. */
static void add_points(wyrm_page *page, const wyrm_plot *plot, const wyrm_axis *x,
                       const wyrm_axis *y)
{
    double radius = plot->count <= 60 ? 3 : plot->count <= 200 ? 2 : 1.2;
    wyrm_page_addf(page, "  <g fill=\"" LINE_COLOUR "\">\n");
    for (size_t i = 0; i < plot->count; i++) {
        const wyrm_plot_point *at = &plot->points[i];
        wyrm_figure figure;
        wyrm_page_addf(page, "    <circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>",
                       across(x, at->x), down(y, at->y), radius);
        add_text(page, plot->x_label);
        wyrm_page_addf(page, " %s: ", wyrm_figure_exact(at->x, &figure));
        add_text(page, plot->line_name);
        wyrm_page_addf(page, " %s, ", wyrm_figure_exact(at->y, &figure));
        add_text(page, plot->band_name);
        wyrm_page_addf(page, " %s", wyrm_figure_exact(at->low, &figure));
        wyrm_page_addf(page, "..%s</title></circle>\n", wyrm_figure_exact(at->high, &figure));
    }
    wyrm_page_add(page, "  </g>\n");
}

void wyrm_plot_svg(const wyrm_plot *plot, wyrm_page *page)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < plot->count; i++) {
        low = fmin(low, fmin(plot->points[i].low, plot->points[i].y));
        high = fmax(high, fmax(plot->points[i].high, plot->points[i].y));
    }
    wyrm_axis x = wyrm_axis_within(plot->points[0].x, plot->points[plot->count - 1].x, 10);
    wyrm_axis y = wyrm_axis_around(low, high, 6);
    add_head(page, plot);
    add_legend(page, plot);
    add_axes(page, plot, &x, &y);
    add_shapes(page, plot, &x, &y);
    add_points(page, plot, &x, &y);
    wyrm_page_add(page, "</svg>\n");
}
