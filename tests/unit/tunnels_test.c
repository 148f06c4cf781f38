/* Maps with tunnels from room to room, and placing that tries once. */
#include "with_dungeons.h"

#include <wyrm/dungeon.h>
#include <wyrm/stats.h>
#include <wyrm/streams.h>

#define SEED 90210

static wyrm_map *map_of(const wyrm_design *design, uint64_t run, bool final, wyrm_map *map)
{
    wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, 3);
    wyrm_mapper_generate(wyrm_design_mapper(design), final, &rng, map);
    return map;
}

static wyrm_map *new_map(void)
{
    wyrm_map *map = zeroed(1, sizeof *map);
    return map;
}

/* The tutorial's rectangle: x1..x2 with the walls, so its floor is x1 + 1..x2 - 1. */
typedef struct rectangle {
    int x1, y1, x2, y2;
} rectangle;

static rectangle rectangle_of(const wyrm_room *room)
{
    return (rectangle){room->x - 1, room->y - 1, room->x + room->width, room->y + room->height};
}

TEST(rooms_have_the_sides_of_the_tutorial)
{
    OWNED_DESIGN *design = tutorial_with("");
    FREED wyrm_map *map = new_map();
    uint64_t widths[16] = {0}, heights[16] = {0};
    for (uint64_t run = 0; run < 2000; run++) {
        map_of(design, run, false, map);
        assert_in_range(map->room_count, 1, 30);
        for (int32_t i = 0; i < map->room_count; i++) {
            rectangle room = rectangle_of(&map->rooms[i]);
            assert_true(room.x1 >= 0 && room.y1 >= 0 && room.x2 <= 79 && room.y2 <= 42);
            assert_in_range(room.x2 - room.x1, 6, 10);
            assert_in_range(room.y2 - room.y1, 6, 10);
        }
        widths[map->rooms[0].width]++; /* the first room is never refused */
        heights[map->rooms[0].height]++;
    }
    const double each[16] = {[5] = 0.2, [6] = 0.2, [7] = 0.2, [8] = 0.2, [9] = 0.2};
    assert_fits(widths, each, 16);
    assert_fits(heights, each, 16);
}

TEST(every_place_on_the_map_is_as_likely)
{
    enum { MAPS = 40000 };
    OWNED_DESIGN *design = tutorial_with("map: {width: 20, height: 18, room_side: 6, tries: 1}\n");
    FREED wyrm_map *map = new_map();
    uint64_t xs[20] = {0}, ys[18] = {0};
    for (uint64_t run = 0; run < MAPS; run++) {
        wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, 1);
        wyrm_mapper_rooms(wyrm_design_mapper(design), false, &rng, map);
        xs[rectangle_of(&map->rooms[0]).x1]++;
        ys[rectangle_of(&map->rooms[0]).y1]++;
    }
    double x_share[20] = {0}, y_share[18] = {0};
    for (int x = 0; x <= 20 - 6 - 1; x++)
        x_share[x] = 1.0 / 14;
    for (int y = 0; y <= 18 - 6 - 1; y++)
        y_share[y] = 1.0 / 12;
    assert_fits(xs, x_share, 20);
    assert_fits(ys, y_share, 18);
}

TEST(rooms_neither_overlap_nor_touch)
{
    OWNED_DESIGN *design = yarl_with("");
    FREED wyrm_map *map = new_map();
    for (uint64_t run = 0; run < 500; run++) {
        map_of(design, run, false, map);
        for (int32_t i = 0; i < map->room_count; i++)
            for (int32_t j = 0; j < i; j++) {
                rectangle a = rectangle_of(&map->rooms[i]), b = rectangle_of(&map->rooms[j]);
                bool meet = a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
                assert_holds(!meet, run);
            }
    }
}

/* Computed by another program with the same rules: 12.66 rooms on 80 x 43, 16.25 on 120 x 80 (30
 * tries, sides 6 to 10). */
TEST(maps_have_as_many_rooms_as_the_rules_give)
{
    static const struct {
        const char *name;
        double rooms;
    } cases[] = {{"tutorial", 12.66}, {"yarl", 16.25}};
    FREED wyrm_map *map = new_map();
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_DESIGN *design = ruleset_with(cases[i].name, "");
        wyrm_moments rooms = {0};
        for (uint64_t run = 0; run < 20000; run++) {
            wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, 1);
            wyrm_mapper_rooms(wyrm_design_mapper(design), false, &rng, map);
            wyrm_moments_add(&rooms, map->room_count);
        }
        assert_near(rooms.mean, cases[i].rooms, 0.1);
    }
}

TEST(the_way_begins_in_the_first_room_and_ends_in_the_last)
{
    OWNED_DESIGN *design = tutorial_with("");
    FREED wyrm_map *map = new_map();
    for (uint64_t run = 0; run < 500; run++) {
        bool final = run % 2 == 1;
        map_of(design, run, final, map);
        rectangle first = rectangle_of(&map->rooms[0]);
        rectangle last = rectangle_of(&map->rooms[map->room_count - 1]);
        assert_int_equal(map->start.x, (first.x1 + first.x2) / 2);
        assert_int_equal(map->start.y, (first.y1 + first.y2) / 2);
        assert_int_equal(map->exit.x, (last.x1 + last.x2) / 2);
        assert_int_equal(map->exit.y, (last.y1 + last.y2) / 2);
        assert_int_equal(wyrm_map_tile(map, map->exit.x, map->exit.y),
                         final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS);
        assert_int_equal(map->final, final);
    }
}

static bool is_open(const wyrm_map *map, int x, int y)
{
    return wyrm_map_tile(map, x, y) != WYRM_TILE_WALL;
}

static bool is_row_open(const wyrm_map *map, int a, int b, int y)
{
    for (int x = a < b ? a : b; x <= (a < b ? b : a); x++)
        if (!is_open(map, x, y))
            return false;
    return true;
}

static bool is_column_open(const wyrm_map *map, int a, int b, int x)
{
    for (int y = a < b ? a : b; y <= (a < b ? b : a); y++)
        if (!is_open(map, x, y))
            return false;
    return true;
}

TEST(each_room_is_joined_to_the_one_before)
{
    OWNED_DESIGN *design = tutorial_with("");
    FREED wyrm_map *map = new_map();
    int bends[2] = {0};
    for (uint64_t run = 0; run < 300; run++) {
        map_of(design, run, false, map);
        for (int32_t i = 1; i < map->room_count; i++) {
            rectangle a = rectangle_of(&map->rooms[i - 1]), b = rectangle_of(&map->rooms[i]);
            int ax = (a.x1 + a.x2) / 2, ay = (a.y1 + a.y2) / 2;
            int bx = (b.x1 + b.x2) / 2, by = (b.y1 + b.y2) / 2;
            bool sideways = is_row_open(map, ax, bx, ay) && is_column_open(map, ay, by, bx);
            bool upright = is_column_open(map, ay, by, ax) && is_row_open(map, ax, bx, by);
            assert_holds(sideways || upright, run);
            if (sideways != upright)
                bends[sideways]++;
        }
    }
    double share = (double)bends[1] / (bends[0] + bends[1]);
    assert_near(share, 0.5, 0.05);
}

/* Only rooms and tunnels are floor, and the outer wall is intact. */
TEST(the_outer_wall_stands)
{
    OWNED_DESIGN *design = tutorial_with("map: {width: 30, height: 24, tries: 60}\n");
    FREED wyrm_map *map = new_map();
    for (uint64_t run = 0; run < 300; run++) {
        map_of(design, run, false, map);
        for (int x = 0; x < 30; x++)
            assert_false(is_open(map, x, 0) || is_open(map, x, 23));
        for (int y = 0; y < 24; y++)
            assert_false(is_open(map, 0, y) || is_open(map, 29, y));
        for (int32_t i = 0; i < map->room_count; i++)
            for (int y = 0; y < map->rooms[i].height; y++)
                assert_true(is_row_open(map, map->rooms[i].x,
                                        map->rooms[i].x + map->rooms[i].width - 1,
                                        map->rooms[i].y + y));
    }
}

TEST(rooms_alone_are_those_of_the_whole_map)
{
    OWNED_DESIGN *design = yarl_with("");
    FREED wyrm_map *whole = new_map(), *rooms = new_map();
    for (uint64_t run = 0; run < 100; run++) {
        map_of(design, run, false, whole);
        wyrm_rng rng = wyrm_rng_start(SEED, run, WYRM_STREAM_MAP, 3);
        wyrm_mapper_rooms(wyrm_design_mapper(design), false, &rng, rooms);
        assert_int_equal(whole->room_count, rooms->room_count);
        assert_memory_equal(whole->rooms, rooms->rooms,
                            (size_t)rooms->room_count * sizeof *rooms->rooms);
    }
}

TEST(a_side_that_does_not_fit_is_refused)
{
    assert_refused("tutorial", "map: {height: 10, room_side: [6, 10]}",
                   "a room of side 10 does not fit a map of height 10: at most 9 does", 1, 30, "");
    assert_refused("tutorial", "map: {room_side: [6, 80]}",
                   "a room of side 80 does not fit a map of width 80: at most 79 does", 1, 18, "");
    OWNED_DESIGN *design = tutorial_with("map: {width: 11, height: 11, room_side: [2, 10]}\n");
    FREED wyrm_map *map = new_map();
    for (uint64_t run = 0; run < 500; run++)
        assert_true(map_of(design, run, false, map)->room_count >= 1);
}

/* A map with one room of this size. */
static void one_room(wyrm_map *map, int16_t width, int16_t height, wyrm_placing placing)
{
    memset(map, 0, sizeof *map);
    map->width = map->height = 40;
    map->room_count = 1;
    map->rooms[0] = (wyrm_room){5, 5, width, height};
    map->start = map->exit = (wyrm_position){1, 1};
    map->placing = placing;
}

/* Mean number of monsters placed in a room of `tiles`: the different tiles that n throws hit. */
static double expected_placed(double tiles, int most)
{
    double sum = 0;
    for (int n = 0; n <= most; n++)
        sum += tiles * (1 - pow(1 - 1 / tiles, n)) / (most + 1);
    return sum;
}

TEST(what_finds_its_tile_taken_is_dropped)
{
    enum { RUNS = 40000 };
    OWNED_DESIGN *design = tutorial_with("encounter: {rooms: {most: 5}}\n");
    FREED wyrm_map *map = new_map();
    FREED wyrm_population *population = zeroed(1, sizeof *population);
    wyrm_moments placed[2] = {{0}, {0}};
    for (int placing = 0; placing < 2; placing++)
        for (uint64_t run = 0; run < RUNS; run++) {
            wyrm_difficulty difficulty = difficulty_at(design, 1);
            one_room(map, 3, 2, (wyrm_placing)placing);
            wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design)},
                          &difficulty, map, SEED, run, NULL, population);
            wyrm_moments_add(&placed[placing], (double)population->monster_count);
        }
    assert_near(placed[WYRM_PLACING_RETRY].mean, 2.5,
                4.5 * wyrm_moments_sd(&placed[0]) / sqrt(RUNS));
    assert_near(placed[WYRM_PLACING_ONCE].mean, expected_placed(6, 5),
                4.5 * wyrm_moments_sd(&placed[1]) / sqrt(RUNS));
}

/* The tutorial avoids any entity: the player, a monster, an item. */
TEST(nothing_is_placed_on_anything_else)
{
    OWNED_DESIGN *design = tutorial_with("encounter: {rooms: {most: 20}}\n"
                                         "loot: {rooms: {most: 20}}\n");
    FREED wyrm_map *map = new_map();
    FREED wyrm_population *population = zeroed(1, sizeof *population);
    size_t items = 0, shared = 0;
    for (int placing = 0; placing < 2; placing++)
        for (uint64_t run = 0; run < 300; run++) {
            static int taken[40][40];
            memset(taken, 0, sizeof taken);
            wyrm_difficulty difficulty = difficulty_at(design, 6);
            one_room(map, 6, 5, (wyrm_placing)placing);
            map->start = (wyrm_position){7, 7};
            wyrm_populate(&(wyrm_floor_models){.encounter = wyrm_design_encounter(design),
                                               .loot = wyrm_design_loot(design)},
                          &difficulty, map, SEED, run, NULL, population);
            taken[7][7] = 1;
            for (size_t i = 0; i < population->monster_count; i++) {
                wyrm_position at = population->monsters[i].position;
                assert_int_equal(taken[at.y][at.x]++, 0);
                assert_true(at.x >= 5 && at.x < 11 && at.y >= 5 && at.y < 10);
            }
            for (size_t i = 0; i < population->item_count; i++) {
                wyrm_position at = population->items[i].position;
                if (placing == WYRM_PLACING_ONCE)
                    assert_int_equal(taken[at.y][at.x]++, 0);
                else
                    shared += taken[at.y][at.x] > 0;
            }
            items += placing == WYRM_PLACING_ONCE ? population->item_count : 0;
        }
    assert_true(items > 0);
    assert_true(shared > 0); /* with `retry` items may lie on a monster's tile */
}

TEST(placing_is_said_by_the_map)
{
    static const struct {
        const char *name;
        wyrm_placing placing;
    } cases[] = {{"ruggrogue", WYRM_PLACING_RETRY},
                 {"yarl", WYRM_PLACING_RETRY},
                 {"tutorial", WYRM_PLACING_ONCE}};
    FREED wyrm_map *map = new_map();
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_DESIGN *design = ruleset_with(cases[i].name, "");
        assert_int_equal(map_of(design, 1, false, map)->placing, cases[i].placing);
    }
}
