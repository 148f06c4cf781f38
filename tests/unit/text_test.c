/* Growing texts, numbers that read back to the same bits, and UTF-8 cut between characters. */
#include "helpers.h"

#include "base/text.h"

TEST(text_grows_by_every_kind_of_piece)
{
    base_buffer text = {0};
    base_buffer_append(&text, "wyrm");
    base_buffer_append_char(&text, ':');
    base_buffer_append_repeat(&text, '-', 5);
    base_buffer_append_repeat(&text, '-', 0);
    base_buffer_append_bytes(&text, "abcdef", 3);
    base_buffer_append_bytes(&text, "", 0);
    base_buffer_appendf(&text, " %d of %s ", 7, "ten");
    base_buffer_append_double(&text, 0.1);
    assert_string_equal(text.bytes, "wyrm:-----abc 7 of ten 0.1");
    assert_int_equal(text.length, strlen(text.bytes));
    assert_false(text.failed);
    base_buffer_drop(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
    base_buffer_drop(&text);
}

TEST(ranges_are_read_by_players)
{
    static const char *const rows[][2] = {
        {"[3, 4]", "3-4"}, {"[10, 250]", "10-250"},    {"[-3, 4]", "[-3, 4]"},
        {"[3]", "[3]"},    {"[3, 4, 5]", "[3, 4, 5]"}, {"[fire, cold]", "[fire, cold]"},
        {"2d6", "2d6"},    {"[3, 4]+1", "[3, 4]+1"},   {"", ""},
        {"[", "["},        {"[3, ", "[3, "},           {"[3, ]", "[3, ]"}};
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[24];
        snprintf(text, sizeof text, "%s", rows[i][0]);
        base_range_words(text);
        assert_string_equal(text, rows[i][1]);
    }
}

/* Pieces of every size around every capacity, compared with a plain array. */
TEST(text_keeps_what_it_has_while_it_grows)
{
    enum { MOST = 1 << 18 };
    OWNED(char) *wanted = malloc(MOST);
    assert_non_null(wanted);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        test_random random = {seed};
        base_buffer text = {0};
        size_t length = 0;
        for (int piece = 0; piece < 300; piece++) {
            char bytes[800];
            size_t size = (size_t)random_below(&random, sizeof bytes - 1);
            memset(bytes, 'a' + (int)random_below(&random, 26), size);
            bytes[size] = '\0';
            memcpy(wanted + length, bytes, size);
            length += size;
            switch (random_below(&random, 4)) {
            case 0:
                base_buffer_append(&text, bytes);
                break;
            case 1:
                base_buffer_append_bytes(&text, bytes, size);
                break;
            case 2:
                base_buffer_appendf(&text, "%s", bytes);
                break;
            default:
                base_buffer_append_repeat(&text, bytes[0], size);
            }
            assert_holds(text.length == length, seed);
        }
        wanted[length] = '\0';
        OWNED(char) *stolen = base_buffer_steal(&text);
        assert_non_null(stolen);
        assert_holds(strcmp(stolen, wanted) == 0, seed);
    }
}

TEST(stealing_leaves_an_empty_text)
{
    base_buffer text = {0};
    char *nothing = base_buffer_steal(&text);
    assert_string_equal(nothing, "");
    free(nothing);
    base_buffer_append(&text, "first");
    char *first = base_buffer_steal(&text);
    assert_null(text.bytes);
    assert_int_equal(text.length, 0);
    base_buffer_append(&text, "second");
    assert_string_equal(text.bytes, "second");
    assert_string_equal(first, "first");
    free(first);
    base_buffer_drop(&text);
}

TEST(running_out_of_memory_is_remembered)
{
    base_buffer text = {0};
    base_buffer_append(&text, "before");
    base_buffer_append_repeat(&text, 'x', SIZE_MAX / 2 - 100); /* more than any machine has */
    assert_true(text.failed);
    base_buffer_append(&text, "after");
    base_buffer_append_char(&text, '.');
    base_buffer_appendf(&text, "%d", 1);
    assert_null(base_buffer_steal(&text));
    base_buffer_drop(&text);
    assert_false(text.failed);
}

static void check_double(double value, const char *wanted)
{
    char text[BASE_NUMBER_MAX];
    size_t length = base_number_double(value, text);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
}

TEST(numbers_read_as_people_write_them)
{
    check_double(0, "0");
    check_double(-0.0, "-0");
    check_double(25, "25");
    check_double(-17, "-17");
    check_double(0.1, "0.1");
    check_double(0.1 + 0.2, "0.30000000000000004");
    check_double(1.0 / 3, "0.3333333333333333");
    check_double(100000, "100000");
    check_double(123456789012345, "123456789012345");
    check_double(1e300, "1e+300");
    check_double(5e-324, "5e-324");
    check_double(1.7976931348623157e308, "1.7976931348623157e+308");
    check_double((double)INFINITY, "inf");
    check_double(-(double)INFINITY, "-inf");
    check_double((double)NAN, "nan");
    check_double(-(double)NAN, "nan");
}

/* Counts the digits of a number without sign, point, exponent and outer zeros. */
static int significant_digits(const char *text)
{
    int digits = 0, zeros = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text < '0' || *text > '9')
            continue;
        if (*text == '0') {
            zeros += digits > 0;
            continue;
        }
        digits += zeros + 1;
        zeros = 0;
    }
    return digits;
}

TEST(any_double_reads_back_to_its_bits_in_the_fewest_digits)
{
    for (uint64_t seed = 1; seed <= 50000; seed++) {
        test_random random = {seed};
        uint64_t bits = random_word(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (seed % 2 == 0)
            value =
                (double)random_below(&random, 100000) / (double)random_between(&random, 1, 1000);
        if (!isfinite(value))
            continue;
        char text[BASE_NUMBER_MAX], shorter[64];
        assert_holds(base_number_double(value, text) < BASE_NUMBER_MAX, seed);
        assert_same_bits(strtod(text, NULL), value);
        if (fabs(value) < 1e15 && value == floor(value))
            continue; /* written out in full */
        int digits = significant_digits(text);
        assert_holds(digits <= 17, seed);
        if (digits > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
            assert_holds(strtod(shorter, NULL) != value, seed);
        }
    }
}

static double number_read(const char *text)
{
    double out = -1;
    assert_true(base_number_read(text, strlen(text), &out));
    return out;
}

/* The C library reads the same text; in the locale of the tests it has a point. */
TEST(a_number_is_read_to_the_nearest_double)
{
    const char *const texts[] = {
        "0",
        "7",
        "-0.5",
        "+.5",
        "5.",
        "1e3",
        "1E-3",
        "2.5e+2",
        "0.1",
        "123456789.125",
        "1e308",
        "4.9e-324",
        "1e-400",
        "1e400",
        "-1e400",
        "1e99999999999",
        "0e99999999999",
        "1e-99999999999",
        "0.30000000000000004",
        "9007199254740993",
        "179769313486231580793728971405301e276",
        "0."
        "00000000000000000000000000000000000000000000000000000000000000000000000000000000000001234"
        "5",
        "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034",
    };
    for (size_t i = 0; i < LENGTH_OF(texts); i++)
        assert_same_bits(number_read(texts[i]), strtod(texts[i], NULL));
    for (uint64_t seed = 1; seed <= 5000; seed++) {
        test_random random = {seed};
        const uint64_t bits = random_word(&random);
        char text[400];
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value) || fabs(value) > 1e90 || (value != 0 && fabs(value) < 1e-90))
            continue;
        for (int digits = 1; digits <= 25; digits += 6) {
            snprintf(text, sizeof text, seed % 2 == 0 ? "%.*e" : "%.*g", digits, value);
            assert_same_bits(number_read(text), strtod(text, NULL));
        }
    }
}

TEST(what_is_no_number_is_not_read)
{
    const char *const texts[] = {"",     ".",   "-",   "+",     "e3",   "1e",       "1e+", "1e-",
                                 "1.5.", "1,5", " 1",  "1 ",    "0x10", "inf",      "nan", "1e3.5",
                                 "--1",  "+-1", "1-1", "1e5e5", "12f",  "\xd9\xa1", ".e1", "-.e1"};
    char nines[130];
    double out;
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        out = 5;
        assert_false(base_number_read(texts[i], strlen(texts[i]), &out));
        assert_near(out, 0, 0);
    }
    /* no more is read than is given, and 120 characters at most */
    assert_true(base_number_read("12x", 2, &out));
    assert_near(out, 12, 0);
    assert_true(base_number_read("1e5", 1, &out));
    assert_near(out, 1, 0);
    assert_false(base_number_read("1e5", 2, &out));
    memset(nines, '9', sizeof nines);
    assert_true(base_number_read(nines, 120, &out));
    assert_near(out / 1e120, 1, 1e-15);
    assert_false(base_number_read(nines, 121, &out));
}

/* A decimal comma would break every file that is written. */
TEST(numbers_do_not_follow_the_locale)
{
    if (!set_comma_locale())
        skip();
    char text[BASE_NUMBER_MAX];
    double read, none;
    base_number_double(0.5, text);
    const bool point = base_number_read("-2.25e1", 7, &read);
    const bool comma = base_number_read("2,25", 4, &none);
    setlocale(LC_ALL, "C");
    assert_string_equal(text, "0.5");
    assert_true(point && !comma);
    assert_near(read, -22.5, 0);
}

#define DRAGON "\xf0\x9f\x90\x89" /* four bytes */
#define SWORDS "\xe2\x9a\x94"     /* three */
#define UMLAUT "\xc3\xa4"         /* two */

TEST(cutting_never_splits_a_character)
{
    const char *text = "a" UMLAUT SWORDS DRAGON "z"; /* at 0, 1, 3, 6, 10; 11 bytes */
    const size_t wanted[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11, 11};
    for (size_t room = 0; room < LENGTH_OF(wanted); room++)
        assert_int_equal(base_utf8_cut(text, strlen(text), room), wanted[room]);
}

TEST(characters_are_counted_not_bytes)
{
    const char *text = "a" UMLAUT SWORDS DRAGON "z";
    assert_int_equal(base_utf8_count(text, strlen(text)), 5);
    assert_int_equal(base_utf8_count(text, 6), 3);
    assert_int_equal(base_utf8_count("", 0), 0);
}

TEST(copying_takes_whole_characters_only)
{
    const char *text = "a" UMLAUT SWORDS "z";
    /* "", "", "a", "a", "aä", ... by the bytes available, including the NUL */
    const size_t lengths[] = {0, 0, 1, 1, 3, 3, 3, 6, 7};
    for (size_t size = 1; size < LENGTH_OF(lengths); size++) {
        char buffer[16];
        memset(buffer, '#', sizeof buffer);
        base_utf8_copy(buffer, size, text);
        assert_memory_equal(buffer, text, lengths[size]);
        assert_int_equal(buffer[lengths[size]], '\0');
        assert_int_equal(buffer[size], '#');
    }
}

TEST(malformed_bytes_do_no_harm)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        test_random random = {seed};
        char text[24], buffer[24];
        size_t length = (size_t)random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = (char)random_between(&random, 1, 255);
        text[length] = '\0';
        assert_holds(base_utf8_count(text, length) <= length, seed);
        for (size_t room = 0; room <= length + 2; room++)
            assert_holds(base_utf8_cut(text, length, room) <= (room < length ? room : length),
                         seed);
        size_t size = 1 + (size_t)random_below(&random, sizeof buffer);
        base_utf8_copy(buffer, size, text);
        assert_holds(strlen(buffer) < size, seed);
        assert_holds(strncmp(buffer, text, strlen(buffer)) == 0, seed);
    }
}
