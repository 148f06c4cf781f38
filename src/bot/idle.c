/* Does nothing: the bottom of the ladder. */
#include "bot/go.h"
#include "bot/kinds.h"

wyrm_urge *const wyrm_idle_urges[] = {wyrm_urge_wait, NULL};
