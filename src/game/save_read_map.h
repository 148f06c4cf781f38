/* The map in the JSON of a save. */
#ifndef WYRM_SRC_GAME_SAVE_READ_MAP_H
#define WYRM_SRC_GAME_SAVE_READ_MAP_H

#include "game/save_reader.h"

/* Fills the map of a game of zeros, with its marks; called before anything that has a place on it
 * is read. */
void wyrm_save_read_map(wyrm_save_reader *reader, const json_t *root, wyrm_game *game);

#endif
