/* Where a ruleset is right and where it is wrong, subject by subject: a word and a link each. */
#include <stdio.h>

#include "dossier/page.h"
#include "html/html.h"
#include "html/page_html.h"

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
