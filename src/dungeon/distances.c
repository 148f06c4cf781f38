/* Distance maps: Dijkstra's search with two queues in place of a heap. There are only two costs of
 * a step and tiles are taken in the order of their distance, so that what is added by straight
 * steps is in order by itself, and so is what is added by diagonal ones. */
#include "dungeon/steps.h"

/* A tile enters each queue at most once: what comes later by the same kind of step is no nearer. */
typedef struct queue {
    uint32_t *cells;
    size_t head, tail;
} queue;

/* Takes the nearer of the two heads; false where both queues are empty. A tile that was reached by
 * both kinds of step is met twice. The second time it changes nothing. */
static bool take(queue *straight, queue *diagonal, const int32_t *costs, uint32_t *cell)
{
    bool has_straight = straight->head < straight->tail;
    bool has_diagonal = diagonal->head < diagonal->tail;
    if (has_straight && (!has_diagonal || costs[straight->cells[straight->head]] <=
                                              costs[diagonal->cells[diagonal->head]])) {
        *cell = straight->cells[straight->head++];
        return true;
    }
    if (has_diagonal)
        *cell = diagonal->cells[diagonal->head++];
    return has_diagonal;
}

/* Tells four neighbours that there is a way of `cost`; solid tiles are below any. */
static void reach(uint32_t cell, const int32_t *offsets, int32_t cost, int32_t *costs, queue *next)
{
    for (int i = 0; i < STRAIGHT_STEPS; i++) {
        uint32_t neighbour = cell + (uint32_t)offsets[i];
        if (costs[neighbour] > cost) {
            costs[neighbour] = cost;
            next->cells[next->tail++] = neighbour;
        }
    }
}

static void spread(const wyrm_distances *distances, int32_t limit, queue *straight, queue *diagonal,
                   int32_t *costs)
{
    const wyrm_step_costs step = distances->costs;
    int32_t offsets[STEPS];
    uint32_t cell;
    wyrm_step_offsets(distances->stride, offsets);
    while (take(straight, diagonal, costs, &cell)) {
        int32_t cost = costs[cell];
        if (cost <= limit - step.straight)
            reach(cell, offsets, cost + step.straight, costs, straight);
        if (cost <= limit - step.diagonal)
            reach(cell, offsets + STRAIGHT_STEPS, cost + step.diagonal, costs, diagonal);
    }
}

static uint32_t cell_of(const wyrm_distances *distances, int x, int y)
{
    return (uint32_t)((y + 1) * distances->stride + x + 1);
}

static wyrm_status check(const wyrm_grid *grid, const wyrm_position *sources, size_t count,
                         wyrm_step_costs costs, int32_t limit, wyrm_error *error)
{
    wyrm_status status = wyrm_steps_check(grid, costs, error);
    if (status == WYRM_OK && limit < 0)
        status = wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a limit of %d is below 0", (int)limit);
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        status = wyrm_steps_check_tile(grid, sources[i], "the source", error);
    return status;
}

wyrm_status wyrm_distances_find(const wyrm_grid *grid, const wyrm_position *sources, size_t count,
                                wyrm_step_costs costs, int32_t limit, wyrm_path_work *work,
                                wyrm_distances *out, wyrm_error *error)
{
    wyrm_status status = check(grid, sources, count, costs, limit, error);
    if (status != WYRM_OK)
        return status;
    out->width = grid->width;
    out->height = grid->height;
    out->stride = grid->width + 2;
    out->costs = costs;
    wyrm_steps_clear(grid, 0, 0, grid->width, grid->height, out->cells);
    queue straight = {work->first, 0, 0}, diagonal = {work->second, 0, 0};
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = cell_of(out, sources[i].x, sources[i].y);
        if (out->cells[cell] == 0)
            continue;
        out->cells[cell] = 0;
        straight.cells[straight.tail++] = cell;
    }
    spread(out, limit, &straight, &diagonal, out->cells);
    return WYRM_OK;
}

int32_t wyrm_distances_at(const wyrm_distances *distances, int x, int y)
{
    if (x < 0 || y < 0 || x >= distances->width || y >= distances->height)
        return WYRM_UNREACHED;
    int32_t cost = distances->cells[cell_of(distances, x, y)];
    return cost < 0 ? WYRM_UNREACHED : cost;
}

bool wyrm_distances_step(const wyrm_distances *distances, const wyrm_grid *grid, wyrm_position from,
                         wyrm_position *next)
{
    int32_t here = wyrm_distances_at(distances, from.x, from.y);
    int32_t best = WYRM_UNREACHED;
    *next = from;
    for (int i = 0; i < STEPS; i++) {
        int x = from.x + wyrm_headings[i].x, y = from.y + wyrm_headings[i].y;
        int32_t there = wyrm_distances_at(distances, x, y);
        if (there >= here || (there > 0 && grid && wyrm_grid_solid(grid, x, y)))
            continue;
        int32_t cost =
            there + (i < STRAIGHT_STEPS ? distances->costs.straight : distances->costs.diagonal);
        if (cost >= best)
            continue;
        best = cost;
        *next = (wyrm_position){(int16_t)x, (int16_t)y};
    }
    return best != WYRM_UNREACHED;
}
