/* `wyrm sim` as text: the monsters that were met, the items that were found, and what never was. */

#include "report/sim_tables.h"

#include <string.h>

#include <wyrm/play_rules.h>

#include "output/table.h"
#include "report/quantiles.h"
#include "report/sim_shared.h"

#define MONSTERS 10 /* that text tells of, the deadliest */
#define ITEMS    10 /* the most found */

/* Indexes of what is told, by how much it matters; the rest is left to --verbose. */
typedef struct ranking {
    size_t count;
    size_t indexes[WYRM_KINDS_MAX];
} ranking;

static void insert(ranking *ranks, size_t index, const uint64_t *weights)
{
    size_t at = ranks->count++;
    while (at > 0 && weights[ranks->indexes[at - 1]] < weights[index]) {
        ranks->indexes[at] = ranks->indexes[at - 1];
        at--;
    }
    ranks->indexes[at] = index;
}

static void print_monster(const wyrm_sim_report *report, size_t index, wyrm_page *page,
                          wyrm_table *table)
{
    const wyrm_sim_monster *monster = &report->summary->monsters[index];
    wyrm_figure figure;
    wyrm_style style = page->style;
    wyrm_table_cell(table, wyrm_roster_monster(wyrm_design_roster(report->design), index)->title);
    wyrm_table_cell(table, wyrm_figure_exact((double)monster->met, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->attacks_to_kill, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->damage_per_attack, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->damage_taken, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->damage_per_taken, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->attacks_to_die, &figure));
    wyrm_table_cell(table, wyrm_figure_ratio(style, &monster->fatal, &figure));
}

/* "Never met: A, B and 3 more." */
static void print_never(wyrm_page *page, const char *what, const char *const *names, size_t count,
                        bool all)
{
    size_t shown = all || count <= 8 ? count : 6;
    if (count == 0)
        return;
    wyrm_text text = {0};
    wyrm_text_appendf(&text, "%s: ", what);
    for (size_t i = 0; i < shown; i++)
        wyrm_text_appendf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
    if (shown < count)
        wyrm_text_appendf(&text, " and %zu more", count - shown);
    wyrm_text_append(&text, ".");
    if (text.failed)
        wyrm_page_fail(page);
    else
        wyrm_page_wrap(page, 0, 0, text.bytes);
    wyrm_text_drop(&text);
}

/* What is told of a whole run besides its mean, which alone would hide it. */
static const struct {
    const char *name;
    double share;
} spreads[] = {{"10 %", 0.1}, {"25 %", 0.25}, {"median", 0.5}, {"75 %", 0.75}, {"90 %", 0.9}};

void wyrm_sim_print_spreads(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    bool depths = report->facts->arena[0] == '\0'; /* a set fight has none */
    wyrm_figure figure;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "of a run");
    if (depths)
        wyrm_table_column(&table, WYRM_RIGHT, "final depth");
    wyrm_table_column(&table, WYRM_RIGHT, "turns");
    wyrm_table_cell(&table, "mean");
    if (depths)
        wyrm_table_cell(&table, wyrm_figure_mean(page->style, &summary->final_depth, &figure));
    wyrm_table_cell(&table, wyrm_figure_mean(page->style, &summary->turns, &figure));
    for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
        wyrm_table_cell(&table, spreads[i].name);
        if (depths)
            wyrm_table_cell(&table, wyrm_quantile_say(page->style, summary->final_depths,
                                                      spreads[i].share, &figure));
        wyrm_table_cell(
            &table, wyrm_quantile_say(page->style, summary->all_turns, spreads[i].share, &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

/* How often pity gave something, depth by depth; nothing where the ruleset has none. */
void wyrm_sim_print_pity(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_pity_rules *pity = wyrm_loot_facts_of(wyrm_design_loot(report->design))->pity;
    size_t shown = wyrm_sim_depths_shown(summary, report->verbose);
    if (!pity || shown == 0)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "items of pity\na room, at depth");
    for (size_t i = 0; i < pity->count; i++)
        wyrm_table_column(&table, WYRM_RIGHT, pity->names[i]);
    for (size_t i = 0; i < shown; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(depth->depth, &figure));
        for (size_t p = 0; p < pity->count; p++)
            wyrm_table_cell(&table, wyrm_figure_ratio(page->style, &depth->pity[p], &figure));
    }
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
}

void wyrm_sim_print_monsters(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    ranking ranks = {0};
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX];
    size_t never_count = 0;
    for (size_t i = 0; i < summary->monster_count && i < WYRM_KINDS_MAX; i++) {
        const wyrm_sim_monster *monster = &summary->monsters[i];
        weights[i] = monster->deaths * 1000000 + monster->met;
        if (monster->met > 0)
            insert(&ranks, i, weights);
        else
            never[never_count++] = wyrm_roster_monster(roster, i)->title;
    }
    if (ranks.count == 0)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "monster");
    wyrm_table_column(&table, WYRM_RIGHT, "met");
    wyrm_table_column(&table, WYRM_RIGHT, "attacks\nto kill it");
    wyrm_table_column(&table, WYRM_RIGHT, "damage\nof each");
    wyrm_table_column(&table, WYRM_RIGHT, "damage\ntaken");
    wyrm_table_column(&table, WYRM_RIGHT, "its damage\nan attack");
    wyrm_table_column(&table, WYRM_RIGHT, "its attacks\nto kill");
    wyrm_table_column(&table, WYRM_RIGHT, "kills who\nmeets it");
    size_t shown = report->verbose || ranks.count <= MONSTERS ? ranks.count : MONSTERS;
    for (size_t i = 0; i < shown; i++)
        print_monster(report, ranks.indexes[i], page, &table);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    if (shown < ranks.count)
        wyrm_page_wrapf(page, 0, 0, "(%zu more, less deadly: --verbose)", ranks.count - shown);
    if (report->facts->arena[0] == '\0')
        print_never(page, "Never met", never, never_count, report->verbose);
}

/* Whether the player has items of the kind from the start. */
static bool is_in_kit(const wyrm_play_rules *rules, const char *kind)
{
    for (size_t i = 0; i < rules->kit_count; i++)
        if (strcmp(rules->kit[i], kind) == 0)
            return true;
    return false;
}

/* What is had from the start is used or left over without being found. */
static void print_kit(const wyrm_sim_report *report, const wyrm_item_kind *kinds, wyrm_page *page)
{
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(report->design));
    wyrm_text text = {0};
    bool arena = report->facts->arena[0] != '\0';
    for (size_t i = 0; i < report->summary->item_count && !arena; i++)
        if (is_in_kit(&rules, kinds[i].name))
            wyrm_text_appendf(&text, "%s%s", text.length > 0 ? ", " : "", kinds[i].title);
    if (text.failed)
        wyrm_page_fail(page);
    else if (text.length > 0)
        wyrm_page_wrapf(page, 0, 0, "Had from the start, which is not counted as found: %s.",
                        text.bytes);
    wyrm_text_drop(&text);
}

static void print_item(const wyrm_sim_report *report, const wyrm_item_kind *kinds, size_t index,
                       wyrm_style style, wyrm_table *table)
{
    const wyrm_sim_item *item = &report->summary->items[index];
    wyrm_figure figure;
    wyrm_table_cell(table, kinds[index].title);
    for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
        wyrm_table_cell(table, wyrm_figure_mean(style, &item->a_run[fate], &figure));
}

void wyrm_sim_print_items(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    ranking ranks = {0};
    uint64_t weights[WYRM_KINDS_MAX];
    const char *never[WYRM_KINDS_MAX];
    size_t never_count = 0;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    for (size_t i = 0; i < summary->item_count && i < WYRM_KINDS_MAX; i++) {
        const wyrm_sim_item *item = &summary->items[i];
        weights[i] = item->found;
        if (item->found > 0)
            insert(&ranks, i, weights);
        if (item->found > 0 && item->used == 0)
            never[never_count++] = kinds[i].title;
    }
    if (ranks.count == 0)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "item, in a run");
    wyrm_table_column(&table, WYRM_RIGHT, "lie about");
    wyrm_table_column(&table, WYRM_RIGHT, "found");
    wyrm_table_column(&table, WYRM_RIGHT, "used");
    wyrm_table_column(&table, WYRM_RIGHT, "left over");
    size_t shown = report->verbose || ranks.count <= ITEMS ? ranks.count : ITEMS;
    for (size_t i = 0; i < shown; i++)
        print_item(report, kinds, ranks.indexes[i], page->style, &table);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    if (shown < ranks.count)
        wyrm_page_wrapf(page, 0, 0, "(%zu more: --verbose)", ranks.count - shown);
    print_kit(report, kinds, page);
    print_never(page, "Found and never used", never, never_count, report->verbose);
}
