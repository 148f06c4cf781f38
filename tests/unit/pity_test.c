/* The rules of pity, each test named after one (Catacombs of YARL, "Pity System"). */
#include "helpers.h"

#include <wyrm/pity.h>

enum { HEALING, PANIC, WEAPON, ARMOR, EVERY = 15 };
enum { B1, B2, B3, B4, B5 };

static unsigned only(int category)
{
    return 1u << category;
}

static wyrm_pity_rules yarl(void)
{
    return (wyrm_pity_rules){
        .count = 4,
        .names = {"healing", "panic", "weapon", "armor"},
        .thresholds = {{6, 7, 8, 8}, {5, 6, 7, 7}, {4, 5, 6, 6}, {4, 5, 6, 6}, {4, 5, 6, 6}},
    };
}

static wyrm_pity_rules yarl_above(void)
{
    wyrm_pity_rules rules = yarl();
    rules.above = true;
    return rules;
}

/* Visits a room that has `found`, where every category has something to give. */
static int visit(const wyrm_pity_rules *rules, size_t band, unsigned found, wyrm_pity_state *state)
{
    wyrm_pity_count(rules, found, state);
    return wyrm_pity_give(rules, band, EVERY, state);
}

static void assert_rooms(const wyrm_pity_state *state, int healing, int panic, int weapon,
                         int armor)
{
    assert_int_equal(state->rooms[HEALING], healing);
    assert_int_equal(state->rooms[PANIC], panic);
    assert_int_equal(state->rooms[WEAPON], weapon);
    assert_int_equal(state->rooms[ARMOR], armor);
}

TEST(a_room_raises_what_it_lacks_and_resets_what_it_brings)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{3, 2, 1, 0}};
    wyrm_pity_count(&rules, only(PANIC) | only(WEAPON), &pity);
    assert_rooms(&pity, 4, 0, 0, 1);
    wyrm_pity_count(&rules, EVERY, &pity);
    assert_rooms(&pity, 0, 0, 0, 0);
    wyrm_pity_count(&rules, 0, &pity);
    assert_rooms(&pity, 1, 1, 1, 1);
}

TEST(counters_saturate)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{UINT16_MAX, UINT16_MAX - 1, UINT16_MAX, 0}};
    wyrm_pity_count(&rules, 0, &pity);
    wyrm_pity_count(&rules, 0, &pity);
    assert_rooms(&pity, UINT16_MAX, UINT16_MAX, UINT16_MAX, 2);
    assert_true(wyrm_pity_is_due(&rules, B1, HEALING, &pity));
    wyrm_pity_count(&rules, only(WEAPON), &pity);
    assert_rooms(&pity, UINT16_MAX, UINT16_MAX, 0, 3);
}

TEST(categories_that_the_ruleset_lacks_are_left_alone)
{
    wyrm_pity_rules rules = yarl();
    rules.count = 2;
    wyrm_pity_state pity = {{0, 0, 77, 88}};
    wyrm_pity_count(&rules, EVERY & ~only(HEALING), &pity);
    assert_rooms(&pity, 1, 0, 77, 88);
    assert_false(wyrm_pity_is_due(&rules, B1, WEAPON, &pity));
    assert_int_equal(wyrm_pity_give(&rules, B1, EVERY, &pity), WYRM_PITY_NONE);
}

/* The sixth room in a row without healing gets it itself: the counter is tested after it is raised.
 */
TEST(trigger_at_gives_healing_in_the_sixth_room_without)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {0};
    for (int room = 1; room <= 5; room++)
        assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
    assert_int_equal(visit(&rules, B1, 0, &pity), HEALING);
    assert_rooms(&pity, 0, 6, 6, 6);
}

TEST(trigger_above_gives_healing_one_room_later)
{
    const wyrm_pity_rules rules = yarl_above();
    wyrm_pity_state pity = {0};
    for (int room = 1; room <= 6; room++)
        assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
    assert_int_equal(visit(&rules, B1, 0, &pity), HEALING);
    assert_rooms(&pity, 0, 7, 7, 7);
}

TEST(every_band_has_its_thresholds)
{
    const wyrm_pity_rules at = yarl(), above = yarl_above();
    for (size_t band = B1; band <= B5; band++)
        for (size_t i = 0; i < at.count; i++) {
            uint16_t threshold = at.thresholds[band][i];
            wyrm_pity_state pity = {0};
            pity.rooms[i] = (uint16_t)(threshold - 1);
            assert_false(wyrm_pity_is_due(&at, band, i, &pity));
            pity.rooms[i] = threshold;
            assert_true(wyrm_pity_is_due(&at, band, i, &pity));
            assert_false(wyrm_pity_is_due(&above, band, i, &pity));
            pity.rooms[i] = (uint16_t)(threshold + 1);
            assert_true(wyrm_pity_is_due(&above, band, i, &pity));
        }
}

TEST(counters_carry_over_into_a_band_that_asks_for_less)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {0};
    for (int room = 1; room <= 5; room++)
        assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
    assert_true(wyrm_pity_is_due(&rules, B2, HEALING, &pity));
    assert_int_equal(visit(&rules, B2, 0, &pity), HEALING); /* six are more than the five of B2 */
    assert_rooms(&pity, 0, 6, 6, 6);
    assert_int_equal(visit(&rules, B3, 0, &pity), PANIC);
}

TEST(a_threshold_of_0_is_never_due)
{
    for (int above = 0; above <= 1; above++) {
        wyrm_pity_rules rules = yarl();
        rules.above = above != 0;
        rules.thresholds[B1][HEALING] = 0;
        wyrm_pity_state pity = {{UINT16_MAX, 0, 0, 0}};
        assert_false(wyrm_pity_is_due(&rules, B1, HEALING, &pity));
        assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
        assert_rooms(&pity, UINT16_MAX, 1, 1, 1);
        assert_int_equal(visit(&rules, B2, 0, &pity), HEALING);
    }
}

TEST(the_greatest_threshold_is_reached_by_trigger_at_only)
{
    wyrm_pity_rules rules = yarl();
    rules.thresholds[B1][HEALING] = UINT16_MAX;
    wyrm_pity_state pity = {{UINT16_MAX, 0, 0, 0}};
    assert_true(wyrm_pity_is_due(&rules, B1, HEALING, &pity));
    rules.above = true;
    assert_false(wyrm_pity_is_due(&rules, B1, HEALING, &pity));
}

TEST(nothing_is_due_in_a_band_or_category_that_there_is_not)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{99, 99, 99, 99}};
    assert_false(wyrm_pity_is_due(&rules, B5 + 1, HEALING, &pity));
    assert_false(wyrm_pity_is_due(&rules, WYRM_BANDS_MAX, HEALING, &pity));
    assert_false(wyrm_pity_is_due(&rules, SIZE_MAX, HEALING, &pity));
    assert_false(wyrm_pity_is_due(&rules, B1, 4, &pity));
    assert_int_equal(wyrm_pity_give(&rules, SIZE_MAX, EVERY, &pity), WYRM_PITY_NONE);
    assert_rooms(&pity, 99, 99, 99, 99);
}

TEST(the_first_due_in_order_gives)
{
    const wyrm_pity_rules rules = yarl();
    for (unsigned due = 0; due <= EVERY; due++) {
        wyrm_pity_state pity = {0};
        int first = WYRM_PITY_NONE;
        for (int i = ARMOR; i >= HEALING; i--)
            if (due & only(i)) {
                pity.rooms[i] = rules.thresholds[B1][i];
                first = i;
            }
        assert_int_equal(wyrm_pity_give(&rules, B1, EVERY, &pity), first);
    }
}

/* Four are due: one room each, in order, while the others wait and go on counting. */
TEST(a_room_gets_at_most_one_pity_item)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{9, 9, 9, 9}};
    assert_int_equal(visit(&rules, B1, 0, &pity), HEALING);
    assert_rooms(&pity, 0, 10, 10, 10);
    assert_int_equal(visit(&rules, B1, 0, &pity), PANIC);
    assert_rooms(&pity, 1, 0, 11, 11);
    assert_int_equal(visit(&rules, B1, 0, &pity), WEAPON);
    assert_rooms(&pity, 2, 1, 0, 12);
    assert_int_equal(visit(&rules, B1, 0, &pity), ARMOR);
    assert_rooms(&pity, 3, 2, 1, 0);
    assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
}

TEST(who_cannot_give_keeps_its_counter_and_the_next_has_its_turn)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{8, 8, 8, 8}};
    assert_int_equal(wyrm_pity_give(&rules, B1, only(WEAPON) | only(ARMOR), &pity), WEAPON);
    assert_rooms(&pity, 8, 8, 0, 8);
    assert_int_equal(wyrm_pity_give(&rules, B1, 0, &pity), WYRM_PITY_NONE);
    assert_rooms(&pity, 8, 8, 0, 8);
    wyrm_pity_count(&rules, 0, &pity);
    assert_rooms(&pity, 9, 9, 1, 9);
    assert_int_equal(wyrm_pity_give(&rules, B1, EVERY, &pity), HEALING);
}

TEST(a_spawn_that_fails_late_can_be_taken_back)
{
    const wyrm_pity_rules rules = yarl();
    wyrm_pity_state pity = {{6, 7, 0, 0}};
    const wyrm_pity_state before = pity;
    assert_int_equal(wyrm_pity_give(&rules, B1, EVERY, &pity), HEALING);
    pity = before; /* there was no tile for it */
    assert_int_equal(wyrm_pity_give(&rules, B1, EVERY & ~only(HEALING), &pity), PANIC);
    assert_rooms(&pity, 6, 0, 0, 0);
}

/* The other three are due or nearly so, and keep their counters while healing is given. */
TEST(other_counters_are_kept_when_one_gives)
{
    const wyrm_pity_rules rules = yarl();
    for (size_t i = 0; i < rules.count; i++) {
        wyrm_pity_state pity = {{1, 2, 3, 4}}, wanted = pity;
        pity.rooms[i] = 20;
        wanted.rooms[i] = 0;
        assert_int_equal(wyrm_pity_give(&rules, B1, EVERY, &pity), (int)i);
        assert_memory_equal(&pity, &wanted, sizeof pity);
    }
}

TEST(without_categories_nothing_ever_happens)
{
    const wyrm_pity_rules rules = {0};
    wyrm_pity_state pity = {{9, 9, 9, 9}};
    assert_int_equal(visit(&rules, B1, 0, &pity), WYRM_PITY_NONE);
    assert_rooms(&pity, 9, 9, 9, 9);
}
