/* What hangs together on a map, and the parts that it falls into.
 *
 * Whoever changes a map by hand, a vault over corridors or a cave out of noise, may cut off parts
 * of it. Here ways are dug to those: from each, through rock and around vaults, the shortest to
 * where the player starts.
 *
 * A map without rooms is divided into regions, so that all that is said of rooms, who comes to one
 * and what lies there, is said of it, too: rectangles side by side, of which only the tiles count
 * that one can stand on. The first is where the player starts, the last where the way on is, and
 * the others stand in the order of their distance. */
#include "dungeon/internal.h"
#include <stdlib.h>
#include <string.h>

static const int8_t across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, down[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

bool wyrm_map_in_vault(const wyrm_map *map, int x, int y)
{
    for (int32_t i = 0; i < map->vault_count; i++) {
        const wyrm_room *at = &map->vaults[i].at;
        if (x >= at->x && x < at->x + at->width && y >= at->y && y < at->y + at->height)
            return true;
    }
    return false;
}

size_t wyrm_map_flood(const wyrm_map *map, wyrm_position from, const uint8_t *taken,
                      uint8_t *reached)
{
    uint16_t queue[TILES_MAX];
    size_t head = 0, tail = 0;
    const int32_t width = map->width, height = map->height;
    int32_t offsets[8];
    for (int i = 0; i < 8; i++)
        offsets[i] = down[i] * width + across[i];
    memset(reached, 0, (size_t)(width * height));
    queue[tail++] = (uint16_t)(from.y * width + from.x);
    reached[queue[0]] = 1;
    while (head < tail) {
        const int32_t at = queue[head++], x = at % width, y = at / width;
        const bool inner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
        for (int i = 0; i < 8; i++) {
            const int32_t to = at + offsets[i];
            if (!inner && (x + across[i] < 0 || x + across[i] >= width || y + down[i] < 0 ||
                           y + down[i] >= height))
                continue;
            if (reached[to] || !wyrm_tile_is_ground(map->tiles[to]) || (taken != NULL && taken[to]))
                continue;
            reached[to] = 1;
            queue[tail++] = (uint16_t)to;
        }
    }
    return tail;
}

/* ---- joining ---- */

/* Digs the shortest way from the part of the map that `from` belongs to, to tiles that are reached.
 * Vaults are left as they are. False where there is none. */
static bool dig(wyrm_map *map, int32_t from, const uint8_t *reached, uint8_t *own)
{
    uint16_t queue[TILES_MAX], back[TILES_MAX];
    const int32_t width = map->width, height = map->height;
    const wyrm_position start = {(int16_t)(from % width), (int16_t)(from / width)};
    size_t head = 0, tail = 0;
    wyrm_map_flood(map, start, NULL, own);
    for (int32_t i = 0; i < width * height; i++)
        if (own[i]) {
            back[i] = (uint16_t)i;
            queue[tail++] = (uint16_t)i;
        }
    while (head < tail) {
        const int32_t at = queue[head++], x = at % width, y = at / width;
        for (int i = 0; i < 4; i++) {
            const int32_t to_x = x + across[i], to_y = y + down[i],
                          to = at + down[i] * width + across[i];
            if (to_x < 1 || to_y < 1 || to_x > width - 2 || to_y > height - 2 || own[to])
                continue;
            if (reached[to]) {
                for (int32_t dug = at; back[dug] != dug; dug = back[dug])
                    if (!wyrm_tile_is_ground(map->tiles[dug]))
                        map->tiles[dug] = WYRM_TILE_FLOOR;
                return true;
            }
            if (!wyrm_tile_is_ground(map->tiles[to]) &&
                (wyrm_map_in_vault(map, to_x, to_y) || map->tiles[to] != WYRM_TILE_WALL))
                continue;
            own[to] = 1;
            back[to] = (uint16_t)at;
            queue[tail++] = (uint16_t)to;
        }
    }
    return false;
}

void wyrm_map_join(wyrm_map *map)
{
    uint8_t reached[TILES_MAX], own[TILES_MAX], closed[TILES_MAX];
    const int32_t tiles = map->width * map->height;
    wyrm_map_flood(map, map->start, NULL, reached);
    memset(closed, 0, (size_t)tiles);
    for (int32_t i = 0; i < tiles; i++) {
        if (reached[i] || closed[i] || !wyrm_tile_is_ground(map->tiles[i]))
            continue;
        if (dig(map, i, reached, own)) {
            wyrm_map_flood(map, map->start, NULL, reached);
            continue;
        }
        for (int32_t k = 0; k < tiles; k++)
            closed[k] |= own[k];
    }
}

/* ---- regions ---- */

/* Sides of a region, at least; more on maps so large that there would be too many. */
enum { REGION_WIDTH = 16, REGION_HEIGHT = 12, REGIONS_ABREAST = 10 };

/* The tile of a rectangle on which one can stand that is nearest to its middle; false where there
 * is none that is reached (NULL: any). */
static bool middle_of(const wyrm_map *map, const wyrm_room *room, const uint8_t *reached,
                      wyrm_position *out)
{
    const wyrm_position middle = wyrm_room_centre(room);
    int32_t least = INT32_MAX;
    for (int y = room->y; y < room->y + room->height; y++)
        for (int x = room->x; x < room->x + room->width; x++) {
            const int32_t far = (x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y);
            const int32_t at = y * map->width + x;
            if (far >= least || !wyrm_tile_is_ground(map->tiles[at]) ||
                (reached != NULL && !reached[at]))
                continue;
            least = far;
            *out = (wyrm_position){(int16_t)x, (int16_t)y};
        }
    return least != INT32_MAX;
}

wyrm_position wyrm_room_spot(const wyrm_map *map, const wyrm_room *room)
{
    wyrm_position spot = wyrm_room_centre(room);
    if (map->shaped)
        middle_of(map, room, NULL, &spot);
    return spot;
}

/* Steps from a tile to each that is reached. */
static void count_steps(const wyrm_map *map, wyrm_position from, uint16_t *steps)
{
    uint16_t queue[TILES_MAX];
    size_t head = 0, tail = 0;
    const int32_t width = map->width, height = map->height;
    memset(steps, 0xff, (size_t)(width * height) * sizeof *steps);
    queue[tail++] = (uint16_t)(from.y * width + from.x);
    steps[queue[0]] = 0;
    while (head < tail) {
        const int32_t at = queue[head++], x = at % width, y = at / width;
        for (int i = 0; i < 8; i++) {
            const int32_t to_x = x + across[i], to_y = y + down[i],
                          to = at + down[i] * width + across[i];
            if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height ||
                steps[to] != UINT16_MAX || !wyrm_tile_is_ground(map->tiles[to]))
                continue;
            steps[to] = (uint16_t)(steps[at] + 1);
            queue[tail++] = (uint16_t)to;
        }
    }
}

/* How many tiles of a rectangle are reached. */
static int32_t count_ground(const wyrm_map *map, const wyrm_room *room, const uint16_t *steps)
{
    int32_t count = 0;
    for (int y = room->y; y < room->y + room->height; y++)
        for (int x = room->x; x < room->x + room->width; x++)
            count += steps[y * map->width + x] != UINT16_MAX;
    return count;
}

/* The steps to the place of a region. */
typedef struct ranked {
    wyrm_room room;
    uint16_t steps;
    int32_t order;
} ranked;

static int nearest_first(const void *one, const void *other)
{
    const ranked *a = one, *b = other;
    if (a->steps != b->steps)
        return a->steps < b->steps ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

bool wyrm_map_regions(wyrm_map *map, int32_t least)
{
    uint16_t steps[TILES_MAX];
    ranked list[WYRM_MAP_ROOMS_MAX];
    const int32_t wide = (map->width + REGIONS_ABREAST - 1) / REGIONS_ABREAST;
    const int32_t high = (map->height + REGIONS_ABREAST - 1) / REGIONS_ABREAST;
    const int32_t w = wide > REGION_WIDTH ? wide : REGION_WIDTH;
    const int32_t h = high > REGION_HEIGHT ? high : REGION_HEIGHT;
    int32_t count = 0;
    count_steps(map, map->start, steps);
    for (int32_t y = 0; y < map->height; y += h)
        for (int32_t x = 0; x < map->width; x += w) {
            wyrm_room room = {(int16_t)x, (int16_t)y,
                              (int16_t)(x + w < map->width ? w : map->width - x),
                              (int16_t)(y + h < map->height ? h : map->height - y)};
            const bool starts = map->start.x >= x && map->start.x < x + w && map->start.y >= y &&
                                map->start.y < y + h;
            if (!starts && count_ground(map, &room, steps) < least)
                continue;
            wyrm_position spot = map->start;
            if (!starts)
                middle_of(map, &room, NULL, &spot);
            list[count] = (ranked){room, steps[spot.y * map->width + spot.x], count};
            count++;
        }
    qsort(list, (size_t)count, sizeof *list, nearest_first);
    for (int32_t i = 0; i < count; i++)
        map->rooms[i] = list[i].room;
    map->room_count = count;
    return count > 1;
}
