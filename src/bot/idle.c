/* Wants nothing, and waits: the bottom of the ladder. */
#include "bot/kinds.h"

wyrm_urge *const wyrm_idle_urges[] = {NULL};
