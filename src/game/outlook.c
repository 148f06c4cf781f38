/* What the player knows of the ways of a map. */
#include "game/outlook.h"

const wyrm_step_costs wyrm_errand_steps = {1000, 1001};

/* The byte depends only on what the player knows: unknown tiles are all alike, and monsters out of
 * sight leave no trace. */
static uint8_t byte_of(uint8_t mark)
{
    return (mark & WYRM_MARK_KNOWN) && (mark & WYRM_MARK_TILE) != WYRM_TILE_WALL
               ? 0
               : WYRM_OUTLOOK_BLOCKED;
}

void wyrm_look_out(wyrm_engine *engine, const wyrm_game *game, wyrm_outlook *out)
{
    /* Solid where the lowest bit is set; bits 0x02 and 0x04 belong to the errands. */
    static const bool solid[256] = {[1] = true, [3] = true, [5] = true, [7] = true};
    int32_t width = game->map.width, height = game->map.height;
    out->engine = engine;
    out->game = game;
    out->grid = (wyrm_grid){width, height, out->tiles, solid};
    wyrm_observe(engine, game, &out->seen);
    for (int32_t i = 0; i < width * height; i++)
        out->tiles[i] = byte_of(game->marks[i]);
    for (size_t i = 0; i < out->seen.monster_count; i++) {
        wyrm_position at = game->monsters[out->seen.monsters[i].index].body.at;
        if (out->seen.monsters[i].in_sight)
            out->tiles[at.y * width + at.x] = WYRM_OUTLOOK_BLOCKED;
    }
}

wyrm_command wyrm_errand_step(const wyrm_outlook *view, wyrm_position next)
{
    wyrm_command command = {.kind = WYRM_DO_MOVE};
    for (int direction = 0; direction < WYRM_DIRECTION_COUNT; direction++) {
        wyrm_position to = wyrm_neighbour(view->game->player.at, (wyrm_direction)direction);
        if (to.x == next.x && to.y == next.y)
            command.argument = direction;
    }
    return command;
}
