/* Choosing a target. */
#ifndef WYRM_SRC_TERM_TARGET_SCREEN_H
#define WYRM_SRC_TERM_TARGET_SCREEN_H

#include "term/play.h"

/* Chooses the target of a command of using, shooting or throwing, and carries it out. */
void term_open_target(term_app *app, term_play *play, wyrm_command command);

#endif
