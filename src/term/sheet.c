/* The last page of a game: how it ended, what it came to, and where that is written down. */
#include "base/arena.h"
#include "term/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines about the player and the game ---- */

#define LABEL_WIDTH 22

typedef unsigned long long count_t; /* the type of "%llu" */

void term_facts_free(term_facts *facts)
{
    wyrm_free(facts->lines);
    *facts = (term_facts){0};
}

/* A new line, or NULL where there is no memory. */
static term_page_line *new_line(term_facts *facts)
{
    if (facts->count == facts->capacity) {
        size_t capacity = facts->capacity > 0 ? 2 * facts->capacity : 32;
        term_page_line *lines = base_resize(facts->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return NULL;
        facts->lines = lines;
        facts->capacity = capacity;
    }
    term_page_line *line = &facts->lines[facts->count++];
    *line = (term_page_line){.style = TERM_PLAIN};
    return line;
}

void term_facts_heading(term_facts *facts, const char *text)
{
    term_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    line->heading = true;
    snprintf(line->text, sizeof line->text, "%s", text);
}

void term_facts_wide(term_facts *facts, term_style style, const char *text)
{
    term_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    line->style = style;
    line->wide = true;
    snprintf(line->text, sizeof line->text, "%s", text);
}

void term_facts_gap(term_facts *facts)
{
    new_line(facts);
}

void term_facts_add(term_facts *facts, term_style style, const char *label, const char *format, ...)
{
    term_page_line *line = new_line(facts);
    if (line == NULL)
        return;
    va_list list;
    line->style = style;
    snprintf(line->label, sizeof line->label, "%s", label);
    va_start(list, format);
    vsnprintf(line->text, sizeof line->text, format, list);
    va_end(list);
}

static const term_figure *find(const term_figure *figures, size_t count, const char *label)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(figures[i].label, label) == 0)
            return &figures[i];
    return NULL;
}

/* Level, experience, hit points, stats with and without gear. */
static void term_facts_player(term_facts *facts, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    const wyrm_combatant *player = &game->player->combatant;
    const wyrm_experience *experience = &game->experience;
    wyrm_combatant bare = *game->bare;
    term_figure figures[TERM_FIGURES_MAX], all[TERM_FIGURES_MAX];
    term_style style = TERM_PLAIN;
    char text[80];
    term_facts_add(facts, TERM_BOLD, "level", "%d", experience->level);
    term_facts_add(facts, TERM_PLAIN, "experience", "%llu, %llu of %llu to the next level",
                   (count_t)(experience->base + experience->exp), (count_t)experience->exp,
                   (count_t)experience->next);
    term_facts_add(facts, TERM_PLAIN, "hit points", "%lld of %lld", (long long)player->hp,
                   (long long)player->max_hp);
    size_t count = term_figures(session->engine, &bare, player, figures);
    size_t shown = term_figures(session->engine, player, NULL, all);
    for (size_t i = 0; i < shown; i++) {
        const term_figure *both = find(figures, count, all[i].label);
        if (both != NULL && both->changed)
            term_facts_add(facts, TERM_PLAIN, all[i].label, "%s (%s without gear and boosts)",
                           all[i].now, both->now);
        else
            term_facts_add(facts, TERM_PLAIN, all[i].label, "%s", all[i].now);
    }
    const char *hunger = term_hunger_text(session, &style);
    if (hunger != NULL)
        term_facts_add(facts, style, "hunger", "%s, fullness %d of %d", hunger, game->fullness,
                       wyrm_engine_rules(session->engine)->fullness_most);
    for (size_t i = 0; term_condition_text(game->player, i, text, &style); i++)
        term_facts_add(facts, style, i == 0 ? "conditions" : "", "%s more turns", text);
    for (size_t i = 0; term_boost_text(session, i, text); i++)
        term_facts_add(facts, TERM_GOOD, i == 0 ? "boosts" : "", "%s", text);
}

static void term_facts_gear(term_facts *facts, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    size_t shown = 0;
    for (size_t i = 0; i < game->pack_count; i++) {
        char name[WYRM_NAME_TEXT_MAX];
        if (!game->pack[i].worn)
            continue;
        wyrm_item_text(session->engine, &game->pack[i], name);
        term_facts_add(facts, TERM_ITEM, shown++ == 0 ? "gear" : "", "%s", name);
    }
    if (shown == 0)
        term_facts_add(facts, TERM_DIM, "gear", "none");
    if (game->pack_count > shown)
        term_facts_add(facts, TERM_PLAIN, "carried besides", "%zu item%s", game->pack_count - shown,
                       game->pack_count - shown == 1 ? "" : "s");
}

static void term_facts_journey(term_facts *facts, const term_session *session)
{
    const wyrm_game_view *game = term_now(session);
    char depth[32];
    term_depth_text(session, depth);
    term_facts_add(facts, TERM_PLAIN, "place", "%s of %s", depth,
                   wyrm_ruleset_title(wyrm_design_ruleset(session->design)));
    if (game->difficulty.wins > 0)
        term_facts_add(facts, TERM_PLAIN, "games won before", "%d", game->difficulty.wins);
    term_facts_add(facts, TERM_PLAIN, "turn", "%u", game->turn);
    term_facts_add(facts, TERM_DIM, "seed", "%llu%s", (count_t)game->seed,
                   session->practice ? " (practice: not saved, no score)" : "");
}

static void term_facts_tally(term_facts *facts, const term_session *session)
{
    const wyrm_tally *tally = term_now(session)->tally;
    term_facts_add(facts, TERM_PLAIN, "foes defeated", "%u", tally->kills);
    term_facts_add(facts, TERM_PLAIN, "damage", "%llu dealt, %llu taken, %llu healed",
                   (count_t)tally->damage_dealt, (count_t)tally->damage_taken,
                   (count_t)tally->healed);
    term_facts_add(facts, TERM_PLAIN, "items", "%u found, %u used", tally->items_found,
                   tally->items_used);
    term_facts_add(facts, TERM_PLAIN, "attacks", "%u", tally->attacks);
    if (tally->shots > 0)
        term_facts_add(facts, TERM_PLAIN, "shots and throws", "%u", tally->shots);
    term_facts_add(facts, TERM_PLAIN, "steps", "%u", tally->steps);
}

static void term_facts_killed(term_facts *facts, const term_session *session)
{
    const wyrm_roster *roster = wyrm_design_roster(session->design);
    const uint32_t *killed = term_now(session)->tally->killed;
    size_t kinds = wyrm_roster_count(roster), first = facts->count;
    for (size_t i = 0; i < kinds && i < WYRM_KINDS_MAX; i++)
        if (killed[i] > 0)
            term_facts_add(facts, TERM_PLAIN, wyrm_roster_monster(roster, i)->title, "%u",
                           killed[i]);
    /* Kinds of monsters by the number killed; equal ones in the order of the roster. */
    for (size_t i = first + 1; i < facts->count; i++) {
        term_page_line line = facts->lines[i];
        size_t at = i;
        for (; at > first &&
               strtoul(facts->lines[at - 1].text, NULL, 10) < strtoul(line.text, NULL, 10);
             at--)
            facts->lines[at] = facts->lines[at - 1];
        facts->lines[at] = line;
    }
    if (facts->count == first)
        term_facts_add(facts, TERM_DIM, "", "nobody yet");
}

static void line_of(const void *context, size_t index, term_page_line *out)
{
    *out = ((const term_facts *)context)->lines[index];
}

term_page_source term_facts_source(const term_facts *facts)
{
    return (term_page_source){facts->count, LABEL_WIDTH, line_of, facts};
}

/* ---- who you are: the character, and what has been done so far ---- */

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

typedef struct ending_state {
    term_play *play;
    term_facts facts;
    term_page page;
} ending_state;

static bool goes_on(const term_session *session)
{
    return term_now(session)->phase == WYRM_PHASE_WON && !session->watching &&
           wyrm_engine_rules(session->engine)->after_win == WYRM_AFTER_WIN_PLUS;
}

/* Fills in what RuggRogue shows on its last page ("New Game Plus"). */
static void fill(const term_session *session, term_facts *facts)
{
    bool won = term_now(session)->phase == WYRM_PHASE_WON;
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

static void ending_draw(term_app *app, void *state, term_canvas *canvas)
{
    ending_state *ending = state;
    const term_session *session = term_app_session(app);
    char hint[TERM_HINT_MAX];
    if (ending->facts.count == 0)
        fill(session, &ending->facts);
    term_page_source source = term_facts_source(&ending->facts);
    term_page_draw(&ending->page, &source, canvas,
                   term_now(session)->phase == WYRM_PHASE_WON ? "You have won" : "You are dead",
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

static void ending_take(term_app *app, void *state, const term_input *input)
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

static void ending_leave(term_app *app, void *state)
{
    (void)app;
    term_facts_free(&((ending_state *)state)->facts);
}

const term_screen_kind term_ending = {
    .name = "ending",
    .size = sizeof(ending_state),
    .whole = true,
    .draw = ending_draw,
    .take = ending_take,
    .leave = ending_leave,
};

void term_open_ending(term_app *app, term_play *play)
{
    ending_state *ending = term_push(app, &term_ending);
    if (ending != NULL)
        ending->play = play;
}
