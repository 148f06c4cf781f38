/* Distance maps of 80 x 50 tiles, on RuggRogue's maps and in an open field: beside libtcod's
 * Dijkstra if it is installed, and beside a naive search, one queue of tiles whose distance has
 * shrunk, repeated until nothing changes.
 *
 *   name   time   speed as a multiple of the naive version, or of libtcod
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HAVE_LIBTCOD
#include <libtcod/fov.h>
#include <libtcod/path.h>
#endif

#include <wyrm/design.h>
#include <wyrm/paths.h>
#include <wyrm/streams.h>

enum { WIDTH = 80, HEIGHT = 50, MAPS = 20, PAIRS = 1000 };

/* A trip from a floor tile of a map to another within `near` tiles. */
typedef struct bench_trip {
    int map;
    wyrm_position from, to;
} bench_trip;

typedef struct bench_course {
    const char *name;
    wyrm_step_costs costs;
    const wyrm_map *maps;
    bench_trip trips[PAIRS];
#ifdef HAVE_LIBTCOD
    TCOD_Map *peers[MAPS];
    TCOD_dijkstra_t floods[MAPS];
#endif
} bench_course;

static wyrm_map rooms[MAPS], fields[MAPS];
static wyrm_distances *distances;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void must(wyrm_status status)
{
    if (status == WYRM_OK)
        return;
    fprintf(stderr, "paths_bench: %s\n", wyrm_status_text(status));
    exit(1);
}

static void make_maps(void)
{
    wyrm_design *design;
    must(wyrm_design_open("ruggrogue", &design, NULL));
    for (int i = 0; i < MAPS; i++) {
        wyrm_rng rng = wyrm_rng_start(1, (uint64_t)i, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &rooms[i]);
        fields[i].width = WIDTH;
        fields[i].height = HEIGHT;
        memset(fields[i].tiles, WYRM_TILE_FLOOR, WIDTH * HEIGHT);
    }
    wyrm_design_free(design);
}

static wyrm_position draw_floor(const wyrm_map *map, wyrm_rng *rng)
{
    for (;;) {
        int64_t x = wyrm_rng_between(rng, 0, WIDTH - 1);
        int64_t y = wyrm_rng_between(rng, 0, HEIGHT - 1);
        if (map->tiles[y * WIDTH + x] != WYRM_TILE_WALL)
            return (wyrm_position){(int16_t)x, (int16_t)y};
    }
}

/* A monster chases a player that it sees, so trips are at most 8 tiles. */
static void make_trips(bench_course *course)
{
    wyrm_rng rng = wyrm_rng_start(2, 0, WYRM_STREAM_MAP, 1);
    for (int i = 0; i < PAIRS; i++) {
        bench_trip *trip = &course->trips[i];
        trip->map = i % MAPS;
        trip->from = draw_floor(&course->maps[trip->map], &rng);
        do
            trip->to = draw_floor(&course->maps[trip->map], &rng);
        while (abs(trip->from.x - trip->to.x) > 8 || abs(trip->from.y - trip->to.y) > 8);
    }
}

/* ------------------------------------------------------------------ the ways */

static int64_t flood_by_wyrm(const bench_course *course, const bench_trip *trip)
{
    wyrm_grid grid = wyrm_map_grid(&course->maps[trip->map]);
    must(
        wyrm_distances_find(&grid, &trip->from, 1, course->costs, WYRM_UNREACHED, distances, NULL));
    return wyrm_distances_at(distances, trip->to.x, trip->to.y);
}

/* Updates the neighbours of one tile; those whose distance has shrunk are queued. */
static size_t tell(const wyrm_grid *grid, int tile, wyrm_step_costs costs, int32_t *cost,
                   bool *waits, int *queue, size_t tail)
{
    int x = tile % WIDTH, y = tile / WIDTH;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int there = (y + dy) * WIDTH + x + dx;
            int32_t way = cost[tile] + (dx != 0 && dy != 0 ? costs.diagonal : costs.straight);
            if (wyrm_grid_solid(grid, x + dx, y + dy) || cost[there] <= way)
                continue;
            cost[there] = way;
            if (!waits[there])
                queue[tail++ % (WIDTH * HEIGHT)] = there;
            waits[there] = true;
        }
    return tail;
}

static int64_t flood_naively(const bench_course *course, const bench_trip *trip)
{
    static int32_t cost[WIDTH * HEIGHT];
    static bool waits[WIDTH * HEIGHT];
    static int queue[WIDTH * HEIGHT];
    wyrm_grid grid = wyrm_map_grid(&course->maps[trip->map]);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        cost[i] = WYRM_UNREACHED;
    queue[0] = trip->from.y * WIDTH + trip->from.x;
    cost[queue[0]] = 0;
    for (size_t head = 0, tail = 1; head < tail; head++) {
        int tile = queue[head % (WIDTH * HEIGHT)];
        waits[tile] = false;
        tail = tell(&grid, tile, course->costs, cost, waits, queue, tail);
    }
    return cost[trip->to.y * WIDTH + trip->to.x];
}

#ifdef HAVE_LIBTCOD
static void make_peers(bench_course *course)
{
    float diagonal = (float)course->costs.diagonal / (float)course->costs.straight;
    for (int i = 0; i < MAPS; i++) {
        course->peers[i] = TCOD_map_new(WIDTH, HEIGHT);
        for (int k = 0; k < WIDTH * HEIGHT; k++) {
            bool floor = course->maps[i].tiles[k] != WYRM_TILE_WALL;
            TCOD_map_set_properties(course->peers[i], k % WIDTH, k / WIDTH, floor, floor);
        }
        course->floods[i] = TCOD_dijkstra_new(course->peers[i], diagonal);
    }
}

static void free_peers(bench_course *course)
{
    for (int i = 0; i < MAPS; i++) {
        TCOD_dijkstra_delete(course->floods[i]);
        TCOD_map_delete(course->peers[i]);
    }
}

static int64_t flood_by_libtcod(const bench_course *course, const bench_trip *trip)
{
    TCOD_dijkstra_t flood = course->floods[trip->map];
    TCOD_dijkstra_compute(flood, trip->from.x, trip->from.y);
    double steps = (double)TCOD_dijkstra_get_distance(flood, trip->to.x, trip->to.y);
    return (int64_t)(steps * course->costs.straight + 0.5);
}
#endif

/* ------------------------------------------------------------------ measuring */

typedef int64_t (*way)(const bench_course *course, const bench_trip *trip);

/* Microseconds a trip: the best of several rounds. */
static double measure(const bench_course *course, way go, int trips)
{
    volatile int64_t sink = 0;
    double best = 1e9;
    for (int round = 0; round < 7; round++) {
        double begun = now();
        for (int i = 0; i < trips; i++)
            sink = sink + go(course, &course->trips[i]);
        double time = (now() - begun) / trips;
        best = time < best ? time : best;
    }
    return 1e6 * best;
}

/* Both ways must find the same distances, or the ratio means nothing. */
static void must_agree(const bench_course *course, way a, way b, int trips)
{
    for (int i = 0; i < trips; i++)
        if (a(course, &course->trips[i]) != b(course, &course->trips[i])) {
            fprintf(stderr, "paths_bench: trip %d of %s: two distances\n", i, course->name);
            exit(1);
        }
}

static void show(const bench_course *course, const char *what, double time, double base)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", course->name, what);
    printf("%-36s %10.2f us  %6.1f x\n", name, time, base / time);
}

/* Measures one course; returns the microseconds of a distance map. */
static double run(bench_course *course)
{
    make_trips(course);
    must_agree(course, flood_naively, flood_by_wyrm, PAIRS);
    double naive = measure(course, flood_naively, 200);
    double flood = measure(course, flood_by_wyrm, PAIRS);
    show(course, "map naive", naive, naive);
    show(course, "map over naive", flood, naive);
#ifdef HAVE_LIBTCOD
    make_peers(course);
    must_agree(course, flood_by_libtcod, flood_by_wyrm, PAIRS);
    double peer = measure(course, flood_by_libtcod, 200);
    show(course, "map libtcod", peer, peer);
    show(course, "map over libtcod", flood, peer);
    free_peers(course);
#endif
    return flood;
}

int main(void)
{
    const double limit = 40; /* microseconds */
    static bench_course courses[] = {
        {.name = "rooms 1/1", .costs = {1, 1}, .maps = rooms},
        {.name = "rooms 100/141", .costs = {100, 141}, .maps = rooms},
        {.name = "field 1/1", .costs = {1, 1}, .maps = fields},
        {.name = "field 100/141", .costs = {100, 141}, .maps = fields},
    };
    double slowest = 0;
    distances = wyrm_distances_new();
    must(distances ? WYRM_OK : WYRM_ERROR_MEMORY);
    make_maps();
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++) {
        double time = run(&courses[i]);
        slowest = time > slowest ? time : slowest;
    }
    printf("a distance map of 80 x 50 in at most %.0f us: %s\n", limit,
           slowest <= limit ? "kept" : "MISSED");
    wyrm_distances_free(distances);
    return slowest > limit;
}
