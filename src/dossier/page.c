/* The page of a report: the answer first, then the pictures, then what was run. */
#include <stdio.h>
#include <string.h>

#include "dossier/draw.h"
#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"
#include "output/figures.h"
#include "report/report.h"
#include "report/sim_shared.h"
#include "report/verdicts.h"

#define LINKS_MAX 16

static bool has_pictures(const wyrm_dossier *dossier, const wyrm_report_section *section)
{
    for (size_t i = 0; i < dossier->picture_count; i++)
        if (wyrm_is_in_section(&dossier->pictures[i], section))
            return true;
    return false;
}

static size_t find_links(const wyrm_dossier *dossier, wyrm_html_link *links)
{
    size_t count = 0;
    links[count++] = (wyrm_html_link){"answer", "The answer"};
    if (dossier->sides[0].judgement->finding_count > 0)
        links[count++] = (wyrm_html_link){"findings", "Findings"};
    if (dossier->side_count > 1)
        links[count++] = (wyrm_html_link){"changes", "What has changed"};
    for (const wyrm_report_section *section = wyrm_report_sections; section->id; section++)
        if (has_pictures(dossier, section))
            links[count++] = (wyrm_html_link){section->id, section->heading};
    links[count++] = (wyrm_html_link){"dead", "Dead content"};
    links[count++] = (wyrm_html_link){"made", "What was run"};
    return count;
}

static void begin(const wyrm_dossier *dossier, wyrm_page *page)
{
    wyrm_html_link links[LINKS_MAX];
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(dossier->sides[0].design);
    char title[512];
    snprintf(title, sizeof title, "%.200s", wyrm_ruleset_title(ruleset));
    if (dossier->side_count > 1)
        snprintf(title, sizeof title, "%.200s against %.200s", dossier->sides[0].name,
                 dossier->sides[1].name);
    const wyrm_html_head head = {.title = title,
                                 .description = wyrm_ruleset_description(ruleset),
                                 .link_count = find_links(dossier, links),
                                 .links = links};
    wyrm_html_page_begin(page, &head);
}

static void paragraph(wyrm_page *page, const char *style, const char *text)
{
    wyrm_page_addf(page, "<p%s>", style);
    wyrm_html_prose(page, text);
    wyrm_page_add(page, "</p>\n");
}

/* A sentence that begins with a title of a direction of its own: the numbers behind it keep
 * theirs. */
static void titled_paragraph(wyrm_page *page, const char *style, const char *title,
                             const char *text)
{
    size_t length = strlen(title);
    bool begins = strncmp(text, title, length) == 0;
    wyrm_page_addf(page, "<p%s>", style);
    if (begins)
        wyrm_html_foreign(page, title);
    wyrm_html_text(page, begins ? text + length : text);
    wyrm_page_add(page, "</p>\n");
}

/* " What kills most often: Orc, 76 % ± 4 of runs." */
static void death_words(const wyrm_dossier_side *side, const wyrm_summary *summary, char *text,
                        size_t size)
{
    const wyrm_greatest worst = wyrm_sim_worst_killer(side->design, summary, WYRM_CAPTIONS);
    text[0] = '\0';
    if (worst.count > 0)
        snprintf(text, size, " What kills most often: %s%s %s of runs.", worst.where,
                 worst.count > 1 ? ":" : ",", worst.value);
}

/* How the usual bot fares, in a few sentences. */
static void add_runs_words(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_side *side = &dossier->sides[0];
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(side);
    const wyrm_summary *summary = bot->summary;
    wyrm_figure wins, depth;
    char text[1024], death[320], number[32], left[160] = "";
    uint64_t unfinished = summary->runs - summary->complete;
    if (summary->complete == 0) {
        snprintf(text, sizeof text,
                 "None of %s runs of the %s came to an end: they stalled or were cut off.",
                 wyrm_grouped(summary->runs, number), bot->name);
        paragraph(page, "", text);
        return;
    }
    if (unfinished > 0)
        snprintf(
            left, sizeof left,
            " %s more came to no end (they stalled or were cut off) and are part of no figure.",
            wyrm_grouped(unfinished, number));
    death_words(side, summary, death, sizeof death);
    snprintf(text, sizeof text, "The %s wins %s of %s runs; they end at depth %s on average.%s%s",
             bot->name,
             wyrm_figure_share(WYRM_CAPTIONS, summary->win_rate, summary->win_rate_ci95, &wins),
             wyrm_grouped(summary->complete, number),
             wyrm_figure_mean(WYRM_CAPTIONS, &summary->final_depth, &depth), left, death);
    paragraph(page, "", text);
}

static void add_made_words(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(dossier->sides[0].design);
    char bots[400], text[1024];
    wyrm_bots_words(&dossier->sides[0], bots, sizeof bots);
    snprintf(text, sizeof text, "Ruleset %.64s, hash %s; seed %llu; wyrm %s. %s.",
             wyrm_ruleset_name(ruleset), wyrm_ruleset_hash(ruleset),
             (unsigned long long)dossier->options.seed, wyrm_version(), bots);
    paragraph(page, " class=\"quiet\"", text);
}

static void add_answer(const wyrm_dossier *dossier, const wyrm_aims *aims, wyrm_page *page)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    char text[2048];
    wyrm_html_section_begin(page, "answer", "The answer");
    if (dossier->side_count > 1) {
        char runs[512], lead[512];
        const wyrm_gate *gate = &dossier->difference.runs;
        wyrm_compare_headline(gate, other->name, now->name, lead, sizeof lead);
        wyrm_compare_runs_words(gate, wyrm_dossier_usual(now)->name, WYRM_CAPTIONS, runs,
                                sizeof runs);
        snprintf(text, sizeof text, "%s. %s", lead, runs);
        paragraph(page, " class=\"lead\"", text);
    }
    wyrm_verdicts_answer(now->design, now->judgement, text, sizeof text);
    titled_paragraph(page, dossier->side_count > 1 ? "" : " class=\"lead\"",
                     wyrm_ruleset_title(wyrm_design_ruleset(now->design)), text);
    wyrm_html_scores(dossier, aims, page);
    add_runs_words(dossier, page);
    add_made_words(dossier, page);
    wyrm_html_verdicts(dossier, aims, page);
    wyrm_html_section_end(page);
}

static void add_section(const wyrm_dossier *dossier, const wyrm_report_section *section,
                        wyrm_page *page)
{
    if (!has_pictures(dossier, section))
        return;
    wyrm_html_section_begin(page, section->id, section->heading);
    wyrm_html_figures_begin(page);
    for (size_t i = 0; i < dossier->picture_count; i++)
        if (wyrm_is_in_section(&dossier->pictures[i], section))
            wyrm_picture_html(&dossier->pictures[i], page);
    wyrm_html_figures_end(page);
    if (section == wyrm_report_sections)
        wyrm_html_examples(dossier, page);
    wyrm_html_section_end(page);
}

wyrm_status wyrm_report_html(const wyrm_dossier *dossier, wyrm_page *page, wyrm_error *error)
{
    char footer[96];
    wyrm_aims aims;
    wyrm_status status = wyrm_aims_find(dossier->sides[0].judgement, &aims, error);
    if (status != WYRM_OK)
        return status;
    page->style = (wyrm_style){.utf8 = true, .width = 100};
    begin(dossier, page);
    add_answer(dossier, &aims, page);
    wyrm_aims_release(&aims);
    if (dossier->sides[0].judgement->finding_count > 0)
        wyrm_html_findings(dossier, page);
    if (dossier->side_count > 1)
        wyrm_html_difference(dossier, page);
    for (const wyrm_report_section *section = wyrm_report_sections; section->id; section++)
        add_section(dossier, section, page);
    status = wyrm_html_dead(dossier, page, error);
    wyrm_html_facts(dossier, page);
    snprintf(footer, sizeof footer, "Made by wyrm report, version %s.", wyrm_version());
    wyrm_html_page_end(page, footer);
    return status == WYRM_OK ? wyrm_page_status(page, error) : status;
}
