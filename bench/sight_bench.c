/* Fields of view on RuggRogue's maps, from every floor tile: beside libtcod's symmetric shadow
 * casting if it is installed, and beside a naive version that follows the line to every tile of the
 * disc.
 *
 *   name   time   speed as a multiple of the naive version, or of libtcod
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HAVE_LIBTCOD
#include <libtcod/fov.h>
#endif

#include <wyrm/design.h>
#include <wyrm/sight.h>
#include <wyrm/streams.h>

enum { MAPS = 20 };

typedef struct place {
    int map;
    wyrm_position at;
} place;

static wyrm_map maps[MAPS];
static place places[MAPS * 80 * 50];
static size_t point_count;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* All floor tiles of all maps in a random order, so that caches and branch predictors learn nothing
 * from one for the next. */
static void make_places(const wyrm_mapper *mapper)
{
    wyrm_rng rng;
    for (int i = 0; i < MAPS; i++) {
        rng = wyrm_rng_start(1, (uint64_t)i, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(mapper, false, &rng, &maps[i]);
        for (int k = 0; k < maps[i].width * maps[i].height; k++)
            if (maps[i].tiles[k] != WYRM_TILE_WALL)
                places[point_count++] =
                    (place){i, {(int16_t)(k % maps[i].width), (int16_t)(k / maps[i].width)}};
    }
    rng = wyrm_rng_start(2, 0, WYRM_STREAM_MAP, 1);
    wyrm_rng_shuffle(&rng, places, point_count, sizeof *places);
}

static uint64_t seen_by_wyrm(const place *from, int radius)
{
    wyrm_sight sight;
    wyrm_grid grid = wyrm_map_grid(&maps[from->map]);
    wyrm_sight_from(&grid, from->at, radius, &sight);
    return sight.rows[radius] ^ sight.rows[radius - 1];
}

/* Tile by tile; a wall counts only if the line to its centre is free, so fewer are seen. */
static uint64_t seen_naively(const place *from, int radius)
{
    uint64_t rows[WYRM_SIGHT_SIDE_MAX] = {0};
    wyrm_grid grid = wyrm_map_grid(&maps[from->map]);
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            wyrm_position to = {(int16_t)(from->at.x + x), (int16_t)(from->at.y + y)};
            rows[y + radius] |= (uint64_t)wyrm_sight_between(&grid, from->at, to, radius)
                                << (x + radius);
        }
    return rows[radius] ^ rows[radius - 1];
}

#ifdef HAVE_LIBTCOD
static TCOD_Map *peers[MAPS];

static void make_peers(void)
{
    for (int i = 0; i < MAPS; i++) {
        peers[i] = TCOD_map_new(maps[i].width, maps[i].height);
        for (int k = 0; k < maps[i].width * maps[i].height; k++) {
            bool floor = maps[i].tiles[k] != WYRM_TILE_WALL;
            TCOD_map_set_properties(peers[i], k % maps[i].width, k / maps[i].width, floor, floor);
        }
    }
}

static uint64_t seen_by_libtcod(const place *from, int radius)
{
    TCOD_Map *map = peers[from->map];
    TCOD_map_compute_fov(map, from->at.x, from->at.y, radius, true, FOV_SYMMETRIC_SHADOWCAST);
    return TCOD_map_is_in_fov(map, from->at.x, from->at.y);
}
#endif

/* Nanoseconds a field of view: the best of several rounds over at most `most` places. */
static double measure(uint64_t (*see)(const place *from, int radius), int radius, size_t most)
{
    size_t count = most < point_count ? most : point_count;
    volatile uint64_t sink = 0;
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        double begun = now();
        for (size_t i = 0; i < count; i++)
            sink = sink ^ see(&places[i], radius);
        double time = (now() - begun) / (double)count;
        best = time < best ? time : best;
    }
    return 1e9 * best;
}

static void show(const char *name, double time, double base)
{
    printf("%-28s %10.0f ns  %6.1f x\n", name, time, base / time);
}

int main(void)
{
    const double limit = 1000; /* nanoseconds, at radius 8 */
    wyrm_design *design;
    if (wyrm_design_open("ruggrogue", &design, NULL) != WYRM_OK)
        return 1;
    make_places(wyrm_design_mapper(design));
    wyrm_design_free(design);
    double naive = measure(seen_naively, 8, 3000);
    show("sight 8 naive", naive, naive);
    double wyrm = measure(seen_by_wyrm, 8, SIZE_MAX);
    show("sight 8 over naive", wyrm, naive);
#ifdef HAVE_LIBTCOD
    make_peers();
    double peer = measure(seen_by_libtcod, 8, 3000);
    show("sight 8 libtcod", peer, peer);
    show("sight 8 over libtcod", wyrm, peer);
    double far_peer = measure(seen_by_libtcod, 31, 3000);
    show("sight 31 libtcod", far_peer, far_peer);
    show("sight 31 over libtcod", measure(seen_by_wyrm, 31, SIZE_MAX), far_peer);
    for (int i = 0; i < MAPS; i++)
        TCOD_map_delete(peers[i]);
#endif
    bool kept = wyrm <= limit;
    printf("radius 8 in at most %.0f ns: %s\n", limit, kept ? "kept" : "MISSED");
    return kept ? 0 : 1;
}
