/* The newest messages on a few lines. Short ones of a turn share a line. */
#include "term/messages.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const char more[] = "-- more --";

void term_messages_heard(term_messages *messages, const wyrm_log *log)
{
    messages->fresh = messages->page = messages->next = log->count;
}

void term_message_text(const wyrm_log_line *line, char out[TERM_MESSAGE_MAX])
{
    if (line->times > 1)
        snprintf(out, TERM_MESSAGE_MAX, "%s (x%u)", line->text, line->times);
    else
        snprintf(out, TERM_MESSAGE_MAX, "%s", line->text);
}

static const wyrm_log_line *line_at(const wyrm_log *log, size_t index)
{
    return wyrm_log_line_at(log, log->count - 1 - index);
}

/* Fills the area with the lines from `first` on, and returns the first that does not fit; *rows is
 * how many rows are used. Only draws where `visible`. */
static size_t flow(const wyrm_log *log, size_t first, size_t fresh, term_canvas *canvas,
                   term_area area, bool visible, int *rows)
{
    int x = 0, row = 0;
    uint32_t turn = 0;
    *rows = 0;
    for (size_t i = first; i < log->count; i++) {
        const wyrm_log_line *line = line_at(log, i);
        char text[TERM_MESSAGE_MAX];
        term_message_text(line, text);
        int width = (int)wyrm_utf8_count(text, strlen(text));
        if (x > 0 && (line->turn != turn || x + width > area.width)) {
            x = 0;
            row++;
        }
        term_area rest = {area.x + x, area.y + row, area.width - x, 0};
        int height = term_wrapped(canvas, rest, TERM_PLAIN, text);
        if (row + height > area.height)
            return i;
        rest.height = height;
        if (visible)
            term_wrapped(canvas, rest, i >= fresh ? TERM_BOLD : TERM_DIM, text);
        turn = line->turn;
        *rows = row + height;
        row += height - 1;
        x = height > 1 ? area.width : x + width + 1;
    }
    return log->count;
}

/* The earliest line from which all to the newest fit. */
static size_t start_of(const wyrm_log *log, term_canvas *canvas, term_area area)
{
    size_t oldest = log->count - wyrm_log_kept(log), start = log->count;
    int rows;
    while (start > oldest && flow(log, start - 1, 0, canvas, area, false, &rows) == log->count)
        start--;
    return start;
}

void term_messages_draw(term_messages *messages, const wyrm_log *log, term_canvas *canvas,
                        term_area area)
{
    int rows;
    size_t start = start_of(log, canvas, area);
    size_t oldest = log->count - wyrm_log_kept(log);
    size_t page = messages->page < oldest ? oldest : messages->page;
    term_fill(canvas, area, ' ', TERM_PLAIN);
    if (start <= page) {
        messages->next = flow(log, start, messages->fresh, canvas, area, true, &rows);
        return;
    }
    area.height--;
    messages->next = flow(log, page, messages->fresh, canvas, area, true, &rows);
    if (messages->next == page)
        messages->next++; /* a message longer than the area must not hold up the others */
    area.height++;
    term_text(canvas, area, area.x, area.y + area.height - 1, TERM_TITLE, more);
}

bool term_messages_turn(term_messages *messages, const wyrm_log *log)
{
    if (messages->next >= log->count || messages->next <= messages->page)
        return false;
    messages->page = messages->next;
    return true;
}
