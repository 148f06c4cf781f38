/* The answer of `wyrm duel`: the exact result of one fight. */
#include "report/report.h"

#include <math.h>

#include "output/chart.h"
#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"
#include "report/fighters.h"

static const char *striker_name(wyrm_striker striker)
{
    return striker == WYRM_SUBJECT_FIRST ? "subject" : "opponent";
}

static void print_headline(const wyrm_duel_report *report, const wyrm_duel *duel, wyrm_page *page)
{
    wyrm_figure win, turns, left, limit;
    const char *subject = report->subject_text, *opponent = report->opponent_text;
    if (duel->endless) {
        wyrm_page_wrapf(page, 0, 0, "Neither %s nor %s can ever be killed: the fight never ends.",
                        subject, opponent);
        return;
    }
    wyrm_page_wrapf(page, 0, 0, "%s wins against %s in %s of fights.", subject, opponent,
                    wyrm_figure_percent(duel->p_win, &win));
    if (duel->p_win > 0)
        wyrm_page_wrapf(page, 0, 0, "A won fight takes %s turns and leaves %s of %lld hit points.",
                        wyrm_figure_exact(duel->turns_mean_given_win, &turns),
                        wyrm_figure_exact(duel->hp_left_mean_given_win, &left),
                        (long long)report->subject.max_hp);
    if (duel->p_unfinished > 1e-9)
        wyrm_page_wrapf(page, 0, 0, "%s of fights are still going on after %u turns.",
                        wyrm_figure_percent(duel->p_unfinished, &limit), WYRM_DUEL_TURN_LIMIT);
}

static void add_row(wyrm_table *table, const char *label, const wyrm_pmf *pmf)
{
    if (pmf == NULL)
        return;
    wyrm_figure figure;
    wyrm_table_cell(table, label);
    wyrm_table_cell(table, wyrm_figure_exact(wyrm_pmf_mean(pmf), &figure));
    wyrm_table_cell(table, wyrm_figure_exact(wyrm_pmf_sd(pmf), &figure));
    static const double quantiles[] = {0.05, 0.5, 0.95};
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        double value = (double)wyrm_pmf_quantile(pmf, quantiles[i]);
        wyrm_table_cell(table, wyrm_figure_exact(value, &figure));
    }
}

static void print_table(const wyrm_duel_distributions *parts, wyrm_page *page)
{
    if (parts->turns == NULL)
        return;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_LEFT, "");
    wyrm_table_column(&table, WYRM_RIGHT, "mean");
    wyrm_table_column(&table, WYRM_RIGHT, "sd");
    wyrm_table_column(&table, WYRM_RIGHT, "5 %");
    wyrm_table_column(&table, WYRM_RIGHT, "median");
    wyrm_table_column(&table, WYRM_RIGHT, "95 %");
    add_row(&table, "turns", parts->turns);
    add_row(&table, "turns of a won fight", parts->turns_given_win);
    add_row(&table, "hit points left (a lost fight is 0)", parts->hp_left);
    add_row(&table, "hit points left after a won fight", parts->hp_left_given_win);
    wyrm_page_add(page, "\n");
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

static void print_duel(const wyrm_duel_report *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, wyrm_page *page)
{
    print_headline(report, duel, page);
    wyrm_page_add(page, "\n");
    wyrm_fighters_table(report->design,
                        (const char *const[]){report->subject_text, report->opponent_text},
                        (const wyrm_combatant *const[]){&report->subject, &report->opponent}, page);
    print_table(parts, page);
    if (parts->hp_left != NULL) {
        wyrm_page_add(page, "\n");
        wyrm_chart_pmf(page, parts->hp_left, 0, "hit points left");
    }
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3, "%s strikes first (--first). Method: %s.",
                    report->striker == WYRM_SUBJECT_FIRST ? report->subject_text
                                                          : report->opponent_text,
                    duel->method);
}

wyrm_status wyrm_report_duel(const wyrm_duel_report *report, wyrm_page *page, wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_duel_distributions parts = {0};
    wyrm_status status = wyrm_design_duel(report->design, &report->subject, &report->opponent,
                                          report->striker, &duel, &parts, error);
    if (status != WYRM_OK)
        return status;
    print_duel(report, &duel, &parts, page);
    wyrm_duel_distributions_free(&parts);
    return wyrm_page_status(page, error);
}

static json_t *given_win_json(wyrm_answer *json, const wyrm_duel_distributions *parts)
{
    if (parts->turns_given_win == NULL || parts->hp_left_given_win == NULL)
        return json_null();
    json_t *object = json_object();
    const wyrm_pmf *turns = parts->turns_given_win, *left = parts->hp_left_given_win;
    wyrm_answer_set(json, object, "turns",
                    wyrm_answer_mean_sd(json, wyrm_pmf_mean(turns), wyrm_pmf_sd(turns)));
    wyrm_answer_set(json, object, "hp_left",
                    wyrm_answer_mean_sd(json, wyrm_pmf_mean(left), wyrm_pmf_sd(left)));
    return object;
}

static void fill_json(wyrm_answer *json, const wyrm_duel_report *report, const wyrm_duel *duel,
                      const wyrm_duel_distributions *parts)
{
    wyrm_answer_set(
        json, NULL, "subject",
        wyrm_fighter_json(json, report->design, report->subject_text, &report->subject));
    wyrm_answer_set(
        json, NULL, "opponent",
        wyrm_fighter_json(json, report->design, report->opponent_text, &report->opponent));
    wyrm_answer_set(json, NULL, "first", wyrm_answer_text(striker_name(report->striker)));
    wyrm_answer_set(json, NULL, "p_win", wyrm_answer_real(duel->p_win));
    wyrm_answer_set(json, NULL, "p_lose", wyrm_answer_real(duel->p_lose));
    wyrm_answer_set(json, NULL, "p_unfinished", wyrm_answer_real(duel->p_unfinished));
    wyrm_answer_set(json, NULL, "turns",
                    wyrm_answer_mean_sd(json, duel->turns_mean, duel->turns_sd));
    wyrm_answer_set(json, NULL, "hp_left",
                    wyrm_answer_mean_sd(json, duel->hp_left_mean, duel->hp_left_sd));
    wyrm_answer_set(json, NULL, "given_win", given_win_json(json, parts));
    wyrm_answer_set(json, NULL, "method", wyrm_answer_text(duel->method));
    wyrm_answer_set(json, NULL, "turns_pmf", wyrm_answer_pmf(json, parts->turns));
    wyrm_answer_set(json, NULL, "hp_left_pmf", wyrm_answer_pmf(json, parts->hp_left));
    wyrm_answer_set(json, NULL, "opponent_hp_left_pmf",
                    wyrm_answer_pmf(json, parts->opponent_hp_left));
}

wyrm_status wyrm_report_duel_json(const wyrm_duel_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    wyrm_duel duel;
    wyrm_duel_distributions parts = {0};
    wyrm_status status = wyrm_design_duel(report->design, &report->subject, &report->opponent,
                                          report->striker, &duel, &parts, error);
    if (status != WYRM_OK)
        return status;
    wyrm_answer json = wyrm_answer_new("duel", wyrm_design_ruleset(report->design));
    fill_json(&json, report, &duel, &parts);
    status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    wyrm_duel_distributions_free(&parts);
    return status;
}
