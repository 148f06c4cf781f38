#ifndef WYRM_SRC_TERM_AIM_H
#define WYRM_SRC_TERM_AIM_H

#include "term/play.h"

/* Choosing a target. */

/* Chooses the target of a command of using, shooting or throwing, and carries it out. */
void term_open_target(term_app *app, term_play *play, wyrm_command command);

#endif
