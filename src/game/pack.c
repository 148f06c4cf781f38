/* The pack: what is picked up, dropped, worn and taken off.
 *
 * Items keep their order in the pack and on the floor, oldest first: recordings name them by their
 * index, and "the newest" is the last.
 */
#include "game/internal.h"
#include "growth/internal.h"

#include <string.h>

bool wyrm_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other)
{
    const wyrm_item_kind *a = &engine->kinds[one];
    const wyrm_item_kind *b = &engine->kinds[other];
    if (a->item_class == b->item_class && (a->item_class == WYRM_ITEM_WEAPON ||
                                           wyrm_roster_has_curves(engine->roster, WYRM_ROLE_ARMOR)))
        return true;
    return wyrm_roster_clash(a->record, b->record);
}

wyrm_event wyrm_item_event(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = wyrm_player_event(turn, kind);
    event.item = *item;
    return event;
}

void wyrm_tell_item(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = wyrm_item_event(turn, kind, item);
    wyrm_tell(turn, &event);
}

/* ---- The pack and the floor ---- */

wyrm_status wyrm_pack_may(const wyrm_engine *engine, const wyrm_game *game, int32_t index,
                          wyrm_error *error)
{
    char named[WYRM_NAMED_TEXT_MAX];
    if (index < 0 || (size_t)index >= game->pack_count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You have no such item.");
    int32_t kind = game->pack[index].item.kind;
    if (!wyrm_is_barred(game, kind))
        return WYRM_OK;
    wyrm_words_item(engine, &(wyrm_item){.kind = kind}, named);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You have sworn off %s.", named);
}

/* The item of the pack that a command names, barred or not. */
static wyrm_game_item *item_of(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    if (command->argument < 0 || (size_t)command->argument >= game->pack_count)
        wyrm_refuse(turn, "You have no such item.");
    return &game->pack[command->argument];
}

/* Refuses with a sentence that ends with the item. */
_Noreturn static void refuse_item(wyrm_turn *turn, const char *what, int32_t kind)
{
    char named[WYRM_NAMED_TEXT_MAX];
    wyrm_words_item(turn->engine, &(wyrm_item){.kind = kind}, named);
    wyrm_refuse(turn, "%s %s.", what, named);
}

static wyrm_game_item remove_item(wyrm_game_item *items, size_t *count, size_t index)
{
    const wyrm_game_item item = items[index];
    --*count;
    memmove(&items[index], &items[index + 1], (*count - index) * sizeof *items);
    return item;
}

wyrm_game_item wyrm_pack_remove(const wyrm_engine *engine, wyrm_game *game, size_t index)
{
    const wyrm_game_item item = remove_item(game->pack, &game->pack_count, index);
    if (item.worn)
        wyrm_player_dress(engine, game);
    return item;
}

bool wyrm_floor_is_full(const wyrm_game *game)
{
    return game->item_count >= sizeof game->items / sizeof *game->items;
}

bool wyrm_floor_put(wyrm_game *game, const wyrm_game_item *item, wyrm_position at)
{
    if (wyrm_floor_is_full(game))
        return false;
    wyrm_game_item *put = &game->items[game->item_count++];
    *put = *item;
    put->at = at;
    put->seen = true;
    put->worn = false;
    game->news++;
    return true;
}

/* The newest item here that is not barred, else the newest; item_count where nothing lies here. */
static size_t newest_here(const wyrm_game *game)
{
    size_t found = game->item_count;
    for (size_t i = game->item_count; i-- > 0;) {
        if (!wyrm_same_tile(game->items[i].at, game->player.at))
            continue;
        if (!wyrm_is_barred(game, game->items[i].item.kind))
            return i;
        if (found == game->item_count)
            found = i;
    }
    return found;
}

bool wyrm_do_pick_up(wyrm_turn *turn, const wyrm_command *command)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->goal_placed && wyrm_same_tile(game->goal, game->player.at)) {
        wyrm_game_win(turn);
        return true;
    }
    size_t index = newest_here(game);
    if (index == game->item_count)
        wyrm_refuse(turn, "There is nothing here to pick up.");
    if (wyrm_is_barred(game, game->items[index].item.kind))
        refuse_item(turn, "You have sworn off", game->items[index].item.kind);
    if (game->pack_count >= (size_t)turn->engine->rules.pack || game->pack_count >= WYRM_PACK_MAX)
        wyrm_refuse(turn, "Your pack is full.");
    wyrm_game_item item = remove_item(game->items, &game->item_count, index);
    bool found = item.item.room >= 0; /* the player has not had it before */
    game->news++;
    item.at = (wyrm_position){0, 0};
    item.seen = item.left = false;
    item.item.room = -1;
    game->pack[game->pack_count++] = item;
    if (found)
        wyrm_count(&game->tally.items_found);
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_PICKED_UP, &item.item);
    event.by_pity = found && item.item.pity > 0;
    wyrm_tell(turn, &event);
    return true;
}

bool wyrm_do_drop(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    wyrm_game_item item = *item_of(turn, command);
    item.left = true;
    if (!wyrm_floor_put(game, &item, game->player.at))
        wyrm_refuse(turn, "There is no room for it on this floor.");
    wyrm_pack_remove(turn->engine, game, (size_t)command->argument);
    wyrm_tell_item(turn, WYRM_EVENT_DROPPED, &item.item);
    return true;
}

/* ---- Gear ---- */

void wyrm_pack_hold(const wyrm_engine *engine, const wyrm_game *game, size_t index,
                    wyrm_combatant *out)
{
    bool worn[WYRM_PACK_MAX];
    for (size_t i = 0; i < game->pack_count; i++)
        worn[i] =
            i == index || (game->pack[i].worn && !wyrm_is_weapon(engine, game->pack[i].item.kind));
    wyrm_player_dressed(engine, game, worn, out);
}

/* Whether the worn gear of index `other` has to come off for an item. */
static bool is_in_its_way(const wyrm_turn *turn, const wyrm_game_item *item, size_t other)
{
    const wyrm_game_item *worn = &turn->game->pack[other];
    return worn != item && worn->worn &&
           wyrm_gear_clash(turn->engine, item->item.kind, worn->item.kind);
}

bool wyrm_do_wear(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game *game = turn->game;
    wyrm_turn_must(turn, wyrm_pack_may(turn->engine, game, command->argument, turn->error));
    wyrm_game_item *item = &game->pack[command->argument];
    const int32_t kind = item->item.kind;
    if (!wyrm_is_gear(turn->engine, kind))
        refuse_item(turn, "You can neither wield nor wear", kind);
    if (item->worn)
        refuse_item(turn,
                    wyrm_is_weapon(turn->engine, kind) ? "You already wield" : "You already wear",
                    kind);
    size_t beside = 0; /* worn pieces that can stay on */
    for (size_t i = 0; i < game->pack_count; i++)
        beside += game->pack[i].worn && !is_in_its_way(turn, item, i);
    if (beside >= WYRM_WORN_MAX)
        wyrm_refuse(turn, "You cannot wear any more.");
    for (size_t i = 0; i < game->pack_count; i++)
        if (is_in_its_way(turn, item, i)) {
            game->pack[i].worn = false;
            wyrm_tell_item(turn, WYRM_EVENT_TAKEN_OFF, &game->pack[i].item);
        }
    item->worn = true;
    wyrm_player_dress(turn->engine, game);
    wyrm_tell_item(turn, WYRM_EVENT_WORN, &item->item);
    return true;
}

bool wyrm_do_take_off(wyrm_turn *turn, const wyrm_command *command)
{
    wyrm_game_item *item = item_of(turn, command);
    if (!item->worn)
        refuse_item(turn, "You do not wear", item->item.kind);
    item->worn = false;
    wyrm_player_dress(turn->engine, turn->game);
    wyrm_tell_item(turn, WYRM_EVENT_TAKEN_OFF, &item->item);
    return true;
}
