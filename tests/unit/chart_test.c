/* Charts: every mark is drawn and has a title, whatever the numbers and names are; the page around
 * them; and the first sentences of a report. */
#include "helpers.h"

#include <jansson.h>

#include "html/internal.h"

#define NAME "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:"

/* The position after one character of text; & begins an entity that XML knows. */
static const char *past_text(const char *at)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < LENGTH_OF(known); i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return at + strlen(known[i]);
    if (strchr("&<>", *at) != NULL || ((unsigned char)*at < 0x20 && *at != '\n' && *at != '\t'))
        fail_msg("no text: %.60s", at);
    return at + 1;
}

/* Checks that a text is well-formed XML, as far as this project's pages use it: elements are closed
 * in reverse order, and attributes have quoted values. */
static void assert_well_formed(const char *text)
{
    const char *open[64];
    size_t depth = 0;
    for (const char *at = text; *at != '\0';) {
        if (*at != '<') {
            at = past_text(at);
            continue;
        }
        const char *begin = at, *name = at + 1 + (at[1] == '/');
        size_t length = strspn(name, NAME);
        for (at = name + length; *at == ' ';) {
            size_t letters = strspn(at + 1, NAME);
            if (letters == 0 || strncmp(at + 1 + letters, "=\"", 2) != 0)
                fail_msg("no attribute with a quoted value: %.60s", at);
            for (at += letters + 3; *at != '"';)
                at = past_text(at);
            at++;
        }
        bool empty = *at == '/', ends = begin[1] == '/';
        if (length == 0 || at[empty] != '>' || depth == LENGTH_OF(open))
            fail_msg("no tag: %.60s", begin);
        if (ends && (depth == 0 || strncmp(open[--depth], name, length) != 0 ||
                     strspn(open[depth], NAME) != length))
            fail_msg("an end of what was not begun: %.60s", begin);
        if (!ends && !empty)
            open[depth++] = name;
        at += 1 + empty;
    }
    if (depth > 0)
        fail_msg("no end of %.60s", open[depth - 1]);
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what))
        count++;
    return count;
}

#define assert_contains(text, what)                                                                \
    do {                                                                                           \
        if (strstr((text), (what)) == NULL)                                                        \
            fail_msg("'%s' is missing", (what));                                                   \
    } while (0)

/* ---- the tests ---- */

#define SCRIPT      "<script>alert('&\"')</script>"
#define RTL         "\xd7\x93\xd7\xa8\xd7\xa7\xd7\x95\xd7\x9f"
#define EMOJI       "\xf0\x9f\x90\x89\xe2\x80\x8d\xf0\x9f\x94\xa5"
#define EMOJI_SHOWN "\xf0\x9f\x90\x89[U+200D]\xf0\x9f\x94\xa5" /* the joiner is invisible */
#define TURN        "\xe2\x80\xae" /* U+202E, which reverses the text after it */

static const text_style style = {.utf8 = true, .width = 80};

/* The figure of a chart, in fresh memory. */
static char *written(const html_chart *chart)
{
    text_page page = page_new(style);
    html_chart_figure(chart, &page);
    assert_int_equal(page_status(&page, NULL), WYRM_OK);
    char *text = strdup(page_text(&page));
    page_free(&page);
    return text;
}

static void begin_as(html_chart *chart, html_chart_kind kind, const char *id, const char *title)
{
    base_arena *arena = zeroed(1, sizeof *arena);
    html_chart_begin(chart, arena, kind, id, title);
}

static void begin(html_chart *chart, html_chart_kind kind)
{
    begin_as(chart, kind, "figure", "What is it?");
    html_axes(chart, "depth", "", "damage", "hit points");
}

static void release_chart(html_chart *chart)
{
    base_release(chart->arena);
    free(chart->arena);
}
#define OWNED_CHART OWNED_VALUE(html_chart, release_chart)

/* Adds a mark with everything its kind can have; y of heat maps is a row. */
static void add_mark(const html_chart *chart, html_series *series, double x, double y)
{
    bool heat = chart->kind == HTML_HEATMAP;
    html_mark *mark = html_add_interval(series, x, heat ? 1 : y, (wyrm_interval){y - 1, y + 1});
    mark->value = heat ? y : y - 2;
    mark->most = y + 2;
    mark->named = true;
}

static void fill(html_chart *chart, html_chart_kind kind, int series, int marks)
{
    static const char *const names[] = {"one", "two", "three", "four"};
    begin(chart, kind);
    for (int s = 0; s < series; s++) {
        html_series *of = html_add_series(chart, names[s]);
        for (int x = 1; x <= marks; x++)
            add_mark(chart, of, x, 10 + s + x % 7);
    }
}

/* Coordinates are numbers; titles may say that there is no value. */
static void assert_finite_coordinates(const char *text)
{
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
}

/* One mark is enough, and a thousand stay small. */
TEST(every_kind_draws_every_mark)
{
    static const int rows[][2] = {{3, 5}, {1, 1}, {1, 1000}}; /* number of series, marks of each */
    for (int kind = 0; kind < HTML_KIND_COUNT; kind++)
        for (size_t i = 0; i < LENGTH_OF(rows); i++) {
            OWNED_CHART chart;
            size_t marks = (size_t)(rows[i][0] * rows[i][1]);
            fill(&chart, (html_chart_kind)kind, rows[i][0], rows[i][1]);
            OWNED(char) *text = written(&chart);
            assert_well_formed(text);
            assert_finite_coordinates(text);
            assert_int_equal(count_of(text, "class=\"mark"), marks);
            assert_int_equal(count_of(text, "<title>"), marks);
            assert_true(strlen(text) < 500000);
            if (i == 0)
                assert_contains(text, "data-mark=\"2-4\"");
        }
}

TEST(references_are_marks_without_a_colour)
{
    for (int kind = 0; kind < HTML_HEATMAP; kind++) {
        OWNED_CHART chart;
        fill(&chart, (html_chart_kind)kind, 1, 4);
        html_series *wanted = html_add_series(&chart, "wanted");
        wanted->reference = true;
        for (int x = 1; x <= 4; x++) {
            html_mark *mark = html_add_mark(wanted, x, NAN);
            mark->low = 8;
            mark->high = 12;
        }
        html_add_mark(wanted, 5, 11); /* a line */
        OWNED(char) *text = written(&chart);
        assert_well_formed(text);
        assert_int_equal(count_of(text, "class=\"mark"), 9);
        assert_int_equal(count_of(text, "class=\"series reference\""), 1);
        assert_int_equal(html_series_look(&chart, 0).colour, 0);
    }
}

TEST(names_cannot_break_out_of_a_figure)
{
    static const char *const names[] = {SCRIPT, RTL TURN, EMOJI, "\"/><b x='"};
    for (int kind = 0; kind < HTML_KIND_COUNT; kind++) {
        OWNED_CHART chart;
        begin_as(&chart, (html_chart_kind)kind, "a\"b", SCRIPT);
        html_axes(&chart, SCRIPT, TURN, SCRIPT, "\"");
        html_caption(&chart, "%s", SCRIPT);
        html_command(&chart, "wyrm check '" SCRIPT "'");
        for (size_t s = 0; s < LENGTH_OF(names); s++) {
            html_series *series = html_add_series(&chart, names[s]);
            html_category(&chart, names[s]);
            for (int x = 0; x < 4; x++) {
                add_mark(&chart, series, x, x);
                series->marks[x].label = names[(size_t)x];
            }
        }
        OWNED(char) *text = written(&chart);
        assert_well_formed(text);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, TURN));
        assert_contains(text, "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;");
        assert_contains(text, RTL "[U+202E]");
        assert_contains(text, EMOJI_SHOWN);
    }
}

TEST(a_figure_names_every_command_once)
{
    OWNED_CHART chart;
    fill(&chart, HTML_LINES, 2, 3);
    html_command(&chart, "wyrm sim a");
    OWNED(char) *one = written(&chart);
    assert_contains(one, "<span>These numbers:</span> <code>wyrm sim a</code>");
    html_command(&chart, "wyrm sim b");
    html_command(&chart, "wyrm sim a");
    html_command(&chart, "");
    assert_int_equal(chart.command_count, 2);
    OWNED(char) *two = written(&chart);
    assert_well_formed(two);
    assert_contains(two, "These numbers, by 2 commands");
    assert_contains(two, "<li><code>wyrm sim b</code></li>");
}

/* The parts make a column of 11 + 12; their total is drawn at 23, not on top of them at 46. */
TEST(a_total_is_drawn_over_its_parts)
{
    OWNED_CHART chart;
    fill(&chart, HTML_STACKED, 2, 1);
    html_series *all = html_add_series(&chart, "all");
    all->total = true;
    html_add_interval(all, 1, 23, (wyrm_interval){20, 26});
    OWNED(char) *text = written(&chart);
    assert_well_formed(text);
    assert_int_equal(count_of(text, "class=\"series total\""), 1);
    assert_contains(text, "thin line: 95 % interval");
    assert_contains(text, ">30</text>"); /* the end of the axis */
    assert_null(strstr(text, ">40</text>"));
}

/* Labels are upright if each has room, else slanted; if even those would touch, some are left out,
 * and one that is too long is cut. */
TEST(names_of_categories_keep_apart)
{
    static const struct {
        const char *name;
        int count, upright, slanted;
    } rows[] = {{"orc", 10, 10, 0},
                {"goblin archer", 30, 0, 30},
                {"goblin archer", 50, 0, 25},
                {"goblin archer", 90, 0, 30}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_CHART chart;
        begin(&chart, HTML_DOTS);
        html_series *of = html_add_series(&chart, "one");
        for (int k = 0; k < rows[i].count; k++)
            add_mark(&chart, of, html_category(&chart, rows[i].name), 3);
        FREED char *text = written(&chart);
        assert_int_equal(count_of(text, "class=\"mid name\">"), rows[i].upright);
        assert_int_equal(count_of(text, "class=\"end slanted\""), rows[i].slanted);
        assert_int_equal(count_of(text, "archer</text>"), rows[i].slanted);
    }
    OWNED_CHART chart;
    begin(&chart, HTML_DOTS);
    html_series *of = html_add_series(&chart, "one");
    add_mark(&chart, of, html_category(&chart, "exactly sixteen."), 3);
    add_mark(&chart, of, html_category(&chart, "more than sixteen"), 3);
    FREED char *text = written(&chart);
    assert_contains(text, ">exactly sixteen.</text>");
    assert_contains(text, ">more than sixte…</text>");
}

TEST(names_find_a_place_in_a_crowd)
{
    OWNED_CHART chart;
    begin(&chart, HTML_SCATTER);
    html_series *series = html_add_series(&chart, "monsters");
    for (int i = 0; i < 120; i++)
        html_add_mark(series, i % 12, i / 12);
    for (int i = 0; i < 3; i++) {
        series->marks[50 + 3 * i].label = "one that stands out";
        series->marks[50 + 3 * i].named = true;
    }
    for (int i = 0; i < 120; i++) /* around the three with some space */
        if (i % 12 > 3 && i / 12 < 4)
            series->marks[i].y = NAN;
    OWNED(char) *text = written(&chart);
    assert_well_formed(text);
    assert_int_equal(count_of(text, "class=\"name-of-mark"), 3);
    assert_true(count_of(text, "class=\"leader\"") > 0);
}

/* Huge and tiny numbers have a position. */
TEST(what_is_no_number_is_not_drawn_but_told)
{
    static const double odd[] = {NAN,    INFINITY, -INFINITY, 1e308,       1e300,
                                 -1e300, 1e-300,   0,         123456789012};
    for (int kind = 0; kind < HTML_KIND_COUNT; kind++) {
        OWNED_CHART chart;
        begin(&chart, (html_chart_kind)kind);
        html_series *series = html_add_series(&chart, "one");
        bool heat = kind == HTML_HEATMAP;
        for (size_t i = 0; i < LENGTH_OF(odd); i++) {
            html_mark *mark = html_add_mark(series, (double)i, heat ? 1 : odd[i]);
            mark->value = odd[i];
        }
        add_mark(&chart, series, 9, 3);
        series->marks[9].low = -INFINITY; /* an interval may be open */
        OWNED(char) *text = written(&chart);
        assert_well_formed(text);
        assert_finite_coordinates(text);
        assert_int_equal(count_of(text, "class=\"mark"), 6);
        assert_contains(text, "data-mark=\"0-9\"");
        assert_contains(text, "<td>-</td>");
        assert_contains(text, "<td>no limit</td>");
    }
}

/* The points of a path that begins after `from`. */
static const char *next_point(const char *from, double *x, double *y)
{
    const char *at = strstr(from, "d=\"M");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "d=\"M%lf %lf", x, y), 2);
    return at + 4;
}

TEST(marks_outside_the_axes_lie_at_their_ends)
{
    OWNED_CHART chart;
    begin(&chart, HTML_DOTS);
    chart.y.least = 0;
    chart.y.greatest = 10;
    html_series *series = html_add_series(&chart, "one");
    static const double values[] = {10, 99, 0, -7};
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        html_add_mark(series, (double)i, values[i]);
    OWNED(char) *text = written(&chart);
    const char *at = strstr(text, "<g class=\"series");
    double x[4], y[4];
    assert_non_null(at);
    for (size_t i = 0; i < LENGTH_OF(values); i++)
        at = next_point(at, &x[i], &y[i]);
    assert_true(y[0] == y[1] && y[2] == y[3] && y[0] < y[2]);
    assert_true(x[0] < x[1] && x[1] < x[2] && x[2] < x[3]);
    assert_contains(text, "99 hit points</title>");
}

/* Zero is included above or below the values, unless all of them are far from it. */
TEST(zero_belongs_to_the_axis_unless_all_is_far_from_it)
{
    static const struct {
        double values[3];
        bool zero;
    } rows[] = {{{4, 7, 10}, true},        {{90, 95, 100}, false},    {{-4, -7, -10}, true},
                {{-90, -95, -100}, false}, {{-61, -80, -100}, false}, {{-59, -80, -100}, true}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        OWNED_CHART chart;
        begin(&chart, HTML_LINES);
        html_series *series = html_add_series(&chart, "one");
        for (size_t k = 0; k < LENGTH_OF(rows[i].values); k++)
            html_add_mark(series, (double)(k + 3), rows[i].values[k]);
        OWNED(char) *text = written(&chart);
        assert_int_equal(strstr(text, ">0</text>") != NULL, rows[i].zero);
    }
}

TEST(the_sides_of_a_comparison_share_their_colours)
{
    OWNED_CHART chart;
    fill(&chart, HTML_LINES, 4, 2);
    chart.series[2].dashed = chart.series[3].dashed = true;
    for (size_t s = 0; s < 2; s++) {
        html_look a = html_series_look(&chart, s), b = html_series_look(&chart, s + 2);
        assert_int_equal(a.colour, b.colour);
        assert_int_equal(a.shape, b.shape);
        assert_true(b.hollow && !a.hollow);
    }
    assert_int_not_equal(html_series_look(&chart, 0).colour, html_series_look(&chart, 1).colour);
    chart.series[3].dashed = false; /* one has no partner: each gets a look of its own */
    assert_int_equal(html_series_look(&chart, 2).colour, 2);
}

/* However many series there are, no two look the same. */
TEST(every_series_has_a_look_of_its_own)
{
    OWNED_CHART chart;
    begin(&chart, HTML_COLUMNS);
    for (size_t s = 0; s < HTML_SERIES_MAX; s++)
        add_mark(&chart, html_add_series(&chart, "series"), 1, 2);
    for (size_t a = 0; a < HTML_SERIES_MAX; a++)
        for (size_t b = 0; b < a; b++) {
            html_look x = html_series_look(&chart, a), y = html_series_look(&chart, b);
            assert_false(x.colour == y.colour && x.shape == y.shape);
        }
    OWNED(char) *text = written(&chart);
    for (size_t s = 1; s < HTML_SERIES_MAX; s++) { /* each has its own pattern, if it has one */
        char id[32], fill_of[32];
        snprintf(id, sizeof id, "id=\"figure-p%zu\"", s);
        snprintf(fill_of, sizeof fill_of, "url(#figure-p%zu)", s);
        bool plain = html_series_look(&chart, s).shape == 0;
        assert_int_equal(count_of(text, id), plain ? 0 : 1);
        assert_int_equal(count_of(text, fill_of), plain ? 0 : 2);
    }
}

TEST(text_stays_text)
{
    static const struct {
        const char *text, *html;
    } rows[] = {
        {"orc", "orc"},
        {"a < b && c > \"d\"'", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;&#39;"},
        {RTL " " EMOJI, RTL " " EMOJI_SHOWN},
        {TURN "abc\xe2\x81\xa6", "[U+202E]abc[U+2066]"},
        {"a\x1b[1m\x7f\tb\n", "a[U+001B][1m[U+007F]\tb\n"},
        {"\xff\xc3(\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\xbc\xed\xa0\x80", /* an overlong <, half a surrogate pair */
         "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xef\xbf\xbf", "[U+FFFF]"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_page page = page_new(style);
        html_write(&page, "{}", rows[i].text);
        assert_string_equal(page_text(&page), rows[i].html);
        page_free(&page);
    }
}

TEST(prose_has_code_between_backticks)
{
    static const struct {
        const char *text, *html;
    } rows[] = {
        {"is `a < b` or 5 % of `c`", "is <code>a &lt; b</code> or 5\u00a0% of <code>c</code>"},
        {"a ` alone", "a ` alone"},
        {"`a` and `b", "<code>a</code> and `b"},
        {"", ""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        text_page page = page_new(style);
        char wanted[200];
        snprintf(wanted, sizeof wanted, "<bdi>%s</bdi>", rows[i].html);
        html_write(&page, "{p}", rows[i].text);
        assert_string_equal(page_text(&page), wanted);
        page_free(&page);
    }
}

TEST(a_mark_tells_its_numbers)
{
    OWNED_CHART chart;
    begin_as(&chart, HTML_LINES, "f", "?");
    html_axes(&chart, "depth", "", "survive", "share");
    html_series *series = html_add_series(&chart, "explorer");
    html_add_interval(series, 3, 0.54236, (wyrm_interval){0.51, 0.57});
    html_add_mark(series, 4, 0.99999999);
    series->marks[1].label = "run 7";
    OWNED(char) *text = written(&chart);
    assert_contains(text, "<title>explorer\ndepth: 3\nsurvive: 54 % ± 3</title>");
    assert_contains(text, "<title>run 7\nexplorer\ndepth: 4\nsurvive: &gt;99.99 %</title>");
    assert_contains(text, ">40 %</text>");
}

TEST(the_table_has_a_row_for_every_x)
{
    OWNED_CHART chart;
    begin(&chart, HTML_LINES);
    html_series *one = html_add_series(&chart, "one");
    html_series *two = html_add_series(&chart, "two");
    html_add_mark(one, 2, 20);
    html_add_mark(one, 1, 10);
    html_add_interval(two, 2, 21.5, (wyrm_interval){20, 22});
    OWNED(char) *text = written(&chart);
    assert_contains(text, "<th scope=\"col\">depth</th><th scope=\"col\"><bdi>one</bdi></th>"
                          "<th scope=\"col\"><bdi>two</bdi></th></tr>");
    assert_contains(text, "<tr><th scope=\"row\"><bdi>1</bdi></th><td>10</td><td>-</td></tr>\n"
                          "<tr><th scope=\"row\"><bdi>2</bdi></th><td>20</td>"
                          "<td>21.5 (20.0 to 22.0)</td></tr>\n");
}

TEST(json_has_the_numbers_of_the_chart)
{
    OWNED_CHART chart;
    fill(&chart, HTML_RANGES, 2, 3);
    html_add_mark(&chart.series[1], 4, NAN);
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 17};
    html_put_chart(&json, &chart);
    json_t *object = json_loads(text.bytes, 0, NULL);
    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "ranges");
    json_t *marks = json_object_get(json_array_get(json_object_get(object, "series"), 1), "marks");
    assert_int_equal(json_array_size(marks), 4);
    for (size_t i = 0; i < 3; i++) {
        static const char *const keys[] = {"x", "y", "low", "high", "least", "greatest"};
        const html_mark *mark = &chart.series[1].marks[i];
        const double values[] = {mark->x, mark->y, mark->low, mark->high, mark->value, mark->most};
        for (size_t k = 0; k < LENGTH_OF(keys); k++)
            assert_same_bits(json_real_value(json_object_get(json_array_get(marks, i), keys[k])),
                             values[k]);
    }
    assert_true(json_is_null(json_object_get(json_array_get(marks, 3), "y")));
    json_decref(object);
    base_buffer_drop(&text);
}

TEST(a_page_needs_nothing_else)
{
    static const html_link links[] = {{"a", "First"}, {"b", SCRIPT}, {NULL, NULL}};
    text_page page = page_new(style);
    html_page_begin(&page, SCRIPT, TURN, links);
    html_section_begin(&page, "a", SCRIPT);
    html_badge(&page, TEXT_TONE_BAD, "FAIL");
    html_section_end(&page);
    html_page_end(&page, SCRIPT);
    assert_int_equal(page_status(&page, NULL), WYRM_OK);
    const char *text = page_text(&page);
    assert_int_equal(strncmp(text, "<!DOCTYPE html>\n<html lang=\"en\">", 32), 0);
    assert_int_equal(count_of(text, "<script"), 1);
    static const char *const without[] = {"src=", "http://", "https://", "@import", TURN};
    static const char *const with[] = {"prefers-color-scheme: dark", "default-src 'none'",
                                       "<a class=\"skip\" href=\"#main\">", "<main id=\"main\"",
                                       "addEventListener"};
    for (size_t i = 0; i < LENGTH_OF(with); i++) {
        assert_null(strstr(text, without[i]));
        assert_contains(text, with[i]);
    }
    page_free(&page);
}

static wyrm_judged judged(const char *target, const char *unit, double value, double low,
                          wyrm_verdict verdict)
{
    return (wyrm_judged){.target = target,
                         .claim = "",
                         .metric = "m",
                         .unit = unit,
                         .value = value,
                         .range = {low, INFINITY},
                         .verdict = verdict,
                         .source = "",
                         .note = ""};
}

TEST(targets_come_worst_first)
{
    wyrm_judged list[] = {
        judged("holds", "", 9.0, 8.0, WYRM_PASS),
        judged("nearly", "hits", 6.8, 7.0, WYRM_FAIL),
        judged("one of three", "share", 0.0, 0.5, WYRM_FAIL),
        judged("one of three", "share", 0.6, 0.5, WYRM_PASS),
        judged("one of three", "share", 0.7, 0.5, WYRM_PASS),
        judged("tolerated", "share", 0.01, 0.9, WYRM_WARN),
        judged("everywhere", "items", 0.7, 5.0, WYRM_FAIL),
        judged("nothing to measure", "", NAN, 1.0, WYRM_FAIL),
    };
    static const char *const order[] = {
        "nothing to measure", "everywhere", "one of three", "nearly", "tolerated", "holds"};
    const wyrm_judgement judgement = {.judged_count = LENGTH_OF(list), .judged = list};
    base_arena arena = {0};
    const html_targets targets = html_find_targets(&arena, &judgement);
    assert_int_equal(targets.count, LENGTH_OF(order));
    for (size_t i = 0; i < targets.count; i++)
        assert_string_equal(targets.list[i].worst->target, order[i]);
    base_release(&arena);
}

/* Of 60 kinds those of the greatest amounts have a column, and those that never come have none. */
TEST(the_rarest_of_many_kinds_share_a_column)
{
    for (size_t count = 10; count <= 60; count += 50) {
        OWNED_CHART chart;
        begin(&chart, HTML_STACKED);
        html_kinds kinds = html_new_kinds(chart.arena, 3, count);
        double sums[4] = {0};
        for (size_t k = 0; k < count; k++) {
            kinds.titles[k] = base_say(chart.arena, "kind %zu", k);
            for (size_t row = 0; row < 3; row++) {
                double amount = k == 3 ? 0.0 : 1.0 / (double)(k + row + 1);
                kinds.cells[row * count + k].value = amount;
                sums[row + 1] += amount;
            }
        }
        bool many = count > HTML_COLUMNS_MAX;
        assert_int_equal(html_add_kinds(&chart, &kinds, 8, "kind", "share"), count - 1);
        assert_int_equal(chart.kind, HTML_HEATMAP);
        assert_int_equal(chart.category_count, many ? HTML_COLUMNS_MAX + 1 : count - 1);
        assert_string_equal(chart.categories[3], "kind 4");
        if (many)
            assert_string_equal(chart.categories[HTML_COLUMNS_MAX], "all others");
        for (size_t i = 0; i < chart.series[0].count; i++)
            sums[(size_t)chart.series[0].marks[i].y] -= chart.series[0].marks[i].value;
        for (size_t depth = 1; depth <= 3; depth++)
            assert_near(sums[depth], 0.0, 1e-12);
    }
}
