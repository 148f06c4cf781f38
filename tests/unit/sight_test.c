/* Sight in the open, behind pillars and walls, at the edge of the map, and the lines of shots. */
#include "small_grids.h"

#include <wyrm/sight.h>
#include <wyrm/streams.h>

#include "dungeon/internal.h"

static void open_field(small_grid *small, int width, int height)
{
    memset(small->tiles, 0, sizeof small->tiles);
    small_grid_start(small, width, height);
}

/* Draws a field of view over its grid, with unseen tiles blank, and compares it with the wanted
 * rows. */
static void assert_view(const char *const *rows, int radius, const char *const *wanted)
{
    small_grid small;
    wyrm_sight sight;
    small_grid_draw(&small, rows);
    wyrm_position from = {0, 0};
    for (int i = 0; i < small.grid.width * small.grid.height; i++)
        if (rows[i / small.grid.width][i % small.grid.width] == '@')
            from = tile_of(&small.grid, i);
    wyrm_sight_from(&small.grid, from, radius, &sight);
    for (int y = 0; y < small.grid.height; y++) {
        char line[SMALL_SIDE_MAX + 1] = {0};
        for (int x = 0; x < small.grid.width; x++)
            line[x] = wyrm_sight_has(&sight, x, y) ? rows[y][x] : ' ';
        assert_string_equal(line, wanted[y]);
    }
}

/* For every possible byte of a tile, with any terrain. */
TEST(walls_and_what_is_veiled_stop_the_eye_and_walls_and_what_is_avoided_feet)
{
    static wyrm_map map = {.width = 16, .height = 16};
    for (int i = 0; i < 256; i++)
        map.tiles[i] = (uint8_t)i;
    const wyrm_grid eyes = wyrm_map_grid(&map), feet = wyrm_map_feet(&map);
    for (int i = 0; i < 256; i++) {
        const bool wall = (i & WYRM_TILE_BITS) == WYRM_TILE_WALL;
        assert_int_equal(wyrm_grid_solid(&eyes, i % 16, i / 16),
                         wall || (i & WYRM_TILE_VEILED) != 0);
        assert_int_equal(wyrm_grid_solid(&feet, i % 16, i / 16),
                         wall || (i & WYRM_TILE_AVOIDED) != 0);
    }
}

TEST(the_open_field_is_seen_as_a_disc)
{
    static const int counts[][2] = {{0, 1}, {1, 9}, {2, 21}, {3, 37}, {8, 225}, {10, 349}};
    small_grid small;
    wyrm_sight sight;
    open_field(&small, 40, 40);
    for (size_t i = 0; i < LENGTH_OF(counts); i++) {
        wyrm_sight_from(&small.grid, (wyrm_position){20, 20}, counts[i][0], &sight);
        assert_int_equal(wyrm_sight_count(&sight), counts[i][1]);
    }
}

/* Every radius and every position, also if the disc extends beyond the edges. */
TEST(the_disc_is_what_is_within_the_radius)
{
    small_grid small;
    wyrm_sight sight;
    open_field(&small, 37, 29);
    for (int radius = 0; radius <= WYRM_SIGHT_RADIUS_MAX; radius++)
        for (int place = 0; place < 37 * 29; place += 1 + 3 * SMALL_GRIDS_STRIDE) {
            wyrm_position from = tile_of(&small.grid, place);
            wyrm_sight_from(&small.grid, from, radius, &sight);
            int count = 0;
            for (int i = 0; i < 37 * 29; i++) {
                wyrm_position to = tile_of(&small.grid, i);
                int x = to.x - from.x, y = to.y - from.y;
                bool near = x * x + y * y <= radius * (radius + 1);
                count += near;
                assert_true(wyrm_sight_has(&sight, to.x, to.y) == near);
                assert_true(wyrm_sight_between(&small.grid, from, to, radius) == near);
                assert_true(wyrm_sight_reaches(x, y, radius) == near);
            }
            assert_int_equal(wyrm_sight_count(&sight), count);
        }
}

/* A smaller radius sees the same, cut off: nothing beyond a radius hides what is within it. */
TEST(a_smaller_radius_only_cuts_off)
{
    test_random random = {99};
    for (int i = 0; i < 200; i++) {
        small_grid small;
        wyrm_sight far, near;
        small_grid_random(&small, 40, 40, (int)random_between(&random, 0, 30), &random);
        wyrm_position from = tile_of(&small.grid, (int)random_below(&random, 40 * 40));
        wyrm_sight_from(&small.grid, from, WYRM_SIGHT_RADIUS_MAX, &far);
        for (int radius = 0; radius < WYRM_SIGHT_RADIUS_MAX; radius++) {
            wyrm_sight_from(&small.grid, from, radius, &near);
            for (int k = 0; k < 40 * 40; k++) {
                wyrm_position to = tile_of(&small.grid, k);
                bool cut = wyrm_sight_reaches(to.x - from.x, to.y - from.y, radius) &&
                           wyrm_sight_has(&far, to.x, to.y);
                assert_on_grid(wyrm_sight_has(&near, to.x, to.y) == cut, &small.grid, from, to);
            }
        }
    }
}

TEST(the_walls_of_a_room_are_seen_with_their_corners)
{
    static const char *const room[] = {"#########", "#.......#", "#...@...#",
                                       "#.......#", "#########", NULL};
    assert_view(room, 8, room);
}

TEST(a_corridor_shows_its_walls_to_the_end)
{
    static const char *const corridor[] = {"####################", "#@.................#",
                                           "####################", NULL};
    assert_view(corridor, 31, corridor);
}

/* The shadow of a diamond widens slowly, and begins behind it. */
TEST(a_pillar_throws_a_shadow)
{
    static const char *const field[] = {"...........", "...........", "...........", "@..#.......",
                                        "...........", "...........", "...........", NULL};
    static const char *const seen[] = {"...........", "...........", ".......    ", "@..#       ",
                                       ".......    ", "...........", "...........", NULL};
    assert_view(field, 31, seen);
}

/* Where one can step between two walls one can also see: as far as their corners allow, and no
 * farther. */
TEST(a_gap_between_two_corners_is_seen_through)
{
    static const char *const field[] = {"@#...", "#....", ".....", ".....", NULL};
    static const char *const seen[] = {"@#   ", "#..  ", " ....", "  ...", NULL};
    assert_view(field, 31, seen);
}

TEST(a_window_opens_a_cone)
{
    static const char *const field[] = {".....#.....", ".....#.....", ".....#.....", "..@........",
                                        ".....#.....", ".....#.....", ".....#.....", NULL};
    small_grid small;
    wyrm_sight sight;
    small_grid_draw(&small, field);
    wyrm_sight_from(&small.grid, (wyrm_position){2, 3}, 31, &sight);
    for (int x = 0; x < 11; x++)
        assert_true(wyrm_sight_has(&sight, x, 3));
    assert_true(wyrm_sight_has(&sight, 8, 2) && wyrm_sight_has(&sight, 8, 4));
    assert_false(wyrm_sight_has(&sight, 7, 2) || wyrm_sight_has(&sight, 7, 4));
    assert_false(wyrm_sight_has(&sight, 10, 0) || wyrm_sight_has(&sight, 10, 6));
}

/* A blast of radius 3 fills 37 tiles in the open, and a wall gives shelter from it. */
TEST(a_blast_is_the_view_of_its_centre)
{
    static const char *const field[] = {".......", ".......", "..###..", "...*...",
                                        ".......", ".......", ".......", NULL};
    small_grid small;
    wyrm_sight blast;
    small_grid_draw(&small, field);
    wyrm_sight_from(&small.grid, (wyrm_position){3, 3}, 3, &blast);
    assert_false(wyrm_sight_has(&blast, 3, 1));
    assert_false(wyrm_sight_has(&blast, 2, 1) || wyrm_sight_has(&blast, 4, 0));
    assert_true(wyrm_sight_has(&blast, 3, 6) && wyrm_sight_has(&blast, 0, 3));
    assert_true(wyrm_sight_has(&blast, 2, 2) && wyrm_sight_has(&blast, 4, 2));
}

/* Turned and mirrored maps give turned and mirrored views. */
TEST(no_direction_is_special)
{
    test_random random = {8};
    for (int i = 0; i < 400; i++) {
        small_grid small, turned, mirrored;
        wyrm_sight sight, sight_turned, sight_mirrored;
        enum { SIDE = 21 };
        small_grid_random(&small, SIDE, SIDE, (int)random_between(&random, 5, 40), &random);
        small_grid_start(&turned, SIDE, SIDE);
        small_grid_start(&mirrored, SIDE, SIDE);
        for (int k = 0; k < SIDE * SIDE; k++) {
            int x = k % SIDE, y = k / SIDE;
            turned.tiles[x * SIDE + SIDE - 1 - y] = small.tiles[k];
            mirrored.tiles[y * SIDE + SIDE - 1 - x] = small.tiles[k];
        }
        wyrm_position from = tile_of(&small.grid, (int)random_below(&random, SIDE * SIDE));
        wyrm_position from_turned = {(int16_t)(SIDE - 1 - from.y), from.x};
        wyrm_position from_mirrored = {(int16_t)(SIDE - 1 - from.x), from.y};
        wyrm_sight_from(&small.grid, from, 12, &sight);
        wyrm_sight_from(&turned.grid, from_turned, 12, &sight_turned);
        wyrm_sight_from(&mirrored.grid, from_mirrored, 12, &sight_mirrored);
        for (int k = 0; k < SIDE * SIDE; k++) {
            int x = k % SIDE, y = k / SIDE;
            bool seen = wyrm_sight_has(&sight, x, y);
            assert_true(seen == wyrm_sight_has(&sight_turned, SIDE - 1 - y, x));
            assert_true(seen == wyrm_sight_has(&sight_mirrored, SIDE - 1 - x, y));
        }
    }
}

/* A map that is made ready has a bit for each of its walls, by rows and by columns, and none for
 * what lies behind its last tiles. */
TEST(a_map_that_is_made_ready_is_the_grid_tile_by_tile)
{
    static const int sizes[] = {1, 2, 63, 64, 65, 127, 128, 129, WYRM_MAP_SIDE_MAX};
    enum { WORDS = WYRM_MAP_SIDE_MAX / 64 };
    static uint8_t tiles[WYRM_MAP_SIDE_MAX * (WYRM_MAP_SIDE_MAX + 1)];
    test_random random = {5};
    dungeon_sight_map *map = zeroed(1, sizeof *map);
    memset(tiles, 1, sizeof tiles);
    for (size_t i = 0; i < LENGTH_OF(sizes) * LENGTH_OF(sizes); i++) {
        const int width = sizes[i / LENGTH_OF(sizes)], height = sizes[i % LENGTH_OF(sizes)];
        const wyrm_grid grid = {width, height, tiles, small_solid};
        for (int k = 0; k < width * height; k++)
            tiles[k] = random_below(&random, 3) == 0;
        memset(map, 0, sizeof *map);
        dungeon_sight_map_make(&grid, map);
        for (int a = 0; a < WYRM_MAP_SIDE_MAX; a++)
            for (int b = 0; b < 64 * WORDS; b++) {
                const bool row = map->rows[a][1 + b / 64] >> (b % 64) & 1;
                const bool column = map->columns[a][1 + b / 64] >> (b % 64) & 1;
                if (row != (a < height && b < width && tiles[a * width + b] == 1))
                    fail_msg("%d x %d: row %d, %d", width, height, a, b);
                if (column != (a < width && b < height && tiles[b * width + a] == 1))
                    fail_msg("%d x %d: column %d, %d", width, height, a, b);
            }
        memset(tiles, 1, (size_t)(width * height));
    }
    free(map);
}

TEST(nothing_outside_the_grid_is_seen)
{
    small_grid small;
    wyrm_sight sight;
    open_field(&small, 5, 3);
    for (int16_t x = -1; x <= 5; x++)
        for (int16_t y = -1; y <= 3; y++) {
            bool inside = x >= 0 && y >= 0 && x < 5 && y < 3;
            wyrm_sight_from(&small.grid, (wyrm_position){x, y}, 31, &sight);
            assert_int_equal(wyrm_sight_count(&sight), inside ? 15 : 0);
            assert_false(wyrm_sight_has(&sight, -1, 1) || wyrm_sight_has(&sight, 5, 1));
            assert_true(wyrm_sight_between(&small.grid, (wyrm_position){x, y},
                                           (wyrm_position){2, 1}, -1) == inside);
            assert_true(wyrm_sight_between(&small.grid, (wyrm_position){2, 1},
                                           (wyrm_position){x, y}, -1) == inside);
        }
    assert_false(wyrm_sight_has(&sight, INT32_MAX, INT32_MIN));
}

TEST(a_radius_out_of_range_is_taken_into_it)
{
    small_grid small;
    wyrm_sight sight, most;
    open_field(&small, 40, 40);
    wyrm_sight_from(&small.grid, (wyrm_position){20, 20}, -5, &sight);
    assert_int_equal(sight.radius, 0);
    assert_int_equal(wyrm_sight_count(&sight), 1);
    wyrm_sight_from(&small.grid, (wyrm_position){20, 20}, INT32_MAX, &sight);
    wyrm_sight_from(&small.grid, (wyrm_position){20, 20}, WYRM_SIGHT_RADIUS_MAX, &most);
    assert_int_equal(sight.radius, WYRM_SIGHT_RADIUS_MAX);
    assert_memory_equal(&sight, &most, sizeof sight);
}

/* One set of bytes, two tables: a monster (bit 7) blocks the way but not sight. */
TEST(a_table_says_what_is_solid)
{
    static bool stops_feet[256];
    for (int i = 0; i < 256; i++)
        stops_feet[i] = (i & 0x7f) == 1 || i >= 0x80;
    uint8_t tiles[] = {0, 0x80, 0, 1, 0};
    wyrm_grid eye = {5, 1, tiles, small_solid}, feet = {5, 1, tiles, stops_feet};
    assert_true(wyrm_sight_between(&eye, (wyrm_position){0, 0}, (wyrm_position){2, 0}, 8));
    assert_false(wyrm_sight_between(&feet, (wyrm_position){0, 0}, (wyrm_position){2, 0}, 8));
    assert_false(wyrm_sight_between(&eye, (wyrm_position){0, 0}, (wyrm_position){4, 0}, 8));
    assert_true(wyrm_grid_solid(&feet, 1, 0) && !wyrm_grid_solid(&eye, 1, 0));
    assert_true(wyrm_grid_solid(&eye, 5, 0) && wyrm_grid_solid(&eye, 0, -1));
}

TEST(what_is_seen_can_be_remembered)
{
    test_random random = {4};
    for (int i = 0; i < 50; i++) {
        small_grid small;
        wyrm_sight sight;
        uint8_t memory[30 * 20];
        small_grid_random(&small, 30, 20, 20, &random);
        memset(memory, 4, sizeof memory);
        wyrm_position from = tile_of(&small.grid, (int)random_below(&random, 30 * 20));
        wyrm_sight_from(&small.grid, from, (int)random_below(&random, 32), &sight);
        wyrm_sight_mark(&sight, NULL, 1, 30, memory);
        for (int k = 0; k < 30 * 20; k++)
            assert_int_equal(memory[k], wyrm_sight_has(&sight, k % 30, k / 30) ? 5 : 4);
    }
}

/* Every floor tile of generated maps sees the tiles that see it, and no others, within the
 * radius. */
TEST(sight_on_maps_goes_both_ways)
{
    static wyrm_map map;
    static wyrm_sight sights[80 * 50];
    OWNED_DESIGN *design = ruggrogue();
    for (uint64_t run = 0; run < 20 / SMALL_GRIDS_STRIDE + 1; run++) {
        wyrm_rng rng = wyrm_rng_start(5, run, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
        wyrm_grid grid = wyrm_map_grid(&map);
        int tiles = map.width * map.height;
        for (int i = 0; i < tiles; i++)
            wyrm_sight_from(&grid, tile_of(&grid, i), 8, &sights[i]);
        for (int i = 0; i < tiles; i++)
            for (int k = 0; k < tiles; k++) {
                wyrm_position a = tile_of(&grid, i), b = tile_of(&grid, k);
                if (abs(a.y - b.y) > 9 || map.tiles[i] == WYRM_TILE_WALL ||
                    map.tiles[k] == WYRM_TILE_WALL)
                    continue;
                bool sees = wyrm_sight_has(&sights[i], b.x, b.y);
                assert_true(sees == wyrm_sight_has(&sights[k], a.x, a.y));
                assert_true(sees == wyrm_sight_between(&grid, a, b, 8));
            }
    }
}

TEST(a_line_goes_step_by_step_to_its_end)
{
    for (int x = -12; x <= 12; x++)
        for (int y = -12; y <= 12; y++) {
            wyrm_position from = {30, 40}, tiles[16], back[16];
            wyrm_position to = {(int16_t)(30 + x), (int16_t)(40 + y)};
            size_t length = (size_t)(abs(x) > abs(y) ? abs(x) : abs(y));
            assert_int_equal(wyrm_line(NULL, from, to, tiles, 16), length);
            assert_int_equal(wyrm_line(NULL, to, from, back, 16), length);
            wyrm_position at = from;
            for (size_t i = 0; i < length; i++) {
                assert_true(abs(tiles[i].x - at.x) <= 1 && abs(tiles[i].y - at.y) <= 1);
                at = tiles[i];
                /* At most half a tile from the line. */
                int64_t off = 2 * ((int64_t)x * (at.y - 40) - (int64_t)y * (at.x - 30));
                assert_true(llabs(off) <= (int64_t)length);
                if (i + 1 < length)
                    assert_true(same_tile(tiles[i], back[length - 2 - i]));
            }
            assert_true(same_tile(at, to));
        }
}

TEST(a_line_takes_the_side_that_is_free)
{
    static const char *const above[] = {"..#.", "....", NULL};
    static const char *const below[] = {".#..", "....", NULL};
    small_grid small;
    wyrm_position tiles[2];
    /* From the top left two to the right and one down: through 1, 0 or through 1, 1. */
    small_grid_draw(&small, below);
    assert_int_equal(wyrm_line(&small.grid, (wyrm_position){0, 0}, (wyrm_position){2, 1}, tiles, 2),
                     2);
    assert_true(same_tile(tiles[0], (wyrm_position){1, 1}));
    small.tiles[1] = 0;
    small.tiles[5] = 1;
    wyrm_line(&small.grid, (wyrm_position){0, 0}, (wyrm_position){2, 1}, tiles, 2);
    assert_true(same_tile(tiles[0], (wyrm_position){1, 0}));
    small_grid_draw(&small, above);
    wyrm_line(&small.grid, (wyrm_position){1, 0}, (wyrm_position){3, 1}, tiles, 2);
    assert_true(same_tile(tiles[0], (wyrm_position){2, 1}));
}

TEST(a_line_is_cut_to_what_fits)
{
    wyrm_position tiles[4] = {{-7, -7}, {-7, -7}, {-7, -7}, {-7, -7}};
    wyrm_position from = {0, 0}, to = {10, 3};
    assert_int_equal(wyrm_line(NULL, from, to, tiles, 3), 10);
    assert_int_equal(tiles[2].x, 3);
    assert_int_equal(tiles[3].x, -7);
    assert_int_equal(wyrm_line(NULL, from, to, NULL, 0), 10);
    assert_int_equal(wyrm_line(NULL, from, from, tiles, 4), 0);
}

/* The longest lines between valid positions. */
TEST(a_line_may_be_very_long)
{
    static wyrm_position tiles[UINT16_MAX];
    wyrm_position from = {INT16_MIN, INT16_MAX}, to = {INT16_MAX, INT16_MIN + 1};
    assert_int_equal(wyrm_line(NULL, from, to, tiles, UINT16_MAX), UINT16_MAX);
    assert_true(same_tile(tiles[UINT16_MAX - 1], to));
}
