/* What rooms take, printed and as JSON. */
#include "report/tolls.h"

#include <stdio.h>
#include <string.h>

#include "output/figures.h"
#include "output/table.h"

/* Who is meant by the player of each depth, once for all depths in a row that have the same. */
static void print_players(const wyrm_tolls *tolls, wyrm_page *page)
{
    wyrm_page_add(page, "\nThe player of each depth:\n");
    for (size_t i = 0, next; i < tolls->count; i = next) {
        const wyrm_toll *first = &tolls->list[i];
        char depths[32];
        next = i + 1;
        while (next < tolls->count && strcmp(tolls->list[next].player, first->player) == 0)
            next++;
        int last = tolls->list[next - 1].depth;
        if (last > first->depth)
            snprintf(depths, sizeof depths, "%d-%d", (int)first->depth, last);
        else
            snprintf(depths, sizeof depths, "%d", last);
        wyrm_page_addf(page, "%7s  %s\n", depths, first->player);
    }
}

void wyrm_tolls_print(const wyrm_tolls *tolls, wyrm_page *page)
{
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "depth");
    wyrm_table_column(&table, WYRM_RIGHT, "a room takes");
    wyrm_table_column(&table, WYRM_RIGHT, "and kills");
    wyrm_table_column(&table, WYRM_RIGHT, "attacks to\nkill monster");
    wyrm_table_column(&table, WYRM_RIGHT, "player");
    for (size_t i = 0; i < tolls->count; i++) {
        const wyrm_toll *toll = &tolls->list[i];
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(toll->depth, &figure));
        wyrm_table_cell(&table, wyrm_figure_estimated_share(page->style, &toll->lost, &figure));
        wyrm_table_cell(&table, wyrm_figure_estimated_share(page->style, &toll->death, &figure));
        wyrm_table_cell(&table,
                        wyrm_figure_estimate(page->style, &toll->attacks_on_monster, &figure));
        wyrm_table_cell(&table,
                        wyrm_figure_estimate(page->style, &toll->attacks_on_player, &figure));
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    print_players(tolls, page);
}

/* The value under the key, and its interval, null where it is exact, under KEY_ci95. */
static void set_estimate(wyrm_answer *json, json_t *object, const char *key,
                         const wyrm_estimate *estimate)
{
    char name[64];
    snprintf(name, sizeof name, "%s_ci95", key);
    wyrm_answer_set(json, object, key, wyrm_answer_real(estimate->value));
    wyrm_answer_set(json, object, name,
                    estimate->sampled ? wyrm_answer_interval(estimate->ci95) : json_null());
}

json_t *wyrm_tolls_json(wyrm_answer *json, const wyrm_tolls *tolls)
{
    json_t *list = json_array();
    for (size_t i = 0; i < tolls->count; i++) {
        const wyrm_toll *toll = &tolls->list[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(toll->depth));
        wyrm_answer_set(json, object, "player", wyrm_answer_text(toll->player));
        set_estimate(json, object, "hp_lost", &toll->lost);
        set_estimate(json, object, "death", &toll->death);
        set_estimate(json, object, "attacks_to_kill_monster", &toll->attacks_on_monster);
        set_estimate(json, object, "attacks_to_kill_player", &toll->attacks_on_player);
        wyrm_answer_append(json, list, object);
    }
    return list;
}
