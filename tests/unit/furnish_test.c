/* Caves, lakes and vaults: whether maps are connected, how often vaults come, where things
 * stand. */
#include "bots.h"
#include "sound.h"
#include "stride.h"

#include <wyrm/stats.h>
#include <wyrm/streams.h>

#define TERRAIN                                                                                    \
    "terrain:\n"                                                                                   \
    "  door: {symbol: \"+\", sight: false, becomes: floor}\n"                                      \
    "  lava: {symbol: \"~\", damage: 3}\n"                                                         \
    "  deep: {symbol: \"~\", walk: false}\n"                                                       \
    "  shallow: {symbol: \",\", cost: 2}\n"

#define LAKES                                                                                      \
    "lakes: [{terrain: deep, around: shallow, number: [0, 3]}, {terrain: lava, number: 1}, "       \
    "{terrain: shallow, number: [0, 1]}]"

#define DEN                                                                                        \
    "vaults:\n"                                                                                    \
    "  den:\n"                                                                                     \
    "    map: |\n"                                                                                 \
    "      #########\n"                                                                            \
    "      #.T...~~#\n"                                                                            \
    "      +..!..~~#\n"                                                                            \
    "      #.T...~~#\n"                                                                            \
    "      #########\n"                                                                            \
    "    legend: [{sign: T, monster: troll}, {sign: \"!\", item: healing_potion},\n"               \
    "      {sign: \"~\", terrain: lava}, {sign: \"+\", terrain: door}]\n"

static const struct {
    const char *name, *text;
} models[] = {
    {"rooms", "models: {map: rooms}\n" TERRAIN "map: {doors: {terrain: door}, " LAKES "}\n" DEN},
    {"tunnels", TERRAIN "map: {doors: {terrain: door}, " LAKES "}\n" DEN},
    {"caves", "models: {map: caves}\n" TERRAIN "map: {width: 60, height: 40, " LAKES "}\n" DEN},
    {"narrow",
     "models: {map: caves}\n" TERRAIN "map: {width: 40, height: 20, rock: 0.52, " LAKES "}\n" DEN},
};

static wyrm_floor_models models_of(const wyrm_design *design)
{
    return (wyrm_floor_models){.mapper = wyrm_design_mapper(design),
                               .encounter = wyrm_design_encounter(design),
                               .loot = wyrm_design_loot(design),
                               .carved = true};
}

static bool is_safe(const wyrm_map *map, int x, int y)
{
    const wyrm_grid feet = wyrm_map_feet(map);
    return !wyrm_grid_solid(&feet, x, y);
}

/* Finds reachable tiles by depth-first search, independent of the library. */
static void spread(const wyrm_map *map, bool reached[])
{
    static int stack[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    const int width = map->width;
    int count = 0;
    memset(reached, 0, (size_t)(width * map->height));
    stack[count++] = map->start.y * width + map->start.x;
    reached[stack[0]] = true;
    while (count > 0) {
        const int at = stack[--count];
        for (int k = 0; k < 9; k++) {
            const int x = at % width + k % 3 - 1, y = at / width + k / 3 - 1;
            if (!is_safe(map, x, y) || reached[y * width + x])
                continue;
            reached[y * width + x] = true;
            stack[count++] = y * width + x;
        }
    }
}

static bool is_whole(const wyrm_map *map)
{
    return map->vault_count > 0 && map->vaults[0].at.width == 0;
}

static bool is_inside(const wyrm_map *map, wyrm_position at)
{
    const wyrm_room *den = &map->vaults[0].at;
    return map->vault_count > 0 && at.x >= den->x && at.x < den->x + den->width && at.y >= den->y &&
           at.y < den->y + den->height;
}

/* A den has its own trolls and its own potion, and nothing else. */
static void check_floor(const char *name, uint64_t run, const wyrm_map *map,
                        const wyrm_population *population)
{
    static bool reached[WYRM_MAP_SIDE_MAX * WYRM_MAP_SIDE_MAX];
    spread(map, reached);
    const int width = map->width;
    bool right = reached[map->exit.y * width + map->exit.x] &&
                 !(map->exit.x == map->start.x && map->exit.y == map->start.y);
    right = right && wyrm_map_tile(map, map->exit.x, map->exit.y) != WYRM_TILE_FLOOR;
    for (size_t i = 0; i < population->monster_count; i++) {
        const wyrm_position at = population->monsters[i].position;
        right = right && reached[at.y * width + at.x] &&
                (is_whole(map) || is_inside(map, at) == (population->monsters[i].room < 0));
        for (size_t k = 0; k < i; k++)
            right = right && !(at.x == population->monsters[k].position.x &&
                               at.y == population->monsters[k].position.y);
    }
    size_t inside = 0;
    for (size_t i = 0; i < population->item_count; i++) {
        const wyrm_position at = population->items[i].position;
        right = right && reached[at.y * width + at.x];
        inside += is_inside(map, at);
    }
    right = right && (is_whole(map) || inside == (size_t)map->vault_count);
    for (int x = 0; x < width && right; x++)
        right = !is_safe(map, x, 0) && !is_safe(map, x, map->height - 1);
    if (!right)
        fail_msg("%s, run %d: something cannot be reached or stands where it must not", name,
                 (int)run);
}

/* 3,000 floors of each model, with lakes, doors and a vault: everything can be reached without
 * stepping on harmful terrain. */
TEST(whatever_is_on_a_floor_can_be_walked_to)
{
    static wyrm_map map;
    static wyrm_population population;
    for (size_t m = 0; m < LENGTH_OF(models); m++) {
        OWNED_DESIGN *design = tutorial_with(models[m].text);
        const wyrm_floor_models of = models_of(design);
        const uint64_t runs = (uint64_t)played_times(m == 3 ? 500 : 3000);
        for (uint64_t run = 0; run < runs; run++) {
            wyrm_difficulty difficulty = wyrm_encounter_start(of.encounter);
            difficulty.depth = 1 + (int32_t)(run % 6);
            wyrm_floor_make(&of, 3, run, &difficulty, NULL, &map, &population);
            check_floor(models[m].name, run, &map, &population);
        }
    }
}

/* Furnishing a floor moves no room: the rooms of the map are as without it. */
TEST(rooms_are_where_they_would_be_without)
{
    static wyrm_map bare, map;
    OWNED_DESIGN *plain = tutorial_with("");
    OWNED_DESIGN *design = tutorial_with(models[1].text);
    for (uint64_t run = 0; run < 300; run++) {
        wyrm_rng rng = wyrm_rng_start(9, run, WYRM_STREAM_MAP, 1), again = rng;
        const wyrm_map_place place = {.seed = 9, .run = run, .depth = 1};
        wyrm_mapper_generate(wyrm_design_mapper(plain), false, &rng, &bare);
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &again, &map);
        wyrm_mapper_furnish(wyrm_design_mapper(design), &place, &map);
        assert_int_equal(map.room_count, bare.room_count);
        assert_memory_equal(map.rooms, bare.rooms, (size_t)map.room_count * sizeof *map.rooms);
        assert_int_equal(map.vault_count, 1);
        assert_true(map.start.x == bare.start.x && map.start.y == bare.start.y);
    }
}

/* ---- caves ---- */

TEST(caves_are_open_and_fall_into_regions)
{
    static wyrm_map map;
    OWNED_DESIGN *design = tutorial_with("models: {map: caves}\n");
    int64_t rooms = 0, ground = 0;
    for (uint64_t run = 0; run < 300; run++) {
        wyrm_rng rng = wyrm_rng_start(4, run, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(wyrm_design_mapper(design), run % 2 == 0, &rng, &map);
        assert_true(map.shaped && map.width == 80 && map.height == 50);
        for (int i = 0; i < map.width * map.height; i++)
            ground += is_safe(&map, i % map.width, i / map.width);
        rooms += map.room_count;
        const wyrm_room *first = &map.rooms[0], *last = &map.rooms[map.room_count - 1];
        assert_true(map.start.x >= first->x && map.start.x < first->x + first->width &&
                    map.start.y >= first->y && map.start.y < first->y + first->height);
        assert_true(map.exit.x >= last->x && map.exit.x < last->x + last->width &&
                    map.exit.y >= last->y && map.exit.y < last->y + last->height);
        assert_int_equal(wyrm_map_tile(&map, map.exit.x, map.exit.y),
                         run % 2 == 0 ? WYRM_TILE_GOAL : WYRM_TILE_STAIRS);
    }
    assert_in_range(rooms / 300, 10, 25);
    assert_in_range(ground / 300, 80 * 50 / 4, 80 * 50 * 3 / 4);
}

static int64_t open_tiles(const char *rock)
{
    static wyrm_map map;
    char text[80];
    snprintf(text, sizeof text, "models: {map: caves}\nmap: {rock: %s}\n", rock);
    OWNED_DESIGN *design = tutorial_with(text);
    int64_t ground = 0;
    for (uint64_t run = 0; run < 50; run++) {
        wyrm_rng rng = wyrm_rng_start(4, run, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
        for (int i = 0; i < map.width * map.height; i++)
            ground += is_safe(&map, i % map.width, i / map.width);
    }
    return ground / 50;
}

/* Inside the edge are 78 x 48 tiles; a map that starts with little rock ends with almost none. */
TEST(the_more_rock_the_narrower_are_caves)
{
    const int64_t little = open_tiles("0.25"), some = open_tiles("0.4"), much = open_tiles("0.5");
    assert_in_range(little, 3600, 78 * 48);
    assert_in_range(some, 2600, 3300);
    assert_in_range(much, 500, 1900);
}

/* Anything smaller than a region is no cave, so the map is one hall from wall to wall. The exit is
 * in its middle or, if the player starts there, in the first corner. */
TEST(where_there_is_no_cave_there_is_a_hall)
{
    static wyrm_map map;
    enum { WIDTH = 14, HEIGHT = 10, RUNS = 6000 };
    OWNED_DESIGN *design = tutorial_with("models: {map: caves}\nmap: {rock: 0.6, smoothing: 20, "
                                         "width: 14, height: 10, region: 100}\n");
    int starts[WIDTH * HEIGHT] = {0}, exits[WIDTH * HEIGHT] = {0}, most = 0;
    for (uint64_t run = 0; run < RUNS; run++) {
        int open = 0;
        wyrm_rng rng = wyrm_rng_start(4, run, WYRM_STREAM_MAP, 1);
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            open += wyrm_map_tile(&map, i % WIDTH, i / WIDTH) != WYRM_TILE_WALL;
        assert_holds(open == (WIDTH - 2) * (HEIGHT - 2) && map.room_count == 1, run);
        starts[map.start.y * WIDTH + map.start.x]++;
        exits[map.exit.y * WIDTH + map.exit.x]++;
        assert_holds(map.exit.x != map.start.x || map.exit.y != map.start.y, run);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        most = exits[i] > exits[most] ? i : most;
    assert_int_equal(exits[most], RUNS - starts[most]);
    assert_int_equal(exits[WIDTH + 1], starts[most]);
    assert_in_range(starts[most], 30, 100); /* of 96 tiles each */
    assert_in_range(most % WIDTH, WIDTH / 2 - 1, WIDTH / 2);
    assert_in_range(most / WIDTH, HEIGHT / 2 - 1, HEIGHT / 2);
}

/* ---- vaults ---- */

#define FREQUENT                                                                                   \
    "vaults:\n"                                                                                    \
    "  cell: {map: \"...\", depths: [2, 4], chance: [[0.1, 1], [0.3, 3]]}\n"                       \
    "  shrine: {map: \"..\", depths: [3, 7], once: true}\n"

/* The chances worked by hand, over 10^5 floors. */
TEST(vaults_come_as_often_as_is_said)
{
    static wyrm_map map;
    enum { RUNS = 14300, DEPTHS = 7 };
    static const double cell[DEPTHS] = {0, 0.1, 0.3, 0.3, 0, 0, 0};
    OWNED_DESIGN *design = tutorial_with("map: {width: 30, height: 20}\n" FREQUENT);
    const wyrm_mapper *mapper = wyrm_design_mapper(design);
    int counts[2][DEPTHS] = {{0}};
    assert_int_equal(wyrm_mapper_vaults(mapper), 2);
    assert_string_equal(wyrm_mapper_vault(mapper, 1).name, "shrine");
    for (uint64_t run = 0; run < RUNS; run++) {
        int shrines = 0;
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            wyrm_rng rng = wyrm_rng_start(6, run, WYRM_STREAM_MAP, (uint64_t)depth);
            const wyrm_map_place place = {.seed = 6, .run = run, .depth = depth};
            wyrm_mapper_generate(mapper, false, &rng, &map);
            wyrm_mapper_furnish(mapper, &place, &map);
            for (int32_t i = 0; i < map.vault_count; i++) {
                counts[map.vaults[i].vault][depth - 1]++;
                shrines += map.vaults[i].vault == 1;
            }
        }
        assert_int_equal(shrines, 1);
    }
    for (int i = 0; i < DEPTHS; i++) {
        const double wanted[2] = {cell[i], i >= 2 ? 0.2 : 0};
        for (size_t v = 0; v < 2; v++) {
            assert_near(wyrm_mapper_vault_chance(mapper, v, i + 1), wanted[v], 1e-12);
            const double sd = sqrt(RUNS * wanted[v] * (1 - wanted[v]));
            assert_near(counts[v][i], RUNS * wanted[v], 4.5 * sd);
        }
    }
}

/* Of depths without an end those of the dungeon count; the tutorial has 10. */
TEST(what_comes_once_comes_within_the_dungeon)
{
    static const char *const depths[] = {"", "depths: [3, 500],", "depths: [30, 40],"};
    static const double chances[][3] = {{0.1, 0.1, 0}, {0, 0.125, 0}, {0, 0, 1 / 11.0}};
    static const int32_t at[] = {1, 10, 35};
    for (size_t i = 0; i < COUNT_OF(depths); i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "map: {width: 30, height: 20}\nvaults: {shrine: {map: \"..\", %s once: true}}\n",
                 depths[i]);
        OWNED_DESIGN *design = tutorial_with(text);
        for (size_t k = 0; k < COUNT_OF(at); k++)
            assert_near(wyrm_mapper_vault_chance(wyrm_design_mapper(design), 0, at[k]),
                        chances[i][k], 1e-12);
    }
}

/* A random hall gives way to a shrine that comes once and is at depth 2 in 1/2 x 2/3 of games. */
#define CROWDED                                                                                    \
    "vaults:\n"                                                                                    \
    "  hall: {map: \"@k>\", depths: [2, 3], chance: 0.5, floor: true, filled: false,\n"            \
    "    legend: [{sign: k, item: sword}]}\n"                                                      \
    "  cell: {map: \"k..\", depths: [2, 3], legend: [{sign: k, item: sword}]}\n"                   \
    "  shrine: {map: \"..\", depths: [1, 3], once: true}\n"

TEST(what_comes_once_comes_whatever_else_is_drawn)
{
    static wyrm_map map;
    enum { HALL, CELL, SHRINE, KINDS, RUNS = 6000, DEPTHS = 4 };
    OWNED_DESIGN *design = tutorial_with("map: {width: 30, height: 20}\n" CROWDED);
    const wyrm_mapper *mapper = wyrm_design_mapper(design);
    int counts[KINDS][DEPTHS] = {{0}};
    for (uint64_t run = 0; run < RUNS; run++) {
        int shrines = 0;
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            wyrm_rng rng = wyrm_rng_start(6, run, WYRM_STREAM_MAP, (uint64_t)depth);
            const wyrm_map_place place = {.seed = 6, .run = run, .depth = depth};
            wyrm_mapper_generate(mapper, false, &rng, &map);
            wyrm_mapper_furnish(mapper, &place, &map);
            for (int32_t i = 0; i < map.vault_count; i++) {
                counts[map.vaults[i].vault][depth - 1]++;
                shrines += map.vaults[i].vault == SHRINE;
            }
        }
        assert_int_equal(shrines, 1);
    }
    for (int32_t depth = 2; depth <= 3; depth++) {
        const double sd = sqrt(RUNS * 2 / 9.0);
        assert_near(counts[HALL][depth - 1], RUNS / 3.0, 4.5 * sd);
        assert_near(counts[CELL][depth - 1], RUNS * 2 / 3.0, 4.5 * sd);
        const wyrm_vault_means means = wyrm_mapper_vault_means(mapper, depth, -1, "sword");
        assert_near(means.items, 1, 1e-12); /* one or the other */
        assert_near(means.alone, 1 / 3.0, 1e-12);
    }
}

static void furnish(const wyrm_design *design, uint64_t run, int32_t depth, wyrm_map *map)
{
    wyrm_rng rng = wyrm_rng_start(6, run, WYRM_STREAM_MAP, (uint64_t)depth);
    const wyrm_map_place place = {.seed = 6, .run = run, .depth = depth};
    wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, map);
    wyrm_mapper_furnish(wyrm_design_mapper(design), &place, map);
}

/* Of each kind one, with 1 to 5 swords in it: on the first two floors the temple is the whole floor
 * in half of games, else the shrine comes in half, which keeps the halls away. */
#define ALL_KINDS                                                                                  \
    "vaults:\n"                                                                                    \
    "  temple: {map: \"@k>\", depths: [1, 2], once: true, floor: true, legend: &l [{sign: k, "     \
    "item: "                                                                                       \
    "sword}]}\n"                                                                                   \
    "  shrine: {map: \"kk.\", depths: [1, 2], once: true, legend: *l}\n"                           \
    "  hall: {map: \"@kkk>\", chance: 0.5, floor: true, filled: false, legend: *l}\n"              \
    "  court: {map: \"@kkkk>\", chance: 0.5, floor: true, legend: *l}\n"                           \
    "  cell: {map: \"kkkkk\", chance: 0.5, legend: *l}\n"

TEST(means_of_vaults_are_those_of_floors)
{
    static wyrm_map map;
    enum { RUNS = 1500 };
    static const double random = 0.5 * 3 + 0.5 * (0.5 * 4 + 0.5 * 0.5 * 5);
    static const double wanted[] = {0.5 * 1 + 0.5 * (0.5 * (2 + 0.5 * 5) + 0.5 * random), random};
    OWNED_DESIGN *design = tutorial_with("map: {width: 30, height: 20}\n" ALL_KINDS);
    const wyrm_mapper *mapper = wyrm_design_mapper(design);
    for (int i = 0; i < 2; i++) {
        const int32_t depth = 2 + i;
        const wyrm_vault_means means = wyrm_mapper_vault_means(mapper, depth, -1, "sword");
        wyrm_moments swords = {0};
        for (uint64_t run = 0; run < RUNS; run++) {
            int count = 0;
            furnish(design, run, depth, &map);
            for (int32_t v = 0; v < map.vault_count; v++)
                count += map.vaults[v].vault + 1;
            wyrm_moments_add(&swords, count);
        }
        assert_near(means.items, wanted[i], 1e-12);
        assert_near(means.alone, i == 0 ? 0.125 : 0.5, 1e-12);
        assert_near(means.monsters, 0, 0);
        assert_near(swords.mean, wanted[i], 4.5 * wyrm_moments_sd(&swords) / sqrt(RUNS));
        assert_near(wyrm_mapper_vault_means(mapper, depth, -1, "shield").items, 0, 0);
        assert_near(wyrm_mapper_vault_means(mapper, depth, -1, NULL).items, wanted[i], 1e-12);
    }
}

/* A tile is free between any two and two at the edge, and none covers where the player starts or
 * where the way leads on. */
TEST(vaults_stand_apart)
{
    static wyrm_map map;
    OWNED_DESIGN *design = tutorial_with("map: {width: 32, height: 24, room_side: 5}\n"
                                         "vaults:\n"
                                         "  a: {map: \"#####\\n.....\\n#####\\n\"}\n"
                                         "  b: {map: \"#.#\\n#.#\\n#.#\\n#.#\\n\"}\n"
                                         "  c: {map: \"..\\n..\\n\"}\n"
                                         "  d: {map: \"####\\n#..#\\n#..#\\n##.#\\n\"}\n");
    int placed = 0;
    for (uint64_t run = 0; run < 400; run++) {
        furnish(design, run, 1, &map);
        placed += map.vault_count;
        for (int32_t i = 0; i < map.vault_count; i++) {
            const wyrm_room *one = &map.vaults[i].at;
            const wyrm_position keep[] = {map.start, map.exit};
            assert_holds(one->x >= 2 && one->y >= 2 && one->x + one->width <= map.width - 2 &&
                             one->y + one->height <= map.height - 2,
                         run + 1);
            for (int k = 0; k < 2; k++)
                assert_holds(keep[k].x < one->x || keep[k].x >= one->x + one->width ||
                                 keep[k].y < one->y || keep[k].y >= one->y + one->height,
                             run + 1);
            for (int32_t k = 0; k < i; k++) {
                const wyrm_room *other = &map.vaults[k].at;
                assert_holds(one->x > other->x + other->width || other->x > one->x + one->width ||
                                 one->y > other->y + other->height ||
                                 other->y > one->y + one->height,
                             run + 1);
            }
        }
    }
    assert_in_range(placed, 400 * 4 - 40, 400 * 4);
}

/* ---- lakes ---- */

/* Whether one of the eight tiles around has this terrain. */
static bool is_beside(const wyrm_map *map, int x, int y, int32_t terrain)
{
    for (int k = 0; k < 9; k++)
        if (k != 4 && wyrm_map_terrain(map, x + k % 3 - 1, y + k / 3 - 1) == terrain)
            return true;
    return false;
}

TEST(lakes_have_their_size_their_depths_and_their_shores)
{
    enum { DOOR, LAVA, DEEP, SHALLOW };
    static wyrm_map map;
    int lakes = 0, rocks = 0;
    OWNED_DESIGN *design = tutorial_with(
        TERRAIN "map: {lakes: [{terrain: deep, around: shallow, number: 1, tiles: 30, "
                "depths: [2, 3]}]}\n");
    for (uint64_t run = 0; run < 100; run++)
        for (int32_t depth = 1; depth <= 4; depth++) {
            int wet = 0;
            furnish(design, run, depth, &map);
            for (int y = 0; y < map.height; y++)
                for (int x = 0; x < map.width; x++) {
                    const int32_t is = wyrm_map_terrain(&map, x, y);
                    const bool kept = (x == map.start.x && y == map.start.y) ||
                                      (x == map.exit.x && y == map.exit.y);
                    const bool shore = is_beside(&map, x, y, DEEP);
                    wet += is == DEEP;
                    assert_holds(!kept || is == WYRM_TERRAIN_NONE, run + 1);
                    assert_holds(is != DEEP ||
                                     (x > 0 && y > 0 && x < map.width - 1 && y < map.height - 1),
                                 run + 1);
                    assert_holds(is != SHALLOW || shore, run + 1);
                    if (shore && !kept && is == WYRM_TERRAIN_NONE) {
                        assert_holds(wyrm_map_tile(&map, x, y) == WYRM_TILE_WALL, run + 1);
                        rocks++;
                    }
                }
            assert_holds(wet == 0 || (wet == 30 && depth >= 2 && depth <= 3), run + 1);
            lakes += wet > 0;
        }
    assert_in_range(lakes, 150, 200);
    assert_true(rocks > 0);
}

#define BOSS_ROOM                                                                                  \
    TERRAIN "vaults:\n"                                                                            \
            "  lair:\n"                                                                            \
            "    map: |\n"                                                                         \
            "      ############\n"                                                                 \
            "      #@...~~...T#\n"                                                                 \
            "      #....~~....#\n"                                                                 \
            "      #..........#\n"                                                                 \
            "      #.....k...>#\n"                                                                 \
            "      ############\n"                                                                 \
            "    legend:\n"                                                                        \
            "      - {sign: \"~\", terrain: lava}\n"                                               \
            "      - {sign: T, monster: troll, level: 3}\n"                                        \
            "      - {sign: k, item: sword}\n"                                                     \
            "    depths: 3\n"                                                                      \
            "    floor: true\n"

/* The floor equals the picture, to the last tile, with its monsters and items and nothing else. */
TEST(a_whole_floor_can_be_a_picture)
{
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design = tutorial_with(BOSS_ROOM "    filled: false\n");
    const wyrm_floor_models of = models_of(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(of.encounter);
    difficulty.depth = 3;
    wyrm_floor_make(&of, 1, 2, &difficulty, NULL, &map, &population);
    assert_true(map.width == 12 && map.height == 6);
    assert_true(map.start.x == 1 && map.start.y == 1 && map.exit.x == 10 && map.exit.y == 4);
    assert_int_equal(wyrm_map_tile(&map, 10, 4), WYRM_TILE_STAIRS);
    assert_int_equal(wyrm_map_terrain(&map, 5, 1), 1);
    assert_int_equal(wyrm_map_terrain(&map, 7, 1), WYRM_TERRAIN_NONE);
    assert_int_equal(population.monster_count, 1);
    assert_true(population.monsters[0].position.x == 10 && population.monsters[0].position.y == 1);
    assert_int_equal(population.monsters[0].spawn.level, 3);
    assert_int_equal(population.experience, 100);
    assert_int_equal(population.item_count, 1);
    assert_true(population.items[0].position.x == 6 && population.items[0].position.y == 4);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(of.loot, &kinds);
    assert_string_equal(kinds[population.items[0].item.kind].name, "sword");
    difficulty.depth = 4;
    wyrm_floor_make(&of, 1, 2, &difficulty, NULL, &map, &population);
    assert_true(map.width == 80 && map.vault_count == 0);
}

/* What a picture walls off stays so, since a designer may want it: no corridor is dug into a floor
 * that is given whole, and no lake is put there. */
TEST(a_whole_floor_is_not_joined)
{
    enum { WIDTH = 34, HEIGHT = 14, WALL = 5 };
    static wyrm_map map;
    static wyrm_population population;
    char picture[HEIGHT * (WIDTH + 8) + 1], text[sizeof picture + 256];
    size_t used = 0;
    for (int y = 0; y < HEIGHT; y++) {
        used += (size_t)snprintf(picture + used, sizeof picture - used, "      ");
        for (int x = 0; x < WIDTH; x++)
            picture[used++] = x == 1 && y == 1                                             ? '@'
                              : x == 4 && y == 2                                           ? '>'
                              : x % (WIDTH - 1) == 0 || y % (HEIGHT - 1) == 0 || x == WALL ? '#'
                                                                                           : '.';
        picture[used++] = '\n';
    }
    picture[used] = '\0';
    snprintf(text, sizeof text,
             TERRAIN "map: {lakes: [{terrain: lava, number: 9}]}\n"
                     "vaults:\n  lair:\n    map: |\n%s    floor: true\n    filled: false\n",
             picture);
    OWNED_DESIGN *design = tutorial_with(text);
    const wyrm_floor_models of = models_of(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(of.encounter);
    difficulty.depth = 3;
    wyrm_floor_make(&of, 1, 2, &difficulty, NULL, &map, &population);
    assert_true(map.width == WIDTH && map.height == HEIGHT);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool wall = x % (WIDTH - 1) == 0 || y % (HEIGHT - 1) == 0 || x == WALL;
            assert_int_equal(wyrm_map_tile(&map, x, y) == WYRM_TILE_WALL, wall);
            assert_int_equal(wyrm_map_terrain(&map, x, y), WYRM_TERRAIN_NONE);
        }
}

/* Each at its level, or at that of the depth, and each item in its place. */
TEST(who_stands_in_a_picture_is_placed_as_it_says)
{
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design =
        tutorial_with("vaults:\n  yard:\n    map: |\n      @T..U\n      k.! >\n"
                      "    legend: [{sign: T, monster: troll, level: 2}, {sign: U, monster: orc},\n"
                      "      {sign: k, item: sword}, {sign: \"!\", item: healing_potion}]\n"
                      "    floor: true\n    filled: false\n");
    const wyrm_floor_models of = models_of(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(of.encounter);
    difficulty.depth = 3;
    wyrm_floor_make(&of, 1, 2, &difficulty, NULL, &map, &population);
    assert_int_equal(wyrm_map_tile(&map, 3, 1), WYRM_TILE_WALL); /* a blank */
    assert_int_equal(population.monster_count, 2);
    const wyrm_placed_monster *one = &population.monsters[0], *other = &population.monsters[1];
    assert_int_equal(one->spawn.monster, monster_named(design, "troll"));
    assert_true(one->position.x == 1 && one->position.y == 0 && one->spawn.level == 2);
    assert_int_equal(other->spawn.monster, monster_named(design, "orc"));
    assert_true(other->position.x == 4 && other->position.y == 0 && other->spawn.level == 3);
    assert_int_equal(population.experience, one->spawn.experience + other->spawn.experience);
    assert_int_equal(population.item_count, 2);
    assert_true(population.items[0].position.x == 0 && population.items[0].position.y == 1);
    assert_true(population.items[1].position.x == 2 && population.items[1].position.y == 1);
    const wyrm_vault_means means =
        wyrm_mapper_vault_means(of.mapper, 3, monster_named(design, "orc"), "sword");
    assert_near(means.monsters, 1, 0);
    assert_near(means.items, 1, 0);
    assert_near(wyrm_mapper_vault_means(of.mapper, 3, -1, NULL).monsters, 2, 0);
}

/* Corridors may run along the edge of a picture: regions of 16 by 12 tiles are counted from there,
 * except those of rock only. */
TEST(a_floor_that_is_open_at_its_edge_falls_into_regions)
{
    enum { WIDTH = 34, HEIGHT = 14 };
    static const int16_t corners[][2] = {{0, 0}, {0, 12}, {16, 12}, {32, 12}};
    static wyrm_map map;
    char text[1000], *at = text;
    at += sprintf(at, "vaults:\n  way:\n    depths: 1\n    floor: true\n    map: |\n");
    for (int y = 0; y < HEIGHT; y++) {
        at += sprintf(at, "      %c", y == 0 ? '@' : '.');
        for (int x = 1; x < WIDTH; x++)
            *at++ = (char)(y < HEIGHT - 1 ? '#' : x < WIDTH - 1 ? '.' : '>');
        at += sprintf(at, "\n");
    }
    OWNED_DESIGN *design = tutorial_with(text);
    const wyrm_map_place place = {.seed = 1, .depth = 1};
    wyrm_rng rng = wyrm_rng_start(1, 0, WYRM_STREAM_MAP, 1);
    wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
    wyrm_mapper_furnish(wyrm_design_mapper(design), &place, &map);
    assert_int_equal(map.room_count, LENGTH_OF(corners));
    for (size_t i = 0; i < LENGTH_OF(corners); i++) {
        assert_int_equal(map.rooms[i].x, corners[i][0]);
        assert_int_equal(map.rooms[i].y, corners[i][1]);
    }
}

TEST(a_picture_may_be_filled_like_any_floor)
{
    static wyrm_map map;
    static wyrm_population population;
    OWNED_DESIGN *design = tutorial_with(BOSS_ROOM);
    const wyrm_floor_models of = models_of(design);
    size_t most = 0;
    for (uint64_t run = 0; run < 200; run++) {
        wyrm_difficulty difficulty = wyrm_encounter_start(of.encounter);
        difficulty.depth = 3;
        wyrm_floor_make(&of, 1, run, &difficulty, NULL, &map, &population);
        check_floor("lair", run, &map, &population);
        most = population.monster_count > most ? population.monster_count : most;
    }
    assert_true(most > 1);
}

/* A vault with an exit replaces the map's exit. */
TEST(the_way_on_may_be_in_a_vault)
{
    static wyrm_map map;
    OWNED_DESIGN *design = tutorial_with("vaults:\n  end:\n    map: |\n      #####\n      #.>.#\n"
                                         "      ##.##\n    depths: 1\n");
    for (uint64_t run = 0; run < 100; run++) {
        wyrm_rng rng = wyrm_rng_start(2, run, WYRM_STREAM_MAP, 1);
        const wyrm_map_place place = {.seed = 2, .run = run, .depth = 1};
        int exits = 0;
        wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
        wyrm_mapper_furnish(wyrm_design_mapper(design), &place, &map);
        const wyrm_room *at = &map.vaults[0].at;
        assert_true(map.exit.x == at->x + 2 && map.exit.y == at->y + 1);
        for (int i = 0; i < map.width * map.height; i++)
            exits += (map.tiles[i] & WYRM_TILE_BITS) == WYRM_TILE_STAIRS;
        assert_int_equal(exits, 1);
    }
}

/* ---- games ---- */

/* Bots play on all of it: no state breaks an invariant, a copy continues like the original, and
 * nobody steps on harmful terrain unless confused. */
TEST(bots_play_on_any_map)
{
    for (size_t m = 0; m < LENGTH_OF(models); m++)
        for (uint64_t seed = 1; seed <= (PLAYED_STRIDE > 1 ? 1 : 4); seed++) {
            OWNED_ARENA *a = play("tutorial", models[m].text, seed);
            OWNED_BOT *bot = bot_for(a, bot_names[2 + seed % 4]);
            wyrm_game *copy = wyrm_game_new();
            wyrm_command command;
            wyrm_status status;
            a->game->bare.max_hp = a->game->player.combatant.max_hp = 2000;
            a->game->player.combatant.hp = 2000;
            for (int i = 0; i < 1200 && bot_plays(a, bot, &command, &status); i++) {
                const char *broken = broken_law(a->engine, a->game);
                const wyrm_terrain *ground =
                    game_terrain_at(a->engine, a->game, a->game->player.at);
                if (broken != NULL)
                    fail_msg("%s, seed %d: %s", models[m].name, (int)seed, broken);
                assert_true(ground == NULL || ground->damage == NULL);
                if (i % 50 == 0)
                    wyrm_game_copy(a->game, copy);
                else
                    assert_int_equal(wyrm_game_act(a->engine, copy, &command, NULL, NULL), status);
                assert_true(wyrm_game_checksum(copy) == wyrm_game_checksum(a->game));
            }
            assert_true(a->game->turn > 100);
            wyrm_game_free(copy);
        }
}

/* ---- errors ---- */

static void refuses(const char *changes, const char *message, int line, int column)
{
    (assert_refused_at)(variant_of("tutorial", changes), message, NULL, line, column);
}

TEST(bad_pictures_are_told_at_their_character)
{
    refuses("vaults:\n  x:\n    map: |\n      #.#\n      #?#\n", "'?' does not stand in the legend",
            7, 8);
    refuses("vaults:\n  x:\n    map: |\n      #.#\n      #\n",
            "this line has 1 characters, the longest 3", 7, 8);
    refuses("vaults:\n  x:\n    map: |\n      @.#\n",
            "'@' is for a vault that is a whole floor (floor: true)", 6, 7);
    refuses("vaults:\n  x:\n    floor: true\n    map: |\n      @#>\n",
            "no way leads from '@' to '>'", 7, 9);
    refuses("vaults:\n  x:\n    floor: true\n    map: |\n      @..\n",
            "a whole floor needs '>', the way on", 6, 0);
    refuses("vaults:\n  x:\n    map: |\n      >.>\n", "there is a second '>'", 6, 9);
    refuses("vaults:\n  x:\n    floor: true\n    map: |\n      @.>\n      ..@\n",
            "there is a second '@'", 8, 9);
    refuses("vaults:\n  x:\n    floor: true\n    map: |\n      ..>\n",
            "a whole floor needs '@', where the player starts", 6, 0);
    refuses("vaults:\n  x:\n    map: |\n      ###\n      #>#\n      ###\n      #.#\n",
            "no way leads into the picture and to '>'", 7, 8);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a, terrain: lawa}]\n",
            "no terrain is called 'lawa'", 6, 0);
    refuses("terrain: {floor: {symbol: \"_\"}}\n",
            "'floor' is what every map has: no terrain is called so", 3, 0);
    refuses("terrain: {mud: {symbol: \"ab\"}}\n",
            "a symbol is one printable ASCII character, not 'ab'", 3, 0);
    refuses("terrain: {mud: {symbol: \" \"}}\n",
            "a symbol is one printable ASCII character, not ' '", 3, 0);
    refuses("terrain: {mud: {symbol: \",\", becomes: mad}}\n", "no terrain is called 'mad'", 3, 0);
    refuses("map: {width: 20, height: 20, room_side: 4}\nvaults:\n  x:\n    map: \"........."
            "\\n.........\\n.........\\n.........\\n.........\\n.........\\n.........\\n........."
            "\\n.........\"\n",
            "a picture of 9 x 9 is too large for a map of 20 x 20", 6, 0);
    refuses("vaults:\n  x:\n    map: |\n      ###\n      #.#\n      ###\n",
            "no way leads into the picture", 5, 0);
    refuses("map: {width: 20, height: 20, room_side: 4}\nvaults:\n  x:\n    map: "
            "\"..................\"\n",
            "a picture of 18 x 1 is too large for a map of 20 x 20", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a, monster: ork}]\n",
            "no monster is called 'ork'", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a, item: swrd}]\n",
            "no item is called 'swrd'", 6, 0);
    (assert_refused_at)(variant_of("tutorial", "vaults:\n  x:\n    map: \"a.\"\n    legend: "
                                               "[{sign: a, item: swrod}]\n"),
                        "no item is called 'swrod'", "did you mean 'sword'?", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: ab}]\n",
            "a sign is one printable ASCII character, not 'ab'", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: \"@\"}]\n",
            "'@' has its meaning: choose another character", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a}, {sign: a}]\n",
            "'a' stands in the legend twice", 6, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a, terrain: wall, item: sword}]\n",
            "nothing stands in a wall", 6, 0);
    refuses("vaults:\n  x: {map: \"..\", once: true, chance: 0.5}\n",
            "what comes once comes for certain, and has no chance", 4, 0);
    refuses("vaults:\n  x: {map: \"..\", filled: false}\n",
            "'filled' is for a vault that is a whole floor (floor: true)", 4, 0);
    refuses("vaults:\n  x:\n    map: \"a.\"\n    legend: [{sign: a, level: 3}]\n",
            "'level' is a monster's, and 'a' is none", 6, 0);
    refuses("vaults:\n  x:\n    map: \"\\n\\n\"\n", "the picture is empty", 5, 0);
    refuses(TERRAIN "map: {lakes: [{terrain: deep, around: lava}]}\n",
            "what lies around a lake must be safe to walk on", 8, 0);
}

/* The 257th of 20 in a line, of which the first has 19. */
TEST(a_picture_has_at_most_256_monsters_and_items)
{
    char text[1000];
    for (int lines = 13; lines <= 14; lines++) {
        size_t used = (size_t)sprintf(text, "vaults:\n  x:\n    floor: true\n"
                                            "    legend: [{sign: k, item: sword}]\n    map: |\n");
        for (int y = 0; y < lines; y++) {
            used += (size_t)sprintf(text + used, "      kkkkkkkkkkkkkkkkkkkk\n");
            if (y == 0)
                text[used - 21] = '@';
        }
        strcpy(text + used - (lines == 13 ? 4 : 2), lines == 13 ? "..>\n" : ">\n");
        if (lines == 13)
            wyrm_design_free(tutorial_with(text));
        else
            refuses(text, "more than 256 monsters and items in a picture", 20, 24);
    }
}
