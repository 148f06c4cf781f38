/* What those who fill charts share: the series of a side, commands, figures by depth, fighters,
 * tables of kinds by depth; and which chart shows what is judged.
 *
 * A verdict or finding on the page leads to the picture that shows it. Which one that is stands in
 * two tables by the name of the metric or finding, with the second best behind the first, because
 * no ruleset has all charts: one without bands has no chart of them, and a link to nothing is worse
 * than none. */
#include "html/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define RARE_SHARE 0.02 /* depths that fewer dungeons reach are noise */

const html_bot *html_usual_bot(const html_side *side)
{
    for (size_t i = 0; i < side->bot_count; i++)
        if (strcmp(side->bots[i].name, HTML_USUAL) == 0)
            return &side->bots[i];
    return &side->bots[0];
}

/* ---- Which chart shows what ---- */

const html_chart *html_find_chart(const html_head *head, const char *id)
{
    for (size_t i = 0; i < head->chart_count; i++)
        if (strcmp(head->charts[i].id, id) == 0)
            return &head->charts[i];
    return NULL;
}

/* Rows are looked through from the first on. Of the charts the first that the report has is meant;
 * '*' is any letters of a word. */
typedef struct shown_by {
    const char *charts[2];
    const char *words; /* metrics, kinds of findings, or where they are */
} shown_by;

static const shown_by of_metrics[] = {
    {{"growth"}, "stat* curve level_factor"},
    {{"level-cost"}, "experience_step experience_growth experience_to_level kills_to_level"},
    {{"experience"}, "experience_at_depth"},
    {{"hit", "armour"}, "hit_*"},
    {{"blows", "hit"}, "average_hits_to_kill attacks_to_kill* hits_to_kill_monster"},
    {{"even", "duels"}, "win_chance"},
    {{"blows", "duels"}, "duel_turns"},
    {{"duels"}, "hp_left arena_*"},
    {{"monster-levels", "difficulty"}, "monster_level_*"},
    {{"difficulty"}, "monsters_seen tracker_at_depth room_death_chance room_hp_lost"},
    {{"difficulty"}, "floor_death_chance"},
    {{"ends", "filling"}, "final_depth_*"},
    {{"gear-attack"}, "gear_*"},
    {{"filling"}, "rooms_at_depth monsters_at_depth items_at_depth room_monsters*"},
    {{"monsters"}, "monster_share"},
    {{"loot-depth", "loot"}, "item_share"},
    {{"budgets"}, "room_threat* room_status_share"},
    {{"truth"}, "threat_rank_correlation"},
    {{"floors"}, "floor_threat floor_budget_share"},
    {{"duels", "difficulty"}, "fight_death_chance"},
    {{"hazard"}, "run_hazard run_deaths_by run_starved"},
    {{"level"}, "run_*level"},
    {{"survival"}, "run_*"},
    {{"loot", "loot-depth"}, "items_per_room category_per_room"},
    {{"pity"}, "pity_* natural_rate"},
    {{"drought"}, "drought_chance first_item_chance"},
    {{NULL}, NULL},
};

static const shown_by of_findings[] = {
    {{"truth"}, "threat-misfit"},
    {{"difficulty", "duels"}, "unhurt-player"},
    {{"pity"}, "pity*"},
    {{"budgets"}, "bands-alike threat* room_roles*"},
    {{"monsters", "duels"}, "monsters*"},
    {{"loot", "loot-depth"}, "loot*"},
    {{"level-cost"}, "growth.experience"},
    {{"growth"}, "growth*"},
    {{"hit"}, "combat*"},
    {{"loot"}, "targets.items*"},
    {{"difficulty"}, "encounter*"},
    {{NULL}, NULL},
};

/* Whether a word is one of those of a row. */
static bool matches(const char *patterns, const char *word)
{
    size_t length = strlen(word), used;
    for (const char *at = patterns; *at != '\0'; at += used + (at[used] == ' ')) {
        used = strcspn(at, " ");
        const char *star = memchr(at, '*', used);
        size_t head = star != NULL ? (size_t)(star - at) : used;
        size_t tail = star != NULL ? used - head - 1 : 0;
        bool long_enough = star != NULL ? length >= head + tail : length == used;
        if (long_enough && strncmp(at, word, head) == 0 &&
            strncmp(word + length - tail, at + used - tail, tail) == 0)
            return true;
    }
    return false;
}

static const html_chart *look_up(const html_head *head, const shown_by *row, const char *word)
{
    const html_chart *found = NULL;
    for (; row->words != NULL && found == NULL; row++)
        for (size_t c = 0; c < 2 && row->charts[c] && !found && matches(row->words, word); c++)
            found = html_find_chart(head, row->charts[c]);
    return found;
}

const html_chart *html_chart_of_metric(const html_head *head, const char *metric)
{
    return look_up(head, of_metrics, metric);
}

const html_chart *html_chart_of_finding(const html_head *head, const wyrm_finding *finding)
{
    const html_chart *chart = look_up(head, of_findings, finding->kind);
    return chart != NULL ? chart : look_up(head, of_findings, finding->where);
}

/* ---- Figures in captions ---- */

const char *html_mean(html_chart *chart, const wyrm_moments *moments)
{
    return wyrm_figure_mean(HTML_UTF8, moments, base_new(chart->arena, wyrm_figure));
}

const char *html_estimate(html_chart *chart, wyrm_estimate of)
{
    return wyrm_figure_estimate(HTML_UTF8, &of, base_new(chart->arena, wyrm_figure));
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
        html_command(chart, html_format(chart->arena, "wyrm %s %s%s", verb, shell, rest));
}

void html_runs_command(html_chart *chart, size_t side, const html_bot *bot)
{
    const html_side *of = &chart->report->sides[side];
    unsigned long long first = chart->report->options.first, runs = bot->summary->runs;
    unsigned long long seed = bot->summary->seed;
    if (of->results != NULL && of->file[0] != '\0')
        html_command(chart, html_format(chart->arena, "wyrm results %s --verbose", of->file));
    else if (of->results == NULL)
        html_side_command(chart, side, "sim", " --bot %s --runs %llu --seed %llu%s --verbose",
                          bot->name, runs, seed,
                          first > 0 ? html_format(chart->arena, " --first-run %llu", first) : "");
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
        return html_format(&report->head.arena, "wyrm replay %s --run %llu", of->file, number);
    return html_format(&report->head.arena, "wyrm play %s --watch-bot %s --seed %llu --run %llu",
                       of->shell, bot->name, (unsigned long long)bot->summary->seed, number);
}

/* ---- Figures by depth ---- */

html_series *html_side_series(html_chart *chart, size_t side, const char *name)
{
    bool two = chart->report->head.side_count > 1;
    char whose[41], what[53], text[96];
    wyrm_utf8_copy(whose, sizeof whose, chart->report->sides[side].name);
    wyrm_utf8_copy(what, sizeof what, name);
    if (two)
        snprintf(text, sizeof text, "%s: %s", whose, what);
    html_series *series = html_add_series(chart, two ? text : name);
    series->dashed = side > 0;
    return series;
}

wyrm_greatest html_greatest_depth(html_chart *chart, const wyrm_estimate *figures,
                                  const int32_t *depths, size_t count, bool shares)
{
    int32_t *numbers = base_array(chart->arena, int32_t, count);
    for (size_t i = 0; i < count; i++)
        numbers[i] = depths != NULL ? depths[i] : (int32_t)i + 1;
    const wyrm_ranking of = {
        .count = count, .figures = figures, .numbers = numbers, .place = "depth", .shares = shares};
    return wyrm_find_greatest(HTML_UTF8, &of);
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
            html_add_estimate(series, summary->depths[i].depth, wyrm_estimate_mean(moments));
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
                              line->from == HTML_OF_MAPS ? wyrm_curve_estimate(depth, line->offset)
                                                         : wyrm_estimate_ratio(at));
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

/* ---- Kinds by depth ---- */

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
