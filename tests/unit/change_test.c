/* Changes: the file that says them, what is refused, and the design that comes of it. */
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

/* The same by hand: a file that extends. */
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
                                        "*alias",
                                        "!!int 5"};
    OWNED_DESIGN *base = open_base();
    for (size_t i = 0; i < LENGTH_OF(texts); i++) {
        const wyrm_change change = {"growth.policy.2", texts[i]};
        char *text = NULL;
        wyrm_error error = {.message = ""};
        wyrm_status status =
            wyrm_changes_text(wyrm_design_ruleset(base), "mine", "base", &change, 1, &text, &error);
        if (status == WYRM_OK) { /* one value that is no text: the reader refuses it */
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
        {"growth.policy.3", "there is nothing at 'growth.policy.3'", "", WYRM_ERROR_UNKNOWN},
        {"growth.policy.0", "there is nothing at 'growth.policy.0'", "", WYRM_ERROR_UNKNOWN},
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
