/* Patterns of filled shapes: the second sign beside their colour. The first series is plain. */
#include "web/html.h"
#include "web/picture_draw.h"

/* On a tile of 6 x 6, drawn in the colour of the paper. */
static const char *const patterns[WYRM_LOOK_COLOURS] = {
    "",
    "M-1 7L7-1M-1 1L1-1M5 7L7 5", /* rising */
    "M1.5 1.5h.01M4.5 4.5h.01",   /* dotted */
    "M0 1.5H6M0 4.5H6",           /* lying */
    "M-1-1L7 7M-1 5L1 7M5-1L7 1", /* falling */
    "M1.5 0V6M4.5 0V6",           /* standing */
    "M0 3H6M3 0V6",               /* a grid */
    "M-1 7L7-1M-1-1L7 7",         /* crossed */
};

static bool is_filled(const wyrm_picture *picture)
{
    wyrm_swatch swatch = wyrm_picture_swatch(picture->kind);
    return swatch == WYRM_SWATCH_FILL || swatch == WYRM_SWATCH_BOX;
}

/* Plain where nothing has to be told apart. */
static int pattern_of(const wyrm_picture *picture, size_t series)
{
    wyrm_look look = wyrm_series_look(picture, series);
    const wyrm_series *of = &picture->series[series];
    return is_filled(picture) && !of->reference && !of->total ? look.shape : 0;
}

static void add_id(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    wyrm_html_text(page, picture->id);
    wyrm_page_addf(page, "-p%zu", series);
}

void wyrm_patterns_define(const wyrm_picture *picture, wyrm_page *page)
{
    bool open = false;
    for (size_t s = 0; s < picture->series_count; s++) {
        int pattern = pattern_of(picture, s);
        if (pattern == 0)
            continue;
        wyrm_page_add(page, open ? "" : "<defs>\n");
        open = true;
        wyrm_page_add(page, "<pattern id=\"");
        add_id(picture, s, page);
        wyrm_page_addf(page,
                       "\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
                       "class=\"s%d\"><rect width=\"6\" height=\"6\" class=\"tile\"/>"
                       "<path class=\"hatch\" d=\"%s\"/></pattern>\n",
                       wyrm_series_look(picture, s).colour, patterns[pattern]);
    }
    wyrm_page_add(page, open ? "</defs>\n" : "");
}

void wyrm_pattern_fill(const wyrm_picture *picture, size_t series, wyrm_page *page)
{
    if (pattern_of(picture, series) == 0)
        return;
    wyrm_page_add(page, " style=\"fill:url(#");
    add_id(picture, series, page);
    wyrm_page_add(page, ")\"");
}
