/* Errors in a ruleset file: each kind with its exact position and message.
 */
#include "small_schema.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ruleset/internal.h"

static const char *const shipped[][2] = {
    {"base", "name: base\ncombat: {miss: 1/5}\nmonsters: {rat: {level: 1}}\n"},
    {"wrong", "name: wrong\ncombat: {miss: 7}\n"},
    {"unreadable", "name: [\n"},
    {"own_tail", "name: own_tail\nextends: own_tail\n"},
    {"here", "name: here\nextends: there\n"},
    {"there", "name: there\nextends: here\n"},
    /* chain7 extends chain6 extends ... chain0. */
    {"chain0", "name: c\n"},
    {"chain1", "name: c\nextends: chain0\n"},
    {"chain2", "name: c\nextends: chain1\n"},
    {"chain3", "name: c\nextends: chain2\n"},
    {"chain4", "name: c\nextends: chain3\n"},
    {"chain5", "name: c\nextends: chain4\n"},
    {"chain6", "name: c\nextends: chain5\n"},
    {"chain7", "name: c\nextends: chain6\n"},
};

static bool find_shipped(const char *name, const char **text, size_t *length, void *context)
{
    (void)context;
    return small_find(shipped, sizeof shipped / sizeof *shipped, name, text, length);
}

typedef struct wrong {
    const char *text;
    const char *told;
} wrong;

static void expect_all(const wrong *cases, size_t count, wyrm_status status)
{
    for (size_t i = 0; i < count; i++)
        expect_errors(cases[i].text, strlen(cases[i].text), find_shipped, status, cases[i].told);
}

#define EXPECT_ALL(cases, status) expect_all(cases, sizeof(cases) / sizeof *(cases), status)

TEST(keys_that_are_unknown_missing_or_double)
{
    static const wrong cases[] = {
        {"name: t\ncombat:\n  min_hit: 1/10\n",
         "3:3:7: unknown key 'min_hit' in combat (did you mean 'miss'?)\n"},
        {"name: t\ndesc: x\n", "2:1:4: unknown key 'desc' (did you mean 'description'?)\n"},
        {"name: t\nmonsters: {rat: {level: 1, atk: 3}}\n",
         "2:28:3: unknown key 'atk' in monsters.rat (did you mean 'attack'?)\n"},
        {"name: t\ntitel: x\n", "2:1:5: unknown key 'titel' (did you mean 'title'?)\n"},
        {"name: t\nmonsters:\n  rat: {level: 1, armour: 2}\n",
         "3:19:6: unknown key 'armour' in monsters.rat (the combat model 'ratio' has "
         "attack)\n"},
        {"name: t\ncombat:\n  spread:\n  - factor: 1\n  - factor: 1\n    wieght: 2\n",
         "6:5:6: unknown key 'wieght' in combat.spread.2 (did you mean 'weight'?)\n"},
        {"name: t\n\"a\\tb\": 1\n", "2:1:6: unknown key 'a?b'\n"},
        {"# nothing else\nmonsters: {}\n", "1:1:1: missing key 'name'\n"},
        {"name: t\nmonsters:\n  rat:\n    spawn: 1\n",
         "3:3:3: missing key 'level' in monsters.rat\n"},
        {"name: t\ncombat:\n  spread:\n  - {weight: 2}\n",
         "4:5:11: missing key 'factor' in combat.spread.1\n"},
        {"name: t\nmodels: {combat: dice}\n", "1:1:1: missing key 'critical' in combat\n"},
        {"name: t\nmodels: {combat: dice}\ncombat: {}\n",
         "3:1:6: missing key 'critical' in combat\n"},
        {"name: t\ncombat:\n  miss: 0\n  round: up\n  miss: 1\n",
         "5:3:4: duplicate key 'miss', first in line 3\n"},
        {"name: t\nname: u\n", "2:1:4: duplicate key 'name', first in line 1\n"},
        {"name: t\n? [a]\n: 1\n", "2:3:1: a key must be a word, found a list\n"},
        {"name: t\n{a: 1}: 2\n", "2:1:1: a key must be a word, found a mapping\n"},
        {"name: &n t\n*n : 2\n", "2:1:2: a key must be a word, found an alias\n"},
        {"name: t\nmonsters:\n  <<: {level: 1}\n",
         "3:3:2: merge keys ('<<') are not accepted (use an alias, or extends)\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(names_are_held_to_their_letters)
{
    static const wrong cases[] = {
        {"name: The Pit\n", "1:7:7: expected a name, found 'The Pit' (did you mean 'The_Pit'?)\n"},
        {"name: 9\n", "1:7:1: expected a name, found '9' "
                      "(ASCII letters, digits, '_' and '-', a letter first)\n"},
        {"name: t\nmonsters:\n  Cave Troll: {level: 1}\n",
         "3:3:10: 'Cave Troll' is not a name in monsters (did you mean 'Cave_Troll'?)\n"},
        {"name: t\nmonsters:\n  r\xC3\xA4t: {level: 1}\n",
         "3:3:3: 'r\xC3\xA4t' is not a name in monsters "
         "(ASCII letters, digits, '_' and '-', a letter first)\n"},
        {"name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
         "1:7:64: expected a name, found 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' "
         "(at most 63 letters)\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(models_and_choices_are_known_ones)
{
    static const wrong cases[] = {
        {"name: t\nmodels: {combat: rato}\n",
         "2:18:4: unknown model 'rato' of combat (did you mean 'ratio'?)\n"},
        /* Keys that only the intended model could explain are not reported. */
        {"name: t\nmodels: {combat: rato}\ncombat: {critical: 3, crtical: 3}\n"
         "monsters: {rat: {level: 1, attack: 2, damage: 1}}\n",
         "2:18:4: unknown model 'rato' of combat (did you mean 'ratio'?)\n"
         "3:23:7: unknown key 'crtical' in combat\n"},
        {"name: t\nmodels: {combt: ratio}\n",
         "2:10:5: unknown key 'combt' in models (did you mean 'combat'?)\n"},
        {"name: t\nmodels: {combat: [ratio]}\n", "2:18:7: expected a choice, found a list\n"},
        {"name: t\nmodels: ratio\n", "2:9:5: expected a mapping, found 'ratio'\n"},
        {"name: t\ncombat: {round: nearset}\n",
         "2:17:7: unknown choice 'nearset' of 'round' (did you mean 'nearest'?)\n"},
        {"name: t\ncombat: {round: 7}\n",
         "2:17:1: unknown choice '7' of 'round' (one of nearest, up, down)\n"},
        {"name: t\ncombat:\n  critical: 3\n",
         "3:3:8: unknown key 'critical' in combat (the combat model 'dice' has it, not 'ratio')\n"},
        {"name: t\nmonsters: {rat: {level: 1, damage: 1d6}}\n",
         "2:28:6: unknown key 'damage' in monsters.rat "
         "(the combat model 'dice' has it, not 'ratio')\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

#define VALUE(text) "name: t\nvalues:\n  " text "\n"

TEST(whole_numbers)
{
    static const wrong cases[] = {
        {VALUE("whole: abc"), "3:10:3: expected a whole number, found 'abc'\n"},
        {VALUE("whole: 1.5"), "3:10:3: expected a whole number, found '1.5'\n"},
        {VALUE("whole: 1e3"), "3:10:3: expected a whole number, found '1e3'\n"},
        {VALUE("whole: 5 hp"), "3:10:4: expected a whole number, found '5 hp'\n"},
        {VALUE("whole: \"5\""), "3:10:3: expected a whole number, found the text '5' in quotes "
                                "(write 5 without quotes)\n"},
        {VALUE("whole: 0x10"),
         "3:10:4: expected a whole number, found '0x10' (write it in plain decimal digits)\n"},
        {VALUE("whole: 0o17"),
         "3:10:4: expected a whole number, found '0o17' (write it in plain decimal digits)\n"},
        {VALUE("whole: 1_000"),
         "3:10:5: expected a whole number, found '1_000' (write it in plain decimal digits)\n"},
        {VALUE("whole: 1:30"),
         "3:10:4: expected a whole number, found '1:30' (write it in plain decimal digits)\n"},
        {VALUE("whole: 007"),
         "3:10:3: expected a whole number, found '007' (write it without leading zeros)\n"},
        {VALUE("whole: 9223372036854775808"),
         "3:10:19: expected a whole number, found '9223372036854775808' "
         "(whole numbers go from -9223372036854775808 to 9223372036854775807)\n"},
        {VALUE("whole: [1]"), "3:10:3: expected a whole number, found a list\n"},
        {VALUE("whole: {a: 1}"), "3:10:6: expected a whole number, found a mapping\n"},
        {VALUE("whole:"), "3:9:1: expected a whole number, found nothing\n"},
        {VALUE("whole: ~"),
         "3:10:1: expected a whole number, found '~' ('~' only removes an inherited key)\n"},
        {VALUE("whole: null"),
         "3:10:4: expected a whole number, found 'null' ('~' only removes an inherited key)\n"},
        {VALUE("least: 0"), "3:10:1: 'least' must be at least 1, found 0\n"},
        {VALUE("least: -9223372036854775808"),
         "3:10:20: 'least' must be at least 1, found -9223372036854775808\n"},
        {"name: t\nmonsters: {rat: {level: 100}}\n",
         "2:25:3: 'level' must be from 1 to 99, found 100\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(decimal_numbers_and_ratios)
{
    static const wrong cases[] = {
        {VALUE("real: .nan"),
         "3:9:4: expected a decimal number, found '.nan' (numbers must be finite)\n"},
        {VALUE("real: -.inf"),
         "3:9:5: expected a decimal number, found '-.inf' (numbers must be finite)\n"},
        {VALUE("real: 1e999"), "3:9:5: expected a decimal number, found '1e999' "
                               "(decimal numbers go up to 1.7e308)\n"},
        {VALUE("real: 1/3"), "3:9:3: expected a decimal number, found '1/3' "
                             "(ratios do not stand here: 1/4 is 0.25)\n"},
        {VALUE("real: 30%"), "3:9:3: expected a decimal number, found '30%' "
                             "(per cent are written as parts of 1: 98 % is 0.98)\n"},
        {VALUE("real: 7.5 %"), "3:9:5: expected a decimal number, found '7.5 %' "
                               "(per cent are written as parts of 1: 98 % is 0.98)\n"},
        {VALUE("real: 1,5"),
         "3:9:3: expected a decimal number, found '1,5' (write it in plain decimal digits)\n"},
        {VALUE("real: 1e"), "3:9:2: expected a decimal number, found '1e'\n"},
        {VALUE("real: ."), "3:9:1: expected a decimal number, found '.'\n"},
        {VALUE("real: 01.5"),
         "3:9:4: expected a decimal number, found '01.5' (write it without leading zeros)\n"},
        {VALUE("most: 2.6"), "3:9:3: 'most' must be at most 2.5, found 2.6\n"},
        {"name: t\ncombat: {miss: 3/2}\n", "2:16:3: 'miss' must be from 0 to 1, found 3/2\n"},
        {"name: t\ncombat: {miss: -0.1}\n", "2:16:4: 'miss' must be from 0 to 1, found -0.1\n"},
        /* Equal to 1 when rounded to double. */
        {"name: t\ncombat: {miss: 100000000000000001/100000000000000000}\n",
         "2:16:37: 'miss' must be from 0 to 1, found 100000000000000001/100000000000000000\n"},
        {VALUE("ratio: 1/0"), "3:10:3: expected a ratio such as 1/10 or 0.1, found '1/0' "
                              "(the denominator must be above 0)\n"},
        {VALUE("ratio: 10 %"), "3:10:4: expected a ratio such as 1/10 or 0.1, found '10 %' "
                               "(per cent are written as parts of 1: 98 % is 0.98)\n"},
        {VALUE("ratio: 1/-2"), "3:10:4: expected a ratio such as 1/10 or 0.1, found '1/-2'\n"},
        {VALUE("ratio: 0.1234567890123456789"),
         "3:10:21: expected a ratio such as 1/10 or 0.1, found '0.1234567890123456789' "
         "(a ratio keeps at most 18 digits)\n"},
        {VALUE("ratio: 1e-19"), "3:10:5: expected a ratio such as 1/10 or 0.1, found '1e-19' "
                                "(a ratio keeps at most 18 digits)\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(booleans_texts_and_dice)
{
    static const wrong cases[] = {
        {VALUE("flag: yes"), "3:9:3: expected true or false, found 'yes' (did you mean 'true'?)\n"},
        {VALUE("flag: Off"),
         "3:9:3: expected true or false, found 'Off' (did you mean 'false'?)\n"},
        {VALUE("flag: TRUE"),
         "3:9:4: expected true or false, found 'TRUE' (did you mean 'true'?)\n"},
        {VALUE("flag: 1"), "3:9:1: expected true or false, found '1'\n"},
        {VALUE("flag: 'true'"), "3:9:6: expected true or false, found the text 'true' in quotes "
                                "(write true without quotes)\n"},
        {VALUE("text:"), "3:8:1: expected a text, found nothing (write \"\" for an empty text)\n"},
        {VALUE("text: [a]"), "3:9:3: expected a text, found a list\n"},
        {VALUE("text: \"bell \\a\""), "3:9:9: control character U+0007 in a text\n"},
        {VALUE("text: \"nul \\0 \\x80\""), "3:9:13: control character U+0000 in a text\n"},
        {VALUE("whole: 2d6"), "3:10:3: expected a whole number, found '2d6' (it is always the "
                              "same: no random number can stand here)\n"},
        {VALUE("real: coins 50%"), "3:9:9: expected a decimal number, found 'coins 50%' (it is "
                                   "always the same: no random number can stand here)\n"},
        {VALUE("hit: 1d6-1"), "3:8:5: 'hit' must be from 1 to 40, found 1d6-1\n"},
        {VALUE("hit: 7d6"), "3:8:3: 'hit' must be from 1 to 40, found 7d6\n"},
        {VALUE("margin: 9"), "3:11:1: 'margin' must be from 0 to 8, found 9\n"},
        {VALUE("margin: 101 %"), "3:11:5: expected from 0 % to 100 %, found '101 %'\n"},
        {VALUE("margin: -1 %"), "3:11:4: expected from 0 % to 100 %, found '-1 %'\n"},
        {VALUE("margin: 3 %%"),
         "3:11:4: expected a number, or a percentage such as 3 %, found '3 %%'\n"},
        {VALUE("margin: few"),
         "3:11:3: expected a number, or a percentage such as 3 %, found 'few'\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(amounts)
{
    static const wrong cases[] = {
        {VALUE("amount: 4d6kh3"),
         "3:14:2: 'amount' is no amount: expected '+' or '-', found 'kh' (write '4d6 keep 3')\n"},
        {VALUE("amount: '2d6 + x'"),
         "3:18:1: 'amount' is no amount: expected a number, dice, a range or weights, found 'x' "
         "(write '(1d8+2) x 3/2')\n"},
        {VALUE("amount: 1x6"), "3:12:1: 'amount' is no amount: expected dice, found 'x' (dice are "
                               "written '1d6', a product '1 x 6')\n"},
        {VALUE("amount: 21d6"), "3:11:4: 'amount' must be from -20 to 100, found 21d6\n"},
        {VALUE("amount: 1d6-22"), "3:11:6: 'amount' must be from -20 to 100, found 1d6-22\n"},
        {VALUE("amount: [-21, 3]"), "3:12:3: 'amount' must be from -20 to 100, found -21\n"},
        {VALUE("amount: {101: 1, 0: 1}"),
         "3:11:14: 'amount' must be from -20 to 100, found {0: 1, 101: 1}\n"},
        {VALUE("amount: [3, 1]"),
         "3:11:6: range of 'amount' descends: from 3 to 1 (write the lower end first)\n"},
        {VALUE("amount: [1, 2, 3]"),
         "3:11:9: expected an amount such as 2d6+1 or [3, 7], found a list (it has two ends)\n"},
        {VALUE("amount: [1, x]"), "3:15:1: expected a whole number, found 'x'\n"},
        {VALUE("amount: {a: 1}"), "3:12:1: expected a value and its weight, found 'a'\n"},
        {VALUE("amount: {1: -2}"), "3:15:2: expected a weight of at least 0, found '-2'\n"},
        {VALUE("amount: {1: [2]}"), "3:15:3: expected a weight of at least 0, found a list\n"},
        {VALUE("amount: 2-5"),
         "3:11:3: 'amount' is no amount: 2-5 is a difference, -3 (write 2..5 for a range)\n"},
        {VALUE("hit: ' 3 - 4 '"),
         "3:9:7: 'hit' is no amount: 3-4 is a difference, -1 (write 3..4 for a range)\n"},
        {VALUE("hit: 3 to 4"), "3:10:2: 'hit' is no amount: expected '+' or '-', found 'to' "
                               "(write '[3, 7]' or '3..7')\n"},
        {VALUE("amount: {1: 0}"), "3:11:6: 'amount' is no amount: all weights are 0\n"},
        {VALUE("amount: {}"), "3:11:2: 'amount' is no amount: expected a whole number, found '}' "
                              "(such as '2d6+1', '[3, 7]' or '{0: 1, 2: 3}')\n"},
        {VALUE("amount:"), "3:10:1: expected an amount such as 2d6+1 or [3, 7], found nothing\n"},
        {VALUE("amount: ~"), "3:11:1: expected an amount such as 2d6+1 or [3, 7], found '~' "
                             "('~' only removes an inherited key)\n"},
        {VALUE("ranged: 1000d1000"),
         "3:11:9: 'ranged' is no amount: its distribution would take too long to work out "
         "(fewer dice, or fewer sides)\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

/* Each amount alone is allowed: a file must not take hours, or all memory, with a thousand of
 * them. */
TEST(all_amounts_of_a_file_have_limits_together)
{
    static char text[65536];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "name: t\nmodels: {combat: dice}\n"
                                   "combat: {critical: 1}\nmonsters:\n");
    for (int i = 0; i < 60; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  m%d: {level: 1, damage: [0, 100000]}\n", i);
    expect_errors(text, used, NULL, WYRM_ERROR_LIMIT,
                  "46:19:6: more than 4194304 values in the amounts of a ruleset\n");
    used = (size_t)snprintf(text, sizeof text,
                            "name: t\nmodels: {combat: dice}\n"
                            "combat: {critical: 1}\nmonsters:\n");
    for (int i = 0; i < 50; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  m%d: {level: 1, damage: 1000d6 keep 200}\n", i);
    char told[4096];
    wyrm_ruleset *ruleset = NULL;
    assert_int_equal(read_small(&small_schema, text, used, NULL, &ruleset, told, sizeof told),
                     WYRM_ERROR_RULESET);
    assert_non_null(strstr(told, "too long to work out"));
}

/* {10: 1, 11: 1, ... 145: 100}: exactly 1000 bytes, and one more. */
TEST(weights_may_be_as_long_as_any_amount)
{
    char text[WYRM_AMOUNT_TEXT_MAX + 100];
    size_t used = (size_t)sprintf(text, "name: t\nmodels: {combat: dice}\ncombat: {critical: 1}\n"
                                        "monsters: {m: {level: 1, damage: {");
    const size_t start = used - 1;
    for (int value = 10; value < 145; value++)
        used += (size_t)sprintf(text + used, "%d: 1, ", value);
    strcpy(text + used, "145: 100}}}\n");
    assert_int_equal(strlen(text + start) - 3, WYRM_AMOUNT_TEXT_MAX);
    wyrm_ruleset_free(small_ruleset(text, NULL));
    strcpy(text + used, "145: 1000}}}\n");
    expect_errors(text, strlen(text), NULL, WYRM_ERROR_RULESET,
                  "4:34:126: 'damage' is no amount: an amount of more than 1000 bytes\n");
}

TEST(texts_have_a_greatest_length)
{
    char text[WYRM_TEXT_MAX + 64];
    int used = snprintf(text, sizeof text, "name: t\ntitle: ");
    memset(text + used, 'x', WYRM_TEXT_MAX);
    strcpy(text + used + WYRM_TEXT_MAX, "\n");
    wyrm_ruleset_free(small_ruleset(text, NULL));
    strcpy(text + used + WYRM_TEXT_MAX, "x\n");
    expect_errors(text, strlen(text), NULL, WYRM_ERROR_RULESET,
                  "2:8:152: 'title' is too long: 2001 bytes, at most 2000\n");
}

TEST(ranges_and_depth_tables)
{
    static const wrong cases[] = {
        {VALUE("range: [5, 1]"),
         "3:10:6: range of 'range' descends: from 5 to 1 (write the lower end first)\n"},
        {VALUE("interval: [0.5, 0.25]"), "3:13:11: interval of 'interval' descends: from 0.5 to "
                                         "0.25 (write the lower end first)\n"},
        {VALUE("range: [1, 11]"), "3:14:2: 'range' must be from -10 to 10, found 11\n"},
        {VALUE("range: 11"), "3:10:2: 'range' must be from -10 to 10, found 11\n"},
        {VALUE("range: [1, 2, 3]"), "3:10:9: expected a range such as [1, 3], or a whole number, "
                                    "found a list (it has two ends)\n"},
        {VALUE("range: 1-3"),
         "3:10:3: expected a range such as [1, 3], or a whole number, found '1-3'\n"},
        {VALUE("range: [a, 1.5]"), "3:11:1: expected a whole number, found 'a'\n"
                                   "3:14:3: expected a whole number, found '1.5'\n"},
        {VALUE("range: [1, 9007199254740993]"),
         "3:14:16: expected a whole number, found '9007199254740993' "
         "(the ends of a range go up to 9007199254740992)\n"},
        {"name: t\nweights:\n  troll: [[15, 5], [30, 3]]\n",
         "3:25:1: depth table of 'troll' is out of order: depth 3 after depth 5\n"},
        {"name: t\nweights:\n  troll: [[15, 5], [30, 5]]\n",
         "3:25:1: depth table of 'troll' has depth 5 twice\n"},
        {"name: t\nweights:\n  troll: [[15, 0], [30, 10001]]\n",
         "3:16:1: depths of 'troll' must be from 1 to 10000, found 0\n"
         "3:25:5: depths of 'troll' must be from 1 to 10000, found 10001\n"},
        {"name: t\nweights:\n  troll: [[2, 0.5], [4, 30]]\n",
         "3:10:19: rows of 'troll' are [value, from_depth]: the depth comes second "
         "(write [0.5, 2])\n"},
        {"name: t\nweights:\n  troll: [[4, 0.5], [2, 30]]\n",
         "3:15:3: expected a whole number, found '0.5'\n"},
        {"name: t\nweights:\n  troll: [[1001, 1]]\n",
         "3:12:4: 'troll' must be from 0 to 1000, found 1001\n"},
        {"name: t\nweights: {troll: [[1, 1, 1]]}\n",
         "2:19:9: expected a row [value, from_depth], found a list\n"},
        {"name: t\nweights: {troll: [5]}\n",
         "2:19:1: expected a row [value, from_depth], found '5'\n"},
        {"name: t\nweights: {troll: []}\n",
         "2:18:2: expected a depth table such as [[1, 1], [2, 4]], or a number, found a list "
         "(it has at least one row)\n"},
        {"name: t\nweights: {troll: often}\n",
         "2:18:5: expected a depth table such as [[1, 1], [2, 4]], or a number, found 'often'\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(records_lists_and_maps)
{
    static const wrong cases[] = {
        {"name: t\nmonsters:\n  rat:\n",
         "3:7:1: expected a mapping, found nothing (write {} for an empty one)\n"},
        {"name: t\nmonsters: [rat]\n", "2:11:5: expected a mapping, found a list\n"},
        {VALUE("names:"), "3:9:1: expected a list, found nothing (write [] for an empty one)\n"},
        {VALUE("names: a"), "3:10:1: expected a list, found 'a' (in brackets: [a])\n"},
        {VALUE("names: [a, b c]"), "3:14:3: expected a name, found 'b c' (did you mean 'b_c'?)\n"},
        {"name: t\ncombat: {spread: []}\n",
         "2:18:2: the number of entries of 'spread' must be from 1 to 3, found 0\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(files_that_are_no_ruleset)
{
    static const wrong cases[] = {
        {"", "1:1:1: the file is empty\n"},
        {"# a comment\n\n", "1:1:1: the file is empty\n"},
        {"---\n", "1:1:1: the file is empty\n"},
        {"[a, b]\n", "1:1:6: a ruleset is a mapping of keys, found a list\n"},
        {"  ratio\n", "1:3:5: a ruleset is a mapping of keys, found 'ratio'\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
}

TEST(files_that_are_no_yaml)
{
    static const wrong cases[] = {
        {"name: t\n---\nname: u\n",
         "2:1:1: a second document begins here: a file holds one ruleset\n"},
        {"name: t\nvalues: {whole: !!int 5}\n",
         "2:17:7: tags are not accepted, found '!!int' (write the value alone)\n"},
        {"name: t\nvalues: !own {whole: 5}\n",
         "2:9:6: tags are not accepted, found '!own' (write the value alone)\n"},
        {"name: t\ncombat: {miss: 1\nround: up\n",
         "3:6:1: not well-formed YAML: did not find expected ',' or '}' "
         "(while parsing a flow mapping that begins in line 2)\n"},
        {"name: t\ncombat:\n\tmiss: 1\n",
         "3:1:1: not well-formed YAML: found character that cannot start any token "
         "(indent with spaces, not with tabs)\n"},
        {"name: t\ntitle: \"never closed\ncombat: {miss: 1}\nnote: \"one\"\n",
         "4:8:1: not well-formed YAML: did not find expected key (the text in quotes that begins "
         "in "
         "line 2 ends here: is its quote not closed?)\n"},
        {"name: t\ntitle: Cave: deeper\n",
         "2:12:1: not well-formed YAML: mapping values are not allowed in this context "
         "(a text with ': ' in it needs quotes)\n"},
        {"name: t\ncombat {miss: 1, round: up}\n",
         "2:23:1: not well-formed YAML: mapping values are not allowed in this context "
         "(is a ':' missing before, or the line indented too far?)\n"},
        {"name: t\n  title: u\n",
         "2:8:1: not well-formed YAML: mapping values are not allowed in this context "
         "(is a ':' missing before, or the line indented too far?)\n"},
        {"name: t\nvalues:\n  whole: 1\n text: u\n",
         "4:2:1: not well-formed YAML: did not find expected key (while parsing a block mapping "
         "that begins in line 1; its keys begin in the same column)\n"},
        {"name: t\ncombat: *none\n", "2:9:5: no anchor '&none' stands before this alias\n"},
        {"name: t\ncombat: &a {miss: *a}\n",
         "2:19:2: the alias '*a' is inside what it stands for\n"},
        {"name: t\xFF\n", "1:8:1: the file is not UTF-8: byte 0xFF\n"},
        {"name: t\ntitle: \xC0\xAF\n", "2:8:1: the file is not UTF-8: byte 0xC0\n"},
        {"name: t\ntitle: \xED\xA0\x80\n", "2:8:1: the file is not UTF-8: byte 0xED\n"},
        {"name: t\n# \xE2\x82", "2:3:1: the file is not UTF-8: byte 0xE2\n"},
        {"name: t\ntitle: a\x1B[31m\n", "2:9:1: control character U+001B in the file\n"},
        {"name: t\ntitle: a\xE2\x80\xA8\n", "2:9:1: control character U+2028 in the file\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_SYNTAX);
    expect_errors("name: t\0x", 9, NULL, WYRM_ERROR_SYNTAX,
                  "1:8:1: control character U+0000 in the file\n");
    expect_errors("SQLite format 3\0\x10", 17, NULL, WYRM_ERROR_SYNTAX,
                  "1:1:15: a SQLite database, where a text is expected (is it a file of runs?)\n");
    expect_errors("SQLite format 3\x10", 16, NULL, WYRM_ERROR_SYNTAX,
                  "1:16:1: control character U+0010 in the file\n");
}

/* Columns count characters, not bytes, and the caret is below them. */
TEST(places_count_characters)
{
    static const char text[] =
        "name: t\r\nvalues: {text: \"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\x89\", whole: x}\r\n";
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_ruleset *ruleset = NULL;
    assert_int_equal(wyrm_ruleset_parse(&small_schema, "t.yaml", text, sizeof text - 1, NULL, NULL,
                                        &ruleset, errors),
                     WYRM_ERROR_RULESET);
    char shown[512];
    wyrm_error_format(wyrm_errors_at(errors, 0), shown, sizeof shown);
    assert_string_equal(
        shown, "t.yaml:2:30: error: expected a whole number, found 'x'\n"
               "    2 | values: {text: \"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x90\x89\", whole: x}\n"
               "      |                              ^\n");
}

TEST(all_errors_are_told_in_the_order_of_lines)
{
    static const char text[] = "monsters:\n"
                               "  rat: {level: 0}\n"
                               "  rat: {level: 1}\n"
                               "  bat: {spawn: often}\n"
                               "combat: {round: sideways, miss: 2}\n"
                               "name: T t\n"
                               "models: {combat: luck}\n";
    expect_errors(text, sizeof text - 1, NULL, WYRM_ERROR_RULESET,
                  "2:16:1: 'level' must be from 1 to 99, found 0\n"
                  "3:3:3: duplicate key 'rat', first in line 2\n"
                  "4:3:3: missing key 'level' in monsters.bat\n"
                  "4:16:5: expected a depth table such as [[1, 1], [2, 4]], or a number, found "
                  "'often'\n"
                  "6:7:3: expected a name, found 'T t' (did you mean 'T_t'?)\n"
                  "7:18:4: unknown model 'luck' of combat (one of ratio, dice)\n");
}

TEST(errors_past_the_most_that_are_kept_are_counted)
{
    static char text[100000];
    size_t used = (size_t)snprintf(text, sizeof text, "name: t\nweights:\n");
    for (int i = 0; i < 3000; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  w%d: x\n", i);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_ruleset *ruleset = NULL;
    assert_int_equal(
        wyrm_ruleset_parse(&small_schema, "t.yaml", text, used, NULL, NULL, &ruleset, errors),
        WYRM_ERROR_RULESET);
    assert_int_equal(wyrm_errors_count(errors), 3000);
    assert_int_equal(wyrm_errors_kept(errors), WYRM_ERRORS_MAX);
    for (int i = 0; i < WYRM_ERRORS_MAX; i++)
        assert_int_equal(wyrm_errors_at(errors, (size_t)i)->line, i + 3);
}

/* Aliases ten of ten of ten ... of a value, 10^9 in all: refused before it costs anything. */
TEST(an_alias_bomb_is_refused_at_once)
{
    static char text[4096];
    size_t used =
        (size_t)snprintf(text, sizeof text, "name: t\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "a%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "*a%d%s", i - 1,
                                     k == 9 ? "]\n" : ", ");
    }
    clock_t start = clock();
    expect_errors(text, used, NULL, WYRM_ERROR_LIMIT,
                  "6:45:3: more than 100000 values in a file\n");
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
}

TEST(deep_nesting_is_refused)
{
    static char text[200000];
    static const int depths[] = {31, 1000, 100000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        size_t used = (size_t)snprintf(text, sizeof text, "name: t\nvalues: ");
        memset(text + used, '[', (size_t)depths[i]);
        memset(text + used + depths[i], ']', i == 0 ? 31 : 0);
        used += (size_t)depths[i] + (i == 0 ? 31 : 0);
        text[used] = '\0';
        expect_errors(text, used, NULL, i == 0 ? WYRM_ERROR_RULESET : WYRM_ERROR_LIMIT,
                      i == 0 ? "2:9:62: expected a mapping, found a list\n"
                             : "2:40:1: more than 32 levels of nesting\n");
    }
    /* Also if aliases build up the nesting. */
    expect_errors("name: t\na: &a [[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]\n"
                  "b: [[[[[[[[[[[[[[[*a]]]]]]]]]]]]]]]\nc: [[[[[[[[[[[[[[[[*a]]]]]]]]]]]]]]]]\n",
                  108, NULL, WYRM_ERROR_LIMIT, "4:20:2: more than 32 levels of nesting\n");
}

TEST(large_files_are_refused)
{
    size_t length = WYRM_RULESET_MAX_BYTES + 1;
    FREED char *text = zeroed(1, length);
    memset(text, '#', length);
    expect_errors(text, length, NULL, WYRM_ERROR_LIMIT,
                  "0:0:1: the file is larger than 1048576 bytes\n");
    expect_errors(text, length - 1, NULL, WYRM_ERROR_RULESET, "1:1:1: the file is empty\n");
    /* As many values as fit into the text. */
    memset(text, 'a', length);
    memcpy(text, "name: [", 7);
    for (size_t i = 8; i + 1 < length; i += 2)
        text[i] = ',';
    wyrm_ruleset *ruleset = NULL;
    char told[512];
    assert_int_equal(read_small(&small_schema, text, length - 1, NULL, &ruleset, told, sizeof told),
                     WYRM_ERROR_LIMIT);
    assert_string_equal(told, "1:200004:1: more than 100000 values in a file\n");
}

/* Defaults count too: an entry of a few bytes must not become a kilobyte without end. */
TEST(defaults_count_as_values)
{
    size_t size = 600000, used;
    FREED char *text = zeroed(1, size);
    used = (size_t)snprintf(text, size, "name: t\nmonsters:\n m0: &a {level: 1}\n");
    for (int i = 1; i < 34000; i++)
        used += (size_t)snprintf(text + used, size - used, " m%d: *a\n", i);
    wyrm_ruleset *ruleset = NULL;
    char told[512];
    assert_int_equal(read_small(&small_schema, text, used, NULL, &ruleset, told, sizeof told),
                     WYRM_ERROR_LIMIT);
    assert_non_null(strstr(told, "more than 100000 values in a ruleset, defaults included"));
}

TEST(anchors_have_a_limit)
{
    static char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text, "name: t\nvalues:\n  names: [a");
    for (int i = 0; i < 257; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, ",\n&n%d a", i);
    used += (size_t)snprintf(text + used, sizeof text - used, "]\n");
    expect_errors(text, used, NULL, WYRM_ERROR_LIMIT, "260:1:7: more than 256 anchors in a file\n");
}

TEST(what_is_wrong_with_extends)
{
    static const wrong cases[] = {
        {"name: t\nextends: bsae\n",
         "2:10:4: no ruleset is named 'bsae' (a path has a '/' in it or ends in .yaml)\n"},
        {"name: t\nextends: [base]\n",
         "2:10:6: expected the name or path of a ruleset, found a list\n"},
        {"name: t\nextends: ~\n", "2:10:1: expected the name or path of a ruleset, found '~'\n"},
        {"name: t\nextends:\n", "2:9:1: expected the name or path of a ruleset, found nothing\n"},
        {"extends: base\n", "1:1:1: missing key 'name'\n"},
        {"name: t\nextends: wrong\n", "wrong:2:16:1: 'miss' must be from 0 to 1, found 7\n"},
        {"name: t\nextends: wrong\ncombat: {mis: 1}\n",
         "3:10:3: unknown key 'mis' in combat (did you mean 'miss'?)\n"
         "wrong:2:16:1: 'miss' must be from 0 to 1, found 7\n"},
        {"name: t\nextends: base\nmonsters: {rta: ~}\n",
         "3:12:3: no inherited key 'rta' to remove (did you mean 'rat'?)\n"},
        {"name: t\nextends: base\nmonsters: {rat: {level: ~}}\n",
         "3:12:3: missing key 'level' in monsters.rat\n"},
        {"name: t\nextends: base\nmonsters: {ant: {level: ~}}\n",
         "3:25:1: expected a whole number, found '~' ('~' only removes an inherited key)\n"},
        {"name: t\nextends: own_tail\n", "own_tail:2:10:8: 'own_tail' extends itself\n"},
        {"name: t\nextends: here\n", "there:2:10:4: 'here' extends itself through other files\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_RULESET);
    expect_errors("name: t\nextends: unreadable\nfoo: 1\n", 35, find_shipped, WYRM_ERROR_SYNTAX,
                  "unreadable:2:1:1: not well-formed YAML: did not find expected node content "
                  "(while parsing a flow node that begins in line 2)\n");
    expect_errors("name: t\nextends: base\n", 22, NULL, WYRM_ERROR_RULESET,
                  "2:10:4: no ruleset is named 'base' (a path has a '/' in it or ends in .yaml)\n");
}

TEST(chains_of_extends_have_a_limit)
{
    static const char long_chain[] = "name: t\nextends: chain7\n";
    static const char short_chain[] = "name: t\nextends: chain6\n";
    wyrm_ruleset_free(small_ruleset(short_chain, find_shipped));
    expect_errors(long_chain, sizeof long_chain - 1, find_shipped, WYRM_ERROR_LIMIT,
                  "chain1:2:10:6: more than 8 files in a chain of 'extends'\n");
}

TEST(files_that_cannot_be_read)
{
    static const wrong cases[] = {
        {"name: t\nextends: none/such.yaml\n",
         "2:10:14: cannot read 'none/such.yaml': no such file\n"},
        {"name: t\nextends: ./\n", "2:10:2: cannot read './': it is a folder\n"},
    };
    EXPECT_ALL(cases, WYRM_ERROR_IO);
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_ruleset *ruleset = NULL;
    char shown[512];
    assert_int_equal(
        wyrm_ruleset_read(&small_schema, "none.yaml", NULL, NULL, NULL, &ruleset, errors),
        WYRM_ERROR_IO);
    assert_int_equal(wyrm_ruleset_read(&small_schema, "/", NULL, NULL, NULL, &ruleset, errors),
                     WYRM_ERROR_IO);
    assert_int_equal(
        wyrm_ruleset_read(&small_schema, "/dev/zero", NULL, NULL, NULL, &ruleset, errors),
        WYRM_ERROR_LIMIT);
    wyrm_error_format(wyrm_errors_at(errors, 0), shown, sizeof shown);
    assert_string_equal(shown, "none.yaml: error: cannot be read: no such file\n");
    wyrm_error_format(wyrm_errors_at(errors, 1), shown, sizeof shown);
    assert_string_equal(shown, "/: error: cannot be read: it is a folder\n");
    wyrm_error_format(wyrm_errors_at(errors, 2), shown, sizeof shown);
    assert_string_equal(shown, "/dev/zero: error: the file is larger than 1048576 bytes\n");
}

/* What a file named "inner/a.yaml" may extend: nothing outside of "inner", neither by "..", nor by
 * a link, and the error does not reveal whether such a file exists. */
TEST(nothing_outside_of_the_folder_is_extended)
{
    static const struct {
        const char *extended;
        bool allowed; /* "inner" and the folder around it are allowed */
        wyrm_status status;
    } cases[] = {
        {"./b.yaml", false, WYRM_OK},

        {"../inner/b.yaml", false, WYRM_OK},
        {"./linked.yaml", false, WYRM_OK},
        {"./none.yaml", false, WYRM_ERROR_IO},
        {"../c.yaml", false, WYRM_ERROR_RULESET},
        {"../c.yaml", true, WYRM_OK},
        {"../none.yaml", false, WYRM_ERROR_RULESET},
        {"../inner2/d.yaml", false, WYRM_ERROR_RULESET},
        {"../inner2/d.yaml", true, WYRM_OK},
        {"./leads_out.yaml", false, WYRM_ERROR_RULESET},
        {"./leads_out.yaml", true, WYRM_OK},
        {"below", false, WYRM_ERROR_RULESET},
        {"./below/c.yaml", false, WYRM_ERROR_RULESET},
        {"./dead.yaml", false, WYRM_ERROR_RULESET},
        {"/dev/null", true, WYRM_ERROR_RULESET},
        {"/proc/self/environ", true, WYRM_ERROR_RULESET},
        {"/none.yaml", true, WYRM_ERROR_RULESET},
    };
    static const char *const files[] = {"c.yaml", "inner/b.yaml", "inner2/d.yaml"};
    static const char *const links[][2] = {{"b.yaml", "inner/linked.yaml"},
                                           {"../c.yaml", "inner/leads_out.yaml"},
                                           {"..", "inner/below"},
                                           {"nowhere", "inner/dead.yaml"}};
    char folder[] = "/tmp/wyrm-errors-XXXXXX", path[128], text[128];
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/inner%s", folder, i == 0 ? "" : "2");
        assert_int_equal(mkdir(path, 0700), 0);
    }
    for (size_t i = 0; i < LENGTH_OF(files); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        write_file(path, "name: other\n");
    }
    for (size_t i = 0; i < LENGTH_OF(links); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, links[i][1]);
        assert_int_equal(symlink(links[i][0], path), 0);
    }
    snprintf(path, sizeof path, "%s/inner/a.yaml", folder);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        const char *extended = cases[i].extended;
        wyrm_ruleset *ruleset;
        OWNED_ERRORS *errors = fresh_errors();
        snprintf(text, sizeof text, "name: a\nextends: %s\n", extended);
        write_file(path, text);
        const wyrm_status status = wyrm_ruleset_read(
            &small_schema, path, cases[i].allowed ? folder : NULL, NULL, NULL, &ruleset, errors);
        if (status != cases[i].status)
            fail_msg("%s: status %d", extended, (int)status);
        if (status == WYRM_ERROR_RULESET && strchr(extended, '/') != NULL) {
            snprintf(text, sizeof text, "'%s' is outside of the folder of this file", extended);
            assert_string_equal(wyrm_errors_at(errors, 0)->message, text);
        }
        wyrm_ruleset_free(ruleset);
    }
    for (size_t i = 0; i < LENGTH_OF(files); i++) {
        snprintf(text, sizeof text, "%s/%s", folder, files[i]);
        unlink(text);
    }
    for (size_t i = 0; i < LENGTH_OF(links); i++) {
        snprintf(text, sizeof text, "%s/%s", folder, links[i][1]);
        unlink(text);
    }
    unlink(path);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/inner%s", folder, i == 0 ? "" : "2");
        assert_int_equal(rmdir(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* Two paths to one file count as one file, and a pipe without a writer is not waited for. */
TEST(circles_and_pipes_on_disk_are_seen)
{
    char folder[] = "/tmp/wyrm-errors-XXXXXX", paths[2][64], wanted[256];
    assert_non_null(mkdtemp(folder));
    snprintf(paths[0], sizeof paths[0], "%s/a.yaml", folder);
    snprintf(paths[1], sizeof paths[1], "%s/pipe", folder);
    FILE *file = fopen(paths[0], "wb");
    assert_non_null(file);
    fputs("name: a\nextends: ././a.yaml\n", file);
    fclose(file);
    wyrm_ruleset *ruleset = NULL;
    OWNED_ERRORS *errors = fresh_errors();
    assert_int_equal(wyrm_ruleset_read(&small_schema, paths[0], NULL, NULL, NULL, &ruleset, errors),
                     WYRM_ERROR_RULESET);
    assert_non_null(strstr(wyrm_errors_at(errors, 0)->message, "extends itself"));
    write_file(paths[0], "name: a\nextends: ./pipe\n");
    assert_int_equal(mkfifo(paths[1], 0600), 0);
    assert_int_equal(wyrm_ruleset_read(&small_schema, paths[0], NULL, NULL, NULL, &ruleset, errors),
                     WYRM_ERROR_IO);
    snprintf(wanted, sizeof wanted, "cannot read '%s/./pipe': it is not a regular file", folder);
    assert_string_equal(wyrm_errors_at(errors, 1)->message, wanted);
    unlink(paths[0]);
    unlink(paths[1]);
    rmdir(folder);
}

TEST(later_checks_point_at_a_value)
{
    OWNED_RULESET *ruleset =
        small_ruleset("name: t\nmonsters:\n  rat: {level: 1}\n  bat:\n    level: 42\n", NULL);
    OWNED_ERRORS *errors = fresh_errors();
    static const char *const paths[] = {"monsters.bat.level", "monsters.bat", "monsters.rat.spawn",
                                        "nothing"};
    static const char *const wanted[] = {
        "t.yaml:5:12: error: level 42 is taken (try 43)\n    5 |     level: 42\n"
        "      |            ^~\n",
        "t.yaml:4:3: error: level 42 is taken (try 43)\n    4 |   bat:\n      |   ^~~\n",
        "t.yaml:3:3: error: level 42 is taken (try 43)\n    3 |   rat: {level: 1}\n"
        "      |   ^~~\n",
        "t.yaml:1:1: error: level 42 is taken (try 43)\n    1 | name: t\n      | ^\n",
    };
    for (size_t i = 0; i < 4; i++) {
        char shown[512];
        assert_int_equal(wyrm_value_fail(ruleset, wyrm_ruleset_find(ruleset, paths[i]), errors,
                                         "try 43", "level %d is taken", 42),
                         WYRM_ERROR_RULESET);
        wyrm_error_format(wyrm_errors_at(errors, i), shown, sizeof shown);
        assert_string_equal(shown, wanted[i]);
    }
}

/* An error struct that pointed at another line before. */
TEST(nothing_is_left_of_the_line_that_an_error_pointed_at_before)
{
    OWNED_RULESET *ruleset = small_ruleset("name: t\nmonsters: {rat: {level: 1}}\n", NULL);
    static const char *const lines[] = {"monsters: {rat: {level: 1}}", "name: t"};
    static const char *const paths[] = {"monsters.rat", "name"};
    wyrm_error error;
    memset(&error, 'x', sizeof error);
    for (int32_t i = 0; i < 2; i++) {
        rs_point_at(ruleset, wyrm_ruleset_find(ruleset, paths[i]), &error);
        assert_string_equal(error.file, "t.yaml");
        assert_int_equal(error.line, 2 - i);
        assert_string_equal(error.excerpt, lines[i]);
    }
}

/* The hint is the nearest word, else as many as fit, with dots for the rest. */
TEST(a_wrong_word_is_told_the_nearest_or_what_there_is)
{
    static const char *const few[] = {"normal", "testing"};
    const char *many[40];
    wyrm_error error;
    for (size_t i = 0; i < 40; i++)
        many[i] = "never";
    wyrm_fail(&error, WYRM_ERROR_UNKNOWN, "no mode is called '%s'", "testin");
    wyrm_suggest(&error, "testin", few, 2);
    assert_string_equal(error.hint, "did you mean 'testing'?");
    wyrm_suggest(&error, "hard", few, 2);
    assert_string_equal(error.hint, "one of normal, testing");
    wyrm_suggest(&error, "hard", many, 40);
    assert_int_equal(strlen(error.hint), WYRM_ERROR_HINT_MAX - 6); /* one more takes 7 */
    assert_memory_equal(error.hint, "one of never, never, ", 21);
    assert_string_equal(error.hint + WYRM_ERROR_HINT_MAX - 18, ", never, ...");
    wyrm_suggest(&error, "hard", few, 0);
    assert_string_equal(error.hint, "");
    wyrm_suggest(NULL, "hard", few, 2);
    assert_string_equal(error.message, "no mode is called 'testin'");
}
