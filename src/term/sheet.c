/* Who you are: the character, and what has been done so far. */
#include "term/sheet.h"

#include "term/facts.h"
#include "term/hints.h"

typedef struct sheet_state {
    term_facts facts;
    term_page page;
} sheet_state;

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    sheet_state *sheet = state;
    char hint[TERM_HINT_MAX];
    term_page_source source = term_facts_source(&sheet->facts);
    term_page_draw(&sheet->page, &source, canvas, "Who you are",
                   term_hint(app, "up, down, PgUp, PgDn: scroll   {cancel}: back", hint));
}

static void take(term_app *app, void *state, const term_input *input)
{
    if (!term_page_take(&((sheet_state *)state)->page, input) || input->deed == TERM_SHEET)
        term_pop(app);
}

static void leave(term_app *app, void *state)
{
    (void)app;
    term_facts_free(&((sheet_state *)state)->facts);
}

static const term_screen_kind kind = {
    .name = "sheet",
    .size = sizeof(sheet_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void term_open_sheet(term_app *app, term_play *play)
{
    const term_session *session = term_app_session(app);
    sheet_state *sheet = term_push(app, &kind);
    (void)play;
    if (sheet == NULL)
        return;
    term_facts_player(&sheet->facts, session);
    term_facts_gear(&sheet->facts, session);
    term_facts_gap(&sheet->facts);
    term_facts_heading(&sheet->facts, "So far");
    term_facts_journey(&sheet->facts, session);
    term_facts_tally(&sheet->facts, session);
    term_facts_gap(&sheet->facts);
    term_facts_heading(&sheet->facts, "Defeated");
    term_facts_killed(&sheet->facts, session);
}
