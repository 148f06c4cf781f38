/* A new game, and copies of games. */
#include "game/start.h"

#include <string.h>

#include "game/kit.h"
#include "game/level.h"
#include "game/without.h"

wyrm_status wyrm_game_prepare(const wyrm_engine *engine, const wyrm_game_options *options,
                              wyrm_game *game, wyrm_error *error)
{
    wyrm_game_clear(game, options->seed, options->run);
    wyrm_status status =
        wyrm_game_bar(engine, options->without, options->without_count, game->barred, error);
    if (status != WYRM_OK)
        return status;
    game->difficulty = wyrm_encounter_start(engine->encounter);
    game->experience = wyrm_growth_start(engine->growth);
    game->fullness = engine->rules.stage_count > 0 ? engine->rules.fullness : 0;
    wyrm_roster_start(engine->roster, 1, &game->bare);
    game->player.combatant = game->bare;
    return WYRM_OK;
}

wyrm_status wyrm_game_start(wyrm_engine *engine, const wyrm_game_options *options,
                            const wyrm_listener *listener, wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_status status = wyrm_game_prepare(engine, options, game, error);
    if (status != WYRM_OK)
        return status;
    wyrm_kit_put(engine, game);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    return WYRM_OK;
}

static void copy_between(const wyrm_game *from, wyrm_game *to, size_t start, size_t end)
{
    memcpy((char *)to + start, (const char *)from + start, end - start);
}

/* Copies the members between the large arrays whole, and of each array only what is used. */
void wyrm_game_copy(const wyrm_game *from, wyrm_game *to)
{
    size_t tiles = (size_t)from->map.width * (size_t)from->map.height;
    copy_between(from, to, 0, offsetof(wyrm_game, pack));
    memcpy(to->pack, from->pack, from->pack_count * sizeof *from->pack);
    copy_between(from, to, offsetof(wyrm_game, barred), offsetof(wyrm_game, map.tiles));
    memcpy(to->map.tiles, from->map.tiles, tiles);
    memcpy(to->marks, from->marks, tiles);
    copy_between(from, to, offsetof(wyrm_game, room_kinds), offsetof(wyrm_game, monsters));
    memcpy(to->monsters, from->monsters, from->monster_count * sizeof *from->monsters);
    to->item_count = from->item_count;
    memcpy(to->items, from->items, from->item_count * sizeof *from->items);
    to->tally = from->tally;
}
