/* Who you are: the character, and what has been done so far. */
#include "tui/sheet.h"

#include "tui/facts.h"
#include "tui/hints.h"

typedef struct sheet_state {
    tui_facts facts;
    tui_page page;
} sheet_state;

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    sheet_state *sheet = state;
    char hint[TUI_HINT_MAX];
    tui_page_source source = tui_facts_source(&sheet->facts);
    tui_page_draw(&sheet->page, &source, canvas, "Who you are",
                  tui_hint(app, "up, down, PgUp, PgDn: scroll   {cancel}: back", hint));
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    if (!tui_page_take(&((sheet_state *)state)->page, input) || input->deed == TUI_SHEET)
        tui_pop(app);
}

static void leave(tui_app *app, void *state)
{
    (void)app;
    tui_facts_free(&((sheet_state *)state)->facts);
}

static const tui_screen_kind kind = {
    .name = "sheet",
    .size = sizeof(sheet_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void tui_open_sheet(tui_app *app, tui_play *play)
{
    const tui_session *session = tui_app_session(app);
    sheet_state *sheet = tui_push(app, &kind);
    (void)play;
    if (sheet == NULL)
        return;
    tui_facts_player(&sheet->facts, session);
    tui_facts_gear(&sheet->facts, session);
    tui_facts_gap(&sheet->facts);
    tui_facts_heading(&sheet->facts, "So far");
    tui_facts_journey(&sheet->facts, session);
    tui_facts_tally(&sheet->facts, session);
    tui_facts_gap(&sheet->facts);
    tui_facts_heading(&sheet->facts, "Defeated");
    tui_facts_killed(&sheet->facts, session);
}
