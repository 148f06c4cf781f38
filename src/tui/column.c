/* Text in a column. */
#include "tui/column.h"

void tui_skip(tui_area *area, int rows)
{
    rows = rows < area->height ? rows : area->height;
    area->y += rows;
    area->height -= rows;
}

void tui_say(tui_canvas *canvas, tui_area *area, tui_style style, const char *text)
{
    tui_skip(area, tui_wrapped(canvas, *area, style, text));
}
