/* Lines about the player and the game: of the sheet and of the last page. */
#ifndef WYRM_SRC_TERM_FACTS_H
#define WYRM_SRC_TERM_FACTS_H

#include "term/page.h"
#include "term/session.h"

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

/* Level, experience, hit points, stats with and without gear. */
void term_facts_player(term_facts *facts, const term_session *session);
void term_facts_gear(term_facts *facts, const term_session *session);
void term_facts_journey(term_facts *facts,
                        const term_session *session); /* where, when, and the seed */
void term_facts_tally(term_facts *facts, const term_session *session);
void term_facts_killed(term_facts *facts, const term_session *session); /* the most first */

term_page_source term_facts_source(const term_facts *facts);

#endif
