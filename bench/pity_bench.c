/* The exact analysis of pity over a whole campaign of the size of Catacombs of YARL: 25 depths of
 * about 16 rooms, four categories. Compared with the naive way: a table of 25 x 25 x 25 x 25
 * counters, every set of categories followed from every state that has a probability. That gives
 * the trigger rates and droughts, but not the rooms until the first item, which the library also
 * computes in the same time.
 *
 *   name   time   speed as a multiple of the naive version
 */
#include "loot/internal.h"

#include <wyrm/pity.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEPTHS = 25, BANDS = 5, SETS = 16, COUNTERS = WYRM_DROUGHT_MAX + 1 };
#define PLACES ((size_t)COUNTERS * COUNTERS * COUNTERS * COUNTERS)

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
    fprintf(stderr, "pity_bench: %s\n", wyrm_status_text(status));
    exit(1);
}

static void *must_have(void *memory)
{
    if (!memory)
        must(WYRM_ERROR_MEMORY);
    return memory;
}

/* ------------------------------------------------------------------ the campaign */

static const wyrm_pity_rules rules = {
    .count = 4,
    .names = {"healing", "panic", "weapon", "armor"},
    .thresholds = {{6, 7, 8, 8}, {5, 6, 7, 7}, {4, 5, 6, 6}, {4, 5, 6, 6}, {4, 5, 6, 6}},
};

/* Weights of the items of a band by the category they have, the first for none: no item has two. */
static const loot_found_item items[BANDS][5] = {
    {{0, 43.5}, {1, 2.5}, {2, 13}, {4, 23.5}, {8, 20}},
    {{0, 72.9}, {1, 4.6}, {2, 27.5}, {4, 37}, {8, 30.5}},
    {{0, 81}, {1, 15.3}, {2, 27.5}, {4, 32.5}, {8, 19.8}},
    {{0, 82.2}, {1, 17}, {2, 28.3}, {4, 24}, {8, 20.7}},
    {{0, 82}, {1, 17.2}, {2, 28.5}, {4, 10.5}, {8, 14}},
};
static const double density[BANDS] = {0.35, 0.45, 1, 1, 1};

static wyrm_pmf *rooms_of_a_depth(void)
{
    const wyrm_weighted pairs[] = {{13, 1}, {14, 2}, {15, 3}, {16, 4}, {17, 3}, {18, 2}, {19, 1}};
    wyrm_pmf *rooms;
    must(wyrm_pmf_from_pairs(pairs, sizeof pairs / sizeof *pairs, &rooms, NULL));
    return rooms;
}

static void make_depths(const wyrm_pmf *rooms, wyrm_pity_depth *depths)
{
    for (int i = 0; i < DEPTHS; i++) {
        size_t band = (size_t)i / 5;
        wyrm_pmf *number;
        const loot_item_most most = {(i < 3 ? 1 : 2) * density[band], LOOT_ROUNDING_RANDOM};
        must(rule_exact("items", loot_item_number, &most, &number, NULL, NULL));
        depths[i] = (wyrm_pity_depth){
            .band = band, .rooms = rooms, .can_give = 15, .items = wyrm_pmf_mean(number)};
        must(loot_found_sets(items[band], 5, number, 4, depths[i].found, NULL));
        wyrm_pmf_free(number);
    }
}

/* ------------------------------------------------------------------ the plain way */

static size_t place(const int at[4])
{
    size_t index = 0;
    for (int i = 0; i < 4; i++)
        index = index * COUNTERS + (size_t)at[i];
    return index;
}

/* Follows one state of the counters through a room. */
static void naive_place(const wyrm_pity_depth *depth, const int from[4], double mass, double weight,
                        double *next, wyrm_pity_band *band)
{
    for (int set = 0; set < SETS; set++) {
        double chance = mass * depth->found[set];
        int at[4], giver = -1;
        if (!(chance > 0))
            continue;
        for (int i = 3; i >= 0; i--) {
            at[i] = set >> i & 1 ? 0 : from[i] + (from[i] < COUNTERS - 1);
            if (at[i] >= rules.thresholds[depth->band][i])
                giver = i;
        }
        if (giver >= 0) {
            at[giver] = 0;
            band->categories[giver].rate += weight * chance;
        }
        next[place(at)] += chance;
        for (int i = 0; i < 4; i++)
            band->categories[i].drought[at[i]] += weight * chance;
    }
}

static void naive_room(const wyrm_pity_depth *depth, double weight, const double *here,
                       double *next, wyrm_pity_band *band)
{
    int at[4];
    memset(next, 0, PLACES * sizeof *next);
    band->rooms += weight;
    for (at[0] = 0; at[0] < COUNTERS; at[0]++)
        for (at[1] = 0; at[1] < COUNTERS; at[1]++)
            for (at[2] = 0; at[2] < COUNTERS; at[2]++)
                for (at[3] = 0; at[3] < COUNTERS; at[3]++)
                    if (here[place(at)] > 0)
                        naive_place(depth, at, here[place(at)], weight, next, band);
}

static void naive_chain(const wyrm_pity_depth *depths, wyrm_pity_band *bands)
{
    double *here = must_have(calloc(PLACES, sizeof *here));
    double *next = must_have(calloc(PLACES, sizeof *next));
    double *ended = must_have(calloc(PLACES, sizeof *ended));
    here[0] = 1;
    for (int i = 0; i < DEPTHS; i++) {
        const wyrm_pmf *rooms = depths[i].rooms;
        memset(ended, 0, PLACES * sizeof *ended);
        for (int64_t n = 1; n <= wyrm_pmf_last(rooms); n++) {
            naive_room(&depths[i], wyrm_pmf_tail(rooms, n), here, next, &bands[depths[i].band]);
            double *swap = here;
            here = next;
            next = swap;
            for (size_t at = 0; at < PLACES && wyrm_pmf_at(rooms, n) > 0; at++)
                ended[at] += wyrm_pmf_at(rooms, n) * here[at];
        }
        double *swap = here;
        here = ended;
        ended = swap;
    }
    free(here);
    free(next);
    free(ended);
}

/* ------------------------------------------------------------------ both */

/* The greatest difference of a rate or drought between the two. */
static double difference(const wyrm_pity_band *got, wyrm_pity_band *naive)
{
    double most = 0;
    for (int b = 0; b < BANDS; b++)
        for (int i = 0; i < 4; i++) {
            const wyrm_pity_category *exact = &got[b].categories[i];
            wyrm_pity_category *plain = &naive[b].categories[i];
            most = fmax(most, fabs(exact->rate - plain->rate / naive[b].rooms));
            for (int n = COUNTERS - 2; n >= 0; n--)
                plain->drought[n] += plain->drought[n + 1];
            for (int n = 0; n < COUNTERS; n++)
                most = fmax(most, fabs(exact->drought[n] - plain->drought[n] / naive[b].rooms));
        }
    return most;
}

int main(void)
{
    const double limit = 0.5; /* seconds */
    wyrm_pity_depth depths[DEPTHS];
    wyrm_pity_band bands[WYRM_BANDS_MAX], naive[WYRM_BANDS_MAX] = {0};
    wyrm_pmf *rooms = rooms_of_a_depth();
    make_depths(rooms, depths);

    double seconds = INFINITY;
    for (int i = 0; i < 5; i++) {
        double start = now();
        must(wyrm_pity_chain(&rules, depths, DEPTHS, NULL, false, bands, NULL));
        seconds = fmin(seconds, now() - start);
    }
    double start = now();
    naive_chain(depths, naive);
    double naive_seconds = now() - start;

    printf("%-20s %10.1f ms  %6.1f x\n", "pity chain naive", 1e3 * naive_seconds, 1.0);
    printf("%-20s %10.1f ms  %6.1f x\n", "pity chain", 1e3 * seconds, naive_seconds / seconds);
    double off = difference(bands, naive);
    printf("greatest difference between the two: %.1e\n", off);
    for (int b = 0; b < BANDS; b++)
        printf("B%d: %.0f rooms, %.3f items a room, %.1f %% given; healing %.1f %%, panic %.1f %%, "
               "weapon %.1f %%, armor %.1f %%\n",
               b + 1, bands[b].rooms, bands[b].items, 100 * bands[b].given,
               100 * bands[b].categories[0].rate, 100 * bands[b].categories[1].rate,
               100 * bands[b].categories[2].rate, 100 * bands[b].categories[3].rate);
    wyrm_pmf_free(rooms);
    printf("at most %g s: %s\n", limit, seconds <= limit ? "kept" : "MISSED");
    return seconds > limit || off > 1e-10;
}
