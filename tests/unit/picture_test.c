/* Pictures as charts: every mark is drawn, whatever the numbers and names are. */
#include "pictures.h"

#include "html/internal.h"

TEST(every_kind_draws_every_mark)
{
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        OWNED_PICTURE picture;
        fill(&picture, (wyrm_picture_kind)kind, 3, 5);
        char *text = written(wyrm_picture_svg, &picture);
        assert_well_formed(text);
        assert_int_equal(count_of(text, "class=\"mark"), 15);
        assert_int_equal(count_of(text, "<title>"), 15);
        assert_contains(text, "data-mark=\"2-4\"");
        free(text);
    }
}

TEST(references_are_marks_without_a_colour)
{
    for (int kind = 0; kind < WYRM_PICTURE_HEAT; kind++) {
        OWNED_PICTURE picture;
        fill(&picture, (wyrm_picture_kind)kind, 1, 4);
        wyrm_series *wanted = wyrm_picture_series(&picture, "wanted");
        wanted->reference = true;
        for (int x = 1; x <= 4; x++) {
            wyrm_mark *mark = wyrm_picture_mark(&picture, wanted, x, NAN);
            mark->low = 8;
            mark->high = 12;
        }
        wyrm_picture_mark(&picture, wanted, NAN, 11)->low = NAN; /* everywhere */
        char *text = written(wyrm_picture_html, &picture);
        assert_well_formed(text);
        assert_int_equal(count_of(text, "class=\"mark"), 9);
        assert_int_equal(count_of(text, "class=\"series reference\""), 1);
        assert_contains(text, ">everywhere</");
        assert_int_equal(wyrm_series_look(&picture, 0).colour, 0);
        free(text);
    }
}

TEST(names_cannot_break_out_of_a_figure)
{
    static const char *const names[] = {SCRIPT, RTL TURN, EMOJI, "\"/><b x='"};
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        OWNED_PICTURE picture;
        wyrm_picture_begin(&picture, (wyrm_picture_kind)kind, "a\"b", SCRIPT);
        wyrm_picture_axes(&picture, SCRIPT, TURN, SCRIPT, "\"");
        wyrm_picture_caption(&picture, "%s", SCRIPT);
        wyrm_picture_command(&picture, "wyrm check '%s'", SCRIPT);
        for (size_t s = 0; s < LENGTH_OF(names); s++) {
            wyrm_series *series = wyrm_picture_series(&picture, names[s]);
            wyrm_picture_category(&picture, names[s]);
            for (int x = 0; x < 4; x++) {
                add_mark(&picture, series, x, x);
                wyrm_picture_label(&picture, &series->marks[x], names[(size_t)x]);
            }
        }
        char *text = written(wyrm_picture_html, &picture);
        assert_well_formed(text);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, TURN));
        assert_contains(text, "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;");
        assert_contains(text, RTL "[U+202E]");
        assert_contains(text, EMOJI);
        free(text);
    }
}

TEST(a_figure_names_every_command_once)
{
    OWNED_PICTURE picture;
    fill(&picture, WYRM_PICTURE_LINES, 2, 3);
    wyrm_picture_command(&picture, "wyrm sim a");
    char *one = written(wyrm_picture_html, &picture);
    assert_contains(one, "<span>These numbers:</span> <code>wyrm sim a</code>");
    wyrm_picture_command(&picture, "wyrm sim b");
    wyrm_picture_command(&picture, "wyrm sim a");
    wyrm_picture_command(&picture, "%s", "");
    assert_int_equal(picture.command_count, 2);
    char *two = written(wyrm_picture_html, &picture);
    assert_well_formed(two);
    assert_contains(two, "These numbers, by 2 commands");
    assert_contains(two, "<li><code>wyrm sim b</code></li>");
    free(one);
    free(two);
}

/* The parts make a column of 11 + 12; all together stand at 23, not on top of them at 46. */
TEST(a_total_is_drawn_over_its_parts)
{
    OWNED_PICTURE picture;
    fill(&picture, WYRM_PICTURE_STACKED, 2, 1);
    wyrm_series *all = wyrm_picture_series(&picture, "all");
    all->total = true;
    wyrm_picture_mark_ci(&picture, all, 1, 23, (wyrm_interval){20, 26});
    char *text = written(wyrm_picture_html, &picture);
    assert_well_formed(text);
    assert_int_equal(count_of(text, "class=\"series total\""), 1);
    assert_contains(text, "thin line: 95 % interval");
    assert_contains(text, ">30</text>"); /* the end of the axis */
    assert_null(strstr(text, ">40</text>"));
    free(text);
}

TEST(names_find_a_place_in_a_crowd)
{
    OWNED_PICTURE picture;
    begin(&picture, WYRM_PICTURE_SCATTER);
    wyrm_series *series = wyrm_picture_series(&picture, "monsters");
    for (int i = 0; i < 120; i++)
        wyrm_picture_mark(&picture, series, i % 12, i / 12);
    for (int i = 0; i < 3; i++) {
        wyrm_picture_label(&picture, &series->marks[50 + 3 * i], "one that stands out");
        series->marks[50 + 3 * i].named = true;
    }
    for (int i = 0; i < 120; i++) /* with some air around the three */
        if (i % 12 > 3 && i / 12 < 4)
            series->marks[i].y = NAN;
    char *text = written(wyrm_picture_svg, &picture);
    assert_well_formed(text);
    assert_int_equal(count_of(text, "class=\"name-of-mark"), 3);
    assert_true(count_of(text, "class=\"leader\"") > 0);
    free(text);
}

TEST(nothing_is_no_picture_but_a_word)
{
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        for (int series = 0; series < 2; series++) {
            OWNED_PICTURE picture;
            fill(&picture, (wyrm_picture_kind)kind, series, 0);
            char *text = written(wyrm_picture_html, &picture);
            assert_well_formed(text);
            assert_int_equal(count_of(text, "class=\"mark"), 0);
            assert_contains(text, "nothing to show");
            free(text);
        }
    }
}

/* Coordinates are numbers; what is told in titles may say that there is none. */
static void assert_finite_coordinates(const char *text)
{
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
}

TEST(one_mark_is_enough)
{
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        OWNED_PICTURE picture;
        fill(&picture, (wyrm_picture_kind)kind, 1, 1);
        char *text = written(wyrm_picture_html, &picture);
        assert_well_formed(text);
        assert_finite_coordinates(text);
        assert_int_equal(count_of(text, "class=\"mark"), 1);
        free(text);
    }
}

TEST(what_is_no_number_is_not_drawn_but_told)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308};
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        OWNED_PICTURE picture;
        begin(&picture, (wyrm_picture_kind)kind);
        wyrm_series *series = wyrm_picture_series(&picture, "one");
        bool heat = kind == WYRM_PICTURE_HEAT;
        for (size_t i = 0; i < LENGTH_OF(odd); i++) {
            wyrm_mark *mark = wyrm_picture_mark(&picture, series, (double)i, heat ? 1 : odd[i]);
            mark->value = odd[i];
        }
        add_mark(&picture, series, 4, 3);
        series->marks[4].low = -INFINITY; /* an interval may have no end */
        char *chart = written(wyrm_picture_svg, &picture);
        char *text = written(wyrm_picture_html, &picture);
        assert_well_formed(text);
        assert_finite_coordinates(chart);
        assert_int_equal(count_of(chart, "class=\"mark"), 1);
        assert_contains(chart, "data-mark=\"0-4\"");
        assert_contains(text, "<td>-</td>");
        assert_contains(text, "<td>no limit</td>");
        free(chart);
        free(text);
    }
}

TEST(huge_and_tiny_numbers_have_a_place)
{
    static const double values[] = {1e300, -1e300, 1e-300, 0, 123456789012};
    for (int kind = 0; kind < WYRM_PICTURE_HEAT; kind++) {
        OWNED_PICTURE picture;
        begin(&picture, (wyrm_picture_kind)kind);
        wyrm_series *series = wyrm_picture_series(&picture, "one");
        for (size_t i = 0; i < LENGTH_OF(values); i++)
            wyrm_picture_mark(&picture, series, (double)i, values[i]);
        char *text = written(wyrm_picture_svg, &picture);
        assert_well_formed(text);
        assert_finite_coordinates(text);
        assert_int_equal(count_of(text, "class=\"mark"), LENGTH_OF(values));
        free(text);
    }
}

TEST(a_thousand_marks_stay_small)
{
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        OWNED_PICTURE picture;
        fill(&picture, (wyrm_picture_kind)kind, 1, 1000);
        char *text = written(wyrm_picture_html, &picture);
        assert_well_formed(text);
        assert_int_equal(count_of(text, "class=\"mark"), 1000);
        assert_in_range(strlen(text), 100000, 500000);
        free(text);
    }
}

TEST(the_same_picture_has_the_same_bytes)
{
    for (int kind = 0; kind < WYRM_PICTURE_KIND_COUNT; kind++) {
        char *texts[2];
        for (int i = 0; i < 2; i++) {
            OWNED_PICTURE picture;
            fill(&picture, (wyrm_picture_kind)kind, 4, 9);
            texts[i] = written(wyrm_picture_html, &picture);
        }
        assert_string_equal(texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
    }
}

/* The points of a path that begins behind `from`. */
static const char *next_point(const char *from, double *x, double *y)
{
    const char *at = strstr(from, "d=\"M");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "d=\"M%lf %lf", x, y), 2);
    return at + 4;
}

TEST(marks_outside_the_axes_lie_at_their_ends)
{
    OWNED_PICTURE picture;
    begin(&picture, WYRM_PICTURE_DOTS);
    picture.y.least = 0;
    picture.y.greatest = 10;
    wyrm_series *series = wyrm_picture_series(&picture, "one");
    static const double values[] = {10, 99, 0, -7};
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        wyrm_picture_mark(&picture, series, (double)i, values[i]);
    char *text = written(wyrm_picture_svg, &picture);
    const char *at = strstr(text, "<g class=\"series");
    double x[4], y[4];
    assert_non_null(at);
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        at = next_point(at, &x[i], &y[i]);
    assert_true(y[0] == y[1] && y[2] == y[3] && y[0] < y[2]);
    assert_true(x[0] < x[1] && x[1] < x[2] && x[2] < x[3]);
    assert_contains(text, "99 hit points</title>");
    free(text);
}

TEST(the_sides_of_a_comparison_share_their_colours)
{
    OWNED_PICTURE picture;
    fill(&picture, WYRM_PICTURE_LINES, 4, 2);
    picture.series[2].dashed = picture.series[3].dashed = true;
    for (size_t s = 0; s < 2; s++) {
        wyrm_look a = wyrm_series_look(&picture, s), b = wyrm_series_look(&picture, s + 2);
        assert_int_equal(a.colour, b.colour);
        assert_int_equal(a.shape, b.shape);
        assert_true(b.hollow && !a.hollow);
    }
    assert_int_not_equal(wyrm_series_look(&picture, 0).colour,
                         wyrm_series_look(&picture, 1).colour);
    picture.series[3].dashed = false; /* one has no partner: each for itself */
    assert_int_equal(wyrm_series_look(&picture, 2).colour, 2);
}

/* However many series there are, no two look the same. */
TEST(every_series_has_a_look_of_its_own)
{
    OWNED_PICTURE picture;
    begin(&picture, WYRM_PICTURE_COLUMNS);
    for (size_t s = 0; s < WYRM_PICTURE_SERIES; s++)
        add_mark(&picture, wyrm_picture_series(&picture, "series"), 1, 2);
    for (size_t a = 0; a < WYRM_PICTURE_SERIES; a++)
        for (size_t b = 0; b < a; b++) {
            wyrm_look x = wyrm_series_look(&picture, a), y = wyrm_series_look(&picture, b);
            assert_false(x.colour == y.colour && x.shape == y.shape);
        }
    char *text = written(wyrm_picture_html, &picture);
    for (size_t s = 1; s < WYRM_PICTURE_SERIES; s++) { /* a pattern each, where it has one */
        char id[32], fill_of[32];
        snprintf(id, sizeof id, "id=\"figure-p%zu\"", s);
        snprintf(fill_of, sizeof fill_of, "url(#figure-p%zu)", s);
        bool plain = wyrm_series_look(&picture, s).shape == 0;
        assert_int_equal(count_of(text, id), plain ? 0 : 1);
        assert_int_equal(count_of(text, fill_of), plain ? 0 : 2);
    }
    free(text);
    assert_false(picture.failed);
    assert_non_null(wyrm_picture_series(&picture, "one too many"));
    assert_true(picture.failed);
}
