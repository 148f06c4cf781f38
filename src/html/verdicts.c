/* The answer of a report: targets and findings, worst first, each with a link to the chart that
 * shows it. What a designer would change first comes first: what fails before what is in doubt, and
 * of these what is farthest from its range at the most places. */
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Targets, worst first ---- */

/* How far a value lies outside its range, from 0 (inside) to 1, so that targets of different units
 * can be put in an order: of shares the points that are missing, else what is missing beside the
 * limit. */
static double farness(const wyrm_judged *judged)
{
    bool over = judged->value > judged->range.high;
    double limit = over ? judged->range.high : judged->range.low;
    double off = over ? judged->value - limit : limit - judged->value;
    if (isnan(judged->value) || isinf(off))
        return 1.0;
    if (!(off > 0.0))
        return 0.0;
    return strcmp(judged->unit, "share") == 0 ? fmin(off, 1.0) : off / (off + fabs(limit));
}

/* A limit that is missed everywhere is worse than one that is missed at one end. */
static double badness(const wyrm_aim *aim)
{
    return farness(aim->worst) * (double)(aim->count - aim->holding) / (double)aim->count;
}

static int by_severity(const void *a, const void *b)
{
    const wyrm_aim *one = a, *other = b;
    size_t rank = wyrm_severity_rank(one->worst->verdict);
    size_t rank_of_other = wyrm_severity_rank(other->worst->verdict);
    double bad = badness(one), bad_of_other = badness(other);
    if (rank != rank_of_other)
        return rank < rank_of_other ? -1 : 1;
    if (bad != bad_of_other)
        return bad > bad_of_other ? -1 : 1;
    return (one->judged > other->judged) - (one->judged < other->judged);
}

html_targets html_find_targets(base_arena *arena, const wyrm_judgement *judgement)
{
    html_targets out = {.list = base_array(arena, wyrm_aim, judgement->judged_count)};
    for (size_t i = 0; i < judgement->judged_count; i += out.list[out.count++].count)
        out.list[out.count] = wyrm_aim_at(judgement, i);
    qsort(out.list, out.count, sizeof *out.list, by_severity);
    return out;
}

/* ---- Which chart shows what ---- */

/* Rows are looked through from the first on. Of the charts the first that the report has is meant;
 * '*' is any letters of a word. */
typedef struct shown_by {
    const char *charts[2];
    const char *words; /* metrics, kinds of findings, or where they are */
} shown_by;

static const shown_by metrics[] = {
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

static const html_chart *look_up(const html_report *report, const shown_by *rows, size_t count,
                                 const char *word)
{
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; matches(rows[i].words, word) && c < 2 && rows[i].charts[c]; c++)
            if (html_find_chart(report, rows[i].charts[c]) != NULL)
                return html_find_chart(report, rows[i].charts[c]);
    return NULL;
}

const html_chart *html_chart_of_metric(const html_report *report, const char *metric)
{
    return look_up(report, metrics, sizeof metrics / sizeof *metrics, metric);
}

const html_chart *html_chart_of_finding(const html_report *report, const wyrm_finding *finding)
{
    size_t count = sizeof of_findings / sizeof *of_findings;
    const html_chart *chart = look_up(report, of_findings, count, finding->kind);
    return chart != NULL ? chart : look_up(report, of_findings, count, finding->where);
}

/* ---- Where a ruleset is right and where it is wrong: a word and a link for each section ---- */

#define SUBJECTS_MAX 16

/* The targets about a section of charts. */
typedef struct subject {
    const html_section *section; /* NULL: those that no chart shows */
    size_t all, counts[WYRM_VERDICT_COUNT];
} subject;

/* "3 of 9 fail, 1 in doubt", "all 5 hold" */
static void add_score(const subject *of, wyrm_page *page)
{
    size_t failed = of->counts[WYRM_FAIL];
    size_t doubtful = of->counts[WYRM_WARN] + of->counts[WYRM_UNCLEAR];
    char words[96], more[40] = "";
    if (failed > 0 && doubtful > 0)
        snprintf(more, sizeof more, ", %zu in doubt", doubtful);
    if (failed > 0)
        snprintf(words, sizeof words, "%zu of %zu %s%s", failed, of->all,
                 failed == 1 ? "fails" : "fail", more);
    else if (doubtful > 0)
        snprintf(words, sizeof words, "%zu of %zu in doubt", doubtful, of->all);
    else if (of->all == 1)
        snprintf(words, sizeof words, "1 holds");
    else
        snprintf(words, sizeof words, "all %zu hold", of->all);
    html_badge(page,
               failed > 0     ? WYRM_TONE_BAD
               : doubtful > 0 ? WYRM_TONE_DOUBT
                              : WYRM_TONE_GOOD,
               words);
}

void html_scores(const html_report *report, const html_targets *targets, wyrm_page *page)
{
    subject subjects[SUBJECTS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < targets->count; i++) {
        const wyrm_judged *worst = targets->list[i].worst;
        const html_chart *chart = html_chart_of_metric(report, worst->metric);
        const html_section *section = chart != NULL ? chart->section : NULL;
        size_t at = 0;
        while (at < count && subjects[at].section != section)
            at++;
        if (at == count)
            subjects[count++] = (subject){.section = section};
        subjects[at].all++;
        subjects[at].counts[worst->verdict]++;
    }
    if (count == 0)
        return;
    wyrm_page_add(page, "<ul class=\"scores\" aria-label=\"Targets by subject, worst first\">\n");
    for (size_t i = 0; i < count; i++) {
        const html_section *section = subjects[i].section;
        if (section != NULL)
            html_write(page, "<li><a href=\"#{}\">{}</a> ", section->id, section->heading);
        else
            wyrm_page_add(page, "<li>Others ");
        add_score(&subjects[i], page);
        wyrm_page_add(page, "</li>\n");
    }
    wyrm_page_add(page, "</ul>\n");
}

/* ---- Verdicts and findings ---- */

/* The chart that shows it, beside what is said. */
static void add_see(wyrm_page *page, const html_chart *chart)
{
    if (chart != NULL)
        html_write(page, "<p class=\"see\"><a href=\"#{}\">{}</a></p>\n", chart->id, chart->title);
    wyrm_page_add(page, "</li>\n");
}

/* "Measured: 8.681 attacks for monster@1 against player@1, wanted 7 to 8. 24 of 25 places hold." */
static void add_evidence(wyrm_page *page, const wyrm_aim *aim)
{
    const wyrm_judged *worst = aim->worst;
    char value[160], range[96], others[1200];
    wyrm_judged_value(page->style, worst, value, sizeof value);
    wyrm_judged_range(worst, range, sizeof range);
    html_write(page, "<p>Measured: <b>{p}</b>", value);
    if (worst->where[0] != '\0')
        html_write(page, " for {b}", worst->where);
    html_write(page, ", wanted {p}.", range);
    if (aim->count > 1) {
        wyrm_aim_others(aim, others, sizeof others);
        html_write(page, " {b}.", others);
    }
    wyrm_page_add(page, "</p>\n");
}

static void add_verdict(const html_report *report, const wyrm_aim *aim, wyrm_page *page)
{
    const wyrm_judged *worst = aim->worst;
    bool claimed = worst->claim[0] != '\0';
    wyrm_page_add(page, "<li>\n");
    html_badge(page, wyrm_verdict_tone(worst->verdict), wyrm_verdict_name(worst->verdict));
    html_write(page,
               claimed ? "\n<div>\n<p><strong>Wanted: {p}</strong></p>\n"
                       : "\n<div>\n<p><strong>{p}</strong></p>\n",
               claimed ? worst->claim : worst->metric);
    add_evidence(page, aim);
    wyrm_page_add(page, "<p class=\"quiet\">");
    if (worst->note[0] != '\0')
        html_write(page, "Note: {p}. ", worst->note);
    if (worst->source[0] != '\0')
        html_write(page, "Source: {p}. ", worst->source);
    html_write(page, "Target <code>{b}</code> of <code>{}</code>.</p>\n</div>\n", worst->target,
               worst->metric);
    add_see(page, html_chart_of_metric(report, worst->metric));
}

/* The targets that hold, those from `first` on, a row each. */
static void add_passing(const html_report *report, const html_targets *targets, size_t first,
                        wyrm_page *page)
{
    size_t count = targets->count - first;
    html_write(page, "<details>\n<summary>{n} {}</summary>\n", count,
               count == 1 ? "target that holds" : "targets that hold");
    html_table_begin(page, "targets that hold", "Targets that hold");
    wyrm_page_add(page, "<thead>\n<tr><th scope=\"col\" class=\"text\">target</th>"
                        "<th scope=\"col\">measured</th><th scope=\"col\">wanted</th>"
                        "<th scope=\"col\">places</th>"
                        "<th scope=\"col\" class=\"text\">shown by</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = first; i < targets->count; i++) {
        const wyrm_judged *worst = targets->list[i].worst;
        const html_chart *chart = html_chart_of_metric(report, worst->metric);
        char value[160], range[96];
        wyrm_judged_value(page->style, worst, value, sizeof value);
        wyrm_judged_range(worst, range, sizeof range);
        html_write(page,
                   "<tr><th scope=\"row\" class=\"text\">{b}</th><td>{}</td><td>{}</td>"
                   "<td>{n}</td><td class=\"text\">",
                   worst->claim[0] != '\0' ? worst->claim : worst->target, value, range,
                   targets->list[i].count);
        if (chart != NULL)
            html_write(page, "<a href=\"#{}\">{}</a>", chart->id, chart->title);
        wyrm_page_add(page, "</td></tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n");
    html_table_end(page);
    wyrm_page_add(page, "</details>\n");
}

void html_verdicts(const html_report *report, const html_targets *targets, wyrm_page *page)
{
    size_t troubles = 0;
    while (troubles < targets->count && targets->list[troubles].worst->verdict != WYRM_PASS)
        troubles++;
    if (troubles > 0)
        wyrm_page_add(page, "<ul class=\"verdicts\">\n");
    for (size_t i = 0; i < troubles; i++)
        add_verdict(report, &targets->list[i], page);
    if (troubles > 0)
        wyrm_page_add(page, "</ul>\n");
    if (troubles < targets->count)
        add_passing(report, targets, troubles, page);
}

void html_findings(const html_report *report, wyrm_page *page)
{
    const wyrm_judgement *judgement = report->sides[0].judgement;
    html_section_begin(page, "findings", "Findings that no target names");
    wyrm_page_add(page, "<ul class=\"verdicts wide\">\n");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        wyrm_page_add(page, "<li>\n");
        html_badge(page, WYRM_TONE_DOUBT, finding->kind);
        html_write(page, "\n<div>\n<p><code>{b}</code> {p}.</p>\n</div>\n", finding->where,
                   finding->message);
        add_see(page, html_chart_of_finding(report, finding));
    }
    wyrm_page_add(page, "</ul>\n");
    html_section_end(page);
}
