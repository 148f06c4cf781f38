/* Charts as SVG: the element with its frame, and the kinds. */
#include "web/html.h"
#include "web/picture_draw.h"

#define EMPTY_HEIGHT 90.0

static const wyrm_picture_art arts[WYRM_PICTURE_KIND_COUNT] = {
    [WYRM_PICTURE_LINES] = {.draw = wyrm_draw_lines},
    [WYRM_PICTURE_STEPS] = {.from_zero = true, .draw = wyrm_draw_lines},
    [WYRM_PICTURE_STACKED] = {.slots = true,
                              .from_zero = true,
                              .sums = true,
                              .draw = wyrm_draw_stacked},
    [WYRM_PICTURE_COLUMNS] = {.slots = true, .from_zero = true, .draw = wyrm_draw_columns},
    [WYRM_PICTURE_DOTS] = {.slots = true, .draw = wyrm_draw_dots},
    [WYRM_PICTURE_RANGES] = {.slots = true, .from_zero = true, .draw = wyrm_draw_ranges},
    [WYRM_PICTURE_SCATTER] = {.draw = wyrm_draw_scatter},
    [WYRM_PICTURE_HEAT] = {.layout = wyrm_layout_heat, .draw = wyrm_draw_heat},
};

static void add_nothing(const wyrm_frame *frame)
{
    wyrm_page_addf(frame->page,
                   "<text class=\"mid nothing\" x=\"%.1f\" y=\"%.1f\">nothing to show"
                   "</text>\n",
                   frame->width / 2, frame->height / 2);
}

void wyrm_picture_svg(const wyrm_picture *picture, wyrm_page *page)
{
    wyrm_frame frame = {.picture = picture, .art = &arts[picture->kind], .page = page};
    if (frame.art->layout != NULL)
        frame.art->layout(&frame);
    else
        wyrm_frame_layout(&frame);
    if (frame.empty)
        frame.height = EMPTY_HEIGHT;
    wyrm_page_addf(page,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart %s\" role=\"group\" "
                   "viewBox=\"0 0 %.0f %.0f\" aria-label=\"",
                   wyrm_picture_kind_name(picture->kind), frame.width, frame.height);
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "\">\n");
    wyrm_patterns_define(picture, page);
    if (frame.empty) {
        add_nothing(&frame);
    } else {
        if (frame.art->layout == NULL)
            wyrm_frame_axes(&frame);
        frame.art->draw(&frame);
    }
    wyrm_page_add(page, "</svg>\n");
}
