/* The player's stats in a fight: bare stats, plus boosts, plus worn gear. */
#include "game/dress.h"

#include "combat/internal.h"
#include "growth/internal.h"

static void add_boost(const wyrm_engine *engine, const wyrm_boost *boost, wyrm_combatant *player)
{
    if (boost->stat < 0)
        player->regeneration += boost->amount;
    else if (boost->stat < WYRM_STATS_MAX)
        player->stats[boost->stat] =
            wyrm_stat_in_range(&wyrm_combat_stats(engine->combat)[boost->stat],
                               player->stats[boost->stat] + boost->amount);
}

/* Adds the stats of a piece of gear: by its level where growth has curves for it, else by its
 * record. */
static void put_on(const wyrm_engine *engine, const wyrm_item *item, wyrm_combatant *player)
{
    const wyrm_item_kind *kind = &engine->kinds[item->kind];
    wyrm_role role = kind->item_class == WYRM_ITEM_WEAPON ? WYRM_ROLE_WEAPON : WYRM_ROLE_ARMOR;
    if (wyrm_roster_has_curves(engine->roster, role))
        wyrm_growth_equip(engine->growth, role, item->level, player);
    else
        wyrm_combat_equip(engine->combat, role, kind->record, player);
}

void wyrm_player_dressed(const wyrm_engine *engine, const wyrm_game *game, const bool *worn,
                         wyrm_combatant *out)
{
    wyrm_combatant dressed = game->bare; /* `out` may be what is read here */
    int64_t hp = game->player.combatant.hp;
    for (size_t i = 0; i < game->boost_count; i++)
        add_boost(engine, &game->boosts[i], &dressed);
    for (size_t i = 0; i < game->pack_count; i++)
        if (worn ? worn[i] : game->pack[i].worn)
            put_on(engine, &game->pack[i].item, &dressed);
    dressed.hp = hp < dressed.max_hp ? hp : dressed.max_hp;
    *out = dressed;
}

void wyrm_player_dress(const wyrm_engine *engine, wyrm_game *game)
{
    wyrm_player_dressed(engine, game, NULL, &game->player.combatant);
}
