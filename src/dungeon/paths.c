/* Paths between two tiles by A*, within a box around both ends. */
#include "dungeon/steps.h"

#include <stdlib.h>

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

/* ------------------------------------------------------------------ the heap */

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

/* ------------------------------------------------------------------ the search */

static int32_t guess(const path_search *search, int32_t x, int32_t y)
{
    int32_t across = abs(x - search->goal_x), down = abs(y - search->goal_y);
    int32_t lesser = across < down ? across : down;
    int32_t greater = across < down ? down : across;
    return lesser * search->rules->guess.diagonal +
           (greater - lesser) * search->rules->guess.straight;
}

/* A way of `cost` to a cell of the box by a step. */
static void reach(path_search *search, uint32_t cell, int32_t x, int32_t y, int32_t cost, int step)
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
            reach(search, neighbour, x + wyrm_headings[i].x, y + wyrm_headings[i].y, cost, i);
    }
}

/* The goal, or the cell that comes nearest to it. The guess never falls by more than a step costs,
 * so that a cell that was taken from the heap has its final cost and is never reached again. */
static uint32_t run(path_search *search, uint32_t start)
{
    const wyrm_path_work *work = search->work;
    int32_t offsets[STEPS];
    uint32_t nearest = start;
    wyrm_step_offsets(search->stride, offsets);
    reach(search, start, (int32_t)start % search->stride, (int32_t)start / search->stride, 0,
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

/* ------------------------------------------------------------------ the path */

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

static wyrm_status check(const wyrm_grid *grid, const wyrm_path_rules *rules, wyrm_position from,
                         wyrm_position to, wyrm_error *error)
{
    wyrm_step_costs costs = rules->costs, guess = rules->guess;
    wyrm_status status = wyrm_steps_check(grid, costs, error);
    if (status != WYRM_OK)
        return status;
    if (guess.straight < 0 || guess.straight > costs.straight || guess.diagonal > costs.diagonal ||
        guess.diagonal < guess.straight || guess.diagonal > 2 * guess.straight)
        return wyrm_fail(
            error, WYRM_ERROR_ARGUMENT,
            "a guess of %d straight and %d diagonal for steps of %d and %d: it may not "
            "be more, and diagonal is as much as straight to twice as much",
            (int)guess.straight, (int)guess.diagonal, (int)costs.straight, (int)costs.diagonal);
    status = wyrm_steps_check_tile(grid, from, "the start", error);
    return status == WYRM_OK ? wyrm_steps_check_tile(grid, to, "the goal", error) : status;
}

wyrm_status wyrm_path_find(const wyrm_grid *grid, const wyrm_path_rules *rules, wyrm_position from,
                           wyrm_position to, wyrm_path_work *work, wyrm_position *steps,
                           size_t capacity, wyrm_path *out, wyrm_error *error)
{
    wyrm_status status = check(grid, rules, from, to, error);
    if (status != WYRM_OK)
        return status;
    path_search search = {.rules = rules, .work = work};
    choose_box(grid, from, to, &search);
    wyrm_steps_clear(grid, search.corner.x, search.corner.y, search.width, search.height,
                     work->cost);
    uint32_t start =
        (uint32_t)((from.y - search.corner.y + 1) * search.stride + from.x - search.corner.x + 1);
    work->cost[start] = work->cost[search.goal] = WYRM_UNREACHED;
    uint32_t end = run(&search, start);
    size_t length = count_steps(&search, end);
    write_steps(&search, end, length, steps, capacity);
    *out = (wyrm_path){end == search.goal, position_of(&search, end), work->cost[end], length};
    return WYRM_OK;
}
