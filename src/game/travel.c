/* Travelling: to a known tile, by a shortest known way. */
#include "game/travel.h"

#include <stdio.h>

#include "game/outlook.h"

bool wyrm_travel_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    const wyrm_position from = view->game->player.at, to = errand->target;
    wyrm_distances *distances = &view->engine->distances;
    wyrm_position next;
    bool known;
    if (from.x == to.x && from.y == to.y)
        return false;
    wyrm_known_tile(view->game, to.x, to.y, &known);
    if (!known || wyrm_grid_solid(&view->grid, to.x, to.y) ||
        wyrm_distances_find(&view->grid, &to, 1, wyrm_errand_steps, WYRM_UNREACHED,
                            &view->engine->path_work, distances, NULL) != WYRM_OK ||
        !wyrm_distances_step(distances, &view->grid, from, &next)) {
        snprintf(errand->why, sizeof errand->why, "You know no way there.");
        return false;
    }
    *command = wyrm_errand_step(view, next);
    return true;
}
