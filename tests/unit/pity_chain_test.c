/* The exact analysis of pity, compared with the enumeration of every campaign of tiny rulesets,
 * played by the rules of the game, and with known consequences. */
#include "helpers.h"

#include <wyrm/pity.h>

enum { DEPTHS_MAX = 6, ROOMS_MAX = 64 };

/* A campaign as plain numbers for the enumeration. */
typedef struct test_setup {
    wyrm_pity_rules rules;
    wyrm_pity_state start;
    bool reset;
    size_t count;
    wyrm_pity_depth depths[DEPTHS_MAX];
    wyrm_pmf *rooms[DEPTHS_MAX];
} test_setup;

static void free_setup(test_setup *setup)
{
    for (size_t i = 0; i < setup->count; i++)
        wyrm_pmf_free(setup->rooms[i]);
}

static void run_chain(const test_setup *setup, wyrm_pity_band *bands)
{
    wyrm_error error;
    assert_ok(wyrm_pity_chain(&setup->rules, setup->depths, setup->count, &setup->start,
                              setup->reset, bands, &error),
              &error);
}

/* The size of random campaigns. */
typedef struct setup_size {
    size_t categories;
    size_t depths;
    int64_t rooms; /* most of a depth */
    int threshold; /* greatest */
} setup_size;

static void fill_rules(test_random *random, const setup_size *size, wyrm_pity_rules *rules)
{
    rules->count = size->categories;
    rules->above = random_below(random, 2) == 1;
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++)
        for (size_t i = 0; i < WYRM_PITY_MAX; i++)
            rules->thresholds[band][i] = (uint16_t)random_between(random, 0, size->threshold);
}

/* Random probabilities of the sets; some sets are impossible. */
static void fill_found(test_random *random, size_t sets, double *found)
{
    double sum = 0;
    for (size_t set = 0; set < sets; set++) {
        found[set] = random_below(random, 3) == 0 ? 0 : random_unit(random);
        sum += found[set];
    }
    found[0] += 0.1;
    for (size_t set = 0; set < sets; set++)
        found[set] /= sum + 0.1;
}

static void fill_depth(test_random *random, const setup_size *size, size_t band, wyrm_pmf **rooms,
                       wyrm_pity_depth *depth)
{
    wyrm_weighted pairs[ROOMS_MAX];
    size_t count = 0;
    int64_t first = random_between(random, 0, size->rooms);
    int64_t last = random_between(random, first, size->rooms);
    for (int64_t n = first; n <= last; n++)
        pairs[count++] = (wyrm_weighted){n, random_unit(random) + 0.05};
    assert_ok(wyrm_pmf_from_pairs(pairs, count, rooms, NULL), NULL);
    *depth = (wyrm_pity_depth){.band = band,
                               .rooms = *rooms,
                               .can_give = (unsigned)(random_word(random) | random_word(random)),
                               .items = 3 * random_unit(random)};
    fill_found(random, (size_t)1 << size->categories, depth->found);
}

static test_setup random_setup(uint64_t seed, const setup_size *size)
{
    test_random random = {seed};
    test_setup made = {.reset = random_below(&random, 3) == 0, .count = size->depths};
    fill_rules(&random, size, &made.rules);
    size_t band = (size_t)random_below(&random, 2);
    for (size_t i = 0; i < made.count; i++) {
        fill_depth(&random, size, band, &made.rooms[i], &made.depths[i]);
        band += (size_t)random_below(&random, 3) % 2;
    }
    if (random_below(&random, 3) == 0)
        for (size_t i = 0; i < size->categories; i++)
            made.start.rooms[i] =
                (uint16_t)random_below(&random, random_below(&random, 4) ? 5 : 60);
    return made;
}

/* The state of one game. */
typedef struct test_game {
    wyrm_pity_state counters;
    unsigned streak[WYRM_PITY_MAX]; /* drought that the player experiences */
    bool had[WYRM_PITY_MAX];        /* there was an item in this band */
    unsigned band_rooms;
} test_game;

static test_game start_of(const test_setup *setup)
{
    test_game game = {.counters = setup->start};
    for (size_t i = 0; i < setup->rules.count; i++)
        game.streak[i] = setup->start.rooms[i];
    return game;
}

/* Adds one room to the sums over rooms. */
static int play_room(const test_setup *setup, const wyrm_pity_depth *depth, unsigned found,
                     test_game *game)
{
    wyrm_pity_count(&setup->rules, found, &game->counters);
    int giver = wyrm_pity_give(&setup->rules, depth->band, depth->can_give, &game->counters);
    for (size_t i = 0; i < setup->rules.count; i++)
        game->streak[i] = found >> i & 1u || giver == (int)i ? 0 : game->streak[i] + 1;
    game->band_rooms++;
    return giver;
}

static void count_room(const test_setup *setup, const wyrm_pity_depth *depth, unsigned found,
                       int giver, double probability, test_game *game, wyrm_pity_band *band)
{
    band->rooms += probability;
    band->items += probability * (depth->items + (giver >= 0 ? 1 : 0));
    band->given += giver >= 0 ? probability : 0;
    for (size_t i = 0; i < setup->rules.count; i++) {
        wyrm_pity_category *category = &band->categories[i];
        category->rate += giver == (int)i ? probability : 0;
        category->natural += found >> i & 1u ? probability : 0;
        for (unsigned n = 0; n <= WYRM_DROUGHT_MAX && n <= game->streak[i]; n++)
            category->drought[n] += probability;
        if (game->streak[i] == 0 && !game->had[i]) {
            category->first[game->band_rooms <= WYRM_DROUGHT_MAX ? game->band_rooms : 0] +=
                probability;
            game->had[i] = true;
        }
    }
}

/* After each depth: `depth` has been left. */
static void leave_depth(const test_setup *setup, size_t depth, double probability, test_game *game,
                        wyrm_pity_band *bands)
{
    size_t band = setup->depths[depth].band;
    if (setup->reset)
        game->counters = (wyrm_pity_state){0};
    if (depth + 1 < setup->count && setup->depths[depth + 1].band == band)
        return;
    for (size_t i = 0; i < setup->rules.count; i++)
        if (!game->had[i])
            bands[band].categories[i].first[0] += probability;
    memset(game->had, 0, sizeof game->had);
    game->band_rooms = 0;
}

/* Goes on in a depth with `left` more rooms; -1 before it, when the number of its rooms is unknown.
 */
static void enumerate(const test_setup *setup, size_t depth, int64_t left, double probability,
                      test_game game, wyrm_pity_band *bands)
{
    if (depth == setup->count)
        return;
    const wyrm_pity_depth *here = &setup->depths[depth];
    if (left < 0) {
        for (int64_t n = wyrm_pmf_first(here->rooms); n <= wyrm_pmf_last(here->rooms); n++)
            if (wyrm_pmf_at(here->rooms, n) > 0)
                enumerate(setup, depth, n, probability * wyrm_pmf_at(here->rooms, n), game, bands);
        return;
    }
    if (left == 0) {
        leave_depth(setup, depth, probability, &game, bands);
        enumerate(setup, depth + 1, -1, probability, game, bands);
        return;
    }
    for (unsigned set = 0; set < 1u << setup->rules.count; set++) {
        if (!(here->found[set] > 0))
            continue;
        test_game after = game;
        int giver = play_room(setup, here, set, &after);
        double chance = probability * here->found[set];
        count_room(setup, here, set, giver, chance, &after, &bands[here->band]);
        enumerate(setup, depth, left - 1, chance, after, bands);
    }
}

/* Turns sums over rooms into shares. */
static void share(const test_setup *setup, wyrm_pity_band *band)
{
    if (!(band->rooms > 0)) {
        memset(band, 0, sizeof *band);
        return;
    }
    band->given = band->items > 0 ? band->given / band->items : 0;
    band->items /= band->rooms;
    for (size_t i = 0; i < setup->rules.count; i++) {
        band->categories[i].rate /= band->rooms;
        band->categories[i].natural /= band->rooms;
        for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++)
            band->categories[i].drought[n] /= band->rooms;
    }
}

static void assert_bands_agree(const test_setup *setup, const wyrm_pity_band *got,
                               const wyrm_pity_band *wanted, double tolerance, uint64_t seed)
{
    for (size_t b = 0; b < WYRM_BANDS_MAX; b++) {
        assert_near_seeded(got[b].rooms, wanted[b].rooms, tolerance, seed);
        assert_near_seeded(got[b].items, wanted[b].items, tolerance, seed);
        assert_near_seeded(got[b].given, wanted[b].given, tolerance, seed);
        for (size_t i = 0; i < setup->rules.count; i++) {
            const wyrm_pity_category *is = &got[b].categories[i], *be = &wanted[b].categories[i];
            assert_near_seeded(is->rate, be->rate, tolerance, seed);
            assert_near_seeded(is->natural, be->natural, tolerance, seed);
            for (size_t n = 0; n <= WYRM_DROUGHT_MAX; n++) {
                assert_near_seeded(is->drought[n], be->drought[n], tolerance, seed);
                assert_near_seeded(is->first[n], be->first[n], tolerance, seed);
            }
        }
    }
}

static void compare_with_enumeration(uint64_t seed, const setup_size *size)
{
    test_setup made = random_setup(seed, size);
    wyrm_pity_band got[WYRM_BANDS_MAX], wanted[WYRM_BANDS_MAX] = {0};
    run_chain(&made, got);
    enumerate(&made, 0, -1, 1, start_of(&made), wanted);
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++)
        share(&made, &wanted[band]);
    assert_bands_agree(&made, got, wanted, 1e-12, seed);
    free_setup(&made);
}

TEST(the_chain_equals_the_enumeration)
{
    static const struct {
        size_t categories;
        uint64_t setups, depths; /* campaigns, of 1..depths depths */
        int64_t rooms;           /* over all depths */
        int threshold;
    } sizes[] = {{1, 200, 5, 8, 5}, {2, 200, 3, 5, 4}, {3, 100, 2, 4, 3}, {4, 60, 2, 4, 2}};
    for (size_t i = 0; i < LENGTH_OF(sizes); i++)
        for (uint64_t n = 1; n <= sizes[i].setups; n++) {
            size_t depths = 1 + n % sizes[i].depths;
            compare_with_enumeration(1000 * i + n, &(setup_size){sizes[i].categories, depths,
                                                                 sizes[i].rooms / (int64_t)depths,
                                                                 sizes[i].threshold});
        }
}

/* `count` depths of `rooms` rooms each, in band 0, with one category that a room brings with
 * probability `natural`.
 */
static test_setup plain(size_t count, int64_t rooms, double natural, int threshold)
{
    test_setup made = {.count = count, .rules = {.count = 1}};
    made.rules.thresholds[0][0] = (uint16_t)threshold;
    for (size_t i = 0; i < count; i++) {
        assert_ok(wyrm_pmf_point(rooms, &made.rooms[i], NULL), NULL);
        made.depths[i] = (wyrm_pity_depth){.rooms = made.rooms[i],
                                           .found = {1 - natural, natural},
                                           .can_give = 1,
                                           .items = natural};
    }
    return made;
}

TEST(without_pity_the_first_item_is_geometric)
{
    test_setup made = plain(3, 20, 0.1, 0);
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    run_chain(&made, bands);
    const wyrm_pity_category *category = &bands[0].categories[0];
    for (int n = 1; n <= WYRM_DROUGHT_MAX; n++)
        assert_near(category->first[n], 0.1 * pow(0.9, n - 1), 1e-14);
    assert_near(category->first[0], pow(0.9, WYRM_DROUGHT_MAX), 1e-14);
    assert_same_bits(category->rate, 0.0);
    assert_near(category->natural, 0.1, 1e-14);
    /* Of 60 rooms, the n-th and later ones can end a drought of n. */
    for (int n = 1; n <= WYRM_DROUGHT_MAX; n++)
        assert_near(category->drought[n], pow(0.9, n) * (61 - n) / 60, 1e-14);
    free_setup(&made);
}

/* Nothing is ever found: only pity gives, in every sixth room. */
TEST(barren_rooms_get_pity_in_every_sixth)
{
    test_setup made = plain(2, 18, 0, 6);
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    run_chain(&made, bands);
    const wyrm_pity_category *category = &bands[0].categories[0];
    assert_near(bands[0].rooms, 36, 1e-13);
    assert_near(bands[0].items, 1.0 / 6, 1e-15);
    assert_near(bands[0].given, 1, 1e-15);
    assert_near(category->rate, 1.0 / 6, 1e-15);
    assert_near(category->first[6], 1, 1e-15);
    assert_near(category->drought[5], 1.0 / 6, 1e-15);
    assert_same_bits(category->drought[6], 0.0);
    made.rules.above = true;
    run_chain(&made, bands);
    assert_near(bands[0].categories[0].first[7], 1, 1e-15);
    free_setup(&made);
}

TEST(a_depth_in_two_halves_is_the_same)
{
    test_setup whole = plain(1, 20, 0.15, 5), halves = plain(2, 10, 0.15, 5);
    wyrm_pity_band bands[WYRM_BANDS_MAX], others[WYRM_BANDS_MAX];
    run_chain(&whole, bands);
    run_chain(&halves, others);
    assert_bands_agree(&whole, bands, others, 1e-14, 0);
    free_setup(&whole);
    free_setup(&halves);
}

/* Harnesses that reset the counters on every short floor see too little pity. */
TEST(a_reset_hides_pity_but_not_the_drought)
{
    test_setup made = plain(5, 6, 0.05, 7);
    wyrm_pity_band carried[WYRM_BANDS_MAX], reset[WYRM_BANDS_MAX];
    run_chain(&made, carried);
    made.reset = true;
    run_chain(&made, reset);
    assert_true(carried[0].categories[0].rate > 0.05);
    assert_same_bits(reset[0].categories[0].rate, 0.0);
    for (int n = 1; n <= WYRM_DROUGHT_MAX; n++)
        assert_near(reset[0].categories[0].drought[n], pow(0.95, n) * (31 - n) / 30, 1e-14);
    free_setup(&made);
}

/* Counters of an earlier game count, even those above all thresholds. */
TEST(a_saved_game_goes_on_from_its_counters)
{
    test_setup made = plain(1, 1, 0, 6);
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    const uint16_t counters[] = {4, 5, 6, 30, UINT16_MAX};
    for (size_t i = 0; i < LENGTH_OF(counters); i++) {
        made.start.rooms[0] = counters[i];
        run_chain(&made, bands);
        assert_near(bands[0].categories[0].rate, counters[i] >= 5 ? 1 : 0, 0);
    }
    made.depths[0].can_give = 0;
    run_chain(&made, bands);
    assert_same_bits(bands[0].categories[0].rate, 0.0);
    assert_near(bands[0].categories[0].drought[WYRM_DROUGHT_MAX], 1, 0);
    wyrm_pity_band fresh[WYRM_BANDS_MAX];
    assert_ok(wyrm_pity_chain(&made.rules, made.depths, 1, NULL, false, fresh, NULL), NULL);
    assert_near(fresh[0].categories[0].drought[1], 1, 0);
    assert_same_bits(fresh[0].categories[0].drought[2], 0.0);
    free_setup(&made);
}

TEST(a_band_without_rooms_has_no_figures)
{
    const wyrm_pity_band nothing = {0};
    test_setup made = plain(2, 0, 0.5, 5);
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    memset(bands, 0xff, sizeof bands);
    run_chain(&made, bands);
    for (size_t b = 0; b < WYRM_BANDS_MAX; b++)
        assert_memory_equal(&bands[b], &nothing, sizeof nothing);
    memset(bands, 0xff, sizeof bands);
    assert_ok(wyrm_pity_chain(&made.rules, NULL, 0, NULL, false, bands, NULL), NULL);
    assert_memory_equal(&bands[0], &nothing, sizeof nothing);
    free_setup(&made);
}

TEST(without_categories_there_are_items_and_no_pity)
{
    test_setup made = plain(2, 10, 0, 5);
    made.rules.count = 0;
    made.depths[0].items = 1;
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    run_chain(&made, bands);
    assert_near(bands[0].rooms, 20, 1e-13);
    assert_near(bands[0].items, 0.5, 1e-15);
    assert_same_bits(bands[0].given, 0.0);
    free_setup(&made);
}

/* A threshold far above the longest drought asked for. */
TEST(high_thresholds_are_reached_too)
{
    test_setup made = plain(1, 9000, 0, 1000);
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    run_chain(&made, bands);
    assert_near(bands[0].categories[0].rate, 1e-3, 1e-15);
    free_setup(&made);
    made = plain(1, 20, 0, UINT16_MAX);
    made.start.rooms[0] = UINT16_MAX - 2;
    run_chain(&made, bands);
    assert_near(bands[0].categories[0].first[2], 1, 1e-15);
    made.rules.above = true; /* above anything a counter can reach */
    run_chain(&made, bands);
    assert_same_bits(bands[0].categories[0].rate, 0.0);
    free_setup(&made);
}

static void assert_refused(const test_setup *setup, wyrm_status wanted)
{
    wyrm_error error = {0};
    wyrm_pity_band bands[WYRM_BANDS_MAX];
    assert_int_equal(wyrm_pity_chain(&setup->rules, setup->depths, setup->count, &setup->start,
                                     false, bands, &error),
                     wanted);
    assert_int_equal(error.code, wanted);
    assert_true(error.message[0] != '\0');
    assert_near(bands[0].rooms, 0, 0);
    assert_int_equal(wyrm_pity_chain(&setup->rules, setup->depths, setup->count, &setup->start,
                                     false, bands, NULL),
                     wanted);
}

TEST(what_makes_no_sense_is_refused)
{
    test_setup made = plain(2, 5, 0.5, 3);
    const test_setup good = made;
    made.rules.count = WYRM_PITY_MAX + 1;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made = good;
    made.depths[1].band = WYRM_BANDS_MAX;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made = good;
    made.depths[0].band = 1; /* bands ascend */
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made = good;
    made.depths[1].found[0] = 0.49;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made.depths[1].found[0] = (double)NAN;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made.depths[1].found[0] = -0.5;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made = good;
    made.depths[1].items = (double)INFINITY;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    made = good;
    wyrm_pmf *wrong = NULL;
    assert_ok(wyrm_pmf_point(-1, &wrong, NULL), NULL);
    made.depths[1].rooms = wrong;
    assert_refused(&made, WYRM_ERROR_ARGUMENT);
    wyrm_pmf_free(wrong);
    assert_ok(wyrm_pmf_point(WYRM_PITY_ROOMS_MAX + 1, &wrong, NULL), NULL);
    made.depths[1].rooms = wrong;
    assert_refused(&made, WYRM_ERROR_LIMIT);
    wyrm_pmf_free(wrong);
    free_setup(&made);
}

/* Four categories that are never found and rarely given: more states than are kept. */
TEST(too_many_places_are_refused)
{
    test_setup made = plain(1, 50, 0, 1000);
    made.rules.count = 4;
    made.depths[0].found[1] = 0;
    made.depths[0].found[0] = 0.5;
    made.depths[0].found[15] = 0.5;
    made.start = (wyrm_pity_state){{900, 900, 900, 900}};
    for (size_t i = 0; i < 4; i++)
        made.rules.thresholds[0][i] = 1000;
    made.depths[0].can_give = 15;
    assert_refused(&made, WYRM_ERROR_LIMIT);
    free_setup(&made);
}
