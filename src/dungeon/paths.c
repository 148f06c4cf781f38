/* Ways: how far every tile is from some, by Dijkstra, and the path between two, by A*. */
#include "dungeon/internal.h"

#include <stdlib.h>

/* ---- The eight steps, and the checks of arguments ---- */

const wyrm_heading wyrm_headings[STEPS] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                           {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

/* The steps as offsets in rows of `stride` cells. */
static void step_offsets(int32_t stride, int32_t offsets[STEPS])
{
    for (int i = 0; i < STEPS; i++)
        offsets[i] = wyrm_headings[i].y * stride + wyrm_headings[i].x;
}

/* WYRM_ERROR_LIMIT for a grid larger than the work space, WYRM_ERROR_ARGUMENT for costs that make
 * no sense. */
static wyrm_status steps_check(const wyrm_grid *grid, wyrm_step_costs costs, wyrm_error *error)
{
    if (grid->width > WYRM_MAP_SIDE_MAX || grid->height > WYRM_MAP_SIDE_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a grid of %d x %d is too large: at most %d x %d",
                         (int)grid->width, (int)grid->height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (costs.straight < 1 || costs.diagonal < costs.straight ||
        costs.diagonal > WYRM_STEP_COST_MAX || costs.diagonal - costs.straight > costs.straight)
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "steps that cost %d straight and %d diagonal: a diagonal one costs as much "
            "to twice as much, and at most %d",
            (int)costs.straight, (int)costs.diagonal, WYRM_STEP_COST_MAX);
    return WYRM_OK;
}

/* WYRM_ERROR_RANGE for a tile outside the grid; `what` names it. */
static wyrm_status steps_check_tile(const wyrm_grid *grid, wyrm_position tile, const char *what,
                                    wyrm_error *error)
{
    if (wyrm_grid_holds(grid, tile.x, tile.y))
        return WYRM_OK;
    return wyrm_fail(error, WYRM_ERROR_RANGE, "%s %d, %d is outside a grid of %d x %d", what,
                     tile.x, tile.y, (int)grid->width, (int)grid->height);
}

static void fill_solid(int32_t *cells, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        cells[i] = -1;
}

/* Cells of the rectangle of a grid from x, y: -1 for solid tiles and for a rim of one around it,
 * WYRM_UNREACHED for the others. */
static void steps_clear(const wyrm_grid *grid, int32_t x, int32_t y, int32_t width, int32_t height,
                        int32_t *cells)
{
    const bool *solid = grid->solid;
    int32_t stride = width + 2;
    fill_solid(cells, stride);
    for (int32_t row = 0; row < height; row++) {
        const uint8_t *tiles = grid->tiles + (ptrdiff_t)(y + row) * grid->width + x;
        int32_t *line = cells + (row + 1) * stride;
        line[0] = line[width + 1] = -1;
        for (int32_t i = 0; i < width; i++)
            line[i + 1] = solid[tiles[i]] ? -1 : WYRM_UNREACHED;
    }
    fill_solid(cells + (height + 1) * stride, stride);
}

/* ---- Distance maps ----
 *
 * Dijkstra's search with two queues in place of a heap. There are only two costs of
 * a step and tiles are taken in the order of their distance, so that what is added by straight
 * steps is in order by itself, and so is what is added by diagonal ones. */

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
    step_offsets(distances->stride, offsets);
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
    wyrm_status status = steps_check(grid, costs, error);
    if (status == WYRM_OK && limit < 0)
        status = wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a limit of %d is below 0", (int)limit);
    for (size_t i = 0; i < count && status == WYRM_OK; i++)
        status = steps_check_tile(grid, sources[i], "the source", error);
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
    steps_clear(grid, 0, 0, grid->width, grid->height, out->cells);
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

/* ---- Paths, within a box around both ends ---- */

enum { NO_STEP = STEPS };

/* A search. Cells are those of the box with a rim of solid ones. Of the work space, `cost` is the
 * least known from the start, `left` the guess of the rest (set where the cell is reached), `came`
 * the step that led there, `first` the heap of open cells and `second` the place of each in it. */
typedef struct path_search {
    const wyrm_path_rules *rules;
    wyrm_path_work *work;
    wyrm_position corner; /* of the box */
    int32_t width, height, stride;
    uint32_t goal;
    int32_t goal_x, goal_y; /* in the box, rim included */
    uint32_t open;          /* cells in the heap */
} path_search;

/* -- the heap -- */

/* Least sum first; of equal ones what is nearer to the goal. */
static bool is_before(const wyrm_path_work *work, uint32_t a, uint32_t b)
{
    int32_t sum_a = work->cost[a] + work->left[a], sum_b = work->cost[b] + work->left[b];
    return sum_a < sum_b || (sum_a == sum_b && work->left[a] < work->left[b]);
}

static void put(wyrm_path_work *work, uint32_t place, uint32_t cell)
{
    work->first[place] = cell;
    work->second[cell] = place;
}

/* Moves a cell towards the top, from a place that may be taken. */
static void rise(wyrm_path_work *work, uint32_t place, uint32_t cell)
{
    while (place > 0) {
        uint32_t parent = (place - 1) / 2;
        if (!is_before(work, cell, work->first[parent]))
            break;
        put(work, place, work->first[parent]);
        place = parent;
    }
    put(work, place, cell);
}

static uint32_t take_first(path_search *search)
{
    wyrm_path_work *work = search->work;
    uint32_t top = work->first[0];
    uint32_t count = --search->open;
    if (count == 0)
        return top;
    uint32_t cell = work->first[count], place = 0;
    for (uint32_t child = 1; child < count; child = 2 * place + 1) {
        if (child + 1 < count && is_before(work, work->first[child + 1], work->first[child]))
            child++;
        if (!is_before(work, work->first[child], cell))
            break;
        put(work, place, work->first[child]);
        place = child;
    }
    put(work, place, cell);
    return top;
}

/* -- the search -- */

static int32_t guess(const path_search *search, int32_t x, int32_t y)
{
    int32_t across = abs(x - search->goal_x), down = abs(y - search->goal_y);
    int32_t lesser = across < down ? across : down;
    int32_t greater = across < down ? down : across;
    return lesser * search->rules->guess.diagonal +
           (greater - lesser) * search->rules->guess.straight;
}

/* A way of `cost` to a cell of the box by a step. */
static void reach_cell(path_search *search, uint32_t cell, int32_t x, int32_t y, int32_t cost,
                       int step)
{
    wyrm_path_work *work = search->work;
    bool is_new = work->cost[cell] == WYRM_UNREACHED;
    work->cost[cell] = cost;
    work->came[cell] = (uint8_t)step;
    if (is_new)
        work->left[cell] = guess(search, x, y);
    rise(work, is_new ? search->open++ : work->second[cell], cell);
}

static void expand(path_search *search, uint32_t cell, const int32_t *offsets)
{
    const wyrm_step_costs *costs = &search->rules->costs;
    int32_t x = (int32_t)cell % search->stride, y = (int32_t)cell / search->stride;
    for (int i = 0; i < STEPS; i++) {
        uint32_t neighbour = cell + (uint32_t)offsets[i];
        int32_t cost =
            search->work->cost[cell] + (i < STRAIGHT_STEPS ? costs->straight : costs->diagonal);
        if (search->work->cost[neighbour] > cost)
            reach_cell(search, neighbour, x + wyrm_headings[i].x, y + wyrm_headings[i].y, cost, i);
    }
}

/* The goal, or the cell that comes nearest to it. The guess never falls by more than a step costs,
 * so that a cell that was taken from the heap has its final cost and is never reached again. */
static uint32_t run(path_search *search, uint32_t start)
{
    const wyrm_path_work *work = search->work;
    int32_t offsets[STEPS];
    uint32_t nearest = start;
    step_offsets(search->stride, offsets);
    reach_cell(search, start, (int32_t)start % search->stride, (int32_t)start / search->stride, 0,
               NO_STEP);
    while (search->open > 0) {
        uint32_t cell = take_first(search);
        if (cell == search->goal)
            return cell;
        if (work->left[cell] < work->left[nearest] ||
            (work->left[cell] == work->left[nearest] && work->cost[cell] < work->cost[nearest]))
            nearest = cell;
        expand(search, cell, offsets);
    }
    return nearest;
}

/* -- the path -- */

static int32_t clamp(int32_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static void choose_box(const wyrm_grid *grid, wyrm_position from, wyrm_position to,
                       path_search *search)
{
    int32_t padding = search->rules->padding;
    if (padding < 0 || padding > WYRM_MAP_SIDE_MAX)
        padding = WYRM_MAP_SIDE_MAX;
    int32_t left = clamp((from.x < to.x ? from.x : to.x) - padding, grid->width - 1);
    int32_t right = clamp((from.x < to.x ? to.x : from.x) + padding, grid->width - 1);
    int32_t top = clamp((from.y < to.y ? from.y : to.y) - padding, grid->height - 1);
    int32_t bottom = clamp((from.y < to.y ? to.y : from.y) + padding, grid->height - 1);
    search->corner = (wyrm_position){(int16_t)left, (int16_t)top};
    search->width = right - left + 1;
    search->height = bottom - top + 1;
    search->stride = search->width + 2;
    search->goal_x = to.x - left + 1;
    search->goal_y = to.y - top + 1;
    search->goal = (uint32_t)(search->goal_y * search->stride + search->goal_x);
}

static wyrm_position position_of(const path_search *search, uint32_t cell)
{
    int32_t x = (int32_t)cell % search->stride - 1, y = (int32_t)cell / search->stride - 1;
    return (wyrm_position){(int16_t)(search->corner.x + x), (int16_t)(search->corner.y + y)};
}

static uint32_t cell_before(const path_search *search, uint32_t cell)
{
    const wyrm_heading *step = &wyrm_headings[search->work->came[cell]];
    return cell - (uint32_t)(step->y * search->stride + step->x);
}

static size_t count_steps(const path_search *search, uint32_t cell)
{
    size_t count = 0;
    for (; search->work->came[cell] != NO_STEP; cell = cell_before(search, cell))
        count++;
    return count;
}

static void write_steps(const path_search *search, uint32_t end, size_t length,
                        wyrm_position *steps, size_t capacity)
{
    uint32_t cell = end;
    for (size_t i = length; i-- > 0; cell = cell_before(search, cell))
        if (i < capacity)
            steps[i] = position_of(search, cell);
}

static wyrm_status check_ends(const wyrm_grid *grid, const wyrm_path_rules *rules,
                              wyrm_position from, wyrm_position to, wyrm_error *error)
{
    wyrm_step_costs costs = rules->costs, guess = rules->guess;
    wyrm_status status = steps_check(grid, costs, error);
    if (status != WYRM_OK)
        return status;
    if (guess.straight < 0 || guess.straight > costs.straight || guess.diagonal > costs.diagonal ||
        guess.diagonal < guess.straight || guess.diagonal > 2 * guess.straight)
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "a guess of %d straight and %d diagonal for steps of %d and %d: it may not "
            "be more, and diagonal is as much as straight to twice as much",
            (int)guess.straight, (int)guess.diagonal, (int)costs.straight, (int)costs.diagonal);
    status = steps_check_tile(grid, from, "the start", error);
    return status == WYRM_OK ? steps_check_tile(grid, to, "the goal", error) : status;
}

wyrm_status wyrm_path_find(const wyrm_grid *grid, const wyrm_path_rules *rules, wyrm_position from,
                           wyrm_position to, wyrm_path_work *work, wyrm_position *steps,
                           size_t capacity, wyrm_path *out, wyrm_error *error)
{
    wyrm_status status = check_ends(grid, rules, from, to, error);
    if (status != WYRM_OK)
        return status;
    path_search search = {.rules = rules, .work = work};
    choose_box(grid, from, to, &search);
    steps_clear(grid, search.corner.x, search.corner.y, search.width, search.height, work->cost);
    uint32_t start =
        (uint32_t)((from.y - search.corner.y + 1) * search.stride + from.x - search.corner.x + 1);
    work->cost[start] = work->cost[search.goal] = WYRM_UNREACHED;
    uint32_t end = run(&search, start);
    size_t length = count_steps(&search, end);
    write_steps(&search, end, length, steps, capacity);
    *out = (wyrm_path){end == search.goal, position_of(&search, end), work->cost[end], length};
    return WYRM_OK;
}
