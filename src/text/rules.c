/* `wyrm rules list`, `show`, `show --levels` and `new`. */
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static json_t *wyrm_value_json(wyrm_answer *json, const wyrm_value *value);

/* The answer of `wyrm rules show --levels`: what every level is worth. */

/* The highest level that experience is told for: the library's wyrm_growth_at_level goes no
 * further. */
#define EXPERIENCE_LEVEL_MAX 10000

static bool is_gear(wyrm_role role)
{
    return role == WYRM_ROLE_WEAPON || role == WYRM_ROLE_ARMOR;
}

/* Experience from this level to the following, and in all on reaching it; false where the level has
 * none. */
static bool experience_of(const wyrm_growth *growth, int32_t level, wyrm_experience *out)
{
    if (level < 1 || level > EXPERIENCE_LEVEL_MAX)
        return false;
    *out = wyrm_growth_at_level(growth, level);
    return true;
}

static void add_headings(const wyrm_growth *growth, wyrm_table *table)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    wyrm_table_column(table, WYRM_RIGHT, "level");
    wyrm_table_column(table, WYRM_RIGHT, "factor");
    for (size_t i = 0; i < count; i++) {
        char heading[80];
        snprintf(heading, sizeof heading, "%s\n%s", wyrm_role_name(curves[i].role),
                 strcmp(curves[i].quantity, "experience") == 0 ? "gives" : curves[i].quantity);
        wyrm_table_column(table, WYRM_RIGHT, heading);
    }
    wyrm_table_column(table, WYRM_RIGHT, "to next\nlevel");
    wyrm_table_column(table, WYRM_RIGHT, "in all");
}

/* Six significant digits: what a 32-bit value is sure of. */
static void add_value(wyrm_table *table, double value)
{
    char text[32] = "-";
    if (isfinite(value))
        snprintf(text, sizeof text, fabs(value) < 1e9 && value == floor(value) ? "%.0f" : "%.6g",
                 value);
    wyrm_table_cell(table, text);
}

static void add_count(wyrm_table *table, bool known, uint64_t value)
{
    char text[32] = "-";
    if (known && value < UINT64_MAX)
        snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    wyrm_table_cell(table, text);
}

bool wyrm_level_worth(const wyrm_design *design, const char *role, int stat, int32_t level,
                      double *out)
{
    double values[2];
    const int32_t levels[2] = {1, level};
    for (size_t i = 0; i < 2; i++) {
        wyrm_combatant creature;
        char text[32];
        snprintf(text, sizeof text, "%s@%d", role, (int)levels[i]);
        if (wyrm_roster_combatant(wyrm_design_roster(design), text, &creature, NULL) != WYRM_OK ||
            creature.hp < 1)
            return false;
        values[i] = stat < 0 ? creature.max_hp : creature.stats[stat];
    }
    *out = values[1] / values[0];
    return values[0] > 0.0;
}

/* What changes of a role from `first` to `last`, a column each. */
static void add_worth(const wyrm_design *design, const char *role, int32_t first, int32_t last,
                      int *stats, const char **roles, wyrm_table *table)
{
    const wyrm_stat *all = wyrm_combat_stats(wyrm_design_combat(design));
    for (int stat = -1; stat < 0 || all[stat].name != NULL; stat++) {
        double one, other;
        char heading[80];
        if (table->columns == WYRM_TABLE_COLUMNS ||
            !wyrm_level_worth(design, role, stat, first, &one) ||
            !wyrm_level_worth(design, role, stat, last, &other) || (one == 1.0 && other == 1.0))
            continue;
        snprintf(heading, sizeof heading, "%s\n%s", role, stat < 0 ? "hit points" : all[stat].name);
        stats[table->columns] = stat;
        roles[table->columns] = role;
        wyrm_table_column(table, WYRM_RIGHT, heading);
    }
}

/* How many times what it is at level 1 each quantity of a creature without gear is. */
static void print_worth(const wyrm_design *design, int32_t first, int32_t last, wyrm_page *page)
{
    int stats[WYRM_TABLE_COLUMNS];
    const char *roles[WYRM_TABLE_COLUMNS];
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "level");
    add_worth(design, "player", first, last, stats, roles, &table);
    add_worth(design, "monster", first, last, stats, roles, &table);
    for (int32_t level = first; level <= last && table.columns > 1; level++) {
        wyrm_figure figure;
        add_value(&table, level);
        for (size_t c = 1; c < table.columns; c++) {
            double worth = NAN;
            (void)wyrm_level_worth(design, roles[c], stats[c], level, &worth);
            wyrm_table_cell(&table, wyrm_figure_exact(worth, &figure));
        }
    }
    if (table.columns > 1) {
        wyrm_page_add(page, "\nTimes what it is at level 1, without gear:\n\n");
        wyrm_table_print(&table, page, 0);
    }
    wyrm_table_free(&table);
}

wyrm_status wyrm_report_levels(const wyrm_design *design, int32_t first, int32_t last,
                               wyrm_page *page, wyrm_error *error)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    wyrm_table table = wyrm_table_new();
    add_headings(growth, &table);
    for (int32_t level = first; level <= last; level++) {
        wyrm_experience experience = {0};
        bool known = experience_of(growth, level, &experience);
        add_value(&table, level);
        add_value(&table, wyrm_growth_factor(growth, level));
        for (size_t i = 0; i < count; i++)
            add_value(&table, wyrm_growth_at(growth, (int)i, level));
        add_count(&table, known, experience.next);
        add_count(&table, known, experience.base);
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    print_worth(design, first, last, page);
    return wyrm_page_status(page, error);
}

static json_t *value_json(const wyrm_growth *growth, const wyrm_curve *curves, size_t curve,
                          int32_t level)
{
    double value = wyrm_growth_at(growth, (int)curve, level);
    if (curves[curve].whole && fabs(value) < 9e15)
        return json_integer((json_int_t)value);
    return wyrm_answer_real(value);
}

/* The curves of one role: those of creatures in an object, those of gear side by side. */
static void add_role(wyrm_answer *json, json_t *object, const wyrm_growth *growth, wyrm_role role,
                     int32_t level)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    json_t *members = NULL;
    for (size_t i = 0; i < count; i++) {
        if (curves[i].role != role)
            continue;
        json_t *value = value_json(growth, curves, i, level);
        if (is_gear(role)) {
            char key[64];
            snprintf(key, sizeof key, "%s_%s", wyrm_role_name(role), curves[i].quantity);
            wyrm_answer_set(json, object, key, value);
            continue;
        }
        if (members == NULL) {
            members = json_object();
            json->failed = json->failed || members == NULL;
        }
        if (json->failed)
            json_decref(value);
        else
            wyrm_answer_set(json, members, curves[i].quantity, value);
    }
    if (members != NULL)
        wyrm_answer_set(json, object, wyrm_role_name(role), members);
}

static json_t *level_json(wyrm_answer *json, const wyrm_growth *growth, int32_t level)
{
    json_t *object = json_object();
    wyrm_experience experience = {0};
    bool known = experience_of(growth, level, &experience);
    wyrm_answer_set(json, object, "level", json_integer(level));
    wyrm_answer_set(json, object, "factor", wyrm_answer_real(wyrm_growth_factor(growth, level)));
    for (int role = 0; role < WYRM_ROLE_COUNT; role++)
        add_role(json, object, growth, (wyrm_role)role, level);
    wyrm_answer_set(json, object, "next", known ? wyrm_answer_count(experience.next) : json_null());
    wyrm_answer_set(json, object, "total",
                    known ? wyrm_answer_count(experience.base) : json_null());
    return object;
}

wyrm_status wyrm_report_levels_json(const wyrm_design *design, int32_t first, int32_t last,
                                    wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-levels", wyrm_design_ruleset(design));
    json.digits = 17;
    json_t *list = json_array();
    for (int32_t level = first; level <= last; level++)
        wyrm_answer_append(&json, list, level_json(&json, wyrm_design_growth(design), level));
    wyrm_answer_set(&json, NULL, "levels", list);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

/* The text of a new ruleset: it extends another one and says in comments what can be changed. */

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

wyrm_status wyrm_report_tree(const wyrm_design *design, wyrm_page *page, wyrm_error *error)
{
    char *dump;
    wyrm_status status = wyrm_ruleset_dump(wyrm_design_ruleset(design), &dump, error);
    if (status != WYRM_OK)
        return status;
    wyrm_page_add(page, dump);
    wyrm_free(dump);
    return wyrm_page_status(page, error);
}

static json_t *members_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *object = json_object();
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        wyrm_answer_set(json, object, wyrm_value_key(value, i),
                        wyrm_value_json(json, wyrm_value_item(value, i)));
    return object;
}

static json_t *list_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *list = json_array();
    for (size_t i = 0; i < wyrm_value_count(value); i++)
        wyrm_answer_append(json, list, wyrm_value_json(json, wyrm_value_item(value, i)));
    return list;
}

static json_t *bool_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return json_boolean(wyrm_value_bool(value));
}

static json_t *integer_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return json_integer(wyrm_value_integer(value));
}

static json_t *real_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_real(wyrm_value_real(value));
}

/* "1/10", so that it reads back exactly; whole numbers as such. */
static json_t *ratio_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    wyrm_ratio ratio = wyrm_value_ratio(value);
    if (ratio.denominator == 1)
        return json_integer(ratio.numerator);
    char text[48];
    snprintf(text, sizeof text, "%lld/%lld", (long long)ratio.numerator,
             (long long)ratio.denominator);
    return json_string(text);
}

static json_t *text_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_text(wyrm_value_text(value));
}

static json_t *range_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *pair = json_array();
    wyrm_answer_append(json, pair, json_integer((json_int_t)wyrm_value_low(value)));
    wyrm_answer_append(json, pair, json_integer((json_int_t)wyrm_value_high(value)));
    return pair;
}

static json_t *interval_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    return wyrm_answer_interval((wyrm_interval){wyrm_value_low(value), wyrm_value_high(value)});
}

static json_t *table_json(wyrm_answer *json, const wyrm_value *value)
{
    json_t *list = json_array();
    const wyrm_depth_row *rows = wyrm_value_rows(value);
    for (size_t i = 0; i < wyrm_value_count(value); i++) {
        json_t *row = json_array();
        wyrm_answer_append(json, row, wyrm_answer_real(rows[i].value));
        wyrm_answer_append(json, row, json_integer(rows[i].from_depth));
        wyrm_answer_append(json, list, row);
    }
    return list;
}

static json_t *dice_json(wyrm_answer *json, const wyrm_value *value)
{
    (void)json;
    wyrm_dice dice = wyrm_value_dice(value);
    if (dice.count == 0)
        return json_integer(dice.plus);
    char text[48];
    snprintf(text, sizeof text, dice.plus != 0 ? "%dd%d%+d" : "%dd%d", dice.count, dice.sides,
             dice.plus);
    return json_string(text);
}

static json_t *margin_json(wyrm_answer *json, const wyrm_value *value)
{
    if (!wyrm_value_is_relative(value))
        return wyrm_answer_real(wyrm_value_real(value));
    char *text = NULL;
    if (wyrm_value_flow(value, &text, NULL) != WYRM_OK)
        json->failed = true;
    json_t *made = wyrm_answer_text(text != NULL ? text : "");
    wyrm_free(text);
    return made;
}

/* How each kind of value is told. */
static json_t *(*const tellers[])(wyrm_answer *json, const wyrm_value *value) = {
    [WYRM_KIND_BOOL] = bool_json,         [WYRM_KIND_INTEGER] = integer_json,
    [WYRM_KIND_REAL] = real_json,         [WYRM_KIND_RATIO] = ratio_json,
    [WYRM_KIND_TEXT] = text_json,         [WYRM_KIND_NAME] = text_json,
    [WYRM_KIND_CHOICE] = text_json,       [WYRM_KIND_RANGE] = range_json,
    [WYRM_KIND_INTERVAL] = interval_json, [WYRM_KIND_TABLE] = table_json,
    [WYRM_KIND_DICE] = dice_json,         [WYRM_KIND_MARGIN] = margin_json,
    [WYRM_KIND_RECORD] = members_json,    [WYRM_KIND_LIST] = list_json,
    [WYRM_KIND_MAP] = members_json,
};

static json_t *wyrm_value_json(wyrm_answer *json, const wyrm_value *value)
{
    wyrm_kind kind = wyrm_value_kind(value);
    if ((size_t)kind >= sizeof tellers / sizeof tellers[0] || tellers[kind] == NULL)
        return json_null();
    return tellers[kind](json, value);
}

wyrm_status wyrm_report_tree_json(const wyrm_design *design, wyrm_page *page, wyrm_error *error)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    wyrm_answer json = wyrm_answer_new("rules-show", ruleset);
    wyrm_answer_set(&json, NULL, "rules", wyrm_value_json(&json, wyrm_ruleset_root(ruleset)));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

/* Calls `each` with every shipped ruleset. */
static wyrm_status for_shipped(void (*each)(const wyrm_ruleset *ruleset, void *context),
                               void *context, wyrm_error *error)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design;
        wyrm_status status = wyrm_design_open(shipped[i].name, &design, NULL);
        if (status != WYRM_OK)
            return wyrm_fail(error, status, "the shipped ruleset '%s' does not read: %s",
                             shipped[i].name, wyrm_status_text(status));
        each(wyrm_design_ruleset(design), context);
        wyrm_design_free(design);
    }
    return WYRM_OK;
}

static void print_ruleset(const wyrm_ruleset *ruleset, void *context)
{
    wyrm_page *page = context;
    wyrm_page_toned(page, WYRM_TONE_STRONG, wyrm_ruleset_name(ruleset));
    wyrm_page_addf(page, "  %s\n    ", wyrm_ruleset_title(ruleset));
    wyrm_page_wrap(page, 4, 4, wyrm_ruleset_description(ruleset));
}

wyrm_status wyrm_report_rulesets(wyrm_page *page, wyrm_error *error)
{
    wyrm_status status = for_shipped(print_ruleset, page, error);
    if (status != WYRM_OK)
        return status;
    wyrm_page_add(page,
                  "\nAll of one: wyrm rules show NAME    Begin your own: wyrm rules new NAME\n");
    return wyrm_page_status(page, error);
}

typedef struct ruleset_list {
    wyrm_answer *json;
    json_t *list;
} ruleset_list;

static void add_ruleset(const wyrm_ruleset *ruleset, void *context)
{
    ruleset_list *listing = context;
    json_t *object = json_object();
    wyrm_answer_set(listing->json, object, "name", wyrm_answer_text(wyrm_ruleset_name(ruleset)));
    wyrm_answer_set(listing->json, object, "title", wyrm_answer_text(wyrm_ruleset_title(ruleset)));
    wyrm_answer_set(listing->json, object, "description",
                    wyrm_answer_text(wyrm_ruleset_description(ruleset)));
    wyrm_answer_set(listing->json, object, "hash", wyrm_answer_text(wyrm_ruleset_hash(ruleset)));
    wyrm_answer_append(listing->json, listing->list, object);
}

wyrm_status wyrm_report_rulesets_json(wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-list", NULL);
    ruleset_list listing = {.json = &json, .list = json_array()};
    wyrm_status status = for_shipped(add_ruleset, &listing, error);
    wyrm_answer_set(&json, NULL, "rulesets", listing.list);
    if (status == WYRM_OK)
        status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
