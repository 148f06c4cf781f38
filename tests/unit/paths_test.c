/* Distance maps and steps: in the open, around walls, between monsters, and errors. */
#include "small_grids.h"

#include "dungeon/internal.h"
#include <wyrm/streams.h>

static wyrm_distances distances;

static const wyrm_step_costs turns = {1, 1}, natural = {100, 141};

/* Draws `rows` into the grid and returns the tile with the mark. */
static wyrm_position find_mark(const char *const *rows, char mark)
{
    for (int16_t y = 0; rows[y] != NULL; y++)
        for (int16_t x = 0; rows[y][x] != '\0'; x++)
            if (rows[y][x] == mark)
                return (wyrm_position){x, y};
    fail_msg("no '%c'", mark);
    return (wyrm_position){0, 0};
}

static void measure(const wyrm_grid *grid, wyrm_position source, wyrm_step_costs costs,
                    int32_t limit)
{
    assert_ok(wyrm_distances_find(grid, &source, 1, costs, limit, &distances, NULL), NULL);
}

TEST(in_the_open_a_turn_is_a_step)
{
    small_grid small = {0};
    small_grid_start(&small, 40, 30);
    wyrm_position source = {17, 9};
    for (int kind = 0; kind < 2; kind++) {
        measure(&small.grid, source, kind == 0 ? turns : natural, WYRM_UNREACHED);
        for (int y = 0; y < 30; y++)
            for (int x = 0; x < 40; x++) {
                int across = abs(x - 17), down = abs(y - 9);
                int lesser = across < down ? across : down, greater = across + down - lesser;
                assert_int_equal(wyrm_distances_at(&distances, x, y),
                                 kind == 0 ? greater : 141 * lesser + 100 * (greater - lesser));
            }
    }
}

TEST(the_nearest_of_several_sources_counts)
{
    small_grid small = {0};
    small_grid_start(&small, 40, 30);
    const wyrm_position sources[] = {{3, 3}, {30, 20}, {3, 3}, {0, 29}};
    assert_ok(wyrm_distances_find(&small.grid, sources, 4, turns, WYRM_UNREACHED, &distances, NULL),
              NULL);
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 40; x++) {
            int least = 100;
            for (int i = 0; i < 4; i++) {
                int across = abs(x - sources[i].x), down = abs(y - sources[i].y);
                int far = across > down ? across : down;
                least = far < least ? far : least;
            }
            assert_int_equal(wyrm_distances_at(&distances, x, y), least);
        }
}

/* More sources than tiles: a duplicate counts once. */
TEST(sources_may_stand_many_times)
{
    static wyrm_position sources[8 * DUNGEON_PATH_CELLS_MAX];
    small_grid small = {0};
    small_grid_start(&small, 40, 30);
    for (size_t i = 0; i < LENGTH_OF(sources); i++)
        sources[i] = (wyrm_position){(int16_t)(i % 2), 0};
    assert_ok(wyrm_distances_find(&small.grid, sources, LENGTH_OF(sources), turns, WYRM_UNREACHED,
                                  &distances, NULL),
              NULL);
    assert_int_equal(wyrm_distances_at(&distances, 39, 29), 38);
}

TEST(without_a_source_nothing_is_reached)
{
    small_grid small = {0};
    wyrm_position next;
    small_grid_start(&small, 4, 4);
    assert_ok(wyrm_distances_find(&small.grid, NULL, 0, turns, WYRM_UNREACHED, &distances, NULL),
              NULL);
    for (int i = 0; i < 16; i++)
        assert_int_equal(wyrm_distances_at(&distances, i % 4, i / 4), WYRM_UNREACHED);
    assert_false(wyrm_distances_step(&distances, NULL, (wyrm_position){1, 1}, &next));
    assert_true(same_tile(next, (wyrm_position){1, 1}));
}

TEST(a_limit_is_kept_to_the_tile)
{
    test_random random = {55};
    static wyrm_distances all;
    for (int i = 0; i < 300; i++) {
        small_grid small;
        small_grid_random(&small, 25, 20, 25, &random);
        wyrm_position source = tile_of(&small.grid, (int)random_below(&random, 500));
        wyrm_step_costs costs = i % 2 == 0 ? turns : natural;
        int32_t limit = (int32_t)random_below(&random, i % 2 == 0 ? 12 : 1500);
        measure(&small.grid, source, costs, WYRM_UNREACHED);
        all = distances;
        measure(&small.grid, source, costs, limit);
        for (int y = 0; y < 20; y++)
            for (int x = 0; x < 25; x++) {
                int32_t far = wyrm_distances_at(&all, x, y);
                assert_int_equal(wyrm_distances_at(&distances, x, y),
                                 far <= limit ? far : WYRM_UNREACHED);
            }
    }
}

/* The cells are laid out as the header says. */
TEST(cells_can_be_read_directly)
{
    static const char *const rows[] = {".#.", ".#.", ".#.", ".#.", NULL};
    small_grid small;
    small_grid_draw(&small, rows);
    measure(&small.grid, (wyrm_position){0, 1}, turns, 1);
    assert_int_equal(distances.stride, 5);
    static const int32_t wanted[] = {-1,
                                     -1,
                                     -1,
                                     -1,
                                     -1, /* rim */
                                     -1,
                                     1,
                                     -1,
                                     WYRM_UNREACHED,
                                     -1,
                                     -1,
                                     0,
                                     -1,
                                     WYRM_UNREACHED,
                                     -1,
                                     -1,
                                     1,
                                     -1,
                                     WYRM_UNREACHED,
                                     -1,
                                     -1,
                                     WYRM_UNREACHED,
                                     -1,
                                     WYRM_UNREACHED,
                                     -1,
                                     -1,
                                     -1,
                                     -1,
                                     -1,
                                     -1};
    assert_memory_equal(distances.cells, wanted, sizeof wanted);
    assert_int_equal(wyrm_distances_at(&distances, 1, 1), WYRM_UNREACHED);
    assert_int_equal(wyrm_distances_at(&distances, -1, 0), WYRM_UNREACHED);
    assert_int_equal(wyrm_distances_at(&distances, 0, 4), WYRM_UNREACHED);
}

/* Straight before diagonal, north first: with equal costs there are many choices. */
TEST(ties_are_broken_in_a_stated_order)
{
    small_grid small = {0};
    small_grid_start(&small, 9, 9);
    measure(&small.grid, (wyrm_position){4, 4}, turns, WYRM_UNREACHED);
    static const struct {
        wyrm_position from, next;
    } cases[] = {
        {{4, 8}, {4, 7}}, /* straight below: of three ways up the straight one is taken */
        {{0, 4}, {1, 4}}, {{2, 8}, {2, 7}},
        {{0, 5}, {1, 5}}, {{1, 1}, {2, 2}}, /* on the diagonal there is only one */
        {{7, 1}, {6, 2}}, {{4, 4}, {4, 4}},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_position next;
        assert_int_equal(wyrm_distances_step(&distances, NULL, cases[i].from, &next),
                         !same_tile(cases[i].from, cases[i].next));
        assert_true(same_tile(next, cases[i].next));
    }
    const wyrm_position corners[] = {{3, 3}, {5, 3}, {5, 5}, {3, 5}};
    assert_ok(wyrm_distances_find(&small.grid, corners, 4, turns, WYRM_UNREACHED, &distances, NULL),
              NULL);
    wyrm_position next;
    assert_true(wyrm_distances_step(&distances, NULL, (wyrm_position){4, 4}, &next));
    assert_true(same_tile(next, (wyrm_position){5, 3})); /* north-east */
}

/* Creatures in the way are avoided as long as a step still leads nearer; the target itself is
 * stepped at. */
TEST(a_step_minds_who_stands_there_now)
{
    static const char *const cave[] = {"#######", "#@....#", "#######", NULL};
    static const char *const crowd[] = {"#######", "##.#.##", "#######", NULL};
    static const char *const hall[] = {".....", "@....", ".....", NULL};
    static const char *const guard[] = {".....", "#.#..", ".....", NULL};
    small_grid map, now;
    wyrm_position next;
    small_grid_draw(&map, cave);
    small_grid_draw(&now, crowd); /* somebody at 3, 1, and the hero's tile 1, 1 is solid */
    measure(&map.grid, (wyrm_position){1, 1}, turns, WYRM_UNREACHED);
    assert_false(wyrm_distances_step(&distances, &now.grid, (wyrm_position){4, 1}, &next));
    assert_true(same_tile(next, (wyrm_position){4, 1}));
    assert_true(wyrm_distances_step(&distances, NULL, (wyrm_position){4, 1}, &next));
    assert_true(wyrm_distances_step(&distances, &now.grid, (wyrm_position){2, 1}, &next));
    assert_true(same_tile(next, (wyrm_position){1, 1}));
    small_grid_draw(&map, hall);
    small_grid_draw(&now, guard);
    measure(&map.grid, (wyrm_position){0, 1}, turns, WYRM_UNREACHED);
    assert_true(wyrm_distances_step(&distances, &now.grid, (wyrm_position){3, 1}, &next));
    assert_true(same_tile(next, (wyrm_position){2, 2}) || same_tile(next, (wyrm_position){2, 0}));
}

/* A creature whose own tile is solid still finds the way off it. */
TEST(a_step_leads_off_a_solid_tile)
{
    static const char *const rows[] = {"@.#..", ".....", NULL};
    small_grid small;
    wyrm_position next;
    small_grid_draw(&small, rows);
    measure(&small.grid, find_mark(rows, '@'), natural, WYRM_UNREACHED);
    assert_true(wyrm_distances_step(&distances, &small.grid, (wyrm_position){2, 0}, &next));
    assert_true(same_tile(next, (wyrm_position){1, 0}));
}

/* The largest grid as a single corridor: every array is filled. */
TEST(the_largest_maze_fits)
{
    static uint8_t tiles[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    enum { SIDE = WYRM_MAP_SIDE_MAX };
    for (int y = 1; y < SIDE; y += 2)
        for (int x = 0; x < SIDE; x++)
            tiles[y * SIDE + x] = x != (y % 4 == 1 ? SIDE - 1 : 0);
    wyrm_grid grid = {SIDE, SIDE, tiles, small_solid};
    measure(&grid, (wyrm_position){0, 0}, (wyrm_step_costs){10000, 10000}, WYRM_UNREACHED);
    assert_true(wyrm_distances_at(&distances, 0, SIDE - 2) > 30000 * 10000);
    memset(tiles, 0, sizeof tiles);
    measure(&grid, (wyrm_position){128, 128}, natural, WYRM_UNREACHED);
    assert_int_equal(wyrm_distances_at(&distances, 0, 0), 128 * 141);
}

static void assert_distances_fail(const wyrm_grid *grid, wyrm_position source,
                                  wyrm_step_costs costs, int32_t limit, wyrm_status wanted,
                                  const char *message)
{
    wyrm_error error;
    assert_int_equal(wyrm_distances_find(grid, &source, 1, costs, limit, &distances, &error),
                     wanted);
    assert_string_equal(error.message, message);
}

TEST(nonsense_is_refused)
{
    small_grid small = {0};
    wyrm_grid huge = {257, 10, NULL, small_solid};
    wyrm_position here = {0, 0};
    small_grid_start(&small, 5, 5);
    assert_distances_fail(&huge, here, turns, 5, WYRM_ERROR_LIMIT,
                          "a grid of 257 x 10 is too large: at most 256 x 256");
    assert_distances_fail(&small.grid, (wyrm_position){5, 0}, turns, 5, WYRM_ERROR_RANGE,
                          "the source 5, 0 is outside a grid of 5 x 5");
    assert_distances_fail(&small.grid, here, turns, -1, WYRM_ERROR_ARGUMENT,
                          "a limit of -1 is below 0");
    static const wyrm_step_costs wrong[] = {{0, 1}, {-5, 5},       {2, 1},
                                            {1, 3}, {9000, 10001}, {INT32_MIN, INT32_MAX}};
    for (size_t i = 0; i < LENGTH_OF(wrong); i++) {
        char message[WYRM_ERROR_MESSAGE_MAX];
        snprintf(message, sizeof message,
                 "steps that cost %d straight and %d diagonal: a diagonal one costs as much to "
                 "twice as much, and at most 10000",
                 (int)wrong[i].straight, (int)wrong[i].diagonal);
        assert_distances_fail(&small.grid, here, wrong[i], 5, WYRM_ERROR_ARGUMENT, message);
    }
}
