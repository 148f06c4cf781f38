#ifndef WYRM_SRC_HTML_PAGE_HTML_H
#define WYRM_SRC_HTML_PAGE_HTML_H

#include "output/page.h"

/* A whole page of HTML that needs nothing else: head, style, script, landmarks.
 *
 * Made in this order: wyrm_html_page_begin, then sections, then wyrm_html_page_end. Headings follow
 * from the functions: the title is h1, sections are h2, figures (wyrm_picture_html) h3. Everything
 * that is passed is text, never HTML.
 *
 * The style knows, besides what these functions write:
 *   <p class="lead">            the sentence that answers first
 *   <ul class="verdicts">       a list whose <li> are a badge, a <div> and a <p class="see">
 *   <dl class="facts">          what was run: <dt>...</dt><dd>...</dd> a fact
 *   <p class="quiet">           less important text
 *   <code>                      commands and names
 * */

typedef struct wyrm_html_link {
    const char *id; /* of the section */
    const char *text;
} wyrm_html_link;

typedef struct wyrm_html_head {
    const char *title;       /* of the page, and its first heading */
    const char *description; /* one sentence below it; "" for none */
    size_t link_count;       /* the sections, as a list to jump by; 0 for none */
    const wyrm_html_link *links;
} wyrm_html_head;

/* From the doctype to the inside of <main>. */
void wyrm_html_page_begin(wyrm_page *page, const wyrm_html_head *head);

/* From the end of <main>; `footer` is a line of text. */
void wyrm_html_page_end(wyrm_page *page, const char *footer);

void wyrm_html_section_begin(wyrm_page *page, const char *id, const char *heading);
void wyrm_html_section_end(wyrm_page *page);

/* Around pictures that stand beside each other where there is room. */
void wyrm_html_figures_begin(wyrm_page *page);
void wyrm_html_figures_end(wyrm_page *page);

/* Around a <table> that scrolls inside its own box; `label` names the box for readers of the
 * screen. */
void wyrm_html_table_begin(wyrm_page *page, const char *label);
void wyrm_html_table_end(wyrm_page *page);

/* A command of the shell, which breaks only between its words. */
void wyrm_html_command(wyrm_page *page, const char *command);

/* A word that says how something stands, in the colour and with the sign of its tone: "FAIL". */
void wyrm_html_badge(wyrm_page *page, wyrm_tone tone, const char *word);

#endif
