/* Maps: rooms that keep their distance, corridors that connect all of them. */
#include "helpers.h"

#include <wyrm/streams.h>

typedef struct map_shape {
    const char *changes;
    int width, height, spacing;
    int room_width[2], room_height[2];
    int seeds;
} map_shape;

/* clang-format off */
static const map_shape shapes[] = {
    {NULL, 80, 50, 1, {6, 14}, {6, 10}, 3000},
    {"map: {width: 20, height: 14, room_width: [3, 5], room_height: [2, 4]}\n",
     20, 14, 1, {3, 5}, {2, 4}, 2000},
    {"map: {width: 60, height: 60, room_width: [1, 4], room_height: [1, 4], spacing: 0, "
     "tries: 4000}\n",
     60, 60, 0, {1, 4}, {1, 4}, 40},
    {"map: {width: 70, height: 40, spacing: 4, tries: 100, extra_corridors: 0}\n",
     70, 40, 4, {6, 14}, {6, 10}, 500},
    {"map: {width: 256, height: 256, room_width: [4, 250], room_height: [4, 20], tries: 200}\n",
     256, 256, 1, {4, 250}, {4, 20}, 100},
    {"map: {width: 17, height: 13, room_width: 14, room_height: 10}\n",
     17, 13, 1, {14, 14}, {10, 10}, 50},
};
/* clang-format on */
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void generate(const wyrm_design *design, uint64_t run, bool final, wyrm_map *map)
{
    wyrm_rng rng = wyrm_rng_start(77, run, WYRM_STREAM_MAP, 3);
    wyrm_mapper_generate(wyrm_design_mapper(design), final, &rng, map);
}

/* Calls `check` with maps of every shape; names the map in a failure. */
static void for_all_maps(void (*check)(const map_shape *shape, const wyrm_design *design,
                                       uint64_t run, const wyrm_map *map))
{
    static wyrm_map map;
    for (int s = 0; s < SHAPES; s++) {
        OWNED_DESIGN *design = ruggrogue_with(shapes[s].changes);
        for (int run = 0; run < shapes[s].seeds; run++) {
            generate(design, (uint64_t)run, run % 2 == 1, &map);
            check(&shapes[s], design, (uint64_t)run, &map);
        }
    }
}

static int gap(int a, int a_length, int b, int b_length)
{
    return a < b ? b - (a + a_length) : a - (b + b_length);
}

static void check_rooms(const map_shape *shape, const wyrm_design *design, uint64_t run,
                        const wyrm_map *map)
{
    (void)design;
    (void)run;
    assert_int_equal(map->width, shape->width);
    assert_int_equal(map->height, shape->height);
    assert_in_range(map->room_count, 1, WYRM_MAP_ROOMS_MAX);
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        assert_in_range(room->width, shape->room_width[0], shape->room_width[1]);
        assert_in_range(room->height, shape->room_height[0], shape->room_height[1]);
        assert_in_range(room->x, 1, shape->width - room->width - 2);
        assert_in_range(room->y, 1, shape->height - room->height - 2);
        for (int32_t k = 0; k < i; k++) {
            const wyrm_room *other = &map->rooms[k];
            int across = gap(room->x, room->width, other->x, other->width);
            int down = gap(room->y, room->height, other->y, other->height);
            assert_true(across >= shape->spacing || down >= shape->spacing);
        }
    }
    const wyrm_room *first = &map->rooms[0], *last = &map->rooms[map->room_count - 1];
    assert_int_equal(map->start.x, first->x + first->width / 2);
    assert_int_equal(map->start.y, first->y + first->height / 2);
    assert_int_equal(map->exit.x, last->x + last->width / 2);
    assert_int_equal(map->exit.y, last->y + last->height / 2);
}

/* Rooms have valid sizes, are inside, keep walls between them, and a way leads from the first to
 * the last. */
TEST(rooms_keep_to_their_shape_and_distance)
{
    for_all_maps(check_rooms);
}

/* Flood fill over floor from the start, in four directions; returns the number of tiles reached.
 */
static int flood(const wyrm_map *map)
{
    static int16_t stack[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX][2];
    static bool seen[WYRM_MAP_SIDE_MAX][WYRM_MAP_SIDE_MAX];
    static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int depth = 0, reached = 0;
    memset(seen, 0, sizeof seen);
    stack[depth][0] = map->start.x;
    stack[depth++][1] = map->start.y;
    seen[map->start.y][map->start.x] = true;
    while (depth > 0) {
        int x = stack[--depth][0], y = stack[depth][1];
        reached++;
        for (int i = 0; i < 4; i++) {
            int nx = x + steps[i][0], ny = y + steps[i][1];
            if (wyrm_map_tile(map, nx, ny) == WYRM_TILE_WALL || seen[ny][nx])
                continue;
            seen[ny][nx] = true;
            stack[depth][0] = (int16_t)nx;
            stack[depth++][1] = (int16_t)ny;
        }
    }
    return reached;
}

static void check_tiles(const map_shape *shape, const wyrm_design *design, uint64_t run,
                        const wyrm_map *map)
{
    (void)shape;
    (void)design;
    int open = 0, exits = 0;
    wyrm_tile exit = run % 2 == 1 ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            wyrm_tile tile = wyrm_map_tile(map, x, y);
            open += tile != WYRM_TILE_WALL;
            exits += tile == WYRM_TILE_STAIRS || tile == WYRM_TILE_GOAL;
            bool is_edge = x == 0 || y == 0 || x == map->width - 1 || y == map->height - 1;
            assert_true(!is_edge || tile == WYRM_TILE_WALL);
        }
    assert_int_equal(flood(map), open);
    assert_int_equal(exits, 1);
    assert_int_equal(map->final, run % 2 == 1);
    assert_int_equal(wyrm_map_tile(map, map->exit.x, map->exit.y), exit);
    assert_int_not_equal(wyrm_map_tile(map, map->start.x, map->start.y), WYRM_TILE_WALL);
    for (int32_t i = 0; i < map->room_count; i++)
        for (int y = 0; y < map->rooms[i].height; y++)
            for (int x = 0; x < map->rooms[i].width; x++)
                assert_int_not_equal(wyrm_map_tile(map, map->rooms[i].x + x, map->rooms[i].y + y),
                                     WYRM_TILE_WALL);
}

TEST(all_floor_is_joined_and_the_edge_is_wall)
{
    for_all_maps(check_tiles);
}

static void check_only_rooms(const map_shape *shape, const wyrm_design *design, uint64_t run,
                             const wyrm_map *map)
{
    static wyrm_map rooms;
    (void)shape;
    wyrm_rng rng = wyrm_rng_start(77, run, WYRM_STREAM_MAP, 3);
    wyrm_mapper_rooms(wyrm_design_mapper(design), run % 2 == 1, &rng, &rooms);
    assert_int_equal(rooms.width, map->width);
    assert_int_equal(rooms.height, map->height);
    assert_int_equal(rooms.room_count, map->room_count);
    assert_memory_equal(rooms.rooms, map->rooms, (size_t)map->room_count * sizeof *map->rooms);
    assert_memory_equal(&rooms.start, &map->start, sizeof map->start);
    assert_memory_equal(&rooms.exit, &map->exit, sizeof map->exit);
    assert_int_equal(rooms.final, map->final);
}

TEST(rooms_alone_are_the_same_rooms)
{
    for_all_maps(check_only_rooms);
}

/* The rule of placing, without the generator's shortcuts, from the same draws. */
static int32_t place_naively(wyrm_rng *rng, wyrm_room *rooms)
{
    int32_t count = 0;
    for (int i = 0; i < 30; i++) {
        int64_t w = wyrm_rng_between(rng, 6, 14);
        int64_t h = wyrm_rng_between(rng, 6, 10);
        int64_t x = wyrm_rng_between(rng, 1, 80 - w - 2);
        int64_t y = wyrm_rng_between(rng, 1, 50 - h - 2);
        bool keep = true;
        for (int32_t k = 0; k < count && keep; k++)
            for (int64_t ty = y - 1; ty < y + h + 1; ty++)
                for (int64_t tx = x - 1; tx < x + w + 1; tx++)
                    if (tx >= rooms[k].x && tx < rooms[k].x + rooms[k].width && ty >= rooms[k].y &&
                        ty < rooms[k].y + rooms[k].height)
                        keep = false;
        if (keep)
            rooms[count++] = (wyrm_room){(int16_t)x, (int16_t)y, (int16_t)w, (int16_t)h};
    }
    return count;
}

TEST(every_room_that_fits_is_kept_and_no_other)
{
    static wyrm_map map;
    OWNED_DESIGN *design = ruggrogue();
    for (uint64_t run = 0; run < 500; run++) {
        wyrm_room rooms[30];
        wyrm_rng rng = wyrm_rng_start(77, run, WYRM_STREAM_MAP, 3);
        int32_t count = place_naively(&rng, rooms);
        generate(design, run, false, &map);
        assert_int_equal(map.room_count, count);
        assert_memory_equal(map.rooms, rooms, (size_t)count * sizeof *rooms);
    }
}

TEST(the_most_rooms_of_a_map_are_not_passed)
{
    static wyrm_map map;
    OWNED_DESIGN *design = ruggrogue_with("map: {width: 200, height: 200, room_width: 1, "
                                          "room_height: 1, tries: 10000}\n");
    generate(design, 1, false, &map);
    assert_int_equal(map.room_count, WYRM_MAP_ROOMS_MAX);
}

TEST(outside_the_map_is_wall)
{
    static wyrm_map map;
    OWNED_DESIGN *design = ruggrogue();
    generate(design, 1, false, &map);
    assert_int_equal(wyrm_map_tile(&map, -1, 5), WYRM_TILE_WALL);
    assert_int_equal(wyrm_map_tile(&map, 5, -1), WYRM_TILE_WALL);
    assert_int_equal(wyrm_map_tile(&map, 80, 5), WYRM_TILE_WALL);
    assert_int_equal(wyrm_map_tile(&map, 5, 50), WYRM_TILE_WALL);
}

TEST(rooms_that_never_fit_are_refused)
{
    assert_ruggrogue_fails("map: {width: 16, room_width: [6, 14]}\n",
                           "a room of width 14 does not fit a map of width 16: at most 13 does");
    assert_ruggrogue_fails("map: {height: 12, room_height: [6, 10]}\n",
                           "a room of height 10 does not fit a map of height 12: at most 9 does");
}
