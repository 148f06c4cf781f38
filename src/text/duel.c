/* `wyrm duel`: a fight to the death, fights with every monster, a curve over one number, and fights
 * at every pair of levels (--matrix).
 *
 * An exact fight has distributions, so its spread is shown beside the mean. A fight that was played
 * instead, as there were too many states to follow, says so and has an interval. Fights are one
 * against one; what that leaves out of the game stands below each answer (text_print_left_out). */
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A smaller chance is shown as less than this, not as 0: figures of won fights may follow. */
#define HARDLY_EVER       1e-11
#define HARDLY_EVER_WORDS "<0.000000001 %"

/* ---- One fight to the death ---- */

static const char *striker_name(wyrm_striker striker)
{
    return striker == WYRM_SUBJECT_FIRST ? "subject" : "opponent";
}

static void print_spread(text_table *table, const char *label, const wyrm_pmf *pmf)
{
    if (pmf == NULL)
        return;
    text_table_cell(table, label);
    text_cell_exact(table, wyrm_pmf_mean(pmf));
    text_cell_exact(table, wyrm_pmf_sd(pmf));
    text_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.05));
    text_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.5));
    text_cell_exact(table, (double)wyrm_pmf_quantile(pmf, 0.95));
}

/* Whether the other one strikes first in the game. Rules only say that for a player against a
 * monster. */
static bool differs_from_game(const text_duel_answer *report)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_play_rules rules = wyrm_play_rules_of(wyrm_design_ruleset(report->design));
    const bool first = wyrm_roster_is_player(roster, report->subject_text);
    const bool second = wyrm_roster_is_player(roster, report->opponent_text);
    return rules.first == WYRM_FIRST_MONSTER && first != second &&
           first == (report->striker == WYRM_SUBJECT_FIRST);
}

static void say_first_in_game(const text_duel_answer *report, text_page *page)
{
    if (differs_from_game(report))
        page_say(page, "In the game monsters act first where both act at once: --first %s.",
                 report->striker == WYRM_SUBJECT_FIRST ? "opponent" : "subject");
}

static void put_first_in_game(const text_duel_answer *report, base_json *json)
{
    if (differs_from_game(report))
        base_put_text(json, "first_in_game",
                      report->striker == WYRM_SUBJECT_FIRST ? "opponent" : "subject");
}

/* " that begin 6 tiles apart", or nothing. */
typedef struct begin_words {
    char text[48];
} begin_words;

static begin_words begins_at(int32_t distance)
{
    begin_words out = {""};
    if (distance > 1)
        snprintf(out.text, sizeof out.text, " that begin %d tiles apart", (int)distance);
    return out;
}

/* Rolled hit points are shown by their maximum. */
static const char *at_most(const wyrm_design *design, const wyrm_combatant *who)
{
    return wyrm_combat_hp_roll(wyrm_design_combat(design), who) != NULL ? "at most " : "";
}

/* The outcome in sentences, the fighters, the distributions, and who strikes first in the game. */
static void print_duel(const text_duel_answer *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, text_page *page)
{
    text_figure win, turns, left, limit;
    const char *subject = report->subject_text, *opponent = report->opponent_text;
    if (duel->endless)
        page_say(page, "Neither %s nor %s can ever be killed: the fight never ends.", subject,
                 opponent);
    else
        page_say(page, "%s wins against %s in %s of fights%s.", subject, opponent,
                 duel->p_win > 0 && duel->p_win < HARDLY_EVER ? HARDLY_EVER_WORDS
                 : duel->fights > 0
                     ? text_figure_share(page->style, duel->p_win,
                                         (wyrm_interval){duel->p_win_low, duel->p_win_high}, &win)
                     : text_figure_percent(duel->p_win, &win),
                 begins_at(report->distance).text);
    if (duel->fights > 0)
        page_say(page,
                 "That is what %" PRIu32 " fights came to, which were played: it is too much to "
                 "follow every outcome.",
                 duel->fights);
    if (!duel->endless && duel->p_win > 0)
        page_say(page, "A won fight takes %s turns and leaves %s of %s%" PRId64 " hit points.",
                 text_figure_exact(duel->turns_mean_given_win, &turns),
                 text_figure_exact(duel->hp_left_mean_given_win, &left),
                 at_most(report->design, &report->subject), report->subject.max_hp);
    if (!duel->endless && duel->p_unfinished > 1e-9)
        page_say(page, "%s of fights are still going on after %u turns.",
                 text_figure_percent(duel->p_unfinished, &limit),
                 duel->fights > 0 ? WYRM_DUEL_PLAYED_TURNS : WYRM_DUEL_TURN_LIMIT);
    page_add(page, "\n");
    text_print_fighters(report->design, (const char *const[]){subject, opponent},
                        (const wyrm_combatant *const[]){&report->subject, &report->opponent}, page);
    if (parts->turns != NULL) {
        text_table table = text_table_of(page, "<|>mean|>sd|>5 %|>median|>95 %");
        print_spread(&table, "turns", parts->turns);
        print_spread(&table, "turns of a won fight", parts->turns_given_win);
        print_spread(&table, "hit points left (a lost fight is 0)", parts->hp_left);
        print_spread(&table, "hit points left after a won fight", parts->hp_left_given_win);
        text_table_below(&table, 3);
    }
    if (parts->hp_left != NULL) {
        page_add(page, "\n");
        text_chart_pmf(page, parts->hp_left, 0, "hit points left");
    }
    page_add(page, "\n");
    page_wrapf(page, 0, 3, "%s strikes first (--first). Method: %s.",
               report->striker == WYRM_SUBJECT_FIRST ? subject : opponent, duel->method);
    say_first_in_game(report, page);
    text_print_left_out(
        &(text_asked_about){report->design, {subject, opponent}, true, report->distance}, page);
}

static void put_end(base_json *json, const wyrm_duel *duel)
{
    base_putf(json, "p_win:%g p_lose:%g p_unfinished:%g", duel->p_win, duel->p_lose,
              duel->p_unfinished);
    text_put_mean_sd(json, "turns", duel->turns_mean, duel->turns_sd);
    text_put_mean_sd(json, "hp_left", duel->hp_left_mean, duel->hp_left_sd);
}

/* Nothing where the duel is exact. */
static void put_played(base_json *json, const wyrm_duel *duel)
{
    if (duel->fights > 0)
        base_putf(json, "fights:%d p_win_interval:[%g %g]", (int)duel->fights, duel->p_win_low,
                  duel->p_win_high);
}

static void write_duel(const text_duel_answer *report, const wyrm_duel *duel,
                       const wyrm_duel_distributions *parts, text_page *page)
{
    const wyrm_pmf *turns = parts->turns_given_win, *left = parts->hp_left_given_win;
    base_json json = text_answer_begin(page, "duel", wyrm_design_ruleset(report->design));
    text_put_fighter(&json, "subject", report->design, report->subject_text, &report->subject);
    text_put_fighter(&json, "opponent", report->design, report->opponent_text, &report->opponent);
    base_putf(&json, "first:%s", striker_name(report->striker));
    put_end(&json, duel);
    if (turns == NULL || left == NULL) {
        base_put_null(&json, "given_win");
    } else {
        base_put_object(&json, "given_win");
        text_put_mean_sd(&json, "turns", wyrm_pmf_mean(turns), wyrm_pmf_sd(turns));
        text_put_mean_sd(&json, "hp_left", wyrm_pmf_mean(left), wyrm_pmf_sd(left));
        base_put_end(&json);
    }
    base_put_text(&json, "method", duel->method);
    if (report->distance > 1)
        base_putf(&json, "distance:%d", (int)report->distance);
    put_played(&json, duel);
    put_first_in_game(report, &json);
    text_put_left_out_of(
        &(text_asked_about){
            report->design, {report->subject_text, report->opponent_text}, true, report->distance},
        &json);
    text_put_pmf(&json, "turns_pmf", parts->turns);
    text_put_pmf(&json, "hp_left_pmf", parts->hp_left);
    text_put_pmf(&json, "opponent_hp_left_pmf", parts->opponent_hp_left);
    base_put_end(&json);
}

void text_write_duel(const text_duel_answer *report, text_page *page)
{
    wyrm_duel duel;
    wyrm_duel_distributions parts = {0};
    if (!page_needs(page, wyrm_design_duel_from(report->design, &report->subject, &report->opponent,
                                                report->striker, report->distance, &duel, &parts,
                                                &page->error)))
        return;
    (page->json ? write_duel : print_duel)(report, &duel, &parts, page);
    wyrm_duel_distributions_free(&parts);
}

/* ---- Several fights ---- */

static void say_cut(const wyrm_duel *duels, size_t count, text_page *page)
{
    double longest = 0.0; /* the greatest share that is cut off */
    for (size_t i = 0; i < count; i++)
        longest = fmax(longest, duels[i].endless ? 0.0 : duels[i].p_unfinished);
    if (longest > 1e-9)
        page_say(page,
                 "Up to %s of fights are still going on when they are cut off; turns are of "
                 "those that end.",
                 text_figure_percent(longest, &(text_figure){0}));
}

/* What the figures of a table do not show: fights that were played, that never end or were cut
 * off. */
static void say_how(const wyrm_duel *duels, size_t count, text_page *page)
{
    size_t endless = 0, played = 0;
    for (size_t i = 0; i < count; i++) {
        endless += duels[i].endless;
        played += duels[i].fights > 0;
    }
    if (played > 0)
        page_say(page,
                 "%zu of these %zu fights %s too much to follow every outcome: what is said of "
                 "%s is what played fights came to.",
                 played, count, played == 1 ? "is" : "are", played == 1 ? "it" : "them");
    if (endless > 0)
        page_say(page, "%zu of these %zu fights never %s: neither side can ever be killed.",
                 endless, count, endless == 1 ? "ends" : "end");
    say_cut(duels, count, page);
}

/* ---- A fight as a curve over one number ---- */

#define CURVE_ROWS 24 /* rows of the table; --json has all points */
#define CURVE_BAR  30

/* The table has every n-th point, with the win chance as a bar, so that the shape shows without a
 * plot. */
static void print_duel_curve(const text_duel_curve *curve, text_page *page)
{
    const text_duel_answer *duel = &curve->duel;
    const size_t step = (curve->count + CURVE_ROWS - 1) / CURVE_ROWS;
    const wyrm_duel *first = &curve->duels[0], *last = &curve->duels[curve->count - 1];
    text_table table = text_table_of(page, "");
    text_figure from, to, one, other;
    page_say(page, "As %s of %s goes from %s to %s, %s wins against %s in %s to %s of fights.",
             curve->key, curve->of_subject ? duel->subject_text : duel->opponent_text,
             text_figure_exact(curve->at[0], &from),
             text_figure_exact(curve->at[curve->count - 1], &to), duel->subject_text,
             duel->opponent_text, text_figure_percent(first->p_win, &one),
             text_figure_percent(last->p_win, &other));
    page_add(page, "\n");
    text_table_column(&table, TEXT_RIGHT, curve->key);
    text_table_columns(&table, ">wins|>turns|>hit points\nleft|<");
    for (size_t i = 0; i < curve->count; i += step) {
        text_cell_exact(&table, curve->at[i]);
        text_cell_percent(&table, curve->duels[i].p_win);
        text_cell_exact(&table, curve->duels[i].turns_mean);
        text_cell_exact(&table, curve->duels[i].hp_left_mean);
        text_table_cell(&table, text_bar_of(page->style, curve->duels[i].p_win, CURVE_BAR).text);
    }
    text_table_end(&table, 3);
    if (step > 1)
        page_addf(page, "   (1 in %zu points; all of them: --json)\n", step);
    say_how(curve->duels, curve->count, page);
    say_first_in_game(duel, page);
    text_print_left_out(
        &(text_asked_about){
            duel->design, {duel->subject_text, duel->opponent_text}, true, duel->distance},
        page);
}

void text_write_duel_curve(const text_duel_curve *curve, text_page *page)
{
    if (!page->json) {
        print_duel_curve(curve, page);
        return;
    }
    const text_duel_answer *duel = &curve->duel;
    base_json json = text_answer_begin(page, "duel", wyrm_design_ruleset(duel->design));
    text_put_fighter(&json, "subject", duel->design, duel->subject_text, &duel->subject);
    text_put_fighter(&json, "opponent", duel->design, duel->opponent_text, &duel->opponent);
    base_putf(&json, "first:%s distance:%d curve_of:{key:%s of:%s} curve:[",
              striker_name(duel->striker), (int)duel->distance, curve->key,
              curve->of_subject ? "subject" : "opponent");
    for (size_t i = 0; i < curve->count; i++) {
        base_putf(&json, "{at:%g", curve->at[i]);
        put_end(&json, &curve->duels[i]);
        base_putf(&json, "method:%s", curve->duels[i].method);
        put_played(&json, &curve->duels[i]);
        base_put_end(&json);
    }
    base_put_end(&json);
    put_first_in_game(duel, &json);
    text_put_left_out_of(
        &(text_asked_about){
            duel->design, {duel->subject_text, duel->opponent_text}, true, duel->distance},
        &json);
    base_put_end(&json);
}

/* ---- The matrix: fights at every pair of levels ---- */

/* Widths of a cell: for whole percents, and for tenths where these do not fit. */
#define WIDE_CELL   3
#define NARROW_CELL 2

static const wyrm_duel *duel_at(const text_matrix_answer *matrix, size_t row, size_t column)
{
    return &matrix->duels[row * matrix->levels + column];
}

static int level_width(const text_matrix_answer *matrix)
{
    int a = snprintf(NULL, 0, "%d", matrix->first);
    int b = snprintf(NULL, 0, "%d", matrix->first + (int32_t)matrix->levels - 1);
    return a > b ? a : b;
}

/* The shares of fights won, for columns from..to-1; the levels above them are written downwards.
 * Tenths are cut off, not rounded, so that 9 means 90 to 100 %; shares that would round to 100 or 0
 * % are "#" and ".". */
static void print_map(const text_matrix_answer *matrix, text_page *page, size_t from, size_t to,
                      int cell)
{
    int digits = level_width(matrix);
    page_add(page, "\n");
    for (int digit = 0; digit < digits; digit++) {
        page_spaces(page, digits);
        for (size_t c = from; c < to; c++) {
            char level[24];
            snprintf(level, sizeof level, "%*d", digits, matrix->first + (int32_t)c);
            page_addf(page, "%*c", cell, level[digit]);
        }
        page_add(page, "\n");
    }
    for (size_t r = 0; r < matrix->levels; r++) {
        page_addf(page, "%*d", digits, matrix->first + (int32_t)r);
        for (size_t c = from; c < to; c++) {
            double share = duel_at(matrix, r, c)->p_win;
            text_tone tone = share >= 0.9   ? TEXT_TONE_GOOD
                             : share >= 0.5 ? TEXT_TONE_DOUBT
                                            : TEXT_TONE_BAD;
            char text[8];
            if (share >= 0.995 || share < 0.005)
                snprintf(text, sizeof text, "%*s", cell, share >= 0.995 ? "#" : ".");
            else
                snprintf(text, sizeof text, "%*d", cell,
                         cell == WIDE_CELL ? (int)(100 * share + 0.5) : (int)(10 * share));
            page_toned(page, tone, text);
        }
        page_add(page, "\n");
    }
}

/* Monsters without levels of their own are placed at a depth instead: the level is read as
 * depth. */
static bool stands_at_depth(const text_matrix_answer *matrix, const char *role)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(wyrm_design_growth(matrix->design), &curves);
    for (size_t i = 0; i < count; i++)
        if (curves[i].role == WYRM_ROLE_MONSTER)
            return false;
    return !wyrm_roster_is_player(wyrm_design_roster(matrix->design), role);
}

static void print_matrix(const text_matrix_answer *matrix, text_page *page)
{
    const char *rows = matrix->row_role, *columns = matrix->column_role;
    size_t room = (size_t)(page->style.width - level_width(matrix)), levels = matrix->levels;
    int cell = levels * WIDE_CELL <= room ? WIDE_CELL : NARROW_CELL;
    double least = 2, most = -1;
    text_figure low, high;
    for (size_t i = 0; i < levels; i++) {
        least = fmin(least, duel_at(matrix, i, i)->p_win);
        most = fmax(most, duel_at(matrix, i, i)->p_win);
    }
    text_figure_percent(least, &low);
    text_figure_percent(most, &high);
    const bool alike = strcmp(low.text, high.text) == 0;
    page_say(page, "At equal level %s wins against %s in %s%s%s of fights.", rows, columns,
             low.text, alike ? "" : " to ", alike ? "" : high.text);
    page_say(page, "Gear: %s. %s strikes first.", matrix->gear_words,
             matrix->striker == WYRM_SUBJECT_FIRST ? rows : columns);
    bool row = stands_at_depth(matrix, rows), column = stands_at_depth(matrix, columns);
    if (row && column)
        page_say(page, "Monsters have no levels here: levels are depths.");
    else if (row || column)
        page_say(page, "Monsters have no levels here: the level of %s is its depth.",
                 row ? rows : columns);
    page_add(page, "\n");
    /* Fights at equal levels: at most thirty, evenly spread. */
    text_table table = text_table_of(page, ">equal level|>wins|>turns|>hit points left");
    for (size_t i = 0; i < levels; i += (levels + 29) / 30) {
        const wyrm_duel *duel = duel_at(matrix, i, i);
        text_cell_exact(&table, matrix->first + (double)i);
        text_cell_percent(&table, duel->p_win);
        text_cell_exact(&table, duel->turns_mean);
        text_cell_exact(&table, duel->hp_left_mean);
    }
    text_table_end(&table, 3);
    page_add(page, "\n");
    page_wrapf(page, 0, 3,
               "Fights won by %s (level by row) against %s (level by column), in %s; . is "
               "below 0.5 %%, # is 99.5 %% and above:",
               rows, columns, cell == WIDE_CELL ? "percent" : "tenths (7: 70 % to 80 %)");
    for (size_t from = 0, block = room / (size_t)cell; from < levels; from += block)
        print_map(matrix, page, from, from + block < levels ? from + block : levels, cell);
    page_add(page, "\nEvery figure of every fight: --json\n");
    say_how(matrix->duels, levels * levels, page);
    say_first_in_game(&(text_duel_answer){.design = matrix->design,
                                          .subject_text = rows,
                                          .opponent_text = columns,
                                          .striker = matrix->striker},
                      page);
    text_print_left_out(&(text_asked_about){matrix->design, {rows, columns}, true, 1}, page);
}

/* JSON has a grid for each figure, with a line for each row, so that a diff of two files shows
 * which fights have changed. */
static void write_matrix(const text_matrix_answer *matrix, text_page *page)
{
    static const struct {
        const char *key;
        size_t offset; /* in wyrm_duel */
    } grids[] = {{"matrix", offsetof(wyrm_duel, p_win)},
                 {"turns", offsetof(wyrm_duel, turns_mean)},
                 {"hp_left", offsetof(wyrm_duel, hp_left_mean)}};
    base_json json = text_answer_begin(page, "duel-matrix", wyrm_design_ruleset(matrix->design));
    base_putf(&json, "first:%s gear:%s", striker_name(matrix->striker), matrix->gear);
    text_put_left_out_of(
        &(text_asked_about){matrix->design, {matrix->row_role, matrix->column_role}, true, 1},
        &json);
    for (int axis = 0; axis < 2; axis++) {
        base_putf(&json, "%s:{role:%s levels:[", axis == 0 ? "rows" : "columns",
                  axis == 0 ? matrix->row_role : matrix->column_role);
        for (size_t i = 0; i < matrix->levels; i++)
            base_put_whole(&json, NULL, matrix->first + (int64_t)i);
        base_putf(&json, "]}");
    }
    for (size_t g = 0; g < COUNT_OF(grids); g++) {
        base_put_list(&json, grids[g].key);
        json.open[json.depth - 1].lines = matrix->levels > 2; /* one line per row */
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

void text_write_matrix(const text_matrix_answer *matrix, text_page *page)
{
    (page->json ? write_matrix : print_matrix)(matrix, page);
}

/* ---- A fight with every monster ---- */

/* With a smaller win chance, what a won fight leaves is not shown. */
#define RARELY 0.0005

static const char *rival(const text_rivals_answer *rivals, size_t index)
{
    return wyrm_roster_monster(wyrm_design_roster(rivals->design), (int32_t)index)->name;
}

/* The fight with the first of them. */
static text_duel_answer first_duel(const text_rivals_answer *rivals)
{
    return (text_duel_answer){.design = rivals->design,
                              .subject_text = rivals->subject_text,
                              .opponent_text = rival(rivals, 0),
                              .striker = rivals->striker,
                              .distance = rivals->distance};
}

#define NAMED_MOST 12 /* as many as fit into a line or two */

/* What the fights leave out: of the subject in full, of the monsters by their names. */
static void say_left_out(const text_rivals_answer *rivals, text_page *page)
{
    const size_t count = wyrm_roster_count(wyrm_design_roster(rivals->design));
    text_asked_about who = {rivals->design, {NULL, NULL}, true, rivals->distance};
    base_buffer names = {0};
    size_t able = 0;
    for (size_t i = 0; i < count; i++) {
        who.names[0] = who.names[1] = rival(rivals, i);
        if (text_leaves_out(&who) && able++ < NAMED_MOST)
            base_buffer_appendf(&names, "%s%s",
                                able > 1 ? ", " : "Something is left out of fights with ",
                                who.names[0]);
    }
    page_say_buffer(page, 3, &names,
                    able > NAMED_MOST ? " and others: a single duel says what."
                                      : ": a single duel says what.");
    who.names[0] = who.names[1] = rivals->subject_text;
    text_print_left_out(&who, page);
}

static void print_rivals(const text_rivals_answer *rivals, text_page *page)
{
    const size_t count = wyrm_roster_count(wyrm_design_roster(rivals->design));
    const text_duel_answer first = first_duel(rivals);
    bool played = false;
    page_say(
        page, "%s, with %s%" PRId64 " hit points, against each monster%s:", rivals->subject_text,
        at_most(rivals->design, &rivals->subject), rivals->subject.max_hp,
        rivals->distance > 1 ? begins_at(rivals->distance).text + sizeof " that begin" - 1 : "");
    page_add(page, "\n");
    text_table table = text_table_of(page, "<|>wins|>turns|>hit points left when won");
    for (size_t i = 0; i < count; i++) {
        const wyrm_duel *duel = &rivals->duels[i];
        text_table_cell(&table, rival(rivals, i));
        if (duel->endless) {
            text_table_cell(&table, "never ends");
            text_table_cell(&table, "-");
            text_table_cell(&table, "-");
            continue;
        }
        played |= duel->fights > 0;
        if (duel->fights > 0)
            text_table_cell(&table,
                            text_figure_share(page->style, duel->p_win,
                                              (wyrm_interval){duel->p_win_low, duel->p_win_high},
                                              &(text_figure){0}));
        else
            text_cell_percent(&table, duel->p_win);
        text_cell_exact(&table, duel->turns_mean);
        if (duel->p_win >= RARELY)
            text_cell_exact(&table, duel->hp_left_mean_given_win);
        else
            text_table_cell(&table, "-");
    }
    text_table_end(&table, 3);
    page_add(page, "\n");
    page_wrapf(page, 0, 3, "%s strikes first (--first). %s",
               rivals->striker == WYRM_SUBJECT_FIRST ? rivals->subject_text : "The monster",
               played ? "Exact but for figures with an interval: those fights were played."
                      : "Exact.");
    say_cut(rivals->duels, count, page);
    say_first_in_game(&first, page);
    say_left_out(rivals, page);
}

static void write_rivals(const text_rivals_answer *rivals, text_page *page)
{
    const size_t count = wyrm_roster_count(wyrm_design_roster(rivals->design));
    const text_duel_answer first = first_duel(rivals);
    base_json json = text_answer_begin(page, "duel-each", wyrm_design_ruleset(rivals->design));
    text_put_fighter(&json, "subject", rivals->design, rivals->subject_text, &rivals->subject);
    base_putf(&json, "first:%s", striker_name(rivals->striker));
    put_first_in_game(&first, &json);
    if (rivals->distance > 1)
        base_putf(&json, "distance:%d", (int)rivals->distance);
    base_putf(&json, "duels:[");
    for (size_t i = 0; i < count; i++) {
        base_putf(&json, "{opponent:%s", rival(rivals, i));
        put_end(&json, &rivals->duels[i]);
        base_putf(&json, "method:%s", rivals->duels[i].method);
        put_played(&json, &rivals->duels[i]);
        text_put_left_out_of(
            &(text_asked_about){
                rivals->design, {rivals->subject_text, rival(rivals, i)}, true, rivals->distance},
            &json);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_rivals(const text_rivals_answer *rivals, text_page *page)
{
    (page->json ? write_rivals : print_rivals)(rivals, page);
}
