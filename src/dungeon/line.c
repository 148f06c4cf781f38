/* Straight lines between two tiles: free sight, and the way of a shot. */
#include <wyrm/sight.h>

#include <stdlib.h>

/* A line followed in steps of the longer of its two distances. After `step` of them it has gone
 * step x shorter / longer across, and
 *
 *     2 longer column + rest = 2 step shorter + longer,  0 <= rest < 2 longer
 *
 * so that `column` is the nearest tile; with rest 0 the line runs just between it and the one
 * before, and touches the diamonds of both. */
typedef struct trace {
    int x, y;
    int along_x, along_y;   /* one step along */
    int across_x, across_y; /* one column across */
    int longer, shorter;
    int step, column, rest;
} trace;

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static trace start(wyrm_position from, wyrm_position to)
{
    int x = to.x - from.x, y = to.y - from.y;
    trace line = {.x = from.x, .y = from.y};
    if (abs(x) >= abs(y)) {
        line.along_x = sign(x), line.across_y = sign(y);
        line.longer = abs(x), line.shorter = abs(y);
    } else {
        line.along_y = sign(y), line.across_x = sign(x);
        line.longer = abs(y), line.shorter = abs(x);
    }
    line.rest = line.longer;
    return line;
}

/* To the next tile; false behind the last. */
static bool advance(trace *line)
{
    if (line->step == line->longer)
        return false;
    line->step++;
    line->rest += 2 * line->shorter;
    if (line->rest >= 2 * line->longer) {
        line->rest -= 2 * line->longer;
        line->column++;
    }
    return true;
}

static wyrm_position tile_at(const trace *line, int column)
{
    return (wyrm_position){
        (int16_t)(line->x + line->step * line->along_x + column * line->across_x),
        (int16_t)(line->y + line->step * line->along_y + column * line->across_y)};
}

static bool is_solid(const wyrm_grid *grid, const trace *line, int column)
{
    wyrm_position tile = tile_at(line, column);
    return wyrm_grid_solid(grid, tile.x, tile.y);
}

/* What of the tiles between the two ends is in the way. */
typedef struct obstacles {
    bool inside;       /* of a diamond on the line: nothing helps */
    bool near_touched; /* a diamond on the side of lesser columns, only touched */
    bool far_touched;
} obstacles;

static obstacles find_obstacles(const wyrm_grid *grid, trace line)
{
    obstacles found = {false, false, false};
    while (!found.inside && advance(&line) && line.step < line.longer) {
        bool solid = is_solid(grid, &line, line.column);
        if (line.rest != 0) {
            found.inside = solid;
        } else {
            found.far_touched |= solid;
            found.near_touched |= is_solid(grid, &line, line.column - 1);
        }
    }
    return found;
}

bool wyrm_sight_between(const wyrm_grid *grid, wyrm_position from, wyrm_position to, int radius)
{
    if (!wyrm_grid_holds(grid, from.x, from.y) || !wyrm_grid_holds(grid, to.x, to.y) ||
        !wyrm_sight_reaches(to.x - from.x, to.y - from.y, radius))
        return false;
    obstacles found = find_obstacles(grid, start(from, to));
    return !found.inside && !(found.near_touched && found.far_touched);
}

/* The side for a line that may go either way: the same seen from both ends, where near and far are
 * exchanged. */
static bool takes_near(const wyrm_grid *grid, const trace *line, wyrm_position from,
                       wyrm_position to)
{
    if (grid) {
        obstacles found = find_obstacles(grid, *line);
        if (!found.inside && found.near_touched != found.far_touched)
            return found.far_touched;
    }
    return from.y != to.y ? from.y < to.y : from.x < to.x;
}

size_t wyrm_line(const wyrm_grid *grid, wyrm_position from, wyrm_position to, wyrm_position *tiles,
                 size_t capacity)
{
    trace line = start(from, to);
    int near = takes_near(grid, &line, from, to) ? 1 : 0;
    for (size_t i = 0; i < capacity && advance(&line); i++)
        tiles[i] = tile_at(&line, line.rest == 0 ? line.column - near : line.column);
    return (size_t)line.longer;
}
