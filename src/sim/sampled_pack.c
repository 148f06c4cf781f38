/* What the player of a sampled run takes along, and what it does with it at once. */
#include "sim/sampled_player.h"

#include <wyrm/observe.h>

#include "bot/policy.h"
#include "game/action.h"
#include "game/pack.h"
#include "game/use.h"

static const wyrm_position nowhere = {0, 0};

/* Who neither wears, drinks nor reads anything leaves it where it lies. */
static bool takes_things(const wyrm_bot_traits *traits)
{
    return traits->wears || traits->uses_scrolls || traits->drinks_below > 0.0;
}

/* Food is of use to the hungry alone, and what does nothing and cannot be worn to nobody. */
static bool is_useful(const wyrm_life *life, int32_t kind)
{
    wyrm_effect_kind effect = life->engine->effects[kind].kind;
    if (wyrm_is_gear(life->engine, kind))
        return true;
    return effect != WYRM_EFFECT_NONE &&
           (effect != WYRM_EFFECT_FEED || life->engine->rules.stage_count > 0);
}

static void do_for_a_turn(wyrm_life *life, wyrm_action *action, size_t item)
{
    if (wyrm_life_do(life, action, (int32_t)item, nowhere) && !life->over)
        wyrm_life_turn(life);
}

/* Room for one more where the pack is full: gear that was found worse than what is worn goes. */
static void make_room(wyrm_life *life)
{
    wyrm_game *game = life->game;
    if (game->pack_count < (size_t)life->engine->rules.pack)
        return;
    for (size_t i = 0; i < game->pack_count; i++)
        if (!game->pack[i].worn && wyrm_is_gear(life->engine, game->pack[i].item.kind)) {
            do_for_a_turn(life, wyrm_do_drop, i);
            return;
        }
}

/* ------------------------------------------------------------------ gear */

/* What a blow dealt costs in blows taken, as shares of the hit points, against the last monster
 * met. */
static double cost_of_fight(wyrm_life *life, const wyrm_combatant *player)
{
    const wyrm_combatant *rival = life->has_rival ? &life->rival : &life->game->bare;
    double taken = wyrm_blow_of(&life->blows, life->engine->combat, rival, player).mean;
    double dealt = wyrm_blow_of(&life->blows, life->engine->combat, player, rival).mean;
    return (taken + WYRM_POLICY_NOTHING) / (dealt + WYRM_POLICY_NOTHING) / (double)player->max_hp;
}

/* Puts on the newest of the pack, where that makes fights cheaper. */
static void try_on(wyrm_life *life)
{
    const wyrm_game *game = life->game;
    size_t newest = game->pack_count - 1;
    wyrm_combatant dressed;
    wyrm_player_with(life->engine, game, newest, &dressed);
    if (cost_of_fight(life, &dressed) <
        WYRM_POLICY_BETTER * cost_of_fight(life, &game->player.combatant))
        do_for_a_turn(life, wyrm_do_wear, newest);
}

/* ------------------------------------------------------------------ the rest */

/* Whether an effect is for good, so that there is nothing to wait for. */
static bool is_for_good(const wyrm_effect *effect)
{
    return effect->kind == WYRM_EFFECT_TEACH ||
           ((effect->kind == WYRM_EFFECT_STRENGTHEN || effect->kind == WYRM_EFFECT_REGENERATE) &&
            effect->turns == 0);
}

static bool pick_up(wyrm_life *life, const wyrm_item *item)
{
    wyrm_game *game = life->game;
    int64_t uses =
        wyrm_value_integer(wyrm_value_get(life->engine->kinds[item->kind].record, "uses"));
    game->item_count = 1;
    game->items[0] = (wyrm_game_item){
        .item = *item, .at = game->player.at, .uses = uses > 1 ? (int32_t)uses : 1};
    if (!wyrm_life_do(life, wyrm_do_pick_up, 0, nowhere))
        return false;
    wyrm_life_turn(life);
    return !life->over;
}

bool wyrm_life_wants(const wyrm_life *life, const wyrm_item *item)
{
    const wyrm_game *game = life->game;
    if (!takes_things(life->traits) || !is_useful(life, item->kind))
        return false;
    if (game->pack_count < (size_t)life->engine->rules.pack)
        return true;
    for (size_t i = 0; i < game->pack_count; i++)
        if (!game->pack[i].worn && wyrm_is_gear(life->engine, game->pack[i].item.kind))
            return true;
    return false;
}

void wyrm_life_find(wyrm_life *life, const wyrm_item *item)
{
    const wyrm_game *game = life->game;
    if (!takes_things(life->traits) || !is_useful(life, item->kind))
        return;
    make_room(life);
    if (life->over || !pick_up(life, item))
        return;
    size_t newest = game->pack_count - 1;
    if (life->traits->wears && wyrm_is_gear(life->engine, item->kind))
        try_on(life);
    else if (life->traits->uses_scrolls && is_for_good(&life->engine->effects[item->kind]) &&
             wyrm_can_use(life->engine, game, newest, NULL))
        do_for_a_turn(life, wyrm_do_use, newest);
}
