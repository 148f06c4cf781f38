/* A new game on a deeper map, with the player that the map is meant for. */
#include "game/start.h"

#include <string.h>

#include "game/dress.h"
#include "game/kit.h"
#include "game/level.h"
#include "game/pack.h"

#define MAPS_MAX 1000 /* a dungeon with more of them has no last one */

/* The kind of a piece of gear: the first of its class where it has no name. -1: none. */
static int32_t kind_of(const wyrm_engine *engine, const wyrm_gear *gear)
{
    wyrm_item_class wanted = gear->role == WYRM_ROLE_WEAPON ? WYRM_ITEM_WEAPON : WYRM_ITEM_ARMOR;
    for (size_t i = 0; i < engine->kind_count; i++) {
        const wyrm_item_kind *kind = &engine->kinds[i];
        if (kind->item_class == wanted &&
            (gear->name == NULL || strcmp(kind->name, gear->name) == 0))
            return (int32_t)i;
    }
    return -1;
}

static void put_on_all(const wyrm_engine *engine, const wyrm_outfit *outfit, wyrm_game *game)
{
    size_t room = (size_t)engine->rules.pack;
    for (size_t i = 0; i < outfit->gear_count && game->pack_count < room; i++) {
        const wyrm_gear *gear = &outfit->gear[i];
        int32_t kind = kind_of(engine, gear);
        if (kind < 0 || wyrm_is_barred(game, kind))
            continue;
        int32_t level = gear->name != NULL ? 1 : gear->level;
        game->pack[game->pack_count++] =
            (wyrm_game_item){.item = {.kind = kind, .level = level, .room = -1},
                             .uses = wyrm_item_uses(&engine->kinds[kind]),
                             .worn = true};
    }
}

/* Level and body of the reference, its gear worn, and the kit of a new game beside it. */
static void equip(const wyrm_engine *engine, const wyrm_outfit *outfit, int32_t lives,
                  wyrm_game *game)
{
    game->bare = outfit->bare;
    game->experience =
        wyrm_growth_at_level(engine->growth, game->bare.level > 1 ? game->bare.level : 1);
    int64_t hp = game->bare.max_hp * lives;
    game->bare.max_hp = hp < WYRM_HP_MAX ? hp : WYRM_HP_MAX;
    put_on_all(engine, outfit, game);
    size_t gear_count = game->pack_count;
    wyrm_kit_put(engine, game);
    for (size_t i = gear_count; i < game->pack_count; i++)
        game->pack[i].worn = false;
    wyrm_player_dress(engine, game);
    game->player.combatant.hp = game->player.combatant.max_hp;
}

/* Makes the maps above, as if somebody had gone through them and left everything as it was. */
static wyrm_status pass_maps(wyrm_engine *engine, int32_t depth, wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    while (game->difficulty.depth < depth &&
           !wyrm_encounter_is_final(engine->encounter, &game->difficulty)) {
        if (game->difficulty.depth >= MAPS_MAX)
            return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "this dungeon has no last floor");
        wyrm_turn_begin(&turn, engine, game, NULL, error);
        wyrm_level_enter(&turn);
        wyrm_encounter_descend(engine->encounter, &game->difficulty);
    }
    return WYRM_OK;
}

wyrm_status wyrm_game_start_at_depth(wyrm_engine *engine, const wyrm_game_options *options,
                                     int32_t depth, int32_t lives, const wyrm_listener *listener,
                                     wyrm_game *game, wyrm_error *error)
{
    wyrm_turn turn;
    wyrm_reference reference;
    if (depth < 1 || lives < 1)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a game begins on a depth of at least 1");
    wyrm_status status = wyrm_game_prepare(engine, options, game, error);
    if (status == WYRM_OK)
        status = pass_maps(engine, depth, game, error);
    if (status == WYRM_OK)
        status = wyrm_design_reference(engine->design, game->difficulty.depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    equip(engine, &reference.outfit, lives, game);
    wyrm_turn_begin(&turn, engine, game, listener, error);
    wyrm_level_enter(&turn);
    return WYRM_OK;
}
