/* The answer of `wyrm duel --matrix`: fights at every pair of levels. */
#include "report/report.h"

#include <stdio.h>
#include <string.h>

#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"

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

static void print_headline(const wyrm_matrix_report *matrix, wyrm_page *page)
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
    print_headline(matrix, page);
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
