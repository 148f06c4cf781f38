/* The helpers of reports: figures, wrapping, tables, charts, JSON. */
#include "helpers.h"

#include <math.h>

#include "text/internal.h"

static const text_style ascii = {.width = 40};
static const text_style colour = {.colour = true, .width = 40};

#define assert_page(page, wanted)                                                                  \
    do {                                                                                           \
        assert_string_equal(page_text(&(page)), wanted);                                           \
        assert_int_equal(page_status(&(page), NULL), WYRM_OK);                                     \
        page_free(&(page));                                                                        \
    } while (0)

TEST(exact_figures_have_four_digits_and_whole_numbers_all_of_theirs)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-0.0, "0"},
        {45, "45"},
        {4.0189, "4.019"},
        {7.5, "7.5"},
        {0.00012, "0.00012"},
        {999.96, "1000"},
        {12345.6, "12346"},
        {-2.25, "-2.25"},
        {123456789, "123456789"},
        {NAN, "-"},
        {INFINITY, "no limit"},
        /* without scientific notation */
        {1.26e-7, "0.00000013"},
        {-2e-9, "-0.0000000020"},
        {3e-10, "<0.000000001"},
        {-3e-10, ">-0.000000001"},
        {4.944e-18, "0"},
        {1e18, "1 x 10^18"},
        {-1.25e15, "-1.25 x 10^15"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_figure figure;
        assert_string_equal(text_figure_exact(rows[i].value, &figure), rows[i].text);
    }
}

/* What is said to be below 0.25 is: 0.2549 is said to be below 0.26. */
TEST(bounds_are_rounded_up_without_powers_of_ten)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {{0, "0"},      {0.2549, "0.26"}, {0.25, "0.25"}, {0.0501, "0.051"}, {9.91, "10"},
                {99.2, "100"}, {100, "100"},     {101, "110"},   {1234.5, "1300"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_figure figure;
        assert_string_equal(text_figure_bound(rows[i].value, &figure), rows[i].text);
    }
}

/* 2.1 of "2.0 ± 0.3" would not be above a margin of 2.04; a value equal to the margin needs no more
 * digits. */
TEST(a_difference_has_the_digits_that_its_answer_needs)
{
    text_figure figure;
    const wyrm_gate_row at = {.unit = "share",
                              .margin = 0.03,
                              .difference = nextafter(-0.03, -1),
                              .ci95 = {-0.0912, 0.0312}};
    assert_true(fabs(at.difference) > at.margin);
    assert_string_equal(text_gate_difference_text(ascii, &at, &figure), "-3 +- 6 points");
    const wyrm_gate_row above = {
        .unit = "share", .margin = 0.03, .difference = -0.0302, .ci95 = {-0.0914, 0.031}};
    assert_string_equal(text_gate_difference_text(ascii, &above, &figure), "-3.02 +- 6.12 points");
}

/* "100 % (100 to 100)" would say nothing. */
TEST(ends_that_round_to_the_figure_have_the_digits_that_tell_them_from_it)
{
    text_figure figure;
    text_figure_share(ascii, 1, (wyrm_interval){0.99968, 1}, &figure);
    assert_string_equal(figure.text, "100 % (99.97 to 100)");
    text_figure_share(ascii, 0, (wyrm_interval){0, 0.0144}, &figure);
    assert_string_equal(figure.text, "0 % (0 to 1.4)");
}

TEST(sampled_figures_end_where_the_noise_begins)
{
    static const struct {
        double value, half;
        const char *text;
    } rows[] = {
        {12.3456, 0.4, "12.3 +- 0.4"},
        {12.3456, 0.123, "12.3 +- 0.1"},
        {1.23456, 0.0123, "1.23 +- 0.01"},
        {28.828, 0.005,
         "28.8 +- 0.1"}, /* at most three digits, and an interval that includes the rounding */
        {2616, 3, "2616 +- 3"},
        {12345, 2000, "12000 +- 2000"},
        {12345, 1400, "12300 +- 1400"},
        {12.3456, 30, "12 +- 30"},
        {0, 0.016, "0 +- 0.016"},
        {312.9, 14.2, "313 +- 14"},
        {5, 0, "5"},
        {0.5, 0.196, "0.5 +- 0.2"},
        {5, INFINITY, "-"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text_figure figure;
        wyrm_interval interval = {rows[i].value - rows[i].half, rows[i].value + rows[i].half};
        assert_string_equal(text_figure_sampled(ascii, rows[i].value, interval, 0, &figure),
                            rows[i].text);
    }
}

/* Asymmetric ends are both shown: a single +- would be wrong on one side. */
TEST(the_sign_stands_behind_the_share_and_uneven_ends_are_named)
{
    static const struct {
        double share;
        wyrm_interval ci95;
        const char *text;
    } rows[] = {{0, {0, 0.0371}, "0 % (0 to 4)"},
                {0.95, {0.76, 0.99}, "95 % (76 to 99)"},
                {0.25, {0.25, 0.25}, "25 %"},
                {0.123456, {0.119, 0.127456}, "12.3 % +- 0.4"},
                {0.3, {0.09, 0.64}, "30 % (9 to 64)"}, /* neither below 0 nor above 100 % */
                {0.3, {0.05, 0.6}, "30 % +- 30"},
                {0.7, {0.36, 0.91}, "70 % (36 to 91)"},
                {1.7, {1.36, 2.04}, "170 % +- 30"}, /* a cost */
                {(double)NAN, {(double)NAN, (double)NAN}, "-"}};
    text_figure figure;
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        assert_string_equal(text_figure_share(ascii, rows[i].share, rows[i].ci95, &figure),
                            rows[i].text);
    assert_string_equal(text_figure_sampled(ascii, 3.31, (wyrm_interval){2.8, 3.42}, 0, &figure),
                        "3.3 (2.8 to 3.4)");
    assert_string_equal(text_figure_sampled(ascii, 3, (wyrm_interval){0.2, 6.8}, 0, &figure),
                        "3 (0 to 7)");
    assert_string_equal(text_figure_sampled(ascii, -3, (wyrm_interval){-6.8, -0.2}, 0, &figure),
                        "-3 (-7 to 0)");
    assert_string_equal(text_figure_sampled(ascii, 3, (wyrm_interval){-0.2, 6.8}, 0, &figure),
                        "3 +- 4");
    wyrm_moments few = {.range = WYRM_AMOUNT, .count = 2, .mean = 3, .m2 = 2};
    assert_string_equal(text_figure_mean(ascii, &few, &figure), "-");
}

TEST(large_numbers_keep_their_size)
{
    text_figure figure;
    assert_string_equal(
        text_figure_sampled(ascii, 4e33, (wyrm_interval){4e33 - 5e30, 4e33 + 5e30}, 0, &figure),
        "4e+33 +- 5e+30");
    assert_string_equal(
        text_figure_sampled(ascii, -2e100, (wyrm_interval){-3e100, -1e100}, 0, &figure),
        "-2e+100 +- 1e+100");
}

TEST(nothing_has_no_sign)
{
    text_figure figure;
    assert_string_equal(text_figure_sampled(ascii, -0.3, (wyrm_interval){-3.3, 2.7}, 0, &figure),
                        "0 +- 3");
    assert_string_equal(text_figure_sampled(ascii, -0.3, (wyrm_interval){-3.3, 2.7}, 1, &figure),
                        "-0.3 +- 3.0");
}

TEST(a_probability_is_certain_only_where_it_is)
{
    static const struct {
        double p;
        const char *text;
    } rows[] = {
        {0, "0 %"},
        {1, "100 %"},
        {0.194, "19.4 %"},
        {0.0001, "<0.1 %"},
        {0.9999, ">99.9 %"},
        {1 - 1e-9, ">99.9 %"},
        {1e-9, "<0.1 %"},
        {1 - 1e-13, "100 %"},
        {NAN, "-"},
        {1 + 1e-13, "100 %"},
        {1.0004, "100.0 %"},
        {2.1, "210.0 %"}, /* a cost, not a chance */
        {0.0625, "6.3 %"},
        {0.1875, "18.8 %"}, /* halves, and with what rounding leaves of them */
        {0.0625 - 1e-17, "6.3 %"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        text_figure figure;
        assert_string_equal(text_figure_percent(rows[i].p, &figure), rows[i].text);
    }
}

/* The greatest value is named only if its interval is above all others; else all candidates are
 * named, and no others. */
TEST(the_greatest_is_named_where_it_stands_apart)
{
    static const int32_t depths[] = {1, 2, 3, 4, 5};
    static const char *const names[] = {"Orc", "Troll", "Bat", "Rat", "Snake"};
    static const struct {
        double values[5], half; /* half width; 0: exact */
        const char *where, *value, *who;
    } rows[] = {
        {{0.1, 0.2, 0.7, 0.3, 0.1}, 0.1, "depth 3", "70 % +- 10", "Bat"},
        {{0.1, 0.2, 0.7, 0.65, 0.6},
         0.1,
         "depths 3 to 5, alike",
         "60 % +- 10 to 70 % +- 10",
         "Bat, Rat or Snake, alike"},
        {{0.7, 0.2, 0.7, 0.2, 0.7},
         0.1,
         "depths 1, 3 and 5, alike",
         "70 % +- 10",
         "Orc, Bat or Snake, alike"},
        {{0.7, 0.6, 0.65, 0.6, 0.7},
         0.1,
         "depths 1 to 5, alike",
         "60 % +- 10 to 70 % +- 10",
         "Orc, Troll, Bat or 2 more, alike"},
        {{0.1, 0.2, 0.7, 0.699, 0.1}, 0, "depth 3", "70.0 %", "Bat"},
        {{0.1, 0.7, 0.7, 0.2, (double)NAN},
         0,
         "depths 2 and 3, alike",
         "70.0 %",
         "Troll or Bat, alike"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_estimate figures[5];
        for (size_t k = 0; k < 5; k++)
            figures[k] = (wyrm_estimate){
                rows[i].values[k],
                rows[i].half > 0,
                {rows[i].values[k] - rows[i].half, rows[i].values[k] + rows[i].half}};
        text_ranking of = {
            .count = 5, .figures = figures, .numbers = depths, .place = "depth", .shares = true};
        const text_greatest found = text_find_greatest(ascii, &of);
        assert_string_equal(found.where, rows[i].where);
        assert_string_equal(found.value, rows[i].value);
        of.names = names;
        assert_string_equal(text_find_greatest(ascii, &of).where, rows[i].who);
    }
    assert_int_equal(text_find_greatest(ascii, &(text_ranking){.count = 0}).count, 0);
    /* Unknown values are ignored, and without values there is no greatest. */
    const wyrm_estimate unknown[3] = {
        {0.4, true, {0.3, 0.5}}, {0.0, true, {-INFINITY, INFINITY}}, {0.1, true, {0.05, 0.15}}};
    static const wyrm_estimate none[3];
    text_ranking of = {.count = 3, .figures = unknown, .numbers = depths, .place = "depth"};
    assert_string_equal(text_find_greatest(ascii, &of).where, "depth 1");
    of.figures = none;
    assert_int_equal(text_find_greatest(ascii, &of).count, 0);
    /* Differences to one of them tell the first from the second, and say nothing of the third. */
    const wyrm_estimate wide[3] = {
        {0.5, true, {0.3, 0.7}}, {0.4, true, {0.2, 0.6}}, {0.45, true, {0.25, 0.65}}};
    const wyrm_estimate more[3] = {{0}, {-0.1, true, {-0.15, -0.05}}, {.value = (double)NAN}};
    of = (text_ranking){.count = 3, .figures = wide, .numbers = depths, .place = "depth"};
    assert_string_equal(text_find_greatest(ascii, &of).where, "depths 1 to 3, alike");
    of.more = more;
    assert_string_equal(text_find_greatest(ascii, &of).where, "depths 1 and 3, alike");
}

/* A run keeps no more of a death without a foe than that. */
TEST(a_death_without_a_foe_may_be_of_the_ground_where_that_hurts)
{
    static const wyrm_sim_death death = {.end = WYRM_RUN_ITSELF, .killer = -1};
    OWNED_DESIGN *yarl = open_shipped("yarl"), *lava = open_shipped("brogue");
    assert_string_equal(text_sim_killer(yarl, &death), "an effect of its own");
    assert_string_equal(text_sim_killer(lava, &death), "the ground or an effect of its own");
}

/* Words of nine letters and a blank. Where the difference is seen among the first 60 bytes, 24
 * before their end, a text is shown from its beginning; else from the first word that is at most 24
 * bytes before it. */
TEST(a_difference_is_shown_where_it_is)
{
    static const struct {
        int at, length, begin;
    } rows[] = {{0, 100, 0},   {1, 100, 0},   {36, 100, 0},  {37, 100, 20}, {43, 100, 20},
                {44, 100, 20}, {45, 100, 30}, {98, 100, 80}, {50, 60, 0},   {50, 61, 30}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const int length = rows[i].length, begin = rows[i].begin;
        char texts[2][101] = {"", ""};
        text_difference found;
        for (int k = 0; k < length; k++)
            texts[0][k] = texts[1][k] = k % 10 == 9 ? ' ' : (char)('a' + k % 10);
        texts[1][rows[i].at] = 'X';
        text_difference_of(texts[0], texts[1], 60, &found);
        for (int side = 0; side < 2; side++) {
            char wanted[80];
            snprintf(wanted, sizeof wanted, "%s%.60s%s", begin > 0 ? "... " : "",
                     texts[side] + begin, length - begin > 60 ? " ..." : "");
            assert_string_equal(side == 0 ? found.before : found.after, wanted);
        }
        assert_string_equal(found.where, "");
        assert_string_equal(found.further, "");
    }
}

TEST(ranges_read_as_sentences)
{
    static const struct {
        wyrm_interval range;
        const char *unit, *text;
    } rows[] = {{{7, 8}, "", "7 to 8"},
                {{0.45, 0.45}, "share", "exactly 45 %"},
                {{-INFINITY, 8}, "turns", "at most 8"},
                {{7, INFINITY}, "", "at least 7"},
                {{-INFINITY, INFINITY}, "", "anything"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[80];
        const wyrm_judged judged = {.range = rows[i].range, .unit = rows[i].unit};
        text_judged_range(&judged, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

TEST(width_counts_columns_not_bytes)
{
    assert_int_equal(text_display_width("12 ± 3"), 6);
    assert_int_equal(text_display_width("e\xcc\x81"), 1);    /* e and a combining accent */
    assert_int_equal(text_display_width("\xe9\xbe\x8d"), 2); /* a Chinese dragon */
    assert_int_equal(text_display_width("\xff\xe9"), 2);     /* invalid UTF-8 does no harm */
    assert_int_equal(text_display_width(""), 0);
}

TEST(text_wraps_at_the_width_and_keeps_its_line_breaks)
{
    text_page page = page_new(ascii);
    page_add(&page, "ab ");
    page_wrap(&page, 3, 3, "one two three four five six seven eight nine\n\nten");
    assert_page(page, "ab one two three four five six seven\n"
                      "   eight nine\n\n"
                      "   ten\n");
}

/* At every width: no line breaks between a number and its unit. */
TEST(no_number_is_torn_from_its_unit)
{
    static const char text[] =
        "It takes 12.3 % ± 0.4 of 30 hit points in 1200 turns (3 % (2 to 9) at "
        "depth 7, +1.5 points (0.3 to 2) more) and -1.1 ± 0.2 levels.";
    static const char *const whole[] = {"12.3 % ± 0.4",      "30 hit",           "1200 turns",
                                        "3 % (2 to 9)",      "+1.5 points (0.3", "0.3 to 2)",
                                        "-1.1 ± 0.2 levels."};
    for (int width = 40; width < 90; width++) {
        text_page page = page_new((text_style){.utf8 = true, .width = width});
        page_wrap(&page, 0, 0, text);
        for (size_t i = 0; i < LENGTH_OF(whole); i++)
            if (strstr(page_text(&page), whole[i]) == NULL)
                fail_msg("'%s' is torn at width %d:\n%s", whole[i], width, page_text(&page));
        page_free(&page);
    }
}

TEST(a_long_word_is_not_broken)
{
    text_page page = page_new(ascii);
    page_wrap(&page, 0, 2, "a 012345678901234567890123456789012345678901234567 b");
    assert_page(page, "a\n  012345678901234567890123456789012345678901234567\n  b\n");
}

/* A combatant is one word, and may be longer than a line. */
TEST(a_long_word_is_broken_behind_its_commas)
{
    text_page page = page_new(ascii);
    page_wrap(&page, 0, 2, "a player@18,weapon=battleaxe,armor=scale_mail+chain_coif b");
    assert_page(page, "a player@18,weapon=battleaxe,\n  armor=scale_mail+chain_coif b\n");
    /* up to the one with which the line is full, and no further: 40 letters, or one more */
    for (int length = 28; length <= 29; length++) {
        char text[80], wanted[80];
        const char *begin = length == 28 ? "a orc,name=" : "a orc,\n  name=";
        snprintf(text, sizeof text, "a orc,name=%0*d,weapon=axe", length, 7);
        snprintf(wanted, sizeof wanted, "%s%0*d,\n  weapon=axe\n", begin, length, 7);
        page = page_new(ascii);
        page_wrap(&page, 0, 2, text);
        assert_page(page, wanted);
    }
}

TEST(colour_is_never_the_only_sign)
{
    text_page page = page_new(ascii);
    page_toned(&page, TEXT_TONE_BAD, "FAIL");
    assert_page(page, "FAIL");
    page = page_new(colour);
    page_toned(&page, TEXT_TONE_BAD, "FAIL");
    assert_page(page, "\033[1;31mFAIL\033[0m");
}

TEST(a_table_aligns_and_leaves_no_blanks_at_line_ends)
{
    text_page page = page_new(ascii);
    text_table table = text_table_of(&page, "<name|>player\nhp|<");
    const char *cells[] = {"orc", "12", "x", "dragon", "1200", ""};
    for (size_t i = 0; i < 6; i++)
        text_table_cell(&table, cells[i]);
    text_table_end(&table, 1);
    assert_page(page, "         player\n"
                      " name        hp\n"
                      " orc         12  x\n"
                      " dragon    1200\n");
}

TEST(a_wide_table_is_broken_and_repeats_its_first_column)
{
    text_page page = page_new(ascii);
    text_table table = text_table_of(&page, ">level|>a column as wide as this|>another as wide");
    for (int i = 1; i <= 3; i++)
        text_cell_exact(&table, i);
    text_table_end(&table, 0);
    assert_page(page, "level  a column as wide as this\n"
                      "    1                         2\n"
                      "\n"
                      "level  another as wide\n"
                      "    1                3\n");
}

TEST(a_table_of_columns_too_wide_to_stand_side_by_side_is_told_row_by_row)
{
    text_page page = page_new(ascii);
    text_table table = text_table_of(&page, "<rule|<where it\nstands|>x");
    text_table_cell(&table, "encounter.rooms.most and what it was");
    text_table_cell(&table, "tutorial:40");
    text_table_cell(&table, "");
    text_table_end(&table, 1);
    assert_page(page, " encounter.rooms.most and what it was\n   where it stands: tutorial:40\n");
}

TEST(a_chart_puts_rare_ends_on_one_line)
{
    const wyrm_weighted pairs[] = {{0, 0.5}, {1, 0.25}, {2, 0.25}, {90, 1e-5}, {95, 1e-5}};
    OWNED_PMF *pmf;
    assert_int_equal(wyrm_pmf_from_pairs(pairs, 5, &pmf, NULL), WYRM_OK);
    text_page page = page_new(ascii);
    text_chart_pmf(&page, pmf, 0, "hits");
    assert_page(page, "    hits    share\n"
                      "       0   50.0 %  ####################\n"
                      "       1   25.0 %  ##########\n"
                      "       2   25.0 %  ##########\n"
                      "   3..95   <0.1 %\n");
    page = page_new((text_style){.utf8 = true, .width = 41}); /* bars as fine as characters */
    text_chart_pmf(&page, pmf, 0, "hits");
    assert_non_null(strstr(page_text(&page), "25.0 %  ██████████▌\n"));
    page_free(&page);
}

TEST(a_chart_of_many_values_has_few_lines)
{
    OWNED_PMF *pmf;
    assert_int_equal(wyrm_pmf_uniform(-5000, 123456, &pmf, NULL), WYRM_OK);
    text_page page = page_new(ascii);
    text_chart_pmf(&page, pmf, 0, "value");
    size_t lines = 0;
    for (const char *at = page_text(&page); *at != '\0'; at++)
        lines += *at == '\n';
    assert_in_range(lines, 20, 30);
    page_free(&page);
}

/* The share shown on the line that starts with `label`, or -1. */
static double share_of(const text_page *page, const char *label)
{
    char line[32];
    snprintf(line, sizeof line, " %s   ", label);
    const char *at = strstr(page_text(page), line);
    return at != NULL ? strtod(at + strlen(line), NULL) : -1;
}

/* Every third number, from 4 on: the values between are not shown as 0 %. */
TEST(a_chart_has_no_gaps_between_values_of_a_grid)
{
    wyrm_weighted pairs[20];
    OWNED_PMF *pmf;
    for (int i = 0; i < 20; i++)
        pairs[i] = (wyrm_weighted){4 + 3 * i, 0.05};
    assert_int_equal(wyrm_pmf_from_pairs(pairs, 20, &pmf, NULL), WYRM_OK);
    text_page page = page_new(ascii);
    text_chart_pmf(&page, pmf, 0, "value");
    assert_true(share_of(&page, "7") > 4.9);
    assert_true(share_of(&page, "61") > 4.9);
    assert_null(strstr(page_text(&page), " 0 %"));
    page_free(&page);
}

/* A miss or 40 to 59: the values between are one line, all others have lines of their own. */
TEST(a_stretch_without_values_is_one_line_of_a_chart)
{
    wyrm_weighted pairs[21] = {{0, 0.2}};
    OWNED_PMF *pmf;
    for (int i = 0; i < 20; i++)
        pairs[i + 1] = (wyrm_weighted){40 + i, 0.04};
    assert_int_equal(wyrm_pmf_from_pairs(pairs, 21, &pmf, NULL), WYRM_OK);
    text_page page = page_new(ascii);
    text_chart_pmf(&page, pmf, 0, "value");
    assert_true(share_of(&page, "0") > 19.9 && share_of(&page, "0") < 20.1);
    assert_true(share_of(&page, "1..39") == 0);
    assert_true(share_of(&page, "40") > 3.9 && share_of(&page, "59") > 3.9);
    page_free(&page);
}

/* Numbers left by rounding halves, two of every three: bins of two numbers would hold one or two of
 * them and look like a comb. */
TEST(bins_of_a_chart_hold_as_many_values_each)
{
    wyrm_weighted pairs[60];
    OWNED_PMF *pmf;
    for (int i = 0; i < 60; i++)
        pairs[i] = (wyrm_weighted){i * 3 / 2, 1.0 / 60};
    assert_int_equal(wyrm_pmf_from_pairs(pairs, 60, &pmf, NULL), WYRM_OK);
    text_page page = page_new(ascii);
    text_chart_pmf(&page, pmf, 0, "value");
    double least = 100, most = 0;
    for (const char *at = page_text(&page); (at = strstr(at, "..")) != NULL; at++) {
        double share = strtod(at + 2 + strspn(at + 2, "0123456789"), NULL);
        least = fmin(least, share);
        most = fmax(most, share);
    }
    assert_true(least == most && most > 3);
    /* Fifteen bins of six numbers, four of which occur: 4 / 60. */
    assert_true(share_of(&page, "0..5") == most && share_of(&page, "84..88") == most);
    assert_near(most, 6.7, 1e-9);
    page_free(&page);
}

TEST(json_has_no_nan_and_a_fixed_layout)
{
    text_page page = page_new(ascii);
    base_json json = {.text = &page.text, .digits = 15, .spread = true};
    base_put_object(&json, NULL);
    base_put_real(&json, "nan", NAN);
    base_put_real(&json, "real", 0.1);
    base_put_real(&json, "zero", -0.0);
    base_put_real(&json, "small", -1.5e-7);
    base_put_real(&json, "great", 1e20);
    text_put_interval(&json, "open", (wyrm_interval){-INFINITY, 2});
    base_put_count(&json, "large", UINT64_MAX);
    base_put_text(&json, "cut", "drag\xc3");
    base_put_text(&json, "escaped", "\"a\\b\"\n\x1b\u00e9");
    base_put_text(&json, "steers",
                  "\x7f"
                  "\xc2\x9b"
                  "\u202e\u200b\U000e0041");
    base_put_text(&json, "nothing", NULL);
    base_putf(&json, "pair:[[] %i] %s:{a:%d b:[%zu %u %lu %lld] c:%s d:%g}", true, "key", -1,
              (size_t)3, 4u, 5ul, -6ll, "x y", 0.5); /* formatted by printf */
    base_put_list(&json, "list");
    text_put_mean_sd(&json, NULL, 1.5, 2);
    text_put_mean_sd(&json, NULL, NAN, NAN);
    base_put_end(&json);
    base_put_end(&json);
    assert_page(page, "{\n"
                      "  \"nan\": null,\n"
                      "  \"real\": 0.1,\n"
                      "  \"zero\": 0.0,\n"
                      "  \"small\": -1.5e-7,\n"
                      "  \"great\": 1e20,\n"
                      "  \"open\": [null, 2.0],\n"
                      "  \"large\": null,\n"
                      "  \"cut\": \"drag?\",\n"
                      "  \"escaped\": \"\\\"a\\\\b\\\"\\n\\u001B\u00e9\",\n"
                      "  \"steers\": \"\\u007F\\u009B\\u202E\\u200B\\uDB40\\uDC41\",\n"
                      "  \"nothing\": null,\n"
                      "  \"pair\": [[], true],\n"
                      "  \"key\": {\"a\": -1, \"b\": [3, 4, 5, -6], \"c\": \"x y\", \"d\": 0.5},\n"
                      "  \"list\": [\n"
                      "    {\"mean\": 1.5, \"sd\": 2.0},\n"
                      "    null\n"
                      "  ]\n"
                      "}\n");
}

/* A word for a shell fits or is omitted, to the byte; a control character anywhere in it makes it
 * omitted. */
TEST(words_for_a_shell_are_quoted_where_they_must_be)
{
    static const struct {
        const char *word, *quoted; /* NULL: omitted */
    } rows[] = {{"mine.yaml", "mine.yaml"},
                {"", "''"},
                {"player@3,weapon=sword+1", "player@3,weapon=sword+1"},
                {"two words", "'two words'"},
                {"it's", "'it'\\''s'"},
                {"a$b", "'a$b'"},
                {"a\tb", NULL},
                {"end\x1f", NULL},
                {"\x7f", NULL}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[40];
        const bool is_one = rows[i].quoted != NULL;
        assert_int_equal(text_shell_word(rows[i].word, text, sizeof text), is_one);
        if (!is_one)
            continue;
        assert_string_equal(text, rows[i].quoted);
        assert_true(text_shell_word(rows[i].word, text, strlen(rows[i].quoted) + 1));
        assert_false(text_shell_word(rows[i].word, text, strlen(rows[i].quoted)));
    }
}

TEST(a_page_remembers_what_failed_first)
{
    text_page page = page_new(ascii);
    wyrm_error error;
    assert_true(page_needs(&page, WYRM_OK));
    assert_false(page_needs(&page, wyrm_fail(&page.error, WYRM_ERROR_RANGE, "too much")));
    page_fail(&page);
    assert_int_equal(page_status(&page, &error), WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "too much");
    page_free(&page);
}

TEST(seventeen_digits_read_back_to_the_same_bits)
{
    text_page page = page_new(ascii);
    base_json json = {.text = &page.text, .digits = 17};
    base_put_real(&json, NULL, (double)4.8f);
    assert_page(page, "4.8000001907348633");
}
