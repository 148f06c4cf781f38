/* `wyrm duel`: one fight to the death, and a matrix of fights at every pair of levels. */
#include "text/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    wyrm_table_cell(table, label);
    wyrm_cell_exact(table, wyrm_pmf_mean(pmf));
    wyrm_cell_exact(table, wyrm_pmf_sd(pmf));
    static const double quantiles[] = {0.05, 0.5, 0.95};
    for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0]; i++) {
        double value = (double)wyrm_pmf_quantile(pmf, quantiles[i]);
        wyrm_cell_exact(table, value);
    }
}

static void print_table(const wyrm_duel_distributions *parts, wyrm_page *page)
{
    if (parts->turns == NULL)
        return;
    wyrm_table table = wyrm_table_of(page, "<|>mean|>sd|>5 %|>median|>95 %");
    add_row(&table, "turns", parts->turns);
    add_row(&table, "turns of a won fight", parts->turns_given_win);
    add_row(&table, "hit points left (a lost fight is 0)", parts->hp_left);
    add_row(&table, "hit points left after a won fight", parts->hp_left_given_win);
    wyrm_page_add(page, "\n");
    wyrm_table_end(&table, 3);
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

static void write_duel(const wyrm_duel_report *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, wyrm_page *page)
{
    const wyrm_pmf *turns = parts->turns_given_win, *left = parts->hp_left_given_win;
    base_json json = wyrm_answer_begin(page, "duel", wyrm_design_ruleset(report->design));
    wyrm_put_fighter(&json, "subject", report->design, report->subject_text, &report->subject);
    wyrm_put_fighter(&json, "opponent", report->design, report->opponent_text, &report->opponent);
    base_putf(&json, "first:%s p_win:%g p_lose:%g p_unfinished:%g", striker_name(report->striker),
              duel->p_win, duel->p_lose, duel->p_unfinished);
    wyrm_put_mean_sd(&json, "turns", duel->turns_mean, duel->turns_sd);
    wyrm_put_mean_sd(&json, "hp_left", duel->hp_left_mean, duel->hp_left_sd);
    if (turns == NULL || left == NULL) {
        base_put_null(&json, "given_win");
    } else {
        base_put_object(&json, "given_win");
        wyrm_put_mean_sd(&json, "turns", wyrm_pmf_mean(turns), wyrm_pmf_sd(turns));
        wyrm_put_mean_sd(&json, "hp_left", wyrm_pmf_mean(left), wyrm_pmf_sd(left));
        base_put_end(&json);
    }
    base_put_text(&json, "method", duel->method);
    wyrm_put_pmf(&json, "turns_pmf", parts->turns);
    wyrm_put_pmf(&json, "hp_left_pmf", parts->hp_left);
    wyrm_put_pmf(&json, "opponent_hp_left_pmf", parts->opponent_hp_left);
    base_put_end(&json);
}

void wyrm_report_duel(const wyrm_duel_report *report, wyrm_page *page)
{
    wyrm_duel duel;
    wyrm_duel_distributions parts = {0};
    if (!wyrm_page_needs(page, wyrm_design_duel(report->design, &report->subject, &report->opponent,
                                                report->striker, &duel, &parts, &page->error)))
        return;
    (page->json ? write_duel : print_duel)(report, &duel, &parts, page);
    wyrm_duel_distributions_free(&parts);
}

/* ---- Fights at every pair of levels ---- */

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

static void print_map(const wyrm_matrix_report *matrix, wyrm_page *page, size_t from, size_t to,
                      int cell)
{
    int digits = level_width(matrix);
    for (int digit = 0; digit < digits; digit++) { /* levels above columns, written downwards */
        wyrm_page_spaces(page, digits);
        for (size_t c = from; c < to; c++) {
            char level[24];
            snprintf(level, sizeof level, "%*d", digits, matrix->first + (int32_t)c);
            wyrm_page_addf(page, "%*c", cell, level[digit]);
        }
        wyrm_page_add(page, "\n");
    }
    for (size_t r = 0; r < matrix->levels; r++) {
        wyrm_page_addf(page, "%*d", digits, matrix->first + (int32_t)r);
        for (size_t c = from; c < to; c++) {
            char text[8];
            double share = duel_at(matrix, r, c)->p_win;
            cell_text(share, cell, text);
            wyrm_page_toned(page,
                            share >= 0.9   ? WYRM_TONE_GOOD
                            : share >= 0.5 ? WYRM_TONE_DOUBT
                                           : WYRM_TONE_BAD,
                            text);
        }
        wyrm_page_add(page, "\n");
    }
}

/* Fights at equal level: at most thirty of them, evenly spread. */
static void print_diagonal(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    size_t step = (matrix->levels + 29) / 30;
    wyrm_table table = wyrm_table_of(page, ">equal level|>wins|>turns|>hit points left");
    for (size_t i = 0; i < matrix->levels; i += step) {
        const wyrm_duel *duel = duel_at(matrix, i, i);
        wyrm_cell_exact(&table, matrix->first + (double)i);
        wyrm_cell_percent(&table, duel->p_win);
        wyrm_cell_exact(&table, duel->turns_mean);
        wyrm_cell_exact(&table, duel->hp_left_mean);
    }
    wyrm_table_end(&table, 3);
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
    bool row = stands_at_depth(matrix, matrix->row_role);
    bool column = stands_at_depth(matrix, matrix->column_role);
    if (row && column)
        wyrm_page_wrapf(page, 0, 0, "Monsters have no levels here: levels are depths.");
    else if (row || column)
        wyrm_page_wrapf(page, 0, 0, "Monsters have no levels here: the level of %s is its depth.",
                        row ? matrix->row_role : matrix->column_role);
}

/* The role of an axis, and its levels. */
static void put_axis(base_json *json, const char *key, const wyrm_matrix_report *matrix,
                     const char *role)
{
    base_putf(json, "%s:{role:%s levels:[", key, role);
    for (size_t i = 0; i < matrix->levels; i++)
        base_put_whole(json, NULL, matrix->first + (int64_t)i);
    base_putf(json, "]}");
}

static void write_matrix(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    static const struct {
        const char *key;
        size_t offset; /* in wyrm_duel */
    } grids[] = {{"matrix", offsetof(wyrm_duel, p_win)},
                 {"turns", offsetof(wyrm_duel, turns_mean)},
                 {"hp_left", offsetof(wyrm_duel, hp_left_mean)}};
    base_json json = wyrm_answer_begin(page, "duel-matrix", wyrm_design_ruleset(matrix->design));
    base_putf(&json, "first:%s gear:%s", striker_name(matrix->striker), matrix->gear);
    put_axis(&json, "rows", matrix, matrix->row_role);
    put_axis(&json, "columns", matrix, matrix->column_role);
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        base_put_list(&json, grids[g].key);
        json.open[json.depth - 1].lines = matrix->levels > 2; /* a row of it a line */
        for (size_t r = 0; r < matrix->levels; r++) {
            base_put_list(&json, NULL);
            for (size_t c = 0; c < matrix->levels; c++) {
                const char *duel = (const void *)duel_at(matrix, r, c);
                base_put_real(&json, NULL, *(const double *)(const void *)(duel + grids[g].offset));
            }
            base_put_end(&json);
        }
        base_put_end(&json);
    }
    base_put_end(&json);
}

void wyrm_report_matrix(const wyrm_matrix_report *matrix, wyrm_page *page)
{
    size_t room = (size_t)(page->style.width - level_width(matrix));
    int cell = matrix->levels * WIDE_CELL <= room ? WIDE_CELL : NARROW_CELL;
    size_t block = room / (size_t)cell;
    if (page->json) {
        write_matrix(matrix, page);
        return;
    }
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
}
