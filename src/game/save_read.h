/* The JSON of a save as a game. */
#ifndef WYRM_SRC_GAME_SAVE_READ_H
#define WYRM_SRC_GAME_SAVE_READ_H

#include <wyrm/save.h>

#include "game/save_reader.h"

/* Fill a game of zeros and a log of zeros. What was read is sound only where
 * nothing went wrong (wyrm_save_finish). */
void wyrm_save_read_game(wyrm_save_reader *reader, const json_t *root, wyrm_game *game);
void wyrm_save_read_log(wyrm_save_reader *reader, const json_t *root, wyrm_log *log);

#endif
