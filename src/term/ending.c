/* The last page of a game: how it ended, what it came to, and where that is written down. */
#include "term/ending.h"

#include "term/ask.h"
#include "term/facts.h"
#include "term/hints.h"

typedef struct ending_state {
    term_play *play;
    term_facts facts;
    term_page page;
} ending_state;

static bool goes_on(const term_session *session)
{
    return session->game->phase == WYRM_PHASE_WON && !session->watching &&
           wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_PLUS;
}

/* Fills in what RuggRogue shows on its last page ("New Game Plus"). */
static void fill(const term_session *session, term_facts *facts)
{
    bool won = session->game->phase == WYRM_PHASE_WON;
    char cause[WYRM_MESSAGE_TEXT_MAX];
    wyrm_ending_text(session->engine, session->game, cause);
    term_facts_add(facts, won ? TERM_GOOD : TERM_BAD, won ? "the end" : "cause of death", "%s",
                   cause);
    term_facts_gap(facts);
    term_facts_journey(facts, session);
    if (session->dump_path[0] != '\0') {
        term_facts_add(facts, TERM_PLAIN, "this page",
                       session->replay != NULL ? "is kept, with the recording beside it, in"
                                               : "is kept in");
        term_facts_wide(facts, TERM_PLAIN, session->dump_path);
    }
    if (session->trouble[0] != '\0')
        term_facts_wide(facts, TERM_WARN, session->trouble);
    term_facts_gap(facts);
    term_facts_player(facts, session);
    term_facts_gear(facts, session);
    term_facts_gap(facts);
    term_facts_tally(facts, session);
    term_facts_gap(facts);
    term_facts_heading(facts, "Defeated");
    term_facts_killed(facts, session);
}

static void draw(term_app *app, void *state, term_canvas *canvas)
{
    ending_state *ending = state;
    const term_session *session = term_app_session(app);
    char hint[TERM_HINT_MAX];
    if (ending->facts.count == 0)
        fill(session, &ending->facts);
    term_page_source source = term_facts_source(&ending->facts);
    term_page_draw(&ending->page, &source, canvas,
                   session->game->phase == WYRM_PHASE_WON ? "You have won" : "You are dead",
                   term_hint(app,
                             goes_on(session)
                                 ? "up, down: scroll   {confirm}: go on, or rest on your laurels"
                                 : "up, down: scroll   {confirm}: leave",
                             hint));
}

static void answer(term_app *app, bool yes, void *context)
{
    term_play *play = ((ending_state *)context)->play;
    if (!yes || play == NULL) {
        term_leave_game(app);
        return;
    }
    term_pop_to(app, play->home);
    term_play_act(app, play, &(wyrm_command){.kind = WYRM_DO_GO_ON});
}

static void take(term_app *app, void *state, const term_input *input)
{
    ending_state *ending = state;
    const term_session *session = term_app_session(app);
    if (term_page_take(&ending->page, input))
        return;
    if (session->watching)
        term_pop(app);
    else if (goes_on(session))
        term_ask(app,
                 "Begin a new game plus? You keep what you are and have; the dungeon is new, "
                 "and holds more.",
                 true, answer, ending);
    else
        term_leave_game(app);
}

static void leave(term_app *app, void *state)
{
    (void)app;
    term_facts_free(&((ending_state *)state)->facts);
}

const term_screen_kind term_ending = {
    .name = "ending",
    .size = sizeof(ending_state),
    .whole = true,
    .draw = draw,
    .take = take,
    .leave = leave,
};

void term_open_ending(term_app *app, term_play *play)
{
    ending_state *ending = term_push(app, &term_ending);
    if (ending != NULL)
        ending->play = play;
}
