/* The answer of a report: targets and findings, worst first, each with a link to the picture that
 * shows it. */
#include "base/arena.h"
#include "html/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/internal.h"

/* Targets of a report, worst first: what a designer mends first. */

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
    size_t rank = wyrm_severity_rank(one->worst->verdict),
           rank_of_other = wyrm_severity_rank(other->worst->verdict);
    double bad = badness(one), bad_of_other = badness(other);
    if (rank != rank_of_other)
        return rank < rank_of_other ? -1 : 1;
    if (bad != bad_of_other)
        return bad > bad_of_other ? -1 : 1;
    return (one->judged > other->judged) - (one->judged < other->judged);
}

wyrm_status wyrm_aims_find(const wyrm_judgement *judgement, wyrm_aims *out, wyrm_error *error)
{
    *out = (wyrm_aims){.list = base_zeroed(judgement->judged_count + 1, sizeof *out->list)};
    if (out->list == NULL)
        return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; i < judgement->judged_count; i += out->list[out->count++].count)
        out->list[out->count] = wyrm_aim_at(judgement, i);
    qsort(out->list, out->count, sizeof *out->list, by_severity);
    return WYRM_OK;
}

void wyrm_aims_release(wyrm_aims *aims)
{
    wyrm_free(aims->list);
    *aims = (wyrm_aims){0};
}

/* Which picture shows what: of a metric, of a finding; and which section a picture stands in. */

/* One row a metric, or all that begin with a word (ending in '*'); the first of the pictures that
 * the dossier has. */
typedef struct shown_by {
    const char *what;
    const char *pictures[3];
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

/* Whether a word is what a pattern means: '*' is any letters. */
static bool matches(const char *pattern, const char *word)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL)
        return strcmp(pattern, word) == 0;
    size_t head = (size_t)(star - pattern), tail = strlen(star + 1), length = strlen(word);
    return length >= head + tail && strncmp(pattern, word, head) == 0 &&
           strcmp(word + length - tail, star + 1) == 0;
}

static const wyrm_picture *look_up(const wyrm_dossier *dossier, const shown_by *rows, size_t count,
                                   const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (!matches(rows[i].what, word))
            continue;
        for (size_t p = 0; p < 3 && rows[i].pictures[p] != NULL; p++) {
            const wyrm_picture *picture = wyrm_dossier_find(dossier, rows[i].pictures[p]);
            if (picture != NULL)
                return picture;
        }
    }
    return NULL;
}

const wyrm_picture *wyrm_picture_of_metric(const wyrm_dossier *dossier, const char *metric)
{
    return look_up(dossier, metrics, sizeof metrics / sizeof *metrics, metric);
}

const wyrm_picture *wyrm_picture_of_finding(const wyrm_dossier *dossier,
                                            const wyrm_finding *finding)
{
    size_t count = sizeof of_findings / sizeof *of_findings;
    const wyrm_picture *picture = look_up(dossier, of_findings, count, finding->kind);
    return picture != NULL ? picture : look_up(dossier, of_findings, count, finding->where);
}

const wyrm_report_section wyrm_report_sections[] = {
    {"runs", "Whole runs",
     " survival difference hazard damage level gear-attack gear-defense items "},
    {"dungeon", "The dungeon",
     " difficulty monster-levels filling monsters ends experience level-cost growth "},
    {"threat", "Threat", " budgets floors truth "},
    {"fights", "Single fights", " duels duels-bare even blows hit armour "},
    {"loot-and-pity", "Loot", " loot loot-depth pity drought "},
    {NULL, NULL, NULL},
};

bool wyrm_is_in_section(const wyrm_picture *picture, const wyrm_report_section *section)
{
    static const char other[] = "-other"; /* the same of the second side */
    char word[sizeof picture->id + 2];
    size_t length = strlen(picture->id), tail = sizeof other - 1;
    if (length > tail && strcmp(picture->id + length - tail, other) == 0)
        length -= tail;
    word[0] = ' ';
    memcpy(word + 1, picture->id, length);
    word[length + 1] = ' ';
    word[length + 2] = '\0';
    return strstr(section->pictures, word) != NULL;
}

/* Where a ruleset is right and where it is wrong, subject by subject: a word and a link each. */

#define SUBJECTS_MAX 16

/* The targets about a section of pictures. */
typedef struct subject {
    const wyrm_report_section *section; /* its row with a NULL id: those that no picture shows */
    size_t all, counts[WYRM_VERDICT_COUNT];
} subject;

static const wyrm_report_section *section_of(const wyrm_dossier *dossier, const char *metric)
{
    const wyrm_picture *picture = wyrm_picture_of_metric(dossier, metric);
    const wyrm_report_section *section = wyrm_report_sections;
    while (section->id != NULL && (picture == NULL || !wyrm_is_in_section(picture, section)))
        section++;
    return section;
}

/* The subjects in the order of their worst target. */
static size_t find_subjects(const wyrm_dossier *dossier, const wyrm_aims *aims, subject *subjects)
{
    size_t count = 0;
    for (size_t i = 0; i < aims->count; i++) {
        const wyrm_judged *worst = aims->list[i].worst;
        const wyrm_report_section *section = section_of(dossier, worst->metric);
        size_t at = 0;
        while (at < count && subjects[at].section != section)
            at++;
        if (at == count && count == SUBJECTS_MAX)
            continue;
        if (at == count)
            subjects[count++] = (subject){.section = section};
        subjects[at].all++;
        subjects[at].counts[worst->verdict]++;
    }
    return count;
}

/* "3 of 9 fail, 1 in doubt", "all 5 hold" */
static wyrm_tone words_of(const subject *of, char *text, size_t size)
{
    size_t failed = of->counts[WYRM_FAIL];
    size_t doubtful = of->counts[WYRM_WARN] + of->counts[WYRM_UNCLEAR];
    char more[40] = "";
    if (failed > 0) {
        if (doubtful > 0)
            snprintf(more, sizeof more, ", %zu in doubt", doubtful);
        snprintf(text, size, "%zu of %zu %s%s", failed, of->all, failed == 1 ? "fails" : "fail",
                 more);
        return WYRM_TONE_BAD;
    }
    if (doubtful > 0)
        snprintf(text, size, "%zu of %zu in doubt", doubtful, of->all);
    else if (of->all == 1)
        snprintf(text, size, "1 holds");
    else
        snprintf(text, size, "all %zu hold", of->all);
    return doubtful > 0 ? WYRM_TONE_DOUBT : WYRM_TONE_GOOD;
}

void wyrm_html_scores(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page)
{
    subject subjects[SUBJECTS_MAX];
    size_t count = find_subjects(dossier, aims, subjects);
    if (count == 0)
        return;
    wyrm_page_add(page, "<ul class=\"scores\" aria-label=\"Targets by subject, worst first\">\n");
    for (size_t i = 0; i < count; i++) {
        const wyrm_report_section *section = subjects[i].section;
        char words[96];
        wyrm_tone tone = words_of(&subjects[i], words, sizeof words);
        wyrm_page_add(page, "<li>");
        if (section->id != NULL)
            wyrm_page_addf(page, "<a href=\"#%s\">%s</a> ", section->id, section->heading);
        else
            wyrm_page_add(page, "Others ");
        wyrm_html_badge(page, tone, words);
        wyrm_page_add(page, "</li>\n");
    }
    wyrm_page_add(page, "</ul>\n");
}

#define WORDS 1200

static void add_link(wyrm_page *page, const wyrm_picture *picture)
{
    if (picture == NULL)
        return;
    wyrm_page_add(page, "<a href=\"#");
    wyrm_html_text(page, picture->id);
    wyrm_page_add(page, "\">");
    wyrm_html_text(page, picture->title);
    wyrm_page_add(page, "</a>");
}

/* The picture that shows it, beside what is said. */
static void add_see(wyrm_page *page, const wyrm_picture *picture)
{
    if (picture == NULL)
        return;
    wyrm_page_add(page, "<p class=\"see\">");
    add_link(page, picture);
    wyrm_page_add(page, "</p>\n");
}

/* "Note: ..." with a full stop. */
static void add_remark(wyrm_page *page, const char *what, const char *text)
{
    if (text[0] == '\0')
        return;
    wyrm_page_addf(page, "%s: ", what);
    wyrm_html_prose(page, text);
    wyrm_page_add(page, ". ");
}

/* "Measured: 8.681 attacks for monster@1 against player@1, wanted 7 to 8. 24 of 25 places hold." */
static void add_evidence(wyrm_page *page, const wyrm_aim *aim)
{
    const wyrm_judged *worst = aim->worst;
    char value[160], range[96], others[WORDS];
    wyrm_judged_value(page->style, worst, value, sizeof value);
    wyrm_judged_range(worst, range, sizeof range);
    wyrm_page_add(page, "<p>Measured: <b>");
    wyrm_html_prose(page, value);
    wyrm_page_add(page, "</b>");
    if (worst->where[0] != '\0') {
        wyrm_page_add(page, " for ");
        wyrm_html_foreign(page, worst->where);
    }
    wyrm_page_add(page, ", wanted ");
    wyrm_html_prose(page, range);
    wyrm_page_add(page, ".");
    if (aim->count > 1) {
        wyrm_aim_others(aim, others, sizeof others);
        wyrm_page_add(page, " ");
        wyrm_html_foreign(page, others);
        wyrm_page_add(page, ".");
    }
    wyrm_page_add(page, "</p>\n");
}

static void add_verdict(const wyrm_dossier *dossier, const wyrm_aim *aim, wyrm_page *page)
{
    const wyrm_judged *worst = aim->worst;
    wyrm_page_add(page, "<li>\n");
    wyrm_html_badge(page, wyrm_verdict_tone(worst->verdict), wyrm_verdict_name(worst->verdict));
    wyrm_page_add(page, worst->claim[0] != '\0' ? "\n<div>\n<p><strong>Wanted: "
                                                : "\n<div>\n<p><strong>");
    wyrm_html_prose(page, worst->claim[0] != '\0' ? worst->claim : worst->metric);
    wyrm_page_add(page, "</strong></p>\n");
    add_evidence(page, aim);
    wyrm_page_add(page, "<p class=\"quiet\">");
    add_remark(page, "Note", worst->note);
    add_remark(page, "Source", worst->source);
    wyrm_page_add(page, "Target <code>");
    wyrm_html_foreign(page, worst->target);
    wyrm_page_add(page, "</code> of <code>");
    wyrm_html_text(page, worst->metric);
    wyrm_page_add(page, "</code>.</p>\n</div>\n");
    add_see(page, wyrm_picture_of_metric(dossier, worst->metric));
    wyrm_page_add(page, "</li>\n");
}

/* The targets that hold, those from `first` on, a row each. */
static void add_passing(const wyrm_dossier *dossier, const wyrm_aims *aims, size_t first,
                        wyrm_page *page)
{
    size_t count = aims->count - first;
    wyrm_page_addf(page, "<details>\n<summary>%zu %s</summary>\n", count,
                   count == 1 ? "target that holds" : "targets that hold");
    wyrm_html_table_begin(page, "targets that hold");
    wyrm_page_add(page, "<table>\n<caption>Targets that hold</caption>\n<thead>\n<tr>"
                        "<th scope=\"col\" class=\"text\">target</th>"
                        "<th scope=\"col\">measured</th><th scope=\"col\">wanted</th>"
                        "<th scope=\"col\">places</th>"
                        "<th scope=\"col\" class=\"text\">shown by</th></tr>\n</thead>\n<tbody>\n");
    for (size_t i = first; i < aims->count; i++) {
        const wyrm_aim *aim = &aims->list[i];
        char value[160], range[96];
        wyrm_judged_value(page->style, aim->worst, value, sizeof value);
        wyrm_judged_range(aim->worst, range, sizeof range);
        wyrm_page_add(page, "<tr><th scope=\"row\" class=\"text\">");
        wyrm_html_foreign(page,
                          aim->worst->claim[0] != '\0' ? aim->worst->claim : aim->worst->target);
        wyrm_page_add(page, "</th><td>");
        wyrm_html_text(page, value);
        wyrm_page_add(page, "</td><td>");
        wyrm_html_text(page, range);
        wyrm_page_addf(page, "</td><td>%zu</td><td class=\"text\">", aim->count);
        add_link(page, wyrm_picture_of_metric(dossier, aim->worst->metric));
        wyrm_page_add(page, "</td></tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n</table>\n");
    wyrm_html_table_end(page);
    wyrm_page_add(page, "</details>\n");
}

void wyrm_html_verdicts(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page)
{
    size_t troubles = 0;
    while (troubles < aims->count && aims->list[troubles].worst->verdict != WYRM_PASS)
        troubles++;
    if (troubles > 0)
        wyrm_page_add(page, "<ul class=\"verdicts\">\n");
    for (size_t i = 0; i < troubles; i++)
        add_verdict(dossier, &aims->list[i], page);
    if (troubles > 0)
        wyrm_page_add(page, "</ul>\n");
    if (troubles < aims->count)
        add_passing(dossier, aims, troubles, page);
}

void wyrm_html_findings(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_judgement *judgement = dossier->sides[0].judgement;
    wyrm_html_section_begin(page, "findings", "Findings that no target names");
    wyrm_page_add(page, "<ul class=\"verdicts wide\">\n");
    for (size_t i = 0; i < judgement->finding_count; i++) {
        const wyrm_finding *finding = &judgement->findings[i];
        wyrm_page_add(page, "<li>\n");
        wyrm_html_badge(page, WYRM_TONE_DOUBT, finding->kind);
        wyrm_page_add(page, "\n<div>\n<p><code>");
        wyrm_html_foreign(page, finding->where);
        wyrm_page_add(page, "</code> ");
        wyrm_html_prose(page, finding->message);
        wyrm_page_add(page, ".</p>\n</div>\n");
        add_see(page, wyrm_picture_of_finding(dossier, finding));
        wyrm_page_add(page, "</li>\n");
    }
    wyrm_page_add(page, "</ul>\n");
    wyrm_html_section_end(page);
}
