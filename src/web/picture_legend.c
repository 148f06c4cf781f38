/* Legends of pictures: a list of names, each with the sign of its series. */
#include <string.h>

#include "web/html.h"
#include "web/picture_draw.h"
#include "web/picture_words.h"

static void add_line(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    bool crowded = wyrm_series_is_crowded(&picture->series[series]);
    wyrm_page_addf(page, "<g class=\"series%s\"><path class=\"line\" d=\"M1 7H27\"/></g>",
                   picture->series[series].dashed ? " dashed" : "");
    if (crowded)
        return;
    wyrm_page_add(page, "<path class=\"point\" d=\"");
    wyrm_shape_path(page, wyrm_series_look(picture, series).shape, 14, 7);
    wyrm_page_add(page, "\"/>");
}

static void add_point(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    wyrm_page_add(page, "<path class=\"point\" d=\"");
    wyrm_shape_path(page, wyrm_series_look(picture, series).shape, 14, 7);
    wyrm_page_add(page, "\"/>");
}

static void add_fill(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    bool box = wyrm_picture_swatch(picture->kind) == WYRM_SWATCH_BOX;
    wyrm_page_addf(page, "<g class=\"%s\"><rect", box ? "box" : "column");
    wyrm_pattern_fill(picture, series, page);
    wyrm_page_add(page, " x=\"4\" y=\"1\" width=\"20\" height=\"12\" rx=\"1.5\"/>");
    if (box)
        wyrm_page_add(page, "<path class=\"middle\" d=\"M4 7H24\"/>");
    wyrm_page_add(page, "</g>");
}

/* A wanted range is an area, a line of no difference a line. */
static void add_reference(const wyrm_series *series, wyrm_page *page)
{
    bool area = series->count > 0 && wyrm_mark_has_interval(&series->marks[0]);
    wyrm_page_add(page, area ? "<rect class=\"wanted\" x=\"2\" y=\"1\" width=\"24\" height=\"12\"/>"
                             : "<path class=\"line\" d=\"M1 7H27\"/>");
}

static void add_series(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    const wyrm_series *of = &picture->series[series];
    wyrm_look look = wyrm_series_look(picture, series);
    wyrm_page_add(page, "<li><svg class=\"swatch series ");
    if (of->reference)
        wyrm_page_addf(page, "reference%s", of->dashed ? " dashed" : "");
    else if (of->total)
        wyrm_page_add(page, "total");
    else
        wyrm_page_addf(page, "s%d%s", look.colour, look.hollow ? " hollow" : "");
    wyrm_page_add(page, "\" viewBox=\"0 0 28 14\" width=\"28\" height=\"14\" "
                        "aria-hidden=\"true\">");
    wyrm_swatch swatch = wyrm_picture_swatch(picture->kind);
    if (of->reference)
        add_reference(of, page);
    else if (of->total)
        wyrm_page_add(page,
                      "<path class=\"whisker\" d=\"M14 1V13M11 1h6M11 13h6\"/>"
                      "<path class=\"point\" d=\"M14 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z\"/>");
    else if (swatch == WYRM_SWATCH_LINE)
        add_line(picture, series, page);
    else if (swatch == WYRM_SWATCH_POINT)
        add_point(picture, series, page);
    else
        add_fill(picture, series, page);
    wyrm_page_add(page, "</svg> ");
    wyrm_html_foreign(page, of->name);
    wyrm_page_add(page, "</li>\n");
}

/* The steps of the colours, with the values at their ends. */
static void add_shades(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_axis axis = wyrm_heat_shades(picture);
    wyrm_figure low, high;
    wyrm_page_add(page, "<li>");
    if (picture->series_count == 1 && picture->series[0].name[0] != '\0') {
        wyrm_page_add(page, "<span>");
        wyrm_html_foreign(page, picture->series[0].name);
        wyrm_page_add(page, ":</span> ");
    }
    wyrm_html_text(page, wyrm_picture_quantity(axis.low, picture->value_unit, &low));
    wyrm_page_add(page, " <svg class=\"swatch\" viewBox=\"0 0 126 14\" width=\"126\" height=\"14\" "
                        "aria-hidden=\"true\">");
    for (int shade = 0; shade < WYRM_HEAT_SHADES; shade++)
        wyrm_page_addf(page,
                       "<rect class=\"shade h%d\" x=\"%d\" y=\"1\" width=\"14\" height=\"12\"/>",
                       shade, 14 * shade);
    wyrm_page_add(page, "</svg> ");
    wyrm_html_text(page, wyrm_picture_quantity(axis.high, picture->value_unit, &high));
    wyrm_page_add(page, "</li>\n");
}

/* What bands, whiskers and boxes mean. */
static void add_between(const wyrm_picture *picture, wyrm_page *page)
{
    bool ranges = picture->kind == WYRM_PICTURE_RANGES;
    bool any = false;
    for (size_t s = 0; s < picture->series_count; s++)
        for (size_t i = 0; i < picture->series[s].count; i++)
            any = any || (!picture->series[s].reference &&
                          wyrm_mark_has_interval(&picture->series[s].marks[i]));
    if (!any)
        return;
    bool area = picture->kind == WYRM_PICTURE_LINES || picture->kind == WYRM_PICTURE_STEPS;
    wyrm_page_addf(page, "<li class=\"quiet\">%s: ",
                   ranges ? "box"
                   : area ? "shaded"
                          : "thin line");
    wyrm_html_text(page, wyrm_picture_between(picture));
    wyrm_page_add(page, "</li>\n");
}

void wyrm_picture_legend(const wyrm_picture *picture, wyrm_page *page)
{
    bool heat = wyrm_picture_swatch(picture->kind) == WYRM_SWATCH_SHADES;
    wyrm_page named = wyrm_page_new(page->style);
    if (heat && picture->series_count > 0)
        add_shades(picture, &named);
    for (size_t s = 0; !heat && s < picture->series_count; s++)
        if (picture->series[s].name[0] != '\0')
            add_series(picture, s, &named);
    if (!heat)
        add_between(picture, &named);
    if (wyrm_page_text(&named)[0] != '\0') {
        wyrm_page_add(page, "<ul class=\"legend\">\n");
        wyrm_page_add(page, wyrm_page_text(&named));
        wyrm_page_add(page, "</ul>\n");
    }
    if (wyrm_page_status(&named, NULL) != WYRM_OK)
        wyrm_page_fail(page);
    wyrm_page_free(&named);
}
