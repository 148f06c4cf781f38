/* Changes: the file that expresses them, errors, and the resulting design. */
#include "helpers.h"

#include <wyrm.h>

static const char base_text[] =
    "name: base\n"
    "title: The \"base\"\n"
    "models: {combat: subtract, growth: points}\n"
    "player: {hp: 30, power: 5}\n"
    "growth:\n"
    "  choices: {strength: {power: 1}, life: {max_hp: 20}}\n"
    "  policy: [life, strength]\n"
    "monsters:\n"
    "  orc: {hp: 10, power: 4}\n"
    "  troll: {hp: 16, power: 8, defense: 1}\n"
    "targets:\n"
    "  orcs: {metric: hits_to_kill, of: player, against: orc, range: 2}\n";

static wyrm_design *open_base(void)
{
    wyrm_design *design;
    OWNED_ERRORS *errors = fresh_errors();
    wyrm_status status =
        wyrm_design_parse("base.yaml", base_text, sizeof base_text - 1, &design, errors);
    if (status != WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    return design;
}

static const char *said(const wyrm_design *design, const char *path)
{
    static char kept[200];
    char *text;
    assert_int_equal(
        wyrm_value_flow(wyrm_ruleset_find(wyrm_design_ruleset(design), path), &text, NULL),
        WYRM_OK);
    snprintf(kept, sizeof kept, "%s", text);
    wyrm_free(text);
    return kept;
}

TEST(a_file_of_changes_says_nothing_else)
{
    static const wyrm_change changes[] = {{"monsters.troll.power", "9"},
                                          {"player.hp", "2d6+20"},
                                          {"monsters.orc.defense", "2"},
                                          {"monsters.troll.hp", "[10, 20]"}};
    OWNED_DESIGN *base = open_base();
    char *text;
    assert_int_equal(wyrm_changes_text(wyrm_design_ruleset(base), "mine", "./base.yaml", changes,
                                       LENGTH_OF(changes), &text, NULL),
                     WYRM_OK);
    assert_string_equal(text, "name: mine\n"
                              "extends: \"./base.yaml\"\n"
                              "inherit: [targets]\n"
                              "player:\n"
                              "  hp: 2d6+20\n"
                              "monsters:\n"
                              "  orc:\n"
                              "    defense: 2\n"
                              "  troll:\n"
                              "    hp: [10, 20]\n"
                              "    power: 9\n");
    wyrm_free(text);
}

TEST(lists_are_written_whole)
{
    static const wyrm_change changes[] = {{"growth.policy.2", "life"}};
    OWNED_DESIGN *base = open_base();
    char *text;
    assert_int_equal(
        wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", changes, 1, &text, NULL),
        WYRM_OK);
    assert_non_null(strstr(text, "growth:\n  policy: [life, life]\n"));
    wyrm_free(text);
}

/* The same written by hand: a file that extends. */
TEST(a_changed_design_is_the_one_that_the_file_would_be)
{
    static const wyrm_change changes[] = {{"monsters.orc.hp", "12"}, {"player.power", "7"}};
    static const char by_hand[] =
        "name: base\nextends: base\ninherit: [targets]\nmonsters: {orc: {hp: 12}}\n"
        "player: {power: 7}\n";
    OWNED_DESIGN *base = open_base(), *changed, *hand;
    assert_int_equal(wyrm_design_change(base, changes, 2, &changed, NULL), WYRM_OK);
    assert_int_equal(wyrm_design_extend(base, "hand", by_hand, sizeof by_hand - 1, &hand, NULL),
                     WYRM_OK);
    const wyrm_ruleset *made = wyrm_design_ruleset(changed);
    assert_string_equal(wyrm_ruleset_hash(made), wyrm_ruleset_hash(wyrm_design_ruleset(hand)));
    assert_string_not_equal(wyrm_ruleset_hash(made), wyrm_ruleset_hash(wyrm_design_ruleset(base)));
    assert_string_equal(wyrm_ruleset_name(made), "base");
    assert_string_equal(wyrm_ruleset_title(made), "The \"base\"");
    assert_string_equal(said(changed, "monsters.orc.hp"), "12");
    assert_string_equal(said(base, "monsters.orc.hp"), "10");
    assert_string_equal(said(changed, "targets.orcs.range"), said(base, "targets.orcs.range"));
    OWNED_DESIGN *same;
    assert_int_equal(wyrm_design_change(base, NULL, 0, &same, NULL), WYRM_OK);
    assert_string_equal(wyrm_ruleset_hash(wyrm_design_ruleset(same)),
                        wyrm_ruleset_hash(wyrm_design_ruleset(base)));
}

TEST(a_key_can_be_given_back_to_its_default)
{
    static const wyrm_change changes[] = {{"monsters.troll.defense", "~"}};
    OWNED_DESIGN *base = open_base(), *changed;
    assert_int_equal(wyrm_design_change(base, changes, 1, &changed, NULL), WYRM_OK);
    assert_null(wyrm_ruleset_find(wyrm_design_ruleset(changed), "monsters.troll.defense"));
}

TEST(what_is_typed_is_one_value_or_refused)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "1, 2",
                                        "life, life",
                                        "1\nextends: other",
                                        "[1",
                                        "]",
                                        "1 # one",
                                        "a: b: c",
                                        "{a: 1",
                                        "5}",
                                        "- 5",
                                        "&a 5 &b",
                                        "\t5",
                                        "\"5",
                                        "\x1b[31m",
                                        "[1, 2] + 1",
                                        "? a",
                                        "%TAG ! x",
                                        "hp: 3",
                                        "---",
                                        "5\xe2\x80\xae",
                                        "life\n",
                                        "\nlife",
                                        "life\t",
                                        "*alias",
                                        "!!int 5"};
    OWNED_DESIGN *base = open_base();
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        const wyrm_change change = {"growth.policy.2", texts[i]};
        char *text = NULL;
        wyrm_error error = {.message = ""};
        wyrm_status status =
            wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", &change, 1, &text, &error);
        if (status == WYRM_OK) { /* one of the values is no text, and the reader refuses it */
            wyrm_free(text);
            OWNED_DESIGN *changed;
            status = wyrm_design_change(base, &change, 1, &changed, NULL);
            if (status == WYRM_OK)
                fail_msg("taken: '%s'", texts[i]);
            continue;
        }
        assert_int_equal(status, WYRM_ERROR_SYNTAX);
        assert_non_null(strstr(error.message, "expected one value"));
    }
}

TEST(paths_that_lead_nowhere_are_told_with_the_nearest)
{
    static const struct {
        const char *path, *message, *hint;
        wyrm_status status;
    } rows[] = {
        {"monsters.ork.hp", "there is nothing at 'monsters.ork.hp'", "did you mean 'orc'?",
         WYRM_ERROR_UNKNOWN},
        {"monster.orc.hp", "there is nothing at 'monster.orc.hp'", "did you mean 'monsters'?",
         WYRM_ERROR_UNKNOWN},
        {"name", "'name' is not to be changed", "", WYRM_ERROR_UNKNOWN},
        {"models.combat", "'models.combat' is not to be changed", "", WYRM_ERROR_UNKNOWN},
        {"extends", "'extends' is not to be changed", "", WYRM_ERROR_UNKNOWN},
        {"growth.policy.3", "there is nothing at 'growth.policy.3'",
         "the places of that list are 1 to 2", WYRM_ERROR_UNKNOWN},
        {"growth.policy.0", "there is nothing at 'growth.policy.0'",
         "the places of that list are 1 to 2", WYRM_ERROR_UNKNOWN},
        {"monsters.orc.hp.x", "there is nothing at 'monsters.orc.hp.x'", "", WYRM_ERROR_UNKNOWN},
        {"monsters..hp", "there is nothing at 'monsters..hp'", "", WYRM_ERROR_UNKNOWN},
        {"", "there is nothing at ''", "", WYRM_ERROR_UNKNOWN},
    };
    OWNED_DESIGN *base = open_base();
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_change change = {rows[i].path, "1"};
        wyrm_error error = {.message = ""};
        char *text;
        assert_int_equal(
            wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", &change, 1, &text, &error),
            rows[i].status);
        assert_string_equal(error.message, rows[i].message);
        if (rows[i].hint[0] != '\0')
            assert_string_equal(error.hint, rows[i].hint);
    }
}

TEST(the_reader_tells_what_is_wrong_with_a_value)
{
    static const struct {
        const char *path, *text, *message;
    } rows[] = {
        {"monsters.orc.power", "strong", "expected a whole number, found 'strong'"},
        {"monsters.orc.pover", "3", "unknown key 'pover' in monsters.orc"},
        {"monsters.orc.hp", "-4", "'hp' must be from 1 to 1000000, found -4"},
    };
    OWNED_DESIGN *base = open_base();
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        const wyrm_change change = {rows[i].path, rows[i].text};
        OWNED_ERRORS *errors = fresh_errors();
        OWNED_DESIGN *changed;
        assert_int_equal(wyrm_design_change(base, &change, 1, &changed, errors),
                         WYRM_ERROR_RULESET);
        assert_null(changed);
        assert_string_equal(wyrm_errors_at(errors, 0)->message, rows[i].message);
    }
}

TEST(changes_that_stand_in_each_other_are_refused)
{
    static const wyrm_change twice[] = {{"player.hp", "3"}, {"player.hp", "4"}};
    static const wyrm_change nested[] = {{"growth.policy", "[life]"}, {"growth.policy.1", "life"}};
    OWNED_DESIGN *base = open_base();
    wyrm_error error;
    char *text;
    assert_int_equal(
        wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", twice, 2, &text, &error),
        WYRM_ERROR_ARGUMENT);
    assert_string_equal(error.message, "'player.hp' is changed twice");
    assert_int_equal(
        wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", nested, 2, &text, &error),
        WYRM_ERROR_ARGUMENT);
}

TEST(a_value_tells_where_it_stands)
{
    OWNED_DESIGN *base = open_base(), *changed;
    static const wyrm_change change = {"monsters.orc.hp", "12"};
    int line;
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(base);
    assert_string_equal(wyrm_value_place(wyrm_ruleset_find(ruleset, "monsters.orc.hp"), &line),
                        "base.yaml");
    assert_int_equal(line, 9);
    assert_string_equal(wyrm_value_place(NULL, &line), "");
    assert_int_equal(line, 0);
    assert_int_equal(wyrm_design_change(base, &change, 1, &changed, NULL), WYRM_OK);
    assert_string_equal(
        wyrm_value_place(wyrm_ruleset_find(wyrm_design_ruleset(changed), "monsters.orc.hp"), &line),
        "changes");
}

/* ---- changes made in the text of a file ---- */

/* The edited text; owned by the caller. */
static char *edited(const char *text, const wyrm_change *changes, size_t count)
{
    OWNED_DESIGN *design;
    OWNED_ERRORS *errors = fresh_errors();
    char *out = NULL;
    if (wyrm_design_parse("file.yaml", text, strlen(text), &design, errors) != WYRM_OK ||
        wyrm_design_edit(design, "file.yaml", text, strlen(text), changes, count, &out, errors) !=
            WYRM_OK)
        fail_msg("%s", wyrm_errors_at(errors, 0)->message);
    return out;
}

#define BEGINNING "name: base\nmodels: {combat: subtract, growth: none}\n"

TEST(a_value_is_replaced_where_it_stands)
{
    static const struct {
        const char *before, *after;
        wyrm_change changes[2];
        size_t count;
    } rows[] = {
        /* block and flow, comments, quotes */
        {"player: {hp: 30, power: 5}  # the hero\n",
         "player: {hp: 31, power: 5}  # the hero\n",
         {{"player.hp", "31"}},
         1},
        {"player:\n  hp:   30   # many\n\n  power: 5\n",
         "player:\n  hp:   2d6+20   # many\n\n  power: 5\n",
         {{"player.hp", "2d6+20"}},
         1},
        {"player: {\"hp\":30, 'power': 5}\n",
         "player: {\"hp\": 31, 'power': 6}\n",
         {{"player.power", "6"}, {"player.hp", "31"}},
         2},
        {"player: {hp: \"3d6\", power: 5}\n",
         "player: {hp: 4d6, power: 5}\n",
         {{"player.hp", "4d6"}},
         1},
        /* an amount over several lines becomes one line */
        {"player:\n  hp: # rolled\n    - 3\n    - 9\n  power: 5\n",
         "player:\n  hp: # rolled\n    [3, 8]\n  power: 5\n",
         {{"player.hp", "[3, 8]"}},
         1},
        {"player:\n  hp:\n    - 3\n    - 9 # at best\n  power: 5\n",
         "player:\n  hp: [3, 8] # at best\n  power: 5\n",
         {{"player.hp", "[3, 8]"}},
         1},
        /* a key left to the schema is added after the last key */
        {"player: {hp: 30, power: 5}\nmonsters:\n  orc:\n    hp: 3\n    power: 1 # weak\n\n# end\n",
         "player: {hp: 30, power: 5, defense: 2}\nmonsters:\n  orc:\n    hp: 3\n    power: 1 # "
         "weak\n"
         "    defense: 1\n\n# end\n",
         {{"monsters.orc.defense", "1"}, {"player.defense", "2"}},
         2},
        /* no final newline; carriage returns; a byte order mark */
        {"player:\n  hp: 30\n  power: 5",
         "player:\n  hp: 30\n  power: 5\n  defense: 1\n",
         {{"player.defense", "1"}},
         1},
        {"player:\r\n  hp: 30\r\n  power: 5\r\n",
         "player:\r\n  hp: 31\r\n  power: 5\r\n  defense: 1\r\n",
         {{"player.defense", "1"}, {"player.hp", "31"}},
         2},
        /* non-ASCII characters before the value and on its line */
        {"description: \"Wyrm \xc3\xa4\xe2\x82\xac\"\nplayer: {title: \"\xc3\xa9\", hp: 30, power: "
         "5}\n",
         "description: \"Wyrm \xc3\xa4\xe2\x82\xac\"\nplayer: {title: \"\xc3\xa9\", hp: 1, power: "
         "5}\n",
         {{"player.hp", "1"}},
         1},
        /* an alias is written out; its anchor stays */
        {"player: {hp: &much 30, power: 5}\nmonsters: {orc: {hp: *much, power: 1}}\n",
         "player: {hp: &much 30, power: 5}\nmonsters: {orc: {hp: 29, power: 1}}\n",
         {{"monsters.orc.hp", "29"}},
         1},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++)
        for (int mark = 0; mark < 2; mark++) {
            char before[400], after[400];
            snprintf(before, sizeof before, "%s%s%s", mark ? "\xEF\xBB\xBF" : "", BEGINNING,
                     rows[i].before);
            snprintf(after, sizeof after, "%s%s%s", mark ? "\xEF\xBB\xBF" : "", BEGINNING,
                     rows[i].after);
            char *out = edited(before, rows[i].changes, rows[i].count);
            if (strchr(rows[i].before, '\r') == NULL) /* new lines end like the first line */
                assert_string_equal(out, after);
            else
                assert_non_null(strstr(out, "hp: 31\r\n"));
            wyrm_free(out);
        }
}

/* New lines end as the first line of the file does. */
TEST(returns_stand_at_the_ends_of_new_lines_too)
{
    static const wyrm_change changes[] = {{"player.defense", "1"}, {"player.hp", "31"}};
    char *out = edited("name: base\r\nmodels: {combat: subtract, growth: none}\r\n"
                       "player:\r\n  hp: 30\r\n  power: 5\r\n",
                       changes, 2);
    assert_string_equal(out, "name: base\r\nmodels: {combat: subtract, growth: none}\r\n"
                             "player:\r\n  hp: 31\r\n  power: 5\r\n  defense: 1\r\n");
    wyrm_free(out);
}

TEST(a_text_of_several_lines_becomes_one_of_one_line)
{
    static const wyrm_change change = {"player.title", "It"};
    char *out = edited(BEGINNING "player:\n  title: |-\n    The\n    hero\n  hp: 30\n", &change, 1);
    assert_string_equal(out, BEGINNING "player:\n  title: It\n  hp: 30\n");
    wyrm_free(out);
}

TEST(what_a_file_inherits_is_written_into_it)
{
    static const wyrm_change changes[] = {{"monsters.orc.hp", "12"},
                                          {"monsters.troll.hp", "20"},
                                          {"player.hp", "31"},
                                          {"combat.spread.1", "-3"}};
    char *out = edited("name: mine\nextends: tutorial\n\nmonsters:\n   troll: # big\n     hp: 18\n",
                       changes, 3);
    assert_string_equal(out, "name: mine\nextends: tutorial\n\nmonsters:\n   troll: # big\n"
                             "     hp: 20\n   orc:\n     hp: 12\n\nplayer:\n  hp: 31\n");
    wyrm_free(out);
}

TEST(a_section_is_added_whatever_stands_last)
{
    static const wyrm_change changes[] = {{"player.hp", "31"}, {"monsters.orc.hp", "12"}};
    static const struct {
        const char *before, *after;
    } rows[] = {
        {"description: |\n  Two\n  lines", "description: |\n  Two\n  lines\nplayer:\n  hp: 31\n"
                                           "monsters:\n  orc:\n    hp: 12\n"},
        {"description: |+\n  Kept\n\n", "description: |+\n  Kept\n\n\nplayer:\n  hp: 31\n"
                                        "monsters:\n  orc:\n    hp: 12\n"},
        {"monsters: {} # as they are\nplayer: {title: It} # none",
         "monsters: {orc: {hp: 12}} # as they are\nplayer: {title: It, hp: 31} # none"},
        {"player: {title: It,\n  # none\n  }",
         "player: {title: It, hp: 31,\n  # none\n  }\nmonsters:\n"
         "  orc:\n    hp: 12\n"},
    };
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        char before[200], after[300];
        snprintf(before, sizeof before, "name: mine\nextends: tutorial\n%s", rows[i].before);
        snprintf(after, sizeof after, "name: mine\nextends: tutorial\n%s", rows[i].after);
        char *out = edited(before, changes, 2);
        assert_string_equal(out, after);
        wyrm_free(out);
    }
    char *out = edited("{name: mine, extends: tutorial}", changes, 2);
    assert_string_equal(
        out, "{name: mine, extends: tutorial, player: {hp: 31}, monsters: {orc: {hp: 12}}}");
    wyrm_free(out);
}

TEST(what_aliases_repeat_is_not_changed)
{
    static const char text[] =
        BEGINNING "player: &one {hp: 30, power: &five 5}\nmonsters: {orc: *one, imp: {hp: 2, "
                  "power: *five}}\n";
    static const wyrm_change changes[] = {{"player.hp", "3"}, {"player.power", "3"}};
    for (size_t i = 0; i < LENGTH_OF(changes); i++) {
        OWNED_DESIGN *design;
        OWNED_ERRORS *errors = fresh_errors();
        char *out;
        assert_int_equal(wyrm_design_parse("f.yaml", text, strlen(text), &design, errors), WYRM_OK);
        assert_int_equal(
            wyrm_design_edit(design, "f.yaml", text, strlen(text), &changes[i], 1, &out, errors),
            WYRM_ERROR_ARGUMENT);
        assert_null(out);
    }
    const wyrm_change orc = {"monsters.orc.hp", "7"};
    char *out = edited(text, &orc, 1);
    assert_non_null(strstr(out, "orc: {hp: 7, power: 5}, imp"));
    wyrm_free(out);
}

/* Collects the paths of all keys that are one number. */
static size_t numbers(const wyrm_value *value, const char *path, char (*out)[200], size_t count)
{
    const wyrm_value *item;
    for (size_t i = 0; count < 2000 && (item = wyrm_value_item(value, i)) != NULL; i++) {
        const wyrm_kind kind = wyrm_value_kind(item);
        const char *key = wyrm_value_key(value, i);
        char *to = out[count], here[200];
        if (path[0] == '\0' && (strcmp(key, "targets") == 0 || strcmp(key, "models") == 0))
            continue;
        if (*key != '\0')
            snprintf(to, 200, "%s%s%s", path, *path != '\0' ? "." : "", key);
        else
            snprintf(to, 200, "%s.%zu", path, i + 1);
        snprintf(here, sizeof here, "%s", to);
        count += kind == WYRM_KIND_INTEGER || kind == WYRM_KIND_REAL || kind == WYRM_KIND_AMOUNT;
        if (wyrm_value_item(item, 0) != NULL)
            count = numbers(item, here, out, count);
    }
    return count;
}

#define LINES_MAX 20000

/* Finds where the lines of a text start; after the last, where the text ends. Byte by byte, because
 * sanitizers check the whole text in every call of <string.h>. */
static size_t find_lines(const char *text, const char *starts[LINES_MAX + 1])
{
    size_t count = 0;
    starts[0] = text;
    for (; *text != '\0'; text++)
        if (*text == '\n' && count < LINES_MAX)
            starts[++count] = text + 1;
    if (starts[count] != text && count < LINES_MAX)
        starts[++count] = text + 1;
    return count;
}

/* Whether a line is another one with something added within its last braces. */
static bool has_grown(const char *line, size_t length, const char *other, size_t other_length)
{
    size_t same = 0;
    while (same < length && same < other_length && line[same] == other[same])
        same++;
    return line[same] == '}' && other_length > length &&
           memcmp(line + same, other + other_length - (length - same), length - same) == 0;
}

/* Every line except those of the changes is in the edited text, in order, some with a key added
 * within braces; and each change adds at most six lines. */
static void only_those_lines(const char *before, const char *after, const int *lines, size_t count,
                             uint64_t seed)
{
    static const char *starts[LINES_MAX + 1], *others[LINES_MAX + 1];
    const size_t line_count = find_lines(before, starts), other_count = find_lines(after, others);
    size_t news = 0, grown = 0, at = 0;
    for (size_t i = 0; i < line_count; i++) {
        bool changed = false;
        for (size_t k = 0; k < count; k++)
            changed = changed || lines[k] == (int)i + 1;
        const char *line = starts[i];
        const size_t length = (size_t)(starts[i + 1] - line) - 1;
        for (; !changed; at++) {
            assert_holds(at < other_count, seed);
            const char *other = others[at];
            const size_t other_length = (size_t)(others[at + 1] - other) - 1;
            if (other_length == length && memcmp(line, other, length) == 0)
                break;
            if (has_grown(line, length, other, other_length) && grown++ < count)
                break;
            news++;
        }
        at += !changed;
    }
    assert_holds(news <= 6 * count, seed);
}

/* Changes random keys of a ruleset, in its own text and in one that extends it. */
static void edit_at_random(const char *file, const char *text, test_random *random)
{
    static char paths[2000][200];
    char texts[4][40];
    wyrm_change changes[4];
    int lines[4];
    OWNED_DESIGN *design;
    OWNED_ERRORS *errors = fresh_errors();
    if (wyrm_design_parse(file, text, strlen(text), &design, errors) != WYRM_OK)
        fail_msg("%s: %s", file, wyrm_errors_at(errors, 0)->message);
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    const size_t all = numbers(wyrm_ruleset_root(ruleset), "", paths, 0);
    size_t done = 0;
    assert_true(all > 5);
    for (int trial = 0; trial < 8; trial++) {
        const uint64_t seed_of = random->state;
        const size_t count = 1 + random_word(random) % 4;
        for (size_t i = 0; i < count; i++) {
            const char *path = paths[random_word(random) % all];
            const wyrm_value *value = wyrm_ruleset_find(ruleset, path);
            const char *place = wyrm_value_place(value, &lines[i]);
            if (wyrm_value_is_default(value) || strcmp(place, file) != 0)
                lines[i] = 0;
            snprintf(texts[i], sizeof texts[i], "%d",
                     (int)wyrm_value_real(value) + 1 + (int)(random_word(random) % 3));
            changes[i] = (wyrm_change){path, texts[i]};
        }
        OWNED_DESIGN *changed = NULL, *again = NULL;
        char *out = NULL;
        if (wyrm_design_change(design, changes, count, &changed, NULL) != WYRM_OK)
            continue; /* a duplicate, or too long */
        OWNED_ERRORS *told = fresh_errors();
        if (wyrm_design_edit(design, file, text, strlen(text), changes, count, &out, told) !=
            WYRM_OK)
            fail_msg("%s, %s: %s", file, changes[0].path, wyrm_errors_at(told, 0)->message);
        assert_holds(wyrm_design_parse(file, out, strlen(out), &again, NULL) == WYRM_OK, seed_of);
        assert_string_equal(wyrm_ruleset_hash(wyrm_design_ruleset(changed)),
                            wyrm_ruleset_hash(wyrm_design_ruleset(again)));
        only_those_lines(text, out, lines, count, seed_of);
        wyrm_free(out);
        done++;
    }
    assert_true(done > 2);
}

TEST(changes_at_random_say_the_same_and_touch_no_other_line)
{
    static const char *const templates[] = {"accuracy", "attack-defense", "blank", "d20",
                                            "power-defense"};
    size_t count;
    test_random random = {20261123};
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        char extending[200];
        snprintf(extending, sizeof extending, "name: mine # and only mine\nextends: %s\n",
                 shipped[i].name);
        edit_at_random(shipped[i].name, shipped[i].text, &random);
        edit_at_random("mine", extending, &random);
    }
    for (size_t i = 0; i < LENGTH_OF(templates); i++) {
        char path[500], *text, *name;
        size_t length;
        snprintf(path, sizeof path, "%s/../../rulesets/templates/%s.yaml", GOLDEN_DIR,
                 templates[i]);
        assert_ok(wyrm_file_read(path, 1 << 20, &text, &length, &last_error), &last_error);
        while ((name = strstr(text, "@NAME@")) != NULL)
            memcpy(name, "mygame", 6);
        edit_at_random("mygame", text, &random);
        wyrm_free(text);
    }
}
