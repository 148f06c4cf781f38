/* Who attacks and fights, in the answers about attacks and fights: both sides as a table or as
 * objects, and what is left out about them. */
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Combatants: a table of both sides, an object of one ---- */

/* Several stats that a record says as one thing, in its words: "[2, 5]", "1d8+2"; "-" where nothing
 * is said. */
static void say_parts(const wyrm_combat *combat, const wyrm_combatant *fighter, const char *written,
                      char *words, size_t size)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    double parts[WYRM_PART_PLUS + 1] = {0};
    const wyrm_amount *whole = NULL;
    for (size_t s = 0; stats[s].name != NULL; s++) {
        bool meant = stats[s].written != NULL && strcmp(stats[s].written, written) == 0;
        if (meant && stats[s].part != WYRM_PART_WHOLE)
            parts[stats[s].part] = fighter->stats[s];
        else if (meant && whole == NULL)
            whole = wyrm_combat_amount(combat, fighter->stats[s]);
    }
    const double least = parts[WYRM_PART_LEAST], greatest = parts[WYRM_PART_GREATEST];
    if (whole != NULL)
        snprintf(words, size, "%s", wyrm_amount_text(whole));
    else if (parts[WYRM_PART_DICE] > 0)
        snprintf(words, size, parts[WYRM_PART_PLUS] != 0 ? "%.0fd%.0f%+.0f" : "%.0fd%.0f",
                 parts[WYRM_PART_DICE], parts[WYRM_PART_SIDES], parts[WYRM_PART_PLUS]);
    else if (greatest > least)
        snprintf(words, size, "[%.0f, %.0f]", least, greatest);
    else if (greatest > 0 || parts[WYRM_PART_PLUS] != 0)
        snprintf(words, size, "%.0f", greatest + parts[WYRM_PART_PLUS]);
    else
        snprintf(words, size, "-");
}

/* Whether one of these stats of either side differs from what nothing sets: stat s, or all that a
 * record says in one with it, of which s is the first. */
static bool is_told(const wyrm_stat *stats, size_t s, const wyrm_combatant *const fighters[2])
{
    const char *written = stats[s].written;
    bool told = false;
    for (size_t t = 0; stats[t].name != NULL; t++) {
        bool same = t == s || (written != NULL && stats[t].written != NULL &&
                               strcmp(stats[t].written, written) == 0);
        if (same && t < s)
            return false;
        for (size_t side = 0; side < 2 && same; side++)
            told |= fighters[side]->stats[t] < stats[t].default_value ||
                    fighters[side]->stats[t] > stats[t].default_value;
    }
    return told;
}

static void add_stat(wyrm_table *table, const wyrm_combat *combat, const wyrm_combatant *fighter,
                     size_t s)
{
    const wyrm_stat *stat = &wyrm_combat_stats(combat)[s];
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    if (stat->written != NULL)
        say_parts(combat, fighter, stat->written, words, sizeof words);
    if (stat->written != NULL)
        wyrm_table_cell(table, words);
    else if (stat->kind == WYRM_STAT_NUMBER)
        wyrm_cell_exact(table, fighter->stats[s]);
    else if (stat->kind == WYRM_STAT_AMOUNT &&
             wyrm_combat_amount(combat, fighter->stats[s]) == NULL)
        wyrm_table_cell(table, "-");
    else
        wyrm_table_cell(table, wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words,
                                                     sizeof words));
}

/* Hit points and the stats that say anything, as a designer wrote them. */
void wyrm_print_fighters(const wyrm_design *design, const char *const names[2],
                         const wyrm_combatant *const fighters[2], wyrm_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    const wyrm_combatant *a = fighters[0], *b = fighters[1];
    bool hp = a->max_hp > 0 || b->max_hp > 0, heals = a->regeneration > 0 || b->regeneration > 0;
    wyrm_table table = wyrm_table_of(page, "<");
    for (int side = -1; side < 2; side++) { /* first the headings */
        if (side >= 0)
            wyrm_table_cell(&table, names[side]);
        if (hp && side < 0)
            wyrm_table_column(&table, WYRM_RIGHT, "hit points");
        else if (hp && wyrm_combat_hp_roll(combat, fighters[side]) != NULL)
            wyrm_table_cell(
                &table, wyrm_amount_text(wyrm_combat_amount(combat, fighters[side]->hp_amount)));
        else if (hp)
            wyrm_cell_exact(&table, (double)fighters[side]->hp);
        if (heals && side < 0)
            wyrm_table_column(&table, WYRM_RIGHT, "won back a turn");
        else if (heals)
            wyrm_cell_exact(&table, fighters[side]->regeneration);
        for (size_t s = 0; stats[s].name != NULL; s++)
            if (is_told(stats, s, fighters) && side < 0)
                wyrm_table_column(&table, WYRM_RIGHT,
                                  stats[s].written != NULL ? stats[s].written : stats[s].name);
            else if (is_told(stats, s, fighters))
                add_stat(&table, combat, fighters[side], s);
    }
    wyrm_table_end(&table, 3);
}

void wyrm_put_fighter(base_json *json, const char *key, const wyrm_design *design, const char *text,
                      const wyrm_combatant *fighter)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    base_putf(json, "%s:{combatant:%s level:%d hp:%" PRId64 " max_hp:%" PRId64, key, text,
              fighter->level, fighter->hp, fighter->max_hp);
    if (wyrm_combat_hp_roll(combat, fighter) != NULL)
        base_put_text(json, "hp_roll",
                      wyrm_amount_text(wyrm_combat_amount(combat, fighter->hp_amount)));
    base_putf(json, "regeneration:%g stats:{", fighter->regeneration);
    for (size_t s = 0; stats[s].name != NULL; s++)
        if (stats[s].kind == WYRM_STAT_NUMBER)
            base_put_real(json, stats[s].name, fighter->stats[s]);
        else if (stats[s].kind != WYRM_STAT_AMOUNT || /* one that nothing says is left out */
                 wyrm_combat_amount(combat, fighter->stats[s]) != NULL)
            base_put_text(
                json, stats[s].name,
                wyrm_combat_stat_text(combat, (int32_t)s, fighter->stats[s], words, sizeof words));
    base_putf(json, "}}");
}

/* ---- What is left out ---- */

/* Sentences about a side that do not hold: a fight from a distance has its shots, which come
 * first. */
static size_t count_shots(const wyrm_asked_about *of, int side)
{
    const wyrm_roster *roster = wyrm_design_roster(of->design);
    wyrm_combatant who;
    if (of->distance <= 1 || wyrm_roster_combatant(roster, of->names[side], &who, NULL) != WYRM_OK)
        return 0;
    const wyrm_monster *monster = wyrm_roster_monster(roster, wyrm_roster_find(roster, who.name));
    return monster != NULL && monster->abilities != NULL ? monster->abilities->shot_count : 0;
}

/* Sentence number `index` of both, each once. */
static bool leaves_out(const wyrm_asked_about *of, size_t index, char out[WYRM_LEFT_OUT_TEXT_MAX])
{
    const bool alike = strcmp(of->names[0], of->names[1]) == 0;
    for (int side = 0; side < 2 - alike; side++)
        for (size_t i = count_shots(of, side);
             wyrm_design_leaves_out(of->design, of->names[side], of->fight, i, out); i++)
            if (index-- == 0)
                return true;
    return false;
}

void wyrm_print_left_out(const wyrm_asked_about *of, wyrm_page *page)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    for (size_t i = 0; leaves_out(of, i, text); i++) {
        if (i == 0)
            wyrm_page_add(page, of->distance > 1
                                    ? "\nOne against one, on open ground; left out is:\n"
                                : of->fight ? "\nHand to hand, one against one; left out is:\n"
                                            : "\nLeft out is:\n");
        page_point(page, 3, 2, "%s", text);
    }
}

/* Nothing where nothing is. */
void wyrm_put_left_out(const wyrm_asked_about *of, base_json *json)
{
    char text[WYRM_LEFT_OUT_TEXT_MAX];
    size_t i = 0;
    for (; leaves_out(of, i, text); i++) {
        if (i == 0)
            base_put_list(json, "leaves_out");
        base_put_text(json, NULL, text);
    }
    if (i > 0)
        base_put_end(json);
}
