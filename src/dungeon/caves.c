/* Caves: noise that is smoothed until it looks like rock, by the rule that a tile goes with most of
 * those around it (a cellular automaton; RogueBasin, "Cellular Automata Method for Generating
 * Random Cave-Like Levels", has the rule of five of nine).
 *
 * What is left in small pockets is filled up, the rest is joined by short passages. A cave has
 * regions for rooms (regions.c). */
#include "dungeon/internal.h"
#include <math.h>
#include <string.h>

#define SOURCE   "RogueBasin, \"Cellular Automata Method for Generating Random Cave-Like Levels\""
#define ATTEMPTS 20

static const wyrm_field rows[] = {
    WYRM_MAP_SIDE_ROWS("80", "50", SOURCE),
    WYRM_ROW("rock", RATIO, .least = 0.2, .greatest = 0.6, .default_value = "0.45",
             .source = SOURCE,
             .summary = "the share of tiles that are rock before it is smoothed: the more, the "
                        "narrower are the caves"),
    WYRM_ROW("smoothing", INTEGER, .least = 1, .greatest = 20, .default_value = "4",
             .unit = "times", .source = SOURCE,
             .summary = "how often each tile goes with most of those around it"),
    WYRM_ROW("region", INTEGER, .least = 1, .greatest = 100, .default_value = "24", .unit = "tiles",
             .summary = "The fewest tiles that count as a room, for all that comes to rooms; what "
                        "is smaller and apart is filled up."),
    {.kind = WYRM_KIND_END},
};

static void read(wyrm_opening *o, wyrm_room_plan *plan)
{
    plan->rock = (int32_t)lround(65536 * key_real(o->section, "rock"));
    plan->smoothing = key_whole(o->section, "smoothing");
    plan->region = key_whole(o->section, "region");
}

/* Sixteen random bits a tile; the edge is rock. */
static void scatter(const wyrm_room_plan *plan, wyrm_rng *rng, uint8_t *rock)
{
    memset(rock, 1, (size_t)(plan->width * plan->height));
    for (int32_t y = 1; y < plan->height - 1; y++)
        for (int32_t x = 1; x < plan->width - 1; x += 4) {
            uint64_t bits = wyrm_rng_bits(rng);
            for (int32_t k = x; k < x + 4 && k < plan->width - 1; k++, bits >>= 16)
                rock[y * plan->width + k] = (int32_t)(bits & 0xffff) < plan->rock;
        }
}

/* Each tile becomes what at least five of the nine around and under it are. */
static void smooth(const wyrm_room_plan *plan, uint8_t *rock)
{
    uint8_t sums[TILES_MAX];
    const int32_t width = plan->width, height = plan->height;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 1; x < width - 1; x++) {
            const uint8_t *at = &rock[y * width + x];
            sums[y * width + x] = (uint8_t)(at[-1] + at[0] + at[1]);
        }
    for (int32_t y = 1; y < height - 1; y++)
        for (int32_t x = 1; x < width - 1; x++) {
            const uint8_t *at = &sums[y * width + x];
            rock[y * width + x] = at[-width] + at[0] + at[width] >= 5;
        }
}

/* Fills up the pockets that are smaller than a region; returns how many tiles are left. */
static int32_t fill_pockets(const wyrm_room_plan *plan, wyrm_map *map)
{
    uint8_t seen[TILES_MAX];
    uint16_t pocket[TILES_MAX];
    const int32_t width = map->width, tiles = width * map->height;
    int32_t left = 0;
    memset(seen, 0, (size_t)tiles);
    for (int32_t i = 0; i < tiles; i++) {
        int32_t count = 0;
        if (seen[i] || map->tiles[i] == WYRM_TILE_WALL)
            continue;
        seen[i] = 1;
        pocket[count++] = (uint16_t)i;
        for (int32_t k = 0; k < count; k++) /* the edge is rock: all eight are on the map */
            for (int32_t n = 0; n < 9; n++) {
                const int32_t to = pocket[k] + (n / 3 - 1) * width + n % 3 - 1;
                if (seen[to] || map->tiles[to] == WYRM_TILE_WALL)
                    continue;
                seen[to] = 1;
                pocket[count++] = (uint16_t)to;
            }
        left += count < plan->region ? 0 : count;
        for (int32_t k = 0; k < count && count < plan->region; k++)
            map->tiles[pocket[k]] = WYRM_TILE_WALL;
    }
    return left;
}

/* A random tile to stand on. */
static wyrm_position draw_tile(const wyrm_map *map, int32_t count, wyrm_rng *rng)
{
    int32_t drawn = (int32_t)wyrm_rng_below(rng, (uint64_t)count), i = 0;
    while (map->tiles[i] == WYRM_TILE_WALL || drawn-- > 0)
        i++;
    return (wyrm_position){(int16_t)(i % map->width), (int16_t)(i / map->width)};
}

/* Where noise has left no cave there is one hall. */
static int32_t hew_hall(wyrm_map *map)
{
    for (int32_t y = 1; y < map->height - 1; y++)
        memset(&map->tiles[y * map->width + 1], WYRM_TILE_FLOOR, (size_t)map->width - 2);
    return (map->width - 2) * (map->height - 2);
}

/* The way on is in the region that is farthest from the start, at the tile that is nearest to its
 * middle. Where one starts there, it is the first other one, from the top left. */
static void find_exit(wyrm_map *map)
{
    const wyrm_room *last = &map->rooms[map->room_count - 1];
    map->exit = wyrm_room_spot(map, last);
    for (int32_t i = 0; i < map->width * map->height; i++)
        if (map->exit.x == map->start.x && map->exit.y == map->start.y &&
            map->tiles[i] != WYRM_TILE_WALL)
            map->exit = (wyrm_position){(int16_t)(i % map->width), (int16_t)(i / map->width)};
}

static void make(const wyrm_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    uint8_t rock[TILES_MAX];
    const int32_t tiles = plan->width * plan->height;
    int32_t left = 0;
    for (int i = 0; i < ATTEMPTS && left < tiles / 8; i++) {
        scatter(plan, rng, rock);
        for (int32_t k = 0; k < plan->smoothing; k++)
            smooth(plan, rock);
        for (int32_t k = 0; k < tiles; k++)
            map->tiles[k] = rock[k] ? WYRM_TILE_WALL : WYRM_TILE_FLOOR;
        left = fill_pockets(plan, map);
    }
    if (left < tiles / 8)
        left = hew_hall(map);
    map->start = draw_tile(map, left, rng);
    wyrm_map_join(map);
    wyrm_map_regions(map, plan->region);
    find_exit(map);
}

const wyrm_map_model wyrm_map_caves = {
    .model = {.name = "caves",
              .summary = "caves, in regions that count as rooms",
              .parameters = rows},
    .read = read,
    .make = make,
};
