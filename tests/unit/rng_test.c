/* Random streams: the generator itself, and the fairness of every kind of draw. Seeds are fixed, so
 * a statistical test always passes or always fails. */
#include "helpers.h"

#include <wyrm/rng.h>
#include <wyrm/streams.h>

/* Checks counts that should all be equal. */
static void check_even(const uint64_t *counts, size_t cells, const char *what)
{
    FREED double *even = zeroed(cells, sizeof *even);
    for (size_t i = 0; i < cells; i++)
        even[i] = 1 / (double)cells;
    fits_at(chi_square_p(counts, even, cells), what, __FILE__, __LINE__);
}

/* Known answers of Philox 4x64-10 as published with Random123 (kat_vectors): counter, key, block.
 */
TEST(blocks_are_those_of_philox_4x64_10)
{
    static const struct {
        uint64_t counter[4], key[2], block[4];
    } known[] = {
        {{0, 0, 0, 0},
         {0, 0},
         {0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}},
        {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
         {UINT64_MAX, UINT64_MAX},
         {0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}},
        {{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
         {0x452821e638d01377, 0xbe5466cf34e90c6c},
         {0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}},
    };
    for (size_t i = 0; i < LENGTH_OF(known); i++) {
        wyrm_rng rng = wyrm_rng_start(1, 2, 3, 4);
        memcpy(rng.counter, known[i].counter, sizeof rng.counter);
        memcpy(rng.key, known[i].key, sizeof rng.key);
        rng.used = 4;
        for (int word = 0; word < 4; word++)
            assert_true(wyrm_rng_bits(&rng) == known[i].block[word]);
    }
}

TEST(a_stream_starts_at_its_seed_run_purpose_and_part)
{
    wyrm_rng zero = wyrm_rng_start(0, 0, 0, 0);
    assert_true(wyrm_rng_bits(&zero) == 0x16554d9eca36314c);
    assert_true(wyrm_rng_bits(&zero) == 0xdb20fe9d672d0fdc);

    wyrm_rng rng = wyrm_rng_start(11, 12, 13, 14);
    assert_true(rng.key[0] == 11 && rng.key[1] == 12);
    assert_true(rng.counter[1] == 0 && rng.counter[2] == 13 && rng.counter[3] == 14);
    wyrm_rng other = wyrm_rng_start(0, 0, 0, 0);
    memcpy(other.key, (const uint64_t[]){11, 12}, sizeof other.key);
    memcpy(other.counter, (const uint64_t[]){0, 0, 13, 14}, sizeof other.counter);
    other.used = 4;
    for (int i = 0; i < 100; i++)
        assert_true(wyrm_rng_bits(&rng) == wyrm_rng_bits(&other));
}

static uint64_t count_up(void *context)
{
    return ++*(uint64_t *)context << 32;
}

TEST(a_source_of_the_callers_own_is_asked_for_each_word_once_and_in_order)
{
    uint64_t calls = 0;
    wyrm_rng rng = wyrm_rng_of(count_up, &calls);
    for (uint64_t word = 1; word <= 9; word++)
        assert_true(wyrm_rng_bits(&rng) == word << 32);
    wyrm_rng copy = rng;
    assert_true(wyrm_rng_below(&copy, UINT64_C(1) << 32) == 10);
    assert_true(wyrm_rng_bits(&rng) == (uint64_t)11 << 32);
    assert_true(wyrm_rng_real(&rng) == 12 * 0x1p-32);
    assert_true(calls == 12);
}

/* Every word of a block is used once: word 4 n + i is word i of the block with counter n. */
TEST(blocks_follow_each_other)
{
    wyrm_rng rng = wyrm_rng_start(5, 6, 7, 8);
    for (uint64_t n = 0; n < 50; n++) {
        wyrm_rng block = wyrm_rng_start(5, 6, 7, 8);
        block.counter[0] = n;
        block.used = 4;
        for (int i = 0; i < 4; i++)
            assert_true(wyrm_rng_bits(&rng) == wyrm_rng_bits(&block));
    }
}

TEST(a_copy_goes_on_from_the_same_place)
{
    wyrm_rng rng = wyrm_rng_start(1, 0, WYRM_STREAM_MAP, 3);
    for (int i = 0; i < 7; i++)
        (void)wyrm_rng_bits(&rng);
    wyrm_rng copy = rng;
    for (int i = 0; i < 50; i++)
        assert_true(wyrm_rng_bits(&rng) == wyrm_rng_bits(&copy));
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Streams that differ in one small number share no word, and half of their bits agree. */
TEST(streams_next_to_each_other_have_nothing_in_common)
{
    enum { SIDE = 5, STREAMS = SIDE * SIDE * SIDE * SIDE, WORDS = 16 };
    static uint64_t words[STREAMS * WORDS];
    for (int i = 0; i < STREAMS; i++) {
        wyrm_rng rng =
            wyrm_rng_start((uint64_t)(i % SIDE), (uint64_t)(i / SIDE % SIDE),
                           (uint64_t)(i / SIDE / SIDE % SIDE), (uint64_t)(i / SIDE / SIDE / SIDE));
        for (int j = 0; j < WORDS; j++)
            words[i * WORDS + j] = wyrm_rng_bits(&rng);
    }
    const int steps[] = {1, SIDE, SIDE * SIDE, SIDE * SIDE * SIDE};
    for (size_t step = 0; step < LENGTH_OF(steps); step++) {
        double agree = 0, bits = 0;
        for (int i = 0; i + steps[step] < STREAMS; i++)
            for (int j = 0; j < WORDS; j++) {
                uint64_t same = ~(words[i * WORDS + j] ^ words[(i + steps[step]) * WORDS + j]);
                agree += __builtin_popcountll(same);
                bits += 64;
            }
        assert_near(agree / bits, 0.5, 4 * 0.5 / sqrt(bits));
    }
    qsort(words, LENGTH_OF(words), sizeof *words, compare_words);
    for (size_t i = 1; i < LENGTH_OF(words); i++)
        assert_true(words[i] != words[i - 1]);
}

TEST(numbers_below_are_fair)
{
    const uint64_t sizes[] = {2, 3, 6, 10, 97, 1000};
    for (size_t s = 0; s < LENGTH_OF(sizes); s++) {
        static uint64_t counts[1000];
        memset(counts, 0, sizeof counts);
        wyrm_rng rng = wyrm_rng_start(21, s, 0, 0);
        for (int i = 0; i < 100000; i++) {
            uint64_t drawn = wyrm_rng_below(&rng, sizes[s]);
            assert_true(drawn < sizes[s]);
            counts[drawn]++;
        }
        check_even(counts, sizes[s], "below");
    }
}

TEST(below_0_and_1_is_0)
{
    wyrm_rng rng = wyrm_rng_start(22, 0, 0, 0), words = rng;
    assert_true(wyrm_rng_below(&rng, 0) == 0);
    assert_true(wyrm_rng_below(&rng, 1) == 0);
    (void)wyrm_rng_bits(&words);
    (void)wyrm_rng_bits(&words);
    assert_memory_equal(&rng, &words, sizeof rng); /* one word was drawn each time */
}

/* With 3 x 2^62, simply taking the high word of the product would give every third number twice as
 * often. */
TEST(below_has_no_bias_where_words_do_not_divide)
{
    uint64_t thirds[3] = {0};
    wyrm_rng rng = wyrm_rng_start(23, 0, 0, 0);
    for (int i = 0; i < 30000; i++) {
        uint64_t drawn = wyrm_rng_below(&rng, UINT64_C(3) << 62);
        assert_true(drawn < UINT64_C(3) << 62);
        thirds[drawn % 3]++;
    }
    check_even(thirds, 3, "below 3 x 2^62, modulo 3");
}

TEST(below_2_to_the_63_plus_1_fills_its_range)
{
    uint64_t eighths[8] = {0}, parity[2] = {0};
    wyrm_rng rng = wyrm_rng_start(24, 0, 0, 0);
    const uint64_t count = (UINT64_C(1) << 63) + 1;
    for (int i = 0; i < 40000; i++) {
        uint64_t drawn = wyrm_rng_below(&rng, count);
        assert_true(drawn < count);
        eighths[drawn == count - 1 ? 7 : drawn >> 60]++;
        parity[drawn & 1]++;
    }
    check_even(eighths, 8, "below 2^63 + 1");
    check_even(parity, 2, "below 2^63 + 1, parity");
}

TEST(numbers_between_are_fair_around_zero)
{
    uint64_t counts[9] = {0};
    wyrm_rng rng = wyrm_rng_start(25, 0, 0, 0);
    for (int i = 0; i < 50000; i++) {
        int64_t drawn = wyrm_rng_between(&rng, -3, 5);
        assert_true(drawn >= -3 && drawn <= 5);
        counts[drawn + 3]++;
    }
    check_even(counts, 9, "between -3 and 5");
}

TEST(between_covers_every_int64)
{
    uint64_t counts[16] = {0};
    wyrm_rng rng = wyrm_rng_start(26, 0, 0, 0);
    for (int i = 0; i < 50000; i++)
        counts[(uint64_t)wyrm_rng_between(&rng, INT64_MIN, INT64_MAX) >> 60]++;
    check_even(counts, 16, "between the least and the greatest int64");

    uint64_t ends[4] = {0};
    for (int i = 0; i < 20000; i++) {
        int64_t drawn = wyrm_rng_between(&rng, INT64_MIN + 1, INT64_MAX);
        assert_true(drawn != INT64_MIN);
        ends[(uint64_t)drawn >> 62]++;
    }
    check_even(ends, 4, "between all but one");
}

TEST(between_nothing_gives_the_least)
{
    wyrm_rng rng = wyrm_rng_start(27, 0, 0, 0);
    assert_int_equal(wyrm_rng_between(&rng, 7, 7), 7);
    assert_int_equal(wyrm_rng_between(&rng, 7, 6), 7);
    assert_int_equal(wyrm_rng_between(&rng, INT64_MAX, INT64_MIN), INT64_MAX);
    assert_int_equal(wyrm_rng_between(&rng, INT64_MIN, INT64_MIN), INT64_MIN);
}

TEST(chances_are_exact_at_their_ends)
{
    wyrm_rng rng = wyrm_rng_start(28, 0, 0, 0), words = rng;
    for (int i = 0; i < 500; i++) {
        assert_true(wyrm_rng_chance(&rng, 10, 10));
        assert_true(wyrm_rng_chance(&rng, 11, 10));
        assert_true(wyrm_rng_chance(&rng, UINT64_MAX, UINT64_MAX - 1));
        assert_false(wyrm_rng_chance(&rng, 0, 10));
        assert_false(wyrm_rng_chance(&rng, 0, 0));
        assert_false(wyrm_rng_chance(&rng, 5, 0));
    }
    for (int i = 0; i < 500 * 6; i++)
        (void)wyrm_rng_bits(&words);
    assert_memory_equal(&rng, &words, sizeof rng);
}

TEST(chances_come_true_as_often_as_they_say)
{
    const uint64_t ratios[][2] = {
        {1, 10}, {1, 3}, {999, 1000}, {UINT64_C(1) << 62, UINT64_C(3) << 62}};
    for (size_t i = 0; i < LENGTH_OF(ratios); i++) {
        wyrm_rng rng = wyrm_rng_start(29, i, 0, 0);
        uint64_t counts[2] = {0};
        for (int n = 0; n < 60000; n++)
            counts[wyrm_rng_chance(&rng, ratios[i][0], ratios[i][1])]++;
        double p = (double)ratios[i][0] / (double)ratios[i][1];
        assert_fits(counts, ((const double[]){1 - p, p}), 2);
    }
}

TEST(reals_are_even_and_below_1)
{
    uint64_t counts[100] = {0}, last_bits[8] = {0};
    wyrm_rng rng = wyrm_rng_start(30, 0, 0, 0), words = rng;
    for (int i = 0; i < 100000; i++) {
        double real = wyrm_rng_real(&rng);
        assert_true(real >= 0 && real < 1);
        double steps = real * 0x1p53;
        assert_same_bits(steps, floor(steps));
        assert_same_bits(steps, (double)(wyrm_rng_bits(&words) >> 11));
        counts[(int)(real * 100)]++;
        last_bits[(uint64_t)steps & 7]++;
    }
    check_even(counts, 100, "reals");
    check_even(last_bits, 8, "last bits of reals");
}

TEST(rounding_at_random_follows_the_fraction)
{
    const struct {
        double value;
        int64_t low;
        double up;
    } cases[] = {{2.25, 2, 0.25}, {-2.25, -3, 0.75}, {0.01, 0, 0.01}, {1e9 + 0.5, 1000000000, 0.5}};
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_rng rng = wyrm_rng_start(31, i, 0, 0);
        uint64_t counts[2] = {0};
        for (int n = 0; n < 40000; n++) {
            int64_t drawn = wyrm_rng_round(&rng, cases[i].value);
            assert_true(drawn == cases[i].low || drawn == cases[i].low + 1);
            counts[drawn - cases[i].low]++;
        }
        assert_fits(counts, ((const double[]){1 - cases[i].up, cases[i].up}), 2);
    }
}

TEST(rounding_whole_numbers_draws_but_changes_nothing)
{
    const struct {
        double value;
        int64_t wanted;
    } cases[] = {{0, 0},
                 {-0.0, 0},
                 {-7, -7},
                 {12345, 12345},
                 {0x1p53, INT64_C(1) << 53},
                 {-0x1p53, -(INT64_C(1) << 53)},
                 {1e300, INT64_C(1) << 53},
                 {(double)INFINITY, INT64_C(1) << 53},
                 {-(double)INFINITY, -(INT64_C(1) << 53)},
                 {(double)NAN, 0}};
    wyrm_rng rng = wyrm_rng_start(32, 0, 0, 0), words = rng;
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        assert_int_equal(wyrm_rng_round(&rng, cases[i].value), cases[i].wanted);
        (void)wyrm_rng_bits(&words);
        assert_memory_equal(&rng, &words, sizeof rng);
    }
}

TEST(every_order_of_four_is_equally_likely)
{
    uint64_t counts[256] = {0}, orders[24];
    wyrm_rng rng = wyrm_rng_start(33, 0, 0, 0);
    for (int i = 0; i < 48000; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        wyrm_rng_shuffle(&rng, items, 4, 1);
        counts[items[0] | items[1] << 2 | items[2] << 4 | items[3] << 6]++;
    }
    size_t found = 0;
    for (int order = 0; order < 256; order++) {
        int seen = 0;
        for (int place = 0; place < 4; place++)
            seen |= 1 << (order >> 2 * place & 3);
        if (seen == 15)
            orders[found++] = counts[order];
        else
            assert_int_equal(counts[order], 0);
    }
    assert_int_equal(found, 24);
    check_even(orders, 24, "orders of four");
}

TEST(shuffling_moves_whole_items_of_any_size)
{
    enum { COUNT = 40, SIZE_MAX_HERE = 200 };
    const size_t sizes[] = {1, 3, 8, 16, 64, 65, 130, SIZE_MAX_HERE};
    wyrm_rng rng = wyrm_rng_start(34, 0, 0, 0);
    for (size_t s = 0; s < LENGTH_OF(sizes); s++) {
        unsigned char items[COUNT * SIZE_MAX_HERE + 1];
        items[COUNT * sizes[s]] = 0xee;
        for (size_t i = 0; i < COUNT; i++)
            for (size_t j = 0; j < sizes[s]; j++)
                items[i * sizes[s] + j] = (unsigned char)(i + j);
        wyrm_rng_shuffle(&rng, items, COUNT, sizes[s]);
        bool seen[COUNT] = {false}, moved = false;
        for (size_t i = 0; i < COUNT; i++) {
            const unsigned char *item = items + i * sizes[s];
            assert_true(item[0] < COUNT && !seen[item[0]]);
            seen[item[0]] = true;
            moved |= item[0] != i;
            for (size_t j = 0; j < sizes[s]; j++)
                assert_int_equal(item[j], (unsigned char)(item[0] + j));
        }
        assert_true(moved);
        assert_int_equal(items[COUNT * sizes[s]], 0xee);
    }
}

TEST(shuffling_none_or_one_changes_nothing)
{
    wyrm_rng rng = wyrm_rng_start(35, 0, 0, 0);
    int item = 42;
    wyrm_rng_shuffle(&rng, &item, 1, sizeof item);
    wyrm_rng_shuffle(&rng, NULL, 0, sizeof item);
    assert_int_equal(item, 42);
}
