/* The charts of a report on a game of one's own.
 *
 * What there is to be seen only the game knows, so there is a chart for every metric that it
 * declares, after its kind: shares beside each other, amounts and numbers as distributions, words
 * by their shares, metrics by stage over the stages. Agents stand side by side in each of them.
 * Nothing here knows a metric by name but those of every game: whether it was won, how far it got,
 * what ended it. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS   12 /* of a kind that have a mark */
#define BINS    20 /* of a distribution, at most */
#define METRICS 60 /* that have a chart of their own */

/* The next chart. Its id is one of a fragment of a page: letters, digits and hyphens. */
static html_chart *begin(html_game *report, html_chart_kind kind, const char *id, const char *title)
{
    char *plain = base_copy(&report->head.arena, id);
    for (char *at = plain; *at != '\0'; at++)
        if (*at == '.')
            *at = '-';
    return html_next_chart(&report->head, kind, plain, title);
}

/* What prints the runs of a player. */
static const char *command_of(html_chart *chart, const html_game_player *player)
{
    wyrm_text text = {0};
    char word[1024];
    const char *out = "";
    if (player->side->results != NULL) {
        if (wyrm_shell_word(player->side->name, word, sizeof word))
            out = html_format(chart->arena, "wyrm results %s", word);
    } else if (text_external_again(&player->facts, "sim", player->first, &text)) {
        /* Of one run; of all of them it has another number of runs. */
        const char *at = strstr(text.bytes, " --first-run"), *rest = strstr(at, "--runs 1") + 8;
        out = player->first > 0
                  ? html_format(chart->arena, "%.*s %" PRIu64 "%s", (int)(rest - 2 - text.bytes),
                                text.bytes, player->summary->runs, rest)
                  : html_format(chart->arena, "%.*s --runs %" PRIu64 "%s", (int)(at - text.bytes),
                                text.bytes, player->summary->runs, rest);
    }
    wyrm_text_drop(&text);
    return out;
}

static void keep(html_game *report, html_chart *chart)
{
    for (size_t p = 0; p < report->player_count; p++)
        html_command(chart, command_of(chart, &report->players[p]));
    (void)html_keep_chart(&report->head, chart);
}

static html_series *player_series(html_chart *chart, const html_game *report,
                                  const html_game_player *player)
{
    html_series *series = html_add_series(chart, player->name);
    series->dashed = report->head.side_count > 1 && player->side == &report->sides[1];
    return series;
}

const char *html_game_stage(const html_game *report)
{
    return text_stage(report->players[0].facts.hello);
}

const char *html_game_unit(const wyrm_external_metric *metric)
{
    return strcmp(metric->unit, metric->name) == 0 ? "" : metric->unit;
}

/* Whether any of them ended otherwise than won or lost, so that outcomes are worth a chart. */
static bool ends_otherwise(const html_game *report)
{
    for (size_t p = 0; p < report->player_count; p++)
        if (report->players[p].summary->ends[WYRM_EXTERNAL_OTHER] > 0)
            return true;
    return false;
}

/* Every run begins alive, so the steps begin at 1 before the first stage. */
static void add_survival(html_game *report)
{
    html_chart *chart = begin(report, HTML_STEPS, "survival", "How far do they get?");
    const wyrm_external_summary *first = report->players[0].summary;
    wyrm_figure won, stage;
    html_axes(chart, html_game_stage(report), "", "runs that leave it alive", "share");
    chart->x.whole = true;
    chart->y.least = 0;
    chart->y.greatest = 1;
    for (const html_game_player *player = report->players;
         player < report->players + report->player_count; player++) {
        html_series *series = player_series(chart, report, player);
        const wyrm_external_summary *summary = player->summary;
        if (summary->stage_count > 0)
            html_add_interval(series, 0, 1, (wyrm_interval){1, 1});
        for (size_t i = 0; i < summary->stage_count; i++)
            if (!isnan(summary->stages[i].survival))
                html_add_interval(series, summary->stages[i].stage, summary->stages[i].survival,
                                  summary->stages[i].survival_ci95);
    }
    html_caption(
        chart,
        "A step down is a %s that ends runs. %s wins %s of its runs, which end at %s %s on "
        "average.",
        html_game_stage(report), report->players[0].name,
        wyrm_figure_share(HTML_UTF8, first->win_rate, first->win_rate_ci95, &won),
        html_game_stage(report), wyrm_figure_mean(HTML_UTF8, &first->final_stage, &stage));
    keep(report, chart);
}

/* Where few come, one run is a large share: such stages would be the tallest marks and mean
 * nothing. */
static void add_hazard(html_game *report)
{
    html_chart *chart =
        begin(report, HTML_LINES, "hazard",
              html_format(&report->head.arena, "Which %s ends them?", html_game_stage(report)));
    html_axes(chart, html_game_stage(report), "", "end on it, of those who enter", "share");
    chart->x.whole = true;
    chart->y.least = 0;
    for (const html_game_player *player = report->players;
         player < report->players + report->player_count; player++) {
        html_series *series = player_series(chart, report, player);
        for (size_t i = 0; i < player->summary->stage_count; i++) {
            const wyrm_external_stage *stage = &player->summary->stages[i];
            if (stage->entered >= HTML_RARE_RUNS && !isnan(stage->hazard))
                html_add_interval(series, stage->stage, stage->hazard, stage->hazard_ci95);
        }
    }
    html_caption(chart,
                 "In any way but winning; stages that fewer than %d runs enter are left out.",
                 HTML_RARE_RUNS);
    keep(report, chart);
}

/* The metric of another player with the same name and kind; NULL where that has none. Two sides may
 * be two versions of a game, which declare different metrics in another order. */
const wyrm_external_figure *html_game_figure(const html_game_player *player,
                                             const wyrm_external_metric *metric, size_t *index)
{
    for (size_t i = 0; i < player->summary->figure_count; i++) {
        const wyrm_external_metric *other = player->summary->figures[i].metric;
        *index = i;
        if (other->kind == metric->kind && strcmp(other->name, metric->name) == 0)
            return &player->summary->figures[i];
    }
    return NULL;
}

/* The words of a player's runs, and of how many they are. */
typedef struct words {
    const wyrm_external_word *list;
    size_t count;
    uint64_t all;
} words;

/* `metric`: one of the first player, which another may not have; NULL: `what` says it. */
static words words_of(const html_game_player *player, const char *what,
                      const wyrm_external_metric *metric)
{
    const wyrm_external_summary *summary = player->summary;
    size_t index;
    if (metric == NULL && strcmp(what, "causes") == 0)
        return (words){summary->causes, summary->cause_count, summary->complete};
    if (metric == NULL)
        return (words){summary->outcomes, summary->outcome_count, summary->complete};
    const wyrm_external_figure *of = html_game_figure(player, metric, &index);
    return of != NULL ? (words){of->words, of->word_count, of->count} : (words){0};
}

/* Those of the first player first, the most frequent ones; then what others have besides. So
 * colours and places are those of the first player, and a word that only another has stands
 * behind. */
static void add_words(html_game *report, const char *id, const char *title, const char *axis,
                      const char *y, const wyrm_external_metric *metric)
{
    html_chart *chart = begin(report, HTML_DOTS, id, title);
    bool more = false;
    html_axes(chart, axis, "", y, "share");
    chart->y.least = 0;
    for (size_t p = 0; p < report->player_count; p++) {
        const words of = words_of(&report->players[p], id, metric);
        html_series *series = player_series(chart, report, &report->players[p]);
        for (size_t i = 0; i < of.count; i++) {
            size_t at = 0;
            while (at < chart->category_count &&
                   strcmp(chart->categories[at], of.list[i].word) != 0)
                at++;
            if (at == chart->category_count && at == WORDS) {
                more = true;
                continue;
            }
            if (at == chart->category_count)
                (void)html_category(chart, of.list[i].word);
            html_add_interval(series, (double)at, (double)of.list[i].count / (double)of.all,
                              of.list[i].ci95);
        }
    }
    html_caption(chart, more ? "The %d most frequent ones." : "Each with its 95 %% interval.",
                 WORDS);
    keep(report, chart);
}

/* All shares of the game in one chart. */
static void add_shares(html_game *report)
{
    html_chart *chart =
        begin(report, HTML_DOTS, "shares", "How large are the shares that it tells?");
    const wyrm_external_hello *hello = report->players[0].facts.hello;
    html_axes(chart, "metric", "", "share", "share");
    chart->y.least = 0;
    for (size_t i = 0; i < hello->metric_count && chart->category_count < HTML_COLUMNS_MAX; i++)
        if (hello->metrics[i].kind == WYRM_EXTERNAL_SHARE)
            (void)html_category(chart, hello->metrics[i].name);
    for (size_t p = 0; p < report->player_count; p++) {
        const wyrm_external_summary *summary = report->players[p].summary;
        html_series *series = player_series(chart, report, &report->players[p]);
        for (size_t k = 0; k < chart->category_count; k++)
            for (size_t i = 0; i < summary->figure_count; i++)
                if (summary->figures[i].metric->kind == WYRM_EXTERNAL_SHARE &&
                    strcmp(summary->figures[i].metric->name, chart->categories[k]) == 0 &&
                    summary->figures[i].count > 0)
                    html_add_estimate(series, (double)k, summary->figures[i].estimate);
    }
    html_caption(chart, "Of yes and no, and of k of n, over all complete runs.");
    keep(report, chart);
}

/* Bins of a whole width where all values are whole; the widest that BINS allow, from the least to
 * the greatest value of all players but for a hundredth at either end, which is in the outer
 * ones. */
typedef struct bins {
    double from, width;
    size_t count;
    bool whole;
} bins;

static bins find_bins(base_arena *arena, const html_game *report,
                      const wyrm_external_metric *metric)
{
    size_t all = 0, index;
    bins out = {.whole = true};
    for (size_t p = 0; p < report->player_count; p++)
        if (html_game_figure(&report->players[p], metric, &index) != NULL)
            all += report->players[p].values[index].count;
    double *sorted = base_array(arena, double, all + 1);
    all = 0;
    for (size_t p = 0; p < report->player_count; p++)
        if (html_game_figure(&report->players[p], metric, &index) != NULL)
            for (size_t i = 0; i < report->players[p].values[index].count; i++)
                sorted[all++] = report->players[p].values[index].list[i];
    for (size_t i = 0; i < all; i++)
        out.whole = out.whole && sorted[i] == floor(sorted[i]) && fabs(sorted[i]) < 1e9;
    if (all == 0)
        return out;
    qsort(sorted, all, sizeof *sorted, html_by_value);
    double low = sorted[all / 100], high = sorted[all - 1 - all / 100], span = high - low;
    if (!html_is_drawable(low) || !html_is_drawable(high) || !isfinite(span))
        return out;
    const wyrm_axis axis = wyrm_axis_around(low, high > low ? high : low + 1, BINS);
    out.width = out.whole ? fmax(1, ceil((span + 1) / BINS)) : axis.step;
    out.from = out.whole ? low : axis.low;
    out.count = out.whole ? (size_t)(span / out.width) + 1
                          : (size_t)fmax(1, ceil((high - axis.low) / axis.step - 1e-9));
    return out;
}

static void add_distribution(html_game *report, const wyrm_external_metric *metric)
{
    base_arena *arena = &report->head.arena;
    const bins in = find_bins(arena, report, metric);
    html_chart *chart = begin(report, HTML_COLUMNS, html_format(arena, "metric-%s", metric->name),
                              html_format(arena, "%s: how is it spread?", metric->name));
    const char *means = "";
    size_t index;
    html_axes(chart, metric->name, html_game_unit(metric), "runs", "share");
    chart->y.least = 0;
    for (size_t k = 0; k < in.count; k++) {
        const double low = in.from + (double)k * in.width, high = low + in.width - in.whole;
        wyrm_figure from, to;
        wyrm_figure_exact(low, &from);
        wyrm_figure_exact(high, &to);
        (void)html_category(
            chart, low == high ? from.text : html_format(arena, "%s to %s", from.text, to.text));
    }
    for (size_t p = 0; p < report->player_count; p++) {
        const html_game_player *player = &report->players[p];
        const wyrm_external_figure *of = html_game_figure(player, metric, &index);
        wyrm_figure mean;
        if (of == NULL || of->count == 0)
            continue;
        const struct html_values *values = &player->values[index];
        uint64_t *counts = base_array(arena, uint64_t, in.count + 1);
        html_series *series = player_series(chart, report, player);
        for (size_t i = 0; i < values->count && in.count > 0; i++) {
            double at = floor((values->list[i] - in.from) / in.width + 1e-9);
            counts[at < 0 ? 0 : at >= (double)in.count ? in.count - 1 : (size_t)at]++;
        }
        for (size_t k = 0; k < in.count; k++)
            html_add_interval(series, (double)k, (double)counts[k] / (double)values->count,
                              wyrm_share_interval(counts[k], values->count, 0.95));
        means = html_format(arena, "%s%s%.60s: %s on average", means, means[0] ? "; " : "",
                            player->name, wyrm_figure_estimate(HTML_UTF8, &of->estimate, &mean));
    }
    html_caption(chart, "%s%s%s%s", metric->about, metric->about[0] ? ". " : "", means,
                 means[0] ? "." : "");
    keep(report, chart);
}

/* From 0 on, unless a mean is below it: a line that starts anywhere exaggerates. */
static void add_by_stage(html_game *report, const wyrm_external_metric *metric)
{
    base_arena *arena = &report->head.arena;
    html_chart *chart = begin(
        report, HTML_LINES, html_format(arena, "metric-%s", metric->name),
        html_format(arena, "%s: how much at each %s?", metric->name, html_game_stage(report)));
    bool below = false;
    size_t index;
    html_axes(chart, html_game_stage(report), "", metric->name, html_game_unit(metric));
    chart->x.whole = true;
    for (size_t p = 0; p < report->player_count; p++) {
        const wyrm_external_figure *of = html_game_figure(&report->players[p], metric, &index);
        html_series *series = player_series(chart, report, &report->players[p]);
        for (size_t i = 0; of != NULL && i < of->stage_count; i++) {
            if (of->stages[i].count >= HTML_RARE_RUNS)
                html_add_estimate(series, (double)i + 1, wyrm_estimate_mean(&of->stages[i]));
            below |= of->stages[i].count > 0 && of->stages[i].mean < 0;
        }
    }
    if (!below)
        chart->y.least = 0;
    html_caption(chart,
                 "%s%sThe mean of the runs that told it; stages of fewer than %d are left "
                 "out.",
                 metric->about, metric->about[0] ? ". " : "", HTML_RARE_RUNS);
    keep(report, chart);
}

void html_fill_game_charts(html_game *report)
{
    const wyrm_external_hello *hello = report->players[0].facts.hello;
    base_arena *arena = &report->head.arena;
    add_survival(report);
    add_hazard(report);
    add_words(report, "causes", "What ends them?", "ended by", "of all complete runs", NULL);
    if (ends_otherwise(report))
        add_words(report, "outcomes", "How do they end?", "outcome", "of all complete runs", NULL);
    add_shares(report);
    for (size_t i = 0; i < hello->metric_count && i < METRICS; i++) {
        const wyrm_external_metric *metric = &hello->metrics[i];
        if (metric->kind == WYRM_EXTERNAL_AMOUNT || metric->kind == WYRM_EXTERNAL_NUMBER)
            add_distribution(report, metric);
        else if (metric->kind == WYRM_EXTERNAL_BY_STAGE)
            add_by_stage(report, metric);
        else if (metric->kind == WYRM_EXTERNAL_CATEGORY)
            add_words(report, html_format(arena, "metric-%s", metric->name),
                      html_format(arena, "%s: which, and how often?", metric->name), metric->name,
                      "of the runs that told it", metric);
    }
}

/* The chart of a metric of a target. Metrics of every game belong to charts of another name; the id
 * of a declared one is made as begin() makes it. */
const html_chart *html_game_chart_of_metric(const html_head *head, const char *metric)
{
    static const char *const known[][2] = {{"win_rate", "survival"},
                                           {"survival", "survival"},
                                           {"final_stage", "survival"},
                                           {"cause", "causes"},
                                           {"outcome", "outcomes"}};
    const html_game *report = (const html_game *)head;
    const wyrm_external_hello *hello = report->players[0].facts.hello;
    char id[2 * WYRM_EXTERNAL_NAME_MAX];
    snprintf(id, sizeof id, "metric-%s", metric);
    for (size_t i = 0; i < hello->metric_count; i++)
        if (strcmp(hello->metrics[i].name, metric) == 0 &&
            hello->metrics[i].kind == WYRM_EXTERNAL_SHARE)
            snprintf(id, sizeof id, "shares");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], metric) == 0)
            snprintf(id, sizeof id, "%s", known[i][1]);
    for (char *at = id; *at != '\0'; at++)
        *at = *at == '.' ? '-' : *at;
    return html_find_chart(head, id);
}

/* Findings are about a declared metric, about a target or about what every game has; those about an
 * agent, which may be called like a metric, have no chart. */
const html_chart *html_game_chart_of_finding(const html_head *head, const wyrm_finding *finding)
{
    const wyrm_judgement *judgement = head->judgement;
    if (strncmp(finding->where, "metrics.", 8) == 0)
        return html_game_chart_of_metric(head, finding->where + 8);
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (strncmp(finding->where, "targets.", 8) == 0 &&
            strcmp(finding->where + 8, judgement->judged[i].target) == 0)
            return html_game_chart_of_metric(head, judgement->judged[i].metric);
    return strcmp(finding->kind, "only-word") == 0 ? html_game_chart_of_metric(head, finding->where)
                                                   : NULL;
}
