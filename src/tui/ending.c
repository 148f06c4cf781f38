/* The last page of a game: how it ended, what it came to, and where that is written down. */
#include "tui/ending.h"

#include "tui/ask.h"
#include "tui/facts.h"
#include "tui/hints.h"

typedef struct ending_state {
    tui_play *play;
    tui_facts facts;
    tui_page page;
} ending_state;

static bool goes_on(const tui_session *session)
{
    return session->game->phase == WYRM_PHASE_WON && !session->watching &&
           wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_PLUS;
}

/* Fills in what RuggRogue shows on its last page ("New Game Plus"). */
static void fill(const tui_session *session, tui_facts *facts)
{
    bool won = session->game->phase == WYRM_PHASE_WON;
    char cause[WYRM_MESSAGE_TEXT_MAX];
    wyrm_ending_text(session->engine, session->game, cause);
    tui_facts_add(facts, won ? TUI_GOOD : TUI_BAD, won ? "the end" : "cause of death", "%s", cause);
    tui_facts_gap(facts);
    tui_facts_journey(facts, session);
    if (session->dump_path[0] != '\0') {
        tui_facts_add(facts, TUI_PLAIN, "this page",
                      session->replay != NULL ? "is kept, with the recording beside it, in"
                                              : "is kept in");
        tui_facts_wide(facts, TUI_PLAIN, session->dump_path);
    }
    if (session->trouble[0] != '\0')
        tui_facts_wide(facts, TUI_WARN, session->trouble);
    tui_facts_gap(facts);
    tui_facts_player(facts, session);
    tui_facts_gear(facts, session);
    tui_facts_gap(facts);
    tui_facts_tally(facts, session);
    tui_facts_gap(facts);
    tui_facts_heading(facts, "Defeated");
    tui_facts_killed(facts, session);
}

static void draw(tui_app *app, void *state, tui_canvas *canvas)
{
    ending_state *ending = state;
    const tui_session *session = tui_app_session(app);
    char hint[TUI_HINT_MAX];
    if (ending->facts.count == 0)
        fill(session, &ending->facts);
    tui_page_source source = tui_facts_source(&ending->facts);
    tui_page_draw(&ending->page, &source, canvas,
                  session->game->phase == WYRM_PHASE_WON ? "You have won" : "You are dead",
                  tui_hint(app,
                           goes_on(session)
                               ? "up, down: scroll   {confirm}: go on, or rest on your laurels"
                               : "up, down: scroll   {confirm}: leave",
                           hint));
}

static void answer(tui_app *app, bool yes, void *context)
{
    tui_play *play = ((ending_state *)context)->play;
    if (!yes || play == NULL) {
        tui_leave_game(app);
        return;
    }
    tui_pop_to(app, play->home);
    tui_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_GO_ON});
}

static void take(tui_app *app, void *state, const tui_input *input)
{
    ending_state *ending = state;
    const tui_session *session = tui_app_session(app);
    if (tui_page_take(&ending->page, input))
        return;
    if (session->watching)
        tui_pop(app);
    else if (goes_on(session))
        tui_ask(app,
                "Begin a new game plus? You keep what you are and have; the dungeon is new, "
                "and holds more.",
                true, answer, ending);
    else
        tui_leave_game(app);
}

static void leave(tui_app *app, void *state)
{
    (void)app;
    tui_facts_free(&((ending_state *)state)->facts);
}

const tui_screen_kind tui_ending = {
    .name = "ending",
    .size = sizeof(ending_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void tui_open_ending(tui_app *app, tui_play *play)
{
    ending_state *ending = tui_push(app, &tui_ending);
    if (ending != NULL)
        ending->play = play;
}
