/* Using an item: whether it can be, at whom, and what is used up. */
#include "game/use.h"

#include "game/effects_apply.h"
#include "game/pack.h"

static bool is_same(wyrm_position one, wyrm_position other)
{
    return one.x == other.x && one.y == other.y;
}

/* Fails with the first reason why an effect cannot be aimed at a tile. */
static wyrm_status refuse_aim(const wyrm_turn *turn, const wyrm_effect *effect,
                              wyrm_position target)
{
    const wyrm_game *game = turn->game;
    wyrm_grid grid = wyrm_game_sight_grid(game);
    int x = target.x - game->player.at.x, y = target.y - game->player.at.y;
    const char *why;
    if (!wyrm_grid_holds(&grid, target.x, target.y))
        why = "There is nothing there.";
    else if (is_same(target, game->player.at))
        why = "That would be yourself.";
    else if (!wyrm_sight_reaches(x, y, turn->engine->rules.sight))
        why = "You cannot see that far.";
    else if (effect->range >= 0 && !wyrm_sight_reaches(x, y, effect->range))
        why = "That is too far away.";
    else if (wyrm_grid_solid(&grid, target.x, target.y))
        why = "There is only a wall.";
    else
        why = "You cannot see that place.";
    return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "%s", why);
}

/* Finds whom the effect hits. */
static wyrm_status aim(wyrm_use *use, wyrm_position target)
{
    const wyrm_turn *turn = use->turn;
    use->count = wyrm_aim_effect(turn->engine, turn->game, &use->effect, target, use->bodies);
    if (use->count == WYRM_EFFECT_NO_AIM)
        return refuse_aim(turn, &use->effect, target);
    if (use->count == 0 && wyrm_effect_aims(use->effect.kind) == WYRM_AIM_CLOSEST)
        return wyrm_fail(turn->error, WYRM_ERROR_ARGUMENT, "Nobody that you see is near enough.");
    return WYRM_OK;
}

/* One of its uses is gone, and with the last one the item. */
static void use_up(const wyrm_use *use, size_t index)
{
    wyrm_game *game = use->turn->game;
    wyrm_count(&game->tally.items_used);
    wyrm_count(&game->tally.used[use->item.kind]);
    if (--game->pack[index].uses <= 0)
        wyrm_pack_remove(game, index);
}

wyrm_status wyrm_do_use(wyrm_turn *turn, const wyrm_command *command, bool *takes_turn)
{
    wyrm_game *game = turn->game;
    size_t index;
    wyrm_status status =
        wyrm_pack_choose(turn->engine, game, command->argument, &index, turn->error);
    if (status != WYRM_OK)
        return status;
    wyrm_use use = {.turn = turn,
                    .effect = turn->engine->effects[game->pack[index].item.kind],
                    .item = game->pack[index].item};
    status = wyrm_use_helps(turn->engine, game, use.item.kind, turn->error);
    if (status == WYRM_OK)
        status = aim(&use, command->target);
    if (status != WYRM_OK)
        return status;
    wyrm_tell_item(turn, WYRM_EVENT_USED, &use.item);
    use_up(&use, index);
    if (!wyrm_use_apply(&use))
        wyrm_tell_item(turn, WYRM_EVENT_NO_EFFECT, &use.item);
    *takes_turn = true;
    return WYRM_OK;
}
