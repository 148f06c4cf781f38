/* Lines about the player and the game: of the sheet and of the last page. */
#ifndef WYRM_SRC_TUI_FACTS_H
#define WYRM_SRC_TUI_FACTS_H

#include "tui/page.h"
#include "tui/session.h"

/* Lines that grow; {0} is empty. Running out of memory leaves out what comes later. */
typedef struct tui_facts {
    size_t count, capacity;
    tui_page_line *lines;
} tui_facts;

void tui_facts_free(tui_facts *facts);

void tui_facts_heading(tui_facts *facts, const char *text);
void tui_facts_gap(tui_facts *facts);
void tui_facts_add(tui_facts *facts, tui_style style, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A line of its own without a label: for what is long. */
void tui_facts_wide(tui_facts *facts, tui_style style, const char *text);

/* Level, experience, hit points, stats with and without gear. */
void tui_facts_player(tui_facts *facts, const tui_session *session);
void tui_facts_gear(tui_facts *facts, const tui_session *session);
void tui_facts_journey(tui_facts *facts,
                       const tui_session *session); /* where, when, and the seed */
void tui_facts_tally(tui_facts *facts, const tui_session *session);
void tui_facts_killed(tui_facts *facts, const tui_session *session); /* the most first */

tui_page_source tui_facts_source(const tui_facts *facts);

#endif
