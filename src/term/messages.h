/* The newest messages on a few lines. Those since the last key are bold; where they do not fit,
 * they come page by page. */
#ifndef WYRM_SRC_TERM_MESSAGES_H
#define WYRM_SRC_TERM_MESSAGES_H

#include <wyrm/game_text.h>

#include "term/canvas.h"

/* A plain value; {0} has read nothing. */
typedef struct term_messages {
    size_t fresh; /* lines of the log from here on are new */
    size_t page;  /* new lines before this one have been read */
    size_t next;  /* where the next page begins; the end of the log: nothing is left to read */
} term_messages;

/* All that the log has is old from now on. */
void term_messages_heard(term_messages *messages, const wyrm_log *log);

void term_messages_draw(term_messages *messages, const wyrm_log *log, term_canvas *canvas,
                        term_area area);

/* Turns the page; false where the last one was shown. */
bool term_messages_turn(term_messages *messages, const wyrm_log *log);

/* "You miss the Orc. (x3)" */
#define TERM_MESSAGE_MAX (WYRM_MESSAGE_TEXT_MAX + 16)
void term_message_text(const wyrm_log_line *line, char out[TERM_MESSAGE_MAX]);

#endif
