/* The column of the player: how it is, and who is in view. */
#ifndef WYRM_SRC_TERM_SIDEBAR_H
#define WYRM_SRC_TERM_SIDEBAR_H

#include "term/play.h"

void term_sidebar_draw(term_app *app, const term_play *play, term_canvas *canvas);

/* "depth", or "floor" where the way leads up. */
const char *term_depth_word(bool climbs);

/* "depth 3", or "floor 3" where the way leads up; `out` has room for 32. */
void term_depth_text(const term_session *session, char *out);

/* The stage of hunger, with *style by how bad it is; NULL where nobody is ever hungry. */
const char *term_hunger_text(const term_session *session, term_style *style);

/* The text of condition or boost number `index`, such as "confused 4" and "+3 power 12"; false
 * where there are no more. `out` has room for 80. */
bool term_condition_text(const wyrm_creature *creature, size_t index, char *out, term_style *style);
bool term_boost_text(const term_session *session, size_t index, char *out);

#endif
