/* Earlier messages, the newest at the bottom. */
#include "term/log_screen.h"

#include <stdio.h>

#include "term/hints.h"
#include "term/page.h"

static void line_of(const void *context, size_t index, term_page_line *out)
{
    const wyrm_log *log = context;
    size_t kept = wyrm_log_kept(log);
    const wyrm_log_line *line = wyrm_log_line_at(log, kept - 1 - index);
    const wyrm_log_line *before = index > 0 ? wyrm_log_line_at(log, kept - index) : NULL;
    term_message_text(line, out->text);
    if (before == NULL || before->turn != line->turn)
        snprintf(out->label, sizeof out->label, "%6u", line->turn);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    const wyrm_log *log = term_app_session(app)->log;
    char hint[TERM_HINT_MAX];
    term_page_source source = {wyrm_log_kept(log), 8, line_of, log};
    term_page_draw(state, &source, canvas, "Messages, by turn",
                   term_hint(app, "up, down, PgUp, PgDn: scroll   {cancel}: back", hint));
}

static void take(term_app *app, void *state, const term_input *input)
{
    if (!term_page_take(state, input) || input->deed == TERM_LOG)
        term_pop(app);
}

static const term_screen_kind kind = {
    .name = "messages",
    .size = sizeof(term_page),
    .whole = true,
    .draw = draw,
    .take = take,
};

void term_open_log(term_app *app, term_play *play)
{
    term_page *page = term_push(app, &kind);
    (void)play;
    if (page != NULL)
        page->to_end = true;
}
