/* Distances and steps on every pattern of walls up to 4 x 4, between all tiles, and on larger
 * random ones, against plain relaxation: every path is shortest. */
#include "small_grids.h"

#include "dungeon/internal.h"

enum { ALL_TILES = 144 };

static int32_t cost_of_step(wyrm_position a, wyrm_position b, wyrm_step_costs costs)
{
    int across = abs(a.x - b.x), down = abs(a.y - b.y);
    assert_true(across <= 1 && down <= 1 && across + down > 0);
    return across + down == 1 ? costs.straight : costs.diagonal;
}

/* The neighbours of each tile, for grids of one size. */
typedef struct neighbours {
    int width, height;
    int count[ALL_TILES];
    int tiles[ALL_TILES][8];
    bool diagonal[ALL_TILES][8];
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

/* Costs from one tile to all over floor: steps are tried until none makes any path shorter. */
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

/* Follows the steps from a tile to the source and adds up their costs. */
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
    int32_t cost[ALL_TILES];
    int tiles = grid->width * grid->height;
    for (size_t kind = 0; kind < 2; kind++)
        for (int s = 0; s < tiles; s++) {
            wyrm_position source = tile_of(grid, s);
            assert_ok(wyrm_distances_find(grid, &source, 1, step_costs[kind], WYRM_UNREACHED,
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

TEST(every_pattern_up_to_4_by_4_has_shortest_distances)
{
    for_all_patterns(4, check_distances);
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
    }
}
