/* Text in a column. */
#include "term/column.h"

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
