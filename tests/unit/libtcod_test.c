/* Sight and paths beside libtcod's, on random grids and generated maps.
 *
 * Its symmetric shadow casting shares our definition and differs in three things. It leaves out
 * what is `radius` tiles away or more, where we have a disc: so it is asked without a radius, and
 * cut. It rounds columns left of the axis the other way than those right of it, so that there it
 * sees between two corners that touch the line from both sides, and walls that are only touched;
 * mirrored maps look different to it. And slopes in floats make it miss a line now and then that
 * touches one corner. */
#include "slow_sight.h"

#include <libtcod/fov.h>
#include <libtcod/path.h>

#include <wyrm/paths.h>
#include <wyrm/sight.h>
#include <wyrm/streams.h>

static TCOD_Map *peer_of(const wyrm_grid *grid)
{
    TCOD_Map *map = TCOD_map_new(grid->width, grid->height);
    assert_non_null(map);
    for (int y = 0; y < grid->height; y++)
        for (int x = 0; x < grid->width; x++) {
            bool floor = !wyrm_grid_solid(grid, x, y);
            TCOD_map_set_properties(map, x, y, floor, floor);
        }
    return map;
}

/* What was compared: tiles, and those of them that only one of the two sees. */
typedef struct tally {
    size_t floors, floors_off, walls, walls_off;
} tally;

/* Floor that only we see lies behind one corner that is touched, floor that only libtcod sees
 * behind two. */
static bool may_differ(const wyrm_grid *grid, wyrm_position from, wyrm_position to, bool ours)
{
    slow_line met = slow_line_meets(grid, from, to);
    return !met.inside && (ours ? met.left != met.right : met.left && met.right);
}

static void compare_sight(const wyrm_grid *grid, TCOD_Map *peer, wyrm_position from, int radius,
                          tally *count)
{
    wyrm_sight sight;
    wyrm_sight_from(grid, from, radius, &sight);
    TCOD_map_compute_fov(peer, from.x, from.y, 0, true, FOV_SYMMETRIC_SHADOWCAST);
    for (int i = 0; i < grid->width * grid->height; i++) {
        wyrm_position to = tile_of(grid, i);
        if (!wyrm_sight_reaches(to.x - from.x, to.y - from.y, radius))
            continue;
        bool ours = wyrm_sight_has(&sight, to.x, to.y);
        bool theirs = TCOD_map_is_in_fov(peer, to.x, to.y);
        if (wyrm_grid_solid(grid, to.x, to.y)) {
            count->walls++;
            count->walls_off += ours != theirs;
        } else {
            count->floors++;
            count->floors_off += ours != theirs;
            assert_on_grid(ours == theirs || may_differ(grid, from, to, ours), grid, from, to);
        }
    }
}

static void assert_few_differ(const tally *count)
{
    print_message("%zu of %zu floor tiles differ, %zu of %zu walls\n", count->floors_off,
                  count->floors, count->walls_off, count->walls);
    assert_true(count->floors_off * 400 < count->floors);
    assert_true(count->walls_off * 60 < count->walls);
}

TEST(random_grids_are_seen_as_by_libtcod)
{
    test_random random = {1};
    tally count = {0};
    for (int i = 0; i < 400 / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        small_grid_random(&small, 40, 30, (int)random_between(&random, 1, 40), &random);
        TCOD_Map *peer = peer_of(&small.grid);
        for (int k = 0; k < 20; k++) {
            wyrm_position from = tile_of(&small.grid, (int)random_below(&random, 40 * 30));
            compare_sight(&small.grid, peer, from, (int)random_between(&random, 1, 31), &count);
        }
        TCOD_map_delete(peer);
    }
    assert_true(count.floors > 1000000 / SMALL_GRIDS_STRIDE);
    assert_few_differ(&count);
}

/* The walls of these tests are byte 1, those of a map byte 0. */
static void copy_map(const wyrm_map *map, uint8_t *tiles, wyrm_grid *grid)
{
    for (int i = 0; i < map->width * map->height; i++)
        tiles[i] = map->tiles[i] == WYRM_TILE_WALL;
    *grid = (wyrm_grid){map->width, map->height, tiles, small_solid};
}

/* Calls `check` with some generated maps. */
static void for_some_maps(void (*check)(const wyrm_grid *grid, test_random *random, tally *count),
                          tally *count)
{
    static wyrm_map map;
    static uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    test_random random = {3};
    OWNED_DESIGN *design = ruggrogue();
    for (uint64_t run = 0; run < 30 / SMALL_GRIDS_STRIDE + 1; run++) {
        wyrm_rng rng = wyrm_rng_start(9, run, WYRM_STREAM_MAP, 1);
        wyrm_grid grid;
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
        copy_map(&map, tiles, &grid);
        check(&grid, &random, count);
    }
}

static wyrm_position random_floor(const wyrm_grid *grid, test_random *random)
{
    for (;;) {
        wyrm_position at = tile_of(grid, (int)random_below(random, grid->width * grid->height));
        if (!is_wall(grid, at))
            return at;
    }
}

static void check_sight_on_map(const wyrm_grid *grid, test_random *random, tally *count)
{
    TCOD_Map *peer = peer_of(grid);
    for (int k = 0; k < 100; k++)
        compare_sight(grid, peer, random_floor(grid, random), 8, count);
    TCOD_map_delete(peer);
}

TEST(maps_are_seen_as_by_libtcod)
{
    tally count = {0};
    for_some_maps(check_sight_on_map, &count);
    assert_few_differ(&count);
}

/* libtcod has distances as floats of steps; a diagonal one is told as 1.41. */
static void compare_distances(const wyrm_grid *grid, wyrm_position source, wyrm_step_costs costs)
{
    static wyrm_path_work work;
    static wyrm_distances distances;
    TCOD_Map *peer = peer_of(grid);
    double unit = costs.straight;
    TCOD_dijkstra_t flood = TCOD_dijkstra_new(peer, (float)(costs.diagonal / unit));
    TCOD_dijkstra_compute(flood, source.x, source.y);
    assert_ok(wyrm_distances_find(grid, &source, 1, costs, WYRM_UNREACHED, &work, &distances, NULL),
              NULL);
    for (int i = 0; i < grid->width * grid->height; i++) {
        wyrm_position to = tile_of(grid, i);
        int32_t ours = wyrm_distances_at(&distances, to.x, to.y);
        double theirs = (double)TCOD_dijkstra_get_distance(flood, to.x, to.y);
        if (ours == WYRM_UNREACHED)
            assert_true(theirs < 0);
        else
            assert_near(ours / unit, theirs, 1e-3);
    }
    TCOD_dijkstra_delete(flood);
    TCOD_map_delete(peer);
}

static void check_distances_on_map(const wyrm_grid *grid, test_random *random, tally *count)
{
    (void)count;
    for (int k = 0; k < 10; k++) {
        compare_distances(grid, random_floor(grid, random), (wyrm_step_costs){1, 1});
        compare_distances(grid, random_floor(grid, random), (wyrm_step_costs){100, 141});
    }
}

TEST(distances_on_maps_are_those_of_libtcod)
{
    for_some_maps(check_distances_on_map, NULL);
}

TEST(distances_on_random_grids_are_those_of_libtcod)
{
    test_random random = {17};
    for (int i = 0; i < 300 / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        small_grid_random(&small, 40, 30, (int)random_between(&random, 1, 50), &random);
        check_distances_on_map(&small.grid, &random, NULL);
    }
}

/* libtcod's A* reaches the same and is never shorter; it is not always shortest. */
static void check_paths_on_map(const wyrm_grid *grid, test_random *random, tally *count)
{
    (void)count;
    static wyrm_path_work work;
    const wyrm_path_rules in_turns = {{1, 1}, {1, 1}, -1};
    TCOD_Map *peer = peer_of(grid);
    TCOD_path_t search = TCOD_path_new_using_map(peer, 1.0f);
    for (int k = 0; k < 100; k++) {
        wyrm_position from = random_floor(grid, random), to = random_floor(grid, random);
        wyrm_path path;
        assert_ok(wyrm_path_find(grid, &in_turns, from, to, &work, NULL, 0, &path, NULL), NULL);
        if (same_tile(from, to))
            continue;
        bool found = TCOD_path_compute(search, from.x, from.y, to.x, to.y);
        assert_on_grid(found == path.reached, grid, from, to);
        if (found)
            assert_on_grid(TCOD_path_size(search) >= (int)path.length, grid, from, to);
    }
    TCOD_path_delete(search);
    TCOD_map_delete(peer);
}

TEST(paths_are_no_longer_than_those_of_libtcod)
{
    for_some_maps(check_paths_on_map, NULL);
    test_random random = {23};
    for (int i = 0; i < 100 / SMALL_GRIDS_STRIDE; i++) {
        small_grid small;
        small_grid_random(&small, 40, 30, (int)random_between(&random, 1, 50), &random);
        check_paths_on_map(&small.grid, &random, NULL);
    }
}
