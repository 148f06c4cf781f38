/* What `wyrm sense` has found, as a page: a heat map of keys and targets, and the answer in words.
 */
#include "html/internal.h"
#include <math.h>

#define ROWS 40 /* targets that have a row */

/* The strongest step of a key on a goal, as a share of the goal's width; NAN: nothing was found. */
static double strength_on(const wyrm_sense *of, const wyrm_sense_key *key, size_t goal)
{
    double best = (double)NAN;
    for (size_t s = 0; s < key->step_count; s++) {
        const wyrm_sense_effect *effect = key->steps[s].effects;
        const double now =
            effect != NULL ? fabs(effect[goal].value) / of->goals[goal].width : (double)NAN;
        if (effect != NULL && effect[goal].found && !(now <= best))
            best = now;
    }
    return best;
}

/* How far the strongest key moves a goal; 0: none does. */
static double most_on(const wyrm_sense *of, size_t goal)
{
    double most = 0;
    for (size_t k = 0; k < of->found; k++)
        most = fmax(most, fmax(strength_on(of, &of->keys[k], goal), 0));
    return most;
}

/* The goals that are moved most, of those that are, in their order. */
static size_t choose_rows(const wyrm_sense *of, size_t chosen[ROWS])
{
    size_t count = 0;
    for (size_t goal = 0; goal < of->goal_count; goal++) {
        size_t least = 0, to = count;
        if (!(most_on(of, goal) > 0))
            continue;
        for (size_t i = 1; i < count; i++)
            least = most_on(of, chosen[i]) < most_on(of, chosen[least]) ? i : least;
        if (count < ROWS)
            chosen[count++] = goal;
        else if (most_on(of, goal) > most_on(of, chosen[least])) {
            for (to = least; to + 1 < ROWS; to++)
                chosen[to] = chosen[to + 1];
            chosen[ROWS - 1] = goal;
        }
    }
    return count;
}

static void add_map(base_arena *arena, const wyrm_sense *of, wyrm_page *page)
{
    html_chart *chart = base_new(arena, html_chart);
    size_t chosen[ROWS];
    const size_t rows = choose_rows(of, chosen);
    html_kinds kinds = html_new_kinds(arena, rows, of->found);
    html_chart_begin(chart, arena, HTML_HEATMAP, "keys", "What does each key move?");
    html_axes(chart, "key", "", "target", "");
    chart->value_unit = "wanted ranges";
    for (size_t k = 0; k < of->found; k++) {
        kinds.titles[k] = of->keys[k].path;
        for (size_t row = 0; row < rows; row++) {
            const double value = strength_on(of, &of->keys[k], chosen[row]);
            kinds.cells[row * of->found + k].value = value;
            kinds.weights[k] = fmax(kinds.weights[k], fmax(value, 0));
        }
    }
    html_add_heatmap(chart, "effect of one step", &kinds);
    html_caption(chart,
                 "How far the stronger step of a key moves a target, in widths of the range that "
                 "is wanted; empty where no effect was found. %zu of %zu keys move something; the "
                 "%zu targets of %zu that are moved most.",
                 of->found, of->key_count, rows, of->goal_count);
    html_command(chart, "wyrm sense RULESET --json");
    html_chart_figure(chart, page);
    html_write(page, "<ol>\n");
    for (size_t row = 0; row < rows; row++) {
        const wyrm_sense_goal *goal = &of->goals[chosen[row]];
        html_write(page, "<li>{b}{b}{b}</li>\n", goal->target, goal->where[0] != '\0' ? ": " : "",
                   goal->where);
    }
    html_write(page, "</ol>\n");
}

static void add_charts(base_arena *arena, const void *of, wyrm_page *page)
{
    add_map(arena, ((const wyrm_sense_report *)of)->sense, page);
}

static void add_words(const void *of, wyrm_page *page)
{
    wyrm_report_sense(of, page);
}

wyrm_status html_sense(const wyrm_sense_report *report, wyrm_page *page, wyrm_error *error)
{
    const html_answer answer = {.title = "What moves",
                                .ruleset = wyrm_design_ruleset(report->design),
                                .command = "sense",
                                .heading = "Keys and targets",
                                .of = report,
                                .charts = report->sense->found > 0 ? add_charts : NULL,
                                .words = add_words};
    return html_write_answer(&answer, page, error);
}
