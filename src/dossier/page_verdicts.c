/* Verdicts and findings of a report: sentences with their evidence, worst first, each with a link
 * to the picture that shows it. */
#include <stdio.h>
#include <string.h>

#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"
#include "report/verdicts.h"

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
