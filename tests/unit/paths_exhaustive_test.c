/* Distances, steps and paths on every pattern of walls up to 4 x 4, between all tiles, and on
 * larger random ones, against plain relaxation: every way is as short as it can be. */
#include "small_grids.h"

#include <wyrm/paths.h>

enum { TILES_MAX = 144 };

static wyrm_path_work work;

static int32_t cost_of_step(wyrm_position a, wyrm_position b, wyrm_step_costs costs)
{
    int across = abs(a.x - b.x), down = abs(a.y - b.y);
    assert_true(across <= 1 && down <= 1 && across + down > 0);
    return across + down == 1 ? costs.straight : costs.diagonal;
}

/* The tiles next to each tile of grids of one size. */
typedef struct neighbours {
    int width, height;
    int count[TILES_MAX];
    int tiles[TILES_MAX][8];
    bool diagonal[TILES_MAX][8];
} neighbours;

static const neighbours *neighbours_of(const wyrm_grid *grid)
{
    static neighbours known;
    if (known.width == grid->width && known.height == grid->height)
        return &known;
    known.width = grid->width;
    known.height = grid->height;
    for (int i = 0; i < grid->width * grid->height; i++) {
        known.count[i] = 0;
        for (int k = 0; k < grid->width * grid->height; k++) {
            wyrm_position a = tile_of(grid, i), b = tile_of(grid, k);
            int across = abs(a.x - b.x), down = abs(a.y - b.y);
            if (across > 1 || down > 1 || across + down == 0)
                continue;
            known.diagonal[i][known.count[i]] = across + down == 2;
            known.tiles[i][known.count[i]++] = k;
        }
    }
    return &known;
}

/* Costs from one tile to all over floor: steps are tried until none makes any way shorter. */
static void relax(const wyrm_grid *grid, int source, wyrm_step_costs costs, int32_t *cost)
{
    const neighbours *next = neighbours_of(grid);
    int tiles = grid->width * grid->height;
    for (int i = 0; i < tiles; i++)
        cost[i] = WYRM_UNREACHED;
    cost[source] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < tiles; i++) {
            if (cost[i] == WYRM_UNREACHED)
                continue;
            for (int k = 0; k < next->count[i]; k++) {
                int neighbour = next->tiles[i][k];
                int32_t there = cost[i] + (next->diagonal[i][k] ? costs.diagonal : costs.straight);
                if (grid->tiles[neighbour] == 1 || there >= cost[neighbour])
                    continue;
                cost[neighbour] = there;
                changed = true;
            }
        }
    }
}

/* The cost of the way to a tile, which counts as free. */
static int32_t cost_to(const wyrm_grid *grid, int goal, wyrm_step_costs costs, const int32_t *cost)
{
    const neighbours *next = neighbours_of(grid);
    int32_t least = cost[goal];
    for (int k = 0; k < next->count[goal]; k++) {
        int32_t before = cost[next->tiles[goal][k]];
        int32_t step = next->diagonal[goal][k] ? costs.diagonal : costs.straight;
        if (before != WYRM_UNREACHED && before + step < least)
            least = before + step;
    }
    return least;
}

/* Follows the steps from a tile to the source and pays for them. */
static void check_steps(const wyrm_grid *grid, const wyrm_distances *distances, wyrm_position from,
                        wyrm_position source, int32_t cost)
{
    wyrm_position at = from, next;
    int32_t paid = 0;
    while (wyrm_distances_step(distances, NULL, at, &next)) {
        paid += cost_of_step(at, next, distances->costs);
        assert_on_grid(!is_wall(grid, next) || same_tile(next, source), grid, from, source);
        assert_on_grid(paid <= cost, grid, from, source);
        at = next;
    }
    assert_on_grid(same_tile(at, source) && paid == cost, grid, from, source);
}

static const wyrm_step_costs step_costs[] = {{1, 1}, {100, 141}};

static void check_distances(const wyrm_grid *grid)
{
    static wyrm_distances distances;
    int32_t cost[TILES_MAX];
    int tiles = grid->width * grid->height;
    for (size_t kind = 0; kind < 2; kind++)
        for (int s = 0; s < tiles; s++) {
            wyrm_position source = tile_of(grid, s);
            assert_ok(wyrm_distances_find(grid, &source, 1, step_costs[kind], WYRM_UNREACHED, &work,
                                          &distances, NULL),
                      NULL);
            relax(grid, s, step_costs[kind], cost);
            for (int i = 0; i < tiles; i++) {
                wyrm_position from = tile_of(grid, i);
                assert_on_grid(wyrm_distances_at(&distances, from.x, from.y) == cost[i], grid, from,
                               source);
                if (cost[i] != WYRM_UNREACHED)
                    check_steps(grid, &distances, from, source, cost[i]);
            }
        }
}

static int32_t guess_between(wyrm_position a, wyrm_position b, wyrm_step_costs guess)
{
    int across = abs(a.x - b.x), down = abs(a.y - b.y);
    int lesser = across < down ? across : down, greater = across < down ? down : across;
    return lesser * guess.diagonal + (greater - lesser) * guess.straight;
}

/* Where a path may end that cannot reach its goal: the least guess, then the least cost. */
static void check_end(const wyrm_grid *grid, const wyrm_path_rules *rules, const int32_t *cost,
                      wyrm_position from, wyrm_position to, const wyrm_path *path)
{
    int32_t left = guess_between(path->end, to, rules->guess);
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (cost[i] == WYRM_UNREACHED)
            continue;
        int32_t other = guess_between(tile_of(grid, i), to, rules->guess);
        assert_on_grid(other > left || (other == left && cost[i] >= path->cost), grid, from, to);
    }
}

/* `cost`: from the start, by relaxation. */
static void check_path(const wyrm_grid *grid, const wyrm_path_rules *rules, const int32_t *cost,
                       int start, int goal)
{
    wyrm_position from = tile_of(grid, start), to = tile_of(grid, goal);
    wyrm_position steps[TILES_MAX];
    wyrm_path path;
    int32_t wanted = cost_to(grid, goal, rules->costs, cost);
    assert_ok(wyrm_path_find(grid, rules, from, to, &work, steps, TILES_MAX, &path, NULL), NULL);
    assert_on_grid(path.reached == (wanted != WYRM_UNREACHED), grid, from, to);
    assert_on_grid(path.reached == same_tile(path.end, to), grid, from, to);
    wyrm_position at = from;
    int32_t paid = 0;
    for (size_t i = 0; i < path.length; i++) {
        paid += cost_of_step(at, steps[i], rules->costs);
        at = steps[i];
        assert_on_grid(!is_wall(grid, at) || same_tile(at, to), grid, from, to);
    }
    assert_on_grid(same_tile(at, path.end) && paid == path.cost, grid, from, to);
    int end = path.end.y * grid->width + path.end.x;
    assert_on_grid(path.cost == (path.reached ? wanted : cost[end]), grid, from, to);
    if (!path.reached)
        check_end(grid, rules, cost, from, to, &path);
}

static const wyrm_path_rules natural = {{100, 141}, {99, 141}, -1};
static const wyrm_path_rules in_turns = {{1, 1}, {1, 1}, -1};
static const wyrm_path_rules blind = {{100, 141}, {0, 0}, -1};

static void check_paths(const wyrm_grid *grid)
{
    int tiles = grid->width * grid->height;
    int32_t cost[TILES_MAX];
    for (int start = 0; start < tiles; start++) {
        relax(grid, start, natural.costs, cost);
        for (int goal = 0; goal < tiles; goal++)
            check_path(grid, &natural, cost, start, goal);
    }
}

TEST(every_pattern_up_to_4_by_4_has_shortest_distances)
{
    for_all_patterns(4, check_distances);
}

TEST(every_pattern_up_to_4_by_4_has_shortest_paths)
{
    for_all_patterns(4, check_paths);
}

TEST(larger_random_patterns_have_shortest_ways)
{
    test_random random = {712};
    for (int i = 0; i < 60 / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        small_grid_random(&small, (int)random_between(&random, 5, 12),
                          (int)random_between(&random, 5, 12), (int)random_between(&random, 10, 60),
                          &random);
        check_distances(&small.grid);
        int tiles = small.grid.width * small.grid.height;
        for (int k = 0; k < 200; k++) {
            int start = (int)random_below(&random, tiles), goal = (int)random_below(&random, tiles);
            int32_t cost[TILES_MAX];
            relax(&small.grid, start, natural.costs, cost);
            check_path(&small.grid, &natural, cost, start, goal);
            check_path(&small.grid, &blind, cost, start, goal);
            relax(&small.grid, start, in_turns.costs, cost);
            check_path(&small.grid, &in_turns, cost, start, goal);
        }
    }
}
