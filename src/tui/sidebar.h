/* The column of the player: how it is, and who is in view. */
#ifndef WYRM_SRC_TUI_SIDEBAR_H
#define WYRM_SRC_TUI_SIDEBAR_H

#include "tui/play.h"

void tui_sidebar_draw(tui_app *app, const tui_play *play, tui_canvas *canvas);

/* "depth", or "floor" where the way leads up. */
const char *tui_depth_word(bool climbs);

/* "depth 3", or "floor 3" where the way leads up; `out` has room for 32. */
void tui_depth_text(const tui_session *session, char *out);

/* The stage of hunger, with *style by how bad it is; NULL where nobody is ever hungry. */
const char *tui_hunger_text(const tui_session *session, tui_style *style);

/* The text of condition or boost number `index`, such as "confused 4" and "+3 power 12"; false
 * where there are no more. `out` has room for 80. */
bool tui_condition_text(const wyrm_creature *creature, size_t index, char *out, tui_style *style);
bool tui_boost_text(const tui_session *session, size_t index, char *out);

#endif
