/* An event being told: what the table of messages asks of it, and the words that it fills in. */
#ifndef WYRM_SRC_GAME_TELLING_H
#define WYRM_SRC_GAME_TELLING_H

#include <wyrm/game_text.h>

#include "game/phrase.h"

typedef struct wyrm_telling {
    const wyrm_engine *engine;
    const wyrm_game *game;
    const wyrm_event *event;
    wyrm_effect effect; /* of its item */
} wyrm_telling;

/* The monster of an id, or NULL: the dead are gone. */
const wyrm_game_monster *wyrm_told_monster(const wyrm_telling *told, uint32_t id);

/* When a sentence fits. */
typedef bool wyrm_told_when(const wyrm_telling *told);
wyrm_told_when wyrm_when_always, wyrm_when_to_player, wyrm_when_by_player, wyrm_when_of_nothing,
    wyrm_when_for_good, wyrm_when_raises_maximum, wyrm_when_is_food, wyrm_when_without_item,
    wyrm_when_is_seen, wyrm_when_climbs, wyrm_when_is_first_map, wyrm_when_is_weapon,
    wyrm_when_climbs_first, wyrm_when_has_starved, wyrm_when_killed_itself, wyrm_when_on_goal,
    wyrm_when_on_items, wyrm_when_on_stairs, wyrm_when_on_stairs_up, wyrm_when_is_well_fed,
    wyrm_when_weakens;

/* What stands for {word} in it. */
typedef void wyrm_told_word(const wyrm_telling *told, wyrm_phrase *phrase);
wyrm_told_word wyrm_told_goal, wyrm_told_stage, wyrm_told_items_here, wyrm_told_use, wyrm_told_stat,
    wyrm_told_choice, wyrm_told_newcomer, wyrm_told_ending;

#endif
