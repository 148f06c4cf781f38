/* What the player has from the start. */
#include "game/kit.h"

#include "game/dress.h"
#include "game/pack.h"

/* Whether a piece of gear goes together with all that is worn. */
static bool fits(const wyrm_engine *engine, const wyrm_game *game, int32_t kind)
{
    for (size_t i = 0; i < game->pack_count; i++)
        if (game->pack[i].worn && wyrm_gear_clash(engine, game->pack[i].item.kind, kind))
            return false;
    return true;
}

void wyrm_kit_put(const wyrm_engine *engine, wyrm_game *game)
{
    const wyrm_play_rules *rules = &engine->rules;
    const wyrm_loot *loot = wyrm_design_loot(engine->design);
    for (size_t i = 0; i < rules->kit_count && game->pack_count < (size_t)rules->pack; i++) {
        int32_t kind = wyrm_loot_find(loot, rules->kit[i]);
        if (kind < 0 || wyrm_is_barred(game, kind))
            continue;
        bool gear = wyrm_is_gear(engine, kind);
        game->pack[game->pack_count] =
            (wyrm_game_item){.item = {.kind = kind, .level = gear ? 1 : 0, .room = -1},
                             .uses = wyrm_item_uses(&engine->kinds[kind]),
                             .worn = gear && fits(engine, game, kind)};
        game->pack_count++;
    }
    wyrm_player_dress(engine, game);
}
