/* Earlier messages. */
#ifndef WYRM_SRC_TERM_LOG_SCREEN_H
#define WYRM_SRC_TERM_LOG_SCREEN_H

#include "term/play.h"

void term_open_log(term_app *app, term_play *play);

#endif
