/* The answer of a report: targets and findings, worst first, each with a link to the chart that shows
 * it. What a designer would change first comes first: what fails before what is in doubt, and of
 * these what is farthest from its range at the most places. */
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

/* One row a metric, or all that begin or end alike ('*' is any letters); the first of the charts that
 * the report has. */
typedef struct shown_by {
    const char *what;
    const char *charts[3];
} shown_by;

static const shown_by metrics[] = {
    {"stat*", {"growth"}},
    {"curve", {"growth"}},
    {"level_factor", {"growth"}},
    {"experience_step", {"level-cost"}},
    {"experience_growth", {"level-cost"}},
    {"experience_to_level", {"level-cost"}},
    {"experience_at_depth", {"experience"}},
    {"kills_to_level", {"level-cost"}},
    {"hit_*", {"hit", "armour"}},
    {"average_hits_to_kill", {"blows", "hit"}},
    {"attacks_to_kill*", {"blows", "hit"}},
    {"hits_to_kill_monster", {"blows", "hit"}},
    {"win_chance", {"even", "duels"}},
    {"duel_turns", {"blows", "duels"}},
    {"hp_left", {"duels"}},
    {"monster_level_*", {"monster-levels", "difficulty"}},
    {"monsters_seen", {"difficulty"}},
    {"tracker_at_depth", {"difficulty"}},
    {"final_depth_*", {"ends", "filling"}},
    {"gear_*", {"gear-attack"}},
    {"rooms_at_depth", {"filling"}},
    {"monsters_at_depth", {"filling"}},
    {"items_at_depth", {"filling"}},
    {"room_monsters*", {"filling"}},
    {"monster_share", {"monsters"}},
    {"item_share", {"loot-depth", "loot"}},
    {"room_threat*", {"budgets"}},
    {"room_status_share", {"budgets"}},
    {"threat_rank_correlation", {"truth"}},
    {"floor_threat", {"floors"}},
    {"floor_budget_share", {"floors"}},
    {"fight_death_chance", {"duels", "difficulty"}},
    {"room_death_chance", {"difficulty"}},
    {"room_hp_lost", {"difficulty"}},
    {"floor_death_chance", {"difficulty"}},
    {"run_hazard", {"hazard"}},
    {"run_deaths_by", {"hazard"}},
    {"run_starved", {"hazard"}},
    {"run_*level", {"level"}},
    {"run_*", {"survival"}},
    {"arena_*", {"duels"}},
    {"items_per_room", {"loot", "loot-depth"}},
    {"category_per_room", {"loot", "loot-depth"}},
    {"pity_*", {"pity"}},
    {"natural_rate", {"pity"}},
    {"drought_chance", {"drought"}},
    {"first_item_chance", {"drought"}},
};

/* By kind, or by the beginning of where it is. */
static const shown_by of_findings[] = {
    {"threat-misfit", {"truth"}},
    {"unhurt-player", {"difficulty", "duels"}},
    {"pity*", {"pity"}},
    {"bands-alike", {"budgets"}},
    {"monsters*", {"monsters", "duels"}},
    {"loot*", {"loot", "loot-depth"}},
    {"threat*", {"budgets"}},
    {"growth.experience", {"level-cost"}},
    {"growth*", {"growth"}},
    {"combat*", {"hit"}},
    {"room_roles*", {"budgets"}},
    {"targets.items*", {"loot"}},
    {"encounter*", {"difficulty"}},
};

static bool matches(const char *pattern, const char *word)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL)
        return strcmp(pattern, word) == 0;
    size_t head = (size_t)(star - pattern), tail = strlen(star + 1), length = strlen(word);
    return length >= head + tail && strncmp(pattern, word, head) == 0 &&
           strcmp(word + length - tail, star + 1) == 0;
}

static const html_chart *look_up(const html_report *report, const shown_by *rows, size_t count,
                                 const char *word)
{
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; matches(rows[i].what, word) && p < 3 && rows[i].charts[p] != NULL; p++)
            if (html_find_chart(report, rows[i].charts[p]) != NULL)
                return html_find_chart(report, rows[i].charts[p]);
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
