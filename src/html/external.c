/* The report on a game of the user's own: the counterpart of gather.c and report.c, with the same
 * page, charts and verdicts.
 *
 * A run is added to the sums as it arrives and not kept. Only the values that distributions are
 * drawn from are kept, of the first VALUES runs: a game may play a million, and a chart of twenty
 * bars looks the same from a hundred thousand on. A comparison shows one agent of each side and
 * compares the same runs as the gate does, without playing any again.
 *
 * The order of work: targets are judged, runs are played or read from files and summed up as they
 * come (take), charts are filled, and then the page or the JSON is written.
 *
 * Only the game knows what there is to see, so every metric that it declares gets a chart by its
 * kind: shares side by side, amounts and numbers as distributions, words by frequency, metrics by
 * stage over the stages. Each chart shows all agents. The only metrics known here by name are those
 * of every game: whether it was won, how far it got, what ended it. */
#include "html/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS   400    /* per agent, unless --runs says otherwise */
#define AGENTS 6      /* shown side by side, at most */
#define VALUES 100000 /* values kept per metric for its distribution: those of the first runs */
#define JUDGED 0.4    /* share of the work that judging takes, for the progress bar */

/* ---- Charts ---- */

#define WORDS   12 /* words with a mark, per metric */
#define BINS    20 /* bins of a distribution, at most */
#define METRICS 60 /* metrics with a chart of their own, at most */

/* Begins the next chart. Its id becomes a URL fragment, so dots become hyphens. */
static html_chart *begin_chart(html_game *report, html_chart_kind kind, const char *id,
                               const char *title)
{
    char *plain = base_copy(&report->head.arena, id);
    for (char *at = plain; *at != '\0'; at++)
        if (*at == '.')
            *at = '-';
    return html_next_chart(&report->head, kind, plain, title);
}

/* The command that prints the runs of a player; "" where a shell cannot read it. */
static const char *command_of(html_chart *chart, const html_game_player *player)
{
    base_buffer text = {0};
    char word[1024];
    const char *out = "";
    if (player->side->results != NULL) {
        if (text_shell_word(player->side->name, word, sizeof word))
            out = base_say(chart->arena, "wyrm results %s", word);
    } else if (text_external_again(&player->facts, "sim", player->first, player->summary->runs,
                                   &text)) {
        out = base_say(chart->arena, "%s", text.bytes);
    }
    base_buffer_drop(&text);
    return out;
}

static void keep_chart(html_game *report, html_chart *chart)
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

/* What the game calls its stages: "depth". */
static const char *game_stage(const html_game *report)
{
    return wyrm_external_stage_word(report->players[0].facts.hello);
}

/* The unit of a metric; "" where it only repeats the metric's name. */
static const char *game_unit(const wyrm_external_metric *metric)
{
    return strcmp(metric->unit, metric->name) == 0 ? "" : metric->unit;
}

/* Whether some run ended neither won nor lost: only then are outcomes worth a chart. */
static bool ends_otherwise(const html_game *report)
{
    for (size_t p = 0; p < report->player_count; p++)
        if (report->players[p].summary->ends[WYRM_EXTERNAL_OTHER] > 0)
            return true;
    return false;
}

/* Survival by stage. Every run begins alive, so the steps begin at 1 before the first stage. */
static void add_survival(html_game *report)
{
    html_chart *chart = begin_chart(report, HTML_STEPS, "survival", "How far do they get?");
    const wyrm_external_summary *first = report->players[0].summary;
    text_figure won, stage;
    html_axes(chart, game_stage(report), "", "runs that leave it alive", "share");
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
        "A step down is %s %s that ends runs. %s wins %s of its runs, which end at %s %s on "
        "average.",
        text_article(game_stage(report)), game_stage(report), report->players[0].name,
        text_figure_share(HTML_UTF8, first->win_rate, first->win_rate_ci95, &won),
        game_stage(report), text_figure_mean(HTML_UTF8, &first->final_stage, &stage));
    keep_chart(report, chart);
}

/* The share of runs that end on each stage they enter. Stages that few runs enter are left out: a
 * single run would be a large share there, the tallest mark without meaning. */
static void add_hazard(html_game *report)
{
    html_chart *chart =
        begin_chart(report, HTML_LINES, "hazard",
                    base_say(&report->head.arena, "Which %s ends them?", game_stage(report)));
    html_axes(chart, game_stage(report), "", "end on it, of those who enter", "share");
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
    keep_chart(report, chart);
}

/* A player's figure of the same name and kind as `metric`, and its index; NULL where it has none.
 * Two sides may be two versions of a game that declare other metrics, or in another order. */
static const wyrm_external_figure *game_figure(const html_game_player *player,
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

/* The words of a player's runs, most frequent first, and the number of runs they are counted
 * over. */
typedef struct words {
    const wyrm_external_word *list;
    size_t count;
    uint64_t all;
} words;

/* The words of `metric`, which is the first player's and may be missing in another; where it is
 * NULL, those of causes or outcomes, as `what` says. */
static words words_of(const html_game_player *player, const char *what,
                      const wyrm_external_metric *metric)
{
    const wyrm_external_summary *summary = player->summary;
    size_t index;
    if (metric == NULL && strcmp(what, "causes") == 0)
        return (words){summary->causes, summary->cause_count, summary->complete};
    if (metric == NULL)
        return (words){summary->outcomes, summary->outcome_count, summary->complete};
    const wyrm_external_figure *of = game_figure(player, metric, &index);
    return of != NULL ? (words){of->words, of->word_count, of->count} : (words){0};
}

/* Categories are the most frequent words of the first player, then words that only others have: so
 * places follow the first player, and a word that it lacks stands at the end. */
static void add_words(html_game *report, const char *id, const char *title, const char *axis,
                      const char *y, const wyrm_external_metric *metric)
{
    html_chart *chart = begin_chart(report, HTML_DOTS, id, title);
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
    keep_chart(report, chart);
}

/* One chart for all metrics that are shares. */
static void add_shares(html_game *report)
{
    html_chart *chart =
        begin_chart(report, HTML_DOTS, "shares", "How large are the shares that it tells?");
    const wyrm_external_hello *hello = report->players[0].facts.hello;
    html_axes(chart, "metric", "", "share", "share");
    chart->y.least = 0;
    size_t shares = 0;
    for (size_t i = 0; i < hello->metric_count; i++)
        if (hello->metrics[i].kind == WYRM_EXTERNAL_SHARE && shares++ < HTML_COLUMNS_MAX)
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
    html_caption(chart, "Of yes and no, and of k of n, over all complete runs.%s",
                 shares > HTML_COLUMNS_MAX ? base_say(&report->head.arena, " The first %d of %zu.",
                                                      HTML_COLUMNS_MAX, shares)
                                           : "");
    keep_chart(report, chart);
}

/* The bins of a distribution over the values of all players, BINS at most, between the first and
 * the 99th percentile: the outer bins take what lies beyond. Where all values are whole numbers, so
 * are the bins' widths. */
typedef struct bins {
    double from, width;
    double least, greatest; /* of all values */
    size_t count;
    bool whole;
} bins;

static bins find_bins(base_arena *arena, const html_game *report,
                      const wyrm_external_metric *metric)
{
    size_t all = 0, index;
    bins out = {.whole = true};
    for (size_t p = 0; p < report->player_count; p++)
        if (game_figure(&report->players[p], metric, &index) != NULL)
            all += report->players[p].values[index].count;
    double *sorted = base_array(arena, double, all + 1);
    all = 0;
    for (size_t p = 0; p < report->player_count; p++)
        if (game_figure(&report->players[p], metric, &index) != NULL)
            for (size_t i = 0; i < report->players[p].values[index].count; i++)
                sorted[all++] = report->players[p].values[index].list[i];
    for (size_t i = 0; i < all; i++)
        out.whole = out.whole && sorted[i] == floor(sorted[i]) && fabs(sorted[i]) < 1e9;
    if (all == 0)
        return out;
    qsort(sorted, all, sizeof *sorted, html_by_value);
    out.least = sorted[0];
    out.greatest = sorted[all - 1];
    double low = sorted[all / 100], high = sorted[all - 1 - all / 100], span = high - low;
    if (!html_is_drawable(low) || !html_is_drawable(high) || !isfinite(span))
        return out;
    const text_axis axis = text_axis_around(low, high > low ? high : low + 1, BINS);
    out.width = out.whole ? fmax(1, ceil((span + 1) / BINS)) : axis.step;
    out.from = out.whole ? low : axis.low;
    out.count = out.whole ? (size_t)(span / out.width) + 1
                          : (size_t)fmax(1, ceil((high - axis.low) / axis.step - 1e-9));
    return out;
}

/* The shares of runs in each bin, side by side for all players. Only the first VALUES runs are in
 * it, while the means in the caption are of all. */
static void add_distribution(html_game *report, const wyrm_external_metric *metric)
{
    base_arena *arena = &report->head.arena;
    const bins in = find_bins(arena, report, metric);
    html_chart *chart =
        begin_chart(report, HTML_COLUMNS, base_say(arena, "metric-%s", metric->name),
                    base_say(arena, "%s: how is it spread?", metric->name));
    const char *means = "";
    size_t index;
    html_axes(chart, metric->name, game_unit(metric), "runs", "share");
    chart->y.least = 0;
    for (size_t k = 0; k < in.count; k++) {
        const double low = in.from + (double)k * in.width, high = low + in.width - in.whole;
        text_figure from, to;
        text_figure_exact(low, &from);
        text_figure_exact(high, &to);
        const bool below = k == 0 && in.least < low;
        const bool above = k + 1 == in.count && in.greatest > high;
        if (below && above) { /* the only one: it takes what lies beyond on either side */
            text_figure_exact(in.least, &from);
            text_figure_exact(in.greatest, &to);
        }
        (void)html_category(chart, below && !above   ? base_say(arena, "%s or less", to.text)
                                   : above && !below ? base_say(arena, "%s or more", from.text)
                                   : low == high && !below
                                       ? from.text
                                       : base_say(arena, "%s to %s", from.text, to.text));
    }
    for (size_t p = 0; p < report->player_count; p++) {
        const html_game_player *player = &report->players[p];
        const wyrm_external_figure *of = game_figure(player, metric, &index);
        text_figure mean;
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
        means = base_say(arena, "%s%s%.60s: %s%s", means, means[0] ? "; " : "", player->name,
                         text_figure_told(HTML_UTF8, of, &mean),
                         text_told_alike(of) ? "" : " on average");
    }
    html_caption(chart, "%s%s%s%s", metric->about, metric->about[0] ? ". " : "", means,
                 means[0] ? "." : "");
    keep_chart(report, chart);
}

/* The mean by stage. The y axis begins at 0 unless a mean is negative: any other beginning
 * exaggerates differences. */
static void add_by_stage(html_game *report, const wyrm_external_metric *metric)
{
    base_arena *arena = &report->head.arena;
    html_chart *chart =
        begin_chart(report, HTML_LINES, base_say(arena, "metric-%s", metric->name),
                    base_say(arena, "%s: how much at each %s?", metric->name, game_stage(report)));
    bool below = false;
    size_t index;
    html_axes(chart, game_stage(report), "", metric->name, game_unit(metric));
    chart->x.whole = true;
    for (size_t p = 0; p < report->player_count; p++) {
        const wyrm_external_figure *of = game_figure(&report->players[p], metric, &index);
        html_series *series = player_series(chart, report, &report->players[p]);
        for (size_t i = 0; of != NULL && i < of->stage_count; i++) {
            const wyrm_moments *told = &of->stages[i];
            const wyrm_estimate mean = text_estimate_mean(told);
            if (told->count >= HTML_RARE_RUNS && told->min == told->max &&
                !wyrm_interval_is_known(mean.ci95))
                html_add_mark(series, (double)i + 1, mean.value);
            else if (told->count >= HTML_RARE_RUNS)
                html_add_estimate(series, (double)i + 1, mean);
            below |= of->stages[i].count > 0 && of->stages[i].mean < 0;
        }
    }
    if (!below)
        chart->y.least = 0;
    html_caption(chart,
                 "%s%sThe mean of the runs that told it; stages of fewer than %d are left "
                 "out.",
                 metric->about, metric->about[0] ? ". " : "", HTML_RARE_RUNS);
    keep_chart(report, chart);
}

/* Adds the charts of every game, then one for every metric that this one declares. */
static void fill_charts(html_game *report)
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
            add_words(report, base_say(arena, "metric-%s", metric->name),
                      base_say(arena, "%s: which, and how often?", metric->name), metric->name,
                      "of the runs that told it", metric);
    }
}

/* The chart for a target's metric: those of every game map to charts of other names, all shares to
 * one chart, and a declared metric to the id that begin_chart() makes of its name. */
static const html_chart *chart_of_metric(const html_head *head, const char *metric)
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
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i][0], metric) == 0)
            snprintf(id, sizeof id, "%s", known[i][1]);
    for (char *at = id; *at != '\0'; at++)
        *at = *at == '.' ? '-' : *at;
    return html_find_chart(head, id);
}

/* The chart for a finding about a declared metric, a target or a metric of every game. Findings
 * about an agent have none, although an agent may have the name of a metric. */
static const html_chart *chart_of_finding(const html_head *head, const wyrm_finding *finding)
{
    const wyrm_judgement *judgement = head->judgement;
    if (strncmp(finding->where, "metrics.", 8) == 0)
        return chart_of_metric(head, finding->where + 8);
    for (size_t i = 0; i < judgement->judged_count; i++)
        if (strncmp(finding->where, "targets.", 8) == 0 &&
            strcmp(finding->where + 8, judgement->judged[i].target) == 0)
            return chart_of_metric(head, judgement->judged[i].metric);
    return strcmp(finding->kind, "only-word") == 0 ? chart_of_metric(head, finding->where) : NULL;
}

/* ---- Gathering ---- */

/* The runs of one player being gathered: the context of add_run(). */
typedef struct part {
    html_game *report;
    html_game_player *player;
    base_part share; /* of the progress bar, where runs are played */
    bool begun;      /* the first run of a file was read, so player->first is known */
} part;

/* Adds a run to its player's sums. Its values are kept for distributions while there is room, and
 * only if it is complete, as all figures are of complete runs. */
static wyrm_status add_run(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    part *of = context;
    html_game_player *player = of->player;
    wyrm_status status = wyrm_external_accumulator_add(player->accumulator, run, error);
    for (size_t i = 0; i < player->metric_count && wyrm_external_is_complete(run->end); i++) {
        const wyrm_external_kind kind = player->facts.hello->metrics[i].kind;
        struct html_values *values = &player->values[i];
        if (!run->values[i].told || values->count == VALUES ||
            (kind != WYRM_EXTERNAL_AMOUNT && kind != WYRM_EXTERNAL_NUMBER))
            continue;
        if (values->count == values->room) {
            size_t room = 2 * values->room + 64;
            double *list = base_resize(values->list, room * sizeof *list);
            if (list == NULL)
                return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
            values->list = list;
            values->room = room;
        }
        values->list[values->count++] = run->values[i].number;
    }
    if (status == WYRM_OK && player->compared != NULL)
        status = wyrm_external_side_take(player->compared, run, error);
    return status;
}

static void drop_values(html_game_player *player)
{
    for (size_t i = 0; i < player->metric_count; i++)
        wyrm_free(player->values[i].list);
}

/* Adds a player for the agent that `facts` names. In a comparison its name begins with that of its
 * side, as the same agent may play for both. */
static html_game_player *add_player(html_game *report, const html_game_side *side,
                                    const wyrm_external_facts *facts)
{
    base_arena *arena = &report->head.arena;
    html_game_player *player = &report->players[report->player_count++];
    *player = (html_game_player){.side = side, .facts = *facts};
    player->name = base_copy(arena, player->facts.agent);
    player->metric_count = facts->hello->metric_count;
    player->values = base_array(arena, struct html_values, player->metric_count);
    base_keep(arena, player, drop_values);
    if (report->head.side_count > 1)
        player->name = base_say(arena, "%.60s: %.60s", side->name, player->facts.agent);
    base_must(arena, wyrm_external_accumulator_new(facts->hello, facts->seed, &player->accumulator,
                                                   &arena->error));
    base_keep(arena, player->accumulator, wyrm_external_accumulator_free);
    if (report->head.side_count < 2)
        return player;
    base_must(arena, wyrm_external_side_new(facts, side->game, &player->compared, &arena->error));
    base_keep(arena, player->compared, wyrm_external_side_free);
    return player;
}

static void finish_player(html_game *report, html_game_player *player)
{
    base_arena *arena = &report->head.arena;
    base_must(arena,
              wyrm_external_accumulator_sum(player->accumulator, &player->summary, &arena->error));
    base_keep(arena, player->summary, wyrm_external_summary_free);
    if (player->summary->runs == 0)
        base_refuse(arena, WYRM_ERROR_ARGUMENT, "'%s' holds no runs", player->side->name);
}

/* The agents to play for a side: the one that was asked for, in a comparison always a single one;
 * or several. Returns how many there are, more than are listed where these are too many. */
static size_t list_agents(const html_game *report, const html_game_side *side,
                          const char *out[AGENTS])
{
    const bool alone = report->options.ask.agent != NULL || report->head.side_count > 1;
    size_t count = 0;
    const char *agent;
    for (; !alone && (agent = wyrm_external_player(side->game, count)) != NULL; count++)
        if (count < AGENTS)
            out[count] = agent;
    if (count == 0)
        out[count++] = wyrm_external_agent(side->game, &report->options.ask);
    return count;
}

/* Plays the agents of a side, from run `first` on: where the other side's runs come from a file,
 * these get the same numbers, because only runs of the same number share their luck and can be
 * paired. */
static void play_side(html_game *report, const html_game_side *side, const base_part *all,
                      uint64_t first)
{
    base_arena *arena = &report->head.arena;
    const char *agents[AGENTS];
    const size_t every = list_agents(report, side, agents), count = every < AGENTS ? every : AGENTS;
    const double step = all->share / (double)count;
    report->left_out = every - count;
    for (size_t i = 0; i < count; i++) {
        wyrm_external_ask_options ask = report->options.ask;
        wyrm_external_facts facts;
        part of = {.report = report,
                   .share = {all->progress, all->context, all->from + step * (double)i, step}};
        ask.agent = agents[i];
        base_must(arena, wyrm_external_facts_from(side->game, &ask, &facts, &arena->error));
        of.player = add_player(report, side, &facts);
        of.player->first = first;
        const wyrm_external_play_options how = {
            .ask = ask,
            .first = first,
            .runs = report->options.runs > 0 ? report->options.runs : RUNS,
            .threads = report->options.threads,
            .take = add_run,
            .take_context = &of,
            .progress = base_report_part,
            .progress_context = &of.share};
        base_must(arena, wyrm_external_play(side->game, &how, &arena->error));
        finish_player(report, of.player);
    }
}

static wyrm_status take_file(const wyrm_external_run *run, void *context, wyrm_error *error)
{
    part *of = context;
    if (!of->begun) {
        of->player->first = run->run;
        of->begun = true;
    }
    return add_run(run, context, error);
}

static void read_side(html_game *report, const html_game_side *side)
{
    base_arena *arena = &report->head.arena;
    wyrm_external_results *results = side->results;
    const wyrm_external_facts *facts = wyrm_external_results_facts_of(results);
    part of = {.report = report, .player = add_player(report, side, facts)};
    base_must(arena,
              wyrm_external_results_each(results, 0, UINT64_MAX, take_file, &of, &arena->error));
    finish_player(report, of.player);
    report->options.ask.seed = facts->seed;
    if (report->options.runs == 0)
        report->options.runs = of.player->summary->runs;
}

/* Judges the first side's targets. With fewer runs than usual, verdicts get fewer, too: whoever
 * asks for few is in a hurry. */
static void judge(html_game *report)
{
    base_arena *arena = &report->head.arena;
    const html_game_options *options = &report->options;
    const bool fewer = options->runs > 0 && options->runs < RUNS;
    base_part share = {options->progress, options->context, 0, JUDGED};
    const wyrm_external_judge_options how = {
        .ask = options->ask,
        .effort.factor = fewer ? (double)options->runs / WYRM_JUDGE_GAMES : 1.0,
        .threads = options->threads,
        .progress = base_report_part,
        .progress_context = &share};
    wyrm_errors *errors;
    base_must(arena, wyrm_errors_new(&errors));
    base_keep(arena, errors, wyrm_errors_free);
    wyrm_status status =
        wyrm_external_judge(report->sides[0].game, &how, &report->head.judgement, errors);
    html_must_judge(&report->head, status, errors);
}

/* ---- The whole report ---- */

/* Compares the runs of both sides as the gate does; nothing is played. */
static void compare(html_game *report)
{
    base_arena *arena = &report->head.arena;
    html_game_player *now = &report->players[0], *other = &report->players[1];
    const wyrm_gate_options all = {.effort = {.exactly = WYRM_GATE_RUNS_MAX}};
    if (report->head.side_count < 2)
        return;
    wyrm_external_gate *gate;
    base_must(arena,
              wyrm_external_gate_hold(other->compared, now->compared, &all, &gate, &arena->error));
    base_keep(arena, gate, wyrm_external_gate_free);
    report->head.gate = &gate->gate;
}

static void make(base_arena *arena, void *context)
{
    html_game *report = context;
    const size_t sides = report->head.side_count;
    base_part share = {report->options.progress, report->options.context, 0, 0};
    report->players = base_array(arena, html_game_player, AGENTS + 1);
    if (report->sides[0].game != NULL && report->sides[0].results == NULL) {
        judge(report);
        share.from = JUDGED;
    }
    /* A second side's file is read first: it says which runs the first side has to play. Afterwards
     * the players are put back into the order of their sides. */
    uint64_t first = 0;
    const html_game_side *second = &report->sides[1];
    if (sides > 1 && second->results != NULL && report->sides[0].results == NULL) {
        read_side(report, second);
        first = report->players[0].first;
    }
    const bool swapped = report->player_count > 0;
    for (size_t s = 0; s < sides; s++) {
        const html_game_side *side = &report->sides[s];
        share.share = (1 - share.from) / (double)(sides - s);
        if (swapped && s == 1)
            continue;
        if (side->results != NULL)
            read_side(report, side);
        else
            play_side(report, side, &share, first);
        first = report->players[report->player_count - 1].first;
        share.from += share.share;
    }
    if (swapped) {
        html_game_player other = report->players[0];
        report->players[0] = report->players[1];
        report->players[1] = other;
    }
    compare(report);
    fill_charts(report);
}

wyrm_status html_game_make(html_game *report, const html_game_side *sides, size_t count,
                           const html_game_options *options, wyrm_error *error)
{
    *report = (html_game){.head.side_count = count,
                          .head.of_metric = chart_of_metric,
                          .head.of_finding = chart_of_finding,
                          .options = *options};
    memcpy(report->sides, sides, count * sizeof *sides);
    return html_run(&report->head, NULL, make, error);
}

/* ---- The page ---- */

static void add_answer(void *context, text_page *page)
{
    html_game *report = context;
    base_arena *arena = &report->head.arena;
    const html_game_player *first = &report->players[0];
    const wyrm_external_summary *summary = first->summary;
    text_figure won, stage;
    char text[1024];
    if (report->head.judgement != NULL) {
        text_verdicts_answer(first->facts.game, report->head.judgement, text, sizeof text);
        html_write(page, "<p class='lead'>{p}</p>\n", text);
    }
    for (const html_game_player *player = first; player < first + report->player_count; player++) {
        const wyrm_external_summary *of = player->summary;
        const text_greatest worst = text_external_worst(arena, of, HTML_UTF8);
        const char *ends = "", *causes = "";
        if (wyrm_interval_is_known(wyrm_mean_interval(&of->final_stage, 0.95)))
            ends = base_say(arena, "; they end at %s %s on average", game_stage(report),
                            text_figure_mean(HTML_UTF8, &of->final_stage, &stage));
        if (worst.count > 0)
            causes = base_say(arena, " What ends most: %s%s %s of them.", worst.where,
                              worst.count > 1 ? ":" : ",", worst.value);
        html_write(page, "<p>{p}</p>\n",
                   base_say(arena, "%s wins %s of %s complete runs%s.%s", player->name,
                            text_figure_share(HTML_UTF8, of->win_rate, of->win_rate_ci95, &won),
                            html_grouped(arena, of->complete), ends, causes));
    }
    if (summary->failed + summary->unfinished > 0)
        html_write(page, "<p>{p}</p>\n",
                   base_say(arena,
                            "%s of %s runs of %s failed and %s are unfinished: they are "
                            "part of no figure%s.",
                            html_grouped(arena, summary->failed),
                            html_grouped(arena, summary->runs), first->name,
                            html_grouped(arena, summary->unfinished),
                            summary->unfinished > 0 && summary->stage_count > 0
                                ? " but survival, which counts the unfinished ones up to where "
                                  "they were left"
                                : ""));
    if (report->head.judgement == NULL)
        return;
    const html_targets targets = html_find_targets(arena, report->head.judgement);
    html_add_verdicts(&report->head, &targets);
}

static void add_changes(void *context, text_page *page)
{
    html_game *report = context;
    const wyrm_gate *gate = report->head.gate;
    char text[1024];
    text_gate_words(gate, text, sizeof text);
    html_write(page, "<p>{p}</p>\n", text);
    html_add_differences(gate, report->sides[1].name, report->sides[0].name, page);
    text_gate_stages_words(gate, text, sizeof text);
    html_write(page, "<p class='quiet'>{p}</p>\n",
               base_say(&report->head.arena,
                        "%" PRIu64 " run%s each, %s. %sWhere nothing has changed, such a table "
                        "shows a change %.3g %% of the time at most.",
                        gate->runs, gate->runs == 1 ? "" : "s",
                        gate->paired ? "paired run by run: both had the same luck"
                                     : "as independent samples",
                        text, 100.0 * gate->alarm));
}

/* One row per metric that is a single figure, one column per player. */
static void add_side_by_side(void *context, text_page *page)
{
    html_game *report = context;
    const html_game_player *players = report->players;
    const wyrm_external_hello *hello = players[0].facts.hello;
    text_figure figure;
    size_t index;
    html_table_begin(page, "figures of a run", "Figures of a run");
    html_write(page, "<thead>\n<tr><th scope='col' class='text'>metric</th>");
    for (size_t p = 0; p < report->player_count; p++)
        html_write(page, "<th scope='col'>{b}</th>", players[p].name);
    html_write(page, "</tr>\n</thead>\n<tbody>\n<tr><th scope='row' class='text'>won</th>");
    for (size_t p = 0; p < report->player_count; p++)
        html_write(page, "<td>{}</td>",
                   text_figure_share(HTML_UTF8, players[p].summary->win_rate,
                                     players[p].summary->win_rate_ci95, &figure));
    html_write(page, "</tr>\n");
    for (size_t i = 0; i < hello->metric_count; i++) {
        const wyrm_external_metric *metric = &hello->metrics[i];
        if (metric->kind == WYRM_EXTERNAL_CATEGORY || metric->kind == WYRM_EXTERNAL_BY_STAGE)
            continue;
        html_write(page, "<tr><th scope='row' class='text'>{b}{u}</th>", metric->name,
                   game_unit(metric));
        for (size_t p = 0; p < report->player_count; p++) {
            const wyrm_external_figure *of = game_figure(&players[p], metric, &index);
            const char *text = "-";
            if (of != NULL && of->count > 0)
                text = text_figure_told(HTML_UTF8, of, &figure);
            html_write(page, "<td>{}</td>", text);
        }
        html_write(page, "</tr>\n");
    }
    html_table_end(page);
}

/* Failed runs and notable ones, with the commands to see them again: `replay` where the game can
 * show a run, else `sim`. */
static void add_runs(void *context, text_page *page)
{
    html_game *report = context;
    const html_game_player *first = &report->players[0];
    const wyrm_external_summary *summary = first->summary;
    const char *verb = first->facts.hello->can & WYRM_EXTERNAL_CAN_REPLAY ? "replay" : "sim";
    html_table_begin(page, "runs to look at", "Runs to look at");
    html_write(page, "<thead>\n<tr><th scope='col'>run</th><th scope='col' class='text'>which</th>"
                     "<th scope='col' class='text'>again</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < summary->example_count + summary->failed_count; i++) {
        const bool failed = i < summary->failed_count;
        const wyrm_external_example *example =
            failed ? NULL : &summary->examples[i - summary->failed_count];
        const uint64_t number = failed ? summary->failures[i].run : example->run;
        base_buffer again = {0};
        bool known = text_external_again(&first->facts, failed ? "sim" : verb, number, 1, &again);
        html_write(page, "<tr><th scope='row'>{}</th><td class='text'>",
                   html_grouped(&report->head.arena, number));
        if (failed)
            html_write(page, "<strong>failed:</strong> {p}", summary->failures[i].why);
        else if (example->stage > 0)
            html_write(page, "{}: {b} at {b} {d}", example->what, example->outcome,
                       game_stage(report), (int)example->stage);
        else
            html_write(page, "{}: {b}", example->what, example->outcome);
        if (failed && summary->failures[i].log[0] != '\0')
            html_write(page, "<br><code>{b}</code>", summary->failures[i].log);
        html_write(page, "</td><td class='text'>");
        if (known)
            html_write(page, "{c}", again.bytes);
        html_write(page, "</td></tr>\n");
        base_buffer_drop(&again);
    }
    html_table_end(page);
}

static void add_made(void *context, text_page *page)
{
    html_game *report = context;
    base_arena *arena = &report->head.arena;
    html_write(page, "<dl class='facts'>\n");
    for (size_t p = 0; p < report->player_count; p++) {
        const html_game_player *player = &report->players[p];
        const wyrm_external_facts *facts = &player->facts;
        const bool next = p > 0 && player->side == report->players[p - 1].side;
        if (!next) {
            html_add_fact(page, p == 0 ? "Game" : "Compared with",
                          base_say(arena, "%s%s%s, %.300s", facts->game,
                                   facts->version[0] ? " " : "", facts->version,
                                   player->side->name));
            if (facts->command[0] != '\0')
                html_write(page, "<dt>Command</dt><dd>{c}</dd>\n", facts->command);
            if (facts->set[0] != '\0')
                html_add_fact(page, "Set", facts->set);
            html_add_fact(page, "Seed", base_say(arena, "%" PRIu64, facts->seed));
        }
        html_add_fact(page, facts->agent,
                      base_say(arena, "%s runs: %s complete, %s unfinished, %s failed",
                               html_grouped(arena, player->summary->runs),
                               html_grouped(arena, player->summary->complete),
                               html_grouped(arena, player->summary->unfinished),
                               html_grouped(arena, player->summary->failed)));
    }
    if (report->left_out > 0)
        html_add_fact(page, "Not shown",
                      base_say(arena,
                               "%zu more of its agents: %d stand side by side, and --agent "
                               "shows another",
                               report->left_out, AGENTS));
    const size_t metrics = report->players[0].facts.hello->metric_count;
    if (metrics > METRICS)
        html_add_fact(
            page, "No picture of",
            base_say(arena, "%zu metrics behind the first %d", metrics - METRICS, METRICS));
    html_add_fact(page, "Version", base_say(arena, "wyrm %s", wyrm_version()));
    html_write(page, "</dl>\n<p class='quiet'>Figures are of the complete runs, with 95\u00a0% "
                     "intervals.</p>\n");
}

static void add_charts(void *context, text_page *page)
{
    (void)page;
    html_add_charts(context, NULL);
}

/* The sections in the order of an answer: verdict, findings, changes, and only then charts and
 * tables. */
static const html_part parts[] = {
    {"answer", "The answer", "The answer", NULL, add_answer},
    {"findings", "Findings", "Findings that no target names", html_has_findings, html_add_findings},
    {"changes", "What has changed", "What has changed", html_is_compared, add_changes},
    {"pictures", "Pictures", "Pictures", NULL, add_charts},
    {"figures", "Figures", "Figures of a run", NULL, add_side_by_side},
    {"runs", "Runs to look at", "Runs to look at", NULL, add_runs},
    {"made", "What was run", "What was run", NULL, add_made},
    {.add = NULL},
};

static void write_page(base_arena *arena, void *context)
{
    html_game *report = context;
    const char *title = report->players[0].facts.game;
    if (report->head.side_count > 1)
        title =
            base_say(arena, "%.200s against %.200s", report->sides[0].name, report->sides[1].name);
    html_write_parts(&report->head, parts, title, "");
}

wyrm_status html_game_html(html_head *head, text_page *page, wyrm_error *error)
{
    return html_run(head, page, write_page, error);
}

/* ---- For scripts ---- */

static void write_json(base_arena *arena, void *context)
{
    html_game *report = context;
    base_json json = text_answer_begin(report->head.page, "game-report", NULL);
    text_put_game(&json, &report->players[0].facts);
    base_putf(&json, "seed:%" PRIu64 " players:[", report->players[0].facts.seed);
    for (size_t p = 0; p < report->player_count; p++) {
        const html_game_player *player = &report->players[p];
        base_putf(&json,
                  "{name:%s agent:%s set:%s runs:%" PRIu64 " complete:%" PRIu64
                  " unfinished:%" PRIu64 " failed:%" PRIu64,
                  player->name, player->facts.agent, player->facts.set, player->summary->runs,
                  player->summary->complete, player->summary->unfinished, player->summary->failed);
        text_put_external(&json, &player->facts, player->summary);
        base_put_end(&json);
    }
    base_putf(&json, "]");
    html_put_judgement(&json, &report->head);
    html_put_charts(&json, &report->head);
    base_put_end(&json);
    base_must(arena, page_status(report->head.page, &arena->error));
}

wyrm_status html_game_json(html_head *head, text_page *page, wyrm_error *error)
{
    return html_run(head, page, write_json, error);
}
