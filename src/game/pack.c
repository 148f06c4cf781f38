/* The pack: what is picked up, dropped, worn and taken off. */
#include "game/internal.h"

#include <wyrm/game_text.h>

#include "growth/internal.h"

#include <stdio.h>
#include <string.h>

#define SWORN_OFF "You have sworn off"

/* ------------------------------------------------------------------ what is shared */

void wyrm_kind_called(const wyrm_engine *engine, int32_t kind, char out[WYRM_CALLED_MAX])
{
    snprintf(out, WYRM_CALLED_MAX, "%s", engine->kinds[kind].title);
    for (const char *letter = out; *letter != '\0'; letter++)
        if (letter > out && *letter >= 'A' && *letter <= 'Z')
            return;
    if (out[0] >= 'A' && out[0] <= 'Z')
        out[0] = (char)(out[0] - 'A' + 'a');
}

wyrm_status wyrm_refuse_item(const wyrm_engine *engine, const char *what, int32_t kind,
                             wyrm_error *error)
{
    char called[WYRM_CALLED_MAX], named[WYRM_NAMED_TEXT_MAX];
    wyrm_kind_called(engine, kind, called);
    wyrm_name_the(called, named);
    return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "%s %s.", what, named);
}

bool wyrm_is_barred(const wyrm_game *game, int32_t kind)
{
    return game->barred[kind / 64] >> (kind % 64) & 1;
}

wyrm_status wyrm_pack_choose(const wyrm_engine *engine, const wyrm_game *game, int32_t index,
                             size_t *out, wyrm_error *error)
{
    if (index < 0 || (size_t)index >= game->pack_count)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "You have no such item.");
    *out = (size_t)index;
    int32_t kind = game->pack[index].item.kind;
    return wyrm_is_barred(game, kind) ? wyrm_refuse_item(engine, SWORN_OFF, kind, error) : WYRM_OK;
}

static void remove_item(wyrm_game_item *items, size_t *count, size_t index)
{
    memmove(&items[index], &items[index + 1], (*count - index - 1) * sizeof *items);
    --*count;
}

void wyrm_pack_remove(wyrm_game *game, size_t index)
{
    remove_item(game->pack, &game->pack_count, index);
}

void wyrm_floor_remove(wyrm_game *game, size_t index)
{
    remove_item(game->items, &game->item_count, index);
    game->news++;
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

bool wyrm_is_weapon(const wyrm_engine *engine, int32_t kind)
{
    return engine->kinds[kind].item_class == WYRM_ITEM_WEAPON;
}

bool wyrm_is_gear(const wyrm_engine *engine, int32_t kind)
{
    return wyrm_is_weapon(engine, kind) || engine->kinds[kind].item_class == WYRM_ITEM_ARMOR;
}

bool wyrm_gear_clash(const wyrm_engine *engine, int32_t one, int32_t other)
{
    const wyrm_item_kind *a = &engine->kinds[one];
    const wyrm_item_kind *b = &engine->kinds[other];
    if (a->item_class == b->item_class && (a->item_class == WYRM_ITEM_WEAPON ||
                                           wyrm_roster_has_curves(engine->roster, WYRM_ROLE_ARMOR)))
        return true;
    return wyrm_roster_clash(a->record, b->record);
}

void wyrm_pack_hold(const wyrm_engine *engine, const wyrm_game *game, size_t index,
                    wyrm_combatant *out)
{
    bool worn[WYRM_PACK_MAX];
    for (size_t i = 0; i < game->pack_count; i++)
        worn[i] =
            i == index || (game->pack[i].worn && !wyrm_is_weapon(engine, game->pack[i].item.kind));
    wyrm_player_dressed(engine, game, worn, out);
}

wyrm_event wyrm_item_event(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = wyrm_event_of(kind);
    event.who = wyrm_body_id(turn->game, WYRM_BODY_PLAYER);
    event.item = *item;
    event.at = turn->game->player.at;
    event.seen = true;
    return event;
}

void wyrm_tell_item(const wyrm_turn *turn, wyrm_event_kind kind, const wyrm_item *item)
{
    wyrm_event event = wyrm_item_event(turn, kind, item);
    wyrm_tell(turn, &event);
}

/* ------------------------------------------------------------------ the floor */

static bool stands_on(const wyrm_game *game, wyrm_position at)
{
    return at.x == game->player.at.x && at.y == game->player.at.y;
}

/* The newest item here that is not barred, else the newest; item_count where nothing lies here. */
static size_t newest_here(const wyrm_game *game)
{
    size_t found = game->item_count;
    for (size_t i = game->item_count; i-- > 0;) {
        if (!stands_on(game, game->items[i].at))
            continue;
        if (!wyrm_is_barred(game, game->items[i].item.kind))
            return i;
        if (found == game->item_count)
            found = i;
    }
    return found;
}

static void take_up(wyrm_turn *turn, size_t index)
{
    wyrm_game *game = turn->game;
    wyrm_game_item item = game->items[index];
    bool found = item.item.room >= 0; /* the player has not had it before */
    wyrm_floor_remove(game, index);
    item.at = (wyrm_position){0, 0};
    item.seen = item.left = false;
    item.item.room = -1;
    game->pack[game->pack_count++] = item;
    if (found)
        wyrm_count(&game->tally.items_found);
    wyrm_event event = wyrm_item_event(turn, WYRM_EVENT_PICKED_UP, &item.item);
    event.by_pity = found && item.item.pity > 0;
    wyrm_tell(turn, &event);
}

wyrm_status wyrm_do_pick_up(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    (void)command;
    wyrm_game *game = turn->game;
    if (game->goal_placed && stands_on(game, game->goal)) {
        wyrm_game_win(turn);
        *takes_turn = true;
        return WYRM_OK;
    }
    size_t index = newest_here(game);
    if (index == game->item_count)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "There is nothing here to pick up.");
    int32_t kind = game->items[index].item.kind;
    if (wyrm_is_barred(game, kind))
        return wyrm_refuse_item(turn->engine, SWORN_OFF, kind, turn->error);
    if (game->pack_count >= (size_t)turn->engine->rules.pack || game->pack_count >= WYRM_PACK_MAX)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "Your pack is full.");
    take_up(turn, index);
    *takes_turn = true;
    return WYRM_OK;
}

wyrm_status wyrm_do_drop(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    if (command->argument < 0 || (size_t)command->argument >= game->pack_count)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You have no such item.");
    size_t index = (size_t)command->argument;
    wyrm_game_item item = game->pack[index];
    item.left = true;
    if (!wyrm_floor_put(game, &item, game->player.at))
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT,
                         "There is no room for it on this floor.");
    wyrm_pack_remove(game, index);
    if (item.worn)
        wyrm_player_dress(turn->engine, game);
    wyrm_tell_item(turn, WYRM_EVENT_DROPPED, &item.item);
    *takes_turn = true;
    return WYRM_OK;
}

/* ------------------------------------------------------------------ gear */

/* Whether the worn gear of index `other` has to come off for that of `index`. */
static bool is_in_its_way(const wyrm_turn *turn, size_t index, size_t other)
{
    const wyrm_game_item *pack = turn->game->pack;
    return other != index && pack[other].worn &&
           wyrm_gear_clash(turn->engine, pack[index].item.kind, pack[other].item.kind);
}

/* How many worn pieces can stay on beside that of `index`. */
static size_t worn_beside(const wyrm_turn *turn, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < turn->game->pack_count; i++)
        count += turn->game->pack[i].worn && !is_in_its_way(turn, index, i);
    return count;
}

wyrm_status wyrm_do_wear(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    size_t index = 0;
    wyrm_status status =
        wyrm_pack_choose(turn->engine, game, command->argument, &index, turn->error);
    if (status != WYRM_OK)
        return status;
    wyrm_game_item *item = &game->pack[index];
    bool is_weapon = wyrm_is_weapon(turn->engine, item->item.kind);
    if (!wyrm_is_gear(turn->engine, item->item.kind))
        return wyrm_refuse_item(turn->engine, "You can neither wield nor wear", item->item.kind,
                                turn->error);
    if (item->worn)
        return wyrm_refuse_item(turn->engine, is_weapon ? "You already wield" : "You already wear",
                                item->item.kind, turn->error);
    if (worn_beside(turn, index) >= WYRM_WORN_MAX)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You cannot wear any more.");
    for (size_t i = 0; i < game->pack_count; i++)
        if (is_in_its_way(turn, index, i)) {
            game->pack[i].worn = false;
            wyrm_tell_item(turn, WYRM_EVENT_TAKEN_OFF, &game->pack[i].item);
        }
    item->worn = true;
    wyrm_player_dress(turn->engine, game);
    wyrm_tell_item(turn, WYRM_EVENT_WORN, &item->item);
    *takes_turn = true;
    return WYRM_OK;
}

wyrm_status wyrm_do_take_off(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    if (command->argument < 0 || (size_t)command->argument >= game->pack_count)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "You have no such item.");
    wyrm_game_item *item = &game->pack[command->argument];
    if (!item->worn)
        return wyrm_refuse_item(turn->engine, "You do not wear", item->item.kind, turn->error);
    item->worn = false;
    wyrm_player_dress(turn->engine, game);
    wyrm_tell_item(turn, WYRM_EVENT_TAKEN_OFF, &item->item);
    *takes_turn = true;
    return WYRM_OK;
}
