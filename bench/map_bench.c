/* Maps a second, beside a naive generator of the same maps: tile by tile through checked setters,
 * overlaps found by comparing tiles, and all distances computed anew for every corridor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wyrm/design.h>
#include <wyrm/streams.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void set_tile(wyrm_map *map, int x, int y, wyrm_tile tile)
{
    if (x >= 0 && y >= 0 && x < map->width && y < map->height)
        map->tiles[y * map->width + x] = (uint8_t)tile;
}

static bool covers(const wyrm_room *room, int x, int y)
{
    return x >= room->x && x < room->x + room->width && y >= room->y && y < room->y + room->height;
}

static bool is_free(const wyrm_map *map, const wyrm_room *room)
{
    for (int32_t i = 0; i < map->room_count; i++)
        for (int y = room->y - 1; y <= room->y + room->height; y++)
            for (int x = room->x - 1; x <= room->x + room->width; x++)
                if (covers(&map->rooms[i], x, y))
                    return false;
    return true;
}

static void place_naively(wyrm_rng *rng, wyrm_map *map)
{
    map->room_count = 0;
    for (int i = 0; i < 30; i++) {
        wyrm_room room;
        room.width = (int16_t)wyrm_rng_between(rng, 6, 14);
        room.height = (int16_t)wyrm_rng_between(rng, 6, 10);
        room.x = (int16_t)wyrm_rng_between(rng, 1, map->width - room.width - 2);
        room.y = (int16_t)wyrm_rng_between(rng, 1, map->height - room.height - 2);
        if (is_free(map, &room))
            map->rooms[map->room_count++] = room;
    }
}

static void dig_naively(wyrm_map *map, const wyrm_room *from, const wyrm_room *to, wyrm_rng *rng)
{
    wyrm_position a = wyrm_room_centre(from), b = wyrm_room_centre(to);
    bool sideways_first = wyrm_rng_chance(rng, 1, 2);
    int row = sideways_first ? a.y : b.y, column = sideways_first ? b.x : a.x;
    for (int x = a.x < b.x ? a.x : b.x; x <= (a.x < b.x ? b.x : a.x); x++)
        set_tile(map, x, row, WYRM_TILE_FLOOR);
    for (int y = a.y < b.y ? a.y : b.y; y <= (a.y < b.y ? b.y : a.y); y++)
        set_tile(map, column, y, WYRM_TILE_FLOOR);
}

static int distance(const wyrm_room *a, const wyrm_room *b)
{
    wyrm_position from = wyrm_room_centre(a), to = wyrm_room_centre(b);
    return abs(from.x - to.x) + abs(from.y - to.y);
}

static void join_naively(wyrm_map *map, wyrm_rng *rng)
{
    bool joined[WYRM_MAP_ROOMS_MAX] = {true};
    for (int32_t left = map->room_count - 1; left > 0; left--) {
        int32_t from = 0, to = 0;
        int best = 1 << 20;
        for (int32_t i = 0; i < map->room_count; i++)
            for (int32_t k = 0; k < map->room_count; k++)
                if (joined[i] && !joined[k] && distance(&map->rooms[i], &map->rooms[k]) < best) {
                    best = distance(&map->rooms[i], &map->rooms[k]);
                    from = i;
                    to = k;
                }
        joined[to] = true;
        dig_naively(map, &map->rooms[from], &map->rooms[to], rng);
    }
}

static void generate_naively(wyrm_rng *rng, wyrm_map *map)
{
    map->width = 80;
    map->height = 50;
    place_naively(rng, map);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            set_tile(map, x, y, WYRM_TILE_WALL);
    for (int32_t i = 0; i < map->room_count; i++)
        for (int y = 0; y < map->rooms[i].height; y++)
            for (int x = 0; x < map->rooms[i].width; x++)
                set_tile(map, map->rooms[i].x + x, map->rooms[i].y + y, WYRM_TILE_FLOOR);
    join_naively(map, rng);
    for (int i = 0; i < 3 && map->room_count > 1; i++) {
        int32_t from = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
        int32_t to = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count - 1);
        to += to >= from;
        dig_naively(map, &map->rooms[from], &map->rooms[to], rng);
    }
    wyrm_position exit = wyrm_room_centre(&map->rooms[map->room_count - 1]);
    set_tile(map, exit.x, exit.y, WYRM_TILE_STAIRS);
}

typedef enum way { NAIVE, GENERATE, ROOMS_ONLY } map_way;

static void make(const wyrm_mapper *mapper, map_way way, uint64_t run, wyrm_map *map)
{
    wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MAP, 1);
    if (way == NAIVE)
        generate_naively(&rng, map);
    else if (way == GENERATE)
        wyrm_mapper_generate(mapper, false, &rng, map);
    else
        wyrm_mapper_rooms(mapper, false, &rng, map);
}

static double levels_a_second(const wyrm_mapper *mapper, map_way way, uint64_t levels,
                              wyrm_map *map)
{
    double begun = now();
    for (uint64_t run = 0; run < levels; run++)
        make(mapper, way, run, map);
    return (double)levels / (now() - begun);
}

/* Both ways must give the same maps, or the ratio means nothing. */
static bool agree(const wyrm_mapper *mapper, wyrm_map *a, wyrm_map *b)
{
    for (uint64_t run = 0; run < 500; run++) {
        make(mapper, NAIVE, run, a);
        make(mapper, GENERATE, run, b);
        if (a->room_count != b->room_count || memcmp(a->tiles, b->tiles, 80 * 50) != 0)
            return false;
    }
    return true;
}

/* Maps a second of each model with everything that a ruleset can put on them. */
static double furnished_a_second(const char *model, wyrm_map *map)
{
    char text[1024];
    wyrm_design *design;
    int length =
        snprintf(text, sizeof text,
                 "name: x\nextends: ruggrogue\nmodels: {map: %s}\nterrain:\n"
                 "  door: {symbol: \"+\", sight: false}\n  deep: {symbol: \"~\", walk: false}\n"
                 "map: {width: 80, height: 50%s, lakes: [{terrain: deep}]}\n"
                 "vaults:\n  den: {map: \"....\"}\n",
                 model, strcmp(model, "caves") == 0 ? "" : ", doors: {terrain: door}");
    if (wyrm_design_parse("bench", text, (size_t)length, &design, NULL) != WYRM_OK)
        return 0;
    const wyrm_mapper *mapper = wyrm_design_mapper(design);
    const uint64_t levels = 5000;
    double begun = now();
    for (uint64_t run = 0; run < levels; run++) {
        wyrm_rng rng = wyrm_rng_start(1, run, WYRM_STREAM_MAP, 1);
        const wyrm_map_place place = {.seed = 1, .run = run, .depth = 1};
        wyrm_mapper_generate(mapper, false, &rng, map);
        wyrm_mapper_furnish(mapper, &place, map);
    }
    double speed = (double)levels / (now() - begun);
    wyrm_design_free(design);
    return speed;
}

int main(void)
{
    static wyrm_map map, other;
    wyrm_design *design;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    const wyrm_mapper *mapper = wyrm_design_mapper(design);
    if (!agree(mapper, &map, &other)) {
        fprintf(stderr, "map_bench: the naive generator makes other maps\n");
        wyrm_design_free(design);
        return 1;
    }
    double naive = levels_a_second(mapper, NAIVE, 20000, &map);
    double quick = levels_a_second(mapper, GENERATE, 400000, &map);
    double rooms = levels_a_second(mapper, ROOMS_ONLY, 400000, &map);
    printf("%-20s %10.0f levels/s  %6.1f x\n", "map naive", naive, 1.0);
    printf("%-20s %10.0f levels/s  %6.1f x\n", "map generate", quick, quick / naive);
    printf("%-20s %10.0f levels/s  %6.1f x\n", "map rooms only", rooms, rooms / naive);
    wyrm_design_free(design);
    static const char *const all[] = {"rooms", "tunnels", "caves"};
    bool kept = quick >= 20000;
    for (int i = 0; i < 3; i++) {
        double speed = furnished_a_second(all[i], &map);
        printf("map %-7s with all %9.0f levels/s\n", all[i], speed);
        kept = kept && speed >= 200;
    }
    printf("at least 20000 levels/s on one core, 200 with lakes, vaults and doors: %s\n",
           kept ? "kept" : "MISSED");
    return kept ? 0 : 1;
}
