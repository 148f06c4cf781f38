/* Earlier messages, the newest at the bottom. */
#include "tui/log_screen.h"

#include <stdio.h>

#include "tui/hints.h"
#include "tui/page.h"

static void line_of(const void *context, size_t index, tui_page_line *out)
{
    const wyrm_log *log = context;
    size_t kept = wyrm_log_kept(log);
    const wyrm_log_line *line = wyrm_log_line_at(log, kept - 1 - index);
    const wyrm_log_line *before = index > 0 ? wyrm_log_line_at(log, kept - index) : NULL;
    tui_message_text(line, out->text);
    if (before == NULL || before->turn != line->turn)
        snprintf(out->label, sizeof out->label, "%6u", line->turn);
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    const wyrm_log *log = tui_app_session(app)->log;
    char hint[TUI_HINT_MAX];
    tui_page_source source = {wyrm_log_kept(log), 8, line_of, log};
    tui_page_draw(state, &source, canvas, "Messages, by turn",
                  tui_hint(app, "up, down, PgUp, PgDn: scroll   {cancel}: back", hint));
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    if (!tui_page_take(state, input) || input->deed == TUI_LOG)
        tui_pop(app);
}

static const tui_screen_kind kind = {
    .name = "messages",
    .size = sizeof(tui_page),
    .whole = true,
    .draw = draw,
    .take = take,
};

void tui_open_log(tui_app *app, tui_play *play)
{
    tui_page *page = tui_push(app, &kind);
    (void)play;
    if (page != NULL)
        page->to_end = true;
}
