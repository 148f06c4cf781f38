/* The messages of a game: the newest of them, each told how often it came in a turn. */
#include <wyrm/game_text.h>

#include <string.h>

#include "base/text.h"

void wyrm_log_add(wyrm_log *log, uint32_t turn, const char *text)
{
    char cut[WYRM_MESSAGE_TEXT_MAX];
    wyrm_utf8_copy(cut, sizeof cut, text);
    if (log->count > 0) {
        wyrm_log_line *last = &log->lines[(log->count - 1) % WYRM_LOG_LINES_MAX];
        if (last->turn == turn && last->times < UINT32_MAX && strcmp(last->text, cut) == 0) {
            last->times++;
            return;
        }
    }
    wyrm_log_line *line = &log->lines[log->count++ % WYRM_LOG_LINES_MAX];
    *line = (wyrm_log_line){.turn = turn, .times = 1};
    memcpy(line->text, cut, strlen(cut) + 1);
}

size_t wyrm_log_kept(const wyrm_log *log)
{
    return log->count < WYRM_LOG_LINES_MAX ? log->count : WYRM_LOG_LINES_MAX;
}

const wyrm_log_line *wyrm_log_line_at(const wyrm_log *log, size_t back)
{
    return back < wyrm_log_kept(log) ? &log->lines[(log->count - 1 - back) % WYRM_LOG_LINES_MAX]
                                     : NULL;
}
