/* What an item is and does, and what wearing it would change. */
#ifndef WYRM_SRC_TUI_ITEM_PANEL_H
#define WYRM_SRC_TUI_ITEM_PANEL_H

#include "tui/canvas.h"
#include "tui/session.h"

void tui_item_panel_draw(const tui_session *session, size_t item, tui_canvas *canvas,
                         tui_area area);

#endif
