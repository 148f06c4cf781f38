/* The answer of `wyrm rules show --levels`: what every level is worth. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"

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
