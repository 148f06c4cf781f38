/* Small campaigns with pity, made at random: what the tests of its exact analysis share. */
#ifndef WYRM_TESTS_PITY_SETUPS_H
#define WYRM_TESTS_PITY_SETUPS_H

#include "helpers.h"

#include <wyrm/pity.h>

enum { DEPTHS_MAX = 6, ROOMS_MAX = 64 };

/* A campaign in numbers that an enumeration can use. */
typedef struct test_setup {
    wyrm_pity_rules rules;
    wyrm_pity_state start;
    bool reset;
    size_t count;
    wyrm_pity_depth depths[DEPTHS_MAX];
    wyrm_pmf *rooms[DEPTHS_MAX];
} test_setup;

static inline void free_setup(test_setup *setup)
{
    for (size_t i = 0; i < setup->count; i++)
        wyrm_pmf_free(setup->rooms[i]);
}

static inline void run_chain(const test_setup *setup, wyrm_pity_band *bands)
{
    wyrm_error error;
    assert_ok(wyrm_pity_chain(&setup->rules, setup->depths, setup->count, &setup->start,
                              setup->reset, bands, &error),
              &error);
}

/* How large random campaigns are. */
typedef struct setup_size {
    size_t categories;
    size_t depths;
    int64_t rooms; /* of a depth, at most */
    int threshold; /* greatest */
} setup_size;

static inline void fill_rules(test_random *random, const setup_size *size, wyrm_pity_rules *rules)
{
    rules->count = size->categories;
    rules->above = random_below(random, 2) == 1;
    for (size_t band = 0; band < WYRM_BANDS_MAX; band++)
        for (size_t i = 0; i < WYRM_PITY_MAX; i++)
            rules->thresholds[band][i] = (uint16_t)random_between(random, 0, size->threshold);
}

/* Some sets cannot be found at all. */
static inline void fill_found(test_random *random, size_t sets, double *found)
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

static inline void fill_depth(test_random *random, const setup_size *size, size_t band,
                              wyrm_pmf **rooms, wyrm_pity_depth *depth)
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

static inline test_setup random_setup(uint64_t seed, const setup_size *size)
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

/* A game, counted by hand. */
typedef struct test_game {
    unsigned counter[WYRM_PITY_MAX];
    unsigned streak[WYRM_PITY_MAX]; /* as the player sees it */
    bool had[WYRM_PITY_MAX];        /* an item in this band */
    unsigned band_rooms;
} test_game;

static inline test_game start_of(const test_setup *setup)
{
    test_game game = {0};
    for (size_t i = 0; i < setup->rules.count; i++)
        game.counter[i] = game.streak[i] = setup->start.rooms[i];
    return game;
}

#endif
