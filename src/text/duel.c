/* `wyrm duel`: one fight to the death, and a matrix of fights at every pair of levels. */
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The answer of `wyrm duel`: the exact result of one fight. */

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

/* Columns that whole percents take on the page; more than fit are shown by tenths. */
#define WIDE_CELL   3
#define NARROW_CELL 2

static const wyrm_duel *duel_at(const wyrm_matrix_report *matrix, size_t row, size_t column)
{
    return &matrix->duels[row * matrix->levels + column];
}

static int level_width(const wyrm_matrix_report *matrix)
{
    char first[16], last[16];
    int a = snprintf(first, sizeof first, "%d", matrix->first);
    int b = snprintf(last, sizeof last, "%d", matrix->first + (int32_t)matrix->levels - 1);
    return a > b ? a : b;
}

/* How `share` of wins is shown in one cell. Only what is practically sure is not a number. */
static void cell_text(double share, int width, char out[8])
{
    if (share >= 0.995)
        snprintf(out, 8, "%*s", width, "#");
    else if (share < 0.005)
        snprintf(out, 8, "%*s", width, ".");
    else if (width == WIDE_CELL)
        snprintf(out, 8, "%*d", width, (int)(100 * share + 0.5));
    else
        snprintf(out, 8, "%*d", width, (int)(10 * share));
}

static wyrm_tone tone_of(double share)
{
    return share >= 0.9 ? WYRM_TONE_GOOD : share >= 0.5 ? WYRM_TONE_DOUBT : WYRM_TONE_BAD;
}

/* The levels above the columns, written downwards digit by digit. */
static void print_column_levels(const wyrm_matrix_report *matrix, wyrm_page *page, size_t from,
                                size_t to, int cell)
{
    int digits = level_width(matrix);
    for (int digit = 0; digit < digits; digit++) {
        wyrm_page_spaces(page, digits);
        for (size_t c = from; c < to; c++) {
            char level[24];
            snprintf(level, sizeof level, "%*d", digits, matrix->first + (int32_t)c);
            wyrm_page_addf(page, "%*c", cell, level[digit]);
        }
        wyrm_page_add(page, "\n");
    }
}

static void print_map(const wyrm_matrix_report *matrix, wyrm_page *page, size_t from, size_t to,
                      int cell)
{
    print_column_levels(matrix, page, from, to, cell);
    for (size_t r = 0; r < matrix->levels; r++) {
        wyrm_page_addf(page, "%*d", level_width(matrix), matrix->first + (int32_t)r);
        for (size_t c = from; c < to; c++) {
            char text[8];
            double share = duel_at(matrix, r, c)->p_win;
            cell_text(share, cell, text);
            wyrm_page_toned(page, tone_of(share), text);
        }
        wyrm_page_add(page, "\n");
    }
}

/* Fights at equal level: at most thirty of them, evenly spread. */
static void print_diagonal(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    size_t step = (matrix->levels + 29) / 30;
    wyrm_table table = wyrm_table_new();
    wyrm_table_column(&table, WYRM_RIGHT, "equal level");
    wyrm_table_column(&table, WYRM_RIGHT, "wins");
    wyrm_table_column(&table, WYRM_RIGHT, "turns");
    wyrm_table_column(&table, WYRM_RIGHT, "hit points left");
    for (size_t i = 0; i < matrix->levels; i += step) {
        const wyrm_duel *duel = duel_at(matrix, i, i);
        wyrm_figure figure;
        wyrm_table_cell(&table, wyrm_figure_exact(matrix->first + (double)i, &figure));
        wyrm_table_cell(&table, wyrm_figure_percent(duel->p_win, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(duel->turns_mean, &figure));
        wyrm_table_cell(&table, wyrm_figure_exact(duel->hp_left_mean, &figure));
    }
    wyrm_table_print(&table, page, 3);
    wyrm_table_free(&table);
}

/* Monsters without levels stand at a depth instead. */
static bool stands_at_depth(const wyrm_matrix_report *matrix, const char *role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(wyrm_design_growth(matrix->design), &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == WYRM_ROLE_MONSTER)
            return false;
    return strncmp(role, "player", 6) != 0 || (role[6] != '\0' && role[6] != ',');
}

static void print_depth_levels(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    bool row = stands_at_depth(matrix, matrix->row_role);
    bool column = stands_at_depth(matrix, matrix->column_role);
    if (row && column)
        wyrm_page_wrapf(page, 0, 0, "Monsters have no levels here: levels are depths.");
    else if (row || column)
        wyrm_page_wrapf(page, 0, 0, "Monsters have no levels here: the level of %s is its depth.",
                        row ? matrix->row_role : matrix->column_role);
}

static void print_matrix_headline(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    double least = 2, most = -1;
    for (size_t i = 0; i < matrix->levels; i++) {
        double share = duel_at(matrix, i, i)->p_win;
        least = share < least ? share : least;
        most = share > most ? share : most;
    }
    wyrm_figure low, high;
    wyrm_page_wrapf(page, 0, 0, "At equal level %s wins against %s in %s to %s of fights.",
                    matrix->row_role, matrix->column_role, wyrm_figure_percent(least, &low),
                    wyrm_figure_percent(most, &high));
    wyrm_page_wrapf(page, 0, 0, "Gear: %s. %s strikes first.", matrix->gear_words,
                    matrix->striker == WYRM_SUBJECT_FIRST ? matrix->row_role : matrix->column_role);
    print_depth_levels(matrix, page);
}

wyrm_status wyrm_report_matrix(const wyrm_matrix_report *matrix, wyrm_page *page, wyrm_error *error)
{
    size_t room = (size_t)(page->style.width - level_width(matrix));
    int cell = matrix->levels * WIDE_CELL <= room ? WIDE_CELL : NARROW_CELL;
    size_t block = room / (size_t)cell;
    print_matrix_headline(matrix, page);
    wyrm_page_add(page, "\n");
    print_diagonal(matrix, page);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 3,
                    "Fights won by %s (level by row) against %s (level by column), in %s; . is "
                    "below 0.5 %%, # is 99.5 %% and above:",
                    matrix->row_role, matrix->column_role,
                    cell == WIDE_CELL ? "percent" : "tenths (7: 70 % to 80 %)");
    for (size_t from = 0; from < matrix->levels; from += block) {
        size_t to = from + block < matrix->levels ? from + block : matrix->levels;
        wyrm_page_add(page, "\n");
        print_map(matrix, page, from, to, cell);
    }
    wyrm_page_add(page, "\nEvery figure of every fight: --json\n");
    return wyrm_page_status(page, error);
}

/* Which number of a fight a table of the answer holds. */
static double p_win_of(const wyrm_duel *duel)
{
    return duel->p_win;
}

static double turns_of(const wyrm_duel *duel)
{
    return duel->turns_mean;
}

static double hp_left_of(const wyrm_duel *duel)
{
    return duel->hp_left_mean;
}

static json_t *grid(wyrm_answer *json, const wyrm_matrix_report *matrix,
                    double (*number)(const wyrm_duel *duel))
{
    json_t *rows = json_array();
    for (size_t r = 0; r < matrix->levels; r++) {
        json_t *row = json_array();
        for (size_t c = 0; c < matrix->levels; c++)
            wyrm_answer_append(json, row, wyrm_answer_real(number(duel_at(matrix, r, c))));
        wyrm_answer_append(json, rows, row);
    }
    return rows;
}

static json_t *axis(wyrm_answer *json, const wyrm_matrix_report *matrix, const char *role)
{
    json_t *object = json_object();
    json_t *levels = json_array();
    for (size_t i = 0; i < matrix->levels; i++)
        wyrm_answer_append(json, levels, json_integer(matrix->first + (json_int_t)i));
    wyrm_answer_set(json, object, "role", wyrm_answer_text(role));
    wyrm_answer_set(json, object, "levels", levels);
    return object;
}

wyrm_status wyrm_report_matrix_json(const wyrm_matrix_report *matrix, wyrm_page *page,
                                    wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("duel-matrix", wyrm_design_ruleset(matrix->design));
    wyrm_answer_set(
        &json, NULL, "first",
        wyrm_answer_text(matrix->striker == WYRM_SUBJECT_FIRST ? "subject" : "opponent"));
    wyrm_answer_set(&json, NULL, "gear", wyrm_answer_text(matrix->gear));
    wyrm_answer_set(&json, NULL, "rows", axis(&json, matrix, matrix->row_role));
    wyrm_answer_set(&json, NULL, "columns", axis(&json, matrix, matrix->column_role));
    wyrm_answer_set(&json, NULL, "matrix", grid(&json, matrix, p_win_of));
    wyrm_answer_set(&json, NULL, "turns", grid(&json, matrix, turns_of));
    wyrm_answer_set(&json, NULL, "hp_left", grid(&json, matrix, hp_left_of));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
