/* A chart as data, and what the files that fill charts share: series of a side, commands, figures
 * by depth, fighters, and tables of kinds by depth.
 *
 * One description is drawn as SVG, listed as a table and written as JSON, so that the three agree.
 * Code that gathers numbers knows nothing of SVG, and code that draws nothing of dungeons.
 * Everything in a chart is allocated in the arena that it was begun with, and ends with that. */
#include "html/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define RARE_SHARE 0.02 /* share of dungeons; depths that fewer reach are noise */

const char *const html_kind_names[HTML_KIND_COUNT] = {
    [HTML_LINES] = "lines",     [HTML_STEPS] = "steps",  [HTML_STACKED] = "stacked",
    [HTML_COLUMNS] = "columns", [HTML_DOTS] = "dots",    [HTML_RANGES] = "ranges",
    [HTML_SCATTER] = "scatter", [HTML_HEATMAP] = "heat",
};

void html_axes(html_chart *chart, const char *x, const char *x_unit, const char *y,
               const char *y_unit)
{
    chart->x.label = x;
    chart->x.unit = x_unit;
    chart->y.label = y;
    chart->y.unit = y_unit;
}

void html_caption(html_chart *chart, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    chart->caption = base_say_list(chart->arena, format, list);
    va_end(list);
}

/* Several series may come from one command, which is listed once. */
void html_command(html_chart *chart, const char *command)
{
    bool is_new = command[0] != '\0' && chart->command_count < HTML_COMMANDS_MAX;
    for (size_t i = 0; i < chart->command_count; i++)
        is_new = is_new && strcmp(chart->commands[i], command) != 0;
    if (is_new)
        chart->commands[chart->command_count++] = command;
}

double html_category(html_chart *chart, const char *name)
{
    chart->categories = base_grow(chart->arena, chart->categories, chart->category_count,
                                  &chart->category_capacity, sizeof *chart->categories);
    chart->categories[chart->category_count] = base_copy(chart->arena, name);
    return (double)chart->category_count++;
}

html_series *html_add_series(html_chart *chart, const char *name)
{
    if (chart->series_count == HTML_SERIES_MAX)
        base_refuse(chart->arena, WYRM_ERROR_LIMIT, "the chart '%s' has too many series",
                    chart->id);
    html_series *series = &chart->series[chart->series_count++];
    *series = (html_series){.arena = chart->arena};
    base_utf8_copy(series->name, sizeof series->name, name);
    return series;
}

/* Values that a mark does not have are NAN: not drawn, not listed, and null in JSON. */
html_mark *html_add_mark(html_series *series, double x, double y)
{
    series->marks = base_grow(series->arena, series->marks, series->count, &series->capacity,
                              sizeof *series->marks);
    html_mark *mark = &series->marks[series->count++];
    *mark = (html_mark){.x = x, .y = y, .low = NAN, .high = NAN, .value = NAN, .most = NAN};
    return mark;
}

html_mark *html_add_interval(html_series *series, double x, double y, wyrm_interval ci95)
{
    html_mark *mark = html_add_mark(series, x, y);
    mark->low = ci95.low;
    mark->high = ci95.high;
    return mark;
}

/* A sampled figure without a known interval is left out: it would look more certain than others. */
void html_add_estimate(html_series *series, double x, wyrm_estimate of)
{
    if (!isfinite(of.value) || (of.sampled && !wyrm_interval_is_known(of.ci95)))
        return;
    if (of.sampled)
        html_add_interval(series, x, of.value, of.ci95);
    else
        html_add_mark(series, x, of.value);
}

bool html_is_drawn(const html_chart *chart, const html_series *series, const html_mark *mark)
{
    bool y = html_is_drawable(mark->y);
    if (chart->kind == HTML_HEATMAP)
        return html_is_drawable(mark->x) && y && html_is_drawable(mark->value);
    /* A wanted range may have an interval only. */
    bool interval_is_enough = series->reference || chart->kind == HTML_RANGES;
    return html_is_drawable(mark->x) && (y || (interval_is_enough && html_has_interval(mark)));
}

/* Series mostly have marks at the same places, so the mark of the same index is tried first; as a
 * series may lack some, the others are searched by x. */
double html_stack_below(const html_chart *chart, size_t series, size_t index)
{
    double x = chart->series[series].marks[index].x, below = 0;
    for (size_t s = 0; s < series; s++) {
        const html_series *of = &chart->series[s];
        if (of->reference)
            continue;
        size_t at = index < of->count && of->marks[index].x == x ? index : 0;
        while (at < of->count && of->marks[at].x != x)
            at++;
        if (at < of->count && html_is_drawn(chart, of, &of->marks[at]))
            below += fmax(of->marks[at].y, 0);
    }
    return below;
}

/* ---- Kinds of things by depth ---- */

static void add_cell(html_series *series, double x, size_t row, size_t step, wyrm_estimate value)
{
    html_mark *mark = html_add_mark(series, x, 1.0 + (double)(row * step));
    mark->value = value.value;
    if (value.sampled) {
        mark->low = value.ci95.low;
        mark->high = value.ci95.high;
    }
}

/* Kinds keep their order, and the HTML_COLUMNS_MAX of the greatest weights have a column (the
 * earlier of equal ones). The others are summed up in one more column if of->others allows it. */
void html_add_heatmap(html_chart *chart, const char *name, const html_kinds *of)
{
    html_series *series = html_add_series(chart, name);
    double *rest = base_array(chart->arena, double, of->rows); /* sums of kinds without a column */
    size_t all = 0;
    for (size_t k = 0; k < of->kinds; k++) {
        size_t greater = 0;
        for (size_t i = 0; i < of->kinds; i++)
            greater +=
                of->weights[i] > of->weights[k] || (of->weights[i] == of->weights[k] && i < k);
        bool kept = of->weights[k] > 0.0 && greater < HTML_COLUMNS_MAX;
        double x = kept ? html_category(chart, of->titles[k]) : 0.0;
        all += of->weights[k] > 0.0;
        for (size_t row = 0; row < of->rows; row++) {
            const wyrm_estimate value = of->cells[row * of->kinds + k];
            if (kept && !isnan(value.value))
                add_cell(series, x, row, of->step, value);
            rest[row] += kept ? 0.0 : fmax(value.value, 0.0); /* 0 if NAN */
        }
    }
    if (all <= HTML_COLUMNS_MAX || !of->others)
        return;
    double x = html_category(chart, "all others");
    for (size_t row = 0; row < of->rows; row++)
        if (rest[row] > 0.0)
            add_cell(series, x, row, of->step, (wyrm_estimate){.value = rest[row]});
}

html_kinds html_new_kinds(base_arena *arena, size_t rows, size_t kinds)
{
    return (html_kinds){.rows = rows,
                        .kinds = kinds,
                        .step = 1,
                        .cells = base_array(arena, wyrm_estimate, rows * kinds),
                        .weights = base_array(arena, double, kinds),
                        .titles = base_array(arena, const char *, kinds)};
}

size_t html_add_kinds(html_chart *chart, html_kinds *of, size_t colours, const char *kind,
                      const char *name)
{
    size_t present = 0;
    for (size_t k = 0; k < of->kinds; k++) {
        for (size_t row = 0; row < of->rows; row++)
            of->weights[k] = fmax(of->weights[k], of->cells[row * of->kinds + k].value);
        present += of->weights[k] > 0.0;
    }
    for (size_t k = 0; k < of->kinds && present <= colours; k++) {
        html_series *series = of->weights[k] > 0.0 ? html_add_series(chart, of->titles[k]) : NULL;
        for (size_t row = 0; series != NULL && row < of->rows; row++)
            html_add_estimate(series, 1.0 + (double)row, of->cells[row * of->kinds + k]);
    }
    if (present <= colours)
        return present;
    for (size_t i = 0; i < of->rows * of->kinds; i++)
        if (!(of->cells[i].value > 0.0))
            of->cells[i].value = NAN;
    chart->kind = HTML_HEATMAP;
    chart->value_unit = chart->y.unit;
    html_axes(chart, kind, "", "depth", "");
    chart->y.least = chart->y.greatest = NAN;
    of->others = true;
    html_add_heatmap(chart, name, of);
    return present;
}

int html_by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- Numbers in words, for tooltips, table and legend ---- */

const char *html_number(double value, const char *unit, bool named, text_figure *out)
{
    bool share = strcmp(unit, "share") == 0;
    if (share && isfinite(value))
        return text_figure_chance(value, out);
    if (isinf(value) && value < 0)
        snprintf(out->text, sizeof out->text, "no lower limit");
    else
        text_figure_exact(value, out);
    size_t used = strlen(out->text);
    if (named && unit[0] != '\0' && !share && isfinite(value))
        snprintf(out->text + used, sizeof out->text - used, " %.32s", unit);
    return out->text;
}

bool html_is_sampled(const html_drawing *d)
{
    return html_has_interval(d->mark) && !d->of->reference && d->chart->kind != HTML_RANGES;
}

const char *html_figure_text(const html_drawing *d, bool named, text_figure *out)
{
    const html_mark *mark = d->mark;
    const char *unit = d->heat ? d->chart->value_unit : d->chart->y.unit;
    if (mark == NULL)
        return "-";
    double value = d->heat ? mark->value : mark->y;
    if (!html_is_sampled(d))
        return html_number(value, unit, named, out);
    if (strcmp(unit, "share") == 0)
        return text_figure_share(HTML_UTF8, value, (wyrm_interval){mark->low, mark->high}, out);
    text_figure text;
    text_figure_sampled(HTML_UTF8, value, (wyrm_interval){mark->low, mark->high}, 0, &text);
    snprintf(out->text, sizeof out->text, "%.40s%s%.20s", text.text, named && *unit ? " " : "",
             named ? unit : "");
    return out->text;
}

const char *html_x_text(const html_drawing *d, double x, bool named, text_figure *out)
{
    if (x >= 0 && x < (double)d->chart->category_count)
        return d->chart->categories[(size_t)x];
    return html_number(x, d->chart->x.unit, named, out);
}

/* ---- How series are told apart ---- */

/* The index of a series among those that are no references. */
static size_t series_index(const html_chart *chart, size_t series)
{
    size_t place = 0;
    for (size_t s = 0; s < series; s++)
        place += !chart->series[s].reference;
    return place;
}

/* A dashed series gets the look of the plain one that it is compared with, as plain and dashed ones
 * are numbered separately; but only if there are as many of one as of the other. */
html_look html_series_look(const html_chart *chart, size_t series)
{
    const html_series *shown = &chart->series[series];
    size_t plain = 0, dashed = 0, place = 0, among = series_index(chart, series);
    for (size_t s = 0; s < chart->series_count; s++) {
        const html_series *of = &chart->series[s];
        if (s < series)
            place += !of->reference && of->dashed == shown->dashed;
        plain += !of->reference && !of->dashed;
        dashed += !of->reference && of->dashed;
    }
    if (plain != dashed || plain < 2) /* no partner for every dashed one */
        place = among;
    if (shown->alike > 0)
        place = shown->alike - 1;
    /* The ninth series has the colour of the first with another shape. */
    return (html_look){.colour = (int)(place % HTML_LOOKS),
                       .shape = (int)((place + place / HTML_LOOKS) % HTML_LOOKS),
                       .hollow = shown->dashed,
                       .place = among};
}

/* An empty chart. */
void html_chart_begin(html_chart *chart, base_arena *arena, html_chart_kind kind, const char *id,
                      const char *title)
{
    *chart = (html_chart){.arena = arena,
                          .kind = kind,
                          .id = id,
                          .title = title,
                          .caption = "",
                          .printed = "These numbers",
                          .replay = "",
                          .value_unit = "",
                          .between = kind == HTML_RANGES ? "middle half" : "95 % interval",
                          .x = {"", "", .least = NAN, .greatest = NAN},
                          .y = {"", "", .least = NAN, .greatest = NAN}};
}

/* ---- Parts of reports ---- */

const html_bot *html_usual_bot(const html_side *side)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (strcmp(side->bots[i].name, HTML_USUAL) == 0)
            return &side->bots[i];
    return &side->bots[0];
}

const html_chart *html_find_chart(const html_head *head, const char *id)
{
    for (size_t i = 0; i < head->chart_count; i++)
        if (strcmp(head->charts[i].id, id) == 0)
            return &head->charts[i];
    return NULL;
}

bool html_has_charts(const html_head *head, const html_section *section)
{
    bool has = false;
    for (size_t c = 0; c < head->chart_count; c++)
        has |= head->charts[c].section == section;
    return has;
}

/* ---- Figures in captions ---- */

const char *html_mean(html_chart *chart, const wyrm_moments *moments)
{
    return text_figure_seen(HTML_UTF8, moments, base_new(chart->arena, text_figure));
}

const char *html_estimate(html_chart *chart, wyrm_estimate of)
{
    return text_figure_estimate(HTML_UTF8, &of, base_new(chart->arena, text_figure));
}

/* ---- Commands ---- */

void html_side_command(html_chart *chart, size_t side, const char *verb, const char *format, ...)
{
    const char *shell = chart->report->sides[side].shell;
    char rest[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(rest, sizeof rest, format, list);
    va_end(list);
    if (shell[0] != '\0' && length >= 0 && (size_t)length < sizeof rest)
        html_command(chart, base_say(chart->arena, "wyrm %s %s%s", verb, shell, rest));
}

void html_runs_command(html_chart *chart, size_t side, const html_bot *bot)
{
    const html_side *of = &chart->report->sides[side];
    unsigned long long first = chart->report->options.first, runs = bot->summary->runs;
    unsigned long long seed = bot->summary->seed;
    if (of->results != NULL && of->file[0] != '\0')
        html_command(chart, base_say(chart->arena, "wyrm results %s --verbose", of->file));
    else if (of->results == NULL)
        html_side_command(chart, side, "sim", " --bot %s --runs %llu --seed %llu%s --verbose",
                          bot->name, runs, seed,
                          first > 0 ? base_say(chart->arena, " --first-run %llu", first) : "");
}

void html_curve_command(html_chart *chart, size_t side)
{
    html_side_command(chart, side, "curve", " --runs %llu --seed %llu",
                      (unsigned long long)chart->report->sides[side].descents->runs,
                      (unsigned long long)chart->report->options.seed);
}

const char *html_watch_command(html_report *report, size_t side, uint64_t run)
{
    const html_side *of = &report->sides[side];
    const html_bot *bot = html_usual_bot(of);
    unsigned long long number = run;
    if (of->word[0] == '\0')
        return "";
    if (of->results != NULL)
        return base_say(&report->head.arena, "wyrm replay %s --run %llu", of->file, number);
    return base_say(&report->head.arena, "wyrm play %s --watch-bot %s --seed %llu --run %llu",
                    of->shell, bot->name, (unsigned long long)bot->summary->seed, number);
}

/* ---- Figures by depth ---- */

html_series *html_side_series(html_chart *chart, size_t side, const char *name)
{
    bool two = chart->report->head.side_count > 1;
    char whose[41], what[53], text[96];
    base_utf8_copy(whose, sizeof whose, chart->report->sides[side].name);
    base_utf8_copy(what, sizeof what, name);
    if (two)
        snprintf(text, sizeof text, "%s: %s", whose, what);
    html_series *series = html_add_series(chart, two ? text : name);
    series->dashed = side > 0;
    return series;
}

text_greatest html_greatest_depth(html_chart *chart, const wyrm_estimate *figures,
                                  const int32_t *depths, size_t count, bool shares)
{
    int32_t *numbers = base_array(chart->arena, int32_t, count);
    for (size_t i = 0; i < count; i++)
        numbers[i] = depths != NULL ? depths[i] : (int32_t)i + 1;
    const text_ranking of = {
        .count = count, .figures = figures, .numbers = numbers, .place = "depth", .shares = shares};
    return text_find_greatest(HTML_UTF8, &of);
}

size_t html_depths_drawn(const wyrm_summary *summary)
{
    size_t count = 0;
    while (count < summary->depth_count && summary->depths[count].entered >= HTML_RARE_RUNS)
        count++;
    return count;
}

void html_add_by_depth(html_series *series, const wyrm_summary *summary, size_t offset)
{
    for (size_t i = 0; i < html_depths_drawn(summary); i++) {
        const wyrm_moments *moments = html_depth_moments(&summary->depths[i], offset);
        if (moments->count >= HTML_RARE_RUNS)
            html_add_estimate(series, summary->depths[i].depth, text_estimate_mean(moments));
    }
}

int32_t html_common_depths(const wyrm_descents *descents)
{
    int32_t count = 0;
    while (count < descents->depth_count &&
           (double)descents->depths[count].rooms.count >= RARE_SHARE * (double)descents->runs)
        count++;
    return count;
}

void html_add_lines(html_chart *chart, size_t s)
{
    const html_side *side = &chart->report->sides[s];
    const html_line *line = chart->row->lines, *end = line + HTML_LINES_MAX;
    for (; line < end && line->name != NULL; line++) {
        html_series *series = html_side_series(chart, s, line->name);
        for (size_t i = 0; line->from == HTML_OF_ATTRITION && i < side->attrition.count; i++) {
            const wyrm_attrition_depth *depth = &side->attrition.list[i];
            const void *at = (const char *)depth + line->offset;
            html_add_estimate(series, depth->depth, *(const wyrm_estimate *)at);
        }
        if (line->from != HTML_OF_MAPS && line->from != HTML_RATIO_MAPS)
            continue;
        for (int32_t i = 0; i < html_common_depths(side->descents); i++) {
            const wyrm_depth_figures *depth = &side->descents->depths[i];
            const void *at = (const char *)depth + line->offset;
            html_add_estimate(series, depth->depth,
                              line->from == HTML_OF_MAPS ? text_curve_estimate(depth, line->offset)
                                                         : text_estimate_ratio(at));
        }
    }
}

/* ---- Fighters ---- */

bool html_read_fighter(const wyrm_design *design, const char *text, wyrm_combatant *out)
{
    return wyrm_roster_combatant(wyrm_design_roster(design), text, out, NULL) == WYRM_OK &&
           out->hp > 0;
}

bool html_has_levels(const wyrm_design *design)
{
    return wyrm_roster_by_level(wyrm_design_roster(design), 1) >= 0;
}
