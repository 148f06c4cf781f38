/* The table of map models. */
#ifndef WYRM_SRC_DUNGEON_MODELS_H
#define WYRM_SRC_DUNGEON_MODELS_H

#include <wyrm/dungeon.h>

/* A map model: one file, one line in the table of models.c. `rooms` places at least one room (and
 * fills width, height, start and exit), `carve` makes the tiles; both draw from the same stream in
 * turn. */
typedef struct wyrm_map_model {
    wyrm_model model;
    /* Makes *state of the model's section; the mapper owns it and hands it to `release`.
     * WYRM_ERROR_RULESET, with positions in `errors`, where the section contradicts itself. */
    wyrm_status (*make)(const wyrm_ruleset *ruleset, const wyrm_value *parameters, void **state,
                        wyrm_errors *errors);
    void (*release)(void *state);
    void (*rooms)(const void *state, wyrm_rng *rng, wyrm_map *map);
    /* The most rooms of a map and the fewest tiles of one: as wyrm_map_bounds, without placing. */
    wyrm_map_bounds (*bounds)(const void *state);
    void (*carve)(const void *state, wyrm_rng *rng, wyrm_map *map);
} wyrm_map_model;

extern const wyrm_map_model wyrm_map_rooms;
extern const wyrm_map_model wyrm_map_tunnels;

/* All of them, ended by NULL, for the schema. */
extern const wyrm_model *const wyrm_map_model_table[];

/* The rows of the section `map` that all models share. */
extern const wyrm_field wyrm_map_shared_rows[];

#endif
