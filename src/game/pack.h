/* What the files that handle items share: the pack, gear and the floor. */
#ifndef WYRM_SRC_GAME_PACK_H
#define WYRM_SRC_GAME_PACK_H

#include "game/action.h"

wyrm_action wyrm_do_pick_up, wyrm_do_drop, wyrm_do_wear, wyrm_do_take_off;

#define WYRM_CALLED_MAX 96

/* "bronze key": a kind of item in the middle of a sentence. Titles of more than one capital stay as
 * they are. */
void wyrm_kind_called(const wyrm_engine *engine, int32_t kind, char out[WYRM_CALLED_MAX]);

/* "You cannot wear the bronze key.": a refusal that ends with the item. */
WYRM_MUST_CHECK wyrm_status wyrm_refuse_item(const wyrm_engine *engine, const char *what,
                                             int32_t kind, wyrm_error *error);

/* Whether the kind is not to be picked up or used. */
WYRM_API bool wyrm_is_barred(const wyrm_game *game, int32_t kind);

/* An item of the pack that the player means to do something with.
 * WYRM_ERROR_ARGUMENT  there is none of that index, or it is of a barred kind */
WYRM_MUST_CHECK wyrm_status wyrm_pack_choose(const wyrm_engine *engine, const wyrm_game *game,
                                             int32_t index, size_t *out, wyrm_error *error);

/* Takes an item out of the pack, or off the floor; the others keep their order. Gear that was worn
 * is the caller's to take off (wyrm_player_dress). */
void wyrm_pack_remove(wyrm_game *game, size_t index);
void wyrm_floor_remove(wyrm_game *game, size_t index);

/* Puts an item on the floor, in view of the player; false where there is no room for more. */
bool wyrm_floor_put(wyrm_game *game, const wyrm_game_item *item, wyrm_position at);
bool wyrm_floor_is_full(const wyrm_game *game);

WYRM_API bool wyrm_is_gear(const wyrm_engine *engine, int32_t kind);
bool wyrm_is_weapon(const wyrm_engine *engine, int32_t kind);

/* Whether two kinds of gear cannot be worn at the same time: two weapons, or what wyrm_roster_clash
 * says; where growth gives armor its strength by level there is one armor at a time. */
bool wyrm_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other);

/* The player as it fights with the weapon of that index in its hand, whatever else it wields: to
 * throw it. */
void wyrm_pack_hold(const wyrm_engine *engine, const wyrm_game *game, size_t index,
                    wyrm_combatant *out);

/* Something that the player does with an item, where it stands: an event that is yet to be told. */
wyrm_event wyrm_item_event(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item);

/* The same, told. */
void wyrm_tell_item(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item);

#endif
