/* Keys: names, bindings and the file that binds them. */
#include "helpers.h"

#include "term/internal.h"

static term_keys usual(void)
{
    term_keys keys;
    term_keys_default(&keys);
    return keys;
}

static term_deed deed_of(const term_keys *keys, const char *name)
{
    term_key key = term_key_named(name);
    if (key == TERM_KEY_NONE)
        fail_msg("'%s' is no key", name);
    return term_keys_input(keys, key).deed;
}

TEST(every_name_gives_its_key_and_back)
{
    static const char *const names[] = {
        "k",         "K",        "8",      ".",      "?",      "=",       "\xc3\xa9",
        "Up",        "F1",       "F12",    "Esc",    "Space",  "Enter",   "Tab",
        "BackTab",   "Shift-Up", "Hash",   "Ctrl-L", "Ctrl-A", "Ctrl-Up", "Shift-Ctrl-Home",
        "Backspace", "Delete",   "Insert",
    };
    for (size_t i = 0; i < LENGTH_OF(names); i++) {
        char back[TERM_KEY_NAME_MAX];
        term_key key = term_key_named(names[i]);
        assert_int_not_equal(key, TERM_KEY_NONE);
        term_key_name(key, back);
        assert_string_equal(back, names[i]);
    }
}

TEST(what_is_no_key_has_no_code)
{
    static const char *const names[] = {
        "",         "up",  "Upp", "ab", "Shift-k", "Shift-", "Ctrl-", "Ctrl-1",
        "Ctrl-Esc", "F13", " ",   "\t", "\x7f",    "\xff",   "\xc3",  "Shift-Space",
    };
    for (size_t i = 0; i < LENGTH_OF(names); i++)
        if (term_key_named(names[i]) != TERM_KEY_NONE)
            fail_msg("'%s' is a key", names[i]);
}

TEST(every_deed_has_keys_and_no_key_has_two_deeds)
{
    term_keys keys = usual();
    for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
        assert_int_not_equal(keys.keys[deed][0], TERM_KEY_NONE);
        for (size_t i = 0; i < TERM_KEYS_A_DEED && keys.keys[deed][i] != TERM_KEY_NONE; i++)
            if ((int)term_keys_input(&keys, keys.keys[deed][i]).deed != deed)
                fail_msg("a key of %s is bound to %s, too", term_deeds[deed].name,
                         term_deeds[term_keys_input(&keys, keys.keys[deed][i]).deed].name);
    }
}

TEST(every_default_of_the_rows_is_read)
{
    term_keys keys = usual();
#define CHECK_ROW(id, name, list, help)                                                            \
    {                                                                                              \
        char copy[] = list;                                                                        \
        for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))               \
            assert_int_equal(deed_of(&keys, word), id);                                            \
    }
    TERM_DEED_ROWS(CHECK_ROW)
#undef CHECK_ROW
}

TEST(directions_go_clockwise_from_north)
{
    static const char *const going[] = {"k", "u", "l", "n", "j", "b", "h", "y"};
    static const char *const running[] = {"K", "U", "L", "N", "J", "B", "H", "Y"};
    term_keys keys = usual();
    for (int i = 0; i < WYRM_DIRECTION_COUNT; i++) {
        wyrm_direction direction;
        bool runs;
        assert_true(term_deed_direction(deed_of(&keys, going[i]), &direction, &runs));
        assert_int_equal(direction, i);
        assert_false(runs);
        assert_true(term_deed_direction(deed_of(&keys, running[i]), &direction, &runs));
        assert_int_equal(direction, i);
        assert_true(runs);
    }
    wyrm_direction direction;
    bool runs;
    assert_false(term_deed_direction(TERM_WAIT, &direction, &runs));
    assert_false(term_deed_direction(TERM_NOTHING, &direction, &runs));
}

TEST(a_key_types_its_character_only_where_it_has_one)
{
    term_keys keys = usual();
    assert_int_equal(term_keys_input(&keys, 'k').character, 'k');
    assert_int_equal(term_keys_input(&keys, 0xe9).character, 0xe9);
    assert_int_equal(term_keys_input(&keys, TERM_KEY_ENTER).character, 0);
    assert_int_equal(term_keys_input(&keys, TERM_KEY_UP).character, 0);
    assert_int_equal(term_keys_input(&keys, TERM_KEY_BACKSPACE).character, 0);
    assert_int_equal(term_keys_input(&keys, '~').deed, TERM_NOTHING);
}

/* Reads a valid file. */
static term_keys read_keys(const char *text)
{
    term_keys keys = usual();
    OWNED_ERRORS *errors = fresh_errors();
    assert_told(term_keys_read(&keys, "keys", text, strlen(text), errors), errors);
    return keys;
}

/* Reads an invalid file, and compares all messages. */
static void refuses(const char *text, wyrm_status wanted, const char *said)
{
    term_keys keys = usual(), before = keys;
    OWNED_ERRORS *errors = fresh_errors();
    char all[4096] = "";
    assert_int_equal(term_keys_read(&keys, "keys", text, strlen(text), errors), wanted);
    for (size_t i = 0; i < wyrm_errors_kept(errors); i++) {
        char one[1024];
        wyrm_error_format(wyrm_errors_at(errors, i), one, sizeof one);
        strcat(all, one);
    }
    assert_string_equal(all, said);
    assert_memory_equal(&keys, &before, sizeof keys);
}

TEST(a_file_binds_keys_and_takes_them_from_others)
{
    term_keys keys = read_keys("# mine\n\n  explore = e Ctrl-E\nequip=w\n\twait =\t.  5\r\nrest =");
    assert_int_equal(deed_of(&keys, "e"), TERM_EXPLORE);
    assert_int_equal(deed_of(&keys, "Ctrl-E"), TERM_EXPLORE);
    assert_int_equal(deed_of(&keys, "o"), TERM_NOTHING);
    assert_int_equal(deed_of(&keys, "w"), TERM_EQUIP);
    assert_int_equal(deed_of(&keys, "Space"), TERM_NOTHING);
    assert_int_equal(deed_of(&keys, "s"), TERM_NOTHING);
    assert_int_equal(deed_of(&keys, "k"), TERM_GO_NORTH);
    char name[TERM_KEY_NAME_MAX];
    assert_string_equal(term_first_key(&keys, TERM_EXPLORE, name), "e");
    assert_string_equal(term_first_key(&keys, TERM_REST, name), "");
}

TEST(an_empty_file_changes_nothing)
{
    term_keys keys = read_keys(""), wanted = usual();
    assert_memory_equal(&keys, &wanted, sizeof keys);
    keys = read_keys("\n\n# nothing\n   \n");
    assert_memory_equal(&keys, &wanted, sizeof keys);
}

TEST(every_error_of_a_file_is_told_with_its_place)
{
    refuses("explor = e\n", WYRM_ERROR_SYNTAX,
            "keys:1:1: error: unknown deed 'explor' (did you mean 'explore'?)\n"
            "    1 | explor = e\n"
            "      | ^~~~~~\n");
    refuses("# ok\nrest = Zz \xc3\xa9\xc3\xa9\nrun\n", WYRM_ERROR_SYNTAX,
            "keys:2:8: error: unknown key 'Zz' (a character, or a name such as Up, PgDn, "
            "Shift-Home, Ctrl-L, Space, Hash)\n"
            "    2 | rest = Zz \xc3\xa9\xc3\xa9\n"
            "      |        ^~\n"
            "keys:2:11: error: unknown key '\xc3\xa9\xc3\xa9' (a character, or a name such as Up, "
            "PgDn, Shift-Home, Ctrl-L, Space, Hash)\n"
            "    2 | rest = Zz \xc3\xa9\xc3\xa9\n"
            "      |           ^~\n"
            "keys:3:1: error: a line is `name = key key ...` (such as: rest = Z s)\n"
            "    3 | run\n"
            "      | ^~~\n");
    refuses("rest = z\nrest = x\n", WYRM_ERROR_SYNTAX,
            "keys:2:1: error: rest is in line 1, too\n"
            "    2 | rest = x\n"
            "      | ^~~~\n");
    refuses("rest = z\nwait = z\n", WYRM_ERROR_SYNTAX,
            "keys:2:8: error: 'z' is bound to rest in line 1, too\n"
            "    2 | wait = z\n"
            "      |        ^\n");
    refuses("rest = a b c d e f g h i\n", WYRM_ERROR_LIMIT,
            "keys:1:24: error: more than 8 keys for rest\n"
            "    1 | rest = a b c d e f g h i\n"
            "      |                        ^\n");
}

TEST(menus_can_always_be_left)
{
    term_keys keys = usual();
    static const char text[] = "cancel =\n";
    assert_int_equal(term_keys_read(&keys, "keys", text, strlen(text), NULL), WYRM_ERROR_SYNTAX);
    static const char taken[] = "wait = Enter\n";
    assert_int_equal(term_keys_read(&keys, "keys", taken, strlen(taken), NULL), WYRM_ERROR_SYNTAX);
}

/* No content of a file crashes the reader, and an accepted file binds no key twice. */
TEST(any_bytes_are_read_or_refused)
{
    static const char *const parts[] = {"rest",   "=",      " ",  "\n",    "k",    "Up",
                                        "Ctrl-",  "Shift-", "#",  "\xc3",  "\xff", "wait",
                                        "cancel", "Esc",    "\t", "north", "1"};
    uint64_t seed = 7;
    test_random random = {seed};
    for (int round = 0; round < 20000; round++) {
        char text[256] = "";
        for (int count = (int)random_below(&random, 30); count > 0; count--)
            strcat(text, parts[random_below(&random, LENGTH_OF(parts))]);
        term_keys keys = usual();
        if (term_keys_read(&keys, "keys", text, strlen(text), NULL) != WYRM_OK)
            continue;
        for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++)
            for (size_t i = 0; i < TERM_KEYS_A_DEED && keys.keys[deed][i] != TERM_KEY_NONE; i++)
                assert_holds((int)term_keys_input(&keys, keys.keys[deed][i]).deed == deed, seed);
    }
}

TEST(the_template_says_what_holds)
{
    term_keys keys = usual();
    char *text = term_keys_template(&keys);
    assert_non_null(text);
    assert_non_null(strstr(text, "\n# explore: walk where nothing is known yet, and to items\n"
                                 "#explore = o\n"));
    term_keys back = read_keys(text);
    assert_memory_equal(&back, &keys, sizeof keys);
    free(text);
    keys = read_keys("explore = e Hash\nequip = w\n");
    text = term_keys_template(&keys);
    assert_non_null(strstr(text, "\nexplore = e Hash\n"));
    back = read_keys(text);
    assert_memory_equal(&back, &keys, sizeof keys);
    free(text);
}
