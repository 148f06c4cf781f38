/* Populations: everything is in its room, on a tile of its own. */
#include "helpers.h"

#include <wyrm/streams.h>

static wyrm_map map;
static wyrm_population population;

static void populate(const wyrm_design *design, int32_t depth, uint64_t run)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_difficulty difficulty = wyrm_encounter_start(encounter);
    wyrm_rng rng = wyrm_rng_start(6, run, WYRM_STREAM_MAP, (uint64_t)depth);
    difficulty.depth = depth;
    difficulty.tracker = wyrm_growth_at_level(wyrm_design_growth(design), depth);
    wyrm_mapper_generate(wyrm_design_mapper(design), false, &rng, &map);
    wyrm_populate(&(wyrm_floor_models){.encounter = encounter, .loot = wyrm_design_loot(design)},
                  &difficulty, &map, 6, run, NULL, &population);
}

static bool is_inside(const wyrm_room *room, wyrm_position at)
{
    return at.x >= room->x && at.x < room->x + room->width && at.y >= room->y &&
           at.y < room->y + room->height;
}

static bool is_same(wyrm_position a, wyrm_position b)
{
    return a.x == b.x && a.y == b.y;
}

static void check_monsters(void)
{
    uint64_t experience = 0;
    for (size_t i = 0; i < population.monster_count; i++) {
        const wyrm_placed_monster *monster = &population.monsters[i];
        assert_in_range(monster->room, 0, map.room_count - 1);
        assert_true(is_inside(&map.rooms[monster->room], monster->position));
        assert_false(is_same(monster->position, map.start));
        experience += monster->spawn.experience;
        for (size_t k = 0; k < i; k++)
            assert_false(is_same(monster->position, population.monsters[k].position));
    }
    assert_int_equal(population.experience, experience);
}

static void check_items(void)
{
    for (size_t i = 0; i < population.item_count; i++) {
        const wyrm_placed_item *item = &population.items[i];
        assert_in_range(item->item.room, 0, map.room_count - 1);
        assert_true(is_inside(&map.rooms[item->item.room], item->position));
        for (size_t k = 0; k < i; k++)
            assert_false(is_same(item->position, population.items[k].position));
    }
}

TEST(everything_has_a_tile_of_its_own_in_its_room)
{
    OWNED_DESIGN *design = ruggrogue();
    for (uint64_t run = 0; run < 300; run++)
        for (int32_t depth = 1; depth <= 8; depth++) {
            populate(design, depth, run);
            check_monsters();
            check_items();
            for (size_t i = 0; i < population.monster_count; i++)
                assert_int_not_equal(population.monsters[i].room, 0);
            assert_true(population.item_count >= (depth == 1 ? 3u : 1u));
        }
}

/* Rooms of two tiles for up to 64 monsters and items: what finds no tile is left out, and nothing
 * hangs. */
TEST(full_rooms_leave_the_rest_out)
{
    OWNED_DESIGN *design =
        ruggrogue_with("map: {width: 12, height: 8, room_width: [1, 2], room_height: 1}\n"
                       "encounter: {rooms: {first: true, chance: 1, most: 64}}\n"
                       "loot: {rooms: {first: true, chance: 1, most: 64}, rations: 60}\n");
    int most = 0;
    for (uint64_t run = 0; run < 200; run++) {
        populate(design, 5, run);
        check_monsters();
        check_items();
        int tiles = 0;
        for (int32_t i = 0; i < map.room_count; i++)
            tiles += map.rooms[i].width;
        assert_true((int)population.monster_count < tiles);
        assert_true((int)population.item_count <= tiles);
        most += (int)population.item_count == tiles;
    }
    assert_true(most > 50);
}

TEST(the_greatest_populations_fit)
{
    OWNED_DESIGN *design = ruggrogue_with(
        "map: {width: 250, height: 250, room_width: 8, room_height: 8, tries: 10000}\n"
        "encounter: {rooms: {first: true, chance: 1, most: 64}}\n"
        "loot: {rooms: {first: true, chance: 1, most: 64}}\n");
    populate(design, 5, 1);
    assert_int_equal(population.monster_count, WYRM_LEVEL_SPAWNS_MAX);
    assert_int_equal(population.item_count, WYRM_LEVEL_ITEMS_MAX);
    check_monsters();
    check_items();
}

/* Also into a struct with old content. */
TEST(the_same_seed_gives_the_same_population)
{
    static wyrm_population first;
    OWNED_DESIGN *design = ruggrogue();
    populate(design, 6, 5);
    first = population;
    memset(&population, 0xa5, sizeof population);
    populate(design, 6, 5);
    assert_int_equal(population.monster_count, first.monster_count);
    assert_int_equal(population.item_count, first.item_count);
    for (size_t i = 0; i < first.monster_count; i++) {
        assert_true(is_same(population.monsters[i].position, first.monsters[i].position));
        assert_int_equal(population.monsters[i].spawn.level, first.monsters[i].spawn.level);
    }
    for (size_t i = 0; i < first.item_count; i++)
        assert_true(is_same(population.items[i].position, first.items[i].position));
}

/* More draws for loot move no monster: each purpose has its own stream. */
TEST(loot_and_monsters_draw_apart)
{
    static wyrm_population first;
    OWNED_DESIGN *plain = ruggrogue();
    OWNED_DESIGN *rich = ruggrogue_with("loot: {rooms: {chance: 1, most: 5}}\n");
    populate(plain, 6, 5);
    first = population;
    populate(rich, 6, 5);
    assert_true(population.item_count > first.item_count);
    assert_int_equal(population.monster_count, first.monster_count);
    for (size_t i = 0; i < first.monster_count; i++)
        assert_true(is_same(population.monsters[i].position, first.monsters[i].position));
}
