/* Canvases: what screens draw on. */
#include "helpers.h"

#include "term/internal.h"

static term_canvas canvas;

static void begin(int width, int height)
{
    memset(&canvas, 0x5a, sizeof canvas);
    term_canvas_clear(&canvas, width, height);
}

static uint32_t at(int x, int y)
{
    return canvas.cells[y * canvas.width + x].character;
}

/* A row as text, without trailing blanks; non-ASCII characters as '~'. */
static const char *row(int y)
{
    static char text[TERM_WIDTH_MAX + 1];
    int length = 0;
    for (int x = 0; x < canvas.width; x++) {
        uint32_t character = at(x, y);
        text[x] = character == 0 ? ' ' : character < 0x7f ? (char)character : '~';
        if (text[x] != ' ')
            length = x + 1;
    }
    text[length] = '\0';
    return text;
}

TEST(clearing_leaves_blanks_and_no_cursor)
{
    begin(80, 24);
    for (int y = 0; y < 24; y++)
        assert_string_equal(row(y), "");
    assert_int_equal(canvas.cursor_x, -1);
    assert_int_equal(canvas.cursor_y, -1);
}

TEST(sizes_are_taken_into_what_there_is_room_for)
{
    begin(-3, 0);
    assert_int_equal(canvas.width, 0);
    assert_int_equal(canvas.height, 0);
    begin(10000, 10000);
    assert_int_equal(canvas.width, TERM_WIDTH_MAX);
    assert_int_equal(canvas.height, TERM_HEIGHT_MAX);
    term_put(&canvas, TERM_WIDTH_MAX - 1, TERM_HEIGHT_MAX - 1, 'x', TERM_PLAIN);
    assert_int_equal(at(TERM_WIDTH_MAX - 1, TERM_HEIGHT_MAX - 1), 'x');
}

TEST(nothing_is_drawn_outside)
{
    begin(4, 3);
    for (int y = -2; y < 6; y++)
        for (int x = -2; x < 7; x++)
            if (x < 0 || y < 0 || x >= 4 || y >= 3)
                term_put(&canvas, x, y, '!', TERM_BAD);
    term_area beside = {&canvas, -5, -5, 5, 5};
    term_fill(beside, '!', TERM_BAD);
    for (int y = 0; y < 3; y++)
        assert_string_equal(row(y), "");
    term_area around = {&canvas, -5, -5, 50, 50};
    term_fill(around, '#', TERM_BAD);
    for (int y = 0; y < 3; y++)
        assert_string_equal(row(y), "####");
}

TEST(text_is_cut_where_its_area_ends)
{
    begin(20, 3);
    term_area area = {&canvas, 5, 1, 6, 1}, none = {&canvas, 5, 0, 6, 0};
    term_text(area, TERM_BOLD, "hello world");
    assert_string_equal(row(1), "     hello");
    assert_int_equal(canvas.cells[20 + 5].style, TERM_BOLD);
    term_text(none, TERM_BOLD, "above");
    assert_string_equal(row(0), "");
    term_write(&area, TERM_BOLD, "%d/%d", 3, 4);
    assert_string_equal(row(1), "     3/4lo");
    assert_int_equal(area.x, 8);
    term_write(&area, TERM_BOLD, "%s", "world");
    assert_string_equal(row(1), "     3/4wor");
    assert_int_equal(area.width, 0);
}

/* Each of these takes one cell or none, whatever locale the program runs in. */
TEST(a_character_takes_one_cell_or_none)
{
    static const struct {
        const char *text;
        uint32_t shown[4];
    } rows[] = {
        {"a\xc3\xa9z", {'a', 0xe9, 'z'}},
        {"e\xcc\x81z", {'e', 'z'}},                 /* a combining accent is left out */
        {"\xe4\xb8\xadz", {'?', 'z'}},              /* two columns wide */
        {"\033[31mz", {'?', '[', '3', '1'}},        /* terminal control sequence */
        {"\x7f\xc2\x9bz", {'?', '?', 'z'}},         /* terminal control characters */
        {"\xe2\x80\xaez", {'?', 'z'}},              /* reverses the direction of writing */
        {"\xe2\x80\x8bz", {'?', 'z'}},              /* invisible */
        {"\xff\xc3z", {'?', '?', 'z'}},             /* malformed */
        {"\xc0\xaf.", {'?', '?', '.'}},             /* overlong encoding */
        {"\xed\xa0\x80", {'?', '?', '?'}},          /* half of a surrogate pair */
        {"\xf4\x90\x80\x80", {'?', '?', '?', '?'}}, /* beyond the last character */
        {"\xe2\x94", {'?', '?'}},                   /* truncated */
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        begin(20, 1);
        term_text(term_all(&canvas), TERM_PLAIN, "%s", rows[i].text);
        for (int x = 0; x < 4; x++)
            if (at(x, 0) != rows[i].shown[x])
                fail_msg("text %zu, cell %d: %x instead of %x", i, x, at(x, 0), rows[i].shown[x]);
    }
}

TEST(text_wraps_at_blanks_and_line_breaks)
{
    begin(20, 10);
    term_area area = {&canvas, 2, 1, 10, 4};
    assert_int_equal(term_wrapped(area, TERM_PLAIN, "one two three four\n\nfive"), 4);
    assert_string_equal(row(1), "  one two");
    assert_string_equal(row(2), "  three four");
    assert_string_equal(row(3), "");
    assert_string_equal(row(4), "  five");
    begin(20, 10);
    assert_int_equal(term_wrapped(area, TERM_PLAIN, "abcdefghijklmnopqrst uvw"), 3);
    assert_string_equal(row(1), "  abcdefghij");
    assert_string_equal(row(2), "  klmnopqrst");
    assert_string_equal(row(3), "  uvw");
    assert_int_equal(term_wrapped(area, TERM_PLAIN, ""), 0);
    begin(20, 10);
    assert_int_equal(term_wrapped(area, TERM_PLAIN, "at 95.75 % now"), 2);
    assert_string_equal(row(1), "  at 95.75 %");
    begin(20, 10);
    assert_int_equal(term_wrapped(area, TERM_PLAIN, "win 95.75 % now"), 3);
    assert_string_equal(row(2), "  95.75 %");
    begin(20, 10);
    assert_int_equal(term_wrapped(area, TERM_PLAIN,
                                  "a b c d e f g h i j k l m n o p q r s t "
                                  "u v w x y z a b c d e f g h i j k l"),
                     8);
    assert_string_equal(row(5), "");
}

/* Every word of a random text is drawn, in order, and no line is longer than the area. */
TEST(wrapping_loses_no_word)
{
    uint64_t seed = 20240501;
    test_random random = {seed};
    for (int round = 0; round < 2000; round++) {
        char text[200] = "", seen[400] = "";
        int width = (int)random_between(&random, 6, 30);
        for (int words = (int)random_between(&random, 1, 12); words > 0; words--) {
            for (int letters = (int)random_between(&random, 1, 6); letters > 0; letters--)
                strncat(text, &"abcdefgh"[random_below(&random, 8)], 1);
            if (words > 1)
                strcat(text, " ");
        }
        begin(40, 60);
        term_area area = {&canvas, 3, 0, width, 60};
        int lines = term_wrapped(area, TERM_PLAIN, text);
        for (int y = 0; y < lines; y++) {
            assert_holds((int)strlen(row(y)) <= 3 + width, seed);
            strcat(seen, row(y) + 3);
            strcat(seen, y + 1 < lines ? " " : "");
        }
        if (strcmp(seen, text) != 0)
            fail_msg("seed %llu, width %d: '%s' became '%s'", (unsigned long long)seed, width, text,
                     seen);
    }
}

TEST(a_frame_has_its_title_and_clears_its_inside)
{
    begin(30, 8);
    term_fill(term_all(&canvas), 'x', TERM_BAD);
    term_area area = {&canvas, 5, 1, 20, 5};
    term_area inside = term_frame(area, "Pack");
    assert_string_equal(row(0), "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_string_equal(row(1), "xxxxx~~ Pack ~~~~~~~~~~~~xxxxx");
    assert_string_equal(row(2), "xxxxx~                  ~xxxxx");
    assert_string_equal(row(5), "xxxxx~~~~~~~~~~~~~~~~~~~~xxxxx");
    assert_int_equal(inside.x, 7);
    assert_int_equal(inside.y, 2);
    assert_int_equal(inside.width, 16);
    assert_int_equal(inside.height, 3);
    term_area tiny = {&canvas, 0, 0, 1, 1};
    inside = term_frame(tiny, "Pack");
    assert_int_equal(inside.width, 0);
    assert_int_equal(inside.height, 0);
}

TEST(the_middle_is_never_larger_than_the_canvas)
{
    begin(80, 24);
    term_area area = term_middle(&canvas, 40, 10);
    assert_int_equal(area.x, 20);
    assert_int_equal(area.y, 7);
    area = term_middle(&canvas, 400, 100);
    assert_int_equal(area.x, 0);
    assert_int_equal(area.y, 0);
    assert_int_equal(area.width, 80);
    assert_int_equal(area.height, 24);
}

/* A creature with one hit point left is not drawn dead, and one that lacks one is not drawn at
 * full. */
TEST(a_bar_tells_something_from_nothing_and_nearly_all_from_all)
{
    static const struct {
        double share;
        const char *shown;
    } rows[] = {{0, ".........."},     {0.001, "#........."}, {0.5, "#####....."},
                {0.999, "#########."}, {1, "##########"},     {2, "##########"},
                {-1, ".........."}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        begin(20, 1);
        term_bar((term_area){&canvas, 2, 0, 10, 1}, rows[i].share, TERM_GOOD);
        assert_string_equal(row(0) + 2, rows[i].shown);
    }
}
