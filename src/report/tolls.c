/* What rooms take: exact fights with what lives there. */
#include "report/tolls.h"

#include <stdio.h>
#include <string.h>

#include "judge/crowd.h"
#include "judge/metric_rows.h"
#include "output/figures.h"
#include "output/table.h"

static void add(const wyrm_reference *reference, int32_t depth, const judge_toll *toll,
                wyrm_tolls *out)
{
    wyrm_toll *row = &out->list[out->count++];
    *row = (wyrm_toll){
        .depth = depth, .lost = toll->lost, .death = toll->death, .sampled = toll->sampled};
    memcpy(row->player, reference->text, sizeof row->player);
    if (toll->sampled) {
        row->lost_ci95 = wyrm_moments_interval(&toll->losses, 0.95);
        row->death_ci95 = wyrm_moments_interval(&toll->deaths, 0.95);
    }
}

/* What the metrics of the same names say. */
static wyrm_status count_attacks(const wyrm_design *design, wyrm_toll *toll, wyrm_error *error)
{
    judge_work work = {.design = design};
    const judge_target target = {.of = "", .first = WYRM_SUBJECT_FIRST};
    const judge_place place = {.depth = toll->depth};
    judge_measure on_monster = {0}, on_player = {0};
    wyrm_status status = wyrm_judge_attacks_on_monster(&work, &target, &place, &on_monster, error);
    if (status == WYRM_OK)
        status = wyrm_judge_attacks_on_player(&work, &target, &place, &on_player, error);
    toll->attacks_on_monster = on_monster.value;
    toll->attacks_on_player = on_player.value;
    return status;
}

static wyrm_status fight(const wyrm_design *design, int32_t depth, uint64_t seed, wyrm_tolls *out,
                         wyrm_error *error)
{
    wyrm_reference reference;
    judge_crowd crowd = {0};
    judge_toll toll = {0};
    wyrm_status status = wyrm_design_reference(design, depth, &reference, error);
    if (status != WYRM_OK)
        return status;
    status = wyrm_judge_crowd_gather(design, depth, &reference.player, WYRM_SUBJECT_FIRST, &crowd,
                                     error);
    if (status == WYRM_OK && crowd.count > 0)
        status = wyrm_judge_crowd_room(&crowd, seed, &toll, error);
    bool fought = status == WYRM_OK && crowd.count > 0;
    wyrm_judge_crowd_release(&crowd);
    if (fought) {
        add(&reference, depth, &toll, out);
        status = count_attacks(design, &out->list[out->count - 1], error);
    }
    /* Someone without hit points: the depth is left out. */
    return status == WYRM_ERROR_ARGUMENT ? WYRM_OK : status;
}

wyrm_status wyrm_tolls_find(const wyrm_design *design, uint64_t seed, wyrm_tolls *out,
                            wyrm_error *error)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    wyrm_status status = WYRM_OK;
    out->count = 0;
    for (int32_t depth = 1; depth <= last && depth <= WYRM_TOLLS_MAX && status == WYRM_OK; depth++)
        status = fight(design, depth, seed, out, error);
    return status;
}

/* "13.4 %", with its interval where sampled. */
static const char *share_text(wyrm_style style, const wyrm_toll *toll, double share,
                              wyrm_interval ci95, wyrm_figure *out)
{
    if (!toll->sampled || !(ci95.high > ci95.low))
        return wyrm_figure_percent(share, out);
    return wyrm_figure_share(style, share, ci95, out);
}

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
        wyrm_table_cell(&table,
                        share_text(page->style, toll, toll->lost, toll->lost_ci95, &figure));
        wyrm_table_cell(&table,
                        share_text(page->style, toll, toll->death, toll->death_ci95, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(toll->attacks_on_monster, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(toll->attacks_on_player, &figure));
    }
    wyrm_table_print(&table, page, 0);
    wyrm_table_free(&table);
    print_players(tolls, page);
}

json_t *wyrm_tolls_json(wyrm_answer *json, const wyrm_tolls *tolls)
{
    json_t *list = json_array();
    for (size_t i = 0; i < tolls->count; i++) {
        const wyrm_toll *toll = &tolls->list[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(toll->depth));
        wyrm_answer_set(json, object, "player", wyrm_answer_text(toll->player));
        wyrm_answer_set(json, object, "hp_lost", wyrm_answer_real(toll->lost));
        wyrm_answer_set(json, object, "hp_lost_ci95",
                        toll->sampled ? wyrm_answer_interval(toll->lost_ci95) : json_null());
        wyrm_answer_set(json, object, "death", wyrm_answer_real(toll->death));
        wyrm_answer_set(json, object, "death_ci95",
                        toll->sampled ? wyrm_answer_interval(toll->death_ci95) : json_null());
        wyrm_answer_set(json, object, "attacks_to_kill_monster",
                        wyrm_answer_real(toll->attacks_on_monster));
        wyrm_answer_set(json, object, "attacks_to_kill_player",
                        wyrm_answer_real(toll->attacks_on_player));
        wyrm_answer_append(json, list, object);
    }
    return list;
}
