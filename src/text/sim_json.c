/* `wyrm sim` for scripts: all of its figures, and runs as CSV. */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>

/* Moments with quantiles; null where no run came to an end. */
static void put_distribution(base_json *json, const char *key, const wyrm_moments *moments,
                             const wyrm_histogram *counts)
{
    if (!wyrm_open_moments(json, key, moments))
        return;
    wyrm_put_quantiles(json, "quantiles", counts);
    base_put_end(json);
}

static void put_survival(base_json *json, const char *key, const wyrm_summary *summary)
{
    base_put_list(json, key);
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        base_put_object(json, NULL);
        base_put_whole(json, "depth", depth->depth);
        base_put_real(json, "value", depth->survival);
        wyrm_put_interval(json, "ci95", depth->survival_ci95);
        base_put_count(json, "entered", depth->entered);
        base_put_count(json, "died", depth->died);
        base_put_count(json, "won", depth->won);
        base_put_count(json, "cut_off", depth->cut);
        base_put_count(json, "stalled", depth->stalled);
        wyrm_put_sampled(json, "hazard", depth->hazard, depth->hazard_ci95);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_levels(base_json *json, const char *key, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(report->design));
    base_put_list(json, key);
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        base_put_object(json, NULL);
        base_put_whole(json, "depth", depth->depth);
        for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++)
            wyrm_put_moments(json, column->key, wyrm_sim_moments(depth, column));
        wyrm_put_ratio(json, "monsters_met", &depth->met);
        wyrm_put_ratio(json, "monsters_killed", &depth->killed);
        wyrm_put_ratio(json, "items_found", &depth->found);
        base_put_object(json, "pity_per_room");
        for (size_t p = 0; facts->pity && p < facts->pity->count; p++)
            wyrm_put_ratio(json, facts->pity->names[p], &depth->pity[p]);
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_deaths(base_json *json, const char *key, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    base_put_list(json, key);
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        const char *by = death->end == WYRM_RUN_KILLED && death->killer >= 0
                             ? wyrm_roster_monster(roster, (size_t)death->killer)->name
                             : wyrm_run_end_word(death->end);
        base_put_object(json, NULL);
        base_put_text(json, "by", by);
        base_put_whole(json, "depth", death->depth);
        base_put_count(json, "runs", death->count);
        base_put_real(json, "share", (double)death->count / (double)summary->complete);
        wyrm_put_interval(json, "ci95", death->ci95);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_monsters(base_json *json, const char *key, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    base_put_list(json, key);
    for (size_t i = 0; i < summary->monster_count; i++) {
        const wyrm_sim_monster *monster = &summary->monsters[i];
        base_put_object(json, NULL);
        base_put_text(json, "name",
                      wyrm_roster_monster(wyrm_design_roster(report->design), i)->name);
        base_put_count(json, "runs_met", monster->runs_met);
        base_put_count(json, "met", monster->met);
        base_put_count(json, "kills", monster->kills);
        base_put_count(json, "deaths", monster->deaths);
        wyrm_put_ratio(json, "attacks_to_kill", &monster->attacks_to_kill);
        wyrm_put_ratio(json, "attacks_taken", &monster->attacks_taken);
        wyrm_put_ratio(json, "damage_taken", &monster->damage_taken);
        wyrm_put_ratio(json, "damage_per_attack", &monster->damage_per_attack);
        wyrm_put_ratio(json, "its_damage_per_attack", &monster->damage_per_taken);
        wyrm_put_ratio(json, "its_attacks_to_kill", &monster->attacks_to_die);
        wyrm_put_ratio(json, "fatal", &monster->fatal);
        base_put_end(json);
    }
    base_put_end(json);
}

static void put_items(base_json *json, const char *key, const wyrm_sim_report *report)
{
    static const char *const fates[WYRM_FATE_COUNT] = {"lain", "found", "used", "left"};
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_put_list(json, key);
    for (size_t i = 0; i < summary->item_count; i++) {
        const wyrm_sim_item *item = &summary->items[i];
        base_put_object(json, NULL);
        base_put_text(json, "name", kinds[i].name);
        base_put_count(json, "runs_found", item->runs_found);
        base_put_count(json, "lain", item->lain);
        base_put_count(json, "found", item->found);
        base_put_count(json, "used", item->used);
        base_put_count(json, "left", item->left);
        base_put_object(json, "a_run");
        for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
            wyrm_put_moments(json, fates[fate], &item->a_run[fate]);
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

/* Monsters that no run met, and items that lay somewhere and were never used, by name. */
static void put_never(base_json *json, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_item_kind *kinds;
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    base_put_list(json, "never_met");
    for (size_t i = 0; i < summary->monster_count; i++)
        if (summary->monsters[i].met == 0)
            base_put_text(json, NULL, wyrm_roster_monster(roster, i)->name);
    base_put_end(json);
    base_put_list(json, "never_used");
    for (size_t i = 0; i < summary->item_count; i++)
        if (summary->items[i].lain > 0 && summary->items[i].used == 0)
            base_put_text(json, NULL, kinds[i].name);
    base_put_end(json);
}

static void put_examples(base_json *json, const char *key, const wyrm_summary *summary)
{
    base_put_list(json, key);
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        base_put_object(json, NULL);
        base_put_text(json, "what", example->what);
        base_put_count(json, "run", example->run);
        base_put_whole(json, "depth", example->depth);
        base_put_text(json, "end", wyrm_run_end_word(example->end));
        base_put_end(json);
    }
    base_put_end(json);
}

/* [[first, last], ...] of the runs that are missing between the first and the last. */
static void put_missing(base_json *json, const char *key, const wyrm_results_account *account)
{
    base_put_list(json, key);
    for (size_t i = 0; account && i < account->gap_count; i++) {
        base_put_list(json, NULL);
        base_put_count(json, NULL, account->gaps[i].first);
        base_put_count(json, NULL, account->gaps[i].last);
        base_put_end(json);
    }
    base_put_end(json);
}

static void write_sim(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_results_facts *facts = report->facts;
    uint64_t missing = report->account ? report->account->missing : 0;
    base_json json = wyrm_answer_begin(page, "sim", wyrm_design_ruleset(report->design));
    base_put_count(&json, "seed", facts->seed);
    base_put_count(&json, "runs", summary->runs);
    base_put_count(&json, "complete_runs", summary->complete);
    base_put_count(&json, "first_run", report->first);
    base_put_bool(&json, "complete", !report->stopped && missing == 0);
    put_missing(&json, "missing", report->account);
    base_put_count(&json, "engine", facts->engine);
    base_put_text(&json, "bot", facts->bot);
    base_put_count(&json, "turn_limit", facts->turn_limit);
    base_put_text(&json, "without", facts->without);
    base_put_text(&json, "arena", facts->arena[0] ? facts->arena : NULL);
    wyrm_put_sampled(&json, "win_rate", summary->win_rate, summary->win_rate_ci95);
    base_put_object(&json, "ends");
    for (int end = 0; end < WYRM_RUN_END_COUNT; end++)
        base_put_count(&json, wyrm_run_end_word((wyrm_run_end)end), summary->ends[end]);
    base_put_end(&json);
    put_distribution(&json, "final_depth", &summary->final_depth, summary->final_depths);
    wyrm_put_moments(&json, "final_level", &summary->final_level);
    put_distribution(&json, "turns", &summary->turns, summary->all_turns);
    wyrm_put_moments(&json, "hp_left", &summary->hp_left);
    put_survival(&json, "survival", summary);
    put_levels(&json, "levels", report);
    put_deaths(&json, "deaths", report);
    put_monsters(&json, "monsters", report);
    put_items(&json, "items", report);
    put_never(&json, report);
    put_examples(&json, "examples", summary);
    base_put_end(&json);
}

void wyrm_report_sim(const wyrm_sim_report *report, wyrm_page *page)
{
    (page->json ? write_sim : wyrm_sim_print)(report, page);
}

void wyrm_report_sim_csv(const wyrm_sim_report *report, wyrm_page *page)
{
    const wyrm_summary *summary = report->summary;
    wyrm_page_add(page,
                  "depth,entered,died,won,cut_off,stalled,survival,survival_low,survival_high,"
                  "hazard,hazard_low,hazard_high");
    for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++)
        wyrm_page_addf(page, ",%s,%s_low,%s_high", column->key, column->key, column->key);
    wyrm_page_add(page, "\n");
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        wyrm_page_addf(page, "%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                       (int)depth->depth, depth->entered, depth->died, depth->won, depth->cut,
                       depth->stalled);
        wyrm_page_addf(page, ",%.9g,%.9g,%.9g,%.9g,%.9g,%.9g", depth->survival,
                       depth->survival_ci95.low, depth->survival_ci95.high, depth->hazard,
                       depth->hazard_ci95.low, depth->hazard_ci95.high);
        for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++) {
            const wyrm_moments *moments = wyrm_sim_moments(depth, column);
            wyrm_interval ci95 = wyrm_mean_interval(moments, 0.95);
            if (!wyrm_interval_is_known(ci95))
                wyrm_page_add(page, ",,,");
            else
                wyrm_page_addf(page, ",%.9g,%.9g,%.9g", moments->mean, ci95.low, ci95.high);
        }
        wyrm_page_add(page, "\n");
    }
}
