/* Ways: how far every tile is from some, by Dijkstra's search.
 *
 * There are only two costs of a step, so that two queues do in place of a heap: tiles are taken in
 * the order of their distance, and what straight steps add is then in order by itself, and so is
 * what diagonal ones add. The nearer of the two heads is always the next.
 *
 * A rim of solid cells around the map saves every question whether a neighbour is on it. */
#include "base/arena.h"
#include "dungeon/internal.h"

/* Straight steps clockwise from north, then diagonal ones from north-east. */
enum { STEPS = 8, STRAIGHT_STEPS = 4 };
static const struct {
    int8_t x, y;
} headings[STEPS] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

wyrm_distances *wyrm_distances_new(void)
{
    return base_zeroed(1, sizeof(wyrm_distances));
}

void wyrm_distances_free(wyrm_distances *distances)
{
    wyrm_free(distances);
}

static uint32_t cell_of(const wyrm_distances *distances, int x, int y)
{
    return (uint32_t)((y + 1) * distances->stride + x + 1);
}

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

wyrm_status wyrm_distances_find(const wyrm_grid *grid, const wyrm_position *sources, size_t count,
                                wyrm_step_costs costs, int32_t limit, wyrm_distances *out,
                                wyrm_error *error)
{
    if (grid->width > WYRM_MAP_SIDE_MAX || grid->height > WYRM_MAP_SIDE_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a grid of %d x %d is too large: at most %d x %d",
                         (int)grid->width, (int)grid->height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (costs.straight < 1 || costs.diagonal < costs.straight ||
        costs.diagonal > WYRM_STEP_COST_MAX || costs.diagonal - costs.straight > costs.straight)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "steps that cost %d straight and %d diagonal: a diagonal one costs as "
                         "much to twice as much, and at most %d",
                         (int)costs.straight, (int)costs.diagonal, WYRM_STEP_COST_MAX);
    if (limit < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a limit of %d is below 0", (int)limit);
    for (size_t i = 0; i < count; i++)
        if (!wyrm_grid_holds(grid, sources[i].x, sources[i].y))
            return wyrm_fail(error, WYRM_ERROR_RANGE,
                             "the source %d, %d is outside a grid of %d x %d", sources[i].x,
                             sources[i].y, (int)grid->width, (int)grid->height);
    const int32_t width = grid->width, stride = width + 2;
    int32_t *below = out->cells + (grid->height + 1) * stride;
    out->width = width;
    out->height = grid->height;
    out->stride = stride;
    out->costs = costs;
    for (int32_t i = 0; i < stride; i++)
        out->cells[i] = below[i] = -1;
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *tiles = grid->tiles + (ptrdiff_t)y * width;
        int32_t *line = out->cells + (y + 1) * stride;
        line[0] = line[width + 1] = -1;
        for (int32_t i = 0; i < width; i++)
            line[i + 1] = grid->solid[tiles[i]] ? -1 : WYRM_UNREACHED;
    }
    queue straight = {out->straight, 0, 0}, diagonal = {out->diagonal, 0, 0};
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = cell_of(out, sources[i].x, sources[i].y);
        if (out->cells[cell] == 0)
            continue;
        out->cells[cell] = 0;
        straight.cells[straight.tail++] = cell;
    }
    int32_t offsets[STEPS];
    for (int i = 0; i < STEPS; i++)
        offsets[i] = headings[i].y * out->stride + headings[i].x;
    for (uint32_t cell; take(&straight, &diagonal, out->cells, &cell);) {
        int32_t cost = out->cells[cell];
        if (cost <= limit - costs.straight)
            reach(cell, offsets, cost + costs.straight, out->cells, &straight);
        if (cost <= limit - costs.diagonal)
            reach(cell, offsets + STRAIGHT_STEPS, cost + costs.diagonal, out->cells, &diagonal);
    }
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
    int32_t here = wyrm_distances_at(distances, from.x, from.y), best = WYRM_UNREACHED;
    *next = from;
    for (int i = 0; i < STEPS; i++) {
        int x = from.x + headings[i].x, y = from.y + headings[i].y;
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
