/* Combatants in answers: the table of both sides, and the JSON object of one. */
#include "report/fighters.h"

#include "output/figures.h"
#include "output/table.h"

/* Whether a stat says anything: of either side it differs from what nothing sets. */
static bool told(const wyrm_stat *row, size_t stat, const wyrm_combatant *const fighters[2])
{
    return fighters[0]->stats[stat] < row->fallback || fighters[0]->stats[stat] > row->fallback ||
           fighters[1]->stats[stat] < row->fallback || fighters[1]->stats[stat] > row->fallback;
}

static void add_number(wyrm_table *table, double value)
{
    wyrm_figure figure;
    wyrm_table_cell(table, wyrm_figure_exact(value, &figure));
}

void wyrm_fighters_table(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], wyrm_page *page)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    bool hp = fighters[0]->max_hp > 0 || fighters[1]->max_hp > 0;
    bool regenerates = fighters[0]->regeneration > 0 || fighters[1]->regeneration > 0;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "");
    if (hp)
        wyrm_table_column(&table, WYRM_RIGHT, "hit points");
    if (regenerates)
        wyrm_table_column(&table, WYRM_RIGHT, "won back a turn");
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (told(&stats[s], s, fighters))
            wyrm_table_column(&table, WYRM_RIGHT, stats[s].name);
    for (int side = 0; side < 2; side++) {
        wyrm_table_cell(&table, names[side]);
        if (hp)
            add_number(&table, (double)fighters[side]->hp);
        if (regenerates)
            add_number(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (told(&stats[s], s, fighters))
                add_number(&table, fighters[side]->stats[s]);
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

json_t *wyrm_fighter_json(wyrm_answer *json, const wyrm_design *design, const char *text,
                          const wyrm_combatant *fighter)
{
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    json_t *object = json_object();
    json_t *values = json_object();
    for (size_t s = 0; stats[s].name != NULL; s++)
        wyrm_answer_set(json, values, stats[s].name, wyrm_answer_real(fighter->stats[s]));
    wyrm_answer_set(json, object, "combatant", wyrm_answer_text(text));
    wyrm_answer_set(json, object, "level", json_integer(fighter->level));
    wyrm_answer_set(json, object, "hp", json_integer(fighter->hp));
    wyrm_answer_set(json, object, "max_hp", json_integer(fighter->max_hp));
    wyrm_answer_set(json, object, "regeneration", wyrm_answer_real(fighter->regeneration));
    wyrm_answer_set(json, object, "stats", values);
    return object;
}
