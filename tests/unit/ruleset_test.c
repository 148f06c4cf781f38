/* Reading valid rulesets: values, defaults, aliases, extends, dump and hash. */
#include "small_schema.h"

#include "ruleset/internal.h"

#include <sys/stat.h>
#include <unistd.h>

#define EVERY_VALUE                                                                                \
    "name: t\n"                                                                                    \
    "values:\n"                                                                                    \
    "  flag: true\n"                                                                               \
    "  whole: -9223372036854775808\n"                                                              \
    "  real: -2.5e-3\n"                                                                            \
    "  ratio: 0.125\n"                                                                             \
    "  text: |\n    two\n    lines\n"                                                              \
    "  word: big-rat_2\n"                                                                          \
    "  range: [-3, 4]\n"                                                                           \
    "  interval: 2\n"                                                                              \
    "  table: [[15, 3], [0.5, 5]]\n"                                                               \
    "  dice: 2d6-1\n"                                                                              \
    "  margin: 2.5%\n"                                                                             \
    "  names: [a, b]\n"

static const wyrm_value *find(const wyrm_ruleset *ruleset, const char *path)
{
    return wyrm_ruleset_find(ruleset, path);
}

TEST(every_kind_of_value_is_read)
{
    OWNED_RULESET *ruleset = small_ruleset(EVERY_VALUE, NULL);
    assert_true(wyrm_value_bool(find(ruleset, "values.flag")));
    assert_true(wyrm_value_integer(find(ruleset, "values.whole")) == INT64_MIN);
    assert_true(wyrm_value_real(find(ruleset, "values.real")) == -2.5e-3);
    wyrm_ratio ratio = wyrm_value_ratio(find(ruleset, "values.ratio"));
    assert_int_equal(ratio.numerator, 1);
    assert_int_equal(ratio.denominator, 8);
    assert_true(wyrm_value_real(find(ruleset, "values.ratio")) == 0.125);
    assert_string_equal(wyrm_value_text(find(ruleset, "values.text")), "two lines");
    assert_string_equal(wyrm_value_text(find(ruleset, "values.word")), "big-rat_2");
    assert_true(wyrm_value_low(find(ruleset, "values.range")) == -3);
    assert_true(wyrm_value_high(find(ruleset, "values.range")) == 4);
    assert_true(wyrm_value_low(find(ruleset, "values.interval")) == 2);
    assert_true(wyrm_value_high(find(ruleset, "values.interval")) == 2);
    wyrm_dice dice = wyrm_value_dice(find(ruleset, "values.dice"));
    assert_int_equal(dice.count, 2);
    assert_int_equal(dice.sides, 6);
    assert_int_equal(dice.plus, -1);
    assert_true(wyrm_value_real(find(ruleset, "values.margin")) == 0.025);
    assert_true(wyrm_value_is_relative(find(ruleset, "values.margin")));
    assert_string_equal(wyrm_value_text(find(ruleset, "values.names.2")), "b");
    assert_int_equal(wyrm_value_count(find(ruleset, "values.names")), 2);
}

/* As it is written again; NULL: it is refused. */
TEST(values_are_read_up_to_their_ends)
{
    static const char letters_63[] =
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk";
    static const char *const rows[][3] = {
        {"whole", "9223372036854775807", "9223372036854775807"},
        {"whole", "-9223372036854775808", "-9223372036854775808"},
        {"whole", "-9223372036854775809", NULL},
        {"whole", "+5", "5"},
        {"whole", "-0", "0"},
        {"whole", "-07", NULL},
        {"whole", "--5", NULL},
        {"whole", "0", "0"},
        {"real", "1e308", "1e+308"},
        {"real", "1.8e308", NULL},
        {"real", "-1e-400", "0"},
        {"real", "+.5", "0.5"},
        {"real", "5.", "5"},
        {"real", "1E+2", "100"},
        {"real", "0.1e-1", "0.01"},
        {"real", "00.5", NULL},
        {"real", "1e2e3", NULL},
        {"real", "1.5.5", NULL},
        {"ratio", "123456789012345678/999999999999999999", "4572473667123914/37037037037037037"},
        {"ratio", "999999999999999999", "999999999999999999"},
        {"ratio", "1000000000000000000", NULL},
        {"ratio", "1/1000000000000000000", NULL},
        {"ratio", "1000000000000000000/3", NULL},
        {"ratio", "1e17", "100000000000000000"},
        {"ratio", "1e18", NULL},
        {"ratio", "0.000000000000000001", "1/1000000000000000000"},
        {"ratio", "-6/4", "-3/2"},
        {"ratio", "-0.75", "-3/4"},
        {"ratio", "0/7", "0"},
        {"ratio", "07/8", NULL},
        {"ratio", "7/08", NULL},
        {"ratio", "1/2/3", NULL},
        {"margin", "0 %", "0 %"},
        {"margin", "100  %", "100 %"},
        {"margin", "8", "8"},
        {"margin", "0.5", "0.5"},
        {"margin", "2.5%", "2.5 %"},
        {"margin", "%", NULL},
        {"word", letters_63, letters_63},
        {"word", "a-1_Z", "a-1_Z"},
        {"word", "a.b", NULL},
        {"word", "_a", NULL},
        {"word", "-a", NULL},
        {"least", "1", "1"},
        {"most", "2.5", "2.5"},
        {"most", "-1e300", "-1e+300"},
        {"range", "[-10, 10]", "[-10, 10]"},
        {"range", "[3, 3]", "[3, 3]"},
        {"range", "-10", "[-10, -10]"},
        {"range", "[-11, 0]", NULL},
        {"interval", "[-0.5, 1e9]", "[-0.5, 1000000000]"},
        {"table", "[[100, 1], [0, 10000]]", "[[100, 1], [0, 10000]]"},
        {"table", "[[1, 1], [2, 2], [3, 2]]", NULL},
        {"table", "100", "[[100, 1]]"},
        {"table", "100.5", NULL},
        {"amount", "-20", "-20"},
        {"amount", "100", "100"},
        {"amount", "101", NULL},
        {"hit", "[1, 40]", "[1, 40]"},
        {"hit", "[0, 40]", NULL},
        {"hit", "[1, 41]", NULL},
        {"dice", "{-2: 1, 5: 0.5}", "{-2: 1, 5: 0.5}"},
        {"names", "[]", "[]"},
        {"names", "[a, b, c]", "[a, b, c]"},
        {"filled", "{hunger: 3, note: x}", "{hunger: 3, note: \"x\"}"},
        {"filled", "{note: x}", "{hunger: 7, note: \"x\"}"},
        {"text", "\"a\\tb\\n\\nc \"", "\"a b c \""},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[200], path[40], told[4096];
        snprintf(text, sizeof text, "name: t\nvalues: {%s: %s}\n", rows[i][0], rows[i][1]);
        snprintf(path, sizeof path, "values.%s", rows[i][0]);
        wyrm_ruleset *read = NULL;
        (void)read_small(&small_schema, text, strlen(text), NULL, &read, told, sizeof told);
        FREED char *again = NULL;
        if (read != NULL)
            assert_int_equal(wyrm_value_flow(find(read, path), &again, NULL), WYRM_OK);
        wyrm_ruleset_free(read);
        if ((again == NULL) != (rows[i][2] == NULL) ||
            (again != NULL && strcmp(again, rows[i][2]) != 0))
            fail_msg("%s: %s", text, again != NULL ? again : told);
    }
}

/* The dump of an amount reads back as the same amount. */
TEST(amounts_are_written_as_they_were_read)
{
    static const char *const cases[][4] = {
        /* key, value, its dump, the text of the amount */
        {"amount", "3", "3", "3"},
        {"amount", "'3'", "3", "3"},
        {"ranged", "3", "[3, 3]", "3"},
        {"amount", "[-3, 7]", "[-3, 7]", "[-3, 7]"},
        {"amount", "2..7", "[2, 7]", "[2, 7]"},
        {"amount", "2 d 6 - 1", "2d6-1", "2d6-1"},
        {"amount", "{2: 3, -1: 0.5}", "{-1: 0.5, 2: 3}", "{-1: 0.5, 2: 3}"},
        {"amount", "\n    0: 1\n    2: 1e2", "{0: 1, 2: 100}", "{0: 1, 2: 100}"},
        {"amount", "4d6 keep 3 + 1", "4d6 keep 3 + 1", "4d6 keep 3 + 1"},
        {"amount", "2d6+[1, 3]", "\"2d6+[1, 3]\"", "2d6+[1, 3]"},
        {"amount", "'[1, 3]+{0: 1}'", "\"[1, 3]+{0: 1}\"", "[1, 3]+{0: 1}"},
        {"amount", "-[1, 3]", "\"-[1, 3]\"", "-[1, 3]"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[120], path[32];
        snprintf(text, sizeof text, "name: t\nvalues:\n  %s: %s\n", cases[i][0], cases[i][1]);
        snprintf(path, sizeof path, "values.%s", cases[i][0]);
        OWNED_RULESET *ruleset = small_ruleset(text, NULL);
        FREED char *dump = NULL, *flow = NULL;
        assert_ok(wyrm_ruleset_dump(ruleset, &dump, NULL), NULL);
        assert_ok(wyrm_value_flow(find(ruleset, path), &flow, NULL), NULL);
        assert_string_equal(flow, cases[i][2]);
        OWNED_RULESET *again = small_ruleset(dump, NULL);
        const wyrm_amount *amount = wyrm_value_amount(find(again, path));
        assert_string_equal(wyrm_amount_text(amount), cases[i][3]);
        assert_true(wyrm_value_low(find(again, path)) ==
                    (double)wyrm_pmf_first(wyrm_amount_pmf(amount)));
        assert_true(wyrm_value_high(find(again, path)) ==
                    (double)wyrm_pmf_last(wyrm_amount_pmf(amount)));
    }
}

/* Tools that vary a number, dice or a range to see its effect get a near and a far value. */
TEST(an_amount_is_varied_by_something_near_and_something_far)
{
    static const char *const cases[][9] = {
        {"amount", "7", "0", "3", "15", NULL}, /* 800 is beyond the limit, so the limit is tried */
        {"amount", "2d6+1", "0", "4d6+2", "2d6+88"},
        {"amount", "[2, 4]", "[2, 6]", "[0, 4]", "4", "2", "[2, 24]", "[2, 100]"},
        {"ranged", "3", "[3, 4]", "[2, 3]", NULL},
        {"amount", "4d6 keep 3", "0", "4d6 keep 3 + 1", "4d6 keep 3 + 82"},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[120], path[32], other[64];
        snprintf(text, sizeof text, "name: t\nvalues: {%s: %s}\n", cases[i][0], cases[i][1]);
        snprintf(path, sizeof path, "values.%s", cases[i][0]);
        OWNED_RULESET *ruleset = small_ruleset(text, NULL);
        rs_variation *variation = NULL;
        assert_ok(rs_vary_new(ruleset, &variation, NULL), NULL);
        const wyrm_value *value = find(rs_vary_ruleset(variation), path);
        const char *was = wyrm_amount_text(wyrm_value_amount(value));
        assert_true(rs_vary_count(value) >= 2);
        for (size_t trial = 0; trial < 6 && cases[i][2 + trial] != NULL; trial++) {
            assert_true(rs_vary_try(variation, value, trial, other, sizeof other));
            assert_string_equal(other, cases[i][2 + trial]);
            assert_string_equal(wyrm_amount_text(wyrm_value_amount(value)), other);
        }
        rs_vary_restore(variation);
        assert_ptr_equal(wyrm_amount_text(wyrm_value_amount(value)), was);
        bool range = was[0] == '[' || strcmp(cases[i][0], "ranged") == 0;
        assert_true(rs_vary_number(variation, value, 0, 9.5, other, sizeof other) == !range);
        assert_string_equal(wyrm_amount_text(wyrm_value_amount(value)), range ? was : "9");
        assert_true(rs_vary_number(variation, value, 0, 7, other, sizeof other) ==
                    (!range && strcmp(was, "7") != 0));
        rs_vary_free(variation);
    }
}

/* Zero, half, twice as much and far away, within the limits of the row; "" where that changes
 * nothing. */
TEST(values_of_all_kinds_are_varied_within_their_limits)
{
    static const struct {
        const char *path, *text;
        size_t count;
        const char *others[8];
    } rows[] = {
        {"values.whole", "7", 4, {"0", "3", "15", "800"}},
        {"values.whole", "-8", 4, {"0", "-4", "-17", "-900"}},
        {"values.whole", "0", 4, {"", "", "1", "100"}},
        {"values.whole", "20000000000", 4, {"0", "1e+10", "4e+10", ""}}, /* beyond 10^12 */
        {"values.least", "3", 4, {"1", "1", "7", "400"}},
        {"values.real", "2.5", 4, {"0", "1.25", "6", "350"}},
        {"values.most", "2", 4, {"0", "1", "2.5", "2.5"}},
        {"combat.miss", "1/10", 4, {"0", "0.05", "1", "1"}},
        {"values.ratio", "1/3", 4, {"0", "0.166", "1.666", "133.333"}},
        {"values.range",
         "[-3, 4]",
         6,
         {"[-3, 10]", "[-10, 4]", "[4, 4]", "[-3, -3]", "[-3, 10]", "[-3, 10]"}},
        {"values.interval", "2", 6, {"[2, 3]", "[1, 2]", "", "", "[2, 12]", "[2, 102]"}},
        {"values.interval",
         "[0.5, 3]",
         6,
         {"[0.5, 5.5]", "[-2, 3]", "[3, 3]", "[0.5, 0.5]", "[0.5, 28]", "[0.5, 253]"}},
        {"values.table",
         "[[15, 3], [0.5, 5]]",
         8,
         {"0", "7", "31", "100", "0", "0.25", "2", "100"}},
        {"values.flag", "true", 1, {"false"}},
        {"values.flag", "false", 1, {"true"}},
        {"combat.round", "nearest", 2, {"up", "down"}},
        {"combat.round", "up", 2, {"nearest", "down"}},
        {"values.text", "abc", 0, {NULL}},
        {"values.margin", "3 %", 0, {NULL}},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char text[120], other[64];
        const char *dot = strchr(rows[i].path, '.');
        snprintf(text, sizeof text, "name: t\n%.*s: {%s: %s}\n", (int)(dot - rows[i].path),
                 rows[i].path, dot + 1, rows[i].text);
        OWNED_RULESET *ruleset = small_ruleset(text, NULL);
        rs_variation *variation = NULL;
        assert_ok(rs_vary_new(ruleset, &variation, NULL), NULL);
        const wyrm_value *value = find(rs_vary_ruleset(variation), rows[i].path);
        FREED char *was = NULL, *restored = NULL;
        assert_int_equal(wyrm_value_flow(value, &was, NULL), WYRM_OK);
        assert_holds(rs_vary_count(value) == rows[i].count, i + 1);
        for (size_t trial = 0; trial < rows[i].count; trial++) {
            FREED char *now = NULL;
            const bool changed = rs_vary_try(variation, value, trial, other, sizeof other);
            assert_holds(changed == (rows[i].others[trial][0] != '\0'), i + 1);
            if (changed)
                assert_string_equal(other, rows[i].others[trial]);
            assert_int_equal(wyrm_value_flow(value, &now, NULL), WYRM_OK);
            assert_holds((strcmp(now, was) != 0) == changed, i + 1);
        }
        assert_false(rs_vary_try(variation, value, rows[i].count, other, sizeof other));
        assert_int_equal(wyrm_value_flow(value, &restored, NULL), WYRM_OK);
        assert_string_equal(restored, was);
        rs_vary_free(variation);
    }
}

TEST(a_number_is_put_in_its_place)
{
    OWNED_RULESET *ruleset = small_ruleset(EVERY_VALUE, NULL);
    rs_variation *variation = NULL;
    char text[64];
    assert_ok(rs_vary_new(ruleset, &variation, NULL), NULL);
    const wyrm_ruleset *varied = rs_vary_ruleset(variation);
    const wyrm_value *table = find(varied, "values.table"), *ratio = find(varied, "values.ratio");
    assert_true(rs_vary_number(variation, table, 1, 3, text, sizeof text));
    assert_string_equal(text, "3");
    assert_true(wyrm_value_at_depth(table, 3) == 15 && wyrm_value_at_depth(table, 5) == 3);
    assert_true(rs_vary_number(variation, table, 0, 4, text, sizeof text));
    assert_true(wyrm_value_at_depth(table, 3) == 4 && wyrm_value_at_depth(table, 5) == 0.5);
    assert_true(rs_vary_number(variation, ratio, 0, 0.25, text, sizeof text));
    assert_true(wyrm_value_at_depth(table, 3) == 15);
    assert_int_equal(wyrm_value_ratio(ratio).numerator, 1);
    assert_int_equal(wyrm_value_ratio(ratio).denominator, 4);
    assert_false(rs_vary_number(variation, ratio, 0, 0.125, text, sizeof text)); /* as it was */
    assert_false(rs_vary_number(variation, find(varied, "values.word"), 0, 1, text, sizeof text));
    assert_true(rs_vary_takes_number(find(varied, "values.whole")));
    assert_false(rs_vary_takes_number(find(varied, "values.range")));
    rs_vary_free(variation);
}

TEST(a_value_is_varied_by_another_of_its_kind)
{
    OWNED_RULESET *ruleset = small_ruleset("name: t\nvalues: {whole: 3, least: 8, real: 5}", NULL);
    rs_variation *variation = NULL;
    assert_ok(rs_vary_new(ruleset, &variation, NULL), NULL);
    const wyrm_ruleset *varied = rs_vary_ruleset(variation);
    const wyrm_value *whole = find(varied, "values.whole");
    assert_false(rs_vary_by(variation, whole, find(varied, "values.real")));
    assert_int_equal(wyrm_value_integer(whole), 3);
    assert_true(rs_vary_by(variation, whole, find(varied, "values.least")));
    assert_int_equal(wyrm_value_integer(whole), 8);
    rs_vary_restore(variation);
    assert_int_equal(wyrm_value_integer(whole), 3);
    rs_vary_free(variation);
}

/* The value of the last row at or above the depth; 0 before the first. */
TEST(a_depth_table_holds_from_each_depth_on)
{
    OWNED_RULESET *ruleset = small_ruleset(EVERY_VALUE, NULL);
    const wyrm_value *table = find(ruleset, "values.table");
    static const double wanted[] = {0, 0, 0, 15, 15, 0.5, 0.5};
    for (int depth = 0; depth <= 6; depth++)
        assert_true(wyrm_value_at_depth(table, depth) == wanted[depth]);
    assert_true(wyrm_value_at_depth(table, INT32_MAX) == 0.5);
    assert_int_equal(wyrm_value_count(table), 2);
    assert_int_equal(wyrm_value_rows(table)[1].from_depth, 5);
}

TEST(one_number_is_a_depth_table_for_every_depth)
{
    OWNED_RULESET *ruleset = small_ruleset("name: t\nweights: {rat: 7}\n", NULL);
    const wyrm_value *table = find(ruleset, "weights.rat");
    assert_true(wyrm_value_at_depth(table, 1) == 7);
    assert_true(wyrm_value_at_depth(table, 10000) == 7);
    assert_int_equal(wyrm_value_count(table), 1);
    assert_int_equal(wyrm_value_rows(table)[0].from_depth, 1);
}

TEST(missing_values_get_their_defaults)
{
    OWNED_RULESET *ruleset =
        small_ruleset("name: t\nmonsters: {rat: {level: 1}}\nvalues: {}", NULL);
    assert_true(wyrm_value_real(find(ruleset, "combat.miss")) == 0.1);
    assert_true(wyrm_value_is_default(find(ruleset, "combat.miss")));
    assert_int_equal(wyrm_value_choice(find(ruleset, "combat.round")), 0);
    assert_string_equal(wyrm_value_text(find(ruleset, "combat.round")), "nearest");
    assert_true(wyrm_value_real(find(ruleset, "combat.spread.1.weight")) == 1);
    assert_true(wyrm_value_is_default(find(ruleset, "combat.spread.1.weight")));
    assert_true(wyrm_value_real(find(ruleset, "monsters.rat.attack")) == 3);
    assert_false(wyrm_value_is_default(find(ruleset, "monsters.rat.level")));
    assert_string_equal(wyrm_value_field(find(ruleset, "monsters.rat.attack"))->unit, "hit points");
    assert_ptr_equal(wyrm_ruleset_model(ruleset, "combat"), &small_ratio);
    assert_null(wyrm_ruleset_model(ruleset, "monsters"));
    assert_null(wyrm_ruleset_model(ruleset, "nothing"));
}

TEST(a_missing_record_is_filled_where_its_rows_have_defaults)
{
    wyrm_ruleset *ruleset = small_ruleset("name: t\nvalues: {}", NULL);
    assert_int_equal(wyrm_value_integer(find(ruleset, "values.filled.hunger")), 7);
    assert_null(find(ruleset, "values.filled.note"));
    assert_null(find(ruleset, "values.bare"));
    assert_null(find(ruleset, "values.flag"));
    assert_null(find(ruleset, "monsters"));
    wyrm_ruleset_free(ruleset);
    ruleset = small_ruleset("name: t", NULL);
    assert_int_equal(wyrm_value_integer(find(ruleset, "values.filled.hunger")), 7);
    wyrm_ruleset_free(ruleset);
}

TEST(members_keep_the_order_of_the_schema_or_of_the_file)
{
    OWNED_RULESET *ruleset = small_ruleset("monsters:\n  rat: {spawn: 2, level: 1}\n"
                                           "  ant: {level: 2}\nname: t\n",
                                           NULL);
    const wyrm_value *monsters = find(ruleset, "monsters");
    assert_string_equal(wyrm_value_key(monsters, 0), "rat");
    assert_string_equal(wyrm_value_key(monsters, 1), "ant");
    assert_string_equal(wyrm_value_key(wyrm_value_item(monsters, 0), 0), "level");
    assert_string_equal(wyrm_value_key(wyrm_ruleset_root(ruleset), 0), "name");
    assert_int_equal(wyrm_value_count(wyrm_value_item(monsters, 0)), 3);
}

/* More keys than are searched linearly. */
TEST(a_large_map_finds_every_key)
{
    static char text[65536];
    size_t used = (size_t)snprintf(text, sizeof text, "name: t\nweights:\n");
    for (int i = 0; i < 2000; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  m%d: %d\n", i, i % 1000);
    OWNED_RULESET *ruleset = small_ruleset(text, NULL);
    const wyrm_value *weights = find(ruleset, "weights");
    assert_int_equal(wyrm_value_count(weights), 2000);
    for (int i = 0; i < 2000; i++) {
        char key[16];
        snprintf(key, sizeof key, "m%d", i);
        assert_ptr_equal(wyrm_value_get(weights, key), wyrm_value_item(weights, (size_t)i));
        assert_true(wyrm_value_at_depth(wyrm_value_get(weights, key), 1) == i % 1000);
    }
    assert_null(wyrm_value_get(weights, "m2000"));
}

TEST(an_alias_stands_for_its_anchor)
{
    OWNED_RULESET *ruleset = small_ruleset(
        "name: t\nmonsters:\n  rat: &small {level: 1, attack: 5}\n  bat: *small\n", NULL);
    assert_true(wyrm_value_real(find(ruleset, "monsters.bat.attack")) == 5);
}

TEST(questions_that_do_not_apply_get_neutral_answers)
{
    OWNED_RULESET *ruleset = small_ruleset(EVERY_VALUE, NULL);
    const wyrm_value *values[] = {NULL, find(ruleset, "values")};
    for (size_t i = 0; i < 2; i++) {
        assert_false(wyrm_value_bool(values[i]));
        assert_int_equal(wyrm_value_integer(values[i]), 0);
        assert_true(wyrm_value_real(values[i]) == 0);
        assert_int_equal(wyrm_value_ratio(values[i]).numerator, 0);
        assert_int_equal(wyrm_value_ratio(values[i]).denominator, 1);
        assert_string_equal(wyrm_value_text(values[i]), "");
        assert_int_equal(wyrm_value_choice(values[i]), 0);
        assert_true(wyrm_value_low(values[i]) == 0 && wyrm_value_high(values[i]) == 0);
        assert_int_equal(wyrm_value_dice(values[i]).sides, 0);
        assert_null(wyrm_value_rows(values[i]));
        assert_null(wyrm_value_amount(values[i]));
        assert_true(wyrm_value_at_depth(values[i], 5) == 0);
    }
    assert_int_equal(wyrm_value_kind(NULL), WYRM_KIND_END);
    assert_int_equal(wyrm_value_count(NULL), 0);
    assert_null(wyrm_value_item(NULL, 0));
    assert_null(wyrm_value_item(values[1], 999));
    assert_string_equal(wyrm_value_key(NULL, 0), "");
    assert_null(wyrm_value_get(NULL, "x"));
    assert_null(wyrm_value_get(find(ruleset, "values.flag"), "x"));
    assert_null(wyrm_value_field(NULL));
    assert_false(wyrm_value_is_default(NULL));
    assert_null(find(ruleset, ""));
    assert_null(find(ruleset, "values."));
    assert_null(find(ruleset, "values.names.0"));
    assert_null(find(ruleset, "values.names.3"));
    assert_null(find(ruleset, "values.names.x"));
    wyrm_ruleset_free(NULL);
    wyrm_free(NULL);
}

TEST(titles_fall_back_to_the_name)
{
    wyrm_ruleset *ruleset = small_ruleset("name: t", NULL);
    assert_string_equal(wyrm_ruleset_name(ruleset), "t");
    assert_string_equal(wyrm_ruleset_title(ruleset), "t");
    assert_string_equal(wyrm_ruleset_description(ruleset), "");
    wyrm_ruleset_free(ruleset);
    ruleset = small_ruleset("name: t\ntitle: The Pit\ndescription: >-\n  deep\n  down\n", NULL);
    assert_string_equal(wyrm_ruleset_title(ruleset), "The Pit");
    assert_string_equal(wyrm_ruleset_description(ruleset), "deep down");
    wyrm_ruleset_free(ruleset);
}

TEST(the_dump_says_everything_in_schema_order)
{
    OWNED_RULESET *ruleset = small_ruleset("monsters: {rat: {level: 1, spawn: [[0.1, 2]]}}\n"
                                           "combat: {spread: [{factor: 1}, {factor: 2}]}\n"
                                           "title: 'a \"b\" \\'\nname: t\nweights: {}\n",
                                           NULL);
    FREED char *dump = NULL;
    assert_int_equal(wyrm_ruleset_dump(ruleset, &dump, NULL), WYRM_OK);
    assert_string_equal(dump, "name: t\n"
                              "title: \"a \\\"b\\\" \\\\\"\n"
                              "models:\n"
                              "  combat: ratio\n"
                              "combat:\n"
                              "  miss: 1/10\n"
                              "  round: nearest\n"
                              "  spread:\n"
                              "    - factor: 1\n"
                              "      weight: 1\n"
                              "    - factor: 2\n"
                              "      weight: 1\n"
                              "values:\n"
                              "  filled:\n"
                              "    hunger: 7\n"
                              "monsters:\n"
                              "  rat:\n"
                              "    level: 1\n"
                              "    spawn: [[0.1, 2]]\n"
                              "    attack: 3\n"
                              "weights: {}\n");
}

TEST(the_dump_reads_back_to_the_same)
{
    static const char *const texts[] = {
        EVERY_VALUE,
        "name: t",
        "name: t\nmodels: {combat: dice}\ncombat: {critical: 20}\nmonsters: {r: {level: 1, damage: "
        "3}}",
        "name: t\nvalues: {text: \"\", real: 1.7e308, interval: [5e-324, 0.1], names: [],"
        " range: [-10, 10], word: 'null', dice: 3 d 4 + 2, margin: '3 %'}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        OWNED_RULESET *ruleset = small_ruleset(texts[i], NULL);
        FREED char *dump = NULL, *again = NULL;
        assert_int_equal(wyrm_ruleset_dump(ruleset, &dump, NULL), WYRM_OK);
        OWNED_RULESET *second = small_ruleset(dump, NULL);
        assert_int_equal(wyrm_ruleset_dump(second, &again, NULL), WYRM_OK);
        assert_string_equal(again, dump);
        assert_string_equal(wyrm_ruleset_hash(second), wyrm_ruleset_hash(ruleset));
    }
}

static void assert_hashes(const char *a, const char *b, wyrm_find_ruleset *find_base, bool same)
{
    OWNED_RULESET *first = small_ruleset(a, find_base), *second = small_ruleset(b, find_base);
    assert_int_equal(strlen(wyrm_ruleset_hash(first)), 16);
    assert_int_equal(strspn(wyrm_ruleset_hash(first), "0123456789abcdef"), 16);
    if ((strcmp(wyrm_ruleset_hash(first), wyrm_ruleset_hash(second)) == 0) != same)
        fail_msg("hashes should %s:\n%s\n%s", same ? "agree" : "differ", a, b);
}

TEST(the_hash_is_of_the_meaning)
{
    static const char base[] = "name: t\ncombat: {miss: 1/10, round: up}\nweights: {a: 1, b: 2}";
    static const char *const same[] = {
        "name: other\ntitle: Other\ndescription: d\nsource: s\n"
        "combat: {miss: 1/10, round: up}\nweights: {a: 1, b: 2}",
        "# words\nweights:\n  a: [[1, 1]] # more\n  b: 2.0\ncombat: {round: 'up', miss: "
        "0.10}\nname: t",
        "name: t\nmodels: {combat: ratio}\ncombat: {miss: 1e-1, round: up,"
        " spread: [{factor: 1.0, weight: 2/2}]}\nweights: {a: +1, b: 2}",
        "\xEF\xBB\xBFname: t\r\ncombat: {miss: \"10/100\", round: up}\r\nweights: {a: 1, b: 2}\r\n",
    };
    static const char *const other[] = {
        "name: t\ncombat: {miss: 1/11, round: up}\nweights: {a: 1, b: 2}",
        "name: t\ncombat: {miss: 1/10, round: up}\nweights: {b: 2, a: 1}",
        "name: t\ncombat: {miss: 1/10, round: up}\nweights: {a: 1, b: [[2, 2]]}",
        "name: t\ncombat: {miss: 1/10, round: up}",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_hashes(base, same[i], NULL, true);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_hashes(base, other[i], NULL, false);
}

static void hash_under(const wyrm_field *rows, const char *text, char hash[17])
{
    const wyrm_section section = {
        .field = {.name = "game", .kind = WYRM_KIND_RECORD, .fields = rows}};
    const wyrm_schema schema = {&section, 1};
    OWNED_RULESET *ruleset = NULL;
    assert_int_equal(
        wyrm_ruleset_parse(&schema, "t", text, strlen(text), NULL, NULL, &ruleset, NULL), WYRM_OK);
    strcpy(hash, wyrm_ruleset_hash(ruleset));
}

TEST(a_new_key_with_a_default_changes_no_hash)
{
    static const wyrm_field inner[] = {
        {.name = "rest", .kind = WYRM_KIND_RATIO, .default_value = "1/2"}, {.kind = WYRM_KIND_END}};
    static const wyrm_field before[] = {{.name = "sight", .kind = WYRM_KIND_INTEGER},
                                        {.kind = WYRM_KIND_END}};
    static const wyrm_field after[] = {
        {.name = "hunger", .kind = WYRM_KIND_RECORD, .fields = inner},
        {.name = "sight", .kind = WYRM_KIND_INTEGER},
        {.name = "turns", .kind = WYRM_KIND_RANGE, .default_value = "7"},
        {.kind = WYRM_KIND_END}};
    char old[17], grown[17];
    hash_under(before, "name: t\ngame: {sight: 8}", old);
    hash_under(after, "name: t\ngame: {sight: 8}", grown);
    assert_string_equal(grown, old);
    hash_under(after, "name: t\ngame: {hunger: {rest: 0.5}, sight: 8, turns: [7, 7]}", grown);
    assert_string_equal(grown, old);
    hash_under(after, "name: t\ngame: {sight: 8, turns: [7, 8]}", grown);
    assert_string_not_equal(grown, old);
    hash_under(after, "name: t\ngame: {sight: 8, hunger: {rest: 1/3}}", grown);
    assert_string_not_equal(grown, old);
}

/* With any number of leading zeros, or of digits behind those that count. */
TEST(numbers_of_any_length_are_read)
{
    char text[256];
    for (int zeros = 1; zeros < 150; zeros += 37) {
        snprintf(text, sizeof text, "name: t\nvalues: {real: 0.%0*d1}", zeros, 0);
        OWNED_RULESET *small = small_ruleset(text, NULL);
        assert_near(wyrm_value_real(find(small, "values.real")) * pow(10, zeros + 1), 1, 1e-9);
        snprintf(text, sizeof text, "name: t\nvalues: {real: 25%0*d.5}", zeros, 0);
        OWNED_RULESET *large = small_ruleset(text, NULL);
        assert_near(wyrm_value_real(find(large, "values.real")) / pow(10, zeros), 25, 0.06);
    }
}

/* A program that links the library may have set any locale. */
TEST(numbers_do_not_depend_on_the_locale)
{
    wyrm_ruleset *ruleset = small_ruleset("name: t\nvalues: {real: 0.5}", NULL);
    char hash[17];
    strcpy(hash, wyrm_ruleset_hash(ruleset));
    wyrm_ruleset_free(ruleset);
    if (!set_comma_locale())
        skip();
    ruleset = small_ruleset("name: t\nvalues: {real: 0.5}", NULL);
    assert_true(wyrm_value_real(find(ruleset, "values.real")) == 0.5);
    assert_string_equal(wyrm_ruleset_hash(ruleset), hash);
    wyrm_ruleset_free(ruleset);
    setlocale(LC_ALL, "C");
}

static const char *const shipped[][2] = {
    {"base", "name: base\ntitle: Base\ncombat: {miss: 1/5, round: up}\n"
             "monsters:\n  rat: {level: 1, attack: 2}\n  bat: {level: 2}\n"
             "weights: {a: [[1, 1], [2, 2]], b: 5}\nvalues: {names: [x, y], whole: 4}\n"},
    {"middle", "name: middle\nextends: base\nweights: {b: 6, c: 7}\n"},
};

static bool find_shipped(const char *name, const char **text, size_t *length, void *context)
{
    (void)context;
    return small_find(shipped, sizeof shipped / sizeof *shipped, name, text, length);
}

TEST(an_extending_file_changes_some_values)
{
    OWNED_RULESET *ruleset = small_ruleset("name: t\nextends: middle\ncombat: {miss: 1/4}\n"
                                           "monsters: {bat: {attack: 9}, ogre: {level: 8}}\n"
                                           "weights: {a: 3, c: ~}\nvalues: {names: [z]}\n",
                                           find_shipped);
    assert_string_equal(wyrm_ruleset_name(ruleset), "t");
    assert_string_equal(wyrm_ruleset_title(ruleset), "t");
    assert_true(wyrm_value_real(find(ruleset, "combat.miss")) == 0.25);
    assert_string_equal(wyrm_value_text(find(ruleset, "combat.round")), "up");
    const wyrm_value *monsters = find(ruleset, "monsters");
    assert_int_equal(wyrm_value_count(monsters), 3);
    assert_string_equal(wyrm_value_key(monsters, 0), "rat");
    assert_string_equal(wyrm_value_key(monsters, 2), "ogre");
    assert_int_equal(wyrm_value_integer(find(ruleset, "monsters.bat.level")), 2);
    assert_true(wyrm_value_real(find(ruleset, "monsters.bat.attack")) == 9);
    assert_int_equal(wyrm_value_count(find(ruleset, "weights.a")), 1);
    assert_true(wyrm_value_at_depth(find(ruleset, "weights.b"), 1) == 6);
    assert_null(find(ruleset, "weights.c"));
    assert_int_equal(wyrm_value_count(find(ruleset, "values.names")), 1);
    assert_int_equal(wyrm_value_integer(find(ruleset, "values.whole")), 4);
}

TEST(an_extending_file_hashes_like_a_full_copy)
{
    assert_hashes("name: a\nextends: middle\ncombat: {miss: 0.25}\nmonsters: {rat: ~}\n",
                  "name: b\ncombat: {miss: 1/4, round: up}\nmonsters: {bat: {level: 2}}\n"
                  "weights: {a: [[1, 1], [2, 2]], b: 6, c: 7}\nvalues: {whole: 4, names: [x, y]}\n",
                  find_shipped, true);
    assert_hashes("name: a\nextends: base\n", "name: b\nextends: middle\n", find_shipped, false);
}

/* Numbers of one model mean nothing to another. */
TEST(another_model_leaves_the_old_numbers_behind)
{
    OWNED_RULESET *ruleset =
        small_ruleset("name: t\nextends: base\nmodels: {combat: dice}\n"
                      "combat: {critical: 20}\nmonsters: {rat: {damage: 1d4}}\n",
                      find_shipped);
    assert_null(find(ruleset, "combat.miss"));
    assert_int_equal(wyrm_value_integer(find(ruleset, "combat.critical")), 20);
    assert_null(find(ruleset, "monsters.rat.attack"));
    assert_int_equal(wyrm_value_dice(find(ruleset, "monsters.rat.damage")).sides, 4);
    assert_int_equal(wyrm_value_dice(find(ruleset, "monsters.bat.damage")).sides, 6);
}

/* A path is relative to the file that contains it, wherever the program runs. */
TEST(a_path_is_relative_to_its_file)
{
    char folder[] = "/tmp/wyrm-ruleset-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char below[64], paths[3][96];
    snprintf(below, sizeof below, "%s/below", folder);
    assert_int_equal(mkdir(below, 0700), 0);
    snprintf(paths[0], sizeof paths[0], "%s/top.yaml", below);
    snprintf(paths[1], sizeof paths[1], "%s/mid.yaml", folder);
    snprintf(paths[2], sizeof paths[2], "%s/below/low.yml", folder);
    write_file(paths[0], "name: top\nextends: ../mid.yaml\nweights: {a: 1}\n");
    write_file(paths[1], "name: mid\nextends: below/low.yml\nweights: {b: 2}\n");
    write_file(paths[2], "name: low\nweights: {a: 5, c: 3}\n");
    OWNED_RULESET *ruleset = NULL;
    assert_int_equal(wyrm_ruleset_read(&small_schema, paths[0], folder, NULL, NULL, &ruleset, NULL),
                     WYRM_OK);
    assert_true(wyrm_value_at_depth(find(ruleset, "weights.a"), 1) == 1);
    assert_true(wyrm_value_at_depth(find(ruleset, "weights.b"), 1) == 2);
    assert_true(wyrm_value_at_depth(find(ruleset, "weights.c"), 1) == 3);
    for (size_t i = 0; i < 3; i++)
        unlink(paths[i]);
    rmdir(below);
    rmdir(folder);
}

TEST(the_nearest_word_is_found)
{
    static const char *const words[] = {"miss", "spread", "share_base", "share_most", "rounding"};
    static const char *const cases[][2] = {
        {"mis", "miss"},
        {"MISS", "miss"},
        {"spraed", "spread"},
        {"shrae_bsae", "share_base"},
        {"share_mast", "share_most"},
        {"min_hit", "miss"},
        {"roundup", "rounding"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(wyrm_nearest(cases[i][0], words, 5), cases[i][1]);
    static const char *const none[] = {
        "", "x", "shield", "zebra", "ms", "spool", "monstrous_multitude"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_null(wyrm_nearest(none[i], words, 5));
    assert_null(wyrm_nearest("miss", NULL, 0));
    /* only misspelt words; wyrm_nearest accepts more */
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(rs_misspelt(cases[i][0], words, 5), cases[i][1]);
    assert_string_equal(wyrm_nearest("spd", words, 5), "spread");
    assert_null(rs_misspelt("spd", words, 5));
    assert_null(rs_misspelt("min_hit", words, 5));
    assert_null(rs_misspelt("", words, 5));
}
