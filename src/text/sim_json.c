/* `wyrm sim` for scripts: all of its figures, and runs as CSV. */
#include "text/internal.h"

#include <inttypes.h>
#include <stdio.h>

/* Moments with quantiles; null where no run came to an end. */
static json_t *distribution_json(wyrm_answer *json, const wyrm_moments *moments,
                                 const wyrm_histogram *counts)
{
    json_t *object = wyrm_answer_moments(json, moments);
    if (moments->count > 0)
        wyrm_answer_set(json, object, "quantiles", wyrm_quantiles_json(json, counts));
    return object;
}

static json_t *ends_json(wyrm_answer *json, const wyrm_summary *summary)
{
    json_t *object = json_object();
    for (int end = 0; end < WYRM_RUN_END_COUNT; end++)
        wyrm_answer_set(json, object, wyrm_run_end_word((wyrm_run_end)end),
                        wyrm_answer_count(summary->ends[end]));
    return object;
}

static json_t *survival_json(wyrm_answer *json, const wyrm_summary *summary)
{
    json_t *list = json_array();
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(depth->depth));
        wyrm_answer_set(json, object, "value", wyrm_answer_real(depth->survival));
        wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(depth->survival_ci95));
        wyrm_answer_set(json, object, "entered", wyrm_answer_count(depth->entered));
        wyrm_answer_set(json, object, "died", wyrm_answer_count(depth->died));
        wyrm_answer_set(json, object, "won", wyrm_answer_count(depth->won));
        wyrm_answer_set(json, object, "cut_off", wyrm_answer_count(depth->cut));
        wyrm_answer_set(json, object, "stalled", wyrm_answer_count(depth->stalled));
        wyrm_answer_set(json, object, "hazard",
                        wyrm_sampled_json(json, depth->hazard, depth->hazard_ci95));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *levels_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_loot_facts *facts = wyrm_loot_facts_of(wyrm_design_loot(report->design));
    json_t *list = json_array();
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_depth *depth = &summary->depths[i];
        json_t *object = json_object(), *pity = json_object();
        wyrm_answer_set(json, object, "depth", json_integer(depth->depth));
        for (const wyrm_sim_column *column = wyrm_sim_columns; column->key; column++)
            wyrm_answer_set(json, object, column->key,
                            wyrm_answer_moments(json, wyrm_sim_moments(depth, column)));
        wyrm_answer_set(json, object, "monsters_met", wyrm_answer_ratio(json, &depth->met));
        wyrm_answer_set(json, object, "monsters_killed", wyrm_answer_ratio(json, &depth->killed));
        wyrm_answer_set(json, object, "items_found", wyrm_answer_ratio(json, &depth->found));
        for (size_t p = 0; facts->pity && p < facts->pity->count; p++)
            wyrm_answer_set(json, pity, facts->pity->names[p],
                            wyrm_answer_ratio(json, &depth->pity[p]));
        wyrm_answer_set(json, object, "pity_per_room", pity);
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *deaths_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    json_t *list = json_array();
    for (size_t i = 0; i < summary->death_count; i++) {
        const wyrm_sim_death *death = &summary->deaths[i];
        json_t *object = json_object();
        const char *by = death->end == WYRM_RUN_KILLED && death->killer >= 0
                             ? wyrm_roster_monster(roster, (size_t)death->killer)->name
                             : wyrm_run_end_word(death->end);
        wyrm_answer_set(json, object, "by", wyrm_answer_text(by));
        wyrm_answer_set(json, object, "depth", json_integer(death->depth));
        wyrm_answer_set(json, object, "runs", wyrm_answer_count(death->count));
        wyrm_answer_set(json, object, "share",
                        wyrm_answer_real((double)death->count / (double)summary->complete));
        wyrm_answer_set(json, object, "ci95", wyrm_answer_interval(death->ci95));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

static json_t *monsters_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    json_t *list = json_array();
    for (size_t i = 0; i < summary->monster_count; i++) {
        const wyrm_sim_monster *monster = &summary->monsters[i];
        json_t *object = json_object();
        wyrm_answer_set(
            json, object, "name",
            wyrm_answer_text(wyrm_roster_monster(wyrm_design_roster(report->design), i)->name));
        wyrm_answer_set(json, object, "runs_met", wyrm_answer_count(monster->runs_met));
        wyrm_answer_set(json, object, "met", wyrm_answer_count(monster->met));
        wyrm_answer_set(json, object, "kills", wyrm_answer_count(monster->kills));
        wyrm_answer_set(json, object, "deaths", wyrm_answer_count(monster->deaths));
        wyrm_answer_set(json, object, "attacks_to_kill",
                        wyrm_answer_ratio(json, &monster->attacks_to_kill));
        wyrm_answer_set(json, object, "attacks_taken",
                        wyrm_answer_ratio(json, &monster->attacks_taken));
        wyrm_answer_set(json, object, "damage_taken",
                        wyrm_answer_ratio(json, &monster->damage_taken));
        wyrm_answer_set(json, object, "damage_per_attack",
                        wyrm_answer_ratio(json, &monster->damage_per_attack));
        wyrm_answer_set(json, object, "its_damage_per_attack",
                        wyrm_answer_ratio(json, &monster->damage_per_taken));
        wyrm_answer_set(json, object, "its_attacks_to_kill",
                        wyrm_answer_ratio(json, &monster->attacks_to_die));
        wyrm_answer_set(json, object, "fatal", wyrm_answer_ratio(json, &monster->fatal));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

/* {"lain": {mean, sd, ci95}, "found": ...} in a run. */
static json_t *fates_json(wyrm_answer *json, const wyrm_sim_item *item)
{
    static const char *const keys[WYRM_FATE_COUNT] = {"lain", "found", "used", "left"};
    json_t *object = json_object();
    for (int fate = 0; fate < WYRM_FATE_COUNT; fate++)
        wyrm_answer_set(json, object, keys[fate], wyrm_answer_moments(json, &item->a_run[fate]));
    return object;
}

static json_t *items_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_item_kind *kinds;
    json_t *list = json_array();
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    for (size_t i = 0; i < summary->item_count; i++) {
        const wyrm_sim_item *item = &summary->items[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "name", wyrm_answer_text(kinds[i].name));
        wyrm_answer_set(json, object, "runs_found", wyrm_answer_count(item->runs_found));
        wyrm_answer_set(json, object, "lain", wyrm_answer_count(item->lain));
        wyrm_answer_set(json, object, "found", wyrm_answer_count(item->found));
        wyrm_answer_set(json, object, "used", wyrm_answer_count(item->used));
        wyrm_answer_set(json, object, "left", wyrm_answer_count(item->left));
        wyrm_answer_set(json, object, "a_run", fates_json(json, item));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

/* Monsters that no run met, and items that lay somewhere and were never used, by name. */
static json_t *never_met_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    json_t *list = json_array();
    for (size_t i = 0; i < report->summary->monster_count; i++)
        if (report->summary->monsters[i].met == 0)
            wyrm_answer_append(json, list, wyrm_answer_text(wyrm_roster_monster(roster, i)->name));
    return list;
}

static json_t *never_used_json(wyrm_answer *json, const wyrm_sim_report *report)
{
    const wyrm_item_kind *kinds;
    json_t *list = json_array();
    wyrm_loot_kinds(wyrm_design_loot(report->design), &kinds);
    for (size_t i = 0; i < report->summary->item_count; i++) {
        const wyrm_sim_item *item = &report->summary->items[i];
        if (item->lain > 0 && item->used == 0)
            wyrm_answer_append(json, list, wyrm_answer_text(kinds[i].name));
    }
    return list;
}

static json_t *examples_json(wyrm_answer *json, const wyrm_summary *summary)
{
    json_t *list = json_array();
    for (size_t i = 0; i < summary->example_count; i++) {
        const wyrm_sim_example *example = &summary->examples[i];
        json_t *object = json_object();
        wyrm_answer_set(json, object, "what", wyrm_answer_text(example->what));
        wyrm_answer_set(json, object, "run", wyrm_answer_count(example->run));
        wyrm_answer_set(json, object, "depth", json_integer(example->depth));
        wyrm_answer_set(json, object, "end", wyrm_answer_text(wyrm_run_end_word(example->end)));
        wyrm_answer_append(json, list, object);
    }
    return list;
}

/* [[first, last], ...] of the runs that are missing between the first and the last. */
static json_t *missing_json(wyrm_answer *json, const wyrm_results_account *account)
{
    json_t *list = json_array();
    for (size_t i = 0; account && i < account->gap_count; i++) {
        json_t *gap = json_array();
        wyrm_answer_append(json, gap, wyrm_answer_count(account->gaps[i].first));
        wyrm_answer_append(json, gap, wyrm_answer_count(account->gaps[i].last));
        wyrm_answer_append(json, list, gap);
    }
    return list;
}

wyrm_status wyrm_report_sim_json(const wyrm_sim_report *report, wyrm_page *page, wyrm_error *error)
{
    const wyrm_summary *summary = report->summary;
    const wyrm_results_facts *facts = report->facts;
    uint64_t missing = report->account ? report->account->missing : 0;
    wyrm_answer json = wyrm_answer_new("sim", wyrm_design_ruleset(report->design));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(facts->seed));
    wyrm_answer_set(&json, NULL, "runs", wyrm_answer_count(summary->runs));
    wyrm_answer_set(&json, NULL, "complete_runs", wyrm_answer_count(summary->complete));
    wyrm_answer_set(&json, NULL, "first_run", wyrm_answer_count(report->first));
    wyrm_answer_set(&json, NULL, "complete", json_boolean(!report->stopped && missing == 0));
    wyrm_answer_set(&json, NULL, "missing", missing_json(&json, report->account));
    wyrm_answer_set(&json, NULL, "engine", wyrm_answer_count(facts->engine));
    wyrm_answer_set(&json, NULL, "bot", wyrm_answer_text(facts->bot));
    wyrm_answer_set(&json, NULL, "turn_limit", wyrm_answer_count(facts->turn_limit));
    wyrm_answer_set(&json, NULL, "without", wyrm_answer_text(facts->without));
    wyrm_answer_set(&json, NULL, "arena",
                    facts->arena[0] ? wyrm_answer_text(facts->arena) : json_null());
    wyrm_answer_set(&json, NULL, "win_rate",
                    wyrm_sampled_json(&json, summary->win_rate, summary->win_rate_ci95));
    wyrm_answer_set(&json, NULL, "ends", ends_json(&json, summary));
    wyrm_answer_set(&json, NULL, "final_depth",
                    distribution_json(&json, &summary->final_depth, summary->final_depths));
    wyrm_answer_set(&json, NULL, "final_level", wyrm_answer_moments(&json, &summary->final_level));
    wyrm_answer_set(&json, NULL, "turns",
                    distribution_json(&json, &summary->turns, summary->all_turns));
    wyrm_answer_set(&json, NULL, "hp_left", wyrm_answer_moments(&json, &summary->hp_left));
    wyrm_answer_set(&json, NULL, "survival", survival_json(&json, summary));
    wyrm_answer_set(&json, NULL, "levels", levels_json(&json, report));
    wyrm_answer_set(&json, NULL, "deaths", deaths_json(&json, report));
    wyrm_answer_set(&json, NULL, "monsters", monsters_json(&json, report));
    wyrm_answer_set(&json, NULL, "items", items_json(&json, report));
    wyrm_answer_set(&json, NULL, "never_met", never_met_json(&json, report));
    wyrm_answer_set(&json, NULL, "never_used", never_used_json(&json, report));
    wyrm_answer_set(&json, NULL, "examples", examples_json(&json, summary));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

wyrm_status wyrm_report_sim_csv(const wyrm_sim_report *report, wyrm_page *page, wyrm_error *error)
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
    return wyrm_page_status(page, error);
}
