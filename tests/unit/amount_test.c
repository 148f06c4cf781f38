/* Amounts: their distributions against enumerations of every combination of faces, and against GSL
 * where a distribution has a name. */
#include "helpers.h"

#include <gsl/gsl_randist.h>
#include <wyrm/amount.h>
#include "base/amount.h"

RELEASED_BY(wyrm_amount, wyrm_amount_free)
#define OWNED_AMOUNT OWNED(wyrm_amount)

static wyrm_amount *amount_of(const char *text)
{
    wyrm_amount *read = NULL;
    assert_works(wyrm_amount_read(text, &read, &last_error));
    return read;
}

/* Checks that a text has the distribution chances[] of the values from `first`. */
static void assert_says(const char *text, int64_t first, const double *chances, size_t count,
                        double tolerance)
{
    OWNED_AMOUNT *amount = amount_of(text);
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        assert_near(wyrm_pmf_at(pmf, first + (int64_t)i), chances[i], tolerance);
        total += wyrm_pmf_at(pmf, first + (int64_t)i);
    }
    assert_near(total, 1, 1e-12);
}

/* ---- every combination of faces ---- */

typedef struct hand {
    const char *text;
    int count, sides, keep;
    bool lowest;
    int plus;
} hand;

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static int kept_of(const hand *h, const int *faces)
{
    int sorted[8], sum = h->plus;
    memcpy(sorted, faces, sizeof sorted);
    qsort(sorted, (size_t)h->count, sizeof *sorted, descending);
    for (int i = 0; i < h->keep; i++)
        sum += sorted[h->lowest ? h->count - 1 - i : i];
    return sum;
}

static bool next_faces(const hand *h, int *faces)
{
    for (int die = 0; die < h->count; die++) {
        if (++faces[die] <= h->sides)
            return true;
        faces[die] = 1;
    }
    return false;
}

TEST(dice_are_what_every_combination_of_faces_gives)
{
    static const hand hands[] = {
        {"3", 0, 1, 0, false, 3},
        {"-4", 0, 1, 0, false, -4},
        {"d6", 1, 6, 1, false, 0},
        {"2d6+1", 2, 6, 2, false, 1},
        {"5d3-7", 5, 3, 5, false, -7},
        {"7d2", 7, 2, 7, false, 0},
        {"4d6 keep 3", 4, 6, 3, false, 0},
        {" 4 d 6 keep highest 3 + 2 ", 4, 6, 3, false, 2},
        {"4d6keep lowest 3", 4, 6, 3, true, 0},
        {"2d20 keep 1", 2, 20, 1, false, 0},
        {"2d20 keep lowest 1", 2, 20, 1, true, 0},
        {"6d4 keep 2", 6, 4, 2, false, 0},
        {"6d4 keep lowest 5", 6, 4, 5, true, 0},
        {"8d5 keep 4", 8, 5, 4, false, 0},
    };
    for (size_t i = 0; i < LENGTH_OF(hands); i++) {
        const hand *h = &hands[i];
        double chances[200] = {0};
        int faces[8] = {1, 1, 1, 1, 1, 1, 1, 1};
        do
            chances[kept_of(h, faces) + 50]++;
        while (next_faces(h, faces));
        for (size_t value = 0; value < LENGTH_OF(chances); value++)
            chances[value] /= pow(h->sides, h->count);
        assert_says(h->text, -50, chances, LENGTH_OF(chances), 1e-15);
    }
}

TEST(terms_are_added_and_taken_off)
{
    double chances[60] = {0};
    for (int d = 1; d <= 4; d++)
        for (int range = 3; range <= 5; range++)
            for (int weighed = 0; weighed < 3; weighed++)
                for (int face = 1; face <= 6; face++)
                    chances[20 + d - range + (weighed == 0 ? -2 : 7) + face - 9] +=
                        1 / (4.0 * 3 * 3 * 6);
    assert_says("1d4-9-3..5+{7: 1, -2: 0.5, 11: 0}+d6", -20, chances, LENGTH_OF(chances), 1e-15);
    const double least_first[] = {0.25, 0.25, 0.25, 0.25};
    assert_says("-2..1", -2, least_first, 4, 1e-16);
    assert_says("5-[4, 7]", -2, least_first, 4, 1e-16);
    assert_says("[-2, 1]", -2, least_first, 4, 1e-16);
}

/* The probability of least + k is that of u + v in [2 k / n, 2 (k + 1) / n). */
TEST(triangular_is_the_area_under_two_uniform_draws)
{
    for (int n = 1; n <= 9; n++) {
        char text[40];
        double chances[9];
        snprintf(text, sizeof text, "triangular %d..%d", -3, n - 4);
        for (int k = 0; k < n; k++) {
            double below[2];
            for (int end = 0; end < 2; end++) {
                double x = 2.0 * (k + end) / n;
                below[end] = x <= 1 ? x * x / 2 : 1 - (2 - x) * (2 - x) / 2;
            }
            chances[k] = below[1] - below[0];
        }
        assert_says(text, -3, chances, (size_t)n, 1e-15);
    }
}

TEST(all_of_it_is_multiplied_to_the_nearest)
{
    static const struct {
        const char *text;
        int64_t least, most, first;
        double each[8];
    } cases[] = {
        {"[-3, 3] x 1/2", -3, 3, -1, {2, 2, 2, 1}}, /* -1.5 and 0.5 go up */
        {"([1, 4] - 1) x 1.5", 1, 4, 0, {1, 0, 1, 1, 0, 1}},
        {"1d3 x 2", 1, 3, 2, {1, 0, 1, 0, 1}},
        {"[-3, 3] x 1/2 down", -3, 3, -2, {1, 2, 2, 2}},
        {"[-3, 3] x 1/2 up", -3, 3, -1, {2, 2, 2, 1}},
        {"([-3, 3] x 1/3 up) x 2", -3, 3, -2, {1, 0, 3, 0, 3}},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        double chances[8];
        for (size_t k = 0; k < 8; k++)
            chances[k] = cases[i].each[k] / (double)(cases[i].most - cases[i].least + 1);
        assert_says(cases[i].text, cases[i].first, chances, 8, 1e-15);
    }
    OWNED_AMOUNT *plus = amount_of("(2d6 - 3) x 3/2");
    assert_int_equal(wyrm_amount_plus(plus), -4);
}

/* ---- dice that explode ---- */

TEST(a_die_that_explodes_rolls_again_until_nothing_is_left)
{
    OWNED_AMOUNT *amount = amount_of("1d6 explode+2");
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    double cut = pow(6, -16), block = 1;
    for (int again = 0; again < 16; again++) {
        block /= 6;
        for (int face = 1; face <= 6; face++)
            assert_near(wyrm_pmf_at(pmf, 2 + 6 * again + face), face < 6 ? block / (1 - cut) : 0,
                        1e-12 * block);
    }
    assert_int_equal(wyrm_pmf_last(pmf), 2 + 15 * 6 + 5);
    assert_near(wyrm_amount_cut(amount), cut, 1e-12 * cut);
}

/* The number of tosses until a thousand heads have come is negative binomial. */
TEST(many_coins_that_explode_are_negative_binomial)
{
    OWNED_AMOUNT *amount = amount_of("1000d2 explode");
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    for (unsigned tails = 700; tails < 1300; tails += 7)
        assert_near(wyrm_pmf_at(pmf, 1000 + 2 * (int64_t)tails),
                    gsl_ran_negative_binomial_pdf(tails, 0.5, 1000), 1e-13);
    assert_true(wyrm_amount_cut(amount) > 1e-14);
    assert_true(wyrm_amount_cut(amount) < 1e-12);
}

TEST(dice_that_explode_can_be_kept)
{
    enum { ROLLS = 90, SUM = 3 * ROLLS };
    double die[ROLLS] = {0}, chances[SUM] = {0}, block = 1;
    for (int value = 1; value < ROLLS; value++) {
        block /= value % 4 == 1 ? 4 : 1;
        die[value] = value % 4 == 0 ? 0 : block;
    }
    for (int a = 1; a < ROLLS; a++)
        for (int b = 1; b < ROLLS; b++)
            for (int c = 1; c < ROLLS; c++)
                chances[a + b + c -
                        (a < b   ? a < c ? a : c
                         : b < c ? b
                                 : c)] += die[a] * die[b] * die[c];
    assert_says("3d4 keep 2 explode", 0, chances, SUM, 2e-12);
}

TEST(what_is_cut_off_is_below_the_limit_for_all_dice_together)
{
    static const char *const texts[] = {"2d6 explode", "3d4 explode keep 2", "40d3 explode",
                                        "1d6 explode+1d6 explode+1d8 explode",
                                        "500d2 explode keep 3"};
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        OWNED_AMOUNT *amount = amount_of(texts[i]);
        assert_true(wyrm_amount_cut(amount) < 1e-12);
        assert_true(wyrm_amount_cut(amount) > 1e-15);
    }
    OWNED_AMOUNT *plain = amount_of("4d6 keep 3+[2, 3]");
    assert_same_bits(wyrm_amount_cut(plain), 0);
}

/* ---- coins ---- */

TEST(a_coin_comes_up_in_a_row_until_nothing_is_left)
{
    static const struct {
        const char *text;
        double chance;
        int most; /* the last power above the cut-off */
    } cases[] = {
        {"coins 0.6", 0.6, 54},     {"coins 60 %", 0.6, 54},       {"coins 3/5", 0.6, 54},
        {"coins 1/3", 1.0 / 3, 25}, {"coins 99.9%", 0.999, 27617},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        OWNED_AMOUNT *amount = amount_of(cases[i].text);
        const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
        const double up = cases[i].chance, cut = pow(up, cases[i].most + 1);
        for (int ups = 0; ups <= cases[i].most; ups += 1 + cases[i].most / 50)
            assert_near(wyrm_pmf_at(pmf, ups), pow(up, ups) * (1 - up) / (1 - cut), 1e-14);
        assert_int_equal(wyrm_pmf_last(pmf), cases[i].most);
        assert_near(wyrm_amount_cut(amount), cut, 1e-9 * cut);
    }
}

/* Tails before the second head; and with heads and tails added, the probability cut off stays
 * small. */
TEST(coins_are_added_up)
{
    OWNED_AMOUNT *amount = amount_of("6 + coins 0.5 + coins 0.5");
    for (int ups = 0; ups < 30; ups++)
        assert_near(wyrm_pmf_at(wyrm_amount_pmf(amount), 6 + ups), (ups + 1) * pow(0.5, ups + 2),
                    1e-12);
    assert_in_range(1e15 * wyrm_amount_cut(amount), 100, 1000);
    OWNED_AMOUNT *both = amount_of("coins 0.5 + 1d2 explode");
    assert_in_range(1e15 * wyrm_amount_cut(both), 100, 1000);
}

/* ---- many dice ---- */

TEST(a_thousand_coins_are_binomial)
{
    OWNED_AMOUNT *amount = amount_of("1000d2-1000");
    for (unsigned heads = 0; heads <= 1000; heads++) {
        double wanted = gsl_ran_binomial_pdf(heads, 0.5, 1000);
        assert_near(wyrm_pmf_at(wyrm_amount_pmf(amount), heads), wanted, 1e-11 * wanted);
    }
}

/* P(best of n <= x) = (x / sides)^n; far from the middle it is as exact as near it. */
TEST(the_best_of_many_is_a_power)
{
    OWNED_AMOUNT *best = amount_of("20d1000 keep 1"), *worst = amount_of("20d1000 keep lowest 1");
    for (int x = 1; x <= 1000; x++) {
        double wanted = pow(x / 1000.0, 20) - pow((x - 1) / 1000.0, 20);
        double got = wyrm_pmf_at(wyrm_amount_pmf(best), x);
        assert_near(got, wanted, 1e-11 * wanted);
        assert_near(wyrm_pmf_at(wyrm_amount_pmf(worst), 1001 - x), got, 1e-11 * got);
    }
}

/* The sum kept and the sum dropped add up to the whole sum. */
TEST(the_kept_and_the_rest_add_up)
{
    OWNED_AMOUNT *high = amount_of("100d20 keep 30"), *low = amount_of("100d20 keep lowest 70");
    assert_near(wyrm_pmf_mean(wyrm_amount_pmf(high)) + wyrm_pmf_mean(wyrm_amount_pmf(low)), 1050,
                1e-9);
}

/* ---- texts ---- */

TEST(an_amount_is_written_as_it_is_usually_written)
{
    static const char *const texts[][2] = {
        {"d6", "1d6"},
        {" 2 D 6 + 1 ", "2d6+1"},
        {"1+2d6+3", "2d6+4"},
        {"2d6-3..7", "2d6-[3, 7]"},
        {"-3..7", "[-3, 7]"},
        {"[ 3,7 ]", "[3, 7]"},
        {"1d4-[3, 3]", "1d4-3"},
        {"{2:3,0:1.50,5:0}", "{0: 1.5, 2: 3}"},
        {"{1: 1e-7, 2: 1E0}", NULL},
        {"{1: 1e-7, 2: 1e+2}", "{1: 1e-07, 2: 100}"},
        {"4d6 keep 4", "4d6"},
        {"4d6 keep highest 3-1", "4d6 keep 3 - 1"},
        {"4d6 keep lowest 3 explode", "4d6 explode keep lowest 3"},
        {"triangular [2, 8]+1", "triangular 2..8 + 1"},
        {"5-d4", "5-1d4"},
        {"-d4-5", "-1d4-5"},
        {"+7-7", "0"},
        {"6+coins 60%", "coins 0.6 + 6"},
        {"coins 12/9000000 - coins 0.000000001", "coins 1/750000 - coins 0.000000001"},
        {"-coins 0%", "0"},
        {"(coins 050.00 %) x 2", "(coins 0.5) x 2"},
        {"7 x 3/2", "11"},
        {"2d6 x 1.50", "(2d6) x 3/2"},
        {"( 4d6 keep 3 + 1 ) x 4 / 2", "(4d6 keep 3 + 1) x 2"},
        {"(2d6)", "2d6"},
        {"((((2d6))))", "2d6"},
        {"((2d6 x 1/2 down)) x 3 up", "((2d6) x 1/2 down) x 3 up"},
        {"(([2, 3]) x 1/2 down) x 3 up", "(([2, 3]) x 1/2 down) x 3 up"},
    };
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        wyrm_amount *read = NULL;
        wyrm_status status = wyrm_amount_read(texts[i][0], &read, NULL);
        assert_int_equal(status, texts[i][1] ? WYRM_OK : WYRM_ERROR_SYNTAX);
        if (texts[i][1]) {
            assert_string_equal(wyrm_amount_text(read), texts[i][1]);
            OWNED_AMOUNT *again = amount_of(wyrm_amount_text(read));
            assert_string_equal(wyrm_amount_text(again), texts[i][1]);
            assert_int_equal(wyrm_amount_plus(again), wyrm_amount_plus(read));
        }
        wyrm_amount_free(read);
    }
}

TEST(the_plus_is_the_sum_of_the_plain_numbers)
{
    OWNED_AMOUNT *amount = amount_of("3+2d6-1+[3, 7]");
    assert_int_equal(wyrm_amount_plus(amount), 2);
}

TEST(a_text_that_is_no_amount_is_refused_with_its_place)
{
    static const struct {
        const char *text;
        wyrm_status status;
        int column, length;
        const char *message, *hint;
    } cases[] = {
        {"", WYRM_ERROR_SYNTAX, 1, 1, "ends where a number", "such as"},
        {"2d", WYRM_ERROR_SYNTAX, 3, 1, "the number of sides is missing", "such as"},
        {"4d6kh3", WYRM_ERROR_SYNTAX, 4, 2, "found 'kh'", "keep 3"},
        {"4d6kl3", WYRM_ERROR_SYNTAX, 4, 2, "found 'kl'", "keep lowest 3"},
        {"2d6!", WYRM_ERROR_SYNTAX, 4, 1, "found '!'", "explode"},
        {"d%", WYRM_ERROR_SYNTAX, 2, 1, "sides", "d100"},
        {"50%", WYRM_ERROR_SYNTAX, 3, 1, "found '%'", "no shares"},
        {"1+2d6 x 2", WYRM_ERROR_SYNTAX, 7, 1, "found 'x'", "(1d8+2) x 3/2"},
        {"(1+2d6", WYRM_ERROR_SYNTAX, 7, 1, "'+' or '-' is missing", ""},
        {"(1d6) x 2 + 1", WYRM_ERROR_SYNTAX, 11, 1, "nothing more", ""},
        {"(1d6) x 1/0", WYRM_ERROR_RANGE, 9, 3, "up to 1000000000 parts", ""},
        {"1d6 x 1000000001", WYRM_ERROR_RANGE, 7, 10, "up to 1000000000 parts", ""},
        {"[0, 1000] x 10000000/10", WYRM_ERROR_RANGE, 1, 23, "values, more than", ""},
        {"2.5", WYRM_ERROR_SYNTAX, 2, 1, "whole number", "whole numbers"},
        {"[1..3]", WYRM_ERROR_SYNTAX, 3, 1, "','", "[3, 7]"},
        {"2d6 2d6", WYRM_ERROR_SYNTAX, 5, 1, "'+' or '-', found '2'", ""},
        {"02d6", WYRM_ERROR_SYNTAX, 1, 2, "starts with 0", "leading zeros"},
        {"1+[7, 3]", WYRM_ERROR_SYNTAX, 3, 6, "ends before it starts: 7..3", "lower"},
        {"{0: 1, 0: 2}", WYRM_ERROR_SYNTAX, 1, 12, "0 stands twice", ""},
        {"{0: 0}", WYRM_ERROR_SYNTAX, 1, 6, "all weights are 0", ""},
        {"{0: -1}", WYRM_ERROR_SYNTAX, 5, 1, "weight", ""},
        {"3 \xe2\x80\x93 7", WYRM_ERROR_SYNTAX, 3, 1, "'+' or '-'", "3..7"},
        {"\xc3\xa9", WYRM_ERROR_SYNTAX, 1, 1, "expected a number", "such as"},
        {"2d6 \x1b[2J", WYRM_ERROR_SYNTAX, 5, 1, "'+' or '-'", ""},
        {"0d6", WYRM_ERROR_RANGE, 1, 3, "no die", "one die"},
        {"1001d6", WYRM_ERROR_RANGE, 1, 5, "1000 dice", ""},
        {"600d6+401d6", WYRM_ERROR_RANGE, 7, 5, "1000 dice", ""},
        {"2d10001", WYRM_ERROR_RANGE, 3, 5, "10000 sides", ""},
        {"1000000001", WYRM_ERROR_RANGE, 1, 10, "1000000000", ""},
        {"1000000000+1", WYRM_ERROR_RANGE, 1, 12, "+-1000000000", ""},
        {"-1000000000-[0, 1]", WYRM_ERROR_RANGE, 1, 18, "+-1000000000", ""},
        {"1000000000+1000000000-[999999990, 1000000000]", WYRM_ERROR_RANGE, 1, 45, "+-1000000000",
         ""},
        {"((1000000000-[999999999, 1000000000]) x 1000000000) x 1", WYRM_ERROR_RANGE, 1, 55,
         "+-1000000000", ""},
        {"coins", WYRM_ERROR_SYNTAX, 6, 1, "chance of a coin", "60%"},
        {"1d6+coins -1", WYRM_ERROR_SYNTAX, 11, 1, "chance of a coin", "60%"},
        {"coin 0.5", WYRM_ERROR_SYNTAX, 1, 4, "found 'coin'", "coins 60%"},
        {"coins 999001/1000000", WYRM_ERROR_RANGE, 7, 14, "above 0.999", "60%"},
        {"coins 1/0", WYRM_ERROR_RANGE, 7, 3, "up to 1000000000 parts", ""},
        {"coins 0.0000000001", WYRM_ERROR_RANGE, 7, 12, "up to 1000000000 parts", ""},
        {"2d6 x 150%", WYRM_ERROR_SYNTAX, 10, 1, "nothing more", ""},
        {"coins 0.999 + coins 0.999", WYRM_ERROR_LIMIT, 1, 25, "too long", "fewer"},
        {"d1 explode", WYRM_ERROR_RANGE, 1, 10, "for ever", ""},
        {"4d6 keep 5", WYRM_ERROR_RANGE, 1, 10, "5 of 4", ""},
        {"[0, 1048576]", WYRM_ERROR_RANGE, 1, 12, "1048577 values", ""},
        {"{0: 1e999}", WYRM_ERROR_RANGE, 5, 5, "finite", ""},
        {"(((((2d6)))))", WYRM_ERROR_LIMIT, 1, 5, "more than 4 brackets", ""},
        {"1000d6 keep 500", WYRM_ERROR_LIMIT, 1, 15, "too long", "fewer"},
        {"1000d1000", WYRM_ERROR_LIMIT, 1, 9, "too long", "fewer"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_error error = {0};
        wyrm_amount *read = (wyrm_amount *)&error;
        assert_int_equal(wyrm_amount_read(cases[i].text, &read, &error), cases[i].status);
        assert_null(read);
        assert_int_equal(error.code, cases[i].status);
        assert_int_equal(error.column, cases[i].column);
        assert_int_equal(error.length, cases[i].length);
        if (!strstr(error.message, cases[i].message) || !strstr(error.hint, cases[i].hint))
            fail_msg("'%s' says: %s (%s)", cases[i].text, error.message, error.hint);
    }
}

/* Only two numbers of which the second is greater are a mistyped range; anything else may be
 * intended, and no text is too long. */
TEST(who_types_a_difference_means_a_range)
{
    static const char *const meant[] = {"5-2",   "3-3",          "2-5-1", "2--5", "-2-5",
                                        "2d6-5", "2-5d6",        "2-",    "-",    "",
                                        "2-5x",  "2-5000000000", "2+5"};
    wyrm_error error = {0};
    for (size_t i = 0; i < LENGTH_OF(meant); i++)
        assert_int_equal(base_amount_typed(meant[i], NULL), WYRM_OK);
    assert_int_equal(base_amount_typed("0-1", NULL), WYRM_ERROR_SYNTAX);
    assert_int_equal(base_amount_typed(" 2 - 5 ", &error), WYRM_ERROR_SYNTAX);
    assert_string_equal(error.message, "2-5 is a difference, -3");
    assert_string_equal(error.hint, "write 2..5 for a range");
    assert_int_equal(error.column, 1);
    assert_int_equal(error.length, 7);
}

TEST(a_text_has_a_limit_also_as_it_is_written_out)
{
    char text[WYRM_AMOUNT_TEXT_MAX + 2];
    memset(text, ' ', sizeof text);
    text[0] = '7';
    text[WYRM_AMOUNT_TEXT_MAX] = '\0';
    OWNED_AMOUNT *longest = amount_of(text), *read = NULL;
    assert_int_equal(wyrm_pmf_first(wyrm_amount_pmf(longest)), 7);
    text[WYRM_AMOUNT_TEXT_MAX] = ' ';
    text[WYRM_AMOUNT_TEXT_MAX + 1] = '\0';
    assert_int_equal(wyrm_amount_read(text, &read, NULL), WYRM_ERROR_LIMIT);
    text[0] = '\0';
    for (int die = 0; die < 300; die++)
        strcat(text, die == 0 ? "d2" : "+d2");
    assert_int_equal(wyrm_amount_read(text, &read, NULL), WYRM_ERROR_LIMIT);
    assert_null(read);
}

TEST(many_amounts_share_what_they_may_cost)
{
    double work = 50000;
    wyrm_amount *read = NULL;
    int made = 0;
    while (base_amount_read_within("40d6 keep 20", &work, &read, NULL) == WYRM_OK) {
        wyrm_amount_free(read);
        made++;
    }
    assert_int_equal(base_amount_read_within("40d6 keep 20", &work, &read, NULL), WYRM_ERROR_LIMIT);
    assert_in_range(made, 1, 10);
    assert_ok(base_amount_read_within("2d6", &work, &read, NULL), NULL);
    wyrm_amount_free(read);
}
