/* Running: along corridors and around their bends; in the open straight on while both sides stay as
 * they are. (RuggRogue, "auto-run") */
#include "game/run.h"

#include <stdio.h>

#include "game/outlook.h"

/* Bits of wyrm_errand.sides. */
#define LEFT_OPEN   0x01
#define RIGHT_OPEN  0x02
#define IN_CORRIDOR 0x04 /* the run began in a corridor: walls on both sides after the first step */

/* A direction turned by steps of 45 degrees, clockwise. */
static wyrm_direction turned(wyrm_direction direction, int eighths)
{
    return (wyrm_direction)(((int)direction + WYRM_DIRECTION_COUNT + eighths) %
                            WYRM_DIRECTION_COUNT);
}

static bool is_open(const wyrm_outlook *view, wyrm_direction direction)
{
    wyrm_position to = wyrm_neighbour(view->game->player.at, direction);
    return !wyrm_grid_solid(&view->grid, to.x, to.y);
}

static uint8_t sides_of(const wyrm_outlook *view, wyrm_direction direction)
{
    return (uint8_t)((is_open(view, turned(direction, -2)) ? LEFT_OPEN : 0) |
                     (is_open(view, turned(direction, 2)) ? RIGHT_OPEN : 0));
}

/* Finds the only way on in a corridor, without going back: false at its end, at a fork, and where
 * it opens into a room. At a bend both the next tile and the one behind it can be adjacent; the
 * step that is not diagonal is taken then. */
static bool follow(const wyrm_outlook *view, wyrm_direction *direction)
{
    int openings = 0, width = 0;
    wyrm_direction way = *direction;
    bool was_open = false;
    for (int eighths = -2; eighths <= 2; eighths++) {
        wyrm_direction to = turned(*direction, eighths);
        bool open = is_open(view, to);
        if (open && !was_open) {
            openings++;
            way = to;
        } else if (open && to % 2 == 0) {
            way = to;
        }
        width += open;
        was_open = open;
    }
    *direction = way;
    return openings == 1 && width <= 2;
}

static bool goes_on(const wyrm_outlook *view, wyrm_errand *errand)
{
    if (errand->done == 0)
        return is_open(view, errand->direction);
    uint8_t sides = sides_of(view, errand->direction);
    if (errand->done == 1)
        errand->sides = sides == 0 ? IN_CORRIDOR : sides;
    if (errand->sides == IN_CORRIDOR)
        return follow(view, &errand->direction);
    return is_open(view, errand->direction) && sides == errand->sides;
}

bool wyrm_run_on(wyrm_outlook *view, wyrm_errand *errand, wyrm_command *command)
{
    bool on = (unsigned)errand->direction < WYRM_DIRECTION_COUNT && goes_on(view, errand);
    *command = (wyrm_command){.kind = WYRM_DO_MOVE, .argument = (int32_t)errand->direction};
    if (!on && errand->done == 0)
        snprintf(errand->why, sizeof errand->why, "There is no way.");
    return on;
}
