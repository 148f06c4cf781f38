/* What those who fill charts share: the series of a side, commands, figures by depth, fighters,
 * tables of kinds by depth. */
#include "html/internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define RARE_SHARE 0.02 /* depths that fewer dungeons reach are noise */

const html_chart *html_find_chart(const html_report *report, const char *id)
{
    for (size_t i = 0; i < report->chart_count; i++)
        if (strcmp(report->charts[i].id, id) == 0)
            return &report->charts[i];
    return NULL;
}

html_series *html_side_series(const html_report *report, html_chart *chart, size_t side,
                              const char *name)
{
    char whose[41], what[53], text[96];
    wyrm_utf8_copy(whose, sizeof whose, report->sides[side].name);
    wyrm_utf8_copy(what, sizeof what, name);
    if (report->side_count > 1)
        snprintf(text, sizeof text, "%s: %s", whose, what);
    html_series *series = html_add_series(chart, report->side_count > 1 ? text : name);
    series->dashed = side > 0;
    return series;
}

/* ---- Commands ---- */

void html_side_command(const html_report *report, html_chart *chart, size_t side, const char *verb,
                       const char *format, ...)
{
    const html_side *of = &report->sides[side];
    char rest[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(rest, sizeof rest, format, list);
    va_end(list);
    if (of->shell[0] != '\0' && length >= 0 && (size_t)length < sizeof rest)
        html_command(chart, html_format(chart->arena, "wyrm %s %s%s", verb, of->shell, rest));
}

void html_runs_command(const html_report *report, html_chart *chart, size_t side,
                       const html_bot *bot)
{
    const html_side *of = &report->sides[side];
    unsigned long long first = report->options.first, runs = bot->summary->runs;
    unsigned long long seed = bot->summary->seed;
    if (of->results != NULL && of->file[0] != '\0')
        html_command(chart, html_format(chart->arena, "wyrm results %s --verbose", of->file));
    else if (of->results == NULL)
        html_side_command(report, chart, side, "sim",
                          " --bot %s --runs %llu --seed %llu%s --verbose", bot->name, runs, seed,
                          first > 0 ? html_format(chart->arena, " --first-run %llu", first) : "");
}

void html_usual_runs_command(const html_report *report, html_chart *chart, size_t side)
{
    html_runs_command(report, chart, side, html_usual_bot(&report->sides[side]));
}

void html_curve_command(const html_report *report, html_chart *chart, size_t side)
{
    html_side_command(report, chart, side, "curve", " --runs %llu --seed %llu",
                      (unsigned long long)report->sides[side].descents->runs,
                      (unsigned long long)report->options.seed);
}

const char *html_watch_command(html_report *report, size_t side, uint64_t run)
{
    const html_side *of = &report->sides[side];
    const html_bot *bot = html_usual_bot(of);
    unsigned long long number = run;
    if (of->word[0] == '\0')
        return "";
    if (of->results != NULL)
        return html_format(&report->arena, "wyrm replay %s --run %llu", of->file, number);
    return html_format(&report->arena, "wyrm play %s --watch-bot %s --seed %llu --run %llu",
                       of->shell, bot->name, (unsigned long long)bot->summary->seed, number);
}

/* ---- Figures by depth ---- */

wyrm_greatest html_greatest_depth(const wyrm_estimate *figures, const int32_t *depths, size_t count,
                                  bool shares)
{
    const wyrm_ranking of = {
        .count = count, .figures = figures, .numbers = depths, .place = "depth", .shares = shares};
    return wyrm_find_greatest(HTML_UTF8, &of);
}

size_t html_depths_drawn(const wyrm_summary *summary)
{
    size_t count = 0;
    while (count < summary->depth_count && summary->depths[count].entered >= HTML_RARE_RUNS)
        count++;
    return count;
}

const wyrm_moments *html_depth_moments(const wyrm_sim_depth *depth, size_t offset)
{
    return (const wyrm_moments *)(const void *)((const char *)depth + offset);
}

void html_add_by_depth(html_series *series, const wyrm_summary *summary, size_t offset)
{
    for (size_t i = 0; i < html_depths_drawn(summary); i++) {
        const wyrm_moments *moments = html_depth_moments(&summary->depths[i], offset);
        const wyrm_estimate mean = wyrm_estimate_mean(moments);
        if (moments->count >= HTML_RARE_RUNS)
            html_add_estimate(series, summary->depths[i].depth, &mean);
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

/* ---- Heat maps of kinds ---- */

/* A cell of a kind, from row 0. */
static wyrm_estimate cell(const html_kinds *of, size_t row, size_t kind)
{
    return of->cells[row * of->kinds + kind];
}

static void add_cell(html_series *series, double x, double y, wyrm_estimate value)
{
    html_mark *mark = html_add_mark(series, x, y);
    mark->value = value.value;
    if (value.sampled) {
        mark->low = value.ci95.low;
        mark->high = value.ci95.high;
    }
}

void html_add_heatmap(html_chart *chart, const char *name, const html_kinds *of)
{
    html_series *series = html_add_series(chart, name);
    bool *kept = base_array(chart->arena, bool, of->kinds);
    size_t all = 0;
    for (size_t k = 0; k < of->kinds; k++) {
        size_t greater = 0;
        for (size_t i = 0; i < of->kinds; i++)
            greater +=
                of->weights[i] > of->weights[k] || (of->weights[i] == of->weights[k] && i < k);
        kept[k] = of->weights[k] > 0.0 && greater < HTML_COLUMNS_MAX;
        all += of->weights[k] > 0.0;
    }
    for (size_t k = 0; k < of->kinds; k++) {
        double x = kept[k] ? html_category(chart, of->titles[k]) : 0.0;
        for (size_t row = 0; kept[k] && row < of->rows; row++)
            if (!isnan(cell(of, row, k).value))
                add_cell(series, x, 1.0 + (double)(row * of->step), cell(of, row, k));
    }
    if (all <= HTML_COLUMNS_MAX || !of->others)
        return;
    double x = html_category(chart, "all others");
    for (size_t row = 0; row < of->rows; row++) {
        double rest = 0.0;
        for (size_t k = 0; k < of->kinds; k++)
            rest += kept[k] ? 0.0 : fmax(cell(of, row, k).value, 0.0); /* 0 for NAN */
        if (rest > 0.0)
            add_cell(series, x, 1.0 + (double)(row * of->step), (wyrm_estimate){.value = rest});
    }
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
            of->weights[k] = fmax(of->weights[k], cell(of, row, k).value);
        present += of->weights[k] > 0.0;
    }
    if (present <= colours) {
        for (size_t k = 0; k < of->kinds; k++) {
            html_series *series =
                of->weights[k] > 0.0 ? html_add_series(chart, of->titles[k]) : NULL;
            for (size_t row = 0; series != NULL && row < of->rows; row++) {
                const wyrm_estimate amount = cell(of, row, k);
                html_add_estimate(series, 1.0 + (double)row, &amount);
            }
        }
        return present;
    }
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
