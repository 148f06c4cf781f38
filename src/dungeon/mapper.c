/* Map generation: rectangles placed at random with a minimum distance, carved into rock and joined
 * by the ways of the map model; or caves, which have no rooms. First the models, then the maps of a
 * ruleset.
 *
 * Rooms and ways are drawn from one stream, rooms first, so that a caller who wants only the rooms
 * gets exactly those of the whole map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dungeon/internal.h"
#include "ruleset/internal.h"

/* The middle tile of the rectangle that was drawn for a room; for an even side the tile after its
 * middle. */
static wyrm_position middle_of(const wyrm_room *room, int32_t rock)
{
    return (wyrm_position){(int16_t)(room->x - rock + (room->width + rock) / 2),
                           (int16_t)(room->y - rock + (room->height + rock) / 2)};
}

/* Carves an L, one tile wide, from one tile to another; a draw decides whether it leaves `from`
 * horizontally or vertically. */
static void corridor_between(wyrm_map *map, wyrm_position from, wyrm_position to, wyrm_rng *rng)
{
    const bool sideways_first = wyrm_rng_chance(rng, 1, 2);
    const int row = sideways_first ? from.y : to.y, column = sideways_first ? to.x : from.x;
    const int left = from.x < to.x ? from.x : to.x, right = from.x < to.x ? to.x : from.x;
    const int top = from.y < to.y ? from.y : to.y, bottom = from.y < to.y ? to.y : from.y;
    memset(&map->tiles[row * map->width + left], WYRM_TILE_FLOOR, (size_t)(right - left + 1));
    for (int y = top; y <= bottom; y++)
        map->tiles[y * map->width + column] = WYRM_TILE_FLOOR;
}

/* ---- Rooms joined by corridors (RuggRogue, "Map Generation") ----
 *
 * Corridors join all rooms, as in Prim's algorithm: from the first room on, again and again the
 * closest pair of a joined and an unjoined room, by Manhattan distance between centres; among
 * equals the pair with the lower index of the joined room, then of the other. A few extra corridors
 * join random rooms. */

#define RUGGROGUE "RuggRogue source code guide, \"Map Generation\""

/* clang-format off */
static const wyrm_field room_rows[] = {
    DUNGEON_MAP_SIDE_ROWS("80", "50", RUGGROGUE),
    {.name = "tries", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 10000, .default_value = "30",
     .unit = "tries",
     .summary = "how often a room is drawn; kept where not too near to an earlier one",
     .source = RUGGROGUE},
    {.name = "room_width", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 14]", .unit = "tiles",
     .summary = "inner width of a room", .source = RUGGROGUE},
    {.name = "room_height", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 1,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 10]", .unit = "tiles",
     .summary = "inner height of a room", .source = RUGGROGUE},
    {.name = "spacing", .kind = WYRM_KIND_INTEGER, .greatest = WYRM_MAP_SIDE_MAX, .default_value = "1",
     .unit = "tiles", .summary = "walls kept free between two rooms", .source = RUGGROGUE},
    {.name = "extra_corridors", .kind = WYRM_KIND_INTEGER, .greatest = 100, .default_value = "3",
     .unit = "corridors",
     .summary = "corridors between two random rooms; after all are joined", .source = RUGGROGUE},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* An unjoined room, and the joined one nearest to it. */
typedef struct loose_end {
    int32_t room, joined, distance;
    wyrm_position centre;
} loose_end;

static bool is_nearer(const loose_end *a, const loose_end *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    return a->joined != b->joined ? a->joined < b->joined : a->room < b->room;
}

/* Carves the corridors that join all rooms, then the extra ones, whose rooms may be joined
 * already. */
static void carve_corridors(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    loose_end ends[WYRM_MAP_ROOMS_MAX];
    int32_t count = map->room_count - 1;
    for (int32_t i = 0; i < count; i++)
        ends[i] = (loose_end){
            .room = i + 1, .distance = INT32_MAX, .centre = wyrm_room_centre(&map->rooms[i + 1])};
    for (int32_t joined = 0; count > 0;) {
        const wyrm_position centre = wyrm_room_centre(&map->rooms[joined]);
        int32_t best = 0;
        for (int32_t i = 0; i < count; i++) {
            loose_end *end = &ends[i], nearer = *end; /* the room just joined may be nearer */
            nearer.joined = joined;
            nearer.distance = abs(end->centre.x - centre.x) + abs(end->centre.y - centre.y);
            if (is_nearer(&nearer, end))
                *end = nearer;
            if (is_nearer(end, &ends[best]))
                best = i;
        }
        joined = ends[best].room;
        corridor_between(map, wyrm_room_centre(&map->rooms[ends[best].joined]), ends[best].centre,
                         rng);
        ends[best] = ends[--count];
    }
    for (int32_t i = 0; i < plan->extra_corridors && map->room_count > 1; i++) {
        int32_t from = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count);
        int32_t to = (int32_t)wyrm_rng_below(rng, (uint64_t)map->room_count - 1);
        to += to >= from;
        corridor_between(map, wyrm_room_centre(&map->rooms[from]),
                         wyrm_room_centre(&map->rooms[to]), rng);
    }
}

static const dungeon_map_model map_rooms = {
    .model = {.name = "rooms",
              .summary = "rectangular rooms at random, joined by corridors",
              .parameters = room_rows},
    .width_key = "room_width",
    .height_key = "room_height",
    .carve = carve_corridors,
};

/* ---- Rooms each joined to the one before it by an L-shaped tunnel (roguelike tutorial, as its
 *      part 12 uses it) ---- */

/* A side of n tiles has n - 1 tiles of floor: the tutorial's rectangle has its left and top edge in
 * the rock, and the floor ends before its right and bottom edge. */
#define ROCK     1

#define TUTORIAL "roguelike tutorial, part 12"

/* clang-format off */
static const wyrm_field tunnel_rows[] = {
    DUNGEON_MAP_SIDE_ROWS("80", "43", TUTORIAL),
    {.name = "tries", .kind = WYRM_KIND_INTEGER, .least = 1, .greatest = 10000, .default_value = "30",
     .unit = "tries",
     .summary = "how often a room is drawn, and the most rooms of a map; kept where it touches no "
                "earlier one", .source = TUTORIAL},
    {.name = "room_side", .kind = WYRM_KIND_AMOUNT, .ranged = true, .least = 2,
     .greatest = WYRM_MAP_SIDE_MAX, .default_value = "[6, 10]", .unit = "tiles",
     .summary = "width and height of a room with one wall of each pair; the floor is one tile less "
                "both ways", .source = TUTORIAL},
    {.name = "spacing", .kind = WYRM_KIND_INTEGER, .greatest = WYRM_MAP_SIDE_MAX, .default_value = "0",
     .unit = "tiles",
     .summary = "rock kept between two rooms; besides walls, which they must not share"},
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

static void carve_tunnels(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
{
    (void)plan;
    for (int32_t i = 1; i < map->room_count; i++)
        corridor_between(map, middle_of(&map->rooms[i - 1], ROCK), middle_of(&map->rooms[i], ROCK),
                         rng);
}

static const dungeon_map_model map_tunnels = {
    .model = {.name = "tunnels",
              .summary = "rooms at random, each joined to the one before by a tunnel",
              .parameters = tunnel_rows},
    .width_key = "room_side",
    .height_key = "room_side",
    .rock = ROCK,
    .carve = carve_tunnels,
};

/* ---- Caves ----
 *
 * Smoothed noise: a cellular automaton by which a tile becomes what most tiles around it are
 * (RogueBasin, "Cellular Automata Method for Generating Random Cave-Like Levels", has the rule of
 * five of nine).
 *
 * Small pockets are filled, the rest is joined by short passages. A cave has regions for rooms
 * (paths.c). */

#define ROGUEBASIN "RogueBasin, \"Cellular Automata Method for Generating Random Cave-Like Levels\""
#define ATTEMPTS   20

static const wyrm_field cave_rows[] = {
    DUNGEON_MAP_SIDE_ROWS("80", "50", ROGUEBASIN),
    WYRM_ROW("rock", RATIO, .least = 0.2, .greatest = 0.6, .default_value = "0.45",
             .source = ROGUEBASIN,
             .summary = "share of rock before smoothing; the more, the narrower the caves"),
    WYRM_ROW("smoothing", INTEGER, .least = 1, .greatest = 20, .default_value = "4",
             .unit = "times", .source = ROGUEBASIN,
             .summary = "how often each tile goes with most around it"),
    WYRM_ROW("region", INTEGER, .least = 1, .greatest = 100, .default_value = "24", .unit = "tiles",
             .summary =
                 "fewest tiles that count as a room; what is smaller and apart is filled up"),
    {.kind = WYRM_KIND_END},
};

static void read_cave(rs_opening *o, dungeon_room_plan *plan)
{
    plan->rock = (int32_t)lround(65536 * key_real(o->section, "rock"));
    plan->smoothing = key_whole(o->section, "smoothing");
    plan->region = key_whole(o->section, "region");
}

/* Fills the map with noise, from 16 random bits for each tile; the edge is rock. */
static void scatter(const dungeon_room_plan *plan, wyrm_rng *rng, uint8_t *rock)
{
    memset(rock, 1, (size_t)(plan->width * plan->height));
    for (int32_t y = 1; y < plan->height - 1; y++)
        for (int32_t x = 1; x < plan->width - 1; x += 4) {
            uint64_t bits = wyrm_rng_bits(rng);
            for (int32_t k = x; k < x + 4 && k < plan->width - 1; k++, bits >>= 16)
                rock[y * plan->width + k] = (int32_t)(bits & 0xffff) < plan->rock;
        }
}

/* Each tile becomes what at least five of the nine tiles around and including it are. */
static void smooth(const dungeon_room_plan *plan, uint8_t *rock)
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

/* Fills pockets smaller than a region; returns the number of floor tiles left. */
static int32_t fill_pockets(const dungeon_room_plan *plan, wyrm_map *map)
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
        for (int32_t k = 0; k < count; k++) /* the edge is rock, so all neighbours are on the map */
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

/* Draws one of the `count` floor tiles. */
static wyrm_position draw_tile(const wyrm_map *map, int32_t count, wyrm_rng *rng)
{
    int32_t drawn = (int32_t)wyrm_rng_below(rng, (uint64_t)count), i = 0;
    while (map->tiles[i] == WYRM_TILE_WALL || drawn-- > 0)
        i++;
    return (wyrm_position){(int16_t)(i % map->width), (int16_t)(i / map->width)};
}

/* The fallback if noise has left too little cave: one hall. */
static int32_t hew_hall(wyrm_map *map)
{
    for (int32_t y = 1; y < map->height - 1; y++)
        memset(&map->tiles[y * map->width + 1], WYRM_TILE_FLOOR, (size_t)map->width - 2);
    return (map->width - 2) * (map->height - 2);
}

/* Puts the exit into the region farthest from the start, on the walkable tile nearest to its
 * middle; if that is the start, on the first other floor tile from the top left. */
static void find_exit(wyrm_map *map)
{
    const wyrm_room *last = &map->rooms[map->room_count - 1];
    map->exit = dungeon_room_spot(map, last);
    for (int32_t i = 0; i < map->width * map->height; i++)
        if (map->exit.x == map->start.x && map->exit.y == map->start.y &&
            map->tiles[i] != WYRM_TILE_WALL)
            map->exit = (wyrm_position){(int16_t)(i % map->width), (int16_t)(i / map->width)};
}

static void make_cave(const dungeon_room_plan *plan, wyrm_rng *rng, wyrm_map *map)
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
    dungeon_map_join(map);
    dungeon_map_regions(map, plan->region);
    find_exit(map);
}

static const dungeon_map_model map_caves = {
    .model = {.name = "caves",
              .summary = "caves, in regions that count as rooms",
              .parameters = cave_rows},
    .read = read_cave,
    .make = make_cave,
};

/* ---- The table of map models: a new one is a section above and one line here ---- */

const wyrm_model *const dungeon_map_model_table[] = {
    &map_rooms.model,
    &map_tunnels.model,
    &map_caves.model,
    NULL,
};

static const char *const placings[] = {
    [WYRM_PLACING_RETRY] = "retry", [WYRM_PLACING_ONCE] = "once", NULL};

/* clang-format off */
const wyrm_field dungeon_map_shared_rows[] = {
    {.name = "placing", .kind = WYRM_KIND_CHOICE, .choices = placings, .default_value = "retry",
     .summary = "where the tile drawn for a monster or item is taken: `retry` draws another of the "
                "room, `once` leaves it out; then monsters are in the way of items, too",
     .source = "roguelike tutorial, part 12"},
    {.name = "goal", .kind = WYRM_KIND_TEXT,
     .summary = "what lies at the goal of the last map, in words; taking it wins"},
    DUNGEON_FURNITURE_ROWS,
    {.kind = WYRM_KIND_END},
};
/* clang-format on */

/* Reads the range of a side of rooms, and checks that the largest fits on an empty map: one tile
 * stays free all around, and another one on the right and below, as in RuggRogue; `rock` takes the
 * first of each. `name` ("width") is the side of the map. */
static void read_sides(rs_opening *o, const wyrm_mapper *mapper, const char *key, const char *name,
                       int32_t side, const wyrm_amount **out)
{
    const wyrm_value *sides = wyrm_value_get(o->section, key);
    const int32_t room = side - 3 + 2 * mapper->model->rock;
    *out = wyrm_value_amount(sides);
    if ((*out)->most > room)
        rs_error(o, sides, NULL, "a room of %s %d does not fit a map of %s %d: at most %d does",
                 key + strlen("room_"), (int)(*out)->most, name, (int)side, (int)room);
}

static void make(rs_opening *o, void *system)
{
    wyrm_mapper *mapper = system;
    const wyrm_value *goal = wyrm_value_get(o->section, "goal");
    dungeon_room_plan *plan = &mapper->plan;
    mapper->model = o->model;
    mapper->placing = (wyrm_placing)key_choice(o->section, "placing");
    mapper->goal = goal ? wyrm_value_text(goal) : NULL;
    *plan = (dungeon_room_plan){.width = key_whole(o->section, "width"),
                                .height = key_whole(o->section, "height"),
                                .tries = key_whole(o->section, "tries"),
                                .spacing = key_whole(o->section, "spacing"),
                                .extra_corridors = key_whole(o->section, "extra_corridors")};
    if (mapper->model->read != NULL) {
        mapper->model->read(o, plan);
    } else {
        read_sides(o, mapper, mapper->model->width_key, "width", plan->width, &plan->room_width);
        read_sides(o, mapper, mapper->model->height_key, "height", plan->height,
                   &plan->room_height);
    }
    mapper->furniture.width = plan->width;
    mapper->furniture.height = plan->height;
    dungeon_furniture_read(o, &mapper->furniture);
}

wyrm_status wyrm_mapper_new(const wyrm_ruleset *ruleset, wyrm_mapper **out, wyrm_errors *errors)
{
    *out = NULL;
    if (wyrm_ruleset_model(ruleset, "map") == NULL)
        return WYRM_OK;
    return rs_open(ruleset, "map", sizeof **out, make, NULL, out, errors);
}

void wyrm_mapper_free(wyrm_mapper *mapper)
{
    base_unmake(mapper);
}

const char *wyrm_mapper_goal(const wyrm_mapper *mapper)
{
    return mapper != NULL ? mapper->goal : NULL;
}

wyrm_map_bounds wyrm_mapper_bounds(const wyrm_mapper *mapper)
{
    if (mapper == NULL)
        return (wyrm_map_bounds){.rooms = 0};
    const dungeon_room_plan *plan = &mapper->plan;
    const int32_t rock = mapper->model->rock;
    if (mapper->model->make != NULL || mapper->furniture.shapes)
        return (wyrm_map_bounds){
            .rooms = WYRM_MAP_ROOMS_MAX, .tiles = 1, .shaped = true, .placing = mapper->placing};
    return (wyrm_map_bounds){.rooms = plan->tries < WYRM_MAP_ROOMS_MAX ? plan->tries
                                                                       : WYRM_MAP_ROOMS_MAX,
                             .tiles = ((int32_t)plan->room_width->least - rock) *
                                      ((int32_t)plan->room_height->least - rock),
                             .placing = mapper->placing};
}

const wyrm_terrain *wyrm_mapper_terrain(const wyrm_mapper *mapper, size_t *count)
{
    *count = mapper != NULL ? mapper->furniture.terrain_count : 0;
    return mapper != NULL ? mapper->furniture.terrain : NULL;
}

uint8_t wyrm_mapper_tile(const wyrm_mapper *mapper, int32_t terrain)
{
    return mapper->furniture.tiles[terrain];
}

/* ---- Rooms ---- */

/* The edges of the rooms placed so far, right and bottom ones exclusive, as arrays padded to whole
 * groups with rooms that overlap nothing, so that a compiler can vectorise the comparison. */
#define GROUP 8
typedef struct edges {
    int16_t left[WYRM_MAP_ROOMS_MAX], right[WYRM_MAP_ROOMS_MAX];
    int16_t top[WYRM_MAP_ROOMS_MAX], bottom[WYRM_MAP_ROOMS_MAX];
} edges;
_Static_assert(WYRM_MAP_ROOMS_MAX % GROUP == 0, "rooms fill whole groups");

static void set_edges(edges *walls, int32_t index, int left, int top, int right, int bottom)
{
    walls->left[index] = (int16_t)left;
    walls->right[index] = (int16_t)right;
    walls->top[index] = (int16_t)top;
    walls->bottom[index] = (int16_t)bottom;
}

/* Whether a room, grown by `spacing` on each side, overlaps one of the first `count`. */
static bool is_too_near(const wyrm_room *room, int spacing, const edges *walls, int32_t count)
{
    int16_t left = (int16_t)(room->x - spacing), top = (int16_t)(room->y - spacing);
    int16_t right = (int16_t)(room->x + room->width + spacing);
    int16_t bottom = (int16_t)(room->y + room->height + spacing), overlaps = 0;
    const int32_t most = (count + GROUP - 1) / GROUP * GROUP;
    for (int32_t i = 0; i < most; i++)
        overlaps |= (int16_t)((left < walls->right[i]) & (right > walls->left[i]) &
                              (top < walls->bottom[i]) & (bottom > walls->top[i]));
    return overlaps != 0;
}

void wyrm_mapper_rooms(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    const dungeon_room_plan *plan = &mapper->plan;
    const int32_t rock = mapper->model->rock, edge = 2 - rock;
    edges walls;
    int32_t count = 0;
    map->vault_count = 0;
    map->width = plan->width;
    map->height = plan->height;
    map->final = final;
    map->shaped = false;
    map->placing = mapper->placing;
    if (mapper->model->make != NULL) {
        map->shaped = true;
        mapper->model->make(plan, rng, map);
        return;
    }
    for (int32_t i = 0; i < plan->tries && count < WYRM_MAP_ROOMS_MAX; i++) {
        int64_t width = amount_draw(plan->room_width, rng);
        int64_t height = amount_draw(plan->room_height, rng);
        int64_t x = wyrm_rng_between(rng, 1 - rock, plan->width - width - edge);
        int64_t y = wyrm_rng_between(rng, 1 - rock, plan->height - height - edge);
        const wyrm_room room = {(int16_t)(x + rock), (int16_t)(y + rock), (int16_t)(width - rock),
                                (int16_t)(height - rock)};
        /* rooms with their edges in the rock must not touch */
        if (is_too_near(&room, plan->spacing + 2 * rock, &walls, count))
            continue;
        for (int32_t k = 1; k < GROUP && count % GROUP == 0; k++)
            set_edges(&walls, count + k, INT16_MAX, INT16_MAX, INT16_MAX, INT16_MAX);
        set_edges(&walls, count, room.x, room.y, room.x + room.width, room.y + room.height);
        map->rooms[count++] = room;
    }
    map->room_count = count;
    map->start = middle_of(&map->rooms[0], rock);
    map->exit = middle_of(&map->rooms[count - 1], rock);
}

void wyrm_mapper_generate(const wyrm_mapper *mapper, bool final, wyrm_rng *rng, wyrm_map *map)
{
    wyrm_mapper_rooms(mapper, final, rng, map);
    if (mapper->model->make != NULL) {
        map->tiles[map->exit.y * map->width + map->exit.x] =
            final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
        return;
    }
    memset(map->tiles, WYRM_TILE_WALL, (size_t)(map->width * map->height));
    for (int32_t i = 0; i < map->room_count; i++) {
        const wyrm_room *room = &map->rooms[i];
        for (int y = room->y; y < room->y + room->height; y++)
            memset(&map->tiles[y * map->width + room->x], WYRM_TILE_FLOOR, (size_t)room->width);
    }
    mapper->model->carve(&mapper->plan, rng, map);
    map->tiles[map->exit.y * map->width + map->exit.x] = final ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS;
}
