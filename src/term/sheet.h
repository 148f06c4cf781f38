#ifndef WYRM_SRC_TERM_SHEET_H
#define WYRM_SRC_TERM_SHEET_H

#include "term/list.h"
#include "term/play.h"
#include "term/session.h"

/* Lines about the player and the game: of the sheet and of the last page. */

/* Lines that grow; {0} is empty. Running out of memory leaves out what comes later. */
typedef struct term_facts {
    size_t count, capacity;
    term_page_line *lines;
} term_facts;

void term_facts_free(term_facts *facts);

void term_facts_heading(term_facts *facts, const char *text);
void term_facts_gap(term_facts *facts);
void term_facts_add(term_facts *facts, term_style style, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A line of its own without a label: for what is long. */
void term_facts_wide(term_facts *facts, term_style style, const char *text);

term_page_source term_facts_source(const term_facts *facts);

/* Who the player is: level, stats, gear, deeds. */

void term_open_sheet(term_app *app, term_play *play);

/* The last page of a game that is won or lost, with the way to the dump. */

extern const term_screen_kind term_ending;
void term_open_ending(term_app *app, term_play *play);

#endif
