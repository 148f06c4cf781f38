/* The section on what two sides differ in. */
#include <stdio.h>
#include <string.h>

#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"
#include "report/gate.h"
#include "report/report.h"

#define VALUES_SHOWN 60

static void add_words(wyrm_page *page, const char *style, const char *text)
{
    wyrm_page_addf(page, "<p%s>", style);
    wyrm_html_prose(page, text);
    wyrm_page_add(page, "</p>\n");
}

static void head_cell(wyrm_page *page, bool text, const char *word)
{
    wyrm_page_addf(page, "<th scope=\"col\"%s>", text ? " class=\"text\"" : "");
    wyrm_html_foreign(page, word);
    wyrm_page_add(page, "</th>");
}

/* What a file says: a table of depths may be long, and breaks. */
static void value_cell(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<td class=\"value\">");
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</td>");
}

static void cell(wyrm_page *page, const char *text)
{
    wyrm_page_add(page, "<td>");
    wyrm_html_text(page, text);
    wyrm_page_add(page, "</td>");
}

/* What the files say; targets are what is wanted, and no rule. */
static void add_values(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_comparison *found = dossier->difference.exact;
    size_t shown = 0, hidden = 0;
    for (size_t i = 0; i < found->value_count; i++) {
        const wyrm_compared_value *value = &found->values[i];
        char text[WYRM_COMPARE_VALUE];
        if (strncmp(value->path, "targets.", 8) == 0 || shown == VALUES_SHOWN) {
            hidden++;
            continue;
        }
        if (shown++ == 0) {
            wyrm_html_table_begin(page, "what the files say differently");
            wyrm_page_add(page, "<table>\n<caption>What the files say differently</caption>\n"
                                "<thead>\n<tr>");
            head_cell(page, true, "value");
            head_cell(page, false, dossier->sides[1].name);
            head_cell(page, false, dossier->sides[0].name);
            wyrm_page_add(page, "</tr>\n</thead>\n<tbody>\n");
        }
        wyrm_page_add(page, "<tr><th scope=\"row\" class=\"text\"><code>");
        wyrm_html_path(page, value->path);
        wyrm_page_add(page, "</code></th>");
        wyrm_compare_cut(value->old_text, text);
        value_cell(page, text);
        wyrm_compare_cut(value->new_text, text);
        value_cell(page, text);
        wyrm_page_add(page, "</tr>\n");
    }
    if (shown > 0) {
        wyrm_page_add(page, "</tbody>\n</table>\n");
        wyrm_html_table_end(page);
    }
    if (hidden > 0)
        wyrm_page_addf(page, "<p class=\"quiet\">%zu more, targets included.</p>\n", hidden);
}

static void add_rows(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_gate *gate = &dossier->difference.runs;
    wyrm_html_table_begin(page, "differences of the runs");
    wyrm_page_addf(page, "<table>\n<caption>%s of the runs</caption>\n<thead>\n<tr>",
                   gate->paired ? "Paired differences" : "Differences");
    head_cell(page, true, "metric");
    head_cell(page, false, dossier->sides[1].name);
    head_cell(page, false, dossier->sides[0].name);
    head_cell(page, false, "difference");
    head_cell(page, false, "p (Holm)");
    head_cell(page, false, "answer");
    wyrm_page_add(page, "</tr>\n</thead>\n<tbody>\n");
    for (size_t i = 0; i < gate->count; i++) {
        const wyrm_gate_row *row = &gate->rows[i];
        wyrm_figure figure;
        char p[24];
        wyrm_page_add(page, "<tr><th scope=\"row\" class=\"text\">");
        wyrm_html_text(page, row->metric);
        wyrm_page_add(page, "</th>");
        cell(page, wyrm_gate_value_text(page->style, row, false, &figure));
        cell(page, wyrm_gate_value_text(page->style, row, true, &figure));
        cell(page, wyrm_gate_difference_text(page->style, row, &figure));
        snprintf(p, sizeof p, row->p < 0.0001 ? "<0.0001" : "%.2g", row->p);
        cell(page, p);
        cell(page, wyrm_gate_answer_word(row->answer));
        wyrm_page_add(page, "</tr>\n");
    }
    wyrm_page_add(page, "</tbody>\n</table>\n");
    wyrm_html_table_end(page);
}

void wyrm_html_difference(const wyrm_dossier *dossier, wyrm_page *page)
{
    const wyrm_dossier_side *now = &dossier->sides[0], *other = &dossier->sides[1];
    const wyrm_gate *gate = &dossier->difference.runs;
    const wyrm_dossier_bot *bot = wyrm_dossier_usual(now), *old = wyrm_dossier_usual(other);
    const wyrm_compare_report exact = {.a = other->design,
                                       .b = now->design,
                                       .name_a = other->name,
                                       .name_b = now->name,
                                       .comparison = dossier->difference.exact};
    char text[4096];
    wyrm_html_section_begin(page, "changes", "What has changed");
    wyrm_compare_words(&exact, page->style,
                       text + snprintf(text, sizeof text, "By single fights alone, "),
                       sizeof text / 2);
    add_words(page, "", text);
    add_values(dossier, page);
    wyrm_gate_words(gate, text, sizeof text);
    add_words(page, "", text);
    add_rows(dossier, page);
    snprintf(text, sizeof text,
             "%llu runs of the %s against %llu, %s. Differences are of %.200s less %.200s. Where "
             "nothing has changed, such a table shows a change %.3g %% of the time at most.",
             (unsigned long long)bot->summary->runs, bot->name,
             (unsigned long long)old->summary->runs,
             gate->paired ? "paired run by run: both had the same luck" : "as independent samples",
             now->name, other->name, 100.0 * gate->alarm);
    add_words(page, " class=\"quiet\"", text);
    const wyrm_picture *picture = wyrm_dossier_find(dossier, "difference");
    if (picture != NULL && picture->command_count > 0) {
        wyrm_page_add(page, "<p class=\"how\"><span>These numbers:</span> ");
        wyrm_html_command(page, picture->commands[0]);
        wyrm_page_add(page, "</p>\n");
    }
    wyrm_html_section_end(page);
}
