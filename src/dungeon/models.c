/* The table of map models: a new one is one file and one line here. */
#include "dungeon/models.h"

const wyrm_model *const wyrm_map_model_table[] = {
    &wyrm_map_rooms.model,
    &wyrm_map_tunnels.model,
    NULL,
};
