/* Answers of commands as pages with charts and the text of the answer: for `wyrm sense` a heat map
 * of keys and targets, for `wyrm sweep` a chart for each figure. */
#include "html/internal.h"
#include <math.h>
#include <stdio.h>

typedef struct answer {
    const char *title; /* "What moves", in front of the ruleset's title */
    const wyrm_ruleset *ruleset;
    const char *command; /* "sense" */
    const char *heading; /* of the charts */
    const void *of;
    void (*charts)(base_arena *arena, const void *of, text_page *page); /* NULL: none */
    void (*words)(const void *of, text_page *page);
    text_page *page; /* to write to */
} answer;

static void write_answer(base_arena *arena, void *context)
{
    const answer *of = context;
    text_page *page = of->page, *words = base_new(arena, text_page);
    const html_link links[] = {{"map", of->heading}, {"words", "In words"}, {NULL, NULL}};
    page->style = (text_style){.utf8 = true, .width = 100};
    *words = page_new(page->style);
    base_keep(arena, words, page_free);
    of->words(of->of, words);
    base_must(arena, page_status(words, &arena->error));
    html_page_begin(page, base_say(arena, "%s %.200s", of->title, wyrm_ruleset_title(of->ruleset)),
                    "", of->charts != NULL ? links : links + 1);
    if (of->charts != NULL) {
        html_section_begin(page, "map", of->heading);
        of->charts(arena, of->of, page);
        html_section_end(page);
    }
    html_section_begin(page, "words", "In words");
    html_write(page,
               "<div class='table' role='group' tabindex='0' aria-label='The answer in words'>"
               "<pre>{b}</pre></div>\n",
               page_text(words));
    html_section_end(page);
    html_page_end(page,
                  base_say(arena, "Made by wyrm %s, version %s.", of->command, wyrm_version()));
    base_must(arena, page_status(page, &arena->error));
}

/* ---- Sense ---- */

#define ROWS 40 /* targets with a row, at most */

/* The largest effect of a key's steps on a goal, relative to the goal's width; NAN: none was
 * found. */
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

/* The largest effect of any key on a goal; 0: none has one. */
static double most_on(const wyrm_sense *of, size_t goal)
{
    double most = 0;
    for (size_t k = 0; k < of->found; k++)
        most = fmax(most, fmax(strength_on(of, &of->keys[k], goal), 0));
    return most;
}

/* The goals with the largest effects, ROWS at most, in their order; goals without an effect are
 * left out. */
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

/* The heat map of effects, and below it the names of the targets that its rows stand for. */
static void sense_charts(base_arena *arena, const void *context, text_page *page)
{
    const text_sense_answer *report = context;
    const wyrm_sense *of = report->sense;
    html_chart *chart = base_new(arena, html_chart);
    size_t chosen[ROWS];
    const size_t rows = choose_rows(of, chosen);
    html_kinds kinds = html_new_kinds(arena, rows, of->found);
    html_chart_begin(chart, arena, HTML_HEATMAP, "keys", "What does each key move?");
    html_axes(chart, "key", "", "target", "");
    chart->value_unit = "wanted ranges";
    chart->long_names = true;
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
    if (report->again[0] != '\0')
        html_command(chart, base_say(arena, "%s --json", report->again));
    html_chart_figure(chart, page);
    html_write(page, "<ol>\n");
    for (size_t row = 0; row < rows; row++) {
        const wyrm_sense_goal *goal = &of->goals[chosen[row]];
        html_write(page, "<li>{b}{b}{b}</li>\n", goal->target, goal->where[0] != '\0' ? ": " : "",
                   goal->where);
    }
    html_write(page, "</ol>\n");
}

static void sense_words(const void *of, text_page *page)
{
    text_write_sense(of, page);
}

wyrm_status html_sense(const text_sense_answer *report, text_page *page, wyrm_error *error)
{
    answer out = {.title = "What moves",
                  .ruleset = wyrm_design_ruleset(report->design),
                  .command = "sense",
                  .heading = "Keys and targets",
                  .of = report,
                  .charts = report->sense->found > 0 ? sense_charts : NULL,
                  .words = sense_words,
                  .page = page};
    return base_do(write_answer, &out, error);
}

/* ---- Sweep ---- */

enum { CHARTS = 24, LINES_A_CHART = HTML_LOOKS };

typedef struct picturing {
    base_arena *arena;
    const wyrm_sweep *of;
    const char *again;
    const wyrm_sweep_key *key; /* key on the x axis */
    size_t place;              /* its index */
    size_t others;             /* combinations of the other keys */
    size_t *order;             /* indexes of its values, ascending */
    /* The y axis of heat maps: a key whose values go up by 1 from `first`; NULL: the combinations
     * of other keys, numbered from 1. */
    const wyrm_sweep_key *rows;
    double first;
} picturing;

/* The row of the sweep for a value of the x key and a combination of the others. */
static size_t row_at(const picturing *to, size_t value, size_t other)
{
    size_t row = 0, size = 1;
    for (size_t k = to->of->key_count; k-- > 0;) {
        const size_t count = to->of->keys[k].count;
        row += (k == to->place ? value : other % count) * size;
        size *= count;
        other /= k == to->place ? 1 : count;
    }
    return row;
}

/* The values of the other keys in a row: "bot explorer"; "" if there are none. */
static void name_others(const picturing *to, size_t row, char *words, size_t size)
{
    const wyrm_sweep *of = to->of;
    size_t length = 0;
    words[0] = '\0';
    for (size_t k = 0; k < of->key_count && length < size; k++)
        if (k != to->place)
            length += (size_t)snprintf(words + length, size - length, "%s%.40s %.40s",
                                       length > 0 ? ", " : "", of->keys[k].key,
                                       of->keys[k].values[wyrm_sweep_value(of, row, k)]);
}

/* The figure of a row; NULL if it is not known. */
static const wyrm_estimate *figure_of(const picturing *to, size_t row, size_t goal)
{
    const wyrm_sweep_figure *figures = to->of->rows[row].figures;
    return figures != NULL && !isnan(figures[goal].value.value) ? &figures[goal].value : NULL;
}

static void add_lines(const picturing *to, size_t goal, html_chart *chart)
{
    char words[96];
    for (size_t i = 0; i < to->key->count && to->key->numbers == NULL; i++)
        html_category(chart, to->key->values[i]);
    for (size_t other = 0; other < to->others; other++) {
        name_others(to, row_at(to, 0, other), words, sizeof words);
        html_series *series = html_add_series(chart, words[0] != '\0' ? words : chart->y.label);
        for (size_t i = 0; i < to->key->count; i++) {
            const size_t value = to->order[i];
            const wyrm_estimate *figure = figure_of(to, row_at(to, value, other), goal);
            const double x = to->key->numbers != NULL ? to->key->numbers[value] : (double)i;
            if (figure != NULL)
                html_add_estimate(series, x, *figure);
        }
    }
}

static void add_cells(const picturing *to, size_t goal, html_chart *chart)
{
    html_series *series = html_add_series(chart, to->of->goals[goal].metric);
    chart->value_unit = to->of->goals[goal].unit;
    for (size_t i = 0; i < to->key->count; i++) {
        const double x = html_category(chart, to->key->values[to->order[i]]);
        for (size_t other = 0; other < to->others; other++) {
            const wyrm_estimate *figure = figure_of(to, row_at(to, to->order[i], other), goal);
            if (figure == NULL)
                continue;
            html_mark *mark = html_add_mark(series, x, to->first + (double)other);
            mark->value = figure->value;
            mark->low = figure->ci95.low;
            mark->high = figure->ci95.high;
        }
    }
}

/* Lists the combinations that rows of a heat map stand for. */
static void list_others(const picturing *to, text_page *page)
{
    char words[200];
    html_write(page, "<ol>\n");
    for (size_t other = 0; other < to->others; other++) {
        name_others(to, row_at(to, 0, other), words, sizeof words);
        html_write(page, "<li>{b}</li>\n", words);
    }
    html_write(page, "</ol>\n");
}

static void add_chart(const picturing *to, size_t goal, text_page *page)
{
    const wyrm_sweep *of = to->of;
    const wyrm_sweep_goal *at = &of->goals[goal];
    const bool heat = to->others > LINES_A_CHART;
    html_chart *chart = base_new(to->arena, html_chart);
    char *name = base_array(to->arena, char, 200);
    text_swept_goal(at, name);
    html_chart_begin(chart, to->arena,
                     heat                       ? HTML_HEATMAP
                     : to->key->numbers != NULL ? HTML_LINES
                                                : HTML_DOTS,
                     base_say(to->arena, "figure%zu", goal + 1), name);
    html_axes(chart, to->key->key, "",
              !heat              ? at->metric
              : to->rows != NULL ? to->rows->key
                                 : "the other keys",
              heat ? "" : at->unit);
    (heat ? add_cells : add_lines)(to, goal, chart);
    html_caption(chart, "%zu variants%s.", of->done,
                 of->games > 0 ? ", all on the same luck, with their 95 % intervals" : "");
    if (to->again[0] != '\0')
        html_command(chart, base_say(to->arena, "%s --json", to->again));
    html_chart_figure(chart, page);
    if (heat && to->rows == NULL)
        list_others(to, page);
}

/* Whether a key is better for the x axis: numbers come first, then the key with more values. */
static bool goes_before(const wyrm_sweep_key *key, const wyrm_sweep_key *other)
{
    if ((key->numbers != NULL) != (other->numbers != NULL))
        return key->numbers != NULL;
    return key->count > other->count;
}

/* Makes the y axis of heat maps show a key's numbers, if it is the only other key and its values go
 * up by 1. */
static void find_rows(picturing *to)
{
    to->first = 1;
    if (to->of->key_count != 2)
        return;
    const wyrm_sweep_key *key = &to->of->keys[1 - to->place];
    for (size_t i = 0; i < key->count; i++)
        if (key->numbers == NULL || fabs(key->numbers[i] - floor(key->numbers[0]) - (double)i) > 0)
            return;
    to->rows = key;
    to->first = key->numbers[0];
}

static void sweep_charts(base_arena *arena, const void *report, text_page *page)
{
    const text_sweep_answer *swept = report;
    picturing to = {.arena = arena, .of = swept->sweep, .again = swept->again};
    const wyrm_sweep *of = to.of;
    for (size_t k = 1; k < of->key_count; k++)
        if (goes_before(&of->keys[k], &of->keys[to.place]))
            to.place = k;
    to.key = &of->keys[to.place];
    to.others = of->count / to.key->count;
    to.order = base_array(arena, size_t, to.key->count);
    for (size_t i = 0; i < to.key->count; i++) {
        size_t at = i;
        for (; at > 0 && to.key->numbers != NULL &&
               to.key->numbers[to.order[at - 1]] > to.key->numbers[i];
             at--)
            to.order[at] = to.order[at - 1];
        to.order[at] = i;
    }
    find_rows(&to);
    size_t shown[CHARTS];
    const size_t count = text_swept_shown(of, shown, CHARTS);
    for (size_t i = 0; i < count; i++)
        add_chart(&to, shown[i], page);
}

static void sweep_words(const void *of, text_page *page)
{
    text_write_sweep(of, page);
}

wyrm_status html_sweep(const text_sweep_answer *report, text_page *page, wyrm_error *error)
{
    answer out = {.title = "Variants of",
                  .ruleset = wyrm_design_ruleset(report->design),
                  .command = "sweep",
                  .heading = "Figures",
                  .of = report,
                  .charts = sweep_charts,
                  .words = sweep_words,
                  .page = page};
    return base_do(write_answer, &out, error);
}
