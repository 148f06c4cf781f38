/* The table of map models. */
#ifndef WYRM_SRC_DUNGEON_MODELS_H
#define WYRM_SRC_DUNGEON_MODELS_H

#include <wyrm/dungeon.h>

extern const wyrm_map_model wyrm_map_rooms;
extern const wyrm_map_model wyrm_map_tunnels;

/* All of them, ended by NULL: what wyrm_map_models gives, as a constant. */
extern const wyrm_model *const wyrm_map_model_table[];

/* The rows of the section `map` that all models share. */
extern const wyrm_field wyrm_map_shared_rows[];

#endif
