/* The text of a new ruleset: it extends another one and says in comments what can be changed. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "report/tree.h"

/* Keys shown of one section: enough to see how it goes. */
#define KEYS_SHOWN 6

static bool is_plain(const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    return kind != WYRM_KIND_END && kind != WYRM_KIND_RECORD && kind != WYRM_KIND_LIST &&
           kind != WYRM_KIND_MAP;
}

/* The value as it stands in a file, in fresh memory; NULL where memory is out. */
static char *value_text(const wyrm_value *value)
{
    wyrm_answer json = {0};
    json_t *tree = wyrm_value_json(&json, value);
    char *text = json.failed || tree == NULL
                     ? NULL
                     : json_dumps(tree, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    if (text != NULL && json_is_string(tree) && wyrm_value_kind(value) != WYRM_KIND_TEXT) {
        /* "1/10" needs no quotes */
        size_t length = strlen(text);
        memmove(text, text + 1, length - 2);
        text[length - 2] = '\0';
    }
    json_decref(tree);
    return text;
}

/* A key as a comment, with what it means; `margin` is the blanks before it. */
static void add_key(wyrm_page *page, const char *margin, const char *key, const wyrm_value *value)
{
    const wyrm_field *field = wyrm_value_field(value);
    char *text = value_text(value);
    if (text == NULL) {
        wyrm_page_fail(page);
        return;
    }
    if (field != NULL && field->summary != NULL) {
        wyrm_page_addf(page, "#%s# ", margin);
        /* The comment may be longer than a line: each line of it begins with the same sign. */
        wyrm_page part =
            wyrm_page_new((wyrm_style){.utf8 = true, .width = (int)(77 - strlen(margin))});
        wyrm_page_wrap(&part, 0, 0, field->summary);
        for (const char *at = wyrm_page_text(&part); *at != '\0'; at++) {
            wyrm_page_addf(page, "%c", *at);
            if (*at == '\n' && at[1] != '\0')
                wyrm_page_addf(page, "#%s# ", margin);
        }
        if (wyrm_page_status(&part, NULL) != WYRM_OK)
            wyrm_page_fail(page);
        wyrm_page_free(&part);
    }
    wyrm_page_addf(page, "#%s%s: %s\n", margin, key, text);
    free(text);
}

/* A section as a comment; nothing where it has no plain values. */
static void add_section(wyrm_page *page, const char *name, const wyrm_value *section)
{
    size_t shown = 0, count = wyrm_value_count(section);
    for (size_t i = 0; i < count && shown < KEYS_SHOWN; i++) {
        const wyrm_value *value = wyrm_value_item(section, i);
        if (!is_plain(value) || strcmp(wyrm_value_key(section, i), "glyph") == 0)
            continue;
        if (shown++ == 0)
            wyrm_page_addf(page, "\n# %s:\n", name);
        add_key(page, "   ", wyrm_value_key(section, i), value);
    }
}

/* The first entry of a section that has entries by name: with the numbers that it names. */
static void add_entry(wyrm_page *page, const char *name, const wyrm_value *section)
{
    const wyrm_value *entry = wyrm_value_count(section) > 0 ? wyrm_value_item(section, 0) : NULL;
    size_t shown = 0, count = entry != NULL ? wyrm_value_count(entry) : 0;
    for (size_t i = 0; i < count && shown < KEYS_SHOWN; i++) {
        const wyrm_value *value = wyrm_value_item(entry, i);
        if (!is_plain(value) || wyrm_value_kind(value) == WYRM_KIND_TEXT)
            continue;
        if (shown++ == 0)
            wyrm_page_addf(page, "\n# %s:\n#   %s:\n", name, wyrm_value_key(section, 0));
        add_key(page, "     ", wyrm_value_key(entry, i), value);
    }
}

static void add_head(wyrm_page *page, const char *base, const char *name, const char *file)
{
    wyrm_page_addf(page,
                   "# %s: a ruleset of your own, begun from %s.\n"
                   "#\n"
                   "# It holds only what differs: everything that it does not say is as there.\n"
                   "#\n"
                   "#   is the file in order?           wyrm rules validate %s\n"
                   "#   what follows from its numbers   wyrm check %s\n"
                   "#   every number that it has now    wyrm rules show %s\n"
                   "#   what each key means             wyrm rules guide\n"
                   "\n"
                   "name: %s\n"
                   "title: %s\n"
                   "extends: %s\n",
                   name, base, file, file, file, name, name, base);
}

static void add_targets(wyrm_page *page, const wyrm_design *parent)
{
    wyrm_page_add(page, "\n# What you want of your game goes here; 'wyrm check' holds it to that.\n"
                        "# The targets of the ruleset that it extends stay, and one of the same\n"
                        "# name replaces them.\n#\n");
    const wyrm_roster *roster = wyrm_design_roster(parent);
    if (wyrm_growth_curve(wyrm_design_growth(parent), WYRM_ROLE_PLAYER, "max_hp") >= 0)
        wyrm_page_add(page, "# targets:\n"
                            "#   hp_at_level_6:\n"
                            "#     claim: a player of level 6 has 40 to 50 hit points\n"
                            "#     metric: stat\n"
                            "#     of: player@6\n"
                            "#     stat: max_hp\n"
                            "#     range: [40, 50]\n");
    else if (wyrm_roster_count(roster) > 0)
        wyrm_page_addf(page,
                       "# targets:\n"
                       "#   first_fight:\n"
                       "#     claim: a new player wins three first fights of four\n"
                       "#     metric: win_chance\n"
                       "#     of: player\n"
                       "#     against: %s\n"
                       "#     at_least: 0.75\n",
                       wyrm_roster_monster(roster, 0)->name);
    else
        wyrm_page_add(page, "# ('wyrm rules guide' shows how a target is written)\n");
}

wyrm_status wyrm_report_starter(const wyrm_design *parent, const char *base, const char *name,
                                const char *file, wyrm_page *page, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(parent);
    const wyrm_value *root = wyrm_ruleset_root(ruleset);
    static const char *const named[] = {"monsters", "weapons", "items"};
    add_head(page, base, name, file);
    wyrm_page_addf(page,
                   "\n# To change a number, remove the '# ' before its section and before its "
                   "key.\n# These are some of the keys, with the values of %s.\n",
                   base);
    for (size_t i = 0; i < wyrm_value_count(root); i++)
        if (wyrm_ruleset_model(ruleset, wyrm_value_key(root, i)) != NULL)
            add_section(page, wyrm_value_key(root, i), wyrm_value_item(root, i));
    add_section(page, "player", wyrm_ruleset_find(ruleset, "player"));
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        add_entry(page, named[i], wyrm_ruleset_find(ruleset, named[i]));
    add_targets(page, parent);
    return wyrm_page_status(page, error);
}
