/* All that is carried. */
#ifndef WYRM_SRC_TERM_PACK_SCREEN_H
#define WYRM_SRC_TERM_PACK_SCREEN_H

#include "term/play.h"

void term_open_pack(term_app *app, term_play *play);

#endif
