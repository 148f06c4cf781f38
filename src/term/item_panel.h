/* What an item is and does, and what wearing it would change. */
#ifndef WYRM_SRC_TERM_ITEM_PANEL_H
#define WYRM_SRC_TERM_ITEM_PANEL_H

#include "term/canvas.h"
#include "term/session.h"

void term_item_panel_draw(const term_session *session, size_t item, term_canvas *canvas,
                          term_area area);

#endif
