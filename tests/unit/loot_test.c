/* Loot: items of rooms, rations, starting and guaranteed gear. */
#include "helpers.h"

#include <math.h>

#include <wyrm/streams.h>

static wyrm_loot_context deep(void)
{
    return (wyrm_loot_context){.seed = 1, .run = 1, .depth = 7, .level = 6.25, .rooms = 10};
}

static const wyrm_item_kind *kind_of(const wyrm_design *design, const wyrm_item *item)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(design), &kinds);
    assert_in_range(item->kind, 0, count - 1);
    return &kinds[item->kind];
}

static bool is_gear(const wyrm_item_kind *kind)
{
    return kind->item_class == WYRM_ITEM_WEAPON || kind->item_class == WYRM_ITEM_ARMOR;
}

TEST(kinds_are_items_then_weapons_then_armors)
{
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(wyrm_design_loot(*state), &kinds);
    assert_int_equal(count, 25);
    assert_string_equal(kinds[0].name, "ration");
    assert_int_equal(kinds[0].item_class, WYRM_ITEM_RATION);
    assert_int_equal(kinds[0].glyph, '%');
    assert_string_equal(kinds[2].title, "Magic missile scroll");
    assert_int_equal(kinds[2].item_class, WYRM_ITEM_CONSUMABLE);
    assert_string_equal(kinds[5].name, "knife");
    assert_string_equal(kinds[14].title, "Beam sword");
    assert_int_equal(kinds[14].item_class, WYRM_ITEM_WEAPON);
    assert_string_equal(kinds[24].name, "flak_jacket");
    assert_int_equal(kinds[24].item_class, WYRM_ITEM_ARMOR);
}

TEST(classes_have_names)
{
    assert_string_equal(wyrm_item_class_name(WYRM_ITEM_CONSUMABLE), "consumable");
    assert_string_equal(wyrm_item_class_name(WYRM_ITEM_ARMOR), "armor");
    assert_string_equal(wyrm_item_class_name(WYRM_ITEM_CLASS_COUNT), "");
}

/* A quarter of the rooms has an item; one in eleven is gear, half weapons, half armor; the rest has
 * weights 3, 3, 2, 2. */
TEST(items_of_rooms_follow_their_weights)
{
    enum { ROOMS = 400000 };
    wyrm_loot_context context = deep();
    wyrm_rng rng = wyrm_rng_start(9, 1, WYRM_STREAM_LOOT, 7);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    double seen[7] = {0};
    for (int i = 0; i < ROOMS; i++) {
        int32_t room = 1 + i % 9;
        size_t count = wyrm_loot_room(wyrm_design_loot(*state), &context, room, &rng, items);
        assert_in_range(count, 0, 1);
        if (count == 0) {
            seen[0]++;
            continue;
        }
        const wyrm_item_kind *kind = kind_of(*state, &items[0]);
        assert_int_equal(items[0].room, room);
        if (kind->item_class == WYRM_ITEM_CONSUMABLE)
            seen[items[0].kind]++;
        else
            seen[kind->item_class == WYRM_ITEM_WEAPON ? 5 : 6]++;
    }
    const double item = ROOMS / 4.0, consumable = item * 10 / 11;
    const double expected[7] = {ROOMS * 3 / 4.0,  consumable * 0.3, consumable * 0.3,
                                consumable * 0.2, consumable * 0.2, item / 22,
                                item / 22};
    assert_true(chi_square_excess(seen, expected, 7) < 5);
}

TEST(the_first_room_has_none_by_chance)
{
    wyrm_loot_context context = deep();
    wyrm_rng rng = wyrm_rng_start(9, 1, WYRM_STREAM_LOOT, 7), before = rng;
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    assert_int_equal(wyrm_loot_room(wyrm_design_loot(*state), &context, 0, &rng, items), 0);
    assert_memory_equal(&rng, &before, sizeof rng);
}

TEST(wins_bring_more_items_to_a_room)
{
    wyrm_loot_context context = deep();
    wyrm_rng rng = wyrm_rng_start(9, 2, WYRM_STREAM_LOOT, 7);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    double seen[4] = {0};
    context.wins = 2;
    for (int i = 0; i < 40000; i++)
        seen[wyrm_loot_room(wyrm_design_loot(*state), &context, 1, &rng, items)]++;
    const double expected[4] = {30000, 10000 / 3.0, 10000 / 3.0, 10000 / 3.0};
    assert_true(chi_square_excess(seen, expected, 4) < 5);
}

/* Level 6.25 is 6 or, a quarter of the time, 7; three levels come from earlier wins, and the bonus
 * is one to three. The kind comes from 6.25 of 1..25 stretched over ten: index 1.97. */
TEST(found_gear_is_as_strong_as_the_dungeon_and_a_bonus)
{
    wyrm_loot_context context = deep();
    wyrm_rng rng = wyrm_rng_start(9, 3, WYRM_STREAM_LOOT, 7);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    double levels[2] = {0}, bonuses[3] = {0}, looks[2] = {0}, total = 0;
    context.gear_base = 3;
    for (int i = 0; i < 1000000; i++) {
        if (wyrm_loot_room(wyrm_design_loot(*state), &context, 1, &rng, items) == 0)
            continue;
        const wyrm_item_kind *kind = kind_of(*state, &items[0]);
        if (!is_gear(kind)) {
            assert_int_equal(items[0].level, 0);
            continue;
        }
        int32_t first = kind->item_class == WYRM_ITEM_WEAPON ? 5 : 15;
        assert_in_range(items[0].bonus, 1, 3);
        assert_in_range(items[0].level - items[0].bonus, 9, 10);
        assert_in_range(items[0].kind - first, 1, 2);
        levels[items[0].level - items[0].bonus - 9]++;
        bonuses[items[0].bonus - 1]++;
        looks[items[0].kind - first - 1]++;
        total++;
    }
    const double look = 5.25 / 24 * 9 - 1;
    const double level_shares[2] = {0.75 * total, 0.25 * total};
    const double bonus_shares[3] = {total / 3, total / 3, total / 3};
    const double look_shares[2] = {(1 - look) * total, look * total};
    assert_true(chi_square_excess(levels, level_shares, 2) < 6);
    assert_true(chi_square_excess(bonuses, bonus_shares, 3) < 5);
    assert_true(chi_square_excess(looks, look_shares, 2) < 6);
}

TEST(looks_end_with_the_list)
{
    const double levels[] = {1, 25, 80};
    const int32_t wanted[] = {0, 9, 9};
    wyrm_rng rng = wyrm_rng_start(9, 4, WYRM_STREAM_LOOT, 7);
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    for (int l = 0; l < 3; l++) {
        wyrm_loot_context context = deep();
        context.level = levels[l];
        for (int i = 0; i < 20000; i++) {
            if (wyrm_loot_room(wyrm_design_loot(*state), &context, 1, &rng, items) == 0)
                continue;
            const wyrm_item_kind *kind = kind_of(*state, &items[0]);
            if (is_gear(kind))
                assert_int_equal(items[0].kind - (kind->item_class == WYRM_ITEM_WEAPON ? 5 : 15),
                                 wanted[l]);
        }
    }
}

TEST(a_ration_lies_in_any_room_of_every_depth)
{
    double seen[10] = {0}, expected[10];
    for (int i = 0; i < 20000; i++) {
        wyrm_loot_context context = deep();
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(1, (uint64_t)i, WYRM_STREAM_LOOT, 7);
        /* Depth 7 has 3 of 4 guaranteed items: no gear. */
        assert_int_equal(wyrm_loot_guaranteed(wyrm_design_loot(*state), &context, &rng, items), 1);
        assert_int_equal(kind_of(*state, &items[0])->item_class, WYRM_ITEM_RATION);
        assert_int_equal(items[0].level, 0);
        seen[items[0].room]++;
    }
    for (int i = 0; i < 10; i++)
        expected[i] = 2000;
    assert_true(chi_square_excess(seen, expected, 10) < 5);
}

TEST(as_many_rations_lie_there_as_are_drawn)
{
    OWNED_DESIGN *design =
        ruggrogue_with("loot: {rations: coins 0.5, starting: {weapon: 0, armor: 0},\n"
                       "       periodic: {group: 0}}\n");
    double seen[6] = {0}, expected[6] = {5000, 2500, 1250, 625, 312.5, 312.5};
    for (uint64_t i = 0; i < 10000; i++) {
        wyrm_loot_context context = deep();
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(1, i, WYRM_STREAM_LOOT, 7);
        size_t count = wyrm_loot_guaranteed(wyrm_design_loot(design), &context, &rng, items);
        seen[count < 5 ? count : 5]++;
    }
    assert_true(chi_square_excess(seen, expected, 6) < 5);
}

TEST(a_game_begins_with_gear_of_level_one_in_the_first_room)
{
    int starts = 0;
    for (uint64_t run = 0; run < 100; run++) {
        wyrm_loot_context context = {.seed = 4, .run = run, .depth = 1, .level = 1, .rooms = 8};
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(4, run, WYRM_STREAM_LOOT, 1);
        size_t count = wyrm_loot_guaranteed(wyrm_design_loot(*state), &context, &rng, items);
        assert_in_range(count, 3, 5);
        for (size_t i = 1; i <= 2; i++) {
            assert_string_equal(kind_of(*state, &items[i])->name, i == 1 ? "knife" : "jerkin");
            assert_int_equal(items[i].level, 1);
            assert_int_equal(items[i].bonus, 0);
            assert_int_equal(items[i].room, 0);
        }
        context.depth = 3;
        starts += (int)wyrm_loot_guaranteed(wyrm_design_loot(*state), &context, &rng, items) - 1;
    }
    assert_int_equal(starts, 0);
}

enum { DEPTHS = 120 };

/* Marks the depths of a game that have guaranteed gear of a class. */
static void mark_gear(const wyrm_design *design, uint64_t seed, uint64_t run,
                      wyrm_item_class wanted, bool *has)
{
    for (int32_t depth = 1; depth <= DEPTHS; depth++) {
        wyrm_loot_context context = {
            .seed = seed, .run = run, .depth = depth, .level = 2.5, .gear_base = 4, .rooms = 8};
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(seed, run, WYRM_STREAM_LOOT, (uint64_t)depth);
        size_t count = wyrm_loot_guaranteed(wyrm_design_loot(design), &context, &rng, items);
        has[depth] = false;
        for (size_t i = depth == 1 ? 3 : 1; i < count; i++) {
            if (kind_of(design, &items[i])->item_class != wanted)
                continue;
            assert_false(has[depth]);
            has[depth] = true;
            assert_in_range(items[i].level, 6, 7);
            assert_int_equal(items[i].bonus, 0);
        }
    }
}

/* Whether every whole group of four depths, starting at this offset, has one. */
static bool fits_offset(const bool *has, int32_t offset)
{
    int in_group[DEPTHS / 4 + 2] = {0};
    for (int32_t depth = 1; depth <= DEPTHS; depth++)
        in_group[(depth + offset) / 4] += has[depth];
    for (int32_t group = 1; group < (DEPTHS + offset) / 4; group++)
        if (in_group[group] != 1)
            return false;
    return in_group[0] <= 1;
}

TEST(gear_is_certain_once_in_every_group_and_never_at_its_end)
{
    double places[4] = {0}, total = 0;
    int same = 0;
    for (uint64_t run = 0; run < 300; run++) {
        bool weapons[DEPTHS + 1], armors[DEPTHS + 1];
        mark_gear(*state, 11, run, WYRM_ITEM_WEAPON, weapons);
        mark_gear(*state, 11, run, WYRM_ITEM_ARMOR, armors);
        bool fits = false;
        for (int32_t offset = 0; offset < 4; offset++)
            fits = fits || fits_offset(weapons, offset);
        assert_true(fits);
        for (int32_t depth = 1; depth <= DEPTHS; depth++) {
            places[depth % 4] += weapons[depth];
            total += weapons[depth];
            same += weapons[depth] && armors[depth];
        }
    }
    assert_true(places[3] == 0);
    const double expected[3] = {total / 3, total / 3, total / 3};
    assert_true(chi_square_excess(places, expected, 3) < 5);
    /* Weapons and armor are drawn separately: a third of them coincide, not all. */
    assert_true(fabs(same / total - 1.0 / 3) < 0.03);
}

TEST(places_beyond_their_group_are_refused)
{
    assert_ruggrogue_fails("loot: {periodic: {places: 5}}\n",
                           "5 places do not fit a group of 4 depths");
}

TEST(a_strange_glyph_is_refused)
{
    assert_ruggrogue_fails("items: {ration: {glyph: '%%'}}\n",
                           "a glyph is one printable ASCII character, found '%%'");
}

TEST(guaranteed_gear_can_be_switched_off)
{
    OWNED_DESIGN *bare = ruggrogue_with(
        "loot: {rations: 0, starting: {weapon: 0, armor: 0}, periodic: {group: 0}}\n");
    for (int32_t depth = 1; depth < 50; depth++) {
        wyrm_loot_context context = {.seed = 1, .run = 1, .depth = depth, .level = 3, .rooms = 4};
        wyrm_item items[WYRM_ROOM_ITEMS_MAX];
        wyrm_rng rng = wyrm_rng_start(1, 1, WYRM_STREAM_LOOT, (uint64_t)depth);
        assert_int_equal(wyrm_loot_guaranteed(wyrm_design_loot(bare), &context, &rng, items), 0);
    }
}

/* The first draw of the game decides where groups of depths begin, and the draw of a group at which
 * of its depths the weapon lies. */
TEST(guaranteed_weapons_lie_where_the_streams_of_the_game_say)
{
    OWNED_DESIGN *design = ruggrogue_with("loot: {rations: 0, starting: {weapon: 0, armor: 0}}\n");
    size_t found = 0;
    for (uint64_t run = 0; run < 40; run++)
        for (int32_t depth = 1; depth < 40; depth++) {
            wyrm_loot_context context = {
                .seed = 5, .run = run, .depth = depth, .level = 3, .rooms = 4};
            wyrm_item items[WYRM_ROOM_ITEMS_MAX];
            wyrm_rng rng = wyrm_rng_start(5, run, WYRM_STREAM_LOOT, (uint64_t)depth);
            size_t weapons = 0;
            size_t count = wyrm_loot_guaranteed(wyrm_design_loot(design), &context, &rng, items);
            for (size_t i = 0; i < count; i++)
                weapons += kind_of(design, &items[i])->item_class == WYRM_ITEM_WEAPON;
            wyrm_rng game = wyrm_rng_start(5, run, WYRM_STREAM_WEAPON_PERIOD, 0);
            uint64_t group = ((uint64_t)depth + wyrm_rng_below(&game, 4)) / 4;
            wyrm_rng own = wyrm_rng_start(5, run, WYRM_STREAM_WEAPON_PERIOD, group + 1);
            assert_int_equal(weapons, (uint64_t)depth % 4 == wyrm_rng_below(&own, 3));
            found += weapons;
        }
    assert_in_range(found, 300, 500);
}

AROUND_ALL(open_ruggrogue, close_design)
