/* HTML on a page of text: what is text stays text, whatever is in it. */
#ifndef WYRM_SRC_HTML_HTML_H
#define WYRM_SRC_HTML_HTML_H

#include "output/page.h"

/* Text between tags or in a quoted attribute: <, >, &, quotes and control characters are written as
 * what they stand for, bidirectional controls as their code points' names, so that nothing around
 * the text changes its direction. */
void wyrm_html_text(wyrm_page *page, const char *text);
void wyrm_html_textf(wyrm_page *page, const char *format, ...) WYRM_PRINTF(2, 3);

/* Sentences in an element of their own direction, where no number is torn from its unit. */
void wyrm_html_prose(wyrm_page *page, const char *text);

/* The path of a value, "monsters.orc.hp", which breaks only behind its dots. */
void wyrm_html_path(wyrm_page *page, const char *path);

/* A text of the ruleset in an element of its own direction: <bdi>...</bdi>. */
void wyrm_html_foreign(wyrm_page *page, const char *text);

#endif
