/* Axes, plots on the terminal, and pictures. */
#include "helpers.h"

#include "text/internal.h"

TEST(ticks_stand_at_round_numbers)
{
    static const struct {
        double low, high;
        int intervals;
        double axis_low, axis_high, step;
        const char *second;
    } rows[] = {
        {0, 18, 5, 0, 20, 5, "5"},
        {0, 1, 5, 0, 1, 0.2, "0.2"},
        {0, 0, 5, 0, 1, 0.2, "0.2"},
        {-7, 12, 4, -10, 15, 5, "-5"},
        {7, 7, 4, 0, 8, 2, "2"},
        {0, 123456, 4, 0, 150000, 50000, "50000"},
        {0, 0.003, 3, 0, 0.003, 0.001, "0.001"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_axis axis = text_axis_around(rows[i].low, rows[i].high, rows[i].intervals);
        text_figure label;
        assert_near(axis.low, rows[i].axis_low, 1e-12);
        assert_near(axis.high, rows[i].axis_high, 1e-9);
        assert_near(axis.step, rows[i].step, 1e-12);
        assert_string_equal(text_axis_label(&axis, 1, &label), rows[i].second);
        assert_near(text_axis_tick(&axis, axis.ticks - 1), axis.high, 1e-9);
    }
}

TEST(an_axis_within_keeps_its_ends)
{
    text_axis axis = text_axis_within(3, 17, 4);
    assert_true(axis.low == 3 && axis.high == 17);
    assert_true(text_axis_tick(&axis, 0) == 5 && axis.ticks == 3);
    assert_near(text_axis_share(&axis, 10), 0.5, 1e-12);
    assert_true(text_axis_share(&axis, -1) == 0 && text_axis_share(&axis, 99) == 1);
    axis = text_axis_within(4, 4, 4); /* equal ends are moved apart */
    assert_true(axis.low < 4 && axis.high > 4 && axis.ticks >= 1);
}

TEST(a_logarithmic_axis_has_ends_of_1_2_or_5)
{
    static const struct {
        double low, high, first, last;
        int ticks;
        const char *second;
    } rows[] = {
        {3, 9, 2, 10, 3, "5"},
        {1, 1, 1, 2, 2, "2"},
        {12, 5263, 10, 10000, 4, "100"},
        {0.3, 0.4, 0.2, 0.5, 2, "0.5"},
        {3.7, 10700, 2, 20000, 4, "100"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_axis axis = text_axis_factors(rows[i].low, rows[i].high);
        text_figure label;
        assert_near(axis.low, rows[i].first, 1e-12);
        assert_near(axis.high, rows[i].last, 1e-9);
        assert_int_equal(axis.ticks, rows[i].ticks);
        assert_string_equal(text_axis_label(&axis, 1, &label), rows[i].second);
    }
    text_axis axis = text_axis_factors(1, 10000);
    assert_near(text_axis_share(&axis, 100), 0.5, 1e-12);
    assert_true(text_axis_share(&axis, 0) == 0 && text_axis_share(&axis, -3) == 0);
    assert_true(text_axis_share(&axis, 1e9) == 1);
}

static const text_plot_point points[] = {{0, 8, 4, 10}, {1, 4, 2, 6}, {2, 2, 0, 3}};

static text_plot plot_of(void)
{
    return (text_plot){.title = "orc <against> \"player\" & co",
                       .subtitle = "exact",
                       .x_label = "defense",
                       .y_label = "damage (hit points)",
                       .line_name = "mean",
                       .band_name = "9 of 10",
                       .count = LENGTH_OF(points),
                       .points = points};
}

TEST(a_plot_fits_the_page_in_both_character_sets)
{
    text_plot plot = plot_of();
    for (int utf8 = 0; utf8 < 2; utf8++) {
        text_page page = page_new((text_style){.utf8 = utf8 == 1, .width = 60});
        text_plot_print(&plot, &page);
        assert_int_equal(page_status(&page, NULL), WYRM_OK);
        OWNED(char) *text = strdup(page_text(&page));
        int lines = 0;
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            assert_true(text_display_width(line) <= 60);
            assert_true(line[strlen(line) - 1] != ' ');
            lines++;
        }
        assert_true(lines > 14);
        for (const char *at = text; utf8 == 0 && *at != '\0'; at++)
            assert_true((unsigned char)*at < 0x80);
        page_free(&page);
    }
}

TEST(the_line_falls_from_the_top_left)
{
    text_plot plot = plot_of();
    text_page page = page_new((text_style){.width = 60});
    text_plot_print(&plot, &page);
    const char *text = page_text(&page);
    const char *first = strchr(text, '*'), *last = strrchr(strstr(text, "\n 0"), '*');
    assert_non_null(strstr(text, "10 +.")); /* the band begins at 10 */
    assert_true(first > strstr(text, "10 +.") && first < strstr(text, " 6 "));
    assert_non_null(last); /* of the legend */
    page_free(&page);
}

TEST(a_single_point_and_a_flat_line_can_be_drawn)
{
    static const text_plot_point flat[] = {{5, 0, 0, 0}, {6, 0, 0, 0}};
    for (size_t count = 1; count <= 2; count++) {
        text_plot plot = plot_of();
        plot.points = flat;
        plot.count = count;
        text_page page = page_new((text_style){.utf8 = true, .width = 40});
        text_plot_print(&plot, &page);
        text_plot_svg(&plot, &page);
        assert_int_equal(page_status(&page, NULL), WYRM_OK);
        assert_null(strstr(page_text(&page), "nan"));
        page_free(&page);
    }
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

TEST(a_picture_stands_alone_and_tells_its_points)
{
    text_plot plot = plot_of();
    text_page page = page_new((text_style){.width = 80});
    text_plot_svg(&plot, &page);
    const char *svg = page_text(&page);
    assert_int_equal(strncmp(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39), 0);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    assert_non_null(strstr(svg, "orc &lt;against&gt; &quot;player&quot; &amp; co"));
    assert_null(strstr(svg, "<against>"));
    assert_int_equal(count_of(svg, "<circle"), LENGTH_OF(points));
    assert_non_null(strstr(svg, "defense 1: mean 4, 9 of 10 2..6"));
    assert_non_null(strstr(svg, "damage (hit points)"));
    assert_int_equal(count_of(svg, "<text"), count_of(svg, "</text>"));
    assert_null(strstr(svg, "href")); /* no external resources */
    page_free(&page);
}
