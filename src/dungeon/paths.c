/* Ways over a map: connectivity, division into regions, and distances. */
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "dungeon/internal.h"

/* ---- tiles and rooms ---- */

wyrm_tile wyrm_map_tile(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TILE_WALL;
    return (wyrm_tile)(map->tiles[y * map->width + x] & WYRM_TILE_BITS);
}

int32_t wyrm_map_terrain(const wyrm_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return WYRM_TERRAIN_NONE;
    return ((map->tiles[y * map->width + x] & WYRM_TILE_TERRAIN) >> 2) - 1;
}

wyrm_position wyrm_room_centre(const wyrm_room *room)
{
    return (wyrm_position){(int16_t)(room->x + room->width / 2),
                           (int16_t)(room->y + room->height / 2)};
}

/* ---- connectivity ----
 *
 * Changes made on top of a map, such as a vault over corridors, or caves made of noise, may cut off
 * parts of it. Here ways are dug: from each such part the shortest one, through rock and around
 * vaults, to what can be reached from the player's start. */

static const int8_t across[8] = {0, 1, 0, -1, 1, 1, -1, -1}, down[8] = {-1, 0, 1, 0, -1, 1, 1, -1};

bool dungeon_map_in_vault(const wyrm_map *map, int x, int y)
{
    for (int32_t i = 0; i < map->vault_count; i++) {
        const wyrm_room *at = &map->vaults[i].at;
        if (x >= at->x && x < at->x + at->width && y >= at->y && y < at->y + at->height)
            return true;
    }
    return false;
}

void dungeon_map_spread(const wyrm_map *map, int32_t from, uint8_t *reached)
{
    uint16_t queue[TILES_MAX];
    size_t head = 0, tail = 0;
    const int32_t width = map->width, height = map->height;
    int32_t offsets[8];
    for (int i = 0; i < 8; i++)
        offsets[i] = down[i] * width + across[i];
    queue[tail++] = (uint16_t)from;
    reached[from] = 1;
    while (head < tail) {
        const int32_t at = queue[head++], x = at % width, y = at / width;
        const bool inner = x > 0 && y > 0 && x < width - 1 && y < height - 1;
        for (int i = 0; i < 8; i++) {
            const int32_t to = at + offsets[i];
            if (!inner && (x + across[i] < 0 || x + across[i] >= width || y + down[i] < 0 ||
                           y + down[i] >= height))
                continue;
            if (reached[to] || !dungeon_tile_is_ground(map->tiles[to]))
                continue;
            reached[to] = 1;
            queue[tail++] = (uint16_t)to;
        }
    }
}

void dungeon_map_flood(const wyrm_map *map, wyrm_position from, uint8_t *reached)
{
    memset(reached, 0, (size_t)(map->width * map->height));
    dungeon_map_spread(map, from.y * map->width + from.x, reached);
}

/* Digs the shortest way from the part of the map around `from` to reached tiles. Vaults are left
 * intact. False if there is no way; own[] then has the tiles searched. */
static bool dig(wyrm_map *map, int32_t from, const uint8_t *reached, uint8_t *own)
{
    uint16_t queue[TILES_MAX], back[TILES_MAX];
    const int32_t width = map->width, height = map->height;
    const wyrm_position start = {(int16_t)(from % width), (int16_t)(from / width)};
    size_t head = 0, tail = 0;
    dungeon_map_flood(map, start, own);
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
                    if (!dungeon_tile_is_ground(map->tiles[dug]))
                        map->tiles[dug] = WYRM_TILE_FLOOR;
                return true;
            }
            if (!dungeon_tile_is_ground(map->tiles[to]) &&
                (dungeon_map_in_vault(map, to_x, to_y) || map->tiles[to] != WYRM_TILE_WALL))
                continue;
            own[to] = 1;
            back[to] = (uint16_t)at;
            queue[tail++] = (uint16_t)to;
        }
    }
    return false;
}

void dungeon_map_join(wyrm_map *map)
{
    uint8_t reached[TILES_MAX], own[TILES_MAX], closed[TILES_MAX];
    const int32_t tiles = map->width * map->height;
    dungeon_map_flood(map, map->start, reached);
    memset(closed, 0, (size_t)tiles);
    for (int32_t i = 0; i < tiles; i++) {
        if (reached[i] || closed[i] || !dungeon_tile_is_ground(map->tiles[i]))
            continue;
        if (dig(map, i, reached, own)) {
            dungeon_map_spread(map, i, reached);
            continue;
        }
        for (int32_t k = 0; k < tiles; k++)
            closed[k] |= own[k];
    }
}

/* ---- regions ----
 *
 * A map without rooms is divided into regions, so that everything about rooms, their monsters and
 * items, applies to it, too: adjacent rectangles, of which only the walkable tiles count. The first
 * one has the player's start; the others are in order of distance, and the last gets the exit. */

/* Least sides of a region; larger on maps that would have too many. */
enum { REGION_WIDTH = 16, REGION_HEIGHT = 12, REGIONS_ABREAST = 10 };

/* The walkable tile of a rectangle nearest to its middle; false if there is none. */
static bool middle_of(const wyrm_map *map, const wyrm_room *room, wyrm_position *out)
{
    const wyrm_position middle = wyrm_room_centre(room);
    int32_t least = INT32_MAX;
    for (int y = room->y; y < room->y + room->height; y++)
        for (int x = room->x; x < room->x + room->width; x++) {
            const int32_t far = (x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y);
            const int32_t at = y * map->width + x;
            if (far >= least || !dungeon_tile_is_ground(map->tiles[at]))
                continue;
            least = far;
            *out = (wyrm_position){(int16_t)x, (int16_t)y};
        }
    return least != INT32_MAX;
}

wyrm_position dungeon_room_spot(const wyrm_map *map, const wyrm_room *room)
{
    wyrm_position spot = wyrm_room_centre(room);
    if (map->shaped)
        middle_of(map, room, &spot);
    return spot;
}

/* Computes the steps from a tile to every other; UINT16_MAX for unreachable ones. */
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
                steps[to] != UINT16_MAX || !dungeon_tile_is_ground(map->tiles[to]))
                continue;
            steps[to] = (uint16_t)(steps[at] + 1);
            queue[tail++] = (uint16_t)to;
        }
    }
}

/* The number of reached tiles in a rectangle. */
static int32_t count_ground(const wyrm_map *map, const wyrm_room *room, const uint16_t *steps)
{
    int32_t count = 0;
    for (int y = room->y; y < room->y + room->height; y++)
        for (int x = room->x; x < room->x + room->width; x++)
            count += steps[y * map->width + x] != UINT16_MAX;
    return count;
}

/* A region with the steps to its spot. */
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

bool dungeon_map_regions(wyrm_map *map, int32_t least)
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
                middle_of(map, &room, &spot);
            list[count] = (ranked){room, steps[spot.y * map->width + spot.x], count};
            count++;
        }
    qsort(list, (size_t)count, sizeof *list, nearest_first);
    for (int32_t i = 0; i < count; i++)
        map->rooms[i] = list[i].room;
    map->room_count = count;
    return count > 1;
}

/* ---- distances, by Dijkstra's algorithm ----
 *
 * Steps have only two costs, so two queues replace the heap: tiles are processed in the order of
 * their distance, so the tiles added by straight steps are in order by themselves, and so are those
 * added by diagonal ones. The nearer of the two heads is always next.
 *
 * A rim of solid cells around the map makes bounds checks unnecessary. */

/* Straight steps clockwise from north, then diagonal ones from north-east. */
enum { STEPS = 8, STRAIGHT_STEPS = 4 };
static const struct {
    int8_t x, y;
} headings[STEPS] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

wyrm_distances *wyrm_distances_new(void)
{
    return base_zeroed(1, sizeof(wyrm_distances));
}

void wyrm_distances_free(wyrm_distances *distances)
{
    wyrm_free(distances);
}

static uint32_t cell_of(const wyrm_distances *distances, int x, int y)
{
    return (uint32_t)((y + 1) * distances->stride + x + 1);
}

/* A tile enters each queue at most once: a later straight (or diagonal) step to it is no nearer. */
typedef struct queue {
    uint32_t *cells;
    size_t head, tail;
} queue;

/* Takes the nearer of the two heads; false if both queues are empty. A tile reached by both kinds
 * of step is taken twice, the second time without effect. */
static bool take_nearer(queue *straight, queue *diagonal, const int32_t *costs, uint32_t *cell)
{
    bool has_straight = straight->head < straight->tail;
    bool has_diagonal = diagonal->head < diagonal->tail;
    if (has_straight && (!has_diagonal || costs[straight->cells[straight->head]] <=
                                              costs[diagonal->cells[diagonal->head]])) {
        *cell = straight->cells[straight->head++];
        return true;
    }
    if (has_diagonal)
        *cell = diagonal->cells[diagonal->head++];
    return has_diagonal;
}

/* Offers four neighbours a way of `cost`; solid cells are below any cost. */
static void reach(uint32_t cell, const int32_t *offsets, int32_t cost, int32_t *costs, queue *next)
{
    for (int i = 0; i < STRAIGHT_STEPS; i++) {
        uint32_t neighbour = cell + (uint32_t)offsets[i];
        if (costs[neighbour] > cost) {
            costs[neighbour] = cost;
            next->cells[next->tail++] = neighbour;
        }
    }
}

wyrm_status wyrm_distances_find(const wyrm_grid *grid, const wyrm_position *sources, size_t count,
                                wyrm_step_costs costs, int32_t limit, wyrm_distances *out,
                                wyrm_error *error)
{
    if (grid->width > WYRM_MAP_SIDE_MAX || grid->height > WYRM_MAP_SIDE_MAX)
        return wyrm_fail(error, WYRM_ERROR_LIMIT, "a grid of %d x %d is too large: at most %d x %d",
                         (int)grid->width, (int)grid->height, WYRM_MAP_SIDE_MAX, WYRM_MAP_SIDE_MAX);
    if (costs.straight < 1 || costs.diagonal < costs.straight ||
        costs.diagonal > WYRM_STEP_COST_MAX || costs.diagonal - costs.straight > costs.straight)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT,
                         "steps that cost %d straight and %d diagonal: a diagonal one costs as "
                         "much to twice as much, and at most %d",
                         (int)costs.straight, (int)costs.diagonal, WYRM_STEP_COST_MAX);
    if (limit < 0)
        return wyrm_fail(error, WYRM_ERROR_ARGUMENT, "a limit of %d is below 0", (int)limit);
    for (size_t i = 0; i < count; i++)
        if (!wyrm_grid_holds(grid, sources[i].x, sources[i].y))
            return wyrm_fail(error, WYRM_ERROR_RANGE,
                             "the source %d, %d is outside a grid of %d x %d", sources[i].x,
                             sources[i].y, (int)grid->width, (int)grid->height);
    const int32_t width = grid->width, stride = width + 2;
    int32_t *below = out->cells + (grid->height + 1) * stride;
    out->width = width;
    out->height = grid->height;
    out->stride = stride;
    out->costs = costs;
    for (int32_t i = 0; i < stride; i++)
        out->cells[i] = below[i] = -1;
    for (int32_t y = 0; y < grid->height; y++) {
        const uint8_t *tiles = grid->tiles + (ptrdiff_t)y * width;
        int32_t *line = out->cells + (y + 1) * stride;
        line[0] = line[width + 1] = -1;
        for (int32_t i = 0; i < width; i++)
            line[i + 1] = grid->solid[tiles[i]] ? -1 : WYRM_UNREACHED;
    }
    queue straight = {out->straight, 0, 0}, diagonal = {out->diagonal, 0, 0};
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = cell_of(out, sources[i].x, sources[i].y);
        if (out->cells[cell] == 0)
            continue;
        out->cells[cell] = 0;
        straight.cells[straight.tail++] = cell;
    }
    int32_t offsets[STEPS];
    for (int i = 0; i < STEPS; i++)
        offsets[i] = headings[i].y * out->stride + headings[i].x;
    for (uint32_t cell; take_nearer(&straight, &diagonal, out->cells, &cell);) {
        int32_t cost = out->cells[cell];
        if (cost <= limit - costs.straight)
            reach(cell, offsets, cost + costs.straight, out->cells, &straight);
        if (cost <= limit - costs.diagonal)
            reach(cell, offsets + STRAIGHT_STEPS, cost + costs.diagonal, out->cells, &diagonal);
    }
    return WYRM_OK;
}

int32_t wyrm_distances_at(const wyrm_distances *distances, int x, int y)
{
    if (x < 0 || y < 0 || x >= distances->width || y >= distances->height)
        return WYRM_UNREACHED;
    int32_t cost = distances->cells[cell_of(distances, x, y)];
    return cost < 0 ? WYRM_UNREACHED : cost;
}

bool wyrm_distances_step(const wyrm_distances *distances, const wyrm_grid *grid, wyrm_position from,
                         wyrm_position *next)
{
    int32_t here = wyrm_distances_at(distances, from.x, from.y), best = WYRM_UNREACHED;
    *next = from;
    for (int i = 0; i < STEPS; i++) {
        int x = from.x + headings[i].x, y = from.y + headings[i].y;
        int32_t there = wyrm_distances_at(distances, x, y);
        if (there >= here || (there > 0 && grid && wyrm_grid_solid(grid, x, y)))
            continue;
        int32_t cost =
            there + (i < STRAIGHT_STEPS ? distances->costs.straight : distances->costs.diagonal);
        if (cost >= best)
            continue;
        best = cost;
        *next = (wyrm_position){(int16_t)x, (int16_t)y};
    }
    return best != WYRM_UNREACHED;
}
