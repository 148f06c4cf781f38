/* `wyrm report`: a dossier as a page of HTML, and for scripts. Not public: the command line is the
 * only user. */
#ifndef WYRM_SRC_DOSSIER_PAGE_H
#define WYRM_SRC_DOSSIER_PAGE_H

#include "dossier/aims.h"
#include "dossier/dossier.h"

/* Fail with WYRM_ERROR_MEMORY, and as the exact functions of a comparison do. */
WYRM_MUST_CHECK wyrm_status wyrm_report_html(const wyrm_dossier *dossier, wyrm_page *page,
                                             wyrm_error *error);
WYRM_MUST_CHECK wyrm_status wyrm_report_whole_json(const wyrm_dossier *dossier, wyrm_page *page,
                                                   wyrm_error *error);

/* ---- Parts of it ---- */

/* The picture that shows what a metric measures, or a finding is about; NULL where none does. */
const wyrm_picture *wyrm_picture_of_metric(const wyrm_dossier *dossier, const char *metric);
const wyrm_picture *wyrm_picture_of_finding(const wyrm_dossier *dossier,
                                            const wyrm_finding *finding);

/* Sections of pictures: what they are about. In the order of the page. */
typedef struct wyrm_report_section {
    const char *id, *heading;
    const char *pictures; /* their ids, with a blank before and after each */
} wyrm_report_section;
extern const wyrm_report_section wyrm_report_sections[]; /* ended by a NULL id */

/* Whether a picture stands in a section. */
bool wyrm_is_in_section(const wyrm_picture *picture, const wyrm_report_section *section);

/* "explorer: 400 runs; diver and brawler: 100 each" */
void wyrm_bots_words(const wyrm_dossier_side *side, char *text, size_t size);

/* "2,000" */
const char *wyrm_grouped(uint64_t number, char text[32]);

/* What makes the report again; "" where it would not fit. */
void wyrm_report_command(const wyrm_dossier *dossier, char *text, size_t size);

void wyrm_html_scores(const wyrm_dossier *dossier, const wyrm_aims *aims,
                      wyrm_page *page); /* page_scores.c */
void wyrm_html_verdicts(const wyrm_dossier *dossier, const wyrm_aims *aims,
                        wyrm_page *page);                                /* page_verdicts.c */
void wyrm_html_findings(const wyrm_dossier *dossier, wyrm_page *page);   /* page_verdicts.c */
void wyrm_html_difference(const wyrm_dossier *dossier, wyrm_page *page); /* page_difference.c */
void wyrm_html_facts(const wyrm_dossier *dossier, wyrm_page *page);      /* page_facts.c */
void wyrm_html_examples(const wyrm_dossier *dossier, wyrm_page *page);   /* page_facts.c */
WYRM_MUST_CHECK wyrm_status wyrm_html_dead(const wyrm_dossier *dossier, wyrm_page *page,
                                           wyrm_error *error); /* page_dead.c */

#endif
