/* Pictures in words: titles of marks, tables, JSON, and the page around them. */
#include "pictures.h"

#include "html/internal.h"

TEST(text_stays_text)
{
    static const struct {
        const char *text, *html;
    } rows[] = {
        {"orc", "orc"},
        {"a < b && c > \"d\"'", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;&#39;"},
        {RTL " " EMOJI, RTL " " EMOJI},
        {TURN "abc\xe2\x81\xa6", "[U+202E]abc[U+2066]"},
        {"a\x1b[1m\x7f\tb\n", "a[U+001B][1m[U+007F]\tb\n"},
        {"\xff\xc3(\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\xbc\xed\xa0\x80", /* an overlong <, half a pair */
         "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xef\xbf\xbf", "[U+FFFF]"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        wyrm_page page = wyrm_page_new(style);
        wyrm_html_textf(&page, "%s", rows[i].text);
        assert_string_equal(wyrm_page_text(&page), rows[i].html);
        wyrm_page_free(&page);
    }
}

TEST(a_mark_tells_its_numbers)
{
    OWNED_PICTURE picture;
    wyrm_picture_begin(&picture, WYRM_PICTURE_LINES, "f", "?");
    wyrm_picture_axes(&picture, "depth", "", "survive", "share");
    wyrm_series *series = wyrm_picture_series(&picture, "explorer");
    wyrm_picture_mark_ci(&picture, series, 3, 0.54236, (wyrm_interval){0.51, 0.57});
    wyrm_picture_mark(&picture, series, 4, 0.99999999);
    wyrm_picture_label(&picture, &series->marks[1], "run 7");
    char *text = written(wyrm_picture_svg, &picture);
    assert_contains(text, "<title>explorer\ndepth: 3\nsurvive: 54 % ± 3</title>");
    assert_contains(text, "<title>run 7\nexplorer\ndepth: 4\nsurvive: &gt;99.99 %</title>");
    assert_contains(text, ">40 %</text>");
    free(text);
}

TEST(the_table_has_a_row_for_every_x)
{
    OWNED_PICTURE picture;
    begin(&picture, WYRM_PICTURE_LINES);
    wyrm_series *one = wyrm_picture_series(&picture, "one");
    wyrm_series *two = wyrm_picture_series(&picture, "two");
    wyrm_picture_mark(&picture, one, 2, 20);
    wyrm_picture_mark(&picture, one, 1, 10);
    wyrm_picture_mark_ci(&picture, two, 2, 21.5, (wyrm_interval){20, 22});
    char *text = written(wyrm_picture_html, &picture);
    assert_contains(text, "<th scope=\"col\">depth</th><th scope=\"col\"><bdi>one</bdi></th>"
                          "<th scope=\"col\"><bdi>two</bdi></th></tr>");
    assert_contains(text, "<tr><th scope=\"row\"><bdi>1</bdi></th><td>10</td><td>-</td></tr>\n"
                          "<tr><th scope=\"row\"><bdi>2</bdi></th><td>20</td>"
                          "<td>21.5 (20.0 to 22.0)</td></tr>\n");
    free(text);
}

TEST(json_has_the_numbers_of_the_picture)
{
    OWNED_PICTURE picture;
    fill(&picture, WYRM_PICTURE_RANGES, 2, 3);
    wyrm_picture_mark(&picture, &picture.series[1], 4, NAN);
    wyrm_answer json = wyrm_answer_new("test", NULL);
    json_t *object = wyrm_picture_json(&json, &picture);
    assert_false(json.failed);
    assert_string_equal(json_string_value(json_object_get(object, "kind")), "ranges");
    json_t *marks = json_object_get(json_array_get(json_object_get(object, "series"), 1), "marks");
    assert_int_equal(json_array_size(marks), 4);
    for (size_t i = 0; i < 3; i++) {
        const wyrm_mark *mark = &picture.series[1].marks[i];
        json_t *at = json_array_get(marks, i);
        assert_same_bits(json_real_value(json_object_get(at, "x")), mark->x);
        assert_same_bits(json_real_value(json_object_get(at, "y")), mark->y);
        assert_same_bits(json_real_value(json_object_get(at, "low")), mark->low);
        assert_same_bits(json_real_value(json_object_get(at, "high")), mark->high);
        assert_same_bits(json_real_value(json_object_get(at, "least")), mark->value);
        assert_same_bits(json_real_value(json_object_get(at, "greatest")), mark->most);
    }
    assert_true(json_is_null(json_object_get(json_array_get(marks, 3), "y")));
    json_decref(object);
    wyrm_answer_free(&json);
}

TEST(long_texts_are_cut_after_a_whole_character)
{
    char text[2000] = "";
    for (int i = 0; i < 400; i++)
        strcat(text, i == 0 ? "ab" : "\xc3\xa4");
    OWNED_PICTURE picture;
    wyrm_picture_begin(&picture, WYRM_PICTURE_LINES, "x", text);
    wyrm_picture_caption(&picture, "%s", text);
    assert_int_equal(strlen(picture.title), WYRM_PICTURE_TEXT - 2);
    assert_string_equal(picture.title, picture.caption);
    assert_int_equal((unsigned char)picture.title[WYRM_PICTURE_TEXT - 3], 0xa4);
}

TEST(a_page_needs_nothing_else)
{
    static const wyrm_html_link links[] = {{"a", "First"}, {"b", SCRIPT}};
    wyrm_html_head head = {.title = SCRIPT, .description = TURN, .link_count = 2, .links = links};
    wyrm_page page = wyrm_page_new(style);
    wyrm_html_page_begin(&page, &head);
    wyrm_html_section_begin(&page, "a", SCRIPT);
    wyrm_html_badge(&page, WYRM_TONE_BAD, "FAIL");
    wyrm_html_section_end(&page);
    wyrm_html_page_end(&page, SCRIPT);
    assert_int_equal(wyrm_page_status(&page, NULL), WYRM_OK);
    const char *text = wyrm_page_text(&page);
    assert_int_equal(strncmp(text, "<!DOCTYPE html>\n<html lang=\"en\">", 32), 0);
    assert_int_equal(count_of(text, "<script"), 1);
    assert_null(strstr(text, "src="));
    assert_null(strstr(text, "http://"));
    assert_null(strstr(text, "https://"));
    assert_null(strstr(text, "@import"));
    assert_null(strstr(text, TURN));
    assert_contains(text, "prefers-color-scheme: dark");
    assert_contains(text, "default-src 'none'");
    assert_contains(text, "<a class=\"skip\" href=\"#main\">");
    assert_contains(text, "<main id=\"main\"");
    assert_contains(text, "addEventListener");
    wyrm_page_free(&page);
}
