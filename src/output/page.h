/* A page of text under construction, for people, with the style of the terminal it goes to.
 *
 * Nothing is printed here: the command line writes a finished page out. Running out of memory is
 * remembered, and told once by wyrm_page_status.
 */
#ifndef WYRM_SRC_OUTPUT_PAGE_H
#define WYRM_SRC_OUTPUT_PAGE_H

#include "base/text.h"

typedef struct wyrm_style {
    bool utf8;   /* else ASCII only, but for the texts of a ruleset */
    bool colour; /* escape sequences; never the only sign of anything */
    int width;   /* columns of the terminal, at least 40 */
} wyrm_style;

/* What a word means; how it is shown is the page's business. */
typedef enum wyrm_tone {
    WYRM_TONE_PLAIN,
    WYRM_TONE_STRONG,
    WYRM_TONE_DIM,
    WYRM_TONE_GOOD,
    WYRM_TONE_DOUBT,
    WYRM_TONE_BAD,
    WYRM_TONE_COUNT
} wyrm_tone;

typedef struct wyrm_page {
    wyrm_style style;
    wyrm_text text;
} wyrm_page;

wyrm_page wyrm_page_new(wyrm_style style);
void wyrm_page_free(wyrm_page *page);

/* WYRM_ERROR_MEMORY where anything was lost. */
WYRM_MUST_CHECK wyrm_status wyrm_page_status(const wyrm_page *page, wyrm_error *error);

/* Valid until the page is added to. */
const char *wyrm_page_text(const wyrm_page *page);

/* For the parts of a report: what they need for themselves could not be had. */
void wyrm_page_fail(wyrm_page *page);

/* All text goes through here, or by way of the others: whatever it would do to a terminal is
 * written out instead (base/text.h). */
void wyrm_page_add(wyrm_page *page, const char *text);
void wyrm_page_addf(wyrm_page *page, const char *format, ...) WYRM_PRINTF(2, 3);
void wyrm_page_toned(wyrm_page *page, wyrm_tone tone, const char *text);
void wyrm_page_spaces(wyrm_page *page, int count);

/* Whether a line must not end at the blank `at` of a text: between a number and its unit, its "±"
 * and the other end of its interval. */
bool wyrm_page_keeps(const char *text, size_t at);

/* Text in lines of the page's width, each ended by a newline: the first begins in column `first`
 * (which the caller has already filled), the others are indented to `indent`. Line breaks in `text`
 * stay; a word longer than the line is not broken. */
void wyrm_page_wrap(wyrm_page *page, int first, int indent, const char *text);
void wyrm_page_wrapf(wyrm_page *page, int first, int indent, const char *format, ...)
    WYRM_PRINTF(4, 5);

/* `gap` blanks and a bar of `share` in [0, 1] of `columns`; nothing at all where the share is too
 * small to be seen. */
void wyrm_page_bar(wyrm_page *page, int gap, double share, int columns);

/* Columns that a text takes on a terminal: combining marks none, wide East Asian letters two. */
int wyrm_display_width(const char *text);

#endif
