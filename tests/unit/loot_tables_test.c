/* Loot by tables of depths: the numbers and weights of the tutorial, and errors. */
#include "loot_setups.h"

#define TABLES SMALL("tables") "encounter: {last_depth: 10, rooms: {most: 0}}\nmap: {tries: 5}\n"

TEST(a_room_has_none_to_the_most_of_its_depth)
{
    OWNED_DESIGN *design = tutorial_with("");
    const int32_t cases[][2] = {{-3, 0}, {0, 0},  {1, 1},  {3, 1},
                                {4, 2},  {10, 2}, {11, 2}, {500, 2}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        for (int32_t room = 0; room < 2; room++) { /* the first room like any other */
            wyrm_loot_context context = at_depth(cases[i][0]);
            OWNED_PMF *number = number_at(design, &context, room);
            assert_int_equal(wyrm_pmf_last(number), cases[i][1]);
            assert_near(wyrm_pmf_at(number, 0), 1.0 / (cases[i][1] + 1), 1e-15);
        }
}

/* Potion 35; confusion 10 from depth 2; lightning 25 from 4; fireball 25 from 6. */
TEST(items_weigh_what_their_tables_say)
{
    static const char *const names[] = {
        "healing_potion", "confusion_scroll", "lightning_scroll", "fireball_scroll", "sword",
        "shield"};
    const struct {
        int32_t depth;
        double weights[6];
    } cases[] = {
        {1, {35}},         {2, {35, 10}},         {3, {35, 10}},         {4, {35, 10, 25}},
        {5, {35, 10, 25}}, {6, {35, 10, 25, 25}}, {8, {35, 10, 25, 25}}, {99, {35, 10, 25, 25}}};
    OWNED_DESIGN *design = tutorial_with("");
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_loot_context context = at_depth(cases[i].depth);
        double sum = 0;
        for (size_t k = 0; k < 6; k++)
            sum += cases[i].weights[k];
        for (size_t k = 0; k < 6; k++)
            assert_same_bits(share_of(design, &context, names[k]), cases[i].weights[k] / sum);
    }
}

TEST(equipment_joins_where_the_ruleset_says_so)
{
    OWNED_DESIGN *design = tutorial_with("loot: {equipment: true}");
    const struct {
        int32_t depth;
        double sword, shield, potion;
    } cases[] = {{3, 0, 0, 35 / 45.0},
                 {4, 5 / 75.0, 0, 35 / 75.0},
                 {7, 5 / 100.0, 0, 35 / 100.0},
                 {8, 5 / 115.0, 15 / 115.0, 35 / 115.0}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_loot_context context = at_depth(cases[i].depth);
        assert_near(share_of(design, &context, "sword"), cases[i].sword, 1e-15);
        assert_near(share_of(design, &context, "shield"), cases[i].shield, 1e-15);
        assert_near(share_of(design, &context, "healing_potion"), cases[i].potion, 1e-15);
    }
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(loot_of(design), &kinds);
    assert_int_equal(kinds[kind_named(design, "sword")].item_class, WYRM_ITEM_WEAPON);
    assert_int_equal(kinds[kind_named(design, "shield")].item_class, WYRM_ITEM_ARMOR);
}

TEST(the_chapter_before_has_two_items_at_every_depth)
{
    OWNED_DESIGN *design =
        tutorial_with("loot: {rooms: {most: 2}}\n"
                      "items: {healing_potion: {weight: 70}, lightning_scroll: {weight: 10},\n"
                      "        fireball_scroll: {weight: 10}, confusion_scroll: {weight: 10}}");
    for (int32_t depth = 1; depth <= 10; depth++) {
        wyrm_loot_context context = at_depth(depth);
        assert_near(mean_number(design, &context), 1, 1e-15);
        assert_near(share_of(design, &context, "healing_potion"), 0.7, 0);
        assert_near(share_of(design, &context, "fireball_scroll"), 0.1, 0);
    }
}

TEST(the_first_room_can_stay_empty)
{
    OWNED_DESIGN *design = tutorial_with("loot: {rooms: {first: false}}");
    wyrm_loot_context context = at_depth(5);
    wyrm_rng rng = wyrm_rng_start(1, 1, 3, 5), before = rng;
    wyrm_item items[WYRM_ROOM_ITEMS_MAX];
    assert_int_equal(wyrm_loot_room(loot_of(design), &context, 0, &rng, items), 0);
    assert_memory_equal(&rng, &before, sizeof rng);
    OWNED_PMF *number = number_at(design, &context, 0);
    assert_int_equal(wyrm_pmf_last(number), 0);
}

/* An item of weight 0 never comes, not even as the last of the list. */
TEST(before_the_first_row_a_weight_is_0)
{
    OWNED_DESIGN *design = design_from(TABLES "loot: {rooms: {most: 3}}\n"
                                              "items: {late: {weight: [[7, 3]]}}\n");
    for (int32_t depth = -1; depth <= 4; depth++) {
        wyrm_loot_context context = at_depth(depth);
        assert_near(share_of(design, &context, "late"), depth < 3 ? 0 : 1, 0);
        assert_near(mean_number(design, &context), depth < 3 ? 0 : 1.5, 1e-15);
    }
}

TEST(mistakes_are_refused_where_they_stand)
{
#define ITEM(weight) TABLES "items:\n  potion: {weight: " weight "}\n"
    const struct {
        const char *text, *message, *hint;
        int line;
    } cases[] = {
        {ITEM("[[10, 3], [5, 2]]"),
         "depth table of 'weight' of 'potion' is out of order: depth 2 after depth 3", "", 8},
        {ITEM("-1"), "'weight' of 'potion' must be from 0 to 1000000, found -1", "", 8},
        {ITEM("[[10, 1], [-5, 2]]"), "'weight' of 'potion' must be from 0 to 1000000, found -5", "",
         8},
        {ITEM("2.5"), "weights of items are whole numbers, and 'potion' has one of 2.5", "", 8},
        {ITEM("0"), "all weights of items are 0", "", 7},
        {ITEM("[[3, 1], [0, 4]]"), "all weights of items are 0 at depth 4", "", 7},
        {TABLES "loot: {rooms: {most: 1.5}}\nitems: {potion: {}}\n",
         "a room cannot hold 1.5 items: whole numbers are needed", "", 7},
        {TABLES "items: {potion: {wieght: 3}}\n", "unknown key 'wieght' in items.potion",
         "did you mean 'weight'?", 7},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++)
        assert_refused(cases[i].text, cases[i].message, cases[i].hint, cases[i].line);
}
