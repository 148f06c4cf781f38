/* Errors: their text for people, and lists of them. */
#include "helpers.h"

#include <wyrm/error.h>

TEST(every_status_has_its_sentence)
{
#define CHECK_ROW(name, sentence) assert_string_equal(wyrm_status_text(name), sentence);
    WYRM_STATUS_ROWS(CHECK_ROW)
#undef CHECK_ROW
    assert_string_equal(wyrm_status_text((wyrm_status)999), "unknown status");
}

TEST(failing_fills_a_code_and_a_message_without_position)
{
    wyrm_error error;
    memset(&error, 0x5a, sizeof error);
    wyrm_status status = wyrm_fail(&error, WYRM_ERROR_RANGE, "level %d is out of range", 7);
    assert_int_equal(status, WYRM_ERROR_RANGE);
    assert_int_equal(error.code, WYRM_ERROR_RANGE);
    assert_string_equal(error.message, "level 7 is out of range");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_string_equal(error.file, "");
    assert_string_equal(error.hint, "");
    assert_string_equal(error.excerpt, "");
}

TEST(failing_without_an_error_still_gives_the_code)
{
    assert_int_equal(wyrm_fail(NULL, WYRM_ERROR_IO, "no %s", "matter"), WYRM_ERROR_IO);
}

/* Whether every character of a UTF-8 text is complete. */
static bool is_whole_utf8(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c != 0;) {
        int more = *c < 0x80 ? 0 : *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc0 ? 1 : -1;
        if (more < 0)
            return false;
        for (c++; more > 0; more--, c++)
            if ((*c & 0xc0) != 0x80)
                return false;
    }
    return true;
}

TEST(a_message_too_long_is_cut_between_characters)
{
    char text[400 * 3 + 4 + 1];
    for (int shift = 0; shift < 4; shift++) {
        memset(text, 'x', (size_t)shift);
        for (int i = 0; i < 400; i++)
            memcpy(text + shift + 3 * i, "\u2694", 4);
        wyrm_error error;
        assert_int_equal(wyrm_fail(&error, WYRM_ERROR_LIMIT, "%s", text), WYRM_ERROR_LIMIT);
        size_t length = strlen(error.message);
        assert_in_range(length, WYRM_ERROR_MESSAGE_MAX - 8, WYRM_ERROR_MESSAGE_MAX - 1);
        assert_true(is_whole_utf8(error.message));
    }
}

/* An error at a position, with everything else empty. */
static wyrm_error error_at(int line, int column, int length, const char *excerpt)
{
    wyrm_error error = {.code = WYRM_ERROR_RULESET, .line = line, .column = column};
    error.length = length;
    strcpy(error.file, "dungeon.yaml");
    strcpy(error.message, "unknown key");
    assert_true(strlen(excerpt) < sizeof error.excerpt);
    strcpy(error.excerpt, excerpt);
    return error;
}

static void check_text(const wyrm_error *error, const char *wanted)
{
    char text[2048];
    size_t length = wyrm_error_format(error, text, sizeof text);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
}

TEST(an_error_shows_file_line_column_hint_and_caret)
{
    wyrm_error error = error_at(14, 9, 7, "        min_hit: 1/10");
    strcpy(error.message, "unknown key 'min_hit' in combat");
    strcpy(error.hint, "did you mean 'miss'?");
    check_text(&error,
               "dungeon.yaml:14:9: error: unknown key 'min_hit' in combat (did you mean 'miss'?)\n"
               "   14 |         min_hit: 1/10\n"
               "      |         ^~~~~~~\n");
}

TEST(an_error_without_hint_has_no_brackets)
{
    wyrm_error error = error_at(3, 1, 1, "x");
    check_text(&error, "dungeon.yaml:3:1: error: unknown key\n"
                       "    3 | x\n"
                       "      | ^\n");
}

TEST(an_error_without_excerpt_is_one_line)
{
    wyrm_error error = error_at(31, 22, 4, "");
    check_text(&error, "dungeon.yaml:31:22: error: unknown key\n");
}

TEST(an_error_without_file_is_its_message)
{
    wyrm_error error;
    assert_int_equal(wyrm_fail(&error, WYRM_ERROR_UNKNOWN, "no combatant 'plaer'"),
                     WYRM_ERROR_UNKNOWN);
    strcpy(error.hint, "did you mean 'player'?");
    check_text(&error, "error: no combatant 'plaer' (did you mean 'player'?)\n");
}

TEST(an_error_about_a_whole_file_has_no_position)
{
    wyrm_error error = error_at(0, 0, 0, "");
    strcpy(error.message, "cannot be read");
    check_text(&error, "dungeon.yaml: error: cannot be read\n");
}

TEST(a_tab_before_the_place_stands_in_the_line_of_the_caret_too)
{
    wyrm_error error = error_at(2, 5, 4, "\ta:\tmiss");
    check_text(&error, "dungeon.yaml:2:5: error: unknown key\n"
                       "    2 | \ta:\tmiss\n"
                       "      | \t  \t^~~~\n");
}

TEST(a_character_of_many_bytes_takes_one_column)
{
    wyrm_error error = error_at(2, 11, 4, "dr\u00e4che\u2694 = \u00e4\u00f6\u00fc\u00df");
    check_text(&error, "dungeon.yaml:2:11: error: unknown key\n"
                       "    2 | dr\u00e4che\u2694 = \u00e4\u00f6\u00fc\u00df\n"
                       "      |           ^~~~\n");
}

TEST(line_numbers_of_many_digits_keep_the_bars_in_line)
{
    wyrm_error error = error_at(1234567, 2, 2, " ab");
    char text[512];
    wyrm_error_format(&error, text, sizeof text);
    const char *second = strchr(text, '\n') + 1;
    const char *third = strchr(second, '\n') + 1;
    assert_int_equal(strchr(second, '|') - second, strchr(third, '|') - third);
    assert_int_equal(strchr(second, 'a') - second, strchr(third, '^') - third);
}

/* The underline never extends beyond the text above it, nor beyond where the excerpt was cut. */
TEST(a_caret_ends_with_its_line)
{
    char excerpt[WYRM_ERROR_EXCERPT_MAX];
    memset(excerpt, 'x', sizeof excerpt - 1);
    excerpt[sizeof excerpt - 1] = '\0';
    const int columns[] = {1, 100, 159, 160, 161, 5000, 2147483647};
    for (size_t i = 0; i < LENGTH_OF(columns); i++) {
        wyrm_error error = error_at(1, columns[i], 2147483647, excerpt);
        char text[2048];
        size_t length = wyrm_error_format(&error, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_int_equal(text[length - 1], '\n');
        const char *second = strchr(text, '\n') + 1;
        const char *third = strchr(second, '\n') + 1;
        size_t width = (size_t)(third - second);
        if (columns[i] <= 159)
            assert_int_equal(strlen(third), width);
        else if (*third != '\0') /* at most one mark, just past the end */
            assert_true(strlen(third) <= width + 1);
    }
}

TEST(a_buffer_too_small_gets_what_fits)
{
    wyrm_error error = error_at(14, 9, 7, "        min_hit: 1/10");
    char whole[512];
    size_t length = wyrm_error_format(&error, whole, sizeof whole);
    assert_int_equal(wyrm_error_format(&error, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        char text[512];
        memset(text, '#', sizeof text);
        assert_int_equal(wyrm_error_format(&error, text, size), length);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], '#');
    }
}

TEST(a_list_keeps_a_hundred_and_counts_all)
{
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_errors_count(errors), 0);
    assert_int_equal(wyrm_errors_kept(errors), 0);
    for (int i = 1; i <= WYRM_ERRORS_MAX + 50; i++) {
        wyrm_error error;
        assert_int_equal(wyrm_fail(&error, WYRM_ERROR_RULESET, "error %d", i), WYRM_ERROR_RULESET);
        wyrm_errors_add(errors, &error);
        assert_int_equal(wyrm_errors_count(errors), i);
        assert_int_equal(wyrm_errors_kept(errors), i < WYRM_ERRORS_MAX ? i : WYRM_ERRORS_MAX);
    }
    for (size_t i = 0; i < WYRM_ERRORS_MAX; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, "error %zu", i + 1);
        assert_string_equal(wyrm_errors_at(errors, i)->message, wanted);
    }
}

TEST(a_list_says_of_a_line_everything_once)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_error error = error_at(1, 2, 3, "first");
    wyrm_errors_add(errors, &error);
    wyrm_errors_add(errors, &error);
    assert_int_equal(wyrm_errors_count(errors), 1);
    error.column = 3;
    wyrm_errors_add(errors, &error);
    strcpy(error.message, "something else");
    wyrm_errors_add(errors, &error);
    strcpy(error.file, "other.yaml");
    wyrm_errors_add(errors, &error);
    assert_int_equal(wyrm_errors_count(errors), 4);
    error.line = 0;
    wyrm_errors_add(errors, &error);
    wyrm_errors_add(errors, &error);
    assert_int_equal(wyrm_errors_count(errors), 6);
}

TEST(a_list_keeps_copies)
{
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_error error = error_at(1, 2, 3, "first");
    wyrm_errors_add(errors, &error);
    strcpy(error.message, "changed");
    assert_string_equal(wyrm_errors_at(errors, 0)->message, "unknown key");
    assert_int_equal(wyrm_errors_at(errors, 0)->column, 2);
}

/* A message that is too long is cut as wyrm_fail cuts it. */
TEST(failing_into_a_list_adds_what_failing_fills)
{
    char words[2 * WYRM_ERROR_MESSAGE_MAX];
    memset(words, 'w', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_error wanted;
    assert_int_equal(wyrm_fail(&wanted, WYRM_ERROR_MEMORY, "%d %s", 7, words), WYRM_ERROR_MEMORY);
    assert_int_equal(wyrm_errors_fail(errors, WYRM_ERROR_MEMORY, "%d %s", 7, words),
                     WYRM_ERROR_MEMORY);
    assert_int_equal(wyrm_errors_count(errors), 1);
    const wyrm_error *got = wyrm_errors_at(errors, 0);
    assert_int_equal(got->code, WYRM_ERROR_MEMORY);
    assert_string_equal(got->message, wanted.message);
    assert_string_equal(got->file, "");
    assert_int_equal(got->line, 0);
}

TEST(a_list_that_is_not_there_takes_everything)
{
    wyrm_error error = error_at(1, 1, 1, "");
    wyrm_errors_add(NULL, &error);
    assert_int_equal(wyrm_errors_fail(NULL, WYRM_ERROR_RANGE, "%s", "lost"), WYRM_ERROR_RANGE);
    assert_int_equal(wyrm_errors_count(NULL), 0);
    assert_int_equal(wyrm_errors_kept(NULL), 0);
    wyrm_errors_free(NULL);
}
