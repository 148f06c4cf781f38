/* The table of map models. */
#ifndef WYRM_SRC_DUNGEON_MODELS_H
#define WYRM_SRC_DUNGEON_MODELS_H

#include <wyrm/dungeon.h>

extern const wyrm_map_model wyrm_map_rooms;

/* All of them, ended by NULL: what wyrm_map_models gives, as a constant. */
extern const wyrm_model *const wyrm_map_model_table[];

#endif
